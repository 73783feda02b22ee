"""Merges that the upkeep makes by itself: of facts that say the same in other words, when the settings say so.

It walks over the facts in the order in which they came, some at a time, and merges each with the one before it that is
most like it. How far it has come is kept, so nothing is looked at twice; another threshold or model begins anew. Each
merge is a command of its own by the actor "system", which can be undone; what somebody undid, took apart or told apart
is not merged again. Messages of conversations are never looked at.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence

import numpy as np

from memory_desktop.core.cancel import stopped
from memory_desktop.core.conversation.learned import FACT_KINDS
from memory_desktop.core.errors import KnownError
from memory_desktop.core.keys import Keys
from memory_desktop.core.memory.records import Memory
from memory_desktop.core.merges import MergeState
from memory_desktop.core.ports import CancelToken, KeySelection
from memory_desktop.core.query.coverage import lost
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.engine.embedding.space import Space
from memory_desktop.engine.merging.duplicates import Duplicates, same_fact
from memory_desktop.engine.merging.memories import MemoryMerging
from memory_desktop.engine.merging.merge_log import MergeLog
from memory_desktop.engine.writing.writer import Writer
from memory_desktop.store import Store

_log = logging.getLogger(__name__)
#: So many facts are looked at in a step, and so many of the nearest of each.
BATCH, _NEAREST = 200, 8
#: Where the store keeps how far it has come.
_NOTE = "merged_facts"


class AutomaticMerging:
    """See the module. Called by the upkeep, one step at a time."""

    def __init__(
        self,
        store: Store,
        writer: Writer,
        merging: MemoryMerging,
        log: MergeLog,
        duplicates: Duplicates,
        space: Callable[[], Space],
    ) -> None:
        self._store = store
        self._writer = writer
        self._merging = merging
        self._log = log
        self._duplicates = duplicates
        self._space = space
        self._seen: tuple[int, float, str] | None = None  # head, threshold and model for which all was done

    def step(self, cancel: CancelToken | None = None) -> bool:
        """Look at some facts; False when there are none, or vectors are missing yet."""
        settings, space = self._writer.settings, self._space()
        if not settings.on("review.merge") or self._store.log.read_only or stopped(cancel):
            return False
        above, head = settings.number("review.merge_above"), self._store.log.head
        if self._seen == (head, above, space.model_version) or self._store.queue.counts().pending:
            return False
        facts = self._store.records.keys(RecordFilter(kinds=FACT_KINDS), sort="key", descending=False)
        note = self._store.meta.get(_NOTE) or {}
        same = note.get("above") == above and note.get("model") == space.model_version
        upto = int(note["upto"]) if same else 0
        batch = facts[np.searchsorted(facts, upto, side="right") :][:BATCH]
        if not len(batch):
            self._seen = head, above, space.model_version
            return False
        for pair in self._pairs(space, facts, batch, above):
            self._merge(pair)
        self._store.meta.set(_NOTE, {"upto": int(batch[-1]), "above": above, "model": space.model_version})
        return True

    def _pairs(self, space: Space, facts: Keys, batch: Keys, above: float) -> list[tuple[Memory, Memory]]:
        """Each fact of a batch with the earlier one that is most like it, no fact in two pairs."""
        index = space.vectors.index
        found, vectors = index.fetch(batch)
        memories = {one.key: one for one in self._store.records.by_keys(batch)}
        owner = self._writer.settings.text("gate.owner")
        apart, pairs, taken = self._apart(), list[tuple[Memory, Memory]](), set[int]()
        for key, vector in zip(found.tolist(), vectors.astype(np.float32), strict=True):
            near = index.search(vector, _NEAREST + 1, KeySelection(include=facts))
            alike = near.keys[(near.scores > above) & (near.keys < key)].tolist()
            memories |= {one.key: one for one in self._store.records.by_keys([k for k in alike if k not in memories])}
            newer = memories.get(key)
            for other in alike:
                older = memories.get(other)
                if newer is None or older is None or not {key, other}.isdisjoint(taken):
                    continue
                if same_fact(older, newer, owner) and not (apart and self._told_apart(older, newer, apart)):
                    taken |= {key, other}
                    pairs.append((older, newer))
                    break
        return pairs

    def _apart(self) -> list[frozenset[str]]:
        """Sets of memories, by line, that are not to be merged: somebody took them apart, or said that they differ."""
        undone = [one.sources for one in self._log.entries() if one.of_memories and one.state is MergeState.UNDONE]
        groups = [*undone, *(tuple(pair) for pair in self._duplicates.decided())]
        lines = {one.id: one.line for one in self._store.records.by_ids([id for ids in groups for id in ids]).values()}
        return [frozenset(lines.get(id, id) for id in ids) for ids in groups]

    def _told_apart(self, one: Memory, other: Memory, apart: Sequence[frozenset[str]]) -> bool:
        """Are the two, or what they were made of, among what is not to be merged?"""
        mine, others = self._lines(one), self._lines(other)
        return any(group & mine and group & others for group in apart)

    def _lines(self, memory: Memory) -> set[str]:
        """The lines of a memory and of everything that it was made of."""
        return {memory.line, *(one.line for one in self._store.records.by_ids(memory.lineage).values())}

    def _merge(self, pair: Sequence[Memory]) -> None:
        """Merge two facts: into the newer one's words if they have all that the other says, else into both's."""
        texts = [one.content for one in pair]
        whole = next((text for text in reversed(texts) if not lost(texts, text)), None)
        try:
            self._merging.begin([one.id for one in pair], whole, actor="system", initiator="upkeep")
        except KnownError as error:  # it is being merged, is gone, or a gate holds the text back
            _log.info("%s and %s are not merged: %s", pair[0].id, pair[1].id, error)
