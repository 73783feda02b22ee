"""Vectors that come with an import.

Those of the model in use are stored as they are, if the program runs it. Those of any other model stay in the log, from
which `store.given_vectors` has them, for when that model is put in use (see `outside`).
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from memory_desktop.core.errors import KnownError
from memory_desktop.core.memory.drafts import Prepared
from memory_desktop.core.memory.records import Draft, Memory
from memory_desktop.core.outside import BadVectorError, embedding, outside_version, packed, unit, unpacked
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

    def checked(self, draft: Draft, model: str, dims: dict[str, int]) -> tuple[Draft, str]:
        """(the draft with its vector as it is kept, or without one that no model gives; what is wrong with that).

        Args:
            model: who made vectors that name no model; "" where nobody knows.
            dims: the length of each model's vectors, as far as it is known in this import.
        """
        values = draft.embedding.get("values")
        version = outside_version(str(draft.embedding.get("model_version") or model))
        if values is None or not version:
            return draft, ""
        try:
            vector = unit(values, self._dim(version, dims))
        except BadVectorError as error:
            return replace(draft, embedding={}), str(error)
        dims.setdefault(version, len(vector))
        if self._runs(version):
            return replace(draft, embedding={"model_version": version, "values": values}), ""
        return replace(draft, embedding=embedding(version, vector)), ""

    def missing(self, wanted: Mapping[str, tuple[str, str]]) -> dict[str, list[tuple[str, str]]]:
        """By model: (id, packed vector) of those of some memories that have no such vector yet.

        Args:
            wanted: by id of a memory: (model version, packed vector).
        """
        known = self._store.records.by_ids(list(wanted))
        found: dict[str, list[tuple[str, str]]] = {}
        for version in dict.fromkeys(version for version, _ in wanted.values()):
            mine = {known[id].key: (id, text) for id, (of, text) in wanted.items() if of == version and id in known}
            dim = len(unpacked(next(iter(mine.values()))[1])) // 2 if mine else 0
            there = self._store.given.of_keys(version, dim, list(mine))
            new = [(id, text) for key, (id, text) in mine.items() if key not in there or packed(there[key]) != text]
            if new and not self._runs(version):
                found[version] = new
        return found

    def _runs(self, version: str) -> bool:
        """Is this the model in use, and does the program run it? Then its vectors are made again from the texts."""
        space = self._space()
        return version == space.model_version and space.outside is None

    def _dim(self, version: str, dims: dict[str, int]) -> int | None:
        space = self._space()
        if version not in dims:
            known = space.embedder.dim if version == space.model_version else self._store.given.dim_of(version)
            if known is None:
                return None
            dims[version] = known
        return dims[version]

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


def _usable(found: Mapping[str, Any], space: Space) -> Vectors | None:
    """(dim,) of length 1 when it is a vector of the model in use, and the program runs that; else None."""
    if not found or found["model_version"] != space.model_version or space.outside is not None:
        return None
    if "values" not in found:
        return None
    vector = np.asarray(found["values"], dtype=np.float32)
    length = float(np.linalg.norm(vector))
    if vector.shape != (space.embedder.dim,) or not np.isfinite(length) or length == 0.0:
        return None
    return vector if abs(length - 1.0) <= _UNIT else np.asarray(vector / length, dtype=np.float32)
