"""Lineage and assemblies in the real window."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QTreeWidget
from pytestqt.qtbot import QtBot

from memory_desktop.core.conversation.cycles import CycleDraft
from memory_desktop.core.lineage import Edge, Graph, Node
from memory_desktop.core.memory.pairs import compared
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.ui.lineage.drawing import draw
from memory_desktop.ui.lineage.lineage_view import LineageView
from memory_desktop.ui.memories.memories_view import MemoriesView
from memory_desktop.ui.memories.merge_dialog import MergeDialog
from memory_desktop.ui.review.duplicates_tab import DuplicatesTab
from memory_desktop.ui.window.main_window import MainWindow
from tests.ui.conftest import OpenWindow


def lineage(window: MainWindow) -> LineageView:
    view = window.views["lineage"]
    assert isinstance(view, LineageView)
    return view


def ids(window: MainWindow) -> dict[str, str]:
    engine = window.session.engine
    return {memory.content: memory.id for memory in engine.page(engine.keys(RecordFilter()))}


def names(tree: QTreeWidget) -> list[str]:
    return [tree.topLevelItem(row).text(0) for row in range(tree.topLevelItemCount())]


@pytest.mark.long
def test_a_lineage_is_drawn_and_told(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """A7, F1: the neighbourhood of a memory, drawing, outline and inspector in step; keys walk; a way is marked."""
    window = open_window(small)
    engine, known = window.session.engine, ids(window)
    tea, bread = known["Mara prefers tea"], known["Buy bread"]
    edited = engine.edit(tea, "Mara prefers green tea").id
    merged = engine.merge([edited, bread], "Tea and bread").id
    window.show_lineage(merged)
    view = lineage(window)
    QAbstractItemModelTester(view.model, QAbstractItemModelTester.FailureReportingMode.Warning)
    qtbot.waitUntil(lambda: view.model.rowCount() == 5)
    assert view.summary.text() == "4 items  ·  3 links"
    assert view.canvas.current == merged
    qtbot.keyClick(view.canvas, Qt.Key.Key_Left)
    assert view.canvas.current in (edited, bread)
    qtbot.waitUntil(lambda: window.inspector.shown.memory is not None)
    assert view.model.node(view.table.currentIndex().row()).id == view.canvas.current
    view.table.selectRow(view.model.row_of(tea))
    assert view.canvas.current == tea
    view.canvas.path_requested.emit(merged)
    assert view.canvas.way == {tea, edited, merged}
    assert "2 steps" in view.details.text()
    view.finder.setText("bread")
    view._find_next()
    assert view.canvas.current in (bread, merged)
    view.steps.setValue(1)
    qtbot.waitUntil(lambda: view.summary.text().startswith("3 items"))
    view.set_query(known["Lisbon was warm"])
    qtbot.waitUntil(lambda: view.summary.text() == "1 item  ·  0 links")
    view.whole.click()
    qtbot.waitUntil(lambda: view.summary.text() == "4 items  ·  3 links")


def test_a_click_selects_and_a_drag_pans(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F1: the mouse does what is expected; zooming keeps the point under the pointer."""
    window = open_window(small)
    tea = ids(window)["Mara prefers tea"]
    new = window.session.engine.edit(tea, "Mara prefers coffee").id
    window.show_lineage(new)
    view = lineage(window)
    qtbot.waitUntil(lambda: view.model.rowCount() == 2)
    canvas = view.canvas
    x, y = canvas.drawing.centres[canvas.drawing.rows[tea]]
    place = QPointF(x, y) * canvas._zoom + canvas._offset
    if not canvas.rect().contains(place.toPoint()):
        canvas.fit()
        place = QPointF(x, y) * canvas._zoom + canvas._offset
    qtbot.mouseClick(canvas, Qt.MouseButton.LeftButton, pos=place.toPoint())
    assert canvas.current == tea
    before = (place - canvas._offset) / canvas._zoom
    canvas.zoom_by(1.5, place)
    after = (place - canvas._offset) / canvas._zoom
    assert (after - before).manhattanLength() < 1e-6


@pytest.mark.long
@pytest.mark.parametrize("suffix", ["svg", "png", "dot", "json"])
def test_a_lineage_is_saved(open_window: OpenWindow, small: Path, qtbot: QtBot, tmp_path: Path, suffix: str) -> None:
    """A7: as a drawing, a picture, DOT and JSON; what cannot be written is told."""
    window = open_window(small)
    tea = ids(window)["Mara prefers tea"]
    window.session.engine.edit(tea, "Mara prefers <coffee>")
    window.show_lineage(tea)
    view = lineage(window)
    qtbot.waitUntil(lambda: view.model.rowCount() == 2)
    where = tmp_path / f"lineage.{suffix}"
    view.save_as(where)
    data = where.read_bytes()
    if suffix == "png":
        assert QImage(str(where)).width() > 200
    elif suffix == "json":
        assert len(json.loads(data)["edges"]) == 1
    else:
        assert b"Mara prefers" in data
    view.save_as(tmp_path / "no" / "such" / f"folder.{suffix}")
    assert any("was not written" in text for text in window.banners.texts())


@pytest.mark.long
def test_a_merge_says_what_it_would_lose(qtbot: QtBot, open_window: OpenWindow, small: Path) -> None:
    """A6: both texts side by side; what the merged one would lose is named and marked as it is typed."""
    window = open_window(small)
    engine, known = window.session.engine, ids(window)
    dialog = MergeDialog([engine.get(known["Mara prefers tea"]), engine.get(known["The train leaves at nine"])], window)
    assert dialog.losses.text() == "Every sentence is kept."
    dialog.text.setPlainText("Mara prefers tea")
    qtbot.waitUntil(lambda: "would be lost" in dialog.losses.text())
    assert dialog.losses.text() == "1 sentence would be lost: “The train leaves at nine”"
    (mark,) = dialog.sources.extraSelections()
    assert mark.cursor.selectedText() == "The train leaves at nine"
    dialog.close()


@pytest.mark.long
def test_a_lineage_opens_fitted(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F1: the drawing fits the room that it has when it is seen first, and again when that changes, until it is moved."""
    window = open_window(small)
    engine, known = window.session.engine, ids(window)
    id = known["Mara prefers tea"]
    for number in range(4):
        id = engine.edit(id, f"Mara prefers tea, {number}").id
    window.resize(1024, 700)
    window.show_lineage(id)
    canvas = lineage(window).canvas
    qtbot.waitUntil(lambda: canvas.drawing is not None and canvas.isVisible())

    def fits() -> bool:
        drawn = QRectF(canvas.drawing.bounds)
        place = QRectF(drawn.topLeft() * canvas._zoom + canvas._offset, drawn.size() * canvas._zoom)
        return QRectF(canvas.rect()).adjusted(-1, -1, 1, 1).contains(place)

    qtbot.waitUntil(fits)
    window.resize(1280, 800)
    qtbot.waitUntil(lambda: canvas.width() > 700)
    assert fits()
    canvas.zoom_by(3.0)
    zoom = canvas._zoom
    window.resize(1024, 700)
    assert canvas._zoom == zoom


@pytest.mark.parametrize("beside", [0, 1, 4])
def test_a_long_link_goes_round_the_boxes_in_its_way(beside: int) -> None:
    """F7, issue 10: a link over several columns runs behind no box, and one that has a free way stays straight."""
    names = ["first", "middle", "last", *(f"other {number}" for number in range(beside))]
    pairs = [("first", "middle"), ("middle", "last"), ("first", "last"), *(("first", name) for name in names[3:])]
    nodes = tuple(Node(name, "memory", name, "fact", "active") for name in names)
    drawing = draw(Graph(nodes, tuple(Edge(one, other, "edit") for one, other in pairs)))
    assert 0 not in drawing.bends and (2 in drawing.bends or beside == 1)
    for row, (source, target) in enumerate(pairs):
        way = drawing.bends.get(row, [drawing.lines[row].p1(), drawing.lines[row].p2()])
        assert (way[0], way[-1]) == (drawing.lines[row].p1(), drawing.lines[row].p2())
        for name, box in zip(names, drawing.boxes, strict=True):
            for one, other in pairwise(way):
                on_it = [one + (other - one) * (step / 50) for step in range(51)]
                assert name in (source, target) or not any(box.contains(point) for point in on_it)
        assert all(drawing.bounds.contains(point) for point in way)


def test_where_a_merge_is_asked_for_messages_are_refused(qtbot: QtBot, open_window: OpenWindow, small: Path) -> None:
    """F5, C2.22: messages of conversations that are chosen to be merged, in Memories or in Review, open no dialog: a
    sentence says that they stay what they are."""
    window = open_window(small)
    assert window.session is not None
    engine = window.session.engine
    turns = [engine.conversations.record(CycleDraft(user_input=f"Tea is {n}.", session_id="s"))[0] for n in "ab"]
    said = [engine.get(one.messages[0]) for one in turns]
    window.show_view("memories")
    view = window.views["memories"]
    assert isinstance(view, MemoriesView)
    view.set_query("kind:episode")
    qtbot.waitUntil(lambda: sorted(view.model.keys().tolist()) == sorted(one.key for one in said))
    view.table.selectAll()
    refused = "Messages of conversations are not merged"
    with qtbot.waitSignal(view.message) as told:
        view.merge_action.trigger()
    assert told.args is not None and refused in str(told.args[0])
    tab = window.views["review"].findChild(DuplicatesTab)
    assert tab is not None
    tab._show([compared(said[0], said[1], 1.0)])
    with qtbot.waitSignal(tab.failed) as told:
        tab.merge.click()
    assert told.args is not None and refused in str(told.args[0])
    assert not window.findChildren(MergeDialog)
