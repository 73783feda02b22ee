"""Runs the engine's blocking calls on pool threads and brings each outcome back to the GUI thread.

A `Runner` lives in the GUI thread. Results travel by a queued signal to one of its own methods (a lambda would run in
the worker's thread), which looks whether the result is still wanted before it calls anybody. Reads (`query`), writes
(`write`) and long jobs (`run`) have pools of their own, so that neither an import nor a write that waits for a check
makes a search wait. Writes have one thread: what was asked for first is done first. See `memory_desktop.locks`.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from PySide6.QtCore import QObject, Qt, QThreadPool, QTimer, Signal, Slot
from shiboken6 import isValid

from memory_desktop.core.cancel import Token
from memory_desktop.core.errors import CancelledError, ClosedError
from memory_desktop.priority import BACKGROUND, QUERY, stand_back

__all__ = ["Report", "Runner", "Token"]

T = TypeVar("T")
Report = Callable[[object], None]

_log = logging.getLogger(__name__)
_QUERY_THREADS = 3
_WORK_THREADS = 2
_PROGRESS_MS = 100


class _Job:
    """One call on its way: what to do, whom to tell, and the latest progress."""

    def __init__(self, runner: Runner, owner: QObject, channel: tuple[int, str] | None) -> None:
        self.runner = runner
        self.owner = owner
        self.channel = channel
        self.token = Token()
        self.work: Callable[[], Any] = lambda: None
        self.done: Callable[[Any], None] = lambda _result: None
        self.failed: Callable[[Exception], None] | None = None
        self.niceness = QUERY
        self.cancelled: Callable[[], None] | None = None
        self.progress: Callable[[object], None] | None = None
        self.discard: Callable[[Any], None] | None = None
        self.keep_when_cancelled = False
        self.dropped = False
        self.result: Any = None
        self.error: Exception | None = None
        self._lock = threading.Lock()
        self._latest: list[object] = []

    def report(self, value: object) -> None:
        """Called by the work, in its thread."""
        with self._lock:
            self._latest[:] = [value]

    def take_progress(self) -> list[object]:
        """The newest progress value not delivered yet, as a list of one, or an empty list."""
        with self._lock:
            values, self._latest = self._latest, []
        return values

    def execute(self) -> None:
        """The body, on a pool thread."""
        stand_back(self.niceness)
        try:
            if self.token.cancelled() and not self.keep_when_cancelled:
                raise CancelledError()
            self.result = self.work()
        except Exception as error:  # noqa: BLE001 - every failure must reach the GUI thread, where it is told or shown
            self.error = error
        self.runner.deliver(self)


class Runner(QObject):
    """Runs work off the GUI thread; see the module.

    Signals:
        error: an exception that no `failed` callback took.
        idle: the last outstanding call has been delivered or dropped.
    """

    error = Signal(object)
    idle = Signal()
    _finished = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._queries = QThreadPool(self)
        self._queries.setMaxThreadCount(_QUERY_THREADS)
        self._works = QThreadPool(self)
        self._works.setMaxThreadCount(_WORK_THREADS)
        self._writes = QThreadPool(self)
        self._writes.setMaxThreadCount(1)
        self._jobs: set[_Job] = set()
        self._channels: dict[tuple[int, str], _Job] = {}
        self._next: dict[tuple[int, str], _Job] = {}
        self._watched: set[int] = set()
        self._closed = False
        self._ticker = QTimer(self)
        self._ticker.setInterval(_PROGRESS_MS)
        self._ticker.timeout.connect(self._tell_progress)
        self._finished.connect(self._on_finished, Qt.ConnectionType.QueuedConnection)

    def query(
        self,
        owner: QObject,
        work: Callable[[Token], T],
        done: Callable[[T], None],
        *,
        failed: Callable[[Exception], None] | None = None,
        channel: str = "",
        follow: bool = False,
        discard: Callable[[T], None] | None = None,
    ) -> Token:
        """Run `work(token)`, which only reads, then exactly one of `done` and `failed` on the GUI thread.

        A new call with the same owner and channel supersedes the older one: its token is cancelled and its result
        dropped. An empty channel supersedes nothing. Nothing is called once the owner is destroyed.

        Args:
            follow: let the older call of the channel end, and begin after it. Of several that wait so, only the newest
                is made: what is read again after each change arrives, however often something changes.
            discard: gives a result back that nobody will see; called on a pool thread.
        """
        slot = (id(owner), channel) if channel else None
        job = _Job(self, owner, slot)
        job.work = lambda: work(job.token)
        job.done, job.failed, job.discard = done, failed, discard
        if slot is None:
            return self._start(job, self._queries)
        older, waiting = self._channels.get(slot), self._next.pop(slot, None)
        waits = follow and older is not None and not older.dropped
        for one in (waiting, None if waits else older):
            if one is not None:
                one.dropped = True
                one.token.cancel()
        if waits:
            self._next[slot] = job
            return job.token
        self._channels[slot] = job
        return self._start(job, self._queries)

    def run(
        self,
        owner: QObject,
        work: Callable[[Token, Report], T],
        done: Callable[[T], None],
        *,
        failed: Callable[[Exception], None] | None = None,
        progress: Callable[[object], None] | None = None,
        cancelled: Callable[[], None] | None = None,
        discard: Callable[[T], None] | None = None,
    ) -> Token:
        """A long job with progress, told at most ten times a second.

        When the user cancels the token, a result that the work still returns is delivered (it says what was kept);
        a `CancelledError` calls `cancelled`.
        """
        job = self._job(owner, work, done, failed, progress, cancelled)
        job.discard = discard
        return self._start(job, self._works)

    def write(
        self,
        owner: QObject,
        work: Callable[[Token, Report], T],
        done: Callable[[T], None],
        *,
        failed: Callable[[Exception], None] | None = None,
        progress: Callable[[object], None] | None = None,
        cancelled: Callable[[], None] | None = None,
    ) -> Token:
        """What a person asked for, done after all such work before it; else as `run`.

        What is waiting when the vault closes is still done; what takes long looks at its token.
        """
        return self._start(self._job(owner, work, done, failed, progress, cancelled), self._writes)

    def _job(
        self,
        owner: QObject,
        work: Callable[[Token, Report], T],
        done: Callable[[T], None],
        failed: Callable[[Exception], None] | None,
        progress: Callable[[object], None] | None,
        cancelled: Callable[[], None] | None,
    ) -> _Job:
        job = _Job(self, owner, None)
        job.keep_when_cancelled = True
        job.niceness = BACKGROUND
        job.work = lambda: work(job.token, job.report)
        job.done, job.failed, job.progress, job.cancelled = done, failed, progress, cancelled
        if progress is not None and not self._ticker.isActive():
            self._ticker.start()
        return job

    def busy(self) -> bool:
        """True while any call is outstanding."""
        return bool(self._jobs)

    def cancel_all(self, owner: QObject | None = None) -> None:
        """Cancel and drop everything, or everything that one owner asked for."""
        for job in (*self._jobs, *self._next.values()):
            if owner is None or job.owner is owner:
                job.dropped = True
                job.token.cancel()
        self._next = {slot: job for slot, job in self._next.items() if not job.dropped}

    def wait_idle(self) -> None:
        """Block until no pool thread is working, however long that takes; results still travel through the event loop.

        Any thread but the pools' own; not the GUI thread while there is a window.
        """
        for pool in (self._queries, self._works, self._writes):
            pool.waitForDone(-1)

    def begin_shutdown(self) -> None:
        """Cancel everything and take nothing more, without waiting."""
        self._closed = True
        self._ticker.stop()
        self.cancel_all()

    def shutdown(self) -> None:
        """Cancel everything and join the threads."""
        self.begin_shutdown()
        self.wait_idle()

    def deliver(self, job: _Job) -> None:
        """Called from pool threads: send a finished job home."""
        if isValid(self):
            self._finished.emit(job)

    def _start(self, job: _Job, pool: QThreadPool) -> Token:
        if self._closed:
            job.token.cancel()
            return job.token
        if id(job.owner) not in self._watched:
            self._watched.add(id(job.owner))
            job.owner.destroyed.connect(self._sweep, Qt.ConnectionType.QueuedConnection)
        self._jobs.add(job)
        pool.start(job.execute)
        return job.token

    @Slot(object)
    def _on_finished(self, job: _Job) -> None:
        self._jobs.discard(job)
        if job.channel and self._channels.get(job.channel) is job:
            del self._channels[job.channel]
        try:
            self._tell(job)
        finally:
            self._start_next(job)
            if not self._jobs:
                self._ticker.stop()
                self.idle.emit()

    def _start_next(self, job: _Job) -> None:
        """Begin what has waited for a call to end, unless what that call told has asked for something else."""
        slot = job.channel
        waiting = self._next.pop(slot, None) if slot and slot not in self._channels else None
        if slot and waiting is not None and isValid(waiting.owner):
            self._channels[slot] = waiting
            self._start(waiting, self._queries)

    def _tell(self, job: _Job) -> None:
        unwanted = self._closed or job.dropped or not isValid(job.owner)
        if unwanted or (job.token.cancelled() and not job.keep_when_cancelled):
            if job.discard is not None and job.error is None:
                self._queries.start(partial(job.discard, job.result))
            return
        self._progress(job)
        if job.error is None:
            job.done(job.result)
        elif isinstance(job.error, CancelledError):
            if job.cancelled is not None:
                job.cancelled()
        elif job.failed is not None:
            job.failed(job.error)
        elif not isinstance(job.error, ClosedError):
            _log.warning("operation failed: %s", job.error, exc_info=job.error)
            self.error.emit(job.error)

    def _progress(self, job: _Job) -> None:
        for value in job.take_progress():
            if job.progress is not None:
                job.progress(value)

    @Slot()
    def _tell_progress(self) -> None:
        for job in list(self._jobs):
            if not job.dropped and isValid(job.owner):
                self._progress(job)

    @Slot()
    def _sweep(self) -> None:
        for job in self._jobs:
            if not isValid(job.owner):
                job.dropped = True
                job.token.cancel()
        alive = {id(job.owner) for job in self._jobs if isValid(job.owner)}
        self._watched &= alive
