"""Snapshots: made by hand, by policy and before what is risky; checked, deleted, and gone back to."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import replace

from memory_desktop.core.errors import InvalidCommandError, VaultError
from memory_desktop.core.index_summary import IndexSummary
from memory_desktop.core.memory.records import SCHEMA_VERSION
from memory_desktop.core.past import Rewound, Snapshot, SnapshotCheck, thinned
from memory_desktop.core.ports import CancelToken, Clock
from memory_desktop.core.schemas import readable
from memory_desktop.engine.history.past import Progress, TimeMachine, check_cancelled, silent
from memory_desktop.engine.writing.gates import Gatekeeper
from memory_desktop.engine.writing.projector import project
from memory_desktop.engine.writing.writer import Writer
from memory_desktop.store import Store
from memory_desktop.store.records import RecordStore
from memory_desktop.store.snapshots import SnapshotStore

_MANUAL = "manual"


class Snapshots:
    """The vault's snapshots.

    Args:
        summary: the state of the indexes at the moment.
        still: holds sync and upkeep while a rollback runs.
    """

    def __init__(
        self,
        store: Store,
        files: SnapshotStore,
        writer: Writer,
        gates: Gatekeeper,
        time: TimeMachine,
        clock: Clock,
        summary: Callable[[], IndexSummary],
        still: Callable[[], AbstractContextManager[None]],
    ) -> None:
        self._store = store
        self._files = files
        self._writer = writer
        self._gates = gates
        self._time = time
        self._clock = clock
        self._summary = summary
        self._still = still
        files.clear_leftovers()

    def list(self) -> list[Snapshot]:
        """All, newest first."""
        return self._files.list()

    def create(self, name: str = "", *, reason: str = _MANUAL) -> Snapshot:
        """Make one of the records as they are. Writes wait for it.

        Raises:
            VaultError: the disk refuses. InvalidCommandError: a gate holds such a name back; a file cannot wait for
                a decision.
        """
        if reason == _MANUAL and name.strip():
            name = self._passed(name)
        with self._writer.lock:
            now, seq, index = self._clock(), self._store.log.head, self._summary()
            stem = f"{seq:010d}-{now:%Y%m%dT%H%M%S}"
            ids = (f"{stem}-{n}" if n else stem for n in itertools.count())
            id = next(each for each in ids if not self._files.taken(each))
            described = Snapshot(
                id=id,
                name=name.strip() or f"Event {seq:,}",
                seq=seq,
                created_at=now,
                reason=reason,
                event_hash=self._store.log.hash_of(seq),
                model_version=index.model_version,
                schema_version=index.schema_version,
                records=self._store.records.count(),
                size=0,
                checksum="",
                index=index,
            )
            return self._files.create(described, self._store.records.table)

    def _passed(self, name: str) -> str:
        words = self._gates.prepare_words(name)
        if words.held:
            why = " ".join(one.reason for one in words.verdicts if one.action == "hold")
            raise InvalidCommandError(f"A snapshot cannot have this name. {why}", hint="Give it another name.")
        return words.content

    def delete(self, id: str) -> None:
        """Remove one. Raises VaultError when it is not there."""
        self._files.delete(self._files.get(id).id)

    def before(self, what: str) -> None:
        """The one before a risky operation, if the settings want it and there is anything to lose."""
        newest = next(iter(self._files.list()), None)
        if not self._writer.settings.on("snapshots.before_risk") or not self._store.records.count():
            return
        if newest is None or newest.seq != self._store.log.head:
            self.create(f"Before {what}", reason=what)
            self._prune()

    def automatic(self) -> bool:
        """The next one by policy, when it is due; False when it is not."""
        every, head = self._writer.settings.whole("snapshots.every"), self._store.log.head
        if every <= 0 or self._store.log.read_only:
            return False
        last = max((one.seq for one in self._files.list() if one.seq <= head), default=0)
        if head - last < every:
            return False
        self.create(f"Event {head:,}", reason="automatic")
        self._prune()
        return True

    def validate(self, id: str, progress: Progress | None = None, cancel: CancelToken | None = None) -> SnapshotCheck:
        """Compare one with its checksum, with the log it names, and with a fresh fold of that log."""
        cancel = self._time.until(cancel)
        snapshot = self._files.get(id)
        problems = tuple(text for text in (self._files.problem(snapshot), self.foreign(snapshot)) if text)
        if not problems:
            problems = self._differences(snapshot, progress or silent, cancel)
        return SnapshotCheck(not problems, problems)

    def rollback(
        self,
        id: str,
        *,
        actor: str = "user",
        progress: Progress | None = None,
        cancel: CancelToken | None = None,
    ) -> Rewound:
        """Go back to a snapshot, in the contract's six steps.

        Identify it and check it → stop what writes → load its records → replay the events since, which must give the
        records of now (if not, these were damaged, and are replaced) → bring the memories back to how they were, by
        new events → validate what came of it → go on. The log is never cut, and the whole can be undone.

        Returns:
            What was done; `problems` names what is not as the snapshot has it.

        Raises:
            VaultError: the snapshot is damaged or belongs to another log; nothing was changed.
        """
        progress, cancel = progress or silent, self._time.until(cancel)
        snapshot = self._files.get(id)
        problem = self._files.problem(snapshot) or self.foreign(snapshot)
        if problem:
            raise VaultError(f"The snapshot “{snapshot.name}” cannot be used: {problem}.", hint="Choose another one.")
        with self._still(), self._writer.lock:
            self.before("rollback")
            self._replay(snapshot, progress, cancel)
            progress("memories", 0, 0)
            done = self._time.rewind(snapshot.seq, actor=actor, snapshot=snapshot.id, cancel=cancel)
            progress("validate", 0, 0)
            return replace(done, problems=self.unlike(snapshot))

    def unlike(self, snapshot: Snapshot) -> tuple[str, ...]:
        """In sentences: memories that are not as a snapshot has them, whatever id they came back under, and records
        that differ from its records with the events since."""
        database, records = self._store.database, self._store.records
        loaded = RecordStore(database, "records_loaded")
        with database.transaction() as cursor:
            loaded.create_temporary(cursor)
            self._files.load(cursor, snapshot.id, loaded.table)
            other = records.standing_otherwise(loaded, cursor)
            for events in self._store.log.read(after=snapshot.seq):
                project(cursor, loaded, events)
            folded = [id for _, id in records.differences(loaded, cursor, 5)]
            cursor.execute(f"DROP TABLE {loaded.table}")
        said = (
            ("These memories are not as they were", other),
            ("These records differ from a fold of the log", folded),
        )
        return tuple(f"{text}: {', '.join(ids)}." for text, ids in said if ids)

    def foreign(self, snapshot: Snapshot) -> str:
        """Why a snapshot does not belong to this log; "" when it does."""
        if self._store.log.hash_of(snapshot.seq) != snapshot.event_hash:
            return f"event {snapshot.seq} of this log is not the one it was made after"
        if not readable(snapshot.schema_version, SCHEMA_VERSION):
            return f"its records have the schema version {snapshot.schema_version}, which this program cannot read"
        return ""

    def _differences(self, snapshot: Snapshot, progress: Progress, cancel: CancelToken | None) -> tuple[str, ...]:
        database = self._store.database
        fresh, loaded = RecordStore(database, "records_fresh"), RecordStore(database, "records_loaded")
        with database.transaction() as cursor:
            for table in (fresh, loaded):
                table.create_temporary(cursor)
            for events in self._store.log.read(to=snapshot.seq):
                check_cancelled(cancel)
                project(cursor, fresh, events)
                progress("events", events[-1].seq, snapshot.seq)
            self._files.load(cursor, snapshot.id, loaded.table)
            differing = loaded.differences(fresh, cursor, 5)
            for table in (fresh, loaded):
                cursor.execute(f"DROP TABLE {table.table}")
        if not differing:
            return ()
        return (f"its records differ from a fresh fold of the log: {', '.join(id for _, id in differing)}",)

    def _replay(self, snapshot: Snapshot, progress: Progress, cancel: CancelToken | None) -> None:
        database = self._store.database
        replayed = RecordStore(database, "records_fresh")
        with database.transaction() as cursor:
            replayed.create_temporary(cursor)
            progress("records", 0, 0)
            self._files.load(cursor, snapshot.id, replayed.table)
            for events in self._store.log.read(after=snapshot.seq):
                check_cancelled(cancel)
                project(cursor, replayed, events)
                progress("events", events[-1].seq - snapshot.seq, self._store.log.head - snapshot.seq)
            if self._store.records.differences(replayed, cursor, 1):
                self._store.records.replace_all(replayed, cursor)
            cursor.execute(f"DROP TABLE {replayed.table}")
        self._store.records.put_anew()

    def _prune(self) -> None:
        """Thin out those that nobody asked for."""
        found = [one for one in self._files.list() if one.reason != _MANUAL]
        kept = thinned([one.seq for one in reversed(found)], self._writer.settings.whole("snapshots.keep"))
        for one, stays in zip(reversed(found), kept, strict=True):
            if not stays:
                self._files.delete(one.id)
