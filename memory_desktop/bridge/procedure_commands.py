"""The user's commands on procedures, their runs, and practice of skills."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from memory_desktop.bridge.commands import Commands, Done
from memory_desktop.bridge.translation import figure, tr
from memory_desktop.core.layers.conditions import Situation, Value
from memory_desktop.core.layers.procedures import Procedure

if TYPE_CHECKING:
    from memory_desktop.engine.engine import Engine
    from memory_desktop.engine.layers.procedures import Progress


def save_procedure(
    commands: Commands, id: str, procedure: Procedure, user: str, why: str = "", seen: Mapping[str, Any] | None = None
) -> None:
    """Make a procedure (`id` ""), or another version of one, with the fields in `seen` changed that were seen so."""

    def work(engine: Engine) -> Done:
        library, head = engine.layers.procedures, engine.head
        if not id:
            made = library.create(procedure, user)
            if made is None:
                return Done(tr("It is held back for review."))
            return Done(tr("Added the procedure “{name}”.", name=made.payload.name), undoable=True)
        made = library.edit(id, procedure, why=why, seen=seen)
        if engine.head == head:
            return Done(tr("Nothing changed."))
        return Done(tr("Saved the procedure “{name}”.", name=made.payload.name), undoable=True)

    commands.run(work)


def retire_procedure(commands: Commands, id: str) -> None:
    """Let a procedure apply no more."""

    def work(engine: Engine) -> Done:
        gone = engine.layers.procedures.retire(id)
        return Done(tr("Retired the procedure “{name}”.", name=gone.payload.name), undoable=True)

    commands.run(work)


def start_procedure(commands: Commands, id: str, user: str, values: Mapping[str, Value]) -> None:
    """Begin a run of a procedure."""

    def work(engine: Engine) -> Done:
        begun = engine.layers.procedures.start(id, Situation(values=values), user)
        return Done(" ".join(filter(None, (tr("Started."), _ended(begun), *required_words(begun)))), undoable=True)

    commands.run(work)


def required_words(progress: Progress) -> list[str]:
    """A sentence on what is required and not known, and one on what is known to be otherwise, where there is any."""
    missed = "; ".join(
        tr("{condition} (it is {value})", condition=one.words, value=value) for one, value in progress.missed
    )
    return [
        *(
            [tr("Required, but not known: {lacking_words}.", lacking_words=progress.lacking_words)]
            if progress.lacking
            else []
        ),
        *([tr("Required, but not so: {missed}.", missed=missed)] if missed else []),
    ]


def report_task(
    commands: Commands, run: str, about: str, succeeded: bool, note: str, values: Mapping[str, Value]
) -> None:
    """Say how the task of a run went."""

    def work(engine: Engine) -> Done:
        done = engine.layers.procedures.report(run, succeeded, note, about=about, values=values)
        return Done(tr("Reported. {ended}", ended=_ended(done)).strip(), undoable=True)

    commands.run(work)


def stop_run(commands: Commands, run: str, stop: bool, note: str = "") -> None:
    """Let a run rest, or go on."""

    def work(engine: Engine) -> Done:
        library = engine.layers.procedures
        library.stop(run, note) if stop else library.resume(run)
        return Done(tr("The run is stopped. It can be resumed.") if stop else tr("The run goes on."), undoable=True)

    commands.run(work)


def rate_procedure(commands: Commands, id: str, rating: float | None, user: str) -> None:
    """Rate a procedure, or (None) take the rating back."""

    def work(engine: Engine) -> Done:
        engine.layers.procedures.rate(id, rating, user)
        return Done(
            tr("The rating is removed.") if rating is None else tr("Rated {rating}.", rating=figure(rating, ".0%")),
            undoable=True,
        )

    commands.run(work)


def practise_skill(commands: Commands, skill: str, succeeded: bool) -> None:
    """Note that a skill was practised."""

    def work(engine: Engine) -> Done:
        now = engine.layers.procedures.practise(skill, succeeded)
        return Done(
            tr(
                "Practice of {skill_name} noted: proficiency {proficiency}.",
                skill_name=now.skill_name,
                proficiency=figure(now.proficiency, ".2f"),
            ),
            undoable=True,
        )

    commands.run(work)


def _ended(progress: Progress) -> str:
    outcome = progress.run.outcome
    return tr("The run ended: {value}.", value=outcome.value) if outcome is not None else ""
