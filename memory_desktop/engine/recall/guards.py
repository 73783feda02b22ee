"""Applies the guards of `core.guards` to one query: what may come at all, what it loses, and who gets the places."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from memory_desktop.core.answers import Boost, ListScore
from memory_desktop.core.ports import Keys, KeySelection
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.core.ranking.fusion import best_first
from memory_desktop.core.ranking.guards import (
    look_up,
    too_recent,
    topic_of,
    trust_penalties,
    with_reservoir,
    within_quota,
)
from memory_desktop.core.settings import Settings
from memory_desktop.engine.recall.scope import Scope

# How many times k candidates are looked at when some of them may have to make room.
_POOL = 5
# The quick_recal_score of what nobody has appraised.
_NEUTRAL = 0.5

Scores = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A key with its score, and what that is the sum of."""

    key: int
    score: float
    places: Mapping[str, ListScore]
    boosts: tuple[Boost, ...] = ()


class Guards:
    """The guards for one query. Who asks for synthetic memories by the filter gets them without a limit."""

    def __init__(self, scope: Scope, settings: Settings, filter: RecordFilter) -> None:
        self._scope = scope
        self._guarded = scope.guarded
        self._trust = settings.on("recall.trust") and bool((self._guarded.trust < 1.0).any())
        appraised = bool((self._guarded.useful != _NEUTRAL).any())
        self._usefulness = settings.number("recall.usefulness") if appraised else 0.0
        looks = filter.synthetic is None and bool(self._guarded.synthetic.any())
        self._quota = settings.number("recall.synthetic_quota") if looks else 1.0
        self._age = settings.number("recall.synthetic_age") if looks else 0.0
        self._reservoir = settings.number("recall.reservoir")
        self._protect = settings.number("eviction.protect") if settings.whole("eviction.capacity") else np.inf
        self.notes: list[str] = []

    @property
    def _choose(self) -> bool:
        return self._quota < 1.0 or self._reservoir > 0.0

    def depth(self, wanted: int) -> int:
        """How many candidates a list should give."""
        return wanted * _POOL if self._choose or self._trust else wanted

    def pool(self, k: int) -> int:
        """How many fused candidates are looked at for k places."""
        return k * _POOL if self._choose else k

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
        if selection.include is not None:
            return KeySelection(include=np.setdiff1d(selection.include, keys, assume_unique=True))
        return KeySelection(exclude=keys if selection.exclude is None else np.union1d(selection.exclude, keys))

    def weighed(self, keys: Keys, scores: Scores) -> tuple[Keys, Scores, dict[int, tuple[Boost, ...]]]:
        """Candidates in their order after usefulness and trust were taken into account, and what each got by them."""
        keys, scores, useful = self._by_usefulness(keys, scores)
        keys, scores, trusted = self._by_trust(keys, scores)
        both = {key: tuple(by[key] for by in (useful, trusted) if key in by) for key in useful.keys() | trusted.keys()}
        return keys, scores, both

    def _by_usefulness(self, keys: Keys, scores: Scores) -> tuple[Keys, Scores, dict[int, Boost]]:
        if self._usefulness <= 0 or not len(keys):
            return keys, scores, {}
        score = look_up(self._guarded.keys, keys, self._guarded.useful, _NEUTRAL)
        moved = self._usefulness * float(scores.max()) * 2 * (score - _NEUTRAL)
        boosts = {
            int(keys[row]): Boost("usefulness", float(moved[row]), _verdict(float(score[row])))
            for row in np.flatnonzero(moved)
        }
        return (*best_first(keys, scores + moved), boosts)

    def _by_trust(self, keys: Keys, scores: Scores) -> tuple[Keys, Scores, dict[int, Boost]]:
        if not self._trust or not len(keys):
            return keys, scores, {}
        trust = look_up(self._guarded.keys, keys, self._guarded.trust, 1.0)
        lost = trust_penalties(scores, trust)
        boosts = {
            int(keys[row]): Boost("trust", float(lost[row]), f"its trust is {trust[row]:g}")
            for row in np.flatnonzero(trust < 1.0)
        }
        return (*best_first(keys, scores + lost), boosts)

    def chosen(self, ranked: Sequence[Candidate], k: int) -> list[Candidate]:
        """Who gets the k places."""
        kept = list(ranked)
        if self._quota < 1.0:
            kept = self._within_quota(kept, k)
        if self._reservoir > 0.0:
            kept = self._with_reservoir(kept, k)
        return self._marked(kept[:k])

    def _within_quota(self, ranked: list[Candidate], k: int) -> list[Candidate]:
        keys = np.array([one.key for one in ranked], dtype=np.int64)
        generated = look_up(self._guarded.keys, keys, self._guarded.synthetic, 0.0) > 0
        quota = within_quota(generated.tolist(), k, self._quota)
        if quota.passed_over:
            self.notes.append(
                f"{quota.passed_over:,} synthetic memories made room for others: at most {quota.limit} of {k} may be."
            )
        reason = f"it is synthetic; at most {quota.limit} of {k} may be"
        chosen = [
            replace(ranked[row], boosts=(*ranked[row].boosts, Boost("synthetic quota", 0.0, reason)))
            if generated[row]
            else ranked[row]
            for row in quota.rows
        ]
        # The reservoir chooses from what is left behind the first k; no synthetic ones, these are used up.
        last = max(quota.rows, default=-1)
        return chosen + [one for row, one in enumerate(ranked) if row > last and not generated[row]]

    def _with_reservoir(self, ranked: list[Candidate], k: int) -> list[Candidate]:
        memories = {one.key: one for one in self._scope.records.by_keys([one.key for one in ranked])}
        ranked = [one for one in ranked if one.key in memories]
        topics = [topic_of(memories[one.key].tags, memories[one.key].kind) for one in ranked]
        rows, coming = with_reservoir(topics, k, self._reservoir)
        if coming:
            self.notes.append(f"{len(coming)} of {k} places were kept for other topics.")
        return [
            replace(
                ranked[row], boosts=(*ranked[row].boosts, Boost("reservoir", 0.0, f"a place kept for {topics[row]}"))
            )
            if row in coming
            else ranked[row]
            for row in rows
        ]

    def _marked(self, chosen: list[Candidate]) -> list[Candidate]:
        """Say who is protected from eviction, where there is any."""
        if not np.isfinite(self._protect) or not chosen:
            return chosen
        found = self._scope.records.by_keys([one.key for one in chosen])
        safe = {memory.key: memory.salience for memory in found if memory.salience >= self._protect}
        return [
            replace(
                one,
                boosts=(*one.boosts, Boost("protected", 0.0, f"salience {safe[one.key]:g}: it is never evicted")),
            )
            if one.key in safe
            else one
            for one in chosen
        ]


def _verdict(score: float) -> str:
    how = "recalled or found useful" if score > _NEUTRAL else "found not useful"
    return f"it was {how} before (recall score {score:.2f})"
