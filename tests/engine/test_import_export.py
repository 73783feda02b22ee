"""Import into a vault and export from it, through the engine."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from memory_desktop.core.answers import ImportProgress
from memory_desktop.core.errors import KnownError
from memory_desktop.core.memory.records import Draft, Layer, Memory
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.engine.engine import Engine
from tests.helpers import NOON, Clock, vault_at
from tests.imports.builders import chain, dump, zipped

EVERY = RecordFilter(statuses=("active", "superseded", "tombstone"))


def write(path: Path, *records: dict[str, object]) -> Path:
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    return path


def contents(vault: Engine, filter: RecordFilter = RecordFilter()) -> list[str]:
    return [memory.content for memory in vault.page(vault.keys(filter, sort="key", descending=False))]


def test_a_dry_run_says_what_the_import_does(vault: Engine, tmp_path: Path) -> None:
    """F3: the counts of a dry run are those of the import after it, and the dry run writes nothing."""
    vault.remember("known already")
    gone = vault.remember("forgotten before").memory
    vault.forget(gone.id)
    path = write(
        tmp_path / "r.jsonl",
        {"id": "1", "content": "new one", "source": "s"},
        {"id": "2", "content": "Known   ALREADY"},
        {"content": "new one"},
        {"id": "1", "content": "another text for the same id", "source": "s"},
        {"content": "forgotten before"},
        {"content": ""},
    )
    head = vault.head
    dry = vault.import_path(path, dry_run=True)
    assert vault.head == head
    assert (dry.new, dry.duplicate, dry.conflict, dry.rejected, dry.forgotten) == (1, 3, 1, 1, 1)
    assert dry.samples["new"] == ("new one",)
    real = vault.import_path(path)
    assert (real.new, real.duplicate, real.conflict, real.rejected) == (1, 3, 1, 1)
    assert contents(vault) == ["known already", "another text for the same id"]
    again = vault.import_path(path)
    assert (again.new, again.conflict) == (0, 0)


@pytest.mark.parametrize(
    ("on_conflict", "active"),
    [("supersede", ["newer"]), ("skip", ["older"]), ("both", ["older", "newer"])],
)
def test_conflicts_are_settled_as_asked(vault: Engine, tmp_path: Path, on_conflict: str, active: list[str]) -> None:
    """F3: the same external id with another text supersedes, is skipped, or stands beside the old one."""
    vault.import_path(write(tmp_path / "a.jsonl", {"id": "x", "content": "older", "source": "s"}))
    newer = write(tmp_path / "b.jsonl", {"id": "x", "content": "newer", "source": "s"})
    report = vault.import_path(newer, on_conflict=on_conflict)
    assert report.conflict == 1
    assert contents(vault) == active
    if on_conflict == "supersede":
        successor = vault.page(vault.keys(RecordFilter()))[0]
        assert successor.lineage and successor.external_id == "x"


def test_ids_of_two_files_do_not_meet(vault: Engine, tmp_path: Path) -> None:
    """F3: records that name no source belong to their file, so equal ids in two files are two memories."""
    vault.import_path(write(tmp_path / "a.jsonl", {"id": "1", "content": "first of a"}))
    report = vault.import_path(write(tmp_path / "b.jsonl", {"id": "1", "content": "first of b"}))
    assert (report.new, report.conflict) == (1, 0)
    assert contents(vault) == ["first of a", "first of b"]
    assert contents(vault, RecordFilter(sources=("b.jsonl",))) == ["first of b"]


def test_a_real_shaped_export_becomes_searchable_at_once(vault: Engine, tmp_path: Path) -> None:
    """F3, E4: after importing a ChatGPT zip every message is found by keyword before any vector exists."""
    (tmp_path / "export.zip").write_bytes(
        zipped({"conversations.json": json.dumps([chain(30, "Lisbon"), chain(30, "Oslo")])})
    )
    report = vault.import_path(tmp_path / "export.zip", extract=False)
    assert (report.new, report.formats) == (60, {"chatgpt": 60})
    answer = vault.recall("Oslo turn 17", mode="keyword")
    assert answer.hits[0].memory.content == "Oslo turn 17"
    assert vault.sync_status().pending == 60
    events = vault.events(limit=1000)
    assert {entry.type for entry in events} == {"VAULT", "IMPORT", "INGEST", "IMPORTED"}


@pytest.mark.long
def test_an_import_is_one_command(vault: Engine, tmp_path: Path) -> None:
    """F5: all events of an import, however many batches, name the same command."""
    vault.import_path(write(tmp_path / "r.jsonl", *({"content": f"fact {n}"} for n in range(4_500))))
    commands = {event.command for chunk in vault._store.log.read(1) for event in chunk}
    assert commands == {2}


@pytest.mark.long
def test_progress_and_cancel(vault: Engine, tmp_path: Path) -> None:
    """F3: progress tells items and rate; a cancelled import keeps what was counted and can be done again."""
    path = write(tmp_path / "r.jsonl", *({"content": f"fact number {n}"} for n in range(6_000)))
    seen: list[ImportProgress] = []

    class Stop:
        def cancelled(self) -> bool:
            return len(seen) >= 2

    report = vault.import_path(path, progress=seen.append, cancel=Stop())
    assert report.cancelled
    assert report.new == vault.status().memories["active"] == 4_000
    assert seen[-1].items == 4_000 and seen[-1].rate > 0
    rest = vault.import_path(path)
    assert (rest.new, rest.duplicate) == (2_000, 4_000)
    assert vault.verify().ok


RICH = Draft(
    content="Ångström “x”\nsecond line 🦊",
    layer=Layer.EMOTIONAL,
    kind="emotion",
    tags=("a", "b c"),
    source="chat",
    thread="t",
    external_id="ext",
    metadata={"deep": [1, {"x": None}]},
    emotion={"valence": 0.5},
    confidence=0.25,
    trust=0.5,
    salience=2.0,
    synthetic=True,
    created_at=NOON,
)


def as_draft(memory: Memory) -> Draft:
    names = Draft.__dataclass_fields__.keys() - {"embedding", "record"}
    return Draft(**{name: getattr(memory, name) for name in names})


def test_jsonl_comes_back_as_it_was(vault: Engine, tmp_path: Path) -> None:
    """F3: exporting as JSONL and importing into a new vault gives every field that a draft can carry."""
    vault.remember(RICH)
    for n in range(5):
        vault.remember(f"plain {n}", tags=[f"t{n}"])
    report = vault.export(tmp_path / "out", "jsonl")
    assert report.memories == 6
    manifest = json.loads((tmp_path / "out" / "manifest.json").read_text())
    assert manifest["memories"] == 6 and len(manifest["sha256"]) == 64
    with vault_at(tmp_path / "w", Clock(), vault_id="other") as other:
        assert other.import_path(tmp_path / "out" / "memories.jsonl").new == 6
        rich = next(m for m in other.page(other.keys(RecordFilter())) if m.kind == "emotion")
        assert as_draft(rich) == RICH
        plain = next(m for m in other.page(other.keys(RecordFilter())) if m.content == "plain 3")
        assert (plain.source, plain.tags) == ("", ("t3",))


def test_mcp_comes_back_as_it_was(vault: Engine, tmp_path: Path) -> None:
    """F3: a memory.jsonl that was imported is exported with the same entities, observations and relations."""
    lines = [
        {"type": "entity", "name": "Mara", "entityType": "person", "observations": ["likes tea", "sails"]},
        {"type": "entity", "name": "Kaffe", "entityType": "dog", "observations": ["barks"]},
        {"type": "relation", "from": "Mara", "to": "Kaffe", "relationType": "owns"},
    ]
    vault.import_path(write(tmp_path / "memory.jsonl", *lines))
    report = vault.export(tmp_path / "out", "mcp")
    assert [json.loads(line) for line in (tmp_path / "out" / "memory.jsonl").read_text().splitlines()] == lines
    assert report.left_out
    extra = [json.loads(line) for line in (tmp_path / "out" / "memory.extra.jsonl").read_text().splitlines()]
    assert len(extra) == 4 and all("created_at" in one for one in extra)


def test_an_export_never_overwrites_unasked(vault: Engine, tmp_path: Path) -> None:
    """F3: a destination that is there already is refused and untouched until overwriting is allowed."""
    vault.remember("tea")
    target = tmp_path / "out.jsonl"
    target.write_text("precious")
    with pytest.raises(KnownError, match="there already"):
        vault.export(target, "jsonl")
    assert target.read_text() == "precious"
    vault.export(target, "jsonl", overwrite=True)
    assert "tea" in target.read_text()
    with pytest.raises(KnownError, match="not known"):
        vault.export(tmp_path / "x", "xml")


def test_bad_input_never_raises(vault: Engine, tmp_path: Path) -> None:
    """F3: a folder of good and broken files imports the good ones and reports each broken one."""
    folder = tmp_path / "mixed"
    folder.mkdir()
    dump(folder / "conversations.json", [chain(2, "A")])
    (folder / "broken.zip").write_bytes(b"PK\x03\x04 no zip")
    (folder / "notes.md").write_text("a note")
    (folder / "table.csv").write_text("x,y\n1,2\n")
    (folder / "picture.png").write_bytes(b"\x89PNG")
    report = vault.import_path(folder)
    assert report.new == 3
    assert {one.file for one in report.rejections} == {"mixed/broken.zip", "mixed/table.csv"}
