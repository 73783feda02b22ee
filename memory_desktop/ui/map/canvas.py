"""The picture of the map: shown, moved and enlarged at once, and drawn anew by whoever owns it.

What is seen changes with the mouse and the keys, and the last picture follows at once, moved and stretched; `redraw`
asks for one of the new sight. Dragging draws a line around points; with Shift it moves the map.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFontMetricsF,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QWidget

from memory_desktop.bridge.translation import tr
from memory_desktop.engine.mapping.embedding_map import Region
from memory_desktop.ui.map.raster import Sight, fitting
from memory_desktop.ui.theme import tokens_for

#: Pixels that a click may miss a point by, and that the mouse moves before a press is a line.
_NEAR, _STILL = 10.0, 5.0
_STEP, _ZOOM = 60.0, 1.25
_LEAST_SCALE, _MOST_SCALE = 0.2, 400.0
_LONGEST_LABEL = 220
#: A line that is drawn by hand has so many corners at the most.
_CORNERS = 80


class MapCanvas(QWidget):
    """See the module.

    Signals:
        redraw: what is seen has changed, or the colours have.
        clicked: key of the point under the mouse, or -1.
        drawn: corners [(x, y), …] on the map of the line that was drawn around points.
    """

    redraw = Signal()
    clicked = Signal(int)
    drawn = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Map of the embedding space; its regions stand in the table"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumSize(200, 120)
        self.setCursor(Qt.CursorShape.CrossCursor)
        self._keys = np.empty(0, dtype=np.int64)
        self._places = np.empty((0, 2), dtype=np.float32)
        self._regions: Sequence[Region] = ()
        self._sight: Sight | None = None
        self._fit: Sight | None = None
        self._picture: tuple[QImage, Sight] | None = None
        self._line: list[QPointF] = []
        self._from: QPointF | None = None
        self._moving = False
        self._current = -1
        self._region = -1
        self._outline: Sequence[tuple[float, float]] = ()

    # --- what is shown ------------------------------------------------------------------------

    def show_points(
        self, keys: npt.NDArray[np.int64], places: npt.NDArray[np.float32], regions: Sequence[Region], *, anew: bool
    ) -> None:
        """The points of a map; `anew`: it is another one, and all of it is shown."""
        self._keys, self._places, self._regions = keys, places, regions
        if anew or self._sight is None:
            self.fit()
        else:
            self.update()

    def show_picture(self, picture: QImage, sight: Sight) -> None:
        """A drawn picture of a sight (in pixels of the screen)."""
        self._picture = picture, sight
        self.update()

    def clear(self) -> None:
        """Nothing."""
        self.show_points(np.empty(0, dtype=np.int64), np.empty((0, 2), dtype=np.float32), (), anew=False)
        self._sight = self._picture = None
        self._outline, self._current, self._region = (), -1, -1
        self.update()

    def mark(self, key: int) -> None:
        """Put a ring around a point; -1 takes it away."""
        self._current = key
        self.update()

    def mark_region(self, number: int) -> None:
        """Set off the name of a region; -1 for none."""
        self._region = number
        self.update()

    def outline(self, corners: Sequence[tuple[float, float]]) -> None:
        """The line around what is selected."""
        self._outline = corners
        self.update()

    def sight(self) -> Sight | None:
        """What is seen, in pixels of the window; None while there is nothing."""
        return self._sight

    # --- moving -------------------------------------------------------------------------------

    def fit(self) -> None:
        """Show all points."""
        self._fit = self._sight = fitting(self._places, max(1, self.width()), max(1, self.height()))
        self._moved()

    def zoom(self, factor: float, around: QPointF | None = None) -> None:
        """Enlarge around a pixel, by default the middle."""
        sight = self._sight
        if sight is None or self._fit is None:
            return
        at = around or QPointF(self.width() / 2, self.height() / 2)
        least, most = self._fit.scale * _LEAST_SCALE, self._fit.scale * _MOST_SCALE
        x, y = sight.place(at.x(), at.y())
        scale = min(most, max(least, sight.scale * factor))
        moved = replace(sight, scale=scale)
        x_now, y_now = moved.place(at.x(), at.y())
        self._sight = replace(moved, x=moved.x + x - x_now, y=moved.y + y - y_now)
        self._moved()

    def move_by(self, right: float, down: float) -> None:
        """Move what is seen by so many pixels."""
        sight = self._sight
        if sight is not None:
            self._sight = replace(sight, x=sight.x + right / sight.scale, y=sight.y - down / sight.scale)
            self._moved()

    def _moved(self) -> None:
        self.update()
        self.redraw.emit()

    # --- events -------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """The middle stays in the middle."""
        super().resizeEvent(event)
        if self._sight is None:
            return
        whole = self._sight == self._fit
        if whole:
            self.fit()
        else:
            self._sight = replace(self._sight, width=max(1, self.width()), height=max(1, self.height()))
            self._moved()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Follow the theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self.redraw.emit()

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802 - Qt's name
        """Enlarge around the mouse."""
        self.zoom(_ZOOM ** (event.angleDelta().y() / 120), event.position())
        event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Begin a line, or to move the map."""
        self._moving = event.button() == Qt.MouseButton.MiddleButton or bool(
            event.modifiers() & Qt.KeyboardModifier.ShiftModifier
        )
        self._from = event.position()
        self._line = [event.position()]

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Go on with it."""
        if self._from is None:
            return
        if self._moving:
            before, self._from = self._from, event.position()
            self.move_by(before.x() - event.position().x(), before.y() - event.position().y())
        else:
            self._line.append(event.position())
            self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802, ARG002 - Qt's name
        """End it: what was drawn around is told, or the point that was pressed."""
        line, moving, sight = self._line, self._moving, self._sight
        self._from, self._line, self._moving = None, [], False
        self.update()
        if moving or sight is None or not line:
            return
        if max((one - line[0]).manhattanLength() for one in line) < _STILL:
            self.clicked.emit(self.key_at(line[0].x(), line[0].y()))
            return
        every = max(1, len(line) // _CORNERS)
        self.drawn.emit([sight.place(one.x(), one.y()) for one in line[::every]])

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Arrows move, plus and minus enlarge, Home shows all."""
        steps = {
            Qt.Key.Key_Left: (-_STEP, 0.0),
            Qt.Key.Key_Right: (_STEP, 0.0),
            Qt.Key.Key_Up: (0.0, -_STEP),
            Qt.Key.Key_Down: (0.0, _STEP),
        }
        key = Qt.Key(event.key())
        if key in steps:
            self.move_by(*steps[key])
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self.zoom(_ZOOM)
        elif key == Qt.Key.Key_Minus:
            self.zoom(1 / _ZOOM)
        elif key == Qt.Key.Key_Home:
            self.fit()
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: N802 - Qt's name
        """The focus is seen."""
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: N802 - Qt's name
        """It is not seen any more."""
        super().focusOutEvent(event)
        self.update()

    def key_at(self, x: float, y: float) -> int:
        """The key of the point nearest to a pixel, if it is near; else -1."""
        sight = self._sight
        if sight is None or not len(self._places):
            return -1
        apart = np.square(self._places - np.array(sight.place(x, y), dtype=np.float32)).sum(axis=1)
        nearest = int(apart.argmin())
        return int(self._keys[nearest]) if float(apart[nearest]) ** 0.5 * sight.scale <= _NEAR else -1

    # --- painting -----------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802, ARG002 - Qt's name
        """The picture, and what lies over it."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        tokens = tokens_for(self.palette())
        painter.fillRect(self.rect(), tokens.color("base"))
        sight = self._sight
        if sight is not None:
            self._paint_picture(painter, sight)
            self._paint_line(painter, sight, tokens.color("accent"))
            self._paint_labels(painter, sight)
            self._paint_ring(painter, sight, tokens.color("text"))
        if self.hasFocus():
            painter.setPen(QPen(tokens.color("accent"), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        painter.end()

    def _paint_picture(self, painter: QPainter, sight: Sight) -> None:
        if self._picture is None:
            return
        picture, of = self._picture
        ratio = picture.devicePixelRatio()
        width, height = of.width / ratio, of.height / ratio
        times = sight.scale / (of.scale / ratio)
        x = (of.x - sight.x) * sight.scale + sight.width / 2
        y = sight.height / 2 - (of.y - sight.y) * sight.scale
        painter.drawImage(QRectF(x - width * times / 2, y - height * times / 2, width * times, height * times), picture)

    def _paint_line(self, painter: QPainter, sight: Sight, colour: QColor) -> None:
        corners = [QPointF(*_pixel(sight, one)) for one in self._outline]
        filled = QColor(colour)
        filled.setAlpha(30)
        painter.setPen(QPen(colour, 1.5, Qt.PenStyle.DashLine))
        painter.setBrush(filled)
        for shown in (corners, self._line if not self._moving else []):
            if len(shown) > 1:
                painter.drawPolygon(QPolygonF(shown))

    def _paint_labels(self, painter: QPainter, sight: Sight) -> None:
        tokens, metrics = tokens_for(self.palette()), QFontMetricsF(self.font())
        taken: list[QRectF] = []
        first = sorted(self._regions, key=lambda one: one.number != self._region)
        for region in first:
            text = metrics.elidedText(" · ".join(region.words), Qt.TextElideMode.ElideRight, _LONGEST_LABEL)
            x, y = _pixel(sight, region.centre)
            wide, high = metrics.horizontalAdvance(text) + 12, metrics.height() + 4
            box = QRectF(x - wide / 2, y - high / 2, wide, high)
            if not text or not QRectF(self.rect()).intersects(box) or any(one.intersects(box) for one in taken):
                continue
            box.moveLeft(min(max(2.0, box.left()), self.width() - wide - 2))
            taken.append(box)
            ground = tokens.color("raised")
            ground.setAlpha(225)
            chosen = region.number == self._region
            painter.setBrush(ground)
            painter.setPen(QPen(tokens.color("accent" if chosen else "border"), 2 if chosen else 1))
            painter.drawRoundedRect(box, 5, 5)
            painter.setPen(tokens.color("text"))
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)

    def _paint_ring(self, painter: QPainter, sight: Sight, colour: QColor) -> None:
        row = int(np.searchsorted(self._keys, self._current)) if self._current >= 0 else len(self._keys)
        if row >= len(self._keys) or int(self._keys[row]) != self._current:
            return
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(colour, 2.5))
        x, y = self._places[row].tolist()
        painter.drawEllipse(QPointF(*_pixel(sight, (x, y))), 8, 8)


def _pixel(sight: Sight, place: tuple[float, float]) -> tuple[float, float]:
    """A place on the map, as a pixel of the window."""
    x = (place[0] - sight.x) * sight.scale + sight.width / 2
    return x, sight.height / 2 - (place[1] - sight.y) * sight.scale
