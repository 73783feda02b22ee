"""The user's commands on episodes, and consolidation."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import TYPE_CHECKING, Any

from memory_desktop.bridge.commands import Commands, Done
from memory_desktop.core.wording import count, user_word
from memory_desktop.engine.layers.consolidation import made_by_step

if TYPE_CHECKING:
    from memory_desktop.engine.engine import Engine

_THINGS = {"episodes": "episode", "concepts": "concept", "procedures": "procedure", "emotions": "emotional event"}


def correct_episode(commands: Commands, id: str, changes: Mapping[str, Any], seen: Mapping[str, Any]) -> None:
    """Set what was read wrongly from a turn, which was seen as `seen`."""

    def work(engine: Engine) -> Done:
        engine.layers.episodes.correct(id, changes, seen=seen)
        return Done("Corrected the episode.", undoable=True)

    commands.run(work)


def nothing_words(waiting: Mapping[str, int]) -> str:
    """That there is nothing to do for a user, and for whom else there is. `waiting`: number of lines by user."""
    if not waiting:
        return "There is nothing to do: all turns are in the layers already."
    others = ", ".join(f"{user_word(user, within=True)} ({count(lines, 'line')})" for user, lines in waiting.items())
    return f"There is nothing to do for this user. For others there is: {others}. Choose the user above first."


def consolidate(commands: Commands, leave_out: Mapping[str, Collection[str]], ended: Callable[[], object]) -> None:
    """Make of turns what the layers keep, in a run for each user; they are one step to undo.

    Args:
        leave_out: by user, keys of the preview's lines that are not wanted.
        ended: called once it has, in whatever way.
    """

    def work(engine: Engine) -> Done:
        try:
            reports = engine.layers.consolidation.run_all(leave_out).values()
        finally:
            ended()
        runs = tuple(dict.fromkeys(run.step for report in reports for run in report.runs))
        if not runs:
            return Done(nothing_words(engine.layers.consolidation.pending()))
        made = made_by_step(reports)
        told = ", ".join(count(number, _THINGS.get(step, "thing")) for step, number in made.items())
        resumed = " A run that was interrupted is finished." if any(report.finished for report in reports) else ""
        return Done(f"Filled the layers: {told or 'nothing new'}.{resumed}", undoable=True, commands=runs)

    commands.run(work, "Filling the layers")
