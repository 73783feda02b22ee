"""mem0, Letta, doobidoo's service, basic-memory, MIF and Parquet: read as their makers write them, faults named."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import duckdb
import pytest

from memory_desktop.core.conversation.cycles import CYCLE
from memory_desktop.core.memory.records import Draft, Layer
from memory_desktop.engine.importing import FORMATS, ImportSource
from tests.helpers import vault_at
from tests.imports.builders import dump, zipped
from tests.imports.test_formats import read

AT = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)

MEM0: dict[str, Any] = {
    "results": [
        {
            "id": "892db2ae-06d9-49e5-8b3e-585ef9b85b8e",
            "memory": "Prefers tea to coffee",
            "hash": "7a2b",
            "created_at": "2026-01-02T03:04:05-00:00",
            "updated_at": None,
            "user_id": "mara",
            "role": "user",
            "categories": ["food"],
            "metadata": {"place": "Porto"},
        },
        {"id": "2", "memory": "Lives in Porto", "hash": "9", "created_at": "2026-01-02T03:04:05Z", "user_id": "mara"},
    ],
    "relations": [{"source": "mara", "relationship": "lives_in", "target": "porto"}],
}
DOOBIDOO: dict[str, Any] = {
    "export_metadata": {"source_machine": "desk", "total_memories": 2, "exporter_version": "5.0.0"},
    "memories": [
        {
            "content": "The deploy key is in the safe",
            "content_hash": "ab12",
            "tags": ["ops", "deploy"],
            "created_at": AT.timestamp(),
            "updated_at": AT.timestamp(),
            "memory_type": "note",
            "metadata": {"hostname": "desk"},
            "export_source": "desk",
        },
        {
            "content": "Second",
            "content_hash": "cd34",
            "tags": "a, b",
            "created_at": None,
            "created_at_iso": "2026-01-02",
        },
    ],
}
MIF: dict[str, Any] = {
    "mif_version": "2.0",
    "memories": [
        {
            "id": "m1",
            "content": "Mara plays the cello",
            "created_at": "2026-01-02T03:04:05Z",
            "memory_type": "fact",
            "tags": ["music"],
            "entities": [{"name": "Mara"}],
            "embeddings": {"model": "m@12345678", "dimensions": 2, "vector": [0.6, 0.8], "normalized": True},
            "future": 1,
        }
    ],
}
LETTA: dict[str, Any] = {
    "agents": [
        {
            "id": "agent-0",
            "name": "Sam",
            "agent_type": "memgpt_agent",
            "block_ids": ["block-0"],
            "in_context_message_ids": ["message-0"],
            "messages": [
                {"id": "message-0", "role": "system", "content": [{"type": "text", "text": "You are Sam"}]},
                {
                    "id": "message-1",
                    "role": "user",
                    "content": [{"type": "text", "text": '{"type": "login", "time": "now"}'}],
                },
                {
                    "id": "message-2",
                    "role": "user",
                    "content": json.dumps({"type": "user_message", "message": "Who am I?", "time": "now"}),
                    "created_at": "2026-01-02T03:04:05+00:00",
                },
                {
                    "id": "message-3",
                    "role": "assistant",
                    "content": [{"type": "text", "text": "They ask for their name."}],
                    "tool_calls": [
                        {
                            "id": "c",
                            "type": "function",
                            "function": {"name": "send_message", "arguments": '{"message": "You are Mara."}'},
                        }
                    ],
                    "created_at": "2026-01-02T03:04:06+00:00",
                },
                {"id": "message-4", "role": "tool", "content": '{"status": "OK", "message": "None"}'},
                {"id": "message-5", "role": "assistant", "content": "Anything else?"},
            ],
        }
    ],
    "groups": [],
    "blocks": [
        {"id": "block-0", "label": "human", "value": "Name: Mara", "description": "About the user", "read_only": True},
        {"id": "block-1", "label": "persona", "value": ""},
    ],
    "files": [],
    "sources": [],
    "tools": [],
    "mcp_servers": [],
    "metadata": {},
    "created_at": "2026-01-02T00:00:00Z",
}
NOTE = """---
title: Coffee Brewing
type: note
permalink: drinks/coffee-brewing
tags: [coffee, brewing]
created: 2026-01-02T03:04:05Z
---

# Coffee Brewing

Some prose with a [[Kettle]] in it.

## Observations
- [method] Pour over gives more clarity #clarity
- [preference] Lighter roasts `at home` (personal experience)
- [ ] buy beans
- [x] [done](https://example.org)

## Relations
- relates_to [[Coffee Bean Origins]]
- contrasts with [[Tea|the other drink]]
- [[Grinder]]

```
- [code] is no observation
- uses [[Nothing]]
```
"""


def by_text(drafts: list[Draft]) -> dict[str, Draft]:
    return {draft.content: draft for draft in drafts}


def test_mem0(tmp_path: Path) -> None:
    """F3: what mem0 answers comes as facts with whose they are, and its graph as relations; a bare list, too."""
    drafts, rejected, source = read(dump(tmp_path / "all.json", MEM0))
    assert rejected == [] and [one.format for one in source.detect()] == ["mem0"]
    tea, _, relation = drafts
    assert (tea.content, tea.kind, tea.tags, tea.source) == ("Prefers tea to coffee", "fact", ("food",), "mem0")
    assert (tea.external_id, tea.created_at, tea.thread) == (MEM0["results"][0]["id"], AT, "")
    assert tea.metadata == {"hash": "7a2b", "user_id": "mara", "role": "user", "place": "Porto"}
    assert relation.content == "mara lives in porto" and relation.metadata["relation"]["relationType"] == "lives_in"
    assert len(read(dump(tmp_path / "list.json", MEM0["results"]))[0]) == 2


def test_doobidoo(tmp_path: Path) -> None:
    """F3: memories of doobidoo's service come with tags, type, time and all that their metadata says."""
    (first, second), rejected, source = read(dump(tmp_path / "export.json", DOOBIDOO))
    assert rejected == [] and [one.format for one in source.detect()] == ["doobidoo"]
    assert (first.kind, first.tags, first.external_id, first.created_at) == ("note", ("ops", "deploy"), "ab12", AT)
    assert first.metadata == {"updated_at": AT.timestamp(), "export_source": "desk", "hostname": "desk"}
    assert second.tags == ("a", "b") and second.created_at == datetime(2026, 1, 2, tzinfo=UTC)


def test_mif(tmp_path: Path) -> None:
    """F3: the draft of MIF comes with its vectors, and fields that nobody here knows survive."""
    (draft,), rejected, source = read(dump(tmp_path / "mif.json", MIF))
    assert rejected == [] and [one.format for one in source.detect()] == ["mif"]
    assert (draft.content, draft.kind, draft.tags, draft.external_id) == (
        "Mara plays the cello",
        "fact",
        ("music",),
        "m1",
    )
    assert draft.embedding == {"model_version": "m@12345678", "values": [0.6, 0.8]}
    assert draft.metadata == {"mif fields": {"entities": [{"name": "Mara"}], "future": 1}}


def test_letta(tmp_path: Path) -> None:
    """F3: blocks come as facts, messages as the agent's conversation; what it says by a tool is its answer."""
    path = tmp_path / "sam.af"
    path.write_text(json.dumps(LETTA))
    drafts, rejected, source = read(path)
    assert source.skipped == {"system message": 1, "tool message": 1, "event": 1, "empty block": 1}
    assert rejected == [] and [one.format for one in source.detect()] == ["letta"]
    asked, told, more, block = drafts
    assert [draft.content for draft in drafts] == ["Who am I?", "You are Mara.", "Anything else?", "Name: Mara"]
    assert (asked.layer, asked.thread, asked.metadata["title"], asked.created_at) == (
        Layer.EPISODIC,
        "agent-0",
        "Sam",
        AT,
    )
    assert asked.metadata[CYCLE] == told.metadata[CYCLE] == more.metadata[CYCLE]
    assert more.created_at == told.created_at  # it names no time of its own
    assert block.metadata == {"label": "human", "description": "About the user", "agents": ["Sam"], "read_only": True}
    earlier = {**LETTA["agents"][0], "core_memory": LETTA["blocks"]}
    assert [one.content for one in read(dump(tmp_path / "old.json", earlier))[0]] == [one.content for one in drafts]


def test_letta_fills_turns(tmp_path: Path) -> None:
    """B7: the conversation of an agent file is a session with the agent's name, its messages are turns."""
    (tmp_path / "sam.af").write_text(json.dumps(LETTA))
    with vault_at(tmp_path / "v") as vault:
        vault.import_path(tmp_path / "sam.af")
        (session,) = vault.conversations.sessions()
        (turn,) = vault.conversations.list_cycles(session_id="agent-0").cycles
    assert (session.title, session.messages) == ("Sam", 3)
    assert (turn.user_input, turn.final_response) == ("Who am I?", "You are Mara.\n\nAnything else?")


def test_basic_memory(tmp_path: Path) -> None:
    """F3: observations and relations of basic-memory's notes come as facts, links as relations, prose as a note."""
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "coffee.md").write_text(NOTE)
    drafts, rejected, source = read(folder)
    assert rejected == [] and [one.format for one in source.detect()] == ["basic-memory"]
    found = by_text(drafts)
    clear = found["Coffee Brewing: Pour over gives more clarity #clarity"]
    assert (clear.kind, clear.tags, clear.source, clear.created_at) == (
        "fact",
        ("method", "clarity"),
        "basic-memory",
        AT,
    )
    assert clear.metadata["entity"] == "Coffee Brewing" and clear.metadata["entity_type"] == "note"
    roast = found["Coffee Brewing: Lighter roasts `at home` (personal experience)"]
    assert roast.metadata["context"] == "personal experience"
    relations = {
        (one.metadata["relation"]["relationType"], one.metadata["relation"]["to"])
        for one in drafts
        if "relation" in one.metadata
    }
    assert relations == {
        ("relates_to", "Coffee Bean Origins"),
        ("contrasts with", "Tea"),
        ("links_to", "Grinder"),
        ("links_to", "Kettle"),
    }
    (prose,) = [one for one in drafts if "Some prose" in one.content]
    assert "- [ ] buy beans" in prose.content and "is no observation" in prose.content
    assert "Pour over" not in prose.content and prose.metadata["permalink"] == "drinks/coffee-brewing"
    assert len(drafts) == 7


def test_other_notes_are_no_basic_memory(tmp_path: Path) -> None:
    """F3: a note without a permalink and without observations is read as before."""
    (tmp_path / "a.md").write_text("---\ntags: [x]\n---\n# A\n- [ ] task\n- [link](x) and [[B]]\n")
    assert [one.format for one in ImportSource([tmp_path / "a.md"]).detect()] == ["markdown"]


def parquet_file(path: Path, select: str) -> Path:
    duckdb.sql(f"COPY ({select}) TO '{path}' (FORMAT parquet)")
    return path


def test_parquet(tmp_path: Path) -> None:
    """F3: a table's columns arrive as what they are, from a file and from a zip; a table without texts is explained."""
    path = parquet_file(
        tmp_path / "t.parquet",
        "SELECT * FROM (VALUES (1, 'Prefers tea', ['a', 'b'], TIMESTAMP '2026-01-02 03:04:05', '{\"x\": [1]}', 0.5),"
        " (2, NULL, NULL, NULL, NULL, 2.0), (3, 'Lives in Porto', NULL, NULL, NULL, NULL))"
        " t(id, text, tags, created_at, metadata, trust)",
    )
    archive = tmp_path / "t.zip"
    archive.write_bytes(zipped({"in/t.parquet": path.read_bytes()}))
    for one in (path, archive):
        drafts, rejected, _ = read(one)
        tea, home = drafts
        assert (tea.content, tea.tags, tea.created_at, tea.trust) == ("Prefers tea", ("a", "b"), AT, 0.5)
        assert (tea.external_id, tea.metadata) == ("1", {"x": [1], "external_id": "1"})
        assert home.content == "Lives in Porto"
        assert [(bad.place, bad.reason) for bad in rejected] == [("row 2", "there is no content: the text is empty")]
    zoned = parquet_file(tmp_path / "z.parquet", "SELECT 'now' AS content, to_timestamp(1767323045) AS created_at")
    assert read(zoned)[0][0].created_at == AT
    (bad,) = read(parquet_file(tmp_path / "n.parquet", "SELECT 1 AS a"))[1]
    assert "no column named" in bad.reason


@pytest.mark.parametrize(
    ("name", "whole"),
    [("all.json", MEM0), ("export.json", DOOBIDOO), ("mif.json", MIF), ("sam.af", LETTA)],
)
def test_damage_is_named_and_the_rest_comes(tmp_path: Path, name: str, whole: dict[str, Any]) -> None:
    """F3: a fault in the middle of a file, or its end cut off, costs the record that it hits and is named."""
    path = tmp_path / name
    text = json.dumps(whole)
    path.write_text(text)
    good = {draft.content for draft in read(path)[0]}
    path.write_text(text.replace(": ", ":: ", 1))  # at the very beginning: everything stands behind the fault
    drafts, rejected, _ = read(path)
    lost = {"mara lives in porto"}  # a relation is not looked for behind a fault
    assert {draft.content for draft in drafts} >= good - lost and len(rejected) >= 1
    path.write_text(text[: len(text) // 2])
    drafts, rejected, _ = read(path, format=next(f.name for f in FORMATS.values() if f.sniff(name, text.encode())))
    # Of an answer that is cut off before its tool call, what was thought beside it is all that is left.
    assert rejected and {draft.content for draft in drafts} <= good | {"They ask for their name."}


@pytest.mark.parametrize(
    ("name", "value", "place", "words"),
    [
        ("a.json", {"results": [{"id": "1", "memory": 5, "hash": "x"}, {"id": "2", "memory": "x"}]}, "results[0]", "must be a text"),
        ("a.json", {"memories": [{"content_hash": "1"}]}, "memories[0]", "no “content”"),
        ("a.json", {"mif_version": "2", "memories": ["x"]}, "memories[0]", "must be an object"),
        ("a.json", {"mif_version": "2"}, "whole file", "no list “memories”"),
        ("a.af", {"agents": [{"messages": [{"role": "boss"}]}]}, "agents[0] messages[0]", "the role 'boss' is not known"),
        ("a.af", {"agents": [], "blocks": [{"label": "x", "value": []}]}, "blocks[0]", "must be a text"),
        ("a.af", [1], "whole file", "must hold an object"),
    ],
)  # fmt: skip
def test_a_bad_record_is_named(tmp_path: Path, name: str, value: Any, place: str, words: str) -> None:
    """F3: a record that is not what its format says is rejected with its place and the reason."""
    found = [(one.place, one.reason) for one in read(dump(tmp_path / name, value))[1]]
    assert any(at == place and words in reason for at, reason in found), found


def test_damaged_parquet_is_named(tmp_path: Path) -> None:
    """F3: a Parquet file that cannot be read is said to be so, and no rows are invented."""
    path = parquet_file(tmp_path / "t.parquet", "SELECT 'x' || i AS content FROM range(1000) t(i)")
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 2])
    drafts, (bad,), _ = read(path)
    assert drafts == [] and bad.place == "whole file" and "Parquet" in bad.reason
