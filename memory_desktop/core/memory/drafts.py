"""From a draft to a memory: what every text goes through before it may become one."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from datetime import datetime
from typing import Any

from memory_desktop.core.errors import InvalidCommandError
from memory_desktop.core.memory.canonical import canonical_json, canonical_text, content_hash, encodable
from memory_desktop.core.memory.held import Verdict
from memory_desktop.core.memory.records import PURGED, Draft, Memory, generated_from

#: Longest content, in characters, that is taken as one memory.
MAX_CONTENT = 1_000_000
_LABELS = ("kind", "tags", "source", "thread", "external_id", "metadata", "emotion", "extra")
_ENDS = ("", ".", "!", "…", "...")
# What only an event may say of a memory; a draft with a field of such a name does not set it.
_NOT_EXTRA = frozenset({PURGED, *(field.name for field in fields(Memory))})


@dataclass(frozen=True, slots=True)
class Prepared:
    """A text that has been through the gates: a draft, its canonical content and the hash of it, and what was said.

    Only the gate makes one (`core.screening.gate`), and no command takes a text in any other form.

    Attributes:
        supersedes: the memory whose newer text it is, when an import brought one; "" for a text of its own.
        turn: it is a turn of a conversation, which is kept though another memory has the same text.
        lineage: ids of the memories that it was taken from.
    """

    draft: Draft
    content: str
    digest: str
    verdicts: tuple[Verdict, ...] = ()
    pii: tuple[str, ...] = ()
    supersedes: str = ""
    turn: bool = False
    lineage: tuple[str, ...] = ()

    @property
    def held(self) -> bool:
        """Does a gate hold it back?"""
        return any(one.action == "hold" for one in self.verdicts)


def prepare(draft: Draft, verdicts: tuple[Verdict, ...] = (), pii: tuple[str, ...] = ()) -> Prepared:
    """The draft with its canonical content and hash, and labels that can be kept.

    Raises InvalidCommandError as `clean_content` does, and where a label is no JSON.
    """
    content = clean_content(draft.content)
    return Prepared(_with_labels_of_json(draft), content, content_hash(content), verdicts, pii)


def _with_labels_of_json(draft: Draft) -> Draft:
    """The draft, with U+FFFD for each lone surrogate in what stands beside its text."""
    labels = {name: getattr(draft, name) for name in _LABELS}
    try:
        canonical_json(labels)
    except TypeError:
        try:
            labels = encodable(labels)
            canonical_json(labels)
        except TypeError as error:
            raise InvalidCommandError(f"What stands beside the text cannot be kept: {error}.") from error
        return replace(draft, **{**labels, "tags": tuple(labels["tags"])})
    return draft


def near_digests(content: str) -> tuple[str, ...]:
    """The content hashes of what says the same with another full stop, or none. A question mark says something else."""
    stem = content.rstrip(" .!…")
    if not stem:
        return ()
    return tuple(content_hash(stem + end) for end in _ENDS if stem + end != content)


def clean_content(text: str) -> str:
    """The canonical text. Raises InvalidCommandError when nothing is left, or too much."""
    canonical = canonical_text(text)
    if not canonical:
        raise InvalidCommandError("A memory needs some text.")
    if len(canonical) > MAX_CONTENT:
        raise InvalidCommandError(f"The text has {len(canonical):,} characters; at most {MAX_CONTENT:,} make a memory.")
    return canonical


def clean_tags(tags: Iterable[str]) -> tuple[str, ...]:
    """Tags trimmed, without empties and repetitions, sorted."""
    return tuple(sorted({" ".join(tag.split()) for tag in tags} - {""}))


def new_memory(id: str, seq: int, now: datetime, draft: Draft, canonical: str, digest: str, **more: Any) -> Memory:
    """The memory that a draft becomes. Raises InvalidCommandError when a number is out of range."""
    for name in ("confidence", "trust"):
        if not 0.0 <= getattr(draft, name) <= 1.0:
            raise InvalidCommandError(f"{name} is {getattr(draft, name)}; it must be from 0 to 1.")
    if not (math.isfinite(draft.salience) and draft.salience >= 0.0):
        raise InvalidCommandError(f"salience is {draft.salience}; it must not be negative.")
    return Memory(
        key=seq,
        id=id,
        content=canonical,
        content_hash=digest,
        layer=draft.layer,
        kind=draft.kind.strip() or "general",
        tags=clean_tags(draft.tags),
        source=draft.source,
        thread=draft.thread,
        external_id=draft.external_id,
        metadata=draft.metadata,
        emotion=draft.emotion,
        confidence=draft.confidence,
        trust=draft.trust,
        salience=draft.salience,
        quick_recal_score=draft.quick_recal_score,
        synthetic=draft.synthetic or bool(generated_from(draft.metadata)),
        extra={name: value for name, value in draft.extra.items() if name not in _NOT_EXTRA},
        created_at=draft.created_at or now,
        updated_at=now,
        recorded_at=now,
        **more,
    )


def as_draft(memory: Memory, content: str) -> Draft:
    """A draft with another text and the labels of a memory."""
    return Draft(
        content=content,
        layer=memory.layer,
        kind=memory.kind,
        tags=memory.tags,
        source=memory.source,
        thread=memory.thread,
        external_id=memory.external_id,
        metadata=memory.metadata,
        emotion=memory.emotion,
        confidence=memory.confidence,
        trust=memory.trust,
        salience=memory.salience,
        quick_recal_score=memory.quick_recal_score,
        synthetic=memory.synthetic,
        created_at=memory.created_at,
        extra=memory.extra,
    )
