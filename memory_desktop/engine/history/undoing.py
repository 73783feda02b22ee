"""Undo and redo: which commands can be taken back, by what name, and taking them back (F5)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import orjson

from memory_desktop.core import commands as c
from memory_desktop.core.events.event import Event, EventType, NewEvent
from memory_desktop.core.fold import changed_ids
from memory_desktop.core.memory.records import Memory
from memory_desktop.core.merges import UNMERGED
from memory_desktop.core.undo import CommandHead, UndoEntry, Undone, UndoStacks, stacks
from memory_desktop.core.wording import count, memories
from memory_desktop.engine.history.past import States
from memory_desktop.engine.history.succession import current, pages
from memory_desktop.engine.writing.writer import Writer
from memory_desktop.store import Store

#: How many of the newest commands are looked at.
DEPTH = 500


class Undoing:
    """The stacks, and what moves them."""

    def __init__(self, store: Store, writer: Writer, states: States) -> None:
        self._store = store
        self._writer = writer
        self._states = states
        self._known: tuple[int, UndoStacks] = (-1, UndoStacks())

    def stacks(self) -> UndoStacks:
        """What can be taken back and done again, by whoever it was done."""
        head = self._store.log.head
        if self._known[0] != head:
            self._known = (head, stacks(_head(event, types) for event, types in self._store.log.commands(DEPTH)))
        return self._known[1]

    def undo(self, *, actor: str = "user", initiator: str = "") -> Undone | None:
        """Take the newest command back; None when there is none."""
        with self._writer.lock:
            entries = self.stacks().undo
            return self._take_back(entries[0], "undo", actor, initiator) if entries else None

    def redo(self, *, actor: str = "user", initiator: str = "") -> Undone | None:
        """Do what was undone last again; None when there is nothing."""
        with self._writer.lock:
            entries = self.stacks().redo
            return self._take_back(entries[0], "redo", actor, initiator) if entries else None

    def _take_back(self, entry: UndoEntry, kind: str, actor: str, initiator: str) -> Undone:
        events = self._store.log.of_command(entry.command)
        first, last = events[0].seq, events[-1].seq
        ids = list(dict.fromkeys(id for event in events for id in changed_ids(event)))
        after = self._after(ids, last)
        old = [id for id, memory in after.items() if memory.key < first]
        before: dict[str, Memory | None] = dict(self._states.at(old, first - 1))
        head = NewEvent(EventType.UNDO, {"kind": kind, "of": entry.command, "name": entry.name})
        command = c.Compensate(head, tuple(events), before, after, current(self._store.records, list(after)))
        written = self._writer.execute(command, actor=actor, initiator=initiator)
        if not written.events:  # all of it has been changed since: the stack must move on all the same
            written = self._writer.execute(c.Note((head,)), actor=actor, initiator=initiator)
        return Undone(entry.name, written.events[0].seq, len(written.memories))

    def _after(self, ids: list[str], last: int) -> dict[str, Memory]:
        """The memories as the command left them; those that nothing has touched since are as they are."""
        live: dict[str, Memory] = {}
        for page in pages(ids):
            live |= self._store.records.by_ids(page)
        moved = [id for id, memory in live.items() if memory.revision > last]
        return {id: live[id] for id in ids if id in live} | self._states.at(moved, last)


def _head(event: Event, types: Mapping[str, int]) -> CommandHead:
    payload = orjson.loads(event.payload)
    entry = UndoEntry(event.seq, command_name(event.type, payload, types), event.actor, event.ts)
    if event.type == EventType.UNDO:
        return CommandHead(entry, payload["kind"], payload["of"])
    return CommandHead(entry)


def command_name(type: str, payload: Mapping[str, Any], types: Mapping[str, int]) -> str:
    """What a command is called behind “Undo”, given its first event and how many of each type it has."""
    made, gone = types.get("INGEST", 0), types.get("FORGET", 0)
    match type:
        case EventType.UNDO:
            return str(payload["name"])
        case EventType.ROLLBACK:
            return f"go back to event {payload['to']:,}"
        case EventType.IMPORT:
            return f"import {memories(made)}"
        case EventType.INGEST if gone:
            return "edit memory"
        case EventType.INGEST if payload.get("restores"):
            return f"restore {memories(made)}"
        case EventType.INGEST if types.get("RELEASE"):
            return f"release {count(made, 'item')}"
        case EventType.INGEST:
            return "new memory" if made == 1 else f"remember {memories(made)}"
        case EventType.FORGET if payload.get("reason") == UNMERGED:
            return "unmerge memory"
        case EventType.FORGET if payload.get("mode") == "supersede":
            return f"supersede {memories(gone)}"
        case EventType.DIFFER:
            return f"keep both of {count(len(payload['pairs']), 'pair')}"
        case EventType.FORGET:
            verb = "evict" if payload.get("reason") == EVICTED else "forget"
            return f"{verb} {memories(gone)}"
        case EventType.UPDATE:
            return f"change {memories(types['UPDATE'])}"
        case EventType.CONSOLIDATE:
            return f"merge {memories(len(payload['parent_ids']))}"
        case EventType.REINFORCE:
            return f"reinforce {memories(types['REINFORCE'])}"
        case EventType.FEEDBACK:
            return "appraise memory"
        case EventType.DECAY:
            return f"fade {memories(types['DECAY'])}"
        case EventType.POLICY_CHANGE:
            return "change settings"
        case EventType.HOLD:
            return f"hold {count(types['HOLD'], 'item')}"
        case EventType.DISMISS:
            return f"discard {count(types['DISMISS'], 'item')}"
        case EventType.LABEL:
            return "label query"
        case EventType.ASSEMBLE if payload["assembly"].get("merged_from"):
            return f"merge {count(len(payload['assembly']['merged_from']), 'assembly', 'assemblies')}"
        case EventType.ASSEMBLE:
            made = types["ASSEMBLE"]
            return "new assembly" if made == 1 else f"make {made:,} assemblies"
        case EventType.REASSEMBLE:
            return "change assembly"
        case EventType.DISSOLVE if payload.get("reason") == UNMERGED:
            return "unmerge assembly"
        case EventType.DISSOLVE:
            return f"dissolve {count(types['DISSOLVE'], 'assembly', 'assemblies')}"
        case _:
            return type.replace("_", " ").lower()


#: Why eviction forgot a memory.
EVICTED = "evicted: least salient"
