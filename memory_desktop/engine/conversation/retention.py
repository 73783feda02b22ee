"""Keeps to what a person has set for each user: turns that are excluded are not recorded, old ones are forgotten."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable
from datetime import timedelta

from memory_desktop.core.conversation.reach import names_of
from memory_desktop.core.conversation.retention import Retention
from memory_desktop.core.conversation.summary import ConversationSummary
from memory_desktop.core.events.memory import ForgetMemories
from memory_desktop.core.events.summary import SUMMARY, summary_id
from memory_desktop.core.ports import CancelToken, Clock
from memory_desktop.engine.writing.protected import Protected
from memory_desktop.engine.writing.writer import Writer
from memory_desktop.store import Store
from memory_desktop.store.messages import CycleFilter

#: Expired turns are looked for so often, in seconds, and forgotten so many at once.
_EVERY, _AT_ONCE = 3_600.0, 200


class RetentionKeeper:
    """See the module. Safe from many threads; `step` is for one at a time."""

    def __init__(
        self, store: Store, writer: Writer, protected: Protected, clock: Clock, monotonic: Callable[[], float]
    ) -> None:
        self._store = store
        self._writer = writer
        self._protected = protected
        self._clock = clock
        self._monotonic = monotonic
        self._due = 0.0
        self._known: object = None

    def of(self, user_id: str = "") -> Retention:
        """What is kept of a user's conversations."""
        found = self._writer.projections.now(SUMMARY).get(summary_id(user_id))
        return found.retention if found is not None else Retention()

    def excludes(self, user_id: str, user_input: str, final_response: str | None) -> str:
        """Why a turn is not to be recorded; "" if it is."""
        found = (one.excludes(user_input, final_response) for one in self._rules(user_id))
        return next(filter(None, found), "")

    @property
    def excludes_any(self) -> bool:
        """Is there a user of whom some turns are not to be recorded?"""
        return any(
            one.retention.words or one.retention.topics for one in self._writer.projections.now(SUMMARY).values()
        )

    def learns(self, user_id: str, kind: str) -> bool:
        """May facts of a kind be learned from a user's turns?"""
        return all(kind not in one.kinds for one in self._rules(user_id))

    def _rules(self, user_id: str) -> list[Retention]:
        """What was set for a user: for the vault's owner under the owner's name and under none."""
        return [self.of(name) for name in names_of(user_id, self._writer.settings.text("gate.owner"))]

    def step(self, cancel: CancelToken | None = None) -> bool:
        """Forget some of the turns that have expired; False when there are none, or it was looked at lately."""
        summaries = self._writer.projections.now(SUMMARY)
        limits = self._limits(one for one in summaries.values() if one.retention.days)
        if self._store.log.read_only or (cancel is not None and cancel.cancelled()):
            return False
        if limits == self._known and self._monotonic() < self._due:
            return False
        for user, days in sorted(limits.items()):
            if self._forget(user, days):
                return True
        self._known, self._due = limits, self._monotonic() + _EVERY
        return False

    def _limits(self, summaries: Iterable[ConversationSummary]) -> dict[str, float]:
        """For how many days turns are kept, by user; for the owner the least of what was set under each name."""
        found: dict[str, float] = {}
        for one in summaries:
            for name in names_of(one.user_id, self._writer.settings.text("gate.owner")):
                found[name] = min(one.retention.days, found.get(name, math.inf))
        return found

    def _forget(self, user_id: str, days: float) -> bool:
        """Forget the oldest expired messages of a user. What a person has brought back, or protects, stays."""
        before = self._clock() - timedelta(days=days)
        rows = self._store.messages.page(CycleFilter(user=user_id, before=before), newest_first=False)
        found = self._store.records.by_keys([key for row in rows for key in row.keys])
        safe = self._protected.keys()
        expired = (one.id for one in found if (one.line == one.id or not one.origin) and one.key not in safe)
        ids = tuple(itertools.islice(expired, _AT_ONCE))
        if not ids:
            return False
        self._writer.execute(ForgetMemories(ids, "expired"), actor="system", initiator="retention")
        return True
