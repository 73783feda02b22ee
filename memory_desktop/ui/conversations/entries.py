"""The fields of forms: a list of short texts that is edited as lines, names above fields, and what a field says."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QComboBox, QDoubleSpinBox, QLabel, QLineEdit, QPlainTextEdit, QSpinBox, QWidget

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


def show_value(field: QWidget, value: Any) -> None:
    """Let a field say a value, without telling anybody that it does.

    The value is a text for a line, a text box or a combo box to type in, the data of an entry for another combo box
    (one that is not there is added), a list of texts for `EntriesEdit`, and else a number.
    """
    with QSignalBlocker(field):
        if isinstance(field, EntriesEdit):
            field.show_entries(value)
        elif isinstance(field, QPlainTextEdit):
            field.setPlainText(value)
        elif isinstance(field, QLineEdit):
            field.setText(value)
        elif isinstance(field, QComboBox):
            _show_choice(field, value)
        elif isinstance(field, QSpinBox | QDoubleSpinBox):
            field.setValue(value)


def _show_choice(field: QComboBox, value: Any) -> None:
    if field.isEditable():
        field.setEditText(value)
        return
    if field.findData(value) < 0:  # a newer program knows it
        field.addItem(str(value), value)
    field.setCurrentIndex(field.findData(value))
