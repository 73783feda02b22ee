"""Plots in the program's manner: they take the colours of the palette, and nothing happens by dragging in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pyqtgraph as pg
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

from memory_desktop.bridge.translation import pointed
from memory_desktop.ui.theme import tokens_for

_GRID = 0.15


class NumberAxis(pg.AxisItem):  # type: ignore[misc]  # pyqtgraph ships no types
    """An axis of numbers, with the decimal point of the language."""

    def tickStrings(self, values: Sequence[float], scale: float, spacing: float) -> list[str]:  # noqa: N802 - its name
        """See `pyqtgraph.AxisItem`."""
        return [pointed(one) for one in super().tickStrings(values, scale, spacing)]


class Plot(pg.PlotWidget):  # type: ignore[misc]  # pyqtgraph ships no types
    """An empty one. `restyle` is called again when the theme has changed and the plot is seen; one with a legend has
    lines to read values by.
    """

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent, axisItems={side: NumberAxis(side) for side in ("left", "bottom")})
        self._built = False
        self._stale = False
        self.setAccessibleName(name)
        self.setMenuEnabled(False)
        self.destroyed.connect(self.getPlotItem().ctrlMenu.deleteLater)  # it has no parent, and would stay
        self.setMouseEnabled(x=False, y=False)
        self.hideButtons()

    def built(self) -> None:
        """To be called once all parts are there."""
        self._built = True
        self.restyle()

    def restyle(self) -> None:
        """Colours of the theme."""
        tokens = tokens_for(self.palette())
        self.setBackground(tokens.color("base"))
        for side in ("left", "bottom"):
            axis = self.getAxis(side)
            axis.setPen(tokens.color("border"))
            axis.setTextPen(tokens.color("muted"))
        legend = self.getPlotItem().legend
        if legend is not None:
            legend.setLabelTextColor(tokens.color("text"))
            self.showGrid(y=True, alpha=_GRID)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Follow the theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and getattr(self, "_built", False):
            self._stale = True
            self._follow()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 - Qt's name
        """Follow the theme if it changed while nobody saw the plot."""
        super().showEvent(event)
        self._follow()

    def _follow(self) -> None:
        if self._stale and self.isVisible():
            self._stale = False
            self.restyle()


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a `LinePlot`. `symbol` and `style` tell it from others without its colour."""

    name: str
    token: str
    symbol: str
    style: Qt.PenStyle
    x: Sequence[float]
    y: Sequence[float]


class LinePlot(Plot):
    """Lines with a symbol at each value, and a legend."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(name, parent)
        self._lines: Sequence[Line] = ()
        self.addLegend(offset=(-8, 4), colCount=5)
        self.built()

    def show_lines(self, lines: Sequence[Line], ticks: Sequence[tuple[float, str]]) -> None:
        """Draw these in place of what was there; `ticks` are the labels below."""
        self._lines = lines
        self.getAxis("bottom").setTicks([list(ticks)])
        self._draw()

    def restyle(self) -> None:
        """See `Plot.restyle`."""
        super().restyle()
        self._draw()

    def _draw(self) -> None:
        tokens = tokens_for(self.palette())
        self.clear()
        for line in self._lines:
            color = tokens.color(line.token)
            self.plot(
                list(line.x),
                list(line.y),
                name=line.name,
                pen=pg.mkPen(color, width=2, style=line.style),
                symbol=line.symbol,
                symbolSize=9,
                symbolBrush=color,
                symbolPen=pg.mkPen(color),
            )
        ends = [x for line in self._lines for x in line.x]
        if ends:
            self.setXRange(min(ends) - 0.5, max(ends) + 0.5, padding=0.02)
