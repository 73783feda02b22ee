"""The past of a vault: what its records were at any event, what changed between two, and the way back.

**Theory of operation.** A record that no event has touched since T is today what it was then. So the state at T is
what was made up to T and not touched since, plus the few that were touched, folded again from the nearest snapshot
before T (or from their own first events). Those few are written into a database file beside the vault's, which vanishes
when the past is closed; the rest is read where it stands, in a transaction that sees the vault as it was when the past
was opened, whatever is written meanwhile. Texts never change, and so both indexes serve the past as they are,
restricted to the records of then.

Imperfect: BM25 weighs words by all texts that the vault has today, so that the order of hits at T can differ a little
from what it was on that day. `rebuild --to T` gives exactly that.
"""

from __future__ import annotations

import itertools
from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from memory_desktop.core.errors import CancelledError, InvalidCommandError
from memory_desktop.core.events.assembly import ASSEMBLY
from memory_desktop.core.events.event import Event, EventType
from memory_desktop.core.events.family import Change
from memory_desktop.core.events.memory import MEMORY
from memory_desktop.core.events.registry import OWNERS, changed_memories, fold_one
from memory_desktop.core.events.undo import Rollback, TakeBack
from memory_desktop.core.memory.records import Memory
from memory_desktop.core.past import Diff, Rewound, difference
from memory_desktop.core.ports import CancelToken
from memory_desktop.engine.history.succession import pages
from memory_desktop.engine.writing.writer import Writer
from memory_desktop.store import Store
from memory_desktop.store.database import Cursor, Held
from memory_desktop.store.records import RecordStore
from memory_desktop.store.snapshots import SnapshotStore

Progress = Callable[[str, int, int], None]
#: So many events are folded from the first one on sooner than a snapshot is looked through.
_FEW_EVENTS = 5_000
_BY_IDS = "SELECT unnest(?::VARCHAR[])"


def silent(_stage: str, _done: int, _total: int) -> None:
    """A progress callback that does nothing."""


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
            live = self._store.records.by_ids(page).values()
            found = self.each([(memory, seq) for memory in live if memory.key <= seq])
            states |= {memory.id: memory for memory in found.values()}
        return states

    def each(self, wanted: Iterable[tuple[Memory, int]]) -> dict[tuple[str, int], Memory]:
        """Records as they were after an event each, by id and event.

        Args:
            wanted: (the record as it is now, an event that is not before the one that made it).
        """
        found: dict[tuple[str, int], Memory] = {}
        moments: dict[str, list[int]] = {}
        live: dict[str, Memory] = {}
        for memory, seq in wanted:
            if memory.revision <= seq:
                found[memory.id, seq] = memory
            else:
                moments.setdefault(memory.id, []).append(seq)
                live[memory.id] = memory
        if not moments:
            return found
        states: dict[str, Memory] = {}

        def reach(id: str, seq: int) -> None:
            while moments[id] and moments[id][0] < seq:
                found[id, moments[id].pop(0)] = states[id]

        for seqs in moments.values():
            seqs.sort()
        last = max(seqs[-1] for seqs in moments.values())
        for events in self._store.log.about(_BY_IDS, [list(moments)], after=0, to=last):
            for event in events:
                for id in changed_memories(event):
                    if id in moments:
                        if id in states:
                            reach(id, event.seq)
                        state = fold_one(event, id, states.get(id))
                        if state is not None:
                            states[id] = state.with_(origin=live[id].origin)
        for id, memory in states.items():
            found |= {(id, seq): memory for seq in moments[id]}
        return found

    def show(self, held: Held, alias: str, seq: int, progress: Progress, cancel: CancelToken | None) -> RecordStore:
        """All records as they were after event `seq`, seen from what is held; `alias` names its file."""
        touched, base = RecordStore(held, f"{alias}.touched"), f"{alias}.names"
        cursor = held.reader()
        progress("records", 0, 0)
        touched.create(cursor)
        cursor.execute(f"CREATE TABLE {base} AS SELECT id FROM records WHERE key <= ? AND revision > ?", [seq, seq])
        wanted = {row[0] for row in cursor.rows(f"SELECT id FROM {base}")}
        if wanted:
            seqs = self._store.log.seqs_about(f"SELECT id FROM {base}", [], after=0, to=seq, cursor=cursor)
            if len(seqs) > _FEW_EVENTS:
                after = self._from_snapshot(cursor, touched, base, seq)
                seqs = seqs[bisect_right(seqs, after) :]
            self._fold_touched(cursor, touched, wanted, seqs, progress, cancel)
        records = RecordStore(held, f"{alias}_records", self._store.records)
        records.show(cursor, seq, touched)
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
        wanted: set[str],
        seqs: Sequence[int],
        progress: Progress,
        cancel: CancelToken | None,
    ) -> None:
        done = 0
        for events in self._store.log.chunks(seqs, cursor):
            check_cancelled(cancel)
            done += len(events)
            progress("events", done, len(seqs))
            touched = list({id for event in events for id in changed_memories(event)} & wanted)
            states = records.by_ids(touched, cursor)
            there = set(states)
            _fold_into(states, events, wanted)
            lines = self._store.records.lines(touched)
            states = {id: memory.with_(origin=lines.get(id, id)) for id, memory in states.items()}
            memories = sorted(states.values(), key=lambda memory: memory.key)
            last = max((memory.key for memory in memories if memory.id in there), default=0)
            records.put(cursor, memories, created_after=last)


def _fold_into(states: dict[str, Memory], events: Sequence[Event], wanted: set[str]) -> None:
    for event in events:
        for id in changed_memories(event):
            if id in wanted:
                memory = fold_one(event, id, states.get(id))
                if memory is not None:
                    states[id] = memory


class TimeMachine:
    """Differences, and the way back. Opening the past itself is the engine's (`Engine.as_of`).

    Attributes:
        until: makes a token also say when the vault is being closed; every long call here asks it.
    """

    def __init__(
        self,
        store: Store,
        writer: Writer,
        states: States,
        scratch: Path,
        until: Callable[[CancelToken | None], CancelToken],
    ) -> None:
        self._store = store
        self._writer = writer
        self._states = states
        self._scratch = scratch
        self.until = until
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

        held = Held(self._store.database, alias, path, "This moment of the past is no longer open.")
        try:
            records = self._states.show(held, alias, seq, progress or silent, cancel)
        except BaseException:
            held.release()
            raise
        return records, held.release

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
        cancel = self.until(cancel)
        self.moment_of(seq)
        with self._writer.lock:
            changes: dict[str, list[Change[Any]]] = {MEMORY: self._memories_since(seq, ids, cancel)}
            if ids is None:
                changes[ASSEMBLY] = self._items_since(ASSEMBLY, seq)
            command = TakeBack(
                Rollback(to=seq, snapshot=snapshot, ids=list(ids) if ids is not None else None),
                changes,
                *ways(self._store.records, changes),
            )
            check_cancelled(cancel)  # from here on it is one transaction
            written = self._writer.execute(command, actor=actor)
        types = [event.type for event in written.events]
        return Rewound(
            seq,
            restored=types.count(EventType.INGEST),
            removed=types.count(EventType.FORGET),
            relabelled=types.count(EventType.UPDATE),
            command=written.events[0].seq if written.events else None,
        )

    def _memories_since(self, seq: int, ids: Sequence[str] | None, cancel: CancelToken | None) -> list[Change[Memory]]:
        """Each line that an event after `seq` has touched: as it was then, and as it is now."""
        records = self._store.records
        touched = records.changed_since(seq) if ids is None else self._with_followers(ids)
        lines = list(dict.fromkeys(records.lines(touched).values()))
        changes: list[Change[Memory]] = []
        for page in pages(lines):
            check_cancelled(cancel)
            of_lines = records.of_lines(page)
            then = {line: [one for one in members if one.key <= seq] for line, members in of_lines.items()}
            states = self._states.each([(members[-1], seq) for members in then.values() if members])
            for line in page:
                now = of_lines[line][-1]
                before = states.get((then[line][-1].id, seq)) if then[line] else None
                if before is None or (before.id, before.revision) != (now.id, now.revision):
                    changes.append(Change(line, before, now, now))
        return changes

    def _items_since(self, kind: str, seq: int) -> list[Change[Any]]:
        """The same for items that are kept in memory."""
        folded, family = self._writer.projections.folded(kind), OWNERS[kind]
        now, then = folded.now()[1], folded.at(seq)
        latest: dict[str, Any] = {}
        before: dict[str, Any] = {}
        for id, one in now.items():
            line = family.line_of(now, id)
            latest[line] = one
            if id in then:
                before[line] = then[id]
        return [Change(line, before.get(line), one, one) for line, one in latest.items() if before.get(line) != one]

    def _with_followers(self, ids: Sequence[str]) -> list[str]:
        """These memories, and all that came from them."""
        every = dict.fromkeys(ids)
        new = list(every)
        while new:
            new = [id for id in self._store.records.children(new) if id not in every]
            every |= dict.fromkeys(new)
        return list(every)


def ways(records: RecordStore, changes: Mapping[str, Sequence[Change[Any]]]) -> tuple[dict[str, str], dict[str, str]]:
    """What undoing needs to know about other memories: (line by id, id of the current memory by line)."""
    memories = [one for change in changes.get(MEMORY, ()) for one in (change.before, change.now) if one is not None]
    named = list({one.superseded_by for one in memories if one.superseded_by})
    lines: dict[str, str] = {}
    for page in pages(named):
        lines |= records.lines(page)
    stands: dict[str, str] = {}
    for page in pages(list(set(lines.values()))):
        stands |= {line: head for line, (head, *_) in records.successors(page).items()}
    for change in changes.get(ASSEMBLY, ()):
        for one in (change.before, change.after, change.now):
            if one is not None:
                lines[one.id] = change.item
        if change.now is not None:
            stands[change.item] = change.now.id
    return lines, stands
