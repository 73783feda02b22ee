"""Fusing ranked lists."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_desktop.core.ports import ScoredKeys
from memory_desktop.core.ranking.fusion import RRF_K, reciprocal_ranks, single, weighted


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
    assert fused.keys.tolist() == [2, 1]
    assert fused.scores[0] == pytest.approx(1 / 62 + 1 / 61)
    assert fused.places(2)["keyword"].rank == 1
    assert fused.places(1)["vector"].share == pytest.approx(1 / 61)
    assert fused.places(3) == {}


@given(lists, lists)
def test_a_score_is_the_sum_of_its_shares(one: ScoredKeys, other: ScoredKeys) -> None:
    """F2: what the explanation names adds up to the score, in every mode, best first."""
    both = {"vector": one, "keyword": other}
    for fused in (reciprocal_ranks(both), weighted(both, {"vector": 0.4, "keyword": 0.6}), single("vector", one)):
        ranked = list(zip(fused.keys.tolist(), fused.scores.tolist(), strict=True))
        for key, score in ranked:
            assert score == pytest.approx(sum(place.share for place in fused.places(key).values()))
        assert [(-score, key) for key, score in ranked] == sorted((-score, key) for key, score in ranked)
    assert set(reciprocal_ranks(both).keys.tolist()) == {*one.keys.tolist(), *other.keys.tolist()}


@given(lists)
def test_weighted_scores_stay_within_their_weight(one: ScoredKeys) -> None:
    """E6: a list can add no more than its weight, whatever the size of its scores."""
    fused = weighted({"keyword": one}, {"keyword": 0.6})
    assert ((fused.scores >= -1e-12) & (fused.scores <= 0.6 + 1e-12)).all()
    if len(one.keys):
        assert fused.scores[0] == pytest.approx(0.6)


def test_nothing_fuses_to_nothing() -> None:
    """E6: no lists, and empty lists, give an empty ranking."""
    assert len(reciprocal_ranks({}).keys) == len(weighted({"keyword": scored()}, {"keyword": 1.0}).keys) == 0
