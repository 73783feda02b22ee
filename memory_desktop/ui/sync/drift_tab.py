"""Drift of meaning by month, as a plot and as a table."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from memory_desktop.bridge.translation import figure, grouped, mark, tr
from memory_desktop.engine.embedding.drift import MonthDrift
from memory_desktop.ui.lists import or_empty, scrolled, split
from memory_desktop.ui.plain_table import PlainTable, keep_rows
from memory_desktop.ui.plot import Line, LinePlot
from memory_desktop.ui.widgets import SPACE, EmptyState, label

#: Pixels that the name of a month takes below the plot.
_NAME_WIDTH = 90
#: Where the tab is lower or narrower, the table has all the room.
_ROOM_FOR_PLOT = QSize(480, 320)
_HELP = mark(
    "Cosine distances: how far apart the memories of a month are (spread), and how far their centre is from the "
    "centre of all memories and from that of the month before."
)


class DriftTab(QWidget):
    """See the module."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._months: Sequence[MonthDrift] = ()
        self.plot = LinePlot(tr("Embedding drift by month; the same numbers stand in the table below"))
        self.plot.setMinimumHeight(120)
        self.table = PlainTable(
            (tr("Month"), tr("Memories"), tr("Spread"), tr("From centre"), tr("From previous month")),
            tr("How the centre of the embeddings moves, month by month"),
        )
        self.table.give_room(0, least=64)
        keep_rows(self.table)
        self.splitter = split(Qt.Orientation.Vertical, self.plot, self.table, (220, 180))
        full = QWidget()
        column = QVBoxLayout(full)
        column.setContentsMargins(0, SPACE, 0, 0)
        column.setSpacing(SPACE)
        told = label(tr(_HELP), "muted", wrap=True)
        told.setContentsMargins(SPACE * 2, 0, SPACE * 2, 0)
        column.addWidget(told)
        column.addWidget(self.splitter, 1)
        empty = EmptyState(
            "sync", tr("No drift data yet"), tr("Once memories have their vectors, each month is compared here.")
        )
        self.pages = or_empty(full, empty)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(scrolled(self.pages))

    def show_months(self, months: Sequence[MonthDrift]) -> None:
        """Show these, oldest first."""
        self._months = months
        self.pages.setCurrentIndex(0 if months else 1)
        self.table.fill([_row(one) for one in reversed(months)])
        self._draw()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """The plot is shown where it has room, with as many names as fit."""
        super().resizeEvent(event)
        room = self.size()
        self.plot.setVisible(room.width() >= _ROOM_FOR_PLOT.width() and room.height() >= _ROOM_FOR_PLOT.height())
        self._draw()

    def _draw(self) -> None:
        months = self._months
        every = range(len(months))
        moved = [(place, one.from_last) for place, one in enumerate(months) if one.from_last is not None]
        lines = [
            Line("spread", "muted", "s", Qt.PenStyle.DotLine, list(every), [one.spread for one in months]),
            Line(
                tr("from centre"), "accent", "o", Qt.PenStyle.SolidLine, list(every), [one.from_all for one in months]
            ),
            Line(
                tr("from previous month"),
                "boost",
                "t",
                Qt.PenStyle.DashLine,
                [place for place, _ in moved],
                [value for _, value in moved],
            ),
        ]
        step = max(1, -(-len(months) * _NAME_WIDTH // max(_NAME_WIDTH, self.width())))
        self.plot.show_lines(lines if months else [], [(place, months[place].month) for place in every[::step]])
        highest = max((max(one.spread, one.from_all, one.from_last or 0.0) for one in months), default=1.0)
        self.plot.setYRange(0.0, highest * 1.25, padding=0.04)


def _row(one: MonthDrift) -> tuple[str, ...]:
    before = "" if one.from_last is None else f"{figure(one.from_last, '.3f')}"
    return one.month, grouped(one.count), f"{figure(one.spread, '.3f')}", f"{figure(one.from_all, '.3f')}", before
