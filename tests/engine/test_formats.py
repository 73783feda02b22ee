"""Vaults that earlier programs made: opened, brought up, whole and usable; and refused when a newer one made them."""

from __future__ import annotations

import json
import shutil
import zipfile
from datetime import datetime
from pathlib import Path
from typing import Any

import duckdb
import orjson
import pytest

from memory_desktop.core.errors import InvalidCommandError, VaultError, VaultFormatError
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.engine.engine import Engine
from memory_desktop.engine.vault import FORMAT, VaultFolder
from memory_desktop.wiring import earlier_format, open_vault, rebuild_vault
from tests.helpers import die_in_child, vault_at

FIXTURES = sorted((Path(__file__).parent.parent / "formats").glob("format-*.zip"))


@pytest.fixture(params=FIXTURES, ids=lambda path: path.stem)
def old(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A vault of an earlier format, unpacked, with `records.json` beside it."""
    with zipfile.ZipFile(request.param) as archive:
        archive.extractall(tmp_path)
    return tmp_path / "vault"


def format_of(vault: Path) -> int:
    return int(orjson.loads((vault / "vault.json").read_bytes())["format"])


def rows(vault: Path) -> list[dict[str, Any]]:
    """The records table of a vault that nobody has open."""
    with duckdb.connect(str(vault / "memory.duckdb"), read_only=True) as connection:
        found = connection.execute("SELECT * FROM records ORDER BY key")
        names = [column[0] for column in found.description or ()]
        return [
            {
                name: value.isoformat() if isinstance(value, datetime) else value
                for name, value in zip(names, row, strict=True)
                if name != "origin"  # earlier programs did not keep it beside the record
            }
            for row in found.fetchall()
        ]


def settle(engine: Engine) -> None:
    """All words and all vectors in."""
    engine.catch_up()
    engine.sync()


def test_every_earlier_format_has_a_vault() -> None:
    """D5: whoever raises the format keeps a vault of the one before."""
    assert [path.stem for path in FIXTURES] == [f"format-{number}" for number in range(1, FORMAT)]


@pytest.mark.long
def test_it_opens_and_nothing_is_lost(old: Path) -> None:
    """D5: every field of every record is as the earlier program left it; log, indexes and records agree."""
    before = json.loads((old.parent / "records.json").read_text(encoding="utf-8"))
    with open_vault(old) as engine:
        assert not any("damaged" in note for note in engine.status().notes)
        settle(engine)
        report = engine.verify()
        assert report.ok, report.findings
        status = engine.status()
        assert status.format_version == FORMAT
        assert (status.sync.pending, status.sync.indexed) == (0, len(before))
    assert format_of(old) == FORMAT
    after = rows(old)
    assert len(after) == len(before)
    assert [{name: row[name] for name in earlier} for earlier, row in zip(before, after, strict=True)] == before


@pytest.mark.long
def test_it_is_brought_up_once(old: Path) -> None:
    """D5: the log says so in one event, also when the process died before `vault.json` was written."""
    written = (old / "vault.json").read_bytes()
    for _ in range(2):
        with open_vault(old) as engine:
            said = [entry.summary for entry in engine.events() if entry.type == "MIGRATION"]
        (old / "vault.json").write_bytes(written)
    assert said == [f"Vault brought from format {format_of(old)} to format {FORMAT}"]


@pytest.mark.long
def test_what_was_done_in_it_can_be_undone(old: Path) -> None:
    """F5: the undo stack reaches into the time of the earlier program."""
    with open_vault(old) as engine:
        settle(engine)
        last, imported = engine.undo(), engine.undo()
        assert (last.name, imported.name, imported.memories) == ("new memory", "import 12 memories", 12)
        assert not any("Imported note" in memory.content for memory in engine.page(engine.keys(RecordFilter())))


def test_it_searches_as_before(old: Path) -> None:
    """D5: old texts are found by words and by meaning, and a moment of the earlier program can be looked at."""
    with open_vault(old) as engine:
        settle(engine)
        for mode in ("keyword", "vector", "hybrid"):
            hits = engine.recall("note about the garden", mode=mode, k=3).hits
            assert all("about the garden" in hit.memory.content for hit in hits)
            assert len(hits) == 3
        past = engine.as_of(42)
        assert len(past.keys(RecordFilter())) == 41
        past.close()


def test_it_is_rebuilt_without_being_opened_first(old: Path) -> None:
    """D3, D5: the log of an earlier format alone gives the same records."""
    before = rows(old)
    rebuild_vault(old)
    assert rows(old) == before
    with open_vault(old) as engine:
        settle(engine)
        assert engine.verify().ok


def hashes(vault: Path) -> list[tuple[int, str, str, str]]:
    """(seq, type, payload, hash) of a vault that nobody has open."""
    with duckdb.connect(str(vault / "memory.duckdb"), read_only=True) as connection:
        return connection.execute("SELECT seq, type, payload, hex(hash) FROM events ORDER BY seq").fetchall()


def test_the_new_chain_names_the_old_one(old: Path) -> None:
    """D5, D9: every event keeps its place and its payload; the new log says what the old chain's last hash was."""
    before, seen = hashes(old), []
    with open_vault(old, progress=lambda stage, done, total: seen.append((stage, done, total))) as engine:
        settle(engine)
        assert engine.verify().findings == ()
        for snapshot in engine.snapshots.list():
            assert engine.snapshots.validate(snapshot.id).ok
    after = hashes(old)
    assert [row[:3] for row in after[:-1]] == [row[:3] for row in before]
    assert not {row[3] for row in after} & {row[3] for row in before}
    said = orjson.loads(after[-1][2])
    assert (said["old_seq"], said["old_head"]) == (before[-1][0], before[-1][3].lower())
    assert "broken" not in said
    assert seen == [("format", len(before), len(before))]


def test_a_broken_chain_is_told_and_not_passed_off_as_sound(old: Path) -> None:
    """D9: what an earlier program's log had lost of its proof is found by every later check, and nothing is lost."""
    with duckdb.connect(str(old / "memory.duckdb")) as connection:
        connection.execute("UPDATE events SET payload = payload || ' ' WHERE seq = 11")
    before = len(rows(old))
    for _ in range(2):
        with open_vault(old) as engine:
            report = engine.verify(repair=True)
            assert not report.ok
            (found,) = [one for one in report.findings if one.area == "log"]
            assert "event 11" in found.problem
            assert not found.repaired
    assert len(rows(old)) == before


@pytest.mark.long
def test_a_kill_while_the_log_is_sealed_anew_loses_nothing(old: Path, tmp_path: Path) -> None:
    """D5: killed in the middle, or before `vault.json` says the new format, the next opening finishes it."""
    before = hashes(old)
    for moment in ("sealing", "renaming", "writing"):
        copy = tmp_path / moment
        shutil.copytree(old, copy)
        die_in_child(_KILLED_UPGRADE, str(copy), moment)
        assert format_of(copy) == format_of(old)
        with open_vault(copy) as engine:
            settle(engine)
            assert engine.verify().ok
            for snapshot in engine.snapshots.list():
                assert engine.snapshots.validate(snapshot.id).ok
        assert [row[:3] for row in hashes(copy)[: len(before)]] == [row[:3] for row in before]
        assert [row[1] for row in hashes(copy)[len(before) :]] == ["MIGRATION"]


_KILLED_UPGRADE = """
import os, signal, sys
from pathlib import Path
from memory_desktop.engine.upkeep import upgrade
from memory_desktop.engine.vault import VaultFolder
from memory_desktop.wiring import open_vault

def die(*_):
    os.kill(os.getpid(), signal.SIGKILL)

path, moment = Path(sys.argv[1]), sys.argv[2]
if moment == "renaming":
    upgrade._name_events_anew = die
if moment == "writing":
    VaultFolder.write_info = die
open_vault(path, progress=die if moment == "sealing" else None)
"""


@pytest.mark.parametrize("number", [0, -3])
def test_a_format_that_is_none_is_said(tmp_path: Path, number: int) -> None:
    """R11: a format of nothing or less is damage of `vault.json`, in one sentence."""
    vault_at(tmp_path / "vault").close()
    folder = VaultFolder(tmp_path / "vault")
    folder.info_file.write_bytes(orjson.dumps({**orjson.loads(folder.info_file.read_bytes()), "format": number}))
    with pytest.raises(VaultError, match="is no format"):
        open_vault(folder.path)


def test_a_newer_format_is_refused_untouched(tmp_path: Path) -> None:
    """D5: a vault of a program to come is not opened, and not a byte of it changes."""
    vault_at(tmp_path / "vault").close()
    folder = VaultFolder(tmp_path / "vault")
    info = orjson.loads(folder.info_file.read_bytes())
    folder.info_file.write_bytes(orjson.dumps({**info, "format": FORMAT + 1}))
    files = {path: path.read_bytes() for path in folder.path.rglob("*") if path.is_file()}
    with pytest.raises(VaultFormatError, match=f"has format {FORMAT + 1}"):
        open_vault(folder.path)
    assert {path: path.read_bytes() for path in folder.path.rglob("*") if path.is_file()} == files


@pytest.mark.long
def test_the_vault_of_before_can_be_gone_back_to(old: Path) -> None:
    """D5: an upgrade tells its progress and keeps a copy; going back gives the same files, and it opens again."""
    before = {name: (old / name).read_bytes() for name in ("memory.duckdb", "vault.json")}
    format, told = format_of(old), list[str]()
    with open_vault(old, progress=lambda stage, _done, _total: told.append(stage)) as engine:
        engine.remember("said after the upgrade")
        assert engine.status().disk["copy of the earlier format"] > 0
    assert format_of(old) == FORMAT
    assert told
    assert earlier_format(old) == format_of(old) == format
    assert {name: (old / name).read_bytes() for name in before} == before
    with pytest.raises(InvalidCommandError, match="no copy"):
        earlier_format(old)
    with open_vault(old) as engine:
        settle(engine)
        assert engine.verify().ok
        assert engine.status().format_version == FORMAT
        assert not any("after the upgrade" in memory.content for memory in engine.page(engine.keys(RecordFilter())))
    earlier_format(old, remove=True)
    assert not (old / "earlier-format").exists()
    assert not (old / "newer-format").exists()


def test_a_purge_reaches_the_copy_of_the_earlier_format(old: Path) -> None:
    """F14, D5: what is purged is in no file of the vault, and so not in the copy from before the upgrade."""
    with open_vault(old) as engine:
        memory = engine.page(engine.keys(RecordFilter())[:1])[0]
        text = memory.content.encode()
        plan = engine.plan_purge([memory.id])
        assert "earlier-format" in plan.aside
        assert text in (old / "earlier-format" / "memory.duckdb").read_bytes()
        engine.purge(plan)
    assert not any(text in path.read_bytes() for path in old.rglob("*") if path.is_file())
