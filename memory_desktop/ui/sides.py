"""Two texts side by side, between which somebody is to decide, with what there is to say about them above."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QGridLayout, QPlainTextEdit, QWidget

from memory_desktop.bridge.translation import tr
from memory_desktop.ui.widgets import SPACE, label
from memory_desktop.ui.wrapping import ElidedLabel

_GAP = 12
#: Pixels for two lines of a text.
_LEAST_TEXT = 44


class Sides(QWidget):
    """See the module. `names`: what a screen reader calls the texts, and their titles while none is shown."""

    def __init__(self, names: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._names = tuple(names)
        self.reason = label("", wrap=True)
        self.titles: list[ElidedLabel] = []
        self.texts: list[QPlainTextEdit] = []
        grid = QGridLayout(self)
        grid.setContentsMargins(SPACE * 2, SPACE, SPACE * 2, SPACE)
        grid.setHorizontalSpacing(_GAP)
        grid.addWidget(self.reason, 0, 0, 1, len(self._names))
        for place, name in enumerate(self._names):
            title, text = ElidedLabel("section"), QPlainTextEdit()
            text.setReadOnly(True)
            text.setTabChangesFocus(True)
            text.setMinimumHeight(_LEAST_TEXT)
            text.setAccessibleName(tr("{name}: the whole text", name=name))
            grid.addWidget(title, 1, place)
            grid.addWidget(text, 2, place)
            grid.setColumnStretch(place, 1)
            self.titles.append(title)
            self.texts.append(text)
        grid.setRowStretch(2, 1)
        self.clear()

    def show_pair(self, reason: str, pair: Sequence[tuple[str, str]]) -> None:
        """Show (title, text) of each side."""
        self.reason.setText(reason)
        for title, text, (heading, said) in zip(self.titles, self.texts, pair, strict=True):
            title.setText(heading)
            if text.toPlainText() != said:
                text.setPlainText(said)

    def clear(self, reason: str = "") -> None:
        """Show no texts."""
        self.show_pair(reason, [(name, "") for name in self._names])
