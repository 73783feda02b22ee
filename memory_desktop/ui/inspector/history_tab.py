"""Every event that made a memory what it is, newest first."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QHeaderView, QTreeWidget, QTreeWidgetItem, QWidget

from memory_desktop.bridge.engine_texts import said
from memory_desktop.bridge.translation import grouped, tr
from memory_desktop.core.answers import HistoryEntry
from memory_desktop.ui.format import exact, local
from memory_desktop.ui.tips import set_item_tip


class HistoryTab(QTreeWidget):
    """A plain table: when, what, by whom."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setColumnCount(3)
        self.setHeaderLabels([tr("When"), tr("What happened"), tr("By")])
        self.setRootIsDecorated(False)
        self.setUniformRowHeights(True)
        self.setAccessibleName(tr("History of the memory"))
        header = self.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        header.resizeSection(0, 144)
        header.resizeSection(2, 72)

    def show_entries(self, entries: Sequence[HistoryEntry]) -> None:
        """Show these, which come oldest first."""
        self.clear()
        for entry in reversed(entries):
            item = QTreeWidgetItem([local(entry.ts), " ".join(said(entry.summary).split()), entry.actor])
            tip = tr("{type}, event {seq}, {ts}", type=entry.type, seq=grouped(entry.seq), ts=exact(entry.ts))
            for column in range(3):
                set_item_tip(item, tip, column)
            self.addTopLevelItem(item)
