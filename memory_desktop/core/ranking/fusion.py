"""Fusing ranked lists: reciprocal ranks as in the seed, and score-normalised weights, which do better (see README).

All scores are summed in arrays; what a single candidate got from each list is only made into objects for the few that
are shown (`Fusion.places`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from memory_desktop.core.answers import ListScore
from memory_desktop.core.keys import Keys
from memory_desktop.core.ports import ScoredKeys

#: Rank constant of reciprocal rank fusion (seed E).
RRF_K = 60

Scores = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Fusion:
    """Every candidate of the lists: `keys` (n,) and fused `scores` (n,), best first, equal scores by key.

    Attributes:
        lists: what was fused. shares: what each place in each list adds to a score.
    """

    keys: Keys
    scores: Scores
    lists: Mapping[str, ScoredKeys]
    shares: Mapping[str, Scores]

    def places(self, key: int) -> dict[str, ListScore]:
        """A candidate's place in each list that has it; its score is the sum of the shares."""
        found: dict[str, ListScore] = {}
        for name, scored in self.lists.items():
            rows = np.flatnonzero(scored.keys == key)
            if len(rows):
                row = int(rows[0])
                found[name] = ListScore(row + 1, float(scored.scores[row]), float(self.shares[name][row]))
        return found


def reciprocal_ranks(lists: Mapping[str, ScoredKeys], k: int = RRF_K) -> Fusion:
    """score = Σ 1 / (k + rank) over the lists."""
    return _fuse(lists, {name: 1.0 / (k + np.arange(1, len(scored.keys) + 1)) for name, scored in lists.items()})


def weighted(lists: Mapping[str, ScoredKeys], weights: Mapping[str, float]) -> Fusion:
    """score = Σ weight · normalised score.

    A list's scores are mapped to [0, 1] by its own best and worst candidates, so that BM25, which has no upper bound,
    and cosines, which crowd together, can be added.
    """
    return _fuse(lists, {name: weights[name] * _normalised(scored.scores) for name, scored in lists.items()})


def single(name: str, scored: ScoredKeys) -> Fusion:
    """One list as it is: the fused score is the list's own."""
    return _fuse({name: scored}, {name: np.asarray(scored.scores, dtype=np.float64)})


def best_first(keys: Keys, scores: Scores) -> tuple[Keys, Scores]:
    """Both in descending order of score; equal scores by key."""
    order = np.lexsort((keys, -scores))
    return keys[order], scores[order]


def summed(keys: Keys, amounts: Scores) -> tuple[Keys, Scores]:
    """(unique keys sorted, sum of the amounts of each)."""
    unique, places = np.unique(keys, return_inverse=True)
    return unique, np.bincount(places, weights=amounts, minlength=len(unique)).astype(np.float64)


def _normalised(scores: Scores) -> Scores:
    if not len(scores):
        return scores
    low, high = float(scores[-1]), float(scores[0])
    return (scores - low) / (high - low) if high > low else np.ones_like(scores)


def _fuse(lists: Mapping[str, ScoredKeys], shares: Mapping[str, Scores]) -> Fusion:
    if not lists:
        return Fusion(np.empty(0, dtype=np.int64), np.empty(0), lists, shares)
    keys, scores = summed(
        np.concatenate([scored.keys for scored in lists.values()]), np.concatenate(list(shares.values()))
    )
    return Fusion(*best_first(keys, scores), lists, shares)
