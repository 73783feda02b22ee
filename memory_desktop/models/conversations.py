"""The conversations that files hold, as a table model with check boxes."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import UTC, datetime
from typing import Any

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from memory_desktop.bridge.translation import dated, grouped, mark, translated
from memory_desktop.core.answers import FoundConversation
from memory_desktop.models.cell_table import CellTable
from memory_desktop.models.tips import plain_tip

COLUMNS = translated((mark("Conversation"), mark("Messages"), mark("First"), mark("Last"), mark("From")))
#: What a column is sorted by.
SORT_ROLE = int(Qt.ItemDataRole.UserRole) + 1
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_EARLIEST = datetime.min.replace(tzinfo=UTC)
_Index = QModelIndex | QPersistentModelIndex


class ConversationModel(CellTable):
    """Every conversation is checked until somebody unchecks it.

    Signals: `checks_changed`, whenever a check box has changed.
    """

    checks_changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._found: Sequence[FoundConversation] = ()
        self._unchecked: set[str] = set()

    def show(self, found: Sequence[FoundConversation]) -> None:
        """List these; those that were unchecked stay so."""
        self.beginResetModel()
        self._found = found
        self._unchecked &= {one.id for one in found}
        self.endResetModel()
        self.checks_changed.emit()

    def checked(self) -> list[str]:
        """Ids of those that are wanted, in the order of the files."""
        return [one.id for one in self._found if one.id not in self._unchecked]

    def check(self, rows: Iterable[int], wanted: bool) -> None:
        """Check or uncheck some."""
        ids = {self._found[row].id for row in rows}
        self._unchecked = self._unchecked - ids if wanted else self._unchecked | ids
        if self._found:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self._found) - 1, 0))
        self.checks_changed.emit()

    def check_only(self, ids: Collection[str] | None) -> None:
        """Check those with these ids and no other; None checks all."""
        self._unchecked = set() if ids is None else {one.id for one in self._found} - set(ids)
        self.check((), True)

    # --- QAbstractTableModel ----------------------------------------------------------------------------------------

    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: N802, B008 - Qt's
        """How many."""
        return 0 if parent.isValid() else len(self._found)

    def columnCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: N802, B008 - Qt's
        """How many."""
        return 0 if parent.isValid() else len(COLUMNS)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: N802
        """Titles."""
        if orientation is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return COLUMNS[section]
        if orientation is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.TextAlignmentRole:
            return _RIGHT if section == 1 else None
        return None

    def flags(self, index: _Index) -> Qt.ItemFlag:
        """The first column has the check boxes."""
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        return flags | Qt.ItemFlag.ItemIsUserCheckable if index.column() == 0 else flags

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Texts, check boxes, and what is sorted by."""
        one, column = self._found[index.row()], index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return self._texts(one)[column]
        if role == SORT_ROLE:
            first, last = one.first or _EARLIEST, one.last or _EARLIEST
            return (one.title.casefold(), one.messages, first.isoformat(), last.isoformat(), one.source)[column]
        if role == Qt.ItemDataRole.CheckStateRole and column == 0:
            return Qt.CheckState.Unchecked if one.id in self._unchecked else Qt.CheckState.Checked
        if role == Qt.ItemDataRole.ToolTipRole and column == 0:
            return plain_tip(f"{' '.join(one.title.split())}\n{one.id}")
        if role == Qt.ItemDataRole.TextAlignmentRole and column == 1:
            return _RIGHT
        return None

    def setData(self, index: _Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:  # noqa: N802
        """Check or uncheck one."""
        if role != Qt.ItemDataRole.CheckStateRole or index.column() != 0:
            return False
        self.check((index.row(),), Qt.CheckState(value) == Qt.CheckState.Checked)
        return True

    @staticmethod
    def _texts(one: FoundConversation) -> tuple[str, ...]:
        first, last = (dated(at.astimezone(), "%Y-%m-%d") if at is not None else "" for at in (one.first, one.last))
        return " ".join(one.title.split()), f"{grouped(one.messages)}", first, last, one.source
