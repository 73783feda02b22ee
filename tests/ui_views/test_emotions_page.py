"""The page of emotions: plot and table, patterns, the form of an event, and the way to the conversation."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from pyqtgraph import ScatterPlotItem
from pytestqt.qtbot import QtBot

from memory_desktop.core.conversation.cycles import CycleDraft
from memory_desktop.core.layers.emotional import ENOUGH, EmotionEdit
from memory_desktop.core.memory.records import Draft
from memory_desktop.engine.engine import Engine
from memory_desktop.ui.layers.emotion_form import lasting
from memory_desktop.ui.layers.emotion_plot import MOOD
from memory_desktop.ui.layers.emotions_page import EmotionsPage
from memory_desktop.ui.layers.layers_view import LayersView
from memory_desktop.ui.plain_table import PlainTable
from memory_desktop.ui.window.main_window import MainWindow

NOW = datetime(2026, 3, 1, tzinfo=UTC)


@pytest.fixture
def page(window: MainWindow) -> EmotionsPage:
    window.show_view("layers")
    view = window.views["layers"]
    assert isinstance(view, LayersView)
    view.set_query("Emotions")
    found = view.page
    assert isinstance(found, EmotionsPage)
    return found


def _row(table: PlainTable) -> list[str]:
    items = [table.item(0, column) for column in range(table.columnCount())]
    return [item.text() if item is not None else "" for item in items]


def _cell(page: EmotionsPage, row: int, column: int) -> str:
    item = page.table.item(row, column)
    return item.text() if item is not None else ""


@pytest.mark.long
def test_plot_table_and_form_say_the_same(page: EmotionsPage, engine: Engine, window: MainWindow, qtbot: QtBot) -> None:
    """C5.17, C5.15, C5.16: the numbers of the plot stand in the table; few events tell no pattern; what is saved in the
    form is marked as given; the turn is one step away."""
    assert page.pages.currentIndex() == 1, "an empty page says why"
    cycle, _ = engine.conversations.record(
        CycleDraft(user_input="I'm terrified of the interview.", final_response="I hear you.", session_id="s")
    )
    emotions = engine.layers.emotions
    (made,) = emotions.keep(emotions.planned([cycle]))
    engine.remember(Draft(content="A day", source="diary", emotion={"valence": 0.5, "arousal": 0.2}, created_at=NOW))
    qtbot.waitUntil(lambda: page.table.rowCount() == 2)
    assert {(one.emotion, one.valence, one.arousal) for one in page.plot._points} == {
        ("fear", -0.85, 0.9),
        (MOOD, 0.5, 0.2),
    }
    assert [_cell(page, 0, column) for column in (1, 3, 4, 5, 6)] == ["fear", "-0.85", "0.90", "0.90", "words"]
    assert [_cell(page, 1, column) for column in (2, 3, 4, 5, 6)] == ["A day", "+0.50", "0.20", "Not known", "diary"]
    assert page.patterns.pages.currentIndex() == 1 and "1 so far" in page.patterns.empty.text.text()
    page.axes.setCurrentIndex(1)
    (first, _) = page.plot._points
    assert page.plot.place_of(first) == (NOW.timestamp(), 0.5), "over time"
    page.plot.chosen.emit(made.id)
    assert page.form.emotion.currentText() == "fear" and page.form.numbers["effectiveness"].text() == "Not known"
    page.form.numbers["valence"].setValue(-0.4)
    page.form.approach.setEditText("advice")
    page.form.save.click()
    qtbot.waitUntil(lambda: _cell(page, 0, 3) == "-0.40")
    event = emotions.get(made.id).payload
    assert event.given == {"assistant_approach": "user", "valence": "user"} and event.response.effectiveness is None
    qtbot.waitUntil(lambda: page.form._marks["valence"].text().endswith("*"))
    with qtbot.waitSignal(page.conversation_requested) as asked:
        page.form.to_turn.click()
    assert asked.args == [cycle.messages[0]]
    window.show_view("layers")
    page.form.emotion.setEditText("unknown")
    assert not page.form.numbers["valence"].isEnabled()
    page.form.save.click()
    qtbot.waitUntil(lambda: _cell(page, 0, 3) == "Not known")
    assert [one.emotion for one in page.plot._points] == [MOOD], "what is not known has no place in the plot"
    page.table.selectRow(0)
    page.form.retire.click()
    qtbot.waitUntil(lambda: page.table.rowCount() == 1)


def test_recording_and_patterns(page: EmotionsPage, engine: Engine, window: MainWindow, qtbot: QtBot) -> None:
    """C5.9 to C5.11, C5.14, C0.7: an event is recorded by hand; triggers, the usual mood and what helped of one user."""
    page.start_new()
    assert not page.form.save.isEnabled()
    page.form.words.setPlainText("I was <b>furious</b> with the plumber")
    page.form.topic.setText("plumber")
    page.form.save.click()
    qtbot.waitUntil(lambda: page.table.rowCount() == 1)
    assert _cell(page, 0, 1) == "anger" and page.form.words.toPlainText() == "I was <b>furious</b> with the plumber"
    for number in range(ENOUGH):
        engine.layers.emotions.record(
            "I'm worried about work",
            EmotionEdit(topic="work", assistant_approach="listening", effectiveness=0.9),
            at=NOW + timedelta(days=number),
        )
    qtbot.waitUntil(lambda: page.patterns.pages.currentIndex() == 0 and _row(page.patterns.triggers)[0] == "work")
    assert page.patterns.mood.text().startswith("Unpleasant (median valence -0.65; half of the events from")
    assert _row(page.patterns.triggers) == ["work", "5", "fear"]
    assert _row(page.patterns.support) == ["listening (helps)", "0.90 (measured 5 times)"]
    assert _cell(page, 0, 2) == "plumber"
    spots = [one.pos() for part in page.plot.items() if isinstance(part, ScatterPlotItem) for one in part.points()]
    assert len({(round(one.x(), 4), round(one.y(), 4)) for one in spots}) == ENOUGH + 1, "equal points stand apart"
    page.felt.setCurrentIndex(page.felt.findData("fear"))
    page.felt.activated.emit(page.felt.currentIndex())
    assert page.table.rowCount() == len(page.plot._points) == ENOUGH and page.number.text() == "5 of 6 events"
    page.finder.setText("plumb")
    assert page.table.rowCount() == 0
    page.felt.setCurrentIndex(0)
    page.finder.setText("plumb")
    page.felt.activated.emit(0)
    assert page.table.rowCount() == 1
    page.times.setCurrentIndex(1)
    page.finder.clear()
    assert page.table.rowCount() == 1, "the others are of long ago"
    page.times.setCurrentIndex(0)
    page.finder.setText("")
    page.times.activated.emit(0)
    engine.layers.emotions.record("I'm so happy", user="rui")
    qtbot.waitUntil(lambda: page.patterns.empty.title.text() == "Choose a user")
    page.show_user("rui")
    page.refresh()
    qtbot.waitUntil(lambda: page.table.rowCount() == 1 and _cell(page, 0, 1) == "joy")


def test_how_long_a_feeling_lasts_is_said_in_the_unit_that_fits() -> None:
    """C5.15: what lasts for seconds is not said to last for no minutes, nor hours in minutes."""
    said = [lasting(minutes) for minutes in (0.1, 1.2, 4.7, 119.0, 300.0)]
    assert said == [
        "lasts less than a minute",
        "lasts 1 minute",
        "lasts 5 minutes",
        "lasts 119 minutes",
        "lasts 5 hours",
    ]


@pytest.mark.long
def test_user_and_time_are_said_in_the_form(
    page: EmotionsPage, engine: Engine, window: MainWindow, qtbot: QtBot
) -> None:
    """C5.14, C5.17, C0.7: an event is recorded of the user and of the time that the form names, which are those of the
    only user and of now unless somebody says otherwise; both can be corrected."""
    emotions, form = engine.layers.emotions, page.form
    engine.conversations.record(CycleDraft(user_input="The train leaves at nine.", session_id="s", user_id="ana"))
    qtbot.waitUntil(lambda: set(page._state.users) == {"ana"})
    page.start_new()
    assert form.user.currentText() == "ana" and not form.unsaved
    form.words.setPlainText("I was furious with the plumber")
    form.save.click()
    qtbot.waitUntil(lambda: page.table.rowCount() == 1)
    (first,) = emotions.events()
    assert first.user_id == "ana" and abs(first.timestamp - emotions.now()) < timedelta(minutes=5)
    engine.conversations.record(CycleDraft(user_input="The bus leaves at ten.", session_id="t", user_id="ben"))
    qtbot.waitUntil(lambda: set(page._state.users) == {"ana", "ben"})
    page.start_new()
    assert form.user.currentText() == "" and [form.user.itemText(row) for row in range(2)] == ["ana", "ben"]
    form.words.setPlainText("I was so happy at the lake")
    form.user.setEditText("ben")
    form.at.show_moment(NOW)
    form.save.click()
    qtbot.waitUntil(lambda: page.table.rowCount() == 2)
    event = next(one for one in emotions.events() if one.id != first.id)
    assert (event.user_id, event.timestamp) == ("ben", NOW)
    qtbot.waitUntil(lambda: page._chosen == event.id and not form.save.isEnabled())
    assert (form.user.currentText(), form.at.moment()) == ("ben", NOW) and not form.unsaved
    form.user.setEditText("ana")
    form.at.show_moment(NOW + timedelta(hours=2))
    assert form.unsaved
    form.save.click()
    qtbot.waitUntil(lambda: emotions.get(event.id).user_id == "ana")
    assert emotions.get(event.id).memory.created_at == NOW + timedelta(hours=2)
    qtbot.waitUntil(lambda: not form.unsaved)
    window.undo()
    qtbot.waitUntil(lambda: "Undone: edit emotional event." in window.banners.texts())
    qtbot.waitUntil(lambda: form.user.currentText() == "ben" and form.at.moment() == NOW)
