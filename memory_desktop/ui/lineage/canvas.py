"""The drawing of a lineage: pan, zoom, select, follow; only what is in sight is painted.

Kind is shape (a memory is a box, an assembly a rounded one), status is line and colour (what is active is solid, what
was superseded dashed, what was forgotten dotted), and all of it is also in the table beside.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QShowEvent,
    QTransform,
    QWheelEvent,
)
from PySide6.QtWidgets import QToolTip, QWidget

from memory_desktop.bridge.translation import dated, tr, within
from memory_desktop.bridge.wording import engine_word, group_word
from memory_desktop.core.lineage import Node
from memory_desktop.models.tips import plain_tip
from memory_desktop.models.words import status_word
from memory_desktop.ui.lineage.drawing import HEIGHT, Drawing
from memory_desktop.ui.theme import Tokens, tokens_for

_LEAST, _MOST = 0.01, 3.0
# Below these zooms a box is a block of colour, and an edge has no head.
_TEXT_FROM, _DETAIL_FROM = 0.45, 0.25
# Of a graph too big for its texts to be painted, what is around the centre is shown at this zoom.
_READABLE = 0.7
_STYLES = {
    "active": Qt.PenStyle.SolidLine,
    "superseded": Qt.PenStyle.DashLine,
    "tombstone": Qt.PenStyle.DotLine,
    "missing": Qt.PenStyle.DotLine,
}
_COLORS = {"active": "accent", "superseded": "faint", "tombstone": "error", "missing": "warning"}
_ARROW = 6.0


class LineageCanvas(QWidget):
    """Signals: `selected(id)`; `followed(id)` when a node was opened; `path_requested(id)` from the selected one."""

    selected = Signal(str)
    followed = Signal(str)
    path_requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setMinimumSize(240, 110)
        self.setAccessibleName(tr("Drawing of the lineage; the table below it says the same"))
        self.drawing: Drawing | None = None
        self.current = ""
        self.way: frozenset[str] = frozenset()
        self._way_edges: frozenset[tuple[str, str]] = frozenset()
        self._zoom = 1.0
        self._offset = QPointF(0, 0)
        self._grabbed: QPointF | None = None
        self._moved = False
        self._placed = False  # by a person, or to bring a node into sight

    # --- what is shown ------------------------------------------------------------------------

    def show_drawing(self, drawing: Drawing | None) -> None:
        """Show a graph: all of it, or, where that would be too small to read, what is around its centre."""
        self.drawing = drawing
        self.mark_way(())
        self.current = drawing.graph.centre if drawing is not None else ""
        self._placed = False
        self._show_beginning()
        self.update()

    def _show_beginning(self) -> None:
        self.fit()
        if self.current and self._zoom < _TEXT_FROM:
            self._zoom = _READABLE
            self.centre_on(self.current)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """A drawing that nobody has moved fits the new size; of any other, the same stays in the middle."""
        super().resizeEvent(event)
        if self._placed and self._in_sight():
            grown = event.size() - event.oldSize()
            self.pan(grown.width() / 2, grown.height() / 2)
        if not self._placed or not self._in_sight():
            self._show_beginning()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 - Qt's name
        """A drawing that came while nobody saw it fits the place that there is now."""
        super().showEvent(event)
        if not self._placed or not self._in_sight():
            self._show_beginning()

    def _in_sight(self) -> bool:
        """Is any of the drawing seen?"""
        if self.drawing is None:
            return True
        return self.shown_at(self.drawing.bounds).intersects(QRectF(self.rect()))

    def shown_at(self, place: QRectF) -> QRectF:
        """Where a place of the drawing is in the widget, in pixels."""
        return QRectF(place.topLeft() * self._zoom + self._offset, place.size() * self._zoom)

    def select(self, id: str) -> None:
        """Mark a node, and bring it into sight; nothing is emitted."""
        self.current = id
        if self.drawing is not None and id in self.drawing.rows and not self._seen(id):
            self.centre_on(id)
            self._placed = self._placed or id != self.drawing.graph.centre  # around that it is placed anyway
        self.update()

    def mark_way(self, ids: Sequence[str]) -> None:
        """Highlight the path between two nodes."""
        self.way = frozenset(ids)
        steps = list(pairwise(ids))
        self._way_edges = frozenset([*steps, *((b, a) for a, b in steps)])
        self.update()

    def centre_on(self, id: str) -> None:
        """Put a node into the middle."""
        if self.drawing is not None and id in self.drawing.rows:
            x, y = self.drawing.centres[self.drawing.rows[id]]
            self._offset = QPointF(self.width() / 2, self.height() / 2) - QPointF(x, y) * self._zoom
            self.update()

    def fit(self) -> None:
        """Zoom so that the whole graph fits; it goes on to fit when the size changes."""
        if self.drawing is None or self.drawing.bounds.isEmpty():
            return
        self._placed = False
        bounds = self.drawing.bounds
        zoom = min(self.width() / bounds.width(), self.height() / bounds.height(), 1.0)
        self._zoom = max(_LEAST, zoom)
        self._offset = QPointF(self.width() / 2, self.height() / 2) - bounds.center() * self._zoom
        self.update()

    def zoom_by(self, factor: float, at: QPointF | None = None) -> None:
        """Zoom about a point, or the middle."""
        at = at if at is not None else QPointF(self.width() / 2, self.height() / 2)
        zoom = min(_MOST, max(_LEAST, self._zoom * factor))
        self._offset = at - (at - self._offset) * (zoom / self._zoom)
        self._zoom = zoom
        self._placed = True
        self.update()

    def pan(self, dx: float, dy: float) -> None:
        """Scroll the drawing by some pixels."""
        self._offset += QPointF(dx, dy)
        self._placed = True
        self.update()

    # --- painting -----------------------------------------------------------------------------

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Paint the visible part of the graph."""
        painter = QPainter(self)
        tokens = tokens_for(self.palette())
        painter.fillRect(self.rect(), tokens.color("base"))
        if self.drawing is not None:
            self.paint_on(painter, QRectF(self.rect()), self._zoom, self._offset, tokens)
        if self.hasFocus():
            painter.resetTransform()
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(tokens.color("accent"), 1))
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))

    def paint_on(self, painter: QPainter, area: QRectF, zoom: float, offset: QPointF, tokens: Tokens) -> None:
        """Paint what an area shows, in any painter: the screen's, a picture's."""
        drawing = self.drawing
        if drawing is None:
            return
        painter.setTransform(QTransform().translate(offset.x(), offset.y()).scale(zoom, zoom))
        seen = QRectF((area.topLeft() - offset) / zoom, area.size() / zoom)
        detail = zoom >= _DETAIL_FROM
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, detail)
        self.paint_edges(painter, drawing, seen, tokens, detail)
        rows = drawing.visible(seen).tolist()
        if not detail:
            self._blocks(painter, drawing, rows, tokens)
            return
        font = QFont(self.font())
        font.setPixelSize(12)
        painter.setFont(font)
        for row in rows:
            self.paint_node(painter, drawing.graph.nodes[row], drawing.boxes[row], tokens, text=zoom >= _TEXT_FROM)

    @property
    def readable(self) -> bool:
        """Are texts painted at this zoom?"""
        return self._zoom >= _TEXT_FROM

    def card_of(self, node: Node) -> str:
        """What the card of a node says."""
        return card(node)

    def paint_edges(self, painter: QPainter, drawing: Drawing, seen: QRectF, tokens: Tokens, detail: bool) -> None:
        """Paint the lines that are in sight."""
        rows = drawing.lines_in(seen).tolist()
        pen = QPen(tokens.color("faint"), 1.2 if detail else 0)
        pen.setCosmetic(True)
        painter.setPen(pen)
        painter.drawLines([drawing.lines[row] for row in rows if row not in drawing.bends])
        for bent in drawing.bends.values():
            painter.drawPolyline(bent)
        if not detail and not self._way_edges:
            return
        marked = QPen(tokens.color("boost"), 2.4)
        marked.setCosmetic(True)
        for row in rows:
            edge = drawing.graph.edges[row]
            line = drawing.lines[row]
            way = (edge.source, edge.target) in self._way_edges
            if way:
                painter.setPen(marked)
                painter.drawPolyline(drawing.bends.get(row, [line.p1(), line.p2()]))
            if detail:
                painter.setPen(marked if way else pen)
                self.paint_head(painter, line)
            if way:
                painter.setPen(pen)

    def paint_head(self, painter: QPainter, line: QLineF) -> None:
        """An arrow from the left at the end of a line."""
        tip = line.p2()
        painter.drawPolyline([tip + QPointF(-_ARROW, -_ARROW / 2), tip, tip + QPointF(-_ARROW, _ARROW / 2)])

    def _blocks(self, painter: QPainter, drawing: Drawing, rows: Sequence[int], tokens: Tokens) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        by_status: dict[str, list[QRectF]] = {}
        for row in rows:
            node = drawing.graph.nodes[row]
            shown = "way" if node.id in self.way else "current" if node.id == self.current else node.status
            by_status.setdefault(shown, []).append(drawing.boxes[row])
        for status, boxes in by_status.items():
            token = {"way": "boost", "current": "text"}.get(status) or _COLORS[status]
            painter.setBrush(tokens.color(token))
            painter.drawRects(boxes)

    def paint_node(self, painter: QPainter, node: Node, box: QRectF, tokens: Tokens, *, text: bool) -> None:
        """Paint a node that is in sight."""
        color = tokens.color(_COLORS[node.status])
        chosen = node.id == self.current
        on_way = node.id in self.way
        pen = QPen(tokens.color("boost") if on_way else color, 2.4 if chosen or on_way else 1.2, _STYLES[node.status])
        painter.setPen(pen)
        ground = tokens.color("selection") if chosen else tokens.color("raised")
        painter.setBrush(ground)
        if node.kind == "assembly":
            painter.drawRoundedRect(box, HEIGHT / 2, HEIGHT / 2)
        else:
            painter.drawRoundedRect(box, 3, 3)
        if not text:
            return
        painter.setPen(_text_color(node, tokens))
        inner = box.adjusted(12, 0, -12, 0)
        metrics = painter.fontMetrics()
        label = metrics.elidedText(node.label or node.id, Qt.TextElideMode.ElideRight, int(inner.width()))
        painter.drawText(inner, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft), label)

    # --- hands --------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Note where the button was pressed: a click or a drag begins."""
        self._grabbed, self._moved = event.position(), False

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Scroll the drawing while the button is held."""
        if self._grabbed is not None:
            moved = event.position() - self._grabbed
            if self._moved or moved.manhattanLength() > 3:
                self._moved = True
                self._grabbed = event.position()
                self.setCursor(Qt.CursorShape.ClosedHandCursor)
                self.pan(moved.x(), moved.y())
            return
        over = bool(self._at(event.position()))
        self.setCursor(Qt.CursorShape.PointingHandCursor if over else Qt.CursorShape.ArrowCursor)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """A click selects a node; with Shift it asks for the path to it."""
        grabbed, self._grabbed = self._grabbed, None
        self.unsetCursor()
        if grabbed is None or self._moved:
            return
        id = self._at(event.position())
        if not id:
            return
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier and self.current:
            self.path_requested.emit(id)
            return
        self.current = id
        self.update()
        self.selected.emit(id)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Ask for the node that was double-clicked to become the centre."""
        id = self._at(event.position())
        if id:
            self.followed.emit(id)

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802 - Qt's name
        """Zoom about the pointer."""
        self.zoom_by(1.0015 ** event.angleDelta().y(), event.position())
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Arrows walk along the edges, + and - zoom, 0 fits, Return goes there."""
        match event.key():
            case Qt.Key.Key_Plus | Qt.Key.Key_Equal:
                self.zoom_by(1.25)
            case Qt.Key.Key_Minus:
                self.zoom_by(0.8)
            case Qt.Key.Key_0:
                self.fit()
            case Qt.Key.Key_Return | Qt.Key.Key_Enter if self.current:
                self.followed.emit(self.current)
            case Qt.Key.Key_Left | Qt.Key.Key_Right | Qt.Key.Key_Up | Qt.Key.Key_Down:
                self._walk(Qt.Key(event.key()))
            case _:
                super().keyPressEvent(event)

    def event(self, event: object) -> bool:
        """A card for the node under the pointer."""
        if isinstance(event, QHelpEvent):
            id = self._at(QPointF(event.pos()))
            node = self.drawing.node(id) if self.drawing is not None else None
            QToolTip.showText(event.globalPos(), plain_tip(self.card_of(node)) if node is not None else "", self)
            return True
        return bool(super().event(event))  # type: ignore[arg-type]

    def _walk(self, key: Qt.Key) -> None:
        drawing = self.drawing
        if drawing is None or not drawing.graph.nodes:
            return
        if self.current not in drawing.rows:
            target = drawing.graph.nodes[0].id
        else:
            y = drawing.centres[drawing.rows[self.current]][1]
            options = self._along(key) if key in (Qt.Key.Key_Left, Qt.Key.Key_Right) else self._in_column(key)
            if not options:
                return
            target = min(options, key=lambda id: abs(drawing.centres[drawing.rows[id]][1] - y))
        self.select(target)
        self.selected.emit(target)

    def _along(self, key: Qt.Key) -> list[str]:
        assert self.drawing is not None
        wanted = 1 if key == Qt.Key.Key_Right else -1
        return [id for id, way in self.drawing.beside(self.current) if way == wanted]

    def _in_column(self, key: Qt.Key) -> list[str]:
        assert self.drawing is not None
        centres, row = self.drawing.centres, self.drawing.rows[self.current]
        same = abs(centres[:, 0] - centres[row, 0]) < 1
        beyond = centres[:, 1] < centres[row, 1] if key == Qt.Key.Key_Up else centres[:, 1] > centres[row, 1]
        return [self.drawing.graph.nodes[int(each)].id for each in (same & beyond).nonzero()[0]]

    def _at(self, where: QPointF) -> str:
        if self.drawing is None:
            return ""
        point = (where - self._offset) / self._zoom
        return self.drawing.at(point.x(), point.y())

    def _seen(self, id: str) -> bool:
        assert self.drawing is not None
        return QRectF(self.rect()).contains(self.shown_at(self.drawing.boxes[self.drawing.rows[id]]))


def card(node: Node) -> str:
    """What the card of a node says."""
    lines = [
        node.label or node.id,
        f"{engine_word(node.kind)}, {group_word(node.group) or tr('unknown')}, {within(status_word(node.status))}",
    ]
    if node.created_at is not None:
        lines.append(tr("created {when}", when=dated(node.created_at.astimezone(), "%Y-%m-%d %H:%M")))
    return "\n".join([*lines, node.id])


def _text_color(node: Node, tokens: Tokens) -> QColor:
    return tokens.color("text" if node.status == "active" else "muted")
