"""The current row of a list follows what is selected by other ways than keys and mouse."""

from __future__ import annotations

from PySide6.QtCore import QItemSelection, QItemSelectionModel
from PySide6.QtWidgets import QAbstractItemView


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
