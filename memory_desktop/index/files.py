"""What the indexes do alike with their folders: making one, checking some rows, setting a damaged one aside."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from memory_desktop.core.errors import IndexDamagedError, KnownError, VaultError
from memory_desktop.core.ports import Clock
from memory_desktop.own_files import damaged_copies, is_folder, remove_index

# The machine's fault for now, not the file's: to build a sound index anew would help nobody.
_PASSING = {errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EMFILE, errno.ENFILE, errno.ENOMEM}


def set_aside(folder: Path, clock: Clock) -> Path | None:
    """Rename a damaged index's folder, or what stands in its place; its new name, or None if there is nothing.

    One copy is kept: of older ones the own files are deleted.

    Raises:
        VaultError: it cannot be renamed.
    """
    moved = folder if folder.parent.is_dir() else folder.parent
    if not os.path.lexists(moved):
        return None
    stamp = f"{clock():%Y%m%dT%H%M%S%f}"
    older = damaged_copies(moved.parent, moved.name)
    target = moved.with_name(f"{moved.name}.damaged-{stamp}")
    number = 1
    while os.path.lexists(target):
        number += 1
        target = moved.with_name(f"{moved.name}.damaged-{stamp}-{number}")
    try:
        moved.rename(target)
    except OSError as error:
        raise VaultError(
            f"{moved} is damaged and cannot be renamed: {error.strerror or error}.",
            hint="Rename or remove it; it is built again from the records.",
        ) from error
    for old in older:
        remove_index(old)
    return target


def make_folder(folder: Path) -> None:
    """Make an index's folder, if it is not there.

    Raises:
        IndexDamagedError: something else stands in its place. VaultError: the disk refuses.
    """
    for one in (folder.parent, folder):
        if os.path.lexists(one) and not (one.is_dir() if one == folder.parent else is_folder(one)):
            raise IndexDamagedError(f"{one} is not a folder")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise VaultError(
            f"{folder} cannot be made: {error.strerror or error}.", hint="Free disk space, then try again."
        ) from error


def unreadable(folder: Path, error: OSError) -> KnownError:
    """What an error of the disk says about an index: damaged, unless the fault is the machine's and will pass."""
    reason = error.strerror or str(error)
    if error.errno in _PASSING:
        return VaultError(f"{folder} cannot be opened: {reason}.", hint="Free disk space, then try again.")
    return IndexDamagedError(f"{folder} cannot be read: {reason}")


def spread(count: int, most: int) -> list[int]:
    """Numbers of rows to look at, evenly over so many, first and last among them."""
    return sorted({int(row) for row in np.linspace(0, count - 1, min(count, most))}) if count else []


def bytes_of(column: npt.NDArray[Any]) -> memoryview:
    """The bytes of an array, not copied where they lie in order."""
    return np.ascontiguousarray(column).data.cast("B") if column.size else memoryview(b"")
