"""The window's names for things that have a technical name, the same everywhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from memory_desktop.core.conversation.cycles import is_message
from memory_desktop.core.conversation.learned import learned
from memory_desktop.core.events.event import EventType
from memory_desktop.core.events.summary import Summarised
from memory_desktop.core.imports import ImportState
from memory_desktop.core.memory.records import Memory, Status
from memory_desktop.core.merges import MergeState

#: Search modes, and the lists that a hit comes from.
MODES = {"hybrid": "Hybrid", "rrf": "RRF", "vector": "Meaning", "keyword": "Keywords", "layers": "Layers"}

_TYPES = frozenset(each.value for each in EventType)
_STATUSES = {Status.ACTIVE.value: "Active", Status.SUPERSEDED.value: "Superseded", Status.TOMBSTONE.value: "Forgotten"}
#: The same in a query, where the technical word is understood as well.
_ASKED = {Status.TOMBSTONE.value: "forgotten"}

#: The lists of a summary.
_SUMMARY = {"topics": "topics", "entities": "names", "points": "points", "preferences": "likes and dislikes"}

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
    EventType.RUN: "Procedure run",
    EventType.REPORT: "Step reported",
    EventType.RATE: "Procedure rated",
    EventType.PRACTICE: "Skill practised",
    EventType.PROTECT: "Protection changed",
    EventType.FORGETTING: "Forgetting schedule ran",
    EventType.BOARD: "Board changed",
    EventType.CONSOLIDATION: "Consolidated",
    EventType.CONSOLIDATED: "Consolidation went on",
    EventType.VECTORS: "Vectors imported",
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


def summary_change(payload: Summarised) -> str:
    """What a change of the summary added, removed and set."""
    parts = [f"new {_SUMMARY.get(name, name)}: {', '.join(entries)}" for name, entries in _full(payload.added)]
    parts += [f"removed {_SUMMARY.get(name, name)}: {', '.join(entries)}" for name, entries in _full(payload.removed)]
    parts += [f"{name.replace('_', ' ')}: {value or 'cleared'}" for name, value in payload.identity.items()]
    if payload.retention is not None:
        parts.append("what to remember was set")
    if payload.latest:
        parts.append(f"now about {payload.latest}")
    said = "; ".join(parts) or "nothing new"
    return said[0].upper() + said[1:]


def _full(lists: Mapping[str, Sequence[str]]) -> list[tuple[str, Sequence[str]]]:
    return [(name, entries) for name, entries in lists.items() if entries]


def no_conversation(memory: Memory | None) -> str:
    """Why a memory cannot be shown in a conversation; "" if it can."""
    if memory is None:
        return "Select one memory."
    if is_message(memory) or learned(memory) is not None:
        return ""
    if memory.thread:
        return f"Its thread, “{memory.thread}”, is no conversation: nobody is named as the author of its texts."
    return "This memory was not said in a conversation."
