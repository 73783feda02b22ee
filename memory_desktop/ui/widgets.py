"""Small building blocks: plain-text labels, buttons with a role, empty states, lines."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QFrame, QLabel, QToolButton, QVBoxLayout, QWidget

from memory_desktop.ui.folding import FoldingButton
from memory_desktop.ui.icons import icon
from memory_desktop.ui.tips import set_tip
from memory_desktop.ui.wrapping import WrappingLabel

SPACE = 8


def label(text: str = "", role: str = "", *, wrap: bool = False) -> QLabel:
    """A label that shows text as it is, never as markup. `role` is one of the style sheet's; see `WrappingLabel`."""
    made = WrappingLabel(text) if wrap else QLabel(text)
    made.setTextFormat(Qt.TextFormat.PlainText)
    if role:
        made.setProperty("role", role)
    return made


def set_role(made: QWidget, name: str, value: object) -> None:
    """Set a dynamic property that the style sheet looks at, and apply it."""
    if made.property(name) == value:
        return
    made.setProperty(name, value)
    made.style().unpolish(made)
    made.style().polish(made)


def button(
    text: str,
    on_click: Callable[[], object] | None = None,
    *,
    role: str = "",
    icon_name: str = "",
    tip: str = "",
) -> FoldingButton:
    """A push button; `role` is "primary", "flat", "link" or empty."""
    made = FoldingButton(text)
    made.setAccessibleName(text.replace("&", ""))
    if role:
        made.setProperty(role, True)
    if icon_name:
        made.setIcon(icon(icon_name, "accent_text" if role == "primary" else "muted"))
    if tip:
        set_tip(made, tip)
    if on_click is not None:
        made.clicked.connect(lambda _checked=False: on_click())
    return made


def tool_button(name: str, tip: str, on_click: Callable[[], object] | None = None) -> QToolButton:
    """A small button that is only an icon; `tip` is also what a screen reader says."""
    made = QToolButton()
    made.setIcon(icon(name))
    made.setIconSize(QSize(16, 16))
    made.setAccessibleName(tip)
    set_tip(made, tip)
    if on_click is not None:
        made.clicked.connect(lambda _checked=False: on_click())
    return made


def switch_button(name: str, tip: str, on_switch: Callable[[], object]) -> QToolButton:
    """A tool button that stays pressed: it shows or hides something."""
    made = tool_button(name, tip)
    made.setCheckable(True)
    made.toggled.connect(lambda _on=False: on_switch())
    return made


def width_of(made: QWidget, sample: str) -> int:
    """Pixels that a column needs to show a text like this one in the widget's font, with its padding."""
    return made.fontMetrics().horizontalAdvance(sample) + 26


def line() -> QFrame:
    """A thin rule."""
    made = QFrame()
    made.setObjectName("line")
    return made


class EmptyState(QWidget):
    """A quiet page that says why there is nothing, and offers what to do. `more`: (text, action) of other ways."""

    def __init__(
        self,
        icon_name: str,
        title: str,
        text: str = "",
        *,
        action: str = "",
        on_action: Callable[[], object] | None = None,
        more: Sequence[tuple[str, Callable[[], object]]] = (),
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE * 3, SPACE, SPACE * 3, SPACE)
        layout.setSpacing(SPACE)
        layout.addStretch(2)
        self._picture = QLabel()
        self._picture.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self._icon: QIcon = icon(icon_name, "faint")
        self._picture.setMinimumHeight(1)  # where there is little room, the words matter
        layout.addWidget(self._picture)
        self.title = label(title, "heading", wrap=True)
        self.text = label(text, "muted", wrap=True)
        for each in (self.title, self.text):
            each.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            layout.addWidget(each)
        if action:
            layout.addSpacing(SPACE)
            self.action = button(action, on_action)
            layout.addWidget(self.action, 0, Qt.AlignmentFlag.AlignHCenter)
        for words, on in more:
            made = button(words, on)
            layout.addWidget(made, 0, Qt.AlignmentFlag.AlignHCenter)
            widest = max(made.sizeHint().width(), self.action.minimumWidth(), self.action.sizeHint().width())
            for one in self.findChildren(FoldingButton):
                one.setMinimumWidth(widest)
        layout.addStretch(3)
        self._paint_icon()

    def changeEvent(self, event: object) -> None:  # noqa: N802 - Qt's name
        """Repaint the icon when the theme changes."""
        super().changeEvent(event)  # type: ignore[arg-type]
        if hasattr(self, "_icon"):
            self._paint_icon()

    def _paint_icon(self) -> None:
        self._picture.setPixmap(self._icon.pixmap(QSize(40, 40), self.devicePixelRatioF()))
