"""What must happen so that something has not happened: undo, redo and going back, all by new events (F5, F10).

Nothing of the log is ever cut and a status never goes backwards. So a memory that was forgotten comes back as a new
one whose lineage names it, and one that was made is retired. Labels are set back, but only those that were changed:
what happened to the same memory since then stays.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import orjson

from memory_desktop.core import commands as c
from memory_desktop.core.assemblies import taken_back
from memory_desktop.core.events.event import Event, EventType, NewEvent
from memory_desktop.core.memory.encoding import draft_from_payload, encode_field, verdicts_from_payload
from memory_desktop.core.memory.held import Verdict
from memory_desktop.core.memory.records import Draft, Memory, Status
from memory_desktop.core.merges import MergeState, moved
from memory_desktop.core.past import differing


@dataclass(slots=True)
class Plan:
    """What to do, in this order.

    Attributes:
        restore: memories, as they were, whose content comes back.
        retire: memories to be retired, each with the ids of those that it had taken the place of.
        others: events that depend on nothing else.
        reassemble: assemblies that are made again, as their ends have them.
        hold: items that are held back again, and from whom they came when.
    """

    restore: list[Memory] = field(default_factory=list)
    retire: list[tuple[Memory, tuple[str, ...]]] = field(default_factory=list)
    others: list[NewEvent] = field(default_factory=list)
    reassemble: list[Mapping[str, Any]] = field(default_factory=list)
    hold: list[tuple[Draft, tuple[Verdict, ...], Mapping[str, str] | None]] = field(default_factory=list)


def compensate(command: c.Compensate) -> Plan:
    """How to bring the memories from `after` back to `before`, given what stands for them now."""
    plan = Plan()
    back: set[str] = set()
    replaced: dict[str, list[str]] = {}
    for id, after in command.after.items():
        if after.superseded_by is not None:
            replaced.setdefault(after.superseded_by, []).append(id)
    for id, after in command.after.items():
        before = command.before.get(id)
        now = command.current.get(id, after)
        was_active = before is not None and before.status is Status.ACTIVE
        is_active = after.status is Status.ACTIVE
        there = now.status is Status.ACTIVE
        if is_active and not was_active:
            if there and now.content_hash == after.content_hash:  # else it was edited since, and stays
                plan.retire.append((now, tuple(replaced.get(id, ()))))
        elif was_active and before is not None and not is_active:
            same = there and now.content_hash == before.content_hash
            if not same and before.content_hash not in back:
                back.add(before.content_hash)
                plan.restore.append(before)
        elif was_active and before is not None and there:
            plan.others += _labels_back(before, after, now)
    for event in reversed(command.events):
        _other(event, plan)
    return plan


def _labels_back(before: Memory, after: Memory, now: Memory) -> list[NewEvent]:
    changed: dict[str, Any] = {}
    for name in differing(before, after):
        value = getattr(before, name)
        if name in ("salience", "quick_recal_score") and getattr(now, name) != getattr(after, name):
            value = max(0.0, getattr(now, name) + value - getattr(after, name))
        if name == "metadata":
            value = _metadata_back(before, after, now)
        if value != getattr(now, name):
            changed[name] = encode_field(name, value)
    return [NewEvent(EventType.UPDATE, {"id": now.id, "set": changed}, now.id)] if changed else []


def _metadata_back(before: Memory, after: Memory, now: Memory) -> dict[str, Any]:
    """Only the entries that were changed go back."""
    names = before.metadata.keys() | after.metadata.keys()
    changed = {name for name in names if before.metadata.get(name) != after.metadata.get(name)}
    kept = {name: value for name, value in now.metadata.items() if name not in changed}
    return {**kept, **{name: before.metadata[name] for name in changed if name in before.metadata}}


#: What a merge that was undone, or done again, comes to when that is taken back.
_TURNED = {MergeState.UNDONE: MergeState.AGAIN, MergeState.AGAIN: MergeState.UNDONE}


def _other(event: Event, plan: Plan) -> None:
    """What an event did besides changing memories."""
    payload = orjson.loads(event.payload)
    match event.type:
        case EventType.POLICY_CHANGE:
            was = payload.get("was", {})
            plan.others.append(NewEvent(EventType.POLICY_CHANGE, {"set": was, "was": payload["set"]}))
        case EventType.LABEL:
            now = {"query": payload["query"], "ids": payload["was"], "was": payload["ids"]}
            plan.others.append(NewEvent(EventType.LABEL, now))
        case EventType.HOLD:
            plan.others.append(NewEvent(EventType.DISMISS, payload, event.item))
        case EventType.RELEASE | EventType.DISMISS:
            draft, verdicts = draft_from_payload(payload["draft"]), verdicts_from_payload(payload["verdicts"])
            plan.hold.append((draft, verdicts, payload.get("from")))
        case EventType.DIFFER:
            plan.others.append(NewEvent(EventType.DIFFER, {**payload, "differ": not payload["differ"]}))
        case EventType.MERGE | EventType.CONSOLIDATE:
            plan.others.append(moved(event.item, MergeState.UNDONE))
        case EventType.MERGED if payload["state"] in _TURNED:
            plan.others.append(moved(event.item, _TURNED[payload["state"]]))
        case EventType.DISSOLVE:
            plan.reassemble.append({**payload["assembly"], "id": event.item})
        case EventType.ASSEMBLE | EventType.REASSEMBLE:
            plan.others.append(taken_back(event))
        case _:
            return
