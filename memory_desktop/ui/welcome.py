"""The three doors of an empty vault."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPlainTextEdit, QScrollArea, QVBoxLayout, QWidget

from memory_desktop.ui.icons import icon
from memory_desktop.ui.widgets import SPACE, button, label

_AGENT = """memory-desktop add VAULT "what to remember" --actor my-agent
memory-desktop search VAULT "a question" --json"""
_FORMATS = "ChatGPT and Claude exports, MCP memory.jsonl, Markdown and Obsidian notes, JSON lines, CSV."
_DRY_RUN = "Drop the files here, or choose them. A dry run shows first what would come."
_HONEST = "Agents use the command line while this window is closed; an MCP server is to come."
_YEAR = "A year in the life of a made-up person: memories, conversations, corrections and merges."
_CARD_LEAST = 196
_CARD_MOST = 288
_CARD_HEIGHT = 288


class WelcomePanel(QWidget):
    """Signals: `import_requested`, `sample_requested`."""

    import_requested = Signal()
    sample_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("pane")
        inner = QWidget()
        column = QVBoxLayout(inner)
        column.setContentsMargins(SPACE * 3, SPACE * 3, SPACE * 3, SPACE * 3)
        column.setSpacing(SPACE)
        column.addStretch(1)
        heading = label("No memories yet", "title")
        heading.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        text = label("Three ways to begin. Everything stays on this computer.", "muted")
        text.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        column.addWidget(heading)
        column.addWidget(text)
        column.addSpacing(SPACE * 2)
        cards = QHBoxLayout()
        cards.setSpacing(SPACE * 2)
        for card in (self._import_card(), self._agent_card(), self._sample_card()):
            cards.addWidget(card, 1)
        row = QWidget()
        row.setMaximumWidth(3 * _CARD_MOST + 4 * SPACE)
        row.setLayout(cards)
        cards.setContentsMargins(0, 0, 0, 0)
        centre = QHBoxLayout()
        centre.addStretch(1)
        centre.addWidget(row, 100)
        centre.addStretch(1)
        column.addLayout(centre)
        column.addStretch(2)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setWidget(inner)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(area)

    def _import_card(self) -> QFrame:
        card, column = _card("import", "Import your history")
        column.addWidget(
            label(
                "ChatGPT and Claude exports, MCP memory.jsonl, Markdown and Obsidian notes, JSON lines, CSV.",
                "muted",
                wrap=True,
            )
        )
        column.addWidget(label(_DRY_RUN, "muted", wrap=True))
        column.addStretch(1)
        column.addWidget(button("Import…", self.import_requested.emit, role="primary"))
        return card

    def _agent_card(self) -> QFrame:
        card, column = _card("connect", "Connect your agent")
        column.addWidget(
            label(
                "Agents use the command line while this window is closed; an MCP server is to come.", "muted", wrap=True
            )
        )
        code = QPlainTextEdit(_AGENT)
        code.setReadOnly(True)
        code.setProperty("role", "mono")
        code.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        code.setFixedHeight(72)
        code.setTabChangesFocus(True)
        code.setAccessibleName("Commands for agents")
        column.addWidget(code)
        column.addStretch(1)
        column.addWidget(button("Copy commands", lambda: QGuiApplication.clipboard().setText(_AGENT)))
        return card

    def _sample_card(self) -> QFrame:
        card, column = _card("sample", "Open the sample vault")
        column.addWidget(
            label(
                "A year in the life of a made-up person: memories, conversations, corrections and merges.",
                "muted",
                wrap=True,
            )
        )
        column.addWidget(label("Yours to try everything on.", "muted", wrap=True))
        column.addStretch(1)
        column.addWidget(button("Open the sample", self.sample_requested.emit))
        return card


def _card(icon_name: str, title: str) -> tuple[QFrame, QVBoxLayout]:
    card = QFrame()
    card.setObjectName("card")
    card.setMinimumSize(_CARD_LEAST, _CARD_HEIGHT)
    card.setMaximumSize(_CARD_MOST, _CARD_HEIGHT)
    card.setAccessibleName(title)
    column = QVBoxLayout(card)
    column.setContentsMargins(SPACE * 2, SPACE * 2, SPACE * 2, SPACE * 2)
    column.setSpacing(SPACE)
    picture = QLabel()
    picture.setPixmap(icon(icon_name, "accent").pixmap(28, 28))
    column.addWidget(picture)
    column.addWidget(label(title, "heading"))
    return card, column
