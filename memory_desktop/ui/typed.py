"""What fields keep of what was typed into them besides the text that they show."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QTextEdit, QWidget


def drop_undo(*widgets: QWidget) -> None:
    """These fields, and those in them, no longer bring back what they said before: Ctrl+Z is the window's there."""
    for widget in widgets:
        for field in (widget, *widget.findChildren(QWidget)):
            if isinstance(field, QLineEdit) and (field.isUndoAvailable() or field.isRedoAvailable()):
                _begin_anew(field)
            elif isinstance(field, (QPlainTextEdit, QTextEdit)):
                field.document().clearUndoRedoStacks()


def _begin_anew(field: QLineEdit) -> None:
    """Setting a line's text is what makes it forget; its cursor stays."""
    place = field.cursorPosition()
    with QSignalBlocker(field):
        field.setText(field.text())
    field.setCursorPosition(place)
