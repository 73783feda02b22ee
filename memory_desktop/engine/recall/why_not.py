"""Why a memory is not among the hits of a search, and what would have brought it in.

Nothing is scored a second time. The search is made again and says what became of the memory (`Trace`). What it came
upon is changed in the search, and the search is made with that, until the memory is among the hits: so all that cuts it
is found one after the other, in the order of a search, and each way in that is told is one that was gone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from memory_desktop.core.answers import Hit, RecallAnswer
from memory_desktop.core.errors import EmbeddingError
from memory_desktop.core.memory.records import Memory
from memory_desktop.core.ports import CancelToken
from memory_desktop.core.settings import Settings
from memory_desktop.core.why_not import Asked, Cut, Remedy, WhyNot, joined
from memory_desktop.engine.embedding.space import Space
from memory_desktop.engine.recall.obstacles import Obstacles, Way
from memory_desktop.engine.recall.recall import Recall
from memory_desktop.engine.recall.scope import Scope
from memory_desktop.engine.recall.to_come import with_vector
from memory_desktop.engine.recall.trace import Trace
from memory_desktop.engine.upkeep.keyword_keeper import KeywordKeeper

# So many obstacles are met at most: each kind may come again once another one is out of the way.
_MOST_STEPS = 12
# How many hits are asked for to see whether a memory comes at all; no further ones are looked at.
_DEPTHS = (100, 800, 6_400, 20_000)
_WEIGHTS = {
    "usefulness": ("recall.usefulness", 0.0),
    "salience": ("recall.salience", 0.0),
    "trust": ("recall.trust", False),
}


class Explainer:
    """See the module. Safe from many threads; writes nothing."""

    def __init__(self, recall: Recall, scope: Scope, keywords: KeywordKeeper, space: Callable[[], Space]) -> None:
        self._recall = recall
        self._obstacles = Obstacles(scope, keywords, space, recall.sources)
        self._space = space

    def explain(
        self,
        memory: Memory,
        search: Asked,
        cancel: CancelToken | None = None,
    ) -> WhyNot:
        """Why a memory is among the hits of a search, or is not.

        Raises:
            ValueError: an unknown mode, or k < 1. CancelledError: it is no longer wanted.
        """
        asked = Way.of(search)
        searches = _Search(self._recall, self._obstacles, memory, cancel)
        answer, hit, trace = searches.made(asked)
        told = WhyNot(asked.query, asked.mode, asked.k, answer.as_of, memory.id, memory, hit, notes=answer.notes)
        if hit is not None:
            return told
        cuts, way, found = searches.brought(asked)
        remedies = [_remedy(asked, way, found)] if way is not None and found is not None else []
        for cut, remedy in self._without_guards(asked, memory, trace, cancel):
            cuts.append(cut)
            remedies.append(remedy)
        if asked.mode != "keyword" and not self._obstacles.has_vector(memory):
            if all(one.stage != "no vector" for one in cuts):
                cuts.append(Cut("no vector", "It has no vector yet, so only its words speak for it."))
            remedies += self._once_embedded(asked, memory, cancel)
        return replace(told, cuts=tuple(dict.fromkeys(cuts)), remedies=tuple(remedies))

    def _without_guards(
        self, asked: Way, memory: Memory, trace: Trace, cancel: CancelToken | None
    ) -> Iterator[tuple[Cut, Remedy]]:
        """The guards that cost the memory its place: the same search without one of them has it."""
        row = trace.row(memory.key)
        for boost in trace.pool.candidate(row).boosts if trace.pool is not None and row >= 0 else ():
            if boost.name not in _WEIGHTS or boost.amount >= 0:
                continue
            setting, off = _WEIGHTS[boost.name]
            other = Settings(dict(self._recall.settings), {setting: off})
            search = _Search(self._recall.altered(settings=partial(_same, other)), self._obstacles, memory, cancel)
            _, hit, _ = search.made(asked)
            if hit is not None:
                reason = (
                    f"Its {boost.name} cost it its place: the score is lower by {-boost.amount:.4f} ({boost.reason})."
                )
                remedy = replace(_remedy(asked, asked, hit), text=f"with the setting {setting} off", later=True)
                yield Cut("guard", reason), remedy

    def _once_embedded(self, asked: Way, memory: Memory, cancel: CancelToken | None) -> Iterator[Remedy]:
        """The same search, or as little else as possible, once the memory has its vector."""
        if len(memory.lineage) > 1:
            return  # that of a merge is made of its sources' vectors
        try:
            space = with_vector(self._space(), memory.key, memory.content)
        except EmbeddingError:
            return
        search = _Search(self._recall.altered(space=lambda: space), self._obstacles, memory, cancel)
        _, way, hit = search.brought(asked)
        if way is not None and hit is not None:
            made = _remedy(asked, way, hit)
            changes = ("once its vector is made", made.text) if made.text else ("once its vector is made",)
            yield replace(made, text=", ".join(changes), later=True)


class _Search:
    """Searches for one memory."""

    def __init__(self, recall: Recall, obstacles: Obstacles, memory: Memory, cancel: CancelToken | None) -> None:
        self._recall = recall
        self._obstacles = obstacles
        self._memory = memory
        self._cancel = cancel

    def made(self, way: Way) -> tuple[RecallAnswer, Hit | None, Trace]:
        """(the answer, the memory in it, what became of the candidates)."""
        trace = Trace()
        answer = self._recall.answer(
            way.query,
            mode=way.mode,
            k=way.k,
            filter=way.filter,
            cancel=self._cancel,
            prefix_last=way.prefix_last,
            show_weaker=way.show_weaker,
            trace=trace,
        )
        return answer, next((hit for hit in answer.hits if hit.memory.key == self._memory.key), None), trace

    def brought(self, asked: Way) -> tuple[list[Cut], Way | None, Hit | None]:
        """All that cuts the memory, the way that has it among its hits, and the memory there; None if there is none."""
        cuts: list[Cut] = []
        way = asked
        for _ in range(_MOST_STEPS):
            _, hit, trace = self.made(way)
            if hit is not None:
                return cuts, *self._least(asked, way, hit)
            obstacle = self._obstacles.met(way, trace, self._memory)
            if obstacle.deeper:
                deeper = self._deeper(way, candidate=trace.row(self._memory.key) >= 0 or trace.pool is None)
                if deeper is None and trace.row(self._memory.key) < 0 and trace.pool is not None:
                    obstacle = self._obstacles.unmatched(way, trace, self._memory)
                elif deeper is None and self._memory.synthetic and "is:synthetic" not in way.query:
                    deeper = way.asking(f"{way.query} is:synthetic", "with is:synthetic")
                obstacle = replace(obstacle, way=deeper or obstacle.way)
            cuts += [replace(one, given=joined(way.changes)) for one in obstacle.cuts]
            if obstacle.way is None or obstacle.way == way:
                break
            way = obstacle.way
        return cuts, None, None

    def _deeper(self, way: Way, *, candidate: bool) -> Way | None:
        """The same with more hits, so that the memory is among them, weak or not; None if it does not come."""
        for depth in _DEPTHS:
            if depth <= way.k:
                continue
            deeper = replace(way, k=depth)
            _, hit, _ = self.made(deeper if candidate else replace(deeper, show_weaker=True))
            if hit is not None:
                return deeper
        return None

    def _least(self, asked: Way, way: Way, hit: Hit) -> tuple[Way, Hit]:
        """The same with the fewest hits that have the memory. (Its rank may grow with k, as further ones come in.)"""
        if way.k == asked.k:
            return way, hit
        low, high = asked.k, way.k  # it is not there by the first, and there by the second
        guess = hit.rank
        while high - low > 1:
            middle = min(max(guess, low + 1), high - 1)
            _, found, _ = self.made(replace(way, k=middle))
            if found is None:
                low = middle
            else:
                high, hit = middle, found
            guess = hit.rank - 1 if found is not None and middle == hit.rank else (low + high) // 2
        return replace(way, k=high), hit


def _same(settings: Settings) -> Settings:
    return settings


def _remedy(asked: Way, way: Way, hit: Hit) -> Remedy:
    changes = (*way.changes, f"with k = {way.k}") if way.k != asked.k else way.changes
    return Remedy(joined(changes), way.query, way.mode, way.k, way.show_weaker, hit)
