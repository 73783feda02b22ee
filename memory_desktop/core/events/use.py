"""Statistics of the use of memory: what queries found for each user, written down now and then."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any

from memory_desktop.core.conversation.cycles import id_of
from memory_desktop.core.conversation.statistics import Counts
from memory_desktop.core.events.event import Event, EventType, NewEvent
from memory_desktop.core.events.family import Command, Family, Payload, State, Touch
from memory_desktop.core.wording import count

#: The kind of item that this family owns: `Counted` by `use_id` of the user.
STATISTICS = "statistics"


class MemoryUse(Payload, frozen=True):
    """What was counted of a user's memory since the last time; see `Counts`."""

    type = EventType.STATISTICS
    undoable = False
    user: str
    queries: int = 0
    stm_hits: int = 0
    stm_misses: int = 0
    ltm_hits: int = 0
    relevance: float = 0.0
    cycles: int = 0
    tokens: int = 0


@dataclass(frozen=True, slots=True)
class Counted:
    """A user's counts, and when they changed last."""

    user_id: str
    counts: Counts
    at: datetime


@dataclass(frozen=True, slots=True)
class NoteUse(Command):
    """Write down what was counted, by user."""

    counts: tuple[tuple[str, Counts], ...]


def use_id(user: str) -> str:
    """The id of a user's statistics, which does not show the user's name."""
    return id_of("statistics", user)


class UseFamily(Family):
    """See the module."""

    name = "use"
    payloads = (MemoryUse,)
    commands = (NoteUse,)
    kinds = (STATISTICS,)

    def items(self, event: Event, payload: Any) -> Iterable[Touch]:  # noqa: ARG002
        """The user's statistics."""
        return [Touch(STATISTICS, use_id(payload.user))]

    def decide(self, state: State, command: Any) -> list[NewEvent]:
        """See `Family.decide`."""
        if not isinstance(command, NoteUse):
            return super().decide(state, command)
        return [
            MemoryUse(user=user, **{one.name: getattr(counts, one.name) for one in fields(Counts)}).event(use_id(user))
            for user, counts in command.counts
            if counts != Counts()
        ]

    def fold(self, items: dict[str, Any], event: Event, payload: Any) -> None:
        """The sums."""
        id = use_id(payload.user)
        new = Counts(**{one.name: getattr(payload, one.name) for one in fields(Counts)})
        before = items.get(id)
        items[id] = Counted(payload.user, before.counts.plus(new) if before is not None else new, event.ts)

    def words(self, event: Event, payload: Any, item: str) -> str:  # noqa: ARG002
        """See `Family.words`."""
        counted = [(payload.queries, "query", "queries"), (payload.cycles, "turn", "turns")]
        told = ", ".join(count(number, one, many) for number, one, many in counted if number)
        return f"Use of a user’s memory counted: {told or 'nothing'}"

    def title(self, payload: Any, types: Mapping[str, int]) -> str:  # noqa: ARG002
        """See `Family.title`."""
        return "note use of memory"
