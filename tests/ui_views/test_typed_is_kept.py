"""What somebody has typed in a form is not lost when another thing is chosen before it was saved."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from memory_desktop.core.conversation.cycles import CycleDraft
from memory_desktop.core.conversation.skills import Skill
from memory_desktop.core.layers.concepts import ConceptData, ConceptEdit
from memory_desktop.core.layers.procedures import Procedure, Step
from memory_desktop.engine.engine import Engine
from memory_desktop.ui.conversations.conversations_view import ConversationsView
from memory_desktop.ui.layers.concepts_page import ConceptsPage
from memory_desktop.ui.layers.emotions_page import EmotionsPage
from memory_desktop.ui.layers.episodes_page import EpisodesPage
from memory_desktop.ui.layers.layers_view import LayersView
from memory_desktop.ui.layers.procedures_page import ProceduresPage
from memory_desktop.ui.layers.working_page import WorkingPage
from memory_desktop.ui.window.main_window import MainWindow
from tests.ui_views.questions import answer


def _page(window: MainWindow, title: str) -> Any:
    window.show_view("layers")
    view = window.views["layers"]
    assert isinstance(view, LayersView)
    view.set_query(title)
    return view.page


def test_of_a_concept(window: MainWindow, engine: Engine, qtbot: QtBot) -> None:
    """C3.22, C3.10: what was typed for a concept, a user's understanding of it or a new one comes back with it, beside what
    others changed meanwhile; a pen marks its row until it is saved."""
    concepts = engine.layers.concepts
    first, second = (concepts.create(ConceptData(name=name)) for name in ("Ada", "Bo"))
    assert first is not None and second is not None
    page = _page(window, "Concepts")
    assert isinstance(page, ConceptsPage)
    form, rows = page.form, page.list
    qtbot.waitUntil(lambda: form.name.text() == "Ada")

    def choose(row: int, name: str) -> None:
        rows.setCurrentItem(rows.topLevelItem(row))
        qtbot.waitUntil(lambda: form.name.text() == name)

    def marked() -> list[bool]:
        every = [rows.topLevelItem(row) for row in range(rows.topLevelItemCount())]
        return [not one.icon(0).isNull() for one in every if one is not None]

    form.facts.setPlainText("Ada writes")
    page.personal.mastery.setValue(0.5)
    choose(1, "Bo")
    assert not form.changed and not page.personal.changed and marked() == [True, False]
    page.start_new()
    form.name.setText("Cleo")
    concepts.edit(first.id, ConceptEdit(definition="a programmer"))
    qtbot.waitUntil(lambda: any(one.payload.definition for one in page._state.entries))
    choose(0, "Ada")
    assert (form.facts.entries(), form.definition.text()) == (["Ada writes"], "a programmer")
    assert form.state.text() == "Not saved yet" and page.personal.mastery.value() == 0.5
    form.save.click()
    qtbot.waitUntil(lambda: concepts.get(first.id).payload.knowledge.facts == ("Ada writes",))
    qtbot.waitUntil(lambda: not form.changed)
    choose(1, "Bo")
    assert marked() == [False, False]
    page.start_new()
    assert form.name.text() == "Cleo"
    form.save.click()
    qtbot.waitUntil(lambda: page.heading.text() == "Cleo")
    page.start_new()
    assert not form.changed, "what was saved is not offered again"
    form.name.setText("Dan")
    page.close_session()
    assert not form.changed and not page.personal.changed


@pytest.mark.long
def test_of_an_episode_and_an_emotion(window: MainWindow, engine: Engine, qtbot: QtBot) -> None:
    """C2.22, C5.15: a correction that was begun comes back with its episode or event, as do the words of a new one."""
    for text in ("The boat leaks, help!", "We painted the shed."):
        engine.conversations.record(CycleDraft(user_input=text, session_id="s"))
    engine.layers.consolidation.run()
    page = _page(window, "Episodes")
    assert isinstance(page, EpisodesPage)
    qtbot.waitUntil(lambda: page.list.topLevelItemCount() == 2)
    topic = page.form._fields["content.topic"]
    before = topic.text()  # type: ignore[attr-defined]
    topic.selectAll()  # type: ignore[attr-defined]
    qtbot.keyClicks(topic, "mine")
    now, other = page._chosen, next(one.id for one in page._state.episodes if one.id != page._chosen)
    page.choose(other)
    assert not page.form.changes()
    assert sorted(not one.icon(5).isNull() for one in page._items()) == [False, True]
    page.choose(now)
    assert topic.text() == "mine" != before and page.form.state.text() == "Not saved yet"  # type: ignore[attr-defined]

    emotions = engine.layers.emotions
    made = [emotions.record(text) for text in ("I was terrified of the leak", "I am so happy today")]
    felt = _page(window, "Emotions")
    assert isinstance(felt, EmotionsPage)
    ids = [one.id for one in made if one is not None]
    qtbot.waitUntil(lambda: set(ids) <= set(felt._ids))
    felt.choose(ids[0])
    felt.form.feedback.setText("That helped")
    felt.choose(ids[1])
    assert felt.form.feedback.text() == "" and not felt.form.changed
    felt.start_new()
    felt.form.words.setPlainText("I feel proud of us")
    felt.choose(ids[0])
    assert felt.form.feedback.text() == "That helped" and felt.form.state.text() == "Not saved yet"
    felt.start_new()
    assert felt.form.text() == "I feel proud of us"
    felt.form.save.click()
    qtbot.waitUntil(lambda: not felt._making)
    felt.start_new()
    assert felt.form.text() == "", "what was saved is not offered again"


def test_of_a_procedure(window: MainWindow, engine: Engine, qtbot: QtBot) -> None:
    """C4.15: another procedure, or a new one, is shown when they agree to lose what they typed, and at once where they
    only looked."""
    library = engine.layers.procedures
    for name in ("Calm", "Explain"):
        library.create(Procedure(name=name, type="Conversation", steps=(Step(description="Listen"),) * 2))
    page = _page(window, "Procedures")
    assert isinstance(page, ProceduresPage)
    qtbot.waitUntil(lambda: page.list.count() == 2)
    page.card.edit_button.click()
    page.form.steps.setCurrentRow(1)
    assert not page.form.changed
    page.list.setCurrentRow(1)
    assert page.stack.currentIndex() == 0 and not page.findChildren(QMessageBox)
    page.card.edit_button.click()
    page.form.conditions.setPlainText("not a condition")
    page.list.setCurrentRow(0)
    answer(qtbot, page, "Keep editing")
    assert (page.list.currentRow(), page.form.conditions.entries()) == (1, ["not a condition"])
    qtbot.waitUntil(lambda: not page.findChildren(QMessageBox))
    page.list.setCurrentRow(0)
    answer(qtbot, page, "Discard")
    assert (page.list.currentRow(), page.stack.currentIndex()) == (0, 0)


def test_of_a_skill_and_a_board(window: MainWindow, engine: Engine, qtbot: QtBot) -> None:
    """E14, C1.24: what was typed for a skill or a board comes back with it."""
    skills, working = engine.conversations.skills, engine.layers.working
    for name in ("listening", "sailing"):
        skills.create(Skill(name, "Hears what is meant", "Listen."))
    window.show_view("conversations")
    view = window.views["conversations"]
    assert isinstance(view, ConversationsView)
    view.set_query("skills")
    tab = view.skills
    tab.refresh()
    qtbot.waitUntil(lambda: tab.name.text() == "listening")
    tab.prompt.setPlainText("Listen well.")
    tab.list.setCurrentRow(1)
    assert tab.prompt.toPlainText() == "Listen." and not tab.list.item(0).icon().isNull()
    tab.start_new()
    tab.name.setText("rowing")
    tab.list.setCurrentRow(0)
    assert tab.prompt.toPlainText() == "Listen well." and tab.state.text() == "Not saved yet"
    tab.start_new()
    assert tab.name.text() == "rowing"

    for thread in ("a", "b"):
        working.set_fields({"current_goal": f"goal of {thread}"}, thread=thread)
    page = _page(window, "Working")
    assert isinstance(page, WorkingPage)
    form = page.form
    qtbot.waitUntil(lambda: page.boards.count() == 2 and form.draft.thing.thread != "")
    goal, now = form.fields["current_goal"], page.boards.currentIndex()
    goal.setText("mine")  # type: ignore[attr-defined]
    for number in (1 - now, now):
        thread = form.draft.thing.thread
        page.boards.setCurrentIndex(number)
        page.boards.activated.emit(number)
        qtbot.waitUntil(lambda thread=thread: form.draft.thing.thread != thread)  # type: ignore[misc]
        assert bool(form.changes()) == (number == now)
    assert goal.text() == "mine"  # type: ignore[attr-defined]


def _skill(window: MainWindow, qtbot: QtBot) -> str:
    window.show_view("conversations")
    view = window.views["conversations"]
    assert isinstance(view, ConversationsView)
    view.set_query("skills")
    qtbot.waitUntil(lambda: view.skills.new.isEnabled())
    view.skills.start_new()
    view.skills.name.setText("rowing")
    return "Skills"


def _user(window: MainWindow, qtbot: QtBot) -> str:
    assert window.session is not None
    turn = CycleDraft(cycle_id="c", session_id="s", user_id="ann", user_input="I row", final_response="Good.")
    window.session.engine.conversations.record(turn)
    window.show_view("conversations")
    view = window.views["conversations"]
    assert isinstance(view, ConversationsView)
    view.tabs.setCurrentWidget(view.users)
    view.users.refresh()
    qtbot.waitUntil(lambda: view.users.user() == "ann" and view.users.form.shown.user_id == "ann")
    view.users.form.words.setPlainText("secret")
    return "Users"


def _thought(window: MainWindow, qtbot: QtBot) -> str:
    page = _page(window, "Working")
    assert isinstance(page, WorkingPage)
    page.thought.setText("Ask about the boat")
    return "Working"


def _concept(window: MainWindow, qtbot: QtBot) -> str:
    page = _page(window, "Concepts")
    assert isinstance(page, ConceptsPage)
    qtbot.waitUntil(lambda: page.new.isEnabled())
    page.start_new()
    page.form.name.setText("Cleo")
    return "Concepts"


def _emotion(window: MainWindow, qtbot: QtBot) -> str:
    page = _page(window, "Emotions")
    assert isinstance(page, EmotionsPage)
    qtbot.waitUntil(lambda: page.new.isEnabled())
    page.start_new()
    page.form.words.setPlainText("I am glad")
    return "Emotions"


def _procedure(window: MainWindow, qtbot: QtBot) -> str:
    page = _page(window, "Procedures")
    assert isinstance(page, ProceduresPage)
    qtbot.waitUntil(lambda: page.new.isEnabled())
    page.start_new()
    page.form.description.setText("Listen")
    return "Procedures"


@pytest.mark.parametrize("type_something", [_skill, _user, _thought, _concept, _emotion, _procedure])
def test_closing_asks(window: MainWindow, qtbot: QtBot, tmp_path: Path, type_something: Any) -> None:
    """Fixed point (nothing is dropped unasked): who closes the window, or opens another vault, is asked about what is
    typed and not saved; whoever wants to go on is led there; the system's wish to end is not asked about."""
    place = type_something(window, qtbot)
    there = window.current_view
    window.show_view("history")
    window.close()
    assert window.isVisible() and window.session is not None
    box = next(one for one in window.findChildren(QMessageBox) if one.isVisible())
    assert box.text().endswith(f"not saved: {place}.")
    answer(qtbot, window, "Keep editing")
    assert window.current_view is there and there is not None and there.unsaved == (place,)
    qtbot.waitUntil(lambda: not window.findChildren(QMessageBox))
    before = window.session.engine.path
    window.controller.open(tmp_path / "other", create=True)
    with qtbot.waitSignal(window.controller.opened):
        answer(qtbot, window, "Discard")
    assert window.session.engine.path != before and there.unsaved == ()
    assert type_something(window, qtbot) == place
    assert there.unsaved == (place,)
    window.end()
    assert not window.isVisible()
