"""A choice of whose: everybody's, or those of one user."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSignalBlocker, QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QComboBox, QStyleOptionComboBox, QWidget

from memory_desktop.bridge.translation import grouped, mark, tr
from memory_desktop.bridge.wording import user_word
from memory_desktop.ui.folding import FoldingChoice
from memory_desktop.ui.icons import icon
from memory_desktop.ui.tips import set_tip
from memory_desktop.ui.widgets import set_role

EVERYBODY = mark("All users")
#: Pixels that the style keeps free beside a text; so many letters the box is wide at the most.
_AIR, _MOST_LETTERS = 4, 30


class UserChoice(FoldingChoice):
    """See the module. In a narrow bar it is an icon.

    Args:
        name: what a screen reader calls it.
    """

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(picture=icon("user"), parent=parent)
        self._wanted: str | None = None
        self._in_corner = False
        self.setAccessibleName(name)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)  # users come after it is first shown
        self.addItem(tr(EVERYBODY), None)

    def stand_in_corner(self) -> None:
        """It is at the window's edge, and keeps away from it unless it is an icon, for which there is little room."""
        self._in_corner = True
        set_role(self, "corner", not self._folded)

    def fold(self, folded: bool) -> None:
        """See `FoldingChoice`."""
        super().fold(folded)
        if self._in_corner:
            set_role(self, "corner", not folded)

    @property
    def user(self) -> str | None:
        """Whose; None: everybody's. "" is whoever is not named."""
        chosen = self.currentData()
        return None if chosen is None else str(chosen)

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """As wide as the longest name, which is not to be shortened, up to some letters."""
        hint = super().sizeHint() + QSize(_AIR, 0)
        most = self.fontMetrics().averageCharWidth() * _MOST_LETTERS
        return QSize(min(hint.width(), most), hint.height()).boundedTo(self.maximumSize())

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """A name may have room now, or none any more."""
        super().resizeEvent(event)
        self._tell(self.currentText())

    def _tell(self, text: str) -> None:
        """The tool tip says what the box cannot."""
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        set_tip(self, "" if option.currentText == text else text)

    def keep_narrow(self, letters: int) -> None:
        """Have it no wider than so many letters, whatever the names are."""
        self.setMinimumContentsLength(letters)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)

    def want(self, user: str | None) -> None:
        """Who is to be chosen as soon as that one is offered; None: nobody in particular."""
        self._wanted = user

    def offer(self, users: Sequence[str], numbers: Sequence[int] = ()) -> bool:
        """Offer these users, with how much there is of each where that is given; no signal is emitted.

        Who was chosen stays so; where that one is not among them any more, it is everybody.

        Returns:
            Whether another one is chosen now.
        """
        before = self.user
        chosen = self._wanted if self._wanted in users else before
        if users:
            self._wanted = None
        with QSignalBlocker(self):
            self.clear()
            self.addItem(tr(EVERYBODY), None)
            for place, user in enumerate(users):
                self.addItem(user_word(user) + (f"  ({grouped(numbers[place])})" if numbers else ""), user)
            self.setCurrentIndex(max(0, self.findData(chosen) if chosen is not None else 0))
        return self.user != before
