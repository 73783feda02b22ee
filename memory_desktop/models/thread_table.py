"""The turns of a conversation, or of a user's whole history, as rows that are fetched as they are looked at.

The outline (an id, a conversation and a time for each turn) is read once; `turn` answers from a cache of turns, or
notes the page of a turn as wanted, which is then fetched off the GUI thread. 100,000 turns take about 30 MB. After a
change turns are shown as they were until they have been read again, and new ones at the end come with their texts.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any, Protocol

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, Qt, QTimer, Signal, Slot

from memory_desktop.bridge.runner import Runner, Token
from memory_desktop.bridge.translation import dated, mark, tr, translated
from memory_desktop.bridge.wording import isolated
from memory_desktop.core.conversation.cycles import ASKING, USER, role_of
from memory_desktop.core.memory.records import Memory
from memory_desktop.engine.conversation.reading import Heading, Turn
from memory_desktop.models.cell_table import CellTable
from memory_desktop.models.sessions import day_word
from memory_desktop.models.words import summary_change

PAGE = 40
MAX_PAGES = 30
TURN_ROLE = int(Qt.ItemDataRole.UserRole) + 1
HEADING_ROLE = int(Qt.ItemDataRole.UserRole) + 2
_SETTLE_MS = 10
_Index = QModelIndex | QPersistentModelIndex
_NO_PARENT = QModelIndex()
_SPEAKERS = translated(
    {"user": mark("User"), "assistant": mark("Assistant"), "system": mark("System"), "tool": mark("Tool")}
)


#: The titles of conversations, by their ids, as far as they are a user's; None: everybody's.
Titles = Callable[[Sequence[str], str | None], dict[str, str]]


class TurnSource(Protocol):
    """The part of the engine that the rows come from."""

    def outline(self, *, session_id: str | None = ..., user_id: str | None = ...) -> list[Heading]: ...

    def turns(self, cycle_ids: Sequence[str]) -> dict[str, Turn]: ...

    def containing(self, text: str, *, session_id: str | None = ..., user_id: str | None = ...) -> set[str]: ...


@dataclass(frozen=True, slots=True)
class Thread:
    """What is shown: the turns of a user (None: of all) in one conversation, or, without one, in all."""

    session: str | None = None
    user: str | None = None


@dataclass(frozen=True, slots=True)
class _Outline:
    ids: list[str]
    headings: dict[int, str]  # of rows with which a day or another conversation begins
    rows: dict[str, int]
    begins: dict[str, int]  # the first row of each conversation
    times: list[datetime]
    several: bool = False  # do the turns name several users?


@dataclass(frozen=True, slots=True)
class _Listed:
    """An outline, what of it is as it was (rows at the beginning and at the end), and the texts of the newest turns."""

    outline: _Outline
    before: list[str]
    head: int
    tail: int
    turns: dict[str, Turn | None]


class ThreadTable(CellTable):
    """Rows of turns, in order of time.

    Signals: `loaded(int)`, how many turns there are; `arrived()`, some rows can be shown that could not be; `failed`
    an exception; `matched(list[int])`, the rows that a text was found in.

    Args:
        today: which day it is.
    """

    loaded = Signal(int)
    arrived = Signal()
    failed = Signal(object)
    matched = Signal(object)

    def __init__(self, parent: QObject | None = None, today: Callable[[], date] = date.today) -> None:
        super().__init__(parent)
        self._today = today
        self._source: TurnSource | None = None
        self._runner: Runner | None = None
        self._titles: Titles = lambda _ids, _user: {}
        self.thread_shown = Thread()
        self._outline = _Outline([], {}, {}, {}, [])
        self._turns: OrderedDict[str, Turn | None] = OrderedDict()
        self._stale: set[str] = set()
        self._wanted: OrderedDict[int, None] = OrderedDict()
        self._in_flight: set[int] = set()
        self._generation = 0  # of the thread: what was asked for another is of no use
        self._settle = QTimer(self)
        self._settle.setSingleShot(True)
        self._settle.setInterval(_SETTLE_MS)
        self._settle.timeout.connect(self._fetch)

    # --- what is shown ------------------------------------------------------------------------

    def open(self, source: TurnSource, runner: Runner, titles: Titles) -> None:
        """Read from here; call `load` to begin. `titles`: called off the GUI thread."""
        if source is not self._source:
            self._begin_anew()
        self._source, self._runner, self._titles = source, runner, titles

    def close(self) -> None:
        """Forget the vault."""
        if self._runner is not None:
            self._runner.cancel_all(self)
        self._source = self._runner = None
        self.clear()

    def clear(self) -> None:
        """Show nothing."""
        self._begin_anew()
        self._turns.clear()
        self._stale.clear()
        self._show(_Outline([], {}, {}, {}, []))
        self.thread_shown = Thread()

    def load(self, thread: Thread) -> None:
        """Show these turns. Of the same thread, the old rows stay until the new ones are there."""
        source, runner, today = self._source, self._runner, self._today()
        if source is None or runner is None:
            return
        same, titles = thread == self.thread_shown, self._titles
        if not same:
            self._begin_anew()
            self._turns.clear()
            self._show(_Outline([], {}, {}, {}, []))
        generation, before = self._generation, self._outline.ids
        self.thread_shown = thread

        def work(_token: Token) -> _Listed:
            outline = source.outline(session_id=thread.session, user_id=thread.user)
            named = {} if thread.session else titles([*dict.fromkeys(one.session_id for one in outline)], thread.user)
            made = _outlined(outline, today, named)
            head, tail = _alike(before, made.ids)
            new = made.ids[head : len(made.ids) - tail][:PAGE] if before else []
            found = source.turns(new) if new else {}
            return _Listed(made, before, head, tail, {id: found.get(id) for id in new})

        def done(listed: _Listed) -> None:
            if generation == self._generation:
                self._renew(listed)
                self.loaded.emit(len(listed.outline.ids))

        runner.query(self, work, done, failed=self.failed.emit, channel="outline", follow=same)

    def find(self, text: str) -> None:
        """Find the rows with each of these words; `matched` follows."""
        source, runner, thread = self._source, self._runner, self.thread_shown
        if source is None or runner is None or not text.split():
            self.matched.emit([])
            return

        outline = self._outline

        def work(_token: Token) -> list[int]:
            found = source.containing(text, session_id=thread.session, user_id=thread.user)
            return sorted(outline.rows[id] for id in found if id in outline.rows)

        def done(rows: list[int]) -> None:
            # Turns that came meanwhile stand at the end; in any other outline the rows are others.
            same = outline is self._outline or outline.ids == self._outline.ids[: len(outline.ids)]
            self.matched.emit(rows if same else [])

        runner.query(self, work, done, failed=self.failed.emit, channel="find")

    def row_of(self, cycle_id: str) -> int:
        """The row of a turn, or -1."""
        return self._outline.rows.get(cycle_id, -1)

    def row_at(self, moment: datetime) -> int:
        """The row of the first turn at a time or after it; the last row when all are earlier, -1 without any."""
        times = self._outline.times
        return min(bisect_left(times, moment), len(times) - 1)

    def time_span(self) -> tuple[datetime, datetime] | None:
        """When the first and the last turn began; None without any."""
        times = self._outline.times
        return (times[0], times[-1]) if times else None

    def first_of(self, session_id: str) -> int:
        """The row with which a conversation begins, or -1."""
        return self._outline.begins.get(session_id, -1)

    def id_at(self, row: int) -> str:
        """The id of a row's turn; "" for none."""
        return self._outline.ids[row] if 0 <= row < len(self._outline.ids) else ""

    def pages_held(self) -> int:
        """How many pages of turns are in memory."""
        return -(-len(self._turns) // PAGE)

    def turn(self, row: int) -> Turn | None:
        """The turn of a row, if it is there; else it is fetched."""
        if not 0 <= row < len(self._outline.ids):
            return None
        id = self._outline.ids[row]
        if id not in self._turns or id in self._stale:
            self._want(row // PAGE)
        if id not in self._turns:
            return None
        self._turns.move_to_end(id)
        return self._turns[id]

    def heading(self, row: int) -> str:
        """What stands above a row: a day, or another conversation; "" for nothing."""
        return self._outline.headings.get(row, "")

    # --- QAbstractTableModel ------------------------------------------------------------------

    def rowCount(self, parent: _Index = _NO_PARENT) -> int:  # noqa: N802 - Qt's name
        """How many turns."""
        return 0 if parent.isValid() else len(self._outline.ids)

    def columnCount(self, parent: _Index = _NO_PARENT) -> int:  # noqa: N802 - Qt's name
        """One."""
        return 0 if parent.isValid() else 1

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The turn as text; the turn itself; what stands above it."""
        if role == HEADING_ROLE:
            return self.heading(index.row())
        if role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole, TURN_ROLE):
            return None
        turn = self.turn(index.row())
        if role == TURN_ROLE or turn is None:
            return turn
        said = as_text(turn, self.speaker)
        noted = (
            [tr("Summary: {summary_change}", summary_change=summary_change(one)) for one in turn.changes]
            if not self.thread_shown.session
            else []
        )
        return "\n\n".join((said, *noted)) if role == Qt.ItemDataRole.AccessibleTextRole else said

    @property
    def names_users(self) -> bool:
        """Is each message said to be of which user? Where the turns of all stand together, or of several in one
        conversation."""
        thread = self.thread_shown
        return thread.user is None and (thread.session is None or self._outline.several)

    def speaker(self, memory: Memory) -> str:
        """Who says a message; where turns of several users stand together, with the name of the user, who says it or
        to whom it is said."""
        said, user = speaker(memory), memory.metadata.get(USER)
        if not (self.names_users and isinstance(user, str) and user):
            return said
        if role_of(memory).lower() in ASKING:
            return f"{said} · {isolated(user)}"
        return tr("{speaker} to {user}", speaker=said, user=isolated(user))

    # --- fetching -----------------------------------------------------------------------------

    def _want(self, page: int) -> None:
        self._wanted.pop(page, None)
        self._wanted[page] = None
        while len(self._wanted) > 4:  # those passed by in a fast scroll
            self._wanted.popitem(last=False)
        if not self._settle.isActive():
            self._settle.start()

    @Slot()
    def _fetch(self) -> None:
        source, runner = self._source, self._runner
        if source is None or runner is None or not self._outline.ids:
            self._wanted.clear()
            return
        while self._wanted and len(self._in_flight) < 2:
            page, _ = self._wanted.popitem()
            ids = self._outline.ids[page * PAGE : (page + 1) * PAGE]
            lacking = [id for id in ids if id not in self._turns or id in self._stale]
            if page not in self._in_flight and lacking:
                self._ask(source, runner, page, lacking)

    def _ask(self, source: TurnSource, runner: Runner, page: int, ids: list[str]) -> None:
        generation = self._generation
        self._in_flight.add(page)
        self._stale.difference_update(ids)  # what changes from here on makes them stale again

        def done(found: dict[str, Turn]) -> None:
            if generation != self._generation:
                return
            self._in_flight.discard(page)
            self._keep({id: found.get(id) for id in ids})
            self._tell([row for id in ids if (row := self._outline.rows.get(id, -1)) >= 0])
            self.arrived.emit()
            if self._wanted:
                self._settle.start()

        def failed(error: Exception) -> None:
            if generation == self._generation:
                self._in_flight.discard(page)
            self.failed.emit(error)

        runner.query(self, lambda _token: source.turns(ids), done, failed=failed)

    def _keep(self, turns: Mapping[str, Turn | None]) -> None:
        """Hold turns, and let go those that nobody has looked at for longest; None stands for one that is no more."""
        for id, turn in turns.items():
            self._turns[id] = turn
            self._turns.move_to_end(id)
        while len(self._turns) > MAX_PAGES * PAGE:
            old, _ = self._turns.popitem(last=False)
            self._stale.discard(old)

    def _renew(self, listed: _Listed) -> None:
        """Show an outline; only the rows that are others are told as such, and the texts of all are read again."""
        ids, new = self._outline.ids, listed.outline.ids
        if not ids:
            self._show(listed.outline)
            return
        if listed.before is not ids:  # another outline has come since this one was asked for
            head, tail = _alike(ids, new)
            listed = replace(listed, before=ids, head=head, tail=tail)
        self._stale = set(self._turns)
        self._keep(listed.turns)
        last = len(ids) - listed.tail - 1
        if last >= listed.head:
            self.beginRemoveRows(QModelIndex(), listed.head, last)
            self._outline = _Outline(ids[: listed.head] + ids[last + 1 :], {}, {}, {}, [])
            self.endRemoveRows()
        last = len(new) - listed.tail - 1
        if last >= listed.head:
            self.beginInsertRows(QModelIndex(), listed.head, last)
            self._outline = listed.outline
            self.endInsertRows()
        self._outline = listed.outline
        rows = listed.outline.rows
        self._tell(sorted(rows[id] for id in self._turns if id in rows))
        self.arrived.emit()

    def _tell(self, rows: Sequence[int]) -> None:
        """Say of these rows, which are in order, that they may look another way."""
        first = 0
        for place, row in enumerate(rows):
            if place + 1 == len(rows) or rows[place + 1] != row + 1:
                self.dataChanged.emit(self.index(rows[first], 0), self.index(row, 0))
                first = place + 1

    def _begin_anew(self) -> None:
        """Whatever is on its way is of no use any more."""
        self._generation += 1
        self._in_flight.clear()
        self._wanted.clear()
        self._stale = set(self._turns)

    def _show(self, outline: _Outline) -> None:
        self.beginResetModel()
        self._outline = outline
        self._wanted.clear()
        self.endResetModel()


def _alike(before: Sequence[str], now: Sequence[str]) -> tuple[int, int]:
    """How many rows at the beginning are as they were, and how many at the end."""
    least = min(len(before), len(now))
    same = before[:least] == now[:least]
    head = least if same else next(row for row in range(least) if before[row] != now[row])
    most = least - head
    tail = next((n for n in range(most) if before[-1 - n] != now[-1 - n]), most)
    return head, tail


def speaker(memory: Memory) -> str:
    """Who says a message, as the window names them."""
    role = role_of(memory)
    return _SPEAKERS.get(role.lower(), role) or tr("Message")


def as_text(turn: Turn, named: Callable[[Memory], str] = speaker) -> str:
    """A turn to copy or to hear: a paragraph a message, with who said it and when."""
    return "\n\n".join(f"{named(one)}, {said_at(one.created_at)}:\n{one.content}" for one in turn.messages)


def said_at(moment: datetime) -> str:
    """To the minute, in the person's own time."""
    return f"{dated(moment.astimezone(), '%Y-%m-%d %H:%M')}"


def _outlined(outline: Sequence[Heading], today: date, titles: dict[str, str]) -> _Outline:
    headings: dict[int, str] = {}
    begins: dict[str, int] = {}
    session, day = "", None
    for row, one in enumerate(outline):
        now = one.at.astimezone().date()
        other = bool(titles) and one.session_id != session
        if now != day or other:
            title = titles.get(one.session_id, "") if titles else ""
            headings[row] = " — ".join(part for part in (day_word(one.at, today), isolated(title)) if part)
        session, day = one.session_id, now
        begins.setdefault(one.session_id, row)
    ids = [one.cycle_id for one in outline]
    several = len({one.user_id for one in outline}) > 1
    rows = {id: row for row, id in enumerate(ids)}
    return _Outline(ids, headings, rows, begins, [one.at for one in outline], several)
