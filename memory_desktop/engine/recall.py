"""How a query travels: embed it, ask both indexes inside the filter, fuse, look at neighbours, hydrate, explain.

Reads never wait on sync, import or rebuild: the indexes are read as they are, and the answer says what it lacks.

**Neighbours.** A turn of a conversation often answers a question that only the turns around it name. So, in hybrid
mode, what stands next to a candidate in the same thread gets a part of its score, and may come in by that alone. It is
a boost like any other: named in the hit's explanation, kept inside the filter, and never applied across threads.
(Measured on questions about long conversations: recall@10 0.63 without it, 0.71 with it.) A memory that stands alone
has nobody to lift it, and would lose to every turn of a chatty thread; so it is lifted by itself, as if it stood beside
one that matches as well as it does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from time import perf_counter

import numpy as np

from memory_desktop.core.answers import Boost, Hit, ListScore, RecallAnswer
from memory_desktop.core.errors import CancelledError, EmbeddingError
from memory_desktop.core.fusion import Fusion, best_first, reciprocal_ranks, single, summed, weighted
from memory_desktop.core.ports import CancelToken, Embedder, Keys, KeySelection, ScoredKeys
from memory_desktop.core.query import ParsedQuery, RecordFilter, parse_query
from memory_desktop.core.records import Memory
from memory_desktop.engine.keyword_keeper import KeywordKeeper
from memory_desktop.engine.threads import ThreadMap
from memory_desktop.engine.vector_keeper import VectorKeeper
from memory_desktop.store import Store

MODES = ("hybrid", "rrf", "vector", "keyword")

#: How many candidates each list gives to the fusion.
DEPTHS = {"vector": 100, "keyword": 50}
#: What each list counts in hybrid mode.
WEIGHTS = {"keyword": 0.6, "vector": 0.4}
#: Part of a candidate's score that what stands beside it gets, by distance in the thread.
NEIGHBOUR_SHARES = (0.5, 0.25)
#: Part of its own score that a candidate without any neighbours gets.
ALONE_SHARE = 0.75
_MANY = 1_000_000
_BESIDE = "what stands beside it in its thread matches too"
_ALONE = "it stands alone, so nothing beside it could lift it"


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


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A key with its fused score, and what that is the sum of."""

    key: int
    score: float
    places: Mapping[str, ListScore]
    boosts: tuple[Boost, ...] = ()


class Recall:
    """Answers queries over one vault. Safe from many threads."""

    def __init__(self, store: Store, keywords: KeywordKeeper, vectors: VectorKeeper, embedder: Embedder) -> None:
        self._store = store
        self._keywords = keywords
        self._vectors = vectors
        self._embedder = embedder
        self._threads = ThreadMap(store)
        self._pool = ThreadPoolExecutor(2, thread_name_prefix="keyword-search")
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
        hits = self._hydrate(search, _first(single("vector", scored), k))
        return RecallAnswer(memory.id, "vector", tuple(hits), self._store.log.head, 0, None, (), search.timings)

    def close(self) -> None:
        """End the threads."""
        self._pool.shutdown()

    def _ranked(self, search: _Search) -> tuple[list[Hit], int | None]:
        lists: dict[str, ScoredKeys] = {}
        total: int | None = None
        selection = KeySelection()
        # Both indexes work outside Python: while one thread asks the vectors, another asks the words.
        words = self._pool.submit(self._keyword_list, search) if search.mode != "vector" else None
        try:
            if search.mode != "keyword":
                started = perf_counter()
                selection = self._selection(search)
                search.timed("filter", started)
                vectors = self._vector_list(search, selection)
                if vectors is not None:
                    lists["vector"] = vectors
        finally:
            if words is not None:
                lists["keyword"], total = words.result()
        search.notes.extend(self._keywords.notes if words is not None else ())
        search.check()
        started = perf_counter()
        candidates = self._fuse(search, lists, selection)[: search.k]
        search.timed("fuse", started)
        return self._hydrate(search, candidates), total

    def _vector_list(self, search: _Search, selection: KeySelection) -> ScoredKeys | None:
        started = perf_counter()
        try:
            vector = self._embedder.embed_query(search.query.text)
            search.model_version = self._embedder.model_version
        except EmbeddingError as error:
            search.notes.append(f"Search by meaning is off: {error.message}")
            return None
        search.timed("embed", started)
        started = perf_counter()
        scored = self._vectors.index.search(vector, _depth(search, "vector"), selection)
        search.timed("vector", started)
        search.notes.extend(self._vectors.notes)
        return scored

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

    def _keyword_list(self, search: _Search) -> tuple[ScoredKeys, int]:
        """(the list, how many records match in all)."""
        started = perf_counter()
        depth = _depth(search, "keyword")
        if search.filter.unembedded is None:
            found = self._keywords.index.search(search.query, search.filter, depth, prefix_last=search.prefix_last)
            search.timed("keyword", started)
            return found, found.total or 0
        allowed = self._store.records.keys(search.filter)
        scored = self._keywords.index.search(search.query, search.filter, _MANY, prefix_last=search.prefix_last)
        keep = np.isin(scored.keys, allowed)
        search.timed("keyword", started)
        return ScoredKeys(scored.keys[keep][:depth], scored.scores[keep][:depth]), int(keep.sum())

    def _fuse(self, search: _Search, lists: dict[str, ScoredKeys], selection: KeySelection) -> list[_Candidate]:
        """The candidates for the first k places, best first."""
        if search.mode == "hybrid":
            return self._with_neighbours(weighted(lists, WEIGHTS), search.k, selection)
        if search.mode == "rrf":
            return _first(reciprocal_ranks(lists), search.k)
        return [one for name, scored in lists.items() for one in _first(single(name, scored), search.k)]

    def _with_neighbours(self, fusion: Fusion, k: int, selection: KeySelection) -> list[_Candidate]:
        """Candidates, and what stands beside them, scored together."""
        keys, scores = fusion.keys, fusion.scores
        raised_keys, raised_amounts = [np.empty(0, dtype=np.int64)], [np.empty(0)]
        alone = np.ones(len(keys), dtype=bool)
        for step, share in enumerate(NEIGHBOUR_SHARES, start=1):
            for distance in (-step, step):
                rows, beside = self._threads.beside(keys, distance)
                alone[rows] = False
                raised_keys.append(beside)
                raised_amounts.append(share * scores[rows])
        raised, amounts = summed(np.concatenate(raised_keys), np.concatenate(raised_amounts))
        # Candidates are inside the selection already; who comes in only by standing beside one must be, too.
        fits = np.isin(raised, keys) | _selected(raised, selection)
        lifts = dict(zip(raised[fits].tolist(), amounts[fits].tolist(), strict=True))
        boosts = {key: Boost("neighbours", amount, _BESIDE) for key, amount in lifts.items() if amount > 0}
        for key, score in zip(keys[alone].tolist(), scores[alone].tolist(), strict=True):
            if score > 0:
                boosts[key] = Boost("alone", ALONE_SHARE * score, _ALONE)
        lifted = np.array(list(boosts), dtype=np.int64)
        by = np.array([boost.amount for boost in boosts.values()])
        best = best_first(*summed(np.concatenate([keys, lifted]), np.concatenate([scores, by])))
        return [
            _Candidate(key, score, fusion.places(key), (boosts[key],) if key in boosts else ())
            for key, score in zip(best[0][:k].tolist(), best[1][:k].tolist(), strict=True)
        ]

    def _hydrate(self, search: _Search, candidates: Sequence[_Candidate]) -> list[Hit]:
        started = perf_counter()
        memories = {memory.key: memory for memory in self._store.records.by_keys([one.key for one in candidates])}
        found = [(one, memories[one.key]) for one in candidates if one.key in memories]
        marks: list[tuple[tuple[int, int], ...]] = [()] * len(found)
        if search.query.text and search.mode != "vector":
            texts = [memory.content for _, memory in found]
            marks = self._keywords.index.highlight(search.query, texts, prefix_last=search.prefix_last)
        search.timed("hydrate", started)
        return [
            Hit(rank, memory, one.score, one.places, one.boosts, matches)
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


def _depth(search: _Search, name: str) -> int:
    """How many candidates a list gives: more than k only where they are fused."""
    return max(DEPTHS[name], search.k) if search.mode in ("hybrid", "rrf") else search.k


def _selected(keys: Keys, selection: KeySelection) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
    """Which of the keys the selection lets through."""
    chosen = np.ones(len(keys), dtype=bool)
    if selection.include is not None:
        chosen &= np.isin(keys, selection.include)
    if selection.exclude is not None:
        chosen &= ~np.isin(keys, selection.exclude)
    return chosen


def _first(fusion: Fusion, k: int) -> list[_Candidate]:
    best = zip(fusion.keys[:k].tolist(), fusion.scores[:k].tolist(), strict=True)
    return [_Candidate(key, score, fusion.places(key)) for key, score in best]


def _plain_words(text: str) -> str:
    """The text with nothing in it that would be read as an operator or an exclusion."""
    return " ".join(word.replace(":", " ").lstrip("-") for word in text.split())
