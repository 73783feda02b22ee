"""The short form of the campaign of damage, and the faults that the long one has found."""

from __future__ import annotations

import shutil
from pathlib import Path

import orjson
import pytest

from tests.campaigns import common, damage
from tests.campaigns.worker import Worker
from tests.helpers import vault_at


def damage_at_random(count: int) -> int:
    """How many of so many random damages were told and mended."""
    with Worker(damage.attempt, damage.LIMIT, damage.prepare) as worker:
        tally = common.run(worker.attempt, count=count, seed=1)
    assert tally.broken == []
    return tally.counts["told, and mended"]


@pytest.mark.long
@pytest.mark.timeout(900)  # ten seconds on a quiet machine
def test_random_damage_breaks_no_law() -> None:
    """R11, E5: 10 random damages: no traceback, no hang, nothing lost while the log is whole, no wrong answer untold."""
    assert damage_at_random(10) > 2


@pytest.mark.slow
@pytest.mark.timeout(1_800)
def test_100_random_damages_break_no_law() -> None:
    """R11, E5: the same with 100 random damages."""
    assert damage_at_random(100) > 20


@pytest.fixture(scope="module")
def ready(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A closed vault of a few memories, with a snapshot, to be copied."""
    path = tmp_path_factory.mktemp("ready") / "v"
    with vault_at(path) as vault:
        for number in range(30):
            vault.remember(f"note {number} about the ferry")
        vault.sync()
        vault.snapshots.create("kept")
        vault.catch_up()
    return path


@pytest.fixture
def path(ready: Path, tmp_path: Path) -> Path:
    """A copy of it to damage."""
    return Path(shutil.copytree(ready, tmp_path / "v"))


def mended(path: Path) -> bool:
    with vault_at(path) as vault:
        assert vault.status().memories == {"active": 30}
        vault.sync()
        vault.catch_up()
        answer = vault.recall("note 7 about the ferry", mode="keyword")
        assert answer.hits[0].memory.content == "note 7 about the ferry"
        return vault.verify(repair=True).ok and vault.verify().findings == ()


def test_a_changed_digit_in_a_snapshots_description_is_no_lost_event(path: Path) -> None:
    """R11: a description whose bytes have changed is no snapshot, and says nothing of the log."""
    described = next((path / "snapshots").glob("*.json"))
    body = orjson.loads(described.read_bytes())
    first = body["event_hash"]
    body["event_hash"] = ("0" if first[0] != "0" else "1") + first[1:]
    described.write_bytes(orjson.dumps(body))
    assert mended(path)
    with vault_at(path) as vault:
        vault.remember("it can still be written")
        assert [one.name for one in vault.snapshots.list()] == ["Before repair"]
    assert described.read_bytes() == orjson.dumps(body)


@pytest.mark.long
@pytest.mark.parametrize("value", [None, "many", -1, 2.5, [], {}, True])
@pytest.mark.parametrize("field", ["seq", "records", "size", "name", "created_at", "event_hash", "id"])
def test_one_bad_field_of_a_description_stops_no_upkeep(path: Path, field: str, value: object) -> None:
    """R11: a snapshot whose description has a value of another kind is passed over, and all else goes on."""
    described = next((path / "snapshots").glob("*.json"))
    body = orjson.loads(described.read_bytes())
    if isinstance(value, str) and isinstance(body[field], str):
        value = 5
    body.pop("description_xxh3")
    described.write_bytes(orjson.dumps({**body, field: value}))
    with vault_at(path) as vault:
        assert vault.snapshots.list() == []
        vault.change_settings({"snapshots.every": 1})
        assert vault.snapshots.automatic()
        assert len(vault.snapshots.list()) == 1


@pytest.mark.parametrize("suffix", [".fast", ".idx", ".term", ".pos", ".store"])
def test_files_of_the_keyword_index_that_changed_places_are_found(path: Path, suffix: str) -> None:
    """R11: two files whose checksums hold, each under the other's name, are damage; the index is built again."""
    one, other = (next((path / "keywords" / part).glob(f"*{suffix}")) for part in ("texts", "labels"))
    data = one.read_bytes(), other.read_bytes()
    one.write_bytes(data[1])
    other.write_bytes(data[0])
    with vault_at(path) as vault:
        assert "under this name" in " ".join(vault.status().notes)
    assert mended(path)


def test_a_changed_number_in_the_meta_file_is_found(path: Path) -> None:
    """R11: a meta file that tells of other numbers of documents than were written is damage."""
    meta = path / "keywords" / "texts" / "meta.json"
    body = orjson.loads(meta.read_bytes())
    body["segments"][0]["max_doc"] += 1
    meta.write_bytes(orjson.dumps(body))
    with vault_at(path) as vault:
        assert "how many documents" in " ".join(vault.status().notes)
    assert mended(path)


@pytest.mark.parametrize("text", [b"", b"{}", b"\xff", b'{"files": {}, "segments": {}, "xxh3": "0"}'])
def test_a_damaged_ledger_is_made_again(path: Path, text: bytes) -> None:
    """R11: the ledger of checksums is only a help: one that is not whole is no damage of the index."""
    ledger = path / "keywords" / "texts" / "files.json"
    assert ledger.is_file()
    before = ledger.read_bytes()
    ledger.write_bytes(text)
    with vault_at(path) as vault:
        assert vault.status().notes == ()
    assert ledger.read_bytes() == before


@pytest.mark.parametrize("name", ["vectors", "keywords", "snapshots", "scratch"])
def test_a_file_in_place_of_a_folder(path: Path, name: str) -> None:
    """T19: a file where a folder of the vault should be is set aside, and what was in the folder is made again."""
    shutil.rmtree(path / name, ignore_errors=True)
    (path / name).write_text("somebody's")
    assert mended(path)
    kept = [one for one in path.iterdir() if one.name.startswith(f"{name}.damaged-")]
    assert [one.read_text() for one in kept] == ["somebody's"]
