"""Boards, the working memory of conversations: one event a change, which names what came, was refreshed and left.

A change is made by the pure operations of `core.layers`; the event holds the difference between the board before and
after it, so that it folds without the settings and the texts that it was decided by. The texts of messages are their
memories'; an event holds only texts of other items, and what was read or entered for the fields of the board.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any, TypeVar

import msgspec

from memory_desktop.core.conversation.cycles import id_of
from memory_desktop.core.conversion import convert
from memory_desktop.core.events.event import Event, EventType, NewEvent
from memory_desktop.core.events.family import Change, Command, Family, Payload, State, Touch, Way
from memory_desktop.core.layers.attending import Message, filled
from memory_desktop.core.layers.working import (
    DEFERRED,
    FIELDS,
    Board,
    BoardRules,
    Changed,
    DeferredItem,
    Item,
    add_item,
    add_to,
    fitting,
    in_order,
    marked,
    refresh,
    remove,
    take_from,
    with_fields,
    within,
)
from memory_desktop.core.meanwhile import check_unchanged
from memory_desktop.core.settings import SETTINGS, Settings
from memory_desktop.core.wording import count, shortened

#: The kind of item that this family owns: `Board` by `board_id`.
BOARD = "board"
#: Who changes a board: somebody by hand (a person or an agent), a turn, an import, a setting, consolidation, an undo;
#: or it comes whole from another vault.
BY_HAND, TURN, IMPORT, CAPACITY, EPISODE, BACK, COPY = "hand", "turn", "import", "capacity", "episode", "undo", "copy"
CAPACITY_SETTING = "board.capacity"
#: So much of a note is said in its undo.
_QUOTED = 40
#: What fields that are set by hand are called in an undo.
_WORDS = {
    "current_topic": "topic",
    "current_goal": "goal",
    "current_emotion": "mood",
    "primary": "focus",
    "secondary": "other topics",
    "monitoring": "watch list",
    "open_questions": "open questions",
    "pending_clarifications": "clarifications",
    "planned_explorations": "plans",
    "deferred_items": "put-off items",
}
_OF_THE_TOPIC = {"current_topic", "primary", "secondary"}
_T = TypeVar("_T")


class Boarded(Payload, frozen=True):
    """A board changes.

    Attributes:
        by: see above. cycle: the turn that it follows from. upto: the event that this takes in.
        at: the time that it happened. items: those that came, and others that are otherwise now, whole.
        refreshed: ids of those whose activation was set to 1 then.
        evicted: ids of those that had to leave, first to last; removed: of those that were taken off.
        kept: of those that left, the significant ones, which wait for their episode. settled: ids of those that do so
            no longer.
        set: fields that have another value now, by name. fixed: which are set by hand. topic_since: since when the
            topic is the same.
        sources: ids of the memories whose words it uses; of a topic that it leaves behind, or brings back, too.
        left, said: of a board that comes whole; see `Board`. copied: the import that brought it.
    """

    type = EventType.BOARD
    user: str = ""
    thread: str = ""
    by: str = BY_HAND
    cycle: str = ""
    upto: int = 0
    at: datetime | None = None
    items: list[Item] = msgspec.field(default_factory=list)
    refreshed: list[str] = msgspec.field(default_factory=list)
    evicted: list[str] = msgspec.field(default_factory=list)
    removed: list[str] = msgspec.field(default_factory=list)
    kept: list[Item] = msgspec.field(default_factory=list)
    settled: list[str] = msgspec.field(default_factory=list)
    set: dict[str, Any] = msgspec.field(default_factory=dict)
    fixed: list[str] | None = None
    topic_since: datetime | None = None
    sources: list[str] = msgspec.field(default_factory=list)
    left: list[tuple[str, datetime]] = msgspec.field(default_factory=list)
    said: datetime | None = None
    copied: int = 0

    def is_step(self, actor: str) -> bool:  # noqa: ARG002
        """What somebody changes by hand is one; what follows from a turn belongs to the turn."""
        return self.by == BY_HAND


@dataclass(frozen=True, slots=True)
class OnBoard(Command):
    """A change of one board."""

    user: str
    thread: str


@dataclass(frozen=True, slots=True)
class TakeTurnsIn(OnBoard):
    """Put turns on their board.

    Attributes:
        turns: the messages of each, in order. here: texts of the items that are on the board, by id. gone: those of
            them whose memory is no longer there. again: the turn was on it before, and goes on. skipped: how many
            turns before are only counted. by: `TURN` or `IMPORT`.
    """

    cycle: str = ""
    upto: int = 0
    turns: tuple[tuple[Message, ...], ...] = ()
    here: Mapping[str, str] = field(default_factory=dict)
    gone: tuple[str, ...] = ()
    again: bool = False
    skipped: int = 0
    by: str = TURN


@dataclass(frozen=True, slots=True)
class PutOnBoard(OnBoard):
    """Put an item on a board by hand. One without an id gets that of the event."""

    item: Item


@dataclass(frozen=True, slots=True)
class RefreshItems(OnBoard):
    """Set the activation of items to 1."""

    ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RemoveItems(OnBoard):
    """Take items off a board."""

    ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SetFields(OnBoard):
    """Change fields of a board's parts: `values` are set; `add` and `take` are (list, entry) pairs.

    `seen`: what fields said to whoever sets them; where one says something else now, the command is refused.
    """

    values: Mapping[str, Any] = field(default_factory=dict)
    add: tuple[tuple[str, Any], ...] = ()
    take: tuple[tuple[str, str], ...] = ()
    seen: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class MarkItems(OnBoard):
    """Note the episode that items went into, by their ids."""

    episodes: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class CarryBoard(OnBoard):
    """Set up a board as another vault had it, where there is none or an empty one. `of`: the import that brings it."""

    board: Board
    of: int


@dataclass(frozen=True, slots=True)
class FitBoards(Command):
    """Let what is too much leave every board."""


def board_id(user: str, thread: str) -> str:
    """The id of the board of a user's conversation: a UUID that shows neither."""
    return id_of("board", f"{user}\n{thread}")


def rules_of(settings: Settings) -> BoardRules:
    """The rules of boards as a vault's settings have them."""
    return BoardRules(
        settings.whole(CAPACITY_SETTING),
        timedelta(seconds=settings.number("board.period")),
        settings.number("board.decay"),
        settings.number("board.significant"),
        settings.number("board.active"),
    )


class WorkingFamily(Family):
    """See the module."""

    name = "working memory"
    payloads = (Boarded,)
    commands = (TakeTurnsIn, PutOnBoard, RefreshItems, RemoveItems, SetFields, MarkItems, CarryBoard, FitBoards)
    kinds = (BOARD,)

    def items(self, event: Event, payload: Any) -> Iterable[Touch]:  # noqa: ARG002
        """The board; the memories that its words come from are mentioned."""
        mentioned = (Touch("memory", id, changes=False) for id in dict.fromkeys(payload.sources))
        return [Touch(BOARD, board_id(payload.user, payload.thread)), *mentioned]

    def decide(self, state: State, command: Any) -> list[NewEvent]:
        """See `Family.decide`."""
        if isinstance(command, FitBoards):
            return _fit(state)
        if not isinstance(command, OnBoard):
            return super().decide(state, command)
        board = board_of(state.items.get(BOARD, {}), command.user, command.thread)
        if isinstance(command, CarryBoard):
            return _carried(state, command, board)
        return _event(board, *_done(state, command, board))

    def fold(self, items: dict[str, Any], event: Event, payload: Any) -> None:
        """The boards."""
        id = board_id(payload.user, payload.thread)
        board = items.get(id) or Board(user=payload.user, thread=payload.thread)
        items[id] = _after(board, payload, payload.at or event.ts)

    def take_back(self, kind: str, changes: Sequence[Change[Board]], way: Way) -> None:  # noqa: ARG002
        """What the board got is taken off, and what it lost put back; later changes stay, and so does its capacity."""
        rules = replace(rules_of(way.state.settings), capacity=_capacity(way))
        for one in changes:
            known = next((board for board in (one.now, one.after, one.before) if board is not None), None)
            if known is None:
                continue
            empty = Board(user=known.user, thread=known.thread)
            now = one.now or empty
            back = _taken_back(one.before or empty, one.after or empty, now)
            fitted = within(back, rules, way.state.now)
            said = Boarded(by=BACK, at=way.state.now, sources=list(one.before.topic_from) if one.before else [])
            way.events += _event(now, Changed(fitted.board, fitted.evicted), said)

    def words(self, event: Event, payload: Any, item: str) -> str:  # noqa: ARG002
        """See `Family.words`."""
        parts = [
            f"{len(payload.items):,} put on it or changed" if payload.items else "",
            f"{len(payload.refreshed):,} refreshed" if payload.refreshed else "",
            f"{len(payload.evicted):,} evicted" if payload.evicted else "",
            f"{len(payload.removed):,} taken off" if payload.removed else "",
            count(len(payload.set), "field") + " changed" if payload.set else "",
        ]
        said = ", ".join(one for one in parts if one)
        return f"Board changed{': ' if said else ''}{said}"

    def title(self, payload: Any, types: Mapping[str, int]) -> str:  # noqa: ARG002
        """See `Family.title`."""
        fields = [_WORDS[one] for one in payload.set if one in _WORDS]
        if fields:
            return f"change the board’s {fields[0]}" + (f" and {len(fields) - 1:,} more" if fields[1:] else "")
        if payload.removed:
            return f"take {count(len(payload.removed), 'item')} off the board"
        if payload.items:
            put = max(payload.items, key=lambda one: one.place)
            what = "a message" if put.message else f"“{shortened(' '.join(put.content.split()), _QUOTED)}”"
            return f"put {what} on the board"
        if payload.refreshed:
            return f"refresh {count(len(payload.refreshed), 'item')} on the board"
        return "change the board"


def board_of(boards: Mapping[str, Board], user: str, thread: str) -> Board:
    """The board of a user's conversation; an empty one where there is none yet."""
    return boards.get(board_id(user, thread)) or Board(user=user, thread=thread)


def _done(state: State, command: OnBoard, board: Board) -> tuple[Changed, Boarded]:
    """The board after a command, and what its event says besides."""
    now, rules = state.now, rules_of(state.settings)
    said = Boarded(at=now)
    match command:
        case TakeTurnsIn():
            made = _with_turns(board, command, rules)
            every = [one for turn in command.turns for one in turn]
            said = Boarded(
                by=command.by,
                cycle=command.cycle,
                upto=command.upto,
                at=made.board.changed or now,
                sources=list(dict.fromkeys((*(one.id for one in every), *_left_behind(board, made.board)))),
            )
        case PutOnBoard():
            item = command.item if command.item.id else replace(command.item, id=state.new_id("item", 0))
            made = add_item(board, item, now, rules)
            said = Boarded(at=now, sources=[item.id] if item.message else [])
        case RefreshItems():
            made = Changed(refresh(board, command.ids, now))
        case RemoveItems():
            made = Changed(remove(board, command.ids))
        case MarkItems():
            made, said = Changed(marked(board, command.episodes)), Boarded(by=EPISODE, at=now)
        case SetFields():
            known = {name: board.value(name) for name in command.seen or {}}
            check_unchanged("The board", fitting(command.values, now, board.state.deferred_items), command.seen, known)
            for name, text in command.take:
                board = take_from(board, name, text, now)
            for name, entry in command.add:
                board = add_to(board, name, entry, now)
            made = Changed(with_fields(board, command.values, now))
        case _:
            made = Changed(board)
    return made, said


def _carried(state: State, command: CarryBoard, here: Board) -> list[NewEvent]:
    if not here.empty or here.copied:
        return []
    board = replace(command.board, user=command.user, thread=command.thread)
    said = Boarded(
        by=COPY,
        at=board.changed or state.now,
        sources=list(board.topic_from),
        left=list(board.left),
        said=board.said,
        copied=command.of,
    )
    # One that somebody has cleared is told as well, so that the messages of the import do not fill it.
    blank = msgspec.structs.replace(said, user=board.user, thread=board.thread)
    return _event(here, Changed(board), said) or [blank.event(board_id(board.user, board.thread))]


def _left_behind(before: Board, after: Board) -> tuple[str, ...]:
    """What the topic came from that a board had, where its focus is on another now and remembers that one."""
    return before.topic_from if before.focus != after.focus else ()


def _with_turns(board: Board, command: TakeTurnsIn, rules: BoardRules) -> Changed:
    here = {one.id for one in board.items}
    board = remove(board, [id for id in command.gone if id in here])
    if command.skipped:
        board = board.with_values({"turn_count": board.window.turn_count + command.skipped})
    texts, evicted = dict(command.here), list[str]()
    for messages in command.turns:
        made = filled(board, messages, texts, rules, again=command.again)
        board, evicted = made.board, [*evicted, *made.evicted]
        texts |= {one.id: one.text for one in messages}
    return Changed(board, tuple(evicted))


def _fit(state: State) -> list[NewEvent]:
    rules = rules_of(state.settings)
    events: list[NewEvent] = []
    for board in state.items.get(BOARD, {}).values():
        if len(board.items) > rules.capacity:
            events += _event(board, within(board, rules, state.now), Boarded(by=CAPACITY, at=state.now))
    return events


# --- differences ------------------------------------------------------------------------------------------------------


def _event(before: Board, made: Changed, said: Boarded) -> list[NewEvent]:
    """The event of what is otherwise than before; none where nothing is."""
    after = made.board
    was, there = _by_id(before.items), _by_id(after.items)
    refreshed = [one.id for one in after.items if one.id in was and _refreshed(was[one.id], one, said.at)]
    waited, waits = _by_id(before.awaiting), _by_id(after.awaiting)
    changed = {
        "items": [one for one in after.items if was.get(one.id) != one and one.id not in refreshed],
        "refreshed": refreshed,
        "evicted": [id for id in made.evicted if id in was and id not in there],
        "removed": [id for id in was if id not in there and id not in made.evicted],
        "kept": [one for one in after.awaiting if waited.get(one.id) != one],
        "settled": [id for id in waited if id not in waits],
        "set": {name: after.value(name) for name in FIELDS if before.value(name) != after.value(name)},
        "fixed": list(after.fixed) if before.fixed != after.fixed else None,
    }
    if not any(changed.values()) and changed["fixed"] is None:
        return []
    since = after.topic_since if before.topic_since != after.topic_since else None
    payload = msgspec.structs.replace(said, user=after.user, thread=after.thread, topic_since=since, **changed)
    return [payload.event(board_id(after.user, after.thread))]


def _after(board: Board, said: Boarded, at: datetime) -> Board:
    """A board after an event; see `_event`."""
    left = {*said.evicted, *said.removed}
    board = replace(board, left=tuple(said.left), said=said.said) if said.by == COPY else board
    items = {
        one.id: replace(one, activation=1.0, set_at=said.at) if one.id in said.refreshed else one
        for one in board.items
        if one.id not in left
    }
    items |= _by_id(said.items)
    awaiting = {one.id: one for one in board.awaiting if one.id not in said.settled}
    awaiting |= _by_id(said.kept)
    known = {name: _value(name, value) for name, value in said.set.items() if name in FIELDS}
    changed = board.with_values(known)
    return replace(
        changed,
        items=in_order(items.values()),
        left=_left(board, items, awaiting, at),
        awaiting=in_order(awaiting.values()),
        topic_since=(said.topic_since or board.topic_since) if changed.window.current_topic else None,
        topic_from=tuple(said.sources) if _OF_THE_TOPIC & said.set.keys() else board.topic_from,
        fixed=tuple(said.fixed) if said.fixed is not None else board.fixed,
        said=_said(board, said),
        upto=max(board.upto, said.upto),
        changed=at,
        copied=0 if said.by == BACK else said.copied or board.copied,
    )


def _said(board: Board, change: Boarded) -> datetime | None:
    """When the newest message was said that had to leave, or was taken off by hand: a conversation stays the newest
    whatever is put on its board. What was forgotten, or undone, was not said any more."""
    left = {*change.evicted, *(change.removed if change.by == BY_HAND else ())}
    times = [one.timestamp for one in board.items if one.message and one.id in left]
    return max(times if board.said is None else [*times, board.said], default=None)


def _left(
    board: Board, items: Mapping[str, Item], awaiting: Mapping[str, Item], at: datetime
) -> tuple[tuple[str, datetime], ...]:
    """When what is connected has left; an item that came and went within one change has left with it."""
    known = dict(board.left)
    linked = (id for one in (*items.values(), *awaiting.values()) for id in one.connections)
    return tuple((id, known.get(id, at)) for id in dict.fromkeys(linked) if id not in items)


def _refreshed(was: Item, item: Item, at: datetime | None) -> bool:
    return was != item and replace(was, activation=1.0, set_at=at) == item


def _value(name: str, value: Any) -> Any:
    if name == DEFERRED:
        return tuple(convert(one, DeferredItem) for one in value)
    return tuple(value) if isinstance(value, list) else value


def _by_id(items: Iterable[Item]) -> dict[str, Item]:
    return {one.id: one for one in items}


# --- taking back ------------------------------------------------------------------------------------------------------


def _taken_back(before: Board, after: Board, now: Board) -> Board:
    """The board as if the change from `before` to `after` had never been made; what was done since stays."""
    values = {
        name: _back(before.value(name), after.value(name), now.value(name))
        for name in FIELDS
        if before.value(name) != after.value(name)
    }
    if "turn_count" in values:  # turns that came since still count
        turns = now.window.turn_count - after.window.turn_count + before.window.turn_count
        values["turn_count"] = max(0, turns)
    same_topic = after.topic_since == now.topic_since
    return replace(
        now.with_values(values),
        items=in_order(_items_back(before.items, after.items, now.items)),
        awaiting=in_order(_items_back(before.awaiting, after.awaiting, now.awaiting)),
        topic_since=before.topic_since if same_topic else now.topic_since,
        fixed=_back(before.fixed, after.fixed, now.fixed),
    )


def _items_back(before: Sequence[Item], after: Sequence[Item], now: Sequence[Item]) -> tuple[Item, ...]:
    was, then = _by_id(before), _by_id(after)
    left = {one.id: one for one in now if one.id in was or one.id not in then}
    for id, one in left.items():
        if id in was and id in then and was[id] != then[id] and one == then[id]:
            left[id] = was[id]
    gone = {id: one for id, one in was.items() if id not in then and id not in left}
    return tuple(left.values()) if not gone else tuple(({**gone, **left}).values())


def _back(before: _T, after: _T, now: _T) -> _T:
    """A field: a value that was set since stays, and so do entries of a list that came since."""
    if now == after:
        return before
    if not isinstance(before, tuple) or not isinstance(after, tuple) or not isinstance(now, tuple):
        return now
    kept = [one for one in now if one in before or one not in after]
    return (*kept, *(one for one in before if one not in after and one not in kept))  # type: ignore[return-value]


def _capacity(way: Way) -> int:
    """What boards may hold after the events of a way back so far."""
    found = way.state.settings.whole(CAPACITY_SETTING)
    for event in way.events:
        if event.type is EventType.POLICY_CHANGE and CAPACITY_SETTING in event.payload.get("set", {}):
            found = int(SETTINGS[CAPACITY_SETTING].checked(event.payload["set"][CAPACITY_SETTING]))
    return found
