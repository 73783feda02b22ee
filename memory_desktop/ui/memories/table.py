"""The table of memories: a QTableView tuned for a million rows, with its selection told as ranges and keys."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import (
    QEvent,
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QPoint,
    QRect,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import QAction, QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QAbstractScrollArea,
    QHeaderView,
    QMenu,
    QWidget,
)

from memory_desktop.bridge.translation import tr
from memory_desktop.bridge.window_settings import SettingsGroup
from memory_desktop.core.keys import Keys
from memory_desktop.models.memory_table import COLUMNS, InSight, MemoryTable
from memory_desktop.ui.columns import LEAST, ColumnRoom, columns_state, restore_columns
from memory_desktop.ui.current_row import follow_selection, select_row
from memory_desktop.ui.memories.delegate import FOCUSED, HOVERED, LINE_GAP, SELECTED, MemoryDelegate
from memory_desktop.ui.memory_drag import DragTable

_KEEP_SELECTED = 20_000
_SPARE = 8
_HIDDEN_AT_FIRST = ("updated", "source", "status", "salience", "emotion", "user")
# Where there is no room, the columns that say least about a memory go first.
_FIRST_TO_GO = (
    *("salience", "updated", "source", "status", "vector", "layer", "emotion", "user", "tags", "kind", "created"),
)
# What the second line of a row says needs no column beside it.
_IN_SECOND_LINE = ("kind", "tags", "created", "user", "source")
#: Keys on the heading of a group: whether it is to be folded; None turns it round.
_FOLDING = {
    Qt.Key.Key_Left: True,
    Qt.Key.Key_Right: False,
    Qt.Key.Key_Return: None,
    Qt.Key.Key_Enter: None,
    Qt.Key.Key_Space: None,
}
_COLUMNS_OF = {False: "columns", True: "columns_two_lines"}
_NUMBERS = {column.name: number for number, column in enumerate(COLUMNS)}


class MemoryTableView(DragTable):
    """Signals: `current_changed(key or None)`; `selection_changed()`; `open_requested()` on Return or double click;
    `tags_requested()` and `kind_requested()` on a double click on these; `preview_requested()` on Space.
    """

    current_changed = Signal(object)
    selection_changed = Signal()
    open_requested = Signal()
    tags_requested = Signal()
    kind_requested = Signal()
    preview_requested = Signal()

    def __init__(self, model: MemoryTable, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._kept: Keys = np.empty(0, dtype=np.int64)
        self._kept_current = -1
        self._restoring = False
        self.setModel(model)
        follow_selection(self)
        self._cells = MemoryDelegate(model, self)
        self.setItemDelegate(self._cells)
        self._hovered = -1
        self._columns: dict[bool, object] = {}  # of rows with one line and with two: what a person chose of each
        self.entered.connect(self._hover)
        self.viewportEntered.connect(self._hover)
        self.setAccessibleName(tr("Memories"))
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerItem)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setMouseTracking(True)
        self.setCornerButtonEnabled(False)
        self._set_up_headers()
        model.watch(self._in_sight)
        model.about_to_reload.connect(self._keep_selection)
        model.modelReset.connect(self._restore_selection)
        self.doubleClicked.connect(self._on_double_click)

    def selected_count(self) -> int:
        """How many memories are selected, whether loaded or not."""
        return sum(self._model.memories_in(top, bottom) for top, bottom in self._selected_spans())

    def selected_keys(self) -> Keys:
        """Keys of the selected rows, in row order."""
        keys = self._model.keys()
        parts = [keys[top : bottom + 1] for top, bottom in self._selected_spans()]
        chosen = np.concatenate(parts) if parts else np.empty(0, dtype=np.int64)
        return chosen[chosen >= 0]

    def _selected_spans(self) -> list[tuple[int, int]]:
        """(first, last) row of each selected run, in row order."""
        selection = self.selectionModel().selection()
        spans = (selection.at(number) for number in range(selection.count()))
        return sorted((span.top(), span.bottom()) for span in spans)

    def current_key(self) -> int | None:
        """Key of the current row, if it is a memory's."""
        row = self.currentIndex().row()
        key = self._model.key_at(row) if 0 <= row < self._model.rowCount() else -1
        return key if key >= 0 else None

    def select_key(self, key: int) -> bool:
        """Make a memory's row the current one, if it is in the list."""
        row = self._model.row_of(key)
        if row < 0:
            return False
        select_row(self, row)
        self.setCurrentIndex(self._model.index(row, 0))
        return True

    def show_order(self) -> None:
        """Make the header's arrow agree with the model's order."""
        by, descending = self._model.order
        column = next((n for n, c in enumerate(COLUMNS) if c.sort == by), 0)
        header = self.horizontalHeader()
        header.blockSignals(True)
        order = Qt.SortOrder.DescendingOrder if descending else Qt.SortOrder.AscendingOrder
        header.setSortIndicator(column, order)
        header.blockSignals(False)

    def save_state(self, settings: SettingsGroup) -> None:
        """How many lines a row has, and the columns of either: order, widths, which are hidden."""
        self._columns[self._model.two_lines] = columns_state(self)
        settings.set("two_lines", self._model.two_lines)
        for two_lines, name in _COLUMNS_OF.items():
            if two_lines in self._columns:
                settings.set(name, self._columns[two_lines])

    def restore_state(self, settings: SettingsGroup) -> None:
        """See `save_state`."""
        self._columns = {
            two_lines: state for two_lines, name in _COLUMNS_OF.items() if (state := settings.value(name)) is not None
        }
        restore_columns(self, self._columns.get(self._model.two_lines))
        self.show_order()
        self.set_two_lines(settings.truth("two_lines", False))

    def set_two_lines(self, two_lines: bool) -> None:
        """Show each row with its text and a second line, or with its text alone and the rest in columns.

        All rows have the same height, however many there are: none is asked for its own.
        """
        if two_lines == self._model.two_lines:
            return
        self._columns[not two_lines] = columns_state(self)
        self._model.two_lines = two_lines
        kept = self._columns.get(two_lines)
        if kept is not None:
            restore_columns(self, kept)
        else:
            for name in _IN_SECOND_LINE:
                self._room.choose(_NUMBERS[name], False)
        self.show_order()
        top = self.rowAt(0)
        self._set_row_height()
        if top > 0:
            self.scrollTo(self._model.index(top, 0), QAbstractItemView.ScrollHint.PositionAtTop)
        self._fit_content()
        self.viewport().update()

    def _set_row_height(self) -> None:
        line = self.fontMetrics().height()
        self.verticalHeader().setDefaultSectionSize(2 * line + LINE_GAP + 18 if self._model.two_lines else line + 17)

    def sort_by(self, name: str) -> None:
        """Order by a column, shown or not; by the one that it is ordered by, the other way round."""
        self._sort_by(_NUMBERS[name])

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """All cells in sight at once.

        Qt's own way asks Python several times for each cell, and each time waits for the interpreter's lock: with two
        busy threads beside it, a screen of cells took 30 ms of processor time instead of 13.
        """
        painter = QPainter(self.viewport())
        self._cells.look_up(self.viewport().palette())
        metrics, region = painter.fontMetrics(), event.region()
        header, rows = self.horizontalHeader(), self.verticalHeader()
        sections = [
            (number, header.sectionViewportPosition(number), header.sectionSize(number))
            for number in range(len(COLUMNS))
            if not header.isSectionHidden(number)
        ]
        shown = region.boundingRect()
        first, last = rows.visualIndexAt(shown.top()), rows.visualIndexAt(shown.bottom())
        if first < 0:
            return
        chosen = self.selectionModel()
        current = self.currentIndex() if self.hasFocus() else QModelIndex()
        for number in range(first, (last if last >= 0 else self._model.rowCount() - 1) + 1):
            selected = chosen.isSelected(self._model.index(number, 0))
            state = (SELECTED if selected else 0) | (HOVERED if number == self._hovered else 0)
            top, height = rows.sectionViewportPosition(number), rows.sectionSize(number)
            heading = self._model.heading_at(number)
            if heading is not None:
                state |= FOCUSED if current.row() == number else 0
                band = QRect(0, top, self.viewport().width(), height)
                self._cells.paint_heading(painter, band, state, metrics, heading)
                continue
            for section, left, width in sections:
                rect = QRect(left, top, width, height)
                if region.intersects(rect):
                    focused = current.row() == number and current.column() == section
                    self._cells.paint_cell(painter, rect, state | (FOCUSED if focused else 0), metrics, number, section)

    @Slot()
    def _hover(self, index: QModelIndex | None = None) -> None:
        """The row under the mouse is another one; without an index, none."""
        rows = self.verticalHeader()
        for number in (self._hovered, -1 if index is None else index.row()):
            if number >= 0:
                self.viewport().update(
                    0, rows.sectionViewportPosition(number), self.viewport().width(), rows.sectionSize(number)
                )
        self._hovered = -1 if index is None else index.row()

    def leaveEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Nothing is under the mouse."""
        super().leaveEvent(event)
        self._hover()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """The content takes the room that the other columns leave."""
        super().resizeEvent(event)
        self._fit_content()

    @Slot()
    def _fit_content(self, *_changed: int) -> None:
        header = self.horizontalHeader()
        others = sum(header.sectionSize(n) for n in range(1, len(COLUMNS)) if not header.isSectionHidden(n))
        wanted = max(LEAST, self.viewport().width() - others)
        if header.sectionSize(0) != wanted:
            header.resizeSection(0, wanted)

    def drag_keys(self) -> Keys:
        """See `DragTable`."""
        return self.selected_keys()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Return opens, Space previews, and on the heading of a group both fold it or unfold it, as Left and Right do;
        the rest is Qt's."""
        key = Qt.Key(event.key())
        if not event.modifiers() and key in _FOLDING and self._fold(_FOLDING[key]):
            return
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.modifiers():
            self.open_requested.emit()
        elif event.key() == Qt.Key.Key_Space and not event.modifiers():
            self.preview_requested.emit()
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """A click on the heading of a group folds it, or unfolds it."""
        where = self.indexAt(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and self._model.heading_at(where.row()) is not None:
            self.setCurrentIndex(where)
            self._fold(None)
        else:
            super().mousePressEvent(event)

    def _fold(self, on: bool | None) -> bool:
        """Fold the group whose heading is the current row, or unfold it. Whether a heading is."""
        row = self.currentIndex().row()
        if self._model.heading_at(row) is None:
            return False
        if self._model.fold(row, on):
            self.setCurrentIndex(self._model.index(row, 0))
        return True

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: N802 - Qt's name
        """The first row becomes the current one, but not because a menu of the header was closed."""
        if event.reason() == Qt.FocusReason.PopupFocusReason:
            QAbstractScrollArea.focusInEvent(self, event)
            self.viewport().update()
        else:
            super().focusInEvent(event)

    def currentChanged(self, current: object, previous: object) -> None:  # noqa: N802 - Qt's name
        """Tell which memory is current."""
        super().currentChanged(current, previous)  # type: ignore[arg-type]
        if not self._restoring:
            self.current_changed.emit(self.current_key())

    def selectionChanged(self, selected: QItemSelection, deselected: QItemSelection) -> None:  # noqa: N802
        """Tell that the selection is another."""
        super().selectionChanged(selected, deselected)
        if not self._restoring:
            self.selection_changed.emit()

    def _set_up_headers(self) -> None:
        rows = self.verticalHeader()
        rows.setVisible(False)
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self._set_row_height()
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setSectionsMovable(True)
        header.setFirstSectionMovable(False)
        header.setStretchLastSection(False)
        header.setMinimumSectionSize(56)
        header.setAccessibleName(tr("Columns"))
        header.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        header.customContextMenuRequested.connect(self._columns_menu)
        for number, column in enumerate(COLUMNS):
            self.setColumnWidth(number, column.width)
            self.setColumnHidden(number, column.name in _HIDDEN_AT_FIRST)
        header.sectionResized.connect(self._fit_content)
        self._room = ColumnRoom(self, [0], [_NUMBERS[name] for name in _FIRST_TO_GO])
        self.show_order()
        self.setSortingEnabled(False)
        header.setSortIndicatorShown(True)
        header.setSectionsClickable(True)
        header.sectionClicked.connect(self._sort_by)

    @Slot(int)
    def _sort_by(self, column: int) -> None:
        by, descending = self._model.order
        wanted = COLUMNS[column].sort
        if wanted:
            turned = not descending if wanted == by else wanted in ("created_at", "updated_at", "salience")
            order = Qt.SortOrder.DescendingOrder if turned else Qt.SortOrder.AscendingOrder
            self._model.sort(column, order)
        self.show_order()

    @Slot(QPoint)
    def _columns_menu(self, where: QPoint) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for number, column in enumerate(COLUMNS[1:], start=1):
            action = QAction(tr(column.title), menu)
            action.setCheckable(True)
            action.setChecked(not self.isColumnHidden(number) or number in self._room.hidden)
            action.setData(number)
            menu.addAction(action)
        menu.triggered.connect(self._toggle_column)
        menu.popup(self.horizontalHeader().mapToGlobal(where))

    @Slot(QAction)
    def _toggle_column(self, action: QAction) -> None:
        self._room.choose(int(action.data()), action.isChecked())
        self._fit_content()

    def spot(self, column: str) -> QRect:
        """Where the current row shows a column, in pixels of the viewport.

        Below the beginning of the row where the column is hidden, so that its text can be read; the corner of the table
        where the row is out of sight.
        """
        number = _NUMBERS[column]
        hidden = self.isColumnHidden(number)
        index = self._model.index(self.currentIndex().row(), 0 if hidden else number)
        seen = self.visualRect(index).intersected(self.viewport().rect())
        if hidden and not seen.isEmpty():
            return QRect(seen.left(), seen.bottom(), seen.width(), 1)
        return seen if not seen.isEmpty() else QRect(0, 0, 1, 1)

    @Slot(QModelIndex)
    def _on_double_click(self, index: QModelIndex) -> None:
        if self._model.heading_at(index.row()) is not None:
            return
        column = COLUMNS[index.column()].name
        {"tags": self.tags_requested, "kind": self.kind_requested}.get(column, self.open_requested).emit()

    @Slot()
    def _keep_selection(self) -> None:
        self._restoring = True
        few = self.selected_count() <= _KEEP_SELECTED
        self._kept = self.selected_keys() if few else np.empty(0, dtype=np.int64)
        current = self.current_key()
        self._kept_current = -1 if current is None else current

    def _in_sight(self) -> InSight:
        """The first row that is shown, and how many there is room for, with some more for a larger window."""
        height = max(1, self.verticalHeader().defaultSectionSize())
        return InSight(max(0, self.rowAt(0)), self.viewport().height() // height + _SPARE)

    @Slot()
    def _restore_selection(self) -> None:
        """Select the same keys again, wherever they are now, and keep what was in sight in its place."""
        keys = self._model.keys()
        rows = np.flatnonzero(np.isin(keys, self._kept)) if len(self._kept) else np.empty(0, dtype=np.int64)
        selection = QItemSelection()
        for start, end in _spans(rows):
            selection.select(self._model.index(start, 0), self._model.index(end, len(COLUMNS) - 1))
        if self._kept_current >= 0:
            row = self._model.row_of(self._kept_current)
            if row >= 0:
                index = self._model.index(row, 0)
                self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.NoUpdate)
        if not selection.isEmpty():
            self.selectionModel().select(selection, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        self.executeDelayedItemsLayout()  # else the bar has the range of the rows before
        self.verticalScrollBar().setValue(self._model.top)
        self._restoring = False
        self.selection_changed.emit()
        if self._kept_current >= 0 and self.current_key() != self._kept_current:
            self.current_changed.emit(self.current_key())


def _spans(rows: Keys) -> list[tuple[int, int]]:
    """Runs of consecutive rows as (first, last)."""
    if not len(rows):
        return []
    breaks = np.flatnonzero(np.diff(rows) > 1)
    starts = np.concatenate(([0], breaks + 1))
    ends = np.concatenate((breaks, [len(rows) - 1]))
    return [(int(rows[a]), int(rows[b])) for a, b in zip(starts, ends, strict=True)]
