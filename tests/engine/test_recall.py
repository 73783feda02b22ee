"""Hybrid search: found, filtered inside, explained, honest about what it lacks."""

from __future__ import annotations

import itertools
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memory_desktop.core.errors import CancelledError
from memory_desktop.core.memory.records import Draft, Layer, Status
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.engine.engine import Engine
from memory_desktop.engine.recall.recall import MODES, Recall
from tests.helpers import vault_at

TEXTS = {
    "tea": "Mara prefers green tea in the morning",
    "boat": "We sailed to Vinga and anchored in the lee of the island",
    "code": "Deploys fail with ERR_CONN_42 when the backup script holds the lock",
    "mail": "Send invoices to billing@example.com before the 5th",
    "knee": "The physiotherapist says the knee needs three more weeks",
    "uuid": "Device 8f14e45f-ceea-467f-a8d5-5b1a2c3d4e5f is the kitchen lamp",
    "cjk": "彼女は毎朝緑茶を飲みます",
    "cafe": "O café da esquina fechou",
}


@pytest.fixture
def filled(vault: Engine) -> Engine:
    for n, (name, text) in enumerate(TEXTS.items()):
        vault.remember(
            Draft(
                content=text,
                external_id=name,
                kind="pref" if name == "tea" else "fact",
                layer=Layer.EPISODIC if name in ("boat", "knee") else Layer.SEMANTIC,
                tags=(name, "all"),
                created_at=datetime(2026, 1, 1, tzinfo=UTC) + timedelta(days=31 * n),
            )
        )
    vault.sync()
    return vault


def found(vault: Engine, query: str, **options: object) -> list[str | None]:
    return [hit.memory.external_id for hit in vault.recall(query, **options).hits]


@pytest.mark.parametrize("mode", MODES)
def test_every_mode_finds_plain_words(filled: Engine, mode: str) -> None:
    """E6: each mode brings the memory that is about the words to the top."""
    assert found(filled, "green tea in the morning", mode=mode)[0] == "tea"
    assert found(filled, "knee physiotherapist", mode=mode)[0] == "knee"


def test_meaning_finds_other_words(filled: Engine) -> None:
    """E6: by meaning a memory is found without one word in common."""
    assert found(filled, "sailing trip with a boat at sea", mode="vector")[0] == "boat"


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ("ERR_CONN_42", "code"),
        ("8f14e45f-ceea-467f-a8d5-5b1a2c3d4e5f", "uuid"),
        ("billing@example.com", "mail"),
        ("deploy failing", "code"),
        ("緑茶", "cjk"),
        ("cafe esquina", "cafe"),
    ],
)
def test_keywords_find_what_vectors_miss(filled: Engine, query: str, name: str) -> None:
    """E6: identifiers, inflections, words without accents and text without blanks are found by keyword."""
    assert found(filled, query, mode="keyword")[0] == name
    assert found(filled, query)[0] == name


@pytest.mark.parametrize("mode", MODES)
def test_filters_hold_in_every_mode(filled: Engine, mode: str) -> None:
    """E6: whatever the mode, nothing outside the filter comes, and everything inside it can."""
    assert found(filled, "tea kind:fact", mode=mode, k=50).count("tea") == 0
    assert set(found(filled, "knee layer:episodic", mode=mode, k=50)) <= {"boat", "knee"}
    assert found(filled, "island tag:boat", mode=mode) == ["boat"]
    assert found(filled, "tea before:2026-01-15", mode=mode) == ["tea"]
    assert found(filled, "tea", mode=mode, filter=RecordFilter(kinds=("pref",))) == ["tea"]


@pytest.mark.long
def test_filters_are_inside_the_search(vault: Engine) -> None:
    """E6: a rare record far down both lists is returned when the filter asks for it."""
    for n in range(400):
        vault.remember(f"green tea number {n}", kind="fact")
    rare = vault.remember("the lamp in the kitchen is broken, and there is tea", kind="rule").memory
    vault.sync()
    for mode in MODES:
        hits = vault.recall("green tea kind:rule", mode=mode, k=5).hits
        assert [hit.memory.id for hit in hits] == [rare.id], mode


def test_phrases_and_exclusions_hold_in_every_list(filled: Engine) -> None:
    """E6: a phrase must be there word for word, an excluded word must not, by meaning as by keyword."""
    for mode in MODES:
        assert found(filled, '"green tea"', mode=mode) == ["tea"], mode
        assert "tea" not in found(filled, "morning drink -green", mode=mode, k=50), mode
        assert "tea" not in found(filled, "morning drink -preferring", mode=mode, k=50), mode


@pytest.mark.parametrize("mode", MODES)
def test_a_phrase_that_nothing_has_is_told_and_searched_for_by_its_words(filled: Engine, mode: str) -> None:
    """T13: where nothing has the exact words, the answer says so and shows what comes without the quotes."""
    answer = filled.recall('what does "tea green" mean', mode=mode)
    assert answer.hits[0].memory.external_id == "tea"
    assert "Nothing has the exact words “tea green”; these come without the quotes." in answer.notes


def test_exclusions_alone_list_all_others(filled: Engine) -> None:
    """T13: “-tea” lists all but tea, among the memories and in a search, with operators and without."""
    everything = {filled.page([key])[0].external_id for key in filled.keys(RecordFilter())}
    without = {filled.page([key])[0].external_id for key in filled.keys(RecordFilter(), words="-teas")}
    assert without == everything - {"tea"}
    assert found(filled, "kind:pref -tea") == []
    assert set(found(filled, "-tea")) == everything - {"tea"}


def test_an_excluded_word_is_excluded_in_every_inflection_and_list(vault: Engine) -> None:
    """T13: “-cats” leaves out what has “cat”, by words and by meaning."""
    vault.remember("The cat sleeps on the sofa")
    vault.remember("A kitten sleeps on the chair")
    vault.sync()
    for mode in MODES:
        assert [hit.memory.content[:8] for hit in vault.recall("sleeping pets -cats", mode=mode).hits] == ["A kitten"]


def test_emoji_are_words(vault: Engine) -> None:
    """T13: an emoji is found, whatever its colour, and marked."""
    vault.remember("Dinner was great \N{SLICE OF PIZZA} as ever")
    vault.remember("Well done \N{THUMBS UP SIGN}\N{EMOJI MODIFIER FITZPATRICK TYPE-4}!")
    vault.remember("Nothing of the kind")
    (hit,) = vault.recall("\N{SLICE OF PIZZA}", mode="keyword").hits
    assert [hit.memory.content[a:b] for a, b in hit.matches] == ["\N{SLICE OF PIZZA}"]
    (hit,) = vault.recall("\N{THUMBS UP SIGN}", mode="keyword").hits
    assert hit.memory.content.startswith("Well done")


def test_only_operators_list_the_newest(filled: Engine) -> None:
    """E6: without words the newest that fit come, and the answer says so."""
    answer = filled.recall("tag:all -tag:cafe", k=3)
    assert [hit.memory.external_id for hit in answer.hits] == ["cjk", "uuid", "knee"]
    assert answer.keyword_total == 7
    assert answer.notes
    assert filled.recall("").hits == ()


@pytest.mark.parametrize("mode", MODES)
def test_each_hit_says_why(filled: Engine, mode: str) -> None:
    """F2: ranks run from 1, every list's rank is its place there, and shares and boosts add up to the score."""
    answer = filled.recall("green tea knee sailing", mode=mode, k=20)
    assert [hit.rank for hit in answer.hits] == list(range(1, len(answer.hits) + 1))
    assert [hit.score for hit in answer.hits] == sorted((hit.score for hit in answer.hits), reverse=True)
    for hit in answer.hits:
        total = sum(place.share for place in hit.lists.values()) + sum(boost.amount for boost in hit.boosts)
        assert hit.score == pytest.approx(total)
    for name in {name for hit in answer.hits for name in hit.lists}:
        ranks = sorted(hit.lists[name].rank for hit in answer.hits if name in hit.lists)
        assert ranks == list(range(1, len(ranks) + 1))
    assert answer.as_of == filled.head
    assert {"total", "hydrate"} <= set(answer.timings)


def test_matched_words_are_marked(filled: Engine) -> None:
    """F2: the ranges that a hit marks are the query's words, in any inflection."""
    hit = filled.recall("preferring teas").hits[0]
    assert [hit.memory.content[a:b] for a, b in hit.matches] == ["prefers", "tea"]


def test_an_answer_without_marks_is_the_same_answer(filled: Engine) -> None:
    """F4: who shows no text asks for no marks, and gets the same hits for the same reasons."""
    marked, plain = filled.recall("prefers tea"), filled.recall("prefers tea", marked=False)
    assert any(hit.matches for hit in marked.hits) and not any(hit.matches for hit in plain.hits)
    assert [replace(hit, matches=()) for hit in marked.hits] == list(plain.hits)


def test_a_half_typed_word_already_finds(filled: Engine) -> None:
    """F1: while it is typed the last word counts as a beginning."""
    assert "knee" in found(filled, "physioth", mode="keyword", prefix_last=True)
    assert found(filled, "physioth", mode="keyword") == []


def test_a_superseded_request_stops(filled: Engine) -> None:
    """F1: a search whose token is cancelled ends with CancelledError and gives nothing."""

    class Cancelled:
        def cancelled(self) -> bool:
            return True

    with pytest.raises(CancelledError):
        filled.recall("tea", cancel=Cancelled())


def test_wrong_questions_are_refused_or_explained(filled: Engine) -> None:
    """E6: an unknown mode is an error of the caller, an unknown operator value a note to the user."""
    with pytest.raises(ValueError, match="mode"):
        filled.recall("tea", mode="magic")
    with pytest.raises(ValueError, match="k"):
        filled.recall("tea", k=0)
    answer = filled.recall("tea layer:nowhere")
    assert answer.hits and "layer:nowhere" in answer.notes[0]


def test_neighbours_of_a_thread_lift_each_other(vault: Engine) -> None:
    """E6: a turn beside matching turns of its thread gets a named boost; one that stands alone loses nothing."""
    vault.remember(Draft(content="Which tent did we take to the festival?", thread="a", source="chat"))
    vault.remember(Draft(content="The green one, I think", thread="a", source="chat"))
    vault.remember(Draft(content="A tent for the festival costs 200", thread="b", source="chat"))
    vault.sync()
    hits = {hit.memory.content: hit for hit in vault.recall("festival tent").hits}
    names = {text: [boost.name for boost in hit.boosts] for text, hit in hits.items()}
    assert names["The green one, I think"] == ["neighbours"]
    assert names["A tent for the festival costs 200"] == []


def test_an_acknowledgement_is_no_answer(vault: Engine) -> None:
    """E6: what says next to nothing itself is hardly lifted by the turn beside it, and comes after a turn of some words
    that is; one of a single word is hidden as a weaker hit."""
    for thread, reply in (("a", "Noted."), ("b", "OK, thanks!"), ("c", "Ours leaked badly last summer")):
        vault.remember(Draft(content=f"We took the old tent to festival {thread}", thread=thread, source="chat"))
        vault.remember(Draft(content=reply, thread=thread, source="chat"))
    vault.sync()
    said = [hit.memory.content for hit in vault.recall("festival tent").hits]
    assert "Ours leaked badly last summer" in said and "Noted." not in said
    every = {hit.memory.content: hit for hit in vault.recall("festival tent", show_weaker=True).hits}
    lifts = {text: sum(boost.amount for boost in hit.boosts) for text, hit in every.items()}
    assert 0 < lifts["Noted."] < lifts["OK, thanks!"] < lifts["Ours leaked badly last summer"]


def test_memories_without_a_thread_have_no_neighbours(vault: Engine) -> None:
    """T12: what is in no conversation is lifted by none, however close together it was written."""
    vault.remember(Draft(content="Which tent did we take to the festival?", source="chat"))
    vault.remember(Draft(content="The green one, I think, for the festival", source="chat"))
    vault.sync()
    hits = vault.recall("festival tent").hits
    assert len(hits) == 2
    assert not any(boost.name == "neighbours" for hit in hits for boost in hit.boosts)


def test_neighbours_stay_inside_the_filter(vault: Engine) -> None:
    """E6: standing beside a match brings nothing in that the filter keeps out."""
    vault.remember(Draft(content="Which tent did we take to the festival?", thread="a", source="chat", kind="episode"))
    vault.remember(Draft(content="The green one, I think", thread="a", source="chat", kind="pref"))
    vault.sync()
    assert [hit.memory.kind for hit in vault.recall("festival tent kind:episode").hits] == ["episode"]


def test_answers_are_deterministic(filled: Engine) -> None:
    """D3: the same query on the same state gives the same ids in the same order with the same scores."""
    for mode in MODES:
        answers = [filled.recall("tea knee lamp sailing", mode=mode, k=20) for _ in range(3)]
        assert len({tuple((hit.memory.id, hit.score) for hit in answer.hits) for answer in answers}) == 1


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(st.text(max_size=40), st.sampled_from(MODES), st.booleans())
def test_no_query_breaks_a_search(filled: Engine, query: str, mode: str, prefix_last: bool) -> None:
    """E6: whatever is typed gives an answer."""
    answer = filled.recall(query, mode=mode, k=3, prefix_last=prefix_last)
    assert len(answer.hits) <= 3
    for hit, (start, end) in itertools.product(answer.hits, [(0, 0)]):
        assert all(start <= a < b <= len(hit.memory.content) or end for a, b in hit.matches)


def test_related_memories_come_by_vector_or_by_words(vault: Engine) -> None:
    """F1: a memory's neighbours come by its vector, and by its words while it waits for one."""
    one = vault.remember("green tea is what Mara drinks").memory
    two = vault.remember("Mara drinks black tea too").memory
    early = vault.related(one.id)
    assert [hit.memory.id for hit in early.hits] == [two.id]
    assert early.notes
    vault.sync()
    late = vault.related(one.id)
    assert [hit.memory.id for hit in late.hits] == [two.id]
    assert set(late.hits[0].lists) == {"vector"}


def test_emotions_are_filtered(tmp_path: Path) -> None:
    """A9: by a whole word of the emotion metadata, whatever its case; alone or with words; nothing of it is a pattern."""
    with vault_at(tmp_path / "emotions") as engine:
        engine.remember("We danced", emotion={"label": "Joy", "valence": 0.9})
        engine.remember("The dog was ill", emotion={"dominant": "fear", "all": ["fear", "sadness"]})
        engine.remember("Nothing happened")

        def found(query: str) -> set[str]:
            return {hit.memory.content for hit in engine.recall(query).hits}

        assert found("emotion:joy") == {"We danced"}
        assert found("emotion:sadness dog") == {"The dog was ill"}
        assert found("emotion:joy,fear") == {"We danced", "The dog was ill"}
        for nothing in ("emotion:jo", "emotion:%", "emotion:_oy", "emotion:valence"):
            assert "We danced" not in found(nothing)


NOBODYS = ("zxqv blorf", "what is a snorgle?", "مرحبا كيف حالك", "สวัสดี", "asdf 🎈")


@pytest.mark.long
@pytest.mark.parametrize("query", NOBODYS)
@pytest.mark.parametrize("mode", MODES)
def test_words_that_nobody_knows_find_nothing(filled: Engine, mode: str, query: str) -> None:
    """E10, C8.3: what neither the model nor any text knows a word of has no meaning to search by: no mode finds
    anything, and the answer says so."""
    answer = filled.recall(query, mode=mode, show_weaker=True)
    assert answer.hits == ()
    assert answer.understood is (mode == "keyword")
    if mode != "keyword":
        assert any(note.startswith("Nothing was found: no memory that was searched has these") for note in answer.notes)


def test_a_word_that_only_the_vault_knows_finds_what_has_it(vault: Engine) -> None:
    """E10: a name that the model only spells is found by the word alone; with a word that it knows, as ever."""
    boat = vault.remember("The boat is called Skarven").memory.id
    for text in ("We sail on Sundays", "Rent is due on the first"):
        vault.remember(text)
    vault.sync()
    for mode in MODES:
        answer = vault.recall("Skarven", mode=mode)
        assert answer.hits[0].memory.id == boat and answer.understood
        assert (mode in ("hybrid", "rrf")) is bool(answer.notes)
        if mode != "vector":
            assert len(answer.hits) == 1
    assert len(vault.recall("blorf ship").hits) > 0, "a ship is a kind of boat"
    assert vault.recall("who am I?").understood, "a question of common words alone is one"


def test_what_is_forgotten_meanwhile_is_no_hit(filled: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    """E6: a memory that somebody forgets while a recall ranks it is not handed out, unless forgotten ones are wanted."""
    ranking = Recall._above_cut_off
    boat = next(hit.memory for hit in filled.recall("sailing boat").hits if hit.memory.external_id == "boat")

    def forgotten_meanwhile(self: Recall, *given: Any) -> Any:
        chosen = ranking(self, *given)
        assert any(one.key == boat.key for one in chosen)
        filled.forget(boat.id)
        return chosen

    monkeypatch.setattr(Recall, "_above_cut_off", forgotten_meanwhile)
    answer = filled.recall("sailing boat")
    assert filled.get(boat.id).status is Status.TOMBSTONE and boat.id not in [hit.memory.id for hit in answer.hits]
    assert [hit.rank for hit in answer.hits] == list(range(1, len(answer.hits) + 1))
    monkeypatch.undo()
    assert boat.id in [hit.memory.id for hit in filled.recall("sailing boat status:forgotten").hits]
