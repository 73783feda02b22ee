"""Undo in the window: a banner takes back what it speaks of, a row of History its own command, one at a time."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from memory_desktop.core.conversation.cycles import CycleDraft
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


@pytest.mark.long
def test_a_banner_undoes_its_own_command(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F5: after tagging one memory and forgetting another, Undo on the first banner takes the tag back, and that only."""
    window = open_window(small)
    engine, first, second = window.session.engine, *of(window)[:2]
    window.session.commands.relabel([first.key], add_tags=["new"])
    tagged = f"Changed “{first.content}”."
    qtbot.waitUntil(lambda: tagged in window.banners.texts())
    window.session.commands.forget([second.key])
    qtbot.waitUntil(lambda: f"Forgot “{second.content}”." in window.banners.texts())
    engine.remember("An agent writes in between", actor="agent")
    press_undo(window, tagged)
    qtbot.waitUntil(lambda: engine.get(first.id).tags == first.tags)
    assert engine.get(second.id).status is Status.TOMBSTONE
    assert "An agent writes in between" in {memory.content for memory in of(window)}


@pytest.mark.long
def test_a_later_change_in_the_way_is_named(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F5: what cannot be undone because of what came after it is not, and the message names what stands in the way."""
    window = open_window(small)
    engine, first = window.session.engine, of(window)[0]
    window.session.commands.edit(first, "Edited once")
    text = "Saved “Edited once”. The earlier text is kept as superseded."
    qtbot.waitUntil(lambda: text in window.banners.texts())
    edited = next(memory for memory in of(window) if memory.content == "Edited once")
    engine.edit(edited.id, "Edited twice")
    press_undo(window, text)
    qtbot.waitUntil(lambda: any("dit" in each and "event" in each for each in window.banners.texts()))
    assert "Edited twice" in {memory.content for memory in of(window)}


@pytest.mark.long
def test_only_one_undo_runs_at_a_time(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F5: a second Undo while the first runs is ignored, and a banner says so."""
    window = open_window(small)
    first, second = of(window)[:2]
    for key in (first.key, second.key):
        window.session.commands.forget([key])
    qtbot.waitUntil(lambda: len(of(window)) == 3)
    window.undo()
    window.undo()
    assert any("ignored" in text for text in window.banners.texts())
    qtbot.waitUntil(lambda: len(of(window)) == 4 and not window.session.runner.busy())
    window.undo()
    qtbot.waitUntil(lambda: len(of(window)) == 5)


@pytest.mark.long
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
    qtbot.waitUntil(lambda: events.model.rowCount() >= 8)
    forgotten = next(row for row in range(events.model.rowCount()) if events.model.entry(row).item == first.id)
    events.table.selectRow(forgotten)
    qtbot.waitUntil(events.undo.isEnabled)
    assert events.step.text().startswith("Undo ")
    events.undo_action.trigger()
    qtbot.waitUntil(lambda: len(of(window)) == 4)
    assert engine.get(second.id).status is Status.TOMBSTONE
    qtbot.waitUntil(lambda: events.step.text().startswith("Redo "))
    events.table.selectRow(events.model.rowCount() - 1)
    qtbot.waitUntil(lambda: not events.undo.isEnabled())
    assert "by itself" in events.undo.accessibleDescription()


@pytest.mark.long
def test_selecting_an_event_moves_nothing(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F1: at 1024×700 and 150 % the list of events stays where and as high as it is whichever event is selected."""
    window = open_window(small)
    engine = window.session.engine
    made = engine.assemblies.create("A name that is much too long for the button that undoes it", [of(window)[0].id])
    engine.assemblies.dissolve([made.id])
    window.show_view("history")
    window.resize(682, 466)
    events = window.views["history"].events
    qtbot.waitUntil(lambda: events.model.rowCount() >= 8)
    places, told = set(), set()
    for row in range(events.model.rowCount()):
        events.step.clear()
        events.table.selectRow(row)
        qtbot.waitUntil(lambda: bool(events.step.text()))
        qtbot.wait(1)
        told.add(events.step.text())
        places.add((events.pages.mapTo(window, QPoint()).y(), events.pages.height(), events.undo.width()))
    assert len(told) > 2
    assert len(places) == 1
    header = events.table.horizontalHeader().height()
    assert (events.pages.height() - header) // events.table.rowHeight(0) >= 3


@pytest.mark.long
def test_restoring_one_memory_says_so(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F5: the message after restoring one memory of the past is about that one."""
    window = open_window(small)
    engine, first = window.session.engine, of(window)[0]
    at = engine.head
    engine.forget([first.id])
    window.session.commands.rewind(at, [first.id])
    qtbot.waitUntil(lambda: f"Restored “{first.content}”." in window.banners.texts())


def test_every_type_of_event_has_a_word() -> None:
    """F11: no type of event is shown by its technical name."""
    assert set(EVENTS) == set(EventType)


@pytest.mark.long
def test_the_key_takes_back_the_persons_own_step(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F5: while agents write, Ctrl+Z and Ctrl+Shift+Z are about what the person did; the menu has the agents' last step."""
    window = open_window(small)
    engine = window.session.engine
    mine = engine.remember("Mine").memory.id
    theirs = engine.remember("Theirs", actor="agent:w5").memory.id
    commands = window.commands
    window.session.commands.refresh()
    qtbot.waitUntil(lambda: "(agent:w5)" in commands.undo_of_agents.text())
    assert "agent:w5" not in commands.undo.text()
    commands.undo.trigger()
    qtbot.waitUntil(lambda: engine.get(mine).status is Status.TOMBSTONE)
    assert engine.get(theirs).status is Status.ACTIVE
    engine.remember("Theirs, too", actor="agent:w5")
    qtbot.waitUntil(commands.redo.isEnabled)
    commands.redo.trigger()
    qtbot.waitUntil(lambda: "Mine" in {memory.content for memory in of(window)})
    qtbot.waitUntil(lambda: commands._of_agents == engine.undo_stacks().of_agents)
    commands.undo_of_agents.trigger()
    qtbot.waitUntil(lambda: "Theirs, too" not in {memory.content for memory in of(window)})
    assert engine.get(theirs).status is Status.ACTIVE


def test_superseded_memories_of_a_selection_are_left_out(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F5: of what is selected, the active memories are forgotten; superseded ones alone are said to be gone already."""
    window = open_window(small)
    engine, (first, second) = window.session.engine, of(window)[:2]
    now = engine.edit(first.id, "Edited once")
    window.session.commands.forget([first.key, second.key])
    qtbot.waitUntil(lambda: f"Forgot “{second.content}”." in window.banners.texts())
    window.session.commands.forget([first.key])
    told = "Nothing to forget: what was superseded is recalled no more."
    qtbot.waitUntil(lambda: told in window.banners.texts())
    assert engine.get(first.id).status is Status.SUPERSEDED and engine.get(now.id).status is Status.ACTIVE


@pytest.mark.long
def test_a_banner_says_what_of_the_programs_own_went_along(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F5, C7.8: an undo of one step or of several says how many steps of the program itself went along with it."""
    window = open_window(small)
    engine = window.session.engine
    engine.change_settings({"policy.layers": "off", "policy.layers_hours": 0})
    users = {"ann": "I was so happy at the lake!", "bob": "I was terrified of the storm."}
    for user, text in users.items():
        engine.conversations.record(
            CycleDraft(user_input=text, user_id=user, timestamp=datetime(2026, 3, 1, tzinfo=UTC))
        )
    steps = [one.command for one in engine.undo_stacks().undo[: len(users)]]

    def fill() -> None:
        for user in users:
            list(engine.layers.consolidation.job(user))

    fill()
    window.session.commands.undo(steps[:1])
    told = "1 step of the program itself went along with it; what still holds is made again."
    qtbot.waitUntil(lambda: any(one.endswith(told) for one in window.banners.texts()))
    engine.redo(steps[0])
    fill()
    window.session.commands.undo(steps)
    told = "2 steps of the program itself went along with it; what still holds is made again."
    qtbot.waitUntil(lambda: any(one.endswith(told) for one in window.banners.texts()))
