"""Applies the guards of `core.guards` to one query: what may come at all, what it loses, and who gets the places."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from memory_desktop.core.answers import Boost
from memory_desktop.core.keys import Keys
from memory_desktop.core.ports import KeySelection
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.core.ranking.guards import (
    look_up,
    salience_shares,
    too_recent,
    topic_of,
    trust_penalties,
    with_reservoir,
    within_quota,
)
from memory_desktop.core.settings import Settings
from memory_desktop.engine.recall.pool import Pool
from memory_desktop.engine.recall.scope import Scope

# Quota and reservoir look after one page of hits after the other, so that the first ones are the same for any k.
_PAGE = 10
# The quick_recal_score of what nobody has appraised, and the salience of what is new.
_NEUTRAL = 0.5


@dataclass(frozen=True, slots=True)
class Place:
    """One of the ranked keys that gets a place: its row, and what the guards say of it."""

    row: int
    boosts: tuple[Boost, ...] = ()

    def told(self, boost: Boost) -> Place:
        """A copy that says one thing more."""
        return Place(self.row, (*self.boosts, boost))


class Guards:
    """The guards for one query. A filter that asks for synthetic memories lifts their limits. One that names layers or
    kinds lifts the quota: who asks for emotional events or summaries wants what the program has made."""

    def __init__(self, scope: Scope, settings: Settings, filter: RecordFilter) -> None:
        self._scope = scope
        self._guarded = scope.guarded
        self._trust = settings.on("recall.trust") and bool((self._guarded.trust < 1.0).any())
        appraised = bool((self._guarded.useful != _NEUTRAL).any())
        self._usefulness = settings.number("recall.usefulness") if appraised else 0.0
        weighed = bool((self._guarded.salience != _NEUTRAL).any())
        self._salience = settings.number("recall.salience") if weighed else 0.0
        looks = filter.synthetic is None and bool(self._guarded.synthetic.any())
        asked = bool(filter.layers or filter.not_layers or filter.kinds)
        self._quota = settings.number("recall.synthetic_quota") if looks and not asked else 1.0
        self._age = settings.number("recall.synthetic_age") if looks else 0.0
        self._reservoir = settings.number("recall.reservoir")
        self._protect = settings.number("eviction.protect") if settings.whole("eviction.capacity") else np.inf
        self.notes: list[str] = []

    def narrowed(self, selection: KeySelection) -> KeySelection:
        """The selection without what was generated too recently."""
        if self._age <= 0.0:
            return selection
        now = round(self._scope.now().timestamp() * 1_000_000)
        recent = self._guarded.synthetic & too_recent(self._guarded.created, now, self._age)
        keys = self._guarded.keys[recent]
        keys = keys[selection.allows(keys)]
        if not len(keys):
            return selection
        self.notes.append(
            f"{len(keys):,} synthetic memories younger than {self._age:g} h are held back (see recall settings)."
        )
        return selection.without(keys)

    def usefulness(self, pool: Pool) -> None:
        """The stage that lifts what was found useful, and lowers what was not."""
        if self._usefulness > 0 and len(pool.keys):
            score = look_up(self._guarded.keys, pool.keys, self._guarded.useful, _NEUTRAL)
            moved = self._usefulness * pool.unweighed_best * 2 * (score - _NEUTRAL)
            pool.lift("usefulness", moved, lambda row: _verdict(float(score[row])))

    def salience(self, pool: Pool) -> None:
        """The stage that lifts what is salient, and lowers what has faded."""
        if self._salience > 0 and len(pool.keys):
            salience = look_up(self._guarded.keys, pool.keys, self._guarded.salience, _NEUTRAL)
            moved = self._salience * pool.unweighed_best * salience_shares(salience)
            pool.lift(
                "salience", moved, lambda row: f"its salience is {salience[row]:.2f}; that of a new memory is 0.50"
            )

    def trust(self, pool: Pool) -> None:
        """The stage that lowers what is not trusted."""
        if self._trust and len(pool.keys):
            trust = look_up(self._guarded.keys, pool.keys, self._guarded.trust, 1.0)
            pool.lift("trust", trust_penalties(pool.scores, trust), lambda row: f"its trust is {trust[row]:g}")

    def chosen(self, ranked: Keys, k: int) -> list[Place]:
        """Who of the ranked keys, best first, gets the k places, and what the guards say of each."""
        places = [Place(row) for row in range(len(ranked))]
        if self._quota < 1.0:
            places = self._within_quota(ranked, places, k)
        if self._reservoir > 0.0:
            places = self._with_reservoir(ranked, places, k)
        return self._marked(ranked, places[:k])

    def _within_quota(self, ranked: Keys, places: list[Place], k: int) -> list[Place]:
        generated = look_up(self._guarded.keys, ranked, self._guarded.synthetic, 0.0) > 0
        page = min(k, _PAGE)
        quota = within_quota(generated.tolist(), page, self._quota)
        placed = set(quota.rows[:k])
        passed = sum(bool(generated[row]) for row in range(min(k, len(ranked))) if row not in placed)
        if passed:
            self.notes.append(
                f"{passed:,} synthetic memories made room for others: at most {quota.limit} of {page} may be."
            )
        reason = f"it is synthetic; at most {quota.limit} of {page} may be"
        return [
            places[row].told(Boost("synthetic quota", 0.0, reason)) if generated[row] else places[row]
            for row in quota.rows
        ]

    def _with_reservoir(self, ranked: Keys, places: list[Place], k: int) -> list[Place]:
        memories = {one.key: one for one in self._scope.records.by_keys(ranked)}
        places = [one for one in places if int(ranked[one.row]) in memories]
        found = [memories[int(ranked[one.row])] for one in places]
        topics = [topic_of(one.tags, one.kind) for one in found]
        page = min(k, _PAGE)
        rows, coming = with_reservoir(topics, page, self._reservoir)
        arrived = sum(row in coming for row in rows[:k])
        if arrived:
            self.notes.append(f"{arrived} of {min(k, len(rows))} places were kept for other topics.")
        return [
            places[row].told(Boost("reservoir", 0.0, f"a place kept for {topics[row]}"))
            if row in coming
            else places[row]
            for row in rows
        ]

    def _marked(self, ranked: Keys, places: list[Place]) -> list[Place]:
        """Say who is protected from eviction, where there is any."""
        if not np.isfinite(self._protect) or not places:
            return places
        found = self._scope.records.by_keys([int(ranked[one.row]) for one in places])
        safe = {memory.key: memory.salience for memory in found if memory.salience >= self._protect}
        return [
            one.told(Boost("protected", 0.0, f"salience {safe[key]:g}: it is never evicted"))
            if (key := int(ranked[one.row])) in safe
            else one
            for one in places
        ]


def _verdict(score: float) -> str:
    how = "recalled or found useful" if score > _NEUTRAL else "found not useful"
    return f"it was {how} before (recall score {score:.2f})"
