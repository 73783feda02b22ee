"""The page of procedures: a list of them, the chosen one as a card, a form or a run; and the skills."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QSignalBlocker, Qt, Slot
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from memory_desktop.bridge.commands import Commands
from memory_desktop.bridge.procedure_commands import (
    practise_skill,
    rate_procedure,
    report_task,
    retire_procedure,
    save_procedure,
    start_procedure,
    stop_run,
)
from memory_desktop.bridge.session import VaultSession
from memory_desktop.bridge.translation import mark, plural, tr
from memory_desktop.core.errors import KnownError, NotFoundError
from memory_desktop.core.layers.procedure_runs import Ability
from memory_desktop.core.layers.procedures import Procedure
from memory_desktop.engine.layers.procedures import Card, Progress
from memory_desktop.models.procedure_lines import values_of
from memory_desktop.ui.layers.page import LayerPage
from memory_desktop.ui.layers.procedures.abilities import AbilitiesTab
from memory_desktop.ui.layers.procedures.card import ProcedureCard, performance_words
from memory_desktop.ui.layers.procedures.form import EMPTY, ProcedureForm
from memory_desktop.ui.layers.procedures.run_panel import RunPanel
from memory_desktop.ui.lists import bar, column, scrolled, split
from memory_desktop.ui.pages import Pages, Tabs
from memory_desktop.ui.saving import leads_to, pressed_once
from memory_desktop.ui.unsaved import ask_to_drop
from memory_desktop.ui.widgets import EmptyState, button, label

_ID = int(Qt.ItemDataRole.UserRole) + 1
_CARD, _FORM, _RUN, _NONE = range(4)


@dataclass(frozen=True, slots=True)
class _Shown:
    """What the page reads: the procedures, the skills, and the run (by its id) that is looked at, if it is there."""

    run: str
    cards: Sequence[Card]
    abilities: Sequence[Ability]
    progress: Progress | None


class ProceduresPage(LayerPage):
    """See the module."""

    title = mark("Procedures")
    of_the_past = False

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._cards: Sequence[Card] = ()
        self._id = ""
        self._run = ""
        self._to_run = False  # a run was opened, and the focus goes there when it is shown
        self._started_from: frozenset[str] | None = None
        self._saving = self._edited = ""
        self._build()
        self.clear()

    # --- reading ------------------------------------------------------------------------------

    def load(self, session: VaultSession, user: str | None) -> _Shown:
        """See `LayerPage.load`."""
        library, run = session.engine.layers.procedures, self._run
        progress = None
        if run:
            try:
                progress = library.run(run)
            except NotFoundError:  # its start was undone
                progress = None
        return _Shown(run, library.cards(user), library.skill_library(), progress)

    def show_state(self, state: _Shown) -> None:
        """See `LayerPage.show_state`."""
        self._cards = state.cards
        self.number.setText(plural("{n} procedure", "{n} procedures", len(state.cards)))
        edited = self._card(self._edited) if self.stack.currentIndex() == _FORM else None
        if edited is not None:
            self.form.news(edited.procedure)
        if self._saving:
            self._after_saving()
        with QSignalBlocker(self.list):
            self.list.clear()
            for one in state.cards:
                item = QListWidgetItem(f"{one.procedure.name}\n{performance_words(one)}", self.list)
                item.setData(_ID, one.entry.id)
        self.abilities.show_abilities(state.abilities, self._writable)
        self._show_new_run()
        if state.run == self._run and state.progress is None:
            self._run = ""
        elif state.run == self._run and state.progress is not None:
            card = self._card(state.progress.run.procedure)
            self.run.show_progress(state.progress, card.procedure.name if card is not None else "", self._writable)
        self._show()
        self.follow({one.entry.id: one.entry.memory.id for one in state.cards})
        if self._to_run and self.stack.currentIndex() == _RUN and state.run == self._run:
            self._to_run = False
            self.run.take_focus()

    def clear(self) -> None:
        """See `LayerPage.clear`."""
        self._cards, self._id, self._run, self._saving, self._started_from = (), "", "", "", None
        self.list.clear()
        self.number.setText("")
        self.abilities.show_abilities((), writable=False)
        self.run.forget()
        self.stack.setCurrentIndex(_NONE)

    # --- parts --------------------------------------------------------------------------------

    def _build(self) -> None:
        self.list = QListWidget()
        self.list.setAccessibleName(tr("Procedures"))
        self.list.setWordWrap(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.currentRowChanged.connect(self._on_row)
        self.number = label("", "muted")
        self.new = button(tr("New procedure"), self.start_new, icon_name="add")
        left = column(bar(self.number, self.new, filling=self.number, folding=(self.new,)), self.list)
        left.setMinimumWidth(180)
        self.card = ProcedureCard()
        self.card.start.connect(self._start)
        self.card.edit.connect(self._edit)
        self.card.retire.connect(self._retire)
        pressed_once(self.card.start_button, self.card.retire_button)
        leads_to(self.list, self.card.retire_button)
        self.card.rated.connect(self._rate)
        self.card.run_opened.connect(self._open_run)
        self.form = ProcedureForm()
        self.form.saved.connect(self._save)
        self.form.cancelled.connect(self._back)
        self.form.failed.connect(self.failed)
        self.run = RunPanel()
        self.run.reported.connect(self._report)
        self.run.stopped.connect(self._stop)
        self.run.closed.connect(self._back)
        self.run.failed.connect(self.failed)
        self.empty = EmptyState(
            "procedural",
            tr("No procedures yet"),
            tr(
                "A procedure says how something is done, step by step. Make one, let an agent make one, or fill"
                " the layers with what was said (Overview)."
            ),
            action=tr("New procedure"),
            on_action=self.start_new,
        )
        self.stack = Pages()
        for page in (self.card, self.form, self.run, self.empty):
            self.stack.addWidget(page)
        self.splitter = split(Qt.Orientation.Horizontal, left, self.stack, (240, 700))
        self.splitter.setStretchFactor(1, 1)
        self.abilities = AbilitiesTab()
        self.abilities.practised.connect(self._practise)
        self.abilities.selected.connect(lambda id: self.inspect("", id))
        self.tabs = Tabs()
        self.tabs.setDocumentMode(True)
        self.tabs.tabBar().setAccessibleName(tr("Procedures and skills"))
        self.tabs.addTab(self.splitter, tr("How things are done"))
        self.tabs.addTab(scrolled(self.abilities), tr("Skills"))
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.addWidget(self.tabs)

    @property
    def _writable(self) -> bool:
        return self.session is not None and self.session.past is None

    def _card(self, id: str) -> Card | None:
        return next((one for one in self._cards if one.entry.id == id), None)

    def _show(self) -> None:
        """Show what was chosen: a run, the form, or the card of the chosen procedure."""
        if self._card(self._id) is None:
            self._id = self._cards[0].entry.id if self._cards else ""
        self._mark_row()
        self.new.setEnabled(self._writable)
        self.form.save_button.setEnabled(self._writable)
        if self.stack.currentIndex() == _FORM:
            return
        card = self._card(self._id)
        if card is not None:
            self.card.show_card(card, self.user or "", self._writable)
        self.stack.setCurrentIndex(_RUN if self._run else _CARD if card is not None else _NONE)

    @Slot(int)
    def _on_row(self, row: int) -> None:
        if 0 <= row < len(self._cards):
            if self._typing:
                self._mark_row()
                ask_to_drop(self, lambda: self._turn_to(row))
            else:
                self._turn_to(row)

    @property
    def unsaved(self) -> bool:
        """See `LayerPage.unsaved`."""
        return self._typing

    @property
    def _typing(self) -> bool:
        """Is there something in the form that was not saved?"""
        return self.stack.currentIndex() == _FORM and self._writable and self.form.changed

    def _mark_row(self) -> None:
        row = next((n for n, one in enumerate(self._cards) if one.entry.id == (self._of_run() or self._id)), -1)
        with QSignalBlocker(self.list):
            self.list.setCurrentRow(row)

    def _of_run(self) -> str:
        """The procedure of the run that is shown; "" where none is. It may be retired, and in no row."""
        progress = self.run.progress if self._run else None
        return progress.run.procedure if progress is not None else ""

    def _turn_to(self, row: int) -> None:
        if 0 <= row < len(self._cards):
            self._id, self._run = self._cards[row].entry.id, ""
            self.stack.setCurrentIndex(_CARD)
            self._show()
            self.inspect(self._id, self._cards[row].entry.memory.id)

    @Slot()
    def _back(self) -> None:
        self._run = ""
        self._to_list(_CARD)
        self._show()

    # --- making and changing ------------------------------------------------------------------

    @Slot()
    def start_new(self) -> None:
        """An empty form."""
        if self._typing:
            ask_to_drop(self, self._show_new)
        else:
            self._show_new()

    def _show_new(self) -> None:
        if self._writable:
            self._edited = ""
            self.form.show_procedure(EMPTY, new=True)
            self.stack.setCurrentIndex(_FORM)
            self.form.name.setFocus()

    def _edit(self) -> None:
        card = self._card(self._id)
        if card is not None:
            self._edited = self._id
            self.form.show_procedure(card.procedure, new=False)
            self.stack.setCurrentIndex(_FORM)
            self.form.name.setFocus()

    @Slot(object, str, object)
    def _save(self, procedure: Procedure, why: str, seen: dict[str, Any] | None) -> None:
        def save(commands: Commands) -> None:
            save_procedure(commands, self._edited, procedure, self.user or "", why, seen)

        self._saving = procedure.name
        self._with_commands(save)

    def _after_saving(self) -> None:
        """Once what the form says is there, the form gives way to its card."""
        said = self._saving
        found = next((one for one in self._cards if one.procedure.name == said and self.form.says(one.procedure)), None)
        if found is not None and self.stack.currentIndex() == _FORM:
            self._id, self._saving = found.entry.id, ""
            self._to_list(_CARD)
            self.inspect(self._id, found.entry.memory.id)

    def _to_list(self, page: int) -> None:
        """Another page on the right; the focus does not fall on whatever button comes first there."""
        if self.stack.isAncestorOf(self.window().focusWidget() or self.list):
            self.list.setFocus(Qt.FocusReason.OtherFocusReason)
        self.stack.setCurrentIndex(page)

    def _retire(self) -> None:
        self._with_commands(lambda commands: retire_procedure(commands, self._id))

    @Slot(object)
    def _rate(self, rating: float | None) -> None:
        self._with_commands(lambda commands: rate_procedure(commands, self._id, rating, self.user or ""))

    # --- runs ---------------------------------------------------------------------------------

    @Slot(str)
    def _start(self, known: str) -> None:
        card = self._card(self._id)
        if card is None:
            return
        try:
            values = values_of(known)
        except KnownError as error:
            self.failed.emit(error)
            return
        self._started_from = frozenset(one.id for one in card.runs)
        user = card.entry.user_id or self.user or ""
        self._with_commands(lambda commands: start_procedure(commands, self._id, user, values))

    def _show_new_run(self) -> None:
        """Look at the run that was just begun."""
        card, before = self._card(self._id), self._started_from
        fresh = [one.id for one in card.runs if one.id not in before] if card is not None and before is not None else []
        if fresh:
            self._started_from = None
            self._open_run(fresh[0])

    @Slot(str)
    def _open_run(self, id: str) -> None:
        self._run, self._to_run = id, True
        self.run.forget()
        self.refresh()

    def _report(self, run: str, about: str, succeeded: bool, note: str, values: object) -> None:
        known = values if isinstance(values, dict) else {}
        self._with_commands(lambda commands: report_task(commands, run, about, succeeded, note, known))

    def _stop(self, run: str, stop: bool, note: str) -> None:
        self._with_commands(lambda commands: stop_run(commands, run, stop, note))

    def _practise(self, skill: str, succeeded: bool) -> None:
        self._with_commands(lambda commands: practise_skill(commands, skill, succeeded))

    def _with_commands(self, do: Callable[[Commands], None]) -> None:
        if self.session is not None and self._writable:
            do(self.session.commands)
