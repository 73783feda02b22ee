"""The user's commands of meta-memory: protecting memories, and running the forgetting schedule."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from memory_desktop.bridge.commands import Commands, Done
from memory_desktop.bridge.translation import plural, tr
from memory_desktop.core.events.forgetting import RunState

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
            return Done(tr("Already protected.") if on else tr("Not protected."))
        verb = tr("Protected") if on else tr("Stopped protecting")
        return Done(f"{verb} {plural('{n} memory', '{n} memories', number)}.", undoable=True)

    commands.run(work)


def run_schedule(commands: Commands, *, forgets: bool = True) -> None:
    """Deal with what is due by the forgetting schedule, as one step of undo."""

    def work(engine: Engine) -> Done:
        run = engine.layers.meta.forgetting.run(forgets=forgets)
        if run is None:
            return Done(tr("Nothing is due."))
        parts = [plural("{n} memory faded", "{n} memories faded", run.faded)] if run.faded else []
        if run.forgotten:
            parts.append(plural("{n} memory forgotten", "{n} memories forgotten", run.forgotten))
        said = ", ".join(parts) or tr("nothing changed")
        return Done(f"{tr('Stopped: ') if run.state is RunState.STOPPED else ''}{said}.", undoable=bool(parts))

    commands.run(work, tr("Running the forgetting schedule"))
