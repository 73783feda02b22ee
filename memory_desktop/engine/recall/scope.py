"""The records that a recall may return: those of now, or those of a moment of the past.

What nearly every query needs is kept for the position in the log that it was read at: which records are not active,
and which need looking after (little trust, synthetic, appraised, of unusual salience).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

import numpy as np
import numpy.typing as npt

from memory_desktop.core.keys import Keys
from memory_desktop.core.ports import KeySelection
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.store.records import RecordStore

_PAST = "In the past, assemblies lift nothing, and words of tags and kinds are looked up as they are today."


@dataclass(frozen=True, slots=True)
class Guarded:
    """Active records that the guards of recall look at, by sorted key; `created` in microseconds since 1970."""

    keys: Keys
    trust: npt.NDArray[np.float64]
    synthetic: npt.NDArray[np.bool_]
    created: npt.NDArray[np.int64]
    useful: npt.NDArray[np.float64]
    salience: npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class _Kept:
    position: tuple[int, int]
    active: KeySelection
    guarded: Guarded


class Scope:
    """See the module.

    Args:
        position: seq of the last event that the records have seen.
        now: the moment that counts as now.
        past: the records are only some of those that the indexes hold, so what may come is named, not what may not.
    """

    def __init__(
        self, records: RecordStore, position: Callable[[], int], now: Callable[[], datetime], *, past: bool = False
    ) -> None:
        self.records = records
        self.now = now
        self._position = position
        self._past = past
        self._kept: _Kept | None = None

    @property
    def position(self) -> int:
        """Seq of the last event that the records have seen."""
        return self._position()

    @property
    def guarded(self) -> Guarded:
        """The columns that the guards need."""
        return self._current().guarded

    @property
    def active(self) -> KeySelection:
        """All active records."""
        return self._current().active

    @property
    def upto(self) -> int | None:
        """The greatest key that there was, where that is not the greatest there is."""
        return self._position() if self._past else None

    @property
    def notes(self) -> tuple[str, ...]:
        """What an answer about this scope cannot do."""
        return (_PAST,) if self._past else ()

    def select(self, filter: RecordFilter) -> KeySelection:
        """The keys that a filter lets through."""
        if filter.only_active:
            return self._current().active
        return KeySelection(include=self.records.keys(filter))

    def _current(self) -> _Kept:
        position, kept = (self._position(), self.records.generation), self._kept
        if kept is None or kept.position != position:
            inactive, columns = self.records.guard_columns()
            active = (
                KeySelection(include=self.records.keys(RecordFilter()))
                if self._past
                else KeySelection(exclude=inactive)
            )
            kept = self._kept = _Kept(position, active, Guarded(*columns))
        return kept
