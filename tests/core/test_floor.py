"""Which hits of a search are relevant enough to be given unasked."""

from __future__ import annotations

import pytest

from memory_desktop.core.ranking.floor import WEAK_MOST, relevant


@pytest.mark.parametrize(
    ("scores", "own", "facts", "given"),
    [
        ([], [], [], []),
        ([0.9, 0.5, 0.23, 0.2], [False] * 4, [False] * 4, [0.9, 0.5, 0.23]),
        ([0.9, 0.5, 0.22, 0.2], [False] * 4, [False, False, False, True], [0.9, 0.5, 0.2]),
        ([0.3, 0.08, 0.07], [False, True, True], [False] * 3, [0.3, 0.08]),
        ([0.13, 0.12, 0.07], [False] * 3, [False] * 3, [0.13, 0.12]),
        ([0.15, 0.12, 0.1], [False, True, False], [False] * 3, [0.12]),
        ([0.12] * 30, [False] * 30, [True] * 30, [0.12] * WEAK_MOST),
        ([0.0, 0.0], [False] * 2, [False] * 2, [0.0, 0.0]),
    ],
)
def test_what_is_relevant(scores: list[float], own: list[bool], facts: list[bool], given: list[float]) -> None:
    """E2.3: what scores far below the best is left out, but for facts; of what is alike by meaning alone a few are given, first the
    user's own."""
    assert [score for score, keep in zip(scores, relevant(scores, own, facts), strict=True) if keep] == given
