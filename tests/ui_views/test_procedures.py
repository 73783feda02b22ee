"""The page of procedures: made, changed, run step by step, and skills practised, in the window."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from memory_desktop import open_vault
from memory_desktop.core.conversation.skills import Skill
from memory_desktop.core.errors import InvalidCommandError
from memory_desktop.core.layers.conditions import Condition
from memory_desktop.core.layers.procedure_runs import Outcome, RunState
from memory_desktop.core.layers.procedures import Procedure, Step, Triggers
from memory_desktop.engine.engine import Engine
from memory_desktop.models.procedure_lines import (
    alternative_lines,
    alternatives_of,
    condition_lines,
    conditions_of,
    values_of,
)
from memory_desktop.ui.layers.layers_view import LayersView
from memory_desktop.ui.layers.procedures_page import ProceduresPage
from memory_desktop.ui.window.main_window import MainWindow
from tests.layers.test_procedure_rules import FULL
from tests.ui.conftest import OpenWindow


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    """A vault with one skill."""
    path = tmp_path / "ways"
    with open_vault(path, create=True, name="Ways") as engine:
        engine.conversations.skills.create(Skill("listening", "Hears what is meant", "Listen.", components=("calm",)))
    return path


def _page(window: MainWindow) -> ProceduresPage:
    view = window.views["layers"]
    assert isinstance(view, LayersView)
    window.show_view("layers")
    view.set_query("procedures")
    page = view.page
    assert isinstance(page, ProceduresPage)
    return page


@pytest.mark.long
def test_a_procedure_is_made_changed_and_run(open_window: OpenWindow, vault: Path, qtbot: QtBot) -> None:
    """C4.22, C4.15, C4.17: a procedure is made and changed in the form, shown as step cards, and run with reports."""
    window = open_window(vault)
    page, session = _page(window), window.session
    assert session is not None
    library = session.engine.layers.procedures
    qtbot.waitUntil(lambda: page.number.text() == "0 procedures")
    assert page.stack.currentIndex() == 3
    page.start_new()
    form = page.form
    form.save()
    assert form.hint.text() == "The name is missing"
    form.name.setText("Calm down" * 20)
    form.description.setText("Breathe")
    with qtbot.waitSignal(form.failed):
        form.save()
    (refused,) = window.banners.texts()
    form.name.setText("Calm down")
    form.conditions.setPlainText("mood equals upset")
    form.to_do.setPlainText("In\nOut")
    form.alternatives.setPlainText("Walk: around the block → fresh air")
    form.add_step.click()
    form.description.setText("Talk")
    form.up.click()
    assert [form.steps.item(row).text() for row in range(2)] == ["1.  Talk", "2.  Breathe"]
    form.down.click()
    form.checks.setPlainText("Nobody is hurt")
    form.save()
    qtbot.waitUntil(lambda: page.stack.currentIndex() == 0 and page.list.count() == 1)
    qtbot.waitUntil(lambda: any("Added the procedure" in text for text in window.banners.texts()))
    assert refused not in window.banners.texts(), "what was refused is mended"
    (one,) = library.list()
    first, second = one.payload.steps
    assert (first.description, second.description) == ("Breathe", "Talk")
    assert first.actions == ("In", "Out") and first.alternatives[0].expected_outcome == "fresh air"
    assert condition_lines(first.conditions) == ["mood equals upset"]
    page.card.edit_button.click()
    form.limits.setPlainText("Be kind")
    form.why.setText("Kinder")
    form.save()
    qtbot.waitUntil(lambda: page.stack.currentIndex() == 0)
    qtbot.waitUntil(lambda: "Be kind" in library.get("Calm down").memory.content)
    page.card.known.setText("mood=upset")
    page.card.start_button.click()
    qtbot.waitUntil(lambda: page.stack.currentIndex() == 2 and "Nobody" in page.run.task.text())
    assert "Be kind" in page.run.limits.text() and page.run.done.text() == "It passes"
    page.run.done.click()
    qtbot.waitUntil(lambda: "Breathe" in page.run.task.text())
    assert "In" in page.run.what.text()
    page.run.note.setText("too upset")
    page.run.fail.click()
    qtbot.waitUntil(lambda: "Walk" in page.run.task.text())
    page.run.stop.click()
    qtbot.waitUntil(lambda: page.run.stop.text() == "Resume")
    assert page.run.now.isHidden() and library.runs()[0].state is RunState.STOPPED
    page.run.back.click()
    item = page.list.item(0)
    assert item is not None and item.text() == "Calm down\n1 run is not finished"
    page.card.go_on_button.click()
    qtbot.waitUntil(lambda: page.stack.currentIndex() == 2 and page.run.stop.text() == "Resume")
    page.run.stop.click()
    for task in ("Walk", "Talk"):
        qtbot.waitUntil(lambda task=task: task in page.run.task.text() and not page.run.now.isHidden())
        page.run.done.click()
    qtbot.waitUntil(lambda: "ended: succeeded" in page.run.state.text())
    assert library.runs()[0].outcome is Outcome.SUCCESS
    page.run.back.click()
    qtbot.waitUntil(lambda: page.card.runs.topLevelItemCount() == 1)
    assert page.card.go_on_button.isHidden(), "no run waits"
    row = page.card.runs.topLevelItem(0)
    assert row is not None and row.text(1) == "✓ succeeded", "why a step failed is no result"
    page.card.rating.activated.emit(1)
    qtbot.waitUntil(lambda: library.performance("Calm down").user_feedback == {"": 1.0})
    library.rate("Calm down", 0.8)
    qtbot.waitUntil(lambda: page.card.rating.currentText() == "Rated 80%")
    library.rate("Calm down", None)
    qtbot.waitUntil(lambda: page.card.rating.currentText() == "Not rated")
    assert page.card.rating.findText("Rated 80%") < 0
    page.card.retire_button.click()
    qtbot.waitUntil(lambda: page.list.count() == 0 and page.stack.currentIndex() == 3)


@pytest.mark.long
def test_a_skill_is_practised_and_its_course_is_shown(open_window: OpenWindow, vault: Path, qtbot: QtBot) -> None:
    """C4.22, C4.14: skills are listed with proficiency, practised, and their course stands in a plot and a table."""
    page = _page(open_window(vault))
    skills = page.abilities
    qtbot.waitUntil(lambda: skills.list.topLevelItemCount() == 1)
    page.tabs.setCurrentWidget(skills)
    skills.well.click()
    qtbot.waitUntil(lambda: skills.table.rowCount() == 1)
    skills.badly.click()
    qtbot.waitUntil(lambda: skills.table.rowCount() == 2)
    assert [skills.table.item(row, 2).text() for row in range(2)] == ["0.50", "0.67"]  # type: ignore[union-attr]
    row = skills.list.topLevelItem(0)
    assert row is not None and [row.text(n) for n in range(4)] == ["listening", "0.50", "2", "calm"]
    assert len(skills.plot.plotItem.listDataItems()) == 1


def test_lines_read_as_they_are_written() -> None:
    """C4.3, C4.5: conditions and alternatives written as lines read back as they were; a line that says none is refused."""
    step = FULL.steps[0]
    required = FULL.trigger_conditions.context_requirements
    assert conditions_of(condition_lines(step.conditions)) == step.conditions
    assert [(one.key, one.operator) for one in conditions_of(condition_lines(required))] == [("open", "≥")]
    assert conditions_of(condition_lines(required), required) == required
    assert alternatives_of(alternative_lines(step.alternatives)) == step.alternatives
    for arrow in ("→", "->", "=>"):
        (one,) = alternatives_of([f"Use the stove: light the gas; wait {arrow} it boils"])
        assert (one.description, one.actions, one.expected_outcome) == (
            "Use the stove",
            ("light the gas", "wait"),
            "it boils",
        )
    spoken = conditions_of(["name is known", "mood", "age >= 18", "x = y"])
    assert [(one.key, one.operator) for one in spoken] == [
        ("name", "present"),
        ("mood", "present"),
        ("age", "≥"),
        ("x", "equals"),
    ]
    assert values_of("a=1; b = two words ;") == {"a": "1", "b": "two words"}
    assert values_of("flour=1 kg, minutes=45") == {"flour": "1 kg", "minutes": "45"}
    assert values_of("sweets=milk, sugar; url=a?b=1,2") == {"sweets": "milk, sugar", "url": "a?b=1,2"}
    for wrong in (lambda: conditions_of(["whenever it rains"]), lambda: values_of("nothing")):
        with pytest.raises(InvalidCommandError):
            wrong()


@pytest.mark.long
def test_one_click_decides_about_one_check(open_window: OpenWindow, vault: Path, qtbot: QtBot) -> None:
    """C4.15: a report is about the check that was shown when the button went down: not the second click of a double
    click, nor a press that began before somebody else reported; and the focus never lands on what ends the run."""
    with open_vault(vault) as engine:
        checks = ("Nobody is hurt", "A manager is informed", "The door is open")
        made = engine.layers.procedures.create(
            Procedure(name="Calm", type="Conversation", steps=(Step(description="Listen"),), safety_checks=checks)
        )
        assert made is not None
    window = open_window(vault)
    page, session = _page(window), window.session
    assert session is not None
    library, panel = session.engine.layers.procedures, page.run
    qtbot.waitUntil(lambda: page.card.title.text() == "Calm")
    page.card.start_button.setFocus()
    page.card.start_button.click()
    qtbot.waitUntil(lambda: checks[0] in panel.task.text())
    qtbot.waitUntil(panel.note.hasFocus)
    (run,) = library.runs()
    left = Qt.MouseButton.LeftButton
    qtbot.mouseClick(panel.done, left)
    qtbot.waitUntil(lambda: checks[1] in panel.task.text())
    reported: list[object] = []
    panel.reported.connect(lambda *about: reported.append(about))
    place = panel.done.rect().center()
    second = QMouseEvent(
        QEvent.Type.MouseButtonDblClick,
        place.toPointF(),
        panel.done.mapToGlobal(place).toPointF(),
        left,
        left,
        Qt.KeyboardModifier.NoModifier,
    )
    QApplication.sendEvent(panel.done, second)
    qtbot.mouseRelease(panel.done, left)
    assert not reported and len(library.run(run.id).run.reports) == 1
    qtbot.mousePress(panel.done, left)
    library.report(run.id, succeeded=True)
    qtbot.waitUntil(lambda: checks[2] in panel.task.text())
    qtbot.mouseRelease(panel.done, left)
    assert not reported and len(library.run(run.id).run.reports) == 2
    qtbot.mouseClick(panel.done, left)
    assert len(reported) == 1
    qtbot.waitUntil(lambda: "Listen" in panel.task.text())
    panel.done.setFocus()
    panel.done.click()
    qtbot.waitUntil(lambda: panel.state.text() == "The run ended: succeeded.")
    assert panel.back.hasFocus()


@pytest.mark.long
def test_a_start_says_what_is_required_and_not_known(open_window: OpenWindow, vault: Path, qtbot: QtBot) -> None:
    """C4.15: whoever starts a procedure without what it requires is told what that is, and the run goes on saying so
    until it is known."""
    asked = Triggers(context_requirements=(Condition("mood", "equals", "calm"),))
    with open_vault(vault) as engine:
        steps = (Step(description="Listen"), Step(description="Answer"), Step(description="Close"))
        engine.layers.procedures.create(
            Procedure(name="Calm", type="Conversation", steps=steps, trigger_conditions=asked)
        )
    window = open_window(vault)
    page, session = _page(window), window.session
    assert session is not None
    panel, told = page.run, list[str]()
    session.commands.done.connect(lambda done: told.append(done.text))
    qtbot.waitUntil(lambda: page.card.title.text() == "Calm")
    assert page.card.known.isEnabled() and page.card.known.placeholderText() == "What is known: mood=…"
    page.card.start_button.click()
    qtbot.waitUntil(lambda: "Listen" in panel.task.text())
    assert told == ["Started. Required, but not known: mood equals calm."]
    assert panel.limits.isVisible() and panel.limits.text() == "Required, but not known: mood equals calm."
    panel.known.setText("mood=angry")
    panel.done.setFocus()
    panel.done.click()
    qtbot.waitUntil(lambda: "Answer" in panel.task.text())
    assert panel.limits.text() == "Known: mood = angry\nRequired, but not so: mood equals calm (it is angry)."
    panel.known.setText("mood=calm")
    panel.done.setFocus()
    panel.done.click()
    qtbot.waitUntil(lambda: "Close" in panel.task.text())
    assert panel.limits.text() == "Known: mood = calm"


def test_enter_in_a_field_decides_nothing(open_window: OpenWindow, vault: Path, qtbot: QtBot) -> None:
    """C4.15: Enter in the note of a run reports no check as passed, nor a step as done: a button does."""
    with open_vault(vault) as engine:
        step, checks = Step(description="Listen"), ("Nobody is hurt", "A manager is informed")
        engine.layers.procedures.create(
            Procedure(name="Calm", type="Conversation", steps=(step,), safety_checks=checks)
        )
    window = open_window(vault)
    page = _page(window)
    panel = page.run
    qtbot.waitUntil(lambda: page.card.title.text() == "Calm")
    page.card.start_button.click()
    qtbot.waitUntil(lambda: checks[0] in panel.task.text())
    qtbot.waitUntil(panel.note.hasFocus)
    reported: list[object] = []
    panel.reported.connect(lambda *about: reported.append(about))
    for field in (panel.note, panel.known):
        field.setFocus()
        for key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            qtbot.keyClicks(window.focusWidget(), "a=b")
            qtbot.keyClick(window.focusWidget(), key)
    assert not reported and panel.known.text() == "a=ba=b"
    qtbot.mouseClick(panel.done, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: checks[1] in panel.task.text())
    qtbot.keyClicks(window.focusWidget(), "Told her.")
    qtbot.keyClick(window.focusWidget(), Qt.Key.Key_Return)
    assert len(reported) == 1, "the focus does not stay on what decides about the next check"


def _two(engine: Engine) -> None:
    needs = Triggers(context_requirements=(Condition("mood", "equals", "calm"),))
    for name in ("Brew tea", "Calm a guest"):
        steps = (Step(description="Listen"), Step(description="Answer"))
        made = Procedure(name=name, type="Conversation", steps=steps, trigger_conditions=needs)
        assert engine.layers.procedures.create(made) is not None


def test_a_form_goes_to_what_is_missing(open_window: OpenWindow, vault: Path, qtbot: QtBot) -> None:
    """C4.22: a form that lacks a name, or what a step is, says so beside its button and goes to that field."""
    window = open_window(vault)
    window.resize(1280, 600)
    page = _page(window)
    qtbot.waitUntil(lambda: page.number.text() == "0 procedures")
    page.start_new()
    form, failed, inspected = page.form, list[object](), list[object]()
    form.failed.connect(failed.append)
    page.selected.connect(inspected.append)
    form.description.setText("Heat water")
    form.save_button.click()
    assert form.hint.text() == "The name is missing" and form.name.hasFocus()
    form.name.setText("Brew tea")
    form.add_step.click()
    form.steps.setCurrentRow(0)
    form.save_button.click()
    assert form.hint.text() == "Step 2 does not say what it is"
    assert form.steps.currentRow() == 1 and form.description.hasFocus()
    assert not form.description.visibleRegion().isEmpty(), "the form is scrolled there"
    form.description.setText("Wait")
    form.save_button.click()
    qtbot.waitUntil(lambda: page.card.title.text() == "Brew tea" and page.stack.currentIndex() == 0)
    assert inspected == [page._cards[0].entry.memory.id]
    page.start_new()
    assert form.hint.text() == "Name, type and one step are needed" and not failed


@pytest.mark.long
def test_what_is_typed_for_a_procedure_or_a_task_stays_its_own(
    open_window: OpenWindow, vault: Path, qtbot: QtBot
) -> None:
    """C4.15: what is typed to be known stands with its procedure alone; a note outlives the report of somebody else;
    Ctrl+Return reports; a run of a retired procedure is not shown as one of another."""
    with open_vault(vault) as engine:
        _two(engine)
    window = open_window(vault)
    page, session = _page(window), window.session
    assert session is not None
    library, panel = session.engine.layers.procedures, page.run
    qtbot.waitUntil(lambda: page.list.count() == 2)
    page.list.setCurrentRow(0)
    first = page.card.title.text()
    page.card.known.setText("mood=calm")
    page.list.setCurrentRow(1)
    qtbot.waitUntil(lambda: page.card.title.text() != first)
    assert not page.card.known.text()
    page.list.setCurrentRow(0)
    assert page.card.known.text() == "mood=calm"
    page.card.start_button.click()
    qtbot.waitUntil(panel.note.hasFocus)
    (run,) = library.runs()
    panel.note.setText("They nod")
    library.report(run.id, succeeded=True)
    qtbot.waitUntil(lambda: "Answer" in panel.task.text())
    assert panel.note.text() == "They nod" and "Somebody else has reported" in panel.state.text()
    library.retire(run.procedure)
    qtbot.waitUntil(lambda: page.list.count() == 1)
    assert page.list.currentRow() == -1 and panel.isVisible()
    qtbot.keyClick(panel.note, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: panel.state.text() == "The run ended: succeeded.")
    assert [one.note for one in library.run(run.id).run.reports] == ["", "They nod"] and not panel.note.text()
