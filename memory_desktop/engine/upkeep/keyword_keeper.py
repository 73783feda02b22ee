"""Keeps the keyword index in step with the log: applies each write, catches up after a crash, rebuilds after damage.

The index is derived, so a failure here never fails a write: the index falls behind, says so, and catches up.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path

from memory_desktop.core.errors import IndexDamagedError, IndexOutdatedError, KnownError, VaultError
from memory_desktop.core.memory.records import Memory
from memory_desktop.core.ports import Clock, KeywordIndex
from memory_desktop.store import Store

_log = logging.getLogger(__name__)
_PAGE = 2_000
_DISK_ERRORS = (OSError, ValueError, RuntimeError, KnownError)


class KeywordKeeper:
    """Owner of the keyword index. Every method that writes is called under the writer's lock.

    Args:
        opener: opens (or makes) the index in the folder.
        set_aside: moves a damaged folder out of the way.

    Attributes:
        verified_at: when its files were last compared with their checksums.
    """

    def __init__(
        self,
        store: Store,
        opener: Callable[[], KeywordIndex],
        set_aside: Callable[[], Path | None],
        clock: Clock,
    ) -> None:
        self._store = store
        self._clock = clock
        self._opener = opener
        self._set_aside = set_aside
        self.notes: tuple[str, ...] = ()
        self.index = self._open()
        self.verified_at = clock()
        self._unreadable = False
        # Key up to which a rebuild has come; None when there is none to do.
        self._cursor: int | None = None
        try:
            self._assess()
        except _DISK_ERRORS as error:
            self._failed(error)

    @property
    def ready(self) -> bool:
        """True when every committed write can be found."""
        return not self._unreadable and self._cursor is None and self.index.position == self._store.log.head

    def unreadable(self, error: BaseException) -> bool:
        """A search could not read the index: is it damaged? Then `step` begins again from the records.

        May be called without the writer's lock.
        """
        try:
            problems = self.index.check()
        except _DISK_ERRORS as another:
            problems = (str(another),)
        if problems and not self._unreadable:
            self._unreadable = True
            _log.warning("keyword index cannot be read: %s", error)
            self.notes = (
                f"The keyword index is damaged ({problems[0]}): answers lack what only words would find, until it is"
                " rebuilt. That begins by itself; “Check and repair” does it now.",
            )
        return bool(problems)

    @property
    def rebuilding(self) -> bool:
        """True while old records are still being added again."""
        return self._cursor is not None

    def apply(self, memories: Sequence[Memory], before: int, position: int) -> None:
        """Take a committed write in, if all up to `before` is in already; else `step` will bring it."""
        if not self.rebuilding and self.index.position != before:
            return
        try:
            self.index.apply(memories, -1 if self.rebuilding else position)
        except _DISK_ERRORS as error:
            self._failed(error)

    def step(self) -> bool:
        """One piece of catching up or rebuilding; False when there is nothing to do, or nothing can be done now."""
        try:
            if self._unreadable:
                self.reset()
                return True
            if self._cursor is None:
                behind = self.index.position != self._store.log.head
                self._assess()
                self.index.flush()
                return behind and self.ready
            page = self._store.records.scan(after=self._cursor, limit=_PAGE)
            last = len(page) < _PAGE
            self.index.apply(page, self._store.log.head if last else -1)
        except _DISK_ERRORS as error:
            self._failed(error)
            return False
        self._cursor = None if last else page[-1].key
        if last:
            self.notes = ()
        return True

    def verify(self, before: datetime) -> bool:
        """Compare all files with their checksums, if that was last done by then; begin again if they differ."""
        if self.verified_at > before or self.rebuilding:
            return False
        problems = self.check()
        if problems:
            self.reset()
            self._tell_damage(problems[0])
        return True

    def check(self) -> tuple[str, ...]:
        """What is wrong with the index's files, in sentences."""
        problems = self.index.check()
        if not problems:
            self.verified_at = self._clock()
        return problems

    def reset(self) -> None:
        """Move the index aside and begin again from the records."""
        self.index.close()
        self._set_aside()
        self.index = self._opener()
        self._cursor = 0
        self._unreadable = False
        self.verified_at = self._clock()

    def close(self) -> None:
        """Close the index."""
        self.index.close()

    def _open(self) -> KeywordIndex:
        try:
            return self._opener()
        except IndexOutdatedError:
            self._set_aside()
            self.notes = ("The keyword index is being made again for this version of the program.",)
            return self._opener()
        except IndexDamagedError as error:
            self._set_aside()
            self._tell_damage(error.message)
            return self._opener()
        except (OSError, ValueError, RuntimeError) as error:
            raise VaultError(
                f"The keyword index cannot be opened or made: {error}.",
                hint="Check that the disk is there, can be written, and has some room.",
            ) from error

    def _tell_damage(self, problem: str) -> None:
        _log.warning("keyword index moved aside: %s", problem)
        self.notes = (f"The keyword index was damaged ({problem}) and is being rebuilt from the records.",)

    def _failed(self, error: Exception) -> None:
        _log.warning("keyword index falls behind: %s", error)
        self.notes = (f"The keyword index could not be written ({error}); it will be caught up.",)

    def _assess(self) -> None:
        """Compare the index's position with the log's head, and mend what a crash left."""
        position, head = self.index.position, self._store.log.head
        if position == head or position > self._store.log.last:  # the log has lost events: that is told, not mended
            return
        if 0 <= position < head:
            ids = self._store.items.changed_after(position, self._store.log.head)
            for start in range(0, len(ids), _PAGE):
                found = self._store.records.by_ids(ids[start : start + _PAGE])
                self.index.apply(sorted(found.values(), key=lambda memory: memory.key), position)
            self.index.apply((), head)
            self.notes = ()
            return
        if position > head:  # the records were rebuilt to an earlier event
            self.index.close()
            self._set_aside()
            self.index = self._opener()
        if self._store.records.count() == 0:
            self.index.apply((), head)
            self.index.flush()  # from here on, a crash costs a catch-up and not a rebuild
            return
        self._cursor = 0
        if not self.notes:
            self.notes = ("The keyword index is being built from the records.",)
