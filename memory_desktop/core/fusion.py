"""Fusing ranked lists: reciprocal ranks as in the seed, and score-normalised weights, which do better (see README)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from memory_desktop.core.answers import ListScore
from memory_desktop.core.ports import ScoredKeys

#: Rank constant of reciprocal rank fusion (seed E).
RRF_K = 60


@dataclass(frozen=True, slots=True)
class Fused:
    """One candidate: its key, its fused score, and its place in each list that has it."""

    key: int
    score: float
    lists: Mapping[str, ListScore]


def reciprocal_ranks(lists: Mapping[str, ScoredKeys], k: int = RRF_K) -> list[Fused]:
    """score = Σ 1 / (k + rank) over the lists; best first, equal scores by key."""
    shares = {name: 1.0 / (k + np.arange(1, len(scored.keys) + 1)) for name, scored in lists.items()}
    return _combine(lists, shares)


def weighted(lists: Mapping[str, ScoredKeys], weights: Mapping[str, float]) -> list[Fused]:
    """score = Σ weight · normalised score; best first, equal scores by key.

    A list's scores are mapped to [0, 1] by its own best score, and by its worst candidate where that is positive, so
    that BM25, which has no upper bound, and cosines, which crowd together, can be added.
    """
    shares = {name: weights[name] * _normalised(scored.scores) for name, scored in lists.items()}
    return _combine(lists, shares)


def single(name: str, scored: ScoredKeys) -> list[Fused]:
    """One list as it is: the fused score is the list's own."""
    return _combine({name: scored}, {name: np.asarray(scored.scores, dtype=np.float64)})


def _normalised(scores: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    if not len(scores):
        return scores
    low, high = min(float(scores[-1]), 0.0) if len(scores) < 2 else float(scores[-1]), float(scores[0])
    if high <= low:
        return np.ones_like(scores)
    return (scores - low) / (high - low)


def _combine(
    lists: Mapping[str, ScoredKeys], shares: Mapping[str, np.ndarray[tuple[int, ...], np.dtype[np.float64]]]
) -> list[Fused]:
    places: dict[int, dict[str, ListScore]] = {}
    for name, scored in lists.items():
        rows = zip(scored.keys.tolist(), scored.scores.tolist(), shares[name].tolist(), strict=True)
        for rank, (key, score, share) in enumerate(rows, start=1):
            places.setdefault(key, {})[name] = ListScore(rank, score, share)
    fused = [Fused(key, sum(place.share for place in found.values()), found) for key, found in places.items()]
    return sorted(fused, key=lambda one: (-one.score, one.key))
