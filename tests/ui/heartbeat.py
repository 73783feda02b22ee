"""How long the GUI thread did not come to beat, and how much of that was the machine's doing.

Time for which the GUI thread stood in the system's queue for a processor is not the window's. Nor is time for which a
thread that does nothing, and wakes every few milliseconds, could not run either while some thread of this process stood
in that queue: then who has the interpreter's lock waits for a processor. What is left of a gap is the window's own: its
work, its waiting, or a thread of ours that kept the interpreter's lock.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, Qt, QTimer, Slot

_PERIOD = 0.005
_LOOK_EVERY = 4
_TASKS = Path("/proc/self/task")


@dataclass(frozen=True)
class Gap:
    """Between two beats: when, how long the GUI thread had a processor, and how long it stood in the queue for one."""

    start: float
    end: float
    cpu: float
    queued: float

    @property
    def length(self) -> float:
        return self.end - self.start


class Idle(threading.Thread):
    """Does nothing, and notes when it could not.

    Args:
        watched: the thread that is watched; neither it nor this one can be what both wait for.
    """

    def __init__(self, watched: str) -> None:
        super().__init__(name="idle", daemon=True)
        self._ended = threading.Event()
        self._waiters = {watched}
        self._stalls: list[tuple[float, float]] = []
        self._delays: list[tuple[float, dict[str, float]]] = []

    def run(self) -> None:
        self._waiters.add(str(threading.get_native_id()))
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
        stall = sum(max(0.0, min(b, gap.end) - max(a, gap.start)) for a, b in self._stalls)
        if not stall or not self._delays[0][1]:
            return stall
        before = next((waited for at, waited in reversed(self._delays) if at <= gap.start), self._delays[0][1])
        after = next((waited for at, waited in self._delays if at >= gap.end), self._delays[-1][1])
        others = before.keys() & after.keys() - self._waiters
        delay = max((after[task] - before[task] for task in others), default=0.0)
        return min(stall, delay)


class Heartbeat(QObject):
    """Beats every 5 ms in the GUI thread, with an idle thread beside it."""

    def __init__(self) -> None:
        super().__init__()
        self._gaps: list[Gap] = []
        self._task = str(threading.get_native_id())
        self._idle = Idle(self._task)
        self._last, self._cpu, self._queued = time.perf_counter(), time.thread_time(), _queued(self._task)
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._beat)
        self._timer.start(int(_PERIOD * 1000))
        self._idle.start()

    @Slot()
    def _beat(self) -> None:
        now, cpu, queued = time.perf_counter(), time.thread_time(), _queued(self._task)
        self._gaps.append(Gap(self._last, now, cpu - self._cpu, queued - self._queued))
        self._last, self._cpu, self._queued = now, cpu, queued

    def stop(self) -> None:
        """End; then `worst` can be asked."""
        self._timer.stop()
        self._idle.stop()

    def own(self) -> Iterator[tuple[Gap, float]]:
        """Gaps in their order, each with its length without what was the machine's doing, in seconds."""
        return ((gap, self._own(gap)) for gap in self._gaps if gap.length > 2 * _PERIOD)

    def worst(self, number: int = 5) -> list[float]:
        """The longest of these lengths, longest first."""
        return sorted((own for _, own in self.own()), reverse=True)[:number]

    def _own(self, gap: Gap) -> float:
        return max(gap.cpu, gap.length - gap.queued - self._idle.excuse(gap))


def _queued(task: str) -> float:
    """Seconds that a thread has stood in the queue for a processor so far; 0 where the system does not say."""
    try:
        return int((_TASKS / task / "schedstat").read_text().split()[1]) / 1e9
    except (OSError, IndexError):
        return 0.0


def _waited() -> dict[str, float]:
    """Seconds that each thread has waited for a processor so far; nothing where the system does not say."""
    try:
        return {task.name: _queued(task.name) for task in _TASKS.iterdir()}
    except OSError:
        return {}


def slow_each_time(run: Callable[[], list[float]], limit: float, most: int = 6) -> list[tuple[int, int]]:
    """Do the same steps anew until each of them has once kept within the limit.

    Work takes its time in every run; what the machine does besides does not come back at the same step.

    Args:
        run: does the steps; the longest gap of each in seconds.
        limit: seconds.
        most: so many runs, then those that never kept within it are what is asked for.

    Returns:
        Number and least gap (milliseconds) of each step that took longer in every run.
    """
    least = run()
    for _ in range(most - 1):
        if max(least) <= limit:
            break
        least = [min(pair) for pair in zip(least, run(), strict=True)]
    return [(step, round(gap * 1000)) for step, gap in enumerate(least) if gap > limit]
