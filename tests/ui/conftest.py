"""Fixtures of the window's tests: no screen, settings of their own, a real vault of 5,000 memories."""

from __future__ import annotations

import os

os.environ["QT_QPA_PLATFORM"] = "offscreen"

import gc
import json
import shutil
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from memory_desktop import open_vault
from memory_desktop.app import make_window
from memory_desktop.bridge.window_settings import WindowSettings
from memory_desktop.ui.window.main_window import MainWindow
from tests.helpers import made_once

SIZE = 5_000
_WORDS = "coffee tea train garden python keyboard doctor sister Lisbon budget yoga novel bread violin server".split()
_KINDS = ("pref", "fact", "rule", "episode", "general")
_LAYERS = ("episodic", "semantic", "procedural", "emotional")
HTML = "<b>Bold</b> & <script>alert(1)</script> <img src='http://example.invalid/x.png'>"

OpenWindow = Callable[..., MainWindow]


def rows(number: int) -> Iterator[dict[str, object]]:
    """Memories, all different, the same each time."""
    start = datetime(2025, 1, 1, tzinfo=UTC)
    for n in range(number):
        words = " ".join(_WORDS[(n * step + step) % len(_WORDS)] for step in (1, 3, 7))
        yield {
            "content": f"Memory {n} about {words}",
            "kind": _KINDS[n % len(_KINDS)],
            "layer": _LAYERS[n % len(_LAYERS)],
            "tags": [_WORDS[n % 7]] if n % 3 else [],
            "created_at": (start + timedelta(hours=n)).isoformat(),
        }


@pytest.fixture(scope="session")
def big_vault(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A vault of 5,000 memories without vectors; copy it."""

    def make(folder: Path) -> None:
        source = folder / "rows.jsonl"
        source.write_text("\n".join(json.dumps(row) for row in rows(SIZE)), encoding="utf-8")
        with open_vault(folder / "vault", create=True, name="Big") as engine:
            assert engine.import_path(source).new == SIZE

    return made_once(tmp_path_factory, "big", make) / "vault"


@pytest.fixture
def big(big_vault: Path, tmp_path: Path) -> Path:
    """A copy of the big vault to spoil."""
    return Path(shutil.copytree(big_vault, tmp_path / "big"))


@pytest.fixture(scope="session")
def small_vault(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A vault of five memories without vectors; copy it."""
    path = tmp_path_factory.mktemp("small") / "vault"
    with open_vault(path, create=True, name="Small") as engine:
        for text in ("Mara prefers tea", "The train leaves at nine", "Lisbon was warm", "Buy bread", HTML):
            engine.remember(text, kind="fact", tags=["first"])
    return path


@pytest.fixture
def small(small_vault: Path, tmp_path: Path) -> Path:
    """A copy of the small vault to spoil."""
    return Path(shutil.copytree(small_vault, tmp_path / "small"))


@pytest.fixture(autouse=True)
def qt_objects_end_in_their_thread() -> Iterator[None]:
    """What a test leaves is collected here, and not by whichever thread of a later test happens to allocate; and no key
    stays held, as one does for Qt when its press was a command's and its window is gone."""
    gc.disable()
    yield
    if isinstance(QApplication.instance(), QApplication):
        QTest.keyRelease(QWidget(), Qt.Key.Key_Control)
    gc.collect()
    gc.enable()


@pytest.fixture
def settings(tmp_path: Path) -> Path:
    """The file of the window's settings."""
    return tmp_path / "settings.json"


@pytest.fixture
def open_window(qapp: QApplication, qtbot: QtBot, settings: Path) -> Iterator[OpenWindow]:
    """Opens windows, each on a vault; all are closed at the end."""
    made: list[MainWindow] = []

    def open_(path: Path | None, *, create: bool = False) -> MainWindow:
        window = make_window(qapp, WindowSettings(settings))
        made.append(window)
        window.show()
        window.resize(1280, 800)  # the offscreen screen is smaller
        if path is not None:
            with qtbot.waitSignal(window.controller.opened):
                window.controller.open(path, create=create)
            window.show_view("memories")  # where most tests of a window begin
            model = window.views["memories"].model
            qtbot.waitUntil(lambda: not model.loading)
        return window

    yield open_
    for window in made:
        if isValid(window):  # a test may have done it itself
            end(window)
    qtbot.wait(1)


def end(window: MainWindow) -> None:
    """Close a window for good."""
    window.end()
    window.controller.wait_closed()
    window.deleteLater()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What the offscreen platform cannot do is no fault of the window."""
    for item in items:
        if item.path.parent == Path(__file__).parent:
            item.add_marker(pytest.mark.qt_log_ignore("This plugin does not support", extend=True))
