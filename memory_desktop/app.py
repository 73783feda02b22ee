"""The window's composition root: `run_window` and `run_demo`."""

from __future__ import annotations

import atexit
import faulthandler
import gc
import logging
import os
import signal
import sys
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import platformdirs
from PySide6.QtCore import QMessageLogContext, QSettings, Qt, QTimer, QtMsgType, qInstallMessageHandler
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication

from memory_desktop import __version__
from memory_desktop.bridge.collector import Collector
from memory_desktop.bridge.screen import check_screen
from memory_desktop.bridge.single_instance import raise_other
from memory_desktop.bridge.translation import SYSTEM, install
from memory_desktop.bridge.turns import gui_thread_first
from memory_desktop.bridge.window_settings import WindowSettings
from memory_desktop.ui.theme import Theme
from memory_desktop.ui.window.about_dialog import icon_file
from memory_desktop.ui.window.language_page import LANGUAGE
from memory_desktop.ui.window.main_window import MainWindow
from memory_desktop.ui.window.signals import EndingSignals

if TYPE_CHECKING:
    from memory_desktop.core.ports import CancelToken
    from memory_desktop.engine.engine import Engine
    from memory_desktop.engine.upkeep.rebuild import Rebuilt
    from memory_desktop.service.commands import CommandRunner
    from memory_desktop.service.service import Service
    from memory_desktop.ui.window.vault_controller import Progress

_NAME = "Memory Desktop"
_qt_log = logging.getLogger("qt")
_LEVELS = {
    QtMsgType.QtDebugMsg: logging.DEBUG,
    QtMsgType.QtInfoMsg: logging.INFO,
    QtMsgType.QtWarningMsg: logging.WARNING,
    QtMsgType.QtCriticalMsg: logging.ERROR,
    QtMsgType.QtFatalMsg: logging.CRITICAL,
}


def run_window(vault: Path | None, run_command: CommandRunner | None = None, *, remember: bool = False) -> int:
    """Open the window, on a vault or on the last one; the program's exit code.

    Args:
        run_command: carries out command lines of other processes on the vault that is open here.
        remember: ask for something to be remembered, in the window that has the vault open or else in this one.

    Raises:
        KnownError: Qt cannot come up on this screen.
    """
    if vault is not None and raise_other(vault, remember=remember):
        return 0
    check_screen()
    app = _application()
    window = _make_user_window(app, run_command)
    window.show()
    window.make_views_later()
    if remember:
        window.controller.opened.connect(window.remember_this, Qt.ConnectionType.SingleShotConnection)
    last = str(window.settings.value("last", ""))
    if vault is not None:
        window.controller.open(vault, create=not vault.exists())
    elif last and Path(last).is_dir():
        window.controller.open(Path(last))
    return _exec(app, window)


def run_demo(shots: Path | None, run_command: CommandRunner | None = None) -> int:
    """Open the sample vault; with no display, drive the window through its main job and save pictures of it."""
    if not _has_display():
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    check_screen()
    headless = shots is not None or os.environ.get("QT_QPA_PLATFORM") == "offscreen"
    app = _application()
    if not headless:
        window = _make_user_window(app, run_command)
        window.show()
        window.make_views_later()
        window.controller.open_sample()
        return _exec(app, window)
    from memory_desktop.ui.demo import Demo

    with tempfile.TemporaryDirectory(prefix="memory-desktop-") as folder:
        home = Path(folder)
        window = make_window(app, WindowSettings(home / "window.json"), sample=home / "sample")
        demo = Demo(window, shots or Path(tempfile.mkdtemp(prefix="memory-desktop-shots-")))
        window.show()
        QTimer.singleShot(0, demo.start)
        code = app.exec()
        window.end()
        window.controller.wait_closed()
    return code


def _exec(app: QApplication, window: MainWindow) -> int:
    """Run until the window is closed, then until the vault is closed, so that work in progress ends cleanly."""
    ending = EndingSignals(window.end, window)
    code = app.exec()
    window.controller.shut_down()
    window.controller.wait_closed()
    ending.restore()
    return code


def make_window(
    app: QApplication,
    settings: WindowSettings,
    *,
    sample: Path | None = None,
    serve: Callable[[Engine], Service] | None = None,
    at_once: bool = True,
) -> MainWindow:
    """A window with everything it needs; tests give their own settings and places.

    Args:
        at_once: make all views now; otherwise `MainWindow.make_views_later` does.
        serve: makes the service of a vault that is open in the window; without it no other process can use the vault.
    """
    gui_thread_first()
    theme = Theme(app)
    theme.install(str(settings.value("theme", "system")))
    with theme.dressed_last():
        window = MainWindow(_open, lambda: sample_vault(sample), _rebuild, settings, theme, at_once=at_once)
    window.controller.set_aside = _set_aside
    window.controller.serve = serve
    # A full collection over everything that was ever imported stops all threads for 60 ms: leave that out of it.
    gc.freeze()
    atexit.register(gc.unfreeze)
    Collector(window)
    return window


def _make_user_window(app: QApplication, run_command: CommandRunner | None) -> MainWindow:
    """The window with the person's own settings, in the language that they say."""
    settings = _settings()
    install(str(settings.value(LANGUAGE, SYSTEM)))
    return make_window(app, settings, serve=vault_server(run_command), at_once=False)


def _settings() -> WindowSettings:
    folder = Path(platformdirs.user_config_dir(_NAME, appauthor=False))
    return WindowSettings(folder / "window.json", earlier=QSettings())


def sample_vault(where: Path | None = None) -> Path:
    """The sample vault's folder, made the first time. Blocks."""
    from memory_desktop.wiring import make_sample

    path = where or Path(platformdirs.user_data_dir(_NAME, appauthor=False)) / "Sample vault"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        make_sample(path)
    return path


def _open(path: Path, create: bool, progress: Progress) -> Engine:
    from memory_desktop.embed import load_bundled
    from memory_desktop.service.handover import open_taking_over
    from memory_desktop.wiring import open_vault

    engine = open_taking_over(lambda: open_vault(path, create=create, progress=progress), path)
    # Not before, as it would keep the interpreter's lock while the vault is opened; and not when it is first needed.
    threading.Thread(target=load_bundled, name="load-model").start()
    return engine


def vault_server(run_command: CommandRunner | None) -> Callable[[Engine], Service]:
    """Makes services. Imports what they need at the first, which takes a second: not in the GUI thread."""

    def serve(engine: Engine) -> Service:
        from memory_desktop.embed import load_bundled

        load_bundled()  # waits for the model: two threads that import leave the window a third of the time
        from memory_desktop.service.service import Service
        from memory_desktop.wiring import system_clock

        return Service(engine, "window", system_clock, run_command=run_command)

    return serve


def _rebuild(path: Path, cancel: CancelToken, progress: Progress) -> Rebuilt:
    from memory_desktop.wiring import rebuild_vault

    return rebuild_vault(path, cancel=cancel, progress=progress)


def _set_aside(path: Path) -> object:
    from memory_desktop.wiring import set_wal_aside

    return set_wal_aside(path)


def _application() -> QApplication:
    faulthandler.enable()
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    qInstallMessageHandler(_on_qt_message)
    QApplication.setHighDpiScaleFactorRoundingPolicy(Qt.HighDpiScaleFactorRoundingPolicy.PassThrough)
    app = QApplication.instance() or QApplication(sys.argv[:1])
    assert isinstance(app, QApplication)
    app.setApplicationName(_NAME)
    app.setApplicationVersion(__version__)
    app.setOrganizationName(_NAME)
    app.setDesktopFileName("memory-desktop")
    app.setWindowIcon(QIcon(str(icon_file())))
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return app


def _has_display() -> bool:
    if sys.platform != "linux" or os.environ.get("QT_QPA_PLATFORM"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _on_qt_message(kind: QtMsgType, _context: QMessageLogContext, text: str) -> None:
    _qt_log.log(_LEVELS.get(kind, logging.WARNING), "%s", text)
