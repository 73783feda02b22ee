"""Short-term memory: the latest turns of each user, whole and with their vectors, within a budget of tokens.

It is in memory only. After a restart it is filled again from the vault, with the newest live turns since the last
digest. When it is full, a flush writes the oldest turns down as a digest, and they leave; each of them is in the vault
all the time.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import orjson

from memory_desktop.core.conversation.cycles import Cycle
from memory_desktop.core.conversation.reach import whose
from memory_desktop.core.ports import TokenCounter, Vectors
from memory_desktop.core.settings import Settings
from memory_desktop.engine.conversation.following import Following
from memory_desktop.engine.conversation.signals import STM_PRESSURE, Signals
from memory_desktop.engine.conversation.turns import Heard, Turns
from memory_desktop.engine.embedding.space import Space

NEAR, OVER = "near", "over"
#: A flush leaves this share of the budget.
LEFT = 0.5
#: How many turns are looked at when it is filled again, and how many at once.
_MOST, _PAGE = 2_000, 50


@dataclass(slots=True)
class _Entry:
    """A turn with its tokens, and the vectors (n, dim) of each text and its parts by key, as far as they are known."""

    heard: Heard
    tokens: int
    vectors: dict[int, Vectors] = field(default_factory=dict)


@dataclass(slots=True)
class _Held:
    """What is held for one user, newest first. `left`: turns that were flushed or let go, which do not come again."""

    entries: list[_Entry] = field(default_factory=list)
    left: set[str] = field(default_factory=set)
    told: str = ""
    let_go: int = 0
    model_version: str = ""

    @property
    def tokens(self) -> int:
        return sum(one.tokens for one in self.entries)


@dataclass(frozen=True, slots=True)
class Gauge:
    """How full a user's short-term memory is. `let_go`: turns that left without a digest, since the program began."""

    tokens: int
    budget: int
    reserve: int
    cycles: int
    level: str
    let_go: int


@dataclass(frozen=True, slots=True)
class Compared:
    """A turn of short-term memory, compared with a question: cosines by field, None where there is no vector."""

    cycle: Cycle
    asked: float | None
    answered: float | None
    missing: int


class ShortTermMemory:
    """See the module. Safe from many threads.

    Args:
        digested: ids of the turns of a user that digests have written down.
    """

    def __init__(
        self,
        turns: Turns,
        tokens: TokenCounter,
        settings: Callable[[], Settings],
        space: Callable[[], Space],
        following: Following,
        signals: Signals,
        digested: Callable[[str], set[str]],
    ) -> None:
        self._turns = turns
        self._tokens = tokens
        self._settings = settings
        self._space = space
        self._following = following
        self._signals = signals
        self._digested = digested
        self._lock = threading.RLock()
        self._users: dict[str, _Held] = {}
        self._owner = ""
        following.add(self)

    # --- asking -------------------------------------------------------------------------------------------------------

    def get_recent_cycles(self, user_id: str = "", limit: int | None = None) -> list[Cycle]:
        """The turns held, newest first."""
        self._following.settle()
        with self._lock:
            return [one.heard.cycle for one in self._of(user_id).entries[:limit]]

    def token_count(self, user_id: str = "") -> int:
        """How many tokens are held."""
        self._following.settle()
        with self._lock:
            return self._of(user_id).tokens

    def gauge(self, user_id: str = "") -> Gauge:
        """How full it is."""
        self._following.settle()
        with self._lock:
            held, budget = self._of(user_id), self._budget()
            reserve = self._reserve(budget)
            level = _level(held.tokens, budget, reserve)
            return Gauge(held.tokens, budget, reserve, len(held.entries), level, held.let_go)

    def compare(self, user_id: str, query: Vectors) -> list[Compared]:
        """Every turn held, compared with a question's vector by the model in use. Nothing is embedded for it."""
        self._following.settle()
        space = self._space()
        with self._lock:
            held = self._of(user_id)
            self._fetch(held, space)
            return [_compared(one, query) for one in held.entries]

    # --- changing -----------------------------------------------------------------------------------------------------

    def put(self, heard: Heard) -> None:
        """See `Follower.put`: at the head, or in the place that the turn has already."""
        self.add_cycle(heard)

    def add_cycle(self, heard: Heard) -> bool:
        """Hold a turn; is a flush needed now?"""
        user = heard.cycle.user_id
        with self._lock:
            held = self._of(user)
            entry = _Entry(heard, self._count(heard.cycle))
            place = _place(held.entries, heard.cycle.cycle_id)
            if place is None and heard.cycle.cycle_id in held.left:
                return False
            if place is not None:
                entry.vectors = held.entries[place].vectors
                held.entries[place] = entry
            else:
                held.entries.insert(_where(held.entries, heard.cycle), entry)
            self._trim(held)
            level = self._level_of(held)
            payload = self._pressure(held, level)
        if payload is not None:
            self._signals.emit(STM_PRESSURE, user, **payload)
        return level == OVER

    def drop(self, user_id: str, cycle_id: str) -> None:
        """See `Follower.drop`."""
        with self._lock:
            self._remove(self._of(user_id), {cycle_id})

    def flush_cycles(self, user_id: str, cycle_ids: Iterable[str]) -> int:
        """Let turns go for good; how many there were."""
        with self._lock:
            held = self._of(user_id)
            gone = set(cycle_ids)
            held.left |= gone
            return self._remove(held, gone)

    def to_flush(self, user_id: str) -> list[Cycle]:
        """The oldest turns, oldest first, without which half of the budget holds the rest; never the newest one."""
        self._following.settle()
        with self._lock:
            held = self._of(user_id)
            left, chosen = held.tokens, list[Cycle]()
            for one in reversed(held.entries[1:]):
                if left <= self._budget() * LEFT:
                    break
                chosen.append(one.heard.cycle)
                left -= one.tokens
            return chosen

    # --- inside -------------------------------------------------------------------------------------------------------

    def _remove(self, held: _Held, cycle_ids: set[str]) -> int:
        kept = [one for one in held.entries if one.heard.cycle.cycle_id not in cycle_ids]
        number = len(held.entries) - len(kept)
        held.entries = kept
        held.told = self._level_of(held)
        return number

    def _of(self, user_id: str) -> _Held:
        """What is held for a user; the owner's turns with and without a name are one person's."""
        owner = self._settings().text("gate.owner")
        if owner != self._owner:
            self._users, self._owner = {}, owner  # others are one person now
        user = whose(user_id, owner)
        held = self._users.get(user)
        if held is None:
            held = self._users[user] = _Held()
            self._fill(user, held)
        return held

    def _fill(self, user_id: str, held: _Held) -> None:
        """The newest live turns since the last digest, as far as the budget goes; at least the newest."""
        digested, budget = self._digested(user_id), self._budget()
        for heard in self._newest(user_id):
            if heard.cycle.cycle_id in digested:
                break
            tokens = self._count(heard.cycle)
            if held.entries and held.tokens + tokens > budget:
                break
            held.entries.append(_Entry(heard, tokens))
            self._following.follow(heard)
        held.told = self._level_of(held)

    def _newest(self, user_id: str) -> Iterator[Heard]:
        for offset in range(0, _MOST, _PAGE):
            page = self._turns.latest(user_id, _PAGE, offset)
            yield from (one for one in page if one.live)
            if len(page) < _PAGE:
                return

    def _trim(self, held: _Held) -> None:
        """Without the flush, the budget holds by itself; with it, twice the budget does, whoever drives the jobs."""
        waits = self._settings().text("policy.flush") != "off"
        most = self._budget() * (2 if waits else 1)
        while held.tokens > most and len(held.entries) > 1:
            held.left.add(held.entries.pop().heard.cycle.cycle_id)
            held.let_go += 1

    def _pressure(self, held: _Held, level: str) -> Mapping[str, object] | None:
        """What the signal says when a level is reached from below; each is told once until it falls again."""
        before, held.told = held.told, level
        if level in ("", before) or (level == NEAR and before == OVER):
            return None
        budget = self._budget()
        flushed = 0
        left = held.tokens
        for one in reversed(held.entries[1:]):
            if left <= budget * LEFT:
                break
            flushed += 1
            left -= one.tokens
        return {
            "level": level,
            "current_token_count": held.tokens,
            "budget": budget,
            "cycles_to_flush": flushed,
        }

    def _fetch(self, held: _Held, space: Space) -> None:
        """Vectors of the index for the texts that have none here yet."""
        if held.model_version != space.model_version:
            held.model_version = space.model_version
            for one in held.entries:
                one.vectors = {}
        wanted = sorted({key for one in held.entries for key in one.heard.keys if key not in one.vectors})
        if not wanted:
            return
        keys, vectors = space.vectors.index.fetch_all(np.asarray(wanted, dtype=np.int64))
        found = {key: vectors[keys == key] for key in np.unique(keys).tolist()}
        for one in held.entries:
            one.vectors |= {key: found[key] for key in one.heard.keys if key in found}

    def _count(self, cycle: Cycle) -> int:
        """Tokens of the texts and of the free metadata."""
        more = orjson.dumps(dict(cycle.metadata), default=str).decode() if cycle.metadata else ""
        return (
            self._tokens.count(cycle.user_input)
            + self._tokens.count(cycle.final_response or "")
            + (self._tokens.count(more))
        )

    def _level_of(self, held: _Held) -> str:
        budget = self._budget()
        return _level(held.tokens, budget, self._reserve(budget))

    def _budget(self) -> int:
        return self._settings().whole("conversation.short_term_budget")

    def _reserve(self, budget: int) -> int:
        return round(budget * self._settings().number("conversation.short_term_reserve"))


def _level(tokens: int, budget: int, reserve: int) -> str:
    if tokens > budget:
        return OVER
    return NEAR if tokens >= budget - reserve else ""


def _place(entries: Sequence[_Entry], cycle_id: str) -> int | None:
    return next((place for place, one in enumerate(entries) if one.heard.cycle.cycle_id == cycle_id), None)


def _where(entries: Sequence[_Entry], cycle: Cycle) -> int:
    """Where a turn goes: before the first one that is not newer."""
    newer = (place for place, one in enumerate(entries) if one.heard.cycle.timestamp <= cycle.timestamp)
    return next(newer, len(entries))


def _compared(entry: _Entry, query: Vectors) -> Compared:
    def best(keys: Sequence[int]) -> float | None:
        return max((float((entry.vectors[key] @ query).max()) for key in keys if key in entry.vectors), default=None)

    missing = sum(key not in entry.vectors for key in entry.heard.keys)
    return Compared(entry.heard.cycle, best(entry.heard.asked), best(entry.heard.answered), missing)
