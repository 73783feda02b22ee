"""The window's names for things that have a technical name, the same everywhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from memory_desktop.bridge.translation import mark, tr, translated
from memory_desktop.core.conversation.cycles import is_message
from memory_desktop.core.conversation.learned import learned
from memory_desktop.core.events.event import EventType
from memory_desktop.core.events.summary import Summarised
from memory_desktop.core.imports import ImportState
from memory_desktop.core.memory.records import Memory, Status
from memory_desktop.core.merges import MergeState

#: Search modes, and the lists that a hit comes from.
MODES = translated(
    {
        "hybrid": mark("Hybrid"),
        "rrf": "RRF",
        "vector": mark("Meaning"),
        "keyword": mark("Keywords"),
        "layers": mark("Layers"),
    }
)

_TYPES = frozenset(each.value for each in EventType)
_STATUSES = translated(
    {
        Status.ACTIVE.value: mark("Active"),
        Status.SUPERSEDED.value: mark("Superseded"),
        Status.TOMBSTONE.value: mark("Forgotten"),
    }
)
#: The same in a query, where the technical word is understood as well.
_ASKED = {Status.TOMBSTONE.value: "forgotten"}

#: Kinds of memories whose names are no words, or not of many.
_KINDS = translated(
    {
        "fact": mark("facts"),
        "pref": mark("preferences"),
        "rule": mark("rules"),
        "general": mark("general"),
        "pattern": mark("patterns"),
        "concept": mark("concepts"),
        "procedure": mark("procedures"),
        "skill": mark("skills"),
        "emotion": mark("emotional events"),
        "emotional_pattern": mark("emotional patterns"),
        "episode": mark("messages"),
        "digest": mark("digests"),
        "summary": mark("summaries"),
    }
)

#: The lists of a summary.
_SUMMARY = translated(
    {
        "topics": mark("topics"),
        "entities": mark("names"),
        "points": mark("points"),
        "preferences": mark("likes and dislikes"),
    }
)

#: Types of events. What the log calls them is in a tool tip.
EVENTS = translated(
    {
        EventType.VAULT: mark("Vault created"),
        EventType.INGEST: mark("Added"),
        EventType.RECALL: mark("Recalled"),
        EventType.REINFORCE: mark("Reinforced"),
        EventType.CONSOLIDATE: mark("Merged"),
        EventType.FORGET: mark("Forgotten"),
        EventType.POLICY_CHANGE: mark("Settings changed"),
        EventType.MIGRATION: mark("Migrated"),
        EventType.UPDATE: mark("Labels edited"),
        EventType.IMPORT: mark("Imported"),
        EventType.IMPORTED: mark("Import went on"),
        EventType.DECAY: mark("Faded"),
        EventType.GATE: mark("Checked by a gate"),
        EventType.HOLD: mark("Held back"),
        EventType.RELEASE: mark("Released"),
        EventType.DISMISS: mark("Discarded"),
        EventType.LABEL: mark("Query labelled"),
        EventType.UNDO: mark("Undone or redone"),
        EventType.ROLLBACK: mark("Rolled back"),
        EventType.ASSEMBLE: mark("Assembly created"),
        EventType.REASSEMBLE: mark("Assembly edited"),
        EventType.DISSOLVE: mark("Assembly dissolved"),
        EventType.ACTIVATE: mark("Assembly activated"),
        EventType.MERGE: mark("Merge started"),
        EventType.MERGED: mark("Merge went on"),
        EventType.FEEDBACK: mark("Marked useful or not"),
        EventType.DIFFER: mark("Both kept"),
        EventType.LOSS: mark("Events lost"),
        EventType.PURGE: mark("Purged"),
        EventType.LAB_RUN: mark("Recall measured"),
        EventType.CYCLE: mark("Turn recorded"),
        EventType.TOUCH: mark("Said again"),
        EventType.SUMMARY: mark("Summary changed"),
        EventType.STATISTICS: mark("Use counted"),
        EventType.RUN: mark("Procedure run"),
        EventType.REPORT: mark("Step reported"),
        EventType.RATE: mark("Procedure rated"),
        EventType.PRACTICE: mark("Skill practised"),
        EventType.PROTECT: mark("Protection changed"),
        EventType.FORGETTING: mark("Forgetting schedule ran"),
        EventType.BOARD: mark("Board changed"),
        EventType.CONSOLIDATION: mark("Consolidated"),
        EventType.CONSOLIDATED: mark("Consolidation went on"),
        EventType.VECTORS: mark("Vectors imported"),
    }
)


#: What an event of such a type did, by a field of its payload.
_DID: dict[EventType, tuple[str, Mapping[str, str]]] = translated(
    {
        EventType.MERGED: (
            "state",
            {
                MergeState.WAITING: mark("Merge started"),
                MergeState.DONE: mark("Merge finished"),
                MergeState.ABANDONED: mark("Merge abandoned"),
                MergeState.UNDONE: mark("Merge undone"),
                MergeState.AGAIN: mark("Merge redone"),
            },
        ),
        EventType.FORGET: ("mode", {"supersede": mark("Superseded")}),
        EventType.UNDO: ("kind", {"undo": mark("Undone"), "redo": mark("Redone")}),
        EventType.IMPORTED: (
            "state",
            {
                ImportState.DONE: mark("Import finished"),
                ImportState.PAUSED: mark("Import paused"),
                ImportState.WAITING: mark("Import waits"),
                ImportState.FAILED: mark("Import failed"),
                ImportState.STOPPED: mark("Import stopped"),
            },
        ),
    }
)


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
    parts = [
        tr("new {summary}: {entries}", summary=_SUMMARY.get(name, name), entries=", ".join(entries))
        for name, entries in _full(payload.added)
    ]
    parts += [
        tr("removed {summary}: {entries}", summary=_SUMMARY.get(name, name), entries=", ".join(entries))
        for name, entries in _full(payload.removed)
    ]
    parts += [f"{name.replace('_', ' ')}: {value or tr('cleared')}" for name, value in payload.identity.items()]
    if payload.retention is not None:
        parts.append(tr("what to remember was set"))
    if payload.latest:
        parts.append(tr("now about {latest}", latest=payload.latest))
    said = "; ".join(parts) or tr("nothing new")
    return said[0].upper() + said[1:]


def _full(lists: Mapping[str, Sequence[str]]) -> list[tuple[str, Sequence[str]]]:
    return [(name, entries) for name, entries in lists.items() if entries]


def no_conversation(memory: Memory | None) -> str:
    """Why a memory cannot be shown in a conversation; "" if it can."""
    if memory is None:
        return tr("Select one memory.")
    if is_message(memory) or learned(memory) is not None:
        return ""
    if memory.thread:
        return tr(
            "Its thread, “{thread}”, is no conversation: nobody is named as the author of its texts.",
            thread=memory.thread,
        )
    return tr("This memory was not said in a conversation.")


def kinds_word(kind: str) -> str:
    """What memories of a kind are called where they are counted; a kind that somebody made is called as it is."""
    return _KINDS.get(kind, kind.replace("_", " "))
