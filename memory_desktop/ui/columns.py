"""Columns of a table in a narrow window: those that matter least are hidden before its texts get too narrow to read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from PySide6.QtCore import QByteArray, QEvent, QObject, QTimer, Slot
from PySide6.QtWidgets import QHeaderView, QTableView, QTreeView

#: Pixels that a column of texts keeps.
LEAST = 240


class ColumnRoom(QObject):
    """Keeps the columns of texts wide enough. The person's own choice of columns is left as it is.

    Args:
        view: its header must be set up already.
        texts: the columns that take what room is left.
        order: columns that are hidden first, the very first at the front; the others follow, from the right. The first
            column and one of texts stay.
        least: pixels that each column of texts keeps.
    """

    def __init__(
        self, view: QTableView | QTreeView, texts: Sequence[int], order: Sequence[int] = (), least: int = LEAST
    ) -> None:
        super().__init__(view)
        self._view = view
        self._header: QHeaderView = view.header() if isinstance(view, QTreeView) else view.horizontalHeader()
        rest = (n for n in reversed(range(self._header.count())) if n not in (*texts, *order))
        self._order = (*order, *(rest if not order else (n for n in rest if n)))
        self._texts = tuple(texts)
        self._least = least * len(texts)
        self._widths: dict[int, int] = {}
        self._fitting = False
        # Qt does not give away the room of a column that is hidden while it sets the sizes of the others.
        self._stretch = QTimer(self)
        self._stretch.setSingleShot(True)
        self._stretch.setInterval(0)
        self._stretch.timeout.connect(self._give_room)
        # Not while Qt sets the sizes of several columns: some of them are still those of before, and a column that is
        # hidden meanwhile can leave the header with a length of minus some millions, and so the table with no rows.
        self._settled = QTimer(self)
        self._settled.setSingleShot(True)
        self._settled.setInterval(0)
        self._settled.timeout.connect(self.fit)
        view.viewport().installEventFilter(self)
        self._header.sectionResized.connect(self._settled.start)
        self._header.sectionCountChanged.connect(self.fit)
        self.fit()

    @property
    def hidden(self) -> frozenset[int]:
        """The columns that are hidden because there is no room for them."""
        return frozenset(self._widths)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """The table has become wider or narrower."""
        if event.type() == QEvent.Type.Resize:
            self.fit()
        return super().eventFilter(watched, event)

    @Slot()
    def fit(self, *_changed: int) -> None:
        """Hide what there is no room for, and show what there is room for again."""
        if self._fitting:
            return
        self._fitting = True
        header = self._header
        stay = (n for n in range(header.count()) if n not in (*self._order, *self._texts))
        left = self._view.viewport().width() - self._least - sum(map(header.sectionSize, stay))
        before = set(self._widths)
        for column in reversed(self._order):
            out = column in self._widths
            if column >= header.count() or (header.isSectionHidden(column) and not out):
                continue
            left -= self._widths[column] if out else header.sectionSize(column)
            if left < 0 and not out:
                self._widths[column] = header.sectionSize(column)
                header.setSectionHidden(column, True)
            elif left >= 0 and out:
                header.setSectionHidden(column, False)
                if header.sectionResizeMode(column) is QHeaderView.ResizeMode.Interactive:
                    header.resizeSection(column, self._widths[column])  # in a layout, Qt may give it the least
                del self._widths[column]
        if before != set(self._widths):
            self._stretch.start()
        self._fitting = False

    @Slot()
    def _give_room(self) -> None:
        """Let the columns of texts take what room there is."""
        for column in self._texts:
            if column < self._header.count():
                self._header.setSectionResizeMode(column, self._header.sectionResizeMode(column))

    def leave_out(self, columns: Iterable[int]) -> None:
        """Hide those that have nothing to show, and show the others again where there is room. It is for tables whose
        columns nobody chooses."""
        self._widths.clear()
        self._fitting = True
        out = frozenset(columns)
        for column in range(self._header.count()):
            self._header.setSectionHidden(column, column in out)
        self._fitting = False
        self.fit()
        self._stretch.start()

    def choose(self, column: int, shown: bool) -> None:
        """A person shows or hides a column."""
        self._widths.pop(column, None)
        self._header.setSectionHidden(column, not shown)
        self.fit()

    @contextmanager
    def all_shown(self) -> Iterator[None]:
        """As long as it lasts, nothing is hidden for want of room: the header's state is the person's own."""
        self._fitting = True
        for column in self._widths:
            self._header.setSectionHidden(column, False)
        self._widths.clear()
        yield
        self._fitting = False
        self.fit()


def columns_state(view: QTableView | QTreeView) -> QByteArray:
    """Order, widths and the person's choice of columns, to be kept."""
    header, room = _parts(view)
    if room is None:
        return header.saveState()
    with room.all_shown():
        return header.saveState()


def restore_columns(view: QTableView | QTreeView, state: object) -> None:
    """See `columns_state`; anything else is left out of account."""
    header, room = _parts(view)
    if not isinstance(state, QByteArray):
        return
    if room is None:
        header.restoreState(state)
        return
    with room.all_shown():
        header.restoreState(state)


def _parts(view: QTableView | QTreeView) -> tuple[QHeaderView, ColumnRoom | None]:
    room = view.findChild(ColumnRoom)
    header: QHeaderView = view.header() if isinstance(view, QTreeView) else view.horizontalHeader()
    return header, room if isinstance(room, ColumnRoom) else None
