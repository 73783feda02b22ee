"""Which key each id has, known without reading a table from end to end: 16 bytes a record, in memory.

Ids are kept as DuckDB's hash of them; two that are alike are told apart by their rows.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from memory_desktop.core.keys import Keys
from memory_desktop.store.database import Cursor

# So many new ids are kept beside the sorted ones before they are taken in.
_MOST_NEW = 4_096


class IdMap:
    """The map of one table. Safe from many threads. It knows what was there when it was last extended."""

    def __init__(self, table: str) -> None:
        self._table = table
        self._lock = threading.Lock()
        self._generation = -1
        self._covered = 0
        self._begin()

    def find(self, cursor: Cursor, ids: Sequence[str]) -> list[int]:
        """The keys that these ids had, and seldom a few others."""
        found = cursor.columns("SELECT hash(unnest(?::VARCHAR[])) AS h", [list(ids)])
        wanted = np.ascontiguousarray(found["h"], dtype=np.uint64)
        with self._lock:
            hashes, keys = self._hashes, self._keys
            new = [key for one in wanted.tolist() for key in self._new.get(one, ())]
        first, last = (np.searchsorted(hashes, wanted, side=side) for side in ("left", "right"))
        return [int(key) for a, b in zip(first, last, strict=True) for key in keys[a:b]] + new

    def near(self, cursor: Cursor, generation: int, upto: int) -> None:
        """Make sure that the map knows all keys but the last few thousand up to one."""
        if generation != self._generation or upto - self._covered > _MOST_NEW:
            self.extend(cursor, generation)

    def extend(self, cursor: Cursor, generation: int) -> int:
        """Take in what was recorded since the last time; up to which key the map knows all.

        Nothing is taken in within a transaction, whose rows may be taken back.

        Args:
            generation: another one than the last means that rows were replaced.
        """
        with self._lock:
            if generation != self._generation:
                self._begin()
                self._generation = generation
            if cursor.writing:
                return self._covered
            rows = cursor.columns(f"SELECT key, hash(id) AS h FROM {self._table} WHERE key > ?", [self._covered])
            keys = np.ascontiguousarray(rows["key"], dtype=np.int64)
            hashes = np.ascontiguousarray(rows["h"], dtype=np.uint64)
            if len(self._new) + len(keys) > _MOST_NEW:
                self._sort(keys, hashes)
            else:
                for key, one in zip(keys.tolist(), hashes.tolist(), strict=True):
                    self._new[one] = (*self._new.get(one, ()), key)
            self._covered = max(self._covered, int(keys.max(initial=0)))
            return self._covered

    def _begin(self) -> None:
        self._hashes: npt.NDArray[np.uint64] = np.empty(0, dtype=np.uint64)
        self._keys: Keys = np.empty(0, dtype=np.int64)
        self._new: dict[int, tuple[int, ...]] = {}
        self._covered = 0

    def _sort(self, keys: Keys, hashes: npt.NDArray[np.uint64]) -> None:
        """Take the new ones, and these, into the sorted ones."""
        kept = [(one, key) for one, many in self._new.items() for key in many]
        every = np.concatenate([self._hashes, np.array([one for one, _ in kept], dtype=np.uint64), hashes])
        named = np.concatenate([self._keys, np.array([key for _, key in kept], dtype=np.int64), keys])
        order = np.argsort(every, kind="stable")
        self._hashes, self._keys, self._new = every[order], named[order], {}
