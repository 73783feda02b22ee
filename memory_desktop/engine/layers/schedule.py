"""Starts consolidation by the clock: for each user whose turns have waited long enough."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

from memory_desktop.core.ports import CancelToken, Clock
from memory_desktop.core.settings import Settings
from memory_desktop.engine.conversation.jobs import Jobs
from memory_desktop.engine.conversation.turns import Turns
from memory_desktop.engine.layers.consolidation import Consolidation

#: At most so often it is looked whether a run is due.
_LOOKS_EVERY = 300.0
JOB = "layers"


class Schedule:
    """See the module. `step` looks, and asks for jobs; it does none itself."""

    def __init__(
        self,
        turns: Turns,
        consolidation: Consolidation,
        jobs: Jobs,
        settings: Callable[[], Settings],
        clock: Clock,
        monotonic: Callable[[], float],
    ) -> None:
        self._turns = turns
        self._consolidation = consolidation
        self._jobs = jobs
        self._settings = settings
        self._clock = clock
        self._monotonic = monotonic
        # The first look is one wait after the vault was opened: opening it is no reason to write.
        self._looked = monotonic()

    def step(self, cancel: CancelToken | None = None) -> bool:  # noqa: ARG002 - as every step
        """Ask for the runs that are due; True if there is one."""
        hours = self._settings().whole("policy.layers_hours")
        now = self._monotonic()
        if not hours or now - self._looked < _LOOKS_EVERY:
            return False
        self._looked = now
        due = [user for user in self._turns.users() if self._due(user, hours)]
        for user in due:
            self._jobs.request(JOB, user)
        return bool(due)

    def _due(self, user: str, hours: int) -> bool:
        last = self._consolidation.last(user)
        if last is not None and self._clock() - last.updated < timedelta(hours=hours):
            return False
        return self._consolidation.waiting(user)
