"""Lets the graphs of the vector index grow: small ones at once, large ones beside the sync.

A large graph grows in another process for a minute or more (see `index.growing`). A thread waits for it, so that new
memories get their vectors meanwhile. What is in no graph yet is kept in memory and compared one by one, so the sync
waits when there is too much of that.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from memory_desktop.core.cancel import Token, stopped
from memory_desktop.core.errors import ClosedError
from memory_desktop.core.ports import CancelToken, VectorIndex
from memory_desktop.locks import Rank, RankedLock

#: A graph of so many vectors grows beside the sync.
LARGE = 20_000
# So many vectors without a graph (128 MB of them with 256 numbers each) before the sync waits for one.
_MOST_LOOSE = 131_072
_LOOK_AGAIN = 0.2  # seconds


class IndexGrowth:
    """See the module. `step` is called by whoever holds the lock of the upkeep, the other methods by any thread.

    Args:
        index: the index of the model in use.
        grown: called, in the thread that waited, when a large graph is part of the index.
    """

    def __init__(self, index: Callable[[], VectorIndex], grown: Callable[[], None]) -> None:
        self._index = index
        self._grown = grown
        self._lock = RankedLock(Rank.GROWTH)
        self._cancel = Token()
        self._thread: threading.Thread | None = None
        self._error: Exception | None = None

    @property
    def running(self) -> bool:
        """Is a large graph growing?"""
        return self._thread is not None and self._thread.is_alive()

    def step(self, until: CancelToken | None = None) -> bool:
        """Let a graph grow if it is time, or wait for the one that grows if the sync is far ahead; False: neither.

        Raises:
            IndexDamagedError, OSError: what the last growth ended with.
        """
        index = self._index()
        if self.running:
            return index.loose() >= _MOST_LOOSE and self.wait(until)
        self._raise_last()
        due = index.due()
        if due < LARGE:
            return due > 0 and index.maintain(until)
        self._cancel = Token(until)
        self._thread = threading.Thread(target=self._grow, args=(index, self._cancel), name="index growth", daemon=True)
        self._thread.start()
        return True

    def wait(self, until: CancelToken | None = None) -> bool:
        """Wait until no large graph grows; was there one?

        Raises:
            IndexDamagedError, OSError: what it ended with.
        """
        thread = self._thread
        waited = self.running
        while thread is not None and thread.is_alive() and not stopped(until):
            thread.join(_LOOK_AGAIN)
        self._raise_last()
        return waited

    @contextmanager
    def given_up(self) -> Iterator[None]:
        """A block during which no large graph grows: one that does is given up, and begins again another time."""
        self._cancel.cancel()
        with self._lock:
            yield

    def _grow(self, index: VectorIndex, cancel: Token) -> None:
        with self._lock:
            try:
                grown = not cancel.cancelled() and index.maintain(cancel)
            except ClosedError:  # the index went while its graph grew
                return
            except Exception as error:  # noqa: BLE001 - raised again by who asks next
                self._error = error
                return
        if grown:
            self._grown()

    def _raise_last(self) -> None:
        error, self._error = self._error, None
        if error is not None:
            raise error
