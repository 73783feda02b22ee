"""Changing the embedding model: where a migration stands, and how the two models compare (D5)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from memory_desktop.core.lab import Measure


class Stage(StrEnum):
    """Where a migration is. Only `SWITCHED` has changed what searches use."""

    NONE = "none"
    EMBEDDING = "embedding"
    READY = "ready"
    SWITCHED = "switched"


@dataclass(frozen=True, slots=True)
class ModelChoice:
    """A model that could be used.

    Attributes:
        ref: how it is asked for: "bundled", a name of the catalogue, or the path of a local folder.
        version: `name@hash8`, or "" while it is not on this disk.
        size: bytes, on disk or to be downloaded.
        state: "here", or "download" for what has to be fetched first.
    """

    ref: str
    name: str
    version: str
    dim: int
    size: int
    description: str
    state: str


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two models on the user's own labelled queries: vector search by each, and what hybrid search would give.

    Attributes:
        queries: how many labelled queries there were; with none, both mappings are empty.
        old, new: by "vector" and "hybrid".
    """

    queries: int
    k: int
    old: Mapping[str, Measure]
    new: Mapping[str, Measure]


@dataclass(frozen=True, slots=True)
class MigrationStatus:
    """One migration in one look.

    Attributes:
        done, total: vectors embedded by the new model, and how many there are to embed.
        rate: vectors a second lately. seconds_left: None when it cannot be known.
        error: the last failure, or "".
        keep_until: after a switch, when the old vectors may be cleaned up by themselves.
    """

    stage: Stage
    old: str = ""
    new: str = ""
    done: int = 0
    total: int = 0
    paused: bool = False
    rate: float = 0.0
    seconds_left: float | None = None
    error: str = ""
    comparison: Comparison | None = None
    switched_at: datetime | None = None
    keep_until: datetime | None = None


@dataclass(frozen=True, slots=True)
class Validation:
    """What was looked at before a migration began; with any problem it does not begin."""

    ok: bool
    problems: tuple[str, ...]
    memories: int
    bytes_needed: int
    bytes_free: int
