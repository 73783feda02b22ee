"""Garbage that holds objects of Qt is collected in the GUI thread."""

from __future__ import annotations

import gc
import threading
import weakref
from pathlib import Path

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from tests.ui.conftest import OpenWindow


class _Held(QWidget):
    """A widget that holds itself, as one with a callback of its own does."""

    def __init__(self) -> None:
        super().__init__()
        self.itself = self


@pytest.mark.long
def test_no_other_thread_destroys_widgets(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F11: a widget in a cycle is destroyed in the GUI thread soon, however much another thread allocates meanwhile."""
    open_window(small)
    ended: list[int] = []
    held = weakref.finalize(_Held(), lambda: ended.append(threading.get_ident()))

    def allocate() -> None:
        for _ in range(50):
            made = [[] for _ in range(20_000)]
            made.append(made)

    other = threading.Thread(target=allocate)
    other.start()
    other.join()
    assert held.alive and not gc.isenabled()
    qtbot.waitUntil(lambda: not held.alive)
    assert ended == [threading.get_ident()]
