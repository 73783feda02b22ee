"""Deferred vector sync: one queue, durable before confirmed, never lost, never waited for."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path

import numpy as np
import pytest

from memory_desktop.core.errors import EmbeddingError
from memory_desktop.core.memory.records import Draft
from memory_desktop.core.ports import Vectors
from memory_desktop.embed import FastEmbedder, bundled_model
from memory_desktop.engine.engine import Engine
from tests.helpers import NOON, Clock, vault_at


class Stubborn:
    """The bundled model, refusing texts that hold a word, or everything."""

    def __init__(self) -> None:
        self._model = FastEmbedder(bundled_model())
        self.poison = "poison"
        self.down = False
        self.calls = 0
        self.gate: threading.Event | None = None

    @property
    def model_version(self) -> str:
        return self._model.model_version

    @property
    def dim(self) -> int:
        return self._model.dim

    def embed(self, texts: Sequence[str]) -> Vectors:
        self.calls += 1
        if self.gate is not None:
            self.gate.wait(30)
        if self.down:
            raise EmbeddingError("The model is gone.")
        if any(self.poison in text for text in texts):
            raise EmbeddingError("A text cannot be embedded.")
        return self._model.embed(texts)

    def embed_query(self, text: str) -> Vectors:
        return self._model.embed_query(text)


def fill(vault: Engine, count: int) -> list[str]:
    return [vault.remember(f"fact number {n} about topic {n % 7}").memory.id for n in range(count)]


def test_keyword_at_once_vector_after_sync(vault: Engine) -> None:
    """E4: a new memory is found by its words immediately and by meaning after sync; the answer says which waits."""
    memory = vault.remember("The dentist moved the appointment to Thursday").memory
    before = vault.recall("dentist appointment")
    assert [hit.memory.id for hit in before.hits] == [memory.id]
    assert before.unembedded == 1
    assert set(before.hits[0].lists) == {"keyword"}
    assert vault.freshness([memory.id])[memory.id].vector_state == "pending"
    vault.sync()
    after = vault.recall("dentist appointment")
    assert after.unembedded == 0
    assert set(after.hits[0].lists) == {"keyword", "vector"}
    freshness = vault.freshness([memory.id])[memory.id]
    assert freshness.vector_state == "indexed"
    assert freshness.vector_index_updated_at == NOON


def test_waiting_matches_are_counted_exactly(tmp_path: Path) -> None:
    """F9: the count is of matching records that wait, those between embedded ones included."""
    embedder = Stubborn()
    with vault_at(tmp_path / "v", embedder=embedder) as vault:
        vault.remember("tea in the morning")
        vault.remember("tea with poison")
        vault.remember("coffee with poison")
        vault.remember("tea at noon")
        vault.sync()
        vault.remember("tea in the evening")
        vault.remember("coffee in the evening")
        assert vault.recall("tea").unembedded == 2
        assert vault.recall("coffee").unembedded == 2
        assert vault.recall("biscuits").unembedded == 0
        assert vault.recall("tea", mode="vector").unembedded == 4


def test_one_bad_text_does_not_hold_up_the_others(tmp_path: Path, clock: Clock) -> None:
    """A3: of a batch with one text that cannot be embedded, all others are stored; it waits with its error."""
    embedder = Stubborn()
    with vault_at(tmp_path / "v", clock, embedder) as vault:
        fill(vault, 60)
        bad = vault.remember("poison").memory.id
        fill(vault, 0)
        status = vault.sync()
        assert (status.indexed, status.failed, status.pending) == (60, 1, 0)
        fresh = vault.freshness([bad])[bad]
        assert (fresh.vector_state, fresh.attempts, fresh.last_error) == ("failed", 1, "A text cannot be embedded.")
        assert fresh.vector_index_updated_at is None
        assert fresh.next_attempt_at == NOON + timedelta(seconds=2)


def test_failures_back_off_survive_a_restart_and_heal(tmp_path: Path, clock: Clock) -> None:
    """A3: attempts and the next attempt's time are kept over a restart; nothing is tried before it; success heals."""
    embedder = Stubborn()
    embedder.down = True
    with vault_at(tmp_path / "v", clock, embedder) as vault:
        fill(vault, 3)
        vault.sync()
        clock.forward(seconds=2)
        vault.sync()
        assert [item.attempts for item in vault.sync_queue()] == [2, 2, 2]
    with vault_at(tmp_path / "v", clock, embedder) as vault:
        calls = embedder.calls
        step = vault.sync_step()
        assert embedder.calls == calls
        assert step.wait == pytest.approx(4.0)
        assert vault.sync_status().last_error == "The model is gone."
        embedder.down = False
        assert vault.retry_now() == 3
        assert vault.sync().indexed == 3


def test_a_missing_model_costs_one_look_a_batch(tmp_path: Path) -> None:
    """A3: when nothing can be embedded the batch is not halved down to single texts."""
    embedder = Stubborn()
    embedder.down = True
    with vault_at(tmp_path / "v", embedder=embedder) as vault:
        fill(vault, 50)
        vault.sync_step()
        assert embedder.calls == 2
        assert vault.sync_status().failed == 50


def test_a_full_disk_leaves_everything_waiting(vault: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    """A3, E4: if the index cannot be written nothing is confirmed, the reason is kept, and a retry succeeds."""
    fill(vault, 5)
    index = vault._vectors.index

    def refuse(keys: object, vectors: object, digests: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(index, "add", refuse)
        vault.sync_step()
        status = vault.sync_status()
        assert (status.indexed, status.failed) == (0, 5)
        assert "No space left" in status.last_error
    vault.retry_now()
    assert vault.sync().indexed == 5


def test_pause_is_kept_over_a_restart(tmp_path: Path) -> None:
    """A3: a paused queue stays paused until somebody lets it go on."""
    with vault_at(tmp_path / "v") as vault:
        fill(vault, 3)
        vault.pause_sync(True)
        assert vault.sync().indexed == 0
    with vault_at(tmp_path / "v") as vault:
        assert vault.sync_status().paused
        assert vault.sync_step().confirmed == 0
        vault.pause_sync(False)
        assert vault.sync().indexed == 3


def test_reads_do_not_wait_for_sync(tmp_path: Path) -> None:
    """E1: while a batch is stuck in the model, searching, browsing and writing go on."""
    embedder = Stubborn()
    with vault_at(tmp_path / "v", embedder=embedder) as vault:
        fill(vault, 5)
        vault.recall("fact number")  # what unrelated texts come to by this model is measured once
        embedder.calls, embedder.gate = 0, threading.Event()
        worker = threading.Thread(target=vault.sync_step)
        worker.start()
        while embedder.calls == 0:
            pass
        assert len(vault.recall("fact number", mode="keyword").hits) == 5
        assert len(vault.recall("fact number", mode="hybrid").hits) == 5
        vault.remember("written meanwhile")
        assert vault.sync_status().running
        embedder.gate.set()
        worker.join(timeout=30)
        assert vault.sync_status().indexed == 5


@pytest.mark.long
@pytest.mark.parametrize("point", ["embedded", "stored", "confirmed"])
def test_killed_at_any_step_nothing_is_lost_or_done_twice(tmp_path: Path, point: str) -> None:
    """E4, A3: kill -9 before the write, between write and confirmation, or after it: the next start goes on there."""
    script = f"""
import os, signal, sys
import memory_desktop
vault = memory_desktop.open_vault(sys.argv[1], create=True)
for n in range(30):
    vault.remember(f"fact number {{n}}")
index, queue = vault._vectors.index, vault._store.queue
def die(*_):
    os.kill(os.getpid(), signal.SIGKILL)
if {point!r} == "embedded":
    index.add = die
elif {point!r} == "stored":
    queue.confirm = die
else:
    confirm = queue.confirm
    queue.confirm = lambda *a: (confirm(*a), die())
vault.sync()
"""
    child = subprocess.run([sys.executable, "-c", script, str(tmp_path / "v")], timeout=120, check=False)
    assert child.returncode == -9
    with vault_at(tmp_path / "v") as vault:
        assert vault.sync_status().indexed == (0 if point == "embedded" else 30)
        assert vault.sync().indexed == 30
        assert len(vault._vectors.index) == 30
        assert vault.verify().ok


@pytest.mark.long
def test_a_small_sync_into_a_large_vault_writes_little(tmp_path: Path) -> None:
    """E4: a sync of 10 items writes less than 1 MB of index, however large the vault is."""

    class Cheap(Stubborn):
        def embed(self, texts: Sequence[str]) -> Vectors:
            rows = np.random.default_rng(len(texts)).standard_normal((len(texts), self.dim)).astype(np.float32)
            return np.asarray(rows / np.linalg.norm(rows, axis=1, keepdims=True), dtype=np.float32)

    with vault_at(tmp_path / "v", embedder=Cheap()) as vault:
        lines = "".join(f'{{"content": "fact number {n}"}}\n' for n in range(20_000))
        (tmp_path / "facts.jsonl").write_text(lines)
        assert vault.import_path(tmp_path / "facts.jsonl").new == 20_000
        vault.sync()
        folder = vault.path / "vectors"

        def state() -> dict[Path, tuple[int, int]]:
            return {p: (p.stat().st_mtime_ns, p.stat().st_size) for p in folder.rglob("*") if p.is_file()}

        before = state()
        for n in range(10):
            vault.remember(Draft(content=f"late fact {n}"))
        vault.sync_step()
        written = sum(size for path, (mtime, size) in state().items() if before.get(path) != (mtime, size))
        assert 0 < written < 1_000_000


def test_a_simulated_failure_shows_what_a_failing_index_does(tmp_path: Path) -> None:
    """A3: switched on, items fail with attempts and the reason, and nothing is lost; switched off, they go through."""
    clock = Clock()
    with vault_at(tmp_path / "v", clock) as vault:
        vault.simulate_failure(True)
        id = vault.remember("tea").memory.id
        vault.assemblies.create("Tea", [id])
        vault.sync()
        status = vault.sync_status()
        assert status.failed >= 1 and "simulated failure" in status.last_error
        assert [hit.memory.id for hit in vault.recall("tea").hits] == [id]
        vault.simulate_failure(False)
        clock.forward(hours=1)
        vault.sync()
        status = vault.sync_status()
        assert (status.pending, status.failed, status.indexed) == (0, 0, 1)


def test_what_is_dropped_waits_no_more_until_it_is_taken_up_again(tmp_path: Path) -> None:
    """A3: given up over a restart, still found by words, and embedded once somebody names it."""
    with vault_at(tmp_path / "v") as vault:
        vault.pause_sync(True)
        memory = vault.remember("tea").memory
        assert vault.drop_from_queue([memory.key]) == 1
        vault.pause_sync(False)
        vault.sync()
        assert [item.state for item in vault.sync_queue()] == ["dropped"]
    with vault_at(tmp_path / "v") as vault:
        vault.sync()
        assert (vault.sync_status().pending, vault.sync_status().indexed) == (0, 0)
        assert [hit.memory.id for hit in vault.recall("tea").hits] == [memory.id]
        assert vault.verify().ok
        vault.retry_now([memory.key])
        vault.sync()
        assert vault.sync_status().indexed == 1
