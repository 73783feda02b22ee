"""The thread that drives the engine's deferred vector sync and index upkeep.

It takes one step after another while there is work, and sleeps on a wait condition when there is none: until a change
wakes it, or until the step said that the next attempt is due. `stop` ends a running step at its next item and joins.
"""

from __future__ import annotations

import logging
import threading
from typing import Protocol

from PySide6.QtCore import QMutex, QMutexLocker, QObject, QThread, QWaitCondition, Signal

from memory_desktop.core.answers import ChangeSet, SyncStep
from memory_desktop.core.cancel import Token
from memory_desktop.core.errors import CancelledError, ClosedError, KnownError
from memory_desktop.core.ports import CancelToken
from memory_desktop.priority import BACKGROUND, stand_back

_log = logging.getLogger(__name__)
_IDLE_SECONDS = 60.0
_ERROR_SECONDS = 10.0


class SyncDriver(Protocol):
    """The part of the engine that the worker drives."""

    def sync_step(self, max_items: int | None = None, cancel: CancelToken | None = None) -> SyncStep: ...

    def maintain(self, cancel: CancelToken | None = None) -> bool: ...


class SyncWorker(QThread):
    """Signals: `failed(exception)` when a step itself failed (items that fail are the queue's business)."""

    failed = Signal(object)

    def __init__(self, engine: SyncDriver, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("sync")
        self._engine = engine
        self._mutex = QMutex()
        self._condition = QWaitCondition()
        self._woken = False
        self._stopping = Token()
        self._ident = 0
        self._last_error = ""

    def run(self) -> None:
        """The loop; ends on `stop` or when the engine is closed."""
        self._ident = threading.get_ident()
        stand_back(BACKGROUND)
        try:
            while not self._stopping.cancelled():
                wait = self._step()
                if wait > 0:
                    self._sleep(wait)
        except (ClosedError, CancelledError):
            return

    def wake(self) -> None:
        """Wake the worker because there may be something to do. Any thread."""
        with QMutexLocker(self._mutex):
            self._woken = True
            self._condition.wakeAll()

    def on_change(self, change: ChangeSet) -> None:
        """A change callback of the engine, in the thread that made the change; the worker's own are ignored."""
        if threading.get_ident() != self._ident and (change.records or change.queue or change.settings):
            self.wake()

    def request_stop(self) -> None:
        """Let the running step end at its next item; returns at once."""
        self._stopping.cancel()
        self.wake()

    def stop(self) -> None:
        """Let the running step end and join, however long that takes.

        Any thread but its own; not the GUI thread while there is a window.
        """
        self.request_stop()
        self.wait()

    def _step(self) -> float:
        """Do one piece of work; seconds to wait before the next."""
        try:
            step = self._engine.sync_step(cancel=self._stopping)
            if step.wait is not None and step.wait <= 0:
                return 0.0
            if self._engine.maintain(self._stopping):
                return 0.0
            self._last_error = ""
            return min(_IDLE_SECONDS, step.wait if step.wait is not None else _IDLE_SECONDS)
        except (ClosedError, CancelledError):
            raise
        except Exception as error:  # noqa: BLE001 - the thread must outlive any failure of one step
            _log.warning("sync step failed: %s", error, exc_info=not isinstance(error, KnownError))
            if str(error) != self._last_error and not self._stopping.cancelled():
                self._last_error = str(error)
                self.failed.emit(error)
            return _ERROR_SECONDS

    def _sleep(self, seconds: float) -> None:
        with QMutexLocker(self._mutex):
            if not self._woken and not self._stopping.cancelled():
                self._condition.wait(self._mutex, max(1, int(seconds * 1000)))
            self._woken = False
