"""F1: every command that has a key, made from the actions themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QDialog, QHBoxLayout, QHeaderView, QTableWidget, QTableWidgetItem, QVBoxLayout, QWidget

from memory_desktop.bridge.translation import mark, tr, translated
from memory_desktop.ui.fitting import fitting
from memory_desktop.ui.widgets import button, label
from memory_desktop.ui.window.key_bindings import clean

_FIXED = translated(
    (
        (mark("Edit the current memory"), mark("Return")),
        (mark("Preview the current memory"), mark("Space")),
        (mark("Next and previous part of the window"), mark("Tab, Shift+Tab")),
    )
)


class KeysDialog(QDialog):
    """A table of commands and keys. `change`: leads to where they can be given other keys."""

    def __init__(
        self, actions: Iterable[QAction], parent: QWidget | None = None, change: Callable[[], object] | None = None
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Keys"))
        self.resize(fitting(QSize(460, 560), self))
        rows = sorted({(clean(a.text()), keys_of(a)) for a in actions if not a.shortcut().isEmpty()})
        rows += list(_FIXED)
        table = QTableWidget(len(rows), 2)
        table.setHorizontalHeaderLabels([tr("Command"), tr("Keys")])
        table.verticalHeader().hide()
        table.horizontalHeader().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        table.horizontalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        table.setColumnWidth(1, 160)
        table.setShowGrid(False)
        table.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        table.setSelectionBehavior(QTableWidget.SelectionBehavior.SelectRows)
        table.setAccessibleName(tr("Keys"))
        for number, (name, keys) in enumerate(rows):
            table.setItem(number, 0, QTableWidgetItem(name))
            table.setItem(number, 1, QTableWidgetItem(keys))
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 16, 16, 16)
        top = QHBoxLayout()
        top.addWidget(label(tr("Keys"), "heading"), 1)
        if change is not None:
            self.change = button(tr("Change keys…"), self.accept, role="link")
            self.accepted.connect(change)
            top.addWidget(self.change)
        column.addLayout(top)
        column.addWidget(table)


def keys_of(action: QAction) -> str:
    """Its keys as the platform writes them."""
    return ", ".join(each.toString(QKeySequence.SequenceFormat.NativeText) for each in action.shortcuts())
