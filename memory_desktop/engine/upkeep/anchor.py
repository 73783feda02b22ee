"""The anchor: how far the log has come, kept outside the database.

A log whose newest events are cut off is still a chain that holds. So after each commit the position and the hash of the
last event are appended to a small file beside the database, and made durable: a line each, with a checksum of its own.
At the next opening the log must have that event, with that hash. A process that dies between the commit and the line
leaves a log that is longer than its anchor, which is no loss. A last line that was torn is passed over.

The file is replaced by its newest lines when it has grown long. Older lines are of use, too: they say from which event
on a log was replaced.
"""

from __future__ import annotations

import logging
import os
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import BinaryIO

import xxhash

from memory_desktop.core.memory.canonical import iso, parse_time
from memory_desktop.durable import write_durably

_log = logging.getLogger(__name__)
_MOST_LINES = 4_096
_KEPT_LINES = 512
_PARTS = 4


@dataclass(frozen=True, slots=True)
class Mark:
    """One line: seq and hash (hex) of an event, and when it was written."""

    seq: int
    hash: str
    at: datetime


class Anchor:
    """The file. Marks are added under the writer's lock.

    Attributes:
        marks: of the file, oldest first; those that could not be read are left out.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.marks: list[Mark] = []
        self._file: BinaryIO | None = None
        self._whole = True
        self._lines = 0
        if path.exists():
            self._read()

    @property
    def last(self) -> Mark | None:
        """The newest mark."""
        return self.marks[-1] if self.marks else None

    def add(self, seq: int, hash: bytes, at: datetime) -> None:
        """An event is committed: note it durably.

        A disk that refuses is logged and no error: the event is in the log, and the next mark covers it.
        """
        mark = Mark(seq, hash.hex(), at)
        self.marks.append(mark)
        try:
            if not self._whole or self._lines >= _MOST_LINES:
                self._compact()
                return
            if self._file is None:
                self._file = self.path.open("ab", buffering=0)
            self._whole = False
            self._file.write(_line(mark))
            _sync(self._file.fileno())
            self._whole = True
            self._lines += 1
        except OSError as error:
            _log.warning("the anchor could not be written: %s", error)

    def set_aside(self, stamp: str) -> Path | None:
        """Rename the file, to begin a new one; its new name, or None when there is none."""
        self.close()
        self.marks, self._lines, self._whole = [], 0, True
        if not self.path.exists():
            return None
        target = self.path.with_name(f"anchor.lost-{stamp}.log")
        self.path.replace(target)
        return target

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def _compact(self) -> None:
        """Write the newest marks into a new file, and put it in the place of the old one."""
        self.close()
        self.marks = self.marks[-_KEPT_LINES:]
        write_durably(self.path, [b"".join(_line(mark) for mark in self.marks)])
        self._lines, self._whole = len(self.marks), True

    def _read(self) -> None:
        data = self.path.read_bytes()
        for line in data.split(b"\n"):
            mark = _mark(line)
            if mark is not None:
                self.marks.append(mark)
        self._lines = data.count(b"\n")
        # A torn line would spoil the one that is appended to it.
        self._whole = data.endswith(b"\n") or not data


def _line(mark: Mark) -> bytes:
    body = f"{mark.seq} {mark.hash} {iso(mark.at)}"
    return f"{body} {xxhash.xxh3_64_hexdigest(body.encode())}\n".encode()


def _mark(line: bytes) -> Mark | None:
    parts = line.decode("ascii", "replace").split(" ")
    if len(parts) != _PARTS or xxhash.xxh3_64_hexdigest(" ".join(parts[:-1]).encode()) != parts[-1]:
        return None
    try:
        return Mark(int(parts[0]), parts[1], parse_time(parts[2]))
    except ValueError:
        return None


def _sync(descriptor: int) -> None:
    if hasattr(os, "fdatasync"):
        os.fdatasync(descriptor)
    else:
        os.fsync(descriptor)
