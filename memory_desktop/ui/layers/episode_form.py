"""An episode to be read and corrected: what was said, and what was read from it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QFormLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from memory_desktop.bridge.layer_words import emotion_word, interaction_word, phase_word
from memory_desktop.bridge.translation import figure, tr
from memory_desktop.bridge.wording import quoted
from memory_desktop.core.layers.episodes import (
    FLAGS,
    OF_A_FLAG,
    Interaction,
    Phase,
    salience_of,
    score_parts,
    value_of,
)
from memory_desktop.core.layers.feelings import EmotionType
from memory_desktop.core.meanwhile import Aside, Draft
from memory_desktop.engine.layers.episodes import StoredEpisode
from memory_desktop.ui.layers.episode_plot import MARKS
from memory_desktop.ui.lists import bar, column, scrolled
from memory_desktop.ui.meanwhile import settle
from memory_desktop.ui.saving import leads_to, saves_by_key
from memory_desktop.ui.tips import set_tip
from memory_desktop.ui.widgets import SPACE, button, label
from memory_desktop.ui.written_line import WrittenLine

_NOT_KNOWN = -0.01
#: The property of a line that holds several entries: what stands between them.
_BETWEEN = "between"
#: Numbers are shown to so much.
_SHOWN_TO = 0.00501


class EpisodeForm(QWidget):
    """Signals: `saved(changes, seen)`: values by dotted name, and what these were; `conversation_requested()`."""

    saved = Signal(object, object)
    conversation_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: StoredEpisode | None = None
        self._writable = False
        self._whose = ""
        self._fields: dict[str, QWidget] = {}
        self._labels: dict[str, tuple[QLabel, str]] = {}
        self.draft = Draft[StoredEpisode | None](self._told, None)
        self.aside = Aside[StoredEpisode | None]()
        self.said = QPlainTextEdit()
        self.said.setReadOnly(True)
        self.said.setTabChangesFocus(True)
        self.said.setAccessibleName(tr("What was said"))
        self.said.setMinimumHeight(70)
        self.said.setMaximumHeight(150)
        self.state = label("", "muted", wrap=True)
        self.state.setContentsMargins(SPACE * 2, 0, SPACE * 2, SPACE)
        self.why = label("", "muted", wrap=True)
        self.save = button(tr("Save correction"), self._save, role="primary")
        saves_by_key(self, self.save)
        self.show_turn = button(tr("Show in conversation"), self.conversation_requested.emit)
        leads_to(self.said, self.save, form=self)
        page = QWidget()
        inside = QVBoxLayout(page)
        inside.setContentsMargins(SPACE * 2, 0, SPACE * 2, SPACE * 2)
        inside.addWidget(self.said)
        inside.addLayout(self._make_form())
        inside.addStretch(1)
        area = scrolled(page)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        space = label("")
        outer.addWidget(column(bar(space, self.show_turn, self.save, filling=space), self.state, area))
        self.show_episode(None)

    def _make_form(self) -> QFormLayout:
        form = QFormLayout()
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapAllRows)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        self._line(form, "content.topic", tr("Topic"))
        self._line(form, "content.subtopics", tr("Subtopics"), tr("separated by commas"), ",")
        self._choice(form, "context.emotional_state", tr("Mood"), [one.value for one in EmotionType], emotion_word)
        self._score(form, "context.emotional_intensity", tr("Intensity"))
        self._choice(form, "context.conversation_phase", tr("Phase"), ["", *Phase], phase_word)
        self._choice(form, "context.interaction_type", tr("Interaction"), ["", *Interaction], interaction_word)
        self._line(form, "context.goal_identified", tr("Goal"))
        for flag in FLAGS:
            box = QCheckBox(MARKS[flag][0])
            box.toggled.connect(self._enable)
            self._add(form, f"significance.{flag}", "", box)
        self._score(form, "significance.score", tr("Significance"), known=True)
        set_tip(self._fields["significance.score"], tr("0.5 × salience + 0.15 for each flag, unless you set it"))
        form.addRow(self.why)
        self._score(form, "outcomes.user_satisfaction", tr("Satisfaction (inferred)"))
        self._score(form, "outcomes.goal_achievement", tr("Goal reached (inferred)"))
        self._line(form, "outcomes.growth_indicators", tr("Growth"), tr("separated by |"), "|")
        self._line(form, "outcomes.concerns_raised", tr("Concerns"), tr("separated by |"), "|")
        return form

    def _line(self, form: QFormLayout, name: str, title: str, hint: str = "", between: str = "") -> None:
        field = WrittenLine()
        field.setProperty(_BETWEEN, between)
        field.setPlaceholderText(hint)
        field.written.connect(self._enable)
        self._add(form, name, title, field)

    def _choice(
        self, form: QFormLayout, name: str, title: str, values: Sequence[str], word: Callable[[str], str]
    ) -> None:
        field = QComboBox()
        for value in values:
            field.addItem(tr("Not known") if value in ("", "unknown") else word(value).capitalize(), value or None)
        field.activated.connect(self._enable)
        self._add(form, name, title, field)

    def _score(self, form: QFormLayout, name: str, title: str, *, known: bool = False) -> None:
        field = QDoubleSpinBox()
        field.setRange(0.0 if known else _NOT_KNOWN, 1.0)
        field.setSingleStep(0.05)
        field.setDecimals(2)
        field.setSpecialValueText("" if known else tr("Not known"))
        field.valueChanged.connect(self._enable)
        self._add(form, name, title, field)

    def _add(self, form: QFormLayout, name: str, title: str, field: QWidget) -> None:
        field.setAccessibleName(title or MARKS[name.partition(".")[2]][0])
        told = label(title, "muted")
        told.setBuddy(field)
        form.addRow(told, field)
        self._fields[name], self._labels[name] = field, (told, title)

    # --- showing ------------------------------------------------------------------------------

    def show_episode(self, one: StoredEpisode | None, *, writable: bool = True, whose: str = "") -> None:
        """Show one, or nothing. What was typed for it, now or before, stays. `whose`: where that is to be said."""
        if self._shown is not None and (one is None or one.id != self._shown.id):
            self.aside.put(self._shown.id, self.draft, self._all())
        same = one is not None and self._shown is not None and one.id == self._shown.id
        self._shown, self._writable, self._whose = one, writable, whose
        words = _words(one) if one is not None else ""
        if words != self.said.toPlainText():
            self.said.setPlainText(words)
        kept = self.aside.take(one.id) if one is not None and writable and not same else None
        if kept is not None:
            self.draft, said = kept
            self._say(said)
        if same or kept is not None:
            self._say(self.draft.news(self._all(), one))
        else:
            self.draft.show(one)
            self._say(self.draft.now)
        for name in self._fields:
            told, title = self._labels[name]
            marked = one is not None and name in one.payload.corrected
            told.setText(tr("{title} (corrected)", title=title).strip() if marked else title)
        self.why.setText(_why(one) if one is not None else "")
        self.why.setVisible(bool(self.why.text()))
        self._enable()

    def forget(self) -> None:
        """Show nothing, and let go of all that was typed."""
        self.show_episode(None)
        self.aside.forget()

    @property
    def unsaved(self) -> bool:
        """Has somebody changed something, of any episode, that was not saved?"""
        return bool(self.changes() or self.aside)

    def changes(self) -> dict[str, Any]:
        """What somebody changed, by dotted name."""
        return self.draft.changes(self._all()) if self._shown is not None else {}

    def _told(self, one: StoredEpisode | None) -> dict[str, Any]:
        return {name: value_of(one.payload, name) if one is not None else None for name in self._fields}

    def _all(self) -> dict[str, Any]:
        """What the fields say; a number that is shown less finely than it is known is that number."""
        found = {name: _taken(name, field) for name, field in self._fields.items()}
        for name, value in found.items():
            for known in (self.draft.now.get(name), self.draft.seen.get(name)):
                if _same(value, known):
                    found[name] = known
        return found

    def _say(self, values: Mapping[str, Any]) -> None:
        for name, value in values.items():
            _put(self._fields[name], value)

    @Slot()
    def _enable(self) -> None:
        there = self._shown is not None
        for field in self._fields.values():
            field.setEnabled(there and self._writable)
        self.show_turn.setEnabled(there)
        self.save.setEnabled(there and self._writable and bool(self.changes()))
        one = self._shown
        told = _read_by(one.payload.method) if one is not None else ""
        told += tr(", with corrections") if one is not None and one.payload.corrected else ""
        if there and self._writable and self.changes():
            told = tr("Changed meanwhile") if self.draft.clashes(self._all()) else tr("Not saved yet")
        self.state.setText("  ·  ".join(filter(None, [self._whose, told])))
        self.state.setVisible(bool(self.state.text()))
        set_tip(self.state, one.payload.method if one is not None else "")

    @Slot()
    def _save(self) -> None:
        titles = {name: title or field.accessibleName() for name, title, field in self._titles()}
        settle(self, self.draft, self._all, titles, self._say, self._emit)

    def _titles(self) -> Iterator[tuple[str, str, QWidget]]:
        for name, field in self._fields.items():
            yield name, self._labels[name][1], field

    def _emit(self) -> None:
        changes = self.changes()
        if changes:
            self.saved.emit(changes, {name: self.draft.seen[name] for name in changes})


def _read_by(method: str) -> str:
    """Who read an episode from its turn, without the version of the rules."""
    name = method.partition("@")[0]
    return tr("Read by rules") if name == "rules" else tr("Read by {method}", method=name)


def _why(one: StoredEpisode) -> str:
    """What the significance of an episode is made of."""
    if "significance.score" in one.payload.corrected:
        return tr("Set by hand")
    found = score_parts(one.payload, salience_of([one.memory]))
    if found is None:
        return ""
    of_salience, flags = found
    parts = [tr("{share} for its salience", share=figure(of_salience, ".2f"))]
    parts += [tr("{share} for {flag}", share=figure(OF_A_FLAG, ".2f"), flag=quoted(MARKS[flag][0])) for flag in flags]
    return tr("Made of {parts}", parts=" + ".join(parts))


def _words(one: StoredEpisode) -> str:
    answer = one.cycle.final_response if one.cycle.user_input.strip() else None
    return f"{one.cycle.opening}\n\n{answer}" if answer else one.cycle.opening


def _put(field: QWidget, value: Any) -> None:
    field.blockSignals(True)
    match field:
        case QLineEdit():
            parts = value if isinstance(value, tuple) else (value or "",)
            field.setText((", " if field.property(_BETWEEN) == "," else " | ").join(parts))
            field.setCursorPosition(0)
        case QComboBox():
            if value is not None and field.findData(value) < 0:
                field.addItem(str(value), value)
            field.setCurrentIndex(max(0, field.findData(value)) if value is not None else 0)
        case QDoubleSpinBox():
            field.setValue(field.minimum() if value is None else float(value))
        case QCheckBox():
            field.setChecked(bool(value))
    field.blockSignals(False)


def _taken(name: str, field: QWidget) -> Any:
    match field:
        case QLineEdit() if between := field.property(_BETWEEN):
            return tuple(part.strip() for part in field.text().split(between) if part.strip())
        case QLineEdit():
            return " ".join(field.text().split())
        case QComboBox():
            return field.currentData()
        case QDoubleSpinBox():
            return None if field.value() < 0 else round(field.value(), 2)
        case QCheckBox():
            return field.isChecked()
    raise TypeError(tr("{name} has no such field", name=name))


def _same(one: Any, other: Any) -> bool:
    if isinstance(one, float) and isinstance(other, float):
        return abs(one - other) <= _SHOWN_TO
    return bool(one == other)
