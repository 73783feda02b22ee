"""Continues after an accepted loss: drops the lost events' data from every index, so that the rest can be used."""

from __future__ import annotations

from memory_desktop.core.answers import (
    ChangeSet,
)
from memory_desktop.engine.assembly.assemblies import Assemblies
from memory_desktop.engine.changes import Subscribers
from memory_desktop.engine.embedding.in_use import ModelInUse
from memory_desktop.engine.embedding.migration import Migration
from memory_desktop.engine.life import Life
from memory_desktop.engine.merging.assemblies import Merging
from memory_desktop.engine.upkeep.keyword_keeper import KeywordKeeper
from memory_desktop.engine.upkeep.trust import Accepted, Trust
from memory_desktop.engine.writing.writer import Writer
from memory_desktop.store import Store


class Recovery:
    """Carries out the acceptance of a loss in an open vault."""

    def __init__(
        self,
        store: Store,
        writer: Writer,
        keywords: KeywordKeeper,
        models: ModelInUse,
        migration: Migration,
        assemblies: Assemblies,
        merging: Merging,
        trust: Trust,
        subscribers: Subscribers,
        life: Life,
    ) -> None:
        self._store = store
        self._writer = writer
        self._keywords = keywords
        self._models = models
        self.models = migration
        self.assemblies = assemblies
        self.merging = merging
        self._trust = trust
        self._subscribers = subscribers
        self._life = life

    def accept_loss(self, *, actor: str = "user") -> Accepted:
        """Go on without the events that the log has lost; the log says so. See `engine.upkeep.trust`.

        Raises:
            InvalidCommandError: nothing is missing. VaultError: what is left of the log cannot be used.
        """
        self._life.check()
        with self._life.still():
            accepted = self._trust.accept(self._store, self._writer, self._drop_indexes_after, actor=actor)
            if accepted.report is not None:
                self.assemblies.reconcile()
                self.merging.resume()
        self._subscribers.publish(
            ChangeSet(head=self._store.log.head, records=True, many=True, queue=True, indexes=True)
        )
        return accepted

    def _drop_indexes_after(self, seq: int) -> None:
        """Drop index entries of events after one; the other entries are indexed again."""
        self._keywords.reset()
        self.models.cancel()
        self.models.clean_up()
        self._models.vectors.drop_after(seq)
        self._models.vectors.reconcile()
