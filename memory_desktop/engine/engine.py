"""The engine's face: one open vault, its commands and its answers.

All calls may come from any thread. Those that write are durable on return; those that read never wait for embedding,
indexing, import or rebuild. Build one with `memory_desktop.open_vault`.

The parts do the work; `engine.build` wires them. What everybody uses can be called here by its own name and is
documented there.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from functools import partial
from pathlib import Path
from types import TracebackType

from memory_desktop.core.answers import ChangeSet
from memory_desktop.core.errors import KnownError
from memory_desktop.core.loss import LossReport
from memory_desktop.core.settings import Settings
from memory_desktop.engine.adapters import Adapters
from memory_desktop.engine.build import build
from memory_desktop.engine.embedding.space import Space
from memory_desktop.engine.embedding.vector_keeper import VectorKeeper
from memory_desktop.engine.upkeep.purging import clean_quietly
from memory_desktop.engine.vault import VaultFolder, VaultInfo


class Engine:
    """One open vault.

    Args:
        folder: already locked by the caller; unlocked by `close`.
        info: what `vault.json` says.
        adapters: see `Adapters`.

    Attributes:
        reader: every question about the vault as it is now.
        time: differences and the way back. snapshots: records as they were, kept in files.
        gates: what was held back. duplicates: pairs to decide about. eviction: what may be let go.
        assemblies: groups of memories. proposals: of new ones.
        merges: the log of merges. merging: the job for assemblies. memory_merging: the one for memories.
        imports: the list of imports, to resume, pause or undo them.
        conversations: turns of conversations, and what is learned from them.
        recalls: who recalled what. lab: labelled queries and their measures.
        models: the change of the embedding model.
        command_list: the commands that were given, and what each did.
        looking_back: what was done since a moment, by day and actor.
        graph: entities, observations and relations, as a view of memories.
        layers: what each layer of the memory keeps.
        map: the embedding space in two dimensions.
    """

    def __init__(  # noqa: PLR0915 - a line for each name, and nothing else
        self, folder: VaultFolder, info: VaultInfo, adapters: Adapters
    ) -> None:
        parts = build(folder, info, adapters)
        self._parts = parts
        self._store, self._writer, self._keywords = parts.store, parts.writer, parts.keywords
        self.reader = reader = parts.reader
        self.time, self.snapshots = parts.time, parts.snapshots
        self.gates, self.duplicates, self.eviction = parts.gates, parts.duplicates, parts.eviction
        self.assemblies, self.proposals = parts.assemblies, parts.proposals
        self.merges, self.merging, self.memory_merging = parts.merge_log, parts.merging, parts.memory_merging
        self.recalls, self.lab, self.models = parts.recalls, parts.lab, parts.migration
        self.graph, self.layers, self.map = parts.graph, parts.layers, parts.embedding_map
        if adapters.carry_out is not None:
            parts.gates.carry_out = partial(adapters.carry_out, self)

        # Reading.
        self.recall = reader.recall
        self.why_not = reader.why_not
        self.related = reader.related
        self.get = reader.get
        self.current = reader.current
        self.outdated = reader.outdated
        self.page = reader.page
        self.keys = reader.keys
        self.facets = reader.facets
        self.memory_counts = reader.memory_counts
        self.actors = reader.actors
        self.writers = reader.writers
        self.commands_after = reader.commands_after
        self.event_types = reader.event_types
        self.history = reader.history
        self.events = reader.events
        self.lineage = reader.lineage
        self.memberships = reader.memberships
        self.made_from = reader.made_from
        self.whole_lineage = reader.whole_lineage
        self.freshness = reader.freshness
        # Under the contract's names.
        self.vector_of = parts.contract.vector_of
        self.contract_memory = parts.contract.contract_memory
        self.index_state = parts.contract.index_state
        # Memories and settings.
        self.remember = parts.memories.remember
        self.edit = parts.memories.edit
        self.update = parts.memories.update
        self.forget = parts.memories.forget
        self.restore = parts.memories.restore
        self.reinforce = parts.memories.reinforce
        self.appraise = parts.memories.appraise
        self.fade = parts.memories.fade
        self.change_settings = parts.memories.change_settings
        # Merges.
        self.merge = parts.merges.merge
        self.unmerge = parts.merges.unmerge
        self.merge_of = parts.merges.merge_of
        self.merge_lines = parts.merges.merge_lines
        self.explain = parts.merges.explain
        # The way back.
        self.undo_stacks = parts.undoing.stacks
        self.steps_by_itself = parts.undoing.by_itself
        self.undo = parts.undoing.undo
        self.undo_all = parts.undoing.undo_all
        self.redo = parts.undoing.redo
        self.undo_entry = parts.undoing.entry
        self.undone_of = parts.undoing.undone_of
        self.decisions_of = parts.undoing.decisions_of
        self.steps_among = parts.undoing.steps_among
        self.as_of = parts.pasts.as_of
        self.looking_back, self.command_list = parts.looking_back, parts.command_list
        # Imports and exports.
        self.import_path = parts.transfer.import_path
        self.imports = parts.imports
        self.export = parts.transfer.export
        # Conversations.
        self.conversations = parts.conversations
        # Vectors.
        self.sync = parts.vector_work.sync
        self.sync_step = parts.vector_work.sync_step
        self.sync_status = parts.vector_work.sync_status
        self.sync_queue = parts.vector_work.sync_queue
        self.sync_history = parts.vector_work.sync_history
        self.pause_sync = parts.vector_work.pause_sync
        self.retry_now = parts.vector_work.retry_now
        self.embedding_drift = parts.vector_work.embedding_drift
        self.simulate_failure = parts.vector_work.simulate_failure
        self.drop_from_queue = parts.vector_work.drop_from_queue
        # Upkeep.
        self.maintain = parts.upkeep.maintain
        self.catch_up = parts.upkeep.catch_up
        # Health.
        self.status = parts.health.status
        self.verify = parts.health.verify
        self.receipt = parts.health.receipt
        self.compare_receipt = parts.health.compare_receipt
        self.make_private = parts.health.make_private
        self.remove_damaged = parts.health.remove_damaged
        self.last_report = parts.health.last_report
        self.accept_loss = parts.recovery.accept_loss
        # Purges.
        self.plan_purge = parts.purges.plan_purge
        self.plan_purge_of_import = parts.purges.plan_purge_of_import
        self.purge = parts.purges.purge

    # --- what it is -------------------------------------------------------------------------------------------------

    @property
    def path(self) -> Path:
        """The vault's folder."""
        return self._parts.folder.path

    @property
    def vault_id(self) -> str:
        """The vault's id, for ever the same."""
        return self._parts.info.vault_id

    @property
    def name(self) -> str:
        """The vault's name."""
        return self._parts.info.name

    @property
    def head(self) -> int:
        """Seq of the last event."""
        return self._store.log.head

    @property
    def settings(self) -> Settings:
        """The vault's settings."""
        return self._writer.settings

    @property
    def loss(self) -> LossReport | None:
        """The newest events that the log has lost; None when it has all. With a loss, nothing can be written."""
        return self._parts.trust.loss

    def noted(self, actor: str = "user") -> AbstractContextManager[list[int]]:
        """A list that fills with the numbers of the commands that this thread gives as `actor` until the end."""
        return self._writer.noted(actor)

    @property
    def model_version(self) -> str:
        """The embedding model that vectors are made by, `name@hash8`."""
        return self._current_space().model_version

    @property
    def position(self) -> int:
        """Seq of the last event that what is read has seen."""
        return self.reader.position

    @property
    def purge_due(self) -> bool:
        """Do files still hold what was purged? They are cleaned when the vault is closed."""
        return self._parts.purges.purge_due

    @property
    def closed(self) -> bool:
        """True once `close` has begun."""
        return self._parts.life.ended

    def _current_space(self) -> Space:
        return self._parts.model_in_use.space()

    @property
    def _vectors(self) -> VectorKeeper:
        return self._parts.model_in_use.vectors

    # --- life -------------------------------------------------------------------------------------------------------

    def subscribe(self, callback: Callable[[ChangeSet], None]) -> Callable[[], None]:
        """Call back on every change, in the thread that made it; returns a function that unsubscribes."""
        return self._parts.subscribers.add(callback)

    def close(self) -> None:
        """End all work, close the files and release the lock. May be called twice.

        Long work in other threads ends at its next item, with CancelledError; it is waited for.
        """
        parts = self._parts
        if parts.life.ended:
            return
        parts.life.end()
        with parts.life.still(), parts.writer.lock:
            with suppress(KnownError):  # a log of reads is no reason not to close
                parts.recalls.flush()
                parts.conversations.flush_statistics()
                parts.assemblies.flush()
            parts.pasts.close()
            parts.pool.shutdown()
            parts.keywords.close()
            parts.model_in_use.vectors.close()
            parts.migration.close()
            with suppress(KnownError):
                parts.trust.close(parts.store)
            parts.store.close()
        adapters = parts.adapters
        clean_quietly(parts.folder, adapters.open_keywords, adapters.open_vectors, adapters.clock)
        parts.folder.unlock()

    def __enter__(self) -> Engine:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
