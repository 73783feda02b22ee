"""What many tests share: a clock that is moved by hand, and vaults in temporary folders."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

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
