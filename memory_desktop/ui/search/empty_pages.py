"""What the Search view shows when there is nothing to list: how to ask, or why nothing was found."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QPushButton, QScrollArea, QVBoxLayout, QWidget

from memory_desktop.bridge.translation import mark, plural, tr, translated
from memory_desktop.bridge.wording import quoted
from memory_desktop.core.answers import Facets
from memory_desktop.core.query.language import ParsedQuery, operator_text
from memory_desktop.ui.flow_layout import FlowLayout
from memory_desktop.ui.widgets import SPACE, EmptyState, button, label

_OPERATORS = translated(
    (
        ("kind:pref", mark("preferences; also fact, rule, episode, procedure …")),
        (mark("tag:work -tag:old"), mark("one tag, without another")),
        ("layer:semantic", mark("or episodic, procedural, emotional")),
        (mark("before:2026-03 after:2025"), mark("by year, month or day")),
        (mark("“exact words” -without"), mark("an exact phrase, without a word")),
        ("user:ann", mark("what belongs to one user")),
        ("status:any", mark("includes superseded and forgotten memories")),
    )
)
_WIDTH = 620
_STATE_HEIGHT = 220
_LONGEST = 40


class SearchTips(QScrollArea):
    """How to ask, what there is to ask for here, and what was asked lately. Signals: `query_chosen(str)`."""

    query_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        inner = QWidget()
        inner.setMaximumWidth(_WIDTH)
        column = QVBoxLayout(inner)
        column.setContentsMargins(SPACE * 3, SPACE * 4, SPACE * 3, SPACE * 3)
        column.setSpacing(SPACE)
        column.addWidget(label(tr("Ask in your own words"), "title"))
        column.addWidget(
            label(tr("Keywords and meaning are searched together. To narrow a search:"), "muted", wrap=True)
        )
        column.addSpacing(SPACE)
        column.addLayout(_operators())
        self._examples_title = label(tr("In this vault"), "section")
        self._examples = _QueryRow(self.query_chosen.emit)
        self._recent_title = label(tr("Recent searches"), "section")
        self._recent = _QueryRow(self.query_chosen.emit)
        for title, row in ((self._examples_title, self._examples), (self._recent_title, self._recent)):
            title.setContentsMargins(0, SPACE * 2, 0, 0)
            column.addWidget(title)
            column.addWidget(row)
        column.addStretch(1)
        middle = QWidget()
        centre = QHBoxLayout(middle)
        centre.setContentsMargins(0, 0, 0, 0)
        for widget, stretch in ((None, 1), (inner, 100), (None, 1)):
            if widget is None:
                centre.addStretch(stretch)
            else:
                centre.addWidget(widget, stretch)
        self.setWidget(middle)
        self.show_recent([])
        self._examples_title.hide()

    def show_recent(self, queries: list[str]) -> None:
        """The last searches."""
        self._recent.show_queries(queries)
        self._recent_title.setVisible(bool(queries))

    def show_examples(self, facets: Facets) -> None:
        """Searches that find something here."""
        tags = [operator_text("tag", tag) for tag in list(facets.tags)[:5]]
        kinds = [operator_text("kind", kind) for kind in list(facets.kinds)[:3]]
        months = [f"on:{month}" for month in list(facets.months)[-2:]]
        self._examples.show_queries([*tags, *kinds, *months])
        self._examples_title.setVisible(bool(tags or kinds or months))


class NothingFound(QWidget):
    """Why there are no hits, and what may help. Signals: `query_chosen(str)`, `mode_chosen(str)`, `weaker_wanted()`."""

    query_chosen = Signal(str)
    mode_chosen = Signal(str)
    weaker_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._state = EmptyState("empty", tr("Nothing matches"))
        self._query = self._text = ""
        self.weaker = button(tr("Show weaker hits"), self.weaker_wanted.emit)
        self._without = button(tr("Search without filters"), self._drop_filters)
        self._any = button(tr("Include superseded and forgotten memories"), self._any_status)
        self._hybrid = button(tr("Search in Hybrid mode"), lambda: self.mode_chosen.emit("hybrid"))
        self._state.setMaximumHeight(_STATE_HEIGHT)
        ways = QVBoxLayout()
        ways.setSpacing(SPACE)
        for each in (self.weaker, self._without, self._any, self._hybrid):
            ways.addWidget(each)
        middle = QHBoxLayout()
        middle.addStretch(1)
        middle.addLayout(ways)
        middle.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE * 2, 0, SPACE * 2, 0)
        column.addStretch(2)
        column.addWidget(self._state)
        column.addLayout(middle)
        column.addStretch(3)

    @property
    def explanation(self) -> str:
        """Why nothing was found, as it is shown."""
        return self._state.text.text()

    def explain(self, query: ParsedQuery, mode: str, notes: Sequence[str] = (), weaker: int = 0) -> None:
        """Explain why this query in this mode finds nothing.

        Args:
            notes: what the answer itself says of it. weaker: how many hits there are for which too little speaks.
        """
        self._query, self._text = query.raw, query.text
        words = f"{quoted(query.text)}" if query.text else tr("these filters")
        title = tr("No memory matches {words}", words=words) if notes else tr("Nothing matches {words}", words=words)
        self._state.title.setText(title)
        narrowed = tr("The typed filters may be too narrow. ") if query.chips else ""
        none = tr("Little speaks for what was found.") if weaker else tr("No memory in this vault fits this search.")
        self._state.text.setText(f"{'' if weaker else narrowed}{' '.join(notes) or none}")
        self.weaker.setText(tr("Show {hit}", hit=plural("{n} weaker hit", "{n} weaker hits", weaker)))
        self.weaker.setVisible(weaker > 0)
        self._without.setVisible(bool(query.chips) and bool(query.text))
        self._any.setVisible(len(query.filter.statuses) == 1)
        self._hybrid.setVisible(mode in ("keyword", "vector"))

    def _drop_filters(self) -> None:
        self.query_chosen.emit(self._text)

    def _any_status(self) -> None:
        self.query_chosen.emit(f"{self._query} status:any")


class _QueryRow(QWidget):
    """Queries as buttons that wrap."""

    def __init__(self, on_choose: Callable[[str], object]) -> None:
        super().__init__()
        self._on_choose = on_choose
        self._layout = FlowLayout(self)

    def show_queries(self, queries: list[str]) -> None:
        while (item := self._layout.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for query in queries:
            self._layout.addWidget(self._make(query))
        self.setVisible(bool(queries))
        self.updateGeometry()

    def _make(self, query: str) -> QPushButton:
        shown = query if len(query) <= _LONGEST else query[: _LONGEST - 1] + "…"
        made = button(shown.replace("&", "&&"), lambda: self._on_choose(query))
        made.setAccessibleName(tr("Search for {query}", query=query))
        return made


def _operators() -> QGridLayout:
    grid = QGridLayout()
    grid.setHorizontalSpacing(SPACE * 2)
    grid.setVerticalSpacing(SPACE)
    grid.setColumnStretch(1, 1)
    for row, (example, meaning) in enumerate(_OPERATORS):
        grid.addWidget(label(example, "mono"), row, 0)
        grid.addWidget(label(meaning, "muted", wrap=True), row, 1)
    return grid
