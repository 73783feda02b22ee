"""The frame of the program's dialogs: a heading, some fields, and two buttons; Ctrl+Return accepts."""

from __future__ import annotations

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from memory_desktop.ui.field_guard import FieldGuard
from memory_desktop.ui.widgets import label


class FormDialog(QDialog):
    """See the module. Fill `column`, then call `finish`."""

    def __init__(self, title: str, accept: str, parent: QWidget | None) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setMinimumWidth(520)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(20, 18, 20, 16)
        self.column.setSpacing(10)
        self.column.addWidget(label(title, "heading"))
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.ok = QPushButton(accept)
        self.ok.setProperty("primary", True)
        self.ok.setDefault(True)
        self.ok.setAccessibleName(accept)
        self.buttons.addButton(self.ok, QDialogButtonBox.ButtonRole.AcceptRole)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        QShortcut(QKeySequence("Ctrl+Return"), self, self._accept_if_possible)

    def finish(self) -> None:
        """Add the buttons at the end."""
        row = QHBoxLayout()
        row.addWidget(label("Ctrl+Return saves", "muted"))
        row.addWidget(self.buttons)
        self.column.addSpacing(4)
        self.column.addLayout(row)
        FieldGuard(self)

    @Slot()
    def _accept_if_possible(self) -> None:
        if self.ok.isEnabled():
            self.accept()
