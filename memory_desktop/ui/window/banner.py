"""Banners above the view: what just happened, with one thing to do about it; nothing is asked, nothing blocks."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from PySide6.QtCore import QSize, QTimer, Signal, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from memory_desktop.ui.announce import announce
from memory_desktop.ui.icons import icon
from memory_desktop.ui.view import Message
from memory_desktop.ui.widgets import button, tool_button
from memory_desktop.ui.wrapping import SelectableText

_MAX = 3


class Banner(QFrame):
    """One message. Signals: `closed(self)`."""

    closed = Signal(object)

    def __init__(self, message: Message, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.message = message
        self.setObjectName("banner")
        self.setProperty("level", message.level)
        self.setAccessibleName(message.text)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 5, 6, 5)
        row.setSpacing(8)
        picture = QLabel()
        picture.setPixmap(icon(message.level, message.level).pixmap(QSize(16, 16), self.devicePixelRatioF()))
        row.addWidget(picture)
        row.addWidget(SelectableText("Message", f"{message.text} {message.hint}".strip()), 1)
        if message.action:
            row.addWidget(button(message.action, self._act))
        row.addWidget(tool_button("close", "Close this message", self.close_now))
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.close_now)
        if message.timeout_ms:
            self._timer.start(message.timeout_ms)

    @Slot()
    def close_now(self) -> None:
        """Close the banner."""
        self._timer.stop()
        self.closed.emit(self)

    def _act(self) -> None:
        self.close_now()
        if self.message.on_action is not None:
            cast("Callable[[], object]", self.message.on_action)()


class BannerStack(QWidget):
    """At most three, the newest at the bottom."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(12, 4, 12, 8)
        self._column.setSpacing(6)
        self._banners: list[Banner] = []
        self.hide()

    def show_message(self, message: Message) -> None:
        """Show one; an equal one is shown anew instead of twice."""
        for old in list(self._banners):
            if old.message.text == message.text or len(self._banners) >= _MAX:
                self._remove(old)
        made = Banner(message)
        made.closed.connect(self._remove)
        self._banners.append(made)
        self._column.addWidget(made)
        self.show()
        said = f"{message.text} {message.hint}".strip()
        announce(made, said, urgent=message.level in ("warning", "error"))

    def clear(self) -> None:
        """Close all banners."""
        for each in list(self._banners):
            self._remove(each)

    def take_back(self, text: str) -> None:
        """Close a message that no longer holds."""
        for each in list(self._banners):
            if each.message.text == text:
                self._remove(each)

    def take_back_command(self, command: int) -> None:
        """Close the message of a command that was undone."""
        for each in list(self._banners):
            if command in each.message.commands:
                self._remove(each)

    def texts(self) -> list[str]:
        """What is shown now."""
        return [each.message.text for each in self._banners]

    @Slot(object)
    def _remove(self, banner: Banner) -> None:
        if banner in self._banners:
            self._banners.remove(banner)
            self._column.removeWidget(banner)
            banner.hide()
            banner.deleteLater()
        self.setVisible(bool(self._banners))
