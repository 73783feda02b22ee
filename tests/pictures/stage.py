"""What the pictures show: the sample vault after a day's use, at a moment that never changes, in a window without a screen."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime, timedelta, tzinfo
from pathlib import Path
from unittest import mock

from PySide6.QtCore import QDate
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QTableView, QTabWidget, QTreeView, QWidget

from memory_desktop import app as program
from memory_desktop.assets import asset
from memory_desktop.bridge.window_settings import WindowSettings
from memory_desktop.core.conversation.cycles import CycleDraft
from memory_desktop.engine.engine import Engine
from memory_desktop.engine.sample import StoryClock, play
from memory_desktop.ui.window.main_window import MainWindow
from memory_desktop.wiring import open_vault
from tests.helpers import Clock

#: When the pictures are taken, to the program.
NOW = datetime(2026, 11, 20, 9, 0, tzinfo=UTC)
QUESTION = "what does Mara drink in the afternoon?"
_AGENT = "desktop-assistant"
_TURNS = (
    (
        "Which ferry did I want to take with Kaffe on Saturday?",
        "The one at 9:10 from Saltholmen; dogs travel on the rear deck.",
    ),
    (
        "Thanks. I was terrified in the last storm, so remind me to check the wind first.",
        "I will check the wind on Friday evening.",
    ),
    (
        "The lamp plan for the museum is done, I am so happy with it!",
        "Congratulations! Shall I draft the message to the curator?",
    ),
    ("Yes, and remember that I prefer short messages.", "Noted: short messages, no pleasantries."),
)
#: Modules that read the computer's clock for what they show, by the name under which they have `datetime`.
_CLOCKED = ("ui.format", "ui.sync.sync_view", "models.sync_queue", "models.call_table")
_LIMIT_S = 60


class _Now(datetime):
    @classmethod
    def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]
        return NOW.astimezone(tz)


class _Today(QDate):
    @staticmethod
    def currentDate() -> QDate:
        return QDate(NOW.year, NOW.month, NOW.day)


def make_vault(path: Path) -> None:
    """The sample year, some turns of a later day, and what an agent asked; all vectors are there."""
    clock = StoryClock(Clock(NOW - timedelta(hours=1)))
    with open_vault(path, create=True, name="Sample year", clock=clock) as engine:
        play(engine, asset("sample/year.jsonl"), clock)
        engine.sync()
        _use(engine)


def _use(engine: Engine) -> None:
    for number, (said, answer) in enumerate(_TURNS):
        turn = CycleDraft(
            user_input=said,
            final_response=answer,
            session_id=f"talk-{number // 2}",
            user_id="mara",
            title=("The ferry on Saturday", "The museum’s lamps")[number // 2],
            timestamp=NOW - timedelta(hours=3 - number // 2, minutes=-number),
        )
        engine.conversations.record(turn, actor=f"agent:{_AGENT}")
    while engine.conversations.work():
        pass
    engine.layers.consolidation.run("mara")
    engine.change_settings({"gates.pii": "hold"})
    engine.remember("Write to ida.berg@example.org about the lamps", actor=f"agent:{_AGENT}")
    engine.recall("when does the ferry leave?", actor=f"agent:{_AGENT}")
    engine.sync()
    engine.lab.evaluate()
    engine.verify()


@contextmanager
def opened(app: QApplication, vault: Path, home: Path) -> Iterator[MainWindow]:
    """A window on a vault, at `NOW`.

    Args:
        home: an empty folder for the window's settings.
    """
    with ExitStack() as stack:
        for name in _CLOCKED:
            stack.enter_context(mock.patch(f"memory_desktop.{name}.datetime", _Now))
        stack.enter_context(mock.patch("memory_desktop.ui.history.commands_tab.QDate", _Today))
        stack.enter_context(mock.patch.object(program, "_open", _open))
        (home / "window.json").write_text(json.dumps({"theme": "light"}), encoding="utf-8")
        window = program.make_window(app, WindowSettings(home / "window.json"))
        window.show()
        try:
            window.controller.open(vault)
            until(lambda: window.session is not None and idle(window))
            yield window
        finally:
            window.close()
            window.controller.wait_closed()
            window.deleteLater()
            QTest.qWait(1)


def _open(path: Path, create: bool, progress: Callable[[str, int, int], None]) -> Engine:
    return open_vault(path, create=create, clock=Clock(NOW), progress=progress)


def until(done: Callable[[], bool], seconds: float = _LIMIT_S) -> bool:
    """Let the window work until something is so; False if it is not so in time."""
    end = time.monotonic() + seconds
    while not done():
        if time.monotonic() > end:
            return False
        QTest.qWait(10)
    return True


def idle(window: MainWindow) -> bool:
    """Nothing is being read for the window, and all colours are in place."""
    session = window.session
    return not window.controller.runner.busy() and not window.theme.pending and not (session and session.runner.busy())


def settled(window: MainWindow) -> None:
    """Wait until everything that is shown was read and laid out. Raises AssertionError if that takes a minute."""
    assert until(lambda: idle(window)), "the window did not come to rest"
    QTest.qWait(60)
    assert until(lambda: idle(window)), "the window did not come to rest"


def pages(window: MainWindow, view_id: str) -> Iterator[str]:
    """Show a view tab by tab, the inner tabs, too; each with its first row chosen. Gives what is shown: "history/Events"."""
    window.show_view(view_id)
    view = window.views[view_id]
    _prepare(window, view_id)
    tabs = getattr(view, "tabs", None)
    if not isinstance(tabs, QTabWidget):
        settled(window)
        _choose_first(view)
        settled(window)
        yield view_id
        return
    for place in range(tabs.count()):
        tabs.setCurrentIndex(place)
        settled(window)
        _choose_first(tabs.currentWidget())
        settled(window)
        name = f"{view_id}/{tabs.tabText(place)}" if place else view_id
        yield name
        for inner in [one for one in view.findChildren(QTabWidget) if one is not tabs and one.isVisible()]:
            for number in range(1, inner.count()):
                inner.setCurrentIndex(number)
                settled(window)
                yield f"{name}/{inner.tabText(number)}"
            inner.setCurrentIndex(0)
    tabs.setCurrentIndex(0)
    settled(window)


def _prepare(window: MainWindow, view_id: str) -> None:
    """What a view shows only on request."""
    if view_id == "search":
        view = window.views[view_id]
        if view.box.text() != QUESTION:
            view.set_query(QUESTION)
            until(lambda: view.model.answer is not None)


def _choose_first(page: QWidget) -> None:
    for view in (*page.findChildren(QTableView), *page.findChildren(QTreeView)):
        if view.isVisible() and view.model() is not None and view.model().rowCount():
            if not view.currentIndex().isValid():
                view.setCurrentIndex(view.model().index(0, 0))
            return
