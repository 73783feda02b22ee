"""The page of a vault without conversations: three ways to fill it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from memory_desktop.bridge.translation import tr
from memory_desktop.ui.picture import Picture
from memory_desktop.ui.widgets import SPACE, button, label

_STACK_BELOW = 620
_CARD_MOST = 280


class Ways(QScrollArea):
    """Signals: `import_requested`, `agents_requested`, `add_requested`."""

    import_requested = Signal()
    agents_requested = Signal()
    add_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._cards = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._cards.setSpacing(SPACE * 2)
        cards = (
            (
                "import",
                tr("Import an export"),
                tr(
                    "The archive that ChatGPT or Claude sends you, or another file with conversations. You see a "
                    "preview before anything is imported."
                ),
                tr("Import…"),
                self.import_requested.emit,
            ),
            (
                "agent",
                tr("Connect an agent"),
                tr("An agent that is connected can record each turn here, and ask for what is remembered."),
                tr("Show Agents"),
                self.agents_requested.emit,
            ),
            (
                "edit",
                tr("Add a turn by hand"),
                tr("Write down what was said and what was answered."),
                tr("Add turn…"),
                self.add_requested.emit,
            ),
        )
        for card in cards:
            self._cards.addWidget(_card(*card), 1)
        row = QWidget()
        row.setMaximumWidth(3 * _CARD_MOST + 4 * SPACE)
        row.setLayout(self._cards)
        self._cards.setContentsMargins(0, 0, 0, 0)
        centre = QHBoxLayout()
        centre.addStretch(1)
        centre.addWidget(row, 100)
        centre.addStretch(1)
        inner = QWidget()
        lines = QVBoxLayout(inner)
        lines.setContentsMargins(SPACE * 3, SPACE * 3, SPACE * 3, SPACE * 3)
        lines.setSpacing(SPACE)
        lines.addStretch(1)
        for text, role in (
            (tr("No conversations yet"), "title"),
            (tr("Three ways to fill this view. Everything stays on this computer."), "muted"),
        ):
            made = label(text, role, wrap=True)
            made.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            lines.addWidget(made)
        lines.addSpacing(SPACE * 2)
        lines.addLayout(centre)
        lines.addStretch(2)
        self.setWidget(inner)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Side by side, or one above the other where there is no room."""
        super().resizeEvent(event)
        narrow = event.size().width() < _STACK_BELOW
        self._cards.setDirection(QBoxLayout.Direction.TopToBottom if narrow else QBoxLayout.Direction.LeftToRight)


def _card(icon_name: str, title: str, text: str, action: str, on: Callable[[], object]) -> QFrame:
    card = QFrame()
    card.setObjectName("card")
    card.setAccessibleName(title)
    lines = QVBoxLayout(card)
    lines.setContentsMargins(SPACE * 2, SPACE * 2, SPACE * 2, SPACE * 2)
    lines.setSpacing(SPACE)
    lines.addWidget(Picture(icon_name, "accent", 28))
    lines.addWidget(label(title, "heading", wrap=True))
    lines.addWidget(label(text, "muted", wrap=True))
    lines.addStretch(1)
    lines.addWidget(button(action, on))
    return card
