"""One answer over all layers: what the words and the meaning of a query find in each, and what the layers add.

The texts of every layer are searched as in Hybrid; a layer of which that brings nothing is searched once more by
itself. On top of that each source may bring findings of its own: what is on the working board, the concepts that the
query's brings to mind, procedures that apply, emotions like that of the situation, turns, assemblies. What a source
cannot say is told in the answer, and keeps nothing from the others. A query without words, but with a layer or another
operator, lists what the layers hold that fits, newest first.

A note on a board is no memory: what the boards have of these stands beside the hits.

For a user, only what is within their reach (`core.conversation.reach`) is found, whatever source brings it.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace

from memory_desktop.core.answers import Boost, Hit, Otherwise, RecallAnswer
from memory_desktop.core.conversation.reach import names_of, within_reach
from memory_desktop.core.errors import CancelledError, ClosedError, InvalidCommandError, KnownError
from memory_desktop.core.layers.asked import asked_sources
from memory_desktop.core.layers.relevance import (
    ASSEMBLIES,
    CYCLES,
    EMOTIONAL,
    EPISODIC,
    OVER_LAYERS,
    PAGE,
    PROCEDURAL,
    SEMANTIC,
    SOURCES,
    WORKING,
    Finding,
    Ranked,
    Share,
    factors,
    integrated,
)
from memory_desktop.core.memory.records import Layer, Memory, Status
from memory_desktop.core.ports import CancelToken
from memory_desktop.core.query.language import ParsedQuery, RecordFilter, parse_query
from memory_desktop.core.settings import Settings
from memory_desktop.engine.reader import Present
from memory_desktop.engine.recall.outdated import WHY_FIRST, missing_of, newer_first
from memory_desktop.engine.recall.recall import NOT_UNDERSTOOD, least_of

_log = logging.getLogger(__name__)
#: The greatest weight of a source.
MOST_WEIGHT = 3.0
# A layer whose texts Hybrid brings none of is asked by itself for so many.
_BY_ITSELF = 3
# So many findings are asked for in any case: up to there, the first hits are the same for any k.
_DEPTH = 50
_WORDS_FIND = "its words and meaning match"
_NEWEST_FIRST = "No words to rank by: newest first."
NO_BOARD = "No conversation has anything on its board."
_NOTHING_IN = {
    WORKING: NO_BOARD,
    EPISODIC: "There is nothing in the episodic layer.",
    SEMANTIC: "There is nothing in the semantic layer.",
    PROCEDURAL: "There is nothing in the procedural layer.",
    EMOTIONAL: "There is nothing in the emotional layer.",
    ASSEMBLIES: "There are no assemblies with members.",
    CYCLES: "There are no turns.",
}
_OF_LAYER = {
    Layer.EPISODIC: EPISODIC,
    Layer.SEMANTIC: SEMANTIC,
    Layer.PROCEDURAL: PROCEDURAL,
    Layer.EMOTIONAL: EMOTIONAL,
}


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The situation in which something is asked. What is not given is taken from the working board, or left out.

    Attributes:
        user_id: whose memory, "" for the vault's owner; None for that of the conversation's user, or everybody's.
        thread: the conversation; it is no filter, its user's other conversations are found, too.
        topic, goal: in words.
        emotion: its name. phase: of the conversation. state: of the user, as procedures name it.
    """

    user_id: str | None = None
    thread: str = ""
    topic: str = ""
    goal: str = ""
    emotion: str = ""
    phase: str = ""
    state: str = ""

    def to_json(self) -> dict[str, str | None]:
        """It by the names that agents and the command line use."""
        return {
            "user_id": self.user_id,
            "session_id": self.thread,
            "topic": self.topic,
            "goal": self.goal,
            "emotion": self.emotion,
            "phase": self.phase,
            "state": self.state,
        }


@dataclass(frozen=True, slots=True)
class Asked:
    """What a source is asked.

    Attributes:
        users: whose memory, by every name that means the user; (None,) for everybody's.
        k: how many findings are of use.
        relevance: how relevant the texts of memories are to the query, [0, 1], by id; of those that have any.
        sources: those that the question is put to. named: those of them that somebody named.
        noted: notes on the boards have to do with the query.
    """

    query: str
    around: Surroundings
    k: int
    relevance: Callable[[Sequence[str]], Mapping[str, float]]
    users: tuple[str | None, ...] = (None,)
    sources: frozenset[str] = frozenset(SOURCES)
    named: frozenset[str] = frozenset()
    noted: bool = False


@dataclass(frozen=True, slots=True)
class BoardNote:
    """A note on a board that an answer brings.

    Attributes:
        id: of the item. user_id, thread: of the board.
        relevance: [0, 1]; 0 where it is only listed. why: a sentence.
    """

    id: str
    content: str
    user_id: str
    thread: str
    relevance: float
    why: str

    def to_json(self) -> dict[str, str | float]:
        """It by the names that agents and the command line use."""
        return {
            "id": self.id,
            "content": self.content,
            "layer": WORKING,
            "user_id": self.user_id,
            "session_id": self.thread,
            "relevance": self.relevance,
            "why": self.why,
        }


#: Findings of one source, and what it has to say about them. Raises KnownError: it has nothing to say at all.
Source = Callable[[Asked], tuple[Iterable[Finding], Sequence[str]]]
#: Ids of the memories that a source holds in a situation, newest first, and why each is there.
Held = Callable[[Surroundings], Iterable[tuple[str, str]]]
#: The notes on the boards that have to do with a query, the most relevant first; all of them for one without words.
Notes = Callable[[ParsedQuery, Surroundings], Sequence[BoardNote]]


@dataclass(frozen=True, slots=True)
class LayeredHit:
    """One hit of an integrated answer.

    Attributes:
        otherwise: what makes it a fact of the past.
        holds: it stands before a hit that it makes one, whatever its score.
    """

    rank: int
    memory: Memory
    ranked: Ranked
    matches: tuple[tuple[int, int], ...] = ()
    otherwise: Otherwise | None = None
    holds: bool = False


@dataclass(frozen=True, slots=True)
class LayeredAnswer:
    """The answer over all layers.

    Attributes:
        around: the situation as it was used. weights: of each source. notes: which source is missing, and why.
        board: notes on the boards that have to do with the query, which are no hits.
        weaker: how many further hits are hidden because too little speaks for them.
    """

    query: str
    hits: tuple[LayeredHit, ...]
    around: Surroundings
    weights: Mapping[str, float]
    notes: tuple[str, ...]
    recall: RecallAnswer
    weaker: int = 0
    board: tuple[BoardNote, ...] = ()

    def as_recall(self) -> RecallAnswer:
        """The same in the shape of every other search: the sources stand where other modes have what lifts a hit."""
        hits = tuple(
            Hit(one.rank, one.memory, one.ranked.score, {}, tuple(self._boosts(one)), one.matches, one.otherwise)
            for one in self.hits
        )
        return replace(self.recall, query=self.query, mode=OVER_LAYERS, hits=hits, notes=self.notes, weaker=self.weaker)

    def _boosts(self, hit: LayeredHit) -> Iterable[Boost]:
        ranked, most = hit.ranked, max(1.0, *self.weights.values()) if self.weights else 1.0
        for share, adds in zip(ranked.shares, ranked.adds, strict=True):
            weight = self.weights.get(share.source, 1.0)
            of = f" of {most:g}" if most > 1.0 else ""
            by_weight = f" (weight {weight:g}{of})" if weight != most else ""
            yield Boost(share.source, adds, share.why + by_weight)
        if ranked.kept:
            yield Boost("place kept", 0.0, f"so that {ranked.kept} has one of the first {PAGE}")
        if hit.holds:
            yield Boost("holds now", 0.0, WHY_FIRST)


@dataclass(slots=True)
class _Found:
    """What is known of the memories that came so far. `least`: how relevant a hit has to be that is not weak."""

    memories: dict[str, Memory] = field(default_factory=dict)
    matches: dict[str, tuple[tuple[int, int], ...]] = field(default_factory=dict)
    relevance: dict[str, float] = field(default_factory=dict)
    least: float = 0.0

    def add(self, hits: Iterable[Hit]) -> None:
        for hit in hits:
            self.memories[hit.memory.id] = hit.memory
            self.matches[hit.memory.id] = hit.matches
            self.relevance[hit.memory.id] = relevance_of(hit.score)


def relevance_of(score: float) -> float:
    """A score of Hybrid, which has no upper bound, in [0, 1): a full match by words (1.0) is 0.63."""
    return 1.0 - math.exp(-max(0.0, score))


class LayeredRetrieval:
    """See the module. Safe from many threads.

    Attributes:
        sources: by what they are called, beside the texts of the layers. held: what sources hold that are no layers of
            memories, by their names. board: the notes on the boards. situation: completes what a caller leaves out.
        user_of: whose a conversation is; None where that is not one user's.
    """

    def __init__(self, reader: Present, settings: Callable[[], Settings]) -> None:
        self._reader = reader
        self._settings = settings
        self.sources: dict[str, Source] = {}
        self.held: dict[str, Held] = {}
        self.board: Notes = lambda _query, _around: ()
        self.situation: Callable[[Surroundings], Surroundings] = lambda around: around
        self.user_of: Callable[[str], str | None] = lambda _: None

    def weights(self) -> dict[str, float]:
        """The weight of each source, by the settings."""
        settings = self._settings()
        return {source: settings.number(f"layers.{source}") for source in SOURCES}

    def retrieve(
        self,
        query: str,
        around: Surroundings | None = None,
        *,
        k: int = 10,
        layers: Sequence[str] = (),
        weights: Mapping[str, float] | None = None,
        show_weaker: bool = False,
        cancel: CancelToken | None = None,
        actor: str = "",
    ) -> LayeredAnswer:
        """The k best hits over all sources, best first, each with the sources that speak for it, and why; without words
        what they hold, newest first.

        A hit that no source finds relevant enough is hidden, and counted, by the rule of Hybrid: too little speaks for
        it by itself, or compared with the best text of the layers that are asked. Weights do not count for that.

        Args:
            query: may name sources, too, as `layer:working`; see `asked_sources`.
            layers: names of the sources that are asked; all if there are none. weights: in place of the settings'.
            show_weaker: the hidden hits, too, behind the others.
            actor: who asks, for the log of recalls; "" for nobody.

        Raises:
            InvalidCommandError: neither words nor a layer, k below 1, or a source or weight that is none.
        """
        asked_for, (query, only, without) = query, asked_sources(query)
        if not asked_for.strip() and not layers:
            raise InvalidCommandError("A question needs some words, or a layer.")
        if k < 1:
            raise InvalidCommandError("k must be at least 1.")
        wanted = (self._wanted(layers) & self._wanted(only)) - set(without)
        used = {**self.weights(), **_checked(weights or {})}
        used = {source: used[source] if source in wanted else 0.0 for source in SOURCES}
        around, theirs = self._whose(around or Surroundings())
        parsed = parse_query(query)
        named = [one for one in SOURCES if one in wanted and one in (*layers, *only, *parsed.filter.layers)]
        board = self._board(parsed, around)[:k] if used[WORKING] > 0 else ()
        if not parsed.text:
            listed = self._listed(asked_for, parsed, theirs, around, used, k, board)
            self._note(asked_for, listed.hits, around, actor, listed=bool(listed.hits))
            empty = self._empty(named, listed.hits, around, theirs) if listed.hits or board else ()
            return replace(listed, notes=(*listed.notes, *empty))
        found, findings, notes = _Found(), list[Finding](), list[str]()
        answer = self._texts(query, theirs, used, max(k, _DEPTH), found, findings, cancel)
        notes += [one for one in answer.notes if not (board and one == NOT_UNDERSTOOD)]

        def relevance(ids: Sequence[str]) -> Mapping[str, float]:
            unknown = [id for id in dict.fromkeys(ids) if id not in found.relevance]
            if unknown:
                self._of_ids(query, theirs, unknown, found, cancel)
            return {id: found.relevance[id] for id in ids if id in found.relevance}

        asked = Asked(
            parsed.text,
            around,
            max(k, _DEPTH),
            relevance,
            self._names(around.user_id),
            wanted,
            frozenset(named),
            bool(board),
        )
        for name, source in self.sources.items() if parsed.text and answer.understood else ():
            try:
                more, said = source(asked)
                findings += self._fitting(list(more), theirs.merged(parsed.filter))
                notes += said
            except (CancelledError, ClosedError):
                raise
            except KnownError as error:
                notes.append(f"Without {name}: {error.message}")
            except Exception:  # noqa: BLE001 - a fault of one source keeps nothing from the others
                _log.exception("%s could not be asked", name)
                notes.append(f"Without {name}: an error came up there that nobody expected; the program’s log has it.")
        ranked = integrated(findings, used, k, found.least)
        shown = ranked if show_weaker else [one for one in ranked if not one.weak]
        hits, brought = self._newer_first(self._hits(shown, found), ranked, found, relevance, used)
        hits = hits[:k]
        if wanted != frozenset(SOURCES):
            answer = replace(answer, keyword_total=None)  # it counts over all of them
            notes += self._empty(named, hits, around, theirs)
            if not hits and not board and wanted:
                notes.append(f"Only asked: {', '.join(one for one in SOURCES if one in wanted)}.")
        self._note(asked_for, hits, around, actor)
        weaker = len({one.id for one in ranked[len(shown) :]} - brought)
        return LayeredAnswer(asked_for, hits, around, used, tuple(dict.fromkeys(notes)), answer, weaker, board)

    def _board(self, query: ParsedQuery, around: Surroundings) -> tuple[BoardNote, ...]:
        """The notes on the boards; none for operators that only memories have."""
        return tuple(self.board(query, around)) if query.filter.only_active else ()

    def _empty(
        self, named: Sequence[str], hits: Sequence[LayeredHit], around: Surroundings, theirs: RecordFilter
    ) -> list[str]:
        """Which of the sources that somebody named have nothing at all, in words."""
        spoke = {source for hit in hits for source in hit.ranked.sources}
        return [_NOTHING_IN[one] for one in named if one not in spoke and self._is_empty(one, around, theirs)]

    def _is_empty(self, source: str, around: Surroundings, theirs: RecordFilter) -> bool:
        layer = next((one for one, name in _OF_LAYER.items() if name == source), None)
        if layer is not None:
            return not len(self._reader.keys(replace(theirs, layers=(layer.value,)), sort="key", descending=False))
        if any(True for _ in self.held[source](around)):
            return False
        return source != WORKING or not self.board(parse_query(""), around)

    def _note(
        self, query: str, hits: Sequence[LayeredHit], around: Surroundings, actor: str, *, listed: bool = False
    ) -> None:
        if actor:
            ids, scores = [hit.memory.id for hit in hits], [hit.ranked.score for hit in hits]
            whose, thread = around.user_id or "", around.thread
            self._reader.recalls.note(
                query, ids, actor=actor, mode=OVER_LAYERS, scores=scores, user=whose, session=thread, listed=listed
            )

    def found(self, query: str, k: int) -> list[str]:
        """Ids of the k best hits, best first; none for what is no question to layers."""
        try:
            return [hit.memory.id for hit in self.retrieve(query, k=k).hits]
        except InvalidCommandError:
            return []

    # --- without words ------------------------------------------------------------------------------------------------

    def _listed(
        self,
        asked_for: str,
        parsed: ParsedQuery,
        theirs: RecordFilter,
        around: Surroundings,
        weights: Mapping[str, float],
        k: int,
        board: tuple[BoardNote, ...],
    ) -> LayeredAnswer:
        filter = theirs.merged(parsed.filter)
        layers = [layer.value for layer, source in _OF_LAYER.items() if weights[source] > 0]
        chosen = tuple(one for one in layers if one in filter.layers or not filter.layers)
        found, findings, total = _Found(), list[Finding](), 0
        if chosen:
            keys = self._reader.keys(replace(filter, layers=chosen), words=parsed.raw)
            total = len(keys)
            memories = self._reader.page(keys[:k])
            found.memories |= {one.id: one for one in memories}
            findings += [Finding(one.id, _OF_LAYER[one.layer], 0.0, "the layer holds it") for one in memories]
        for name, held in self.held.items():
            if weights[name] > 0:
                of_it = [Finding(id, name, 0.0, why) for id, why in held(around)]
                findings += self._fitting(of_it, filter)
        shares: dict[str, dict[str, Share]] = {}
        for one in findings:
            shares.setdefault(one.id, {}).setdefault(one.source, Share(one.source, 0.0, 0.0, one.why))
        hits = self._hits([Ranked(id, 0.0, tuple(of.values())) for id, of in shares.items()], found)
        newest = sorted(hits, key=lambda one: (one.memory.created_at, one.memory.key), reverse=True)[:k]
        ranked = tuple(replace(one, rank=rank) for rank, one in enumerate(newest, start=1))
        notes = (*parsed.problems, *([_NEWEST_FIRST] if ranked or board else ["Nothing of that is held."]))
        position, count = self._reader.position, max(total, len(hits))
        answer = RecallAnswer(asked_for, OVER_LAYERS, (), position, 0, count, listed=bool(hits))
        return LayeredAnswer(asked_for, ranked, around, weights, notes, answer, board=board)

    # --- the texts of the layers --------------------------------------------------------------------------------------

    def _whose(self, around: Surroundings) -> tuple[Surroundings, RecordFilter]:
        """The whole situation, and what may come of whom: of everybody only where nobody is named, not by the
        conversation either."""
        if around.user_id is None and around.thread:
            around = replace(around, user_id=self.user_of(around.thread))
        if around.user_id is None:
            return self.situation(around), RecordFilter()
        return self.situation(around), within_reach(around.user_id, self._settings().text("gate.owner"))

    def _names(self, user: str | None) -> tuple[str | None, ...]:
        return (None,) if user is None else names_of(user, self._settings().text("gate.owner"))

    def _texts(
        self,
        query: str,
        theirs: RecordFilter,
        weights: Mapping[str, float],
        depth: int,
        found: _Found,
        findings: list[Finding],
        cancel: CancelToken | None,
    ) -> RecallAnswer:
        answer = self._reader.recall(query, k=depth, filter=theirs, cancel=cancel, show_weaker=True)
        hits = list(answer.hits)
        there = {hit.memory.layer for hit in hits}
        for layer, source in _OF_LAYER.items() if answer.understood else ():
            if layer not in there and weights[source] > 0:
                filter = replace(theirs, layers=(layer.value,))
                if not len(self._reader.keys(filter, sort="key", descending=False)):
                    continue  # nothing is in it: a search costs twenty times as much as seeing that
                hits += self._reader.recall(query, k=_BY_ITSELF, filter=filter, cancel=cancel, show_weaker=True).hits
        found.add(hits)
        asked = [hit.score for hit in hits if weights[_OF_LAYER[hit.memory.layer]] > 0]
        found.least = relevance_of(least_of(max(asked or [hit.score for hit in hits], default=0.0)))
        for hit in hits:
            relevance = relevance_of(hit.score)
            findings.append(Finding(hit.memory.id, _OF_LAYER[hit.memory.layer], relevance, _WORDS_FIND))
            findings += [
                Finding(hit.memory.id, ASSEMBLIES, relevance_of(boost.amount), boost.reason)
                for boost in hit.boosts
                if boost.name == "assembly"
            ]
        return answer

    def _of_ids(
        self, query: str, theirs: RecordFilter, ids: Sequence[str], found: _Found, cancel: CancelToken | None
    ) -> None:
        filter = replace(theirs, ids=tuple(ids))
        found.add(self._reader.recall(query, k=len(ids), filter=filter, cancel=cancel, show_weaker=True).hits)

    def _fitting(self, findings: Sequence[Finding], filter: RecordFilter) -> Sequence[Finding]:
        """Those that may be found: of the user, and as the operators of the query say."""
        if not findings or filter.only_active:
            return findings
        ids = tuple({one.id for one in findings})
        there = {one.id for one in self._reader.page(self._reader.keys(filter.merged(RecordFilter(ids=ids))))}
        return [one for one in findings if one.id in there]

    def _hits(self, ranked: Sequence[Ranked], found: _Found) -> tuple[LayeredHit, ...]:
        missing = [one.id for one in ranked if one.id not in found.memories]
        more = self._reader.by_ids(missing) if missing else {}
        found.memories |= {id: memory for id, memory in more.items() if memory.status is Status.ACTIVE}
        there = [(one, found.memories[one.id]) for one in ranked if one.id in found.memories]
        outdated = self._reader.outdated([memory for _, memory in there])
        return tuple(
            LayeredHit(rank, memory, one, found.matches.get(one.id, ()), outdated.get(memory.key))
            for rank, (one, memory) in enumerate(there, start=1)
        )

    def _newer_first(
        self,
        hits: Sequence[LayeredHit],
        ranked: Sequence[Ranked],
        found: _Found,
        relevance: Callable[[Sequence[str]], Mapping[str, float]],
        weights: Mapping[str, float],
    ) -> tuple[tuple[LayeredHit, ...], Set[str]]:
        """The hits, each of the past behind what says otherwise since; and the ids of what none of them was before."""
        wanted = missing_of(hits)
        if all(hit.otherwise is None for hit in hits):
            return tuple(hits), frozenset()
        known = {one.id: one for one in ranked if one.id in wanted}
        others = [id for id in wanted if id not in known]
        relevant = relevance(others) if others else {}
        for id in others:
            source = _OF_LAYER[found.memories[id].layer] if id in found.memories else ""
            if source and weights[source] > 0:
                adds = factors(weights)[source] * relevant.get(id, 0.0)
                known[id] = Ranked(id, round(adds, 9), (Share(source, relevant.get(id, 0.0), adds, _WORDS_FIND),))
        missing = self._hits(list(known.values()), found)
        order = newer_first(hits, {one.memory.id: one for one in missing})
        placed = tuple(replace(hit, rank=rank, holds=old is not None) for rank, (hit, old) in enumerate(order, start=1))
        return placed, {one.memory.id for one in missing}

    @staticmethod
    def _wanted(layers: Sequence[str]) -> frozenset[str]:
        unknown = [name for name in layers if name not in SOURCES]
        if unknown:
            raise InvalidCommandError(f"There is no layer {unknown[0]}.", hint=f"Choose of {', '.join(SOURCES)}.")
        return frozenset(layers or SOURCES)


def _checked(weights: Mapping[str, float]) -> Mapping[str, float]:
    for name, weight in weights.items():
        if name not in SOURCES:
            raise InvalidCommandError(f"There is no layer {name}.", hint=f"Choose of {', '.join(SOURCES)}.")
        if not (math.isfinite(weight) and 0 <= weight <= MOST_WEIGHT):
            raise InvalidCommandError(f"The weight of {name} has to be from 0 to {MOST_WEIGHT:g}.")
    return weights
