"""One ranked list over all layers: the laws of its scores and places."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_desktop.core.layers.relevance import PAGE, SOURCES, Finding, factors, integrated

IDS = [f"mem_{n:02}" for n in range(40)]
FINDINGS = st.lists(
    st.builds(
        Finding,
        st.sampled_from(IDS),
        st.sampled_from(SOURCES),
        st.floats(0, 1),
        st.sampled_from(["its words match", "it is on the board"]),
    ),
    max_size=60,
)
WEIGHTS = st.dictionaries(st.sampled_from(SOURCES), st.floats(0, 3))


@given(FINDINGS, WEIGHTS, st.integers(1, 60))
def test_each_memory_is_one_hit_and_scores_are_bounded(
    findings: list[Finding], weights: dict[str, float], k: int
) -> None:
    """C8.2, C8.3: a memory found twice is one hit that names both sources; scores are in [0, 1] and never below a share."""
    hits = integrated(findings, weights, k)
    assert len({hit.id for hit in hits}) == len(hits) <= k
    for hit in hits:
        found = {
            one.source for one in findings if one.id == hit.id and one.relevance > 0 and weights.get(one.source, 1)
        }
        assert set(hit.sources) == found and len(hit.sources) == len(found)
        assert 0 <= hit.score <= 1 and all(share.weighed <= hit.score + 1e-8 for share in hit.shares)
        assert all(share.why for share in hit.shares)


@given(FINDINGS, WEIGHTS)
def test_no_layer_starves_another(findings: list[Finding], weights: dict[str, float]) -> None:
    """C8.6, U22: every source that found something has at least one of the first ten places."""
    hits = integrated(findings, weights, PAGE)
    named = {source for hit in hits for source in hit.sources}
    assert named == {one.source for one in findings if one.relevance > 0 and weights.get(one.source, 1.0) > 0}


@given(FINDINGS, WEIGHTS, st.randoms(use_true_random=False), st.integers(1, 60))
def test_order_does_not_depend_on_who_was_asked_first(
    findings: list[Finding], weights: dict[str, float], random: object, k: int
) -> None:
    """C8.3: the same findings give the same list in any order, and the first hits are the same for any k."""
    shuffled = list(findings)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    whole = integrated(findings, weights, 100)
    assert integrated(shuffled, weights, 100) == whole
    assert integrated(shuffled, weights, k) == whole[:k]


def test_a_crowd_of_one_layer_leaves_room() -> None:
    """C8.6: thirty strong hits of one layer do not push out the only weak one of another; the hit says so."""
    crowd = [Finding(f"mem_{n:02}", "episodic", 0.9, "its words match") for n in range(30)]
    hits = integrated([*crowd, Finding("mem_xx", "procedural", 0.2, "its triggers fit")], {}, PAGE)
    assert hits[-1].id == "mem_xx" and hits[-1].kept == "procedural"
    assert [hit.kept for hit in hits[:-1]] == [""] * 9
    assert not any(hit.id == "mem_xx" for hit in integrated([*crowd, hits_of(0.2)], {"procedural": 0.0}, 40))


def hits_of(relevance: float) -> Finding:
    return Finding("mem_xx", "procedural", relevance, "its triggers fit")


@given(FINDINGS, WEIGHTS, st.integers(1, 60), st.floats(0, 1))
def test_weak_hits_come_last_whatever_the_weights(
    findings: list[Finding], weights: dict[str, float], k: int, least: float
) -> None:
    """C8.3, C8.6, U22: a hit is weak where no source finds it relevant enough before weights; weak ones come behind all
    others, and each source that itself found something relevant enough has one of the first ten places."""
    hits = integrated(findings, weights, 100, least)
    assert integrated(findings, weights, k, least) == hits[:k]
    for hit in hits:
        assert hit.weak == all(share.relevance < least for share in hit.shares)
        assert sum(hit.adds) == pytest.approx(hit.score, abs=1e-8)
    assert [hit.weak for hit in hits] == sorted(hit.weak for hit in hits)
    strong = [hit for hit in hits if not hit.weak]
    found, page = (
        {each.source for hit in some for each in hit.shares if each.relevance >= least}
        for some in (strong, strong[:PAGE])
    )
    assert found == page
    assert {hit.id for hit in hits} == {hit.id for hit in integrated(findings, weights, 100)}


def test_no_place_is_kept_for_what_hardly_is_there() -> None:
    """C8.6, U22: what the board has all but forgotten needs no place for the board, though another layer finds it."""
    crowd = [Finding(f"mem_{n:02}", "semantic", 0.7, "its words match") for n in range(12)]
    faded = [Finding("mem_xx", "semantic", 0.4, "its words match"), Finding("mem_xx", "working", 0.02, "on the board")]
    assert [hit.id for hit in integrated([*crowd, *faded], {}, 20, 0.3)][-1] == "mem_xx"
    fresh = [faded[0], Finding("mem_xx", "working", 0.5, "on the board")]
    (kept,) = [hit for hit in integrated([*crowd, *fresh], {}, 20, 0.3)[:PAGE] if hit.id == "mem_xx"]
    assert kept.score == 0.7


@given(FINDINGS, st.dictionaries(st.sampled_from(SOURCES), st.floats(0.05, 3)))
def test_weights_are_proportions(findings: list[Finding], weights: dict[str, float]) -> None:
    """C8.6: what a layer finds more relevant stands first within it, whatever it counts; a weight of 3 lifts a layer over
    the others as a third of theirs would."""
    by = factors(weights)
    assert all(0 <= one <= 1 for one in by.values()) and factors({}) == dict.fromkeys(SOURCES, 1.0)
    for source in SOURCES:
        alone = {one.id: one.relevance for one in findings if one.source == source}
        hits = integrated([Finding(id, source, of, "why") for id, of in alone.items()], weights, 100)
        assert all(alone[first.id] > alone[second.id] - 1e-6 for first, second in pairwise(hits))
    third = {source: 1 / 3 for source in SOURCES if source != "semantic"}
    assert integrated(findings, {"semantic": 3.0}, 100) == integrated(findings, third, 100)


def test_a_turn_and_its_message_count_once() -> None:
    """C8.2, C8.3: what a message says is no better found because its turn says it, too; another source adds to it."""
    said, turn = Finding("mem_a", "episodic", 0.5, "its words match"), Finding("mem_a", "cycles", 0.4, "it means it")
    fact = Finding("mem_b", "semantic", 0.5, "its words match")
    hits = integrated([said, turn, fact], {}, PAGE)
    assert [(hit.id, hit.score) for hit in hits] == [("mem_a", 0.5), ("mem_b", 0.5)]
    assert hits[0].sources == ("episodic", "cycles") and hits[0].adds == (0.5, 0.0)
    (more,) = integrated([said, turn, Finding("mem_a", "working", 0.5, "it is on the board")], {}, PAGE)
    assert more.score == 0.75
