"""Purging: what a plan names is removed for good."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress

import numpy as np

from memory_desktop.core.answers import (
    ChangeSet,
)
from memory_desktop.core.errors import KnownError
from memory_desktop.core.purge import Purged, PurgePlan
from memory_desktop.engine.changes import Subscribers
from memory_desktop.engine.embedding.in_use import ModelInUse
from memory_desktop.engine.life import Life
from memory_desktop.engine.recall.recall_log import RecallLog
from memory_desktop.engine.upkeep.purging import Purging
from memory_desktop.store import Store


class Purges:
    """Plans and carries out purges, and drops what they removed from the open vault."""

    def __init__(
        self,
        store: Store,
        models: ModelInUse,
        purging: Purging,
        recalls: RecallLog,
        let_pasts_go: Callable[[], None],
        subscribers: Subscribers,
        life: Life,
    ) -> None:
        self._store = store
        self._models = models
        self._purging = purging
        self.recalls = recalls
        self._let_pasts_go = let_pasts_go
        self._subscribers = subscribers
        self._life = life

    def plan_purge(self, ids: str | Sequence[str]) -> PurgePlan:
        """What purging memories would remove for good, and why each is among it; nothing is changed.

        Raises:
            NotFoundError: an unknown id. InvalidCommandError: nothing is left to purge.
        """
        self._life.check()
        return self._purging.plan((ids,) if isinstance(ids, str) else tuple(ids))

    def plan_purge_of_import(self, seq: int) -> PurgePlan:
        """What purging all that an import brought would remove; `seq`: of the import's first event.

        Raises:
            InvalidCommandError: that is no import, or nothing of it is left to purge.
        """
        self._life.check()
        return self._purging.plan_import(seq)

    def purge(self, plan: PurgePlan, *, actor: str = "user") -> Purged:
        """Remove what a plan names, for good; it cannot be undone. See `engine.upkeep.purging`.

        Nothing shows it any more on return. The files of the vault are free of it when the vault has been closed.

        Raises:
            InvalidCommandError: the vault cannot be changed, has changed since, or a change of model is under way.
        """
        self._life.check()
        self.recalls.flush()
        with self._life.still():
            self._let_pasts_go()
            keys = [memory.key for memory in self._store.records.by_ids(plan.ids).values()]
            done = self._purging.purge(plan, actor=actor)
            with suppress(KnownError, OSError):  # it is done again when the vault is closed
                self._models.vectors.index.drop(np.asarray(keys, dtype=np.int64))
        self._subscribers.publish(
            ChangeSet(head=self._store.log.head, records=True, many=True, queue=True, indexes=True, purged=True)
        )
        return done

    @property
    def purge_due(self) -> bool:
        """Do files still hold what was purged? They are cleaned when the vault is closed."""
        return self._purging.due
