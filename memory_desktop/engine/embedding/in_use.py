"""The embedding model in use and the vectors that it made: one pair, changed at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from memory_desktop.core.answers import (
    ChangeSet,
)
from memory_desktop.core.errors import EmbeddingError
from memory_desktop.core.events.event import Event
from memory_desktop.core.events.model import NoteModel
from memory_desktop.core.events.vectors import VectorsGiven
from memory_desktop.core.migration import FIRST_REF
from memory_desktop.core.ports import (
    Embedder,
)
from memory_desktop.engine.adapters import Adapters
from memory_desktop.engine.changes import Subscribers
from memory_desktop.engine.embedding.model_log import ModelLog
from memory_desktop.engine.embedding.outside import OutsideEmbedder, stale
from memory_desktop.engine.embedding.space import MissingModel, Space
from memory_desktop.engine.embedding.vector_keeper import VectorKeeper
from memory_desktop.engine.vault import VaultFolder
from memory_desktop.engine.writing.writer import Writer
from memory_desktop.store import Store
from memory_desktop.store.database import Cursor


class ModelInUse:
    """The model that the log names, with its index.

    Attributes:
        vectors: keeps the index of the model in use.
        changed: called after another model was put in use.
    """

    def __init__(
        self,
        folder: VaultFolder,
        store: Store,
        writer: Writer,
        log: ModelLog,
        adapters: Adapters,
        subscribers: Subscribers,
    ) -> None:
        self._folder = folder
        self._store = store
        self._writer = writer
        self._model_log = log
        self._adapters = adapters
        self._clock = adapters.clock
        self._subscribers = subscribers
        self.changed: Callable[[], None] = lambda: None
        self._pair = self._opened(self._model_in_use())

    def space(self) -> Space:
        """The model in use and its index, read together: callers never get a model with another model's index."""
        return self._pair[0]

    @property
    def vectors(self) -> VectorKeeper:
        """What keeps the index of the model in use."""
        return self._pair[1]

    def use(self, embedder: Embedder) -> None:
        """Put another model in use."""
        before = self.vectors
        self._pair = self._opened(embedder)
        if isinstance(embedder, OutsideEmbedder):
            self.vectors.drop(stale(self._store.given, embedder, self.vectors.index))
        before.close()
        self.changed()
        self._subscribers.publish(ChangeSet(head=self._store.log.head, queue=True, indexes=True, settings=True))

    def vectors_came(self, cursor: Cursor, said: Sequence[tuple[Event, Any]]) -> bool:
        """Queue the memories whose vectors by the model in use came, or count no longer or again; were there any?"""
        outside, seqs = self.space().outside, list[int]()
        for event, payload in said:
            if isinstance(payload, VectorsGiven):
                seqs += [event.seq, *payload.off, *payload.on]
        if outside is None or not seqs:
            return bool(seqs)
        keys = self._store.given.of_events(cursor, seqs).get(outside.model_version, [])
        self._store.queue.again(cursor, self._store.given.same_texts(keys))
        return True

    def _opened(self, embedder: Embedder) -> tuple[Space, VectorKeeper]:
        version = embedder.model_version
        where = self._folder.vectors_of(version)
        keeper = VectorKeeper(
            self._store,
            lambda: self._adapters.open_vectors(where, version, embedder.dim),
            lambda: self._adapters.set_aside(where),
            self._clock,
            outside=isinstance(embedder, OutsideEmbedder),
        )
        return Space(embedder, keeper), keeper

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
