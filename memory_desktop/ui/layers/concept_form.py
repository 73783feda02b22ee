"""The form of a concept: its name, what it means, what is known of it and its links, to be read and changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isfinite
from typing import Any

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QComboBox, QDoubleSpinBox, QLabel, QLineEdit, QPlainTextEdit, QVBoxLayout, QWidget

from memory_desktop.bridge.translation import mark, tr, translated
from memory_desktop.bridge.wording import quoted, user_word
from memory_desktop.core.layers.concepts import (
    RELATED,
    Concept,
    ConceptData,
    ConceptEdit,
    Edge,
    Property,
    Value,
    each_once,
    fields_of,
    folded,
)
from memory_desktop.core.meanwhile import Aside, Draft
from memory_desktop.core.wording import shortened
from memory_desktop.ui.conversations.entries import EntriesEdit, field_label, show_value
from memory_desktop.ui.lists import bar, column, scrolled
from memory_desktop.ui.meanwhile import settle
from memory_desktop.ui.saving import leads_to, pressed_once, saves_by_key
from memory_desktop.ui.tips import set_tip
from memory_desktop.ui.widgets import SPACE, button, label
from memory_desktop.ui.wrapping import ElidedLabel

_NEW = Concept(name="")
_BY_RULE = -0.01
#: So much of a line is said back where it is refused.
_QUOTED = 40
#: What can be changed: (field, its name).
_FIELDS = translated(
    (
        ("name", mark("&Name")),
        ("category", mark("Cate&gory")),
        ("definition", mark("&Definition")),
        ("facts", mark("&Facts, one a line")),
        ("edges", mark("&Links, one a line: concept: how it is related")),
        ("properties", mark("&Properties, one a line: name: value")),
        ("examples", mark("E&xamples, one a line")),
        ("non_examples", mark("N&ot examples of it, one a line")),
        ("confidence", mark("&Confidence")),
    )
)


class ConceptForm(QWidget):
    """Signals: `saved()` and `retired()` when the buttons are pressed; see `data` and `change`."""

    saved = Signal()
    retired = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.draft = Draft(_told, _NEW)
        self._writable = False
        self.aside = Aside[Concept]()
        self._id: str | None = None
        self._build()
        self.show_concept(None)

    # --- parts --------------------------------------------------------------------------------

    def _build(self) -> None:
        self.name = QLineEdit()
        self.name.setAccessibleName(tr("Name of the concept"))
        self.category = QLineEdit()
        self.category.setPlaceholderText(tr("person, place, project …"))
        self.category.setAccessibleName(tr("Category of the concept"))
        self.definition = QLineEdit()
        self.definition.setAccessibleName(tr("What the concept means"))
        self.whose = QComboBox()
        self.whose.setAccessibleName(tr("Whose concept it will be"))
        self.facts = EntriesEdit(tr("Facts"))
        self.properties = EntriesEdit(tr("Properties"), tr("age: 41"))
        self.links = EntriesEdit(tr("Links"), tr("Porto: lives in"))
        self.examples = EntriesEdit(tr("Examples"))
        self.non_examples = EntriesEdit(tr("Not examples of it"))
        self.confidence = QDoubleSpinBox()
        self.confidence.setRange(_BY_RULE, 1.0)
        self.confidence.setSingleStep(0.05)
        self.confidence.setDecimals(2)
        self.confidence.setSpecialValueText(tr("By the rule"))
        self.confidence.setAccessibleName(tr("Confidence"))
        set_tip(self.confidence, tr("By the rule: sources / (sources + 1 + open conflicts)"))
        self.save = button(tr("Save"), self._save, role="primary")
        saves_by_key(self, self.save)
        leads_to(self.name, self.save, form=self)
        self.revert = button(tr("Revert"), self.revert_to_shown)
        self.retire = button(tr("Retire"), self.retired.emit, icon_name="forget")
        leads_to(self.name, self.revert, form=self)
        pressed_once(self.retire)
        set_tip(self.retire, tr("It is forgotten; it stays in the history, and Undo brings it back"))
        self.state, self.refusal = ElidedLabel("muted"), _refusal()
        form = QWidget()
        lines = QVBoxLayout(form)
        lines.setContentsMargins(SPACE * 2, 0, SPACE * 2, SPACE * 2)
        lines.setSpacing(SPACE // 2)
        self._fields: dict[str, QLineEdit | EntriesEdit | QDoubleSpinBox] = {
            "name": self.name,
            "category": self.category,
            "definition": self.definition,
            "facts": self.facts,
            "edges": self.links,
            "properties": self.properties,
            "examples": self.examples,
            "non_examples": self.non_examples,
            "confidence": self.confidence,
        }
        self._whose_label = field_label(tr("&User"), self.whose)
        lines.addWidget(self._whose_label)
        lines.addWidget(self.whose)
        for name, title in _FIELDS:
            field = self._fields[name]
            lines.addWidget(field_label(title, field))
            lines.addWidget(field)
            lines.addSpacing(SPACE // 2)
        lines.addStretch(1)
        page = scrolled(form)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        top = bar(self.state, self.retire, self.revert, self.save, filling=self.state)
        outer.addWidget(column(top, self.refusal, page))
        for text in self._texts():
            text.textChanged.connect(self._enable)
        self.confidence.valueChanged.connect(self._enable)

    def _texts(self) -> tuple[QLineEdit | QPlainTextEdit, ...]:
        entries = (self.facts, self.links, self.properties, self.examples, self.non_examples)
        return (self.name, self.category, self.definition, *entries)

    # --- showing ------------------------------------------------------------------------------

    def show_concept(self, concept: Concept | None, id: str | None = None, *, writable: bool = True) -> None:
        """Show one, or an empty form. What was typed for the one before is there when that is shown again.

        Args:
            id: of the concept, "" for a new one, None for nothing.
        """
        if self._id is not None:
            self.aside.put(self._id, self.draft, self.said())
            if concept is not None:
                self.aside.drop_what_is_said(self._id, concept)
        self._id, self._writable = id, writable
        kept = self.aside.take(id) if id is not None and writable else None
        if kept is None:
            self.draft.show(concept or _NEW)
            self._say(self.draft.now)
        else:
            self.draft, said = kept
            self._say(said)
            self._say(self.draft.news(self.said(), concept or _NEW))
        self._enable()

    def forget(self) -> None:
        """Show nothing, and let go of all that was typed."""
        self.show_concept(None, writable=False)
        self.aside.forget()

    def offer_users(self, users: Sequence[str], chosen: str) -> None:
        """Whose a new concept can be, and whose it is unless somebody chooses. With one alone there is no choice."""
        self.whose.clear()
        for user in users:
            self.whose.addItem(user_word(user), user)
        self.whose.setCurrentIndex(max(0, self.whose.findData(chosen)))
        self._enable()

    @property
    def user(self) -> str:
        """Whose a new concept is to be; "" for nobody's."""
        return str(self.whose.currentData() or "")

    def news(self, concept: Concept, *, writable: bool = True) -> None:
        """Show what the same concept says now. What was typed stays."""
        self._writable = writable
        self._say(self.draft.news(self.said(), concept))
        self._enable()

    def allow(self, writable: bool) -> None:
        """May it be changed? What was typed stays."""
        self._writable = writable
        self._enable()

    @property
    def new(self) -> bool:
        """Is it the form of a concept that is not there yet?"""
        return not self.draft.thing.name

    @property
    def unsaved(self) -> bool:
        """Has somebody changed something, of any concept, that was not saved?"""
        return self.changed or bool(self.aside)

    @property
    def changed(self) -> bool:
        """Has somebody changed a field?"""
        return bool(self.draft.changes(self.said()))

    def says(self, concept: Concept) -> bool:
        """Does it say what this concept says?"""
        return self.said() == _told(concept)

    def revert_to_shown(self) -> None:
        """Say what the concept says."""
        self.draft.show(self.draft.thing)
        self._say(self.draft.now)
        self._enable()

    def _say(self, values: Mapping[str, Any]) -> None:
        for name, value in values.items():
            show_value(self._fields[name], value)

    def said(self) -> dict[str, Any]:
        """What the fields say."""
        found: dict[str, Any] = {}
        for name, field in self._fields.items():
            if isinstance(field, QLineEdit):
                found[name] = " ".join(field.text().split())
            elif isinstance(field, EntriesEdit):
                found[name] = each_once(field.entries())
            else:
                found[name] = max(round(field.value(), 2), _BY_RULE)
        found["edges"] = each_once(map(_line, self._edges()))
        found["properties"] = each_once(one.statement for one in self._properties())
        return found

    def data(self) -> ConceptData:
        """What it says, as a new concept."""
        return ConceptData(
            name=self.name.text(),
            definition=self.definition.text(),
            category=self.category.text(),
            facts=tuple(self.facts.entries()),
            properties=self._properties(),
            examples=tuple(self.examples.entries()),
            non_examples=tuple(self.non_examples.entries()),
            edges=self._edges(),
        )

    def change(self) -> ConceptEdit:
        """What somebody changed of the concept that it shows."""
        data, confidence = self.data(), self.confidence.value()
        every: dict[str, Any] = {name: getattr(data, name) for name in self._fields if name != "confidence"}
        every["confidence"] = None if confidence < 0 else round(confidence, 2)
        return ConceptEdit(**{name: every[name] for name in self.draft.changes(self.said())})

    def seen(self) -> dict[str, Any]:
        """What the concept said of what somebody changed, when it was shown."""
        return self.draft.seen_as(self.draft.changes(self.said()), fields_of)

    @Slot()
    def _save(self) -> None:
        """Save what it says; where a line says nothing that can be saved, go there, and say so."""
        field, refused = self._refused()
        if field is not None:
            field.setFocus(Qt.FocusReason.OtherFocusReason)
            self.refusal.setText(refused)
            self.refusal.show()
            return
        settle(self, self.draft, self.said, _titles(), self._say, self.saved.emit)

    def _refused(self) -> tuple[EntriesEdit | None, str]:
        """The field with a line that cannot be saved, and why; (None, "") where there is none."""
        for line in self.links.entries():
            target = folded(_edge(line).target)
            if not target:
                return self.links, tr("{line} names no concept to link to", line=_cited(line))
            if target == folded(self.name.text()):
                return self.links, tr("{line} would link the concept to itself", line=_cited(line))
        for line, one in zip(self.properties.entries(), self._properties(), strict=True):
            if not one.name or one.value == "":
                return self.properties, tr("{line} is no property: write name: value", line=_cited(line))
        return None, ""

    def _edges(self) -> tuple[Edge, ...]:
        """The links; one that was there keeps its strength."""
        before = {_line(one): one for one in self.draft.thing.knowledge.edges}
        return tuple(before.get(line) or _edge(line) for line in self.links.entries())

    def _properties(self) -> tuple[Property, ...]:
        """The attributes; one that was there keeps the type of its value."""
        before = {one.statement: one for one in self.draft.thing.knowledge.properties}
        return tuple(before.get(line) or _property(line) for line in self.properties.entries())

    @Slot()
    def _enable(self) -> None:
        changed, named = self.changed, bool(folded(self.name.text()))
        self.save.setEnabled(self._writable and changed and named)
        self.revert.setEnabled(changed)
        self.retire.setEnabled(self._writable and not self.new)
        for field in self._texts():
            field.setReadOnly(not self._writable)
        self.confidence.setEnabled(self._writable and not self.new)
        for part in (self._whose_label, self.whose):
            part.setVisible(self.new and self.whose.count() > 1)
        self.state.setText(self._state(changed, named))
        self.refusal.hide()

    def _state(self, changed: bool, named: bool) -> str:
        if not self._writable:
            return tr("As it was then")
        if changed and not named:
            return tr("Still needed: a name")
        if changed and self.draft.clashes(self.said()):
            return tr("Changed meanwhile")
        return tr("Not saved yet") if changed else tr("A new concept") if self.new else ""


def _refusal() -> QLabel:
    """Says why a line cannot be saved, for as long as it stands there."""
    made = label("", "error", wrap=True)
    made.setContentsMargins(SPACE * 2, 0, SPACE * 2, SPACE)
    made.hide()
    return made


def _told(one: Concept) -> dict[str, Any]:
    """The fields of a concept as the form says them."""
    known, sure = one.knowledge, one.understanding.confidence
    return {
        **{name: " ".join(getattr(one, name).split()) for name in ("name", "category", "definition")},
        "facts": known.facts,
        "edges": tuple(map(_line, known.edges)),
        "properties": tuple(each.statement for each in known.properties),
        "examples": known.examples,
        "non_examples": known.non_examples,
        "confidence": _BY_RULE if sure is None else round(sure, 2),
    }


def _line(edge: Edge) -> str:
    return f"{edge.target}: {edge.relationship}"


def _edge(line: str) -> Edge:
    target, _, how = line.partition(":")
    return Edge(target=target.strip(), relationship=how.strip() or RELATED)


def _property(line: str) -> Property:
    name, _, text = line.partition(":")
    return Property(name=name.strip(), value=_value(text.strip()))


def _value(text: str) -> Value:
    """A number where it would be written as it is typed: of "007" or "1.50" nothing is to be lost."""
    for kind in (int, float):
        try:
            number = kind(text)
        except ValueError:
            continue
        if isfinite(number) and str(number) == text:
            return number
    return text


def _cited(line: str) -> str:
    return quoted(shortened(line, _QUOTED))


def _titles() -> dict[str, str]:
    """What each field is called in a sentence."""
    return {name: title.replace("&", "").partition(",")[0] for name, title in _FIELDS}
