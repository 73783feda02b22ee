"""The list of imports in the window."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from memory_desktop.core.imports import ImportState
from memory_desktop.ui.transfer.imports_dialog import ImportsDialog
from memory_desktop.wiring import open_vault
from tests.engine.test_imports import DIE
from tests.helpers import die_in_child
from tests.ui.conftest import OpenWindow


@pytest.mark.long
def test_what_was_interrupted_goes_on_and_stands_in_the_list(
    open_window: OpenWindow, small: Path, qtbot: QtBot
) -> None:
    """T3, F3: killed while it imports, the window goes on with it at the next start, says so, lists and undoes it."""
    file = small.parent / "rows.jsonl"
    file.write_text("\n".join(json.dumps({"content": f"Imported row {n}"}) for n in range(2_500)))
    die_in_child(DIE, str(small), str(file))
    with open_vault(small) as engine:
        assert engine.imports.list()[0].state is ImportState.INTERRUPTED
    window = open_window(small)
    assert window.session is not None
    engine = window.session.engine
    qtbot.waitUntil(lambda: engine.imports.list()[0].state is ImportState.DONE)
    shown: list[str] = []
    dialog = ImportsDialog(window.session, window)
    dialog.filter_requested.connect(shown.append)
    dialog.show()
    qtbot.waitUntil(lambda: dialog.current() is not None)
    assert [dialog.table.item(0, column).text() for column in (0, 2, 3)] == ["rows.jsonl", "Done", "2,500"]
    assert dialog.undo.isEnabled() and dialog.purge.isEnabled()
    assert not (dialog.pause.isEnabled() or dialog.resume.isEnabled())
    dialog.show_them.click()
    qtbot.waitUntil(lambda: bool(shown))
    assert shown == [f"import:{engine.imports.list()[0].seq}"]
    window.filter_memories(shown[0])
    qtbot.waitUntil(lambda: window.views["memories"].model.rowCount() == 2_500)
    dialog.undo.click()
    qtbot.waitUntil(lambda: engine.imports.list()[0].state is ImportState.UNDONE)
    dialog.close()
