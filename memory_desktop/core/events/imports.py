"""Imports: how one began, what each batch of it brought, and how it ended. All its batches are one command."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

import msgspec

from memory_desktop.core.events.event import Event, EventType, NewEvent
from memory_desktop.core.events.family import Change, Command, Family, Payload, State, Touch, Way
from memory_desktop.core.events.intake import Remember, remembered
from memory_desktop.core.events.memory import active, succeeded
from memory_desktop.core.imports import ImportChoice, ImportCounts, ImportJob, ImportState
from memory_desktop.core.memory.drafts import Prepared
from memory_desktop.core.memory.records import Memory
from memory_desktop.core.wording import memories

#: The kind of item that this family owns: `ImportJob`s, by the number of the import as text.
IMPORT = "import"


class Import(Payload, frozen=True):
    """An import begins.

    Attributes:
        prints: fingerprints of the files; earlier programs wrote none, and their imports cannot go on.
        choice: what of them is wanted; see `ImportChoice`. extract: facts are learned from it at its end; None: if
            it brings conversations of another program, and the setting says so.
    """

    type = EventType.IMPORT
    paths: list[str]
    on_conflict: str
    format: str | None = None
    prints: list[str] = msgspec.field(default_factory=list)
    choice: dict[str, Any] = msgspec.field(default_factory=dict)
    extract: bool | None = False


class Imported(Payload, frozen=True):
    """An import has come so far: written with the batch that it is about, in one transaction.

    Attributes:
        of: the import. position: items read so far, of all batches. state: see `ImportState`.
        new, skipped, forgotten, conflict, held, rejected: what this batch brought; see `ImportCounts`.
    """

    type = EventType.IMPORTED
    undoable = False
    of: int
    position: int
    state: str = ImportState.RUNNING.value
    reason: str = ""
    new: int = 0
    skipped: int = 0
    forgotten: int = 0
    conflict: int = 0
    held: int = 0
    rejected: int = 0


@dataclass(frozen=True, slots=True)
class NoteImport(Command):
    """Say in the log that an import begins; the batches that follow belong to it."""

    paths: tuple[str, ...]
    on_conflict: str
    format: str | None = None
    prints: tuple[str, ...] = ()
    choice: ImportChoice = field(default_factory=ImportChoice)
    extract: bool | None = False


@dataclass(frozen=True, slots=True)
class TakeIn(Command):
    """Take a batch of an import in, and say how far it has come.

    Attributes:
        of: the import. position: items read after it.
        drafts: to be kept, or held back. replacing: texts that supersede a memory, with its id.
        counts: what becomes of the batch, as far as the caller knows; what a gate holds back at last is moved from new
            to held.
    """

    of: int
    position: int
    drafts: tuple[Prepared, ...] = ()
    replacing: tuple[tuple[str, Prepared], ...] = ()
    counts: ImportCounts = field(default_factory=ImportCounts)

    def named(self, vault_id: str) -> Sequence[str]:
        return [*Remember(self.drafts).named(vault_id), *(id for id, _ in self.replacing)]

    def texts(self, memories: Mapping[str, Memory]) -> Iterable[str]:  # noqa: ARG002
        return [one.digest for one in (*self.drafts, *(text for _, text in self.replacing))]


@dataclass(frozen=True, slots=True)
class MoveImport(Command):
    """Say that an import has come to a state."""

    of: int
    position: int
    state: ImportState
    reason: str = ""


class ImportFamily(Family):
    """See the module."""

    name = "imports"
    payloads = (Import, Imported)
    commands = (NoteImport, TakeIn, MoveImport)
    kinds = (IMPORT,)

    def items(self, event: Event, payload: Any) -> Iterable[Touch]:  # noqa: ARG002
        """None: the other events of the command name what was imported."""
        return []

    def decide(self, state: State, command: Any) -> list[NewEvent]:
        """See `Family.decide`."""
        match command:
            case NoteImport():
                paths, prints = list(command.paths), list(command.prints)
                said = Import(
                    paths=paths,
                    on_conflict=command.on_conflict,
                    format=command.format,
                    prints=prints,
                    choice=command.choice.to_json(),
                    extract=command.extract,
                )
                return [said.event()]
            case TakeIn():
                return _take_in(state, command)
            case MoveImport():
                to, why = command.state.value, command.reason
                return [Imported(of=command.of, position=command.position, state=to, reason=why).event()]
        return super().decide(state, command)

    def fold(self, items: dict[str, Any], event: Event, payload: Any) -> None:
        """The jobs, by number."""
        match payload:
            case Import():
                items[str(event.seq)] = _begun(event, payload)
            case Imported() if str(payload.of) in items:
                job: ImportJob = items[str(payload.of)]
                counts = {name: getattr(payload, name) for name in _COUNTS}
                items[str(payload.of)] = replace(
                    job,
                    state=ImportState(payload.state),
                    reason=payload.reason,
                    position=payload.position,
                    counts=job.counts.plus(ImportCounts(**counts)),
                    updated=event.ts,
                )

    def take_back(self, kind: str, changes: Sequence[Change[ImportJob]], way: Way) -> None:
        """Nothing: the families of what an import brought take that back, and the log of commands knows of it."""

    def words(self, event: Event, payload: Any, item: str) -> str:  # noqa: ARG002
        """See `Family.words`."""
        if isinstance(payload, Import):
            return f"Import {'of a part ' if payload.choice.keys() - {'model'} else ''}from {', '.join(payload.paths)}"
        if payload.state != ImportState.RUNNING:
            return f"Import {payload.state}" + (f": {payload.reason}" if payload.reason else "")
        return f"Import has read {payload.position:,} items"

    def title(self, payload: Any, types: Mapping[str, int]) -> str:  # noqa: ARG002
        """See `Family.title`."""
        if EventType.VECTORS in types and EventType.INGEST not in types:
            return "import vectors"
        return f"import {memories(types.get(EventType.INGEST, 0))}"


_COUNTS = tuple(asdict(ImportCounts()))


def came_and_made(types: Mapping[str, int], job: ImportJob | None) -> tuple[Mapping[str, int], int]:
    """What an import brought, and what was made of it since: both are of one command, which one undo takes back.

    Args:
        types: how many events of each type the command has. job: what is known of the import.

    Returns:
        The events without the memories that were made of others, for `title`; and how many those are.
    """
    if job is None or not job.prints:  # of an earlier program, which counted nothing
        return types, 0
    made = types.get(EventType.INGEST, 0)
    came = min(made, job.counts.new + (job.counts.conflict if job.on_conflict != "skip" else 0))
    return ({**types, EventType.INGEST: came}, made - came) if made else (types, 0)


def _begun(event: Event, payload: Import) -> ImportJob:
    return ImportJob(
        seq=event.seq,
        paths=tuple(payload.paths),
        prints=tuple(payload.prints),
        format=payload.format,
        on_conflict=payload.on_conflict,
        started=event.ts,
        updated=event.ts,
        actor=event.actor,
        choice=ImportChoice.from_json(payload.choice),
        extract=payload.extract,
        state=ImportState.RUNNING if payload.prints else ImportState.DONE,
    )


def _take_in(state: State, command: TakeIn) -> list[NewEvent]:
    standing = [(state.memories.get(id), text) for id, text in command.replacing]
    # A memory that is gone meanwhile is not superseded: the text comes as one of its own.
    alone = tuple(text for old, text in standing if not active(old))
    drafts = (*command.drafts, *alone)
    expected = sum(one.held for one in drafts)
    events = remembered(state, Remember(drafts)) if drafts else []
    late = sum(event.type == EventType.HOLD for event in events) - expected
    for old, text in standing:
        if old is not None and active(old):
            events += succeeded(replace(state, next_seq=state.next_seq + len(events)), old, text.draft, text)
    counts = replace(command.counts, new=command.counts.new - late, held=command.counts.held + late)
    return [*events, Imported(of=command.of, position=command.position, **asdict(counts)).event()]
