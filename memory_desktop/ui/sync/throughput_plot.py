"""Vectors stored a second over the last minutes."""

from __future__ import annotations

from datetime import datetime, timedelta

import numpy as np
import pyqtgraph as pg
from PySide6.QtWidgets import QWidget

from memory_desktop.bridge.translation import tr
from memory_desktop.ui.plot import Plot
from memory_desktop.ui.theme import tokens_for

_MINUTES = 3
_HEIGHT = 128
_LEAST_TOP = 4.0


class ThroughputPlot(Plot):
    """A bar for each second. It takes the colours of the palette; the Sync view has the same numbers as a table."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("Vectors stored per second, over the last minutes"), parent)
        self.setFixedHeight(_HEIGHT)
        self.getAxis("left").setWidth(52)
        self.setTitle(None)
        minutes = [(-60 * ago, tr("{ago} min ago", ago=ago)) for ago in range(1, _MINUTES)]
        self.getAxis("bottom").setTicks([[(0, tr("now")), *minutes], []])
        self.getPlotItem().setContentsMargins(0, 8, 8, 0)
        self._bars = pg.BarGraphItem(x=[], height=[], width=0.9)
        self.addItem(self._bars)
        self.setXRange(-_MINUTES * 60, 0, padding=0.02)
        self.built()

    def show_history(self, history: list[tuple[datetime, int]], now: datetime) -> None:
        """(second, vectors) pairs, oldest first."""
        recent = [(at, items) for at, items in history if now - at <= timedelta(minutes=_MINUTES)]
        x = np.array([(at - now).total_seconds() for at, _ in recent])
        height = np.array([items for _, items in recent], dtype=float)
        self._bars.setOpts(x=x, height=height)
        self.setYRange(0, max(_LEAST_TOP, float(height.max(initial=0.0)) * 1.15), padding=0)

    def restyle(self) -> None:
        """See `Plot.restyle`."""
        super().restyle()
        accent = tokens_for(self.palette()).color("accent")
        self._bars.setOpts(brush=accent, pen=accent)
