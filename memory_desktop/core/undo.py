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
        released: a person let in what an agent (the `actor`) had asked for: it is the person's step.
        latest: seq of the event that did it last, or took it back; greater than `command` after an undo or redo.
    """

    command: int
    name: str
    actor: str
    ts: datetime
    blocked: str = ""
    waits: bool = False
    released: bool = False
    latest: int = 0

    @property
    def whose(self) -> str:
        """Whose work it is, as a menu says it behind the name; "" for the user's."""
        if self.released:
            return f" (let in for {self.actor})"
        return f" ({self.actor})" if self.actor != "user" else ""


@dataclass(frozen=True, slots=True)
class UndoStacks:
    """Newest first: `undo[0]` is what Undo takes back."""

    undo: tuple[UndoEntry, ...] = ()
    redo: tuple[UndoEntry, ...] = ()

    @property
    def without_agents(self) -> UndoStacks:
        """What a person means who takes back the last step: agents write beside them, at any moment; but what a person
        let in for one is the person's. What was taken back, whoever's it was, can be done again."""
        return UndoStacks(tuple(one for one in self.undo if not _of_agent(one)), self.redo)

    @property
    def of_agents(self) -> UndoEntry | None:
        """The agents' newest step that can be taken back."""
        return next((one for one in self.undo if _of_agent(one)), None)


def _of_agent(entry: UndoEntry) -> bool:
    return of_agent(entry.actor) and not entry.released


@dataclass(frozen=True, slots=True)
class Undone:
    """What an undo or redo did: the entry's name, its own command, and how many memories it touched.

    Attributes:
        along: how many steps of the program itself were taken back along with it; it makes again what still holds.
    """

    name: str
    command: int
    memories: int
    along: int = 0
