"""The files to import: a list that says where to drop them while it is empty."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QListWidget, QWidget

from memory_desktop.bridge.translation import tr
from memory_desktop.ui.icons import icon
from memory_desktop.ui.theme import tokens_for
from memory_desktop.ui.tips import set_tip

_ICON = 32


class DropList(QListWidget):
    """Signals: `removed(int)`, the row that Delete or Backspace took out."""

    removed = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Files and folders to import"))
        set_tip(self, tr("Delete removes the selected one"))

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Delete takes the current one out."""
        row = self.currentRow()
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace) and row >= 0:
            self.takeItem(row)
            self.removed.emit(row)
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """The rows, or where to drop."""
        super().paintEvent(event)
        if self.count():
            return
        tokens = tokens_for(self.palette())
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(tokens.color("faint"), 1, Qt.PenStyle.DashLine))
        rect = self.viewport().rect()
        painter.drawRoundedRect(QRectF(rect).adjusted(8.5, 8.5, -8.5, -8.5), 8, 8)
        middle = rect.center()
        picture = icon("import").pixmap(QSize(_ICON, _ICON), self.devicePixelRatioF())
        painter.drawPixmap(middle.x() - _ICON // 2, middle.y() - _ICON, picture)
        painter.setPen(tokens.color("muted"))
        text = rect.adjusted(16, rect.height() // 2 + 12, -16, -16)
        painter.drawText(text, int(Qt.AlignmentFlag.AlignHCenter), tr("Drop files, folders or export zips here"))
        painter.end()
