"""The waiting items of the vector queue as a table model."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, Qt

from memory_desktop.bridge.engine_texts import said
from memory_desktop.bridge.translation import dated, mark, tr, translated
from memory_desktop.core.answers import QueueItem
from memory_desktop.core.vector_items import queue_text
from memory_desktop.models.cell_table import CellTable

COLUMNS = translated(
    (mark("State"), mark("Memory"), mark("Attempts"), mark("Next attempt"), mark("Waiting since"), mark("Last error"))
)
ITEM_ROLE = int(Qt.ItemDataRole.UserRole) + 1
_Index = QModelIndex | QPersistentModelIndex
_STATES = translated({"pending": mark("Waiting"), "failed": mark("Failed"), "dropped": mark("Dropped")})


class SyncQueueModel(CellTable):
    """The queue as it is now; rows that still wait are left alone, so that selection and place stay."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._items: list[QueueItem] = []
        self._now = datetime.now(UTC)
        self._outside = False

    def show(self, items: list[QueueItem], now: datetime, *, outside: bool = False) -> None:
        """What waits now; `now` is what the next attempts count down to. `outside`: vectors come with imports."""
        self._now, self._outside = now, outside
        self._drop_gone({item.key for item in items})
        kept = len(self._items)
        if [item.key for item in items[:kept]] != [item.key for item in self._items]:
            self.beginResetModel()
            self._items = items
            self.endResetModel()
            return
        if len(items) > kept:
            self.beginInsertRows(QModelIndex(), kept, len(items) - 1)
            self._items = items
            self.endInsertRows()
        self._items = items
        if kept:
            self.dataChanged.emit(self.index(0, 0), self.index(kept - 1, len(COLUMNS) - 1))

    def _drop_gone(self, waiting: set[int]) -> None:
        """Take out what waits no more, in runs from the end."""
        last = len(self._items) - 1
        while last >= 0:
            if self._items[last].key in waiting:
                last -= 1
                continue
            first = last
            while first > 0 and self._items[first - 1].key not in waiting:
                first -= 1
            self.beginRemoveRows(QModelIndex(), first, last)
            self._items = self._items[:first] + self._items[last + 1 :]
            self.endRemoveRows()
            last = first - 1

    def item(self, row: int) -> QueueItem | None:
        """The item in a row."""
        return self._items[row] if 0 <= row < len(self._items) else None

    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008, N802 - Qt's name and default
        """How many are shown."""
        return 0 if parent.isValid() else len(self._items)

    def columnCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008, N802 - Qt's name and default
        """Always the same."""
        return 0 if parent.isValid() else len(COLUMNS)

    def headerData(  # noqa: N802 - Qt's name
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Names of the columns."""
        if role == Qt.ItemDataRole.DisplayRole and orientation == Qt.Orientation.Horizontal:
            return COLUMNS[section]
        return None

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Text of a cell, or the item."""
        item = self.item(index.row())
        if item is None:
            return None
        if role == ITEM_ROLE:
            return item
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(item, index.column())
        return None

    def _text(self, item: QueueItem, column: int) -> str:
        match column:
            case 0:
                return _STATES.get(item.state, item.state)
            case 1:
                what = " ".join(item.preview.split())
                return queue_text(item.item_type, what)
            case 2:
                return str(item.attempts)
            case 3:
                if self._outside and item.state == "pending":
                    return tr("when imported")
                return _until(item.next_attempt_at, self._now)
            case 4:
                return f"{dated(item.enqueued_at.astimezone(), '%Y-%m-%d %H:%M')}"
            case _:
                return " ".join(said(item.last_error).split())


def _until(moment: datetime | None, now: datetime) -> str:
    if moment is None:
        return tr("in turn")
    seconds = round((moment - now).total_seconds())
    if seconds <= 0:
        return tr("now")
    return (
        tr("in {seconds} s", seconds=seconds) if seconds < 120 else tr("in {seconds} min", seconds=round(seconds / 60))
    )
