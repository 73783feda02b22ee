"""The queue of vectors: what waits, working it off, pausing, retrying, giving up."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Literal

from memory_desktop.core.answers import (
    ChangeSet,
    QueueItem,
    SyncStatus,
    SyncStep,
)
from memory_desktop.core.cancel import stopped
from memory_desktop.core.errors import ClosedError
from memory_desktop.core.ports import (
    CancelToken,
    Clock,
)
from memory_desktop.engine.assembly.assemblies import Assemblies
from memory_desktop.engine.assembly.composites import AssemblySync
from memory_desktop.engine.changes import Subscribers
from memory_desktop.engine.embedding.drift import MonthDrift, embedding_drift
from memory_desktop.engine.embedding.filling import no_fault
from memory_desktop.engine.embedding.growth import IndexGrowth
from memory_desktop.engine.embedding.in_use import ModelInUse
from memory_desktop.engine.embedding.sync import VectorSync, simulated_fault
from memory_desktop.engine.life import Life
from memory_desktop.engine.upkeep.trust import Trust
from memory_desktop.store import Store


class VectorWork:
    """The operations on the vector queue for the window, the command line and the worker.

    Args:
        names: (id, name) of what else waits than memories and assemblies, by key.
    """

    def __init__(
        self,
        store: Store,
        models: ModelInUse,
        trust: Trust,
        sync: VectorSync,
        growth: IndexGrowth,
        composites: AssemblySync,
        assemblies: Assemblies,
        names: Callable[[], Mapping[int, tuple[str, str]]],
        maintain: Callable[[CancelToken | None], bool],
        subscribers: Subscribers,
        clock: Clock,
        life: Life,
    ) -> None:
        self._store = store
        self._models = models
        self._trust = trust
        self._sync = sync
        self._growth = growth
        self._composites = composites
        self.assemblies = assemblies
        self._names = names
        self._maintain = maintain
        self._subscribers = subscribers
        self._clock = clock
        self._life = life

    def sync(
        self, progress: Callable[[SyncStatus], None] | None = None, cancel: CancelToken | None = None
    ) -> SyncStatus:
        """Embed and store everything that is due, then tidy the index. Failed items wait for their next attempt."""
        self._life.check()
        if self._trust.loss is not None:
            raise self._store.log.refusal or ClosedError("The vault is closed.")
        until = self._life.until(cancel)
        while True:
            status = self._sync.run(progress, until, self._grow)
            worked = self._growth.wait(until)
            while not stopped(until) and self._maintain(until):
                worked = True
            # What was learned meanwhile, and what was made of it, wants its vectors, too.
            if not worked or stopped(until):
                return status

    def _grow(self, until: CancelToken | None) -> None:
        with self._life.upkeep:
            self._growth.step(until)

    def sync_step(self, max_items: int | None = None, cancel: CancelToken | None = None) -> SyncStep:
        """Embed and store one batch; less when it is cancelled."""
        self._life.check()
        if self._trust.loss is not None:
            return SyncStep(0, 0, None)
        return self._sync.step(max_items, self._life.until(cancel))

    def sync_status(self) -> SyncStatus:
        """The vector queue in one look."""
        self._life.check()
        return self._sync.status()

    def sync_queue(self, *, limit: int = 500, state: Literal["pending", "failed"] | None = None) -> list[QueueItem]:
        """Items that wait, memories and others: failed ones first, then oldest first."""
        self._life.check()
        others = {one.key: (one.id, one.name) for one in self.assemblies.book().values()} | dict(self._names())
        items = self._store.queue.items(limit=limit, state=state)
        return [
            replace(item, id=others[item.key][0], preview=others[item.key][1]) if item.key in others else item
            for item in items
        ]

    def sync_history(self) -> list[tuple[datetime, int]]:
        """(second, items confirmed in it) of the last minutes, oldest first."""
        return self._sync.history()

    def pause_sync(self, paused: bool) -> None:
        """Stop or go on; kept over restarts."""
        self._life.check()
        self._sync.pause(paused)

    def retry_now(self, keys: Sequence[int] | None = None) -> int:
        """Make failed items (all, or these) due at once; how many."""
        self._life.check()
        count = self._store.queue.retry_now(self._clock(), keys)
        self._subscribers.publish(ChangeSet(head=self._store.log.head, queue=True))
        return count

    def embedding_drift(self) -> list[MonthDrift]:
        """How the meaning of what is remembered moves, month by month."""
        self._life.check()
        return embedding_drift(self._store, self._models.space())

    def simulate_failure(self, on: bool) -> None:
        """Let every write of vectors fail, or no more, until the vault is closed: for developers, to see it."""
        self._sync.fault = self._composites.fault = simulated_fault if on else no_fault

    def drop_from_queue(self, keys: Sequence[int]) -> int:
        """Give up embedding these, until `retry_now` names them; they can still be found by words. How many."""
        self._life.check()
        count = self._store.queue.drop(keys)
        self._subscribers.publish(ChangeSet(head=self._store.log.head, queue=True))
        return count
