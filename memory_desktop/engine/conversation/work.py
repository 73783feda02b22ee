"""The background work of conversations, one piece at a time, in the order of its urgency."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence

from memory_desktop.core.ports import CancelToken
from memory_desktop.engine.conversation.statistics import Statistics

#: Does one piece of work; False when there is none.
Step = Callable[[CancelToken | None], bool]
# At most so often what was counted becomes events.
_FLUSH_SECONDS = 30.0


class Work:
    """See the module. Called by the upkeep again and again; a call while another thread works does nothing.

    Args:
        steps: in the order in which they are tried.
    """

    def __init__(self, steps: Sequence[Step], statistics: Statistics, monotonic: Callable[[], float]) -> None:
        self._steps = tuple(steps)
        self._statistics = statistics
        self._monotonic = monotonic
        self._flushed = monotonic()
        self._busy = threading.Lock()
        self._token: CancelToken | None = None

    def token(self) -> CancelToken | None:
        """Of the step that is being done."""
        return self._token

    def step(self, cancel: CancelToken | None = None) -> bool:
        """One piece of work; False when there is none, or another thread is at it."""
        if not self._busy.acquire(blocking=False):
            return False
        self._token = cancel
        try:
            return any(step(cancel) for step in self._steps) or self._count()
        finally:
            self._busy.release()

    def _count(self) -> bool:
        now = self._monotonic()
        if now - self._flushed < _FLUSH_SECONDS:
            return False
        self._flushed = now
        return self._statistics.flush(few=False)
