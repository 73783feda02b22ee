"""The page of an empty vault, with three ways to begin."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import SIGNAL, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QGuiApplication, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QPlainTextEdit,
    QScrollArea,
    QTabBar,
    QVBoxLayout,
    QWidget,
)

from memory_desktop import itself
from memory_desktop.bridge.translation import mark, tr
from memory_desktop.service.clients import client_settings
from memory_desktop.ui.picture import Picture
from memory_desktop.ui.widgets import SPACE, button, label

_COMMANDS = """{program} add {vault} "what to remember" --actor my-agent
{program} search {vault} "a question" --json"""
_PYTHON = """from memory_desktop import open_vault

with open_vault({vault}) as vault:  # while no window has it
    vault.remember("what to remember", actor="my-agent")
    print(vault.recall("a question").hits)"""
_FORMATS = mark("ChatGPT and Claude exports, MCP memory.jsonl, Markdown and Obsidian notes, JSON lines, CSV.")
_DRY_RUN = mark("Drop the files here, or choose them. You see a preview before anything is imported.")
_WAYS = mark("Over MCP or by command line, while this window shows what they do. The Agents view has more settings.")
_YEAR = mark("A year in the life of a made-up person: memories, conversations, corrections and merges.")
_CARD_MOST = 288
_CARD_HEIGHT = 320
_CODE_HEIGHT = 120
_STACK_BELOW = 740


class WelcomePanel(QWidget):
    """Import, connect, or look at the sample. Signals: `import_requested`, `sample_requested`, `new_requested`."""

    import_requested = Signal()
    sample_requested = Signal()
    new_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._vault = tr("VAULT")
        self._cards = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._cards.setSpacing(SPACE * 2)
        self._cards.setContentsMargins(0, 0, 0, 0)
        for card in (self._import_card(), self._agent_card(), self._sample_card()):
            self._cards.addWidget(card, 1)
        row = QWidget()
        row.setMaximumWidth(3 * _CARD_MOST + 4 * SPACE)
        row.setLayout(self._cards)
        centre = QHBoxLayout()
        centre.addStretch(1)
        centre.addWidget(row, 100)
        centre.addStretch(1)
        inner = QWidget()
        column = QVBoxLayout(inner)
        column.setContentsMargins(SPACE * 3, SPACE * 3, SPACE * 3, SPACE * 3)
        column.setSpacing(SPACE)
        column.addStretch(1)
        for text, role in (
            (tr("No memories yet"), "title"),
            (tr("Three ways to begin. Everything stays on this computer."), "muted"),
        ):
            made = label(text, role, wrap=True)
            made.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            column.addWidget(made)
        column.addSpacing(SPACE * 2)
        column.addLayout(centre)
        self._new = button(tr("Or write the first one yourself"), self.new_requested.emit, role="link")
        column.addWidget(self._new, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(2)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setWidget(inner)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(area)

    def set_vault(self, path: Path) -> None:
        """Name the vault in what an agent can be given."""
        self._vault = str(path)
        self._show_code(self._ways.currentIndex())

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 - Qt's name
        """Show the link only if something is connected to it."""
        super().showEvent(event)
        self._new.setVisible(self.receivers(SIGNAL("new_requested()")) > 0)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Side by side, or one above the other where there is no room."""
        super().resizeEvent(event)
        narrow = event.size().width() < _STACK_BELOW
        way = QBoxLayout.Direction.TopToBottom if narrow else QBoxLayout.Direction.LeftToRight
        if self._cards.direction() != way:
            self._cards.setDirection(way)
            for card in self.findChildren(QFrame, "card"):
                card.setMinimumHeight(0 if narrow else _CARD_HEIGHT)

    def _import_card(self) -> QFrame:
        card, column = _card("import", tr("Import your history"), tr(_FORMATS))
        column.addWidget(label(tr(_DRY_RUN), "muted", wrap=True))
        column.addStretch(1)
        column.addWidget(button(tr("Import…"), self.import_requested.emit, role="primary"))
        return card

    def _agent_card(self) -> QFrame:
        card, column = _card("connect", tr("Connect your agent"), tr(_WAYS))
        self._ways = QTabBar()
        self._ways.setProperty("snug", True)
        self._ways.setAccessibleName(tr("How an agent connects"))
        self._code = QPlainTextEdit()
        self._code.setReadOnly(True)
        self._code.setProperty("role", "mono")
        self._code.setFixedHeight(_CODE_HEIGHT)
        self._code.setTabChangesFocus(True)
        self._code.setAccessibleName(tr("Snippet for an agent"))
        with QSignalBlocker(self._ways):
            for title in ("MCP", tr("Command line"), *([] if itself.installed() else ["Python"])):
                self._ways.addTab(title)
        self._ways.currentChanged.connect(self._show_code)
        self._show_code(0)
        column.addWidget(self._ways)
        column.addWidget(self._code)
        column.addStretch(1)
        column.addWidget(button(tr("Copy"), self._copy, icon_name="copy"))
        return card

    def _sample_card(self) -> QFrame:
        card, column = _card("sample", tr("Open the sample vault"), tr(_YEAR))
        column.addWidget(label(tr("Try anything in it. A short guided tour shows what is where."), "muted", wrap=True))
        column.addStretch(1)
        column.addWidget(button(tr("Open the sample"), self.sample_requested.emit))
        return card

    def _show_code(self, number: int) -> None:
        started = " ".join(map(_quoted, itself.command()))
        client = client_settings("claude-desktop", Path(self._vault), "", "").text
        commands = _COMMANDS.format(program=started, vault=_quoted(self._vault))
        self._code.setPlainText((client, commands, _PYTHON.format(vault=repr(self._vault)))[number])

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._code.toPlainText())


def _card(icon_name: str, title: str, text: str) -> tuple[QFrame, QVBoxLayout]:
    card = QFrame()
    card.setObjectName("card")
    card.setMinimumHeight(_CARD_HEIGHT)
    card.setAccessibleName(title)
    column = QVBoxLayout(card)
    column.setContentsMargins(SPACE * 2, SPACE * 2, SPACE * 2, SPACE * 2)
    column.setSpacing(SPACE)
    column.addWidget(Picture(icon_name, "accent", 28))
    column.addWidget(label(title, "heading"))
    column.addWidget(label(text, "muted", wrap=True))
    return card, column


def _quoted(path: str) -> str:
    return f'"{path}"' if " " in path else path
