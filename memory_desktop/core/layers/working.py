"""The working memory of a conversation: a board with few items that fade, its context, open points and attention.

Everything here is pure: an operation takes a board and the time, and gives another board. Fading is computed from the
clock and never written: an item's activation at a moment is its last set value × (1 − its decay rate) ^ n, where n is
how many whole periods have passed since it was set. A board never holds more items than its capacity: what is put on a
full one takes the place of the item with the lowest activation then; of several, of the older, then of the lower id.

An item that is a message has the id of its memory, and its text is the memory's; only other items hold a text.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from memory_desktop.core.errors import InvalidCommandError, NotFoundError
from memory_desktop.core.layers.feelings import EmotionType
from memory_desktop.core.memory.canonical import parse_time

#: Fewest and most items that a board may be set to hold.
FEWEST, MOST = 5, 9
#: Most entries of a list of a board, and most characters of one and of a field.
MOST_ENTRIES, LONGEST = 20, 400
#: The source of turns that are made of a board's own items.
SOURCE = "board"
#: Most significant items that left a board and still wait for their episode; with more, the oldest are let go.
MOST_AWAITING = 50


class ItemType(StrEnum):
    """Whose words an item is. A type that a newer program added is kept as it is."""

    USER = "user_input"
    ASSISTANT = "assistant_response"
    SYSTEM = "system"


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One thing that is at hand.

    Attributes:
        timestamp: when it entered; place: its place in the order in which items did.
        content: its text; "" for a message, whose text is that of the memory with its id (`message`).
        salience: importance. activation: as last set, at `set_at`. decay_rate: share lost in a period. All in [0, 1].
        connections: ids of the items that it was related to when it came, also of those that have left since.
        episode: id of the episode that it went into, "" if in none.
    """

    id: str
    timestamp: datetime
    content: str = ""
    type: str = ItemType.SYSTEM.value
    salience: float = 0.5
    activation: float = 1.0
    set_at: datetime | None = None
    decay_rate: float = 0.1
    connections: tuple[str, ...] = ()
    message: bool = False
    episode: str = ""
    place: int = 0

    @property
    def since(self) -> datetime:
        """When its activation was set last."""
        return self.set_at or self.timestamp


@dataclass(frozen=True, slots=True, kw_only=True)
class DeferredItem:
    """Something set aside to come back to. `since`: when it was; `resume_when`: in words."""

    text: str
    reason: str = ""
    since: datetime | None = None
    resume_when: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ContextWindow:
    """What the conversation is about. "" and `UNKNOWN`: not known. `time_in_topic`: minutes, as of the last turn."""

    current_topic: str = ""
    current_goal: str = ""
    current_emotion: str = EmotionType.UNKNOWN.value
    turn_count: int = 0
    time_in_topic: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class ProcessingState:
    """What is still to be done, in the order in which it came up."""

    pending_clarifications: tuple[str, ...] = ()
    open_questions: tuple[str, ...] = ()
    planned_explorations: tuple[str, ...] = ()
    deferred_items: tuple[DeferredItem, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class AttentionFocus:
    """What attention is on: one thing, others in the background, and concerns under watch."""

    primary: str = ""
    secondary: tuple[str, ...] = ()
    monitoring: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """The working memory of one conversation of one user.

    Attributes:
        items: in the order in which they entered.
        awaiting: items that left it before they went into an episode, oldest first: significant ones, and what belongs
            to an interaction with one.
        topic_since: when the current topic came up. topic_from: ids of the memories that topic and focus come from.
        fixed: fields that somebody set by hand; turns leave them alone.
        left: (id, when) of each item that has left it and that one of those on it, or waiting, is connected to.
        said: when the newest message was said that had to leave it, or that somebody took off.
        upto: the last event of the log whose turn or import is on it. changed: when it was changed last.
        copied: the import that brought the board as another vault had it; 0 for none.
    """

    user: str = ""
    thread: str = ""
    items: tuple[Item, ...] = ()
    window: ContextWindow = field(default_factory=ContextWindow)
    state: ProcessingState = field(default_factory=ProcessingState)
    focus: AttentionFocus = field(default_factory=AttentionFocus)
    awaiting: tuple[Item, ...] = ()
    left: tuple[tuple[str, datetime], ...] = ()
    topic_since: datetime | None = None
    topic_from: tuple[str, ...] = ()
    fixed: tuple[str, ...] = ()
    said: datetime | None = None
    upto: int = 0
    changed: datetime | None = None
    copied: int = 0

    @property
    def empty(self) -> bool:
        """Is there nothing on it?"""
        return not self.items and not self.awaiting and all(self.value(name) == _UNSET[name] for name in FIELDS)

    @property
    def last_said(self) -> datetime | None:
        """When the newest message was said of those that are on it, wait for an episode or had to leave it; None: none.

        What had to leave counts, so that notes that push messages off do not make a conversation an old one.
        """
        here = (one.timestamp for one in (*self.items, *self.awaiting) if one.message)
        return max((*here, *((self.said,) if self.said is not None else ())), default=None)

    def item(self, id: str) -> Item:
        """The item with this id. Raises NotFoundError."""
        for one in self.items:
            if one.id == id:
                return one
        raise NotFoundError(f"There is no item {id} on this board.")

    def value(self, name: str) -> Any:
        """A field of one of its three parts, by its name in `FIELDS`."""
        return getattr(getattr(self, FIELDS[name]), name)

    def with_values(self, values: Mapping[str, Any]) -> Board:
        """With other values of fields of its parts."""
        parts: dict[str, dict[str, Any]] = {}
        for name, value in values.items():
            parts.setdefault(FIELDS[name], {})[name] = value
        changes: dict[str, Any] = {part: replace(getattr(self, part), **given) for part, given in parts.items()}
        return replace(self, **changes)


#: Between text, reason and moment of a deferred item that is written in one line.
_BETWEEN = " | "


def deferred_line(item: DeferredItem) -> str:
    """A deferred item in one line: “text | reason | when to come back”, without what it lacks at the end."""
    parts = [item.text, item.reason, item.resume_when]
    while not parts[-1] and len(parts) > 1:
        parts.pop()
    return " ".join(_BETWEEN.join(parts).split())


def read_deferred(line: str) -> DeferredItem:
    """What a line in the form of `deferred_line` says; what follows a third part belongs to it."""
    parts = [one.strip() for one in line.split(_BETWEEN.strip(), 2)]
    parts += [""] * (3 - len(parts))
    return DeferredItem(text=parts[0], reason=parts[1], resume_when=parts[2])


#: The fields of a board's parts, and the part that each is in.
FIELDS: Mapping[str, str] = {
    one.name: part
    for part, kind in (("window", ContextWindow), ("state", ProcessingState), ("focus", AttentionFocus))
    for one in fields(kind)
}
_UNSET: Mapping[str, Any] = {
    one.name: one.default for kind in (ContextWindow, ProcessingState, AttentionFocus) for one in fields(kind)
}
#: Those that are lists of texts; `deferred_items` is one of `DeferredItem`.
LISTS = ("pending_clarifications", "open_questions", "planned_explorations", "secondary", "monitoring")
DEFERRED = "deferred_items"
#: Those that are one text.
TEXTS = ("current_topic", "current_goal", "primary")
#: Those that turns leave alone once somebody has set them by hand.
FIXABLE = (*TEXTS, "current_emotion", "secondary")


@dataclass(frozen=True, slots=True)
class BoardRules:
    """The settings of boards.

    Attributes:
        capacity: most items. period: what fading is counted in. decay_rate: of new items, in [0, 1].
        significant: least salience of an item that is worth an episode. active: least activation of one that is active.
    """

    capacity: int = 7
    period: timedelta = timedelta(seconds=60)
    decay_rate: float = 0.1
    significant: float = 0.6
    active: float = 0.1


@dataclass(frozen=True, slots=True)
class Changed:
    """A board after an operation, and the ids of those that were evicted from it, first to last."""

    board: Board
    evicted: tuple[str, ...] = ()


def in_order(items: Iterable[Item]) -> tuple[Item, ...]:
    """Items in the order in which they entered."""
    return tuple(sorted(items, key=lambda one: (one.place, one.id)))


# --- fading -----------------------------------------------------------------------------------------------------------


def activation(item: Item, now: datetime, period: timedelta) -> float:
    """How present an item is at a moment; [0, 1]. Before its activation was set it is what it was set to."""
    steps = max(0, (now - item.since) // period)
    return item.activation * (1 - item.decay_rate) ** steps if steps else item.activation


def decayed(item: Item, steps: int = 1) -> Item:
    """The item as if so many periods had passed at once."""
    return replace(item, activation=item.activation * (1 - item.decay_rate) ** steps)


def get_active(board: Board, now: datetime, rules: BoardRules) -> tuple[Item, ...]:
    """Items whose activation has not fallen below the floor, strongest first; of equals, the newer, then by id."""
    ranked = sorted(board.items, key=lambda one: one.id)
    ranked.sort(key=lambda one: (activation(one, now, rules.period), one.timestamp), reverse=True)
    return tuple(one for one in ranked if activation(one, now, rules.period) >= rules.active)


def get_significant(board: Board, rules: BoardRules) -> tuple[Item, ...]:
    """What is worth an episode and has none yet: what left the board before that, then what is on it."""
    return tuple(one for one in _every(board) if not one.episode and one.salience >= rules.significant)


def interactions(board: Board, rules: BoardRules) -> list[tuple[Item, ...]]:
    """What is worth an episode and is no message of a turn, in the order in which it entered.

    Each is what a user said, with the answer that was put on the board next after it, or a note or a line of an
    assistant that answers none of them. It is worth an episode if one of its items is significant, and it is listed
    until all of them have one: an answer that came later belongs to the episode of what it answers.
    """
    found: list[tuple[Item, ...]] = []
    before: Item | None = None
    for item in in_order(_every(board)):
        if item.message or not item.content.strip():
            before = None
        elif before is not None and _answers(item, before):
            found[-1] = (before, item)
            before = None
        else:
            found.append((item,))
            before = item
    significant = (one for one in found if any(each.salience >= rules.significant for each in one))
    return [one for one in significant if not one[-1].episode]


def _answers(item: Item, before: Item) -> bool:
    """Is a line the answer to what a user said? Where something lay between them that has left, it is none."""
    return before.type == ItemType.USER and item.type == ItemType.ASSISTANT and item.place == before.place + 1


def _every(board: Board) -> tuple[Item, ...]:
    """What left the board before it got an episode, and what is on it."""
    here = {one.id for one in board.items}
    return (*(one for one in board.awaiting if one.id not in here), *board.items)


def waiting(board: Board, rules: BoardRules) -> tuple[Item, ...]:
    """Of what left the board, what can still become an episode, or a part of one."""
    wanted = _worth_keeping(board, rules)
    return tuple(one for one in board.awaiting if one.id in wanted)


def _worth_keeping(board: Board, rules: BoardRules) -> set[str]:
    """Ids of what is significant, and of what belongs to an interaction with that."""
    pairs = (one for pair in interactions(board, rules) for one in pair if not one.episode)
    return {one.id for one in (*get_significant(board, rules), *pairs)}


# --- items ------------------------------------------------------------------------------------------------------------


def add_item(board: Board, item: Item, now: datetime, rules: BoardRules) -> Changed:
    """Put an item on a board; one whose id is there already is refreshed, and otherwise left as it is.

    Raises:
        InvalidCommandError: a number is out of its range, or it has neither a text nor a memory.
    """
    checked_item(item)
    if any(one.id == item.id for one in board.items):
        return Changed(refresh(board, (item.id,), now))
    place = max((one.place for one in _every(board)), default=0) + 1  # also after one that leaves for it
    made = within(board, replace(rules, capacity=rules.capacity - 1), now)
    items = (*made.board.items, replace(item, place=place))
    awaiting = tuple(one for one in made.board.awaiting if one.id != item.id)
    return Changed(replace(made.board, items=items, awaiting=awaiting), made.evicted)


def remove_lowest_activation(board: Board, now: datetime, rules: BoardRules) -> Changed:
    """Let the item with the lowest activation go; nothing happens on an empty board."""
    if not board.items:
        return Changed(board)
    lowest = min(board.items, key=lambda one: (activation(one, now, rules.period), one.timestamp, one.id))
    awaiting = board.awaiting
    if lowest.id in _worth_keeping(board, rules):
        awaiting = in_order((*awaiting, lowest))[-MOST_AWAITING:]
    left = tuple(one for one in board.items if one is not lowest)
    return Changed(replace(board, items=left, awaiting=awaiting), (lowest.id,))


def within(board: Board, rules: BoardRules, now: datetime) -> Changed:
    """The board with at most as many items as it may hold."""
    evicted: list[str] = []
    while len(board.items) > max(0, rules.capacity):
        made = remove_lowest_activation(board, now, rules)
        board = made.board
        evicted += made.evicted
    return Changed(board, tuple(evicted))


def refresh(board: Board, ids: Collection[str], now: datetime) -> Board:
    """Set the activation of items to exactly 1. Raises NotFoundError: one is not on the board."""
    for id in ids:
        board.item(id)
    items = tuple(replace(one, activation=1.0, set_at=now) if one.id in ids else one for one in board.items)
    return replace(board, items=items)


def remove(board: Board, ids: Collection[str]) -> Board:
    """Take items off. Raises NotFoundError: one is not on the board."""
    for id in ids:
        board.item(id)
    return replace(board, items=tuple(one for one in board.items if one.id not in ids))


def marked(board: Board, episodes: Mapping[str, str]) -> Board:
    """Note the episode that items went into, by their ids; one that had left the board waits no longer.

    Raises:
        NotFoundError: one is neither on the board nor waits.
    """
    known = {one.id for one in (*board.items, *board.awaiting)}
    for id in episodes:
        if id not in known:
            raise NotFoundError(f"There is no item {id} on this board.")
    items = tuple(replace(one, episode=episodes[one.id]) if one.id in episodes else one for one in board.items)
    return replace(board, items=items, awaiting=tuple(one for one in board.awaiting if one.id not in episodes))


# --- fields -----------------------------------------------------------------------------------------------------------


def fitting(values: Mapping[str, Any], now: datetime, there: Sequence[DeferredItem] = ()) -> dict[str, Any]:
    """Values of fields as a board keeps them. Raises as `with_fields` does.

    Args:
        there: deferred items of the board. One that is given again, and does not say since when, is as old as it was.
    """
    since = {one.text.casefold(): one.since for one in there}
    return {name: _fitting(name, value, now, since) for name, value in values.items()}


def with_fields(board: Board, values: Mapping[str, Any], now: datetime) -> Board:
    """Set fields by hand: texts, lists, numbers, by their names in `FIELDS`. What is set to nothing is cleared, and
    left to the turns again.

    Raises:
        InvalidCommandError: an unknown name, or a value that does not fit; it names the field.
    """
    given = fitting(values, now, board.state.deferred_items)
    new = {name: value for name, value in given.items() if value != board.value(name)}
    fixed = dict.fromkeys(board.fixed)
    for name, value in given.items():
        if value == _UNSET[name]:
            fixed.pop(name, None)
        elif name in FIXABLE:
            fixed.setdefault(name)
    since = (now if new["current_topic"] else None) if "current_topic" in new else board.topic_since
    if "current_topic" in new and "time_in_topic" not in given:
        new["time_in_topic"] = 0.0
    return replace(board.with_values(new), topic_since=since, fixed=tuple(fixed))


def add_to(board: Board, name: str, entry: Any, now: datetime) -> Board:
    """Put an entry at the end of a list, unless it is in it. Raises InvalidCommandError."""
    _is_list(name)
    (one,) = _fitting(name, [entry], now) or (None,)
    there = board.value(name)
    if one is None or _words(one).casefold() in {_words(each).casefold() for each in there}:
        return board
    return with_fields(board, {name: (*there, one)}, now)


def take_from(board: Board, name: str, entry: str, now: datetime) -> Board:
    """Take an entry out of a list. Raises InvalidCommandError: no list; NotFoundError: no such entry."""
    _is_list(name)
    left = tuple(one for one in board.value(name) if _words(one).casefold() != entry.strip().casefold())
    if len(left) == len(board.value(name)):
        raise NotFoundError(f"{name} has no entry “{entry}”.")
    return with_fields(board, {name: left}, now)


def item_type(name: str) -> str:
    """The type of a new item, whatever its case. Raises InvalidCommandError: there is none of this name."""
    known = name.strip().lower()
    if known not in tuple(ItemType):
        raise InvalidCommandError(f"type has to be one of {', '.join(ItemType)}.")
    return known


def checked_item(item: Item) -> Item:
    """The item itself. Raises InvalidCommandError naming the field that does not fit."""
    for name in ("salience", "activation", "decay_rate"):
        value = getattr(item, name)
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:  # NaN is not, either
            raise InvalidCommandError(f"{name} has to be a number from 0 to 1.")
    if not item.id:
        raise InvalidCommandError("An item needs an id.")
    if not item.message and not item.content.strip():
        raise InvalidCommandError("An item needs a text, or the memory whose text it is.")
    return item


def _is_list(name: str) -> None:
    if name not in LISTS and name != DEFERRED:
        raise InvalidCommandError(f"{name} is no list of a board.", hint=f"There are {', '.join((*LISTS, DEFERRED))}.")


def _fitting(name: str, value: Any, now: datetime, since: Mapping[str, datetime | None] | None = None) -> Any:
    if name not in FIELDS:
        raise InvalidCommandError(f"A board has no field {name}.", hint=f"There are {', '.join(FIELDS)}.")
    if value is None:
        return _UNSET[name]
    if name == DEFERRED:
        return tuple(_deferred(one, now, since or {}) for one in _entries(name, value))
    if name in LISTS:
        texts = [_text(name, one) for one in _entries(name, value)]
        return tuple(dict.fromkeys(one for one in texts if one))
    if name == "current_emotion":
        return _text(name, value).lower() or EmotionType.UNKNOWN.value
    if name in TEXTS:
        return _text(name, value)
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value) or value < 0:
        raise InvalidCommandError(f"{name} has to be a number of at least 0.")
    if name == "turn_count" and value != int(value):
        raise InvalidCommandError(f"{name} has to be a whole number.")
    return int(value) if name == "turn_count" else float(value)


def _entries(name: str, value: Any) -> Sequence[Any]:
    if isinstance(value, str | Mapping) or not isinstance(value, Iterable):
        raise InvalidCommandError(f"{name} has to be a list.")
    entries = list(value)
    if len(entries) > MOST_ENTRIES:
        raise InvalidCommandError(f"{name} has {len(entries)} entries; {MOST_ENTRIES} are the most.")
    return entries


def _text(name: str, value: Any) -> str:
    if not isinstance(value, str):
        raise InvalidCommandError(f"{name} has to be a text.")
    text = " ".join(value.split())
    if len(text) > LONGEST:
        raise InvalidCommandError(f"{name} has a text of {len(text)} characters; {LONGEST} are the most.")
    return text


def _deferred(value: Any, now: datetime, since: Mapping[str, datetime | None]) -> DeferredItem:
    if isinstance(value, DeferredItem):
        made = value
    elif isinstance(value, str):
        made = read_deferred(value)
    elif isinstance(value, Mapping):
        unknown = set(value) - {"text", "reason", "resume_when", "since"}
        if unknown:
            raise InvalidCommandError(f"deferred_items has no field {', '.join(sorted(unknown))}.")
        given = {name: value.get(name) or "" for name in ("text", "reason", "resume_when")}
        made = DeferredItem(
            text=given["text"],
            reason=given["reason"],
            since=_moment(value.get("since")),
            resume_when=given["resume_when"],
        )
    else:
        raise InvalidCommandError("deferred_items has to be a list of texts, or of entries with a text.")
    texts = {name: _text(DEFERRED, getattr(made, name)) for name in ("text", "reason", "resume_when")}
    if not texts["text"]:
        raise InvalidCommandError("deferred_items: an entry needs a text.")
    set_aside = made.since or since.get(texts["text"].casefold()) or now
    return DeferredItem(text=texts["text"], reason=texts["reason"], since=set_aside, resume_when=texts["resume_when"])


def _moment(value: Any) -> datetime | None:
    if value is None or value == "":
        return None
    if isinstance(value, datetime) and value.tzinfo is not None:
        return value
    try:
        return parse_time(value)
    except (TypeError, ValueError, AttributeError) as error:
        raise InvalidCommandError(f"deferred_items: since: “{value}” is no time such as 2026-01-31T10:30.") from error


def _words(entry: Any) -> str:
    return entry.text if isinstance(entry, DeferredItem) else str(entry)
