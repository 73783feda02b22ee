"""The loop that drives the deferred vector sync and the upkeep of an open vault, in a thread that its owner has.

It takes one step after another while there is work, and sleeps when there is none: until a change wakes it, or until
the step said that the next attempt is due.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Protocol

from memory_desktop.core.answers import ChangeSet, SyncStep
from memory_desktop.core.cancel import Token
from memory_desktop.core.errors import CancelledError, ClosedError, KnownError
from memory_desktop.core.ports import CancelToken
from memory_desktop.priority import BACKGROUND, stand_back

_log = logging.getLogger(__name__)
_IDLE_SECONDS, _ERROR_SECONDS = 60.0, 10.0
# After so many steps of the sync in a row there is one of the upkeep: agents may keep the queue filled.
_MOST_SYNCS = 4


class Driven(Protocol):
    """The part of the engine that the loop drives."""

    def sync_step(self, max_items: int | None = None, cancel: CancelToken | None = None) -> SyncStep: ...

    def maintain(self, cancel: CancelToken | None = None) -> bool: ...


class UpkeepLoop:
    """See the module.

    Args:
        failed: told when a step itself failed (items that fail are the queue's business), once for each message.
    """

    def __init__(self, engine: Driven, failed: Callable[[Exception], None] = lambda _error: None) -> None:
        self._engine = engine
        self._failed = failed
        self._due = threading.Event()
        self._ident = 0
        self._last_error = ""
        self._syncs = 0
        self.stopping = Token()

    def run(self, first: Callable[[CancelToken], None] = lambda _cancel: None) -> None:
        """Drive the engine in this thread; returns after `stop`, or when the engine is closed.

        Args:
            first: what is to be done before anything else.
        """
        self._ident = threading.get_ident()
        stand_back(BACKGROUND)
        try:
            first(self.stopping)
            while not self.stopping.cancelled():
                wait = self._step()
                if wait > 0:
                    self._due.wait(wait)
                    self._due.clear()
        except (ClosedError, CancelledError):
            return

    def wake(self) -> None:
        """There may be something to do. Any thread."""
        self._due.set()

    def on_change(self, change: ChangeSet) -> None:
        """A change callback of the engine, in the thread that made the change; the loop's own are ignored."""
        if threading.get_ident() != self._ident and (change.records or change.queue or change.settings or change.jobs):
            self.wake()

    def stop(self) -> None:
        """Let the running step end at its next item, and the loop with it; returns at once."""
        self.stopping.cancel()
        self.wake()

    def _step(self) -> float:
        """Do one piece of work; seconds to wait before the next."""
        try:
            step = self._engine.sync_step(cancel=self.stopping)
            more = step.wait is not None and step.wait <= 0
            self._syncs = self._syncs + 1 if more else 0
            if more and self._syncs < _MOST_SYNCS:
                return 0.0
            self._syncs = 0
            if self._engine.maintain(self.stopping) or more:
                return 0.0
            self._last_error = ""
            return min(_IDLE_SECONDS, step.wait if step.wait is not None else _IDLE_SECONDS)
        except (ClosedError, CancelledError):
            raise
        except Exception as error:  # noqa: BLE001 - the thread must outlive any failure of one step
            _log.warning("sync step failed: %s", error, exc_info=not isinstance(error, KnownError))
            if str(error) != self._last_error and not self.stopping.cancelled():
                self._last_error = str(error)
                self._failed(error)
            return _ERROR_SECONDS
