"""The engine's face: one open vault, its commands and its answers.

All methods may be called from any thread. Those that write are durable on return; those that read never wait for
embedding, indexing, import or rebuild. Build one with `memory_desktop.open_vault`.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path
from types import TracebackType
from typing import Any, Literal

import numpy as np

from memory_desktop.core.ages import freshness
from memory_desktop.core.answers import (
    ChangeSet,
    ExportReport,
    ImportProgress,
    ImportReport,
    QueueItem,
    RecallAnswer,
    Remembered,
    Segment,
    SyncStatus,
    SyncStep,
    VaultStatus,
    VerifyReport,
)
from memory_desktop.core.cancel import Token, stopped
from memory_desktop.core.errors import ClosedError, EmbeddingError, InvalidCommandError, KnownError
from memory_desktop.core.events.event import EventType
from memory_desktop.core.events.family import Command
from memory_desktop.core.events.intake import Remember
from memory_desktop.core.events.memory import Edit, ForgetMemories, Relabel, Restore
from memory_desktop.core.events.model import NoteModel
from memory_desktop.core.events.policy import ChangeSettings
from memory_desktop.core.events.recall import Appraise, Fade, ReinforceMemories
from memory_desktop.core.loss import LossReport, Witness
from memory_desktop.core.memory.canonical import iso, parse_time
from memory_desktop.core.memory.records import Draft, Layer, Memory
from memory_desktop.core.merges import MergeEntry
from memory_desktop.core.migration import FIRST_REF
from memory_desktop.core.ports import (
    CancelToken,
    Clock,
    Embedder,
    Entropy,
    KeywordIndex,
    ModelShelf,
    VectorIndex,
    Vectors,
)
from memory_desktop.core.purge import Purged, PurgePlan
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.core.receipt import Receipt, ReceiptCheck, checked
from memory_desktop.core.settings import SETTINGS, Settings, Value
from memory_desktop.core.undo import UndoEntry, Undone, UndoStacks
from memory_desktop.engine.assembly.assemblies import Assemblies
from memory_desktop.engine.assembly.automatic import AutomaticAssemblies
from memory_desktop.engine.assembly.composites import AssemblySync
from memory_desktop.engine.assembly.lifting import Lifts
from memory_desktop.engine.assembly.proposals import Proposals
from memory_desktop.engine.changes import Subscribers
from memory_desktop.engine.embedding.drift import MonthDrift, embedding_drift
from memory_desktop.engine.embedding.filling import Filling, no_fault
from memory_desktop.engine.embedding.given import GivenVectors
from memory_desktop.engine.embedding.migration import Migration
from memory_desktop.engine.embedding.model_log import ModelLog
from memory_desktop.engine.embedding.space import MissingModel, Space
from memory_desktop.engine.embedding.sync import VectorSync, simulated_fault
from memory_desktop.engine.embedding.vector_keeper import VectorKeeper
from memory_desktop.engine.exporting.exporter import Exporter
from memory_desktop.engine.history.explanation import Explanation
from memory_desktop.engine.history.past import States, TimeMachine
from memory_desktop.engine.history.snapshots import Snapshots
from memory_desktop.engine.history.undoing import Undoing
from memory_desktop.engine.importing import ImportSource
from memory_desktop.engine.importing.importer import Importer, OnConflict
from memory_desktop.engine.importing.linked import label_queries, meant
from memory_desktop.engine.merging.assemblies import Merging
from memory_desktop.engine.merging.duplicates import Duplicates
from memory_desktop.engine.merging.memories import MemoryMerging
from memory_desktop.engine.merging.merge_list import MergeLine, merge_lines
from memory_desktop.engine.merging.merge_log import MergeLog
from memory_desktop.engine.merging.superposition import Superposition
from memory_desktop.engine.reader import Past, Reader
from memory_desktop.engine.recall.lab import Lab
from memory_desktop.engine.recall.recall import Recall
from memory_desktop.engine.recall.recall_log import RecallLog
from memory_desktop.engine.recall.scope import Scope
from memory_desktop.engine.recall.threads import ThreadMap
from memory_desktop.engine.upkeep.integrity import Progress, Verifier, remembered_report, report_to_keep
from memory_desktop.engine.upkeep.keyword_keeper import KeywordKeeper
from memory_desktop.engine.upkeep.purging import Purging, clean_quietly
from memory_desktop.engine.upkeep.trust import Accepted, Trust
from memory_desktop.engine.vault import VaultFolder, VaultInfo, folder_size
from memory_desktop.engine.writing.eviction import Eviction
from memory_desktop.engine.writing.gates import Gatekeeper
from memory_desktop.engine.writing.projections import Projections, fold_again
from memory_desktop.engine.writing.writer import Writer, Written
from memory_desktop.locks import Rank, RankedLock
from memory_desktop.own_files import remove_damaged
from memory_desktop.store import Store
from memory_desktop.store.snapshots import SnapshotStore

# At most so often recalls, and their activations of assemblies, become events.
_FLUSH_SECONDS = 30.0


@dataclass(frozen=True, slots=True)
class Adapters:
    """What the composition root chose: how to open the indexes, and which models there are.

    Attributes:
        shelf: the embedding models.
        open_vectors: (folder, model_version, dim) → index; raises IndexDamagedError.
        open_keywords: (folder) → index; raises IndexDamagedError.
        set_aside: renames a damaged index's folder, if it is there.
        entropy: random bytes, for the salts of events.
    """

    shelf: ModelShelf
    open_vectors: Callable[[Path, str, int], VectorIndex]
    open_keywords: Callable[[Path], KeywordIndex]
    set_aside: Callable[[Path], Path | None]
    clock: Clock
    monotonic: Callable[[], float] = time.monotonic
    entropy: Entropy = secrets.token_bytes


class Engine(Reader):
    """One open vault.

    Args:
        folder: already locked by the caller; unlocked by `close`.
        info: what `vault.json` says.
        adapters: see `Adapters`.

    Attributes:
        time: differences and the way back. snapshots: records as they were, kept in files.
        gates: what was held back. duplicates: pairs to decide about. eviction: what may be let go.
        assemblies: groups of memories. proposals: of new ones.
        merges: the log of merges. merging: the job for assemblies. memory_merging: the one for memories.
        recalls: who recalled what. lab: labelled queries and their measures.
        models: the change of the embedding model.
    """

    def __init__(self, folder: VaultFolder, info: VaultInfo, adapters: Adapters) -> None:
        self._folder = folder
        self._info = info
        self._adapters = adapters
        self._clock = adapters.clock
        self._subscribers = Subscribers()
        # Cancelled when the vault closes: every long call looks at it, too.
        self._closed = Token()
        self._maintenance = RankedLock(Rank.UPKEEP)
        self._pasts: list[Past] = []
        self._flushed = adapters.monotonic()
        self._trust = Trust(folder, info, adapters.clock)
        self._store = Store(folder.database, adapters.entropy)
        try:
            self._open()
        except BaseException:
            self._trust.anchor.close()
            self._store.close()
            raise

    def _open(self) -> None:
        folder, store, adapters, clock = self._folder, self._store, self._adapters, self._clock
        folder.clear_scratch()
        self._keywords = KeywordKeeper(
            store,
            lambda: adapters.open_keywords(folder.keywords),
            lambda: adapters.set_aside(folder.keywords),
            clock,
        )
        fold_again(store)
        projections = Projections(store)
        self._writer = Writer(self._info.vault_id, store, projections, self._keywords, self._subscribers, clock)
        self._trust.look(store, Witness("the keyword index", self._keywords.index.position))
        if self._trust.loss is None:
            self._trust.follow(store)
            self._writer.begin(self._info.name)
        self._model_log = ModelLog(projections)
        self._use(self._model_in_use())
        keys = self._vectors.index.keys()
        self._trust.look(
            store,
            Witness("the vector index", self._vectors.index.seen),
            vector_keys=lambda seq: len(keys) - int(np.searchsorted(keys, seq, side="right")),
        )
        self.merges = MergeLog(self._writer.projections)
        filling = Filling(store, Superposition(store.records, self.merges))
        self._sync = VectorSync(store, self._current_space, filling, self._subscribers, clock, adapters.monotonic)
        self._pool = ThreadPoolExecutor(2, thread_name_prefix="keyword-search")
        self._threads = ThreadMap(store)
        scope = Scope(store.records, lambda: store.log.head, clock)
        super().__init__(store, scope, self._keywords, self._current_space, self._recall_over(scope, lifts=self._lifts))
        snapshots = SnapshotStore(folder.snapshots, store.database)
        states = States(store, snapshots)
        self.time = TimeMachine(store, self._writer, states, folder.scratch)
        self.snapshots = Snapshots(
            store, snapshots, self._writer, self.time, clock, lambda: self.model_version, self._still
        )
        self.gates = Gatekeeper(store, self._writer, self._current_space)
        self.eviction = Eviction(store, self._writer)
        self.recalls = RecallLog(store, self._writer)
        self.lab = Lab(
            store,
            self._writer,
            lambda space: self._recall_over(scope, space),
            self._current_space,
            clock,
        )
        self.models = Migration(
            store,
            self._writer,
            self.snapshots,
            self.lab,
            adapters.shelf,
            self._model_log,
            filling,
            folder.vectors,
            adapters.open_vectors,
            active=self._current_space,
            switch=self._use,
            verify=self._problems_of_records,
            still=self._still,
            clock=clock,
            monotonic=adapters.monotonic,
        )
        self.assemblies = Assemblies(self._info.vault_id, store, self._writer, self._current_space, clock)
        self._composites = AssemblySync(
            store, self.assemblies, self._current_space, lambda: self._writer.settings, clock
        )
        self._sync.then(self._composites.step)
        self._book = self.assemblies.book
        self.merging = Merging(store, self._writer, self.merges, self.assemblies, self._current_space)
        self.memory_merging = MemoryMerging(store, self._writer, self.merges, self._current_space)
        self._explanation = Explanation(store, self.assemblies, self.merging, self.memory_merging)
        self.duplicates = Duplicates(store, self._writer, self._current_space)
        self.proposals = Proposals(store, self.assemblies, self._current_space)
        self._automatic = AutomaticAssemblies(
            store, self.assemblies, self.proposals, lambda: self._writer.settings, clock
        )
        if not store.log.read_only:
            self.assemblies.reconcile()
            self.merging.resume()
        self._undoing = Undoing(store, self._writer, states, self.models.switching_back)
        self._purging = Purging(folder, store, self._writer, states, clock)

    def _current_space(self) -> Space:
        return self._space

    def _use(self, embedder: Embedder) -> None:
        """Put a model and its index in use."""
        version = embedder.model_version
        where = self._folder.vectors_of(version)
        keeper = VectorKeeper(
            self._store,
            lambda: self._adapters.open_vectors(where, version, embedder.dim),
            lambda: self._adapters.set_aside(where),
            self._clock,
        )
        before = getattr(self, "_vectors", None)
        # One assignment: whoever asks has the old pair or the new one, never a model with another's index.
        self._space, self._vectors = Space(embedder, keeper), keeper
        if before is not None:
            before.close()
            self.assemblies.reconcile()  # those without a vector by this model wait for one
            self._subscribers.publish(ChangeSet(head=self.head, queue=True, indexes=True, settings=True))

    def _model_in_use(self) -> Embedder:
        """The model of the log's last MIGRATION event, else the bundled one; one that is not there is stood in for."""
        last = self._model_log.last()
        try:
            embedder = self._adapters.shelf.open(last.ref if last is not None else FIRST_REF)
        except EmbeddingError as error:
            if last is None or not last.dim:
                raise
            return MissingModel(last.new, last.dim, error)
        version = embedder.model_version
        # The log does not name the first model: a note does, until the first change.
        before = last.new if last is not None else str(self._store.meta.get("model_version", ""))
        if before and before != version and not self._store.log.read_only:
            ref = last.ref if last is not None else FIRST_REF
            self._writer.execute(NoteModel(before, version, ref, embedder.dim), actor="system")
        elif not before:
            self._store.meta.set("model_version", version)
        return embedder

    def _lifts(self, query: Vectors) -> Lifts:
        return self.assemblies.lifts(query)

    def _recall_over(
        self,
        scope: Scope,
        space: Space | None = None,
        settings: Settings | None = None,
        lifts: Callable[[Vectors], Lifts] | None = None,
    ) -> Recall:
        return Recall(
            scope,
            self._store.queue,
            self._threads,
            self._keywords,
            self._current_space if space is None else lambda: space,
            (lambda: self._writer.settings) if settings is None else lambda: settings,
            self._pool,
            lifts,
        )

    @contextmanager
    def _still(self) -> Iterator[None]:
        """Nothing syncs and nothing is tidied meanwhile."""
        with self._sync.idle(), self._maintenance:
            yield

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
        return self._space.model_version

    @property
    def settings(self) -> Settings:
        """The vault's settings."""
        return self._writer.settings

    @property
    def loss(self) -> LossReport | None:
        """The newest events that the log has lost; None when it has all. With a loss, nothing can be written."""
        return self._trust.loss

    @property
    def closed(self) -> bool:
        """True once `close` has begun."""
        return self._closed.cancelled()

    def recall(
        self,
        query: str,
        *,
        mode: str = "hybrid",
        k: int = 10,
        filter: RecordFilter | None = None,
        cancel: CancelToken | None = None,
        prefix_last: bool = False,
        show_weaker: bool = False,
        actor: str = "",
    ) -> RecallAnswer:
        """The k best memories for a query, each with why it is there (see `Recall.answer`).

        Args:
            actor: who asks, for the log of recalls (whether or not anything is found); "" for a look that is no recall,
                as while a query is still being typed.
        """
        answer = super().recall(
            query, mode=mode, k=k, filter=filter, cancel=cancel, prefix_last=prefix_last, show_weaker=show_weaker
        )
        if actor:
            self.recalls.note(query, [hit.memory.id for hit in answer.hits], actor=actor)
        return answer

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
        What a gate holds back waits in `gates.held()`; then the answer has no memory.

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
        prepared = self.gates.screen([self.gates.prepare(draft)])
        with self._writer.lock:
            written = self._writer.execute(Remember(tuple(prepared)), actor=actor, initiator=initiator)
            if written.created:
                self.eviction.run()
                return Remembered(written.created[0], duplicate=False)
            held = next((event for event in written.events if event.type == EventType.HOLD), None)
            if held is not None:
                return Remembered(None, duplicate=False, held=self.gates.item_of(held))
            digest = prepared[0].digest
            known = self._store.records.known([digest])[digest]
            return Remembered(self.get(known.id), duplicate=True)

    def edit(
        self,
        id: str,
        content: str,
        *,
        kind: str | None = None,
        layer: str | None = None,
        tags: Sequence[str] | None = None,
        actor: str = "user",
        initiator: str = "",
    ) -> Memory:
        """Give a memory another text: the new memory, which supersedes the old; the old one if only labels changed.

        Raises:
            NotFoundError: no such id. InvalidCommandError: no text, or the memory is not active.
        """
        draft = Draft(content=content, kind=kind or "", tags=tuple(tags or ()))
        text = self.gates.check_edit(draft, actor)
        command = Edit(
            id,
            text,
            kind=text.draft.kind if kind is not None else None,
            layer=Layer(layer) if layer is not None else None,
            tags=text.draft.tags if tags is not None else None,
        )
        written = self._execute(command, actor, initiator)
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
        labels = self.gates.check_labels(add_tags, kind=kind, source=source, metadata=metadata, actor=actor)
        command = Relabel(
            ids=tuple(ids),
            add_tags=labels.tags,
            remove_tags=tuple(remove_tags),
            kind=labels.kind if kind is not None else None,
            layer=Layer(layer) if layer is not None else None,
            source=labels.source if source is not None else None,
            salience=salience,
            metadata=labels.metadata,
        )
        return len(self._execute(command, actor, initiator).memories)

    def forget(self, ids: str | Sequence[str], *, reason: str = "", actor: str = "user", initiator: str = "") -> int:
        """Turn memories into tombstones; how many were not yet. Raises NotFoundError."""
        wanted = (ids,) if isinstance(ids, str) else tuple(ids)
        return len(self._execute(ForgetMemories(wanted, reason), actor, initiator).memories)

    def plan_purge(self, ids: str | Sequence[str]) -> PurgePlan:
        """What purging memories would remove for good, and why each is among it; nothing is changed.

        Raises:
            NotFoundError: an unknown id. InvalidCommandError: nothing is left to purge.
        """
        self._check_open()
        return self._purging.plan((ids,) if isinstance(ids, str) else tuple(ids))

    def plan_purge_of_import(self, seq: int) -> PurgePlan:
        """What purging all that an import brought would remove; `seq`: of the import's first event.

        Raises:
            InvalidCommandError: that is no import, or nothing of it is left to purge.
        """
        self._check_open()
        return self._purging.plan_import(seq)

    def purge(self, plan: PurgePlan, *, actor: str = "user") -> Purged:
        """Remove what a plan names, for good; it cannot be undone. See `engine.upkeep.purging`.

        Nothing shows it any more on return. The files of the vault are free of it when the vault has been closed.

        Raises:
            InvalidCommandError: the vault cannot be changed, has changed since, or a change of model is under way.
        """
        self._check_open()
        self.recalls.flush()
        with self._still():
            for past in self._pasts:
                past.close()
            keys = [memory.key for memory in self._store.records.by_ids(plan.ids).values()]
            done = self._purging.purge(plan, actor=actor)
            with suppress(KnownError, OSError):  # it is done again when the vault is closed
                self._vectors.index.drop(np.asarray(keys, dtype=np.int64))
        self._subscribers.publish(
            ChangeSet(head=self.head, records=True, many=True, queue=True, indexes=True, settings=False)
        )
        return done

    @property
    def purge_due(self) -> bool:
        """Do files still hold what was purged? They are cleaned when the vault is closed."""
        return self._purging.due

    def restore(self, ids: Sequence[str], *, actor: str = "user", initiator: str = "") -> list[Memory]:
        """Bring forgotten or superseded contents back as new memories; the new ones. Raises NotFoundError."""
        return list(self._execute(Restore(tuple(ids)), actor, initiator).created)

    def merge(
        self, ids: Sequence[str], content: str | None = None, *, actor: str = "user", initiator: str = ""
    ) -> Memory:
        """Consolidate two or more memories into one; without a text, the kernel composes it.

        The merged memories are retired once the new one has its vector (see `engine.memory_merging`).

        Raises:
            NotFoundError, InvalidCommandError: an unknown id, fewer than two, or one that is not active.
        """
        self._check_open()
        return self.memory_merging.begin(ids, content, actor=actor, initiator=initiator)

    def unmerge(self, id: str, *, actor: str = "user", initiator: str = "") -> list[str]:
        """Take a merged memory or assembly apart; ids of what it was made of. Raises as the two `unmerge` do."""
        self._check_open()
        return [one.id for one in self._merging_of(id).unmerge(id, actor=actor, initiator=initiator)]

    def merge_of(self, id: str) -> MergeEntry | None:
        """The merge that a memory or assembly came of; None when it came of none."""
        self._check_open()
        return self._merging_of(id).entry(id)

    def merge_lines(self, limit: int = 500) -> list[MergeLine]:
        """The newest merges of memories and assemblies, newest first, with names."""
        self._check_open()
        return merge_lines(self.merges, self._store.records, self.assemblies.book(), limit)

    def _merging_of(self, id: str) -> Merging | MemoryMerging:
        return self.merging if id in self.assemblies.book() else self.memory_merging

    def explain(self, id: str) -> list[str]:
        """Where a memory or assembly came from and what became of it, in sentences; empty when there is no such."""
        self._check_open()
        return self._explanation.of(id)

    def reinforce(self, ids: str | Sequence[str], credit: float, *, actor: str = "user", initiator: str = "") -> int:
        """Raise memories' salience; how many. Raises NotFoundError, InvalidCommandError."""
        wanted = (ids,) if isinstance(ids, str) else tuple(ids)
        return len(self._execute(ReinforceMemories(wanted, credit), actor, initiator).memories)

    def appraise(self, id: str, useful: bool, query: str = "", *, actor: str = "user", initiator: str = "") -> Memory:
        """Say that a recalled memory was useful, or was not: later recalls weigh it by that. Raises NotFoundError."""
        self._execute(Appraise(id, useful, query), actor, initiator)
        return self.get(id)

    def fade(self, ids: Sequence[str] | None, hours: float, *, actor: str = "user", initiator: str = "") -> int:
        """Let the salience of memories (None: of all active ones) decay by so many hours; how many changed.

        Raises:
            NotFoundError: no such id. InvalidCommandError: the hours are not more than nothing.
        """
        self._check_open()
        with self._writer.lock:
            wanted = tuple(ids) if ids is not None else tuple(self._store.records.ids(RecordFilter()))
            half_life = self.settings.number("eviction.half_life")
            return len(self._execute(Fade(wanted, hours, half_life), actor, initiator).memories)

    def change_settings(self, changes: Mapping[str, Value], *, actor: str = "user", initiator: str = "") -> Settings:
        """Set values of the vault's settings; all of them now. Raises InvalidCommandError naming what is wrong."""
        checked: dict[str, Value] = {}
        for name, value in changes.items():
            if name not in SETTINGS:
                raise InvalidCommandError(f"There is no setting {name}.")
            checked[name] = SETTINGS[name].checked(value)
        with self._writer.lock:
            self._execute(ChangeSettings(checked), actor, initiator)
            self.eviction.run()
        return self.settings

    def undo_stacks(self) -> UndoStacks:
        """What can be taken back, and done again; survives restarts."""
        self._check_open()
        return self._undoing.stacks()

    def undo(
        self,
        command: int | None = None,
        *,
        actor: str = "user",
        initiator: str = "",
        progress: Progress | None = None,
        cancel: CancelToken | None = None,
    ) -> Undone | None:
        """Take a command back; without one, the newest, whoever gave it. See `Undoing.undo`."""
        self._check_open()
        return self._undoing.undo(command, actor=actor, initiator=initiator, progress=progress, cancel=cancel)

    def redo(
        self,
        command: int | None = None,
        *,
        actor: str = "user",
        initiator: str = "",
        progress: Progress | None = None,
        cancel: CancelToken | None = None,
    ) -> Undone | None:
        """Do a command that was taken back again; without one, that of the newest undo. See `Undoing.redo`."""
        self._check_open()
        return self._undoing.redo(command, actor=actor, initiator=initiator, progress=progress, cancel=cancel)

    def noted(self, actor: str = "user") -> AbstractContextManager[list[int]]:
        """A list that fills with the numbers of the commands that this thread gives as `actor` until the end."""
        return self._writer.noted(actor)

    def undo_entry(self, command: int) -> tuple[UndoEntry, bool] | None:
        """The step of undo that a command is or belongs to, and whether it is done; None when it is no step."""
        self._check_open()
        return self._undoing.entry(command)

    # --- the past ---------------------------------------------------------------------------------------------------

    def as_of(self, seq: int, progress: Progress | None = None, cancel: CancelToken | None = None) -> Past:
        """The vault as it was after event `seq`, to be read and searched; close it when it is no longer wanted.

        Raises:
            InvalidCommandError: no such event.
        """
        self._check_open()
        moment = self.time.moment_of(seq)
        records, let_go = self.time.open(seq, progress, self._until(cancel))
        settings = self._writer.projections.settings_at(seq)
        scope = Scope(records, lambda: seq, lambda: moment, past=True)
        past = Past(
            self._store,
            scope,
            self._keywords,
            self._current_space,
            self._recall_over(scope, settings=settings),
            moment,
            lambda: self.assemblies.at(seq),
            let_go,
        )
        self._pasts = [one for one in self._pasts if not one.closed] + [past]
        return past

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
        if not dry_run:
            self.snapshots.before("import")
        importer = Importer(
            self._store.records,
            self._writer,
            self.gates,
            ImportSource(wanted, format=format),
            dry_run=dry_run,
            on_conflict=on_conflict,
            actor=actor,
            progress=progress,
            cancel=self._until(cancel),
            vault_id=self._info.vault_id,
            given=GivenVectors(self._store, self._current_space, self._sync, self._clock),
        )
        report = importer.run(wanted)
        known = meant(importer, self._store.records, self._info.vault_id)
        made, refused = self.assemblies.take_in(importer.groups, known, report.command, actor=actor, dry_run=dry_run)
        if not dry_run:
            label_queries(importer.labels, known, self.lab, self._writer, report.command, actor)
        if not dry_run:
            self.eviction.run()
        rejections = (*report.rejections, *refused)
        rejected = report.rejected + len(refused)
        return replace(report, assemblies=made, rejections=rejections, rejected=rejected)

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
        """Write the memories that fit to a file or folder; by default all but the forgotten, with all assemblies.

        Raises:
            KnownError: the destination is there already, or cannot be written, or the format is not known.
        """
        self._check_open()
        exporter = Exporter(self.name, self._store, self.assemblies, self.lab, self._current_space)
        return exporter.export(
            Path(dest),
            format,
            filter=filter,
            at=self._clock(),
            overwrite=overwrite,
            progress=progress,
            cancel=self._until(cancel),
        )

    # --- sync -------------------------------------------------------------------------------------------------------

    def sync(
        self, progress: Callable[[SyncStatus], None] | None = None, cancel: CancelToken | None = None
    ) -> SyncStatus:
        """Embed and store everything that is due, then tidy the index. Failed items wait for their next attempt."""
        self._check_open()
        if self.loss is not None:
            raise self._store.log.refusal or ClosedError("The vault is closed.")
        until = self._until(cancel)
        status = self._sync.run(progress, until)
        while not stopped(until) and self.maintain(until):
            pass
        return status

    def sync_step(self, max_items: int | None = None, cancel: CancelToken | None = None) -> SyncStep:
        """Embed and store one batch; less when it is cancelled."""
        self._check_open()
        if self.loss is not None:
            return SyncStep(0, 0, None)
        return self._sync.step(max_items, self._until(cancel))

    def sync_status(self) -> SyncStatus:
        """The vector queue in one look."""
        self._check_open()
        return self._sync.status()

    def sync_queue(self, *, limit: int = 500, state: Literal["pending", "failed"] | None = None) -> list[QueueItem]:
        """Items that wait, memories and assemblies: failed ones first, then oldest first."""
        self._check_open()
        groups = {one.key: one for one in self.assemblies.book().values()}
        return [
            replace(item, id=groups[item.key].id, preview=groups[item.key].name) if item.key in groups else item
            for item in self._store.queue.items(limit=limit, state=state)
        ]

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

    def embedding_drift(self) -> list[MonthDrift]:
        """How the meaning of what is remembered moves, month by month."""
        self._check_open()
        return embedding_drift(self._store, self._current_space())

    def make_private(self) -> None:
        """Let nobody but their owner read the vault's files; for a vault that was made with other rights."""
        self._check_open()
        self._folder.make_private()
        self._subscribers.publish(ChangeSet(head=self.head, indexes=True))

    def simulate_failure(self, on: bool) -> None:
        """Let every write of vectors fail, or no more, until the vault is closed: for developers, to see it."""
        self._sync.fault = self._composites.fault = simulated_fault if on else no_fault

    def drop_from_queue(self, keys: Sequence[int]) -> int:
        """Give up embedding these, until `retry_now` names them; they can still be found by words. How many."""
        self._check_open()
        count = self._store.queue.drop(keys)
        self._subscribers.publish(ChangeSet(head=self.head, queue=True))
        return count

    def maintain(self, cancel: CancelToken | None = None) -> bool:
        """One piece of background work on the indexes; False when there is none, or it is cancelled."""
        self._check_open()
        if self.loss is not None:  # nothing may change what is left of the missing events
            return False
        until = self._until(cancel)
        with self._writer.lock:
            worked = self._keywords.step()
        if worked:
            self._subscribers.publish(ChangeSet(head=self.head, indexes=True))
            return True
        with self._maintenance:
            if stopped(until):
                return False
            if self._vectors.index.maintain(until) or self.models.maintain(until) or self.snapshots.automatic():
                return True
            if self.memory_merging.finish() or self.merging.finish():
                return True
            if not self._sync.paused and (self._composites.verify() or self._counted()):
                return True
            if not self._sync.paused and self._automatic.step():
                return True
            if self.models.step(until):
                self._subscribers.publish(ChangeSet(head=self.head, queue=True))
                return True
        return not self._sync.paused and not stopped(until) and self._verify_files()

    def _verify_files(self) -> bool:
        """Make sure of index files that were verified half of the limit ago, one at a time; False when none is due."""
        before = self._clock() - timedelta(hours=self.settings.number("index.verify_within") / 2)
        with self._writer.lock:
            words = self._keywords.verify(before)
        problem = None if words else self._vectors.index.verify_one(before)
        if problem:
            with self._still():
                self._vectors.reset(problem)
        if words or problem is not None:
            self._subscribers.publish(ChangeSet(head=self.head, queue=bool(problem), indexes=True))
        return words or problem is not None

    def _counted(self) -> bool:
        """Write recalls and activations down, now and then."""
        now = self._adapters.monotonic()
        if now - self._flushed < _FLUSH_SECONDS:
            return False
        self._flushed = now
        return any([self.recalls.flush(), self.assemblies.flush()])

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
        if self.loss is not None:
            notes, health = (self.loss.text, self.loss.known, *notes), "bad"
        folder, memories_by_status = self._folder, records.counts("status")
        disk = {
            "database": folder_size(folder.database),
            "keywords": folder_size(folder.keywords),
            "vectors": folder_size(folder.vectors),
            "snapshots": folder_size(folder.snapshots),
        }
        damaged = {copy: folder_size(copy) for copy in folder.damaged()}
        if damaged:
            disk["vectors"] -= sum(taken for copy, taken in damaged.items() if copy.parent == folder.vectors)
            disk["damaged copies"] = sum(damaged.values())
        return VaultStatus(
            path=str(folder.path),
            vault_id=self.vault_id,
            name=self.name,
            format_version=self._info.format,
            head=self.head,
            memories=memories_by_status,
            by_layer=records.counts("layer", RecordFilter()),
            sync=self._sync.status(),
            keyword_position=self._keywords.index.position,
            vector_segments=tuple(self._aged(one) for one in self._vectors.index.segments()),
            keyword_segment=self._aged(
                Segment(
                    "keywords",
                    "words",
                    sum(memories_by_status.values()),  # asking the index would make it commit
                    disk["keywords"],
                    verified_at=self._keywords.verified_at,
                )
            ),
            disk=disk,
            shown_to=self.head,
            last_event=self._store.log.last,
            last_check=parse_time(last["at"]) if last else None,
            loss=self.loss,
            health=health,
            notes=notes,
            private=self._folder.private,
        )

    def _aged(self, one: Segment) -> Segment:
        limit = self.settings.number("index.verify_within") * 3_600
        return replace(one, freshness=freshness(one.verified_at, self._clock(), limit))

    def verify(
        self, *, repair: bool = False, progress: Progress | None = None, cancel: CancelToken | None = None
    ) -> VerifyReport:
        """Check log, records and indexes; with `repair` mend what is derived. Writes wait meanwhile, reads do not."""
        self._check_open()
        repair = repair and self.loss is None
        if repair:
            self.snapshots.before("repair")
        with self._still():
            report = self._verifier(repair=repair, progress=progress, cancel=self._until(cancel)).run()
        health = "good" if report.ok else "bad"
        kept = {"at": iso(self._clock()), "health": health, "report": report_to_keep(report)}
        self._store.meta.set("last_check", kept)
        repaired = any(finding.repaired for finding in report.findings)
        self._subscribers.publish(
            ChangeSet(head=self.head, records=repaired, many=repaired, queue=repaired, indexes=True)
        )
        return report

    def accept_loss(self, *, actor: str = "user") -> Accepted:
        """Go on without the events that the log has lost; the log says so. See `engine.upkeep.trust`.

        Raises:
            InvalidCommandError: nothing is missing. VaultError: what is left of the log cannot be used.
        """
        self._check_open()
        with self._still():
            accepted = self._trust.accept(self._store, self._writer, self._drop_indexes_after, actor=actor)
            if accepted.report is not None:
                self.assemblies.reconcile()
                self.merging.resume()
        self._subscribers.publish(ChangeSet(head=self.head, records=True, many=True, queue=True, indexes=True))
        return accepted

    def receipt(self) -> Receipt:
        """How far the log has come, to be kept elsewhere and compared later."""
        self._check_open()
        log = self._store.log
        return Receipt(self.vault_id, self.name, log.last, log.hash_of(log.last), self._clock())

    def compare_receipt(self, receipt: Receipt) -> ReceiptCheck:
        """Is this still the log that a receipt was made of: the same, grown from it, or another one?"""
        self._check_open()
        log = self._store.log
        return checked(receipt, self.vault_id, log.last, log.hash_of(receipt.position))

    def _drop_indexes_after(self, seq: int) -> None:
        """Let go of what the indexes have of events after one; what else they had is indexed again."""
        self._keywords.reset()
        self.models.cancel()
        self.models.clean_up()
        self._vectors.drop_after(seq)
        self._vectors.reconcile()

    def remove_damaged(self) -> int:
        """Delete the copies of damaged indexes that were set aside, but no files of others; bytes freed."""
        self._check_open()
        freed = remove_damaged(self._folder.damaged())
        self._subscribers.publish(ChangeSet(head=self.head, indexes=True))
        return freed

    def last_report(self) -> VerifyReport | None:
        """What the last check found; None when there was none."""
        self._check_open()
        return remembered_report(self._store.meta.get("last_check"))

    def _verifier(self, *, repair: bool, progress: Progress | None, cancel: CancelToken | None) -> Verifier:
        return Verifier(
            self._store,
            self._writer,
            self._keywords,
            self._vectors,
            repair=repair,
            progress=progress,
            cancel=cancel,
            embed=self._current_space().embedder.embed,
            loss=self.loss,
        )

    def _problems_of_records(
        self, *, progress: Progress | None = None, cancel: CancelToken | None = None
    ) -> tuple[str, ...]:
        """What is wrong with log and records, in sentences."""
        return self._verifier(repair=False, progress=progress, cancel=self._until(cancel)).records_only()

    # --- life -------------------------------------------------------------------------------------------------------

    def subscribe(self, callback: Callable[[ChangeSet], None]) -> Callable[[], None]:
        """Hear of every change, in the thread that made it; returns what ends it."""
        return self._subscribers.add(callback)

    def close(self) -> None:
        """End everything and let the vault go. May be called twice.

        Long work in other threads ends at its next item, with CancelledError; it is waited for.
        """
        if self._closed.cancelled():
            return
        self._closed.cancel()
        with self._still(), self._writer.lock:
            with suppress(KnownError):  # a log of reads is no reason not to close
                self.recalls.flush()
                self.assemblies.flush()
            for past in self._pasts:
                past.close()
            self._pool.shutdown()
            self._keywords.close()
            self._vectors.close()
            self.models.close()
            with suppress(KnownError):
                self._trust.close(self._store)
            self._store.close()
        clean_quietly(self._folder, self._adapters.open_keywords, self._adapters.open_vectors, self._clock)
        self._folder.unlock()

    def __enter__(self) -> Engine:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _execute(self, command: Command, actor: str, initiator: str) -> Written:
        self._check_open()
        return self._writer.execute(command, actor=actor, initiator=initiator)

    def _check_open(self) -> None:
        if self._closed.cancelled():
            raise ClosedError("The vault is closed.")

    def _until(self, cancel: CancelToken | None) -> CancelToken:
        """A token for long work: the caller's, or the closing of the vault."""
        return Token(cancel, self._closed)
