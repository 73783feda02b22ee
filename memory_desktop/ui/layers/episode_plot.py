"""The timeline of episodes: each a mark at its day and time, as high as its significance, in a shape for each flag."""

from __future__ import annotations

from collections.abc import Sequence

import pyqtgraph as pg
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from memory_desktop.bridge.translation import mark, shown, tr, translated
from memory_desktop.engine.layers.episodes import StoredEpisode
from memory_desktop.ui.date_axis import DateAxis
from memory_desktop.ui.plot import Plot
from memory_desktop.ui.theme import tokens_for

#: By flag: its name, the symbol that stands for it, and its token. Of several flags the first here is filled, and each
#: of the others is an outline around those before it.
MARKS = translated(
    {
        "breakthrough": (mark("Breakthrough"), "star", "accent"),
        "emotional_peak": (mark("Emotional peak"), "t1", "warning"),
        "learning_moment": (mark("Learning"), "s", "success"),
        "relationship_event": (mark("Relationship"), "d", "info"),
    }
)
_PLAIN = (mark("No flag"), "o", "muted")
_SIZE, _CHOSEN = 9, 15
#: How much greater each outline is than what it stands around, and how wide its line is, in pixels.
_AROUND, _OUTLINE = 8, 1.5


def marks_of(episode: StoredEpisode) -> Sequence[tuple[str, str, str]]:
    """The marks of an episode, one for each flag; a plain one where it has none."""
    return [MARKS[flag] for flag in episode.payload.significance.flags] or [shown(_PLAIN)]


class EpisodePlot(Plot):
    """Signals: `chosen(id)` when a mark is pressed."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("Timeline of episodes by significance; the list beside it says the same"), parent)
        self._shown: Sequence[StoredEpisode] = ()
        self._current = ""
        self.setAxisItems({"bottom": DateAxis()})
        self.setLabel("left", tr("Significance"))
        self.setYRange(0, 1.05)
        self.addLegend(offset=(4, 4), colCount=3)
        self.built()

    def show_episodes(self, episodes: Sequence[StoredEpisode], current: str) -> None:
        """Draw these in place of what was there."""
        self._shown, self._current = episodes, current
        self._draw()

    def restyle(self) -> None:
        """See `Plot.restyle`."""
        super().restyle()
        self._draw()

    def _draw(self) -> None:
        self.clear()
        for each in (*MARKS.values(), shown(_PLAIN)):
            self._draw_mark(each, [(one, marks_of(one).index(each)) for one in self._shown if each in marks_of(one)])
        times = [one.timestamp.timestamp() for one in self._shown]
        if times:
            room = max(3_600.0, (max(times) - min(times)) * 0.03)
            self.setXRange(min(times) - room, max(times) + room, padding=0)

    def _draw_mark(self, mark: tuple[str, str, str], group: Sequence[tuple[StoredEpisode, int]]) -> None:
        """Draw a mark for these episodes. The number is its place among those of each; only the first is filled."""
        if not group:
            return
        name, symbol, token = mark
        color = tokens_for(self.palette()).color(token)
        points = pg.ScatterPlotItem(
            x=[one.timestamp.timestamp() for one, _ in group],
            y=[one.payload.significance.score for one, _ in group],
            data=[one.id for one, _ in group],
            symbol=symbol,
            size=[(_CHOSEN if one.id == self._current else _SIZE) + place * _AROUND for one, place in group],
            brush=pg.mkBrush(color),
            pen=pg.mkPen(color, width=_OUTLINE),
            name=name,
        )
        points.setBrush([pg.mkBrush(None if place else color) for _, place in group])
        points.sigClicked.connect(self._on_points)
        points.setCursor(Qt.CursorShape.PointingHandCursor)
        self.addItem(points)

    def _on_points(self, _item: object, points: Sequence[object], _event: object) -> None:
        if len(points):
            self.chosen.emit(str(points[0].data()))  # type: ignore[attr-defined]  # pyqtgraph ships no types
