"""The system's wish that the program ends closes the window, so that its state is kept and the vault is closed."""

from __future__ import annotations

import signal
from collections.abc import Callable
from types import FrameType

from PySide6.QtCore import QObject, QTimer, Slot

#: A terminal that closes, a system that shuts down, a service manager. Not Ctrl+C, which ends the program at once.
_ENDING = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))
_LOOK_MS = 200


class EndingSignals:
    """Calls `end` when the process is asked to end. GUI thread, which must be the main thread.

    Python's handlers alone would wait until Qt calls Python: so a timer does now and then.
    """

    def __init__(self, end: Callable[[], None], parent: QObject) -> None:
        self._end = end
        self._asked = False
        self._before = {number: signal.signal(number, self._handle) for number in _ENDING}
        self._timer = QTimer(parent)
        self._timer.setInterval(_LOOK_MS)
        self._timer.timeout.connect(self._look)
        self._timer.start()

    def restore(self) -> None:
        """Signals do what they did before."""
        for number, handler in self._before.items():
            signal.signal(number, handler)
        self._timer.stop()

    def _handle(self, _number: int, _frame: FrameType | None) -> None:
        self._asked = True

    @Slot()
    def _look(self) -> None:
        if self._asked:
            self._asked = False
            self._end()
