"""Undo in the window: a banner takes back what it speaks of, a row of History its own command, one at a time."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from memory_desktop.core.events.event import EventType
from memory_desktop.core.memory.records import Memory, Status
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.models.words import EVENTS
from memory_desktop.ui.history.history_view import HistoryView
from memory_desktop.ui.window.main_window import MainWindow
from tests.ui.conftest import OpenWindow


def of(window: MainWindow) -> list[Memory]:
    """The active memories, in the order in which they came."""
    engine = window.session.engine
    return engine.page(engine.keys(RecordFilter(), sort="created_at", descending=False))


def press_undo(window: MainWindow, text: str) -> None:
    """The Undo of the banner that says this."""
    (banner,) = [each for each in window.banners._banners if each.message.text == text]
    (button,) = [made for made in banner.findChildren(QPushButton) if made.text() == "Undo"]
    button.click()


def test_a_banner_undoes_its_own_command(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F5: after tagging one memory and forgetting another, Undo on the first banner takes the tag back, and that only."""
    window = open_window(small)
    engine, first, second = window.session.engine, *of(window)[:2]
    window.session.commands.relabel([first.key], add_tags=["new"])
    qtbot.waitUntil(lambda: "Changed 1 memory." in window.banners.texts(), timeout=10_000)
    window.session.commands.forget([second.key])
    qtbot.waitUntil(lambda: "Forgot 1 memory." in window.banners.texts(), timeout=10_000)
    engine.remember("An agent writes in between", actor="agent")
    press_undo(window, "Changed 1 memory.")
    qtbot.waitUntil(lambda: engine.get(first.id).tags == first.tags, timeout=10_000)
    assert engine.get(second.id).status is Status.TOMBSTONE
    assert "An agent writes in between" in {memory.content for memory in of(window)}


def test_a_later_change_in_the_way_is_named(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F5: what cannot be undone because of what came after it is not, and the message names what stands in the way."""
    window = open_window(small)
    engine, first = window.session.engine, of(window)[0]
    window.session.commands.edit(first, "Edited once")
    qtbot.waitUntil(lambda: any(text.startswith("Saved.") for text in window.banners.texts()), timeout=10_000)
    text = next(text for text in window.banners.texts() if text.startswith("Saved."))
    edited = next(memory for memory in of(window) if memory.content == "Edited once")
    engine.edit(edited.id, "Edited twice")
    press_undo(window, text)
    qtbot.waitUntil(lambda: any("dit" in each and "event" in each for each in window.banners.texts()), timeout=10_000)
    assert "Edited twice" in {memory.content for memory in of(window)}


def test_only_one_undo_runs_at_a_time(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F5: a second Undo while the first runs is ignored, and a banner says so."""
    window = open_window(small)
    first, second = of(window)[:2]
    for key in (first.key, second.key):
        window.session.commands.forget([key])
    qtbot.waitUntil(lambda: len(of(window)) == 3, timeout=10_000)
    window.undo()
    window.undo()
    assert any("ignored" in text for text in window.banners.texts())
    qtbot.waitUntil(lambda: len(of(window)) == 4 and not window.session.runner.busy(), timeout=10_000)
    window.undo()
    qtbot.waitUntil(lambda: len(of(window)) == 5, timeout=10_000)


def test_a_row_of_history_undoes_its_command(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F5: each row names the command that it belongs to; it is undone and redone from there, or the reason is given."""
    window = open_window(small)
    engine, first, second = window.session.engine, *of(window)[:2]
    engine.forget([first.id])
    engine.forget([second.id])
    window.show_view("history")
    view = window.views["history"]
    assert isinstance(view, HistoryView)
    events = view.events
    assert not events.undo.isEnabled()
    qtbot.waitUntil(lambda: events.model.rowCount() >= 8, timeout=10_000)
    forgotten = next(row for row in range(events.model.rowCount()) if events.model.entry(row).item == first.id)
    events.table.selectRow(forgotten)
    qtbot.waitUntil(events.undo.isEnabled, timeout=10_000)
    assert events.undo.text().startswith("Undo ")
    events.undo_action.trigger()
    qtbot.waitUntil(lambda: len(of(window)) == 4, timeout=10_000)
    assert engine.get(second.id).status is Status.TOMBSTONE
    qtbot.waitUntil(lambda: events.undo.text().startswith("Redo "), timeout=10_000)
    events.table.selectRow(events.model.rowCount() - 1)
    qtbot.waitUntil(lambda: not events.undo.isEnabled(), timeout=10_000)
    assert "by itself" in events.undo.accessibleDescription()


def test_restoring_one_memory_says_so(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F5: the message after restoring one memory of the past is about that one."""
    window = open_window(small)
    engine, first = window.session.engine, of(window)[0]
    at = engine.head
    engine.forget([first.id])
    window.session.commands.rewind(at, [first.id])
    qtbot.waitUntil(lambda: "Restored 1 memory." in window.banners.texts(), timeout=10_000)


def test_every_type_of_event_has_a_word() -> None:
    """F11: no type of event is shown by its technical name."""
    assert set(EVENTS) == set(EventType)
