"""What a vault holds besides memories, assemblies and labels, as the records of an export: typed, checked, with ids.

A record is one JSON object: its name under `record`, its version, and the fields of its class here. It names memories
by the ids that they have where it was written (see `core.memory.taking_over`). Fields that this program does not know
are passed over, and so is a record of a newer version.

A line without a text that says of itself that it is a tombstone is passed over by every program that reads exports,
also by one that knows nothing of these records. So each of them says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Annotated, Any, ClassVar

import msgspec

from memory_desktop.core.conversation.retention import retention_of
from memory_desktop.core.conversation.summary import IDENTITY, LISTS, ConversationSummary, empty_summary
from memory_desktop.core.errors import InvalidCommandError
from memory_desktop.core.layers.payload import Count, Part, Score, read_part
from memory_desktop.core.layers.procedure_runs import Run
from memory_desktop.core.layers.working import FIELDS, FIXABLE, Board, Item, checked_item, fitting, in_order

VERSION = 1
_STATUS = {"status": "tombstone"}
_ID = r"^mem_[0-9a-f]{16}$"
MemoryId = Annotated[str, msgspec.Meta(pattern=_ID)]
#: An id of a memory or of something else that a board may hold, or none.
AnyId = Annotated[str, msgspec.Meta(pattern=r"^([a-z]+_[0-9a-f]{16})?$")]
Name = Annotated[str, msgspec.Meta(max_length=1_000)]
Text = Annotated[str, msgspec.Meta(max_length=4_000)]
_RUN_ID = re.compile(r"run_[0-9a-f]{16}")


class Carried(Part, frozen=True, kw_only=True, omit_defaults=False):
    """A record. `name`: what it is called in a file."""

    name: ClassVar[str]

    def to_json(self) -> dict[str, Any]:
        """As a line of an export."""
        made: dict[str, Any] = msgspec.to_builtins(self)
        return {"record": self.name, **_STATUS, "version": VERSION, **made}


class CarriedRun(Carried, frozen=True):
    """A run of a procedure, whole. `entry`: the memory that holds the procedure now."""

    name = "run"
    entry: MemoryId
    run: Run


class CarriedRating(Carried, frozen=True):
    """What a user thinks of a procedure. `entry`: as of `CarriedRun`."""

    name = "rating"
    entry: MemoryId
    rating: Score
    user: Name = ""


class CarriedPractice(Carried, frozen=True):
    """That a skill was practised. `entry`: the memory that holds the skill now; `memory`: the version that was used."""

    name = "practice"
    id: Annotated[str, msgspec.Meta(pattern=r"^practice_[0-9a-f]{16}$")]
    entry: MemoryId
    memory: MemoryId
    succeeded: bool
    at: datetime
    actor: Name = ""


class CarriedProtection(Carried, frozen=True):
    """A memory that is protected against forgetting, and since when."""

    name = "protection"
    memory: MemoryId
    at: datetime


class CarriedPair(Carried, frozen=True):
    """Two memories of which a person said that both are right."""

    name = "pair"
    ids: Annotated[list[MemoryId], msgspec.Meta(min_length=2, max_length=2)]


class CarriedItem(Part, frozen=True):
    """An item of a board; see `core.layers.working.Item`. `message`: its text is that of the memory with its id."""

    id: Annotated[str, msgspec.Meta(pattern=r"^[a-z]+_[0-9a-f]{16}$")]
    timestamp: datetime
    text: Text = ""
    type: Name = "system"
    salience: Score = 0.5
    activation: Score = 1.0
    set_at: datetime | None = None
    decay_rate: Score = 0.1
    connections: tuple[AnyId, ...] = ()
    message: bool = False
    episode: AnyId = ""
    place: Count = 0


class CarriedBoard(Carried, frozen=True):
    """A board; see `core.layers.working.Board`. `fields`: of its three parts, those that say something, by name."""

    name = "board"
    user: Name = ""
    thread: Name = ""
    items: Annotated[tuple[CarriedItem, ...], msgspec.Meta(max_length=100)] = ()
    awaiting: Annotated[tuple[CarriedItem, ...], msgspec.Meta(max_length=100)] = ()
    fields: dict[str, Any] = msgspec.field(default_factory=dict)
    fixed: tuple[Name, ...] = ()
    left: tuple[tuple[AnyId, datetime], ...] = ()
    topic_since: datetime | None = None
    topic_from: tuple[AnyId, ...] = ()
    said: datetime | None = None
    changed: datetime | None = None


class CarriedSummary(Carried, frozen=True):
    """A user's summary of conversations; see `core.conversation.summary.ConversationSummary`. `lists`: by name."""

    name = "summary"
    user: Name = ""
    lists: dict[str, tuple[Text, ...]] = msgspec.field(default_factory=dict)
    identity: dict[str, Text] = msgspec.field(default_factory=dict)
    latest: Text = ""
    held: tuple[Text, ...] = ()
    retention: dict[str, Any] = msgspec.field(default_factory=dict)
    turns: Count = 0
    at: datetime | None = None


class CarriedFilling(Carried, frozen=True):
    """What was decided when the layers of a user were filled; several of them add up.

    Attributes:
        left_out: keys of lines that are not offered again, as somebody left them out, or removed what they had made.
        patterns: what the emotional patterns that somebody left out are made from.
        done, given_up: first messages of the turns that were dealt with, and have not changed since; and of those of
            which somebody has taken back what was made, so that it is not made again by itself.
    """

    name = "filling"
    user: Name = ""
    left_out: tuple[Annotated[str, msgspec.Meta(pattern=r"^[a-z]+:[0-9a-f]{20}$")], ...] = ()
    patterns: tuple[MemoryId, ...] = ()
    done: tuple[MemoryId, ...] = ()
    given_up: tuple[MemoryId, ...] = ()


KINDS: Mapping[str, type[Carried]] = {
    one.name: one
    for one in (
        CarriedRun,
        CarriedRating,
        CarriedPractice,
        CarriedProtection,
        CarriedPair,
        CarriedBoard,
        CarriedSummary,
        CarriedFilling,
    )
}


def is_carried(value: Mapping[str, Any]) -> bool:
    """Is a line of an export one of these records?"""
    name = value.get("record")
    return isinstance(name, str) and name in KINDS and "content" not in value


def read_carried(value: Mapping[str, Any]) -> Carried | None:
    """A line of an export as its record; None for one of a newer version.

    Raises:
        InvalidCommandError: a field is not what it must be; it is named.
    """
    version = value.get("version")
    if isinstance(version, int) and version > VERSION:
        return None
    made = read_part(value, KINDS[value["record"]])
    for place, moment in _moments(msgspec.structs.asdict(made)):
        if moment.tzinfo is None:
            raise InvalidCommandError(f"{place}: a time needs its zone, as in 2026-01-31T10:30:00Z.")
    match made:
        case CarriedRun() if not _RUN_ID.fullmatch(made.run.id):
            raise InvalidCommandError("run.id: has to be the id of a run.")
        case CarriedBoard():
            board_of(made)
        case CarriedSummary():
            summary_of(made)
    return made


def board_of(said: CarriedBoard) -> Board:
    """The board that a record describes. Raises InvalidCommandError naming what does not fit."""
    fields = fitting(said.fields, said.changed or datetime(1970, 1, 1, tzinfo=UTC))
    made = Board(
        user=said.user,
        thread=said.thread,
        items=in_order(map(_item, said.items)),
        awaiting=in_order(map(_item, said.awaiting)),
        left=tuple((id, at) for id, at in said.left if id),
        topic_since=said.topic_since,
        topic_from=tuple(id for id in said.topic_from if id),
        fixed=tuple(one for one in said.fixed if one in FIXABLE),
        said=said.said,
        changed=said.changed,
    )
    return made.with_values(fields)


def carried_board(board: Board) -> CarriedBoard:
    """The record of a board."""
    unset = Board()
    fields = {name: value for name in FIELDS if (value := board.value(name)) != unset.value(name)}
    return CarriedBoard(
        user=board.user,
        thread=board.thread,
        items=tuple(map(_carried_item, board.items)),
        awaiting=tuple(map(_carried_item, board.awaiting)),
        fields=msgspec.to_builtins(fields),
        fixed=board.fixed,
        left=board.left,
        topic_since=board.topic_since,
        topic_from=board.topic_from,
        said=board.said,
        changed=board.changed,
    )


def summary_of(said: CarriedSummary) -> ConversationSummary:
    """The summary that a record describes. Raises InvalidCommandError naming what does not fit."""
    for given, known in ((said.lists, tuple(LISTS)), (said.identity, IDENTITY)):
        if unknown := sorted(set(given) - set(known)):
            raise InvalidCommandError(f"A summary has no {', '.join(unknown)}.")
    return replace(
        empty_summary(said.user),
        key_topics=said.lists.get("topics", ()),
        entities=said.lists.get("entities", ()),
        context_points=said.lists.get("points", ()),
        preferences=said.lists.get("preferences", ()),
        identity={name: value for name, value in said.identity.items() if value},
        latest_topic=said.latest or None,
        held=said.held,
        retention=retention_of(said.retention),
        update_count=said.turns,
        last_updated=said.at,
    )


def carried_summary(summary: ConversationSummary) -> CarriedSummary:
    """The record of a summary."""
    return CarriedSummary(
        user=summary.user_id,
        lists={name: entries for name in LISTS if (entries := summary.entries(name))},
        identity=dict(summary.identity),
        latest=summary.latest_topic or "",
        held=summary.held,
        retention=summary.retention.to_json(),
        turns=summary.update_count,
        at=summary.last_updated,
    )


def _item(said: CarriedItem) -> Item:
    given = {name: value for name, value in msgspec.structs.asdict(said).items() if name != "text"}
    given["connections"] = tuple(id for id in said.connections if id)
    return checked_item(Item(**given, content="" if said.message else said.text))


def _carried_item(item: Item) -> CarriedItem:
    given = {name: getattr(item, name) for name in CarriedItem.__struct_fields__ if name != "text"}
    return CarriedItem(**given, text="" if item.message else item.content)


def _moments(value: Any, place: str = "") -> Iterator[tuple[str, datetime]]:
    """Every time in a record, with its place."""
    if isinstance(value, datetime):
        yield place, value
    elif isinstance(value, msgspec.Struct):
        yield from _moments(msgspec.structs.asdict(value), place)
    elif isinstance(value, Mapping):
        for name, each in value.items():
            yield from _moments(each, f"{place}.{name}" if place else str(name))
    elif isinstance(value, list | tuple):
        for number, each in enumerate(value):
            yield from _moments(each, f"{place}[{number}]")
