"""Delivers change sets to subscribers. Callbacks run in the thread that made the change, and must be quick."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from memory_desktop.core.answers import ChangeSet

_log = logging.getLogger(__name__)
Callback = Callable[[ChangeSet], None]


class Subscribers:
    """A thread-safe list of callbacks."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._callbacks: tuple[Callback, ...] = ()

    def add(self, callback: Callback) -> Callable[[], None]:
        """Call it for every change from now on, until the returned function is called."""
        with self._lock:
            self._callbacks = (*self._callbacks, callback)

        def remove() -> None:
            with self._lock:
                self._callbacks = tuple(one for one in self._callbacks if one is not callback)

        return remove

    def publish(self, change: ChangeSet) -> None:
        """Call every subscriber with a change; an error in one does not keep the others from being called."""
        for callback in self._callbacks:
            try:
                callback(change)
            except Exception:  # noqa: BLE001 - whatever a listener does wrong is not the writer's fault
                _log.exception("a subscriber failed on %r", change)
