"""The candidates of one query, in arrays: what each got in each list and by each stage, and so its score."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from memory_desktop.core.answers import Boost, ListScore
from memory_desktop.core.keys import Keys
from memory_desktop.core.ports import ScoredKeys
from memory_desktop.core.ranking.fusion import Fusion, best_first

Scores = npt.NDArray[np.float64]
Reason = str | Callable[[int], str]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A key with its score and the parts of that score."""

    key: int
    score: float
    places: Mapping[str, ListScore]
    boosts: tuple[Boost, ...] = ()


@dataclass(frozen=True, slots=True)
class _Lift:
    name: str
    amounts: Scores
    reason: Reason


@dataclass(slots=True)
class Pool:
    """See the module.

    Attributes:
        keys: (n,) sorted. scores: (n,) so far.
        lists: name → (ranks from 1, or 0 where it is not in the list; the list's own scores; shares of the score).
        late: (n,) candidates that are there only because many hits were asked for; they come after all others.
        brought: (n,) candidates that no index gave, but an activated assembly; they come after those that one gave.
        evidence: (n,) what speaks for a candidate itself or its conversation, before anything was weighed.
        unweighed_best: the greatest score at that time, which is what weighing takes a part of.
    """

    keys: Keys
    scores: Scores
    lists: dict[str, tuple[npt.NDArray[np.int64], Scores, Scores]] = field(default_factory=dict)
    lifts: list[_Lift] = field(default_factory=list)
    late: npt.NDArray[np.bool_] | None = None
    brought: npt.NDArray[np.bool_] | None = None
    evidence: Scores | None = None
    unweighed_best: float = 0.0

    @classmethod
    def of(cls, keys: Keys) -> Pool:
        """Candidates for these sorted keys, with a score of 0."""
        return cls(keys, np.zeros(len(keys)))

    @classmethod
    def fused(cls, fusion: Fusion) -> Pool:
        """The candidates of fused lists."""
        order = np.argsort(fusion.keys, kind="stable")
        pool = cls.of(fusion.keys[order])
        for name, scored in fusion.lists.items():
            pool.add_list(name, scored, fusion.shares[name])
        return pool

    def add_list(self, name: str, scored: ScoredKeys, shares: Scores) -> None:
        """A ranked list, and what each place in it adds; keys that are not candidates are passed over."""
        rows = np.minimum(np.searchsorted(self.keys, scored.keys), max(0, len(self.keys) - 1))
        there = self.keys[rows] == scored.keys if len(self.keys) else np.zeros(len(rows), dtype=bool)
        ranks, own, share = np.zeros(len(self.keys), dtype=np.int64), np.zeros(len(self.keys)), np.zeros(len(self.keys))
        ranks[rows[there]] = np.flatnonzero(there) + 1
        own[rows[there]] = scored.scores[there]
        share[rows[there]] = shares[there]
        self.lists[name] = (ranks, own, share)
        self.scores += share

    def lift(self, name: str, amounts: Scores, reason: Reason) -> None:
        """Add amounts that do not come from a ranked list to the scores. The reason may depend on the row."""
        self.lifts.append(_Lift(name, amounts, reason))
        self.scores += amounts

    @property
    def best(self) -> float:
        """The greatest score so far; 0 without candidates. Late ones do not count: fewer hits would not have them."""
        scores = self.scores if self.late is None else self.scores[~self.late]
        return float(scores.max()) if len(scores) else 0.0

    def order(self) -> npt.NDArray[np.int64]:
        """Rows, best first; equal scores by key; those that an assembly brought after the others, late ones last."""
        none = np.zeros(len(self.keys), dtype=bool)
        late = self.late if self.late is not None else none
        brought = self.brought if self.brought is not None else none
        return np.lexsort((self.keys, -self.scores, np.where(brought, 1, np.where(late, 2, 0))))

    def candidate(self, row: int, said: Sequence[Boost] = ()) -> Candidate:
        """One of them with its explanation; `said`: what others than the stages say of it."""
        places = {
            name: ListScore(int(ranks[row]), float(own[row]), float(share[row]))
            for name, (ranks, own, share) in self.lists.items()
            if ranks[row]
        }
        boosts = tuple(
            Boost(one.name, float(one.amounts[row]), one.reason if isinstance(one.reason, str) else one.reason(row))
            for one in self.lifts
            if one.amounts[row]
        )
        return Candidate(int(self.keys[row]), float(self.scores[row]), places, (*boosts, *said))


def first(keys: Keys, scores: Scores, count: int) -> tuple[Keys, Scores]:
    """The `count` best, in order; equal scores by key."""
    if len(keys) > count:
        least = np.partition(scores, len(scores) - count)[len(scores) - count]
        rows = np.flatnonzero(scores >= least)
        keys, scores = keys[rows], scores[rows]
    keys, scores = best_first(keys, scores)
    return keys[:count], scores[:count]
