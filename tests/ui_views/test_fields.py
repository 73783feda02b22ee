"""What all fields of the window have in common."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QKeySequence, QShortcut, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDateTimeEdit,
    QDoubleSpinBox,
    QLineEdit,
    QWidget,
)
from pytestqt.qtbot import QtBot

from memory_desktop import open_vault
from memory_desktop.core.conversation.cycles import CycleDraft
from memory_desktop.ui.conversations.add_turn import AddTurnDialog
from memory_desktop.ui.conversations.conversations_view import ConversationsView
from memory_desktop.ui.field_guard import FieldGuard
from memory_desktop.ui.memories.dialogs import FadeDialog
from memory_desktop.ui.search.search_view import SearchView
from memory_desktop.ui.view import Message
from memory_desktop.ui.window.main_window import MainWindow
from memory_desktop.ui.window.preferences import PreferencesDialog
from tests.ui.conftest import OpenWindow


def _fields(root: QWidget) -> list[QWidget]:
    return [*root.findChildren(QAbstractSpinBox), *root.findChildren(QComboBox)]


def _value(field: QWidget) -> object:
    if isinstance(field, QComboBox):
        return field.currentIndex()
    return field.dateTime() if isinstance(field, QDateTimeEdit) else field.text()  # type: ignore[attr-defined]


def _turn_wheel(field: QWidget) -> bool:
    """Over a field, one notch each way; whether its value was another after the first or the second."""
    before, moved = _value(field), False
    for notch in (120, -120):
        at = QPointF(field.rect().center())
        turned = QWheelEvent(
            at,
            QPointF(field.mapToGlobal(at.toPoint())),
            QPoint(),
            QPoint(0, notch),
            Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        QApplication.sendEvent(field, turned)
        moved = moved or _value(field) != before
    return moved


def _talks(window: MainWindow) -> ConversationsView:
    window.show_view("conversations")
    view = window.views["conversations"]
    assert isinstance(view, ConversationsView)
    return view


def test_the_wheel_changes_no_field_that_is_only_scrolled_past(
    open_window: OpenWindow, small: Path, qtbot: QtBot
) -> None:
    """F5: in every view and dialog, numbers, choices and dates take the wheel only when they have the focus."""
    window = open_window(small)
    session = window.session
    assert session is not None
    preferences = PreferencesDialog(session, "", window)
    preferences.page.show_whole(True)
    qtbot.waitUntil(lambda: preferences.page.complete)
    dialogs = [
        preferences,
        AddTurnDialog(["ann", "bob"], None, window),
        FadeDialog(2, window),
    ]
    for root in (window, *dialogs):
        fields = _fields(root)
        assert fields
        for field in fields:
            assert not field.focusPolicy() & Qt.FocusPolicy.WheelFocus & ~Qt.FocusPolicy.StrongFocus
            assert not _turn_wheel(field), field.accessibleName()
    view = _talks(window)
    view.tabs.setCurrentWidget(view.users)
    days = view.users.form.days
    view.users.pages.setCurrentIndex(0)
    days.setReadOnly(False)
    days.setEnabled(True)
    window.activateWindow()
    days.setFocus()
    qtbot.waitUntil(days.hasFocus)
    assert _turn_wheel(days), "with the focus it does"
    (line,) = days.findChildren(QLineEdit)
    assert line.textMargins().left() > 0, "its text does not touch its frame"
    for dialog in dialogs:
        dialog.deleteLater()


def test_a_message_moves_nothing_that_one_is_about_to_click(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F5: banners lie over the bottom of the view, also in a small window, and nothing in the view moves by them."""
    window = open_window(small)
    view = _talks(window)
    view.tabs.setCurrentWidget(view.skills)
    for width, height in ((1280, 800), (1024, 700)):
        window.resize(width, height)
        qtbot.wait(1)
        window.banners.clear()
        qtbot.waitUntil(lambda: not window.banners.isVisible())
        before = view.skills.attempt.mapTo(window, QPoint()), view.skills.attempt.size(), window.stack.geometry()
        for number in range(3):
            window.tell(Message(f"Something happened, number {number}.", timeout_ms=0))
        qtbot.waitUntil(lambda: window.banners.isVisible() and len(window.banners.texts()) == 3)
        qtbot.wait(1)
        assert before == (
            view.skills.attempt.mapTo(window, QPoint()),
            view.skills.attempt.size(),
            window.stack.geometry(),
        )
        banners, stack = window.banners.geometry(), window.stack.geometry()
        assert banners.bottom() == stack.bottom() and stack.contains(banners)
        assert banners.height() >= window.banners.sizeHint().height() - 1


@pytest.mark.long
def test_undo_straight_after_save_takes_the_saving_back(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F5: after Save in Skills no field has the focus, and Ctrl+Z, also in a field, undoes the saving."""
    window = open_window(small)
    session = window.session
    assert session is not None
    view = _talks(window)
    tab = view.skills
    view.tabs.setCurrentWidget(tab)
    window.activateWindow()
    tab.start_new()
    for field, text in ((tab.name, "mail"), (tab.purpose, "Reads mail"), (tab.prompt, "You read mail.")):
        field.setFocus()
        QTest.keyClicks(field, text)
    assert tab.name.isUndoAvailable()
    tab.save.setFocus()
    with qtbot.waitSignal(session.commands.done):
        tab.save.click()
    qtbot.waitUntil(lambda: tab.list.count() == 1 and tab.name.text() == "mail")
    assert QApplication.focusWidget() is tab.list
    tab.name.setFocus()
    assert not tab.name.isUndoAvailable()
    QTest.keySequence(tab.name, QKeySequence(QKeySequence.StandardKey.Undo))
    qtbot.waitUntil(lambda: tab.list.count() == 0)


def test_undo_is_the_windows_where_a_choice_or_a_number_has_nothing_to_undo(qtbot: QtBot) -> None:
    """F5: Ctrl+Z in a box or a number goes to the window, unless somebody has typed there."""
    root = QWidget()
    qtbot.addWidget(root)
    box, number = QComboBox(root), QDoubleSpinBox(root)
    box.setEditable(True)
    box.addItems(["joy", "fear"])
    FieldGuard(root)
    undone: list[int] = []
    QShortcut(QKeySequence(QKeySequence.StandardKey.Undo), root, lambda: undone.append(1))
    root.show()
    qtbot.waitExposed(root)
    root.activateWindow()
    for times, field in enumerate((box, number), start=1):
        field.setFocus()
        qtbot.waitUntil(field.hasFocus)
        QTest.keySequence(field, QKeySequence(QKeySequence.StandardKey.Undo))
        assert len(undone) == times
        before = field.lineEdit().text()
        QTest.keyClicks(field, "1")
        QTest.keySequence(field, QKeySequence(QKeySequence.StandardKey.Undo))
        assert len(undone) == times and field.lineEdit().text() == before


@pytest.mark.long
def test_an_added_turn_is_chosen_and_in_sight(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F1: the turn that somebody adds by hand is chosen and shown, in a thread that is longer than the window."""
    window = open_window(small)
    session = window.session
    assert session is not None
    view = _talks(window)
    at = datetime(2026, 3, 1, 12, tzinfo=UTC)
    for number in range(12):
        text = f"Question {number}\n\nwith lines"
        said = CycleDraft(user_input=text, final_response="Yes.", session_id="s", timestamp=at, answered_at=at)
        session.engine.conversations.record(said)
    qtbot.waitUntil(lambda: view.turns.rowCount() == 12 and view.details.turn is not None)
    assert not view.next.isVisible(), "it takes no room until something is looked for"
    view.finder.setText("question 3")
    qtbot.waitUntil(lambda: view.next.isVisible() and view.next.isEnabled())
    view.finder.clear()
    view.thread_list.show_row(0)
    view.add_turn()
    dialog = view.findChild(AddTurnDialog)
    assert dialog is not None
    dialog.said.setPlainText("The newest question")
    dialog.accept()
    qtbot.waitUntil(lambda: view.turns.rowCount() == 13)

    def shown() -> bool:
        row, turn = view.thread_list.currentIndex().row(), view.details.turn
        top = view.thread_list.rowViewportPosition(12)
        seen = row == 12 and 0 <= top < view.thread_list.viewport().height()
        return seen and turn is not None and turn.messages[0].content == "The newest question"

    qtbot.waitUntil(shown)


@pytest.mark.long
def test_hits_have_the_height_that_their_width_needs(open_window: OpenWindow, tmp_path: Path, qtbot: QtBot) -> None:
    """F2: when the list of hits gets narrower, each row is at once as high as its wrapped text and its badges need."""
    path = tmp_path / "long"
    with open_vault(path, create=True) as engine:
        engine.remember("The harbour " + "was quiet that evening and " * 4)
        engine.remember("harbour walk")
    window = open_window(path)
    view = window.views["search"]
    assert isinstance(view, SearchView)
    window.search()
    view.set_query("harbour")
    qtbot.waitUntil(lambda: view.model.rowCount() == 2)
    hits = view.list
    long = next(row for row in range(2) if len(view.model.hit(row).memory.content) > 40)  # type: ignore[union-attr]
    hits.setFixedWidth(1_200)
    hits.grab()
    wide = hits.visualRect(view.model.index(long, 0)).height()
    hits.setFixedWidth(420)
    hits.grab()
    narrow = hits.visualRect(view.model.index(long, 0))
    assert narrow.height() > wide and narrow.height() == hits.sizeHintForRow(long)


@pytest.mark.long
def test_names_of_skills_end_in_dots_and_between_words(open_window: OpenWindow, tmp_path: Path, qtbot: QtBot) -> None:
    """F1: a long name in the list of skills takes the width of the list, without a scroll bar; a name that is taken
    from a text ends with a whole word."""
    path = tmp_path / "skills"
    text = "Answer every question about the harbour timetable with the next three departures and their piers"
    with open_vault(path, create=True) as engine:
        engine.remember(text, kind="skill")
    window = open_window(path)
    view = _talks(window)
    view.tabs.setCurrentWidget(view.skills)
    names = view.skills.list
    qtbot.waitUntil(lambda: names.count() == 1)
    name = names.item(0).text()
    assert name.endswith("…") and text.startswith(name[:-1] + " ")
    names.grab()
    assert names.visualItemRect(names.item(0)).width() <= names.viewport().width()
    assert not names.horizontalScrollBar().isVisible() and name in names.item(0).toolTip()
