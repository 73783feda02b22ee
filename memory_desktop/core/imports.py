"""Imports as jobs: what was accepted, how far it has come, and what became of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum


class ImportState(StrEnum):
    """Where an import stands.

    RUNNING in the log means that it has not come to an end: where nobody is at it, it is INTERRUPTED. WAITING: its
    files are gone or have changed. UNDONE is said by the log of commands, not by the import.
    """

    RUNNING = "running"
    INTERRUPTED = "interrupted"
    PAUSED = "paused"
    WAITING = "waiting"
    FAILED = "failed"
    STOPPED = "stopped"
    DONE = "done"
    UNDONE = "undone"


#: An import in one of these can go on when somebody asks for it.
RESUMABLE = frozenset({ImportState.INTERRUPTED, ImportState.PAUSED, ImportState.WAITING, ImportState.FAILED})


@dataclass(frozen=True, slots=True)
class ImportCounts:
    """Counts of items. `forgotten` ones are among the `skipped`; the other fields share none."""

    new: int = 0
    skipped: int = 0
    forgotten: int = 0
    conflict: int = 0
    held: int = 0
    rejected: int = 0

    def plus(self, other: ImportCounts) -> ImportCounts:
        """The sums."""
        return ImportCounts(
            self.new + other.new,
            self.skipped + other.skipped,
            self.forgotten + other.forgotten,
            self.conflict + other.conflict,
            self.held + other.held,
            self.rejected + other.rejected,
        )


@dataclass(frozen=True, slots=True)
class ImportJob:
    """An import that was accepted.

    Attributes:
        seq: of the event that it began with; its number.
        paths: absolute. prints: the fingerprint of each, as it was then; none in imports of earlier programs.
        position: items of the files that it has read and taken in or left out.
        reason: why it waits or failed.
    """

    seq: int
    paths: tuple[str, ...]
    prints: tuple[str, ...]
    format: str | None
    on_conflict: str
    started: datetime
    updated: datetime
    actor: str
    state: ImportState
    position: int = 0
    counts: ImportCounts = field(default_factory=ImportCounts)
    reason: str = ""
