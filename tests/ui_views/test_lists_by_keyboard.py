"""Lists are reached, and their rows chosen, by the keyboard."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QTreeWidgetItem, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from memory_desktop.ui.filter_field import FilterField
from memory_desktop.ui.lists import flat_list


def test_the_first_row_is_chosen_first(qtbot: QtBot) -> None:
    """F1: Down in a field, and Tab, lead to the first row of the list below it, the next Down to the second."""
    host = QWidget()
    qtbot.addWidget(host)
    field, found = FilterField("Words", "Words to find"), flat_list("Found", (("Text", ""),))
    field.leads_into(found)
    layout = QVBoxLayout(host)
    layout.addWidget(field)
    layout.addWidget(found)
    with qtbot.waitActive(host):
        host.show()
        host.activateWindow()
    field.setFocus()
    qtbot.keyClick(field, Qt.Key.Key_Down)
    assert not found.selectedItems()  # nothing is there to be chosen
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Tab):
        found.clear()
        for text in ("one", "two", "three"):
            found.addTopLevelItem(QTreeWidgetItem([text]))
        field.setFocus()
        qtbot.keyClick(field, key)
        assert found.hasFocus() and [one.text(0) for one in found.selectedItems()] == ["one"]
        qtbot.keyClick(found, Qt.Key.Key_Down)
        assert [one.text(0) for one in found.selectedItems()] == ["two"]
