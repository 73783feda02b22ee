"""Assemblies and merges, done in the window."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QItemSelectionModel, QModelIndex, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QAbstractItemView, QApplication, QPushButton, QTreeWidget
from pytestqt.qtbot import QtBot

from memory_desktop.core.query.language import RecordFilter
from memory_desktop.engine.engine import Engine
from memory_desktop.models.assemblies import MEMBERS, WHY
from memory_desktop.ui import memory_drag
from memory_desktop.ui.assemblies.add_dialog import AddMembersDialog
from memory_desktop.ui.assemblies.assemblies_view import AssembliesView
from memory_desktop.ui.assemblies.merge_dialog import MergeAssembliesDialog
from memory_desktop.ui.assemblies.rule_dialog import RuleDialog
from memory_desktop.ui.lineage.lineage_view import LineageView
from memory_desktop.ui.memories.dialogs import AssemblyDialog, AssemblyEditor
from memory_desktop.ui.memories.memories_view import MemoriesView
from memory_desktop.ui.window.main_window import MainWindow
from tests.ui.conftest import OpenWindow
from tests.ui_views.conftest import syncing

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


def assemblies(window: MainWindow) -> AssembliesView:
    view = window.views["assemblies"]
    assert isinstance(view, AssembliesView)
    return view


def names(view: AssembliesView) -> list[str]:
    """What the list shows, from the top."""
    return [str(view.table.index(row, 0).data()) for row in range(view.table.rowCount())]


def shown(view: AssembliesView) -> list[str]:
    """Ids of the members that the page shows, in their order."""
    return [memory.id for memory in view.page.members.table.all()]


def wait_for_members(qtbot: QtBot, view: AssembliesView, wanted: list[str]) -> None:
    """Until the page shows these members in this order."""

    def there() -> None:
        assert shown(view) == wanted, (view.page.id, view._chosen(), view.page.name.text(), names(view))

    qtbot.waitUntil(there)


@pytest.fixture
def ids(window: MainWindow, engine: Engine, qtbot: QtBot) -> list[str]:
    """The five memories; an assembly "First" has the first three, "Second" the last two; the view shows both."""
    found = [memory.id for memory in engine.page(engine.keys(RecordFilter(), descending=False))]
    engine.assemblies.create("First", found[:3], tags=["drinks"])
    engine.assemblies.create("Second", found[3:])
    window.show_view("assemblies")
    qtbot.waitUntil(lambda: names(assemblies(window)) == ["Second", "First"])
    return found


@pytest.mark.long
def test_made_joined_and_left(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """A2, issue 13: made of a selection, shown in sidebar and inspector; more are added by its name, and one is taken out
    in the view, where it is renamed; each is undone."""
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
    view = assemblies(window)
    qtbot.waitUntil(lambda: len(shown(view)) == 4)
    view.page.members.selectRow(0)
    view.page.remove_action.trigger()
    qtbot.waitUntil(lambda: members(window, "First") == 3)
    qtbot.waitUntil(lambda: len(shown(view)) == 3)
    view.edit_action.trigger()
    editor = view.findChild(AssemblyEditor)
    assert editor is not None
    editor.name.setText("Renamed")
    editor.tags.setText("b, a")
    editor.topics.setText("bread")
    editor.accept()
    qtbot.waitUntil(lambda: engine.assemblies.get(id).name == "Renamed")
    assert (engine.assemblies.get(id).tags, engine.assemblies.get(id).topics) == (("a", "b"), ("bread",))
    qtbot.waitUntil(lambda: view.page.name.text() == "Renamed" and "Topics: bread" in view.page.labels.text())
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
    view = assemblies(window)
    qtbot.waitUntil(lambda: names(view) == ["Second", "First"])
    qtbot.waitUntil(lambda: view.page.lifting.text() == "Lifts its members in recall.")
    view.list.selectAll()
    assert view.merge.isEnabled() and view.other.title.text() == "2 assemblies selected"
    view.merge.click()
    qtbot.waitUntil(lambda: view.findChild(MergeAssembliesDialog) is not None)
    asked = view.findChild(MergeAssembliesDialog)
    assert asked is not None
    assert texts(asked.list, 1) == ["has it", "has it", "", ""]
    assert texts(asked.list, 2) == ["has it", "", "has it", "has it"]
    assert asked.name.text() == "Second + First"
    asked.name.setText("Both")
    asked.accept()
    qtbot.waitUntil(lambda: [one.name for one in engine.assemblies.all()] == ["Both"])
    qtbot.waitUntil(lambda: "merge 2 assemblies" in window.commands.undo.text())
    qtbot.waitUntil(lambda: names(view) == ["Both"])
    view.list.selectRow(0)
    qtbot.waitUntil(lambda: view.page.told.text().startswith("4 memories  ·  Merged from 2 assemblies"))
    assert view.page.unmerge.isVisibleTo(view.page)
    sync = syncing(window)
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


def test_found_sorted_and_opened(window: MainWindow, ids: list[str], qtbot: QtBot) -> None:
    """F11, issue 13: the newest is shown with its members in order; words find by name, tag and reason; the inspector follows
    the members, and Memories shows them."""
    view = assemblies(window)
    assert window.current_view is view and view.tabs.tabText(0) == "Assemblies (2)"
    wait_for_members(qtbot, view, ids[3:])
    view.finder.setText("DRINKS hand")
    assert names(view) == ["First"] and view.summary.text() == "1 of 2"
    view.finder.setText("nothing like it")
    assert view.found.currentIndex() == 1
    view.finder.clear()
    view.list.sortByColumn(MEMBERS, Qt.SortOrder.DescendingOrder)
    assert names(view) == ["First", "Second"]
    view.list.selectRow(0)
    wait_for_members(qtbot, view, ids[:3])
    view.page.members.selectRow(1)
    qtbot.waitUntil(lambda: window.inspector.shown.memory is not None and window.inspector.shown.memory.id == ids[1])
    view.page.show_all.click()
    table = window.views["memories"].model
    assert window.current_view is window.views["memories"]
    qtbot.waitUntil(lambda: sorted(memory.id for memory in view.session.engine.page(table.keys())) == sorted(ids[:3]))
    assert window.views["memories"].toolbar.chosen.text() == "Assembly “First”: 3"


def test_members_are_moved_and_added(window: MainWindow, engine: Engine, ids: list[str], qtbot: QtBot) -> None:
    """F11, issue 13: Alt and an arrow moves what is selected, which stays selected; what a search finds is added; undo."""
    view, first = assemblies(window), next(one for one in engine.assemblies.all() if one.name == "First").id
    window.show_assembly(first)
    wait_for_members(qtbot, view, ids[:3])
    view.page.members.selectRow(0)
    assert not view.page.up.isEnabled() and view.page.down.isEnabled() and view.page.remove_action.isEnabled()
    view.page.down_action.trigger()
    wait_for_members(qtbot, view, [ids[1], ids[0], ids[2]])
    assert [memory.id for memory in view.page.members.chosen()] == [ids[0]]
    assert engine.assemblies.get(first).members == (ids[1], ids[0], ids[2])
    view.page.add.click()
    dialog = view.findChild(AddMembersDialog)
    assert dialog is not None and not dialog.ok.isEnabled()
    dialog.box.setText(engine.get(ids[4]).content)
    qtbot.waitUntil(lambda: texts(dialog.list)[:1] == [engine.get(ids[4]).content])
    dialog.list.topLevelItem(0).setCheckState(0, Qt.CheckState.Checked)
    assert dialog.ok.text() == "Add 1"
    dialog.accept()
    wait_for_members(qtbot, view, [ids[1], ids[0], ids[2], ids[4]])
    qtbot.waitUntil(lambda: any(text.startswith("Added") for text in window.banners.texts()))
    window.undo()
    wait_for_members(qtbot, view, [ids[1], ids[0], ids[2]])
    qtbot.waitUntil(lambda: "Undone: change assembly." in window.banners.texts())
    window.undo()
    wait_for_members(qtbot, view, ids[:3])


def test_made_by_a_filter(window: MainWindow, engine: Engine, qtbot: QtBot) -> None:
    """F11, issue 13: without any, the view offers doors; a filter says how many fit before it makes one, and why is kept."""
    window.show_view("assemblies")
    view = assemblies(window)
    qtbot.waitUntil(lambda: view.pages.currentWidget() is view.none)
    assert [one.text() for one in view.none.findChildren(QPushButton)] == [
        "Select memories…",
        "From a filter…",
        "See suggestions",
    ]
    view.rule_action.trigger()
    dialog = view.findChild(RuleDialog)
    assert dialog is not None
    dialog.name.setText("All of them")
    dialog.filter.setText("tag:first")
    qtbot.waitUntil(lambda: dialog.told.text() == "5 memories fit.")
    dialog.accept()
    qtbot.waitUntil(lambda: names(view) == ["All of them"] and len(shown(view)) == 5)
    assert view.table.index(0, WHY).data() == "All that fits “tag:first”"


def test_memories_are_dropped(
    window: MainWindow, engine: Engine, ids: list[str], qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F11, issue 13: memories of elsewhere are dropped on a row or among the members; members are put where they are
    dropped; to rest on the view's name in the sidebar opens it."""
    view = assemblies(window)
    first, second = sorted(engine.assemblies.all(), key=lambda one: one.name)
    memories = window.views["memories"]
    monkeypatch.setattr(QDropEvent, "source", lambda _event: memories.table)
    keys = {id: engine.get(id).key for id in ids}
    drop(view.list, view.table.index(view.table.row(first.id), 0), [keys[ids[3]]])
    qtbot.waitUntil(lambda: engine.assemblies.get(first.id).members == (*ids[:3], ids[3]))
    window.show_assembly(second.id)
    wait_for_members(qtbot, view, ids[3:])
    drop(view.page.members, view.page.members.table.index(0, 1), [keys[ids[0]]])
    wait_for_members(qtbot, view, [ids[3], ids[4], ids[0]])
    monkeypatch.setattr(QDropEvent, "source", lambda _event: view.page.members)
    view.page.members.selectRow(2)
    drop(view.page.members, view.page.members.table.index(0, 1), [keys[ids[0]]], up=True)
    wait_for_members(qtbot, view, [ids[0], ids[3], ids[4]])
    window.show_view("memories")
    window.sidebar.drops.lingered.emit(_place(window, "Search"))
    assert window.current_view is memories
    window.sidebar.drops.lingered.emit(_place(window, "Assemblies"))
    assert window.current_view is view


def _place(window: MainWindow, title: str) -> QModelIndex:
    model = window.sidebar.tree.model()
    parent = model.index(0, 0)
    return next(
        model.index(row, 0, parent)
        for row in range(model.rowCount(parent))
        if model.index(row, 0, parent).data() == title
    )


def drop(tree: QAbstractItemView, index: QModelIndex, keys: list[int], *, up: bool = False) -> None:
    """Drop memories on a row: its middle, or its upper half."""
    rect = tree.visualRect(index)
    where = QPointF(rect.center().x(), rect.top() + 2 if up else rect.center().y())
    data = memory_drag.dragged(keys)  # type: ignore[arg-type]
    held = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    QApplication.sendEvent(tree.viewport(), QDragEnterEvent(where.toPoint(), Qt.DropAction.CopyAction, data, *held))
    QApplication.sendEvent(tree.viewport(), QDropEvent(where, Qt.DropAction.CopyAction, data, *held))


def test_the_past_is_read_only(window: MainWindow, engine: Engine, ids: list[str], qtbot: QtBot) -> None:
    """F10, issue 13: the assemblies of a moment, with the members of then; nothing can be changed there."""
    view, seq = assemblies(window), engine.head
    first = next(one for one in engine.assemblies.all() if one.name == "First")
    engine.assemblies.remove(first.id, ids[:1])
    engine.assemblies.change(first.id, name="Later")
    qtbot.waitUntil(lambda: "Later" in names(view))
    window.session.travel(seq)
    qtbot.waitUntil(lambda: sorted(names(view)) == ["First", "Second"])
    window.show_assembly(first.id)
    wait_for_members(qtbot, view, ids[:3])
    view.page.members.selectRow(0)
    changing = (view.page.add, view.page.edit, view.page.remove, view.page.down, view.merge, view.dissolve, view.new)
    assert [made.isEnabled() for made in changing] == [False] * len(changing)
    window.back_to_now()
    qtbot.waitUntil(lambda: "Later" in names(view) and view.page.edit.isEnabled())


@pytest.mark.long
def test_suggestions_become_assemblies(window: MainWindow, engine: Engine, qtbot: QtBot) -> None:
    """A2, issue 13: what Home says is proposed leads to the suggestions; one is made with its reason, and is gone then."""
    for text in ("green tea with mint", "green tea with lemon", "green tea with honey"):
        engine.remember(f"Mara drinks {text}", tags=["drinks"])
    qtbot.waitUntil(lambda: bool(engine.proposals.find()))
    window.show_waiting("suggestions")
    view = assemblies(window)
    tab = view.suggestions
    assert window.current_view is view and view.tabs.currentWidget() is tab
    qtbot.waitUntil(lambda: tab.list.topLevelItemCount() > 0 and tab.members.topLevelItemCount() > 0)
    before = tab.list.topLevelItemCount()
    reason = tab.why.text()
    assert tab.do.text() == "Create" and "alike" in reason
    tab.do.click()
    qtbot.waitUntil(lambda: len(engine.assemblies.all()) == 1)
    assert engine.assemblies.all()[0].reason == reason
    qtbot.waitUntil(lambda: tab.list.topLevelItemCount() == before - 1)


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
