"""A run of a procedure: what is to be done next, given what was reported so far; and what runs come to.

The program carries nothing out. It says what a person or an agent is to do, takes a report of how that went, and says
what comes next. In order: the safety checks, of which one that fails ends the run; then each step whose conditions
hold, and where it fails its alternatives, one after the other. The first step that nothing could save ends the run.

A run succeeds when every step that applies was done, by itself or by an alternative. Where no step applies, or a
safety check fails, the procedure was not carried out, so the run counts in no rate.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

import msgspec

from memory_desktop.core.layers.conditions import Value, unmet
from memory_desktop.core.layers.payload import Part
from memory_desktop.core.layers.procedures import Procedure, Refinement
from memory_desktop.core.wording import count


class RunState(StrEnum):
    """Whether a run goes on."""

    RUNNING = "running"
    STOPPED = "stopped"
    FINISHED = "finished"


class Outcome(StrEnum):
    """How a run ended. Only the first two count."""

    SUCCESS = "succeeded"
    FAILURE = "failed"
    UNSAFE = "stopped by a safety check"
    NOT_APPLICABLE = "not applicable"


COUNTED = (Outcome.SUCCESS, Outcome.FAILURE)


class Report(Part, frozen=True):
    """How something went that a run asked for.

    Attributes:
        about: see `Task.about`. note: in the words of who did it. values: what is known from now on, by key.
    """

    about: str
    succeeded: bool
    at: datetime
    note: str = ""
    actor: str = ""
    values: tuple[tuple[str, Value], ...] = ()


class Run(Part, frozen=True):
    """A run.

    Attributes:
        procedure: its id. memory: id of the memory that holds the version which is run.
        user_id: for whom. values: what was known at the start, by key. note: why it was stopped.
        outcome, ended: once it is finished.
    """

    id: str
    procedure: str
    memory: str
    user_id: str
    actor: str
    started: datetime
    values: tuple[tuple[str, Value], ...] = ()
    reports: tuple[Report, ...] = ()
    state: RunState = RunState.RUNNING
    outcome: Outcome | None = None
    ended: datetime | None = None
    note: str = ""

    @property
    def counts(self) -> bool:
        """Is it part of the success rate?"""
        return self.outcome in COUNTED


class TaskKind(StrEnum):
    """What is asked for."""

    CHECK = "safety check"
    STEP = "step"
    ALTERNATIVE = "alternative"


@dataclass(frozen=True, slots=True)
class Task:
    """Something that is to be carried out and reported on.

    Attributes:
        about: names it within its run: "safety:1", "step:ID" or "step:ID/alternative:1".
        number: of the check, step or alternative of a step, from 1. of: how many there are.
    """

    about: str
    kind: TaskKind
    title: str
    actions: tuple[str, ...] = ()
    expected_outcome: str = ""
    number: int = 1
    of: int = 1


def result_notes(run: Run) -> tuple[str, ...]:
    """What was noted of a run, in order, without what failed where an alternative succeeded; if that is nothing, why
    it was stopped."""
    done = {one.about.partition("/")[0] for one in run.reports if one.succeeded}
    told = (one for one in run.reports if one.succeeded or one.about.partition("/")[0] not in done)
    return tuple(one.note for one in told if one.note) or ((run.note,) if run.note else ())


class Mark(StrEnum):
    """How far a run is with a task."""

    DONE = "done"
    FAILED = "failed"
    SKIPPED = "skipped"
    NOW = "now"
    LATER = "later"
    NOT_NEEDED = "not needed"


@dataclass(frozen=True, slots=True)
class Stage:
    """A task of a run, how far it is with it, and why: what was reported, or the condition that does not hold."""

    task: Task
    mark: Mark
    note: str = ""


@dataclass(frozen=True, slots=True)
class Walk:
    """Where a run is: every task in its order, the one that is to be done now, or how the run ended."""

    stages: tuple[Stage, ...]
    task: Task | None = None
    outcome: Outcome | None = None


def walked(procedure: Procedure, values: Iterable[tuple[str, Value]], reports: Sequence[Report]) -> Walk:
    """Where a run is that began with these values and had these reports. See the module.

    Reports on what the run never asked for are passed over, so that any reports lead somewhere.
    """
    walk = _Walking({one.about: one for one in reversed(reports)}, dict(values))
    checks = len(procedure.safety_checks)
    for number, check in enumerate(procedure.safety_checks, start=1):
        task = Task(f"safety:{number}", TaskKind.CHECK, check, number=number, of=checks)
        if not walk.take(task) and walk.open:
            walk.outcome = Outcome.UNSAFE
    applied = False
    for number, step in enumerate(procedure.steps, start=1):
        task = Task(
            f"step:{step.step_id}",
            TaskKind.STEP,
            step.description,
            step.actions,
            step.expected_outcome,
            number,
            len(procedure.steps),
        )
        lacking = unmet(step.conditions, walk.known) if walk.open else ()
        if lacking:
            walk.stages.append(Stage(task, Mark.SKIPPED, "; ".join(f"Not so: {one.words}" for one in lacking)))
            continue
        applied = applied or walk.open
        saved = walk.take(task)
        for place, other in enumerate(step.alternatives, start=1):
            about = f"{task.about}/alternative:{place}"
            actions, every = other.actions, len(step.alternatives)
            instead = Task(
                about, TaskKind.ALTERNATIVE, other.description, actions, other.expected_outcome, place, every
            )
            if saved:
                walk.stages.append(Stage(instead, Mark.NOT_NEEDED))
            else:
                saved = walk.take(instead)
        if not saved and walk.open:
            walk.outcome = Outcome.FAILURE
    if walk.open:
        walk.outcome = Outcome.SUCCESS if applied else Outcome.NOT_APPLICABLE
    return Walk(tuple(walk.stages), walk.task, walk.outcome)


@dataclass(slots=True)
class _Walking:
    """A walk that is under way: it is open until a task has no report, or the run has ended."""

    told: Mapping[str, Report]
    known: dict[str, Value]
    stages: list[Stage] = field(default_factory=list)
    task: Task | None = None
    outcome: Outcome | None = None

    @property
    def open(self) -> bool:
        return self.task is None and self.outcome is None

    def take(self, task: Task) -> bool:
        """Go past a task; was it done?"""
        if not self.open:
            self.stages.append(Stage(task, Mark.LATER if self.outcome is None else Mark.NOT_NEEDED))
            return False
        report = self.told.get(task.about)
        if report is None:
            self.task = task
            self.stages.append(Stage(task, Mark.NOW))
            return False
        self.known.update(report.values)
        self.stages.append(Stage(task, Mark.DONE if report.succeeded else Mark.FAILED, report.note))
        return report.succeeded


def most_reports(procedure: Procedure) -> int:
    """The most reports that a run can need until it ends."""
    return len(procedure.safety_checks) + sum(1 + len(one.alternatives) for one in procedure.steps)


def unfinished_words(number: int) -> str:
    """How many runs are not finished, in words; "" where all are."""
    return f"{count(number, 'run')} {'is' if number == 1 else 'are'} not finished" if number else ""


def run_json(run: Run) -> dict[str, Any]:
    """A run as an event keeps it."""
    made: dict[str, Any] = msgspec.to_builtins(run)
    return made


# --- what runs come to ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Performance:
    """How a procedure did.

    Attributes:
        success_rate: of the runs that count, in [0, 1]; None while there is none. usage_count: how many those are.
        last_used: when the latest of them ended.
        user_feedback: rating by user, in [0, 1]. refinements: improvements made, oldest first.
        uncounted: finished runs in which nothing was carried out, by outcome.
    """

    success_rate: float | None = None
    usage_count: int = 0
    last_used: datetime | None = None
    user_feedback: Mapping[str, float] = field(default_factory=dict)
    refinements: tuple[Refinement, ...] = ()
    uncounted: Mapping[str, int] = field(default_factory=dict)


def performance(
    runs: Iterable[Run], ratings: Mapping[str, float], refinements: Sequence[Refinement] = ()
) -> Performance:
    """What a procedure's runs come to."""
    finished = [one for one in runs if one.state is RunState.FINISHED]
    counted = [one for one in finished if one.counts]
    successes = sum(one.outcome is Outcome.SUCCESS for one in counted)
    uncounted: dict[str, int] = {}
    for one in finished:
        if not one.counts and one.outcome is not None:
            uncounted[one.outcome.value] = uncounted.get(one.outcome.value, 0) + 1
    return Performance(
        successes / len(counted) if counted else None,
        len(counted),
        max((one.ended for one in counted if one.ended is not None), default=None),
        dict(ratings),
        tuple(refinements),
        uncounted,
    )


class Practice(Part, frozen=True):
    """That a skill was practised. `skill`: the line of its memory; `memory`: the version that was used."""

    skill: str
    memory: str
    succeeded: bool
    at: datetime
    actor: str = ""


@dataclass(frozen=True, slots=True)
class Ability:
    """How well a skill is known.

    Attributes:
        proficiency: in [0, 1]; 0 until it was practised. components: names of the skills that it is made of.
        improvement_trajectory: proficiency after each practice. practised: when each was.
    """

    skill_name: str
    proficiency: float = 0.0
    components: tuple[str, ...] = ()
    practice_count: int = 0
    improvement_trajectory: tuple[float, ...] = ()
    practised: tuple[datetime, ...] = ()
    id: str = ""


def ability(name: str, practices: Sequence[Practice], components: Sequence[str] = (), id: str = "") -> Ability:
    """What practices of a skill, in their order, come to: (successes + 1) / (practices + 2), the rule of succession."""
    course = tuple(_proficiencies(practices))
    return Ability(
        name,
        course[-1] if course else 0.0,
        tuple(components),
        len(course),
        course,
        tuple(one.at for one in practices),
        id,
    )


def _proficiencies(practices: Sequence[Practice]) -> Iterator[float]:
    successes = 0
    for number, one in enumerate(practices, start=1):
        successes += one.succeeded
        yield (successes + 1) / (number + 2)


def circle(name: str, components: Sequence[str], others: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """The way by which a skill would be a part of itself, from its name to its name; empty if there is none.

    Args:
        others: components of the other skills, by name.
    """
    parts = {**others, name: components}
    ways: list[tuple[str, ...]] = [(name,)]
    seen: set[str] = set()
    while ways:
        way = ways.pop()
        for part in parts.get(way[-1], ()):
            if part == name:
                return (*way, name)
            if part not in seen:
                seen.add(part)
                ways.append((*way, part))
    return ()
