"""All event families, and what is asked of them without knowing which one it is."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

import msgspec

from memory_desktop.core.conversion import decode
from memory_desktop.core.errors import InvalidCommandError, KnownError
from memory_desktop.core.events.assembly import AssemblyFamily
from memory_desktop.core.events.consolidation import ConsolidationFamily
from memory_desktop.core.events.conversation import ConversationFamily
from memory_desktop.core.events.event import Event, EventType, NewEvent
from memory_desktop.core.events.family import Command, Family, Lookup, Payload, State, Touch
from memory_desktop.core.events.forgetting import ForgettingFamily
from memory_desktop.core.events.imports import ImportFamily
from memory_desktop.core.events.intake import IntakeFamily
from memory_desktop.core.events.lab import LabFamily
from memory_desktop.core.events.labels import LabelFamily
from memory_desktop.core.events.memory import MEMORY, MemoryFamily
from memory_desktop.core.events.merge import MergeFamily
from memory_desktop.core.events.model import ModelFamily
from memory_desktop.core.events.pairs import PairFamily
from memory_desktop.core.events.policy import PolicyFamily
from memory_desktop.core.events.protection import ProtectionFamily
from memory_desktop.core.events.purge import PurgeFamily
from memory_desktop.core.events.recall import RecallFamily
from memory_desktop.core.events.runs import PracticeFamily, RatingFamily, RunFamily
from memory_desktop.core.events.summary import SummaryFamily
from memory_desktop.core.events.undo import UndoFamily
from memory_desktop.core.events.use import UseFamily
from memory_desktop.core.events.vault import VaultFamily
from memory_desktop.core.events.vectors import VectorsFamily
from memory_desktop.core.events.working import WorkingFamily
from memory_desktop.core.memory.records import Memory
from memory_desktop.core.vector_items import VectorWork

#: In the order in which an undo takes back what they did: memories first, as others name them.
_DOING: tuple[Family, ...] = (
    MemoryFamily(),
    RecallFamily(),
    AssemblyFamily(),
    MergeFamily(),
    IntakeFamily(),
    ConversationFamily(),
    SummaryFamily(),
    ConsolidationFamily(),
    UseFamily(),
    RunFamily(),
    RatingFamily(),
    PracticeFamily(),
    ProtectionFamily(),
    ForgettingFamily(),
    PairFamily(),
    LabelFamily(),
    LabFamily(),
    PolicyFamily(),
    WorkingFamily(),
    ModelFamily(),
    VectorsFamily(),
    ImportFamily(),
    PurgeFamily(),
    VaultFamily(),
)
FAMILIES: tuple[Family, ...] = (*_DOING, UndoFamily(_DOING))

_PAYLOADS: dict[str, type[Payload]] = {one.type.value: one for family in FAMILIES for one in family.payloads}
_OF_TYPE: dict[str, Family] = {one.type.value: family for family in FAMILIES for one in family.payloads}
_OF_COMMAND: dict[type[Command], Family] = {one: family for family in FAMILIES for one in family.commands}
#: The family that owns a kind of item.
OWNERS: dict[str, Family] = {kind: family for family in FAMILIES for kind in family.kinds}


class FoldError(KnownError):
    """An event cannot be folded: its payload is damaged or names a record that no earlier event made."""


def types_of(kind: str) -> tuple[str, ...]:
    """The event types that a kind of item is folded from."""
    return _TYPES_OF_KIND[kind]


def payload_of(event: Event) -> Any:
    """What an event says, as its family's class.

    Raises:
        FoldError: the payload is damaged, or the type is not known.
    """
    known = _PAYLOADS.get(event.type)
    if known is None:
        raise FoldError(f"Event {event.seq} has the type {event.type}, which this program does not know.")
    try:
        return decode(event.payload, known)
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise FoldError(f"Event {event.seq} ({event.type}) has a damaged payload: {error}.") from error


def decide(state: State, command: Command) -> list[NewEvent]:
    """The events that carry the command out. See `Family.decide`."""
    family = _OF_COMMAND.get(type(command))
    if family is None:
        raise InvalidCommandError(f"There is no such command as {type(command).__name__}.")
    return family.decide(state, command)


def touches(event: Event) -> list[Touch]:
    """The items that an event is about; none for a type that this program does not know."""
    family = _OF_TYPE.get(event.type)
    return list(family.items(event, payload_of(event))) if family is not None else []


def vector_work(said: Iterable[tuple[Event, Any]]) -> list[VectorWork]:
    """The items other than memories that wait for a vector because of events, given with what they say."""
    return [work for event, payload in said for work in _OF_TYPE[event.type].vectors(event, payload)]


def changed_memories(event: Event) -> tuple[str, ...]:
    """Ids of all records that the event makes or changes."""
    return tuple(one.item for one in touches(event) if one.kind == MEMORY and one.changes)


def needed_memories(event: Event) -> tuple[str, ...]:
    """Ids of the records that folding the event may look up: what it changes, and what it restores. One
    that changes none, as the change of a board, which only mentions some, needs none."""
    named = [one for one in touches(event) if one.kind == MEMORY]
    return tuple(one.item for one in named) if any(one.changes for one in named) else ()


def fold(event: Event, lookup: Lookup) -> list[Memory]:
    """The records that the event adds or changes, as they are after it.

    Args:
        lookup: gives the record with an id as it is before the event, or None.

    Raises:
        FoldError: the event does not fit the records before it.
    """
    family = _OF_TYPE.get(event.type)
    if family is None:
        return []
    payload = payload_of(event)
    try:
        changed = family.records(event, payload, lookup)
        # A new record has its revision already; copying its many fields again would cost a tenth of an import.
        return [memory if memory.revision == event.seq else memory.with_(revision=event.seq) for memory in changed]
    except FoldError:
        raise
    except (KeyError, TypeError, ValueError, KnownError) as error:
        raise FoldError(f"Event {event.seq} ({event.type}) cannot be folded: {error!r}.") from error


def fold_one(event: Event, id: str, memory: Memory | None) -> Memory | None:
    """One record after the event, given it before; whatever else the event changes is left out.

    Raises:
        FoldError: as `fold`.
    """

    def lookup(other: str) -> Memory | None:
        return memory if other == id else _ANYBODY.with_(id=other)

    return next((one for one in fold(event, lookup) if one.id == id), memory)


def fold_items(kind: str, items: dict[str, Any], events: Iterable[Event]) -> None:
    """Take events, in order, into the items of a kind that is kept in memory."""
    family = OWNERS[kind]
    for event in events:
        if event.type in _TYPES_OF_KIND[kind]:
            family.fold(items, event, payload_of(event))


def words(event: Event, item: str = "") -> str:
    """The event as a row of History says it, from the point of view of an item."""
    family = _OF_TYPE.get(event.type)
    if family is None:
        return event.type.replace("_", " ").capitalize()
    return family.words(event, payload_of(event), item)


def title(event: Event, types: Mapping[str, int]) -> str:
    """What the command that begins with this event is called behind “Undo”."""
    family = _OF_TYPE.get(event.type)
    return family.title(payload_of(event), types) if family is not None else event.type.lower()


def undoable(event: Event) -> bool:
    """Is a command that begins with this event a step of undo?"""
    known = _PAYLOADS.get(event.type)
    if known is None or not known.undoable:
        return False
    return known.is_step is Payload.is_step or bool(payload_of(event).is_step(event.actor))


#: Stands in for records that an event touches besides the one that is asked for.
_LONG_AGO = datetime.min.replace(tzinfo=UTC)
_ANYBODY = Memory(
    key=0,
    id="",
    content="",
    content_hash="",
    created_at=_LONG_AGO,
    updated_at=_LONG_AGO,
    recorded_at=_LONG_AGO,
)


def _types_of_kinds() -> dict[str, tuple[str, ...]]:
    found = {kind: tuple(one.type.value for one in family.payloads) for kind, family in OWNERS.items()}
    return {kind: tuple(sys.intern(type) for type in types) for kind, types in found.items()}


_TYPES_OF_KIND = _types_of_kinds()
_MISSING = {type.value for type in EventType} - _PAYLOADS.keys()
if _MISSING:
    raise TypeError(f"No family has these event types: {', '.join(sorted(_MISSING))}.")
