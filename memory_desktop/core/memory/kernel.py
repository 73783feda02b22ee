"""The contract's pure operations on memories (seed D): superpose, reinforce, decay, forget.

No I/O, no clock, no randomness: equal arguments give equal results, bit for bit. The fold applies the same functions to
the records, so what a property test proves here holds for every vault.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import numpy as np
import numpy.typing as npt

from memory_desktop.core.errors import InvalidCommandError
from memory_desktop.core.memory.records import STATUS_RANK, Memory, Status

#: Most that one reinforcement can add to the salience.
SALIENCE_CAP = 1.0
#: How far one appraisal moves the quick_recal_score towards its goal.
APPRAISAL = 0.2
#: How far one recall moves it towards `RECALL_GOAL`, beyond which recalls alone do not lead: what comes back often is
#: not yet what helps, and would else come back ever more often.
RECALL_STEP = 0.02
RECALL_GOAL = 0.7
#: Hours in which an untouched memory loses half of its salience: a week.
HALF_LIFE = 168.0
_NOTHING = 1e-9

Vector = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Embedded:
    """A memory with its vector.

    Attributes:
        vector: (dim,), of length 1.
        model_version: `name@hash8` of what made it.
        leaves: the fresh memories that it is composed of, id → their own unit vectors; of a fresh one, itself.
    """

    memory: Memory
    vector: Vector
    model_version: str
    leaves: Mapping[str, Vector] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not self.leaves:
            object.__setattr__(self, "leaves", {self.memory.id: self.vector})


def superpose(a: Embedded, b: Embedded) -> Embedded:
    """Compose two memories into one.

    vector = normalise(Σ of the unit vectors of all leaves of both), lineage = both lineages and both ids, sorted;
    content = the equal content, else both in the order of their ids; salience = the greater one.

    Where the seed contradicts itself: it says normalise((a + b) / 2), and that the operation is associative. A mean of
    means forgets how many memories stand behind each, so the formula is not. Here each result carries its leaves, and
    two results are composed by uniting these. So the operation is commutative, idempotent and associative for any
    lineages, vectors included, and for two fresh memories it IS the seed's formula. (Content follows the seed's rule,
    which orders by the ids of the two at hand; id and content are therefore not associative, nor does the seed say so.)

    A memory that contains all leaves of the other has nothing to learn from it and is returned as it is. Vectors that
    cancel each other out leave no direction: then the result takes that of its first leaf by id.

    Raises:
        InvalidCommandError: another model or schema version, another size of vector, or one is not active.
    """
    _check_alike(a, b)
    if a.memory.id == b.memory.id:
        return a
    if a.leaves.keys() == b.leaves.keys():
        return min(a, b, key=lambda one: one.memory.id)
    for one, other in ((a, b), (b, a)):
        if one.leaves.keys() >= other.leaves.keys():
            return one
    leaves = {id: (a.leaves.get(id, b.leaves.get(id))) for id in sorted(a.leaves.keys() | b.leaves.keys())}
    united = {id: vector for id, vector in leaves.items() if vector is not None}
    first, second = sorted((a.memory, b.memory), key=lambda memory: memory.id)
    digest = hashlib.sha256("\n".join(("superpose", first.id, second.id, a.model_version)).encode()).hexdigest()
    memory = first.with_(
        id=f"mem_{digest[:16]}",
        content=combined_content((first, second)),
        tags=tuple(sorted({*first.tags, *second.tags})),
        pii=tuple(sorted({*first.pii, *second.pii})),
        metadata={**second.metadata, **first.metadata},
        emotion={**second.emotion, **first.emotion},
        confidence=min(first.confidence, second.confidence),
        trust=min(first.trust, second.trust),
        salience=max(first.salience, second.salience),
        synthetic=first.synthetic or second.synthetic,
        weight=float(len(united)),
        lineage=combined_lineage((first, second)),
        created_at=max(first.created_at, second.created_at),
        external_id=None,
    )
    return Embedded(memory, _direction(united.values()), a.model_version, united)


def combined_content(memories: Iterable[Memory]) -> str:
    """The contents in the order of the memories' ids, a line each; one that says the same as another only once."""
    ordered = sorted(memories, key=lambda memory: memory.id)
    return "\n".join(dict.fromkeys(memory.content for memory in ordered))


def combined_lineage(memories: Iterable[Memory]) -> tuple[str, ...]:
    """All ancestors of the memories and themselves, sorted."""
    found = {id for memory in memories for id in (*memory.lineage, memory.id)}
    return tuple(sorted(found))


def appraise(memory: Memory, useful: bool) -> Memory:
    """quick_recal_score moved a fifth of the way to 1 (useful) or to 0 (not), so that it stays in [0, 1] (A8)."""
    goal = 1.0 if useful else 0.0
    return memory.with_(quick_recal_score=memory.quick_recal_score + APPRAISAL * (goal - memory.quick_recal_score))


def recalled(memory: Memory, at: datetime, step: float) -> Memory:
    """The memory after one more recall; its quick_recal_score moved by `step` of the way to RECALL_GOAL (A8)."""
    score = memory.quick_recal_score
    gained = max(0.0, step * (RECALL_GOAL - score))
    return memory.with_(recalled_at=at, recall_count=memory.recall_count + 1, quick_recal_score=score + gained)


def reinforce(memory: Memory, credit: float) -> Memory:
    """Salience raised by `credit`, clamped to [0, SALIENCE_CAP]; nothing else changes.

    Raises:
        InvalidCommandError: the credit is not a number.
    """
    if not math.isfinite(credit):
        raise InvalidCommandError("The credit must be a number.")
    return memory.with_(salience=memory.salience + max(0.0, min(credit, SALIENCE_CAP)))


def decay(memory: Memory, dt: float, half_life: float = HALF_LIFE) -> Memory:
    """Salience after `dt` hours: salience · 0.5 ^ (dt / half_life); nothing else changes.

    Raises:
        InvalidCommandError: `dt` is negative, `half_life` is not more than nothing, or one is not a number.
    """
    if not (math.isfinite(dt) and dt >= 0.0):
        raise InvalidCommandError(f"The time is {dt} hours; it must not be negative.")
    if not (math.isfinite(half_life) and half_life > 0.0):
        raise InvalidCommandError(f"The half-life is {half_life} hours; it must be more than nothing.")
    if memory.salience <= 0.0:
        return memory
    return memory.with_(salience=max(0.0, memory.salience * 0.5 ** (dt / half_life)))


def forget(memory: Memory, criteria: Mapping[str, Any] | None = None) -> Memory:
    """The memory with a later status: `criteria["mode"]` is "tombstone" (by default) or "supersede".

    Nothing else changes, and no operation leads back.

    Raises:
        InvalidCommandError: an unknown mode, or the status would go backwards or stay.
    """
    mode = (criteria or {}).get("mode", "tombstone")
    if mode not in ("tombstone", "supersede"):
        raise InvalidCommandError(f"The mode {mode!r} is not known; it is tombstone or supersede.")
    return retire(memory, Status.SUPERSEDED if mode == "supersede" else Status.TOMBSTONE)


def retire(memory: Memory, status: Status, *, superseded_by: str | None = None) -> Memory:
    """The memory with a later status, naming what supersedes it; its core fields do not change.

    Raises:
        InvalidCommandError: the status would go backwards, or stay.
    """
    if STATUS_RANK[status] <= STATUS_RANK[memory.status]:
        raise InvalidCommandError(f"{memory.id} is {memory.status.value} and cannot become {status.value}.")
    return memory.with_(status=status, superseded_by=superseded_by or memory.superseded_by)


def _check_alike(a: Embedded, b: Embedded) -> None:
    if a.model_version != b.model_version:
        raise InvalidCommandError(f"Vectors of {a.model_version} and {b.model_version} cannot be composed.")
    if a.memory.schema_version != b.memory.schema_version:
        versions = f"{a.memory.schema_version} and {b.memory.schema_version}"
        raise InvalidCommandError(f"Memories of the schema versions {versions} cannot be composed.")
    if a.vector.shape != b.vector.shape:
        raise InvalidCommandError(f"Vectors of {a.vector.shape} and {b.vector.shape} cannot be composed.")
    for one in (a.memory, b.memory):
        if one.status is not Status.ACTIVE:
            raise InvalidCommandError(f"{one.id} is {one.status.value}; only active memories can be composed.")


def _direction(vectors: Iterable[Vector]) -> Vector:
    """The unit vector of a sum; the first vector's if the sum is nothing."""
    every = [np.asarray(vector, dtype=np.float64) for vector in vectors]
    total: Vector = np.sum(every, axis=0)
    length = float(np.linalg.norm(total))
    return total / length if length > _NOTHING else every[0]
