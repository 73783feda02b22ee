"""What an import asks of the vault about a text before it takes it: was it imported, undone, or said in that place?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from memory_desktop.core.events.event import EventType
from memory_desktop.core.memory.records import Status
from memory_desktop.store.database import Database
from memory_desktop.store.records import RecordStore, hash64

#: The command that made the first record of a line, where an undo took it back.
_TAKEN_BACK = """
    EXISTS (SELECT 1 FROM {table} o JOIN events e ON e.seq = o.key JOIN commands k ON k.seq = e.command
        WHERE o.id = CASE WHEN coalesce(r.origin, '') = '' THEN r.id ELSE r.origin END AND NOT k.done)
"""


@dataclass(frozen=True, slots=True)
class Place:
    """A record as an import knows it: by source, thread and external id."""

    id: str
    digest: str
    status: Status
    thread: str
    external_id: str
    created_at: datetime


class Imported:
    """Questions over records, events and commands."""

    def __init__(self, database: Database, records: RecordStore) -> None:
        self._database = database
        self._records = records

    def taken_back(self, hashes: Sequence[str]) -> set[str]:
        """Of these content hashes: those whose every record is of a command that was undone."""
        wanted = {hash64(digest) for digest in hashes}
        if not wanted:
            return set()
        table = self._records.table
        rows = self._database.reader().rows(
            f"SELECT content_hash, bool_and({_TAKEN_BACK.format(table=table)}) FROM {table} r"
            " WHERE hash64 IN (SELECT unnest(?::BIGINT[])) GROUP BY content_hash",
            [list(wanted)],
        )
        return {digest for digest, every in rows if every}

    def turns(self, source: str, threads: Sequence[str]) -> list[Place]:
        """Every record of these conversations whose command was not undone, in key order."""
        table = self._records.table
        rows = self._database.reader().rows(
            f"SELECT id, content_hash, status, thread, external_id, created_at FROM {table} r"
            " WHERE source = ? AND thread IN (SELECT unnest(?::VARCHAR[]))"
            f" AND (status = 'active' OR NOT {_TAKEN_BACK.format(table=table)}) ORDER BY key",
            [source, list(threads)],
        )
        return [
            Place(id, digest, Status(status), thread, external or "", created.replace(tzinfo=UTC))
            for id, digest, status, thread, external, created in rows
        ]

    def last(self, source: str, external_ids: Sequence[str]) -> dict[tuple[str, str], dict[str, Status]]:
        """Status by content hash of what the last import that stands and had an id brought, by (thread, external id).

        A file may have an id more than once: then the same file, read again, brings nothing.
        """
        rows = self._database.reader().rows(
            f"SELECT r.thread, r.external_id, e.command, r.content_hash, r.status FROM {self._records.table} r"
            " JOIN events e ON e.seq = r.key JOIN events c ON c.seq = e.command JOIN commands k ON k.seq = e.command"
            " WHERE r.source = ? AND r.external_id IN (SELECT unnest(?::VARCHAR[])) AND c.type = ? AND k.done"
            " ORDER BY r.key",
            [source, list(external_ids), EventType.IMPORT.value],
        )
        found: dict[tuple[str, str], tuple[int, dict[str, Status]]] = {}
        for thread, external, command, digest, status in rows:
            last = found.get((thread, external))
            if last is None or last[0] != command:
                last = found[thread, external] = command, {}
            last[1][digest] = Status(status)
        return {place: texts for place, (_, texts) in found.items()}
