"""The Map view: points, legend, regions, and what is selected with mouse and keys."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QPalette
from pytestqt.qtbot import QtBot

from memory_desktop import open_vault
from memory_desktop.core.query.language import parse_query
from memory_desktop.engine.mapping.embedding_map import EmbeddingMap
from memory_desktop.ui.map.colouring import Colouring, colouring
from memory_desktop.ui.map.map_view import MapView
from memory_desktop.ui.map.raster import NONE, SHAPES, Sight, density, fitting, inside, marks, mask
from memory_desktop.ui.theme import DARK, LIGHT, make_palette, ramp, series
from memory_desktop.ui.window.main_window import MainWindow
from tests.helpers import made_once
from tests.mapping.test_embedding_map import FOOD, WORK
from tests.ui.conftest import OpenWindow

RED, BLUE, GREY = (200, 0, 0), (0, 0, 200), (90, 90, 90)


@pytest.fixture(scope="session")
def two_topics(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A vault of 48 memories about two things, with vectors; not to be changed."""

    def make(folder: Path) -> None:
        rows = [
            {"content": text, "kind": kind, "source": "notes" if n else ""}
            for n in range(3)
            for food, work in zip(FOOD, WORK, strict=True)
            for kind, text in (
                ("pref", f"in the kitchen {food} was cooked for dinner, {n}"),
                ("fact", f"the office sent {work} to the bank, {n}"),
            )
        ]
        (folder / "rows.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
        with open_vault(folder / "vault", create=True, name="Two topics") as engine:
            engine.import_path(folder / "rows.jsonl")
            engine.sync()

    return made_once(tmp_path_factory, "two_topics", make) / "vault"


def test_marks_are_drawn_where_the_points_are() -> None:
    """F7: each point is a mark of its category's colour at its place; what is in no category lies below, and is small."""
    sight = Sight(0.0, 0.0, 10.0, 60, 40)
    places = np.array([[0, 0], [2, 1], [2, 1], [99, 99]], dtype=np.float32)
    drawn = marks(places, np.array([0, -1, 1, 0]), [RED, BLUE, GREY], sight)
    assert drawn.shape == (40, 60, 4) and tuple(drawn[20, 30]) == (*RED, 255)
    assert tuple(drawn[10, 50]) == (*BLUE, 255) and not drawn[:, :15].any()
    faint = marks(places, np.array([0, -1, 1, 0]), [RED, BLUE, GREY], sight, strengths=[1.0, 0.1, 0.1])
    assert 0 < int(faint[10, 50, 3]) < 120 and tuple(faint[20, 30]) == (*RED, 255)
    shapes = {mask(one, 5.0).tobytes() for one in range(NONE + 1)}
    assert len(shapes) == len(SHAPES) + 1
    assert all(mask(one, radius).max() > 0.9 for one in range(NONE + 1) for radius in (2.5, 3.5, 5.0))


def test_many_points_are_drawn_as_density() -> None:
    """F7: where more points lie, the picture is stronger, and empty places stay empty."""
    places = np.array([[0, 0]] * 50 + [[2, 0]], dtype=np.float32)
    drawn = density(places, BLUE, Sight(0.0, 0.0, 10.0, 80, 40))
    assert drawn[20, 40, 3] == 255 and 0 < drawn[20, 60, 3] < 255 and drawn[5, 5, 3] == 0
    assert density(places[:0], BLUE, Sight(0.0, 0.0, 1.0, 9, 9)).max() == 0


def test_what_lies_inside_a_line_is_found() -> None:
    """F7: a point is inside if it is, also with a dent in the line; a line of two corners has no inside."""
    places = np.array([[1, 1], [3, 1], [2, 2.5], [9, 9]], dtype=np.float32)
    dented = [(0, 0), (4, 0), (4, 3), (2, 1.5), (0, 3)]
    assert inside(places, dented).tolist() == [True, True, False, False]
    assert not inside(places, dented[:2]).any()


@pytest.mark.parametrize("tokens", [LIGHT, DARK], ids=["light", "dark"])
def test_colours_of_the_map_stand_out(tokens: object) -> None:
    """F11: every colour of a category and of a time stands out from the ground by 3 : 1 at least, and no two are one."""

    def light(colour: QColor) -> float:
        parts = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour.getRgbF()[:3]]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]

    palette = make_palette(tokens)  # type: ignore[arg-type]
    ground = light(palette.color(QPalette.ColorRole.Base))
    for colours in (series(palette), ramp(palette, 6)):
        assert len({one.name() for one in colours}) == len(colours)
        for one in colours:
            high, low = max(light(one), ground), min(light(one), ground)
            assert (high + 0.05) / (low + 0.05) >= 3.0, one.name()


def mapped(window: MainWindow, qtbot: QtBot) -> MapView:
    """The Map view, shown, with its points."""
    window.show_view("map")
    view = window.views["map"]
    assert isinstance(view, MapView)
    qtbot.waitUntil(lambda: view._seen is not None and view.canvas._picture is not None)
    return view


def legend(view: MapView) -> dict[str, str]:
    """The counts of the legend, by name."""
    items = [view.legend.topLevelItem(row) for row in range(view.legend.topLevelItemCount())]
    return {item.text(0): item.text(1) for item in items}


@pytest.mark.long
def test_a_map_of_a_vault(open_window: OpenWindow, two_topics: Path, qtbot: QtBot) -> None:
    """F7: the view shows points, legend and regions; a line or a region selects, and Memories shows just these; the
    legend's count is the whole; keys move; a click shows the memory in the inspector; closing forgets everything."""
    window = open_window(two_topics)
    view = mapped(window, qtbot)
    assert view.told.text().startswith("48 memories") and view.regions.topLevelItemCount() > 1
    view.by.setCurrentIndex(view.by.findData("kind"))
    qtbot.waitUntil(lambda: legend(view) == {"fact": "24", "pref": "24"})

    # A region, by the keyboard.
    view.regions.setFocus()
    qtbot.keyClick(view.regions, Qt.Key.Key_Home)
    item = view.regions.topLevelItem(0)
    view.regions.setCurrentItem(item)
    assert view.selected_text.text() == f"{item.text(1)} memories selected"
    with qtbot.waitSignal(view.memories_requested) as asked:
        view.show_memories()
    memories = window.views["memories"]
    assert window.current_view is memories and len(asked.args[0]) == int(item.text(1))
    qtbot.waitUntil(lambda: not memories.model.loading and memories.model.rowCount() == int(item.text(1)))
    assert memories.toolbar.chosen.isVisible()
    memories.set_query("kitchen")
    qtbot.waitUntil(lambda: not memories.model.loading and memories.model.rowCount() == 24)
    assert not memories.toolbar.chosen.isVisible()
    memories.set_query("")

    # A line around everything, with the mouse.
    view = mapped(window, qtbot)
    corners = [(2, 2), (view.canvas.width() - 2, 2), (view.canvas.width() - 2, view.canvas.height() - 2)]
    corners.append((2, view.canvas.height() - 2))
    qtbot.mousePress(view.canvas, Qt.MouseButton.LeftButton, pos=QPoint(*corners[0]))
    for corner in corners[1:]:
        qtbot.mouseMove(view.canvas, QPoint(*corner))
        view.canvas._line.append(QPointF(*corner))
    qtbot.mouseRelease(view.canvas, Qt.MouseButton.LeftButton, pos=QPoint(*corners[-1]))
    qtbot.waitUntil(lambda: view.selected_text.text() == "48 memories selected")
    view.clear_selection()
    assert not view.open.isEnabled()

    # Moving, and a click.
    before = view.canvas.sight()
    qtbot.keyClick(view.canvas, Qt.Key.Key_Right)
    qtbot.keyClick(view.canvas, Qt.Key.Key_Plus)
    moved = view.canvas.sight()
    assert before is not None and moved is not None and moved.scale > before.scale and moved.x > before.x
    qtbot.keyClick(view.canvas, Qt.Key.Key_Home)
    assert view.canvas.sight() == before
    seen = view._seen
    assert seen is not None
    x, y = before.pixels(seen.look.places[:1])[0].tolist()
    with qtbot.waitSignal(view.selected) as chosen:
        qtbot.mouseClick(view.canvas, Qt.MouseButton.LeftButton, pos=QPoint(round(x), round(y)))
    assert str(chosen.args[0]).startswith("mem_")
    window.controller.close()
    qtbot.waitUntil(lambda: view.session is None)
    assert view._seen is None and view.legend.topLevelItemCount() == view.regions.topLevelItemCount() == 0


@pytest.mark.long
def test_a_library_that_is_not_installed_is_named(
    open_window: OpenWindow, two_topics: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F7: without openTSNE the better projection says how to get it, and the map stays."""
    monkeypatch.setattr(EmbeddingMap, "improvable", False)
    view = mapped(open_window(two_topics), qtbot)
    with qtbot.waitSignal(view.message) as told:
        view.improve()
    assert "not installed" in told.args[0].text and "memory-desktop[map]" in told.args[0].hint
    assert "memory-desktop[map]" in view.better.toolTip()


def test_an_empty_map_says_so(open_window: OpenWindow, qtbot: QtBot, tmp_path: Path) -> None:
    """F7: a vault without vectors has a page that says what is missing."""
    window = open_window(tmp_path / "empty", create=True)
    window.show_view("map")
    view = window.views["map"]
    assert isinstance(view, MapView)
    qtbot.waitUntil(lambda: view.pages.currentIndex() == 1)


def test_categories_are_counted(two_topics: Path, tmp_path: Path) -> None:
    """F7: each way of colouring counts every point once; many names share the last line; times follow each other."""
    with open_vault(Path(shutil.copytree(two_topics, tmp_path / "v"))) as engine:
        look = engine.map.look()
    for by in ("layer", "kind", "at", "source", "assembly"):
        found: Colouring = colouring(look, by)
        assert sum(one.count for one in found.categories) == 48
        assert [int((found.codes == code).sum()) for code in range(len(found.categories) - 1)] == [
            one.count for one in found.categories[:-1]
        ]
    assert [one.name for one in colouring(look, "source").categories] == ["notes", "No source", "None"]
    assert fitting(look.places, 300, 200).scale > 0
    assert parse_query("").filter.only_active
