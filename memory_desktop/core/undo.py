"""The stacks of undo and redo, read out of the log: nothing else remembers them, so they survive everything it does."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class UndoEntry:
    """One command that can be taken back, or done again.

    Attributes:
        command: seq of its first event.
        name: as a menu says it after “Undo”: "Forget 3 memories".
        actor: who did it.
    """

    command: int
    name: str
    actor: str
    ts: datetime


@dataclass(frozen=True, slots=True)
class UndoStacks:
    """Newest first: `undo[0]` is what Undo takes back."""

    undo: tuple[UndoEntry, ...] = ()
    redo: tuple[UndoEntry, ...] = ()


@dataclass(frozen=True, slots=True)
class CommandHead:
    """What the stacks need to know of a command.

    Attributes:
        kind: "do", "undo" or "redo".
        target: of an undo, the command that it takes back; of a redo, the undo that it takes back.
    """

    entry: UndoEntry
    kind: str = "do"
    target: int = 0


@dataclass(frozen=True, slots=True)
class Undone:
    """What an undo or redo did: the entry's name, its own command, and how many memories it touched."""

    name: str
    command: int
    memories: int


def stacks(heads: Iterable[CommandHead]) -> UndoStacks:
    """The stacks after these commands, oldest first.

    An undo moves the command it takes back from one stack to the other (under its own number: what a redo takes back
    is the undo). Anything new empties the redo stack.
    """
    undo: list[UndoEntry] = []
    redo: list[UndoEntry] = []
    for head in heads:
        if head.kind == "do":
            undo.append(head.entry)
            redo.clear()
            continue
        source, goal = (undo, redo) if head.kind == "undo" else (redo, undo)
        place = next((n for n in reversed(range(len(source))) if source[n].command == head.target), None)
        if place is None:
            continue  # it lies before the commands that were looked at
        taken = source.pop(place)
        goal.append(UndoEntry(head.entry.command, taken.name, taken.actor, head.entry.ts))
    return UndoStacks(tuple(reversed(undo)), tuple(reversed(redo)))
