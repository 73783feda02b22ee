"""What agents hand over after a reply, and are handed before the next."""

from __future__ import annotations

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


def test_a_turn_without_words_is_refused(service: Service) -> None:
    """E2.11: a turn needs what the user said."""
    assert "what the user said" in failed(call(service, "process_turn", user_input="  "))
