"""Access statistics of each user: counted at once, written into the log a little later, as recalls are."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import datetime

from memory_desktop.core.conversation.reach import names_of
from memory_desktop.core.conversation.statistics import Counts, MemoryAccessStats, statistics_of
from memory_desktop.core.events.summary import SUMMARY, summary_id
from memory_desktop.core.events.use import STATISTICS, NoteUse, use_id
from memory_desktop.core.ports import Clock, TokenCounter
from memory_desktop.engine.conversation.turns import Heard
from memory_desktop.engine.writing.writer import Writer
from memory_desktop.store import Store

#: So many turns of a user are worth an event of their own in the log.
_MANY = 100


class Statistics:
    """See the module. Safe from many threads. A crash can lose what was counted since the last `flush`."""

    def __init__(self, store: Store, writer: Writer, clock: Clock) -> None:
        self._store = store
        self._writer = writer
        self._clock = clock
        self._lock = threading.Lock()
        self._counted: dict[str, tuple[Counts, datetime]] = {}

    def count(self, user_id: str, counts: Counts) -> None:
        """Add what happened just now."""
        with self._lock:
            before = self._counted.get(user_id)
            self._counted[user_id] = (before[0].plus(counts) if before else counts), self._clock()

    def recorded(self, tokens: TokenCounter) -> Callable[[Heard], None]:
        """What counts the turns that are recorded, each once, and their tokens."""
        counted: set[str] = set()

        def count(heard: Heard) -> None:
            cycle = heard.cycle
            if cycle.cycle_id not in counted:
                counted.add(cycle.cycle_id)
                self.count(cycle.user_id, Counts(cycles=1, tokens=tokens.count(cycle.text)))

        return count

    def of(self, user_id: str | None = "") -> MemoryAccessStats:
        """A user's statistics, all the time of the vault together; None: those of all users together. The owner's are
        also those of turns that name nobody."""
        with self._lock:
            counted = dict(self._counted)
        kept, turns = self._writer.projections.now(STATISTICS), self._store.messages.users()
        every = {*counted, *turns, *(one.user_id for one in kept.values())}
        users = every if user_id is None else names_of(user_id, self._writer.settings.text("gate.owner"))
        counts, updates, there, times = Counts(), 0, 0, list[datetime]()
        for user in users:
            new, old = counted.get(user), kept.get(use_id(user))
            summary = self._writer.projections.now(SUMMARY).get(summary_id(user))
            counts = counts.plus(new[0] if new else Counts()).plus(old.counts if old is not None else Counts())
            updates += summary.update_count if summary is not None else 0
            there += turns.get(user, 0)
            times += [new[1]] if new else [old.at] if old is not None else []
        return statistics_of(user_id, counts, updates, max(times, default=None), there)

    def flush(self, *, few: bool = True) -> bool:
        """Write what was counted; False when there is nothing. What cannot be written stays.

        Args:
            few: also of users who asked nothing, and had few turns: these wait for more, or for the vault to be closed.
        """
        with self._lock:
            taken = {
                user: one
                for user, one in self._counted.items()
                if one[0] != Counts() and (few or one[0].queries or one[0].cycles >= _MANY)
            }
        if not taken or self._store.log.read_only:
            return False
        command = NoteUse(tuple((user, counts) for user, (counts, _) in sorted(taken.items())))
        self._writer.execute(command, actor="system", initiator="statistics")
        with self._lock:
            for user, (counts, _) in taken.items():
                now, at = self._counted[user]
                if now == counts:
                    del self._counted[user]
                else:
                    self._counted[user] = now.minus(counts), at
        return True
