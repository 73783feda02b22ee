"""The panes around a view: the inspector follows the view in front, counts are shared, and the ways to a vault work."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QAccessible, QDropEvent
from PySide6.QtWidgets import QApplication, QLineEdit, QPushButton
from pytestqt.qtbot import QtBot

from memory_desktop.bridge import translation
from memory_desktop.core.answers import ChangeSet
from memory_desktop.core.conversation.cycles import CycleDraft
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.ui.filter_field import FilterField
from memory_desktop.ui.inspector.why_tab import _fresh
from memory_desktop.ui.search.search_view import SearchView
from memory_desktop.ui.transfer.import_dialog import ImportDialog
from memory_desktop.ui.view import Message
from memory_desktop.ui.window.errors import BugDialog
from memory_desktop.ui.window.main_window import MainWindow
from memory_desktop.ui.window.panes import _USUAL
from memory_desktop.ui.window.preferences import PreferencesDialog
from memory_desktop.ui.window.sidebar import _BADGE, _KEY, _NOTE, fits
from tests.ui.conftest import OpenWindow
from tests.ui.test_window import memories, select


def shown_text(window: MainWindow) -> str:
    """What the inspector shows: the memory's text, or nothing."""
    inspector = window.inspector
    return inspector.content.text.text() if inspector.pages.currentIndex() == 1 else ""


def test_the_inspector_belongs_to_the_view_in_front(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F1: nothing is inspected that nobody chose; each view shows what is selected in it, or gives the room away."""
    window = open_window(small)
    assert shown_text(window) == ""
    select(window, 1, qtbot)
    chosen = shown_text(window)
    assert chosen
    window.show_view("search")
    qtbot.waitUntil(window.inspector.isHidden)
    view = window.views["search"]
    view.set_query("Lisbon")
    qtbot.waitUntil(lambda: view.list.hits.rowCount() > 0)
    assert shown_text(window) == ""
    view.list.enter()
    qtbot.waitUntil(lambda: shown_text(window) == "Lisbon was warm")
    window.show_view("health")
    qtbot.waitUntil(window.inspector.isHidden)
    narrow = memories(window).width()
    qtbot.waitUntil(lambda: window.views["health"].width() > narrow + 200)
    window.show_view("memories")
    assert window.inspector.isVisible()
    qtbot.waitUntil(lambda: shown_text(window) == chosen)
    window.show_view("search")
    qtbot.waitUntil(lambda: shown_text(window) == "Lisbon was warm")


def test_what_a_hidden_view_selects_is_not_shown(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F1: a view that loads in the background does not put its own selection into the inspector."""
    window = open_window(small)
    engine = window.session.engine
    id = engine.page(engine.keys(RecordFilter()))[0].id
    window.views["lineage"].selected.emit(id)
    qtbot.wait(50)
    assert shown_text(window) == ""


def test_deselecting_empties_the_inspector(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F1: when the filter takes the selected row away, its memory is inspected no more."""
    window = open_window(small)
    select(window, 0, qtbot)
    memories(window).toolbar.set_text("Lisbon")
    qtbot.waitUntil(lambda: memories(window).model.rowCount() == 1)
    qtbot.waitUntil(lambda: shown_text(window) in ("", "Lisbon was warm"))


# --- counts -----------------------------------------------------------------------------------


@pytest.mark.long
def test_facets_are_computed_once_for_all(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F11: sidebar, search and facets count once after a change; views that nobody sees do not count at all."""
    window = open_window(small)
    memories(window).toolbar.facets.setChecked(True)
    session = window.session
    window.show_view("search")
    qtbot.waitUntil(lambda: not session.runner.busy() and session.sync_status.pending == 0)
    qtbot.wait(500)
    before = session.counts.computed
    session.engine.remember("One more", tags=["late"])
    qtbot.waitUntil(lambda: any("late" in text for text in tags(window)))
    qtbot.waitUntil(lambda: not session.runner.busy() and session.sync_status.pending == 0)
    qtbot.wait(900)
    assert session.counts.computed == before + 1
    window.show_view("memories")
    qtbot.waitUntil(lambda: memories(window).model.rowCount() == 6)
    qtbot.wait(300)
    assert session.counts.computed == before + 1


def test_who_wants_one_answer_gets_it_while_others_write(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F11, S2: the menu of kinds opens although something was written between the click and the answer; who shows
    facets is told nothing that is old."""
    window = open_window(small)
    session = window.session
    qtbot.waitUntil(lambda: not session.runner.busy())
    told: list[str] = []
    which = RecordFilter(kinds=("fact",))
    for name, once in (("a view", False), ("a menu", True)):
        session.counts.facets(session.reader, which, window, lambda _facets, name=name: told.append(name), once=once)
    session.counts.forget()
    qtbot.waitUntil(lambda: bool(told))
    qtbot.waitUntil(lambda: not session.runner.busy())
    assert told == ["a menu"]


def tags(window: MainWindow) -> list[str]:
    """Tags in the sidebar."""
    section = window.sidebar._sections["Tags"]
    return [section.child(row).text(0) for row in range(section.childCount())]


@pytest.mark.long
def test_the_inspector_reads_no_memory_while_vectors_come(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F11: batches of a sync that are about other memories do not make the inspector read its own again."""
    window = open_window(small)
    session = window.session
    qtbot.waitUntil(lambda: session.engine.sync_status().pending == 0)
    qtbot.wait(300)
    select(window, 0, qtbot)
    qtbot.waitUntil(lambda: window.inspector._settled)
    qtbot.wait(600)
    before = window.inspector.loads
    for _ in range(5):
        session.engine._parts.subscribers.publish(ChangeSet(session.engine.head, queue=True, indexes=True))
        qtbot.wait(150)
    qtbot.wait(500)
    assert window.inspector.loads == before


def test_the_inspector_shows_what_changed_while_it_read(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F1: a change that arrives before the details do is shown, too: they may be those of before it."""
    window = open_window(small)
    engine, inspector = window.session.engine, window.inspector
    memory = engine.page(engine.keys(RecordFilter()))[0]
    qtbot.waitUntil(lambda: engine.sync_status().pending == 0)
    qtbot.wait(300)  # what the window still hears of the vectors
    inspector.setVisible(True)
    before = inspector.loads
    inspector.show_id(memory.id)
    assert inspector.shown.memory is None
    inspector.on_change(ChangeSet(engine.head + 1, keys=(memory.key,), records=True))
    qtbot.waitUntil(lambda: inspector.loads == before + 2 and inspector.shown.memory is not None)


# --- the ways to a vault ----------------------------------------------------------------------


def dropped(window: MainWindow, *paths: Path) -> None:
    """Drop files on the window."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    event = QDropEvent(
        QPointF(300, 300),
        Qt.DropAction.CopyAction,
        data,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    window.dropEvent(event)


def test_the_page_without_a_vault_has_all_doors(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F1: with no vault open, one can make one, open one, take the sample, or drop a vault's folder."""
    window = open_window(None)
    page = window.no_vault
    offered = {made.text() for made in page.findChildren(QPushButton) if made.isVisible()}
    assert {"New vault…", "Open vault…", "Open the sample vault"} <= offered
    assert window.inspector.isHidden()
    with qtbot.waitSignal(window.controller.opened):
        dropped(window, small)
        assert page.currentIndex() == 1
        assert page.busy.title.text() == "Opening “small”…"
    assert page.currentIndex() == 0


def test_files_dropped_without_a_vault_wait_for_one(
    open_window: OpenWindow, small: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    """F3: files that are dropped before a vault is open are offered for import as soon as one is."""
    notes = tmp_path / "notes.jsonl"
    notes.write_text('{"content": "A note"}\n', encoding="utf-8")
    window = open_window(None)
    dropped(window, notes)
    assert "dropped file" in window.no_vault._waiting.text()
    with qtbot.waitSignal(window.controller.opened):
        window.controller.open(small)
    dialogs = window.findChildren(ImportDialog)
    assert [dialog._paths for dialog in dialogs] == [[notes]]
    dialogs[0].close()


def test_a_failed_opening_gives_the_doors_back(open_window: OpenWindow, tmp_path: Path, qtbot: QtBot) -> None:
    """F1: when a vault cannot be opened, the page is as it was, and a banner says why."""
    window = open_window(None)
    with qtbot.waitSignal(window.controller.failed):
        window.controller.open(tmp_path / "nothing")
        assert window.no_vault.currentIndex() == 1
    assert window.no_vault.currentIndex() == 0
    assert window.banners.texts()


def test_an_empty_vault_names_itself(open_window: OpenWindow, tmp_path: Path, qtbot: QtBot) -> None:
    """F1: the welcome page of Memories gives an agent the real path, and offers to write the first memory."""
    path = tmp_path / "new"
    window = open_window(path, create=True)
    welcome = memories(window).welcome
    qtbot.waitUntil(welcome.isVisible)
    assert str(path) in welcome._code.toPlainText() and sys.executable in welcome._code.toPlainText()
    welcome._ways.setCurrentIndex(1)
    assert welcome._code.toPlainText().startswith(f"{sys.executable} -m memory_desktop add {path}")
    assert welcome._new.isVisible()
    assert window.inspector.isHidden()


def test_forgetting_everything_says_so(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F1: a vault whose memories are all forgotten keeps its filter box, says what is so, and shows them on request."""
    window = open_window(small)
    view, engine = memories(window), window.session.engine
    engine.forget([memory.id for memory in engine.page(engine.keys(RecordFilter()))])
    qtbot.waitUntil(view.retired.isVisible)
    assert view.toolbar.filter.isVisible()
    assert "5 forgotten" in view.retired.text.text()
    view.retired.action.click()
    qtbot.waitUntil(lambda: view.model.rowCount() == 5)


def test_show_them_shows_what_was_imported(open_window: OpenWindow, small: Path, tmp_path: Path, qtbot: QtBot) -> None:
    """F3: after an import, “Show them” filters Memories for what came."""
    notes = tmp_path / "notes"
    notes.mkdir()
    (notes / "one.md").write_text("# Garden\n\nTomatoes like the south wall.\n", encoding="utf-8")
    window = open_window(small)
    window.dialogs.import_paths([notes])
    (dialog,) = window.findChildren(ImportDialog)
    qtbot.waitUntil(lambda: dialog.report is not None and dialog.report.dry_run)
    dialog.accept_import()
    qtbot.waitUntil(lambda: dialog.report is not None and not dialog.report.dry_run)
    assert dialog.show_them.isVisible()
    dialog.show_them.click()
    assert memories(window).toolbar.text().startswith("import:")
    qtbot.waitUntil(lambda: memories(window).model.rowCount() == 1)


# --- said aloud -------------------------------------------------------------------------------


def test_banners_are_announced(open_window: OpenWindow, small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """F11: a screen reader is told what a banner says: errors at once, the rest in turn."""
    told: list[tuple[str, object]] = []
    window = open_window(small)
    monkeypatch.setattr(
        QAccessible, "updateAccessibility", lambda event: told.append((event.message(), event.politeness()))
    )
    window.tell(Message("Forgot 1 memory."))
    window.tell(Message("The disk is full.", hint="Make room.", level="error"))
    kind = QAccessible.AnnouncementPoliteness
    assert told == [("Forgot 1 memory.", kind.Polite), ("The disk is full. Make room.", kind.Assertive)]


def test_a_closed_past_is_no_fault(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F10: a read that was on its way when the past it read from was closed shows neither a dialog nor a banner."""
    window = open_window(small)
    session = window.session
    with qtbot.waitSignal(session.past_changed):
        session.travel(2)
    past = session.past
    with qtbot.waitSignal(session.past_changed):
        session.travel(None)
    qtbot.waitUntil(lambda: not session.runner.busy())
    view = window.views["lineage"]
    session.runner.query(view, lambda _token: past.memory_counts(), lambda _counts: None, failed=view.message.emit)
    qtbot.waitUntil(lambda: not session.runner.busy())
    assert window.banners.texts() == []
    assert window.findChildren(BugDialog) == []


def test_freshness_names_the_event_that_set_the_text(open_window: OpenWindow, small: Path) -> None:
    """F9: “Text” is the event that wrote the text, “Last change” the newest, which may have changed a tag only."""
    window = open_window(small)
    engine = window.session.engine
    memory = engine.remember("Tea at four").memory
    written = engine.head
    engine.update([memory.id], add_tags=["tea"])
    shown = dict(_fresh(engine.freshness([memory.id])[memory.id]))
    assert (shown["Text"], shown["Last change"]) == (f"event {written}", f"event {engine.head}")


def test_review_counts_what_was_held_back(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """D7: the sidebar says beside Review how many items wait for a decision, at once when there is one more or less."""
    window = open_window(small)
    engine = window.session.engine
    item = window.sidebar._views["review"]
    engine.change_settings({"gates.pii": "hold"})
    for name in ("mara", "tiago"):
        engine.remember(f"Write to {name}@example.org")
    qtbot.waitUntil(lambda: item.data(0, _BADGE) == "2")
    assert item.data(0, Qt.ItemDataRole.AccessibleTextRole) == "Review, 2 waiting, Alt+9"
    engine.gates.discard([one.id for one in engine.gates.held()])
    qtbot.waitUntil(lambda: item.data(0, _BADGE) == "")


@pytest.mark.long
def test_escape_empties_filters_and_preferences_have_a_key(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F11: Escape empties each field for filtering, which then lists all again; Ctrl+, opens the preferences."""
    window = open_window(small)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    fields = window.findChildren(FilterField)
    assert {one.accessibleName() for one in window.findChildren(QLineEdit) if one.isClearButtonEnabled()} == {
        *(one.accessibleName() for one in fields),
        "Search",  # where Escape also leaves related hits
    }
    for field in fields:
        field.setText("nothing has this")
        qtbot.keyClick(field, Qt.Key.Key_Escape)
        assert field.text() == ""
    window.show_view("history")
    events = window.views["history"].events
    events.item.setText("mem_unknown")
    events.item.editingFinished.emit()
    qtbot.waitUntil(lambda: events.model.rowCount() == 0)
    qtbot.keyClick(events.item, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: events.model.rowCount() > 5)
    qtbot.keyClick(window, Qt.Key.Key_Comma, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: bool(window.findChildren(PreferencesDialog)))
    window.findChildren(PreferencesDialog)[0].reject()


def test_the_empty_lab_has_room_for_its_words(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F1: at 1024×700 and 150 % the page that explains the empty lab is shown whole; with a query the results are."""
    window = open_window(small)
    view = window.views["lab"]
    window.show_view("lab")
    window.resize(682, 466)
    qtbot.waitUntil(lambda: view.results_pane.isHidden())
    empty = view.lists.currentWidget()
    for part in (empty.title, empty.text):
        qtbot.waitUntil(lambda part=part: part.height() >= part.heightForWidth(part.width()))
    engine = window.session.engine
    engine.lab.label("tea?", [engine.page(engine.keys(RecordFilter()))[0].id])
    qtbot.waitUntil(view.results_pane.isVisible)


def test_the_inspector_leaves_a_thread_its_room(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F1: at 1024 pixels the inspector does not squeeze a thread: it opens when asked for, in the place of the sidebar."""
    window = open_window(small)
    engine = window.session.engine
    engine.conversations.record(CycleDraft(user_input="Is there tea?", final_response="Yes.", session_id="s"))
    window.resize(1024, 700)
    window.show_view("conversations")
    view = window.current_view
    qtbot.waitUntil(lambda: view.details.message() is not None)
    view.thread_list.clicked.emit(view.thread_list.currentIndex())
    assert view.inspects is not None
    qtbot.waitUntil(window.inspector.isHidden)
    window.show_view("inspector")
    qtbot.waitUntil(lambda: window.inspector.isVisible() and window.sidebar.isHidden())
    assert view.width() > 600
    window.resize(1400, 700)
    qtbot.waitUntil(lambda: window.inspector.isVisible() and window.sidebar.isVisible())


def test_the_name_of_a_view_matters_more_than_its_key(open_window: OpenWindow) -> None:
    """F1: where the sidebar has no room for both, a view's name is whole and its key is left to the tool tip."""
    window = open_window(None)
    metrics = window.sidebar.tree.fontMetrics()
    wide = 46 + metrics.horizontalAdvance("Conversations") + metrics.horizontalAdvance("Alt+3")
    assert fits("Conversations", "Alt+3", wide, metrics) and not fits("Conversations", "Alt+3", wide - 1, metrics)
    assert fits("Review", "Alt+8", wide, metrics, "9") and not fits("Conversations", "Alt+3", wide, metrics, "9")
    item = window.sidebar._views["conversations"]
    assert "Alt+3" in item.toolTip(0)


@pytest.fixture
def german(qapp: QApplication) -> Iterator[None]:
    """Texts are German."""
    translation.install("de", {})
    yield
    translation.remove()


def test_the_keys_of_views_stand_beside_their_names(
    german: None, open_window: OpenWindow, small: Path, qtbot: QtBot
) -> None:
    """F1: as wide as the sidebar is at first, each view's key stands beside its German name, also in a low window, in
    which the list is scrolled."""
    window = open_window(small)
    window.resize(683, 467)
    window.panes.setSizes([*_USUAL])
    tree = window.sidebar.tree
    qtbot.waitUntil(tree.verticalScrollBar().isVisible)
    room = tree.viewport().width() - 12
    for item in window.sidebar._views.values():
        if item.data(0, _KEY):
            assert fits(item.text(0), str(item.data(0, _NOTE)), room, tree.fontMetrics()), item.text(0)


def test_keys_go_to_the_view_that_was_asked_for(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F11: Alt+2 leads into the search box, wherever the focus was, so that what is typed then is a search; in the list of
    views the focus stays, so that one can go on by keys."""
    window = open_window(small)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    window.show_view("memories")
    window.sidebar.vault.setFocus()
    qtbot.keyClick(window, Qt.Key.Key_2, Qt.KeyboardModifier.AltModifier)
    search = window.views["search"]
    assert isinstance(search, SearchView)
    assert window.current_view is search and search.box.hasFocus()
    window.sidebar.vault.setFocus()
    qtbot.keyClick(window, Qt.Key.Key_0, Qt.KeyboardModifier.AltModifier)
    assert not window.sidebar.vault.hasFocus()
    window.sidebar.tree.setFocus()
    window.sidebar.view_requested.emit("history")
    assert window.current_view is window.views["history"] and window.sidebar.tree.hasFocus()
