"""Imports as jobs: what was accepted, how far it has come, and what became of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from typing import Any

from memory_desktop.core.memory.canonical import iso, parse_time
from memory_desktop.core.wording import count


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


#: Among the conversations of a choice: what stands in none.
NO_CONVERSATION = ""


@dataclass(frozen=True, slots=True)
class ImportChoice:
    """What of some files is wanted. None leaves nothing out.

    Attributes:
        conversations: ids or titles (in any case of letters), and `NO_CONVERSATION` for what stands in none.
        roles: whose messages; what is no message is taken in any case.
        since, until: the times, both included, that an item must lie between; one without a time does not.
        model: who made the vectors that name no model themselves; "" where nobody knows. It leaves nothing out.
    """

    conversations: tuple[str, ...] | None = None
    roles: tuple[str, ...] | None = None
    since: datetime | None = None
    until: datetime | None = None
    model: str = ""

    @property
    def everything(self) -> bool:
        """Is nothing left out?"""
        return replace(self, model="") == ImportChoice()

    @property
    def words(self) -> str:
        """What is wanted, in words; "" where that is everything."""
        parts = []
        if self.conversations is not None:
            named = [name for name in self.conversations if name != NO_CONVERSATION]
            others = len(named) != len(self.conversations)
            parts += [count(len(named), "conversation")] if named or not others else []
            parts += ["items outside conversations"] if others else []
        if self.roles is not None:
            parts.append(f"messages of {', '.join(self.roles) or 'nobody'}")
        parts += [f"from {iso(self.since)[:10]}"] if self.since is not None else []
        parts += [f"to {iso(self.until)[:10]}"] if self.until is not None else []
        return ", ".join(parts)

    def to_json(self) -> dict[str, Any]:
        """Only what was chosen."""
        lists = {"conversations": self.conversations, "roles": self.roles}
        times = {"since": self.since, "until": self.until}
        return (
            {name: list(found) for name, found in lists.items() if found is not None}
            | {name: iso(found) for name, found in times.items() if found is not None}
            | ({"model": self.model} if self.model else {})
        )

    @classmethod
    def from_json(cls, raw: Mapping[str, Any]) -> ImportChoice:
        """What `to_json` wrote."""
        return cls(
            conversations=tuple(map(str, raw["conversations"])) if "conversations" in raw else None,
            roles=tuple(map(str, raw["roles"])) if "roles" in raw else None,
            since=parse_time(raw["since"]) if "since" in raw else None,
            until=parse_time(raw["until"]) if "until" in raw else None,
            model=str(raw.get("model", "")),
        )


@dataclass(frozen=True, slots=True)
class ImportJob:
    """An import that was accepted.

    Attributes:
        seq: of the event that it began with; its number.
        paths: absolute. prints: the fingerprint of each, as it was then; none in imports of earlier programs.
        position: items of the files that it has read and taken in or left out.
        reason: why it waits or failed.
        choice: what of the files is wanted. extract: facts are learned from it at its end; None: if it brings
            conversations of another program, and the setting says so.
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
    choice: ImportChoice = field(default_factory=ImportChoice)
    extract: bool | None = False
