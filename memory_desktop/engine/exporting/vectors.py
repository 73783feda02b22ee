"""Vectors to write beside texts: those that are stored, and those of texts that still wait for theirs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import numpy as np

from memory_desktop.core.assemblies import composite
from memory_desktop.core.memory.records import Memory
from memory_desktop.core.ports import CancelToken, Vectors
from memory_desktop.engine.assembly.assemblies import AssemblyState
from memory_desktop.engine.embedding.batches import embed_batch
from memory_desktop.engine.embedding.space import Space
from memory_desktop.store.composites import Composites

_PAGE = 512


def with_vectors(
    memories: Iterable[Memory], space: Space, cancel: CancelToken | None
) -> Iterator[tuple[Memory, Vectors | None]]:
    """Each memory with its vector (dim,) by the model in use; None where the model gives none."""
    page: list[Memory] = []
    for memory in memories:
        page.append(memory)
        if len(page) == _PAGE:
            yield from _page(page, space, cancel)
            page = []
    yield from _page(page, space, cancel)


def vectors_of(memories: Sequence[Memory], space: Space, cancel: CancelToken | None) -> dict[int, Vectors]:
    """By key the vectors of some memories."""
    keys = np.array(sorted({memory.key for memory in memories}), dtype=np.int64)
    found, vectors = space.vectors.index.fetch(keys)
    by_key = {int(key): vector for key, vector in zip(found, vectors, strict=True)}
    missing = {memory.key: memory.content for memory in memories if memory.key not in by_key}
    return by_key | (embed_batch(space.embedder, missing, cancel).vectors if missing else {})


def composites_of(
    groups: Sequence[tuple[AssemblyState, Sequence[Memory]]], stored: Composites, space: Space
) -> Mapping[str, Vectors]:
    """By id the composite vectors of assemblies: as they are stored, else made of their members' vectors."""
    composed = stored.of(space.model_version)
    by_key = {int(key): vector for key, vector in zip(composed.keys, composed.vectors, strict=True)}
    made: dict[str, Vectors] = {}
    for state, members in groups:
        vector = by_key.get(state.assembly.key)
        if vector is None:
            parts = vectors_of(members, space, None)
            weighed = [(parts[one.key], one.salience) for one in members if one.key in parts]
            if not weighed:
                continue
            vector = composite(np.stack([part for part, _ in weighed]), [salience for _, salience in weighed])
        made[state.assembly.id] = vector
    return made


def _page(page: Sequence[Memory], space: Space, cancel: CancelToken | None) -> Iterator[tuple[Memory, Vectors | None]]:
    vectors = vectors_of(page, space, cancel) if page else {}
    for memory in page:
        yield memory, vectors.get(memory.key)
