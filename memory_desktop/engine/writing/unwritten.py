"""What reads have noted and the log does not have yet: a read never waits for a write, so it is written a little later.

It is gone from here only once it was written: when the write fails, it waits for the next one.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Sequence
from typing import Generic, TypeVar

T = TypeVar("T")


class Unwritten(Generic[T]):
    """See the module. Any thread adds; one at a time writes.

    Args:
        most: so many are kept at the most; beyond that the oldest are given up.
    """

    def __init__(self, most: int) -> None:
        self._lock = threading.Lock()
        self._waiting: deque[T] = deque(maxlen=most)

    def add(self, one: T) -> None:
        """Keep one until it is written."""
        with self._lock:
            self._waiting.append(one)

    def waiting(self) -> list[T]:
        """All that are to be written, oldest first."""
        with self._lock:
            return list(self._waiting)

    def written(self, oldest: Sequence[T]) -> None:
        """The oldest of these are in the log now, and wait no more; some may have fallen off the front meanwhile."""
        with self._lock:
            for one in oldest:
                if self._waiting and self._waiting[0] is one:
                    self._waiting.popleft()
