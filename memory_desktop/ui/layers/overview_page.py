"""The first page of Layers: what each layer keeps, and how much of it there is."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QTreeWidgetItem, QVBoxLayout, QWidget

from memory_desktop.bridge.session import VaultSession
from memory_desktop.core.memory.records import Layer
from memory_desktop.core.wording import memories
from memory_desktop.engine.layers.layers import LayerCounts
from memory_desktop.ui.layers.consolidation_dialog import ConsolidationDialog
from memory_desktop.ui.layers.page import LayerPage
from memory_desktop.ui.lists import bar, flat_list
from memory_desktop.ui.tips import set_item_tip, set_tip
from memory_desktop.ui.widgets import button, label

_KEEPS = {
    Layer.EPISODIC: "What happened and what was said, turn by turn",
    Layer.SEMANTIC: "Facts, preferences, rules and concepts",
    Layer.PROCEDURAL: "How things are done: procedures and skills",
    Layer.EMOTIONAL: "What was felt, about what, and what helped",
}
_MOST_KINDS = 4


class OverviewPage(LayerPage):
    """See the module."""

    title = "Overview"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.told = label("A memory’s layer says what kind of knowledge it is.", "muted")
        columns = (("Layer", "Procedural"), ("Memories", "100,000"), ("Keeps", ""), ("Kinds", ""))
        self.list = flat_list("Layers", columns)
        self.list.itemActivated.connect(self._open)
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(0)
        self.fill = button("Fill the layers…", self.consolidate, icon_name="play")
        set_tip(self.fill, "Preview what turns come to: episodes, concepts, procedures and emotional events")
        box.addWidget(bar(self.told, self.fill, filling=self.told))
        box.addWidget(self.list, 1)

    def load(self, session: VaultSession, user: str | None) -> Sequence[LayerCounts]:  # noqa: ARG002
        """See `LayerPage.load`."""
        return session.engine.layers.overview()

    def show_state(self, state: Sequence[LayerCounts]) -> None:
        """See `LayerPage.show_state`."""
        self.clear()
        self.fill.setEnabled(self.session is not None and self.session.past is None)
        for one in state:
            kinds = [f"{kind} {number:,}" for kind, number in list(one.kinds.items())[:_MOST_KINDS]]
            row = QTreeWidgetItem([one.layer.value.title(), f"{one.memories:,}", _KEEPS[one.layer], ", ".join(kinds)])
            row.setTextAlignment(1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            set_item_tip(row, f"{memories(one.memories)}; Enter lists them")
            self.list.addTopLevelItem(row)

    @Slot()
    def consolidate(self) -> None:
        """Show what would be made of turns; it is made when that is accepted."""
        if self.session is not None and self.session.past is None:
            ConsolidationDialog(self.session, self.user or "", self).open()

    def clear(self) -> None:
        """See `LayerPage.clear`."""
        self.list.clear()

    @Slot(QTreeWidgetItem)
    def _open(self, row: QTreeWidgetItem) -> None:
        self.filter_requested.emit(f"layer:{row.text(0).lower()}")
