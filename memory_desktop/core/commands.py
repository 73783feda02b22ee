"""Commands: what somebody asks of the vault. `core.decide` turns one into events; nothing else writes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from memory_desktop.core.assemblies import Assembly
from memory_desktop.core.events.event import Event, NewEvent
from memory_desktop.core.memory.held import HeldItem, Verdict
from memory_desktop.core.memory.records import Draft, Layer, Memory
from memory_desktop.core.merges import MergeState
from memory_desktop.core.settings import Value


@dataclass(frozen=True, slots=True)
class Prepared:
    """A draft with its canonical content and the hash of it, and what the gates said; made by `core.decide.prepare`."""

    draft: Draft
    content: str
    digest: str
    verdicts: tuple[Verdict, ...] = ()
    pii: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Remember:
    """Keep these drafts. Those whose content an active memory has already are left out."""

    drafts: tuple[Prepared, ...]


@dataclass(frozen=True, slots=True)
class Edit:
    """Give a memory another text: a new memory supersedes the old one. None leaves a label as it is."""

    id: str
    content: str
    kind: str | None = None
    layer: Layer | None = None
    tags: tuple[str, ...] | None = None
    pii: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Replace:
    """Let a draft supersede a memory (an import brought a newer text for the same external id)."""

    id: str
    draft: Draft
    pii: tuple[str, ...] = ()


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
    """Consolidate two or more memories into one with the given text; None lets the kernel compose it.

    Attributes:
        similarity: the least of any two of them; None when it is not known. threshold: where suggestions begin.
    """

    ids: tuple[str, ...]
    content: str | None
    similarity: float | None = None
    threshold: float = 0.0


@dataclass(frozen=True, slots=True)
class FinishMerge:
    """Retire what is left of a merge's sources (`state` DONE), or let them stay (ABANDONED)."""

    target: str
    sources: tuple[str, ...]
    state: MergeState


@dataclass(frozen=True, slots=True)
class Unmerge:
    """Retire a merged memory and bring back what it was made of. `target` is the id that the log of merges has."""

    id: str
    target: str
    sources: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Reinforce:
    """Raise memories' salience by `credit`, at most `kernel.SALIENCE_CAP`."""

    ids: tuple[str, ...]
    credit: float


@dataclass(frozen=True, slots=True)
class Supersede:
    """The second memory of each pair takes the place of the first."""

    pairs: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class DropSuccessor:
    """Let superseded memories name no successor: the one that their file named did not come with them."""

    ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Appraise:
    """Say that a recalled memory was useful for a query, or was not."""

    id: str
    useful: bool
    query: str


@dataclass(frozen=True, slots=True)
class Fade:
    """Let memories' salience decay by so many hours."""

    ids: tuple[str, ...]
    hours: float
    half_life: float


@dataclass(frozen=True, slots=True)
class Release:
    """Let held items in."""

    items: tuple[HeldItem, ...]
    prepared: tuple[Prepared, ...]


@dataclass(frozen=True, slots=True)
class Discard:
    """Drop held items."""

    items: tuple[HeldItem, ...]


@dataclass(frozen=True, slots=True)
class ChangeSettings:
    """Set policies. `before` holds the present values of the same names."""

    changes: Mapping[str, Value]
    before: Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class LabelQuery:
    """Say which memories a query should find; none removes the query. `before`: what it said until now."""

    query: str
    ids: tuple[str, ...]
    before: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Compensate:
    """Take events back, or go back to an earlier state: by new events, named by `head`.

    Attributes:
        events: those that are taken back, in their order (what they did besides changing memories is looked up here).
        before: by id, each memory as it should be again; None for one that should not be there.
        after: by id, each memory as the events left it.
        current: by id, the memory that stands for it now: itself, or the active one that followed it.
        assemblies: (as it should be again, as it is now) of each that differs.
    """

    head: NewEvent
    events: tuple[Event, ...]
    before: Mapping[str, Memory | None]
    after: Mapping[str, Memory]
    current: Mapping[str, Memory]
    assemblies: tuple[tuple[Assembly | None, Assembly | None], ...] = ()


@dataclass(frozen=True, slots=True)
class NoteImport:
    """Say in the log that an import begins; the batches that follow belong to it."""

    paths: tuple[str, ...]
    on_conflict: str


@dataclass(frozen=True, slots=True)
class NoteModel:
    """Say in the log that vectors are made by another model from here on (D5).

    Attributes:
        ref: where the model is found. back: it takes another change back.
    """

    old: str
    new: str
    ref: str = "bundled"
    dim: int = 0
    back: bool = False


@dataclass(frozen=True, slots=True)
class Note:
    """Write events that change no memory."""

    events: tuple[NewEvent, ...]


@dataclass(frozen=True, slots=True)
class NoteSkipped:
    """Say in the log what the novelty gate left out of an import."""

    duplicates: int
    forgotten: int


Command = (
    Remember
    | Edit
    | Replace
    | Relabel
    | Forget
    | Restore
    | Merge
    | FinishMerge
    | Unmerge
    | Reinforce
    | DropSuccessor
    | Appraise
    | Supersede
    | Fade
    | Release
    | Discard
    | ChangeSettings
    | LabelQuery
    | Compensate
    | Note
    | NoteImport
    | NoteSkipped
    | NoteModel
)
