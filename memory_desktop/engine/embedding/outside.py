"""Models that this program does not run: their vectors come with imports, and are looked up by text.

Such a model is put in use, and left again, like any other: its embedder “embeds” a text by looking up the vector that
came for it. A memory whose text has none waits for it. What is asked has no vector of its own, unless the caller
brings one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from memory_desktop.core.errors import EmbeddingError
from memory_desktop.core.keys import Keys
from memory_desktop.core.memory.canonical import content_hash
from memory_desktop.core.migration import ModelChoice
from memory_desktop.core.outside import PREFIX, OutsideModel, outside_of, outside_version
from memory_desktop.core.ports import CancelToken, Embedder, ModelShelf, VectorIndex, Vectors
from memory_desktop.core.wording import memories
from memory_desktop.store.given_vectors import GivenVectors

_PAGE = 4_096
#: Two vectors of 16-bit numbers are the same if they differ by no more than rounding does.
_ROUNDING = 2e-3


class OutsideEmbedder:
    """A model from outside, as the vault has its vectors. Safe from many threads."""

    def __init__(self, model_version: str, dim: int, given: GivenVectors) -> None:
        self.model_version = model_version
        self.dim = dim
        self._given = given

    def known(self, texts: Sequence[str]) -> list[Vectors | None]:
        """The vector (dim,) of each text; None where none has come."""
        hashes = [content_hash(text) for text in texts]
        found = self._given.of_texts(self.model_version, self.dim, list(dict.fromkeys(hashes)))
        return [found.get(one) for one in hashes]

    def embed(self, texts: Sequence[str]) -> Vectors:
        """(n, dim). Raises EmbeddingError where one of the texts has no vector from outside."""
        found = [one for one in self.known(texts) if one is not None]
        if len(found) < len(texts):
            raise self._refusal()
        return np.asarray(found, dtype=np.float32).reshape(len(texts), self.dim)

    def embed_query(self, text: str) -> Vectors:  # noqa: ARG002 - no text makes a difference
        """Always fails. Raises EmbeddingError."""
        raise self._refusal()

    def _refusal(self) -> EmbeddingError:
        return EmbeddingError(
            f"The vectors of this vault are by {self.model_version}, which this program does not run.",
            hint="Give the vector of the question with it, or search by keywords.",
        )


class VaultShelf:
    """The models of this user, and those from outside that the vault has vectors of."""

    def __init__(self, shelf: ModelShelf, given: GivenVectors) -> None:
        self._shelf = shelf
        self._given = given

    def choices(self) -> list[ModelChoice]:
        """Models that can be run first, then those from outside."""
        run = self._shelf.choices()
        versions = {one.version for one in run}
        return [*run, *(_choice(one) for one in self._given.models() if one.version not in versions)]

    def choice(self, ref: str) -> ModelChoice:
        """One of them. Raises EmbeddingError naming what is wrong with it."""
        if not ref.startswith(PREFIX):
            return self._shelf.choice(ref)
        embedder = self._outside(ref)
        number = len(self._given.keys(embedder.model_version, embedder.dim))
        return _choice(OutsideModel(embedder.model_version, embedder.dim, number))

    def open(self, ref: str) -> Embedder:
        """The model. Raises EmbeddingError."""
        return self._outside(ref) if ref.startswith(PREFIX) else self._shelf.open(ref)

    def download(
        self, ref: str, progress: Callable[[int, int], None] | None = None, cancel: CancelToken | None = None
    ) -> ModelChoice:
        """Fetch a model of the catalogue. Raises EmbeddingError, DownloadError and CancelledError."""
        if ref.startswith(PREFIX):
            raise EmbeddingError("A model from outside is not downloaded.", hint="Import its vectors.")
        return self._shelf.download(ref, progress, cancel)

    def _outside(self, ref: str) -> OutsideEmbedder:
        """By its whole reference, as the log has it, or by the name of the model after “outside:”."""
        found = outside_of(ref)
        if found is None:
            version = outside_version(ref.removeprefix(PREFIX))
            dim = self._given.dim_of(version) if version else None
            if dim is None:
                raise EmbeddingError(
                    f"The vault has no vectors by {ref.removeprefix(PREFIX) or 'that model'}.",
                    hint="Import a file with an “embedding” column, and say which model made it.",
                )
            found = version, dim
        return OutsideEmbedder(*found, self._given)


def stale(given: GivenVectors, embedder: OutsideEmbedder, index: VectorIndex) -> Keys:
    """Keys in the index of a model from outside whose vector was replaced or taken back while it was out of use."""
    keys, found = index.keys(), []
    there = np.isin(keys, given.keys(embedder.model_version, embedder.dim))
    found.append(keys[~there])
    kept = keys[there]
    for start in range(0, len(kept), _PAGE):
        page = kept[start : start + _PAGE]
        now = given.of_keys(embedder.model_version, embedder.dim, page.tolist())
        stored, vectors = index.fetch(page)
        same = [
            key in now and bool(np.allclose(now[key], vector, atol=_ROUNDING))
            for key, vector in zip(stored.tolist(), vectors, strict=True)
        ]
        found.append(stored[~np.asarray(same, dtype=bool)])
    return np.sort(np.concatenate(found))


def _choice(model: OutsideModel) -> ModelChoice:
    said = f"From outside: this program does not run it. The vault has its vectors of {memories(model.memories)}."
    size = model.memories * 2 * model.dim
    return ModelChoice(model.ref, model.version.rpartition("@")[0], model.version, model.dim, size, said, "here")
