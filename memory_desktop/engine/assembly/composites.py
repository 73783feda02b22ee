"""Makes the composite vectors of assemblies from their members' vectors, and verifies them before they go stale.

An item of the one queue like any other: what fails keeps its old time, its attempts and its error, and is tried again
later; what succeeds is stored and confirmed in one transaction. With it goes the digest of what it was made of:
when members are edited, forgotten or weighed anew, that is another one, and the composite is made again. When they
change while it is computed, it is not confirmed but computed once more.

An assembly that nothing touches is compared with a fresh composite once half of the allowed drift has passed, so that
an idle vault keeps its boosts, while one whose sync is paused loses them when the time is up.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from datetime import timedelta

import numpy as np

from memory_desktop.core.assemblies import composite
from memory_desktop.core.errors import KnownError
from memory_desktop.core.ports import Clock, Vectors
from memory_desktop.core.settings import Settings
from memory_desktop.engine.assembly.assemblies import Assemblies
from memory_desktop.engine.assembly.standing import Standing
from memory_desktop.engine.embedding.filling import no_fault
from memory_desktop.engine.embedding.space import Space
from memory_desktop.store import Store
from memory_desktop.store.vector_queue import ASSEMBLY

_log = logging.getLogger(__name__)
_BATCH = 256
_ROUNDS = 3


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
        self._queue_outdated()
        keys = self._store.queue.due(self._clock(), _BATCH, ASSEMBLY)
        return self._process(keys) if keys else (0, 0)

    def verify(self) -> int:
        """Verify composites last verified more than half of the limit ago; the number checked."""
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

    def _queue_outdated(self) -> None:
        """Those whose members have changed wait for a new vector; when it was last stored stays."""
        outdated = self._assemblies.lifting.outdated()
        if not outdated:
            return
        rows = self._store.queue.states(outdated)
        again = [key for key in outdated if key in rows and rows[key].state == "indexed"]  # others wait already
        if again:
            with self._store.database.transaction() as cursor:
                self._store.queue.again(cursor, again)

    def _process(self, keys: Sequence[int]) -> tuple[int, int]:
        """Make and store the composites of some assemblies; those that change meanwhile are made once more."""
        stored = failed = 0
        left = list(keys)
        for _ in range(_ROUNDS):
            if not left:
                break
            done, gone_wrong, left = self._round(left)
            stored, failed = stored + done, failed + gone_wrong
        return stored, failed

    def _round(self, keys: Sequence[int]) -> tuple[int, int, list[int]]:
        """(stored, failed, keys of those whose members changed meanwhile)."""
        space = self._space()
        by_key = {one.key: one for one in self._assemblies.all()}
        ended = [key for key in keys if key not in by_key]
        if ended:
            self._store.queue.remove(ended)
        due = [by_key[key] for key in keys if key in by_key]
        standings = self._assemblies.standings.of(due)
        made: dict[int, tuple[Vectors, bytes]] = {}
        failed = 0
        for one in due:
            try:
                made[one.key] = _composite(space, standings[one.id]), standings[one.id].digest
            except KnownError as error:
                if space.outside is not None and isinstance(error, IncompleteError):
                    continue  # it waits until its members' vectors have come
                self._fail([one.key], error, "compose")
                failed += 1
        try:
            self.fault()
            changed = self._changed(made)
            self._store_composites(space, {key: each for key, each in made.items() if key not in changed})
        except (KnownError, OSError, RuntimeError, MemoryError) as error:
            self._fail(list(made), error, "store")
            return 0, failed + len(made), []
        return len(made) - len(changed), failed, changed

    def _changed(self, made: dict[int, tuple[Vectors, bytes]]) -> list[int]:
        """Keys of those that are made of something else by now."""
        now = [one for one in self._assemblies.all() if one.key in made]
        standings = self._assemblies.standings.of(now)
        same = {one.key for one in now if standings[one.id].digest == made[one.key][1]}
        return [key for key in made if key not in same]

    def _store_composites(self, space: Space, made: dict[int, tuple[Vectors, bytes]]) -> None:
        if not made:
            return
        self._warn_of_differences(space, made)
        with self._store.database.transaction() as cursor:
            vectors, digests = zip(*made.values(), strict=True)
            self._store.composites.put(cursor, space.model_version, list(made), np.stack(vectors), digests)
            self._store.queue.confirm(list(made), self._clock(), ASSEMBLY)
        self._store.composites.changed()

    def _warn_of_differences(self, space: Space, made: dict[int, tuple[Vectors, bytes]]) -> None:
        """Log a warning for stored vectors that differ although their sources are the same."""
        stored = self._store.composites.of(space.model_version)
        for row in np.flatnonzero(np.isin(stored.keys, list(made))).tolist():
            vector, digest = made[int(stored.keys[row])]
            if stored.made_of[row] == digest and not np.array_equal(stored.vectors[row], vector):
                _log.warning("the vector of assembly %d was not what its members give; replaced", stored.keys[row])

    def _fail(self, keys: Sequence[int], error: Exception, operation: str) -> None:
        _log.info("composites of %s: %s", keys, error)
        self._store.queue.fail(keys, self._clock(), str(error) or "There is not enough memory.", operation)


def _composite(space: Space, standing: Standing) -> Vectors:
    if not len(standing.keys):
        raise IncompleteError("None of its members is left.")
    found, vectors = space.vectors.index.fetch(standing.keys)
    missing = len(standing.keys) - len(found)
    if missing:
        raise IncompleteError(f"{missing} of its {len(standing.keys)} members have no vector yet.")
    return composite(vectors.astype(np.float32), standing.saliences.tolist())
