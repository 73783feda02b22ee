"""Large graphs of the vector index grow beside the sync, and are given up when the vault has to stand still."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from memory_desktop.core.errors import IndexDamagedError
from memory_desktop.core.keys import Keys
from memory_desktop.core.ports import CancelToken, KeySelection
from memory_desktop.engine.embedding import growth as growths
from memory_desktop.engine.embedding.growth import IndexGrowth
from memory_desktop.engine.engine import Engine
from memory_desktop.index import growing
from memory_desktop.index.quantizer import Codes
from memory_desktop.index.vectors import SegmentedVectorIndex
from tests.helpers import Clock, vault_at
from tests.index.test_vector_files import DIM, vectors

SIZE = 64
WAIT = 30.0


class Gate:
    """Holds the growth of graphs until it is opened, or the growth is given up."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.reached, self.open = threading.Event(), threading.Event()
        grown = growing.grown

        def held(
            base: Path | None, rows: Keys, codes: Codes, block: int, into: Path, stopped: Callable[[], bool]
        ) -> bool:
            self.reached.set()
            while not self.open.wait(0.01):
                if stopped():
                    return False
            return grown(base, rows, codes, block, into, stopped)

        monkeypatch.setattr(growing, "grown", held)


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Gate:
    monkeypatch.setattr(growths, "LARGE", SIZE)
    return Gate(monkeypatch)


@pytest.fixture
def index(tmp_path: Path, clock: Clock) -> Iterator[SegmentedVectorIndex]:
    opened = SegmentedVectorIndex.open(tmp_path / "v", "m", DIM, clock, segment_size=SIZE)
    yield opened
    opened.close()


def fill(index: SegmentedVectorIndex, start: int, count: int) -> None:
    index.add(np.arange(start, start + count), vectors(400)[start : start + count])


def found(index: SegmentedVectorIndex, row: int) -> int:
    return int(index.search(vectors(400)[row], 1, KeySelection()).keys[0])


def test_vectors_come_in_while_a_graph_grows(index: SegmentedVectorIndex, gate: Gate) -> None:
    """D3, issue 12: the step that begins a large graph returns at once, what is added meanwhile is found, and is
    in the index when the graph is."""
    told = threading.Event()
    growth = IndexGrowth(lambda: index, told.set)
    fill(index, 1, SIZE)
    assert growth.step()
    assert gate.reached.wait(WAIT) and growth.running and not told.is_set()
    fill(index, 200, 10)
    assert not growth.step()  # it grows, and nothing else is due
    assert found(index, 205) == 205 and index.loose() == SIZE + 10
    gate.open.set()
    assert growth.wait() and told.wait(WAIT)
    assert [one.items for one in index.segments()] == [SIZE, 10]
    assert found(index, 205) == 205 and found(index, 30) == 30
    assert not growth.step() and not growth.wait()


def test_the_sync_waits_when_it_is_far_ahead(
    index: SegmentedVectorIndex, gate: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    """D3, issue 12: what is in no graph is bounded: with too much of it, a step waits for the graph that grows."""
    monkeypatch.setattr(growths, "_MOST_LOOSE", 2 * SIZE)
    growth = IndexGrowth(lambda: index, lambda: None)
    fill(index, 1, SIZE)
    assert growth.step() and gate.reached.wait(WAIT)
    fill(index, 100, SIZE)
    threading.Timer(0.2, gate.open.set).start()
    assert growth.step() and not growth.running
    assert index.loose() == SIZE


def test_growth_is_given_up_and_begins_again(index: SegmentedVectorIndex, gate: Gate) -> None:
    """E1, D3: who needs the files to stand still does not wait for a graph; nothing is lost, and it grows later."""
    growth = IndexGrowth(lambda: index, lambda: None)
    fill(index, 1, SIZE)
    assert growth.step() and gate.reached.wait(WAIT)
    with growth.given_up():
        assert [one.kind for one in index.segments()] == ["delta"]
    growth.wait()  # the thread ends a moment after it let the files go
    assert [one.kind for one in index.segments()] == ["delta"]
    gate.open.set()
    assert growth.step() and growth.wait()
    assert [one.kind for one in index.segments()] == ["sealed"] and found(index, 30) == 30


def test_what_ended_a_growth_is_raised_by_the_next_step(
    index: SegmentedVectorIndex, gate: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    """E1: damage that the waiting thread met is not swallowed; the one after it tries again."""
    growth = IndexGrowth(lambda: index, lambda: None)
    fill(index, 1, SIZE)
    whole = index.maintain

    def damaged(_cancel: CancelToken | None = None) -> bool:
        raise IndexDamagedError("the graph cannot be read")

    monkeypatch.setattr(index, "maintain", damaged)
    assert growth.step()
    with pytest.raises(IndexDamagedError, match="cannot be read"):
        while not growth.wait():
            pass
    monkeypatch.setattr(index, "maintain", whole)
    gate.open.set()
    assert growth.step() and growth.wait()


def test_a_vault_closes_while_a_graph_grows(
    tmp_path: Path, clock: Clock, gate: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    """D9, E1: closing does not wait for a large graph, and the next opening finds all vectors."""
    monkeypatch.setattr(SegmentedVectorIndex.open.__func__, "__kwdefaults__", {"segment_size": 32, "graph_size": None})  # type: ignore[attr-defined]
    monkeypatch.setattr(growths, "LARGE", 32)
    vault: Engine = vault_at(tmp_path / "v", clock)
    for number in range(40):
        vault.remember(f"note {number} about the boat Skarven")
    while vault.sync_step().confirmed:
        pass
    assert vault.maintain() and gate.reached.wait(WAIT)
    vault.close()
    with vault_at(tmp_path / "v", clock) as again:
        assert again.sync_status().pending == 0 and again.sync_status().indexed == 40
        gate.open.set()
        again.sync()
        assert [one.items for one in again.status().vector_segments] == [32, 8]
