"""Import and export dialogs, and the command palette."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from pytestqt.qtbot import QtBot

from memory_desktop.ui.transfer.export_dialog import ExportDialog
from memory_desktop.ui.transfer.import_dialog import ImportDialog
from memory_desktop.ui.window.palette import CommandPalette, score
from tests.imports.builders import chain, zipped
from tests.imports.test_formats import read
from tests.ui.conftest import OpenWindow


@pytest.mark.long
def test_an_export_zip_is_looked_at_accepted_and_found(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F3: the dialog shows what would come, writes nothing until accepted, and afterwards it can be searched."""
    window = open_window(small)
    archive = small.parent / "export.zip"
    broken = chain(2, "B")
    broken["mapping"]["B2"]["message"]["author"] = None
    archive.write_bytes(zipped({"conversations.json": json.dumps([chain(6, "Oslo"), broken])}))
    assert window.session is not None
    dialog = ImportDialog(window.session, [archive], window)
    qtbot.addWidget(dialog)
    dialog.show()
    qtbot.waitUntil(lambda: dialog.report is not None)
    assert dialog.report is not None
    assert dialog.report.dry_run
    assert (dialog.report.new, dialog.report.rejected) == (7, 1)
    assert dialog.next.text() == "Import 7 memories"
    assert window.session.engine.status().memories["active"] == 5
    dialog.next.click()
    qtbot.waitUntil(lambda: dialog.report is not None and not dialog.report.dry_run)
    assert window.session.engine.recall("Oslo turn 3", mode="keyword").hits[0].memory.content == "Oslo turn 3"
    assert dialog.next.text() == "Close"


@pytest.mark.long
def test_a_path_that_is_gone_is_said(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F3: a file that is not there is a sentence in the dialog."""
    window = open_window(small)
    assert window.session is not None
    dialog = ImportDialog(window.session, [small / "none.zip"], window)
    qtbot.addWidget(dialog)
    dialog.show()
    qtbot.waitUntil(dialog.problem.isVisible)
    assert "none.zip" in dialog.problem.text()


@pytest.mark.long
def test_exporting_from_the_window(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F3: the dialog writes the chosen format and says which files."""
    window = open_window(small)
    assert window.session is not None
    dialog = ExportDialog(window.session, None, window)
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.dest.setText(str(small.parent / "out"))
    dialog.start()
    qtbot.waitUntil(lambda: dialog.report is not None)
    assert len((small.parent / "out" / "memories.jsonl").read_text().splitlines()) == 5
    assert "memories.jsonl" in dialog.note.text()
    second = ExportDialog(window.session, None, window)
    qtbot.addWidget(second)
    second.show()
    second.dest.setText(str(small.parent / "out"))
    second.start()
    qtbot.waitUntil(lambda: "there already" in second.note.text())


@pytest.mark.long
def test_a_table_with_vectors_from_the_window(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F3: the dialog explains the chosen format, offers vectors for a table only, and writes notes and tables."""
    window = open_window(small)
    assert window.session is not None
    window.session.engine.sync()
    for name, file in (("markdown", "memories"), ("parquet", "memories.parquet")):
        dialog = ExportDialog(window.session, None, window)
        qtbot.addWidget(dialog)
        dialog.show()
        assert not dialog.vectors.isVisible() and "manifest" in dialog.explained.text()
        dialog.formats[name].setChecked(True)
        assert dialog.vectors.isVisible() == (name == "parquet") and "without loss" in dialog.explained.text()
        dialog.vectors.setChecked(True)
        dialog.dest.setText(str(small.parent / name))
        dialog.start()
        qtbot.waitUntil(lambda dialog=dialog: dialog.report is not None)  # type: ignore[misc]
        assert (small.parent / name / file).exists()
    drafts, _, _ = read(small.parent / "parquet")
    assert len(drafts) == 5 and all(draft.embedding["values"] for draft in drafts)


def test_the_palette_finds_and_runs(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F11: a few letters of a command's name and Enter run it."""
    window = open_window(small)
    ran: list[str] = []
    actions = [QAction("&Import…", window), QAction("Show Search", window), QAction("Show Sync", window)]
    for action in actions:
        action.triggered.connect(lambda _checked=False, name=action.text(): ran.append(name))
    palette = CommandPalette(window, lambda: actions)
    palette.show()
    qtbot.keyClicks(palette.box, "shsy")
    assert palette.list.count() == 1
    qtbot.keyClick(palette.box, Qt.Key.Key_Return)
    assert ran == ["Show Sync"]


def test_the_palette_ranks_by_fit() -> None:
    """F11: a name that has the typed text in one piece beats one that only has its letters."""
    assert score("sync", "Show Sync") < score("sync", "Save your new copy")  # type: ignore[operator]
    assert score("xyz", "Show Sync") is None
    assert score("", "anything") == 0.0
