"""Paints a turn: what stands above it, then each message with who said it and when, as plain text, word for word."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QGuiApplication, QPainter, QTextCharFormat, QTextLayout, QTextOption
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from memory_desktop.bridge.translation import plural, tr
from memory_desktop.core.conversation.cycles import ASKING, role_of
from memory_desktop.core.memory.records import Memory
from memory_desktop.engine.conversation.reading import Turn
from memory_desktop.models.thread_table import ThreadTable, said_at
from memory_desktop.models.words import summary_change
from memory_desktop.ui.theme import Tokens, tokens_for
from memory_desktop.ui.wrapping import utf16_offsets

_SIDE, _PAD, _GAP = 16, 10, 8
_INDENT = 12
_HEADING = 34
#: Characters of a message that a row shows; the rest is in the inspector.
LONGEST = 6_000
_KEPT = 150


@dataclass(frozen=True, slots=True)
class _Said:
    """One message as it is painted: its name's line, its text below, and what was left out.

    `note`: it was not said; it tells what became of the turn.
    """

    name: str
    time: str
    asks: bool
    alternative: bool
    text: QTextLayout
    height: int
    more: str
    note: bool = False


class TurnDelegate(QStyledItemDelegate):
    """Rows are as high as their texts; `height` says how high, for a width."""

    def __init__(self, model: ThreadTable, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._laid: OrderedDict[tuple[int, int, str, bool, bool], tuple[Turn, list[_Said]]] = OrderedDict()
        self._words: tuple[str, ...] = ()
        self._look = ""

    def mark(self, words: Sequence[str]) -> None:
        """Mark these words wherever they stand."""
        self._words = tuple(word.lower() for word in words)
        self._laid.clear()

    def height(self, row: int, width: int, font: QFont) -> int | None:
        """Pixels that a row needs; None while its turn is on its way."""
        turn = self._model.turn(row)
        if turn is None:
            return None
        metrics = QFontMetrics(font)
        above = _HEADING if self._model.heading(row) else 0
        said = self._lay_out(turn, width, font)
        return above + 2 * _PAD + sum(_height(one, metrics) for one in said) + _GAP * (len(said) - 1)

    def sizeHint(  # noqa: N802 - Qt's name
        self,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,  # noqa: ARG002 - Qt's
    ) -> QSize:
        """The view asks `height`; this is the least."""
        return QSize(200, option.fontMetrics.lineSpacing() * 3)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Ground, heading, messages."""
        tokens = tokens_for(option.palette)
        if tokens.name != self._look:
            self._look = tokens.name
            self._laid.clear()
        painter.save()
        rect = QRect(option.rect)
        heading = self._model.heading(index.row())
        if heading:
            self._heading(painter, QRect(rect.left(), rect.top(), rect.width(), _HEADING), heading, option, tokens)
            rect.setTop(rect.top() + _HEADING)
        self._ground(painter, rect, option, tokens)
        turn = self._model.turn(index.row())
        if turn is None:
            painter.fillRect(
                QRect(rect.left() + _SIDE, rect.top() + _PAD + 4, rect.width() // 3, 8), tokens.color("hover")
            )
        else:
            top = rect.top() + _PAD
            for one in self._lay_out(turn, rect.width(), option.font):
                self._message(painter, QRect(rect.left(), top, rect.width(), 0), one, option, tokens)
                top += _height(one, option.fontMetrics) + _GAP
        painter.restore()

    def _heading(self, painter: QPainter, rect: QRect, text: str, option: QStyleOptionViewItem, tokens: Tokens) -> None:
        painter.fillRect(rect, tokens.color("window"))
        font = QFont(option.font)
        font.setWeight(QFont.Weight.DemiBold)
        painter.setFont(font)
        painter.setPen(tokens.color("muted"))
        room = rect.adjusted(_SIDE, 0, -_SIDE, 0)
        shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, int(Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine), shown)

    def _ground(self, painter: QPainter, rect: QRect, option: QStyleOptionViewItem, tokens: Tokens) -> None:
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        if selected:
            painter.fillRect(rect, tokens.color("selection"))
            painter.fillRect(QRect(rect.left(), rect.top(), 3, rect.height()), tokens.color("accent"))
        painter.setPen(tokens.color("border"))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(tokens.color("accent"))
            painter.drawRect(rect.adjusted(0, 0, -1, -2))

    def _message(
        self, painter: QPainter, rect: QRect, one: _Said, option: QStyleOptionViewItem, tokens: Tokens
    ) -> None:
        line = option.fontMetrics.lineSpacing()
        left, top = rect.left() + _SIDE, rect.top()
        font = QFont(option.font)
        font.setWeight(QFont.Weight.DemiBold)
        painter.setFont(font)
        painter.setPen(tokens.color("muted" if one.note else "accent" if one.asks else "keyword"))
        room = rect.width() - 2 * _SIDE
        time_room = option.fontMetrics.horizontalAdvance(one.time) + 12
        name = painter.fontMetrics().elidedText(one.name, Qt.TextElideMode.ElideRight, max(40, room - time_room))
        painter.drawText(QPointF(left, top + option.fontMetrics.ascent()), name)
        x = left + painter.fontMetrics().horizontalAdvance(name) + 10
        painter.setFont(option.font)
        painter.setPen(tokens.color("muted"))
        told = tr("{time}  ·  Alternative", time=one.time) if one.alternative else one.time
        painter.drawText(QPointF(x, top + option.fontMetrics.ascent()), told)
        painter.setPen(tokens.color("muted" if one.note else "text"))
        one.text.draw(painter, QPointF(left + _INDENT, top + line + 2))
        painter.fillRect(QRectF(left, top + line + 4, 2, one.height - 4), tokens.color("border"))
        if one.more:
            painter.setPen(tokens.color("muted"))
            below = top + line + 2 + one.height
            painter.drawText(QPointF(left + _INDENT, below + option.fontMetrics.ascent()), one.more)

    # --- laying out ---------------------------------------------------------------------------

    def _lay_out(self, turn: Turn, width: int, font: QFont) -> list[_Said]:
        timeline = self._model.thread_shown.session is None
        key = hash(turn.cycle.cycle_id), width, font.key(), timeline, self._model.names_users
        found = self._laid.get(key)
        if found is not None and found[0] is turn:
            self._laid.move_to_end(key)
            return found[1]
        made = [self._said(one, width, font) for one in turn.messages]
        if timeline and turn.changes:
            made.append(self._changed(turn, width, font))
        self._laid[key] = turn, made
        while len(self._laid) > _KEPT:
            self._laid.popitem(last=False)
        return made

    def _said(self, memory: Memory, width: int, font: QFont) -> _Said:
        text = memory.content[:LONGEST]
        left_out = len(memory.content) - len(text)
        layout, height = self._text(text, width, font)
        more = (
            tr(
                "… {character}: the inspector shows them all",
                character=plural("{n} more character", "{n} more characters", left_out),
            )
            if left_out
            else ""
        )
        asks = role_of(memory).lower() in ASKING
        alternative = memory.metadata.get("branch") == "alternative"
        return _Said(self._model.speaker(memory), said_at(memory.created_at), asks, alternative, layout, height, more)

    def _changed(self, turn: Turn, width: int, font: QFont) -> _Said:
        """What a turn changed of its user's summary, below its messages in the timeline."""
        layout, height = self._text("\n".join(map(summary_change, turn.changes)), width, font)
        return _Said(tr("Summary"), "", False, False, layout, height, "", note=True)

    def _text(self, text: str, width: int, font: QFont) -> tuple[QTextLayout, int]:
        """A text laid out in lines, and their height."""
        layout = QTextLayout(text.replace("\n", "\u2028"), font)
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        layout.setTextOption(option)
        layout.setFormats(self._marks(text))
        layout.setCacheEnabled(True)
        room, top = max(40, width - 2 * _SIDE - _INDENT), 0.0
        layout.beginLayout()
        while (line := layout.createLine()).isValid():
            line.setLineWidth(room)
            line.setPosition(QPointF(0, top))
            top += line.height()
        layout.endLayout()
        return layout, ceil(top)

    def _marks(self, text: str) -> list[QTextLayout.FormatRange]:
        if not self._words:
            return []
        small, ranges = text.lower(), []
        if len(small) != len(text):  # rare letters change their length: better no mark than a wrong one
            return []
        for word in self._words:
            at = small.find(word)
            while at >= 0:
                ranges.append((at, at + len(word)))
                at = small.find(word, at + len(word))
        style = QTextCharFormat()
        tokens = tokens_for(QGuiApplication.palette())
        style.setBackground(tokens.color("mark"))
        style.setForeground(tokens.color("text"))
        made = []
        for start, end in utf16_offsets(text, sorted(ranges)):
            span = QTextLayout.FormatRange()
            span.start, span.length, span.format = start, end - start, style
            made.append(span)
        return made


def _height(one: _Said, metrics: QFontMetrics) -> int:
    line = metrics.lineSpacing()
    return line + 2 + one.height + (line if one.more else 0)
