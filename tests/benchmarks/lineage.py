"""How fast a large lineage is laid out and painted: 10,000 nodes and 20,000 edges, on software rendering.

    python -m tests.benchmarks.lineage

Limits: ready within 3 s, off the GUI thread; nothing on the GUI thread above 50 ms; panned at 30 frames a second.
"""

from __future__ import annotations

import os
import sys
import time

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import numpy as np
from PySide6.QtWidgets import QApplication

from memory_desktop.core.lineage import Edge, Graph, Node, to_tree
from memory_desktop.models.lineage_table import LineageTable
from memory_desktop.ui.lineage.canvas import LineageCanvas
from memory_desktop.ui.lineage.drawing import draw

NODES, EDGES, FRAMES = 10_000, 20_000, 60


def graph() -> Graph:
    """A DAG in which every node has a few sources among those before it."""
    rng = np.random.default_rng(5)
    statuses = ("active", "superseded", "tombstone")
    nodes = tuple(
        Node(f"n{n}", "assembly" if n % 9 == 0 else "memory", f"Node {n} about something", "fact", statuses[n % 3])
        for n in range(NODES)
    )
    target = rng.integers(1, NODES, EDGES)
    source = np.maximum(0, target - 1 - rng.integers(0, 400, EDGES))
    edges = {(int(a), int(b)): Edge(f"n{a}", f"n{b}", "merge") for a, b in zip(source, target, strict=True)}
    return Graph(nodes, tuple(edges.values()))


def main() -> int:
    """Measure; 1 when a limit is missed."""
    app = QApplication([])
    made = graph()
    start = time.perf_counter()
    drawing, rows = draw(made), to_tree(made)
    ready = time.perf_counter() - start
    canvas, table = LineageCanvas(), LineageTable()
    canvas.resize(1000, 600)
    canvas.show()
    start = time.perf_counter()
    canvas.show_drawing(drawing)
    table.show(rows)
    app.processEvents()
    shown = time.perf_counter() - start
    results = [("ready (s)", ready, 3.0), ("put on the screen (s)", shown, 0.05)]
    for name, zoom in (("whole in sight", 0.0), ("readable", 1.0)):
        if zoom:
            canvas.zoom_by(zoom / canvas._zoom)
        start = time.perf_counter()
        for frame in range(FRAMES):
            canvas.pan(5 if frame % 20 < 10 else -5, 2)
            canvas.repaint()
        results.append((f"one frame, {name} (s)", (time.perf_counter() - start) / FRAMES, 1 / 30))
    for name, seconds, limit in results:
        print(f"  {name:<32}{seconds:8.3f}   limit {limit:6.3f}   {limit / seconds:6.2f} ×")
    return 0 if all(seconds <= limit for _, seconds, limit in results) else 1


if __name__ == "__main__":
    sys.exit(main())
