"""The memories nearest to one; a click goes there."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHeaderView, QTreeWidget, QTreeWidgetItem, QWidget

from memory_desktop.bridge.translation import figure, tr
from memory_desktop.core.answers import RecallAnswer
from memory_desktop.ui.format import one_line

_ID = int(Qt.ItemDataRole.UserRole) + 1


class RelatedTab(QTreeWidget):
    """Signals: `jump_requested(id)`."""

    jump_requested = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setColumnCount(2)
        self.setHeaderLabels([tr("Memory"), tr("Score")])
        self.setRootIsDecorated(False)
        self.setUniformRowHeights(True)
        self.setAccessibleName(tr("Related memories"))
        header = self.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.resizeSection(1, 70)
        self.itemClicked.connect(self._on_item)
        self.itemActivated.connect(self._on_item)

    def show_answer(self, answer: RecallAnswer) -> None:
        """Show the nearest ones."""
        self.clear()
        for hit in answer.hits:
            item = QTreeWidgetItem([one_line(hit.memory.content), f"{figure(hit.score, '.3f')}"])
            item.setData(0, _ID, hit.memory.id)
            self.addTopLevelItem(item)

    def _on_item(self, item: QTreeWidgetItem, _column: int = 0) -> None:
        self.jump_requested.emit(item.data(0, _ID))
