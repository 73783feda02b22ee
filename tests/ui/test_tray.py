"""The icon in the system's tray, with a tray that the tests make believe in: the offscreen screen has none."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QApplication, QSystemTrayIcon
from pytestqt.qtbot import QtBot

from memory_desktop.bridge.commands import Doing
from memory_desktop.ui.window import tray as module
from memory_desktop.ui.window.preferences import PreferencesDialog
from memory_desktop.ui.window.tray import Tray
from tests.ui.conftest import OpenWindow


class ByFrame(QCloseEvent):
    """Somebody closes the window by its frame."""

    def spontaneous(self) -> bool:
        """Yes."""
        return True


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A tray is there; what it tells."""
    said: list[str] = []
    monkeypatch.setattr(QSystemTrayIcon, "isSystemTrayAvailable", staticmethod(lambda: True))
    monkeypatch.setattr(QSystemTrayIcon, "showMessage", lambda _icon, _title, text, *_more: said.append(text))
    visible: set[int] = set()
    monkeypatch.setattr(
        QSystemTrayIcon, "setVisible", lambda icon, on: (visible.add if on else visible.discard)(id(icon))
    )
    monkeypatch.setattr(QSystemTrayIcon, "isVisible", lambda icon: id(icon) in visible)
    monkeypatch.setattr(QApplication, "activeWindow", staticmethod(lambda: None))
    return said


def test_without_a_tray_nothing_of_it(open_window: OpenWindow, small: Path) -> None:
    """F11, issue 13: where the system has no tray there is no icon, its commands cannot be used, and closing ends."""
    window = open_window(small)
    tray = window.tray
    assert not tray.icon.isVisible()
    assert not any(one.isEnabled() or one.isChecked() for one in (tray.shown, tray.kept, tray.telling))
    assert not tray.keeps(ByFrame())


def test_closing_ends_unless_the_window_is_kept(open_window: OpenWindow, small: Path, told: list[str]) -> None:
    """F11, issue 13: closing the window ends the program unless it shall be kept in the tray, which is then kept in mind;
    Quit ends it in any case, and without the icon nothing is kept."""
    del told
    window = open_window(small)
    tray = window.tray
    assert tray.icon.isVisible() and not tray.kept.isChecked() and not tray.keeps(ByFrame())
    tray.kept.trigger()
    assert window.settings.truth("tray/kept", False)
    event = ByFrame()
    window.closeEvent(event)
    assert not event.isAccepted() and window.isHidden() and window.session is not None
    tray._on_activated(QSystemTrayIcon.ActivationReason.Trigger)
    assert window.isVisible()
    tray.shown.trigger()
    assert not tray.keeps(ByFrame()) and not tray.kept.isEnabled()
    tray.shown.trigger()
    assert not tray.keeps(QCloseEvent()), "what the program closes itself"
    window.quit()
    assert window.isHidden() and window.controller.session is None


def test_the_menu(open_window: OpenWindow, small: Path, told: list[str]) -> None:
    """F11, issue 13: the tray's menu opens the window, asks for something to be remembered, and quits."""
    del told
    window = open_window(small)
    actions = window.tray.icon.contextMenu().actions()
    texts = [one.text().replace("&", "") for one in actions if not one.isSeparator()]
    assert texts == ["Open Memory Desktop", "Remember this…", "Pause agents", "Quit"]
    assert not actions[2].isEnabled(), "no agent is known"
    actions[1].trigger()
    assert window.capture.isVisible()


def test_the_tray_tells_what_waits(open_window: OpenWindow, small: Path, told: list[str], qtbot: QtBot) -> None:
    """F11, issue 13: what begins to wait for approval while the window is hidden is told once; what waited when the vault
    was opened is not, nor is anything when that is switched off."""
    window = open_window(small)
    tray = window.tray
    qtbot.waitUntil(lambda: tray._waiting == 0)
    window.hide()
    session = window.session
    assert session is not None
    session.commands.change_settings({"gates.pii": "hold"})
    qtbot.waitUntil(lambda: session.engine.settings["gates.pii"] == "hold")
    session.runner.run(window, lambda _t, _r: session.engine.remember("Call me: ann@example.org"), lambda _done: None)
    qtbot.waitUntil(lambda: told == ["1 thing waits for your approval in Review."])
    tray.telling.trigger()
    tray.on_waiting(5)
    assert len(told) == 1


def test_the_tray_tells_of_long_jobs(
    open_window: OpenWindow, small: Path, told: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """F11, issue 13: a job of ten seconds or more is told of when it ends while the window is not in front, a short one is
    not."""
    tray: Tray = open_window(small).tray
    now = [100.0]
    monkeypatch.setattr(module, "monotonic", lambda: now[0])
    for seconds in (9.0, 11.0):
        tray.on_doing("command", Doing("Merging memories…"))
        tray.on_doing("command", Doing("Merging memories…", 1, 2))
        now[0] += seconds
        tray.on_doing("command", None)
        tray.on_doing("command", None)
    assert told == ["Ended: Merging memories."]


@pytest.mark.long
def test_preferences_have_the_switches_of_the_tray(
    open_window: OpenWindow, small: Path, told: list[str], qtbot: QtBot
) -> None:
    """F11, issue 13: what the tray does stands in Preferences, too, is found there, and is changed once it is saved."""
    del told
    window = open_window(small)
    window.dialogs.preferences()
    dialog = next(one for one in window.findChildren(PreferencesDialog) if one.isVisible())
    qtbot.waitUntil(dialog.save.isEnabled)
    page = dialog.tray_page
    assert page is not None
    dialog.filter.setText("keep tray window closed")
    qtbot.waitUntil(page.isVisible)
    [box] = [one for one in page.boxes if not one.isHidden()]
    assert not box.isChecked()
    box.click()
    assert not window.tray.kept.isChecked(), "not before it is saved"
    dialog.save.click()
    assert window.tray.kept.isChecked() and window.settings.truth("tray/kept", False)
