"""A plot of bars with a name below each, of one or two lines; the same numbers stand in a table beside it."""

from __future__ import annotations

from collections.abc import Sequence

import pyqtgraph as pg
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from memory_desktop.ui.plot import Plot
from memory_desktop.ui.theme import tokens_for

_GAP = 16
_SIDE = 60
_LEAST_HEIGHT = 120


class BarPlot(Plot):
    """See the module."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(name, parent)
        self._bars: Sequence[tuple[str, float]] = ()
        self.setMinimumHeight(_LEAST_HEIGHT)
        self.getAxis("left").setWidth(52)
        bottom = self.getAxis("bottom")
        bottom.setStyle(tickLength=0, hideOverlappingLabels=False)
        self.getPlotItem().setContentsMargins(0, 8, 8, 0)
        self._item = pg.BarGraphItem(x=[], height=[], width=0.6)
        self.addItem(self._item)
        self.built()

    def show_bars(self, bars: Sequence[tuple[str, float]]) -> None:
        """(name, value) each, from left to right."""
        self._bars = bars
        self._item.setOpts(x=list(range(len(bars))), height=[value for _, value in bars])
        self.setXRange(-0.6, max(1, len(bars)) - 0.4, padding=0)
        self.setYRange(0, max((value for _, value in bars), default=1.0) * 1.1 or 1.0, padding=0)
        self._name()

    def restyle(self) -> None:
        """See `Plot.restyle`."""
        super().restyle()
        accent = tokens_for(self.palette()).color("accent")
        self._item.setOpts(brush=accent, pen=accent)
        self.showGrid(y=True, alpha=0.15)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """As many names as fit."""
        super().resizeEvent(event)
        if getattr(self, "_built", False):
            self._name()

    def _name(self) -> None:
        metrics = self.fontMetrics()
        lines = [name.splitlines() for name, _ in self._bars]
        widest = max((metrics.horizontalAdvance(each) for one in lines for each in one), default=0) + _GAP
        self.getAxis("bottom").setHeight(metrics.height() * max(map(len, lines), default=1) + _GAP)
        step = max(1, -(-len(self._bars) * widest // max(widest, self.width() - _SIDE)))
        ticks = [(float(place), self._bars[place][0]) for place in range(0, len(self._bars), step)]
        self.getAxis("bottom").setTicks([ticks, []])
