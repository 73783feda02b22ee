"""Memories that are dragged from a list onto a tag or an assembly. The same can be done by keys: Ctrl+T and Ctrl+G."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from PySide6.QtCore import QByteArray, QEvent, QMimeData, QModelIndex, QObject, Qt, Signal
from PySide6.QtGui import QDragMoveEvent, QDropEvent
from PySide6.QtWidgets import QAbstractItemView, QToolTip, QWidget

from memory_desktop.bridge.session import VaultSession
from memory_desktop.core.keys import Keys
from memory_desktop.core.wording import memories
from memory_desktop.models.tips import plain_tip

_FORMAT = "application/x-memory-desktop-keys"
#: What memories are dropped on: "tag" or "assembly", its tag or id, and its name.
Target = tuple[str, str, str]


def dragged(keys: Keys) -> QMimeData:
    """Keys of memories, to be dropped in the same window."""
    made = QMimeData()
    made.setData(_FORMAT, QByteArray(np.asarray(keys, dtype=np.int64).tobytes()))
    return made


def put(session: VaultSession | None, keys: Sequence[int], kind: str, value: str) -> None:
    """Tag memories, or add them to an assembly; nothing is done to the past."""
    if session is None or session.past is not None:
        return
    if kind == "tag":
        session.commands.relabel(keys, add_tags=[value])
    else:
        session.commands.join_assembly(value, keys)


class MemoryDrops(QObject):
    """Takes memories that are dropped on rows of a tree.

    Signals: `dropped(keys, kind, value)`; see `Target`.

    Args:
        tree: its rows are dropped on. target: what a row stands for; None where nothing can be dropped.
    """

    dropped = Signal(object, str, str)

    def __init__(self, tree: QAbstractItemView, target: Callable[[QModelIndex], Target | None]) -> None:
        super().__init__(tree)
        self._tree = tree
        self._target = target
        tree.viewport().setAcceptDrops(True)
        tree.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Files go on to the window."""
        if event.type() not in (QEvent.Type.DragEnter, QEvent.Type.DragMove, QEvent.Type.Drop):
            return super().eventFilter(watched, event)
        assert isinstance(event, QDropEvent)
        data = event.mimeData()
        if not data.hasFormat(_FORMAT):
            event.ignore()
            return True
        source = event.source()
        here = isinstance(source, QWidget) and source.window() is self._tree.window()
        keys = np.frombuffer(data.data(_FORMAT).data(), dtype=np.int64).tolist()
        target = self._target(self._tree.indexAt(event.position().toPoint())) if here else None
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

    def _tell(self, event: QDragMoveEvent, target: Target | None, number: int) -> None:
        """What letting go would do."""
        if target is None:
            QToolTip.hideText()
            return
        kind, _, name = target
        what = f"Tag {memories(number)} with “{name}”" if kind == "tag" else f"Add {memories(number)} to “{name}”"
        where = self._tree.viewport().mapToGlobal(event.position().toPoint())
        QToolTip.showText(where, plain_tip(what), self._tree.viewport())
