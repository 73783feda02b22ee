"""What the window shows again after a restart, in its file."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from pathlib import Path

import pytest
from PySide6.QtCore import QByteArray, QSettings
from pytestqt.qtbot import QtBot

from memory_desktop.bridge.window_settings import WindowSettings
from memory_desktop.durable import write_durably
from memory_desktop.ui.conversations.conversations_view import ConversationsView
from memory_desktop.ui.history.history_view import HistoryView
from tests.ui.conftest import OpenWindow


def test_values_survive_a_restart(tmp_path: Path, qtbot: QtBot) -> None:
    """F11: texts, numbers, truths, lists and widgets' states come back, in their groups; what was removed does not."""
    path = tmp_path / "new" / "settings.json"
    settings = WindowSettings(path)
    view = settings.group("view.memories")
    view.set("sort", "created_at")
    view.set("descending", False)
    view.set("splitter", QByteArray(b"\x00\x01state"))
    view.group("filters").set("a", ["kind:fact", "tea, and coffee"])
    view.group("filters").set("b", ["one"])
    settings.set("view", "history")
    settings.set("old", "gone")
    settings.write().result()
    settings.remove("old")
    settings.group("view.memories").remove("filters/b")
    settings.write().result()
    again = WindowSettings(path)
    own = ["descending", "filters/a", "sort", "splitter"]
    assert again.names() == ["view", *(f"view.memories/{name}" for name in own)]
    assert again.group("view.memories").names() == own
    assert again.value("view") == "history"
    assert again.group("view.memories").truth("descending", True) is False
    assert again.value("view.memories/splitter") == QByteArray(b"\x00\x01state")
    assert again.group("view.memories").group("filters").value("a") == ["kind:fact", "tea, and coffee"]
    assert again.value("old", "not there") == "not there"


def test_a_change_is_written_soon(tmp_path: Path, qtbot: QtBot) -> None:
    """F11: a change is in the file a second later though nobody asked for it, so that a kill loses little."""
    path = tmp_path / "settings.json"
    settings = WindowSettings(path)
    settings.set("theme", "dark")
    qtbot.waitUntil(path.exists)
    assert WindowSettings(path).value("theme") == "dark"


@pytest.mark.long
def test_the_window_keeps_its_size_without_being_closed(
    open_window: OpenWindow, small: Path, qtbot: QtBot, settings: Path
) -> None:
    """F11: size and inner tabs of a window that is open are in the file after a while, so that a kill loses little."""
    window = open_window(small)
    view, talks = window.views["history"], window.views["conversations"]
    assert isinstance(view, HistoryView) and isinstance(talks, ConversationsView)
    window.show_view("history")
    window.resize(1010, 730)
    view.tabs.setCurrentIndex(1)
    talks.tabs.setCurrentIndex(2)
    window._noting.timeout.emit()
    qtbot.waitUntil(lambda: WindowSettings(settings).value("geometry") == window.saveGeometry())
    again = WindowSettings(settings)
    assert [int(again.value(f"view.{name}/tab")) for name in ("history", "conversations")] == [1, 2]
    talks.tabs.setCurrentIndex(0)
    talks.restore_state(again.group("view.conversations"))
    assert talks.tabs.currentIndex() == 2


def test_two_windows_keep_what_each_changed(tmp_path: Path, qtbot: QtBot) -> None:
    """F11: of two windows on different vaults neither writes over what the other one changed since it was opened."""
    path = tmp_path / "settings.json"
    one, other = WindowSettings(path), WindowSettings(path)
    one.set("searches/a", ["tea"])
    other.set("searches/b", ["trains"])
    one.write().result()
    other.write().result()
    assert WindowSettings(path).names() == ["searches/a", "searches/b"]


def test_a_damaged_file_is_as_none(tmp_path: Path, qtbot: QtBot) -> None:
    """F11: a settings file that cannot be read is no reason not to open; what is set then replaces it."""
    path = tmp_path / "settings.json"
    path.write_bytes(b'{"theme": "da')
    settings = WindowSettings(path)
    assert settings.names() == []
    settings.set("theme", "light")
    settings.write().result()
    assert WindowSettings(path).value("theme") == "light"


def test_earlier_settings_are_taken_over_once(tmp_path: Path, qtbot: QtBot) -> None:
    """F11: what an earlier version kept with Qt's settings is there after an update, until the new file is."""
    earlier = QSettings(str(tmp_path / "old.ini"), QSettings.Format.IniFormat)
    earlier.setValue("theme", "dark")
    earlier.setValue("searches/a", ["tea", "trains"])
    settings = WindowSettings(tmp_path / "settings.json", earlier)
    assert settings.value("searches/a") == ["tea", "trains"]
    settings.set("theme", "light")
    settings.write().result()
    assert WindowSettings(tmp_path / "settings.json", earlier).value("theme") == "light"


@pytest.mark.long
def test_the_window_does_not_wait_for_the_disk(
    open_window: OpenWindow, small: Path, qtbot: QtBot, settings: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F11: while the disk takes long to write the settings, the window goes on; then they are there."""
    window = open_window(small)
    window.settings.write().result()
    release = threading.Event()

    def slow(path: Path, parts: Iterable[bytes | memoryview]) -> str:
        assert release.wait(30)
        return write_durably(path, parts)

    monkeypatch.setattr("memory_desktop.bridge.window_settings.write_durably", slow)
    window.choose_theme("dark")
    window.show_view("history")
    window.save_state()
    written = window.settings.write()
    qtbot.wait(50)
    assert window.current_view is window.views["history"]
    assert not written.done()
    release.set()
    written.result(30)
    assert WindowSettings(settings).value("theme") == "dark"
