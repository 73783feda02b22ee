"""How long the GUI thread did not come to beat, and how much of that was the machine's doing.

Beside the beats of the GUI thread a thread that does nothing wakes every few milliseconds. Where it, too, could not
run, and some thread of this process stood in the system's queue for a processor for that long, the machine was busy
with others. What is left of a gap is the window's own: its work, its waiting, or a thread of ours that kept the
interpreter's lock.
"""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, Qt, QTimer, Slot

_PERIOD = 0.005
_LOOK_EVERY = 4
_TASKS = Path("/proc/self/task")


@dataclass(frozen=True)
class Gap:
    """Between two beats: when, and how long the GUI thread had a processor."""

    start: float
    end: float
    cpu: float

    @property
    def length(self) -> float:
        return self.end - self.start


class Idle(threading.Thread):
    """Does nothing, and notes when it could not."""

    def __init__(self) -> None:
        super().__init__(name="idle", daemon=True)
        self._ended = threading.Event()
        self._stalls: list[tuple[float, float]] = []
        self._delays: list[tuple[float, dict[str, float]]] = []

    def run(self) -> None:
        last, number = time.perf_counter(), 0
        while not self._ended.is_set():
            if number % _LOOK_EVERY == 0:
                self._delays.append((time.perf_counter(), _waited()))
            number += 1
            time.sleep(_PERIOD)
            now = time.perf_counter()
            if now - last > 2 * _PERIOD:
                self._stalls.append((last, now))
            last = now
        self._delays.append((time.perf_counter(), _waited()))

    def stop(self) -> None:
        self._ended.set()
        self.join()

    def excuse(self, gap: Gap) -> float:
        """Seconds of a gap that are the machine's doing."""
        stall = max((min(b, gap.end) - max(a, gap.start) for a, b in self._stalls), default=0.0)
        if stall <= 0 or not self._delays[0][1]:
            return max(stall, 0.0)
        before = next((waited for at, waited in reversed(self._delays) if at <= gap.start), self._delays[0][1])
        after = next((waited for at, waited in self._delays if at >= gap.end), self._delays[-1][1])
        delay = max((value - before.get(task, 0.0) for task, value in after.items() if task in before), default=0.0)
        return min(stall, delay)


class Heartbeat(QObject):
    """Beats every 5 ms in the GUI thread, with an idle thread beside it."""

    def __init__(self) -> None:
        super().__init__()
        self._gaps: list[Gap] = []
        self._idle = Idle()
        self._last, self._cpu = time.perf_counter(), time.thread_time()
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._beat)
        self._timer.start(int(_PERIOD * 1000))
        self._idle.start()

    @Slot()
    def _beat(self) -> None:
        now, cpu = time.perf_counter(), time.thread_time()
        self._gaps.append(Gap(self._last, now, cpu - self._cpu))
        self._last, self._cpu = now, cpu

    def stop(self) -> None:
        """End; then `worst` can be asked."""
        self._timer.stop()
        self._idle.stop()

    def worst(self, number: int = 5) -> list[float]:
        """The longest gaps, each without what was the machine's doing, in seconds, longest first."""
        own = [max(gap.cpu, gap.length - self._idle.excuse(gap)) for gap in self._gaps if gap.length > 2 * _PERIOD]
        return sorted(own, reverse=True)[:number]


def _waited() -> dict[str, float]:
    """Seconds that each thread has waited for a processor so far; nothing where the system does not say."""
    found = {}
    try:
        for task in _TASKS.iterdir():
            try:
                found[task.name] = int((task / "schedstat").read_text().split()[1]) / 1e9
            except (OSError, IndexError):
                continue  # it has ended meanwhile
    except OSError:
        return {}
    return found
