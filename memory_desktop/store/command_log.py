"""The commands of the log that are steps of undo: a projection, so that the stacks reach as far back as the log.

A row is a command. `root`: the command that it is about, itself unless it is an undo or redo; of several, the first. Of
a root, `latest` is the newest command that did it or took it back, the same for those that one command took back;
`done` says which of the two that was, `counts` are its events by type, and `doer` who made it. `along`: it was taken
back as a part of another's undo, not for itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any

import orjson

from memory_desktop.core.events.event import SYSTEM, Event, EventType, of_agent
from memory_desktop.core.events.registry import payload_of, undoable
from memory_desktop.store.bulk import insert_rows
from memory_desktop.store.database import Cursor, Database, Row
from memory_desktop.store.schema import COMMAND_COLUMNS

#: Moved when the rules of what a step is change: then the table is folded again.
VERSION = 5
_COLUMNS = ", ".join(COMMAND_COLUMNS)
_STEP = "kind = 'do'"
#: What takes something away, or merges it: somebody may miss it, and what was merged cannot be undone before the merge.
_TAKES_AWAY = frozenset(
    {EventType.CONSOLIDATE, EventType.MERGE, EventType.FORGET, EventType.FORGETTING, EventType.HOLD}
)
#: What a person let in for an agent is a step of the person's.
_LET_IN = f"contains(counts, '\"{EventType.RELEASE.value}\"')"
#: An import that has brought nothing yet: it becomes a step with the first thing that it brings.
_EMPTY = "empty"
_BOOKKEEPING = frozenset({EventType.IMPORT, EventType.IMPORTED, EventType.GATE})


class Doer(StrEnum):
    """Who made a step. What the program adds by itself is a step, too, but none that an undo without a name takes back;
    where it takes something away, that is a step as a person's."""

    PERSON = "person"
    AGENT = "agent"
    PROGRAM = "program"


@dataclass(frozen=True, slots=True)
class Step:
    """A command that can be taken back, or done again; see the module."""

    seq: int
    done: bool
    latest: int
    counts: dict[str, int]
    along: bool = False


@dataclass(frozen=True, slots=True)
class CommandPlace:
    """A command in the list of all: `done` is None for an undo or redo; `counts` are its events by type."""

    seq: int
    done: bool | None
    counts: dict[str, int]


class CommandLog:
    """The commands table."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def fold(self, cursor: Cursor, events: Sequence[Event]) -> None:
        """Take events in, inside the caller's transaction."""
        by_command: dict[int, list[Event]] = {}
        for event in events:
            by_command.setdefault(event.command, []).append(event)
        for command, group in by_command.items():
            if group[0].seq == command:
                self._begin(cursor, group)
            else:
                self._go_on(cursor, command, group)
            for event in group:
                if event.type == EventType.UNDO:
                    self._turn(cursor, event)

    def clear(self, cursor: Cursor) -> None:
        """Forget all rows, before the log is folded again."""
        cursor.execute("DELETE FROM commands")

    def step(self, command: int) -> Step | None:
        """The step that a command is, or takes back."""
        rows = self._database.reader().rows(
            f"SELECT {_COLUMNS} FROM commands WHERE {_STEP} AND seq = (SELECT root FROM commands WHERE seq = ?)",
            [command],
        )
        return _step(rows[0]) if rows else None

    def steps(self, commands: Sequence[int]) -> dict[int, Step]:
        """The same of several commands, by command; those that are none are left out."""
        if not commands:
            return {}
        columns = ", ".join(f"s.{name}" for name in COMMAND_COLUMNS)
        rows = self._database.reader().rows(
            f"SELECT c.seq, {columns} FROM commands c JOIN commands s ON s.seq = c.root"
            f" WHERE s.{_STEP} AND c.seq IN (SELECT unnest(?::BIGINT[]))",
            [list(commands)],
        )
        return {row[0]: _step(row[1:]) for row in rows}

    def page(
        self, *, before: int, limit: int, actor: str | None, start: datetime | None, end: datetime | None
    ) -> list[CommandPlace]:
        """The newest commands before an event, newest first.

        Args:
            actor: of the first event. start, end: when that was written; a half-open interval.
        """
        where, parameters = ["c.seq < ?"], list[Any]([before])
        for condition, value in (("e.actor = ?", actor), ("e.ts >= ?", _naive(start)), ("e.ts < ?", _naive(end))):
            if value is not None:
                where.append(condition)
                parameters.append(value)
        rows = self._database.reader().rows(
            f"SELECT c.seq, c.kind, c.done, c.counts FROM commands c JOIN events e ON e.seq = c.seq"
            f" WHERE {' AND '.join(where)} ORDER BY c.seq DESC LIMIT ?",
            [*parameters, limit],
        )
        return [
            CommandPlace(seq, done if kind not in ("undo", "redo") else None, orjson.loads(counts))
            for seq, kind, done, counts in rows
        ]

    def together(self, step: Step) -> list[Step]:
        """The steps that the command which took this one back, or did it again, was about: each comes back only with
        the others. Itself among them, newest first."""
        if step.latest == step.seq:
            return [step]
        rows = self._database.reader().rows(
            f"SELECT {_COLUMNS} FROM commands WHERE {_STEP} AND latest = ? ORDER BY seq DESC", [step.latest]
        )
        return [_step(row) for row in rows]

    def roots(self, commands: Sequence[int]) -> dict[int, int]:
        """The step that each of these commands is about, by command."""
        rows = self._database.reader().rows(
            "SELECT seq, root FROM commands WHERE seq IN (SELECT unnest(?::BIGINT[]))", [list(commands)]
        )
        return dict(rows)

    def undone_among(self, steps: Sequence[int], *, after: int) -> set[int]:
        """Those of the steps that were taken back after an event, and still are."""
        rows = self._database.reader().rows(
            f"SELECT seq FROM commands WHERE {_STEP} AND NOT done AND latest > ?"
            " AND seq IN (SELECT unnest(?::BIGINT[]))",
            [after, list(steps)],
        )
        return {row[0] for row in rows}

    def redos_among(self, commands: Sequence[int]) -> set[int]:
        """Those of the commands that did again what had been taken back."""
        rows = self._database.reader().rows(
            "SELECT seq FROM commands WHERE kind = 'redo' AND seq IN (SELECT unnest(?::BIGINT[]))", [list(commands)]
        )
        return {row[0] for row in rows}

    def done_among(self, commands: Sequence[int]) -> list[Step]:
        """The steps among these commands that are done, the newest first."""
        rows = self._database.reader().rows(
            f"SELECT {_COLUMNS} FROM commands WHERE {_STEP} AND done AND seq IN (SELECT unnest(?::BIGINT[]))"
            " ORDER BY latest DESC",
            [list(commands)],
        )
        return [_step(row) for row in rows]

    def done(self, limit: int, to: int) -> list[Step]:
        """Steps of persons and agents that can be taken back, the newest first. `to`: the last event that is shown."""
        return self._done("<>", limit, to)

    def done_by_itself(self, limit: int, to: int) -> list[Step]:
        """The same of the program."""
        return self._done("=", limit, to)

    def _done(self, comparison: str, limit: int, to: int) -> list[Step]:
        rows = self._database.reader().rows(
            f"SELECT {_COLUMNS} FROM commands WHERE {_STEP} AND done AND seq <= ? AND doer {comparison} ?"
            " ORDER BY latest DESC LIMIT ?",
            [to, Doer.PROGRAM, limit],
        )
        return [_step(row) for row in rows]

    def has_added_by_itself(self, *, after: int) -> bool:
        """Has the program added anything by itself with a command after this one?"""
        return (
            self._database.reader().row(
                f"SELECT 1 FROM commands WHERE {_STEP} AND done AND seq > ? AND doer = ? LIMIT 1", [after, Doer.PROGRAM]
            )
            is not None
        )

    def added_by_itself(self, commands: Sequence[int]) -> list[Step]:
        """Those of the commands, if done, with which the program added something by itself; the newest first."""
        rows = self._database.reader().rows(
            f"SELECT {_COLUMNS} FROM commands WHERE {_STEP} AND done AND doer = ?"
            " AND seq IN (SELECT unnest(?::BIGINT[])) ORDER BY latest DESC",
            [Doer.PROGRAM, list(commands)],
        )
        return [_step(row) for row in rows]

    def undone(self, limit: int, to: int) -> list[Step]:
        """Steps that can be done again, the newest first: those taken back since a person did anything new. What went
        along with another is none: the program makes it again by itself."""
        rows = self._database.reader().rows(
            f"SELECT {_COLUMNS} FROM commands WHERE {_STEP} AND NOT done AND NOT along AND seq <= ?"
            f" AND latest > (SELECT coalesce(max(seq), 0) FROM commands WHERE {_STEP}"
            f" AND (doer = ? OR {_LET_IN})) ORDER BY latest DESC LIMIT ?",
            [to, Doer.PERSON, limit],
        )
        return [_step(row) for row in rows]

    def _begin(self, cursor: Cursor, group: Sequence[Event]) -> None:
        first = group[0]
        if first.type == EventType.UNDO:
            payload = payload_of(first)
            root = cursor.row("SELECT root FROM commands WHERE seq = ?", [payload.of])
            if root is None:
                return  # of a log whose beginning is damaged
            row = (first.seq, root[0], payload.kind, True, first.seq, "{}", _doer(first), False)
            insert_rows(cursor, "commands", COMMAND_COLUMNS, [row])
        elif undoable(first):
            types = Counter(event.type for event in group)
            kind = _EMPTY if first.type == EventType.IMPORT and types.keys() <= _BOOKKEEPING else "do"
            row = (first.seq, first.seq, kind, True, first.seq, orjson.dumps(types).decode(), _doer(first), False)
            insert_rows(cursor, "commands", COMMAND_COLUMNS, [row])

    def _turn(self, cursor: Cursor, event: Event) -> None:
        """A step is taken back or done again: with it those that the same command has taken back or done again."""
        payload = payload_of(event)
        cursor.execute(
            f"UPDATE commands SET done = ?, latest = ?, along = ? WHERE {_STEP}"
            " AND (latest = ? OR seq = (SELECT root FROM commands WHERE seq = ?))",
            [payload.kind == "redo", event.command, payload.along > 0, payload.of, payload.of],
        )

    def _go_on(self, cursor: Cursor, command: int, group: Sequence[Event]) -> None:
        row = cursor.row(f"SELECT counts, kind FROM commands WHERE kind IN ('do', '{_EMPTY}') AND seq = ?", [command])
        if row is not None:
            counts = Counter(orjson.loads(row[0])) + Counter(event.type for event in group)
            kind = _EMPTY if row[1] == _EMPTY and counts.keys() <= _BOOKKEEPING else "do"
            cursor.execute(
                "UPDATE commands SET counts = ?, kind = ? WHERE seq = ?",
                [orjson.dumps(counts).decode(), kind, command],
            )


def _naive(moment: datetime | None) -> datetime | None:
    return moment.astimezone(UTC).replace(tzinfo=None) if moment is not None else None


def _doer(first: Event) -> Doer:
    """Who made the step that begins with an event."""
    if of_agent(first.actor):
        return Doer.AGENT
    return Doer.PROGRAM if first.actor == SYSTEM and first.type not in _TAKES_AWAY else Doer.PERSON


def _step(row: Row) -> Step:
    seq, _, _, done, latest, counts, _, along = row
    return Step(seq, done, latest, orjson.loads(counts), along)
