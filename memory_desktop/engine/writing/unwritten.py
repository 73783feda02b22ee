"""What reads have noted and the log does not have yet: a read never waits for a write, so it is written a little later.

It is gone from here only once it was written: when the write fails, it waits for the next one.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Generic, TypeVar

T = TypeVar("T")


class Unwritten(Generic[T]):
    """See the module. Safe from many threads.

    Args:
        most: so many are kept at the most; beyond that the oldest are given up.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._waiting: deque[T] = deque(maxlen=most)

    def add(self, one: T) -> None:
        """Keep one until it is written."""
        with self._lock:
            self._waiting.append(one)

    @contextmanager
    def taken(self) -> Iterator[list[T]]:
        """All that wait, oldest first, to be written inside the block; an error in it puts them back."""
        with self._lock:
            taken, self._waiting = self._waiting, deque(maxlen=self._most)
        try:
            yield list(taken)
        except BaseException:
            with self._lock:
                self._waiting = deque([*taken, *self._waiting], maxlen=self._most)
            raise
