"""What somebody has chosen in a view is there again after a restart, and what nobody has chosen is not inspected."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from memory_desktop import open_vault
from memory_desktop.core.conversation.cycles import CycleDraft
from memory_desktop.ui.conversations.conversations_view import ConversationsView
from memory_desktop.ui.layers.layers_view import LayersView
from memory_desktop.ui.window.main_window import MainWindow
from tests.ui.conftest import OpenWindow


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    """A vault with a conversation each of three users."""
    path = tmp_path / "talks"
    with open_vault(path, create=True, name="Talks") as engine:
        for user in ("ann", "bob", ""):
            for said in ("I live in Porto.", "I like green tea."):
                engine.conversations.record(CycleDraft(user_input=said, session_id=f"s{user}", user_id=user))
    return path


def _views(window: MainWindow) -> tuple[ConversationsView, LayersView]:
    talks, layers = window.views["conversations"], window.views["layers"]
    assert isinstance(talks, ConversationsView) and isinstance(layers, LayersView)
    return talks, layers


@pytest.mark.long
def test_chosen_users_are_kept_for_their_vault(open_window: OpenWindow, vault: Path, small: Path, qtbot: QtBot) -> None:
    """F1: the user that is chosen in Layers, above the threads, and in the tab about users is chosen again when the
    vault is opened the next time; in another vault nobody is."""
    window = open_window(vault)
    talks, layers = _views(window)
    window.show_view("layers")
    qtbot.waitUntil(lambda: layers.users.count() == 4)
    layers.users.setCurrentIndex(layers.users.findData("bob"))
    window.show_view("conversations")
    qtbot.waitUntil(lambda: talks.user.count() == 4)
    for choice, user in ((talks.user, "ann"), (talks.users.who, "")):
        talks.tabs.setCurrentWidget(talks.users)
        qtbot.waitUntil(lambda: talks.users.who.count() == 3)
        choice.setCurrentIndex(choice.findData(user))
        choice.activated.emit(choice.currentIndex())
    window.close()
    window.controller.wait_closed()

    again = open_window(vault)
    talks, layers = _views(again)
    again.show_view("layers")
    qtbot.waitUntil(lambda: layers.users.user == "bob")
    assert layers.page.user == "bob"
    again.show_view("conversations")
    qtbot.waitUntil(lambda: talks.users.who.count() == 3 and talks.users.form.shown.user_id == talks.users.user())
    assert talks.users.user() == ""
    talks.tabs.setCurrentWidget(talks.pages)
    qtbot.waitUntil(lambda: talks.user.user == "ann")
    qtbot.waitUntil(
        lambda: [talks.sessions.session(row) is not None for row in range(talks.sessions.rowCount())] == [False, True]
    )

    with qtbot.waitSignal(again.controller.opened):
        again.controller.open(small)
    again.show_view("layers")
    qtbot.waitUntil(lambda: not again.session.runner.busy())
    assert layers.users.user is None and talks.user.user is None and layers.page.user is None


def test_a_turn_is_inspected_when_somebody_chose_it(open_window: OpenWindow, vault: Path, qtbot: QtBot) -> None:
    """F1: the turn that a conversation opens with is shown, and not inspected before somebody chooses it."""
    window = open_window(vault)
    window.resize(1500, 900)
    talks, _ = _views(window)
    window.show_view("conversations")
    qtbot.waitUntil(lambda: talks.details.message() is not None)
    qtbot.waitUntil(lambda: not window.session.runner.busy())
    assert talks.inspects is None and window.inspector.isHidden()
    place = talks.thread_list.visualRect(talks.thread_list.currentIndex()).center()
    qtbot.mouseClick(talks.thread_list.viewport(), Qt.MouseButton.LeftButton, pos=place)
    message = talks.details.message()
    assert message is not None and talks.inspects == message.id
    qtbot.waitUntil(window.inspector.isVisible)


def test_typed_words_about_a_user_are_not_dropped_unasked(open_window: OpenWindow, vault: Path, qtbot: QtBot) -> None:
    """F1: who chooses another user while something is typed is asked, and goes on with the one or the other."""
    window = open_window(vault)
    talks, _ = _views(window)
    window.show_view("conversations")
    talks.tabs.setCurrentWidget(talks.users)
    tab = talks.users
    qtbot.waitUntil(lambda: tab.who.count() == 3 and tab.form.shown.user_id == tab.user())
    before, other = tab.user(), next(user for user in ("ann", "bob") if user != tab.user())
    tab.form.topics.setPlainText("boats")
    assert tab.form.dirty()
    for answer, user in (("Keep editing", before), ("Discard", other)):
        tab.who.setCurrentIndex(tab.who.findData(other))
        tab.who.activated.emit(tab.who.currentIndex())
        box = tab.findChild(QMessageBox)
        assert box is not None and tab.user() == before
        next(one for one in box.buttons() if one.text() == answer).click()
        assert tab.user() == user
        qtbot.waitUntil(lambda: tab.findChild(QMessageBox) is None)
    qtbot.waitUntil(lambda: tab.form.shown.user_id == other and not tab.form.dirty())


@pytest.mark.long
def test_the_tab_about_users_follows_the_user_of_the_threads(
    open_window: OpenWindow, vault: Path, qtbot: QtBot
) -> None:
    """F1: the user that is chosen above the threads is the one whom the tab about users shows, when the vault is opened
    the next time as well, and what is typed for another one is kept."""
    window = open_window(vault)
    talks, _ = _views(window)
    tab = talks.users

    def choose(user: str) -> None:
        talks.tabs.setCurrentWidget(talks.pages)
        talks.user.setCurrentIndex(talks.user.findData(user))
        talks.user.activated.emit(talks.user.currentIndex())
        talks.tabs.setCurrentWidget(tab)

    window.show_view("conversations")
    qtbot.waitUntil(lambda: talks.user.count() == 4)
    for user in ("bob", "ann"):  # before the tab has read anything, and after
        choose(user)
        qtbot.waitUntil(lambda user=user: tab.who.count() == 3 and tab.form.shown.user_id == tab.user() == user)
    choose("bob")
    qtbot.waitUntil(lambda: tab.form.shown.user_id == tab.user() == "bob")
    tab.form.topics.setPlainText("boats")
    choose("")
    assert tab.user() == "bob" and tab.form.dirty()
    tab.revert.click()
    choose("ann")
    window.close()
    window.controller.wait_closed()

    again = open_window(vault)
    talks, _ = _views(again)
    again.show_view("conversations")
    talks.tabs.setCurrentWidget(talks.users)
    qtbot.waitUntil(lambda: talks.users.who.count() == 3 and talks.users.form.shown.user_id == talks.users.user())
    assert talks.users.user() == "ann"
