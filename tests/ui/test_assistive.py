"""What assistive technology writes and selects counts as if a person had used the keys."""

from __future__ import annotations

from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QTableWidget, QTreeWidgetItem
from pytestqt.qtbot import QtBot

from memory_desktop.ui.current_row import select_row
from memory_desktop.ui.lists import flat_list
from memory_desktop.ui.written_line import WrittenLine


def test_what_the_program_sets_is_not_written(qtbot: QtBot) -> None:
    """F11: Qt sets what assistive technology writes past the program's own `setText`."""
    line = WrittenLine()
    qtbot.addWidget(line)
    written: list[str] = []
    line.written.connect(written.append)
    line.setText("set")
    line.clear()
    assert written == []
    qtbot.keyClicks(line, "ab")
    QLineEdit.setText(line, "spoken")
    assert written == ["a", "ab", "spoken"]


def test_a_row_that_is_selected_alone_is_the_current_one(qtbot: QtBot) -> None:
    """F11: assistive technology selects rows without making them current; of several, the current one stays."""
    made = flat_list("Names", [("Name", ""), ("Since", "2026")], several=True)
    qtbot.addWidget(made)
    made.addTopLevelItems([QTreeWidgetItem([name, "2026"]) for name in ("Ann", "Bo", "Cy")])
    chosen, rows = made.selectionModel(), QItemSelectionModel.SelectionFlag.Rows
    chosen.select(made.model().index(1, 0), QItemSelectionModel.SelectionFlag.ClearAndSelect | rows)
    assert made.currentItem() is made.topLevelItem(1)
    chosen.select(made.model().index(2, 0), QItemSelectionModel.SelectionFlag.Select | rows)
    assert made.currentItem() is made.topLevelItem(1) and len(made.selectedItems()) == 2
    chosen.select(made.model().index(0, 0), QItemSelectionModel.SelectionFlag.ClearAndSelect | rows)
    assert made.currentItem() is made.topLevelItem(0)


def test_a_row_is_selected_alone_whatever_keys_are_held(qtbot: QtBot) -> None:
    """F11: what the program selects while Ctrl is held, as by a command's key, adds nothing to the selection and takes
    nothing out."""
    table = QTableWidget(4, 2)
    qtbot.addWidget(table)
    table.setSelectionBehavior(QTableWidget.SelectionBehavior.SelectRows)
    table.selectRow(0)
    table.setColumnHidden(0, True)
    QTest.keyPress(table, Qt.Key.Key_B, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.keyboardModifiers() == Qt.KeyboardModifier.ControlModifier
    for row in (2, 2, 3):
        select_row(table, row)
        assert [one.row() for one in table.selectionModel().selectedRows(1)] == [row]
        assert (table.currentRow(), table.currentColumn()) == (row, 1)
