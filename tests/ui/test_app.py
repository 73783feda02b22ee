"""One window a vault, the sync thread, and the demo that nobody sees."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from memory_desktop import open_vault
from memory_desktop.app import make_window
from memory_desktop.bridge.runner import Runner
from memory_desktop.bridge.single_instance import SingleInstance, raise_other
from memory_desktop.bridge.sync_worker import SyncWorker
from memory_desktop.core.answers import ChangeSet, SyncStep
from memory_desktop.core.ports import CancelToken
from memory_desktop.ui.demo import Demo


def test_a_second_start_raises_the_first(qtbot: QtBot, tmp_path: Path) -> None:
    """The second start on a vault reaches the first window, and none once that is closed (F1)."""
    runner = Runner()
    first = SingleInstance(tmp_path)
    assert first.listening
    answers: list[bool] = []
    with qtbot.waitSignal(first.raise_requested):
        runner.query(runner, lambda _token: raise_other(tmp_path), answers.append)
    qtbot.waitUntil(lambda: answers == [True])
    first.close()
    assert not raise_other(tmp_path)
    runner.shutdown()


def test_other_vaults_are_other_windows(qtbot: QtBot, tmp_path: Path) -> None:
    """A window on one vault does not answer for another (F1)."""
    first = SingleInstance(tmp_path / "a")
    assert not raise_other(tmp_path / "b")
    first.close()


class Driver:
    """An engine that counts its steps; nothing to do unless told."""

    def __init__(self) -> None:
        self.steps = 0
        self.fail = False
        self.cancel: CancelToken | None = None

    def sync_step(self, max_items: int | None = None, cancel: CancelToken | None = None) -> SyncStep:
        self.steps += 1
        self.cancel = cancel
        if self.fail:
            self.fail = False
            raise OSError("disk full")
        return SyncStep(0, 0, None)

    def maintain(self, cancel: CancelToken | None = None) -> bool:
        return False


def test_the_sync_thread_sleeps_until_woken_and_stops_soon(qtbot: QtBot) -> None:
    """With nothing to do the thread sleeps; a change wakes it; stopping joins it within a second (E4)."""
    driver = Driver()
    worker = SyncWorker(driver)
    worker.start()
    qtbot.waitUntil(lambda: driver.steps == 1)
    qtbot.wait(100)
    assert driver.steps == 1
    worker.on_change(ChangeSet(1, records=True))
    qtbot.waitUntil(lambda: driver.steps == 2)
    start = time.monotonic()
    worker.stop()
    assert time.monotonic() - start < 1
    assert driver.cancel is not None and driver.cancel.cancelled()


def test_a_failing_step_is_told_and_survived(qtbot: QtBot) -> None:
    """An error in a step is told, and the thread goes on when it is woken (A3)."""
    driver = Driver()
    driver.fail = True
    worker = SyncWorker(driver)
    with qtbot.waitSignal(worker.failed) as caught:
        worker.start()
    assert isinstance(caught.args[0], OSError)
    worker.wake()
    qtbot.waitUntil(lambda: driver.steps >= 2)
    worker.stop()


def test_the_demo_looks_at_every_view(
    qapp: QApplication,
    qtbot: QtBot,
    small: Path,
    settings: QSettings,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The demo opens the sample, searches, saves a picture of each view in light and dark, and ends well (F1)."""
    with open_vault(small) as engine:
        engine.sync()
    window = make_window(qapp, settings, sample=small)
    window.show()
    codes: list[int] = []
    monkeypatch.setattr("memory_desktop.ui.demo.QCoreApplication.exit", codes.append)
    demo = Demo(window, tmp_path / "shots")
    demo.start()
    qtbot.waitUntil(lambda: bool(codes), timeout=30_000)
    window.close()
    window.theme.set_mode("light")
    assert codes == [0]
    pictures = sorted(path.name for path in (tmp_path / "shots").iterdir())
    assert pictures == sorted(f"{view}-{mode}.png" for view in window.views for mode in ("light", "dark"))
    assert "Searched" in capsys.readouterr().out
