"""What was entered into a form is not dropped unasked: Escape, Cancel and the frame's button ask first."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QComboBox,
    QDialog,
    QLineEdit,
    QListWidgetItem,
    QMessageBox,
    QPlainTextEdit,
    QTableWidgetItem,
    QTreeWidgetItem,
    QWidget,
)

from memory_desktop.bridge.translation import tr
from memory_desktop.ui.icons import icon

_QUESTION = "discard"


class Entered(QObject):
    """What the fields of a dialog held when it was shown first; made by the dialog when all its parts are there.

    Args:
        dialog: the fields in it are looked at; those that are read-only hold nothing of anybody's.
    """

    def __init__(self, dialog: QDialog) -> None:
        super().__init__(dialog)
        self._dialog = dialog
        self._before: list[str] | None = None
        dialog.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """The dialog is shown."""
        if event.type() == QEvent.Type.Show and self._before is None:
            self._before = self._values()
        return super().eventFilter(watched, event)

    @property
    def changed(self) -> bool:
        """Whether a field holds something else than at first."""
        return self._before is not None and self._values() != self._before

    def _values(self) -> list[str]:
        found = (_value(field) for field in self._dialog.findChildren(QWidget))
        return [value for value in found if value is not None]


def ask_to_drop(
    parent: QWidget, drop: Callable[[], None], keep: Callable[[], None] = lambda: None, where: str = ""
) -> None:
    """Ask whether what was entered may be dropped, unless that is being asked.

    Args:
        drop: called when the answer is yes. keep: called when it is no. where: it was entered; "" where that is clear.
    """
    if parent.findChild(QMessageBox, _QUESTION) is not None:
        return
    box = QMessageBox(parent)
    box.setObjectName(_QUESTION)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setWindowTitle(tr("Discard changes"))
    asked = tr("Discard what you have changed here? It was not saved.")
    if where:
        asked = tr("Discard what you have typed? It was not saved: {where}.", where=where)
    box.setText(asked)
    dropping = box.addButton(tr("Discard"), QMessageBox.ButtonRole.DestructiveRole)
    keeping = box.addButton(tr("Keep editing"), QMessageBox.ButtonRole.RejectRole)
    box.setDefaultButton(keeping)
    box.setEscapeButton(keeping)
    box.buttonClicked.connect(lambda clicked: drop() if clicked is dropping else keep())
    box.open()


def mark_unsaved(item: QTreeWidgetItem | QListWidgetItem | QTableWidgetItem, unsaved: bool, column: int = 0) -> None:
    """A pen beside what somebody has changed in a form, and not saved yet. `column`: of a tree, where it has room."""
    shown, told = icon("edit", "warning") if unsaved else QIcon(), tr("Not saved yet") if unsaved else ""
    if isinstance(item, QTreeWidgetItem):
        item.setIcon(column, shown)
        item.setData(0, Qt.ItemDataRole.AccessibleDescriptionRole, told)
    else:
        item.setIcon(shown)
        item.setData(Qt.ItemDataRole.AccessibleDescriptionRole, told)


def _value(field: QWidget) -> str | None:
    """What a field holds; None for what is no field, or a part of one, as those of a box of choices come and go."""
    if isinstance(field, QComboBox):
        return field.currentText()
    if isinstance(field, QAbstractSpinBox):
        return field.text()
    if isinstance(field, QPlainTextEdit):
        return None if field.isReadOnly() else field.toPlainText()
    if isinstance(field, QLineEdit) and not isinstance(field.parentWidget(), (QComboBox, QAbstractSpinBox)):
        return None if field.isReadOnly() else field.text()
    return None
