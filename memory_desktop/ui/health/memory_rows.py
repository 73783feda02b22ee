"""A table of memories in the Health view: each can be opened and protected."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QAbstractItemView, QWidget

from memory_desktop.bridge.translation import mark, tr
from memory_desktop.core.memory.records import Memory
from memory_desktop.ui.format import one_line
from memory_desktop.ui.icons import icon
from memory_desktop.ui.plain_table import PlainTable, keep_rows

_PROTECTED = mark("Protected")


class MemoryRows(PlainTable):
    """See the module. Its columns are the text, those given, and whether it is protected, unless none can be.

    Signals:
        chosen: id of the memory in the current row, or None. opened: the id of one. protect_requested: keys, and
        whether to protect them or not.
    """

    chosen = Signal(object)
    opened = Signal(str)
    protect_requested = Signal(list, bool)

    def __init__(self, headers: Sequence[str], name: str, *, marks: bool = True, parent: QWidget | None = None) -> None:
        super().__init__((tr("Memory"), *headers, *((tr(_PROTECTED),) if marks else ())), name, parent)
        self._marks = marks
        self._memories: Sequence[Memory] = ()
        self._protected: frozenset[int] = frozenset()
        # On a small screen the mark and the last column are what can be missed first.
        keep_rows(self)
        self.give_room(0, tuple(range(len(headers), 1, -1)))
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.open_action = self._action(tr("Open in Memories"), "memories", self._open)
        self.protect_action = self._action(tr("Protect"), "protect", lambda: self._ask(on=True))
        self.unprotect_action = self._action(tr("Stop protecting"), "close", lambda: self._ask(on=False))
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self.itemSelectionChanged.connect(self._on_selection)
        self.itemActivated.connect(lambda _item: self._open())
        self._on_selection()

    def show_memories(self, rows: Sequence[tuple[Memory, Sequence[str]]], protected: frozenset[int]) -> None:
        """Show these, with the texts of their own columns."""
        kept = {memory.key for memory in self.selected()}
        self._memories, self._protected = [memory for memory, _ in rows], protected
        self.fill([(one_line(memory.content), *texts, *self._mark(memory)) for memory, texts in rows])
        if kept != {memory.key for memory in self.selected()}:
            self.clearSelection()
        self._on_selection()

    def selected(self) -> list[Memory]:
        """The memories of the selected rows."""
        rows = sorted({index.row() for index in self.selectedIndexes()})
        return [self._memories[row] for row in rows if row < len(self._memories)]

    def _mark(self, memory: Memory) -> Sequence[str]:
        return (tr(_PROTECTED) if memory.key in self._protected else "",) if self._marks else ()

    def _action(self, text: str, name: str, on: object) -> QAction:
        made = QAction(icon(name), text, self)
        made.triggered.connect(lambda _checked=False: on())  # type: ignore[operator]
        self.addAction(made)
        return made

    def _on_selection(self) -> None:
        found = self.selected()
        self.open_action.setEnabled(len(found) == 1)
        self.protect_action.setEnabled(any(one.key not in self._protected for one in found))
        self.unprotect_action.setEnabled(any(one.key in self._protected for one in found))
        self.chosen.emit(found[0].id if len(found) == 1 else None)

    def _open(self) -> None:
        found = self.selected()
        if len(found) == 1:
            self.opened.emit(found[0].id)

    def _ask(self, *, on: bool) -> None:
        keys = [one.key for one in self.selected() if (one.key in self._protected) is not on]
        if keys:
            self.protect_requested.emit(keys, on)
