"""Texts that the model of a migration could not embed: passed over, tried again later, and listed.

Bookkeeping of the index that is built beside the one in use; the queue of that one is `vector_items`.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import numpy as np

from memory_desktop.core.answers import QueueItem
from memory_desktop.core.backoff import retry_delay
from memory_desktop.core.keys import Keys
from memory_desktop.store.bulk import insert_rows, utc
from memory_desktop.store.database import Database
from memory_desktop.store.schema import BUILD_FAILURE_COLUMNS

_PREVIEW = 160


class BuildFailures:
    """The build_failures table, one row a text."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, keys: Sequence[int], now: datetime, error: str) -> None:
        """One more failed attempt each; the next one waits twice as long."""
        with self._database.transaction() as cursor:
            known: dict[int, int] = dict(
                cursor.rows(
                    "SELECT key, attempts FROM build_failures WHERE key IN (SELECT unnest(?::BIGINT[]))", [list(keys)]
                )
            )
            cursor.execute("DELETE FROM build_failures WHERE key IN (SELECT unnest(?::BIGINT[]))", [list(keys)])
            rows = []
            for key in keys:
                attempts = known.get(key, 0) + 1
                rows.append((key, attempts, now + timedelta(seconds=retry_delay(attempts)), now, error[:500]))
            insert_rows(cursor, "build_failures", BUILD_FAILURE_COLUMNS, rows)

    def remove(self, keys: Sequence[int]) -> None:
        """They have their vectors now."""
        with self._database.transaction() as cursor:
            cursor.execute("DELETE FROM build_failures WHERE key IN (SELECT unnest(?::BIGINT[]))", [list(keys)])

    def clear(self) -> None:
        """The build is over."""
        with self._database.transaction() as cursor:
            cursor.execute("DELETE FROM build_failures")

    def retry_now(self, now: datetime) -> None:
        """Make all due at once; attempts and errors stay."""
        with self._database.transaction() as cursor:
            cursor.execute("UPDATE build_failures SET next_attempt_at = ?", [now.replace(tzinfo=None)])

    def due(self, now: datetime, limit: int) -> list[int]:
        """Keys whose next attempt is due, oldest first."""
        rows = self._database.reader().rows(
            "SELECT key FROM build_failures WHERE next_attempt_at <= ? ORDER BY key LIMIT ?",
            [now.replace(tzinfo=None), limit],
        )
        return [row[0] for row in rows]

    def keys(self) -> Keys:
        """All keys, sorted."""
        found = self._database.reader().columns("SELECT key FROM build_failures ORDER BY key")["key"]
        return np.ascontiguousarray(found, dtype=np.int64)

    def count(self) -> int:
        """How many there are."""
        row = self._database.reader().row("SELECT count(*) FROM build_failures")
        return int(row[0]) if row else 0

    def items(self, limit: int) -> list[QueueItem]:
        """Those of the oldest memories first, as the vector queue lists its own."""
        rows = self._database.reader().rows(
            "SELECT f.key, coalesce(r.id, ''), f.attempts, f.failed_at, f.next_attempt_at, f.last_error,"
            f" left(coalesce(r.content, ''), {_PREVIEW})"
            " FROM build_failures f LEFT JOIN records r ON r.key = f.key ORDER BY f.key LIMIT ?",
            [limit],
        )
        return [
            QueueItem(
                key=key,
                id=id,
                item_type="memory",
                state="failed",
                attempts=attempts,
                enqueued_at=failed_at.replace(tzinfo=UTC),
                next_attempt_at=utc(next_attempt_at),
                last_error=last_error,
                preview=preview,
                operation="embed",
            )
            for key, id, attempts, failed_at, next_attempt_at, last_error, preview in rows
        ]
