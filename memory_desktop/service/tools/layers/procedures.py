"""Tools for procedures: which apply, making and improving them, carrying one out, and practice of skills."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from pydantic import Field

from memory_desktop.core.errors import KnownError
from memory_desktop.core.layers.conditions import Operator, Situation, Value
from memory_desktop.core.layers.payload import read
from memory_desktop.core.layers.procedure_runs import Ability, Performance, Run, RunState
from memory_desktop.core.layers.procedures import Procedure, ProcedureType, cleaned, text_of, version_of
from memory_desktop.core.memory.canonical import iso
from memory_desktop.engine.layers.library import Entry, Origin
from memory_desktop.engine.layers.procedures import Progress
from memory_desktop.service.tools.base import Arguments, Errand, Request, Result, Tool

_OPERATORS = ", ".join(Operator)
_TYPES = ", ".join(ProcedureType)
_USER = Field(default="", description="Whose, where several people use you.")
_NAME = Field(description="The procedure’s name or id.")
#: A value that is known: a text, a number, yes or no, or several texts.
Known = str | bool | float | list[str]


class OneCondition(Arguments):
    """Something that has to hold."""

    key: str
    operator: str = Field(default="present", description=f"One of {_OPERATORS}.")
    value: Known | None = None


class OneAlternative(Arguments):
    """What to try where a step failed."""

    description: str
    actions: list[str] = Field(default_factory=list)
    expected_outcome: str = ""


class OneStep(Arguments):
    """A step."""

    description: str
    step_id: str = Field(default="", description="Its own among the steps; made if it is left out.")
    conditions: list[OneCondition] = Field(default_factory=list, description="All must hold, or it is skipped.")
    actions: list[str] = Field(default_factory=list, description="What to carry out, in words.")
    expected_outcome: str = ""
    alternatives: list[OneAlternative] = Field(default_factory=list, description="Tried in this order on failure.")


class Triggers(Arguments):
    """When a procedure applies."""

    user_states: list[str] = Field(default_factory=list, description="How the user is.")
    request_patterns: list[str] = Field(default_factory=list, description="Phrases; * stands for any words.")
    context_requirements: list[OneCondition] = Field(default_factory=list, description="All must hold.")


# --- the library ----------------------------------------------------------------------------------------------------


class ListArguments(Arguments):
    """What `procedures` takes."""

    request: str = Field(default="", description="The user’s message: only what it asks for is listed.")
    user_states: list[str] = Field(default_factory=list, description="How the user is: only what fits is listed.")
    values: dict[str, Known] = Field(default_factory=dict, description="What else is known, for conditions.")
    user_id: str = _USER
    limit: int = Field(default=20, ge=1, le=200)


class Did(Result):
    """How a procedure did."""

    success_rate: float | None = Field(description="Of the runs in which it was carried out; null without any.")
    usage_count: int
    last_used: str | None
    user_feedback: dict[str, float] = Field(description="Rating by user, from 0 to 1.")


class OneProcedure(Result):
    """A procedure."""

    id: str
    name: str
    type: str
    text: str = Field(description="All of it, as text.")
    version: str = Field(description="Another one once it says something else.")
    procedure: dict[str, Any] = Field(description="All of it, as save_procedure takes it.")
    performance: Did
    score: float | None = Field(default=None, description="How well it fits what was asked for.")
    reasons: list[str] = Field(default_factory=list, description="Why it fits.")


class ListResult(Result):
    """What `procedures` answers."""

    procedures: list[OneProcedure] = Field(description="Best first where something was asked for, else by name.")


def _did(one: Performance) -> Did:
    return Did(
        success_rate=one.success_rate,
        usage_count=one.usage_count,
        last_used=iso(one.last_used) if one.last_used is not None else None,
        user_feedback=dict(one.user_feedback),
    )


def _told(entry: Entry[Procedure], did: Performance, **more: Any) -> OneProcedure:
    said = msgspec.to_builtins(entry.payload)
    said.pop("origin", None)
    return OneProcedure(
        id=entry.id,
        name=entry.payload.name,
        type=entry.payload.type,
        text=text_of(entry.payload),
        version=version_of(entry.payload),
        procedure=said,
        performance=_did(did),
        **more,
    )


def _procedures(errand: Errand, given: ListArguments) -> ListResult:
    library = errand.engine.layers.procedures
    if given.request or given.user_states or given.values:
        fits = library.find_applicable(_situation(given), given.user_id, given.limit)
        errand.ids += [one.entry.memory.id for one in fits]
        return ListResult(
            procedures=[
                _told(one.entry, one.performance, score=one.fit.score, reasons=list(one.fit.reasons)) for one in fits
            ]
        )
    cards = library.cards(given.user_id)[: given.limit]
    errand.ids += [one.entry.memory.id for one in cards]
    return ListResult(procedures=[_told(one.entry, one.performance) for one in cards])


class SaveArguments(Arguments):
    """What `save_procedure` takes."""

    name: str = Field(description="As “Calm an upset customer”. One that is there gets this version.")
    type: str = Field(description=f"One of {_TYPES}.")
    steps: list[OneStep]
    trigger_conditions: Triggers = Field(default_factory=Triggers)
    safety_checks: list[str] = Field(default_factory=list, description="All must pass before the first step.")
    boundary_considerations: list[str] = Field(default_factory=list, description="Limits to keep in mind.")
    why: str = Field(default="", description="Why this version is better than the one before.")
    learned_from: list[str] = Field(
        default_factory=list,
        description="Ids of memories that show it: then it only adds to a procedure that is there already.",
    )
    version: str | None = Field(
        default=None, description="Of the one that you read and changed: it is refused if it was changed since."
    )
    user_id: str = _USER


class SaveResult(Result):
    """What `save_procedure` answers."""

    procedure: OneProcedure
    made: bool = Field(description="It is new; else it is another version of one.")


def _given(given: SaveArguments) -> Procedure:
    said = given.model_dump(exclude={"why", "user_id", "learned_from", "version"}, exclude_none=True)
    return cleaned(read(said, Procedure))


def _save(errand: Errand, given: SaveArguments) -> SaveResult:
    library, wanted = errand.engine.layers.procedures, _given(given)
    origin = Origin(actor=errand.actor)
    there = [one for one in library.list(given.user_id) if one.payload.name.casefold() == wanted.name.casefold()]
    if given.learned_from:
        made = library.learn_procedure(wanted, given.learned_from, given.user_id, why=given.why, origin=origin).entry
    elif there:
        before = there[0].payload
        wanted = msgspec.structs.replace(wanted, refinements=before.refinements)
        made = library.edit(there[0].id, wanted, why=given.why, version=given.version, origin=origin)
    else:
        made = library.create(wanted, given.user_id, origin=origin)
    if made is None:
        raise KnownError("It is held back until a person looks at it.")
    errand.ids.append(made.memory.id)
    return SaveResult(procedure=_told(made, library.performance(made.id)), made=not there)


def _ask_to_save(errand: Errand, given: SaveArguments) -> Request:  # noqa: ARG001 - as every tool
    wanted = _given(given)
    words = [f"Save the procedure “{wanted.name}”", text_of(wanted), *([given.why] if given.why else [])]
    return Request(
        "\n\n".join(words), ids=tuple(given.learned_from), names=("type", "user_id", "learned_from", "version")
    )


class NamedArguments(Arguments):
    """What `retire_procedure` takes."""

    name: str = _NAME
    user_id: str = _USER


class RetireResult(Result):
    """What `retire_procedure` answers."""

    retired_procedure: str = Field(description="Its name.")


def _retire(errand: Errand, given: NamedArguments) -> RetireResult:
    origin = Origin(actor=errand.actor)
    old = errand.engine.layers.procedures.retire(given.name, given.user_id, origin=origin)
    errand.ids.append(old.memory.id)
    return RetireResult(retired_procedure=old.payload.name)


def _ask_to_retire(errand: Errand, given: NamedArguments) -> Request:
    old = errand.engine.layers.procedures.get(given.name, given.user_id)
    return Request(f"Retire the procedure “{old.payload.name}”", ids=(old.memory.id,), names=("name", "user_id"))


# --- runs -----------------------------------------------------------------------------------------------------------


class OneTask(Result):
    """What is to be carried out now, and then reported on."""

    about: str = Field(description="To be given to report_step.")
    kind: str = Field(description="safety check, step or alternative.")
    title: str
    actions: list[str]
    expected_outcome: str
    number: int
    of: int


class OneRun(Result):
    """A run of a procedure."""

    run_id: str
    procedure: str = Field(description="Its name.")
    state: str = Field(description="running, stopped or finished.")
    outcome: str | None = Field(description="How it ended.")
    next: OneTask | None = Field(description="What to do now; null where there is nothing to do.")
    boundary_considerations: list[str] = Field(description="Limits to keep in mind meanwhile.")
    skipped: list[str] = Field(description="Steps whose conditions do not hold, and why.")
    required_not_known: list[str] = Field(description="What the procedure requires and nobody has said: find out.")
    required_not_so: list[str] = Field(description="What the procedure requires and is otherwise: it may not apply.")


def _progress(errand: Errand, one: Progress) -> OneRun:
    errand.ids.append(one.run.memory)
    task = one.walk.task if one.walk is not None and one.run.state is RunState.RUNNING else None
    stages = one.walk.stages if one.walk is not None else ()
    return OneRun(
        run_id=one.run.id,
        procedure=one.procedure.name if one.procedure is not None else "",
        state=one.run.state.value,
        outcome=one.run.outcome.value if one.run.outcome is not None else None,
        next=OneTask(
            about=task.about,
            kind=task.kind.value,
            title=task.title,
            actions=list(task.actions),
            expected_outcome=task.expected_outcome,
            number=task.number,
            of=task.of,
        )
        if task is not None
        else None,
        boundary_considerations=list(one.procedure.boundary_considerations) if one.procedure is not None else [],
        skipped=[f"{each.task.title}: {each.note}" for each in stages if each.mark.value == "skipped"],
        required_not_known=[each.words for each in one.lacking],
        required_not_so=list(one.missed_words),
    )


class StartArguments(Arguments):
    """What `start_procedure` takes."""

    name: str = _NAME
    request: str = Field(default="", description="What the user asks for.")
    user_states: list[str] = Field(default_factory=list, description="How the user is.")
    values: dict[str, Known] = Field(default_factory=dict, description="What else is known, for conditions of steps.")
    user_id: str = _USER


def _start(errand: Errand, given: StartArguments) -> OneRun:
    library = errand.engine.layers.procedures
    return _progress(errand, library.start(given.name, _situation(given), given.user_id, actor=errand.actor))


def _ask_to_start(errand: Errand, given: StartArguments) -> Request:
    entry = _usable(errand, given.name, given.user_id)
    words = [f"Start the procedure “{entry.payload.name}”", given.request, *given.user_states, *_texts(given.values)]
    text = "\n\n".join(one for one in words if one)
    return Request(text, ids=(entry.memory.id,), names=("name", "user_id"))


class ReportArguments(Arguments):
    """What `report_step` takes."""

    run_id: str
    succeeded: bool = Field(description="Was it done, or did the check pass?")
    about: str = Field(default="", description="The task that you report on, as it was given to you.")
    note: str = Field(default="", description="What happened.")
    values: dict[str, Known] = Field(default_factory=dict, description="What is known since, for later conditions.")


def _report(errand: Errand, given: ReportArguments) -> OneRun:
    done = errand.engine.layers.procedures.report(
        given.run_id,
        given.succeeded,
        given.note,
        about=given.about,
        values=_values(given.values),
        actor=errand.actor,
    )
    return _progress(errand, done)


def _ask_to_report(errand: Errand, given: ReportArguments) -> Request:
    one = errand.engine.layers.procedures.run(given.run_id)
    task = one.walk.task if one.walk is not None else None
    if task is None:
        raise KnownError("This run asks for nothing.")
    went = "done" if given.succeeded else "failed"
    words = [f"Report on “{task.title}”: {went}", given.note, *_texts(given.values)]
    settled = {"about": given.about or task.about}
    text = "\n\n".join(word for word in words if word)
    return Request(text, ids=(one.run.memory,), names=("run_id", "about", "succeeded"), settled=settled)


class StopArguments(Arguments):
    """What `stop_procedure` takes."""

    run_id: str
    do: Literal["stop", "resume"] = Field(default="stop", description="Let it rest, or go on.")
    note: str = Field(default="", description="Why.")


def _stop(errand: Errand, given: StopArguments) -> OneRun:
    library = errand.engine.layers.procedures
    if given.do == "resume":
        return _progress(errand, library.resume(given.run_id, actor=errand.actor))
    return _progress(errand, library.stop(given.run_id, given.note, actor=errand.actor))


def _ask_to_stop(errand: Errand, given: StopArguments) -> Request:
    one = errand.engine.layers.procedures.run(given.run_id)
    name = one.procedure.name if one.procedure is not None else "a purged procedure"
    words = f"{given.do.title()} a run of “{name}”" + (f"\n\n{given.note}" if given.note else "")
    return Request(words, ids=(one.run.memory,), names=("run_id", "do"))


class RunsArguments(Arguments):
    """What `procedure_runs` takes."""

    name: str = Field(default="", description="Only of this procedure.")
    open_only: bool = Field(default=True, description="Only those that are not finished.")
    user_id: str = _USER
    limit: int = Field(default=20, ge=1, le=200)


class RunsResult(Result):
    """What `procedure_runs` answers."""

    runs: list[OneRun] = Field(description="Newest first.")


def _runs(errand: Errand, given: RunsArguments) -> RunsResult:
    library = errand.engine.layers.procedures
    procedure = _usable(errand, given.name, given.user_id).id if given.name else None
    found: tuple[Run, ...] = library.runs(procedure, given.user_id, open_only=given.open_only)[: given.limit]
    return RunsResult(runs=[_progress(errand, library.run(one.id)) for one in found])


class RateArguments(Arguments):
    """What `rate_procedure` takes."""

    name: str = _NAME
    rating: float | None = Field(description="From 0 to 1; null takes the rating back.", ge=0, le=1)
    user_id: str = _USER


class RateResult(Result):
    """What `rate_procedure` answers."""

    performance: Did


def _rate(errand: Errand, given: RateArguments) -> RateResult:
    library = errand.engine.layers.procedures
    return RateResult(performance=_did(library.rate(given.name, given.rating, given.user_id, actor=errand.actor)))


def _ask_to_rate(errand: Errand, given: RateArguments) -> Request:
    entry = _usable(errand, given.name, given.user_id)
    rating = "no rating" if given.rating is None else f"{given.rating:.0%}"
    words = f"Rate the procedure “{entry.payload.name}”: {rating}"
    return Request(words, ids=(entry.memory.id,), names=("name", "user_id", "rating"))


# --- skills ---------------------------------------------------------------------------------------------------------


class PractiseArguments(Arguments):
    """What `practise_skill` takes."""

    skill: str = Field(description="The skill’s name or id.")
    succeeded: bool


class OneAbility(Result):
    """How well a skill is known."""

    skill_name: str
    proficiency: float = Field(description="(successes + 1) / (practices + 2); 0 until it was practised.")
    components: list[str] = Field(description="Skills that it is made of.")
    practice_count: int
    improvement_trajectory: list[float] = Field(description="Proficiency after each practice.")


class AbilitiesArguments(Arguments):
    """What `skill_proficiency` takes."""

    limit: int = Field(default=50, ge=1, le=500)


class AbilitiesResult(Result):
    """What `skill_proficiency` answers."""

    total: int
    skills: list[OneAbility]


def _abilities(errand: Errand, given: AbilitiesArguments) -> AbilitiesResult:
    every = errand.engine.layers.procedures.skill_library()
    return AbilitiesResult(total=len(every), skills=[_ability(one) for one in every[: given.limit]])


def _ability(one: Ability) -> OneAbility:
    return OneAbility(
        skill_name=one.skill_name,
        proficiency=one.proficiency,
        components=list(one.components),
        practice_count=one.practice_count,
        improvement_trajectory=list(one.improvement_trajectory),
    )


def _practise(errand: Errand, given: PractiseArguments) -> OneAbility:
    done = errand.engine.layers.procedures.practise(given.skill, given.succeeded, actor=errand.actor)
    errand.ids.append(done.id)
    return _ability(done)


def _ask_to_practise(errand: Errand, given: PractiseArguments) -> Request:
    skill = errand.engine.conversations.skills.get(given.skill)
    went = "it went well" if given.succeeded else "it did not go well"
    words = f"Note that the skill “{skill.name}” was practised: {went}"
    return Request(words, ids=(skill.id,), names=("skill", "succeeded"))


# --- parts ----------------------------------------------------------------------------------------------------------


def _situation(given: ListArguments | StartArguments) -> Situation:
    return Situation(given.request, tuple(given.user_states), _values(given.values))


def _values(given: dict[str, Known]) -> dict[str, Value]:
    return {key: tuple(value) if isinstance(value, list) else value for key, value in given.items()}


def _texts(given: dict[str, Known]) -> list[str]:
    return [f"{key}: {', '.join(value) if isinstance(value, list) else value}" for key, value in given.items()]


def _usable(errand: Errand, name: str, user: str) -> Entry[Procedure]:
    return errand.engine.layers.procedures.usable(name, user)


TOOLS = (
    Tool(
        "procedures",
        "List procedures",
        "How things are done: every procedure, or those that a request, a user’s state or other values call for.",
        ListArguments,
        ListResult,
        _procedures,
    ),
    Tool(
        "save_procedure",
        "Save a procedure",
        "Make a procedure, or a new version of one: steps in words, with conditions, what to try when a step fails, "
        "when it applies, and safety checks.",
        SaveArguments,
        SaveResult,
        _save,
        writes=True,
        asks=_ask_to_save,
        destructive=True,
    ),
    Tool(
        "retire_procedure",
        "Retire a procedure",
        "Let a procedure apply no more. The person can bring it back; undo does, too.",
        NamedArguments,
        RetireResult,
        _retire,
        writes=True,
        asks=_ask_to_retire,
        destructive=True,
    ),
    Tool(
        "start_procedure",
        "Start a procedure",
        "Begin to carry a procedure out. You do what it says, and report each task with report_step.",
        StartArguments,
        OneRun,
        _start,
        writes=True,
        asks=_ask_to_start,
    ),
    Tool(
        "report_step",
        "Report a step",
        "Say how the task of a run went; the answer is what to do next.",
        ReportArguments,
        OneRun,
        _report,
        writes=True,
        asks=_ask_to_report,
    ),
    Tool(
        "stop_procedure",
        "Stop or resume a run",
        "Let a run of a procedure rest, or go on.",
        StopArguments,
        OneRun,
        _stop,
        writes=True,
        asks=_ask_to_stop,
    ),
    Tool(
        "procedure_runs",
        "List runs",
        "Runs of procedures, and what each asks for now.",
        RunsArguments,
        RunsResult,
        _runs,
    ),
    Tool(
        "rate_procedure",
        "Rate a procedure",
        "What the user thinks of a procedure.",
        RateArguments,
        RateResult,
        _rate,
        writes=True,
        asks=_ask_to_rate,
        idempotent=True,
    ),
    Tool(
        "skill_proficiency",
        "List how well skills are known",
        "Each skill with its proficiency, how often it was practised, and the skills that it is made of.",
        AbilitiesArguments,
        AbilitiesResult,
        _abilities,
    ),
    Tool(
        "practise_skill",
        "Note practice of a skill",
        "Say that a skill was practised, and whether it went well; the answer is how well it is known.",
        PractiseArguments,
        OneAbility,
        _practise,
        writes=True,
        asks=_ask_to_practise,
    ),
)
