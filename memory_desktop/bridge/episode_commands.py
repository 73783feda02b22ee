"""The user's commands on episodes, and consolidation."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any

from memory_desktop.bridge.commands import Commands, Done
from memory_desktop.core.wording import count

if TYPE_CHECKING:
    from memory_desktop.engine.engine import Engine

_THINGS = {"episodes": "episode", "concepts": "concept", "procedures": "procedure", "emotions": "emotional event"}


def correct_episode(commands: Commands, id: str, changes: Mapping[str, Any]) -> None:
    """Set what was read wrongly from a turn."""

    def work(engine: Engine) -> Done:
        one = engine.layers.episodes.correct(id, changes)
        return Done("Corrected the episode.", undoable=True, show=one.memory.id)

    commands.run(work)


def consolidate(commands: Commands, user: str, leave_out: Collection[str]) -> None:
    """Make of turns what the layers keep."""

    def work(engine: Engine) -> Done:
        run = engine.layers.consolidation.run(user, leave_out).run
        if run is None:
            return Done("There is nothing to do: every turn is an episode already.")
        made = [count(number, _THINGS.get(step, "thing")) for step, number in run.made.items()]
        return Done(f"Filled the layers: {', '.join(made) or 'nothing new'}.", undoable=True, commands=(run.seq,))

    commands.run(work, "Filling the layers")
