"""A layered drawing of a DAG: levels from left to right, and within a level an order with few crossings.

The classic recipe (Sugiyama, Tagawa and Toda 1981) without dummy nodes: longest-path levels, then a few sweeps that put
every node at the mean of its neighbours' places. All in arrays, so that ten thousand nodes take a moment.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

#: Distances of nodes, in the drawing's unit (pixels at zoom 1).
LEVEL_GAP, ROW_GAP = 260.0, 46.0
_SWEEPS = 8


def layered(level: npt.NDArray[np.int64], edges: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
    """Positions (n, 2) of nodes, given the level of each (n,) and edges (m, 2) as pairs of rows."""
    count = len(level)
    if not count:
        return np.empty((0, 2))
    place = _first_places(level)
    linked = np.concatenate([edges, edges[:, ::-1]]) if len(edges) else np.empty((0, 2), dtype=np.int64)
    degree = np.bincount(linked[:, 0], minlength=count) if len(linked) else np.zeros(count)
    for _ in range(_SWEEPS if len(linked) else 0):
        total = np.bincount(linked[:, 0], weights=place[linked[:, 1]], minlength=count)
        wanted = np.where(degree > 0, total / np.maximum(degree, 1), place)
        place = _spread(level, wanted)
    return np.column_stack([level * LEVEL_GAP, place * ROW_GAP])


def rows_of(ids: Sequence[str], pairs: Sequence[tuple[str, str]]) -> npt.NDArray[np.int64]:
    """Pairs of ids as pairs of rows (m, 2)."""
    row: Mapping[str, int] = {id: number for number, id in enumerate(ids)}
    found = [(row[source], row[target]) for source, target in pairs]
    return np.array(found, dtype=np.int64).reshape(-1, 2)


def _first_places(level: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
    return _spread(level, np.arange(len(level), dtype=np.float64))


def _spread(level: npt.NDArray[np.int64], wanted: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Whole places in the order that is wanted, centred within each level."""
    order = np.lexsort((wanted, level))
    sizes = np.bincount(level)
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    place = np.empty(len(level))
    place[order] = np.arange(len(level)) - starts[level[order]]
    return place - (sizes[level] - 1) / 2
