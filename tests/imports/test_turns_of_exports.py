"""Conversations of ChatGPT's and Claude's exports become sessions of turns."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from memory_desktop.core.conversation.cycles import Cycle
from memory_desktop.engine.engine import Engine
from tests.helpers import vault_at
from tests.imports.builders import T0, conversation, node, zipped

ROOT = {"id": "root", "parent": None, "children": [], "message": None}
NO_PARENT = "00000000-0000-4000-8000-000000000000"


def chatgpt_talk() -> dict[str, Any]:
    """A question that was edited, an answer that was generated twice, and an answer in pieces around a tool."""

    def said(id: str, parent: str, role: str, text: str, at: int, **more: Any) -> dict[str, Any]:
        return node(id, parent, role, text, create_time=T0 + at, **more)

    hidden = {"metadata": {"is_visually_hidden_from_conversation": True}}
    nodes = [
        ROOT,
        said("sys", "root", "system", "You are helpful", 0, **hidden),
        said("q0", "sys", "user", "Where to in May?", 1),
        said("a0", "q0", "assistant", "To Rome, perhaps.", 2),
        said("q1", "sys", "user", "Where to in June?", 3),
        said("a1", "q1", "assistant", "To Oslo.", 4),
        said("a2", "q1", "assistant", "Let me look.", 5),
        said("t2", "a2", "tool", "Porto: 24 degrees", 6),
        said("a3", "t2", "assistant", "To Porto.", 7),
        said("q2", "a3", "user", "Book it.", 8),
        said("a4", "q2", "assistant", "Booked.", 9),
    ]
    return conversation(nodes, "a4", "Summer")


def claude_talk(*, tree: bool) -> dict[str, Any]:
    """The same conversation as Claude tells it; of a list, only the branch that was seen."""
    rows = [
        ("q0", NO_PARENT, "human", "Where to in May?", False),
        ("a0", "q0", "assistant", "To Rome, perhaps.", False),
        ("q1", NO_PARENT, "human", "Where to in June?", True),
        ("a1", "q1", "assistant", "To Oslo.", False),
        ("a2", "q1", "assistant", "To Porto.", True),
        ("q2", "a2", "human", "Book it.", True),
        ("a4", "q2", "assistant", "Booked.", True),
    ]
    messages = []
    for number, (id, parent, sender, text, seen) in enumerate(rows):
        if tree or seen:
            message = {
                "uuid": id,
                "text": text,
                "content": [{"type": "text", "text": text}],
                "sender": sender,
                "created_at": f"2026-01-02T03:04:{number:02}Z",
                "attachments": [],
                "files": [],
            }
            messages.append({**message, "parent_message_uuid": parent} if tree else message)
    return {"uuid": "talk", "name": "Summer", "created_at": "2026-01-02T03:00:00Z", "chat_messages": messages}


def turns_of(vault: Engine, session: str) -> list[Cycle]:
    return list(vault.conversations.list_cycles(session_id=session, newest_first=False, limit=50).cycles)


def told(turns: list[Cycle]) -> list[tuple[str, str | None, bool]]:
    return [(one.user_input, one.final_response, one.alternative) for one in turns]


def one_file(folder: Path, talks: list[Any]) -> Path:
    (folder / "conversations.json").write_text(json.dumps(talks), encoding="utf-8")
    return folder / "conversations.json"


def numbered_zip(folder: Path, talks: list[Any]) -> Path:
    files: dict[str, bytes | str] = {f"conversations-{n:03}.json": json.dumps([one]) for n, one in enumerate(talks)}
    (folder / "export.zip").write_bytes(zipped({**files, "export_manifest.json": "{}"}))
    return folder / "export.zip"


@pytest.mark.parametrize("written", [one_file, numbered_zip])
def test_chatgpt_fills_turns(tmp_path: Path, written: Callable[[Path, list[Any]], Path]) -> None:
    """B7: edited questions are turns of their own, a regenerated answer belongs to its question, tools part nothing."""
    plain = conversation([ROOT, node("x", "root", "user", "Hello"), node("y", "x", "assistant", "Hi")], "y", "Other")
    with vault_at(tmp_path / "v") as vault:
        vault.import_path(written(tmp_path, [chatgpt_talk(), plain]))
        turns = turns_of(vault, "conv-Summer")
        assert told(turns) == [
            ("Where to in May?", "To Rome, perhaps.", True),
            ("Where to in June?", "Let me look.\n\nTo Porto.", False),
            ("Book it.", "Booked.", False),
        ]
        assert [len(one.messages) for one in turns] == [2, 4, 2]
        assert {(one.title, one.source) for one in turns} == {("Summer", "chatgpt")}
        assert [one.timestamp.timestamp() - T0 for one in turns] == [1, 3, 8]
        found = {one.session_id: (one.title, one.cycles, one.messages) for one in vault.conversations.sessions()}
        assert found == {"conv-Summer": ("Summer", 3, 8), "conv-Other": ("Other", 1, 2)}


@pytest.mark.parametrize("tree", [True, False])
def test_claude_fills_turns(tmp_path: Path, *, tree: bool) -> None:
    """B7: Claude's conversations are sessions of turns, whether the file says which message follows which or not."""
    with vault_at(tmp_path / "v") as vault:
        vault.import_path(one_file(tmp_path, [claude_talk(tree=tree)]))
        left = [("Where to in May?", "To Rome, perhaps.", True)] if tree else []
        assert told(turns_of(vault, "talk")) == [
            *left,
            ("Where to in June?", "To Porto.", False),
            ("Book it.", "Booked.", False),
        ]
        assert [one.title for one in vault.conversations.sessions()] == ["Summer"]


def test_a_conversation_that_went_on_goes_on(tmp_path: Path) -> None:
    """B7: what a later export adds to a conversation joins its turns, also the answer to a question that had none."""
    whole = chatgpt_talk()
    before = {**whole, "mapping": {id: one for id, one in whole["mapping"].items() if id != "a4"}, "current_node": "q2"}
    with vault_at(tmp_path / "v") as vault:
        vault.import_path(one_file(tmp_path, [before]))
        earlier = turns_of(vault, "conv-Summer")
        assert earlier[-1].final_response is None
        vault.import_path(one_file(tmp_path, [whole]))
        later = turns_of(vault, "conv-Summer")
        assert [one.cycle_id for one in later] == [one.cycle_id for one in earlier]
        assert later[-1].final_response == "Booked."


def test_a_broken_tree_of_claude_has_no_alternatives(tmp_path: Path) -> None:
    """F3: where a message that others follow is missing, nobody knows what hung where, and nothing is called left."""
    talk = claude_talk(tree=True)
    talk["chat_messages"] = [one for one in talk["chat_messages"] if one["uuid"] != "q1"]
    with vault_at(tmp_path / "v") as vault:
        vault.import_path(one_file(tmp_path, [talk]))
        turns = turns_of(vault, "talk")
        assert not any(one.alternative for one in turns)
        assert ("Book it.", "Booked.", False) in told(turns)


def test_half_a_character_in_an_id_hurts_nothing(tmp_path: Path) -> None:
    """F3: an id with half a character, which damaged exports have, still names a turn, and the rest comes."""
    talk = chatgpt_talk() | {"id": "\ud83d"}
    with vault_at(tmp_path / "v") as vault:
        report = vault.import_path(one_file(tmp_path, [talk]))
        assert (report.new, report.rejected) == (8, 0)
        assert vault.conversations.list_cycles().total == 3
