"""Damage: noticed at open, named by verify, mended from what is true."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from memory_desktop.engine.engine import Engine
from tests.helpers import vault_at

TEXTS = [f"fact number {n} about {'tea' if n % 2 else 'coffee'}" for n in range(80)]


@pytest.fixture(scope="module")
def ready(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A closed vault with 80 memories, all embedded, to be copied."""
    path = tmp_path_factory.mktemp("ready") / "v"
    with vault_at(path) as vault:
        for text in TEXTS:
            vault.remember(text)
        vault.sync()
    return path


@pytest.fixture
def path(ready: Path, tmp_path: Path) -> Path:
    """A copy of it to damage."""
    return Path(shutil.copytree(ready, tmp_path / "v"))


def replaced(file: Path, data: bytes) -> None:
    """Other bytes under the file's name. The old ones stay for whom a thread of this process still has them mapped:
    to shorten a mapped file would kill the process, which says nothing about the vault.
    """
    new = file.with_name(f"{file.name}.other")
    new.write_bytes(data)
    new.replace(file)


def flip(file: Path) -> None:
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 0xFF
    replaced(file, bytes(data))


def cut(file: Path) -> None:
    replaced(file, file.read_bytes()[: file.stat().st_size // 2])


DAMAGE: dict[str, Callable[[Path], None]] = {"flip": flip, "cut": cut, "delete": Path.unlink}


def settle(vault: Engine) -> None:
    vault.sync()
    vault.catch_up()


def index_files(path: Path, index: str) -> list[Path]:
    return sorted(p for p in (path / index).rglob("*") if p.is_file() and p.stat().st_size and "lock" not in p.name)


@pytest.mark.long
@pytest.mark.parametrize("damage", DAMAGE)
@pytest.mark.parametrize("index", ["vectors", "keywords"])
def test_any_damaged_index_file_is_mended_by_itself(path: Path, index: str, damage: str) -> None:
    """E5: whichever file of an index is damaged, the vault opens, records are whole, and the index comes back."""
    pristine = path.with_name("pristine")
    shutil.copytree(path, pristine)
    names = [file.relative_to(path) for file in index_files(path, index)]
    assert names
    for name in names:
        shutil.rmtree(path)
        shutil.copytree(pristine, path)
        DAMAGE[damage](path / name)
        with vault_at(path) as vault:
            assert vault.status().memories == {"active": 80}, name
            settle(vault)
            assert vault.recall("fact number 7 tea", mode="keyword").hits[0].memory.content == TEXTS[7], name
            assert vault.recall("fact number 7 tea", mode="vector").hits, name
            assert vault.verify().ok, name


@pytest.mark.parametrize("index", ["vectors", "keywords"])
def test_a_missing_index_is_rebuilt_while_the_rest_works(path: Path, index: str) -> None:
    """E5: without an index, records and the other index answer at once, and the answer says what it lacks."""
    shutil.rmtree(path / index)
    with vault_at(path) as vault:
        if index == "vectors":
            answer = vault.recall("fact number 7")
            assert answer.hits[0].memory.content == TEXTS[7]
            assert answer.unembedded == answer.keyword_total
        else:
            assert vault.recall("fact number 7", mode="vector").hits
            assert vault.recall("fact number 7", mode="keyword").notes
        settle(vault)
        answer = vault.recall("fact number 7")
        assert set(answer.hits[0].lists) == {"keyword", "vector"}
        assert answer.notes == ()
        assert vault.verify().ok


def test_writes_during_a_keyword_rebuild_are_kept(path: Path) -> None:
    """E5, E4: what is remembered, edited or forgotten while the index is rebuilt is right in the rebuilt index."""
    shutil.rmtree(path / "keywords")
    with vault_at(path) as vault:
        new = vault.remember("a newcomer arrives").memory
        old = vault.recall("fact number 3", mode="vector", k=1).hits[0].memory
        vault.forget(old.id)
        assert vault.recall("newcomer", mode="keyword").hits[0].memory.id == new.id
        settle(vault)
        assert vault.recall("newcomer", mode="keyword").hits[0].memory.id == new.id
        assert vault.verify().ok


def test_the_keyword_index_catches_up_after_a_crash(path: Path) -> None:
    """E4: writes that reached the log but not the keyword index are found after the next open."""
    pristine = path.with_name("old")
    shutil.copytree(path / "keywords", pristine)
    with vault_at(path) as vault:
        ids = [hit.memory.id for hit in vault.recall("fact", mode="keyword", k=2).hits]
        vault.remember("written just before the crash")
        vault.forget(ids[0])
        vault.merge([ids[1], vault.remember("one more").memory.id], "fused fact")
    shutil.rmtree(path / "keywords")
    shutil.copytree(pristine, path / "keywords")
    with vault_at(path) as vault:
        assert vault.recall("crash", mode="keyword").hits
        assert vault.recall("fused", mode="keyword").hits
        assert ids[0] not in [hit.memory.id for hit in vault.recall("fact", mode="keyword", k=100).hits]
        assert vault.verify().ok


def test_a_changed_event_is_named_and_nothing_is_touched(path: Path) -> None:
    """D9: verify names the first bad event; repair does not rewrite history."""
    with vault_at(path) as vault, vault._store.database.transaction() as cursor:
        cursor.execute("UPDATE events SET payload = replace(payload, 'number 5 ', 'number 6 ') WHERE seq = 7")
    with vault_at(path) as vault:
        for repair in (False, True):
            report = vault.verify(repair=repair)
            assert not report.ok
            assert [(f.area, f.place, f.repaired) for f in report.findings] == [("log", "event 7", False)]


def test_records_that_differ_from_the_log_are_mended(path: Path) -> None:
    """E5: a record changed behind the log's back is found by a fresh fold, and put right by repair."""
    with vault_at(path) as vault, vault._store.database.transaction() as cursor:
        cursor.execute("UPDATE records SET content = 'forged' WHERE key = 5")
        cursor.execute("DELETE FROM records WHERE key = 9")
        cursor.execute("INSERT INTO records SELECT * FROM records WHERE key = 11")
    with vault_at(path) as vault:
        report = vault.verify()
        assert not report.ok
        assert report.findings[0].area == "records"
        assert vault.verify(repair=True).ok
        assert vault.verify().findings == ()
        assert vault.page([5])[0].content == TEXTS[3]
        assert vault.status().memories == {"active": 80}


def test_a_queue_that_lies_is_mended(path: Path) -> None:
    """E5: a row that claims a vector it has not, and a record with no row, are found and queued again."""
    with vault_at(path) as vault:
        vault.remember("not embedded yet")
        with vault._store.database.transaction() as cursor:
            cursor.execute("UPDATE vector_items SET state = 'indexed'")
            cursor.execute("DELETE FROM vector_items WHERE key = 4")
        report_before = len(vault._vectors.index)
    assert report_before == 80
    with vault_at(path) as vault:  # reconciles by itself at open
        assert vault.sync_status().pending == 1
        assert vault.sync().indexed == 81
        assert vault.verify().ok


def test_a_health_check_is_remembered(path: Path) -> None:
    """F1: when the vault was last checked, and how it was, is kept over a restart."""
    with vault_at(path) as vault:
        assert vault.status().last_check is None
        vault.verify()
    with vault_at(path) as vault:
        assert vault.status().last_check is not None
        assert vault.status().health == "good"


def test_another_models_vectors_are_never_used(path: Path) -> None:
    """D4: with another model the vault starts a new index beside the old one and says so in the log."""
    from tests.engine.test_sync import Stubborn

    class Other(Stubborn):
        @property
        def model_version(self) -> str:
            return "other@00000000"

    with vault_at(path, embedder=Other()) as vault:
        assert vault.sync_status().pending == 80
        assert vault.recall("fact", mode="vector").hits == ()
        assert vault.events(type="MIGRATION")[0].summary.endswith("to other@00000000")
        vault.sync()
        assert len(list((path / "vectors").iterdir())) == 2


def test_a_search_survives_a_keyword_index_damaged_while_open(tmp_path: Path) -> None:
    """E5: files that were damaged since the opening cost the hits by words, not the answer, and are built again."""
    with vault_at(tmp_path / "v") as vault:
        for number in range(20):
            vault.remember(f"Fact {number} about the garden, the house and the boat")
        vault.sync()
    with vault_at(tmp_path / "v") as vault:
        vault.catch_up()
        for file in (tmp_path / "v" / "keywords").rglob("*.*"):
            if file.suffix != ".json":
                data = file.read_bytes()
                with file.open("r+b") as opened:  # in place: the index has it mapped
                    opened.write(bytes(byte ^ 0xFF for byte in data))
        for query in ("garden boat", '"the house"', "garden -house"):
            answer = vault.recall(query)
            assert answer.hits
            assert any("keyword index is damaged" in note for note in answer.notes)
        assert not vault.verify().ok
        vault.catch_up()
        assert vault.recall("garden boat", mode="keyword").notes == ()
        assert vault.verify().ok


def test_a_keyword_index_that_is_only_behind_is_no_damage(tmp_path: Path) -> None:
    """D9: what was written a moment ago, or purged, and is not in the keyword index yet is caught up and not reported."""
    with vault_at(tmp_path / "v") as vault:
        ids = [vault.remember(text).memory.id for text in ("tea", "coffee")]
        vault.sync()
        vault.purge(vault.plan_purge(ids[:1]))
        report = vault.verify()
        assert (report.ok, report.findings) == (True, ())


def test_what_a_cut_commit_left_is_no_obstacle(tmp_path: Path) -> None:
    """E4, R2: a list of deleted documents that a killed commit wrote, and nothing names, does not stop the next one."""
    path = tmp_path / "v"
    with vault_at(path) as vault:
        ids = [vault.remember(f"note {number}").memory.id for number in range(3)]
        vault.catch_up()
        vault.update([ids[1]], add_tags=["pier"])
    left: list[str] = []
    for meta in (path / "keywords").rglob("meta.json"):
        body = json.loads(meta.read_bytes())
        for there in list(meta.parent.glob("*.del")):
            for ahead in range(1, 20):  # the commit that comes next writes one of these
                name = f"{there.name.partition('.')[0]}.{body['opstamp'] + ahead}.del"
                shutil.copy(there, meta.with_name(name))
                left.append(name)
    assert left
    with vault_at(path) as vault:
        vault.update([ids[0]], add_tags=["harbour"])
        vault.catch_up()
        assert vault.verify().ok
        assert [hit.memory.id for hit in vault.recall("harbour", mode="keyword").hits] == [ids[0]]
