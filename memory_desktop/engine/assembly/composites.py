"""Makes the composite vectors of assemblies from their members' vectors, and verifies them before they go stale.

An item of the one queue like any other: what fails keeps its old time, its attempts and its error, and is tried again
later; what succeeds is stored and confirmed in one transaction (A3). An assembly that nothing touches is compared with
a fresh composite once half of the allowed drift has passed, so that an idle vault keeps its boosts, while one whose
sync is paused loses them when the time is up (A4).
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from datetime import timedelta

import numpy as np

from memory_desktop.core.assemblies import composite
from memory_desktop.core.errors import KnownError
from memory_desktop.core.memory.records import Memory
from memory_desktop.core.ports import Clock, Vectors
from memory_desktop.core.settings import Settings
from memory_desktop.engine.assembly.assemblies import Assemblies
from memory_desktop.engine.embedding.space import Space
from memory_desktop.engine.embedding.sync import no_fault
from memory_desktop.store import Store
from memory_desktop.store.vector_queue import ASSEMBLY

_log = logging.getLogger(__name__)
_BATCH = 64


class IncompleteError(KnownError):
    """A composite cannot be made yet: some member has no vector."""


class AssemblySync:
    """See the module. Called by the sync, one step at a time.

    Attributes:
        fault: raises in place of a write, when developers want to see what a failing index does.
    """

    def __init__(
        self,
        store: Store,
        assemblies: Assemblies,
        space: Callable[[], Space],
        settings: Callable[[], Settings],
        clock: Clock,
    ) -> None:
        self._store = store
        self._assemblies = assemblies
        self._space = space
        self._settings = settings
        self._clock = clock
        self.fault: Callable[[], None] = no_fault

    def step(self) -> tuple[int, int]:
        """(how many composites were stored, how many failed) of one batch of what is due."""
        keys = self._store.queue.due(self._clock(), _BATCH, ASSEMBLY)
        return self._process(keys) if keys else (0, 0)

    def verify(self) -> int:
        """Make sure of those whose last synchronisation is half of the limit ago; how many were looked at."""
        limit = self._settings().number("assemblies.max_drift")
        before = self._clock() - timedelta(seconds=limit / 2)
        rows = self._store.queue.states_of(ASSEMBLY)
        old = [
            key
            for key, row in sorted(rows.items())
            if row.state == "indexed" and (at := row.vector_index_updated_at) is not None and at <= before
        ]
        if old:
            self._process(old[:_BATCH])
        return len(old[:_BATCH])

    def _process(self, keys: Sequence[int]) -> tuple[int, int]:
        space = self._space()
        by_key = {one.key: one for one in self._assemblies.all()}
        ended = [key for key in keys if key not in by_key]
        if ended:
            self._store.queue.remove(ended)
        due = [by_key[key] for key in keys if key in by_key]
        members = self._assemblies.members_of(due)
        made: dict[int, Vectors] = {}
        failed = 0
        for one in due:
            try:
                made[one.key] = _composite(space, members[one.id])
            except KnownError as error:
                self._fail([one.key], error)
                failed += 1
        if made:
            try:
                self.fault()
                with self._store.database.transaction() as cursor:
                    self._store.composites.put(cursor, space.model_version, list(made), np.stack(list(made.values())))
                    self._store.queue.confirm(list(made), self._clock())
            except (KnownError, OSError, RuntimeError) as error:
                self._fail(list(made), error)
                return 0, failed + len(made)
        return len(made), failed

    def _fail(self, keys: Sequence[int], error: Exception) -> None:
        _log.info("composites of %s: %s", keys, error)
        self._store.queue.fail(keys, self._clock(), str(error))


def _composite(space: Space, members: Sequence[Memory]) -> Vectors:
    if not members:
        raise IncompleteError("None of its members is left.")
    keys = np.array(sorted(memory.key for memory in members), dtype=np.int64)
    found, vectors = space.vectors.index.fetch(keys)
    missing = len(keys) - len(found)
    if missing:
        raise IncompleteError(f"{missing} of its {len(keys)} members have no vector yet.")
    salience = {memory.key: memory.salience for memory in members}
    return composite(vectors.astype(np.float32), [salience[int(key)] for key in found])
