"""Runs of the forgetting schedule: how one began, what each batch of it let fade or forgot, and how it ended.

All batches of a run are one command. A run keeps the lines of the memories (see `Memory.origin`) that it dealt with:
their next due date counts from it, unless it is taken back.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Any

import msgspec

from memory_desktop.core.errors import InvalidCommandError, NotFoundError
from memory_desktop.core.events.event import Event, EventType, NewEvent
from memory_desktop.core.events.family import Change, Command, Family, Payload, State, Touch, Way
from memory_desktop.core.events.memory import active, retired
from memory_desktop.core.events.protection import PROTECTION, protection_id
from memory_desktop.core.events.recall import Decay
from memory_desktop.core.memory.canonical import iso, parse_time
from memory_desktop.core.wording import memories

#: The kind of item that this family owns: `ForgettingRun`s by `run_id`.
FORGETTING = "forgetting"
#: Why a memory was forgotten, as its event says it.
DUE = "due"


class RunState(StrEnum):
    """How far a run has come. An unfinished one is carried on when the vault is next opened."""

    RUNNING = "running"
    DONE = "done"
    STOPPED = "stopped"
    UNDONE = "undone"


class Forgetting(Payload, frozen=True):
    """A run begins (`of` 0), or has come so far: then it is written with what its batch did, in one transaction.

    Attributes:
        of: the run. at: the moment that the dates are compared with. forgets: may it forget, or only let fade?
        most: at most so many memories; 0 is all. lines: of those that this batch dealt with. faded, forgotten: how
        many of them.
    """

    type = EventType.FORGETTING
    of: int = 0
    at: str = ""
    forgets: bool = True
    most: int = 0
    state: str = RunState.RUNNING.value
    lines: list[str] = msgspec.field(default_factory=list)
    faded: int = 0
    forgotten: int = 0

    def is_step(self, actor: str) -> bool:  # noqa: ARG002
        return not self.of


@dataclass(frozen=True, slots=True)
class ForgettingRun:
    """A run, by the number of its first event; see `Forgetting`."""

    seq: int
    at: datetime
    actor: str
    forgets: bool
    most: int
    state: RunState = RunState.RUNNING
    lines: tuple[str, ...] = ()
    faded: int = 0
    forgotten: int = 0

    @property
    def left(self) -> int | None:
        """How many more memories it may deal with; None: all."""
        return max(0, self.most - len(self.lines)) if self.most else None


@dataclass(frozen=True, slots=True)
class BeginForgetting(Command):
    """Begin a run; see `Forgetting`."""

    at: datetime
    forgets: bool = True
    most: int = 0


@dataclass(frozen=True, slots=True)
class LetGo(Command):
    """Deal with a batch of a run: let memories decay by one half-life (in hours), forget others, say how far it is."""

    run: int
    fade: tuple[str, ...] = ()
    forget: tuple[str, ...] = ()
    half_life: float = 1.0
    state: RunState = RunState.RUNNING

    def named(self, vault_id: str) -> Sequence[str]:  # noqa: ARG002
        return (*self.fade, *self.forget)


def run_id(seq: int) -> str:
    """The item that stands for a run."""
    return f"forgetting_{seq}"


def faded_at(runs: Iterable[ForgettingRun], *, undone: bool = False) -> dict[str, datetime]:
    """By line, the moment of the last run that dealt with it. `undone`: also of those that were taken back."""
    found: dict[str, datetime] = {}
    for run in sorted(runs, key=lambda one: one.at):
        if undone or run.state is not RunState.UNDONE:
            found |= dict.fromkeys(run.lines, run.at)
    return found


class ForgettingFamily(Family):
    """See the module. What it changes are memories, which `memory` takes back."""

    name = "forgetting"
    payloads = (Forgetting,)
    commands = (BeginForgetting, LetGo)
    kinds = (FORGETTING,)

    def items(self, event: Event, payload: Any) -> Iterable[Touch]:
        """The run."""
        return [Touch(FORGETTING, run_id(payload.of or event.seq))]

    def decide(self, state: State, command: Any) -> list[NewEvent]:
        """See `Family.decide`."""
        match command:
            case BeginForgetting():
                said = Forgetting(at=iso(command.at), forgets=command.forgets, most=command.most)
                return [said.event(run_id(state.next_seq))]
            case LetGo():
                return _let_go(state, command)
        return super().decide(state, command)

    def fold(self, items: dict[str, Any], event: Event, payload: Any) -> None:
        """The runs."""
        id = run_id(payload.of or event.seq)
        if not payload.of:
            at = parse_time(payload.at) if payload.at else event.ts
            items[id] = ForgettingRun(event.seq, at, event.actor, payload.forgets, payload.most)
        elif id in items:
            run: ForgettingRun = items[id]
            items[id] = replace(
                run,
                state=_state(payload.state),
                lines=(*run.lines, *payload.lines),
                faded=run.faded + payload.faded,
                forgotten=run.forgotten + payload.forgotten,
            )

    def take_back(self, kind: str, changes: Sequence[Change[ForgettingRun]], way: Way) -> None:
        """A run that is taken back counts no more; done again, it does. One that was not finished goes on no more."""
        for one in changes:
            if one.now is None or one.before == one.now:
                continue
            if one.now != one.after:
                way.later.append((kind, one.item))
                continue
            state = RunState.UNDONE if one.before is None else one.before.state
            state = RunState.STOPPED if state is RunState.RUNNING else state
            way.events.append(Forgetting(of=one.now.seq, state=state.value).event(one.item))

    def words(self, event: Event, payload: Any, item: str) -> str:  # noqa: ARG002
        """See `Family.words`."""
        if not payload.of:
            return "Forgetting schedule: run started"
        if payload.faded or payload.forgotten:
            done = [f"{memories(payload.faded)} faded"] if payload.faded else []
            done += [f"{memories(payload.forgotten)} forgotten"] if payload.forgotten else []
            return f"Forgetting schedule: {', '.join(done)}"
        return f"Forgetting schedule: run {payload.state}"

    def title(self, payload: Any, types: Mapping[str, int]) -> str:  # noqa: ARG002
        """See `Family.title`."""
        faded, gone = types.get(EventType.DECAY, 0), types.get(EventType.FORGET, 0)
        parts = [f"fade {memories(faded)}"] if faded or not gone else []
        parts += [f"forget {memories(gone)}"] if gone else []
        return f"{' and '.join(parts)} by the schedule"


def _let_go(state: State, command: LetGo) -> list[NewEvent]:
    run = state.items.get(FORGETTING, {}).get(run_id(command.run))
    if not isinstance(run, ForgettingRun):
        raise NotFoundError(f"There is no run of the forgetting schedule with the number {command.run}.")
    if run.state is not RunState.RUNNING:
        raise InvalidCommandError("This run of the forgetting schedule has ended.")
    safe = state.items.get(PROTECTION, {})

    dealt_with = [state.memory(id) for id in dict.fromkeys((*command.fade, *command.forget))]
    letting_go = [one for one in dealt_with if active(one) and protection_id(one.line) not in safe]
    forget = frozenset(command.forget)
    fading, going = ([one for one in letting_go if (one.id in forget) is gone] for gone in (False, True))
    hours = command.half_life
    events = [Decay(id=one.id, hours=hours, half_life=hours).event(one.id) for one in fading if one.salience > 0.0]
    events += [retired(one, reason=DUE) for one in going]
    said = Forgetting(
        of=command.run,
        state=command.state.value,
        lines=[one.line for one in dealt_with],
        faded=len(fading),
        forgotten=len(going),
    )
    return [*events, said.event(run_id(command.run))]


def _state(said: str) -> RunState:
    """An unknown state, of a newer program, is one that has ended."""
    return RunState(said) if said in tuple(RunState) else RunState.STOPPED
