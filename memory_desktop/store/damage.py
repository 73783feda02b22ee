"""What bytes that changed outside the program have broken: which event of the log is the first that cannot be read.

DuckDB gives every block of its file a checksum and refuses a block that does not have it. A block holds some columns of
some thousand rows, so that one bad byte costs all events of its block; the first of them is named.
"""

from __future__ import annotations

from pathlib import Path

from memory_desktop.core.errors import VaultDamagedError, VaultError
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


def _readable(cursor: Cursor, first: int, last: int) -> bool:
    try:
        cursor.row("SELECT bit_xor(hash(events)) FROM events WHERE seq BETWEEN ? AND ?", [first, last])
    except VaultDamagedError:
        return False
    return True
