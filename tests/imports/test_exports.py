"""Exports: lossless where the format allows it, honest where not, and never half written."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import fields
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memory_desktop.core.errors import CancelledError, KnownError
from memory_desktop.core.memory.canonical import canonical_text, content_hash, plain_label
from memory_desktop.core.memory.records import Draft, Layer, Memory, Status
from memory_desktop.engine.exporting import export_memories
from memory_desktop.engine.importing import Imported, ImportSource
from tests.imports.test_formats import read

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
OURS = {field.name for field in fields(Memory)}
words = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), min_size=1, max_size=12).filter(
    lambda text: canonical_text(text) and "\ufdd0" not in text
)
CARRIED = {field.name for field in fields(Draft)} - {"embedding", "record"}
labels = words.map(plain_label).filter(bool)  # what changes the direction of text does not come back in these
json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.floats(allow_nan=False, allow_infinity=False) | words,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3),
    max_leaves=6,
)
moments = st.datetimes(datetime(1900, 1, 1), datetime(2200, 1, 1), timezones=st.just(UTC))
drafts = st.builds(
    Draft,
    content=words.map(canonical_text),
    layer=st.sampled_from(Layer),
    kind=labels,
    tags=st.lists(labels, max_size=3).map(tuple),
    source=labels | st.just(""),
    thread=words | st.just(""),
    external_id=words | st.none(),
    metadata=st.dictionaries(words.filter(lambda name: name not in OURS), json_values, max_size=3),
    emotion=st.dictionaries(words, st.floats(-1, 1), max_size=2),
    confidence=st.floats(0, 1),
    trust=st.floats(0, 1),
    salience=st.floats(0, 10),
    synthetic=st.booleans(),
    created_at=moments,
)


def memory(draft: Draft, key: int = 1, **more: Any) -> Memory:
    given = {name: getattr(draft, name) for name in CARRIED}
    given["content"] = canonical_text(draft.content)
    stamps = {"updated_at": NOW, "recorded_at": NOW, "created_at": draft.created_at or NOW}
    known = {"key": key, "id": f"mem_{key:016x}", "content_hash": content_hash(given["content"]), "revision": key}
    return Memory(**{**given, **stamps, **known, **more})


def export(memories: list[Memory], dest: Path, format: str, **more: Any) -> Any:
    return export_memories(memories, dest, format, vault_name="v", head=9, exported_at=NOW, **more)


def lines(path: Path) -> list[Any]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(given=st.lists(drafts, max_size=4))
def test_jsonl_round_trip(tmp_path: Path, given: list[Draft]) -> None:
    """F3: what JSONL export writes, import reads back: every field of every draft, and the ids in the metadata."""
    memories = [memory(draft, key) for key, draft in enumerate(given, start=1)]
    export(memories, tmp_path / "out.jsonl", "jsonl", overwrite=True)
    back, rejected, _ = read(tmp_path / "out.jsonl", format="jsonl")
    assert rejected == []
    for one, draft, again in zip(memories, given, back, strict=True):
        assert again.record["id"] == one.id
        for name in CARRIED:
            assert getattr(again, name) == getattr(draft, name), name


def test_what_only_a_vault_gives_is_kept_too(tmp_path: Path) -> None:
    """F3: status, lineage and the like of an exported memory are read back with it."""
    more = {"status": Status.SUPERSEDED, "superseded_by": "mem_x", "lineage": ("mem_y",), "recall_count": 3}
    export([memory(Draft(content="old"), **more)], tmp_path / "out", "jsonl")
    (draft,), _, _ = read(tmp_path / "out" / "memories.jsonl")
    assert (draft.metadata, draft.external_id) == ({}, None)
    assert draft.record == {
        "id": "mem_0000000000000001",
        "status": "superseded",
        "superseded_by": "mem_x",
        "lineage": ["mem_y"],
        "recall_count": 3,
        "actor": "user",
        "weight": 1.0,
        "updated_at": "2026-03-01T12:00:00.000000Z",
        "recorded_at": "2026-03-01T12:00:00.000000Z",
    }


observed = st.builds(
    lambda name, kind, texts: {"type": "entity", "name": name, "entityType": kind, "observations": texts},
    words,
    words | st.just(""),
    st.lists(words, max_size=3, unique=True),
)
related = st.builds(
    lambda a, b, kind: {"type": "relation", "from": a, "to": b, "relationType": kind}, words, words, words
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=100)
@given(
    entities=st.lists(observed, max_size=4, unique_by=lambda one: one["name"]), relations=st.lists(related, max_size=3)
)
def test_mcp_round_trip(tmp_path: Path, entities: list[Any], relations: list[Any]) -> None:
    """F3: importing the server's file and exporting it gives the same entities, observations and relations."""
    path = tmp_path / "memory.jsonl"
    path.write_text("".join(json.dumps(one) + "\n" for one in (*entities, *relations)), encoding="utf-8")
    found, rejected, _ = read(path, format="mcp")
    assert rejected == []
    others = [memory(Draft(content="beside", thread=one["name"], source="chatgpt"), 500) for one in entities[:1]]
    memories = [memory(draft, key) for key, draft in enumerate(found, start=1)] + others
    report = export(memories, tmp_path / "out", "mcp", overwrite=True)
    written = lines(tmp_path / "out" / "memory.jsonl")
    assert [one for one in written if one.get("observations") != ["beside"]] == [*entities, *relations]
    assert len(lines(tmp_path / "out" / "memory.extra.jsonl")) == report.memories == len(memories)


def test_mcp_tells_what_it_leaves_out(tmp_path: Path) -> None:
    """F3: superseded and foreign memories and edited relations are written honestly, and the report says how."""
    relation = {"relation": {"from": "Mara", "to": "Kaffe", "relationType": "owns"}}
    memories = [
        memory(Draft(content="hi", thread="t1", metadata={"title": "New chat"}), 1),
        memory(Draft(content="ho", thread="t2", metadata={"title": "New chat"}), 2),
        memory(Draft(content="a pref", kind="pref"), 3),
        memory(Draft(content="outdated"), 4, status=Status.SUPERSEDED),
        memory(Draft(content="Mara gave Kaffe away", source="mcp", thread="Mara", metadata=relation), 5),
    ]
    report = export(memories, tmp_path / "out", "mcp")
    written = lines(tmp_path / "out" / "memory.jsonl")
    assert [(one["name"], one["observations"]) for one in written] == [
        ("New chat", ["hi"]),
        ("New chat (2)", ["ho"]),
        ("pref", ["a pref"]),
        ("Mara", ["Mara gave Kaffe away"]),
    ]
    assert all(set(one) == {"type", "name", "entityType", "observations"} for one in written)
    assert "1 memories that are not active" in report.left_out[1] and "4 memories" in report.left_out[2]


def test_a_folder_with_both_mcp_files_is_read_once(tmp_path: Path) -> None:
    """F3: importing the folder of an MCP export takes the file that has everything, and counts the other."""
    export([memory(Draft(content="tea", thread="t", kind="pref"))], tmp_path / "out", "mcp")
    found, _, source = read(tmp_path / "out")
    assert [(draft.content, draft.kind) for draft in found] == [("tea", "pref")]
    assert source.skipped == {"file with a fuller one beside it": 1}


@pytest.mark.parametrize("format", ["jsonl", "mcp"])
def test_a_cancelled_or_failed_export_leaves_nothing(tmp_path: Path, format: str) -> None:
    """F3: cancelling, or an error on the way, leaves the folder as it was, with what was there before untouched."""
    target = tmp_path / "out"
    export([memory(Draft(content="precious"))], target, format)
    before = {path.name: path.read_bytes() for path in target.iterdir()}

    class Stop:
        def cancelled(self) -> bool:
            return True

    def failing() -> Iterator[Memory]:
        yield memory(Draft(content="one"))
        raise OSError(28, "No space left on device")

    with pytest.raises(CancelledError):
        export([memory(Draft(content="x"))], target, format, overwrite=True, cancel=Stop())
    with pytest.raises(KnownError, match="No space"):
        export_memories(failing(), target, format, vault_name="v", head=1, exported_at=NOW, overwrite=True)
    with pytest.raises(KnownError, match="already"):
        export([memory(Draft(content="x"))], target, format)
    assert {path.name: path.read_bytes() for path in target.iterdir()} == before


def test_the_manifest_describes_the_file(tmp_path: Path) -> None:
    """F3: the manifest has the count, the checksum, the head, the time and the version of the format."""
    import hashlib

    seen: list[int] = []
    report = export(
        [memory(Draft(content=f"m{n}"), n) for n in range(1, 1_200)], tmp_path / "o", "jsonl", progress=seen.append
    )
    manifest = json.loads((tmp_path / "o" / "manifest.json").read_text())
    data = (tmp_path / "o" / "memories.jsonl").read_bytes()
    assert manifest == {
        "assemblies": 0,
        "exported_at": "2026-03-01T12:00:00.000000Z",
        "file": "memories.jsonl",
        "format_version": 1,
        "head": 9,
        "labels": 0,
        "memories": 1_199,
        "sha256": hashlib.sha256(data).hexdigest(),
        "vault": "v",
    }
    assert (report.memories, seen[0], seen[-1]) == (1_199, 0, 1_199)
    assert all(list(json.loads(line)) == sorted(json.loads(line)) for line in data.splitlines()[:3])
    good = [item for item in ImportSource([tmp_path / "o"]).items() if isinstance(item, Imported)]
    assert len(good) == 1_199
