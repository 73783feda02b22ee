"""Files that are there after a power cut, whole or not at all. The one place that knows how."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

import xxhash

_CHUNK = 1 << 20


def write_durably(path: Path, parts: Iterable[bytes | memoryview]) -> str:
    """Temporary file → fsync → rename → fsync of the folder; the checksum of what was written.

    Raises:
        OSError: the disk refuses; nothing is at `path` that was not there before.
    """
    temporary = path.with_name(path.name + ".tmp")
    digest = xxhash.xxh3_64()
    temporary.unlink(missing_ok=True)  # whatever it is: a link would be followed, a pipe waited for
    try:
        with open(temporary, "xb", opener=_opener) as file:
            for part in parts:
                file.write(part)
                digest.update(part)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except BaseException:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)
    return digest.hexdigest()


def append_durably(path: Path, data: bytes, at: int) -> None:
    """Write at the end of what counts of a file, made if it is not there, and fsync; what stood after that place goes.

    Raises:
        OSError: the disk refuses; what comes after the place may be anything.
    """
    flags = os.O_WRONLY | os.O_CREAT | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOFOLLOW", 0)
    with os.fdopen(_opener(str(path), flags), "wb") as file:
        file.seek(at)
        file.write(data)
        file.truncate()
        file.flush()
        os.fsync(file.fileno())
    if not at:
        sync_folder(path.parent)


def is_private(folder: Path) -> bool:
    """Can nobody but its owner (and the system's administrator) look into this folder?"""
    try:
        return os.name == "posix" and not folder.stat().st_mode & 0o077
    except OSError:
        return False


def _opener(path: str, flags: int) -> int:
    """Files in a private folder are private themselves; others have the rights that the person's settings give."""
    return os.open(path, flags, 0o600 if is_private(Path(path).parent) else 0o666)


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
