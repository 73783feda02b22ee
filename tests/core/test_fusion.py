"""Fusing ranked lists."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_desktop.core.fusion import RRF_K, reciprocal_ranks, single, weighted
from memory_desktop.core.ports import ScoredKeys


def scored(*pairs: tuple[int, float]) -> ScoredKeys:
    keys, scores = zip(*pairs, strict=True) if pairs else ((), ())
    return ScoredKeys(np.array(keys, dtype=np.int64), np.array(scores, dtype=np.float64))


lists = st.lists(st.tuples(st.integers(1, 50), st.floats(0.01, 10)), unique_by=lambda pair: pair[0], max_size=20).map(
    lambda pairs: scored(*sorted(pairs, key=lambda pair: (-pair[1], pair[0])))
)


def test_reciprocal_ranks_are_the_seeds() -> None:
    """E6: RRF is the sum of 1 / (60 + rank) over the lists that have the item."""
    fused = reciprocal_ranks({"vector": scored((1, 0.9), (2, 0.8)), "keyword": scored((2, 7.0))})
    assert RRF_K == 60
    assert [one.key for one in fused] == [2, 1]
    assert fused[0].score == pytest.approx(1 / 62 + 1 / 61)
    assert fused[0].lists["keyword"].rank == 1
    assert fused[1].lists["vector"].share == pytest.approx(1 / 61)


@given(lists, lists)
def test_a_score_is_the_sum_of_its_shares(one: ScoredKeys, other: ScoredKeys) -> None:
    """F2: what the explanation names adds up to the score, in every mode, best first."""
    both = {"vector": one, "keyword": other}
    for fused in (reciprocal_ranks(both), weighted(both, {"vector": 0.4, "keyword": 0.6}), single("vector", one)):
        assert all(item.score == pytest.approx(sum(place.share for place in item.lists.values())) for item in fused)
        assert [(-item.score, item.key) for item in fused] == sorted((-item.score, item.key) for item in fused)
    assert {item.key for item in reciprocal_ranks(both)} == {*one.keys.tolist(), *other.keys.tolist()}


@given(lists)
def test_weighted_scores_stay_within_their_weight(one: ScoredKeys) -> None:
    """E6: a list can add no more than its weight, whatever the size of its scores."""
    fused = weighted({"keyword": one}, {"keyword": 0.6})
    assert all(-1e-12 <= item.score <= 0.6 + 1e-12 for item in fused)
    if len(one.keys):
        assert fused[0].score == pytest.approx(0.6)
