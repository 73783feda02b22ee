"""A vault may come from a stranger: what it says is never used as a path, and only the program's own files are deleted."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import orjson
import pytest

from memory_desktop.core.errors import EmbeddingError, KnownError, VaultError
from memory_desktop.core.events.event import EventType, NewEvent
from memory_desktop.core.names import is_plain, plain_form
from memory_desktop.core.ports import Embedder
from memory_desktop.own_files import damaged_copies, remove_index
from memory_desktop.store import Store
from memory_desktop.wiring import open_vault, rebuild_vault
from tests.helpers import NOON, vault_at

BAD_NAMES = [
    "",
    ".",
    "..",
    "../x",
    "/home/you",
    "a/b",
    "a\\b",
    ".hidden",
    "x.",
    "NUL",
    "com1.x",
    "a b",
    "é",
    "a\n",
    "x" * 201,
]


@pytest.fixture(scope="module")
def pristine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A closed vault with vectors, keywords and a snapshot."""
    path = tmp_path_factory.mktemp("pristine") / "v"
    with vault_at(path) as vault:
        for number in range(60):
            vault.remember(f"note {number} about the harbour")
        vault.sync()
        vault.snapshots.create("kept")
    return path


@pytest.fixture
def path(pristine: Path, tmp_path: Path) -> Path:
    """A copy of it."""
    shutil.copytree(pristine, tmp_path / "v")
    return tmp_path / "v"


@pytest.fixture
def outside(tmp_path: Path) -> Iterator[Path]:
    """A folder beside the vault whose files must stay as they are."""
    folder = tmp_path / "Documents"
    folder.mkdir()
    for name in ("letter.txt", "manifest.json", "delta-00000001.vec", "config.json", "config.parquet"):
        (folder / name).write_text(f"mine: {name}")
    before = tree(folder)
    yield folder
    assert tree(folder) == before


def tree(folder: Path) -> dict[str, bytes]:
    return {str(one.relative_to(folder)): one.read_bytes() for one in folder.rglob("*") if one.is_file()}


def note_migration(path: Path, payload: Mapping[str, Any]) -> int:
    """Append a MIGRATION event as a stranger could, with a chain that holds; its place in the log."""
    store = Store(path / "memory.duckdb")
    try:
        placed = store.log.prepare([NewEvent(EventType.MIGRATION, payload)], now=NOON, actor="x", command=None)
        with store.database.transaction() as cursor:
            store.log.append(cursor, placed)
        return placed[0].seq
    finally:
        store.close()


def model_folder(path: Path) -> Path:
    return next(iter((path / "vectors").iterdir()))


@pytest.mark.parametrize("name", BAD_NAMES)
def test_what_may_not_be_a_name(name: str) -> None:
    """R1: separators, dots first or last, device names, other characters and what is too long are no plain names."""
    assert not is_plain(name)
    assert is_plain(plain_form(name)) or plain_form(name).upper().startswith(("NUL", "COM1"))


@pytest.mark.long
@pytest.mark.parametrize("ref", ["missing-model", "bundled"])
@pytest.mark.parametrize("to", ["OUTSIDE", "../../Documents", "..", ".hidden"])
def test_a_model_version_is_no_path(path: Path, outside: Path, ref: str, to: str) -> None:
    """R1: a MIGRATION event whose version is a path is refused by its number, and nothing outside is touched."""
    to = str(outside) if to == "OUTSIDE" else to
    seq = note_migration(path, {"what": "embedding_model", "from": "a", "to": to, "ref": ref, "dim": 4})
    for _ in range(2):
        with pytest.raises(VaultError, match=f"event {seq} "):
            vault_at(path)


def test_odd_values_of_a_migration_event_give_a_sentence(path: Path) -> None:
    """R1: sizes and references of models that cannot be are told, not believed."""
    note_migration(path, {"what": "embedding_model", "to": "m@00000000", "ref": "~nobody\u0000/x", "dim": 10**15})
    with pytest.raises(EmbeddingError):
        vault_at(path)


def test_a_cancelled_change_of_model_deletes_no_path(path: Path, outside: Path) -> None:
    """R1: the note of a migration that names a path as its new version deletes nothing when it is cancelled."""
    store = Store(path / "memory.duckdb")
    store.meta.set("migration", {"stage": "embedding", "new": str(outside), "ref": "gone", "old": "x", "paused": True})
    store.close()
    with vault_at(path) as vault:
        vault.models.cancel()
    assert outside.is_dir()


@pytest.mark.parametrize("id", ["../../Documents/config", "/etc/config", "other"])
def test_a_snapshots_id_is_its_file_name(path: Path, outside: Path, id: str) -> None:
    """R1: a description with another id than its file's name is no snapshot, and deletes nothing."""
    described = next((path / "snapshots").glob("*.json"))
    body = orjson.loads(described.read_bytes())
    for number in range(40):  # enough for the policy to thin them out
        (path / "snapshots" / f"{number:010d}-20260101T000000.json").write_bytes(
            orjson.dumps({**body, "id": id.replace("Documents", outside.name), "reason": "automatic", "seq": number})
        )
    with vault_at(path) as vault:
        assert [one.name for one in vault.snapshots.list()] == ["kept"]
        with pytest.raises(KnownError):
            vault.snapshots.delete(id)
        vault.change_settings({"snapshots.every": 1})
        assert vault.snapshots.automatic()


@pytest.mark.parametrize("name", ["../../../Documents/delta-00000001", "/etc/x", "delta-1", "letter", ".."])
def test_a_manifest_names_only_its_own_files(path: Path, outside: Path, name: str) -> None:
    """R1: a manifest that names other files is damage, told with its place; the index is built again."""
    manifest = model_folder(path) / "manifest.json"
    body = orjson.loads(manifest.read_bytes())
    body["segments"][0]["name"] = name
    manifest.write_bytes(orjson.dumps(body))
    with vault_at(path) as vault:
        assert "manifest.json" in " ".join(vault.status().notes)
        vault.sync()
        assert vault.verify().ok


def test_foreign_files_stay(path: Path, clock: Any) -> None:
    """R1: nothing that is not the program's own is deleted by opening, repair, rebuild, clean-up or setting aside."""
    model = model_folder(path)
    foreign = [
        "vectors/Photos/holiday.jpg",
        "scratch/mine.txt",
        "rebuild/mine.txt",
        "snapshots/mine.parquet",
        "keywords/mine.txt",
    ]
    foreign += [f"vectors/{model.name}/{name}" for name in ("thumbs.db", "@eaDir/x", "notes.vec", "delta-x.vec")]
    for name in foreign:
        (path / name).parent.mkdir(parents=True, exist_ok=True)
        (path / name).write_text("mine")
    with vault_at(path) as vault:
        vault.models.clean_up()
        vault.as_of(3).close()
        assert vault.verify(repair=True).ok
    assert all((path / name).read_text() == "mine" for name in foreign)
    rebuild_vault(path)
    (model / "manifest.json").unlink(missing_ok=True)
    with vault_at(path) as vault:
        vault.sync()
        assert vault.verify().ok
        vault.models.clean_up()
    kept = sorted(one.name for one in path.rglob("*") if one.is_file() and one.read_bytes() == b"mine")
    assert kept == sorted(Path(name).name for name in foreign)


@pytest.mark.parametrize("place", ["vectors", "keywords", "snapshots", "scratch", "rebuild"])
def test_links_out_of_the_vault_are_not_followed(path: Path, outside: Path, place: str) -> None:
    """R1: a link in the place of one of the vault's folders is set aside, and what it points to stays as it was."""
    shutil.rmtree(path / place, ignore_errors=True)
    (path / place).symlink_to(outside, target_is_directory=True)
    with vault_at(path) as vault:
        vault.sync()
        vault.snapshots.create("x")
        vault.as_of(3).close()
        assert vault.verify(repair=True).ok


@pytest.mark.parametrize("place", ["vault.json", "memory.duckdb", "memory.duckdb.wal", "anchor.log", "vault.pid"])
@pytest.mark.parametrize("kind", ["link", "pipe", "folder"])
def test_what_stands_in_place_of_a_file_is_told(path: Path, outside: Path, place: str, kind: str) -> None:
    """R1, R11: a link, a pipe or a folder in the place of a file of the vault is named, and never waited for."""
    (path / place).unlink(missing_ok=True)
    if kind == "link":
        (path / place).symlink_to(outside / "letter.txt")
    elif kind == "pipe":
        os.mkfifo(path / place)
    else:
        (path / place).mkdir()
    with pytest.raises(VaultError):
        open_vault(path)
    with pytest.raises(VaultError):
        rebuild_vault(path)


def test_a_local_model_has_a_plain_version(path: Path, tmp_path: Path) -> None:
    """R1: a model's folder may have any name; its version, which names a folder in the vault, is plain."""
    from memory_desktop.embed import FolderShelf
    from memory_desktop.embed.bundled import bundled_model

    folder = tmp_path / "Mein Modell (neu)"
    shutil.copytree(bundled_model().path, folder)
    embedder: Embedder = FolderShelf(tmp_path).open(str(folder))
    assert is_plain(embedder.model_version)
    with vault_at(path, embedder=embedder) as vault:
        vault.sync()
    assert {embedder.model_version} < {one.name for one in (path / "vectors").iterdir()}
    assert damaged_copies(path / "vectors") == []


@pytest.mark.parametrize("kind", ["link", "pipe"])
def test_what_waits_under_the_name_of_a_temporary_file_is_not_written_to(path: Path, outside: Path, kind: str) -> None:
    """R1: a link or a pipe under the name of a file that is about to be written is removed, and not followed."""
    model = model_folder(path)
    targets = [model / "manifest.json.tmp", model / "delta-00000002.vec.tmp", path / "vault.json.tmp"]
    for target in targets:
        if kind == "link":
            target.symlink_to(outside / "letter.txt")
        else:
            os.mkfifo(target)
    with vault_at(path) as vault:
        vault.remember("something new")
        vault.sync()
        assert vault.verify().ok


def test_removing_an_index_leaves_nothing_of_it(tmp_path: Path) -> None:
    """E5, F14: of a keyword index and of vectors that the program removes, no file and no folder stays."""
    with vault_at(tmp_path / "vault") as vault:
        vault.remember("Mara drinks tea")
        vault.sync()
        model = vault.model_version
    for folder in (tmp_path / "vault" / "keywords", tmp_path / "vault" / "vectors" / model):
        assert any(folder.rglob("*.*"))
        remove_index(folder)
        assert not folder.exists(), sorted(folder.rglob("*"))
