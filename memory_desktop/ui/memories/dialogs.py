"""The small dialogs of the Memories view: one memory's text and labels, a time, a name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import (
    QComboBox,
    QDoubleSpinBox,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QPlainTextEdit,
    QWidget,
)

from memory_desktop.bridge.translation import mark, plural, tr, translated
from memory_desktop.bridge.wording import layer_word
from memory_desktop.core.assemblies import Assembly
from memory_desktop.core.layers.rendered import form_of
from memory_desktop.core.memory.emotion import changed_emotion, label_of, valence_of
from memory_desktop.core.memory.records import KINDS, Layer, Memory
from memory_desktop.ui.form_dialog import FormDialog
from memory_desktop.ui.tips import set_tip
from memory_desktop.ui.widgets import label

VALENCE_STEP = 0.1


def split_tags(text: str) -> tuple[str, ...]:
    """Tags as typed, separated by commas."""
    return tuple(dict.fromkeys(tag.strip() for tag in text.split(",") if tag.strip()))


class MemoryEditor(FormDialog):
    """A memory's text, kind, layer, tags and emotion; new when no memory is given."""

    def __init__(self, memory: Memory | None = None, parent: QWidget | None = None) -> None:
        super().__init__(tr("New memory") if memory is None else tr("Edit memory"), tr("Save"), parent)
        self.memory = memory
        self.text = QPlainTextEdit(memory.content if memory else "")
        self.text.setAccessibleName(tr("Text"))
        self.text.setPlaceholderText(tr("What should be remembered?"))
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
        self.tags.setAccessibleName(tr("Tags"))
        self.tags.setPlaceholderText(tr("work, drinks"))
        emotion = memory.emotion if memory else {}
        self.emotion = QLineEdit(label_of(emotion))
        self.emotion.setAccessibleName(tr("Emotion"))
        self.emotion.setPlaceholderText(tr("joy, fear, … or nothing"))
        self.valence = valence_box(valence_of(emotion))
        rows = (
            (tr("&Kind"), self.kind),
            (tr("&Layer"), self.layer),
            (tr("&Tags"), self.tags),
            (tr("&Emotion"), self.emotion),
            (tr("&Valence"), self.valence),
        )
        for title, field in rows:
            form.addRow(title, field)
        self.column.addLayout(form)
        form_of_it = form_of(memory) if memory is not None else None
        if form_of_it is not None:
            self.text.setReadOnly(True)
            self.kind.setEnabled(False)
            self.column.addWidget(
                label(
                    tr("{text} Change them in {view}.", text=form_of_it.text, view=form_of_it.view), "muted", wrap=True
                )
            )
        elif memory is not None:
            note = tr("A changed text becomes a new memory; this one is kept as superseded.")
            self.column.addWidget(label(note, "muted", wrap=True))
        self.finish()
        self._on_text()
        (self.tags if form_of_it is not None else self.text).setFocus()

    def emotion_changes(self) -> dict[str, Any]:
        """The entries of the emotion that were changed; None removes one."""
        emotion = self.memory.emotion if self.memory else {}
        chosen = self.valence.value()
        valence = chosen if chosen > self.valence.minimum() else None
        before = valence_of(emotion)
        if before is not None and valence is not None and round(before, 2) == round(valence, 2):
            valence = before  # the box shows two digits
        return changed_emotion(emotion, self.emotion.text(), valence)

    @Slot()
    def _on_text(self) -> None:
        self.ok.setEnabled(bool(self.text.toPlainText().strip()))


class FadeDialog(FormDialog):
    """By how long a time the salience of many is to decay."""

    _UNITS = translated(((mark("days"), 24.0), (mark("hours"), 1.0), (mark("weeks"), 168.0)))

    def __init__(self, number: int, parent: QWidget | None = None) -> None:
        super().__init__(
            tr("Fade {memories}", memories=plural("{n} memory", "{n} memories", number)), tr("Fade"), parent
        )
        note = tr("Lowers salience as if this much time had passed: it halves with each half-life (see Preferences).")
        self.column.addWidget(label(note, "muted", wrap=True))
        self.amount = QDoubleSpinBox()
        self.amount.setRange(0.1, 10_000.0)
        self.amount.setDecimals(1)
        self.amount.setValue(7.0)
        self.amount.setAccessibleName(tr("Time to fade by"))
        self.unit = QComboBox()
        self.unit.addItems([name for name, _ in self._UNITS])
        self.unit.setAccessibleName(tr("Unit of time"))
        row = QHBoxLayout()
        row.addWidget(self.amount)
        row.addWidget(self.unit)
        row.addStretch(1)
        self.column.addLayout(row)
        self.finish()

    def hours(self) -> float:
        """The time in hours."""
        return self.amount.value() * self._UNITS[self.unit.currentIndex()][1]


class AssemblyEditor(FormDialog):
    """Name, tags and topics of an assembly."""

    def __init__(self, assembly: Assembly, parent: QWidget | None = None) -> None:
        super().__init__(tr("Edit assembly"), tr("Save"), parent)
        self.id = assembly.id
        form = QFormLayout()
        form.setSpacing(8)
        self.name = QLineEdit(assembly.name)
        self.tags = QLineEdit(", ".join(assembly.tags))
        self.topics = QLineEdit(", ".join(assembly.topics))
        for title, field in ((tr("&Name"), self.name), (tr("&Tags"), self.tags), (tr("T&opics"), self.topics)):
            field.setAccessibleName(title.replace("&", ""))
            form.addRow(title, field)
        for field in (self.tags, self.topics):
            field.setPlaceholderText(tr("Separated by commas"))
        self.column.addLayout(form)
        self.finish()
        self.name.textChanged.connect(lambda text: self.ok.setEnabled(bool(text.strip())))
        self.name.selectAll()


class AssemblyDialog(FormDialog):
    """Which assembly several memories go into: a new one, or one that is there.

    Args:
        existing: id → name of the assemblies that there are.
    """

    def __init__(self, number: int, existing: Mapping[str, str], parent: QWidget | None = None) -> None:
        super().__init__(
            tr("Assembly of {memories}", memories=plural("{n} memory", "{n} memories", number)), tr("Create"), parent
        )
        note = tr("An assembly is a group of related memories that can lift its members in recall.")
        self.column.addWidget(label(note, "muted", wrap=True))
        self._ids = {name: id for id, name in existing.items()}
        self.name = QComboBox()
        self.name.setEditable(True)
        self.name.addItems(list(self._ids))
        self.name.setAccessibleName(tr("Name of the assembly"))
        edit = self.name.lineEdit()
        if edit is not None:
            edit.setPlaceholderText(
                tr("The name of a new one, or choose one from the list") if existing else tr("Name")
            )
        self.name.setCurrentIndex(-1)
        self.column.addWidget(self.name)
        self.told = label("", "muted")
        self.column.addWidget(self.told)
        self.finish()
        self.name.editTextChanged.connect(self._on_name)
        self._on_name("")

    @property
    def chosen(self) -> str:
        """The id of the assembly that is there already under this name; "" for a new one."""
        return self._ids.get(self.name.currentText().strip(), "")

    @Slot(str)
    def _on_name(self, text: str) -> None:
        self.ok.setEnabled(bool(text.strip()))
        self.name_accept(tr("Add") if self.chosen else tr("Create"))
        self.told.setText(
            tr("The memories are added to it.")
            if self.chosen
            else tr("A new assembly is created.")
            if text.strip()
            else ""
        )


def valence_box(value: float | None) -> QDoubleSpinBox:
    """How pleasant: from -1 (unpleasant) to 1 (pleasant); below that, where the value is not valid, nothing is set."""
    box = QDoubleSpinBox()
    least = min(-1.0, value) if value is not None else -1.0
    box.setRange(least - VALENCE_STEP, max(1.0, value or 0.0))
    box.setSingleStep(VALENCE_STEP)
    box.setDecimals(2)
    box.setSpecialValueText(tr("Not set"))
    box.setValue(value if value is not None else box.minimum())
    box.setAccessibleName(tr("Valence"))
    set_tip(box, tr("How pleasant: -1 is unpleasant, 0 neutral, 1 pleasant."))
    return box


def kind_box(value: str) -> QComboBox:
    """A box of kinds; others can be typed."""
    box = QComboBox()
    box.setEditable(True)
    box.addItems(list(KINDS))
    box.setCurrentText(value)
    box.setAccessibleName(tr("Kind"))
    return box


def layer_box(value: str) -> QComboBox:
    """The long-term layers."""
    box = QComboBox()
    for layer in Layer:
        box.addItem(layer_word(layer.value), layer.value)
    box.setCurrentIndex(box.findData(value))
    box.setAccessibleName(tr("Layer"))
    return box
