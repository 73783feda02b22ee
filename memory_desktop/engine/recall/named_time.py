"""The records that were made at the time that a query names, or soon after it.

People tell of a day on that day or in the days after it, so what was made within a week after the time counts as well,
less with every day.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

import numpy as np
import numpy.typing as npt

from memory_desktop.core.keys import Keys
from memory_desktop.core.query.times import TimeSpan
from memory_desktop.store.records import RecordStore

AFTERWARDS: Final = timedelta(days=7)
_MICROSECONDS = 1_000_000


@dataclass(frozen=True, slots=True)
class NamedTime:
    """Attributes: keys: (n,) sorted. near: (n,) 1 for what was made at that time, falling to 0 a week later."""

    keys: Keys
    near: npt.NDArray[np.float64]

    @classmethod
    def of(cls, spans: Sequence[TimeSpan], records: RecordStore) -> NamedTime:
        """The active records of these times."""
        keys, created = records.made_within([(span.start, span.end + AFTERWARDS) for span in spans])
        near = np.zeros(len(keys))
        for span in spans:
            start, end = (round(moment.timestamp()) * _MICROSECONDS for moment in (span.start, span.end))
            late = np.maximum(created - end, 0) / (AFTERWARDS.total_seconds() * _MICROSECONDS)
            near = np.maximum(near, np.where(created >= start, 1.0 - late, 0.0))
        return cls(keys, near)
