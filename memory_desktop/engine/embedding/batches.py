"""Embedding many texts at once so that one that cannot be embedded does not hold up the others.

A batch that fails is halved until the texts at fault are alone with their error; the others go through. A model that
cannot embed even a short word is no fault of the texts: then the batch is given back whole, and nothing is halved.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from memory_desktop.core.cancel import stopped
from memory_desktop.core.errors import EmbeddingError
from memory_desktop.core.keys import Keys
from memory_desktop.core.ports import CancelToken, Embedder, Vectors
from memory_desktop.engine.embedding.space import free_of_nan

_PROBE = "probe"
# Texts that are embedded before it is asked whether to end.
_CHUNK = 128
#: Why a memory whose vector is made of others' has none.
NO_SOURCE = "One of the memories that it was merged from has no vector yet."
_NO_MEMORY = "There is not enough memory to embed it."
_NOT_FINITE = "The model gave a vector that is not a number."


@dataclass(slots=True)
class Batch:
    """The outcome of embedding some texts.

    Attributes:
        vectors: by key, each (dim,), all finite. failed: by key, why it has none.
        dead: why the model can embed nothing at all; then `failed` has every text that has no vector. Else "".
        unwritten: why vectors could not be stored (see `filling`); else "".
    """

    vectors: dict[int, Vectors] = field(default_factory=dict)
    failed: dict[int, str] = field(default_factory=dict)
    dead: str = ""
    unwritten: str = ""

    def keys(self) -> Keys:
        """Keys of those that have a vector, sorted."""
        return np.array(sorted(self.vectors), dtype=np.int64)

    def matrix(self) -> Vectors:
        """Their vectors (n, dim), in the order of `keys`."""
        return np.asarray([self.vectors[key] for key in sorted(self.vectors)], dtype=np.float32)

    def by_error(self) -> dict[str, list[int]]:
        """Keys of those that failed, by their error."""
        found: dict[str, list[int]] = {}
        for key, error in self.failed.items():
            found.setdefault(error, []).append(key)
        return found

    def operation_of(self, error: str) -> str:
        """What failed with this error: "embed", "compose" or "store" (see `QueueItem`)."""
        if self.unwritten and error == self.unwritten:
            return "store"
        return "compose" if error == NO_SOURCE else "embed"


def embed_batch(embedder: Embedder, texts: Mapping[int, str], cancel: CancelToken | None = None) -> Batch:
    """Embed texts by key. Never raises for what a text or the model is at fault for: the answer says so.

    When it is cancelled, it ends within some texts; those that it did not come to are in neither list.
    """
    batch = Batch()
    items = list(texts.items())
    for start in range(0, len(items), _CHUNK):
        if stopped(cancel):
            break
        _embed(embedder, items[start : start + _CHUNK], batch)
    return batch


def _embed(embedder: Embedder, items: list[tuple[int, str]], batch: Batch) -> None:
    if not items:
        return
    if batch.dead:
        batch.failed |= dict.fromkeys((key for key, _ in items), batch.dead)
        return
    try:
        vectors = embedder.embed([text for _, text in items])
        if not free_of_nan(vectors):
            raise EmbeddingError(_NOT_FINITE)
    except (EmbeddingError, MemoryError) as error:
        message = error.message if isinstance(error, EmbeddingError) else _NO_MEMORY
        if not _alive(embedder):
            batch.dead = message
        if batch.dead or len(items) == 1:
            batch.failed |= dict.fromkeys((key for key, _ in items), message)
            return
        middle = len(items) // 2
        _embed(embedder, items[:middle], batch)
        _embed(embedder, items[middle:], batch)
        return
    batch.vectors |= {key: vector for (key, _), vector in zip(items, vectors, strict=True)}


def _alive(embedder: Embedder) -> bool:
    """Can it embed a short word? Asked before a batch is halved, so that a missing model costs no time on halving."""
    try:
        embedder.embed([_PROBE])
    except (EmbeddingError, MemoryError):
        return False
    return True
