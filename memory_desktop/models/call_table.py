"""What agents did, newest first: calls as they come, and what the log says of the time before the vault was opened."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, Qt

from memory_desktop.bridge.engine_texts import said
from memory_desktop.bridge.translation import dated, figure, mark, tr, translated
from memory_desktop.core.answers import HistoryEntry, RecallAnswer
from memory_desktop.core.events.event import AGENT, EventType
from memory_desktop.core.memory.canonical import parse_time
from memory_desktop.core.memory.held import Decision
from memory_desktop.models.cell_table import CellTable
from memory_desktop.models.tips import plain_tip
from memory_desktop.models.words import done_word
from memory_desktop.service.calls import Call

_Index = QModelIndex | QPersistentModelIndex
_NO_PARENT = QModelIndex()
_MOST = 2_000
TITLES = translated((mark("Agent"), mark("Tool"), mark("What"), mark("Result"), mark("Time"), mark("Took")))
#: Role: is the cell to be struck through? What a call was about is, where the call was undone.
STRUCK = int(Qt.ItemDataRole.UserRole) + 1
_ABOUT, _RESULT = 2, 3
_RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)


@dataclass(frozen=True, slots=True)
class Doing:
    """One row.

    Attributes:
        agent: its name, without "agent:". tool: what it used, or what the log calls it.
        what: its arguments, or what happened. result: what came of it; the error, if `error`.
        ms: how long it took; None where only the log knows of it.
        commands: what Undo takes back. query: what was asked for. answer: of a recall, with what explains each hit.
        given: the arguments of a call, by name.
    """

    at: datetime
    agent: str
    tool: str
    what: str
    result: str = ""
    ms: float | None = None
    error: bool = False
    commands: tuple[int, ...] = ()
    ids: tuple[str, ...] = ()
    query: str = ""
    answer: RecallAnswer | None = None
    given: Mapping[str, Any] = field(default_factory=dict)


def of_call(call: Call) -> Doing:
    """A call of the feed as a row."""
    return Doing(
        call.at,
        call.agent,
        call.tool,
        call.arguments,
        call.result,
        call.ms,
        call.error,
        call.commands,
        call.ids,
        call.answer.query if call.answer is not None else "",
        call.answer,
        call.given,
    )


def of_entry(entry: HistoryEntry) -> Doing:
    """An event of the log as a row. A recall stands at the time when it was asked, which is before it was written."""
    told = said(entry.summary)
    what = f"{told}: {entry.subject}" if entry.subject else told
    recall = entry.type == EventType.RECALL
    asked = str(entry.payload.get("at", "")) if recall else ""
    named = entry.payload.get("ids")
    ids = tuple(str(id) for id in named) if isinstance(named, list) else ()
    return Doing(
        parse_time(asked) if asked else entry.ts,
        entry.actor.removeprefix(AGENT),
        done_word(entry.type, entry.payload),
        " ".join(what.split()),
        commands=() if recall else (entry.command or entry.seq,),
        ids=ids or ((entry.item,) if entry.item.startswith("mem_") else ()),
        query=str(entry.payload.get("query", "")) if recall else "",
    )


def of_entries(entries: Sequence[HistoryEntry]) -> list[Doing]:
    """Events of the log as rows, an edit as one: that the old text gives way to the new one is no row of its own."""
    made = {(one.command, one.item): one.type for one in entries if one.type != EventType.FORGET}
    followed = {(one.command, by) for one in entries if (by := _successor(one)) and (one.command, by) in made}
    rows = []
    for one in entries:
        row, by = of_entry(one), _successor(one)
        if by and (one.command, by) in made:
            continue
        if by:
            row = replace(row, what=" ".join(one.subject.split()))  # else it names an id
        elif one.type == EventType.INGEST and (one.command, one.item) in followed:
            row = replace(row, tool=tr("Edited"), what=" ".join((one.subject or said(one.summary)).split()))
        rows.append(row)
    return rows


def _successor(entry: HistoryEntry) -> str:
    """The id of what took the place of a memory, if that is what the event says."""
    superseded = entry.type == EventType.FORGET and entry.payload.get("mode") == "supersede"
    return str(entry.payload.get("by") or "") if superseded else ""


class CallTable(CellTable):
    """Rows of what agents did. `show_agent` restricts them to one."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._all: list[Doing] = []
        self._rows: list[Doing] = []
        self._agent = ""
        self._undone: frozenset[int] = frozenset()
        self._decided: dict[int, Decision] = {}

    def show(self, rows: Sequence[Doing]) -> None:
        """Replace all rows; newest first."""
        self.beginResetModel()
        self._all = list(rows)[:_MOST]
        self._rows = self._fitting(self._all)
        self.endResetModel()

    def earlier(self) -> int:
        """How many of the rows are entries of the log, from before the calls were followed."""
        return sum(one.ms is None for one in self._rows)

    def add(self, calls: Sequence[Call]) -> None:
        """Calls that were just served, oldest first."""
        new = [of_call(call) for call in reversed(calls)]
        self._all = [*new, *self._all][:_MOST]
        shown = self._fitting(new)
        if shown:
            self.beginInsertRows(QModelIndex(), 0, len(shown) - 1)
            self._rows[:0] = shown
            self.endInsertRows()
        if len(self._rows) > _MOST:
            self.beginRemoveRows(QModelIndex(), _MOST, len(self._rows) - 1)
            del self._rows[_MOST:]
            self.endRemoveRows()

    def show_agent(self, name: str) -> None:
        """Only what one agent did; "" for all."""
        if name != self._agent:
            self.beginResetModel()
            self._agent = name
            self._rows = self._fitting(self._all)
            self.endResetModel()

    def commands(self) -> list[int]:
        """The commands that these calls gave, which may have been undone."""
        return list(dict.fromkeys(command for one in self._all for command in one.commands))

    def show_since(self, undone: Collection[int], decided: Mapping[int, Decision]) -> None:
        """Mark the calls of which something was taken back, and say what became of those that waited for approval.

        Args:
            undone: commands. decided: by the command that asked.
        """
        if (frozenset(undone), decided) != (self._undone, self._decided):
            self._undone, self._decided = frozenset(undone), dict(decided)
            if self._rows:
                self.dataChanged.emit(self.index(0, 0), self.index(len(self._rows) - 1, len(TITLES) - 1))

    def undone(self, one: Doing) -> bool:
        """Whether what a call wrote was taken back."""
        return not self._undone.isdisjoint(one.commands)

    def decided(self, one: Doing) -> Decision | None:
        """What became of a call that waited for approval; None: it waits, or did not have to."""
        return next((self._decided[command] for command in one.commands if command in self._decided), None)

    def doing(self, row: int) -> Doing | None:
        """What a row shows."""
        return self._rows[row] if 0 <= row < len(self._rows) else None

    def rowCount(self, parent: _Index = _NO_PARENT) -> int:  # noqa: N802 - Qt's name
        """How many."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: _Index = _NO_PARENT) -> int:  # noqa: N802 - Qt's name
        """See `TITLES`."""
        return 0 if parent.isValid() else len(TITLES)

    def headerData(  # noqa: N802 - Qt's name
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """The columns' titles."""
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return TITLES[section]
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.TextAlignmentRole:
            return _RIGHT if section == len(TITLES) - 1 else None
        return None

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Text, tool tip, alignment."""
        one = self.doing(index.row())
        if one is None:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(one, index.column())
        if role == STRUCK:
            return index.column() == _ABOUT and self.undone(one)
        if role == Qt.ItemDataRole.ToolTipRole:
            since = tr("\nUndone since") if self.undone(one) else ""
            long = (
                one.agent,
                one.tool,
                one.what,
                self.result(one) + since,
                f"{dated(one.at.astimezone(), '%Y-%m-%d %H:%M:%S')}",
                "",
            )
            return plain_tip(long[index.column()])
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{TITLES[index.column()]}: {self._text(one, index.column())}"
        if role == Qt.ItemDataRole.TextAlignmentRole and index.column() == len(TITLES) - 1:
            return _RIGHT
        return None

    def _text(self, one: Doing, column: int) -> str:
        if column != _RESULT:
            return _text(one, column)
        said = self.result(one)
        return "  ·  ".join((tr("Undone"), said) if said else (tr("Undone"),)) if self.undone(one) else said

    def result(self, one: Doing) -> str:
        """What came of a call, and of what waited for approval since."""
        said, decision = _text(one, _RESULT), self.decided(one)
        if decision is None:
            return said
        return (
            tr("{said}; released since", said=said) if decision.released else tr("{said}; discarded since", said=said)
        )

    def _fitting(self, rows: Sequence[Doing]) -> list[Doing]:
        return [one for one in rows if not self._agent or one.agent == self._agent]


def _text(one: Doing, column: int) -> str:
    today = one.at.astimezone().date() == datetime.now().astimezone().date()
    time = f"{dated(one.at.astimezone(), '%H:%M:%S')}" if today else f"{dated(one.at.astimezone(), '%Y-%m-%d %H:%M')}"
    told = said(one.result)
    result = tr("Failed: {result}", result=told) if one.error else told
    took = tr("{ms} ms", ms=figure(one.ms, ",.0f")) if one.ms is not None else ""
    return (one.agent, one.tool, one.what, result, time, took)[column]
