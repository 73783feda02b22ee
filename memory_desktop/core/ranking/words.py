"""How well texts match the words of a query: BM25 of a text alone, BM25F with the texts around it as a second field.

The weight of a word depends on how many texts have it, not on the texts that do not: the number of all texts counts in
coarse steps (`size_class`), and a text is long or short against a fixed length. So one more text that has none of the
words changes no score. Scores are shares of a full match: 1 is a text of ordinary length that has every word once.

Formulas: BM25 (Robertson and Walker, k1 = 1.2, b = 0.4); BM25F sums the frequencies of both fields before they saturate
(Robertson, Zaragoza and Taylor, 2004).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Keys = npt.NDArray[np.int64]
Scores = npt.NDArray[np.float64]
#: (keys, distance) → (rows of keys that have a neighbour at that distance, the neighbours' keys).
Beside = Callable[[Keys, int], tuple[npt.NDArray[np.int64], Keys]]

K1 = 1.2
_B = 0.4
_ORDINARY_LENGTH = 12.0
_SMALLEST_CLASS = 256
_STEP = 4
#: What a frequency counts in the texts around, by distance in the conversation.
CONTEXT_WEIGHTS = (0.35, 0.17)


@dataclass(frozen=True, slots=True)
class Term:
    """A word of a query: sorted `keys` (n,) of the texts that have it, `density` (n,) there, and its weight."""

    keys: Keys
    density: Scores
    weight: float


@dataclass(frozen=True, slots=True)
class Extra:
    """Something that adds a fixed amount to some texts: sorted `keys` (n,), `amounts` (n,)."""

    keys: Keys
    amounts: Scores


@dataclass(frozen=True, slots=True)
class Matches:
    """What the keyword index knows about one query.

    Attributes:
        terms: the words. extras: word forms, sequences and labels.
        speaker: texts of the one speaker whom the query names.
    """

    terms: tuple[Term, ...] = ()
    extras: tuple[Extra, ...] = ()
    speaker: Keys | None = None


@dataclass(frozen=True, slots=True)
class WordScores:
    """Scores of every text that matches in some way, by sorted key.

    Attributes:
        keys: (n,). own: (n,) of the text alone. context: (n,) what the texts around it add.
        coverage: (n,) share of the query's weight that the text itself has.
    """

    keys: Keys
    own: Scores
    context: Scores
    coverage: Scores


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


def score(matches: Matches, beside: Beside | None = None) -> WordScores:
    """The scores of all texts that match; with `beside` the texts around them count as well."""
    found = [term.keys for term in matches.terms] + [extra.keys for extra in matches.extras]
    last = max((int(keys[-1]) for keys in found if len(keys)), default=-1)
    full = sum(term.weight for term in matches.terms) or 1.0
    steps = [step for number in range(1, len(CONTEXT_WEIGHTS) + 1) for step in (-number, number)] if beside else []
    # Beside the last text that matches others can stand that do not.
    size = last + 1
    around: list[list[tuple[Keys, Scores]]] = []
    for term in matches.terms:
        spread = list(_spread(term, steps, beside)) if beside else []
        around.append(spread)
        size = max([size, *(int(keys.max()) + 1 for keys, _ in spread if len(keys))])
    own, both, coverage = np.zeros(size), np.zeros(size), np.zeros(size)
    touched = np.zeros(size, dtype=bool)
    for term, spread in zip(matches.terms, around, strict=True):
        alone = _saturated(term.density)
        own[term.keys] += term.weight * alone
        coverage[term.keys] += term.weight
        touched[term.keys] = True
        if not spread:
            continue
        density = np.zeros(size)
        density[term.keys] = term.density
        for keys, amounts in spread:
            density[keys] += amounts
        density[term.keys] = term.density  # what a text says itself, it need not be told by those around it
        rows = np.flatnonzero(density)
        touched[rows] = True
        both[rows] += term.weight * _saturated(density[rows])
        both[term.keys] -= term.weight * alone
    for extra in matches.extras:
        own[extra.keys] += extra.amounts
        touched[extra.keys] = True
    keys = np.flatnonzero(touched)
    return WordScores(keys, own[keys] / full, np.maximum(both[keys], 0.0) / full, coverage[keys] / full)


def _spread(term: Term, steps: Sequence[int], beside: Beside) -> Iterable[tuple[Keys, Scores]]:
    """What a word in one text counts for those around it: (their keys, amounts) by distance."""
    for step in steps:
        rows, keys = beside(term.keys, step)
        yield keys, CONTEXT_WEIGHTS[abs(step) - 1] * term.density[rows]


def _saturated(density: Scores) -> Scores:
    """BM25's saturation, scaled so that a density of 1 gives 1."""
    return density * (K1 + 1.0) / (density + K1)
