"""Waiting in tests of the window."""

from __future__ import annotations

from typing import Any, Final

from pytestqt.qtbot import QtBot

#: Milliseconds. What a test waits for comes in a fraction of a second; the limit is for what never comes, and far
#: enough away that a busy machine does not reach it.
LIMIT: Final = 30_000


class PatientQtBot(QtBot):
    """pytest-qt's robot, with a later limit where a test names none."""

    def waitUntil(self, callback: Any, *, timeout: int = LIMIT) -> None:
        """Until the callback is true."""
        super().waitUntil(callback, timeout=timeout)

    def waitSignal(self, signal: Any, *, timeout: int = LIMIT, **more: Any) -> Any:
        """Until the signal is emitted."""
        return super().waitSignal(signal, timeout=timeout, **more)
