"""A virtual table over millions of memories: an array of keys, and a cache of pages fetched as they are looked at.

Theory of operation: `keys` is the whole answer to the filter in the chosen order; a row is a position in it. `data`
answers from a page cache, or with a placeholder, and notes the page as wanted. A moment later the wanted pages nearest
to what was asked last are fetched off the GUI thread; pages wanted only in passing, during a fast scroll, are dropped
before they are ever asked for. Nothing here reads a database on the GUI thread.
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
from memory_desktop.core.answers import ChangeSet, Freshness
from memory_desktop.core.keys import Keys
from memory_desktop.core.memory.emotion import emotion_text, emotion_words
from memory_desktop.core.memory.records import Memory
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.models.tips import plain_tip
from memory_desktop.models.words import status_word

PAGE = 100
MAX_PAGES = 60
_MAX_IN_FLIGHT = 2
_SETTLE_MS = 15
_NO_PARENT = QModelIndex()
_Index = QModelIndex | QPersistentModelIndex

VALUE_ROLE = int(Qt.ItemDataRole.UserRole) + 1
MEMORY_ROLE = int(Qt.ItemDataRole.UserRole) + 2


class MemorySource(Protocol):
    """The part of the engine that the table reads."""

    def keys(self, filter: RecordFilter, *, sort: str = ..., descending: bool = ..., words: str = ...) -> Keys: ...

    def page(self, keys: Sequence[int] | Keys) -> list[Memory]: ...

    def freshness(self, ids: Sequence[str]) -> dict[str, Freshness]: ...

    @property
    def protected_keys(self) -> Callable[[], frozenset[int]]: ...


@dataclass(frozen=True, slots=True)
class Row:
    """A memory as a row: the record, its vector's state, and the text of each column, made off the GUI thread.

    Attributes:
        protected: the program neither fades nor forgets it by itself.
    """

    memory: Memory
    vector: str
    texts: tuple[str, ...] = ()
    protected: bool = False


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
    return status_word(row.memory.status.value) + (", protected" if row.protected else "")


def _emotion(row: Row) -> str:
    """Its words, else how pleasant it is."""
    emotion = row.memory.emotion
    return ", ".join(emotion_words(emotion)) or emotion_text(emotion).partition("\n")[0]


def _day(moment: datetime) -> str:
    return moment.astimezone().strftime("%Y-%m-%d")


def _time(moment: datetime) -> str:
    return moment.astimezone().strftime("%Y-%m-%d %H:%M")


VECTOR_WORDS = {"indexed": "Indexed", "pending": "Waiting", "failed": "Failed", "none": "None"}

COLUMNS = (
    Column("content", "Content", "content", _preview, _preview, 420),
    Column("kind", "Kind", "kind", lambda r: r.memory.kind, lambda r: r.memory.kind, 76),
    Column("layer", "Layer", "layer", lambda r: str(r.memory.layer.value), lambda r: r.memory.layer.value, 104),
    Column("tags", "Tags", "", lambda r: ", ".join(r.memory.tags), lambda r: r.memory.tags, 110),
    Column("source", "Source", "source", lambda r: r.memory.source, lambda r: r.memory.source, 92),
    Column("created", "Created", "created_at", lambda r: _day(r.memory.created_at), lambda r: r.memory.created_at, 104),
    Column(
        "updated", "Updated", "updated_at", lambda r: _time(r.memory.updated_at), lambda r: r.memory.updated_at, 128
    ),
    Column("salience", "Salience", "salience", lambda r: f"{r.memory.salience:.2f}", lambda r: r.memory.salience, 96),
    Column("status", "Status", "status", _status, lambda r: r.memory.status.value, 92),
    Column("vector", "Vector", "", lambda r: VECTOR_WORDS.get(r.vector, r.vector), lambda r: r.vector, 64),
    Column("emotion", "Emotion", "", _emotion, lambda r: emotion_words(r.memory.emotion), 110),
)


def _tip(column: Column, row: Row) -> str:
    """What a cell has no room for."""
    if column.name == "created":
        return _time(row.memory.created_at)
    if column.name == "vector":
        return f"Vector: {column.text(row)}"
    if column.name == "emotion":
        return emotion_text(row.memory.emotion)
    if column.name == "content" and row.protected:
        return "Protected: the program neither fades nor forgets it by itself"
    return column.text(row) if column.name in ("tags", "status") else ""


class MemoryTable(QAbstractTableModel):
    """Rows of memories by filter and order.

    Signals:
        reloading: a new list of keys is being fetched. reloaded: int number of rows, once it is there.
        failed: an exception from fetching the list.
        about_to_reload: just before the rows change, so that a view can note its selection by key.
    """

    reloading = Signal()
    reloaded = Signal(int)
    about_to_reload = Signal()
    failed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._source: MemorySource | None = None
        self._runner: Runner | None = None
        self._keys: Keys = np.empty(0, dtype=np.int64)
        self._filter = RecordFilter()
        self._words = ""
        self._sort = "created_at"
        self._descending = True
        self._generation = 0
        self._pages: OrderedDict[int, list[Row | None]] = OrderedDict()
        self._stale: set[int] = set()
        self._wanted: OrderedDict[int, None] = OrderedDict()
        self._in_flight: set[int] = set()
        self._dirty = False
        self._loading = False
        self._settle = QTimer(self)
        self._settle.setSingleShot(True)
        self._settle.setInterval(_SETTLE_MS)
        self._settle.timeout.connect(self._fetch_wanted)

    # --- what is shown ------------------------------------------------------------------------

    def open(self, source: MemorySource, runner: Runner) -> None:
        """Read from this engine from now on; call `load` to begin."""
        self._source, self._runner = source, runner

    def close(self) -> None:
        """Forget the vault."""
        self._source = self._runner = None
        self._set_keys(np.empty(0, dtype=np.int64), self._generation + 1)

    def load(
        self,
        filter: RecordFilter | None = None,
        words: str | None = None,
        *,
        sort: str | None = None,
        descending: bool | None = None,
    ) -> None:
        """Ask for the keys of a filter and an order; what is not given stays. The old rows stay until it is there."""
        self._filter = self._filter if filter is None else filter
        self._words = self._words if words is None else words
        self._sort = self._sort if sort is None else sort
        self._descending = self._descending if descending is None else descending
        source, runner = self._source, self._runner
        if source is None or runner is None:
            return
        self._generation += 1
        self._dirty = False
        self._loading = True
        generation, which, by, down, text = (
            self._generation,
            self._filter,
            self._sort,
            self._descending,
            self._words,
        )

        def work(_token: Token) -> tuple[int, Keys]:
            return generation, source.keys(which, sort=by, descending=down, words=text)

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

    def keys(self) -> Keys:
        """All keys in row order; not to be changed."""
        return self._keys

    def key_at(self, row: int) -> int:
        """The key of a row."""
        return int(self._keys[row])

    def row_of(self, key: int) -> int:
        """The row of a key, or -1."""
        found = np.flatnonzero(self._keys == key)
        return int(found[0]) if len(found) else -1

    def row_at(self, row: int) -> Row | None:
        """What a row shows, if its page is there; else its page is fetched."""
        return self._row(row) if 0 <= row < len(self._keys) else None

    def memory_at(self, row: int) -> Memory | None:
        """The memory of a row if its page is loaded."""
        found = self._row(row)
        return found.memory if found else None

    def on_change(self, change: ChangeSet) -> None:
        """Refresh what a change made stale: loaded pages when rows changed, the list when it may have."""
        if not (change.records or change.queue or change.indexes):
            return
        self._dirty = self._dirty or change.records
        if change.many or not change.keys:
            self._stale.update(self._pages)
        else:
            self._stale.update(self._pages_of(change.keys))
        if change.records:
            self.load()
        else:
            self._touch_stale()

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
            return COLUMNS[section].title
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
        row = self._row(index.row())
        if row is None:
            if role == Qt.ItemDataRole.DisplayRole:
                return "…" if index.column() == 0 else ""
            return "Loading" if role == Qt.ItemDataRole.AccessibleTextRole else None
        if role == Qt.ItemDataRole.DisplayRole:
            return row.texts[index.column()]
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{column.title}: {row.texts[index.column()] or 'none'}"
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip(_tip(column, row))
        if role == VALUE_ROLE:
            return column.value(row)
        if role == MEMORY_ROLE:
            return row.memory
        return None

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Order by a column, off the GUI thread; rows change when the new order is there."""
        if not 0 <= column < len(COLUMNS):
            return
        by = COLUMNS[column].sort
        descending = order == Qt.SortOrder.DescendingOrder
        if by and (by, descending) != (self._sort, self._descending):
            self.load(sort=by, descending=descending)

    # --- pages --------------------------------------------------------------------------------

    def _row(self, row: int) -> Row | None:
        page = row // PAGE
        cached = self._pages.get(page)
        if cached is None or page in self._stale:
            self._want(page)
        if cached is None:
            return None
        self._pages.move_to_end(page)
        return cached[row % PAGE] if row % PAGE < len(cached) else None

    def _want(self, page: int) -> None:
        if page in self._in_flight or self._source is None:
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
        room = _MAX_IN_FLIGHT - len(self._in_flight)
        if room <= 0:
            return
        pages = list(self._wanted)[-room:]
        self._wanted.clear()
        for page in pages:
            self._fetch(page, source, runner)

    def _fetch(self, page: int, source: MemorySource, runner: Runner) -> None:
        keys = self._keys[page * PAGE : (page + 1) * PAGE]
        if not len(keys):
            return
        generation = self._generation_of_keys
        self._in_flight.add(page)
        self._stale.discard(page)

        def work(_token: Token) -> tuple[int, int, list[Row | None]]:
            memories = source.page(keys)
            fresh = source.freshness([memory.id for memory in memories])
            return generation, page, rows_in_order(keys, memories, fresh, source.protected_keys())

        def failed(error: Exception) -> None:
            self._in_flight.discard(page)
            self.failed.emit(error)

        runner.query(self, work, self._on_page, failed=failed)

    _generation_of_keys = 0

    def _on_page(self, answer: tuple[int, int, list[Row | None]]) -> None:
        generation, page, rows = answer
        self._in_flight.discard(page)
        if generation == self._generation_of_keys:
            self._pages[page] = rows
            self._pages.move_to_end(page)
            while len(self._pages) > MAX_PAGES:
                old, _ = self._pages.popitem(last=False)
                self._stale.discard(old)
            first = page * PAGE
            last = min(first + PAGE, len(self._keys)) - 1
            self.dataChanged.emit(self.index(first, 0), self.index(last, len(COLUMNS) - 1))
        if self._wanted and not self._settle.isActive():
            self._settle.start()

    def _on_keys(self, answer: tuple[int, Keys]) -> None:
        generation, keys = answer
        if generation != self._generation:
            return
        self._loading = False
        if np.array_equal(keys, self._keys):
            self._touch_stale()
        else:
            self._set_keys(keys, generation)
        self.reloaded.emit(len(keys))

    def _on_failed(self, error: Exception) -> None:
        self._loading = False
        self.failed.emit(error)

    def _set_keys(self, keys: Keys, generation: int) -> None:
        """Take a new list; pages whose keys stand where they stood are kept, so that nothing flickers."""
        self.about_to_reload.emit()
        kept: OrderedDict[int, list[Row | None]] = OrderedDict()
        known = {
            int(row.memory.key): row
            for page, rows in self._pages.items()
            if page not in self._stale
            for row in rows
            if row is not None
        }
        for page in range(min(2, len(keys) // PAGE + 1)):
            rows = [known.get(int(key)) for key in keys[page * PAGE : (page + 1) * PAGE]]
            if any(rows):
                kept[page] = rows
        for page in self._pages:
            if page not in kept:
                rows = [known.get(int(key)) for key in keys[page * PAGE : (page + 1) * PAGE]]
                if any(rows):
                    kept[page] = rows
        self.beginResetModel()
        self._keys = keys
        self._generation = self._generation_of_keys = max(generation, self._generation)
        self._pages = kept
        self._stale = {page for page, rows in kept.items() if not all(rows)}
        self._wanted.clear()
        self._in_flight.clear()
        self.endResetModel()

    def _pages_of(self, keys: Sequence[int]) -> set[int]:
        """Which cached pages hold any of these keys."""
        asked = set(keys)
        return {
            page
            for page, rows in self._pages.items()
            if any(row is not None and row.memory.key in asked for row in rows)
        }

    def _touch_stale(self) -> None:
        """Make views ask again for the stale pages that they show."""
        for page in sorted(self._stale & set(self._pages)):
            first = page * PAGE
            last = min(first + PAGE, len(self._keys)) - 1
            if last >= first:
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
    return replace(bare, texts=tuple(column.text(bare) for column in COLUMNS))


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
