"""Import and export dialogs: what is said, what goes on, and what is kept."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from memory_desktop.core.answers import ImportReport, Rejection
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.ui.transfer.export_dialog import ExportDialog
from memory_desktop.ui.transfer.import_dialog import ImportDialog
from memory_desktop.ui.window.main_window import MainWindow
from tests.imports.builders import chain, zipped
from tests.ui.conftest import OpenWindow


def lines(path: Path, number: int, word: str = "row") -> Path:
    path.write_text("\n".join(json.dumps({"id": f"r{n}", "content": f"{word} {n}"}) for n in range(number)))
    return path


def looked(window: MainWindow, qtbot: QtBot, *paths: Path) -> ImportDialog:
    """A dialog that has looked at these files."""
    assert window.session is not None
    dialog = ImportDialog(window.session, list(paths), window)
    dialog.show()
    qtbot.waitUntil(lambda: dialog.report is not None)
    return dialog


def previewed(dialog: ImportDialog, qtbot: QtBot) -> None:
    """Wait until another preview is shown."""
    assert dialog.pages.currentWidget() is dialog.work_page
    qtbot.waitUntil(lambda: dialog.pages.currentWidget() is dialog.report_page)


@pytest.mark.long
def test_the_button_counts_what_the_choice_brings(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F3: with "keep mine" conflicts are not counted among what will be imported."""
    window = open_window(small)
    assert window.session is not None
    window.session.engine.import_path(lines(small.parent / "a.jsonl", 3))
    rows = small.parent / "a.jsonl"
    rows.write_text("\n".join(json.dumps({"id": f"r{n}", "content": f"changed {n}"}) for n in range(5)))
    dialog = looked(window, qtbot, rows)
    assert dialog.report is not None
    assert (dialog.report.new, dialog.report.conflict) == (2, 3)
    assert dialog.next.text() == "Import 5 memories"
    dialog.report_page.conflicts.setCurrentIndex(dialog.report_page.conflicts.findData("skip"))
    assert dialog.next.text() == "Import 2 memories"
    dialog.close()


@pytest.mark.long
def test_an_import_goes_on_without_its_dialog(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F3: closing the dialog while it imports stops nothing, and a banner tells the end."""
    window = open_window(small)
    assert window.session is not None
    dialog = looked(window, qtbot, lines(small.parent / "b.jsonl", 2_500))
    assert not dialog.isModal()
    dialog.accept_import()
    dialog.close()
    qtbot.waitUntil(lambda: any("The import is done: 2,500 new memories." in text for text in window.banners.texts()))
    assert window.session.engine.status().memories["active"] == 2_505


@pytest.mark.long
def test_a_look_that_is_stopped_promises_nothing(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F3: half a dry run is not shown as what would come."""
    window = open_window(small)
    assert window.session is not None
    dialog = ImportDialog(window.session, [], window)
    qtbot.addWidget(dialog)
    dialog.show()
    dialog._show(ImportReport(True, 9, 0, 0, 0, 0, (), {}, {}, 0.1, cancelled=True))
    assert dialog.pages.currentWidget() is dialog.choose_page
    assert dialog.problem.text() == "Stopped. Nothing was imported."


@pytest.mark.long
def test_files_are_taken_out_by_key(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F3, F11: Delete takes a file out of the list, and with none left there is nothing to look at."""
    window = open_window(small)
    assert window.session is not None
    dialog = ImportDialog(window.session, [], window)
    qtbot.addWidget(dialog)
    dialog.show()
    dialog._add([small / "one", small / "two"])
    dialog.files.setCurrentRow(0)
    qtbot.keyClick(dialog.files, Qt.Key.Key_Delete)
    assert dialog._paths == [small / "two"]
    qtbot.keyClick(dialog.files, Qt.Key.Key_Delete)
    assert not dialog.next.isEnabled()


def test_samples_say_that_they_are_some(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F3: of many items the first are shown, which is said; a long one ends between words with an ellipsis, and its
    further lines stand below its first."""
    window = open_window(small)
    notes = small.parent / "notes.jsonl"
    texts = [f"Note {number}: " + "the rain in Oslo " * 30 for number in range(7)]
    notes.write_text("\n".join(json.dumps({"content": text}) for text in texts))
    page = looked(window, qtbot, notes).report_page
    lines = page._samples.toPlainText().split("\n")
    assert lines[0] == "New  ·  the first 5 of 7" and len(lines) == 6
    assert all(line.endswith(("the…", "rain…", "in…", "Oslo…")) and len(line) <= 200 for line in lines[1:])
    blocks = [page._samples.document().findBlockByNumber(number).blockFormat() for number in (0, 1)]
    assert blocks[0].leftMargin() < blocks[1].leftMargin() and not blocks[1].textIndent()


@pytest.mark.long
def test_what_came_can_be_shown(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F3, issue 10: after an import the dialog is on what came, whatever was passed over, and "Show them" filters Memories
    by the import that they came with, if anybody listens."""
    window = open_window(small)
    archive = small.parent / "export.zip"
    files = {"conversations.json": json.dumps([chain(6, "Oslo")]), "user.json": "{}", "diary.txt": "Rain."}
    archive.write_bytes(zipped(files))
    shown: list[str] = []
    dialog = looked(window, qtbot, archive)
    page = dialog.report_page
    page.choose()
    dialog.accept_import()
    qtbot.waitUntil(lambda: dialog.report is not None and not dialog.report.dry_run)
    assert page._tabs.tabText(page._tabs.currentIndex()) == "What came"
    assert "Oslo" in page._samples.toPlainText() and "diary.txt" in page.skipped.item(0, 0).text()
    assert "1 file of the export is not needed: user.json." in page.note.text()
    assert not dialog.show_them.isVisible()
    dialog.filter_requested.connect(shown.append)
    dialog._show_buttons()
    dialog.show_them.click()
    assert dialog.report is not None
    assert shown == [f"import:{dialog.report.command}"]


@pytest.mark.long
def test_conversations_are_chosen_in_the_dialog(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F3: conversations are listed with check boxes, filtered and narrowed by role; the preview follows, then it comes."""
    window = open_window(small)
    archive = small.parent / "export.zip"
    talks = [chain(6, "Oslo"), chain(4, "Porto"), chain(2, "Osaka")]
    archive.write_bytes(zipped({"conversations.json": json.dumps(talks), "chat.html": "<html>"}))
    dialog = looked(window, qtbot, archive)
    page, choosing = dialog.report_page, dialog.report_page.choosing
    page.choose()
    assert dialog.next.text() == "Import 12 memories"
    assert page.skipped.rowCount() == 0 and "not needed: chat.html" in page.note.text()
    choosing.none.click()
    choosing.filter.setText("os")
    choosing.all.click()
    assert choosing.model.checked() == ["conv-Oslo", "conv-Osaka"]
    choosing.table.selectRow(0)
    qtbot.keyClick(choosing.table, Qt.Key.Key_Space)
    assert len(choosing.model.checked()) == 1
    qtbot.keyClick(choosing.table, Qt.Key.Key_Space)
    choosing.roles["assistant"].setChecked(False)
    assert dialog.next.text() == "Update preview"
    dialog.next.click()
    previewed(dialog, qtbot)
    assert dialog.next.text() == "Import 4 memories"
    assert dialog.report is not None and dialog.report.left_out == 8
    assert page.extract.isChecked()  # they are conversations of another program
    dialog.next.click()
    qtbot.waitUntil(lambda: dialog.report is not None and not dialog.report.dry_run)
    engine = window.session.engine
    assert [job.extract for job in engine.imports.list()] == [True]
    assert engine.status().memories["active"] == 5 + 4
    assert [one.messages for one in engine.conversations.sessions()] == [1, 3]
    dialog.close()


@pytest.mark.long
def test_dates_are_chosen_in_the_dialog(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F3: a day in the user's zone is a bound with both ends included, and going back chooses everything again."""
    window = open_window(small)
    archive = small.parent / "export.zip"
    archive.write_bytes(zipped({"conversations.json": json.dumps([chain(2, "Oslo")])}))
    dialog = looked(window, qtbot, archive)
    choosing = dialog.report_page.choosing
    choosing.since_on.setChecked(True)
    choosing.until_on.setChecked(True)
    dialog.next.click()
    previewed(dialog, qtbot)
    assert dialog.next.text() == "Import 2 memories"
    choosing.since.setDate(choosing.since.date().addDays(1))
    dialog.next.click()
    previewed(dialog, qtbot)
    assert dialog.next.text() == "Import 0 memories" and not dialog.next.isEnabled()
    dialog.back.click()
    assert choosing.choice().everything
    dialog.close()


def test_a_table_that_cannot_be_saved_is_a_sentence(
    open_window: OpenWindow, small: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F3: saving the rejected items where nothing can be written says so and loses nothing."""
    window = open_window(small)
    assert window.session is not None
    dialog = ImportDialog(window.session, [], window)
    qtbot.addWidget(dialog)
    page = dialog.report_page
    page.show_report(ImportReport(True, 0, 0, 0, 1, 0, (Rejection("a", "line 1", "<b>no</b>"),), {}, {}, 0.1))
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_args: (str(small / "none" / "x.csv"), ""))
    page._save()
    assert "cannot be written" in page._saved.text()
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_args: (str(small.parent / "x.csv"), ""))
    page._save()
    assert (small.parent / "x.csv").read_text().splitlines() == ["file,place,reason", "a,line 1,<b>no</b>"]
    assert page._table.item(0, 2).text() == "<b>no</b>"


@pytest.mark.long
def test_a_selection_or_everything_is_exported(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F3: a dialog opened for a selection can still write everything."""
    window = open_window(small)
    assert window.session is not None
    ids = (window.session.engine.recall("bread", mode="keyword").hits[0].memory.id,)
    for row, number in ((0, 1), (1, 5)):
        dialog = ExportDialog(window.session, RecordFilter(ids=ids), window)
        qtbot.addWidget(dialog)
        dialog.show()
        dialog.scope.setCurrentIndex(row)
        dialog.dest.setText(str(small.parent / f"out{row}"))
        dialog.start()
        qtbot.waitUntil(lambda dialog=dialog: dialog.report is not None)  # type: ignore[misc]
        assert dialog.report is not None
        assert dialog.report.memories == number
        assert str(small.parent / f"out{row}") in dialog.note.text()
