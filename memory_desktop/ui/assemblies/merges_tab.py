"""Every merge there was: what was merged into what, how alike it was, and what became of the sources."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QTreeWidget, QTreeWidgetItem, QVBoxLayout, QWidget

from memory_desktop.core.merges import MergeState
from memory_desktop.core.wording import count
from memory_desktop.engine.merging.merge_list import MergeLine
from memory_desktop.ui.format import ago, exact, one_line
from memory_desktop.ui.lists import bar, flat_list, or_empty
from memory_desktop.ui.tips import set_item_tip
from memory_desktop.ui.widgets import EmptyState, button, label

#: So many merges are listed.
LISTED = 500
_COLUMNS = (
    ("Merged", ""),
    ("From", ""),
    ("Kind", "assemblies "),
    ("Similarity", "0.85 of 0.85 "),
    ("State", "waiting for its vector "),
    ("By", "a long agent"),
    ("When", "12 minutes ago"),
)
_STATES = {
    MergeState.WAITING: "waiting for its vector",
    MergeState.DONE: "done",
    MergeState.ABANDONED: "abandoned",
    MergeState.UNDONE: "undone",
    MergeState.AGAIN: "waiting for its vector",
}
_ENTRY = int(Qt.ItemDataRole.UserRole) + 1


class MergesTab(QWidget):
    """Signals: `selected(id)` of a merged memory; `lineage_requested(id)` of a merged memory or assembly."""

    selected = Signal(object)
    lineage_requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: Sequence[MergeLine] = ()
        self.summary = label("", "muted")
        self.lineage = button("Lineage", self._lineage, icon_name="lineage")
        self.list: QTreeWidget = flat_list("Merges, newest first", _COLUMNS)
        self.list.currentItemChanged.connect(self._on_current)
        self.list.itemActivated.connect(lambda _item: self._lineage())
        empty = EmptyState(
            "merge", "No merges yet", "What is merged, memories or assemblies, is listed here with its sources."
        )
        self.pages = or_empty(self.list, empty)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(bar(self.summary, self.lineage, filling=self.summary))
        column.addWidget(self.pages, 1)
        self.show_merges(())

    def show_merges(self, lines: Sequence[MergeLine]) -> None:
        """Show these, newest first; what is selected stays so."""
        if self.list.topLevelItemCount() != len(lines) or list(lines) != list(self._shown):
            chosen = self._entry_id()
            self._shown = tuple(lines)
            self.list.blockSignals(True)
            self.list.clear()
            self.list.addTopLevelItems([_item(one) for one in lines])
            for row in range(self.list.topLevelItemCount()):
                item = self.list.topLevelItem(row)
                if item is not None and chosen and item.data(0, _ENTRY) == chosen:
                    self.list.setCurrentItem(item)
            self.list.blockSignals(False)
        first = f"The newest {count(LISTED)} merges" if len(lines) >= LISTED else count(len(lines), "merge")
        self.summary.setText(first)
        self.pages.setCurrentIndex(0 if lines else 1)
        self.lineage.setEnabled(bool(self._entry_id()))

    def _entry_id(self) -> str:
        item = self.list.currentItem()
        return str(item.data(0, _ENTRY)) if item is not None else ""

    @Slot()
    def _on_current(self) -> None:
        id = self._entry_id()
        self.lineage.setEnabled(bool(id))
        if any(one.entry.target == id and one.entry.of_memories for one in self._shown):
            self.selected.emit(id)

    def _lineage(self) -> None:
        if id := self._entry_id():
            self.lineage_requested.emit(id)


def _item(line: MergeLine) -> QTreeWidgetItem:
    entry = line.entry
    similar = "not known" if entry.similarity is None else f"{entry.similarity:.2f} of {entry.threshold:.2f}"
    texts = (
        one_line(line.target),
        one_line(" + ".join(line.sources)),
        "memories" if entry.of_memories else "assemblies",
        similar,
        _STATES[entry.state],
        entry.actor,
        ago(entry.at),
    )
    item = QTreeWidgetItem(list(texts))
    item.setData(0, _ENTRY, entry.target)
    set_item_tip(item, line.target)
    set_item_tip(item, "\n".join(line.sources), 1)
    set_item_tip(item, "How alike the least alike of the sources were, of the similarity from which it is suggested", 3)
    finished = f"; {_STATES[entry.state]} {exact(entry.finished_at)}" if entry.finished_at else ""
    set_item_tip(item, f"Begun {exact(entry.at)}{finished}", 6)
    return item
