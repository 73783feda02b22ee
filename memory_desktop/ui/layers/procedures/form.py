"""The form in which a procedure is made or changed: its steps in a list, the fields of the chosen one below it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec
from PySide6.QtCore import QSignalBlocker, Qt, Signal, Slot
from PySide6.QtWidgets import QComboBox, QLineEdit, QListWidget, QVBoxLayout, QWidget

from memory_desktop.bridge.layer_words import procedure_type_word
from memory_desktop.bridge.translation import mark, tr, translated
from memory_desktop.core.errors import KnownError
from memory_desktop.core.layers.procedures import Procedure, ProcedureType, Step, Triggers, cleaned
from memory_desktop.core.meanwhile import Draft
from memory_desktop.models.procedure_lines import (
    alternative_lines,
    alternatives_of,
    condition_lines,
    conditions_of,
)
from memory_desktop.ui.conversations.entries import EntriesEdit, field_label
from memory_desktop.ui.lists import bar, scrolled
from memory_desktop.ui.meanwhile import settle
from memory_desktop.ui.saving import saves_by_key
from memory_desktop.ui.widgets import SPACE, button, label, set_role, tool_button
from memory_desktop.ui.wrapping import ElidedLabel
from memory_desktop.ui.written_line import WrittenLine

_TITLES = translated(
    {
        "name": mark("Name"),
        "type": mark("Type"),
        "steps": mark("Steps"),
        "trigger_conditions": mark("When it applies"),
        "safety_checks": mark("Checks"),
        "boundary_considerations": mark("Keep in mind"),
    }
)
EMPTY = Procedure(name="", type=ProcedureType.CONVERSATION.value, steps=(Step(description=""),))


class ProcedureForm(QWidget):
    """Signals: `saved(procedure, why, seen)`: what was seen of the fields that were changed, None for a new one;
    `cancelled`; `failed(exception)`."""

    saved = Signal(object, str, object)
    cancelled = Signal()
    failed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown = EMPTY
        self._new = True
        self.draft = Draft(_told, EMPTY)
        self._steps: list[Step] = list(EMPTY.steps)
        self._at_first: list[Any] = []
        self._build()
        self.show_procedure(EMPTY, new=True)

    def show_procedure(self, procedure: Procedure, *, new: bool) -> None:
        """Show one to be changed; `new`: it is to be made."""
        self._shown, self._new = procedure, new
        self.draft.show(procedure)
        self._steps = list(procedure.steps) or [Step(description="")]
        self.told.setText(tr("A new procedure") if new else tr("Editing “{name}”", name=procedure.name))
        self.name.setText(procedure.name)
        names = [one.value for one in ProcedureType]
        self.type.clear()
        for name in names if procedure.type in names else [*names, procedure.type]:
            self.type.addItem(procedure_type_word(name), name)
        self.type.setCurrentIndex(self.type.findData(procedure.type))
        asked = procedure.trigger_conditions
        self.requests.show_entries(asked.request_patterns)
        self.states.show_entries(asked.user_states)
        self.required.show_entries(condition_lines(asked.context_requirements))
        self.checks.show_entries(procedure.safety_checks)
        self.limits.show_entries(procedure.boundary_considerations)
        self._hint_at("")
        self.why.setText("")
        self.why.setVisible(not new)
        self.why_label.setVisible(not new)
        self._list_steps(0)
        self._at_first = self._typed()

    @property
    def changed(self) -> bool:
        """Has somebody typed something that was not saved?"""
        return self._typed() != self._at_first

    def _typed(self) -> list[Any]:
        """All that can be typed, whether it makes sense yet or not."""
        steps: list[list[Any]] = [
            [one.description, condition_lines(one.conditions), one.actions, one.expected_outcome, one.alternatives]
            for one in self._steps
        ]
        here = self._steps[self._place]
        steps[self._place] = [
            self.description.text(),
            condition_lines(here.conditions) if self._says(self.conditions, condition_lines(here.conditions)) else None,
            tuple(self.to_do.toPlainText().splitlines()),
            self.expected.text(),
            here.alternatives if self._says(self.alternatives, alternative_lines(here.alternatives)) else None,
        ]
        lists = (self.requests, self.states, self.required, self.checks, self.limits)
        return [self.name.text(), self.type.currentText(), self.why.text(), *(one.entries() for one in lists), steps]

    @staticmethod
    def _says(field: EntriesEdit, lines: Sequence[str]) -> bool:
        return list(field.entries()) == list(lines)

    def procedure(self) -> Procedure:
        """What the form says. Raises KnownError: a field does not fit."""
        self._keep_step()
        asked = self._shown.trigger_conditions
        said = msgspec.structs.replace(
            self._shown,
            name=self.name.text(),
            type=self.type.currentData(),
            steps=tuple(self._steps),
            trigger_conditions=Triggers(
                user_states=tuple(self.states.entries()),
                request_patterns=tuple(self.requests.entries()),
                context_requirements=conditions_of(self.required.entries(), asked.context_requirements),
            ),
            safety_checks=tuple(self.checks.entries()),
            boundary_considerations=tuple(self.limits.entries()),
        )
        return cleaned(said, self._shown)

    def news(self, procedure: Procedure) -> None:
        """Take in what the same procedure says now. What was typed stays."""
        try:
            said = _told(self.procedure())
        except KnownError:  # a line is not finished: what was not changed is told apart when it is
            said = {}
        changed = self.changed
        self._say(self.draft.news(said, procedure))
        if not changed:
            self._at_first = self._typed()

    def says(self, procedure: Procedure) -> bool:
        """Does it say what this procedure says?"""
        try:
            return _told(self.procedure()) == _told(procedure)
        except KnownError:
            return False

    def save(self) -> None:
        """Ask for what the form says to be saved; where something is missing, go there."""
        if self._is_incomplete():
            return
        try:
            self.procedure()
        except KnownError as error:
            self.failed.emit(error)
            return
        if self._new:
            self.saved.emit(self.procedure(), self.why.text(), None)
        else:
            settle(self, self.draft, lambda: _told(self.procedure()), _TITLES, self._say, self._emit)

    def _is_incomplete(self) -> bool:
        """Is something missing that has to be there? The field that lacks it gets the focus, and the hint says what."""
        self._steps[self._place] = msgspec.structs.replace(
            self._steps[self._place], description=self.description.text()
        )
        bare = next((row for row, one in enumerate(self._steps) if not one.description.strip()), -1)
        missing = ""
        if not self.name.text().strip():
            missing = tr("The name is missing")
            self._go_to(self.name)
        elif bare >= 0:
            missing = tr("Step {n} does not say what it is", n=bare + 1)
            self.steps.setCurrentRow(bare)
            self._go_to(self.description)
        self._hint_at(missing)
        return bool(missing)

    def _go_to(self, field: QWidget) -> None:
        self._page.ensureWidgetVisible(field)
        field.setFocus(Qt.FocusReason.OtherFocusReason)

    def _hint_at(self, missing: str) -> None:
        self.hint.setText(missing or tr("Name, type and one step are needed"))
        set_role(self.hint, "role", "error" if missing else "muted")

    def _emit(self) -> None:
        made = self.procedure()
        seen = self.draft.seen_as(self.draft.changes(_told(made)), _told)
        self.saved.emit(made, self.why.text(), seen)

    def _say(self, values: Mapping[str, Any]) -> None:
        """Let fields say something else, and the others what they say."""
        for name, value in values.items():
            match name:
                case "name":
                    self.name.setText(value)
                case "type":
                    if self.type.findData(value) < 0:
                        self.type.addItem(procedure_type_word(value), value)
                    self.type.setCurrentIndex(self.type.findData(value))
                case "steps":
                    self._steps = list(value) or [Step(description="")]
                    self._list_steps(min(self._place, len(self._steps) - 1))
                case "trigger_conditions":
                    self._shown = msgspec.structs.replace(self._shown, trigger_conditions=value)
                    self.requests.show_entries(value.request_patterns)
                    self.states.show_entries(value.user_states)
                    self.required.show_entries(condition_lines(value.context_requirements))
                case "safety_checks":
                    self.checks.show_entries(value)
                case "boundary_considerations":
                    self.limits.show_entries(value)

    # --- parts --------------------------------------------------------------------------------

    def _build(self) -> None:
        self.told = label("", "heading", wrap=True)
        self.save_button = button(tr("Save"), self.save, role="primary")
        saves_by_key(self, self.save_button)
        self.cancel_button = button(tr("Cancel"), self.cancelled.emit)
        form = QWidget()
        self._lines = QVBoxLayout(form)
        self._lines.setContentsMargins(SPACE * 2, 0, SPACE * 2, SPACE * 2)
        self._lines.setSpacing(SPACE // 2)
        self.name, self.type = QLineEdit(), QComboBox()
        self.name.setPlaceholderText(tr("Calm an upset customer"))
        self._add(tr("&Name"), self.name)
        self._add(tr("&Type"), self.type)
        self.requests = self._entries(tr("It applies to &requests such as"), tr("One a line; * stands for any words"))
        self.states = self._entries(tr("… or when the user &is"), tr("One a line: “angry”"))
        self.required = self._entries(
            tr("… and only if &all of this holds"), tr("One a line: “channel one of phone, chat”")
        )
        self.checks = self._entries(tr("&Check first, before any step"), tr("One a line: “Nobody is in danger”"))
        self._add_steps()
        self.limits = self._entries(tr("&Keep in mind"), tr("One a line: “Promise nothing that you cannot keep”"))
        self.why = QLineEdit()
        self.why.setPlaceholderText(tr("Listed among the improvements; may be empty"))
        self.why_label = self._add(tr("&Why this version is better"), self.why)
        self._lines.addStretch(1)
        self._page = scrolled(form)
        self._page.setMinimumHeight(90)
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(0)
        self.told.setContentsMargins(SPACE * 2, SPACE, SPACE * 2, 0)
        self.hint = label("", "muted")
        self._hint_at("")
        box.addWidget(self.told)
        box.addWidget(bar(self.hint, self.cancel_button, self.save_button, filling=self.hint))
        box.addWidget(self._page, 1)

    def _add_steps(self) -> None:
        self._lines.addSpacing(SPACE)
        self._lines.addWidget(label(tr("STEPS"), "section"))
        self.steps = QListWidget()
        self.steps.setAccessibleName(tr("Steps"))
        self.steps.setFixedHeight(self.fontMetrics().lineSpacing() * 6 + 20)
        self.steps.currentRowChanged.connect(self._on_step)
        self.add_step = button(tr("Add step"), self._add_step, icon_name="add")
        self.up = tool_button("mdi6.arrow-up", tr("Move the step up"), lambda: self._move(-1))
        self.down = tool_button("mdi6.arrow-down", tr("Move the step down"), lambda: self._move(1))
        self.remove = button(tr("Remove step"), self._remove_step)
        told = ElidedLabel("muted")
        told.setText(tr("Each has what to do, and what to try if it fails"))
        self._lines.addWidget(bar(told, self.up, self.down, self.remove, self.add_step, filling=told))
        self._lines.addWidget(self.steps)
        self.description, self.expected = WrittenLine(), QLineEdit()
        self._add(tr("What the &step is"), self.description)
        self.conditions = self._entries(
            tr("… only i&f"), tr("One a line: “mood equals calm”, “age ≥ 18”, “name is known”")
        )
        self.to_do = self._entries(tr("What to &do"), tr("One a line: “Let them finish”"))
        self._add(tr("What is e&xpected of it"), self.expected)
        self.alternatives = self._entries(
            tr("If it fails, tr&y in this order"), tr("One a line: “Offer a call back: ask for a number -> they agree”")
        )
        self.description.written.connect(self._on_description)
        self._place = 0

    def _add(self, title: str, field: QWidget) -> QWidget:
        field.setAccessibleName(title.replace("&", "").removeprefix("… "))
        named = field_label(title, field)
        self._lines.addWidget(named)
        self._lines.addWidget(field)
        return named

    def _entries(self, title: str, hint: str) -> EntriesEdit:
        made = EntriesEdit(title.replace("&", ""), hint)
        made.setFixedHeight(self.fontMetrics().lineSpacing() * 3 + 20)
        self._add(title, made)
        return made

    # --- steps --------------------------------------------------------------------------------

    def _list_steps(self, row: int) -> None:
        with QSignalBlocker(self.steps):
            self.steps.clear()
            self.steps.addItems([_named(n, one) for n, one in enumerate(self._steps, start=1)])
            self.steps.setCurrentRow(row)
        self._show_step(row)

    def _show_step(self, row: int) -> None:
        self._place = row
        one = self._steps[row]
        self.description.setText(one.description)
        self.conditions.show_entries(condition_lines(one.conditions))
        self.to_do.setPlainText("\n".join(one.actions))
        self.expected.setText(one.expected_outcome)
        self.alternatives.show_entries(alternative_lines(one.alternatives))
        self.up.setEnabled(row > 0)
        self.down.setEnabled(row < len(self._steps) - 1)
        self.remove.setEnabled(len(self._steps) > 1)

    def _keep_step(self) -> None:
        """Take what the fields say into the step. Raises KnownError: a line says no condition."""
        old = self._steps[self._place]
        actions = [" ".join(line.split()) for line in self.to_do.toPlainText().splitlines()]
        self._steps[self._place] = msgspec.structs.replace(
            old,
            description=self.description.text(),
            conditions=conditions_of(self.conditions.entries(), old.conditions),
            actions=tuple(line for line in actions if line),
            expected_outcome=self.expected.text(),
            alternatives=alternatives_of(self.alternatives.entries(), old.alternatives),
        )

    def _with_kept(self, then: Callable[[], int]) -> None:
        """Do something to the steps, and show the one at the place that it gives."""
        try:
            self._keep_step()
        except KnownError as error:
            self.failed.emit(error)
            with QSignalBlocker(self.steps):
                self.steps.setCurrentRow(self._place)
            return
        self._list_steps(then())

    @Slot(int)
    def _on_step(self, row: int) -> None:
        if 0 <= row < len(self._steps) and row != self._place:
            self._with_kept(lambda: row)

    @Slot(str)
    def _on_description(self, text: str) -> None:
        item = self.steps.item(self._place)
        if item is not None:
            item.setText(_named(self._place + 1, Step(description=text)))

    def _add_step(self) -> None:
        def then() -> int:
            self._steps.insert(self._place + 1, Step(description=""))
            return self._place + 1

        self._with_kept(then)
        self.description.setFocus()

    def _remove_step(self) -> None:
        del self._steps[self._place]
        self._list_steps(min(self._place, len(self._steps) - 1))

    def _move(self, by: int) -> None:
        def then() -> int:
            place, other = self._place, self._place + by
            self._steps[place], self._steps[other] = self._steps[other], self._steps[place]
            return other

        self._with_kept(then)


def _told(procedure: Procedure) -> dict[str, Any]:
    """What the form can change of a procedure."""
    return {name: getattr(procedure, name) for name in _TITLES}


def _named(number: int, step: Step) -> str:
    return f"{number}.  {step.description or tr('New step')}"
