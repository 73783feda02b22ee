"""Gives a running application another style sheet without holding up its windows.

`QApplication.setStyleSheet` in place of another sheet styles every widget once for each widget around it, in one go:
seconds, with all views of a window made. Without any sheet in between, each is styled once. Widgets that nobody sees
can wait, too: Qt passes over them while they count as not polished (`WA_WState_Polished`) and as having a style of
their own (`WA_SetStyle`), and they are polished a few at a time afterwards, those first that have been shown meanwhile.
"""

from __future__ import annotations

from PySide6.QtCore import QElapsedTimer, QObject, Qt, QTimer, Slot
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

#: The GUI thread is kept for so long at a time by widgets that are not seen.
_SLICE_MS = 8
#: So often is looked for widgets that have been shown meanwhile.
_LOOK_MS = 40
_POLISHED = Qt.WidgetAttribute.WA_WState_Polished
_OWN_STYLE = Qt.WidgetAttribute.WA_SetStyle


class Restyler(QObject):
    """Sets palette and style sheet: on what is visible at once, on the rest while the event loop runs."""

    def __init__(self, app: QApplication, parent: QObject) -> None:
        super().__init__(parent)
        self._app = app
        self._later: list[QWidget] = []
        self._looked = QElapsedTimer()
        # While one widget has a sheet of its own, Qt keeps which palette each widget had before it was styled.
        self._keeper = QWidget()
        self._keeper.setStyleSheet("QWidget {}")
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._go_on)

    @property
    def pending(self) -> int:
        """How many widgets are not styled yet."""
        return len(self._later)

    def restyle(self, palette: QPalette, sheet: str) -> None:
        """Set both; see the class."""
        hidden = [each for each in self._app.allWidgets() if not each.isVisible() and _may_wait(each)]
        for each in hidden:
            each.setAttribute(_POLISHED, False)
            each.setAttribute(_OWN_STYLE)
        try:
            self._app.setStyleSheet("")
            self._app.setPalette(palette)
            self._app.setStyleSheet(sheet)
        finally:
            for each in hidden:
                each.setAttribute(_POLISHED)
                each.setAttribute(_OWN_STYLE, False)
        self._later = hidden
        self._looked.invalidate()
        self._timer.start(0)

    @Slot()
    def _go_on(self) -> None:
        watch = QElapsedTimer()
        watch.start()
        if not self._looked.isValid() or self._looked.elapsed() >= _LOOK_MS:
            self._looked.start()
            self._later.sort(key=_is_seen)
        while self._later and watch.elapsed() < _SLICE_MS:
            each = self._later.pop()
            if isValid(each):
                each.style().polish(each)
        if not self._later:
            self._timer.stop()


def _may_wait(widget: QWidget) -> bool:
    """Whether it was polished, and by the application's style alone."""
    return widget.testAttribute(_POLISHED) and not widget.testAttribute(_OWN_STYLE)


def _is_seen(widget: QWidget) -> bool:
    return isValid(widget) and widget.isVisible()
