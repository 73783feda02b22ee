"""Vectors of one model version, in immutable segments.

**Theory of operation.** New vectors arrive as *delta* segments: one small file each, named by the manifest once it is
durable. All deltas together are the tail; it is kept in memory and searched exactly by one matrix product. When the
tail has `segment_size` vectors, `maintain` *seals* the oldest of them, in key order: a file of full vectors (float16,
memory-mapped) and a usearch graph over int8 copies, built by one thread and therefore byte-identical wherever the same
vectors are sealed. A search asks each graph for candidates, scores those exactly from the full vectors, scores the
tail exactly, and merges.

**Writing.** A sync of a few items writes one delta and the manifest. So that their number stays bounded, an `add`
takes the newest deltas into its own file while that stays below `_MERGE_BYTES`: the write is always small, and the
number of deltas at most the tail's size in those units plus a few.

**Reading.** A reader takes the current `_State`, an immutable snapshot, and needs no lock. Files that a snapshot no
longer names are unlinked; a reader that still maps them keeps them alive.

**Filters** are inside the search: a graph cannot be asked for allowed keys only, so either few keys are allowed and
they are scored exactly, or many are, and the graph is asked for more and more candidates until enough are allowed.

Imperfect: a graph is never changed, so keys of forgotten memories stay in it and are passed over at search.
"""

from __future__ import annotations

import mmap
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from usearch.compiled import MetricKind, ScalarKind
from usearch.index import Index

from memory_desktop.core.answers import Segment
from memory_desktop.core.cancel import stopped
from memory_desktop.core.errors import ClosedError, IndexDamagedError
from memory_desktop.core.ports import CancelToken, Clock, Keys, KeySelection, ScoredKeys, Vectors
from memory_desktop.durable import settle, write_durably
from memory_desktop.index import manifest as manifests
from memory_desktop.index.files import make_folder, unreadable
from memory_desktop.index.manifest import FileEntry, Manifest, SegmentEntry
from memory_desktop.own_files import VECTOR_FILE, is_regular

SEGMENT_SIZE = 32_768
_MERGE_BYTES = 400_000
# Measured at 200,000 vectors of 256 numbers, recall@10 against exact: 0.90 with 16 / 96 / 96, 0.99 with these.
_CONNECTIVITY = 24
_EXPANSION_ADD = 160
_EXPANSION_SEARCH = 250
_MIN_CANDIDATES = 50
# Below this share of a segment's rows, scoring the allowed ones exactly is cheaper than asking the graph for more.
_EXACT_SHARE = 0.15
_BUILD_CHUNK = 2_048
_EXACT_CHUNK = 8_192
_PROBE_COSINE = 0.99

Half = npt.NDArray[np.float16]


@dataclass(frozen=True, slots=True)
class _Sealed:
    """A segment on disk: `order` sorts `keys`, `vectors` are mapped, `graph` speaks of rows."""

    entry: SegmentEntry
    keys: Keys
    vectors: Half
    graph: Any


@dataclass(frozen=True, slots=True)
class _State:
    """What a reader sees. The tail's keys are sorted; `tail` (n, dim) belongs to them; deltas are its files."""

    sealed: tuple[_Sealed, ...]
    deltas: tuple[SegmentEntry, ...]
    tail_keys: Keys
    tail: Vectors


class SegmentedVectorIndex:
    """See the module's docstring. Build one with `open`."""

    def __init__(self, folder: Path, model_version: str, dim: int, clock: Clock, segment_size: int) -> None:
        self._folder = folder
        self._model_version = model_version
        self._dim = dim
        self._clock = clock
        self._segment_size = segment_size
        self._write_lock = threading.Lock()
        self._maintain_lock = threading.Lock()
        self._next_number = 1
        self._closed = False
        self._verified: dict[str, datetime] = {}
        empty = np.empty(0, dtype=np.int64)
        self._state = _State((), (), empty, np.empty((0, dim), dtype=np.float32))

    @classmethod
    def open(
        cls, folder: Path, model_version: str, dim: int, clock: Clock, *, segment_size: int = SEGMENT_SIZE
    ) -> SegmentedVectorIndex:
        """Open the index in a folder, or make a new one there.

        Raises:
            IndexDamagedError: a file is missing or altered, a probe failed, or the vectors are another model's.
            VaultError: the disk refuses.
        """
        make_folder(folder)
        index = cls(folder, model_version, dim, clock, segment_size)
        try:
            index._open()
        except OSError as error:
            raise unreadable(folder, error) from error
        return index

    def _open(self) -> None:
        manifest = manifests.load(self._folder)
        if manifest is None:
            manifests.save(self._folder, Manifest(self._model_version, self._dim, 1, ()))
            return
        if (manifest.model_version, manifest.dim) != (self._model_version, self._dim):
            raise IndexDamagedError(
                f"{self._folder} holds vectors of {manifest.model_version} ({manifest.dim} numbers),"
                f" not of {self._model_version}"
            )
        for segment in manifest.segments:
            for problem in manifests.problems(self._folder, segment):
                raise IndexDamagedError(problem)
        self._load(manifest)
        for problem in self._probe():
            raise IndexDamagedError(problem)
        self._all_verified(manifest.segments)

    @property
    def model_version(self) -> str:
        """The model whose vectors these are."""
        return self._model_version

    @property
    def dim(self) -> int:
        """Numbers in a vector."""
        return self._dim

    def __len__(self) -> int:
        state = self._state
        return len(state.tail_keys) + sum(len(segment.keys) for segment in state.sealed)

    def add(self, keys: Keys, vectors: Vectors) -> None:
        """Store vectors durably; keys that are there already, or come twice, are left as they are."""
        if vectors.shape != (len(keys), self._dim):
            raise ValueError(f"{len(keys)} keys need vectors of shape ({len(keys)}, {self._dim}), not {vectors.shape}")
        with self._write_lock:
            self._check_open()
            keys, first = np.unique(np.asarray(keys, dtype=np.int64), return_index=True)
            vectors = np.asarray(vectors, dtype=np.float32)[first]
            fresh = ~self._contains(self._state, keys)
            keys, half = keys[fresh], vectors[fresh].astype(np.float16)
            if not len(keys):
                return
            state = self._state
            kept, merged = self._small_deltas(state.deltas, len(keys))
            file_keys, file_vectors = keys, half
            if merged:
                old = self._rows_of(merged)
                file_keys, file_vectors = _sorted(np.concatenate([old[0], keys]), np.concatenate([old[1], half]))
            entry = self._write_vectors("delta", file_keys, file_vectors)
            tail_keys, tail = _sorted(
                np.concatenate([state.tail_keys, keys]), np.concatenate([state.tail, half.astype(np.float32)])
            )
            self._publish(_State(state.sealed, (*kept, entry), tail_keys, tail), gone=merged)

    def search(self, query: Vectors, k: int, selection: KeySelection) -> ScoredKeys:
        """The k best by cosine among the selected keys."""
        return self._search(query, k, selection, exact=False)

    def exact_search(self, query: Vectors, k: int, selection: KeySelection) -> ScoredKeys:
        """As `search`, comparing with every selected vector."""
        return self._search(query, k, selection, exact=True)

    def fetch(self, keys: Keys) -> tuple[Keys, Vectors]:
        """Found keys, sorted, and their vectors."""
        state = self._state
        wanted = np.unique(np.asarray(keys, dtype=np.int64))
        found_keys, found = [], []
        for segment_keys, vectors in self._parts(state):
            rows = _rows(segment_keys, wanted)
            found_keys.append(segment_keys[rows])
            found.append(np.asarray(vectors[rows], dtype=np.float32))
        return _sorted(np.concatenate(found_keys), np.concatenate(found))

    def keys(self) -> Keys:
        """All keys, sorted."""
        return np.sort(np.concatenate([keys for keys, _ in self._parts(self._state)]))

    def segments(self) -> tuple[Segment, ...]:
        """Every file group, sealed ones first."""
        state = self._state
        entries = [*(segment.entry for segment in state.sealed), *state.deltas]
        return tuple(
            Segment(one.name, one.kind, one.count, one.size, one.written_at, self._verified_at(one)) for one in entries
        )

    def verify_one(self, before: datetime) -> str | None:
        """Compare one segment, last verified at or before a time, with its checksums; None when there is none."""
        with self._maintain_lock, self._write_lock:
            state = self._state
            entries = [*(segment.entry for segment in state.sealed), *state.deltas]
            due = [entry for entry in entries if self._verified_at(entry) <= before]
            if self._closed or not due:
                return None
            oldest = min(due, key=self._verified_at)
            problems = manifests.problems(self._folder, oldest)
            if not problems:
                self._verified[oldest.name] = self._clock()
            return "; ".join(problems)

    def maintain(self, cancel: CancelToken | None = None) -> bool:
        """Seal the oldest `segment_size` vectors of the tail, if it has so many. Reads and adds go on meanwhile."""
        with self._maintain_lock:
            state = self._state
            if self._closed or len(state.tail_keys) < self._segment_size:
                return False
            keys = state.tail_keys[: self._segment_size]
            half = state.tail[: self._segment_size].astype(np.float16)
            graph = self._build(half, cancel)
            if graph is None:
                return False
            with self._write_lock:
                self._check_open()
                sealed = self._write_sealed(keys, half, graph)
                state = self._state
                left = ~np.isin(state.tail_keys, keys, assume_unique=True)
                tail_keys, tail = state.tail_keys[left], state.tail[left]
                # What arrived during the build stays in the tail, in one new delta.
                rest = (self._write_vectors("delta", tail_keys, tail.astype(np.float16)),) if len(tail_keys) else ()
                self._publish(_State((*state.sealed, sealed), rest, tail_keys, tail), gone=state.deltas)
            return True

    def check(self) -> tuple[str, ...]:
        """Checksums of every file, then a probe by fetch and query."""
        with self._maintain_lock, self._write_lock:
            state = self._state
            entries = [*(segment.entry for segment in state.sealed), *state.deltas]
            found = [problem for entry in entries for problem in manifests.problems(self._folder, entry)]
            try:
                manifest = manifests.load(self._folder)
                if manifest is None or list(manifest.segments) != entries:
                    found.append(f"{self._folder / manifests.NAME} does not name the files in use")
            except IndexDamagedError as error:
                found.append(error.message)
            if not found:
                self._all_verified(entries)
        return tuple(found or self._probe())

    def close(self) -> None:
        """Let the files go; a build in progress is given up."""
        self._closed = True
        with self._maintain_lock, self._write_lock:
            empty = np.empty(0, dtype=np.int64)
            self._state = _State((), (), empty, np.empty((0, self._dim), dtype=np.float32))

    def _verified_at(self, entry: SegmentEntry) -> datetime:
        """A file is as good as verified when it is written: its checksum is that of what was given to the disk."""
        return self._verified.get(entry.name, entry.written_at)

    def _all_verified(self, entries: Sequence[SegmentEntry]) -> None:
        now = self._clock()
        self._verified = {entry.name: now for entry in entries}

    # --- reading ----------------------------------------------------------------------------------------------------

    def _search(self, query: Vectors, k: int, selection: KeySelection, *, exact: bool) -> ScoredKeys:
        state = self._state
        query = np.asarray(query, dtype=np.float32).reshape(-1)
        if query.shape != (self._dim,):
            raise ValueError(f"a query needs {self._dim} numbers, not {query.shape[0]}")
        tail_rows = _allowed(state.tail_keys, selection)

        def in_segment(segment: _Sealed) -> tuple[Keys, npt.NDArray[np.float32]]:
            rows = self._candidates(segment, query, k, selection, exact=exact)
            return segment.keys[rows], _exact_scores(segment.vectors, rows, query)

        # One after the other: usearch keeps the interpreter’s lock, so threads only cost (4.3 ms against 5.8).
        parts = [in_segment(segment) for segment in state.sealed]
        if tail_rows is None:
            parts.append((state.tail_keys, state.tail @ query))
        else:
            parts.append((state.tail_keys[tail_rows], state.tail[tail_rows] @ query))
        keys, scores = (np.concatenate(column) for column in zip(*parts, strict=True))
        return _best(keys, scores, k)

    def _candidates(
        self, segment: _Sealed, query: Vectors, k: int, selection: KeySelection, *, exact: bool
    ) -> npt.NDArray[np.int64]:
        """Rows of a segment worth scoring exactly: at least its k best allowed ones, nearly always."""
        count = len(segment.keys)
        allowed = _allowed(segment.keys, selection)
        rows = np.arange(count) if allowed is None else allowed
        if exact or len(rows) <= max(_EXACT_SHARE * count, 2 * k):
            return rows
        mask = None
        if allowed is not None:
            mask = np.zeros(count, dtype=bool)
            mask[allowed] = True
        wanted = max(_MIN_CANDIDATES, k + k // 2)
        asked = min(count, int(wanted * count / len(rows) * 1.2) if mask is not None else wanted)
        while True:
            found = np.asarray(segment.graph.search(query, asked, threads=1).keys, dtype=np.int64)
            good = found if mask is None else found[mask[found]]
            if len(good) >= min(wanted, len(rows)) or asked >= count:
                return good if len(good) >= min(k, len(rows)) else rows
            asked = min(count, asked * 3)

    @staticmethod
    def _parts(state: _State) -> list[tuple[Keys, npt.NDArray[Any]]]:
        return [*((segment.keys, segment.vectors) for segment in state.sealed), (state.tail_keys, state.tail)]

    @classmethod
    def _contains(cls, state: _State, keys: Keys) -> npt.NDArray[np.bool_]:
        found = np.zeros(len(keys), dtype=bool)
        for part, _ in cls._parts(state):
            found |= np.isin(keys, part, assume_unique=True)
        return found

    def _probe(self) -> tuple[str, ...]:
        """Fetch the first, middle and last vector of each part and look for them by query."""
        state = self._state
        for number, (keys, vectors) in enumerate(self._parts(state)):
            if not len(keys):
                continue
            for row in {0, len(keys) // 2, len(keys) - 1}:
                vector = np.asarray(vectors[row], dtype=np.float32)
                if not np.isfinite(vector).all():
                    return (f"the vector of key {keys[row]} is not a number",)
                if not vector.any():
                    continue
                if number < len(state.sealed):
                    rows = self._candidates(state.sealed[number], vector, 10, KeySelection(), exact=False)
                    best = _exact_scores(vectors, rows, vector).max(initial=-1.0)
                else:
                    best = float((state.tail @ vector).max())
                if best < _PROBE_COSINE * float(vector @ vector):
                    return (f"the vector of key {keys[row]} is not found by query",)
        return ()

    # --- writing ----------------------------------------------------------------------------------------------------

    def _load(self, manifest: Manifest) -> None:
        self._next_number = manifest.next_number
        sealed = tuple(self._open_sealed(entry) for entry in manifest.segments if entry.kind == "sealed")
        deltas = tuple(entry for entry in manifest.segments if entry.kind == "delta")
        tail_keys, half = self._rows_of(deltas)
        self._state = _State(sealed, deltas, tail_keys, half.astype(np.float32))
        named = {entry.name + suffix for entry in manifest.segments for suffix in entry.files} | {manifests.NAME}
        for leftover in self._folder.iterdir():
            if leftover.name not in named and VECTOR_FILE.fullmatch(leftover.name) and is_regular(leftover):
                leftover.unlink()  # of a write that a crash cut short

    def _open_sealed(self, entry: SegmentEntry) -> _Sealed:
        path = self._folder / (entry.name + ".vec")
        with path.open("rb") as file:
            mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        keys = np.frombuffer(mapped, dtype=np.int64, count=entry.count)
        vectors = np.frombuffer(mapped, dtype=np.float16, offset=keys.nbytes).reshape(entry.count, self._dim)
        try:
            graph = Index.restore(str(self._folder / (entry.name + ".ann")), view=True)
        except (RuntimeError, ValueError, OSError) as error:
            raise IndexDamagedError(f"{entry.name}.ann cannot be opened: {error}") from error
        if graph is None or len(graph) != entry.count or graph.ndim != self._dim:
            raise IndexDamagedError(f"{entry.name}.ann does not hold what the manifest says")
        graph.expansion_search = _EXPANSION_SEARCH  # type: ignore[misc]  # the stub lacks the setter
        return _Sealed(entry, keys, vectors, graph)

    def _rows_of(self, deltas: Sequence[SegmentEntry]) -> tuple[Keys, Half]:
        """Keys and vectors of some deltas, sorted by key."""
        keys, vectors = [np.empty(0, dtype=np.int64)], [np.empty((0, self._dim), dtype=np.float16)]
        for entry in deltas:
            data = (self._folder / (entry.name + ".vec")).read_bytes()
            part = np.frombuffer(data, dtype=np.int64, count=entry.count)
            keys.append(part)
            rows = np.frombuffer(data, dtype=np.float16, offset=part.nbytes)
            vectors.append(rows.reshape(entry.count, self._dim))
        return _sorted(np.concatenate(keys), np.concatenate(vectors))

    def _small_deltas(
        self, deltas: tuple[SegmentEntry, ...], incoming: int
    ) -> tuple[tuple[SegmentEntry, ...], tuple[SegmentEntry, ...]]:
        """(deltas to keep, newest deltas to take into the next file)."""
        budget = _MERGE_BYTES - incoming * (8 + 2 * self._dim)
        cut = len(deltas)
        while cut and deltas[cut - 1].size <= budget:
            cut -= 1
            budget -= deltas[cut].size
        return deltas[:cut], deltas[cut:]

    def _write_vectors(self, kind: str, keys: Keys, vectors: Half, name: str = "") -> SegmentEntry:
        if not name:
            name = f"{kind}-{self._next_number:08d}"
            self._next_number += 1
        path = self._folder / f"{name}.vec"
        rows = np.ascontiguousarray(vectors, dtype=np.float16)
        digest = write_durably(path, [keys.astype("<i8").tobytes(), rows.tobytes()])
        entry = FileEntry(path.stat().st_size, digest)
        return SegmentEntry(name, kind, len(keys), self._clock(), {".vec": entry})

    def _build(self, vectors: Half, cancel: CancelToken | None) -> Any | None:
        """The graph over int8 copies, by one thread; None when it is cancelled, or the index closed, meanwhile."""
        graph = Index(
            ndim=self._dim,
            metric=MetricKind.Cos,
            dtype=ScalarKind.I8,
            connectivity=_CONNECTIVITY,
            expansion_add=_EXPANSION_ADD,
            expansion_search=_EXPANSION_SEARCH,
            enable_key_lookups=False,
        )
        for start in range(0, len(vectors), _BUILD_CHUNK):
            if self._closed or stopped(cancel):
                return None
            chunk = vectors[start : start + _BUILD_CHUNK].astype(np.float32)
            graph.add(np.arange(start, start + len(chunk), dtype=np.uint64), chunk, threads=1, copy=True)
        return graph

    def _write_sealed(self, keys: Keys, vectors: Half, graph: Any) -> _Sealed:
        name = f"sealed-{self._next_number:08d}"
        self._next_number += 1
        path = self._folder / f"{name}.ann"
        temporary = path.with_name(path.name + ".tmp")
        graph.save(str(temporary))
        digest = settle(temporary)
        temporary.replace(path)
        entry = self._write_vectors("sealed", keys, vectors, name)
        files = {**entry.files, ".ann": FileEntry(path.stat().st_size, digest)}
        return self._open_sealed(SegmentEntry(name, "sealed", len(keys), entry.written_at, files))

    def _publish(self, state: _State, *, gone: Sequence[SegmentEntry]) -> None:
        """Name the new files in the manifest, show them to readers, and let the replaced ones go."""
        entries = (*(segment.entry for segment in state.sealed), *state.deltas)
        manifests.save(self._folder, Manifest(self._model_version, self._dim, self._next_number, entries))
        self._state = state
        for entry in gone:
            for suffix in entry.files:
                (self._folder / (entry.name + suffix)).unlink(missing_ok=True)

    def _check_open(self) -> None:
        if self._closed:
            raise ClosedError("The vector index is closed.")


def _sorted(keys: Keys, vectors: npt.NDArray[Any]) -> tuple[Keys, npt.NDArray[Any]]:
    if len(keys) < 2 or (np.diff(keys) > 0).all():
        return keys, vectors
    order = np.argsort(keys, kind="stable")
    return keys[order], vectors[order]


def _rows(keys: Keys, wanted: Keys) -> npt.NDArray[np.int64]:
    """Rows of the sorted `keys` whose key is in the sorted `wanted`."""
    if not len(keys) or not len(wanted):
        return np.empty(0, dtype=np.int64)
    places = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
    found: npt.NDArray[np.int64] = places[keys[places] == wanted]
    return found


def _allowed(keys: Keys, selection: KeySelection) -> npt.NDArray[np.int64] | None:
    """Rows of the sorted `keys` that the selection lets through; None means all of them."""
    rows: npt.NDArray[np.int64] | None = None
    if selection.include is not None:
        rows = _rows(keys, selection.include)
    if selection.exclude is not None and len(selection.exclude):
        out = _rows(keys, selection.exclude)
        if len(out):
            mask = np.zeros(len(keys), dtype=bool)
            mask[rows if rows is not None else slice(None)] = True
            mask[out] = False
            rows = np.flatnonzero(mask)
    return rows


def _exact_scores(vectors: Half, rows: npt.NDArray[np.int64], query: Vectors) -> npt.NDArray[np.float32]:
    """Dot products of some rows with the query, some thousands at a time so that memory stays small."""
    scores = np.empty(len(rows), dtype=np.float32)
    for start in range(0, len(rows), _EXACT_CHUNK):
        part = rows[start : start + _EXACT_CHUNK]
        scores[start : start + _EXACT_CHUNK] = vectors[part].astype(np.float32) @ query
    return scores


def _best(keys: Keys, scores: npt.NDArray[np.float32], k: int) -> ScoredKeys:
    """The k best; equal scores by key."""
    if len(keys) > 4 * k:
        # Ties at the cut must all stay in, so that the key decides between them.
        floor = np.partition(scores, len(scores) - k)[len(scores) - k]
        near = scores >= floor
        keys, scores = keys[near], scores[near]
    order = np.lexsort((keys, -scores))[:k]
    return ScoredKeys(keys[order], scores[order].astype(np.float64))
