"""A row of buttons: what can be done with the memories that are selected in a list."""

from __future__ import annotations

from PySide6.QtCore import Signal, SignalInstance
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QPushButton, QWidget

from memory_desktop.core.memory.records import KINDS, Layer
from memory_desktop.ui.folding import FoldingButton
from memory_desktop.ui.tips import set_tip
from memory_desktop.ui.widgets import button, label

#: So many memories can be merged at once.
MERGE_LIMIT = 50
# Less than this, and buttons with an icon are only that.
_NARROW = 600
_NARROW_WITH_MORE = 840


class SelectionBar(QWidget):
    """Signals: those of the buttons.

    Args:
        hits: they are hits of a search, which can be shown in Memories, and not rows of it, which can be merged.
    """

    tags_requested = Signal()
    kind_chosen = Signal(str)
    layer_chosen = Signal(str)
    merge_requested = Signal()
    assembly_requested = Signal()
    export_requested = Signal()
    memories_requested = Signal()
    forget_requested = Signal()

    def __init__(self, parent: QWidget | None = None, *, hits: bool = False) -> None:
        super().__init__(parent)
        self._narrow = _NARROW_WITH_MORE if hits else _NARROW
        row = QHBoxLayout(self)
        row.setContentsMargins(2, 0, 0, 0)
        row.setSpacing(2)
        self.selected = label("")
        row.addWidget(self.selected)
        row.addSpacing(8)

        def flat(text: str, name: str, on: SignalInstance) -> FoldingButton:
            return button(text, on.emit, role="flat", icon_name=name)

        self.merge = None if hits else flat("Merge…", "merge", self.merge_requested)
        self._changing: list[QPushButton] = [
            flat("Tags…", "tag", self.tags_requested),
            self._menu_button("Kind", KINDS, self.kind_chosen),
            self._menu_button("Layer", tuple(layer.value for layer in Layer), self.layer_chosen),
            self.merge or flat("Assembly…", "assembly", self.assembly_requested),
            flat("Export…", "export", self.export_requested),
        ]
        shown = [*self._changing, *([flat("Show in Memories", "memories", self.memories_requested)] if hits else [])]
        for made in shown:
            row.addWidget(made)
        row.addStretch(1)
        self._changing.append(flat("Forget", "forget", self.forget_requested))
        row.addWidget(self._changing[-1])
        self._pictured = [made for made in (*shown, self._changing[-1]) if not made.icon().isNull()]

    def show_selection(self, number: int) -> None:
        """How many are selected."""
        self.selected.setText(f"{number:,} selected")
        if self.merge is not None:
            self.merge.setEnabled(2 <= number <= MERGE_LIMIT)

    def set_read_only(self, read_only: bool) -> None:
        """In the past nothing is changed: the buttons that would are dim."""
        for made in self._changing:
            made.setEnabled(not read_only)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Where it is narrow, buttons with an icon are only that."""
        super().resizeEvent(event)
        narrow = event.size().width() < self._narrow
        for made in self._pictured:
            name = made.accessibleName()
            made.setText("" if narrow else name)
            set_tip(made, name if narrow else "")

    def _menu_button(self, title: str, values: tuple[str, ...], chosen: SignalInstance) -> QPushButton:
        made = button(title, role="flat")
        menu = QMenu(made)
        for value in values:
            menu.addAction(QAction(value, menu))
        menu.triggered.connect(lambda action: chosen.emit(action.text()))
        made.setMenu(menu)
        return made
