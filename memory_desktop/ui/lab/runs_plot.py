"""Recall over the runs of the lab: a line and a symbol of its own for each subject."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from memory_desktop.bridge.translation import dated, mark, tr, translated
from memory_desktop.core.lab import SUBJECTS, LabRun
from memory_desktop.ui.plot import Line, LinePlot

#: What people call the subjects of a run.
TITLES = translated(
    {
        "hybrid": mark("Hybrid"),
        "rrf": "RRF",
        "keyword": mark("Keywords"),
        "vector": mark("Meaning"),
        "layers": mark("Layers"),
        "vector-exact": mark("Meaning, exact"),
    }
)
_STYLES = {
    "hybrid": ("accent", "o", Qt.PenStyle.SolidLine),
    "rrf": ("warning", "t", Qt.PenStyle.DashLine),
    "keyword": ("keyword", "s", Qt.PenStyle.SolidLine),
    "vector": ("boost", "d", Qt.PenStyle.SolidLine),
    "layers": ("success", "+", Qt.PenStyle.DashDotLine),
    "vector-exact": ("muted", "x", Qt.PenStyle.DotLine),
}


class RunsPlot(LinePlot):
    """See the module; the numbers stand in a table beside it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("Recall of each run"), parent)
        self.setYRange(0.0, 1.15, padding=0.04)
        self.getAxis("left").setLabel(tr("recall"))

    def show_runs(self, runs: Sequence[LabRun]) -> None:
        """Draw these, oldest first."""
        lines = []
        for name in SUBJECTS:
            points = [(run.number, run.measures[name].recall) for run in runs if name in run.measures]
            if points:
                lines.append(Line(TITLES[name], *_STYLES[name], [x for x, _ in points], [y for _, y in points]))
        self.show_lines(lines, [(run.number, f"{dated(run.at.astimezone(), '%m-%d %H:%M')}") for run in runs[-8:]])
