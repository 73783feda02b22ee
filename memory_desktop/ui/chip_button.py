"""A chip: a small button with a word on it, that takes the word out."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QPushButton, QWidget

from memory_desktop.ui.tips import set_tip


class ChipButton(QPushButton):
    """Signals: `removed()` by click, Space, Delete or Backspace; `moved(int)` by the arrow keys.

    Args:
        name: what a screen reader calls it.
    """

    removed = Signal()
    moved = Signal(int)

    def __init__(self, text: str, name: str, tip: str, parent: QWidget | None = None) -> None:
        super().__init__(f"{text}  ✕".replace("&", "&&"), parent)
        self.setProperty("chip", True)
        self.setAccessibleName(name)
        set_tip(self, tip)
        self.clicked.connect(self.removed)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Delete takes it out, arrows go to the next one."""
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.removed.emit()
        elif event.key() in steps:
            self.moved.emit(steps[Qt.Key(event.key())])
        else:
            super().keyPressEvent(event)
