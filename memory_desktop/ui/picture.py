"""An icon that stands by itself. It is painted anew each time, so that it has the colours of the theme in force."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QStyle, QWidget

from memory_desktop.ui.icons import icon


class Picture(QLabel):
    """`name` and `color` as `icons.icon` has them; an empty name shows nothing. `size` in logical pixels."""

    def __init__(self, name: str = "", color: str = "muted", size: int = 16, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name, self._color, self._size = name, color, size

    def show_icon(self, name: str, color: str) -> None:
        """Another one."""
        self._name, self._color = name, color
        self.update()

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """That of the icon."""
        return QSize(self._size, self._size)

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """The same."""
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802, ARG002 - Qt's
        """Where the label's alignment has it."""
        if self._name:
            place = QStyle.alignedRect(self.layoutDirection(), self.alignment(), self.sizeHint(), self.rect())
            icon(self._name, self._color).paint(QPainter(self), QRect(place), Qt.AlignmentFlag.AlignCenter)
