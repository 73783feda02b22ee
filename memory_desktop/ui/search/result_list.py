"""The list of hits: its keys, its menu, and a selection that outlives a new answer to the same question."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QModelIndex, QPoint, Qt, Signal, Slot
from PySide6.QtGui import QAction, QGuiApplication, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QListView, QMenu, QWidget

from memory_desktop.bridge.translation import tr
from memory_desktop.core.answers import Hit, RecallAnswer
from memory_desktop.models.hits import HitsModel
from memory_desktop.models.tips import plain_tip
from memory_desktop.models.words import no_conversation
from memory_desktop.ui.current_row import follow_selection
from memory_desktop.ui.icons import icon
from memory_desktop.ui.search.hit_delegate import HitDelegate


class ResultList(QListView):
    """Hits, best first.

    Signals:
        hit_chosen: `Hit` that became the current one by the user's doing.
        opened: Enter or double click on a hit.
        left_upward: Up from the first hit.
        forget_requested, memories_requested, tags_requested …: of the `chosen()` ones.
        protect_requested: of these, too; True to protect them, False to stop that.
        related_requested: of the `current()` one.
        chosen_changed: others are selected.
    """

    hit_chosen = Signal(object)
    opened = Signal()
    left_upward = Signal()
    forget_requested = Signal()
    purge_requested = Signal()
    purge_all_requested = Signal()
    memories_requested = Signal()
    tags_requested = Signal()
    kind_requested = Signal()
    assembly_requested = Signal()
    export_requested = Signal()
    protect_requested = Signal(bool)
    chosen_changed = Signal()
    related_requested = Signal()
    conversation_requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._restoring = False
        self.hits = HitsModel(self)
        self.setModel(self.hits)
        self.setItemDelegate(HitDelegate(self))
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setMouseTracking(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(tr("Search results"))
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._menu)
        self.selectionModel().currentChanged.connect(self._on_current)
        self.selectionModel().selectionChanged.connect(self.chosen_changed)
        follow_selection(self)
        self.hits.modelReset.connect(self.chosen_changed)
        self.setAccessibleDescription(
            tr("Shift, Ctrl and Ctrl+A select several; Ctrl+T changes their tags, Delete forgets.")
        )
        self.activated.connect(self.opened)
        self._make_actions()

    def current(self) -> Hit | None:
        """The current hit."""
        return self.hits.hit(self.currentIndex().row())

    def chosen(self) -> list[Hit]:
        """The selected hits, in their order."""
        rows = sorted(index.row() for index in self.selectionModel().selectedIndexes())
        return [hit for row in rows if (hit := self.hits.hit(row)) is not None]

    def show_answer(self, answer: RecallAnswer | None) -> None:
        """Show an answer; what was selected stays so, and the inspector is left alone, if it is still there."""
        before = self.hits.answer
        again = before is not None and answer is not None and (before.query, before.mode) == (answer.query, answer.mode)
        current, row = self.current(), self.currentIndex().row()
        chosen = {hit.memory.id for hit in self.chosen()}
        place = self.verticalScrollBar().value()
        self._restoring = True
        try:
            self.hits.show(answer)
            if again and current is not None:
                self._restore(current.memory.id, chosen)
                self.verticalScrollBar().setValue(place)
        finally:
            self._restoring = False
        if not again:
            self.scrollToTop()
        elif current is not None and not self.currentIndex().isValid() and self.hits.rowCount():
            # It was forgotten: its place is taken by the next one, so that Delete can be used again.
            self.setCurrentIndex(self.hits.index(min(row, self.hits.rowCount() - 1), 0))

    def set_read_only(self, read_only: bool) -> None:
        """Disable what changes memories while a moment of the past is shown."""
        for action in self._changing:
            action.setEnabled(not read_only)

    def enter(self) -> None:
        """Take the focus, with a hit selected."""
        # A list that gets the focus makes its first row current without selecting it.
        index = self.currentIndex()
        self.setFocus(Qt.FocusReason.TabFocusReason)
        self.setCurrentIndex(index if index.isValid() else self.hits.index(0, 0))

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Other widths, other heights; by itself the list only looks at its own height."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.scheduleDelayedItemsLayout()  # done before it is painted next

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Up from the first hit leaves the list; Escape is the view's."""
        if event.key() == Qt.Key.Key_Up and self.currentIndex().row() <= 0 and not event.modifiers():
            self.left_upward.emit()
        elif event.key() == Qt.Key.Key_Escape:
            event.ignore()
        else:
            super().keyPressEvent(event)

    def copy_texts(self) -> None:
        """The selected texts into the clipboard."""
        QGuiApplication.clipboard().setText("\n\n".join(hit.memory.content for hit in self.chosen()))

    def copy_ids(self) -> None:
        """The selected ids into the clipboard."""
        QGuiApplication.clipboard().setText("\n".join(hit.memory.id for hit in self.chosen()))

    def _restore(self, current: str, chosen: set[str]) -> None:
        selection = self.selectionModel()
        if self.currentIndex().isValid() and len(self.chosen()) == len(chosen):
            return
        which = selection.SelectionFlag
        for id in chosen:
            if (row := self.hits.row_of(id)) >= 0:
                selection.select(self.hits.index(row, 0), which.Select)
        if (row := self.hits.row_of(current)) >= 0:
            selection.setCurrentIndex(self.hits.index(row, 0), which.NoUpdate)

    def _make_actions(self) -> None:
        def make(name: str, text: str, key: QKeySequence.StandardKey | str, on: Callable[[], object]) -> QAction:
            action = QAction(icon(name), text, self)
            if key:
                action.setShortcut(QKeySequence(key))
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
            action.triggered.connect(lambda _checked=False: on())
            self.addAction(action)
            return action

        self._copy = make("copy", tr("Copy text"), QKeySequence.StandardKey.Copy, self.copy_texts)
        self._copy_ids = make("copy", tr("Copy id"), "", self.copy_ids)
        self._related = make("vector", tr("Find related memories"), "", self.related_requested.emit)
        self._memories = make("memories", tr("Show in Memories"), "", self.memories_requested.emit)
        self._conversation = make("conversations", tr("Show in conversation"), "", self._show_conversation)
        self._tags = make("tag", tr("Tags…"), "Ctrl+T", self.tags_requested.emit)
        self._kind = make("edit", tr("Kind…"), "Ctrl+Shift+K", self.kind_requested.emit)
        self._assemble = make("assembly", tr("Put into an assembly…"), "Ctrl+G", self.assembly_requested.emit)
        self._export = make("export", tr("Export selection…"), "", self.export_requested.emit)
        self._protect = make("protect", tr("Protect"), "", lambda: self.protect_requested.emit(True))
        self._unprotect = make("close", tr("Stop protecting"), "", lambda: self.protect_requested.emit(False))
        self._forget = make("forget", tr("Forget"), QKeySequence.StandardKey.Delete, self.forget_requested.emit)
        self._purge = make("error", tr("Purge…"), "", self.purge_requested.emit)
        self._purge_all = make("error", tr("Purge all that match this search…"), "", self.purge_all_requested.emit)
        self._changing = (
            *(self._tags, self._kind, self._assemble, self._export, self._protect, self._unprotect),
            *(self._forget, self._purge, self._purge_all),
        )

    @Slot(QModelIndex, QModelIndex)
    def _on_current(self, current: QModelIndex, _previous: QModelIndex) -> None:
        hit = self.hits.hit(current.row())
        if hit is not None and not self._restoring:
            self.hit_chosen.emit(hit)

    def _show_conversation(self) -> None:
        hit = self.current()
        if hit is not None and not no_conversation(hit.memory):
            self.conversation_requested.emit(hit.memory.id)

    @Slot(QPoint)
    def _menu(self, where: QPoint) -> None:
        if not self.chosen():
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addActions([self._copy, self._copy_ids])
        menu.addSeparator()
        hit = self.current()
        why_not = no_conversation(hit.memory if hit is not None else None)
        self._conversation.setEnabled(not why_not)
        self._conversation.setToolTip(plain_tip(why_not or tr("Show the thread at this message")))
        menu.setToolTipsVisible(bool(why_not))
        menu.addActions([self._related, self._memories, self._conversation])
        menu.addSeparator()
        menu.addActions([self._tags, self._kind, self._assemble, self._export])
        menu.addSeparator()
        menu.addActions([self._protect, self._unprotect])
        menu.addSeparator()
        menu.addActions([self._forget, self._purge, self._purge_all])
        menu.popup(self.viewport().mapToGlobal(where))
