"""“Remember this”: a text is taken in by a small window of its own."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from memory_desktop.bridge.runner import Runner
from memory_desktop.bridge.single_instance import SingleInstance, raise_other
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.ui.window.capture import CaptureWindow
from memory_desktop.ui.window.main_window import MainWindow
from tests.ui.conftest import OpenWindow


def asked(window: MainWindow) -> CaptureWindow:
    """Opened by its command."""
    action = next(one for one in window.commands.all() if one.text() == "Re&member this…")
    assert action.shortcut().toString() == "Ctrl+Shift+M"
    action.trigger()
    return window.capture


@pytest.mark.long
def test_a_text_is_written_and_undone(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F11, issue 13: Ctrl+Return writes text, kind and tags, says so, and makes room for the next; Undo takes it back."""
    window = open_window(small)
    made = asked(window)
    assert made.isVisible() and made.isWindow() and not made.write.isEnabled()
    assert made.told.text() == f"Into “{window.session.name}”."
    made.text.setPlainText("The spare key is with Ida")
    made.kind.setCurrentText("fact")
    made.tags.setText("home, keys")
    qtbot.keyClick(made.text, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: made.told.text() == "Remembered “The spare key is with Ida”.")
    engine = window.session.engine
    kept = next(one for one in engine.page(engine.keys(RecordFilter())) if one.content == "The spare key is with Ida")
    assert (kept.kind, kept.tags, kept.source) == ("fact", ("home", "keys"), "window")
    assert made.text.toPlainText() == "" and made.undo.isVisible()
    made.undo.click()
    qtbot.waitUntil(lambda: engine.get(kept.id).status.value == "tombstone")
    qtbot.waitUntil(lambda: made.told.text().startswith("Undone") and not made.undo.isVisible())


@pytest.mark.long
def test_a_draft_stays(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F11, issue 13: what was typed is there again after the window or the vault was closed; a purge drops it."""
    window = open_window(small)
    made = asked(window)
    made.text.setPlainText("Half a thought")
    made.tags.setText("later")
    qtbot.keyClick(made, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not made.isVisible())
    other = CaptureWindow(window.settings)
    qtbot.addWidget(other)
    other.open_session(window.session)
    assert (other.text.toPlainText(), other.tags.text()) == ("Half a thought", "later")
    assert window.settings.group("capture").group("draft").names() == [window.session.engine.vault_id]
    made.close_session()
    assert made.text.toPlainText() == ""
    made.open_session(window.session)
    assert made.text.toPlainText() == "Half a thought"
    made.forget_draft()
    assert window.settings.group("capture").group("draft").names() == []


def test_another_start_asks_for_it(qtbot: QtBot, tmp_path: Path) -> None:
    """F11, issue 13: a command on the same vault lets the open window ask, and does not raise it."""
    first = SingleInstance(tmp_path, where=tmp_path)
    runner, answers = Runner(), []
    raised: list[bool] = []
    first.raise_requested.connect(lambda: raised.append(True))
    with qtbot.waitSignal(first.remember_requested):
        runner.query(runner, lambda _token: raise_other(tmp_path, parent=tmp_path, remember=True), answers.append)
    qtbot.waitUntil(lambda: answers == [True])
    assert raised == []
    first.close()
