"""How often each agent may call: a bucket that fills evenly, for each."""

from __future__ import annotations

import threading
from collections.abc import Callable

_MOST = 1_000


class RateLimit:
    """Safe from many threads. Args: monotonic: a clock in seconds."""

    def __init__(self, monotonic: Callable[[], float]) -> None:
        self._monotonic = monotonic
        self._lock = threading.Lock()
        self._buckets: dict[str, tuple[float, float]] = {}

    def wait(self, name: str, a_minute: int) -> float:
        """0 when the agent may call now, else seconds until it may. `a_minute` calls fit into a bucket; 0: no limit."""
        if a_minute <= 0:
            return 0.0
        now = self._monotonic()
        with self._lock:
            left, since = self._buckets.get(name, (float(a_minute), now))
            left = min(float(a_minute), left + (now - since) * a_minute / 60)
            if left < 1:
                self._buckets[name] = (left, now)
                return (1 - left) * 60 / a_minute
            if len(self._buckets) >= _MOST:
                self._buckets.clear()
            self._buckets[name] = (left - 1, now)
            return 0.0
