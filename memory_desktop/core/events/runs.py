"""Runs of procedures, ratings of them, and practice of skills. What these come to is read from them, never kept."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import msgspec

from memory_desktop.core.conversation.cycles import id_of
from memory_desktop.core.conversion import convert
from memory_desktop.core.errors import InvalidCommandError, NotFoundError
from memory_desktop.core.events.event import Event, EventType, NewEvent
from memory_desktop.core.events.family import Change, Command, Family, Payload, State, Touch, Way
from memory_desktop.core.layers.conditions import Value
from memory_desktop.core.layers.payload import payload_of
from memory_desktop.core.layers.procedure_runs import (
    Outcome,
    Practice,
    Report,
    Run,
    RunState,
    Walk,
    run_json,
    walked,
)
from memory_desktop.core.layers.procedures import Procedure
from memory_desktop.core.memory.records import Memory

#: The kinds of items that these families own: `Run`s by id, `Rating`s by `rating_id`, `Practice`s by id.
RUN, RATING, PRACTICE = "run", "rating", "practice"

Values = tuple[tuple[str, Value], ...]
T = TypeVar("T")


class Ran(Payload, frozen=True):
    """A run is as it says from now on; None: there is no such run any more (an undo).

    `did`: "started", "stopped", "resumed", "imported", "taken back" or "put back".
    """

    type = EventType.RUN
    memory: str
    did: str = "started"
    run: dict[str, Any] | None = None


class Reported(Payload, frozen=True):
    """How a task of a run went; see `Report`. `outcome`: how the run ended with it, "" while it goes on."""

    type = EventType.REPORT
    memory: str
    about: str
    succeeded: bool
    note: str = ""
    values: list[list[Any]] = msgspec.field(default_factory=list)
    outcome: str = ""


class Rated(Payload, frozen=True):
    """A user rates a procedure; None takes the rating away."""

    type = EventType.RATE
    procedure: str
    user: str = ""
    rating: float | None = None


class Practised(Payload, frozen=True):
    """A skill was practised; None: it was not (an undo)."""

    type = EventType.PRACTICE
    memory: str
    practice: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Rating:
    """What a user thinks of a procedure, in [0, 1]."""

    procedure: str
    user_id: str
    rating: float


@dataclass(frozen=True, slots=True)
class StartRun(Command):
    """Begin a run of the procedure that a memory holds. `procedure`: its id."""

    procedure: str
    memory: str
    user: str = ""
    actor: str = ""
    values: Values = ()

    def named(self, vault_id: str) -> Sequence[str]:  # noqa: ARG002
        return [self.memory]


@dataclass(frozen=True, slots=True)
class ReportTask(Command):
    """Say how the task went that a run asks for. `about`: which that is, to be sure; "" for the one of now."""

    run: str
    memory: str
    succeeded: bool
    about: str = ""
    note: str = ""
    values: Values = ()

    def named(self, vault_id: str) -> Sequence[str]:  # noqa: ARG002
        return [self.memory]


@dataclass(frozen=True, slots=True)
class StopRun(Command):
    """Let a run rest, or (`stop` false) go on."""

    run: str
    stop: bool = True
    note: str = ""


@dataclass(frozen=True, slots=True)
class RateProcedure(Command):
    """Rate a procedure for a user, in [0, 1]; None takes the rating away."""

    procedure: str
    user: str
    rating: float | None


@dataclass(frozen=True, slots=True)
class PractiseSkill(Command):
    """Say that a skill was practised, and whether it went well. `skill`: the line of its memory."""

    skill: str
    memory: str
    succeeded: bool
    actor: str = ""

    def named(self, vault_id: str) -> Sequence[str]:  # noqa: ARG002
        return [self.memory]


@dataclass(frozen=True, slots=True)
class CarryRuns(Command):
    """Keep runs as another vault had them, but for those whose id is known."""

    runs: tuple[Run, ...]


@dataclass(frozen=True, slots=True)
class CarryRatings(Command):
    """Keep ratings as another vault had them; what a user said here stays."""

    ratings: tuple[Rating, ...]


@dataclass(frozen=True, slots=True)
class CarryPractice(Command):
    """Keep practice as another vault had it, by id, but for what is known."""

    practices: tuple[tuple[str, Practice], ...]


def rating_id(procedure: str, user: str) -> str:
    """The item that stands for what a user thinks of a procedure; it does not show the user's name."""
    return id_of("rating", f"{procedure}\n{user}")


class _ItemFamily(Family):
    """What the three families have in common: an item is put back as it was by one event."""

    def take_back(self, kind: str, changes: Sequence[Change[Any]], way: Way) -> None:
        """Each is as it was. Where it went on since, what came later has to be taken back first."""
        for one in changes:
            if one.before == one.now:
                continue
            if one.now != one.after:
                way.later.append((kind, one.item))
                continue
            way.events.append(_back(one).event(one.item))


class RunFamily(_ItemFamily):
    """Runs: begun, reported on, stopped and resumed."""

    name = "runs"
    payloads = (Ran, Reported)
    commands = (StartRun, ReportTask, StopRun, CarryRuns)
    kinds = (RUN,)

    def items(self, event: Event, payload: Any) -> Iterable[Touch]:
        """The run; the memory of the procedure is mentioned."""
        return [Touch(RUN, event.item), Touch("memory", payload.memory, changes=False)]

    def decide(self, state: State, command: Any) -> list[NewEvent]:
        """See `Family.decide`."""
        match command:
            case StartRun():
                return _started(state, command)
            case ReportTask():
                return _reported(state, command)
            case StopRun():
                return _stopped(state, command)
            case CarryRuns():
                new = {one.id: one for one in command.runs if one.id not in state.items.get(RUN, {})}
                return [Ran(memory=one.memory, did="imported", run=run_json(one)).event(id) for id, one in new.items()]
        return super().decide(state, command)

    def fold(self, items: dict[str, Any], event: Event, payload: Any) -> None:
        """The runs."""
        if isinstance(payload, Ran):
            _set(items, event.item, _read(payload.run, Run))
        elif event.item in items:
            items[event.item] = _with_report(items[event.item], event, payload)

    def take_back(self, kind: str, changes: Sequence[Change[Run]], way: Way) -> None:
        """See `_ItemFamily`."""
        super().take_back(kind, changes, way)

    def words(self, event: Event, payload: Any, item: str) -> str:  # noqa: ARG002
        """See `Family.words`."""
        if isinstance(payload, Ran):
            return f"Run of a procedure {payload.did}"
        went = f"{_about(payload.about)} {'done' if payload.succeeded else 'failed'}"
        return f"{went}; run {payload.outcome}" if payload.outcome else went

    def title(self, payload: Any, types: Mapping[str, int]) -> str:  # noqa: ARG002
        """See `Family.title`."""
        if isinstance(payload, Reported):
            return f"report on {_about(payload.about).lower()}"
        return {"stopped": "stop run", "resumed": "resume run"}.get(payload.did, "start procedure")


class RatingFamily(_ItemFamily):
    """What users think of procedures."""

    name = "ratings"
    payloads = (Rated,)
    commands = (RateProcedure, CarryRatings)
    kinds = (RATING,)

    def items(self, event: Event, payload: Any) -> Iterable[Touch]:
        """The rating; the procedure is mentioned."""
        return [Touch(RATING, event.item), Touch("memory", payload.procedure, changes=False)]

    def decide(self, state: State, command: Any) -> list[NewEvent]:
        """See `Family.decide`."""
        if isinstance(command, CarryRatings):
            given = {rating_id(one.procedure, one.user_id): one for one in command.ratings}
            new = {id: one for id, one in given.items() if id not in state.items.get(RATING, {})}
            return [
                Rated(procedure=one.procedure, user=one.user_id, rating=one.rating).event(id) for id, one in new.items()
            ]
        return _rated(state, command) if isinstance(command, RateProcedure) else super().decide(state, command)

    def fold(self, items: dict[str, Any], event: Event, payload: Any) -> None:
        """The ratings."""
        rating = payload.rating
        _set(items, event.item, Rating(payload.procedure, payload.user, rating) if rating is not None else None)

    def take_back(self, kind: str, changes: Sequence[Change[Rating]], way: Way) -> None:
        """See `_ItemFamily`."""
        super().take_back(kind, changes, way)

    def words(self, event: Event, payload: Any, item: str) -> str:  # noqa: ARG002
        """See `Family.words`."""
        return "Rating of a procedure removed" if payload.rating is None else f"Procedure rated {payload.rating:.0%}"

    def title(self, payload: Any, types: Mapping[str, int]) -> str:  # noqa: ARG002
        """See `Family.title`."""
        return "rate procedure"


class PracticeFamily(_ItemFamily):
    """Practice of skills."""

    name = "practice"
    payloads = (Practised,)
    commands = (PractiseSkill, CarryPractice)
    kinds = (PRACTICE,)

    def items(self, event: Event, payload: Any) -> Iterable[Touch]:
        """The practice; the memory of the skill is mentioned."""
        return [Touch(PRACTICE, event.item), Touch("memory", payload.memory, changes=False)]

    def decide(self, state: State, command: Any) -> list[NewEvent]:
        """See `Family.decide`."""
        if isinstance(command, CarryPractice):
            new = {id: one for id, one in command.practices if id not in state.items.get(PRACTICE, {})}
            return [_practised(one).event(id) for id, one in new.items()]
        if not isinstance(command, PractiseSkill):
            return super().decide(state, command)
        memory = state.memory(command.memory).id
        made = Practice(
            skill=command.skill, memory=memory, succeeded=command.succeeded, at=state.now, actor=command.actor
        )
        return [_practised(made).event(state.new_id("practice", 0))]

    def fold(self, items: dict[str, Any], event: Event, payload: Any) -> None:
        """The practices."""
        _set(items, event.item, _read(payload.practice, Practice))

    def take_back(self, kind: str, changes: Sequence[Change[Practice]], way: Way) -> None:
        """See `_ItemFamily`."""
        super().take_back(kind, changes, way)

    def words(self, event: Event, payload: Any, item: str) -> str:  # noqa: ARG002
        """See `Family.words`."""
        if payload.practice is None:
            return "Practice of a skill taken back"
        return f"Skill practised: {'it went well' if payload.practice.get('succeeded') else 'it did not go well'}"

    def title(self, payload: Any, types: Mapping[str, int]) -> str:  # noqa: ARG002
        """See `Family.title`."""
        return "practise skill"


def position(state: State, memory: str, run: Run) -> Walk:
    """Where a run is, by the version of its procedure. Raises InvalidCommandError: that was purged."""
    return walked(procedure_in(state.memory(memory)), run.values, run.reports)


def procedure_in(memory: Memory) -> Procedure:
    """The procedure that a memory holds. Raises InvalidCommandError: none, as when it was purged."""
    found = payload_of(memory, Procedure)
    if found is None:
        raise InvalidCommandError(
            "The procedure of this run is not there any more.", hint="It was purged. The run can only be stopped."
        )
    return found


def _started(state: State, command: StartRun) -> list[NewEvent]:
    run = Run(
        id=state.new_id("run", 0),
        procedure=command.procedure,
        memory=command.memory,
        user_id=command.user,
        actor=command.actor,
        started=state.now,
        values=command.values,
    )
    walk = position(state, command.memory, run)
    if walk.outcome is not None:  # no step of it applies
        run = msgspec.structs.replace(run, state=RunState.FINISHED, outcome=walk.outcome, ended=state.now)
    return [Ran(memory=run.memory, run=run_json(run)).event(run.id)]


def _reported(state: State, command: ReportTask) -> list[NewEvent]:
    run = _run(state, command.run)
    if run.state is not RunState.RUNNING:
        raise InvalidCommandError(
            f"This run is {run.state.value}.", hint="Resume it first." if run.state is RunState.STOPPED else ""
        )
    task = position(state, run.memory, run).task
    if task is None:
        raise InvalidCommandError("This run asks for nothing.")
    if command.about and command.about != task.about:
        raise InvalidCommandError(f"This run asks for {task.about} now, not for {command.about}.")
    report = Report(about=task.about, succeeded=command.succeeded, at=state.now, values=command.values)
    after = msgspec.structs.replace(run, reports=(*run.reports, report))
    outcome = position(state, run.memory, after).outcome
    said = Reported(
        memory=run.memory,
        about=task.about,
        succeeded=command.succeeded,
        note=command.note,
        values=[[key, list(value) if isinstance(value, tuple) else value] for key, value in command.values],
        outcome=outcome.value if outcome is not None else "",
    )
    return [said.event(run.id)]


def _stopped(state: State, command: StopRun) -> list[NewEvent]:
    run = _run(state, command.run)
    if run.state is RunState.FINISHED:
        raise InvalidCommandError("This run is finished.")
    wanted = RunState.STOPPED if command.stop else RunState.RUNNING
    if run.state is wanted:
        return []
    after = msgspec.structs.replace(run, state=wanted, note=command.note)
    return [Ran(memory=run.memory, did="stopped" if command.stop else "resumed", run=run_json(after)).event(run.id)]


def _rated(state: State, command: RateProcedure) -> list[NewEvent]:
    if command.rating is not None and not 0.0 <= command.rating <= 1.0:
        raise InvalidCommandError("A rating is from 0 to 1.")
    id = rating_id(command.procedure, command.user)
    before = state.items.get(RATING, {}).get(id)
    if (before.rating if before is not None else None) == command.rating:
        return []
    return [Rated(procedure=command.procedure, user=command.user, rating=command.rating).event(id)]


def _run(state: State, id: str) -> Run:
    found = state.items.get(RUN, {}).get(id)
    if not isinstance(found, Run):
        raise NotFoundError(f"There is no run with the id {id}.")
    return found


def _with_report(run: Run, event: Event, said: Reported) -> Run:
    values = tuple((str(key), tuple(value) if isinstance(value, list) else value) for key, value in said.values)
    report = Report(
        about=said.about, succeeded=said.succeeded, at=event.ts, note=said.note, actor=event.actor, values=values
    )
    after = msgspec.structs.replace(run, reports=(*run.reports, report))
    if not said.outcome:
        return after
    outcome = Outcome(said.outcome) if said.outcome in tuple(Outcome) else None
    return msgspec.structs.replace(after, state=RunState.FINISHED, outcome=outcome, ended=event.ts, note="")


def _practised(practice: Practice) -> Practised:
    return Practised(memory=practice.memory, practice=msgspec.to_builtins(practice))


def _back(one: Change[Any]) -> Payload:
    """The event that puts an item back as it was, or takes it away."""
    known = one.before if one.before is not None else one.now
    match known:
        case Run():
            made = run_json(known) if one.before is not None else None
            return Ran(memory=known.memory, did="put back" if made is not None else "taken back", run=made)
        case Rating():
            rating = one.before.rating if one.before is not None else None
            return Rated(procedure=known.procedure, user=known.user_id, rating=rating)
        case Practice():
            return _practised(known) if one.before is not None else Practised(memory=known.memory)
    raise InvalidCommandError("This cannot be taken back.")


def _read(raw: dict[str, Any] | None, what: type[T]) -> T | None:
    """What an event says an item is; None for none, and for one that only a newer program can read."""
    if raw is None:
        return None
    try:
        return convert(raw, what)
    except msgspec.ValidationError:
        return None


def _set(items: dict[str, Any], id: str, value: Any) -> None:
    if value is None:
        items.pop(id, None)
    else:
        items[id] = value


def _about(about: str) -> str:
    """What a report is about, in words."""
    if about.startswith("safety:"):
        return f"Safety check {about.removeprefix('safety:')}"
    return "Alternative" if "/alternative:" in about else "Step"
