"""Starts consolidation: by the clock, for each user whose turns have waited long enough, and after an import."""

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
#: A run that is due waits so long at the most for turns to be learned from: agents may keep handing over new ones.
_WAITS = 3_600.0
JOB = "layers"


class Schedule:
    """See the module. `step` looks, and asks for jobs; it does none itself.

    While turns wait to be learned from, no run is due, but for an hour at the most: it would miss their facts. Those
    that come later come with the next run.

    Args:
        learning: do turns wait to be learned from?
    """

    def __init__(
        self,
        turns: Turns,
        consolidation: Consolidation,
        jobs: Jobs,
        learning: Callable[[], bool],
        settings: Callable[[], Settings],
        clock: Clock,
        monotonic: Callable[[], float],
    ) -> None:
        self._turns = turns
        self._consolidation = consolidation
        self._jobs = jobs
        self._learning = learning
        self._settings = settings
        self._clock = clock
        self._monotonic = monotonic
        # The first look is one wait after the vault was opened: opening it is no reason to write.
        self._looked = monotonic()
        self._at_once = False
        self._held_since: float | None = None
        self._asked: dict[str, int] = {}  # by user, the newest event when a run was last asked for

    def soon(self) -> None:
        """Conversations of another program have come, or what the program had made was taken back along with something
        else: the next look does not wait for the clock."""
        settings = self._settings()
        self._asked.clear()
        self._at_once = settings.whole("policy.layers_hours") > 0 or settings.text("policy.layers") != "off"

    def step(self, cancel: CancelToken | None = None) -> bool:  # noqa: ARG002 - as every step
        """Ask for the runs that are due; True if there is one."""
        waited = self._consolidation.put_off()
        for user in waited:
            self._jobs.request(JOB, user)
        if waited:
            return True
        hours, now = self._settings().whole("policy.layers_hours"), self._monotonic()
        by_clock = hours > 0 and now - self._looked >= _LOOKS_EVERY
        if not (by_clock or self._at_once) or self._waits(now):
            return False
        self._held_since = None
        at_once, self._at_once, self._looked = self._at_once, False, now
        due = [user for user in self._turns.users() if (at_once or self._late(user, hours)) and self._changed(user)]
        for user in due:
            self._jobs.request(JOB, user)
        return bool(due)

    def _waits(self, now: float) -> bool:
        if not self._learning():
            return False
        if self._held_since is None:
            self._held_since = now
        return now - self._held_since < _WAITS

    def _late(self, user: str, hours: int) -> bool:
        last = self._consolidation.last(user)
        return last is None or self._clock() - last.updated >= timedelta(hours=hours)

    def _changed(self, user: str) -> bool:
        """Has anything changed since the last run, and since one was last asked for, which may have found nothing?"""
        newest = self._consolidation.waiting(user)
        if newest <= self._asked.get(user, 0):
            return False
        self._asked[user] = newest
        return True
