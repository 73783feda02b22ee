"""What the tables of rows have in common: Qt asks them once a cell.

For each cell that it paints, Qt otherwise calls a model in Python ten times: whether there is such a row and column,
and then for the text, the font, the alignment and so on. Each call waits for the interpreter's lock, which background
work may hold.
"""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex

_Index = QModelIndex | QPersistentModelIndex
_NO_PARENT = QModelIndex()


class CellTable(QAbstractTableModel):
    """A model gives `rowCount`, `columnCount` and `data`, as any table does."""

    def index(self, row: int, column: int, parent: _Index = _NO_PARENT) -> QModelIndex:
        """Of a cell; invalid where there is none."""
        if 0 <= row < self.rowCount(parent) and 0 <= column < self.columnCount(parent):
            return self.createIndex(row, column)
        return QModelIndex()

    def multiData(self, index: _Index, roleDataSpan: Any) -> None:  # noqa: N802, N803 - Qt's names
        """All that is asked about a cell at once. PySide's own type of the span leaves out what it can do."""
        for place in range(roleDataSpan.size()):
            asked = roleDataSpan[place]
            found = self.data(index, asked.role())
            if found is None:
                asked.clearData()
            else:
                asked.setData(found)
