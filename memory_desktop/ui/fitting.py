"""Sizes of dialogs that the screen has room for."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QDialog


def fitting(wanted: QSize, dialog: QDialog) -> QSize:
    """A size that the screen has room for."""
    screen = dialog.screen().availableSize()
    return wanted.boundedTo(QSize(round(screen.width() * 0.9), round(screen.height() * 0.85)))
