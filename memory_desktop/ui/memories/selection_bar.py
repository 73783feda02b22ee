"""A row of buttons: what can be done with the memories that are selected in a list."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Signal, SignalInstance
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QPushButton, QWidget

from memory_desktop.bridge.translation import grouped, tr
from memory_desktop.bridge.wording import layer_word
from memory_desktop.core.memory.records import KINDS, Layer
from memory_desktop.ui.folding import FoldingButton
from memory_desktop.ui.tips import set_tip
from memory_desktop.ui.widgets import button, label

#: So many memories can be merged at once.
MERGE_LIMIT = 50
# Less than this, and buttons with an icon are only that; protection is in the menu of the list alone.
_NARROW = 760
_NARROW_WITH_MORE = 960


class SelectionBar(QWidget):
    """Signals: those of the buttons. protect_chosen: True to protect, False to stop that.

    Args:
        hits: they are hits of a search, which can be shown in Memories, and not rows of it, which can be merged.
    """

    tags_requested = Signal()
    kind_chosen = Signal(str)
    layer_chosen = Signal(str)
    protect_chosen = Signal(bool)
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

        protection = self._protection = self._protect_button()
        self.merge = None if hits else flat(tr("Merge…"), "merge", self.merge_requested)
        self._changing: list[QPushButton] = [
            flat(tr("Tags…"), "tag", self.tags_requested),
            self._menu_button(tr("Kind"), KINDS, self.kind_chosen),
            self._menu_button(tr("Layer"), tuple(layer.value for layer in Layer), self.layer_chosen, layer_word),
            self.merge or flat(tr("Assembly…"), "assembly", self.assembly_requested),
            flat(tr("Export…"), "export", self.export_requested),
            protection,
        ]
        shown = [
            *self._changing,
            *([flat(tr("Show in Memories"), "memories", self.memories_requested)] if hits else []),
        ]
        for made in shown:
            row.addWidget(made)
        row.addStretch(1)
        self._changing.append(flat(tr("Forget"), "forget", self.forget_requested))
        row.addWidget(self._changing[-1])
        self._pictured = [made for made in (*shown, self._changing[-1]) if not made.icon().isNull()]

    def show_selection(self, number: int) -> None:
        """How many are selected."""
        self.selected.setText(tr("{number} selected", number=grouped(number)))
        if self.merge is not None:
            self.merge.setEnabled(2 <= number <= MERGE_LIMIT)

    def set_read_only(self, read_only: bool) -> None:
        """In the past nothing is changed: the buttons that would are dim."""
        for made in self._changing:
            made.setEnabled(not read_only)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Where it is narrow, buttons with an icon are only that, and protection has none."""
        super().resizeEvent(event)
        narrow = event.size().width() < self._narrow
        self._protection.setVisible(not narrow)
        for made in self._pictured:
            name = made.accessibleName()
            made.setText("" if narrow else name)
            set_tip(made, name if narrow else "")

    def _protect_button(self) -> QPushButton:
        made = button(tr("Protection"), role="flat", icon_name="protect")
        menu = QMenu(made)
        for text, on in ((tr("Protect"), True), (tr("Stop protecting"), False)):
            menu.addAction(text).setData(on)
        menu.triggered.connect(lambda action: self.protect_chosen.emit(action.data()))
        made.setMenu(menu)
        return made

    def _menu_button(
        self, title: str, values: tuple[str, ...], chosen: SignalInstance, word: Callable[[str], str] = str
    ) -> QPushButton:
        made = button(title, role="flat")
        menu = QMenu(made)
        for value in values:
            action = QAction(word(value), menu)
            action.setData(value)
            menu.addAction(action)
        menu.triggered.connect(lambda action: chosen.emit(action.data()))
        made.setMenu(menu)
        return made
