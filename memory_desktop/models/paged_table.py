"""A table of what happened: newest first, fetched page by page as somebody scrolls down."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from memory_desktop.bridge.runner import Runner, Token
from memory_desktop.models.cell_table import CellTable
from memory_desktop.models.tips import plain_tip

_Index = QModelIndex | QPersistentModelIndex
_NO_PARENT = QModelIndex()
PAGE = 200
#: Rows that are read again at the most when something has changed.
_MOST_AGAIN = 1_000
R = TypeVar("R")
F = TypeVar("F")
#: Reads a page: the filter, before which number (None: the newest), at most how many.
Fetch = Callable[[Any, int | None, int], Sequence[Any]]


class PagedTable(CellTable, Generic[R, F]):
    """Rows with a number each, which grows.

    Signals: `failed(exception)`; `loaded(int)`, how many rows there are after a fetch.

    Args:
        titles: of the columns. at_right: the columns of numbers.
    """

    failed = Signal(object)
    loaded = Signal(int)

    def __init__(
        self, titles: Sequence[str], filter: F, at_right: Sequence[int] = (), parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._titles = tuple(titles)
        self._at_right = frozenset(at_right)
        self._fetch: Fetch | None = None
        self._runner: Runner | None = None
        self._filter = filter
        self._rows: list[R] = []
        self._complete = True
        self._busy = False

    # --- what a row is ------------------------------------------------------------------------

    def number(self, row: R) -> int:
        """The number of a row: those that come later have a higher one."""
        raise NotImplementedError

    def text(self, row: R, column: int) -> str:
        """A cell."""
        raise NotImplementedError

    def tip(self, row: R, column: int) -> str:
        """What is told of a cell; its text, if nothing else."""
        return self.text(row, column)

    # --- rows ---------------------------------------------------------------------------------

    def open_with(self, fetch: Fetch, runner: Runner) -> None:
        """Read from here; call `load` to begin."""
        self._fetch, self._runner = fetch, runner

    def close(self) -> None:
        """Forget the vault."""
        self._fetch = self._runner = None
        self._replace([])

    def load(self, filter: F | None = None) -> None:
        """List the newest rows that fit."""
        self._filter = self._filter if filter is None else filter
        self._ask(None, self._show_first, "first")

    def refresh(self) -> None:
        """Put what is new on top, and what has changed in its place."""
        again = min(max(PAGE, len(self._rows)), _MOST_AGAIN)
        self._ask(None, self._show_new, "new", follow=True, limit=again)

    def entry(self, row: int) -> R | None:
        """What a row shows."""
        return self._rows[row] if 0 <= row < len(self._rows) else None

    # --- QAbstractTableModel ------------------------------------------------------------------

    def rowCount(self, parent: _Index = _NO_PARENT) -> int:  # noqa: N802 - Qt's name
        """What was fetched so far."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: _Index = _NO_PARENT) -> int:  # noqa: N802 - Qt's name
        """As many as titles."""
        return 0 if parent.isValid() else len(self._titles)

    def headerData(  # noqa: N802 - Qt's name
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Column titles."""
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole and section in self._at_right:
            return _RIGHT
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        # Widths kept by an earlier version may name more columns.
        return self._titles[section] if section < len(self._titles) else None

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Texts, numbers at the right."""
        entry = self.entry(index.row()) if index.isValid() else None
        if entry is None:
            return None
        column = index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return self.text(entry, column)
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip(self.tip(entry, column))
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{self._titles[column]}: {self.text(entry, column)}"
        if role == Qt.ItemDataRole.TextAlignmentRole and column in self._at_right:
            return _RIGHT
        return None

    def canFetchMore(self, parent: _Index) -> bool:  # noqa: N802 - Qt's name
        """True while older rows can be loaded."""
        return not parent.isValid() and not self._complete and not self._busy

    def fetchMore(self, parent: _Index) -> None:  # noqa: N802, ARG002 - Qt's
        """The next older page."""
        if self._rows:
            self._ask(self.number(self._rows[-1]), self._append, "more")

    # --- fetching -----------------------------------------------------------------------------

    def _ask(
        self,
        before: int | None,
        then: Callable[[list[R]], None],
        channel: str,
        *,
        follow: bool = False,
        limit: int = PAGE,
    ) -> None:
        fetch, runner, which = self._fetch, self._runner, self._filter
        if fetch is None or runner is None:
            return
        self._busy = True

        def work(_token: Token) -> list[R]:
            return list(fetch(which, before, limit))

        def done(rows: list[R]) -> None:
            self._busy = False
            if which == self._filter:
                then(rows)
                self.loaded.emit(len(self._rows))

        runner.query(self, work, done, failed=self._on_failed, channel=channel, follow=follow)

    def _on_failed(self, error: Exception) -> None:
        self._busy = False
        self.failed.emit(error)

    def _show_first(self, rows: list[R]) -> None:
        self._complete = len(rows) < PAGE
        self._replace(rows)

    def _show_new(self, rows: list[R]) -> None:
        top = self.number(self._rows[0]) if self._rows else 0
        new = [row for row in rows if self.number(row) > top]
        if len(new) == len(rows) and rows:  # more than a page is new: begin again
            self._show_first(rows[:PAGE])
            return
        self._change(rows[len(new) :])
        if new:
            self.beginInsertRows(QModelIndex(), 0, len(new) - 1)
            self._rows[:0] = new
            self.endInsertRows()

    def _change(self, rows: Sequence[R]) -> None:
        """Show the new state of rows that are there."""
        places = {self.number(row): place for place, row in enumerate(self._rows)}
        for row in rows:
            place = places.get(self.number(row))
            if place is not None and self._rows[place] != row:
                self._rows[place] = row
                self.dataChanged.emit(self.index(place, 0), self.index(place, len(self._titles) - 1))

    def _append(self, rows: list[R]) -> None:
        self._complete = len(rows) < PAGE
        if rows:
            first = len(self._rows)
            self.beginInsertRows(QModelIndex(), first, first + len(rows) - 1)
            self._rows += rows
            self.endInsertRows()

    def _replace(self, rows: Sequence[R]) -> None:
        self.beginResetModel()
        self._rows = list(rows)
        self.endResetModel()


_RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
