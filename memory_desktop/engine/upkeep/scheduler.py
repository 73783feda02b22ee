"""The background work of a vault, one piece at a time, in the order of its urgency."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import timedelta

from memory_desktop.core.answers import (
    ChangeSet,
)
from memory_desktop.core.cancel import stopped
from memory_desktop.core.ports import (
    CancelToken,
    Clock,
)
from memory_desktop.engine.assembly.assemblies import Assemblies
from memory_desktop.engine.assembly.automatic import AutomaticAssemblies
from memory_desktop.engine.assembly.composites import AssemblySync
from memory_desktop.engine.changes import Subscribers
from memory_desktop.engine.embedding.growth import IndexGrowth
from memory_desktop.engine.embedding.in_use import ModelInUse
from memory_desktop.engine.embedding.migration import Migration
from memory_desktop.engine.embedding.sync import VectorSync
from memory_desktop.engine.history.snapshots import Snapshots
from memory_desktop.engine.life import Life
from memory_desktop.engine.merging.assemblies import Merging
from memory_desktop.engine.merging.automatic import AutomaticMerging
from memory_desktop.engine.merging.memories import MemoryMerging
from memory_desktop.engine.recall.recall_log import RecallLog
from memory_desktop.engine.upkeep.keyword_keeper import KeywordKeeper
from memory_desktop.engine.upkeep.trust import Trust
from memory_desktop.engine.writing.writer import Writer
from memory_desktop.store import Store

# At most so often recalls, and their activations of assemblies, become events.
_FLUSH_SECONDS = 30.0


class Upkeep:
    """Chooses what to tidy next. Called by the worker again and again, and at the end of a sync."""

    def __init__(
        self,
        store: Store,
        writer: Writer,
        keywords: KeywordKeeper,
        models: ModelInUse,
        trust: Trust,
        sync: VectorSync,
        growth: IndexGrowth,
        composites: AssemblySync,
        assemblies: Assemblies,
        automatic: AutomaticAssemblies,
        merging: Merging,
        memory_merging: MemoryMerging,
        automatic_merging: AutomaticMerging,
        migration: Migration,
        snapshots: Snapshots,
        recalls: RecallLog,
        learn: Sequence[Callable[[CancelToken], bool]],
        read_all: Callable[[], None],
        subscribers: Subscribers,
        clock: Clock,
        monotonic: Callable[[], float],
        life: Life,
    ) -> None:
        self._store = store
        self._writer = writer
        self._keywords = keywords
        self._models = models
        self._trust = trust
        self._sync = sync
        self._composites = composites
        self.assemblies = assemblies
        self._automatic = automatic
        self.merging = merging
        self.memory_merging = memory_merging
        self._automatic_merging = automatic_merging
        self._growth = growth
        self.models = migration
        self.snapshots = snapshots
        self.recalls = recalls
        self._learn = learn
        self._read_all = read_all
        self._subscribers = subscribers
        self._clock = clock
        self._monotonic = monotonic
        self._life = life
        self._flushed = monotonic()

    def maintain(self, cancel: CancelToken | None = None) -> bool:
        """One piece of background work on the indexes; False when there is none, or it is cancelled."""
        self._life.check()
        if self._trust.loss is not None:  # nothing may change what is left of the missing events
            return False
        until = self._life.until(cancel)
        with self._writer.lock:
            worked = self._keywords.step()
        if worked:
            self._subscribers.publish(ChangeSet(head=self._store.log.head, indexes=True))
            return True
        # It may take long (a model that is asked), and needs neither index to stand still.
        if any(step(until) for step in self._learn):
            return True
        with self._life.upkeep:
            if stopped(until):
                return False
            if self._growth.step(until) or self.models.maintain(until) or self.snapshots.automatic():
                return True
            if self.memory_merging.finish() or self.merging.finish():
                return True
            if not self._sync.paused and (self._composites.verify() or self._counted()):
                return True
            if not self._sync.paused and (self._automatic.step() or self._automatic_merging.step(until)):
                return True
            if self.models.step(until):
                self._subscribers.publish(ChangeSet(head=self._store.log.head, queue=True))
                return True
        return not self._sync.paused and not stopped(until) and self._verify_files()

    def _verify_files(self) -> bool:
        """Verify index files last verified over half of the limit ago, a part at a time; False when none is due."""
        before = self._clock() - timedelta(hours=self._writer.settings.number("index.verify_within") / 2)
        with self._writer.lock:
            words = self._keywords.verify(before)
        idle = not words and not self._growth.running  # whoever looks at the files of a growing index waits for it
        problem = self._models.vectors.index.verify_one(before) if idle else None
        if problem:
            with self._life.still():
                self._models.vectors.reset(problem)
        if words or problem is not None:
            self._subscribers.publish(ChangeSet(head=self._store.log.head, queue=bool(problem), indexes=True))
        return words or problem is not None

    def _counted(self) -> bool:
        """Write noted recalls and activations into the log when they are due."""
        now = self._monotonic()
        if now - self._flushed < _FLUSH_SECONDS:
            return False
        self._flushed = now
        return any([self.recalls.flush(), self.assemblies.flush()])

    def catch_up(self) -> None:
        """Finish now what answers need and a worker does in the background, for programs that run none: the reading of
        what was said last, and a rebuild of the keyword index."""
        self._read_all()
        while not self._keywords.ready:
            with self._writer.lock:
                if not self._keywords.step():
                    return
