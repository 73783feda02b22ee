"""The three panes of the window: sidebar, view, inspector; who gives way when there is not room for all."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSplitter, QWidget

_FOLD_MS = 60
_LEAST = (150, 360, 240)
_USUAL = (196, 780, 304)
# Of a narrow window, the view has the rest.
_SLIM = (168, 10_000, 240)
#: The room that a view has beside the others, at the least, in a window that is not narrow: with less, the inspector
#: does not open by itself, and when it is asked for, the sidebar makes room. A view may want more.
_ROOM = 492
_BESIDE = _SLIM[0] + _SLIM[2]
_NARROW = _ROOM + _BESIDE


class Panes(QSplitter):
    """Sidebar, view and inspector beside each other.

    The inspector stands while the view in front has something for it, if the person wants it at all. In a narrow
    window it opens only when it is asked for, and takes the place of the sidebar.
    """

    def __init__(self, sidebar: QWidget, view: QWidget, inspector: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._sidebar, self._inspector = sidebar, inspector
        self.inspector_wanted = True
        self._called = False
        self._sidebar_wanted = True
        self._something = False
        self._room = _ROOM
        self._applied_to_narrow = False
        self.setHandleWidth(1)
        self.setChildrenCollapsible(False)
        for pane, least in zip((sidebar, view, inspector), _LEAST, strict=True):
            pane.setMinimumWidth(least)
            self.addWidget(pane)
        self.setStretchFactor(1, 1)
        self.setSizes(_USUAL)
        self._wide = list(_USUAL)
        self._fold = QTimer(self)
        self._fold.setSingleShot(True)
        self._fold.setInterval(_FOLD_MS)
        self._fold.timeout.connect(self._apply)
        inspector.hide()

    @property
    def narrow(self) -> bool:
        """Whether there is no room for all three, with the view in front."""
        return self.width() < self._room + _BESIDE

    @property
    def sidebar_wanted(self) -> bool:
        """Whether the sidebar stands wherever there is room for it."""
        return self._sidebar_wanted

    def want_sidebar(self, wanted: bool) -> None:
        """Show the sidebar, or give its room away; in a narrow window, instead of the inspector."""
        self._sidebar_wanted = wanted
        self._called = False
        self._apply()

    def toggle_sidebar(self) -> None:
        """Show or hide the left pane."""
        self.want_sidebar(self._sidebar.isHidden())

    def give_room(self, room: int) -> None:
        """How much room the view in front wants before the inspector stands beside it; 0 for the usual."""
        self._room = max(_ROOM, room)

    def inspect(self, something: bool) -> None:
        """Whether the view in front has something to inspect.

        The inspector goes a moment later than it comes: a list that is filled anew has no selection in between.
        """
        self._something = something
        if something and self._inspector_fits():
            self._fold.stop()
            self._apply()
        else:
            self._fold.start()

    def call_inspector(self) -> None:
        """The inspector is asked for, and opens in a narrow window as well."""
        self.inspector_wanted = self._called = True
        self.inspect(self._something)

    def toggle_inspector(self) -> None:
        """Show or hide the right pane, in all views that have a use for it."""
        if self.narrow:
            self._called = self._inspector.isHidden()
            self.inspector_wanted = self.inspector_wanted or self._called
        else:
            self.inspector_wanted = not self.inspector_wanted
        self.inspect(self._something)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """More or less room: others may stand."""
        super().resizeEvent(event)
        slim = event.size().width() < _NARROW
        if (event.oldSize().width() < _NARROW) != slim:
            if slim:
                self._wide = self.sizes()
            self._apply()
            self.setSizes(_SLIM if slim else self._wide)
        elif self._applied_to_narrow != self.narrow:
            self._apply()

    def _inspector_fits(self) -> bool:
        return self.inspector_wanted and (self._called or not self.narrow)

    @Slot()
    def _apply(self) -> None:
        self._applied_to_narrow = self.narrow
        inspecting = self._something and self._inspector_fits()
        self._inspector.setVisible(inspecting)
        self._sidebar.setVisible(self._sidebar_wanted and not (inspecting and self.narrow))
