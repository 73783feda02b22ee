"""The embedding space as a map: a point for each memory, near those that mean the like; regions, and their table.

What takes time (projecting, colouring, drawing, finding what lies inside a line) is done off the GUI thread; the newest
wish wins.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QAction, QColor, QIcon, QImage, QPixmap, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QProgressBar,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from memory_desktop.bridge.runner import Report, Token
from memory_desktop.bridge.session import VaultSession
from memory_desktop.bridge.translation import figure, grouped, mark, plural, tr, translated, within
from memory_desktop.bridge.window_settings import SettingsGroup
from memory_desktop.core.answers import ChangeSet
from memory_desktop.core.errors import CancelledError
from memory_desktop.core.keys import Keys
from memory_desktop.engine.mapping.embedding_map import MapLook, Region
from memory_desktop.models.tips import plain_tip
from memory_desktop.ui.icons import icon
from memory_desktop.ui.lists import at_right, bar, column, flat_list, or_empty, split
from memory_desktop.ui.map.canvas import MapCanvas
from memory_desktop.ui.map.colouring import BY, Colouring, colouring
from memory_desktop.ui.map.raster import MOST_MARKS, Colour, Sight, density, inside, marks
from memory_desktop.ui.plain_table import keep_rows
from memory_desktop.ui.theme import ramp, series, tokens_for
from memory_desktop.ui.tips import set_tip
from memory_desktop.ui.view import LiveView, Message
from memory_desktop.ui.widgets import EmptyState, button, tool_button
from memory_desktop.ui.wrapping import ElidedLabel

#: Opacity of the points of other categories while one is chosen in the legend.
_FAINT = 0.12
_SWATCH = 14
#: Below this width the lists stand under the map.
_NARROW = 700
_METHODS = translated({"pca": mark("Two main directions"), "tsne": mark("Neighbours kept together (t-SNE)")})
_INSTALL = mark("Not installed. The command  pip install “memory-desktop[map]”  adds it.")


@dataclass(frozen=True, slots=True)
class _Seen:
    """A map, and by what it is coloured."""

    look: MapLook
    colours: Colouring
    by: str


class MapView(LiveView):
    """See the module."""

    view_id = "map"
    title = mark("Map")
    icon = "map"
    refresh_ms = 1500
    room = 640

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._seen: _Seen | None = None
        self._selection: Keys = np.empty(0, dtype=np.int64)
        self._shown_as = ("", "")
        self._making: Token | None = None
        self._build()
        self._show_selection()

    # --- what every view does -----------------------------------------------------------------

    def open_session(self, session: VaultSession) -> None:
        """Say what can be done; the map comes when the view is seen."""
        super().open_session(session)
        self._end_making()

    def close_session(self) -> None:
        """Forget the map."""
        self._seen = None
        self._shown_as = ("", "")
        self._select(np.empty(0, dtype=np.int64), ())
        self.canvas.clear()
        self.legend.clear()
        self.regions.clear()
        self._end_making()
        super().close_session()

    def concerns(self, change: ChangeSet) -> bool:
        """Memories, their vectors, or another model."""
        return change.records or change.indexes or change.settings

    @Slot()
    def refresh(self) -> None:
        """Look at the map again."""
        session = self.session
        if session is None:
            return
        engine, by = session.engine, self.by.currentData()

        def work(token: Token) -> _Seen:
            look = engine.map.look(token)
            return _Seen(look, colouring(look, by), by)

        session.runner.query(self, work, self._show, failed=self._on_failed, channel="look", follow=True)

    def save_state(self, settings: SettingsGroup) -> None:
        """By what it is coloured."""
        settings.set("by", self.by.currentData())

    def restore_state(self, settings: SettingsGroup) -> None:
        """The same."""
        found = self.by.findData(str(settings.value("by", "layer")))
        self.by.setCurrentIndex(max(0, found))

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Where it is narrow, the lists stand below."""
        super().resizeEvent(event)
        narrow = event.size().width() < _NARROW
        orientation = Qt.Orientation.Vertical if narrow else Qt.Orientation.Horizontal
        if self.splitter.orientation() != orientation:
            self.splitter.setOrientation(orientation)
            self.lists.setOrientation(Qt.Orientation.Horizontal if narrow else Qt.Orientation.Vertical)

    # --- parts --------------------------------------------------------------------------------

    def _build(self) -> None:
        self.by = QComboBox()
        self.by.setAccessibleName(tr("Colour by"))
        for id, name in BY:
            self.by.addItem(tr("Colour by {name}", name=within(name)), id)
        self.by.currentIndexChanged.connect(self._recolour)
        self.told = ElidedLabel("muted")
        self.told.setMinimumWidth(120)
        self.whole = tool_button("fit", tr("Show the whole map"), self._fit)
        self.better = button(tr("Better projection"), self.improve, icon_name="compare")
        self.stop = button(tr("Stop"), self._stop, icon_name="close")
        self.progress = QProgressBar()
        self.progress.setAccessibleName(tr("How far the projection is"))
        self.progress.setMaximumWidth(160)
        upper = bar(
            self.by, self.told, self.progress, self.stop, self.better, self.whole, filling=self.told,
            folding=[self.better],
        )  # fmt: skip
        self.canvas = MapCanvas()
        self.canvas.redraw.connect(self._draw)
        self.canvas.clicked.connect(self._on_clicked)
        self.canvas.drawn.connect(self._on_drawn)
        self.selected_text = ElidedLabel("muted")
        self.selected_text.setMinimumWidth(120)
        self.open = button(tr("Show in Memories"), self.show_memories, icon_name="memories")
        self.drop = button(tr("Clear selection"), self.clear_selection, icon_name="close")
        lower = bar(
            self.selected_text, self.drop, self.open, filling=self.selected_text, folding=[self.drop, self.open]
        )
        left = column(lower, self.canvas)
        self.legend = flat_list(
            tr("Legend: colours, and their memories"), [(tr("Colour"), ""), (tr("Memories"), "123,456")], least=110
        )
        at_right(self.legend, 1)
        self.legend.itemSelectionChanged.connect(self._draw)
        self.regions = flat_list(
            tr("Regions of the map"),
            [(tr("Region"), ""), (tr("Memories"), "123,456"), (tr("Share"), "100 %")],
            order=(2, 1),
            least=170,
        )
        at_right(self.regions, 1, 2)
        self.regions.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.regions.itemSelectionChanged.connect(self._on_regions)
        self.regions.itemActivated.connect(self.show_memories)
        for made in (self.legend, self.regions):
            keep_rows(made)
        self.lists = split(Qt.Orientation.Vertical, self.legend, self.regions, (220, 320))
        self.splitter = split(Qt.Orientation.Horizontal, left, self.lists, (640, 300))
        self.splitter.setStretchFactor(0, 1)
        empty = EmptyState(
            "map", tr("No map yet"), tr("It shows the memories that have a vector, near those that mean the like.")
        )
        self.pages = or_empty(self.splitter, empty)
        outer = column(upper, self.pages)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(outer)
        self._make_actions()
        self._end_making()

    def _make_actions(self) -> None:
        made = (
            ("fit", tr("Show the whole map"), self._fit),
            ("memories", tr("Show the selected points in Memories"), self.show_memories),
            ("compare", tr("Make a better projection of the map"), self.improve),
            ("retry", tr("Make the map anew from the memories of now"), self.make_anew),
        )
        for picture, text, on in made:
            action = QAction(icon(picture), text, self)
            action.triggered.connect(lambda _checked=False, on=on: on())
            self.addAction(action)

    # --- what is shown ------------------------------------------------------------------------

    def _show(self, seen: _Seen) -> None:
        look = seen.look
        anew = self._shown_as != (look.model_version, look.method)
        self._seen, self._shown_as = seen, (look.model_version, look.method)
        self.pages.setCurrentIndex(0 if len(look.keys) else 1)
        self._selection = np.intersect1d(self._selection, look.keys, assume_unique=True)
        self.canvas.show_points(look.keys, look.places, look.regions, anew=anew)
        self.told.setText(_told(look))
        self._fill_regions(look.regions, len(look.keys))
        self._show_legend()
        self._show_selection()
        self._draw()
        if seen.by != self.by.currentData():  # it was chosen meanwhile
            self._recolour()

    def _show_legend(self) -> None:
        seen = self._seen
        if seen is None:
            return
        chosen = self._chosen()
        self.legend.blockSignals(True)
        self.legend.clear()
        for code, one in enumerate(seen.colours.categories):
            if not one.count:
                continue
            item = QTreeWidgetItem([one.name, grouped(one.count)])
            item.setData(0, Qt.ItemDataRole.UserRole, code)
            item.setToolTip(0, plain_tip(one.name))
            item.setTextAlignment(1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            self.legend.addTopLevelItem(item)
            if code == chosen:
                item.setSelected(True)
        self._paint_legend()
        self.legend.blockSignals(False)

    def _paint_legend(self) -> None:
        """A mark before each name, in its colour and shape."""
        colours, ratio = self._colours(), self.devicePixelRatioF()
        for item in _items(self.legend):
            code = int(item.data(0, Qt.ItemDataRole.UserRole))
            item.setIcon(0, _swatch(code, colours, ratio))

    def _fill_regions(self, regions: tuple[Region, ...], total: int) -> None:
        chosen = self._chosen_regions()
        self.regions.blockSignals(True)
        self.regions.clear()
        for one in regions:
            name = ", ".join(one.words) or tr("(no word stands out)")
            item = QTreeWidgetItem(
                [name, grouped(one.count), f"{figure(one.count / max(1, total), '.0%')}".replace("%", " %")]
            )
            item.setData(0, Qt.ItemDataRole.UserRole, one.number)
            item.setToolTip(0, plain_tip(name))
            for at in (1, 2):
                item.setTextAlignment(at, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            self.regions.addTopLevelItem(item)
            if one.number in chosen:
                item.setSelected(True)
        self.regions.blockSignals(False)

    def _chosen(self) -> int:
        items = self.legend.selectedItems()
        return int(items[0].data(0, Qt.ItemDataRole.UserRole)) if items else -1

    def _chosen_regions(self) -> list[int]:
        return [int(item.data(0, Qt.ItemDataRole.UserRole)) for item in self.regions.selectedItems()]

    def _colours(self) -> list[QColor]:
        """A colour for each category, the last one for what is in none."""
        seen = self._seen
        if seen is None:
            return []
        own = len(seen.colours.categories) - 1
        found = ramp(self.palette(), own) if seen.colours.ordered else series(self.palette())[:own]
        return [*found, tokens_for(self.palette()).color("faint")]

    @Slot()
    def _draw(self) -> None:
        session, seen, sight = self.session, self._seen, self.canvas.sight()
        if session is None or seen is None or sight is None:
            return
        self._paint_legend()
        ratio = self.devicePixelRatioF()
        large = replace(
            sight, scale=sight.scale * ratio, width=round(sight.width * ratio), height=round(sight.height * ratio)
        )
        colours = list(map(_rgb, self._colours()))
        chosen = self._chosen()
        strengths = [1.0 if chosen in (-1, code) else _FAINT for code in range(len(colours))]
        accent = _rgb(tokens_for(self.palette()).color("accent"))

        def work(_token: Token) -> tuple[QImage, Sight]:
            return _picture(seen, colours, strengths, accent, chosen, large, ratio), large

        def done(drawn: tuple[QImage, Sight]) -> None:
            self.canvas.show_picture(*drawn)

        session.runner.query(self, work, done, failed=self._on_failed, channel="draw", follow=True)

    def _recolour(self) -> None:
        session, seen = self.session, self._seen
        if session is None or seen is None:
            return
        by = self.by.currentData()
        self.legend.clearSelection()

        def done(found: Colouring) -> None:
            if self._seen is seen:
                self._seen = replace(seen, colours=found, by=by)
                self._show_legend()
                self._draw()

        session.runner.query(self, lambda _token: colouring(seen.look, by), done, channel="colour")

    # --- selecting ----------------------------------------------------------------------------

    @Slot(int)
    def _on_clicked(self, key: int) -> None:
        session = self.session
        self.canvas.mark(key)
        if session is None or key < 0:
            self.selected.emit(None)
            return
        engine = session.engine

        def done(ids: tuple[str, ...]) -> None:
            self.selected.emit(ids[0] if ids else None)

        session.runner.query(self, lambda _token: engine.map.ids(np.array([key])), done, channel="one")

    @Slot(object)
    def _on_drawn(self, corners: list[tuple[float, float]]) -> None:
        session, seen = self.session, self._seen
        if session is None or seen is None:
            return
        look = seen.look

        def done(found: Keys) -> None:
            self.regions.clearSelection()
            self._select(found, corners if len(found) else ())

        session.runner.query(
            self, lambda _token: look.keys[inside(look.places, corners)], done, failed=self._on_failed, channel="line"
        )

    @Slot()
    def _on_regions(self) -> None:
        seen, chosen = self._seen, self._chosen_regions()
        if seen is None:
            return
        self.canvas.mark_region(chosen[0] if chosen else -1)
        if chosen:
            self._select(seen.look.keys[np.isin(seen.look.region, chosen)], ())
        elif not self._outlined:
            self._select(np.empty(0, dtype=np.int64), ())

    _outlined = False

    def _select(self, keys: Keys, corners: object) -> None:
        line = corners if isinstance(corners, list) else []
        self._selection, self._outlined = keys, bool(line)
        self.canvas.outline(line)
        self._show_selection()

    def _show_selection(self) -> None:
        number = len(self._selection)
        hint = tr("Draw around points to select them. Shift moves the map, the wheel enlarges it.")
        self.selected_text.setText(plural("{n} memory selected", "{n} memories selected", number) if number else hint)
        for made in (self.open, self.drop):
            made.setEnabled(number > 0)

    def clear_selection(self) -> None:
        """Select nothing."""
        self.regions.clearSelection()
        self._select(np.empty(0, dtype=np.int64), ())

    def show_memories(self, *_item: object) -> None:
        """Show what is selected in the Memories view."""
        session, keys = self.session, self._selection
        if session is None or not len(keys):
            return
        engine = session.engine
        session.runner.query(
            self,
            lambda _token: engine.map.ids(keys),
            lambda ids: self.memories_requested.emit(ids, tr("From the map")),
            failed=self._on_failed,
            channel="ids",
        )

    # --- making -------------------------------------------------------------------------------

    def _fit(self) -> None:
        self.canvas.fit()

    def improve(self) -> None:
        """Make the better projection, as a job that can be stopped."""
        session = self.session
        if session is None or self._making is not None:
            return
        engine = session.engine
        if not engine.map.improvable:
            self.message.emit(Message(tr("The library for the better projection is not installed."), tr(_INSTALL)))
            return
        self._make(session, lambda token, report: engine.map.improve(lambda *at: report(at), token))

    def make_anew(self) -> None:
        """Make the projection from the memories that there are now."""
        session = self.session
        if session is not None and self._making is None:
            engine = session.engine
            self._make(session, lambda token, _report: engine.map.make(token))

    def _make(self, session: VaultSession, job: object) -> None:
        def work(token: Token, report: Report) -> None:
            job(token, report)  # type: ignore[operator]

        def done(_none: object) -> None:
            self._end_making()
            self._shown_as = ("", "")
            self.clear_selection()
            self.refresh()

        self.progress.setRange(0, 0)
        for made in (self.progress, self.stop):
            made.show()
        self.better.hide()
        self._making = session.runner.run(
            self, work, done, failed=self._on_failed, progress=self._on_progress, cancelled=self._end_making
        )

    def _on_progress(self, at: object) -> None:
        if isinstance(at, tuple):
            self.progress.setRange(0, at[1])
            self.progress.setValue(at[0])

    def _stop(self) -> None:
        if self._making is not None:
            self._making.cancel()

    def _end_making(self) -> None:
        self._making = None
        for made in (self.progress, self.stop):
            made.hide()
        self.better.show()
        installed = self.session is None or self.session.engine.map.improvable
        set_tip(self.better, tr("Keeps neighbours together (t-SNE); takes a minute") if installed else tr(_INSTALL))

    def _on_failed(self, error: Exception) -> None:
        self._end_making()
        if not isinstance(error, CancelledError):
            self.message.emit(error)


def _told(look: MapLook) -> str:
    waiting = (
        tr("{memories} without a vector", memories=plural("{n} memory", "{n} memories", look.without))
        if look.without
        else ""
    )
    made = (
        tr("made of {memories}", memories=plural("{n} memory", "{n} memories", look.made_of))
        if look.made_of != len(look.keys)
        else ""
    )
    parts = (
        plural("{n} memory", "{n} memories", len(look.keys)),
        waiting,
        _METHODS[look.method],
        made,
        look.model_version.partition("@")[0],
    )
    return "  ·  ".join(part for part in parts if part)


def _picture(
    seen: _Seen,
    colours: list[Colour],
    strengths: list[float],
    accent: Colour,
    chosen: int,
    sight: Sight,
    ratio: float,
) -> QImage:
    """The points as a picture, in pixels of the screen."""
    look, codes = seen.look, seen.colours.codes
    if len(look.keys) > MOST_MARKS:
        own = len(colours) - 1
        places = look.places
        if chosen >= 0:
            places = places[codes == chosen] if chosen < own else places[codes < 0]
        drawn = density(places, colours[chosen] if chosen >= 0 else accent, sight)
    else:
        drawn = marks(look.places, codes, colours, sight, ratio, strengths)
    made = QImage(
        drawn.data, sight.width, sight.height, 4 * sight.width, QImage.Format.Format_RGBA8888_Premultiplied
    ).copy()
    made.setDevicePixelRatio(ratio)
    return made


def _swatch(code: int, colours: list[QColor], ratio: float) -> QIcon:
    """A category's mark as an icon."""
    side = round(_SWATCH * ratio)
    if not 0 <= code < len(colours):
        return QIcon()
    sight = Sight(0.0, 0.0, 1.0, side, side)
    none = code == len(colours) - 1
    drawn = marks(
        np.zeros((1, 2), dtype=np.float32),
        np.array([-1 if none else code]),
        list(map(_rgb, colours)),
        sight,
        ratio,
    )
    made = QImage(drawn.data, side, side, 4 * side, QImage.Format.Format_RGBA8888_Premultiplied).copy()
    made.setDevicePixelRatio(ratio)
    return QIcon(QPixmap.fromImage(made).copy())


def _items(made: QTreeWidget) -> list[QTreeWidgetItem]:
    return [item for row in range(made.topLevelItemCount()) if (item := made.topLevelItem(row)) is not None]


def _rgb(colour: QColor) -> Colour:
    return colour.red(), colour.green(), colour.blue()
