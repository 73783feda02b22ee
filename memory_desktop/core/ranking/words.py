"""How well texts match the words of a query: BM25 of a text alone, BM25F with the texts around it as a second field.

The weight of a word depends on how many texts have it, not on the texts that do not: the number of all texts counts in
coarse steps (`size_class`), and a text is long or short against a fixed length. So one more text that has none of the
words changes no score. Scores are shares of a full match: 1 is a text of ordinary length that has every word once.

Formulas: BM25 (Robertson and Walker, k1 = 1.2, b = 0.4); BM25F sums the frequencies of both fields before they saturate
(Robertson, Zaragoza and Taylor, 2004).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from memory_desktop.core.keys import Keys

Scores = npt.NDArray[np.float64]
#: (n,) keys → (n, 4) keys of the texts around each in its conversation, by `DISTANCES`; 0 where there is none.
Around = Callable[[Keys], Keys]
#: The places around a text that are looked at: before it (negative) and after it.
DISTANCES = (-1, 1, -2, 2)

K1 = 1.2
_B = 0.4
_ORDINARY_LENGTH = 12.0
#: A text of fewer words, stop words left out, says little of its own ("Noted.", "OK, thanks!"): the texts around it
#: count less for it, in proportion.
_OF_ITS_OWN = 4.0
_SMALLEST_CLASS = 256
_STEP = 4
#: What a frequency counts in the texts around, by distance in the conversation.
_CONTEXT_WEIGHTS = {1: 0.35, 2: 0.17}
#: What the best of the texts around counts for a text, as a part of what that one scores by itself.
BEST_AROUND = 0.1
_WEIGHTS = np.array([_CONTEXT_WEIGHTS[abs(distance)] for distance in DISTANCES])


@dataclass(frozen=True, slots=True)
class Matches:
    """What the keyword index knows about one query and n texts.

    Attributes:
        keys: (n,) of the texts, sorted. weights: (w,) of the words of the query.
        density: (w, n) of each word in each text. extra: (n,) what word forms, sequences and labels add to a text.
        lengths: (n,) of the texts, in words.
        spoken: (n,) whether it was said by the one speaker whom the query names; None when it names none, or several.
    """

    keys: Keys
    weights: Scores
    density: Scores
    extra: Scores
    lengths: Scores
    spoken: npt.NDArray[np.bool_] | None = None


@dataclass(frozen=True, slots=True)
class WordScores:
    """Scores of texts by sorted key.

    Attributes:
        keys: (n,). own: (n,) of the text alone. context: (n,) what the texts around it add.
        coverage: (n,) share of the query's weight that the text itself has.
        substance: (n,) how far the text says something of its own, 0 to 1, so that texts around it can tell about what.
        spoken: see `Matches`.
    """

    keys: Keys
    own: Scores
    context: Scores
    coverage: Scores
    substance: Scores
    spoken: npt.NDArray[np.bool_] | None = None

    @classmethod
    def none(cls) -> WordScores:
        """Those of no text."""
        return cls(np.empty(0, dtype=np.int64), np.empty(0), np.empty(0), np.empty(0), np.empty(0))

    def only(self, rows: npt.NDArray[np.int64]) -> WordScores:
        """Those of some rows."""
        spoken = None if self.spoken is None else self.spoken[rows]
        return WordScores(
            self.keys[rows], self.own[rows], self.context[rows], self.coverage[rows], self.substance[rows], spoken
        )

    def joined(self, other: WordScores) -> WordScores:
        """These and those of other texts for the same query."""
        keys = np.concatenate([self.keys, other.keys])
        order = np.argsort(keys, kind="stable")
        own, context, coverage, substance = (
            np.concatenate(pair)[order]
            for pair in (
                (self.own, other.own),
                (self.context, other.context),
                (self.coverage, other.coverage),
                (self.substance, other.substance),
            )
        )
        spoken = None
        if self.spoken is not None and other.spoken is not None:
            spoken = np.concatenate([self.spoken, other.spoken])[order]
        return WordScores(keys[order], own, context, coverage, substance, spoken)


def size_class(count: int) -> int:
    """The number of texts, rounded up so coarsely that it hardly ever changes."""
    size = _SMALLEST_CLASS
    while size < count:
        size *= _STEP
    return size


def weight_of(having: int, count: int) -> float:
    """BM25's weight of a word that `having` of `count` texts have."""
    return math.log(1.0 + max(0.0, size_class(count) - having + 0.5) / (having + 0.5))


def density_of(times: Scores, lengths: Scores) -> Scores:
    """How often a word comes, by the length of the text in words."""
    return times / (1.0 - _B + _B * lengths / _ORDINARY_LENGTH)


def score(matches: Matches, keys: Keys | None = None, around: Keys | None = None) -> WordScores:
    """The scores of some of the texts, or of all; with `around` the texts around them count as well.

    Args:
        keys: (n,) sorted, all among those of `matches`.
        around: (n, 4) see `Around`; those that are not among `matches` count nothing.
    """
    rows = np.arange(len(matches.keys)) if keys is None else np.searchsorted(matches.keys, keys)
    density = matches.density[:, rows]
    full = float(matches.weights.sum()) or 1.0
    everyone = matches.weights @ _saturated(matches.density)
    alone = everyone[rows]
    context = np.zeros(len(rows))
    if around is not None and len(matches.keys):
        places = np.minimum(np.searchsorted(matches.keys, around), len(matches.keys) - 1)
        there = matches.keys[places] == around
        # What a text says itself, it need not be told by those around it.
        both = np.where(density > 0, density, _density_around(matches, places, there))
        context = np.maximum(matches.weights @ _saturated(both) - alone, 0.0)
        context += BEST_AROUND * np.where(there, (everyone + matches.extra)[places], 0.0).max(axis=1)
    spoken = None if matches.spoken is None else matches.spoken[rows]
    coverage = matches.weights @ (density > 0)
    substance = np.minimum(matches.lengths[rows] / _OF_ITS_OWN, 1.0)
    own = (alone + matches.extra[rows]) / full
    return WordScores(matches.keys[rows], own, substance * context / full, coverage / full, substance, spoken)


def _density_around(matches: Matches, places: npt.NDArray[np.int64], there: npt.NDArray[np.bool_]) -> Scores:
    """(w, n) What the words count for texts beside which they stand; places: (n, 4) of the texts around, if `there`."""
    counted = np.where(there, _WEIGHTS, 0.0)
    density: Scores = np.einsum("wnd,nd->wn", matches.density[:, places], counted)
    return density


def _saturated(density: Scores) -> Scores:
    """BM25's saturation, scaled so that a density of 1 gives 1."""
    return density * (K1 + 1.0) / (density + K1)
