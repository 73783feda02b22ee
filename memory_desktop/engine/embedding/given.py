"""Vectors that come with an import: those of the model in use are stored as they are, others stay in the log."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from memory_desktop.core.errors import KnownError
from memory_desktop.core.memory.drafts import Prepared
from memory_desktop.core.memory.records import Memory
from memory_desktop.core.ports import Clock, Vectors
from memory_desktop.engine.embedding.space import Space
from memory_desktop.engine.embedding.sync import VectorSync
from memory_desktop.engine.embedding.texts import VectorTexts
from memory_desktop.store import Store

_log = logging.getLogger(__name__)
_UNIT = 1e-3


class GivenVectors:
    """See the module."""

    def __init__(self, store: Store, space: Callable[[], Space], sync: VectorSync, clock: Clock) -> None:
        self._store = store
        self._space = space
        self._sync = sync
        self._clock = clock
        self._texts = VectorTexts(store)

    def taken_from(self, items: Sequence[Prepared]) -> tuple[list[Prepared], dict[str, Vectors]]:
        """(the items without the vectors that can be used, those vectors by content hash)."""
        space = self._space()
        left: list[Prepared] = []
        vectors: dict[str, Vectors] = {}
        for item in items:
            vector = _usable(item.draft.embedding, space) if item.draft.content == item.content else None
            if vector is not None:
                vectors[item.digest] = vector
            left.append(item if vector is None else replace(item, draft=replace(item.draft, embedding={})))
        return left, vectors

    def store(self, memories: Sequence[Memory], vectors: Mapping[str, Vectors]) -> None:
        """Store the vectors of new memories. What cannot be stored now is embedded from its text by the sync."""
        wanted = {memory.key: vectors[memory.content_hash] for memory in memories if memory.content_hash in vectors}
        if not wanted:
            return
        keys = np.array(sorted(wanted), dtype=np.int64)
        with self._sync.idle():
            try:
                digests = self._store.records.digests(keys.tolist())[1]
                matrix = np.stack([wanted[key] for key in keys.tolist()])
                self._space().vectors.index.add(keys, matrix, digests)
            except (OSError, RuntimeError, MemoryError, KnownError) as error:
                _log.warning("%d given vectors were not stored: %s", len(keys), error)
                return
            # The parts of long texts come from nobody: those wait on, and keep the vector that was given.
            whole = np.setdiff1d(keys, self._texts.divided(keys.tolist()))
            self._store.queue.confirm(whole.tolist(), self._clock())


def _usable(embedding: Mapping[str, Any], space: Space) -> Vectors | None:
    """(dim,) of length 1 when it is a vector of the model in use, else None."""
    if not embedding or embedding["model_version"] != space.model_version:
        return None
    vector = np.asarray(embedding["values"], dtype=np.float32)
    length = float(np.linalg.norm(vector))
    if vector.shape != (space.embedder.dim,) or not np.isfinite(length) or length == 0.0:
        return None
    return vector if abs(length - 1.0) <= _UNIT else np.asarray(vector / length, dtype=np.float32)
