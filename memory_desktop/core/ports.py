"""What the engine asks of the world: clock, randomness, embedder, indexes. Adapters live in store, index and embed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from memory_desktop.core.answers import Segment
from memory_desktop.core.keys import Keys, among
from memory_desktop.core.memory.records import Memory
from memory_desktop.core.migration import ModelChoice
from memory_desktop.core.query.language import ParsedQuery
from memory_desktop.core.ranking.words import Matches

Vectors = npt.NDArray[np.float32]
Clock = Callable[[], datetime]
#: Gives so many random bytes.
Entropy = Callable[[int], bytes]


@dataclass(frozen=True, slots=True)
class ScoredKeys:
    """A ranked list: `keys` (n,) and `scores` (n,) best first; equal scores are in key order, so ranks are stable."""

    keys: Keys
    scores: npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class KeySelection:
    """Which keys a search may return. Both arrays are sorted and unique; None restricts nothing.

    `whole`: long texts are compared as a whole, and not by their parts.
    """

    include: Keys | None = None
    exclude: Keys | None = None
    whole: bool = False

    def allows(self, keys: Keys) -> npt.NDArray[np.bool_]:
        """Which of the keys it lets through."""
        chosen = np.ones(keys.shape, dtype=bool)
        if self.include is not None:
            chosen &= among(keys, self.include)
        if self.exclude is not None:
            chosen &= ~among(keys, self.exclude)
        return chosen

    def without(self, keys: Keys) -> KeySelection:
        """Itself without these sorted keys."""
        if not len(keys):
            return self
        if self.include is not None:
            return replace(self, include=np.setdiff1d(self.include, keys, assume_unique=True))
        return replace(self, exclude=keys if self.exclude is None else np.union1d(self.exclude, keys))


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


@runtime_checkable
class KnowsWords(Protocol):
    """An embedder that can tell the words that it knows from those that it only spells."""

    def knows(self, word: str) -> bool:
        """Whether the word is more to the model than a row of letters; True where that cannot be told."""
        ...


class TokenCounter(Protocol):
    """Counts texts by the tokens of one tokenizer."""

    def count(self, text: str) -> int:
        """How many tokens a text has."""
        ...

    def tail(self, text: str, most: int) -> str:
        """The end of a text that has at most so many tokens; all of it if it has no more."""
        ...


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """A message to a language model; `role`: "system", "user" or "assistant"."""

    role: str
    content: str


class LanguageModel(Protocol):
    """Answers messages. Asked in the background only: nothing that a person waits for needs it."""

    @property
    def name(self) -> str:
        """What it is called."""
        ...

    def complete(
        self, messages: Sequence[ChatMessage], *, as_json: bool = False, cancel: CancelToken | None = None
    ) -> str:
        """The answer. Raises LanguageModelError: there is none; CancelledError.

        Args:
            as_json: ask for one JSON object; whether the answer is one, the caller has to check.
        """
        ...


class Moderator(Protocol):
    """Says of texts whether they are fit to be kept. Asked in the background only."""

    def flagged(self, texts: Sequence[str], *, cancel: CancelToken | None = None) -> Sequence[str | None]:
        """For each text what is wrong with it in a few words; None: nothing.

        Raises:
            LanguageModelError: there is no answer. NonsenseError: there is no sense in it. CancelledError.
        """
        ...


class ModelShelf(Protocol):
    """The embedding models that can be had: "bundled", those of a catalogue by name, local folders by path."""

    def choices(self) -> list[ModelChoice]:
        """What is here, the bundled one first, and what could be downloaded."""
        ...

    def choice(self, ref: str) -> ModelChoice:
        """One of them. Raises EmbeddingError naming what is wrong with it."""
        ...

    def open(self, ref: str) -> Embedder:
        """An embedder of a model that is on this disk. Raises EmbeddingError."""
        ...

    def download(
        self, ref: str, progress: Callable[[int, int], None] | None = None, cancel: CancelToken | None = None
    ) -> ModelChoice:
        """Fetch a model; `progress` is told (bytes done, bytes in all). Raises KnownError."""
        ...


class VectorIndex(Protocol):
    """Vectors of ONE model version, in immutable files with a manifest.

    A memory has a row under its own key, and a long text more rows for its parts: see `core.vector_rows`. Where keys
    are spoken of, they are those of memories. Safe for many reading threads beside one writing thread. Reads never wait
    on a write.
    """

    @property
    def model_version(self) -> str: ...

    @property
    def dim(self) -> int: ...

    def __len__(self) -> int:
        """How many memories have a vector."""
        ...

    @property
    def seen(self) -> int:
        """The greatest key that was ever in it."""
        ...

    def add(self, rows: Keys, vectors: Vectors, digests: Keys | None = None) -> None:
        """Store vectors durably: on return the files are fsynced and renamed and the manifest names them.

        A row that is there already is left as it is (apply is idempotent). Raises OSError when the disk refuses.

        Args:
            digests: of the texts that the vectors were made of; 0 where it is not known.
        """
        ...

    def drop(self, keys: Keys) -> int:
        """Remove all vectors of these keys, durably; the rows removed. Raises OSError when the disk refuses."""
        ...

    def drop_after(self, key: int) -> int:
        """Remove all with a greater key, whose events are lost; the rows removed. `seen` is then not greater."""
        ...

    def digests(self) -> tuple[Keys, Keys]:
        """(all rows sorted, the digest of the text of each; 0 where it is not known)."""
        ...

    def search(self, query: Vectors, k: int, selection: KeySelection) -> ScoredKeys:
        """The k best by cosine among the selected keys, each by its best row; always k if there are that many."""
        ...

    def exact_search(self, query: Vectors, k: int, selection: KeySelection) -> ScoredKeys:
        """As `search`, comparing with every selected vector."""
        ...

    def fetch(self, rows: Keys) -> tuple[Keys, Vectors]:
        """The stored vectors of those of `rows` that are there: found rows (m,), vectors (m, dim)."""
        ...

    def fetch_all(self, keys: Keys) -> tuple[Keys, Vectors]:
        """Every stored vector of these keys: the key of each row (m,), sorted, and vectors (m, dim)."""
        ...

    def similarities(self, query: Vectors, keys: Keys) -> tuple[Keys, npt.NDArray[np.float64]]:
        """Those of the sorted keys that have a vector, and the cosine of it with the query: of the best of its rows."""
        ...

    def keys(self) -> Keys:
        """All keys, sorted."""
        ...

    def divided(self) -> Keys:
        """The keys that have rows for parts, sorted."""
        ...

    def loose(self) -> int:
        """How many rows are in no graph yet, and are compared one by one."""
        ...

    def due(self) -> int:
        """How many rows the graph would have that `maintain` would make now; 0 when there is nothing to do."""
        ...

    def maintain(self, cancel: CancelToken | None = None) -> bool:
        """Do one piece of background work (seal or compact a segment); False when there is nothing to do.

        When it is cancelled, it ends within some thousand rows, and what it had not finished is begun anew next time.
        """
        ...

    def segments(self) -> tuple[Segment, ...]: ...

    def check(self) -> tuple[str, ...]:
        """Read every file and compare with its checksum, then probe by fetch and query: what is wrong, in sentences."""
        ...

    def verify_one(self, before: datetime) -> str | None:
        """Compare one segment, last verified at or before a time, with its checksums.

        Returns:
            what is wrong, "" when nothing is; None when all were verified since, and nothing was looked at.
        """
        ...

    def close(self) -> None: ...


class AskedKeywords(Protocol):
    """A query by text against one moment of a keyword index."""

    def candidates(self, most: int, selection: KeySelection) -> Keys:
        """Sorted keys of the selected texts that match best, about so many; some may not match."""
        ...

    def matches(self, keys: Keys) -> Matches:
        """What the query finds in the texts with these sorted keys."""
        ...

    def total(self, selection: KeySelection) -> int | None:
        """How many selected texts match in some way; None where it would take long to say."""
        ...


class KeywordIndex(Protocol):
    """BM25 over the records' texts, and their labels, with the position in the event log that it covers."""

    @property
    def position(self) -> int:
        """Seq of the last event that is in the index; -1 when it is new or was moved aside."""
        ...

    def __len__(self) -> int: ...

    def apply(self, memories: Sequence[Memory], position: int) -> None:
        """Take records in, new or with other labels, in key order, and advance; every later read sees it.

        Raises OSError or ValueError when the disk refuses; the position falls back to what is committed.
        """
        ...

    def flush(self) -> None:
        """Commit what `apply` has buffered; reads do so by themselves. Raises as `apply` does."""
        ...

    def ask(self, query: ParsedQuery, *, upto: int | None = None, prefix_last: bool = False) -> AskedKeywords:
        """A query by text against what is there now. No words or phrases: nothing matches.

        Args:
            upto: only texts up to this key count, as when it was the greatest.
            prefix_last: the last word may also be the beginning of a word (type-ahead).
        """
        ...

    def matching(self, query: ParsedQuery, *, prefix_last: bool = False) -> Keys:
        """Sorted keys of the texts that a query finds in some way, phrases and exclusions observed."""
        ...

    def having(self, phrases: Sequence[str]) -> Keys:
        """Sorted keys of the texts that have all these phrases word for word."""
        ...

    def excluded(self, query: ParsedQuery) -> Keys:
        """Sorted keys of the texts that have a word or phrase that the query excludes."""
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
