"""The items of a board as cards: text, whose it is, how strongly it is present, and what it is connected to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QProgressBar, QScrollArea, QVBoxLayout, QWidget

from memory_desktop.bridge.translation import figure, mark, plural, tr, translated
from memory_desktop.core.layers.working import Item, ItemType
from memory_desktop.core.wording import shortened
from memory_desktop.ui.tips import set_tip
from memory_desktop.ui.widgets import SPACE, label, set_role, tool_button

_LONGEST = 220
_SCALE = 1_000
_TYPES = translated({ItemType.USER: mark("User"), ItemType.ASSISTANT: mark("Assistant"), ItemType.SYSTEM: mark("Note")})


def type_word(type: str) -> str:
    """ "User", "Assistant", "Note"; a type of a newer program as it is."""
    return _TYPES.get(ItemType(type), type) if type in list(ItemType) else type


class ItemCard(QFrame):
    """One item. Signals: `chosen(id)`, `refreshed(id)`, `removed(id)`, `opened(id)`."""

    chosen = Signal(str)
    refreshed = Signal(str)
    removed = Signal(str)
    opened = Signal(str)

    def __init__(self, item: Item, connected: int, *, writable: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.item = item
        self.shown = item, connected, writable
        self.setObjectName("card")
        self.setAccessibleName(f"{type_word(item.type)}: {shortened(item.content, 80)}")
        self.text = label(shortened(item.content, _LONGEST), wrap=True)
        set_tip(self.text, item.content)
        links = f"  ·  {plural('{n} connection', '{n} connections', connected)}" if connected else ""
        done = tr("  ·  in an episode") if item.episode else ""
        self.told = label(
            tr(
                "{type_word}  ·  salience {salience}{links}{done}",
                type_word=type_word(item.type),
                salience=figure(item.salience, ".2f"),
                links=links,
                done=done,
            ),
            "muted",
            wrap=True,
        )
        self.bar = QProgressBar()
        self.bar.setRange(0, _SCALE)
        self.bar.setTextVisible(False)
        self.bar.setMinimumWidth(16)
        self.bar.setAccessibleName(tr("Activation"))
        self.number = label("", "muted")
        self.number.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.number.setMinimumWidth(self.number.fontMetrics().horizontalAdvance("100 %") + 4)
        self.open = tool_button("conversations", tr("Show in conversation"), lambda: self.opened.emit(item.id))
        self.open.setVisible(item.message)
        self.refresh = tool_button(
            "reinforce", tr("Refresh: full activation again"), lambda: self.refreshed.emit(item.id)
        )
        self.remove = tool_button("close", tr("Take off the board"), lambda: self.removed.emit(item.id))
        for each in (self.refresh, self.remove):
            each.setEnabled(writable)
        for each in (self.open, self.refresh, self.remove):
            each.setFixedSize(each.sizeHint())  # also while the cards around are laid out
        present = QHBoxLayout()
        present.setSpacing(SPACE)
        present.addWidget(self.bar, 1)
        present.addWidget(self.number)
        for each in (self.open, self.refresh, self.remove):
            present.addWidget(each)
        lines = QVBoxLayout(self)
        lines.setContentsMargins(SPACE * 3 // 2, SPACE, SPACE, SPACE)
        lines.setSpacing(SPACE // 2)
        lines.addWidget(self.text)
        lines.addWidget(self.told)
        lines.addLayout(present)

    def show_activation(self, value: float) -> None:
        """Paint the bar, if it is another one."""
        whole = round(value * _SCALE)
        if whole != self.bar.value() or not self.number.text():
            self.bar.setValue(whole)
            self.number.setText(f"{figure(value, '.0%')}")
            set_tip(self.bar, tr("Activation {value}", value=figure(value, ".2f")))

    def show_chosen(self, chosen: bool) -> None:
        """Mark it as the chosen one."""
        set_role(self, "chosen", chosen)

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """It is chosen."""
        self.chosen.emit(self.item.id)
        super().mousePressEvent(event)


class BoardCards(QScrollArea):
    """The cards of a board below each other. Signals as those of a card."""

    chosen = Signal(str)
    refreshed = Signal(str)
    removed = Signal(str)
    opened = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.cards: list[ItemCard] = []
        self._host = QWidget()
        self._lines = QVBoxLayout(self._host)
        self._lines.setContentsMargins(SPACE * 2, 0, SPACE * 2, SPACE)
        self._lines.setSpacing(SPACE)
        self._lines.addStretch(1)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(tr("Items of the board"))
        self.setWidget(self._host)
        self._chosen = ""
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.timeout.connect(self._bring)

    def show_items(self, items: Sequence[Item], connected: Mapping[str, int], *, writable: bool) -> None:
        """Show these, in their order; what is shown already stays."""
        wanted = [(one, connected.get(one.id, 0), writable) for one in items]
        if wanted == [card.shown for card in self.cards]:
            return
        for card in self.cards:
            self._lines.removeWidget(card)
            card.hide()
            card.deleteLater()
        self.cards = []
        for place, (one, number, may) in enumerate(wanted):
            card = ItemCard(one, number, writable=may)
            card.chosen.connect(self.chosen)
            card.refreshed.connect(self.refreshed)
            card.removed.connect(self.removed)
            card.opened.connect(self.opened)
            self._lines.insertWidget(place, card)
            self.cards.append(card)

    def choose(self, id: str) -> None:
        """Mark a card, and bring it into view."""
        self._chosen = id
        for card in self.cards:
            card.show_chosen(card.item.id == id)
        self._later.start(0)  # a new card has no place before it was laid out

    @Slot()
    def _bring(self) -> None:
        for card in self.cards:
            if card.item.id == self._chosen:
                self.ensureWidgetVisible(card, 0, SPACE)
