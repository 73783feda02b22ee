"""The window on real vaults: browse, filter, edit, forget and undo, state, errors."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QAccessible, QFocusEvent
from PySide6.QtWidgets import QApplication, QLineEdit, QPlainTextEdit, QPushButton, QToolButton
from pytestqt.qtbot import QtBot

from memory_desktop import open_vault
from memory_desktop.bridge.runner import Report, Token
from memory_desktop.core.errors import VaultError
from memory_desktop.core.memory.records import Draft
from memory_desktop.models.memory_table import COLUMNS
from memory_desktop.ui.memories.dialogs import MemoryEditor
from memory_desktop.ui.memories.memories_view import MemoriesView
from memory_desktop.ui.theme import DARK, LIGHT, Tokens
from memory_desktop.ui.window.main_window import MainWindow
from tests.ui.conftest import HTML, SIZE, OpenWindow


def memories(window: MainWindow) -> MemoriesView:
    view = window.views["memories"]
    assert isinstance(view, MemoriesView)
    return view


def count(window: MainWindow) -> int:
    return memories(window).model.rowCount()


def select(window: MainWindow, row: int, qtbot: QtBot) -> None:
    """Select a row once its page is there, and wait for the inspector."""
    view = memories(window)
    view.model.data(view.model.index(row, 0))
    qtbot.waitUntil(lambda: view.model.memory_at(row) is not None)
    view.table.selectRow(row)
    memory = view.model.memory_at(row)
    assert memory is not None
    qtbot.waitUntil(lambda: window.inspector.shown.memory == memory)


@pytest.mark.long
def test_browse_filter_and_clear(open_window: OpenWindow, big: Path, qtbot: QtBot) -> None:
    """A filter narrows the list, one that matches nothing says so and offers to clear it (F1)."""
    window = open_window(big)
    view = memories(window)
    assert count(window) == SIZE
    view.toolbar.set_text("kind:pref")
    qtbot.waitUntil(lambda: count(window) == SIZE // 5)
    view.toolbar.set_text("kind:pref Lisbon nosuchwordatall tag:nosuchtag")
    qtbot.waitUntil(lambda: count(window) == 0)
    assert view.pages.currentWidget() is view.empty
    assert view.outer.currentIndex() == 0
    qtbot.mouseClick(view.empty.action, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: count(window) == SIZE)
    assert view.pages.currentWidget() is view.table


@pytest.mark.long
def test_facets_edit_the_filter_text(open_window: OpenWindow, big: Path, qtbot: QtBot) -> None:
    """Checking a facet writes its operator into the filter box, and unchecking takes it out (F1)."""
    window = open_window(big)
    view = memories(window)
    view.facets.toggled.emit("layer", "semantic", True)
    view.facets.toggled.emit("layer", "emotional", True)
    assert view.toolbar.text() == "layer:semantic,emotional"
    qtbot.waitUntil(lambda: count(window) == SIZE // 2)
    view.facets.toggled.emit("layer", "semantic", False)
    qtbot.waitUntil(lambda: count(window) == SIZE // 4)


def test_forget_and_undo(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """Forget acts at once, the banner says so, and Undo brings the texts back (F1, F5)."""
    window = open_window(small)
    view = memories(window)
    select(window, 0, qtbot)
    view.table.selectAll()
    view.many.forget()
    qtbot.waitUntil(lambda: count(window) == 0 and bool(window.banners.texts()))
    assert window.banners.texts()[0].startswith("Forgot 5 memories: “")
    assert window.banners.texts()[0].endswith("” and 4 more.")
    qtbot.waitUntil(lambda: "forget 5 memories" in window.commands.undo.text())
    window.undo()
    qtbot.waitUntil(lambda: count(window) == 5)
    qtbot.waitUntil(window.commands.redo.isEnabled)
    assert window.commands.redo.text() == "&Redo forget 5 memories"
    assert window.commands.undo.text() == "&Undo new memory"
    window.redo()
    qtbot.waitUntil(lambda: count(window) == 0)


def test_edit_supersedes_and_is_undone(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """Saving another text makes a new memory; Undo brings the old text back (F1, F5)."""
    window = open_window(small)
    select(window, 0, qtbot)
    memory = window.inspector.shown.memory
    assert memory is not None
    assert window.session is not None
    window.session.commands.edit(memory, "Quite another text", kind="pref", layer="semantic", tags=("new",))
    qtbot.waitUntil(lambda: bool(window.inspector.shown.memory and "Quite" in window.inspector.shown.memory.content))
    shown = window.inspector.shown.memory
    assert shown is not None
    assert (shown.kind, shown.tags, shown.lineage) == ("pref", ("new",), (memory.id,))
    window.undo()
    engine = window.session.engine
    qtbot.waitUntil(lambda: "Undone: edit memory." in window.banners.texts())
    assert engine.get(shown.id).status.value == "superseded"


def test_new_memory_from_the_dialog(open_window: OpenWindow, tmp_path: Path, qtbot: QtBot) -> None:
    """An empty vault shows its own page; the first memory written in the dialog appears in the table (F1)."""
    window = open_window(tmp_path / "new", create=True)
    view = memories(window)
    qtbot.waitUntil(lambda: view.outer.currentIndex() == 1)
    view.new_memory()
    editor = view.findChild(MemoryEditor)
    assert editor is not None
    assert not editor.ok.isEnabled()
    editor.text.setPlainText("The first one")
    editor.accept()
    qtbot.waitUntil(lambda: count(window) == 1)
    assert view.outer.currentIndex() == 0


def test_an_emotion_is_edited_and_narrows_the_list(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """A9: label and valence are set in the editor, have a column and a facet, and Undo takes both back at once."""
    window = open_window(small)
    view = memories(window)
    select(window, 0, qtbot)
    memory = window.inspector.shown.memory
    assert memory is not None and window.session is not None
    view.edit_memory(memory)
    editor = view.findChild(MemoryEditor)
    assert editor.emotion_changes() == {}
    editor.emotion.setText("joy")
    editor.valence.setValue(0.6)
    editor.accept()
    engine = window.session.engine
    qtbot.waitUntil(lambda: engine.get(memory.id).emotion == {"dominant": "joy", "valence": 0.6})
    column = next(number for number, one in enumerate(COLUMNS) if one.name == "emotion")
    view.facets.toggled.emit("emotion", "joy", True)
    qtbot.waitUntil(lambda: count(window) == 1)
    assert view.toolbar.text() == "emotion:joy"
    qtbot.waitUntil(lambda: view.model.index(0, column).data() == "joy")
    window.undo()
    qtbot.waitUntil(lambda: engine.get(memory.id).emotion == {})


def test_relabel_many_and_undo(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """Labels of a selection change in one go, and Undo gives each its own back (F1, F5)."""
    window = open_window(small)
    assert window.session is not None
    engine = window.session.engine
    keys = [int(key) for key in memories(window).model.keys()]  # noqa: SIM118 - not a mapping
    window.session.commands.relabel(keys, add_tags=["b"], remove_tags=["first"], kind="rule")
    qtbot.waitUntil(lambda: all(m.tags == ("b",) and m.kind == "rule" for m in engine.page(keys)))
    qtbot.waitUntil(lambda: "change 5 memories" in window.commands.undo.text())
    window.undo()
    qtbot.waitUntil(lambda: all(m.tags == ("first",) and m.kind == "fact" for m in engine.page(keys)))


def test_markup_is_shown_literally(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """Tags in a memory's text are shown as they are, in the table and in the inspector (F11)."""
    window = open_window(small)
    select(window, 0, qtbot)
    view = memories(window)
    assert view.model.data(view.model.index(0, 0)) == HTML
    assert window.inspector.content.text.toPlainText() == HTML


def test_selection_is_kept_by_key(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """Turning the order keeps the same memory selected (F1)."""
    window = open_window(small)
    view = memories(window)
    select(window, 0, qtbot)
    key = view.table.current_key()
    view.model.sort(0, Qt.SortOrder.AscendingOrder)
    qtbot.waitUntil(lambda: view.model.order[0] == "content" and not view.model.loading)
    assert [int(k) for k in view.table.selected_keys()] == [key]
    assert view.table.current_key() == key


@pytest.mark.long
def test_state_survives_a_restart(open_window: OpenWindow, small: Path, qtbot: QtBot, settings: Path) -> None:
    """Filter, order, hidden panes, theme and saved searches are the same after closing and opening (F11)."""
    window = open_window(small)
    view = memories(window)
    view.toolbar.set_text("kind:fact")
    view.model.sort(0, Qt.SortOrder.AscendingOrder)
    window.toggle_inspector()
    window.theme.set_mode("dark")
    view.save_search_requested.emit("kind:fact")
    qtbot.waitUntil(lambda: not view.model.loading)
    window.close()
    again = open_window(small)
    assert memories(again).toolbar.text() == "kind:fact"
    assert memories(again).model.order == ("content", False)
    assert again.inspector.isHidden()
    assert again.theme.mode == "dark"
    assert again.searches.all() == ["kind:fact"]
    again.theme.set_mode("light")


def test_vectors_arrive_by_themselves(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """The sync thread embeds what waits, and the status bar says when nothing is left (E4)."""
    window = open_window(small)
    qtbot.waitUntil(lambda: window.status.sync.text() == "All vectors up to date")
    assert window.session is not None
    assert window.session.engine.sync_status().indexed == 5


def test_pausing_is_shown(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """A paused sync is visible in the status bar (E4)."""
    window = open_window(small)
    assert window.session is not None
    window.session.pause_sync(True)
    qtbot.waitUntil(lambda: "paused" in window.status.sync.text().lower())
    window.session.pause_sync(False)
    qtbot.waitUntil(lambda: "paused" not in window.status.sync.text().lower())


def test_closing_leaves_no_threads(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """After closing, the sync thread has ended, no pool thread works, and the vault can be opened again (F11)."""
    before = threading.active_count()
    window = open_window(small)
    session = window.session
    assert session is not None
    window.close()
    window.controller.wait_closed()
    assert session.sync_worker.isFinished()
    assert threading.active_count() <= before + 1
    with open_vault(small) as engine:
        assert engine.head > 0


@pytest.mark.long
def test_closing_does_not_wait_in_the_gui_thread(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """T17: the window is gone at once while a job still runs, which is waited for; what was asked for before is done."""
    window = open_window(small)
    session = window.session
    assert session is not None
    go, ended = threading.Event(), threading.Event()

    def job(_token: Token, _report: Report) -> None:
        go.wait()
        ended.set()

    session.runner.write(window, job, lambda _none: None)
    session.commands.remember(Draft(content="Asked for just before closing"))
    window.close()
    assert window.isHidden()
    assert not ended.is_set()
    go.set()
    window.controller.wait_closed()
    assert ended.is_set()
    with open_vault(small) as engine:
        assert engine.recall("just before closing", mode="keyword").hits


def test_closing_a_vault_keeps_the_window(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """Close vault goes back to the page without a vault, and the vault can be opened again (F1)."""
    window = open_window(small)
    window.controller.close()
    assert window.stack.currentWidget() is window.no_vault
    qtbot.waitUntil(lambda: not window.controller.runner.busy())
    with qtbot.waitSignal(window.controller.opened):
        window.controller.open(small)


def test_a_known_error_is_a_sentence(open_window: OpenWindow, tmp_path: Path, qtbot: QtBot) -> None:
    """Opening what is not a vault says so in a banner, with no traceback (F11)."""
    window = open_window(None)
    with qtbot.waitSignal(window.controller.failed) as caught:
        window.controller.open(tmp_path / "nothing here")
    assert isinstance(caught.args[0], VaultError)
    assert len(window.banners.texts()) == 1
    assert "Traceback" not in window.banners.texts()[0]


_NAME = QAccessible.Text.Name


def test_everything_has_a_name(open_window: OpenWindow, small: Path) -> None:
    """Each control that takes the focus has a name for screen readers (F11)."""
    window = open_window(small)
    nameless = [
        widget
        for kind in (QPushButton, QToolButton, QLineEdit, QPlainTextEdit)
        for widget in window.findChildren(kind)
        if widget.focusPolicy() != Qt.FocusPolicy.NoFocus
        and not (widget.accessibleName() or (hasattr(widget, "text") and widget.text()))
        and not widget.objectName().startswith("qt_")
        and type(widget).__name__ not in ("QLineEditIconButton", "QToolBarExtension")
        and not isinstance(widget.parent(), QLineEdit)
    ]
    assert nameless == []
    buttons = [one for line in window.findChildren(QLineEdit) for one in line.findChildren(QToolButton)]
    assert (
        buttons and [one.parent() for one in buttons if not QAccessible.queryAccessibleInterface(one).text(_NAME)] == []
    )


def test_commands_have_distinct_keys(open_window: OpenWindow, small: Path) -> None:
    """No two commands share a key (F11)."""
    window = open_window(small)
    keys = [key.toString() for action in window.commands.all() for key in action.shortcuts()]
    assert len(keys) == len(set(keys))
    assert {"Ctrl+K", "Ctrl+Shift+P", "Alt+1", "F1", "Ctrl+N"} <= set(keys)


def _luminance(color: str) -> float:
    parts = [int(color[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("tokens", [LIGHT, DARK], ids=["light", "dark"])
def test_text_has_contrast(tokens: Tokens) -> None:
    """Every text colour has 4.5 : 1 on every ground it stands on (F11)."""
    grounds = ("window", "panel", "base", "raised", "hover", "selection")
    pairs = [(text, ground) for text in ("text", "muted") for ground in grounds]
    pairs += [("text", f"{name}_soft") for name in ("info", "success", "warning", "error")]
    pairs += [("accent_text", "accent"), ("text", "mark"), ("error", "base"), ("warning", "panel"), ("accent", "base")]
    for text, ground in pairs:
        a, b = _luminance(getattr(tokens, text)), _luminance(getattr(tokens, ground))
        assert (max(a, b) + 0.05) / (min(a, b) + 0.05) >= 4.5, (text, ground)


def test_a_menu_of_the_header_chooses_no_row(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F11: who chooses columns and has no row selected has none afterwards; the keyboard's way into the table has one."""
    view = open_window(small).views["memories"]
    assert isinstance(view, MemoriesView)
    table = view.table
    for reason, there in ((Qt.FocusReason.PopupFocusReason, False), (Qt.FocusReason.TabFocusReason, True)):
        QApplication.sendEvent(table, QFocusEvent(QEvent.Type.FocusIn, reason))
        assert table.currentIndex().isValid() is there
