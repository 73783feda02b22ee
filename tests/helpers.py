"""What many tests share: a clock that is moved by hand, and vaults in temporary folders, whole or damaged."""

from __future__ import annotations

import itertools
import multiprocessing
import os
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from filelock import FileLock

from memory_desktop.core.errors import VaultDamagedError
from memory_desktop.core.events.merge import MergeMemories
from memory_desktop.core.memory.drafts import as_draft, prepare
from memory_desktop.core.memory.records import Memory
from memory_desktop.core.ports import Embedder
from memory_desktop.engine.engine import Engine
from memory_desktop.wiring import open_vault

NOON = datetime(2026, 3, 1, 12, 0, 0, tzinfo=UTC)


class Clock:
    """Shows a time that only moves when told; each look may advance it by `tick`."""

    def __init__(self, now: datetime = NOON, tick: timedelta = timedelta(0)) -> None:
        self.now = now
        self.tick = tick

    def __call__(self) -> datetime:
        now = self.now
        self.now += self.tick
        return now

    def forward(self, **delta: float) -> None:
        """Move on by a timedelta's arguments."""
        self.now += timedelta(**delta)


def vault_at(
    path: Path,
    clock: Callable[[], datetime] | None = None,
    embedder: Embedder | None = None,
    vault_id: str = "test",
    monotonic: Callable[[], float] = time.monotonic,
) -> Engine:
    """A vault with the bundled model, made if it is not there yet."""
    ids = itertools.chain([vault_id], itertools.count())
    return open_vault(
        path,
        create=True,
        clock=clock or Clock(),
        monotonic=monotonic,
        new_id=lambda: str(next(ids)),
        embedder=embedder,
    )


def merge_as_before(vault: Engine, messages: Sequence[Memory], content: str) -> Memory:
    """Merge messages of a conversation, as earlier programs did: logs have such merges, though none is made any more."""
    text = prepare(replace(as_draft(messages[0], content), external_id=None))
    command = MergeMemories(tuple(one.id for one in messages), text)
    return vault._writer.execute(command, actor="user").created[0]


def made_once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], None]) -> Path:
    """A folder that all processes of a run share: the first that wants it makes it, the others wait. Copy it."""
    base = factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    folder, made = shared / name, shared / f"{name}.made"
    with FileLock(shared / f"{name}.lock"):
        if not made.exists():
            shutil.rmtree(folder, ignore_errors=True)  # of a process that could not finish it
            folder.mkdir()
            make(folder)
            made.touch()
    return folder


def die_in_child(script: str, *arguments: str) -> None:
    """Run a script in a process of its own, with `tests` to import, and make sure that it killed itself.

    The process is forked from one that has the program imported, as importing it takes longer than most scripts.
    """
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["pytest", "memory_desktop.wiring", "tests.helpers"])
    with tempfile.TemporaryDirectory() as folder:
        said = Path(folder) / "said.txt"
        child = context.Process(target=_run_script, args=(script, arguments, str(said)), daemon=True)
        child.start()
        child.join(120)
        if child.is_alive():
            child.kill()
            raise AssertionError(f"the script did not end: {said.read_text(errors='replace')}")
        assert child.exitcode == -signal.SIGKILL, said.read_text(errors="replace")


def _run_script(script: str, arguments: tuple[str, ...], said: str) -> None:
    """Run a script as Python would, in a forked process; what it says goes into a file."""
    file = os.open(said, os.O_WRONLY | os.O_CREAT)
    os.dup2(file, 1)
    os.dup2(file, 2)
    sys.argv = ["-c", *arguments]
    exec(compile(script, "<script>", "exec"), {"__name__": "__main__"})


def bitten(path: Path, copy: Path, offset: int, bit: int = 0) -> Path:
    """A copy of a vault with one bit of its database changed."""
    shutil.copytree(path, copy)
    data = bytearray((copy / "memory.duckdb").read_bytes())
    data[offset] ^= 1 << bit
    (copy / "memory.duckdb").write_bytes(data)
    return copy


def with_damaged_records(vault: Path, copy: Path) -> Path:
    """A copy whose log is whole while another part of its database is not."""
    for offset in range((vault / "memory.duckdb").stat().st_size - 1_000, 0, -65_536):
        bitten(vault, copy, offset)
        try:
            open_vault(copy).close()
        except VaultDamagedError as error:
            if error.rebuildable == copy:
                return copy
        shutil.rmtree(copy)
    raise AssertionError("nowhere does damage leave the log whole")
