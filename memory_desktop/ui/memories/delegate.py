"""Paints the cells of the memory table: plain text, never markup, in the palette's colours."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontInfo, QFontMetrics, QIcon, QPainter, QPalette
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from memory_desktop.bridge.translation import figure, grouped
from memory_desktop.models.memory_groups import Heading
from memory_desktop.models.memory_table import COLUMNS, MemoryTable, Row
from memory_desktop.ui.icons import icon
from memory_desktop.ui.theme import tokens_for

_PAD = 8
#: Pixels between the two lines of a row.
LINE_GAP = 3
_STATES = {"indexed": ("check", "success"), "pending": ("waiting", "muted"), "failed": ("error", "error")}
SELECTED = QStyle.StateFlag.State_Selected.value
HOVERED = QStyle.StateFlag.State_MouseOver.value
FOCUSED = QStyle.StateFlag.State_HasFocus.value
_USED = ("selection", "hover", "border", "text", "muted", "accent", "base", "window")
_CENTER = int(Qt.AlignmentFlag.AlignCenter)
_CHIP_CACHE = 2000
_LEAST_CHIP = 34
_MIDDLE = int(Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine)
_LAYERS = ("episodic", "semantic", "procedural", "emotional")


class MemoryDelegate(QStyledItemDelegate):
    """One painter for all columns; a cell whose page is on its way is a quiet bar."""

    def __init__(self, model: MemoryTable, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._palette_key = -1
        self._colors: dict[str, QColor] = {}
        self._chips: dict[tuple[tuple[str, ...], int], list[tuple[int, int, str, bool]]] = {}
        self._set_font(QFont())
        self._icons: dict[str, QIcon] = {name: icon(name) for name in _LAYERS}
        self._protected = icon("protect")
        self._chevrons = {False: icon("chevron-down"), True: icon("chevron-right")}
        self._states = {state: icon(name, token) for state, (name, token) in _STATES.items()}

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """One cell, where Qt asks for one: the table itself calls `paint_cell`."""
        self.look_up(option.palette)
        self.paint_cell(painter, option.rect, option.state.value, option.fontMetrics, index.row(), index.column())

    def look_up(self, palette: QPalette) -> None:
        """Take the colours of a palette."""
        key = palette.cacheKey()
        if key != self._palette_key:
            self._palette_key = key
            tokens = tokens_for(palette)
            self._colors = {name: tokens.color(name) for name in _USED}

    def paint_cell(
        self, painter: QPainter, rect: QRect, state: int, metrics: QFontMetrics, number: int, section: int
    ) -> None:
        """Ground, then the column's own drawing. Hundreds make one paint, so it asks Qt as little as it can.

        Args:
            state: of a `QStyle.State`, those that are looked at: `SELECTED`, `HOVERED`, `FOCUSED`.
            metrics: of the painter's font. number: of the row. section: of the column.
        """
        colors = self._colors
        column = COLUMNS[section].name
        selected = bool(state & SELECTED)
        if selected:
            painter.fillRect(rect, colors["selection"])
        elif state & HOVERED:
            painter.fillRect(rect, colors["hover"])
        left, top, width, height = rect.x(), rect.y(), rect.width(), rect.height()
        painter.fillRect(left, top + height - 1, width, 1, colors["border"])
        inner = QRect(left + _PAD, top, width - 2 * _PAD, height - 1)
        row = self._model.row_at(number)
        if row is None:
            self._skeleton(painter, inner, number, section, colors)
        elif column == "layer":
            name = row.memory.layer.value
            self._with_icon(painter, inner, self._icons.get(name), row.texts[section], colors["muted"], metrics)
        elif column == "vector":
            shown = self._states.get(row.vector)
            self._with_icon(painter, inner, shown, "" if shown else row.vector, colors["muted"], metrics)
        elif column == "salience":
            self._bar(painter, inner, row.memory.salience, colors, metrics)
        elif column == "tags":
            if row.memory.tags:
                self._tags(painter, inner, row.memory.tags, colors, selected)
        elif column == "content" and self._model.two_lines:
            self._two_lines(painter, inner, row, colors, metrics)
        elif column == "content" and row.protected:
            self._with_icon(painter, inner, self._protected, row.texts[section], colors["text"], metrics)
        else:
            painter.setPen(colors["text" if column in ("content", "kind") else "muted"])
            self._text(painter, inner, row.texts[section], metrics)
        if state & FOCUSED:
            painter.setPen(colors["accent"])
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(rect.adjusted(0, 0, -1, -1))

    def paint_heading(
        self, painter: QPainter, rect: QRect, state: int, metrics: QFontMetrics, heading: Heading
    ) -> None:
        """The heading of a group, over all columns."""
        colors = self._colors
        painter.fillRect(rect, colors["hover"] if state & HOVERED else colors["window"])
        painter.fillRect(rect.x(), rect.y() + rect.height() - 1, rect.width(), 1, colors["border"])
        side = 16
        chevron = self._chevrons[heading.folded]
        chevron.paint(painter, QRect(rect.left() + _PAD - 2, rect.center().y() - side // 2, side, side))
        inner = rect.adjusted(_PAD + side + 4, 0, -_PAD, -1)
        plain = painter.font()
        strong = QFont(plain)
        strong.setWeight(QFont.Weight.DemiBold)
        number = grouped(heading.number)
        bold = QFontMetrics(strong)
        room = max(0, inner.width() - metrics.horizontalAdvance(number) - 10)
        text = bold.elidedText(self._model.heading_text(heading), Qt.TextElideMode.ElideRight, room)
        painter.setFont(strong)
        painter.setPen(colors["text"])
        painter.drawText(inner, _MIDDLE, text)
        painter.setFont(plain)
        painter.setPen(colors["muted"])
        painter.drawText(inner.adjusted(bold.horizontalAdvance(text) + 10, 0, 0, 0), _MIDDLE, number)
        if state & FOCUSED:
            painter.setPen(colors["accent"])
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(rect.adjusted(0, 0, -1, -1))

    def sizeHint(  # noqa: N802 - Qt's name
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        """All rows have the same height."""
        return QSize(COLUMNS[index.column()].width, option.fontMetrics.height() + 16)

    def _text(self, painter: QPainter, rect: QRect, text: str, metrics: QFontMetrics) -> None:
        if text:
            shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, rect.width())
            painter.drawText(rect, _MIDDLE, shown)

    def _two_lines(
        self, painter: QPainter, rect: QRect, row: Row, colors: dict[str, QColor], metrics: QFontMetrics
    ) -> None:
        line = metrics.height()
        upper = QRect(rect.left(), rect.top() + (rect.height() - 2 * line - LINE_GAP) // 2, rect.width(), line)
        mark = self._protected if row.protected else None
        self._with_icon(painter, upper, mark, row.texts[0], colors["text"], metrics)
        painter.setPen(colors["muted"])
        self._text(painter, upper.translated(0, line + LINE_GAP), row.second, metrics)

    def _with_icon(
        self,
        painter: QPainter,
        rect: QRect,
        picture: QIcon | None,
        text: str,
        color: QColor,
        metrics: QFontMetrics,
    ) -> None:
        if picture is not None:
            side = 14
            picture.paint(painter, QRect(rect.left(), rect.center().y() - side // 2, side, side))
            rect = rect.adjusted(side + 6, 0, 0, 0)
        painter.setPen(color)
        self._text(painter, rect, text, metrics)

    def _bar(
        self, painter: QPainter, rect: QRect, value: float, colors: dict[str, QColor], metrics: QFontMetrics
    ) -> None:
        width = 34
        middle = rect.center().y()
        track = QRectF(rect.left(), middle - 2, width, 4)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colors["border"])
        painter.drawRoundedRect(track, 2, 2)
        painter.setBrush(colors["accent"])
        painter.drawRoundedRect(QRectF(track.left(), track.top(), width * min(1.0, max(0.0, value)), 4), 2, 2)
        painter.restore()
        painter.setPen(colors["muted"])
        self._text(painter, rect.adjusted(width + 7, 0, 0, 0), f"{figure(value, '.2f')}", metrics)

    def _tags(
        self, painter: QPainter, rect: QRect, tags: tuple[str, ...], colors: dict[str, QColor], selected: bool
    ) -> None:
        font = painter.font()
        if font != self._plain_font:
            self._set_font(font)
        key = (tags, rect.width())
        if key not in self._chips:
            if len(self._chips) > _CHIP_CACHE:
                self._chips.clear()
            self._chips[key] = self._arrange(tags, rect.width())
        painter.setFont(self._chip_font)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        height = self._chip_metrics.height() + 4
        top = rect.center().y() - height // 2
        for left, width, text, is_chip in self._chips[key]:
            box = QRect(rect.left() + left, top, width, height)
            if is_chip:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(colors["base" if selected else "hover"])
                painter.drawRoundedRect(box, height / 2, height / 2)
            painter.setPen(colors["text" if selected else "muted"])
            painter.drawText(box, _CENTER, text)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setFont(font)

    def _set_font(self, font: QFont) -> None:
        self._plain_font = QFont(font)
        self._chip_font = QFont(font)
        self._chip_font.setPixelSize(max(10, QFontInfo(font).pixelSize() - 1))
        self._chip_metrics = QFontMetrics(self._chip_font)
        self._chips.clear()

    def _arrange(self, tags: tuple[str, ...], room: int) -> list[tuple[int, int, str, bool]]:
        """(left, width, text, is a chip) of what fits; the rest as a number."""
        metrics = self._chip_metrics
        placed: list[tuple[int, int, str, bool]] = []
        left = 0
        for number, tag in enumerate(tags):
            rest = len(tags) - number - 1
            reserve = metrics.horizontalAdvance(f"+{rest}") + 6 if rest else 0
            width = metrics.horizontalAdvance(tag) + 14
            if left + width + reserve > room:
                shown = number
                least = room - left - (metrics.horizontalAdvance(f"+{rest}") + 6 if rest else 0)
                if number == 0 and least > _LEAST_CHIP:
                    text = metrics.elidedText(tag, Qt.TextElideMode.ElideRight, least - 14)
                    placed.append((0, least, text, True))
                    left = least + 4
                    shown = 1
                if len(tags) > shown:
                    more = f"+{len(tags) - shown}"
                    placed.append((left, metrics.horizontalAdvance(more) + 2, more, False))
                break
            placed.append((left, width, tag, True))
            left += width + 4
        return placed

    def _skeleton(self, painter: QPainter, rect: QRect, row: int, column: int, colors: dict[str, QColor]) -> None:
        share = 0.35 + ((row * 7 + column * 13) % 11) / 20
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colors["hover"])
        painter.drawRoundedRect(QRectF(rect.left(), rect.center().y() - 4, rect.width() * share, 8), 4, 4)
        painter.restore()
