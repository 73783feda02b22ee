"""Agents and the command line reach emotional memory; what agents write waits where approval is asked for."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from memory_desktop.cli.main import main
from memory_desktop.core.conversation.cycles import CycleDraft
from memory_desktop.core.layers.emotional import ENOUGH, EmotionEdit
from memory_desktop.engine.engine import Engine
from memory_desktop.service.caller import Caller
from memory_desktop.service.service import Service
from memory_desktop.service.tools import OWN
from tests.helpers import vault_at


def ask(service: Service, tool: str, **arguments: Any) -> dict[str, Any]:
    answer = service.desk.ask(Caller("codex", "3.1", "stdio", OWN), "call", {"name": tool, "arguments": arguments})
    return dict(answer)


def call(service: Service, tool: str, **arguments: Any) -> dict[str, Any]:
    answer = ask(service, tool, **arguments)
    assert not answer["isError"], answer
    return dict(answer["structuredContent"])


def test_agents_reach_emotions(service: Service, vault: Engine) -> None:
    """C5.13, C5.14, C0.7, C0.8: an agent records, lists, corrects and retires events as itself; a person's word stays."""
    made = call(service, "record_emotion", text="I'm terrified of flying", topic="flying", user_id="mara")["event"]
    assert made["emotion_data"]["primary_emotion"] == "fear" and made["given"] == {"topic": "agent:codex"}
    assert made["patterns"] == {
        "is_recurring": False,
        "frequency": None,
        "typical_duration": None,
        "typical_resolution": "",
    }
    id = made["event_id"]
    later = {"assistant_approach": "listening", "effectiveness": 0.9, "user_feedback": "That helped"}
    call(service, "correct_emotion", event_id=id, emotional_shift=0.5, **later)
    vault.layers.emotions.correct(id, EmotionEdit(valence=-0.2))
    refused = ask(service, "correct_emotion", event_id=id, valence=0.9)
    assert refused["isError"] and "a person has given it" in json.dumps(refused)
    assert ask(service, "correct_emotion", event_id=id, arousal=2)["isError"]
    (listed,) = call(service, "emotions", user_id="mara", emotion="fear", like="I am so scared")["events"]
    assert listed["response"] == {**later, "emotional_shift": 0.5, "method": ""}
    assert call(service, "emotions")["total"] == 0, "another user's stay with them"
    assert (
        call(service, "emotional_patterns", user_id="mara")["patterns"] | {"events": 1, "enough": False}
        == (call(service, "emotional_patterns", user_id="mara")["patterns"])
    )
    assert call(service, "update_emotional_patterns", user_id="mara")["patterns"]["baseline_mood"] is None
    said = CycleDraft(user_input="I'm so worried about the exam tomorrow", user_id="mara", session_id="s")
    vault.conversations.record(said)
    plan = call(service, "plan_emotions", user_id="mara")
    (planned,) = plan["events"]
    assert plan["turns"] == 1 and planned["event_id"] is None and planned["why"] and planned["sources"]
    assert planned["emotion_data"]["primary_emotion"] == "fear" and call(service, "plan_emotions")["turns"] == 0
    assert call(service, "emotions", user_id="mara")["total"] == 1, "a plan writes nothing"
    again = call(service, "reread_emotion", event_id=id)["event"]
    assert again["emotion_data"]["valence"] == -0.2, "what somebody gave stays"
    assert call(service, "retire_emotion", event_id=id) == {"retired": id}
    vault.undo()
    assert [one.id for one in vault.layers.emotions.events("mara")] == [id]


def test_changes_wait_for_approval(service: Service, vault: Engine) -> None:
    """F4: in approve mode every change of an emotional event waits, and is carried out once it is released."""
    service.approve_mode("codex")

    def waits(tool: str, **arguments: Any) -> str:
        assert call(service, tool, **arguments)["status"] == "held"
        (item,) = vault.gates.held()
        words = item.draft.content
        vault.gates.release([item.id])
        return words

    assert "Fear about flying" in waits("record_emotion", text="I'm terrified of flying", topic="flying")
    (one,) = vault.layers.emotions.events()
    assert "Effectiveness: 0.5" in waits("correct_emotion", event_id=one.id, effectiveness=0.5)
    assert vault.layers.emotions.get(one.id).payload.given["effectiveness"] == "agent:codex"
    for number in range(ENOUGH):
        vault.layers.emotions.record(f"I'm worried about test {number}")
    assert "patterns" in waits("update_emotional_patterns")
    assert vault.layers.emotions.stored_patterns() is not None
    assert "Read the emotional event" in waits("reread_emotion", event_id=one.id)
    waits("retire_emotion", event_id=one.id)
    assert len(vault.layers.emotions.events()) == ENOUGH


@pytest.mark.long
def test_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """C5.12 to C5.15, C8.8: list, record, correct, find, plan and patterns on the command line, with the same filters."""
    path = tmp_path / "v"
    with vault_at(path) as engine:
        engine.conversations.record(
            CycleDraft(user_input="I'm so happy about the garden!", final_response="Well done!", user_id="mara")
        )

    def run(*arguments: str, code: int = 0) -> Any:
        assert main(["emotions", str(path), *arguments, "--json"]) == code
        told = capsys.readouterr()
        return json.loads(told.out) if not code else told.err

    (planned,) = run("plan", "--user", "mara")
    assert planned["emotion_data"]["primary_emotion"] == "joy" and planned["event_id"] is None
    assert planned["response"]["assistant_approach"] == "encouragement" and "happy" in planned["why"]
    made = run("record", "I was furious", "--user", "mara", "--about", "plumber", "--since", "2026-02-01")
    assert made["timestamp"].startswith("2026-02-01") and made["emotion_data"]["primary_emotion"] == "anger"
    fixed = run("correct", made["event_id"], "--valence", "-0.4", "--approach", "advice", "--shift", "0.3")
    assert fixed["emotion_data"]["valence"] == -0.4 and fixed["given"]["valence"] == "user"
    assert [one["event_id"] for one in run("list", "anger", "--user", "mara", "--until", "2026-03-01")] == [
        made["event_id"]
    ]
    assert run("relevant", "anger", "--user", "rui") == []
    assert run("similar", "I am so angry", "--user", "mara")[0]["similarity"] > 0.9
    assert "valence" in run("correct", made["event_id"], "--valence", "3", code=1)
    assert main(["emotions", str(path), "show", made["event_id"]]) == 0
    shown = capsys.readouterr().out
    assert "valence: -0.4 (given by user)" in shown and "effectiveness" not in shown, "what is not known is not shown"
    assert main(["emotions", str(path), "patterns", "--user", "mara"]) == 0
    assert "Not enough yet: 1 of 5" in capsys.readouterr().out
    assert run("retire", made["event_id"]) == {"retired": made["event_id"]}
