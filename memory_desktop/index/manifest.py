"""The manifest: which files make up the vector index. Replaced atomically, and last; what it names, exists."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import orjson

from memory_desktop.core.errors import IndexDamagedError
from memory_desktop.core.memory.canonical import iso, parse_time
from memory_desktop.durable import checksum, write_durably

FORMAT = 1
NAME = "manifest.json"


@dataclass(frozen=True, slots=True)
class FileEntry:
    """A file's size in bytes and its checksum."""

    size: int
    xxh3: str


@dataclass(frozen=True, slots=True)
class SegmentEntry:
    """One segment: `kind` is "sealed" or "delta", `files` by suffix (".vec", and ".ann" when sealed)."""

    name: str
    kind: str
    count: int
    written_at: datetime
    files: Mapping[str, FileEntry]

    @property
    def size(self) -> int:
        """Bytes of all its files."""
        return sum(entry.size for entry in self.files.values())


@dataclass(frozen=True, slots=True)
class Manifest:
    """All segments in order: sealed ones first, then deltas, each in the order they were written."""

    model_version: str
    dim: int
    next_number: int
    segments: tuple[SegmentEntry, ...]


def save(folder: Path, manifest: Manifest) -> None:
    """Replace the manifest durably."""
    body = {
        "format": FORMAT,
        "model_version": manifest.model_version,
        "dim": manifest.dim,
        "next_number": manifest.next_number,
        "segments": [
            {
                "name": segment.name,
                "kind": segment.kind,
                "count": segment.count,
                "written_at": iso(segment.written_at),
                "files": {suffix: [entry.size, entry.xxh3] for suffix, entry in segment.files.items()},
            }
            for segment in manifest.segments
        ],
    }
    write_durably(folder / NAME, [orjson.dumps(body)])


def load(folder: Path) -> Manifest | None:
    """The manifest, or None in a folder without any segment files.

    Raises:
        IndexDamagedError: it is missing beside segment files, or is unreadable.
    """
    path = folder / NAME
    if not path.exists():
        if any(folder.glob("*.vec")):
            raise IndexDamagedError(f"{path} is missing")
        return None
    try:
        body = orjson.loads(path.read_bytes())
        if body["format"] != FORMAT:
            raise IndexDamagedError(f"{path} has format {body['format']}")
        return Manifest(
            str(body["model_version"]),
            int(body["dim"]),
            int(body["next_number"]),
            tuple(
                SegmentEntry(
                    str(one["name"]),
                    str(one["kind"]),
                    int(one["count"]),
                    parse_time(one["written_at"]),
                    {suffix: FileEntry(int(size), str(digest)) for suffix, (size, digest) in one["files"].items()},
                )
                for one in body["segments"]
            ),
        )
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise IndexDamagedError(f"{path} is unreadable: {error}") from error


def problems(folder: Path, segment: SegmentEntry) -> list[str]:
    """What is wrong with a segment's files, in sentences: missing, of another size, or of another checksum."""
    found = []
    for suffix, entry in segment.files.items():
        path = folder / (segment.name + suffix)
        try:
            if path.stat().st_size != entry.size:
                found.append(f"{path.name} has {path.stat().st_size} bytes instead of {entry.size}")
            elif checksum(path) != entry.xxh3:
                found.append(f"{path.name} does not match its checksum")
        except OSError as error:
            found.append(f"{path.name} cannot be read: {error.strerror or error}")
    return found
