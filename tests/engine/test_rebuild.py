"""Rebuild from the log: the same records, the same answers, and never a moment without a whole vault."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from datetime import timedelta
from pathlib import Path

import pytest

from memory_desktop.core.errors import InvalidCommandError, VaultError, VaultLockedError
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.engine.engine import Engine
from memory_desktop.engine.upkeep import rebuild as module
from memory_desktop.engine.upkeep.rebuild import finish
from memory_desktop.engine.vault import VaultFolder
from memory_desktop.wiring import rebuild_vault
from tests.helpers import Clock, vault_at
from tests.mixed import live, queries

MODES = ("hybrid", "rrf", "keyword", "vector")


def answers(vault: Engine, asked: list[str]) -> list[list[str]]:
    """Ids in their order, for each query by one mode after the other."""
    return [
        [hit.memory.id for hit in vault.recall(query, mode=MODES[number % 4]).hits]
        for number, query in enumerate(asked)
    ]


def compare_with_rebuilt(path: Path, events: int, asked: list[str]) -> None:
    clock = Clock(tick=timedelta(seconds=1))
    with vault_at(path, clock) as vault:
        live(vault, 42, events)
        vault.sync()
        digest, before = vault._store.records.digest(), answers(vault, asked)
    done = rebuild_vault(path, clock=clock)
    assert done.digest == digest
    assert done.events == done.shown_to >= events
    with vault_at(path, clock) as vault:
        assert vault.sync_status().pending == 0
        assert answers(vault, asked) == before
        assert vault.verify().ok


@pytest.mark.long
def test_a_rebuilt_vault_is_the_same(tmp_path: Path) -> None:
    """D3: after 500 mixed events: every record bit for bit, and 80 queries with the same ids in the same order."""
    compare_with_rebuilt(tmp_path / "vault", 500, queries(1, 80))


@pytest.mark.slow
@pytest.mark.timeout(1_800)
def test_a_rebuilt_vault_is_the_same_at_size(tmp_path: Path) -> None:
    """D3: the same with 100,000 mixed events and 1,000 queries."""
    compare_with_rebuilt(tmp_path / "vault", 100_000, queries(2, 1_000))


def test_rebuilt_to_an_earlier_event(tmp_path: Path, clock: Clock) -> None:
    """D3: the state is that of the event, searches too; it is read-only; and a later rebuild leads to the end again."""
    path = tmp_path / "vault"
    with vault_at(path, clock) as vault:
        first = vault.remember("Mara prefers tea").memory
        seq = vault.head
        vault.edit(first.id, "Mara prefers coffee")
        vault.sync()
        digest = vault._store.records.digest()
        last = vault.head
    done = rebuild_vault(path, seq, clock=clock)
    assert (done.events, done.shown_to, done.records) == (last, seq, 1)
    with vault_at(path, clock) as vault:
        assert [hit.memory.content for hit in vault.recall("Mara").hits] == ["Mara prefers tea"]
        status = vault.status()
        assert (status.shown_to, status.last_event) == (seq, last)
        assert vault.verify().ok
        with pytest.raises(InvalidCommandError, match=f"event {seq} of {last}"):
            vault.remember("too late")
    assert rebuild_vault(path, clock=clock).digest == digest
    with vault_at(path, clock) as vault:
        assert vault.remember("in time").memory
    with pytest.raises(InvalidCommandError, match="no event 99"):
        rebuild_vault(path, 99, clock=clock)


def test_a_vault_in_use_is_not_rebuilt(tmp_path: Path, clock: Clock) -> None:
    """D3: whoever has it open keeps it."""
    with vault_at(tmp_path / "vault", clock) as vault:
        vault.remember("alpha")
        with pytest.raises(VaultLockedError):
            rebuild_vault(tmp_path / "vault", clock=clock)


def test_a_broken_log_is_named_and_nothing_changes(tmp_path: Path, clock: Clock) -> None:
    """D3, D9: there is nothing to rebuild from; the first bad event is named, the old parts stay."""
    path = tmp_path / "vault"
    with vault_at(path, clock) as vault:
        for text in ("alpha", "beta", "gamma"):
            vault.remember(text)
        with vault._store.database.transaction() as cursor:
            cursor.execute("UPDATE events SET actor = 'nobody' WHERE seq = 3")
    with pytest.raises(VaultError, match="first bad event is 3"):
        rebuild_vault(path, clock=clock)
    with vault_at(path, clock) as vault:
        assert len(vault.keys(RecordFilter())) == 3
    assert not (path / "rebuild").exists()


def test_damaged_vectors_are_made_again(tmp_path: Path, clock: Clock) -> None:
    """D3: an index that fails its checksum is not taken over; the sync fills the new one."""
    path = tmp_path / "vault"
    with vault_at(path, clock) as vault:
        vault.remember("alpha")
        vault.sync()
    for file in (path / "vectors").rglob("*.vec"):
        file.write_bytes(file.read_bytes()[:-1] + b"\x00")
    assert rebuild_vault(path, clock=clock).vectors == 0
    with vault_at(path, clock) as vault:
        assert vault.sync().indexed == 1
        assert vault.verify().ok


STEPS = ("_move_database", "_move_folder", "write_durably")


@pytest.mark.long
@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("after", [False, True])
def test_a_switch_that_dies_is_finished(
    tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch, step: str, after: bool
) -> None:
    """D3: before the ready file the old vault is intact, after it the new one is: whatever step it dies at."""

    class DiedError(BaseException):
        """Like a kill: nothing cleans up."""

    path = tmp_path / "vault"
    with vault_at(path, clock) as vault:
        live(vault, 7, 60)
        vault.sync()
        digest = vault._store.records.digest()
    real = getattr(module, step)

    def dies(*args):
        if after:
            real(*args)
        raise DiedError

    monkeypatch.setattr(module, step, dies)
    monkeypatch.setattr(module, "_clear", lambda _work: None)
    with pytest.raises(DiedError):
        rebuild_vault(path, clock=clock)
    monkeypatch.undo()
    with vault_at(path, clock) as vault:
        assert vault._store.records.digest() == digest
        assert vault.verify().ok
    assert not (path / "rebuild").exists()


@pytest.fixture(scope="module")
def lived(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """(a closed vault of 400 mixed events, to be copied; the digest of its records)."""
    path = tmp_path_factory.mktemp("lived") / "vault"
    with vault_at(path, Clock()) as vault:
        live(vault, 11, 400)
        vault.sync()
        return path, vault._store.records.digest()


@pytest.mark.long
@pytest.mark.parametrize("delay", [0.05, 0.15, 0.25, 0.35, 0.5, 0.7])
def test_killed_at_any_moment_the_vault_is_whole(
    tmp_path: Path, clock: Clock, lived: tuple[Path, str], delay: float
) -> None:
    """D3: kill -9 in the middle of a rebuild leaves a vault that opens, verifies and has every record."""
    ready, digest = lived
    path = Path(shutil.copytree(ready, tmp_path / "vault"))
    code = (
        "import sys; from pathlib import Path; from memory_desktop.wiring import rebuild_vault;"
        f"print('go', flush=True); [rebuild_vault(Path({str(path)!r})) for _ in range(50)]"
    )
    child = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, env=dict(os.environ))
    assert child.stdout is not None
    assert child.stdout.readline() == b"go\n"
    time.sleep(delay)
    child.send_signal(signal.SIGKILL)
    child.wait()
    child.stdout.close()
    with vault_at(path, clock) as vault:
        assert vault._store.records.digest() == digest
        assert vault.verify().ok


def test_leftovers_without_a_ready_file_are_cleared(tmp_path: Path, clock: Clock) -> None:
    """D3: a rebuild that was not ready is as if it had never begun."""
    path = tmp_path / "vault"
    with vault_at(path, clock) as vault:
        vault.remember("alpha")
    (path / "rebuild").mkdir()
    shutil.copy(path / "vault.json", path / "rebuild" / "memory.duckdb")
    finish(VaultFolder(path))
    assert not (path / "rebuild").exists()
    with vault_at(path, clock) as vault:
        assert len(vault.keys(RecordFilter())) == 1


def test_when_it_was_last_checked_outlives_purge_and_rebuild(tmp_path: Path) -> None:
    """F1: the time of the last check stays; problems that it found are not told of parts that were made anew."""
    path, clock = tmp_path / "vault", Clock(tick=timedelta(seconds=1))
    with vault_at(path, clock) as vault:
        vault.remember("Tea at four")
        goes = vault.remember("Tea at five").memory.id
        vault.sync()
        vault.verify()
        checked, report = vault.status().last_check, vault.last_report()
        vault.purge(vault.plan_purge([goes]))
    with vault_at(path, clock) as vault:
        assert not vault.purge_due
        assert (vault.status().last_check, vault.status().health, vault.last_report()) == (checked, "good", report)
        with vault._store.database.transaction() as cursor:
            cursor.execute("UPDATE records SET tags = ['wrong'] WHERE key = 2")
        assert not vault.verify().ok
        checked = vault.status().last_check
    rebuild_vault(path, clock=clock)
    with vault_at(path, clock) as vault:
        assert (vault.status().last_check, vault.status().health, vault.last_report()) == (checked, "unchecked", None)
