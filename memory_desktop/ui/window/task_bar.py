"""A line over the banners while something that was asked for takes long: what, how far it is, and a way to stop it."""

from __future__ import annotations

from PySide6.QtCore import QTimer, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QWidget

from memory_desktop.bridge.commands import Doing
from memory_desktop.bridge.translation import grouped, tr
from memory_desktop.ui.announce import announce
from memory_desktop.ui.widgets import button
from memory_desktop.ui.wrapping import ElidedLabel

#: What is done sooner is not worth a line.
_LONG_MS = 600


class TaskBar(QWidget):
    """Signals: `stop_requested`; `left()` when its button, which has the focus, is about to go off: Qt would give the
    focus to whatever comes next in the window."""

    stop_requested = Signal()
    left = Signal()

    def __init__(self, stop: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.text = ElidedLabel()
        self.bar = QProgressBar()
        self.bar.setAccessibleName(tr("Progress"))
        self.bar.setMaximumWidth(220)
        self.stop = button(stop or tr("Stop"), self._stop, role="flat")
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 4, 12, 4)
        row.setSpacing(10)
        row.addWidget(self.text, 1)
        row.addWidget(self.bar)
        row.addWidget(self.stop)
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(_LONG_MS)
        self._soon.timeout.connect(self._appear)
        self.hide()

    @Slot(object)
    def show_doing(self, doing: Doing | None) -> None:
        """Say what is being done; None: nothing is any more."""
        if doing is None:
            self._soon.stop()
            self._let_go()
            self.hide()
            return
        counted = (
            tr(" {done} of {total}", done=grouped(doing.done), total=grouped(doing.total))
            if doing.total and doing.counted
            else ""
        )
        self.text.setText(f"{doing.what}…{counted}")
        self.bar.setRange(0, doing.total)
        self.bar.setValue(doing.done)
        self.stop.setVisible(doing.stoppable)
        if self.isHidden() and not self._soon.isActive():
            self.stop.setEnabled(True)
            self._soon.start()

    @Slot()
    def _appear(self) -> None:
        self.show()
        announce(self, self.text.text())

    def _let_go(self) -> None:
        if self.stop.hasFocus():
            self.left.emit()

    def _stop(self) -> None:
        self._let_go()
        self.stop.setEnabled(False)
        self.stop_requested.emit()
