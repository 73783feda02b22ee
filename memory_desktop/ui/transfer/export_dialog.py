"""Writing memories out: format, place, progress."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSize, Qt, QUrl, Slot
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QFileDialog,
    QHBoxLayout,
    QLineEdit,
    QProgressBar,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from memory_desktop.bridge.engine_texts import said
from memory_desktop.bridge.runner import Report, Token
from memory_desktop.bridge.session import VaultSession
from memory_desktop.bridge.translation import mark, plural, tr, translated
from memory_desktop.core.answers import ExportReport
from memory_desktop.core.errors import KnownError
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.ui.field_guard import FieldGuard
from memory_desktop.ui.fitting import fitting
from memory_desktop.ui.widgets import SPACE, button, label
from memory_desktop.ui.wrapping import SelectableText

_FORMATS = translated(
    (
        (
            "jsonl",
            mark("JSON lines"),
            mark("Everything, runs and boards too, with a manifest. Can be imported again without loss."),
        ),
        (
            "mcp",
            mark("MCP memory.jsonl"),
            mark("What the MCP memory server reads; the rest of each memory in a second file. No runs, no boards."),
        ),
        (
            "entries",
            mark("Memory entries"),
            mark("One .mem.json file for each memory, one .asm.json file for each assembly, with their vectors."),
        ),
        (
            "markdown",
            mark("Markdown notes"),
            mark(
                "One note for each memory and each conversation, to read anywhere. Can be imported again without loss."
            ),
        ),
        (
            "parquet",
            mark("Parquet table"),
            mark("One row for each memory with every field. Can be imported again without loss."),
        ),
    )
)


class ExportDialog(QDialog):
    """Exports what a filter lets through, or everything but what was forgotten."""

    def __init__(self, session: VaultSession, which: RecordFilter | None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Export"))
        self.resize(fitting(QSize(640, 440), self))
        self._session = session
        session.destroyed.connect(self.close)
        self._which = which
        self._token: Token | None = None
        self.report: ExportReport | None = None
        self._build()
        FieldGuard(self)

    def _build(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE * 3, SPACE * 3, SPACE * 3, SPACE * 2)
        column.setSpacing(SPACE)
        column.addWidget(label(tr("Export memories"), "title"))
        self.scope = QComboBox()
        self.scope.setAccessibleName(tr("Which memories"))
        if self._which is not None:
            self.scope.addItem(tr("The selected memories"), self._which)
        self.scope.addItem(tr("All memories except forgotten ones"), None)
        column.addWidget(self.scope)
        never = tr(
            "Forgotten memories, the history, what waits in Review, statistics and settings are in no export. Selected "
            "memories come alone."
        )
        column.addWidget(label(never, "muted", wrap=True))
        column.addSpacing(SPACE)
        column.addLayout(self._make_formats())
        column.addSpacing(SPACE)
        column.addWidget(label(tr("Folder"), "section"))
        row = QHBoxLayout()
        self.dest = QLineEdit(str(Path.home() / f"{self._session.name} export"))
        self.dest.setAccessibleName(tr("Folder to write to"))
        row.addWidget(self.dest, 1)
        row.addWidget(button(tr("Choose…"), self._choose))
        column.addLayout(row)
        self.overwrite = QCheckBox(tr("Replace an existing export"))
        column.addWidget(self.overwrite)
        self.bar = QProgressBar()
        self.bar.setAccessibleName(tr("Progress"))
        self.bar.hide()
        self.note = SelectableText(tr("What was written"), "", "muted")
        column.addWidget(self.bar)
        column.addWidget(self.note)
        column.addStretch(1)
        self.cancel = button(tr("Cancel"), self._cancel)
        self.go = button(tr("Export"), self.start, role="primary")
        self.go.setDefault(True)
        self.show_folder = button(tr("Show the folder"), self._show_folder, icon_name="open")
        self.show_folder.hide()
        buttons = QHBoxLayout()
        buttons.addWidget(self.show_folder)
        buttons.addStretch(1)
        buttons.addWidget(self.cancel)
        buttons.addWidget(self.go)
        column.addLayout(buttons)

    def _make_formats(self) -> QVBoxLayout:
        column = QVBoxLayout()
        column.setSpacing(SPACE)
        self.formats: dict[str, QRadioButton] = {}
        self.explained = label("", "muted", wrap=True)
        self.vectors = QCheckBox(tr("With vectors"))
        for name, title, text in _FORMATS:
            made = QRadioButton(title)
            made.setAccessibleDescription(text)
            made.toggled.connect(self._on_format)
            self.formats[name] = made
            column.addWidget(made)
        column.addWidget(self.explained)
        column.addWidget(self.vectors)
        self.formats["jsonl"].setChecked(True)
        return column

    @Slot()
    def _on_format(self) -> None:
        """Say what the chosen format holds."""
        chosen = self._format()
        self.explained.setText(next((text for name, _, text in _FORMATS if name == chosen), ""))
        self.vectors.setVisible(chosen == "parquet")

    def _format(self) -> str:
        return next((name for name, made in self.formats.items() if made.isChecked()), "")

    def _choose(self) -> None:
        path = QFileDialog.getExistingDirectory(self, tr("Folder to write to"), self.dest.text())
        if path:
            self.dest.setText(path)

    def _show_folder(self) -> None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(Path(self.dest.text()).expanduser())))

    @Slot()
    def start(self) -> None:
        """Start the export."""
        if self.report is not None:
            self.close()
            return
        engine, which, dest = self._session.engine, self.scope.currentData(), Path(self.dest.text()).expanduser()
        format, overwrite = self._format(), self.overwrite.isChecked()
        vectors = format == "parquet" and self.vectors.isChecked()

        def work(token: Token, report: Report) -> ExportReport:
            return engine.export(
                dest,
                format,
                filter=which,
                vectors=vectors,
                overwrite=overwrite,
                progress=lambda done, total: report((done, total)),
                cancel=token,
            )

        self.go.setEnabled(False)
        self.bar.setRange(0, 0)
        self.bar.show()
        self.note.setText("")
        self._token = self._session.runner.run(
            self, work, self._show, failed=self._on_failed, progress=self._on_progress, cancelled=self._on_cancelled
        )

    def _on_progress(self, value: object) -> None:
        if isinstance(value, tuple):
            done, total = value
            self.bar.setRange(0, max(1, total))
            self.bar.setValue(done)

    def _show(self, report: ExportReport) -> None:
        self.report, self._token = report, None
        self.bar.hide()
        lines = [
            tr(
                "{memory} written to {text}: {files}.",
                memory=plural("{n} memory", "{n} memories", report.memories),
                text=self.dest.text(),
                files=", ".join(report.files),
            ),
            *map(said, report.left_out),
        ]
        self.note.setText("\n".join(lines))
        self.show_folder.show()
        self.go.setText(tr("Close"))
        self.go.setEnabled(True)
        self.cancel.hide()

    def _on_failed(self, error: Exception) -> None:
        self._token = None
        self.bar.hide()
        self.go.setEnabled(True)
        known = isinstance(error, KnownError)
        self.note.setText(said(str(error)) if known else tr("This is a fault in the program. Nothing was written."))
        if not known:
            self._session.error.emit(error)

    def _on_cancelled(self) -> None:
        self._token = None
        self.bar.hide()
        self.go.setEnabled(True)
        self.note.setText(tr("Stopped; nothing was written."))

    def _cancel(self) -> None:
        if self._token is not None:
            self._token.cancel()
        else:
            self.close()
