"""The thread for the deferred vector sync and the upkeep of a vault that no window has open.

The window has one of its own (`bridge.sync_worker`), which drives the same loop.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from memory_desktop.core.errors import CancelledError, ClosedError, KnownError
from memory_desktop.core.ports import CancelToken
from memory_desktop.engine.engine import Engine
from memory_desktop.engine.upkeep.loop import UpkeepLoop

_log = logging.getLogger(__name__)


class Worker:
    """Works from `start` to `stop`: first on imports that were interrupted, then on what waits, step by step."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._loop = UpkeepLoop(engine)
        self._thread = threading.Thread(target=self._loop.run, args=(self._go_on_importing,), name="sync", daemon=True)
        self._unsubscribe: Callable[[], None] | None = None

    def start(self) -> None:
        """Begin."""
        self._unsubscribe = self._engine.subscribe(self._loop.on_change)
        self._thread.start()

    def stop(self) -> None:
        """Let the running step end at its next item, and join."""
        self._engine.imports.about_to_close()
        self._loop.stop()
        if self._unsubscribe is not None:
            self._unsubscribe()
        if self._thread.is_alive():
            self._thread.join()

    def _go_on_importing(self, cancel: CancelToken) -> None:
        try:
            for job in self._engine.imports.interrupted() if self._engine.loss is None else ():
                self._engine.imports.resume(job.seq, cancel=cancel)
        except (ClosedError, CancelledError):
            raise
        except KnownError as error:
            _log.warning("an interrupted import does not go on: %s", error)
