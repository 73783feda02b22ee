"""Buttons and boxes of a bar that give up a part of their text where the bar is too narrow for one line."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QAbstractButton, QCheckBox, QPushButton, QStyleOptionButton, QWidget

from memory_desktop.ui.tips import set_tip


class FoldingButton(QPushButton):
    """A button with an icon that can do without its text, which is its tool tip then, unless it has one already."""

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self._folded = False
        self._tip_is_text = False

    def fold(self, folded: bool) -> None:
        """Show the icon alone, or the text as well."""
        if folded == self._folded:
            return
        self._folded = folded
        self._tip_is_text = _tell_by_tip(self, self.text(), folded, self._tip_is_text)
        self.update()

    def setText(self, text: str) -> None:  # noqa: N802 - Qt's name
        """Another text; where only the icon is shown, the tool tip says it."""
        super().setText(text)
        if self._tip_is_text:
            set_tip(self, text.replace("&", ""))

    def folded_width(self) -> int:
        """Pixels that the icon alone needs."""
        return max(self.sizeHint().height(), self.iconSize().width() + 18)

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Where it has an icon, that is enough."""
        hint = super().minimumSizeHint()
        return hint if self.icon().isNull() else QSize(min(hint.width(), self.folded_width()), hint.height())

    def initStyleOption(self, option: QStyleOptionButton) -> None:  # noqa: N802 - Qt's name
        """What is painted."""
        super().initStyleOption(option)
        if self._folded:
            option.text = ""


class FoldingBox(QCheckBox):
    """A check box that has a shorter text for a narrow bar; its tool tip says the whole then."""

    def __init__(self, text: str, short: str, parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self._short = short
        self._folded = False
        self._tip_is_text = False

    def fold(self, folded: bool) -> None:
        """Show the shorter text, or the whole."""
        if folded == self._folded:
            return
        self._folded = folded
        self._tip_is_text = _tell_by_tip(self, self.text(), folded, self._tip_is_text)
        self.update()

    def folded_width(self) -> int:
        """Pixels that the shorter text needs."""
        return self.sizeHint().width() - self._room(self.text()) + self._room(self._short)

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """The shorter text is enough."""
        return QSize(self.folded_width(), super().minimumSizeHint().height())

    def initStyleOption(self, option: QStyleOptionButton) -> None:  # noqa: N802 - Qt's name
        """What is painted."""
        super().initStyleOption(option)
        if self._folded:
            option.text = self._short

    def _room(self, text: str) -> int:
        return self.fontMetrics().horizontalAdvance(text)


Folding = FoldingButton | FoldingBox


def _tell_by_tip(made: QAbstractButton, text: str, folded: bool, told: bool) -> bool:
    """The tool tip of what is folded says its whole text; a tip of its own stays. Returns whether it says the text."""
    if folded and not made.toolTip():
        set_tip(made, text.replace("&", ""))
        return True
    if not folded and told:
        set_tip(made, "")
        return False
    return told
