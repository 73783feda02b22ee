"""Lists and tables in the program's manner: whole rows, columns as wide as their texts, one that takes what is left."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QPersistentModelIndex, QSize, Qt
from PySide6.QtGui import QAction, QFocusEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QListWidget,
    QScrollArea,
    QSizePolicy,
    QSplitter,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QTreeWidget,
    QVBoxLayout,
    QWidget,
)

from memory_desktop.bridge.translation import tr
from memory_desktop.ui.columns import LEAST, ColumnRoom
from memory_desktop.ui.current_row import follow_selection
from memory_desktop.ui.filter_field import choose_first
from memory_desktop.ui.flow_layout import BarLayout
from memory_desktop.ui.folding import Folding
from memory_desktop.ui.icons import icon
from memory_desktop.ui.pages import Pages
from memory_desktop.ui.plain_table import copy_rows
from memory_desktop.ui.widgets import SPACE, EmptyState, width_of
from memory_desktop.ui.wrapping import ElidedLabel

_ROWS = QAbstractItemView.SelectionBehavior.SelectRows
_STRETCH = QHeaderView.ResizeMode.Stretch


#: Pixels that a title needs above plain text.
_BOLDER = 6
#: Pixels that stay of what is told beside a title.
_LEAST_TOLD = 110


class FlatList(QTreeWidget):
    """A tree whose current row is chosen when the focus comes to it: Qt makes the first row the current one then, but
    does not choose it, so that the first press of Down would choose the second."""

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: N802 - Qt's name
        """See the class."""
        clicked = event.reason() is Qt.FocusReason.MouseFocusReason  # the click itself chooses
        if not clicked:
            choose_first(self)
        super().focusInEvent(event)


def flat_list(
    name: str,
    columns: Sequence[tuple[str, str]],
    *,
    several: bool = False,
    order: Sequence[int] = (),
    least: int = 0,
) -> QTreeWidget:
    """A list of items without a hierarchy.

    Args:
        name: what a screen reader calls it.
        columns: (title, a text that it must have room for); with "" it shares the room that is left.
        several: more than one can be selected.
        order, least: see `ColumnRoom`.
    """
    made = FlatList()
    made.setColumnCount(len(columns))
    made.setHeaderLabels([title for title, _ in columns])
    made.setRootIsDecorated(False)
    made.setUniformRowHeights(True)
    made.setAccessibleName(name)
    if several:
        made.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
    follow_selection(made)
    made.ensurePolished()  # a row is measured when it is added, and would be too low without the style
    header = made.header()
    header.setStretchLastSection(False)
    for column, (title, sample) in enumerate(columns):
        if sample:
            header.resizeSection(column, max(width_of(made, sample), width_of(made, title) + _BOLDER))
        else:
            header.setSectionResizeMode(column, _STRETCH)
    _keep_room(made, [sample for _, sample in columns], least, order)
    return made


def at_right(made: QTreeWidget, *columns: int) -> None:
    """The titles of these columns stand at the right, as the numbers below them do."""
    for one in columns:
        made.headerItem().setTextAlignment(one, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)


def also_by(keys: str | QKeySequence.StandardKey, action: QAction, made: QWidget) -> None:
    """Let a key do the same while this widget has the focus: one that does something else in another list."""
    shortcut = QShortcut(QKeySequence(keys), made)
    shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)
    shortcut.activated.connect(action.trigger)


class _AsWideAsTheList(QStyledItemDelegate):
    """Rows that want no width of their own: what does not fit ends in “…”."""

    def sizeHint(  # noqa: N802 - Qt's name
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        return QSize(0, super().sizeHint(option, index).height())


def name_list(name: str) -> QListWidget:
    """A list of names, each a row. `name`: what a screen reader calls it."""
    made = QListWidget()
    made.setAccessibleName(name)
    made.setItemDelegate(_AsWideAsTheList(made))
    follow_selection(made)
    made.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    return made


def row_table(
    name: str,
    model: QAbstractItemModel,
    samples: Sequence[str],
    *,
    several: bool = False,
    least: int = 0,
    order: Sequence[int] = (),
) -> QTableView:
    """A table over a model, with “Copy rows”. Arguments as those of `flat_list`; `samples` are the columns' texts.

    `least`: pixels that each column of texts keeps before others are hidden; 0 for the usual.
    """
    made = QTableView()
    made.setModel(model)
    follow_selection(made)
    made.setAccessibleName(name)
    made.setSelectionBehavior(_ROWS)
    if not several:
        made.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
    made.setShowGrid(False)
    made.setWordWrap(False)
    made.setTabKeyNavigation(False)
    made.verticalHeader().hide()
    header = made.horizontalHeader()
    header.setMinimumSectionSize(64)
    header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
    for column, sample in enumerate(samples):
        if sample:
            made.setColumnWidth(column, width_of(made, sample))
        else:
            header.setSectionResizeMode(column, _STRETCH)
    copy = QAction(icon("copy"), tr("Copy rows"), made)
    copy.setShortcut(QKeySequence(QKeySequence.StandardKey.Copy))
    copy.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
    copy.triggered.connect(lambda: copy_rows(made))
    made.addAction(copy)
    _keep_room(made, samples, least, order)
    return made


def _keep_room(
    made: QTableView | QTreeWidget, samples: Sequence[str], least: int = 0, order: Sequence[int] = ()
) -> None:
    """Columns without a sample have texts; two of them share the least width of one and a half."""
    texts = [column for column, sample in enumerate(samples) if not sample]
    if texts:
        ColumnRoom(made, texts, order, least=least or (LEAST if len(texts) == 1 else LEAST * 3 // 4))


def bar(*parts: QWidget, filling: QWidget, folding: Sequence[Folding] = ()) -> QWidget:
    """A row above a list that wraps where it is narrow; `filling`, one of the parts, takes the room that is left.

    `folding`: those parts that give up their text first, see `BarLayout`.
    """
    host = QWidget()
    row = BarLayout(filling, host, SPACE, folding)
    row.setContentsMargins(SPACE * 2, SPACE, SPACE * 2, SPACE)
    for part in parts:
        row.addWidget(part)
    return host


def titled(title: ElidedLabel, told: ElidedLabel) -> QWidget:
    """A title, and behind it what there is to say about it, which is cut first."""
    host = QWidget()
    row = QHBoxLayout(host)
    row.setContentsMargins(SPACE * 2, SPACE, SPACE * 2, SPACE)
    row.setSpacing(SPACE)
    told.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
    told.setMinimumWidth(_LEAST_TOLD)
    row.addWidget(title)
    row.addWidget(told, 1)
    return host


def column(*parts: QWidget) -> QWidget:
    """Widgets below each other without gaps; the last one takes the room that is left."""
    host = QWidget()
    layout = QVBoxLayout(host)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(0)
    for part in parts:
        layout.addWidget(part)
    layout.setStretch(len(parts) - 1, 1)
    return host


def split(orientation: Qt.Orientation, first: QWidget, second: QWidget, sizes: tuple[int, int]) -> QSplitter:
    """Two panes with a thin handle between them; neither can be pushed away."""
    made = QSplitter(orientation)
    made.setHandleWidth(1)
    made.addWidget(first)
    made.addWidget(second)
    made.setSizes(list(sizes))
    made.setChildrenCollapsible(False)
    return made


def or_empty(full: QWidget, empty: EmptyState) -> Pages:
    """Two pages: 0 is `full`, 1 says that there is nothing."""
    pages = Pages()
    pages.addWidget(full)
    pages.addWidget(empty)
    return pages


def scrolled(page: QWidget, *, sideways: bool = False) -> QScrollArea:
    """A page that is scrolled where the window is too small for it; `sideways`: also where it is too narrow."""
    area = scroll_area(sideways=sideways)
    area.setWidget(page)
    return area


def scroll_area(*, sideways: bool = False) -> QScrollArea:
    """What `scrolled` puts a page in, still without one."""
    area = QScrollArea()
    area.setWidgetResizable(True)
    if not sideways:
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    return area
