"""The page of working memory: which board, cards and table that fade, what is open, and changes in place."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from memory_desktop.core.conversation.cycles import CycleDraft
from memory_desktop.core.layers.working import DeferredItem
from memory_desktop.engine.engine import Engine
from memory_desktop.ui.columns import ColumnRoom
from memory_desktop.ui.conversations.entries import EntriesEdit
from memory_desktop.ui.layers.layers_view import LayersView
from memory_desktop.ui.layers.working_page import WorkingPage
from memory_desktop.ui.view import Message
from memory_desktop.ui.window.main_window import MainWindow
from tests.ui_views.questions import answer


@pytest.fixture
def page(window: MainWindow) -> WorkingPage:
    window.show_view("layers")
    view = window.views["layers"]
    assert isinstance(view, LayersView)
    view.set_query("Working")
    found = view.page
    assert isinstance(found, WorkingPage)
    return found


def talk(
    engine: Engine, text: str, answer: str, session: str = "s", user: str = "", said: datetime | None = None
) -> None:
    """A turn, on its board."""
    draft = CycleDraft(user_input=text, final_response=answer, session_id=session, user_id=user, timestamp=said)
    engine.conversations.process(draft)
    while engine.layers.working.step():
        pass


def _texts(page: WorkingPage) -> list[str]:
    rows = (page.list.topLevelItem(number) for number in range(page.list.topLevelItemCount()))
    return [row.text(1) for row in rows if row is not None]


def test_the_board_is_shown_and_fades(page: WorkingPage, engine: Engine, qtbot: QtBot) -> None:
    """C1.24, C0.7, issue 11: cards and an equal table with activation by the clock; the chosen board of the chosen user."""
    assert page.pages.currentIndex() == 1, "nothing yet says so"
    talk(engine, "Where is my boat?", "Let me check.", user="ana")
    talk(engine, "I like <b>tea</b>.", "Good.", session="t", user="ben")
    qtbot.waitUntil(lambda: page.boards.count() == 2 and _texts(page) == ["I like <b>tea</b>.", "Good."])
    assert page.told.text().startswith("2 of 7 items")
    assert [card.text.text() for card in page.cards.cards] == _texts(page)
    newest = page.boards.itemText(0)
    assert re.fullmatch(r"\d{4}-\d\d-\d\d  ·  ben: .+  ·  2 items", newest), (
        "boards are told apart by day and size, too"
    )
    assert page.boards.accessibleDescription() == newest, "whole in its tool tip, where the box cuts it"
    page.boards.setCurrentIndex(1)
    qtbot.waitUntil(lambda: _texts(page) == ["Where is my boat?", "Let me check."])
    card, row = page.cards.cards[0], page.list.topLevelItem(0)
    assert row is not None and (card.bar.value(), card.number.text(), row.text(0)) == (1000, "100%", "100%")
    view = page._state.view
    assert view is not None and page._timer.isActive() and page._timer.interval() >= 1_000
    old = view.now - timedelta(minutes=2)
    object.__setattr__(view, "now", view.now + timedelta(minutes=2))  # as if two minutes had passed
    page._tick()
    assert old < view.now and (card.bar.value(), row.text(0)) == (810, "81%")
    assert page.form.fields["open_questions"].entries() == ["Where is my boat?"]  # type: ignore[union-attr]
    page.show_user("ben")
    page.refresh()
    qtbot.waitUntil(lambda: page.boards.count() == 1 and _texts(page) == ["I like <b>tea</b>.", "Good."])
    page.hide()
    assert not page._timer.isActive(), "nobody sees it"


@pytest.mark.long
def test_changes_in_place(page: WorkingPage, engine: Engine, window: MainWindow, qtbot: QtBot) -> None:
    """C1.15, C1.21, C1.24: items are put on, refreshed and taken off, fields saved; each can be undone; a jump leads on."""
    working = engine.layers.working
    talk(engine, "Where is my boat?", "Let me check.")
    qtbot.waitUntil(lambda: len(_texts(page)) == 2)
    page.thought.setText("She may mean the model")
    page.salience.setValue(0.7)
    page.add.click()
    qtbot.waitUntil(lambda: _texts(page)[2:] == ["She may mean the model"])
    thought = working.board().board.items[2]
    assert (thought.salience, page.salience.value()) == (0.7, 0.5), "the next one has the usual salience"
    page.cards.cards[0].remove.click()
    qtbot.waitUntil(lambda: len(_texts(page)) == 2)
    engine.undo()
    qtbot.waitUntil(lambda: len(_texts(page)) == 3)
    page.cards.cards[2].refresh.click()
    form = page.form
    form.fields["primary"].setText("the boat")  # type: ignore[union-attr]
    deferred, watched = form.fields["deferred_items"], form.fields["monitoring"]
    assert isinstance(deferred, EntriesEdit) and isinstance(watched, EntriesEdit)
    deferred.setPlainText("insurance | too early | in May\ncrew")
    watched.setPlainText("money")
    form.fields["current_emotion"].setCurrentIndex(1)  # type: ignore[union-attr]
    form.fields["turn_count"].setValue(5)  # type: ignore[union-attr]
    talk(engine, "By the way, the harbour is closed.", "I see.")
    qtbot.waitUntil(lambda: len(_texts(page)) == 5)
    assert watched.entries() == ["money"] and form.save.isEnabled(), "what was typed stays when a turn comes"
    form.save.click()
    answer(qtbot, form, "Keep mine")  # the turn has counted itself, and changed the emotion
    qtbot.waitUntil(lambda: not form.changes())
    board = working.board().board
    assert (board.focus.primary, board.focus.monitoring) == ("the boat", ("money",))
    assert (board.window.current_emotion, board.window.turn_count) == ("joy", 5)
    said = [replace_time(one) for one in board.state.deferred_items]
    assert said == [DeferredItem(text="insurance", reason="too early", resume_when="in May"), DeferredItem(text="crew")]
    page.list.setCurrentItem(page.list.topLevelItem(0))
    with qtbot.waitSignal(page.conversation_requested) as asked:
        page.cards.cards[0].open.click()
    assert asked.args == [board.items[0].id]
    assert page.cards.cards[0].property("chosen") is True and not page.cards.cards[2].open.isVisibleTo(page)
    assert window.session is not None


@pytest.mark.long
def test_the_newest_conversation_is_shown(page: WorkingPage, engine: Engine, qtbot: QtBot) -> None:
    """C1.24: the page goes to the conversation with the newest turn, unless somebody chose one or is writing."""
    talk(engine, "Where is my boat?", "Let me check.")
    qtbot.waitUntil(lambda: _texts(page)[:1] == ["Where is my boat?"])
    talk(engine, "I like tea.", "Good.", session="t")
    qtbot.waitUntil(lambda: _texts(page)[:1] == ["I like tea."])
    page.thought.setText("She may mean green tea")
    talk(engine, "I like plums.", "Good.", session="u")
    qtbot.waitUntil(lambda: page.boards.count() == 3)
    assert _texts(page)[:1] == ["I like tea."]
    page.thought.clear()
    page.boards.setCurrentIndex(2)
    qtbot.waitUntil(lambda: _texts(page)[:1] == ["Where is my boat?"])
    talk(engine, "I like figs.", "Good.", session="v")
    qtbot.waitUntil(lambda: page.boards.count() == 4)
    assert _texts(page)[:1] == ["Where is my boat?"]


@pytest.mark.long
def test_who_writes_on_a_board_keeps_it(page: WorkingPage, engine: Engine, qtbot: QtBot) -> None:
    """C1.21, C1.24: thoughts push the last message off a board, and the page stays on it; so does its conversation,
    the newest, where it is; what is taken off is not shown in the inspector."""
    talk(engine, "Where is my boat?", "Let me check.", session="s")
    talk(engine, "I like tea.", "Good.", session="t")
    qtbot.waitUntil(lambda: _texts(page)[:1] == ["I like tea."])
    shown: list[object] = []
    page.selected.connect(shown.append)
    page.cards.cards[0].remove.click()
    qtbot.waitUntil(lambda: _texts(page) == ["Good."])
    assert not shown
    for number in range(7):
        page.thought.setText(f"Thought {number}")
        page.add.click()
        qtbot.waitUntil(lambda number=number: f"Thought {number}" in _texts(page))  # type: ignore[misc]
    qtbot.waitUntil(lambda: _texts(page) == [f"Thought {number}" for number in range(7)])
    assert page._chosen is not None and page._chosen[1] == "t"
    working = engine.layers.working
    assert [one.thread for one in working.boards()] == ["t", "s"] and working.board().board.thread == "t"
    engine.undo()
    assert [one.thread for one in working.boards()] == ["t", "s"]


def replace_time(one: DeferredItem) -> DeferredItem:
    """A deferred item without its time."""
    return DeferredItem(text=one.text, reason=one.reason, resume_when=one.resume_when)


@pytest.mark.long
def test_a_thought_that_was_put_on_is_shown_and_undone(
    page: WorkingPage, engine: Engine, window: MainWindow, qtbot: QtBot
) -> None:
    """C1.21, C1.24, F5: after Enter the new note is marked and seen in both lists, the banner names what had to leave,
    and Ctrl+Z in the field takes the note off again; what is too long to be taken stays to be shortened."""
    for number in range(4):
        talk(engine, f"Where is boat number {number}?", f"Boat {number} is in the harbour.")
    qtbot.waitUntil(lambda: len(_texts(page)) == 7)
    assert window.session is not None
    first = _texts(page)[0]
    page.thought.setFocus()
    QTest.keyClicks(page.thought, "Buy a leash")
    with qtbot.waitSignal(window.session.commands.done) as done:
        QTest.keyClick(page.thought, Qt.Key.Key_Return)
    assert done.args[0].text == f"Put on the board. “{first}” had to leave."
    qtbot.waitUntil(lambda: _texts(page)[6:] == ["Buy a leash"])
    card = page.cards.cards[6]
    qtbot.waitUntil(lambda: not card.visibleRegion().isEmpty() and card.property("chosen") is True)
    place = card.mapTo(page.cards.viewport(), card.rect().bottomLeft())
    assert page.cards.viewport().rect().contains(place), "the whole card"
    row = page.list.currentItem()
    assert row is not None and row.text(1) == "Buy a leash"
    assert page.list.viewport().rect().contains(page.list.visualItemRect(row).center())
    assert window.focusWidget() is page.thought and not page.thought.isUndoAvailable()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    QTest.keySequence(page.thought, QKeySequence(QKeySequence.StandardKey.Undo))
    qtbot.waitUntil(lambda: _texts(page)[0] == first and "Buy a leash" not in _texts(page))
    assert not page.thought.text()
    page.thought.setText("x" * 4_001)
    with qtbot.waitSignal(window.session.commands.failed):
        page.add.click()
    assert len(page.thought.text()) == 4_001
    window.banners.clear()


def test_boards_are_told_apart_by_when_was_talked(page: WorkingPage, engine: Engine, qtbot: QtBot) -> None:
    """C1.24: a board has the day of its newest message, also where that was imported or recorded long after."""
    said = datetime(2022, 6, 16, 12, tzinfo=UTC)
    talk(engine, "Where is my boat?", "Let me check.", said=said)
    engine.layers.working.add("Buy a leash", user="ana", thread="")
    qtbot.waitUntil(lambda: page.boards.count() == 2)
    assert page.boards.itemText(0).startswith("2022-06-16  ·  ")
    assert page.boards.itemText(1).startswith(f"{datetime.now().astimezone():%Y-%m-%d}  ·  "), "it has no message"


@pytest.mark.long
def test_a_thought_that_was_begun_stays_with_its_board(page: WorkingPage, engine: Engine, qtbot: QtBot) -> None:
    """C1.21: words that were typed for one board do not come along to another; they are there again with theirs."""
    talk(engine, "Where is the boat?", "In the harbour.")
    engine.conversations.process(CycleDraft(user_input="Where is the sail?", session_id="other", user_id="ann"))
    while engine.conversations.work():
        pass
    qtbot.waitUntil(lambda: page.boards.count() == 2)

    def choose(row: int) -> None:
        page.boards.setCurrentIndex(row)
        page.boards.activated.emit(row)

    choose(0)
    page.thought.setText("half a thought")
    choose(1)
    assert page.thought.text() == "" and not page.thought.isUndoAvailable()
    page.thought.setText("another")
    choose(0)
    assert page.thought.text() == "half a thought"
    choose(1)
    assert page.thought.text() == "another"


@pytest.mark.long
def test_undo_after_a_save_takes_back_the_save(
    page: WorkingPage, engine: Engine, window: MainWindow, qtbot: QtBot
) -> None:
    """C1.24: after Save the focus is in the field that was typed in, and Ctrl+Z takes back the save, not the typing."""
    talk(engine, "Where is my boat?", "Let me check.")
    qtbot.waitUntil(lambda: len(_texts(page)) == 2)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    form, before = page.form, page.form.fields["current_topic"].text()  # type: ignore[union-attr]
    goal = form.fields["current_goal"]
    for press in (
        lambda: qtbot.mouseClick(form.save, Qt.MouseButton.LeftButton),
        lambda: qtbot.keyClick(goal, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier),
    ):
        goal.setFocus()
        qtbot.keyClicks(goal, "sail")
        press()
        qtbot.waitUntil(lambda: engine.layers.working.board().board.value("current_goal") == "sail")
        qtbot.waitUntil(lambda: not form.save.isEnabled())
        assert goal.hasFocus()
        qtbot.keyClick(goal, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        qtbot.waitUntil(lambda: not engine.layers.working.board().board.value("current_goal"))
        qtbot.waitUntil(lambda: goal.text() == "")  # type: ignore[union-attr]
    assert form.fields["current_topic"].text() == before  # type: ignore[union-attr]


@pytest.mark.long
def test_a_banner_moves_nothing(page: WorkingPage, engine: Engine, window: MainWindow, qtbot: QtBot) -> None:
    """C1.24, F5: while a banner lies over the page, the page has its size and no scroll bar of its own; its lists can be
    scrolled out from below."""
    for number in range(4):
        talk(engine, f"Where is boat {number}?", "Let me check.")
    window.resize(1360, 820)
    qtbot.waitUntil(lambda: len(_texts(page)) == 7)
    view = window.views["layers"]
    assert isinstance(view, LayersView)
    area = next(one for one in view._areas if one.widget() is page)

    def place() -> tuple[object, ...]:
        return page.size(), page.form.mapTo(window, page.form.rect().topLeft()), area.verticalScrollBar().maximum()

    qtbot.waitUntil(lambda: not area.verticalScrollBar().maximum())
    before, most = place(), page.list.verticalScrollBar().maximum()
    window.tell(Message("Saved the board.", timeout_ms=0))
    qtbot.waitUntil(lambda: page.list.verticalScrollBar().maximum() > most)
    assert place() == before and not area.verticalScrollBar().isVisible()


def test_the_table_keeps_its_columns_in_a_narrow_window(page: WorkingPage, engine: Engine, qtbot: QtBot) -> None:
    """C1.1, F1: at 1024 pixels and 150 % the table of a board has all of its columns; an item's tip says whose it is and
    when it came, as the cells do; the hint of the field for a thought is whole."""
    talk(engine, "Where is my boat?", "Let me check.", said=datetime(2026, 3, 1, tzinfo=UTC))
    qtbot.waitUntil(lambda: len(_texts(page)) == 2)
    room = page.list.findChild(ColumnRoom)
    assert room is not None
    page.list.setFixedWidth(476)
    page.list.show()
    room.fit()
    assert not room.hidden
    row = page.list.topLevelItem(0)
    assert row is not None and row.text(4) and row.toolTip(4)
    told = row.data(1, Qt.ItemDataRole.AccessibleDescriptionRole)
    assert told.splitlines() == [
        "Where is my boat?",
        f"User  ·  {row.data(4, Qt.ItemDataRole.AccessibleDescriptionRole)}",
    ]
    hint = page.thought.placeholderText()
    assert page.thought.fontMetrics().horizontalAdvance(hint) < page.thought.minimumWidth() - 20
