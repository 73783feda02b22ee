"""What many tests share: a clock that is moved by hand, and vaults in temporary folders, whole or damaged."""

from __future__ import annotations

import itertools
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from memory_desktop.core.errors import VaultDamagedError
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
    path: Path, clock: Callable[[], datetime] | None = None, embedder: Embedder | None = None, vault_id: str = "test"
) -> Engine:
    """A vault with the bundled model, made if it is not there yet."""
    ids = itertools.chain([vault_id], itertools.count())
    return open_vault(path, create=True, clock=clock or Clock(), new_id=lambda: str(next(ids)), embedder=embedder)


def die_in_child(script: str, *arguments: str) -> None:
    """Run a script in a process of its own, with `tests` to import, and make sure that it killed itself."""
    root = str(Path(__file__).parent.parent)
    child = subprocess.run(
        [sys.executable, "-c", script, *arguments],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env={**os.environ, "PYTHONPATH": root},
    )
    assert child.returncode == -signal.SIGKILL, child.stdout + child.stderr


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
