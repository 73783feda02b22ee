"""The shapes in which the memory contract (seed D) speaks: a memory with its vector, and the state of all indexes.

A record holds no vector: vectors change with the embedding model and records do not, so they are kept in the index of
their model only. What is here joins both for whoever wants them together. Nothing of it is stored.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from memory_desktop.core.answers import Facets
from memory_desktop.core.index_summary import IndexSummary
from memory_desktop.core.memory.records import Memory
from memory_desktop.core.ports import VectorIndex, Vectors


@dataclass(frozen=True, slots=True, eq=False)
class StoredVector:
    """The vector of a memory or of an assembly: (dim,) float32, of length 1, by the model `name@hash8`."""

    vector: Vectors
    model_version: str


@dataclass(frozen=True, slots=True, eq=False)
class ContractMemory:
    """A memory with exactly the contract's fields.

    Attributes:
        embedding: (dim,); None while it waits for its vector.
        metadata: the memory's own, with `source`, `topic`, `trust` and `pii_flags` as the record has them, and
            `synthetic` if it was generated.
        created_at: seconds since 1970, UTC.
        model_version: of the model in use, which made the vector or is going to.
        status: "active", "superseded" or "tombstone".
    """

    id: str
    content: str
    embedding: Vectors | None
    metadata: Mapping[str, Any]
    lineage: tuple[str, ...]
    created_at: float
    schema_version: str
    model_version: str
    salience: float
    status: str


@dataclass(frozen=True, slots=True, eq=False)
class IndexState:
    """All that was folded from the log up to `event_offset`, under the contract's names.

    Memories and lineage are read when they are asked for, as a vault may have a million: what was written meanwhile is
    in them. To read one moment and no other, use `engine.as_of`.

    Attributes:
        memories: by id, active ones. vector_index: the index of the model in use.
        metadata_index: counts by value of what can be filtered by. lineage_graph: by id, the ids of its ancestors.
        summary: the same in numbers.
    """

    memories: Mapping[str, Memory]
    vector_index: VectorIndex
    metadata_index: Facets
    lineage_graph: Mapping[str, tuple[str, ...]]
    event_offset: int
    schema_version: str
    model_version: str
    summary: IndexSummary


def as_contract(memory: Memory, topic: str, stored: StoredVector | None, model_version: str) -> ContractMemory:
    """A memory in the contract's shape. Where its own metadata have one of the record's names, the record decides."""
    told: dict[str, Any] = {**memory.metadata, "topic": topic, "trust": memory.trust, "pii_flags": list(memory.pii)}
    if memory.source:
        told["source"] = memory.source
    if memory.synthetic:
        told["synthetic"] = True
    return ContractMemory(
        id=memory.id,
        content=memory.content,
        embedding=stored.vector if stored is not None else None,
        metadata=told,
        lineage=memory.lineage,
        created_at=memory.created_at.timestamp(),
        schema_version=memory.schema_version,
        model_version=stored.model_version if stored is not None else model_version,
        salience=memory.salience,
        status=memory.status.value,
    )


def contract_json(memory: ContractMemory, *, embedding: bool) -> dict[str, Any]:
    """It as JSON has it, with or without its numbers."""
    plain = {name: getattr(memory, name) for name in ContractMemory.__dataclass_fields__ if name != "embedding"}
    if embedding:
        plain["embedding"] = memory.embedding.tolist() if memory.embedding is not None else None
    return {**plain, "lineage": list(memory.lineage), "metadata": dict(memory.metadata)}
