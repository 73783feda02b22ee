"""Leads through the steps, in the window as it is: every part of it can be used meanwhile."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Slot
from PySide6.QtGui import QAction

from memory_desktop.bridge.translation import tr
from memory_desktop.ui.shown_keys import said, with_keys
from memory_desktop.ui.tour.marker import Marker
from memory_desktop.ui.tour.steps import STEPS

if TYPE_CHECKING:
    from memory_desktop.ui.tour.bar import TourBar
    from memory_desktop.ui.window.main_window import MainWindow

_OFFERED = "tour/offered"


class Tour(QObject):
    """The tour of a window. It is offered once, when the sample vault is opened first; nothing is written to a vault.

    Attributes:
        at: the step that is shown, from 0; -1 while there is none.
    """

    def __init__(self, window: MainWindow, bar: TourBar) -> None:
        super().__init__(window)
        self._window = window
        self.bar = bar
        self.marker = Marker(window)
        self.at = -1
        self._wanted = False  # as soon as the sample vault is open
        bar.next_requested.connect(self._next)
        bar.back_requested.connect(self._back)
        bar.end_requested.connect(self.end)
        controller = window.controller
        controller.opened.connect(self._on_opened)
        controller.closing.connect(self._on_closing)
        controller.failed.connect(self._on_failed)
        controller.raised_other.connect(self._on_failed)

    def start(self) -> None:
        """Begin, or go on where it is; without a vault, the sample vault is opened first."""
        if self._window.session is None:
            self._wanted = True
            self._window.controller.open_sample()
        else:
            self._show(max(0, self.at))

    @Slot()
    def end(self) -> None:
        """Leave everything as it is shown now; who was in the bar goes to the view."""
        inside = self.bar.isAncestorOf(focused) if (focused := self._window.focusWidget()) is not None else False
        self._leave()
        view = self._window.current_view
        if inside and view is not None:
            view.setFocus(Qt.FocusReason.OtherFocusReason)

    def _leave(self) -> None:
        self.at = -1
        self.marker.point_at(None)
        self.bar.hide()

    @Slot()
    def _next(self) -> None:
        if self.at + 1 < len(STEPS):
            self._show(self.at + 1)
        else:
            self.end()

    @Slot()
    def _back(self) -> None:
        if self.at > 0:
            self._show(self.at - 1)

    def _show(self, number: int) -> None:
        step, window = STEPS[number], self._window
        self.at = number
        self._note_offered()
        window.show_view(step.view_id)
        self.marker.point_at(step.show(window, window.controller.in_sample))
        self.bar.show_step(number, len(STEPS), tr(step.title), with_keys(tr(step.text), self._key))

    def _key(self, command: str) -> str:
        action: QAction | None = self._window.findChild(QAction, command)
        return said(action.shortcut()) if action is not None else ""

    def _note_offered(self) -> None:
        self._window.settings.set(_OFFERED, True)

    @Slot()
    def _on_opened(self) -> None:
        wanted, self._wanted = self._wanted, False
        if wanted:
            self._show(0)
        elif self._window.controller.in_sample and not self._window.settings.truth(_OFFERED, False):
            self._note_offered()
            self.bar.offer(len(STEPS))

    @Slot()
    def _on_closing(self) -> None:
        self._leave()

    @Slot()
    def _on_failed(self) -> None:
        self._wanted = False
