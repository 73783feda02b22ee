"""What the words of one query find: candidates from the keyword index, scored with the conversation around them.

The index gives the texts that match best by themselves. In hybrid mode the texts around the best of these are
candidates as well, as a message may match by what was said next to it. Any other text can be scored later: what it gets
depends on itself and its conversation alone.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from memory_desktop.core.keys import Keys, among, united
from memory_desktop.core.ports import AskedKeywords, KeySelection
from memory_desktop.core.ranking.words import Around, WordScores, score
from memory_desktop.engine.recall.pool import first

#: So many texts that match best by themselves are looked at, and around so many of them others.
ASKED = 400
BROADENED = 200


@dataclass(frozen=True, slots=True)
class Wording:
    """What the words of a query found.

    Attributes:
        scores: of the candidates. They are the same however many hits are wanted; see `further`.
        around: the conversation around texts; None where it does not count.
    """

    asked: AskedKeywords
    selection: KeySelection
    around: Around | None
    scores: WordScores

    @classmethod
    def find(cls, asked: AskedKeywords, selection: KeySelection, around: Around | None) -> Wording:
        """The selected texts that match best."""
        return cls(asked, selection, around, _best(asked, selection, around, ASKED, BROADENED))

    def further(self, count: int) -> WordScores:
        """At least so many texts, if so many match."""
        return _best(self.asked, self.selection, self.around, max(ASKED, 2 * count), max(BROADENED, count))

    def within(self, selection: KeySelection) -> WordScores:
        """The texts that match best among some of the selected ones."""
        return _best(self.asked, selection, self.around, ASKED, BROADENED)

    def of(self, keys: Keys) -> WordScores:
        """The scores of what was found and of these texts, too."""
        more = keys[~among(keys, self.scores.keys)]
        return self.scores.joined(_scored(self.asked, more, self.around)) if len(more) else self.scores


def _best(
    asked: AskedKeywords, selection: KeySelection, around: Around | None, most: int, broadened: int
) -> WordScores:
    near = asked.candidates(most, selection)
    own = score(asked.matches(near))
    matching = np.flatnonzero(own.own > 0)
    best, _ = first(own.keys[matching], own.own[matching], most)
    if around is None:
        return own.only(np.searchsorted(own.keys, np.sort(best)))
    beside = _there(around(best[:broadened]))
    return _scored(asked, united(beside[selection.allows(beside)], best), around)


def _scored(asked: AskedKeywords, keys: Keys, around: Around | None) -> WordScores:
    if around is None:
        return score(asked.matches(keys))
    beside = around(keys)
    return score(asked.matches(united(keys, _there(beside))), keys, beside)


def _there(around: Keys) -> Keys:
    """The texts around others, sorted, each once."""
    return united(around[around > 0])
