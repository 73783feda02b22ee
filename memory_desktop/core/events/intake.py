"""New texts: kept, left out as duplicates, held back by a gate, released or discarded by a person."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from memory_desktop.core.events.event import Event, EventType, NewEvent
from memory_desktop.core.events.family import Change, Command, Family, Payload, State, Touch, Way
from memory_desktop.core.events.memory import active, ingested, retired
from memory_desktop.core.memory.canonical import iso, parse_time
from memory_desktop.core.memory.drafts import Prepared, new_memory
from memory_desktop.core.memory.encoding import (
    draft_from_payload,
    draft_to_payload,
    verdicts_from_payload,
    verdicts_to_payload,
)
from memory_desktop.core.memory.held import HeldItem, Verdict
from memory_desktop.core.memory.records import Memory, Status
from memory_desktop.core.memory.taking_over import named_ids, taken_id, taken_over
from memory_desktop.core.wording import count

#: The kind of item that this family owns: what waits for a decision, as `HeldItem`s.
HELD = "held"
_SHORT = 60


class _AboutHeld(Payload, frozen=True, rename={"origin": "from"}):
    """What the three events on a held item say, all of it, so that it can be held again.

    Attributes:
        origin: from whom it came and when, if that is not who causes the event.
        supersedes: the memory whose newer text it is, if it is one.
    """

    draft: dict[str, Any]
    verdicts: list[dict[str, str]]
    origin: dict[str, str] | None = None
    supersedes: str | None = None


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
        records = [one.draft.record for one in self.drafts]
        return [id for record in records if record for id in named_ids(record, vault_id)]

    def texts(self, memories: Mapping[str, Memory]) -> Iterable[str]:  # noqa: ARG002
        return [one.digest for one in self.drafts]


@dataclass(frozen=True, slots=True)
class ReleaseHeld(Command):
    """Let held items in."""

    items: tuple[HeldItem, ...]
    prepared: tuple[Prepared, ...]

    def named(self, vault_id: str) -> Sequence[str]:
        records = [item.draft.record for item in self.items]
        taken = [id for record in records if record for id in named_ids(record, vault_id)]
        return [*(item.supersedes for item in self.items if item.supersedes), *taken]


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
    commands = (Remember, ReleaseHeld, DiscardHeld, NoteSkipped)
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
        gates = ", ".join(dict.fromkeys(str(one["gate"]) for one in payload.verdicts))
        verb = {
            EventType.HOLD: "Held back by",
            EventType.RELEASE: "Released, held back by",
            EventType.DISMISS: "Discarded, held back by",
        }[payload.type]
        return f"{verb} {gates or 'a gate'}: “{str(payload.draft.get('content', ''))[:_SHORT]}”"

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
    return HeldItem(event.item, event.seq, ts, actor, draft, verdicts, payload.supersedes or "")


def _all_of(item: HeldItem) -> dict[str, Any]:
    return {
        "draft": draft_to_payload(item.draft),
        "verdicts": verdicts_to_payload(item.verdicts),
        "origin": {"actor": item.actor, "at": iso(item.ts)},
        "supersedes": item.supersedes or None,
    }


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
        if twin is not None and novelty != "off":
            verdict = Verdict("novelty", novelty, f"An active memory has the same text: {twin}.")
            if novelty == "skip":
                # One text left out is an event; an import says in one event how many it left out.
                left_out = Gate(gate=verdict.gate, action=verdict.action, of=twin).event(twin)
                events += [left_out] if len(command.drafts) == 1 else []
                continue
            verdicts = (*verdicts, verdict)
        if any(one.action == "hold" for one in verdicts):
            said, of = verdicts_to_payload(verdicts), item.supersedes or None
            held = Hold(draft=draft_to_payload(item.draft), verdicts=said, supersedes=of)
            events.append(held.event(state.new_id("held", len(events))))
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


def _release(state: State, command: ReleaseHeld) -> list[NewEvent]:
    events: list[NewEvent] = []
    there = set(state.memories)
    for item, prepared in zip(command.items, command.prepared, strict=True):
        old, record = state.memories.get(item.supersedes), item.draft.record
        memory = _memory(state, len(events), prepared)
        as_it_was = bool(record) and taken_id(state.vault_id, record["id"]) not in there
        if as_it_was:
            memory = taken_over(memory, record, state.vault_id, there)
            there.add(memory.id)
        if old is not None and active(old):
            memory = memory.with_(lineage=(old.id,))
        origin = memory.origin if memory.origin != memory.id else None
        same = prepared.draft.content == item.draft.content  # else its vector would be of another text
        more = {
            "gates": verdicts_to_payload(prepared.verdicts),
            "embedding": dict(item.draft.embedding) or None if same else None,
        }
        events.append(ingested(memory, taken_over=as_it_was, origin=origin or None, **more))
        if old is not None and active(old):
            events.append(retired(old, by=memory.id))
        events.append(Release(**_all_of(item), memory_id=memory.id).event(item.id))
    return events


def _memory(state: State, offset: int, item: Prepared) -> Memory:
    id, seq = state.new_id("mem", offset), state.next_seq + offset
    return new_memory(id, seq, state.now, item.draft, item.content, item.digest, pii=item.pii)
