"""New texts: kept, left out as duplicates, held back by a gate, released or discarded by a person."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from memory_desktop.core.assemblies import find
from memory_desktop.core.errors import InvalidCommandError
from memory_desktop.core.events.assembly import ASSEMBLY, ChangeAssembly, NewAssembly, assembled, reassembled
from memory_desktop.core.events.event import Event, EventType, NewEvent
from memory_desktop.core.events.family import Change, Command, Family, Payload, State, Touch, Way
from memory_desktop.core.events.labels import LabelQuery, labelled
from memory_desktop.core.events.memory import Relabel, active, ingested, relabelled, restored, retired, succeeded
from memory_desktop.core.events.merge import MergeAssemblies, MergeMemories, joined_together, merged
from memory_desktop.core.memory import held as purposes
from memory_desktop.core.memory.canonical import iso, parse_time
from memory_desktop.core.memory.drafts import Prepared, near_digests, new_memory
from memory_desktop.core.memory.encoding import (
    draft_from_payload,
    draft_to_payload,
    verdicts_from_payload,
    verdicts_to_payload,
)
from memory_desktop.core.memory.held import HeldChange, HeldItem, Verdict
from memory_desktop.core.memory.held_words import gate_word
from memory_desktop.core.memory.records import Layer, Memory, Status, is_purged
from memory_desktop.core.memory.taking_over import named_ids, taken_id, taken_over
from memory_desktop.core.wording import count, shortened

#: The kind of item that this family owns: what waits for a decision, as `HeldItem`s.
HELD = "held"
_SHORT = 60


class _AboutHeld(Payload, frozen=True, rename={"origin": "from"}):
    """What the three events on a held item say, all of it, so that it can be held again.

    Attributes:
        origin: from whom it came and when, if that is not who causes the event.
        supersedes: the memory whose newer text it is, if it is one.
        change: what the text is for, if not for one memory: the fields of a `HeldChange`.
        lineage: ids of the memories that the text was taken from.
    """

    draft: dict[str, Any]
    verdicts: list[dict[str, str]]
    origin: dict[str, str] | None = None
    supersedes: str | None = None
    change: dict[str, Any] | None = None
    lineage: list[str] | None = None


class Hold(_AboutHeld, frozen=True):
    """A gate holds an item back."""

    type = EventType.HOLD


class Release(_AboutHeld, frozen=True):
    """A person lets a held item in, as the memory `memory_id`."""

    type = EventType.RELEASE
    memory_id: str = ""


class Dismiss(_AboutHeld, frozen=True):
    """A held item is dropped."""

    type = EventType.DISMISS


class Gate(Payload, frozen=True):
    """A gate left something out: one text, `of` a memory that has it, or, in an import, so many."""

    type = EventType.GATE
    undoable = False
    gate: str
    action: str
    of: str | None = None
    skipped: int = 0
    forgotten: int = 0


@dataclass(frozen=True, slots=True)
class Remember(Command):
    """Keep these drafts. Those whose content an active memory has already are left out."""

    drafts: tuple[Prepared, ...]

    def named(self, vault_id: str) -> Sequence[str]:
        drafts = [one.draft for one in self.drafts if one.draft.record]
        return [id for draft in drafts for id in named_ids(draft.record, draft.metadata, vault_id)]

    def texts(self, memories: Mapping[str, Memory]) -> Iterable[str]:  # noqa: ARG002
        if len(self.drafts) == 1 and not self.drafts[0].turn:  # an import takes its texts as they come
            return [self.drafts[0].digest, *near_digests(self.drafts[0].content)]
        return [one.digest for one in self.drafts]


@dataclass(frozen=True, slots=True)
class HoldBack(Command):
    """Keep what a gate holds back of a change, which is not carried out before a person decides."""

    text: Prepared
    change: HeldChange | None = None

    def named(self, vault_id: str) -> Sequence[str]:  # noqa: ARG002
        return (self.text.supersedes,) if self.change is None else self.change.ids


@dataclass(frozen=True, slots=True)
class TakeOut(Command):
    """Take active memories out again and hold them back: (id, its text with the reasons) of each."""

    items: tuple[tuple[str, Prepared], ...]

    def named(self, vault_id: str) -> Sequence[str]:  # noqa: ARG002
        return [id for id, _ in self.items]


@dataclass(frozen=True, slots=True)
class ReleaseHeld(Command):
    """Let held items in, no two of them about the same.

    Attributes:
        instead: by id of a memory that an item supersedes, the one that stands for it now.
    """

    items: tuple[HeldItem, ...]
    prepared: tuple[Prepared, ...]
    instead: Mapping[str, str] = field(default_factory=dict)

    def named(self, vault_id: str) -> Sequence[str]:
        named = [self.instead.get(item.supersedes, item.supersedes) for item in self.items if item.supersedes]
        for item in self.items:
            draft = item.draft
            named += item.change.ids if item.change is not None else ()
            named += named_ids(draft.record, draft.metadata, vault_id) if draft.record else ()
        return named


@dataclass(frozen=True, slots=True)
class DiscardHeld(Command):
    """Drop held items."""

    items: tuple[HeldItem, ...]


@dataclass(frozen=True, slots=True)
class NoteSkipped(Command):
    """Say in the log what the novelty gate left out of an import."""

    duplicates: int
    forgotten: int


class IntakeFamily(Family):
    """See the module."""

    name = "intake"
    payloads = (Hold, Release, Dismiss, Gate)
    commands = (Remember, HoldBack, TakeOut, ReleaseHeld, DiscardHeld, NoteSkipped)
    kinds = (HELD,)

    def items(self, event: Event, payload: Any) -> Iterable[Touch]:
        """The held item; of a text that was left out, the memory that has it."""
        if isinstance(payload, Gate):
            return [Touch("memory", payload.of, changes=False)] if payload.of else []
        return [Touch(HELD, event.item)]

    def decide(self, state: State, command: Any) -> list[NewEvent]:
        """See `Family.decide`."""
        match command:
            case Remember():
                return remembered(state, command)
            case HoldBack():
                return _hold_back(state, command)
            case TakeOut():
                return _take_out(state, command)
            case ReleaseHeld():
                return _release(state, command)
            case DiscardHeld():
                return [Dismiss(**_all_of(item)).event(item.id) for item in command.items]
            case NoteSkipped():
                skipped, forgotten = command.duplicates, command.forgotten
                return [Gate(gate="novelty", action="skip", skipped=skipped, forgotten=forgotten).event()]
        return super().decide(state, command)

    def fold(self, items: dict[str, Any], event: Event, payload: Any) -> None:
        """What waits, by id."""
        match payload:
            case Hold():
                items[event.item] = _item(event, payload)
            case Release() | Dismiss():
                items.pop(event.item, None)

    def take_back(self, kind: str, changes: Sequence[Change[HeldItem]], way: Way) -> None:
        """What was held is dropped; what was released or dropped is held again, as it came."""
        for one in changes:
            if one.before is not None and one.now is None:
                way.events.append(Hold(**_all_of(one.before)).event(one.item))
            elif one.before is None and one.now is not None:
                way.events.append(Dismiss(**_all_of(one.now)).event(one.item))
            elif one.after is not None and one.now is None:
                way.later.append((kind, one.item))  # it was released or discarded since

    def words(self, event: Event, payload: Any, item: str) -> str:  # noqa: ARG002
        """See `Family.words`."""
        if isinstance(payload, Gate):
            if payload.of:
                return f"Said again, and left out: the same as {payload.of}"
            return f"{payload.skipped:,} left out as duplicates"
        gates = ", ".join(dict.fromkeys(gate_word(str(one["gate"])).lower() for one in payload.verdicts))
        verb = {
            EventType.HOLD: "Held",
            EventType.RELEASE: "Released",
            EventType.DISMISS: "Discarded",
        }[payload.type]
        return f"{verb} ({gates}): “{shortened(str(payload.draft.get('content', '')), _SHORT)}”"

    def title(self, payload: Any, types: Mapping[str, int]) -> str:
        """See `Family.title`."""
        match payload:
            case Hold():
                return f"hold {count(types[EventType.HOLD], 'item')}"
            case Dismiss():
                return f"discard {count(types[EventType.DISMISS], 'item')}"
            case Release():
                return f"release {count(types[EventType.RELEASE], 'item')}"
        return "leave out duplicates"


def _item(event: Event, payload: Hold) -> HeldItem:
    origin = payload.origin
    ts, actor = (parse_time(origin["at"]), origin["actor"]) if origin else (event.ts, event.actor)
    draft, verdicts = draft_from_payload(payload.draft), verdicts_from_payload(payload.verdicts)
    change = None
    if payload.change is not None:
        said = payload.change
        change = HeldChange(str(said["do"]), tuple(map(str, said["ids"])), dict(said.get("fields", {})))
    return HeldItem(
        event.item,
        event.seq,
        ts,
        actor,
        draft,
        verdicts,
        payload.supersedes or "",
        change,
        tuple(payload.lineage or ()),
    )


def _all_of(item: HeldItem) -> dict[str, Any]:
    return {
        "draft": draft_to_payload(item.draft),
        "verdicts": verdicts_to_payload(item.verdicts),
        "origin": {"actor": item.actor, "at": iso(item.ts)},
        "supersedes": item.supersedes or None,
        "change": _change_to_payload(item.change),
        "lineage": list(item.lineage) or None,
    }


def _change_to_payload(change: HeldChange | None) -> dict[str, Any] | None:
    if change is None:
        return None
    return {"do": change.do, "ids": list(change.ids), "fields": dict(change.fields)}


def remembered(state: State, command: Remember) -> list[NewEvent]:
    """The events that keep drafts, hold them back or leave them out."""
    events: list[NewEvent] = []
    # Only what is active counts as known: who says again what was forgotten or superseded means it.
    seen = {digest: known.id for digest, known in state.known.items() if known.status is Status.ACTIVE}
    novelty = state.settings.text("gates.novelty")
    there = set(state.memories)
    for item in command.drafts:
        verdicts, record = item.verdicts, item.draft.record
        if record and taken_id(state.vault_id, record["id"]) in there:
            continue
        twin = seen.get(item.digest) if not (record or item.turn) else None
        how = "the same text"
        if twin is None and len(command.drafts) == 1 and not (record or item.turn):
            twin = next((seen[near] for near in near_digests(item.content) if near in seen), None)
            how = "the same text but for its full stop"
        if twin is not None and novelty != "off":
            verdict = Verdict("novelty", novelty, f"An active memory has {how}: {twin}.")
            if novelty == "skip":
                # One text left out is an event; an import says in one event how many it left out.
                left_out = Gate(gate=verdict.gate, action=verdict.action, of=twin).event(twin)
                events += [left_out] if len(command.drafts) == 1 else []
                continue
            verdicts = (*verdicts, verdict)
        if any(one.action == "hold" for one in verdicts):
            events.append(_held(state, len(events), replace(item, verdicts=verdicts)))
            continue
        memory = _memory(state, len(events), item)
        if record:
            memory = taken_over(memory, record, state.vault_id, there)
            there.add(memory.id)
        seen.setdefault(item.digest, memory.id)
        more = {"gates": verdicts_to_payload(verdicts) or None, "embedding": dict(item.draft.embedding) or None}
        origin = memory.origin if memory.origin != memory.id else None
        events.append(ingested(memory, taken_over=bool(record), origin=origin, **more))
    return events


def _held(state: State, offset: int, item: Prepared, change: HeldChange | None = None) -> NewEvent:
    said = Hold(
        draft=draft_to_payload(item.draft),
        verdicts=verdicts_to_payload(item.verdicts),
        supersedes=item.supersedes or None,
        change=_change_to_payload(change),
        lineage=list(item.lineage) or None,
    )
    return said.event(state.new_id("held", offset))


def _hold_back(state: State, command: HoldBack) -> list[NewEvent]:
    """What could not be carried out if it were released is refused at once."""
    if command.change is not None:
        _carried_out(state, command.change, command.text)
    else:
        succeeded(state, state.memory(command.text.supersedes), command.text.draft, command.text)
    return [_held(state, 0, command.text, command.change)]


def _take_out(state: State, command: TakeOut) -> list[NewEvent]:
    events: list[NewEvent] = []
    for id, text in command.items:
        memory = state.memory(id)
        if active(memory):
            reason = ", ".join(one.gate for one in text.verdicts)
            events += [_held(state, len(events), text, HeldChange(purposes.RESTORE, (id,)))]
            events += [retired(memory, reason=reason)]
    return events


def _release(state: State, command: ReleaseHeld) -> list[NewEvent]:
    events: list[NewEvent] = []
    there = set(state.memories)
    for item, prepared in zip(command.items, command.prepared, strict=True):
        here = replace(state, next_seq=state.next_seq + len(events))
        if item.change is not None:
            made = _carried_out(here, item.change, prepared)
        else:
            made = _let_in(here, prepared, item, command.instead.get(item.supersedes, item.supersedes), there)
        made = [_by_its_author(one, item) for one in made]
        memory = next((one.item for one in made if one.type == EventType.INGEST), "")
        events += [*made, Release(**_all_of(item), memory_id=memory).event(item.id)]
    return events


def _by_its_author(event: NewEvent, held: HeldItem) -> NewEvent:
    """What is released is its author's doing; who lets it in stands in the event of the release."""
    if held.draft.record or event.payload.get("restores"):
        return event  # a record of an export, and a memory that comes back, name their author themselves
    return replace(event, actor=held.actor)


def _let_in(state: State, item: Prepared, held: HeldItem, supersedes: str, there: set[str]) -> list[NewEvent]:
    """A held text as a memory: alone, in place of an active one, or as the record of an export that it is."""
    record, old = item.draft.record, state.memories.get(supersedes)
    if old is not None and active(old):
        return succeeded(state, old, item.draft, item)
    written = item if item.draft.created_at else replace(item, draft=replace(item.draft, created_at=held.ts))
    memory = _memory(state, 0, replace(written, lineage=held.lineage))
    as_it_was = bool(record) and taken_id(state.vault_id, record["id"]) not in there
    if as_it_was:
        memory = taken_over(memory, record, state.vault_id, there)
        there.add(memory.id)
    origin = memory.origin if memory.origin != memory.id else None
    same = item.draft.content == held.draft.content  # else its vector would be of another text
    more = {
        "gates": verdicts_to_payload(item.verdicts),
        "embedding": dict(held.draft.embedding) or None if same else None,
    }
    return [ingested(memory, taken_over=as_it_was, origin=origin or None, **more)]


def _carried_out(state: State, change: HeldChange, text: Prepared) -> list[NewEvent]:
    """The events of a change whose words come from a text that the gate, or a person, has let through."""
    fields, draft = change.fields, text.draft
    topics = tuple(map(str, draft.metadata.get("topics", ())))
    match change.do:
        case purposes.RELABEL:
            layer, salience = fields.get("layer"), fields.get("salience")
            relabel = Relabel(
                ids=change.ids,
                add_tags=draft.tags,
                remove_tags=tuple(map(str, fields.get("remove", ()))),
                kind=draft.kind if fields.get("kind") else None,
                layer=Layer(layer) if layer is not None else None,
                source=draft.source if fields.get("source") else None,
                salience=float(salience) if salience is not None else None,
                metadata=draft.metadata,
                emotion={**draft.emotion, **dict.fromkeys(map(str, fields.get("emotion_removed", ())))},
                pii=text.pii,
            )
            return relabelled(state, relabel)
        case purposes.MERGE:
            similarity = fields.get("similarity")
            return merged(state, MergeMemories(change.ids, text, similarity, float(fields.get("threshold", 0.0))))
        case purposes.ASSEMBLE:
            for id in change.ids:
                state.memory(id)
            new = NewAssembly(
                name=text.content,
                members=change.ids,
                tags=draft.tags,
                topics=topics,
                merged_from=tuple(map(str, fields.get("merged_from", ()))),
                reason=str(draft.metadata.get("reason", "")),
                more=fields.get("more"),
            )
            return [assembled(state.new_id("asm", 0), new)]
        case purposes.REASSEMBLE:
            setting = ChangeAssembly(
                change.ids[0],
                name=text.content if fields.get("name") else None,
                tags=draft.tags if fields.get("tags") else None,
                topics=topics if fields.get("topics") else None,
            )
            return reassembled(find(state.items.get(ASSEMBLY, {}), setting.id), setting)
        case purposes.RESTORE:
            back = [one for id in change.ids if not active(one := state.memory(id)) and not is_purged(one)]
            return [restored(state, place, one.with_(updated_at=state.now)) for place, one in enumerate(back)]
        case purposes.JOIN:
            similarity, threshold = fields.get("similarity"), float(fields.get("threshold", 0.0))
            return joined_together(state, MergeAssemblies(change.ids, text.content, similarity, threshold))
        case purposes.LABEL:
            return labelled(state, LabelQuery(text.content, change.ids))
        case purposes.REQUEST:  # it is carried out by commands of its own
            for id in change.ids:
                state.memory(id)
            return []
    raise InvalidCommandError(f"This program does not know what “{change.do}” was to do.")


def _memory(state: State, offset: int, item: Prepared) -> Memory:
    id, seq = state.new_id("mem", offset), state.next_seq + offset
    return new_memory(id, seq, state.now, item.draft, item.content, item.digest, lineage=item.lineage, pii=item.pii)
