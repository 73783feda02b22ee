"""The log of formats up to 3, whose hashes cover the payloads themselves, sealed again with salted digests.

All in one transaction: the events get salts, digests and hashes; their places, times and payloads stay as they are; one
event is added that names the head of the chain as it was. A process that dies in between leaves the log of before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime

from memory_desktop.core.events.event import (
    EVENT_SCHEMA,
    GENESIS_HASH,
    SALT_BYTES,
    Event,
    NewEvent,
    sealed,
    unsalted_hash,
)
from memory_desktop.core.memory.canonical import canonical_json
from memory_desktop.core.ports import Entropy
from memory_desktop.store.bulk import insert_rows
from memory_desktop.store.database import Cursor, Database
from memory_desktop.store.event_log import event_of, row_of
from memory_desktop.store.schema import EVENT_COLUMNS, table_ddl

_CHUNK = 5_000
_ADDED = ("salt", "digest")
_OLD = ", ".join(f'"{name}"' if name not in _ADDED else "''::BLOB" for name in EVENT_COLUMNS)


@dataclass(frozen=True, slots=True)
class OldChain:
    """A log as the earlier format left it: its last event, that one's hash, and the first fault, if there is any."""

    seq: int
    head: bytes
    bad: tuple[int, str] | None


def is_unsalted(database: Database) -> bool:
    """Does the file have a log, and one without salts?"""
    rows = database.reader().rows("SELECT column_name FROM information_schema.columns WHERE table_name = 'events'")
    names = {row[0] for row in rows}
    return bool(names) and not names.issuperset(_ADDED)


def reseal(
    database: Database,
    entropy: Entropy,
    note: Callable[[OldChain], NewEvent],
    now: datetime,
    progress: Callable[[str, int, int], None],
) -> OldChain:
    """Give all events salted digests. `note`: the event that is added, if there are any.

    A log whose old chain does not hold is sealed as it is, and the event added says where it was broken: nothing that
    can still be read is lost, and nothing is passed off as sound.

    Raises:
        VaultDamagedError, VaultError: it cannot be read or written; it is as it was.
    """
    with database.transaction() as cursor:
        total = int((cursor.row("SELECT count(*) FROM events") or (0,))[0])
        cursor.execute("DROP TABLE IF EXISTS events_sealed")
        cursor.execute(table_ddl("events_sealed", EVENT_COLUMNS))
        walk = _Walk(entropy)
        for done, events in _chunks(cursor):
            insert_rows(cursor, "events_sealed", EVENT_COLUMNS, map(row_of, walk.take(events)))
            progress("format", done, total)
        old = OldChain(walk.seq, walk.old_head, walk.bad)
        if total:
            insert_rows(cursor, "events_sealed", EVENT_COLUMNS, [row_of(walk.last(note(old), now))])
        cursor.execute("DROP TABLE events")
        cursor.execute("ALTER TABLE events_sealed RENAME TO events")
    return old


def old_hashes(events: Iterable[Event]) -> Iterator[tuple[int, bytes]]:
    """(seq, the hash that an unsalted chain gives it) of all events of a log, from the first."""
    previous = GENESIS_HASH
    for event in events:
        previous = unsalted_hash(replace(event, prev_hash=previous))
        yield event.seq, previous


class _Walk:
    """Goes along the old chain and makes the new one."""

    def __init__(self, entropy: Entropy) -> None:
        self._entropy = entropy
        self._new_head = GENESIS_HASH
        self.seq = 0
        self.old_head = GENESIS_HASH
        self.bad: tuple[int, str] | None = None

    def take(self, events: list[Event]) -> list[Event]:
        salts = self._entropy(SALT_BYTES * len(events))
        taken = []
        for place, event in enumerate(events):
            if self.bad is None and (event.prev_hash != self.old_head or unsalted_hash(event) != event.hash):
                self.bad = event.seq, "its content or its link did not match its hash"
            if self.bad is None and event.seq != self.seq + 1:
                self.bad = event.seq, "the events before it are not all there"
            self.seq, self.old_head = event.seq, event.hash
            taken.append(self._sealed(event, salts[SALT_BYTES * place : SALT_BYTES * (place + 1)]))
        return taken

    def last(self, new: NewEvent, now: datetime) -> Event:
        seq, payload = self.seq + 1, canonical_json(new.payload).decode("utf-8")
        event = Event(seq, now, new.type.value, new.item, seq, payload, "system", EVENT_SCHEMA, b"")
        return self._sealed(event, self._entropy(SALT_BYTES))

    def _sealed(self, event: Event, salt: bytes) -> Event:
        made = sealed(replace(event, prev_hash=self._new_head, salt=salt))
        self._new_head = made.hash
        return made


def _chunks(cursor: Cursor) -> Iterator[tuple[int, list[Event]]]:
    after, done = 0, 0
    while rows := cursor.rows(f"SELECT {_OLD} FROM events WHERE seq > ? ORDER BY seq LIMIT {_CHUNK}", [after]):
        events = [event_of(row) for row in rows]
        after, done = events[-1].seq, done + len(events)
        yield done, events
