"""The positions, boxes and lines that the canvas paints, computed off the GUI thread."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QLineF, QPointF, QRectF

from memory_desktop.core.layout import ROW_GAP, layered, rows_of
from memory_desktop.core.lineage import Graph, Node, levels

#: Size of a node's box at zoom 1.
WIDTH, HEIGHT = 190.0, 32.0
#: A line that goes round a box passes at this distance from its middle: between two rows.
_ASIDE = ROW_GAP / 2
#: Lines of a larger graph run straight: nobody could follow them, and to look for boxes in their way takes long.
_MOST_BENT = 2_000


@dataclass(frozen=True, slots=True)
class Drawing:
    """A graph with its places.

    Attributes:
        centres: (n, 2), in the order of the graph's nodes. links: (m, 2) rows of nodes.
        boxes: a rectangle for each node. lines: one for each edge, from right side to left side.
        bounds: of all boxes. bends: where a line goes round the boxes in its way, by the edge: the points from its
            beginning to its end.
    """

    graph: Graph
    centres: npt.NDArray[np.float64]
    links: npt.NDArray[np.int64]
    boxes: list[QRectF]
    lines: list[QLineF]
    bounds: QRectF
    rows: dict[str, int] = field(default_factory=dict)
    bends: dict[int, list[QPointF]] = field(default_factory=dict)

    def node(self, id: str) -> Node | None:
        """The node with this id, if it is there."""
        return self.graph.nodes[self.rows[id]] if id in self.rows else None

    def visible(self, area: QRectF) -> npt.NDArray[np.int64]:
        """Rows of the nodes whose boxes may touch an area."""
        x, y = self.centres[:, 0], self.centres[:, 1]
        inside = (x > area.left() - WIDTH) & (x < area.right() + WIDTH)
        inside &= (y > area.top() - HEIGHT) & (y < area.bottom() + HEIGHT)
        return np.flatnonzero(inside)

    def lines_in(self, area: QRectF) -> npt.NDArray[np.int64]:
        """Rows of the edges whose bounding box may touch an area."""
        if not len(self.links):
            return np.empty(0, dtype=np.int64)
        one, other = self.centres[self.links[:, 0]], self.centres[self.links[:, 1]]
        low, high = np.minimum(one, other), np.maximum(one, other)
        inside = (high[:, 0] > area.left() - WIDTH) & (low[:, 0] < area.right() + WIDTH)
        inside &= (high[:, 1] > area.top()) & (low[:, 1] < area.bottom())
        inside[list(self.bends)] = True  # they reach beyond their ends
        return np.flatnonzero(inside)

    def at(self, x: float, y: float) -> str:
        """Id of the node at a point, or ""."""
        near = np.abs(self.centres - [x, y])
        hits = np.flatnonzero((near[:, 0] <= WIDTH / 2) & (near[:, 1] <= HEIGHT / 2))
        return self.graph.nodes[int(hits[0])].id if len(hits) else ""

    def beside(self, id: str) -> Iterable[tuple[str, int]]:
        """(neighbour's id, 1 if it came of this one, -1 if this one came of it)."""
        for edge in self.graph.edges:
            if edge.source == id:
                yield edge.target, 1
            elif edge.target == id:
                yield edge.source, -1


def draw(graph: Graph) -> Drawing:
    """Lay a graph out. Takes about a second for 10,000 nodes; not for the GUI thread."""
    ids = [node.id for node in graph.nodes]
    level, _ = levels(ids, graph.edges)
    links = rows_of(ids, [(edge.source, edge.target) for edge in graph.edges])
    centres = layered(np.array([level[id] for id in ids], dtype=np.int64), links)
    boxes = [QRectF(x - WIDTH / 2, y - HEIGHT / 2, WIDTH, HEIGHT) for x, y in centres.tolist()]
    lines = []
    for source, target in links.tolist():
        (x1, y1), (x2, y2) = centres[source], centres[target]
        lines.append(QLineF(x1 + WIDTH / 2, y1, x2 - WIDTH / 2, y2))
    bends = _bends(centres, links, lines) if len(ids) <= _MOST_BENT else {}
    bounds = QRectF()
    if len(centres):
        (left, top), (right, bottom) = centres.min(axis=0), centres.max(axis=0)
        bounds = QRectF(left - WIDTH, top - HEIGHT * 2, right - left + 2 * WIDTH, bottom - top + 4 * HEIGHT)
        if bends:
            heights = [point.y() for way in bends.values() for point in way]
            bounds.setTop(min(bounds.top(), min(heights) - HEIGHT))
            bounds.setBottom(max(bounds.bottom(), max(heights) + HEIGHT))
    return Drawing(graph, centres, links, boxes, lines, bounds, {id: row for row, id in enumerate(ids)}, bends)


def _bends(
    centres: npt.NDArray[np.float64], links: npt.NDArray[np.int64], lines: Sequence[QLineF]
) -> dict[int, list[QPointF]]:
    """The lines that would run behind boxes of the columns between their ends, led round them; see `Drawing.bends`."""
    columns = {x: np.sort(centres[centres[:, 0] == x, 1]) for x in np.unique(centres[:, 0]).tolist()}
    found = {}
    for row, (source, target) in enumerate(links.tolist()):
        line = lines[row]
        between = [x for x in columns if centres[source, 0] < x < centres[target, 0]]
        slope = line.dy() / line.dx() if line.dx() else 0.0
        straight = {x: line.y1() + slope * (x - line.x1()) for x in between}
        # At a box's sides the line is a little higher or lower than in its middle.
        near = HEIGHT / 2 + 2 + abs(slope) * WIDTH / 2
        if any(bool((np.abs(columns[x] - straight[x]) < near).any()) for x in between):
            way = [line.p1()]
            for x in sorted(between):
                y = _free(columns[x], straight[x])
                way += [QPointF(x - WIDTH / 2, y), QPointF(x + WIDTH / 2, y)]
            found[row] = [*way, line.p2()]
    return found


def _free(column: npt.NDArray[np.float64], y: float) -> float:
    """The height next to `y` at which a level line runs behind no box of a column."""
    if not (np.abs(column - y) < _ASIDE).any():
        return y
    sides = np.concatenate([column - _ASIDE, column + _ASIDE])
    free = [side for side in sides.tolist() if not (np.abs(column - side) < _ASIDE - 1e-6).any()]
    return float(min(free, key=lambda side: abs(side - y)))
