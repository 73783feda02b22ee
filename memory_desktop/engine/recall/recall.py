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

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from time import perf_counter
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

from memory_desktop.core.answers import Boost, Hit, RecallAnswer
from memory_desktop.core.errors import CancelledError, EmbeddingError
from memory_desktop.core.memory.records import Memory
from memory_desktop.core.ports import CancelToken, Keys, KeySelection, ScoredKeys, Vectors
from memory_desktop.core.query.language import ParsedQuery, RecordFilter, parse_query
from memory_desktop.core.ranking.fusion import Fusion, best_first, reciprocal_ranks, single, summed, weighted
from memory_desktop.core.settings import Settings
from memory_desktop.core.wording import count
from memory_desktop.engine.assembly.lifting import Lifts
from memory_desktop.engine.embedding.space import Space
from memory_desktop.engine.recall.guards import Candidate, Guards
from memory_desktop.engine.recall.scope import Scope
from memory_desktop.engine.recall.threads import ThreadMap
from memory_desktop.engine.upkeep.keyword_keeper import KeywordKeeper
from memory_desktop.store.vector_queue import VectorQueue

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
    exact: bool = False
    notes: list[str] = field(default_factory=list)
    timings: dict[str, float] = field(default_factory=dict)
    model_version: str = ""
    selection: KeySelection = field(default_factory=KeySelection)
    lifts: Lifts = field(default_factory=lambda: Lifts({}, ()))

    def check(self) -> None:
        if self.cancel is not None and self.cancel.cancelled():
            raise CancelledError("The search was superseded.")

    def timed(self, stage: str, since: float) -> None:
        self.timings[stage] = self.timings.get(stage, 0.0) + perf_counter() - since


class Recall:
    """Answers queries over the records of one scope. Safe from many threads.

    Args:
        settings: those of the moment, asked for each query.
        pool: where words are looked up while this thread looks up vectors.
        lifts: what the assemblies do to a query, by its vector; None where there are none (the past, measurements).
    """

    def __init__(
        self,
        scope: Scope,
        queue: VectorQueue,
        threads: ThreadMap,
        keywords: KeywordKeeper,
        space: Callable[[], Space],
        settings: Callable[[], Settings],
        pool: Executor,
        lifts: Callable[[Vectors], Lifts] | None = None,
    ) -> None:
        self._scope = scope
        self._queue = queue
        self._threads = threads
        self._keywords = keywords
        self._space = space
        self._settings = settings
        self._pool = pool
        self._lifts = lifts

    def answer(
        self,
        raw: str,
        *,
        mode: str = "hybrid",
        k: int = 10,
        filter: RecordFilter | None = None,
        cancel: CancelToken | None = None,
        prefix_last: bool = False,
        exact: bool = False,
    ) -> RecallAnswer:
        """The k best memories for a query.

        Args:
            raw: words, "phrases", -exclusions and typed operators.
            filter: a restriction besides the typed ones.
            prefix_last: the last word is still being typed.
            exact: compare with every vector instead of asking the graphs.

        Raises:
            ValueError: an unknown mode, or k < 1. CancelledError: superseded.
        """
        if mode not in MODES:
            raise ValueError(f"mode {mode!r} is not known; choose one of {', '.join(MODES)}")
        if k < 1:
            raise ValueError("k must be at least 1")
        started = perf_counter()
        query = parse_query(raw)
        search = _Search(query, (filter or RecordFilter()).merged(query.filter), mode, k, prefix_last, cancel, exact)
        search.notes.extend(query.problems)
        as_of = self._scope.position
        search.selection = self._scope.select(search.filter)
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
            assemblies=search.lifts.activations,
        )

    def related(self, memory: Memory, k: int) -> RecallAnswer:
        """The memories nearest to one, by its stored vector, or by its words while it has none."""
        index = self._space().vectors.index
        found, vectors = index.fetch(np.asarray([memory.key], dtype=np.int64))
        if not len(found):
            words = " ".join(memory.content.replace('"', " ").split()[:40])
            answer = self.answer(_plain_words(words), mode="keyword", k=k + 1)
            hits = [hit for hit in answer.hits if hit.memory.key != memory.key][:k]
            ranked = tuple(replace(hit, rank=rank) for rank, hit in enumerate(hits, start=1))
            note = "It has no vector yet; these share words with it."
            return replace(answer, query=memory.id, hits=ranked, notes=(*answer.notes, note))
        search = _Search(parse_query(""), RecordFilter(), "vector", k, False, None)
        started = perf_counter()
        nearest = _without(self._scope.select(search.filter), found)
        scored = index.search(vectors[0], k, nearest)
        search.timed("vector", started)
        hits = self._hydrate(search, _first(single("vector", scored), k))
        return RecallAnswer(memory.id, "vector", tuple(hits), self._scope.position, 0, None, (), search.timings)

    def _ranked(self, search: _Search) -> tuple[list[Hit], int | None]:
        lists: dict[str, ScoredKeys] = {}
        total: int | None = None
        guards = Guards(self._scope, self._settings(), search.filter)
        search.selection = guards.narrowed(search.selection)
        # Both indexes work outside Python: while one thread asks the vectors, another asks the words.
        words = self._pool.submit(self._keyword_list, search, guards) if search.mode != "vector" else None
        selection = search.selection
        try:
            if search.mode != "keyword":
                started = perf_counter()
                selection = self._narrowed_by_words(search)
                search.timed("filter", started)
                vectors = self._vector_list(search, selection, guards)
                if vectors is not None:
                    lists["vector"] = vectors
        finally:
            if words is not None:
                lists["keyword"], total = words.result()
        search.notes.extend(self._keywords.notes if words is not None else ())
        search.check()
        started = perf_counter()
        ranked = self._fuse(search, lists, selection, guards)
        candidates = guards.chosen(ranked, search.k)
        search.timed("fuse", started)
        search.notes.extend(guards.notes)
        return self._hydrate(search, candidates), total

    def _vector_list(self, search: _Search, selection: KeySelection, guards: Guards) -> ScoredKeys | None:
        started, space = perf_counter(), self._space()
        try:
            vector = space.embedder.embed_query(search.query.text)
            search.model_version = space.model_version
            if self._lifts is not None:
                search.lifts = self._lifts(vector)
                search.notes.extend(_left_out(search.lifts))
        except EmbeddingError as error:
            search.notes.append(f"Search by meaning is off: {error.message}")
            return None
        search.timed("embed", started)
        started = perf_counter()
        index, depth = space.vectors.index, guards.depth(_depth(search, "vector"))
        scored = (index.exact_search if search.exact else index.search)(vector, depth, selection)
        search.timed("vector", started)
        search.notes.extend(space.vectors.notes)
        return scored

    def _narrowed_by_words(self, search: _Search) -> KeySelection:
        """What phrases and exclusions leave of the selection, for the vectors, which know no words."""
        selection, index = search.selection, self._keywords.index
        if search.query.phrases:
            must = ParsedQuery(raw="", text="x", phrases=search.query.phrases)
            selection = KeySelection(include=np.sort(index.search(must, _MANY, selection).keys))
        for text in search.query.excluded:
            each = ParsedQuery(raw="", text=text, phrases=(text,))
            selection = _without(selection, np.sort(index.search(each, _MANY, KeySelection()).keys))
        return selection

    def _keyword_list(self, search: _Search, guards: Guards) -> tuple[ScoredKeys, int]:
        """(the list, how many records match in all)."""
        started = perf_counter()
        depth = guards.depth(_depth(search, "keyword"))
        found = self._keywords.index.search(search.query, depth, search.selection, prefix_last=search.prefix_last)
        search.timed("keyword", started)
        return found, found.total or 0

    def _fuse(
        self, search: _Search, lists: dict[str, ScoredKeys], selection: KeySelection, guards: Guards
    ) -> list[Candidate]:
        """The candidates, best first: enough of them for the guards to choose from."""
        if search.mode == "hybrid":
            return self._with_neighbours(search, weighted(lists, WEIGHTS), selection, guards)
        if search.mode == "rrf":
            fusion = reciprocal_ranks(lists)
        elif lists:
            ((name, scored),) = lists.items()
            fusion = single(name, scored)
        else:
            return []
        keys, scores, members = _with_assemblies(search.lifts, fusion.keys, fusion.scores)
        keys, scores, penalties = guards.weighed(keys, scores)
        return _candidates(fusion, keys, scores, guards.pool(search.k), (members,), penalties)

    def _with_neighbours(
        self, search: _Search, fusion: Fusion, selection: KeySelection, guards: Guards
    ) -> list[Candidate]:
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
        fits = np.isin(raised, keys) | selection.allows(raised)
        lifts = dict(zip(raised[fits].tolist(), amounts[fits].tolist(), strict=True))
        boosts = {key: Boost("neighbours", amount, _BESIDE) for key, amount in lifts.items() if amount > 0}
        for key, score in zip(keys[alone].tolist(), scores[alone].tolist(), strict=True):
            if score > 0:
                boosts[key] = Boost("alone", ALONE_SHARE * score, _ALONE)
        lifted = np.array(list(boosts), dtype=np.int64)
        by = np.array([boost.amount for boost in boosts.values()])
        best = best_first(*summed(np.concatenate([keys, lifted]), np.concatenate([scores, by])))
        best_keys, best_scores, members = _with_assemblies(search.lifts, *best)
        weighed_keys, weighed, penalties = guards.weighed(best_keys, best_scores)
        return _candidates(fusion, weighed_keys, weighed, guards.pool(search.k), (boosts, members), penalties)

    def _hydrate(self, search: _Search, candidates: Sequence[Candidate]) -> list[Hit]:
        started = perf_counter()
        memories = {memory.key: memory for memory in self._scope.records.by_keys([one.key for one in candidates])}
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
        records = self._scope.records
        keys = records.keys(search.filter, sort="created_at", descending=True)
        memories = records.by_keys(keys[: search.k])
        search.timed("hydrate", started)
        search.notes.append("No words to rank by: newest first.")
        return [Hit(rank, memory, 0.0, {}) for rank, memory in enumerate(memories, start=1)], len(keys)

    def _unembedded(self, search: _Search) -> int:
        """How many records that match the words and the filter wait for their vectors (F9)."""
        waiting = self._queue.waiting_keys()
        if not len(waiting):
            return 0
        waiting = waiting[search.selection.allows(waiting)]
        if not search.query.text or search.mode == "vector" or not len(waiting):
            return len(waiting)
        return self._keywords.index.count(
            search.query, KeySelection(include=waiting), above=int(waiting[0]) - 1, prefix_last=search.prefix_last
        )


def _depth(search: _Search, name: str) -> int:
    """How many candidates a list gives: more than k only where they are fused."""
    return max(DEPTHS[name], search.k) if search.mode in ("hybrid", "rrf") else search.k


def _without(selection: KeySelection, keys: Keys) -> KeySelection:
    """The selection without these sorted keys."""
    if selection.include is not None:
        return KeySelection(include=np.setdiff1d(selection.include, keys, assume_unique=True))
    return KeySelection(exclude=keys if selection.exclude is None else np.union1d(selection.exclude, keys))


def _first(fusion: Fusion, k: int) -> list[Candidate]:
    return _candidates(fusion, fusion.keys, fusion.scores, k, ())


def _with_assemblies(
    lifts: Lifts, keys: Keys, scores: npt.NDArray[np.float64]
) -> tuple[Keys, npt.NDArray[np.float64], dict[int, Boost]]:
    """Candidates in their order after members of activated assemblies were lifted, and by what (A5)."""
    if not lifts.boosts or not len(keys):
        return keys, scores, {}
    best = float(scores.max())
    boosts = {
        key: replace(boost, amount=boost.amount * best)
        for key in keys.tolist()
        if (boost := lifts.boosts.get(key)) is not None
    }
    lifted = scores + np.array([boosts[key].amount if key in boosts else 0.0 for key in keys.tolist()])
    return (*best_first(keys, lifted), boosts)


def _candidates(
    fusion: Fusion,
    keys: Keys,
    scores: npt.NDArray[np.float64],
    count: int,
    boosts: Sequence[Mapping[int, Boost]],
    weights: Mapping[int, tuple[Boost, ...]] = MappingProxyType({}),
) -> list[Candidate]:
    """The first `count`, each with what its score is the sum of."""
    return [
        Candidate(key, score, fusion.places(key), (*(by[key] for by in boosts if key in by), *weights.get(key, ())))
        for key, score in zip(keys[:count].tolist(), scores[:count].tolist(), strict=True)
    ]


def _left_out(lifts: Lifts) -> list[str]:
    """That the drift gate kept assemblies from lifting their members, in a sentence; the whole list is the answer's."""
    skipped = [one for one in lifts.activations if one.state == "skipped"]
    if not skipped:
        return []
    others = len(skipped) - 1
    verb = "do" if others > 1 else "does"
    nor = f"; nor {verb} {count(others, 'other assembly', 'other assemblies')}" if others else ""
    return [f"“{skipped[0].name}” lifts nothing: {skipped[0].reason}{nor}."]


def _plain_words(text: str) -> str:
    """The text with nothing in it that would be read as an operator or an exclusion."""
    return " ".join(word.replace(":", " ").lstrip("-") for word in text.split())
