"""The window's names for things that have a technical name, the same everywhere."""

from __future__ import annotations

from memory_desktop.core.events.event import EventType
from memory_desktop.core.memory.records import Status

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
    EventType.UNDO: "Undone",
    EventType.ROLLBACK: "Rolled back",
    EventType.ASSEMBLE: "Assembly created",
    EventType.REASSEMBLE: "Assembly edited",
    EventType.DISSOLVE: "Assembly dissolved",
    EventType.ACTIVATE: "Assembly activated",
    EventType.MERGE: "Merge started",
    EventType.MERGED: "Merge finished",
    EventType.FEEDBACK: "Marked useful or not",
    EventType.DIFFER: "Both kept",
    EventType.LOSS: "Events lost",
    EventType.PURGE: "Purged",
    EventType.LAB_RUN: "Recall measured",
}


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
