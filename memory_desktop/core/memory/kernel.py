"""The contract's pure operations on memories (seed D): superpose, reinforce, decay, forget.

No I/O, no clock, no randomness: equal arguments give equal results, bit for bit. The fold applies the same functions to
the records, so what a property test proves here holds for every vault.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import numpy as np
import numpy.typing as npt

from memory_desktop.core.errors import InvalidCommandError
from memory_desktop.core.memory.canonical import content_hash
from memory_desktop.core.memory.records import STATUS_RANK, Memory, Status, is_purged

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
#: The quick_recal_score of a memory that nobody has appraised.
_NOT_APPRAISED = 0.5

Vector = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Embedded:
    """A memory with its vector.

    Attributes:
        vector: (dim,), of length 1.
        model_version: `name@hash8` of what made it.
        leaves: the fresh memories that it is composed of, id → their own unit vectors; of a fresh one, itself.

    Raises (on construction):
        InvalidCommandError: a number of a vector is not finite.
    """

    memory: Memory
    vector: Vector
    model_version: str
    leaves: Mapping[str, Vector] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not self.leaves:
            object.__setattr__(self, "leaves", {self.memory.id: self.vector})
        if not all(np.isfinite(vector).all() for vector in (self.vector, *self.leaves.values())):
            raise InvalidCommandError(f"The vector of {self.memory.id} has numbers that are not finite.")


def superpose(a: Embedded, b: Embedded) -> Embedded:
    """Compose two memories into one.

    vector = `direction` of all leaves of both; every other field as `composed` says.

    Where the seed contradicts itself: it says normalise((a + b) / 2), and that the operation is associative. A mean of
    means forgets how many memories stand behind each, so the formula is not. Here each result carries its leaves, and
    two results are composed by uniting these. So the operation is commutative, idempotent and associative for any
    lineages, vectors included, and for two fresh memories it IS the seed's formula. (Content follows the seed's rule,
    which orders by the ids of the two at hand; id and content are therefore not associative, nor does the seed say so.)

    A memory that contains all leaves of the other has nothing to learn from it and is returned as it is.

    A merge in a vault is made of the same two parts: `composed` gives the record, `direction` the vector. Only the id
    is the log's: the same two memories may be merged, taken apart and merged again, and no id is ever used twice, while
    the contract's id, of both ids and the model, would come again.

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
    leaves = {**a.leaves, **b.leaves}
    first, second = sorted((a.memory, b.memory), key=lambda memory: memory.id)
    digest = hashlib.sha256("\n".join(("superpose", first.id, second.id, a.model_version)).encode()).hexdigest()
    memory = composed((first, second)).with_(id=f"mem_{digest[:16]}", weight=float(len(leaves)))
    return Embedded(memory, direction(leaves), a.model_version, leaves)


def composed(memories: Sequence[Memory]) -> Memory:
    """What two or more memories are as one, all but the vector; its id and key are those of the first by id.

    Content: see `combined_content`. Lineage: all lineages and ids, sorted. Tags and kinds of personal data: the union.
    Salience: the greatest; weight: the sum; confidence and trust: the least; synthetic: if any is. Created: when the
    newest was. Metadata, emotion, fields of newer schemas: see `united`, the newest memory having the last word. What
    cannot be united (layer, kind, source, thread) is the first memory's by id; usefulness begins anew, as nobody has
    appraised the text.

    Raises:
        InvalidCommandError: another schema version, or one is not active.
    """
    ordered = sorted(memories, key=lambda memory: memory.id)
    first = ordered[0]
    for one in ordered:
        if one.schema_version != first.schema_version:
            versions = f"{first.schema_version} and {one.schema_version}"
            raise InvalidCommandError(f"Memories of the schema versions {versions} cannot be composed.")
        if one.status is not Status.ACTIVE:
            raise InvalidCommandError(f"{one.id} is {one.status.word}; only active memories can be composed.")
    content = combined_content(ordered)
    by_age = sorted(ordered, key=lambda memory: (memory.created_at, memory.id))
    return first.with_(
        content=content,
        content_hash=content_hash(content),
        tags=tuple(sorted({tag for one in ordered for tag in one.tags})),
        pii=tuple(sorted({kind for one in ordered for kind in one.pii})),
        metadata=united([one.metadata for one in by_age]),
        emotion=united([one.emotion for one in by_age]),
        extra=united([one.extra for one in by_age]),
        confidence=min(one.confidence for one in ordered),
        trust=min(one.trust for one in ordered),
        salience=max(one.salience for one in ordered),
        quick_recal_score=_NOT_APPRAISED,
        synthetic=any(one.synthetic for one in ordered),
        weight=sum(one.weight for one in ordered),
        lineage=combined_lineage(ordered),
        created_at=by_age[-1].created_at,
        recalled_at=None,
        recall_count=0,
        origin="",
        external_id=None,
    )


def united(mappings: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """All names of all mappings, oldest first: where two differ the later value stands, but lists are joined.

    Nothing that only one of them says is lost; of a list's items each is kept once.
    """
    found: dict[str, Any] = {}
    for name, value in (item for mapping in mappings for item in mapping.items()):
        before = found.get(name)
        if isinstance(before, Mapping) and isinstance(value, Mapping):
            found[name] = united([before, value])
        elif isinstance(before, list | tuple) and isinstance(value, list | tuple):
            found[name] = [*before, *(item for item in value if item not in before)]
        else:
            found[name] = value
    return found


def direction(leaves: Mapping[str, Vector]) -> Vector:
    """normalise(Σ of the leaves' unit vectors), each vector (dim,), by id; it depends on no order.

    Vectors that cancel each other out leave no direction: then it is that of the first leaf by id.

    Raises:
        InvalidCommandError: a number is not finite.
    """
    every = [np.asarray(leaves[id], dtype=np.float64) for id in sorted(leaves)]
    total: Vector = np.sum(every, axis=0)
    if not np.isfinite(total).all():
        raise InvalidCommandError("Vectors with numbers that are not finite cannot be composed.")
    length = float(np.linalg.norm(total))
    return total / length if length > _NOTHING else every[0]


def combined_content(memories: Iterable[Memory]) -> str:
    """The contents in the order of the memories' ids, a line each; one that says the same as another only once."""
    ordered = sorted(memories, key=lambda memory: memory.id)
    return "\n".join(dict.fromkeys(memory.content for memory in ordered))


def combined_lineage(memories: Iterable[Memory]) -> tuple[str, ...]:
    """All ancestors of the memories and themselves, sorted."""
    found = {id for memory in memories for id in (*memory.lineage, memory.id)}
    return tuple(sorted(found))


def appraise(memory: Memory, useful: bool) -> Memory:
    """quick_recal_score moved a fifth of the way to 1 (useful) or to 0 (not), so that it stays in [0, 1]."""
    goal = 1.0 if useful else 0.0
    return memory.with_(quick_recal_score=memory.quick_recal_score + APPRAISAL * (goal - memory.quick_recal_score))


def recalled(memory: Memory, at: datetime, step: float) -> Memory:
    """The memory after one more recall; its quick_recal_score moved by `step` of the way to RECALL_GOAL."""
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
    if is_purged(memory):  # what happened to it before it was purged stays in the log, and changes nothing any more
        return memory
    if STATUS_RANK[status] <= STATUS_RANK[memory.status]:
        raise InvalidCommandError(f"{memory.id} is {memory.status.word} and cannot become {status.word}.")
    return memory.with_(status=status, superseded_by=superseded_by or memory.superseded_by)


def _check_alike(a: Embedded, b: Embedded) -> None:
    if a.model_version != b.model_version:
        raise InvalidCommandError(f"Vectors of {a.model_version} and {b.model_version} cannot be composed.")
    if a.vector.shape != b.vector.shape:
        raise InvalidCommandError(f"Vectors of {a.vector.shape} and {b.vector.shape} cannot be composed.")
