"""Finds what is cut in a window: texts that have less room than they need, and lists that show too few rows."""

from __future__ import annotations

from collections.abc import Iterator

import pyqtgraph as pg
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QCheckBox,
    QComboBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QScrollArea,
    QStyle,
    QStyleOptionButton,
    QStyleOptionComboBox,
    QTabBar,
    QTableView,
    QToolButton,
    QTreeView,
    QWidget,
)

from memory_desktop.ui.wrapping import WrappingLabel

#: Rows that a table shows at the least, if it has so many.
ROWS = 4
#: A table with so many columns, and so many pixels for them, shows more than one of them.
MANY_COLUMNS, WIDE = 4, 360
#: A row that is higher than this is a card, and a list of cards need not show four.
_CARD = 60
#: A text of so many lines, or more, is squeezed where it is so narrow, or narrower.
_SQUEEZED_LINES, _SQUEEZED = 4, 130
#: What is to be seen from its left to its right.
_WHOLE = (QAbstractButton, QComboBox, QLineEdit, QPlainTextEdit)
#: Pixels by which a text may be wider than its place: Qt rounds.
_SLACK = 2


def cut(within: QWidget) -> list[str]:
    """What is cut in a widget, each with its name and what it lacks."""
    found: list[str] = []
    for part in [within, *within.findChildren(QWidget)]:
        if part.isVisible():
            found += [f"{_name(part)}: {fault}" for fault in _faults(part)]
    return found


def _name(part: QWidget) -> str:
    text = part.accessibleName() or str(part.property("text") or "") or part.objectName()
    return f"{type(part).__name__} {text[:60]!r}"


def _faults(part: QWidget) -> Iterator[str]:
    if isinstance(part, QHeaderView):
        return
    if isinstance(part, _WHOLE):
        yield from _sides(part)
    if isinstance(part, QLabel):
        yield from _label(part)
    elif isinstance(part, QAbstractButton):
        yield from _button(part)
    elif isinstance(part, QComboBox):
        yield from _choice(part)
    elif isinstance(part, QTabBar):
        yield from _tabs(part)
    elif isinstance(part, (QTableView, QTreeView)):
        yield from _header(part)
        yield from _columns(part)
        yield from _rows(part)
    elif isinstance(part, pg.PlotWidget):
        yield from _axes(part)
    elif isinstance(part, QScrollArea):
        page = part.widget()
        if page is not None and page.isVisible() and page.width() > part.viewport().width() + _SLACK:
            yield f"its page is {page.width()} wide in {part.viewport().width()}"


def _sides(part: QWidget) -> Iterator[str]:
    """Nothing around it cuts its left or right, unless one can scroll there."""
    inner, outer = part, part.parentWidget()
    while outer is not None and not inner.isWindow():
        area = outer.parentWidget()
        if isinstance(area, QAbstractScrollArea) and area.viewport() is outer and area.horizontalScrollBar().maximum():
            return
        left = part.mapTo(outer, QPoint(0, 0)).x()
        if left < -_SLACK or left + part.width() > outer.width() + _SLACK:
            yield f"reaches from {left} to {left + part.width()} in {outer.width()} of {_name(outer)}"
            return
        inner, outer = outer, area


def _label(part: QLabel) -> Iterator[str]:
    if part.toolTip() or not part.text() or not part.pixmap().isNull():
        return
    metrics, room = part.fontMetrics(), part.contentsRect()
    if isinstance(part, WrappingLabel):
        if part.height() + _SLACK < part.heightForWidth(part.width()):
            yield f"“{part.text()[:60]}” has {part.height()} of {part.heightForWidth(part.width())} in height"
        longest = max(part.text().split(), key=metrics.horizontalAdvance, default="")
        if len(longest) < 20 and metrics.horizontalAdvance(longest) > room.width() + _SLACK:
            yield f"“{longest}” is broken in {room.width()}"
        if room.width() <= _SQUEEZED and part.height() >= _SQUEEZED_LINES * metrics.lineSpacing():
            yield f"“{part.text()[:60]}” is squeezed into {room.width()}"
        return
    needed = max(metrics.horizontalAdvance(line.replace("&", "")) for line in part.text().split("\n"))
    if not part.wordWrap() and needed > room.width() + _SLACK:
        yield f"“{part.text()[:60]}” has {room.width()} of {needed}"
    if room.height() + 4 < metrics.height():
        yield f"“{part.text()[:60]}” has {room.height()} of {metrics.height()} in height"


def _button(part: QAbstractButton) -> Iterator[str]:
    if isinstance(part.parentWidget(), (QLineEdit, QTabBar)):
        return  # Qt's own: it empties the field, or scrolls the tabs
    if part.height() + _SLACK < part.minimumSizeHint().height():
        yield f"has {part.height()} of {part.minimumSizeHint().height()} in height"
    if isinstance(part, (QPushButton, QCheckBox)):
        option = QStyleOptionButton()
        part.initStyleOption(option)
        if not option.text and part.text() and not part.toolTip():
            yield "is an icon without a tip"
        folded = option.text != part.text()
        if not folded and part.width() + _SLACK < part.sizeHint().width():
            yield f"“{part.text()}” has {part.width()} of {part.sizeHint().width()}"
    elif isinstance(part, QToolButton) and not part.icon().isNull() and not part.toolTip():
        yield "is an icon without a tip"


def _choice(part: QComboBox) -> Iterator[str]:
    if part.toolTip() or part.isEditable():
        return
    option = QStyleOptionComboBox()
    part.initStyleOption(option)
    control = QStyle.ComplexControl.CC_ComboBox
    room = part.style().subControlRect(control, option, QStyle.SubControl.SC_ComboBoxEditField, part)
    needed = part.fontMetrics().horizontalAdvance(part.currentText())
    if needed > room.width() + _SLACK:
        yield f"“{part.currentText()}” has {room.width()} of {needed}"


def _tabs(part: QTabBar) -> Iterator[str]:
    if any(arrow.isVisible() for arrow in part.findChildren(QToolButton)):
        yield "arrows scroll the tabs"
    for number in range(part.count()):
        place, text = part.tabRect(number), part.tabText(number)
        if not part.isTabVisible(number):
            continue
        if not part.rect().contains(place):
            yield f"tab “{text}” is outside"
        if place.width() + _SLACK < part.fontMetrics().horizontalAdvance(text) and not part.tabToolTip(number):
            yield f"tab “{text}” has {place.width()}"
        if place.width() + _SLACK < part.tabSizeHint(number).width() and not part.tabToolTip(number):
            yield f"tab “{text}” has {place.width()} of {part.tabSizeHint(number).width()}"


def _header_of(part: QTableView | QTreeView) -> QHeaderView:
    return part.header() if isinstance(part, QTreeView) else part.horizontalHeader()


def _header(part: QTableView | QTreeView) -> Iterator[str]:
    """A title needs its text and a little air, and the arrow where rows are sorted by it."""
    header, model = _header_of(part), part.model()
    if not header.isVisible() or model is None:
        return
    shown = [n for n in range(header.count()) if not header.isSectionHidden(n)]
    for number in shown:
        text = str(model.headerData(number, Qt.Orientation.Horizontal) or "")
        needed = header.fontMetrics().horizontalAdvance(text) + 8
        if text and header.sectionSize(number) < needed:
            yield f"heading “{text}” has {header.sectionSize(number)} of {needed}"
    if header.length() > header.viewport().width() + _SLACK:
        yield f"columns are {header.length()} wide in {header.viewport().width()}"
    wide = part.viewport().width() >= WIDE
    if len(shown) < 2 and wide and header.count() >= MANY_COLUMNS and model.rowCount():
        yield "only one column is left"


def _columns(part: QTableView | QTreeView) -> Iterator[str]:
    """Short values (of columns that do not take what room is left) are whole, or have a tip."""
    header, model = _header_of(part), part.model()
    if model is None or part.itemDelegate() is None:
        return
    for row in range(min(model.rowCount(), 12)):
        for column in range(header.count()):
            index = model.index(row, column)
            stretched = header.sectionResizeMode(column) is QHeaderView.ResizeMode.Stretch
            if header.isSectionHidden(column) or stretched or column == 0 or index.data(Qt.ItemDataRole.ToolTipRole):
                continue
            text = str(index.data() or "")
            needed = part.fontMetrics().horizontalAdvance(text) + 6
            if needed > header.sectionSize(column) and not _wraps(part):
                yield f"“{text[:40]}” has {header.sectionSize(column)} of {needed}"


def _wraps(part: QTableView | QTreeView) -> bool:
    return part.wordWrap() if isinstance(part, QTreeView) else False


def _rows(part: QTableView | QTreeView) -> Iterator[str]:
    model, column = part.model(), _first_shown(part)
    if model is not None and model.rowCount():
        first = last_row = model.index(0, column)
        rows = 1
        while rows < min(ROWS, model.rowCount()) or (isinstance(part, QTreeView) and rows < ROWS):
            below = part.indexBelow(last_row) if isinstance(part, QTreeView) else model.index(rows, column)
            if not below.isValid():
                break
            last_row, rows = below, rows + 1
        last: QRect = part.visualRect(last_row)
        top = part.visualRect(first).top()
        card = last.height() > _CARD
        needed = last.bottom() - top
        if _wraps(part):  # a row may be as high as it likes: the list has room for rows of two lines
            needed = min(needed, rows * 3 * part.fontMetrics().height())
        if last.isValid() and not card and needed > part.viewport().height() + _SLACK:
            yield f"shows {part.viewport().height()} pixels of {rows} rows that need {needed}"


def _first_shown(part: QAbstractItemView) -> int:
    assert isinstance(part, (QTableView, QTreeView))
    header = _header_of(part)
    return next((n for n in range(header.count()) if not header.isSectionHidden(n)), 0)


def _axes(part: pg.PlotWidget) -> Iterator[str]:
    for side in ("left", "bottom"):
        axis = part.getAxis(side)
        if axis.isVisible() and axis.label.isVisible() and axis.labelText:
            needed = axis.label.boundingRect().width()
            room = axis.height() if side == "left" else axis.width()
            if needed > room + _SLACK:
                yield f"axis “{axis.labelText}” has {room:.0f} of {needed:.0f}"
