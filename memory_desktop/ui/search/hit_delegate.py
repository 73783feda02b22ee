"""Paints a hit: rank, the text with the matched words marked, labels, and its place in each list. Plain text only."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QTextCharFormat, QTextLayout, QTextOption
from PySide6.QtWidgets import QAbstractItemView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from memory_desktop.bridge.translation import dated, figure, tr
from memory_desktop.bridge.wording import engine_word, layer_word, otherwise_since, status_word
from memory_desktop.core.answers import Hit
from memory_desktop.core.conversation.cycles import owner_of
from memory_desktop.models.hits import HIT_ROLE
from memory_desktop.models.words import mode_word
from memory_desktop.ui.theme import Tokens, tokens_for
from memory_desktop.ui.wrapping import utf16_offsets

_SIDE = 16
_PAD = 10
_GAP = 6
_RANK_WIDTH = 32
_LINES = 2
_CONTEXT = 60
_LONGEST = 420
#: How much wider marked words are than plain ones, at most.
_BOLD_SHARE = 0.12
#: Part of a row's width that the badges may take before they are shortened.
_BADGE_SHARE = 0.55
#: Cards that are kept as they were laid out; a screen has about ten.
_KEPT = 200


@dataclass(frozen=True, slots=True)
class _Card:
    """What of a hit is measured before it can be drawn, for one width and font.

    Attributes:
        layout, height: of the text that is shown. dots: where the sign for “more” is drawn, if anywhere.
        badges: text, token of the colour, and pixels from the left edge and of width. labels: shortened to their room.
    """

    hit: Hit
    layout: QTextLayout
    height: float
    dots: QPointF | None
    badges: tuple[tuple[str, str, float, int], ...]
    labels: str
    labels_width: int


class HitDelegate(QStyledItemDelegate):
    """Rows are one or two lines of text and one of labels high.

    What is measured is kept: the same cards are painted again whenever the selection or the mouse moves.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._cards: dict[tuple[int, int, str, str], _Card] = {}

    def sizeHint(  # noqa: N802 - Qt's name
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        """As high as the text needs in the width that the view has."""
        hit = index.data(HIT_ROLE)
        view = option.widget
        width = view.viewport().width() if isinstance(view, QAbstractItemView) else option.rect.width()
        lines = _lines(hit, option.fontMetrics, _body_width(width)) if isinstance(hit, Hit) else 1
        return QSize(200, option.fontMetrics.lineSpacing() * (lines + 1) + _GAP + 2 * _PAD)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Ground, rank, text, labels, badges."""
        hit = index.data(HIT_ROLE)
        if not isinstance(hit, Hit):
            return
        tokens = tokens_for(option.palette)
        painter.save()
        self._ground(painter, option, tokens)
        inner = option.rect.adjusted(_SIDE, _PAD, -_SIDE, -_PAD)
        line = option.fontMetrics.lineSpacing()
        painter.setPen(tokens.color("muted"))
        painter.drawText(
            QRect(inner.left(), inner.top(), _RANK_WIDTH - 8, line), Qt.AlignmentFlag.AlignRight, str(hit.rank)
        )
        body = inner.adjusted(_RANK_WIDTH, 0, 0, 0)
        card = self._card(hit, body.width(), option, tokens)
        _draw_content(painter, body, card, tokens)
        bottom = QRect(body.left(), inner.bottom() - line + 1, body.width(), line)
        _draw_badges(painter, bottom, card, tokens)
        painter.setPen(tokens.color("muted"))
        bottom.setWidth(card.labels_width)
        painter.drawText(bottom, int(Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine), card.labels)
        painter.restore()

    def _card(self, hit: Hit, width: int, option: QStyleOptionViewItem, tokens: Tokens) -> _Card:
        key = id(hit), width, option.font.key(), tokens.name
        card = self._cards.get(key)
        if card is None or card.hit is not hit:
            if len(self._cards) >= _KEPT:
                self._cards.clear()
            card = self._cards[key] = _measured(hit, width, option.font, option.fontMetrics, tokens)
        return card

    def _ground(self, painter: QPainter, option: QStyleOptionViewItem, tokens: Tokens) -> None:
        rect = option.rect
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, tokens.color("selection"))
        elif option.state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, tokens.color("hover"))
        painter.setPen(tokens.color("border"))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(QRect(rect.left(), rect.top(), 3, rect.height()), tokens.color("accent"))
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(tokens.color("accent"))
            painter.drawRect(rect.adjusted(0, 0, -1, -1))


def _measured(hit: Hit, width: int, font: QFont, metrics: QFontMetrics, tokens: Tokens) -> _Card:
    """A hit laid out in so many pixels."""
    layout, height, dots = _laid_out(hit, width, font, metrics, tokens)
    made, right = [], width
    for text, token in reversed(_fitting(hit, metrics, width)):
        wide = _badge_width(metrics, text)
        made.append((text, token, right - wide + 0.5, wide - 1))
        right -= wide + 6
    room = right - 12
    text = metrics.elidedText("  ·  ".join(labels(hit)), Qt.TextElideMode.ElideRight, room)
    return _Card(hit, layout, height, dots, tuple(made), text, room)


def _laid_out(
    hit: Hit, width: int, font: QFont, metrics: QFontMetrics, tokens: Tokens
) -> tuple[QTextLayout, float, QPointF | None]:
    """The text with its marks, how high what is shown of it is, and where the sign for “more” belongs."""
    text, marks = excerpt(hit.memory.content, hit.matches)
    layout = QTextLayout(text, font)
    layout.setCacheEnabled(True)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    style = QTextCharFormat()
    style.setBackground(tokens.color("mark"))
    style.setForeground(tokens.color("text"))
    style.setFontWeight(QFont.Weight.DemiBold)
    formats = []
    for start, end in utf16_offsets(text, marks):
        span = QTextLayout.FormatRange()
        span.start, span.length, span.format = start, end - start, style
        formats.append(span)
    layout.setFormats(formats)
    shown = _lines(hit, metrics, width)
    layout.beginLayout()
    top = 0.0
    for number in range(shown):
        row = layout.createLine()
        if not row.isValid():
            break
        row.setLineWidth(width if number < _LINES - 1 else width - 16)
        row.setPosition(QPointF(0, top))
        top += row.height()
    rest = layout.createLine()
    more = rest.isValid()
    if more:  # laid out below what is shown, so that it is not drawn over it
        rest.setLineWidth(width)
        rest.setPosition(QPointF(0, top))
    layout.endLayout()
    if not more:
        return layout, top, None
    last = layout.lineAt(shown - 1)
    return layout, top, QPointF(last.naturalTextWidth() + 2, last.y() + last.ascent())


def _draw_content(painter: QPainter, rect: QRect, card: _Card, tokens: Tokens) -> None:
    corner = QPointF(rect.left(), rect.top())
    painter.setPen(tokens.color("text"))
    painter.setClipRect(QRectF(rect.left(), rect.top(), rect.width(), card.height))
    card.layout.draw(painter, corner)
    painter.setClipping(False)
    if card.dots is not None:
        painter.drawText(corner + card.dots, "…")


def _draw_badges(painter: QPainter, rect: QRect, card: _Card, tokens: Tokens) -> None:
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for text, token, left, width in card.badges:
        box = QRectF(rect.left() + left, rect.top() - 0.5, width, rect.height() + 1)
        painter.setPen(tokens.color(token))
        painter.drawRoundedRect(box, box.height() / 2, box.height() / 2)
        painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), text)


def labels(hit: Hit) -> list[str]:
    """What stands below the text of a hit, left of the badges."""
    memory = hit.memory
    title = memory.metadata.get("title")
    parts = [
        "" if memory.status.value == "active" else status_word(memory.status.value),
        otherwise_since(hit.otherwise.said_at) if hit.otherwise is not None else "",
        tr("user {owner}", owner=owner) if (owner := owner_of(memory.metadata)) else "",
        memory.kind,
        layer_word(memory.layer.value),
        " ".join(f"#{tag}" for tag in memory.tags),
        memory.source,
        title if isinstance(title, str) else "",
        f"{dated(memory.created_at.astimezone(), '%Y-%m-%d')}",
    ]
    return [" ".join(part.split()) for part in parts if part]


_WORTH_A_BADGE = 0.005


def badges(hit: Hit, form: int) -> list[tuple[str, str]]:
    """(text, token) of each badge: 0 with scores, 1 with ranks only, 2 as short as can be."""
    made = []
    for name, place in hit.lists.items():
        long = mode_word(name)
        score = f" · {figure(place.score, '.2f')}" if form == 0 else ""
        made.append((f"{long if form < 2 else long[0]} {place.rank}{score}", name))
    # What would read +0.00 is no news; the Why tab and the tool tip have its figure.
    for boost in (each for each in hit.boosts if abs(each.amount) >= _WORTH_A_BADGE):
        amount = f"{figure(boost.amount, '+.2f')}"
        made.append((f"{engine_word(boost.name).capitalize()} {amount}" if form < 2 else amount, "boost"))
    return made


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


def _body_width(width: int) -> int:
    return width - 2 * _SIDE - _RANK_WIDTH


def _lines(hit: Hit, metrics: QFontMetrics, width: int) -> int:
    text, marks = excerpt(hit.memory.content, hit.matches)
    bold = sum(metrics.horizontalAdvance(text[start:end]) for start, end in marks)
    return 1 if metrics.horizontalAdvance(text) + bold * _BOLD_SHARE <= width else _LINES


def _badge_width(metrics: QFontMetrics, text: str) -> int:
    return metrics.horizontalAdvance(text) + 16


def _fitting(hit: Hit, metrics: QFontMetrics, width: int) -> list[tuple[str, str]]:
    """The longest form that leaves room for the labels."""
    for form in (0, 1):
        made = badges(hit, form)
        if sum(_badge_width(metrics, text) + 6 for text, _ in made) <= width * _BADGE_SHARE:
            return made
    return badges(hit, 2)
