"""Where the window stands: always within the screen that it is on."""

from __future__ import annotations

from PySide6.QtCore import QMargins, QRect, QSize
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QStyle, QWidget

WANTED = QSize(1280, 800)
#: Fits a screen of 1024×700 pixels at 150 %, with the window's title bar.
LEAST = QSize(640, 430)


def within(available: QRect, window: QRect, frame: QMargins) -> QRect:
    """The window's rectangle, smaller and moved so far that it and its frame lie in what is available.

    All are logical pixels; `window` is without its frame.
    """
    room = available.marginsRemoved(frame)
    size = window.size().boundedTo(room.size())
    left = min(max(window.left(), room.left()), room.right() + 1 - size.width())
    top = min(max(window.top(), room.top()), room.bottom() + 1 - size.height())
    return QRect(left, top, size.width(), size.height())


def keep_on_screen(window: QWidget) -> None:
    """Make a window fit its screen, if it does not."""
    screen = QGuiApplication.screenAt(window.geometry().center()) or window.screen()
    fitting = within(screen.availableGeometry(), window.geometry(), _frame(window))
    if window.geometry() != fitting and not window.isMaximized() and not window.isFullScreen():
        window.setGeometry(fitting)


def _frame(window: QWidget) -> QMargins:
    """The window's frame; before it is shown, what a title bar takes."""
    inner, outer = window.geometry(), window.frameGeometry()
    title = window.style().pixelMetric(QStyle.PixelMetric.PM_TitleBarHeight, None, window)
    return QMargins(
        inner.left() - outer.left(),
        max(title, inner.top() - outer.top()),
        outer.right() - inner.right(),
        outer.bottom() - inner.bottom(),
    )
