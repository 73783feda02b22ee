"""Which hits of a search an agent is given unasked: those that are relevant, and not as many as there is room for.

Scores are those of hybrid search: 1 is a full match by words. What is alike by meaning alone scores little, whether or
not it answers the question, so of such hits only the best few are given, and only where nothing better is there. The
figures were measured on the questions of `tests/benchmarks` (conversations and notes).
"""

from __future__ import annotations

from collections.abc import Sequence

#: A best score from which on a search has found what was asked for, and the part of it that others need.
STRONG, PART = 0.25, 0.25
#: Else only so many are given, and only those with this part of the best score.
WEAK_MOST, WEAK_PART = 5, 0.6


def relevant(scores: Sequence[float], own: Sequence[bool], facts: Sequence[bool]) -> list[bool]:
    """Which hits to give.

    Args:
        own: which are the user's own; they come before those of nobody where little is found.
        facts: which are the user's own words, or were learned from somebody's: short, and often in other words than
            the question, so that the cut-off of the search is enough for them.
    """
    best = max(scores, default=0.0)
    if best >= STRONG:
        return [fact or score >= PART * best for score, fact in zip(scores, facts, strict=True)]
    anybody = any(own)
    group = [place for place, mine in enumerate(own) if mine or not anybody]
    best = max((scores[place] for place in group), default=0.0)
    near = sorted((place for place in group if scores[place] >= WEAK_PART * best), key=lambda place: -scores[place])
    given = set(near[:WEAK_MOST])
    return [place in given for place in range(len(scores))]
