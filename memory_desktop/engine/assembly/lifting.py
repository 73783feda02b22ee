"""How assemblies affect a query: which are activated, and how much their members are lifted.

A recall must not pay for each assembly. So the active ones stand in rows that are made anew only when something about
them has changed, the drift gate is one comparison of all their times, and the similarity one product of all their
vectors with the query's.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

import numpy as np
import numpy.typing as npt

from memory_desktop.core import assemblies as a
from memory_desktop.core.answers import Boost
from memory_desktop.core.assemblies import Activation, Assembly, Book
from memory_desktop.core.keys import Keys
from memory_desktop.core.ports import Clock, Vectors
from memory_desktop.core.settings import Settings
from memory_desktop.engine.assembly.standing import Standing, Standings
from memory_desktop.engine.embedding.space import Space
from memory_desktop.store import Store
from memory_desktop.store.vector_queue import ASSEMBLY

#: Of the assemblies that are activated, and of those below the threshold, so many of the nearest are told one by one.
MOST_TOLD = 100
_CHANGED = "its members changed since its vector was made, which is being made again"
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Lifts:
    """What the assemblies do to one query.

    Attributes:
        boosts: by memory key. activations: what became of the assemblies, those that lift first; of those that are
            activated, and of those below the threshold, the nearest. activated: ids of all that are.
        members: keys of all that are lifted, those that are lifted most first.
    """

    boosts: Mapping[int, Boost]
    activations: tuple[Activation, ...]
    activated: tuple[str, ...] = ()
    members: Keys = field(default_factory=lambda: np.empty(0, dtype=np.int64))


@dataclass(frozen=True, slots=True)
class _Rows:
    """The active assemblies, a row each, in the order of their keys.

    Attributes:
        synchronised: microseconds when a vector was last stored or verified, -1 never. row_of: of its vector, or -1.
        outdated: the vector was made of other members, or other saliences.
        members: sorted keys of all members, each once. starts: where in `owners` the rows begin that have it.
    """

    assemblies: tuple[Assembly, ...]
    ids: npt.NDArray[np.object_]
    synchronised: npt.NDArray[np.int64]
    row_of: npt.NDArray[np.int64]
    outdated: npt.NDArray[np.bool_]
    vectors: Vectors
    members: Keys
    starts: npt.NDArray[np.int64]
    owners: npt.NDArray[np.int64]


class _Boosts(Mapping[int, Boost]):
    """What each member gets, put into words only for those that somebody asks about.

    Args:
        similar: by row, how alike an assembly that lifts is to the query; 0 for the others.
    """

    def __init__(self, rows: _Rows, similar: npt.NDArray[np.float64], weight: float) -> None:
        self._rows = rows
        self._similar = similar
        self._weight = weight
        best = np.maximum.reduceat(similar[rows.owners], rows.starts) if len(rows.members) else np.empty(0)
        lifted = rows.members[best > 0]
        self._lifted = lifted[np.lexsort((lifted, -best[best > 0]))]

    def __getitem__(self, key: int) -> Boost:
        place = int(np.searchsorted(self._rows.members, key))
        if place == len(self._rows.members) or self._rows.members[place] != key:
            raise KeyError(key)
        end = self._rows.starts[place + 1] if place + 1 < len(self._rows.starts) else len(self._rows.owners)
        owners = self._rows.owners[self._rows.starts[place] : end]
        row = int(owners[np.argmax(self._similar[owners])])  # a member of several gets the greatest
        similarity = float(self._similar[row])
        if similarity <= 0:
            raise KeyError(key)
        name = self._rows.assemblies[row].name
        return Boost("assembly", self._weight * similarity, f"member of “{name}”, which matches ({similarity:.2f})")

    @property
    def strongest(self) -> Keys:
        """The members that are lifted, those that are lifted most first; equal ones by key."""
        return self._lifted

    def __iter__(self) -> Iterator[int]:
        return iter(self._lifted.tolist())

    def __len__(self) -> int:
        return len(self._lifted)


class Lifting:
    """See the module. Safe from many threads.

    Args:
        book: all assemblies; the same object while none has changed.
    """

    def __init__(
        self,
        store: Store,
        book: Callable[[], Book],
        standings: Standings,
        space: Callable[[], Space],
        settings: Callable[[], Settings],
        clock: Clock,
    ) -> None:
        self._store = store
        self._book = book
        self._standings = standings
        self._space = space
        self._settings = settings
        self._clock = clock
        self._lock = threading.Lock()
        self._kept: tuple[tuple[object, ...], Book, _Rows] | None = None

    def lifts(self, query: npt.NDArray[np.float32]) -> Lifts:
        """Which assemblies a query activates, and what their members get by it, as a share of the best score.

        Only what the gate lets through is compared at all. A member of several gets the greatest lift.
        """
        settings = self._settings()
        weight, least = settings.number("assemblies.boost"), settings.number("assemblies.activation")
        rows = self._rows()
        if not rows.assemblies:
            return Lifts({}, ())
        skipped = self._skipped(rows, settings.number("assemblies.max_drift"))
        if weight <= 0:
            return Lifts({}, _told_skipped(rows, skipped))
        usable = np.ones(len(rows.assemblies), dtype=np.bool_)
        usable[list(skipped)] = False
        places = np.flatnonzero(usable)
        similar = np.zeros(len(rows.assemblies))
        if len(places):
            similar[places] = (rows.vectors @ query)[rows.row_of[places]]
        order = places[np.argsort(-similar[places], kind="stable")]
        count = int((similar[places] >= least).sum())
        lifting, below = order[:count], order[count : count + MOST_TOLD]
        said = [_told(rows, row, float(similar[row])) for row in lifting[:MOST_TOLD].tolist()]
        said += _told_skipped(rows, skipped)
        said += [_told(rows, row, float(similar[row]), least) for row in below.tolist()]
        lifts = np.zeros(len(rows.assemblies))
        lifts[lifting] = similar[lifting]
        boosts = _Boosts(rows, lifts, weight)
        return Lifts(boosts, tuple(said), tuple(rows.ids[lifting].tolist()), boosts.strongest)

    def skipped(self) -> tuple[Activation, ...]:
        """The assemblies that the drift gate keeps from lifting anything now, whatever is asked, and why."""
        rows = self._rows()
        return _told_skipped(rows, self._skipped(rows, self._settings().number("assemblies.max_drift")))

    def outdated(self) -> list[int]:
        """Keys of the assemblies whose vector was made of other members, or other saliences, than they have now."""
        rows = self._rows()
        return [rows.assemblies[row].key for row in np.flatnonzero(rows.outdated).tolist()]

    def _skipped(self, rows: _Rows, max_drift: float) -> dict[int, str]:
        """Why an assembly must not lift its members, by row, for those that must not."""
        now, found = self._clock(), {}
        oldest = (now - timedelta(seconds=max_drift) - _EPOCH) // timedelta(microseconds=1)
        for row in np.flatnonzero((rows.synchronised < oldest) | (rows.row_of < 0) | rows.outdated).tolist():
            at = int(rows.synchronised[row])
            problem = a.gate(_EPOCH + timedelta(microseconds=at) if at >= 0 else None, now, max_drift)
            if not problem and rows.row_of[row] < 0:
                problem = "it has no vector by the model in use"
            found[row] = problem or _CHANGED
        return found

    def _rows(self) -> _Rows:
        store, model = self._store, self._space().model_version
        book = self._book()
        # What is read below may be newer than these numbers, never older: then the next look reads it again.
        state = (model, store.composites.version, store.queue.version, self._standings.refresh())
        with self._lock:
            kept = self._kept
        if kept is not None and kept[0] == state and kept[1] is book:
            return kept[2]
        active = sorted(a.active(book), key=lambda one: one.key)
        standings = self._standings.of(active)
        rows = _aligned(active, [standings[one.id] for one in active], store, model)
        state = (*state[:3], self._standings.refresh())
        with self._lock:
            self._kept = state, book, rows
        return rows


def _aligned(active: Sequence[Assembly], standings: Sequence[Standing], store: Store, model: str) -> _Rows:
    keys = np.array([one.key for one in active], dtype=np.int64)
    composed = store.composites.of(model)
    known, times = store.queue.synchronised(ASSEMBLY)
    time_row, row_of = _rows_of(known, keys), _rows_of(composed.keys, keys)
    synchronised = np.where(time_row >= 0, np.append(times, -1)[time_row], -1)
    outdated = [
        row >= 0 and composed.made_of[row] != standing.digest
        for row, standing in zip(row_of.tolist(), standings, strict=True)
    ]
    members, starts, owners = _by_member(standings)
    out = np.array(outdated, dtype=np.bool_)
    ids = np.array([one.id for one in active], dtype=np.object_)
    return _Rows(tuple(active), ids, synchronised, row_of, out, composed.vectors, members, starts, owners)


def _by_member(
    standings: Sequence[Standing],
) -> tuple[Keys, npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Sorted keys of all members, where the rows that have each begin, and these rows, in order for each."""
    keys = np.concatenate([np.empty(0, dtype=np.int64), *(one.keys for one in standings)])
    owners = np.repeat(np.arange(len(standings)), [len(one.keys) for one in standings])
    order = np.argsort(keys, kind="stable")
    members, starts = np.unique(keys[order], return_index=True)
    return members, starts, owners[order]


def _rows_of(keys: Keys, wanted: Keys) -> npt.NDArray[np.int64]:
    """The row of each wanted key in the sorted `keys`; -1 for those that are not there."""
    if not len(keys):
        return np.full(len(wanted), -1, dtype=np.int64)
    places = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
    return np.where(keys[places] == wanted, places, -1)


def _said(one: Assembly, state: str, similarity: float | None, reason: str) -> Activation:
    return Activation(one.id, one.name, state, similarity, reason)


def _told_skipped(rows: _Rows, skipped: Mapping[int, str]) -> tuple[Activation, ...]:
    """By row the reasons why assemblies must not lift their members, told one by one."""
    return tuple(_said(rows.assemblies[row], "skipped", None, reason) for row, reason in sorted(skipped.items()))


def _told(rows: _Rows, row: int, similarity: float, above: float | None = None) -> Activation:
    """That an assembly was activated, or that it is below the limit which is given."""
    if above is None:
        return _said(rows.assemblies[row], "activated", similarity, f"similarity {similarity:.2f}")
    reason = f"similarity {similarity:.2f} is below {above:g}"
    return _said(rows.assemblies[row], "below", similarity, reason)
