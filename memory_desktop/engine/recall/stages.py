"""The stages of a hybrid search, in their order: what each finds in a candidate, and what it adds to its score.

    words → meaning → conversation → speaker → waiting → time → assemblies → usefulness → salience → trust

A stage looks at one candidate (and what stands around it in its conversation) and at nothing else in the pool: so no
candidate's score depends on which others there are, or on how many hits are wanted. Amounts are shares of a full match
by words (see `core.ranking.words`). Stages after `time` move candidates by a part of the best score.

The conversation is a field of a message, not a lift of its neighbours: it adds to what the message itself has, and a
memory that stands in no conversation loses nothing by it. (Measured with `tests.benchmarks.retrieval`; see the README.)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from memory_desktop.core.answers import Boost
from memory_desktop.core.keys import Keys, united
from memory_desktop.core.ports import ScoredKeys, VectorIndex, Vectors
from memory_desktop.core.ranking.background import Background
from memory_desktop.core.ranking.fusion import best_first
from memory_desktop.core.ranking.words import BEST_AROUND, DISTANCES, Around, WordScores
from memory_desktop.engine.assembly.lifting import Lifts
from memory_desktop.engine.recall.named_time import NamedTime
from memory_desktop.engine.recall.pool import Pool

Scores = npt.NDArray[np.float64]
Stage = Callable[[Pool], None]

#: What one standard deviation of similarity above ordinary sentences counts.
MEANING_WEIGHT = 0.06
#: What the meaning of the messages around counts, by distance, and from how many standard deviations on.
_AROUND_WEIGHTS = {1: 0.15, 2: 0.07}
_AROUND = np.array([_AROUND_WEIGHTS[abs(distance)] for distance in DISTANCES])
AROUND_FROM = 1.0
#: What a message of the one speaker whom the query names gets.
SPEAKER_WEIGHT = 0.25
#: What a text of the time that the query names gets at most, and never more than what speaks for it otherwise.
TIME_WEIGHT = 0.2

_BESIDE = "the messages around it in its conversation match, too"
_SPEAKER = "it was said by whom the search names"
_TIME = "it is of the time that the search names"
_WAITING = "its vector is still to come; until then its words stand for its meaning"


@dataclass(frozen=True, slots=True)
class Meaning:
    """What is needed to compare texts with a query by meaning."""

    vector: Vectors
    background: Background
    index: VectorIndex


def words(found: WordScores) -> Stage:
    """The words of the query in the text itself."""

    def stage(pool: Pool) -> None:
        own = _looked_up(found.keys, found.own, pool.keys)
        rows = np.flatnonzero(own > 0)
        order = rows[np.lexsort((pool.keys[rows], -own[rows]))]
        pool.add_list("keyword", ScoredKeys(pool.keys[order], own[order]), own[order])

    return stage


def meaning(meant: Meaning) -> Stage:
    """The meaning of the text, as far as it stands out from that of ordinary sentences."""

    def stage(pool: Pool) -> None:
        keys, cosines = meant.index.similarities(meant.vector, pool.keys)
        keys, cosines = best_first(keys, cosines)
        shares = MEANING_WEIGHT * np.maximum(meant.background.standing_out(meant.vector, cosines), 0.0)
        pool.add_list("vector", ScoredKeys(keys, cosines), shares)

    return stage


def conversation(found: WordScores, meant: Meaning | None, around: Around) -> Stage:
    """The words and the meaning of the messages around it."""

    def stage(pool: Pool) -> None:
        amounts = _looked_up(found.keys, found.context, pool.keys)
        if meant is not None:
            substance = _looked_up(found.keys, found.substance, pool.keys) if len(found.keys) else 1.0
            amounts = amounts + substance * _meaning_around(meant, around(pool.keys))
        pool.lift("neighbours", amounts, _BESIDE)

    return stage


def speaker(found: WordScores) -> Stage:
    """Whether it was said by the one whom the query names."""

    def stage(pool: Pool) -> None:
        said = np.zeros(len(found.keys)) if found.spoken is None else found.spoken.astype(np.float64)
        pool.lift("speaker", SPEAKER_WEIGHT * _looked_up(found.keys, said, pool.keys), _SPEAKER)

    return stage


def waiting(found: WordScores, meant: Meaning) -> Stage:
    """What has no vector yet is taken to mean as much as it says: all words of the query are the whole meaning."""

    def stage(pool: Pool) -> None:
        ranks, _, _ = pool.lists["vector"]
        coverage = np.minimum(_looked_up(found.keys, found.coverage, pool.keys), 1.0)
        same = float(meant.background.standing_out(meant.vector, np.ones(1))[0])
        pool.lift("waiting", np.where(ranks == 0, MEANING_WEIGHT * max(same, 0.0) * coverage**2, 0.0), _WAITING)

    return stage


def time(named: NamedTime) -> Stage:
    """Whether it was made at the time that the query names, or soon after it."""

    def stage(pool: Pool) -> None:
        near = _looked_up(named.keys, named.near, pool.keys)
        pool.lift("time", near * np.minimum(pool.scores, TIME_WEIGHT), _TIME)

    return stage


def assemblies(lifts: Lifts) -> Stage:
    """The stage for the lifts of members of activated assemblies."""

    def stage(pool: Pool) -> None:
        best = pool.best
        boosts: dict[int, Boost] = {
            row: replace(boost, amount=boost.amount * best)
            for row, key in enumerate(pool.keys.tolist())
            if (boost := lifts.boosts.get(key)) is not None
        }
        if boosts:
            amounts = np.zeros(len(pool.keys))
            amounts[list(boosts)] = [boost.amount for boost in boosts.values()]
            pool.lift("assembly", amounts, lambda row: boosts[row].reason)

    return stage


def _meaning_around(meant: Meaning, around: Keys) -> Scores:
    """(n,) What the meaning of the messages around each of n texts counts; see `Around`."""
    there, cosines = meant.index.similarities(meant.vector, united(around[around > 0]))
    out = _looked_up(there, meant.background.standing_out(meant.vector, cosines), around)
    amounts: Scores = MEANING_WEIGHT * (np.maximum(out - AROUND_FROM, 0.0) @ _AROUND)
    amounts += MEANING_WEIGHT * BEST_AROUND * np.maximum(out, 0.0).max(axis=1)
    return amounts


def _looked_up(keys: Keys, values: Scores, wanted: Keys) -> Scores:
    """`values[i]` belongs to `keys[i]` (sorted): the value of each wanted key, or 0; in the shape of `wanted`."""
    if not len(keys):
        return np.zeros(wanted.shape)
    rows = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
    return np.where(keys[rows] == wanted, values[rows], 0.0)
