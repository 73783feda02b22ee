"""What bytes that changed outside the program have broken: which event of the log is the first that cannot be read.

DuckDB gives every block of its file a checksum and refuses a block that does not have it. A block holds some columns of
some thousand rows, so that one bad byte costs all events of its block; the first of them is named.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from memory_desktop.core.errors import VaultDamagedError, VaultError, WriteAheadLogError
from memory_desktop.durable import sync_folder, write_durably
from memory_desktop.store.database import Cursor, Database

_CHUNK = 2_048


def first_unreadable_event(cursor: Cursor, last: int) -> int | None:
    """Seq of the first event, up to `last`, that cannot be read; None when all can."""
    for start in range(1, last + 1, _CHUNK):
        end = min(start + _CHUNK - 1, last)
        if not _readable(cursor, start, end):
            good, bad = start - 1, end
            while bad - good > 1:
                middle = (good + bad) // 2
                if _readable(cursor, start, middle):
                    good = middle
                else:
                    bad = middle
            return bad
    return None


def diagnose(path: Path, error: VaultDamagedError) -> VaultDamagedError:
    """The error with what can be said about the log of a database that nobody has open."""
    try:
        database = Database(path)
    except VaultError:
        return error
    try:
        cursor = database.reader()
        row = cursor.row("SELECT count(*) FROM events")
        count = int(row[0]) if row else 0
        bad = first_unreadable_event(cursor, count)
    except VaultError:
        return error
    finally:
        database.close()
    if bad is None:
        return VaultDamagedError(
            f"{path} is damaged, but all {count:,} events of its log can be read.",
            hint="Rebuild the vault from its log.",
            rebuildable=path.parent,
        )
    return VaultDamagedError(
        f"{path} is damaged: the first bad event is {bad}, which cannot be read ({error.message}).",
        hint="Restore the vault from a copy.",
        event=bad,
    )


@dataclass(frozen=True, slots=True)
class SetAside:
    """The result of setting a write-ahead log aside. `kept`: its copy. `read`: bytes that were read of `size`."""

    kept: Path
    read: int
    size: int


def set_wal_aside(path: Path, now: datetime) -> SetAside | None:
    """Open a database without the damaged end of its write-ahead log, which is kept beside it; None if all is well.

    All changes before the damage are replayed; the database has them, and no write-ahead log any more, on return.

    Raises:
        VaultDamagedError: the database itself is damaged. VaultError: the disk refuses; the log is as it was.
    """
    wal = path.with_name(path.name + ".wal")
    kept, data, end = wal.with_name(f"{wal.name}.damaged-{now:%Y%m%dT%H%M%S%f}"), b"", 0
    while True:
        try:
            Database(path).close()
        except WriteAheadLogError as error:
            if not kept.exists():
                data = wal.read_bytes()
                write_durably(kept, [data])
                end = len(data)
            end = error.at if error.at is not None and error.at < end else 0
            if end:
                write_durably(wal, [memoryview(data)[:end]])
            else:
                wal.unlink(missing_ok=True)
                sync_folder(wal.parent)
        else:
            return SetAside(kept, end, len(data)) if kept.exists() else None


def _readable(cursor: Cursor, first: int, last: int) -> bool:
    try:
        cursor.row("SELECT bit_xor(hash(events)) FROM events WHERE seq BETWEEN ? AND ?", [first, last])
    except VaultDamagedError:
        return False
    return True
