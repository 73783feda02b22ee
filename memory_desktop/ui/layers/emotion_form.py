"""The form of an emotional event: what was felt, about what, how the assistant responded, and how that went."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

from PySide6.QtCore import QDateTime, QSignalBlocker, Signal, Slot
from PySide6.QtWidgets import (
    QComboBox,
    QDateTimeEdit,
    QDoubleSpinBox,
    QGridLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from memory_desktop.bridge.layer_words import approach_of, approach_word, emotion_of, emotion_word
from memory_desktop.bridge.translation import figure, mark, plural, shown_format, tr, translated
from memory_desktop.bridge.wording import no_user, quoted
from memory_desktop.core.layers.emotional import EmotionalEvent, EmotionEdit, EventPatterns, Occurrence, fields_of
from memory_desktop.core.layers.emotional_plan import APPROACHES
from memory_desktop.core.layers.feelings import EmotionType
from memory_desktop.core.layers.payload import read_part
from memory_desktop.core.meanwhile import Aside, Draft
from memory_desktop.core.memory.canonical import canonical_text
from memory_desktop.ui.conversations.entries import field_label, show_value
from memory_desktop.ui.format import local
from memory_desktop.ui.lists import bar, column, scrolled
from memory_desktop.ui.meanwhile import settle
from memory_desktop.ui.saving import leads_to, pressed_once, saves_by_key
from memory_desktop.ui.tips import set_tip
from memory_desktop.ui.widgets import SPACE, button, label

NOT_KNOWN = mark("Not known")
_STEP = 0.05
#: Minutes.
_HOUR = 60
_GIVEN = " *"
_NUMBERS = ("valence", "arousal", "intensity")
#: Of the event, but not in what it says.
_USER, _AT = "user", "at"


class NumberField(QDoubleSpinBox):
    """A number that may be not known: then it says so, and is no 0."""

    def __init__(self, name: str, low: float, high: float) -> None:
        super().__init__()
        self._none = low - _STEP
        self.setRange(self._none, high)
        self.setSingleStep(_STEP)
        self.setDecimals(2)
        self.setSpecialValueText(tr(NOT_KNOWN))
        self.setAccessibleName(name)
        self.setMinimumWidth(110)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def number(self) -> float | None:
        """The number; None where it is not known."""
        return None if self.value() < self._none + _STEP / 2 else round(self.value(), 2)

    def show_number(self, number: float | None) -> None:
        """Say it."""
        self.setValue(self._none if number is None else number)


class _TimeField(QDateTimeEdit):
    """A moment, to the minute, in the person's own time."""

    def __init__(self, name: str) -> None:
        super().__init__(QDateTime.currentDateTime())
        self.setAccessibleName(name)
        self.setDisplayFormat(shown_format("yyyy-MM-dd HH:mm"))
        self.setCalendarPopup(True)
        self.setMinimumWidth(110)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def moment(self) -> datetime:
        """UTC."""
        return _to_minute(datetime.fromtimestamp(self.dateTime().toSecsSinceEpoch(), UTC))

    def show_moment(self, moment: datetime) -> None:
        """Say it."""
        self.setDateTime(QDateTime.fromSecsSinceEpoch(int(moment.timestamp())))


class EmotionForm(QWidget):
    """Signals: `saved()`, `retired()`, `reread()` and `conversation()` when the buttons are pressed; see `change`.

    Attributes:
        whose: the user of the event that is shown next, where that is to be said.
        new_user: whose a new event is, unless somebody says otherwise.
    """

    saved = Signal()
    retired = Signal()
    reread = Signal()
    conversation = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: Occurrence | None = None
        self.whose = self.new_user = ""
        self.draft = Draft[Occurrence | None](_told, None)
        self.aside = Aside[Occurrence | None]()
        self._new = False
        self._writable = False
        self._marks: dict[str, QLabel] = {}
        self._build()
        self.show_event(None, EventPatterns())

    # --- parts --------------------------------------------------------------------------------

    def _build(self) -> None:
        self.words = QPlainTextEdit()
        self.words.setAccessibleName(tr("The words in which it was felt"))
        self.words.setTabChangesFocus(True)
        self.words.setFixedHeight(72)
        self.user = _choice(tr("User"), [])
        self.user.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        if (line := self.user.lineEdit()) is not None:
            line.setPlaceholderText(no_user())
        self.at = _TimeField(tr("When it was felt"))
        self.emotion = _choice(tr("Emotion"), [emotion_word(one.value) for one in EmotionType])
        self.also = _line(tr("Other emotions"), tr("trust, surprise"))
        self.numbers = {
            "valence": NumberField(tr("Valence, unpleasant (-1) to pleasant (1)"), -1, 1),
            "arousal": NumberField(tr("Arousal, calm (0) to excited (1)"), 0, 1),
            "intensity": NumberField(tr("Intensity"), 0, 1),
            "effectiveness": NumberField(tr("How well the response worked"), 0, 1),
            "emotional_shift": NumberField(tr("Change of mood afterwards, -2 to 2"), -2, 2),
        }
        self.topic = _line(tr("What set it off"), tr("work"))
        self.goal = _line(tr("What the user wanted"), "")
        self.phase = _line(tr("Phase of the conversation"), "")
        self.approach = _choice(tr("How the assistant responded"), ["", *map(approach_word, APPROACHES)])
        self.feedback = _line(tr("The user’s own words on the response"), "")
        self.save = button(tr("Save"), self._save, role="primary")
        saves_by_key(self, self.save)
        self.revert = button(tr("Revert"), self.revert_to_shown)
        self.retire = button(tr("Retire"), self.retired.emit, icon_name="forget")
        set_tip(self.retire, tr("It is forgotten, and not made again from the same words; Undo brings it back"))
        self.again = button(tr("Read again"), self.reread.emit)
        set_tip(self.again, tr("Read it again from the conversation; what somebody gave stays"))
        self.to_turn = button(tr("Show in conversation"), self.conversation.emit, icon_name="conversations")
        self._fields: dict[str, QWidget] = {
            "note": self.words,
            _USER: self.user,
            _AT: self.at,
            "primary_emotion": self.emotion,
            "secondary_emotions": self.also,
            **self.numbers,
            "topic": self.topic,
            "goal": self.goal,
            "phase": self.phase,
            "assistant_approach": self.approach,
            "user_feedback": self.feedback,
        }
        leads_to(self.emotion, self.save, self.revert, form=self)
        pressed_once(self.retire)
        self._lay_out()
        for line in self._lines():
            line.textChanged.connect(self._enable)
        self.at.dateTimeChanged.connect(self._enable)
        for box in (self.user, self.emotion, self.approach):
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
        self._add(lines, tr("&Words"), "note", self.words)
        self._add(lines, tr("User"), _USER, self.user)
        self._add(lines, tr("When"), _AT, self.at)
        self._add(lines, tr("&Emotion"), "primary_emotion", self.emotion)
        lines.addLayout(
            self._grid((tr("&Valence"), "valence"), (tr("&Arousal"), "arousal"), (tr("&Intensity"), "intensity"))
        )
        self._add(lines, tr("&Other emotions"), "secondary_emotions", self.also)
        self._add(lines, tr("&Topic"), "topic", self.topic)
        self._add(lines, tr("&Goal"), "goal", self.goal)
        self._add(lines, tr("&Phase"), "phase", self.phase)
        self._add(lines, tr("How the assistant &responded"), "assistant_approach", self.approach)
        lines.addLayout(
            self._grid((tr("How we&ll it worked"), "effectiveness"), (tr("&Change of mood"), "emotional_shift"))
        )
        self._add(lines, tr("&Feedback"), "user_feedback", self.feedback)
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
            row, column = divmod(place, 2)
            self._marks[name] = field_label(title, self._fields[name])
            self._marks[name].setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
            made.addWidget(self._marks[name], 2 * row, column)
            made.addWidget(self._fields[name], 2 * row + 1, column)
            made.setColumnStretch(column, 1)
        return made

    def _lines(self) -> tuple[QLineEdit, ...]:
        return self.also, self.topic, self.goal, self.phase, self.feedback

    # --- showing ------------------------------------------------------------------------------

    def show_event(
        self, shown: Occurrence | None, patterns: EventPatterns, *, writable: bool = True, new: bool = False
    ) -> None:
        """Show an event, nothing, or an empty form for a new one. What was typed for another comes back with that."""
        if self._shown is not None or self._new:
            self.aside.put(self._shown.id if self._shown is not None else "", self.draft, self._said())
        self._shown, self._new, self._writable = shown, new, writable
        here = shown is not None or new
        kept = self.aside.take(shown.id if shown is not None else "") if here and writable else None
        if kept is None:
            self._begin(shown)
        else:
            self.draft, said = kept
            self._say(said)
            self._say(self.draft.news(self._said(), shown) if shown is not None else {})
        self._tell(shown, patterns)

    def _begin(self, shown: Occurrence | None) -> None:
        """Say what the event says; a new one is of its user, and of now, until somebody says otherwise."""
        self.draft.show(shown)
        if shown is None:
            preset = {_USER: self.new_user, _AT: _to_minute(datetime.now(UTC))}
            self.draft.now |= preset
            self.draft.seen |= preset
        self._say(self.draft.now)

    def offer_users(self, users: Iterable[str]) -> None:
        """Whose an event can be, besides whoever is typed."""
        wanted = sorted({one for one in users if one})
        if wanted != [self.user.itemText(row) for row in range(self.user.count())]:
            with QSignalBlocker(self.user):
                said = self.user.currentText()
                self.user.clear()
                self.user.addItems(wanted)
                self.user.setEditText(said)

    def whose_it_is(self) -> str:
        """The user that it names; "" for nobody."""
        return str(self._said()[_USER])

    def given_user(self) -> str | None:
        """The user, where somebody has said another."""
        return self._differing().get(_USER)

    def given_time(self) -> datetime | None:
        """When it was felt, where somebody has said so."""
        return self.draft.changes(self._said()).get(_AT)

    def recorded(self, event: EmotionalEvent) -> None:
        """A new event is there: what was typed for it has been saved."""
        words = canonical_text(event.trigger.context.note)
        if self._new and self._said()["note"] == words:
            self.revert_to_shown()
        if (kept := self.aside.take("")) is not None and kept[1]["note"] != words:
            self.aside.put("", *kept)

    def forget(self) -> None:
        """Show nothing, and let go of all that was typed."""
        self.show_event(None, EventPatterns())
        self.aside.forget()

    def news(self, shown: Occurrence, patterns: EventPatterns, *, writable: bool = True) -> None:
        """Show what the same event says now. What was typed stays."""
        self._shown, self._new, self._writable = shown, False, writable
        self._say(self.draft.news(self._said(), shown))
        self._tell(shown, patterns)

    def _tell(self, shown: Occurrence | None, patterns: EventPatterns) -> None:
        given = [tr("* given, not read from words")] if shown is not None and shown.event.given else []
        told = "" if shown is None else _patterns_told(shown, patterns)
        owner = [self.whose] if shown is not None else []
        self.told.setText("\n".join(filter(None, [*owner, told, *given])))
        if self._new:
            self.told.setText(tr("What you leave out is read from the words."))
        self.told.setVisible(bool(self.told.text()))
        self._show_marks()
        self._enable()

    @property
    def unsaved(self) -> bool:
        """Has somebody typed something, for any event, that was not saved?"""
        return self.changed or (self._new and bool(self.text().strip())) or bool(self.aside)

    @property
    def changed(self) -> bool:
        """Does it say something else than the event that it shows?"""
        return bool(self._differing())

    def allow(self, writable: bool) -> None:
        """May it be changed? What was typed stays."""
        self._writable = writable
        self._enable()

    def says(self, one: Occurrence) -> bool:
        """Does it say what this event says?"""
        return self._said() == _told(one)

    def revert_to_shown(self) -> None:
        """Say what the event says."""
        self._begin(self.draft.thing)
        self._enable()

    def _say(self, values: Mapping[str, Any]) -> None:
        for name, value in values.items():
            field = self._fields[name]
            if isinstance(field, NumberField):
                with QSignalBlocker(field):
                    field.show_number(value)
            elif isinstance(field, _TimeField):
                with QSignalBlocker(field):
                    field.show_moment(value or datetime.now(UTC))
            else:
                show_value(field, _in_words(name, value))

    def change(self) -> EmotionEdit:
        """What it gives that the event does not say. Raises InvalidCommandError."""
        return read_part(self._given(), EmotionEdit)

    def seen(self) -> dict[str, Any]:
        """What the event said of what is given, when it was shown."""
        return self.draft.seen_as(self._given(), lambda one: fields_of(one.event) if one is not None else _NOTHING)

    def _given(self) -> dict[str, Any]:
        """What it gives of what the event says."""
        return {name: value for name, value in self._differing().items() if name not in (_USER, _AT)}

    def _save(self) -> None:
        settle(self, self.draft, self._said, _TITLES, self._say, self.saved.emit)

    def text(self) -> str:
        """The words of a new event."""
        return self.words.toPlainText()

    def _said(self) -> dict[str, Any]:
        return {
            "note": canonical_text(self.words.toPlainText()),
            _USER: " ".join(self.user.currentText().split()),
            _AT: self.at.moment(),
            "primary_emotion": emotion_of(self.emotion.currentText()),
            "secondary_emotions": tuple(emotion_of(one) for one in self.also.text().split(",") if one.strip()),
            **{name: field.number() for name, field in self.numbers.items()},
            "topic": " ".join(self.topic.text().split()),
            "goal": " ".join(self.goal.text().split()),
            "phase": " ".join(self.phase.text().split()),
            "assistant_approach": approach_of(self.approach.currentText()),
            "user_feedback": " ".join(self.feedback.text().split()),
        }

    def _differing(self) -> dict[str, Any]:
        """Fields that say something else than at first; of an unknown emotion there are no numbers to give."""
        said = self._said()
        found = self.draft.changes(said)
        if self._new:
            for name in ("note", _USER, _AT):
                found.pop(name, None)
            if not said["primary_emotion"]:
                found.pop("primary_emotion", None)
        for name in _NUMBERS:
            if found.get(name, 0) is None:
                del found[name]
        return found

    def _show_marks(self) -> None:
        """A star beside the name of what somebody gave; its tool tip says who."""
        given = self._shown.event.given if self._shown is not None else {}
        for name, title in self._marks.items():
            plain, who = title.text().removesuffix(_GIVEN), given.get(name, "")
            title.setText(plain + _GIVEN if who else plain)
            giver = tr("you") if who == "user" else who
            set_tip(
                title, tr("Given by {giver}; what is read from words does not replace it", giver=giver) if who else ""
            )

    @Slot()
    def _enable(self) -> None:
        here = self._shown is not None or self._new
        can = self._writable and here
        said = self._said()
        known = said["primary_emotion"] != EmotionType.UNKNOWN
        for line in self._lines():
            line.setReadOnly(not can)
        self.words.setReadOnly(not (can and self._new))
        for box in (self.user, self.at, self.emotion, self.approach):
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
            told = tr("Choose an event")
        elif self._new:
            told = tr("A new event")
        elif lacking:
            told = tr("Numbers are missing")
            set_tip(self.state, tr("An emotion needs valence, arousal and intensity"))
        else:
            unsaved = tr("Changed meanwhile") if self.draft.clashes(said) else tr("Not saved yet")
            told = unsaved if self.changed else local(self._shown.timestamp) if self._shown else ""
        self.state.setText(told)


_NOTHING: Mapping[str, Any] = {
    "note": "",
    _USER: "",
    _AT: None,
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


_TITLES = translated(
    {
        "note": mark("Words"),
        _USER: mark("User"),
        _AT: mark("When"),
        "primary_emotion": mark("Emotion"),
        "secondary_emotions": mark("Other emotions"),
        "valence": mark("Valence"),
        "arousal": mark("Arousal"),
        "intensity": mark("Intensity"),
        "effectiveness": mark("How well it worked"),
        "emotional_shift": mark("Change of mood"),
        "topic": mark("Topic"),
        "goal": mark("Goal"),
        "phase": mark("Phase"),
        "assistant_approach": mark("How the assistant responded"),
        "user_feedback": mark("Feedback"),
    }
)


def _told(one: Occurrence | None) -> dict[str, Any]:
    """What the form says of an event; numbers and the time as finely as it shows them."""
    if one is None:
        return dict(_NOTHING)
    found = {name: value for name, value in fields_of(one.event).items() if name in _NOTHING}
    said = {name: _as_shown(name, value) for name, value in found.items()}
    return {**said, _USER: one.user_id, _AT: _to_minute(one.timestamp)}


def _in_words(name: str, value: Any) -> Any:
    """A value as a field of texts says it, in the language of the window."""
    if name == "assistant_approach":
        return approach_word(value)
    if name == "secondary_emotions":
        return ", ".join(map(emotion_word, value))
    return emotion_word(value) if name == "primary_emotion" else value


def _to_minute(moment: datetime) -> datetime:
    return moment.astimezone(UTC).replace(second=0, microsecond=0)


def _as_shown(name: str, value: Any) -> Any:
    if isinstance(value, float):
        return round(value, 2)
    if isinstance(value, tuple):
        return tuple(one.strip().casefold() for one in value)
    if isinstance(value, str):
        return value.strip().casefold() if name == "primary_emotion" else " ".join(value.split())
    return value


def _patterns_told(shown: Occurrence, patterns: EventPatterns) -> str:
    """What the event has in common with others, in a line or two."""
    data = shown.event.emotion_data
    parts = []
    if patterns.frequency is not None:
        often = tr("{frequency} times in 30 days", frequency=figure(patterns.frequency, ".1f"))
        parts.append(
            tr("Recurs: {often}", often=often) if patterns.is_recurring else tr("Seen before: {often}", often=often)
        )
    elif patterns.is_recurring:
        parts.append(tr("Recurs"))
    if patterns.typical_duration is not None:
        parts.append(lasting(patterns.typical_duration))
    if patterns.typical_resolution:
        parts.append(
            tr("{typical_resolution} mostly helped", typical_resolution=approach_word(patterns.typical_resolution))
        )
    if data.words:
        parts.append(tr("Read from ") + ", ".join(f"{quoted(one)}" for one in data.words))
    return "  ·  ".join(parts)


def lasting(minutes: float) -> str:
    """How long a feeling lasts, which is a day at most, in the unit that fits."""
    if minutes < 1:
        return tr("lasts less than a minute")
    if minutes < 2 * _HOUR:
        return plural("lasts {n} minute", "lasts {n} minutes", round(minutes))
    return plural("lasts {n} hour", "lasts {n} hours", round(minutes / _HOUR))


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
