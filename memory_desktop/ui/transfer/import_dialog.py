"""Bringing files in: choose, see what would come, accept, see what came."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import SIGNAL, QSize, Qt, Signal, Slot
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QFileDialog,
    QHBoxLayout,
    QProgressBar,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from memory_desktop.bridge.commands import Done
from memory_desktop.bridge.engine_texts import said
from memory_desktop.bridge.runner import Report, Token
from memory_desktop.bridge.session import VaultSession
from memory_desktop.bridge.translation import figure, grouped, plural, tr
from memory_desktop.bridge.wording import size
from memory_desktop.core.answers import ImportProgress, ImportReport
from memory_desktop.core.errors import KnownError
from memory_desktop.core.imports import ImportChoice
from memory_desktop.core.query.language import operator_text
from memory_desktop.engine.importing import FORMATS, is_followed_up
from memory_desktop.engine.importing.importer import OnConflict
from memory_desktop.ui.field_guard import FieldGuard
from memory_desktop.ui.fitting import fitting
from memory_desktop.ui.format import duration
from memory_desktop.ui.transfer.drop_list import DropList
from memory_desktop.ui.transfer.import_report import ImportReportPage
from memory_desktop.ui.widgets import SPACE, button, label

_SIZE = QSize(760, 560)


class ImportDialog(QDialog):
    """Pages: choose → reading (dry run) → report, where conversations can be chosen → importing → done.

    It does not block the window. Closing it while it imports lets the import go on; a banner tells its end.

    Signals: `filter_requested(str)`, typed operators that show in Memories what came.
    """

    filter_requested = Signal(str)

    def __init__(self, session: VaultSession, paths: list[Path], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setModal(False)
        self.setWindowTitle(tr("Import"))
        self.setAcceptDrops(True)
        self.resize(fitting(_SIZE, self))
        self._session = session
        session.destroyed.connect(self.close)
        self._paths: list[Path] = []
        self._token: Token | None = None
        self._dry_run = True
        self._choice = ImportChoice()  # of the report that is shown
        self._learns = False  # from conversations, if nobody says otherwise: as the settings say
        self.report: ImportReport | None = None
        self._build()
        self._add(paths)
        if paths:
            self.look()

    # --- parts --------------------------------------------------------------------------------

    def _build(self) -> None:
        self.pages = QStackedWidget()
        self.choose_page = self._make_choose()
        self.work_page = self._make_work()
        self.report_page = ImportReportPage()
        for page in (self.choose_page, self.work_page, self.report_page):
            self.pages.addWidget(page)
        self.report_page.conflicts.currentIndexChanged.connect(self._show_buttons)
        self.report_page.choosing.changed.connect(self._show_buttons)
        self.report_page.model.textChanged.connect(self._show_buttons)
        self.back = button(tr("Back"), self._to_choose)
        self.show_them = button(tr("Show them"), self._show_them)
        self.cancel = button(tr("Cancel"), self._cancel)
        self.next = button(tr("Next"), self._on_next, role="primary")
        self.next.setDefault(True)
        buttons = QHBoxLayout()
        buttons.addWidget(self.back)
        buttons.addStretch(1)
        buttons.addWidget(self.cancel)
        buttons.addWidget(self.show_them)
        buttons.addWidget(self.next)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE * 3, SPACE * 3, SPACE * 3, SPACE * 2)
        layout.setSpacing(SPACE * 2)
        layout.addWidget(self.pages, 1)
        layout.addLayout(buttons)
        FieldGuard(self)
        self._to_choose()

    def _make_choose(self) -> QWidget:
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE)
        column.addWidget(label(tr("What do you want to import?"), "title"))
        column.addWidget(label(tr("You see a preview before anything is imported."), "muted", wrap=True))
        self.files = DropList()
        self.files.removed.connect(self._on_removed)
        column.addWidget(self.files, 1)
        row = QHBoxLayout()
        row.addWidget(button(tr("Add files…"), self._choose_files, icon_name="add"))
        row.addWidget(button(tr("Add a folder…"), self._choose_folder, icon_name="open"))
        row.addWidget(button(tr("Clear"), self._clear))
        row.addStretch(1)
        self.format = QComboBox()
        self.format.setAccessibleName(tr("Format"))
        self.format.addItem(tr("Detect automatically"), None)
        for one in FORMATS.values():
            self.format.addItem(said(one.title), one.name)
        row.addWidget(self.format)
        column.addLayout(row)
        self.problem = label("", "error", wrap=True)
        self.problem.hide()
        column.addWidget(self.problem)
        return page

    def _make_work(self) -> QWidget:
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE)
        column.addStretch(1)
        self.work_title = label("", "heading")
        self.bar = QProgressBar()
        self.bar.setAccessibleName(tr("Progress"))
        self.work_detail = label("", "muted", wrap=True)
        for each in (self.work_title, self.bar, self.work_detail):
            column.addWidget(each)
        column.addStretch(2)
        return page

    # --- choosing -----------------------------------------------------------------------------

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: N802 - Qt's name
        """Accept local files and folders."""
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: N802 - Qt's name
        """Add the dropped files, and preview them."""
        self._add([Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()])
        if self.pages.currentWidget() is self.choose_page and self._paths:
            self.look()

    def _add(self, paths: list[Path]) -> None:
        for path in paths:
            if path not in self._paths:
                self._paths.append(path)
                self.files.addItem(str(path))
        self._show_buttons()

    def _clear(self) -> None:
        self._paths.clear()
        self.files.clear()
        self._show_buttons()

    @Slot(int)
    def _on_removed(self, row: int) -> None:
        del self._paths[row]
        self._show_buttons()

    def _choose_files(self) -> None:
        names, _ = QFileDialog.getOpenFileNames(self, tr("Files to import"), str(Path.home()))
        self._add([Path(name) for name in names])

    def _choose_folder(self) -> None:
        name = QFileDialog.getExistingDirectory(self, tr("Folder to import"), str(Path.home()))
        if name:
            self._add([Path(name)])

    # --- doing --------------------------------------------------------------------------------

    def look(self) -> None:
        """Start the preview."""
        self.problem.hide()
        self._start(dry_run=True, on_conflict="supersede", title=tr("Reading…"))

    def accept_import(self) -> None:
        """Import what the preview showed."""
        choice: OnConflict = self.report_page.conflicts.currentData()
        self._start(dry_run=False, on_conflict=choice, title=tr("Importing…"))

    def _start(self, *, dry_run: bool, on_conflict: OnConflict, title: str) -> None:
        engine, paths, format = self._session.engine, list(self._paths), self.format.currentData()
        if dry_run:
            self._choice = self._chosen()
        choice = self._choice
        extract = self.report_page.extract.isChecked() if self.report and self.report.conversations else None

        def work(token: Token, report: Report) -> ImportReport:
            self._learns = engine.settings.on("gate.extract_imports")
            return engine.import_path(
                paths,
                format=format,
                dry_run=dry_run,
                on_conflict=on_conflict,
                choice=choice,
                extract=extract,
                progress=report,
                cancel=token,
            )

        self.work_title.setText(title)
        self.work_detail.setText("")
        self.bar.setRange(0, 0)
        self.pages.setCurrentWidget(self.work_page)
        # The session owns an import that was accepted: it goes on when the dialog is closed.
        owner = self if dry_run else self._session
        self._token = self._session.runner.run(
            owner,
            work,
            self._show,
            failed=self._on_failed,
            progress=self._on_progress,
            cancelled=self._on_cancelled,
        )
        self._dry_run = dry_run
        self._show_buttons()

    def _on_progress(self, value: object) -> None:
        if not isinstance(value, ImportProgress) or not _alive(self):
            return
        if value.bytes_total:
            self.bar.setRange(0, 1000)
            self.bar.setValue(min(1000, round(1000 * value.bytes_done / value.bytes_total)))
        left = tr("{time} left", time=duration(value.seconds_left)) if value.seconds_left is not None else ""
        read = (
            tr("{done} of {total}", done=size(value.bytes_done), total=size(value.bytes_total))
            if value.bytes_total
            else ""
        )
        parts = [
            plural("{n} item", "{n} items", value.items),
            tr("{rate} per second", rate=figure(value.rate, ",.0f")),
            left,
            read,
            value.file,
        ]
        self.work_detail.setText("  ·  ".join(part for part in parts if part))

    def _show(self, report: ImportReport) -> None:
        self._token = None
        if not _alive(self):
            self._session.commands.done.emit(Done(_banner(report)))
            return
        if report.dry_run and report.cancelled:
            self._on_cancelled()
            return
        if self.report is None:
            self.report_page.extract.setChecked(self._learns and is_followed_up(None, report.formats))
        self.report = report
        self.report_page.heading.setText(_heading(report))
        self.report_page.show_report(report)
        self.pages.setCurrentWidget(self.report_page)
        self._show_buttons()

    def _on_failed(self, error: Exception) -> None:
        self._token = None
        if not _alive(self):
            self._session.error.emit(error)
            return
        kept = "" if self._dry_run else tr(" What was imported before is kept.")
        self._explain(f"{_sentence(error)}{kept}")
        if not isinstance(error, KnownError):
            self._session.error.emit(error)

    def _on_cancelled(self) -> None:
        self._token = None
        if _alive(self):
            self._explain(
                tr("Stopped. Nothing was imported.")
                if self._dry_run
                else tr("Paused. What was imported is kept; File > Imports goes on with it.")
            )

    def _explain(self, sentence: str) -> None:
        self._to_choose()
        self.problem.setText(sentence)
        self.problem.show()

    @Slot()
    def _on_next(self) -> None:
        page = self.pages.currentWidget()
        if page is self.choose_page:
            self.look()
        elif page is self.report_page and self.report is not None and self.report.dry_run:
            if self._chosen_anew():
                self.look()
            else:
                self.accept_import()
        else:
            self.close()

    def _chosen_anew(self) -> bool:
        """Is something else chosen than what the preview shows?"""
        return self._chosen() != self._choice

    def _chosen(self) -> ImportChoice:
        return replace(self.report_page.choosing.choice(), model=self.report_page.model.text().strip())

    def _to_choose(self) -> None:
        self.report = None
        self.report_page.choosing.reset()
        self.report_page.model.clear()
        self.pages.setCurrentWidget(self.choose_page)
        self._show_buttons()

    def _cancel(self) -> None:
        if self._token is not None:
            self._token.cancel()
            self.cancel.setEnabled(False)
            kept = "" if self._dry_run else tr("; what was imported is kept")
            self.work_detail.setText(tr("Pausing after the current batch{kept}…", kept=kept))
        else:
            self.close()

    def _came(self) -> str:
        """The filter that shows what was imported, or "" where nobody listens or nothing came."""
        report = self.report
        listened = self.receivers(SIGNAL("filter_requested(QString)")) > 0
        if report is None or report.command is None or not listened or not report.new + report.conflict:
            return ""
        return operator_text("import", str(report.command))

    def _show_them(self) -> None:
        self.filter_requested.emit(self._came())
        self.close()

    @Slot()
    def _show_buttons(self) -> None:
        if not hasattr(self, "next"):
            return
        page = self.pages.currentWidget()
        dry = self.report is not None and self.report.dry_run
        self.back.setVisible(page is self.report_page and dry)
        self.next.setVisible(page is not self.work_page)
        self.show_them.setVisible(page is self.report_page and bool(self._came()))
        self.cancel.setEnabled(True)
        self.cancel.setVisible(page is not self.report_page or dry)
        if page is self.choose_page:
            self.next.setText(tr("Preview import"))
            self.next.setEnabled(bool(self._paths))
        elif dry and self.report is not None:
            anew = self._chosen_anew()
            skipped = self.report_page.conflicts.currentData() == "skip"
            coming = self.report.new + self.report.held + (0 if skipped else self.report.conflict)
            what = plural("{n} memory", "{n} memories", coming)
            if not coming and self.report.vectors:
                what = tr("vectors of {memory}", memory=plural("{n} memory", "{n} memories", self.report.vectors))
            self.next.setText(tr("Update preview") if anew else tr("Import {what}", what=what))
            self.next.setEnabled(anew or coming > 0 or self.report.vectors > 0)
        else:
            self.next.setText(tr("Close"))
            self.next.setEnabled(True)
        self.next.setAccessibleName(self.next.text())
        page = self.report_page
        choosing = page.choosing.isAncestorOf(self.focusWidget()) or self.focusWidget() is page.model
        if self.next.isVisible() and self.next.isEnabled() and not choosing:
            self.next.setFocus(Qt.FocusReason.OtherFocusReason)

    def done(self, result: int) -> None:
        """A dry run is given up when the dialog goes; an accepted import goes on."""
        if self._token is not None and self._dry_run:
            self._token.cancel()
        super().done(result)


def _heading(report: ImportReport) -> str:
    if report.dry_run:
        return tr("Preview: nothing has been imported yet")
    stopped = tr("Paused; what was imported is kept, and File > Imports goes on with it. ") if report.cancelled else ""
    held = (
        tr(" {waits} for a decision in Review.", waits=plural("{n} item waits", "{n} items wait", report.held))
        if report.held
        else ""
    )
    found = tr("what was added") if report.held else tr("it")
    return tr(
        "{stopped}Imported. Keyword search finds {found} now; vectors follow in the background.{held}",
        stopped=stopped,
        found=found,
        held=held,
    )


def _banner(report: ImportReport) -> str:
    stopped = tr("The import was stopped: ") if report.cancelled else tr("The import is done: ")
    rejected = tr(", {rejected} rejected", rejected=grouped(report.rejected)) if report.rejected else ""
    held = tr(", {held} held for review", held=grouped(report.held)) if report.held else ""
    return f"{stopped}{plural('{n} new memory', '{n} new memories', report.new)}{held}{rejected}."


def _sentence(error: Exception) -> str:
    return said(str(error)) if isinstance(error, KnownError) else tr("This is a fault in the program.")


def _alive(dialog: QDialog) -> bool:
    from shiboken6 import isValid

    return isValid(dialog)
