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
    qtbot.waitUntil(lambda: dialog.report is not None, timeout=10_000)
    return dialog


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


def test_an_import_goes_on_without_its_dialog(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F3: closing the dialog while it imports stops nothing, and a banner tells the end."""
    window = open_window(small)
    assert window.session is not None
    dialog = looked(window, qtbot, lines(small.parent / "b.jsonl", 2_500))
    assert not dialog.isModal()
    dialog.accept_import()
    dialog.close()
    qtbot.waitUntil(
        lambda: any("The import is done: 2,500 new memories." in text for text in window.banners.texts()),
        timeout=20_000,
    )
    assert window.session.engine.status().memories["active"] == 2_505


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


def test_what_came_can_be_shown(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F3: after an import "Show them" filters Memories by where they came from, if anybody listens."""
    window = open_window(small)
    archive = small.parent / "export.zip"
    archive.write_bytes(zipped({"conversations.json": json.dumps([chain(6, "Oslo")])}))
    shown: list[str] = []
    dialog = looked(window, qtbot, archive)
    dialog.accept_import()
    qtbot.waitUntil(lambda: dialog.report is not None and not dialog.report.dry_run, timeout=10_000)
    assert not dialog.show_them.isVisible()
    dialog.filter_requested.connect(shown.append)
    dialog._show_buttons()
    dialog.show_them.click()
    assert shown == ["source:chatgpt"]


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
        qtbot.waitUntil(lambda dialog=dialog: dialog.report is not None, timeout=10_000)  # type: ignore[misc]
        assert dialog.report is not None
        assert dialog.report.memories == number
        assert str(small.parent / f"out{row}") in dialog.note.text()
