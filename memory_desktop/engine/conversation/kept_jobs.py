"""Which jobs are not done yet, kept in the vault, so that the next start can tell which of them it has interrupted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from memory_desktop.store import Store

_NAME = "open_jobs"


@dataclass(frozen=True, slots=True)
class KeptJob:
    """A job that was asked for and has not come to its end."""

    kind: str
    user_id: str
    asked_at: datetime


class KeptJobs:
    """See the module. A vault that is open for reading only keeps nothing.

    Attributes:
        last: those that were not done when the vault was opened, in the order in which they were asked for.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        kept = store.meta.get(_NAME) or []
        self.last = tuple(KeptJob(one["kind"], one["user"], datetime.fromisoformat(one["asked_at"])) for one in kept)
        self._kept = self.last

    def keep(self, jobs: Sequence[KeptJob]) -> None:
        """Keep these instead; nothing is written where they are the same."""
        if tuple(jobs) == self._kept or self._store.log.read_only:
            return
        told = [{"kind": one.kind, "user": one.user_id, "asked_at": one.asked_at.isoformat()} for one in jobs]
        self._store.meta.set(_NAME, told)
        self._kept = tuple(jobs)
