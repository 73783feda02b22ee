"""Folders of .mem.json and .asm.json: in, out, round trip, unknown fields, damage, and ten thousand at once."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from memory_desktop.core.memory.records import Draft, Layer
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.engine.engine import Engine
from tests.helpers import Clock, vault_at

MEMORIES: list[dict[str, Any]] = [
    {
        "id": f"mem_{n:03}",
        "content": f"Entry number {n} about the garden",
        "timestamp": f"2025-05-0{n + 1}T08:00:00.000000Z",
        "memory_type": "fact",
        "metadata": {"importance": n, "nested": {"a": [1, None]}},
        "quick_recal_score": 0.25 * n,
        "tags": ["garden", f"t{n}"],
        "emotion_metadata": {"dominant": "joy", "intensity": 0.4},
        "a_field_of_tomorrow": {"x": n},
    }
    for n in range(4)
]
ASSEMBLIES: list[dict[str, Any]] = [
    {
        "id": "asm_one",
        "name": "Garden",
        "memory_ids": ["mem_000", "mem_001"],
        "created_at": "2025-06-01T08:00:00.000000Z",
        "updated_at": "2025-06-02T08:00:00.000000Z",
        "tags": ["garden"],
        "topics": ["plants"],
        "merged_from": ["asm_gone", "asm_lost"],
        "assembly_schema_version": "1.0",
        "vector_index_updated_at": "2025-06-02T09:00:00.000000Z",
        "activation_count": 7,
        "a_field_of_tomorrow": [1, 2],
    },
]


def write(folder: Path, files: list[dict[str, Any]], suffix: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for one in files:
        (folder / f"{one['id']}{suffix}").write_text(json.dumps({**one, "embedding": [0.1] * 8}), encoding="utf-8")


def read(folder: Path, suffix: str) -> list[dict[str, Any]]:
    return [json.loads(path.read_bytes()) for path in sorted(folder.glob(f"*{suffix}"))]


def without_ours(files: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The files without what every export adds: the vector, and what only a vault knows."""
    plain = []
    for one in files:
        left = {name: value for name, value in one.items() if name not in ("embedding", "composite_embedding")}
        if "metadata" in one:
            left["metadata"] = {name: value for name, value in one["metadata"].items() if name != "memory_desktop"}
        plain.append(left)
    return plain


@pytest.fixture
def entries(tmp_path: Path) -> Path:
    write(tmp_path / "in", MEMORIES, ".mem.json")
    write(tmp_path / "in", ASSEMBLIES, ".asm.json")
    return tmp_path / "in"


@pytest.fixture
def vault(tmp_path: Path) -> Iterator[Engine]:
    with vault_at(tmp_path / "v", Clock()) as engine:
        yield engine


def test_a_round_trip_loses_nothing(vault: Engine, entries: Path, tmp_path: Path) -> None:
    """A10: every field, unknown ones too, comes out as it went in; scores, sources and the time of sync survive."""
    dry = vault.import_path(entries, dry_run=True)
    assert (dry.new, dry.assemblies, dry.rejected) == (4, 1, 0)
    assert vault.assemblies.all() == []
    report = vault.import_path(entries)
    assert (report.new, report.assemblies, report.rejected) == (4, 1, 0)
    vault.export(tmp_path / "out", "entries")
    assert without_ours(read(tmp_path / "out", ".mem.json")) == MEMORIES
    assert without_ours(read(tmp_path / "out", ".asm.json")) == ASSEMBLIES
    vault.sync()
    again = vault.import_path(entries)
    assert (again.new, again.duplicate, again.assemblies) == (0, 4, 0)
    with vault_at(tmp_path / "other", Clock(), vault_id="other") as other:
        other.import_path(tmp_path / "out")
        assert [one.name for one in other.assemblies.all()] == ["Garden"]
        assert other.assemblies.all()[0].activation_count == 7
        assert {memory.quick_recal_score for memory in other.assemblies.members(other.assemblies.all()[0].id)} == {
            0,
            0.25,
        }


def test_our_own_memories_survive_the_way_out_and_in(vault: Engine, tmp_path: Path) -> None:
    """A10: each has a file of its own, whatever its id elsewhere; what the format has no field for comes back, too."""
    ids = []
    for number, name in enumerate(("Same", "same", "a/b", "a_b", "x" * 20, "CON")):
        draft = Draft(
            content=f"Note {number}",
            layer=Layer.PROCEDURAL if number % 2 else Layer.EPISODIC,
            source="notes" if number < 4 else "entries",
            external_id=name,
            thread=f"t{number}",
            confidence=0.5,
            trust=0.25,
            salience=0.75,
            synthetic=number == 1,
        )
        ids.append(vault.remember(draft).memory.id)
    ids[2] = vault.edit(ids[2], "Note 2, corrected").id
    vault.forget(ids[3])
    vault.assemblies.create("All of them", [one for one in ids if one != ids[3]])
    report = vault.export(tmp_path / "out", "entries")
    files = read(tmp_path / "out", ".mem.json")
    assert report.memories == len(files) == len({one["id"] for one in files}) == 6
    assert report.left_out == ()
    with vault_at(tmp_path / "other", Clock(), vault_id="other") as other:
        assert other.import_path(tmp_path / "out").rejected == 0

        def told(engine: Engine) -> set[tuple[object, ...]]:
            found = engine.page(engine.keys(RecordFilter()))
            return {(m.content, m.layer, m.thread, m.confidence, m.trust, m.salience, m.synthetic) for m in found}

        assert told(other) == told(vault)
        (group,) = other.assemblies.all()
        assert len(other.assemblies.members(group.id)) == 5
        other.export(tmp_path / "again", "entries")

    def anonymous(found: list[dict[str, Any]]) -> list[str]:
        return sorted(json.dumps({**one, "id": ""}, sort_keys=True) for one in without_ours(found))

    assert anonymous(read(tmp_path / "again", ".mem.json")) == anonymous(files)


def test_an_import_with_assemblies_is_one_step_of_undo(vault: Engine, entries: Path) -> None:
    """A10, F5: memories and assemblies go together, and come back together."""
    vault.import_path(entries)
    undone = vault.undo()
    assert undone is not None and undone.name == "import 4 memories"
    assert vault.assemblies.all() == []
    assert vault.status().memories.get("active", 0) == 0


def test_what_is_damaged_is_named_and_passed_over(vault: Engine, entries: Path) -> None:
    """A10: each bad file with its reason; the others come in."""
    bad = {
        "cut.mem.json": '{"id": "x", "content": "cut',
        "list.mem.json": "[1, 2]",
        "number.mem.json": '{"id": "x", "content": 5}',
        "score.mem.json": '{"id": "x", "content": "y", "quick_recal_score": 7}',
        "nameless.asm.json": '{"id": "asm_x", "memory_ids": ["mem_000"]}',
        "strangers.asm.json": '{"id": "asm_y", "name": "y", "memory_ids": ["nobody"]}',
        "time.asm.json": '{"id": "asm_z", "name": "z", "memory_ids": ["mem_000"], "created_at": "soon"}',
    }
    for name, text in bad.items():
        (entries / name).write_text(text, encoding="utf-8")
    report = vault.import_path(entries)
    assert (report.new, report.assemblies, report.rejected) == (4, 1, 7)
    assert {Path(one.file).name for one in report.rejections} == set(bad)
    assert all(one.reason for one in report.rejections)


@pytest.mark.long
def test_ten_thousand_files_in_one_go(vault: Engine, tmp_path: Path) -> None:
    """A10: with progress, and all of them there."""
    folder = tmp_path / "many"
    folder.mkdir()
    for n in range(10_000):
        (folder / f"m{n}.mem.json").write_text(f'{{"id": "m{n}", "content": "Note {n} of many"}}', encoding="utf-8")
    seen: list[int] = []
    report = vault.import_path(folder, progress=lambda progress: seen.append(progress.items))
    assert (report.new, report.rejected) == (10_000, 0)
    assert len(seen) > 3 and seen == sorted(seen)
