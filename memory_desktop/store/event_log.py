"""The append-only, hash-chained event log: the truth that everything else is folded from."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

import orjson

from memory_desktop.core.errors import KnownError
from memory_desktop.core.events.event import (
    EVENT_SCHEMA,
    GENESIS_HASH,
    SALT_BYTES,
    Event,
    EventType,
    NewEvent,
    event_hash,
    payload_digest,
    sealed,
)
from memory_desktop.core.memory.canonical import canonical_json
from memory_desktop.core.ports import Entropy
from memory_desktop.core.purge import purged_digests
from memory_desktop.store.bulk import insert_rows
from memory_desktop.store.database import Cursor, Database
from memory_desktop.store.schema import EVENT_COLUMNS

_COLUMNS = ", ".join(f'"{name}"' for name in EVENT_COLUMNS)
_READ_CHUNK = 5_000
_HIGHEST = 2**53  # what a damaged file may say beyond it is no position


class EventLog:
    """Events in their order. Appending needs a transaction; the head is known without a query.

    Args:
        entropy: gives the salts.
        shown: seq of the last event that the records have seen, when they were rebuilt to an earlier one; later
            events are kept, but nothing here shows them.

    Attributes:
        head: seq of the last event that is shown. last: seq of the last event that there is.
        refusal: raised by whoever wants to write, when the log must not go on.
        committed: told of the last event of each commit.
    """

    def __init__(self, database: Database, entropy: Entropy, shown: int | None = None) -> None:
        self._database = database
        self._entropy = entropy
        self.refusal: KnownError | None = None
        self.committed: Callable[[Event], None] = lambda _event: None
        # Not ORDER BY … LIMIT 1: after a crash DuckDB has answered that without the rows of its write-ahead log.
        last = database.reader().row("SELECT seq, hash FROM events WHERE seq = (SELECT max(seq) FROM events)")
        self.last: int = last[0] if last else 0
        self._opened_at = self.last
        self._newest: dict[str, int] = {}  # by type, of what was appended since
        self.head: int = self.last if shown is None else min(self.last, shown)
        self._head_hash: bytes = bytes(last[1]) if last else GENESIS_HASH
        self._used = 0  # the highest number that was given before, also to an event that is lost

    @property
    def next(self) -> int:
        """The number that the next event gets. No number is given twice: ids and keys are made of it."""
        return max(self.head, self._used) + 1

    def number_on(self, after: int) -> None:
        """Events up to this number were written once and are lost: the next one gets a higher number."""
        self._used = max(self._used, after if after < _HIGHEST else 0)

    @property
    def behind(self) -> bool:
        """True when the records were rebuilt to an earlier event than the last: then nothing can be appended."""
        return self.head < self.last

    @property
    def read_only(self) -> bool:
        """True when nothing can be appended."""
        return self.behind or self.refusal is not None

    def show(self, seq: int) -> None:
        """Show nothing after this event from now on."""
        self.head = min(seq, self.last)

    def prepare(self, new: Sequence[NewEvent], *, now: datetime, actor: str, command: int | None) -> list[Event]:
        """The events with their places and hashes, not yet written. `command` None: they are their own command.

        Raises:
            KnownError: the log must not go on.
        """
        if self.refusal is not None:
            raise self.refusal
        events: list[Event] = []
        previous = self._head_hash
        salts = self._entropy(SALT_BYTES * len(new))
        for offset, event in enumerate(new):
            placed = sealed(
                Event(
                    seq=self.next + offset,
                    ts=now,
                    type=event.type.value,
                    item=event.item,
                    command=command if command is not None else self.next,
                    payload=canonical_json(event.payload).decode("utf-8"),
                    actor=event.actor or actor,
                    schema_version=EVENT_SCHEMA,
                    prev_hash=previous,
                    salt=salts[SALT_BYTES * offset : SALT_BYTES * (offset + 1)],
                )
            )
            previous = placed.hash
            events.append(placed)
        return events

    def append(self, cursor: Cursor, events: Sequence[Event]) -> None:
        """Write prepared events inside the caller's transaction; call `advance` once it has committed."""
        insert_rows(cursor, "events", EVENT_COLUMNS, [row_of(event) for event in events])

    def advance(self, events: Sequence[Event]) -> None:
        """The events are committed: they are the head now."""
        if events:
            self._newest.update((event.type, event.seq) for event in events)
            self.head = self.last = events[-1].seq
            self._head_hash = events[-1].hash
            self.committed(events[-1])

    def may_have(self, types: Sequence[str], after: int) -> bool:
        """Can there be events of these types after this one? Told without a query; True also when it is not known."""
        return after < self._opened_at or any(self._newest.get(type, 0) > after for type in types)

    def read(self, after: int = 0, to: int | None = None) -> Iterator[list[Event]]:
        """Events with after < seq <= to, in order, in chunks."""
        end = self.head if to is None else to
        while after < end:
            upper = min(after + _READ_CHUNK, end)
            rows = self._database.reader().rows(
                f"SELECT {_COLUMNS} FROM events WHERE seq > ? AND seq <= ? ORDER BY seq", [after, upper]
            )
            if rows:
                yield [event_of(row) for row in rows]
            else:  # numbers of lost events are not given again
                next = self._database.reader().row("SELECT min(seq) FROM events WHERE seq > ?", [upper])
                upper = next[0] - 1 if next and next[0] is not None else end
            after = upper

    def select(
        self,
        *,
        before: int | None = None,
        limit: int = 200,
        item: str | None = None,
        type: str | None = None,
        actor: str | None = None,
        recalls: bool = True,
    ) -> list[Event]:
        """The newest events that fit, newest first; an item's also those that mention it."""
        where, parameters = self._fitting(before, item, type, actor)
        if not recalls:
            where += " AND type <> 'RECALL'"
        rows = self._database.reader().rows(
            f"SELECT {_COLUMNS} FROM events WHERE {where} ORDER BY seq DESC LIMIT ?", [*parameters, limit]
        )
        return [event_of(row) for row in rows]

    def command_of(self, seq: int) -> int | None:
        """The command that an event belongs to; None where there is no such event."""
        row = self._database.reader().row("SELECT command FROM events WHERE seq = ?", [seq])
        return int(row[0]) if row else None

    def during(self, type: str, start: datetime, end: datetime, *, limit: int = 200) -> list[Event]:
        """Events of one type that were written between two times (UTC), both included, in order; the first of them."""
        rows = self._database.reader().rows(
            f"SELECT {_COLUMNS} FROM events WHERE seq <= ? AND type = ? AND ts BETWEEN ? AND ? ORDER BY seq LIMIT ?",
            [self.head, type, start.replace(tzinfo=None), end.replace(tzinfo=None), limit],
        )
        return [event_of(row) for row in rows]

    def count(self, *, before: int | None = None, item: str | None = None, type: str | None = None) -> int:
        """How many events fit, as for `select`."""
        where, parameters = self._fitting(before, item, type, None)
        row = self._database.reader().row(f"SELECT count(*) FROM events WHERE {where}", parameters)
        return int(row[0]) if row else 0

    def _fitting(
        self, before: int | None, item: str | None, type: str | None, actor: str | None
    ) -> tuple[str, list[Any]]:
        """(SQL condition, its parameters)."""
        where, parameters = ["seq <= ?"], list[Any]([self.head])
        if before is not None:
            where.append("seq < ?")
            parameters.append(before)
        if item is not None:
            where.append("seq IN (SELECT seq FROM event_items WHERE item = ?)")
            parameters.append(item)
        for name, value in (("type", type), ("actor", actor)):
            if value is not None:
                where.append(f"{name} = ?")
                parameters.append(value)
        return " AND ".join(where), parameters

    def about(
        self, wanted: str, parameters: Sequence[Any], *, after: int, to: int, cursor: Cursor | None = None
    ) -> Iterator[list[Event]]:
        """Events with after < seq <= to that change any of some items, in order, in chunks.

        Args:
            wanted: a query that gives their ids, with its parameters.
        """
        yield from self.chunks(self.seqs_about(wanted, parameters, after=after, to=to, cursor=cursor), cursor)

    def seqs_about(
        self, wanted: str, parameters: Sequence[Any], *, after: int, to: int, cursor: Cursor | None = None
    ) -> list[int]:
        """Which events `about` gives."""
        found = (cursor or self._database.reader()).columns(
            f"WITH wanted(id) AS MATERIALIZED ({wanted})"
            " SELECT DISTINCT seq FROM event_items WHERE changes AND seq > ? AND seq <= ?"
            " AND item IN (SELECT id FROM wanted) ORDER BY seq",
            [*parameters, after, to],
        )
        seqs: list[int] = found["seq"].tolist()
        return seqs

    def chunks(self, seqs: Sequence[int], cursor: Cursor | None = None) -> Iterator[list[Event]]:
        """These events, in order, some at a time."""
        for start in range(0, len(seqs), _READ_CHUNK):
            rows = (cursor or self._database.reader()).rows(
                f"SELECT {_COLUMNS} FROM events WHERE seq IN (SELECT unnest(?::BIGINT[])) ORDER BY seq",
                [list(seqs[start : start + _READ_CHUNK])],
            )
            yield [event_of(row) for row in rows]

    def of_command(self, command: int, after: int = 0) -> list[Event]:
        """All events of a command after another event, in order."""
        rows = self._database.reader().rows(
            f"SELECT {_COLUMNS} FROM events WHERE seq >= ? AND seq > ? AND command = ? ORDER BY seq",
            [command, after, command],
        )
        return [event_of(row) for row in rows]

    def stretches_of(self, command: int, end: str) -> list[tuple[int, int]]:
        """Where in the log the events of a command stand together, up to its last event of the type `end`: (the event
        before the first, the last), in order."""
        rows = self._database.reader().rows(
            "WITH own AS (SELECT seq, type FROM events WHERE seq >= ? AND command = ?)"
            " SELECT min(seq) - 1, max(seq)"
            " FROM (SELECT seq, seq - row_number() OVER (ORDER BY seq) AS stretch FROM own"
            " WHERE seq <= (SELECT max(seq) FROM own WHERE type = ?)) GROUP BY stretch ORDER BY 1",
            [command, command, end],
        )
        return [(int(row[0]), int(row[1])) for row in rows]

    def about_items(self, ids: Sequence[str]) -> list[Event]:
        """All events about any of these items, in order."""
        rows = self._database.reader().rows(
            f"SELECT {_COLUMNS} FROM events WHERE item IN (SELECT unnest(?::VARCHAR[])) AND seq <= ? ORDER BY seq",
            [list(ids), self.last],
        )
        return [event_of(row) for row in rows]

    def decisions(self, commands: Sequence[int]) -> list[Event]:
        """What became of the items that these commands hold back: RELEASE and DISMISS events, in order."""
        types = [EventType.RELEASE.value, EventType.DISMISS.value]
        if not self.may_have(types, min(commands, default=self.head)):
            return []
        rows = self._database.reader().rows(
            f"SELECT {_COLUMNS} FROM events WHERE type IN (SELECT unnest(?::VARCHAR[])) AND item IN (SELECT item FROM"
            " events WHERE type = ? AND command IN (SELECT unnest(?::BIGINT[]))) AND seq <= ? ORDER BY seq",
            [types, EventType.HOLD.value, list(commands), self.head],
        )
        return [event_of(row) for row in rows]

    def mentioning(self, type: str, ids: Sequence[str], *, to: int | None = None) -> list[Event]:
        """Events of a type, up to one, that are about any of these items or mention it, in order."""
        rows = self._database.reader().rows(
            f"SELECT {_COLUMNS} FROM events WHERE type = ? AND seq <= ? AND seq IN (SELECT seq FROM event_items"
            " WHERE item IN (SELECT unnest(?::VARCHAR[]))) ORDER BY seq",
            [type, self.head if to is None else to, list(ids)],
        )
        return [event_of(row) for row in rows]

    def redact(self, cursor: Cursor, payloads: Mapping[int, str]) -> None:
        """Put other payloads in the places of these events', and remove their salts; digests and hashes stay."""
        seqs = sorted(payloads)
        for start in range(0, len(seqs), _READ_CHUNK):
            part = seqs[start : start + _READ_CHUNK]
            cursor.execute(
                "UPDATE events SET payload = n.payload, salt = ''::BLOB FROM (SELECT unnest(?::BIGINT[]) AS seq,"
                " unnest(?::VARCHAR[]) AS payload) AS n WHERE events.seq = n.seq",
                [part, [payloads[seq] for seq in part]],
            )

    def of_types(self, types: Sequence[str], *, after: int = 0, to: int | None = None) -> list[Event]:
        """All events of some rare types with after < seq <= to, in order."""
        rows = self._database.reader().rows(
            f"SELECT {_COLUMNS} FROM events WHERE seq > ? AND seq <= ? AND type IN (SELECT unnest(?::VARCHAR[]))"
            " ORDER BY seq",
            [after, self.head if to is None else to, list(types)],
        )
        return [event_of(row) for row in rows]

    def commands_of(self, seqs: Sequence[int]) -> dict[int, int]:
        """The command that each of these events belongs to, by event."""
        rows = self._database.reader().rows(
            "SELECT seq, command FROM events WHERE seq IN (SELECT unnest(?::BIGINT[]))", [list(seqs)]
        )
        return dict(rows)

    def heads(self, commands: Sequence[int]) -> dict[int, Event]:
        """The first event of each of these commands, by command."""
        rows = self._database.reader().rows(
            f"SELECT {_COLUMNS} FROM events WHERE seq IN (SELECT unnest(?::BIGINT[]))", [list(commands)]
        )
        return {row[0]: event_of(row) for row in rows}

    def moment(self, seq: int) -> datetime | None:
        """When an event was written."""
        row = self._database.reader().row("SELECT ts FROM events WHERE seq = ?", [seq])
        return row[0].replace(tzinfo=UTC) if row else None

    def first_after(self, seq: int) -> int | None:
        """Seq of the first event after another; None after the last."""
        row = self._database.reader().row("SELECT min(seq) FROM events WHERE seq > ? AND seq <= ?", [seq, self.head])
        return int(row[0]) if row and row[0] is not None else None

    def versions(self) -> dict[str, int]:
        """The schema versions of all events, and the first event of each."""
        rows = self._database.reader().rows("SELECT schema_version, min(seq) FROM events GROUP BY ALL ORDER BY 2")
        return {str(version): seq for version, seq in rows}

    def event(self, seq: int) -> Event | None:
        """One event, whether it is shown or not; None if there is none."""
        row = self._database.reader().row(f"SELECT {_COLUMNS} FROM events WHERE seq = ?", [seq])
        return event_of(row) if row else None

    def hash_of(self, seq: int) -> str:
        """An event's hash in hex, or "" when there is no such event."""
        row = self._database.reader().row("SELECT hash FROM events WHERE seq = ?", [seq])
        return bytes(row[0]).hex() if row else ""

    def hashes_of(self, seqs: Sequence[int]) -> dict[int, str]:
        """The hashes, in hex, of those of these events that there are."""
        rows = self._database.reader().rows(
            "SELECT seq, hash FROM events WHERE seq IN (SELECT unnest(?::BIGINT[]))", [list(seqs)]
        )
        return {seq: bytes(hash).hex() for seq, hash in rows}

    def last_before(self, moment: datetime) -> int:
        """Seq of the last event at or before a time; 0 when all are later."""
        row = self._database.reader().row(
            "SELECT max(seq) FROM events WHERE ts <= ? AND seq <= ?",
            [moment.astimezone(UTC).replace(tzinfo=None), self.head],
        )
        return int(row[0]) if row and row[0] is not None else 0

    def types(self) -> dict[str, int]:
        """How many events there are of each type, most first."""
        rows = self._database.reader().rows(
            "SELECT type, count(*) FROM events WHERE seq <= ? GROUP BY type ORDER BY count(*) DESC, type", [self.head]
        )
        return {row[0]: row[1] for row in rows}

    def actors(self) -> dict[str, int]:
        """How many events each actor caused, most first."""
        rows = self._database.reader().rows(
            "SELECT actor, count(*) FROM events WHERE seq <= ? GROUP BY actor ORDER BY count(*) DESC, actor",
            [self.head],
        )
        return {row[0]: row[1] for row in rows}

    def writers(self) -> dict[str, int]:
        """How many commands each actor gave; 0 for who only recalled something."""
        rows = self._database.reader().rows(
            "SELECT actor, count(DISTINCT command) FILTER (WHERE type <> ?) AS written FROM events WHERE seq <= ?"
            " GROUP BY actor ORDER BY written DESC, actor",
            [EventType.RECALL.value, self.head],
        )
        return {row[0]: row[1] for row in rows}

    def commands_after(self, seq: int) -> list[tuple[int, str]]:
        """(command, who gave it) of the commands after an event, in order; what was only recalled is none, nor is what
        a person let in for an agent."""
        rows = self._database.reader().rows(
            "SELECT command, arg_min(actor, seq) FROM events WHERE seq > ? AND seq <= ? AND command > ? AND type <> ?"
            " GROUP BY command HAVING NOT bool_or(type = ?) ORDER BY command",
            [seq, self.head, seq, EventType.RECALL.value, EventType.RELEASE.value],
        )
        return [(int(command), str(actor)) for command, actor in rows]

    def broken_at(self) -> Iterator[tuple[int, str | None]]:
        """Walk the chain: (events checked so far, None) after each chunk; (seq, what is wrong) at the first fault."""
        previous, expected = GENESIS_HASH, 1
        purged = purged_digests(event.payload for event in self.of_types(["PURGE"], to=self.last))
        rows = self._database.reader().row("SELECT count(*), max(seq) FROM events")
        count, top = (rows[0], rows[1] or 0) if rows else (0, 0)
        skipped, left_out = {to + 1 for _, to in self.accepted_losses()}, 0
        for chunk in self.read(0, max(top, self.last)):
            for event in chunk:
                if event.seq > expected and event.seq in skipped:
                    left_out, expected = left_out + event.seq - expected, event.seq
                problem = _chain_problem(event, expected, previous, purged.get(event.seq))
                if problem:
                    yield event.seq, problem
                    return
                previous, expected = event.hash, event.seq + 1
            yield expected - 1, None
        if expected - 1 != self.last or count + left_out != self.last:
            yield expected, f"the log ends at event {expected - 1}, but {self.last} were written"

    def accepted_losses(self) -> list[tuple[int, int]]:
        """(first, last) number of the events of each loss that a person accepted, after which the log went on."""
        found = []
        for event in self.of_types(["LOSS"], to=self.last):
            with suppress(ValueError, AttributeError):
                said = orjson.loads(event.payload)
                first, to = said.get("from"), said.get("to")
                # Between them and the LOSS event is at most the event that begins a log.
                if isinstance(first, int) and isinstance(to, int) and event.seq - 2 <= to < event.seq:
                    found.append((first, to))
        return found


def _chain_problem(event: Event, expected: int, previous: bytes, purged: bytes | None) -> str | None:
    if event.seq != expected:
        return f"event {expected} is missing" if event.seq > expected else f"event {event.seq} is there twice"
    if event.prev_hash != previous:
        return "its link to the event before it does not hold"
    whole = event.digest if purged is None else purged
    if payload_digest(event.salt, event.payload) != whole or event_hash(event) != event.hash:
        return "its content does not match its hash"
    return None


def row_of(event: Event) -> tuple[Any, ...]:
    """An event as a row of EVENT_COLUMNS."""
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
        event.salt,
        event.digest,
        event.hash,
    )


def event_of(row: tuple[Any, ...]) -> Event:
    """The inverse of `row_of`."""
    seq, ts, type, item, command, payload, actor, version, *hashes = row
    moment = ts.replace(tzinfo=UTC)
    return Event(seq, moment, type, item, command, payload, actor, version, *map(bytes, hashes))
