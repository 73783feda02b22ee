"""Files that are written once, named by a manifest, and checked before they are trusted."""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from pathlib import Path

import xxhash

from memory_desktop.core.ports import Clock

_CHUNK = 1 << 20
_KEPT_DAMAGED = 2


def write_durably(path: Path, parts: Sequence[bytes | memoryview]) -> str:
    """Temporary file → fsync → rename → fsync of the folder; the checksum of what was written.

    Raises:
        OSError: the disk refuses; nothing is at `path` that was not there before.
    """
    temporary = path.with_name(path.name + ".tmp")
    digest = xxhash.xxh3_64()
    with temporary.open("wb") as file:
        for part in parts:
            file.write(part)
            digest.update(part)
        file.flush()
        os.fsync(file.fileno())
    temporary.replace(path)
    sync_folder(path.parent)
    return digest.hexdigest()


def settle(path: Path) -> str:
    """fsync a file that a library wrote; its checksum."""
    with path.open("rb+") as file:
        os.fsync(file.fileno())
    return checksum(path)


def checksum(path: Path) -> str:
    """XXH3 of a whole file, in hex."""
    digest = xxhash.xxh3_64()
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK):
            digest.update(chunk)
    return digest.hexdigest()


def sync_folder(folder: Path) -> None:
    """Make renames in a folder durable, where the system has such a thing."""
    if os.name == "posix":
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def set_aside(folder: Path, clock: Clock) -> Path | None:
    """Rename a damaged index's folder; its new name, or None if there is none. Only the newest few are kept."""
    if not folder.exists():
        return None
    stamp = f"{clock():%Y%m%dT%H%M%S%f}"
    target = folder.with_name(f"{folder.name}.damaged-{stamp}")
    number = 1
    while target.exists():
        number += 1
        target = folder.with_name(f"{folder.name}.damaged-{stamp}-{number}")
    folder.rename(target)
    for old in sorted(folder.parent.glob(f"{folder.name}.damaged-*"))[:-_KEPT_DAMAGED]:
        shutil.rmtree(old, ignore_errors=True)
    return target
