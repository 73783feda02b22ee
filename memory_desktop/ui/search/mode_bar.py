"""How to search: the modes side by side."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QHBoxLayout, QToolButton, QWidget

from memory_desktop.ui.tips import set_tip
from memory_desktop.ui.widgets import tool_button

MODES = {
    "hybrid": ("Hybrid", "Keywords and meaning together, and the turns around a match in its conversation"),
    "rrf": ("RRF", "Keywords and meaning combined by rank alone: 1 / (60 + rank)"),
    "vector": ("Meaning", "Only the nearest by meaning; memories without a vector are not found"),
    "keyword": ("Keywords", "Only by the words themselves (BM25)"),
    "layers": (
        "Layers",
        "Over all layers, with the board, concepts that come to mind and procedures that apply",
    ),
}


class ModeBar(QWidget):
    """Signals: `changed()` when the user chose another mode; `weights_requested()` to see what each layer counts."""

    changed = Signal()
    weights_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.mode = "hybrid"
        self._group = QButtonGroup(self)
        self._buttons: dict[str, QToolButton] = {}
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        for mode, (title, tip) in MODES.items():
            made = QToolButton()
            made.setText(title)
            made.setAccessibleName(title)
            set_tip(made, tip)
            made.setCheckable(True)
            made.setChecked(mode == self.mode)
            made.setProperty("mode", mode)
            self._group.addButton(made)
            self._buttons[mode] = made
            layout.addWidget(made)
        self.weights = tool_button("settings", "What each layer counts…", self.weights_requested.emit)
        self.weights.hide()
        layout.addWidget(self.weights)
        self._group.buttonClicked.connect(self._on_clicked)
        self.setAccessibleName("Search mode")

    def set_mode(self, mode: str) -> None:
        """Select a mode without emitting `changed`."""
        if mode in self._buttons:
            self.mode = mode
            self._buttons[mode].setChecked(True)
            self.weights.setVisible(mode == "layers")

    @Slot(QAbstractButton)
    def _on_clicked(self, clicked: QAbstractButton) -> None:
        self.set_mode(str(clicked.property("mode")))
        self.changed.emit()
