"""fold(event) -> records: the only writer of records. Folding the log again gives the same records, bit for bit."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import orjson

from memory_desktop.core.errors import KnownError
from memory_desktop.core.events.event import Event, EventType
from memory_desktop.core.memory import kernel
from memory_desktop.core.memory.encoding import decode_field, memory_from_payload
from memory_desktop.core.memory.records import Memory, Status

Lookup = Callable[[str], Memory | None]


class FoldError(KnownError):
    """An event cannot be folded: its payload is damaged or names a record that no earlier event made."""


def touched_ids(event: Event) -> tuple[str, ...]:
    """Ids of the EXISTING records that folding the event needs."""
    match event.type:
        case EventType.UPDATE | EventType.FORGET | EventType.REINFORCE | EventType.DECAY | EventType.FEEDBACK:
            return (event.item,)
        case EventType.CONSOLIDATE:
            payload = _payload(event)
            # A merge that is deferred leaves its parents to the FORGET events of its end.
            return () if payload.get("deferred") else tuple(payload["parent_ids"])
        case EventType.RECALL:
            return tuple(_payload(event).get("ids", ()))
        case _:
            return ()


def fold(event: Event, lookup: Lookup) -> list[Memory]:
    """The records that the event adds or changes, as they are after it.

    Args:
        lookup: gives the record with an id as it is before the event, or None.

    Raises:
        FoldError: the event does not fit the records before it.
    """
    try:
        changed = _fold(event, _payload(event), lookup)
        # A new record has its revision already; copying its many fields again would cost a tenth of an import.
        return [memory if memory.revision == event.seq else memory.with_(revision=event.seq) for memory in changed]
    except FoldError:
        raise
    except (KeyError, TypeError, ValueError, KnownError) as error:
        raise FoldError(f"Event {event.seq} ({event.type}) cannot be folded: {error!r}.") from error


def _payload(event: Event) -> dict[str, Any]:
    try:
        payload = orjson.loads(event.payload)
    except orjson.JSONDecodeError as error:
        raise FoldError(f"Event {event.seq} ({event.type}) has a damaged payload: {error}.") from error
    if not isinstance(payload, dict):
        raise FoldError(f"Event {event.seq} ({event.type}) has a damaged payload.")
    return payload


def _fold(event: Event, payload: dict[str, Any], lookup: Lookup) -> list[Memory]:
    def existing(id: str) -> Memory:
        memory = lookup(id)
        if memory is None:
            raise FoldError(f"Event {event.seq} ({event.type}) names {id}, which no earlier event made.")
        return memory.with_(updated_at=event.ts)

    match event.type:
        case EventType.INGEST:
            return [memory_from_payload(payload["memory"], seq=event.seq, ts=event.ts, actor=event.actor)]
        case EventType.CONSOLIDATE:
            new = memory_from_payload(payload["memory"], seq=event.seq, ts=event.ts, actor=event.actor)
            parents = [
                kernel.retire(existing(id), Status.SUPERSEDED, superseded_by=new.id) for id in touched_ids(event)
            ]
            return [new, *parents]
        case EventType.FORGET:
            status = Status.SUPERSEDED if payload["mode"] == "supersede" else Status.TOMBSTONE
            return [kernel.retire(existing(payload["id"]), status, superseded_by=payload.get("by"))]
        case EventType.UPDATE:
            changes = {name: decode_field(name, value) for name, value in payload["set"].items()}
            return [existing(payload["id"]).with_(**changes)]
        case EventType.REINFORCE:
            return [kernel.reinforce(existing(payload["id"]), payload["credit"])]
        case EventType.FEEDBACK:
            return [kernel.appraise(existing(payload["id"]), payload["useful"])]
        case EventType.DECAY:
            return [kernel.decay(existing(payload["id"]), payload["hours"], payload["half_life"])]
        case EventType.RECALL:
            found = [memory for id in payload.get("ids", ()) if (memory := lookup(id)) is not None]
            # Earlier programs counted recalls only.
            return [kernel.recalled(memory, event.ts, payload.get("step", 0.0)) for memory in found]
        case _:
            return []


def fold_one(event: Event, id: str, memory: Memory | None) -> Memory | None:
    """One record after the event, given it before; the others that the event changes are left out.

    Raises:
        FoldError: as `fold`.
    """
    if event.type == EventType.CONSOLIDATE and id != event.item:
        if memory is None:
            raise FoldError(f"Event {event.seq} ({event.type}) names {id}, which no earlier event made.")
        retired = kernel.retire(memory, Status.SUPERSEDED, superseded_by=event.item)
        return retired.with_(updated_at=event.ts, revision=event.seq)
    if event.type == EventType.CONSOLIDATE:
        new = memory_from_payload(_payload(event)["memory"], seq=event.seq, ts=event.ts, actor=event.actor)
        return new.with_(revision=event.seq)
    changed = fold(event, {id: memory}.get)
    return next((one for one in changed if one.id == id), memory)


def changed_ids(event: Event) -> tuple[str, ...]:
    """Ids of all records that the event makes or changes."""
    made = (event.item,) if event.type in (EventType.INGEST, EventType.CONSOLIDATE) else ()
    return (*made, *touched_ids(event))
