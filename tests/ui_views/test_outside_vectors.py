"""Vectors of a model that the program does not run, in the window: preview, choosing the model, and what waits."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from memory_desktop.core.migration import Stage
from memory_desktop.engine.engine import Engine
from memory_desktop.ui.migration.wizard import MigrationWizard
from memory_desktop.ui.transfer.import_dialog import ImportDialog
from memory_desktop.ui.window.main_window import MainWindow
from tests.ui_views.conftest import syncing


@pytest.mark.long
def test_vectors_from_outside_in_the_window(window: MainWindow, engine: Engine, qtbot: QtBot, tmp_path: Path) -> None:
    """F3, F9: the preview asks who made the vectors; the wizard stores and uses them, with no comparison that cannot
    be; Sync and the status bar say what waits for an import, and the status bar names the model in use."""
    file = tmp_path / "vectors.jsonl"
    rows = [{"content": f"new text {n}", "embedding": [float(n == m) for m in range(4)]} for n in range(4)]
    file.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    session = window.session
    assert session is not None
    dialog = ImportDialog(session, [file], window)
    dialog.show()
    qtbot.waitUntil(lambda: dialog.report is not None)
    page = dialog.report_page
    assert page.model.isVisible() and "4 vectors name no model" in page.note.text()
    page.model.setText("acme")
    assert dialog.next.text() == "Update preview"
    dialog.next.click()
    qtbot.waitUntil(lambda: dialog.report is not None and dialog.report.vectors == 4)
    assert dialog.next.text() == "Import 4 memories" and "come for 4 memories" in page.note.text()
    dialog.next.click()
    qtbot.waitUntil(lambda: dialog.report is not None and not dialog.report.dry_run)
    dialog.close()
    qtbot.waitUntil(lambda: engine.sync_status().pending == 0)

    wizard = MigrationWizard(session, window)
    wizard.show()
    qtbot.waitUntil(lambda: wizard.list.list.topLevelItemCount() > 1)
    last = wizard.list.list.topLevelItem(wizard.list.list.topLevelItemCount() - 1)
    assert last is not None and (last.text(0), last.text(3)) == ("acme", "vectors imported")
    wizard.list.list.setCurrentItem(last)
    wizard.next.click()
    qtbot.waitUntil(lambda: wizard.heading.text() == "Ready to store the vectors")
    assert "5 memories wait until theirs are imported" in wizard.text.text()
    wizard._start()
    qtbot.waitUntil(lambda: wizard.heading.text() == "Use the other model?")
    assert "cannot be compared" in wizard.text.text()
    wizard._switch()
    qtbot.waitUntil(lambda: engine.models.status().stage is Stage.SWITCHED)
    wizard.close()

    view = syncing(window)
    qtbot.waitUntil(lambda: view.headline.text() == "5 of 9 vectors waiting for an import")
    assert view.model.index(0, 3).data() == "when imported" and not view.error.isVisible()
    qtbot.waitUntil(lambda: window.status.sync.text() == "5 waiting for imported vectors")
    assert window.status.model.text() == "acme"
