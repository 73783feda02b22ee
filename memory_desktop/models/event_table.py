"""The event log as a table: newest first, fetched page by page as somebody scrolls down."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from memory_desktop.bridge.runner import Runner, Token
from memory_desktop.core.answers import HistoryEntry
from memory_desktop.models.cell_table import CellTable
from memory_desktop.models.tips import plain_tip
from memory_desktop.models.words import done_word

_Index = QModelIndex | QPersistentModelIndex
_NO_PARENT = QModelIndex()
PAGE = 200

_TYPE = 2
TITLES = ("Event", "Time", "Type", "By", "What happened")
Source = Callable[..., list[HistoryEntry]]


@dataclass(frozen=True, slots=True)
class EventFilter:
    """Which events are listed; None restricts nothing."""

    type: str | None = None
    actor: str | None = None
    item: str | None = None


class EventTable(CellTable):
    """Rows of events. Signals: `failed(exception)`; `loaded(int)`, how many rows there are after a fetch."""

    failed = Signal(object)
    loaded = Signal(int)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._source: Source | None = None
        self._runner: Runner | None = None
        self._filter = EventFilter()
        self._entries: list[HistoryEntry] = []
        self._complete = True
        self._busy = False

    def open(self, source: Source, runner: Runner) -> None:
        """Read from here; call `load` to begin."""
        self._source, self._runner = source, runner

    def close(self) -> None:
        """Forget the vault."""
        self._source = self._runner = None
        self._replace([])

    def load(self, filter: EventFilter | None = None) -> None:
        """List the newest events that fit."""
        self._filter = self._filter if filter is None else filter
        self._ask(None, self._show_first, "events")

    def refresh(self) -> None:
        """Put what is new on top; what is listed stays where it is."""
        self._ask(None, self._show_new, "events-new", follow=True)

    def entry(self, row: int) -> HistoryEntry | None:
        """The event of a row."""
        return self._entries[row] if 0 <= row < len(self._entries) else None

    # --- QAbstractTableModel ------------------------------------------------------------------

    def rowCount(self, parent: _Index = _NO_PARENT) -> int:  # noqa: N802 - Qt's name
        """What was fetched so far."""
        return 0 if parent.isValid() else len(self._entries)

    def columnCount(self, parent: _Index = _NO_PARENT) -> int:  # noqa: N802 - Qt's name
        """See `TITLES`."""
        return 0 if parent.isValid() else len(TITLES)

    def headerData(  # noqa: N802 - Qt's name
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Column titles."""
        if orientation != Qt.Orientation.Horizontal or role != Qt.ItemDataRole.DisplayRole:
            return None
        return TITLES[section] if section < len(TITLES) else None  # widths kept by an earlier version may name more

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Texts, the number at the right."""
        entry = self.entry(index.row()) if index.isValid() else None
        if entry is None:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return _text(entry, index.column())
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip(_tip(entry, index.column()))
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{TITLES[index.column()]}: {_text(entry, index.column())}"
        if role == Qt.ItemDataRole.TextAlignmentRole and index.column() == 0:
            return int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        return None

    def canFetchMore(self, parent: _Index) -> bool:  # noqa: N802 - Qt's name
        """True while older events can be loaded."""
        return not parent.isValid() and not self._complete and not self._busy

    def fetchMore(self, parent: _Index) -> None:  # noqa: N802, ARG002 - Qt's
        """The next older page."""
        if self._entries:
            self._ask(self._entries[-1].seq, self._append, "events-more")

    # --- fetching -----------------------------------------------------------------------------

    def _ask(
        self, before: int | None, then: Callable[[list[HistoryEntry]], None], channel: str, *, follow: bool = False
    ) -> None:
        source, runner, which = self._source, self._runner, self._filter
        if source is None or runner is None:
            return
        self._busy = True

        def work(_token: Token) -> list[HistoryEntry]:
            return source(before=before, limit=PAGE, item=which.item, type=which.type, actor=which.actor)

        def done(entries: list[HistoryEntry]) -> None:
            self._busy = False
            if which == self._filter:
                then(entries)
                self.loaded.emit(len(self._entries))

        runner.query(self, work, done, failed=self._on_failed, channel=channel, follow=follow)

    def _on_failed(self, error: Exception) -> None:
        self._busy = False
        self.failed.emit(error)

    def _show_first(self, entries: list[HistoryEntry]) -> None:
        self._complete = len(entries) < PAGE
        self._replace(entries)

    def _show_new(self, entries: list[HistoryEntry]) -> None:
        top = self._entries[0].seq if self._entries else 0
        new = [entry for entry in entries if entry.seq > top]
        if len(new) == len(entries) and entries:  # more than a page is new: begin again
            self._show_first(entries)
        elif new:
            self.beginInsertRows(QModelIndex(), 0, len(new) - 1)
            self._entries[:0] = new
            self.endInsertRows()

    def _append(self, entries: list[HistoryEntry]) -> None:
        self._complete = len(entries) < PAGE
        if entries:
            first = len(self._entries)
            self.beginInsertRows(QModelIndex(), first, first + len(entries) - 1)
            self._entries += entries
            self.endInsertRows()

    def _replace(self, entries: list[HistoryEntry]) -> None:
        self.beginResetModel()
        self._entries = list(entries)
        self.endResetModel()


def _tip(entry: HistoryEntry, column: int) -> str:
    if column == 1:
        return entry.ts.astimezone().strftime("%Y-%m-%d %H:%M:%S.%f %Z")
    return f"Event type {entry.type}" if column == _TYPE else _text(entry, column)


def _text(entry: HistoryEntry, column: int) -> str:
    if column == 0:
        return f"{entry.seq:,}"
    if column == 1:
        return entry.ts.astimezone().strftime("%Y-%m-%d %H:%M")
    what = f"{entry.summary}: {entry.subject}" if entry.subject else entry.summary
    return (done_word(entry.type, entry.payload), entry.actor, " ".join(what.split()))[column - 2]
