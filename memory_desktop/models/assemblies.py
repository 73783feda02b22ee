"""Assemblies, and the members of one, as table models; the words for why an assembly was made."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, Qt

from memory_desktop.bridge.engine_texts import said
from memory_desktop.bridge.translation import dated, grouped, mark, plural, tr, translated
from memory_desktop.core.assemblies import Assembly
from memory_desktop.core.memory.records import Memory
from memory_desktop.core.wording import capital, shortened
from memory_desktop.engine.assembly.assemblies import AssemblyState
from memory_desktop.engine.reader import Reader
from memory_desktop.models.cell_table import CellTable
from memory_desktop.models.tips import plain_tip

NAME, MEMBERS, CHANGED, WHY = range(4)
COLUMNS = translated((mark("Assembly"), mark("Members"), mark("Changed"), mark("Why it was made")))
MEMBER_COLUMNS = translated(("#", mark("Memory"), mark("Kind")))
_SHORT = 300
_Index = QModelIndex | QPersistentModelIndex
_AT_RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)


@dataclass(frozen=True, slots=True)
class AssemblyLine:
    """An assembly as it is listed.

    Attributes:
        present: how many memories stand for its members. gone: how many members have been forgotten.
        freshness: of its vector, see `AssemblyState`; "" in the past, where no vectors are kept.
    """

    assembly: Assembly
    present: int
    gone: int
    freshness: str = ""
    synced_at: datetime | None = None
    error: str = ""


def lines_of(states: Sequence[AssemblyState]) -> list[AssemblyLine]:
    """Of the vault as it is now."""
    return [
        AssemblyLine(one.assembly, one.present, one.gone, one.freshness, one.synced_at, one.vector.last_error)
        for one in states
    ]


def lines_then(past: Reader) -> list[AssemblyLine]:
    """Of a moment of the past. Not for the GUI thread."""
    found = past.assemblies()
    standing = past.standing(found)
    return [AssemblyLine(one, *standing[one.id]) for one in found]


def why_made(one: Assembly) -> str:
    """How an assembly came about, in a few words."""
    if one.merged_from:
        return plural("Merged from {n} assembly", "Merged from {n} assemblies", len(one.merged_from))
    if one.reason:
        return capital(said(one.reason))
    return (
        tr("Made by hand")
        if one.actor == "user"
        else tr("Made by {removeprefix}", removeprefix=one.actor.removeprefix("agent:"))
    )


def _words_of(one: Assembly) -> str:
    """What a search among assemblies looks at."""
    return " ".join((one.name, *one.tags, *one.topics, why_made(one), one.id)).casefold()


_KEYS: Mapping[int, Callable[[AssemblyLine], Any]] = {
    NAME: lambda line: line.assembly.name.casefold(),
    MEMBERS: lambda line: line.present,
    CHANGED: lambda line: line.assembly.updated_at,
    WHY: lambda line: why_made(line.assembly).casefold(),
}


class AssemblyTable(CellTable):
    """The assemblies that fit some words, in an order; a row each.

    Args:
        when: says a time in a few words.
    """

    def __init__(self, when: Callable[[datetime], str], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._when = when
        self._all: list[AssemblyLine] = []
        self._shown: list[AssemblyLine] = []
        self._words: list[str] = []
        self.order = CHANGED, True

    @property
    def total(self) -> int:
        """How many there are, whether they fit or not."""
        return len(self._all)

    def show(self, lines: Sequence[AssemblyLine]) -> None:
        """These are all that there are; the rows are left alone where they are the same assemblies."""
        self._all = list(lines)
        self._look()

    def search(self, text: str) -> None:
        """Show those that have each of these words in their name, tags, topics, reason or id."""
        self._words = text.casefold().split()
        self._look()

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Qt's: in the order of a column, the newest first among equals."""
        self.order = column, order is Qt.SortOrder.DescendingOrder
        self._look()

    def line(self, row: int) -> AssemblyLine | None:
        """What is in a row."""
        return self._shown[row] if 0 <= row < len(self._shown) else None

    def of(self, id: str) -> AssemblyLine | None:
        """An assembly, whether its row is shown or not."""
        return next((line for line in self._all if line.assembly.id == id), None)

    def row(self, id: str) -> int:
        """Where an assembly is shown; -1 if it is not."""
        return next((row for row, line in enumerate(self._shown) if line.assembly.id == id), -1)

    def _look(self) -> None:
        column, descending = self.order
        newest = sorted(self._all, key=lambda line: -line.assembly.key)
        found = sorted(newest, key=_KEYS[column], reverse=descending)
        if self._words:
            found = [line for line in found if all(word in _words_of(line.assembly) for word in self._words)]
        if [line.assembly.id for line in found] != [line.assembly.id for line in self._shown]:
            self.beginResetModel()
            self._shown = found
            self.endResetModel()
        elif found:
            self._shown = found
            self.dataChanged.emit(self.index(0, 0), self.index(len(found) - 1, len(COLUMNS) - 1))

    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008, N802 - Qt's name and default
        """How many are shown."""
        return 0 if parent.isValid() else len(self._shown)

    def columnCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008, N802 - Qt's name and default
        """Always the same."""
        return 0 if parent.isValid() else len(COLUMNS)

    def headerData(  # noqa: N802 - Qt's name
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Names of the columns."""
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return COLUMNS[section]
        return None

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Text of a cell, and what its tool tip says."""
        line = self.line(index.row())
        if line is None:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(line, index.column())
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip(_told(line, index.column()))
        return None

    def _text(self, line: AssemblyLine, column: int) -> str:
        match column:
            case 0:
                return line.assembly.name
            case 1:
                return f"{grouped(line.present)}"
            case 2:
                return self._when(line.assembly.updated_at)
            case _:
                return why_made(line.assembly)


def _told(line: AssemblyLine, column: int) -> str:
    one = line.assembly
    if column == MEMBERS:
        return plural("{n} memory", "{n} memories", line.present) + (
            tr("; {memories} forgotten", memories=plural("{n} memory", "{n} memories", line.gone)) if line.gone else ""
        )
    if column == CHANGED:
        return f"{dated(one.updated_at.astimezone(), '%Y-%m-%d %H:%M:%S')}"
    labels = [f"{title}: {', '.join(of)}" for title, of in ((tr("Tags"), one.tags), (tr("Topics"), one.topics)) if of]
    return "\n".join((one.name, why_made(one), *labels))


class MemberTable(CellTable):
    """The members of one assembly in their order; a row each."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._members: list[Memory] = []

    def show(self, members: Sequence[Memory]) -> None:
        """These are the members; the rows are left alone where they are the same memories."""
        same = [one.key for one in members] == [one.key for one in self._members]
        if same:
            self._members = list(members)
            if members:
                self.dataChanged.emit(self.index(0, 0), self.index(len(members) - 1, len(MEMBER_COLUMNS) - 1))
            return
        self.beginResetModel()
        self._members = list(members)
        self.endResetModel()

    def member(self, row: int) -> Memory | None:
        """The memory in a row."""
        return self._members[row] if 0 <= row < len(self._members) else None

    def all(self) -> Sequence[Memory]:
        """The members in their order."""
        return self._members

    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008, N802 - Qt's name and default
        """How many there are."""
        return 0 if parent.isValid() else len(self._members)

    def columnCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008, N802 - Qt's name and default
        """Always the same."""
        return 0 if parent.isValid() else len(MEMBER_COLUMNS)

    def headerData(  # noqa: N802 - Qt's name
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Names of the columns."""
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return MEMBER_COLUMNS[section]
        if role == Qt.ItemDataRole.TextAlignmentRole and section == 0:
            return _AT_RIGHT
        return None

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Place, text and kind; the place stands at the right."""
        memory = self.member(index.row())
        if memory is None:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return (f"{grouped(index.row() + 1)}", shortened(memory.content, _SHORT), memory.kind)[index.column()]
        if role == Qt.ItemDataRole.TextAlignmentRole and index.column() == 0:
            return _AT_RIGHT
        return None


def moved(ids: Sequence[str], chosen: Sequence[int], before: int) -> list[str]:
    """The ids with those at the `chosen` places put in front of the one at place `before` (its length: at the end)."""
    out = set(chosen)
    going = [ids[place] for place in sorted(out)]
    return [
        *(id for place, id in enumerate(ids) if place < before and place not in out),
        *going,
        *(id for place, id in enumerate(ids) if place >= before and place not in out),
    ]
