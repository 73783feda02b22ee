"""Figures of a benchmark: each is printed when it is measured, beside its limit, and kept."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """One measurement: `limit` is the aim (None: for information), `low` whether less is better."""

    name: str
    value: float
    unit: str
    limit: float | None = None
    low: bool = True

    @property
    def ratio(self) -> float | None:
        """How many times better than the limit: 1 or more keeps it."""
        if self.limit is None:
            return None
        best, other = (self.limit, self.value) if self.low else (self.value, self.limit)
        return best / other if other else float("inf")


class Figures:
    """Those of one vault, in the order in which they were measured.

    Args:
        latencies: limits by name that count at any size. large: do the other limits count, too?
    """

    def __init__(self, latencies: dict[str, float], *, large: bool) -> None:
        self._latencies = latencies
        self._large = large
        self.all: list[Figure] = []

    def add(self, name: str, value: float, unit: str, limit: float | None = None, *, low: bool = True) -> None:
        """Print one, and keep it."""
        figure = Figure(name, value, unit, self._latencies.get(name, limit if self._large else None), low)
        self.all.append(figure)
        aim = "" if figure.ratio is None else f"   limit {figure.limit:>9,.2f}   {figure.ratio:6.2f} ×"
        print(f"  {name:<46}{value:>12,.2f} {unit:<6}{aim}", flush=True)

    @property
    def missed(self) -> list[str]:
        """Names of those that do not keep their limit."""
        return [one.name for one in self.all if one.ratio is not None and one.ratio < 1]


def timed(work: Callable[[], object]) -> float:
    """Seconds that a call takes."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def percentile(values: list[float], share: float) -> float:
    """The value below which a share of the values lies."""
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]
