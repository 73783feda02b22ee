"""A small table of texts that can be read aloud, selected and copied."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QBrush, QGuiApplication, QIcon, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QTableView,
    QTableWidget,
    QTableWidgetItem,
    QTreeView,
    QWidget,
)

from memory_desktop.ui.columns import LEAST, ColumnRoom
from memory_desktop.ui.theme import tokens_for

#: Rows that are seen of a table at the least: with fewer, one cannot read on.
FEW_ROWS = 4
#: Pixels above and below the text of a list's row, and of a title; they are those of the style sheet, which a header
#: does not know of before it is shown.
_AROUND_ROW, _AROUND_TITLE = 15, 18
#: Where a cell keeps the name of its colour.
_TOKEN = int(Qt.ItemDataRole.UserRole) + 11


_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class PlainTable(QTableWidget):
    """Rows of texts; `fill` touches only what is new, so that selection and place stay."""

    def __init__(self, headers: Sequence[str], name: str, parent: QWidget | None = None) -> None:
        super().__init__(0, len(headers), parent)
        self.setHorizontalHeaderLabels(list(headers))
        self.setAccessibleName(name)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.verticalHeader().hide()
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.horizontalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self._at_right: frozenset[int] = frozenset()

    def set_at_right(self, *columns: int) -> None:
        """The numbers in these columns, and their titles, stand at the right. To be called before `fill`."""
        self._at_right = frozenset(columns)
        for column in columns:
            item = self.horizontalHeaderItem(column)
            if item is not None:
                item.setTextAlignment(_RIGHT)

    def give_room(self, column: int, order: Sequence[int] = (), least: int = LEAST) -> ColumnRoom:
        """What one column does not need for its texts, this one gets. `order`, `least`: see `ColumnRoom`."""
        header = self.horizontalHeader()
        for other in range(self.columnCount()):
            mode = QHeaderView.ResizeMode.Stretch if other == column else QHeaderView.ResizeMode.ResizeToContents
            header.setSectionResizeMode(other, mode)
        return ColumnRoom(self, [column], order, least)

    def fill(self, rows: Sequence[Sequence[str]]) -> None:
        """Show these."""
        if self.rowCount() != len(rows):
            self.setRowCount(len(rows))
        for number, row in enumerate(rows):
            for column, text in enumerate(row):
                item = self.item(number, column)
                if item is None:
                    item = QTableWidgetItem(text)
                    if column in self._at_right:
                        item.setTextAlignment(_RIGHT)
                    self.setItem(number, column, item)
                elif item.text() != text:
                    item.setText(text)

    def mark(self, row: int, column: int, picture: QIcon, token: str) -> None:
        """Put an icon before a text, and give the text a colour of the theme."""
        item = self.item(row, column)
        if item is not None:
            item.setIcon(picture)
            item.setData(_TOKEN, token)
            item.setForeground(QBrush(tokens_for(self.palette()).color(token)))

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Colours follow the theme."""
        super().changeEvent(event)
        if event.type() != QEvent.Type.PaletteChange:
            return
        tokens = tokens_for(self.palette())
        for row in range(self.rowCount()):
            for column in range(self.columnCount()):
                item = self.item(row, column)
                if item is not None and (token := item.data(_TOKEN)):
                    item.setForeground(QBrush(tokens.color(token)))

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Copy takes whole rows."""
        if event.matches(QKeySequence.StandardKey.Copy):
            copy_rows(self)
        else:
            super().keyPressEvent(event)


def keep_rows(view: QTableView | QTreeView, rows: int = FEW_ROWS) -> None:
    """Give a table or list the least height in which so many rows are seen below its titles."""
    view.ensurePolished()
    line = view.fontMetrics().height()
    row = line + _AROUND_ROW if isinstance(view, QTreeView) else view.verticalHeader().defaultSectionSize()
    view.setMinimumHeight(line + _AROUND_TITLE + rows * row)


def copy_rows(table: QTableView) -> None:
    """The selected rows as tab-separated lines, with a line of headers, into the clipboard."""
    model, header = table.model(), range(table.model().columnCount())
    rows = sorted({index.row() for index in table.selectionModel().selectedRows()})
    if not rows:
        return
    lines = ["\t".join(str(model.headerData(column, Qt.Orientation.Horizontal)) for column in header)]
    lines += ["\t".join(str(model.index(row, column).data() or "") for column in header) for row in rows]
    QGuiApplication.clipboard().setText("\n".join(lines))
