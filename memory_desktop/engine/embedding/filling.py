"""Filling an index with the vectors of memories: of their texts, or, for some merges, of their sources' vectors.

A memory whose text has parts has a vector for each of them, too. All of them are stored in one write, or none is. From
a model from outside (see `outside`) there is one vector a memory; a memory that has none yet has not failed, but waits.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

import numpy as np

from memory_desktop.core.cancel import stopped
from memory_desktop.core.errors import KnownError
from memory_desktop.core.keys import Keys
from memory_desktop.core.ports import CancelToken, Vectors
from memory_desktop.core.vector_rows import owners
from memory_desktop.engine.embedding.batches import NO_SOURCE, Batch, embed_batch
from memory_desktop.engine.embedding.outside import OutsideEmbedder
from memory_desktop.engine.embedding.space import Space
from memory_desktop.engine.embedding.texts import VectorTexts
from memory_desktop.engine.merging.superposition import Superposition, superposed
from memory_desktop.store import Store

#: Vectors of the parts of a memory, by row.
Parts = Mapping[int, Vectors]


def no_fault() -> None:
    """The default fault hook: does nothing."""


class Filling:
    """See the module. The index in use and one that a migration builds are filled in the same way."""

    def __init__(self, store: Store, superposition: Superposition) -> None:
        self._store = store
        self._superposition = superposition
        self._texts = VectorTexts(store)

    def fill(
        self,
        space: Space,
        keys: Sequence[int],
        fault: Callable[[], None] = no_fault,
        cancel: CancelToken | None = None,
    ) -> Batch:
        """Store the vectors of these memories durably; what became of each. Never raises for what may work later.

        Args:
            fault: raises in place of a write, when developers want to see what a failing index does.
            cancel: ends it within some texts; those that it did not come to are in neither list, nor are those for
                which there would have been too much to embed at once.
        """
        outside = space.outside
        texts = self._texts.of(keys) if outside is None else self._texts.whole(keys)
        merged = self._superposition.leaves(list(texts))
        wanted = {row: text for rows in texts.values() for row, text in rows.items() if row not in merged}
        embedded = embed_batch(space.embedder, wanted, cancel) if outside is None else _looked_up(outside, wanted)
        batch, parts = _by_memory(embedded, texts, merged)
        self._write(space, batch, parts, fault)
        if merged and not batch.unwritten and not stopped(cancel):
            self._superpose(space, {key: merged[key] for key in merged if key in parts}, batch, parts, fault)
        return batch

    def _superpose(
        self,
        space: Space,
        merged: Mapping[int, Mapping[str, int]],
        batch: Batch,
        parts: Mapping[int, Parts],
        fault: Callable[[], None],
    ) -> None:
        """What is made of others comes last, so that it is made of what the index holds, rounded as it holds it."""
        made = Batch()
        for key, leaves in merged.items():
            vector = superposed(space.vectors.index, leaves)
            if vector is None and space.outside is not None:
                continue  # a source waits for its vector, and so does this
            if vector is None:
                made.failed[key] = NO_SOURCE
            else:
                made.vectors[key] = vector
        self._write(space, made, parts, fault)
        batch.vectors |= made.vectors
        batch.failed |= made.failed
        batch.unwritten = made.unwritten

    def _write(self, space: Space, batch: Batch, parts: Mapping[int, Parts], fault: Callable[[], None]) -> None:
        """Store a batch's vectors and those of the parts; what cannot be stored has failed."""
        if not batch.vectors:
            return
        try:
            fault()
            index = space.vectors.index
            if space.outside is not None and len(again := np.intersect1d(batch.keys(), index.keys())):
                index.drop(again)  # another vector came for them
            index.add(*self._rows(batch, parts))
        except (OSError, RuntimeError, MemoryError, KnownError) as error:
            batch.unwritten = f"The vector index could not be written: {error or 'there is not enough memory'}"
            batch.failed |= dict.fromkeys(batch.vectors, batch.unwritten)
            batch.vectors.clear()

    def _rows(self, batch: Batch, parts: Mapping[int, Parts]) -> tuple[Keys, Vectors, Keys]:
        """(rows, vectors, digest of the memory's text for each)."""
        keys, digests = batch.keys(), self._store.records.digests(list(batch.vectors))[1]
        more = {row: vector for key in batch.vectors for row, vector in parts.get(key, {}).items()}
        if not more:
            return keys, batch.matrix(), digests
        rows = np.fromiter(more, dtype=np.int64)
        of = digests[np.searchsorted(keys, owners(rows))]
        vectors = np.concatenate([batch.matrix(), np.asarray(list(more.values()), dtype=np.float32)])
        return np.concatenate([keys, rows]), vectors, np.concatenate([digests, of])


def _looked_up(outside: OutsideEmbedder, texts: Mapping[int, str]) -> Batch:
    """The vectors that came from outside; a text without one is in neither list."""
    found = zip(texts, outside.known(list(texts.values())), strict=True)
    return Batch({row: vector for row, vector in found if vector is not None})


def _by_memory(
    embedded: Batch, texts: Mapping[int, Mapping[int, str]], merged: Collection[int]
) -> tuple[Batch, dict[int, Parts]]:
    """(the memories that are complete or have failed, the vectors of the parts of the complete ones).

    A memory has failed if one of its texts has. One whose own vector is made of others' is in the second only.
    """
    batch, parts = Batch(dead=embedded.dead), dict[int, Parts]()
    for key, rows in texts.items():
        wanted = [row for row in rows if row not in merged]
        errors = [embedded.failed[row] for row in wanted if row in embedded.failed]
        if errors:
            batch.failed[key] = errors[0]
        elif all(row in embedded.vectors for row in wanted):
            if key not in merged:
                batch.vectors[key] = embedded.vectors[key]
            parts[key] = {row: embedded.vectors[row] for row in wanted if row != key}
    return batch, parts
