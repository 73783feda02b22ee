"""Conversations as a person reads them."""

from __future__ import annotations

from contextlib import closing

import pytest

from memory_desktop.core.conversation.cycles import CycleDraft
from memory_desktop.core.conversation.learned import learned
from memory_desktop.core.errors import NotFoundError
from memory_desktop.core.memory.records import GENERATED_FROM, Draft
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.engine.conversation.reading import Aftermath
from memory_desktop.engine.engine import Engine
from memory_desktop.models.words import no_conversation
from tests.helpers import Clock


def _say(vault: Engine, said: str, answer: str, session: str = "s", user: str = "", title: str = "") -> str:
    draft = CycleDraft(user_input=said, final_response=answer, session_id=session, user_id=user, title=title)
    return vault.conversations.record(draft, actor="agent:helper")[0].cycle_id


def test_a_conversation_is_listed_in_order_of_time(vault: Engine, clock: Clock) -> None:
    """B12: the turns of a conversation, or of a user, stand in order of time, each with its messages in order."""
    first = _say(vault, "Is there tea?", "Green tea.", user="ann")
    clock.forward(hours=1)
    other = _say(vault, "And cake?", "No.", session="t", user="ann")
    clock.forward(hours=1)
    last = _say(vault, "Thank you.", "Welcome.", user="ann")
    reading = vault.conversations.reading
    assert [one.cycle_id for one in reading.outline(session_id="s")] == [first, last]
    assert [(one.cycle_id, one.session_id) for one in reading.outline(user_id="ann")] == [
        (first, "s"),
        (other, "t"),
        (last, "s"),
    ]
    turns = reading.turns([last, "none", first])
    assert set(turns) == {first, last}
    assert [one.content for one in turns[first].messages] == ["Is there tea?", "Green tea."]


def test_a_message_leads_to_its_conversation(vault: Engine) -> None:
    """F1: a memory that is a message leads to its conversation and turn, also once it is forgotten; others do not."""
    id = _say(vault, "Is there tea?", "Green tea.")
    message = vault.conversations.get(id).messages[1]
    assert vault.conversations.reading.place_of(message) == ("s", id, message)
    vault.forget([message])
    assert vault.conversations.reading.place_of(message) == ("s", id, message)
    with pytest.raises(NotFoundError):
        vault.conversations.reading.place_of(vault.remember(Draft(content="Buy bread")).memory.id)


def test_conversations_are_found_by_title_and_text(vault: Engine) -> None:
    """F1: conversations are found by words of their titles and of their messages, in any case, and turns by words."""
    tea = _say(vault, "Is there Tea?", "Green.", title="Drinks")
    _say(vault, "Two eggs?", "Yes.", session="t", title="Breakfast")
    found = vault.conversations.sessions
    assert [one.session_id for one in found(words="drinks")] == ["s"]
    assert [one.session_id for one in found(words="tea DRINKS")] == ["s"]
    assert [one.session_id for one in found(words="tea breakfast")] == []
    assert vault.conversations.reading.containing("tea there") == {tea}
    assert vault.conversations.reading.containing("tea", session_id="t") == set()


def test_the_title_given_last_is_the_conversations(vault: Engine) -> None:
    """F1: a title that comes with a later turn is the conversation's, and the one that came last holds."""
    _say(vault, "Is there tea?", "Green.")
    assert [one.title for one in vault.conversations.sessions()] == ["Is there tea?"]
    _say(vault, "And cake?", "No.", title="Tea and cake")
    _say(vault, "Thanks.", "Welcome.")
    assert [one.title for one in vault.conversations.reading.sessions(words="cake")] == ["Tea and cake"]
    _say(vault, "Bye.", "Bye.", title=" At the café ")
    assert [one.title for one in vault.conversations.sessions()] == ["At the café"]


def test_a_turn_says_what_was_recalled_for_it_and_learned_from_it(vault: Engine, clock: Clock) -> None:
    """B12: a turn knows what its agent recalled for its user and conversation at its time, when that was asked, and what it
    taught; recalls of other users, conversations and agents, of a person, and of other turns belong to others."""
    tea = vault.remember(Draft(content="Mara prefers green tea")).memory
    words = "What does Mara drink?"

    def asked(query: str, actor: str = "agent:helper", user: str = "mara", session: str = "s") -> None:
        vault.recalls.note(query, [tea.id], actor=actor, user=user, session=session)

    asked("of the turn before")
    clock.forward(minutes=1)
    _say(vault, "Hello.", "Hi.", user="mara")
    clock.forward(minutes=1)
    at = clock()
    asked(words)
    asked("drinks")
    asked("drinks, without a conversation", session="")
    for wrong in ({"actor": "user"}, {"actor": "agent:other"}, {"user": "bob"}, {"user": ""}, {"session": "t"}):
        asked(words, **wrong)
        asked("cars", **wrong)
    clock.forward(minutes=1)
    id = _say(vault, words, "Green tea.", user="mara")
    clock.forward(minutes=1)
    asked("of the next turn")
    vault.recalls.flush()
    turn = vault.conversations.reading.turns([id])[id]
    told = vault.conversations.reading.aftermath(turn)
    assert [(one.query, one.actor, one.same_words, one.at) for one in told.recalled] == [
        (words, "agent:helper", True, at),
        ("drinks", "agent:helper", False, at),
    ]
    assert [one.id for one in told.recalled[0].memories] == [tea.id]
    made_from = {GENERATED_FROM: [turn.messages[0].id]}
    fact = vault.remember(Draft(content="Mara was asked about", kind="fact", metadata=made_from, synthetic=True)).memory
    clock.forward(hours=2)
    vault.edit(turn.messages[0].id, "What does Mara like to drink?")
    told = vault.conversations.reading.aftermath(vault.conversations.reading.turns([id])[id])
    assert [one.same_words for one in told.recalled] == [False] * 2
    assert [one.id for one in told.learned] == [fact.id], "and not the edited message itself"
    late = _say(vault, "Something else?", "No.", user="mara")
    assert vault.conversations.reading.aftermath(vault.conversations.reading.turns([late])[late]) == Aftermath()


def test_what_an_agent_asks_without_a_conversation_is_for_a_turn_when_it_names_none(
    vault: Engine, clock: Clock
) -> None:
    """B12: an agent that never names a conversation asked for the turn that it records next; one that names it for one
    question names it for all, and what else it asks, as for a request that failed, belongs to no turn."""

    def asked(query: str, session: str = "") -> None:
        vault.recalls.note(query, [], actor="agent:helper", user="mara", session=session)
        clock.forward(seconds=10)

    def recalled(id: str) -> list[str]:
        vault.recalls.flush()
        reading = vault.conversations.reading
        return [one.query for one in reading.aftermath(reading.turns([id])[id]).recalled]

    asked("what she drinks")
    first = _say(vault, "Tea, please.", "Green?", user="mara")
    clock.forward(minutes=1)
    asked("a request that failed")
    asked("what she likes", session="s")
    second = _say(vault, "Yes, green.", "Here.", user="mara")
    assert recalled(first) == ["what she drinks"] and recalled(second) == ["what she likes"]


def test_conversations_are_read_as_they_were(vault: Engine, clock: Clock) -> None:
    """D6: at a moment of the past, conversations, turns, what was found for them and the summary are those of then."""
    first = _say(vault, "My name is Ann. Is there tea?", "Green tea.", user="ann", title="Drinks")
    turn = vault.conversations.reading.turns([first])[first]
    vault.recalls.note("My name is Ann. Is there tea?", [turn.messages[0].id], actor="agent:helper", user="ann")
    vault.recalls.flush()
    while vault.conversations.work():
        pass
    then = vault.head
    clock.forward(hours=1)
    vault.forget([turn.messages[1].id])
    second = _say(vault, "And cake?", "No.", user="ann")
    _say(vault, "Hello there", "Hi.", session="t", user="bob")
    vault.conversations.edit_summary("ann", {"user_name": "Anna"})
    now = vault.conversations.reading
    with closing(vault.as_of(then)) as past:
        reading = past.reading
        assert [one.cycle_id for one in reading.outline(session_id="s")] == [first]
        assert [len(one.turns([first])[first].messages) for one in (reading, now)] == [2, 1]
        assert [one.title for one in reading.sessions()] == ["Drinks"] and reading.users() == {"ann": 1}
        assert len(reading.aftermath(turn).recalled) == 1 and reading.containing("cake") == set()
        assert [one.summary("ann").identity["user_name"] for one in (reading, now)] == ["Ann", "Anna"]
        assert all(one.said.by != "person" for one in reading.deltas("ann"))
        with pytest.raises(NotFoundError):
            reading.place_of(vault.conversations.get(second).messages[0])


def test_what_an_undone_turn_changed_of_the_summary_is_told_as_undone(vault: Engine) -> None:
    """B12.5, issue 10: of the changes of a summary, those of a turn that was undone say so, until it is done again."""

    def told() -> list[tuple[str, bool]]:
        return [(one.said.by, one.undone) for one in vault.conversations.reading.deltas("ann")]

    _say(vault, "My name is Ann.", "Hello.", user="ann")
    while vault.conversations.work():
        pass
    assert told() == [("rules", False)]
    vault.undo()
    assert told() == [("undo", False), ("rules", True)]
    vault.redo()
    assert ("rules", True) not in told()


def test_a_turn_names_what_it_changed_of_the_summary(vault: Engine) -> None:
    """B12: what a turn changed of the user's summary stands with the turn."""
    id = _say(vault, "My name is Ann and I love sailing.", "Hello Ann.", user="ann")
    other = _say(vault, "Hm.", "Yes?", user="ann")
    while vault.conversations.work():
        pass
    turns = vault.conversations.reading.turns([id, other])
    assert [said.identity for said in turns[id].changes] == [{"user_name": "Ann"}]
    assert not any(said.identity for said in turns[other].changes)


def test_what_was_learned_leads_to_the_message_it_was_learned_from(vault: Engine) -> None:
    """F1: a learned fact leads to the conversation, turn and message it came from, also once its text was edited."""
    draft = CycleDraft(user_input="Hi! I live in Porto.", final_response="Nice.", user_id="ana", session_id="s")
    ticket = vault.conversations.process(draft, actor="agent")
    vault.maintain()
    facts = vault.page(vault.keys(RecordFilter(kinds=("fact", "pref"))))
    (fact,) = [one for one in facts if learned(one) is not None]
    message = vault.conversations.get(ticket.cycle_id).messages[0]
    reading = vault.conversations.reading
    assert not no_conversation(fact) and reading.place_of(fact.id) == ("s", ticket.cycle_id, message)
    edited = vault.edit(fact.id, content="Ana lives in Porto.")
    assert edited.id != fact.id and edited.metadata["cycle"] == ticket.cycle_id
    assert reading.place_of(edited.id) == ("s", ticket.cycle_id, message)


def test_an_edit_that_was_undone_is_no_fact_of_its_turn(vault: Engine) -> None:
    """B12: what was learned from a turn holds no version of its message, also after an edit was taken back."""
    id = _say(vault, "I live in Porto.", "Nice.", user="ana")
    vault.maintain()
    reading = vault.conversations.reading
    before = [one.content for one in reading.aftermath(reading.turns([id])[id]).learned]
    vault.edit(vault.conversations.get(id).messages[0], content="I live in Lagos.")
    vault.undo()
    vault.maintain()
    told = reading.aftermath(reading.turns([id])[id])
    assert [one.content for one in told.learned if one.status.value == "active"] == before
    assert not any(one.thread for one in told.learned)
