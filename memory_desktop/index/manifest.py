"""The manifest: which files make up the vector index. Replaced atomically, and last; what it names, exists.

| format | what is new in it |
|---|---|
| 1 | segments with their files |
| 2 | digests of texts in the files; what probes answered when a segment was sealed; the greatest key ever held |
| 3 | graphs whose rows have their keys, and no numbers |
| 4 | graphs of codes (see `index.quantizer`): they can grow |
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import orjson

from memory_desktop.core.errors import IndexDamagedError
from memory_desktop.core.memory.canonical import iso, parse_time
from memory_desktop.core.names import is_plain, shown
from memory_desktop.durable import checksum, write_durably
from memory_desktop.index.quantizer import Quantizer
from memory_desktop.own_files import VECTOR_FILE, is_regular, read_regular

FORMAT = 4
NAME = "manifest.json"
_SUFFIXES = {"sealed": {".vec", ".ann"}, "delta": {".vec"}}
_NAME = re.compile(r"(sealed|delta)-(\d{8,12})")
_GREATEST_DIM = 65_536


@dataclass(frozen=True, slots=True)
class FileEntry:
    """A file's size in bytes and its checksum."""

    size: int
    xxh3: str


@dataclass(frozen=True, slots=True)
class SegmentEntry:
    """One segment: `kind` is "sealed" or "delta", `files` by suffix (".vec", and ".ann" when sealed).

    Attributes:
        bound: does the file of vectors hold a digest of each row's text?
        keyed: does the graph know a row by its key? Else by its place among the rows.
        probes: rows of a sealed segment, and the rows that its graph answered to their vectors when it was built.
        quantizer: how the vectors of the graph were rounded; None for a graph of an earlier version.
    """

    name: str
    kind: str
    count: int
    written_at: datetime
    files: Mapping[str, FileEntry]
    bound: bool = False
    keyed: bool = False
    probes: tuple[tuple[int, tuple[int, ...]], ...] = ()
    quantizer: Quantizer | None = None

    @property
    def size(self) -> int:
        """Bytes of all its files."""
        return sum(entry.size for entry in self.files.values())


@dataclass(frozen=True, slots=True)
class Manifest:
    """All segments in order: sealed ones first, then deltas, each in the order they were written.

    Attributes:
        seen: the greatest key that was ever in the index.
    """

    model_version: str
    dim: int
    next_number: int
    segments: tuple[SegmentEntry, ...]
    seen: int = 0


def save(folder: Path, manifest: Manifest) -> None:
    """Replace the manifest durably."""
    body = {
        "format": FORMAT,
        "model_version": manifest.model_version,
        "dim": manifest.dim,
        "next_number": manifest.next_number,
        "seen": manifest.seen,
        "segments": [
            {
                "name": segment.name,
                "kind": segment.kind,
                "count": segment.count,
                "written_at": iso(segment.written_at),
                "files": {suffix: [entry.size, entry.xxh3] for suffix, entry in segment.files.items()},
                "bound": segment.bound,
                "keyed": segment.keyed,
                "probes": segment.probes,
                "quantizer": segment.quantizer and segment.quantizer.to_json(),
            }
            for segment in manifest.segments
        ],
    }
    write_durably(folder / NAME, [orjson.dumps(body)])


def load(folder: Path) -> Manifest | None:
    """The manifest, or None in a folder without any segment files.

    Raises:
        IndexDamagedError: it is missing beside segment files, is unreadable, or says what cannot be.
    """
    path = folder / NAME
    try:
        if not os.path.lexists(path):
            if any(VECTOR_FILE.fullmatch(one.name) and one.suffix == ".vec" for one in folder.iterdir()):
                raise IndexDamagedError(f"{path} is missing")
            return None
        return _read(orjson.loads(read_regular(path)))
    except (OSError, ValueError, KeyError, TypeError, AttributeError, OverflowError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else error
        raise IndexDamagedError(f"{path} is unreadable: {reason}") from error


def _read(body: Any) -> Manifest:
    """What a manifest says. Raises ValueError, and what looking into the wrong kind of value raises."""
    if body["format"] not in (1, 2, 3, FORMAT):
        raise ValueError(f"it has format {shown(body['format'])}")
    if not is_plain(body["model_version"]):
        raise ValueError(f"{shown(body['model_version'])} cannot be the name of a model")
    dim, next_number = _whole(body["dim"], "dim", _GREATEST_DIM), _whole(body["next_number"], "next_number")
    segments = tuple(_segment(one, dim) for one in body["segments"])
    names = [segment.name for segment in segments]
    if len(set(names)) < len(names):
        raise ValueError("it names a segment twice")
    if any(int(name.rpartition("-")[2]) >= next_number for name in names):
        raise ValueError("its next number is taken already")
    return Manifest(body["model_version"], dim, next_number, segments, _whole(body.get("seen", 0), "seen", least=0))


def _segment(one: Any, dim: int) -> SegmentEntry:
    name, kind = one["name"], one["kind"]
    named = _NAME.fullmatch(name) if isinstance(name, str) else None
    if named is None or named[1] != kind:
        raise ValueError(f"{shown(name)} cannot be the name of a segment")
    files = {suffix: FileEntry(_whole(size, "size"), str(digest)) for suffix, (size, digest) in one["files"].items()}
    if set(files) != _SUFFIXES[kind]:
        raise ValueError(f"{name} has other files than a segment has")
    count, bound, keyed = _whole(one["count"], "count"), one.get("bound") is True, one.get("keyed") is True
    if files[".vec"].size != count * row_bytes(dim, bound=bound):
        raise ValueError(f"{name} cannot hold {count} vectors")
    probes = tuple(
        (_row(row, count), tuple(_row(answer, count) for answer in answers)) for row, answers in one.get("probes", ())
    )
    rounding = one.get("quantizer")
    quantizer = None if rounding is None else Quantizer.from_json(rounding, dim)
    return SegmentEntry(name, kind, count, parse_time(one["written_at"]), files, bound, keyed, probes, quantizer)


def row_bytes(dim: int, *, bound: bool) -> int:
    """Bytes of one row of a file of vectors: its key, its numbers, and the digest of its text where that is kept."""
    return 8 + 2 * dim + 8 * bound


def _row(value: Any, count: int) -> int:
    return _whole(value, "probed row", count - 1, least=0)


def _whole(value: Any, what: str, most: int = 1 << 53, *, least: int = 1) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise ValueError(f"its {what} is {shown(value)}")
    return value


def problems(folder: Path, segment: SegmentEntry) -> list[str]:
    """What is wrong with a segment's files, in sentences: missing, of another size, or of another checksum."""
    found = []
    for suffix, entry in segment.files.items():
        path = folder / (segment.name + suffix)
        try:
            size = path.stat().st_size
            if not is_regular(path):
                found.append(f"{path.name} is not a regular file")
            elif size != entry.size:
                found.append(f"{path.name} has {size} bytes instead of {entry.size}")
            elif checksum(path) != entry.xxh3:
                found.append(f"{path.name} does not match its checksum")
        except OSError as error:
            found.append(f"{path.name} cannot be read: {error.strerror or error}")
    return found
