"""Imports: the command that the batches of one belong to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from memory_desktop.core.events.event import Event, EventType, NewEvent
from memory_desktop.core.events.family import Command, Family, Payload, State, Touch
from memory_desktop.core.wording import memories


class Import(Payload, frozen=True):
    """An import begins."""

    type = EventType.IMPORT
    paths: list[str]
    on_conflict: str


@dataclass(frozen=True, slots=True)
class NoteImport(Command):
    """Say in the log that an import begins; the batches that follow belong to it."""

    paths: tuple[str, ...]
    on_conflict: str


class ImportFamily(Family):
    """See the module."""

    name = "imports"
    payloads = (Import,)
    commands = (NoteImport,)

    def items(self, event: Event, payload: Any) -> Iterable[Touch]:  # noqa: ARG002
        """None: the events that follow name what was imported."""
        return []

    def decide(self, state: State, command: Any) -> list[NewEvent]:
        """See `Family.decide`."""
        if not isinstance(command, NoteImport):
            return super().decide(state, command)
        return [Import(paths=list(command.paths), on_conflict=command.on_conflict).event()]

    def words(self, event: Event, payload: Any, item: str) -> str:  # noqa: ARG002
        """See `Family.words`."""
        return "Import from " + ", ".join(payload.paths)

    def title(self, payload: Any, types: Mapping[str, int]) -> str:  # noqa: ARG002
        """See `Family.title`."""
        return f"import {memories(types.get(EventType.INGEST, 0))}"
