"""Events in words, for the history of a record and of the vault."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import orjson

from memory_desktop.core.answers import HistoryEntry
from memory_desktop.core.events.event import Event, EventType
from memory_desktop.core.memory.records import Memory
from memory_desktop.core.merges import UNMERGED
from memory_desktop.core.wording import count, memories

_MERGED = {
    "done": "Merge finished",
    "abandoned": "Merge given up: what was merged is gone, and the sources stay",
    "undone": "Merge undone",
    "again": "Merge taken up again",
}
_SHORT = 60
_QUOTED = 160


def entry(event: Event, item: str = "", subject: Memory | None = None) -> HistoryEntry:
    """One event in words. `item`: from whose point of view. `subject`: the record it is about, to be quoted."""
    payload = orjson.loads(event.payload)
    return HistoryEntry(
        seq=event.seq,
        ts=event.ts,
        type=event.type,
        actor=event.actor,
        summary=_summary(event, payload, item),
        payload=payload,
        item=event.item,
        command=event.command,
        subject=subject.content[:_QUOTED] if subject is not None else "",
    )


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
        case EventType.INGEST if payload.get("restores"):
            if item and item != event.item:
                return f"Restored as {event.item}"
            return f"Restored from {payload['restores']}"
        case EventType.INGEST:
            lineage = payload["memory"].get("lineage", [])
            if item and item in lineage:
                return f"Succeeded by {event.item}"
            return f"Remembered, following {', '.join(lineage)}" if lineage else "Remembered"
        case EventType.FORGET:
            if payload.get("reason") == UNMERGED:
                return "Unmerged"
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
        case EventType.DIFFER:
            verb = "kept: they differ" if payload["differ"] else "to be looked at again"
            return f"{count(len(payload['pairs']), 'pair')} {verb}"
        case EventType.FEEDBACK:
            verdict = "useful" if payload["useful"] else "not useful"
            return f"Found {verdict}" + (f" for “{payload['query'][:_SHORT]}”" if payload.get("query") else "")
        case EventType.RECALL:
            return f"Recalled for “{str(payload.get('query', ''))[:_SHORT]}”"
        case EventType.IMPORT:
            return "Import from " + ", ".join(payload.get("paths", ()))
        case EventType.DECAY:
            return f"Faded by {payload['hours']:g} hours"
        case EventType.GATE if "of" in payload:
            return f"Said again, and left out: the same as {payload['of']}"
        case EventType.GATE:
            return f"{payload.get('skipped', 0):,} left out as known already"
        case EventType.HOLD | EventType.RELEASE | EventType.DISMISS:
            return _review(event.type, payload)
        case EventType.LABEL:
            return f"Query “{payload['query'][:_SHORT]}” labelled with {memories(len(payload['ids']))}"
        case EventType.ASSEMBLE:
            return _assembled(payload["assembly"])
        case EventType.REASSEMBLE:
            return "Assembly changed: " + ", ".join(payload["set"])
        case EventType.DISSOLVE:
            end = f"merged into {payload['into']}" if payload.get("into") else "dissolved"
            return f"Assembly “{payload['assembly']['name']}” {end}"
        case EventType.ACTIVATE:
            return f"{count(len(payload['counts']), 'assembly', 'assemblies')} activated by recalls"
        case EventType.MERGE:
            how = f" (similarity {payload['similarity']:.2f})" if payload.get("similarity") is not None else ""
            return f"Merge of {len(payload['sources'])} assemblies begun{how}"
        case EventType.MERGED:
            return _MERGED[payload["state"]]
        case EventType.UNDO:
            return f"{'Redo' if payload['kind'] == 'redo' else 'Undo'} {payload['name']}"
        case EventType.ROLLBACK:
            which = "" if payload.get("ids") is None else f" for {len(payload['ids']):,} memories"
            return f"Back to event {payload['to']:,}{which}"
        case EventType.POLICY_CHANGE:
            return "Settings: " + "; ".join(f"{name} to {value}" for name, value in payload["set"].items())
        case EventType.LOSS if payload["what"] == "chain":
            return f"Accepted: the earlier log was broken at event {payload['event']:,}"
        case EventType.LOSS:
            return f"Accepted: events {payload['from']:,} to {payload['to']:,} of the earlier log are lost"
        case EventType.MIGRATION if payload.get("what") == "format":
            return f"Vault brought from format {payload['from']} to format {payload['to']}"
        case EventType.MIGRATION:
            return f"Embedding model changed from {payload.get('from') or 'none'} to {payload.get('to')}"
        case _:
            return event.type.replace("_", " ").capitalize()


def _assembled(body: Mapping[str, Any]) -> str:
    if body.get("merged_from"):
        return f"Assembly “{body['name']}” merged from {len(body['merged_from'])}"
    how = "made again" if body.get("restores") else "made"
    return f"Assembly “{body['name']}” {how} of {memories(len(body['members']))}"


def _review(type: str, payload: Mapping[str, Any]) -> str:
    gates = ", ".join(dict.fromkeys(str(one["gate"]) for one in payload.get("verdicts", ())))
    verb = {"HOLD": "Held back by", "RELEASE": "Released, held back by", "DISMISS": "Discarded, held back by"}[type]
    return f"{verb} {gates or 'a gate'}: “{str(payload['draft']['content'])[:_SHORT]}”"


def _change(name: str, value: Any) -> str:
    if name == "tags":
        return "tags to " + (", ".join(value) or "none")
    if name == "metadata":
        return "metadata"
    return f"{name} to {value}"
