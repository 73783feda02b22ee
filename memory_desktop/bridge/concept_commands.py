"""The user's commands on concepts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from memory_desktop.bridge.commands import Commands, Done
from memory_desktop.bridge.translation import mark, plural, tr, translated
from memory_desktop.core.layers.concepts import Concept, ConceptData, ConceptEdit, Personal, Resolution
from memory_desktop.engine.layers.library import Entry

if TYPE_CHECKING:
    from memory_desktop.engine.engine import Engine

_DECIDED = translated(
    {
        Resolution.KEEP_OLD: mark("Kept what was known before."),
        Resolution.KEEP_NEW: mark("Kept what came later."),
        Resolution.KEEP_BOTH: mark("Kept both."),
    }
)


def create_concept(commands: Commands, data: ConceptData, user: str) -> None:
    """Write a new concept down."""

    def work(engine: Engine) -> Done:
        entry = engine.layers.concepts.create(data, user=user)
        if entry is None:
            return Done(tr("The concept is held back, and waits in Review."))
        return Done(tr("Added the concept {name}.", name=entry.payload.name), undoable=True)

    commands.run(work)


def edit_concept(commands: Commands, id: str, change: ConceptEdit, seen: Mapping[str, Any]) -> None:
    """Change fields of a concept, which were seen as `seen`."""
    _changing(commands, lambda engine: engine.layers.concepts.edit(id, change, seen=seen), tr("Saved the concept {}."))


def retire_concept(commands: Commands, id: str, name: str) -> None:
    """Forget a concept."""

    def work(engine: Engine) -> Done:
        engine.layers.concepts.retire([id])
        return Done(tr("Retired the concept {name}.", name=name), undoable=True)

    commands.run(work)


def resolve_conflict(commands: Commands, id: str, number: int, how: Resolution) -> None:
    """Decide about a conflict of a concept."""

    def work(engine: Engine) -> Done:
        settled = len(engine.layers.concepts.resolve(id, number, how).settled)
        also = (
            plural(
                "{n} other conflict is settled by it, as a statement of it is gone.",
                "{n} other conflicts are settled by it, as a statement of each is gone.",
                settled,
            )
            if settled
            else ""
        )
        return Done(f"{_DECIDED[how]} {also}".strip(), undoable=True)

    commands.run(work)


def set_understanding(
    commands: Commands, id: str, user: str, personal: Personal | None, seen: Mapping[str, Any]
) -> None:
    """Set fields of what a user makes of a concept, which were seen as `seen`, or clear all."""
    said = tr("Saved what is made of {}.") if personal is not None else tr("Cleared what is made of {}.")
    _changing(commands, lambda engine: engine.layers.concepts.understand(id, user, personal, seen=seen), said)


def _changing(commands: Commands, change: Callable[[Engine], Entry[Concept]], said: str) -> None:
    def work(engine: Engine) -> Done:
        before = engine.head
        entry = change(engine)
        if engine.head == before:
            return Done(tr("Nothing changed."))
        return Done(said.format(entry.payload.name), undoable=True)

    commands.run(work)
