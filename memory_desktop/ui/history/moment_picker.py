"""One event of the log, chosen by slider or number, with the time it stands for."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import QTimer, Signal, Slot
from PySide6.QtWidgets import QSpinBox, QWidget

from memory_desktop.bridge.runner import Token
from memory_desktop.bridge.session import VaultSession
from memory_desktop.bridge.translation import mark, tr
from memory_desktop.ui.flow_layout import BarLayout
from memory_desktop.ui.format import exact
from memory_desktop.ui.time_slider import TimeSlider
from memory_desktop.ui.widgets import label

_SETTLE_MS = 200
_SAMPLE = mark("2026-11-17 19:08:00 UTC")


class MomentPicker(QWidget):
    """Signals: `picked(int)` a moment after the last move."""

    picked = Signal(int)

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session: VaultSession | None = None
        self.title = label(title, "muted")
        self.title.setMinimumWidth(40)
        self.slider = TimeSlider(tr("{title}: event, as a slider", title=title))
        self.slider.setMinimumWidth(72)
        self.number = QSpinBox()
        self.number.setAccessibleName(tr("{title}: number of the event", title=title))
        self.number.setGroupSeparatorShown(True)
        self.number.setMinimumWidth(96)
        self.when = label("")
        self.when.setMinimumWidth(self.when.fontMetrics().horizontalAdvance(tr(_SAMPLE)))
        row = BarLayout(self.slider, self, spacing=10)
        for each in (self.title, self.slider, self.number, self.when):
            row.addWidget(each)
        self._settle = QTimer(self)
        self._settle.setSingleShot(True)
        self._settle.setInterval(_SETTLE_MS)
        self._settle.timeout.connect(self._on_settled)
        self.slider.valueChanged.connect(self.number.setValue)
        self.number.valueChanged.connect(self._on_number)
        self.set_range(1)

    def open_session(self, session: VaultSession) -> None:
        """Choose in this vault's log."""
        self._session = session
        self.set_range(session.engine.head)

    def close_session(self) -> None:
        """Forget it."""
        self._settle.stop()
        self._session = None

    def set_range(self, head: int) -> None:
        """The log ends here; who stood at its end before stays at its end."""
        at_end = self.number.value() >= self.number.maximum()
        for each in (self.slider, self.number):
            each.blockSignals(True)
            each.setRange(1, max(1, head))
            each.blockSignals(False)
        self.slider.setPageStep(max(1, head // 50))
        if at_end:
            self.set_value(head)

    def value(self) -> int:
        """The chosen event."""
        return self.number.value()

    def set_value(self, seq: int) -> None:
        """Choose an event; nothing is emitted."""
        for each in (self.slider, self.number):
            each.blockSignals(True)
            each.setValue(seq)
            each.blockSignals(False)
        self._ask()

    @Slot(int)
    def _on_number(self, seq: int) -> None:
        self.slider.blockSignals(True)
        self.slider.setValue(seq)
        self.slider.blockSignals(False)
        self._settle.start()

    @Slot()
    def _on_settled(self) -> None:
        self._ask()
        self.picked.emit(self.value())

    def _ask(self) -> None:
        session, seq = self._session, self.value()
        if session is None:
            self.when.setText("")
            return
        time = session.engine.time

        def work(_token: Token) -> datetime:
            return time.moment_of(seq)

        session.runner.query(self, work, lambda at: self.when.setText(exact(at)), failed=self._unknown, channel="at")

    def _unknown(self, _error: Exception) -> None:
        self.when.setText("")
