"""A lineage as an outline in a table: the same as the drawing shows, for keyboards and screen readers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, Qt

from memory_desktop.bridge.translation import dated, mark, tr, translated
from memory_desktop.bridge.wording import engine_word, group_word
from memory_desktop.core.lineage import Node
from memory_desktop.models.cell_table import CellTable
from memory_desktop.models.tips import plain_tip
from memory_desktop.models.words import status_word

_Index = QModelIndex | QPersistentModelIndex
_NO_PARENT = QModelIndex()
TITLES = translated((mark("Text"), mark("Through"), mark("Kind"), mark("Status"), mark("Created")))
Row = tuple[int, Node, str]


class LineageTable(CellTable):
    """Rows of (depth, node, how it came from the one above)."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[Row] = []

    def show(self, rows: Sequence[Row]) -> None:
        """Show these."""
        self.beginResetModel()
        self._rows = list(rows)
        self.endResetModel()

    def node(self, row: int) -> Node | None:
        """The node of a row."""
        return self._rows[row][1] if 0 <= row < len(self._rows) else None

    def row_of(self, id: str) -> int:
        """The first row of a node, or -1."""
        return next((number for number, (_, node, _) in enumerate(self._rows) if node.id == id), -1)

    def rowCount(self, parent: _Index = _NO_PARENT) -> int:  # noqa: N802 - Qt's name
        """All rows."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: _Index = _NO_PARENT) -> int:  # noqa: N802 - Qt's name
        """See `TITLES`."""
        return 0 if parent.isValid() else len(TITLES)

    def headerData(  # noqa: N802 - Qt's name
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Column titles."""
        if orientation != Qt.Orientation.Horizontal or role != Qt.ItemDataRole.DisplayRole:
            return None
        return TITLES[section] if section < len(TITLES) else None

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Texts; the depth as blanks before the first, and in words for a screen reader."""
        if not index.isValid():
            return None
        depth, node, how = self._rows[index.row()]
        text = (
            node.label or node.id,
            engine_word(how),
            group_word(node.group) or engine_word(node.kind),
            status_word(node.status),
            _day(node),
        )[index.column()]
        if role == Qt.ItemDataRole.DisplayRole:
            return f"{'    ' * depth}{text}" if index.column() == 0 else text
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return (
                tr("level {depth}: {text}", depth=depth + 1, text=text)
                if index.column() == 0
                else f"{TITLES[index.column()]}: {text}"
            )
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip(text)
        return None


def _day(node: Node) -> str:
    return f"{dated(node.created_at.astimezone(), '%Y-%m-%d')}" if node.created_at else ""
