"""Hostile and broken files: never a crash, never silence, and what is whole comes through."""

from __future__ import annotations

import json
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memory_desktop.core.answers import Rejection
from memory_desktop.engine.engine import Engine
from memory_desktop.engine.importing import FORMATS, Imported, ImportSource, Limits
from tests.imports.builders import chain, conversation, dump, node, zipped
from tests.imports.test_formats import read

EXPORT = json.dumps([chain(3, "A"), chain(3, "B"), chain(3, "C")], ensure_ascii=False).encode()
json_values = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(cut=st.integers(0, len(EXPORT)))
def test_a_cut_file_gives_what_was_before_the_cut(tmp_path: Path, cut: int) -> None:
    """F3: wherever an export breaks off, every conversation before that place is imported and the break is named."""
    path = tmp_path / "conversations.json"
    path.write_bytes(EXPORT[:cut])
    drafts, rejected, _ = read(path, format="chatgpt")
    ends = [EXPORT.index(f'"{name}"'.encode()) for name in ("conv-B", "conv-C")]
    whole = sum(cut > end for end in ends) + (cut >= len(EXPORT) - 1)
    assert len(drafts) >= 3 * whole
    assert cut >= len(EXPORT) or rejected


@pytest.mark.long
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(place=st.integers(0, len(EXPORT) - 1), byte=st.integers(0, 255))
def test_a_flipped_byte_never_crashes(tmp_path: Path, place: int, byte: int) -> None:
    """F3: any changed byte leaves an answer, whatever the format that the file is taken for."""
    data = bytearray(EXPORT)
    data[place] = byte
    path = tmp_path / "conversations.json"
    path.write_bytes(data)
    for format in FORMATS:
        for item in ImportSource([path], format=format).items():
            assert item.file


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=80)
@given(value=json_values, where=st.sampled_from(["top", "mapping", "node", "message", "author", "content", "parts"]))
def test_anything_in_place_of_anything(tmp_path: Path, value: Any, where: str) -> None:
    """F3: whatever JSON stands where something else should, the conversations beside it come."""
    nodes = [node("a", None), node("b", "a")]
    broken: Any = conversation(nodes, "b", "X")
    if where == "top":
        broken = value
    elif where == "mapping":
        broken["mapping"] = value
    elif where == "node":
        broken["mapping"]["a"] = value
    elif where == "message":
        broken["mapping"]["a"]["message"] = value
    elif where in ("author", "content"):
        broken["mapping"]["a"]["message"][where] = value
    else:
        broken["mapping"]["a"]["message"]["content"]["parts"] = value
    drafts, _, _ = read(dump(tmp_path / "conversations.json", [chain(1, "P"), broken, chain(1, "Q")]), format="chatgpt")
    assert {"P turn 1", "Q turn 1"} <= {draft.content for draft in drafts}


def test_a_damaged_element_costs_only_itself(tmp_path: Path) -> None:
    """F3: between two whole conversations a damaged one is named by its index."""
    first, last = (json.dumps(chain(2, name)) for name in "AC")
    (tmp_path / "conversations.json").write_text(f'[{first}, {{"title": nonsense, "mapping": {{}}}}, {last}]')
    drafts, rejected, _ = read(tmp_path / "conversations.json")
    assert len(drafts) == 4
    assert [one.place for one in rejected] == ["[1]"]


def test_a_truncated_zip_is_read_as_far_as_it_goes(tmp_path: Path) -> None:
    """F3: a download that broke off gives what can be unpacked, and says so."""
    data = zipped({"a.jsonl": '{"content": "whole"}\n', "conversations.json": EXPORT * 3})
    (tmp_path / "half.zip").write_bytes(data[: int(len(data) * 0.6)])
    drafts, rejected, _ = read(tmp_path / "half.zip")
    assert "whole" in {draft.content for draft in drafts}
    assert rejected and rejected[0].file == "half.zip"


@pytest.mark.parametrize("name", ["../../evil.jsonl", "/etc/evil.jsonl", "C:\\evil.jsonl", "a/../../evil.jsonl"])
def test_names_that_lead_out_are_refused(tmp_path: Path, name: str) -> None:
    """F3: an entry whose name leaves the zip is not read, and nothing is written anywhere."""
    (tmp_path / "in").mkdir()
    path = tmp_path / "in" / "x.zip"
    path.write_bytes(zipped({name: '{"content": "evil"}', "good.jsonl": '{"content": "good"}'}))
    before = sorted(tmp_path.rglob("*"))
    drafts, rejected, _ = read(path)
    assert [draft.content for draft in drafts] == ["good"]
    assert "leads out" in rejected[0].reason
    assert sorted(tmp_path.rglob("*")) == before


def test_a_broken_zip_is_a_warning_and_not_a_row(vault: Engine, tmp_path: Path) -> None:
    """F3: what is said of a file of which all that is whole was read is a warning; rejected are refused rows alone."""
    rows = "".join(f'{{"content": "Row {n} is about {n * 7919}"}}\n' for n in range(2_000))
    data = zipped({"a.jsonl": '{"content": "whole"}\n{"content": 5}\n', "b.jsonl": rows})
    (tmp_path / "half.zip").write_bytes(data[: int(len(data) * 0.6)])
    report = vault.import_path(tmp_path / "half.zip", dry_run=True)
    assert report.new > 100
    assert {one.place for one in report.warnings} == {"whole file", "end of file"}
    assert [report.rejections[0].place, report.rejections[1].reason[:8]] == ["line 2", "not JSON"]
    assert len(report.rejections) == report.rejected == 2
    assert any("zip" in one.reason for one in report.warnings)


def test_a_zip_bomb_is_stopped(tmp_path: Path) -> None:
    """F3: an entry that unpacks to far more than an export does is given up, and the next is read."""
    files = {
        "conversations.json": b'[{"mapping": {}, "pad": "' + b"0" * (30 << 20) + b'"}]',
        "z.jsonl": '{"content": "z"}',
    }
    (tmp_path / "y.zip").write_bytes(zipped(files))
    source = ImportSource([tmp_path / "y.zip"], limits=Limits(ratio_from=1 << 20))
    items = list(source.items())
    assert [item.draft.content for item in items if isinstance(item, Imported)] == ["z"]
    assert any("bomb" in item.reason for item in items if isinstance(item, Rejection))


def test_encrypted_nested_and_damaged_entries_are_named(tmp_path: Path) -> None:
    """F3: entries that cannot be read, or have a wrong checksum, are each named; what is good of them comes."""
    files = {
        "a.jsonl": '{"content": "a"}',
        "in.zip": b"PK",
        "secret.jsonl": '{"content": "secret"}',
        "b.jsonl": '{"content": "b"}\n{"content": "c"}',
    }
    data = bytearray(zipped(files, zipfile.ZIP_STORED))
    data[data.index(b'{"content": "b"}') + 3] ^= 0xFF
    name_at = data.rindex(b"secret.jsonl")  # in the directory: the bit that says "encrypted"
    data[name_at - 38] |= 1
    (tmp_path / "x.zip").write_bytes(data)
    drafts, rejected, _ = read(tmp_path / "x.zip")
    assert [draft.content for draft in drafts] == ["a", "c"]
    assert {(one.file, one.place) for one in rejected} == {
        ("x.zip!in.zip", "whole file"),
        ("x.zip!secret.jsonl", "whole file"),
        ("x.zip!b.jsonl", "line 1"),
        ("x.zip!b.jsonl", "whole file"),
    }


def test_links_that_lead_out_are_not_followed(tmp_path: Path) -> None:
    """F3: a symbolic link in a folder does not bring a file from outside it."""
    (tmp_path / "secret.md").write_text("secret")
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "a.md").write_text("mine")
    (tmp_path / "notes" / "b.md").symlink_to(tmp_path / "secret.md")
    drafts, rejected, _ = read(tmp_path / "notes")
    assert [draft.content for draft in drafts] == ["mine"]
    assert "link" in rejected[0].reason


def _big_export(path: Path, conversations: int) -> None:
    with path.open("wb") as file:
        file.write(b"[")
        for n in range(conversations):
            file.write((b"," if n else b"") + json.dumps(chain(40, f"c{n:07d}-{'x' * 40}")).encode())
        file.write(b"]")


@pytest.mark.parametrize("size", [pytest.param(40, marks=pytest.mark.long), pytest.param(150, marks=pytest.mark.slow)])
def test_memory_does_not_grow_with_the_file(tmp_path: Path, size: int) -> None:
    """F3: reading an export of many MB takes a bounded amount of memory."""
    path = tmp_path / "conversations.json"
    _big_export(path, size * 60)
    assert path.stat().st_size > size * 900_000
    script = (
        "import resource, sys\n"
        "from pathlib import Path\n"
        "from memory_desktop.engine.importing import ImportSource\n"
        "before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "count = sum(1 for _ in ImportSource([Path(sys.argv[1])]).items())\n"
        "print(count, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(path)], capture_output=True, text=True, check=True, timeout=170
    )
    count, kilobytes = map(int, done.stdout.split())
    assert count == size * 60 * 40
    assert kilobytes < 30_000


def test_progress_reaches_the_end(tmp_path: Path) -> None:
    """F3: the bytes that progress counts end at the size of the file."""
    _big_export(tmp_path / "conversations.json", 20)
    source = ImportSource([tmp_path / "conversations.json"])
    assert sum(isinstance(item, Imported) for item in source.items()) == 800
    assert source.bytes_done == source.bytes_total == (tmp_path / "conversations.json").stat().st_size
