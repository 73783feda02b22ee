"""The window never freezes: a heartbeat runs while a real vault is browsed, filtered, searched and synced."""

from __future__ import annotations

import os
import random
import shutil
import time
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, Qt, QTimer, Slot
from pytestqt.qtbot import QtBot

from memory_desktop.ui.memories.memories_view import MemoriesView
from memory_desktop.ui.window.main_window import MainWindow
from tests.ui.conftest import SIZE, OpenWindow

LIMIT = 0.050
TRIES = 3
_FILTERS = ("", "kind:pref", "coffee", "tag:tea layer:semantic", "train -garden", "nosuchword", "before:2025-03")


class Heartbeat(QObject):
    """Beats every 5 ms and keeps the longest gaps between beats."""

    def __init__(self) -> None:
        super().__init__()
        self.gaps: list[float] = []
        self._last = time.perf_counter()
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._beat)
        self._timer.start(5)

    @Slot()
    def _beat(self) -> None:
        now = time.perf_counter()
        self.gaps.append(now - self._last)
        self._last = now

    def stop(self) -> None:
        self._timer.stop()


def act(window: MainWindow, view: MemoriesView, chance: random.Random) -> None:
    """One thing that a person does."""
    bar = view.table.verticalScrollBar()
    kind = chance.randrange(9)
    if kind <= 3:
        bar.setValue(chance.randint(0, max(1, bar.maximum())))
    elif kind == 4 and view.model.rowCount():
        view.table.selectRow(chance.randrange(view.model.rowCount()))
    elif kind == 5:
        view.toolbar.set_text(chance.choice(_FILTERS))
    elif kind == 6:
        view.model.sort(chance.choice((0, 1, 2, 5)), chance.choice(list(Qt.SortOrder)))
    elif kind == 7:
        window.inspector.tabs.setCurrentIndex(chance.randrange(4))
    elif kind == 8:
        names = list(window.views)
        window.show_view(chance.choice([*names, "memories", "memories"]))
        if window.current_view is not None and window.current_view.view_id == "search":
            window.current_view.set_query(chance.choice(("coffee in the garden", "tag:tea train", "")))


def browse(window: MainWindow, qtbot: QtBot) -> list[float]:
    """Six seconds of use while the vault syncs; the five longest gaps."""
    view = window.views["memories"]
    assert isinstance(view, MemoriesView)
    qtbot.wait(300)  # first paint
    beat = Heartbeat()
    chance = random.Random(7)
    end = time.monotonic() + 6
    while time.monotonic() < end:
        act(window, view, chance)
        qtbot.wait(25)
    beat.stop()
    assert window.session is not None
    assert window.session.engine.sync_status().indexed > 0
    return sorted(beat.gaps)[-5:]


def test_no_gap_while_browsing_and_syncing(
    open_window: OpenWindow, big_vault: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    """No gap of the GUI thread exceeds 50 ms while 5,000 memories are browsed and synced (F11, E1).

    Each try is the same use of a fresh vault. What the window does itself is there every time; what the machine does
    besides (two shared cores, and other tests) is not, so one try without a gap proves the window innocent.
    """
    tries: list[list[int]] = []
    for number in range(TRIES):
        window = open_window(Path(shutil.copytree(big_vault, tmp_path / str(number))))
        worst = browse(window, qtbot)
        window.close()
        if worst[-1] <= LIMIT:
            return
        tries.append([round(gap * 1000) for gap in worst])
    raise AssertionError(tries)


def soak(window: MainWindow, qtbot: QtBot, seconds: float) -> None:
    """Click and scroll about; forget and undo now and then."""
    view = window.views["memories"]
    assert isinstance(view, MemoriesView)
    chance = random.Random(11)
    end = time.monotonic() + seconds
    steps = 0
    while time.monotonic() < end:
        act(window, view, chance)
        if steps % 40 == 20 and view.table.selected_count() == 1:
            view.forget_selected()
        if steps % 40 == 39:
            window.undo()
            window.theme.set_mode(chance.choice(("light", "dark")))
        qtbot.wait(10)
        steps += 1
    window.theme.set_mode("light")
    view.toolbar.set_text("status:any")
    qtbot.waitUntil(lambda: view.model.rowCount() >= SIZE, timeout=10_000)


def test_soak_short(open_window: OpenWindow, big: Path, qtbot: QtBot) -> None:
    """Ten seconds of scripted use end with the window alive and every memory there (F11)."""
    soak(open_window(big), qtbot, 10)


@pytest.mark.soak_full
@pytest.mark.timeout(600)
def test_soak(open_window: OpenWindow, big: Path, qtbot: QtBot) -> None:
    """Two minutes (MEMORY_DESKTOP_SOAK_SECONDS) of scripted use end with the window alive (F11)."""
    soak(open_window(big), qtbot, float(os.environ.get("MEMORY_DESKTOP_SOAK_SECONDS", "120")))
