"""The form of a board: where attention is, what is open, and what the conversation is about, to be read and changed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import (
    QComboBox,
    QDoubleSpinBox,
    QLineEdit,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from memory_desktop.bridge.layer_words import emotion_word
from memory_desktop.bridge.translation import mark, tr, translated
from memory_desktop.core.layers.feelings import EmotionType
from memory_desktop.core.layers.working import (
    DEFERRED,
    FIELDS,
    LISTS,
    TEXTS,
    Board,
    DeferredItem,
    deferred_line,
    read_deferred,
)
from memory_desktop.core.meanwhile import Aside, Draft
from memory_desktop.ui.conversations.entries import EntriesEdit, field_label, show_value
from memory_desktop.ui.lists import bar, column, scrolled
from memory_desktop.ui.meanwhile import settle
from memory_desktop.ui.saving import leads_to, saves_by_key
from memory_desktop.ui.tips import set_tip
from memory_desktop.ui.widgets import SPACE, button, label

_EMOTION, _TURNS, _MINUTES = "current_emotion", "turn_count", "time_in_topic"
_MOST = 1_000_000
#: Section, and in it (field, its name, a hint).
_SECTIONS = translated(
    (
        (
            mark("Attention"),
            (
                ("primary", mark("&Main focus"), mark("What attention is on")),
                ("secondary", mark("In the &background"), mark("One a line")),
                ("monitoring", mark("&Watched"), mark("Concerns of safety and limits, one a line")),
            ),
        ),
        (
            mark("Open points"),
            (
                ("open_questions", mark("Open &questions"), mark("One a line")),
                ("pending_clarifications", mark("To &clarify"), mark("One a line")),
                ("planned_explorations", mark("To e&xplore"), mark("One a line")),
                (DEFERRED, mark("&Deferred"), mark("One a line: what | why | when to resume")),
            ),
        ),
        (
            mark("Context"),
            (
                ("current_topic", mark("&Topic"), mark("Not known")),
                ("current_goal", mark("&Goal"), mark("Not known")),
                (_EMOTION, mark("&Emotion"), ""),
                (_TURNS, mark("T&urns"), ""),
                (_MINUTES, mark("M&inutes on this topic"), ""),
            ),
        ),
    )
)
_Field = QLineEdit | EntriesEdit | QComboBox | QSpinBox | QDoubleSpinBox


class BoardForm(QWidget):
    """Signals: `saved(values, seen)`: of the fields that were changed, what they say, and what they said before."""

    saved = Signal(object, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.draft = Draft(_told, Board())
        self._aside = Aside[Board]()
        self._writable = False
        self.fields: dict[str, _Field] = {}
        self._build()
        self.revert_to_shown()

    # --- parts --------------------------------------------------------------------------------

    def _build(self) -> None:
        self.save = button(tr("Save"), self._save, role="primary")
        self.revert = button(tr("Revert"), self.revert_to_shown)
        self.state = label("", "muted")
        form = QWidget()
        lines = QVBoxLayout(form)
        lines.setContentsMargins(SPACE * 2, 0, SPACE * 2, SPACE * 2)
        lines.setSpacing(SPACE // 2)
        for section, fields in _SECTIONS:
            lines.addWidget(label(section, "heading"))
            for name, title, hint in fields:
                field = self._field(name, title.replace("&", ""), hint)
                self.fields[name] = field
                lines.addWidget(field_label(title, field))
                lines.addWidget(field)
            lines.addSpacing(SPACE)
        lines.addStretch(1)
        page = scrolled(form)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        saves_by_key(self, self.save)
        leads_to(self.fields["primary"], self.save, self.revert, form=self)
        outer.addWidget(column(bar(self.state, self.revert, self.save, filling=self.state), page))

    def _field(self, name: str, title: str, hint: str) -> _Field:
        if name in TEXTS:
            text = QLineEdit()
            text.setPlaceholderText(hint)
            text.setAccessibleName(title)
            text.textChanged.connect(self._enable)
            set_tip(text, tr("What you set here stays until you clear it"))
            return text
        if name == _EMOTION:
            choice = QComboBox()
            for one in EmotionType:
                word = tr("Not known") if one is EmotionType.UNKNOWN else emotion_word(one.value).capitalize()
                choice.addItem(word, one.value)
            choice.setAccessibleName(title)
            choice.currentIndexChanged.connect(self._enable)
            return choice
        if name == _TURNS:
            turns = QSpinBox()
            turns.setRange(0, _MOST)
            turns.setAccessibleName(title)
            turns.valueChanged.connect(self._enable)
            return turns
        if name == _MINUTES:
            minutes = QDoubleSpinBox()
            minutes.setRange(0, _MOST)
            minutes.setDecimals(1)
            minutes.setAccessibleName(title)
            minutes.valueChanged.connect(self._enable)
            return minutes
        entries = EntriesEdit(title, hint)
        entries.setFixedHeight(entries.fontMetrics().lineSpacing() * 3 + 18)
        entries.textChanged.connect(self._enable)
        return entries

    # --- showing ------------------------------------------------------------------------------

    def show_board(self, board: Board, *, writable: bool) -> None:
        """Show a board. What was typed for it, now or before, stays until it is saved or reverted."""
        before, shown = _name(self.draft.thing), _name(board)
        self._writable = writable
        if shown != before:
            self._aside.put(before, self.draft, self.said())
        kept = self._aside.take(shown) if shown != before and writable else None
        if kept is not None:
            self.draft, said = kept
            self._say(said)
        if shown == before or kept is not None:
            self._say(self.draft.news(self.said(), board))
        else:
            self.draft.show(board)
            self._say(self.draft.now)
        self._enable()

    def revert_to_shown(self) -> None:
        """Say what the board says."""
        self.draft.show(self.draft.thing)
        self._say(self.draft.now)
        self._enable()

    def forget(self) -> None:
        """Let go of all that was typed."""
        self.revert_to_shown()
        self._aside.forget()

    def said(self) -> dict[str, Any]:
        """What the fields say."""
        return {name: self._said(name) for name in FIELDS}

    def changes(self) -> dict[str, Any]:
        """The values of the fields that say something else than the board did when they were shown."""
        return self.draft.changes(self.said())

    @property
    def unsaved(self) -> bool:
        """Has somebody typed something, for any board, that was not saved?"""
        return bool(self.changes() or self._aside)

    def _said(self, name: str) -> Any:
        field = self.fields[name]
        if isinstance(field, EntriesEdit):
            return field.entries()
        if isinstance(field, QComboBox):
            return field.currentData()
        if isinstance(field, QLineEdit):
            return " ".join(field.text().split())
        return round(field.value(), 1) if isinstance(field, QDoubleSpinBox) else field.value()

    def _say(self, values: Mapping[str, Any]) -> None:
        for name, value in values.items():
            field = self.fields[name]
            if not isinstance(field, QLineEdit) or " ".join(field.text().split()) != value:  # a blank may be typed yet
                show_value(field, value)

    def _enable(self) -> None:
        changed = bool(self.changes())
        self.save.setEnabled(changed and self._writable)
        self.revert.setEnabled(changed)
        for field in self.fields.values():
            if isinstance(field, QLineEdit | EntriesEdit):
                field.setReadOnly(not self._writable)
            else:
                field.setEnabled(self._writable)
        clash = bool(self.draft.clashes(self.said()))
        self.state.setText(
            (tr("Changed meanwhile") if clash else tr("Not saved yet")) if changed and self._writable else ""
        )

    @Slot()
    def _save(self) -> None:
        settle(self, self.draft, self.said, _titles(), self._say, self._emit)

    def _emit(self) -> None:
        values = self.changes()
        seen = self.draft.seen_as(values, _values)
        if DEFERRED in values:
            values[DEFERRED] = [self._deferred(one) for one in values[DEFERRED]]
        self.saved.emit(values, seen)

    def _deferred(self, text: str) -> DeferredItem:
        """What a line says; one that is there keeps its time."""
        made = read_deferred(text)
        known = {one.text: one.since for one in self.draft.thing.state.deferred_items}
        return replace(made, since=known.get(made.text))


def _name(board: Board) -> str:
    return f"{board.user}\n{board.thread}"


def _values(board: Board) -> dict[str, Any]:
    return {name: board.value(name) for name in FIELDS}


def _told(board: Board) -> dict[str, Any]:
    """The fields of a board as the form says them."""
    found = _values(board)
    found |= {name: [_line(one) for one in found[name]] for name in (*LISTS, DEFERRED)}
    return {**found, _MINUTES: round(float(found[_MINUTES]), 1)}


def _line(entry: Any) -> str:
    return deferred_line(entry) if isinstance(entry, DeferredItem) else str(entry)


def _titles() -> dict[str, str]:
    """What each field is called in a sentence."""
    return {name: title.replace("&", "") for _, fields in _SECTIONS for name, title, _ in fields}
