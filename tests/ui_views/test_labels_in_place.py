"""Tags and kinds that are changed where they are shown."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from memory_desktop.core.memory.records import Memory
from memory_desktop.engine.engine import Engine
from memory_desktop.ui.memories.memories_view import MemoriesView
from memory_desktop.ui.tag_field import TagField, TagsOf
from memory_desktop.ui.window.main_window import MainWindow

_KEYS = Qt.Key


def _memories(window: MainWindow) -> MemoriesView:
    view = window.views["memories"]
    assert isinstance(view, MemoriesView)
    return view


def _choose(window: MainWindow, qtbot: QtBot, *rows: int) -> list[Memory]:
    """Select rows of Memories, the first of them the current one."""
    view = _memories(window)
    qtbot.waitUntil(lambda: all(view.model.memory_at(row) is not None for row in rows))
    view.table.clearSelection()
    view.table.setFocus()
    select = view.table.selectionModel()
    for row in reversed(rows):
        index = view.model.index(row, 0)
        select.setCurrentIndex(index, select.SelectionFlag.Select | select.SelectionFlag.Rows)
    return [memory for row in rows if (memory := view.model.memory_at(row)) is not None]


@pytest.fixture
def field(qtbot: QtBot) -> TagField:
    """Of one memory with two tags, with the focus in it."""
    made = TagField()
    qtbot.addWidget(made)
    made.show_tags(TagsOf((7,), {"first": 1, "work": 1}))
    made.show()
    made.activateWindow()
    made.line.setFocus()
    qtbot.waitUntil(made.line.hasFocus)
    return made


def test_tags_are_typed_and_taken_out_by_keys(field: TagField, qtbot: QtBot) -> None:
    """F11, issue 13: Enter and a comma add, Backspace in the empty line removes the last, arrows and Delete any other;
    all is told at once when Enter ends it."""
    told: list[object] = []
    field.changed.connect(lambda *what: told.append(what))
    QTest.keyClicks(field.line, "tea,  green   tea")
    assert field.tags == ("first", "work", "tea")
    QTest.keyClick(field.line, _KEYS.Key_Return)
    assert field.tags == ("first", "work", "tea", "green tea")
    QTest.keyClick(field.line, _KEYS.Key_Backspace)
    assert field.tags == ("first", "work", "tea")
    QTest.keyClick(field.line, _KEYS.Key_Left)
    for _ in range(2):
        QTest.keyClick(field.focusWidget(), _KEYS.Key_Left)
    assert field.focusWidget().accessibleName() == "Remove tag first"  # type: ignore[union-attr]
    QTest.keyClick(field.focusWidget(), _KEYS.Key_Delete)
    assert field.tags == ("work", "tea")
    assert field.focusWidget().accessibleName() == "Remove tag work"  # type: ignore[union-attr]
    assert told == []
    QTest.keyClick(field.focusWidget(), _KEYS.Key_Return)
    assert told == [((7,), ("tea",), ("first",))]


def test_escape_leaves_the_tags_as_they_were(field: TagField, qtbot: QtBot) -> None:
    """F11, issue 13: nothing is told of what was typed and taken out before Escape."""
    told: list[object] = []
    field.changed.connect(lambda *what: told.append(what))
    QTest.keyClicks(field.line, "tea,half")
    field.remove("work")
    assert field.tags == ("first", "tea")
    QTest.keyClick(field.line, _KEYS.Key_Escape)
    assert field.tags == ("first", "work") and field.line.text() == ""
    QTest.keyClick(field.line, _KEYS.Key_Return)
    assert told == []


def test_a_tag_that_goes_and_comes_back_is_no_change(field: TagField) -> None:
    """F11, issue 13: no event is made of what ends as it began."""
    told: list[object] = []
    field.changed.connect(lambda *what: told.append(what))
    field.remove("work")
    field.add("work")
    assert set(field.tags) == {"first", "work"}
    field.save()
    assert told == []


def test_tags_of_the_vault_are_offered(field: TagField, qtbot: QtBot) -> None:
    """F11, issue 13: what fits is offered while it is typed, and Down with Enter takes it; Enter alone takes what was
    typed."""
    field.offer(["travel", "unravel", "work"])
    popup = field.completer.popup()
    assert popup is not None
    QTest.keyClicks(field.line, "rav")
    qtbot.waitUntil(popup.isVisible)
    QTest.keyClick(popup, _KEYS.Key_Down)
    QTest.keyClick(popup, _KEYS.Key_Return)
    assert field.tags == ("first", "work", "travel") and field.line.text() == ""
    QTest.keyClicks(field.line, "unr")
    qtbot.waitUntil(popup.isVisible)
    QTest.keyClick(popup, _KEYS.Key_Return)
    assert field.tags == ("first", "work", "travel", "unr")


def test_another_answer_leaves_the_draft(field: TagField) -> None:
    """F11, issue 13: what another changes meanwhile is shown, and the draft stays; other memories end it with what it
    had."""
    told: list[object] = []
    field.changed.connect(lambda *what: told.append(what))
    field.add("mine")
    field.show_tags(TagsOf((7,), {"first": 1, "theirs": 1}))
    assert field.tags == ("first", "theirs", "mine") and told == []
    field.show_tags(TagsOf((8,), {"other": 1}))
    assert field.tags == ("other",) and told == [((7,), ("mine",), ())]


def test_tags_of_many_in_one_step(window: MainWindow, engine: Engine, qtbot: QtBot) -> None:
    """F11, issue 13: Ctrl+T over several rows shows which tags how many of them have, one event a memory changes them,
    one Undo takes it back, and the focus is in the table again."""
    view = _memories(window)
    first, second, third = _choose(window, qtbot, 0, 1, 2)
    engine.update([first.id], add_tags=["mine"])
    qtbot.waitUntil(lambda: "mine" in view.model.memory_at(0).tags)  # type: ignore[union-attr]
    view.tags_action.trigger()
    card = view.many.card
    qtbot.waitUntil(card.isVisible)
    assert card.field.of.counts == {"first": 3, "mine": 1} and card.field.line.hasFocus()
    assert "3" in card.accessibleName()
    before = engine.head
    QTest.keyClicks(card.field.line, "new,")
    card.field.remove("first")
    QTest.keyClick(card.field.line, _KEYS.Key_Return)
    ids = [first.id, second.id, third.id]
    qtbot.waitUntil(lambda: [engine.get(id).tags for id in ids] == [("mine", "new"), ("new",), ("new",)])
    qtbot.waitUntil(lambda: engine.head == before + 3)
    assert card.isHidden() and view.table.hasFocus() and view.table.selected_count() == 3
    qtbot.waitUntil(lambda: "change 3 memories" in window.commands.undo.text())
    window.undo()
    qtbot.waitUntil(lambda: [engine.get(id).tags for id in ids] == [("first", "mine"), ("first",), ("first",)])


def test_escape_closes_the_card(window: MainWindow, engine: Engine, qtbot: QtBot) -> None:
    """F11, issue 13: the table has the focus again, and the log is as it was."""
    view = _memories(window)
    _choose(window, qtbot, 1)
    view.tags_action.trigger()
    card = view.many.card
    qtbot.waitUntil(card.isVisible)
    before = engine.head
    QTest.keyClicks(card.field.line, "new,")
    QTest.keyClick(card.field.line, _KEYS.Key_Escape)
    assert card.isHidden() and view.table.hasFocus()
    assert view.geometry().contains(card.geometry().center()) and engine.head == before


def test_tags_in_the_inspector(window: MainWindow, engine: Engine, qtbot: QtBot) -> None:
    """F11, issue 13: they are changed where they are read; who leaves the field saves, and Undo straight after is the
    window's."""
    (memory,) = _choose(window, qtbot, 0)
    tags = window.inspector.content.tags
    qtbot.waitUntil(lambda: tags.of.keys == (memory.key,) and tags.isVisible())
    tags.line.setFocus()
    QTest.keyClicks(tags.line, "new,")
    assert engine.get(memory.id).tags == ("first",)
    _memories(window).table.setFocus()
    qtbot.waitUntil(lambda: engine.get(memory.id).tags == ("first", "new"))
    assert not tags.line.isUndoAvailable()
    qtbot.waitUntil(lambda: "change 1 memory" in window.commands.undo.text())
    window.undo()
    qtbot.waitUntil(lambda: tags.tags == ("first",))


def test_a_kind_is_chosen_from_a_menu(window: MainWindow, engine: Engine, qtbot: QtBot) -> None:
    """F11, issue 13: for what is selected, and from the inspector; the present kind is checked, and Undo takes it
    back."""
    first, second = _choose(window, qtbot, 0, 1)
    view = _memories(window)
    before = engine.head

    def menu() -> QMenu:
        def shown() -> list[QMenu]:
            return [one for one in window.findChildren(QMenu) if one.isVisible() and one.accessibleName() == "Kind"]

        qtbot.waitUntil(lambda: len(shown()) == 1)
        return shown()[0]

    view.kind_action.trigger()
    opened = menu()
    assert [one.text() for one in opened.actions() if one.isChecked()] == ["fact"]
    QTest.keyClick(opened, _KEYS.Key_Down)
    assert opened.activeAction().text() == "rule"
    QTest.keyClick(opened, _KEYS.Key_Return)
    qtbot.waitUntil(lambda: [engine.get(one.id).kind for one in (first, second)] == ["rule", "rule"])
    qtbot.waitUntil(lambda: engine.head == before + 2)
    window.undo()
    qtbot.waitUntil(lambda: [engine.get(one.id).kind for one in (first, second)] == ["fact", "fact"])
    content = window.inspector.content
    _choose(window, qtbot, 0)
    qtbot.waitUntil(lambda: content.kind.text() == "fact" and content.kind.accessibleName() == "Kind fact")
    content.kind.click()
    next(one for one in menu().actions() if one.text() == "pref").trigger()
    qtbot.waitUntil(lambda: engine.get(first.id).kind == "pref" and content.kind.text() == "pref")


def test_what_is_not_active_keeps_its_labels(window: MainWindow, engine: Engine, qtbot: QtBot) -> None:
    """F11, issue 13: the inspector shows the tags of a forgotten memory and takes none."""
    view, content = _memories(window), window.inspector.content
    view.set_query("status:any")
    qtbot.waitUntil(lambda: not view.model.loading)
    (memory,) = _choose(window, qtbot, 0)
    qtbot.waitUntil(lambda: content.tags.of.keys == (memory.key,) and content.kind.isEnabled())
    engine.forget(memory.id)
    qtbot.waitUntil(lambda: not content.kind.isEnabled())
    assert content.tags.tags == ("first",) and content.tags.line.isHidden()
