"""Finds controls that a screen reader cannot name."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import (
    QAbstractItemView,
    QAbstractScrollArea,
    QHeaderView,
    QMenuBar,
    QScrollArea,
    QTabBar,
    QWidget,
)

#: Their parts are named: rows, tabs, menus.
_NAMED_BY_PARTS = (QHeaderView, QTabBar, QMenuBar)


def nameless(within: QWidget) -> list[str]:
    """Controls to be seen that take the focus of the keyboard and have no name, each by its class and where it is."""
    return [
        f"{type(part).__name__} in {_where(part)} has no name"
        for part in within.findChildren(QWidget)
        if part.isVisible() and _is_control(part) and not _name(part)
    ]


def _is_control(part: QWidget) -> bool:
    if part.focusPolicy() == Qt.FocusPolicy.NoFocus or part.focusProxy() is not None:
        return False
    if isinstance(part, _NAMED_BY_PARTS) or part.objectName().startswith("qt_"):
        return False
    if isinstance(part, QScrollArea):
        return False
    area = part.parentWidget()
    return not (
        isinstance(area, QAbstractScrollArea) and not isinstance(area, QAbstractItemView) and area.viewport() is part
    )


def _name(part: QWidget) -> str:
    return QAccessible.queryAccessibleInterface(part).text(QAccessible.Text.Name).strip()


def _where(part: QWidget) -> str:
    names = []
    outer = part.parentWidget()
    while outer is not None and len(names) < 3:
        names.append(outer.objectName() or type(outer).__name__)
        outer = outer.parentWidget()
    return " in ".join(names)
