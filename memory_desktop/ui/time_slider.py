"""A slider over the events of a log, which goes to where it is clicked."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QSlider, QStyle, QWidget


class TimeSlider(QSlider):
    """Horizontal. Qt's own slider moves by one page towards a click; in a long log nobody means that."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setAccessibleName(name)

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Jump, then let the handle be dragged on from there."""
        if event.button() == Qt.MouseButton.LeftButton:
            handle = self.style().pixelMetric(QStyle.PixelMetric.PM_SliderLength, None, self)
            span = max(1, self.width() - handle)
            place = min(max(0, round(event.position().x()) - handle // 2), span)
            self.setValue(QStyle.sliderValueFromPosition(self.minimum(), self.maximum(), place, span))
        super().mousePressEvent(event)
