"""Leaves out of what files bring what a person has excluded for a user: whole turns, as of those handed over."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from memory_desktop.core.conversation.cycles import ANSWERING, ROLE, owner_of
from memory_desktop.core.memory.records import Draft
from memory_desktop.engine.importing.items import Imported

#: (user, what was said, answer) → why the turn is not to be recorded, "" if it is.
Excludes = Callable[[str, str, str], str]
_Item = TypeVar("_Item")


def with_reasons(items: Iterable[_Item], excludes: Excludes | None) -> Iterator[tuple[_Item, str]]:
    """Each item, in order, with the reason for which it is left out; "" where there is none.

    A question and the answers behind it are judged together. What is no message, and a record of our own export, which
    is a copy of a vault, passes.

    Args:
        excludes: None, if nobody has excluded anything.
    """
    if excludes is None:
        yield from ((item, "") for item in items)
        return
    turn: list[_Item] = []
    for item in items:
        if turn and not _goes_on(turn[0], item):
            yield from _judged(turn, excludes)
            turn = []
        if _message(item) is None:
            yield item, ""
        else:
            turn.append(item)
    yield from _judged(turn, excludes)


def _message(item: object) -> Draft | None:
    draft = item.draft if isinstance(item, Imported) else None
    return draft if draft is not None and draft.thread and not draft.record and _role(draft) else None


def _role(draft: Draft) -> str:
    return str(draft.metadata.get(ROLE) or "").strip().lower()


def _goes_on(first: object, item: object) -> bool:
    """Is this an answer in the turn that begins so?"""
    one, other = _message(first), _message(item)
    return (
        one is not None
        and other is not None
        and (one.source, one.thread) == (other.source, other.thread)
        and _role(other) in ANSWERING
    )


def _judged(turn: list[_Item], excludes: Excludes) -> Iterator[tuple[_Item, str]]:
    drafts = [draft for draft in map(_message, turn) if draft is not None]
    said = "\n".join(one.content for one in drafts if _role(one) not in ANSWERING)
    answer = "\n".join(one.content for one in drafts if _role(one) in ANSWERING)
    reason = excludes(owner_of(drafts[0].metadata), said, answer) if drafts else ""
    yield from ((item, reason) for item in turn)
