"""Rows for the parts of long texts in the vector index: folded to their memory, filtered, dropped, opened again."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from memory_desktop.core.ports import KeySelection
from memory_desktop.core.vector_rows import owners, row_of
from memory_desktop.index.vectors import SegmentedVectorIndex
from tests.helpers import Clock

DIM, SIZE, MEMORIES = 16, 128, 300


def unit(count: int, seed: int) -> npt.NDArray[np.float32]:
    made = np.random.default_rng(seed).standard_normal((count, DIM)).astype(np.float32)
    return made / np.linalg.norm(made, axis=1, keepdims=True)


def rows_with_parts() -> npt.NDArray[np.int64]:
    """Of 300 memories; every tenth has 20 parts."""
    parts = [row_of(key, part) for key in range(10, MEMORIES + 1, 10) for part in range(1, 21)]
    return np.asarray([*range(1, MEMORIES + 1), *parts], dtype=np.int64)


@pytest.fixture
def index(tmp_path: Path, clock: Clock) -> SegmentedVectorIndex:
    made = SegmentedVectorIndex.open(
        tmp_path / "index", "m@00000000", DIM, clock, segment_size=SIZE, graph_size=4 * SIZE
    )
    rows = rows_with_parts()
    made.add(rows, unit(len(rows), 1), rows)
    while made.maintain():
        pass
    return made


def best(query: npt.NDArray[np.float32], keys: set[int], *, whole: bool = False) -> list[tuple[int, float]]:
    """Every one of these memories by its best row, computed plainly."""
    rows = rows_with_parts()
    scores = unit(len(rows), 1).astype(np.float16).astype(np.float32) @ query
    found: dict[int, float] = {}
    for row, score in zip(rows.tolist(), scores.tolist(), strict=True):
        key = row if row >= 0 else -row >> 16
        if key in keys and (row >= 0 or not whole):
            found[key] = max(found.get(key, -1.0), score)
    return sorted(found.items(), key=lambda one: (-one[1], one[0]))


def test_a_memory_counts_by_its_best_row_and_once(index: SegmentedVectorIndex) -> None:
    """B12.2, U12: a search answers with memories, each once with the score of its best part, whatever is let through."""
    every = set(range(1, MEMORIES + 1))
    assert [one.items for one in index.segments() if one.kind == "sealed"] == [4 * SIZE, 3 * SIZE]
    assert len(index) == MEMORIES
    few, but = np.arange(5, 45, 5), np.asarray([10, 20, 31])
    for query in unit(5, 2):
        for selection, keys in (
            (KeySelection(), every),
            (KeySelection(whole=True), every),
            (KeySelection(include=few), set(few.tolist())),
            (KeySelection(exclude=but), every - set(but.tolist())),
            (KeySelection(include=few, exclude=but, whole=True), set(few.tolist()) - set(but.tolist())),
        ):
            wanted = best(query, keys, whole=selection.whole)[:12]
            found = index.exact_search(query, 12, selection)
            assert found.keys.tolist() == [key for key, _ in wanted]
            assert found.scores == pytest.approx([score for _, score in wanted], abs=1e-5)
            near = index.search(query, 12, selection)
            assert len(near.keys) == len(wanted) == len(set(near.keys.tolist()))
            assert len(set(near.keys.tolist()) & set(found.keys.tolist())) >= 0.9 * len(wanted)


def test_as_many_memories_come_as_are_asked_for(tmp_path: Path, clock: Clock) -> None:
    """B12.2, U12: parts of one long text that are all near do not crowd out the other memories, in a graph neither."""
    index = SegmentedVectorIndex.open(tmp_path / "index", "m@00000000", DIM, clock, segment_size=400)
    near, query = unit(1, 3)[0], unit(1, 3)[0]
    crowd = np.tile(near, (300, 1)) + unit(300, 4) * 0.01
    rows = np.asarray([*(row_of(5, part) for part in range(1, 301)), *range(1, 101)], dtype=np.int64)
    index.add(rows, np.concatenate([crowd, unit(100, 5)]).astype(np.float32))
    assert index.maintain()
    found = index.search(query, 30, KeySelection())
    assert found.keys[0] == 5 and len(set(found.keys.tolist())) == 30


def test_parts_belong_to_their_memory(index: SegmentedVectorIndex, tmp_path: Path, clock: Clock) -> None:
    """B12.2: keys are those of memories; parts are fetched, dropped, and kept over a restart with their memory."""
    assert index.keys().tolist() == list(range(1, MEMORIES + 1)) and index.seen == MEMORIES
    assert index.divided().tolist() == list(range(10, MEMORIES + 1, 10))
    whose, _ = index.fetch_all(np.asarray([9, 10]))
    assert whose.tolist() == [9, *[10] * 21] and len(index.fetch(np.asarray([9, 10]))[0]) == 2
    assert index.drop(np.asarray([10])) == 21 and 10 not in owners(index.digests()[0])
    index.close()
    again = SegmentedVectorIndex.open(tmp_path / "index", "m@00000000", DIM, clock, segment_size=SIZE)
    assert again.check() == () and again.seen == MEMORIES
    assert again.drop_after(280) == 2 * 21 + 18 and again.seen == 280
    assert owners(again.digests()[0]).max() == 280
