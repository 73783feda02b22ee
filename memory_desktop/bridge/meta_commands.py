"""The user's commands of meta-memory: protecting memories, and running the forgetting schedule."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from memory_desktop.bridge.commands import Commands, Done
from memory_desktop.core.events.forgetting import RunState
from memory_desktop.core.wording import memories

if TYPE_CHECKING:
    from memory_desktop.engine.engine import Engine

_CHUNK = 1_000


def protect(commands: Commands, keys: Sequence[int], *, on: bool = True) -> None:
    """Keep memories from fading and being forgotten by the program; or let that happen again."""

    def work(engine: Engine) -> Done:
        meta = engine.layers.meta
        ids = [one.id for start in range(0, len(keys), _CHUNK) for one in engine.page(keys[start : start + _CHUNK])]
        number = meta.protect(ids) if on else meta.unprotect(ids)
        if not number:
            return Done("Already protected." if on else "Not protected.")
        verb = "Protected" if on else "Stopped protecting"
        return Done(f"{verb} {memories(number)}.", undoable=True)

    commands.run(work)


def run_schedule(commands: Commands, *, forgets: bool = True) -> None:
    """Deal with what is due by the forgetting schedule, as one step of undo."""

    def work(engine: Engine) -> Done:
        run = engine.layers.meta.forgetting.run(forgets=forgets)
        if run is None:
            return Done("Nothing is due.")
        parts = [f"{memories(run.faded)} faded"] if run.faded else []
        parts += [f"{memories(run.forgotten)} forgotten"] if run.forgotten else []
        said = ", ".join(parts) or "nothing changed"
        return Done(f"{'Stopped: ' if run.state is RunState.STOPPED else ''}{said}.", undoable=bool(parts))

    commands.run(work, "Running the forgetting schedule")
