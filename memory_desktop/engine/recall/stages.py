"""The stages of a hybrid search, in their order: what each finds in a candidate, and what it adds to its score.

    words → meaning → conversation → speaker → waiting → assemblies → usefulness → salience → trust

A stage looks at one candidate (and what stands around it in its conversation) and at nothing else in the pool: so no
candidate's score depends on which others there are, or on how many hits are wanted. Amounts are shares of a full match
by words (see `core.ranking.words`). Stages after `waiting` move candidates by a part of the best score.

The conversation is a field of a message, not a lift of its neighbours: it adds to what the message itself has, and a
memory that stands in no conversation loses nothing by it. (Measured with `tests.benchmarks.retrieval`; see the README.)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from memory_desktop.core.answers import Boost
from memory_desktop.core.keys import Keys
from memory_desktop.core.ports import ScoredKeys, VectorIndex, Vectors
from memory_desktop.core.ranking.background import Background
from memory_desktop.core.ranking.fusion import best_first
from memory_desktop.core.ranking.words import Beside, WordScores
from memory_desktop.core.vector_rows import best_of
from memory_desktop.engine.assembly.lifting import Lifts
from memory_desktop.engine.recall.pool import Pool

Scores = npt.NDArray[np.float64]
Stage = Callable[[Pool], None]

#: What one standard deviation of similarity above ordinary sentences counts.
MEANING_WEIGHT = 0.06
#: What the meaning of the messages around counts, by distance, and from how many standard deviations on.
AROUND_WEIGHTS = (0.15, 0.07)
AROUND_FROM = 1.0
#: What a message of the one speaker whom the query names gets.
SPEAKER_WEIGHT = 0.25

_BESIDE = "the messages around it in its conversation match, too"
_SPEAKER = "it was said by whom the search names"
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
        keys, cosines = _cosines(meant, pool.keys)
        keys, cosines = best_first(keys, cosines)
        shares = MEANING_WEIGHT * np.maximum(meant.background.standing_out(meant.vector, cosines), 0.0)
        pool.add_list("vector", ScoredKeys(keys, cosines), shares)

    return stage


def conversation(found: WordScores, meant: Meaning | None, beside: Beside) -> Stage:
    """The words and the meaning of the messages around it."""

    def stage(pool: Pool) -> None:
        amounts = _looked_up(found.keys, found.context, pool.keys)
        if meant is not None:
            substance = _looked_up(found.keys, found.substance, pool.keys) if len(found.keys) else 1.0
            amounts = amounts + substance * _meaning_around(meant, pool.keys, beside)
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


def _cosines(meant: Meaning, keys: Keys) -> tuple[Keys, Scores]:
    """Those of the keys that have a vector, and how alike it is to the query's."""
    there, vectors = meant.index.fetch_all(keys)
    return best_of(there, (vectors @ meant.vector).astype(np.float64))


def _meaning_around(meant: Meaning, keys: Keys, beside: Beside) -> Scores:
    near = [
        (weight, *beside(keys, step))
        for number, weight in enumerate(AROUND_WEIGHTS, start=1)
        for step in (-number, number)
    ]
    amounts = np.zeros(len(keys))
    wanted = np.unique(np.concatenate([others for _, _, others in near]))
    if not len(wanted):
        return amounts
    there, cosines = _cosines(meant, wanted)
    above = np.maximum(meant.background.standing_out(meant.vector, cosines) - AROUND_FROM, 0.0)
    for weight, rows, others in near:
        amounts[rows] += MEANING_WEIGHT * weight * _looked_up(there, above, others)
    return amounts


def _looked_up(keys: Keys, values: Scores, wanted: Keys) -> Scores:
    """`values[i]` belongs to `keys[i]` (sorted): the value of each wanted key, or 0."""
    if not len(keys):
        return np.zeros(len(wanted))
    rows = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
    return np.where(keys[rows] == wanted, values[rows], 0.0)
