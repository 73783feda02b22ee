"""Undo, redo and going back to an earlier event, all by new events.

Nothing of the log is ever cut. The event that begins the way back names what is taken back; the events that follow are
those of the families whose items change, found by their `take_back`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from memory_desktop.core.errors import InvalidCommandError
from memory_desktop.core.events.event import Event, EventType, NewEvent
from memory_desktop.core.events.family import Change, Command, Family, Payload, State, Touch, Way
from memory_desktop.core.memory.records import Memory


class Undo(Payload, frozen=True):
    """The command `of` is taken back (`kind` "undo"), or done again (`of` is then the undo). `name`: of the command.

    `along`: the command of whose undo it is a part, as the program had made it from that; 0: it was asked for itself.
    """

    type = EventType.UNDO
    undoable = False
    kind: str
    of: int
    name: str
    along: int = 0


class Rollback(Payload, frozen=True):
    """Memories (all, or `ids`) are brought back to how they were after event `to`."""

    type = EventType.ROLLBACK
    to: int
    snapshot: str = ""
    ids: list[str] | None = None


@dataclass(frozen=True, slots=True)
class TakeBack(Command):
    """Bring items back to what they were.

    Attributes:
        head: what begins the command. always: write it even when there is nothing else to do.
        changes: by kind of item, in the order in which they are taken back.
        lines, stands: see `Way`.
    """

    head: Undo | Rollback
    changes: Mapping[str, Sequence[Change[Any]]]
    lines: Mapping[str, str] = field(default_factory=dict)
    stands: Mapping[str, str] = field(default_factory=dict)

    def texts(self, memories: Mapping[str, Memory]) -> Iterable[str]:  # noqa: ARG002
        return [
            one.before.content_hash
            for changes in self.changes.values()
            for one in changes
            if isinstance(one.before, Memory)
        ]


class LaterChangesError(InvalidCommandError):
    """A command cannot be taken back while later ones stand. `items`: (kind, item) of what they have changed."""

    def __init__(self, items: Sequence[tuple[str, str]]) -> None:
        super().__init__("Later changes stand in the way.", hint="Undo those first.")
        self.items = tuple(items)


class UndoFamily(Family):
    """See the module. `others`: the families whose items can be taken back."""

    name = "undo"
    payloads = (Undo, Rollback)
    commands = (TakeBack,)

    def __init__(self, others: Sequence[Family]) -> None:
        self._owners = {kind: family for family in others for kind in family.kinds}

    def items(self, event: Event, payload: Any) -> Iterable[Touch]:  # noqa: ARG002
        """None: the events that follow name what is brought back."""
        return []

    def decide(self, state: State, command: Any) -> list[NewEvent]:
        """See `Family.decide`. Raises LaterChangesError."""
        if not isinstance(command, TakeBack):
            return super().decide(state, command)
        way = Way(state, [command.head.event()], command.lines, dict(command.stands))
        for kind, family in self._owners.items():
            if command.changes.get(kind):
                family.take_back(kind, command.changes[kind], way)
        if way.later:
            raise LaterChangesError(way.later)
        # An undo moves the stack even if all of it has been changed since; going back to what is, is nothing.
        return way.events if len(way.events) > 1 or isinstance(command.head, Undo) else []

    def words(self, event: Event, payload: Any, item: str) -> str:  # noqa: ARG002
        """See `Family.words`."""
        if isinstance(payload, Undo):
            return f"{'Redone' if payload.kind == 'redo' else 'Undone'}: {payload.name[:1].upper()}{payload.name[1:]}"
        which = "" if payload.ids is None else f" for {len(payload.ids):,} memories"
        return f"Rolled back to event {payload.to:,}{which}"

    def title(self, payload: Any, types: Mapping[str, int]) -> str:  # noqa: ARG002
        """See `Family.title`."""
        return payload.name if isinstance(payload, Undo) else f"roll back to event {payload.to:,}"
