"""Purging: the content of memories is removed for good, and the log says which events lost theirs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from memory_desktop.core.events.event import Event, EventType, NewEvent
from memory_desktop.core.events.family import Command, Family, Payload, State, Touch
from memory_desktop.core.events.intake import Dismiss
from memory_desktop.core.wording import memories


class Purge(Payload, frozen=True):
    """The content of memories was removed.

    Attributes:
        ids: of the memories.
        events: (seq, SHA-256 in hex of what is left of the payload) of every event that lost content.
        counts: how many events of each type lost content.
    """

    type = EventType.PURGE
    undoable = False
    ids: list[str]
    events: list[tuple[int, str]]
    counts: dict[str, int]


@dataclass(frozen=True, slots=True)
class NotePurge(Command):
    """Say in the log what a purge removes. `held`: ids of items among it that still wait for a decision."""

    purge: Purge
    held: tuple[str, ...] = ()


class PurgeFamily(Family):
    """See the module. A purge cannot be taken back."""

    name = "purge"
    payloads = (Purge,)
    commands = (NotePurge,)

    def items(self, event: Event, payload: Any) -> Iterable[Touch]:  # noqa: ARG002
        """The memories are mentioned: what changes them is that their own events say nothing any more."""
        return [Touch("memory", id, changes=False) for id in payload.ids]

    def decide(self, state: State, command: Any) -> list[NewEvent]:
        """See `Family.decide`."""
        if not isinstance(command, NotePurge):
            return super().decide(state, command)
        dropped = [Dismiss(draft={"content": ""}, verdicts=[]).event(item) for item in command.held]
        return [command.purge.event(), *dropped]

    def words(self, event: Event, payload: Any, item: str) -> str:  # noqa: ARG002
        """See `Family.words`."""
        return "Purged" if item else f"Purged {memories(len(payload.ids))}"

    def title(self, payload: Any, types: Mapping[str, int]) -> str:  # noqa: ARG002
        """See `Family.title`."""
        return f"purge {memories(len(payload.ids))}"
