"""A run of a procedure, step by step: what is to be done now, how it went, and every task with how far it is."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QFrame, QLineEdit, QTreeWidgetItem, QVBoxLayout, QWidget

from memory_desktop.bridge.procedure_commands import required_words
from memory_desktop.bridge.translation import mark, tr, translated
from memory_desktop.core.errors import KnownError
from memory_desktop.core.layers.conditions import value_words
from memory_desktop.core.layers.procedure_runs import Mark, RunState, Task, TaskKind
from memory_desktop.engine.layers.procedures import Progress
from memory_desktop.models.procedure_lines import values_of
from memory_desktop.ui.lists import bar, column, flat_list, scrolled, split
from memory_desktop.ui.saving import KEY, leads_to, pressed_by_key, pressed_once
from memory_desktop.ui.tips import set_item_tip
from memory_desktop.ui.typed import drop_undo
from memory_desktop.ui.widgets import SPACE, button, label

_SIGNS = translated(
    {
        Mark.DONE: mark("✓ done"),
        Mark.FAILED: mark("✗ failed"),
        Mark.SKIPPED: mark("– skipped"),
        Mark.NOW: mark("▸ now"),
        Mark.LATER: mark("later"),
        Mark.NOT_NEEDED: mark("not needed"),
    }
)
_NAMES = translated(
    {TaskKind.CHECK: mark("Check"), TaskKind.STEP: mark("Step"), TaskKind.ALTERNATIVE: mark("Alternative")}
)
_KINDS = translated({TaskKind.CHECK: mark("Check: "), TaskKind.STEP: "", TaskKind.ALTERNATIVE: mark("If that fails: ")})


class RunPanel(QWidget):
    """Signals: `reported(run, about, succeeded, note, values)`; `stopped(run, stop, note)`; `closed`; `failed`."""

    reported = Signal(str, str, bool, str, object)
    stopped = Signal(str, bool, str)
    closed = Signal()
    failed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._progress: Progress | None = None
        self._sent = ("", "")  # what stood in the fields when it was reported last
        self._meanwhile = False  # somebody else has reported while something stood in the fields
        self.title = label("", "heading", wrap=True)
        self.back = button(tr("Back"), self.closed.emit)
        self.stop = button(tr("Stop"), self._stop)
        self.state = label("", "muted", wrap=True)
        self.limits = label("", "muted", wrap=True)
        self.limits.setContentsMargins(SPACE * 2, 0, SPACE * 2, SPACE)
        self.now = QFrame()
        self.now.setObjectName("card")
        self.task = label("", "heading", wrap=True)
        self.what = label("", wrap=True)
        self.note, self.known = QLineEdit(), QLineEdit()
        self.note.setPlaceholderText(tr("What happened (may be empty)"))
        self.note.setAccessibleName(tr("What happened"))
        self.known.setPlaceholderText(tr("What is known now, as mood=calm; age=30 (may be empty)"))
        self.known.setAccessibleName(tr("What is known now"))
        self._pressed: tuple[str, int] | None = None
        self.done = button(tr("Done"), lambda: self._report(succeeded=True), role="primary")
        self.fail = button(tr("It failed"), lambda: self._report(succeeded=False))
        for one in (self.done, self.fail):
            one.pressed.connect(self._on_press)
        pressed_once(self.done, self.fail)
        pressed_by_key(self, self.done, tr("It went as it should ({key})", key=KEY))
        leads_to(self.note, self.done, self.fail)  # else Enter, meant for a note, would decide the next task
        card = QVBoxLayout(self.now)
        card.setContentsMargins(SPACE * 2, SPACE, SPACE * 2, SPACE)
        card.setSpacing(SPACE)
        for part in (self.task, self.what, self.note, self.known):
            card.addWidget(part)
        space = label("")
        card.addWidget(bar(space, self.fail, self.done, filling=space))
        self.title.setContentsMargins(SPACE * 2, SPACE, SPACE * 2, 0)
        self.stages = flat_list(tr("Tasks of the run"), ((tr("State"), tr("not needed ")), (tr("Task"), "")))
        self.stages.setMinimumHeight(60)
        host = QWidget()
        around = QVBoxLayout(host)
        around.setContentsMargins(SPACE * 2, 0, SPACE * 2, SPACE)
        around.addWidget(self.now)
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(0)
        box.addWidget(self.title)
        parts = column(bar(self.state, self.stop, self.back, filling=self.state), host, self.limits, QWidget())
        page = scrolled(parts)
        page.setMinimumHeight(60)
        box.addWidget(split(Qt.Orientation.Vertical, page, self.stages, (340, 240)), 1)

    @property
    def progress(self) -> Progress | None:
        """Of the run that is shown."""
        return self._progress

    def show_progress(self, progress: Progress, name: str, writable: bool) -> None:
        """Show where a run is. `name`: of its procedure now."""
        before = self._progress
        run, walk = progress.run, progress.walk
        task = walk.task if walk is not None and run.state is RunState.RUNNING else None
        if before is None or before.run.id != run.id:
            self._empty_fields()
        elif len(before.run.reports) != len(run.reports):
            if self._typed() == self._sent:
                self._empty_fields()
            self._meanwhile, self._sent = any(self._typed()), ("", "")
        self._progress = progress
        self.title.setText(progress.procedure.name if progress.procedure is not None else name)
        kept = tr("Somebody else has reported meanwhile; what you typed is still there.") if self._meanwhile else ""
        self.state.setText("  ·  ".join(filter(None, (_state(progress), kept))))
        ended = task is None and self.now.isAncestorOf(self.window().focusWidget() or self.stages)
        self.now.setVisible(task is not None)
        if ended:
            self.take_focus()
        if task is not None:
            self.task.setText(f"{_place(task)}: {task.title}")
            expected = (
                [tr("Expected: {expected_outcome}", expected_outcome=task.expected_outcome)]
                if task.expected_outcome
                else []
            )
            self.what.setText("\n".join((*(f"•  {action}" for action in task.actions), *expected)))
            self.what.setVisible(bool(self.what.text()))
            check = task.kind is TaskKind.CHECK
            self.done.setText(tr("It passes") if check else tr("Done"))
            self.fail.setText(tr("It does not pass") if check else tr("It failed"))
        limits = progress.procedure.boundary_considerations if progress.procedure is not None else ()
        keep = [tr("Keep in mind: {limits}", limits="; ".join(limits))] if limits else []
        values = "; ".join(f"{key} = {value_words(value)}" for key, value in progress.known.items())
        known = [tr("Known: {values}", values=values)] if values else []
        self.limits.setText("\n".join((*known, *required_words(progress), *keep)))
        self.limits.setVisible(bool(self.limits.text()) and run.state is not RunState.FINISHED)
        self.stop.setVisible(run.state is not RunState.FINISHED)
        self.stop.setText(tr("Resume") if run.state is RunState.STOPPED else tr("Stop"))
        for each in (self.stop, self.done, self.fail, self.note, self.known):
            each.setEnabled(writable)
        self._list(progress)

    def take_focus(self) -> None:
        """Go on where the task is reported, else on the way back: nothing there decides anything."""
        target = self.note if not self.now.isHidden() and self.note.isEnabled() else self.back
        target.setFocus(Qt.FocusReason.OtherFocusReason)

    def forget(self) -> None:
        """Show nothing."""
        self._progress = None
        self._empty_fields()
        self.stages.clear()

    def _empty_fields(self) -> None:
        """Ctrl+Z takes the report back, and does not bring its words back into the fields."""
        self._meanwhile, self._sent = False, ("", "")
        for field in (self.note, self.known):
            field.clear()
        drop_undo(self.note, self.known)

    def _typed(self) -> tuple[str, str]:
        return self.note.text(), self.known.text()

    def _list(self, progress: Progress) -> None:
        self.stages.clear()
        for one in progress.walk.stages if progress.walk is not None else ():
            said = f"{_KINDS[one.task.kind]}{one.task.title}" + (f": {one.note}" if one.note else "")
            row = QTreeWidgetItem(self.stages, [_SIGNS[one.mark], said])
            set_item_tip(row, said, 1)
            if one.mark is Mark.NOW:
                self.stages.setCurrentItem(row)
                self.stages.scrollToItem(row)

    @Slot()
    def _on_press(self) -> None:
        self._pressed = self._place_now()

    def _place_now(self) -> tuple[str, int] | None:
        """The run, and how many of its tasks were reported: what a report would be about."""
        progress = self._progress
        return (progress.run.id, len(progress.run.reports)) if progress is not None else None

    def _report(self, *, succeeded: bool) -> None:
        pressed, self._pressed = self._pressed, None
        if pressed != self._place_now():
            return  # another task is shown since the button went down
        progress = self._progress
        task = progress.walk.task if progress is not None and progress.walk is not None else None
        if progress is None or task is None:
            return
        try:
            values = values_of(self.known.text())
        except KnownError as error:
            self.failed.emit(error)
            return
        self._sent = self._typed()
        self.reported.emit(progress.run.id, task.about, succeeded, self.note.text(), values)

    def _stop(self) -> None:
        if self._progress is not None:
            run = self._progress.run
            self.stopped.emit(run.id, run.state is RunState.RUNNING, self.note.text())


def _place(task: Task) -> str:
    return tr(
        "{kind} {number} of {of}",
        kind=_NAMES.get(task.kind, task.kind.value.capitalize()),
        number=task.number,
        of=task.of,
    )


def _state(progress: Progress) -> str:
    run = progress.run
    if progress.walk is None:
        return tr("The procedure of this run was purged.")
    if run.outcome is not None:
        return tr("The run ended: {value}.", value=run.outcome.value)
    if run.state is RunState.STOPPED:
        return tr("Stopped: {note}", note=run.note) if run.note else tr("Stopped. It can be resumed.")
    return tr("Do it, then report how it went")
