"""Keeps the keyword index in step with the log: applies each write, catches up after a crash, rebuilds after damage.

The index is derived, so a failure here never fails a write: the index falls behind, says so, and catches up.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from pathlib import Path

from memory_desktop.core.errors import IndexDamagedError, KnownError
from memory_desktop.core.ports import KeywordIndex
from memory_desktop.core.records import Memory
from memory_desktop.store import Store

_log = logging.getLogger(__name__)
_PAGE = 2_000


class KeywordKeeper:
    """Owner of the keyword index. Every method that writes is called under the writer's lock.

    Args:
        opener: opens (or makes) the index in the folder.
        set_aside: moves a damaged folder out of the way.
    """

    def __init__(
        self, store: Store, opener: Callable[[], KeywordIndex], set_aside: Callable[[], Path | None]
    ) -> None:
        self._store = store
        self._opener = opener
        self._set_aside = set_aside
        self.notes: tuple[str, ...] = ()
        self.index = self._open()
        self._cursor: int | None = None
        self._behind = False
        self._assess()

    @property
    def ready(self) -> bool:
        """True when every committed write can be found."""
        return self._cursor is None and not self._behind

    @property
    def rebuilding(self) -> bool:
        """True while old records are still being added again."""
        return self._cursor is not None

    def apply(self, memories: Sequence[Memory], position: int) -> None:
        """Take a committed write in."""
        if self._behind:
            return
        try:
            self.index.apply(memories, -1 if self.rebuilding else position)
        except (OSError, ValueError, RuntimeError, KnownError) as error:
            _log.warning("keyword index falls behind: %s", error)
            self.notes = (f"The keyword index could not be written ({error}); it will be caught up.",)
            self._behind = True

    def step(self) -> bool:
        """One piece of catching up or rebuilding; False when there is nothing to do."""
        if self._behind:
            self._assess()
            self._behind = False
        if self._cursor is None:
            return False
        page = self._store.records.scan(after=self._cursor, limit=_PAGE)
        head = self._store.log.head
        try:
            self.index.apply(page, head if len(page) < _PAGE else -1)
        except (OSError, ValueError, RuntimeError, KnownError) as error:
            self.notes = (f"The keyword index could not be written ({error}).",)
            raise
        if len(page) < _PAGE:
            self._cursor = None
            self.notes = ()
        else:
            self._cursor = page[-1].key
        return True

    def reset(self) -> None:
        """Move the index aside and begin again from the records."""
        self.index.close()
        self._set_aside()
        self.index = self._opener()
        self._behind, self._cursor = False, 0

    def close(self) -> None:
        """Close the index."""
        self.index.close()

    def _open(self) -> KeywordIndex:
        try:
            return self._opener()
        except IndexDamagedError as error:
            _log.warning("keyword index moved aside: %s", error)
            self._set_aside()
            self.notes = (f"The keyword index was damaged ({error.message}) and is being rebuilt from the records.",)
            return self._opener()

    def _assess(self) -> None:
        """Compare the index's position with the log's head, and mend what a crash left."""
        position, head = self.index.position, self._store.log.head
        if position == head:
            return
        if 0 <= position < head:
            ids = self._store.log.items_after(position)
            for start in range(0, len(ids), _PAGE):
                found = self._store.records.by_ids(ids[start : start + _PAGE])
                self.index.apply(sorted(found.values(), key=lambda memory: memory.key), position)
            self.index.apply((), head)
            return
        if position > head:  # the database was put back to an older copy
            self.index.close()
            self._set_aside()
            self.index = self._opener()
        if self._store.records.count() == 0:
            self.index.apply((), head)
            return
        self._cursor = 0
        if not self.notes:
            self.notes = ("The keyword index is being built from the records.",)
