"""The one queue of everything that has, or waits for, a vector.

A row's state is "pending" (never failed), "failed" (waits for its next attempt), "indexed" (durable in the vector index
since `vector_index_updated_at`) or "dropped" (a person gave it up). A failure leaves that time unchanged.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import numpy as np
import numpy.typing as npt

from memory_desktop.core.answers import QueueItem
from memory_desktop.core.backoff import CAP_SECONDS, retry_delay
from memory_desktop.core.keys import Keys
from memory_desktop.core.vector_items import VectorKind
from memory_desktop.store.bulk import insert_rows, utc
from memory_desktop.store.database import Cursor, Database
from memory_desktop.store.schema import VECTOR_COLUMNS

MEMORY, ASSEMBLY = VectorKind.MEMORY, VectorKind.ASSEMBLY
_PREVIEW = 160


@dataclass(frozen=True, slots=True)
class QueueCounts:
    """How many items wait, how many memories are indexed, the earliest retry, and the newest error."""

    pending: int
    failed: int
    indexed: int
    next_retry_at: datetime | None
    last_error: str


@dataclass(frozen=True, slots=True)
class VectorState:
    """One item's row."""

    state: str
    attempts: int
    next_attempt_at: datetime | None
    last_error: str
    vector_index_updated_at: datetime | None


class VectorQueue:
    """The vector_items table.

    Attributes:
        version: grows when it may have changed which assemblies have a vector, and since when.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self.version = 0
        self._waiting: tuple[int, Keys] = (-1, np.empty(0, dtype=np.int64))

    def enqueue(self, cursor: Cursor, keys: Sequence[int], now: datetime, item_type: VectorKind = MEMORY) -> None:
        """New items wait for their vectors."""
        rows = [(key, item_type.value, "pending", 0, now, None, "", None) for key in keys]
        insert_rows(cursor, "vector_items", VECTOR_COLUMNS, rows)
        self.version += item_type == ASSEMBLY

    def again(self, cursor: Cursor, keys: Sequence[int]) -> None:
        """What these are made of has changed: they wait anew; when they were last stored stays."""
        cursor.execute(
            "UPDATE vector_items SET state = 'pending', attempts = 0, next_attempt_at = NULL, last_error = ''"
            " WHERE key IN (SELECT unnest(?::BIGINT[]))",
            [list(keys)],
        )

    def remove(self, keys: Sequence[int]) -> None:
        """They need no vector any more."""
        with self._database.transaction() as cursor:
            cursor.execute("DELETE FROM vector_items WHERE key IN (SELECT unnest(?::BIGINT[]))", [list(keys)])
        self.version += 1

    def due(self, now: datetime, limit: int, item_type: str = MEMORY) -> list[int]:
        """Keys to embed now: those never tried, oldest first, then the failed ones whose time has come.

        One that would wait longer than any retry does was noted by a clock that was ahead, and is due.
        """
        rows = self._database.reader().rows(
            "SELECT key FROM vector_items WHERE item_type = ? AND"
            " (state = 'pending' OR (state = 'failed' AND (next_attempt_at <= ? OR next_attempt_at > ?)))"
            " ORDER BY state = 'failed', key LIMIT ?",
            [item_type, _naive(now), _micros_after(now, CAP_SECONDS), limit],
        )
        return [row[0] for row in rows]

    def confirm(self, keys: Sequence[int], now: datetime, item_type: str = MEMORY) -> None:
        """The index has them durably."""
        with self._database.transaction() as cursor:
            cursor.execute(
                "UPDATE vector_items SET state = 'indexed', vector_index_updated_at = ?, next_attempt_at = NULL,"
                " last_error = '' WHERE key IN (SELECT unnest(?::BIGINT[]))",
                [_naive(now), list(keys)],
            )
        self.version += item_type == ASSEMBLY

    def fail(self, keys: Sequence[int], now: datetime, error: str, operation: str = "embed") -> None:
        """One more failed attempt each; the next one waits twice as long. `operation`: what failed, see `QueueItem`."""
        with self._database.transaction() as cursor:
            rows = cursor.rows(
                "SELECT key, attempts FROM vector_items WHERE key IN (SELECT unnest(?::BIGINT[]))", [list(keys)]
            )
            due = [(key, attempts + 1, _micros_after(now, retry_delay(attempts + 1))) for key, attempts in rows]
            if not due:
                return
            keys_, attempts_, times = (list(column) for column in zip(*due, strict=True))
            cursor.execute(
                "UPDATE vector_items SET state = 'failed', attempts = n.attempts, next_attempt_at = n.at,"
                " last_error = ?, operation = ? FROM (SELECT unnest(?::BIGINT[]) AS key,"
                " unnest(?::INTEGER[]) AS attempts, unnest(?::TIMESTAMP[]) AS at) AS n WHERE vector_items.key = n.key",
                [error[:500], operation, keys_, attempts_, times],
            )

    def drop(self, keys: Sequence[int]) -> int:
        """Give up those of these that wait; `retry_now` with their keys takes them up again. How many."""
        waits = "state IN ('pending', 'failed') AND key IN (SELECT unnest(?::BIGINT[]))"
        with self._database.transaction() as cursor:
            row = cursor.row(f"SELECT count(*) FROM vector_items WHERE {waits}", [list(keys)])
            cursor.execute(f"UPDATE vector_items SET state = 'dropped' WHERE {waits}", [list(keys)])
        return int(row[0]) if row else 0

    def retry_now(self, now: datetime, keys: Sequence[int] | None = None) -> int:
        """Make failed items (all, or these) due at once; attempts and last error stay. How many."""
        condition, parameters = ("", [])  # type: tuple[str, list[Any]]
        if keys is not None:
            condition, parameters = " AND key IN (SELECT unnest(?::BIGINT[]))", [list(keys)]
        with self._database.transaction() as cursor:
            if keys is not None:
                cursor.execute(
                    f"UPDATE vector_items SET state = 'failed' WHERE state = 'dropped'{condition}", parameters
                )
            row = cursor.row(f"SELECT count(*) FROM vector_items WHERE state = 'failed'{condition}", parameters)
            cursor.execute(
                f"UPDATE vector_items SET next_attempt_at = ? WHERE state = 'failed'{condition}",
                [_naive(now), *parameters],
            )
        return int(row[0]) if row else 0

    def reset(self, keys: Sequence[int] | Keys | None = None) -> None:
        """Their vectors are gone (all, or these keys'): they wait again."""
        condition, parameters = ("", [])  # type: tuple[str, list[Any]]
        if keys is not None:
            condition, parameters = " AND key IN (SELECT unnest(?::BIGINT[]))", [[int(key) for key in keys]]
        with self._database.transaction() as cursor:
            cursor.execute(
                "UPDATE vector_items SET state = 'pending', attempts = 0, next_attempt_at = NULL, last_error = '',"
                f" vector_index_updated_at = NULL WHERE state = 'indexed'{condition}",
                parameters,
            )
        self.version += 1

    def counts(self) -> QueueCounts:
        """All states in one look."""
        row = self._database.reader().row(
            "SELECT count(*) FILTER (state = 'pending'), count(*) FILTER (state = 'failed'),"
            " count(*) FILTER (state = 'indexed' AND item_type = 'memory'),"
            " min(next_attempt_at) FILTER (state = 'failed'),"
            " arg_max(last_error, next_attempt_at) FILTER (state = 'failed') FROM vector_items"
        )
        if row is None:
            return QueueCounts(0, 0, 0, None, "")
        return QueueCounts(row[0], row[1], row[2], utc(row[3]), row[4] or "")

    def waiting_keys(self) -> Keys:
        """Sorted keys of the memories that have no vector yet. Each search asks, so the answer is kept."""
        commits = self._database.commits
        kept_at, keys = self._waiting
        if kept_at != commits:
            keys = self._keys("item_type = 'memory' AND state <> 'indexed'")
            self._waiting = (commits, keys)
        return keys

    def indexed_keys(self) -> Keys:
        """Sorted keys of the memories that should be in the vector index."""
        return self._keys("item_type = 'memory' AND state = 'indexed'")

    def states_of(self, item_type: str) -> dict[int, VectorState]:
        """Every row of one type, by key."""
        rows = self._database.reader().rows(
            "SELECT key, state, attempts, next_attempt_at, last_error, vector_index_updated_at FROM vector_items"
            " WHERE item_type = ?",
            [item_type],
        )
        return {row[0]: VectorState(row[1], row[2], utc(row[3]), row[4], utc(row[5])) for row in rows}

    def synchronised(self, item_type: str) -> tuple[Keys, npt.NDArray[np.int64]]:
        """Sorted keys of one type's rows, and when each was last stored or verified, in microseconds; -1: never."""
        found = self._database.reader().columns(
            "SELECT key, coalesce(epoch_us(vector_index_updated_at), -1) AS at FROM vector_items"
            " WHERE item_type = ? ORDER BY key",
            [item_type],
        )
        return tuple(np.ascontiguousarray(found[name], dtype=np.int64) for name in ("key", "at"))  # type: ignore[return-value]

    def latest(self) -> int:
        """The greatest key that there is a row of, or 0."""
        row = self._database.reader().row("SELECT max(key) FROM vector_items")
        return int(row[0]) if row and row[0] is not None else 0

    def forget_beyond(self, cursor: Cursor, seq: int) -> None:
        """Drop the rows, and the composite vectors, of all that an event after `seq` made."""
        for table in ("vector_items", "composites"):
            cursor.execute(f"DELETE FROM {table} WHERE key > ?", [seq])
        self.version += 1

    def last_indexed_key(self) -> int:
        """The greatest key that has its vector, or 0."""
        row = self._database.reader().row(
            "SELECT max(key) FROM vector_items WHERE item_type = 'memory' AND state = 'indexed'"
        )
        return int(row[0]) if row and row[0] is not None else 0

    def missing(self) -> list[int]:
        """Keys of records that have a text and no row here at all."""
        rows = self._database.reader().rows(
            "SELECT key FROM records WHERE content <> '' AND key NOT IN (SELECT key FROM vector_items)"
        )
        return [row[0] for row in rows]

    def items(self, *, limit: int = 500, state: str | None = None) -> list[QueueItem]:
        """Rows that wait, failed ones first, then oldest first."""
        condition = "v.state <> 'indexed'" if state is None else "v.state = ?"
        rows = self._database.reader().rows(
            "WITH head AS (SELECT * FROM vector_items v WHERE "
            f"{condition} ORDER BY v.state, v.next_attempt_at, v.key LIMIT ?)"
            " SELECT h.key, coalesce(r.id, ''), h.item_type, h.state, h.attempts, h.enqueued_at, h.next_attempt_at,"
            f" h.last_error, left(coalesce(r.content, ''), {_PREVIEW}), coalesce(h.operation, '')"
            " FROM head h LEFT JOIN records r ON r.key = h.key ORDER BY h.state, h.next_attempt_at, h.key",
            [*([] if state is None else [state]), limit],
        )
        return [_item(row) for row in rows]

    def states(self, keys: Sequence[int]) -> dict[int, VectorState]:
        """Rows of these keys."""
        rows = self._database.reader().rows(
            "SELECT key, state, attempts, next_attempt_at, last_error, vector_index_updated_at FROM vector_items"
            " WHERE key IN (SELECT unnest(?::BIGINT[]))",
            [list(keys)],
        )
        return {row[0]: VectorState(row[1], row[2], utc(row[3]), row[4], utc(row[5])) for row in rows}

    def _keys(self, condition: str) -> Keys:
        sql = f"SELECT key FROM vector_items WHERE {condition} ORDER BY key"
        return np.ascontiguousarray(self._database.reader().columns(sql)["key"], dtype=np.int64)


def _item(row: tuple[Any, ...]) -> QueueItem:
    key, id, item_type, state, attempts, enqueued_at, next_attempt_at, last_error, preview, operation = row
    return QueueItem(
        key=key,
        id=id,
        item_type=item_type,
        state=state,
        attempts=attempts,
        enqueued_at=enqueued_at.replace(tzinfo=UTC),
        next_attempt_at=utc(next_attempt_at),
        last_error=last_error,
        preview=preview,
        operation=operation if state == "failed" else "",
    )


def _naive(moment: datetime) -> datetime:
    return moment.replace(tzinfo=None)


def _micros_after(now: datetime, seconds: float) -> datetime:
    return _naive(now + timedelta(seconds=seconds))
