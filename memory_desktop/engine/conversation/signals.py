"""What the memory of conversations tells: that it fills up, was summarised, was written down, or was asked."""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from memory_desktop.core.ports import Clock

_log = logging.getLogger(__name__)

STM_PRESSURE, SUMMARY_UPDATED = "stm_pressure", "summary_updated"
FLUSH_COMPLETED, QUERY_METRICS = "flush_completed", "query_metrics"
_KEPT = 200


@dataclass(frozen=True, slots=True)
class Signal:
    """Something that happened to the memory of a user. It never holds words of a question or a turn but topics.

    Payloads: `stm_pressure` level ("near" or "over"), current_token_count, budget, cycles_to_flush; `summary_updated`
    cycle_id, update_count; `flush_completed` cycles_flushed, summary_length, topics; `query_metrics` stm_hits,
    ltm_hits, total_results, avg_relevance.
    """

    kind: str
    user_id: str
    at: datetime
    payload: Mapping[str, Any] = field(default_factory=dict)


class Signals:
    """Gives signals to who listens; without anybody, nothing happens. Safe from many threads."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._listeners: tuple[Callable[[Signal], None], ...] = ()
        self._latest: deque[Signal] = deque(maxlen=_KEPT)

    def latest(self) -> list[Signal]:
        """The signals since the vault was opened, newest first; at most so many as are kept."""
        with self._lock:
            return list(self._latest)[::-1]

    def subscribe(self, listener: Callable[[Signal], None]) -> Callable[[], None]:
        """Call with every signal, in the thread where it happens, and quickly; the answer unsubscribes."""
        with self._lock:
            self._listeners = (*self._listeners, listener)

        def remove() -> None:
            with self._lock:
                self._listeners = tuple(one for one in self._listeners if one is not listener)

        return remove

    def emit(self, kind: str, user_id: str, **payload: Any) -> None:
        """Tell everybody; a listener's error stops nobody."""
        signal = Signal(kind, user_id, self._clock(), payload)
        with self._lock:
            self._latest.append(signal)
        for listener in self._listeners:
            try:
                listener(signal)
            except Exception:  # noqa: BLE001 - whatever a listener does wrong is not the memory's fault
                _log.exception("a listener failed on the signal %s", kind)
