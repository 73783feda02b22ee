"""The append-only, hash-chained event log: the truth that everything else is folded from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

from memory_desktop.core.canonical import canonical_json
from memory_desktop.core.events import EVENT_SCHEMA, GENESIS_HASH, Event, NewEvent, event_hash, sealed
from memory_desktop.store.bulk import insert_rows
from memory_desktop.store.database import Cursor, Database
from memory_desktop.store.schema import EVENT_COLUMNS

_COLUMNS = ", ".join(f'"{name}"' for name in EVENT_COLUMNS)
_READ_CHUNK = 5_000


class EventLog:
    """Events in their order. Appending needs a transaction; the head is known without a query."""

    def __init__(self, database: Database) -> None:
        self._database = database
        last = database.reader().row("SELECT seq, hash FROM events ORDER BY seq DESC LIMIT 1")
        self.head: int = last[0] if last else 0
        self._head_hash: bytes = bytes(last[1]) if last else GENESIS_HASH

    def prepare(self, new: Sequence[NewEvent], *, now: datetime, actor: str, command: int | None) -> list[Event]:
        """The events with their places and hashes, not yet written. `command` None: they are their own command."""
        events: list[Event] = []
        previous = self._head_hash
        for offset, event in enumerate(new):
            placed = sealed(
                Event(
                    seq=self.head + 1 + offset,
                    ts=now,
                    type=event.type.value,
                    item=event.item,
                    command=command if command is not None else self.head + 1,
                    payload=canonical_json(event.payload).decode("utf-8"),
                    actor=actor,
                    schema_version=EVENT_SCHEMA,
                    prev_hash=previous,
                )
            )
            previous = placed.hash
            events.append(placed)
        return events

    def append(self, cursor: Cursor, events: Sequence[Event]) -> None:
        """Write prepared events inside the caller's transaction; call `advance` once it has committed."""
        insert_rows(cursor, "events", EVENT_COLUMNS, [_row(event) for event in events])

    def advance(self, events: Sequence[Event]) -> None:
        """The events are committed: they are the head now."""
        if events:
            self.head, self._head_hash = events[-1].seq, events[-1].hash

    def read(self, after: int = 0, to: int | None = None) -> Iterator[list[Event]]:
        """Events with after < seq <= to, in order, in chunks."""
        end = self.head if to is None else to
        while after < end:
            upper = min(after + _READ_CHUNK, end)
            rows = self._database.reader().rows(
                f"SELECT {_COLUMNS} FROM events WHERE seq > ? AND seq <= ? ORDER BY seq", [after, upper]
            )
            yield [_event(row) for row in rows]
            after = upper

    def select(
        self,
        *,
        before: int | None = None,
        limit: int = 200,
        item: str | None = None,
        type: str | None = None,
        actor: str | None = None,
    ) -> list[Event]:
        """The newest events that fit, newest first; an item's also by the payloads that name it."""
        where, parameters = ["TRUE"], list[Any]()
        if before is not None:
            where.append("seq < ?")
            parameters.append(before)
        if item is not None:
            # A merge or a successor names the item only in its payload; ids are long enough never to meet by chance.
            named = "type IN ('CONSOLIDATE', 'INGEST', 'FORGET', 'RECALL') AND contains(payload, ?)"
            where.append(f"(item = ? OR ({named}))")
            parameters += [item, item]
        for name, value in (("type", type), ("actor", actor)):
            if value is not None:
                where.append(f"{name} = ?")
                parameters.append(value)
        rows = self._database.reader().rows(
            f"SELECT {_COLUMNS} FROM events WHERE {' AND '.join(where)} ORDER BY seq DESC LIMIT ?",
            [*parameters, limit],
        )
        return [_event(row) for row in rows]

    def items_after(self, position: int) -> list[str]:
        """Ids of the items that events after a position are about, or name as parents; unordered."""
        rows = self._database.reader().rows(
            "SELECT DISTINCT item FROM events WHERE seq > ? AND item <> ''"
            " UNION SELECT DISTINCT unnest(from_json(json_extract(payload, '$.parent_ids'), '[\"VARCHAR\"]'))"
            " FROM events WHERE seq > ? AND type = 'CONSOLIDATE'"
            " UNION SELECT DISTINCT unnest(from_json(json_extract(payload, '$.ids'), '[\"VARCHAR\"]'))"
            " FROM events WHERE seq > ? AND type = 'RECALL'",
            [position, position, position],
        )
        return [row[0] for row in rows]

    def actors(self) -> dict[str, int]:
        """How many events each actor caused, most first."""
        rows = self._database.reader().rows(
            "SELECT actor, count(*) FROM events GROUP BY actor ORDER BY count(*) DESC, actor"
        )
        return {row[0]: row[1] for row in rows}

    def broken_at(self) -> Iterator[tuple[int, str | None]]:
        """Walk the chain: (events checked so far, None) after each chunk; (seq, what is wrong) at the first fault."""
        previous, expected = GENESIS_HASH, 1
        rows = self._database.reader().row("SELECT count(*), max(seq) FROM events")
        count, top = (rows[0], rows[1] or 0) if rows else (0, 0)
        for chunk in self.read(0, max(top, self.head)):
            for event in chunk:
                problem = _chain_problem(event, expected, previous)
                if problem:
                    yield event.seq, problem
                    return
                previous, expected = event.hash, event.seq + 1
            yield expected - 1, None
        if expected - 1 != self.head or count != self.head:
            yield expected, f"the log ends at event {expected - 1}, but {self.head} were written"


def _chain_problem(event: Event, expected: int, previous: bytes) -> str | None:
    if event.seq != expected:
        return f"event {expected} is missing" if event.seq > expected else f"event {event.seq} is there twice"
    if event.prev_hash != previous:
        return "its link to the event before it does not hold"
    return None if event_hash(event) == event.hash else "its content does not match its hash"


def _row(event: Event) -> tuple[Any, ...]:
    return (
        event.seq,
        event.ts,
        event.type,
        event.item,
        event.command,
        event.payload,
        event.actor,
        event.schema_version,
        event.prev_hash,
        event.hash,
    )


def _event(row: tuple[Any, ...]) -> Event:
    seq, ts, type, item, command, payload, actor, version, prev_hash, hash = row
    moment = ts.replace(tzinfo=UTC)
    return Event(seq, moment, type, item, command, payload, actor, version, bytes(prev_hash), bytes(hash))
