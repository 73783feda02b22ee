"""Which memories have the vector of those that they were merged from, and not one of their own text.

When the kernel composed the text of a merge, the memory's vector is the superposition of its sources' vectors, as the
contract has it: the direction of the sum of all its leaves, the fresh memories that stand behind it. Who merges with a
text of their own gets that text's vector. What came back after an undo or an unmerge is a fresh memory with a text.

It is made of the vectors in the index of the same model, so that it comes out the same wherever it is made again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from memory_desktop.core.memory import kernel
from memory_desktop.core.memory.records import is_purged
from memory_desktop.core.ports import VectorIndex, Vectors
from memory_desktop.engine.merging.merge_log import MergeLog
from memory_desktop.store.records import RecordStore


class Superposition:
    """See the module. Safe from many threads."""

    def __init__(self, records: RecordStore, log: MergeLog) -> None:
        self._records = records
        self._log = log

    def leaves(self, keys: Sequence[int]) -> dict[int, dict[str, int]]:
        """Id and key of every leaf that was not purged, for those of these memories whose vector is a superposition."""
        heavy = self._records.ids_of_heavy(keys)
        found = {key: self._leaves_of(id) for key, id in heavy.items() if self._is_superposed(id)}
        wanted = {id for leaves in found.values() for id in leaves}
        memories = self._records.by_ids(sorted(wanted)) if wanted else {}
        known = {id: memory.key for id, memory in memories.items() if not is_purged(memory)}
        there = {key: {id: known[id] for id in leaves if id in known} for key, leaves in found.items()}
        return {key: leaves for key, leaves in there.items() if leaves}

    def _is_superposed(self, id: str) -> bool:
        entry = self._log.entry(id)
        return entry is not None and entry.of_memories and entry.superposed

    def _leaves_of(self, id: str) -> list[str]:
        """The fresh memories behind one, each once."""
        leaves: dict[str, None] = {}
        left, seen = [id], {id}
        while left:
            one = left.pop()
            entry = self._log.entry(one)
            if entry is None or not self._is_superposed(one):
                leaves[one] = None
                continue
            left += [source for source in entry.sources if source not in seen]
            seen.update(entry.sources)
        return sorted(leaves)


def superposed(index: VectorIndex, leaves: Mapping[str, int]) -> Vectors | None:
    """The vector (dim,) of a memory with these leaves (id → key); None while one of them has none."""
    found, vectors = index.fetch(np.array(sorted(leaves.values()), dtype=np.int64))
    if len(found) < len(leaves):
        return None
    row = {int(key): place for place, key in enumerate(found)}
    return kernel.direction({id: vectors[row[key]].astype(np.float64) for id, key in leaves.items()}).astype(np.float32)
