"""The short forms of two campaigns: eight threads on one vault, and a life in one process."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.campaigns import long_life, threads


@pytest.mark.long
def test_eight_threads_get_answers_or_words(tmp_path: Path) -> None:
    """R12: writers, readers, a traveller, sync, checks and undo on one engine: no raw error, and nothing is lost."""
    crowd = threads.run(tmp_path, calls=64, seed=5, memories=40)
    assert crowd.broken == []
    assert sum(crowd.calls.values()) == 64


@pytest.mark.long
def test_a_life_leaves_nothing_open(tmp_path: Path) -> None:
    """R12: operations of all kinds leave no file open that was not open after the first of them."""
    first, second, third, last = (one.handles for one in long_life.live(tmp_path, operations_=80, seed=5, memories=30))
    # Segments of the keyword index that a merge has just removed are open for a moment.
    assert min(third, last) <= max(first, second) + 8


@pytest.mark.parametrize(("memory", "seconds", "told"), [(0, 1.0, 0), (5_000_000, 1.0, 1), (0, 2.0, 1)])
def test_the_long_life_finds_what_grows(memory: int, seconds: float, told: int) -> None:
    """R12: a life whose memory or times grow is found by its quarters."""
    second = long_life.Quarter({"get": 0.01}, 100_000_000, 20, 1_000, 30, 10)
    last = long_life.Quarter({"get": 0.01 * seconds}, 100_000_000 + memory, 20, 2_000, 30, 10)
    assert len(long_life.faults([second, second, last, last], 1_000)) == told
