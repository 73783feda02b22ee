"""Which records stand beside each other in one conversation, known without asking the database.

Records of one import or one conversation have consecutive keys, so the neighbours of key k are k ± 1, k ± 2, as far as
they belong to the same thread; without a thread, what one source said within half an hour is one sitting. All three
columns are fixed when a record is made (a source can be relabelled: then the sitting it was said in stays), so the map
only ever grows. 24 bytes a record.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from datetime import timedelta

import numpy as np
import numpy.typing as npt

from memory_desktop.core.ports import Keys
from memory_desktop.store import Store

_ONE_SITTING = timedelta(minutes=30) // timedelta(microseconds=1)


@dataclass(frozen=True, slots=True)
class _Columns:
    keys: Keys
    places: npt.NDArray[np.uint64]  # a hash of source and thread
    threaded: npt.NDArray[np.bool_]
    created: npt.NDArray[np.int64]


_EMPTY = np.empty(0, dtype=np.int64)
_NO_COLUMNS = _Columns(_EMPTY, _EMPTY.astype(np.uint64), _EMPTY.astype(bool), _EMPTY)


class ThreadMap:
    """Neighbours by key. Loads itself when first asked, and what is new when asked again."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._head = (-1, 0)
        self._columns = _NO_COLUMNS

    def beside(self, keys: Keys, distance: int) -> tuple[npt.NDArray[np.int64], Keys]:
        """The neighbours at a distance (negative: earlier): rows of `keys` that have one, and which it is."""
        columns = self._current()
        rows, found = _rows(columns.keys, keys)
        other_rows, other_found = _rows(columns.keys, keys + distance)
        both = np.flatnonzero(found & other_found)
        here, there = rows[both], other_rows[both]
        near = columns.threaded[here] | (np.abs(columns.created[here] - columns.created[there]) <= _ONE_SITTING)
        same = (columns.places[here] == columns.places[there]) & near
        return both[same], columns.keys[there[same]]

    def _current(self) -> _Columns:
        head = (self._store.log.head, self._store.records.generation)
        if self._head != head:
            with self._lock:
                old = self._columns if head[1] == self._head[1] else _NO_COLUMNS
                new = self._store.records.thread_columns(after=int(old.keys[-1]) if len(old.keys) else 0)
                before = (old.keys, old.places, old.threaded, old.created)
                self._columns = _Columns(*(np.concatenate(pair) for pair in zip(before, new, strict=True)))
                self._head = head
        return self._columns


def _rows(keys: Keys, wanted: Keys) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.bool_]]:
    """(row of each wanted key, whether it is really there)."""
    if not len(keys):
        return np.zeros(len(wanted), dtype=np.int64), np.zeros(len(wanted), dtype=bool)
    rows = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
    return rows, keys[rows] == wanted
