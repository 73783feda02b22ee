"""Tells the GUI thread what the memory of conversations signals, in batches."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot

from memory_desktop.engine.conversation.signals import Signal as MemorySignal
from memory_desktop.engine.conversation.signals import Signals

_INTERVAL_MS = 200
_MOST = 500


class SignalWatch(QObject):
    """Watches the signals of an open vault from its creation until `close`.

    Signals:
        arrived: a tuple of `engine.conversation.signals.Signal`, oldest first, a moment after they were given.
    """

    arrived = Signal(object)
    _heard = Signal()

    def __init__(self, signals: Signals, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lock = threading.Lock()
        self._new: deque[MemorySignal] = deque(maxlen=_MOST)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_INTERVAL_MS)
        self._timer.timeout.connect(self._flush)
        self._heard.connect(self._on_heard, Qt.ConnectionType.QueuedConnection)
        self._unsubscribe: Callable[[], None] | None = signals.subscribe(self._on_signal)

    def close(self) -> None:
        """Hear nothing more."""
        unsubscribe, self._unsubscribe = self._unsubscribe, None
        if unsubscribe is not None:
            unsubscribe()
        self._timer.stop()

    def _on_signal(self, signal: MemorySignal) -> None:
        """In the thread where it happened."""
        with self._lock:
            self._new.append(signal)
        self._heard.emit()

    @Slot()
    def _on_heard(self) -> None:
        if self._unsubscribe is not None and not self._timer.isActive():
            self._timer.start()

    @Slot()
    def _flush(self) -> None:
        with self._lock:
            new = tuple(self._new)
            self._new.clear()
        if new and self._unsubscribe is not None:
            self.arrived.emit(new)
