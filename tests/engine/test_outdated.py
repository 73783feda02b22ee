"""Facts of the past: what was said last of a thing that there is one of at a time holds."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_desktop.cli.main import main
from memory_desktop.core.answers import ChangeSet, Hit, Otherwise
from memory_desktop.core.conversation.cycles import CycleDraft
from memory_desktop.core.events.event import EventType
from memory_desktop.core.layers.relevance import OVER_LAYERS
from memory_desktop.core.memory.records import Memory, Status
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.core.why_not import Asked
from memory_desktop.engine.engine import Engine
from memory_desktop.engine.layers.retrieval import Surroundings
from memory_desktop.engine.recall import outdated
from memory_desktop.service.tools import KITS, OWN
from memory_desktop.service.tools.base import Errand
from memory_desktop.store import records
from tests.helpers import NOON, vault_at


def past(vault: Engine, query: str = "live moved work", **options: object) -> dict[str, str]:
    """What is said otherwise of each hit that is a fact of the past, by the hit's text."""
    hits = vault.recall(query, k=20, **options).hits
    return {hit.memory.content: hit.otherwise.content for hit in hits if hit.otherwise is not None}


def note(vault: Engine, text: str, days: int, **more: object) -> str:
    """A note of so many days ago."""
    return vault.remember(text, created_at=NOON - timedelta(days=days), **more).memory.id


def test_what_was_said_last_holds(vault: Engine) -> None:
    """E7.4: a hit says what the same user said otherwise later, if that is the last that was said of it; questions, what
    an assistant says, another person's words and longer lists of values make nothing a thing of the past; undo, redo
    and an earlier moment tell what holds then."""
    turin, alone = note(vault, "I live in Turin.", 900), vault.head
    note(vault, "My dog is called Rex.", 880)
    assert past(vault) == {}
    note(vault, "I moved to Lyon.", 500)
    before = vault.head
    for user, text in (("ben", "I live in Oslo."), ("", "Mara: I live in Cadiz."), ("", "I live in Bonn?")):
        note(vault, text, 100, metadata={"user_id": user} if user else {})
    note(vault, "I live in Paris.", 90, thread="t", metadata={"role": "assistant"})
    note(vault, "I moved to a bigger flat.", 80)
    answer = vault.recall("Where do I live? I live in Turin.")
    assert past(vault) == {"I live in Turin.": "I moved to Lyon."}
    (hit,) = [one for one in answer.hits if one.otherwise is not None]
    assert (
        hit.rank == 2 and answer.hits[0].memory.content == "I moved to Lyon."
    )  # which has no vector, and none of the words
    assert hit.otherwise is not None and hit.otherwise.said_at == NOON - timedelta(days=500)
    assert past(vault, "Turin", mode="keyword") == past(vault)
    note(vault, "I live in Turin.\nThe flat has three rooms.", 30)
    assert past(vault) == {"I moved to Lyon.": "I live in Turin.\nThe flat has three rooms."}
    vault.undo()
    assert past(vault) == {"I live in Turin.": "I moved to Lyon."}
    vault.redo()
    assert list(past(vault)) == ["I moved to Lyon."]
    for seq, told in ((before, {"I live in Turin.": "I moved to Lyon."}), (alone, {})):
        moment = vault.as_of(seq)
        assert past(moment) == told
        moment.close()
    assert vault.outdated([vault.get(turin)]) == {}


def test_what_holds_now_is_given_with_what_does_not(vault: Engine) -> None:
    """E7.4, issue 11: a search that finds what is of the past gives what says otherwise since right before it, also where
    that would have been hidden among the weaker hits; a filter that leaves it out does so; why not tells the same rank."""
    note(vault, "I live in Turin.", 900, metadata={"user_id": "ann"})
    note(vault, "Nice city.", 880, metadata={"user_id": "ann"})
    note(vault, "I moved to Lyon.", 500, metadata={"user_id": "ann"})
    note(vault, "The cat sleeps all day.", 400, metadata={"user_id": "ann"})
    vault.sync()
    query = "where do I live user:ann"
    answer = vault.recall(query)
    assert [hit.memory.content for hit in answer.hits][:2] == ["I moved to Lyon.", "I live in Turin."]
    holds = answer.hits[0]
    assert holds.boosts[-1].name == "holds now" and holds.otherwise is None
    for hit in answer.hits:
        told = vault.why_not(Asked(query), hit.memory.id).hit
        assert told is not None and (told.rank, told.score) == (hit.rank, hit.score)
    assert [hit.rank for hit in answer.hits] == list(range(1, len(answer.hits) + 1))
    assert "The cat sleeps all day." not in {hit.memory.content for hit in answer.hits}
    every = vault.recall(query, show_weaker=True)
    assert len(every.hits) == len(answer.hits) + answer.weaker == 4 and not every.weaker
    assert [hit.memory.id for hit in every.hits][:2] == [hit.memory.id for hit in answer.hits][:2]
    for k in range(1, 5):
        first = vault.recall(query, k=k, show_weaker=True).hits
        assert [hit.memory.id for hit in first] == [hit.memory.id for hit in every.hits][:k]
    plain = vault.recall(query, mode="vector", k=1).hits
    assert [hit.memory.content for hit in plain] == ["I live in Turin."], "modes for comparison are left alone"
    layers = vault.layers.retrieve(query, Surroundings(user_id="ann"))
    assert [hit.memory.content for hit in layers.hits][:2] == ["I moved to Lyon.", "I live in Turin."]
    assert [hit.holds for hit in layers.hits][:2] == [True, False]
    (why,) = [one.reason for one in layers.as_recall().hits[0].boosts if one.name == "holds now"]
    assert why == outdated.WHY_FIRST
    shown = vault.layers.retrieve(query, Surroundings(user_id="ann"), show_weaker=True)
    assert len(shown.hits) == len(layers.hits) + layers.weaker
    for k in (1, 2, 3):
        first_layers = vault.layers.retrieve(query, Surroundings(user_id="ann"), k=k, show_weaker=True).hits
        assert [hit.memory.id for hit in first_layers] == [hit.memory.id for hit in shown.hits][:k]
    early = (NOON - timedelta(days=600)).date().isoformat()
    assert "I moved to Lyon." not in {hit.memory.content for hit in vault.recall(f"{query} before:{early}").hits}


def test_whose_words_count(vault: Engine) -> None:
    """E2.9: what names nobody and what names the owner are one user's, as soon as the owner has that name; whose a
    memory is can change."""
    note(vault, "I work at Bosch.", 90)
    newer = note(vault, "I work at Siemens.", 10, metadata={"user_id": "ann"})
    query = "Where do I work? I work at"
    assert past(vault, query) == {}
    vault.change_settings({"gate.owner": "ann"})
    assert past(vault, query) == {"I work at Bosch.": "I work at Siemens."}
    vault.update(newer, metadata={"user_id": "ben"})
    assert past(vault, query) == {}


def test_many_at_once(vault: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    """E7.4: what a large import brings counts as well as what came one by one."""
    monkeypatch.setattr(records, "_FEW", 2)
    for days, text in ((9, "I live in Graz."), (8, "Tea is green."), (7, "I live in Linz."), (6, "It rains.")):
        note(vault, text, days)
    assert past(vault) == {"I live in Graz.": "I live in Linz."}


def test_what_holds_again_is_not_of_the_past(vault: Engine) -> None:
    """E7.4: whoever moved back lives there again: what said so first says nothing that was said otherwise since."""
    for number, text in enumerate(("I live in Turin.", "I moved to Lyon last week.", "I moved back to Turin.")):
        at = NOON - timedelta(days=300 - 100 * number)
        vault.conversations.process(CycleDraft(user_input=text, user_id="ann", session_id=f"s{number}", timestamp=at))
        while vault.conversations.work():
            pass
    vault.sync()
    assert past(vault, "I live in Turin, I moved to Lyon") == {"I moved to Lyon last week.": "I moved back to Turin."}


def test_what_is_so_no_longer(vault: Engine) -> None:
    """E7.4: who says that something is so no longer makes what was said of it a thing of the past, until they say that
    it is so again; what one is now takes the place of what one was, and being two things is none of the past; other
    users, and undo, are told apart."""
    note(vault, "I play the violin on Sundays.", 900)
    note(vault, "I am a nurse in Ghent.", 890)
    note(vault, "I am a teacher at night.", 880)
    note(vault, "I don't play the violin any more.", 800, metadata={"user_id": "ben"})
    query = "violin nurse teacher play"
    assert past(vault, query) == {}
    note(vault, "I don't play the violin any more, no time.", 700)
    over = {"I play the violin on Sundays.": "I don't play the violin any more, no time."}
    assert past(vault, query) == over
    vault.undo()
    assert past(vault, query) == {}
    vault.redo()
    note(vault, "I play the violin again.", 600)
    assert past(vault, query) == {}
    note(vault, "I am a baker now.", 500)
    was = {"I am a nurse in Ghent.": "I am a baker now.", "I am a teacher at night.": "I am a baker now."}
    assert past(vault, query) == was
    note(vault, "I am a poet.", 400)
    assert past(vault, query) == was
    note(vault, "I live in Turin.", 390)
    note(vault, "I no longer live in Turin.", 380)
    assert past(vault, "Turin") == {"I live in Turin.": "I no longer live in Turin."}
    note(vault, "I moved back to Turin.", 370)
    assert "I live in Turin." not in past(vault, "Turin")


def test_what_is_learned_of_what_is_over(vault: Engine) -> None:
    """E7.4: a turn that says what is so no longer is learned, supersedes what was learned of it, and marks its message."""
    for number, text in enumerate(
        ("I work as a nurse in Ghent.", "I don't work as a nurse any more, I am a baker now.")
    ):
        at = NOON - timedelta(days=300 - 100 * number)
        vault.conversations.process(CycleDraft(user_input=text, user_id="bob", session_id=f"s{number}", timestamp=at))
        while vault.conversations.work():
            pass
    keys = vault.keys(RecordFilter(kinds=("fact",), statuses=()))
    facts = {one.content: one.status for one in vault.page(keys)}
    assert facts == {
        "I work as a nurse in Ghent.": Status.SUPERSEDED,
        "I don't work as a nurse any more, I am a baker now.": Status.ACTIVE,
    }
    vault.sync()
    assert past(vault, "nurse") == {
        "I work as a nurse in Ghent.": "I don't work as a nurse any more, I am a baker now."
    }


def test_a_message_that_was_corrected(vault: Engine) -> None:
    """E7.4: a message from which a fact was learned that a later one superseded says so in search and over all layers,
    with the fact that holds; the undo of the correction takes that back."""
    for number, text in enumerate(("I prefer green tea.", "I switched from tea to coffee.")):
        vault.conversations.process(
            CycleDraft(user_input=text, user_id="pat", session_id=f"s{number}", timestamp=NOON + timedelta(days=number))
        )
        while vault.conversations.work():
            pass
    vault.sync()
    told = past(vault, "green tea")
    assert told == {"I prefer green tea.": "I switched from tea to coffee."}
    over = vault.layers.retrieve("green tea")
    assert {one.memory.content: one.otherwise.content for one in over.hits if one.otherwise is not None} == told
    assert {one.memory.content for one in over.as_recall().hits if one.otherwise is not None} == set(told)
    assert over.as_recall().mode == OVER_LAYERS
    (learned,) = [one for one in vault.events(type=EventType.INGEST) if one.actor != "user" and "coffee" in one.subject]
    vault.undo(learned.command)
    assert past(vault, "green tea") == {}


TEXTS = (
    "I live in Turin.",
    "I moved to Lyon.",
    "I live in Porto.",
    "I work at Bosch.",
    "I work at Siemens.",
    "I like it.",
)


@given(st.lists(st.sampled_from(range(6)), unique=True), st.lists(st.integers(-1, 5), min_size=6, max_size=6))
def test_what_holds_now_comes_first_and_nothing_else_moves(ids: list[int], since: list[int]) -> None:
    """E7.4, issue 11: behind a hit of the past never stands what says otherwise, whatever is corrected by what; all
    others keep their order, nothing comes twice or goes, and the first are the same however many hits there are."""
    memories = [
        Memory(key=n, id=f"m{n}", content=TEXTS[n], content_hash="", created_at=NOON, updated_at=NOON, recorded_at=NOON)
        for n in range(6)
    ]

    def hit(n: int) -> Hit:
        by = since[n] if 0 <= since[n] < n else -1  # what comes later has the lower number: no circles
        told = Otherwise(f"m{by}", TEXTS[by], NOON) if by >= 0 else None
        return Hit(1, memories[n], 1.0, {}, otherwise=told)

    hits = [hit(n) for n in ids]
    missing = {f"m{n}": hit(n) for n in range(6) if n not in ids}
    order = [one.memory.id for one, _ in outdated.newer_first(hits, missing)]
    assert len(order) == len(set(order)) and set(order) >= {one.memory.id for one in hits}
    for one, _ in outdated.newer_first(hits, missing):
        if one.otherwise is not None:
            assert order.index(one.otherwise.id) < order.index(one.memory.id)
    still = [one.memory.id for one, old in outdated.newer_first(hits, missing) if old is None]
    assert still == [one.memory.id for one in hits if one.memory.id in still]
    for k in range(len(hits)):
        most = {**missing, **{one.memory.id: one for one in hits[k:]}}
        assert [one.memory.id for one, _ in outdated.newer_first(hits[:k], most)][:k] == order[:k]


@pytest.mark.long
def test_every_answer_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """E7.4: the command line and the agents' tools say what says otherwise, with its id and date."""
    path = tmp_path / "v"
    with vault_at(path) as vault:
        old, new = note(vault, "I live in Turin.", 900), note(vault, "I moved to Lyon.", 500)
        since = {"id": new, "content": "I moved to Lyon.", "said_at": "2024-10-17T12:00:00.000000Z"}
        for name, arguments in (("recall", {"query": "Turin"}), ("get", {"id": old})):
            tool = KITS[OWN][name]
            told = tool.does(Errand(vault, "agent:x"), tool.takes(**arguments)).model_dump()
            assert (told["hits"][1] if name == "recall" else told)["otherwise"] == since, name
        tool = KITS[OWN]["recall_layers"]
        hits = tool.does(Errand(vault, "agent:x"), tool.takes(query="Turin")).model_dump()["hits"]
        assert [one["otherwise"] for one in hits if one["id"] == old] == [since]
        assert all(one["otherwise"] is None for one in hits if one["id"] == new)
    for line in (["search", str(path), "Turin"], ["retrieve", str(path), "Turin"], ["show", str(path), old]):
        assert main(line) == 0
        assert f"otherwise since 2024-10-17: “I moved to Lyon.” ({new})" in capsys.readouterr().out, line
        assert main([*line, "--json"]) == 0
        told = json.loads(capsys.readouterr().out)
        mine = [one for one in told["hits"] if one["id"] == old] if "hits" in told else [told]
        assert [one["otherwise"] for one in mine] == [since], line


def test_read_in_the_background(vault: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    """E1: what an answer needs to tell facts of the past is read in the background once much is new, and tells the same
    afterwards."""
    monkeypatch.setattr(outdated, "_MANY", 3)
    note(vault, "I live in Graz.", 9)
    for number in range(4):
        note(vault, f"Note number {number}.", 8)
    note(vault, "I live in Linz.", 7)
    said = vault.reader._outdated._said
    assert said.may_tell(vault.get(note(vault, "A lighthouse.", 6))) is False and not said._by_key
    while vault.maintain():
        pass
    assert len(said._by_key) == 2
    assert past(vault) == {"I live in Graz.": "I live in Linz."}


def test_no_question_waits_for_the_reading_of_much(vault: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    """F5, E1: where much is new, as in a large vault that was just opened, questions are answered by what was read until
    then; the background reads it piece by piece and says when it is done, and `catch_up` reads it at once."""
    for name, few in (("_MANY", 2), ("_AT_ONCE", 3), ("_PIECE", 2)):
        monkeypatch.setattr(outdated, name, few)
    monkeypatch.setattr(records, "_FEW", 2)
    for days, text in ((9, "I live in Graz."), (8, "It rains."), (7, "I live in Linz."), (6, "I work for Orrery.")):
        note(vault, text, days)
    said, told = vault.reader._outdated._said, list[ChangeSet]()
    assert past(vault) == {}
    assert said.step() and len(said._by_key) == 2  # three may say such a thing, and two are read at a time
    vault.subscribe(told.append)
    assert said.step() and not said.step()
    assert [one.indexes for one in told] == [True]
    assert past(vault) == {"I live in Graz.": "I live in Linz."}
    for days, text in ((5, "I live in Wels."), (4, "I live in Steyr."), (3, "It snows."), (2, "The sun shines.")):
        note(vault, text, days)
    assert past(vault)["I live in Graz."] == "I live in Linz."
    vault.catch_up()
    assert past(vault)["I live in Graz."] == "I live in Steyr."
