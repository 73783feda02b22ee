"""What became of the candidates of one recall, for whoever asks why a memory did not come."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from memory_desktop.core.keys import Keys
from memory_desktop.core.ports import KeySelection
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.engine.recall.pool import Pool


def _none() -> Keys:
    return np.empty(0, dtype=np.int64)


@dataclass(slots=True)
class Trace:
    """Filled by `Recall.answer` as it goes.

    Attributes:
        filter: what is typed and what is given, merged.
        allowed: what may still come, by the step that narrowed it: "filter", "phrases", "exclusions", "recent".
        by_meaning: a vector of the query was compared.
        pool: the candidates with their scores; None where there were no words to rank by.
        least: the least evidence of a hit that is not weak; None where no hit is weak in this mode.
        ranked: keys of the candidates that are not too weak, best first. told: those of them that say nothing again.
        placed: those that got a place, in their order.
    """

    filter: RecordFilter = field(default_factory=RecordFilter)
    allowed: dict[str, KeySelection] = field(default_factory=dict)
    by_meaning: bool = False
    pool: Pool | None = None
    least: float | None = None
    ranked: Keys = field(default_factory=_none)
    told: Keys = field(default_factory=_none)
    placed: Keys = field(default_factory=_none)

    def stopped_at(self, key: int) -> str:
        """The first step that a key does not pass; "" if it passes all."""
        wanted = np.array([key], dtype=np.int64)
        return next((step for step, keys in self.allowed.items() if not keys.allows(wanted)[0]), "")

    def row(self, key: int) -> int:
        """The place of a key in the pool; -1 if it is no candidate."""
        if self.pool is None:
            return -1
        rows = np.flatnonzero(self.pool.keys == key)
        return int(rows[0]) if len(rows) else -1
