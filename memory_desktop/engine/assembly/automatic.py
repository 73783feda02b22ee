"""Assemblies that the upkeep makes by itself from related memories, when the settings say so.

It accepts the same proposals that a person could, from a similarity on; each is a command of its own by the actor
"system", which can be undone. What somebody undid or dissolved is not made again.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from memory_desktop.core.assemblies import Assembly
from memory_desktop.core.memory.records import Status
from memory_desktop.core.ports import Clock
from memory_desktop.core.settings import Settings
from memory_desktop.engine.assembly.assemblies import Assemblies
from memory_desktop.engine.assembly.proposals import Proposal, Proposals
from memory_desktop.store import Store

#: Looking for proposals compares thousands of vectors: it is done once in so long, and when something was written.
EVERY = timedelta(minutes=10)
#: A proposal is one that was taken back when it has this share of the members of an assembly that was dissolved.
_SAME = 0.5


class AutomaticAssemblies:
    """See the module. Called by the upkeep, one step at a time."""

    def __init__(
        self,
        store: Store,
        assemblies: Assemblies,
        proposals: Proposals,
        settings: Callable[[], Settings],
        clock: Clock,
    ) -> None:
        self._store = store
        self._assemblies = assemblies
        self._proposals = proposals
        self._settings = settings
        self._clock = clock
        self._looked: tuple[int, datetime] | None = None

    def step(self) -> bool:
        """Make what is due; False when nothing is, or nothing was found."""
        settings = self._settings()
        if not settings.on("assemblies.automatic") or not self._due():
            return False
        self._looked = self._store.log.head, self._clock()
        least = settings.number("assemblies.automatic_from")
        taken_back = [set(one.members) for one in self._assemblies.book().values() if _was_dissolved(one)]
        made = 0
        for proposal in self._proposals.find():
            members = [memory.id for memory in proposal.members]
            if proposal.similarity < least or any(_same(set(members), gone) for gone in taken_back):
                continue
            if self._assemblies.would_hold(proposal.name, proposal.tags):
                continue  # it stays a proposal, for a person to name
            self._make(proposal, members)
            made += 1
        return made > 0

    def _due(self) -> bool:
        """True when something was written since the last run, that is long enough ago, and no vector is missing."""
        if self._looked is not None:
            head, at = self._looked
            if head == self._store.log.head or self._clock() - at < EVERY:
                return False
        return self._store.queue.counts().pending == 0

    def _make(self, proposal: Proposal, members: list[str]) -> None:
        reason = f"made automatically: {proposal.reason}"
        self._assemblies.create(
            proposal.name, members, tags=proposal.tags, reason=reason, actor="system", initiator="upkeep"
        )


def _was_dissolved(one: Assembly) -> bool:
    return one.status is Status.TOMBSTONE


def _same(members: set[str], gone: set[str]) -> bool:
    return len(members & gone) >= _SAME * max(1, min(len(members), len(gone)))
