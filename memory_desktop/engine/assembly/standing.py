"""Which memories represent the members of assemblies now, and so what their composite vectors are made of.

A member that was edited or merged is followed to its successor; one that was forgotten has none. What stands for the
members, with the saliences they weigh by, has a digest: a composite that was made of another digest is out of date,
whatever its age. All of it is kept until a record changes that it depends on, which one question of the database
tells: so an answer for thousands of assemblies costs nothing while nothing changes, and little when something does.
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from memory_desktop.core.assemblies import Assembly
from memory_desktop.core.keys import Keys
from memory_desktop.core.memory.records import Status
from memory_desktop.engine.history.succession import current
from memory_desktop.store import Store

_DIGEST_BYTES = 16


@dataclass(frozen=True, slots=True)
class Standing:
    """The memories that represent the members of one assembly now.

    Attributes:
        keys: sorted keys of the active memories, each once. saliences: theirs, (n,).
        gone: how many members nothing stands for.
        followed: some member is not active itself, so that a new record may come to stand for it.
        digest: equal for equal keys and saliences, 16 bytes.
    """

    keys: Keys
    saliences: npt.NDArray[np.float64]
    gone: int
    followed: bool
    digest: bytes


@dataclass(frozen=True, slots=True)
class _Kept:
    """One assembly's members, as they were asked about, and what stood for them."""

    members: tuple[str, ...]
    standing: Standing


class Standings:
    """See the module. Safe from many threads.

    Attributes:
        version: grows whenever something that was answered before is no longer so.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._position = 0
        self._generation = store.records.generation
        self._kept: dict[str, _Kept] = {}
        self._owners: tuple[Keys, list[str]] | None = None
        self.version = 0

    def of(self, assemblies: Sequence[Assembly]) -> dict[str, Standing]:
        """The memories that represent the members of these assemblies, by assembly id."""
        with self._lock:
            self._follow()
            unknown = [one for one in assemblies if not self._knows(one)]
            if unknown:
                self._kept |= self._looked_up(unknown)
                self._owners = None
                self.version += 1
            return {one.id: self._kept[one.id].standing for one in assemblies}

    def refresh(self) -> int:
        """Take in what has changed; the version after it."""
        with self._lock:
            self._follow()
            return self.version

    def _knows(self, one: Assembly) -> bool:
        return one.id in self._kept and self._kept[one.id].members == one.members

    def _follow(self) -> None:
        """Drop cached entries that depend on records changed since the last call."""
        head, generation = self._store.log.head, self._store.records.generation
        if (head, generation) == (self._position, self._generation):
            return
        if generation != self._generation:  # they were repaired, which no event says
            self._kept, self._owners = {}, None
            self.version += 1
        elif self._kept:
            changed, succession = self._store.records.changes_to_members(self._position)
            touched = self._touched(changed)
            if succession:
                touched |= {id for id, kept in self._kept.items() if kept.standing.followed}
            if touched:
                self._kept = {id: kept for id, kept in self._kept.items() if id not in touched}
                self._owners = None
                self.version += 1
        self._position, self._generation = head, generation

    def _touched(self, changed: Keys) -> set[str]:
        """Ids of the assemblies that have any of these memories standing for a member."""
        if not len(changed):
            return set()
        if self._owners is None:
            every = list(self._kept.items())
            keys = [kept.standing.keys for _, kept in every]
            owners = [id for (id, _), each in zip(every, keys, strict=True) for _ in range(len(each))]
            self._owners = np.concatenate([np.empty(0, dtype=np.int64), *keys]), owners
        keys_of, owner_of = self._owners
        return {owner_of[row] for row in np.flatnonzero(np.isin(keys_of, changed)).tolist()}

    def _looked_up(self, assemblies: Iterable[Assembly]) -> dict[str, _Kept]:
        ids = list(dict.fromkeys(id for one in assemblies for id in one.members))
        active = self._store.records.active_keys(ids)
        followed = current(self._store.records, [id for id in ids if id not in active], through_merges=True)
        keys = active | {id: memory.key for id, memory in followed.items() if memory.status is Status.ACTIVE}
        saliences = self._store.records.saliences(sorted(set(keys.values())))
        found = {}
        for one in assemblies:
            standing = sorted({keys[id] for id in one.members if id in keys} & saliences.keys())
            gone = sum(1 for id in one.members if id not in keys)
            retired = any(id not in active for id in one.members)
            found[one.id] = _Kept(one.members, _standing(standing, [saliences[key] for key in standing], gone, retired))
        return found


def _standing(keys: Sequence[int], saliences: Sequence[float], gone: int, followed: bool) -> Standing:
    key_array, weights = np.array(keys, dtype=np.int64), np.array(saliences, dtype=np.float64)
    body = key_array.astype("<i8").tobytes() + weights.astype("<f8").tobytes()
    digest = hashlib.blake2b(body, digest_size=_DIGEST_BYTES).digest()
    return Standing(key_array, weights, gone, followed, digest)
