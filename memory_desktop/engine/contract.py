"""The vault under the contract's names: a memory with its vector, and the state of all indexes in one object."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import numpy as np

from memory_desktop.core.assemblies import Assembly, active
from memory_desktop.core.contract import ContractMemory, IndexState, StoredVector, as_contract
from memory_desktop.core.errors import NotFoundError
from memory_desktop.core.index_summary import IndexSummary
from memory_desktop.core.memory.records import SCHEMA_VERSION, Memory, Status
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.core.ranking.guards import topic_of
from memory_desktop.engine.embedding.space import Space
from memory_desktop.engine.upkeep.keyword_keeper import KeywordKeeper
from memory_desktop.store import Store
from memory_desktop.store.records import RecordStore


class Contract:
    """See the module. Safe from many threads; reads only."""

    def __init__(
        self,
        store: Store,
        space: Callable[[], Space],
        keywords: KeywordKeeper,
        book: Callable[[], Mapping[str, Assembly]],
    ) -> None:
        self._store = store
        self._space = space
        self._keywords = keywords
        self._book = book

    def vector_of(self, id: str) -> StoredVector | None:
        """The vector by the model in use of a memory or an assembly; None while it waits for it.

        Raises:
            NotFoundError: no such memory or assembly.
        """
        group = self._book().get(id)
        return self._composite(group.key) if group is not None else self._own(self._memory(id))

    def contract_memory(self, id: str) -> ContractMemory:
        """A memory with exactly the contract's fields. Raises NotFoundError."""
        memory = self._memory(id)
        topic = topic_of(memory.tags, memory.kind).partition(":")[2]
        return as_contract(memory, topic, self._own(memory), self._space().model_version)

    def index_state(self) -> IndexState:
        """All that was folded from the log, in one object."""
        space, summary = self._space(), self.summary()
        return IndexState(
            memories=_Active(self._store.records),
            vector_index=space.vectors.index,
            metadata_index=self._store.records.facets(RecordFilter()),
            lineage_graph=_Ancestors(self._store.records),
            event_offset=summary.event_offset,
            schema_version=summary.schema_version,
            model_version=summary.model_version,
            summary=summary,
        )

    def summary(self) -> IndexSummary:
        """The same in numbers."""
        return IndexSummary(
            memories=self._store.records.counts("status"),
            assemblies=len(active(self._book())),
            vectors=self._store.queue.counts().indexed,
            lineage=self._store.records.count_descended(),
            keyword_position=self._keywords.index.position,
            event_offset=self._store.log.head,
            schema_version=SCHEMA_VERSION,
            model_version=self._space().model_version,
        )

    def _memory(self, id: str) -> Memory:
        found = self._store.records.by_ids([id])
        if id not in found:
            raise NotFoundError(f"There is nothing with the id {id}.")
        return found[id]

    def _own(self, memory: Memory) -> StoredVector | None:
        space = self._space()
        keys, vectors = space.vectors.index.fetch(np.array([memory.key], dtype=np.int64))
        return StoredVector(vectors[0], space.model_version) if len(keys) else None

    def _composite(self, key: int) -> StoredVector | None:
        model = self._space().model_version
        keys, vectors = self._store.composites.all(model)
        row = int(np.searchsorted(keys, key))
        if row == len(keys) or keys[row] != key:
            return None
        return StoredVector(vectors[row].copy(), model)


class _Active(Mapping[str, Memory]):
    """The active memories by id, read when they are asked for."""

    def __init__(self, records: RecordStore) -> None:
        self._records = records

    def __getitem__(self, id: str) -> Memory:
        memory = self._records.by_ids([id])[id]
        if memory.status is not Status.ACTIVE:
            raise KeyError(id)
        return memory

    def __iter__(self) -> Iterator[str]:
        return (memory.id for memory in self._records.iterate(RecordFilter()))

    def __len__(self) -> int:
        return self._records.count(RecordFilter())


class _Ancestors(Mapping[str, tuple[str, ...]]):
    """By id of every memory that came from others, active or not, the ids of these."""

    def __init__(self, records: RecordStore) -> None:
        self._records = records

    def __getitem__(self, id: str) -> tuple[str, ...]:
        lineage = self._records.by_ids([id])[id].lineage
        if not lineage:
            raise KeyError(id)
        return lineage

    def __iter__(self) -> Iterator[str]:
        return iter(self._records.ids_descended())

    def __len__(self) -> int:
        return self._records.count_descended()
