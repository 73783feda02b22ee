"""The policy: which signal starts which background job. The table is in the settings `policy.*`."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable

from memory_desktop.core.settings import Settings
from memory_desktop.engine.conversation.jobs import Jobs
from memory_desktop.engine.conversation.signals import QUERY_METRICS, STM_PRESSURE, SUMMARY_UPDATED, Signal, Signals

#: The jobs that signals can start.
JOBS = ("flush", "reflection", "discovery", "consolidation", "self_assessment", "curiosity", "layers")
#: Signals that come with each turn or question: only every so many of them starts a job.
_FREQUENT = (SUMMARY_UPDATED, QUERY_METRICS)


class Policy:
    """See the module. Safe from many threads."""

    def __init__(self, signals: Signals, jobs: Jobs, settings: Callable[[], Settings]) -> None:
        self._jobs = jobs
        self._settings = settings
        self._lock = threading.Lock()
        self._seen: Counter[tuple[str, str]] = Counter()
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
        for job, kind in self.table().items():
            if kind == signal.kind and job in self._jobs.kinds:
                self._jobs.request(job, signal.user_id)

    def _due(self, signal: Signal) -> bool:
        with self._lock:
            self._seen[signal.kind, signal.user_id] += 1
            return self._seen[signal.kind, signal.user_id] % self._settings().whole("policy.every") == 0
