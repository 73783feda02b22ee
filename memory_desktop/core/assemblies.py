"""Assemblies: groups of memories with one vector for all of them, and the rule of when they may lift their members.

An assembly is a projection of the log like a memory: `fold` is the only thing that makes or changes one. Its status
goes one way: active → superseded (merged into another) or tombstone (dissolved). Its composite vector is no part of
it: the sync makes that from the members' vectors, and when it did is what the drift gate asks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import numpy as np
import numpy.typing as npt

from memory_desktop.core.ages import span
from memory_desktop.core.errors import InvalidCommandError, NotFoundError
from memory_desktop.core.memory.records import Status

SCHEMA_VERSION = "1.0"
Vector = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True, kw_only=True)
class Assembly:
    """A group of memories.

    Attributes:
        key: seq of the event that made it; its vector's key, too.
        members: ids of memories, in the order in which they came.
        merged_from: ids of the assemblies that it was merged from; set before it is first kept.
        merged_into: the one that it was merged into.
        restores: the one whose dissolution or merge it undoes.
        origin: the first of its line: one that was made again after its end has a new id and the same origin.
        reason: how it came about, in a sentence; empty when it was made by hand.
        revision: seq of the last event that touched it.
        extra: fields of newer schemas, kept as they came.
    """

    key: int
    id: str
    name: str
    members: tuple[str, ...]
    tags: tuple[str, ...] = ()
    topics: tuple[str, ...] = ()
    merged_from: tuple[str, ...] = ()
    merged_into: str | None = None
    restores: str | None = None
    origin: str = ""
    status: Status = Status.ACTIVE
    activation_count: int = 0
    activated_at: datetime | None = None
    created_at: datetime
    updated_at: datetime
    reason: str = ""
    actor: str = "user"
    revision: int
    schema_version: str = SCHEMA_VERSION
    extra: Mapping[str, Any] = field(default_factory=dict)

    @property
    def line(self) -> str:
        """`origin`, which is its own id where none is given."""
        return self.origin or self.id


@dataclass(frozen=True, slots=True)
class Activation:
    """What one recall did with one assembly.

    Attributes:
        state: "activated", "below" the threshold, or "skipped" by the drift gate.
        similarity: cosine of its vector with the query's; None when it was skipped.
        reason: a sentence.
    """

    id: str
    name: str
    state: str
    similarity: float | None
    reason: str


Book = dict[str, Assembly]
_NO_PAST = "it is an earlier moment, and vectors of assemblies are kept of the present only"


def gate(synced_at: datetime | None, now: datetime, max_drift: float) -> str:
    """Why an assembly must not lift its members: its vector was never stored, or is too old; "" when it may."""
    if synced_at is None:
        return "its vector was never synchronised"
    age = (now - synced_at).total_seconds()
    if age > max_drift:
        return f"its vector was last synchronised {span(age)} ago; {span(max_drift)} is the limit"
    return ""


def composite(vectors: npt.NDArray[np.float32], saliences: Sequence[float] = ()) -> Vector:
    """The salience-weighted mean of vectors (n, dim), of length 1; no weights, or only weights of 0, count as equal.

    Raises:
        InvalidCommandError: a number is not finite.
    """
    if not (np.isfinite(vectors).all() and np.isfinite(saliences).all()):
        raise InvalidCommandError("Vectors or saliences that are not finite numbers make no composite.")
    weights = np.maximum(np.asarray(saliences, dtype=np.float64), 0.0)
    if not weights.sum() > 0:
        weights = np.ones(len(vectors))
    mean = (vectors.astype(np.float64) * weights[:, None]).sum(axis=0) / weights.sum()
    length = float(np.linalg.norm(mean))
    return np.asarray(mean / length if length > 0 else mean, dtype=np.float32)


def active(book: Mapping[str, Assembly]) -> list[Assembly]:
    """Those that have not ended, in the order in which they were made."""
    return [one for one in book.values() if one.status is Status.ACTIVE]


def without_vectors(book: Mapping[str, Assembly]) -> tuple[Activation, ...]:
    """What a recall of an earlier moment does with the assemblies of then: it skips them all."""
    return tuple(Activation(one.id, one.name, "skipped", None, _NO_PAST) for one in active(book))


def find(book: Mapping[str, Assembly], id: str) -> Assembly:
    """The assembly with this id. Raises NotFoundError."""
    try:
        return book[id]
    except KeyError:
        raise NotFoundError(f"There is no assembly with the id {id}.") from None


def must_be_active(assembly: Assembly) -> None:
    """Raises InvalidCommandError when it has ended."""
    if assembly.status is not Status.ACTIVE:
        state = f"merged into {assembly.merged_into}" if assembly.merged_into else "dissolved"
        raise InvalidCommandError(f"The assembly “{assembly.name}” was {state}.")
