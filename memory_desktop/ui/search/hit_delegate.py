"""Paints a hit: rank, the text with the matched words marked, labels, and its place in each list. Plain text only."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QPainter, QTextCharFormat, QTextLayout, QTextOption
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from memory_desktop.core.answers import Hit
from memory_desktop.models.hits import HIT_ROLE
from memory_desktop.ui.theme import Tokens, tokens_for

_PAD = 12
_RANK_WIDTH = 36
_LINES = 2
_CONTEXT = 60
_LONGEST = 420


class HitDelegate(QStyledItemDelegate):
    """Rows are all as high: two lines of text and one of labels."""

    def sizeHint(  # noqa: N802 - Qt's name
        self, option: QStyleOptionViewItem, _index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        """As wide as the view lets it."""
        return QSize(200, option.fontMetrics.lineSpacing() * (_LINES + 1) + 2 * _PAD + 4)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Ground, rank, text, labels, badges."""
        hit = index.data(HIT_ROLE)
        if not isinstance(hit, Hit):
            return
        tokens = tokens_for(option.palette)
        rect = option.rect
        painter.save()
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, tokens.color("selection"))
            painter.fillRect(QRect(rect.left(), rect.top(), 3, rect.height()), tokens.color("accent"))
        elif option.state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, tokens.color("hover"))
        painter.setPen(tokens.color("border"))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        inner = rect.adjusted(_PAD, _PAD, -_PAD, -_PAD)
        line = option.fontMetrics.lineSpacing()
        painter.setPen(tokens.color("muted"))
        painter.drawText(
            QRect(inner.left(), inner.top(), _RANK_WIDTH - 8, line), Qt.AlignmentFlag.AlignRight, str(hit.rank)
        )
        body = inner.adjusted(_RANK_WIDTH, 0, 0, 0)
        self._content(painter, body, option.font, hit, tokens)
        bottom = QRect(body.left(), inner.bottom() - line + 1, body.width(), line)
        right = self._badges(painter, bottom, hit, tokens)
        self._labels(painter, QRect(bottom.left(), bottom.top(), right - bottom.left() - 12, line), hit, tokens)
        painter.restore()

    def _content(self, painter: QPainter, rect: QRect, font: QFont, hit: Hit, tokens: Tokens) -> None:
        text, marks = excerpt(hit.memory.content, hit.matches)
        layout = QTextLayout(text, font)
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WordWrap)
        layout.setTextOption(option)
        style = QTextCharFormat()
        style.setBackground(tokens.color("mark"))
        style.setForeground(tokens.color("text"))
        formats = []
        for start, end in marks:
            span = QTextLayout.FormatRange()
            span.start, span.length, span.format = start, end - start, style
            formats.append(span)
        layout.setFormats(formats)
        layout.beginLayout()
        top = 0.0
        for number in range(_LINES):
            row = layout.createLine()
            if not row.isValid():
                break
            row.setLineWidth(rect.width() if number < _LINES - 1 else rect.width() - 16)
            row.setPosition(QPointF(0, top))
            top += row.height()
        rest = layout.createLine()
        more = rest.isValid()
        if more:  # laid out below what is shown, so that it is not drawn over it
            rest.setLineWidth(rect.width())
            rest.setPosition(QPointF(0, top))
        layout.endLayout()
        painter.setPen(tokens.color("text"))
        painter.setClipRect(QRectF(rect.left(), rect.top(), rect.width(), top))
        layout.draw(painter, QPointF(rect.left(), rect.top()))
        painter.setClipping(False)
        if more:
            last = layout.lineAt(_LINES - 1)
            painter.drawText(
                QPointF(rect.left() + last.naturalTextWidth() + 2, rect.top() + last.y() + last.ascent()), "…"
            )

    def _labels(self, painter: QPainter, rect: QRect, hit: Hit, tokens: Tokens) -> None:
        memory = hit.memory
        state = "" if memory.status.value == "active" else memory.status.value
        title = memory.metadata.get("title")
        parts = [
            state,
            memory.kind,
            memory.layer.value,
            " ".join(f"#{tag}" for tag in memory.tags),
            memory.source,
            title if isinstance(title, str) else "",
            f"{memory.created_at.astimezone():%Y-%m-%d}",
        ]
        text = "  ·  ".join(" ".join(part.split()) for part in parts if part)
        painter.setPen(tokens.color("muted"))
        shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, rect.width())
        painter.drawText(rect, int(Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine), shown)

    def _badges(self, painter: QPainter, rect: QRect, hit: Hit, tokens: Tokens) -> int:
        """From the right; where they begin."""
        badges = [
            (f"{'Meaning' if name == 'vector' else 'Words'} {place.rank} · {place.score:.2f}", name)
            for name, place in hit.lists.items()
        ]
        # Standing alone is the rule and no news; the Why tab has its figure.
        told = [boost for boost in hit.boosts if boost.name != "alone"]
        badges += [(f"{boost.name.capitalize()} {boost.amount:+.2f}", "boost") for boost in told]
        right = rect.right()
        metrics = painter.fontMetrics()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for text, token in reversed(badges):
            width = metrics.horizontalAdvance(text) + 16
            box = QRectF(right - width, rect.top() - 1, width, rect.height() + 2)
            painter.setPen(tokens.color(token))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(box, box.height() / 2, box.height() / 2)
            painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), text)
            right -= width + 6
        return right


def excerpt(content: str, matches: tuple[tuple[int, int], ...]) -> tuple[str, list[tuple[int, int]]]:
    """The part of a text that is shown, on one paragraph, and the marked ranges in it.

    It begins at the beginning, unless the first match is far inside a long text; then a little before it.
    """
    start = 0
    if matches and matches[0][0] > _LONGEST // 2:
        start = max(0, content.rfind(" ", 0, matches[0][0] - _CONTEXT) + 1)
    lead = "… " if start else ""
    text = lead + content[start : start + _LONGEST].replace("\n", " ").replace("\t", " ")
    shift = len(lead) - start
    marks = [(max(a + shift, 0), min(b + shift, len(text))) for a, b in matches if a >= start and a + shift < len(text)]
    return text, marks
