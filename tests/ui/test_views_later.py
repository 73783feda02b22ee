"""Views are listed without being imported, and made one at a time once the window is there."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QComboBox, QLabel, QWidget
from pytestqt.qtbot import QtBot

import memory_desktop
from memory_desktop.app import make_window
from memory_desktop.bridge.window_settings import WindowSettings
from memory_desktop.ui.layers.layers_view import PAGES
from memory_desktop.ui.layers.page import LayerPage
from memory_desktop.ui.views import VIEWS
from memory_desktop.ui.window.about_dialog import AboutDialog
from memory_desktop.ui.window.main_window import MainWindow
from tests.ui.conftest import OpenWindow


@pytest.mark.parametrize("listed", VIEWS, ids=lambda one: one.view_id)
def test_a_view_is_what_the_list_says(listed) -> None:
    """F12: id, title and icon stand in the list as the class has them."""
    view = listed.load()
    assert (view.view_id, view.title, view.icon) == (listed.view_id, listed.title, listed.icon)


@pytest.mark.long
def test_a_window_imports_no_view(tmp_path: Path) -> None:
    """F12: neither a view, nor the plots that some have, nor QtAwesome is imported before the window is there."""
    code = (
        "import sys, memory_desktop.app\n"
        "print([m for m in sys.modules if m.endswith('_view') or m in ('pyqtgraph', 'qtawesome', 'mcp')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=tmp_path)
    assert done.stdout.strip() == "[]"


@pytest.mark.long
def test_all_views_come_to_the_open_vault(qapp: QApplication, qtbot: QtBot, tmp_path: Path) -> None:
    """F12: the view in front is made first; the others follow in the list's order of commands, with the vault open and
    at the moment of the past that is looked at."""
    with memory_desktop.open_vault(tmp_path / "v", create=True) as vault:
        vault.remember("Mara prefers tea")
    settings = WindowSettings(tmp_path / "window.json")
    later = make_window(qapp, settings, at_once=False)
    now = make_window(qapp, WindowSettings(tmp_path / "other.json"))
    try:
        later.show()
        assert later.views.made == []
        later.controller.open(tmp_path / "v")
        qtbot.waitUntil(lambda: later.session is not None and not later.controller.busy)
        assert [view.view_id for view in later.views.made] == ["home"]
        assert later.current_view is later.views["home"]
        session = later.session
        assert session is not None
        session.travel(1)
        qtbot.waitUntil(lambda: session.past is not None)
        later.make_views_later()
        qtbot.waitUntil(lambda: len(later.views.made) == len(VIEWS))
        assert all(view.session is session for view in later.views.made)
        assert _commands(later) == _commands(now)
        qtbot.waitUntil(lambda: not later.views.make_next())
        pages = later.views["layers"].findChildren(LayerPage)
        assert sorted(type(page).__name__ for page in pages) == sorted(page.__name__ for page in PAGES)
        assert all(page.session is session for page in pages)
        choices = [one for page in pages for one in page.findChildren(QComboBox)]
        assert choices and all(one.focusPolicy() != Qt.FocusPolicy.WheelFocus for one in choices), "they are guarded"
    finally:
        for window in (later, now):
            window.close()
            window.controller.wait_closed()
            window.deleteLater()
        qtbot.wait(1)


@pytest.mark.long
def test_edit_has_a_menu_for_each_view(open_window: OpenWindow, small: Path) -> None:
    """F11, issue 11: the commands of a view stand in a menu of its own, so Edit fits beside the menu bar; the list of
    commands has them still, once each."""
    window = open_window(small)
    edit = window.commands.edit.actions()
    menus = {
        action.text().replace("&&", "&"): menu
        for action in edit
        if (menu := action.menu()) is not None and action.isVisible()
    }
    assert len(edit) <= 30 and "Memories" in menus and "Search" in menus
    listed = window.commands.all()
    for view in window.views.values():
        assert menus[view.title].actions() == view.actions() if view.actions() else view.title not in menus
        assert all(listed.count(action) == 1 for action in view.actions() if action.text())


def _commands(window: MainWindow) -> list[str]:
    """The texts in the menus, from top to bottom; what a step of undo is called depends on the vault."""
    texts = [
        action.text() for action in window.commands.all() if not action.text().startswith(("&Undo", "Undo", "&Redo"))
    ]
    return [text for text in texts if text]


def test_the_about_box_shows_the_licences(qapp: QApplication, tmp_path: Path) -> None:
    """F12: the version and the licences are in the About box, and the licences of all parts where they are bundled."""
    window = QWidget()
    box = AboutDialog("9.8.7", window)
    assert any("9.8.7" in one.text() for one in box.findChildren(QLabel))
    assert "Apache License" in box.licences.toPlainText()
    assert "LGPL" in box.licences.toPlainText()
    window.deleteLater()
