"""Every reader comes to an end, and stops when it is told to."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest

from memory_desktop.core.errors import ImportSourceError
from memory_desktop.core.memory.canonical import canonical_text
from memory_desktop.engine.importing import ImportSource, Limits
from memory_desktop.engine.importing.items import Imported
from memory_desktop.engine.importing.json_stream import _closed, objects_in
from tests.imports.builders import chain, dump, zipped
from tests.imports.test_formats import read

pytestmark = pytest.mark.timeout(60)


class Asked:
    """Says yes from the n-th time it is asked."""

    def __init__(self, patience: int) -> None:
        self.patience = patience

    def cancelled(self) -> bool:
        self.patience -= 1
        return self.patience < 0


def test_two_faults_in_one_claude_conversation(tmp_path: Path) -> None:
    """R3: a Claude file with two faults in one conversation ends."""
    path = tmp_path / "conversations.json"
    path.write_bytes(b'[{"uuid":"c","chat_messages":[{"uuid":"a","text":}{"uuid":"b","text":}]}]')
    drafts, rejected, _ = read(path)
    assert drafts == [] and rejected[0].place == "[0]"
    good = '{"uuid":"m","text":"kept","sender":"human"}'
    path.write_text(f'[{{"uuid":"c","chat_messages":[{{"uuid":"a","text":}},{{"uuid":"b","text":}},{good}]}}]')
    drafts, _, _ = read(path)
    assert [draft.content for draft in drafts] == ["kept"]


def test_objects_nested_in_damage_are_not_tried_for_ever() -> None:
    """R3: a damaged text in which objects begin everywhere and never end is given up, not tried from each."""
    begins = re.compile(r'(?=\{"uuid")')
    assert list(objects_in('{"uuid":' * 100_000, begins, lambda: None)) == []
    many = '{"uuid":"' + "x" * 100 + '","a":[' + "1," * 1_000_000
    assert list(objects_in('{"uuid":[' * 900 + many, begins, lambda: None)) == []


def test_closing_a_deep_text_is_quick() -> None:
    """R3: what is saved of a deeply nested text with many commas costs no more than its length."""
    assert _closed("[" * 200_000 + "1," * 200_000)[0] is None
    assert _closed('{"a": [1, {"b": 2, "c": [3, 4')[0] == {"a": [1, {"b": 2, "c": [3]}]}


@pytest.mark.long
def test_nothing_but_beginnings(tmp_path: Path) -> None:
    """R3: a file in which every element begins and none ends is read in a time that follows its size."""
    path = tmp_path / "conversations.json"
    path.write_bytes(b"[" + b'{"title":"a","id":"b","mapping":{' * 20_000)
    _, rejected, _ = read(path, format="chatgpt")
    assert len(rejected) > 19_000


@pytest.mark.parametrize("format", ["chatgpt", "claude", "jsonl", "csv", "mcp", "markdown"])
def test_cancel_is_looked_at_between_two_items(tmp_path: Path, format: str) -> None:
    """R3: a reader in the middle of a file stops as soon as the import is cancelled."""
    said = [{"uuid": f"m{n}", "text": f"said {n}", "sender": "human"} for n in range(500)]
    files = {
        "chatgpt": ("conversations.json", json.dumps([chain(500)])),
        "claude": ("conversations.json", json.dumps([{"uuid": "c", "chat_messages": said}])),
        "jsonl": ("r.jsonl", "\n".join(json.dumps({"content": f"c {n}"}) for n in range(500))),
        "csv": ("t.csv", "content\n" + "\n".join(f"row {n}" for n in range(500))),
        "mcp": ("memory.jsonl", json.dumps(
            {"type": "entity", "name": "E", "entityType": "t", "observations": [f"o {n}" for n in range(500)]})),
        "markdown": ("n.md", "\n".join(f"# H{n}\n{'word ' * 100}" for n in range(500))),
    }  # fmt: skip
    name, text = files[format]
    (tmp_path / name).write_text(text)
    source = ImportSource([tmp_path])
    assert sum(isinstance(item, Imported) for item in source.items()) >= 500
    assert 0 < sum(1 for _ in source.items(Asked(40))) < 40
    assert sum(isinstance(item, Imported) for item in source.items()) >= 500


def test_cancel_is_looked_at_where_nothing_comes(tmp_path: Path) -> None:
    """R3: a damaged text without a single good item, and a damaged zip without an entry, can be cancelled as well."""
    path = tmp_path / "conversations.json"
    path.write_text('[{"uuid":"c","chat_messages":[' + '{"uuid":"a","text":}' * 100_000)
    asked = Asked(20)
    assert len(list(ImportSource([path]).items(asked))) <= 1
    assert asked.patience == -1
    (tmp_path / "x.zip").write_bytes(b"PK\x03\x04" + bytes(5_000_000))
    asked = Asked(20)
    list(ImportSource([tmp_path / "x.zip"]).items(asked))
    assert asked.patience == -1


@pytest.mark.long
def test_an_unclosed_quote_over_many_lines(tmp_path: Path) -> None:
    """R3: a quote that is never closed costs its own row, at whatever length of table, and no time beyond one reading."""
    path = tmp_path / "t.csv"
    path.write_text('content\n"never closed\n' + "x\n" * 100_000)
    drafts, rejected, _ = read(path)
    assert len(drafts) == 100_000 and [one.place for one in rejected] == ["line 2"]


def test_a_line_that_is_too_long_for_a_row(tmp_path: Path) -> None:
    """R3: a table's line beyond the limit is named and passed over, not held and not cut short unseen."""
    path = tmp_path / "t.csv"
    path.write_text("content\nfirst\n" + "y" * 30_000 + '\nlast\n"open\n' + "z" * 30_000 + "\nvery last\n")
    source = ImportSource([path], limits=Limits(row=1_000))
    items = list(source.items())
    assert [item.draft.content for item in items if isinstance(item, Imported)] == ["first", "last", "very last"]
    assert [item.place for item in items if not isinstance(item, Imported)] == ["line 3", "line 5", "line 6"]
    path.write_text("x" * 2_000 + ",content\nrow\n")
    assert len(read(path)[1]) == 1  # the row is empty in the column that counts
    items = list(ImportSource([path], limits=Limits(row=1_000)).items())
    assert len(items) == 1 and not isinstance(items[0], Imported)


def test_merge_keys_of_yaml_do_not_multiply(tmp_path: Path) -> None:
    """R3: front matter whose merges would make a billion names is answered at once, and the note comes."""
    lines = ["a0: &a0 {k0: 1}"]
    lines += [f"a{n}: &a{n} {{<<: [{','.join([f'*a{n - 1}'] * 8)}], k{n}: 1}}" for n in range(1, 12)]
    note = tmp_path / "n.md"
    note.write_text("---\n" + "\n".join(lines) + "\n---\nThe note.")
    drafts, rejected, _ = read(note)
    assert [draft.content for draft in drafts] == ["The note."] and [one.place for one in rejected] == ["front matter"]
    note.write_text(f"---\ncreated: {':'.join(['1'] * 20_000)}\n---\nThe note.")
    drafts, rejected, _ = read(note)
    assert [draft.content for draft in drafts] == ["The note."] and "very large number" in rejected[0].reason


def test_long_runs_of_blanks_are_trimmed_at_once() -> None:
    """R3: a text with a hundred thousand blanks within a line is made canonical in one pass."""
    blanks = " " * 300_000
    assert canonical_text(f"a\nb{blanks}c{blanks}\nd") == f"a\nb{blanks}c\nd"


@pytest.fixture
def odd_paths(tmp_path: Path) -> list[Path]:
    os.mkfifo(tmp_path / "pipe")
    os.mkfifo(tmp_path / "pipe.zip")
    (tmp_path / "link.jsonl").symlink_to(tmp_path / "pipe")
    return [tmp_path / "pipe", tmp_path / "pipe.zip", tmp_path / "link.jsonl", Path("/dev/null")]


@pytest.mark.skipif(os.name != "posix", reason="pipes and devices of POSIX")
def test_only_files_and_folders_are_read(odd_paths: list[Path]) -> None:
    """R13: a pipe, a link to one, or a device given to import is refused with a sentence and never opened."""
    for path in odd_paths:
        with pytest.raises(ImportSourceError, match="neither a file nor a folder"):
            ImportSource([path])


def test_labels_cannot_steer_a_terminal(tmp_path: Path) -> None:
    """R13: escape sequences and changes of direction in kind, tags and source are gone from what readers bring."""
    label = "\x1b[31mred\u202e\x9b\u2066x\u200f"
    path = tmp_path / "r.jsonl"
    path.write_text(json.dumps({"content": "c", "kind": label, "tags": [label, "\x1b"], "source": label}))
    (draft,), rejected, _ = read(path)
    assert rejected == []
    assert (draft.kind, draft.tags, draft.source) == ("[31mred x", ("[31mred x",), "[31mred x")
    dump(tmp_path / "conversations.json", [chain(1, label)])
    (tmp_path / "x.zip").write_bytes(zipped({"r.jsonl": path.read_bytes()}))
    (draft,), _, _ = read(tmp_path / "x.zip")
    assert draft.kind == "[31mred x"
