"""How a query travels: embed it, ask both indexes inside the filter, fuse, look at neighbours, hydrate, explain.

Reads never wait on sync, import or rebuild: the indexes are read as they are, and the answer says what it lacks.

**Neighbours.** A turn of a conversation often answers a question that only the turns around it name. So, in hybrid
mode, a candidate that stands next to other candidates in the same thread gets a part of their scores. It is a boost
like any other: bounded, named in the hit's explanation, and never applied across threads.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from time import perf_counter

import numpy as np

from memory_desktop.core.answers import Boost, Hit, RecallAnswer
from memory_desktop.core.errors import CancelledError, EmbeddingError
from memory_desktop.core.fusion import Fused, reciprocal_ranks, single, weighted
from memory_desktop.core.ports import CancelToken, Embedder, Keys, KeySelection, ScoredKeys, Vectors
from memory_desktop.core.query import ParsedQuery, RecordFilter, parse_query
from memory_desktop.core.records import Memory
from memory_desktop.engine.keyword_keeper import KeywordKeeper
from memory_desktop.engine.vector_keeper import VectorKeeper
from memory_desktop.store import Store

MODES = ("hybrid", "rrf", "vector", "keyword")

#: How many candidates each list gives to the fusion.
DEPTH = 200
#: What each list counts in hybrid mode.
WEIGHTS = {"keyword": 0.6, "vector": 0.4}
#: Part of a neighbour's score that a candidate gets, by distance in its thread.
NEIGHBOUR_SHARES = (0.35, 0.15)
#: Without a thread, only what was said within this time of each other is one conversation.
_ONE_SITTING = timedelta(minutes=30)
_MANY = 1_000_000


@dataclass(slots=True)
class _Search:
    """One query on its way."""

    query: ParsedQuery
    filter: RecordFilter
    mode: str
    k: int
    prefix_last: bool
    cancel: CancelToken | None
    notes: list[str] = field(default_factory=list)
    timings: dict[str, float] = field(default_factory=dict)
    model_version: str = ""

    def check(self) -> None:
        if self.cancel is not None and self.cancel.cancelled():
            raise CancelledError("The search was superseded.")

    def timed(self, stage: str, since: float) -> None:
        self.timings[stage] = self.timings.get(stage, 0.0) + perf_counter() - since


class Recall:
    """Answers queries over one vault. Safe from many threads."""

    def __init__(
        self, store: Store, keywords: KeywordKeeper, vectors: VectorKeeper, embedder: Embedder
    ) -> None:
        self._store = store
        self._keywords = keywords
        self._vectors = vectors
        self._embedder = embedder
        # (head it was read at, sorted keys of what is not active)
        self._inactive: tuple[int, Keys] = (-1, np.empty(0, dtype=np.int64))

    def answer(
        self,
        raw: str,
        *,
        mode: str = "hybrid",
        k: int = 10,
        filter: RecordFilter | None = None,
        cancel: CancelToken | None = None,
        prefix_last: bool = False,
    ) -> RecallAnswer:
        """The k best memories for a query.

        Args:
            raw: words, "phrases", -exclusions and typed operators.
            filter: a restriction besides the typed ones.
            prefix_last: the last word is still being typed.

        Raises:
            ValueError: an unknown mode, or k < 1. CancelledError: superseded.
        """
        if mode not in MODES:
            raise ValueError(f"mode {mode!r} is not known; choose one of {', '.join(MODES)}")
        if k < 1:
            raise ValueError("k must be at least 1")
        started = perf_counter()
        query = parse_query(raw)
        search = _Search(query, (filter or RecordFilter()).merged(query.filter), mode, k, prefix_last, cancel)
        search.notes.extend(query.problems)
        as_of = self._store.log.head
        if query.text:
            hits, total = self._ranked(search)
        else:
            hits, total = self._newest(search)
        search.check()
        unembedded = self._unembedded(search)
        search.timings["total"] = perf_counter() - started
        return RecallAnswer(
            query=raw,
            mode=mode,
            hits=tuple(hits),
            as_of=as_of,
            unembedded=unembedded,
            keyword_total=total,
            notes=tuple(dict.fromkeys(search.notes)),
            timings=search.timings,
            model_version=search.model_version,
        )

    def related(self, memory: Memory, k: int) -> RecallAnswer:
        """The memories nearest to one, by its stored vector, or by its words while it has none."""
        found, vectors = self._vectors.index.fetch(np.asarray([memory.key], dtype=np.int64))
        if not len(found):
            words = " ".join(memory.content.replace('"', " ").split()[:40])
            answer = self.answer(_plain_words(words), mode="keyword", k=k + 1)
            hits = [hit for hit in answer.hits if hit.memory.key != memory.key][:k]
            ranked = tuple(replace(hit, rank=rank) for rank, hit in enumerate(hits, start=1))
            note = "It has no vector yet; these share words with it."
            return replace(answer, query=memory.id, hits=ranked, notes=(*answer.notes, note))
        search = _Search(parse_query(""), RecordFilter(), "vector", k, False, None)
        started = perf_counter()
        exclude = np.union1d(self._inactive_keys(), found)
        scored = self._vectors.index.search(vectors[0], k, KeySelection(exclude=exclude))
        search.timed("vector", started)
        hits = self._hydrate(search, single("vector", scored)[:k], {})
        return RecallAnswer(memory.id, "vector", tuple(hits), self._store.log.head, 0, None, (), search.timings)

    def _ranked(self, search: _Search) -> tuple[list[Hit], int | None]:
        lists: dict[str, ScoredKeys] = {}
        total: int | None = None
        if search.mode != "keyword":
            vectors = self._vector_list(search)
            if vectors is not None:
                lists["vector"] = vectors
        search.check()
        if search.mode != "vector":
            started = perf_counter()
            lists["keyword"] = self._keyword_list(search)
            total = self._keywords.index.count(search.query, search.filter, prefix_last=search.prefix_last)
            search.timed("keyword", started)
            search.notes.extend(self._keywords.notes)
        search.check()
        started = perf_counter()
        fused, boosts = self._fuse(search, lists)
        search.timed("fuse", started)
        return self._hydrate(search, fused[: search.k], boosts), total

    def _vector_list(self, search: _Search) -> ScoredKeys | None:
        started = perf_counter()
        try:
            vector = self._embedder.embed_query(search.query.text)
            search.model_version = self._embedder.model_version
        except EmbeddingError as error:
            search.notes.append(f"Search by meaning is off: {error.message}")
            return None
        search.timed("embed", started)
        started = perf_counter()
        scored = self._vector_search(search, vector)
        search.timed("vector", started)
        search.notes.extend(self._vectors.notes)
        return scored

    def _vector_search(self, search: _Search, vector: Vectors) -> ScoredKeys:
        selection = self._selection(search)
        depth = max(DEPTH if search.mode in ("hybrid", "rrf") else 0, search.k)
        return self._vectors.index.search(vector, depth, selection)

    def _selection(self, search: _Search) -> KeySelection:
        """The keys that filter, phrases and exclusions let through."""
        if search.filter.only_active:
            selection = KeySelection(exclude=self._inactive_keys())
        else:
            selection = KeySelection(include=self._store.records.keys(search.filter))
        if search.query.phrases:
            must = ParsedQuery(raw="", text="x", phrases=search.query.phrases)
            keys = np.sort(self._keywords.index.search(must, search.filter, _MANY).keys)
            include = keys if selection.include is None else np.intersect1d(selection.include, keys)
            selection = KeySelection(include=include)
        if search.query.excluded:
            out: Keys = np.empty(0, dtype=np.int64)
            for text in search.query.excluded:
                each = ParsedQuery(raw="", text=text, phrases=(text,))
                out = np.union1d(out, self._keywords.index.search(each, search.filter, _MANY).keys)
            if selection.include is not None:
                selection = KeySelection(include=np.setdiff1d(selection.include, out, assume_unique=True))
            else:
                exclude = out if selection.exclude is None else np.union1d(selection.exclude, out)
                selection = KeySelection(exclude=exclude)
        return selection

    def _keyword_list(self, search: _Search) -> ScoredKeys:
        depth = max(DEPTH if search.mode in ("hybrid", "rrf") else 0, search.k)
        if search.filter.unembedded is None:
            return self._keywords.index.search(search.query, search.filter, depth, prefix_last=search.prefix_last)
        allowed = self._store.records.keys(search.filter)
        scored = self._keywords.index.search(search.query, search.filter, _MANY, prefix_last=search.prefix_last)
        keep = np.isin(scored.keys, allowed)
        return ScoredKeys(scored.keys[keep][:depth], scored.scores[keep][:depth])

    def _fuse(self, search: _Search, lists: dict[str, ScoredKeys]) -> tuple[list[Fused], dict[int, list[Boost]]]:
        if search.mode == "rrf":
            return reciprocal_ranks(lists), {}
        if search.mode != "hybrid":
            return [one for name, scored in lists.items() for one in single(name, scored)], {}
        fused = weighted(lists, WEIGHTS)
        return self._with_neighbours(search, fused)

    def _with_neighbours(self, search: _Search, fused: list[Fused]) -> tuple[list[Fused], dict[int, list[Boost]]]:
        """Candidates re-scored by what stands next to them in their thread."""
        if len(fused) < 2:
            return fused, {}
        scores = {one.key: one.score for one in fused}
        reach = len(NEIGHBOUR_SHARES)
        near = [key for key in scores if any(key + step in scores for step in range(-reach, reach + 1) if step)]
        places = self._store.records.places(near)
        boosts: dict[int, list[Boost]] = {}
        raised: list[Fused] = []
        for one in fused:
            amount, best = 0.0, 0.0
            for distance, share in enumerate(NEIGHBOUR_SHARES, start=1):
                for key in (one.key - distance, one.key + distance):
                    if key in scores and _same_thread(places.get(one.key), places.get(key)):
                        amount += share * scores[key]
                        best = max(best, scores[key])
            if amount:
                reason = f"turns beside it in the same thread match too (best {best:.2f})"
                boosts[one.key] = [Boost("neighbours", amount, reason)]
                one = replace(one, score=one.score + amount)
            raised.append(one)
        return sorted(raised, key=lambda one: (-one.score, one.key)), boosts

    def _hydrate(self, search: _Search, fused: Sequence[Fused], boosts: dict[int, list[Boost]]) -> list[Hit]:
        started = perf_counter()
        memories = {memory.key: memory for memory in self._store.records.by_keys([one.key for one in fused])}
        found = [(one, memories[one.key]) for one in fused if one.key in memories]
        marks: list[tuple[tuple[int, int], ...]] = [()] * len(found)
        if search.query.text and search.mode != "vector":
            texts = [memory.content for _, memory in found]
            marks = self._keywords.index.highlight(search.query, texts, prefix_last=search.prefix_last)
        search.timed("hydrate", started)
        return [
            Hit(rank, memory, one.score, one.lists, tuple(boosts.get(one.key, ())), matches)
            for rank, ((one, memory), matches) in enumerate(zip(found, marks, strict=True), start=1)
        ]

    def _newest(self, search: _Search) -> tuple[list[Hit], int | None]:
        """No words, only operators: what fits, newest first."""
        if not search.query.chips:
            return [], None
        started = perf_counter()
        keys = self._store.records.keys(search.filter, sort="created_at", descending=True)
        memories = self._store.records.by_keys(keys[: search.k])
        search.timed("hydrate", started)
        search.notes.append("No words to rank by: newest first.")
        return [Hit(rank, memory, 0.0, {}) for rank, memory in enumerate(memories, start=1)], len(keys)

    def _unembedded(self, search: _Search) -> int:
        """How many records that match the words and the filter wait for their vectors (F9)."""
        waiting = self._store.queue.waiting_keys()
        if not len(waiting):
            return 0
        if not search.query.text or search.mode == "vector":
            if search.filter.only_active:
                return len(np.setdiff1d(waiting, self._inactive_keys(), assume_unique=True))
            return len(np.intersect1d(waiting, self._store.records.keys(search.filter)))
        # Sync works in key order: nearly all that waits is newer than all that does not, so a bound counts it.
        indexed_up_to = self._store.queue.last_indexed_key()
        exceptions = waiting[waiting <= indexed_up_to]
        counted = self._keywords.index.count(
            search.query, search.filter, above=indexed_up_to, prefix_last=search.prefix_last
        )
        if len(exceptions):
            counted += self._keywords.index.count(
                search.query, search.filter, keys=exceptions, prefix_last=search.prefix_last
            )
        return counted

    def _inactive_keys(self) -> Keys:
        head = self._store.log.head
        if self._inactive[0] != head:
            self._inactive = (head, self._store.records.inactive_keys())
        return self._inactive[1]


def _same_thread(one: tuple[str, str, datetime] | None, other: tuple[str, str, datetime] | None) -> bool:
    if one is None or other is None or one[:2] != other[:2]:
        return False
    return bool(one[0]) or abs(one[2] - other[2]) <= _ONE_SITTING


def _plain_words(text: str) -> str:
    """The text with nothing in it that would be read as an operator or an exclusion."""
    return " ".join(word.replace(":", " ").lstrip("-") for word in text.split())
