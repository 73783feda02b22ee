"""Tool tips of widgets, items and actions: the only module of the window that sets one."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QTableWidgetItem, QTreeWidgetItem, QWidget

from memory_desktop.models.tips import plain_tip


def set_tip(made: QWidget, text: str) -> None:
    """Show a text as it is when the pointer rests on a widget; a screen reader says it after the widget's name.

    Without a description of its own, Qt would have the tool tip's markup read out: where the name says the same, the
    description is a blank.
    """
    made.setToolTip(plain_tip(text))
    said = made.accessibleName() == text
    made.setAccessibleDescription(" " if said else text)


def set_item_tip(item: QTreeWidgetItem | QTableWidgetItem, text: str, column: int = 0) -> None:
    """The same for a cell of a list, or of a table (where `column` means nothing)."""
    if isinstance(item, QTableWidgetItem):
        item.setToolTip(plain_tip(text))
        item.setData(Qt.ItemDataRole.AccessibleDescriptionRole, text)
    else:
        item.setToolTip(column, plain_tip(text))
        item.setData(column, Qt.ItemDataRole.AccessibleDescriptionRole, text)
