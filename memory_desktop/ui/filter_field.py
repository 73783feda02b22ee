"""A field of words to search or filter by, which Escape empties."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QLineEdit, QWidget

from memory_desktop.bridge.translation import tr
from memory_desktop.ui.icons import icon

_CLEARS = "_q_qlineeditclearaction"  # what Qt calls the action of the button at the end


class FilterField(QLineEdit):
    """Escape and the button at its end empty the field; in an empty one Escape is for what the field stands in.

    Down goes to the list of what is found, where there is one: see `leads_into`.
    """

    def __init__(self, placeholder: str, name: str, parent: QWidget | None = None) -> None:
        """`name`: what a screen reader calls it."""
        super().__init__(parent)
        self.setPlaceholderText(placeholder)
        self.setAccessibleName(name)
        add_clear_button(self)
        self._found: QAbstractItemView | None = None

    def leads_into(self, found: QAbstractItemView) -> None:
        """Let Down go from here to this list of what is found: to its current row, or else to the first."""
        self._found = found

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """See the class."""
        if event.key() == Qt.Key.Key_Escape and self.text():
            self.clear()
            event.accept()
        elif event.key() == Qt.Key.Key_Down and self._found is not None and self._found.isVisible():
            choose_first(self._found)
            self._found.setFocus(Qt.FocusReason.OtherFocusReason)
            event.accept()
        else:
            super().keyPressEvent(event)


def add_clear_button(line: QLineEdit) -> None:
    """A button at the end that empties the line, with a name for a screen reader: Qt gives it none."""
    line.setClearButtonEnabled(True)
    clears = line.findChild(QAction, _CLEARS)
    if clears is not None:
        clears.setText(tr("Clear"))


def add_search_mark(line: QLineEdit) -> None:
    """A magnifying glass before the text."""
    line.addAction(icon("search"), QLineEdit.ActionPosition.LeadingPosition).setText(tr("Search"))


def choose_first(view: QAbstractItemView) -> None:
    """Choose the first row that can be chosen, unless one is the current one."""
    model = view.model()
    if model is None or view.currentIndex().isValid():
        return
    rows = (model.index(row, 0, view.rootIndex()) for row in range(model.rowCount(view.rootIndex())))
    first = next((one for one in rows if model.flags(one) & Qt.ItemFlag.ItemIsSelectable), None)
    if first is not None:
        view.setCurrentIndex(first)
