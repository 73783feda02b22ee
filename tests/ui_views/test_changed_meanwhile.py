"""Forms whose thing is changed by somebody else while a person types: nothing of either is lost unasked."""

from __future__ import annotations

import msgspec
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from memory_desktop.core.conversation.cycles import CycleDraft
from memory_desktop.core.conversation.skills import Skill
from memory_desktop.core.errors import ChangedMeanwhileError
from memory_desktop.core.layers.concepts import ConceptData, ConceptEdit, Personal, fields_of
from memory_desktop.core.layers.emotional import EmotionEdit
from memory_desktop.core.layers.procedures import Procedure, Step, version_of
from memory_desktop.core.meanwhile import both
from memory_desktop.engine.engine import Engine
from memory_desktop.ui.conversations.conversations_view import ConversationsView
from memory_desktop.ui.layers.concepts_page import ConceptsPage
from memory_desktop.ui.layers.emotions_page import EmotionsPage
from memory_desktop.ui.layers.episodes_page import EpisodesPage
from memory_desktop.ui.layers.layers_view import LayersView
from memory_desktop.ui.layers.page import LayerPage
from memory_desktop.ui.layers.procedures_page import ProceduresPage
from memory_desktop.ui.layers.working_page import WorkingPage
from memory_desktop.ui.window.main_window import MainWindow
from tests.ui_views.questions import answer


def _page(window: MainWindow, title: str) -> LayerPage:
    window.show_view("layers")
    view = window.views["layers"]
    assert isinstance(view, LayersView)
    view.set_query(title)
    return view.page


def test_a_board(window: MainWindow, engine: Engine, qtbot: QtBot) -> None:
    """C1.24: what a turn puts into a list while a person types in it is kept or given up only when they say so, and
    what it puts elsewhere stays."""
    page = _page(window, "Working")
    assert isinstance(page, WorkingPage)
    working, form = engine.layers.working, page.form
    working.set_fields({"open_questions": ["When do we leave?"]}, thread="t")
    questions = form.fields["open_questions"]
    qtbot.waitUntil(lambda: questions.entries() == ["When do we leave?"])  # type: ignore[union-attr]

    def type_and_save(mine: str, theirs: str) -> None:
        qtbot.waitUntil(lambda: not form.changes())
        before = questions.entries()  # type: ignore[union-attr]
        questions.setPlainText("\n".join([*before, mine]))  # type: ignore[union-attr]
        working.set_fields(
            {"current_goal": f"goal of {theirs}"}, add=[("open_questions", theirs)], thread="t", actor="agent:x"
        )
        qtbot.waitUntil(lambda: form.state.text() == "Changed meanwhile")
        form.save.click()

    def kept() -> list[str]:
        return list(working.board("", "t").board.state.open_questions)

    type_and_save("Who drives?", "What about the database?")
    assert "What about the database?" in answer(qtbot, form, "Keep both")
    qtbot.waitUntil(lambda: kept() == ["When do we leave?", "What about the database?", "Who drives?"])
    assert working.window("", "t").current_goal == "goal of What about the database?"
    type_and_save("Mine", "Theirs")
    answer(qtbot, form, "Take theirs")
    qtbot.waitUntil(lambda: kept()[-1] == "Theirs" and not form.changes())
    assert "Mine" not in kept()
    type_and_save("Own", "Others")
    answer(qtbot, form, "Keep mine")
    qtbot.waitUntil(lambda: kept()[-1] == "Own")
    assert "Others" not in kept()
    with pytest.raises(ChangedMeanwhileError, match="current_goal"):
        working.set_fields({"current_goal": "new"}, seen={"current_goal": "never"}, thread="t")


def test_a_concept_and_what_is_made_of_it(window: MainWindow, engine: Engine, qtbot: QtBot) -> None:
    """C3.22, C3.10: a fact that an agent adds stays when a person saves the definition; the same field asks; and so for an
    understanding. Ctrl+Return saves."""
    page, concepts = _page(window, "Concepts"), engine.layers.concepts
    assert isinstance(page, ConceptsPage)
    form = page.form
    made = concepts.create(ConceptData(name="Miso", facts=("Miso is a cat",)))
    assert made is not None
    qtbot.waitUntil(lambda: form.name.text() == "Miso")
    page.tabs.setCurrentWidget(form)
    form.definition.setFocus()
    form.definition.setText("the cat of Mara")
    concepts.edit(made.id, ConceptEdit(facts=("Miso is a cat", "Miso hates water")))
    qtbot.waitUntil(lambda: form.facts.entries() == ["Miso is a cat", "Miso hates water"])
    assert form.state.text() == "Not saved yet"
    qtbot.keyClick(form.definition, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: concepts.get(made.id).payload.definition == "the cat of Mara")
    assert concepts.get(made.id).payload.knowledge.facts == ("Miso is a cat", "Miso hates water")
    qtbot.waitUntil(lambda: not form.changed)
    form.definition.setText("mine")
    concepts.edit(made.id, ConceptEdit(definition="theirs"))
    qtbot.waitUntil(lambda: form.state.text() == "Changed meanwhile")
    form.save.click()
    assert answer(qtbot, form, "Keep mine") == "Definition\nYours: mine\nTheirs: theirs"
    qtbot.waitUntil(lambda: concepts.get(made.id).payload.definition == "mine")
    personal = page.personal
    personal.mastery.setValue(0.5)
    concepts.understand(made.id, "", Personal(personal_relevance=0.9))
    qtbot.waitUntil(lambda: personal.relevance.value() == 0.9)
    personal.save.click()
    both_of = Personal(personal_relevance=0.9, mastery_level=0.5)
    qtbot.waitUntil(lambda: concepts.get(made.id).payload.user_specific.get("") == both_of)
    seen = {**fields_of(concepts.get(made.id).payload), "definition": "never"}
    with pytest.raises(ChangedMeanwhileError, match=r"Miso”.*definition"):
        concepts.edit(made.id, ConceptEdit(definition="new"), seen=seen)


def test_a_procedure(window: MainWindow, engine: Engine, qtbot: QtBot) -> None:
    """C4.15: a safety check that an agent adds while the form is open stays when a person saves another field; steps
    that both changed are asked about."""
    page, library = _page(window, "Procedures"), engine.layers.procedures
    assert isinstance(page, ProceduresPage)
    form = page.form
    made = library.create(Procedure(name="Calm", type="Conversation", steps=(Step(description="Listen"),)))
    assert made is not None
    change = msgspec.structs.replace
    qtbot.waitUntil(lambda: page.list.count() == 1)
    page.card.edit_button.click()
    form.limits.setPlainText("Be kind")
    library.edit(made.id, change(made.payload, safety_checks=("A manager is informed",)))
    qtbot.waitUntil(lambda: form.checks.entries() == ["A manager is informed"])
    qtbot.keyClick(form.limits, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: page.stack.currentIndex() == 0 and "Be kind" in library.get(made.id).memory.content)
    now = library.get(made.id)
    assert now.payload.safety_checks == ("A manager is informed",)
    page.card.edit_button.click()
    form.description.setText("Listen well")
    theirs = tuple(change(one, description="Hear them") for one in now.payload.steps)
    library.edit(made.id, change(now.payload, steps=theirs))
    qtbot.waitUntil(lambda: bool(form.draft.clashes({**form.draft.seen, "steps": ()})))
    form.save_button.click()
    told = answer(qtbot, form, "Take theirs")
    assert told.startswith("Steps\nYours: Listen well\nTheirs: Hear them")
    assert [one.description for one in library.get(made.id).payload.steps] == ["Hear them"]
    assert form.description.text() == "Hear them"
    with pytest.raises(ChangedMeanwhileError, match="version"):
        library.edit(made.id, now.payload, version=version_of(now.payload))


@pytest.mark.long
def test_an_episode_and_an_emotion(window: MainWindow, engine: Engine, qtbot: QtBot) -> None:
    """C2.22, C5.15: a field that somebody else corrects meanwhile stays; the same field is asked about."""
    turn = engine.conversations.record(CycleDraft(user_input="The boat leaks, help!", session_id="s"))[0]
    engine.layers.consolidation.run()
    episodes = engine.layers.episodes
    page = _page(window, "Episodes")
    assert isinstance(page, EpisodesPage)
    qtbot.waitUntil(lambda: page.list.topLevelItemCount() == 1)
    goal, topic = (page.form._fields[name] for name in ("context.goal_identified", "content.topic"))

    def enter(field: QWidget, text: str) -> None:
        field.selectAll()  # type: ignore[attr-defined]
        qtbot.keyClicks(field, text)

    enter(goal, "a dry boat")
    episodes.correct(turn.cycle_id, {"content.topic": "the boat"}, seen=None)
    qtbot.waitUntil(lambda: topic.text() == "the boat")  # type: ignore[attr-defined]
    page.form.save.click()
    qtbot.waitUntil(lambda: episodes.get(turn.cycle_id).payload.context.goal_identified == "a dry boat")
    assert episodes.get(turn.cycle_id).payload.content.topic == "the boat"
    qtbot.waitUntil(lambda: not page.form.changes())
    enter(goal, "mine")
    episodes.correct(turn.cycle_id, {"context.goal_identified": "theirs"})
    qtbot.waitUntil(lambda: page.form.state.text() == "Changed meanwhile")
    page.form.save.click()
    assert "Theirs: theirs" in answer(qtbot, page.form, "Keep mine")
    qtbot.waitUntil(lambda: episodes.get(turn.cycle_id).payload.context.goal_identified == "mine")

    emotions = engine.layers.emotions
    made = emotions.record("I was terrified of the leak")
    assert made is not None
    felt = _page(window, "Emotions")
    assert isinstance(felt, EmotionsPage)
    qtbot.waitUntil(lambda: made.id in felt._ids)
    felt.choose(made.id)
    form = felt.form
    form.feedback.setText("That helped")
    emotions.correct(made.id, EmotionEdit(topic="leak"))
    qtbot.waitUntil(lambda: form.topic.text() == "leak")
    form.save.click()
    qtbot.waitUntil(lambda: emotions.get(made.id).payload.response.user_feedback == "That helped")
    assert emotions.get(made.id).payload.trigger.topic == "leak"
    qtbot.waitUntil(lambda: not form.changed)
    form.topic.setText("mine")
    emotions.correct(made.id, EmotionEdit(topic="theirs"))
    qtbot.waitUntil(lambda: form.state.text() == "Changed meanwhile")
    form.save.click()
    answer(qtbot, form, "Take theirs")
    assert form.topic.text() == "theirs" and emotions.get(made.id).payload.trigger.topic == "theirs"


def test_a_skill(window: MainWindow, engine: Engine, qtbot: QtBot) -> None:
    """E14: what an agent changes in a skill while a person edits it stays; the same field is asked about."""
    skills = engine.conversations.skills
    made = skills.create(Skill("listening", "Hears what is meant", "Listen."))
    window.show_view("conversations")
    view = window.views["conversations"]
    assert isinstance(view, ConversationsView)
    view.set_query("skills")
    tab = view.skills
    tab.refresh()
    qtbot.waitUntil(lambda: tab.name.text() == "listening")
    tab.prompt.setPlainText("Listen well.")
    skills.edit(made.id, Skill("listening", "Hears them", "Listen."))
    tab.refresh()
    qtbot.waitUntil(lambda: tab.purpose.text() == "Hears them")
    assert tab.state.text() == "Not saved yet"
    tab.save.click()
    qtbot.waitUntil(lambda: skills.get("listening").prompt == "Listen well.")
    assert skills.get("listening").description == "Hears them"


def test_labels_of_a_memory(window: MainWindow, engine: Engine, qtbot: QtBot) -> None:
    """A9: tags and a kind that somebody else gives a memory while its dialog is open stay when its text is saved; a
    text that was changed meanwhile is not overwritten."""
    assert window.session is not None
    commands = window.session.commands
    seen = engine.remember("The boat is blue", kind="fact", tags=["boat"]).memory
    engine.update([seen.id], add_tags=["harbour"], kind="note")
    with qtbot.waitSignal(commands.done):
        commands.edit(seen, "The boat is green", kind="fact", layer="semantic", tags=["boat", "paint"])
    now = engine.current(seen.id)
    assert now is not None and (now.content, now.kind) == ("The boat is green", "note")
    assert now.tags == ("boat", "harbour", "paint")
    with qtbot.waitSignal(commands.failed):
        commands.edit(seen, "The boat is red", kind="fact", layer="semantic", tags=["boat"])
    assert engine.current(seen.id) == now


def test_lists_that_two_have_changed() -> None:
    """C0.7: of a list both additions are kept, and what either took out is gone, whoever was first."""
    assert both(["a", "b"], ["a", "c"], ["b", "a", "d"]) == ["a", "d", "c"]
    assert both([], ["x"], ["x"]) == ["x"]
