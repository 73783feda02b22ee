"""The plot of emotions: by valence and arousal, older ones paler, or valence over time; a symbol for each emotion."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

import pyqtgraph as pg
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QResizeEvent
from PySide6.QtWidgets import QWidget

from memory_desktop.bridge.layer_words import emotion_word
from memory_desktop.bridge.translation import figure, mark, tr
from memory_desktop.core.layers.feelings import EmotionType
from memory_desktop.ui.date_axis import DateAxis
from memory_desktop.ui.plot import Plot
from memory_desktop.ui.theme import tokens_for

#: By emotion: (symbol, token of its colour). Symbols alone tell them apart.
_MARKS: Mapping[str, tuple[str, str]] = {
    EmotionType.JOY: ("o", "success"),
    EmotionType.TRUST: ("s", "keyword"),
    EmotionType.ANTICIPATION: ("t2", "text"),
    EmotionType.SURPRISE: ("star", "warning"),
    EmotionType.FEAR: ("t1", "boost"),
    EmotionType.SADNESS: ("t", "info"),
    EmotionType.ANGER: ("x", "error"),
    EmotionType.DISGUST: ("d", "muted"),
    EmotionType.NEUTRAL: ("+", "muted"),
}
_OTHER, _MOOD = ("h", "muted"), ("p", "muted")
#: What memories of other kinds are called in the legend: their source gave the numbers.
MOOD = mark("from its source")
_PALEST, _STRONGEST = 90, 235
#: Width and height of an entry of the legend, above the points, in pixels.
_KEY_WIDTH, _KEY_HEIGHT = 116, 25
# Between points that lie in one place: how far, as a share of the axis, and the angle from one to the next.
_STEP, _GOLDEN = 0.02, math.pi * (3 - math.sqrt(5))
_AROUSAL, _VALENCE = mark("arousal: calm to excited"), mark("valence: unpleasant to pleasant")
#: Pixels by which a title of an axis is wider than its text.
_AIR = 24
_LIMITS, _AXIS_HEIGHT, _AXIS_WIDTH = 1.15, 45, 60
#: A plot that is lower, in pixels, has fewer scores, and no legend: the table names each emotion.
_LOW = 230


@dataclass(frozen=True, slots=True)
class Point:
    """A point. `emotion`: its name, or `MOOD`. `intensity`: [0, 1], None where it is not known."""

    id: str
    emotion: str
    at: datetime
    valence: float
    arousal: float
    intensity: float | None = None


class EmotionPlot(Plot):
    """See the module. Signals: `chosen(id)`, when a point is clicked."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("Emotions by valence and arousal; the same numbers stand in the table below"), parent)
        self._points: Sequence[Point] = ()
        self._baseline: float | None = None
        self._over_time = False
        self._current = ""
        self._apart: Mapping[int, tuple[float, float]] = {}
        self.setAxisItems({"bottom": DateAxis()})
        self._legend = self.addLegend(offset=(4, 2), colCount=4)
        self.built()

    def show_points(self, points: Sequence[Point], baseline: float | None, *, over_time: bool) -> None:
        """Draw these, oldest first, with the usual mood where it is known."""
        self._points, self._baseline, self._over_time = points, baseline, over_time
        self._draw()

    def mark(self, id: str) -> None:
        """Put a ring around a point; "" takes it away."""
        if id != self._current:
            self._current = id
            self._draw()

    def restyle(self) -> None:
        """See `Plot.restyle`."""
        super().restyle()
        self._legend.setBrush(pg.mkBrush(tokens_for(self.palette()).color("base")))
        self.showGrid(x=True, y=True, alpha=0.12)
        self._draw()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """The legend keeps its room above the points."""
        super().resizeEvent(event)
        if hasattr(self, "_legend"):
            self._axes()

    def place_of(self, point: Point) -> tuple[float, float]:
        """Where a point is drawn."""
        return (point.at.timestamp(), point.valence) if self._over_time else (point.valence, point.arousal)

    def _draw(self) -> None:
        self.clear()
        self._axes()
        tokens = tokens_for(self.palette())
        line = pg.mkPen(tokens.color("faint"), width=1, style=Qt.PenStyle.DotLine)
        self.addItem(pg.InfiniteLine(0.0, angle=0 if self._over_time else 90, pen=line))
        if self._baseline is not None:
            self._draw_baseline(self._baseline, tokens.color("accent"), tokens.color("text"))
        self._apart = _apart([self.place_of(one) for one in self._points], over_time=self._over_time)
        groups: dict[str, list[tuple[int, Point]]] = {}
        for place, point in enumerate(self._points):
            groups.setdefault(point.emotion, []).append((place, point))
        for emotion in sorted(groups, key=_rank):
            self._draw_group(emotion, groups[emotion])

    def _draw_group(self, emotion: str, points: Sequence[tuple[int, Point]]) -> None:
        tokens = tokens_for(self.palette())
        symbol, token = _MOOD if emotion == MOOD else _MARKS.get(emotion, _OTHER)
        color, ring = tokens.color(token), pg.mkPen(tokens.color("text"), width=3)
        hollow = emotion == MOOD
        made = pg.ScatterPlotItem(
            symbol=symbol,
            size=11,
            pen=pg.mkPen(color),
            brush=None if hollow else pg.mkBrush(color),
            name=tr(MOOD) if hollow else emotion_word(emotion),
        )
        spots = []
        for place, point in points:
            x, y = self.place_of(point)
            dx, dy = self._apart.get(place, (0.0, 0.0))
            faded = QColor(color)
            faded.setAlpha(_PALEST + (_STRONGEST - _PALEST) * (place + 1) // max(1, len(self._points)))
            current = point.id == self._current
            spots.append(
                {
                    "pos": (x + dx, y + dy),
                    "size": 9 + 7 * (point.intensity if point.intensity is not None else 0.3) + 5 * current,
                    "pen": ring if current else pg.mkPen(faded, width=2 if hollow or symbol in "x+" else 1),
                    "brush": pg.mkBrush(None if hollow else faded),
                    "data": point.id,
                }
            )
        made.addPoints(spots)
        made.sigClicked.connect(self._on_clicked)
        self.addItem(made)

    def _draw_baseline(self, mood: float, color: QColor, text: QColor) -> None:
        self.addItem(
            pg.InfiniteLine(
                mood,
                angle=0 if self._over_time else 90,
                pen=pg.mkPen(color, width=2, style=Qt.PenStyle.DashLine),
                label=tr("median {value}", value=figure(mood, "+.2f")),
                labelOpts={
                    "position": 0.06,
                    "color": text,
                    "fill": tokens_for(self.palette()).color("base"),
                    "anchors": [(0, 0), (0, 1)] if self._over_time else None,
                },
            )
        )

    def _axes(self) -> None:
        bottom, left = self.getAxis("bottom"), self.getAxis("left")
        left.setTicks([_valences() if self._over_time else _scores(2 if self.height() < _LOW else 5)])
        if self._over_time:
            _name(left, tr("valence"))
            _name(bottom, "")
            bottom.setTicks(None)
            self._dates()
        else:
            _name(left, self._short_of(tr(_AROUSAL), self.height() - _AXIS_HEIGHT))
            _name(bottom, self._short_of(tr(_VALENCE), self.width() - _AXIS_WIDTH))
            bottom.setTicks([_valences()])
            self.setXRange(-_LIMITS, _LIMITS, padding=0)
        self._range()

    def _short_of(self, title: str, room: int) -> str:
        """A title of an axis, or what is before its colon, where there is no room for all of it."""
        return title if self.fontMetrics().horizontalAdvance(title) + _AIR <= room else title.partition(":")[0]

    def _dates(self) -> None:
        """From the first point to the last."""
        times = [one.at.timestamp() for one in self._points]
        first, last = (min(times), max(times)) if times else (0.0, 1.0)
        room = max(last - first, 86_400.0)
        self.setXRange(first - 0.05 * room, first + 1.05 * room, padding=0)

    def _range(self) -> None:
        """What is seen from bottom to top: all values, and above them the legend, in as many columns as fit."""
        low, high = (-_LIMITS, _LIMITS) if self._over_time else (-0.08, 1.06)
        columns = max(1, (self.width() - _AXIS_WIDTH) // _KEY_WIDTH)
        self._legend.setColumnCount(columns)
        rows = -(-len({one.emotion for one in self._points}) // columns)
        height = max(1.0, float(self.height()) - _AXIS_HEIGHT)
        self._legend.setVisible(self.height() >= _LOW)
        taken = min(0.5, (rows * _KEY_HEIGHT + 6) / height) if rows and self._legend.isVisible() else 0.0
        self.setYRange(low, low + (high - low) / (1 - taken), padding=0)

    def _on_clicked(self, _item: object, points: Sequence[object], _event: object = None) -> None:
        found = next((one.data() for one in points if hasattr(one, "data")), None)
        if isinstance(found, str):
            self.chosen.emit(found)


def _name(axis: pg.AxisItem, title: str) -> None:
    """Give an axis a title, in its middle: pyqtgraph leaves a longer one where the shorter one began."""
    axis.setLabel(title)
    axis.resizeEvent(None)


def _apart(places: Sequence[tuple[float, float]], *, over_time: bool) -> dict[int, tuple[float, float]]:
    """By number of a point that lies where others do, how far it is drawn from there, so that each is seen: around the
    place, or, where one axis is time, above and below it."""
    taken: Counter[tuple[float, float]] = Counter()
    moved: dict[int, tuple[float, float]] = {}
    for number, (x, y) in enumerate(places):
        key = (x, y) if over_time else (round(x, 2), round(y, 2))
        before = taken[key]
        taken[key] += 1
        if before and over_time:
            moved[number] = 0.0, _STEP * ((before + 1) // 2) * (1 if before % 2 else -1)
        elif before:
            angle, far = before * _GOLDEN, _STEP * math.sqrt(before)
            moved[number] = 2 * far * math.cos(angle), far * math.sin(angle)
    return moved


def _rank(emotion: str) -> tuple[int, str]:
    names = list(_MARKS)
    return (names.index(emotion) if emotion in names else len(names) + (emotion == MOOD), emotion)


def _scores(parts: int) -> list[tuple[float, str]]:
    return [(n / parts, figure(n / parts, ".1f")) for n in range(parts + 1)]


def _valences() -> list[tuple[float, str]]:
    return [(n / 2, figure(n / 2, "+.1f") if n else "0") for n in range(-2, 3)]
