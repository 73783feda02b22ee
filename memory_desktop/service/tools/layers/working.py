"""Tools for working memory: what is at hand in a conversation, and where attention is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import Field

from memory_desktop.core.layers.working import DEFERRED, FIELDS, LISTS, BoardRules, Item, checked_item, with_fields
from memory_desktop.core.layers.working_json import board_json, item_json
from memory_desktop.engine.layers.working import BoardView
from memory_desktop.service.tools.base import Arguments, Errand, Request, Result, Tool

_USER = "Whose: the user’s id, “” for the vault’s own user; that of the conversation if it is left out."
_SESSION = "The conversation; the one with the newest turn if it is left out."


class Place(Arguments):
    """Which board."""

    user_id: str | None = Field(default=None, description=_USER)
    session_id: str | None = Field(default=None, description=_SESSION)


class BoardResult(Result):
    """A board."""

    user_id: str
    session_id: str
    capacity: int
    current_items: list[dict[str, Any]] = Field(
        description="With their activation at the moment, and which connections left, and when."
    )
    context_window: dict[str, Any]
    processing_state: dict[str, Any]
    attention_focus: dict[str, Any]
    awaiting: list[dict[str, Any]] = Field(description="Items that wait for their episode, off the board.")
    set_by_hand: list[str] = Field(description="Fields that turns leave alone, until they are cleared.")
    filled_by: str = Field(description="The rules by which turns fill the others.")


def _told(errand: Errand, view: BoardView) -> BoardResult:
    errand.ids.extend(one.id for one in view.board.items if one.message)
    return BoardResult(**board_json(view.board, view.rules.capacity, view.activation, view.connected))


def _board(errand: Errand, given: Place) -> BoardResult:
    return _told(errand, errand.engine.layers.working.board(given.user_id, given.session_id))


class AddArguments(Place):
    """What `add_to_board` takes."""

    text: str = Field(default="", max_length=4000, description="What is to be at hand; or name a memory.")
    memory_id: str = Field(default="", description="A memory whose text it is.")
    type: str = Field(default="system", max_length=60, description="user_input, assistant_response or system.")
    salience: float = Field(default=0.5, ge=0, le=1, description="How much it matters.")
    decay_rate: float | None = Field(default=None, ge=0, le=1, description="Share of its activation lost in a period.")
    connections: list[str] = Field(default_factory=list, max_length=9, description="Ids of items it belongs to.")


class AddResult(Result):
    """What `add_to_board` answers."""

    item: dict[str, Any]
    evicted: list[str] = Field(description="Ids of the items that had to leave for it.")


def _add(errand: Errand, given: AddArguments) -> AddResult:
    item, evicted = errand.engine.layers.working.add(
        given.text,
        memory=given.memory_id,
        user=given.user_id,
        thread=given.session_id,
        type=given.type,
        salience=given.salience,
        decay_rate=given.decay_rate,
        connections=given.connections,
        actor=errand.actor,
    )
    left = dict.fromkeys(evicted, item.timestamp)
    return AddResult(item=item_json(item, item.activation, item.connections, left), evicted=list(evicted))


class ItemsArguments(Place):
    """What `refresh_board_item` and `remove_from_board` take."""

    ids: list[str] = Field(min_length=1, max_length=9, description="Ids of items, as `board` gives them.")


def _refresh(errand: Errand, given: ItemsArguments) -> BoardResult:
    working = errand.engine.layers.working
    return _told(errand, working.refresh(given.ids, user=given.user_id, thread=given.session_id, actor=errand.actor))


def _remove(errand: Errand, given: ItemsArguments) -> BoardResult:
    working = errand.engine.layers.working
    return _told(errand, working.remove(given.ids, user=given.user_id, thread=given.session_id, actor=errand.actor))


class FocusArguments(Place):
    """What `set_focus` takes."""

    primary: str | None = Field(default=None, max_length=400, description="What attention is on; empty clears it.")
    secondary: list[str] | None = Field(default=None, max_length=20, description="What is in the background.")
    monitoring: list[str] | None = Field(default=None, max_length=20, description="Concerns under watch.")


def _focus(errand: Errand, given: FocusArguments) -> BoardResult:
    values = _focus_values(given)
    working = errand.engine.layers.working
    return _told(errand, working.set_fields(values, user=given.user_id, thread=given.session_id, actor=errand.actor))


def _focus_values(given: FocusArguments) -> dict[str, Any]:
    every = {"primary": given.primary, "secondary": given.secondary, "monitoring": given.monitoring}
    return {name: value for name, value in every.items() if value is not None}


class UpdateArguments(Place):
    """What `update_board` takes."""

    set: dict[str, Any] = Field(
        default_factory=dict, description=f"Field → value; null clears it. Fields: {', '.join(FIELDS)}."
    )
    add: dict[str, list[Any]] = Field(
        default_factory=dict, description=f"List → entries to put in it. Lists: {', '.join((*LISTS, DEFERRED))}."
    )
    take: dict[str, list[str]] = Field(default_factory=dict, description="List → entries to take out of it.")


def _update(errand: Errand, given: UpdateArguments) -> BoardResult:
    view = errand.engine.layers.working.set_fields(
        given.set,
        add=[(name, one) for name, every in given.add.items() for one in every],
        take=[(name, one) for name, every in given.take.items() for one in every],
        user=given.user_id,
        thread=given.session_id,
        actor=errand.actor,
    )
    return _told(errand, view)


# --- what waits for approval ------------------------------------------------------------------------------------------


def _settled(errand: Errand, given: Place) -> dict[str, Any]:
    """The board that is meant now: it stays the one, whichever was changed last when it is approved."""
    board = errand.engine.layers.working.board(given.user_id, given.session_id).board
    return {"user_id": board.user, "session_id": board.thread}


def _ask_to_add(errand: Errand, given: AddArguments) -> Request:
    board = errand.engine.layers.working.board(given.user_id, given.session_id).board
    for id in given.connections:
        board.item(id)
    rate = BoardRules().decay_rate if given.decay_rate is None else given.decay_rate
    text = given.text or (errand.engine.get(given.memory_id).content if given.memory_id else "")
    now = errand.engine.layers.working.board().now
    checked_item(Item(id="new", timestamp=now, content=text, salience=given.salience, decay_rate=rate))
    ids = (given.memory_id,) if given.memory_id else ()
    names = ("user_id", "session_id", "memory_id", "type", "connections")
    return Request(f"Put on the board\n\n{text}", ids=ids, names=names, settled=_settled(errand, given))


def _ask_for_items(errand: Errand, given: ItemsArguments, what: str) -> Request:
    board = errand.engine.layers.working.board(given.user_id, given.session_id).board
    texts = [board.item(id).content for id in given.ids]
    names = ("user_id", "session_id", "ids")
    return Request("\n\n".join([what, *texts]), names=names, settled=_settled(errand, given))


def _ask_to_refresh(errand: Errand, given: ItemsArguments) -> Request:
    return _ask_for_items(errand, given, "Refresh on the board")


def _ask_to_remove(errand: Errand, given: ItemsArguments) -> Request:
    return _ask_for_items(errand, given, "Take off the board")


def _ask_for_focus(errand: Errand, given: FocusArguments) -> Request:
    return _ask_for_fields(errand, given, _focus_values(given))


def _ask_to_update(errand: Errand, given: UpdateArguments) -> Request:
    added = {f"{name}, new": entries for name, entries in given.add.items()}
    taken = {f"{name}, taken out": entries for name, entries in given.take.items()}
    board, now = _board_of(errand, given)
    for name, entries in given.add.items():
        with_fields(board, {name: entries}, now)
    return _ask_for_fields(errand, given, given.set, {**added, **taken})


def _ask_for_fields(
    errand: Errand, given: Place, values: Mapping[str, Any], more: Mapping[str, Any] | None = None
) -> Request:
    board, now = _board_of(errand, given)
    with_fields(board, values, now)  # raises where it could not be done
    lines = [f"{name}: {_words(value)}" for name, value in {**values, **(more or {})}.items()]
    names = ("user_id", "session_id")
    return Request("\n\n".join(["Change the board", *lines]), names=names, settled=_settled(errand, given))


def _board_of(errand: Errand, given: Place) -> tuple[Any, Any]:
    view = errand.engine.layers.working.board(given.user_id, given.session_id)
    return view.board, view.now


def _words(value: Any) -> str:
    if isinstance(value, list):
        return "; ".join(_words(one) for one in value)
    if isinstance(value, Mapping):
        return ", ".join(str(one) for one in value.values() if one)
    return "nothing" if value in (None, "") else str(value)


TOOLS = (
    Tool(
        "board",
        "Show the board",
        "What is at hand in a conversation: its items with their activation, topic, goal and emotion, open questions"
        " and other points, and where attention is.",
        Place,
        BoardResult,
        _board,
    ),
    Tool(
        "add_to_board",
        "Put on the board",
        "Keep a thought or a memory at hand. On a full board it takes the place of the weakest item.",
        AddArguments,
        AddResult,
        _add,
        writes=True,
        asks=_ask_to_add,
    ),
    Tool(
        "refresh_board_item",
        "Refresh items",
        "Bring items of the board back to full activation.",
        ItemsArguments,
        BoardResult,
        _refresh,
        writes=True,
        asks=_ask_to_refresh,
        idempotent=True,
    ),
    Tool(
        "remove_from_board",
        "Take off the board",
        "Let items leave the board. Memories stay.",
        ItemsArguments,
        BoardResult,
        _remove,
        writes=True,
        asks=_ask_to_remove,
        destructive=True,
    ),
    Tool(
        "set_focus",
        "Set the focus",
        "Say what attention is on, what is in the background, and which concerns are watched.",
        FocusArguments,
        BoardResult,
        _focus,
        writes=True,
        asks=_ask_for_focus,
        idempotent=True,
        destructive=True,
    ),
    Tool(
        "update_board",
        "Change the board",
        "Set or clear fields of the board’s context, open points and focus, or put entries in a list or take them out.",
        UpdateArguments,
        BoardResult,
        _update,
        writes=True,
        asks=_ask_to_update,
        destructive=True,
    ),
)
