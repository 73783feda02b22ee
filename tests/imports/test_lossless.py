"""Out of one vault and into another: JSONL and entries lose nothing, and the entries are what their classes expect."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from dataclasses import asdict
from datetime import timedelta
from pathlib import Path
from typing import Any

import numpy as np
import orjson
import pytest

from memory_desktop.core.memory.records import Draft, Memory
from memory_desktop.core.memory.taking_over import taken_id
from memory_desktop.core.outside import embedding, unit
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.engine.engine import Engine
from memory_desktop.wiring import open_vault
from tests.helpers import Clock, vault_at

WHOLE = RecordFilter(statuses=("active", "superseded"))
#: Given anew by every vault.
OF_THE_VAULT = {"key", "id", "revision", "lineage", "superseded_by", "origin"}


class MemoryEntry:
    """The entry of the first seed: its constructor, and nothing more."""

    def __init__(
        self,
        id: str,
        content: str,
        embedding: list[float],
        timestamp: str | None = None,
        memory_type: str = "general",
        metadata: dict[str, Any] | None = None,
        quick_recal_score: float = 0.5,
        tags: list[str] | None = None,
        emotion_metadata: dict[str, Any] | None = None,
    ) -> None:
        self.id = id
        self.content = content
        self.embedding = embedding
        self.timestamp = timestamp
        self.memory_type = memory_type
        self.metadata = metadata or {}
        self.tags = tags or []
        self.emotion_metadata = emotion_metadata or {}
        self.quick_recal_score = quick_recal_score


class MemoryAssembly:
    """The assembly of the first seed: its constructor, and nothing more."""

    def __init__(
        self,
        id: str,
        name: str,
        composite_embedding: list[float],
        memory_ids: list[str],
        created_at: str | None = None,
        updated_at: str | None = None,
        tags: list[str] | None = None,
        topics: list[str] | None = None,
        merged_from: list[str] | None = None,
        assembly_schema_version: str = "1.0",
        vector_index_updated_at: str | None = None,
        activation_count: int = 0,
    ) -> None:
        self.id = id
        self.name = name
        self.composite_embedding = composite_embedding
        self.memory_ids = memory_ids
        self.created_at = created_at
        self.updated_at = updated_at or created_at
        self.tags = tags or []
        self.topics = topics or []
        self.merged_from = merged_from or []
        self.assembly_schema_version = assembly_schema_version
        self.vector_index_updated_at = vector_index_updated_at
        self.activation_count = activation_count


def told(vault: Engine) -> list[dict[str, Any]]:
    """All that a vault's records say, but for what every vault gives anew; kin by their texts."""
    found = list(vault._store.records.iterate(WHOLE))
    texts = {one.id: one.content for one in found}
    lines: dict[str, list[str]] = {}
    for one in found:
        lines.setdefault(one.line, []).append(one.content)
    return [
        {
            **{name: value for name, value in asdict(one).items() if name not in OF_THE_VAULT},
            "came from": sorted(texts[id] for id in one.lineage if id in texts),
            "became": texts.get(one.superseded_by or ""),
            "came back as": one.origin != one.id,
            "line": sorted(lines[one.line]),
        }
        for one in found
    ]


def groups(vault: Engine, format: str) -> dict[str, Any]:
    """Each assembly with the texts of what stands for its members; an .asm.json has no place for reason and author."""
    return {
        one.name: (
            [memory.content for memory in vault.assemblies.members(one.id)],
            one.tags, one.topics, one.activation_count, one.created_at, one.updated_at,
            (one.reason, one.actor) if format != "entries" else (),
        )
        for one in vault.assemblies.all()
    }  # fmt: skip


def labels(vault: Engine) -> dict[str, list[str]]:
    """Each labelled query with the texts that it should find, but for those that were forgotten."""
    named = vault._store.records.by_ids([id for one in vault.lab.queries() for id in one.ids])
    found = {id: one for id, one in named.items() if one.status != "tombstone"}
    return {one.query: [found[id].content for id in one.ids if id in found] for one in vault.lab.queries()}


@pytest.fixture(scope="module")
def sample(played_sample: tuple[Path, dict[str, str]], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    """The sample vault with feedback, a labelled query and an assembly made by hand."""
    with open_vault(Path(shutil.copytree(played_sample[0], tmp_path_factory.mktemp("sample") / "v"))) as vault:
        ids = [hit.memory.id for hit in vault.recall("tea").hits[:3]]
        vault.appraise(ids[0], True, "tea")
        vault.lab.label("what to drink", ids)
        vault.assemblies.create("Made by hand", ids, tags=["x"], topics=["y"], actor="agent")
        vault.sync()
        yield vault


@pytest.mark.long
@pytest.mark.parametrize("format", ["jsonl", "entries", "markdown", "parquet"])
def test_a_round_trip_of_the_sample_loses_nothing(sample: Engine, tmp_path: Path, format: str) -> None:
    """T15: the sample comes out of an export with its statuses, kin, scores, counts, times, authors and assemblies."""
    sample.export(tmp_path / "out", format)
    with vault_at(tmp_path / "other", Clock(), vault_id="other") as other:
        report = other.import_path(tmp_path / "out")
        assert (report.rejected, report.duplicate, report.conflict, report.held) == (0, 0, 0, 0)

        def by_text(vault: Engine) -> list[dict[str, Any]]:
            return sorted(told(vault), key=lambda one: (one["content"], one["status"], one["created_at"]))

        assert by_text(other) == by_text(sample)
        assert other.status().memories["superseded"] == sample.status().memories["superseded"] > 20
        assert groups(other, format) == groups(sample, format) and "Made by hand" in groups(other, format)
        if format != "entries":
            assert labels(other) == labels(sample) != {}
        assert other.verify().ok
        again = other.import_path(tmp_path / "out")
        assert (again.new, again.assemblies, again.duplicate) == (0, 0, report.new)
        assert by_text(other) == by_text(sample)


def test_three_with_one_external_id_come_back_as_three(tmp_path: Path) -> None:
    """R9: our own JSONL, imported again or elsewhere, keeps memories apart that share an external id."""
    with vault_at(tmp_path / "v") as vault:
        for number in range(4):
            name = "same" if number else "other"
            vault.remember(Draft(content=f"memory {number}", source="chat", external_id=name))
        vault.export(tmp_path / "out.jsonl", "jsonl")
        again = vault.import_path(tmp_path / "out.jsonl")
        assert (again.new, again.duplicate, again.conflict) == (0, 4, 0)
        assert vault.status().memories == {"active": 4}
        with vault_at(tmp_path / "other", vault_id="other") as other:
            report = other.import_path(tmp_path / "out.jsonl")
            assert (report.new, report.conflict) == (4, 0) and other.status().memories == {"active": 4}
            assert other.import_path(tmp_path / "out.jsonl").new == 0
            undone = other.undo()
            assert undone is not None and other.status().memories.get("active", 0) == 0


def test_a_record_cannot_choose_what_it_takes_the_place_of(tmp_path: Path) -> None:
    """T15: ids of a file are never those of the vault; a circle of ancestors or a strange field costs its own line."""
    with vault_at(tmp_path / "v") as vault:
        mine = vault.remember("mine").memory
        vault.export(tmp_path / "out.jsonl", "jsonl")
        line = json.loads((tmp_path / "out.jsonl").read_text().splitlines()[0])
        lines: list[dict[str, Any]] = [
            {**line, "content": "an impostor"},
            {**line, "content": "circle a", "id": "a", "lineage": ["b"]},
            {**line, "content": "circle b", "id": "b", "lineage": ["a"]},
            {**line, "content": "itself", "id": "c", "lineage": ["c"], "superseded_by": "c", "status": "superseded"},
            {**line, "content": "extras", "id": "d", "extra": {"status": "tombstone", "id": mine.id, "odd": 1}},
            *({**line, "content": f"bad {name}", "id": name, name: value} for name, value in BAD.items()),
        ]
        (tmp_path / "in.jsonl").write_text("\n".join(json.dumps(one) for one in lines))
        report = vault.import_path(tmp_path / "in.jsonl")
        assert (report.new, report.duplicate, report.rejected) == (4, 1, len(BAD))
        kept = vault._store.records.by_ids([mine.id, *(taken_id("test", id) for id in "abcd")])
        assert kept[mine.id].content == "mine" and kept[mine.id].status == "active" and len(kept) == 5
        assert sum(len(one.lineage) for one in kept.values()) <= 1
        assert kept[taken_id("test", "d")].extra == {"odd": 1}
        assert vault.verify().ok


BAD: dict[str, Any] = {
    "status": "gone",
    "lineage": "x",
    "weight": -1,
    "recall_count": 1e300,
    "recalled_at": "soon",
    "superseded_by": 7,
    "quick_recal_score": 3,
    "extra": [],
    "pii": [1],
    "actor": {},
}


@pytest.fixture
def vault(tmp_path: Path) -> Iterator[Engine]:
    with vault_at(tmp_path / "v", Clock(tick=timedelta(seconds=1))) as engine:
        yield engine


def files(folder: Path, suffix: str) -> list[dict[str, Any]]:
    return [json.loads(path.read_bytes()) for path in sorted(folder.glob(f"*{suffix}"))]


def test_the_classes_of_the_seed_load_our_files(vault: Engine, tmp_path: Path) -> None:
    """A10, S5: a file has exactly what the constructor of its class takes, its vector included, whose model is told."""
    ids = [
        vault.remember(Draft(content=f"note {n}", tags=("t",), metadata={"a": n}, trust=0.5)).memory.id
        for n in range(3)
    ]
    vault.assemblies.create("All", ids, topics=["notes"])
    vault.sync()
    vault.remember("waits for its vector")
    vault.edit(ids[0], "note 0, corrected")
    vault.export(tmp_path / "out", "entries")
    entries = [MemoryEntry(**one) for one in files(tmp_path / "out", ".mem.json")]
    (assembly,) = [MemoryAssembly(**one) for one in files(tmp_path / "out", ".asm.json")]
    assert len(entries) == 5 and {len(one.embedding) for one in entries} == {vault._current_space().embedder.dim}
    assert all(abs(np.linalg.norm(one.embedding) - 1) < 1e-3 for one in entries)
    assert len(assembly.composite_embedding) == vault._current_space().embedder.dim and len(assembly.memory_ids) == 3
    assert set(assembly.memory_ids) <= {one.id for one in entries}
    version = vault.status().sync.model_version
    assert {one.metadata["memory_desktop"]["model_version"] for one in entries} == {version}
    manifest = json.loads((tmp_path / "out" / "manifest.json").read_bytes())
    assert (manifest["model_version"], manifest["memories"], manifest["assemblies"]) == (version, 5, 1)


def vector_events(vault: Engine) -> list[Any]:
    return [
        payload["embedding"]
        for chunk in vault._store.log.read(1)
        for event in chunk
        if event.type == "INGEST" and "embedding" in (payload := orjson.loads(event.payload))
    ]


def stored(vault: Engine, memory: Memory) -> Any:
    keys, vectors = vault._current_space().vectors.index.fetch(np.array([memory.key]))
    return vectors[0] if len(keys) else None


def test_a_vector_of_the_model_in_use_is_used_as_it_is(vault: Engine, tmp_path: Path) -> None:
    """A10, S5: a vector of the same model goes into the index, another's stays in the log, a bad one is named."""
    version, dim = vault.status().sync.model_version, vault._current_space().embedder.dim
    odd = [0.0] * (dim - 1) + [1.0]
    given: dict[str, dict[str, Any]] = {
        "same": {"embedding": odd, "model_version": version},
        "other": {"embedding": [0.5, 0.5], "model_version": "else@12345678"},
        "nobody": {"embedding": [0.25]},
        "short": {"embedding": [1.0], "model_version": version},
        "zero": {"embedding": [0.0] * dim, "model_version": version},
        "text": {"embedding": ["x"], "model_version": version},
        "huge": {"embedding": [1e300] * dim, "model_version": version},
    }
    (tmp_path / "in").mkdir()
    for name, fields in given.items():
        (tmp_path / "in" / f"{name}.mem.json").write_text(
            json.dumps({"id": name, "content": f"about {name}", **fields})
        )
    report = vault.import_path(tmp_path / "in")
    assert (report.new, report.rejected) == (7, 0)
    assert {(one.file, one.place) for one in report.warnings} == {
        ("in/text.mem.json", "embedding"),
        ("in/huge.mem.json", "embedding"),
        ("in/short.mem.json", "whole file embedding"),
        ("in/zero.mem.json", "whole file embedding"),
    }
    memories = {one.external_id: one for one in vault._store.records.iterate()}
    assert np.allclose(stored(vault, memories["same"]), odd, atol=0.01)
    assert vault.sync_status().pending == 6
    assert sorted(vector_events(vault), key=len) == [
        {"model_version": "", "values": [0.25]},
        embedding("else@12345678", unit([0.5, 0.5])),
    ]
    vault.sync()
    assert vault.sync_status().pending == 0
    assert np.allclose(stored(vault, memories["same"]), odd, atol=0.01)
    assert all(abs(np.linalg.norm(stored(vault, one)) - 1) < 0.02 for one in memories.values())
    assert vault.verify().ok


def test_a_redacted_text_does_not_keep_its_vector(vault: Engine, tmp_path: Path) -> None:
    """A10: where a gate takes personal data out of a text, the vector of the whole text is not used."""
    vault.change_settings({"gates.pii": "redact"})
    version, dim = vault.status().sync.model_version, vault._current_space().embedder.dim
    body = {"id": "a", "content": "write to mara@example.org", "embedding": [1.0] + [0.0] * (dim - 1)}
    (tmp_path / "a.mem.json").write_text(json.dumps({**body, "model_version": version}))
    assert vault.import_path(tmp_path / "a.mem.json").new == 1
    assert vault.sync_status().pending == 1 and vector_events(vault) == []


def test_members_are_found_by_text(vault: Engine, tmp_path: Path) -> None:
    """A10, S5: an assembly whose members the vault has under other ids is made with them; one of strangers is named."""
    vault.remember("the garden is wet")
    folder = tmp_path / "in"
    folder.mkdir()
    for id, text in (("m1", "the garden is wet"), ("m2", "The garden is wet"), ("m3", "the roof is dry")):
        (folder / f"{id}.mem.json").write_text(json.dumps({"id": id, "content": text}))
    for id, members in (("a", ["m1"]), ("b", ["m2", "m3"]), ("c", ["nobody"])):
        (folder / f"{id}.asm.json").write_text(
            json.dumps({"id": id, "name": id, "memory_ids": members, "members": ["x"]})
        )
    report = vault.import_path(folder)
    assert (report.new, report.duplicate, report.assemblies) == (1, 2, 2)
    assert [one.file for one in report.rejections] == ["in/c.asm.json"]
    found = {
        one.name: [memory.content for memory in vault.assemblies.members(one.id)] for one in vault.assemblies.all()
    }
    assert found == {"a": ["the garden is wet"], "b": ["the garden is wet", "the roof is dry"]}


def test_any_id_can_be_written(vault: Engine, tmp_path: Path) -> None:
    """R9: ids of any length and with any character become files of their own, and come back as they were."""
    names = [
        "x" * 300,
        "x" * 299 + "y",
        "../../up",
        "a/b",
        "a_b",
        "A_B",
        "CON",
        "nul.txt",
        ".hidden",
        "ends.",
        "Ä" * 200,
        "\ud800?",
    ]
    names = [name.encode("utf-8", "replace").decode() for name in names]
    (tmp_path / "in").mkdir()
    for number, name in enumerate(names):
        body = {"id": name, "content": f"memory {number}"}
        (tmp_path / "in" / f"{number}.mem.json").write_text(json.dumps(body))
        group = {"id": name, "name": f"group {number}", "memory_ids": [name]}
        (tmp_path / "in" / f"{number}.asm.json").write_text(json.dumps(group))
    report = vault.import_path(tmp_path / "in")
    assert (report.new, report.assemblies) == (len(names), len(names))
    vault.export(tmp_path / "out", "entries")
    written = sorted(path.name for path in (tmp_path / "out").iterdir())
    assert len({name.casefold() for name in written}) == 2 * len(names) + 1
    assert max(len(name) for name in written) <= 120 and not any(name.startswith(".") for name in written)
    with vault_at(tmp_path / "other", vault_id="other") as other:
        assert other.import_path(tmp_path / "out").rejected == 0
        back = {one.content: one.external_id for one in other._store.records.iterate()}
        assert back == {f"memory {number}": name for number, name in enumerate(names)}
        assert all(len(other.assemblies.members(one.id)) == 1 for one in other.assemblies.all())


def test_an_export_of_some_memories_stands_by_itself(vault: Engine, tmp_path: Path) -> None:
    """A10: a folder of some memories has only assemblies of these, and no successor that is not among them."""
    ids = [vault.remember(f"note {n}", tags=["kept"] if n < 2 else []).memory.id for n in range(4)]
    vault.assemblies.create("Mixed", ids[1:])
    vault.assemblies.create("Others", ids[2:])
    newer = vault.edit(ids[0], "note 0, corrected").id
    vault.forget([newer])
    vault.export(
        tmp_path / "some", "entries", filter=RecordFilter(statuses=("active", "superseded"), tags=(("kept",),))
    )
    with vault_at(tmp_path / "other", vault_id="other") as other:
        report = other.import_path(tmp_path / "some")
        assert (report.new, report.assemblies, report.rejected) == (2, 1, 0)
        assert other.status().memories == {"active": 1, "superseded": 1}
        assert other.verify().ok
