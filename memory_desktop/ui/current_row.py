"""The current row of a list: made so by the program, and by what is selected by other ways than keys and mouse."""

from __future__ import annotations

from PySide6.QtCore import QItemSelection, QItemSelectionModel
from PySide6.QtWidgets import QAbstractItemView, QTableView


def follow_selection(view: QAbstractItemView) -> None:
    """Make a row that is selected alone the current one, once the view has its model.

    A click does both. A screen reader or another assistive technology that selects a row does not, for Qt, and what
    shows the current row (the inspector, say) would stay as it was.
    """
    chosen = view.selectionModel()

    def follow(selected: QItemSelection) -> None:
        (top, *others) = selected.indexes() or [view.rootIndex()]
        alone = top.isValid() and all(one.row() == top.row() and one.parent() == top.parent() for one in others)
        if alone and not chosen.isRowSelected(view.currentIndex().row(), view.currentIndex().parent()):
            chosen.setCurrentIndex(top, QItemSelectionModel.SelectionFlag.NoUpdate)

    chosen.selectionChanged.connect(follow)


def select_row(table: QTableView, row: int) -> None:
    """Select a row, and no other, whatever keys are held; a row that is not there: none.

    Qt's own `selectRow` does what a click would do: with Ctrl held, as by a command's key, it adds or takes out a row.
    """
    shown = (column for column in range(table.model().columnCount()) if not table.isColumnHidden(column))
    flags = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
    table.selectionModel().setCurrentIndex(table.model().index(row, next(shown, 0)), flags)
