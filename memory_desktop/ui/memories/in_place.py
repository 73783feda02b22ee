"""Editing in place: the tags of some memories in a small card over their row, and their kind from a menu."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from PySide6.QtCore import QPoint, QRect, QSize, Qt, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFrame, QMenu, QVBoxLayout, QWidget

from memory_desktop.bridge.translation import grouped, plural, tr
from memory_desktop.core.memory.records import KINDS
from memory_desktop.ui.tag_field import TagField, TagsOf
from memory_desktop.ui.widgets import label

_WIDTH = 340
_MARGIN = 8


class TagsCard(QFrame):
    """Lies over a view, beside what it is about, until the editing is ended.

    Not a window of its own: the memories below may be listed anew meanwhile, and the focus stays in the window.

    Signals: `closed()`, with the focus in it still. What was changed: see `field.changed`.
    """

    closed = Signal()

    def __init__(self, view: QWidget) -> None:
        super().__init__(view)
        self.setObjectName("card")
        self.setAccessibleName(tr("Tags"))
        self.heading = label("", "muted", wrap=True)
        self.field = TagField(embedded=False)
        self.note = label(tr("Enter saves, Escape changes nothing."), "muted", wrap=True)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 10, 12, 10)
        column.setSpacing(6)
        for each in (self.heading, self.field, self.note):
            column.addWidget(each)
        self._spot = QRect()
        self.field.ended.connect(self._close)
        self.field.drafted.connect(self._fit)
        self.hide()

    def edit(self, of: TagsOf, spot: QRect) -> None:
        """Open for some memories, near a rectangle of the view."""
        number = len(of.keys)
        self.heading.setText(
            tr("Tags")
            if number == 1
            else tr("Tags of {memories}", memories=plural("{n} memory", "{n} memories", number))
        )
        self.heading.setVisible(number > 1)
        counted = "" if of.total >= number else tr(" Counted in the first {total}.", total=grouped(of.total))
        self.note.setText(tr("Enter saves, Escape changes nothing.{counted}", counted=counted))
        self.setAccessibleName(tr("Tags of {memories}", memories=plural("{n} memory", "{n} memories", number)))
        self._spot = spot
        self.field.clear()
        self.field.show_tags(of)
        self.show()
        self.raise_()
        self._fit()
        self.field.line.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot(bool)
    def _close(self, by_key: bool) -> None:
        if self.isVisible():
            if by_key:
                self.closed.emit()
            self.hide()

    @Slot()
    def _fit(self, *_changed: object) -> None:
        """As high as the tags need, and within the view."""
        view = self.parentWidget()
        if view is None or self.isHidden():
            return
        width = min(_WIDTH, view.width() - 2 * _MARGIN)
        layout = self.layout()
        assert layout is not None
        layout.invalidate()
        height = max(layout.totalHeightForWidth(width), layout.totalMinimumSize().height())
        left = max(_MARGIN, min(self._spot.left(), view.width() - width - _MARGIN))
        top = max(_MARGIN, min(self._spot.top(), view.height() - height - _MARGIN))
        self.setGeometry(QRect(QPoint(left, top), QSize(width, height)))


def ask_kind(
    parent: QWidget, where: QPoint, known: Iterable[str], current: str, choose: Callable[[str], object]
) -> QMenu:
    """A menu of the kinds that there are, with the current one checked and under the cursor.

    Args:
        where: its corner, on the screen. known: kinds of the vault. current: "" where several memories differ.
    """
    menu = QMenu(parent)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    menu.setAccessibleName(tr("Kind"))
    for kind in dict.fromkeys((*KINDS, *sorted(known), *((current,) if current else ()))):
        action = QAction(kind.replace("&", "&&"), menu)
        action.setCheckable(True)
        action.setChecked(kind == current)
        if kind != current:
            action.triggered.connect(partial(_call, choose, kind))
        menu.addAction(action)
        if kind == current:
            menu.setActiveAction(action)
    menu.popup(where)
    return menu


def _call(choose: Callable[[str], object], kind: str, _checked: bool = False) -> None:
    choose(kind)
