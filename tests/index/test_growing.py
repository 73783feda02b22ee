"""Large graphs grow in a process of their own: with the same result, and it ends with whoever wanted them."""

from __future__ import annotations

import subprocess
from pathlib import Path

import numpy as np
import orjson
import pytest

from memory_desktop import itself
from memory_desktop.core.errors import IndexDamagedError
from memory_desktop.index import growing
from memory_desktop.index.graph import Graph, grown
from memory_desktop.index.quantizer import Codes, Quantizer
from tests.index.test_vector_files import DIM, vectors

BLOCK = 300
COUNT = 2 * BLOCK + 20
ROWS = np.arange(1, COUNT + 1)
_QUANTIZER = Quantizer.fitted(vectors(BLOCK))


def codes(count: int) -> Codes:
    return _QUANTIZER.codes(vectors(count))


@pytest.fixture
def apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every graph is a large one."""
    monkeypatch.setattr(growing, "LARGE", 0)


@pytest.mark.usefixtures("apart")
def test_another_process_makes_the_same_graph(tmp_path: Path) -> None:
    """E1, D3: byte for byte, of nothing and of an earlier graph; and one that nobody wants any more is not made."""
    whole, here, there = codes(COUNT), tmp_path / "here.ann", tmp_path / "there.ann"
    assert grown(None, ROWS[:BLOCK], whole[:BLOCK], BLOCK, tmp_path / "first.ann", lambda: False)
    for base, rows, some in (
        (None, ROWS, whole),
        (tmp_path / "first.ann", ROWS[BLOCK:], whole[BLOCK:]),
    ):
        assert grown(base, rows, some, BLOCK, here, lambda: False)
        assert growing.grow(base, 0, rows, some, BLOCK, there, lambda: False)
        assert there.read_bytes() == here.read_bytes()
        assert len(Graph.view(there, DIM, _QUANTIZER)) == COUNT
        there.unlink()
    assert not growing.grow(None, 0, ROWS, whole, BLOCK, there, lambda: True)
    assert not there.exists()


@pytest.mark.usefixtures("apart")
def test_what_is_wrong_is_told(tmp_path: Path) -> None:
    """E1: an earlier graph that cannot be read is damage; a place that cannot be written to is the disk's fault."""
    (tmp_path / "bad.ann").write_bytes(b"nothing of that kind")
    with pytest.raises(IndexDamagedError):
        growing.grow(tmp_path / "bad.ann", 0, ROWS, codes(COUNT), BLOCK, tmp_path / "x.ann", lambda: False)
    with pytest.raises(OSError, match="could not be made"):
        growing.grow(None, 0, ROWS, codes(COUNT), BLOCK, tmp_path / "no folder" / "x.ann", lambda: False)


@pytest.mark.parametrize("complete", [False, True])
def test_it_ends_with_its_parent(tmp_path: Path, complete: bool) -> None:
    """D9: when the input ends, as it does when the parent is killed, the process ends and leaves no graph."""
    count = 40_000
    head = {"base": None, "into": str(tmp_path / "x.ann"), "shape": (count, DIM), "block": count}
    data = np.arange(count).tobytes() + codes(count).tobytes()
    process = subprocess.Popen([*itself.command(), itself.GROWER], stdin=subprocess.PIPE)
    assert process.stdin is not None
    process.stdin.write(orjson.dumps(head) + b"\n" + (data if complete else data[:1_000]))
    process.stdin.close()
    assert process.wait(30) != 0
    assert not (tmp_path / "x.ann").exists()
