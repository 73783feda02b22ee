"""The commands of a vault as a table: a row for each thing that somebody did."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from PySide6.QtCore import QObject

from memory_desktop.bridge.runner import Runner
from memory_desktop.bridge.step_words import step_word
from memory_desktop.bridge.translation import dated, mark, tr, translated
from memory_desktop.bridge.wording import actor_word
from memory_desktop.core.past import CommandRow
from memory_desktop.models.paged_table import PagedTable

TITLES = translated((mark("Time"), mark("By"), mark("What was done"), mark("State")))


@dataclass(frozen=True, slots=True)
class CommandFilter:
    """Which commands are listed; None restricts nothing. `first`, `last`: days of the local time, both included."""

    actor: str | None = None
    first: date | None = None
    last: date | None = None


class CommandTable(PagedTable[CommandRow, CommandFilter]):
    """Rows of commands."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(TITLES, CommandFilter(), (), parent)

    def open(self, source: Callable[..., list[CommandRow]], runner: Runner) -> None:
        """Read from here; call `load` to begin."""

        def fetch(which: CommandFilter, before: int | None, limit: int) -> Sequence[CommandRow]:
            end = which.last + timedelta(days=1) if which.last is not None else None
            return source(before=before, limit=limit, actor=which.actor, start=_begin(which.first), end=_begin(end))

        self.open_with(fetch, runner)

    def number(self, row: CommandRow) -> int:
        """The first event of the command."""
        return row.command

    def text(self, row: CommandRow, column: int) -> str:
        """See `TITLES`."""
        if column == 0:
            return dated(row.at.astimezone(), "%Y-%m-%d %H:%M")
        name = step_word(row.name)
        what = f"{name}: {row.text}" if row.text else name
        return (actor_word(row.actor), " ".join(what.split()), tr("Undone") if row.done is False else "")[column - 1]

    def tip(self, row: CommandRow, column: int) -> str:
        """The exact time, and the name of the actor in the log."""
        if column == 0:
            return dated(row.at.astimezone(), "%Y-%m-%d %H:%M:%S %Z")
        return row.actor if column == 1 else self.text(row, column)


def _begin(day: date | None) -> datetime | None:
    return datetime(day.year, day.month, day.day).astimezone() if day is not None else None
