"""Hits of a search that are selected many at once."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from memory_desktop.core.query.language import RecordFilter
from memory_desktop.engine.engine import Engine
from memory_desktop.ui.memories.dialogs import AssemblyDialog
from memory_desktop.ui.memories.memories_view import MemoriesView
from memory_desktop.ui.search.search_view import SearchView
from memory_desktop.ui.window.main_window import MainWindow
from tests.ui_views.conftest import ask, searching


@pytest.fixture
def found(window: MainWindow, qtbot: QtBot) -> SearchView:
    """Five hits, with the focus in the list and the first selected."""
    view = searching(window)
    ask(qtbot, view, "tag:first")
    qtbot.waitUntil(lambda: view.model.rowCount() == 5 and view.list.isVisible())
    view.list.enter()
    return view


def _ids(view: SearchView) -> list[str]:
    return [hit.memory.id for hit in view.list.chosen()]


def _all(view: SearchView, qtbot: QtBot) -> list[str]:
    QTest.keyClick(view.list, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    assert len(_ids(view)) == 5
    return _ids(view)


def test_keys_select_several_hits(found: SearchView) -> None:
    """F11, issue 13: Shift selects on, Ctrl+A all, and what can be done with several is offered for several only,
    without moving a hit."""
    assert len(_ids(found)) == 1 and found.selection.isHidden()
    top = found.list.mapTo(found, found.list.rect().topLeft())
    for _ in range(2):
        QTest.keyClick(found.list, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    assert len(_ids(found)) == 3 and found.selection.isVisible()
    assert found.selection.selected.text() == "3 selected"
    assert found.list.mapTo(found, found.list.rect().topLeft()) == top
    QTest.keyClick(found.list, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    assert found.selection.selected.text() == "5 selected"
    QTest.keyClick(found.list, Qt.Key.Key_Home)
    assert len(_ids(found)) == 1 and found.selection.isHidden()


def test_hits_are_tagged_together(found: SearchView, window: MainWindow, engine: Engine, qtbot: QtBot) -> None:
    """F11, issue 13: Ctrl+T tags all selected hits in one step; they stay selected, and Undo takes all back."""
    ids = _all(found, qtbot)
    found.selection.tags_requested.emit()
    card = found.many.card
    qtbot.waitUntil(card.isVisible)
    assert card.field.of.counts == {"first": 5}
    QTest.keyClicks(card.field.line, "mine")
    QTest.keyClick(card.field.line, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: all(engine.get(id).tags == ("first", "mine") for id in ids))
    qtbot.waitUntil(lambda: all(hit.memory.tags == ("first", "mine") for hit in found.list.chosen()))
    assert sorted(_ids(found)) == sorted(ids) and found.list.hasFocus()
    qtbot.waitUntil(lambda: "change 5 memories" in window.commands.undo.text())
    window.undo()
    qtbot.waitUntil(lambda: all(engine.get(id).tags == ("first",) for id in ids))


def test_hits_are_protected_together(found: SearchView, window: MainWindow, engine: Engine, qtbot: QtBot) -> None:
    """C6.6: all selected hits are protected in one step, by the bar or the menu, which Undo takes back; and the same
    for letting them fade again."""
    ids, meta = _all(found, qtbot), engine.layers.meta

    def protected(number: int) -> None:
        qtbot.waitUntil(lambda: [meta.is_protected(id) for id in ids].count(True) == number)

    button = next(one for one in found.selection.findChildren(QPushButton) if one.accessibleName() == "Protection")
    protect, stop = button.menu().actions()
    assert (protect.text(), stop.text()) == ("Protect", "Stop protecting")
    button.menu().triggered.emit(protect)
    protected(5)
    qtbot.waitUntil(lambda: "protect 5 memories" in window.commands.undo.text())
    window.undo()
    protected(0)
    found.list.protect_requested.emit(True)
    protected(5)
    button.menu().triggered.emit(stop)
    protected(0)
    window.show_view("memories")
    memories = window.views["memories"]
    assert isinstance(memories, MemoriesView)
    qtbot.waitUntil(lambda: memories.model.rowCount() == 5)
    memories.table.selectAll()
    memories.toolbar.selection.protect_chosen.emit(True)
    protected(5)


def test_hits_are_forgotten_and_put_into_an_assembly(found: SearchView, engine: Engine, qtbot: QtBot) -> None:
    """F11, issue 13: as rows of Memories are."""
    ids = _all(found, qtbot)
    found.selection.assembly_requested.emit()
    qtbot.waitUntil(lambda: found.findChild(AssemblyDialog) is not None)
    dialog = found.findChild(AssemblyDialog)
    dialog.name.setCurrentText("Five")
    dialog.accept()
    qtbot.waitUntil(lambda: [one.name for one in engine.assemblies.all()] == ["Five"])
    assert sorted(engine.assemblies.all()[0].members) == sorted(ids)
    found.selection.forget_requested.emit()
    qtbot.waitUntil(lambda: {engine.get(id).status.value for id in ids} == {"tombstone"})


def test_hits_are_exported_and_opened_in_memories(found: SearchView, window: MainWindow, qtbot: QtBot) -> None:
    """F11, issue 13: the export names just these; Show in Memories lists them there, all selected, with the focus."""
    ids = _all(found, qtbot)
    QTest.keyClick(found.list, Qt.Key.Key_Up, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClick(found.list, Qt.Key.Key_Home)
    QTest.keyClick(found.list, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    chosen = _ids(found)
    assert chosen == ids[:2]
    asked: list[RecordFilter] = []
    found.export_requested.disconnect()
    found.export_requested.connect(asked.append)
    found.selection.export_requested.emit()
    qtbot.waitUntil(lambda: len(asked) == 1)
    assert sorted(asked[0].ids) == sorted(chosen)
    found.selection.memories_requested.emit()
    view = window.views["memories"]
    assert isinstance(view, MemoriesView)
    qtbot.waitUntil(lambda: view.isVisible() and view.model.rowCount() == 2 and view.table.selected_count() == 2)
    qtbot.waitUntil(lambda: view.toolbar.selection.isVisible())
    shown = {view.model.memory_at(row).id for row in range(2)}  # type: ignore[union-attr]
    assert shown == set(chosen) and view.table.hasFocus()
    view.toolbar.chosen.click()
    qtbot.waitUntil(lambda: view.model.rowCount() == 5)
