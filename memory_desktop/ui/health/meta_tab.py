"""What the tabs of the Health view about meta-memory have in common."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QWidget

from memory_desktop.bridge import meta_commands
from memory_desktop.ui.folding import FoldingButton
from memory_desktop.ui.health.memory_rows import MemoryRows
from memory_desktop.ui.layers.page import LayerPage
from memory_desktop.ui.widgets import button

#: Where a tab is lower or narrower, its tables have all the room.
_ROOM_FOR_PLOT = QSize(560, 360)


class MetaTab(LayerPage):
    """A tab. `plots` are hidden where there is no room for them: their tables say the same."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.plots: list[QWidget] = []

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """See the class."""
        super().resizeEvent(event)
        room = self.size()
        fits = room.width() >= _ROOM_FOR_PLOT.width() and room.height() >= _ROOM_FOR_PLOT.height()
        for plot in self.plots:
            plot.setVisible(fits)

    def connect_rows(self, rows: MemoryRows) -> None:
        """Let a table of memories do what it offers."""
        rows.chosen.connect(self.selected)
        rows.opened.connect(lambda id: self.filter_requested.emit(f"id:{id}"))
        rows.protect_requested.connect(self._protect)

    def _protect(self, keys: list[int], on: bool) -> None:
        if self.session is not None:
            meta_commands.protect(self.session.commands, keys, on=on)


def action_button(action: QAction) -> FoldingButton:
    """A button for an action of a table."""
    made = button(action.text(), action.trigger)
    made.setIcon(action.icon())
    made.setEnabled(action.isEnabled())
    action.changed.connect(lambda: made.setEnabled(action.isEnabled()))
    return made
