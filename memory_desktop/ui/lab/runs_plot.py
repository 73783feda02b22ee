"""Recall over the runs of the lab: a line and a symbol of its own for each subject."""

from __future__ import annotations

from collections.abc import Sequence

import pyqtgraph as pg
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QWidget

from memory_desktop.core.lab import SUBJECTS, LabRun
from memory_desktop.ui.theme import tokens_for

_STYLES = {
    "hybrid": ("accent", "o", Qt.PenStyle.SolidLine),
    "rrf": ("warning", "t", Qt.PenStyle.DashLine),
    "keyword": ("keyword", "s", Qt.PenStyle.SolidLine),
    "vector": ("boost", "d", Qt.PenStyle.SolidLine),
    "vector-exact": ("muted", "x", Qt.PenStyle.DotLine),
}


class RunsPlot(pg.PlotWidget):  # type: ignore[misc]
    """See the module; the numbers stand in a table beside it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._runs: Sequence[LabRun] = ()
        self.setMenuEnabled(False)
        self.setMouseEnabled(x=False, y=False)
        self.hideButtons()
        self.setAccessibleName("Recall of each run")
        self.setYRange(0.0, 1.0, padding=0.06)
        self.getAxis("left").setLabel("recall")
        self._legend = self.addLegend(offset=(-12, 12))
        self._restyle()

    def show_runs(self, runs: Sequence[LabRun]) -> None:
        """Draw these, oldest first."""
        self._runs = runs
        tokens = tokens_for(self.palette())
        self.clear()
        for name in SUBJECTS:
            points = [(run.number, run.measures[name].recall) for run in runs if name in run.measures]
            if not points:
                continue
            token, symbol, style = _STYLES[name]
            color = tokens.color(token)
            self.plot(
                [x for x, _ in points],
                [y for _, y in points],
                name=name,
                pen=pg.mkPen(color, width=2, style=style),
                symbol=symbol,
                symbolSize=9,
                symbolBrush=color,
                symbolPen=pg.mkPen(color),
            )
        ticks = [(run.number, f"{run.at.astimezone():%m-%d %H:%M}") for run in runs[-8:]]
        self.getAxis("bottom").setTicks([ticks])
        if runs:
            self.setXRange(runs[0].number - 0.5, runs[-1].number + 0.5, padding=0.02)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Follow the theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "_legend"):
            self._restyle()
            self.show_runs(self._runs)

    def _restyle(self) -> None:
        tokens = tokens_for(self.palette())
        self.setBackground(QColor(0, 0, 0, 0))
        for name in ("left", "bottom"):
            axis = self.getAxis(name)
            axis.setPen(tokens.color("border"))
            axis.setTextPen(tokens.color("muted"))
        self._legend.setLabelTextColor(tokens.color("text"))
        self.showGrid(y=True, alpha=0.15)
