"""The map of the embedding space: every active memory that has a vector, at its place in two dimensions.

The projection is made once, of a sample, and kept in the vault with the version of the model: so the map is the same
after a restart, and a memory that comes later is put where the same projection puts it. Another model, or `make`, gives
another map. `improve` is the better projection, by a library that need not be installed.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec

import numpy as np
import numpy.typing as npt

from memory_desktop.core.cancel import stopped
from memory_desktop.core.errors import CancelledError, InvalidCommandError
from memory_desktop.core.keys import Keys
from memory_desktop.core.mapping.projection import (
    REDUCED,
    Anchors,
    Places,
    Projection,
    fit_plane,
    from_json,
    to_json,
)
from memory_desktop.core.mapping.regions import centres_of, labels_of, number_of, region_of
from memory_desktop.core.ports import CancelToken, Vectors
from memory_desktop.engine.assembly.assemblies import Assemblies
from memory_desktop.engine.embedding.space import Space
from memory_desktop.engine.life import Life
from memory_desktop.engine.mapping.neighbours import ITERATIONS, embed
from memory_desktop.store import Store
from memory_desktop.store.map_columns import Coded

_META = "map"
#: Memories of which a plane is made, and anchors; texts of a region that its label is made of.
_SAMPLE, _ANCHORS, _TEXTS = 8_000, 4_000, 120
_PAGE = 8_192
#: A map that was made of fewer memories than this is made anew once there are so many times as many.
_FEW, _MANY_TIMES = 200, 4
Codes = npt.NDArray[np.int64]
Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Region:
    """A region of the map: the middle of its points, how many there are, and the words that tell it from the rest."""

    number: int
    centre: tuple[float, float]
    count: int
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MapLook:
    """The map at one moment.

    Attributes:
        keys: sorted (n,). places: (n, 2). region: (n,), the number of each one's region.
        layer, kind, source, assembly: for each memory a code, and the names by code; -1 is none of these.
        at: when each was created, microseconds since 1970.
        method: "pca" or "tsne". made_of: how many memories the projection was made of. without: active memories that
            have no vector yet.
    """

    keys: Keys
    places: Places
    region: Codes
    layer: Coded
    kind: Coded
    source: Coded
    assembly: Coded
    at: Codes
    regions: tuple[Region, ...]
    model_version: str
    method: str
    made_of: int
    without: int


class EmbeddingMap:
    """See the module. Safe from many threads."""

    def __init__(self, store: Store, space: Callable[[], Space], assemblies: Assemblies, life: Life) -> None:
        self._store = store
        self._space = space
        self._assemblies = assemblies
        self._life = life
        #: Of the better projection, in its two phases.
        self.iterations = ITERATIONS
        self._lock = threading.Lock()
        self._placed: tuple[Projection, Keys, Places] | None = None
        self._labels: tuple[Projection, int, dict[int, tuple[str, ...]]] | None = None

    @property
    def improvable(self) -> bool:
        """Is the library for the better projection installed?"""
        return find_spec("openTSNE") is not None

    def look(self, cancel: CancelToken | None = None) -> MapLook:
        """The map now; made first, if there is none for the model in use.

        Raises:
            CancelledError: stopped.
        """
        self._life.check()
        columns = self._store.map_columns.all()
        space = self._space()
        keys = np.intersect1d(columns.keys, space.vectors.index.keys(), assume_unique=True)
        projection = self._kept(space)
        if projection is None or (projection.made_of < _FEW and len(keys) >= _MANY_TIMES * projection.made_of):
            projection = self._made(space, keys, cancel)
        keys, places = self._places(space, projection, keys, cancel)
        rows = np.searchsorted(columns.keys, keys)
        region = region_of(places, projection.centres)
        labels = self._told(projection, keys, region, cancel)
        return MapLook(
            keys=keys,
            places=places,
            region=region,
            layer=columns.layer.only(rows),
            kind=columns.kind.only(rows),
            source=columns.source.only(rows),
            assembly=self._grouped(keys),
            at=columns.at[rows],
            regions=_regions(projection, region, labels),
            model_version=projection.model_version,
            method=projection.method,
            made_of=projection.made_of,
            without=len(columns.keys) - len(keys),
        )

    def ids(self, keys: Keys) -> tuple[str, ...]:
        """Ids of memories of the map, in the order of their keys."""
        self._life.check()
        return self._store.map_columns.ids(keys)

    def make(self, cancel: CancelToken | None = None) -> None:
        """Make the projection anew, of the memories that there are now. Raises CancelledError."""
        self._life.check()
        space = self._space()
        self._made(space, self._there(space), cancel)

    def improve(self, progress: Progress | None = None, cancel: CancelToken | None = None) -> None:
        """Make the better projection: one that keeps neighbours together (t-SNE), of a sample; all others among it.

        Raises:
            InvalidCommandError: the library is not installed, or there are too few memories. CancelledError: stopped;
                the map is as it was.
        """
        self._life.check()
        if not self.improvable:
            raise InvalidCommandError(
                "The library for this projection is not installed.",
                hint="Install it with: pip install “memory-desktop[map]”.",
            )
        until = self._life.until(cancel)
        space = self._space()
        keys, vectors = space.vectors.index.fetch(_spread(self._there(space), _ANCHORS))
        if len(keys) < REDUCED:
            raise InvalidCommandError(f"This projection needs {REDUCED} memories with vectors at the least.")
        compared = fit_plane(vectors, min(REDUCED, vectors.shape[1]))
        places = embed(compared.project(vectors), progress, until, self.iterations)
        plane, centres = fit_plane(vectors), centres_of(places, number_of(len(keys)))
        anchors = Anchors(keys, places, compared)
        self._keep(Projection(space.model_version, len(keys), plane, centres, anchors))

    # --- the projection ---------------------------------------------------------------------------------------------

    def _kept(self, space: Space) -> Projection | None:
        """The projection of the vault, if it is of the model in use."""
        with self._lock:
            placed = self._placed
        if placed is not None and placed[0].model_version == space.model_version:
            return placed[0]
        try:
            found = from_json(self._store.meta.get(_META) or {})
        except (ValueError, KeyError, TypeError):
            return None
        return (
            found if (found.model_version, len(found.plane.mean)) == (space.model_version, space.embedder.dim) else None
        )

    def _made(self, space: Space, keys: Keys, cancel: CancelToken | None) -> Projection:
        """A plane of these memories, kept in the vault."""
        _, vectors = space.vectors.index.fetch(_spread(keys, _SAMPLE))
        if not len(vectors):
            vectors = np.zeros((1, space.embedder.dim), dtype=np.float32)
        _check(cancel)
        plane = fit_plane(vectors.astype(np.float32))
        centres = centres_of(plane.project(vectors), number_of(len(keys)))
        projection = Projection(space.model_version, len(keys), plane, centres)
        if len(keys):
            self._keep(projection)
        return projection

    def _keep(self, projection: Projection) -> None:
        with self._lock:
            self._placed = self._labels = None
        if not self._store.log.read_only:
            self._store.meta.set(_META, to_json(projection))

    def _there(self, space: Space) -> Keys:
        return np.intersect1d(self._store.map_columns.keys(), space.vectors.index.keys(), assume_unique=True)

    # --- places -----------------------------------------------------------------------------------------------------

    def _places(
        self, space: Space, projection: Projection, keys: Keys, cancel: CancelToken | None
    ) -> tuple[Keys, Places]:
        """(keys, places) of these memories; what was placed before keeps its place."""
        with self._lock:
            placed = self._placed
        if placed is None or placed[0] is not projection:
            placed = (projection, np.empty(0, dtype=np.int64), np.empty((0, 2), dtype=np.float32))
        _, known, places = placed
        left = np.isin(known, keys, assume_unique=True)
        known, places = known[left], places[left]
        new = np.setdiff1d(keys, known, assume_unique=True)
        found, more = self._projected(space, projection, new, cancel)
        if len(found):
            known, places = np.concatenate([known, found]), np.concatenate([places, more])
            order = np.argsort(known)
            known, places = known[order], places[order]
        with self._lock:
            self._placed = (projection, known, places)
        return known, places

    def _projected(
        self, space: Space, projection: Projection, keys: Keys, cancel: CancelToken | None
    ) -> tuple[Keys, Places]:
        project = self._projector(space, projection)
        found, places = [np.empty(0, dtype=np.int64)], [np.empty((0, 2), dtype=np.float32)]
        for start in range(0, len(keys), _PAGE):
            _check(cancel)
            page, vectors = space.vectors.index.fetch(keys[start : start + _PAGE])
            found.append(page)
            places.append(project(vectors.astype(np.float32)))
        return np.concatenate(found), np.concatenate(places)

    @staticmethod
    def _projector(space: Space, projection: Projection) -> Callable[[Vectors], Places]:
        anchors = projection.anchors
        if anchors is None:
            return projection.plane.project
        there, vectors = space.vectors.index.fetch(anchors.keys)
        if not len(there):
            return projection.plane.project
        rows = np.searchsorted(anchors.keys, there)
        known, places = anchors.plane.project(vectors.astype(np.float32)), anchors.places[rows]
        return lambda vectors: anchors.project(vectors, known, places)

    # --- what is said of them ---------------------------------------------------------------------------------------

    def _grouped(self, keys: Keys) -> Coded:
        """The assembly of each memory: of several, the largest."""
        active = self._assemblies.all()
        standings = self._assemblies.standings.of(active)
        active.sort(key=lambda one: (-len(standings[one.id].keys), one.id))
        codes = np.full(len(keys), -1, dtype=np.int64)
        for code, one in reversed(list(enumerate(active))):
            codes[np.isin(keys, standings[one.id].keys)] = code
        return Coded(codes, tuple(one.name for one in active))

    def _told(
        self, projection: Projection, keys: Keys, region: Codes, cancel: CancelToken | None
    ) -> Mapping[int, tuple[str, ...]]:
        """The words of each region. They are looked for again once a tenth of the memories is new."""
        with self._lock:
            kept = self._labels
        if kept is not None and kept[0] is projection and abs(len(keys) - kept[1]) <= kept[1] // 10:
            return kept[2]
        sample = {one: _spread(keys[region == one], _TEXTS).tolist() for one in range(len(projection.centres))}
        _check(cancel)
        texts = self._store.records.texts([key for some in sample.values() for key in some])
        labels = labels_of({one: [texts[key] for key in some if key in texts] for one, some in sample.items()})
        with self._lock:
            self._labels = (projection, len(keys), labels)
        return labels


def _regions(projection: Projection, region: Codes, labels: Mapping[int, Sequence[str]]) -> tuple[Region, ...]:
    """Those that have any memory, the largest first."""
    counts = np.bincount(region, minlength=len(projection.centres)).tolist()
    found = [
        Region(number, (float(centre[0]), float(centre[1])), counts[number], tuple(labels.get(number, ())))
        for number, centre in enumerate(projection.centres)
        if counts[number]
    ]
    return tuple(sorted(found, key=lambda one: (-one.count, one.number)))


def _spread(keys: Keys, most: int) -> Keys:
    """So many of these at the most, evenly from the oldest to the newest."""
    if len(keys) <= most:
        return keys
    return keys[np.linspace(0, len(keys) - 1, most).astype(np.int64)]


def _check(cancel: CancelToken | None) -> None:
    if stopped(cancel):
        raise CancelledError("The map was superseded.")
