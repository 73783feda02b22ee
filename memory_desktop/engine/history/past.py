"""The past of a vault: what its records were at any event, what changed between two, and the way back (D6, F10).

**Theory of operation.** A record that no event has touched since T is today what it was then. So the state at T is
what was made up to T and not touched since, plus the few that were touched, folded again from the nearest snapshot
before T (or from their own first events). It is written into a database file beside the vault's, which vanishes when
it is closed. Texts never change, and so both indexes serve the past as they are, restricted to the records of then.

Imperfect: BM25 weighs words by all texts that the vault has today, so that the order of hits at T can differ a little
from what it was on that day. `rebuild --to T` gives exactly that.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

from memory_desktop.core import commands as c
from memory_desktop.core.assemblies import TYPES, Assembly, fold
from memory_desktop.core.errors import CancelledError, InvalidCommandError
from memory_desktop.core.events.event import Event, EventType, NewEvent
from memory_desktop.core.fold import changed_ids, fold_one
from memory_desktop.core.memory.records import Memory
from memory_desktop.core.past import Diff, Rewound, difference
from memory_desktop.core.ports import CancelToken
from memory_desktop.engine.history.folded import Folded
from memory_desktop.engine.history.succession import current, pages
from memory_desktop.engine.writing.writer import Writer
from memory_desktop.store import Store
from memory_desktop.store.database import Attached, Cursor
from memory_desktop.store.records import RecordStore
from memory_desktop.store.snapshots import SnapshotStore

Progress = Callable[[str, int, int], None]
_BY_IDS = "SELECT unnest(?::VARCHAR[])"


def silent(_stage: str, _done: int, _total: int) -> None:
    """Progress that nobody watches."""


def check_cancelled(cancel: CancelToken | None) -> None:
    """Raises CancelledError once the result is no longer wanted."""
    if cancel is not None and cancel.cancelled():
        raise CancelledError("Stopped; nothing was changed.")


class States:
    """Records as they were."""

    def __init__(self, store: Store, snapshots: SnapshotStore) -> None:
        self._store = store
        self._snapshots = snapshots

    def at(self, ids: Sequence[str], seq: int) -> dict[str, Memory]:
        """Those of the records that there were after event `seq`, as they were then."""
        states: dict[str, Memory] = {}
        for page in pages(ids):
            live = self._store.records.by_ids(page)
            touched = [memory.id for memory in live.values() if memory.key <= seq < memory.revision]
            states |= {id: memory for id, memory in live.items() if memory.revision <= seq}
            folded: dict[str, Memory] = {}
            for events in self._store.log.about(_BY_IDS, [touched], after=0, to=seq):
                _fold_into(folded, events, set(touched))
            states |= folded
        return states

    def write(self, path: Path, alias: str, seq: int, progress: Progress, cancel: CancelToken | None) -> RecordStore:
        """All records as they were after event `seq`, in a database file of their own, attached as `alias`."""
        records, base = RecordStore(self._store.database, f"{alias}.records"), f"{alias}.touched"
        with self._store.database.beside(path, alias) as cursor:
            progress("records", 0, 0)
            records.create(cursor)
            records.copy(cursor, "records", "key <= ? AND revision <= ?", [seq, seq])
            cursor.execute(f"CREATE TABLE {base} AS SELECT id FROM records WHERE key <= ? AND revision > ?", [seq, seq])
            wanted = {row[0] for row in cursor.rows(f"SELECT id FROM {base}")}
            if wanted:
                after = self._from_snapshot(cursor, records, base, seq)
                self._fold_touched(cursor, records, base, wanted, after, seq, progress, cancel)
            cursor.execute(f"CREATE INDEX records_key ON {records.table} (key)")
        return records

    def _from_snapshot(self, cursor: Cursor, records: RecordStore, base: str, seq: int) -> int:
        """Load what was touched since from the nearest good snapshot; the event that folding goes on after."""
        for snapshot in self._snapshots.list():
            if snapshot.seq <= seq and self._store.log.hash_of(snapshot.seq) == snapshot.event_hash:
                if self._snapshots.problem(snapshot):
                    continue
                self._snapshots.load(cursor, snapshot.id, records.table, base)
                return snapshot.seq
        return 0

    def _fold_touched(
        self,
        cursor: Cursor,
        records: RecordStore,
        base: str,
        wanted: set[str],
        after: int,
        seq: int,
        progress: Progress,
        cancel: CancelToken | None,
    ) -> None:
        for events in self._store.log.about(f"SELECT id FROM {base}", [], after=after, to=seq, cursor=cursor):
            check_cancelled(cancel)
            progress("events", events[-1].seq - after, seq - after)
            touched = {id for event in events for id in changed_ids(event)} & wanted
            states = records.by_ids(list(touched), cursor)
            there = set(states)
            _fold_into(states, events, wanted)
            memories = sorted(states.values(), key=lambda memory: memory.key)
            last = max((memory.key for memory in memories if memory.id in there), default=0)
            records.put(cursor, memories, created_after=last)


def _fold_into(states: dict[str, Memory], events: Sequence[Event], wanted: set[str]) -> None:
    for event in events:
        for id in changed_ids(event):
            if id in wanted:
                memory = fold_one(event, id, states.get(id))
                if memory is not None:
                    states[id] = memory


class TimeMachine:
    """Differences, and the way back. Opening the past itself is the engine's (`Engine.as_of`)."""

    def __init__(self, store: Store, writer: Writer, states: States, scratch: Path) -> None:
        self._store = store
        self._writer = writer
        self._states = states
        self._scratch = scratch
        self._numbers = itertools.count(1)

    def moment_of(self, seq: int) -> datetime:
        """When event `seq` was written. Raises InvalidCommandError when there is no such event."""
        moment = self._store.log.moment(seq)
        if moment is None or seq > self._store.log.head:
            raise InvalidCommandError(f"There is no event {seq}; the last one is {self._store.log.head}.")
        return moment.astimezone(UTC)

    def seq_at(self, moment: datetime) -> int:
        """The last event at or before a time; the first one when all are later."""
        return max(1, self._store.log.last_before(moment))

    def open(
        self, seq: int, progress: Progress | None = None, cancel: CancelToken | None = None
    ) -> tuple[RecordStore, Callable[[], None]]:
        """The records after event `seq`, and what lets them go again once nobody reads them."""
        self.moment_of(seq)
        alias = f"past{next(self._numbers)}"
        self._scratch.mkdir(exist_ok=True)
        path = self._scratch / f"{alias}.duckdb"

        attached = Attached(self._store.database, alias, path, "This moment of the past is no longer open.")
        try:
            written = self._states.write(path, alias, seq, progress or silent, cancel)
        except BaseException:
            attached.release()
            raise
        return RecordStore(attached, written.table), attached.release

    def diff(
        self,
        from_seq: int,
        to_seq: int,
        *,
        limit: int = 500,
        cancel: CancelToken | None = None,
    ) -> Diff:
        """What happened to the memories between two events. Raises InvalidCommandError for events that are not."""
        first, last = sorted((from_seq, to_seq))
        self.moment_of(first)
        self.moment_of(last)
        ids = self._store.records.changed_since(first, key_to=last)
        before: list[Memory] = []
        after: list[Memory] = []
        for page in pages(ids):
            check_cancelled(cancel)
            before += self._states.at(page, first).values()
            after += self._states.at(page, last).values()
        order = sorted(after, key=lambda memory: memory.key)
        return difference(before, order, from_seq=first, to_seq=last, limit=limit)

    def rewind(
        self,
        seq: int,
        ids: Sequence[str] | None = None,
        *,
        actor: str = "user",
        snapshot: str = "",
        cancel: CancelToken | None = None,
    ) -> Rewound:
        """Bring memories back to how they were after event `seq`: all, or these and what followed them.

        Nothing of the log is cut: the way back is new events, one command, which can be undone. Assemblies come back
        with all memories, and not with some. Settings stay.

        Raises:
            InvalidCommandError: no such event.
        """
        self.moment_of(seq)
        with self._writer.lock:
            wanted = self._store.records.changed_since(seq) if ids is None else self._with_followers(ids)
            before: dict[str, Memory | None] = {}
            after: dict[str, Memory] = {}
            for page in pages(wanted):
                check_cancelled(cancel)
                after |= {
                    id: memory for id, memory in self._store.records.by_ids(page).items() if memory.revision > seq
                }
                before |= self._states.at(page, seq)
            payload = {"to": seq, "snapshot": snapshot, "ids": list(ids) if ids is not None else None}
            command = c.Compensate(
                NewEvent(EventType.ROLLBACK, payload),
                (),
                before,
                dict(sorted(after.items(), key=_by_key)),
                current(self._store.records, list(after)),
                tuple(self._assemblies_since(seq)) if ids is None else (),
            )
            written = self._writer.execute(command, actor=actor)
        types = [event.type for event in written.events]
        return Rewound(
            seq,
            restored=types.count(EventType.INGEST),
            removed=types.count(EventType.FORGET),
            relabelled=types.count(EventType.UPDATE),
            command=written.events[0].seq if written.events else None,
        )

    def _assemblies_since(self, seq: int) -> Iterator[tuple[Assembly | None, Assembly | None]]:
        """(as it was after event `seq`, as it is now) of each assembly that an event since then has touched."""
        folded = Folded(self._store.log, TYPES, fold)
        then, (_, now) = folded.at(seq), folded.now()
        yield from ((then.get(id), one) for id, one in now.items() if then.get(id) != one)

    def _with_followers(self, ids: Sequence[str]) -> list[str]:
        every = dict.fromkeys(ids)
        new = list(every)
        while new:
            new = [id for id in self._store.records.followers(new).values() if id not in every]
            every |= dict.fromkeys(new)
        return list(every)


def _by_key(item: tuple[str, Memory]) -> int:
    return item[1].key
