"""Which memories are of the past, as something says otherwise since, and what that is.

A memory is outdated where what was said last of a thing that there is one of at a time (`core.memory.single_values`),
by the same user, differs from what it says; where the same user said later that it is so no longer
(`core.memory.ended`), and not since that it is again; and where a fact that was learned from it is superseded. Nothing
is asked of the database for memories that say nothing of such things, and were not corrected.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Protocol, TypeVar

import numpy as np

from memory_desktop.core.answers import Boost, Hit, Otherwise
from memory_desktop.core.conversation.cycles import owner_of
from memory_desktop.core.conversation.reach import same_user
from memory_desktop.core.memory.claims import Claim
from memory_desktop.core.memory.ended import Doing
from memory_desktop.core.memory.records import Memory, Status, generated_from
from memory_desktop.core.memory.single_values import doings_in, may_tell, otherwise, over_in, single_values
from memory_desktop.core.ports import CancelToken
from memory_desktop.engine.history.succession import current
from memory_desktop.engine.recall.scope import Scope
from memory_desktop.engine.recall.sources import Sources
from memory_desktop.store import Store

#: So many events are read in the background before a question needs them; no question waits for more than these.
_MANY, _AT_ONCE = 1_000, 20_000
#: Memories that are read in one go, which takes some 20 ms; questions wait for that.
_PIECE = 50
_HOLDS = "holds now"
#: Why a hit stands before another, of the past.
WHY_FIRST = "it says otherwise than the hit behind it, and later"
_Thing = tuple[str, str]


@dataclass(frozen=True, slots=True)
class _Value:
    """What a memory, by key, says of a thing, whose it is, and when it was said; `made`: of other memories."""

    key: int
    claim: Claim
    user: str
    said_at: datetime
    made: bool
    surely: bool


@dataclass(frozen=True, slots=True)
class _Over:
    """What a memory, by key, says is so no longer, or again; otherwise as `_Value`."""

    key: int
    doing: Doing
    user: str
    said_at: datetime
    made: bool


_Said = TypeVar("_Said", _Value, _Over)


class AnyHit(Protocol):
    """A hit of any kind of answer."""

    @property
    def memory(self) -> Memory:
        """What was found."""

    @property
    def otherwise(self) -> Otherwise | None:
        """What makes it a fact of the past."""


_Hit = TypeVar("_Hit", bound=AnyHit)


class SaidLast:
    """The single values of all memories by what they are of, and what they say is over by what it is. Safe from many
    threads.

    Few events that are new are read when a question needs them. Many, as of a large vault that was just opened, are
    read in the background (`step`), piece by piece, and questions are answered by what is known of them until then;
    without a worker, `catch_up` reads them at once.

    Attributes:
        done: called when many were read.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self.done: Callable[[], None] = lambda: None
        self._lock = threading.Lock()
        self._looking = threading.Lock()
        self._head, self._generation = 0, -1
        self._unread: deque[int] = deque()
        self._by_key: dict[int, tuple[_Value, ...]] = {}
        self._by_thing: dict[_Thing, dict[int, _Value]] = {}
        self._over: dict[int, tuple[_Over, ...]] = {}
        self._over_by_doing: dict[_Thing, dict[int, list[_Over]]] = {}

    def step(self, _cancel: CancelToken | None = None) -> bool:
        """Read a piece of what is new, where that is much; False where it is not."""
        if self._new() > _MANY:
            self._look()
        if not self._unread:
            return False
        self._read(_PIECE)
        if not self._unread:
            self.done()
        return True

    def catch_up(self) -> None:
        """Read all that is new, however much it is."""
        self._look()
        while self._unread:
            self._read(_PIECE)

    def may_tell(self, memory: Memory) -> bool:
        """May it say such a value? Never wrong where it says no, if all was read."""
        if memory.revision <= self._head and self._generation == self._store.records.generation:
            return memory.key in self._by_key
        return may_tell(memory.content)

    def values(self, memory: Memory) -> tuple[_Value, ...]:
        """What a memory says of such things."""
        self._keep_up()
        with self._lock:
            return self._by_key.get(memory.key, ())

    def of(self, claim: Claim) -> list[_Value]:
        """What is said of the same thing, by anybody."""
        with self._lock:
            return list(self._by_thing.get(_thing(claim), {}).values())

    def over(self, doing: Doing) -> list[_Over]:
        """What is said to be over, or so again, by anybody, of which a statement says at least as much."""
        self._keep_up()
        with self._lock:
            found = [one for some in self._over_by_doing.get(_beginning(doing), {}).values() for one in some]
        return [one for one in found if one.doing.is_said_in(doing)]

    @property
    def knows_of_ends(self) -> bool:
        """Does any memory say that something is over?"""
        self._keep_up()
        return bool(self._over)

    def _new(self) -> int:
        """Events that were not looked at."""
        return self._store.log.head - (self._head if self._generation == self._store.records.generation else 0)

    def _keep_up(self) -> None:
        """Before a question: read what is new, unless that is the background's."""
        if not self._unread and 0 < self._new() <= _AT_ONCE:
            self.catch_up()

    def _look(self) -> None:
        """Find out which records are to be read."""
        records = self._store.records
        with self._looking:
            generation, head = records.generation, self._store.log.head
            again = self._generation == generation
            if again and self._head >= head:
                return
            keys = records.telling(after=self._head if again else 0)
            with self._lock:
                if not again:
                    self._by_key, self._by_thing = {}, {}
                    self._over, self._over_by_doing = {}, {}
                    self._unread.clear()
                self._unread.extend(keys)
                self._head, self._generation = head, generation

    def _read(self, most: int) -> None:
        with self._lock:
            keys = [self._unread.popleft() for _ in range(min(most, len(self._unread)))]
            for memory in self._store.records.by_keys(keys):
                self._put(memory)

    def _put(self, memory: Memory) -> None:
        for old in self._by_key.pop(memory.key, ()):
            del self._by_thing[_thing(old.claim)][old.key]
        for gone in self._over.pop(memory.key, ()):
            self._over_by_doing[_beginning(gone.doing)].pop(gone.key, None)
        user, made = owner_of(memory.metadata), bool(generated_from(memory.metadata))
        found = tuple(
            _Value(memory.key, value.claim, user, memory.created_at, made, value.surely)
            for value in {_thing(one.claim): one for one in single_values(memory)}.values()
        )
        if found:
            self._by_key[memory.key] = found
        for one in found:
            self._by_thing.setdefault(_thing(one.claim), {})[one.key] = one
        over = tuple(_Over(memory.key, doing, user, memory.created_at, made) for doing in over_in(memory))
        if over:
            self._over[memory.key] = over
        for each in over:
            self._over_by_doing.setdefault(_beginning(each.doing), {}).setdefault(each.key, []).append(each)


class Outdated:
    """See the module.

    Args:
        scope: the records that may be spoken of: those of now, or of a moment of the past.
    """

    def __init__(self, scope: Scope, said: SaidLast, sources: Sources) -> None:
        self._scope = scope
        self._said = said
        self._sources = sources

    def told(self, hits: Sequence[Hit]) -> tuple[Hit, ...]:
        """The hits, each with what says otherwise since."""
        found = self.of([hit.memory for hit in hits])
        return tuple(replace(hit, otherwise=found.get(hit.memory.key)) for hit in hits) if found else tuple(hits)

    def of(self, memories: Sequence[Memory]) -> dict[int, Otherwise]:
        """Those of the memories that are outdated, by key, with what says otherwise."""
        return {**dict(self._by_value(memories)), **dict(self._corrected(memories))}

    def _by_value(self, memories: Iterable[Memory]) -> Iterator[tuple[int, Otherwise]]:
        last = dict[int, int]()
        ends = self._said.knows_of_ends
        for memory in memories:
            values = self._said.values(memory) if self._said.may_tell(memory) else ()
            later = [(mine, one) for mine in values if (one := self._last(memory, mine)) is not None]
            key = next((one.key for mine, one in later if otherwise(one.claim, mine.claim)), None)
            if key is None and ends:
                # Who lives there again says so, too: then it is not over.
                key = self._ended(memory, max((one.said_at for _, one in later), default=None))
            if key is not None:
                last[memory.key] = key
        found = {one.key: one for one in self._scope.records.by_keys(list(set(last.values())))} if last else {}
        for key, newer in last.items():
            if newer in found:
                yield key, Otherwise(found[newer].id, found[newer].content, found[newer].created_at)

    def _last(self, memory: Memory, mine: _Value) -> _Value | None:
        """What was said last of the same thing, if it was said later."""
        others = (one for one in self._said.of(mine.claim) if one.key != mine.key and one.surely)
        return self._newest(memory, mine.user, others)

    def _ended(self, memory: Memory, since: datetime | None) -> int | None:
        """Key of what says that something in this memory is over, if nobody said since that it is so again."""
        user = owner_of(memory.metadata)
        for doing in doings_in(memory):
            said = [one for one in self._said.over(doing) if one.key != memory.key]
            last = self._newest(memory, user, said)
            if last is not None and not last.doing.so and (since is None or since < last.said_at):
                return last.key
        return None

    def _newest(self, memory: Memory, user: str, others: Iterable[_Said]) -> _Said | None:
        """What was said last by the same user, of what was said later than a memory and stands."""
        found = [one for one in others if not one.made]
        if not found:
            return None
        owner, upto, said_at = self._scope.records.owner(), self._scope.upto, self._said_at(memory)
        later = [one for one in found if one.said_at > said_at and same_user(one.user, user, owner)]
        later = [one for one in later if upto is None or one.key <= upto]
        if not later:
            return None
        active = self._scope.active.allows(np.asarray([one.key for one in later], dtype=np.int64))
        standing = [one for one, stands in zip(later, active.tolist(), strict=True) if stands]
        return max(standing, key=lambda one: (one.said_at, one.key), default=None)

    def _said_at(self, memory: Memory) -> datetime:
        """When a memory was said; of what was made of others, when the last of these was."""
        made_of = generated_from(memory.metadata)
        sources = self._scope.records.by_ids(made_of) if made_of else {}
        return max((one.created_at for one in sources.values()), default=memory.created_at)

    def _corrected(self, memories: Sequence[Memory]) -> Iterator[tuple[int, Otherwise]]:
        """Those of which a learned fact is superseded by another; a fact that was merged with others still holds."""
        learned = self._sources.learned_from(one.key for one in memories if one.thread)
        gone = self._gone(learned)
        if not gone:
            return
        facts = [one for one in self._scope.records.by_keys(gone) if one.status is Status.SUPERSEDED]
        standing = current(self._scope.records, [one.id for one in facts], through_merges=True)
        messages = {one.key: one for one in memories}
        for fact in facts:
            message, now = messages[learned[fact.key]], standing.get(fact.id, fact)
            merged = fact.id in now.lineage and len(now.lineage) > 1
            if now.status is Status.ACTIVE and not merged and not _agree(fact, now):
                later = now.created_at if now.created_at > message.created_at else now.recorded_at
                yield message.key, Otherwise(now.id, now.content, later)

    def _gone(self, facts: Iterable[int]) -> list[int]:
        """Those of the facts that are not active, as far as there were any yet."""
        upto = self._scope.upto
        keys = np.asarray([key for key in facts if upto is None or key <= upto], dtype=np.int64)
        return list(map(int, keys[~self._scope.active.allows(keys)])) if len(keys) else []


def newer_first(hits: Sequence[_Hit], missing: Mapping[str, _Hit]) -> list[tuple[_Hit, _Hit | None]]:
    """The hits in their order, but what says otherwise since directly before the first hit that it makes a thing of the
    past, unless the same words stand before that anyway; each with the hit before which it was put, if it was.

    The first ones are the same however many hits are given.

    Args:
        missing: by its id, what says otherwise than some of the hits and is none of them.
    """
    there = {**missing, **{hit.memory.id: hit for hit in hits}}
    order: list[tuple[_Hit, _Hit | None]] = []
    told, placed = set[str](), set[str]()

    def put(hit: _Hit, before: _Hit | None) -> None:
        if hit.memory.id in placed:
            return
        placed.add(hit.memory.id)
        since = hit.otherwise
        if since is not None and since.id in there and since.content not in told:
            put(there[since.id], hit)
        told.add(hit.memory.content)
        order.append((hit, before))

    for hit in hits:
        put(hit, None)
    return order


def missing_of(hits: Sequence[_Hit]) -> tuple[str, ...]:
    """Ids of what says otherwise than some of the hits, and is none of them."""
    there = {hit.memory.id for hit in hits}
    since = (hit.otherwise for hit in hits if hit.otherwise is not None)
    return tuple(dict.fromkeys(one.id for one in since if one.id not in there))


def with_what_holds(hits: Sequence[Hit], missing: Sequence[Hit]) -> tuple[Hit, ...]:
    """See `newer_first`; what was put before another hit has the score of that one, and says so."""
    found = []
    for hit, old in newer_first(hits, {one.memory.id: one for one in missing}):
        if old is None:
            found.append(hit)
        else:
            why = Boost(_HOLDS, old.score - hit.score, WHY_FIRST)
            found.append(replace(hit, score=old.score, boosts=(*hit.boosts, why)))
    return tuple(replace(hit, rank=rank) for rank, hit in enumerate(found, start=1))


def _agree(fact: Memory, now: Memory) -> bool:
    """Do two facts say the same? As where somebody has moved back since."""
    said = {_thing(one.claim): one.claim for one in single_values(fact)}
    mine = (one.claim for one in single_values(now))
    same = (_thing(one) in said and not otherwise(one, said[_thing(one)]) for one in mine)
    return fact.content == now.content or any(same)


def _thing(claim: Claim) -> _Thing:
    return claim.subject, claim.attribute


def _beginning(doing: Doing) -> _Thing:
    return doing.who, doing.words[0]
