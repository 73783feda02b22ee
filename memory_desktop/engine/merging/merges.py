"""Merging and taking apart, of memories and of assemblies alike."""

from __future__ import annotations

from collections.abc import Sequence

from memory_desktop.core.memory.records import Memory
from memory_desktop.core.merges import MergeEntry
from memory_desktop.engine.assembly.assemblies import Assemblies
from memory_desktop.engine.history.explanation import Explanation
from memory_desktop.engine.life import Life
from memory_desktop.engine.merging.assemblies import Merging
from memory_desktop.engine.merging.memories import MemoryMerging
from memory_desktop.engine.merging.merge_list import MergeLine, merge_lines
from memory_desktop.engine.merging.merge_log import MergeLog
from memory_desktop.store import Store


class Merges:
    """Merges memories or assemblies: chooses the job by what the ids name."""

    def __init__(
        self,
        store: Store,
        log: MergeLog,
        assemblies: Assemblies,
        merging: Merging,
        memory_merging: MemoryMerging,
        explanation: Explanation,
        life: Life,
    ) -> None:
        self._store = store
        self.merges = log
        self.assemblies = assemblies
        self.merging = merging
        self.memory_merging = memory_merging
        self._explanation = explanation
        self._life = life

    def merge(
        self, ids: Sequence[str], content: str | None = None, *, actor: str = "user", initiator: str = ""
    ) -> Memory:
        """Consolidate two or more memories into one; without a text, the kernel composes it.

        The merged memories are retired once the new one has its vector (see `engine.memory_merging`).

        Raises:
            NotFoundError, InvalidCommandError: an unknown id, fewer than two, or one that is not active.
        """
        self._life.check()
        return self.memory_merging.begin(ids, content, actor=actor, initiator=initiator)

    def unmerge(self, id: str, *, actor: str = "user", initiator: str = "") -> list[str]:
        """Take a merged memory or assembly apart; ids of what it was made of. Raises as the two `unmerge` do."""
        self._life.check()
        return [one.id for one in self._merging_of(id).unmerge(id, actor=actor, initiator=initiator)]

    def merge_of(self, id: str) -> MergeEntry | None:
        """The merge that made a memory or assembly; None if no merge did."""
        self._life.check()
        return self._merging_of(id).entry(id)

    def merge_lines(self, limit: int = 500) -> list[MergeLine]:
        """The newest merges of memories and assemblies, newest first, with names."""
        self._life.check()
        return merge_lines(self.merges, self._store.records, self.assemblies.book(), limit)

    def _merging_of(self, id: str) -> Merging | MemoryMerging:
        return self.merging if id in self.assemblies.book() else self.memory_merging

    def explain(self, id: str) -> list[str]:
        """Where a memory or assembly came from and what became of it, in sentences; empty when there is no such."""
        self._life.check()
        return self._explanation.of(id)
