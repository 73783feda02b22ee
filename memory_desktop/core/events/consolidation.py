"""Consolidation: how a run of it began, what each piece of it made, and how it ended; and what is read from turns.

A run makes of a user's turns what the layers keep: episodes, concepts, procedures, emotional events. All that it writes
belongs to the command that it began with, so it is one step of undo; runs of several users that are asked for together
belong to the command of the first, and are one step, too. What it makes has a name that follows from the
turns alone, so a run that was interrupted can go on by planning again: what is there already is not planned.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from typing import Any

import msgspec

from memory_desktop.core.errors import InvalidCommandError
from memory_desktop.core.events.event import Event, EventType, NewEvent
from memory_desktop.core.events.family import Change, Command, Family, Payload, State, Touch, Way
from memory_desktop.core.events.memory import Update, active
from memory_desktop.core.layers.episodes import KEY
from memory_desktop.core.wording import count

#: The kind of item that this family owns: `ConsolidationRun`s, by the number of their first event as text.
CONSOLIDATION = "consolidation"
#: Stretches of the log, in their order: (after this event, up to this one).
Spans = tuple[tuple[int, int], ...]


class RunState(StrEnum):
    """How far a run is. The log never says UNDONE or INTERRUPTED: they follow from what else is known."""

    RUNNING = "running"
    DONE = "done"
    STOPPED = "stopped"
    FAILED = "failed"
    INTERRUPTED = "interrupted"
    UNDONE = "undone"


@dataclass(frozen=True, slots=True)
class ConsolidationRun:
    """A run.

    Attributes:
        seq: of its first event. step: the command that it belongs to. user: whose memory.
        upto: messages whose event came later are none of its business.
        left_out: keys of the lines of its plan that were not wanted; no later run proposes them.
        made: by step, how many things it made so far. reason: why it failed.
        spans: (after, upto) events: it takes up the turns that changed last after the one and not after the other;
            none: all up to `upto`, as in runs of earlier programs.
        carried: it was none here: it stands for what runs of another vault dealt with, which an import brought.
        given_up: of a carried one: what it stands for was taken back there.
        then: by user, in their order, the runs that were asked for with it and come after it: their `left_out`.
    """

    seq: int
    user: str
    upto: int
    started: datetime
    updated: datetime
    actor: str = ""
    left_out: tuple[str, ...] = ()
    state: RunState = RunState.RUNNING
    reason: str = ""
    made: Mapping[str, int] = field(default_factory=dict)
    step: int = 0
    spans: Spans = ()
    carried: bool = False
    given_up: bool = False
    then: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def covers(self) -> Spans:
        """What it takes up; see `spans`."""
        return self.spans if self.carried else self.spans or ((0, self.upto),)


class Consolidation(Payload, frozen=True):
    """A run begins. See `ConsolidationRun`."""

    type = EventType.CONSOLIDATION
    user: str
    upto: int
    left_out: list[str] = msgspec.field(default_factory=list)
    spans: list[tuple[int, int]] = msgspec.field(default_factory=list)
    then: dict[str, list[str]] = msgspec.field(default_factory=dict)


class Consolidated(Payload, frozen=True):
    """A run has come so far: a step made so many things, or it has ended.

    Attributes:
        left_out, done, given_up: `of` no run (0): what was decided in another vault, which an import brings; see
            `CarryDecisions`.
    """

    type = EventType.CONSOLIDATED
    undoable = False
    of: int
    state: str = RunState.RUNNING.value
    step: str = ""
    made: int = 0
    reason: str = ""
    user: str = ""
    left_out: list[str] = msgspec.field(default_factory=list)
    done: list[tuple[int, int]] = msgspec.field(default_factory=list)
    given_up: list[tuple[int, int]] = msgspec.field(default_factory=list)


@dataclass(frozen=True, slots=True)
class BeginConsolidation(Command):
    """Say in the log that a run begins; what it writes belongs to this command."""

    user: str
    upto: int
    left_out: tuple[str, ...] = ()
    spans: Spans = ()
    then: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class MoveConsolidation(Command):
    """Say that a step of a run made so much, or that it has come to a state."""

    of: int
    state: RunState = RunState.RUNNING
    step: str = ""
    made: int = 0
    reason: str = ""


@dataclass(frozen=True, slots=True)
class CarryDecisions(Command):
    """Keep to what was decided about a user's turns in the vault that they are imported from.

    Attributes:
        left_out: keys of lines that are not proposed.
        done, given_up: where the turns stand in the log that a run had dealt with, and those of a run that was taken
            back.
    """

    user: str
    left_out: tuple[str, ...] = ()
    done: Spans = ()
    given_up: Spans = ()


@dataclass(frozen=True, slots=True)
class NoteEpisodes(Command):
    """Keep what was read from turns: (id of the first message, the value under `KEY` of its metadata).

    `of`: the run that reads them, 0 for none. Messages that are gone meanwhile are passed over.
    """

    notes: tuple[tuple[str, Mapping[str, Any]], ...]
    of: int = 0

    def named(self, vault_id: str) -> Sequence[str]:  # noqa: ARG002
        return [id for id, _ in self.notes]


class ConsolidationFamily(Family):
    """See the module."""

    name = "consolidation"
    payloads = (Consolidation, Consolidated)
    commands = (BeginConsolidation, MoveConsolidation, CarryDecisions, NoteEpisodes)
    kinds = (CONSOLIDATION,)

    def items(self, event: Event, payload: Any) -> Iterable[Touch]:  # noqa: ARG002
        """None: the other events of the command name what was made."""
        return []

    def decide(self, state: State, command: Any) -> list[NewEvent]:
        """See `Family.decide`."""
        match command:
            case BeginConsolidation():
                left = list(dict.fromkeys(command.left_out))
                then = {user: list(keys) for user, keys in command.then.items()}
                spans = list(command.spans)
                begun = Consolidation(user=command.user, upto=command.upto, left_out=left, spans=spans, then=then)
                return [begun.event()]
            case MoveConsolidation():
                return [_moved(state, command).event()]
            case CarryDecisions():
                left, done, given_up = list(command.left_out), list(command.done), list(command.given_up)
                said = Consolidated(of=0, user=command.user, left_out=left, done=done, given_up=given_up)
                return [said.event()] if left or done or given_up else []
            case NoteEpisodes():
                return _noted(state, command)
        return super().decide(state, command)

    def fold(self, items: dict[str, Any], event: Event, payload: Any) -> None:
        """The runs, by number."""
        match payload:
            case Consolidated(of=0):
                items |= {f"{event.seq}:{number}": one for number, one in enumerate(_carried(event, payload))}
            case Consolidation():
                items[str(event.seq)] = ConsolidationRun(
                    event.seq,
                    payload.user,
                    payload.upto,
                    event.ts,
                    event.ts,
                    event.actor,
                    tuple(payload.left_out),
                    step=event.command,
                    spans=tuple((after, upto) for after, upto in payload.spans),
                    then={user: tuple(keys) for user, keys in payload.then.items()},
                )
            case Consolidated() if str(payload.of) in items:
                run: ConsolidationRun = items[str(payload.of)]
                made = dict(run.made)
                if payload.made:
                    made[payload.step] = made.get(payload.step, 0) + payload.made
                state = RunState(payload.state) if payload.state in set(RunState) else run.state
                items[str(payload.of)] = replace(run, state=state, reason=payload.reason, made=made, updated=event.ts)

    def take_back(self, kind: str, changes: Sequence[Change[ConsolidationRun]], way: Way) -> None:
        """Nothing: the families of what a run made take that back, and the log of commands knows of it."""

    def words(self, event: Event, payload: Any, item: str) -> str:  # noqa: ARG002
        """See `Family.words`."""
        if isinstance(payload, Consolidation):
            return "Consolidation" + (f" for {payload.user}" if payload.user else "") + " began"
        if not payload.of:
            return "What was decided when the layers were filled came with an import"
        if payload.state != RunState.RUNNING:
            return f"Consolidation {payload.state}" + (f": {payload.reason}" if payload.reason else "")
        return f"Consolidation: {count(payload.made, THINGS.get(payload.step, 'thing'))}"

    def title(self, payload: Any, types: Mapping[str, int]) -> str:  # noqa: ARG002
        """See `Family.title`."""
        return "fill the layers"


def _carried(event: Event, said: Consolidated) -> Iterable[ConsolidationRun]:
    """What stands for the runs of another vault: those that were done, and those that were taken back."""
    for spans, given_up in ((said.done, False), (said.given_up, True)):
        left_out = () if given_up else tuple(said.left_out)
        if spans or left_out:
            yield ConsolidationRun(
                event.seq,
                said.user,
                event.seq,
                event.ts,
                event.ts,
                event.actor,
                left_out,
                RunState.DONE,
                step=event.command,
                spans=tuple((after, upto) for after, upto in spans),
                carried=True,
                given_up=given_up,
            )


def joined(spans: Iterable[tuple[int, int]]) -> Spans:
    """The same stretches of the log, those that meet or overlap as one."""
    found: list[tuple[int, int]] = []
    for after, upto in sorted(one for one in spans if one[0] < one[1]):
        if found and after <= found[-1][1]:
            found[-1] = found[-1][0], max(found[-1][1], upto)
        else:
            found.append((after, upto))
    return tuple(found)


def without(upto: int, spans: Iterable[tuple[int, int]]) -> Spans:
    """The stretches of the log up to an event that are in none of these."""
    found, begin = list[tuple[int, int]](), 0
    for after, end in joined(spans):
        found.append((begin, min(after, upto)))
        begin = max(begin, end)
    return joined([*found, (begin, upto)])


#: What a step makes, by its name.
THINGS = {
    "episodes": "episode",
    "concepts": "concept",
    "procedures": "procedure",
    "emotions": "emotional event",
    "patterns": "emotional pattern",
}


def _moved(state: State, command: MoveConsolidation) -> Consolidated:
    run = state.items.get(CONSOLIDATION, {}).get(str(command.of))
    if run is None:
        raise InvalidCommandError(f"There is no consolidation with the number {command.of}.")
    return Consolidated(
        of=command.of, state=command.state.value, step=command.step, made=command.made, reason=command.reason
    )


def _noted(state: State, command: NoteEpisodes) -> list[NewEvent]:
    events: list[NewEvent] = []
    for id, said in command.notes:
        memory = state.memories.get(id)
        if memory is None or not active(memory) or memory.metadata.get(KEY) == said:
            continue
        events.append(Update(id=id, set={"metadata": {**memory.metadata, KEY: dict(said)}}).event(id))
    if events and command.of:
        events.append(Consolidated(of=command.of, step="episodes", made=len(events)).event())
    return events
