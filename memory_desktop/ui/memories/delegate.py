"""Paints the cells of the memory table: plain text, never markup, in the palette's colours."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QIcon, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from memory_desktop.models.memory_table import COLUMNS, VALUE_ROLE
from memory_desktop.ui.icons import icon
from memory_desktop.ui.theme import Tokens, tokens_for

_PAD = 8
_STATES = {"indexed": ("check", "success"), "pending": ("waiting", "muted"), "failed": ("error", "error")}
_LAYERS = ("episodic", "semantic", "procedural", "emotional")


class MemoryDelegate(QStyledItemDelegate):
    """One painter for all columns; a cell whose page is on its way is a quiet bar."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons: dict[str, QIcon] = {name: icon(name) for name in _LAYERS}
        self._states = {state: icon(name, token) for state, (name, token) in _STATES.items()}

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Ground, then the column's own drawing."""
        tokens = tokens_for(option.palette)
        column = COLUMNS[index.column()].name
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        rect = option.rect
        if selected:
            painter.fillRect(rect, tokens.color("selection"))
        elif option.state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, tokens.color("hover"))
        painter.setPen(tokens.color("border"))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        focused = bool(option.state & QStyle.StateFlag.State_HasFocus)
        inner = rect.adjusted(_PAD, 0, -_PAD, -1)
        value = index.data(VALUE_ROLE)
        if value is None:
            self._skeleton(painter, inner, index.row(), index.column(), tokens)
        elif column == "layer":
            self._with_icon(painter, inner, self._icons.get(value), str(value), tokens.color("muted"))
        elif column == "vector":
            shown = self._states.get(value)
            self._with_icon(painter, inner, shown, "" if shown else str(index.data()), tokens.color("muted"))
        elif column == "salience":
            self._bar(painter, inner, float(value), tokens)
        elif column == "tags":
            self._tags(painter, inner, value, tokens, selected)
        else:
            painter.setPen(tokens.color("text" if column in ("content", "kind") else "muted"))
            self._text(painter, inner, str(index.data() or ""))
        if focused:
            painter.setPen(tokens.color("accent"))
            painter.drawRect(rect.adjusted(0, 0, -1, -1))

    def sizeHint(  # noqa: N802 - Qt's name
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        """Rows are all as high."""
        return QSize(COLUMNS[index.column()].width, option.fontMetrics.height() + 16)

    def _text(self, painter: QPainter, rect: QRect, text: str) -> None:
        shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, rect.width())
        painter.drawText(rect, int(Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine), shown)

    def _with_icon(self, painter: QPainter, rect: QRect, picture: QIcon | None, text: str, color: QColor) -> None:
        if picture is not None:
            side = 14
            picture.paint(painter, QRect(rect.left(), rect.center().y() - side // 2, side, side))
            rect = rect.adjusted(side + 6, 0, 0, 0)
        painter.setPen(color)
        self._text(painter, rect, text)

    def _bar(self, painter: QPainter, rect: QRect, value: float, tokens: Tokens) -> None:
        width = 34
        middle = rect.center().y()
        track = QRectF(rect.left(), middle - 2, width, 4)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(tokens.color("border"))
        painter.drawRoundedRect(track, 2, 2)
        painter.setBrush(tokens.color("accent"))
        painter.drawRoundedRect(QRectF(track.left(), track.top(), width * min(1.0, max(0.0, value)), 4), 2, 2)
        painter.restore()
        painter.setPen(tokens.color("muted"))
        self._text(painter, rect.adjusted(width + 7, 0, 0, 0), f"{value:.2f}")

    def _tags(self, painter: QPainter, rect: QRect, tags: tuple[str, ...], tokens: Tokens, selected: bool) -> None:
        if not tags:
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        font = QFont(painter.font())
        font.setPixelSize(max(10, painter.fontInfo().pixelSize() - 1))
        painter.setFont(font)
        metrics = painter.fontMetrics()
        height = metrics.height() + 4
        left = rect.left()
        for number, full in enumerate(tags):
            tag = full
            more = f"+{len(tags) - number}"
            room = rect.right() - left
            reserve = metrics.horizontalAdvance(f"+{len(tags)}") + 6 if number < len(tags) - 1 else 0
            width = metrics.horizontalAdvance(tag) + 14
            if width > room - reserve:
                if number == 0 and room - reserve > 34:
                    width = room - reserve
                    tag = metrics.elidedText(tag, Qt.TextElideMode.ElideRight, width - 14)
                    more = f"+{len(tags) - 1}" if len(tags) > 1 else ""
                    self._chip(painter, QRect(left, 0, width, height), rect, tag, tokens, selected)
                    left += width + 5
                painter.setPen(tokens.color("muted"))
                painter.drawText(
                    QRect(left, rect.top(), max(0, rect.right() - left), rect.height()),
                    int(Qt.AlignmentFlag.AlignVCenter),
                    more,
                )
                break
            self._chip(painter, QRect(left, 0, width, height), rect, tag, tokens, selected)
            left += width + 4
        painter.restore()

    def _chip(self, painter: QPainter, box: QRect, row: QRect, text: str, tokens: Tokens, selected: bool) -> None:
        box.moveTop(row.center().y() - box.height() // 2)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(tokens.color("base" if selected else "hover"))
        painter.drawRoundedRect(QRectF(box), box.height() / 2, box.height() / 2)
        painter.setPen(tokens.color("text" if selected else "muted"))
        painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), text)

    def _skeleton(self, painter: QPainter, rect: QRect, row: int, column: int, tokens: Tokens) -> None:
        share = 0.35 + ((row * 7 + column * 13) % 11) / 20
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(tokens.color("hover"))
        painter.drawRoundedRect(QRectF(rect.left(), rect.center().y() - 4, rect.width() * share, 8), 4, 4)
        painter.restore()
