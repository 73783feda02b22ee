"""Purging in the window."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from memory_desktop.ui.memories.purge_dialog import PurgeDialog, ask_to_purge
from memory_desktop.ui.search.search_view import SearchView
from tests.engine.test_purge import found_in
from tests.ui.conftest import OpenWindow


@pytest.mark.long
def test_a_selected_memory_is_purged_after_a_question(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F14: the dialog says how many and why; then the text is in no file, and the vault is open again."""
    window = open_window(small)
    view = window.views["memories"]
    qtbot.waitUntil(lambda: view.model.rowCount() == 5)  # type: ignore[attr-defined]
    session = window.session
    assert session is not None
    view.toolbar.set_text("Lisbon")  # type: ignore[attr-defined]
    search = window.views["search"]
    assert isinstance(search, SearchView)
    search._recent.keep(session.engine.vault_id, ["where is Lisbon"])
    window.save_state()
    plan = session.engine.plan_purge([one.id for one in session.engine.page([4])])
    ask_to_purge(session, view, lambda: plan, view.message.emit)
    qtbot.waitUntil(lambda: view.findChild(PurgeDialog) is not None)
    dialog = view.findChild(PurgeDialog)
    assert dialog is not None
    assert dialog.ok.text() == "Purge 1 memory"
    with qtbot.waitSignal(window.controller.purged):
        dialog.ok.click()
    qtbot.waitUntil(lambda: "Purged 1 memory for good." in window.banners.texts())
    assert window.session is not None
    assert window.session is not session
    assert not found_in(small, "Lisbon")
    kept = [str(window.settings.value(name)) for name in window.settings.names()]
    assert not [value for value in kept if "Lisbon" in value]
