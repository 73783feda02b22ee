"""decide(state, command) -> events: every rule about what may happen, and no I/O.

`State` holds only what the command can touch: the caller loads it, inside the same lock that appends the events.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from memory_desktop.core import commands as c
from memory_desktop.core.assemblies import back, made_again
from memory_desktop.core.compensate import compensate
from memory_desktop.core.errors import InvalidCommandError, NotFoundError
from memory_desktop.core.events.event import EventType, NewEvent, item_id
from memory_desktop.core.memory.canonical import canonical_text, content_hash, iso
from memory_desktop.core.memory.encoding import (
    draft_to_payload,
    memory_to_payload,
    taken_over_to_payload,
    verdicts_to_payload,
)
from memory_desktop.core.memory.held import HeldItem, Verdict
from memory_desktop.core.memory.kernel import SALIENCE_CAP, combined_content, combined_lineage
from memory_desktop.core.memory.records import Draft, Memory, Status
from memory_desktop.core.memory.taking_over import taken_id, taken_over
from memory_desktop.core.merges import UNMERGED, MergeState, moved
from memory_desktop.core.migration import model_changed
from memory_desktop.core.settings import Settings

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
    settings: Settings = field(default_factory=Settings)

    def memory(self, id: str) -> Memory:
        """The memory with this id. Raises NotFoundError."""
        try:
            return self.memories[id]
        except KeyError:
            raise NotFoundError(f"There is no memory with the id {id}.") from None


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
            return _succeed(state, state.memory(command.id), command.draft, command.pii)
        case c.Relabel():
            return _relabel(state, command)
        case c.Forget():
            return _forget(state, command)
        case c.Restore():
            return _restore(state, command)
        case c.Merge():
            return _merge(state, command)
        case c.FinishMerge():
            return _finish_merge(state, command)
        case c.Unmerge():
            return _unmerge(state, command)
        case c.Reinforce():
            return _reinforce(state, command)
        case c.DropSuccessor():
            found = [state.memory(id) for id in command.ids]
            dropped = {"superseded_by": None}
            return [NewEvent(EventType.UPDATE, {"id": one.id, "set": dropped}, one.id) for one in found]
        case c.Appraise():
            one = state.memory(command.id)
            said = {"id": one.id, "useful": command.useful, "query": command.query}
            return [NewEvent(EventType.FEEDBACK, said, one.id)]
        case c.Supersede():
            return _supersede(state, command)
        case c.Fade():
            return _fade(state, command)
        case c.Release():
            return _release(state, command)
        case c.Discard():
            return [_resolved(EventType.DISMISS, item) for item in command.items]
        case c.ChangeSettings():
            return _change_settings(command)
        case c.LabelQuery():
            return _label(command)
        case c.Compensate():
            return _compensate(state, command)
        case c.Note():
            return list(command.events)
        case c.NoteImport():
            payload: dict[str, Any] = {"paths": list(command.paths), "on_conflict": command.on_conflict}
            return [NewEvent(EventType.IMPORT, payload)]
        case c.NoteSkipped():
            skipped = {
                "gate": "novelty",
                "action": "skip",
                "skipped": command.duplicates,
                "forgotten": command.forgotten,
            }
            return [NewEvent(EventType.GATE, skipped)]
        case c.NoteModel():
            return [model_changed(command.old, command.new, command.ref, command.dim, back=command.back)]


def clean_content(text: str) -> str:
    """The canonical text. Raises InvalidCommandError when nothing is left, or too much."""
    canonical = canonical_text(text)
    if not canonical:
        raise InvalidCommandError("A memory needs some text.")
    if len(canonical) > MAX_CONTENT:
        raise InvalidCommandError(f"The text has {len(canonical):,} characters; at most {MAX_CONTENT:,} make a memory.")
    return canonical


def prepare(draft: Draft, verdicts: tuple[Verdict, ...] = (), pii: tuple[str, ...] = ()) -> c.Prepared:
    """The draft with its canonical content and hash. Raises InvalidCommandError as `clean_content` does."""
    content = clean_content(draft.content)
    return c.Prepared(draft, content, content_hash(content), verdicts, pii)


def clean_tags(tags: Iterable[str]) -> tuple[str, ...]:
    """Tags trimmed, without empties and repetitions, sorted."""
    return tuple(sorted({" ".join(tag.split()) for tag in tags} - {""}))


def _id(kind: str, state: State, offset: int) -> str:
    return item_id(kind, state.vault_id, state.next_seq + offset)


def _new_memory(state: State, offset: int, draft: Draft, canonical: str, digest: str, **more: Any) -> Memory:
    for name in ("confidence", "trust"):
        if not 0.0 <= getattr(draft, name) <= 1.0:
            raise InvalidCommandError(f"{name} is {getattr(draft, name)}; it must be from 0 to 1.")
    if not (math.isfinite(draft.salience) and draft.salience >= 0.0):
        raise InvalidCommandError(f"salience is {draft.salience}; it must not be negative.")
    seq = state.next_seq + offset
    return Memory(
        key=seq,
        id=_id("mem", state, offset),
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
        synthetic=draft.synthetic,
        created_at=draft.created_at or state.now,
        updated_at=state.now,
        recorded_at=state.now,
        **more,
    )


def _ingest(memory: Memory, **more: Any) -> NewEvent:
    return NewEvent(EventType.INGEST, {"memory": memory_to_payload(memory), **more}, memory.id)


def _retire(memory: Memory, mode: str, **more: Any) -> NewEvent:
    return NewEvent(EventType.FORGET, {"id": memory.id, "mode": mode, **more}, memory.id)


def _hold(
    state: State, offset: int, draft: Draft, verdicts: tuple[Verdict, ...], origin: Mapping[str, str] | None = None
) -> NewEvent:
    """`origin`: from whom it came and when, if that is not who causes the event now."""
    payload: dict[str, Any] = {"draft": draft_to_payload(draft), "verdicts": verdicts_to_payload(verdicts)}
    if origin is not None:
        payload["from"] = dict(origin)
    return NewEvent(EventType.HOLD, payload, _id("held", state, offset))


def _resolved(type: EventType, item: HeldItem, **more: Any) -> NewEvent:
    """A held item is released or dismissed; the event keeps all of it, so that it can be held again."""
    payload = {
        "draft": draft_to_payload(item.draft),
        "verdicts": verdicts_to_payload(item.verdicts),
        "from": {"actor": item.actor, "at": iso(item.ts)},
        **more,
    }
    return NewEvent(type, payload, item.id)


def _remember(state: State, command: c.Remember) -> list[NewEvent]:
    events: list[NewEvent] = []
    # Only what is active counts as known: who says again what was forgotten or superseded means it.
    seen = {digest: known.id for digest, known in state.known.items() if known.status is Status.ACTIVE}
    novelty = state.settings.text("gates.novelty")
    there = set(state.memories)
    for item in command.drafts:
        verdicts = item.verdicts
        record = item.draft.record
        twin = seen.get(item.digest) if not record else None
        if record and taken_id(state.vault_id, record["id"]) in there:
            continue
        if twin is not None and novelty != "off":
            verdict = Verdict("novelty", novelty, f"An active memory has the same text: {twin}.")
            if novelty == "skip":
                events += _skipped(command, verdict, twin)
                continue
            verdicts = (*verdicts, verdict)
        if any(verdict.action == "hold" for verdict in verdicts):
            events.append(_hold(state, len(events), item.draft, verdicts))
            continue
        memory = _new_memory(state, len(events), item.draft, item.content, item.digest, pii=item.pii)
        more: dict[str, Any] = {"gates": verdicts_to_payload(verdicts)} if verdicts else {}
        if item.draft.embedding:
            more["embedding"] = dict(item.draft.embedding)
        if record:
            memory = taken_over(memory, record, state.vault_id, there)
            there.add(memory.id)
        body = taken_over_to_payload(memory) if record else memory_to_payload(memory)
        seen.setdefault(item.digest, memory.id)
        events.append(NewEvent(EventType.INGEST, {"memory": body, **more}, memory.id))
    return events


def _skipped(command: c.Remember, verdict: Verdict, twin: str) -> list[NewEvent]:
    """One text left out is an event; an import says in one event how many it left out."""
    if len(command.drafts) > 1:
        return []
    return [NewEvent(EventType.GATE, {"gate": verdict.gate, "action": verdict.action, "of": twin}, twin)]


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
        quick_recal_score=memory.quick_recal_score,
        synthetic=memory.synthetic,
        created_at=memory.created_at,
    )


def _succeed(state: State, old: Memory, draft: Draft, pii: tuple[str, ...]) -> list[NewEvent]:
    """A new memory with the draft's text, superseding `old`; nothing if the text is the same."""
    canonical = clean_content(draft.content)
    if canonical == old.content:
        return []
    if old.status is not Status.ACTIVE:
        raise InvalidCommandError(f"{old.id} is {old.status.value}; only an active memory can be edited.")
    new = _new_memory(state, 0, draft, canonical, content_hash(canonical), lineage=(old.id,), pii=pii)
    return [_ingest(new), _retire(old, "supersede", by=new.id)]


def _edit(state: State, command: c.Edit) -> list[NewEvent]:
    old = state.memory(command.id)
    if clean_content(command.content) == old.content:
        tags = command.tags if command.tags is not None else old.tags
        return _relabel(
            state,
            c.Relabel(
                ids=(old.id,),
                add_tags=tags,
                remove_tags=tuple(set(old.tags) - set(clean_tags(tags))),
                kind=command.kind,
                layer=command.layer,
            ),
        )
    draft = replace(
        _as_draft(old, command.content),
        kind=command.kind or old.kind,
        layer=command.layer or old.layer,
        tags=command.tags if command.tags is not None else old.tags,
    )
    return _succeed(state, old, draft, command.pii)


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
        events.append(_restored(state, len(events), old))
    return events


def _restored(state: State, offset: int, old: Memory) -> NewEvent:
    new = _new_memory(
        state,
        offset,
        _as_draft(old, old.content),
        old.content,
        old.content_hash,
        lineage=(old.id,),
        pii=old.pii,
    )
    return _ingest(new, restores=old.id)


def _merge(state: State, command: c.Merge) -> list[NewEvent]:
    parents = [state.memory(id) for id in sorted(set(command.ids))]
    if len(parents) < 2:
        raise InvalidCommandError("A merge needs at least two memories.")
    retired = [memory for memory in parents if memory.status is not Status.ACTIVE]
    if retired:
        raise InvalidCommandError(f"{retired[0].id} is {retired[0].status.value}; only active memories can be merged.")
    canonical = clean_content(combined_content(parents) if command.content is None else command.content)
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
    new = _new_memory(
        state,
        0,
        draft,
        canonical,
        content_hash(canonical),
        lineage=combined_lineage(parents),
        pii=tuple(sorted({kind for memory in parents for kind in memory.pii})),
        weight=sum(memory.weight for memory in parents),
    )
    payload = {
        "memory": memory_to_payload(new),
        "parent_ids": [memory.id for memory in parents],
        "result_id": new.id,
        "deferred": True,  # the parents are retired once the new memory has its vector
        "similarity": command.similarity,
        "threshold": command.threshold,
    }
    return [NewEvent(EventType.CONSOLIDATE, payload, new.id)]


def _finish_merge(state: State, command: c.FinishMerge) -> list[NewEvent]:
    sources = [state.memory(id) for id in command.sources] if command.state is MergeState.DONE else []
    retired = [_retire(one, "supersede", by=command.target) for one in sources if one.status is Status.ACTIVE]
    return [*retired, moved(command.target, command.state)]


def _unmerge(state: State, command: c.Unmerge) -> list[NewEvent]:
    target = state.memory(command.id)
    if not command.sources:
        raise InvalidCommandError(f"{target.id} was not merged from others.")
    if target.status is not Status.ACTIVE:
        raise InvalidCommandError(f"{target.id} is {target.status.value}; only an active memory can be taken apart.")
    merged = {target.id, command.target}
    said_again = {
        hash for hash, known in state.known.items() if known.status is Status.ACTIVE and known.id not in merged
    }
    gone = [one for id in command.sources if (one := state.memory(id)).superseded_by in merged]
    back = [one for one in gone if one.content_hash not in said_again]
    restored = [_restored(state, place, old) for place, old in enumerate(back, start=1)]
    by = {"by": restored[0].item} if restored else {}
    retired = _retire(target, "supersede" if restored else "tombstone", reason=UNMERGED, **by)
    return [retired, *restored, moved(command.target, MergeState.UNDONE)]


def _reinforce(state: State, command: c.Reinforce) -> list[NewEvent]:
    if not math.isfinite(command.credit):
        raise InvalidCommandError("The credit must be a number.")
    credit = max(0.0, min(command.credit, SALIENCE_CAP))
    memories = [state.memory(id) for id in dict.fromkeys(command.ids)]
    return [NewEvent(EventType.REINFORCE, {"id": one.id, "credit": credit}, one.id) for one in memories if credit]


def _supersede(state: State, command: c.Supersede) -> list[NewEvent]:
    going: set[str] = set()
    events = []
    for old, by in command.pairs:
        first, second = state.memory(old), state.memory(by)
        for one in (first, second):
            if one.status is not Status.ACTIVE or one.id in going:
                raise InvalidCommandError(f"{one.id} is not active any more.")
        going.add(first.id)
        events.append(_retire(first, "supersede", by=second.id))
    return events


def _fade(state: State, command: c.Fade) -> list[NewEvent]:
    for name, value in (("The time", command.hours), ("The half-life", command.half_life)):
        if not (math.isfinite(value) and value > 0.0):
            raise InvalidCommandError(f"{name} is {value} hours; it must be more than nothing.")
    memories = [state.memory(id) for id in dict.fromkeys(command.ids)]
    return [
        NewEvent(EventType.DECAY, {"id": one.id, "hours": command.hours, "half_life": command.half_life}, one.id)
        for one in memories
        if one.status is Status.ACTIVE and one.salience > 0.0
    ]


def _release(state: State, command: c.Release) -> list[NewEvent]:
    events: list[NewEvent] = []
    for item, prepared in zip(command.items, command.prepared, strict=True):
        memory = _new_memory(state, len(events), prepared.draft, prepared.content, prepared.digest, pii=prepared.pii)
        events.append(_ingest(memory, gates=verdicts_to_payload(prepared.verdicts)))
        events.append(_resolved(EventType.RELEASE, item, memory_id=memory.id))
    return events


def _change_settings(command: c.ChangeSettings) -> list[NewEvent]:
    changes = {name: value for name, value in command.changes.items() if value != command.before.get(name)}
    if not changes:
        return []
    was = {name: command.before[name] for name in changes}
    return [NewEvent(EventType.POLICY_CHANGE, {"set": changes, "was": was})]


def _label(command: c.LabelQuery) -> list[NewEvent]:
    query = " ".join(command.query.split())
    if not query:
        raise InvalidCommandError("A labelled query needs some words.")
    if command.ids == command.before:
        return []
    return [NewEvent(EventType.LABEL, {"query": query, "ids": list(command.ids), "was": list(command.before)})]


def _compensate(state: State, command: c.Compensate) -> list[NewEvent]:
    plan = compensate(command)
    events = [command.head]
    successors: dict[str, str] = {}
    going = {memory.id for memory, _ in plan.retire}
    for old in plan.restore:
        known = state.known.get(old.content_hash)
        if known is not None and known.status is Status.ACTIVE and known.id not in going:
            continue  # somebody has said it again since
        event = _restored(state, len(events), old)
        successors[old.id] = event.item
        events.append(event)
    for memory, instead_of in plan.retire:
        by = next((successors[id] for id in instead_of if id in successors), None)
        # What an undone edit or merge had put in the place of others is superseded by what comes back.
        events.append(_retire(memory, "supersede", by=by) if by is not None else _retire(memory, "tombstone"))
    events += plan.others
    for body in plan.reassemble:
        events.append(made_again(body, _id("asm", state, len(events))))
    for then, now in command.assemblies:
        as_then = back(then, now, _id("asm", state, len(events)))
        events += [as_then] if as_then is not None else []
    for draft, verdicts, origin in plan.hold:
        events.append(_hold(state, len(events), draft, verdicts, origin))
    return events if len(events) > 1 else []
