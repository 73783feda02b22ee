"""Meta-memory: what a vault knows of its own memories, and what a person decides about keeping them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from memory_desktop.core.errors import InvalidCommandError, NotFoundError
from memory_desktop.core.events.consolidation import CONSOLIDATION, ConsolidationRun
from memory_desktop.core.events.protection import ProtectMemories, Unprotect
from memory_desktop.core.layers.meta import ConsolidationPattern, Encoding, Strategies, Totals, style
from memory_desktop.core.memory.records import Memory, Status
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.engine.history.succession import as_they_are_now, stands_for, superseded
from memory_desktop.engine.layers.forgetting import MOST_LISTED, Forgetting
from memory_desktop.engine.life import Life
from memory_desktop.engine.writing.protected import Protected
from memory_desktop.engine.writing.writer import Writer
from memory_desktop.store import Store
from memory_desktop.store.episodes import EpisodeFilter
from memory_desktop.store.messages import CycleFilter

_TOP = 10
_MOST_SOURCES, _MOST_RUNS = 50, 50
_MB = 1_000_000


@dataclass(frozen=True, slots=True)
class NeverRecalled:
    """Memories that nobody ever recalled, oldest first. `next`: to ask for what follows; None where nothing does."""

    items: tuple[Memory, ...]
    next: int | None
    total: int


class Meta:
    """See the module. All calls may come from any thread.

    Attributes:
        forgetting: the schedule, and the job that works through it.
    """

    def __init__(
        self,
        store: Store,
        writer: Writer,
        protected: Protected,
        forgetting: Forgetting,
        disk: Callable[[], Mapping[str, int]],
        life: Life,
    ) -> None:
        self._store = store
        self._writer = writer
        self._protected = protected
        self._disk = disk
        self._life = life
        self.forgetting = forgetting

    # --- questions --------------------------------------------------------------------------------------------------

    def totals(self) -> Totals:
        """How many memories there are of each kind, the storage that they take, and the oldest of them."""
        self._life.check()
        records = self._store.records
        kinds, statuses = records.counts("kind", RecordFilter()), records.counts("status")
        parts = {name: size / _MB for name, size in self._disk().items()}
        oldest = self._store.use.oldest()
        return Totals(
            total_turns=self._store.messages.count(CycleFilter()),
            total_episodes=self._store.episodes.count(EpisodeFilter()),
            total_concepts=kinds.get("concept", 0),
            kinds=kinds,
            memories=statuses.get(Status.ACTIVE.value, 0),
            forgotten=statuses.get(Status.TOMBSTONE.value, 0),
            superseded=statuses.get(Status.SUPERSEDED.value, 0),
            storage_used=sum(parts.values()),
            storage=parts,
            oldest_memory=oldest[0] if oldest is not None else None,
            oldest=oldest[1] if oldest is not None else None,
            protected=len(self._protected),
        )

    def most_accessed(self, limit: int = _TOP) -> tuple[Memory, ...]:
        """The active memories that were recalled most often, those first."""
        self._life.check()
        return tuple(self._store.records.by_keys(self._store.use.most_recalled(_checked(limit))))

    def never_accessed(self, *, limit: int = 50, after: int = 0) -> NeverRecalled:
        """Active memories that nobody ever recalled, by key. `after`: `next` of the page before."""
        self._life.check()
        keys = self._store.use.never_recalled(_checked(limit) + 1, after)
        page = keys[:limit]
        total = self._store.use.count_never_recalled()
        return NeverRecalled(tuple(self._store.records.by_keys(page)), page[-1] if len(keys) > limit else None, total)

    def strategies(self) -> Strategies:
        """How memory is made, recalled and used; of the newest recalls, and of all memories."""
        self._life.check()
        use, head = self._store.use, self._store.log.head
        recalls = use.recalls_by_user(head)
        users = sorted({"", *recalls, *use.users()})
        return Strategies(
            consolidation_patterns=self._consolidations(),
            retrieval_patterns=tuple(use.retrieval(head)),
            encoding_effectiveness=self._encoding(head),
            user_memory_style={user: style(recalls.get(user, {})) for user in users},
        )

    def _consolidations(self) -> Sequence[ConsolidationPattern]:
        """The newest runs of consolidation, the newest first."""
        runs: list[ConsolidationRun] = sorted(
            (one for one in self._writer.projections.now(CONSOLIDATION).values() if not one.carried),
            key=lambda one: -one.seq,
        )[:_MOST_RUNS]
        seqs = [one.seq for one in runs]
        made = self._store.use.made_by(seqs)
        undone = self._store.commands.undone_among(seqs, after=0)
        return tuple(
            ConsolidationPattern(one.seq, one.started, CONSOLIDATION, *made.get(one.seq, (0, 0)), one.seq in undone)
            for one in runs
        )

    def _encoding(self, head: int) -> Sequence[Encoding]:
        return tuple(self._store.use.encoding(head, _MOST_SOURCES))

    # --- protection -------------------------------------------------------------------------------------------------

    def protected_keys(self) -> frozenset[int]:
        """Keys of the active memories that are protected, themselves or as what stands for one that was."""
        self._life.check()
        return self._protected.keys()

    def is_protected(self, id: str) -> bool:
        """Is this memory protected? Raises NotFoundError."""
        return self._keys_of((id,)) <= self._protected.keys()

    def protected(self, *, limit: int = 50, after: int = 0) -> tuple[Memory, ...]:
        """The protected memories, by key, after one."""
        keys = sorted(key for key in self.protected_keys() if key > after)
        return tuple(self._store.records.by_keys(keys[: _checked(limit)]))

    def protect(self, ids: str | Sequence[str], *, actor: str = "user", initiator: str = "") -> int:
        """Keep memories from fading and being forgotten by the program; how many were not protected before.

        Raises:
            NotFoundError: no such id. InvalidCommandError: one is not active.
        """
        wanted = (ids,) if isinstance(ids, str) else tuple(ids)
        with self._writer.lock:
            keys = self._keys_of(wanted)
            already = self._protected.keys()
            found = self._store.records.by_keys(sorted(keys - already))
            command = ProtectMemories(tuple(one.id for one in found))
            return len(self._writer.execute(command, actor=actor, initiator=initiator).events)

    def unprotect(self, ids: str | Sequence[str], *, actor: str = "user", initiator: str = "") -> int:
        """Let memories fade and be forgotten again; how many were protected before. Raises as `protect`."""
        wanted = (ids,) if isinstance(ids, str) else tuple(ids)
        with self._writer.lock:
            keys = self._keys_of(wanted) & self._protected.keys()
            if keys:
                lines = self._protected.lines_of(keys)
                self._writer.execute(Unprotect(lines), actor=actor, initiator=initiator)
            return len(keys)

    def _keys_of(self, ids: Sequence[str]) -> frozenset[int]:
        self._life.check()
        ids = as_they_are_now(self._store.records, ids)
        found = self._store.records.by_ids(ids)
        for id in ids:
            if id not in found:
                raise NotFoundError(f"There is no memory with the id {id}.")
            if found[id].status is Status.SUPERSEDED:
                raise superseded(found[id], stands_for(self._store.records, found[id]), "protected")
            if found[id].status is not Status.ACTIVE:
                raise InvalidCommandError("Only active memories can be protected.", hint="Restore it first.")
        return frozenset(one.key for one in found.values())


def _checked(limit: int) -> int:
    if not 1 <= limit <= MOST_LISTED:
        raise InvalidCommandError(f"From 1 to {MOST_LISTED} memories can be listed at once.")
    return limit
