"""Closing a vault while others work in it: each long call ends at its next item, and nothing is pulled from under it."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest

from memory_desktop.core.cancel import Token
from memory_desktop.core.errors import CancelledError, ClosedError, VaultError
from memory_desktop.core.memory.records import Draft
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.engine.engine import Engine
from memory_desktop.index import SegmentedVectorIndex
from memory_desktop.locks import LockOrderError, Rank, RankedLock
from memory_desktop.store import Store
from memory_desktop.store.database import Held
from tests.helpers import NOON, Clock, vault_at

ITEMS = 150


class Closer:
    """Progress that closes the vault when it is first told of, and goes on once the vault says that it is closing."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._thread = threading.Thread(target=engine.close)
        self.told = 0

    def __call__(self, *_what: object) -> None:
        self.told += 1
        if self.told == 1:
            self._thread.start()
            while not self._engine.closed:
                pass

    def join(self) -> None:
        self._thread.join()


@pytest.fixture
def full(tmp_path: Path, clock: Clock) -> Engine:
    """A vault with some hundred memories, to be closed by the test."""
    engine = vault_at(tmp_path / "full", clock)
    assert engine.import_path(rows(tmp_path / "first.jsonl", ITEMS, "Fact {} about the garden")).new == ITEMS
    return engine


def rows(path: Path, number: int, text: str = "Row {} of the file") -> Path:
    path.write_text("\n".join(json.dumps({"content": text.format(n)}) for n in range(number)))
    return path


def test_closing_ends_what_takes_long(full: Engine, tmp_path: Path) -> None:
    """T17: a check under way ends at its next item when the vault is closed, and the vault can be opened again."""
    closer = Closer(full)
    with pytest.raises(CancelledError):
        full.verify(progress=closer)
    closer.join()
    with vault_at(full.path) as again:
        assert again.memory_counts() == {"active": ITEMS}


@pytest.mark.long
@pytest.mark.parametrize("what", ["import", "export", "sync", "as_of"])
def test_closing_ends_every_kind_of_long_work(full: Engine, tmp_path: Path, what: str) -> None:
    """T17: import, export, sync and the opening of the past end when the vault is closed; what was kept stays kept."""
    source = rows(tmp_path / "rows.jsonl", 6_000)
    if what == "as_of":
        full.update([memory.id for memory in full.page(full.keys(RecordFilter()))], add_tags=["late"])
    closer = Closer(full)
    work: dict[str, Callable[[], object]] = {
        "import": lambda: full.import_path(source, progress=closer),
        "export": lambda: full.export(tmp_path / "out.jsonl", progress=closer),
        "sync": lambda: full.sync(progress=closer),
        "as_of": lambda: full.as_of(ITEMS, progress=closer),
    }
    with suppress(CancelledError, ClosedError):
        work[what]()
    assert closer.told
    closer.join()
    with vault_at(full.path) as again:
        assert ITEMS <= sum(again.memory_counts().values()) < ITEMS + 6_000
        assert again.verify().ok


class ClosingWhenAsked:
    """A caller's token that never cancels, but closes the vault when it is first looked at."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self.thread = threading.Thread(target=engine.close)

    def cancelled(self) -> bool:
        if not self.thread.ident:
            self.thread.start()
            while not self._engine.closed:
                pass
        return False


@pytest.mark.long
@pytest.mark.parametrize("what", ["undo", "redo", "rewind", "rollback"])
def test_closing_ends_the_way_back(full: Engine, what: str) -> None:
    """T17: undo, redo, rewind and rollback stop when the vault is closed; nothing is half done, and they work later."""
    snapshot = full.snapshots.create("whole")
    seq = full.head
    ids = [memory.id for memory in full.page(full.keys(RecordFilter()))]
    full.forget(ids[:100])
    if what == "redo":
        full.undo()

    def back(engine: Engine, cancel: ClosingWhenAsked | None = None) -> object:
        if what in ("undo", "redo"):
            return getattr(engine, what)(cancel=cancel)
        if what == "rewind":
            return engine.time.rewind(seq, cancel=cancel)
        return engine.snapshots.rollback(snapshot.id, cancel=cancel)

    before, closing = full.memory_counts(), ClosingWhenAsked(full)
    with pytest.raises(CancelledError):
        back(full, closing)
    closing.thread.join()
    with vault_at(full.path) as again:
        again.catch_up()
        assert again.memory_counts() == before
        assert again.verify().ok
        back(again)
        assert again.memory_counts()["active"] == (ITEMS - 100 if what == "redo" else ITEMS)


class Interrupting:
    """An embedder that asks for the end of the step in which it is first called."""

    model_version = "interrupting@00000000"
    dim = 4

    def __init__(self) -> None:
        self.token = Token()
        self.calls = 0

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        self.calls += 1
        self.token.cancel()
        return np.tile(np.array([1, 0, 0, 0], dtype=np.float32), (len(texts), 1))

    def embed_query(self, text: str) -> np.ndarray:
        return self.embed([text])[0]


def test_an_interrupted_step_keeps_what_it_has_embedded(tmp_path: Path, clock: Clock) -> None:
    """T17: a step of the sync that is asked to end stores what is embedded; the rest waits without a failed attempt."""
    embedder = Interrupting()
    with vault_at(tmp_path / "vault", clock, embedder) as vault:
        vault.import_path(rows(tmp_path / "rows.jsonl", ITEMS))
        step = vault.sync_step(cancel=embedder.token)
        assert embedder.calls == 1
        assert 0 < step.confirmed < ITEMS
        assert step.failed == 0
        status = vault.sync_status()
        assert (status.pending, status.failed) == (ITEMS - step.confirmed, 0)
        assert vault.sync_step(cancel=embedder.token).confirmed == 0
        assert not vault.maintain(embedder.token)


def test_building_a_segment_ends_between_rows(tmp_path: Path, clock: Clock) -> None:
    """T17: a segment that is being built is given up when asked, and is built the next time."""
    index = SegmentedVectorIndex.open(tmp_path, "model@00000000", 4, clock, segment_size=64)
    vectors = np.random.default_rng(1).normal(size=(64, 4)).astype(np.float32)
    index.add(np.arange(64), vectors / np.linalg.norm(vectors, axis=1, keepdims=True))
    token = Token()
    token.cancel()
    assert not index.maintain(token)
    assert {one.kind for one in index.segments()} == {"delta"}
    assert index.maintain()
    assert len(index) == 64
    index.close()


def test_counts_that_could_not_be_written_are_kept(vault: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    """T17: recalls whose write fails are written the next time, each once."""
    memory = vault.remember("Mara prefers tea").memory
    vault.recalls.note("tea", [memory.id])
    with monkeypatch.context() as patch:

        def refuse(*_what: object) -> None:
            raise VaultError("The disk is full.")

        patch.setattr(vault._store.log, "append", refuse)
        with pytest.raises(VaultError):
            vault.recalls.flush()
    vault.recalls.note("green tea", [memory.id])
    assert vault.recalls.flush()
    assert vault.get(memory.id).recall_count == 2
    assert not vault.recalls.flush()


def test_a_running_query_ends_when_the_database_is_closed(tmp_path: Path) -> None:
    """T17: closing interrupts a query in another thread, which ends with ClosedError, and waits until it has ended."""
    store = Store(tmp_path / "memory.duckdb")
    ended: list[BaseException] = []
    reader_made = threading.Event()

    def ask() -> None:
        cursor = store.database.reader()
        reader_made.set()
        try:
            cursor.row("SELECT count(*) FROM range(1_000_000) a, range(1_000_000) b WHERE a.range + b.range = 7")
        except BaseException as error:
            ended.append(error)

    thread = threading.Thread(target=ask)
    thread.start()
    reader_made.wait()
    store.close()
    thread.join()
    assert [type(error) for error in ended] == [ClosedError]


def test_a_past_goes_when_its_last_reader_has_left(full: Engine) -> None:
    """T16: a moment of the past that is closed under a reader stays until that query ends; later ones are told."""
    past = full.as_of(ITEMS)
    held = past._scope.records._database
    assert isinstance(held, Held)
    scratch = full.path / "scratch"
    with held.counted():
        past.close()
        assert any(scratch.iterdir())
        with pytest.raises(ClosedError):
            past._scope.records.count()
    assert not any(scratch.iterdir())
    with pytest.raises(ClosedError):
        past.facets(RecordFilter())
    full.close()


def test_readers_of_a_closed_past_are_told_in_a_sentence(full: Engine) -> None:
    """T16: threads that read a past while it is closed get whole answers or ClosedError, never an error of the database."""
    past = full.as_of(full.head - 1)
    there = past.memory_counts()["active"]
    reading, errors = threading.Event(), []

    def read() -> None:
        try:
            while True:
                assert len(past.page(past.keys(RecordFilter()))) == there
                past.recall("garden")
                reading.set()
        except BaseException as error:
            errors.append(error)
            reading.set()

    threads = [threading.Thread(target=read) for _ in range(3)]
    for thread in threads:
        thread.start()
    reading.wait()
    past.close()
    for thread in threads:
        thread.join()
    assert [type(error) for error in errors] == [ClosedError] * 3
    full.close()


def test_locks_have_one_order(vault: Engine) -> None:
    """T17: a thread that asks for a lock of lower rank than one that it holds is told at once, whoever else waits."""
    low, high = RankedLock(Rank.SYNC), RankedLock(Rank.WRITER, again=True)
    with low, high, high:
        pass
    with high, pytest.raises(LockOrderError), low:
        pass
    with vault._writer.lock, pytest.raises(LockOrderError):
        vault.sync_step()
    assert vault.remember(Draft(content="free again")).memory.created_at == NOON
