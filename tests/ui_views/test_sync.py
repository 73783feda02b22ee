"""Sync: the table of the queue, commands, and what the head says in each state."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from PySide6.QtCore import QPersistentModelIndex, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QAbstractItemModelTester
from pytestqt.qtbot import QtBot

from memory_desktop.core.answers import QueueItem, SyncStatus
from memory_desktop.models.sync_queue import COLUMNS, SyncQueueModel
from memory_desktop.ui.sync.sync_view import _details, _headline
from tests.ui.conftest import OpenWindow
from tests.ui_views.conftest import syncing

_NOW = datetime(2026, 1, 1, tzinfo=UTC)


def item(key: int, state: str = "pending") -> QueueItem:
    return QueueItem(key, f"mem_{key}", "memory", state, 0, _NOW, None, "", f"text {key}")


def test_rows_that_still_wait_stay_selected(qtbot: QtBot) -> None:
    """F1: whatever leaves or joins the queue, the model shows what waits, and an item keeps its persistent index."""
    chance = random.Random(3)
    model = SyncQueueModel()
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Warning)
    shown: list[int] = []
    following = 0
    for _ in range(200):
        marks = {key: QPersistentModelIndex(model.index(row, 1)) for row, key in enumerate(shown)}
        old = list(shown)
        shown = [key for key in shown if chance.random() < 0.7]
        for _each in range(chance.randrange(4)):
            following += 1
            shown.append(following)
        model.show([item(key) for key in shown], _NOW)
        assert [model.item(row).key for row in range(model.rowCount())] == shown  # type: ignore[union-attr]
        for key in set(old) & set(shown):
            assert marks[key].isValid() and marks[key].data() == f"text {key}"
    model.show([item(2), item(1)], _NOW)
    assert [str(model.index(row, 1).data()) for row in range(2)] == ["text 2", "text 1"]


def test_the_headline_says_each_state() -> None:
    """F1: empty, in step, waiting and paused each have their own sentence."""
    empty = SyncStatus(0, 0, 0, "m@1")
    assert _headline(empty, 0) == "Nothing to embed yet"
    assert _headline(replace(empty, indexed=431), 431) == "All 431 vectors are stored"
    waiting = replace(empty, pending=1204, indexed=3796, rate=700.0, seconds_left=2.0)
    assert _headline(waiting, 5000) == "1,204 of 5,000 vectors waiting"
    assert _headline(replace(waiting, paused=True), 5000).startswith("Paused: 1,204 of 5,000")


def test_a_paused_queue_promises_nothing(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F1, A3: neither pace nor time left are told while paused; pausing is a command of the palette."""
    window = open_window(small)
    view = syncing(window)
    assert window.session is not None
    qtbot.waitUntil(lambda: view.headline.text().startswith("All 5"))
    assert view.pause_action in window.commands.all()
    view.pause_action.trigger()
    qtbot.waitUntil(lambda: view.pause_action.text() == "Resume sync")
    status = window.session.engine.status()
    moving = replace(status, sync=replace(status.sync, pending=3, paused=True, rate=9.0, seconds_left=5.0))
    assert _details(moving)[:2] == ["", ""]
    assert _details(replace(moving, sync=replace(moving.sync, paused=False)))[:2] == ["9 per second", "5 s left"]
    assert f"Keyword index: event {status.head}" in _details(status)
    assert "Keyword index: 2 events behind" in _details(replace(status, keyword_position=status.head - 2))


@pytest.mark.long
def test_rows_are_copied_whole(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F11: the queue, the index files and the numbers of the plot can be copied with their headers."""
    window = open_window(small)
    view = syncing(window)
    assert window.session is not None
    qtbot.waitUntil(lambda: view.headline.text().startswith("All 5"))
    view.pause.click()
    qtbot.waitUntil(lambda: view.pause.text() == "Resume")
    window.session.engine.remember("<b>one more</b>")
    qtbot.waitUntil(lambda: view.model.rowCount() == 1)
    view.table.selectRow(0)
    view.table.setFocus()
    qtbot.keyClick(view.table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    header, row = QGuiApplication.clipboard().text().split("\n")
    assert header.split("\t") == list(COLUMNS)
    assert row.split("\t")[1] == "<b>one more</b>"
    view.tabs.setCurrentWidget(view.segments)
    view._soon()
    qtbot.waitUntil(lambda: view.segments.rowCount() > 0)
    view.segments.selectRow(0)
    qtbot.keyClick(view.segments, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text().startswith("File group\tKind")


@pytest.mark.long
def test_the_plot_gives_way_in_a_low_window(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F1: where there is no room for plot and table, the table stays; the numbers are in a tab."""
    window = open_window(small)
    view = syncing(window)
    qtbot.waitUntil(view.plot_area.isVisible)
    window.resize(853, 533)
    qtbot.waitUntil(lambda: not view.plot_area.isVisible())
    window.resize(1280, 800)
    qtbot.waitUntil(view.plot_area.isVisible)
