"""The small dialogs of the Memories view: one memory's text and labels, tags of many, and a merge."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, QTimer, Slot
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QDoubleSpinBox,
    QFormLayout,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QTextEdit,
    QVBoxLayout,
    QWidget,
)

from memory_desktop.core.coverage import lost
from memory_desktop.core.records import KINDS, Layer, Memory
from memory_desktop.core.wording import count, memories
from memory_desktop.ui.theme import tokens_for
from memory_desktop.ui.widgets import label, set_role

_CHECK_MS = 150
_TOLD = 3


def split_tags(text: str) -> tuple[str, ...]:
    """Tags as typed, separated by commas."""
    return tuple(dict.fromkeys(tag.strip() for tag in text.split(",") if tag.strip()))


class _Dialog(QDialog):
    """A text, some fields, and two buttons; Ctrl+Return accepts."""

    def __init__(self, title: str, accept: str, parent: QWidget | None) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setMinimumWidth(520)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(20, 18, 20, 16)
        self.column.setSpacing(10)
        self.column.addWidget(label(title, "heading"))
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.ok = QPushButton(accept)
        self.ok.setProperty("primary", True)
        self.ok.setDefault(True)
        self.ok.setAccessibleName(accept)
        self.buttons.addButton(self.ok, QDialogButtonBox.ButtonRole.AcceptRole)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        QShortcut(QKeySequence("Ctrl+Return"), self, self._accept_if_possible)

    def finish(self) -> None:
        """Add the buttons at the end."""
        row = QHBoxLayout()
        row.addWidget(label("Ctrl+Return saves", "muted"))
        row.addWidget(self.buttons)
        self.column.addSpacing(4)
        self.column.addLayout(row)

    @Slot()
    def _accept_if_possible(self) -> None:
        if self.ok.isEnabled():
            self.accept()


class MemoryEditor(_Dialog):
    """A memory's text, kind, layer and tags; new when no memory is given."""

    def __init__(self, memory: Memory | None = None, parent: QWidget | None = None) -> None:
        super().__init__("New memory" if memory is None else "Edit memory", "Save", parent)
        self.memory = memory
        self.text = QPlainTextEdit(memory.content if memory else "")
        self.text.setAccessibleName("Text")
        self.text.setPlaceholderText("What should be remembered?")
        self.text.setTabChangesFocus(True)
        self.text.setMinimumHeight(150)
        self.text.textChanged.connect(self._on_text)
        self.column.addWidget(self.text, 1)
        form = QFormLayout()
        form.setSpacing(8)
        form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self.kind = kind_box(memory.kind if memory else "general")
        self.layer = layer_box(memory.layer.value if memory else "semantic")
        self.tags = QLineEdit(", ".join(memory.tags) if memory else "")
        self.tags.setAccessibleName("Tags")
        self.tags.setPlaceholderText("work, drinks")
        for title, field in (("&Kind", self.kind), ("&Layer", self.layer), ("&Tags", self.tags)):
            form.addRow(title, field)
        self.column.addLayout(form)
        if memory is not None:
            note = "A changed text becomes a new memory; this one is kept as superseded."
            self.column.addWidget(label(note, "muted", wrap=True))
        self.finish()
        self._on_text()
        self.text.setFocus()

    @Slot()
    def _on_text(self) -> None:
        self.ok.setEnabled(bool(self.text.toPlainText().strip()))


class TagsDialog(_Dialog):
    """Tags to add to and take from many."""

    def __init__(self, number: int, known: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(f"Tags of {memories(number)}", "Change tags", parent)
        form = QFormLayout()
        self.add = QLineEdit()
        self.add.setAccessibleName("Tags to add")
        self.add.setPlaceholderText("Separated by commas")
        self.remove = QLineEdit()
        self.remove.setAccessibleName("Tags to remove")
        self.remove.setPlaceholderText(", ".join(known[:4]) or "Separated by commas")
        form.addRow("&Add", self.add)
        form.addRow("&Remove", self.remove)
        self.column.addLayout(form)
        self.finish()
        for field in (self.add, self.remove):
            field.textChanged.connect(self._on_text)
        self._on_text()

    @Slot()
    def _on_text(self) -> None:
        self.ok.setEnabled(bool(split_tags(self.add.text()) or split_tags(self.remove.text())))


class FadeDialog(_Dialog):
    """By how long a time the salience of many is to decay."""

    _UNITS = (("days", 24.0), ("hours", 1.0), ("weeks", 168.0))

    def __init__(self, number: int, parent: QWidget | None = None) -> None:
        super().__init__(f"Fade {memories(number)}", "Fade", parent)
        note = "Salience halves with each half-life (see the settings), as if this much time had passed."
        self.column.addWidget(label(note, "muted", wrap=True))
        self.amount = QDoubleSpinBox()
        self.amount.setRange(0.1, 10_000.0)
        self.amount.setDecimals(1)
        self.amount.setValue(7.0)
        self.amount.setAccessibleName("Time to fade by")
        self.unit = QComboBox()
        self.unit.addItems([name for name, _ in self._UNITS])
        self.unit.setAccessibleName("Unit of time")
        row = QHBoxLayout()
        row.addWidget(self.amount)
        row.addWidget(self.unit)
        row.addStretch(1)
        self.column.addLayout(row)
        self.finish()

    def hours(self) -> float:
        """The time in hours."""
        return self.amount.value() * self._UNITS[self.unit.currentIndex()][1]


class AssemblyDialog(_Dialog):
    """The name of an assembly of several memories."""

    def __init__(self, number: int, parent: QWidget | None = None) -> None:
        super().__init__(f"New assembly of {memories(number)}", "Make", parent)
        note = "An assembly has a vector of its own. When a question matches it, its members are lifted."
        self.column.addWidget(label(note, "muted", wrap=True))
        self.name = QLineEdit()
        self.name.setPlaceholderText("Name")
        self.name.setAccessibleName("Name of the assembly")
        self.column.addWidget(self.name)
        self.finish()
        self.name.textChanged.connect(self._on_name)
        self._on_name("")

    def _on_name(self, text: str) -> None:
        self.ok.setEnabled(bool(text.strip()))


class MergeDialog(_Dialog):
    """The text that several memories become, beside theirs, and what of theirs it would lose."""

    def __init__(self, memories: Sequence[Memory], parent: QWidget | None = None) -> None:
        super().__init__(f"Merge {len(memories)} memories", "Merge", parent)
        self.resize(820, 480)
        self.keys = [memory.key for memory in memories]
        self._texts = [memory.content for memory in memories]
        note = "One memory with this text takes the place of the selected ones; they stay as its ancestors."
        self.column.addWidget(label(note, "muted", wrap=True))
        self.sources = QPlainTextEdit("\n\n".join(self._texts))
        self.sources.setReadOnly(True)
        self.sources.setAccessibleName("Texts of the selected memories; what would be lost is marked")
        self.text = QPlainTextEdit("\n".join(self._texts))
        self.text.setAccessibleName("Merged text")
        self.text.setMinimumHeight(180)
        for edit in (self.sources, self.text):
            edit.setTabChangesFocus(True)
        sides = QGridLayout()
        sides.setHorizontalSpacing(12)
        sides.addWidget(label("Now", "section"), 0, 0)
        sides.addWidget(label("Merged", "section"), 0, 1)
        sides.addWidget(self.sources, 1, 0)
        sides.addWidget(self.text, 1, 1)
        self.column.addLayout(sides, 1)
        self.losses = label("", wrap=True, selectable=True)
        self.losses.setTextFormat(Qt.TextFormat.PlainText)
        self.column.addWidget(self.losses)
        self.finish()
        self._checked = QTimer(self)
        self._checked.setSingleShot(True)
        self._checked.setInterval(_CHECK_MS)
        self._checked.timeout.connect(self.check)
        self.text.textChanged.connect(self._on_text)
        self.check()

    @Slot()
    def check(self) -> None:
        """Say and mark what the merged text would lose."""
        found = lost(self._texts, self.text.toPlainText())
        if not found:
            self.losses.setText("Every sentence is kept.")
        else:
            told = "; ".join(f"“{one.sentence}”" for one in found[:_TOLD])
            more = f" and {len(found) - _TOLD} more" if len(found) > _TOLD else ""
            self.losses.setText(f"{count(len(found), 'sentence')} would be lost: {told}{more}")
        set_role(self.losses, "role", "warning" if found else "muted")
        marks = []
        for one in found:
            cursor = self.sources.document().find(one.sentence)
            if not cursor.isNull():
                mark = QTextEdit.ExtraSelection()
                mark.cursor = cursor
                mark.format.setBackground(tokens_for(self.palette()).color("warning_soft"))
                marks.append(mark)
        self.sources.setExtraSelections(marks)

    @Slot()
    def _on_text(self) -> None:
        empty = not self.text.toPlainText().strip()
        self.ok.setEnabled(not empty)
        set_role(self.text, "invalid", empty)
        self._checked.start()


def kind_box(value: str) -> QComboBox:
    """Kinds, open to others."""
    box = QComboBox()
    box.setEditable(True)
    box.addItems(list(KINDS))
    box.setCurrentText(value)
    box.setAccessibleName("Kind")
    return box


def layer_box(value: str) -> QComboBox:
    """The long-term layers."""
    box = QComboBox()
    box.addItems([layer.value for layer in Layer])
    box.setCurrentText(value)
    box.setAccessibleName("Layer")
    return box
