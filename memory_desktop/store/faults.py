"""DuckDB's words for a bad disk in ours: a full disk, a damaged file, a file that cannot be read or written.

An error of our own SQL stays what it is, a bug. DuckDB has no class of its own for most of these, so its text decides;
the parts of it that come from the operating system are those of `strerror`.
"""

from __future__ import annotations

import errno
import os
import re
import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import duckdb

from memory_desktop.core.errors import VaultDamagedError, VaultError, WriteAheadLogError

_FULL = (
    *(os.strerror(number) for number in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)),
    "There is not enough space on the disk",
    "No space left",
)
_REPLAY = "Failure while replaying WAL"
_POSITION = re.compile(r"byte position (\d+)")
_DAMAGED = (
    "Could not read enough bytes",
    "not a valid DuckDB database",
    "Corrupt",
    "checksum",
)
_REFUSED = ("Could not write", "Cannot open file", "Could not read", "Could not sync", "fsync", "truncate", "IO Error")


@contextmanager
def told(path: Path) -> Iterator[None]:
    """Translates what DuckDB raises.

    Raises:
        VaultDamagedError: bytes of the file are not those that were written. VaultError: the disk is full or refuses.
    """
    try:
        yield
    except duckdb.Error as error:
        known = translated(error, path)
        if known is None:
            raise
        raise known from error


def translated(error: duckdb.Error, path: Path) -> VaultError | None:
    """The error in a person's words, or None when it is a fault of the program."""
    text = str(error)
    if _REPLAY in text:
        return _unreadable_changes(text, path)
    if any(part in text for part in _FULL):
        return VaultError(
            f"The disk is full: {path} cannot be written, and nothing of the last change was kept.",
            hint="Free some disk space, then try again. If that does not help, close the vault and open it again.",
        )
    if any(part in text for part in _DAMAGED):
        return _damaged(error, path)
    if isinstance(error, duckdb.IOException) or (
        isinstance(error, duckdb.TransactionException) and any(part in text for part in _REFUSED)
    ):
        return VaultError(
            f"{path} cannot be read or written: {error}", hint="Check that the disk is connected and can be written."
        )
    if isinstance(error, (duckdb.InternalException, duckdb.FatalException, duckdb.SerializationException)):
        return _damaged(error, path)
    return None


def _unreadable_changes(text: str, path: Path) -> WriteAheadLogError:
    found = _POSITION.search(text)
    return WriteAheadLogError(
        f"The newest changes of {path.parent} cannot be read: {path.name}.wal is damaged. {path.name} itself is whole.",
        hint=f"Restore the vault from a copy, or set the damaged changes aside, which keeps the file: "
        f"memory-desktop verify {shlex.quote(str(path.parent))} --set-wal-aside",
        vault=path.parent,
        at=int(found[1]) if found else None,
    )


def _damaged(error: duckdb.Error, path: Path) -> VaultDamagedError:
    return VaultDamagedError(f"{path} is damaged: {error}", hint="Restore it from a copy.")
