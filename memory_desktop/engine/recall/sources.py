"""Which message each learned fact was taken from, and what few memories others were made of, known without asking the
database.

A fact says again what its message says: an answer has room for one of the two only. What else was made of a message
and only quotes it (`core.memory.echoes`) stands behind it. The maps only ever grow: what something was taken from
never changes.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from memory_desktop.core.memory.echoes import MOST_SOURCES, echoes
from memory_desktop.core.memory.records import Memory, Status
from memory_desktop.engine.history.succession import current
from memory_desktop.store import Store


@dataclass(frozen=True, slots=True)
class Standing:
    """How what was learned from a message stands, where something of it is superseded: keys of the facts that hold, and
    the facts that do not, each with what stands in its place now ("" for nothing)."""

    holds: tuple[int, ...]
    gone: tuple[tuple[Memory, str], ...]


class Sources:
    """Messages by fact. Loads itself when first asked, and what is new when asked again. Safe from many threads."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._head = (-1, 0)
        self._last = self._last_made = 0
        self._found: dict[int, int] = {}
        self._facts: dict[int, tuple[int, ...]] = {}  # the same by message
        self._made: dict[int, tuple[int, ...]] = {}  # sources by what was made of them

    def once(self, keys: Iterable[int]) -> Iterator[int]:
        """Places of those keys, in order, whose fact or message was not there before."""
        sources, seen = self._current(), set[int]()
        for place, key in enumerate(keys):
            message = sources.get(key, key)
            if message not in seen:
                seen.add(message)
                yield place

    def behind(self, keys: Sequence[int]) -> tuple[list[int], frozenset[int]]:
        """Places of those keys, in order, but what only quotes a message behind that message, or behind what was
        learned of it; and which places were moved."""
        message = self._current()
        place = {message.get(key, key): at for at, key in reversed(list(enumerate(keys)))}
        before = {  # place of what may be an echo → (key of what it may quote, place of that)
            at: [(one, place[one]) for one in self._made[key] if place.get(one, -1) > at]
            for at, key in enumerate(keys)
            if key in self._made
        }
        texts = self._texts({keys[at], *(one for one, _ in found)} for at, found in before.items() if found)
        to = dict[int, int]()
        for at, found in before.items():
            quoted = [there for one, there in found if echoes(texts.get(keys[at], ""), [texts.get(one, "")])]
            if quoted:
                to[at] = min(quoted)
        return sorted(range(len(keys)), key=lambda at: (to.get(at, at), at in to, at)), frozenset(to)

    def _texts(self, keys: Iterable[Iterable[int]]) -> Mapping[int, str]:
        wanted = sorted({key for some in keys for key in some})
        return self._store.records.texts(wanted) if wanted else {}

    def learned_from(self, messages: Iterable[int]) -> dict[int, int]:
        """What was ever learned from these messages: message by fact, by their keys."""
        self._current()
        return {fact: message for message in messages for fact in self._facts.get(message, ())}

    def message(self, key: int) -> int:
        """The message that a learned fact was taken from; else the key itself."""
        return self._current().get(key, key)

    def outdated(self, messages: Iterable[int]) -> dict[int, Standing]:
        """Those messages of which something that was learned is superseded, with how the facts stand."""
        wanted = set(messages)
        if not wanted:
            return {}
        learned = self.learned_from(wanted)
        facts = {one.key: one for one in self._store.records.by_keys(sorted(learned))}
        gone = [one for one in facts.values() if one.status is Status.SUPERSEDED]
        # What an undo has brought back stands as a memory of its own, with the same text.
        standing = current(self._store.records, [one.id for one in gone])
        back = {
            one.key: now.key
            for one in gone
            if (now := standing.get(one.id)) and now.status is Status.ACTIVE and now.content == one.content
        }
        over: dict[int, list[tuple[Memory, str]]] = {}
        for one in gone:
            if one.key not in back:
                now = standing.get(one.id)
                over.setdefault(learned[one.key], []).append((one, now.content if now is not None else ""))
        holds: dict[int, list[int]] = {message: [] for message in over}
        for fact, message in sorted(learned.items()):
            if message in holds and (fact in back or (fact in facts and facts[fact].status is Status.ACTIVE)):
                holds[message].append(back.get(fact, fact))
        return {message: Standing(tuple(holds[message]), tuple(some)) for message, some in over.items()}

    def _current(self) -> Mapping[int, int]:
        head = (self._store.log.head, self._store.records.generation)
        if self._head != head:
            with self._lock:
                if head[1] != self._head[1]:
                    self._last, self._found, self._facts = 0, {}, {}
                    self._last_made, self._made = 0, {}
                rows = self._store.records.sources_of_facts(after=self._last)
                if rows:
                    self._last = rows[-1][0]
                    for fact, of in rows:
                        # What an undo has brought back names the fact that it brings back.
                        message = self._found[fact] = self._found.get(of, of)
                        self._facts[message] = (*self._facts.get(message, ()), fact)
                made = self._store.records.made_of_few(after=self._last_made, most=MOST_SOURCES)
                if made:
                    self._last_made = made[-1][0]
                    self._made.update((key, of) for key, of in made if of)
                self._head = head
        return self._found
