"""The user's commands on episodes, and consolidation."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import TYPE_CHECKING, Any

from memory_desktop.bridge.commands import Commands, Doing, Done
from memory_desktop.bridge.runner import Report, Token
from memory_desktop.bridge.translation import mark, plural, tr
from memory_desktop.bridge.wording import user_word
from memory_desktop.core.events.consolidation import RunState
from memory_desktop.engine.conversation.jobs import Progress
from memory_desktop.engine.layers.consolidation import made_by_step

if TYPE_CHECKING:
    from memory_desktop.engine.engine import Engine

_FILLING = mark("Filling the layers")
_STOPPED = mark("Stopped. Nothing was made.")
_TAKEN_BACK = mark("The filling of the layers was undone while it went on; nothing of it is left.")


def correct_episode(commands: Commands, id: str, changes: Mapping[str, Any], seen: Mapping[str, Any]) -> None:
    """Set what was read wrongly from a turn, which was seen as `seen`."""

    def work(engine: Engine) -> Done:
        engine.layers.episodes.correct(id, changes, seen=seen)
        return Done(tr("Corrected the episode."), undoable=True)

    commands.run(work)


def nothing_words(waiting: Mapping[str, int]) -> str:
    """That there is nothing to do for a user, and for whom else there is. `waiting`: number of lines by user."""
    if not waiting:
        return tr("There is nothing to do: all turns are in the layers already.")
    others = ", ".join(
        f"{user_word(user, inside=True)} ({plural('{n} line', '{n} lines', lines)})" for user, lines in waiting.items()
    )
    return tr(
        "There is nothing to do for this user. For others there is: {others}. Choose the user above first.",
        others=others,
    )


def consolidate(
    commands: Commands, leave_out: Mapping[str, Collection[str]], ended: Callable[[], object], lines: int = 0
) -> None:
    """Make of turns what the layers keep, in a run for each user; they are one step to undo.

    Args:
        leave_out: by user, keys of the preview's lines that are not wanted.
        ended: called once it has, in whatever way. lines: how many lines are wanted.
    """

    def work(engine: Engine, stop: Token, report: Report) -> Done:
        def tell(far: Progress) -> None:
            report(Doing(tr(_FILLING), far.done, far.total, stoppable=True))

        runs_of = engine.layers.consolidation
        try:
            reports = runs_of.run_all(leave_out, cancel=stop, progress=tell, expected=lines).values()
        finally:
            ended()
        runs = tuple(dict.fromkeys(run.step for report in reports for run in report.runs))
        ended_early = any(run.state is RunState.STOPPED for report in reports for run in report.runs)
        if not runs:
            return Done(tr(_STOPPED) if stop.cancelled() else nothing_words(runs_of.pending()))
        if all(run.state is RunState.UNDONE for report in reports for run in report.runs):
            return Done(tr(_TAKEN_BACK))
        made = made_by_step(reports)
        told = ", ".join(_made_word(step, number) for step, number in made.items())
        resumed = tr(" A run that was interrupted is finished.") if any(report.finished for report in reports) else ""
        if stop.cancelled() or ended_early:
            told = tr("Stopped. Made so far: {told}.{resumed}", told=told or tr("nothing"), resumed=resumed)
        else:
            told = tr("Filled the layers: {told}.{resumed}", told=told or tr("nothing new"), resumed=resumed)
        return Done(told, undoable=True, commands=runs)

    commands.run_long(work, tr(_FILLING))


def _made_word(step: str, number: int) -> str:
    """How many things a step of consolidation made."""
    match step:
        case "episodes":
            return plural("{n} episode", "{n} episodes", number)
        case "concepts":
            return plural("{n} concept", "{n} concepts", number)
        case "procedures":
            return plural("{n} procedure", "{n} procedures", number)
        case "emotions":
            return plural("{n} emotional event", "{n} emotional events", number)
        case "patterns":
            return plural("the emotional patterns of {n} user", "the emotional patterns of {n} users", number)
    return plural("{n} thing", "{n} things", number)
