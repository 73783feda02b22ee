"""The gate of memory: turns are acknowledged at once, learned from once, undone whole, and nothing is kept twice."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from memory_desktop.core.conversation.cycles import CycleDraft, Stage, owner_of
from memory_desktop.core.conversation.learned import learned
from memory_desktop.core.errors import EmbeddingError, KnownError
from memory_desktop.core.events.event import EventType
from memory_desktop.core.extraction.facts import Fact, Said, noted
from memory_desktop.core.memory.records import Memory, Status
from memory_desktop.core.ports import Vectors
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.engine.engine import Engine
from memory_desktop.store.database import Cursor
from tests.helpers import NOON, Clock, die_in_child, vault_at

FACTS = RecordFilter(kinds=("pref", "fact", "rule"))


def say(vault: Engine, text: str, answer: str | None = "Noted.", **more: Any) -> str:
    """A turn, handed over; its id."""
    return vault.conversations.process(
        CycleDraft(user_input=text, final_response=answer, **more), actor="agent"
    ).cycle_id  # type: ignore[arg-type]


def learn(vault: Engine) -> None:
    while vault.conversations.work():
        pass


def facts(vault: Engine, filter: RecordFilter = FACTS) -> list[Memory]:
    return vault.page(vault.keys(filter, sort="key", descending=False))


def texts(vault: Engine) -> list[str]:
    return [one.content for one in facts(vault)]


class Fixed:
    """An embedder whose vectors a test says: an angle in degrees for each text; any other text has its own direction."""

    model_version, dim = "fixed@00000000", 64

    def __init__(self, cosines: Mapping[str, float]) -> None:
        self.cosines = cosines
        self.broken = False

    def embed(self, texts: Sequence[str]) -> Vectors:
        if self.broken:
            raise EmbeddingError("There is no model.")
        rows = np.zeros((len(texts), self.dim), dtype=np.float32)
        for row, text in enumerate(texts):
            cosine = self.cosines.get(text)
            if cosine is None:
                rows[row, 2 + sum(text.encode()) % 62] = 1.0
            else:
                rows[row, :2] = cosine, math.sqrt(1 - cosine * cosine)
        return rows

    def embed_query(self, text: str) -> Vectors:
        return self.embed([text])[0]


def test_a_turn_is_learned_from_in_the_background(vault: Engine) -> None:
    """E2.11: a turn is durable and acknowledged before anything is learned from it; then its facts name message, thread,
    turn, user and extractor."""
    ticket = vault.conversations.process(
        CycleDraft(user_input="Hi! I live in Porto.", final_response="Nice.", user_id="ana", session_id="s"),
        actor="agent",
    )
    assert ticket.waiting and ticket.seq and facts(vault) == []
    assert [one.cycle_id for one in vault.conversations.waiting_turns()] == [ticket.cycle_id]
    assert vault.maintain() and not vault.conversations.waiting_turns()
    (fact,) = facts(vault)
    cycle = vault.conversations.get(ticket.cycle_id)
    where = learned(fact)
    assert fact.content == "I live in Porto." and fact.lineage == cycle.messages[:1] and fact.confidence == 0.9
    assert where is not None and (where.session, where.cycle, where.user_id) == ("s", ticket.cycle_id, "ana")
    assert cycle.user_input[slice(*where.span)] == "I live in Porto." and where.extractor == "rules@2"
    assert cycle.extraction is Stage.COMPLETED and fact.actor == "extractor" and not fact.thread
    assert vault.conversations.list_cycles().total == 1


def test_learning_asks_the_database_little(vault: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    """E2.11: what is known of a turn is not read again: to put it on its board and learn a fact from it takes at most
    38 statements, to take it into the summary at most 12, whatever was said before."""
    asked: list[str] = []
    parsed = Cursor._parsed

    def counted(self: Cursor, raw: Any, sql: str) -> Any:
        asked.append(sql)
        return parsed(self, raw, sql)

    monkeypatch.setattr(Cursor, "_parsed", counted)
    for text in ("I live in Porto.", "My sister is called Ana.", "My dentist is Dr. Kim."):
        say(vault, text, session_id="s")
        counts = []
        for _ in range(2):
            asked.clear()
            assert vault.conversations.work()
            counts.append(len(asked))
        learn(vault)
        assert counts[0] <= 38 and counts[1] <= 12, counts
    assert len(texts(vault)) == 3


def test_learning_is_a_job_that_can_be_stopped(vault: Engine) -> None:
    """B9, E9: what is learned is listed as a job with its progress; cancelled, the turns that are left
    stay until somebody asks for them, later ones are learned from, and run again it learns from all."""
    talk = vault.conversations
    assert talk.jobs.list() == []
    for thing in ("tea", "figs", "jazz"):
        say(vault, f"I love {thing}.", session_id=thing)
    assert talk.work()
    job = talk.jobs.list()[0]
    assert (job.kind, job.state, job.done, job.total) == ("learning", "running", 1, 3)
    assert talk.jobs.cancel(job.number)
    assert not talk.jobs.cancel(job.number)  # there is nothing left to stop
    job = talk.jobs.list()[0]
    assert (job.state, job.note, len(facts(vault))) == ("cancelled", "2 turns left out", 1)
    say(vault, "I love rain.", session_id="rain")
    learn(vault)
    assert len(facts(vault)) == 2
    talk.jobs.learn_again()
    learn(vault)
    job = talk.jobs.list()[0]
    assert (job.state, job.done, job.total, len(facts(vault))) == ("done", 2, 2, 4)
    assert job.ended_at is not None


def test_turns_are_learned_from_once_and_in_order(vault: Engine) -> None:
    """E2.14: turns are learned from in the order in which they were said, none twice, also when one is handed over again."""
    said = ["I live in Porto.", "My dentist is Dr. Kim.", "Our rent is 900 euros."]
    draft = CycleDraft(user_input=said[0], cycle_id="7b1de7a5-9d2c-4b5a-8d3e-0f6f6a1c2b3d", session_id="s")
    vault.conversations.process(draft)
    for text in said[1:]:
        say(vault, text, session_id="s")
    learn(vault)
    assert texts(vault) == said
    head = vault.head
    again = vault.conversations.process(draft)
    learn(vault)
    assert vault.head == head and not again.waiting
    answered = vault.conversations.process(
        CycleDraft(user_input=said[0], final_response="Your flight leaves at 9:40.", cycle_id=draft.cycle_id)
    )
    learn(vault)
    assert answered.waiting and texts(vault)[3:] == ["Assistant: Your flight leaves at 9:40."]
    assert vault.event_types().get(EventType.TOUCH, 0) == 0


def test_the_ticket_of_a_turn_that_is_left_out(vault: Engine) -> None:
    """B12, E2.11: the ticket of a turn that is left out names the rule, and has no id but that of a turn that is there."""
    vault.conversations.edit_summary("ana", {"retention": {"words": ["frog"], "topics": ["dentist"]}})
    kept = vault.conversations.process(CycleDraft(user_input="Hello.", user_id="ana", cycle_id="one", session_id="s"))
    head, word = vault.head, "It has “frog”, one of the words that are not to be remembered for this user."
    for text, why in (
        ("A Frog.", word),
        ("The dentist, the dentist!", word.replace("has “frog”", "is about “dentist”")),
    ):
        ticket = vault.conversations.process(CycleDraft(user_input=text, user_id="ana"))
        assert (ticket.cycle_id, ticket.session_id, ticket.seq, ticket.waiting) == ("", "", 0, False)
        assert ticket.left_out == why.replace("words", "topics" if "dentist" in why else "words")
    again = vault.conversations.process(CycleDraft(user_input="A frog.", user_id="ana", cycle_id="one"))
    assert (again.cycle_id, again.session_id, again.left_out) == (kept.cycle_id, "s", word) and vault.head == head
    assert vault.conversations.get(again.cycle_id).user_input == "Hello." and not kept.left_out


def test_recording_alone_teaches_nothing(vault: Engine) -> None:
    """E2.11: only turns that were handed over for it are learned from, and others when somebody asks for it."""
    cycle, _ = vault.conversations.record(CycleDraft(user_input="I live in Porto."))
    learn(vault)
    assert facts(vault) == []
    assert vault.conversations.learn_from([cycle.cycle_id, "nobody"]) == 1
    learn(vault)
    assert texts(vault) == ["I live in Porto."]


def test_one_undo_takes_back_what_was_learned(vault: Engine) -> None:
    """E2.17: one undo takes a turn back with the facts learned from it, one redo brings both back."""
    old = vault.remember("My dentist is Dr. Kim.", kind="fact").memory
    kept = vault.remember("I live in Porto.", kind="fact").memory
    assert old is not None and kept is not None
    say(vault, "I live in Porto. No, my dentist is Dr. Lee.")
    vault.sync()
    assert texts(vault) == ["I live in Porto.", "My dentist is Dr. Lee."]
    assert vault.get(old.id).status is Status.SUPERSEDED
    vault.undo()
    assert texts(vault) == ["I live in Porto.", "My dentist is Dr. Kim."]
    assert vault.get(kept.id).with_(revision=kept.revision) == kept
    assert vault.conversations.list_cycles().total == 0
    vault.redo()
    learn(vault)
    assert texts(vault) == ["I live in Porto.", "My dentist is Dr. Lee."]
    assert vault.conversations.list_cycles().total == 1 and vault.verify().ok


A, B, C = "I prefer green tea.", "I prefer tea that is green.", "I prefer tea, green of course."


@pytest.mark.long
@pytest.mark.parametrize(("cosine", "rows"), [(0.9299, 1), (0.9201, 1), (0.92, 2), (0.91, 2)])
@pytest.mark.parametrize("embedded", [True, False])
def test_the_same_fact_is_touched(tmp_path: Path, clock: Clock, cosine: float, rows: int, embedded: bool) -> None:
    """E3.2: strictly above 0.92 a fact makes no new row and moves `updated_at` of the one that is there, by an event,
    whether that has its vector already or not; an undo moves it back."""
    with vault_at(tmp_path / "v", clock, Fixed({A: 1.0, B: cosine})) as vault:
        say(vault, A)
        learn(vault)
        if embedded:
            vault.sync()
        (first,) = facts(vault)
        clock.forward(days=1)
        say(vault, B)
        learn(vault)
        assert len(facts(vault)) == rows
        touched = vault.get(first.id)
        assert (touched.updated_at == clock.now) == (rows == 1)
        assert vault.event_types().get(EventType.TOUCH, 0) == 2 - rows
        if rows == 1:
            assert vault.history(first.id)[-1].summary == f"Said again, similarity {cosine:.2f}"
            assert touched.with_(updated_at=first.updated_at, revision=first.revision) == first
        vault.undo()
        assert vault.get(first.id).updated_at == first.updated_at and len(facts(vault)) == 1


def test_the_threshold_is_a_setting(tmp_path: Path, clock: Clock) -> None:
    """E3.4: the threshold of the same fact is a setting."""
    with vault_at(tmp_path / "v", clock, Fixed({A: 1.0, B: 0.8})) as vault:
        vault.change_settings({"gate.same_above": 0.75})
        say(vault, A)
        say(vault, B)
        learn(vault)
        assert texts(vault) == [A]


def test_best_match_and_facts_of_one_turn(tmp_path: Path, clock: Clock) -> None:
    """E3.10: the best match is touched, the older of two equal ones, and twins of one turn make one row."""
    with vault_at(tmp_path / "v", clock, Fixed({A: 0.95, B: 0.99, C: 1.0, "I dislike milk.": 0.2})) as vault:
        first, second = (vault.remember(text, kind="pref").memory for text in (A, B))
        assert first is not None and second is not None
        clock.forward(days=1)
        say(vault, C)
        learn(vault)
        assert vault.get(second.id).updated_at == clock.now and vault.get(first.id).updated_at < clock.now
        vault.forget([first.id, second.id])
        say(vault, f"{A} {B} I dislike milk.")
        learn(vault)
        assert texts(vault) == [A, "I dislike milk."]


@pytest.mark.parametrize(
    ("before", "now"),
    [
        ("I'm allergic to peanuts.", "I'm not allergic to peanuts."),
        ("Our rent is 900 euros.", "Our rent is 950 euros."),
        ("I prefer 2 cups of tea in the morning.", "I prefer 3 cups of tea in the morning."),
        ("I prefer tabs, not spaces.", "I prefer spaces, not tabs."),
    ],
)
def test_another_value_is_another_fact(tmp_path: Path, clock: Clock, before: str, now: str) -> None:
    """E3.9: another value or a "not" is no duplicate, whatever the cosine: both stay, and Review lists the conflict."""
    with vault_at(tmp_path / "v", clock, Fixed({before: 1.0, now: 1.0})) as vault:
        say(vault, before)
        say(vault, now)
        vault.sync()
        assert texts(vault) == [before, now]
        assert [(pair.kind, pair.second.content) for pair in vault.duplicates.pairs()] == [("conflict", now)]


def test_only_active_memories_of_the_same_user_match(vault: Engine) -> None:
    """E3.7: a forgotten memory is neither touched nor revived, and another user's or a message is no match."""
    gone = vault.remember("I live in Porto.", kind="fact").memory
    assert gone is not None
    vault.forget(gone.id)
    vault.conversations.record(CycleDraft(user_input="I live in Porto.", user_id="ben"))
    for user in ("ana", "ben"):
        say(vault, "I live in Porto.", user_id=user)
    learn(vault)
    assert [one.metadata["user_id"] for one in facts(vault)] == ["ana", "ben"]
    assert vault.get(gone.id) == vault.get(gone.id) and vault.get(gone.id).status is Status.TOMBSTONE


def test_without_a_model_facts_are_kept(tmp_path: Path, clock: Clock) -> None:
    """E3.10: while no model works a fact is inserted, and only the same text is the same fact."""
    embedder = Fixed({A: 1.0, B: 1.0})
    with vault_at(tmp_path / "v", clock, embedder) as vault:
        embedder.broken = True
        for text in (A, B, A):
            say(vault, text)
        learn(vault)
        assert texts(vault) == [A, B] and vault.event_types()[EventType.TOUCH] == 1


@pytest.mark.parametrize(
    ("old", "correction"),
    [
        ("I live in Porto.", "Actually, I moved to Oslo last month."),
        ("My dentist is Dr. Kim.", "No, my dentist is Dr. Lee, not Dr. Kim."),
        ("I eat meat every day.", "I don't eat meat any more."),
    ],
)
def test_a_correction_supersedes(vault: Engine, old: str, correction: str) -> None:
    """E7.4: what a turn corrects is superseded by the correction, and its text and history stay."""
    vault.remember("Ben: I live in Faro.", kind="fact")
    before = vault.remember(old, kind="fact").memory
    vault.sync()
    say(vault, correction)
    learn(vault)
    (new,) = [one for one in facts(vault) if one.content == noted("", correction)]
    assert before is not None
    after = vault.get(before.id)
    assert (after.status, after.superseded_by, after.content) == (Status.SUPERSEDED, new.id, old)
    assert "Ben: I live in Faro." in texts(vault)


@pytest.mark.long
def test_a_statement_of_the_same_slot_supersedes(vault: Engine) -> None:
    """E7.4: what a user says is otherwise now supersedes the user's own earlier statement of the same slot, nobody
    else's; one undo brings it back."""
    for user, text in (("ben", A), ("ana", A), ("ana", "I live in Oslo."), ("ana", "I prefer jasmine rice.")):
        say(vault, text, user_id=user)
    say(vault, "I switched to coffee. I moved to Riga.", user_id="ana")
    learn(vault)
    coffee = ["I switched to coffee.", "I moved to Riga."]
    assert texts(vault) == [A, "I prefer jasmine rice.", *coffee] and facts(vault)[0].metadata["user_id"] == "ben"
    say(vault, "I no longer drink coffee.", user_id="ana")
    learn(vault)
    assert texts(vault) == [A, "I prefer jasmine rice.", coffee[1], "I no longer drink coffee."]
    vault.undo()
    assert sorted(texts(vault)) == sorted([A, "I prefer jasmine rice.", *coffee])
    vault.undo()
    assert sorted(texts(vault)) == sorted([A, A, "I live in Oslo.", "I prefer jasmine rice."]) and vault.verify().ok


BERLIN = "Hi! I live in Berlin and I play the cello."
DOG = "My dog is called Bruno and my birthday is 3 May 1990."
RULES = "Always answer me in short sentences, never use emoji."
#: What is said first | the correction | the question | what no longer holds | what does.
CORRECTIONS = [
    *(
        (BERLIN, text, "Where do I live?", "I live in Berlin", "Riga")
        for text in (
            *("Actually I moved to Riga last month.", "I've just moved to Riga.", "I moved from Berlin to Riga."),
            *("We relocated to Riga last week.", "Not Berlin, I live in Riga.", "No wait, I live in Riga."),
            *("Oh wait, I actually live in Riga, not Berlin.", "I don't live in Berlin but in Riga."),
        )
    ),
    (DOG, "Correction: my birthday is 5 May 1990.", "When is my birthday?", "3 May 1990", "5 May 1990"),
    (DOG, "No, my dog is not called Bruno, he is called Bruce.", "My dog's name?", "dog is called Bruno", "Bruce"),
    (RULES, "Forget what I said about short sentences.", "How to answer in sentences?", "me in short", "use emoji"),
    ("I am allergic to peanuts.", "I'm not allergic to peanuts anymore.", "Peanuts?", "I am allergic", "not allergic"),
]


def test_an_old_conversation_corrects_nothing_newer(vault: Engine) -> None:
    """E7.4: a correction of years ago that is handed over late does not supersede what was said since."""
    say(vault, "I live in Quito.", user_id="quinn", session_id="new", timestamp=NOON - timedelta(days=1))
    learn(vault)
    say(vault, "Actually I moved to Cusco.", user_id="quinn", session_id="old", timestamp=NOON - timedelta(days=700))
    learn(vault)
    assert "I live in Quito." in texts(vault)
    say(vault, "Actually I moved to Lima.", user_id="quinn", session_id="new", timestamp=NOON + timedelta(minutes=1))
    learn(vault)
    assert "I live in Quito." not in texts(vault)


@pytest.mark.long
def test_what_is_said_again_with_another_value(vault: Engine) -> None:
    """E7.4, E2.3: what one has one of takes the earlier value's place in a later conversation of the same user, not within
    one, and not another user's; of what stays beside it, a context gives the newer first, each with its date."""
    said = (
        *(
            ("ana", "a", 400, "I live in Rome."),
            ("ben", "b", 400, "I live in Rome."),
            ("ana", "a", 399, "I work at Bosch."),
        ),
        *(
            ("ana", "c", 20, "I live in Turin."),
            ("ana", "c", 19, "I work at Siemens."),
            ("ana", "c", 18, "I live in Crocetta."),
        ),
    )
    for user, session, days, text in said:
        say(vault, text, user_id=user, session_id=session, timestamp=NOON - timedelta(days=days))
    learn(vault)
    kept = sorted((owner_of(one.metadata), one.content) for one in facts(vault))
    assert kept == [
        *(("ana", f"I {text}.") for text in ("live in Crocetta", "live in Turin", "work at Bosch", "work at Siemens")),
        ("ben", "I live in Rome."),
    ]
    vault.sync()
    lines = vault.conversations.get_context("Where do I work?", user_id="ana").part("memories").text.splitlines()
    working = [line.partition(") ")[::2] for line in lines if "I work at" in line]
    newer, older = (f"{NOON - timedelta(days=days):%Y-%m-%d}" for days in (19, 399))
    assert working == [
        (f"- ({newer}", "User: I work at Siemens."),
        (f"- ({older}, otherwise since", "User: I work at Bosch."),
    ]
    assert (
        "Rome" not in vault.conversations.get_context("Where do I live, in Rome?", user_id="ana").part("memories").text
    )
    say(vault, "I live in Rome.", user_id="ana", session_id="d", timestamp=NOON - timedelta(days=900))
    learn(vault)
    assert ("ana", "I live in Turin.") in [(owner_of(one.metadata), one.content) for one in facts(vault)]


@pytest.mark.long
def test_what_is_corrected_is_given_as_it_is_now(vault: Engine) -> None:
    """E7.4, B6: after a correction in the same conversation, facts, the summary and a context give only what is so now,
    as the user's words; what was said in the same breath stays; one undo brings everything back."""

    def told(user: str, question: str) -> tuple[str, str]:
        context = vault.conversations.get_context(question, user_id=user)
        active = [one for one in facts(vault) if one.metadata["user_id"] == user]
        return context.text, "\n".join(one.content for one in active)

    for number, (first, correction, question, gone, there) in enumerate(CORRECTIONS):
        user = f"user {number}"
        say(vault, first, user_id=user, session_id=user)
        learn(vault)
        before, (context, active) = vault.conversations.summary(user), told(user, question)
        assert gone in context and gone in active, correction
        say(vault, correction, user_id=user, session_id=user)
        learn(vault)
        context, active = told(user, question)
        assert gone not in context and gone not in active, correction
        assert (there in context and there in active and "cello" in active) or first != BERLIN, correction
        lines = context.partition("# Memories\n")[2].splitlines()
        assert lines and all(") User: " in line for line in lines), correction
        assert vault.conversations.summary(user).identity.get("location") == ("Riga" if first == BERLIN else None)
        vault.undo()
        after = vault.conversations.summary(user)
        assert gone in told(user, question)[1] and after.identity == before.identity, correction
        assert sorted(after.context_points) == sorted(before.context_points), correction


def test_a_correction_in_the_same_breath(vault: Engine) -> None:
    """E7.4: of a message that corrects itself only the correction is kept."""
    say(vault, "I live in Berlin. Oh wait, I actually live in Riga, not Berlin. I prefer tea.", user_id="ana")
    learn(vault)
    assert texts(vault) == ["I actually live in Riga, not Berlin.", "I prefer tea."]


def test_what_somebody_wrote_down_is_not_forgotten(vault: Engine) -> None:
    """E7.4: who asks to forget what was said of a topic means what was said in conversations, by that user."""
    vault.remember("The tea house opens at nine.", kind="fact")
    for user in ("ana", "ben"):
        say(vault, "I prefer green tea.", user_id=user)
    say(vault, "Forget what I said about tea.", user_id="ana")
    learn(vault)
    kept = ["The tea house opens at nine.", "I prefer green tea.", "Forget what I said about tea."]
    assert texts(vault) == kept and facts(vault)[1].metadata["user_id"] == "ben"


class Failing:
    """An extractor that fails so many times, for texts of a kind."""

    name = "failing@1"

    def __init__(self, times: int) -> None:
        self.times = times

    def facts(self, messages: Sequence[Said], before: str) -> list[Fact]:
        text = messages[0].text
        if text.startswith("bad") and self.times:
            self.times -= 1
            raise KnownError("The model talks nonsense.")
        return [Fact(text, text, "User", "fact", 0.5, 0, 0, len(text))]


def test_a_failure_is_kept_shown_and_tried_again(vault: Engine, clock: Clock) -> None:
    """E1.9: a failure while learning never reaches who hands the turn over; it is kept, shown and tried again later,
    and the turns behind it in its conversation wait, others do not."""
    vault.conversations.gate.extractor = Failing(2)
    bad = say(vault, "bad", session_id="s")
    say(vault, "behind", session_id="s")
    say(vault, "elsewhere", session_id="t")
    learn(vault)
    assert texts(vault) == ["elsewhere"]
    first, second = vault.conversations.waiting_turns()
    assert (first.cycle_id, first.attempts, first.error) == (bad, 1, "The model talks nonsense.")
    assert first.due == clock.now + timedelta(seconds=2) and second.attempts == 0
    failed = vault.conversations.get(bad)
    assert failed.extraction is Stage.FAILED and failed.user_input == "bad"
    clock.forward(seconds=2)
    learn(vault)
    assert vault.conversations.waiting_turns()[0].attempts == 2
    clock.forward(seconds=4)
    learn(vault)
    assert texts(vault) == ["elsewhere", "bad", "behind"] and not vault.conversations.waiting_turns()
    assert vault.conversations.get(bad).extraction is Stage.COMPLETED


def test_a_turn_that_never_works_does_not_block(vault: Engine, clock: Clock) -> None:
    """E1.9: after five attempts a turn is left as failed, those behind it go on, and it can be asked for again."""
    vault.conversations.gate.extractor = Failing(5)
    bad = say(vault, "bad", session_id="s")
    say(vault, "behind", session_id="s")
    for _ in range(5):
        learn(vault)
        clock.forward(hours=1)
    learn(vault)
    assert texts(vault) == ["behind"]
    (left,) = vault.conversations.waiting_turns()
    assert left.given_up and left.cycle_id == bad
    vault.conversations.learn_from([bad])
    learn(vault)
    assert texts(vault) == ["behind", "bad"]


def test_facts_pass_the_gates(vault: Engine) -> None:
    """D7: a fact with personal data waits for a decision like any text; released it names the message it is from."""
    turn = say(vault, "I prefer to be called at +44 20 7946 0018.")
    vault.change_settings({"gates.pii": "hold"})
    learn(vault)
    assert facts(vault) == [] and not vault.conversations.waiting_turns()
    vault.gates.release([item.id for item in vault.gates.held()])
    (fact,) = facts(vault)
    assert fact.lineage == vault.conversations.get(turn).messages[:1] and vault.lineage(fact.id)


@pytest.mark.long
def test_after_a_kill_it_goes_on(tmp_path: Path) -> None:
    """E2.15: a process killed between the turn and its facts, or between two turns, goes on at the next start; no fact
    comes twice."""
    script = """
import os, signal, sys
from pathlib import Path
from memory_desktop.core.conversation.cycles import CycleDraft
from tests.helpers import vault_at
vault = vault_at(Path(sys.argv[1]))
for text in ("I live in Porto.", "My dentist is Dr. Kim."):
    vault.conversations.process(CycleDraft(user_input=text, session_id="s"))
vault.conversations.work()
os.kill(os.getpid(), signal.SIGKILL)
"""
    die_in_child(script, str(tmp_path / "v"))
    with vault_at(tmp_path / "v") as vault:
        assert texts(vault) == ["I live in Porto."] and len(vault.conversations.waiting_turns()) == 1
        learn(vault)
        assert texts(vault) == ["I live in Porto.", "My dentist is Dr. Kim."]
        assert vault.verify().ok


@pytest.mark.long
def test_imports_are_learned_from_when_asked(tmp_path: Path, vault: Engine) -> None:
    """E2.11, issue 10: an import that is no other program's conversation is learned from only if somebody asks for it; one
    undo takes it back with all that was learned from it and made of it, and tells that from what came."""
    lines = [
        '{"content": "I live in Porto.", "thread": "t", "metadata": {"role": "user"}}',
        '{"content": "Nice!", "thread": "t", "metadata": {"role": "assistant"}}',
    ]
    (tmp_path / "a.jsonl").write_text("\n".join(lines), encoding="utf-8")
    vault.import_path(tmp_path / "a.jsonl")
    learn(vault)
    assert facts(vault) == []
    vault.undo()
    vault.import_path(tmp_path / "a.jsonl", extract=True)
    learn(vault)
    assert texts(vault) == ["I live in Porto."] and vault.layers.episodes.count() == 1
    assert vault.imports.list()[0].counts.new == 2
    assert vault.undo_stacks().undo[0].name == "import 2 memories and 1 made of them"
    assert "Import 2 memories from a.jsonl, and 1 made of them" in [one.name for one in vault.command_list.page()]
    vault.undo()
    assert facts(vault) == [] and vault.layers.episodes.count() == 0 and vault.conversations.list_cycles().total == 0


@pytest.mark.long
def test_a_live_turn_does_not_wait_for_an_import(tmp_path: Path, vault: Engine) -> None:
    """E1.8: what is said now is learned before what an import brought, however much that is."""
    lines = [
        f'{{"content": "I have {number} cats.", "thread": "t{number}", "metadata": {{"role": "user"}}}}'
        for number in range(2, 5)
    ]
    (tmp_path / "a.jsonl").write_text("\n".join(lines), encoding="utf-8")
    vault.import_path(tmp_path / "a.jsonl", extract=True)
    say(vault, "I live in Porto.", session_id="now")
    assert [one.live for one in vault.conversations.waiting_turns()] == [True, False, False, False]
    assert vault.conversations.work() and texts(vault) == ["I live in Porto."]
    learn(vault)
    assert len(texts(vault)) == 4


@pytest.mark.parametrize("mode", ["hybrid", "rrf", "keyword", "vector"])
def test_a_fact_and_its_message_take_one_place(vault: Engine, mode: str) -> None:
    """E2.3: an answer has a fact or the message that it was taken from, never both, and both can be found."""
    vault.remember("The lighthouse of Porto is closed in winter.")
    say(vault, "I live in Porto, near the lighthouse.", None)
    vault.sync()
    found = [hit.memory for hit in vault.recall("Porto lighthouse", mode=mode, show_weaker=True).hits]
    about = [one for one in found if "near the lighthouse" in one.content]
    assert len(found) == 2 and len(about) == 1
    (fact,) = facts(vault)
    vault.forget(vault.conversations.list_cycles().cycles[0].messages)
    assert fact.id in [hit.memory.id for hit in vault.recall("Porto lighthouse", mode=mode, show_weaker=True).hits]


def test_what_was_learned_follows_the_correction_of_its_message(vault: Engine) -> None:
    """E7.4, B9: after a message was corrected, what it says no more is forgotten, what it says now is learned, and what
    stands in both stays as it is; one undo takes all of it back."""
    say(vault, "I prefer green tea over coffee. My sister is called Lucia.", user_id="ann")
    say(vault, "I live in Porto.", user_id="ann")
    learn(vault)
    before = {one.content: one.id for one in facts(vault)}
    assert {"I prefer green tea over coffee.", "My sister is called Lucia.", "I live in Porto."} == set(before)
    (message,) = [one for one in vault.page(vault.keys(RecordFilter())) if "coffee. My" in one.content]
    vault.edit(message.id, "I prefer black tea over coffee. My sister is called Lucia.")
    assert "I prefer green tea over coffee." not in texts(vault)
    learn(vault)
    after = {one.content: one.id for one in facts(vault)}
    assert set(after) == {"I prefer black tea over coffee.", "My sister is called Lucia.", "I live in Porto."}
    assert after["My sister is called Lucia."] == before["My sister is called Lucia."]
    (now,) = [one for one in vault.page(vault.keys(RecordFilter())) if "coffee. My" in one.content]
    assert len(vault.conversations.learned_from([now.key, message.key])) == 2
    vault.undo()
    learn(vault)
    assert set(texts(vault)) == set(before)
    vault.edit(message.id, "I prefer green tea over coffee! My sister is called Lucia.")
    learn(vault)
    assert set(texts(vault)) == set(before)
