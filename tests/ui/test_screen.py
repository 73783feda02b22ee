"""What the program says where the window cannot come up on a screen."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from memory_desktop import libraries
from memory_desktop.bridge import screen
from memory_desktop.cli.main import main
from memory_desktop.core.errors import KnownError

ON_X = {"DISPLAY": ":0"}
_ERROR = "Cannot load library /qt/libqxcb.so: (libxcb-cursor.so.0: cannot open shared object file: No such file)"


class Unloadable:
    """A plugin whose library is missing."""

    def __init__(self, path: str) -> None:
        assert path.endswith("platforms/libqxcb.so")

    def load(self) -> bool:
        return False

    def errorString(self) -> str:
        return _ERROR


@pytest.fixture
def cursorless(monkeypatch: pytest.MonkeyPatch) -> None:
    """A system without one library that Qt needs on X."""
    monkeypatch.setattr(screen, "QPluginLoader", Unloadable)
    monkeypatch.setattr(libraries, "_loads", lambda name: name != "libxcb-keysyms.so.1")


def test_a_missing_library_is_named_with_its_packages(
    cursorless: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """F1, issue 10: where Qt would abort the process over a missing library, the program ends with 1, and one line
    names it, others that are missing, and what installs them."""
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setenv("QT_QPA_PLATFORM", "xcb")
    for command in (["window"], ["demo"]):
        with pytest.raises(KnownError):
            screen.check_screen(ON_X, "linux")
        assert main(command) == 1
        said = capsys.readouterr().err
        assert said.count("\n") == 1
        assert "not installed: libxcb-cursor.so.0, libxcb-keysyms.so.1." in said
        assert "Debian or Ubuntu: sudo apt install libxcb-cursor0 libxcb-keysyms1;" in said
        assert "Fedora: sudo dnf install xcb-util-cursor xcb-util-keysyms;" in said
        assert "Arch: sudo pacman -S xcb-util-cursor xcb-util-keysyms." in said


def test_the_screen_is_looked_at_only_where_qt_takes_x(cursorless: None) -> None:
    """F1, issue 10: on another system, with Wayland, or with another platform of Qt, nothing is asked of X."""
    screen.check_screen(ON_X, "darwin")
    screen.check_screen({**ON_X, "QT_QPA_PLATFORM": "offscreen"}, "linux")
    screen.check_screen({**ON_X, "WAYLAND_DISPLAY": "wayland-0"}, "linux")
    with pytest.raises(KnownError, match="libxcb-cursor"):
        screen.check_screen({**ON_X, "WAYLAND_DISPLAY": "wayland-0", "QT_QPA_PLATFORM": "xcb"}, "linux")
    with pytest.raises(KnownError, match="no screen"):
        screen.check_screen({}, "linux")


@pytest.mark.skipif(sys.platform != "linux", reason="X on Linux")
def test_the_check_is_of_qts_own_plugin(monkeypatch: pytest.MonkeyPatch) -> None:
    """F1, issue 10: what is loaded is the plugin that Qt takes, from where Qt has it; nothing is said where that loads, or
    where it fails for another reason than a missing library."""
    asked: list[Path] = []
    plugin = screen.QPluginLoader

    def noted(path: str) -> object:
        asked.append(Path(path))
        return plugin(path)

    monkeypatch.setattr(screen, "QPluginLoader", noted)
    monkeypatch.setattr(libraries, "lacking", lambda _problem: None)
    screen.check_screen(ON_X, "linux")
    assert len(asked) == 1 and asked[0].is_file()


def test_a_library_of_another_kind_is_told_too() -> None:
    """F1, issue 10: a missing library that no package is known for is named; what is no missing library says nothing."""
    assert libraries.lacking("No module named 'PySide6'") is None
    said = libraries.lacking("ImportError: libodd.so.7: cannot open shared object file: No such file or directory")
    assert said is not None and "libodd.so.7" in said[0] and said[1]
