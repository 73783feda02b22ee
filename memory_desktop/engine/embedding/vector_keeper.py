"""Keeps the vector index and the queue telling the same story.

The index's files and the queue's rows cannot join one transaction, so after a crash they may differ: vectors may be
durable that the queue still counts as waiting (crash between rename and confirmation), or, after damage, the queue may
count on vectors that are gone. `reconcile` compares the two and lets the index decide.

A vector may also be there that belongs to another text than the record under its key: of an event that was lost, after
which the key was given again. Such vectors are let go, and their records queued. (Keys that the log does not reach are
no part of this: they say that events are lost, and stay until a person accepts that. See `drop_after`.)
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path

import numpy as np

from memory_desktop.core.errors import IndexDamagedError, VaultError
from memory_desktop.core.keys import Keys
from memory_desktop.core.ports import Clock, VectorIndex
from memory_desktop.core.vector_rows import of_the_texts, owners
from memory_desktop.engine.embedding.texts import VectorTexts
from memory_desktop.store import Store

_log = logging.getLogger(__name__)


class VectorKeeper:
    """Owner of the vector index of the active model.

    Args:
        opener: opens (or makes) the index in its folder.
        set_aside: moves a damaged folder out of the way.
        outside: the vectors come from outside: one a memory, and the queue says which of them are still to be stored.
    """

    def __init__(
        self,
        store: Store,
        opener: Callable[[], VectorIndex],
        set_aside: Callable[[], Path | None],
        clock: Clock,
        *,
        outside: bool = False,
    ) -> None:
        self._store = store
        self._outside = outside
        self._opener = opener
        self._set_aside = set_aside
        self._clock = clock
        self._texts = VectorTexts(store)
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

    def foreign(self) -> Keys:
        """Keys whose vector is of another text than the record has, or that the log reaches but no record has."""
        keys, digests = self.index.digests()
        foreign = owners(keys[~of_the_texts(keys, digests, *self._store.records.digests())])
        return np.unique(foreign[foreign <= self._store.log.head])

    def drop(self, keys: Keys) -> int:
        """Let vectors go and queue their records; how many there were. Raises KnownError when the disk refuses."""
        try:
            dropped = self.index.drop(keys)
        except OSError as error:
            raise VaultError(f"Vectors cannot be removed: {error.strerror or error}.") from error
        if dropped:
            self._store.queue.reset(keys)
        return dropped

    def drop_after(self, key: int) -> int:
        """Let all vectors with a greater key go, as their events are lost; how many. Raises KnownError."""
        try:
            return self.index.drop_after(key)
        except OSError as error:
            raise VaultError(f"Vectors cannot be removed: {error.strerror or error}.") from error

    def incomplete(self, keys: Keys) -> Keys:
        """Those of these keys that have a vector of the whole text, and should have more for its parts."""
        if not len(keys) or self._outside:
            return keys[:0]
        return np.setdiff1d(self._texts.divided(keys.tolist()), self.index.divided(), assume_unique=True)

    def reconcile(self) -> tuple[int, int, int]:
        """(confirmed late, queued again, queued for the first time): how far the two were apart."""
        queue, now = self._store.queue, self._clock()
        self._drop_foreign()
        new = queue.missing()
        if new:
            with self._store.database.transaction() as cursor:
                queue.enqueue(cursor, new, now)
        present = self.index.keys()
        late = np.intersect1d(queue.waiting_keys(), present, assume_unique=True)
        if self._outside:
            late = late[:0]  # another vector may have come, or that one was taken back: the sync looks
        gone = np.setdiff1d(queue.indexed_keys(), present, assume_unique=True)
        late = np.setdiff1d(late, self.incomplete(late), assume_unique=True)
        if len(late):
            queue.confirm([int(key) for key in late], now)
        if len(gone):
            queue.reset(gone)
        return len(late), len(gone), len(new)

    def close(self) -> None:
        """Close the index."""
        self.index.close()

    def _drop_foreign(self) -> None:
        if self._store.log.read_only:  # events are hidden or lost: nothing is mended then
            return
        foreign = self.foreign()
        if len(foreign):
            _log.warning("%d vectors belonged to other texts and were removed", len(foreign))
            self.drop(foreign)

    def _open(self) -> VectorIndex:
        try:
            return self._opener()
        except IndexDamagedError as error:
            _log.warning("vector index moved aside: %s", error)
            self.damage = error.message
            self._set_aside()
            return self._opener()
