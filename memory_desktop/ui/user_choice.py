"""A choice of whose: everybody's, or those of one user."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QComboBox, QWidget

from memory_desktop.models.background import user_word
from memory_desktop.ui.folding import FoldingChoice
from memory_desktop.ui.icons import icon

EVERYBODY = "All users"


class UserChoice(FoldingChoice):
    """See the module. In a narrow bar it is an icon.

    Args:
        name: what a screen reader calls it.
    """

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(picture=icon("user"), parent=parent)
        self.setAccessibleName(name)
        self.addItem(EVERYBODY, None)

    @property
    def user(self) -> str | None:
        """Whose; None: everybody's. "" is whoever is not named."""
        chosen = self.currentData()
        return None if chosen is None else str(chosen)

    def keep_narrow(self, letters: int) -> None:
        """Have it no wider than so many letters, whatever the names are."""
        self.setMinimumContentsLength(letters)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)

    def offer(self, users: Sequence[str], numbers: Sequence[int] = ()) -> None:
        """Offer these users, with how much there is of each where that is given; no signal is emitted.

        Who was chosen stays so; where that one is not among them any more, it is everybody.
        """
        chosen = self.user
        with QSignalBlocker(self):
            self.clear()
            self.addItem(EVERYBODY, None)
            for place, user in enumerate(users):
                self.addItem(user_word(user) + (f"  ({numbers[place]:,})" if numbers else ""), user)
            self.setCurrentIndex(max(0, self.findData(chosen) if chosen is not None else 0))
