"""Memories that are dragged onto a tag or an assembly."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QMimeData, QModelIndex, QPointF, Qt
from PySide6.QtGui import QDrag, QDragEnterEvent, QDropEvent, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QApplication
from pytestqt.qtbot import QtBot

from memory_desktop.engine.engine import Engine
from memory_desktop.ui import memory_drag
from memory_desktop.ui.memories.memories_view import MemoriesView
from memory_desktop.ui.window.main_window import MainWindow

_FORMAT = "application/x-memory-desktop-keys"


@pytest.fixture
def source(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> MainWindow:
    """The window; what is dropped comes from its table of memories, as a drag of the mouse cannot be made offscreen."""
    view = window.views["memories"]
    monkeypatch.setattr(QDropEvent, "source", lambda _event: view.table)
    return window


def _drop(tree: QAbstractItemView, index: QModelIndex, data: QMimeData) -> bool:
    """Drop it on a row; whether it was taken."""
    tree.scrollTo(index)
    where = QPointF(tree.visualRect(index).center())
    held = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    copy = Qt.DropAction.CopyAction
    QApplication.sendEvent(tree.viewport(), QDragEnterEvent(where.toPoint(), copy, data, *held))
    event = QDropEvent(where, copy, data, *held)
    event.ignore()
    QApplication.sendEvent(tree.viewport(), event)
    return event.isAccepted()


def _row(tree: QAbstractItemView, *names: str) -> QModelIndex:
    index = QModelIndex()
    for name in names:
        model = tree.model()
        rows = (model.index(row, 0, index) for row in range(model.rowCount(index)))
        index = next(row for row in rows if row.data() == name)
    return index


def _view(window: MainWindow) -> MemoriesView:
    view = window.views["memories"]
    assert isinstance(view, MemoriesView)
    return view


def test_memories_are_dropped_on_a_tag(source: MainWindow, engine: Engine, qtbot: QtBot) -> None:
    """F11, issue 13: on a tag among the facets, and on one in the sidebar; nothing else takes them; one step of undo."""
    view = _view(source)
    engine.remember("Tagged otherwise", tags=["other"])
    view.toolbar.facets.setChecked(True)
    tree = view.facet_panel.tree
    qtbot.waitUntil(lambda: view.model.rowCount() == 6 and view.facets.rowCount(view.facets.index(3, 0)) == 2)
    first = [memory for memory in engine.page(view.model.keys()) if memory.tags == ("first",)]
    data = memory_drag.dragged([memory.key for memory in first])  # type: ignore[arg-type]
    assert not _drop(tree, _row(tree, "Kind", "fact"), data)
    assert _drop(tree, _row(tree, "Tag", "other"), data)
    qtbot.waitUntil(lambda: all(engine.get(one.id).tags == ("first", "other") for one in first))
    qtbot.waitUntil(lambda: "change 5 memories" in source.commands.undo.text())
    source.undo()
    qtbot.waitUntil(lambda: all(engine.get(one.id).tags == ("first",) for one in first))
    qtbot.waitUntil(lambda: "other" in [row.data() for row in _children(source.sidebar.tree, "Tags")])
    assert _drop(source.sidebar.tree, _row(source.sidebar.tree, "Tags", "other"), data)
    qtbot.waitUntil(lambda: all(engine.get(one.id).tags == ("first", "other") for one in first))


def _children(tree: QAbstractItemView, name: str) -> list[QModelIndex]:
    parent = _row(tree, name)
    return [tree.model().index(row, 0, parent) for row in range(tree.model().rowCount(parent))]


def test_memories_are_dropped_on_an_assembly(source: MainWindow, engine: Engine, qtbot: QtBot) -> None:
    """F11, issue 13: in the sidebar; files that are dropped there are the window's, and another window's memories
    nobody's."""
    keys = [int(key) for key in _view(source).model.keys()]  # noqa: SIM118 - not a mapping
    ids = [memory.id for memory in engine.page(keys)]
    engine.assemblies.create("Two", ids[:2])
    tree = source.sidebar.tree
    qtbot.waitUntil(lambda: [row.data() for row in _children(tree, "Assemblies")] == ["Two"])
    assert not _drop(tree, _row(tree, "Views", "Search"), memory_drag.dragged(keys))  # type: ignore[arg-type]
    assert not _drop(tree, _row(tree, "Assemblies", "Two"), QMimeData())
    assert _drop(tree, _row(tree, "Assemblies", "Two"), memory_drag.dragged(keys))  # type: ignore[arg-type]
    qtbot.waitUntil(lambda: sorted(engine.assemblies.all()[0].members) == sorted(ids))


def test_only_selected_rows_are_dragged(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    """F11, issue 13: pressing on a row that is not selected selects it alone, and so does a click on one of several
    that are; moving the mouse from there drags all of them."""
    table = _view(window).table
    gone: list[int] = []
    monkeypatch.setattr(QDrag, "exec", lambda drag, _action: gone.append(len(drag.mimeData().data(_FORMAT)) // 8))
    left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    where = table.visualRect(table.model().index(1, 1)).center()
    QTest.mouseClick(table.viewport(), left, pos=where)
    assert [int(key) for key in table.selected_keys()] == [table.current_key()]
    table.selectAll()
    QTest.mouseClick(table.viewport(), left, pos=where)
    assert table.selected_count() == 1 and gone == []
    table.selectAll()
    QTest.mousePress(table.viewport(), left, none, where)
    far = QPointF(where.x() + 60, where.y())
    moved = QMouseEvent(QEvent.Type.MouseMove, far, table.viewport().mapToGlobal(far), left, left, none)
    QApplication.sendEvent(table.viewport(), moved)
    assert gone == [5] and table.selected_count() == 5
