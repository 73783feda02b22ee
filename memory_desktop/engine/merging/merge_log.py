"""The merge log of a vault: which merges there were, and which wait for their end."""

from __future__ import annotations

from collections.abc import Mapping

from memory_desktop.core.events.merge import MERGE
from memory_desktop.core.merges import MergeEntry, MergeState
from memory_desktop.engine.writing.projections import Projections


class MergeLog:
    """See the module. Safe from many threads."""

    def __init__(self, projections: Projections) -> None:
        self._projections = projections

    def entries(self) -> list[MergeEntry]:
        """Every merge, newest first."""
        return list(reversed(list(self._now().values())))

    def entry(self, target: str) -> MergeEntry | None:
        """The merge that made an item."""
        return self._now().get(target)

    def waiting(self, *, of_memories: bool) -> list[MergeEntry]:
        """Merges whose sources are still there, oldest first."""
        entries = self._now().values()
        return [one for one in entries if one.state is MergeState.WAITING and one.of_memories == of_memories]

    def _now(self) -> Mapping[str, MergeEntry]:
        return self._projections.now(MERGE)
