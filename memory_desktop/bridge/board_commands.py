"""The user's commands on boards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from memory_desktop.bridge.commands import Commands, Done
from memory_desktop.core.wording import count

if TYPE_CHECKING:
    from memory_desktop.engine.engine import Engine


def add_to_board(commands: Commands, text: str, user: str, thread: str) -> None:
    """Put a text on a board."""

    def work(engine: Engine) -> Done:
        _, evicted = engine.layers.working.add(text, user=user, thread=thread)
        gone = f" {count(len(evicted), 'item')} had to leave." if evicted else ""
        return Done(f"Put on the board.{gone}", undoable=True)

    commands.run(work)


def refresh_items(commands: Commands, ids: Sequence[str], user: str, thread: str) -> None:
    """Bring items back to full activation."""

    def work(engine: Engine) -> Done:
        engine.layers.working.refresh(tuple(ids), user=user, thread=thread)
        return Done(f"Refreshed {count(len(ids), 'item')}.", undoable=True)

    commands.run(work)


def remove_items(commands: Commands, ids: Sequence[str], user: str, thread: str) -> None:
    """Take items off a board."""

    def work(engine: Engine) -> Done:
        engine.layers.working.remove(tuple(ids), user=user, thread=thread)
        return Done(f"Took {count(len(ids), 'item')} off the board.", undoable=True)

    commands.run(work)


def set_fields(commands: Commands, values: Mapping[str, Any], seen: Mapping[str, Any], user: str, thread: str) -> None:
    """Change fields of a board, which were seen as `seen`."""

    def work(engine: Engine) -> Done:
        engine.layers.working.set_fields(values, seen=seen, user=user, thread=thread)
        return Done("Saved the board.", undoable=True)

    commands.run(work)
