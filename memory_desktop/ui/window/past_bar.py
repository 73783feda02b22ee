"""The bar over the views while a moment of the past is looked at: when it is, and the way back to now."""

from __future__ import annotations

from PySide6.QtCore import QSize, QTimer, Signal, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QWidget

from memory_desktop.engine.reader import Past
from memory_desktop.ui.format import exact
from memory_desktop.ui.icons import icon
from memory_desktop.ui.time_slider import TimeSlider
from memory_desktop.ui.widgets import button, label

_SETTLE_MS = 250


class PastBar(QFrame):
    """Signals: `travel_requested(int)` to another event; `now_requested()`; `restore_requested(int)`: all of it."""

    travel_requested = Signal(int)
    now_requested = Signal()
    restore_requested = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("banner")
        self.setProperty("level", "warning")
        self.setAccessibleName("The past")
        picture = QLabel()
        picture.setPixmap(icon("history", "warning").pixmap(QSize(16, 16), self.devicePixelRatioF()))
        self.text = label("", wrap=True)
        self.slider = TimeSlider("Event to look at")
        self.slider.setMinimumWidth(120)
        self.slider.setPageStep(10)
        self.slider.valueChanged.connect(self._on_moved)
        self.restore = button("Restore everything…", lambda: self.restore_requested.emit(self.slider.value()))
        self.now = button("Back to now", self.now_requested.emit, role="primary")
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 6, 8, 6)
        row.setSpacing(10)
        row.addWidget(picture)
        row.addWidget(self.text, 2)
        row.addWidget(self.slider, 1)
        row.addWidget(self.restore)
        row.addWidget(self.now)
        self._settle = QTimer(self)
        self._settle.setSingleShot(True)
        self._settle.setInterval(_SETTLE_MS)
        self._settle.timeout.connect(lambda: self.travel_requested.emit(self.slider.value()))
        self.hide()

    def show_past(self, past: Past | None, head: int) -> None:
        """Say which moment is looked at; with none the bar goes."""
        if past is None:
            self._settle.stop()
            self.hide()
            return
        self.slider.blockSignals(True)
        self.slider.setRange(1, max(1, head))
        if not self.slider.isSliderDown():
            self.slider.setValue(past.seq)
        self.slider.blockSignals(False)
        self.text.setText(f"As of {exact(past.moment)} (event {past.seq:,} of {head:,}). Read-only.")
        self.setAccessibleDescription(self.text.text())
        self.show()

    @Slot(int)
    def _on_moved(self, seq: int) -> None:
        self.text.setText(f"Event {seq:,} …")
        self._settle.start()
