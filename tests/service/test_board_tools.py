"""Agents and the command line reach boards; what agents write waits where approval is asked for."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from memory_desktop.cli.main import main
from memory_desktop.core.conversation.cycles import CycleDraft
from memory_desktop.core.layers.working import FIELDS
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


def talk(vault: Engine, text: str, answer: str, user: str = "") -> None:
    """A turn, on its board."""
    draft = CycleDraft(user_input=text, final_response=answer, session_id="s", user_id=user)
    vault.conversations.process(draft)
    while vault.conversations.work():
        pass


def test_agents_reach_boards(service: Service, vault: Engine) -> None:
    """C0.1, C0.7, C1.13, C1.15, C1.21: an agent reads and changes a board as itself; every field is there, errors say why."""
    talk(vault, "Where is my boat?", "Let me check.", "mara")
    found = call(service, "board", user_id="mara")
    assert (found["session_id"], found["capacity"], len(found["current_items"])) == ("s", 7, 2)
    parts = ("context_window", "processing_state", "attention_focus")
    assert [name for part in parts for name in found[part]] == list(FIELDS)
    assert found["processing_state"]["open_questions"] == ["Where is my boat?"]
    first = found["current_items"][0]
    assert first["content"] == "Where is my boat?" and first["memory"] == first["id"] and first["activation"] == 1.0
    assert call(service, "board", user_id="")["current_items"] == [], "another user's stays with them"
    assert call(service, "board") == call(service, "board", user_id="mara"), "nobody is named: the newest turn's board"
    made = call(service, "add_to_board", user_id="mara", text="She may mean the model", connections=[first["id"]])
    assert made["item"]["connections"] == [first["id"]] and made["evicted"] == []
    focus = call(service, "set_focus", user_id="mara", primary="the boat", monitoring=["money"])["attention_focus"]
    assert focus == {"primary": "the boat", "secondary": [], "monitoring": ["money"]}
    changed = call(
        service,
        "update_board",
        user_id="mara",
        set={"current_goal": "find the boat", "current_emotion": None},
        add={"deferred_items": [{"text": "insurance", "resume_when": "in May"}], "secondary": ["weather"]},
        take={"open_questions": ["Where is my boat?"]},
    )
    assert changed["context_window"]["current_goal"] == "find the boat"
    assert changed["processing_state"]["deferred_items"][0]["resume_when"] == "in May"
    assert changed["processing_state"]["open_questions"] == [] and "primary" in changed["set_by_hand"]
    assert changed["filled_by"] == "rules@1", "C0.1: what is derived says by what"
    left = call(service, "remove_from_board", user_id="mara", ids=[first["id"]])["current_items"]
    assert first["id"] not in [one["id"] for one in left]
    assert call(service, "refresh_board_item", user_id="mara", ids=[made["item"]["id"]])["user_id"] == "mara"
    assert vault.get(first["id"]).content == first["content"], "its memory stays"
    assert vault.undo_stacks().undo[0].actor == "agent:codex"
    for tool, given in (
        ("refresh_board_item", {"ids": ["nobody"]}),
        ("add_to_board", {"text": ""}),
        ("add_to_board", {"text": "x", "salience": 2}),
        ("update_board", {"set": {"mood": "x"}}),
    ):
        assert ask(service, tool, user_id="mara", **given)["isError"]


def test_changes_wait_for_approval(service: Service, vault: Engine) -> None:
    """C1.21: with approval on, each change by an agent waits in Review with its words, and is done once released."""
    talk(vault, "Where is my boat?", "Let me check.", "mara")
    service.approve_mode("codex")
    item = call(service, "board")["current_items"][0]["id"]
    head = vault.layers.working.board().board
    waiting = [
        call(service, "add_to_board", text="A thought")["id"],
        call(service, "set_focus", primary="the boat")["id"],
        call(service, "update_board", set={"current_goal": "find it"}, add={"secondary": ["weather"]})["id"],
        call(service, "refresh_board_item", ids=[item])["id"],
        call(service, "remove_from_board", ids=[item])["id"],
    ]
    assert vault.layers.working.board().board == head
    held = {one.id: one.draft.content for one in vault.gates.held()}
    assert "A thought" in held[waiting[0]] and "find it" in held[waiting[2]] and "Where is my boat?" in held[waiting[4]]
    assert ask(service, "update_board", set={"mood": "x"})["isError"]
    assert ask(service, "remove_from_board", ids=["nobody"])["isError"]
    vault.layers.working.add("Something else", user="ben", thread="t")
    vault.conversations.process(CycleDraft(user_input="Hello.", session_id="t", user_id="ben"))
    while vault.conversations.work():
        pass
    assert vault.layers.working.board().board.user == "ben", "but what was asked for is still done on mara's"
    for id in waiting:
        vault.gates.release([id])
    board = vault.layers.working.board("mara").board
    assert [one.content for one in board.items] == ["Let me check.", "A thought"]
    assert (board.focus.primary, board.window.current_goal, board.focus.secondary[-1:]) == (
        "the boat",
        "find it",
        ("weather",),
    )


@pytest.mark.long
def test_the_command_line_reaches_boards(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """C1.13, C1.15, C1.21, C0.7: board shows, lists and changes as agents do, and as of an event; errors exit with 1."""
    path = tmp_path / "v"
    with vault_at(path) as vault:
        talk(vault, "Where is my boat?", "Let me check.", "mara")
        head = vault.head

    def run(*words: str) -> Any:
        assert main(["board", str(path), *words, "--user", "mara", "--json"]) == 0
        return json.loads(capsys.readouterr().out)

    shown = run()
    assert main(["board", str(path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["user_id"] == "mara", "nobody is named: the newest turn's board"
    assert main(["board", str(path)]) == 0 and capsys.readouterr().out.startswith("mara, Where is my boat?")
    assert [one["content"] for one in shown["current_items"]] == ["Where is my boat?", "Let me check."]
    assert run("list")["boards"] == [
        {"user_id": "mara", "session_id": "s", "title": "Where is my boat?", "items": 2, "topic": "boat"}
    ]
    made = run("add", "A thought", "--salience", "0.9", "--rate", "0")["item"]
    assert (made["salience"], made["decay_rate"], made["type"]) == (0.9, 0.0, "system")
    assert [one["id"] for one in run("significant")["items"]] == [made["id"]], "a note becomes an episode, too"
    said = run("add", "I sold the boat", "--salience", "0.9", "--type", "user_input")["item"]
    assert [one["id"] for one in run("significant")["items"]] == [made["id"], said["id"]]
    assert len(run("remove", said["id"])["current_items"]) == 3
    assert made["id"] in [one["id"] for one in run("active")["items"]]
    assert run("set", "current_goal", "find", "the", "boat")["context_window"]["current_goal"] == "find the boat"
    assert run("set", "turn_count", "4")["context_window"]["turn_count"] == 4
    assert run("put", "monitoring", "money", "storm")["attention_focus"]["monitoring"] == ["money", "storm"]
    assert run("take", "monitoring", "money")["attention_focus"]["monitoring"] == ["storm"]
    deferred = run("set", "deferred_items", '{"text": "crew", "reason": "too early", "since": "2026-01-02"}')
    kept = deferred["processing_state"]["deferred_items"][0]
    assert kept["reason"] == "too early" and kept["since"].startswith("2026-01-02T00:00"), "C1.10"
    assert run("clear", "current_goal", "monitoring")["context_window"]["current_goal"] == ""
    assert run("refresh", made["id"])["current_items"][-1]["activation"] == 1.0
    assert len(run("remove", made["id"])["current_items"]) == 2
    then = run("show", "--at", str(head))
    assert [one["activation"] for one in then["current_items"]] == [1.0, 1.0], "as of that moment"
    assert {**then, "current_items": 0} == {**shown, "current_items": 0}
    assert main(["board", str(path), "--user", "mara"]) == 0
    text = capsys.readouterr().out
    assert "2 of 7 items" in text and "Where is my boat?" in text and "deferred items: crew" in text
    for wrong in (["refresh", "nobody"], ["set", "mood", "x"], ["set", "turn_count", "many"], ["refresh"]):
        assert main(["board", str(path), *wrong, "--user", "mara"]) == 1
    capsys.readouterr()
