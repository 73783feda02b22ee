"""Newest changes that cannot be read, while the database itself is whole."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from memory_desktop.cli.main import main
from memory_desktop.core.errors import VaultLockedError, WriteAheadLogError
from memory_desktop.wiring import open_vault, set_wal_aside
from tests.helpers import die_in_child, vault_at

_DIE = """
import os, signal, sys
from pathlib import Path
from tests.helpers import vault_at
vault = vault_at(Path(sys.argv[1]))
for number in range(20):
    vault.remember(f"Fact {number} about the garden")
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A vault whose process was killed, so that its newest changes wait in the write-ahead log."""
    path = tmp_path_factory.mktemp("wal") / "vault"
    with vault_at(path) as vault:
        vault.remember("Kept in the database itself")
    die_in_child(_DIE, str(path))
    assert (path / "memory.duckdb.wal").stat().st_size > 10_000
    return path


def spoiled(vault: Path, copy: Path, part: float) -> Path:
    shutil.copytree(vault, copy)
    wal = copy / "memory.duckdb.wal"
    data = bytearray(wal.read_bytes())
    data[int(len(data) * part)] ^= 4
    wal.write_bytes(data)
    return copy


@pytest.mark.parametrize("part", [0.2, 0.5, 0.9])
def test_unreadable_changes_can_be_set_aside(killed: Path, tmp_path: Path, part: float) -> None:
    """R2: a flipped bit of the write-ahead log is told with a choice; set aside, what comes before it is there."""
    path = spoiled(killed, tmp_path / "copy", part)
    with pytest.raises(WriteAheadLogError, match="itself is whole") as caught:
        open_vault(path)
    assert "--set-wal-aside" in caught.value.hint
    assert caught.value.vault == path
    before = (path / "memory.duckdb.wal").read_bytes()
    done = set_wal_aside(path)
    assert done is not None
    assert done.kept.read_bytes() == before
    with open_vault(path) as vault:
        there = vault.memory_counts()["active"]
        assert there == pytest.approx(1 + 20 * part, abs=3)
        assert vault.loss is not None  # the newest events are missing, and it says so
    assert set_wal_aside(path) is None


def test_the_command_sets_aside_and_goes_on(killed: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """R2: `verify --set-wal-aside` keeps the unreadable changes in a file, names it, and checks what is left."""
    path = spoiled(killed, tmp_path / "copy", 0.5)
    assert main(["verify", str(path)]) == 1
    assert "--set-wal-aside" in capsys.readouterr().err
    assert main(["verify", str(path), "--set-wal-aside"]) == 1
    said = capsys.readouterr()
    assert "is kept" in said.err and "memory.duckdb.wal.damaged-" in said.err
    assert "--accept-loss" in said.out
    assert main(["verify", str(path), "--accept-loss"]) == 0


def test_nothing_is_set_aside_of_a_vault_that_is_open_or_whole(killed: Path, tmp_path: Path) -> None:
    """R2: a vault that is open elsewhere is left alone, and one whose changes can be read keeps them all."""
    path = Path(shutil.copytree(killed, tmp_path / "copy"))
    assert set_wal_aside(path) is None
    with open_vault(path) as vault:
        assert vault.memory_counts() == {"active": 21}
        with pytest.raises(VaultLockedError):
            set_wal_aside(path)
