"""Regions of a map: where its points gather, and the words that tell a region from the rest."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from memory_desktop.core.conversation.analysis import says_little
from memory_desktop.core.mapping.projection import Places

#: The most regions, and how often their centres are moved to the middle of their points.
MOST, _ROUNDS = 12, 25
_WORD = re.compile(r"[^\W\d_]{3,}(?:['’][^\W\d_]+)?|[^\W\d_]+['’][^\W\d_]+")
#: Words of a label, and how surely a word must be more frequent in the region, in standard deviations.
_WORDS, _LEAST = 3, 1.0
#: How much the whole counts against a region: as so many words.
_PRIOR = 50.0
_SHORTEST = 3


def number_of(points: int) -> int:
    """How many regions a map of so many points has."""
    return max(1, min(MOST, round(math.sqrt(points) / 2)))


def centres_of(places: Places, number: int) -> Places:
    """(k, 2): the middles of the regions of a sample, the same whenever they are made; k may be less than `number`.

    k-means, begun with points that lie far from each other.
    """
    centres = [places[int(np.argmin(np.square(places - places.mean(axis=0)).sum(axis=1)))]]
    apart = np.square(places - centres[0]).sum(axis=1)
    while len(centres) < number and float(apart.max()) > 0.0:
        centres.append(places[int(apart.argmax())])
        apart = np.minimum(apart, np.square(places - centres[-1]).sum(axis=1))
    found = np.array(centres, dtype=np.float32)
    for _ in range(_ROUNDS):
        nearest = region_of(places, found)
        moved = np.array(
            [
                places[nearest == one].mean(axis=0) if (nearest == one).any() else found[one]
                for one in range(len(found))
            ],
            dtype=np.float32,
        )
        if np.allclose(moved, found):
            break
        found = moved
    return found


def region_of(places: Places, centres: Places) -> npt.NDArray[np.int64]:
    """(n,): the number of the region that each place belongs to."""
    best = np.full(len(places), np.inf, dtype=np.float32)
    found = np.zeros(len(places), dtype=np.int64)
    for number, centre in enumerate(centres):
        apart = np.square(places - centre).sum(axis=1)
        nearer = apart < best
        found[nearer], best[nearer] = number, apart[nearer]
    return found


def labels_of(texts: Mapping[int, Sequence[str]]) -> dict[int, tuple[str, ...]]:
    """The words that tell each region from the whole, given some of its texts; none where nothing does.

    By the log odds of a word in the region against the rest, with the whole as prior, in standard deviations (Monroe,
    Colaresi and Quinn, “Fightin’ Words”, 2008). A word counts once for each text.
    """
    counts = {region: Counter(word for text in of for word in words_of(text)) for region, of in texts.items()}
    whole: Counter[str] = Counter()
    for one in counts.values():
        whole.update(one)
    total = sum(whole.values())
    return {region: _telling(one, whole, total) for region, one in counts.items()}


def words_of(text: str) -> set[str]:
    """The words of a text that may tell something, in lower case."""
    found = (
        word.partition("’")[0] for word in _WORD.findall(text.casefold().replace("'", "’")) if not says_little(word)
    )
    return {word for word in found if len(word) >= _SHORTEST}


def _telling(mine: Counter[str], whole: Counter[str], total: int) -> tuple[str, ...]:
    size = sum(mine.values())
    scored = []
    for word, often in mine.items():
        usual = _PRIOR * whole[word] / total
        elsewhere = whole[word] - often
        here = math.log((often + usual) / (size + _PRIOR - often - usual)) if size + _PRIOR > often + usual else 0.0
        rest = total - size + _PRIOR - elsewhere - usual
        there = math.log((elsewhere + usual) / rest) if rest > 0 else 0.0
        score = (here - there) / math.sqrt(1 / (often + usual) + 1 / (elsewhere + usual))
        if score >= _LEAST and often > 1:
            scored.append((-score, word))
    return tuple(word for _, word in sorted(scored)[:_WORDS])
