"""The event log as a table: newest first, fetched page by page as somebody scrolls down."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject

from memory_desktop.bridge.engine_texts import said
from memory_desktop.bridge.runner import Runner
from memory_desktop.bridge.translation import dated, grouped, mark, tr, translated
from memory_desktop.core.answers import HistoryEntry
from memory_desktop.models.paged_table import PAGE, PagedTable
from memory_desktop.models.words import done_word

_TYPE = 2
TITLES = translated((mark("Event"), mark("Time"), mark("Type"), mark("By"), mark("What happened")))
Source = Callable[..., list[HistoryEntry]]
__all__ = ["PAGE", "TITLES", "EventFilter", "EventTable"]


@dataclass(frozen=True, slots=True)
class EventFilter:
    """Which events are listed; None restricts nothing."""

    type: str | None = None
    actor: str | None = None
    item: str | None = None


class EventTable(PagedTable[HistoryEntry, EventFilter]):
    """Rows of events."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(TITLES, EventFilter(), (0,), parent)

    def open(self, source: Source, runner: Runner) -> None:
        """Read from here; call `load` to begin."""

        def fetch(which: EventFilter, before: int | None, limit: int) -> Sequence[HistoryEntry]:
            return source(before=before, limit=limit, item=which.item, type=which.type, actor=which.actor)

        self.open_with(fetch, runner)

    def number(self, row: HistoryEntry) -> int:
        """The event."""
        return row.seq

    def text(self, row: HistoryEntry, column: int) -> str:
        """See `TITLES`."""
        if column == 0:
            return f"{grouped(row.seq)}"
        if column == 1:
            return dated(row.ts.astimezone(), "%Y-%m-%d %H:%M")
        told = said(row.summary)
        what = f"{told}: {row.subject}" if row.subject else told
        return (done_word(row.type, row.payload), row.actor, " ".join(what.split()))[column - 2]

    def tip(self, row: HistoryEntry, column: int) -> str:
        """The exact time; what the log calls the type."""
        if column == 1:
            return dated(row.ts.astimezone(), "%Y-%m-%d %H:%M:%S.%f %Z")
        return tr("Event type {type}", type=row.type) if column == _TYPE else self.text(row, column)
