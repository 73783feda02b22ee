"""Why a memory is not among the hits: what is said of it is true, and what it says brings it in."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory_desktop.core.answers import Hit
from memory_desktop.core.conversation.cycles import CycleDraft
from memory_desktop.core.errors import NotFoundError
from memory_desktop.core.memory.records import Draft
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.core.why_not import Asked, Remedy, WhyNot
from memory_desktop.engine.engine import Engine
from memory_desktop.engine.recall.recall import MODES
from tests.helpers import vault_at

WHO = ("Mara", "Jon", "Aisha")
WHAT = ("drinks green tea", "keeps bees", "sails to Oslo", "paints the kitchen yellow", "plays the cello")
WHEN = ("in the afternoon", "every summer", "with friends", "before work")
KINDS = ("pref", "fact", "note")
QUERIES = (
    "who drinks green tea",
    "bees kind:fact",
    '"keeps bees" -tag:old',
    "sailing to Oslo -summer",
    "cello user:ann",
    "tea tag:home before:2026-01",
    "yellow kitchen status:forgotten",
    "Mara is:embedded",
    "kind:pref",
    "-tea",
    '"green tea" "every summer" Jon',
    "zxqv",
    "music kind:pref,fact layer:semantic",
    "tag:home tag:old bees",
    "is:synthetic cello",
    "",
)


@pytest.fixture(scope="module")
def mixed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Engine, list[str]]]:
    """A vault with memories of all sorts, the newest without vectors; and the ids of them all."""
    with vault_at(tmp_path_factory.mktemp("why_not") / "vault") as vault:
        lines = [
            {
                "content": f"{who} {what} {when}",
                "kind": KINDS[number % 3],
                "tags": [tag for tag, step in (("home", 2), ("old", 3)) if number % step == 0],
                "metadata": ({"user_id": "ann"} if number % 4 == 0 else {})
                | ({"generated_from": ["a text"]} if number % 7 == 3 else {}),
            }
            for number, (who, what, when) in enumerate(itertools.product(WHO, WHAT, WHEN))
        ]
        file = vault.path.parent / "lines.jsonl"
        file.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
        vault.import_path(file, format="jsonl")
        ids = [one.id for one in vault.page(vault.keys(RecordFilter(), sort="key", descending=False))]
        ids.append(vault.edit(ids[5], "Mara keeps bees and hens").id)
        vault.forget(ids[9])
        vault.fade(ids[20:30], hours=3_000)
        vault.appraise(ids[31], useful=False)
        vault.sync()
        for text in ("Mara drinks black tea at noon", "The harbour was empty and quiet", "Jon hears a cello"):
            ids.append(vault.remember(text, kind="note").memory.id)
        yield vault, ids


def same(found: Hit | None, hit: Hit) -> bool:
    """Is it told with the same rank, score and parts?"""
    return found is not None and (found.rank, found.score, found.lists, found.boosts) == (
        hit.rank,
        hit.score,
        hit.lists,
        hit.boosts,
    )


def adds_up(hit: Hit) -> bool:
    """Is the score the sum of its parts?"""
    parts = sum(one.share for one in hit.lists.values()) + sum(one.amount for one in hit.boosts)
    return hit.score == pytest.approx(parts, abs=1e-9)


def searched(vault: Engine, one: Remedy) -> Hit | None:
    """The hit that a remedy promises, from a search as it says."""
    answer = vault.recall(one.query, mode=one.mode, k=one.k, show_weaker=one.show_weaker)
    return next((hit for hit in answer.hits if hit.memory.id == one.hit.memory.id), None)


@settings(max_examples=30)
@given(
    query=st.sampled_from(QUERIES),
    mode=st.sampled_from(MODES),
    k=st.sampled_from((1, 3, 10, 40)),
    weaker=st.booleans(),
    place=st.integers(0, 63),
)
@pytest.mark.long
def test_what_is_said_is_true(
    mixed: tuple[Engine, list[str]], query: str, mode: str, k: int, weaker: bool, place: int
) -> None:
    """F2: a hit is told with its rank and score; for any other memory, what cut it is named, and each search that is said
    to have it has it, with the rank and score that are told."""
    vault, ids = mixed
    answer = vault.recall(query, mode=mode, k=k, show_weaker=weaker)
    assert all(adds_up(hit) for hit in answer.hits)
    for hit in answer.hits[:3]:
        told = vault.why_not(Asked(query, mode=mode, k=k, show_weaker=weaker), hit.memory.id)
        assert same(told.hit, hit) and not told.cuts and not told.remedies
    if ids[place] in {hit.memory.id for hit in answer.hits}:
        return
    told = vault.why_not(Asked(query, mode=mode, k=k, show_weaker=weaker), ids[place])
    assert told.hit is None
    assert told.cuts
    for one in told.remedies:
        assert one.text
        if not one.later:
            found = searched(vault, one)
            assert found is not None and same(one.hit, found)
            assert adds_up(found)
    # Whatever has a vector, or a word of a search that is understood, comes in some way.
    if query not in ("", "zxqv") and place < 61:
        assert [one for one in told.remedies if not one.later], told


def stages(told: WhyNot) -> list[str]:
    """What cut it."""
    return [one.stage for one in told.cuts]


def test_a_vector_that_is_still_to_come(vault: Engine) -> None:
    """F2: of a memory that waits for its vector it is said which hit it will be, in each mode; after the sync it is that."""
    vault.remember("A kettle of boiling water")
    vault.sync()
    query = "hot drinks in the afternoon"
    memory = vault.remember("Mara loves tea").memory
    promised = {}
    for mode in ("hybrid", "vector", "rrf"):
        told = vault.why_not(Asked(query, mode=mode, show_weaker=True), memory.id)
        assert "no vector" in stages(told)
        (one,) = told.remedies
        assert one.later and one.text == "once its vector is made"
        promised[mode] = one.hit
    vault.sync()
    for mode, hit in promised.items():
        found = vault.why_not(Asked(query, mode=mode, show_weaker=True), memory.id).hit
        assert found is not None
        assert (found.rank, found.score) == (hit.rank, pytest.approx(hit.score, abs=1e-3))
        assert vault.recall(query, mode=mode, show_weaker=True).hits[found.rank - 1].memory.id == memory.id


def test_below_the_depth(vault: Engine, tmp_path: Path) -> None:
    """F2: of a memory beyond the first 100 of each list the least k is said that has it among the hits."""
    lines = [f'{{"id": "{n}", "content": "{"tea " * (1 + n % 3)}and {n} biscuits"}}' for n in range(250)]
    (tmp_path / "notes.jsonl").write_text("\n".join(lines), encoding="utf-8")
    vault.import_path(tmp_path / "notes.jsonl", format="jsonl")
    vault.sync()
    for mode in MODES:
        ranked = [hit.memory.external_id for hit in vault.recall("tea", mode=mode, k=250, show_weaker=True).hits]
        told = vault.why_not(Asked("tea", mode=mode, show_weaker=True), ranked[200])
        assert told.memory is not None and told.memory.external_id == ranked[200]
        (one,) = told.remedies
        assert stages(told)[0] == "depth"
        assert one.k > 100 and searched(vault, one) is not None
        assert searched(vault, replace(one, k=one.k - 1)) is None


def test_guards_and_what_is_not_there(vault: Engine) -> None:
    """F2: the guards of generated memories, what a hit says already, review, and another user's are named as what cut."""
    first = vault.remember("Mara keeps bees behind the house").memory
    new = vault.remember("Bees dance to tell the way", generated_from=[first.id]).memory
    vault.sync()
    vault.change_settings({"recall.synthetic_age": 24.0})
    told = vault.why_not(Asked("bees"), new.id)
    assert stages(told) == ["recent"]
    assert told.remedies[0].text == "with is:synthetic"
    assert searched(vault, told.remedies[0]) is not None

    other = RecordFilter(owners=("ann",))
    told = vault.why_not(Asked("bees", filter=other), first.id)
    assert stages(told) == ["user"]
    assert told.remedies[0].text == "without the restriction of the search"

    asked = "I prefer green tea, and oolong on Sundays."
    ticket = vault.conversations.process(CycleDraft(user_input=asked, final_response="Noted.", session_id="s"))
    while vault.conversations.work():
        pass
    vault.sync()
    (fact,) = vault.page(vault.keys(RecordFilter(kinds=("pref",))))
    message = vault.get(vault.conversations.get(ticket.cycle_id).messages[0])
    hits = [hit.memory.id for hit in vault.recall("green tea").hits]
    (lost,) = {fact.id, message.id} - set(hits)
    told = vault.why_not(Asked("green tea"), lost)
    assert stages(told) == ["repeated"]
    assert searched(vault, told.remedies[0]) is not None

    vault.change_settings({"gates.pii": "hold"})
    held = vault.remember("Write to mara@example.org about bees").held
    told = vault.why_not(Asked("bees"), held.id)
    assert told.memory is None and stages(told) == ["held"]
    assert "1 e-mail address" in told.cuts[0].reason
    with pytest.raises(NotFoundError):
        vault.why_not(Asked("bees"), "mem_none")

    edited = vault.edit(first.id, "Mara keeps bees on the roof")
    told = vault.why_not(Asked("bees"), first.id)
    assert stages(told) == ["status"]
    assert told.remedies[0].text == "with status:superseded"
    assert any(edited.id in note for note in told.notes)
    with closing(vault.as_of(first.key)) as past:
        assert stages(past.why_not(Asked("bees"), new.id)) == ["moment"]
        assert past.why_not(Asked("bees"), first.id).hit is not None


def test_a_guard_that_lowered_it(vault: Engine) -> None:
    """F2: where usefulness, salience or trust cost a memory its place, that is told, and what comes of switching it off."""
    lowered = {}
    for topic, name in (("green tea", "salience"), ("brown bees", "trust"), ("blue sails", "usefulness")):
        drafts = [
            Draft(content=f"{topic} in the {when}", trust=0.4 if name == "trust" and when == "dawn" else 1.0)
            for when in ("dawn", "rain", "wind", "snow")
        ]
        made = [vault.remember(one).memory.id for one in drafts]
        lowered[name] = (topic, made[0])
    vault.update([lowered["salience"][1]], salience=0.0)
    vault.appraise(lowered["usefulness"][1], useful=False)
    vault.sync()
    for name, (topic, id) in lowered.items():
        setting, off = f"recall.{name}", False if name == "trust" else 0.0
        told = vault.why_not(Asked(topic, mode="keyword", k=3), id)
        assert stages(told) == ["place", "guard"]
        assert f"Its {name} cost it its place" in told.cuts[1].reason
        plain, switched = told.remedies
        assert (plain.text, plain.hit.rank) == ("with k = 4", 4)
        assert switched.later and switched.text == f"with the setting {setting} off"
        before = vault.settings[setting]
        vault.change_settings({setting: off})
        found = vault.why_not(Asked(topic, mode="keyword", k=3), id).hit
        assert found is not None and same(switched.hit, found)
        vault.change_settings({setting: before})
