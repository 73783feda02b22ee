"""Columns that give way where there is little room leave their table whole."""

from __future__ import annotations

import random

from PySide6.QtWidgets import QApplication, QStackedWidget, QWidget

from memory_desktop.ui.plain_table import PlainTable

_HEADERS = ("Agent", "Status", "Last seen", "First seen", "Calls", "Writes", "Errors")
_ROW = ("bot", "Allowed to be there", "2026-11-22 10:11", "2026-11-22 10:11:12", "1,000", "2", "3")


def test_a_table_keeps_its_rows_however_it_is_filled_and_resized(qapp: QApplication) -> None:
    """F11, W7: filled, shown, hidden and resized in any order, a header is as wide as its columns, and its rows are
    there to be chosen."""
    for seed in range(70, 100):
        chance = random.Random(seed)
        pages = QStackedWidget()
        table = PlainTable(_HEADERS, "Agents")
        table.give_room(0, (3, 6, 5, 4, 2), 200)
        pages.addWidget(QWidget())
        pages.addWidget(table)
        pages.resize(900, 500)
        pages.show()
        for _ in range(12):
            step = chance.randrange(4)
            if step == 0:
                pages.setCurrentIndex(chance.randrange(2))
            elif step == 1:
                pages.resize(chance.randrange(150, 1200), 500)
            elif step == 2:
                table.fill([_ROW] * chance.randrange(3))
            else:
                qapp.processEvents()
        pages.setCurrentIndex(1)
        table.fill([_ROW])
        for _ in range(3):
            qapp.processEvents()
        header = table.horizontalHeader()
        assert header.length() == sum(header.sectionSize(number) for number in range(len(_HEADERS))), seed
        table.selectRow(0)
        assert table.currentRow() == 0, seed
        pages.close()
        pages.deleteLater()
