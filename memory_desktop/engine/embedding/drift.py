"""Drift of meaning over time: the mean vector of each month compared with the mean of all."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from memory_desktop.core.assemblies import composite
from memory_desktop.core.ports import Vectors
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.engine.embedding.space import Space
from memory_desktop.store import Store

_MOST = 50_000


@dataclass(frozen=True, slots=True)
class MonthDrift:
    """One month of memories.

    Attributes:
        month: "2026-03". count: memories with a vector.
        spread: mean cosine distance of the month's vectors from their own middle.
        from_all: cosine distance of the month's middle from the middle of all months.
        from_last: the same from the month before; None for the first.
    """

    month: str
    count: int
    spread: float
    from_all: float
    from_last: float | None


def embedding_drift(store: Store, space: Space) -> list[MonthDrift]:
    """Months with memories, oldest first; of a very large vault, those of its newest memories."""
    keys = np.sort(store.records.keys(RecordFilter(), descending=True)[:_MOST])
    found, vectors = space.vectors.index.fetch(keys)
    if not len(found):
        return []
    months = dict(store.records.months(found))
    names = np.array([months.get(int(key), "") for key in found])
    matrix = vectors.astype(np.float32)
    overall = composite(matrix)
    last: Vectors | None = None
    rows = []
    for month in sorted(set(names.tolist()) - {""}):
        of_month = matrix[names == month]
        middle = composite(of_month)
        spread = float(1.0 - (of_month @ middle).mean())
        moved = None if last is None else float(1.0 - middle @ last)
        rows.append(MonthDrift(month, len(of_month), spread, float(1.0 - middle @ overall), moved))
        last = middle
    return rows
