"""The merge log of a vault, kept in memory: a new event is folded in when somebody asks next."""

from __future__ import annotations

import threading

from memory_desktop.core.merges import TYPES, MergeEntry, MergeState, fold
from memory_desktop.store import Store


class MergeLog:
    """See the module. Safe from many threads."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._position = 0
        self._entries: dict[str, MergeEntry] = {}

    def entries(self) -> list[MergeEntry]:
        """Every merge, newest first."""
        return list(reversed(self._now().values()))

    def entry(self, target: str) -> MergeEntry | None:
        """The merge that made an item."""
        return self._now().get(target)

    def waiting(self, *, of_memories: bool) -> list[MergeEntry]:
        """Merges whose sources are still there, oldest first."""
        entries = self._now().values()
        return [one for one in entries if one.state is MergeState.WAITING and one.of_memories == of_memories]

    def _now(self) -> dict[str, MergeEntry]:
        with self._lock:
            head = self._store.log.head
            if self._position != head:
                entries = dict(self._entries)
                fold(entries, self._store.log.of_types(TYPES, after=self._position, to=head))
                self._entries, self._position = entries, head
            return self._entries
