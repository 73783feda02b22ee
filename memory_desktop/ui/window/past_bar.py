"""The bar over the views while a moment of the past is looked at: when it is, and the way back to now."""

from __future__ import annotations

from PySide6.QtCore import QTimer, Signal, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from memory_desktop.bridge.translation import grouped, tr
from memory_desktop.engine.reader import Past
from memory_desktop.ui.format import exact
from memory_desktop.ui.picture import Picture
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
        self.setAccessibleName(tr("The past"))
        self.text = label("", wrap=True)
        self.slider = TimeSlider(tr("Event to look at"))
        self.slider.setMinimumWidth(120)
        self.slider.setPageStep(10)
        self.slider.valueChanged.connect(self._on_moved)
        self.restore = button(tr("Restore everything…"), lambda: self.restore_requested.emit(self.slider.value()))
        self.now = button(tr("Back to now"), self.now_requested.emit, role="primary")
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 6, 8, 6)
        row.setSpacing(10)
        row.addWidget(Picture("history", "warning"))
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
        self.text.setText(
            tr(
                "As of {moment} (event {seq} of {head}). Read-only.",
                moment=exact(past.moment),
                seq=grouped(past.seq),
                head=grouped(head),
            )
        )
        self.setAccessibleDescription(self.text.text())
        self.show()

    @Slot(int)
    def _on_moved(self, seq: int) -> None:
        self.text.setText(tr("Event {seq} …", seq=grouped(seq)))
        self._settle.start()
