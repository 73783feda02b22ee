"""How a query travels: narrow, ask both indexes inside the filter, score, guard, cut off, hydrate, explain.

Reads never wait on sync, import or rebuild: the indexes are read as they are, and the answer says what it lacks.

**Candidates and places.** Both indexes give a fixed number of candidates, whatever k is, and a candidate's score
depends on nothing but itself and its conversation (`engine.recall.stages`): so the first hits are the same for any k.
Only who wants more hits than there are candidates gets further ones; they come after all others.

Members of an activated assembly are candidates, too, though neither index gave them. Their own words and meaning count
for them as for any other, the lift comes on top, and the cut-off holds for them. They come after all candidates that an
index gave: an assembly may add to an answer, but it takes nothing out of it.

**Cut-off.** In hybrid mode a hit for which less speaks than `LEAST` (a share of a full match by words), or than
`LEAST_PART` of what speaks for the best, is hidden and counted in the answer; in the other modes one that was found by
meaning alone and stands out less than `LEAST_MEANING`.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass, field, replace
from time import perf_counter

import numpy as np

from memory_desktop.core.answers import Boost, Hit, RecallAnswer
from memory_desktop.core.assemblies import Activation
from memory_desktop.core.errors import CancelledError, EmbeddingError
from memory_desktop.core.keys import Keys, among, united
from memory_desktop.core.memory.records import Memory
from memory_desktop.core.outside import query_vector
from memory_desktop.core.ports import CancelToken, KeySelection, ScoredKeys, Vectors
from memory_desktop.core.query.language import ParsedQuery, RecordFilter, parse_query
from memory_desktop.core.query.times import named_times
from memory_desktop.core.ranking.background import SENTENCES, Background
from memory_desktop.core.ranking.fusion import reciprocal_ranks, single
from memory_desktop.core.ranking.words import WordScores
from memory_desktop.core.settings import Settings
from memory_desktop.core.wording import count
from memory_desktop.engine.assembly.lifting import Lifts
from memory_desktop.engine.embedding.space import Space
from memory_desktop.engine.history.succession import with_ids_of_now
from memory_desktop.engine.recall import stages
from memory_desktop.engine.recall.guards import Guards
from memory_desktop.engine.recall.named_time import NamedTime
from memory_desktop.engine.recall.pool import Candidate, Pool, first
from memory_desktop.engine.recall.scope import Scope
from memory_desktop.engine.recall.sources import Sources
from memory_desktop.engine.recall.threads import ThreadMap
from memory_desktop.engine.recall.trace import Trace
from memory_desktop.engine.recall.wording import Wording
from memory_desktop.engine.upkeep.keyword_keeper import KeywordKeeper
from memory_desktop.store.vector_queue import VectorQueue

MODES = ("hybrid", "rrf", "vector", "keyword")

#: How many candidates each index gives.
DEPTH = 100
#: How many members of activated assemblies are candidates though neither index gave them; those lifted most.
BROUGHT = 100
#: Hits for which less speaks are hidden (hybrid), and those for which less than this part of the best speaks.
LEAST = 0.06
LEAST_PART = 0.15
#: The same by meaning alone, in standard deviations above ordinary sentences.
LEAST_MEANING = 0.5
#: What an answer says where the model knows no word of the query: some text has one of them, or none has.
BY_WORDS_ALONE = "The embedding model knows none of these words: this was found by the words alone."
NOT_UNDERSTOOD = (
    "Nothing was found: no memory that was searched has these words, and the embedding model does not know them, so"
    " there is no meaning to compare."
)
_QUOTES = Boost("quotes", 0.0, "it only quotes a message that was found, too, and stands behind it")
_PANIC = "PanicException"  # what a fault inside tantivy comes as; it is no Exception


@dataclass(slots=True)
class _Search:
    """The state of one query while it is answered."""

    query: ParsedQuery
    filter: RecordFilter
    mode: str
    k: int
    prefix_last: bool
    cancel: CancelToken | None
    exact: bool = False
    show_weaker: bool = False
    marked: bool = True
    notes: list[str] = field(default_factory=list)
    timings: dict[str, float] = field(default_factory=dict)
    model_version: str = ""
    selection: KeySelection = field(default_factory=KeySelection)
    wording: Wording | None = None
    total: int | None = None
    words: WordScores = field(default_factory=WordScores.none)
    time: NamedTime | None = None
    lifts: Lifts = field(default_factory=lambda: Lifts({}, ()))
    lifted: bool = False
    weaker: int = 0
    understood: bool = True
    vector: Vectors | None = None
    trace: Trace = field(default_factory=Trace)

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
        lifts: what the assemblies do to a query, by its vector; None where they do nothing (the past, measurements).
        skipped: the assemblies that lift nothing whatever is asked, and why, for a query that none was compared with.
    """

    def __init__(
        self,
        scope: Scope,
        queue: VectorQueue,
        threads: ThreadMap,
        sources: Sources,
        keywords: KeywordKeeper,
        space: Callable[[], Space],
        settings: Callable[[], Settings],
        pool: Executor,
        lifts: Callable[[Vectors], Lifts] | None = None,
        skipped: Callable[[], tuple[Activation, ...]] = tuple,
    ) -> None:
        self._scope = scope
        self._queue = queue
        self._threads = threads
        self._sources = sources
        self._keywords = keywords
        self._space = space
        self._settings = settings
        self._pool = pool
        self._lifts = lifts
        self._skipped = skipped
        self._backgrounds = _Backgrounds()

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
        show_weaker: bool = False,
        marked: bool = True,
        trace: Trace | None = None,
        vector: Sequence[float] | None = None,
    ) -> RecallAnswer:
        """The k best memories for a query.

        Args:
            raw: words, "phrases", -exclusions and typed operators.
            filter: a restriction besides the typed ones.
            prefix_last: the last word is still being typed.
            exact: compare with every vector instead of asking the graphs.
            show_weaker: hits below the cut-off, too.
            marked: each hit says where the words of the query match; nobody needs that who shows no text.
            trace: is told what became of the candidates.
            vector: of the query, by the model in use; None: the model makes it, if the program runs it. Without any
                words, it is the whole query.

        Raises:
            ValueError: an unknown mode, or k < 1. CancelledError: superseded. InvalidCommandError: a vector that the
                model does not give.
        """
        if mode not in MODES:
            raise ValueError(f"mode {mode!r} is not known; choose one of {', '.join(MODES)}")
        if k < 1:
            raise ValueError("k must be at least 1")
        started = perf_counter()
        query = parse_query(raw)
        narrowed = with_ids_of_now(self._scope.records, (filter or RecordFilter()).merged(query.filter))
        search = _Search(query, narrowed, mode, k, prefix_last, cancel, exact)
        search.show_weaker, search.marked = show_weaker, marked
        search.trace = trace or search.trace
        if vector is not None:
            space = self._space()
            search.vector = query_vector(vector, space.embedder.dim, space.model_version)
            search.mode = search.mode if query.text else "vector"
        search.notes.extend(query.problems)
        search.notes.extend(self._scope.notes)
        as_of = self._scope.position
        search.selection = self._scope.select(search.filter)
        search.trace.filter, search.trace.allowed["filter"] = search.filter, search.selection
        self._narrow(search)
        ranks = bool(query.text) or (search.vector is not None and mode != "keyword")
        if ranks:
            hits, total = self._ranked(search)
        else:
            hits, total = self._newest(search)
        search.check()
        if not hits:
            search.notes.extend(self._unknown_users(query.filter))
        unembedded = self._unembedded(search)
        search.timings["total"] = perf_counter() - started
        return RecallAnswer(
            query=query.raw,
            mode=search.mode,
            hits=tuple(hits),
            as_of=as_of,
            unembedded=unembedded,
            keyword_total=total,
            notes=tuple(dict.fromkeys(search.notes)),
            timings=search.timings,
            model_version=search.model_version,
            assemblies=search.lifts.activations if search.lifted else self._skipped(),
            weaker=search.weaker,
            understood=search.understood,
            listed=bool(hits) and not ranks,
        )

    def _unknown_users(self, typed: RecordFilter) -> Iterator[str]:
        """That a user of the query has nothing at all: ids count as they are written."""
        owner = self._scope.records.owner()
        for user in typed.owners:
            if not user and owner:
                yield f"What names no user belongs to “{owner}”, the owner: user:{owner} finds it."
            if user and not self._scope.records.count(RecordFilter(owners=(user,))):
                yield f"Nothing belongs to a user “{user}”."

    @property
    def sources(self) -> Sources:
        """Which message each learned fact was taken from."""
        return self._sources

    @property
    def settings(self) -> Settings:
        """Those of the moment."""
        return self._settings()

    def altered(
        self, *, space: Callable[[], Space] | None = None, settings: Callable[[], Settings] | None = None
    ) -> Recall:
        """The same over another space, or with other settings."""
        other = copy(self)
        other._space = space or self._space  # noqa: SLF001 - of the same class
        other._settings = settings or self._settings  # noqa: SLF001 - of the same class
        return other

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
        nearest = self._scope.select(search.filter).without(found)
        scored = index.search(vectors[0], k, nearest)
        search.timed("vector", started)
        pool = Pool.fused(single("vector", scored))
        hits = self._hydrate(search, [pool.candidate(row) for row in pool.order().tolist()])
        return RecallAnswer(memory.id, "vector", tuple(hits), self._scope.position, 0, None, (), search.timings)

    @contextmanager
    def _reading_words(self) -> Iterator[None]:
        """A damaged keyword index costs its hits, not the answer; any other fault is raised."""
        try:
            yield
        except BaseException as error:
            of_index = isinstance(error, (OSError, ValueError, RuntimeError)) or type(error).__name__ == _PANIC
            if not of_index or not self._keywords.unreadable(error):
                raise

    def _narrow(self, search: _Search) -> None:
        """Leave out what the query excludes, and what lacks its phrases, unless nothing has them."""
        with self._reading_words():
            self._narrowed(search)

    def _narrowed(self, search: _Search) -> None:
        started, index, query = perf_counter(), self._keywords.index, search.query
        if query.phrases:
            having = index.having(query.phrases)
            having = having[search.selection.allows(having)]
            if len(having):
                search.selection = KeySelection(include=having)
            else:
                quoted = " and ".join(f"“{phrase}”" for phrase in query.phrases)
                search.notes.append(f"Nothing has the exact words {quoted}; these come without the quotes.")
                words = (*query.words, *(word for phrase in query.phrases for word in phrase.split()))
                search.query = replace(query, words=words, phrases=())
        search.trace.allowed["phrases"] = search.selection
        if query.excluded:
            search.selection = search.selection.without(index.excluded(query))
        search.trace.allowed["exclusions"] = search.selection
        search.timed("filter", started)

    def _ranked(self, search: _Search) -> tuple[list[Hit], int | None]:
        guards = Guards(self._scope, self._settings(), search.filter)
        search.selection = search.trace.allowed["recent"] = guards.narrowed(search.selection)
        # Both indexes work outside Python: while one thread asks the vectors, another asks the words.
        words = self._pool.submit(self._ask_words, search) if search.mode != "vector" else None
        meant: stages.Meaning | None = None
        try:
            if search.mode != "keyword":
                meant = self._understood(search)
            near = self._nearest(search, meant) if meant is not None else {}
        finally:
            if words is not None:
                words.result()
        search.notes.extend(self._keywords.notes if words is not None else ())
        if not search.understood:
            search.understood = words is not None and search.total != 0
            search.notes.append(BY_WORDS_ALONE if search.understood else NOT_UNDERSTOOD)
        search.check()
        started = perf_counter()
        search.trace.pool = pool = self._pooled(search, meant, near)
        search.trace.by_meaning = meant is not None
        for stage in self._stages(search, meant, guards):
            stage(pool)
        candidates = self._above_cut_off(search, pool, guards)
        search.timed("fuse", started)
        search.notes.extend(guards.notes)
        return self._hydrate(search, candidates), search.total

    def _ask_words(self, search: _Search) -> None:
        """What the words of the query match inside the selection; in hybrid mode with the conversation around."""
        with self._reading_words():
            self._match(search)

    def _match(self, search: _Search) -> None:
        started = perf_counter()
        asked = self._keywords.index.ask(search.query, upto=self._scope.upto, prefix_last=search.prefix_last)
        around = self._around if search.mode == "hybrid" else None
        search.wording = Wording.find(asked, search.selection, around)
        search.words = search.wording.scores
        search.total = asked.total(search.selection)
        search.timed("keyword", started)

    def _understood(self, search: _Search) -> stages.Meaning | None:
        """The query's vector, and what it means to be like it; None when no model works, or there is no word."""
        if search.vector is None and not any(char.isalnum() for char in search.query.text):
            search.notes.append("There is no word in the query whose meaning could be compared.")
            return None
        started, space = perf_counter(), self._space()
        if (
            search.vector is None
            and not space.understands(search.query.text)
            and not (search.mode == "vector" and self._has_words(search))
        ):
            search.understood = False
            return None
        try:
            vector = search.vector if search.vector is not None else space.embedder.embed_query(search.query.text)
            background = self._backgrounds.of(space)
            search.model_version = space.model_version
            if self._lifts is not None and search.mode == "hybrid":
                search.lifts, search.lifted = self._lifts(vector), True
                search.notes.extend(_left_out(search.lifts))
        except EmbeddingError as error:
            search.notes.append(f"Search by meaning is off: {error.message}")
            return None
        search.timed("embed", started)
        search.notes.extend(space.vectors.notes)
        return stages.Meaning(vector, background, space.vectors.index)

    def _has_words(self, search: _Search) -> bool:
        """Whether a selected text has a word of the query."""
        total: int | None = 0
        with self._reading_words():
            asked = self._keywords.index.ask(search.query, upto=self._scope.upto, prefix_last=search.prefix_last)
            total = asked.total(search.selection)
        return total != 0

    def _nearest(self, search: _Search, meant: stages.Meaning) -> dict[int, ScoredKeys]:
        """The texts nearest by meaning, by how many were asked for: `DEPTH`, and k if that is more."""
        started = perf_counter()
        ask = meant.index.exact_search if search.exact else meant.index.search
        found = {depth: ask(meant.vector, depth, search.selection) for depth in {DEPTH, max(DEPTH, search.k)}}
        search.timed("vector", started)
        return found

    def _pooled(self, search: _Search, meant: stages.Meaning | None, near: dict[int, ScoredKeys]) -> Pool:
        """The candidates, as far as a mode needs no stages with their scores already."""
        depths, wording = sorted({DEPTH, max(DEPTH, search.k)}), search.wording
        said = {}
        if wording is not None:
            said = {depth: wording.scores if depth == DEPTH else wording.further(depth) for depth in depths}
        if search.mode == "hybrid":
            parts, of_the_time = [], self._of_the_time(search, meant)
            for depth in depths:
                keys = np.concatenate([near[depth].keys, of_the_time]) if near else of_the_time
                if depth in said:
                    found = said[depth]
                    keys = np.concatenate([keys, first(found.keys, found.own + found.context, depth)[0]])
                parts.append(united(keys))
            members = search.lifts.members
            brought = np.setdiff1d(members[search.selection.allows(members)][:BROUGHT], parts[0])
            pool = Pool.of(united(parts[0], parts[-1], brought))
            pool.brought = among(pool.keys, brought)
            pool.late = ~among(pool.keys, parts[0])
            if wording is not None:
                search.words = wording.of(pool.keys)
            return pool
        pools = []
        for depth in depths:
            lists: dict[str, ScoredKeys] = {}
            if meant is not None:
                lists["vector"] = near[depth]
            if depth in said:
                lists["keyword"] = ScoredKeys(*first(said[depth].keys, said[depth].own, depth))
            fuse = reciprocal_ranks if search.mode == "rrf" else (lambda one: single(*next(iter(one.items()))))
            pools.append(Pool.fused(fuse(lists)) if lists else Pool.of(np.empty(0, dtype=np.int64)))
        pool = pools[-1]
        pool.late = ~among(pool.keys, pools[0].keys)
        return pool

    def _of_the_time(self, search: _Search, meant: stages.Meaning | None) -> Keys:
        """Candidates of the time that the query names: what matches best there by words, and by meaning."""
        spans = named_times(search.query.text, self._scope.now())
        if not spans:
            return np.empty(0, dtype=np.int64)
        search.time = NamedTime.of(spans, self._scope.records)
        within = KeySelection(include=search.time.keys[search.selection.allows(search.time.keys)])
        found = []
        if search.wording is not None:
            said = search.wording.within(within)
            found.append(first(said.keys, said.own + said.context, DEPTH)[0])
        if meant is not None:
            found.append(meant.index.search(meant.vector, DEPTH, within).keys)
        return united(*found)

    def _stages(self, search: _Search, meant: stages.Meaning | None, guards: Guards) -> list[stages.Stage]:
        """What scores the candidates, in this order."""
        pure: list[stages.Stage] = [guards.usefulness, guards.salience, guards.trust]
        if search.mode != "hybrid":
            return [_evident(search, meant), *pure]
        scoring = [stages.words(search.words)]
        if meant is not None:
            scoring.append(stages.meaning(meant))
        scoring.append(stages.conversation(search.words, meant, self._around))
        if search.words.spoken is not None:
            scoring.append(stages.speaker(search.words))
        if meant is not None:
            scoring.append(stages.waiting(search.words, meant))
        if search.time is not None:
            scoring.append(stages.time(search.time))
        return [*scoring, stages.assemblies(search.lifts), _evident(search, meant), *pure]

    def _above_cut_off(self, search: _Search, pool: Pool, guards: Guards) -> list[Candidate]:
        """The candidates that get the places; those below the cut-off only if they are asked for."""
        evidence = pool.evidence
        order = pool.order()
        weak = evidence[order] < 0 if evidence is not None else np.zeros(len(order), dtype=bool)
        shown = order if search.show_weaker else order[~weak]
        search.trace.ranked = pool.keys[shown]
        shown = shown[list(self._sources.once(pool.keys[shown].tolist()))]
        places, moved = self._sources.behind(pool.keys[shown].tolist())
        quoting = {int(shown[place]) for place in moved}
        shown = shown[places]
        chosen = guards.chosen(pool.keys[shown], search.k)
        search.trace.told = pool.keys[shown]
        search.trace.placed = search.trace.told[[one.row for one in chosen]]
        if not search.show_weaker:
            search.weaker = min(int(weak.sum()), search.k - len(chosen))
        rows = ((int(shown[one.row]), one.boosts) for one in chosen)
        return [pool.candidate(row, (*told, _QUOTES) if row in quoting else told) for row, told in rows]

    def _around(self, keys: Keys) -> Keys:
        """(n, 4) Neighbours in a conversation, 0 for none; only active memories count as context."""
        around = self._threads.around(keys)
        return np.where(self._scope.active.allows(around), around, 0)

    def _hydrate(self, search: _Search, candidates: Sequence[Candidate]) -> list[Hit]:
        started = perf_counter()
        read = self._scope.records.by_keys([one.key for one in candidates])
        memories = {memory.key: memory for memory in read if _fits_still(memory, search.filter)}
        found = [(one, memories[one.key]) for one in candidates if one.key in memories]
        marks: list[tuple[tuple[int, int], ...]] = [()] * len(found)
        if search.marked and search.query.text and search.mode != "vector":
            texts = [memory.content for _, memory in found]
            marks = self._keywords.index.highlight(search.query, texts, prefix_last=search.prefix_last)
        search.timed("hydrate", started)
        return [
            Hit(rank, memory, one.score, one.places, one.boosts, matches)
            for rank, ((one, memory), matches) in enumerate(zip(found, marks, strict=True), start=1)
        ]

    def _newest(self, search: _Search) -> tuple[list[Hit], int | None]:
        """No words, only operators: what fits, newest first."""
        if not search.query.chips and not search.query.excluded:
            return [], None
        started = perf_counter()
        records = self._scope.records
        keys = records.keys(search.filter, sort="created_at", descending=True)
        keys = keys[search.selection.allows(keys)]
        search.trace.ranked = search.trace.told = keys
        memories = [one for one in records.by_keys(keys[: search.k]) if _fits_still(one, search.filter)]
        search.timed("hydrate", started)
        if memories:
            search.notes.append("No words to rank by: newest first.")
        return [Hit(rank, memory, 0.0, {}) for rank, memory in enumerate(memories, start=1)], len(keys)

    def _unembedded(self, search: _Search) -> int:
        """How many records that match the words and the filter wait for their vectors; at least so many."""
        waiting = self._queue.waiting_keys()
        if not len(waiting):
            return 0
        waiting = waiting[search.selection.allows(waiting)]
        if search.wording is None or not search.query.text:
            return len(waiting)
        counted = search.wording.asked.total(KeySelection(include=waiting))
        if counted is None:  # too many, and not the newest: those of the candidates
            found = search.words
            counted = int(among(found.keys[found.own > 0], waiting).sum())
        return counted


def _fits_still(memory: Memory, filter: RecordFilter) -> bool:
    """Has it the status that was asked for? It may have been forgotten or superseded while its place was found."""
    return not filter.statuses or memory.status.value in filter.statuses


class _Backgrounds:
    """The background of each model, made when it is first asked for."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: dict[str, Background] = {}

    def of(self, space: Space) -> Background:
        """Raises EmbeddingError."""
        with self._lock:
            name = space.model_version
            if space.outside is not None:  # the scale grows finer with the vault
                name = f"{name} {len(space.vectors.index).bit_length()}"
            found = self._kept.get(name)
            if found is None:
                found = self._kept[name] = background_of(space)
            return found


def background_of(space: Space) -> Background:
    """What similarities are compared with in a space: ordinary sentences, or, by a model that the program does not run,
    some of the memories themselves, spread evenly. Raises EmbeddingError."""
    if space.outside is None:
        return Background.of(space.embedder.embed)
    keys = space.vectors.index.keys()
    places = np.linspace(0, len(keys) - 1, min(len(keys), len(SENTENCES))).astype(np.int64)
    return Background.among(space.vectors.index.fetch(keys[places])[1])


def least_of(best: float) -> float:
    """What has to speak for a hit at least in hybrid mode, where so much speaks for the best."""
    return max(LEAST, LEAST_PART * best)


def _evident(search: _Search, meant: stages.Meaning | None) -> stages.Stage:
    """The stage that computes a candidate's evidence; below 0 it is a weak hit."""

    def stage(pool: Pool) -> None:
        pool.unweighed_best = pool.best
        if search.mode == "hybrid":
            search.trace.least = least_of(pool.best)
            pool.evidence = pool.scores - search.trace.least
        elif search.mode == "keyword" or meant is None:
            pool.evidence = None
        else:
            ranks, cosines, _ = pool.lists["vector"]
            search.trace.least = LEAST_MEANING
            above = meant.background.standing_out(meant.vector, cosines) - LEAST_MEANING
            by_words = pool.lists["keyword"][0] > 0 if "keyword" in pool.lists else np.zeros(len(ranks), dtype=bool)
            pool.evidence = np.where(by_words, 1.0, np.where(ranks > 0, above, -1.0))

    return stage


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
