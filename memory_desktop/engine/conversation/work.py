"""The background work of conversations, one piece at a time, in the order of its urgency.

Work on turns comes first. While agents keep it busy, the jobs get a piece after every so many of it, and those that a
person asked for after every one: they take longer then, but never wait for the agents to be quiet.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence

from memory_desktop.core.ports import CancelToken
from memory_desktop.engine.conversation.statistics import Statistics

#: Does one piece of work; False when there is none.
Step = Callable[[CancelToken | None], bool]
# At most so often what was counted becomes events.
_FLUSH_SECONDS = 30.0
# After so many pieces of urgent work in a row there is one of a job.
_PATIENCE = 20


class Work:
    """See the module. Called by the upkeep again and again; a call while another thread works does nothing.

    Args:
        urgent, patient: in the order in which they are tried. asked_for: does a person wait for a patient one?
    """

    def __init__(
        self,
        urgent: Sequence[Step],
        patient: Sequence[Step],
        asked_for: Callable[[], bool],
        statistics: Statistics,
        monotonic: Callable[[], float],
    ) -> None:
        self._urgent = tuple(urgent)
        self._patient = tuple(patient)
        self._asked_for = asked_for
        self._in_a_row = 0
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
            return self._piece(cancel) or self._count()
        finally:
            self._busy.release()

    def _piece(self, cancel: CancelToken | None) -> bool:
        turns = self._patient, self._urgent
        if self._in_a_row < (1 if self._asked_for() else _PATIENCE):
            turns = self._urgent, self._patient
        for steps in turns:
            if any(step(cancel) for step in steps):
                self._in_a_row = self._in_a_row + 1 if steps is self._urgent else 0
                return True
        return False

    def _count(self) -> bool:
        now = self._monotonic()
        if now - self._flushed < _FLUSH_SECONDS:
            return False
        self._flushed = now
        return self._statistics.flush(few=False)
