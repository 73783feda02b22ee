"""Banners: each takes back its own command, and leads to what waits for a decision."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QWidget
from pytestqt.qtbot import QtBot

from memory_desktop.bridge.commands import Done
from memory_desktop.core.errors import InvalidCommandError, VaultError
from memory_desktop.core.memory.records import Draft
from memory_desktop.core.wording import shortened
from memory_desktop.ui.memories.dialogs import MemoryEditor
from memory_desktop.ui.view import Message
from memory_desktop.ui.window import banner
from memory_desktop.ui.window.banner import BannerStack
from memory_desktop.ui.window.main_window import MainWindow
from memory_desktop.ui.wrapping import SelectableText
from tests.ui.conftest import OpenWindow
from tests.ui.test_window import count, memories


def buttons(stack: BannerStack, text: str) -> list[QPushButton]:
    """Buttons of the banners that are shown, from the top."""
    return [made for each in stack._banners for made in each.findChildren(QPushButton) if made.text() == text]


def forget_each(window: MainWindow, number: int, qtbot: QtBot) -> None:
    """Forget so many memories, one after the other."""
    assert window.session is not None
    keys = [int(key) for key in memories(window).model.keys()][:number]  # noqa: SIM118 - not a mapping
    for key in keys:
        with qtbot.waitSignal(window.session.commands.done):
            window.session.commands.forget([key])


@pytest.mark.long
def test_two_quick_forgets_are_both_taken_back(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F5: two commands of a kind have a banner each, which says what it is about, and Undo in both brings both back."""
    window = open_window(small)
    engine = window.session.engine
    keys = [int(key) for key in memories(window).model.keys()][:2]  # noqa: SIM118 - not a mapping
    (first, second) = [shortened(one.content, 60) for one in engine.page(keys)]
    forget_each(window, 2, qtbot)
    assert window.banners.texts() == [f"Forgot “{first}”.", f"Forgot “{second}”."]
    for made in buttons(window.banners, "Undo"):
        made.click()
    qtbot.waitUntil(lambda: count(window) == 5)


@pytest.mark.long
def test_the_last_row_can_be_seen_above_a_banner(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F1, F5: while messages lie over a list, its last row can be scrolled above them, also where all rows fit without
    them; no row moves when they come or go, and the list is as long as before when they are gone."""
    window = open_window(small)
    table = memories(window).table
    bar = table.verticalScrollBar()

    def bottom() -> int:
        last = table.model().index(table.model().rowCount() - 1, 0)
        return table.viewport().mapTo(window.stack, table.visualRect(last).bottomLeft()).y()

    for height in (466, 380):
        window.resize(682, height)
        qtbot.waitUntil(lambda: not window.session.runner.busy())
        most, value, place = bar.maximum(), bar.value(), bottom()
        for text in ("Forgot one thing.", "Forgot another.", "Forgot a third."):
            window.tell(Message(text, timeout_ms=0))
        qtbot.waitUntil(lambda most=most: bar.maximum() > most)
        assert (bar.value(), bottom()) == (value, place)
        bar.setValue(bar.maximum())
        assert bottom() <= window.banners.y() - window.stack.y()
        bar.setValue(value)
        window.banners.clear()
        assert (bar.maximum(), bottom()) == (most, place)


@pytest.mark.long
def test_an_error_that_stays_covers_nothing(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F1, F5: the view ends above an error that stays until it is closed, and above what is said beside it, and has its
    height back afterwards; an error about what was asked for in a view goes with it, or once something was done there;
    one of the vault does not."""
    window = open_window(small)
    window.resize(1024, 700)
    window.show_view("memories")
    qtbot.waitUntil(lambda: not window.session.runner.busy())
    high = window.stack.height()

    def covers() -> bool:
        return window.banners.geometry().intersects(window.stack.geometry())

    window.tell(InvalidCommandError("Another consolidation is under way.", hint="Wait until it has ended."))
    qtbot.waitUntil(lambda: window.stack.height() < high and not covers())
    one = window.banners.height()
    window.tell(Message("Forgot one thing.", timeout_ms=0))
    qtbot.waitUntil(lambda: window.banners.height() > one and not covers())
    assert window.stack.height() + window.banners.height() == high
    window.tell(VaultError("The disk is full."))
    window.show_view("history")
    assert window.banners.texts() == ["Forgot one thing.", "The disk is full."]
    window.tell(InvalidCommandError("It is no condition."))
    window.teller.tell_done(Done("Added the procedure."))
    assert window.banners.texts() == ["Forgot one thing.", "The disk is full.", "Added the procedure."], "it is mended"
    window.banners.take_back("The disk is full.")
    qtbot.waitUntil(lambda: window.stack.height() == high)
    assert covers(), "what goes by itself lies over the view"
    window.banners.clear()
    assert window.stack.height() == high


@pytest.mark.long
def test_many_quick_forgets_are_counted(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F5: of many quick commands the earlier ones share a banner, which counts them and takes all of them back."""
    window = open_window(small)
    forget_each(window, 5, qtbot)
    assert len(window.banners.texts()) == 3
    assert window.banners.texts()[0].startswith("3 earlier changes")
    window.undo()
    qtbot.waitUntil(lambda: any(text.startswith("Undone") for text in window.banners.texts()))
    for made in buttons(window.banners, "Undo all"):
        made.click()
    qtbot.waitUntil(lambda: count(window) >= 4)


def test_what_was_undone_elsewhere_is_counted_no_more(qtbot: QtBot) -> None:
    """F5: a command that was taken back leaves the banner that counts it; the last of them stands for itself again."""
    stack = BannerStack()
    qtbot.addWidget(stack)
    for number in range(1, 5):
        stack.show_message(Message("Forgot 1 memory.", action="Undo", commands=(number,)))
    assert stack.texts()[0].startswith("2 earlier changes")
    stack.take_back_command(1)
    assert stack.texts() == ["Forgot 1 memory."] * 3
    undone: list[tuple[int, ...]] = []
    stack.undo_requested.connect(undone.append)
    buttons(stack, "Undo")[0].click()
    assert undone == [(2,)]


def test_no_banner_goes_by_itself_below_another(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    """F5: a banner whose time is over waits for those above it, so that no button slides under the pointer."""
    monkeypatch.setattr(banner, "_LOOK_AGAIN_MS", 150)
    host = QWidget()
    qtbot.addWidget(host)
    stack = BannerStack(host)
    stack.show_message(Message("Saved the board.", action="Undo", commands=(1,), timeout_ms=400))
    stack.show_message(Message("Added a note.", action="Undo", commands=(2,), timeout_ms=20))
    seen: list[list[str]] = []
    with qtbot.waitSignal(stack._banners[1].timed_out):
        pass
    for _ in range(60):
        qtbot.wait(20)
        if stack.texts() and stack.texts() not in seen:
            seen.append(stack.texts())
    assert seen == [["Saved the board.", "Added a note."], ["Added a note."]] and not stack.texts()


@pytest.mark.long
def test_review_leads_to_what_was_held_back(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """D7: the banner of a text that a gate held back has a button that shows it in the Review view."""
    window = open_window(small)
    assert window.session is not None
    window.session.engine.change_settings({"gates.pii": "hold"})
    text = "Write to mara@example.org"
    window.session.commands.remember(Draft(content=text))
    qtbot.waitUntil(lambda: bool(buttons(window.banners, "Review")))
    buttons(window.banners, "Review")[0].click()
    view = window.views["review"]
    assert window.current_view is view
    qtbot.waitUntil(lambda: view.text.toPlainText() == text)


@pytest.mark.long
def test_a_new_memory_can_be_written_in_every_view(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F11: Ctrl+N opens the editor in each view, and not when no vault is open."""
    window = open_window(small)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    for name in window.views:
        window.show_view(name)
        qtbot.keyClick(window, Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
        editors = [each for each in window.findChildren(MemoryEditor) if each.isVisible()]
        assert len(editors) == 1, name
        editors[0].reject()
        editors[0].deleteLater()
        qtbot.waitUntil(window.isActiveWindow)
    window.controller.close()
    assert not memories(window).new_action.isEnabled()


def test_a_selection_is_safe_in_other_views(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F11: commands about selected memories are dim while another view is in front, and Find says what it cannot do."""
    window = open_window(small)
    memories(window).table.selectRow(0)
    assert memories(window).forget_action.isEnabled()
    window.show_view("sync")
    assert not memories(window).forget_action.isEnabled()
    window.find_in_view()
    assert "Ctrl+K" in window.banners.texts()[-1]
    window.show_view("memories")
    assert memories(window).forget_action.isEnabled()


@pytest.mark.long
def test_no_message_covers_what_one_does_with_hits(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F11, issue 13: a message stands above the bar for the selected hits of Search, and where the bar was once it goes."""
    window = open_window(small)
    window.search()
    view = window.views["search"]
    view.set_query("tea")
    qtbot.waitUntil(lambda: view.model.answer is not None)
    window.tell(Message("Something was done.", level="success"))

    def free() -> int:
        """Pixels of the view below the message."""
        return window.stack.geometry().bottom() - window.banners.geometry().bottom()

    qtbot.waitUntil(lambda: free() == 0)
    view.foot.show()
    qtbot.waitUntil(lambda: view.foot.height() == free() > 0)
    view.foot.hide()
    qtbot.waitUntil(lambda: free() == 0)


def test_a_banner_covers_no_beginning_of_a_row_and_waits_for_whoever_is_in_it(
    open_window: OpenWindow, small: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F1, F5: a short message is as wide as it needs, at the right of the view; a long one wraps; neither goes while the
    focus is in it."""
    monkeypatch.setattr(banner, "_LOOK_AGAIN_MS", 50)
    window = open_window(small)
    place = window.stack.geometry()
    window.tell(Message("Forgot one thing.", action="Undo", timeout_ms=200))
    (shown,) = window.banners._banners
    qtbot.waitUntil(lambda: window.banners.geometry().right() == place.right())
    assert window.banners.width() < place.width() * 0.6
    (undo,) = buttons(window.banners, "Undo")
    window.activateWindow()
    undo.setFocus()
    qtbot.waitUntil(undo.hasFocus)
    qtbot.wait(500)
    assert window.banners._banners == [shown]
    memories(window).table.setFocus()
    qtbot.waitUntil(lambda: not window.banners._banners)
    window.tell(Message("A sentence that goes on. " * 12, timeout_ms=0))
    text = window.banners._banners[-1].findChildren(SelectableText)[0]
    line = text.fontMetrics().lineSpacing()
    qtbot.waitUntil(lambda: text.height() > 3 * line)
    qtbot.waitUntil(lambda: window.banners.height() >= text.height())
    assert window.banners.width() < place.width() * 0.8
