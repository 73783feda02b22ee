"""The policy: which signal starts which background job. The table is in the settings `policy.*`.

Of the signals that come with each turn or question, every so many starts the jobs. The few that are left over start
them, too, once no more have come for a while, and where they keep coming one by one, after some of these whiles.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable

from memory_desktop.core.ports import CancelToken
from memory_desktop.core.settings import Settings
from memory_desktop.engine.conversation.jobs import Jobs
from memory_desktop.engine.conversation.signals import QUERY_METRICS, STM_PRESSURE, SUMMARY_UPDATED, Signal, Signals

#: The jobs that signals can start.
JOBS = ("flush", "reflection", "discovery", "consolidation", "self_assessment", "curiosity", "layers")
#: Times as long as it has to be quiet: then left-over signals start the jobs, quiet or not.
_LONGEST = 6
#: Signals that come with each turn or question: only every so many of them starts a job.
_FREQUENT = (SUMMARY_UPDATED, QUERY_METRICS)


class Policy:
    """See the module. Safe from many threads."""

    def __init__(
        self, signals: Signals, jobs: Jobs, settings: Callable[[], Settings], monotonic: Callable[[], float]
    ) -> None:
        self._jobs = jobs
        self._settings = settings
        self._monotonic = monotonic
        self._lock = threading.Lock()
        self._left: Counter[tuple[str, str]] = Counter()  # by kind and user, signals since one that started jobs
        self._came: dict[tuple[str, str], float] = {}  # when the last of them came
        self._since: dict[tuple[str, str], float] = {}  # when the first of them came
        signals.subscribe(self._on)

    def table(self) -> dict[str, str]:
        """By job, the signal that starts it; "off" for none."""
        settings = self._settings()
        return {job: settings.text(f"policy.{job}") for job in JOBS}

    def _on(self, signal: Signal) -> None:
        if signal.kind == STM_PRESSURE and signal.payload.get("level") != "over":
            return
        if signal.kind in _FREQUENT and not self._due(signal):
            return
        self._start(signal.kind, signal.user_id)

    def step(self, cancel: CancelToken | None = None) -> bool:  # noqa: ARG002 - as every step
        """Ask for the jobs of signals after which it has been quiet; False where there are none."""
        seconds = 60.0 * self._settings().whole("policy.quiet")
        if seconds <= 0:
            return False
        now = self._monotonic()
        with self._lock:
            came, since = self._came, self._since
            due = [one for one in came if came[one] <= now - seconds or since[one] <= now - _LONGEST * seconds]
            for one in due:
                self._forget(one)
        for kind, user in due:
            self._start(kind, user)
        return bool(due)

    def _start(self, signal: str, user: str) -> None:
        for job, kind in self.table().items():
            if kind == signal and job in self._jobs.kinds:
                self._jobs.request(job, user)

    def _due(self, signal: Signal) -> bool:
        one = signal.kind, signal.user_id
        with self._lock:
            self._left[one] += 1
            self._came[one] = self._monotonic()
            self._since.setdefault(one, self._came[one])
            if self._left[one] < self._settings().whole("policy.every"):
                return False
            self._forget(one)
        return True

    def _forget(self, one: tuple[str, str]) -> None:
        self._left.pop(one, None)
        self._came.pop(one, None)
        self._since.pop(one, None)
