"""Ranking that can be trusted: what moves a hit, and what does not."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory_desktop.core.memory.records import Draft
from memory_desktop.engine.engine import Engine
from memory_desktop.engine.recall.recall import MODES
from tests.helpers import Clock, vault_at

_SUBJECTS = ("the garden", "our boat", "the lamp", "my sister", "the old car", "the choir", "a server", "the cat")
_THINGS = (
    "needs new paint before the summer",
    "was the reason for a long talk about money",
    "makes a strange noise in the morning",
    "belongs to a friend from Lisbon",
    "likes green tea and dark chocolate",
    "has been on my mind since the storm",
    "will be looked at by the plumber on Tuesday",
)
_WORDS = (
    "garden",
    "boat",
    "lamp",
    "sister",
    "car",
    "choir",
    "server",
    "cat",
    "paint",
    "money",
    "noise",
    "tea",
    "storm",
)
#: Shares no word with the others, and nothing that they are about.
_UNRELATED = st.lists(st.sampled_from("quorum plinth zygote brisket axiom lathe fjord".split()), min_size=3, max_size=7)
#: Reciprocal ranks count how many are before a hit, whatever they are: one more in a list moves all behind it.
_STEADY = tuple(mode for mode in MODES if mode != "rrf")
_GUARDS = {"trust": (False, True), "usefulness": (0.0, 0.5), "salience": (0.0, 0.5)}
queries = st.lists(st.sampled_from(_WORDS), min_size=1, max_size=4, unique=True).map(" ".join)


@pytest.fixture(scope="module")
def crowd(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    """Plain memories, two conversations, synthetic, untrusted and appraised ones, all with vectors."""
    with vault_at(tmp_path_factory.mktemp("crowd") / "vault", Clock()) as vault:
        vault.change_settings({"gates.novelty": "off"})
        number = 0
        for subject in _SUBJECTS:
            for thing in _THINGS:
                number += 1
                kept = vault.remember(
                    Draft(
                        content=f"{subject} {thing}",
                        thread=("", "", "one", "two")[number % 4],
                        source="chat",
                        tags=(subject.split()[-1],),
                        synthetic=number % 7 == 0,
                        trust=0.5 if number % 11 == 0 else 1.0,
                        salience=(0.1, 0.5, 1.7)[number % 3],
                    )
                )
                if number % 13 == 0:
                    vault.appraise(kept.memory.id, useful=bool(number % 2))
        for number in range(90):
            vault.remember(f"Note {number} of the logbook: {_WORDS[number % 13]} and {_WORDS[number % 11]}")
        vault.sync()
        yield vault


def ids(vault: Engine, query: str, mode: str = "hybrid", k: int = 10, **more: bool) -> list[str]:
    return [hit.memory.id for hit in vault.recall(query, mode=mode, k=k, **more).hits]


@pytest.mark.long
@settings(max_examples=25)
@given(queries, st.sampled_from(MODES), st.booleans())
def test_the_first_ten_are_the_same_for_any_k(crowd: Engine, query: str, mode: str, weaker: bool) -> None:
    """T11: the first ten of 10, 50, 100 and 140 hits are the same ten."""
    ten = ids(crowd, query, mode, 10, show_weaker=weaker)
    for k in (50, 100, 140):
        assert ids(crowd, query, mode, k, show_weaker=weaker)[:10] == ten


@pytest.mark.long
def test_the_first_ten_stay_with_quota_and_reservoir(crowd: Engine) -> None:
    """T11, D8: guards that give places look after each ten hits by itself, so that more hits change none of them."""
    crowd.change_settings({"recall.reservoir": 0.3, "recall.synthetic_quota": 0.1})
    try:
        for query in ("garden paint", "boat money noise", "cat tea"):
            ten = ids(crowd, query, k=10)
            assert ids(crowd, query, k=60)[:10] == ten
    finally:
        crowd.change_settings({"recall.reservoir": 0.0, "recall.synthetic_quota": 0.5})


_NEWCOMERS = (st.lists(queries, min_size=4, max_size=4), _UNRELATED, st.booleans(), st.sampled_from(["", "one", "two"]))


@settings(max_examples=5)
@given(*_NEWCOMERS)
@pytest.mark.long
def test_one_that_does_not_match_changes_no_place(
    crowd: Engine, asked: list[str], text: list[str], synthetic: bool, thread: str
) -> None:
    """T11: a memory without one of the words, synthetic or the neighbour of a match, reorders no others."""
    add_one_that_does_not_match(crowd, asked, text, synthetic, thread)


@pytest.mark.slow
@pytest.mark.timeout(900)
@settings(max_examples=100)
@given(*_NEWCOMERS)
def test_a_hundred_that_do_not_match_change_no_place(
    crowd: Engine, asked: list[str], text: list[str], synthetic: bool, thread: str
) -> None:
    """T11: the same for a hundred of them."""
    add_one_that_does_not_match(crowd, asked, text, synthetic, thread)


def add_one_that_does_not_match(crowd: Engine, asked: list[str], text: list[str], synthetic: bool, thread: str) -> None:
    """Ask, add a memory that none of the questions is about, ask again: the others keep their order."""
    before = [(query, mode, ids(crowd, query, mode, 40)) for query in asked for mode in _STEADY]
    draft = Draft(content=" ".join(text), synthetic=synthetic, thread=thread, source="chat")
    new = crowd.remember(draft).memory
    crowd.sync()
    for query, mode, first in before:
        after = [id for id in ids(crowd, query, mode, 41) if id != new.id]
        assert after[: len(first)] == first, (query, mode)


@settings(max_examples=15)
@given(queries, st.sampled_from([(f"recall.{name}", *sizes) for name, sizes in _GUARDS.items()]))
def test_a_guard_reorders_only_what_it_speaks_of(
    crowd: Engine, query: str, guard: tuple[str, bool | float, bool | float]
) -> None:
    """T11, D8: with a guard turned on, all memories that it has nothing to say about keep their order."""
    name, off, on = guard
    before = crowd.settings[name]
    crowd.change_settings({name: off})
    without = ids(crowd, query, k=60, show_weaker=True)
    crowd.change_settings({name: on})
    answer = crowd.recall(query, k=60, show_weaker=True)
    crowd.change_settings({name: before})
    spoken = {hit.memory.id for hit in answer.hits if any(boost.name in name for boost in hit.boosts)}
    kept = [hit.memory.id for hit in answer.hits if hit.memory.id not in spoken]
    shared = set(kept) & set(without)
    assert [id for id in kept if id in shared] == [id for id in without if id in shared]


@settings(max_examples=15)
@given(st.lists(st.sampled_from(_WORDS), min_size=2, max_size=5, unique=True))
@pytest.mark.long
def test_an_exact_match_without_a_vector_comes_first(crowd: Engine, words: list[str]) -> None:
    """T12: a text that is what is asked for comes first before its vector exists, and after."""
    text = "Remember: " + " ".join(words)
    new = crowd.remember(Draft(content=text)).memory
    assert ids(crowd, " ".join(words))[0] == new.id
    crowd.sync()
    assert ids(crowd, " ".join(words))[0] == new.id
    crowd.forget([new.id])


def test_a_neighbour_that_does_not_match_takes_nothing_away(vault: Engine) -> None:
    """T12: an exact match stays first when the next message of its conversation is about something else."""
    for number in range(6):
        vault.remember(Draft(content=f"Shall we go to the dentist in week {number}?", thread="a", source="chat"))
        vault.remember(Draft(content=f"The dentist, yes, week {number} is fine", thread="a", source="chat"))
    best = vault.remember(Draft(content="The dentist's number is 555 0101", thread="b", source="chat")).memory
    vault.sync()
    assert ids(vault, "number of the dentist")[0] == best.id
    vault.remember(Draft(content="By the way, it rains", thread="b", source="chat"))
    vault.sync()
    assert ids(vault, "number of the dentist")[0] == best.id


def test_weak_hits_are_hidden_and_counted(crowd: Engine) -> None:
    """T12: what has no word of the query and nothing of its meaning is hidden, counted, and shown on request."""
    answer = crowd.recall("my sister likes chocolate", k=100)
    assert answer.weaker > 0
    shown = crowd.recall("my sister likes chocolate", k=100, show_weaker=True)
    assert len(shown.hits) == len(answer.hits) + answer.weaker
    assert shown.weaker == 0
    assert crowd.recall("quantum chromodynamics lecture", mode="vector", k=140).weaker > 0


def test_pure_modes_know_no_lifts(crowd: Engine) -> None:
    """E6: RRF, meaning and keywords are not lifted by assemblies or conversations."""
    for mode in ("rrf", "vector", "keyword"):
        names = {boost.name for hit in crowd.recall("garden paint", mode=mode, k=50).hits for boost in hit.boosts}
        assert names <= {"usefulness", "salience", "trust", "synthetic quota"}


@pytest.mark.long
def test_members_of_an_activated_assembly_are_candidates(vault: Engine) -> None:
    """A5, T11: a member that neither index gave comes in by its assembly, after all others, and the first ten stay."""
    trips = [vault.remember(f"Boat trip number {number} to the sea").memory.id for number in range(115)]
    bag = vault.remember("Sandals lie in the red bag").memory.id
    vault.sync()
    query = "boat trip to the sea"
    alone = ids(vault, query, k=100, show_weaker=True)
    assert bag not in alone
    vault.assemblies.create("Trips", [*trips[:5], bag])
    vault.sync()
    hits = vault.recall(query, k=150, show_weaker=True).hits
    (brought,) = [hit for hit in hits if hit.memory.id == bag]
    (boost,) = [boost for boost in brought.boosts if boost.name == "assembly"]
    assert 0 < boost.amount <= 0.15 * hits[0].score
    assert brought.rank > len(alone)
    assert {hit.memory.id for hit in hits[: len(alone)]} == set(alone)
    ten = ids(vault, query, k=10)
    assert ten == ids(vault, query, k=50)[:10] == ids(vault, query, k=200)[:10]
    assert bag not in ids(vault, "boat trip to the sea -sandals", k=150, show_weaker=True)


def test_the_past_weighs_words_as_it_did_then(tmp_path: Path) -> None:
    """T16, D6: an answer about the past has the scores of a vault that ended there, and says what it lacks."""
    with vault_at(tmp_path / "vault") as vault:
        for text in ("tea with lemon", "coffee with milk", "lemon cake with milk and coffee"):
            vault.remember(text)
        seq = vault.head
        then = {hit.memory.id: hit.score for hit in vault.recall("coffee lemon", mode="keyword").hits}
        for number in range(30):
            vault.remember(f"coffee number {number}")
        past = vault.as_of(seq)
        answer = past.recall("coffee lemon", mode="keyword")
        past.close()
        assert {hit.memory.id: pytest.approx(hit.score) for hit in answer.hits} == then
        assert any("assemblies lift nothing" in note for note in answer.notes)


def test_a_memory_keeps_its_birth_in_its_history(vault: Engine) -> None:
    """T14: many recalls are counted, and push nothing out of a memory's history."""
    one = vault.remember("green tea").memory
    for number in range(1_050):
        vault.recalls.note(f"question {number}", [one.id])
    vault.recalls.flush()
    history = vault.history(one.id)
    assert history[0].type == "INGEST"
    assert "Recalled 1,030 times before that" in [entry.summary for entry in history]
    assert len(history) <= 24
