"""Memories that are dragged from a list onto a tag or an assembly. The same can be done by keys: Ctrl+T and Ctrl+G."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from PySide6.QtCore import (
    QByteArray,
    QEvent,
    QMimeData,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QDrag, QDragMoveEvent, QDropEvent, QMouseEvent
from PySide6.QtWidgets import QAbstractItemView, QApplication, QTableView, QToolTip, QWidget

from memory_desktop.bridge.session import VaultSession
from memory_desktop.bridge.translation import plural, tr
from memory_desktop.core.keys import Keys
from memory_desktop.models.tips import plain_tip

_FORMAT = "application/x-memory-desktop-keys"
#: So long the mouse rests with its memories on something that opens then.
LINGER_MS = 600
#: What memories are dropped on: "tag" or "assembly", its tag or id, and its name.
Target = tuple[str, str, str]


def dragged(keys: Keys) -> QMimeData:
    """Keys of memories, to be dropped in the same window."""
    made = QMimeData()
    made.setData(_FORMAT, QByteArray(np.asarray(keys, dtype=np.int64).tobytes()))
    return made


def is_memories(event: QDropEvent) -> bool:
    """Whether what is dragged are memories."""
    return event.mimeData().hasFormat(_FORMAT)


def put(session: VaultSession | None, keys: Sequence[int], kind: str, value: str) -> None:
    """Tag memories, or add them to an assembly; nothing is done to the past."""
    if session is None or session.past is not None:
        return
    if kind == "tag":
        session.commands.relabel(keys, add_tags=[value])
    else:
        session.commands.join_assembly(value, keys)


class DragTable(QTableView):
    """A table of memories whose selected rows can be dragged away; over others, the mouse selects.

    Qt's own dragging would ask the model for the flags of each cell, and there may be hundreds of thousands.
    """

    _press: QMouseEvent | None = None  # on a selected row, as long as it is neither a click nor a drag

    def drag_keys(self) -> Keys:
        """Keys of the memories that go with the mouse."""
        raise NotImplementedError

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """See the class."""
        plain = event.button() == Qt.MouseButton.LeftButton and not event.modifiers()
        index = self.indexAt(event.position().toPoint())
        if plain and index.isValid() and self.selectionModel().isSelected(index):
            self._press = event.clone()  # it may become a click, which then selects this row alone
            event.accept()
        else:
            super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Far enough from where it was pressed, the memories go with the mouse."""
        if self._press is None:
            super().mouseMoveEvent(event)
        elif (event.position() - self._press.position()).manhattanLength() >= QApplication.startDragDistance():
            self._press = None
            drag = QDrag(self)
            drag.setMimeData(dragged(self.drag_keys()))
            drag.exec(Qt.DropAction.CopyAction)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """It was a click."""
        press, self._press = self._press, None
        if press is not None:
            super().mousePressEvent(press)
        super().mouseReleaseEvent(event)


class MemoryDrops(QObject):
    """Takes memories that are dropped on rows of a list.

    Signals: `dropped(keys, kind, value)`; see `Target`. `lingered(index)`: they rest on a row that takes none.

    Args:
        tree: its rows are dropped on. target: what a row stands for; None where nothing can be dropped.
    """

    dropped = Signal(object, str, str)
    lingered = Signal(QModelIndex)

    def __init__(self, tree: QAbstractItemView, target: Callable[[QModelIndex], Target | None]) -> None:
        super().__init__(tree)
        self._tree = tree
        self._target = target
        self._over = QPersistentModelIndex()
        self._linger = QTimer(self)
        self._linger.setSingleShot(True)
        self._linger.setInterval(LINGER_MS)
        self._linger.timeout.connect(self._on_linger)
        tree.viewport().setAcceptDrops(True)
        tree.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Files go on to the window."""
        if event.type() == QEvent.Type.DragLeave:
            self._rest_on(QModelIndex())
        if event.type() not in (QEvent.Type.DragEnter, QEvent.Type.DragMove, QEvent.Type.Drop):
            return super().eventFilter(watched, event)
        assert isinstance(event, QDropEvent)
        if not is_memories(event):
            event.ignore()
            return True
        source = event.source()
        here = isinstance(source, QWidget) and source.window() is self._tree.window()
        keys = np.frombuffer(event.mimeData().data(_FORMAT).data(), dtype=np.int64).tolist()
        index = self._tree.indexAt(event.position().toPoint())
        target = self._target(index) if here else None
        moving = here and target is None and event.type() != QEvent.Type.Drop
        self._rest_on(index if moving else QModelIndex())
        if event.type() == QEvent.Type.Drop and target is not None:
            event.setDropAction(Qt.DropAction.CopyAction)
            event.accept()
            QToolTip.hideText()
            self.dropped.emit(keys, *target[:2])
        elif isinstance(event, QDragMoveEvent) and here:
            self._tell(event, target, len(keys))
            event.setDropAction(Qt.DropAction.CopyAction)
            # One that is refused when it comes in is offered no more: each row it comes to is asked.
            event.setAccepted(target is not None or event.type() == QEvent.Type.DragEnter)
        else:
            event.ignore()
        return True

    def _rest_on(self, index: QModelIndex) -> None:
        """The mouse is on this row, with memories that it does not take."""
        if not index.isValid():
            self._linger.stop()
        elif index != self._over or not self._linger.isActive():
            self._linger.start()
        self._over = QPersistentModelIndex(index)

    def _on_linger(self) -> None:
        if self._over.isValid():
            self.lingered.emit(self._over.sibling(self._over.row(), self._over.column()))

    def _tell(self, event: QDragMoveEvent, target: Target | None, number: int) -> None:
        """What letting go would do."""
        if target is None:
            QToolTip.hideText()
            return
        kind, _, name = target
        what = (
            tr("Tag {memories} with “{name}”", memories=plural("{n} memory", "{n} memories", number), name=name)
            if kind == "tag"
            else tr("Add {memories} to “{name}”", memories=plural("{n} memory", "{n} memories", number), name=name)
        )
        where = self._tree.viewport().mapToGlobal(event.position().toPoint())
        QToolTip.showText(where, plain_tip(what), self._tree.viewport())
