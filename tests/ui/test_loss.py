"""What the window says when the log has lost its newest events."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pytest
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from tests.ui.conftest import OpenWindow


@pytest.mark.long
def test_a_loss_is_a_banner_and_accepted_by_a_person(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """D9: the window says what is missing, asks before it goes on without it, and then the vault can be changed."""
    with duckdb.connect(str(small / "memory.duckdb")) as connection:
        connection.execute("DELETE FROM events WHERE seq > 5")
    window = open_window(small)
    told = "The log has lost its newest events: event 6 is missing."
    qtbot.waitUntil(lambda: any(text.startswith(told) for text in window.banners.texts()))
    assert window.session is not None
    assert window.session.engine.loss is not None
    window.dialogs._ask_to_accept_loss()
    box = window.findChild(QMessageBox)
    assert box is not None
    assert "1 memory that they made can still be read" in box.informativeText()
    with qtbot.waitSignal(window.session.commands.done):
        next(one for one in box.buttons() if one.text() == "Go on without them").click()
    assert window.session.engine.loss is None
    assert len(list(small.glob("lost-memories-*.jsonl"))) == 1
