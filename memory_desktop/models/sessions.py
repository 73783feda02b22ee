"""Conversations as a list: the latest first, under the day on which each went on last, fetched as one scrolls down."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from memory_desktop.bridge.runner import Runner, Token
from memory_desktop.bridge.translation import dated, plural, tr
from memory_desktop.bridge.wording import isolated, no_user
from memory_desktop.engine.conversation.turns import Session
from memory_desktop.models.tips import plain_tip

PAGE = 200
SESSION_ROLE = int(Qt.ItemDataRole.UserRole) + 1
_Index = QModelIndex | QPersistentModelIndex
_NO_PARENT = QModelIndex()
Source = Callable[..., list[Session]]


@dataclass(frozen=True, slots=True)
class Asked:
    """Which conversations are listed: of one user (None: of all), with these words."""

    user: str | None = None
    words: str = ""


class SessionList(QAbstractListModel):
    """A row is a conversation, or the day above the first of several; see `session`.

    Signals: `loaded(int)`, how many conversations there are so far; `failed(exception)`.

    Args:
        today: which day it is, for "Today" and "Yesterday".
    """

    loaded = Signal(int)
    failed = Signal(object)

    def __init__(self, parent: QObject | None = None, today: Callable[[], date] = date.today) -> None:
        super().__init__(parent)
        self._today = today
        self._source: Source | None = None
        self._runner: Runner | None = None
        self._asked = Asked()
        self._rows: list[Session | str] = []
        self._titles: Counter[str] = Counter()
        self._owners: set[tuple[str, str]] = set()
        self._number = 0
        self._complete = True
        self._busy = False

    def open(self, source: Source, runner: Runner) -> None:
        """Read from here; call `load` to begin."""
        self._source, self._runner = source, runner

    def close(self) -> None:
        """Forget the vault."""
        self._source = self._runner = None
        self._replace([])

    def load(self, asked: Asked) -> None:
        """List the conversations that fit, as many as were listed before, if it was the same question."""
        same = asked == self._asked
        number = max(PAGE, self._number if same else 0)
        self._asked = asked
        self._ask(0, number, self._renew, follow=same)

    def session(self, row: int) -> Session | None:
        """The conversation of a row; None for a day."""
        found = self._rows[row] if 0 <= row < len(self._rows) else None
        return found if isinstance(found, Session) else None

    def title(self, one: Session) -> str:
        """Its title; where several that are listed have the same, with the user, or else with when it began."""
        if self._titles[one.title] < 2:
            return one.title
        only_one = sum(title == one.title for title, _ in self._owners) == self._titles[one.title]
        began = f"{dated(one.first.astimezone(), '%Y-%m-%d %H:%M')}"
        return f"{one.title} ({isolated(one.user_id) if one.user_id and only_one else began})"

    def row_of(self, session_id: str) -> int:
        """The row of a conversation, or -1."""
        for row, one in enumerate(self._rows):
            if isinstance(one, Session) and one.session_id == session_id:
                return row
        return -1

    # --- QAbstractListModel -------------------------------------------------------------------

    def rowCount(self, parent: _Index = _NO_PARENT) -> int:  # noqa: N802 - Qt's name
        """What was fetched so far, and the days."""
        return 0 if parent.isValid() else len(self._rows)

    def flags(self, index: _Index) -> Qt.ItemFlag:
        """A day cannot be chosen."""
        if self.session(index.row()) is None:
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The title or the day; the conversation itself; what a screen reader and the tool tip say."""
        if not 0 <= index.row() < len(self._rows):
            return None
        one = self._rows[index.row()]
        if role == SESSION_ROLE:
            return one if isinstance(one, Session) else None
        if isinstance(one, str):
            return one if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole) else None
        if role == Qt.ItemDataRole.DisplayRole:
            return self.title(one)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{self.title(one)}. {told(one)}"
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip(f"{self.title(one)}\n{told(one)}\n{span(one)}")
        return None

    def canFetchMore(self, parent: _Index) -> bool:  # noqa: N802 - Qt's name
        """True while there are more."""
        return not parent.isValid() and not self._complete and not self._busy

    def fetchMore(self, parent: _Index) -> None:  # noqa: N802, ARG002 - Qt's
        """The next page."""
        self._ask(self._number, PAGE, self._append)

    # --- fetching -----------------------------------------------------------------------------

    def _ask(self, offset: int, limit: int, then: Callable[[list[Session]], None], *, follow: bool = False) -> None:
        source, runner, asked = self._source, self._runner, self._asked
        if source is None or runner is None:
            return
        self._busy = True

        def work(_token: Token) -> list[Session]:
            return source(user_id=asked.user, words=asked.words, limit=limit, offset=offset)

        def done(found: list[Session]) -> None:
            self._busy = False
            self._complete = len(found) < limit
            then(found)
            self.loaded.emit(self._number)

        runner.query(self, work, done, failed=self._on_failed, channel="sessions", follow=follow)

    def _on_failed(self, error: Exception) -> None:
        self._busy = False
        self.failed.emit(error)

    def _renew(self, found: list[Session]) -> None:
        """Show these; where they stand as they stood, only what is said of them is told anew."""
        rows = self._with_days(found, "")
        if not rows or [_place(one) for one in rows] != [_place(one) for one in self._rows]:
            self._replace(found)
            return
        self._rows = rows
        self._titles, self._owners = Counter(), set()
        self._count(found)
        self.dataChanged.emit(self.index(0), self.index(len(rows) - 1))

    def _replace(self, found: list[Session]) -> None:
        self.beginResetModel()
        self._rows = self._with_days(found, "")
        self._titles, self._owners = Counter(), set()
        self._count(found)
        self._number = len(found)
        self.endResetModel()

    def _append(self, found: list[Session]) -> None:
        last = next((one for one in reversed(self._rows) if isinstance(one, Session)), None)
        rows = self._with_days(found, day_word(last.last, self._today()) if last is not None else "")
        if rows:
            self.beginInsertRows(QModelIndex(), len(self._rows), len(self._rows) + len(rows) - 1)
            self._rows += rows
            self._count(found)
            self._number += len(found)
            self.endInsertRows()

    def _count(self, found: list[Session]) -> None:
        self._titles.update(one.title for one in found)
        self._owners.update((one.title, one.user_id) for one in found)

    def _with_days(self, found: list[Session], before: str) -> list[Session | str]:
        rows: list[Session | str] = []
        today = self._today()
        for one in found:
            day = day_word(one.last, today)
            if day != before:
                rows.append(day)
                before = day
            rows.append(one)
        return rows


def _place(row: Session | str) -> tuple[bool, str]:
    """What a row is about: whether it is a conversation, and which conversation or day."""
    return (True, row.session_id) if isinstance(row, Session) else (False, row)


def day_word(moment: datetime, today: date) -> str:
    """ "Today", "Yesterday", "Tuesday, 3 March" or "Tuesday, 3 March 2025", in the person's own time."""
    day = moment.astimezone().date()
    if (today - day).days in (0, 1):
        return tr("Yesterday") if today > day else tr("Today")
    year = "" if day.year == today.year else f" {day.year}"
    return tr(
        "{weekday}, {day} {month}{year}", weekday=dated(day, "%A"), day=day.day, month=dated(day, "%B"), year=year
    )


def owners(one: Session) -> str:
    """Whose a conversation is; everybody, where several share it."""
    return ", ".join(isolated(user or no_user()) for user in one.users) or isolated(one.user_id)


def told(one: Session) -> str:
    """Whose a conversation is, how long, when it went on last, and where it comes from."""
    turns = plural("{n} turn", "{n} turns", one.cycles)
    return " · ".join(
        part for part in (owners(one), turns, f"{dated(one.last.astimezone(), '%H:%M')}", one.source) if part
    )


def span(one: Session) -> str:
    """From when to when."""
    first, last = one.first.astimezone(), one.last.astimezone()
    if first.date() == last.date():
        return (
            f"{dated(first, '%Y-%m-%d %H:%M')}–{dated(last, '%H:%M')}"
            if first != last
            else f"{dated(first, '%Y-%m-%d %H:%M')}"
        )
    return tr("{first} to {last}", first=dated(first, "%Y-%m-%d %H:%M"), last=dated(last, "%Y-%m-%d %H:%M"))
