"""Compares two models on a vault's own memories, where nobody has labelled any query.

The memories are spread evenly over all that both models have embedded, from the oldest to the newest. Each is looked
for by the middle part of its own text, and its nearest neighbours by the one model are compared with those by the
other. The first says how well a model finds; the second only how much would change.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from memory_desktop.core.errors import CancelledError
from memory_desktop.core.keys import Keys
from memory_desktop.core.memory.records import Memory
from memory_desktop.core.migration import SampleCheck, SampleMeasure
from memory_desktop.core.ports import CancelToken, KeySelection
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.engine.embedding.space import Space
from memory_desktop.store.records import RecordStore

#: Memories that are looked at, at the most, and neighbours of each.
SAMPLE = 200
K = 10
_LEAST_WORDS = 4

Progress = Callable[[int, int], None]


def compare_on_sample(
    records: RecordStore,
    old: Space,
    new: Space,
    progress: Progress | None = None,
    cancel: CancelToken | None = None,
) -> SampleCheck | None:
    """The comparison; None when there are not enough memories with a few words each.

    Raises:
        CancelledError: stopped. EmbeddingError: a model fails.
    """
    shared = np.intersect1d(old.vectors.index.keys(), new.vectors.index.keys())
    active = np.intersect1d(shared, records.keys(RecordFilter()), assume_unique=True)
    memories = [one for one in records.by_keys(_spread(active)) if len(one.content.split()) >= _LEAST_WORDS]
    if len(memories) < 2:
        return None
    among = KeySelection(include=active, whole=True)
    ranks: tuple[list[int], list[int]] = ([], [])
    overlaps: list[float] = []
    for number, memory in enumerate(memories, start=1):
        if cancel is not None and cancel.cancelled():
            raise CancelledError
        for space, found in zip((old, new), ranks, strict=True):
            found.append(_rank(space, memory, among))
        near = [_neighbours(space, memory.key, among) for space in (old, new)]
        overlaps.append(len(near[0] & near[1]) / max(1, len(near[0])))
        if progress is not None:
            progress(number, len(memories))
    return SampleCheck(len(memories), K, _measure(ranks[0]), _measure(ranks[1]), sum(overlaps) / len(overlaps))


def part_of(text: str) -> str:
    """The middle half of a text's words, three at least."""
    words = text.split()
    start = len(words) // 4
    return " ".join(words[start : start + max(3, len(words) // 2)])


def _spread(keys: Keys) -> Keys:
    if len(keys) <= SAMPLE:
        return keys
    return keys[np.linspace(0, len(keys) - 1, SAMPLE).astype(np.int64)]


def _rank(space: Space, memory: Memory, among: KeySelection) -> int:
    """The place, from 1, at which it is found by a part of its text; 0 when it is not among the first."""
    found = space.vectors.index.search(space.embedder.embed_query(part_of(memory.content)), K, among)
    places = np.flatnonzero(found.keys == memory.key)
    return int(places[0]) + 1 if len(places) else 0


def _neighbours(space: Space, key: int, among: KeySelection) -> set[int]:
    _, vectors = space.vectors.index.fetch(np.array([key], dtype=np.int64))
    found = space.vectors.index.search(vectors[0], K + 1, among).keys.tolist()
    return set([one for one in found if one != key][:K])


def _measure(ranks: list[int]) -> SampleMeasure:
    return SampleMeasure(
        found=sum(rank > 0 for rank in ranks) / len(ranks), mrr=sum(1 / rank for rank in ranks if rank) / len(ranks)
    )
