"""Events in words, for the history of a record and of the vault."""

from __future__ import annotations

from dataclasses import replace

import orjson

from memory_desktop.core.answers import HistoryEntry
from memory_desktop.core.events.event import Event
from memory_desktop.core.events.registry import words
from memory_desktop.core.memory.records import Memory

_QUOTED = 160


def entry(event: Event, item: str = "", subject: Memory | None = None) -> HistoryEntry:
    """One event in words. `item`: from whose point of view. `subject`: the record it is about, to be quoted."""
    return HistoryEntry(
        seq=event.seq,
        ts=event.ts,
        type=event.type,
        actor=event.actor,
        summary=words(event, item),
        payload=orjson.loads(event.payload),
        item=event.item,
        command=event.command,
        subject=subject.content[:_QUOTED] if subject is not None else "",
    )


def fate(event: Event, item: str) -> HistoryEntry:
    """What became of a merge, from the point of view of one of its sources."""
    told = entry(event, item)
    return replace(told, summary=f"{told.summary} (into {event.item})")


def earlier_recalls(event: Event, number: int) -> HistoryEntry:
    """So many recalls before an event, in one entry."""
    times = "once" if number == 1 else f"{number:,} times"
    return HistoryEntry(event.seq - 1, event.ts, event.type, "", f"Recalled {times} before that", {})
