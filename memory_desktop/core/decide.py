"""decide(state, command) -> events: every rule about what may happen, and no I/O.

`State` holds only what the command can touch: the caller loads it, inside the same lock that appends the events.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from memory_desktop.core import commands as c
from memory_desktop.core.canonical import canonical_text, content_hash
from memory_desktop.core.encoding import memory_to_payload
from memory_desktop.core.errors import InvalidCommandError, NotFoundError
from memory_desktop.core.events import EventType, NewEvent
from memory_desktop.core.kernel import SALIENCE_CAP
from memory_desktop.core.records import Draft, Memory, Status

#: Longest content, in characters, that is taken as one memory.
MAX_CONTENT = 1_000_000


@dataclass(frozen=True, slots=True)
class Known:
    """What the vault has under a content hash: the best (least retired) record."""

    id: str
    status: Status


@dataclass(frozen=True, slots=True)
class State:
    """The part of the vault that a command can touch.

    Attributes:
        next_seq: the seq that the command's first event will get.
        memories: by id, all that the command names.
        known: by content hash, for the contents that the command brings.
    """

    vault_id: str
    next_seq: int
    now: datetime
    memories: Mapping[str, Memory] = field(default_factory=dict)
    known: Mapping[str, Known] = field(default_factory=dict)

    def memory(self, id: str) -> Memory:
        """The memory with this id. Raises NotFoundError."""
        try:
            return self.memories[id]
        except KeyError:
            raise NotFoundError(f"There is no memory with the id {id}.") from None


def memory_id(vault_id: str, seq: int) -> str:
    """The id of the memory that event `seq` creates: the same log gives the same ids, two vaults never share one."""
    return "mem_" + hashlib.sha256(f"{vault_id}:{seq}".encode()).hexdigest()[:16]


def decide(state: State, command: c.Command) -> list[NewEvent]:
    """The events that carry the command out; the i-th gets seq `state.next_seq + i`.

    An empty list means that nothing is to be done (all duplicates, or labels that are so already).

    Raises:
        InvalidCommandError: an invariant forbids it. NotFoundError: it names an id that is not there.
    """
    match command:
        case c.Remember():
            return _remember(state, command)
        case c.Edit():
            return _edit(state, command)
        case c.Replace():
            return _succeed(state, state.memory(command.id), command.draft)
        case c.Relabel():
            return _relabel(state, command)
        case c.Forget():
            return _forget(state, command)
        case c.Restore():
            return _restore(state, command)
        case c.Merge():
            return _merge(state, command)
        case c.Reinforce():
            return _reinforce(state, command)
        case c.NoteImport():
            payload: dict[str, Any] = {"paths": list(command.paths), "on_conflict": command.on_conflict}
            return [NewEvent(EventType.IMPORT, payload)]
        case c.NoteModel():
            return [NewEvent(EventType.MIGRATION, {"what": "embedding_model", "from": command.old, "to": command.new})]


def clean_content(text: str) -> str:
    """The canonical text. Raises InvalidCommandError when nothing is left, or too much."""
    canonical = canonical_text(text)
    if not canonical:
        raise InvalidCommandError("A memory needs some text.")
    if len(canonical) > MAX_CONTENT:
        raise InvalidCommandError(f"The text has {len(canonical):,} characters; at most {MAX_CONTENT:,} make a memory.")
    return canonical


def prepare(draft: Draft) -> c.Prepared:
    """The draft with its canonical content and hash. Raises InvalidCommandError as `clean_content` does."""
    content = clean_content(draft.content)
    return c.Prepared(draft, content, content_hash(content))


def clean_tags(tags: Iterable[str]) -> tuple[str, ...]:
    """Tags trimmed, without empties and repetitions, sorted."""
    return tuple(sorted({" ".join(tag.split()) for tag in tags} - {""}))


def _new_memory(state: State, offset: int, draft: Draft, canonical: str, digest: str, **more: Any) -> Memory:
    for name in ("confidence", "trust"):
        if not 0.0 <= getattr(draft, name) <= 1.0:
            raise InvalidCommandError(f"{name} is {getattr(draft, name)}; it must be from 0 to 1.")
    if not (math.isfinite(draft.salience) and draft.salience >= 0.0):
        raise InvalidCommandError(f"salience is {draft.salience}; it must not be negative.")
    seq = state.next_seq + offset
    return Memory(
        key=seq,
        id=memory_id(state.vault_id, seq),
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
        synthetic=draft.synthetic,
        created_at=draft.created_at or state.now,
        updated_at=state.now,
        recorded_at=state.now,
        **more,
    )


def _ingest(memory: Memory) -> NewEvent:
    return NewEvent(EventType.INGEST, {"memory": memory_to_payload(memory)}, memory.id)


def _retire(memory: Memory, mode: str, **more: Any) -> NewEvent:
    return NewEvent(EventType.FORGET, {"id": memory.id, "mode": mode, **more}, memory.id)


def _remember(state: State, command: c.Remember) -> list[NewEvent]:
    events: list[NewEvent] = []
    # Only what is active counts as known: who says again what was forgotten or superseded means it.
    seen = {digest for digest, known in state.known.items() if known.status is Status.ACTIVE}
    for item in command.drafts:
        if item.digest not in seen:
            seen.add(item.digest)
            events.append(_ingest(_new_memory(state, len(events), item.draft, item.content, item.digest)))
    return events


def _as_draft(memory: Memory, content: str) -> Draft:
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
        synthetic=memory.synthetic,
        created_at=memory.created_at,
    )


def _succeed(state: State, old: Memory, draft: Draft) -> list[NewEvent]:
    """A new memory with the draft's text, superseding `old`; nothing if the text is the same."""
    canonical = clean_content(draft.content)
    if canonical == old.content:
        return []
    if old.status is not Status.ACTIVE:
        raise InvalidCommandError(f"{old.id} is {old.status.value}; only an active memory can be edited.")
    new = _new_memory(state, 0, draft, canonical, content_hash(canonical), lineage=(old.id,))
    return [_ingest(new), _retire(old, "supersede", by=new.id)]


def _edit(state: State, command: c.Edit) -> list[NewEvent]:
    old = state.memory(command.id)
    return _succeed(state, old, _as_draft(old, command.content))


def _relabel(state: State, command: c.Relabel) -> list[NewEvent]:
    if command.salience is not None and not (math.isfinite(command.salience) and command.salience >= 0.0):
        raise InvalidCommandError(f"salience is {command.salience}; it must not be negative.")
    if command.kind is not None and not command.kind.strip():
        raise InvalidCommandError("The kind must not be empty.")
    events: list[NewEvent] = []
    for id in dict.fromkeys(command.ids):
        old = state.memory(id)
        tags = clean_tags((set(old.tags) | set(clean_tags(command.add_tags))) - set(clean_tags(command.remove_tags)))
        wanted: dict[str, Any] = {
            "tags": tags,
            "kind": command.kind.strip() if command.kind is not None else old.kind,
            "layer": command.layer if command.layer is not None else old.layer,
            "source": command.source if command.source is not None else old.source,
            "salience": command.salience if command.salience is not None else old.salience,
            "metadata": {**old.metadata, **command.metadata},
        }
        changed = {name: value for name, value in wanted.items() if value != getattr(old, name)}
        if changed:
            changed = {name: list(value) if name == "tags" else value for name, value in changed.items()}
            events.append(NewEvent(EventType.UPDATE, {"id": id, "set": changed}, id))
    return events


def _forget(state: State, command: c.Forget) -> list[NewEvent]:
    more = {"reason": command.reason} if command.reason else {}
    memories = [state.memory(id) for id in dict.fromkeys(command.ids)]
    return [_retire(memory, "tombstone", **more) for memory in memories if memory.status is not Status.TOMBSTONE]


def _restore(state: State, command: c.Restore) -> list[NewEvent]:
    events: list[NewEvent] = []
    for id in dict.fromkeys(command.ids):
        old = state.memory(id)
        known = state.known.get(old.content_hash)
        if old.status is Status.ACTIVE or (known is not None and known.status is Status.ACTIVE):
            continue
        new = _new_memory(
            state, len(events), _as_draft(old, old.content), old.content, old.content_hash, lineage=(old.id,)
        )
        events.append(_ingest(new))
    return events


def _merge(state: State, command: c.Merge) -> list[NewEvent]:
    parents = [state.memory(id) for id in sorted(set(command.ids))]
    if len(parents) < 2:
        raise InvalidCommandError("A merge needs at least two memories.")
    retired = [memory for memory in parents if memory.status is not Status.ACTIVE]
    if retired:
        raise InvalidCommandError(f"{retired[0].id} is {retired[0].status.value}; only active memories can be merged.")
    canonical = clean_content(command.content)
    first = parents[0]
    draft = Draft(
        content=canonical,
        layer=first.layer,
        kind=first.kind,
        tags=tuple({tag for memory in parents for tag in memory.tags}),
        source=first.source,
        confidence=min(memory.confidence for memory in parents),
        trust=min(memory.trust for memory in parents),
        salience=max(memory.salience for memory in parents),
        synthetic=any(memory.synthetic for memory in parents),
        created_at=max(memory.created_at for memory in parents),
    )
    lineage = {memory.id for memory in parents}.union(*(memory.lineage for memory in parents))
    new = _new_memory(
        state,
        0,
        draft,
        canonical,
        content_hash(canonical),
        lineage=tuple(sorted(lineage)),
        weight=sum(memory.weight for memory in parents),
    )
    payload = {
        "memory": memory_to_payload(new),
        "parent_ids": [memory.id for memory in parents],
        "result_id": new.id,
    }
    return [NewEvent(EventType.CONSOLIDATE, payload, new.id)]


def _reinforce(state: State, command: c.Reinforce) -> list[NewEvent]:
    memory = state.memory(command.id)
    if not math.isfinite(command.credit):
        raise InvalidCommandError("The credit must be a number.")
    credit = max(0.0, min(command.credit, SALIENCE_CAP))
    return [NewEvent(EventType.REINFORCE, {"id": memory.id, "credit": credit}, memory.id)] if credit else []
