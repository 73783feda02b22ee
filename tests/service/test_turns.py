"""What agents hand over after a reply, and are handed before the next."""

from __future__ import annotations

from memory_desktop.core.conversation.cycles import CycleDraft
from memory_desktop.engine.engine import Engine
from memory_desktop.service.service import Service
from tests.service.test_agents import call, failed, kept


def test_a_turn_is_handed_over_and_learned_from_later(service: Service, vault: Engine) -> None:
    """E0.8, E2.11: process_turn keeps both messages under the agent's name and returns; facts follow, and one undo of the
    agent takes back all of it."""
    told = kept(
        call(
            service,
            "process_turn",
            user_input="I prefer green tea, by the way.",
            final_response="Noted: green tea.",
            session_id="talk",
            timestamp="2026-02-14T10:00:00Z",
        )
    )
    assert (told["session_id"], told["waiting"]) == ("talk", True)
    (session,) = vault.conversations.sessions()
    assert (session.session_id, session.source, session.messages) == ("talk", "codex", 2)
    while vault.maintain():
        pass
    again = kept(call(service, "process_turn", user_input="I prefer green tea, by the way.", cycle_id=told["cycle_id"]))
    assert (again["cycle_id"], again["waiting"]) == (told["cycle_id"], False)
    assert vault.memory_counts()["active"] > 2
    assert kept(call(service, "undo"))["by"] == "agent:codex"
    assert "active" not in vault.memory_counts()


def test_what_agents_concluded_is_kept_with_the_turn(service: Service, vault: Engine) -> None:
    """B1.23, B5: process_turn keeps agents' outputs, what describes the reply and how it went; lists can ask for them."""
    given = {
        "agent_outputs": [{"agent_id": "critic", "analysis": {"fits": True}, "confidence": 0.8, "stage": 2}],
        "response_metadata": {"response_type": "advice", "strategies": ["listen"]},
        "outcome_signals": {"engagement_potential": 0.5},
    }
    told = kept(call(service, "process_turn", user_input="What now?", final_response="Rest.", **given))
    turn = vault.conversations.get(told["cycle_id"])
    assert (turn.agent_outputs[0].confidence, turn.agent_outputs[0].extra) == (0.8, {"stage": 2})
    assert turn.outcome_signals is not None and turn.outcome_signals.engagement_potential == 0.5
    found = kept(call(service, "list_cycles", response_type="advice", min_confidence=0.8))["cycles"]
    assert [(one["cycle_id"], one["response_type"]) for one in found] == [(turn.cycle_id, "advice")]
    for wrong, words in (
        ({"agent_outputs": [{"analysis": {}}]}, "agent_outputs, entry 1, has no agent_id"),
        ({"agent_outputs": [{"agent_id": "a", "confidence": 7}]}, "(a): confidence is 7; it must be a number from 0"),
        ({"agent_outputs": [{"agent_id": "a", "confidence": "high"}]}, "confidence is 'high'; it must be a number"),
        ({"outcome_signals": {"engagement_potential": -1}}, "outcome_signals: engagement_potential is -1"),
        ({"outcome_signals": {"engagement_potential": True}}, "engagement_potential is True"),
    ):
        assert words in failed(call(service, "process_turn", user_input="x", **wrong))


def test_agents_find_turns_by_meaning(service: Service, vault: Engine) -> None:
    """B5, B10: query_memory finds a user's turns, each with its relevance and tier, and tells how the memory is used."""
    for number, said in enumerate(("I live in Porto.", "My cat is called Miso.")):
        kept(call(service, "process_turn", user_input=said, user_id="ana", metadata={"number": number}))
    kept(call(service, "process_turn", user_input="I live in Oslo.", user_id="bo"))
    while vault.maintain():
        pass
    asked = {"query": "Where do I live?", "user_id": "ana", "min_relevance_score": 0.0}
    early = kept(call(service, "query_memory", **asked))
    assert (early["cycles"], early["without_vector"]) == ([], 2)
    vault.sync()
    found = kept(call(service, "query_memory", **asked))
    assert [one["user_input"] for one in found["cycles"]] == ["I live in Porto.", "My cat is called Miso."]
    assert 0.1 <= found["cycles"][0]["score"] <= 1 and set(found["cycles"][0]["tiers"]) <= {"stm", "ltm"}
    assert (found["statistics"]["user_id"], found["statistics"]["ltm_queries"]) == ("ana", 2)
    assert found["without_vector"] == 0
    some = kept(call(service, "query_memory", **asked, metadata_filters={"number": 1}))
    assert [one["user_input"] for one in some["cycles"]] == ["My cat is called Miso."]
    assert len(kept(call(service, "query_memory", **asked, limit=1))["cycles"]) == 1
    assert kept(call(service, "query_memory", **(asked | {"min_relevance_score": 1.0})))["cycles"] == []
    nobody = kept(call(service, "query_memory", query="Where do I live?"))
    assert nobody["cycles"] == [] and "ana (2 turns), bo (1 turn): name one with user_id." in nobody["note"]
    assert "user_id" in kept(call(service, "patterns"))["note"] and found["note"] == ""
    assert "min_relevance_score" in failed(call(service, "query_memory", query="x", min_relevance_score=2))
    assert "needs some words" in failed(call(service, "query_memory", query=" "))


def test_agents_read_turns_in_order(service: Service, vault: Engine) -> None:
    """B7.4, U17: list_cycles gives an agent turns word for word, a page at a time, and names what is out of range."""
    for day in (1, 2, 3):
        said = {"user_input": f"Good morning, day {day}.", "final_response": "Hello.", "session_id": "talk"}
        kept(call(service, "process_turn", timestamp=f"2026-02-0{day}T08:00:00Z", **said))
    page = kept(call(service, "list_cycles", session_id="talk", order="oldest", limit=2))
    assert [one["user_input"] for one in page["cycles"]] == ["Good morning, day 1.", "Good morning, day 2."]
    assert page["cycles"][0]["final_response"] == "Hello." and page["total"] == 3
    assert [one["learned"] for one in page["cycles"]] == ["waiting", "waiting"]
    while vault.conversations.work():
        pass
    vault.conversations.record(CycleDraft(user_input="Good evening.", session_id="other"))
    told = kept(call(service, "list_cycles"))["cycles"]
    assert {one["session_id"]: one["learned"] for one in told} == {"talk": "yes", "other": "no"}
    rest = kept(call(service, "list_cycles", session_id="talk", order="oldest", limit=2, cursor=page["cursor"]))
    assert [one["timestamp"][:10] for one in rest["cycles"]] == ["2026-02-03"] and rest["cursor"] == ""
    some = kept(call(service, "list_cycles", start_date="2026-02-01T08:00:00Z", end_date="2026-02-01"))
    assert some["total"] == 1 and kept(call(service, "list_cycles", response_type="advice"))["total"] == 0
    assert "limit" in failed(call(service, "list_cycles", limit=101))
    assert "is no cursor" in failed(call(service, "list_cycles", cursor="next"))
    assert "is not a time" in failed(call(service, "list_cycles", end_date="tomorrow"))


def test_a_turn_without_words_is_refused(service: Service) -> None:
    """E2.11, C2.3: a turn needs what the user said, or the answer."""
    assert "what the user said, or the answer" in failed(call(service, "process_turn", user_input="  "))
    assert "what the user said, or the answer" in failed(call(service, "store_episode"))


def test_a_reply_alone_is_a_turn(service: Service, vault: Engine) -> None:
    """C2.3, E2.11: agents hand a reply over alone, as a turn and as an episode, also where a person has to let it in."""
    said = kept(call(service, "process_turn", final_response="The boiler is in the cellar."))
    assert said["status"] == "recorded"
    (one,) = kept(call(service, "list_cycles"))["cycles"]
    assert (one["user_input"], one["final_response"]) == ("", "The boiler is in the cellar.")
    made = kept(call(service, "store_episode", assistant_response="The attic is cold."))["episode"]
    assert made["content"]["assistant_response"] == "The attic is cold." and not made["content"]["user_input"]
    service.approve_mode("codex", True)
    call(service, "process_turn", final_response="The key is under the mat.")
    (asked,) = vault.gates.held()
    words = asked.draft.content
    assert "assistant: The key is under the mat." in words and "user:" not in words


def test_a_turn_that_is_left_out_is_not_acknowledged(service: Service, vault: Engine) -> None:
    """B12, E2.11: a turn that the person's settings leave out is answered as left out, with the reason and without an id,
    also where turns wait for approval, and nothing of it is written."""
    vault.conversations.edit_summary("", {"retention": {"words": ["secretword"]}})
    kept(call(service, "process_turn", user_input="Hello", cycle_id="one"))
    for approve in (False, True):
        service.approve_mode("codex", approve)
        for more in ({}, {"cycle_id": "one"}):
            head = vault.head
            told = kept(call(service, "process_turn", user_input="My secretword is frog.", **more))
            assert (told["status"], told["cycle_id"], told["waiting"]) == ("left out", None, False)
            assert "“secretword”, one of the words that are not to be remembered" in told["reason"]
            assert vault.head == head
            assert list(service.calls)[-1].result == f"Turn left out: {told['reason']}"
    service.approve_mode("codex", False)
    assert kept(call(service, "process_turn", user_input="My word is frog."))["status"] == "recorded"


def test_a_turn_says_what_of_it_is_held(service: Service, vault: Engine) -> None:
    """D7: a turn that a gate holds back is answered as held, and one of which it holds back a part is answered with that
    part and the reason; the feed of calls says the same."""
    vault.change_settings({"gates.pii": "hold"})
    secret = "Write to mara@example.org"
    told = kept(call(service, "process_turn", user_input=secret))
    assert told["status"] == "held" and list(service.calls)[-1].result == "Turn held for review"
    assert [one["part"] for one in told["held"]] == ["user_input"]
    asked = kept(call(service, "process_turn", user_input=secret, final_response="No."))
    (part,) = asked["held"]
    assert asked["status"] == "recorded" and part["part"] == "user_input" and "e-mail" in part["reasons"][0]
    assert part["id"] in {one.id for one in vault.gates.held()}
    assert list(service.calls)[-1].result.startswith("Turn recorded, what the user said held for review")
    answered = kept(call(service, "process_turn", user_input="To whom?", final_response=secret))
    assert [one["part"] for one in answered["held"]] == ["final_response"]
    assert kept(call(service, "process_turn", user_input="Hello"))["held"] == []


def test_a_turn_of_the_future_is_refused(service: Service, vault: Engine) -> None:
    """B1: an agent's turn from next year is refused with the name of the field, also where it would wait for approval."""
    given = {"user_input": "Hello", "timestamp": "2027-03-01T12:00:00Z"}
    assert "timestamp 2027-03-01" in failed(call(service, "process_turn", **given))
    service.approve_mode("codex")
    assert "timestamp 2027-03-01" in failed(call(service, "process_turn", **given))
    assert vault.gates.held() == [] and vault.conversations.list_cycles().total == 0


def test_a_context_is_handed_out_and_logged(service: Service, vault: Engine) -> None:
    """E0.8, E2.10: get_context gives history, memories and skills as one text within the budget; the recall is in the
    log under the agent, in the feed with what explains it, and nothing else is written."""
    kept(call(service, "process_turn", user_input="Let us plan the trip to Oslo.", session_id="trip"))
    id = kept(call(service, "remember", content="The ferry to Oslo leaves at 14:00"))["id"]
    head = vault.head
    told = kept(call(service, "get_context", query="When does the ferry to Oslo leave?", session_id="trip"))
    assert "leaves at 14:00" in told["text"] and "plan the trip" in told["text"]
    assert told["tokens"] <= told["budget"] == 2_000
    parts = {part["name"]: part for part in told["parts"]}
    assert id in parts["memories"]["items"]
    assert vault.head == head
    newest = list(service.calls)[-1]
    assert newest.answer is not None and id in newest.ids
    vault.recalls.flush()
    (recall,) = [one for one in vault.events() if one.type == "RECALL"]
    assert recall.actor == "agent:codex"
    assert kept(call(service, "get_context", query="ferry", token_budget=0))["text"] == ""


def test_skills_are_made_changed_and_retired_by_agents(service: Service) -> None:
    """E8.9: an agent lists, saves and retires skills, and its undo takes that back."""
    skill = {
        "name": "google_workspace",
        "description": "Send e-mail and plan meetings with Google Workspace.",
        "prompt": "Use the gmail tool.",
        "examples": ["send an e-mail to my team"],
    }
    assert kept(call(service, "save_skill", **skill))["made"]
    told = kept(call(service, "get_context", query="send an e-mail to my team, please"))
    assert "Use the gmail tool." in told["text"]
    assert not kept(call(service, "save_skill", **{**skill, "prompt": "Use the calendar tool."}))["made"]
    (read,) = kept(call(service, "skills"))["skills"]
    assert (read["prompt"], read["examples"]) == ("Use the calendar tool.", skill["examples"])
    short = {name: skill[name] for name in ("name", "description", "prompt")}
    assert kept(call(service, "save_skill", **short))["skill"]["examples"] == skill["examples"], "left out, they stay"
    late = call(service, "save_skill", **{**short, "prompt": "Use the phone."}, version=read["version"])
    assert "changed meanwhile" in failed(late)
    (now,) = kept(call(service, "skills"))["skills"]
    assert now["prompt"] == skill["prompt"] and now["version"] != read["version"]
    kept(call(service, "save_skill", **{**short, "prompt": "Use the calendar tool."}, version=now["version"]))
    assert kept(call(service, "retire_skill", name="google_workspace")) == {"retired": "google_workspace"}
    assert kept(call(service, "skills"))["skills"] == []
    kept(call(service, "undo"))
    assert len(kept(call(service, "skills"))["skills"]) == 1
    assert "no skill" in failed(call(service, "retire_skill", name="none"))


def test_a_turn_that_is_there_is_only_added_to(service: Service, vault: Engine) -> None:
    """B1.18, E2.11: process_turn with the id of a turn that is there takes the same again, or its answer; it refuses another
    user, conversation, words or answer, and keeps what was there, also where it would wait for approval."""
    given = {"user_input": "I live in Berlin.", "user_id": "ann", "session_id": "talk", "cycle_id": "one"}
    turn = kept(call(service, "process_turn", **given))["cycle_id"]
    for id in ("one", turn):
        assert kept(call(service, "process_turn", user_input="I live in Berlin.", cycle_id=id))["cycle_id"] == turn
    answered = {**given, "final_response": "A fine city."}
    for _ in range(2):
        assert kept(call(service, "process_turn", **answered))["session_id"] == "talk"
    head = vault.head
    for approve in (False, True):
        service.approve_mode("codex", approve)
        for wrong, words in (
            ({"user_id": "bob"}, "is of the user “ann”"),
            ({"session_id": "other"}, "is of the conversation talk"),
            ({"user_input": "I live in Riga."}, "has other words of the user"),
            ({"final_response": "z"}, "has another answer"),
        ):
            assert words in failed(call(service, "process_turn", **{**answered, **wrong}))
    assert vault.head == head and vault.gates.held() == []
    service.approve_mode("codex", False)
    vault.change_settings({"gates.pii": "redact"})
    masked = {"user_input": "Write to mara@example.org", "cycle_id": "two"}
    assert kept(call(service, "process_turn", **masked)) == kept(call(service, "process_turn", **masked))


def test_a_date_that_ends_a_span_is_that_whole_day(service: Service) -> None:
    """B7.2, U17: from a date to the same date are the turns of that day, its last second included."""
    for at in ("2026-02-13T23:59:59Z", "2026-02-14T00:00:00Z", "2026-02-14T23:59:59Z", "2026-02-15T00:00:00Z"):
        kept(call(service, "process_turn", user_input=f"It is {at}.", timestamp=at))
    day = kept(call(service, "list_cycles", start_date="2026-02-14", end_date="2026-02-14", order="oldest"))
    assert [one["timestamp"][:19] for one in day["cycles"]] == ["2026-02-14T00:00:00", "2026-02-14T23:59:59"]
