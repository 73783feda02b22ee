"""A list of short texts that is edited as lines."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QLabel, QPlainTextEdit, QWidget

from memory_desktop.ui.widgets import label

_LINES = 4


class EntriesEdit(QPlainTextEdit):
    """An entry a line; empty lines are none."""

    def __init__(self, name: str, hint: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setPlaceholderText(hint)
        self.setTabChangesFocus(True)
        self.setFixedHeight(self.fontMetrics().lineSpacing() * _LINES + 20)

    def entries(self) -> list[str]:
        """What it says, each entry once, without blanks at the ends."""
        lines = (" ".join(line.split()) for line in self.toPlainText().splitlines())
        return list(dict.fromkeys(line for line in lines if line))

    def show_entries(self, entries: Sequence[str]) -> None:
        """Say these; what is said already is left alone, with its cursor."""
        if self.entries() != list(entries):
            self.setPlainText("\n".join(entries))


def field_label(title: str, field: QWidget) -> QLabel:
    """A field's name, to stand above it; the key after “&” leads to the field."""
    made = label(title, "muted", wrap="&" not in title)  # a name with a key is short
    made.setBuddy(field)
    return made
