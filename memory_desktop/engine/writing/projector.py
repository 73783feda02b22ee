"""Events → records: load what a batch touches, fold it in memory, write the results."""

from __future__ import annotations

from collections.abc import Sequence

from memory_desktop.core.events.event import Event
from memory_desktop.core.events.registry import fold, needed_memories
from memory_desktop.core.memory.records import Memory
from memory_desktop.store.database import Cursor
from memory_desktop.store.records import RecordStore


def project(cursor: Cursor, records: RecordStore, events: Sequence[Event]) -> list[Memory]:
    """Fold the events, in order, into the records table; the records that changed, as they are now, in key order.

    Raises:
        FoldError: an event does not fit the records before it.
    """
    if not events:
        return []
    touched = dict.fromkeys(id for event in events for id in needed_memories(event))
    state = records.by_ids(list(touched), cursor)
    changed: dict[str, Memory] = {}
    for event in events:
        for memory in fold(event, state.get):
            state[memory.id] = changed[memory.id] = memory
    memories = sorted(changed.values(), key=lambda memory: memory.key)
    records.put(cursor, memories, created_after=events[0].seq - 1)
    return memories
