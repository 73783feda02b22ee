"""A procedure as a card: when it applies, what is checked first, its steps, and how its runs went."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QSignalBlocker, Qt, Signal, Slot
from PySide6.QtWidgets import QComboBox, QFrame, QLineEdit, QScrollArea, QTreeWidgetItem, QVBoxLayout, QWidget

from memory_desktop.bridge.layer_words import procedure_type_word
from memory_desktop.bridge.translation import figure, plural, tr
from memory_desktop.core.layers.conditions import Condition
from memory_desktop.core.layers.procedure_runs import Outcome, Run, RunState, result_notes
from memory_desktop.core.layers.procedures import Alternative, Procedure, Step
from memory_desktop.engine.layers.procedures import Card
from memory_desktop.ui.format import local
from memory_desktop.ui.lists import bar, column, flat_list, split
from memory_desktop.ui.tips import set_item_tip, set_tip
from memory_desktop.ui.widgets import SPACE, button, label

_ID = int(Qt.ItemDataRole.UserRole) + 1
_RATINGS = (None, 1.0, 0.75, 0.5, 0.25, 0.0)
_HISTORY = 24
_SIGNS = {Outcome.SUCCESS: "✓", Outcome.FAILURE: "✗", Outcome.UNSAFE: "!", Outcome.NOT_APPLICABLE: "–"}


class ProcedureCard(QWidget):
    """Signals: `start(text of what is known)`; `edit`; `retire`; `rated(rating or None)`; `run_opened(id)`."""

    start = Signal(str)
    edit = Signal()
    retire = Signal()
    rated = Signal(object)
    run_opened = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = label("", "heading", wrap=True)
        self.edit_button = button(tr("Edit"), self.edit.emit, icon_name="edit")
        self.retire_button = button(tr("Retire"), self.retire.emit, icon_name="forget")
        set_tip(self.retire_button, tr("It applies no more; it stays in the history, and Undo brings it back"))
        self.known = QLineEdit()
        self.known.setAccessibleName(tr("What is known at the start"))
        self.known.setMinimumWidth(150)
        set_tip(self.known, tr("Write channel=phone; age=30."))
        self.start_button = button(tr("Start"), lambda: self.start.emit(self.known.text()), role="primary")
        self.known.returnPressed.connect(self.start_button.click)
        self.go_on_button = button(tr("Go on"), self._on_go_on)
        set_tip(self.go_on_button, tr("Shows the newest run that is not finished, to go on with it or to finish it"))
        self._unfinished = self._id = ""
        self._typed: dict[str, str] = {}
        self.rating = QComboBox()
        self.rating.setAccessibleName(tr("Your rating"))
        for one in _RATINGS:
            self.rating.addItem(tr("Not rated") if one is None else tr("Rated {one}", one=figure(one, ".0%")), one)
        self.rating.activated.connect(lambda row: self.rated.emit(self.rating.itemData(row)))
        self.title.setContentsMargins(SPACE * 2, SPACE, SPACE * 2, 0)
        self.runs = flat_list(
            tr("Runs of this procedure"), ((tr("Started"), "2026-01-31 12:00"), (tr("How it went"), ""))
        )
        self.runs.itemActivated.connect(self._on_run)
        self.runs.itemClicked.connect(self._on_run)
        self.runs.setMinimumHeight(60)
        self._page = QScrollArea()
        self._page.setWidgetResizable(True)
        self._page.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._page.setMinimumHeight(60)
        self._page.setAccessibleName(tr("Procedure"))
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(0)
        box.addWidget(self.title)
        parts = (self.start_button, self.go_on_button, self.edit_button, self.retire_button, self.rating)
        # All but the title scrolls, so that there is room for it in a low window.
        self._inside = column(bar(self.known, *parts, filling=self.known), QWidget())
        self._page.setWidget(self._inside)
        self.no_runs = label(tr("It has not been run yet."), "muted", wrap=True)
        self.no_runs.setContentsMargins(SPACE * 2, SPACE, SPACE * 2, SPACE)
        below = column(self.no_runs, self.runs)
        self.splitter = split(Qt.Orientation.Vertical, self._page, below, (420, 140))
        self.splitter.setStretchFactor(0, 1)
        box.addWidget(self.splitter, 1)

    def show_card(self, card: Card, user: str, writable: bool) -> None:
        """Show one. `user`: whose rating it is. What was typed to be known for a procedure stays with that one."""
        one = card.procedure
        if card.entry.id != self._id:
            self._typed[self._id] = self.known.text()
            self._id = card.entry.id
            self.known.setText(self._typed.pop(self._id, ""))
        self.title.setText(one.name)
        with QSignalBlocker(self.rating):
            rating = card.performance.user_feedback.get(user)
            while self.rating.count() > len(_RATINGS):
                self.rating.removeItem(self.rating.count() - 1)
            if rating not in _RATINGS:  # an agent, or the command line, may give any number
                self.rating.addItem(tr("Rated {rating}", rating=figure(rating, ".0%")), rating)
            values = [self.rating.itemData(row) for row in range(self.rating.count())]
            self.rating.setCurrentIndex(values.index(rating))
        asked = [one.trigger_conditions.context_requirements, *(step.conditions for step in one.steps)]
        keys = dict.fromkeys(each.key for conditions in asked for each in conditions)
        wanted = "; ".join(f"{key}=…" for key in keys)
        self.known.setPlaceholderText(
            tr("What is known: {wanted}", wanted=wanted) if keys else tr("It asks for nothing that has to be known")
        )
        for each in (self.edit_button, self.retire_button, self.start_button, self.rating, self.known):
            each.setEnabled(writable)
        self.known.setEnabled(writable and bool(keys))
        self._unfinished = card.unfinished[0].id if card.unfinished else ""
        self.go_on_button.setVisible(bool(self._unfinished))
        self._show_runs(card.runs)
        body = QWidget()
        lines = QVBoxLayout(body)
        lines.setContentsMargins(SPACE * 2, 0, SPACE * 2, SPACE * 2)
        lines.setSpacing(SPACE)
        for part in _parts(card):
            lines.addWidget(part)
        self.runs.setVisible(bool(card.runs))
        self.no_runs.setVisible(not card.runs)
        lines.addStretch(1)
        inside = self._inside.layout()
        old = inside.itemAt(1) if inside is not None else None
        if inside is not None and old is not None and (gone := old.widget()) is not None:
            inside.replaceWidget(gone, body)
            gone.hide()
            gone.deleteLater()

    def _show_runs(self, runs: Sequence[Run]) -> None:
        self.runs.clear()
        for one in runs[:200]:
            notes = "; ".join(result_notes(one))
            went = f"{run_words(one)}: {notes}" if notes else run_words(one)
            row = QTreeWidgetItem(self.runs, [local(one.started), went])
            row.setData(0, _ID, one.id)
            set_item_tip(row, tr("Enter shows the run"))
            set_item_tip(row, went, 1)

    @Slot()
    def _on_go_on(self) -> None:
        self.run_opened.emit(self._unfinished)

    @Slot(QTreeWidgetItem)
    def _on_run(self, row: QTreeWidgetItem) -> None:
        self.run_opened.emit(row.data(0, _ID))


def run_words(run: Run) -> str:
    """How a run went, or how far it is."""
    if run.state is not RunState.FINISHED or run.outcome is None:
        return f"{run.state.value} ({plural('{n} report', '{n} reports', len(run.reports))})"
    return f"{_SIGNS[run.outcome]} {run.outcome.value}"


def performance_words(card: Card) -> str:
    """How a procedure did, in a line."""
    did, open_runs = card.performance, len(card.unfinished)
    waiting = plural("{n} run is not finished", "{n} runs are not finished", open_runs) if open_runs else ""
    if did.success_rate is None:
        return waiting or (tr("No run counted yet") if card.runs else tr("Not run yet"))
    used = tr(", last on {last_used}", last_used=local(did.last_used)) if did.last_used is not None else ""
    told = tr(
        "{success_rate} of {run} succeeded{used}",
        success_rate=figure(did.success_rate, ".0%"),
        run=plural("{n} run", "{n} runs", did.usage_count),
        used=used,
    )
    return f"{told}; {waiting}" if waiting else told


def _parts(card: Card) -> Iterator[QWidget]:
    one, did = card.procedure, card.performance
    owner = tr("  ·  of {user_id}", user_id=card.entry.user_id) if card.entry.user_id else ""
    yield label(f"{procedure_type_word(one.type)}{owner}  ·  {performance_words(card)}", "muted", wrap=True)
    ended = [_SIGNS[run.outcome] for run in card.runs if run.outcome is not None][:_HISTORY]
    if ended:
        signs = "  ".join(reversed(ended))
        history = label(tr("Latest runs: {signs}", signs=signs), "muted", wrap=True)
        history.setAccessibleName(tr("Success history, oldest first"))
        set_tip(history, tr("The latest runs: ✓ succeeded, ✗ failed, ! stopped by a safety check, – not applicable"))
        yield history
    if did.user_feedback:
        rated = ", ".join(
            f"{user or tr('you')} {figure(rating, '.0%')}" for user, rating in sorted(did.user_feedback.items())
        )
        yield label(tr("Rated: {rated}", rated=rated), "muted", wrap=True)
    yield from _applies(one)
    yield from _listed(tr("CHECK FIRST"), one.safety_checks)
    yield label(tr("STEPS"), "section")
    for number, step in enumerate(one.steps, start=1):
        yield step_card(number, step)
    yield from _listed(tr("KEEP IN MIND"), one.boundary_considerations)
    yield from _listed(
        tr("IMPROVEMENTS"),
        [f"{local(each.time)}  {each.change}{f': {each.reason}' if each.reason else ''}" for each in one.refinements],
    )


def _applies(one: Procedure) -> Iterator[QWidget]:
    asked = one.trigger_conditions
    said = [
        *(tr("The user asks: “{each}”", each=each) for each in asked.request_patterns),
        *(tr("The user is {each}", each=each) for each in asked.user_states),
        *(tr("Required: {words}", words=each.words) for each in asked.context_requirements),
    ]
    yield from _listed(tr("APPLIES WHEN"), said or [tr("It has no triggers: it is offered only when it is looked for")])


def _listed(title: str, lines: Sequence[str]) -> Iterator[QWidget]:
    if lines:
        yield label(title, "section")
        for line in lines:
            yield label(f"•  {line}", wrap=True)


def step_card(number: int, step: Step) -> QFrame:
    """A step in a frame: its conditions, what to do, and what to try where it fails."""
    made = QFrame()
    made.setObjectName("card")
    made.setFrameShape(QFrame.Shape.StyledPanel)
    made.setAccessibleName(tr("Step {number}", number=number))
    lines = QVBoxLayout(made)
    lines.setContentsMargins(SPACE * 2, SPACE, SPACE * 2, SPACE)
    lines.setSpacing(SPACE // 2)
    lines.addWidget(label(f"{number}.  {step.description}", "heading", wrap=True))
    if step.conditions:
        lines.addWidget(label(tr("Only if {all}", all=_all(step.conditions)), "muted", wrap=True))
    for action in step.actions:
        lines.addWidget(label(f"•  {action}", wrap=True))
    if step.expected_outcome:
        lines.addWidget(
            label(tr("Expected: {expected_outcome}", expected_outcome=step.expected_outcome), "muted", wrap=True)
        )
    for other in step.alternatives:
        lines.addWidget(_alternative(other))
    return made


def _alternative(other: Alternative) -> QWidget:
    parts = [label(tr("If it fails: {description}", description=other.description), wrap=True)]
    parts += [label(f"•  {action}", wrap=True) for action in other.actions]
    if other.expected_outcome:
        parts.append(
            label(tr("Expected: {expected_outcome}", expected_outcome=other.expected_outcome), "muted", wrap=True)
        )
    made = column(*parts)
    layout = made.layout()
    if layout is not None:
        layout.setContentsMargins(SPACE * 2, 0, 0, 0)
    return made


def _all(conditions: Sequence[Condition]) -> str:
    return tr(" and ").join(one.words for one in conditions)
