"""The commands for episodes, and for consolidation: what turns come to in the layers."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from memory_desktop.cli import output as out
from memory_desktop.cli.learning import learn
from memory_desktop.cli.values import named_values
from memory_desktop.core.errors import InvalidCommandError
from memory_desktop.core.wording import count, date_word, shortened
from memory_desktop.engine.layers.library import Origin

if TYPE_CHECKING:
    from memory_desktop.core.events.consolidation import ConsolidationRun
    from memory_desktop.engine.engine import Engine
    from memory_desktop.engine.layers.consolidation import Consolidation, Preview, Report
    from memory_desktop.engine.layers.episodes import StoredEpisode

OK = 0
_ORIGINS = 3
_NOBODY = "(no user)"
_LINE = 90


def episodes(vault: Engine, args: Namespace) -> int:
    """List, show, store or correct episodes, and find those that are like some words, or of a mood."""
    from memory_desktop.store.episodes import EpisodeFilter  # the engine is loaded only by what opens a vault

    layer, origin = vault.layers.episodes, Origin(actor=args.actor)
    match args.action:
        case "show":
            _one(args, layer.get(_named(args)))
        case "store":
            _one(args, layer.store_episode(_named(args), origin=origin))
        case "correct":
            _one(args, layer.correct(_named(args), _values(args.set), origin=origin))
        case "similar":
            found = layer.retrieve_similar(_named(args, "some words"), args.limit, user=args.user, by=args.by)
            if args.json:
                out.print_json(
                    [{**one.episode.to_json(), "similarity": one.similarity, "space": one.space} for one in found]
                )
            else:
                out.print_lines(f"{one.similarity:.2f}  {_line(one.episode)}" for one in found)
        case "mood":
            _listed(args, list(layer.retrieve_by_emotion(_named(args, "an emotion"), args.user or "", args.limit)))
        case _:
            wanted = EpisodeFilter(
                user=args.user,
                thread=args.thread,
                emotion=args.emotion,
                words=args.name,
                topic=args.topic,
                after=args.since,
                before=args.until,
                flag=args.flag or "",
                least=args.least,
            )
            found_all = layer.list(wanted, limit=args.limit)
            _listed(args, list(found_all))
            if not args.json:
                out.note(f"{count(len(found_all))} of {count(layer.count(wanted), 'episode')}.")
    return OK


def consolidate(vault: Engine, args: Namespace) -> int:
    """Make of turns what the layers keep, or say what that would be."""
    if args.all_users and (args.user is not None or args.leave_out):
        raise InvalidCommandError("--all-users goes with neither --user nor --leave-out.")
    runs = vault.layers.consolidation
    if args.preview:
        _previewed(runs, args)
        return OK
    learn(vault)  # what is learned from turns belongs to the concepts that they come to
    if args.all_users:
        _run_all(runs, args)
    else:
        _run_one(runs, args)
    return OK


def _previewed(runs: Consolidation, args: Namespace) -> None:
    plans = list(runs.previews()) if args.all_users else [runs.preview(args.user or "")]
    if args.json:
        out.print_json([_plan_json(one) for one in plans] if args.all_users else _plan_json(plans[0]))
        return
    for plan in plans:
        out.print_lines([f"{plan.user or _NOBODY}:"] if args.all_users else [])
        out.print_lines(_plan_lines(plan))
    if not any(plan.lines for plan in plans):
        _nothing(runs.pending())


def _run_one(runs: Consolidation, args: Namespace) -> None:
    user = args.user or ""
    runs.check_left_out(user, args.leave_out)
    report = runs.run(user, args.leave_out, actor=args.actor)
    if args.json:
        out.print_json(_report_json(report, runs.pending() if report.nothing else {}))
    elif report.nothing:
        _nothing(runs.pending())
    else:
        out.print_lines(_report_lines(report))


def _run_all(runs: Consolidation, args: Namespace) -> None:
    reports = runs.run_all(dict.fromkeys(runs.pending(), ()), actor=args.actor)
    if args.json:
        out.print_json([{"user_id": user, **_report_json(report, {})} for user, report in reports.items()])
        return
    if not reports:
        out.note("There is nothing to do.")
    for user, report in reports.items():
        out.print_lines(f"{user or _NOBODY}: {line}" for line in _report_lines(report))


def _nothing(waiting: dict[str, int]) -> None:
    """Say that there is nothing to do, and for whom there is something."""
    if not waiting:
        out.note("There is nothing to do.")
        return
    told = ", ".join(f"{user or _NOBODY}: {count(lines, 'line')}" for user, lines in waiting.items())
    named = next((user for user in waiting if user), "")
    ways = f"--user {named}, or --all-users" if named else "--all-users"
    out.note(f"There is nothing to do for this user, but for others ({told}); run with {ways}.")


def _report_json(report: Report, waiting: dict[str, int]) -> dict[str, Any]:
    """What came of a run. `waiting`: for whom there is something to do, where there was nothing for this user."""
    run = report.run
    told = {"run": run.seq, "state": run.state, "made": dict(run.made)} if run is not None else {}
    finished = [{"run": one.seq, "state": one.state, "made": dict(one.made)} for one in report.finished]
    return {
        "nothing_to_do": report.nothing,
        **told,
        **({"finished": finished} if finished else {}),
        **({"waiting": waiting} if waiting else {}),
    }


def _report_lines(report: Report) -> Iterator[str]:
    yield from (f"Finished what was interrupted: {_run_line(one)}" for one in report.finished)
    if report.run is not None:
        yield _run_line(report.run)


def _run_line(run: ConsolidationRun) -> str:
    made = ", ".join(f"{name} {number:,}" for name, number in run.made.items())
    return f"Run {run.seq:,} {run.state}: {made or 'nothing new'}"


def _plan_json(plan: Preview) -> dict[str, Any]:
    return {
        "user_id": plan.user,
        "turns": plan.turns,
        "more": plan.more,
        "left_out_before": plan.left_out,
        "lines": plan.lines_json(),
    }


def _plan_lines(plan: Preview) -> Iterator[str]:
    for one in plan.lines:
        yield f"{one.key}  {'new' if one.new else 'more'}  {shortened(one.what, _LINE)}"
        yield f"    {one.why}; from {count(len(one.sources), 'message')}"
        yield from (f"    - {part}" for part in one.parts)
        begun = [plan.origins[id] for id in one.sources if id in plan.origins]
        yield from (f"    from {words}" for words in begun[:_ORIGINS])
        if len(begun) > _ORIGINS:
            yield f"    and {len(begun) - _ORIGINS:,} more"
    more = " There are more than one run takes up." if plan.more else ""
    yield f"{count(len(plan.lines), 'line')} from {count(plan.turns, 'turn')}.{more}"


def _named(args: Namespace, what: str = "an id") -> str:
    if not args.name:
        raise InvalidCommandError(f"“{args.action}” needs {what}.")
    return str(args.name)


def _values(given: list[str]) -> dict[str, Any]:
    if not given:
        raise InvalidCommandError("Say with --set FIELD=VALUE what is to be corrected.")
    return named_values(given)


def _one(args: Namespace, one: StoredEpisode) -> None:
    if args.json:
        out.print_json(one.to_json())
        return
    told = one.to_json()
    out.print_lines([_line(one), f"  {told['timestamp']}, read by {told['method']}"])
    for part in ("content", "context", "significance", "outcomes"):
        for name, value in told[part].items():
            if value not in (None, "", [], False):
                mark = " (corrected)" if f"{part}.{name}" in told["corrected"] else ""
                out.print_lines([f"  {part}.{name}: {value}{mark}"])


def _listed(args: Namespace, found: list[StoredEpisode]) -> None:
    if args.json:
        out.print_json([one.to_json() for one in found])
    else:
        out.print_lines(map(_line, found))


def _line(one: StoredEpisode) -> str:
    said, weights = one.payload, one.payload.significance
    about = said.content.topic or "no topic"
    begun = shortened(" ".join(one.cycle.opening.split()), _LINE)
    when, mood = date_word(one.timestamp, "%Y-%m-%d %H:%M"), said.context.emotional_state
    return f"{one.id}  {when}  {weights.score:.2f}  {mood}  {about}: {begun}"
