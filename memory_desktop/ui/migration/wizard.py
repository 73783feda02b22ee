"""Change the embedding model, step by step: choose, fetch, check, embed beside, compare, switch, and the way back.

Closing the wizard loses nothing: what embeds goes on in the background, over restarts too, and opening it again lands
where the change stands. Only the last button changes what searches use.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QSize, Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import QDialog, QFileDialog, QHBoxLayout, QProgressBar, QStackedWidget, QVBoxLayout, QWidget

from memory_desktop.bridge.engine_texts import said
from memory_desktop.bridge.runner import Report, Token
from memory_desktop.bridge.session import VaultSession
from memory_desktop.bridge.translation import figure, grouped, mark, plural, tr, translated
from memory_desktop.bridge.wording import quoted, size
from memory_desktop.core.answers import QueueItem
from memory_desktop.core.errors import KnownError
from memory_desktop.core.migration import Comparison, MigrationStatus, ModelChoice, Stage, Validation
from memory_desktop.core.outside import PREFIX
from memory_desktop.core.wording import shortened
from memory_desktop.ui.fitting import fitting
from memory_desktop.ui.format import duration, exact
from memory_desktop.ui.migration.comparison_table import ComparisonTable
from memory_desktop.ui.migration.model_list import ModelList
from memory_desktop.ui.tips import set_tip
from memory_desktop.ui.widgets import SPACE, button, label
from memory_desktop.ui.wrapping import SelectableText

_POLL_MS = 500
_FAILURES_SHOWN = 3
_PREVIEW = 60
_STEPS = translated((mark("Choose"), mark("Check"), mark("Embed"), mark("Compare"), mark("Done")))


class MigrationWizard(QDialog):
    """See the module. Signals: `lab_requested()`; `failed(exception)` for what is a bug."""

    lab_requested = Signal()
    failed = Signal(object)

    def __init__(self, session: VaultSession, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._models = session.engine.models
        self._choice: ModelChoice | None = None
        self._token: Token | None = None
        self._busy = False
        self.next = button(tr("Next"), self._go_on, role="primary")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Embedding model"))
        self.resize(fitting(QSize(680, 500), self))
        self.steps = label("", "muted")
        self.heading = label("", "title", wrap=True)
        self.text = label("", wrap=True)
        self.problem = SelectableText(tr("Problem"), "", "error")
        self.list = ModelList()
        self.list.chosen.connect(self._on_chosen)
        self.list.folder_requested.connect(self._ask_folder)
        self.progress = QProgressBar()
        self.progress.setAccessibleName(tr("Progress"))
        self.detail = label("", "muted", wrap=True)
        self.table = ComparisonTable()
        self.pages = QStackedWidget()
        for page in (self.list, self._page(self.progress, self.detail), self._page(self.table)):
            self.pages.addWidget(page)
        self.buttons = QHBoxLayout()
        self.buttons.setSpacing(SPACE)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 20, 24, 18)
        column.setSpacing(10)
        for each in (self.steps, self.heading, self.text, self.problem):
            column.addWidget(each)
        column.addWidget(self.pages, 1)
        column.addLayout(self.buttons)
        self._poll = QTimer(self)
        self._poll.setInterval(_POLL_MS)
        self._poll.timeout.connect(self._ask_status)
        self._begin(tr("Checking…"), "", -1)
        self._ask_status()

    @staticmethod
    def _page(*widgets: QWidget) -> QWidget:
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, SPACE, 0, 0)
        column.setSpacing(SPACE)
        for each in widgets:
            column.addWidget(each)
        column.addStretch(1)
        return page

    def _begin(self, heading: str, text: str, step: int, *, page: int = 1) -> None:
        """Show a page: its heading, what it is about, and which step of all it is."""
        marks = [f"● {name}" if number == step else name for number, name in enumerate(_STEPS)]
        self.steps.setText("   ›   ".join(marks))
        self.heading.setText(heading)
        self.text.setText(text)
        self.problem.setText("")
        self.problem.hide()
        self.pages.setCurrentIndex(page)

    def _set_buttons(self, *made: QWidget) -> None:
        while (item := self.buttons.takeAt(0)) is not None:
            if (old := item.widget()) is not None:
                old.hide()
                old.deleteLater()
        self.buttons.addStretch(1)
        for each in made:
            self.buttons.addWidget(each)

    def _fail(self, error: Exception) -> None:
        self._token = None
        self._busy = False
        if isinstance(error, KnownError):
            self.problem.setText(said(str(error)))
            self.problem.show()
        else:
            self.failed.emit(error)

    def _query(self, work: Callable[[Token], object], done: Callable[..., None]) -> None:
        self._session.runner.query(self, work, done, failed=self._fail)

    def _write(self, work: Callable[[], object], done: Callable[..., None]) -> None:
        self._session.runner.write(self, lambda _token, _report: work(), done, failed=self._fail)

    def _run(self, work: Callable[[Token, Report], object], done: Callable[..., None]) -> None:
        def finished(result: object) -> None:
            self._token = None
            done(result)

        self.progress.setRange(0, 0)
        self._token = self._session.runner.run(
            self, work, finished, failed=self._fail, cancelled=self._ask_status, progress=self._on_progress
        )

    def _on_progress(self, value: object) -> None:
        if isinstance(value, tuple):
            done, total, text = value
            self.progress.setRange(0, total)
            self.progress.setValue(done)
            self.detail.setText(text)

    def _stop(self) -> None:
        if self._token is not None:
            self._token.cancel()
            self._token = None

    # --- where it stands ----------------------------------------------------------------------

    @Slot()
    def _ask_status(self) -> None:
        if not self._busy:
            self._busy = True
            self._query(lambda _token: self._models.status(), self._show_status)

    def _show_status(self, status: MigrationStatus) -> None:
        self._busy = False
        match status.stage:
            case Stage.EMBEDDING:
                self._show_embedding(status)
            case Stage.READY:
                self._poll.stop()
                self._show_ready(status)
            case Stage.SWITCHED:
                self._poll.stop()
                self._show_switched(status)
            case _:
                self._poll.stop()
                self._query(lambda _token: self._models.models(), partial(self._show_models, status))

    # --- choosing and fetching ----------------------------------------------------------------

    def _show_models(self, status: MigrationStatus, models: list[ModelChoice]) -> None:
        in_use = self._session.engine.model_version
        text = tr(
            "In use: {in_use}. Another model is embedded beside it, and compared on your own queries, before "
            "anything changes.",
            in_use=in_use,
        )
        self._begin(tr("Choose a model"), text, 0, page=0)
        self.next = button(tr("Next"), self._go_on, role="primary")
        self.list.show_models(models, in_use)
        made = [button(tr("Close"), self.close), self.next]
        if status.archived:
            back = button(tr("Go back to the model before"), self._roll_back)
            set_tip(
                back,
                tr(
                    "The vectors of {archived} are archived in this vault: nothing is embedded anew.",
                    archived=status.archived,
                ),
            )
            made.insert(0, back)
        self._set_buttons(*made)

    def _on_chosen(self, choice: ModelChoice | None) -> None:
        if self.pages.currentWidget() is not self.list:
            return
        self._choice = choice
        self.next.setEnabled(choice is not None)

    def _ask_folder(self) -> None:
        path = QFileDialog.getExistingDirectory(self, tr("A folder with an ONNX model"))
        if path:
            self.use_folder(path)

    def use_folder(self, path: str) -> None:
        """Take a local folder as the model."""
        self._choice = ModelChoice(path, path, "", 0, 0, tr("A local folder."), "here")
        self._validate()

    def _go_on(self) -> None:
        choice = self._choice
        if choice is None:
            return
        if choice.state == "here":
            self._validate()
            return
        how_big = size(choice.size) if choice.size else tr("some 100 MB")
        self._begin(
            tr("Download {name}?", name=choice.name),
            tr(
                "It is not on this computer. {how_big} will be fetched from huggingface.co; nothing of your "
                "memories is sent. An interrupted download resumes.",
                how_big=how_big,
            ),
            0,
        )
        self.progress.hide()
        self.detail.setText(said(choice.description))
        self._set_buttons(
            button(tr("Back"), self._ask_status),
            button(tr("Local folder…"), self._ask_folder),
            button(tr("Download"), self._download, role="primary"),
        )

    def _download(self) -> None:
        choice = self._choice
        if choice is None:
            return
        self.problem.hide()
        self.progress.show()
        self._set_buttons(button(tr("Stop"), self._stop), button(tr("Local folder…"), self._ask_folder))

        def work(token: Token, report: Report) -> ModelChoice:
            def tell(done: int, total: int) -> None:
                report(
                    (done, total, tr("{done} of {total}", done=size(done), total=size(total)) if total else size(done))
                )

            return self._models.download(choice.ref, tell, token)

        self._run(work, self._downloaded)

    def _downloaded(self, choice: ModelChoice) -> None:
        self._choice = choice
        self._validate()

    # --- checking and embedding ---------------------------------------------------------------

    def _validate(self) -> None:
        choice = self._choice
        if choice is None:
            return
        self._begin(tr("Checking"), tr("The vault and the model are checked first."), 1)
        self.progress.show()
        self.detail.setText("")
        self._set_buttons(button(tr("Stop"), self._stop))

        def work(token: Token, report: Report) -> Validation:
            def tell(stage: str, done: int, total: int) -> None:
                report(
                    (
                        done,
                        total,
                        tr("{stage}: {done} of {total}", stage=stage, done=grouped(done), total=grouped(total))
                        if total
                        else stage,
                    )
                )

            return self._models.validate(choice.ref, tell, token)

        self._run(work, self._validated)

    def _validated(self, found: Validation) -> None:
        if not found.ok:
            self._begin(tr("The change cannot start"), tr("Nothing was changed."), 1)
            self.progress.hide()
            self.detail.setText("")
            self.problem.setText("\n".join(map(said, found.problems)))
            self.problem.show()
            self._set_buttons(button(tr("Back"), self._ask_status), button(tr("Close"), self.close))
            return
        if self._choice is not None and self._choice.ref.startswith(PREFIX):
            waits = (
                tr(
                    " {memories} wait until theirs are imported.",
                    memories=plural("{n} memory", "{n} memories", found.waiting),
                )
                if found.waiting
                else ""
            )
            self._begin(
                tr("Ready to store the vectors"),
                tr(
                    "The imported vectors of {memories} will be stored beside those in use.{waits} This program "
                    "does not run the model: in the window, search then works by keywords; programs can bring "
                    "the vector of their question.",
                    memories=plural("{n} memory", "{n} memories", found.memories),
                    waits=waits,
                ),
                1,
            )
            self.progress.hide()
            self.detail.setText(tr("Searches do not change before you switch, and you can go back afterwards."))
            self._set_buttons(button(tr("Back"), self._ask_status), button(tr("Start"), self._start, role="primary"))
            return
        self._begin(
            tr("Ready to embed"),
            tr(
                "{memory} will be embedded by the new model, beside the vectors in use. That needs {bytes_needed}; "
                "the disk has {bytes_free} left.",
                memory=plural("{n} memory", "{n} memories", found.memories),
                bytes_needed=size(found.bytes_needed),
                bytes_free=size(found.bytes_free),
            ),
            1,
        )
        self.progress.hide()
        self.detail.setText(tr("It goes on in the background, and after a restart. Searches do not change meanwhile."))
        self._set_buttons(button(tr("Back"), self._ask_status), button(tr("Start"), self._start, role="primary"))

    def _start(self) -> None:
        choice = self._choice
        if choice is None:
            return
        self._set_buttons()
        self.progress.show()

        def started(_status: object) -> None:
            self._session.sync_worker.wake()
            self._ask_status()

        self._run(lambda token, _report: self._models.start(choice.ref, cancel=token), started)

    def _show_embedding(self, status: MigrationStatus) -> None:
        if self.heading.text() != tr("Embedding") or not self._poll.isActive():
            self._begin(
                tr("Embedding"),
                tr(
                    "{new} embeds every memory. You can close this window and go on working; it continues in the "
                    "background.",
                    new=status.new,
                ),
                2,
            )
            self.progress.show()
            self._poll.start()
        self.progress.setRange(0, max(1, status.total))
        self.progress.setValue(status.done)
        parts = [tr("{done} of {total}", done=grouped(status.done), total=grouped(status.total))]
        if status.failed:
            parts.append(tr("{failed} could not be embedded yet", failed=grouped(status.failed)))
        if status.rate and not status.paused:
            parts.append(tr("{rate} per second", rate=figure(status.rate, ",.0f")))
        if status.seconds_left is not None and not status.paused:
            parts.append(tr("{time} left", time=duration(status.seconds_left)))
        self.detail.setText((tr("Paused: ") if status.paused else "") + "  ·  ".join(parts))
        self.problem.setText(said(status.error))
        self.problem.setVisible(bool(status.error))
        paused = status.paused
        if self.buttons.count() != 4 or self._shown_paused != paused:
            self._shown_paused = paused
            self._set_buttons(
                button(tr("Cancel the change"), self._cancel),
                button(tr("Resume") if paused else tr("Pause"), partial(self._pause, not paused)),
                button(tr("Close"), self.close, role="primary"),
            )

    _shown_paused = False

    def _pause(self, paused: bool) -> None:
        def done(_none: object) -> None:
            self._session.sync_worker.wake()
            self._ask_status()

        self._write(lambda: self._models.pause(paused), done)

    def _cancel(self) -> None:
        self._poll.stop()
        self._write(self._models.cancel, lambda _none: self._ask_status())

    # --- comparing and switching --------------------------------------------------------------

    def _show_ready(self, status: MigrationStatus) -> None:
        self._begin(tr("Comparing"), tr("Everything is embedded by {new}.", new=status.new), 3)
        self.progress.show()
        self._set_buttons()

        def work(token: Token, report: Report) -> Comparison:
            return self._models.compare(lambda done, total: report((done, total, tr("Running your queries"))), token)

        self._run(work, partial(self._compared, status))

    def _compared(self, status: MigrationStatus, found: Comparison) -> None:
        self._begin(
            tr("Is the new model better for you?"),
            tr("{old} is in use; {new} is ready.", old=status.old, new=status.new),
            3,
            page=2,
        )
        self.table.show_comparison(found)
        if status.failed:
            self._query(lambda _token: self._models.failures(_FAILURES_SHOWN), partial(self._show_failures, status))
        made = [button(tr("Cancel the change"), self._cancel)]
        if found.impossible:
            self.heading.setText(tr("Use the other model?"))
            self.text.setText(
                tr(
                    "{old} is in use; {new} is ready. {impossible}",
                    old=status.old,
                    new=status.new,
                    impossible=found.impossible,
                )
            )
        elif not found.queries:
            on_sample = (
                tr(
                    " Below, both look for {memories} of yours.",
                    memories=plural("{n} memory", "{n} memories", found.sample.memories),
                )
                if found.sample
                else ""
            )
            self.text.setText(
                tr(
                    "{new} is ready.{on_sample} You have no labelled queries yet: in the Recall lab you can say "
                    "what some of your queries should find, and compare the two by that.",
                    new=status.new,
                    on_sample=on_sample,
                )
            )
            made.append(button(tr("Open the Recall lab"), self._open_lab))
        if status.live is not None:
            self.text.setText(f"{self.text.text()} {said(status.live.text)}")
        made += [button(tr("Later"), self.close), button(tr("Use the new model"), self._switch, role="primary")]
        self._set_buttons(*made)

    def _show_failures(self, status: MigrationStatus, failures: list[QueueItem]) -> None:
        """Which texts have no vector by the new model; nothing is lost, so that it is no reason not to switch."""
        lines = [f"{quoted(shortened(one.preview, _PREVIEW))}: {said(one.last_error)}" for one in failures]
        more = status.failed - len(lines)
        lines += [tr("and {more} more", more=grouped(more))] if more > 0 else []
        what = tr(
            "{memories} could not be embedded by it. They can still be found by keywords",
            memories=plural("{n} memory", "{n} memories", status.failed),
        )
        self.problem.setText("\n".join([tr("{what}, and are tried again later:", what=what), *lines]))
        self.problem.show()

    def _open_lab(self) -> None:
        self.lab_requested.emit()
        self.close()

    def _switch(self) -> None:
        self._begin(tr("Switching"), "", 3)
        self.progress.show()
        self._set_buttons()
        self._run(lambda _token, _report: self._models.switch(), self._show_switched)

    def _show_switched(self, status: MigrationStatus) -> None:
        self._begin(
            tr("The new model is in use"),
            tr(
                "Searches use {new} since {switched_at}. The vectors of {old} are kept until {keep_until}: until "
                "then you can switch back at once. Then they are archived or deleted, as Preferences say.",
                new=status.new,
                switched_at=exact(status.switched_at),
                old=status.old,
                keep_until=exact(status.keep_until),
            ),
            4,
        )
        self.progress.hide()
        self.detail.setText("")
        self._set_buttons(
            button(tr("Clean up old vectors now"), self._clean),
            button(tr("Go back to the old model"), self._roll_back),
            button(tr("Close"), self.close, role="primary"),
        )

    def _roll_back(self) -> None:
        self._set_buttons()
        self._run(lambda _token, _report: self._models.roll_back(), lambda _status: self._ask_status())

    def _clean(self) -> None:
        self._set_buttons()
        self._run(lambda _token, _report: self._models.clean_up(), lambda _bytes: self._ask_status())
