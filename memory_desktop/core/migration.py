"""Changing the embedding model: what the log says of it, where a migration stands, how two models compare."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

import orjson

from memory_desktop.core.events.event import Event, EventType
from memory_desktop.core.lab import Measure
from memory_desktop.core.names import is_path, is_plain, plain_form, plain_name
from memory_desktop.core.wording import count

_WHAT = "embedding_model"
#: The model of a vault whose log names none.
FIRST_REF = "bundled"
_VERSION = re.compile(r"[A-Za-z0-9._-]+@[0-9a-f]{8}")
_GREATEST_DIM = 65_536


def is_model_version(text: object) -> bool:
    """Is it `name@hash8`, and so safe as the name of a folder?"""
    return isinstance(text, str) and is_plain(text) and _VERSION.fullmatch(text) is not None


def _version_of(text: object, seq: int) -> str:
    """The model version that an event names, "" when it names none. Raises VaultError when it names a path."""
    if is_path(text):
        plain_name(text, f"The embedding model of event {seq}")
    # Earlier programs took the name of a model's folder as it was.
    version = plain_form(text) if isinstance(text, str) else ""
    return version if is_model_version(version) else ""


@dataclass(frozen=True, slots=True)
class ModelChange:
    """One MIGRATION event: from `seq` on, vectors are made by `new`.

    Attributes:
        old, new: model versions; `old` is "" where an earlier program did not say.
        ref: how `new` is asked for (see `ModelChoice`). dim: numbers in its vectors, 0 when it was not said.
        back: it took another change back; then there is no grace period to speak of.
    """

    seq: int
    at: datetime
    actor: str
    old: str
    new: str
    ref: str
    dim: int
    back: bool = False


def model_changes(events: Iterable[Event]) -> list[ModelChange]:
    """The changes of the embedding model in these events, oldest first; one that names no model is passed over.

    Raises:
        VaultError: one names a path instead. A vault may come from a stranger.
    """
    found = []
    for event in events:
        payload = orjson.loads(event.payload)
        if event.type != EventType.MIGRATION or not isinstance(payload, dict) or payload.get("what") != _WHAT:
            continue
        new, dim = _version_of(payload.get("to"), event.seq), payload.get("dim", 0)
        if new:
            found.append(
                ModelChange(
                    event.seq,
                    event.ts,
                    event.actor,
                    _version_of(payload.get("from"), event.seq),
                    new,
                    str(payload.get("ref", FIRST_REF)),
                    dim if isinstance(dim, int) and 0 < dim <= _GREATEST_DIM else 0,
                    bool(payload.get("back", False)),
                )
            )
    return found


def ref_of(changes: Iterable[ModelChange], version: str) -> str:
    """How a model that was once in use is asked for: as the last change to it says, else as the first one."""
    return next((one.ref for one in reversed([*changes]) if one.new == version), FIRST_REF)


class Stage(StrEnum):
    """Where a migration is. Only `SWITCHED` has changed what searches use: the vectors of before are still there."""

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
class SampleMeasure:
    """Memories looked for by a part of their own text: the share that is found, and the mean of 1 / rank."""

    found: float
    mrr: float


@dataclass(frozen=True, slots=True)
class SampleCheck:
    """Two models on a sample of the vault's own memories, without anybody's labels.

    Attributes:
        memories: how many were looked at. k: a memory is found when it is among so many first hits.
        overlap: share of a memory's k nearest neighbours that both models agree on.
    """

    memories: int
    k: int
    old: SampleMeasure
    new: SampleMeasure
    overlap: float


@dataclass(frozen=True, slots=True)
class LiveCheck:
    """Two models on recalls as they came, both in hybrid search.

    Attributes:
        recalls: how many were asked of both. k: how many hits were compared.
        overlap: share of the k hits that are the same. same_first: share of recalls with the same first hit.
        opened: how many hits people opened among them; old_mrr, new_mrr: the mean of 1 / their rank by each model.
        old_seconds, new_seconds: mean time of a recall.
    """

    recalls: int
    k: int
    overlap: float
    same_first: float
    opened: int
    old_mrr: float
    new_mrr: float
    old_seconds: float
    new_seconds: float

    @property
    def text(self) -> str:
        """It in a sentence or two."""
        said = f"In {count(self.recalls, 'live recall')}, {self.overlap:.0%} of the first {self.k} hits were the same."
        if not self.opened:
            return said
        mrr = f"the MRR is {self.old_mrr:.2f} now, {self.new_mrr:.2f} with the new model"
        return f"{said} For {count(self.opened, 'hit')} that you opened, {mrr}."


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two models on the user's own labelled queries: vector search by each, and what hybrid search would give.

    Attributes:
        queries: how many labelled queries there were; with none, both mappings are empty.
        old, new: by "vector" and "hybrid".
        sample: the two on the vault's own memories; None when there are not enough of them.
        impossible: why they cannot be compared, in a sentence; else "".
    """

    queries: int
    k: int
    old: Mapping[str, Measure]
    new: Mapping[str, Measure]
    sample: SampleCheck | None = None
    impossible: str = ""


@dataclass(frozen=True, slots=True)
class MigrationStatus:
    """One migration in one look.

    Attributes:
        done, total: vectors embedded by the new model, and how many there are to embed.
        failed: texts that it could not embed: passed over, and tried again later.
        rate: vectors a second lately. seconds_left: None when it cannot be known.
        error: the last failure, or "".
        keep_until: after a switch, when the old vectors are archived or deleted by themselves.
        live: the two models on live recalls, once one is ready and the setting lets some be asked of both.
        archived: the model before, when its vectors are in an archive, from which it can be gone back to.
    """

    stage: Stage
    old: str = ""
    new: str = ""
    done: int = 0
    total: int = 0
    failed: int = 0
    paused: bool = False
    rate: float = 0.0
    seconds_left: float | None = None
    error: str = ""
    comparison: Comparison | None = None
    switched_at: datetime | None = None
    keep_until: datetime | None = None
    archived: str = ""
    live: LiveCheck | None = None


@dataclass(frozen=True, slots=True)
class Validation:
    """What was looked at before a migration began; with any problem it does not begin.

    Attributes:
        memories: how many get a vector. waiting: how many wait for theirs, as the model is from outside.
    """

    ok: bool
    problems: tuple[str, ...]
    memories: int
    bytes_needed: int
    bytes_free: int
    waiting: int = 0
