"""Where a memory or an assembly came from and what became of it, in sentences."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from datetime import datetime

import orjson

from memory_desktop.core.assemblies import Assembly
from memory_desktop.core.conversation.cycles import is_message
from memory_desktop.core.conversation.learned import learned
from memory_desktop.core.events.event import Event, EventType
from memory_desktop.core.memory.records import Memory, Status
from memory_desktop.core.wording import date_word, memories, shortened
from memory_desktop.engine.assembly.assemblies import Assemblies
from memory_desktop.engine.merging.assemblies import Merging
from memory_desktop.engine.merging.memories import MemoryMerging
from memory_desktop.store import Store

_QUOTED = 60
_CHANGES_TOLD = 4


class Explanation:
    """See the module."""

    def __init__(self, store: Store, assemblies: Assemblies, merging: Merging, memory_merging: MemoryMerging) -> None:
        self._store = store
        self._assemblies = assemblies
        self._merging = merging
        self._memory_merging = memory_merging

    def of(self, id: str) -> list[str]:
        """What is known of a node of the lineage; empty when nothing is there."""
        assembly = self._assemblies.book().get(id)
        if assembly is not None:
            return self._of_assembly(assembly)
        memory = self._store.records.by_ids([id]).get(id)
        return self._of_memory(memory) if memory is not None else []

    def _of_assembly(self, one: Assembly) -> list[str]:
        said = self._merging.explain(one.id)
        if not said:
            how = f": {one.reason}" if one.reason else ""
            said = [f"Made of {memories(len(one.members))} by {one.actor} at {_at(one.created_at)}{how}."]
        if one.restores:
            said.append("It brings back an assembly that had ended.")
        if one.merged_into:
            into = self._assemblies.book().get(one.merged_into)
            said.append(f"Merged into “{into.name if into else one.merged_into}” at {_at(one.updated_at)}.")
        elif one.status is not Status.ACTIVE:
            said.append(f"Dissolved at {_at(one.updated_at)}; its memories stayed.")
        return said

    def _of_memory(self, memory: Memory) -> list[str]:
        made = next(self._store.log.read(memory.key - 1, memory.key))[0]
        said = [self._origin(memory, made)] if made.type == EventType.INGEST else []
        said += self._memory_merging.explain(memory.id)
        ends = self._store.log.select(item=memory.id, type=EventType.FORGET)
        said += [self._end(event) for event in reversed(ends) if event.item == memory.id]
        into = self._memory_merging.goes_into(memory.id)
        if into:
            said.append(f"It is being merged into {self._quoted(into)}, and stays until that has its vector.")
        return said

    def _origin(self, memory: Memory, event: Event) -> str:
        payload = orjson.loads(event.payload)
        by = f"by {event.actor} at {_at(event.ts)}"
        if payload.get("restores"):
            return f"Brings {self._quoted(payload['restores'])} back, {by}."
        if not memory.lineage:
            return f"Remembered {by}."
        old = self._store.records.by_ids(memory.lineage[-1:])
        before = next(iter(old.values()), None)
        if learned(memory) is not None and (before is None or is_message(before)):
            return f"Learned from {self._quoted(memory.lineage[-1])} {by}."
        changes = list(changed_words(before.content, memory.content)) if before is not None else []
        more = f", and {len(changes) - _CHANGES_TOLD} more changes" if len(changes) > _CHANGES_TOLD else ""
        what = f": {', '.join(changes[:_CHANGES_TOLD])}{more}" if changes else ""
        return f"An edit of {self._quoted(memory.lineage[-1])} {by}{what}."

    def _end(self, event: Event) -> str:
        payload = orjson.loads(event.payload)
        by = f"by {event.actor} at {_at(event.ts)}"
        reason = f" ({payload['reason']})" if payload.get("reason") else ""
        if payload["mode"] == "supersede" and payload.get("by"):
            return f"Superseded by {self._quoted(payload['by'])} {by}{reason}."
        return f"Forgotten {by}{reason}."

    def _quoted(self, id: str) -> str:
        found = self._store.records.by_ids([id]).get(id)
        return f"“{shortened(found.content, _QUOTED)}”" if found is not None else id


def changed_words(old: str, new: str) -> Iterator[str]:
    """The words that differ between two texts, in their order: “a” became “b”, “c” was added, “d” was left out."""
    before, after = old.split(), new.split()
    for kind, i, j, k, n in difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        gone, come = (shortened(" ".join(words), _QUOTED) for words in (before[i:j], after[k:n]))
        if kind == "replace":
            yield f"“{gone}” became “{come}”"
        elif kind == "insert":
            yield f"“{come}” was added"
        elif kind == "delete":
            yield f"“{gone}” was left out"


def _at(moment: datetime) -> str:
    return f"{date_word(moment, '%Y-%m-%d %H:%M')} UTC"
