"""The list of turns. Rows have the height of their texts, and get it when they come into sight."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QTimer, Signal, Slot
from PySide6.QtGui import QAction, QGuiApplication, QKeyEvent, QKeySequence, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from memory_desktop.bridge.translation import tr
from memory_desktop.models.thread_table import ThreadTable, as_text
from memory_desktop.ui.conversations.turn_delegate import TurnDelegate
from memory_desktop.ui.current_row import follow_selection
from memory_desktop.ui.icons import icon

_USUAL_HEIGHT = 110
_ROUNDS = 4


class ThreadList(QTableView):
    """Signals: `current_changed(int)`, the row that is chosen now, or -1.

    Page Up, Page Down, Space and Shift+Space scroll by what is seen, as a turn may be longer than that; the arrow keys
    go from turn to turn.
    """

    current_changed = Signal(int)

    def __init__(self, model: ThreadTable, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._turns = model
        self.turn_delegate = TurnDelegate(model, self)
        self.setModel(model)
        self.setItemDelegate(self.turn_delegate)
        self.setAccessibleName(tr("Turns of the conversation"))
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.horizontalHeader().hide()
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(_USUAL_HEIGHT)
        self.verticalHeader().setMinimumSectionSize(20)
        self.selectionModel().currentChanged.connect(self._on_current)
        follow_selection(self)
        self._anchor: int | None = None
        self._fitting = self._waiting = False
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(0)
        self._soon.timeout.connect(self.fit)
        self.verticalScrollBar().valueChanged.connect(self._later)
        self.verticalScrollBar().sliderMoved.connect(self._let_go)
        model.arrived.connect(self.fit)
        model.modelReset.connect(self._on_reset)
        self._kept: tuple[QPersistentModelIndex, int] | None = None
        for about, done in (
            (model.rowsAboutToBeInserted, model.rowsInserted),
            (model.rowsAboutToBeRemoved, model.rowsRemoved),
        ):
            about.connect(self._keep_place)
            done.connect(self._restore_place)
        self.copy_action = QAction(icon("copy"), tr("Copy turns"), self)
        self.copy_action.setShortcut(QKeySequence(QKeySequence.StandardKey.Copy))
        self.copy_action.triggered.connect(lambda _checked=False: self.copy())
        self.addAction(self.copy_action)

    def show_row(self, row: int) -> None:
        """Choose a row, and bring its beginning to the top."""
        index = self._turns.index(row, 0)
        if not index.isValid():
            return
        self._anchor = row
        self.setCurrentIndex(index)
        self.scrollTo(index, QAbstractItemView.ScrollHint.PositionAtTop)
        self._later()

    def chosen(self) -> list[int]:
        """The rows that are selected, in order."""
        return sorted(index.row() for index in self.selectionModel().selectedRows())

    def copy(self) -> None:
        """Put the selected turns into the clipboard, as texts."""
        found = [turn for row in self.chosen() if (turn := self._turns.turn(row)) is not None]
        if found:
            QGuiApplication.clipboard().setText("\n\n".join(as_text(turn) for turn in found))

    @Slot(QModelIndex, QModelIndex)
    def _on_current(self, current: QModelIndex, _before: QModelIndex) -> None:
        self.current_changed.emit(current.row() if current.isValid() else -1)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Other widths, other heights; what stands at the top stays there."""
        top = self.rowAt(0)
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width() and top >= 0 and self._anchor is None:
            self._anchor = top
        self._later()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Another font or theme."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange) and hasattr(self, "_soon"):
            self._later()

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802 - Qt's name
        """Whoever scrolls does not want to be held at a row any more."""
        self._let_go()
        super().wheelEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """See the class."""
        bar = self.verticalScrollBar()
        pages = {"PgDown": 1, "Space": 1, "PgUp": -1, "Shift+Space": -1}
        pressed = QKeySequence(event.keyCombination()).toString(QKeySequence.SequenceFormat.PortableText)
        if pressed in pages:
            self._let_go()
            bar.setValue(bar.value() + pages[pressed] * (self.viewport().height() - 40))
        elif pressed in ("Home", "End"):
            self.show_row(0 if pressed == "Home" else self._turns.rowCount() - 1)
        else:
            super().keyPressEvent(event)

    # --- heights ------------------------------------------------------------------------------

    @Slot()
    def fit(self) -> None:
        """Give the rows in sight the height of their texts. What one reads does not move by it."""
        if self._fitting or not self._turns.rowCount() or not self.isVisible():
            return
        self._fitting = True
        try:
            self._fit()
        finally:
            self._fitting = False

    def _fit(self) -> None:
        width, font, bar = self.viewport().width(), self.font(), self.verticalScrollBar()
        for _ in range(_ROUNDS):
            first, last = self.rowAt(0), self.rowAt(self.viewport().height() - 1)
            if first < 0:
                return
            last = self._turns.rowCount() - 1 if last < 0 else last
            wanted = self._anchor
            kept = wanted if wanted is not None else self._known(first, last, width)
            before = 0 if wanted is not None else self.rowViewportPosition(kept)
            changed = self._waiting = False
            for row in range(first, last + 1):
                height = self.turn_delegate.height(row, width, font)
                if height is None:
                    self._waiting = True
                elif height != self.rowHeight(row):
                    self.setRowHeight(row, height)
                    changed = True
            self.updateGeometries()
            moved = self.rowViewportPosition(kept) - before
            if moved:
                bar.setValue(bar.value() + moved)
            if not changed and not moved:
                break
        if not self._waiting:
            self._anchor = None
        self.viewport().update()

    def _known(self, first: int, last: int, width: int) -> int:
        """The first row in sight whose height is right: that one stays where it is."""
        for row in range(first, last + 1):
            if self.turn_delegate.height(row, width, self.font()) == self.rowHeight(row):
                return row
        return first

    @Slot()
    def _let_go(self) -> None:
        self._anchor = None

    @Slot()
    def _keep_place(self) -> None:
        """Before rows come or go: which of those that stay is seen where."""
        row = max(0, self.rowAt(0))
        current = self.currentIndex().row()
        last = self.rowAt(self.viewport().height() - 1)
        row = current if row < current <= (last if last >= 0 else current) else row
        index = self._turns.index(row, 0)
        self._kept = (QPersistentModelIndex(index), self.rowViewportPosition(row)) if index.isValid() else None

    @Slot()
    def _restore_place(self) -> None:
        kept, self._kept = self._kept, None
        if kept is not None and kept[0].isValid() and self._anchor is None:
            self.updateGeometries()
            bar = self.verticalScrollBar()
            bar.setValue(bar.value() + self.rowViewportPosition(kept[0].row()) - kept[1])
        self._later()

    @Slot()
    def _later(self) -> None:
        if not self._soon.isActive():
            self._soon.start()

    @Slot()
    def _on_reset(self) -> None:
        self._anchor = None
        self._later()
