"""Why a memory is not among the hits of a search: what cut it, where it stands, and which search has it."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from memory_desktop.bridge.engine_texts import said
from memory_desktop.bridge.translation import figure, mark, tr
from memory_desktop.bridge.wording import engine_word
from memory_desktop.core.answers import Hit
from memory_desktop.core.why_not import Remedy, WhyNot
from memory_desktop.models.words import mode_word
from memory_desktop.ui.plain_table import PlainTable
from memory_desktop.ui.tips import set_item_tip
from memory_desktop.ui.widgets import SPACE, button, label
from memory_desktop.ui.wrapping import SelectableText

_HINT = mark("Choose a memory above, and see why it is not among the hits.")


class WhyNotCard(QScrollArea):
    """Signals: `search_requested(Remedy)`: the search that has the memory is to be made."""

    search_requested = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAccessibleName(tr("Why it is not among the hits"))
        self.setMinimumHeight(120)
        self.told: WhyNot | None = None
        self.say(tr(_HINT))

    def clear(self) -> None:
        """Explain nothing."""
        self.say(tr(_HINT))

    def say(self, text: str) -> None:
        """Nothing but a sentence."""
        self.told = None
        host, column = _page()
        column.addWidget(label(text, "muted", wrap=True))
        column.addStretch(1)
        self.setWidget(host)

    def show_answer(self, told: WhyNot) -> None:
        """Explain a memory."""
        self.told = told
        host, column = _page()
        column.addWidget(label(said(told.sentence), "heading", wrap=True))
        if told.cuts:
            column.addWidget(label(tr("What kept it out"), "section"))
            for cut in told.cuts:
                column.addWidget(SelectableText(tr("What kept it out"), f"• {said(cut.sentence)}"))
            column.addWidget(label(tr("What brings it in"), "section"))
            for one in told.remedies:
                self._add_remedy(column, one)
            if not told.remedies:
                column.addWidget(label(tr("No search that was tried has it."), "muted", wrap=True))
        if told.stand is not None:
            what = (
                tr("Its score")
                if told.hit is not None
                else tr("Its score in that search: hit {rank}", rank=told.stand.rank)
            )
            column.addWidget(label(what, "section"))
            column.addWidget(_parts(told.stand))
        for note in told.notes:
            column.addWidget(SelectableText(tr("Note"), said(note), "muted"))
        column.addStretch(1)
        self.setWidget(host)

    def _add_remedy(self, column: QVBoxLayout, one: Remedy) -> None:
        column.addWidget(SelectableText(tr("What brings it in"), f"• {said(one.sentence)}"))
        if not one.later:
            made = button(tr("Search this way"), partial(self.search_requested.emit, one), role="link", tip=one.query)
            column.addWidget(made)


def _page() -> tuple[QWidget, QVBoxLayout]:
    host = QWidget()
    column = QVBoxLayout(host)
    column.setContentsMargins(2, SPACE, SPACE, SPACE)
    column.setSpacing(SPACE)
    return host, column


def _parts(hit: Hit) -> PlainTable:
    """What the score is the sum of."""
    rows = [
        (mode_word(name), f"{place.rank}", f"{figure(place.score, '.4f')}", f"{figure(place.share, '+.4f')}", "")
        for name, place in hit.lists.items()
    ]
    rows += [
        (engine_word(one.name).capitalize(), "", "", figure(one.amount, "+.4f"), said(one.reason)) for one in hit.boosts
    ]
    rows.append((tr("Score"), "", "", f"{figure(hit.score, '.4f')}", ""))
    made = PlainTable(
        (tr("Part"), tr("Rank in list"), tr("List’s score"), tr("Adds"), tr("Why")), tr("Parts of the score")
    )
    made.give_room(4, (2,), least=100)
    made.fill(rows)
    for number, row in enumerate(rows):
        item = made.item(number, 4)
        if item is not None:
            set_item_tip(item, row[4])
    made.setFixedHeight(made.horizontalHeader().sizeHint().height() + made.verticalHeader().length() + 4)
    return made
