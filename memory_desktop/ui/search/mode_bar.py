"""How to search: the modes side by side."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QHBoxLayout, QToolButton, QWidget

from memory_desktop.bridge.translation import mark, tr, translated
from memory_desktop.core.layers.relevance import OVER_LAYERS
from memory_desktop.ui.folding import fold_in
from memory_desktop.ui.tips import set_tip
from memory_desktop.ui.user_choice import UserChoice
from memory_desktop.ui.widgets import switch_button

#: Pixels that the name of a user has at most.
_WIDEST = 160

MODES = translated(
    {
        "hybrid": (
            mark("Hybrid"),
            mark("Keywords and meaning together, and the turns around a match in its conversation"),
        ),
        "rrf": ("RRF", mark("Keywords and meaning combined by rank alone: 1 / (60 + rank)")),
        "vector": (mark("Meaning"), mark("Only the nearest by meaning; memories without a vector are not found")),
        "keyword": (mark("Keywords"), mark("Only by the words themselves (BM25)")),
        "layers": (
            mark("Layers"),
            mark("Over all layers, with the board, concepts that come to mind and procedures that apply"),
        ),
    }
)


class ModeBar(QWidget):
    """The modes; beside “Layers” whose memories are asked, and a switch for what each layer counts.

    Signals: `changed()` when another mode or user was chosen.
    """

    changed = Signal()

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
        self.weights = switch_button("weights", tr("What each layer counts"), lambda: None)
        self.weights.hide()
        layout.addWidget(self.weights)
        self.users = UserChoice(tr("Whose memories"))
        self.users.activated.connect(lambda _number: self.changed.emit())
        self.users.hide()
        layout.addWidget(self.users)
        self._group.buttonClicked.connect(self._on_clicked)
        self.setAccessibleName(tr("Search mode"))

    def set_mode(self, mode: str) -> None:
        """Select a mode without emitting `changed`."""
        if mode in self._buttons:
            self.mode = mode
            self._buttons[mode].setChecked(True)
            self.weights.setVisible(mode == OVER_LAYERS)
            self._offer_users()

    @property
    def user(self) -> str | None:
        """Whose memories are asked over all layers; None: everybody's."""
        return self.users.user

    def show_users(self, users: Sequence[str]) -> None:
        """Offer them; with one user alone there is nothing to choose."""
        chosen = self.user
        self.users.offer(users)
        self._offer_users()
        if self.user != chosen and self.mode == OVER_LAYERS:
            self.changed.emit()

    def fold(self, narrow: bool) -> None:
        """Give up room."""
        fold_in(self.users, narrow, _WIDEST)

    def _offer_users(self) -> None:
        self.users.setVisible(self.mode == OVER_LAYERS and self.users.count() > 2)

    @Slot(QAbstractButton)
    def _on_clicked(self, clicked: QAbstractButton) -> None:
        self.set_mode(str(clicked.property("mode")))
        self.changed.emit()
