"""Rows of widgets that wrap."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget

from memory_desktop.ui.folding import Folding


class FlowLayout(QLayout):
    """Left to right, then the next line."""

    _centred = False

    def __init__(self, parent: QWidget | None = None, spacing: int = 6) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._heights: dict[int, int] = {}
        self.setSpacing(spacing)
        self.setContentsMargins(0, 0, 0, 0)

    def addItem(self, item: QLayoutItem) -> None:  # noqa: N802 - Qt's name
        """Append."""
        self._items.append(item)

    def count(self) -> int:
        """How many."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:  # noqa: N802 - Qt's name
        """One, or None past the end."""
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:  # noqa: N802 - Qt's name
        """Take one out."""
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def invalidate(self) -> None:
        """An item has changed its size, or is shown or hidden."""
        self._heights.clear()
        super().invalidate()

    def expandingDirections(self) -> Qt.Orientation:  # noqa: N802 - Qt's name
        """It takes no more than it needs."""
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:  # noqa: N802 - Qt's name
        """The narrower, the higher."""
        return True

    def heightForWidth(self, width: int) -> int:  # noqa: N802 - Qt's name
        """Height of all lines; kept until an item changes, as nested layouts ask often."""
        if width not in self._heights:
            self._heights[width] = self._place(QRect(0, 0, width, 0), move=False)
        return self._heights[width]

    def setGeometry(self, rect: QRect) -> None:  # noqa: N802 - Qt's name
        """Place everything."""
        super().setGeometry(rect)
        self._place(rect, move=True)

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """The least."""
        return self.minimumSize()

    def minimumSize(self) -> QSize:  # noqa: N802 - Qt's name
        """The widest item."""
        size = QSize()
        for item in self._items:
            if not item.isEmpty():
                size = size.expandedTo(item.minimumSize())
        margins = self.contentsMargins()
        return size.grownBy(margins)

    def _place(self, rect: QRect, *, move: bool) -> int:
        inner = rect.marginsRemoved(self.contentsMargins())
        y = inner.y()
        for line in self._lines(inner.width()):
            height = self._line_height(line, inner.width())
            if move:
                self._place_line(line, QRect(inner.x(), y, inner.width(), height))
            y += height + self.spacing()
        margins = self.contentsMargins()
        return max(0, y - self.spacing() - inner.y()) + margins.top() + margins.bottom()

    def _line_height(self, line: list[QLayoutItem], width: int) -> int:  # noqa: ARG002 - of the line
        return max(item.sizeHint().height() for item in line)

    def _lines(self, width: int) -> Iterator[list[QLayoutItem]]:
        line: list[QLayoutItem] = []
        used = 0
        for item in self._items:
            if item.isEmpty():
                continue
            wanted = self._width(item)
            if line and used + self.spacing() + wanted > width:
                yield line
                line, used = [], 0
            used += wanted + (self.spacing() if line else 0)
            line.append(item)
        if line:
            yield line

    def _width(self, item: QLayoutItem) -> int:
        """What an item needs of its line."""
        return item.sizeHint().width()

    def _place_line(self, line: list[QLayoutItem], rect: QRect) -> None:
        x = rect.x()
        for item in line:
            hint = item.sizeHint()
            top = rect.y() + (rect.height() - hint.height()) // 2 if self._centred else rect.y()
            item.setGeometry(QRect(QPoint(x, top), QSize(min(hint.width(), rect.width()), hint.height())))
            x += hint.width() + self.spacing()


class CentredFlow(FlowLayout):
    """Left to right, then the next line; each line in the middle."""

    def _place_line(self, line: list[QLayoutItem], rect: QRect) -> None:
        used = sum(map(self._width, line)) + self.spacing() * (len(line) - 1)
        super()._place_line(line, rect.adjusted(max(0, rect.width() - used) // 2, 0, 0, 0))


#: A line that keeps so many when it gives one to the next.
_ENOUGH = 2


class BarLayout(FlowLayout):
    """A row of fields and buttons that wraps: one widget takes the room that is left, and the rest stands at the right.

    Lines before that of the filling widget begin at the left as it does. No button is left alone on the last line.
    Where the filling widget is a text that wraps, its line is as high as the text needs.

    Args:
        filling: takes what is left of its line; it can do with its least width.
        folding: what gives up its text, the last of them first, where that saves a line.
    """

    _centred = True

    def __init__(
        self, filling: QWidget, parent: QWidget | None = None, spacing: int = 8, folding: Sequence[Folding] = ()
    ) -> None:
        super().__init__(parent, spacing)
        self._filling = filling
        self._folding = tuple(folding)
        self._folded: frozenset[QWidget] = frozenset()

    def setGeometry(self, rect: QRect) -> None:  # noqa: N802 - Qt's name
        """Place everything; what is folded shows that."""
        super().setGeometry(rect)
        for one in self._folding:
            one.fold(one in self._folded)

    def _lines(self, width: int) -> Iterator[list[QLayoutItem]]:
        """The fewest lines that are possible, with as few parts folded as that allows."""
        shown = [one for one in self._folding if not one.isHidden()]
        self._folded = frozenset(shown)
        fewest = len(self._broken(width))
        for number in range(len(shown)):
            self._folded = frozenset(shown[len(shown) - number :])
            lines = self._broken(width)
            if len(lines) == fewest:
                return iter(lines)
        self._folded = frozenset(shown)
        return iter(self._broken(width))

    def _broken(self, width: int) -> list[list[QLayoutItem]]:
        lines = list(super()._lines(width))
        if len(lines) > 1 and len(lines[-1]) == 1 and len(lines[-2]) > _ENOUGH and not self._fills(lines[-1]):
            before, last = lines[-2][-1], lines[-1][0]
            if not self._fills([before]) and self._width(before) + self.spacing() + self._width(last) <= width:
                lines[-1].insert(0, lines[-2].pop())
        return lines

    def _fills(self, line: list[QLayoutItem]) -> bool:
        return any(item.widget() is self._filling for item in line)

    def _width(self, item: QLayoutItem) -> int:
        made = item.widget()
        if made in self._folded and isinstance(made, Folding):
            return made.folded_width()
        return item.minimumSize().width() if made is self._filling else item.sizeHint().width()

    def _left(self, line: list[QLayoutItem], width: int) -> int:
        """Pixels of a line that its parts leave."""
        return max(0, width - sum(map(self._width, line)) - self.spacing() * (len(line) - 1))

    def _line_height(self, line: list[QLayoutItem], width: int) -> int:
        left = self._left(line, width)
        return max(self._size(item, left, width).height() for item in line)

    def _size(self, item: QLayoutItem, left: int, width: int) -> QSize:
        """Of an item in a line so wide, `left` of which the parts of the line leave."""
        filling = item.widget() is self._filling
        wide = min(width, self._width(item) + (left if filling else 0))
        wraps = filling and item.hasHeightForWidth()
        return QSize(wide, item.heightForWidth(wide) if wraps else item.sizeHint().height())

    def _place_line(self, line: list[QLayoutItem], rect: QRect) -> None:
        left = self._left(line, rect.width())
        places = {item.widget(): place for place, item in enumerate(self._items)}
        at_left = places[line[-1].widget()] <= places.get(self._filling, -1) or self._fills(line)
        x = rect.x() if at_left else rect.x() + left
        for item in line:
            size = self._size(item, left, rect.width())
            item.setGeometry(QRect(QPoint(x, rect.y() + (rect.height() - size.height()) // 2), size))
            x += size.width() + self.spacing()
