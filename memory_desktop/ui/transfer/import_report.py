"""What an import did, or would do, on one page."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QComboBox,
    QFileDialog,
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QPlainTextEdit,
    QTableWidget,
    QTableWidgetItem,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from memory_desktop.core.answers import ImportReport
from memory_desktop.core.wording import count, file_names, memories
from memory_desktop.engine.importing import FORMATS
from memory_desktop.ui.transfer.choosing import ChoosingPage
from memory_desktop.ui.widgets import SPACE, button, label

_OUTCOMES = (
    ("new", "New"),
    ("duplicate", "Duplicates skipped"),
    ("conflict", "Conflicts (same ID, different text)"),
    ("rejected", "Rejected"),
)
CONFLICTS = (
    ("supersede", "Use the imported text; mine is kept as superseded"),
    ("skip", "Keep mine"),
    ("both", "Keep both"),
)


class ImportReportPage(QWidget):
    """Four tiles, what to do with conflicts, and pages: samples, rejected items, what to choose, files passed over."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._report: ImportReport | None = None
        self.heading = label("", "heading", wrap=True)
        self.note = label("", "muted", wrap=True)
        self._numbers = {name: label("0", "title") for name, _ in _OUTCOMES}
        self._tiles: dict[str, QFrame] = {}
        tiles = QHBoxLayout()
        tiles.setSpacing(SPACE)
        for name, title in _OUTCOMES:
            tiles.addWidget(self._tile(name, title), 1)
        self.conflicts = QComboBox()
        self.conflicts.setAccessibleName("What to do with conflicts")
        for value, text in CONFLICTS:
            self.conflicts.addItem(text, value)
        self._conflict_row = _row("Conflicts:", self.conflicts)
        self.model = QLineEdit()
        self.model.setAccessibleName("Model that made the vectors")
        self.model.setPlaceholderText("Name of the embedding model")
        self._model_row = _row("Vectors made by:", self.model)
        self.extract = QCheckBox("Learn facts from the conversations and fill the layers, in the background")
        self._samples = QPlainTextEdit()
        self._samples.setReadOnly(True)
        self._samples.setAccessibleName("Samples")
        self._table = _table("Rejected items", ("File", "Place", "Reason"))
        self.warnings = _table("Warnings", ("File", "Place", "Warning"))
        self.skipped = _table("Files that were passed over", ("File", "Reason"))
        self.choosing = ChoosingPage()
        self._tabs = QTabWidget()
        self._tabs.addTab(self._samples, "Samples")
        self._tabs.addTab(self._make_rejected(), "Rejected")
        self._tabs.addTab(self.choosing, "Choose")
        self._tabs.addTab(self.skipped, "Passed over")
        self._tabs.addTab(self.warnings, "Warnings")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE)
        layout.addWidget(self.heading)
        layout.addWidget(self.note)
        layout.addLayout(tiles)
        layout.addWidget(self._conflict_row)
        layout.addWidget(self._model_row)
        layout.addWidget(self._tabs, 1)
        layout.addWidget(self.extract)
        for each in (self._conflict_row, self._model_row, self.extract):
            each.hide()  # until a report has something for it

    def show_report(self, report: ImportReport) -> None:
        """Fill everything in."""
        self._report = report
        for name, shown in self._numbers.items():
            shown.setText(count(getattr(report, name)))
            self._tiles[name].setAccessibleName(f"{shown.text()} {dict(_OUTCOMES)[name]}")
        formats = ", ".join(f"{count(number)} as {FORMATS[name].title}" for name, number in report.formats.items())
        forgotten = (
            f"{count(report.forgotten)} of the duplicates were forgotten here and stay forgotten."
            if report.forgotten
            else ""
        )
        left = f"{count(report.left_out, 'item was', 'items were')} not chosen." if report.left_out else ""
        read = f"Read: {formats}." if formats else ""
        parts = (read, left, forgotten, _not_needed(report), _vectors(report))
        self.note.setText("  ".join(part for part in parts if part))
        self._model_row.setVisible(report.dry_run and bool(report.unnamed or self.model.text()))
        self.note.setVisible(bool(self.note.text()))
        self.extract.setVisible(report.dry_run and bool(report.conversations))
        self._conflict_row.setVisible(report.dry_run and report.conflict > 0)
        lines: list[str] = []
        for name, title in _OUTCOMES[:3]:
            if texts := report.samples.get(name, ()):
                lines += [title, *(f"    {' '.join(text.split())}" for text in texts), ""]
        self._samples.setPlainText("\n".join(lines).rstrip() or "Nothing to show.")
        self._tabs.setTabText(0, "Samples" if report.dry_run else "What came")
        _fill(self._table, [(one.file, one.place, one.reason) for one in report.rejections])
        _fill(self.skipped, [(one.file, one.reason) for one in report.skipped])
        _fill(self.warnings, [(one.file, one.place, one.reason) for one in report.warnings])
        self._tabs.setTabText(4, f"Warnings ({count(len(report.warnings))})")
        self._tabs.setTabVisible(4, bool(report.warnings))
        if report.dry_run:
            self.choosing.show_report(report)
        self._tabs.setTabText(2, f"Choose ({count(len(report.conversations), 'conversation')})")
        self._tabs.setTabVisible(2, report.dry_run and bool(report.conversations))
        self._tabs.setTabText(3, f"Passed over ({count(len(report.skipped))})")
        self._tabs.setTabVisible(3, bool(report.skipped))
        self._tabs.setTabText(1, f"Rejected ({count(report.rejected)})")
        self._tabs.setTabVisible(1, report.rejected > 0)
        if (report.rejected or report.warnings) and not lines:
            self._tabs.setCurrentIndex(1 if report.rejected else 4)
        elif not report.dry_run:
            self._tabs.setCurrentIndex(0)  # Qt goes to the next page when that of the choice is hidden

    def _make_rejected(self) -> QWidget:
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, SPACE, 0, 0)
        column.addWidget(self._table)
        buttons = QHBoxLayout()
        self._saved = label("", "muted", wrap=True)
        buttons.addWidget(self._saved, 1)
        buttons.addWidget(button("Copy", self._copy))
        buttons.addWidget(button("Save as CSV…", self._save))
        column.addLayout(buttons)
        return page

    def choose(self) -> None:
        """Show what can be chosen."""
        self._tabs.setCurrentWidget(self.choosing)

    def _tile(self, name: str, title: str) -> QFrame:
        tile = QFrame()
        tile.setObjectName("card")
        column = QVBoxLayout(tile)
        column.setContentsMargins(SPACE * 2, SPACE, SPACE * 2, SPACE)
        column.setSpacing(0)
        column.addWidget(self._numbers[name])
        column.addWidget(label(title, "muted", wrap=True))
        column.addStretch(1)
        self._tiles[name] = tile
        return tile

    def _rows(self) -> list[tuple[str, str, str]]:
        return [(one.file, one.place, one.reason) for one in self._report.rejections] if self._report else []

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText("\n".join("\t".join(row) for row in self._rows()))

    def _save(self) -> None:
        path, _ = QFileDialog.getSaveFileName(self, "Save the rejected items", "rejected.csv", "CSV (*.csv)")
        if path:
            try:
                with Path(path).open("w", encoding="utf-8", newline="") as file:
                    csv.writer(file).writerows([("file", "place", "reason"), *self._rows()])
            except OSError as error:
                self._saved.setText(f"{path} cannot be written: {error.strerror or error}.")
            else:
                self._saved.setText(f"Saved as {path}.")


def _row(text: str, field: QWidget) -> QWidget:
    """A field with its name before it."""
    made = QWidget()
    row = QHBoxLayout(made)
    row.setContentsMargins(0, 0, 0, 0)
    row.addWidget(label(text))
    row.addWidget(field, 1)
    return made


def _not_needed(report: ImportReport) -> str:
    """What is said of files that always come with an export, and bring nothing."""
    if not report.not_needed:
        return ""
    files = count(len(report.not_needed), "file of the export is", "files of the export are")
    return f"{files} not needed: {file_names([one.file for one in report.not_needed])}."


def _vectors(report: ImportReport) -> str:
    """What is said of vectors that came with the memories."""
    came = "would come" if report.dry_run else "came"
    said = []
    if report.vectors:
        said.append(
            f"Vectors of another model {came} for {memories(report.vectors)}: File > Embedding model uses them."
        )
    if report.unnamed:
        names = "names" if report.unnamed == 1 else "name"
        said.append(f"{count(report.unnamed, 'vector')} {names} no model, and cannot be used without one.")
    return "  ".join(said)


def _table(name: str, headers: tuple[str, ...]) -> QTableWidget:
    """A table whose last column takes what room is left."""
    made = QTableWidget(0, len(headers))
    made.setHorizontalHeaderLabels(list(headers))
    made.setAccessibleName(name)
    made.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    made.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    made.setShowGrid(False)
    made.verticalHeader().hide()
    made.horizontalHeader().setSectionResizeMode(len(headers) - 1, QHeaderView.ResizeMode.Stretch)
    return made


def _fill(table: QTableWidget, rows: Sequence[Sequence[str]]) -> None:
    table.setRowCount(len(rows))
    for row, texts in enumerate(rows):
        for column, text in enumerate(texts):
            table.setItem(row, column, QTableWidgetItem(text))
    table.resizeColumnsToContents()
