"""A small drawing of growth: bars upwards for what was learned, downwards for what was removed.

It is drawn here, and not by the library of the other plots: that takes longer to import than a window to open.
"""

from __future__ import annotations

from datetime import date

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from memory_desktop.bridge.translation import dated, grouped, tr
from memory_desktop.core.digest import Growth
from memory_desktop.ui.theme import tokens_for
from memory_desktop.ui.tips import set_tip

_HEIGHT = 132
_GAP = 6
_WIDEST_BAR = 28.0
#: Periods that the drawing has room for at the least: one bar alone would look like a wall.
_LEAST_PERIODS = 8


class GrowthPlot(QWidget):
    """See the module; the same numbers stand in a table beside it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._growth = Growth("day")
        self.setAccessibleName(tr("Memories learned (upwards) and removed (downwards)"))
        set_tip(self, tr("Learned upwards, removed downwards. The button above shows the same as a table."))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """As wide as there is room."""
        return QSize(240, _HEIGHT)

    def show_growth(self, growth: Growth) -> None:
        """Draw this."""
        self._growth = growth
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802, ARG002 - Qt's
        """The bars, a line at zero, the highest numbers, and the first and the last date."""
        periods = self._growth.periods
        if not periods:
            return
        tokens, metrics = tokens_for(self.palette()), self.fontMetrics()
        up, down = max(one.learned for one in periods), max(one.removed for one in periods)
        labels = max(metrics.horizontalAdvance(f"{grouped(number)}") for number in (up, down)) + _GAP
        line = float(metrics.height())
        room = QRectF(labels, line / 2, max(1.0, self.width() - labels), max(1.0, self.height() - 2 * line - _GAP))
        scale = room.height() / max(1, up + down)
        zero = room.top() + up * scale
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        step = room.width() / max(_LEAST_PERIODS, len(periods))
        width = min(_WIDEST_BAR, step * 0.7)
        painter.setPen(Qt.PenStyle.NoPen)
        for place, one in enumerate(periods):
            left = room.left() + place * step + (step - width) / 2
            painter.setBrush(tokens.color("accent"))
            painter.drawRect(QRectF(left, zero - one.learned * scale, width, one.learned * scale))
            painter.setBrush(tokens.color("muted"))
            painter.drawRect(QRectF(left, zero, width, one.removed * scale))
        painter.setPen(tokens.color("border"))
        painter.drawLine(QPointF(room.left(), zero), QPointF(room.right(), zero))
        painter.setPen(tokens.color("muted"))
        numbers = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        marks = [(room.top(), up)] if up else []
        marks += [(room.bottom(), down)] if down and down * scale > line else []
        for y, number in marks:
            painter.drawText(QRectF(0, y - line / 2, labels - _GAP, line), int(numbers), f"{grouped(number)}")
        below = QRectF(room.left(), self.height() - line, room.width(), line)
        painter.drawText(below, int(Qt.AlignmentFlag.AlignLeft), period_word(periods[0].start, self._growth.unit))
        last = room.left() + len(periods) * step
        if len(periods) > _LEAST_PERIODS // 2:
            ends = QRectF(room.left(), below.top(), last - room.left(), line)
            painter.drawText(ends, int(Qt.AlignmentFlag.AlignRight), period_word(periods[-1].start, self._growth.unit))


def period_word(start: date, unit: str) -> str:
    """ "2026-11-20" of a day or the first of a week, "2026-11" of a month."""
    return f"{dated(start, '%Y-%m')}" if unit == "month" else f"{dated(start, '%Y-%m-%d')}"
