"""The timeline of episodes: each a mark at its day and time, as high as its significance, in a shape for its flag."""

from __future__ import annotations

from collections.abc import Sequence

import pyqtgraph as pg
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from memory_desktop.engine.layers.episodes import StoredEpisode
from memory_desktop.ui.plot import Plot
from memory_desktop.ui.theme import tokens_for

#: By flag: its name, the symbol that stands for it, and its token. Of several flags, the first here is drawn.
MARKS = {
    "breakthrough": ("Breakthrough", "star", "accent"),
    "emotional_peak": ("Emotional peak", "t1", "warning"),
    "learning_moment": ("Learning", "s", "success"),
    "relationship_event": ("Relationship", "d", "info"),
}
_PLAIN = ("No flag", "o", "muted")
_SIZE, _CHOSEN = 9, 15


class EpisodePlot(Plot):
    """Signals: `chosen(id)` when a mark is pressed."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Timeline of episodes by significance; the list beside it says the same", parent)
        self._shown: Sequence[StoredEpisode] = ()
        self._current = ""
        self.setAxisItems({"bottom": pg.DateAxisItem(orientation="bottom")})
        self.setLabel("left", "Significance")
        self.setYRange(0, 1.05)
        self.addLegend(offset=(4, 4), colCount=2)
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
        tokens = tokens_for(self.palette())
        self.clear()
        groups: dict[tuple[str, str, str], list[StoredEpisode]] = {}
        for one in self._shown:
            flags = one.payload.significance.flags
            groups.setdefault(MARKS[flags[0]] if flags else _PLAIN, []).append(one)
        for mark in (*MARKS.values(), _PLAIN):
            self._draw_group(mark, groups.get(mark, ()), tokens.color(mark[2]))
        times = [one.timestamp.timestamp() for one in self._shown]
        if times:
            room = max(3_600.0, (max(times) - min(times)) * 0.03)
            self.setXRange(min(times) - room, max(times) + room, padding=0)

    def _draw_group(self, mark: tuple[str, str, str], group: Sequence[StoredEpisode], color: object) -> None:
        name, symbol, _ = mark
        if not group:
            return
        points = pg.ScatterPlotItem(
            x=[one.timestamp.timestamp() for one in group],
            y=[one.payload.significance.score for one in group],
            data=[one.id for one in group],
            symbol=symbol,
            size=[_CHOSEN if one.id == self._current else _SIZE for one in group],
            brush=pg.mkBrush(color),
            pen=pg.mkPen(color),
            name=name,
        )
        points.sigClicked.connect(self._on_points)
        points.setCursor(Qt.CursorShape.PointingHandCursor)
        self.addItem(points)

    def _on_points(self, _item: object, points: Sequence[object], _event: object) -> None:
        if len(points):
            self.chosen.emit(str(points[0].data()))  # type: ignore[attr-defined]  # pyqtgraph ships no types
