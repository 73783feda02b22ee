"""Index files: verified again before they go stale, stale while the sync is paused, rebuilt when they are damaged."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from memory_desktop.core.answers import SyncStep
from memory_desktop.core.ports import CancelToken
from memory_desktop.engine.engine import Engine
from memory_desktop.engine.upkeep.loop import UpkeepLoop
from tests.helpers import Clock, vault_at


@pytest.fixture
def vault(tmp_path: Path, clock: Clock) -> Iterator[Engine]:
    with vault_at(tmp_path / "v", clock) as engine:
        for number in range(40):
            engine.remember(f"note {number} about the boat Skarven")
        engine.sync()
        yield engine


def bands(vault: Engine) -> set[str]:
    status = vault.status()
    return {one.freshness for one in (status.keyword_segment, *status.vector_segments)}


def upkeep(vault: Engine) -> int:
    steps = 0
    while vault.maintain():
        steps += 1
    return steps


def found(vault: Engine, mode: str) -> int:
    return len(vault.recall("boat Skarven", mode=mode, k=50).hits)


def test_files_are_verified_before_they_go_stale(vault: Engine, clock: Clock) -> None:
    """F1, E5: fresh, ageing after half of the limit, then verified by the worker; stale only while it is paused."""
    upkeep(vault)
    assert bands(vault) == {"fresh"}
    clock.forward(hours=11)
    assert upkeep(vault) == 0
    clock.forward(hours=2)
    assert bands(vault) == {"ageing"}
    assert upkeep(vault) >= 2
    assert bands(vault) == {"fresh"}
    assert vault.status().keyword_segment.verified_at == clock.now
    vault.pause_sync(True)
    clock.forward(hours=25)
    assert upkeep(vault) == 0
    assert bands(vault) == {"stale"}
    vault.change_settings({"index.verify_within": 100.0})
    assert bands(vault) == {"fresh"}


@pytest.mark.parametrize("kind", ["vectors", "keywords"])
def test_a_damaged_file_is_noticed_and_rebuilt(vault: Engine, clock: Clock, tmp_path: Path, kind: str) -> None:
    """E5: a byte that changed on the disk while the vault was open is found by the upkeep, and nothing is lost."""
    suffix = ".vec" if kind == "vectors" else ".store"
    vault._keywords.index.flush()
    path = max((tmp_path / "v" / kind).rglob(f"*{suffix}"), key=lambda one: one.stat().st_size)
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.unlink()
    path.write_bytes(data)
    clock.forward(hours=13)
    assert vault.maintain()
    notes = " ".join(vault.status().notes)
    if kind == "vectors":
        assert vault.maintain()
        notes = " ".join(vault.status().notes)
        assert vault.sync_status().pending == 40
    assert "damaged" in notes and path.name in notes
    upkeep(vault)
    vault.sync()
    assert [found(vault, mode) for mode in ("keyword", "vector")] == [40, 40]
    assert vault.status().notes == ()
    assert vault.verify().ok
    assert bands(vault) == {"fresh"}


@pytest.mark.long
def test_a_check_beside_merging_threads_finds_nothing(tmp_path: Path, clock: Clock) -> None:
    """E5: files that the keyword index's own merges replace meanwhile are not taken for damage."""
    with vault_at(tmp_path / "busy", clock) as vault:
        for number in range(60):
            vault.remember(f"note {number} about the boat Skarven")
            vault._keywords.index.flush()
            assert vault._keywords.index.check() == (), number
        assert vault.verify().ok


class _Busy:
    """An engine whose queue is never empty."""

    def __init__(self) -> None:
        self.steps: list[str] = []
        self.loop = UpkeepLoop(self)

    def sync_step(self, max_items: int | None = None, cancel: CancelToken | None = None) -> SyncStep:
        self.steps.append("sync")
        return SyncStep(1, 0, 0.0)

    def maintain(self, cancel: CancelToken | None = None) -> bool:
        self.steps.append("upkeep")
        if self.steps.count("upkeep") == 3:
            self.loop.stop()
        return False


def test_upkeep_goes_on_while_the_queue_is_never_empty() -> None:
    """E1.4, B9: while agents keep the vector queue filled, every few steps of the sync there is one of the upkeep."""
    busy = _Busy()
    busy.loop.run()
    assert busy.steps.count("upkeep") == 3 and busy.steps.count("sync") > 3
