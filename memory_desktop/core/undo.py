"""The stacks of undo and redo, as they are folded from the log, and what an undo did."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from memory_desktop.core.events.event import of_agent


@dataclass(frozen=True, slots=True)
class UndoEntry:
    """One command that can be taken back, or done again.

    Attributes:
        command: seq of its first event.
        name: as a menu says it after “Undo”: "Forget 3 memories".
        actor: who did it.
        waits: it did nothing but hold something back, for a person to decide.
        blocked: why it can be neither taken back nor done again, in a sentence; "" where nothing is known to stand
            in the way.
    """

    command: int
    name: str
    actor: str
    ts: datetime
    blocked: str = ""
    waits: bool = False


@dataclass(frozen=True, slots=True)
class UndoStacks:
    """Newest first: `undo[0]` is what Undo takes back."""

    undo: tuple[UndoEntry, ...] = ()
    redo: tuple[UndoEntry, ...] = ()

    @property
    def without_agents(self) -> UndoStacks:
        """What a person means who takes back the last step: agents write beside them, at any moment. What was taken
        back, whoever's it was, can be done again."""
        return UndoStacks(tuple(one for one in self.undo if not of_agent(one.actor)), self.redo)

    @property
    def of_agents(self) -> UndoEntry | None:
        """The agents' newest step that can be taken back."""
        return next((one for one in self.undo if of_agent(one.actor)), None)


@dataclass(frozen=True, slots=True)
class Undone:
    """What an undo or redo did: the entry's name, its own command, and how many memories it touched."""

    name: str
    command: int
    memories: int
