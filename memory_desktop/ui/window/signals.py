"""The system's wish that the program ends closes the window, so that its state is kept and the vault is closed."""

from __future__ import annotations

import signal
import socket
from types import FrameType

from PySide6.QtCore import QSocketNotifier, Slot
from PySide6.QtWidgets import QWidget

#: A terminal that closes, a system that shuts down, a service manager. Not Ctrl+C, which ends the program at once.
_ENDING = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))


class EndingSignals:
    """Closes a window when the process is asked to end. Python's handlers alone would wait until Qt calls Python, so
    the signal also writes to a socket that Qt listens to. GUI thread, which must be the main thread."""

    def __init__(self, window: QWidget) -> None:
        self._window = window
        self._read, self._write = socket.socketpair()
        for end in (self._read, self._write):
            end.setblocking(False)
        self._notifier = QSocketNotifier(self._read.fileno(), QSocketNotifier.Type.Read, window)
        self._notifier.activated.connect(self._on_signal)
        self._before = {number: signal.signal(number, self._handle) for number in _ENDING}
        self._waker = signal.set_wakeup_fd(self._write.fileno(), warn_on_full_buffer=False)
        self._asked = False

    def restore(self) -> None:
        """Signals do what they did before."""
        signal.set_wakeup_fd(self._waker)
        for number, handler in self._before.items():
            signal.signal(number, handler)
        self._notifier.setEnabled(False)
        for end in (self._read, self._write):
            end.close()

    def _handle(self, _number: int, _frame: FrameType | None) -> None:
        self._asked = True

    @Slot()
    def _on_signal(self) -> None:
        self._read.recv(64)
        if self._asked:
            self._asked = False
            self._window.close()
