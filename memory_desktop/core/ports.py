"""What the engine asks of the world: clock, randomness, embedder, indexes. Adapters live in store, index and embed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

import numpy as np
import numpy.typing as npt

from memory_desktop.core.answers import Segment
from memory_desktop.core.query import ParsedQuery, RecordFilter
from memory_desktop.core.records import Memory

Keys = npt.NDArray[np.int64]
Vectors = npt.NDArray[np.float32]
Clock = Callable[[], datetime]


@dataclass(frozen=True, slots=True)
class ScoredKeys:
    """A ranked list: `keys` (n,) and `scores` (n,) best first; equal scores are in key order, so ranks are stable.

    Attributes:
        total: how many match in all, where the index counts that on the way (keywords); else None.
    """

    keys: Keys
    scores: npt.NDArray[np.float64]
    total: int | None = None


@dataclass(frozen=True, slots=True)
class KeySelection:
    """Which keys a vector search may return. Both arrays are sorted and unique; None restricts nothing."""

    include: Keys | None = None
    exclude: Keys | None = None


class CancelToken(Protocol):
    """Asked now and then by long work."""

    def cancelled(self) -> bool:
        """True once the result is no longer wanted."""
        ...


class Embedder(Protocol):
    """Turns texts into unit vectors."""

    @property
    def model_version(self) -> str:
        """`name@hash8` of the model's file."""
        ...

    @property
    def dim(self) -> int:
        """Size of a vector."""
        ...

    def embed(self, texts: Sequence[str]) -> Vectors:
        """(n, dim) unit vectors, float32. Raises EmbeddingError."""
        ...

    def embed_query(self, text: str) -> Vectors:
        """(dim,) unit vector. Raises EmbeddingError."""
        ...


class VectorIndex(Protocol):
    """Vectors of ONE model version, in immutable files with a manifest.

    Safe for many reading threads beside one writing thread. Reads never wait on a write.
    """

    @property
    def model_version(self) -> str: ...

    @property
    def dim(self) -> int: ...

    def __len__(self) -> int: ...

    def add(self, keys: Keys, vectors: Vectors) -> None:
        """Store vectors durably: on return the files are fsynced and renamed and the manifest names them.

        A key that is there already is left as it is (apply is idempotent). Raises OSError when the disk refuses.
        """
        ...

    def search(self, query: Vectors, k: int, selection: KeySelection) -> ScoredKeys:
        """The k best by cosine among the selected keys; always k of them if there are that many."""
        ...

    def exact_search(self, query: Vectors, k: int, selection: KeySelection) -> ScoredKeys:
        """As `search`, comparing with every selected vector."""
        ...

    def fetch(self, keys: Keys) -> tuple[Keys, Vectors]:
        """The stored vectors of those of `keys` that are there: found keys (m,), vectors (m, dim)."""
        ...

    def keys(self) -> Keys:
        """All keys, sorted."""
        ...

    def maintain(self) -> bool:
        """Do one piece of background work (seal or compact a segment); False when there is nothing to do."""
        ...

    def segments(self) -> tuple[Segment, ...]: ...

    def check(self) -> tuple[str, ...]:
        """Read every file and compare with its checksum, then probe by fetch and query: what is wrong, in sentences."""
        ...

    def close(self) -> None: ...


class KeywordIndex(Protocol):
    """BM25 over fields of the records, with the position in the event log that it covers."""

    @property
    def position(self) -> int:
        """Seq of the last event that is in the index; -1 when it is new or was moved aside."""
        ...

    def __len__(self) -> int: ...

    def apply(self, memories: Sequence[Memory], position: int) -> None:
        """Insert or replace documents by key, and advance; every later read sees it.

        Raises OSError or ValueError when the disk refuses; the position falls back to what is committed.
        """
        ...

    def flush(self) -> None:
        """Commit what `apply` has buffered; reads do so by themselves. Raises as `apply` does."""
        ...

    def search(
        self, query: ParsedQuery, filter: RecordFilter, k: int, *, min_key: int = 0, prefix_last: bool = False
    ) -> ScoredKeys:
        """The k best by BM25 of the records that the filter lets through. No words or phrases: nothing.

        Args:
            prefix_last: the last word may also be the beginning of a word (type-ahead).
        """
        ...

    def count(
        self,
        query: ParsedQuery,
        filter: RecordFilter,
        *,
        keys: Keys | None = None,
        above: int = 0,
        prefix_last: bool = False,
    ) -> int:
        """How many records match; with `keys` only among those, with `above` only those with a greater key."""
        ...

    def highlight(
        self, query: ParsedQuery, texts: Sequence[str], *, prefix_last: bool = False
    ) -> list[tuple[tuple[int, int], ...]]:
        """For each text the (start, end) character ranges that words of the query match, after stemming."""
        ...

    def keys(self) -> Keys:
        """All keys, sorted."""
        ...

    def revisions(self) -> tuple[Keys, Keys]:
        """(keys sorted, revision of the record that each document was made from)."""
        ...

    def check(self) -> tuple[str, ...]:
        """Checksum of every file, then fetch and query of a known document: what is wrong, in sentences."""
        ...

    def close(self) -> None: ...
