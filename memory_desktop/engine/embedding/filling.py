"""Filling an index with the vectors of memories: of their texts, or, for some merges, of their sources' vectors."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from memory_desktop.core.cancel import stopped
from memory_desktop.core.errors import KnownError
from memory_desktop.core.ports import CancelToken
from memory_desktop.engine.embedding.batches import NO_SOURCE, Batch, embed_batch
from memory_desktop.engine.embedding.space import Space
from memory_desktop.engine.merging.superposition import Superposition, superposed
from memory_desktop.store import Store


def no_fault() -> None:
    """The default fault hook: does nothing."""


class Filling:
    """See the module. The index in use and one that a migration builds are filled in the same way."""

    def __init__(self, store: Store, superposition: Superposition) -> None:
        self._store = store
        self._superposition = superposition

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
            cancel: ends it within some texts; those that it did not come to are in neither list.
        """
        texts = self._store.records.texts(keys)
        merged = self._superposition.leaves(keys)
        batch = embed_batch(
            space.embedder, {key: texts[key] for key in keys if key in texts and key not in merged}, cancel
        )
        self._write(space, batch, fault)
        if merged and not batch.unwritten and not stopped(cancel):
            self._superpose(space, merged, batch, fault)
        return batch

    def _superpose(
        self, space: Space, merged: Mapping[int, Mapping[str, int]], batch: Batch, fault: Callable[[], None]
    ) -> None:
        """What is made of others comes last, so that it is made of what the index holds, rounded as it holds it."""
        made = Batch()
        for key, leaves in merged.items():
            vector = superposed(space.vectors.index, leaves)
            if vector is None:
                made.failed[key] = NO_SOURCE
            else:
                made.vectors[key] = vector
        self._write(space, made, fault)
        batch.vectors |= made.vectors
        batch.failed |= made.failed
        batch.unwritten = made.unwritten

    def _write(self, space: Space, batch: Batch, fault: Callable[[], None]) -> None:
        """Store a batch's vectors; what cannot be stored has failed."""
        if not batch.vectors:
            return
        keys = batch.keys()
        try:
            fault()
            space.vectors.index.add(keys, batch.matrix(), self._store.records.digests(keys.tolist())[1])
        except (OSError, RuntimeError, MemoryError, KnownError) as error:
            batch.unwritten = f"The vector index could not be written: {error or 'there is not enough memory'}"
            batch.failed |= dict.fromkeys(batch.vectors, batch.unwritten)
            batch.vectors.clear()
