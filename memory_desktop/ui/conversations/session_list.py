"""The list of conversations, under the days on which they went on last."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QRect, QSize, Qt, Signal, Slot
from PySide6.QtGui import QFont, QGuiApplication, QPainter
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from memory_desktop.bridge.translation import tr
from memory_desktop.models.sessions import SESSION_ROLE, SessionList, told
from memory_desktop.ui.current_row import follow_selection
from memory_desktop.ui.theme import tokens_for

_SIDE, _PAD = 14, 8


class SessionDelegate(QStyledItemDelegate):
    """A title above a quiet line; a day is a small heading."""

    def sizeHint(  # noqa: N802 - Qt's name
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        """One line for a day, two for a conversation."""
        line = option.fontMetrics.lineSpacing()
        day = index.data(SESSION_ROLE) is None
        return QSize(120, line + 14 if day else 2 * line + 2 * _PAD)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """In the palette's colours."""
        tokens = tokens_for(QGuiApplication.palette())  # a day's own palette is that of what is disabled
        one = index.data(SESSION_ROLE)
        painter.save()
        rect, line = option.rect, option.fontMetrics.lineSpacing()
        room = rect.adjusted(_SIDE, 0, -_SIDE, 0)
        style = int(Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine)
        if one is None:
            font = QFont(option.font)
            font.setPixelSize(11)
            font.setWeight(QFont.Weight.DemiBold)
            painter.setFont(font)
            painter.setPen(tokens.color("muted"))
            shown = painter.fontMetrics().elidedText(str(index.data()), Qt.TextElideMode.ElideRight, room.width())
            painter.drawText(room.adjusted(0, 6, 0, 0), style, shown)
            painter.restore()
            return
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        if selected:
            painter.fillRect(rect, tokens.color("selection"))
            painter.fillRect(QRect(rect.left(), rect.top(), 3, rect.height()), tokens.color("accent"))
        elif option.state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, tokens.color("hover"))
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(tokens.color("accent"))
            painter.drawRect(rect.adjusted(0, 0, -1, -1))
        top = QRect(room.left(), rect.top() + _PAD, room.width(), line)
        for text, token, place in ((str(index.data()), "text", top), (told(one), "muted", top.translated(0, line))):
            painter.setPen(tokens.color(token))
            shown = option.fontMetrics.elidedText(text, Qt.TextElideMode.ElideRight, place.width())
            painter.drawText(place, style, shown)
        painter.restore()


class SessionListView(QListView):
    """Signals: `chosen(str)`, the id of the conversation that is current now; "" for none."""

    chosen = Signal(str)

    def __init__(self, model: SessionList, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sessions = model
        self.setModel(model)
        self.setItemDelegate(SessionDelegate(self))
        self.setAccessibleName(tr("Conversations"))
        self._kept: tuple[str, str, int] | None = None
        self.selectionModel().currentChanged.connect(self._on_current)
        follow_selection(self)
        model.modelAboutToBeReset.connect(self._keep_place)
        model.modelReset.connect(self._restore_place)
        self.setMouseTracking(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)

    def choose(self, session_id: str) -> bool:
        """Make a conversation the current one, if it is listed; False if not."""
        row = self._sessions.row_of(session_id)
        if row >= 0 and row != self.currentIndex().row():
            self.setCurrentIndex(self._sessions.index(row))
        return row >= 0

    @Slot(QModelIndex, QModelIndex)
    def _on_current(self, current: QModelIndex, _before: QModelIndex) -> None:
        one = self._sessions.session(current.row()) if current.isValid() else None
        self.chosen.emit(one.session_id if one is not None else "")

    @Slot()
    def _keep_place(self) -> None:
        """Before the list changes: which conversation is current, and which stands where in sight."""
        one = self._sessions.session(self.currentIndex().row())
        below = self.indexAt(QPoint(1, 1)).row()
        top = next((found for row in (below, below + 1) if (found := self._sessions.session(row)) is not None), None)
        scrolled = self.verticalScrollBar().value() > 0 and top is not None
        seen = top.session_id if scrolled and top is not None else ""
        where = self.visualRect(self._sessions.index(self._sessions.row_of(seen))).top() if seen else 0
        self._kept = (one.session_id if one is not None else "", seen, where)

    @Slot()
    def _restore_place(self) -> None:
        current, seen, where = self._kept or ("", "", 0)
        row = self._sessions.row_of(current) if current else -1
        if row >= 0:
            self.selectionModel().currentChanged.disconnect(self._on_current)  # it is the same one
            self.setAutoScroll(False)
            self.setCurrentIndex(self._sessions.index(row))
            self.setAutoScroll(True)
            self.selectionModel().currentChanged.connect(self._on_current)
        self.executeDelayedItemsLayout()
        row = self._sessions.row_of(seen) if seen else -1
        bar = self.verticalScrollBar()
        bar.setValue(bar.value() + self.visualRect(self._sessions.index(row)).top() - where if row >= 0 else 0)
