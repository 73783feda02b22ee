"""Buttons, boxes and choices of a bar that give up a part of their text where the bar is too narrow for one line."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import (
    QAbstractButton,
    QCheckBox,
    QComboBox,
    QPushButton,
    QStyle,
    QStyleOptionButton,
    QStyleOptionComboBox,
    QWidget,
)

from memory_desktop.ui.tips import set_tip

# A text for which a choice is just wide enough may seem to be wider than its room by so many pixels.
_ROUNDING = 2


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


class FoldingChoice(QComboBox):
    """A choice that shows shorter texts, or an icon alone, where its bar is narrow; its tool tip says the chosen one.

    A text that does not fit has "…" in its middle, so that no number at its end is read in part.

    Args:
        short: by a text of the choice, the shorter one; a text that is not there is shown as it is.
        picture: shown alone in place of any text.
    """

    def __init__(
        self, short: Mapping[str, str] | None = None, picture: QIcon | None = None, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._short = dict(short or {})
        self._picture = picture
        self._folded = False
        self.currentTextChanged.connect(self._tell)

    def fold(self, folded: bool) -> None:
        """Show what is shorter, or the whole."""
        if folded != self._folded:
            self._folded = folded
            self._tell(self.currentText())
            self.update()

    def folded_width(self) -> int:
        """Pixels that the longest of the shorter texts needs, or the icon."""
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        texts = [] if self._picture is not None else [self._shorter(self.itemText(n)) for n in range(self.count())]
        room = max(map(self.fontMetrics().horizontalAdvance, texts), default=self.iconSize().width())
        size = QSize(room, self.fontMetrics().height())
        kind = QStyle.ContentsType.CT_ComboBox
        return self.style().sizeFromContents(kind, option, size, self).width()

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """No more than it may have: what stands in the corner of tabs is placed by this alone."""
        return super().sizeHint().boundedTo(self.maximumSize())

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """What is shorter is enough."""
        hint = super().minimumSizeHint()
        return QSize(min(hint.width(), self.folded_width()), hint.height())

    def initStyleOption(self, option: QStyleOptionComboBox) -> None:  # noqa: N802 - Qt's name
        """What is painted."""
        super().initStyleOption(option)
        if self._folded and self._picture is not None:
            option.currentText, option.currentIcon = "", self._picture
            return
        if self._folded:
            option.currentText = self._shorter(option.currentText)
        metrics, room = self.fontMetrics(), self._text_room(option)
        if metrics.horizontalAdvance(option.currentText) > room + _ROUNDING:
            option.currentText = metrics.elidedText(option.currentText, Qt.TextElideMode.ElideMiddle, room)

    def _text_room(self, option: QStyleOptionComboBox) -> int:
        """Pixels for the text in a style sheet's style: the field without a pixel at each end, and without the icon."""
        part = QStyle.SubControl.SC_ComboBoxEditField
        room = self.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, part, self).width() - 2
        return room if option.currentIcon.isNull() else room - option.iconSize.width() - 4

    def _shorter(self, text: str) -> str:
        return self._short.get(text, text)

    def _tell(self, text: str) -> None:
        set_tip(self, text if self._folded else "")


Folding = FoldingButton | FoldingBox | FoldingChoice
#: Pixels that Qt takes for no limit.
NO_LIMIT = 16_777_215


def fold_in(made: Folding, narrow: bool, widest: int = NO_LIMIT) -> None:
    """Fold what stands in an ordinary layout, which would leave it its room otherwise. `widest`: pixels unfolded."""
    made.fold(narrow)
    made.setMaximumWidth(made.folded_width() if narrow else widest)


def _tell_by_tip(made: QAbstractButton, text: str, folded: bool, told: bool) -> bool:
    """The tool tip of what is folded says its whole text; a tip of its own stays. Returns whether it says the text."""
    if folded and not made.toolTip():
        set_tip(made, text.replace("&", ""))
        return True
    if not folded and told:
        set_tip(made, "")
        return False
    return told
