"""Cost against size, a curve for each system."""

from __future__ import annotations

import os
from collections.abc import Mapping
from math import log10
from pathlib import Path

from tests.benchmarks.peers.systems import SYSTEMS
from tests.benchmarks.peers.table import Figures

SHOWN = (
    "hybrid p50, ms",
    "hybrid p95, ms",
    "hybrid, CPU ms",
    "build, CPU s",
    "one durable add p50, ms",
    "disk, MB",
    "memory while asking, MB",
    "ANN recall@10",
)
_COLUMNS = 4
_STEPS = [(log10(step * 10**power), f"{step * 10.0**power:,g}") for power in range(-2, 6) for step in (1, 2, 5)]
_LINEAR = "ANN recall@10"
_COLOURS = {"ours": "#0072b2", "lancedb": "#d55e00", "chroma": "#009e73", "sqlite": "#666666"}
_SYMBOLS = {"ours": "o", "lancedb": "s", "chroma": "t", "sqlite": "d"}


def draw(sizes: Mapping[int, Figures], path: Path) -> None:
    """Save the plots as one picture. Sizes and costs are drawn by their logarithms."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    import pyqtgraph
    from PySide6.QtWidgets import QApplication

    app = QApplication.instance() or QApplication([])
    pyqtgraph.setConfigOptions(background="w", foreground="#222222", antialias=True)
    sheet = pyqtgraph.GraphicsLayoutWidget()
    sheet.resize(1600, 820)
    for number, figure in enumerate(SHOWN):
        plot = sheet.addPlot(number // _COLUMNS, number % _COLUMNS, title=figure)
        plot.setLogMode(x=True, y=figure != _LINEAR)
        plot.showGrid(x=True, y=True, alpha=0.25)
        plot.setLabel("bottom", "documents")
        plot.getAxis("bottom").setTicks([[(log10(size), f"{size:,}") for size in sizes]])
        plot.setXRange(log10(min(sizes)) - 0.1, log10(max(sizes)) + 0.15)
        if figure == _LINEAR:
            plot.setYRange(0.5, 1.02)
            plot.addLegend(offset=(10, -10))  # where no curve comes
        else:
            plot.getAxis("left").setTicks([_STEPS])
        for name in next(iter(sizes.values())):
            values = [figures[name][figure] for figures in sizes.values()]
            plot.plot(
                list(sizes), values, name=SYSTEMS[name].title, pen=pyqtgraph.mkPen(_COLOURS[name], width=2),
                symbol=_SYMBOLS[name], symbolBrush=_COLOURS[name], symbolPen=None, symbolSize=8,
            )  # fmt: skip
    sheet.show()
    app.processEvents()
    path.parent.mkdir(parents=True, exist_ok=True)
    sheet.grab().save(str(path))
    sheet.close()
