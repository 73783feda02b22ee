"""Cells of a list whose texts wrap where their column is too narrow for them."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem, QTreeWidget

#: Pixels beside a text.
_BESIDE = 24


class WrappedCells(QStyledItemDelegate):
    """For a `QTreeWidget` without uniform rows; a row is as high as its texts need."""

    def __init__(self, of: QTreeWidget) -> None:
        super().__init__(of)
        self._list = of
        of.setWordWrap(True)
        of.header().sectionResized.connect(lambda *_size: of.scheduleDelayedItemsLayout())

    def sizeHint(  # noqa: N802 - Qt's name
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        """One line wide, as columns are measured by it; as high as the text is in the column as it is now."""
        hint = super().sizeHint(option, index)
        width = self._list.columnWidth(index.column()) - _BESIDE - self._indented(index)
        text = str(index.data() or "")
        wanted = option.fontMetrics.horizontalAdvance(text)
        hint.setWidth(max(hint.width(), wanted + _BESIDE))
        if width <= 0 or wanted <= width:
            return hint
        lines = option.fontMetrics.boundingRect(QRect(0, 0, width, 10_000), int(Qt.TextFlag.TextWordWrap), text)
        return QSize(hint.width(), hint.height() + max(0, lines.height() - option.fontMetrics.height()))

    def _indented(self, index: QModelIndex | QPersistentModelIndex) -> int:
        """Pixels before a cell of the first column, which shows the hierarchy."""
        if index.column() != 0:
            return 0
        levels, above = int(self._list.rootIsDecorated()), index.parent()
        while above.isValid():
            levels, above = levels + 1, above.parent()
        return levels * self._list.indentation()
