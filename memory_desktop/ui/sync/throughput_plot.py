"""Vectors stored a second over the last minutes."""

from __future__ import annotations

from datetime import datetime, timedelta

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QWidget

from memory_desktop.ui.theme import tokens_for

_MINUTES = 3
_HEIGHT = 132


class ThroughputPlot(pg.PlotWidget):  # type: ignore[misc]  # pyqtgraph ships no types
    """A bar for each second. It takes the colours of the palette; the Sync view has the same numbers as a table."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedHeight(_HEIGHT)
        self.setAccessibleName("Vectors stored a second, over the last minutes")
        self.setMouseEnabled(x=False, y=False)
        self.hideButtons()
        self.setMenuEnabled(False)
        self.getAxis("left").setWidth(52)
        self.setTitle(None)
        self.setLabel("bottom", "vectors stored a second; seconds ago")
        self._bars = pg.BarGraphItem(x=[], height=[], width=0.9)
        self.addItem(self._bars)
        self.setXRange(-_MINUTES * 60, 0, padding=0.01)
        self._paint()

    def show_history(self, history: list[tuple[datetime, int]], now: datetime) -> None:
        """(second, vectors) pairs, oldest first."""
        recent = [(at, items) for at, items in history if now - at <= timedelta(minutes=_MINUTES)]
        x = np.array([(at - now).total_seconds() for at, _ in recent])
        height = np.array([items for _, items in recent], dtype=float)
        self._bars.setOpts(x=x, height=height)
        self.setYRange(0, max(1.0, float(height.max(initial=0.0)) * 1.1), padding=0)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Follow the theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "_bars"):
            self._paint()

    def _paint(self) -> None:
        tokens = tokens_for(self.palette())
        self.setBackground(tokens.color("base"))
        for side in ("left", "bottom"):
            axis = self.getAxis(side)
            axis.setPen(tokens.color("border"))
            axis.setTextPen(tokens.color("muted"))
        self._bars.setOpts(brush=tokens.color("accent"), pen=tokens.color("accent"))
