"""Assemblies that could be made: related memories that no assembly has yet, found in their vectors and tags.

Deterministic: the same memories give the same proposals. Two memories belong together when they share a tag and are
alike, or are very much alike whatever their tags. From the one with the most such companions on, each takes its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from memory_desktop.core.assemblies import composite
from memory_desktop.core.memory.records import Memory
from memory_desktop.core.ports import Vectors
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.engine.assembly.assemblies import Assemblies
from memory_desktop.engine.embedding.space import Space
from memory_desktop.store import Store

Pairs = npt.NDArray[np.bool_]

#: How alike two memories with a common tag, and two without, must be.
WITH_TAG, WITHOUT_TAG = 0.45, 0.7
_LOOKED_AT = 2_000
_LEAST_MEMBERS = 3
_NAME_WORDS = 5


@dataclass(frozen=True, slots=True)
class Proposal:
    """An assembly that could be made. `similarity`: mean cosine of its members with their middle."""

    name: str
    members: tuple[Memory, ...]
    tags: tuple[str, ...]
    similarity: float
    reason: str


class Proposals:
    """See the module."""

    def __init__(self, store: Store, assemblies: Assemblies, space: Callable[[], Space]) -> None:
        self._store = store
        self._assemblies = assemblies
        self._space = space

    def find(self, limit: int = 20) -> list[Proposal]:
        """Proposals, largest first, among the newest memories that are in no assembly."""
        every = self._store.records.keys(RecordFilter(), descending=True)
        keys = every[~np.isin(every, self._assemblies.grouped())][:_LOOKED_AT]
        memories = {memory.key: memory for memory in self._store.records.by_keys(keys)}
        found, vectors = self._space().vectors.index.fetch(np.array(sorted(memories), dtype=np.int64))
        known = [memories[int(key)] for key in found]
        if len(known) < _LEAST_MEMBERS:
            return []
        matrix = vectors.astype(np.float32)
        similar = matrix @ matrix.T
        groups = _groups(limit, similar >= WITHOUT_TAG, (similar >= WITH_TAG) & _share_a_tag(known))
        made = [_proposal([known[row] for row in rows], matrix[rows]) for rows in groups]
        return sorted(made, key=lambda one: (-len(one.members), -one.similarity, one.members[0].key))[:limit]


def _share_a_tag(memories: Sequence[Memory]) -> Pairs:
    tags = sorted({tag for memory in memories for tag in memory.tags})
    place = {tag: column for column, tag in enumerate(tags)}
    has = np.zeros((len(memories), max(1, len(tags))), dtype=np.float32)
    for row, memory in enumerate(memories):
        has[row, [place[tag] for tag in memory.tags]] = 1.0
    return np.asarray(has @ has.T > 0)


def _groups(limit: int, *related: Pairs) -> list[list[int]]:
    """Rows that belong together: from the row with the most free companions on, each takes its own. So none is larger
    than the one before it, and it ends where all that come are smaller than the last of so many."""
    together = np.logical_or.reduce(related)
    np.fill_diagonal(together, val=False)
    groups: list[list[int]] = []
    free = np.ones(len(together), dtype=bool)
    while True:
        degrees = (together & free[None, :]).sum(axis=1) * free
        seed = int(degrees.argmax())
        least = _LEAST_MEMBERS if len(groups) < limit else len(groups[limit - 1])
        if degrees[seed] < least - 1:
            return groups
        rows = sorted([seed, *np.flatnonzero(together[seed] & free).tolist()])
        groups.append(rows)
        free[rows] = False


def _proposal(members: Sequence[Memory], vectors: Vectors) -> Proposal:
    near = vectors @ composite(vectors)
    counts = Counter(tag for memory in members for tag in memory.tags)
    common = tuple(sorted(tag for tag, number in counts.items() if number == len(members)))
    most = min(counts, key=lambda tag: (-counts[tag], tag)) if counts else ""
    central = members[int(near.argmax())]
    words = " ".join(central.content.split()[:_NAME_WORDS]).rstrip(".,;:")
    share = f"{counts[most]} of {len(members)} have the tag “{most}”" if most else "they share no tag"
    return Proposal(
        name=f"{most}: {words}" if most else words,
        members=tuple(members),
        tags=common,
        similarity=float(near.mean()),
        reason=f"{len(members)} memories are alike (mean similarity {float(near.mean()):.2f}); {share}.",
    )
