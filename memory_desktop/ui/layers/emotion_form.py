"""The form of an emotional event: what was felt, about what, how the assistant responded, and how that went."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QSignalBlocker, Signal, Slot
from PySide6.QtWidgets import (
    QComboBox,
    QDoubleSpinBox,
    QGridLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from memory_desktop.core.layers.emotional import EmotionalEvent, EmotionEdit, EventPatterns, Occurrence
from memory_desktop.core.layers.emotional_plan import APPROACHES
from memory_desktop.core.layers.feelings import EmotionType
from memory_desktop.core.layers.payload import read_part
from memory_desktop.ui.conversations.entries import field_label
from memory_desktop.ui.format import local
from memory_desktop.ui.lists import bar, column, scrolled
from memory_desktop.ui.tips import set_tip
from memory_desktop.ui.widgets import SPACE, button, label

NOT_KNOWN = "not known"
_STEP = 0.05
_GIVEN = " *"
_NUMBERS = ("valence", "arousal", "intensity")


class NumberField(QDoubleSpinBox):
    """A number that may be not known: then it says so, and is no 0."""

    def __init__(self, name: str, low: float, high: float) -> None:
        super().__init__()
        self._none = low - _STEP
        self.setRange(self._none, high)
        self.setSingleStep(_STEP)
        self.setDecimals(2)
        self.setSpecialValueText(NOT_KNOWN)
        self.setAccessibleName(name)
        self.setMinimumWidth(78)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def number(self) -> float | None:
        """The number; None where it is not known."""
        return None if self.value() < self._none + _STEP / 2 else round(self.value(), 2)

    def show_number(self, number: float | None) -> None:
        """Say it."""
        self.setValue(self._none if number is None else number)


class EmotionForm(QWidget):
    """Signals: `saved()`, `retired()`, `reread()` and `conversation()` when the buttons are pressed; see `change`."""

    saved = Signal()
    retired = Signal()
    reread = Signal()
    conversation = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: Occurrence | None = None
        self._said_first: Mapping[str, Any] = {}
        self._new = False
        self._writable = False
        self._marks: dict[str, QLabel] = {}
        self._build()
        self.show_event(None, EventPatterns())

    # --- parts --------------------------------------------------------------------------------

    def _build(self) -> None:
        self.words = QPlainTextEdit()
        self.words.setAccessibleName("The words in which it was felt")
        self.words.setTabChangesFocus(True)
        self.words.setFixedHeight(72)
        self.emotion = _choice("Emotion", [one.value for one in EmotionType])
        self.also = _line("Other emotions", "trust, surprise")
        self.numbers = {
            "valence": NumberField("Valence, unpleasant (-1) to pleasant (1)", -1, 1),
            "arousal": NumberField("Arousal, calm (0) to excited (1)", 0, 1),
            "intensity": NumberField("Intensity", 0, 1),
            "effectiveness": NumberField("How well the response worked", 0, 1),
            "emotional_shift": NumberField("Change of mood afterwards, -2 to 2", -2, 2),
        }
        self.topic = _line("What set it off", "work")
        self.goal = _line("What the user wanted", "")
        self.phase = _line("Phase of the conversation", "")
        self.approach = _choice("How the assistant responded", ["", *APPROACHES])
        self.feedback = _line("The user’s own words on the response", "")
        self.save = button("Save", self.saved.emit, role="primary")
        self.revert = button("Revert", self.revert_to_shown)
        self.retire = button("Retire", self.retired.emit, icon_name="forget")
        set_tip(self.retire, "It is forgotten, and not made again from the same words; Undo brings it back")
        self.again = button("Read again", self.reread.emit)
        set_tip(self.again, "Read it again from the conversation; what somebody gave stays")
        self.to_turn = button("Show in conversation", self.conversation.emit, icon_name="conversations")
        self._lay_out()
        for line in self._lines():
            line.textChanged.connect(self._enable)
        for box in (self.emotion, self.approach):
            box.editTextChanged.connect(self._enable)
        for number in self.numbers.values():
            number.valueChanged.connect(self._enable)
        self.words.textChanged.connect(self._enable)

    def _lay_out(self) -> None:
        self.state = label("", "muted")
        self.told = label("", "muted", wrap=True)
        form = QWidget()
        lines = QVBoxLayout(form)
        lines.setContentsMargins(SPACE * 2, 0, SPACE * 2, SPACE * 2)
        lines.setSpacing(SPACE // 2)
        lines.addWidget(self.told)
        self._add(lines, "&Words", "note", self.words)
        self._add(lines, "&Emotion", "primary_emotion", self.emotion)
        lines.addLayout(self._grid(("&Valence", "valence"), ("&Arousal", "arousal"), ("&Intensity", "intensity")))
        self._add(lines, "&Other emotions", "secondary_emotions", self.also)
        self._add(lines, "&Topic", "topic", self.topic)
        self._add(lines, "&Goal", "goal", self.goal)
        self._add(lines, "&Phase", "phase", self.phase)
        self._add(lines, "How the assistant &responded", "assistant_approach", self.approach)
        lines.addLayout(self._grid(("How we&ll it worked", "effectiveness"), ("&Change of mood", "emotional_shift")))
        self._add(lines, "&Feedback", "user_feedback", self.feedback)
        lines.addStretch(1)
        page = scrolled(form)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(column(bar(self.state, self.revert, self.save, filling=self.state), page))
        below = label("")
        outer.addWidget(bar(below, self.to_turn, self.again, self.retire, filling=below))

    def _add(self, lines: QVBoxLayout, title: str, name: str, field: QWidget) -> None:
        self._marks[name] = field_label(title, field)
        lines.addWidget(self._marks[name])
        lines.addWidget(field)
        lines.addSpacing(SPACE // 2)

    def _grid(self, *fields: tuple[str, str]) -> QGridLayout:
        made = QGridLayout()
        made.setHorizontalSpacing(SPACE)
        for place, (title, name) in enumerate(fields):
            self._marks[name] = field_label(title, self.numbers[name])
            self._marks[name].setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
            made.addWidget(self._marks[name], 0, place)
            made.addWidget(self.numbers[name], 1, place)
            made.setColumnStretch(place, 1)
        return made

    def _lines(self) -> tuple[QLineEdit, ...]:
        return self.also, self.topic, self.goal, self.phase, self.feedback

    # --- showing ------------------------------------------------------------------------------

    def show_event(
        self, shown: Occurrence | None, patterns: EventPatterns, *, writable: bool = True, new: bool = False
    ) -> None:
        """Show an event, nothing, or an empty form for a new one. What was typed is lost."""
        self._shown, self._new, self._writable = shown, new, writable
        given = ["* given, not read from words"] if shown is not None and shown.event.given else []
        told = "" if shown is None else _patterns_told(shown, patterns)
        self.told.setText("\n".join(filter(None, [told, *given])))
        if new:
            self.told.setText("What you leave out is read from the words.")
        self.told.setVisible(bool(self.told.text()))
        self.revert_to_shown()

    @property
    def changed(self) -> bool:
        """Does it say something else than the event that it shows?"""
        return bool(self._differing())

    def allow(self, writable: bool) -> None:
        """May it be changed? What was typed stays."""
        self._writable = writable
        self._enable()

    def says(self, event: EmotionalEvent) -> bool:
        """Does it say what this event says?"""
        return self._said() == _told(event)

    def revert_to_shown(self) -> None:
        """Say what the event says."""
        said = _told(self._shown.event) if self._shown is not None else _NOTHING
        fields = (*self._lines(), self.emotion, self.approach, *self.numbers.values(), self.words)
        blockers = [QSignalBlocker(field) for field in fields]
        self.words.setPlainText(said["note"])
        self.emotion.setEditText(said["primary_emotion"])
        self.also.setText(", ".join(said["secondary_emotions"]))
        for name, field in self.numbers.items():
            field.show_number(said[name])
        self.topic.setText(said["topic"])
        self.goal.setText(said["goal"])
        self.phase.setText(said["phase"])
        self.approach.setEditText(said["assistant_approach"])
        self.feedback.setText(said["user_feedback"])
        del blockers
        self._said_first = self._said()
        self._show_marks()
        self._enable()

    def change(self) -> EmotionEdit:
        """What it gives that the event does not say. Raises InvalidCommandError."""
        return read_part({name: value for name, value in self._differing().items() if name != "text"}, EmotionEdit)

    def text(self) -> str:
        """The words of a new event."""
        return self.words.toPlainText()

    def _said(self) -> dict[str, Any]:
        return {
            "note": " ".join(self.words.toPlainText().split()),
            "primary_emotion": self.emotion.currentText().strip().casefold(),
            "secondary_emotions": tuple(one.strip().casefold() for one in self.also.text().split(",") if one.strip()),
            **{name: field.number() for name, field in self.numbers.items()},
            "topic": " ".join(self.topic.text().split()),
            "goal": " ".join(self.goal.text().split()),
            "phase": " ".join(self.phase.text().split()),
            "assistant_approach": " ".join(self.approach.currentText().split()),
            "user_feedback": " ".join(self.feedback.text().split()),
        }

    def _differing(self) -> dict[str, Any]:
        """Fields that say something else than at first; of an unknown emotion there are no numbers to give."""
        said = self._said()
        found = {name: value for name, value in said.items() if value != self._said_first.get(name)}
        if self._new:
            found.pop("note", None)
            if not said["primary_emotion"]:
                found.pop("primary_emotion", None)
        for name in _NUMBERS:
            if found.get(name, 0) is None:
                del found[name]
        return found

    def _show_marks(self) -> None:
        """A star beside the name of what somebody gave; its tool tip says who."""
        given = self._shown.event.given if self._shown is not None else {}
        for name, mark in self._marks.items():
            plain, who = mark.text().removesuffix(_GIVEN), given.get(name, "")
            mark.setText(plain + _GIVEN if who else plain)
            giver = "you" if who == "user" else who
            set_tip(mark, f"Given by {giver}; what is read from words does not replace it" if who else "")

    @Slot()
    def _enable(self) -> None:
        here = self._shown is not None or self._new
        can = self._writable and here
        said = self._said()
        known = said["primary_emotion"] != EmotionType.UNKNOWN
        for line in self._lines():
            line.setReadOnly(not can)
        self.words.setReadOnly(not (can and self._new))
        for box in (self.emotion, self.approach):
            box.setEnabled(can)
        for name, field in self.numbers.items():
            field.setEnabled(can and (known or name not in _NUMBERS))
        lacking = known and bool(said["primary_emotion"]) and any(said[name] is None for name in _NUMBERS)
        ready = bool(self.text().strip()) if self._new else self.changed and not lacking
        self.save.setEnabled(can and ready)
        self.revert.setEnabled(can and self.changed)
        self.retire.setEnabled(can and not self._new)
        self.again.setEnabled(can and not self._new)
        self.to_turn.setEnabled(self._shown is not None)
        if not here:
            told = "Choose an event"
        elif self._new:
            told = "A new event"
        elif lacking:
            told = "Numbers are missing"
            set_tip(self.state, "An emotion needs valence, arousal and intensity")
        else:
            told = "Not saved yet" if self.changed else local(self._shown.timestamp) if self._shown else ""
        self.state.setText(told)


_NOTHING: Mapping[str, Any] = {
    "note": "",
    "primary_emotion": "",
    "secondary_emotions": (),
    "valence": None,
    "arousal": None,
    "intensity": None,
    "effectiveness": None,
    "emotional_shift": None,
    "topic": "",
    "goal": "",
    "phase": "",
    "assistant_approach": "",
    "user_feedback": "",
}


def _told(event: EmotionalEvent) -> dict[str, Any]:
    """What the form says of an event; numbers as finely as it shows them."""
    data, trigger, response = event.emotion_data, event.trigger, event.response
    found: dict[str, Any] = {
        "note": trigger.context.note,
        "primary_emotion": data.primary_emotion,
        "secondary_emotions": data.secondary_emotions,
        **{name: getattr(data, name) for name in _NUMBERS},
        "effectiveness": response.effectiveness,
        "emotional_shift": response.emotional_shift,
        "topic": trigger.topic,
        "goal": trigger.context.goal,
        "phase": trigger.context.phase,
        "assistant_approach": response.assistant_approach,
        "user_feedback": response.user_feedback,
    }
    return {name: round(value, 2) if isinstance(value, float) else value for name, value in found.items()}


def _patterns_told(shown: Occurrence, patterns: EventPatterns) -> str:
    """What the event has in common with others, in a line or two."""
    data = shown.event.emotion_data
    parts = []
    if patterns.frequency is not None:
        often = f"{patterns.frequency:.1f} times in 30 days"
        parts.append(f"Recurs: {often}" if patterns.is_recurring else f"Seen before: {often}")
    if patterns.typical_duration is not None:
        parts.append(f"lasts {patterns.typical_duration:,.0f} minutes")
    if patterns.typical_resolution:
        parts.append(f"{patterns.typical_resolution} mostly helped")
    if data.words:
        parts.append("Read from " + ", ".join(f"“{one}”" for one in data.words))
    return "  ·  ".join(parts)


def _line(name: str, hint: str) -> QLineEdit:
    made = QLineEdit()
    made.setAccessibleName(name)
    made.setPlaceholderText(hint)
    return made


def _choice(name: str, entries: list[str]) -> QComboBox:
    made = QComboBox()
    made.setEditable(True)
    made.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
    made.addItems(entries)
    made.setAccessibleName(name)
    if (field := made.lineEdit()) is not None:
        field.setAccessibleName(name)
    return made
