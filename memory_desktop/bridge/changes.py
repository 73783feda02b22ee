"""Turns the engine's change callbacks, which come in any thread, into one coalesced signal on the GUI thread."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot

from memory_desktop.core.answers import ChangeSet

INTERVAL_MS = 100
MAX_KEYS = 5000


def merge_changes(older: ChangeSet, newer: ChangeSet) -> ChangeSet:
    """One change set that says what both said."""
    keys = tuple(dict.fromkeys(older.keys + newer.keys))
    untold = bool(older.keys) != bool(newer.keys)  # one of them does not say which records it is about
    many = older.many or newer.many or untold or len(keys) > MAX_KEYS
    return replace(
        newer,
        head=max(older.head, newer.head),
        keys=() if many else keys,
        records=older.records or newer.records,
        queue=older.queue or newer.queue,
        indexes=older.indexes or newer.indexes,
        settings=older.settings or newer.settings,
        jobs=older.jobs or newer.jobs,
        many=many,
        purged=older.purged or newer.purged,
        initiator=newer.initiator if older.initiator == newer.initiator else "",
    )


class ChangeNotifier(QObject):
    """Emits `changed(ChangeSet)` on the GUI thread, at once after a quiet time and then at most every 100 ms."""

    changed = Signal(object)
    _arrived = Signal()

    def __init__(
        self,
        subscribe: Callable[[Callable[[ChangeSet], None]], Callable[[], None]],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._lock = threading.Lock()
        self._pending: ChangeSet | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(INTERVAL_MS)
        self._timer.timeout.connect(self._flush)
        self._arrived.connect(self._on_arrived, Qt.ConnectionType.QueuedConnection)
        self._unsubscribe: Callable[[], None] | None = subscribe(self._on_change)

    def close(self) -> None:
        """Stop listening; nothing is emitted any more."""
        unsubscribe, self._unsubscribe = self._unsubscribe, None
        if unsubscribe is not None:
            unsubscribe()
        self._timer.stop()
        with self._lock:
            self._pending = None

    def _on_change(self, change: ChangeSet) -> None:
        with self._lock:
            first = self._pending is None
            self._pending = change if self._pending is None else merge_changes(self._pending, change)
        if first and self._unsubscribe is not None:
            self._arrived.emit()

    @Slot()
    def _on_arrived(self) -> None:
        if not self._timer.isActive():
            self._flush()

    @Slot()
    def _flush(self) -> None:
        with self._lock:
            change, self._pending = self._pending, None
        if change is not None and self._unsubscribe is not None:
            self._timer.start()
            self.changed.emit(change)
