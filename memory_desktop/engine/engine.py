"""The engine's face: one open vault, its commands and its answers.

All methods may be called from any thread. Those that write are durable on return; those that read never wait for
embedding, indexing, import or rebuild. Build one with `memory_desktop.open_vault`.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Literal

import numpy as np

from memory_desktop.core import commands as c
from memory_desktop.core.answers import (
    ChangeSet,
    ExportReport,
    Facets,
    Freshness,
    HistoryEntry,
    ImportProgress,
    ImportReport,
    QueueItem,
    RecallAnswer,
    Remembered,
    SyncStatus,
    SyncStep,
    VaultStatus,
    VerifyReport,
)
from memory_desktop.core.canonical import iso, parse_time
from memory_desktop.core.decide import prepare
from memory_desktop.core.errors import ClosedError, NotFoundError
from memory_desktop.core.ports import CancelToken, Clock, Embedder, Keys, KeywordIndex, VectorIndex
from memory_desktop.core.query import RecordFilter, parse_query
from memory_desktop.core.records import Draft, Layer, Memory
from memory_desktop.engine import history
from memory_desktop.engine.changes import Subscribers
from memory_desktop.engine.exports import export_memories
from memory_desktop.engine.importing import Importer, OnConflict
from memory_desktop.engine.imports import ImportSource
from memory_desktop.engine.integrity import Progress, Verifier
from memory_desktop.engine.keyword_keeper import KeywordKeeper
from memory_desktop.engine.recall import Recall
from memory_desktop.engine.sync import VectorSync
from memory_desktop.engine.vault import VaultFolder, VaultInfo, folder_size
from memory_desktop.engine.vector_keeper import VectorKeeper
from memory_desktop.engine.writer import Writer, Written
from memory_desktop.store import Store

_MANY_MATCHES = 10_000_000


@dataclass(frozen=True, slots=True)
class Adapters:
    """What the composition root chose: how to open the indexes, and what embeds.

    Attributes:
        open_vectors: (folder, model_version, dim) → index; raises IndexDamagedError.
        open_keywords: (folder) → index; raises IndexDamagedError.
        set_aside: renames a damaged index's folder, if it is there.
    """

    embedder: Embedder
    open_vectors: Callable[[Path, str, int], VectorIndex]
    open_keywords: Callable[[Path], KeywordIndex]
    set_aside: Callable[[Path], Path | None]
    clock: Clock
    monotonic: Callable[[], float] = time.monotonic


class Engine:
    """One open vault.

    Args:
        folder: already locked by the caller; unlocked by `close`.
        info: what `vault.json` says.
        adapters: see `Adapters`.
    """

    def __init__(self, folder: VaultFolder, info: VaultInfo, adapters: Adapters) -> None:
        self._folder = folder
        self._info = info
        self._embedder = adapters.embedder
        self._clock = adapters.clock
        self._subscribers = Subscribers()
        self._closed = threading.Event()
        self._maintenance = threading.Lock()
        self._store = Store(folder.database)
        try:
            self._open(adapters)
        except BaseException:
            self._store.close()
            raise

    def _open(self, adapters: Adapters) -> None:
        folder, store, version = self._folder, self._store, adapters.embedder.model_version
        vector_folder = folder.vectors / version
        self._keywords = KeywordKeeper(
            store, lambda: adapters.open_keywords(folder.keywords), lambda: adapters.set_aside(folder.keywords)
        )
        self._writer = Writer(self._info.vault_id, store, self._keywords, self._subscribers, self._clock)
        self._writer.begin(self._info.name)
        self._adopt_model(version)
        self._vectors = VectorKeeper(
            store,
            lambda: adapters.open_vectors(vector_folder, version, adapters.embedder.dim),
            lambda: adapters.set_aside(vector_folder),
            self._clock,
        )
        self._sync = VectorSync(
            store, self._vectors, adapters.embedder, self._subscribers, self._clock, adapters.monotonic
        )
        self._recall = Recall(store, self._keywords, self._vectors, adapters.embedder)

    def _adopt_model(self, version: str) -> None:
        """Note in the log, once, that vectors come from another model than before; its index is another folder."""
        before = self._store.meta.get("model_version", "")
        if before != version:
            if before:
                self._writer.execute(c.NoteModel(before, version), actor="system")
            self._store.meta.set("model_version", version)

    # --- what it is -------------------------------------------------------------------------------------------------

    @property
    def path(self) -> Path:
        """The vault's folder."""
        return self._folder.path

    @property
    def vault_id(self) -> str:
        """The vault's id, for ever the same."""
        return self._info.vault_id

    @property
    def name(self) -> str:
        """The vault's name."""
        return self._info.name

    @property
    def head(self) -> int:
        """Seq of the last event."""
        return self._store.log.head

    @property
    def model_version(self) -> str:
        """The embedding model that vectors are made by, `name@hash8`."""
        return self._embedder.model_version

    @property
    def closed(self) -> bool:
        """True once `close` has begun."""
        return self._closed.is_set()

    # --- writes -----------------------------------------------------------------------------------------------------

    def remember(
        self,
        content: str | Draft,
        *,
        layer: str = Layer.SEMANTIC.value,
        kind: str = "general",
        tags: Sequence[str] = (),
        source: str = "",
        thread: str = "",
        external_id: str | None = None,
        metadata: Mapping[str, Any] | None = None,
        emotion: Mapping[str, Any] | None = None,
        confidence: float = 1.0,
        trust: float = 1.0,
        salience: float = 0.5,
        synthetic: bool = False,
        created_at: datetime | None = None,
        actor: str = "user",
        initiator: str = "",
    ) -> Remembered:
        """Keep a text (or a whole draft; then the other arguments but `actor` are not looked at).

        A text that an active memory has already, but for case and blanks, is not kept twice: that memory is returned.

        Raises:
            InvalidCommandError: no text, or a number out of range. ValueError: an unknown layer.
        """
        if isinstance(content, Draft):
            draft = content
        else:
            draft = Draft(
                content=content,
                layer=Layer(layer),
                kind=kind,
                tags=tuple(tags),
                source=source,
                thread=thread,
                external_id=external_id,
                metadata=metadata or {},
                emotion=emotion or {},
                confidence=confidence,
                trust=trust,
                salience=salience,
                synthetic=synthetic,
                created_at=created_at,
            )
        self._check_open()
        prepared = prepare(draft)
        with self._writer.lock:
            written = self._writer.execute(c.Remember((prepared,)), actor=actor, initiator=initiator)
            if written.created:
                return Remembered(written.created[0], duplicate=False)
            known = self._store.records.known([prepared.digest])[prepared.digest]
            return Remembered(self.get(known.id), duplicate=True)

    def edit(self, id: str, content: str, *, actor: str = "user", initiator: str = "") -> Memory:
        """Give a memory another text: the new memory, which supersedes the old; the old one if nothing changed.

        Raises:
            NotFoundError: no such id. InvalidCommandError: no text, or the memory is not active.
        """
        written = self._execute(c.Edit(id, content), actor, initiator)
        return written.created[0] if written.created else self.get(id)

    def update(
        self,
        ids: Sequence[str],
        *,
        add_tags: Sequence[str] = (),
        remove_tags: Sequence[str] = (),
        kind: str | None = None,
        layer: str | None = None,
        source: str | None = None,
        salience: float | None = None,
        metadata: Mapping[str, Any] | None = None,
        actor: str = "user",
        initiator: str = "",
    ) -> int:
        """Change labels; how many memories changed. Raises NotFoundError, InvalidCommandError, ValueError."""
        command = c.Relabel(
            ids=tuple(ids),
            add_tags=tuple(add_tags),
            remove_tags=tuple(remove_tags),
            kind=kind,
            layer=Layer(layer) if layer is not None else None,
            source=source,
            salience=salience,
            metadata=metadata or {},
        )
        return len(self._execute(command, actor, initiator).memories)

    def forget(self, ids: str | Sequence[str], *, reason: str = "", actor: str = "user", initiator: str = "") -> int:
        """Turn memories into tombstones; how many were not yet. Raises NotFoundError."""
        wanted = (ids,) if isinstance(ids, str) else tuple(ids)
        return len(self._execute(c.Forget(wanted, reason), actor, initiator).memories)

    def restore(self, ids: Sequence[str], *, actor: str = "user", initiator: str = "") -> list[Memory]:
        """Bring forgotten or superseded contents back as new memories; the new ones. Raises NotFoundError."""
        return list(self._execute(c.Restore(tuple(ids)), actor, initiator).created)

    def merge(self, ids: Sequence[str], content: str, *, actor: str = "user", initiator: str = "") -> Memory:
        """Consolidate two or more memories into one. Raises NotFoundError, InvalidCommandError."""
        return self._execute(c.Merge(tuple(ids), content), actor, initiator).created[0]

    def reinforce(self, id: str, credit: float, *, actor: str = "user", initiator: str = "") -> Memory:
        """Raise a memory's salience. Raises NotFoundError, InvalidCommandError."""
        self._execute(c.Reinforce(id, credit), actor, initiator)
        return self.get(id)

    # --- reads ------------------------------------------------------------------------------------------------------

    def recall(
        self,
        query: str,
        *,
        mode: str = "hybrid",
        k: int = 10,
        filter: RecordFilter | None = None,
        cancel: CancelToken | None = None,
        prefix_last: bool = False,
    ) -> RecallAnswer:
        """The k best memories for a query, each with why it is there. See `Recall.answer`."""
        self._check_open()
        return self._recall.answer(query, mode=mode, k=k, filter=filter, cancel=cancel, prefix_last=prefix_last)

    def related(self, id: str, k: int = 8) -> RecallAnswer:
        """The memories nearest to one. Raises NotFoundError."""
        return self._recall.related(self.get(id), k)

    def get(self, id: str) -> Memory:
        """The memory with this id. Raises NotFoundError."""
        self._check_open()
        found = self._store.records.by_ids([id])
        if id not in found:
            raise NotFoundError(f"There is no memory with the id {id}.")
        return found[id]

    def page(self, keys: Sequence[int] | Keys) -> list[Memory]:
        """The records with these keys, in that order; missing ones are left out."""
        self._check_open()
        return self._store.records.by_keys(keys)

    def keys(self, filter: RecordFilter, *, sort: str = "created_at", descending: bool = True, words: str = "") -> Keys:
        """Keys of all records that fit, sorted; with `words` only those that have all or some of them, by sort order.

        Raises:
            ValueError: an unknown sort.
        """
        self._check_open()
        keys = self._store.records.keys(filter, sort=sort, descending=descending)
        query = parse_query(words)
        if not query.text and not query.excluded:
            return keys
        matching = self._keywords.index.search(query, filter, _MANY_MATCHES, prefix_last=True).keys
        return keys[np.isin(keys, matching)]

    def facets(self, filter: RecordFilter) -> Facets:
        """Counts by value of the records that fit."""
        self._check_open()
        return self._store.records.facets(filter)

    def actors(self) -> dict[str, int]:
        """Events by who caused them, most first."""
        self._check_open()
        return self._store.log.actors()

    def history(self, id: str) -> list[HistoryEntry]:
        """Every event that concerns a memory, oldest first. Raises NotFoundError."""
        self.get(id)
        events = self._store.log.select(item=id, limit=1_000)
        return [history.entry(event, id) for event in reversed(events) if history.concerns(event, id)]

    def events(
        self,
        *,
        before: int | None = None,
        limit: int = 200,
        item: str | None = None,
        type: str | None = None,
        actor: str | None = None,
    ) -> list[HistoryEntry]:
        """The newest events that fit, newest first."""
        self._check_open()
        found = self._store.log.select(before=before, limit=limit, item=item, type=type, actor=actor)
        return [history.entry(event, item or "") for event in found]

    def freshness(self, ids: Sequence[str]) -> dict[str, Freshness]:
        """Which versions of these memories the indexes hold, by id."""
        self._check_open()
        memories = self._store.records.by_ids(ids)
        states = self._store.queue.states([memory.key for memory in memories.values()])
        position, version = self._keywords.index.position, self._embedder.model_version
        answer: dict[str, Freshness] = {}
        for id, memory in memories.items():
            state = states.get(memory.key)
            if state is None:
                answer[id] = Freshness(memory.revision, position, "none", version, None)
            else:
                answer[id] = Freshness(
                    memory.revision,
                    position,
                    state.state,
                    version,
                    state.vector_index_updated_at,
                    state.attempts,
                    state.last_error,
                    state.next_attempt_at,
                )
        return answer

    # --- import and export ------------------------------------------------------------------------------------------

    def import_path(
        self,
        paths: str | Path | Sequence[str | Path],
        *,
        format: str | None = None,
        dry_run: bool = False,
        on_conflict: OnConflict = "supersede",
        progress: Callable[[ImportProgress], None] | None = None,
        cancel: CancelToken | None = None,
        actor: str = "user",
    ) -> ImportReport:
        """Bring files or folders in, or, as a dry run, say what that would do. Bad items are in the report.

        Raises:
            ImportSourceError: a path is not there or cannot be read at all.
        """
        self._check_open()
        wanted = [Path(paths)] if isinstance(paths, (str, Path)) else [Path(path) for path in paths]
        importer = Importer(
            self._store.records,
            self._writer,
            ImportSource(wanted, format=format),
            dry_run=dry_run,
            on_conflict=on_conflict,
            actor=actor,
            progress=progress,
            cancel=cancel,
        )
        return importer.run(wanted)

    def export(
        self,
        dest: str | Path,
        format: str = "jsonl",
        *,
        filter: RecordFilter | None = None,
        overwrite: bool = False,
        progress: Callable[[int, int], None] | None = None,
        cancel: CancelToken | None = None,
    ) -> ExportReport:
        """Write the memories that fit (all but tombstones by default) to a file or folder.

        Raises:
            KnownError: the destination is there already, or cannot be written, or the format is not known.
        """
        self._check_open()
        wanted = filter or RecordFilter(statuses=("active", "superseded"))
        total = self._store.records.count(wanted)
        return export_memories(
            self._store.records.iterate(wanted),
            Path(dest),
            format,
            vault_name=self.name,
            head=self.head,
            exported_at=self._clock(),
            overwrite=overwrite,
            progress=(lambda done: progress(done, total)) if progress else None,
            cancel=cancel,
        )

    # --- sync -------------------------------------------------------------------------------------------------------

    def sync(
        self, progress: Callable[[SyncStatus], None] | None = None, cancel: CancelToken | None = None
    ) -> SyncStatus:
        """Embed and store everything that is due, then tidy the index. Failed items wait for their next attempt."""
        self._check_open()
        status = self._sync.run(progress, cancel)
        while self.maintain():
            if cancel is not None and cancel.cancelled():
                break
        return status

    def sync_step(self, max_items: int | None = None) -> SyncStep:
        """Embed and store one batch."""
        self._check_open()
        return self._sync.step(max_items)

    def sync_status(self) -> SyncStatus:
        """The vector queue in one look."""
        self._check_open()
        return self._sync.status()

    def sync_queue(self, *, limit: int = 500, state: Literal["pending", "failed"] | None = None) -> list[QueueItem]:
        """Items that wait: failed ones first, then oldest first."""
        self._check_open()
        return self._store.queue.items(limit=limit, state=state)

    def sync_history(self) -> list[tuple[datetime, int]]:
        """(second, items confirmed in it) of the last minutes, oldest first."""
        return self._sync.history()

    def pause_sync(self, paused: bool) -> None:
        """Stop or go on; kept over restarts."""
        self._check_open()
        self._sync.pause(paused)

    def retry_now(self, keys: Sequence[int] | None = None) -> int:
        """Make failed items (all, or these) due at once; how many."""
        self._check_open()
        count = self._store.queue.retry_now(self._clock(), keys)
        self._subscribers.publish(ChangeSet(head=self.head, queue=True))
        return count

    def interrupt_sync(self) -> None:
        """Make a running step of sync or maintenance end soon."""
        self._sync.interrupt()

    def maintain(self) -> bool:
        """One piece of background work on the indexes; False when there is none."""
        self._check_open()
        with self._writer.lock:
            worked = self._keywords.step()
        if worked:
            self._subscribers.publish(ChangeSet(head=self.head, indexes=True))
            return True
        with self._maintenance:
            return not self.closed and self._vectors.index.maintain()

    def catch_up_keywords(self) -> None:
        """Finish a rebuild of the keyword index now (for programs that run no worker)."""
        while not self._keywords.ready:
            with self._writer.lock:
                if not self._keywords.step():
                    return

    # --- health -----------------------------------------------------------------------------------------------------

    def status(self) -> VaultStatus:
        """The vault in one look."""
        self._check_open()
        records, last = self._store.records, self._store.meta.get("last_check")
        notes = (*self._keywords.notes, *self._vectors.notes)
        health = "rebuilding" if notes else (last or {}).get("health", "unchecked")
        folder = self._folder
        return VaultStatus(
            path=str(folder.path),
            vault_id=self.vault_id,
            name=self.name,
            format_version=self._info.format,
            head=self.head,
            memories=records.counts("status"),
            by_layer=records.counts("layer", RecordFilter()),
            sync=self._sync.status(),
            keyword_position=self._keywords.index.position,
            vector_segments=self._vectors.index.segments(),
            disk={
                "database": folder_size(folder.database),
                "keywords": folder_size(folder.keywords),
                "vectors": folder_size(folder.vectors),
            },
            last_check=parse_time(last["at"]) if last else None,
            health=health,
            notes=notes,
        )

    def verify(
        self, *, repair: bool = False, progress: Progress | None = None, cancel: CancelToken | None = None
    ) -> VerifyReport:
        """Check log, records and indexes; with `repair` mend what is derived. Writes wait meanwhile, reads do not."""
        self._check_open()
        with self._sync.idle(), self._maintenance:
            report = Verifier(
                self._store,
                self._writer,
                self._keywords,
                self._vectors,
                repair=repair,
                progress=progress,
                cancel=cancel,
            ).run()
        health = "good" if report.ok else "bad"
        self._store.meta.set("last_check", {"at": iso(self._clock()), "health": health})
        repaired = any(finding.repaired for finding in report.findings)
        self._subscribers.publish(
            ChangeSet(head=self.head, records=repaired, many=repaired, queue=repaired, indexes=True)
        )
        return report

    # --- life -------------------------------------------------------------------------------------------------------

    def subscribe(self, callback: Callable[[ChangeSet], None]) -> Callable[[], None]:
        """Hear of every change, in the thread that made it; returns what ends it."""
        return self._subscribers.add(callback)

    def close(self) -> None:
        """End everything and let the vault go. May be called twice."""
        if self._closed.is_set():
            return
        self._closed.set()
        self._sync.interrupt()
        with self._sync.idle(), self._maintenance, self._writer.lock:
            self._recall.close()
            self._keywords.close()
            self._vectors.close()
            self._store.close()
            self._folder.unlock()

    def __enter__(self) -> Engine:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _execute(self, command: c.Command, actor: str, initiator: str) -> Written:
        self._check_open()
        return self._writer.execute(command, actor=actor, initiator=initiator)

    def _check_open(self) -> None:
        if self._closed.is_set():
            raise ClosedError("The vault is closed.")
