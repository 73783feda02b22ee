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

from memory_desktop.bridge.runner import Report, Token
from memory_desktop.bridge.session import VaultSession
from memory_desktop.core.answers import ExportReport
from memory_desktop.core.errors import KnownError
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.core.wording import count
from memory_desktop.ui.field_guard import FieldGuard
from memory_desktop.ui.fitting import fitting
from memory_desktop.ui.widgets import SPACE, button, label
from memory_desktop.ui.wrapping import SelectableText

_FORMATS = (
    ("jsonl", "JSON lines", "Everything about each memory, with a manifest. Can be imported again without loss."),
    (
        "mcp",
        "MCP memory.jsonl",
        "What the MCP memory server reads: names and texts. The rest goes into a second file.",
    ),
    (
        "entries",
        "Memory entries",
        "One .mem.json file for each memory, one .asm.json file for each assembly, with their vectors.",
    ),
    (
        "markdown",
        "Markdown notes",
        "One note for each memory and each conversation, to read anywhere. Can be imported again without loss.",
    ),
    ("parquet", "Parquet table", "One row for each memory with every field. Can be imported again without loss."),
)


class ExportDialog(QDialog):
    """Exports what a filter lets through, or everything but what was forgotten."""

    def __init__(self, session: VaultSession, which: RecordFilter | None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("Export")
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
        column.addWidget(label("Export memories", "title"))
        self.scope = QComboBox()
        self.scope.setAccessibleName("Which memories")
        if self._which is not None:
            self.scope.addItem("The selected memories", self._which)
        self.scope.addItem("All memories except forgotten ones", None)
        column.addWidget(self.scope)
        column.addSpacing(SPACE)
        column.addLayout(self._make_formats())
        column.addSpacing(SPACE)
        column.addWidget(label("Folder", "section"))
        row = QHBoxLayout()
        self.dest = QLineEdit(str(Path.home() / f"{self._session.name} export"))
        self.dest.setAccessibleName("Folder to write to")
        row.addWidget(self.dest, 1)
        row.addWidget(button("Choose…", self._choose))
        column.addLayout(row)
        self.overwrite = QCheckBox("Replace an existing export")
        column.addWidget(self.overwrite)
        self.bar = QProgressBar()
        self.bar.setAccessibleName("Progress")
        self.bar.hide()
        self.note = SelectableText("What was written", "", "muted")
        column.addWidget(self.bar)
        column.addWidget(self.note)
        column.addStretch(1)
        self.cancel = button("Cancel", self._cancel)
        self.go = button("Export", self.start, role="primary")
        self.go.setDefault(True)
        self.show_folder = button("Show the folder", self._show_folder, icon_name="open")
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
        self.vectors = QCheckBox("With vectors")
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
        path = QFileDialog.getExistingDirectory(self, "Folder to write to", self.dest.text())
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
            f"{count(report.memories, 'memory', 'memories')} written to {self.dest.text()}: {', '.join(report.files)}.",
            *report.left_out,
        ]
        self.note.setText("\n".join(lines))
        self.show_folder.show()
        self.go.setText("Close")
        self.go.setEnabled(True)
        self.cancel.hide()

    def _on_failed(self, error: Exception) -> None:
        self._token = None
        self.bar.hide()
        self.go.setEnabled(True)
        known = isinstance(error, KnownError)
        self.note.setText(str(error) if known else "This is a fault in the program. Nothing was written.")
        if not known:
            self._session.error.emit(error)

    def _on_cancelled(self) -> None:
        self._token = None
        self.bar.hide()
        self.go.setEnabled(True)
        self.note.setText("Stopped; nothing was written.")

    def _cancel(self) -> None:
        if self._token is not None:
            self._token.cancel()
        else:
            self.close()
