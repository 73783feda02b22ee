"""Assemblies and merges, done in the window."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QItemSelectionModel
from PySide6.QtWidgets import QTreeWidget
from pytestqt.qtbot import QtBot

from memory_desktop.core.query.language import RecordFilter
from memory_desktop.ui.assemblies.merge_dialog import MergeAssembliesDialog
from memory_desktop.ui.lineage.lineage_view import LineageView
from memory_desktop.ui.memories.dialogs import AssemblyDialog, AssemblyEditor
from memory_desktop.ui.memories.memories_view import MemoriesView
from memory_desktop.ui.sync.sync_view import SyncView
from memory_desktop.ui.window.main_window import MainWindow
from tests.ui.conftest import OpenWindow

SELECT = QItemSelectionModel.SelectionFlag


def texts(tree: QTreeWidget, column: int = 0) -> list[str]:
    items = [tree.topLevelItem(row) for row in range(tree.topLevelItemCount())]
    return [item.text(column) for item in items if item is not None]


def select(view: MemoriesView, *rows: int) -> None:
    view.table.clearSelection()
    for row in rows:
        view.table.selectionModel().select(view.model.index(row, 0), SELECT.Select | SELECT.Rows)


def put_into(qtbot: QtBot, window: MainWindow, name: str, *rows: int) -> None:
    """Select rows of the Memories view and put them into an assembly by the dialog."""
    window.show_view("memories")
    view = window.views["memories"]
    assert isinstance(view, MemoriesView)
    qtbot.waitUntil(lambda: view.model.rowCount() == 5)
    select(view, *rows)
    view.assemble_action.trigger()
    qtbot.waitUntil(lambda: any(one.isVisible() for one in view.findChildren(AssemblyDialog)))
    dialog = next(one for one in view.findChildren(AssemblyDialog) if one.isVisible())
    assert not dialog.ok.isEnabled()
    dialog.name.setEditText(name)
    assert dialog.ok.text() == ("Add" if dialog.chosen else "Create")
    dialog.accept()
    qtbot.waitUntil(lambda: not view.findChildren(AssemblyDialog))


def members(window: MainWindow, name: str) -> int:
    book = {one.name: len(one.members) for one in window.session.engine.assemblies.all()}
    return book.get(name, 0)


@pytest.mark.long
def test_made_joined_and_left(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """A2: made of a selection, shown in sidebar and inspector; more are added by its name, and one is taken out."""
    window = open_window(small)
    engine = window.session.engine
    put_into(qtbot, window, "First", 0, 1)
    qtbot.waitUntil(lambda: members(window, "First") == 2)
    put_into(qtbot, window, "First", 1, 2, 3)
    qtbot.waitUntil(lambda: members(window, "First") == 4)
    assert len(engine.assemblies.all()) == 1
    id = engine.assemblies.all()[0].id
    window.inspector.show_id(engine.assemblies.get(id).members[0])
    qtbot.waitUntil(lambda: "First" in window.inspector.content._values["Assemblies"].text())
    qtbot.waitUntil(lambda: window.sidebar._sections["Assemblies"].childCount() == 1)
    window.show_assembly(id)
    sync = window.views["sync"]
    assert isinstance(sync, SyncView)
    tab = sync.assemblies
    qtbot.waitUntil(lambda: tab.members.topLevelItemCount() == 4)
    tab.members.setCurrentItem(tab.members.topLevelItem(0))
    tab.leave_action.trigger()
    qtbot.waitUntil(lambda: members(window, "First") == 3)
    tab.edit.click()
    editor = tab.findChild(AssemblyEditor)
    assert editor is not None
    editor.name.setText("Renamed")
    editor.tags.setText("b, a")
    editor.topics.setText("bread")
    editor.accept()
    qtbot.waitUntil(lambda: engine.assemblies.get(id).name == "Renamed")
    assert (engine.assemblies.get(id).tags, engine.assemblies.get(id).topics) == (("a", "b"), ("bread",))
    window.undo()
    qtbot.waitUntil(lambda: engine.assemblies.get(id).name == "First")
    qtbot.waitUntil(lambda: "Undone: change assembly." in window.banners.texts())  # else the next one is ignored
    window.undo()
    qtbot.waitUntil(lambda: members(window, "First") == 4)


@pytest.mark.long
def test_merged_and_undone(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """A4, A6, A7: the dialog says who has which member; the merge is listed with its sources; an undo brings both back."""
    window = open_window(small)
    engine = window.session.engine
    put_into(qtbot, window, "First", 0, 1, 2)
    put_into(qtbot, window, "Second", 2, 3)
    qtbot.waitUntil(lambda: len(engine.assemblies.all()) == 2)
    qtbot.waitUntil(lambda: all(one.freshness == "fresh" for one in engine.assemblies.states()))
    window.show_assembly(engine.assemblies.all()[0].id)
    sync = window.views["sync"]
    assert isinstance(sync, SyncView)
    tab = sync.assemblies
    qtbot.waitUntil(lambda: texts(tab.list)[:2] == ["Second", "First"])
    qtbot.waitUntil(lambda: texts(tab.list, 2)[:2] == ["fresh", "fresh"])
    for row in range(2):
        tab.list.topLevelItem(row).setSelected(True)
    assert tab.merge.isEnabled()
    tab.merge.click()
    qtbot.waitUntil(lambda: tab.findChild(MergeAssembliesDialog) is not None)
    asked = tab.findChild(MergeAssembliesDialog)
    assert asked is not None
    assert texts(asked.list, 1) == ["has it", "has it", "", ""]
    assert texts(asked.list, 2) == ["has it", "", "has it", "has it"]
    assert asked.name.text() == "Second + First"
    asked.name.setText("Both")
    asked.accept()
    qtbot.waitUntil(lambda: [one.name for one in engine.assemblies.all()] == ["Both"])
    qtbot.waitUntil(lambda: "merge 2 assemblies" in window.commands.undo.text())
    sync.tabs.setCurrentWidget(sync.merges)
    qtbot.waitUntil(lambda: texts(sync.merges.list, 2) == ["done"])
    merged = sync.merges.list.topLevelItem(0)
    assert merged is not None
    assert (merged.text(0), [merged.child(row).text(0) for row in range(2)]) == (
        "Both",
        ["from: Second", "from: First"],
    )
    sync.merges.list.setCurrentItem(merged)
    with qtbot.waitSignal(sync.lineage_requested) as asked_for:
        sync.merges.lineage.click()
    assert asked_for.args == [engine.assemblies.all()[0].id]
    window.undo()
    qtbot.waitUntil(lambda: {one.name for one in engine.assemblies.all()} == {"First", "Second"})


@pytest.mark.long
def test_a_merge_of_memories_waits_and_is_taken_apart(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F5, A7: while sync is paused the sources stay, which the inspector says; later the lineage takes it apart."""
    window = open_window(small)
    engine = window.session.engine
    qtbot.waitUntil(lambda: engine.sync_status().pending == 0)
    engine.pause_sync(True)
    ids = [memory.id for memory in engine.page(engine.keys(RecordFilter()))[:2]]
    window.session.commands.merge([engine.get(id).key for id in ids], "Both in one")
    qtbot.waitUntil(lambda: any("sync is paused" in text for text in window.banners.texts()))
    made = engine.merges.entries()[0].target
    window.inspector.show_id(ids[0])
    qtbot.waitUntil(lambda: made in [link.text() for link in window.inspector.content._links])
    window.show_lineage(made)
    view = window.views["lineage"]
    assert isinstance(view, LineageView)
    qtbot.waitUntil(lambda: "stay until its vector is stored" in view.details.text())
    engine.pause_sync(False)
    window.session.sync_worker.wake()
    qtbot.waitUntil(lambda: engine.get(ids[0]).superseded_by == made)
    qtbot.waitUntil(lambda: "The sources are retired" in view.details.text())
    assert view.unmerge.isVisible()
    view.unmerge.click()
    qtbot.waitUntil(lambda: engine.get(made).status.value == "superseded")
    assert len(engine.keys(RecordFilter())) == 5
