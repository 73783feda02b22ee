"""The list of imports: what, when, what came of it, and what can be done about each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtWidgets import QDialog, QHBoxLayout, QVBoxLayout, QWidget

from memory_desktop.bridge.commands import Done
from memory_desktop.bridge.engine_texts import said
from memory_desktop.bridge.runner import Report, Token
from memory_desktop.bridge.session import VaultSession
from memory_desktop.bridge.translation import grouped, mark, tr, translated
from memory_desktop.bridge.wording import engine_word
from memory_desktop.core.imports import RESUMABLE, ImportJob, ImportState
from memory_desktop.core.query.language import operator_text
from memory_desktop.ui.current_row import select_row
from memory_desktop.ui.fitting import fitting
from memory_desktop.ui.format import local
from memory_desktop.ui.memories.purge_dialog import ask_to_purge
from memory_desktop.ui.plain_table import PlainTable
from memory_desktop.ui.widgets import SPACE, button, label

if TYPE_CHECKING:
    from memory_desktop.engine.engine import Engine

_HEADERS = translated(
    (
        mark("Files"),
        mark("Started"),
        mark("State"),
        mark("New"),
        mark("Skipped"),
        mark("Conflicts"),
        mark("Held"),
        mark("Rejected"),
    )
)
# Where there is no room: skipped, started, conflicts, held, rejected, new.
_FIRST_TO_GO = (4, 1, 5, 6, 7, 3, 2)


class ImportsDialog(QDialog):
    """It does not block the window.

    Signals: `filter_requested(str)`, typed operators that show in Memories what an import brought.
    """

    filter_requested = Signal(str)

    def __init__(self, session: VaultSession, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Imports"))
        self.resize(fitting(QSize(860, 460), self))
        self._session = session
        self._jobs: Sequence[ImportJob] = ()
        session.destroyed.connect(self.close)
        self.table = PlainTable(_HEADERS, tr("Imports, newest first"))
        self.table.give_room(0, _FIRST_TO_GO, least=140)
        self.table.itemSelectionChanged.connect(self._show_buttons)
        self.note = label("", "muted", wrap=True)
        self.show_them = button(tr("Show"), self._show_them, icon_name="filter")
        self.undo = button(tr("Undo"), self._undo, icon_name="restore")
        self.purge = button(tr("Purge…", "short"), self._purge, icon_name="error")
        self.pause = button(tr("Pause"), self._pause)
        self.resume = button(tr("Resume"), self._resume)
        row = QHBoxLayout()
        for made in (self.show_them, self.undo, self.purge, self.pause, self.resume):
            row.addWidget(made)
        row.addStretch(1)
        row.addWidget(button(tr("Close"), self.close))
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE * 3, SPACE * 3, SPACE * 3, SPACE * 2)
        column.setSpacing(SPACE)
        column.addWidget(self.table, 1)
        column.addWidget(self.note)
        column.addLayout(row)
        session.changed.connect(self._on_change)
        self._show_buttons()
        self.refresh()

    def refresh(self) -> None:
        """List them anew."""
        engine = self._session.engine
        self._session.runner.query(self, lambda _token: engine.imports.list(), self._show, channel="imports")

    @Slot(object)
    def _on_change(self, _change: object) -> None:
        self.refresh()

    def current(self) -> ImportJob | None:
        """The selected one."""
        row = self.table.currentRow()
        chosen = bool(self.table.selectionModel().selectedRows())
        return self._jobs[row] if chosen and 0 <= row < len(self._jobs) else None

    def _show(self, jobs: Sequence[ImportJob]) -> None:
        self._jobs = jobs
        self.table.fill([_row(job) for job in jobs])
        if jobs and self.current() is None:
            select_row(self.table, 0)
        self._show_buttons()

    @Slot()
    def _show_buttons(self) -> None:
        job = self.current()
        state = job.state if job is not None else None
        brought = job is not None and (job.counts.new + job.counts.conflict + job.counts.held) > 0
        running = state is ImportState.RUNNING
        self.show_them.setEnabled(brought)
        self.undo.setEnabled(brought and not running and state is not ImportState.UNDONE)
        # One that goes on by itself has to be paused first.
        going_on = state in (ImportState.RUNNING, ImportState.INTERRUPTED, ImportState.WAITING)
        self.purge.setEnabled(brought and not going_on)
        self.pause.setEnabled(going_on)
        self.resume.setEnabled(state in RESUMABLE)
        if job is None:
            self.note.setText("" if self._jobs else tr("Nothing was imported yet."))
        else:
            only = tr("Only {words}.", words=job.choice.words) if job.choice.words else ""
            self.note.setText("\n".join(filter(None, (*job.paths, only, said(job.reason)))))

    # --- doing ------------------------------------------------------------------------------------------------------

    def _show_them(self) -> None:
        if (job := self.current()) is not None:
            self.filter_requested.emit(operator_text("import", str(job.seq)))

    def _undo(self) -> None:
        def work(engine: Engine, seq: int) -> str:
            undone = engine.imports.undo(seq)
            return tr("Undone: {name}.", name=undone.name) if undone is not None else tr("It brought nothing.")

        self._write(work)

    def _pause(self) -> None:
        def work(engine: Engine, seq: int) -> str:
            engine.imports.pause(seq)
            return tr("The import is paused.")

        self._write(work)

    def _resume(self) -> None:
        if (job := self.current()) is not None:
            self._session.resume_imports([job.seq])  # the session owns it: it goes on when the dialog is closed

    def _purge(self) -> None:
        job, engine = self.current(), self._session.engine
        if job is None:
            return
        seq = job.seq

        ask_to_purge(self._session, self, lambda: engine.plan_purge_of_import(seq), self._session.error.emit)

    def _write(self, work: Callable[[Engine, int], str]) -> None:
        job, session = self.current(), self._session
        if job is None:
            return
        engine, seq = session.engine, job.seq

        def run(_token: Token, _report: Report) -> str:
            return work(engine, seq)

        def tell(text: str) -> None:
            session.commands.done.emit(Done(text))
            self.refresh()

        session.runner.write(self, run, tell)


def _row(job: ImportJob) -> Sequence[str]:
    counts = job.counts
    numbers = (counts.new, counts.skipped, counts.conflict, counts.held, counts.rejected)
    names = ", ".join(Path(path).name for path in job.paths)
    return names, local(job.started), engine_word(job.state.value).capitalize(), *map(grouped, numbers)
