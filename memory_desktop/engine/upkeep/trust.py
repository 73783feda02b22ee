"""Checks the end of the log when a vault is opened, and lets a person accept the loss of missing events.

Accepting a loss drops what belongs to the missing events from records, queue, indexes and snapshots, and the log goes
on after the highest number that any part of the vault has seen, so that no later memory is given a lost one's id or
key; what can still be read of lost memories is first written to a
file that can be imported. The anchor, and what `vault.json` says, stand until the end of that: a process that dies in
between leaves a loss that is still told.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import orjson

from memory_desktop.core.errors import InvalidCommandError, VaultDamagedError, VaultError
from memory_desktop.core.events.event import Event, EventType
from memory_desktop.core.events.registry import FoldError
from memory_desktop.core.events.vault import AcceptLoss, Loss
from memory_desktop.core.loss import LossReport, Witness
from memory_desktop.core.memory.records import Memory, Status
from memory_desktop.core.ports import Clock
from memory_desktop.engine.exporting import export_memories
from memory_desktop.engine.upkeep.anchor import Anchor
from memory_desktop.engine.upkeep.loss import find_loss, missing_database, part_with_wal
from memory_desktop.engine.vault import VaultFolder, VaultInfo
from memory_desktop.engine.writing.projector import project
from memory_desktop.engine.writing.writer import Writer
from memory_desktop.store import Store
from memory_desktop.store.records import RecordStore
from memory_desktop.store.snapshots import SnapshotStore

_LOADED = "records_loaded"


@dataclass(frozen=True, slots=True)
class Accepted:
    """A loss that a person accepted: what it was, the LOSS event's seq, and the file of what could still be read."""

    report: LossReport | None
    seq: int
    memories: int = 0
    file: Path | None = None


class Trust:
    """See the module.

    Attributes:
        loss: what is missing, or None.
    """

    def __init__(self, folder: VaultFolder, info: VaultInfo, clock: Clock) -> None:
        self._folder = folder
        self._info = info
        self._clock = clock
        self._missing = missing_database(folder, info)
        if self._missing:
            part_with_wal(folder, self._stamp())
        self.anchor = Anchor(folder.anchor)
        self.loss: LossReport | None = None
        self._others: list[Witness] = []

    def look(
        self,
        store: Store,
        *others: Witness,
        vector_keys: Callable[[int], int] = lambda _seq: 0,
    ) -> None:
        """Compare the log with all that is known by now; from a loss on, nothing can be appended.

        Args:
            others: what an index has seen, that was opened meanwhile.
        """
        self._others += others
        self.loss = find_loss(
            store,
            self.anchor,
            self._info,
            SnapshotStore(self._folder.snapshots, store.database).list(),
            self._others,
            database_missing=self._missing,
            vector_keys=vector_keys,
        )
        if self.loss is not None:
            store.log.refusal = VaultError(f"{self.loss.text} The vault cannot be changed.", hint=self.loss.hint)

    def follow(self, store: Store) -> None:
        """Start to write an anchor line for every commit."""
        if self.loss is not None:
            return
        store.log.committed = self._mark
        last = self.anchor.last
        if store.log.last and (last is None or last.seq < store.log.last):
            for events in store.log.read(store.log.last - 1, store.log.last):
                self._mark(events[-1])

    def close(self, store: Store) -> None:
        """Note in `vault.json` how far the log has come, and let the anchor go. Raises VaultError."""
        self.anchor.close()
        if self.loss is not None or not store.log.last:
            return
        seen = (store.log.last, store.log.hash_of(store.log.last))
        if seen != self._info.seen:
            self._info = replace(self._info, seen=seen)
            self._folder.write_info(self._info)

    def accept(self, store: Store, writer: Writer, drop_indexes: Callable[[int], None], *, actor: str) -> Accepted:
        """Go on without the missing events. The caller holds sync and upkeep still.

        Args:
            drop_indexes: lets go of what the indexes have of events after this one.

        Raises:
            InvalidCommandError: nothing is missing. VaultError: what is left of the log cannot be folded.
        """
        if self.loss is None:
            return self._accept_broken_chain(store, writer, actor)
        loss, stamp = self.loss, self._stamp()
        with writer.lock:
            held = self.anchor.last
            if held is None or held.seq < loss.lost_to:  # until all is dropped, this alone says that there is a loss
                self.anchor.add(loss.lost_to, b"", loss.until or self._clock())
            saved, file = self._save(store, loss, stamp)
            _fold_anew(store, loss.last)
            self._drop_snapshots(store)
            drop_indexes(loss.last)
            store.log.refusal = None
            store.log.number_on(loss.lost_to)
            writer.begin(self._info.name)
            written = writer.execute(AcceptLoss(_lost(loss, held.hash if held else "", file)), actor=actor)
            self.anchor.set_aside(stamp)
            self._info = replace(self._info, seen=None)
            self._missing, self._others, self.loss = False, [], None
            self.follow(store)
            self.close(store)
        return Accepted(loss, written.events[0].seq, saved, file)

    def _accept_broken_chain(self, store: Store, writer: Writer, actor: str) -> Accepted:
        broken = broken_old_chain(store)
        if broken is None:
            raise InvalidCommandError("Nothing is missing from the log.")
        accepted = AcceptLoss(Loss(what="chain", event_=broken[0], problem=broken[1]))
        written = writer.execute(accepted, actor=actor)
        return Accepted(None, written.events[0].seq)

    def _mark(self, event: Event) -> None:
        self.anchor.add(event.seq, event.hash, event.ts)

    def _stamp(self) -> str:
        return f"{self._clock():%Y%m%dT%H%M%S}"

    def _save(self, store: Store, loss: LossReport, stamp: str) -> tuple[int, Path | None]:
        """Write what can be read of the lost memories to a file; how many, and the file."""
        found = {memory.id: memory for memory in self._readable(store, loss)}
        if not found:
            return 0, None
        target = self._folder.path / f"lost-memories-{stamp}.jsonl"
        export_memories(
            # Under their own ids an import would take them for memories that this log knows.
            [one.with_(id=f"lost_{one.id}") for one in sorted(found.values(), key=lambda memory: memory.key)],
            target,
            "jsonl",
            vault_name=self._info.name,
            head=loss.lost_to,
            exported_at=self._clock(),
            overwrite=True,
        )
        return len(found), target

    def _readable(self, store: Store, loss: LossReport) -> Iterator[Memory]:
        """Memories of the missing events that snapshots or records still have, those of the records last."""
        files = SnapshotStore(self._folder.snapshots, store.database)
        beyond = [one for one in reversed(files.list()) if one.seq > loss.last and not files.problem(one)]
        loaded = RecordStore(store.database, _LOADED)
        memories: list[Memory] = []
        with store.database.transaction() as cursor:
            for one in beyond:
                loaded.create_temporary(cursor)
                files.load(cursor, one.id, loaded.table)
                memories += loaded.beyond(loss.last, cursor)
            if beyond:
                cursor.execute(f"DROP TABLE {loaded.table}")
        every = itertools.chain(memories, store.records.beyond(loss.last))
        return (memory for memory in every if memory.status is not Status.TOMBSTONE)

    def _drop_snapshots(self, store: Store) -> None:
        files = SnapshotStore(self._folder.snapshots, store.database)
        for one in files.list():
            if store.log.hash_of(one.seq) != one.event_hash:
                files.delete(one.id)


def broken_old_chain(store: Store) -> tuple[int, str] | None:
    """(event, problem) that the upgrade from an unsalted format found in the chain, unless a person accepted it."""
    accepted = {orjson.loads(event.payload).get("event") for event in store.log.of_types([EventType.LOSS])}
    for event in store.log.of_types([EventType.MIGRATION]):
        broken = orjson.loads(event.payload).get("broken")
        if broken and broken["event"] not in accepted:
            return int(broken["event"]), str(broken["problem"])
    return None


def _lost(loss: LossReport, anchor_hash: str, file: Path | None) -> Loss:
    return Loss(
        what="events",
        first=loss.last + 1,
        last=loss.lost_to,
        replaced=loss.replaced,
        anchor=anchor_hash,
        seen_by=[one.name for one in loss.witnesses],
        file=file.name if file is not None else "",
    )


def _fold_anew(store: Store, proven: int) -> None:
    """Records, queue and composites of nothing but the events that the log has."""
    fresh = RecordStore(store.database, "records_fresh")
    try:
        with store.database.transaction() as cursor:
            fresh.create_temporary(cursor)
            store.items.clear(cursor)
            store.commands.clear(cursor)
            store.messages.clear(cursor)
            for events in store.log.read():
                store.items.fold(cursor, events)
                store.commands.fold(cursor, events)
                store.messages.fold(cursor, events)
                project(cursor, fresh, events)
            store.records.replace_all(fresh, cursor)
            store.queue.forget_beyond(cursor, proven)
            cursor.execute(f"DROP TABLE {fresh.table}")
    except (FoldError, VaultDamagedError) as error:
        raise VaultError(
            f"What is left of the log cannot be used: {error.message}", hint="Put a copy of the vault back."
        ) from error
