"""Vectors of one model version, in immutable segments.

**Theory of operation.** New vectors arrive as *delta* segments: one small file each, named by the manifest once it is
durable. All deltas together are the tail; it is kept in memory and searched exactly by one matrix product. When the
tail has `segment_size` vectors, `maintain` *seals* the oldest of them, in key order: a file of full vectors (float16,
memory-mapped) and a graph (see `index.graph`). As the time of a search grows with the number of graphs far more than
with their size, it makes the newest graph grow by them while that has room, and begins another one then; in files of
their own, which take the place of the former. A large graph grows in another process (`index.growing`). Segments that
fit into one graph become one. A search asks each graph for candidates, scores those exactly from the full vectors,
scores the tail exactly, and merges.

**Writing.** A sync of a few items writes one delta and the manifest. So that their number stays bounded, an `add`
takes the newest deltas into its own file while that stays below `_MERGE_BYTES`: the write is always small, and the
number of deltas at most the tail's size in those units plus a few.

**Reading.** A reader takes the current `_State`, an immutable snapshot, and needs no lock. Files that a snapshot no
longer names are unlinked; a reader that still maps them keeps them alive.

**Texts.** Each row has a 64-bit digest of the text that it was made of (0: it was not told), so that a vector which
belongs to another text than the record under its key has now is found. `seen` is the greatest key ever held: a log that
does not reach it has lost events.

**Probes.** A graph does not find every row by its own vector: for 0.15 to 0.3 % of real texts it never does. So when a
segment is sealed, some rows are asked for, and the manifest keeps what the graph answered; when it is opened, it must
answer mostly the same.

**Parts.** A long text has rows for its parts beside its own (see `core.vector_rows`). Their numbers are negative, so in
the sorted rows of a file they come first. A search scores rows and answers with memories, each by its best row.

**Filters** are inside the search: a graph cannot be asked for allowed keys only, so either few keys are allowed and
they are scored exactly, or many are, and the graph is asked for more and more candidates until enough are allowed.

Imperfect: a graph is never changed, so keys of forgotten memories stay in it and are passed over at search.
"""

from __future__ import annotations

import mmap
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from memory_desktop.core.answers import Segment
from memory_desktop.core.cancel import stopped
from memory_desktop.core.errors import ClosedError, IndexDamagedError, InvalidCommandError
from memory_desktop.core.keys import Keys, among
from memory_desktop.core.ports import CancelToken, Clock, KeySelection, ScoredKeys, Vectors
from memory_desktop.core.vector_rows import best_of, owners, part_range
from memory_desktop.durable import settle, write_durably
from memory_desktop.index import growing
from memory_desktop.index import manifest as manifests
from memory_desktop.index.files import bytes_of, make_folder, spread, unreadable
from memory_desktop.index.graph import Graph
from memory_desktop.index.manifest import FileEntry, Manifest, SegmentEntry
from memory_desktop.index.quantizer import Quantizer
from memory_desktop.own_files import VECTOR_FILE, is_regular

SEGMENT_SIZE = 32_768
_MERGE_BYTES = 400_000
# So many segments' worth of vectors are in one graph at most: it is written anew whenever it grows.
_GRAPH = 8
_MIN_CANDIDATES = 50
# Up to this share of a segment's rows, and up to so many, scoring the allowed ones exactly is cheaper than asking the
# graph for more.
_EXACT_SHARE, _EXACT_ROWS = 0.05, 4_096
_EXACT_CHUNK = 8_192
#: So many keys are looked up in a table of all keys between the first and the last, if these are at most so many times
#: as many as there are.
_MANY_KEYS, _SPARSE = 4_096, 16
_PROBES = 8
_PROBE_ANSWERS = 10
# A graph that was read as it was written answers the same; another processor may round some answers away.
_AGREEMENT = 0.5
# Of a segment whose answers were not kept, so many rows are asked for, and so many must be found.
_OLD_PROBES = 16
_OLD_FOUND = 4
_PROBE_COSINE = 0.99

Half = npt.NDArray[np.float16]


@dataclass(frozen=True, slots=True, eq=False)
class _Sealed:
    """A segment on disk: `keys` are sorted, `vectors` are mapped."""

    entry: SegmentEntry
    keys: Keys
    vectors: Half
    digests: Keys
    graph: Graph

    @property
    def rows(self) -> _Rows:
        """Its rows."""
        return _Rows(self.keys, self.vectors, self.digests)

    def nearest(self, query: Vectors, count: int) -> npt.NDArray[np.int64]:
        """The places of about `count` rows that are nearest to a vector by the graph, the best first."""
        found = self.graph.nearest(query, count)
        return np.searchsorted(self.keys, found) if self.entry.keyed else found


@dataclass(frozen=True, slots=True, eq=False)
class _Rows:
    """Rows of an index: sorted keys, vectors (n, dim), digests of their texts."""

    keys: Keys
    vectors: npt.NDArray[Any]
    digests: Keys

    def __len__(self) -> int:
        return len(self.keys)

    def only(self, rows: npt.NDArray[Any] | slice) -> _Rows:
        """Some of them: a mask, row numbers, or a slice."""
        return _Rows(self.keys[rows], self.vectors[rows], self.digests[rows])


@dataclass(frozen=True, slots=True)
class _Sealing:
    """What `maintain` does next: rows, in parts, that are put after those of a graph (or begin one), and the segments
    whose place the new one takes. The rows are of the tail where those are none but the graph's."""

    parts: tuple[_Rows, ...]
    base: _Sealed | None
    replaced: tuple[_Sealed, ...]

    def __len__(self) -> int:
        """How many rows the new segment has."""
        return sum(map(len, self.parts)) + (0 if self.base is None else self.base.entry.count)


@dataclass(frozen=True, slots=True)
class _State:
    """What a reader sees. The tail's vectors are float32; deltas are its files."""

    sealed: tuple[_Sealed, ...]
    deltas: tuple[SegmentEntry, ...]
    tail: _Rows

    @property
    def entries(self) -> list[SegmentEntry]:
        """All segments."""
        return [*(segment.entry for segment in self.sealed), *self.deltas]

    def parts(self) -> list[_Rows]:
        """All rows, segment by segment, the tail last."""
        return [*(one.rows for one in self.sealed), self.tail]


class SegmentedVectorIndex:
    """See the module's docstring. Build one with `open`."""

    def __init__(
        self, folder: Path, model_version: str, dim: int, clock: Clock, segment_size: int, graph_size: int
    ) -> None:
        self._folder = folder
        self._model_version = model_version
        self._dim = dim
        self._clock = clock
        self._segment_size = segment_size
        self._graph_size = graph_size
        self._write_lock = threading.Lock()
        self._maintain_lock = threading.Lock()
        self._next_number = 1
        self._closed = False
        self._verified: dict[str, datetime] = {}
        self._seen = 0
        self._state = _State((), (), _no_rows(dim))

    @classmethod
    def open(
        cls,
        folder: Path,
        model_version: str,
        dim: int,
        clock: Clock,
        *,
        segment_size: int = SEGMENT_SIZE,
        graph_size: int | None = None,
    ) -> SegmentedVectorIndex:
        """Open the index in a folder, or make a new one there.

        Args:
            segment_size: so many vectors of the tail are sealed together. graph_size: the most in one graph.

        Raises:
            IndexDamagedError: a file is missing or altered, a probe failed, or the vectors are another model's.
            VaultError: the disk refuses.
        """
        make_folder(folder)
        index = cls(folder, model_version, dim, clock, segment_size, graph_size or _GRAPH * segment_size)
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
        return sum(len(part) - _parts_in(part.keys) for part in self._state.parts())

    @property
    def seen(self) -> int:
        """The greatest key that was ever here: the log has come at least so far."""
        return self._seen

    def add(self, rows: Keys, vectors: Vectors, digests: Keys | None = None) -> None:
        """Store vectors durably; rows that are there already, or come twice, are left as they are.

        Args:
            digests: of the texts that the vectors were made of, 64 bits each; 0 where it is not known.

        Raises:
            ValueError: another shape. InvalidCommandError: a number is not finite; nothing is stored.
        """
        if vectors.shape != (len(rows), self._dim):
            raise ValueError(f"{len(rows)} keys need vectors of shape ({len(rows)}, {self._dim}), not {vectors.shape}")
        if not np.isfinite(vectors).all():
            raise InvalidCommandError("A vector has numbers that are not finite.")
        with self._write_lock:
            self._check_open()
            keys, first = np.unique(np.asarray(rows, dtype=np.int64), return_index=True)
            half = np.asarray(vectors, dtype=np.float32)[first].astype(np.float16)
            bound = np.zeros(len(keys), dtype=np.int64) if digests is None else np.asarray(digests, np.int64)[first]
            state = self._state
            new = _Rows(keys, half, bound).only(~self._contains(state, keys))
            if not len(new):
                return
            kept, merged = self._small_deltas(state.deltas, len(new))
            entry = self._write_vectors("delta", _joined([self._rows_of(merged), new]) if merged else new)
            self._publish(_State(state.sealed, (*kept, entry), _joined([state.tail, _float32(new)])), gone=merged)

    def drop(self, keys: Keys) -> int:
        """Let all vectors of some memories go, durably; how many there were.

        A sealed segment that has any of them is undone: its other rows go back to the tail, to be sealed again.
        """
        with self._maintain_lock, self._write_lock:
            self._check_open()
            state, keys = self._state, np.unique(np.asarray(keys, dtype=np.int64))
            staying = [one for one in state.sealed if not among(owners(one.keys), keys).any()]
            undone = [one for one in state.sealed if one not in staying]
            rows = _joined([_float32(one.rows) for one in undone] + [state.tail])
            left = rows.only(~among(owners(rows.keys), keys))
            if len(left) == len(rows):
                return 0
            deltas = (self._write_vectors("delta", left),) if len(left) else ()
            gone = (*(one.entry for one in undone), *state.deltas)
            self._publish(_State(tuple(staying), deltas, left), gone=gone)
            return len(rows) - len(left)

    def drop_after(self, key: int) -> int:
        """Let all vectors with a greater key go, as events after it are lost: later ones take their places. How many.

        From here on `seen` says no more than the key.
        """
        keys = owners(self.digests()[0])
        dropped = self.drop(keys[keys > key])
        with self._write_lock:
            self._check_open()
            if self._seen > key:
                self._seen = key
                self._publish(self._state, gone=())
        return dropped

    def search(self, query: Vectors, k: int, selection: KeySelection) -> ScoredKeys:
        """The k best by cosine among the selected keys, each by the best of its rows."""
        return self._search(query, k, selection, exact=False)

    def exact_search(self, query: Vectors, k: int, selection: KeySelection) -> ScoredKeys:
        """As `search`, comparing with every selected vector."""
        return self._search(query, k, selection, exact=True)

    def fetch(self, rows: Keys) -> tuple[Keys, Vectors]:
        """Found rows, sorted, and their vectors."""
        wanted = np.unique(np.asarray(rows, dtype=np.int64))
        return self._fetched([(part, _rows(part.keys, wanted)) for part in self._state.parts()])

    def fetch_all(self, keys: Keys) -> tuple[Keys, Vectors]:
        """(the key of each row that these keys have, sorted; the row's vector)."""
        wanted = np.unique(np.asarray(keys, dtype=np.int64))
        parts = self._state.parts()
        if not any(_parts_in(part.keys) for part in parts):
            return self._fetched([(part, _rows(part.keys, wanted)) for part in parts])
        rows, vectors = self._fetched([(part, _rows_of(part.keys, wanted)) for part in parts])
        found = owners(rows)
        order = np.argsort(found, kind="stable")
        return found[order], vectors[order]

    def similarities(self, query: Vectors, keys: Keys) -> tuple[Keys, npt.NDArray[np.float64]]:
        """(those of the sorted keys that have a vector; its cosine with the query, the best of its rows')."""
        found = [(part, _rows_of(part.keys, keys)) for part in self._state.parts()]
        rows = np.concatenate([part.keys[places] for part, places in found])
        scores = np.concatenate([_exact_scores(part.vectors, places, query) for part, places in found])
        return best_of(owners(rows), scores.astype(np.float64))

    def keys(self) -> Keys:
        """All keys, sorted."""
        return np.sort(np.concatenate([part.keys[_parts_in(part.keys) :] for part in self._state.parts()]))

    def divided(self) -> Keys:
        """The keys that have rows for parts, sorted."""
        parts = [part.keys[: _parts_in(part.keys)] for part in self._state.parts()]
        return np.unique(owners(np.concatenate(parts)))

    def digests(self) -> tuple[Keys, Keys]:
        """(all rows sorted, the digest of the text that each vector was made of; 0 where it was not told)."""
        parts = self._state.parts()
        keys = np.concatenate([part.keys for part in parts])
        order = np.argsort(keys, kind="stable")
        return keys[order], np.concatenate([part.digests for part in parts])[order]

    def segments(self) -> tuple[Segment, ...]:
        """Every file group, sealed ones first."""
        return tuple(
            Segment(one.name, one.kind, one.count, one.size, one.written_at, self._verified_at(one))
            for one in self._state.entries
        )

    def verify_one(self, before: datetime) -> str | None:
        """Compare one segment, last verified at or before a time, with its checksums; None when there is none."""
        with self._maintain_lock, self._write_lock:
            due = [entry for entry in self._state.entries if self._verified_at(entry) <= before]
            if self._closed or not due:
                return None
            oldest = min(due, key=self._verified_at)
            problems = manifests.problems(self._folder, oldest)
            if not problems:
                self._verified[oldest.name] = self._clock()
            return "; ".join(problems)

    def loose(self) -> int:
        """How many rows are in the tail."""
        return len(self._state.tail)

    def due(self) -> int:
        """How many rows the segment would have that `maintain` would make now; 0 when there is nothing to do."""
        due = self._due()
        if due is None or self._closed:
            return 0
        return len(due)

    def maintain(self, cancel: CancelToken | None = None) -> bool:
        """Seal the oldest vectors of the tail, if it has enough, or make one segment of several that fit in one, or of
        one whose graph is of an earlier version.

        Reads and adds go on meanwhile. Returns whether there was anything to do, and it was done.
        """
        with self._maintain_lock:
            due = self._due()
            if due is None or self._closed:
                return False
            sealed = self._sealed(due, lambda: self._closed or stopped(cancel))
            if sealed is None:
                return False
            with self._write_lock:
                self._check_open()
                state = self._state
                kept = tuple(one for one in state.sealed if one not in due.replaced)
                gone = [one.entry for one in due.replaced]
                left = state.tail.only(~among(state.tail.keys, sealed.keys))
                if len(left) == len(state.tail):
                    self._publish(replace(state, sealed=(*kept, sealed)), gone=gone)
                    return True
                # What arrived during the build stays in the tail, in one new delta.
                rest = (self._write_vectors("delta", left),) if len(left) else ()
                self._publish(_State((*kept, sealed), rest, left), gone=[*gone, *state.deltas])
            return True

    def _due(self) -> _Sealing | None:
        tail, sealed, size = self._state.tail, self._state.sealed, self._segment_size
        if len(tail) >= size:
            base = _to_grow([one for one in sealed if one.entry.count + size <= self._graph_size])
            room = self._graph_size - (0 if base is None else base.entry.count)
            rows = tail.only(slice(min(len(tail), room) // size * size))
            return _Sealing((rows,), base, () if base is None else (base,))
        fitting: list[_Sealed] = []
        for one in sorted(sealed, key=_count):
            if sum(map(_count, fitting)) + one.entry.count <= self._graph_size:
                fitting.append(one)
        if len(fitting) < 2:
            fitting = [one for one in sealed if one.entry.quantizer is None][:1]
        if not fitting:
            return None
        base = _to_grow(fitting)
        return _Sealing(tuple(one.rows for one in fitting if one is not base), base, tuple(fitting))

    def check(self) -> tuple[str, ...]:
        """Checksums of every file, then a probe by fetch and query."""
        with self._maintain_lock, self._write_lock:
            entries = self._state.entries
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
            self._state = _State((), (), _no_rows(self._dim))

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
        tail, allowed = state.tail, _Allowed.by(selection, state.tail.keys)

        def in_segment(segment: _Sealed) -> tuple[Keys, npt.NDArray[np.float32]]:
            rows = self._candidates(segment, query, k, selection, exact=exact)
            return segment.keys[rows], _exact_scores(segment.vectors, rows, query)

        # One after the other: usearch keeps the interpreter’s lock, so threads only cost (4.3 ms against 5.8).
        parts = [in_segment(segment) for segment in state.sealed]
        if len(allowed) == len(tail):
            parts.append((tail.keys, tail.vectors @ query))
        else:
            rows = allowed.rows()
            parts.append((tail.keys[rows], tail.vectors[rows] @ query))
        keys, scores = (np.concatenate(column) for column in zip(*parts, strict=True))
        return _best(*_by_owner(keys, scores, k), k)

    def _candidates(
        self, segment: _Sealed, query: Vectors, k: int, selection: KeySelection, *, exact: bool
    ) -> npt.NDArray[np.int64]:
        """Rows of a segment worth scoring exactly: at least those of its k best allowed keys, nearly always."""
        count = len(segment.keys)
        allowed = _Allowed.by(selection, segment.keys)
        if exact or len(allowed) <= max(_EXACT_SHARE * count, _EXACT_ROWS, 2 * k):
            return allowed.rows()
        wanted = max(_MIN_CANDIDATES, k + k // 2)
        asked = min(count, int(wanted * count / len(allowed) * 1.2) if len(allowed) < count else wanted)
        while True:
            good = allowed.of(segment.nearest(query, asked))
            complete = _as_many(segment.keys, good, allowed, k)
            if (len(good) >= min(wanted, len(allowed)) and complete) or asked >= count:
                return good if complete else allowed.rows()
            asked = min(count, asked * 3)

    @staticmethod
    def _contains(state: _State, keys: Keys) -> npt.NDArray[np.bool_]:
        found = np.zeros(len(keys), dtype=bool)
        for part in state.parts():
            found |= among(keys, part.keys)
        return found

    @staticmethod
    def _fetched(chosen: Sequence[tuple[_Rows, npt.NDArray[np.int64]]]) -> tuple[Keys, Vectors]:
        """Some rows of some parts of the index, sorted by row."""
        keys = np.concatenate([part.keys[rows] for part, rows in chosen])
        vectors = np.concatenate([np.asarray(part.vectors[rows], dtype=np.float32) for part, rows in chosen])
        order = np.argsort(keys, kind="stable")
        return keys[order], vectors[order]

    def _probe(self) -> tuple[str, ...]:
        """Look at some vectors of each part, and ask the graphs: what is wrong, in sentences."""
        state = self._state
        for part in state.parts():
            for row in spread(len(part), _PROBES):
                if not np.isfinite(part.vectors[row].astype(np.float32)).all():
                    return (f"the vector of key {part.keys[row]} is not a number",)
        return tuple(f"{one.entry.name}.ann does not answer as it did" for one in state.sealed if not self._agrees(one))

    def _agrees(self, segment: _Sealed) -> bool:
        """Does a segment's graph answer mostly as it did when it was sealed?"""
        if not segment.entry.probes:
            return self._finds_some(segment)
        agreed = [
            len(set(answers) & set(_answers(segment, row))) / max(1, len(answers))
            for row, answers in segment.entry.probes
        ]
        return sum(agreed) / len(agreed) >= _AGREEMENT

    @staticmethod
    def _finds_some(segment: _Sealed) -> bool:
        """Of a graph that is older than kept answers no row in particular is expected, only that it is no ruin."""
        asked = found = 0
        for row in spread(len(segment.keys), _OLD_PROBES):
            vector = segment.vectors[row].astype(np.float32)
            if vector.any():
                asked += 1
                best = _exact_scores(segment.vectors, np.array(_answers(segment, row)), vector)
                found += bool(best.max(initial=-1.0) >= _PROBE_COSINE * float(vector @ vector))
        return found >= min(_OLD_FOUND, asked)

    # --- writing ----------------------------------------------------------------------------------------------------

    def _load(self, manifest: Manifest) -> None:
        self._next_number, self._seen = manifest.next_number, manifest.seen
        sealed = tuple(self._open_sealed(entry) for entry in manifest.segments if entry.kind == "sealed")
        deltas = tuple(entry for entry in manifest.segments if entry.kind == "delta")
        self._state = _State(sealed, deltas, _float32(self._rows_of(deltas)))
        self._seen = max([self._seen, *(int(part.keys[-1]) for part in self._state.parts() if len(part))])
        named = {entry.name + suffix for entry in manifest.segments for suffix in entry.files} | {manifests.NAME}
        for leftover in self._folder.iterdir():
            if leftover.name not in named and VECTOR_FILE.fullmatch(leftover.name) and is_regular(leftover):
                leftover.unlink()  # of a write that a crash cut short

    def _open_sealed(self, entry: SegmentEntry) -> _Sealed:
        path = self._folder / (entry.name + ".vec")
        with path.open("rb") as file:
            mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        rows = self._rows_in(mapped, entry)
        graph = Graph.view(self._folder / f"{entry.name}.ann", self._dim, entry.quantizer)
        if len(graph) != entry.count:
            raise IndexDamagedError(f"{entry.name}.ann does not hold what the manifest says")
        return _Sealed(entry, rows.keys, rows.vectors, rows.digests, graph)

    def _rows_of(self, deltas: Sequence[SegmentEntry]) -> _Rows:
        """The rows of some deltas, sorted by key."""
        files = [self._rows_in((self._folder / (entry.name + ".vec")).read_bytes(), entry) for entry in deltas]
        return _joined([_no_rows(self._dim, np.float16), *files])

    def _rows_in(self, data: bytes | mmap.mmap, entry: SegmentEntry) -> _Rows:
        """The rows of a file: all keys, all vectors, all digests (see `manifest.row_bytes`)."""
        count = entry.count
        keys = np.frombuffer(data, dtype=np.int64, count=count)
        vectors = np.frombuffer(data, dtype=np.float16, count=count * self._dim, offset=keys.nbytes)
        digests = np.zeros(count, dtype=np.int64)
        if entry.bound:
            digests = np.frombuffer(data, dtype=np.int64, count=count, offset=keys.nbytes + vectors.nbytes)
        return _Rows(keys, vectors.reshape(count, self._dim), digests)

    def _small_deltas(
        self, deltas: tuple[SegmentEntry, ...], incoming: int
    ) -> tuple[tuple[SegmentEntry, ...], tuple[SegmentEntry, ...]]:
        """(deltas to keep, newest deltas to take into the next file)."""
        budget = _MERGE_BYTES - incoming * manifests.row_bytes(self._dim, bound=True)
        cut = len(deltas)
        while cut and deltas[cut - 1].size <= budget:
            cut -= 1
            budget -= deltas[cut].size
        return deltas[:cut], deltas[cut:]

    def _new_name(self, kind: str) -> str:
        name = f"{kind}-{self._next_number:08d}"
        self._next_number += 1
        return name

    def _write_vectors(self, kind: str, rows: _Rows, name: str = "") -> SegmentEntry:
        name = name or self._new_name(kind)
        path = self._folder / f"{name}.vec"
        vectors = np.ascontiguousarray(rows.vectors, dtype=np.float16)
        columns = (rows.keys.astype("<i8", copy=False), vectors, rows.digests.astype("<i8", copy=False))
        digest = write_durably(path, map(bytes_of, columns))
        return SegmentEntry(
            name, kind, len(rows), self._clock(), {".vec": FileEntry(path.stat().st_size, digest)}, bound=True
        )

    def _sealed(self, due: _Sealing, stop: Callable[[], bool]) -> _Sealed | None:
        """The files of a new segment; None when it was stopped."""
        with self._write_lock:
            name = self._new_name("sealed")
        base = None if due.base is None else self._folder / f"{due.base.entry.name}.ann"
        earlier = 0 if due.base is None else due.base.entry.count
        new = _joined(due.parts)
        vectors = new.vectors.astype(np.float16, copy=False)
        quantizer = (
            due.base.entry.quantizer if due.base is not None else Quantizer.fitted(vectors[: self._segment_size])
        )
        assert quantizer is not None
        path = self._folder / f"{name}.ann"
        temporary = path.with_name(path.name + ".tmp")
        temporary.unlink(missing_ok=True)  # a link would be followed
        if not growing.grow(base, earlier, new.keys, quantizer.codes(vectors), self._segment_size, temporary, stop):
            temporary.unlink(missing_ok=True)
            return None
        digest = settle(temporary)
        temporary.replace(path)
        former = [] if due.base is None else [due.base.rows]
        rows = _joined([*former, replace(new, vectors=vectors)])
        entry = self._write_vectors("sealed", rows, name)
        files = {**entry.files, ".ann": FileEntry(path.stat().st_size, digest)}
        sealed = self._open_sealed(replace(entry, files=files, keyed=True, quantizer=quantizer))
        probes = tuple((row, tuple(_answers(sealed, row))) for row in spread(len(rows), _PROBES))
        return replace(sealed, entry=replace(sealed.entry, probes=probes))

    def _publish(self, state: _State, *, gone: Sequence[SegmentEntry]) -> None:
        """Name the new files in the manifest, show them to readers, and let the replaced ones go."""
        self._seen = max([self._seen, *(int(part.keys[-1]) for part in state.parts() if len(part))])
        body = Manifest(self._model_version, self._dim, self._next_number, tuple(state.entries), self._seen)
        manifests.save(self._folder, body)
        self._state = state
        for entry in gone:
            for suffix in entry.files:
                (self._folder / (entry.name + suffix)).unlink(missing_ok=True)

    def _check_open(self) -> None:
        if self._closed:
            raise ClosedError("The vector index is closed.")


def _no_rows(dim: int, kind: npt.DTypeLike = np.float32) -> _Rows:
    empty = np.empty(0, dtype=np.int64)
    return _Rows(empty, np.empty((0, dim), dtype=kind), empty)


def _float32(rows: _Rows) -> _Rows:
    return _Rows(rows.keys, rows.vectors.astype(np.float32), rows.digests)


def _joined(parts: Sequence[_Rows]) -> _Rows:
    """All of the rows, sorted by key."""
    keys = np.concatenate([part.keys for part in parts])
    joined = _Rows(
        keys, np.concatenate([part.vectors for part in parts]), np.concatenate([part.digests for part in parts])
    )
    return joined if len(keys) < 2 or (np.diff(keys) > 0).all() else joined.only(np.argsort(keys, kind="stable"))


def _count(segment: _Sealed) -> int:
    return segment.entry.count


def _to_grow(segments: Sequence[_Sealed]) -> _Sealed | None:
    """That of some segments whose graph is to be made larger: the largest that can grow."""
    return max((one for one in segments if one.entry.quantizer is not None), key=_count, default=None)


def _answers(segment: _Sealed, row: int) -> list[int]:
    """The rows that a segment's graph answers to the vector of a row."""
    found: list[int] = segment.nearest(segment.vectors[row].astype(np.float32), _PROBE_ANSWERS).tolist()
    return found


def _rows(keys: Keys, wanted: Keys) -> npt.NDArray[np.int64]:
    """Rows of the sorted `keys` whose key is in the sorted `wanted`."""
    if not len(keys) or not len(wanted):
        return np.empty(0, dtype=np.int64)
    first, last = int(keys[0]), int(keys[-1])
    wanted = wanted[np.searchsorted(wanted, first) : np.searchsorted(wanted, last, side="right")]
    if len(wanted) > _MANY_KEYS and last - first < _SPARSE * len(keys):
        # A table of all keys in between: for many keys some ten times as fast as searching for each.
        table = np.zeros(last - first + 1, dtype=bool)
        table[wanted - first] = True
        return np.flatnonzero(table[keys - first])
    places = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
    found: npt.NDArray[np.int64] = places[keys[places] == wanted]
    return found


def _parts_in(keys: Keys) -> int:
    """How many of the sorted rows are of parts; those come first."""
    return int(np.searchsorted(keys, 0))


def _rows_of(rows: Keys, keys: Keys) -> npt.NDArray[np.int64]:
    """The places of all rows, whole texts and parts, that belong to one of the sorted keys."""
    cut = _parts_in(rows)
    return np.concatenate([_part_rows(rows[:cut], keys), _rows(rows[cut:], keys) + cut])


def _part_rows(rows: Keys, keys: Keys) -> npt.NDArray[np.int64]:
    """The places of the rows of parts that belong to one of the sorted keys: those of a memory stand together."""
    if not len(rows) or not len(keys):
        return np.empty(0, dtype=np.int64)
    if len(keys) > len(rows):
        return np.flatnonzero(among(owners(rows), keys))
    starts, ends = np.searchsorted(rows, part_range(keys))
    return np.sort(np.concatenate([np.arange(a, b) for a, b in zip(starts, ends, strict=True) if b > a] or [rows[:0]]))


def _as_many(keys: Keys, found: npt.NDArray[np.int64], allowed: _Allowed, k: int) -> bool:
    """Do the rows found belong to k memories, or to as many as all the allowed rows do?"""
    if not _parts_in(keys):
        return len(found) >= min(k, len(allowed))
    there = _distinct(keys[found])
    return there >= k or there >= min(k, _distinct(keys[allowed.rows()]))


def _distinct(rows: Keys) -> int:
    """How many memories the rows belong to."""
    return len(np.unique(owners(rows)))


def _by_owner(keys: Keys, scores: npt.NDArray[np.float32], k: int) -> tuple[Keys, npt.NDArray[np.float32]]:
    """Memories with their best scores; where rows are many, at least the k best."""
    if not len(keys) or keys.min() >= 0:
        return keys, scores
    most = 4 * k
    while most < len(keys):
        floor = np.partition(scores, len(scores) - most)[len(scores) - most]
        near = scores >= floor
        if _distinct(keys[near]) >= k:
            keys, scores = keys[near], scores[near]
            break
        most *= 4
    return best_of(owners(keys), scores)


@dataclass(frozen=True, slots=True)
class _Allowed:
    """Which of `count` rows a selection lets through: those `chosen`, in order, but for those left `out`, in order.
    Where few are left out, nothing that is as long as the rows is made."""

    count: int
    chosen: npt.NDArray[np.int64] | None
    out: npt.NDArray[np.int64]

    @classmethod
    def by(cls, selection: KeySelection, keys: Keys) -> _Allowed:
        """For the sorted keys of the rows."""
        cut = _parts_in(keys)
        chosen, out = None, np.empty(0, dtype=np.int64)
        if selection.include is not None:
            chosen = _rows_of(keys, selection.include)
        if selection.exclude is not None and len(selection.exclude):
            out = _rows_of(keys, selection.exclude)
        if selection.whole and cut:
            out = np.concatenate([np.arange(cut), out[out >= cut]])
        if chosen is not None and len(out):
            chosen, out = chosen[~among(chosen, out)], out[:0]
        return cls(len(keys), chosen, out)

    def __len__(self) -> int:
        return (self.count if self.chosen is None else len(self.chosen)) - len(self.out)

    def rows(self) -> npt.NDArray[np.int64]:
        """All of them, in order."""
        if self.chosen is not None:
            return self.chosen
        return np.delete(np.arange(self.count), self.out) if len(self.out) else np.arange(self.count)

    def of(self, found: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """Those of some rows that are let through."""
        if self.chosen is not None:
            return found[among(found, self.chosen)]
        return found[~among(found, self.out)] if len(self.out) else found


def _exact_scores(vectors: npt.NDArray[Any], rows: npt.NDArray[np.int64], query: Vectors) -> npt.NDArray[np.float32]:
    """Dot products of some rows with the query, some thousands at a time so that memory stays small."""
    scores = np.empty(len(rows), dtype=np.float32)
    for start in range(0, len(rows), _EXACT_CHUNK):
        part = rows[start : start + _EXACT_CHUNK]
        scores[start : start + _EXACT_CHUNK] = vectors[part].astype(np.float32, copy=False) @ query
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
