"""The frame of the program's dialogs: a heading, some fields, and two buttons; Ctrl+Return accepts.

Leaving one asks first, where something was entered.
"""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Slot
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFrame,
    QHBoxLayout,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from memory_desktop.bridge.translation import tr
from memory_desktop.ui.field_guard import FieldGuard
from memory_desktop.ui.fitting import fitting
from memory_desktop.ui.unsaved import Entered, ask_to_drop
from memory_desktop.ui.widgets import label

_LEAST_WIDTH = 520


class _Fields(QScrollArea):
    """The fields of a form: as large as they would like to be, and scrolled where the screen is too low for that."""

    def __init__(self) -> None:
        super().__init__()
        page = QWidget()
        self.column = QVBoxLayout(page)
        self.column.setContentsMargins(20, 0, 20, 0)
        self.column.setSpacing(10)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWidget(page)

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """That of the fields."""
        wanted = self.column.totalSizeHint()
        height = self.column.totalHeightForWidth(max(wanted.width(), _LEAST_WIDTH))
        return QSize(wanted.width(), max(wanted.height(), height))


class FormDialog(QDialog):
    """See the module. Fill `column`, then call `finish`."""

    def __init__(self, title: str, accept: str, parent: QWidget | None) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setMinimumWidth(_LEAST_WIDTH)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        fields = _Fields()
        self.column = fields.column
        heading = label(title, "heading", wrap=True)
        heading.setContentsMargins(20, 0, 20, 0)
        self._outer = QVBoxLayout(self)
        self._outer.setContentsMargins(0, 18, 0, 16)
        self._outer.setSpacing(10)
        self._outer.addWidget(heading)
        self._outer.addWidget(fields, 1)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.ok = QPushButton()
        self.ok.setProperty("primary", True)
        self.ok.setDefault(True)
        self._key = label("", "muted")
        self.name_accept(accept)
        self.buttons.addButton(self.ok, QDialogButtonBox.ButtonRole.AcceptRole)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        QShortcut(QKeySequence("Ctrl+Return"), self, self._accept_if_possible)

    def finish(self) -> None:
        """Add the buttons at the end, below what can be scrolled."""
        row = QHBoxLayout()
        row.setContentsMargins(20, 4, 20, 0)
        row.addWidget(self._key)
        row.addWidget(self.buttons)
        self._outer.addLayout(row)
        FieldGuard(self)
        self._entered = Entered(self)

    def name_accept(self, text: str) -> None:
        """What the button that accepts says; the note beside it says which key does the same."""
        self.ok.setText(text)
        self.ok.setAccessibleName(text)
        self._key.setText(tr("Ctrl+Return: {text}", text=text))

    @Slot()
    def reject(self) -> None:
        """Leave, once it is clear that nothing is lost which somebody still wants."""
        if self._entered.changed:
            ask_to_drop(self, super().reject)
        else:
            super().reject()

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """All fields, as far as the screen has room for them."""
        return fitting(super().sizeHint(), self)

    @Slot()
    def _accept_if_possible(self) -> None:
        if self.ok.isEnabled():
            self.accept()
