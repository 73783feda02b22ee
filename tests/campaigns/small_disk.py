"""A disk that is full, in two honest ways: a small file system of its own (as root on Linux), or a limit on the size
of files, which the system enforces for this process. Both make writes fail in the middle, with the system's own errors.
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

_MOUNT, _UMOUNT = shutil.which("mount"), shutil.which("umount")
_ROOM = 48 << 20


class SmallDisk(Protocol):
    """A folder on a disk that can be filled and emptied."""

    folder: Path

    def fill(self, chance: random.Random) -> None:
        """From now on there is room for a little more, or for nothing."""
        ...

    def free(self) -> None:
        """From now on there is room again."""
        ...


class Mounted:
    """A file system in memory, filled by a file that takes nearly all of it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._filler = folder / "filler"

    def fill(self, chance: random.Random) -> None:
        left = int(chance.choice((0, 1, 1, 1)) * chance.random() ** 3 * 4_000_000)
        room = shutil.disk_usage(self.folder).free - left
        with self._filler.open("wb") as file:
            os.posix_fallocate(file.fileno(), 0, max(room, 1))

    def free(self) -> None:
        self._filler.unlink(missing_ok=True)


class Limited:
    """A limit on the size of every file that this process writes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def fill(self, chance: random.Random) -> None:
        import resource

        limit = int(chance.random() ** 3 * 6_000_000)
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, resource.getrlimit(resource.RLIMIT_FSIZE)[1]))

    def free(self) -> None:
        import resource

        hard = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
        resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))


def possible() -> bool:
    """Can this system fill a disk at all?"""
    return sys.platform in ("linux", "darwin")


@contextmanager
def small_disk(where: Path, *, mounted: bool) -> Iterator[SmallDisk]:
    """A small disk below a folder; `mounted`: a file system of its own where that is allowed."""
    folder = where / "disk"
    folder.mkdir()
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)  # as the program does not: Python does it for itself
    if mounted and sys.platform == "linux" and os.geteuid() == 0 and _MOUNT and _UMOUNT:
        command = [_MOUNT, "-t", "tmpfs", "-o", f"size={_ROOM}", "tmpfs", str(folder)]
        if subprocess.run(command, check=False, capture_output=True).returncode == 0:
            try:
                yield Mounted(folder)
            finally:
                subprocess.run([_UMOUNT, "-l", str(folder)], check=False)
            return
    disk = Limited(folder)
    try:
        yield disk
    finally:
        disk.free()
