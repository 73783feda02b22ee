"""Commands: what somebody asks of the vault. `core.decide` turns one into events; nothing else writes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from memory_desktop.core.records import Draft, Layer


@dataclass(frozen=True, slots=True)
class Prepared:
    """A draft with its canonical content and the hash of it; made by `core.decide.prepare`."""

    draft: Draft
    content: str
    digest: str


@dataclass(frozen=True, slots=True)
class Remember:
    """Keep these drafts. Those whose content an active memory has already are left out."""

    drafts: tuple[Prepared, ...]


@dataclass(frozen=True, slots=True)
class Edit:
    """Give a memory another text: a new memory supersedes the old one."""

    id: str
    content: str


@dataclass(frozen=True, slots=True)
class Replace:
    """Let a draft supersede a memory (an import brought a newer text for the same external id)."""

    id: str
    draft: Draft


@dataclass(frozen=True, slots=True, kw_only=True)
class Relabel:
    """Change labels of memories, not their text. None leaves a label as it is; `metadata` is merged in."""

    ids: tuple[str, ...]
    add_tags: tuple[str, ...] = ()
    remove_tags: tuple[str, ...] = ()
    kind: str | None = None
    layer: Layer | None = None
    source: str | None = None
    salience: float | None = None
    metadata: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Forget:
    """Turn memories into tombstones: kept in the log and in history, gone from recall."""

    ids: tuple[str, ...]
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Restore:
    """Bring the contents of forgotten or superseded memories back, as new memories that name the old."""

    ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Merge:
    """Consolidate two or more memories into one with the given text."""

    ids: tuple[str, ...]
    content: str


@dataclass(frozen=True, slots=True)
class Reinforce:
    """Raise a memory's salience by `credit`, at most `kernel.SALIENCE_CAP`."""

    id: str
    credit: float


@dataclass(frozen=True, slots=True)
class NoteImport:
    """Say in the log that an import begins; the batches that follow belong to it."""

    paths: tuple[str, ...]
    on_conflict: str


@dataclass(frozen=True, slots=True)
class NoteModel:
    """Say in the log that vectors are made by another model from here on (D5)."""

    old: str
    new: str


Command = Remember | Edit | Replace | Relabel | Forget | Restore | Merge | Reinforce | NoteImport | NoteModel
