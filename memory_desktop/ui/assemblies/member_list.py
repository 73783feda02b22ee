"""The members of one assembly in their order, to be removed, moved, and dragged."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from PySide6.QtCore import QEvent, QItemSelectionModel, QObject, Qt, Signal, Slot
from PySide6.QtGui import QDropEvent, QFocusEvent, QKeyEvent, QKeySequence, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QWidget

from memory_desktop.bridge.translation import tr
from memory_desktop.core.keys import Keys
from memory_desktop.core.memory.records import Memory
from memory_desktop.models.assemblies import MemberTable, moved
from memory_desktop.ui.columns import ColumnRoom
from memory_desktop.ui.filter_field import choose_first
from memory_desktop.ui.memory_drag import DragTable, MemoryDrops, Target, is_memories
from memory_desktop.ui.plain_table import copy_rows, keep_rows
from memory_desktop.ui.theme import tokens_for
from memory_desktop.ui.widgets import width_of

_LINES = 2
#: Pixels above and below the two lines of a row.
_AROUND = 12


class MemberList(DragTable):
    """A row each, with two lines of its text.

    Signals: `current(Memory or None)`; `chosen_changed`; `arranged(ids)`: they are to stand in this order;
    `dropped(keys, kind, value)`: memories of elsewhere are to be added, see `Target`; `opened(Memory)`.

    Args:
        target: the assembly, as what memories can be dropped on; None when nothing can be changed.
    """

    current = Signal(object)
    chosen_changed = Signal()
    arranged = Signal(object)
    dropped = Signal(object, str, str)
    opened = Signal(object)

    def __init__(self, target: Callable[[], Target | None], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.table = MemberTable(self)
        self.setModel(self.table)
        self.setAccessibleName(tr("Members of the selected assembly"))
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setShowGrid(False)
        self.setWordWrap(True)
        self.setTabKeyNavigation(False)
        self.setCornerButtonEnabled(False)
        self.verticalHeader().hide()
        self.ensurePolished()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.verticalHeader().setDefaultSectionSize(_LINES * self.fontMetrics().lineSpacing() + _AROUND)
        header = self.horizontalHeader()
        header.setMinimumSectionSize(32)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        self.setColumnWidth(0, width_of(self, "999"))
        self.setColumnWidth(2, width_of(self, "procedure"))
        ColumnRoom(self, [1], least=200)
        keep_rows(self)
        self._drop_before = -1
        self._drops = _MemberDrops(self, target)
        self._drops.dropped.connect(self.dropped)
        self.selectionModel().currentRowChanged.connect(lambda *_: self._on_current())
        self.selectionModel().selectionChanged.connect(lambda *_: self.chosen_changed.emit())
        self.activated.connect(lambda index: self.opened.emit(self.table.member(index.row())))

    def show_members(self, members: list[Memory]) -> None:
        """Show these; what was chosen stays so, where it is still there."""
        chosen = {one.id for one in self.chosen()}
        current = self.current_member()
        if [one.key for one in members] != [one.key for one in self.table.all()]:
            self.selectionModel().blockSignals(True)
            self.table.show(members)
            self.selectionModel().blockSignals(False)
            self._choose(chosen, current.id if current is not None else "")
            self._on_current()
            self.chosen_changed.emit()
        else:
            self.table.show(members)

    def chosen(self) -> list[Memory]:
        """The selected members, in their order."""
        rows = sorted({index.row() for index in self.selectionModel().selectedRows()})
        return [memory for row in rows if (memory := self.table.member(row)) is not None]

    def current_member(self) -> Memory | None:
        """The member of the current row, if that is selected."""
        index = self.currentIndex()
        return self.table.member(index.row()) if self.selectionModel().isSelected(index) else None

    def can_move(self, step: int) -> bool:
        """Whether what is selected is not at that end of the list already."""
        rows = self._rows()
        if not rows:
            return False
        return rows != list(range(len(rows))) if step < 0 else rows[0] + len(rows) < self.table.rowCount()

    def shift(self, step: int) -> None:
        """Ask for the selected ones one place up (-1) or down (1); they come to stand together."""
        rows = self._rows()
        if self.can_move(step):
            self.put_before(max(0, rows[0] - 1) if step < 0 else min(self.table.rowCount(), rows[-1] + 2))

    def put_before(self, row: int) -> None:
        """Ask for the selected ones in front of a row; the number of rows means the end."""
        ids = [memory.id for memory in self.table.all()]
        wanted = moved(ids, self._rows(), row)
        if wanted != ids:
            self.arranged.emit(wanted)

    def drag_keys(self) -> Keys:
        """See `DragTable`."""
        return np.array([memory.key for memory in self.chosen()], dtype=np.int64)

    def show_drop(self, before: int) -> None:
        """Draw a line where what is dragged would be put; -1 draws none."""
        if before != self._drop_before:
            self._drop_before = before
            self.viewport().update()

    def drop_row(self, event: QDropEvent) -> int:
        """In front of which row it would be put."""
        where = event.position().toPoint()
        index = self.indexAt(where)
        if not index.isValid():
            return self.table.rowCount()
        return index.row() + (where.y() > self.visualRect(index).center().y())

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Copy takes whole rows."""
        if event.matches(QKeySequence.StandardKey.Copy):
            copy_rows(self)
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: N802 - Qt's name
        """Who comes by keys is on the first row; a click itself chooses."""
        if event.reason() is not Qt.FocusReason.MouseFocusReason:
            choose_first(self)
        super().focusInEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """The rows, and the line of `show_drop`."""
        super().paintEvent(event)
        if self._drop_before < 0:
            return
        last = self.table.rowCount() - 1
        at_end = self._drop_before > last
        rect = self.visualRect(self.table.index(min(self._drop_before, last), 0))
        painter = QPainter(self.viewport())
        painter.setPen(QPen(tokens_for(self.palette()).color("accent"), 2))
        y = rect.bottom() if at_end else rect.top() + (self._drop_before == 0)
        painter.drawLine(0, y, self.viewport().width(), y)

    def _rows(self) -> list[int]:
        return sorted({index.row() for index in self.selectionModel().selectedRows()})

    def _choose(self, ids: set[str], current: str) -> None:
        self.selectionModel().blockSignals(True)
        flags = QItemSelectionModel.SelectionFlag
        for row, memory in enumerate(self.table.all()):
            if memory.id == current:
                self.selectionModel().setCurrentIndex(self.table.index(row, 0), flags.NoUpdate)
            if memory.id in ids:
                self.selectionModel().select(self.table.index(row, 0), flags.Select | flags.Rows)
        self.selectionModel().blockSignals(False)
        self.viewport().update()

    @Slot()
    def _on_current(self) -> None:
        self.current.emit(self.table.member(self.currentIndex().row()))


class _MemberDrops(MemoryDrops):
    """Memories of elsewhere are added; members are put where they are dropped."""

    def __init__(self, members: MemberList, target: Callable[[], Target | None]) -> None:
        super().__init__(members, lambda _index: target())
        self._members = members
        self._may = target

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """See the class."""
        members = self._members
        if event.type() in (QEvent.Type.DragLeave, QEvent.Type.Drop):
            members.show_drop(-1)
        own = isinstance(event, QDropEvent) and is_memories(event) and event.source() is members
        if not own:
            return super().eventFilter(watched, event)
        assert isinstance(event, QDropEvent)
        row = members.drop_row(event)
        if self._may() is None:
            event.ignore()
            return True
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
        if event.type() == QEvent.Type.Drop:
            members.put_before(row)
        else:
            members.show_drop(row)
        return True
