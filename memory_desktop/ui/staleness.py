"""Tells a widget when what it shows is out of date: changes are collected, and delivered while it is visible."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QElapsedTimer, QEvent, QObject, QTimer, Slot
from PySide6.QtWidgets import QWidget

from memory_desktop.bridge.changes import merge_changes
from memory_desktop.core.answers import ChangeSet


class Staleness(QObject):
    """Changes that a widget has not shown yet.

    The first change is shown at once, those that follow it at most once in `every_ms`. Changes that come while the
    widget is hidden are kept, merged into one, and shown when it is seen again.
    """

    def __init__(self, seen: QWidget, reload: Callable[[ChangeSet], None], every_ms: int) -> None:
        super().__init__(seen)
        self._seen = seen
        self._reload = reload
        self._every_ms = every_ms
        self._change: ChangeSet | None = None
        self._since = QElapsedTimer()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._show)
        seen.installEventFilter(self)

    def note(self, change: ChangeSet) -> None:
        """Something that the widget shows has changed."""
        self._change = change if self._change is None else merge_changes(self._change, change)
        self._soon()

    def forget(self) -> None:
        """What was noted does not matter any more."""
        self._timer.stop()
        self._change = None

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802, ARG002 - Qt's
        """Show the changes that were missed while the widget was hidden."""
        if event.type() == QEvent.Type.Show:
            self._soon()
        return False

    def _soon(self) -> None:
        if self._change is None or self._timer.isActive() or not self._seen.isVisible():
            return
        waited = self._since.elapsed() if self._since.isValid() else self._every_ms
        self._timer.start(max(0, self._every_ms - waited))

    @Slot()
    def _show(self) -> None:
        if self._change is not None and self._seen.isVisible():
            change, self._change = self._change, None
            self._since.start()
            self._reload(change)
