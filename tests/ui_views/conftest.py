"""The window's fixtures, for the tests of Search, Sync, import, export, welcome page and palette."""

from __future__ import annotations

import os

os.environ["QT_QPA_PLATFORM"] = "offscreen"

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from memory_desktop.engine.engine import Engine
from memory_desktop.ui.search.search_view import SearchView
from memory_desktop.ui.sync.sync_view import SyncView
from memory_desktop.ui.window.main_window import MainWindow
from tests.ui.conftest import (
    OpenWindow,
    big,
    big_vault,
    open_window,
    qt_objects_end_in_their_thread,
    settings,
    small,
    small_vault,
)

__all__ = [
    "big",
    "big_vault",
    "open_window",
    "qt_objects_end_in_their_thread",
    "settings",
    "small",
    "small_vault",
]


@pytest.fixture
def window(open_window: OpenWindow, small: Path) -> MainWindow:
    """A window with the vault of five memories."""
    return open_window(small)


@pytest.fixture
def engine(window: MainWindow) -> Engine:
    """The engine of that vault."""
    assert window.session is not None
    return window.session.engine


def searching(window: MainWindow) -> SearchView:
    """The Search view, shown."""
    window.search()
    view = window.views["search"]
    assert isinstance(view, SearchView)
    return view


def syncing(window: MainWindow) -> SyncView:
    """The Sync view, shown."""
    window.show_view("sync")
    view = window.views["sync"]
    assert isinstance(view, SyncView)
    return view


def ask(qtbot: QtBot, view: SearchView, text: str) -> None:
    """Search, and wait for the answer."""
    view.set_query(text)
    qtbot.waitUntil(lambda: view.model.answer is not None and view.model.answer.query == text)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What the offscreen platform cannot do is no fault of the window."""
    for item in items:
        if item.path.parent == Path(__file__).parent:
            item.add_marker(pytest.mark.qt_log_ignore("This plugin does not support", extend=True))
