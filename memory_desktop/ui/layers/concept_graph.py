"""The drawing of concepts: the chosen one in the middle, what links to it on the left, what it links to on the right.

It is the drawing of Lineage with names at its lines. What is known is a box with a solid line, and a bar along its foot
as long as its confidence; a name of which nothing is known is dotted. The table below it says the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QPainter, QPen
from PySide6.QtWidgets import QWidget

from memory_desktop.bridge.translation import figure, plural, tr
from memory_desktop.core.layers.graph import ConceptGraph, ConceptNode, Link
from memory_desktop.core.layout import rows_of
from memory_desktop.core.lineage import Edge, Graph, Node
from memory_desktop.ui.lineage.canvas import LineageCanvas
from memory_desktop.ui.lineage.drawing import HEIGHT, WIDTH, Drawing
from memory_desktop.ui.theme import Tokens

#: Between the centres of two columns, and of two boxes of a column.
ACROSS, DOWN = WIDTH + 110.0, HEIGHT + 20.0
#: Between the centres of two boxes of a column some of which are linked: there is room for the name of a link.
_LINKED = HEIGHT + 48.0
#: Between the centres of two columns where all are shown, and how much wider than high that is.
_ROOMY, _WIDER = WIDTH + 110.0, 1.8
_BAR = 3.0
_HEAD, _SPREAD = 8.0, 24.0
#: Pixels of a link's name at most, and at least, and of the line that is seen beside it.
_NAME_WIDTH, _LEAST_NAME, _BESIDE_NAME = 96, 24, 14


class ConceptCanvas(LineageCanvas):
    """See the module; signals are those of `LineageCanvas`."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Drawing of the concepts; the table below it says the same"))
        self._known: Mapping[str, ConceptNode] = {}

    def show_graph(self, drawing: Drawing | None, nodes: Mapping[str, ConceptNode]) -> None:
        """Show a drawing that `around` or `whole` made, of these nodes."""
        self._known = nodes
        self.show_drawing(drawing)

    def card_of(self, node: Node) -> str:
        """See `LineageCanvas.card_of`."""
        known = self._known.get(node.id)
        return told_of(known) if known is not None else node.label

    def paint_edges(self, painter: QPainter, drawing: Drawing, seen: QRectF, tokens: Tokens, detail: bool) -> None:
        """The lines, with how the two are related in the middle of each."""
        super().paint_edges(painter, drawing, seen, tokens, detail)
        if not self.readable:
            return
        font = QFont(self.font())
        font.setPixelSize(11)
        painter.setFont(font)
        metrics = painter.fontMetrics()
        for row in drawing.lines_in(seen).tolist():
            line, name = drawing.lines[row], drawing.graph.edges[row].how
            upright = abs(line.dx()) < 1
            room = _NAME_WIDTH if upright else min(_NAME_WIDTH, int(line.length()) - 2 * _BESIDE_NAME)
            if not name or room < _LEAST_NAME:
                continue
            text = metrics.elidedText(name, Qt.TextElideMode.ElideRight, room)
            box = QRectF(metrics.boundingRect(text)).adjusted(-4, -1, 4, 1)
            # Where a line goes up or down behind other boxes, its name stands in the first gap.
            box.moveCenter(line.pointAt(min(0.5, (_LINKED - HEIGHT) / 2 / line.length()) if upright else 0.5))
            painter.fillRect(box, tokens.color("base"))
            painter.setPen(tokens.color("muted"))
            painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), text)

    def paint_head(self, painter: QPainter, line: QLineF) -> None:
        """An arrow along the line."""
        tip = line.p2()
        for turn in (180 - _SPREAD, 180 + _SPREAD):
            painter.drawLine(tip, tip + QLineF.fromPolar(_HEAD, line.angle() + turn).p2())

    def paint_node(self, painter: QPainter, node: Node, box: QRectF, tokens: Tokens, *, text: bool) -> None:
        """The box, and along its foot how sure it is."""
        super().paint_node(painter, node, box, tokens, text=text)
        known = self._known.get(node.id)
        if known is not None and known.known:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(tokens.color("warning" if known.conflicts else "success"))
            inner = box.adjusted(2, 0, -2, -1)
            painter.drawRect(QRectF(inner.left(), inner.bottom() - _BAR, inner.width() * known.confidence, _BAR))
            painter.setPen(QPen(tokens.color("text")))

    def _along(self, key: Qt.Key) -> list[str]:
        """What is linked to the chosen node on that side of it."""
        drawing = self.drawing
        assert drawing is not None
        x = drawing.centres[drawing.rows[self.current], 0]
        wanted = 1 if key == Qt.Key.Key_Right else -1
        beside = (id for id, _ in drawing.beside(self.current))
        return [id for id in beside if wanted * (drawing.centres[drawing.rows[id], 0] - x) > 1]


def told_of(node: ConceptNode) -> str:
    """A node in a few words."""
    if not node.known:
        return tr("{name}\nlinked to; nothing is known of it yet", name=node.name)
    lines = [node.name, node.category, tr("confidence {share}", share=figure(node.confidence, ".0%"))]
    return "\n".join(
        [*filter(None, lines), *([plural("{n} conflict", "{n} conflicts", node.conflicts)] if node.conflicts else [])]
    )


def around(graph: ConceptGraph, centre: str, depth: int, most: int) -> tuple[Drawing, ConceptGraph]:
    """The part of a graph around a node, as a drawing, and that part."""
    part = graph.around(centre, depth, most)
    places = _places(part, centre)
    nodes = [part.nodes[id] for id in places]
    links = [one for one in part.links if one.source != one.target]
    lineage = Graph(tuple(map(_node, nodes)), _edges(links), centre)
    return _drawing(lineage, np.array([places[one.id] for one in nodes], dtype=np.float64).reshape(-1, 2)), part


def whole(graph: ConceptGraph, centre: str) -> Drawing:
    """All of a graph as a drawing, in rows: what is linked stands near each other, and first what is near `centre`."""
    links = {id: len(graph.neighbours(id)) for id in graph.nodes}
    order: list[str] = []
    seen: set[str] = set()
    for start in (centre, *sorted(links, key=lambda id: (-links[id], id))):
        queue = [start] if start in graph.nodes and start not in seen else []
        seen |= set(queue)
        for id in queue:
            beside = [one.node.id for one in graph.neighbours(id) if one.node.id not in seen]
            seen |= set(beside)
            queue += beside
        order += queue
    wide = max(1, round(sqrt(len(order) * _WIDER * _LINKED / _ROOMY)))
    places = [(number % wide * _ROOMY, number // wide * _LINKED) for number in range(len(order))]
    edges = _edges([one for one in graph.links if one.source != one.target])
    lineage = Graph(tuple(_node(graph.nodes[id]) for id in order), edges, centre)
    return _drawing(lineage, np.array(places, dtype=np.float64).reshape(-1, 2))


def _node(one: ConceptNode) -> Node:
    mark = f"  ({plural('{n} conflict', '{n} conflicts', one.conflicts)})" if one.conflicts else ""
    return Node(one.id, "memory", one.name + mark, one.category, "active" if one.known else "missing")


def _edges(links: list[Link]) -> tuple[Edge, ...]:
    """One for each pair and direction, with all that is said of it."""
    names: dict[tuple[str, str], list[str]] = {}
    for one in links:
        names.setdefault((one.source, one.target), []).append(one.relationship)
    return tuple(Edge(source, target, "; ".join(dict.fromkeys(how))) for (source, target), how in names.items())


def _places(part: ConceptGraph, centre: str) -> dict[str, tuple[float, float]]:
    """Where each node stands: column by column to both sides of the centre, each in the order of its parents."""
    if centre not in part.nodes:
        return {}
    out = {one.target for one in part.links if one.source == centre}
    linked = {id: {one.node.id for one in part.neighbours(id)} for id in part.nodes}
    columns: dict[int, list[str]] = {0: [centre]}
    placed = {centre: 0}
    queue = [centre]
    for id in queue:
        here = placed[id]
        for one in part.neighbours(id):
            other = one.node.id
            if other in placed:
                continue
            if here:
                placed[other] = here + (1 if here > 0 else -1)
            else:
                placed[other] = 1 if other in out else -1
            columns.setdefault(placed[other], []).append(other)
            queue.append(other)
    found: dict[str, tuple[float, float]] = {}
    for column, ids in columns.items():
        inside = {id: [other for other in ids if other != id and other in linked[id]] for id in ids}
        down = _LINKED if any(inside.values()) else DOWN
        top = -down * (len(ids) - 1) / 2
        found |= {id: (column * ACROSS, top + down * row) for row, id in enumerate(_side_by_side(inside))}
    return found


def _side_by_side(links: Mapping[str, Sequence[str]]) -> list[str]:
    """The boxes of a column in their order, but each right after one that it is linked with."""
    order: list[str] = []
    for start in links:
        queue = [start]
        while queue:
            id = queue.pop()
            if id not in order:
                order.append(id)
                queue += reversed(links[id])
    return order


def _drawing(graph: Graph, centres: np.ndarray) -> Drawing:
    ids = [node.id for node in graph.nodes]
    links = rows_of(ids, [(edge.source, edge.target) for edge in graph.edges])
    boxes = [QRectF(x - WIDTH / 2, y - HEIGHT / 2, WIDTH, HEIGHT) for x, y in centres.tolist()]
    both = {(source, target) for source, target in links.tolist()}
    lines = []
    for source, target in links.tolist():
        line = _between(centres[source], centres[target])
        if (target, source) in both:  # one each way: beside each other
            aside = 1 if source < target else -1
            upright = abs(line.dx()) < 1
            line.translate(*((aside * WIDTH / 3.6, 0) if upright else (0, aside * HEIGHT / 4)))
        lines.append(line)
    bounds = QRectF()
    if len(centres):
        (left, top), (right, bottom) = centres.min(axis=0), centres.max(axis=0)
        bounds = QRectF(left - WIDTH * 0.55, top - HEIGHT, right - left + WIDTH * 1.1, bottom - top + 2 * HEIGHT)
    return Drawing(graph, centres, links, boxes, lines, bounds, {id: row for row, id in enumerate(ids)})


def _between(one: np.ndarray, other: np.ndarray) -> QLineF:
    """From the side of one box to the nearer side of another."""
    (x1, y1), (x2, y2) = one.tolist(), other.tolist()
    if abs(x1 - x2) < 1:  # in one column
        down = HEIGHT / 2 if y2 > y1 else -HEIGHT / 2
        return QLineF(QPointF(x1, y1 + down), QPointF(x2, y2 - down))
    way = WIDTH / 2 if x2 > x1 else -WIDTH / 2
    return QLineF(QPointF(x1 + way, y1), QPointF(x2 - way, y2))
