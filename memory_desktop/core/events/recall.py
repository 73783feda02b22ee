"""Use of memories: recalled, found useful or not, reinforced, faded."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from memory_desktop.core.errors import InvalidCommandError
from memory_desktop.core.events.event import Event, EventType, NewEvent
from memory_desktop.core.events.family import Command, Family, Lookup, Payload, State, Touch
from memory_desktop.core.events.memory import MEMORY, existing
from memory_desktop.core.memory import kernel
from memory_desktop.core.memory.records import Memory, Status
from memory_desktop.core.wording import memories

_SHORT = 60


class Recall(Payload, frozen=True):
    """Memories were recalled for a query.

    Attributes:
        step: how far each one's quick_recal_score moves. mode: of the search, "" where that is not known. scores: of
            the ids, as the mode gives them; empty where there are none.
        user: whose memory was asked, "" for nobody in particular; None: earlier programs did not say. session: the
            conversation, if one was named. at: when it was asked, ISO 8601; "": when the event was written.
        listed: there was nothing to rank by: the ids are a list, and none of them counts as recalled.
    """

    type = EventType.RECALL
    undoable = False
    query: str = ""
    ids: list[str] = msgspec.field(default_factory=list)
    step: float = 0.0  # earlier programs counted recalls only
    mode: str = ""
    scores: list[float] = msgspec.field(default_factory=list)
    user: str | None = None
    session: str = ""
    at: str = ""
    listed: bool = False


class Feedback(Payload, frozen=True):
    """A recalled memory was useful for a query, or was not."""

    type = EventType.FEEDBACK
    id: str
    useful: bool
    query: str


class Reinforce(Payload, frozen=True):
    """A memory's salience is raised."""

    type = EventType.REINFORCE
    id: str
    credit: float


class Decay(Payload, frozen=True):
    """A memory's salience decays by so many hours."""

    type = EventType.DECAY
    id: str
    hours: float
    half_life: float


@dataclass(frozen=True, slots=True)
class Recalled:
    """One recall; see `Recall`."""

    query: str
    ids: tuple[str, ...]
    mode: str = ""
    scores: tuple[float, ...] = ()
    user: str | None = None
    session: str = ""
    at: str = ""
    listed: bool = False


@dataclass(frozen=True, slots=True)
class NoteRecalls(Command):
    """Say in the log what was recalled."""

    recalls: tuple[Recalled, ...]


@dataclass(frozen=True, slots=True)
class ReinforceMemories(Command):
    """Raise memories' salience by `credit`, at most `kernel.SALIENCE_CAP`."""

    ids: tuple[str, ...]
    credit: float

    def named(self, vault_id: str) -> Sequence[str]:  # noqa: ARG002
        return self.ids


@dataclass(frozen=True, slots=True)
class Appraise(Command):
    """Say that a recalled memory was useful for a query, or was not."""

    id: str
    useful: bool
    query: str

    def named(self, vault_id: str) -> Sequence[str]:  # noqa: ARG002
        return (self.id,)


@dataclass(frozen=True, slots=True)
class Fade(Command):
    """Let memories' salience decay by so many hours."""

    ids: tuple[str, ...]
    hours: float
    half_life: float

    def named(self, vault_id: str) -> Sequence[str]:  # noqa: ARG002
        return self.ids


class RecallFamily(Family):
    """See the module. What it changes are memories, which `memory` takes back."""

    name = "recall"
    payloads = (Recall, Feedback, Reinforce, Decay)
    commands = (NoteRecalls, ReinforceMemories, Appraise, Fade)

    def items(self, event: Event, payload: Any) -> Iterable[Touch]:
        """Every memory that was recalled, or the one that it is about."""
        if isinstance(payload, Recall) and payload.listed:
            return []
        ids = dict.fromkeys(payload.ids) if isinstance(payload, Recall) else (event.item,)
        return [Touch(MEMORY, id) for id in ids]

    def decide(self, state: State, command: Any) -> list[NewEvent]:
        """See `Family.decide`."""
        match command:
            case NoteRecalls():
                step = kernel.RECALL_STEP
                return [
                    Recall(
                        query=one.query,
                        ids=list(one.ids),
                        step=step,
                        mode=one.mode,
                        scores=list(one.scores),
                        user=one.user,
                        session=one.session,
                        at=one.at,
                        listed=one.listed,
                    ).event()
                    for one in command.recalls
                ]
            case ReinforceMemories():
                return _reinforce(state, command)
            case Appraise():
                one = state.memory(command.id)
                return [Feedback(id=one.id, useful=command.useful, query=command.query).event(one.id)]
            case Fade():
                return _fade(state, command)
        return super().decide(state, command)

    def records(self, event: Event, payload: Any, lookup: Lookup) -> list[Memory]:
        """See `Family.records`."""
        match payload:
            case Recall(listed=True):
                return []
            case Recall():
                found = [memory for id in payload.ids if (memory := lookup(id)) is not None]
                return [kernel.recalled(memory, event.ts, payload.step) for memory in found]
            case Feedback():
                return [kernel.appraise(existing(event, payload.id, lookup), payload.useful)]
            case Reinforce():
                return [kernel.reinforce(existing(event, payload.id, lookup), payload.credit)]
            case Decay():
                return [kernel.decay(existing(event, payload.id, lookup), payload.hours, payload.half_life)]
        return []

    def words(self, event: Event, payload: Any, item: str) -> str:  # noqa: ARG002
        """See `Family.words`."""
        match payload:
            case Recall(listed=True):
                return f"Listed for “{payload.query[:_SHORT]}”"
            case Recall():
                return f"{'Recalled' if payload.ids else 'Nothing found'} for “{payload.query[:_SHORT]}”"
            case Feedback():
                verdict = "useful" if payload.useful else "not useful"
                return f"Found {verdict}" + (f" for “{payload.query[:_SHORT]}”" if payload.query else "")
            case Reinforce():
                return f"Reinforced by {payload.credit:g}"
            case Decay():
                return f"Faded by {payload.hours:g} hours"
        return ""

    def title(self, payload: Any, types: Mapping[str, int]) -> str:
        """See `Family.title`."""
        match payload:
            case Feedback():
                return "appraise memory"
            case Reinforce():
                return f"reinforce {memories(types[EventType.REINFORCE])}"
            case Decay():
                return f"fade {memories(types[EventType.DECAY])}"
        return "recall"


def _reinforce(state: State, command: ReinforceMemories) -> list[NewEvent]:
    if not math.isfinite(command.credit):
        raise InvalidCommandError("The credit must be a number.")
    credit = max(0.0, min(command.credit, kernel.SALIENCE_CAP))
    found = [state.memory(id) for id in dict.fromkeys(command.ids)]
    for one in found:
        if one.status is Status.TOMBSTONE:
            raise InvalidCommandError(f"{one.id} is forgotten and cannot be reinforced.", hint="Restore it first.")
    return [Reinforce(id=one.id, credit=credit).event(one.id) for one in found if credit]


def _fade(state: State, command: Fade) -> list[NewEvent]:
    for name, value in (("The time", command.hours), ("The half-life", command.half_life)):
        if not (math.isfinite(value) and value > 0.0):
            raise InvalidCommandError(f"{name} is {value} hours; it must be more than nothing.")
    found = [state.memory(id) for id in dict.fromkeys(command.ids)]
    return [
        Decay(id=one.id, hours=command.hours, half_life=command.half_life).event(one.id)
        for one in found
        if one.status is Status.ACTIVE and one.salience > 0.0
    ]
