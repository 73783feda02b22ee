"""Shows errors: known ones in a banner, bugs in a dialog with a traceback to copy."""

from __future__ import annotations

import traceback

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from memory_desktop.bridge.engine_texts import said
from memory_desktop.bridge.translation import tr
from memory_desktop.core.errors import (
    ChangedMeanwhileError,
    HeldBackError,
    InvalidCommandError,
    KnownError,
    NotFoundError,
    QueryError,
)
from memory_desktop.ui.fitting import fitting
from memory_desktop.ui.view import Message
from memory_desktop.ui.widgets import button, label

#: What could not be done as it was asked for: of no use in another view than the one where it was asked for.
_ASKED_FOR = (ChangedMeanwhileError, HeldBackError, InvalidCommandError, NotFoundError, QueryError)


def as_message(error: KnownError) -> Message:
    """A known error as a banner that stays; one about what was asked for stays as long as the view does."""
    return Message(
        said(error.message), said(error.hint), level="error", timeout_ms=0, of_view=isinstance(error, _ASKED_FOR)
    )


class BugDialog(QDialog):
    """Reports an unexpected error, with the details to copy."""

    def __init__(self, error: BaseException, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Something went wrong"))
        self.resize(fitting(QSize(640, 380), self))
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 18, 20, 16)
        column.setSpacing(10)
        column.addWidget(label(tr("Something went wrong in Memory Desktop"), "heading"))
        text = tr("Your memories are safe: what was acknowledged is kept. Copy the details into a bug report.")
        column.addWidget(label(text, "muted", wrap=True))
        self.details = QPlainTextEdit("".join(traceback.format_exception(error)))
        self.details.setReadOnly(True)
        self.details.setProperty("role", "mono")
        self.details.setAccessibleName(tr("Details"))
        column.addWidget(self.details, 1)
        row = QHBoxLayout()
        row.addWidget(button(tr("Copy details"), self._copy, icon_name="copy"))
        row.addStretch(1)
        row.addWidget(button(tr("Close"), self.accept, role="primary"))
        column.addLayout(row)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.details.toPlainText())
