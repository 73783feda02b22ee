"""Summaries of conversations: what rules read from turns, edits by hand, undo and purging."""

from __future__ import annotations

import uuid
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
import pytest

from memory_desktop.core.conversation.analysis import analysed, identity, names, points, preferences
from memory_desktop.core.conversation.corrections import corrects
from memory_desktop.core.conversation.cycles import CycleDraft
from memory_desktop.core.conversation.query import MemoryQuery
from memory_desktop.core.conversation.summary import ConversationSummary, Delta, empty_summary, with_delta
from memory_desktop.core.errors import EmbeddingError, InvalidCommandError
from memory_desktop.core.events.summary import summary_id
from memory_desktop.core.extraction.sentences import pieces
from memory_desktop.core.query.coverage import lost
from memory_desktop.engine.conversation.signals import SUMMARY_UPDATED, Signal
from memory_desktop.engine.conversation.summary_vectors import key_of
from memory_desktop.engine.engine import Engine
from tests.helpers import Clock, vault_at

HELLO = CycleDraft(
    user_input="Hi, my name is Mara Lindt. I live in Porto and I love green tea. Remember that Ana comes on Monday.",
    final_response="Welcome, Mara! Porto is lovely.",
    user_id="ann",
    cycle_id="hello",
)
TRIP = CycleDraft(
    user_input="Your name is Otto. Let us talk about the kitchen renovation with Rui Costa.",
    final_response="The kitchen renovation with Rui Costa needs a plan.",
    user_id="ann",
    cycle_id="trip",
)


def work(vault: Engine) -> None:
    """All background work of conversations that there is."""
    while vault.conversations.work():
        pass


def told(vault: Engine, *drafts: CycleDraft) -> ConversationSummary:
    """Ann's summary after these turns."""
    for draft in drafts:
        vault.conversations.record(draft)
    work(vault)
    return vault.conversations.summary("ann")


def test_rules_read_a_turn() -> None:
    """B6: without a model, rules find topics, names, points, likes, and who the user is; the same each time."""
    read = analysed(HELLO.user_input, HELLO.final_response)
    assert read == analysed(HELLO.user_input, HELLO.final_response)
    assert read.identity == {"user_name": "Mara Lindt", "location": "Porto"}
    assert read.preferences == ("likes green tea",) and read.points == ("Remember that Ana comes on Monday.",)
    assert {"Porto", "Ana"} <= set(read.entities) and "Monday" not in read.entities
    assert analysed(TRIP.user_input, TRIP.final_response).topics[0] == "kitchen renovation"
    assert analysed("Call me Bo Vik.").identity == {"user_name": "Bo Vik"}
    assert analysed("I'm Sorry to hear that. I'm Happy.").identity == {}
    assert analysed("I hate rain but I prefer snow").preferences == ("dislikes rain", "prefers snow")
    assert analysed("I don't like snow anymore.").preferences == ("dislikes snow",)
    assert analysed("Does she like tea?").preferences == () and analysed("").topics == ()


@pytest.mark.parametrize(
    "text",
    [
        "Suppose I live in Rome, what would the tax be?",
        "Let's say my name is Olga and I love opera.",
        "What if I moved to Rome?",
        "Say I moved to Rome. Would that be far?",
        "If I lived in Rome, I would love opera.",
        "In a dream I live in Rome.",
        "My brother said 'I live in Rome and I love opera'.",
        "She wrote: “My name is Olga. I live in Rome.”",
    ],
)
def test_what_is_imagined_or_quoted_is_not_the_users(text: str) -> None:
    """B6.8, B6.9: neither what is only imagined nor somebody else's words say who the user is, where, and what they
    like."""
    assert (identity(text), preferences(text)) == ({}, ())
    told = f"I'm Ann and I live in Graz. {text} I hate rain."
    assert (identity(told), preferences(told)) == ({"user_name": "Ann", "location": "Graz"}, ("dislikes rain",))


def test_two_likes_of_one_sentence_are_two() -> None:
    """B6.9: what is liked and what is disliked in one breath are two preferences."""
    assert preferences("I love jazz and hate techno.") == ("likes jazz", "dislikes techno")
    assert preferences("I love tea but can't stand coffee.") == ("likes tea", "dislikes coffee")


def test_a_short_form_ends_no_sentence() -> None:
    """B6: the full stop of “Dr.”, “St.”, “a.m.” or an initial ends no sentence, so names, points and likes stay whole."""
    said = "My name is Dr. Mara Lindt. I live in St. Gallen. I love Dr. Pepper. My dentist is Dr. J. R. Kim. Bye."
    read = analysed(said)
    assert read.identity == {"user_name": "Dr. Mara Lindt", "location": "St. Gallen"}
    assert read.preferences == ("likes Dr. Pepper",) and read.points == ("My dentist is Dr. J. R. Kim.",)
    whole = (
        "Remember that No. 5 leaves at 9 a.m. from gate 4.",
        "We need to see e.g. Prof. Costa on Jan. 5 etc. before lunch.",
    )
    assert pieces(" ".join(whole)) == whole and points(" ".join(whole)) == whole
    two = ("My answer is no.", "It is plan B.", "Tea, coffee etc.", "Then we met Smith Inc.", "He said so.")
    assert pieces(" ".join(two)) == two and pieces("") == ()
    assert pieces("好的。我住在波尔图。") == ("好的。", "我住在波尔图。")
    assert [one.sentence for one in lost(["I saw Dr. Kim. It rained."], "It rained.")] == ["I saw Dr. Kim."]
    assert len(pieces("no. " * 20_000)) == 20_000


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("No, that's wrong.", True),
        ("Actually, I meant the blue one.", True),
        ("It was in May, not long ago. That is fine.", False),
        ("That's not what I said.", True),
        ("Thank you!", False),
        ("Nobody knows the answer.", False),
    ],
)
def test_corrections_are_noticed(text: str, expected: bool) -> None:
    """B8: the beginning of a user's words tells whether they correct what was said before."""
    assert corrects(text) is expected


def test_a_new_user_has_an_empty_summary(vault: Engine) -> None:
    """B6: who is new has an empty summary with a UUID that stays; nothing is written for it."""
    head = vault.head
    new = vault.conversations.summary("nobody")
    assert new == empty_summary("nobody") and new.state == "initial" and not new.text and vault.head == head
    assert str(uuid.UUID(new.summary_id)) == new.summary_id
    assert vault.conversations.summaries.embedding("nobody") is None


def test_every_turn_renews_the_summary(vault: Engine, clock: Clock) -> None:
    """B6: topics, names, points, likes and identity grow turn by turn, without repetition, and survive a restart."""
    first = told(vault, HELLO)
    assert first.update_count == 1 and first.state == "initial" and first.identity["user_name"] == "Mara Lindt"
    assert first.to_json()["conversation_state"] == "initial" and first.latest_topic in first.key_topics
    second = told(vault, TRIP, replace(TRIP, cycle_id="again"))
    assert second.identity == {"user_name": "Mara Lindt", "location": "Porto", "ai_name": "Otto"}
    assert second.latest_topic == "kitchen renovation" and second.key_topics.count("kitchen renovation") == 1
    assert len(set(second.entities)) == len(second.entities) and "Rui Costa" in second.entities
    assert second.context_points == first.context_points and second.preferences == ("likes green tea",)
    assert (second.update_count, second.state, second.last_updated) == (3, "ongoing", clock.now)
    later = clock.now + timedelta(hours=1)
    assert [second.to_json(at)["conversation_state"] for at in (clock.now, later)] == ["ongoing", "idle"]
    assert second.state_at(later) == "idle" and "Mara Lindt" in second.text
    assert vault.conversations.summary("bob").update_count == 0
    vector = vault.conversations.summaries.embedding("ann")
    assert vector is not None and vector.shape == (256,)
    path = vault.path
    vault.close()
    with vault_at(path, clock) as again:
        assert again.conversations.summary("ann") == second
        assert again.conversations.identity("ann") == second.identity


def test_a_newer_identity_wins(vault: Engine) -> None:
    """B12: the identity holds the newest that the user said of himself."""
    moved = CycleDraft(user_input="I have moved to Berlin. Call me Marie.", user_id="ann")
    assert told(vault, HELLO, moved).identity == {"user_name": "Marie", "location": "Berlin"}


def test_no_turn_is_missed_by_a_crash(vault: Engine) -> None:
    """B6: turns whose summary was still to be made are taken in after a restart, each once."""
    vault.conversations.record(HELLO)
    work(vault)
    vault.conversations.record(TRIP)
    path = vault.path
    vault.close()
    with vault_at(path) as again:
        assert again.conversations.summary("ann").update_count == 1
        work(again)
        assert again.conversations.summary("ann").update_count == 2
        head = again.head
        work(again)
        assert again.head == head


def test_a_summary_tells_that_it_changed(vault: Engine) -> None:
    """B9: `summary_updated` comes after each turn that was taken in."""
    heard: list[Signal] = []
    vault.conversations.subscribe(heard.append)
    told(vault, HELLO, TRIP)
    assert [one.payload for one in heard if one.kind == SUMMARY_UPDATED] == [
        {"cycle_id": one.cycle_id, "update_count": number + 1}
        for number, one in enumerate(vault.conversations.list_cycles(newest_first=False).cycles)
    ]


def test_lists_are_bounded_and_the_log_has_the_rest() -> None:
    """B12: a summary shows the newest 50 points; older ones stand in its deltas."""
    summary = empty_summary("ann")
    for number in range(60):
        summary = with_delta(summary, Delta(added={"points": (f"Point {number}.",)}), by="rules")
    assert summary.context_points == tuple(f"Point {number}." for number in range(10, 60))


def test_what_a_person_sets_stays(vault: Engine) -> None:
    """B6: an edit by hand is never overwritten and what was removed does not come back; undo gives it free again."""
    told(vault, HELLO)
    edit = vault.conversations.edit_summary
    after = edit("ann", {"user_name": "Dr Lindt", "preferences": [], "topics": ["tea", "work"]})
    assert (after.identity["user_name"], after.preferences, after.key_topics) == ("Dr Lindt", (), ("tea", "work"))
    again = told(vault, replace(HELLO, cycle_id="second"))
    assert again.identity["user_name"] == "Dr Lindt" and again.preferences == ()
    assert vault.undo_stacks().undo[0].name.lower() in ("turn of a conversation", "edit summary")
    entry = next(one for one in vault.undo_stacks().undo if "summary" in one.name.lower())
    vault.undo(entry.command)
    back = vault.conversations.summary("ann")
    assert back.identity["user_name"] == "Mara Lindt" and back.preferences == ("likes green tea",)
    assert told(vault, CycleDraft(user_input="Call me Mia.", user_id="ann")).identity["user_name"] == "Mia"
    with pytest.raises(InvalidCommandError):
        edit("ann", {"mood": "good"})
    head = vault.head
    edit("ann", {"user_name": "Mia"})
    assert vault.head == head, "nothing changed, so nothing is written"


def test_undoing_a_turn_takes_its_part_of_the_summary_back(vault: Engine) -> None:
    """F5: what a turn brought to the summary goes with it, also when others came after it, and redo brings it back."""
    told(vault, HELLO)
    before = vault.conversations.summary("ann")
    _, seq = vault.conversations.record(TRIP)
    work(vault)
    later = told(vault, CycleDraft(user_input="I adore opera. I met Lena Falk there.", user_id="ann"))
    vault.undo(seq)
    now = vault.conversations.summary("ann")
    assert now.identity == before.identity and "Rui Costa" not in now.entities and "Lena Falk" in now.entities
    assert "likes opera" in now.preferences
    work(vault)
    assert vault.conversations.summary("ann") == now
    vault.redo(seq)
    assert set(vault.conversations.summary("ann").entities) == set(later.entities)
    assert vault.verify().ok


@pytest.mark.long
def test_purged_words_are_in_no_summary_digest_or_pattern(vault: Engine) -> None:
    """F14: purging a turn removes its words from the summary, from its deltas, from digests and from patterns."""
    vault.change_settings({"conversation.short_term_budget": 100})
    told(vault, HELLO, TRIP)
    filler = CycleDraft(user_input=" ".join(["garden"] * 60), user_id="ann")
    told(vault, filler, replace(filler, cycle_id="filler"))
    vault.conversations.edit_summary("ann", {"points": []})
    ((digest, _),) = [pair for pair in vault.conversations.digests.of("ann") if "Mara" in pair[0].content]
    hello = vault.conversations.turns.heard([vault.conversations.list_cycles(newest_first=False).cycles[0].cycle_id])[0]
    assert hello.cycle.user_input == HELLO.user_input
    plan = vault.plan_purge([hello.cycle.messages[0]])
    assert digest.id in plan.ids
    vault.purge(plan)
    summary = vault.conversations.summary("ann")
    assert "user_name" not in summary.identity and "Ana" not in summary.entities and summary.preferences == ()
    assert summary.identity == {"ai_name": "Otto"} and "Rui Costa" in summary.entities
    path = vault.path
    assert vault.verify().ok
    vault.close()
    for file in path.rglob("*"):
        if file.is_file():
            data = file.read_bytes()
            assert b"Mara Lindt" not in data and b"Ana comes on" not in data, file


def _said(text: str, year: int, id: str) -> CycleDraft:
    return CycleDraft(user_input=text, user_id="ann", cycle_id=id, timestamp=datetime(year, 3, 1, tzinfo=UTC))


def test_an_old_conversation_replaces_nothing_newer(tmp_path: Path) -> None:
    """B6: what is handed over late fills in what is not known, but the location, name, likes and points that were said
    since stay, also after a restart and where a later turn only said them again; what it adds stands before the newer."""
    newer = (
        _said("Call me Bo Vik. I live in Riga. I like green tea.", 2022, "a"),
        _said("Remember that Ana comes on Monday.", 2023, "b"),
        _said("As I said, I live in Riga.", 2025, "c"),
    )
    late = (
        _said("I moved to Oslo. Call me Rolf Hansen. I no longer like green tea.", 2020, "d"),
        _said("I live in Faro now. I love skiing. Remember that Tom has the keys. Your name is Otto.", 2024, "e"),
    )
    with vault_at(tmp_path / "v", Clock()) as vault:
        told(vault, *newer)
    with vault_at(tmp_path / "v", Clock()) as vault:
        summary = told(vault, *late)
        assert summary.identity == {"user_name": "Bo Vik", "location": "Riga", "ai_name": "Otto"}
        assert summary.preferences == ("likes skiing", "likes green tea")
        assert summary.context_points[-1] == "Remember that Ana comes on Monday."
        assert not [one for one in summary.context_points if "Oslo" in one or "Faro" in one]
        told(vault, _said("I moved to Lisbon.", 2026, "f"))
        assert vault.conversations.identity("ann")["location"] == "Lisbon"
        assert "likes green tea" in summary.text


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("We met Sonia in September, and again on Friday.", ("Sonia",)),
        ("The trip to Lisbon is in July, the one to Oslo in June.", ("Lisbon", "Oslo")),
        ("My cousin April and aunt June arrive on 3 August.", ("April", "June")),
        ("I saw Jan last Monday.", ("Jan",)),
        ("Our plan for June 2025 is a trip with June.", ("June",)),
    ],
)
def test_times_are_no_names(text: str, found: tuple[str, ...]) -> None:
    """B6: months and days are not told as names of people and places, but for people who are called so."""
    assert names(text) == found


def test_a_summary_has_a_stored_vector_and_is_found(tmp_path: Path, clock: Clock) -> None:
    """B4.6, B6.10, B6.14: the vector of a user's summary waits in the queue, is stored and kept over a restart, and made
    again once the summary says something else; a question finds the summary of its own user alone."""
    with vault_at(tmp_path / "v", clock) as vault:
        talk = vault.conversations
        talk.record(HELLO)
        talk.record(replace(TRIP, user_id="bob"))
        work(vault)
        before = vault.head
        assert vault.sync().pending == 0 and not vault.sync_queue()
        assert vault.head == before, "a vector is no event"
        kept = vault._store.summary_vectors.of(vault.model_version).keys.tolist()
        assert sorted(kept) == sorted((key_of("ann"), key_of("bob")))

        def found(user: str, asked: str = "The user's name Mara, green tea", **more: object) -> list[str]:
            answer = talk.ask(MemoryQuery(user_id=user, query_text=asked, min_relevance_score=0.1, **more))
            assert all(0.1 <= one.score <= 1 for one in answer.summaries)
            return [one.summary.user_id for one in answer.summaries]

        assert (found("ann"), found("cy")) == (["ann"], [])
        assert found("ann", metadata_filters={"topic": "tea"}) == []
        vault.change_settings({"gate.owner": "ann"})
        assert found("") == ["ann"]
        vector = talk.summaries.embedding("ann")
    with vault_at(tmp_path / "v", clock) as vault:
        talk = vault.conversations
        assert np.array_equal(talk.summaries.embedding("ann"), vector)
        talk.summaries.edit("ann", {"topics": ["lighthouses"], "points": ["The lamp needs oil."]})
        assert not np.array_equal(talk.summaries.embedding("ann"), vector), "made for this call while it waits"
        assert found("ann") == [], "what it said before is not found any more"
        vault.sync()
        assert found("ann", "lighthouses and oil for the lamp") == ["ann"] and vault.verify().ok


def test_a_vector_of_a_summary_that_fails_waits(tmp_path: Path, clock: Clock) -> None:
    """B6.14, E4: what the model cannot do now stays in the queue under its name, and is done later."""
    with vault_at(tmp_path / "v", clock) as vault:
        told(vault, HELLO)
        vault.sync()
        vault.conversations.summaries.edit("ann", {"points": ["The lamp needs oil."]})
        embedder = vault._current_space().embedder
        with pytest.MonkeyPatch.context() as broken:
            broken.setattr(type(embedder), "embed", _refuse)
            assert vault.sync().failed == 1
        (item,) = vault.sync_queue()
        assert (item.item_type, item.id, item.preview) == ("summary", summary_id("ann"), "ann")
        vault.retry_now()
        assert vault.sync().failed == 0 and not vault.sync_queue()


def _refuse(_embedder: object, _texts: object) -> None:
    raise EmbeddingError("The model is not there.")


#: What friends say: message | what a summary takes in of it as likes, names, points.
SAID_AMONG_FRIENDS = """I like to say hello. I love how you can change the mood. I enjoy making her laugh.|||
I love all the red tiles. I love those songs too. I love the sound of it.|||
I like also onion soup and rye bread.|likes onion soup and rye bread||
I like pizza too. I hate bowling itself.|likes pizza,dislikes bowling||
I really like cheese a lot.|likes cheese||
Hey Theos! Thanks, Theo. Aww John, that was quick. What a day, Maria!|||
Theodora, these rugs are amazing!|||
I walked with Theodora through Galway.||Theodora,Galway|
Learning German is fun. Definitely Star Wars for me!||German,Star Wars|
There's something I want to tell them. I'll go train! I'll keep it up! I'll give it a try.|||
You never know what life brings. Dogs always cheer us up. That's important. I'm always here for you.|||
I have to renew my passport. Remember that Ana comes on Monday.||Ana|I have to renew my passport.;Remember that Ana comes on Monday.
I'm going to teach coding in May.|||I'm going to teach coding in May.
We met on Friday, and I live for such moments.|||"""


def test_what_says_nothing_is_left_out() -> None:
    """B6.4: likes of the moment, words on the talk, promises without content, and who is spoken to are not summarised."""
    for line in SAID_AMONG_FRIENDS.splitlines():
        said, likes, named, told = line.split("|")
        read = analysed(said)
        found = (",".join(read.preferences), ",".join(read.entities), ";".join(read.points))
        assert found == (likes, named, told), said
        assert not {"live", "longer", "friday", "moments", "theo", "theos", "maria", "john"} & set(read.topics)


def test_a_very_long_turn_is_read_from_its_beginning() -> None:
    """B6.4: of a turn of a million characters the beginning is read, and nothing behind it."""
    long = "I like green tea. Miso sat on the sofa with Ana. " + "Porto was lovely and I met Rui there. " * 27_000
    read = analysed(f"{long} I like coffee.")
    assert len(long) > 1_000_000 and read.preferences == ("likes green tea",) and "Ana" in read.entities
