"""An index of vectors as it will be once one memory that waits for its vector has it."""

from __future__ import annotations

from typing import Any, cast

import numpy as np
import numpy.typing as npt

from memory_desktop.core.keys import Keys
from memory_desktop.core.memory.spans import parts_of
from memory_desktop.core.ports import KeySelection, ScoredKeys, VectorIndex, Vectors
from memory_desktop.core.ranking.fusion import best_first
from memory_desktop.core.vector_rows import MOST_PARTS
from memory_desktop.engine.embedding.space import Beside, Space


def with_vector(space: Space, key: int, text: str) -> Space:
    """A space in which the memory with this key has its vectors, too. Raises EmbeddingError."""
    texts = [text, *parts_of(text)[:MOST_PARTS]]
    # The index keeps half precision.
    vectors = space.embedder.embed(texts).astype(np.float16).astype(np.float32)
    index = _WithVector(space.vectors.index, key, vectors)
    return Space(space.embedder, Beside(cast(VectorIndex, index), space.vectors.notes))


class _WithVector:
    """What a recall asks of an index, with one memory more. All else is asked of the index itself."""

    def __init__(self, index: Any, key: int, vectors: Vectors) -> None:
        self._index = index
        self._key = key
        self._vectors = vectors

    def __getattr__(self, name: str) -> Any:
        return getattr(self._index, name)

    def search(self, query: Vectors, k: int, selection: KeySelection) -> ScoredKeys:
        """See `VectorIndex.search`."""
        return self._joined(self._index.search(query, k, selection), query, k, selection)

    def exact_search(self, query: Vectors, k: int, selection: KeySelection) -> ScoredKeys:
        """See `VectorIndex.exact_search`."""
        return self._joined(self._index.exact_search(query, k, selection), query, k, selection)

    def similarities(self, query: Vectors, keys: Keys) -> tuple[Keys, npt.NDArray[np.float64]]:
        """See `VectorIndex.similarities`."""
        found, scores = self._index.similarities(query, keys)
        if self._key not in keys:
            return found, scores
        place = int(np.searchsorted(found, self._key))
        return np.insert(found, place, self._key), np.insert(scores, place, self._cosine(query))

    def _joined(self, found: ScoredKeys, query: Vectors, k: int, selection: KeySelection) -> ScoredKeys:
        own = np.array([self._key], dtype=np.int64)
        if not selection.allows(own)[0]:
            return found
        scores = np.append(found.scores, self._cosine(query))
        keys, scores = best_first(np.concatenate([found.keys, own]), scores)
        return ScoredKeys(keys[:k], scores[:k])

    def _cosine(self, query: Vectors) -> float:
        return float((self._vectors @ query).max())
