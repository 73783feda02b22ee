"""The command for procedures: how things are done, found, run step by step, and rated; and practice of skills."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import orjson

from memory_desktop.cli import output as out
from memory_desktop.cli.console import console
from memory_desktop.cli.values import named
from memory_desktop.core.errors import KnownError
from memory_desktop.core.layers.conditions import Situation, Value
from memory_desktop.core.layers.payload import read
from memory_desktop.core.layers.procedure_runs import Ability, Performance, Run, RunState, Task, unfinished_words
from memory_desktop.core.layers.procedures import Procedure, version_of
from memory_desktop.core.wording import count, shortened

if TYPE_CHECKING:
    from memory_desktop.engine.engine import Engine
    from memory_desktop.engine.layers.library import Entry, Origin
    from memory_desktop.engine.layers.procedures import Applicable, Procedures, Progress

OK = 0
_LINE = 100


def procedures(vault: Engine, args: Namespace) -> int:
    """List, show, make, change, retire, find, run and rate procedures, and practise skills."""
    return _ACTIONS[args.action](vault.layers.procedures, args)


# --- the library ----------------------------------------------------------------------------------------------------


def _list(library: Procedures, args: Namespace) -> int:
    cards = library.cards(args.user)
    shown = cards[: args.limit]
    if args.json:
        out.print_json({"total": len(cards), "procedures": [_entry_json(c.entry, c.performance) for c in shown]})
        return OK
    out.print_lines(
        f"{one.entry.id}  {one.procedure.name} ({one.procedure.type}): {_did(one.performance, one.runs)}"
        for one in shown
    )
    out.note(f"{count(len(shown))} of {count(len(cards), 'procedure')}.")
    return OK


def _show(library: Procedures, args: Namespace) -> int:
    entry = library.get(_named(args), args.user)
    return _told(entry, library.performance(entry.id), args, library.runs(entry.id))


def _create(library: Procedures, args: Namespace) -> int:
    entry = library.create(_given(args), args.user or "", origin=_origin(args))
    if entry is None:
        raise KnownError("It is held back for review.", hint="“memory-desktop held” lists what is.")
    return _told(entry, library.performance(entry.id), args)


def _edit(library: Procedures, args: Namespace) -> int:
    raw = _read(args)
    seen = raw.get("version")
    entry = library.edit(
        _named(args),
        _procedure(raw),
        args.user,
        why=args.note,
        version=seen if isinstance(seen, str) else None,
        origin=_origin(args),
    )
    return _told(entry, library.performance(entry.id), args)


def _retire(library: Procedures, args: Namespace) -> int:
    gone = library.retire(_named(args), args.user, origin=_origin(args))
    out.print_json({"retired": gone.id}) if args.json else out.print_lines([f"{gone.id} retired"])
    return OK


def _learn(library: Procedures, args: Namespace) -> int:
    origin = _origin(args)
    done = library.learn_procedure(_given(args), args.sources, args.user or "", why=args.note, origin=origin)
    id = done.entry.id if done.entry is not None else ""
    if args.json:
        out.print_json({"what": done.what, "id": id, "change": done.change})
    else:
        out.print_lines([" ".join(part for part in (id, done.what, f"({done.change})" if done.change else "") if part)])
    return OK


def _match(library: Procedures, args: Namespace) -> int:
    found = library.find_applicable(_situation(args, args.name), args.user, args.limit)
    if args.json:
        out.print_json({"procedures": [_applicable_json(one) for one in found]})
    else:
        out.print_lines(f"{one.fit.score:.2f}  {one.entry.payload.name}: {'; '.join(one.fit.reasons)}" for one in found)
        if not found:
            out.note("No procedure applies. One that requires something applies once --value KEY=VALUE says it.")
    return OK


# --- runs -----------------------------------------------------------------------------------------------------------


def _runs(library: Procedures, args: Namespace) -> int:
    procedure = library.get(args.name, args.user).id if args.name else None
    every = library.runs(procedure, args.user, open_only=args.open)
    if args.json:
        out.print_json({"total": len(every), "runs": [_run_json(one) for one in every[: args.limit]]})
        return OK
    names = {one.id: one.payload.name for one in library.list()}
    out.print_lines(
        f"{one.id}  {one.started:%Y-%m-%d %H:%M}  {names.get(one.procedure, one.procedure)}: {_state(one)}"
        for one in every[: args.limit]
    )
    return OK


def _start(library: Procedures, args: Namespace) -> int:
    name, user = _usable(library, args)
    progress = library.start(name, _situation(args, args.request), user, actor=args.actor)
    return _next(progress, args)


def _usable(library: Procedures, args: Namespace) -> tuple[str, str]:
    """A procedure, and whose: where no user is given, that of whoever has one of this name, as `show` finds it."""
    name = _named(args)
    if args.user is not None:
        return name, args.user
    entry = library.get(name)
    return entry.id, entry.user_id


def _run(library: Procedures, args: Namespace) -> int:
    return _next(library.run(_named(args, "the id of a run")), args)


def _report(library: Procedures, args: Namespace) -> int:
    if args.failed == args.done:
        raise KnownError("Say how it went.", hint="Give --done or --failed.")
    progress = library.report(
        _named(args, "the id of a run"),
        args.done,
        args.note,
        about=args.about,
        values=_values(args.values),
        actor=args.actor,
    )
    return _next(progress, args)


def _stop(library: Procedures, args: Namespace) -> int:
    return _next(library.stop(_named(args, "the id of a run"), args.note, actor=args.actor), args)


def _resume(library: Procedures, args: Namespace) -> int:
    return _next(library.resume(_named(args, "the id of a run"), actor=args.actor), args)


def _rate(library: Procedures, args: Namespace) -> int:
    done = library.rate(_named(args), args.rating, args.user or "", actor=args.actor)
    if args.json:
        out.print_json({"performance": msgspec.to_builtins(asdict(done))})
    else:
        out.print_lines([_did(done)])
    return OK


# --- skills ---------------------------------------------------------------------------------------------------------


def _skills(library: Procedures, args: Namespace) -> int:
    return _abilities(library.skill_library()[: args.limit], args)


def _practise(library: Procedures, args: Namespace) -> int:
    if args.failed == args.done:
        raise KnownError("Say how it went.", hint="Give --done or --failed.")
    return _abilities([library.practise(_named(args, "the name of a skill"), args.done, actor=args.actor)], args)


def _abilities(found: Sequence[Ability], args: Namespace) -> int:
    if args.json:
        out.print_json({"skills": [msgspec.to_builtins(asdict(one)) for one in found]})
        return OK
    for one in found:
        parts = f"; made of {', '.join(one.components)}" if one.components else ""
        done = count(one.practice_count, "practice") if one.practice_count else "not practised yet"
        out.print_lines([f"{one.skill_name}: proficiency {one.proficiency:.2f}, {done}{parts}"])
    return OK


_ACTIONS = {
    "list": _list,
    "show": _show,
    "create": _create,
    "edit": _edit,
    "retire": _retire,
    "learn": _learn,
    "match": _match,
    "runs": _runs,
    "start": _start,
    "run": _run,
    "report": _report,
    "stop": _stop,
    "resume": _resume,
    "rate": _rate,
    "skills": _skills,
    "practise": _practise,
}


# --- arguments ------------------------------------------------------------------------------------------------------


def _named(args: Namespace, what: str = "the name or id of a procedure") -> str:
    if not args.name:
        raise KnownError(f"This needs {what}.", hint="“memory-desktop procedures --help” says what each action needs.")
    return str(args.name)


def _origin(args: Namespace) -> Origin:
    from memory_desktop.engine.layers.library import Origin

    return Origin(actor=args.actor)


def _given(args: Namespace) -> Procedure:
    """The procedure that a file describes, as JSON. Raises KnownError."""
    return _procedure(_read(args))


def _procedure(raw: Mapping[str, Any]) -> Procedure:
    """What a file says, by itself or as `show --json` gives it."""
    return read(raw["procedure"] if isinstance(raw.get("procedure"), Mapping) else raw, Procedure)


def _read(args: Namespace) -> Mapping[str, Any]:
    if not args.file:
        raise KnownError("This needs --file with the procedure as JSON.", hint="“-” reads standard input.")
    try:
        text = console().read() if args.file == "-" else Path(args.file).read_text(encoding="utf-8")
        raw = orjson.loads(text)
    except (OSError, UnicodeError, orjson.JSONDecodeError) as error:
        raise KnownError(f"{args.file} cannot be read as JSON: {error}.") from error
    if not isinstance(raw, Mapping):
        raise KnownError("The procedure has to be an object of JSON.")
    return raw


def _situation(args: Namespace, request: str) -> Situation:
    return Situation(request, tuple(args.states), _values(args.values))


def _values(given: Sequence[str]) -> dict[str, Value]:
    """KEY=VALUE, several of one key as a list. Raises KnownError."""
    found: dict[str, Value] = {}
    for key, value in map(named, given):
        before = found.get(key)
        found[key] = value if before is None else (*(before if isinstance(before, tuple) else (str(before),)), value)
    return found


# --- answers --------------------------------------------------------------------------------------------------------


def _told(entry: Entry[Procedure], did: Performance, args: Namespace, runs: Sequence[Run] = ()) -> int:
    if args.json:
        out.print_json(_entry_json(entry, did))
    else:
        waiting = [one for one in runs if one.state is not RunState.FINISHED]
        out.print_lines([entry.id, *entry.memory.content.splitlines(), _did(did, runs)])
        out.print_lines(f"  {one.id}: {_state(one)}; “procedures {_way_on(one)} {one.id}” goes on" for one in waiting)
    return OK


def _next(progress: Progress, args: Namespace) -> int:
    if args.json:
        out.print_json(_progress_json(progress))
    else:
        out.print_lines(_progress_lines(progress))
    return OK


def _progress_lines(progress: Progress) -> Iterator[str]:
    yield f"{progress.run.id}: {_state(progress.run)}"
    if progress.walk is None or progress.procedure is None:
        yield "Its procedure was purged."
        return
    if progress.lacking:
        yield f"Required, but not known: {progress.lacking_words}."
    if progress.missed:
        yield f"Required, but not so: {'; '.join(progress.missed_words)}."
    task = progress.walk.task
    if task is not None and progress.run.state is RunState.RUNNING:
        yield f"Next, {_place(task)} ({task.about}): {task.title}"
        yield from (f"  - {action}" for action in task.actions)
        if task.expected_outcome:
            yield f"  Expected: {task.expected_outcome}"
    yield from (f"Keep in mind: {one}" for one in progress.procedure.boundary_considerations)


def _place(task: Task) -> str:
    return f"{task.kind.value} {task.number} of {task.of}"


def _state(run: Run) -> str:
    told = run.outcome.value if run.outcome is not None else run.state.value
    return f"{told} ({shortened(run.note, _LINE)})" if run.note else told


def _way_on(run: Run) -> str:
    return "resume" if run.state is RunState.STOPPED else "run"


def _did(did: Performance, runs: Sequence[Run] = ()) -> str:
    waiting = unfinished_words(sum(one.state is not RunState.FINISHED for one in runs))
    counted = f"{did.success_rate:.0%} of {count(did.usage_count, 'run')} succeeded" if did.usage_count else ""
    rate = ", ".join(part for part in (counted, waiting) if part) or ("no run counted yet" if runs else "not run yet")
    rated = ", ".join(f"{user or 'you'} {rating:.2f}" for user, rating in sorted(did.user_feedback.items()))
    return f"{rate}; rated by {rated}" if rated else rate


def _entry_json(entry: Entry[Procedure], did: Performance) -> dict[str, Any]:
    return {
        "id": entry.id,
        "memory": entry.memory.id,
        "user_id": entry.user_id,
        "version": version_of(entry.payload),
        "procedure": msgspec.to_builtins(entry.payload),
        "performance": msgspec.to_builtins(asdict(did)),
    }


def _applicable_json(one: Applicable) -> dict[str, Any]:
    told = _entry_json(one.entry, one.performance)
    return {**told, "score": one.fit.score, "reasons": list(one.fit.reasons)}


def _run_json(run: Run) -> dict[str, Any]:
    told: dict[str, Any] = msgspec.to_builtins(run)
    return {**told, "state": run.state.value, "outcome": run.outcome.value if run.outcome is not None else None}


def _progress_json(progress: Progress) -> dict[str, Any]:
    walk = progress.walk
    running = walk is not None and progress.run.state is RunState.RUNNING
    return {
        "run": _run_json(progress.run),
        "next": asdict(walk.task) if walk is not None and running and walk.task is not None else None,
        "stages": [asdict(one) for one in walk.stages] if walk is not None else [],
        "boundary_considerations": list(progress.procedure.boundary_considerations) if progress.procedure else [],
        "required_not_known": [one.words for one in progress.lacking],
        "required_not_so": list(progress.missed_words),
    }
