"""Why a memory was recalled: its place in each list, boosts, and how fresh the indexes are about it."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from memory_desktop.bridge.engine_texts import said
from memory_desktop.bridge.translation import figure, grouped, tr
from memory_desktop.bridge.wording import engine_word, otherwise_since, quoted
from memory_desktop.core.answers import Freshness, Hit, RecallAnswer
from memory_desktop.core.layers.relevance import OVER_LAYERS
from memory_desktop.models.words import mode_word
from memory_desktop.ui.format import exact
from memory_desktop.ui.shown_keys import shown_key
from memory_desktop.ui.theme import tokens_for
from memory_desktop.ui.view import Inspectable
from memory_desktop.ui.widgets import button, label, line, tool_button
from memory_desktop.ui.wrapping import SelectableText

#: So many assemblies are listed: those that lift, those that were skipped, then the rest.
_ASSEMBLIES = 20


class ShareBar(QWidget):
    """A thin bar: how much of the score came from one list. The number stands beside it."""

    def __init__(self, share: float, token: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._share = min(1.0, max(0.0, share))
        self._token = token
        self.setFixedHeight(6)
        self.setAccessibleName(tr("{share} of the score", share=figure(self._share, ".0%")))

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Grows with the pane."""
        return QSize(120, 6)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802, ARG002 - Qt's
        """Track and part."""
        tokens = tokens_for(self.palette())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(tokens.color("border"))
        painter.drawRoundedRect(QRectF(self.rect()), 3, 3)
        painter.setBrush(tokens.color(self._token))
        painter.drawRoundedRect(QRectF(0, 0, self.width() * self._share, self.height()), 3, 3)


class WhyTab(QScrollArea):
    """Signals: `appraised(bool)`: the hit that is explained was useful, or was not; `missed()`: why is the memory not
    among the hits of the search.
    """

    appraised = Signal(bool)
    missed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setAccessibleName(tr("Why it was recalled"))
        self._waiting: tuple[Inspectable, Freshness | None] | None = None

    def show_item(self, item: Inspectable, freshness: Freshness | None) -> None:
        """Explain a hit; without one say where explanations come from. Nothing is made until somebody looks."""
        self._waiting = (item, freshness)
        if self.isVisible():
            self._build()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 - Qt's name
        """Load the explanation when the tab becomes visible."""
        super().showEvent(event)
        self._build()

    def _build(self) -> None:
        if self._waiting is None:
            return
        (item, freshness), self._waiting = self._waiting, None
        host = QWidget()
        column = QVBoxLayout(host)
        column.setContentsMargins(16, 14, 16, 16)
        column.setSpacing(10)
        if item.hit is not None:
            self._explain(column, item.hit, item.answer)
            column.addLayout(self._appraisal())
        else:
            column.addWidget(label(tr("No search context"), "heading"))
            key = shown_key(self, "search-memories")
            text = tr("Search{key} and select a hit to see its rank, score and boosts.", key=f" ({key})" if key else "")
            column.addWidget(label(text, "muted", wrap=True))
            if item.memory is not None:
                column.addWidget(button(tr("Why is it not among the hits?"), self.missed.emit, role="link"))
        if freshness is not None:
            column.addWidget(line())
            column.addWidget(label(tr("Freshness"), "section"))
            self._pairs(column, _fresh(freshness))
        column.addStretch(1)
        self.setWidget(host)

    def _appraisal(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.addWidget(label(tr("Was it useful?"), "muted"))
        row.addStretch(1)
        for text, useful, name in ((tr("Useful"), True, "useful"), (tr("Not useful"), False, "useless")):
            row.addWidget(tool_button(name, text, partial(self.appraised.emit, useful)))
        return row

    def _explain(self, column: QVBoxLayout, hit: Hit, answer: RecallAnswer | None) -> None:
        column.addWidget(
            label(tr("Rank {rank}, score {score}", rank=hit.rank, score=figure(hit.score, ".4f")), "heading")
        )
        if answer is not None:
            column.addWidget(
                label(
                    tr("for “{query}”, {mode_word} mode", query=answer.query, mode_word=mode_word(answer.mode)),
                    "muted",
                    wrap=True,
                )
            )
        if hit.otherwise is not None:
            column.addWidget(line())
            column.addWidget(label(otherwise_since(hit.otherwise.said_at).capitalize()))
            self._pairs(column, [(tr("It says"), hit.otherwise.content), ("ID", hit.otherwise.id)])
        total = sum(abs(each.share) for each in hit.lists.values()) + sum(abs(b.amount) for b in hit.boosts)
        for name in ("vector", "keyword") if answer is None or answer.mode != OVER_LAYERS else ():
            each = hit.lists.get(name)
            column.addWidget(line())
            column.addWidget(label(mode_word(name)))
            if each is None:
                column.addWidget(label(tr("Not in this list"), "muted"))
                continue
            column.addWidget(ShareBar(abs(each.share) / total if total else 0.0, name))
            self._pairs(
                column,
                [
                    (tr("Rank"), f"{each.rank}"),
                    (tr("Score"), f"{figure(each.score, '.4f')}"),
                    (tr("Share"), f"{figure(each.share, '.4f')}"),
                ],
            )
        for boost in hit.boosts:
            column.addWidget(line())
            column.addWidget(label(tr("Boost: {name}", name=engine_word(boost.name))))
            column.addWidget(ShareBar(abs(boost.amount) / total if total else 0.0, "boost"))
            self._pairs(column, [(tr("Amount"), f"{figure(boost.amount, '+.4f')}"), (tr("Reason"), said(boost.reason))])
        if answer is not None:
            column.addWidget(line())
            rows = [
                (tr("As of event"), f"{grouped(answer.as_of)}"),
                (tr("Without vector"), tr("{number} matching", number=grouped(answer.unembedded))),
            ]
            if answer.keyword_total is not None:
                rows.append((tr("Keyword matches"), f"{grouped(answer.keyword_total)}"))
            rows += [(tr("Note"), said(note)) for note in answer.notes]
            told = answer.assemblies[:_ASSEMBLIES]
            rows += [
                (tr("Assembly"), f"{quoted(one.name)} {engine_word(one.state)}: {said(one.reason)}") for one in told
            ]
            if len(told) < len(answer.assemblies):
                rows.append((tr("Assemblies"), tr("{number} more", number=grouped(len(answer.assemblies) - len(told)))))
            self._pairs(column, rows)

    def _pairs(self, column: QVBoxLayout, rows: list[tuple[str, str]]) -> None:
        grid = QGridLayout()
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(5)
        grid.setColumnStretch(1, 1)
        for number, (title, value) in enumerate(rows):
            grid.addWidget(label(title, "muted"), number, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(SelectableText(title, value), number, 1)
        column.addLayout(grid)


def _fresh(freshness: Freshness) -> list[tuple[str, str]]:
    behind = freshness.revision > freshness.keyword_revision
    rows = [
        (tr("Text"), tr("event {seq}", seq=grouped(freshness.text))),
        (tr("Last change"), tr("event {seq}", seq=grouped(freshness.revision))),
        (
            tr("Keyword index"),
            tr("event {seq}", seq=grouped(freshness.keyword_revision))
            + (tr(" (behind)") if behind else tr(" (current)")),
        ),
        (tr("Vector"), engine_word(freshness.vector_state)),
    ]
    if freshness.vector_index_updated_at:
        rows.append((tr("Vector stored"), exact(freshness.vector_index_updated_at)))
    if freshness.attempts:
        rows.append((tr("Attempts"), f"{freshness.attempts}"))
        rows.append((tr("Last error"), said(freshness.last_error)))
        rows.append((tr("Next attempt"), exact(freshness.next_attempt_at)))
    rows.append((tr("Model"), freshness.model_version))
    return rows
