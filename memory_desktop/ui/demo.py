"""The demo where nobody sees the window: it drives the same window through its main job and saves pictures of it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QObject, QTimer, Slot

from memory_desktop.bridge.runner import Token
from memory_desktop.core.answers import RecallAnswer
from memory_desktop.core.lab import LabRun
from memory_desktop.core.wording import count
from memory_desktop.ui.format import one_line
from memory_desktop.ui.window.main_window import MainWindow
from memory_desktop.ui.window.placement import WANTED

QUESTION = "what does Mara drink in the afternoon?"
_TICK_MS = 50
_PAINT_MS = 700
_LIMIT_S = 600


class Demo(QObject):
    """Open the sample, wait for its vectors, browse, search, measure, look at every view in light and dark, leave.

    Args:
        window: shown already.
        shots: folder for the pictures; made when it is not there.
    """

    def __init__(self, window: MainWindow, shots: Path) -> None:
        super().__init__(window)
        self._window = window
        self._shots = shots
        self._saved: list[Path] = []
        self._answer: RecallAnswer | None = None
        self._run: LabRun | None = None
        self._steps: list[Callable[[], bool]] = []
        self._wait_ms = 0
        self._ticks = 0
        self._timer = QTimer(self)
        self._timer.setInterval(_TICK_MS)
        self._timer.timeout.connect(self._tick)

    @Slot()
    def start(self) -> None:
        """Begin; the application is quit at the end, with 0 when all went well."""
        self._shots.mkdir(parents=True, exist_ok=True)
        self._window.resize(WANTED)  # an offscreen screen may be smaller
        self._window.controller.failed.connect(self._on_failed)
        self._window.controller.open_sample()
        self._steps = [self._is_open, self._is_synced, self._browse, self._has_answer, self._tell]
        self._steps += [self._measure, self._is_measured]
        for mode in ("light", "dark"):
            for view_id in self._window.views:
                self._steps += [self._shows(view_id, mode), self._picture(view_id, mode)]
        self._steps.append(self._finish)
        self._timer.start()

    @Slot()
    def _tick(self) -> None:
        self._ticks += 1
        if self._ticks * _TICK_MS > _LIMIT_S * 1000:
            _say(f"The demo did not finish within {_LIMIT_S} seconds.")
            self._end(1)
        elif self._wait_ms > 0:
            self._wait_ms -= _TICK_MS
        elif self._steps:
            step = self._steps.pop(0)
            if not step() and self._timer.isActive():
                self._steps.insert(0, step)

    def _is_open(self) -> bool:
        return self._window.session is not None

    def _is_synced(self) -> bool:
        session = self._window.session
        status = session.sync_status if session else None
        if status is None or status.indexed == 0 or status.pending or status.failed:
            return False
        _say(f"Synced: {count(status.indexed, 'vector')} by {status.model_version}.")
        self._window.tour.end()  # nobody is there to take it
        return True

    def _browse(self) -> bool:
        session = self._window.session
        table = getattr(self._window.views["memories"], "table", None)
        if session is None or table is None or table.model().rowCount() == 0:
            return False
        _say(f"Opened “{session.name}”: {count(table.model().rowCount(), 'active memory', 'active memories')}.")
        table.selectRow(0)
        engine = session.engine

        def recall(_token: Token) -> RecallAnswer:
            return engine.recall(QUESTION)

        session.runner.query(self, recall, self._on_answer)
        if "search" in self._window.views:
            self._window.views["search"].set_query(QUESTION)
        return True

    def _on_answer(self, answer: RecallAnswer) -> None:
        self._answer = answer

    def _has_answer(self) -> bool:
        return self._answer is not None

    def _tell(self) -> bool:
        assert self._answer is not None
        _say(f"Searched “{QUESTION}”: {count(len(self._answer.hits), 'hit')}.")
        for hit in self._answer.hits[:3]:
            lists = ", ".join(f"{name} rank {score.rank}" for name, score in hit.lists.items())
            _say(f"  {hit.rank}. {one_line(hit.memory.content, 90)}  ({lists})")
        return True

    def _measure(self) -> bool:
        session = self._window.session
        assert session is not None
        lab = session.engine.lab

        def evaluate(token: Token) -> LabRun:
            return lab.evaluate(cancel=token)

        session.runner.query(self, evaluate, self._on_measured)
        return True

    def _on_measured(self, run: LabRun) -> None:
        self._run = run

    def _is_measured(self) -> bool:
        if self._run is None:
            return False
        if self._run.query_count:
            queries = count(self._run.query_count, "labelled query", "labelled queries")
            _say(f"Measured {queries}: recall@10 {self._run.measures['hybrid'].recall:.2f}.")
        return True

    def _shows(self, view_id: str, mode: str) -> Callable[[], bool]:
        def show() -> bool:
            self._window.theme.set_mode(mode)
            self._window.show_view(view_id)
            self._wait_ms = _PAINT_MS
            return True

        return show

    def _picture(self, view_id: str, mode: str) -> Callable[[], bool]:
        def save() -> bool:
            path = self._shots / f"{view_id}-{mode}.png"
            if not self._window.grab().save(str(path)):
                _say(f"The picture {path} could not be written.")
                self._end(1)
                return True
            self._saved.append(path)
            return True

        return save

    def _finish(self) -> bool:
        _say(f"Saved {count(len(self._saved), 'picture')} in {self._shots}.")
        self._end(0)
        return True

    @Slot(object)
    def _on_failed(self, error: Exception) -> None:
        _say(str(error))
        self._end(1)

    def _end(self, code: int) -> None:
        self._timer.stop()
        self._steps.clear()
        QCoreApplication.exit(code)


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()
