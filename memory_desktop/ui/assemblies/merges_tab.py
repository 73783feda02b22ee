"""Every merge there was: what was merged into what, how alike it was, and what became of the sources."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QTreeWidget, QTreeWidgetItem, QVBoxLayout, QWidget

from memory_desktop.bridge.translation import figure, grouped, mark, plural, tr, translated
from memory_desktop.core.merges import MergeState
from memory_desktop.engine.merging.merge_list import MergeLine
from memory_desktop.ui.format import ago, exact, one_line
from memory_desktop.ui.icons import icon
from memory_desktop.ui.lists import bar, flat_list, or_empty
from memory_desktop.ui.tips import set_item_tip
from memory_desktop.ui.widgets import EmptyState, button, label

#: So many merges are listed.
LISTED = 500
_COLUMNS = translated(
    (
        (mark("Merged"), ""),
        (mark("Similarity"), mark("not known ")),
        (mark("State"), "abandoned "),
        (mark("When"), mark("12 minutes ago")),
    )
)
_STATES = {
    MergeState.WAITING: "waiting",
    MergeState.DONE: "done",
    MergeState.ABANDONED: "abandoned",
    MergeState.UNDONE: "undone",
    MergeState.AGAIN: "waiting",
}
_MEANINGS = translated(
    {
        "waiting": mark("The sources stay until the merged one has its vector"),
        "done": mark("The sources are retired and point to the merged one"),
        "abandoned": mark("The merged one ended before the sources were retired; they stay"),
        "undone": mark("The sources are back"),
    }
)
_ENTRY = int(Qt.ItemDataRole.UserRole) + 1


class MergesTab(QWidget):
    """Signals: `selected(id)` of a memory; `lineage_requested(id)` of a memory or assembly."""

    selected = Signal(object)
    lineage_requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: Sequence[MergeLine] = ()
        self.summary = label("", "muted")
        self.lineage = button(tr("Lineage"), self._lineage, icon_name="lineage")
        self.list: QTreeWidget = flat_list(
            tr("Merges, newest first, each followed by what it was merged from"), _COLUMNS
        )
        self.list.setItemsExpandable(False)
        self.list.currentItemChanged.connect(self._on_current)
        self.list.itemActivated.connect(lambda _item: self._lineage())
        empty = EmptyState(
            "merge", tr("No merges yet"), tr("What is merged, memories or assemblies, is listed here with its sources.")
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
        if tuple(lines) != self._shown:
            self._shown = tuple(lines)
            chosen = self._id()
            self.list.blockSignals(True)
            self.list.clear()
            self.list.addTopLevelItems([_item(one) for one in lines])
            self.list.expandAll()
            again = next((item for id, item in self._items() if id == chosen), None)
            if again is not None:
                self.list.setCurrentItem(again)
            self.list.blockSignals(False)
        newest = tr("The newest {listed} merges", listed=grouped(LISTED))
        self.summary.setText(newest if len(lines) >= LISTED else plural("{n} merge", "{n} merges", len(lines)))
        self.pages.setCurrentIndex(0 if lines else 1)
        self.lineage.setEnabled(bool(self._id()))

    def _items(self) -> list[tuple[str, QTreeWidgetItem]]:
        rows = [self.list.topLevelItem(row) for row in range(self.list.topLevelItemCount())]
        return [(str(item.data(0, _ENTRY)), item) for item in rows if item is not None]

    def _id(self) -> str:
        """The id of what is selected: of a merged memory or assembly, or of a source."""
        item = self.list.currentItem()
        return str(item.data(0, _ENTRY)) if item is not None else ""

    @Slot()
    def _on_current(self) -> None:
        id = self._id()
        self.lineage.setEnabled(bool(id))
        if any(one.entry.of_memories and id in (one.entry.target, *one.entry.sources) for one in self._shown):
            self.selected.emit(id)

    def _lineage(self) -> None:
        if id := self._id():
            self.lineage_requested.emit(id)


def _item(line: MergeLine) -> QTreeWidgetItem:
    entry = line.entry
    similar = tr("not known") if entry.similarity is None else f"{figure(entry.similarity, '.2f')}"
    item = QTreeWidgetItem([one_line(line.target), similar, _STATES[entry.state], ago(entry.at)])
    item.setData(0, _ENTRY, entry.target)
    item.setIcon(0, icon("memories" if entry.of_memories else "assembly"))
    sources = len(line.sources)
    merged = (
        plural("Merged from {n} memory", "Merged from {n} memories", sources)
        if entry.of_memories
        else plural("Merged from {n} assembly", "Merged from {n} assemblies", sources)
    )
    set_item_tip(item, f"{line.target}\n{merged}")
    least = tr(
        "How alike the least alike sources were; a merge is suggested from {threshold}",
        threshold=figure(entry.threshold, ".2f"),
    )
    set_item_tip(item, least, 1)
    set_item_tip(item, _MEANINGS[_STATES[entry.state]], 2)
    set_item_tip(item, tr("{at}, by {actor}", at=exact(entry.at), actor=entry.actor), 3)
    for id, name in zip(entry.sources, line.sources, strict=True):
        source = QTreeWidgetItem([tr("from: {name}", name=one_line(name))])
        source.setData(0, _ENTRY, id)
        source.setFirstColumnSpanned(True)
        set_item_tip(source, name)
        item.addChild(source)
    return item
