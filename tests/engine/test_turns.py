"""Turns of conversations: recorded, completed, listed, undone, and folded from what imports bring."""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from memory_desktop import open_vault
from memory_desktop.core.conversation.cycles import (
    AgentOutput,
    Cycle,
    CycleDraft,
    OutcomeSignals,
    ResponseMetadata,
    Stage,
    parts_from_json,
)
from memory_desktop.core.errors import InvalidCommandError
from memory_desktop.core.events.event import EventType
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.engine.engine import Engine
from memory_desktop.wiring import rebuild_vault
from tests.helpers import Clock, merge_as_before, vault_at

AT = datetime(2026, 3, 1, 9, 0, tzinfo=UTC)
FULL = CycleDraft(
    user_input="What was the name of the café in Porto?",
    final_response="You called it Café Guarany.",
    cycle_id="7b1de7a5-9d2c-4b5a-8d3e-0f6f6a1c2b3d",
    user_id="0d9d8c7e-1111-4222-8333-444455556666",
    session_id="porto",
    timestamp=AT,
    answered_at=AT + timedelta(seconds=3),
    agent_outputs=(AgentOutput("memory", {"hits": 3}, 0.8, 2, "raw", {"newer": True}),),
    response_metadata=ResponseMetadata("answer", "warm", ("recall",), ("lookup",), {"more": 1}),
    outcome_signals=OutcomeSignals(0.9, 0.4),
    metadata={"channel": "phone"},
    title="Porto",
)


@pytest.fixture
def vault(tmp_path: Path) -> Iterator[Engine]:
    with open_vault(tmp_path / "v", create=True) as engine:
        yield engine


def test_a_turn_is_kept_whole(vault: Engine, tmp_path: Path) -> None:
    """B1: every field of a turn is there after a restart, and its JSON gives an equal turn."""
    made, seq = vault.conversations.record(FULL, actor="agent")
    vault.close()
    with open_vault(tmp_path / "v") as again:
        found = again.conversations.get(made.cycle_id)
    assert seq and found == made == Cycle.from_json(json.loads(json.dumps(made.to_json())))
    assert (found.user_input, found.final_response) == (FULL.user_input, FULL.final_response)
    assert (found.agent_outputs, found.response_metadata) == (FULL.agent_outputs, FULL.response_metadata)
    assert (found.outcome_signals, found.metadata, found.title) == (FULL.outcome_signals, FULL.metadata, "Porto")
    assert (found.timestamp, found.session_id, found.user_id) == (AT, "porto", FULL.user_id)


def test_the_same_id_is_the_same_turn(vault: Engine) -> None:
    """B1: a turn handed over again replaces what it said, keeps what is left out, and takes its answer later."""
    with vault:
        record = vault.conversations.record
        asked, _ = record(replace(FULL, final_response=None))
        answered, _ = record(
            CycleDraft(user_input=FULL.user_input, final_response="I am not sure.", cycle_id=asked.cycle_id)
        )
        changed, _ = record(replace(FULL, user_input="Which café was it?", agent_outputs=()))
        assert asked.final_response is None and answered.final_response == "I am not sure."
        assert (changed.user_input, changed.final_response) == ("Which café was it?", FULL.final_response)
        assert changed.agent_outputs == FULL.agent_outputs and changed.metadata == FULL.metadata
        assert record(replace(FULL, user_input="Which café was it?"))[1] == 0
        assert vault.conversations.list_cycles().total == 1


def test_a_turn_of_an_answer_alone(tmp_path: Path) -> None:
    """C2.3: an answer alone is a turn: in lists, transcript, short-term memory, context, summary, layers, exports and
    after a rebuild; its question may come later and stands before it; of nothing at all there is none."""
    with vault_at(tmp_path / "v", Clock(AT + timedelta(hours=1))) as vault:
        talk = vault.conversations
        alone = CycleDraft(
            final_response="The boiler is in the cellar of the house in Porto.",
            cycle_id="one",
            session_id="s",
            user_id="ana",
            timestamp=AT,
            metadata={"channel": "phone"},
            agent_outputs=FULL.agent_outputs,
        )
        made, seq = talk.record(alone)
        assert seq and (made.user_input, made.final_response, len(made.messages)) == ("", alone.final_response, 1)
        assert made.metadata == {"channel": "phone"} and made.agent_outputs == FULL.agent_outputs
        assert talk.record(alone)[1] == 0, "handed over again it is the same"
        assert talk.process(replace(alone, metadata={}, cycle_id="two"), only_adds=True).waiting
        while talk.work():
            pass
        assert made.text == alone.final_response == talk.turns.list_cycles(user_id="ana").cycles[-1].text
        assert talk.transcript.immediate("ana").splitlines()[0] == f"Assistant: {alone.final_response}"
        assert talk.turns.sessions()[0].title.startswith("The boiler is in the cellar")
        assert alone.final_response in talk.get_context("Where is the boiler?", thread="s", user_id="ana").text
        stored = vault.layers.episodes.store_episode(made.cycle_id)
        assert stored.to_json()["content"]["user_input"] == "" and "boiler" in " ".join(stored.payload.topics)
        vault.layers.consolidation.run("ana")
        assert vault.layers.episodes.count() == 2 and vault.layers.consolidation.run("ana").nothing
        for format in ("jsonl", "entries", "markdown", "mcp"):
            vault.export(tmp_path / format, format)
        for empty in (CycleDraft(), CycleDraft(user_input=" ", final_response="\n")):
            with pytest.raises(InvalidCommandError, match="the user said, or the answer"):
                talk.record(empty)
        late, _ = talk.record(CycleDraft(user_input="Where is the boiler?", cycle_id="one"))
        assert (late.user_input, late.final_response) == ("Where is the boiler?", alone.final_response)
        assert late.metadata == made.metadata and vault.get(late.messages[0]).content == late.user_input
        kept, _ = talk.record(CycleDraft(final_response="It is upstairs.", cycle_id="one"))
        assert (kept.user_input, kept.final_response) == ("Where is the boiler?", "It is upstairs.")
        turns = [one.to_json() for one in talk.turns.list_cycles().cycles]
    rebuild_vault(tmp_path / "v")
    with vault_at(tmp_path / "v", Clock(AT + timedelta(hours=1))) as vault:
        assert [one.to_json() for one in vault.conversations.turns.list_cycles().cycles] == turns


def test_equal_turns_are_two_turns(vault: Engine) -> None:
    """B1: the same words said twice are two turns."""
    with vault:
        for _ in range(2):
            vault.conversations.record(
                CycleDraft(user_input="Thanks!", final_response="You are welcome.", session_id="s")
            )
        assert vault.conversations.list_cycles(session_id="s").total == 2


def test_a_turn_is_one_step_of_undo(vault: Engine) -> None:
    """F5: undo takes a turn back as a whole, redo brings it back, at its place and with all that it kept."""
    with vault:
        first, _ = vault.conversations.record(FULL)
        vault.conversations.record(
            CycleDraft(user_input="And the street?", session_id="porto", timestamp=AT + timedelta(minutes=1))
        )
        vault.undo()
        vault.undo()
        assert vault.conversations.list_cycles().total == 0
        vault.redo()
        vault.redo()
        page = vault.conversations.list_cycles(newest_first=False)
        assert [one.user_input for one in page.cycles] == [FULL.user_input, "And the street?"]
        assert replace(page.cycles[0], messages=()) == replace(first, messages=())
        assert vault.verify().ok


def test_ids_of_other_programs_stand_for_the_same_turn(tmp_path: Path) -> None:
    """B1.2, B1.4, U1: an id that is no UUID gives one by its source and is kept; without a session, a pause begins one."""
    clock = Clock(AT)
    with vault_at(tmp_path / "v", clock) as vault:
        record = vault.conversations.record
        made, _ = record(CycleDraft(user_input="Hello", cycle_id="msg-17", user_id="ann", source="other"))
        assert uuid.UUID(made.cycle_id).version == 5 and made.extra["foreign_id"] == "msg-17"
        again, _ = record(CycleDraft(user_input="Hello!", cycle_id="msg-17", source="other", final_response="Hi."))
        assert (again.cycle_id, again.extra["foreign_id"]) == (made.cycle_id, "msg-17")
        others = [record(CycleDraft(user_input="Hello", cycle_id="msg-17", source="third"))[0].cycle_id]
        others.append(
            record(CycleDraft(user_input="Hello", cycle_id=made.cycle_id.upper(), source="third"))[0].cycle_id
        )
        assert others[0] != made.cycle_id == others[1]
        assert vault.conversations.get(made.cycle_id.upper()).cycle_id == made.cycle_id
        with pytest.raises(InvalidCommandError, match="2 turns came with the id msg-17"):
            vault.conversations.get("msg-17")
        record(CycleDraft(user_input="Hello", cycle_id='"18" é', source="other"))
        assert vault.conversations.get('"18" é').extra["foreign_id"] == '"18" é'
        clock.forward(minutes=29)
        soon, _ = record(CycleDraft(user_input="Still there?", user_id="ann", source="other"))
        clock.forward(minutes=31)
        late, _ = record(CycleDraft(user_input="Good evening", user_id="ann", source="other"))
        assert soon.session_id == made.session_id != late.session_id and "foreign_id" not in soon.extra


def test_a_turn_without_a_session_joins_no_strangers_conversation(tmp_path: Path) -> None:
    """B1.2, U1: a turn that names no session goes on with what the same user said to the same agent lately, and neither
    with another agent's conversation nor with one that is said to be in the future."""
    clock = Clock(AT)
    with vault_at(tmp_path / "v", clock) as vault:

        def said(text: str, source: str = "", actor: str = "user", user: str = "ann") -> str:
            draft = CycleDraft(user_input=text, user_id=user, source=source)
            return vault.conversations.record(draft, actor=actor)[0].session_id

        first = said("One", "codex", "agent:codex")
        assert len({first, said("Two", "claude", "agent:claude"), said("Three"), said("Four", user="bob")}) == 4
        assert said("Five", "codex", "agent:codex") == first
        ahead = {"id": "far", "role": "user", "thread": "far", "kind": "episode", "layer": "episodic"}
        ahead |= {"content": "From the future", "created_at": (AT + timedelta(days=400)).isoformat()}
        ahead |= {"source": "notes", "metadata": {"role": "user", "user_id": "ann"}}
        (tmp_path / "in.jsonl").write_text(json.dumps(ahead))
        report = vault.import_path(tmp_path / "in.jsonl")
        assert (report.new, report.rejected) == (1, 0)
        (warning,) = report.warnings
        assert "in the future" in warning.reason
        assert vault.conversations.sessions()[0].last == AT + timedelta(days=400)
        assert said("Six", "notes") not in ("far", first)


def test_a_turn_of_the_future_is_refused(tmp_path: Path) -> None:
    """B1: a turn whose time is more than a day ahead of the clock is refused, and the field is named; a clock that is
    some hours ahead is none of the turn's fault."""
    with vault_at(tmp_path / "v", Clock(AT)) as vault:
        record, late = vault.conversations.record, AT + timedelta(days=1, seconds=1)
        for name, draft in (
            ("timestamp", CycleDraft(user_input="Hello", timestamp=late)),
            ("answered_at", CycleDraft(user_input="Hello", final_response="Hi", answered_at=late)),
        ):
            with pytest.raises(InvalidCommandError, match=f"{name} .* is in the future"):
                record(draft)
        assert vault.conversations.list_cycles().total == 0
        assert record(CycleDraft(user_input="Hello", timestamp=AT + timedelta(hours=23)))[1]


def test_lists_of_turns(vault: Engine) -> None:
    """B7: turns are listed by user, session and time, both ends included, newest first, page by page."""
    with vault:
        for number in range(7):
            vault.conversations.record(
                CycleDraft(
                    user_input=f"Turn {number}",
                    user_id="ann" if number % 2 else "bob",
                    session_id=f"s{number // 4}",
                    timestamp=AT + timedelta(hours=number),
                )
            )
        said = vault.conversations.list_cycles

        def words(**by: object) -> list[str]:
            return [one.user_input[-1] for one in said(**by).cycles]  # type: ignore[arg-type]

        assert words() == list("6543210") and words(newest_first=False, limit=2) == list("01")
        assert words(user_id="ann") == list("531") and words(session_id="s1") == list("654")
        assert words(start_date=AT + timedelta(hours=2), end_date=AT + timedelta(hours=4)) == list("432")
        assert said(user_id="bob", limit=1).total == 4 and vault.conversations.users() == {"bob": 4, "ann": 3}
        assert [(one.session_id, one.cycles) for one in vault.conversations.sessions()] == [("s1", 3), ("s0", 4)]
        with pytest.raises(InvalidCommandError):
            vault.conversations.record(CycleDraft(user_input="  "))


def test_imported_messages_are_turns(vault: Engine, tmp_path: Path) -> None:
    """B7: a question and the answers below it are one turn of the imported conversation, under its title."""
    nodes = {"root": {"id": "root", "message": None, "parent": None, "children": ["n0"]}}
    said = [("user", "Is it raining?"), ("assistant", "Not yet."), ("user", "Thanks."), ("assistant", "Any time.")]
    for number, (role, text) in enumerate(said):
        message = {
            "id": f"n{number}",
            "author": {"role": role},
            "create_time": 1_700_000_000 + number,
            "content": {"content_type": "text", "parts": [text]},
        }
        nodes[f"n{number}"] = {
            "id": f"n{number}",
            "message": message,
            "parent": f"n{number - 1}" if number else "root",
            "children": [f"n{number + 1}"],
        }
    export = [{"id": "c1", "title": "Weather", "create_time": 1_700_000_000, "mapping": nodes, "current_node": "n3"}]
    (tmp_path / "conversations.json").write_text(json.dumps(export), encoding="utf-8")
    with vault:
        vault.import_path(tmp_path / "conversations.json")
        page = vault.conversations.list_cycles(session_id="c1", newest_first=False)
        assert [(one.user_input, one.final_response) for one in page.cycles] == [
            ("Is it raining?", "Not yet."),
            ("Thanks.", "Any time."),
        ]
        assert [one.title for one in vault.conversations.sessions()] == ["Weather"]
        edited = vault.edit(page.cycles[0].messages[0], "Will it rain?")
        again = vault.conversations.get(page.cycles[0].cycle_id)
        assert again.user_input == "Will it rain?" and edited.id in again.messages


def test_a_turn_passes_the_gates(vault: Engine) -> None:
    """D7: a message that a gate holds back waits for a decision, is no part of its turn before, and is one after."""
    with vault:
        vault.change_settings({"gates.pii": "hold"})
        made, _ = vault.conversations.record(FULL)
        vault.conversations.record(replace(FULL, final_response="Write to rui@guarany.example."))
        assert vault.conversations.get(made.cycle_id).final_response == FULL.final_response
        secret, _ = vault.conversations.record(CycleDraft(user_input="Hi", final_response="I am ada@example.org."))
        assert secret.final_response is None
        vault.gates.release([item.id for item in vault.gates.held()])
        assert vault.conversations.get(made.cycle_id).final_response == "Write to rui@guarany.example."
        assert vault.conversations.get(secret.cycle_id).final_response == "I am ada@example.org."


def test_a_question_that_was_held_back_comes_before_its_answer(tmp_path: Path) -> None:
    """E2.16, E2.14, B1.17: a question that is released later stands before its answer, with all that its turn says of
    itself; the transcript and the summary have it, facts are learned from it, and the answer was never the user's."""
    with vault_at(tmp_path / "v", Clock(AT)) as vault:
        talk = vault.conversations

        def learn() -> None:
            while talk.work():
                pass

        vault.change_settings({"gates.pii": "hold"})
        asked = "I prefer green tea. Write to ada@example.org."
        made = talk.process(
            CycleDraft(
                user_input=asked,
                final_response="I will.",
                user_id="ann",
                session_id="s",
                metadata={"topic": "tea"},
                agent_outputs=(AgentOutput("critic"),),
            )
        )
        talk.record(CycleDraft(user_input="Will it rain?", user_id="ann", session_id="s"))
        learn()
        held = talk.get(made.cycle_id)
        assert (held.user_input, held.final_response) == ("", "I will.")
        assert talk.get_immediate_transcript("ann") == "Assistant: I will.\nUser: Will it rain?"

        def is_whole() -> bool:
            turn = talk.get(made.cycle_id)
            said = [one.content for one in talk.turns.messages("s", 6)]
            return (
                (turn.user_input, turn.final_response, turn.metadata) == (asked, "I will.", {"topic": "tea"})
                and [one.agent_id for one in turn.agent_outputs] == ["critic"]
                and said == [asked, "I will.", "Will it rain?"]
                and talk.get_immediate_transcript("ann") == f"User: {asked}\nAssistant: I will.\nUser: Will it rain?"
            )

        for again in (False, True):
            vault.gates.release([item.id for item in vault.gates.held()])
            assert is_whole()
            if not again:
                vault.undo()
                assert talk.get(made.cycle_id).user_input == "" and len(vault.gates.held()) == 1
        vault.change_settings({"gates.pii": "keep"})
        learn()
        assert talk.get(made.cycle_id).extraction is Stage.COMPLETED and not talk.waiting_turns()
        (fact,) = vault.page(vault.keys(RecordFilter(kinds=("pref",))))
        assert fact.content == "I prefer green tea." and "green tea" in talk.summary("ann").text


def test_a_turn_that_was_held_back_whole_comes_in_order(tmp_path: Path) -> None:
    """E2.16, E2.14: question and answer that are released together, whichever is named first, are one turn in order."""
    with vault_at(tmp_path / "v", Clock(AT)) as vault:
        vault.change_settings({"gates.pii": "hold"})
        asked, answer = "I prefer tea. Write to ada@example.org.", "I write to ada@example.org."
        ticket = vault.conversations.process(CycleDraft(user_input=asked, final_response=answer, metadata={"n": 1}))
        assert vault.conversations.list_cycles().total == 0
        held = sorted(vault.gates.held(), key=lambda item: -item.seq)
        vault.gates.release([item.id for item in held])
        vault.change_settings({"gates.pii": "keep"})
        while vault.conversations.work():
            pass
        turn = vault.conversations.get(ticket.cycle_id)
        assert (turn.user_input, turn.final_response, turn.metadata) == (asked, answer, {"n": 1})
        assert [one.content for one in vault.conversations.turns.messages(ticket.session_id, 6)] == [asked, answer]
        assert turn.extraction is Stage.COMPLETED


def test_what_is_learned_of_a_released_turn_is_not_held_back_again(tmp_path: Path) -> None:
    """E2.16, D7: whoever lets a turn in has let in what it says; the undo of the release takes the facts out with it."""
    with vault_at(tmp_path / "v", Clock(AT)) as vault:
        vault.change_settings({"gates.pii": "hold"})
        vault.conversations.process(
            CycleDraft(user_input="I live in Graz and my mail is ada@example.org.", user_id="ann", session_id="s")
        )
        while vault.conversations.work():
            pass
        (held,) = vault.gates.held()
        vault.gates.release([held.id])
        while vault.conversations.work():
            pass
        facts = [one for one in vault.page(vault.keys(RecordFilter())) if not one.thread]
        assert any("ada@example.org" in one.content for one in facts)
        assert vault.gates.held() == []
        vault.undo()
        assert [one.id for one in vault.gates.held()] == [held.id]
        assert vault.keys(RecordFilter()).tolist() == []


@pytest.mark.parametrize("restart", [False, True])
def test_a_turn_that_was_held_back_whole_is_everywhere_once_it_is_released(tmp_path: Path, restart: bool) -> None:
    """E2.16, B2.1, B3.1, C1.3: released, it enters the transcript, short-term memory and the board at once, in its place,
    also after a restart, and once; what the conversation is about since stays; the undo of the release takes it out of all
    of them, and a redo brings it back."""
    clock = Clock(AT)
    vault = vault_at(tmp_path / "v", clock)
    vault.change_settings({"gates.pii": "hold"})
    asked, answer = "Which gate does ada@example.org paint?", "The gate of ada@example.org."
    held = CycleDraft(user_input=asked, final_response=answer, user_id="ann", session_id="s")
    made = vault.conversations.process(held)
    while vault.conversations.work():
        pass
    if restart:
        vault.close()
        vault = vault_at(tmp_path / "v", clock)
    with vault:
        talk, working = vault.conversations, vault.layers.working
        clock.forward(minutes=5)
        later, _ = talk.record(CycleDraft(user_input="The boat needs sails.", user_id="ann", session_id="s"))
        while talk.work():
            pass

        def standing() -> tuple[str, list[str], set[str], int, str, tuple[str, ...]]:
            while talk.work():
                pass
            board = working.board("ann", "s").board
            return (
                talk.get_immediate_transcript("ann"),
                [one.cycle_id for one in talk.short_term.get_recent_cycles("ann")],
                {one.content for one in board.items},
                board.window.turn_count,
                board.window.current_topic,
                board.state.open_questions,
            )

        before = standing()
        assert before[:4] == ("User: The boat needs sails.", [later.cycle_id], {"The boat needs sails."}, 1)
        vault.gates.release([item.id for item in vault.gates.held()])
        assert talk.get_immediate_transcript("ann").count(asked) == 1, "at once, before any background work"
        assert len(talk.short_term.get_recent_cycles("ann")) == 2
        released = standing()
        assert released == (
            f"User: {asked}\nAssistant: {answer}\nUser: The boat needs sails.",
            [later.cycle_id, made.cycle_id],
            {asked, answer, "The boat needs sails."},
            2,
            before[4],
            (),
        )
        vault.undo()
        assert standing() == before and len(vault.gates.held()) == 2
        vault.redo()
        assert standing() == released


def test_what_was_held_back_of_a_turn_reaches_its_board(tmp_path: Path) -> None:
    """E2.16, C1.3: a question that is released after its answer was put on the board comes beside it, the turn counts
    once, and a restart before it was put there loses nothing; a fact that is released changes no board."""
    with vault_at(tmp_path / "v", Clock(AT)) as vault:
        vault.change_settings({"gates.pii": "hold"})
        vault.conversations.process(
            CycleDraft(user_input="I met ada@example.org. Who is she?", final_response="Hm.", session_id="s")
        )
        while vault.conversations.work():
            pass
        assert [one.content for one in vault.layers.working.board("", "s").board.items] == ["Hm."]
        vault.gates.release([item.id for item in vault.gates.held()])
    with vault_at(tmp_path / "v", Clock(AT)) as vault:
        while vault.conversations.work():
            pass
        view = vault.layers.working.board("", "s")
        answer, question = view.board.items
        assert question.content.startswith("I met") and answer.id in question.connections
        assert view.board.window.turn_count == 1
        head = vault.head
        vault.gates.release([item.id for item in vault.gates.held()])
        assert vault.layers.working.board("", "s").board == view.board and vault.head >= head
        (command,) = {one.command for one in vault.events(limit=50) if one.type == EventType.RELEASE and one.seq < head}
        vault.undo(command)
        assert [one.content for one in vault.layers.working.board("", "s").board.items] == ["Hm."]


def test_an_edit_of_a_merge_is_no_message(tmp_path: Path) -> None:
    """E10.1, F5: what messages were merged to is no message of their conversation, nor is an edit of it, or what comes
    back of it; after a rebuild, too."""
    with vault_at(tmp_path / "v", Clock()) as vault:
        for number in range(2):
            vault.conversations.record(CycleDraft(user_input=f"The gate is green, {number}.", session_id="s"))

        def shown() -> list[str]:
            return [one.content for one in vault.conversations.turns.messages("s", 10)]

        said = shown()
        merged = merge_as_before(vault, vault.conversations.turns.messages("s", 10), "The gate is green, merged.")
        assert shown() == said
        edited = vault.edit(merged.id, "The gate is green, merged and edited.")
        assert edited.thread == "s" and edited.metadata["role"] == "user" and shown() == said
        vault.forget(edited.id)
        vault.undo()
        assert shown() == said
    rebuild_vault(tmp_path / "v", clock=Clock())
    with vault_at(tmp_path / "v", Clock()) as vault:
        assert shown() == said and vault.verify().ok


@pytest.mark.parametrize(
    ("part", "told"),
    [
        ({"agent_outputs": "critic"}, "agent_outputs"),
        ({"agent_outputs": [{"agent_id": "critic", "priority": "high"}]}, "priority"),
        ({"agent_outputs": [{"agent_id": "critic", "priority": 0}]}, "priority"),
        ({"agent_outputs": [{"agent_id": "critic", "analysis": "it is good"}]}, "analysis"),
        ({"response_metadata": {"strategies": "mirroring"}}, "strategies"),
        ({"response_metadata": {"tone": 5}}, "tone"),
    ],
)
def test_parts_of_a_turn_have_their_types(tmp_path: Path, part: dict[str, object], told: str) -> None:
    """B1.8, B1.11: a text where a list belongs is no list of letters; what has another type is refused by its name, and
    nothing is recorded."""
    with vault_at(tmp_path / "v", Clock(AT)) as vault:
        head = vault.head
        with pytest.raises(InvalidCommandError, match=told):
            vault.conversations.record(CycleDraft(user_input="Hello there", **parts_from_json(part)))
        assert vault.head == head


def test_ids_with_half_a_character_name_a_turn_and_a_question_all_the_same(vault: Engine) -> None:
    """B1.3, B1.4: what UTF-8 cannot hold of an id, or of a question, becomes a mark for an unknown character; nothing fails."""
    turn, _ = vault.conversations.record(
        CycleDraft(user_input="I moor in Porto.", user_id="ann\ud800", session_id="s\udfff", source="chat\ud800")
    )
    assert (turn.user_id, turn.session_id) == ("ann\ufffd", "s\ufffd")
    assert [hit.memory.content for hit in vault.recall("moor \ud800 porto user:ann\ud800").hits] == ["I moor in Porto."]
