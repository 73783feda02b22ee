"""Memories: remembered, edited, relabelled, forgotten, restored, superseded.

The text of a memory never changes and its status only goes one way. So an edit makes a new memory that supersedes the
old one, and what comes back comes back as a new memory that names the old one and continues its origin, with the old
one's times, counts, weight and author.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from memory_desktop.core.conversation.cycles import USER
from memory_desktop.core.errors import InvalidCommandError
from memory_desktop.core.events.event import Event, EventType, NewEvent
from memory_desktop.core.events.family import Change, Command, Family, Lookup, Payload, State, Touch, Way
from memory_desktop.core.layers.concepts import says_decision
from memory_desktop.core.layers.emotional import EmotionalEvent
from memory_desktop.core.layers.episodes import KEY
from memory_desktop.core.layers.payload import KINDS
from memory_desktop.core.memory import kernel
from memory_desktop.core.memory.canonical import iso
from memory_desktop.core.memory.drafts import Prepared, as_draft, clean_tags, new_memory
from memory_desktop.core.memory.emotion import with_changes
from memory_desktop.core.memory.encoding import (
    decode_field,
    encode_field,
    memory_from_payload,
    memory_to_payload,
    taken_over_to_payload,
    verdicts_to_payload,
)
from memory_desktop.core.memory.records import EXTRACTOR, Draft, Layer, Memory, Status, is_purged
from memory_desktop.core.wording import count, memories, shortened

#: The kind of item that this family owns.
MEMORY = "memory"
#: Why a memory was forgotten, where a rule of the program says it.
EVICTED = "evicted: least salient"
UNMERGED = "unmerged"
#: The name of a step of undo: a decision about a conflict.
_RESOLVED = "resolve conflict"
#: What memories of these kinds are called; what describes them stands under the kind in their metadata.
_KINDS = {"concept": "concept", "procedure": "procedure", "emotion": "emotional event", "skill": "skill"}
#: Characters of a name within the name of a step.
_MOST_NAMED = 40


# --- payloads ---------------------------------------------------------------------------------------------------------


class Ingest(Payload, frozen=True):
    """A memory is made.

    Attributes:
        memory: its fields, as `memory_to_payload` gives them.
        restores: the memory whose content comes back. origin: the first of the line that both belong to.
        as_was: of a memory that comes back, what the event would else say itself: author and times.
        gates: what gates noted of it. embedding: the vector that came with it, and by which model.
    """

    type = EventType.INGEST
    memory: dict[str, Any]
    restores: str | None = None
    origin: str | None = None
    as_was: dict[str, str] | None = None
    gates: list[dict[str, str]] | None = None
    embedding: dict[str, Any] | None = None


class Update(Payload, frozen=True):
    """Fields of a memory are set, but not its text."""

    type = EventType.UPDATE
    id: str
    set: dict[str, Any]


class Forget(Payload, frozen=True):
    """A memory is retired: `mode` "tombstone" or "supersede", then `by` which one."""

    type = EventType.FORGET
    id: str
    mode: str
    by: str | None = None
    reason: str | None = None


#: How a reason ends that says what kind of thing somebody had enough of: "procedure retired".
RETIRED = " retired"


class SaidAgain(Payload, frozen=True):
    """Somebody said again what a memory says: it is as new as that. `cycle`: in which turn; `similarity`: cosine."""

    type = EventType.TOUCH
    id: str
    cycle: str = ""
    similarity: float | None = None


# --- commands ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Edit(Command):
    """Give a memory another text: a new memory supersedes the old one. None leaves a label as it is."""

    id: str
    text: Prepared
    kind: str | None = None
    layer: Layer | None = None
    tags: tuple[str, ...] | None = None
    emotion: Mapping[str, Any] | None = None

    def named(self, vault_id: str) -> Sequence[str]:  # noqa: ARG002
        return (self.id,)


@dataclass(frozen=True, slots=True)
class Replace(Command):
    """Let a draft supersede a memory (an import brought a newer text for the same external id).

    Attributes:
        again: also where the text is the same, as what is said of it, and cannot be changed in place, is another.
    """

    id: str
    text: Prepared
    again: bool = False

    def named(self, vault_id: str) -> Sequence[str]:  # noqa: ARG002
        return (self.id,)


@dataclass(frozen=True, slots=True, kw_only=True)
class Relabel(Command):
    """Change labels of memories, not their text. None leaves a label as it is; `metadata` is merged in, and so is
    `emotion`, whose entries that are None are removed."""

    ids: tuple[str, ...]
    add_tags: tuple[str, ...] = ()
    remove_tags: tuple[str, ...] = ()
    kind: str | None = None
    layer: Layer | None = None
    source: str | None = None
    salience: float | None = None
    metadata: Mapping[str, Any] = field(default_factory=dict)
    pii: tuple[str, ...] = ()  # kinds of personal data in the new labels
    emotion: Mapping[str, Any] = field(default_factory=dict)

    def named(self, vault_id: str) -> Sequence[str]:  # noqa: ARG002
        return self.ids


@dataclass(frozen=True, slots=True)
class ForgetMemories(Command):
    """Turn active memories into tombstones: kept in the log and in history, gone from recall.

    One that was superseded is gone already, and could not be superseded again when that is undone.
    """

    ids: tuple[str, ...]
    reason: str = ""

    def named(self, vault_id: str) -> Sequence[str]:  # noqa: ARG002
        return self.ids


@dataclass(frozen=True, slots=True)
class Restore(Command):
    """Bring the contents of forgotten or superseded memories back, as new memories that name the old."""

    ids: tuple[str, ...]

    def named(self, vault_id: str) -> Sequence[str]:  # noqa: ARG002
        return self.ids

    def texts(self, memories: Mapping[str, Memory]) -> Iterable[str]:
        return [one.content_hash for one in memories.values()]


@dataclass(frozen=True, slots=True)
class Supersede(Command):
    """The second memory of each pair takes the place of the first."""

    pairs: tuple[tuple[str, str], ...]

    def named(self, vault_id: str) -> Sequence[str]:  # noqa: ARG002
        return [id for pair in self.pairs for id in pair]


@dataclass(frozen=True, slots=True)
class DropSuccessors(Command):
    """Let superseded memories name no successor: the one that their file named did not come with them."""

    ids: tuple[str, ...]

    def named(self, vault_id: str) -> Sequence[str]:  # noqa: ARG002
        return self.ids


# --- events that other families cause, too ----------------------------------------------------------------------------


def ingested(memory: Memory, *, taken_over: bool = False, **more: Any) -> NewEvent:
    """The event that makes a memory. `taken_over`: it has its own author and time of change, from another vault."""
    body = taken_over_to_payload(memory) if taken_over else memory_to_payload(memory)
    return Ingest(memory=body, **more).event(memory.id)


def retired(memory: Memory, by: str | None = None, reason: str | None = None) -> NewEvent:
    """The event that ends a memory: superseded `by` another one, or forgotten."""
    mode = "supersede" if by is not None else "tombstone"
    return Forget(id=memory.id, mode=mode, by=by, reason=reason).event(memory.id)


def restored(state: State, offset: int, old: Memory, last: Memory | None = None) -> NewEvent:
    """The event that brings a memory back as it was: labels, times, counts, weight and author.

    Args:
        old: the memory as it should be again. last: the one that its lineage names, if it came back before.
    """
    seq = state.next_seq + offset
    named = (last or old).id
    new = old.with_(
        key=seq, id=state.new_id("mem", offset), status=Status.ACTIVE, superseded_by=None, lineage=(named,), origin=""
    )
    as_was = {"actor": old.actor, "recorded_at": iso(old.recorded_at), "updated_at": iso(old.updated_at)}
    return ingested(new, restores=named, origin=old.line, as_was=as_was)


class MemoryFamily(Family):
    """See the module."""

    name = "memory"
    payloads = (Ingest, Update, Forget, SaidAgain)
    commands = (Edit, Replace, Relabel, ForgetMemories, Restore, Supersede, DropSuccessors)
    kinds = (MEMORY,)

    def items(self, event: Event, payload: Any) -> Iterable[Touch]:
        """The memory itself; the ones it follows, restores or gives way to are only mentioned."""
        yield Touch(MEMORY, event.item)
        if isinstance(payload, Ingest):
            restores = (payload.restores,) if payload.restores else ()
            for id in dict.fromkeys((*payload.memory.get("lineage", ()), *restores)):
                yield Touch(MEMORY, id, changes=False)
        elif isinstance(payload, Forget) and payload.by:
            yield Touch(MEMORY, payload.by, changes=False)

    # --- rules --------------------------------------------------------------------------------------------------------

    def decide(self, state: State, command: Any) -> list[NewEvent]:
        """See `Family.decide`."""
        match command:
            case Edit():
                return _edit(state, command)
            case Replace():
                old = state.memory(command.id)
                return succeeded(state, old, command.text.draft, command.text, again=command.again)
            case Relabel():
                return relabelled(state, command)
            case ForgetMemories():
                found = [state.memory(id) for id in dict.fromkeys(command.ids)]
                reason = command.reason or None
                return [retired(one, reason=reason) for one in found if one.status is Status.ACTIVE]
            case Restore():
                return _restore(state, command)
            case Supersede():
                return _supersede(state, command)
            case DropSuccessors():
                return [Update(id=id, set={"superseded_by": None}).event(state.memory(id).id) for id in command.ids]
        return super().decide(state, command)

    # --- fold ---------------------------------------------------------------------------------------------------------

    def records(self, event: Event, payload: Any, lookup: Lookup) -> list[Memory]:
        """See `Family.records`."""
        match payload:
            case Ingest():
                return [_made(event, payload, lookup)]
            case Update():
                changes = {name: decode_field(name, value) for name, value in payload.set.items()}
                return [existing(event, payload.id, lookup).with_(**changes)]
            case SaidAgain():
                return [existing(event, payload.id, lookup)]
            case Forget():
                status = Status.SUPERSEDED if payload.mode == "supersede" else Status.TOMBSTONE
                return [kernel.retire(existing(event, payload.id, lookup), status, superseded_by=payload.by)]
        return []

    # --- the way back -------------------------------------------------------------------------------------------------

    def take_back(self, kind: str, changes: Sequence[Change[Memory]], way: Way) -> None:  # noqa: ARG002
        """Memories that were made are retired, those that were retired come back, labels are set back."""
        back = [one for one in changes if active(one.before) and not active(one.after) and not active(one.now)]
        going = [one for one in changes if active(one.now) and not active(one.before) and active(one.after)]
        for one in back:
            if one.before is not None and not _said_again(one.before, way.state, going):
                event = restored(way.state, len(way.events), one.before, one.now)
                way.stands[one.item] = event.item
                way.events.append(event)
        for one in going:
            if one.now is not None:
                way.events.append(retired(one.now, _in_favour_of(one, back, way)))
        for one in changes:
            if active(one.after) and one.now is not None and one.now.status is Status.SUPERSEDED:
                way.later.append((MEMORY, one.item))  # it was edited or merged since: that has to be undone first
            elif active(one.before) and active(one.after) and active(one.now):
                way.events += _fields_back(one, way)

    # --- words --------------------------------------------------------------------------------------------------------

    def words(self, event: Event, payload: Any, item: str) -> str:
        """See `Family.words`."""
        match payload:
            case Ingest() if payload.restores:
                elsewhere = item and item != event.item
                return f"Restored as {event.item}" if elsewhere else f"Restored from {payload.restores}"
            case SaidAgain():
                similar = f", similarity {payload.similarity:.2f}" if payload.similarity is not None else ""
                return f"Said again{similar}"
            case Ingest() if EXTRACTOR in (payload.memory.get("metadata") or {}):
                return f"{event.item} was learned from it" if item and item != event.item else "Learned"
            case Ingest():
                lineage = payload.memory.get("lineage", [])
                if item and item in lineage:
                    return f"Edited: the new text is {event.item}"
                return f"Added, following {', '.join(lineage)}" if lineage else "Added"
            case Update():
                return "Changed " + "; ".join(_told(name, value) for name, value in payload.set.items())
            case Forget() if payload.reason == UNMERGED:
                return "Unmerged"
            case Forget() if payload.mode == "supersede":
                if item and item == payload.by:
                    return f"Took the place of {event.item}"
                return f"Superseded by {payload.by or 'another memory'}"
            case Forget():
                return f"Forgotten: {payload.reason}" if payload.reason else "Forgotten"
        return ""

    def title(self, payload: Any, types: Mapping[str, int]) -> str:
        """See `Family.title`."""
        made, gone = types.get(EventType.INGEST, 0), types.get(EventType.FORGET, 0)
        match payload:
            case Ingest() if gone and says_decision(payload.memory.get("metadata") or {}):
                return _RESOLVED
            case Update() if says_decision(payload.set.get("metadata") or {}):
                return _RESOLVED
            case Ingest() if gone:
                return f"edit {_more_than_memory(payload) or 'memory'}"
            case Ingest() if payload.restores:
                return f"restore {memories(made)}"
            case Ingest() if types.get(EventType.RELEASE):
                return f"release {count(made, 'item')}"
            case Ingest() if made == 1 and (what := _more_than_memory(payload)):
                return f"new {what}"
            case Ingest():
                return "new memory" if made == 1 else f"remember {memories(made)}"
            case SaidAgain():
                return f"say {memories(types[EventType.TOUCH])} again"
            case Update() if _is_declined(payload):
                return f"retire {count(max(gone, 1), _KINDS['emotion'])}"
            case Update() if types[EventType.UPDATE] == 1 and _corrects_an_episode(payload):
                return "correct episode"
            case Update() if types[EventType.UPDATE] == 1 and (what := _edited(payload)):
                return f"edit {what}"
            case Update():
                return f"change {memories(types[EventType.UPDATE])}"
            case Forget() if payload.reason == UNMERGED:
                return "unmerge memory"
            case Forget() if payload.mode == "supersede":
                return f"supersede {memories(gone)}"
            case Forget() if (payload.reason or "").endswith(RETIRED):
                return f"retire {count(gone, (payload.reason or '').removesuffix(RETIRED))}"
            case Forget():
                return f"{'evict' if payload.reason == EVICTED else 'forget'} {memories(gone)}"
        return ""


def _more_than_memory(payload: Ingest) -> str:
    """What a memory is that is more than one, with its name where it has one: "concept “Porto”"; else ""."""
    kind = str(payload.memory.get("kind") or "")
    return (_named(kind, payload.memory.get("metadata")) or _KINDS[kind]) if kind in _KINDS else ""


def _edited(payload: Update) -> str:
    metadata = payload.set.get("metadata")
    named = next(filter(None, (_named(kind, metadata) for kind in _KINDS)), "")
    return named or (_KINDS["emotion"] if isinstance(metadata, Mapping) and EmotionalEvent.key in metadata else "")


def _named(kind: str, metadata: Any) -> str:
    """ "concept “Porto”", of metadata that describe one; else ""."""
    one = metadata.get(kind) if isinstance(metadata, Mapping) else None
    name = one.get("name") if isinstance(one, Mapping) else None
    return f"{_KINDS[kind]} “{shortened(' '.join(name.split()), _MOST_NAMED)}”" if isinstance(name, str) else ""


def _corrects_an_episode(payload: Update) -> bool:
    episode = (payload.set.get("metadata") or {}).get(KEY)
    return isinstance(episode, Mapping) and bool(episode.get("corrected"))


def _is_declined(payload: Update) -> bool:
    """Is it what is noted of an emotional event that is retired?"""
    event = (payload.set.get("metadata") or {}).get(EmotionalEvent.key)
    return isinstance(event, Mapping) and bool(event.get("declined"))


def active(memory: Memory | None) -> bool:
    """Is it there, and neither superseded nor forgotten?"""
    return memory is not None and memory.status is Status.ACTIVE


def existing(event: Event, id: str, lookup: Lookup) -> Memory:
    """The record before the event, dated by it. Raises KeyError when no earlier event made it."""
    memory = lookup(id)
    if memory is None:
        raise KeyError(f"it names {id}, which no earlier event made")
    return memory.with_(updated_at=event.ts)


def _made(event: Event, payload: Ingest, lookup: Lookup) -> Memory:
    new = memory_from_payload(payload.memory, seq=event.seq, ts=event.ts, actor=event.actor)
    if payload.restores and not payload.origin:
        # Earlier programs did not name the origin: it is that of the memory restored.
        old = lookup(payload.restores)
        new = new.with_(origin=old.line if old is not None else payload.restores)
    if payload.origin:
        new = new.with_(origin=payload.origin)
    if payload.as_was:
        new = new.with_(**{name: decode_field(name, value) for name, value in payload.as_was.items()})
    return new


# --- rules ------------------------------------------------------------------------------------------------------------


def succeeded(state: State, old: Memory, draft: Draft, text: Prepared, *, again: bool = False) -> list[NewEvent]:
    """A new memory with the draft's labels and the text, superseding `old`; nothing if the text is the same, unless it
    is to be said `again`. What is corrected was recalled as often, and when, as it was before."""
    if text.content == old.content and not again:
        return []
    if old.status is not Status.ACTIVE:
        raise InvalidCommandError(f"{old.id} is {old.status.word}; only an active memory can be edited.")
    new = new_memory(
        state.new_id("mem", 0),
        state.next_seq,
        state.now,
        draft,
        text.content,
        text.digest,
        lineage=(old.id,),
        pii=text.pii,
        recall_count=old.recall_count,
        recalled_at=old.recalled_at,
    )
    return [ingested(new, gates=verdicts_to_payload(text.verdicts) or None), retired(old, by=new.id)]


def _edit(state: State, command: Edit) -> list[NewEvent]:
    old = state.memory(command.id)
    emotion = command.emotion if command.emotion is not None else old.emotion
    if command.text.content == old.content:
        tags = command.tags if command.tags is not None else old.tags
        relabel = Relabel(
            ids=(old.id,),
            add_tags=tags,
            remove_tags=tuple(set(old.tags) - set(clean_tags(tags))),
            kind=command.kind,
            layer=command.layer,
            pii=command.text.pii,
            emotion={**dict.fromkeys(old.emotion), **emotion},
        )
        return relabelled(state, relabel)
    draft = replace(
        as_draft(old, command.text.content),
        kind=command.kind or old.kind,
        layer=command.layer or old.layer,
        tags=command.tags if command.tags is not None else old.tags,
        emotion=emotion,
    )
    return succeeded(state, old, draft, command.text)


def relabelled(state: State, command: Relabel) -> list[NewEvent]:
    """The events that change labels; none for a memory that has them already."""
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
            "emotion": with_changes(old.emotion, command.emotion),
        }
        changed = {name: encode_field(name, value) for name, value in wanted.items() if value != getattr(old, name)}
        if changed:
            pii = tuple(sorted({*old.pii, *command.pii}))
            changed |= {"pii": encode_field("pii", pii)} if pii != old.pii else {}
            events.append(Update(id=id, set=changed).event(id))
    return events


def _restore(state: State, command: Restore) -> list[NewEvent]:
    events: list[NewEvent] = []
    for id in dict.fromkeys(command.ids):
        old = state.memory(id)
        known = state.known.get(old.content_hash)
        said = known is not None and known.status is Status.ACTIVE and old.kind not in KINDS
        if is_purged(old) or old.status is Status.ACTIVE or said:
            continue
        events.append(restored(state, len(events), old.with_(updated_at=state.now)))
    return events


def _supersede(state: State, command: Supersede) -> list[NewEvent]:
    going: set[str] = set()
    events = []
    for old, by in command.pairs:
        first, second = state.memory(old), state.memory(by)
        for one in (first, second):
            if one.status is not Status.ACTIVE or one.id in going:
                raise InvalidCommandError(f"{one.id} is not active any more.")
        going.add(first.id)
        events.append(retired(first, by=second.id))
    return events


# --- the way back -----------------------------------------------------------------------------------------------------

#: What a person's command, or a recall, may have changed of a memory that stays active.
_SET_BACK = (
    *("layer", "kind", "tags", "source", "thread", "external_id", "metadata", "emotion", "confidence", "trust"),
    *("salience", "quick_recal_score", "weight", "synthetic", "pii", "recall_count", "recalled_at"),
)
_NUMBERS = frozenset({"salience", "quick_recal_score", "recall_count"})


def _said_again(old: Memory, state: State, going: Sequence[Change[Memory]]) -> bool:
    """Has somebody said the same again since, in a memory that stays?

    A turn of a conversation may be said twice, and there may be two of the same concept or feeling. What was learned of
    a message may have its very words, and those that were learned of somebody else.
    """
    known = state.known.get(old.content_hash)
    if known is None or known.status is not Status.ACTIVE or old.thread or old.kind in KINDS:
        return False
    if EXTRACTOR in old.metadata and (known.message or known.user_id != old.metadata.get(USER, "")):
        return False
    return known.id not in {one.now.id for one in going if one.now is not None}


def _in_favour_of(one: Change[Memory], back: Sequence[Change[Memory]], way: Way) -> str | None:
    """The memory that one which is retired gives way to, as it did before, or as what it had replaced comes back."""
    before, now = one.before, one.now
    if before is not None and before.status is Status.SUPERSEDED:
        return way.standing(before.superseded_by or "") or None
    replaced = [other for other in back if other.after is not None and other.after.superseded_by in _ids(one)]
    came_back = next((way.stands[other.item] for other in replaced if other.item in way.stands), None)
    return came_back if now is not None else None


def _ids(one: Change[Memory]) -> set[str]:
    return {memory.id for memory in (one.before, one.after, one.now) if memory is not None}


def _fields_back(one: Change[Memory], way: Way) -> list[NewEvent]:
    """Only what was changed goes back; what happened to the same memory since then stays."""
    before, after, now = one.before, one.after, one.now
    if before is None or after is None or now is None:
        return []
    changed: dict[str, Any] = {}
    for name in _SET_BACK:
        was, became, present = getattr(before, name), getattr(after, name), getattr(now, name)
        if was == became:
            continue
        if present == became:
            value = was
        elif name in _NUMBERS:
            value = max(0, present + was - became)
        elif name in ("metadata", "emotion"):
            value = _entries_back(was, became, present)
        elif name in ("tags", "pii"):
            value = tuple(sorted((set(present) - (set(became) - set(was))) | (set(was) - set(became))))
        elif name == "recalled_at" or present == was:  # a later recall stays
            continue
        else:
            way.later.append((MEMORY, one.item))
            continue
        if value != present:
            changed[name] = encode_field(name, value)
    # What was only said again is as old as it was, unless something else came since.
    again = was_touched(before, after) and now.updated_at == after.updated_at
    if not changed and not again:
        return []
    # The event must not date the memory: it was last changed when it was, unless something else came since.
    last = before.updated_at if now.updated_at == after.updated_at else now.updated_at
    return [Update(id=now.id, set={**changed, "updated_at": iso(last)}).event(now.id)]


def was_touched(before: Memory, after: Memory) -> bool:
    """Is nothing of it different but when it was last changed?"""
    same = before.with_(updated_at=after.updated_at, revision=after.revision)
    return before.updated_at != after.updated_at and same == after


def _entries_back(was: Mapping[str, Any], became: Mapping[str, Any], present: Mapping[str, Any]) -> dict[str, Any]:
    changed = {name for name in was.keys() | became.keys() if was.get(name) != became.get(name)}
    kept = {name: value for name, value in present.items() if name not in changed}
    return {**kept, **{name: was[name] for name in changed if name in was}}


def _told(name: str, value: Any) -> str:
    if name == "tags":
        return "tags to " + (", ".join(value) or "none")
    if name in ("metadata", "emotion"):
        return name
    return f"{name.replace('_', ' ')} to {value}"
