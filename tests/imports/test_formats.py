"""Each format is read as its makers write it, and its faults are named."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from memory_desktop.core.answers import Rejection
from memory_desktop.core.errors import ImportSourceError
from memory_desktop.core.memory.records import Draft, Layer
from memory_desktop.engine.importing import Imported, ImportSource
from tests.imports.builders import T0, chain, conversation, dump, node, zipped


def read(*paths: Path, format: str | None = None) -> tuple[list[Draft], list[Rejection], ImportSource]:
    source = ImportSource(paths, format=format)
    items = list(source.items())
    drafts = [item.draft for item in items if isinstance(item, Imported)]
    return drafts, [item for item in items if isinstance(item, Rejection)], source


def test_chatgpt_follows_the_branch_that_the_user_saw(tmp_path: Path) -> None:
    """F3: the visible branch comes first and in order, other branches after it as alternatives."""
    nodes = [
        {"id": "root", "parent": None, "children": ["q"], "message": None},
        node("q", "root", "user", "Where to?"),
        node("old", "q", "assistant", "To Rome"),
        node("new", "q", "assistant", "To Porto"),
        node("end", "new", "user", "Fine"),
    ]
    drafts, rejected, _ = read(dump(tmp_path / "conversations.json", [conversation(nodes, "end")]))
    assert rejected == []
    assert [draft.content for draft in drafts] == ["Where to?", "To Porto", "Fine", "To Rome"]
    assert [draft.metadata.get("branch") for draft in drafts] == [None, None, None, "alternative"]
    first = drafts[0]
    assert (first.layer, first.kind, first.source, first.thread) == (Layer.EPISODIC, "episode", "chatgpt", "conv-Trip")
    assert first.external_id == "msg-q"
    assert first.metadata["title"] == "Trip" and first.metadata["role"] == "user"
    assert first.created_at == datetime.fromtimestamp(T0, UTC)


def test_chatgpt_in_every_wrapping(tmp_path: Path) -> None:
    """F3: one file, numbered files with a manifest, a folder and a zip all give the same messages."""
    one, two = chain(3, "A"), chain(2, "B")
    folder = tmp_path / "folder"
    folder.mkdir()
    dump(folder / "conversations-000.json", [one])
    dump(folder / "conversations-001.json", [two])
    dump(folder / "export_manifest.json", {"files": []})
    (tmp_path / "old.zip").write_bytes(zipped({"conversations.json": json.dumps([one, two]), "chat.html": "<html>"}))
    (tmp_path / "new.zip").write_bytes(
        zipped({"x/conversations-000.json": json.dumps([one]), "x/conversations-001.json": json.dumps([two])})
    )
    expected = ["A turn 1", "A turn 2", "A turn 3", "B turn 1", "B turn 2"]
    for path in (folder, tmp_path / "old.zip", tmp_path / "new.zip"):
        drafts, rejected, source = read(path)
        assert [draft.content for draft in drafts] == expected, path
        assert rejected == []
        assert source.bytes_done > 0


@pytest.mark.parametrize(
    ("change", "words", "left"),
    [
        (lambda c: c["mapping"]["A1"].update(parent="A3"), "circle", 3),
        (lambda c: c["mapping"]["A2"].update(parent="gone"), "not there", 3),
        (lambda c: c.update(current_node="gone"), "not there", 3),
        (lambda c: c.update(mapping=[]), "mapping", 0),
        (lambda c: c["mapping"].update(A2=7), "object", 2),
        (lambda c: c["mapping"]["A2"].update(message="hi"), "object", 2),
        (lambda c: c["mapping"]["A2"]["message"].update(author=None), "role", 2),
        (lambda c: c["mapping"]["A2"]["message"].update(content=[]), "content", 2),
        (lambda c: c["mapping"]["A2"]["message"]["content"].update(parts="x"), "parts", 2),
        (lambda c: c["mapping"]["A2"]["message"].update(create_time=1e30), "create_time", 2),
        (lambda c: c["mapping"]["A2"]["message"].update(create_time={}), "create_time", 2),
        (lambda c: c.update(create_time="soon"), "create_time", 3),
    ],
)
def test_chatgpt_damage_is_named_and_the_rest_comes(tmp_path: Path, change: Any, words: str, left: int) -> None:
    """F3: each malformed node or conversation is one report with its place; all other messages are imported."""
    broken = chain(3, "A")
    change(broken)
    path = dump(tmp_path / "conversations.json", [broken, chain(2, "B")])
    drafts, rejected, _ = read(path)
    assert len(drafts) == left + 2
    assert len(rejected) == 1
    assert words in rejected[0].reason
    assert rejected[0].file == "conversations.json" and rejected[0].place.startswith("[0]")


def test_chatgpt_hidden_system_and_empty_messages_are_counted(tmp_path: Path) -> None:
    """F3: what nobody saw is passed over on purpose, and counted by kind."""
    nodes = [
        node("s", None, "system", "be nice"),
        node("h", "s", "user", "secret", metadata={"is_visually_hidden_from_conversation": True}),
        node("e", "h", "user", " "),
        node("c", "e", "assistant", content={"content_type": "code", "language": "python", "text": "1 + 1"}),
        node(
            "i", "c", "user", content={"content_type": "multimodal_text", "parts": [{"content_type": "image"}, "a cat"]}
        ),
    ]
    drafts, rejected, source = read(dump(tmp_path / "conversations.json", [conversation(nodes, "i")]))
    assert rejected == []
    assert [draft.content for draft in drafts] == ["```python\n1 + 1\n```", "[image]\na cat"]
    assert drafts[1].metadata["attachments"] == ["image"]
    assert source.skipped == {"system message": 1, "hidden message": 1, "empty message": 1}


def test_claude(tmp_path: Path) -> None:
    """F3: Claude's conversations, attachments, projects and memories all come."""
    said = {
        "uuid": "c1",
        "name": "Boats",
        "created_at": "2026-01-02T03:04:05Z",
        "chat_messages": [
            {
                "uuid": "m1",
                "sender": "human",
                "text": "old text",
                "content": [{"type": "thinking", "thinking": "hm"}, {"type": "text", "text": "How long?"}],
                "created_at": "2026-01-02T03:05:00Z",
                "attachments": [{"file_name": "a.txt", "extracted_content": "ten metres"}],
            },
            {"uuid": "m2", "sender": "assistant", "text": "Ten metres.", "content": []},
            {"uuid": "m3", "sender": "robot", "text": "?"},
        ],
    }
    files = {
        "conversations.json": json.dumps([said]),
        "projects/p1.json": json.dumps(
            {"uuid": "p1", "name": "Yard", "docs": [{"filename": "d.md", "content": "doc"}]}
        ),
        "memories.json": json.dumps(
            [{"conversations_memory": "**Work**\n\nMara sails.\n\n- likes tea\n- owns a dog", "project_memories": {}}]
        ),
    }
    (tmp_path / "claude.zip").write_bytes(zipped(files))
    drafts, rejected, _ = read(tmp_path / "claude.zip")
    contents = {draft.content for draft in drafts}
    assert contents == {"How long?", "ten metres", "Ten metres.", "doc", "Mara sails.", "likes tea", "owns a dog"}
    assert [(one.file, one.place) for one in rejected] == [("claude.zip!conversations.json", "[0] “Boats” message [2]")]
    question = next(draft for draft in drafts if draft.content == "How long?")
    assert (question.thread, question.external_id, question.metadata["role"]) == ("c1", "m1", "user")


def test_mcp(tmp_path: Path) -> None:
    """F3: each observation and each relation of an MCP memory is one memory; bad lines are named."""
    lines = [
        '{"type":"entity","name":"Mara","entityType":"person","observations":["likes tea","sails"]}',
        '{"type":"relation","from":"Mara","to":"Kaffe","relationType":"owns_dog"}',
        "",
        '{"type":"entity","name":"","entityType":"x","observations":["y"]}',
        '{"type":"odd"}',
        "{",
    ]
    (tmp_path / "memory.json").write_text("\n".join(lines))
    drafts, rejected, _ = read(tmp_path / "memory.json")
    assert [draft.content for draft in drafts] == ["Mara: likes tea", "Mara: sails", "Mara owns dog Kaffe"]
    assert [one.place for one in rejected] == ["line 4", "line 5", "line 6"]


def test_jsonl(tmp_path: Path) -> None:
    """F3: every documented field of a JSONL record arrives; its id is kept; unknown fields survive in the metadata."""
    good = {
        "id": "D1:3",
        "content": "tea",
        "layer": "episodic",
        "kind": "pref",
        "tags": ["a"],
        "created_at": "2026-01-02T03:04:05+02:00",
        "source": "s",
        "metadata": {"x": 1},
        "colour": "green",
    }
    (tmp_path / "r.jsonl").write_text(json.dumps(good) + "\n")
    (draft,), rejected, _ = read(tmp_path / "r.jsonl")
    assert rejected == []
    assert draft.external_id == "D1:3"
    assert draft.metadata == {"x": 1, "colour": "green", "external_id": "D1:3"}
    assert (draft.layer, draft.kind, draft.tags, draft.source) == (Layer.EPISODIC, "pref", ("a",), "s")
    assert draft.created_at == datetime(2026, 1, 2, 1, 4, 5, tzinfo=UTC)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (b"{", "not JSON"),
        (b"[1]", "object"),
        (b'{"text": "x"}', "content"),
        (b'{"content": 5}', "content"),
        (b'{"content": "  "}', "empty"),
        (b'{"content": "x", "layer": "outer"}', "outer"),
        (b'{"content": "x", "tags": "a"}', "tags"),
        (b'{"content": "x", "created_at": "soon"}', "created_at"),
        (b'{"content": "x", "metadata": []}', "metadata"),
        (b'{"content": "x", "confidence": "high"}', "confidence"),
        (b'{"content": "\xff\xfe"}', "JSON"),
        (b"\x00\x01\x02", "JSON"),
    ],
)
def test_a_bad_line_is_named(tmp_path: Path, line: bytes, words: str) -> None:
    """F3: a malformed line is reported with its number and the reason, and the lines around it come."""
    (tmp_path / "r.jsonl").write_bytes(b'{"content": "one"}\n' + line + b'\n{"content": "two"}')
    drafts, rejected, _ = read(tmp_path / "r.jsonl")
    assert [draft.content for draft in drafts] == ["one", "two"]
    assert [one.place for one in rejected] == ["line 2"]
    assert words in rejected[0].reason


def test_lone_surrogates_do_not_hurt(tmp_path: Path) -> None:
    """F3: an escaped half character, which real exports have, is read."""
    (tmp_path / "r.jsonl").write_text('{"content": "smile \\ud83d end"}\n')
    drafts, rejected, _ = read(tmp_path / "r.jsonl")
    assert len(drafts) == 1 and rejected == []


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_csv(tmp_path: Path, encoding: str, delimiter: str) -> None:
    """F3: a table in any usual encoding and with any usual delimiter is read by the names in its header."""
    rows = ["Text;tags;kind;created_at", "“café”;a,b;pref;2026-01-02", '"two\nlines";;;', ";x;;"]
    text = "\r\n".join(rows).replace(",", "|").replace(";", delimiter).replace("|", "," if delimiter != "," else ";")
    (tmp_path / "t.csv").write_bytes(text.encode(encoding))
    drafts, rejected, _ = read(tmp_path / "t.csv")
    assert [draft.content for draft in drafts] == ["“café”", "two\nlines"]
    assert drafts[0].tags == ("a", "b") and drafts[0].kind == "pref"
    assert [one.place for one in rejected] == ["line 5"]


def test_csv_without_content_is_explained(tmp_path: Path) -> None:
    """F3: a table that has no column to remember says which names it looks for."""
    (tmp_path / "t.csv").write_text("a,b\n1,2\n")
    drafts, rejected, _ = read(tmp_path / "t.csv")
    assert drafts == [] and "content, text or memory" in rejected[0].reason


def test_markdown(tmp_path: Path) -> None:
    """F3: a folder of notes comes with titles, tags, links and dates; long notes come in sections."""
    notes = tmp_path / "notes"
    (notes / "sub").mkdir(parents=True)
    (notes / ".obsidian").mkdir()
    (notes / ".obsidian" / "x.md").write_text("hidden")
    (notes / "a.md").write_text(
        "---\ntags: [work, home]\naliases: [x]\ndate: 2026-01-02\n---\nSee [[Other note|that]] #deep/tag\n```\n#no\n```\n"
    )
    (notes / "sub" / "long.md").write_text("# One\n\n" + "word " * 300 + "\n\n## Two\n\n" + "other " * 300)
    (notes / "bad.md").write_text("---\na: [\n---\nstill here\n")
    (notes / "empty.md").write_text("---\na: 1\n---\n")
    drafts, rejected, source = read(notes)
    by_id = {draft.external_id: draft for draft in drafts}
    note = by_id["notes/a.md"]
    assert set(note.tags) == {"work", "home", "deep/tag"}
    assert note.metadata["links"] == ["Other note"]
    assert note.metadata["title"] == "a" and note.metadata["aliases"] == ["x"]
    assert note.created_at == datetime(2026, 1, 2, tzinfo=UTC)
    sections = [draft for draft in drafts if draft.thread == "notes/sub/long.md"]
    assert [draft.metadata["section"] for draft in sections] == ["One", "Two"]
    assert by_id["notes/bad.md"].content == "still here"
    assert [(one.file, one.place) for one in rejected] == [("notes/bad.md", "front matter")]
    assert source.skipped == {"empty note": 1, "hidden file": 1}


def test_what_is_not_there_or_not_known(tmp_path: Path) -> None:
    """F3: a missing path is an error at once; a file of no known format is said to be so."""
    with pytest.raises(ImportSourceError, match=r"none\.zip"):
        ImportSource([tmp_path / "none.zip"])
    (tmp_path / "x.bin").write_bytes(b"\x00")
    with pytest.raises(ImportSourceError, match="foo"):
        ImportSource([tmp_path / "x.bin"], format="foo")
    drafts, rejected, _ = read(tmp_path / "x.bin")
    assert drafts == [] and "none of the known formats" in rejected[0].reason
    assert [one.format for one in ImportSource([tmp_path / "x.bin"]).detect()] == [None]


def test_a_format_is_told_by_the_first_64_kb(tmp_path: Path) -> None:
    """F3: a file is recognised by what stands far behind its beginning, in a folder and in a zip."""
    padding = {"type": "relation", "from": "a", "to": "b" * 30_000, "more": list(range(5_000))}
    entity = {"type": "entity", "name": "Mara", "entityType": "person", "observations": ["likes tea"]}
    lines = "\n".join(json.dumps(line) for line in (padding, entity))
    (tmp_path / "memory.jsonl").write_text(lines)
    (tmp_path / "x.zip").write_bytes(zipped({"memory.jsonl": lines}))
    for path in (tmp_path / "memory.jsonl", tmp_path / "x.zip"):
        drafts, rejected, _ = read(path)
        assert [draft.content for draft in drafts] == ["Mara: likes tea"] and len(rejected) == 1
