"""What an import did, or would do, on one page."""

from __future__ import annotations

import csv
from pathlib import Path

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QFileDialog,
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QPlainTextEdit,
    QTableWidget,
    QTableWidgetItem,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from memory_desktop.core.answers import ImportReport
from memory_desktop.core.wording import count
from memory_desktop.engine.importing import FORMATS
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
    """Four tiles, samples, the rejected items with file, place and reason, and what to do with conflicts."""

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
        self._conflict_row = QWidget()
        row = QHBoxLayout(self._conflict_row)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(label("Conflicts:"))
        row.addWidget(self.conflicts, 1)
        self._samples = QPlainTextEdit()
        self._samples.setReadOnly(True)
        self._samples.setAccessibleName("Samples")
        self._table = QTableWidget(0, 3)
        self._table.setHorizontalHeaderLabels(["File", "Place", "Reason"])
        self._table.setAccessibleName("Rejected items")
        self._table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self._table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self._table.setShowGrid(False)
        self._table.verticalHeader().hide()
        self._table.horizontalHeader().setSectionResizeMode(2, QHeaderView.ResizeMode.Stretch)
        rejected = QWidget()
        column = QVBoxLayout(rejected)
        column.setContentsMargins(0, SPACE, 0, 0)
        column.addWidget(self._table)
        buttons = QHBoxLayout()
        self._saved = label("", "muted", wrap=True)
        buttons.addWidget(self._saved, 1)
        buttons.addWidget(button("Copy", self._copy))
        buttons.addWidget(button("Save as CSV…", self._save))
        column.addLayout(buttons)
        self._tabs = QTabWidget()
        self._tabs.addTab(self._samples, "Samples")
        self._tabs.addTab(rejected, "Rejected")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE)
        layout.addWidget(self.heading)
        layout.addWidget(self.note)
        layout.addLayout(tiles)
        layout.addWidget(self._conflict_row)
        layout.addWidget(self._tabs, 1)

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
        self.note.setText("  ".join(part for part in (f"Read: {formats}." if formats else "", forgotten) if part))
        self.note.setVisible(bool(self.note.text()))
        self._conflict_row.setVisible(report.dry_run and report.conflict > 0)
        lines: list[str] = []
        for name, title in _OUTCOMES[:3]:
            if texts := report.samples.get(name, ()):
                lines += [title, *(f"    {' '.join(text.split())}" for text in texts), ""]
        self._samples.setPlainText("\n".join(lines).rstrip() or "Nothing to show.")
        self._table.setRowCount(len(report.rejections))
        for row, one in enumerate(report.rejections):
            for column, text in enumerate((one.file, one.place, one.reason)):
                self._table.setItem(row, column, QTableWidgetItem(text))
        self._table.resizeColumnsToContents()
        self._tabs.setTabText(1, f"Rejected ({count(report.rejected)})")
        self._tabs.setTabVisible(1, report.rejected > 0)
        if report.rejected and not lines:
            self._tabs.setCurrentIndex(1)

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
