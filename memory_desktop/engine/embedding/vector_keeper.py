"""Keeps the vector index and the queue telling the same story.

The index's files and the queue's rows cannot join one transaction, so after a crash they may differ: vectors may be
durable that the queue still counts as waiting (crash between rename and confirmation), or, after damage, the queue may
count on vectors that are gone. `reconcile` compares the two and lets the index decide.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path

import numpy as np

from memory_desktop.core.errors import IndexDamagedError
from memory_desktop.core.ports import Clock, VectorIndex
from memory_desktop.store import Store

_log = logging.getLogger(__name__)


class VectorKeeper:
    """Owner of the vector index of the active model.

    Args:
        opener: opens (or makes) the index in its folder.
        set_aside: moves a damaged folder out of the way.
    """

    def __init__(
        self,
        store: Store,
        opener: Callable[[], VectorIndex],
        set_aside: Callable[[], Path | None],
        clock: Clock,
    ) -> None:
        self._store = store
        self._opener = opener
        self._set_aside = set_aside
        self._clock = clock
        self.damage = ""
        self.index = self._open()
        self.reconcile()

    @property
    def notes(self) -> tuple[str, ...]:
        """What a search should say about this index."""
        if self.damage and self._store.queue.counts().pending:
            return (f"The vector index was damaged ({self.damage}) and is being rebuilt from the records.",)
        return ()

    def reset(self, damage: str = "") -> None:
        """Move the index aside and queue every item again."""
        self.index.close()
        self._set_aside()
        self.damage = damage
        self.index = self._opener()
        self.reconcile()

    def reconcile(self) -> tuple[int, int, int]:
        """(confirmed late, queued again, queued for the first time): how far the two were apart."""
        queue, now = self._store.queue, self._clock()
        new = queue.missing()
        if new:
            with self._store.database.transaction() as cursor:
                queue.enqueue(cursor, new, now)
        present = self.index.keys()
        late = np.intersect1d(queue.waiting_keys(), present, assume_unique=True)
        gone = np.setdiff1d(queue.indexed_keys(), present, assume_unique=True)
        if len(late):
            queue.confirm([int(key) for key in late], now)
        if len(gone):
            queue.reset(gone)
        return len(late), len(gone), len(new)

    def close(self) -> None:
        """Close the index."""
        self.index.close()

    def _open(self) -> VectorIndex:
        try:
            return self._opener()
        except IndexDamagedError as error:
            _log.warning("vector index moved aside: %s", error)
            self.damage = error.message
            self._set_aside()
            return self._opener()
