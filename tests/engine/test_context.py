"""What an agent is given before it answers: four parts in order, within a budget of tokens, and nothing is written."""

from __future__ import annotations

from datetime import timedelta

import pytest

from memory_desktop.core.conversation.cycles import CycleDraft
from memory_desktop.core.conversation.skills import Skill
from memory_desktop.core.errors import InvalidCommandError
from memory_desktop.core.events.event import EventType
from memory_desktop.core.memory.records import GENERATED_FROM
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.embed.tokens import BundledTokens
from memory_desktop.engine.conversation.context import PARTS
from memory_desktop.engine.engine import Engine
from tests.helpers import NOON, Clock

TOKENS = BundledTokens()


@pytest.fixture
def talk(vault: Engine, clock: Clock) -> Engine:
    """A vault with a conversation of four turns, another one, memories and a skill, with vectors."""
    for number in range(4):
        clock.forward(minutes=1)
        vault.conversations.record(
            CycleDraft(
                user_input=f"Question {number} about the garden?", final_response=f"Answer {number}.", session_id="s"
            )
        )
    vault.conversations.record(CycleDraft(user_input="Secret of another talk.", session_id="t"))
    for text in ("Mara grows tomatoes in her garden.", "The garden gate is green.", "The boat is called Ada."):
        vault.remember(text)
    vault.conversations.skills.create(Skill("garden", "Plan what to plant in the garden.", "Ask for the season."))
    vault.conversations.contexts.summary = lambda user: f"About {user or 'you'}: likes gardens."
    vault.sync()
    return vault


def test_parts_in_order(talk: Engine) -> None:
    """E2.6: history, summary, memories and skills come in this order, each under its heading, in one text and apart."""
    found = talk.conversations.get_context("What should I plant in the garden?", thread="s", user_id="ana")
    assert [part.name for part in found.parts] == list(PARTS)
    assert [found.text.index(heading) for heading in PARTS.values()] == sorted(
        found.text.index(heading) for heading in PARTS.values()
    )
    assert found.text == "\n\n".join(part.text for part in found.parts)
    assert "About ana: likes gardens." in found.part("summary").text
    assert "Mara grows tomatoes" in found.part("memories").text
    assert found.part("skills").text == "# Skills\n## garden\nAsk for the season."
    assert found.recall is not None and found.recall.hits and found.skills.matched[0].similarity >= 0.75


def test_the_last_messages_of_this_thread(talk: Engine) -> None:
    """E2.2: the last six messages of the conversation come in, both sides, in order, and of no other; the number is a
    setting."""
    text = talk.conversations.get_context("garden", thread="s", parts=["history"]).text
    assert text.splitlines()[1:] == [
        line for n in (1, 2, 3) for line in (f"User: Question {n} about the garden?", f"Assistant: Answer {n}.")
    ]
    talk.change_settings({"gate.messages": 1})
    assert talk.conversations.get_context("garden", thread="s", parts=["history"]).text.splitlines()[1:] == [
        "Assistant: Answer 3."
    ]
    assert talk.conversations.get_context("garden", thread="nobody", parts=["history"]).text == ""


def test_each_once_and_active_only(talk: Engine) -> None:
    """E2.3: a memory comes in once, not if its message is in the history, not if it was learned from what is shown, and
    not when it is forgotten; skills are no memories."""
    (boat,) = [hit.memory for hit in talk.recall("boat Ada", k=1).hits]
    talk.forget(boat.id)
    talk.conversations.process(CycleDraft(user_input="I live in a garden house.", session_id="u"))
    talk.sync()
    found = talk.conversations.get_context("garden house boat Ada question", thread="s")
    shown = found.part("memories").items
    history = found.part("history").items
    assert len(set(shown)) == len(shown) and not set(shown) & set(history) and boat.id not in shown
    assert found.part("memories").text.count("I live in a garden house.") == 1
    assert all(talk.get(id).kind != "skill" for id in shown)


def test_the_budget_holds(talk: Engine) -> None:
    """E2.7: the whole text never has more tokens than the budget, by the bundled tokenizer, and what was left out is
    said."""
    talk.remember("The garden has " + "many roses and " * 600 + "one tree.")
    talk.conversations.record(CycleDraft(user_input="In the garden " + "it rains " * 900, session_id="s"))
    talk.sync()
    sizes = []
    for budget in (0, 3, 10, 40, 100, 250, 500, 1_000, 2_000):
        found = talk.conversations.get_context("What to plant in the garden?", thread="s", token_budget=budget)
        assert found.tokens == TOKENS.count(found.text) <= budget == found.budget
        assert sum(part.tokens for part in found.parts) == found.tokens
        sizes.append(found.tokens)
        if budget <= 100:
            assert any("left out: over the budget" in line for line in found.cut)
    assert sizes[:6] == sorted(sizes[:6]) and sizes[-1] > 500
    assert any("shortened: too long" in line for line in found.cut)


def test_what_others_do_not_need_goes_to_the_history(talk: Engine) -> None:
    """E2.7: older messages that a part's share has no room for come in when nothing else needs it."""
    share = talk.conversations.get_context("xyzzy", thread="s", token_budget=80, parts=["history"])
    assert len(share.part("history").items) == 6 and share.tokens > 0.4 * 80


def test_empty_parts_are_no_error(vault: Engine) -> None:
    """E2.8: with no history, no memory, no skill and no query there is an empty context; bad arguments are refused."""
    for query in ("", "hello", 'kind:pref "x" -y', "x" * 50_000, "🙂"):
        found = vault.conversations.get_context(query, thread="s", user_id="ana")
        assert (found.text, found.tokens) == ("", 0) and all(part.text == "" for part in found.parts)
    with pytest.raises(InvalidCommandError):
        vault.conversations.get_context("x", parts=["weather"])
    with pytest.raises(InvalidCommandError):
        vault.conversations.get_context("x", token_budget=-1)


def test_no_operators_in_what_a_user_says(talk: Engine) -> None:
    """E2.1: the query is the user's message, word for word: what looks like an operator in it restricts nothing."""
    found = talk.conversations.get_context('kind:nothing "the garden gate" -green: which colour?')
    assert "The garden gate is green." in found.text


def test_another_users_memories_stay_away(vault: Engine) -> None:
    """E2.9: with a user named, neither memories nor messages of another user come in."""
    for user in ("ana", "ben"):
        vault.conversations.process(
            CycleDraft(user_input=f"I live in Porto, says {user}.", user_id=user, session_id=f"s-{user}")
        )
    vault.remember("Porto has six bridges.")
    vault.sync()
    text = vault.conversations.get_context("Porto", thread="s-ben", user_id="ana").text
    assert "says ana" in text and "says ben" not in text and "six bridges" in text


def test_nothing_is_written_and_the_recall_is_logged(talk: Engine) -> None:
    """E2.10: asking writes nothing by itself; who asked, and for what, is in the log of recalls a little later."""
    head = talk.head
    found = talk.conversations.get_context("garden gate", thread="s", actor="agent-7")
    talk.conversations.get_context("garden gate", thread="s")
    assert talk.head == head
    talk.recalls.flush()
    (event,) = talk.events(limit=1)
    assert event.type == "RECALL" and event.actor == "agent-7" and talk.head == head + 1
    assert all(id in str(event.payload) for id in found.part("memories").items)


def test_waiting_vectors_are_told(vault: Engine) -> None:
    """E2.8: memories that wait for a vector are found by their words, and the context says so."""
    vault.remember("The garden gate is green.")
    found = vault.conversations.get_context("garden gate")
    assert "green" in found.text and any("wait for a vector" in note for note in found.notes)


def test_what_was_corrected_is_given_as_it_is_now(vault: Engine) -> None:
    """E7.4, E11.2: of a message that was corrected since, a context gives what still holds and no more; a fact of a
    sentence that says two things is corrected alone; answers that say nothing and repetitions stay out."""

    def say(text: str, minute: int) -> None:
        at = NOON + timedelta(minutes=minute)
        turn = CycleDraft(user_input=text, final_response="OK.", user_id="pat", session_id="s", timestamp=at)
        vault.conversations.process(turn)
        while vault.conversations.work():
            pass

    told = ("My favourite colour is blue.", "My favourite colour is red now, not blue.")
    moved = ("My name is Olga and I live in Riga.", "No, I moved to Vilnius last month.")
    for minute, text in enumerate((*told, *moved, "Weight?", "I work at Bosch.", "I work at Bosch.")):
        say(text, minute)
    vault.sync()
    context = vault.conversations.get_context("favourite colour? where do I live and work? what weight?", user_id="pat")
    lines = [line.partition("User: ")[2] for line in context.part("memories").text.splitlines()[1:]]
    assert told[1] in lines and "I moved to Vilnius last month." in lines and "My name is Olga" in lines
    assert not {told[0], moved[0], "I live in Riga.", "Weight?", "OK."} & set(lines)
    assert lines.count("I work at Bosch.") == 1
    points = vault.conversations.summary("pat").context_points
    assert told[1] in points and told[0] not in points
    vault.change_settings({"gate.messages": 14})
    history = vault.conversations.get_context("colour?", thread="s", user_id="pat", parts=["history"]).text.splitlines()
    assert [line for line in history if "corrected" in line] == [
        f"User (corrected since): {told[0]}",
        f"User (corrected since): {moved[0]}",
    ]
    assert f"User: {told[1]}" in history and f"User: {moved[1]}" in history
    (head,) = [one for one in vault.events(limit=200) if one.type == EventType.INGEST and moved[1] in str(one.payload)]
    vault.undo(head.command)
    history = vault.conversations.get_context("colour?", thread="s", user_id="pat", parts=["history"]).text
    assert f"User: {moved[0]}" in history and f"User (corrected since): {told[0]}" in history


@pytest.mark.parametrize("late", [True, False])
def test_what_names_nobody_and_the_owner_are_one_user(vault: Engine, late: bool) -> None:
    """E2.9: the owner's earlier words that name nobody, as those of an import, are told as earlier, or replaced."""
    vault.change_settings({"gate.owner": "ann"})
    then, now = NOON - timedelta(days=700), NOON
    turns = [("I live in Leeds.", "", "old", then), ("I live in Porto.", "ann", "new", now)]
    for text, user, session, at in reversed(turns) if late else turns:
        vault.conversations.process(CycleDraft(user_input=text, user_id=user, session_id=session, timestamp=at))
        while vault.conversations.work():
            pass
    vault.sync()
    context = vault.conversations.get_context("Where do I live?", user_id="ann", parts=["memories"])
    porto, *rest = [line for line in context.text.splitlines() if "I live in" in line]
    assert "I live in Porto." in porto and "otherwise since" not in porto
    assert [("Leeds" in line, "otherwise since" in line) for line in rest] == ([(True, True)] if late else [])


def test_what_holds_now_stands_before_what_it_makes_a_thing_of_the_past(vault: Engine) -> None:
    """E2.9: what was said last comes also where only the earlier fact is like the question."""
    words = ("I live in Turin with my cat Miso.", "I moved to Lyon.")
    for number, text in enumerate(words):
        vault.remember(text, metadata={"user_id": "ann"}, created_at=NOON - timedelta(days=700 * (2 - number)))
    for number in range(12):
        vault.remember(f"I live for day {number} of the festival where we sing.", metadata={"user_id": "ann"})
    vault.change_settings({"gate.memories": 3})
    vault.sync()
    asked = "Where do I live with my cat?"
    assert [hit.memory.content for hit in vault.recall(asked, k=3).hits][:2] == [words[1], words[0]]
    text = vault.conversations.get_context(asked, user_id="ann", parts=["memories"]).text
    turin, lyon = (next(line for line in text.splitlines() if word in line) for word in ("Turin", "Lyon"))
    assert "otherwise since" in turin and "otherwise since" not in lyon
    assert text.index(lyon) < text.index(turin)


def test_what_was_made_of_old_words_is_as_old_as_they_are(vault: Engine) -> None:
    """E2.9: a note that was made today of what was said two years ago has that date in a context, and does not make what
    was said since look outdated."""
    then, since = NOON - timedelta(days=700), NOON - timedelta(days=30)
    for text, session, at in (("I live in Leeds.", "old", then), ("I live in Porto.", "new", since)):
        vault.conversations.process(CycleDraft(user_input=text, session_id=session, timestamp=at))
    (message,) = [one for one in vault.page(vault.keys(RecordFilter())) if one.content == "I live in Leeds."]
    vault.remember("Leeds is a town. I live in Leeds.", metadata={GENERATED_FROM: [message.id]}, created_at=NOON)
    vault.sync()
    text = vault.conversations.get_context("Where do I live?", parts=["memories"]).text
    porto, note = (next(line for line in text.splitlines() if words in line) for words in ("Porto", "a town"))
    assert f"({since:%Y-%m-%d})" in porto and f"({then:%Y-%m-%d}, otherwise since)" in note


def test_no_padding_and_whose_it_is(vault: Engine) -> None:
    """E2.3, E2.9: what has little to do with the query is no padding; a user's own memories come before those of nobody,
    another user's never; where nobody is named, each line says whose it is."""
    for number in range(30):
        vault.remember(f"Message number {number} about subject kiwi.")
    vault.remember("Tea ceremony: Alice likes to drink tea at five.")
    said = (("rita", "I prefer Sencha tea to drink."), ("ben", "I prefer Earl Grey tea to drink."))
    for user, text in said:
        vault.conversations.process(CycleDraft(user_input=text, final_response="I see.", user_id=user, session_id=user))
    while vault.conversations.work():
        pass
    vault.sync()

    def lines(query: str, user: str = "") -> list[str]:
        found = vault.conversations.get_context(query, user_id=user, parts=["memories"])
        return [line.partition(") ")[2] for line in found.text.splitlines()[1:]]

    mine = lines("Which tea do I like to drink?", "rita")
    assert mine[0] == "User: I prefer Sencha tea to drink." and mine[1].startswith("Tea ceremony")
    assert not any("Earl Grey" in line or "kiwi" in line for line in mine)
    assert len(lines("أين أسكن؟", "rita")) <= 5 and len(lines("boiling point of tungsten")) <= 5
    everybody = lines("Which tea do I like to drink?")
    assert {f"{user}: {text}" for user, text in said} < set(everybody) and not any("User:" in one for one in everybody)
    nothing = vault.conversations.get_context("?!", parts=["memories"])
    assert nothing.text == "" and any("relevant" in note for note in nothing.notes)
    answer = vault.conversations.get_context("tea", thread="rita", parts=["history"]).text.splitlines()[1:]
    assert answer == ["User: I prefer Sencha tea to drink.", "Assistant: I see."]


def test_what_names_no_user_is_told_of(vault: Engine) -> None:
    """E2.6: a user who gets nothing is told how much names nobody and was left out, and the setting that says whose it
    is; not where that was said."""
    for text in ("The harbour is old.", "The quay is wet."):
        vault.conversations.record(CycleDraft(user_input=text, session_id="s"))
    vault.remember("Shared: the pier is closed.")
    vault.sync()

    def notes(user: str) -> str:
        return " ".join(vault.conversations.get_context("What does she paint?", user_id=user).notes)

    assert "2 memories that name no user were not looked at" in notes("ana") and "gate.owner" in notes("ana")
    assert "not looked at" not in notes("")
    vault.change_settings({"gate.owner": "bo"})
    assert "not looked at" not in notes("ana")


def test_a_word_before_a_colon_is_no_speaker_of_a_turn(vault: Engine) -> None:
    """E2.2, E9.9: what a user says of “Python: …” is theirs, word for word, in the history and in what is learned."""
    text = "Python: I love it. Java: I hate it."
    vault.conversations.process(CycleDraft(user_input=text, final_response="Noted.", user_id="ann", session_id="s"))
    while vault.conversations.work():
        pass
    told = vault.conversations.get_context("What about the harbour?", user_id="ann", thread="s").text
    assert f"User: {text}" in told
    facts = [one.content for one in vault.page(vault.keys(RecordFilter(kinds=("pref", "fact"))))]
    assert not any(fact.startswith("Python: Java") for fact in facts)


def test_a_shared_conversation_gives_each_user_their_own_last_messages(vault: Engine) -> None:
    """E2.2, E2.9: where another user has said more in a conversation since, a user still gets their own last messages."""
    vault.conversations.record(CycleDraft(user_input="My boat is red.", user_id="ann", session_id="default"))
    for number in range(30):
        turn = CycleDraft(user_input=f"Zed says {number}.", user_id="zed", session_id="default")
        vault.conversations.record(turn)
    told = vault.conversations.get_context("Hello", user_id="ann", thread="default").text
    assert "My boat is red." in told and "Zed says" not in told
    assert vault.conversations.get_context("Hello", user_id="zed", thread="default").text.count("Zed says") >= 6


def test_a_shared_conversation_has_no_summary_of_nobody(vault: Engine) -> None:
    """B6, E2.2: for a conversation of several users, none of whom is named, there is no summary of what others said who
    named no user; it is said why, and a user who is named gets their own."""
    for user, text in (("", "I love my kayak."), ("ann", "I live in Rome."), ("ben", "I live in Cairo.")):
        session = "shared" if user else "own"
        vault.conversations.record(CycleDraft(user_input=text, user_id=user, session_id=session))
    while vault.conversations.work():
        pass
    told = vault.conversations.get_context("Where do I live?", thread="shared")
    assert not told.part("summary").text and "kayak" not in told.part("summary").text
    assert any("several users" in note for note in told.notes)
    own = vault.conversations.get_context("Where do I live?", thread="shared", user_id="ann")
    assert "Rome" in own.part("summary").text and not any("several users" in note for note in own.notes)
    assert "kayak" in vault.conversations.get_context("What do I love?", thread="own").part("summary").text


def test_what_an_undo_has_brought_back_is_given_once(vault: Engine) -> None:
    """F5, E2.9: a fact that an undo brings back is not given beside the message that it was taken from."""
    for text in ("I live in Oslo and work at Bosch.", "I moved to Bergen."):
        vault.conversations.process(CycleDraft(user_input=text, user_id="ann", session_id="s"))
        while vault.conversations.work():
            pass
    vault.undo(next(one.command for one in vault.undo_stacks().undo if one.name == "turn of a conversation"))
    while vault.conversations.work():
        pass
    vault.sync()
    told = vault.conversations.get_context("Where do I live?", thread="s", user_id="ann", parts=["history", "memories"])
    assert told.text.count("Oslo") == 1 and "Bergen" not in told.text
    hits = vault.recall("Where do I live? Oslo").hits
    assert [hit.memory.content for hit in hits if "Oslo" in hit.memory.content] == [hits[0].memory.content]
