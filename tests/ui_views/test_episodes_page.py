"""The page of episodes, and the preview of consolidation."""

from __future__ import annotations

import threading
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pyqtgraph as pg
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from memory_desktop.bridge.episode_commands import consolidate
from memory_desktop.core.conversation.cycles import CycleDraft
from memory_desktop.core.errors import InvalidCommandError
from memory_desktop.core.layers.episodes import FLAGS
from memory_desktop.core.memory.records import Draft
from memory_desktop.engine.engine import Engine
from memory_desktop.models.periods import periods, span
from memory_desktop.store.episodes import EpisodeFilter
from memory_desktop.ui.conversations.conversations_view import ConversationsView
from memory_desktop.ui.format import day_or_time
from memory_desktop.ui.layers.consolidation_dialog import ConsolidationDialog
from memory_desktop.ui.layers.episode_plot import EpisodePlot
from memory_desktop.ui.layers.episodes_page import EpisodesPage
from memory_desktop.ui.layers.layers_view import LayersView
from memory_desktop.ui.layers.overview_page import OverviewPage
from memory_desktop.ui.window.main_window import MainWindow
from tests.helpers import vault_at

_AT = datetime(2026, 3, 1, 9, tzinfo=UTC)
SAID = (
    ("I was really scared when the car hit us.", "Are you safe?"),
    ("I learned that figs fruit on old wood.", "True of the early crop."),
    ("We just got engaged in Porto!", "Congratulations!"),
    ("The train to Porto left at noon, <b>says</b> Mara.", "Good to know."),
)


@pytest.fixture
def engine(window: MainWindow) -> Engine:
    assert window.session is not None
    engine = window.session.engine
    for number, (asked, answered) in enumerate(SAID):
        at = _AT + timedelta(hours=15 * number)
        engine.conversations.record(CycleDraft(user_input=asked, final_response=answered, session_id="s", timestamp=at))
    return engine


def _view(window: MainWindow, title: str) -> LayersView:
    window.show_view("layers")
    view = window.views["layers"]
    assert isinstance(view, LayersView)
    view.set_query(title)
    return view


def _cells(page: EpisodesPage, column: int) -> list[str]:
    items = (page.list.topLevelItem(row) for row in range(page.list.topLevelItemCount()))
    return [item.text(column) for item in items if item is not None]


def test_the_timeline_draws_every_flag(qtbot: QtBot, tmp_path: Path) -> None:
    """C2.24: each flag of an episode has its mark at the episode's weight, the first filled, the others around it."""
    with vault_at(tmp_path / "v") as engine:
        episodes = engine.layers.episodes
        every = [episodes.store_episode(CycleDraft(user_input=said, timestamp=_AT)) for said in ("One.", "Two.")]
        wanted = {f"significance.{flag}": True for flag in FLAGS}
        every = [episodes.correct(every[0].id, wanted), every[1]]
    plot = EpisodePlot()
    qtbot.addWidget(plot)
    plot.show_episodes(every, "")
    groups = [one for one in plot.getPlotItem().items if isinstance(one, pg.ScatterPlotItem)]
    names = ["Breakthrough", "Emotional peak", "Learning", "Relationship", "No flag"]
    assert [one.name() for one in groups] == [text.text for _, text in plot.getPlotItem().legend.items] == names
    shown = [[(one.data(), one.pos().y(), one.size()) for one in group.points()] for group in groups]
    assert all(len(group) == 1 for group in shown)
    assert [group[0][:2] for group in shown] == [
        *[(every[0].id, every[0].payload.significance.score)] * len(FLAGS),
        (every[1].id, every[1].payload.significance.score),
    ]
    sizes = [group[0][2] for group in shown[: len(FLAGS)]]
    assert sizes == sorted(set(sizes)), "each around the one before"
    filled = [group.points()[0].brush().style() != Qt.BrushStyle.NoBrush for group in groups]
    assert filled == [True, False, False, False, True]
    with qtbot.waitSignal(plot.chosen) as chosen:
        groups[-2].sigClicked.emit(groups[-2], groups[-2].points(), None)
    assert chosen.args == [every[0].id]


@pytest.mark.long
def test_the_preview_leaves_out_and_the_page_shows_the_rest(window: MainWindow, engine: Engine, qtbot: QtBot) -> None:
    """C2.24, C7.6, C7.8: what would be made is listed by step and can be left out; the episodes made stand in the
    timeline and in an equal list, with their flags; one is filtered, shown in its conversation and corrected."""
    view = _view(window, "Overview")
    overview = view.page
    assert isinstance(overview, OverviewPage)
    qtbot.waitUntil(overview.fill.isEnabled)
    qtbot.waitUntil(lambda: overview.list.topLevelItemCount() == 6)
    names = [row.text(0) for n in range(overview.list.topLevelItemCount()) if (row := overview.list.topLevelItem(n))]
    assert names == ["Working", "Episodic", "Semantic", "Procedural", "Emotional", "Meta"]
    overview.consolidate()
    dialog = overview.findChild(ConsolidationDialog)
    assert dialog is not None
    qtbot.waitUntil(dialog.ok.isEnabled)
    groups = [dialog.lines.topLevelItem(row) for row in range(dialog.lines.topLevelItemCount())]
    assert groups[0] is not None and groups[0].text(0) == "Episodes (4)" and groups[0].isExpanded()
    first = groups[0].child(0)
    assert first is not None and first.text(1).startswith("“") and first.toolTip(2), "from what, and why uncut"
    train = next(one for one in map(groups[0].child, range(4)) if one is not None and "train" in one.text(0))
    train.setCheckState(0, Qt.CheckState.Unchecked)
    assert list(map(len, dialog.left_out().values())) == [1] and engine.layers.episodes.count() == 0
    dialog.accept()
    qtbot.waitUntil(lambda: engine.layers.episodes.count() == 3)
    view.set_query("Episodes")
    page = view.page
    assert isinstance(page, EpisodesPage)
    qtbot.waitUntil(lambda: page.list.topLevelItemCount() == 3)
    header = page.list.header()
    assert header.sectionSize(1) >= header.sectionSizeHint(1), "“Weight” is not cut"
    assert _cells(page, 4) == ["Relationship", "Learning", "Emotional peak"]
    assert [name.text for _, name in page.plot.getPlotItem().legend.items] == [
        "Emotional peak",
        "Learning",
        "Relationship",
    ]
    days = set(_cells(page, 0))
    assert len(days) == 2 and all(text == text[:10] and text[:4] == "2026" for text in days), "the date is enough"
    now = datetime(2026, 3, 3, 12, tzinfo=UTC).astimezone()
    assert day_or_time(now, now) == now.strftime("%H:%M") and day_or_time(now, now + timedelta(3)) == str(now.date())
    assert header.isSectionHidden(2) is not any(_cells(page, 2)), "a column with nothing in it is left out"
    page.flags.setCurrentIndex(page.flags.findData("emotional_peak"))
    page.refresh()
    qtbot.waitUntil(lambda: page.list.topLevelItemCount() == 1)
    qtbot.waitUntil(lambda: page.form.said.toPlainText().startswith("I was really scared"))
    with qtbot.waitSignal(page.conversation_requested) as shown:
        page.form.show_turn.click()
    (scared,) = engine.layers.episodes.list(limit=None)[-1:]
    assert shown.args == [scared.memory.id]
    window.show_view("layers")  # the conversation came to the front
    qtbot.waitUntil(lambda: page.form.said.toPlainText().startswith("I was really scared"))
    page.finder.setText("zeppelin")
    qtbot.waitUntil(lambda: page.nothing.isVisible())
    with qtbot.waitSignal(page.search_requested) as asked:
        next(one for one in page.nothing.findChildren(QPushButton) if one.text() == "Search by meaning").click()
    assert asked.args == ["layer:episodic zeppelin"]
    window.show_view("layers")
    page.nothing.action.click()
    qtbot.waitUntil(lambda: page.list.topLevelItemCount() == 3 and not page.nothing.isVisible())
    page.finder.setText("car SAFE")
    qtbot.waitUntil(lambda: page.list.topLevelItemCount() == 1)
    qtbot.waitUntil(lambda: page.form.said.toPlainText().startswith("I was really scared"))
    assert not page.form.save.isEnabled() and page.form.changes() == {}
    topic = page.form._fields["content.topic"]
    topic.setText("accident")  # type: ignore[attr-defined]
    topic.written.emit("accident")  # type: ignore[attr-defined]
    assert page.form.changes() == {"content.topic": "accident"}
    page.form.save.click()
    qtbot.waitUntil(lambda: engine.layers.episodes.get(scared.id).payload.corrected == ("content.topic",))
    qtbot.waitUntil(lambda: page.form.state.text() == "Read by rules, with corrections")
    state = page.form.state
    assert state.height() >= state.heightForWidth(state.width()), "it is not cut"


@pytest.mark.long
def test_an_empty_page_leads_to_the_preview(window: MainWindow, engine: Engine, qtbot: QtBot) -> None:
    """C2.24: with no episode the page says how they come, and leads to the preview; cancelled,
    that makes none."""
    view = _view(window, "Episodes")
    page = view.page
    assert isinstance(page, EpisodesPage)
    qtbot.waitUntil(lambda: page.pages.currentIndex() == 1)
    page.consolidate()
    dialog = page.findChild(ConsolidationDialog)
    assert dialog is not None
    qtbot.waitUntil(dialog.ok.isEnabled)
    runs = engine.layers.consolidation
    list(runs.job(""))
    assert engine.layers.episodes.count() == 0 and not runs.put_off(), "the background waits while it is open"
    dialog.reject()
    assert engine.layers.episodes.count() == 0 and runs.put_off() == ("",), "and is asked for again"


@pytest.mark.long
def test_the_preview_is_of_all_users_where_all_are_shown(window: MainWindow, engine: Engine, qtbot: QtBot) -> None:
    """C7.6, C7.8: where all users are shown, the layers are filled for each of them, what is left out is one user's,
    and one undo takes all of it back; where one is chosen, for this one alone."""
    draft = CycleDraft(user_input="I learned that plums fruit early.", session_id="b", user_id="bob", timestamp=_AT)
    engine.conversations.record(draft)
    page = _view(window, "Overview").page
    assert isinstance(page, OverviewPage)
    qtbot.waitUntil(page.fill.isEnabled)
    rows = page.list
    qtbot.waitUntil(lambda: rows.topLevelItemCount() == 6)
    everybodys = [rows.topLevelItem(row).text(1) for row in range(6)]
    page.show_user("bob")
    page.refresh()
    qtbot.waitUntil(lambda: [rows.topLevelItem(row).text(1) for row in range(6)] != everybodys)
    assert [rows.topLevelItem(row).text(1) for row in range(1, 3)] == ["1", "0"]
    with qtbot.waitSignal(page.filter_requested) as asked:
        rows.itemActivated.emit(rows.topLevelItem(1), 0)
    assert asked.args == ["layer:episodic user:bob"]
    page.consolidate()
    alone = page.findChild(ConsolidationDialog)
    assert alone is not None
    qtbot.waitUntil(alone.ok.isEnabled)
    assert list(alone.left_out()) == ["bob"]
    alone.reject()
    alone.setParent(None)
    page.user = None
    page.consolidate()
    dialog = page.findChild(ConsolidationDialog)
    assert dialog is not None
    qtbot.waitUntil(dialog.ok.isEnabled)
    groups = [row for n in range(dialog.lines.topLevelItemCount()) if (row := dialog.lines.topLevelItem(n))]
    titles = [row.text(0) for row in groups]
    assert "Episodes, no user named (4)" in titles and "Episodes, bob (1)" in titles
    assert all(row.isFirstColumnSpanned() for row in groups)  # so that no title is cut
    others = groups[titles.index("Episodes, no user named (4)")].child(0)
    assert others is not None
    others.setCheckState(0, Qt.CheckState.Unchecked)
    assert {user: len(keys) for user, keys in dialog.left_out().items()} == {"": 1, "bob": 0}
    assert window.session is not None
    commands = window.session.commands
    with qtbot.waitSignal(commands.done) as filled:
        dialog.accept()
    assert engine.layers.episodes.count() == 4
    with qtbot.waitSignal(commands.done):
        commands.undo(filled.args[0].commands)
    assert engine.layers.episodes.count() == 0


@pytest.mark.long
def test_the_preview_shows_what_is_left_to_do(window: MainWindow, engine: Engine, qtbot: QtBot) -> None:
    """C7.6: a run that makes some of the preview meanwhile takes its lines away; what was left out stays so, and where
    nothing is left, nothing can be filled."""
    draft = CycleDraft(user_input="I learned that plums fruit early.", session_id="b", user_id="bob", timestamp=_AT)
    engine.conversations.record(draft)
    page = _view(window, "Overview").page
    qtbot.waitUntil(page.fill.isEnabled)
    page.consolidate()
    dialog = page.findChild(ConsolidationDialog)
    assert dialog is not None
    qtbot.waitUntil(dialog.ok.isEnabled)
    refused = dialog._lines()[0]
    assert refused.text(1) and list(dialog.left_out()) == ["", "bob"]
    refused.setCheckState(0, Qt.CheckState.Unchecked)
    kept = dialog.left_out()[""]
    assert len(kept) == 1
    engine.layers.consolidation.run("bob")
    qtbot.waitUntil(lambda: dialog.left_out() == {"": kept})
    assert dialog.ok.isEnabled()
    engine.layers.consolidation.run()
    qtbot.waitUntil(lambda: not dialog.ok.isEnabled())
    assert dialog.left_out() == {}
    dialog.reject()


@pytest.mark.long
def test_the_preview_waits_for_the_run_of_somebody_else(window: MainWindow, engine: Engine, qtbot: QtBot) -> None:
    """C7.8, issue 11: where an agent's run is under way, the preview says whose and waits; what is left is shown once
    that has ended, with what was left out before, and a run that is asked for meanwhile says who is in its way."""
    runs = engine.layers.consolidation
    page = _view(window, "Overview").page
    qtbot.waitUntil(page.fill.isEnabled)
    page.consolidate()
    dialog = page.findChild(ConsolidationDialog)
    assert dialog is not None
    qtbot.waitUntil(dialog.ok.isEnabled)
    going = runs.carry_out("", actor="agent:claude")
    next(going)
    qtbot.waitUntil(lambda: not dialog.ok.isEnabled())
    told = dialog._told.text()
    assert told.startswith("A run of claude is filling the layers just now, ") and "once it has ended" in told
    with pytest.raises(InvalidCommandError, match="by claude"):
        runs.run()
    draft = CycleDraft(user_input="I learned that plums fruit early.", session_id="b", user_id="bob", timestamp=_AT)
    engine.conversations.record(draft)
    list(going)
    qtbot.waitUntil(dialog.ok.isEnabled)
    assert list(dialog.left_out()) == ["bob"]
    dialog.reject()
    assert runs.under_way() is None


def _job(talks: ConversationsView, *columns: int) -> list[str]:
    item = talks.jobs.jobs.topLevelItem(0)
    return [item.text(column) for column in columns] if item is not None else []


@pytest.mark.long
def test_filling_says_how_far_it_is_and_can_be_stopped(
    window: MainWindow, engine: Engine, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """C7.7, B9.7: while the layers are filled, the line over the banners counts what is made and has Stop, and
    Background work lists the job; stopped, what is made stays, is said, and Undo takes it back; other commands do not
    wait for it."""
    gate, noted = threading.Event(), type(engine.layers.episodes).note

    def note(*args: Any) -> Any:
        made = noted(*args)
        assert gate.wait(30)
        return made

    monkeypatch.setattr(type(engine.layers.episodes), "note", note)
    session = window.session
    assert session is not None
    ended: list[int] = []
    consolidate(session.commands, {"": []}, lambda: ended.append(1), 9)
    qtbot.waitUntil(window.task.isVisible)
    qtbot.waitUntil(lambda: engine.layers.episodes.count() == 4)
    talks = window.views["conversations"]
    assert isinstance(talks, ConversationsView)
    window.show_view("conversations")
    jobs = talks.jobs
    talks.tabs.setCurrentWidget(jobs)
    qtbot.waitUntil(lambda: jobs.jobs.topLevelItemCount() == 1)
    assert _job(talks, 0, 2) == ["Fill the layers", "Running"]
    with qtbot.waitSignal(session.commands.done) as told:
        session.commands.remember(Draft(content="Meanwhile I fed the cat."))
    assert told.args[0].text.startswith("Remembered") and not ended
    assert window.task.stop.isVisible() and window.task.isVisible()
    jobs.jobs.setFocus()
    window.task.stop.setFocus()
    qtbot.keyClick(window.task.stop, Qt.Key.Key_Space)
    assert jobs.jobs.hasFocus(), "the focus goes back to where it was in the view, and not to the status bar"
    with qtbot.waitSignal(session.commands.done) as told:
        gate.set()
    assert told.args[0].text == "Stopped. Made so far: 4 episodes." and told.args[0].undoable and ended == [1]
    qtbot.waitUntil(window.task.isHidden)
    qtbot.waitUntil(lambda: _job(talks, 2, 3) == ["Cancelled", "4 of 9"])
    jobs.jobs.setCurrentItem(jobs.jobs.topLevelItem(0))
    assert not jobs.again.isEnabled() and not jobs.cancel.isEnabled()
    with qtbot.waitSignal(session.commands.done):
        session.commands.undo(told.args[0].commands)
    assert engine.layers.episodes.count() == 0


@pytest.mark.long
def test_episodes_are_found_by_time_and_say_why_they_matter(window: MainWindow, qtbot: QtBot) -> None:
    """C2.24, C2.11: the years and months in which episodes happened can be chosen, in the list and in the timeline;
    the form says what a significance is made of, and the list shows it in a window of 1280 pixels, inspector and all."""
    assert window.session is not None
    layer = window.session.engine.layers.episodes
    for year, month, said in (
        (2023, 12, "The train left at noon."),
        (2024, 1, "We just got engaged!"),
        (2024, 5, "Figs."),
    ):
        at = datetime(year, month, 15, 12, tzinfo=UTC)
        layer.store_episode(CycleDraft(user_input=said, final_response="Good.", session_id=f"{month}", timestamp=at))
    page = _view(window, "Episodes").page
    assert isinstance(page, EpisodesPage)
    qtbot.waitUntil(lambda: page.list.topLevelItemCount() == 3)
    names = [page.times.itemText(row) for row in range(page.times.count())]
    assert names == [
        *("Any time", "Last 7 days", "Last 30 days"),
        *("2024", "2024-05", "2024-01", "2023", "2023-12"),
    ]
    for name, dates in (
        ("2024", ["2024-05-15", "2024-01-15"]),
        ("2023-12", ["2023-12-15"]),
        ("2024-01", ["2024-01-15"]),
    ):
        page.times.setCurrentIndex(names.index(name))
        page.times.activated.emit(names.index(name))
        qtbot.waitUntil(lambda dates=dates: _cells(page, 0) == dates)  # type: ignore[misc]
        assert page.times.currentText() == name and len(page.plot._shown) == len(dates)
    (engaged,) = layer.list(EpisodeFilter(topic="", flag="relationship_event"))
    assert page.form.why.text() == "Made of 0.16 for its salience + 0.15 for “Relationship”"
    assert round(engaged.payload.significance.score, 2) == 0.31, "half of what the board gives such a message"
    layer.correct(engaged.id, {"significance.score": 0.9})
    qtbot.waitUntil(lambda: page.form.why.text() == "Set by hand")
    page.times.setCurrentIndex(1)
    page.times.activated.emit(1)
    qtbot.waitUntil(page.nothing.isVisible)
    page.nothing.action.click()
    qtbot.waitUntil(lambda: page.list.topLevelItemCount() == 3 and page.times.currentText() == "Any time")
    page.list.setCurrentItem(page.list.topLevelItem(1))
    window.resize(1280, 800)
    qtbot.waitUntil(window.inspector.isVisible)
    qtbot.waitUntil(lambda: not page.list.header().isSectionHidden(1))


def test_periods_are_those_of_the_users_zone() -> None:
    """C2.11: a year and a month end where the next one begins, and what happened at the ends of time is at any time."""
    now = datetime(2026, 3, 1, 9, tzinfo=UTC)
    assert span("", now) == (None, None) and span("7d", now) == (now - timedelta(days=7), None)
    begin, end = span("2024-12", now)
    assert begin == datetime(2024, 12, 1).astimezone() and end == datetime(2025, 1, 1).astimezone()
    assert span("2024", now) == (datetime(2024, 1, 1).astimezone(), end)
    assert span("2024-2", now)[1] == datetime(2024, 3, 1).astimezone()
    ends = [datetime(1, 1, 1, tzinfo=UTC), datetime(9999, 12, 31, 23, tzinfo=UTC)]
    assert [key for key, _ in periods(ends)] == ["", "7d", "30d"]
    assert [key for key, _ in periods([now])] == ["", "7d", "30d", "2026", "2026-3"]


def test_delete_forgets_the_chosen_episode(window: MainWindow, engine: Engine, qtbot: QtBot) -> None:
    """C2.22, F11: Delete on a row forgets its turn, and the banner takes that back."""
    engine.layers.consolidation.run()
    page = _view(window, "Episodes").page
    assert isinstance(page, EpisodesPage)
    qtbot.waitUntil(lambda: page.list.topLevelItemCount() == len(SAID))
    page.list.setCurrentItem(page.list.topLevelItem(1))
    page.list.setFocus()
    qtbot.keyClick(page.list, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: page.list.topLevelItemCount() == len(SAID) - 1)
    assert window.banners.texts()[-1].startswith("Forgot “We just got engaged in Porto!”")
    window.undo()
    qtbot.waitUntil(lambda: page.list.topLevelItemCount() == len(SAID))
