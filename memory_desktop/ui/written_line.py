"""A line of text that tells what a person writes in it, by keys or through assistive technology."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QLineEdit


class WrittenLine(QLineEdit):
    """A QLineEdit with the signal `written(text)`.

    `textEdited` leaves out what a screen reader, dictation or a keyboard on the screen puts in: for Qt that is like a
    `setText` of the program. `written` leaves out only what the program sets.
    """

    written = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._set = False
        self.textChanged.connect(self._on_changed)

    def setText(self, text: str | None) -> None:  # noqa: N802 - Qt's name
        """Set by the program."""
        before, self._set = self._set, True
        super().setText(text)
        self._set = before

    def clear(self) -> None:
        """Emptied by the program."""
        self.setText("")

    @Slot(str)
    def _on_changed(self, text: str) -> None:
        if not self._set:
            self.written.emit(text)
