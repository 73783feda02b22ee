"""The memory record and the draft it is made from.

A `Memory` is a projection of the event log: the fold in `core.events` is its only writer. Its text never changes: an
edit makes a new memory that supersedes the old one, so one key names one text and one vector for ever.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from typing import Any

from memory_desktop.core.memory.statements import is_speaker

SCHEMA_VERSION = "1.0"
#: The field of a record, and of an event's payload, that says that its content was removed for good.
PURGED = "purged"
#: Under this name the metadata of a generated memory says what it was made from: ids, as `generated_from` gives them.
GENERATED_FROM = "generated_from"
#: Key of the metadata of what rules made of memories: their name and version.
METHOD = "method"


class Layer(StrEnum):
    """The long-term layers a memory can live in (seed C)."""

    EPISODIC = "episodic"
    SEMANTIC = "semantic"
    PROCEDURAL = "procedural"
    EMOTIONAL = "emotional"


class Status(StrEnum):
    """One way only: active → superseded → tombstone (seed D)."""

    ACTIVE = "active"
    SUPERSEDED = "superseded"
    TOMBSTONE = "tombstone"

    @property
    def word(self) -> str:
        """As a person calls it: a memory is active, superseded or forgotten."""
        return "forgotten" if self is Status.TOMBSTONE else self.value


STATUS_RANK = {Status.ACTIVE: 0, Status.SUPERSEDED: 1, Status.TOMBSTONE: 2}

_SPEAKER_FIELDS = ("speaker", "author", "sender")
_NAMED = re.compile(r"([A-Z][\w.'’-]*(?: [A-Z][\w.'’-]*){0,2}): ")

#: Under this name the metadata of a learned memory says what found it.
EXTRACTOR = "extractor"

#: Kinds offered in the window. The vocabulary is open: an import may bring others.
KINDS = ("general", "pref", "fact", "rule", "episode", "concept", "procedure", "skill", "emotion")


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """What somebody wants remembered, before gates, ids and hashes. `created_at` None means now; times are UTC.

    Attributes:
        embedding: a vector that came with it and is kept in the log: `model_version`, "" if that is not known, and
            `values`; or empty.
        record: of a memory that an export has, all else that it was (see `core.memory.taking_over`); JSON, or empty.
        extra: fields of newer schema versions, kept as they came.
    """

    content: str
    layer: Layer = Layer.SEMANTIC
    kind: str = "general"
    tags: tuple[str, ...] = ()
    source: str = ""
    thread: str = ""
    external_id: str | None = None
    metadata: Mapping[str, Any] = field(default_factory=dict)
    emotion: Mapping[str, Any] = field(default_factory=dict)
    confidence: float = 1.0
    trust: float = 1.0
    salience: float = 0.5
    quick_recal_score: float = 0.5
    synthetic: bool = False
    created_at: datetime | None = None
    embedding: Mapping[str, Any] = field(default_factory=dict)
    record: Mapping[str, Any] = field(default_factory=dict)
    extra: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """One memory, as the log has it.

    Attributes:
        key: seq of the event that created it; unique in the vault, never reused, the key of every index.
        id: `mem_` and 16 hex digits, derived from the vault's id and `key`.
        content: canonical text (see `core.canonical`).
        content_hash: SHA-256 of the folded canonical text, in hex; equal hashes are duplicates.
        thread: the conversation or document it came from, or "".
        external_id: the id that the imported file gave it, or None.
        confidence, trust: [0, 1].
        salience: [0, inf); see the kernel.
        quick_recal_score: [0, 1], moved by feedback (seed A).
        weight: how many fresh memories it is composed of (carries the kernel's associativity).
        superseded_by: id of its successor, or None.
        lineage: ids of its ancestors, sorted for merges.
        origin: id of the first memory of its line. One that was forgotten or superseded and comes back does so under
            a new id, with the same origin: for a person it is the same memory.
        created_at: when it happened or was said, as its source tells; UTC.
        updated_at: time of the last event that changed it; UTC.
        recorded_at: time of the event that created it; UTC.
        revision: seq of the last event that changed it.
        extra: fields of newer schema versions, kept as they came.
    """

    key: int
    id: str
    content: str
    content_hash: str
    layer: Layer = Layer.SEMANTIC
    kind: str = "general"
    tags: tuple[str, ...] = ()
    source: str = ""
    thread: str = ""
    external_id: str | None = None
    metadata: Mapping[str, Any] = field(default_factory=dict)
    emotion: Mapping[str, Any] = field(default_factory=dict)
    confidence: float = 1.0
    trust: float = 1.0
    salience: float = 0.5
    quick_recal_score: float = 0.5
    weight: float = 1.0
    synthetic: bool = False
    pii: tuple[str, ...] = ()
    status: Status = Status.ACTIVE
    superseded_by: str | None = None
    lineage: tuple[str, ...] = ()
    origin: str = ""
    created_at: datetime
    updated_at: datetime
    recorded_at: datetime
    recalled_at: datetime | None = None
    recall_count: int = 0
    actor: str = "user"
    schema_version: str = SCHEMA_VERSION
    revision: int = 0
    extra: Mapping[str, Any] = field(default_factory=dict)

    @property
    def line(self) -> str:
        """`origin`, which is its own id where none is given."""
        return self.origin or self.id

    def with_(self, **changes: Any) -> Memory:
        """A copy with some fields changed."""
        return replace(self, **changes)


def is_purged(memory: Memory) -> bool:
    """Was the content of this record removed for good? It is a tombstone, and nothing can bring it back."""
    return bool(memory.extra.get(PURGED))


def generated_from(metadata: Mapping[str, Any]) -> tuple[str, ...]:
    """What a generated memory was made from, in order; a file may name it by the ids of its own world, or in one text.

    It stands beside `lineage`, which says what a memory took the place of: a summary takes nothing's place.
    """
    found = metadata.get(GENERATED_FROM)
    if isinstance(found, str):
        found = found.replace(",", " ").split()
    if not isinstance(found, list | tuple):
        return ()
    return tuple(dict.fromkeys(one.strip() for one in found if isinstance(one, str) and one.strip()))


def speaker_of(memory: Memory) -> str:
    """Who says a message of a conversation, by its metadata or by a name before a colon; "" where nobody is named.

    A message that has a role (“user”) is that speaker's, and what stands before a colon in it (“Python: …”) is no name.
    """
    for name in _SPEAKER_FIELDS:
        value = memory.metadata.get(name)
        if isinstance(value, str) and value.strip():
            return value.strip()
    found = _NAMED.match(memory.content) if memory.thread and not memory.metadata.get("role") else None
    return found[1] if found and is_speaker(found[1]) else ""
