"""A virtual table over millions of memories: an array of keys, and a cache of pages fetched as they are looked at.

Theory of operation: `keys` is the whole answer to the filter in the chosen order; a row is a position in it. `data`
answers from a cache of rows by key, or with a placeholder, and notes the page as wanted. A moment later the wanted
pages nearest to what was asked last are fetched off the GUI thread; pages wanted only in passing, during a fast scroll,
are dropped before they are ever asked for. Nothing here reads a database on the GUI thread.

What a change made stale is shown as it was until it has been read again. A new list of keys comes together with the
rows that will be in sight, so that none of them is a placeholder; and while one list is on its way, changes only note
that another has to follow: a vault that is written to all the time is still shown as it was a moment ago.

Rows may stand in groups (`models/memory_groups.py`): a heading is a row whose key is negative, and of a folded group it
is the only one.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Protocol

import numpy as np
from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    QTimer,
    Signal,
    Slot,
)

from memory_desktop.bridge.runner import Runner, Token
from memory_desktop.bridge.translation import dated, figure, mark, plural, tr, translated
from memory_desktop.bridge.wording import layer_word
from memory_desktop.core.answers import ChangeSet, Freshness, Labels
from memory_desktop.core.conversation.cycles import owner_of
from memory_desktop.core.errors import KnownError
from memory_desktop.core.keys import Keys
from memory_desktop.core.memory.emotion import emotion_text, emotion_words
from memory_desktop.core.memory.records import Memory
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.models.memory_groups import GROUPINGS, Groups, Heading, grouped
from memory_desktop.models.tips import plain_tip
from memory_desktop.models.words import status_word

PAGE = 100
MAX_PAGES = 60
#: Groups by these begin with the last of their labels.
_LAST_FIRST = frozenset({"month"})
_MAX_IN_FLIGHT = 2
_SETTLE_MS = 15
_NO_PARENT = QModelIndex()
_Index = QModelIndex | QPersistentModelIndex

VALUE_ROLE = int(Qt.ItemDataRole.UserRole) + 1
MEMORY_ROLE = int(Qt.ItemDataRole.UserRole) + 2


class MemorySource(Protocol):
    """The part of the engine that the table reads."""

    def keys(self, filter: RecordFilter, *, sort: str = ..., descending: bool = ..., words: str = ...) -> Keys: ...

    def labels(self, filter: RecordFilter, by: str) -> Labels: ...

    def page(self, keys: Sequence[int] | Keys) -> list[Memory]: ...

    def freshness(self, ids: Sequence[str]) -> dict[str, Freshness]: ...

    @property
    def protected_keys(self) -> Callable[[], frozenset[int]]: ...


@dataclass(frozen=True, slots=True)
class Row:
    """A memory as a row: the record, its vector's state, and the text of each column, made off the GUI thread.

    Attributes:
        protected: the program neither fades nor forgets it by itself.
        second: what stands below the text where rows have two lines.
    """

    memory: Memory
    vector: str
    texts: tuple[str, ...] = ()
    protected: bool = False
    second: str = ""


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its heading, what to sort by ("" for not sortable), its text, and a plain value for a delegate."""

    name: str
    title: str
    sort: str
    text: Callable[[Row], str]
    value: Callable[[Row], Any]
    width: int


def _preview(row: Row) -> str:
    return " ".join(row.memory.content[:400].split())[:200]


def _status(row: Row) -> str:
    return status_word(row.memory.status.value) + (tr(", protected") if row.protected else "")


def _emotion(row: Row) -> str:
    """Its words, else how pleasant it is."""
    emotion = row.memory.emotion
    return ", ".join(emotion_words(emotion)) or emotion_text(emotion).partition("\n")[0]


def _user(row: Row) -> str:
    return owner_of(row.memory.metadata)


def _day(moment: datetime) -> str:
    return dated(moment.astimezone(), "%Y-%m-%d")


def _time(moment: datetime) -> str:
    return dated(moment.astimezone(), "%Y-%m-%d %H:%M")


def _second(row: Row) -> str:
    """Kind, tags, time, and whose it is or where it comes from."""
    memory = row.memory
    tags = " ".join(f"#{tag}" for tag in memory.tags)
    parts = (memory.kind, tags, _time(memory.created_at), _user(row) or memory.source)
    return "  ·  ".join(" ".join(part.split()) for part in parts if part)


VECTOR_WORDS = translated(
    {"indexed": mark("Indexed"), "pending": mark("Waiting"), "failed": mark("Failed"), "none": mark("None")}
)

COLUMNS = translated(
    (
        Column("content", mark("Content"), "content", _preview, _preview, 420),
        Column("kind", mark("Kind"), "kind", lambda r: r.memory.kind, lambda r: r.memory.kind, 76),
        Column(
            "layer",
            mark("Layer"),
            "layer",
            lambda r: layer_word(r.memory.layer.value),
            lambda r: r.memory.layer.value,
            104,
        ),
        Column("tags", mark("Tags"), "", lambda r: ", ".join(r.memory.tags), lambda r: r.memory.tags, 110),
        Column("source", mark("Source"), "source", lambda r: r.memory.source, lambda r: r.memory.source, 92),
        Column(
            "created",
            mark("Created"),
            "created_at",
            lambda r: _day(r.memory.created_at),
            lambda r: r.memory.created_at,
            104,
        ),
        Column(
            "updated",
            mark("Updated"),
            "updated_at",
            lambda r: _time(r.memory.updated_at),
            lambda r: r.memory.updated_at,
            128,
        ),
        Column(
            "salience",
            mark("Salience"),
            "salience",
            lambda r: f"{figure(r.memory.salience, '.2f')}",
            lambda r: r.memory.salience,
            96,
        ),
        Column("status", mark("Status"), "status", _status, lambda r: r.memory.status.value, 92),
        Column("vector", mark("Vector"), "", lambda r: VECTOR_WORDS.get(r.vector, r.vector), lambda r: r.vector, 64),
        Column("emotion", mark("Emotion"), "", _emotion, lambda r: emotion_words(r.memory.emotion), 110),
        Column("user", mark("User"), "", _user, _user, 92),
    )
)


def _tip(column: Column, row: Row) -> str:
    """What a cell has no room for."""
    if column.name == "created":
        return _time(row.memory.created_at)
    if column.name == "vector":
        return tr("Vector: {text}", text=column.text(row))
    if column.name == "emotion":
        return emotion_text(row.memory.emotion)
    if column.name == "content" and row.protected:
        return tr("Protected: the program neither fades nor forgets it by itself")
    return column.text(row) if column.name in ("tags", "status") else ""


@dataclass(frozen=True, slots=True)
class InSight:
    """The rows that a view shows: the first, and how many fit."""

    top: int = 0
    number: int = 0


def first_in_sight(before: Keys, sight: InSight, now: Keys, *, same: bool = True) -> int:
    """Which row is to stand at the top when the list changes, so that what is in sight keeps its place.

    Args:
        before, now: the keys of the rows, before the change and after it.
        sight: what was shown before it.
        same: whether both answer the same question; else a list none of whose rows was in sight begins at its top.
    """
    if sight.top <= 0:
        return 0
    for offset, key in enumerate(before[sight.top : sight.top + sight.number]):
        found = np.flatnonzero(now == key)
        if len(found):
            return max(0, int(found[0]) - offset)
    return max(0, min(sight.top, len(now) - 1)) if same else 0


@dataclass(frozen=True, slots=True)
class _Read:
    """What a reading of rows brought: by key; None where a memory is no more. `since`: which changes it has seen."""

    epoch: int
    since: int
    rows: Mapping[int, Row | None]


@dataclass(frozen=True, slots=True)
class _Listed:
    """A list of keys, and the rows of it that will be in sight.

    Attributes:
        keys: of the rows, headings included. number: of memories, those of folded groups included.
    """

    generation: int
    keys: Keys
    same: bool
    read: _Read
    number: int
    groups: Groups | None = None
    folded: frozenset[str] = frozenset()


class MemoryTable(QAbstractTableModel):
    """Rows of memories by filter and order.

    Signals:
        reloading: a new list of keys is being fetched. reloaded: int number of memories, once it is there.
        failed: an exception from fetching the list.
        about_to_reload: just before the rows change, so that a view can note its selection by key.
    """

    reloading = Signal()
    reloaded = Signal(int)
    about_to_reload = Signal()
    failed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.two_lines = False  # the first column is shown, and read out, with the second line of its row
        self._source: MemorySource | None = None
        self._runner: Runner | None = None
        self._sight: Callable[[], InSight] = InSight
        self._keys: Keys = np.empty(0, dtype=np.int64)
        self._filter = RecordFilter()
        self._words = ""
        self._sort = "created_at"
        self._descending = True
        self._group = ""
        self._groups: Groups | None = None
        self._folded: frozenset[str] = frozenset()
        self._asked: tuple[object, ...] = ()
        self._answered: tuple[object, ...] = ()
        self._generation = 0
        self._epoch = 0  # of the source: what was read from another is of no use
        self._changes = 0
        self._rows: OrderedDict[int, Row | None] = OrderedDict()
        self._stale: dict[int, int] = {}  # keys, and the number of the change that made their rows stale
        self._wanted: OrderedDict[int, None] = OrderedDict()
        self._in_flight: set[int] = set()
        self._requests = 0
        self._loading = False
        self._again = False
        self._top = 0
        self._settle = QTimer(self)
        self._settle.setSingleShot(True)
        self._settle.setInterval(_SETTLE_MS)
        self._settle.timeout.connect(self._fetch_wanted)

    # --- what is shown ------------------------------------------------------------------------

    def open(self, source: MemorySource, runner: Runner) -> None:
        """Read from this engine from now on; call `load` to begin. Old rows are shown until they are read from it."""
        if source is not self._source:
            self._forget_requests()
            self._changes += 1
            self._stale = dict.fromkeys(self._rows, self._changes)
        self._source, self._runner = source, runner

    def close(self) -> None:
        """Forget the vault."""
        self._source = self._runner = None
        self._forget_requests()
        self._rows.clear()
        self._stale.clear()
        self._generation += 1
        self._asked = self._answered = ()
        self._loading = self._again = False
        self._groups, self._folded = None, frozenset()
        self._set_keys(np.empty(0, dtype=np.int64), same=False)

    def watch(self, sight: Callable[[], InSight]) -> None:
        """Ask this which rows are in sight: they are read together with each new list. Called in the GUI thread."""
        self._sight = sight

    def load(
        self,
        filter: RecordFilter | None = None,
        words: str | None = None,
        *,
        sort: str | None = None,
        descending: bool | None = None,
        group: str | None = None,
    ) -> None:
        """Ask for the keys of a filter and an order; what is not given stays. The old rows stay until it is there.

        Args:
            group: what rows stand in groups by (see `Reader.labels`); "" for none.
        """
        self._filter = self._filter if filter is None else filter
        self._words = self._words if words is None else words
        self._sort = self._sort if sort is None else sort
        self._descending = self._descending if descending is None else descending
        self._group = self._group if group is None else group
        source, runner = self._source, self._runner
        if source is None or runner is None:
            return
        self._generation += 1
        self._again = False
        self._loading = True
        self._asked = (self._filter, self._words, self._sort, self._descending, self._group, self._epoch)
        same = self._asked == self._answered
        before, sight, generation = self._keys, self._sight(), self._generation
        which, by, down, text, group = self._filter, self._sort, self._descending, self._words, self._group
        folded = self._folded if same else frozenset[str]()
        read = self._reader(source)

        def work(_token: Token) -> _Listed:
            keys = source.keys(which, sort=by, descending=down, words=text)
            number, groups = len(keys), None
            if group:
                groups = grouped(keys, source.labels(which, group), last_first=group in _LAST_FIRST)
                keys = groups.rows(folded)
            top = first_in_sight(before, sight, keys, same=same)
            try:
                rows = read(keys[top : top + sight.number])
            except KnownError:  # it is told when they are looked at; the list is of use without them
                rows = read(keys[:0])
            return _Listed(generation, keys, same, rows, number, groups, folded)

        self.reloading.emit()
        runner.query(self, work, self._on_keys, failed=self._on_failed, channel="keys")

    @property
    def loading(self) -> bool:
        """True while a new list of keys is on its way."""
        return self._loading

    @property
    def order(self) -> tuple[str, bool]:
        """What it is sorted by, and whether downwards."""
        return self._sort, self._descending

    @property
    def group(self) -> str:
        """What rows stand in groups by; "" for none."""
        return self._group

    def heading_at(self, row: int) -> Heading | None:
        """What a row says that is the heading of a group; None for a memory's."""
        if self._groups is None or not 0 <= row < len(self._keys) or self._keys[row] >= 0:
            return None
        return self._groups.heading(int(self._keys[row]), self._folded)

    def heading_text(self, heading: Heading) -> str:
        """What a heading says besides how many memories its group has."""
        if self._group == "status" and heading.label:
            return status_word(heading.label)
        if self._group == "layer" and heading.label:
            return layer_word(heading.label)
        return heading.label or tr(GROUPINGS[self._group][1])

    def fold(self, row: int, on: bool | None = None) -> bool:
        """Fold the group with this heading, or unfold it; `on` None: the other way. Was there anything to do?"""
        heading = self.heading_at(row)
        if heading is None or self._groups is None or heading.folded == on:
            return False
        self._folded ^= {heading.label}
        self._set_keys(self._groups.rows(self._folded), same=True)
        return True

    def memories_in(self, first: int, last: int) -> int:
        """How many of the rows from one to another are memories."""
        if self._groups is None:
            return last - first + 1
        return int(np.count_nonzero(self._keys[first : last + 1] >= 0))

    @property
    def top(self) -> int:
        """After the rows have changed: which is to stand at the top, so that what is in sight keeps its place."""
        return self._top

    def keys(self) -> Keys:
        """All keys in row order, negative ones of headings; not to be changed."""
        return self._keys

    def key_at(self, row: int) -> int:
        """The key of a row."""
        return int(self._keys[row])

    def row_of(self, key: int) -> int:
        """The row of a key, or -1."""
        found = np.flatnonzero(self._keys == key)
        return int(found[0]) if len(found) else -1

    def row_at(self, row: int) -> Row | None:
        """What a row shows, if it is there; else its page is fetched."""
        return self._row(row) if 0 <= row < len(self._keys) else None

    def memory_at(self, row: int) -> Memory | None:
        """The memory of a row if it is there."""
        found = self.row_at(row)
        return found.memory if found else None

    def rows_held(self) -> int:
        """How many rows are in memory."""
        return len(self._rows)

    def on_change(self, change: ChangeSet) -> None:
        """Refresh what a change made stale: rows that it touched, and the list when it may be another."""
        if not (change.records or change.queue or change.indexes):
            return
        self._changes += 1
        known = self._rows.keys() | self._in_flight
        touched = known if change.many or not change.keys else known.intersection(change.keys)
        self._stale.update(dict.fromkeys(touched, self._changes))
        if not change.records:
            self._tell_all()
        elif self._loading:
            self._again = True
        else:
            self.load()

    # --- QAbstractTableModel ------------------------------------------------------------------

    def rowCount(self, parent: _Index = _NO_PARENT) -> int:  # noqa: N802 - Qt's name
        """One row a key."""
        return 0 if parent.isValid() else len(self._keys)

    def columnCount(self, parent: _Index = _NO_PARENT) -> int:  # noqa: N802 - Qt's name
        """See `COLUMNS`."""
        return 0 if parent.isValid() else len(COLUMNS)

    def headerData(  # noqa: N802 - Qt's name
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Column titles."""
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < len(COLUMNS):
            return None
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return tr(COLUMNS[section].title)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        return None

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """From the cache; a page that is not there is noted as wanted, and a placeholder given."""
        if not index.isValid() or index.row() >= len(self._keys):
            return None
        if role not in _ROLES:
            return None
        column = COLUMNS[index.column()]
        if self._keys[index.row()] < 0:
            return self._heading_data(index, role)
        row = self._row(index.row())
        if row is None:
            if role == Qt.ItemDataRole.DisplayRole:
                return "…" if index.column() == 0 else ""
            return tr("Loading") if role == Qt.ItemDataRole.AccessibleTextRole else None
        if role == Qt.ItemDataRole.DisplayRole:
            return row.texts[index.column()]
        if role == Qt.ItemDataRole.AccessibleTextRole:
            second = f"; {row.second}" if self.two_lines and not index.column() else ""
            return f"{tr(column.title)}: {row.texts[index.column()] or tr('none')}{second}"
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip(_tip(column, row))
        if role == VALUE_ROLE:
            return column.value(row)
        if role == MEMORY_ROLE:
            return row.memory
        return None

    def flags(self, index: _Index) -> Qt.ItemFlag:
        """Headings can be gone to, and not be selected."""
        flags = super().flags(index)
        if index.isValid() and index.row() < len(self._keys) and self._keys[index.row()] < 0:
            return flags & ~Qt.ItemFlag.ItemIsSelectable
        return flags

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Order by a column, off the GUI thread; rows change when the new order is there."""
        if not 0 <= column < len(COLUMNS):
            return
        by = COLUMNS[column].sort
        descending = order == Qt.SortOrder.DescendingOrder
        if by and (by, descending) != (self._sort, self._descending):
            self.load(sort=by, descending=descending)

    # --- rows ---------------------------------------------------------------------------------

    def _heading_data(self, index: _Index, role: int) -> Any:
        heading = self.heading_at(index.row())
        if heading is None or index.column():
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self.heading_text(heading)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            told = {"group": self.heading_text(heading)}
            told["number"] = plural("{n} memory", "{n} memories", heading.number)
            if heading.folded:
                return tr("Group {group}: {number}, folded", **told)
            return tr("Group {group}: {number}, unfolded", **told)
        return None

    def _row(self, row: int) -> Row | None:
        key = int(self._keys[row])
        if key < 0:
            return None
        if key not in self._rows:
            self._want(row // PAGE)
            return None
        if key in self._stale:
            self._want(row // PAGE)
        self._rows.move_to_end(key)
        return self._rows[key]

    def _want(self, page: int) -> None:
        if self._source is None:
            return
        self._wanted[page] = None
        self._wanted.move_to_end(page)
        if not self._settle.isActive():
            self._settle.start()

    @Slot()
    def _fetch_wanted(self) -> None:
        """Ask for the pages wanted last; those wanted earlier were only passed by and are dropped."""
        source, runner = self._source, self._runner
        if source is None or runner is None:
            self._wanted.clear()
            return
        room = _MAX_IN_FLIGHT - self._requests
        if room <= 0:
            return
        pages = list(self._wanted)[-room:]
        self._wanted.clear()
        for page in pages:
            self._fetch(page, source, runner)

    def _fetch(self, page: int, source: MemorySource, runner: Runner) -> None:
        keys = self._keys[page * PAGE : (page + 1) * PAGE]
        lacking = [key for key in map(int, keys) if key >= 0 and (key not in self._rows or key in self._stale)]
        asked = np.array([key for key in lacking if key not in self._in_flight], dtype=np.int64)
        if not len(asked):
            return
        generation, epoch, read = self._generation, self._epoch, self._reader(source)
        self._in_flight.update(asked.tolist())
        self._requests += 1

        def done(found: _Read) -> None:
            landed()
            self._take(found)
            if generation == self._generation:
                self._tell(page * PAGE, (page + 1) * PAGE - 1)
            else:  # other rows stand there by now
                self._tell_all()

        def failed(error: Exception) -> None:
            landed()
            self.failed.emit(error)

        def landed() -> None:
            if epoch == self._epoch:
                self._requests -= 1
                self._in_flight.difference_update(asked.tolist())
                if self._wanted and not self._settle.isActive():
                    self._settle.start()

        runner.query(self, lambda _token: read(asked), done, failed=failed)

    def _reader(self, source: MemorySource) -> Callable[[Keys], _Read]:
        """Reads the rows of some keys, off the GUI thread; it knows what has changed until now."""
        epoch, since = self._epoch, self._changes

        def read(keys: Keys) -> _Read:
            keys = keys[keys >= 0]
            memories = source.page(keys) if len(keys) else []
            fresh = source.freshness([memory.id for memory in memories]) if memories else {}
            rows = rows_in_order(keys, memories, fresh, source.protected_keys() if memories else frozenset())
            return _Read(epoch, since, dict(zip(map(int, keys), rows, strict=True)))

        return read

    def _take(self, found: _Read) -> None:
        """Keep rows that were read; what has changed since is still stale."""
        if found.epoch != self._epoch:
            return
        for key, row in found.rows.items():
            self._rows[key] = row
            self._rows.move_to_end(key)
            if self._stale.get(key, found.since + 1) <= found.since:
                del self._stale[key]
        while len(self._rows) > MAX_PAGES * PAGE:
            old, _ = self._rows.popitem(last=False)
            self._stale.pop(old, None)

    def _on_keys(self, listed: _Listed) -> None:
        if listed.generation != self._generation:
            return
        self._take(listed.read)
        if not len(self._keys) or not self._fill(listed):
            self._show(listed)

    def _fill(self, listed: _Listed) -> bool:
        """Read those rows first that will be in sight by now, if somebody has scrolled; False: all are there."""
        source, runner, sight = self._source, self._runner, self._sight()
        if source is None or runner is None:
            return False
        top = first_in_sight(self._keys, sight, listed.keys, same=listed.same)
        shown = listed.keys[top : top + sight.number]
        lacking = np.array([key for key in map(int, shown) if key >= 0 and key not in self._rows], dtype=np.int64)
        if not len(lacking):
            return False
        read = self._reader(source)

        def done(found: _Read) -> None:
            self._take(found)
            if listed.generation == self._generation:
                self._show(listed)

        def failed(_error: Exception) -> None:  # it is told when they are looked at
            if listed.generation == self._generation:
                self._show(listed)

        runner.query(self, lambda _token: read(lacking), done, failed=failed, channel="keys")
        return True

    def _show(self, listed: _Listed) -> None:
        self._loading = False
        self._answered = self._asked
        if listed.groups is not None and listed.same and listed.folded != self._folded:
            listed = replace(listed, keys=listed.groups.rows(self._folded), folded=self._folded)
        self._groups, self._folded = listed.groups, listed.folded
        if np.array_equal(listed.keys, self._keys):
            self._tell_all()
        else:
            self._set_keys(listed.keys, same=listed.same)
        self.reloaded.emit(listed.number)
        if self._again:
            self.load()

    def _on_failed(self, error: Exception) -> None:
        self._loading = False
        self.failed.emit(error)

    def _set_keys(self, keys: Keys, *, same: bool) -> None:
        """Take a new list; the rows that are known are shown at once, wherever they stand now."""
        self.about_to_reload.emit()
        self._top = first_in_sight(self._keys, self._sight(), keys, same=same)
        self.beginResetModel()
        self._keys = keys
        self._wanted.clear()
        self.endResetModel()

    def _forget_requests(self) -> None:
        """What is on its way is of no use any more."""
        self._epoch += 1
        self._requests = 0
        self._in_flight.clear()
        self._wanted.clear()

    def _tell_all(self) -> None:
        """Views ask again for what they show, and so for what is stale of it."""
        self._tell(0, len(self._keys) - 1)

    def _tell(self, first: int, last: int) -> None:
        last = min(last, len(self._keys) - 1)
        if first <= last:
            self.dataChanged.emit(self.index(first, 0), self.index(last, len(COLUMNS) - 1))


_ROLES = frozenset(
    {
        int(Qt.ItemDataRole.DisplayRole),
        int(Qt.ItemDataRole.AccessibleTextRole),
        int(Qt.ItemDataRole.ToolTipRole),
        VALUE_ROLE,
        MEMORY_ROLE,
    }
)


def make_row(memory: Memory, vector: str, *, protected: bool = False) -> Row:
    """A row with its texts."""
    bare = Row(memory, vector, protected=protected)
    return replace(bare, texts=tuple(column.text(bare) for column in COLUMNS), second=_second(bare))


def rows_in_order(
    keys: Keys, memories: Sequence[Memory], fresh: Mapping[str, Freshness], protected: frozenset[int] = frozenset()
) -> list[Row | None]:
    """Rows in the order of `keys`; None where a memory is missing."""
    found = {
        memory.key: make_row(
            memory,
            fresh[memory.id].vector_state if memory.id in fresh else "none",
            protected=memory.key in protected,
        )
        for memory in memories
    }
    return [found.get(int(key)) for key in keys]
