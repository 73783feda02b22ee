"""The Sync view in the real window."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from memory_desktop.ui.sync.sync_view import SyncView
from tests.ui.conftest import SIZE, OpenWindow


@pytest.mark.long
def test_vectors_catch_up_before_ones_eyes(open_window: OpenWindow, big: Path, qtbot: QtBot) -> None:
    """F1, E4: the view goes from waiting to all done, at most four looks a second, with rate and index files."""
    window = open_window(big)
    window.show_view("sync")
    view = window.views["sync"]
    assert isinstance(view, SyncView)
    qtbot.waitUntil(lambda: view.progress.maximum() == SIZE)
    before = view.looks
    qtbot.wait(1_000)
    assert view.looks - before <= 5
    qtbot.waitUntil(lambda: view.headline.text() == f"All {SIZE:,} vectors are stored", timeout=60_000)
    view.tabs.setCurrentWidget(view.segments)
    view._soon()
    qtbot.waitUntil(lambda: view.segments.rowCount() > 0)
    assert view.queue_pages.currentIndex() == 1


@pytest.mark.long
def test_pausing_is_seen_and_kept(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """A3: pausing in the view stops the queue, also after the window was closed and opened again."""
    window = open_window(small)
    window.show_view("sync")
    view = window.views["sync"]
    assert isinstance(view, SyncView)
    qtbot.waitUntil(lambda: view.headline.text().startswith("All 5"))
    view.pause.click()
    qtbot.waitUntil(lambda: view.pause.text() == "Resume")
    assert window.session is not None
    window.session.engine.remember("one more")
    qtbot.waitUntil(lambda: view.headline.text() == "Paused: 1 of 6 vectors waiting")
    qtbot.waitUntil(lambda: view.model.rowCount() == 1)
    window.close()
    again = open_window(small)
    again.show_view("sync")
    view = again.views["sync"]
    assert isinstance(view, SyncView)
    qtbot.waitUntil(lambda: view.pause.text() == "Resume")
    view.pause.click()
    qtbot.waitUntil(lambda: view.headline.text().startswith("All 6"))


@pytest.mark.long
def test_a_hidden_view_does_not_look(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """E1: while another view is shown, the Sync view asks the engine for nothing."""
    window = open_window(small)
    view = window.views["sync"]
    assert isinstance(view, SyncView)
    looks = view.looks
    assert window.session is not None
    window.session.engine.remember("something happens")
    qtbot.wait(600)
    assert view.looks <= looks + 1
