"""Compares the model in use with one that is ready on recalls as they come, until somebody switches.

A share of all recalls, as the setting says (none by default), is asked again of both models. That happens later, in the
upkeep, so that no recall waits for it, and nobody is shown another answer than that of the model in use. Kept are
sums over all such recalls, and no query. What waits to be asked is in memory only, and is lost at closing.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Any

from memory_desktop.core.errors import KnownError
from memory_desktop.core.migration import LiveCheck
from memory_desktop.core.settings import Settings
from memory_desktop.engine.embedding.space import Space
from memory_desktop.engine.recall.recall import Recall
from memory_desktop.store import Store

K = 10
_META = "live_comparison"
_MOST_WAITING = 100
_SUMS = ("overlap", "same_first", "opened", "old_mrr", "new_mrr", "old_seconds", "new_seconds")


class LiveComparison:
    """See the module. `note` may be called from any thread, `step` from the upkeep.

    Args:
        recall: answers queries in a given space.
    """

    def __init__(self, store: Store, recall: Callable[[Space], Recall], settings: Callable[[], Settings]) -> None:
        self._store = store
        self._recall = recall
        self._settings = settings
        self._lock = threading.Lock()
        self._share = 0.0
        self._waiting: deque[tuple[str, tuple[str, ...]]] = deque(maxlen=_MOST_WAITING)

    def note(self, query: str, ids: Sequence[str]) -> None:
        """Somebody has recalled these: all hits of an answer, or the one that a person opened."""
        with self._lock:  # every n-th recall instead of chance: the same recalls give the same figures
            self._share += self._settings().number("migration.live_share")
            if self._share >= 1.0:
                self._share -= 1.0
                self._waiting.append((query, tuple(ids)))

    def step(self, old: Space, new: Space) -> bool:
        """Ask both models one of the waiting queries; False when there is none."""
        with self._lock:
            if not self._waiting:
                return False
            query, ids = self._waiting.popleft()
        try:
            asked = [self._asked(space, query) for space in (old, new)]
        except KnownError:
            return True  # a model that fails shows elsewhere; this query is no loss
        (before, old_seconds), (after, new_seconds) = asked
        found = self._sums(new.model_version)
        found["recalls"] += 1
        found["overlap"] += len(set(before) & set(after)) / max(1, len(before), len(after))
        found["same_first"] += before[:1] == after[:1]
        found["old_seconds"] += old_seconds
        found["new_seconds"] += new_seconds
        if len(ids) == 1:
            found["opened"] += 1
            found["old_mrr"] += _reciprocal(before, ids[0])
            found["new_mrr"] += _reciprocal(after, ids[0])
        self._store.meta.set(_META, found)
        return True

    def check(self, version: str) -> LiveCheck | None:
        """What was found for a model; None when nothing was asked yet."""
        found = self._sums(version)
        recalls, opened = found["recalls"], found["opened"]
        if not recalls:
            return None
        return LiveCheck(
            recalls=recalls,
            k=K,
            overlap=found["overlap"] / recalls,
            same_first=found["same_first"] / recalls,
            opened=int(opened),
            old_mrr=found["old_mrr"] / max(1, opened),
            new_mrr=found["new_mrr"] / max(1, opened),
            old_seconds=found["old_seconds"] / recalls,
            new_seconds=found["new_seconds"] / recalls,
        )

    def _sums(self, version: str) -> dict[str, Any]:
        kept = self._store.meta.get(_META) or {}
        if kept.get("new") == version:
            return dict(kept)
        return {"new": version, "recalls": 0, **dict.fromkeys(_SUMS, 0.0)}

    def _asked(self, space: Space, query: str) -> tuple[list[str], float]:
        started = perf_counter()
        answer = self._recall(space).answer(query, k=K)
        return [hit.memory.id for hit in answer.hits], perf_counter() - started


def _reciprocal(ids: Sequence[str], wanted: str) -> float:
    return 1.0 / (ids.index(wanted) + 1) if wanted in ids else 0.0
