"""Which messages come before and after each other in one conversation, known without asking the database.

Only records with a thread have neighbours: the one before and the one after in the same thread of the same source, by
the order in which they were recorded, whatever was recorded in between. Source and thread of a record count as they
were when it was made, so the map only ever grows. 24 bytes a record, and four for each number that a key may have: a
search asks for thousands of neighbours, and looks them up by their number instead of searching for it.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from memory_desktop.core.keys import Keys
from memory_desktop.core.ranking.words import DISTANCES
from memory_desktop.store import Store

_Rows = npt.NDArray[np.int64]
_NONE = -1
_FIRST_CAPACITY = 1_024


@dataclass(frozen=True, slots=True)
class _Links:
    """Keys sorted; `places[key]` is the row of a key, or -1; `steps[+1]` and `steps[-1]` name the row of the message
    after and before, or -1."""

    keys: Keys
    places: npt.NDArray[np.int32]
    steps: dict[int, _Rows]

    def known(self, rows: _Rows) -> _Rows:
        """The rows, or -1 for those that were added since: they are of the next answer."""
        return np.where(rows < len(self.keys), rows, _NONE)

    def next(self, rows: _Rows, way: int) -> _Rows:
        """The row one step on (+1) or back (-1) of each, or -1."""
        return self.known(np.where(rows == _NONE, _NONE, self.steps[way][rows]))

    def keys_of(self, rows: _Rows) -> Keys:
        """The key of each row; 0 for -1."""
        return np.where(rows == _NONE, 0, self.keys[rows])


class ThreadMap:
    """Neighbours by key. Loads itself when first asked, and what is new when asked again."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._head = (-1, 0)
        self._begin()

    def around(self, keys: Keys) -> Keys:
        """(n, 4) The messages around each of n keys, by `words.DISTANCES`; 0 where there is none."""
        links = self._current()
        found = np.zeros((len(keys), len(DISTANCES)), dtype=np.int64)
        if not len(links.keys):
            return found
        rows = links.places[np.minimum(keys, len(links.places) - 1)].astype(np.int64)
        steps = {0: links.known(rows)}
        for column, distance in enumerate(DISTANCES):
            way = 1 if distance > 0 else -1
            steps[distance] = links.next(steps[distance - way], way)
            found[:, column] = links.keys_of(steps[distance])
        return found

    def _begin(self) -> None:
        self._count = 0
        self._keys = np.empty(_FIRST_CAPACITY, dtype=np.int64)
        self._steps = {step: np.full(_FIRST_CAPACITY, _NONE, dtype=np.int64) for step in (1, -1)}
        self._last: dict[int, int] = {}  # hash of source and thread → row of its last message
        self._places = np.full(_FIRST_CAPACITY, _NONE, dtype=np.int32)
        self._links = _Links(self._keys[:0], self._places, self._steps)

    def _current(self) -> _Links:
        head = (self._store.log.head, self._store.records.generation)
        if self._head != head:
            with self._lock:
                if head[1] != self._head[1]:
                    self._begin()
                after = int(self._keys[self._count - 1]) if self._count else 0
                keys, places, threaded, _ = self._store.records.thread_columns(after=after)
                if len(keys):
                    self._take_in(keys, places, threaded)
                self._links = _Links(self._keys[: self._count], self._places, self._steps)
                self._head = head
        return self._links

    def _take_in(self, keys: Keys, places: npt.NDArray[np.uint64], threaded: npt.NDArray[np.bool_]) -> None:
        first, count = self._count, self._count + len(keys)
        if count > len(self._keys):
            self._grow(count)
        self._keys[first:count] = keys
        numbers = int(keys[-1]) + 2  # the last place is never taken: it stands for all greater keys
        if numbers > len(self._places):
            more = np.full(max(numbers, 2 * len(self._places)) - len(self._places), _NONE, dtype=np.int32)
            self._places = np.concatenate([self._places, more])
        self._places[keys] = np.arange(first, count, dtype=np.int32)
        rows = np.flatnonzero(threaded)
        rows = rows[np.argsort(places[rows], kind="stable")]
        same = places[rows[1:]] == places[rows[:-1]]
        earlier, later = rows[:-1][same] + first, rows[1:][same] + first
        self._steps[1][earlier] = later
        self._steps[-1][later] = earlier
        starts = rows[np.concatenate([[True], ~same])] if len(rows) else rows
        ends = rows[np.concatenate([~same, [True]])] if len(rows) else rows
        for start, end in zip(starts.tolist(), ends.tolist(), strict=True):
            place = int(places[start])
            before = self._last.get(place)
            if before is not None:
                self._steps[-1][start + first] = before
                self._steps[1][before] = start + first
            self._last[place] = end + first
        self._count = count

    def _grow(self, count: int) -> None:
        capacity = max(count, 2 * len(self._keys))
        more = capacity - len(self._keys)
        self._keys = np.concatenate([self._keys, np.empty(more, dtype=np.int64)])
        # A reader may hold the old arrays: they stay as they are.
        self._steps = {
            step: np.concatenate([rows, np.full(more, _NONE, dtype=np.int64)]) for step, rows in self._steps.items()
        }
