"""Eviction: when a vault holds more than its capacity, the least salient memories are forgotten."""

from __future__ import annotations

import numpy as np

from memory_desktop.core.events.memory import EVICTED, ForgetMemories
from memory_desktop.core.memory.records import Memory
from memory_desktop.core.ranking.guards import evictable
from memory_desktop.engine.writing.protected import Protected
from memory_desktop.engine.writing.writer import Writer
from memory_desktop.store import Store


class Eviction:
    """Chooses the memories to evict, and forgets them by FORGET events, so that it can be seen and undone.

    Protected memories count towards the capacity, and are never among them.
    """

    def __init__(self, store: Store, writer: Writer, protected: Protected) -> None:
        self._store = store
        self._writer = writer
        self._protected = protected

    def preview(self) -> list[Memory]:
        """The memories that would be evicted now, least salient first."""
        return self._store.records.by_keys(self._keys())

    def run(self, *, actor: str = "system", initiator: str = "") -> int:
        """Evict them; the number. Nothing to do when the capacity is not exceeded, or no capacity is set."""
        with self._writer.lock:
            ids = tuple(memory.id for memory in self.preview())
            if not ids:
                return 0
            return len(self._writer.execute(ForgetMemories(ids, EVICTED), actor=actor, initiator=initiator).events)

    def _keys(self) -> list[int]:
        settings = self._writer.settings
        capacity = settings.whole("eviction.capacity")
        if capacity <= 0:
            return []
        keys, saliences, topics = self._store.records.eviction_columns()
        safe = np.fromiter(self._protected.keys(), dtype=np.int64)
        rows = evictable(
            keys,
            np.where(np.isin(keys, safe), np.inf, saliences),
            topics,
            capacity=capacity,
            protect=settings.number("eviction.protect"),
            reservoir=settings.whole("eviction.reservoir"),
        )
        return [int(key) for key in keys[np.array(rows, dtype=np.int64)]] if rows else []
