"""What an import did, or would do, on one page."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtGui import QGuiApplication, QTextBlockFormat, QTextCursor, QTextDocument
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QComboBox,
    QFileDialog,
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QTableWidget,
    QTableWidgetItem,
    QTabWidget,
    QTextEdit,
    QVBoxLayout,
    QWidget,
)

from memory_desktop.bridge.engine_texts import said
from memory_desktop.bridge.translation import grouped, mark, plural, tr, translated
from memory_desktop.bridge.wording import file_names
from memory_desktop.core.answers import ImportReport
from memory_desktop.engine.importing import FORMATS
from memory_desktop.ui.transfer.choosing import ChoosingPage
from memory_desktop.ui.widgets import SPACE, button, label

_OUTCOMES = translated(
    (
        ("new", mark("New")),
        ("duplicate", mark("Duplicates skipped")),
        ("conflict", mark("Conflicts (same ID, different text)")),
        ("rejected", mark("Rejected")),
    )
)
CONFLICTS = translated(
    (
        ("supersede", mark("Use the imported text; mine is kept as superseded")),
        ("skip", mark("Keep mine")),
        ("both", mark("Keep both")),
    )
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
        self.conflicts.setAccessibleName(tr("What to do with conflicts"))
        for value, text in CONFLICTS:
            self.conflicts.addItem(text, value)
        self._conflict_row = _row(tr("Conflicts:"), self.conflicts)
        self.model = QLineEdit()
        self.model.setAccessibleName(tr("Model that made the vectors"))
        self.model.setPlaceholderText(tr("Name of the embedding model"))
        self._model_row = _row(tr("Vectors made by:"), self.model)
        self.extract = QCheckBox(tr("Learn facts from the conversations and fill the layers, in the background"))
        self._samples = QTextEdit()  # QPlainTextEdit indents no second line
        self._samples.setReadOnly(True)
        self._samples.setAcceptRichText(False)
        self._samples.setAccessibleName(tr("Samples"))
        self._table = _table(tr("Rejected items"), (tr("File"), tr("Place"), tr("Reason")))
        self.warnings = _table(tr("Warnings"), (tr("File"), tr("Place"), tr("Warning")))
        self.skipped = _table(tr("Files that were passed over"), (tr("File"), tr("Reason")))
        self.choosing = ChoosingPage()
        self._tabs = QTabWidget()
        self._tabs.addTab(self._samples, tr("Samples"))
        self._tabs.addTab(self._make_rejected(), tr("Rejected"))
        self._tabs.addTab(self.choosing, tr("Choose"))
        self._tabs.addTab(self.skipped, tr("Passed over"))
        self._tabs.addTab(self.warnings, tr("Warnings"))
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
            shown.setText(grouped(getattr(report, name)))
            self._tiles[name].setAccessibleName(f"{shown.text()} {dict(_OUTCOMES)[name]}")
        formats = ", ".join(
            tr("{number} as {format}", number=grouped(number), format=said(FORMATS[name].title))
            for name, number in report.formats.items()
        )
        forgotten = (
            tr(
                "{forgotten} of the duplicates were forgotten here and stay forgotten.",
                forgotten=grouped(report.forgotten),
            )
            if report.forgotten
            else ""
        )
        left = (
            tr("{was} not chosen.", was=plural("{n} item was", "{n} items were", report.left_out))
            if report.left_out
            else ""
        )
        read = tr("Read: {formats}.", formats=formats) if formats else ""
        parts = (read, left, forgotten, _not_needed(report), _vectors(report), _nobodys(report))
        self.note.setText("  ".join(part for part in parts if part))
        self._model_row.setVisible(report.dry_run and bool(report.unnamed or self.model.text()))
        self.note.setVisible(bool(self.note.text()))
        self.extract.setVisible(report.dry_run and bool(report.conversations))
        self._conflict_row.setVisible(report.dry_run and report.conflict > 0)
        self._show_samples(report)
        self._tabs.setTabText(0, tr("Samples") if report.dry_run else tr("What came"))
        _fill(self._table, [(one.file, said(one.place), said(one.reason)) for one in report.rejections])
        _fill(self.skipped, [(one.file, said(one.reason)) for one in report.skipped])
        _fill(self.warnings, [(one.file, said(one.place), said(one.reason)) for one in report.warnings])
        self._tabs.setTabText(4, tr("Warnings ({warnings})", warnings=grouped(len(report.warnings))))
        self._tabs.setTabVisible(4, bool(report.warnings))
        if report.dry_run:
            self.choosing.show_report(report)
        self._tabs.setTabText(
            2,
            tr(
                "Choose ({conversation})",
                conversation=plural("{n} conversation", "{n} conversations", len(report.conversations)),
            ),
        )
        self._tabs.setTabVisible(2, report.dry_run and bool(report.conversations))
        self._tabs.setTabText(3, tr("Passed over ({skipped})", skipped=grouped(len(report.skipped))))
        self._tabs.setTabVisible(3, bool(report.skipped))
        self._tabs.setTabText(1, tr("Rejected ({rejected})", rejected=grouped(report.rejected)))
        self._tabs.setTabVisible(1, report.rejected > 0)
        if (report.rejected or report.warnings) and not any(report.samples.get(name) for name, _ in _OUTCOMES[:3]):
            self._tabs.setCurrentIndex(1 if report.rejected else 4)
        elif not report.dry_run:
            self._tabs.setCurrentIndex(0)  # Qt goes to the next page when that of the choice is hidden

    def _show_samples(self, report: ImportReport) -> None:
        self._samples.clear()
        text = self._samples.document()
        for name, title in _OUTCOMES[:3]:
            texts, number = report.samples.get(name, ()), int(getattr(report, name))
            if not texts:
                continue
            shown = tr("the first {shown} of {number}", shown=grouped(len(texts)), number=grouped(number))
            _begun(text, f"{title}  ·  {shown}" if number > len(texts) else title, 0, SPACE)
            for one in texts:
                _begun(text, " ".join(one.split()), SPACE * 2, SPACE // 2)
        if text.isEmpty():
            self._samples.setPlainText(tr("Nothing to show."))
        self._samples.moveCursor(QTextCursor.MoveOperation.Start)

    def _make_rejected(self) -> QWidget:
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, SPACE, 0, 0)
        column.addWidget(self._table)
        buttons = QHBoxLayout()
        self._saved = label("", "muted", wrap=True)
        buttons.addWidget(self._saved, 1)
        buttons.addWidget(button(tr("Copy"), self._copy))
        buttons.addWidget(button(tr("Save as CSV…"), self._save))
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
        rejections = self._report.rejections if self._report else ()
        return [(one.file, said(one.place), said(one.reason)) for one in rejections]

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText("\n".join("\t".join(row) for row in self._rows()))

    def _save(self) -> None:
        path, _ = QFileDialog.getSaveFileName(self, tr("Save the rejected items"), "rejected.csv", "CSV (*.csv)")
        if path:
            try:
                with Path(path).open("w", encoding="utf-8", newline="") as file:
                    csv.writer(file).writerows([("file", "place", "reason"), *self._rows()])
            except OSError as error:
                self._saved.setText(
                    tr("{path} cannot be written: {strerror}.", path=path, strerror=error.strerror or error)
                )
            else:
                self._saved.setText(tr("Saved as {path}.", path=path))


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
    files = plural("{n} file of the export is", "{n} files of the export are", len(report.not_needed))
    return tr(
        "{files} not needed: {file_names}.", files=files, file_names=file_names([one.file for one in report.not_needed])
    )


def _vectors(report: ImportReport) -> str:
    """What is said of vectors that came with the memories."""
    came = tr("would come") if report.dry_run else tr("came")
    said = []
    if report.vectors:
        said.append(
            tr(
                "Vectors of another model {came} for {memories}: File > Embedding model uses them.",
                came=came,
                memories=plural("{n} memory", "{n} memories", report.vectors),
            )
        )
    if report.unnamed:
        said.append(
            plural(
                "{n} vector names no model, and cannot be used without one.",
                "{n} vectors name no model, and cannot be used without one.",
                report.unnamed,
            )
        )
    return "  ".join(said)


def _nobodys(report: ImportReport) -> str:
    """What is said of conversations that agents will not find under the name of their user."""
    if not report.nobodys:
        return ""
    return tr(
        "The conversations name no user. Agents that name one find them once “What agents call you” in Preferences "
        "says that name."
    )


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


def _begun(text: QTextDocument, line: str, margin: int, above: int) -> None:
    """Add a paragraph of plain text. `margin`: before each of its lines, `above`: over the first, in pixels."""
    format = QTextBlockFormat()
    format.setLeftMargin(margin)
    format.setTopMargin(above)
    cursor = QTextCursor(text)
    cursor.movePosition(QTextCursor.MoveOperation.End)
    if text.isEmpty():
        cursor.setBlockFormat(format)
    else:
        cursor.insertBlock(format)
    cursor.insertText(line)


def _fill(table: QTableWidget, rows: Sequence[Sequence[str]]) -> None:
    table.setRowCount(len(rows))
    for row, texts in enumerate(rows):
        for column, text in enumerate(texts):
            table.setItem(row, column, QTableWidgetItem(text))
    table.resizeColumnsToContents()
