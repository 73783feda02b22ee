"""Random values and random bytes in every format: an answer every time, and every draft can be stored."""

from __future__ import annotations

import json
import os
import tracemalloc
import zipfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memory_desktop.core.answers import Rejection
from memory_desktop.core.memory.canonical import canonical_json
from memory_desktop.core.memory.drafts import prepare
from memory_desktop.engine.importing import FORMATS, Imported, ImportSource, Limits
from tests.imports.builders import chain, dump, node, zipped
from tests.imports.test_formats import read

# Half characters and numbers that no double or 64-bit integer holds are meant to be among them.
texts = st.text(st.characters(), max_size=6) | st.sampled_from(["\ud83d", "\x00", "\udc80x", "x" * 50, "﷐"])
json_values = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.just(10**400) | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=6,
)
in_place = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=80, deadline=None)

SAMPLES: dict[str, tuple[str, bytes]] = {
    "chatgpt": ("conversations.json", json.dumps([chain(3, "A"), chain(3, "B")]).encode()),
    "claude": (
        "conversations.json",
        json.dumps(
            [
                {
                    "uuid": f"c{n}",
                    "name": f"Talk {n}",
                    "chat_messages": [
                        {"uuid": f"m{n}{k}", "text": f"said {n}{k}", "sender": "human", "content": []} for k in range(3)
                    ],
                }
                for n in range(3)
            ]
        ).encode(),
    ),
    "mcp": ("memory.jsonl", b'{"type":"entity","name":"M","entityType":"p","observations":["a","b"]}\n' * 3),
    "jsonl": ("r.jsonl", b'{"content":"a","tags":["x"],"metadata":{"a":1}}\n' * 5),
    "csv": ("t.csv", 'content;tags\n"a, é";x\nb;"y;z"\n'.encode() * 3),
    "markdown": ("n.md", "---\ntags: [a]\ndate: 2026-01-02\n---\n# é\n\n#b [[c]]\n".encode()),
}


def storable(source: ImportSource) -> tuple[list[Imported], list[Rejection]]:
    """The items, after checking that every draft can go into a log and every message onto a screen."""
    items = list(source.items())
    for item in items:
        place = f"{item.file} {item.place}" + ("" if isinstance(item, Imported) else item.reason)
        assert place.isprintable() and place.encode()
        if isinstance(item, Imported):
            draft = item.draft
            assert prepare(draft).content
            assert 0 <= draft.confidence <= 1 and 0 <= draft.trust <= 1 and 0 <= draft.salience < float("inf")
            labels = [draft.kind, draft.tags, draft.source, draft.thread, draft.external_id]
            canonical_json([labels, draft.metadata, draft.emotion])
            assert draft.created_at is None or draft.created_at.utcoffset() is not None
    return [item for item in items if isinstance(item, Imported)], [i for i in items if isinstance(i, Rejection)]


@in_place
@given(
    field=st.sampled_from(
        "content layer kind tags created_at source metadata thread emotion confidence trust"
        " salience synthetic id external_id status other".split()
    ),
    value=json_values,
)
def test_any_value_in_any_field_of_a_record(tmp_path: Path, field: str, value: Any) -> None:
    """F3: whatever a field of a JSONL record holds, the lines around it come and each draft can be stored."""
    path = tmp_path / "r.jsonl"
    lines = [{"content": "first"}, {"content": "x", field: value}, {"content": "last"}]
    path.write_text("\n".join(json.dumps(line) for line in lines))
    good, bad = storable(ImportSource([path]))
    assert [good[0].draft.content, good[-1].draft.content] == ["first", "last"]
    assert len(good) + len(bad) == 3 or value == "tombstone"


@in_place
@given(
    field=st.sampled_from("uuid text content sender created_at attachments files name chat_messages account".split()),
    value=json_values,
)
def test_any_value_in_a_claude_export(tmp_path: Path, field: str, value: Any) -> None:
    """F3: whatever stands in a field of a Claude conversation or message, the conversations beside it come."""
    first, broken, last = json.loads(SAMPLES["claude"][1])
    broken[field] = value
    broken["chat_messages"] = [*json.loads(SAMPLES["claude"][1])[1]["chat_messages"], {"sender": "human", field: value}]
    if field == "chat_messages":
        broken[field] = value
    good, _ = storable(ImportSource([dump(tmp_path / "conversations.json", [first, broken, last])]))
    assert {"said 00", "said 22"} <= {item.draft.content for item in good}


@pytest.mark.long
@in_place
@given(value=json_values, name=st.sampled_from(["conversations.json", "projects.json", "memories.json", "memory.json"]))
def test_any_json_under_a_known_name(tmp_path: Path, value: Any, name: str) -> None:
    """F3: a file with a known name and any JSON in it is answered, whatever it is read as."""
    path = dump(tmp_path / name, value)
    for format in (None, *FORMATS):
        storable(ImportSource([path], format=format))


@in_place
@given(
    format=st.sampled_from(sorted(SAMPLES)),
    place=st.floats(0, 1),
    bytes=st.binary(max_size=3),
    cut=st.booleans(),
)
def test_damaged_anywhere(tmp_path: Path, format: str, place: float, bytes: bytes, cut: bool) -> None:
    """F3: a file of any format, changed or cut at any place, is answered, and every draft can be stored."""
    name, data = SAMPLES[format]
    at = int(place * len(data))
    path = tmp_path / name
    path.write_bytes(data[:at] + bytes + (b"" if cut else data[at + len(bytes) :]))
    storable(ImportSource([path], format=format))
    storable(ImportSource([path]))


@pytest.mark.parametrize("format", ["chatgpt", "claude"])
def test_messages_before_any_cut_arrive(tmp_path: Path, format: str) -> None:
    """F3: wherever a chat export breaks off, every message that is whole before that place arrives."""
    name, data = SAMPLES[format]
    whole, _, _ = read(_written(tmp_path / name, data))
    for cut in range(0, len(data), 7):
        drafts, rejected, _ = read(_written(tmp_path / name, data[:cut]), format=format)
        ends = [_end_of(format, data, str(draft.external_id)) for draft in whole]
        expected = [draft.content for draft, end in zip(whole, ends, strict=True) if end <= cut]
        assert set(expected) <= {draft.content for draft in drafts}
        assert rejected


def _written(path: Path, data: bytes) -> Path:
    path.write_bytes(data)
    return path


def _end_of(format: str, data: bytes, id: str) -> int:
    """Where what comes behind the message begins."""
    if format == "claude":
        return data.index(b"}", data.index(f'"uuid": "{id}"'.encode())) + 1
    key = id.removeprefix("msg-")
    after = f'"{key[:-1]}{int(key[-1]) + 1}": {{' if key[-1] < "3" else '"current_node"'
    return data.index(after.encode(), data.index(f'"{id}"'.encode()))


@in_place
@given(place=st.floats(0, 1), bytes=st.binary(min_size=1, max_size=4), cut=st.booleans(), stored=st.booleans())
def test_a_damaged_zip_is_answered(tmp_path: Path, place: float, bytes: bytes, cut: bool, stored: bool) -> None:
    """F3: a zip changed or cut at any place is answered, with or without its directory."""
    files = {
        "a/r.jsonl": SAMPLES["jsonl"][1],
        "conversations.json": SAMPLES["chatgpt"][1],
        "n.md": SAMPLES["markdown"][1],
    }
    data = zipped(files, zipfile.ZIP_STORED if stored else zipfile.ZIP_DEFLATED)
    at = int(place * len(data))
    (tmp_path / "x.zip").write_bytes(data[:at] + bytes + (b"" if cut else data[at + len(bytes) :]))
    source = ImportSource([tmp_path / "x.zip"])
    storable(source)
    source.detect()


@pytest.mark.parametrize("stored", [False, True])
def test_a_zip_without_its_directory(tmp_path: Path, stored: bool) -> None:
    """F3: a zip that lost its end gives every whole entry, the beginning of the last, and says where it broke."""
    files = {"a.jsonl": '{"content": "a"}\n', "sub/../../e.jsonl": "{}", "b.jsonl": '{"content": "b"}\n'}
    files["conversations.json"] = json.dumps([chain(30, f"c{n}") for n in range(40)])
    data = zipped(files, zipfile.ZIP_STORED if stored else zipfile.ZIP_DEFLATED)
    end = data.index(b"PK\x01\x02")
    (tmp_path / "x.zip").write_bytes(data[: end - (end // 4)])
    drafts, rejected, _ = read(tmp_path / "x.zip")
    contents = {draft.content for draft in drafts}
    assert {"a", "b", "c0 turn 1"} <= contents and "c39 turn 30" not in contents
    places = [(one.file, one.place) for one in rejected]
    assert places[0] == ("x.zip", "whole file")
    assert ("x.zip!sub/../../e.jsonl", "whole file") in places
    assert places[-1] == ("x.zip!conversations.json", "end of file")


def test_limits_of_a_zip(tmp_path: Path) -> None:
    """F3: too many entries, or too many bytes in all, end the reading of a zip with a reason."""
    path = _written(tmp_path / "x.zip", zipped({f"{n}.jsonl": '{"content": "some text"}' for n in range(5)}))
    _, bad = storable(ImportSource([path], limits=Limits(entries=4)))
    assert "more than 4 entries" in bad[0].reason
    good, bad = storable(ImportSource([path], limits=Limits(total=60)))
    assert len(good) == 2 and all("60 bytes" in one.reason for one in bad[:3])


def test_what_is_hidden_in_a_zip_is_counted(tmp_path: Path) -> None:
    """F3: the shadow files that a Mac puts into a zip are passed over and counted."""
    files = {"__MACOSX/._a.md": "x", ".b.md": "x", "a.md": "mine", "picture.png": b"\x89PNG"}
    drafts, rejected, source = read(_written(tmp_path / "x.zip", zipped(files)))
    assert [draft.content for draft in drafts] == ["mine"] and rejected == []
    assert source.skipped == {"hidden file": 2, "not a known file": 1}
    assert source.bytes_done == source.bytes_total


@pytest.mark.skipif(os.name != "posix", reason="pipes, links and odd names of POSIX")
def test_odd_things_in_a_folder(tmp_path: Path) -> None:
    """F3: pipes, links in circles, links to nowhere and names that are no text neither block nor crash."""
    folder = tmp_path / "notes"
    (folder / "sub").mkdir(parents=True)
    os.mkfifo(folder / "pipe.md")
    (folder / "loop.md").symlink_to(folder / "loop.md")
    (folder / "nowhere.md").symlink_to(tmp_path / "gone.md")
    (folder / "sub" / "up").symlink_to(folder)
    (folder / "out").symlink_to(tmp_path)
    Path(os.fsdecode(os.fsencode(folder) + b"/odd\xff.md")).write_text("odd")
    good, bad = storable(ImportSource([folder]))
    assert [(item.draft.content, item.draft.thread) for item in good] == [("odd", "notes/odd?.md")]
    assert len(bad) == 5


def test_a_forced_format_is_asked_only_of_files_that_fit(tmp_path: Path) -> None:
    """F3: naming a format for a folder reads its files of that kind; for one file it reads that file."""
    (tmp_path / "f").mkdir()
    _written(tmp_path / "f" / "picture.png", b"\x89PNG")
    _written(tmp_path / "f" / "records.jsonl", b'{"content": "a"}')
    drafts, rejected, source = read(tmp_path / "f", format="jsonl")
    assert ([draft.content for draft in drafts], rejected, source.skipped) == (["a"], [], {"not a known file": 1})
    _written(tmp_path / "records.txt", b'{"content": "b"}')
    drafts, _, _ = read(tmp_path / "records.txt", format="jsonl")
    assert [draft.content for draft in drafts] == ["b"]


def test_detect_then_read(tmp_path: Path) -> None:
    """F3: looking what the files are reads little, changes nothing, and names a reason for what is not known."""
    folder = tmp_path / "f"
    folder.mkdir()
    for name, data in SAMPLES.values():
        _written(folder / name, data)
    _written(folder / "x.bin", b"\x00")
    source = ImportSource([folder])
    found = {one.name: one for one in source.detect()}
    assert {name.split("/")[1]: one.format for name, one in found.items()} == {
        "conversations.json": "claude", "memory.jsonl": "mcp", "r.jsonl": "jsonl", "t.csv": "csv", "n.md": "markdown",
        "x.bin": None,
    }  # fmt: skip
    assert "known formats" in found["f/x.bin"].reason and found["f/x.bin"].size == 1
    first = list(source.items())
    assert list(source.items()) == first
    assert source.bytes_done == source.bytes_total == sum(one.size for one in found.values())


def test_deep_and_huge_values(tmp_path: Path) -> None:
    """F3: JSON nested a thousandfold, endless labels and over-long texts are refused or cut, not fatal."""
    deep = "[" * 100_000 + "]" * 100_000
    lines = [
        f'{{"content": "x", "metadata": {{"a": {deep}}}}}',
        f'{{"content": "x", "metadata": {{"a": {"[" * 230 + "]" * 230}}}}}',
        json.dumps({"content": "x", "tags": ["t" * 100] * 20_000}),
        json.dumps({"content": "x" * 1_000_001}),
        '{"content": "good"}',
    ]
    path = _written(tmp_path / "r.jsonl", "\n".join(lines).encode())
    good, bad = storable(ImportSource([path]))
    assert [item.draft.content for item in good] == ["x", "good"]
    assert [one.place for one in bad] == ["line 1", "line 3", "line 4"]
    _, bad = storable(ImportSource([path], limits=Limits(line=1_000)))
    assert {one.place for one in bad} == {"line 1", "line 3", "line 4"}


@pytest.mark.long
def test_peak_memory_of_20_mb(tmp_path: Path) -> None:
    """F3: streaming a 20 MB export holds a few MB at a time."""
    path = tmp_path / "conversations.json"
    with path.open("w") as file:
        file.write("[")
        for n in range(1_000):
            file.write(("," if n else "") + json.dumps(chain(40, f"c{n}-{'x' * 250}")))
        file.write("]")
    assert path.stat().st_size > 20_000_000
    tracemalloc.start()
    try:
        count = sum(1 for _ in ImportSource([path]).items())
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert count == 40_000
    assert peak < 12_000_000


def test_several_roots_and_other_trees(tmp_path: Path) -> None:
    """F3: several roots, circles off the branch and broken ways are each named, and nothing is called what it is not."""
    one = chain(3, "A")
    one["mapping"]["B1"] = node("B1", None, "user", "other root")
    one["mapping"]["C1"] = node("C1", "C2", "user", "circle 1")
    one["mapping"]["C2"] = node("C2", "C1", "user", "circle 2")
    one["mapping"]["D1"] = node("D1", "A1", "user", "other branch")
    drafts, rejected, _ = read(dump(tmp_path / "conversations.json", [one]))
    assert len(drafts) == 7
    assert sorted(rejection.reason.split()[2] for rejection in rejected) == ["goes", "has"]
    assert "B1" in "".join(rejection.reason for rejection in rejected)
    cut = chain(3, "A")
    cut["mapping"]["A2"]["parent"] = "gone"
    cut["mapping"]["D1"] = node("D1", "A2", "user", "other branch")
    drafts, _, _ = read(dump(tmp_path / "conversations.json", [cut]))
    branches = {draft.content: draft.metadata.get("branch") for draft in drafts}
    assert branches == {"A turn 1": None, "A turn 2": None, "A turn 3": None, "other branch": "alternative"}


def test_kinds_of_content(tmp_path: Path) -> None:
    """F3: quotes, output of code, custom instructions, speech and images become sensible text; reasoning is counted."""
    contents = [
        {"content_type": "tether_quote", "text": "a\nb", "title": "Site", "url": "u"},
        {"content_type": "execution_output", "text": "42"},
        {"content_type": "user_editable_context", "user_profile": "I sail", "user_instructions": "Be brief"},
        {"content_type": "multimodal_text", "parts": [{"content_type": "audio_transcription", "text": "spoken"}]},
        {
            "content_type": "multimodal_text",
            "parts": [{"content_type": "image_asset_pointer", "asset_pointer": "f://1"}],
        },
        {"content_type": "code", "language": "unknown", "text": "```\nx"},
        {"content_type": "thoughts", "thoughts": []},
    ]
    mapping = {f"n{n}": node(f"n{n}", f"n{n - 1}" if n else None, content=one) for n, one in enumerate(contents)}
    drafts, rejected, source = read(
        dump(tmp_path / "conversations.json", [{"id": "c", "title": "t", "mapping": mapping, "current_node": "n6"}])
    )
    assert rejected == []
    assert [draft.content for draft in drafts] == [
        "> a\n> b\n— Site", "```\n42\n```", "I sail\n\nBe brief", "spoken", "[image]", "````\n```\nx\n````",
    ]  # fmt: skip
    assert drafts[4].metadata["attachments"] == ["image_asset_pointer f://1"]
    assert source.skipped == {"reasoning": 1}


def test_claude_counts_what_it_passes_over(tmp_path: Path) -> None:
    """F3: thinking, tools, files without text and broken parts of a Claude export are counted or named."""
    said = {
        "uuid": "c", "name": "t",
        "chat_messages": [
            {"uuid": "1", "sender": "assistant", "text": "", "content": [{"type": "thinking"}, {"type": "tool_use"}]},
            {"uuid": "2", "sender": "human", "text": "", "content": [], "files": [{"file_name": "photo.png"}]},
            {"uuid": "3", "sender": "human", "text": "see", "attachments": [7, {"file_name": "a", "extracted_content": ""}]},
            {"uuid": "4", "sender": "human", "text": "x", "attachments": "no list"},
        ],
    }  # fmt: skip
    memories = {"conversations_memory": 7, "project_memories": {"p": "- one\n- two", "q": []}}
    dump(tmp_path / "conversations.json", [said])
    dump(tmp_path / "memories.json", memories)
    drafts, rejected, source = read(tmp_path)
    assert [draft.content for draft in drafts] == ["[photo.png]", "see", "one", "two"]
    assert drafts[2].metadata == {"project": "p"} and drafts[2].synthetic
    assert len(rejected) == 4
    assert source.skipped == {"thinking": 1, "tool use": 1, "empty message": 1, "attachment without text": 1}


def test_encodings(tmp_path: Path) -> None:
    """F3: UTF-16 chats are read; a few bad bytes in UTF-8 are named by line; an old code page is noted."""
    for encoding in ("utf-16", "utf-8-sig"):
        _written(tmp_path / "conversations.json", json.dumps([chain(2, "Ä")], ensure_ascii=False).encode(encoding))
        drafts, rejected, _ = read(tmp_path / "conversations.json")
        assert [draft.content for draft in drafts] == ["Ä turn 1", "Ä turn 2"] and rejected == []
    _written(tmp_path / "n.md", "ä ö ü\nbad".encode() + b"\xff")
    (note,), (problem,), _ = read(tmp_path / "n.md")
    assert (note.content, problem.place) == ("ä ö ü\nbad\ufffd", "line 2")
    _written(tmp_path / "n.md", "café".encode("cp1252"))
    (note,), rejected, _ = read(tmp_path / "n.md")
    assert (note.content, note.metadata["encoding"], rejected) == ("café", "cp1252", [])
    _written(tmp_path / "t.csv", "text\nä ö\n".encode() + b"bad \xff\n" + "ü\n".encode())
    drafts, rejected, _ = read(tmp_path / "t.csv")
    assert [draft.content for draft in drafts] == ["ä ö", "ü"]
    assert [one.place for one in rejected] == ["line 3"]
    bad = json.dumps([chain(2, "A")]).encode().replace(b"A turn 1", b"A turn \xff")
    drafts, rejected, _ = read(_written(tmp_path / "conversations.json", bad))
    assert [draft.content for draft in drafts] == ["A turn 2"]
    assert "not valid UTF-8" in rejected[0].reason and rejected[0].place.endswith("message A1")


def test_csv_in_detail(tmp_path: Path) -> None:
    """F3: unclosed quotes, odd line separators, objects and numbers in a table cost a row at most."""
    rows = [
        "content,tags,metadata,created_at,confidence,synthetic,colour",
        'one,"a;b","{""k"": 1}",1700000000,0.5,yes,red',
        '"never closed,,,,,,',
        "line\u2028separator,,,,,,",
        '5" pipe "x",,,,,,',
        "bad object,,[1],,,,",
        "bad flag,,,,,perhaps,",
        "too,many,,,,,,,,",
        "short",
        "day,,,20260102,,,",
    ]
    drafts, rejected, _ = read(_written(tmp_path / "t.csv", "\n".join(rows).encode()))
    assert [draft.content for draft in drafts] == ["one", "line\u2028separator", '5" pipe "x"', "short", "day"]
    assert drafts[0].metadata == {"k": 1, "colour": "red"} and drafts[0].synthetic and drafts[0].confidence == 0.5
    assert drafts[-1].created_at is not None and drafts[-1].created_at.year == 2026
    assert [one.place for one in rejected] == ["line 3", "line 6", "line 7", "line 8"]
    assert drafts[0].source == "t.csv"


def test_markdown_in_detail(tmp_path: Path) -> None:
    """F3: no part of a long note is longer than a section or lost; bombs and bad dates in front matter are named."""
    words = [f"word{n}" for n in range(2_000)]
    long = "# Top\n\n## Part\n\n" + " ".join(words) + "\n\n```\n# no heading\n```\n\n## Alone"
    drafts, rejected, _ = read(_written(tmp_path / "n.md", ("---\ncreated: soon\n---\n" + long).encode()))
    assert all(len(draft.content) <= 2_000 for draft in drafts) and len(drafts) > 8
    assert " ".join(draft.content for draft in drafts).split() == long.split()
    assert {draft.metadata["section"] for draft in drafts} == {"Part", "Alone"}
    assert len({draft.external_id for draft in drafts}) == len(drafts)
    assert [one.place for one in rejected] == ["front matter"] and "created" in rejected[0].reason
    bomb = "a: &a [x,x,x,x,x,x,x,x]\n" + "".join(
        f"{b}: &{b} [{','.join(['*' + a] * 8)}]\n" for a, b in zip("abcdefgh", "bcdefghi", strict=True)
    )
    drafts, rejected, _ = read(_written(tmp_path / "n.md", f"---\n{bomb}---\nstill `#no` #yes".encode()))
    assert [(draft.content, draft.tags) for draft in drafts] == [("still `#no` #yes", ("yes",))]
    assert "multiply" in rejected[0].reason
