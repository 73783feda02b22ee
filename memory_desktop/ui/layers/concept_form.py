"""The form of a concept: its name, what it means, what is known of it and its links, to be read and changed."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Signal, Slot
from PySide6.QtWidgets import QDoubleSpinBox, QLineEdit, QPlainTextEdit, QVBoxLayout, QWidget

from memory_desktop.core.layers.concepts import (
    RELATED,
    Concept,
    ConceptData,
    ConceptEdit,
    Edge,
    Property,
    Value,
    folded,
)
from memory_desktop.ui.conversations.entries import EntriesEdit, field_label
from memory_desktop.ui.lists import bar, column, scrolled
from memory_desktop.ui.tips import set_tip
from memory_desktop.ui.widgets import SPACE, button, label

_NEW = Concept(name="")
_BY_RULE = -0.01


class ConceptForm(QWidget):
    """Signals: `saved()` and `retired()` when the buttons are pressed; see `data` and `change`."""

    saved = Signal()
    retired = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown = _NEW
        self._writable = False
        self._build()
        self.show_concept(None)

    # --- parts --------------------------------------------------------------------------------

    def _build(self) -> None:
        self.name = QLineEdit()
        self.name.setAccessibleName("Name of the concept")
        self.category = QLineEdit()
        self.category.setPlaceholderText("person, place, project …")
        self.category.setAccessibleName("Category of the concept")
        self.definition = QLineEdit()
        self.definition.setAccessibleName("What the concept means")
        self.facts = EntriesEdit("Facts")
        self.properties = EntriesEdit("Properties", "age: 41")
        self.links = EntriesEdit("Links", "Porto: lives in")
        self.examples = EntriesEdit("Examples")
        self.non_examples = EntriesEdit("Not examples of it")
        self.confidence = QDoubleSpinBox()
        self.confidence.setRange(_BY_RULE, 1.0)
        self.confidence.setSingleStep(0.05)
        self.confidence.setDecimals(2)
        self.confidence.setSpecialValueText("By the rule")
        self.confidence.setAccessibleName("Confidence")
        set_tip(self.confidence, "By the rule: sources / (sources + 1 + open conflicts)")
        self.save = button("Save", self.saved.emit, role="primary")
        self.revert = button("Revert", self.revert_to_shown)
        self.retire = button("Retire", self.retired.emit, icon_name="forget")
        set_tip(self.retire, "It is forgotten; it stays in the history, and Undo brings it back")
        self.state = label("", "muted")
        form = QWidget()
        lines = QVBoxLayout(form)
        lines.setContentsMargins(SPACE * 2, 0, SPACE * 2, SPACE * 2)
        lines.setSpacing(SPACE // 2)
        for title, field in (
            ("&Name", self.name),
            ("Cate&gory", self.category),
            ("&Definition", self.definition),
            ("&Facts, one a line", self.facts),
            ("&Links, one a line: concept: how it is related", self.links),
            ("&Properties, one a line: name: value", self.properties),
            ("E&xamples, one a line", self.examples),
            ("N&ot examples of it, one a line", self.non_examples),
            ("&Confidence", self.confidence),
        ):
            lines.addWidget(field_label(title, field))
            lines.addWidget(field)
            lines.addSpacing(SPACE // 2)
        lines.addStretch(1)
        page = scrolled(form)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(column(bar(self.state, self.retire, self.revert, self.save, filling=self.state), page))
        for text in self._texts():
            text.textChanged.connect(self._enable)
        self.confidence.valueChanged.connect(self._enable)

    def _texts(self) -> tuple[QLineEdit | QPlainTextEdit, ...]:
        entries = (self.facts, self.links, self.properties, self.examples, self.non_examples)
        return (self.name, self.category, self.definition, *entries)

    # --- showing ------------------------------------------------------------------------------

    def show_concept(self, concept: Concept | None, *, writable: bool = True) -> None:
        """Show one, or an empty form. What was typed is lost."""
        self._shown, self._writable = concept or _NEW, writable
        self.revert_to_shown()

    def allow(self, writable: bool) -> None:
        """May it be changed? What was typed stays."""
        self._writable = writable
        self._enable()

    @property
    def new(self) -> bool:
        """Is it the form of a concept that is not there yet?"""
        return not self._shown.name

    @property
    def changed(self) -> bool:
        """Does it say something else than the concept that it shows?"""
        return not self.says(self._shown)

    def says(self, concept: Concept) -> bool:
        """Does it say what this concept says?"""
        return self._said() == _told(concept)

    def revert_to_shown(self) -> None:
        """Say what the concept says."""
        one = self._shown
        blockers = [QSignalBlocker(field) for field in (*self._texts(), self.confidence)]
        self.name.setText(one.name)
        self.category.setText(one.category)
        self.definition.setText(one.definition)
        self.facts.show_entries(one.knowledge.facts)
        self.properties.show_entries([each.statement for each in one.knowledge.properties])
        self.links.show_entries([_line(each) for each in one.knowledge.edges])
        self.examples.show_entries(one.knowledge.examples)
        self.non_examples.show_entries(one.knowledge.non_examples)
        told = one.understanding.confidence
        self.confidence.setValue(_BY_RULE if told is None else told)
        del blockers
        self._enable()

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
        """What it says, as a change of the concept that it shows."""
        data = self.data()
        confidence = self.confidence.value()
        return ConceptEdit(
            name=data.name,
            definition=data.definition,
            category=data.category,
            facts=data.facts,
            properties=data.properties,
            examples=data.examples,
            non_examples=data.non_examples,
            edges=data.edges,
            confidence=None if confidence < 0 else round(confidence, 2),
        )

    def _said(self) -> tuple[object, ...]:
        data, confidence = self.data(), round(self.confidence.value(), 2)
        return (*_texts(data), _lines(data), max(confidence, _BY_RULE))

    def _edges(self) -> tuple[Edge, ...]:
        """The links; one that was there keeps its strength."""
        before = {_line(one): one for one in self._shown.knowledge.edges}
        return tuple(before.get(line) or _edge(line) for line in self.links.entries())

    def _properties(self) -> tuple[Property, ...]:
        """The attributes; one that was there keeps the type of its value."""
        before = {one.statement: one for one in self._shown.knowledge.properties}
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
        self.state.setText(self._state(changed, named))

    def _state(self, changed: bool, named: bool) -> str:
        if not self._writable:
            return "As it was then"
        if changed and not named:
            return "Still needed: a name"
        return "Not saved yet" if changed else "A new concept" if self.new else ""


def _told(one: Concept) -> tuple[object, ...]:
    known, told = one.knowledge, one.understanding.confidence
    data = ConceptData(
        name=one.name,
        definition=one.definition,
        category=one.category,
        facts=known.facts,
        properties=known.properties,
        examples=known.examples,
        non_examples=known.non_examples,
        edges=known.edges,
    )
    return (*_texts(data), _lines(data), _BY_RULE if told is None else round(told, 2))


def _texts(data: ConceptData) -> tuple[str, ...]:
    return tuple(" ".join(text.split()) for text in (data.name, data.definition, data.category))


def _lines(data: ConceptData) -> tuple[tuple[str, ...], ...]:
    links, properties = map(_line, data.edges), (one.statement for one in data.properties)
    return data.facts, data.examples, data.non_examples, tuple(links), tuple(properties)


def _line(edge: Edge) -> str:
    return f"{edge.target}: {edge.relationship}"


def _edge(line: str) -> Edge:
    target, _, how = line.partition(":")
    return Edge(target=target.strip(), relationship=how.strip() or RELATED)


def _property(line: str) -> Property:
    name, _, text = line.partition(":")
    value: Value = text.strip()
    for kind in (int, float):
        try:
            value = kind(text.strip())
            break
        except ValueError:
            continue
    return Property(name=name.strip(), value=value)
