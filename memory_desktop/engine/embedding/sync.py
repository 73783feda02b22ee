"""Deferred vector sync: the queue's items, in batches, through the embedder into the index.

One step is: take what is due → embed as one batch → durable index write → confirm. A crash anywhere leaves items
waiting (they are embedded again) or durable but unconfirmed (`VectorKeeper.reconcile` confirms them). Texts that
cannot be embedded wait with their error; the others of their batch go through (see `batches`).
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime

import numpy as np

from memory_desktop.core.answers import ChangeSet, SyncStatus, SyncStep
from memory_desktop.core.cancel import stopped
from memory_desktop.core.errors import CancelledError
from memory_desktop.core.events.event import EventType
from memory_desktop.core.ports import CancelToken, Clock
from memory_desktop.engine.changes import Subscribers
from memory_desktop.engine.embedding.filling import Filling, no_fault
from memory_desktop.engine.embedding.outside import OutsideEmbedder
from memory_desktop.engine.embedding.space import Space
from memory_desktop.engine.embedding.texts import VectorTexts
from memory_desktop.locks import Rank, RankedLock
from memory_desktop.store import Store

_log = logging.getLogger(__name__)
BATCH = 512
_RATE_WINDOW = 30.0
_HISTORY = 600


class VectorSync:
    """Drives the vector queue. One step at a time, whoever calls.

    Attributes:
        fault: raises in place of an index write, when developers want to see what a failing index does.
    """

    def __init__(
        self,
        store: Store,
        space: Callable[[], Space],
        filling: Filling,
        subscribers: Subscribers,
        clock: Clock,
        monotonic: Callable[[], float],
    ) -> None:
        self._store = store
        self._space = space
        self._filling = filling
        self._subscribers = subscribers
        self._clock = clock
        self._monotonic = monotonic
        self._others: list[Callable[[], tuple[int, int]]] = []
        self._texts = VectorTexts(store)
        self._looked_in: Space | None = None
        self._looked_for_withdrawn: tuple[int, str] = (-1, "")
        self.fault: Callable[[], None] = no_fault
        self._step_lock = RankedLock(Rank.SYNC)
        self._running = False
        self._paused = bool(store.meta.get("sync_paused", False))
        self._recent: deque[tuple[float, int, float]] = deque(maxlen=4096)
        self._per_second: deque[tuple[datetime, int]] = deque(maxlen=_HISTORY)

    def then(self, step: Callable[[], tuple[int, int]]) -> None:
        """What else is done when no memory waits, in the order in which it was added: (stored, failed) of a batch."""
        self._others.append(step)

    @property
    def paused(self) -> bool:
        """True while the user has stopped it; kept over restarts."""
        return self._paused

    def pause(self, paused: bool) -> None:
        """Stop after the running batch, or go on."""
        self._store.meta.set("sync_paused", paused)
        self._paused = paused
        self._publish()

    @contextmanager
    def idle(self) -> Iterator[None]:
        """Hold the sync still: waits for a running step, and no other begins meanwhile."""
        with self._step_lock:
            yield

    def step(self, max_items: int | None = None, cancel: CancelToken | None = None) -> SyncStep:
        """Embed and store one batch. Never raises for what can be tried again: that is noted in the queue.

        When it is cancelled, it stores what it has embedded so far; the rest goes on waiting.

        Raises:
            ClosedError: the vault is closed.
        """
        if self._paused:
            return SyncStep(0, 0, None)
        with self._step_lock:
            if stopped(cancel):
                return SyncStep(0, 0, None)
            most = min(max_items or BATCH, BATCH)
            keys = self._due(most)
            self._running = True
            started = self._monotonic()
            try:
                confirmed, failed = self._process(keys, cancel) if keys else self._other_kinds()
            finally:
                self._running = False
            if not confirmed and not failed:
                return SyncStep(0, 0, self._wait())
            self._note(confirmed, self._monotonic() - started)
        self._publish()
        return SyncStep(confirmed, failed, 0.0 if confirmed else self._wait())

    def _due(self, most: int) -> list[int]:
        """Keys of the memories to store vectors of now."""
        outside = self._space().outside
        if outside is not None:
            if not len(self._store.queue.waiting_keys()):
                return []
            self._let_withdrawn_go(outside)
            return self._store.given.due(self._clock(), most, outside.model_version, outside.dim)
        keys = self._store.queue.due(self._clock(), most)
        if not keys and self._queue_undivided():
            keys = self._store.queue.due(self._clock(), most)
        return keys

    def _let_withdrawn_go(self, outside: OutsideEmbedder) -> None:
        """Take vectors out of the index that came from outside and were taken back: their memories wait again."""
        log = self._store.log
        if self._looked_for_withdrawn == (log.head, outside.model_version):
            return
        upto, version = self._looked_for_withdrawn
        if version != outside.model_version or log.may_have((EventType.VECTORS,), upto):
            index = self._space().vectors.index
            there = np.intersect1d(self._store.queue.waiting_keys(), index.keys(), assume_unique=True)
            if len(there):
                known = self._store.given.keys(outside.model_version, outside.dim)
                index.drop(np.setdiff1d(there, known, assume_unique=True))
        self._looked_for_withdrawn = (log.head, outside.model_version)

    def _other_kinds(self) -> tuple[int, int]:
        return next((done for step in self._others if any(done := step())), (0, 0))

    def run(
        self,
        progress: Callable[[SyncStatus], None] | None = None,
        cancel: CancelToken | None = None,
        after_each: Callable[[CancelToken | None], object] = lambda _cancel: None,
    ) -> SyncStatus:
        """Step until nothing is due. Items that failed keep waiting for their next attempt.

        Args:
            after_each: called after each step that stored something.

        Raises:
            CancelledError: cancelled; what was confirmed stays.
        """
        while not self._paused:
            if cancel is not None and cancel.cancelled():
                raise CancelledError("Sync was stopped; it goes on where it was.")
            done = self.step(cancel=cancel)
            if progress is not None:
                progress(self.status())
            if not done.confirmed and not done.failed:
                break
            after_each(cancel)
        return self.status()

    def status(self) -> SyncStatus:
        """The queue in one look."""
        counts = self._store.queue.counts()
        rate, outside = self._rate(), self._space().outside is not None
        waiting = counts.pending + counts.failed
        return SyncStatus(
            pending=counts.pending,
            failed=counts.failed,
            indexed=counts.indexed,
            model_version=self._space().model_version,
            paused=self._paused,
            running=self._running,
            rate=rate,
            seconds_left=counts.pending / rate if rate > 0 and counts.pending and waiting and not outside else None,
            next_retry_at=counts.next_retry_at,
            last_error=counts.last_error,
            outside=outside,
        )

    def history(self) -> list[tuple[datetime, int]]:
        """(second, items confirmed in it), oldest first, of the last minutes; seconds without any are left out."""
        return list(self._per_second)

    def _queue_undivided(self) -> bool:
        """Queue the memories whose parts have no vectors, of an earlier version or another program; any?

        What each step embeds is complete, so one look after opening and after a change of model is enough.
        """
        space = self._space()
        if space is self._looked_in:
            return False
        self._looked_in = space
        index, queue = space.vectors.index, self._store.queue
        undivided = np.setdiff1d(self._texts.divided(), index.divided(), assume_unique=True)
        again = np.intersect1d(undivided, queue.indexed_keys(), assume_unique=True)
        if len(again):
            with self._store.database.transaction() as cursor:
                queue.again(cursor, again.tolist())
        return len(again) > 0

    def _process(self, keys: Sequence[int], cancel: CancelToken | None) -> tuple[int, int]:
        batch = self._filling.fill(self._space(), keys, self.fault, cancel)
        for error, failed in batch.by_error().items():
            self._fail(failed, error, batch.operation_of(error))
        if batch.vectors:
            self._store.queue.confirm(batch.keys().tolist(), self._clock())
        return len(batch.vectors), len(batch.failed)

    def _fail(self, keys: Sequence[int], error: str, operation: str) -> None:
        _log.warning("%d vector items failed to %s: %s", len(keys), operation, error)
        self._store.queue.fail(keys, self._clock(), error, operation)

    def _wait(self) -> float | None:
        """Seconds until a failed item is due; None when nothing waits."""
        counts = self._store.queue.counts()
        if counts.pending and self._space().outside is None:  # those from outside come when they come
            return 0.0
        if counts.next_retry_at is None:
            return None
        return max(0.0, (counts.next_retry_at - self._clock()).total_seconds())

    def _note(self, confirmed: int, seconds: float) -> None:
        if not confirmed:
            return
        self._recent.append((self._monotonic(), confirmed, seconds))
        second = self._clock().replace(microsecond=0)
        if self._per_second and self._per_second[-1][0] == second:
            confirmed += self._per_second.pop()[1]
        self._per_second.append((second, confirmed))

    def _rate(self) -> float:
        """Items a second while it was working, over the last half minute."""
        since = self._monotonic() - _RATE_WINDOW
        recent = [(items, seconds) for at, items, seconds in tuple(self._recent) if at >= since]
        busy = sum(seconds for _, seconds in recent)
        return sum(items for items, _ in recent) / busy if busy > 0 else 0.0

    def _publish(self) -> None:
        self._subscribers.publish(ChangeSet(head=self._store.log.head, queue=True, indexes=True))


def simulated_fault() -> None:
    """A fault hook with which every write fails."""
    raise OSError("simulated failure of the index")
