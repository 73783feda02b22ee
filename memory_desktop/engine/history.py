"""Events in words, for the history of a record and of the vault."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import orjson

from memory_desktop.core.answers import HistoryEntry
from memory_desktop.core.events import Event, EventType

_SHORT = 60


def entry(event: Event, item: str = "") -> HistoryEntry:
    """One event in words; `item` says from whose point of view."""
    payload = orjson.loads(event.payload)
    return HistoryEntry(event.seq, event.ts, event.type, event.actor, _summary(event, payload, item), payload)


def concerns(event: Event, item: str) -> bool:
    """Is the event about the item, or does it name it as parent, successor or hit?"""
    if event.item == item:
        return True
    payload = orjson.loads(event.payload)
    memory = payload.get("memory") or {}
    named = [*payload.get("parent_ids", ()), *payload.get("ids", ()), *memory.get("lineage", ()), payload.get("by")]
    return item in named


def _summary(event: Event, payload: Mapping[str, Any], item: str) -> str:
    match event.type:
        case EventType.VAULT:
            return "Vault created"
        case EventType.INGEST:
            lineage = payload["memory"].get("lineage", [])
            if item and item in lineage:
                return f"Succeeded by {event.item}"
            return f"Remembered, following {', '.join(lineage)}" if lineage else "Remembered"
        case EventType.FORGET:
            if payload["mode"] == "supersede":
                return f"Superseded by {payload.get('by', 'another memory')}"
            return f"Forgotten: {payload['reason']}" if payload.get("reason") else "Forgotten"
        case EventType.UPDATE:
            return "Changed " + "; ".join(_change(name, value) for name, value in payload["set"].items())
        case EventType.CONSOLIDATE:
            parents = payload["parent_ids"]
            return f"Merged into {event.item}" if item in parents else f"Merged from {len(parents)} memories"
        case EventType.REINFORCE:
            return f"Reinforced by {payload['credit']:g}"
        case EventType.RECALL:
            return f"Recalled for “{str(payload.get('query', ''))[:_SHORT]}”"
        case EventType.IMPORT:
            return "Import from " + ", ".join(payload.get("paths", ()))
        case EventType.MIGRATION:
            return f"Embedding model changed from {payload.get('from') or 'none'} to {payload.get('to')}"
        case _:
            return event.type.replace("_", " ").capitalize()


def _change(name: str, value: Any) -> str:
    if name == "tags":
        return "tags to " + (", ".join(value) or "none")
    if name == "metadata":
        return "metadata"
    return f"{name} to {value}"
