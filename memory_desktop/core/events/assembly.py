"""Assemblies: made, changed, dissolved, activated by recalls.

An assembly is a projection of the log like a memory, and its status goes one way. One that is made again after its end
has a new id and continues the line of the old one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from memory_desktop.core.assemblies import Assembly, Book, find, must_be_active
from memory_desktop.core.errors import InvalidCommandError
from memory_desktop.core.events.event import Event, EventType, NewEvent
from memory_desktop.core.events.family import Change, Command, Family, Payload, State, Touch, Way
from memory_desktop.core.memory.canonical import iso, parse_time
from memory_desktop.core.memory.records import Status
from memory_desktop.core.vector_items import VectorKind, VectorWork
from memory_desktop.core.wording import count, memories

#: The kind of item that this family owns.
ASSEMBLY = "assembly"
UNMERGED = "unmerged"
_CHANGEABLE = ("name", "members", "tags", "topics")


class Assemble(Payload, frozen=True):
    """An assembly is made; `assembly` holds its fields, and unknown ones of newer programs."""

    type = EventType.ASSEMBLE
    assembly: dict[str, Any]


class Reassemble(Payload, frozen=True):
    """Fields of an assembly are set; `was` holds what they were before. `key`: of its vector."""

    type = EventType.REASSEMBLE
    id: str
    key: int
    set: dict[str, Any]
    was: dict[str, Any]


class Dissolve(Payload, frozen=True):
    """An assembly ends: dissolved, or merged `into` another. The event holds all of it."""

    type = EventType.DISSOLVE
    id: str
    assembly: dict[str, Any]
    into: str | None = None
    reason: str | None = None


class Activate(Payload, frozen=True):
    """How often assemblies were activated by recalls since the last such event, by id."""

    type = EventType.ACTIVATE
    undoable = False
    counts: dict[str, int]


@dataclass(frozen=True, slots=True)
class NewAssembly:
    """What an assembly is made of.

    Attributes:
        id: given for one that others of the same command name; else it is made from the event's place.
        more: fields that are kept as they came.
    """

    name: str
    members: tuple[str, ...]
    tags: tuple[str, ...] = ()
    topics: tuple[str, ...] = ()
    merged_from: tuple[str, ...] = ()
    reason: str = ""
    more: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class MakeAssemblies(Command):
    """Make assemblies of memories."""

    new: tuple[NewAssembly, ...]

    def named(self, vault_id: str) -> Sequence[str]:  # noqa: ARG002
        return list(dict.fromkeys(id for one in self.new for id in one.members))


@dataclass(frozen=True, slots=True)
class ChangeAssembly(Command):
    """Set name, members, tags or topics of an assembly; None leaves one as it is."""

    id: str
    name: str | None = None
    members: tuple[str, ...] | None = None
    tags: tuple[str, ...] | None = None
    topics: tuple[str, ...] | None = None

    def named(self, vault_id: str) -> Sequence[str]:  # noqa: ARG002
        return self.members or ()


@dataclass(frozen=True, slots=True)
class DissolveAssemblies(Command):
    """End assemblies; their memories stay."""

    ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NoteActivations(Command):
    """Say in the log which assemblies were activated how often, by id."""

    counts: Mapping[str, int]


# --- events that merges cause, too ------------------------------------------------------------------------------------


def assembled(id: str, new: NewAssembly) -> NewEvent:
    """The event that makes an assembly. Raises InvalidCommandError without a name or members."""
    name = " ".join(new.name.split())
    if not name:
        raise InvalidCommandError("An assembly needs a name.")
    unique = list(dict.fromkeys(new.members))
    if not unique:
        raise InvalidCommandError("An assembly needs at least one memory.")
    body: dict[str, Any] = {"id": id, "name": name, "members": unique, **(new.more or {})}
    body |= {"tags": sorted(set(new.tags))} if new.tags else {}
    body |= {"topics": list(dict.fromkeys(new.topics))} if new.topics else {}
    body |= {"merged_from": list(dict.fromkeys(new.merged_from))} if new.merged_from else {}
    body |= {"reason": new.reason} if new.reason else {}
    return Assemble(assembly=body).event(id)


def dissolved(assembly: Assembly, into: str | None = None, reason: str | None = None) -> NewEvent:
    """The event that ends an assembly. Raises InvalidCommandError when it has ended."""
    must_be_active(assembly)
    return Dissolve(id=assembly.id, assembly=to_plain(assembly), into=into, reason=reason).event(assembly.id)


def made_again(then: Assembly, id: str, last: Assembly | None = None) -> NewEvent:
    """The event that makes an assembly again as it was, under a new id. `last`: the one that ended, of its line."""
    as_was = {"created_at": iso(then.created_at), "updated_at": iso(then.updated_at), "actor": then.actor}
    as_was |= {"activated_at": iso(then.activated_at)} if then.activated_at is not None else {}
    body = {**to_plain(then), **as_was, "id": id, "restores": (last or then).id}
    return Assemble(assembly=body).event(id)


def to_plain(assembly: Assembly) -> dict[str, Any]:
    """The fields that make an assembly, as JSON has them; what is empty is left out."""
    fields = {
        "id": assembly.id,
        "name": assembly.name,
        "members": list(assembly.members),
        "tags": list(assembly.tags),
        "topics": list(assembly.topics),
        "merged_from": list(assembly.merged_from),
        "reason": assembly.reason,
        "activation_count": assembly.activation_count,
    }
    return {**{name: value for name, value in fields.items() if value}, **assembly.extra}


class AssemblyFamily(Family):
    """See the module."""

    name = "assembly"
    payloads = (Assemble, Reassemble, Dissolve, Activate)
    commands = (MakeAssemblies, ChangeAssembly, DissolveAssemblies, NoteActivations)
    kinds = (ASSEMBLY,)

    def vectors(self, event: Event, payload: Any) -> Iterable[VectorWork]:
        """A new assembly, and one that has other members; their order is nothing to a vector."""
        if isinstance(payload, Assemble):
            return [VectorWork(VectorKind.ASSEMBLY, event.seq)]
        if isinstance(payload, Reassemble) and _members(payload.set) != _members(payload.was):
            return [VectorWork(VectorKind.ASSEMBLY, payload.key, again=True)]
        return ()

    def items(self, event: Event, payload: Any) -> Iterable[Touch]:
        """The assembly, or all that were activated; sources and successors are mentioned."""
        if isinstance(payload, Activate):
            return [Touch(ASSEMBLY, id) for id in payload.counts]
        named: list[str] = []
        if isinstance(payload, Assemble):
            named = [*payload.assembly.get("merged_from", ())]
            named += [payload.assembly["restores"]] if payload.assembly.get("restores") else []
        elif isinstance(payload, Dissolve) and payload.into:
            named = [payload.into]
        return [Touch(ASSEMBLY, event.item), *(Touch(ASSEMBLY, id, changes=False) for id in dict.fromkeys(named))]

    def decide(self, state: State, command: Any) -> list[NewEvent]:
        """See `Family.decide`."""
        book: Mapping[str, Assembly] = state.items.get(ASSEMBLY, {})
        match command:
            case MakeAssemblies():
                for id in command.named(state.vault_id):
                    state.memory(id)
                return [assembled(state.new_id("asm", place), one) for place, one in enumerate(command.new)]
            case ChangeAssembly():
                for id in command.named(state.vault_id):
                    state.memory(id)
                return reassembled(find(book, command.id), command)
            case DissolveAssemblies():
                return [dissolved(find(book, id)) for id in dict.fromkeys(command.ids)]
            case NoteActivations():
                return [Activate(counts=dict(command.counts)).event()] if command.counts else []
        return super().decide(state, command)

    def fold(self, items: dict[str, Any], event: Event, payload: Any) -> None:
        """The book of assemblies, ended ones too, by id."""
        match payload:
            case Assemble():
                items[event.item] = _made(event, payload.assembly, items)
            case Reassemble():
                _change(items, event, payload)
            case Dissolve():
                _end(items, event, payload.into)
            case Activate():
                for id, number in payload.counts.items():
                    if id in items:
                        one = items[id]
                        total = one.activation_count + number
                        items[id] = replace(one, activation_count=total, activated_at=event.ts, revision=event.seq)

    def line_of(self, items: Mapping[str, Assembly], id: str) -> str:
        """See `Family.line_of`."""
        return items[id].line if id in items else id

    def take_back(self, kind: str, changes: Sequence[Change[Assembly]], way: Way) -> None:
        """What was made is dissolved, what ended is made again, fields are set back."""
        back = [one for one in changes if _is_active(one.before) and not _is_active(one.now)]
        for one in back:
            if one.before is not None and not _is_active(one.after):
                event = made_again(one.before, way.new_id("asm"), one.now)
                way.stands[one.item] = event.item
                way.events.append(event)
        for one in changes:
            before, after, now = one.before, one.after, one.now
            if _is_active(after) and now is not None and now.merged_into and not _is_active(now):
                way.later.append((kind, one.item))  # it was merged into another since
            elif now is None or not _is_active(now) or not _is_active(after):
                continue
            elif not _is_active(before):
                merged_into = before.merged_into if before is not None else None
                way.events.append(dissolved(now, into=way.standing(merged_into) if merged_into else None))
            elif before is not None and after is not None:
                way.events += _fields_back(one.item, before, after, now, way)

    def words(self, event: Event, payload: Any, item: str) -> str:  # noqa: ARG002
        """See `Family.words`."""
        match payload:
            case Assemble():
                body = payload.assembly
                if body.get("merged_from"):
                    return f"Assembly “{body['name']}” merged from {len(body['merged_from'])}"
                how = "made again" if body.get("restores") else "made"
                return f"Assembly “{body['name']}” {how} of {memories(len(body['members']))}"
            case Reassemble():
                return "Assembly changed: " + ", ".join(name for name in payload.set if name in _CHANGEABLE)
            case Dissolve():
                end = f"merged into {payload.into}" if payload.into else "dissolved"
                return f"Assembly “{payload.assembly['name']}” {end}"
            case Activate():
                return f"{count(len(payload.counts), 'assembly', 'assemblies')} activated by recalls"
        return ""

    def title(self, payload: Any, types: Mapping[str, int]) -> str:
        """See `Family.title`."""
        match payload:
            case Assemble() if payload.assembly.get("merged_from"):
                return f"merge {count(len(payload.assembly['merged_from']), 'assembly', 'assemblies')}"
            case Assemble():
                made = types[EventType.ASSEMBLE]
                return "new assembly" if made == 1 else f"make {made:,} assemblies"
            case Reassemble():
                return "change assembly"
            case Dissolve() if payload.reason == UNMERGED:
                return "unmerge assembly"
            case Dissolve():
                return f"dissolve {count(types[EventType.DISSOLVE], 'assembly', 'assemblies')}"
        return "activate assemblies"


def _is_active(one: Assembly | None) -> bool:
    return one is not None and one.status is Status.ACTIVE


def reassembled(assembly: Assembly, command: ChangeAssembly) -> list[NewEvent]:
    """The event that changes an assembly; none if it is so already. Raises InvalidCommandError."""
    must_be_active(assembly)
    new: dict[str, Any] = {}
    for name in _CHANGEABLE:
        value = getattr(command, name)
        if value is not None:
            value = " ".join(value.split()) if name == "name" else tuple(dict.fromkeys(value))
            new |= {name: value} if value != getattr(assembly, name) else {}
    if not new.get("name", "x"):
        raise InvalidCommandError("An assembly needs a name.")
    if "members" in new and not new["members"]:
        raise InvalidCommandError("An assembly needs at least one memory; dissolve it instead.")
    return [_setting(assembly, new)] if new else []


def _members(fields: Mapping[str, Any]) -> frozenset[str]:
    return frozenset(fields.get("members", ()))


def _setting(assembly: Assembly, new: Mapping[str, Any]) -> NewEvent:
    was = {name: _plain(getattr(assembly, name)) for name in new}
    fields = {name: _plain(value) for name, value in new.items()}
    return Reassemble(id=assembly.id, key=assembly.key, set=fields, was=was).event(assembly.id)


def _fields_back(item: str, before: Assembly, after: Assembly, now: Assembly, way: Way) -> list[NewEvent]:
    new: dict[str, Any] = {}
    for name in _CHANGEABLE:
        was, became, present = getattr(before, name), getattr(after, name), getattr(now, name)
        if was in (became, present):
            continue
        if present == became:
            new[name] = was
        elif name == "name":
            way.later.append((ASSEMBLY, item))
        else:
            kept = [one for one in present if one in was or one not in became]
            new[name] = tuple(dict.fromkeys((*kept, *(one for one in was if one not in became))))
    if "members" in new and not new["members"]:
        way.later.append((ASSEMBLY, item))  # nothing would be left
        return []
    if not new:
        return []
    if now.updated_at == after.updated_at:
        new["updated_at"] = before.updated_at
    return [_setting(now, new)]


_OWN = frozenset(
    "id name members tags topics merged_from restores reason activation_count activated_at schema_version created_at"
    " updated_at actor".split()
)


def _made(event: Event, body: Mapping[str, Any], items: Mapping[str, Assembly]) -> Assembly:
    def moment(name: str, otherwise: datetime | None) -> datetime | None:
        return parse_time(body[name]) if body.get(name) else otherwise

    restores = body.get("restores")
    line = restores or event.item
    line = items[line].line if line in items else line
    return Assembly(
        key=event.seq,
        id=event.item,
        name=body["name"],
        members=tuple(body["members"]),
        tags=tuple(body.get("tags", ())),
        topics=tuple(body.get("topics", ())),
        merged_from=tuple(body.get("merged_from", ())),
        restores=restores,
        origin=line,
        activation_count=int(body.get("activation_count", 0)),
        activated_at=moment("activated_at", None),
        created_at=moment("created_at", event.ts) or event.ts,
        updated_at=moment("updated_at", event.ts) or event.ts,
        reason=body.get("reason", ""),
        actor=body.get("actor", event.actor),
        revision=event.seq,
        schema_version=body.get("schema_version", "1.0"),
        extra={name: value for name, value in body.items() if name not in _OWN},
    )


def _change(book: Book, event: Event, payload: Reassemble) -> None:
    one = book.get(event.item)
    if one is None or one.status is not Status.ACTIVE:
        return
    values: dict[str, Any] = {"updated_at": event.ts}
    for name, value in payload.set.items():
        values[name] = value if name == "name" else parse_time(value) if name == "updated_at" else tuple(value)
    book[event.item] = replace(one, **values, revision=event.seq)


def _end(book: Book, event: Event, into: str | None) -> None:
    one = book.get(event.item)
    if one is None or one.status is not Status.ACTIVE:
        return
    status = Status.SUPERSEDED if into else Status.TOMBSTONE
    book[event.item] = replace(one, status=status, merged_into=into, updated_at=event.ts, revision=event.seq)


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return iso(value)
    return list(value) if isinstance(value, tuple) else value
