"""A frame around a part of the window. It is only a line: what is in it can be seen and used as before."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRect, QRectF, Qt, QTimer, Slot
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QRegion
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from memory_desktop.ui.theme import tokens_for

#: Pixels of the line, and of the room between it and what it is around.
_LINE, _BETWEEN = 3, 1
_SETTLE_MS = 20
_MOVED = (
    QEvent.Type.Move,
    QEvent.Type.Resize,
    QEvent.Type.Show,
    QEvent.Type.Hide,
    QEvent.Type.ParentChange,
)


class Marker(QWidget):
    """Follows a widget wherever it goes in its window, and hides while that cannot be seen."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._watched: list[QWidget] = []
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(_SETTLE_MS)
        self._soon.timeout.connect(self._settle)
        self.hide()

    @property
    def target(self) -> QWidget | None:
        """What it is around."""
        return self._watched[0] if self._watched and isValid(self._watched[0]) else None

    def point_at(self, target: QWidget | None) -> None:
        """Go around another widget of the window; None: around none."""
        for each in self._watched:
            if isValid(each):
                each.removeEventFilter(self)
        self._watched = []
        one = target
        while one is not None:  # what is around it can move or hide it as well
            self._watched.append(one)
            one.installEventFilter(self)
            one = one.parentWidget() if one is not self.parentWidget() else None
        self._settle()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Something has moved."""
        if event.type() in _MOVED:
            self._soon.start()
        return super().eventFilter(watched, event)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802, ARG002 - Qt's
        """The line."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(tokens_for(self.palette()).color("accent"), _LINE))
        inset = _LINE / 2
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(inset, inset, -inset, -inset), 5, 5)

    @Slot()
    def _settle(self) -> None:
        target = self.target
        place = target.visibleRegion().boundingRect() if target is not None and target.isVisible() else QRect()
        if target is None or place.isEmpty():
            self.hide()
            return
        window = target.window()
        around = _LINE + _BETWEEN
        place.moveTopLeft(target.mapTo(window, place.topLeft()))
        place = place.adjusted(-around, -around, around, around).intersected(window.rect())
        self.setGeometry(place)
        inner = self.rect().adjusted(around + 1, around + 1, -around - 1, -around - 1)
        self.setMask(QRegion(self.rect()) - QRegion(inner))
        self.show()
        self.raise_()
