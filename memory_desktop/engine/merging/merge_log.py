"""The merge log of a vault: which merges there were, and which wait for their end."""

from __future__ import annotations

from memory_desktop.core.merges import TYPES, MergeEntry, MergeState, fold
from memory_desktop.engine.history.folded import Folded
from memory_desktop.store import Store


class MergeLog:
    """See the module. Safe from many threads."""

    def __init__(self, store: Store) -> None:
        self._folded = Folded(store.log, TYPES, fold)

    def entries(self) -> list[MergeEntry]:
        """Every merge, newest first."""
        return list(reversed(self._now().values()))

    def entry(self, target: str) -> MergeEntry | None:
        """The merge that made an item."""
        return self._now().get(target)

    def waiting(self, *, of_memories: bool) -> list[MergeEntry]:
        """Merges whose sources are still there, oldest first."""
        entries = self._now().values()
        return [one for one in entries if one.state is MergeState.WAITING and one.of_memories == of_memories]

    def _now(self) -> dict[str, MergeEntry]:
        return self._folded.now()[1]
