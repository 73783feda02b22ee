"""The thread that drives the deferred vector sync and the upkeep of a vault that no window has open.

The window has one of its own (`bridge.sync_worker`), which tells its views what failed.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from memory_desktop.core.answers import ChangeSet
from memory_desktop.core.cancel import Token
from memory_desktop.core.errors import CancelledError, ClosedError, KnownError
from memory_desktop.engine.engine import Engine
from memory_desktop.priority import BACKGROUND, stand_back

_log = logging.getLogger(__name__)
_IDLE_SECONDS, _ERROR_SECONDS = 60.0, 10.0


class Worker:
    """Works from `start` to `stop`: first on imports that were interrupted, then on what waits, step by step."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._stopping = Token()
        self._due = threading.Event()
        self._thread = threading.Thread(target=self._run, name="sync", daemon=True)
        self._unsubscribe: Callable[[], None] | None = None

    def start(self) -> None:
        """Begin."""
        self._unsubscribe = self._engine.subscribe(self._on_change)
        self._thread.start()

    def stop(self) -> None:
        """Let the running step end at its next item, and join."""
        self._engine.imports.about_to_close()
        self._stopping.cancel()
        self._due.set()
        if self._unsubscribe is not None:
            self._unsubscribe()
        if self._thread.is_alive():
            self._thread.join()

    def _on_change(self, change: ChangeSet) -> None:
        if threading.current_thread() is not self._thread and (change.records or change.queue or change.settings):
            self._due.set()

    def _run(self) -> None:
        stand_back(BACKGROUND)
        try:
            self._go_on_importing()
            while not self._stopping.cancelled():
                wait = self._step()
                if wait > 0:
                    self._due.wait(wait)
                self._due.clear()
        except (ClosedError, CancelledError):
            return

    def _go_on_importing(self) -> None:
        try:
            for job in self._engine.imports.interrupted() if self._engine.loss is None else ():
                self._engine.imports.resume(job.seq, cancel=self._stopping)
        except (ClosedError, CancelledError):
            raise
        except KnownError as error:
            _log.warning("an interrupted import does not go on: %s", error)

    def _step(self) -> float:
        """Do one piece of work; seconds to wait before the next."""
        try:
            step = self._engine.sync_step(cancel=self._stopping)
            if step.wait is not None and step.wait <= 0:
                return 0.0
            if self._engine.maintain(self._stopping):
                return 0.0
            return min(_IDLE_SECONDS, step.wait if step.wait is not None else _IDLE_SECONDS)
        except (ClosedError, CancelledError):
            raise
        except Exception as error:  # noqa: BLE001 - the thread must outlive any failure of one step
            _log.warning("sync step failed: %s", error, exc_info=not isinstance(error, KnownError))
            return _ERROR_SECONDS
