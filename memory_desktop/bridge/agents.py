"""Tells the GUI thread what agents do: calls as they are served, in batches, and decisions about agents."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot

if TYPE_CHECKING:
    from memory_desktop.service.calls import Call
    from memory_desktop.service.service import Service

_INTERVAL_MS = 150
_MOST = 500


class AgentWatch(QObject):
    """Watches the service of an open vault from its creation until `close`.

    Signals:
        called: a tuple of `Call`, oldest first, a moment after they were served.
        decided: something was decided about an agent.
    """

    called = Signal(object)
    decided = Signal()
    _arrived = Signal()

    def __init__(self, service: Service, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.service = service
        self._lock = threading.Lock()
        self._new: list[Call] = []
        self._decided = False
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_INTERVAL_MS)
        self._timer.timeout.connect(self._flush)
        self._arrived.connect(self._on_arrived, Qt.ConnectionType.QueuedConnection)
        self._unsubscribe: list[Callable[[], None]] = [
            service.calls.subscribe(self._on_call),
            service.on_decision(self._on_decision),
        ]

    def close(self) -> None:
        """Hear nothing more."""
        for unsubscribe in self._unsubscribe:
            unsubscribe()
        self._unsubscribe = []
        self._timer.stop()

    def calls(self) -> tuple[Call, ...]:
        """What agents did lately, oldest first."""
        return tuple(self.service.calls)

    def forget_texts(self) -> None:
        """Something was purged: calls that were not told yet are told as they are kept since."""
        kept = {call.number: call for call in self.service.calls}
        with self._lock:
            self._new = [kept[call.number] for call in self._new if call.number in kept]

    def _on_call(self, call: Call) -> None:
        """In the thread that served it."""
        with self._lock:
            self._new.append(call)
            del self._new[:-_MOST]
        self._arrived.emit()

    def _on_decision(self) -> None:
        with self._lock:
            self._decided = True
        self._arrived.emit()

    @Slot()
    def _on_arrived(self) -> None:
        if self._unsubscribe and not self._timer.isActive():
            self._timer.start()

    @Slot()
    def _flush(self) -> None:
        with self._lock:
            new, self._new = tuple(self._new), []
            decided, self._decided = self._decided, False
        if new:
            self.called.emit(new)
        if decided:
            self.decided.emit()
