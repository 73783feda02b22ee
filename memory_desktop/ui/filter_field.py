"""A field of words to search or filter by, which Escape empties."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget


class FilterField(QLineEdit):
    """Escape and the button at its end empty the field; in an empty one Escape is for what the field stands in."""

    def __init__(self, placeholder: str, name: str, parent: QWidget | None = None) -> None:
        """`name`: what a screen reader calls it."""
        super().__init__(parent)
        self.setPlaceholderText(placeholder)
        self.setAccessibleName(name)
        self.setClearButtonEnabled(True)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """See the class."""
        if event.key() == Qt.Key.Key_Escape and self.text():
            self.clear()
            event.accept()
        else:
            super().keyPressEvent(event)
