"""One window a vault, the sync thread, and the demo that nobody sees."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import pytest
from PySide6.QtNetwork import QLocalServer, QLocalSocket
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from memory_desktop import open_vault
from memory_desktop.app import make_window
from memory_desktop.bridge.runner import Runner
from memory_desktop.bridge.single_instance import SingleInstance, private_folder, raise_other, socket_name
from memory_desktop.bridge.sync_worker import SyncWorker
from memory_desktop.bridge.window_settings import WindowSettings
from memory_desktop.core.answers import ChangeSet, SyncStep
from memory_desktop.core.ports import CancelToken
from memory_desktop.ui.demo import Demo
from memory_desktop.ui.window.signals import EndingSignals
from tests.ui.conftest import OpenWindow


def test_a_second_start_raises_the_first(qtbot: QtBot, tmp_path: Path) -> None:
    """The second start on a vault reaches the first window, and none once that is closed (F1)."""
    runner = Runner()
    first = SingleInstance(tmp_path, where=tmp_path)
    assert first.listening
    answers: list[bool] = []
    with qtbot.waitSignal(first.raise_requested):
        runner.query(runner, lambda _token: raise_other(tmp_path, parent=tmp_path), answers.append)
    qtbot.waitUntil(lambda: answers == [True])
    first.close()
    assert not raise_other(tmp_path, parent=tmp_path)
    runner.shutdown()


def test_other_vaults_are_other_windows(qtbot: QtBot, tmp_path: Path) -> None:
    """A window on one vault does not answer for another (F1)."""
    first = SingleInstance(tmp_path / "a", where=tmp_path)
    assert not raise_other(tmp_path / "b", parent=tmp_path)
    first.close()


@pytest.mark.skipif(os.name != "posix", reason="rights and owners of POSIX")
def test_the_socket_is_in_a_folder_of_ones_own(qtbot: QtBot, tmp_path: Path) -> None:
    """R7: socket and secret are in a folder that nobody else can look into; a folder that others can is not used."""
    first = SingleInstance(tmp_path / "a", where=tmp_path)
    folder = private_folder(tmp_path)
    assert first.listening and folder is not None
    assert folder.stat().st_mode & 0o777 == 0o700
    assert [path.stat().st_mode & 0o777 for path in folder.glob("secret")] == [0o600]
    assert Path(socket_name(tmp_path / "a", folder)).exists()
    first.close()
    folder.chmod(0o755)
    assert private_folder(tmp_path) is None
    assert not SingleInstance(tmp_path / "a", where=tmp_path).listening
    assert not raise_other(tmp_path / "a", parent=tmp_path)
    link = tmp_path / "elsewhere"
    link.mkdir()
    (link / "memory-desktop").symlink_to(folder)
    assert private_folder(link) is None


def test_a_stranger_on_the_socket_stops_no_start(qtbot: QtBot, tmp_path: Path) -> None:
    """R7: whoever listens on the socket without knowing the secret does not make a start end without a window."""
    SingleInstance(tmp_path / "a", where=tmp_path).close()
    folder = private_folder(tmp_path)
    assert folder is not None
    stranger = QLocalServer()
    heard: list[bytes] = []

    def answer() -> None:
        socket = stranger.nextPendingConnection()
        socket.readyRead.connect(lambda: (heard.append(socket.readAll().data()), socket.write(b"raised\n")))

    stranger.newConnection.connect(answer)
    assert stranger.listen(socket_name(tmp_path / "a", folder))
    runner, answers = Runner(), list[bool]()
    runner.query(runner, lambda _token: raise_other(tmp_path / "a", parent=tmp_path), answers.append)
    qtbot.waitUntil(lambda: bool(answers))
    assert heard and answers == [False]
    stranger.close()
    runner.shutdown()


def test_a_request_without_the_secret_raises_nothing(qtbot: QtBot, tmp_path: Path) -> None:
    """R7: a window comes to the front only for who knows the secret."""
    first = SingleInstance(tmp_path / "a", where=tmp_path)
    folder = private_folder(tmp_path)
    assert folder is not None
    raised: list[bool] = []
    first.raise_requested.connect(lambda: raised.append(True))
    client = QLocalSocket()
    client.connectToServer(socket_name(tmp_path / "a", folder))
    assert client.waitForConnected(500)
    client.write(b"0123 raise\n")
    client.flush()
    assert raise_or_wait(qtbot, tmp_path) == [True]  # a proper request after it is heard, so the other was, too
    assert raised == [True]
    client.abort()
    first.close()


def raise_or_wait(qtbot: QtBot, where: Path) -> list[bool]:
    runner, answers = Runner(), list[bool]()
    runner.query(runner, lambda _token: raise_other(where / "a", parent=where), answers.append)
    qtbot.waitUntil(lambda: bool(answers))
    runner.shutdown()
    return answers


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


@pytest.mark.long
def test_the_demo_looks_at_every_view(
    qapp: QApplication,
    qtbot: QtBot,
    small: Path,
    settings: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The demo opens the sample, searches, saves a picture of each view in light and dark, and ends well (F1)."""
    with open_vault(small) as engine:
        engine.sync()
    window = make_window(qapp, WindowSettings(settings), sample=small)
    window.show()
    codes: list[int] = []
    monkeypatch.setattr("memory_desktop.ui.demo.QCoreApplication.exit", codes.append)
    demo = Demo(window, tmp_path / "shots")
    demo.start()
    qtbot.waitUntil(lambda: bool(codes), timeout=150_000)  # some thirty pictures, one after the other
    window.close()
    window.theme.set_mode("light")
    window.controller.wait_closed()
    window.deleteLater()  # or it is styled again with each window of a later test
    qtbot.wait(1)
    assert codes == [0]
    pictures = sorted(path.name for path in (tmp_path / "shots").iterdir())
    assert pictures == sorted(f"{view}-{mode}.png" for view in window.views for mode in ("light", "dark"))
    assert "Searched" in capsys.readouterr().out


@pytest.mark.long
@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_a_program_that_is_asked_to_end_keeps_its_state(
    open_window: OpenWindow, small: Path, settings: Path, qtbot: QtBot
) -> None:
    """F1, F11: a theme is kept when it is chosen, and SIGTERM closes the window and the vault as a person would."""
    window = open_window(small)
    window.choose_theme("dark")
    window.settings.write().result()
    assert WindowSettings(settings).value("theme") == "dark"
    ending = EndingSignals(window.end, window)
    try:
        os.kill(os.getpid(), signal.SIGTERM)
        qtbot.waitUntil(lambda: not window.isVisible())
        window.controller.wait_closed()
    finally:
        ending.restore()
        window.choose_theme("system")
    kept = WindowSettings(settings)
    assert kept.value("geometry") is not None and kept.value("splitter") is not None
    with open_vault(small) as engine:
        assert engine.memory_counts()["active"] == 5
