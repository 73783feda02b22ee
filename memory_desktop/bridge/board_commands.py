"""The user's commands on boards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from memory_desktop.bridge.commands import Commands, Done
from memory_desktop.bridge.translation import plural, tr
from memory_desktop.bridge.wording import quoted
from memory_desktop.core.wording import shortened

if TYPE_CHECKING:
    from memory_desktop.engine.engine import Engine

#: So much of an item is said in a banner.
_QUOTED = 60


def add_to_board(commands: Commands, text: str, user: str, thread: str, *, salience: float) -> None:
    """Put a text on a board. `salience`: how much it matters, 0 to 1."""

    def work(engine: Engine) -> Done:
        working = engine.layers.working
        texts = {one.id: one.content for one in working.board(user, thread).board.items}
        _, evicted = working.add(text, user=user, thread=thread, salience=salience)
        return Done(tr("Put on the board.{gone}", gone=_gone([texts.get(id, "") for id in evicted])), undoable=True)

    commands.run(work)


def _gone(texts: Sequence[str]) -> str:
    """What had to leave the board."""
    if len(texts) == 1 and texts[0]:
        return tr(" {quoted} had to leave.", quoted=quoted(shortened(texts[0], _QUOTED)))
    return tr(" {item} had to leave.", item=plural("{n} item", "{n} items", len(texts))) if texts else ""


def refresh_items(commands: Commands, ids: Sequence[str], user: str, thread: str) -> None:
    """Bring items back to full activation."""

    def work(engine: Engine) -> Done:
        engine.layers.working.refresh(tuple(ids), user=user, thread=thread)
        return Done(tr("Refreshed {item}.", item=plural("{n} item", "{n} items", len(ids))), undoable=True)

    commands.run(work)


def remove_items(commands: Commands, ids: Sequence[str], user: str, thread: str) -> None:
    """Take items off a board."""

    def work(engine: Engine) -> Done:
        engine.layers.working.remove(tuple(ids), user=user, thread=thread)
        return Done(tr("Took {item} off the board.", item=plural("{n} item", "{n} items", len(ids))), undoable=True)

    commands.run(work)


def set_fields(commands: Commands, values: Mapping[str, Any], seen: Mapping[str, Any], user: str, thread: str) -> None:
    """Change fields of a board, which were seen as `seen`."""

    def work(engine: Engine) -> Done:
        engine.layers.working.set_fields(values, seen=seen, user=user, thread=thread)
        return Done(tr("Saved the board."), undoable=True)

    commands.run(work)
