"""An embedding space: a model and the index of its vectors, which never meet those of another version.

Queries and sync take one `Space` and keep it to their end; a change of model puts another one in its place. So no
comparison can ever mix two.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from memory_desktop.core.conversation.skills import telling
from memory_desktop.core.errors import EmbeddingError, InvalidCommandError
from memory_desktop.core.ports import Embedder, KnowsWords, VectorIndex, Vectors
from memory_desktop.engine.embedding.outside import OutsideEmbedder

_LONGEST_JUDGED = 4_000
_PARTS = re.compile(r"[ '-]+")


class IndexHolder(Protocol):
    """Owns a vector index, which may be replaced by a repaired one, and has notes for searches in it."""

    @property
    def index(self) -> VectorIndex: ...

    @property
    def notes(self) -> tuple[str, ...]: ...


@dataclass(frozen=True, slots=True)
class Space:
    """A model and the index of its vectors.

    Raises (on construction):
        InvalidCommandError: the index holds vectors of another version.
    """

    embedder: Embedder
    vectors: IndexHolder

    def __post_init__(self) -> None:
        index = self.vectors.index
        if (index.model_version, index.dim) != (self.embedder.model_version, self.embedder.dim):
            raise InvalidCommandError(
                f"Vectors of {index.model_version} cannot be compared with those of {self.embedder.model_version}."
            )

    @property
    def model_version(self) -> str:
        """`name@hash8` of the model."""
        return self.embedder.model_version

    @property
    def outside(self) -> OutsideEmbedder | None:
        """The model, if it is one that this program does not run, whose vectors are given."""
        return self.embedder if isinstance(self.embedder, OutsideEmbedder) else None

    def understands(self, query: str) -> bool:
        """Whether the model knows a word of those that say what is asked for; True where there are none.

        A query of words that it only spells ("zxqv", or a language that it never learned) has a vector like any other,
        but what that is near to has nothing to do with the query.
        """
        words = _PARTS.split(telling(query[:_LONGEST_JUDGED]))
        model = self.embedder
        return words == [""] or not isinstance(model, KnowsWords) or any(map(model.knows, words))


@dataclass(frozen=True, slots=True)
class Beside:
    """The holder of an index that is built or read beside the one in use."""

    index: VectorIndex
    notes: tuple[str, ...] = ()


class MissingModel:
    """Replaces a model that cannot be opened: search works by words, and says why not by meaning."""

    def __init__(self, model_version: str, dim: int, reason: EmbeddingError) -> None:
        self.model_version = model_version
        self.dim = dim
        self._reason = reason

    def embed(self, texts: Sequence[str]) -> Vectors:  # noqa: ARG002 - it stands for a model
        """Always fails. Raises EmbeddingError."""
        raise EmbeddingError(self._reason.message, hint=self._reason.hint)

    def embed_query(self, text: str) -> Vectors:  # noqa: ARG002 - likewise
        """Always fails. Raises EmbeddingError."""
        raise EmbeddingError(self._reason.message, hint=self._reason.hint)


def free_of_nan(vectors: Vectors) -> bool:
    """True when every number of the vectors is finite."""
    return bool(np.isfinite(vectors).all())
