"""Which message each learned fact was taken from, known without asking the database.

A fact says again what its message says: an answer has room for one of the two only. The map only ever grows: what a
fact was taken from never changes.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Mapping

from memory_desktop.core.memory.records import Status
from memory_desktop.engine.history.succession import current
from memory_desktop.store import Store


class Sources:
    """Messages by fact. Loads itself when first asked, and what is new when asked again. Safe from many threads."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._head = (-1, 0)
        self._last = 0
        self._found: dict[int, int] = {}
        self._facts: dict[int, tuple[int, ...]] = {}  # the same by message

    def once(self, keys: Iterable[int]) -> Iterator[int]:
        """Places of those keys, in order, whose fact or message was not there before."""
        sources, seen = self._current(), set[int]()
        for place, key in enumerate(keys):
            message = sources.get(key, key)
            if message not in seen:
                seen.add(message)
                yield place

    def outdated(self, messages: Iterable[int]) -> dict[int, list[int]]:
        """Those messages of which something that was learned is superseded, and the learned facts that still hold."""
        wanted = set(messages)
        if not wanted:
            return {}
        self._current()
        learned = {fact: message for message in wanted for fact in self._facts.get(message, ())}
        facts = {one.key: one for one in self._store.records.by_keys(sorted(learned))}
        gone = [one for one in facts.values() if one.status is Status.SUPERSEDED]
        # What an undo has brought back stands as a memory of its own, with the same text.
        standing = current(self._store.records, [one.id for one in gone])
        back = {
            one.key: now.key
            for one in gone
            if (now := standing.get(one.id)) and now.status is Status.ACTIVE and now.content == one.content
        }
        found: dict[int, list[int]] = {learned[one.key]: [] for one in gone if one.key not in back}
        for fact, message in sorted(learned.items()):
            if message in found and (fact in back or (fact in facts and facts[fact].status is Status.ACTIVE)):
                found[message].append(back.get(fact, fact))
        return found

    def _current(self) -> Mapping[int, int]:
        head = (self._store.log.head, self._store.records.generation)
        if self._head != head:
            with self._lock:
                if head[1] != self._head[1]:
                    self._last, self._found, self._facts = 0, {}, {}
                rows = self._store.records.sources_of_facts(after=self._last)
                if rows:
                    self._last = rows[-1][0]
                    self._found.update(rows)
                    for fact, message in rows:
                        self._facts[message] = (*self._facts.get(message, ()), fact)
                self._head = head
        return self._found
