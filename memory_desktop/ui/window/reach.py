"""Lets the lists below a banner be scrolled so far that their last rows stand above it; no row moves by itself."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPoint, QRect, Slot
from PySide6.QtWidgets import QAbstractItemView, QAbstractScrollArea, QScrollArea, QScrollBar, QWidget


class Reach(QObject):
    """Scrolling beyond the end of one list, by what is covered of it, for as long as this lives.

    The scroll bar's range is made longer each time that the list sets it.

    Args:
        moved: called when the list is shown or has another place or size; `cover` says what is covered of it then.

    Attributes:
        own: how far the list itself can be scrolled.
    """

    def __init__(self, area: QAbstractScrollArea, moved: Callable[[], None]) -> None:
        super().__init__(area)
        self._moved = moved
        self.area = area
        self._bar: QScrollBar = area.verticalScrollBar()
        self.own = self._bar.maximum()  # what the list itself has set
        self._covered = 0
        self._setting = False
        self._bar.rangeChanged.connect(self._on_range)
        self._bar.valueChanged.connect(self._on_value)
        area.installEventFilter(self)

    def cover(self, banner: QRect, within: QWidget) -> None:
        """`banner`: what is covered of `within`; an empty rectangle frees the list."""
        top = self.area.viewport().mapTo(within, QPoint(0, 0)).y()
        bottom = top + self.area.viewport().height()
        self._covered = max(0, min(bottom, banner.bottom() + 1) - max(top, banner.top())) if not banner.isEmpty() else 0
        self._stretch()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """The list is shown, or has another place or size."""
        if event.type() in (QEvent.Type.Show, QEvent.Type.Resize, QEvent.Type.Move):
            self._moved()
        return super().eventFilter(watched, event)

    @Slot(int, int)
    def _on_range(self, _least: int, most: int) -> None:
        if not self._setting:
            self.own = most
            self._stretch()

    @Slot(int)
    def _on_value(self, value: int) -> None:
        """At the last of its steps a table that goes by rows puts its last row at its bottom: that step is no place."""
        if value == self._bar.maximum() > self.own and self._by_rows():
            self._bar.setValue(value - 1)

    def _by_rows(self) -> bool:
        per_row = QAbstractItemView.ScrollMode.ScrollPerItem
        return isinstance(self.area, QAbstractItemView) and self.area.verticalScrollMode() is per_row

    def _stretch(self) -> None:
        self._setting = True
        try:
            more = self._more()
            self._bar.setMaximum(self.own + more + (1 if more and self._by_rows() else 0))
        finally:
            self._setting = False

    def _more(self) -> int:
        """How much farther it has to go, in steps of its scroll bar."""
        if not self._covered:
            return 0
        hidden = self._covered if self.own > self._bar.minimum() else self._below_the_line()
        return ceil(hidden / max(1, self._row_height())) if self._by_rows() else hidden

    def _below_the_line(self) -> int:
        """Pixels by which content that fits the list reaches below the top of what covers it."""
        free = self.area.viewport().height() - self._covered
        if isinstance(self.area, QAbstractItemView):
            last = self._last()
            end = self.area.visualRect(last).bottom() + 1 if last.isValid() else 0
        else:
            page = self.area.widget() if isinstance(self.area, QScrollArea) else None
            end = page.height() if page is not None else 0
        return max(0, end - free)

    def _last(self) -> QModelIndex:
        """The last row that is shown."""
        assert isinstance(self.area, QAbstractItemView)
        model = self.area.model()
        if model is None or not model.rowCount(self.area.rootIndex()):
            return QModelIndex()
        return model.index(model.rowCount(self.area.rootIndex()) - 1, 0, self.area.rootIndex())

    def _row_height(self) -> int:
        assert isinstance(self.area, QAbstractItemView)
        return self.area.visualRect(self._last()).height() or self.area.sizeHintForRow(0)


def let_reach(within: QWidget, banner: QRect, moved: Callable[[], None]) -> None:
    """Let every list in a widget be scrolled out from below a banner, which lies over `banner` of it; see `Reach`.

    A page that fits stays as it is where a list in it is what is covered: a scroll bar of the page beside that of its
    list would move what one is about to click.
    """
    areas = [area for area in within.findChildren(QAbstractScrollArea) if area.isVisible()]
    stays = {id(area) for area in areas if _fits(area) and any(_is_covered(one, banner, within) for one in _in(area))}
    inside = {id(one) for area in areas if id(area) not in stays for one in area.findChildren(QAbstractScrollArea)}
    for area in areas:
        if id(area) not in inside:
            reach = _reach(area)
            if id(area) not in stays:
                (reach or Reach(area, moved)).cover(banner, within)
            elif reach is not None:
                reach.cover(QRect(), within)


def _reach(area: QAbstractScrollArea) -> Reach | None:
    return next((one for one in area.children() if isinstance(one, Reach)), None)


def _fits(area: QAbstractScrollArea) -> bool:
    """Is it a page that is not scrolled, but for a banner?"""
    reach = _reach(area)
    return isinstance(area, QScrollArea) and (reach.own if reach else area.verticalScrollBar().maximum()) == 0


def _in(area: QAbstractScrollArea) -> list[QAbstractScrollArea]:
    """The lists and the pages in it; fields for text are no such thing."""
    kinds = QAbstractItemView, QScrollArea
    return [one for one in area.findChildren(QAbstractScrollArea) if isinstance(one, kinds) and one.isVisible()]


def _is_covered(area: QAbstractScrollArea, banner: QRect, within: QWidget) -> bool:
    return QRect(area.mapTo(within, QPoint(0, 0)), area.size()).intersects(banner)


def free(within: QWidget) -> None:
    """No banner covers anything any more."""
    for reach in within.findChildren(Reach):
        reach.cover(QRect(), within)
