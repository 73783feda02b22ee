"""Protected memories: what the program does by itself never fades, evicts or forgets them.

The protection belongs to the line of the memory (see `Memory.origin`), and who asks follows it to what an edit or a
merge has put in its place. A person can still fade, forget or purge what is protected.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from memory_desktop.core.events.event import Event, EventType, NewEvent
from memory_desktop.core.events.family import Change, Command, Family, Payload, State, Touch, Way
from memory_desktop.core.events.memory import MEMORY
from memory_desktop.core.memory.canonical import iso, parse_time
from memory_desktop.core.wording import memories

#: The kind of item that this family owns: `Protection`s by `protection_id`.
PROTECTION = "protection"


class Protect(Payload, frozen=True):
    """A memory is protected, or no longer. `line`: see `Memory.origin`. `at`: since when, if that is not now."""

    type = EventType.PROTECT
    id: str
    line: str
    protected: bool = True
    at: str | None = None


@dataclass(frozen=True, slots=True)
class Protection:
    """A protected memory: the id that it had, and since when."""

    id: str
    line: str
    at: datetime


@dataclass(frozen=True, slots=True)
class ProtectMemories(Command):
    """Protect active memories."""

    ids: tuple[str, ...]

    def named(self, vault_id: str) -> Sequence[str]:  # noqa: ARG002
        return self.ids


@dataclass(frozen=True, slots=True)
class Unprotect(Command):
    """End protections, by the lines that they were given to."""

    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CarryProtection(Command):
    """Protect what another vault protected: (id, since when). What is protected already stays as it is."""

    marks: tuple[tuple[str, datetime], ...]

    def named(self, vault_id: str) -> Sequence[str]:  # noqa: ARG002
        return [id for id, _ in self.marks]


def protection_id(line: str) -> str:
    """The item that stands for the protection of a line."""
    return f"protection_{line.removeprefix('mem_')}"


class ProtectionFamily(Family):
    """See the module."""

    name = "protection"
    payloads = (Protect,)
    commands = (ProtectMemories, CarryProtection, Unprotect)
    kinds = (PROTECTION,)

    def items(self, event: Event, payload: Any) -> Iterable[Touch]:  # noqa: ARG002
        """The protection; the memory is mentioned."""
        return [Touch(PROTECTION, protection_id(payload.line)), Touch(MEMORY, payload.id, changes=False)]

    def decide(self, state: State, command: Any) -> list[NewEvent]:
        """See `Family.decide`."""
        there = state.items.get(PROTECTION, {})
        match command:
            case ProtectMemories():
                found = [state.memory(id) for id in dict.fromkeys(command.ids)]
                lines = {one.line: one.id for one in found if protection_id(one.line) not in there}
                return [Protect(id=id, line=line).event(id) for line, id in lines.items()]
            case CarryProtection():
                marks = {(one := state.memory(id)).line: (one.id, at) for id, at in command.marks}
                new = {line: mark for line, mark in marks.items() if protection_id(line) not in there}
                return [Protect(id=id, line=line, at=iso(at)).event(id) for line, (id, at) in new.items()]
            case Unprotect():
                ended = [there[protection_id(one)] for one in dict.fromkeys(command.lines)]
                return [Protect(id=one.id, line=one.line, protected=False).event(one.id) for one in ended]
        return super().decide(state, command)

    def fold(self, items: dict[str, Any], event: Event, payload: Any) -> None:
        """What is protected now."""
        id = protection_id(payload.line)
        if payload.protected:
            at = parse_time(payload.at) if payload.at else event.ts
            items[id] = Protection(payload.id, payload.line, at)
        else:
            items.pop(id, None)

    def take_back(self, kind: str, changes: Sequence[Change[Protection]], way: Way) -> None:
        """What was protected is so again, what was not is not."""
        for one in changes:
            before, now = one.before, one.now
            if before == now:
                continue
            if now != one.after:
                way.later.append((kind, one.item))
            elif (said := before or now) is not None:
                at = iso(before.at) if before is not None else None
                back = Protect(id=said.id, line=said.line, protected=before is not None, at=at)
                way.events.append(back.event(said.id))

    def words(self, event: Event, payload: Any, item: str) -> str:  # noqa: ARG002
        """See `Family.words`."""
        return "Protected" if payload.protected else "No longer protected"

    def title(self, payload: Any, types: Mapping[str, int]) -> str:
        """See `Family.title`."""
        verb = "protect" if payload.protected else "stop protecting"
        return f"{verb} {memories(types[EventType.PROTECT])}"
