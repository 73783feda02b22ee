"""The window's thread for the deferred vector sync and the upkeep: the engine's loop, and a signal when it fails."""

from __future__ import annotations

from PySide6.QtCore import QObject, QThread, Signal

from memory_desktop.core.answers import ChangeSet
from memory_desktop.engine.upkeep.loop import Driven, UpkeepLoop


class SyncWorker(QThread):
    """Signals: `failed(exception)` when a step itself failed (items that fail are the queue's business)."""

    failed = Signal(object)

    def __init__(self, engine: Driven, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("sync")
        self._loop = UpkeepLoop(engine, self.failed.emit)

    def run(self) -> None:
        """The loop; ends on `stop` or when the engine is closed."""
        self._loop.run()

    def wake(self) -> None:
        """Wake the worker because there may be something to do. Any thread."""
        self._loop.wake()

    def on_change(self, change: ChangeSet) -> None:
        """A change callback of the engine, in the thread that made the change; the worker's own are ignored."""
        self._loop.on_change(change)

    def request_stop(self) -> None:
        """Let the running step end at its next item; returns at once."""
        self._loop.stop()

    def stop(self) -> None:
        """Let the running step end and join, however long that takes.

        Any thread but its own; not the GUI thread while there is a window.
        """
        self.request_stop()
        self.wait()
