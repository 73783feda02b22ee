"""Asks a user's memory of conversations: short-term memory first, then the vault, by meaning."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from memory_desktop.core.conversation.cycles import Cycle
from memory_desktop.core.conversation.query import FoundSummary, MemoryAnswer, MemoryQuery, Rule, fits, relevance
from memory_desktop.core.conversation.reach import names_of
from memory_desktop.core.conversation.statistics import Counts
from memory_desktop.core.conversation.summary import ConversationSummary
from memory_desktop.core.keys import Keys
from memory_desktop.core.outside import query_vector
from memory_desktop.core.ports import KeySelection, Vectors
from memory_desktop.core.settings import Settings
from memory_desktop.engine.conversation.short_term import ShortTermMemory
from memory_desktop.engine.conversation.signals import QUERY_METRICS, Signals
from memory_desktop.engine.conversation.statistics import Statistics
from memory_desktop.engine.conversation.turns import Heard, Turns
from memory_desktop.engine.embedding.space import Space
from memory_desktop.engine.recall.recall_log import RecallLog
from memory_desktop.store import Store

STM, LTM = "stm", "ltm"
#: How many vectors are looked at for each result wanted, at first; and at least.
_DEEPER, _LEAST = 8, 64


class Queries:
    """See the module. Safe from many threads; never waits for a write.

    Attributes:
        understood: does the model know a word of a question? summaries: (a question's vector, users) → the summaries of
            these users that have a vector, with their cosines.
    """

    def __init__(
        self,
        store: Store,
        turns: Turns,
        memory: ShortTermMemory,
        space: Callable[[], Space],
        settings: Callable[[], Settings],
        statistics: Statistics,
        signals: Signals,
        recalls: RecallLog,
    ) -> None:
        self._store = store
        self._turns = turns
        self._memory = memory
        self._space = space
        self._settings = settings
        self._statistics = statistics
        self._signals = signals
        self._recalls = recalls
        self.understood: Callable[[str], bool] = lambda _: True
        self.summaries: Callable[[Vectors, Sequence[str]], list[tuple[ConversationSummary, float]]] = lambda *_: []

    def query_memory(self, query: MemoryQuery, *, actor: str = "") -> list[Cycle]:
        """The turns that `ask` finds."""
        return list(self.ask(query, actor=actor).cycles)

    def ask(self, query: MemoryQuery, *, actor: str = "") -> MemoryAnswer:
        """The turns of a user that mean most nearly what is asked, each once, with its score and tiers.

        Args:
            actor: who asks, for the log of recalls; "" for nobody.

        Raises:
            EmbeddingError: the question cannot be embedded. InvalidCommandError: its vector has another length.
        """
        settings, space = self._settings(), self._space()
        rule = _rule(query, settings)
        if query.query_embedding is None and not self.understood(query.query_text):
            answer = MemoryAnswer(model_version=space.model_version)
            self._note(query, answer, actor)
            return answer
        vector = self._vector(query, space)
        recent, missing = self._recent(query.user_id, vector, rule, space.model_version)
        older = self._older(query.user_id, vector, rule, space)
        best: dict[str, Cycle] = {}
        for tier, cycle in [*((STM, one) for one in recent), *((LTM, one) for one in older)]:
            before = best.get(cycle.cycle_id)
            tiers = (*before.tiers, tier) if before is not None else (tier,)
            score = max(cycle.score or 0.0, before.score or 0.0 if before is not None else 0.0)
            best[cycle.cycle_id] = replace(cycle, score=score, tiers=tiers)
        found = _first(best.values(), rule.limit)
        answer = replace(
            _answer(found, missing, space.model_version),
            summaries=self._summarised(query, vector, rule, space.model_version),
        )
        self._note(query, answer, actor)
        return answer

    def with_vectors(self, cycles: Sequence[Cycle]) -> list[Cycle]:
        """The same turns with the stored vectors of what was said and answered; None where there is none yet.

        A side of several messages has the direction of the sum of their vectors.
        """
        heard = {one.cycle.cycle_id: one for one in self._turns.heard([one.cycle_id for one in cycles])}
        wanted = np.asarray(sorted({key for one in heard.values() for key in one.keys}), dtype=np.int64)
        keys, vectors = self._space().vectors.index.fetch(wanted)
        stored = dict(zip(keys.tolist(), vectors, strict=True))

        def field(messages: Sequence[int]) -> tuple[float, ...] | None:
            if not messages or any(key not in stored for key in messages):
                return None
            total = np.sum([stored[key] for key in messages], axis=0)
            return tuple((total / (np.linalg.norm(total) or 1.0)).tolist())

        def full(cycle: Cycle) -> Cycle:
            one = heard.get(cycle.cycle_id)
            if one is None:
                return cycle
            asked, answered = field(one.asked), field(one.answered)
            return replace(cycle, user_input_embedding=asked, final_response_embedding=answered)

        return [full(one) for one in cycles]

    def _vector(self, query: MemoryQuery, space: Space) -> Vectors:
        if query.query_embedding is None:
            return space.embedder.embed_query(query.query_text)
        return query_vector(query.query_embedding, space.embedder.dim, space.model_version)

    def _summarised(
        self, query: MemoryQuery, vector: Vectors, rule: Rule, model_version: str
    ) -> tuple[FoundSummary, ...]:
        """The summaries that are relevant enough; filters are of turns, and a summary is none."""
        if rule.filters:
            return ()
        near = self.summaries(vector, names_of(query.user_id, self._settings().text("gate.owner")))
        scores = relevance(np.asarray([cosine for _, cosine in near]), model_version).tolist()
        found = zip((one for one, _ in near), scores, strict=True)
        return tuple(FoundSummary(one, score) for one, score in found if score >= rule.least)

    def _recent(self, user_id: str, vector: Vectors, rule: Rule, model_version: str) -> tuple[list[Cycle], int]:
        """(turns of short-term memory that are relevant enough, best first; texts that could not be compared)."""
        compared = self._memory.compare(user_id, vector)
        found = []
        for one in compared:
            cosines = np.asarray([-1.0 if part is None else part for part in (one.asked, one.answered)])
            score = float(np.max(relevance(cosines, model_version) * (rule.weight_input, rule.weight_answer)))
            known = one.asked is not None or one.answered is not None
            if known and score >= rule.least and fits(one.cycle, rule.filters):
                found.append(replace(one.cycle, score=score))
        return _first(found, rule.limit), sum(one.missing for one in compared)

    def _older(self, user_id: str, vector: Vectors, rule: Rule, space: Space) -> list[Cycle]:
        """Turns of the vault that are relevant enough, best first: as many as are wanted, looked for ever deeper."""
        owner = self._settings().text("gate.owner")
        keys = self._store.messages.keys_of(*names_of(user_id, owner))
        depth = min(len(keys), max(_LEAST, rule.limit * _DEEPER))
        while depth:
            near = space.vectors.index.search(vector, depth, KeySelection(include=keys))
            scores = relevance(near.scores, space.model_version)
            enough = scores * max(rule.weight_input, rule.weight_answer) >= rule.least
            found = self._scored(near.keys[enough], scores[enough], rule)
            if len(found) >= rule.limit or not enough.all() or len(near.keys) < depth or depth == len(keys):
                return _first(found, rule.limit)
            depth = min(len(keys), depth * 4)
        return []

    def _scored(self, keys: Keys, scores: npt.NDArray[np.float64], rule: Rule) -> list[Cycle]:
        of = dict(zip(keys.tolist(), scores.tolist(), strict=True))
        cycles = self._turns.of_keys(list(of))
        heard = self._turns.heard(list(dict.fromkeys(cycles.values())))
        found = []
        for one in heard:
            score = _weighed(one, of, rule)
            if score >= rule.least and fits(one.cycle, rule.filters):
                found.append(replace(one.cycle, score=score))
        return found

    def _note(self, query: MemoryQuery, answer: MemoryAnswer, actor: str) -> None:
        counts = Counts(
            queries=1,
            stm_hits=answer.stm_hits,
            stm_misses=int(not answer.stm_hits),
            ltm_hits=answer.ltm_hits,
            relevance=answer.relevance * len(answer.cycles),
        )
        self._statistics.count(query.user_id, counts)
        if actor:
            ids = [id for cycle in answer.cycles for id in cycle.messages]
            self._recalls.note(query.query_text, ids, actor=actor, mode="conversation", user=query.user_id)
        self._signals.emit(
            QUERY_METRICS,
            query.user_id,
            stm_hits=answer.stm_hits,
            ltm_hits=answer.ltm_hits,
            total_results=len(answer.cycles),
            avg_relevance=answer.relevance,
        )


def _rule(query: MemoryQuery, settings: Settings) -> Rule:
    def number(given: float | None, name: str) -> float:
        return settings.number(f"conversation.{name}") if given is None else given

    return Rule(
        number(query.min_relevance_score, "min_relevance"),
        settings.whole("conversation.limit") if query.limit is None else query.limit,
        number(query.weight_input, "weight_input"),
        number(query.weight_answer, "weight_answer"),
        dict(query.metadata_filters or {}),
    )


def _weighed(heard: Heard, scores: dict[int, float], rule: Rule) -> float:
    asked = (scores[key] * rule.weight_input for key in heard.asked if key in scores)
    answered = (scores[key] * rule.weight_answer for key in heard.answered if key in scores)
    return float(max((*asked, *answered), default=0.0))


def _first(cycles: Iterable[Cycle], limit: int) -> list[Cycle]:
    """The best; of equals the newer, then by id."""
    every = sorted(cycles, key=lambda one: one.cycle_id)
    every.sort(key=lambda one: one.timestamp, reverse=True)
    every.sort(key=lambda one: one.score or 0.0, reverse=True)
    return every[:limit]


def _answer(found: Sequence[Cycle], missing: int, model_version: str) -> MemoryAnswer:
    recent = sum(STM in one.tiers for one in found)
    mean = sum(one.score or 0.0 for one in found) / len(found) if found else 0.0
    return MemoryAnswer(tuple(found), recent, len(found) - recent, mean, missing, model_version)
