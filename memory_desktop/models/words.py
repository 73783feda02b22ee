"""The window's names for things that have a technical name, the same everywhere."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from memory_desktop.core.events.event import EventType
from memory_desktop.core.imports import ImportState
from memory_desktop.core.memory.records import Status
from memory_desktop.core.merges import MergeState

#: Search modes, and the lists that a hit comes from.
MODES = {"hybrid": "Hybrid", "rrf": "RRF", "vector": "Meaning", "keyword": "Keywords"}

_TYPES = frozenset(each.value for each in EventType)
_STATUSES = {Status.ACTIVE.value: "Active", Status.SUPERSEDED.value: "Superseded", Status.TOMBSTONE.value: "Forgotten"}
#: The same in a query, where the technical word is understood as well.
_ASKED = {Status.TOMBSTONE.value: "forgotten"}

#: Types of events. What the log calls them is in a tool tip.
EVENTS = {
    EventType.VAULT: "Vault created",
    EventType.INGEST: "Added",
    EventType.RECALL: "Recalled",
    EventType.REINFORCE: "Reinforced",
    EventType.CONSOLIDATE: "Merged",
    EventType.FORGET: "Forgotten",
    EventType.POLICY_CHANGE: "Settings changed",
    EventType.MIGRATION: "Migrated",
    EventType.UPDATE: "Labels edited",
    EventType.IMPORT: "Imported",
    EventType.IMPORTED: "Import went on",
    EventType.DECAY: "Faded",
    EventType.GATE: "Checked by a gate",
    EventType.HOLD: "Held back",
    EventType.RELEASE: "Released",
    EventType.DISMISS: "Discarded",
    EventType.LABEL: "Query labelled",
    EventType.UNDO: "Undone or redone",
    EventType.ROLLBACK: "Rolled back",
    EventType.ASSEMBLE: "Assembly created",
    EventType.REASSEMBLE: "Assembly edited",
    EventType.DISSOLVE: "Assembly dissolved",
    EventType.ACTIVATE: "Assembly activated",
    EventType.MERGE: "Merge started",
    EventType.MERGED: "Merge went on",
    EventType.FEEDBACK: "Marked useful or not",
    EventType.DIFFER: "Both kept",
    EventType.LOSS: "Events lost",
    EventType.PURGE: "Purged",
    EventType.LAB_RUN: "Recall measured",
    EventType.CYCLE: "Turn recorded",
    EventType.TOUCH: "Said again",
    EventType.SUMMARY: "Summary changed",
    EventType.STATISTICS: "Use counted",
}


#: What an event of such a type did, by a field of its payload.
_DID: dict[EventType, tuple[str, Mapping[str, str]]] = {
    EventType.MERGED: (
        "state",
        {
            MergeState.WAITING: "Merge started",
            MergeState.DONE: "Merge finished",
            MergeState.ABANDONED: "Merge abandoned",
            MergeState.UNDONE: "Merge undone",
            MergeState.AGAIN: "Merge redone",
        },
    ),
    EventType.UNDO: ("kind", {"undo": "Undone", "redo": "Redone"}),
    EventType.IMPORTED: (
        "state",
        {
            ImportState.DONE: "Import finished",
            ImportState.PAUSED: "Import paused",
            ImportState.WAITING: "Import waits",
            ImportState.FAILED: "Import failed",
            ImportState.STOPPED: "Import stopped",
        },
    ),
}


def done_word(type: str, payload: Mapping[str, Any]) -> str:
    """What one event did: "Merge undone", "Redone"; the word for its type where that says it already."""
    field, words = _DID.get(EventType(type), ("", {})) if type in _TYPES else ("", {})
    return words.get(str(payload.get(field, ""))) or event_word(type)


def event_word(type: str) -> str:
    """ "Added", "Forgotten", …; a type that this version does not know as the log calls it."""
    return EVENTS.get(EventType(type), type) if type in _TYPES else type


def status_word(status: str) -> str:
    """ "Active", "Superseded", "Forgotten"; anything else as it is."""
    return _STATUSES.get(status, status)


def asked_status(status: str) -> str:
    """What is typed after `status:` for it."""
    return _ASKED.get(status, status)


def mode_word(mode: str) -> str:
    """ "Hybrid", "RRF", "Meaning", "Keywords"; anything else with a capital."""
    return MODES.get(mode, mode.capitalize())
