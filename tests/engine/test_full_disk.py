"""A full disk, and a vault that nobody else may read."""

from __future__ import annotations

import functools
import os
from pathlib import Path

import pytest

from memory_desktop.cli.main import main
from memory_desktop.core.errors import KnownError, VaultDamagedError, VaultError
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.engine.engine import Engine
from memory_desktop.wiring import open_vault
from tests.campaigns import common, disk_full
from tests.campaigns.small_disk import Limited
from tests.helpers import vault_at

pytestmark = pytest.mark.skipif(os.name != "posix", reason="rights and limits of POSIX")


@pytest.fixture
def limited(tmp_path: Path):
    """A disk that can be filled by a limit on the size of files."""
    import signal

    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    disk = Limited(tmp_path)
    yield disk
    disk.free()


def fill(size: int) -> None:
    import resource

    resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.getrlimit(resource.RLIMIT_FSIZE)[1]))


def test_a_commit_that_does_not_fit_is_told_and_keeps_nothing(vault: Engine, limited: Limited) -> None:
    """R5: a commit on a full disk is told in a sentence with what to do; what was there stays, and writing goes on."""
    vault.remember("Before the disk was full")
    fill(1)
    with pytest.raises(VaultError, match="disk is full") as caught:
        vault.remember("Too much")
    assert not isinstance(caught.value, VaultDamagedError)
    assert "space" in caught.value.hint
    limited.free()
    vault.remember("After room was made")
    texts = [memory.content for memory in vault.page(vault.keys(RecordFilter()))]
    assert sorted(texts) == ["After room was made", "Before the disk was full"]
    vault.sync()  # what the disk refused is caught up
    assert vault.verify().ok


@pytest.mark.parametrize("size", [0, 100, 5_000, 20_000, 300_000])
def test_a_new_vault_that_does_not_fit_leaves_the_folder_free(tmp_path: Path, limited: Limited, size: int) -> None:
    """R5: where the disk is too full for a new vault, its folder can be used once there is room."""
    path = tmp_path / "new"
    fill(size)
    try:
        vault_at(path).close()
        made = True
    except KnownError:
        made = False
    limited.free()
    assert made or not any(path.iterdir() if path.exists() else ())
    with vault_at(path) as vault:
        vault.remember("There is room")


@pytest.mark.long
def test_no_operation_fails_as_a_fault_of_the_program(tmp_path: Path) -> None:
    """R5: every kind of operation on a full disk is told in a sentence, and nothing acknowledged is lost."""
    attempt = functools.partial(disk_full.attempt, mounted=False, memories=40)
    tally = common.run(attempt, count=len(disk_full.OPERATIONS) + 3, seed=3)
    assert not tally.broken, tally.report()


@pytest.mark.parametrize("part", [0.0, 0.001, 0.1, 0.3])
def test_a_truncated_database_is_told_as_damage(tmp_path: Path, part: float) -> None:
    """T19: a database that is cut short is called damaged, and nobody is sent to free disk space."""
    with vault_at(tmp_path / "vault") as vault:
        vault.remember("Something to lose")
    database = tmp_path / "vault" / "memory.duckdb"
    os.truncate(database, int(database.stat().st_size * part))
    with pytest.raises(VaultError) as caught:
        open_vault(tmp_path / "vault").close()
    assert "damaged" in str(caught.value) or "lost" in str(caught.value)
    assert "space" not in str(caught.value)


@pytest.mark.parametrize("name", ["a*b", "[1] notes", "it's", "100 % “mine”"])
def test_a_vault_may_be_called_anything(tmp_path: Path, name: str) -> None:
    """R13: a vault's folder may have any characters in its name: it is opened, snapshots and the past work in it."""
    path = tmp_path / name / "vault"
    with vault_at(path) as vault:
        vault.remember("First")
        made = vault.snapshots.create("kept")
        vault.remember("Second")
        past = vault.as_of(vault.head - 1)
        assert [memory.content for memory in past.page(past.keys(RecordFilter()))] == ["First"]
        past.close()
        assert vault.snapshots.validate(made.id).ok
    with open_vault(path) as vault:
        assert vault.memory_counts() == {"active": 2}


def test_a_name_that_the_database_cannot_take_is_refused_in_a_sentence(tmp_path: Path) -> None:
    """R13: a vault in a folder with a question mark in its name is refused before anything is kept there."""
    with pytest.raises(VaultError, match="question mark"):
        vault_at(tmp_path / "why?" / "vault")
    assert not any((tmp_path / "why?").iterdir())


def test_a_new_vault_is_private(tmp_path: Path) -> None:
    """R8: a new vault's folders and files can be read by their owner only, snapshots too; an export is like any file."""
    path = tmp_path / "vault"
    with vault_at(path) as vault:
        vault.remember("Nobody's business")
        vault.sync()
        vault.snapshots.create("kept")
        vault.export(tmp_path / "out.jsonl")
        assert path.stat().st_mode & 0o777 == 0o700
    modes = {str(one.relative_to(path)): one.stat().st_mode & 0o777 for one in path.rglob("*")}
    assert modes
    assert {name: mode for name, mode in modes.items() if mode not in (0o600, 0o700)} == {}
    umask = os.umask(0)
    os.umask(umask)
    assert (tmp_path / "out.jsonl").stat().st_mode & 0o777 == 0o666 & ~umask


def test_a_vault_that_others_may_read_stays_so(tmp_path: Path) -> None:
    """R8: the rights of a vault that is there already are its owner's business: opening it does not change them."""
    path = tmp_path / "vault"
    vault_at(path).close()
    for one in (path, *path.rglob("*")):
        one.chmod(0o755 if one.is_dir() else 0o644)
    with open_vault(path) as vault:
        vault.remember("Shared on purpose")
    assert path.stat().st_mode & 0o777 == 0o755
    assert (path / "memory.duckdb").stat().st_mode & 0o777 == 0o644


def test_a_vault_can_be_made_private(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """R8: a vault that others can look into is told by its status and by verify, and one command makes it private."""
    path = tmp_path / "vault"
    vault_at(path).close()
    path.chmod(0o755)
    (path / "memory.duckdb").chmod(0o644)
    assert main(["verify", str(path)]) == 0
    assert "memory-desktop private" in capsys.readouterr().err
    with open_vault(path) as vault:
        assert not vault.status().private
    assert main(["private", str(path)]) == 0
    assert path.stat().st_mode & 0o777 == 0o700
    assert (path / "memory.duckdb").stat().st_mode & 0o777 == 0o600
    with open_vault(path) as vault:
        assert vault.status().private
