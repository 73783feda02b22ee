"""Purge: what was remembered is removed for good, and the log's chain still holds.

**Theory of operation.** A purge has two parts. (1) One transaction replaces the payloads of every event that holds the
content by what is left of them, removes their salts, folds the records concerned again, and appends a PURGE event that
names the events and the digests of what is left; from then on nothing shows the content, and nothing brings it back.
(2) Freed blocks of the database, its write-ahead log, the keyword index, the vectors and the snapshots still hold it.
So everything is built again from the log, beside, and put in the place of the old files when the vault is closed;
snapshots are written anew; set-aside copies of damaged files are deleted. A small file says that this is due: whoever
opens or closes the vault next does it, also after a crash. Killed before the transaction has committed, nothing was
purged.
"""

from __future__ import annotations

import logging
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import orjson

from memory_desktop.core.conversation.digests import DIGEST_KIND
from memory_desktop.core.conversation.patterns import PATTERN_KIND
from memory_desktop.core.errors import InvalidCommandError, KnownError, NotFoundError
from memory_desktop.core.events.event import Event, EventType, payload_digest
from memory_desktop.core.events.family import State
from memory_desktop.core.events.purge import NotePurge, Purge
from memory_desktop.core.events.registry import changed_memories, decide, fold_one
from memory_desktop.core.layers.emotional import KIND as EMOTION_KIND
from memory_desktop.core.memory.canonical import canonical_json
from memory_desktop.core.memory.records import Memory, is_purged
from memory_desktop.core.ports import CancelToken, Clock, KeywordIndex, VectorIndex
from memory_desktop.core.purge import LEAST_PART, Purged, PurgeItem, PurgePlan, Texts, held_with, questions_in, redacted
from memory_desktop.core.wording import shortened
from memory_desktop.durable import write_durably
from memory_desktop.engine.embedding.archive import Archives
from memory_desktop.engine.history.past import Progress, States, check_cancelled
from memory_desktop.engine.upkeep.earlier import copy_of, remove_copies
from memory_desktop.engine.upkeep.rebuild import Rebuild
from memory_desktop.engine.vault import VaultFolder
from memory_desktop.engine.writing.projections import fold_tables
from memory_desktop.engine.writing.writer import Writer
from memory_desktop.own_files import damaged_copies, remove_files, remove_index
from memory_desktop.store import Store
from memory_desktop.store.records import RecordStore
from memory_desktop.store.snapshots import SnapshotStore

_log = logging.getLogger(__name__)
_PREVIEW = 160
_MOST_LOOKED_FOR = 50
_DUE = "purge_due"
_WAL_COPY = re.compile(r"memory\.duckdb\.wal\..+")
_LOST = "lost-memories-*.jsonl"
#: Events whose payload may hold words of a person, and not only ids and numbers.
_WITH_WORDS = (
    EventType.RECALL,
    EventType.FEEDBACK,
    EventType.LABEL,
    EventType.LAB_RUN,
    EventType.FORGET,
    EventType.SUMMARY,
    EventType.RUN,
    EventType.REPORT,
    EventType.BOARD,
    EventType.ASSEMBLE,
    EventType.REASSEMBLE,
    EventType.DISSOLVE,
    EventType.IMPORT,
    EventType.IMPORTED,
    EventType.UNDO,
    EventType.ROLLBACK,
)
_HELD = (EventType.HOLD, EventType.RELEASE, EventType.DISMISS)
_QUERIES = (EventType.RECALL, EventType.FEEDBACK, EventType.LABEL)


class Purging:
    """Plans and does purges of an open vault."""

    def __init__(self, folder: VaultFolder, store: Store, writer: Writer, states: States, clock: Clock) -> None:
        self._folder = folder
        self._store = store
        self._writer = writer
        self._states = states
        self._clock = clock

    @property
    def due(self) -> bool:
        """Are there files that still hold what was purged?"""
        return self._folder.purge_marker.exists()

    # --- planning -----------------------------------------------------------------------------------------------------

    def plan(self, ids: Sequence[str]) -> PurgePlan:
        """What purging these memories would remove; nothing is changed.

        Raises:
            NotFoundError: an unknown id. InvalidCommandError: nothing is left to purge.
        """
        items = tuple(self._items(ids))
        if not items:
            raise InvalidCommandError("There is nothing to purge.")
        plan = PurgePlan(items)
        found = self._redactions(plan)
        types = [event.type for event, _ in found]
        keys = self._store.records.by_ids([one.id for one in items])
        first = min(memory.key for memory in keys.values())
        return replace(
            plan,
            events=len(found),
            held=types.count(EventType.HOLD),
            queries=sum(types.count(type) for type in _QUERIES),
            snapshots=sum(one.seq >= first for one in self._snapshots().list()),
            elsewhere=self._elsewhere(plan),
            aside=tuple(path.name for path in self._aside()),
        )

    def plan_import(self, seq: int) -> PurgePlan:
        """What purging all that an import brought would remove; `seq`: of its first event.

        Raises:
            InvalidCommandError: that is no import, or nothing of it is left to purge.
        """
        events = self._store.log.of_command(seq)
        if not events or events[0].type != EventType.IMPORT:
            raise InvalidCommandError(f"Event {seq:,} is not the beginning of an import.")
        return self.plan([event.item for event in events if event.type == EventType.INGEST])

    def _items(self, ids: Sequence[str]) -> Iterable[PurgeItem]:
        """The memories, those with the same text, the earlier texts, and later ones that contain one, to the last."""
        asked = self._store.records.by_ids(list(dict.fromkeys(ids)))
        for id in ids:
            if id not in asked:
                raise NotFoundError(f"There is no memory with the id {id}.")
        why = dict.fromkeys(ids, "chosen")
        every = dict(asked)
        new = list(asked.values())
        while new:
            texts = Texts(one.content for one in every.values())
            found: dict[str, Memory] = {}
            for memory, reason in self._beside(new):
                if memory.id in every or memory.id in found:
                    continue
                if reason == "made of it" and not _says(memory, texts):
                    continue
                found[memory.id], why[memory.id] = memory, reason
            every |= found
            new = list(found.values())
        for id, memory in every.items():
            if not is_purged(memory):
                yield PurgeItem(id, shortened(memory.content, _PREVIEW), memory.status.value, why[id])

    def _beside(self, memories: Sequence[Memory]) -> Iterable[tuple[Memory, str]]:
        records = self._store.records
        for other in records.with_hashes([one.content_hash for one in memories]):
            yield other, "the same text"
        # The lineage of a merge names all that it was made of; that of an edit or a restoration, one.
        earlier = [id for one in memories if len(one.lineage) == 1 for id in one.lineage]
        for other in records.by_ids(earlier).values():
            yield other, "an earlier text"
        for other in records.descending_from([one.id for one in memories]):
            yield other, "made of it"
        for other in records.generated_among([one.id for one in memories]):
            if other.kind in (DIGEST_KIND, PATTERN_KIND, EMOTION_KIND):  # what somebody has made of it stays
                yield other, "written by the program from it"

    # --- doing --------------------------------------------------------------------------------------------------------

    def purge(self, plan: PurgePlan, *, actor: str = "user") -> Purged:
        """Remove what a plan names. What was purged is nowhere shown any more; the files are cleaned by `clean`.

        Raises:
            InvalidCommandError: the vault cannot be written, or has changed since the plan was made.
        """
        with self._writer.lock:
            if self._store.log.behind:
                raise InvalidCommandError("This vault shows an earlier state and cannot be changed.")
            if set(self.plan(plan.ids).ids) != set(plan.ids):
                raise InvalidCommandError("The vault has changed meanwhile.", hint="Look at the count again.")
            write_durably(self._folder.purge_marker, [b"{}\n"])
            self._clear_saved(plan)
            return self._commit(plan, actor)

    def _commit(self, plan: PurgePlan, actor: str) -> Purged:
        log, records = self._store.log, self._store.records
        texts = self._texts(plan)
        found = self._redactions(plan)
        left = [replace(event, payload=canonical_json(payload).decode("utf-8"), salt=b"") for event, payload in found]
        counts = dict(Counter(event.type for event in left))
        digests = [(event.seq, payload_digest(b"", event.payload).hex()) for event in left]
        note = NotePurge(Purge(ids=list(plan.ids), events=digests, counts=counts), tuple(self._waiting(left)))
        now = self._clock()
        events = log.prepare(decide(State("", log.next, now), note), now=now, actor=actor, command=None)
        keys = [memory.key for memory in records.by_ids(plan.ids).values()]
        with self._store.database.transaction() as cursor:
            log.redact(cursor, {event.seq: event.payload for event in left})
            self._store.items.fold_anew(cursor, left)
            log.append(cursor, events)
            fold_tables(cursor, self._store, events)
            records.put(cursor, self._folded(plan.ids), created_after=log.last)
            self._store.queue.remove(keys)
            self._store.given.forget(cursor, keys)
            self._store.lab_runs.remove_with(cursor, texts.within_any)
            self._store.meta.set(_DUE, True)
        log.advance(events)
        self._writer.projections.forget()
        return Purged(events[0].seq, len(plan.items), len(left))

    def _folded(self, ids: Sequence[str]) -> list[Memory]:
        """The records as the redacted log has them. Inside the transaction that redacts it."""
        states: dict[str, Memory] = {}
        wanted = set(ids)
        for events in self._store.log.about(
            "SELECT unnest(?::VARCHAR[])", [list(ids)], after=0, to=self._store.log.last
        ):
            for event in events:
                for id in changed_memories(event):
                    if id in wanted and (memory := fold_one(event, id, states.get(id))) is not None:
                        states[id] = memory
        return sorted(states.values(), key=lambda memory: memory.key)

    def _texts(self, plan: PurgePlan) -> Texts:
        return Texts(memory.content for memory in self._store.records.by_ids(plan.ids).values())

    def _redactions(self, plan: PurgePlan) -> list[tuple[Event, dict[str, Any]]]:
        """Every event that loses something, and what is left of its payload."""
        texts, ids, log = self._texts(plan), set(plan.ids), self._store.log
        about_held = log.of_types(_HELD)
        payloads = {event.seq: orjson.loads(event.payload) for event in about_held}
        held = held_with(((event.type, event.item, payloads[event.seq]) for event in about_held), ids, texts)
        events = {event.seq: event for event in log.about_items([*ids, *held])}
        events |= {event.seq: event for event in log.of_types(_WITH_WORDS)}
        events |= {event.seq: event for event in log.mentioning(EventType.VECTORS, plan.ids, to=log.last)}
        payloads |= {seq: orjson.loads(event.payload) for seq, event in events.items()}
        asked = [one for seq, event in events.items() for one in questions_in(event.type, payloads[seq])]
        words = {word for one in dict.fromkeys(asked) for word in texts.words_in(one)}
        texts.only_theirs(words - self._store.records.words_elsewhere(words, plan.ids))
        found = []
        for seq in sorted(events):
            event, payload = events[seq], payloads[seq]
            left = redacted(event.type, event.item, payload, ids, held, texts)
            if left is not None and left != payload:
                found.append((event, left))
        return found

    @staticmethod
    def _waiting(events: Iterable[Event]) -> list[str]:
        """Ids of the held items among these that still wait for a decision."""
        waiting: dict[str, bool] = {}
        for event in events:
            if event.type in _HELD:
                waiting[event.item] = event.type == EventType.HOLD
        return [item for item, waits in waiting.items() if waits]

    def _elsewhere(self, plan: PurgePlan) -> int:
        """How many other memories contain one of the texts, where they are few enough to look for."""
        texts = {memory.content for memory in self._store.records.by_ids(plan.ids).values()}
        if len(texts) > _MOST_LOOKED_FOR:
            return 0
        found = set(self._store.records.containing(sorted(text for text in texts if len(text) >= LEAST_PART)))
        return len(found - set(plan.ids))

    def _snapshots(self) -> SnapshotStore:
        return SnapshotStore(self._folder.snapshots, self._store.database)

    def _aside(self) -> list[Path]:
        return aside(self._folder)

    def _clear_saved(self, plan: PurgePlan) -> None:
        """Take the memories out of the files that an accepted loss has left."""
        texts = self._texts(plan)
        for path in self._folder.path.glob(_LOST):
            lines = path.read_bytes().splitlines(keepends=True)
            kept = [line for line in lines if not texts.within_any(_parsed(line))]
            if len(kept) < len(lines):
                write_durably(path, kept)


def _parsed(line: bytes) -> Any:
    try:
        return orjson.loads(line)
    except orjson.JSONDecodeError:
        return None


def aside(folder: VaultFolder) -> list[Path]:
    """What was set aside in a vault as damaged or foreign, and may hold any text."""
    wals = [path for path in sorted(folder.path.glob("memory.duckdb.wal.*")) if _WAL_COPY.fullmatch(path.name)]
    earlier = copy_of(folder)
    return [*damaged_copies(folder.path), *damaged_copies(folder.vectors), *wals, *([earlier] if earlier else [])]


def clean(
    folder: VaultFolder,
    open_keywords: Callable[[Path], KeywordIndex],
    open_vectors: Callable[[Path, str, int], VectorIndex],
    clock: Clock,
    *,
    progress: Progress | None = None,
    cancel: CancelToken | None = None,
) -> bool:
    """The second part of a purge, if one is due: no file of the vault holds purged content afterwards.

    The vault is locked, and nothing of it is open. True when it was due and is done.

    Raises:
        VaultError: the disk refuses; it stays due.
    """
    if not folder.purge_marker.exists():
        return False
    check_cancelled(cancel)
    store = Store(folder.database)
    try:
        due = bool(store.meta.get(_DUE, False))
        if due:
            _clean_snapshots(folder, store)
            purged = store.records.by_ids(store.records.purged_ids())
            Archives(folder.archive).drop((memory.key for memory in purged.values()), clock())
    finally:
        store.close()
    if due:
        Rebuild(folder, open_keywords, open_vectors, clock(), progress=progress, cancel=cancel, leave=(_DUE,)).run()
        for copy in aside(folder):
            if copy.is_dir():
                remove_index(copy)
        remove_files(folder.path, _WAL_COPY)
        remove_copies(folder)
    folder.clear_scratch()
    folder.purge_marker.unlink(missing_ok=True)
    return due


def clean_quietly(
    folder: VaultFolder,
    open_keywords: Callable[[Path], KeywordIndex],
    open_vectors: Callable[[Path, str, int], VectorIndex],
    clock: Clock,
) -> None:
    """As `clean`, where a fault of the disk must not keep the vault from being opened or closed: it stays due."""
    try:
        clean(folder, open_keywords, open_vectors, clock)
    except (KnownError, OSError) as error:
        _log.error("a purge could not be finished, and is tried again when the vault is opened next: %s", error)


def _clean_snapshots(folder: VaultFolder, store: Store) -> None:
    """Write every snapshot that has a purged memory's text anew, with the record that the redacted log gives."""
    files = SnapshotStore(folder.snapshots, store.database)
    files.clear_leftovers()
    states, purged = States(store, files), store.records.purged_ids()
    for one in files.list():
        if files.problem(one):
            continue  # it cannot be read; nor can it be used
        rows = RecordStore(store.database, "records_cleaned")
        with store.database.transaction() as cursor:
            rows.create_temporary(cursor)
            files.load(cursor, one.id, rows.table)
            there = rows.by_ids(purged, cursor)
            texts = [id for id, memory in there.items() if not is_purged(memory)]
            if texts:
                last = max(memory.key for memory in there.values())
                rows.put(cursor, sorted(states.at(texts, one.seq).values(), key=_key), created_after=last)
                files.create(replace(one, id=f"{one.id}-purged"), rows.table)
            cursor.execute(f"DROP TABLE {rows.table}")
        if texts:
            files.delete(one.id)


def _says(memory: Memory, texts: Texts) -> bool:
    """Is one of these texts in a memory's own, or in what a layer keeps of it besides (see `core.layers.payload`)?"""
    kept = [part for part in memory.metadata.values() if isinstance(part, Mapping)]
    return texts.within(memory.content) or any(
        len(text) >= LEAST_PART and texts.within(text) for part in kept for text in _strings(part)
    )


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for one in value.values():
            yield from _strings(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _strings(one)


def _key(memory: Memory) -> int:
    return memory.key
