"""A memory's text, with the words that a search matched marked, and all its fields below."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFormLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from memory_desktop.bridge.translation import figure, mark, plural, tr, translated
from memory_desktop.bridge.wording import engine_word, layer_word
from memory_desktop.core.answers import Freshness
from memory_desktop.core.layers.concepts import Concept
from memory_desktop.core.layers.payload import payload_of
from memory_desktop.core.layers.rendered import form_of
from memory_desktop.core.memory.emotion import emotion_text
from memory_desktop.core.memory.records import GENERATED_FROM, Memory, Status
from memory_desktop.models.words import status_word
from memory_desktop.ui.format import exact
from memory_desktop.ui.tag_field import TagField, TagsOf
from memory_desktop.ui.tips import set_tip
from memory_desktop.ui.widgets import SPACE, button, label, line
from memory_desktop.ui.wrapping import ElidedLink, SelectableText


class ContentTab(QScrollArea):
    """Signals: `jump_requested(id)` for an ancestor or successor; `kind_requested()`: another kind is to be chosen.

    Attributes:
        tags: to be changed in place; see its signals. kind: its button says what is chosen now.
    """

    jump_requested = Signal(object)
    kind_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setAccessibleName(tr("Content"))
        host = QWidget()
        self._column = QVBoxLayout(host)
        self._column.setContentsMargins(16, 14, 16, 16)
        self._column.setSpacing(SPACE + 2)
        self.text = SelectableText(tr("Text of the memory"))
        self._column.addWidget(self.text)
        self._column.addWidget(line())
        self._form = QFormLayout()
        self._form.setHorizontalSpacing(16)
        self._form.setVerticalSpacing(7)
        self._form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self._form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self.kind = button("", self.kind_requested.emit, role="link")
        self.kind.setAccessibleName(tr("Kind"))
        self.kind.setProperty("inline", True)  # it begins where the texts below it do
        self.tags = TagField()
        self._values = {title: made for title in _TITLES if (made := self._add_row(title)) is not None}
        self._links: list[ElidedLink] = []
        self._ids: tuple[tuple[str, str], ...] = ()
        self._column.addLayout(self._form)
        self._column.addStretch(1)
        self.setWidget(host)

    def show_memory(
        self,
        memory: Memory,
        matches: Sequence[tuple[int, int]] = (),
        assemblies: Sequence[str] = (),
        into: str = "",
        freshness: Freshness | None = None,
        made_from: Sequence[str] = (),
        *,
        read_only: bool = False,
    ) -> None:
        """Show one. Rows are filled, not made anew.

        Args:
            matches: ranges of its text. assemblies: what it is in. into: what it is just being merged into.
            freshness: of its vector, if that is known.
            made_from: what it was generated from.
            read_only: its labels cannot be changed.
        """
        still = read_only or memory.status is not Status.ACTIVE
        self.tags.show_tags(TagsOf((memory.key,), dict.fromkeys(memory.tags, 1)), read_only=still)
        self._form.setRowVisible(self.tags, not still or bool(memory.tags))
        form = form_of(memory)
        self.kind.setText(memory.kind.replace("&", "&&"))
        self.kind.setAccessibleName(tr("Kind {kind}", kind=memory.kind))
        self.kind.setEnabled(not still and form is None)
        why_not = tr("It keeps its kind: it has fields of its own") if form is not None else ""
        set_tip(self.kind, why_not or ("" if still else tr("Choose another kind")))
        self.text.show_text(memory.content, matches)
        for title, value in _rows(memory, assemblies, freshness).items():
            shown = self._values.get(title)
            if shown is None:  # it is edited in place: see above
                continue
            if shown.text() != value:
                shown.setText(value)
            if self._form.isRowVisible(shown) != bool(value):
                self._form.setRowVisible(shown, bool(value))
        self._show_links(memory, into, made_from)

    def clear(self) -> None:
        """Show nothing."""
        self.text.show_text("", ())
        self.tags.clear()
        self.kind.setText("")
        for value in self._values.values():
            value.setText("")

    def _add_row(self, title: str) -> SelectableText | None:
        edited: dict[str, QWidget] = {tr("Kind"): self.kind, tr("Tags"): self.tags}
        if title in edited:
            self._form.addRow(_title(title), edited[title])
            return None
        shown = SelectableText(title, "", "mono" if title in _MONO else "")
        self._form.addRow(_title(title), shown)
        return shown

    def _show_links(self, memory: Memory, into: str, made_from: Sequence[str]) -> None:
        followers = ((tr("Replaced by"), memory.superseded_by or ""), (tr("Being merged into"), into))
        sources = [
            *((tr("Comes from"), id) for id in memory.lineage),
            *((tr("Generated from"), id) for id in made_from),
        ]
        wanted = (*((title, id) for title, id in followers if id), *sources)
        if wanted == self._ids:
            return
        self._ids = wanted
        for old in self._links:
            self._form.removeRow(old)
        self._links = [self._link(id) for _, id in wanted]
        for (title, _), made in zip(wanted, self._links, strict=True):
            self._form.addRow(_title(title), made)

    def _link(self, id: str) -> ElidedLink:
        made = ElidedLink(id)
        made.clicked.connect(lambda _checked=False: self.jump_requested.emit(id))
        return made


def _title(text: str) -> QLabel:
    made = label(text, "muted")
    made.setAlignment(Qt.AlignmentFlag.AlignTop)
    made.setContentsMargins(0, 1, 0, 0)
    return made


_TITLES = translated(
    (
        mark("Kind"),
        mark("Layer"),
        mark("Status"),
        mark("Tags"),
        mark("Assemblies"),
        mark("Source"),
        mark("Thread"),
        mark("Created"),
        mark("Updated"),
        mark("Recalled"),
        mark("Salience"),
        mark("Confidence"),
        mark("Trust"),
        mark("Recall score"),
        mark("PII"),
        mark("Written by"),
        mark("External ID"),
        "ID",
        mark("Vector by"),
        mark("Emotion"),
        mark("Metadata"),
        mark("More"),
    )
)
_MONO = translated(("ID", mark("Vector by"), mark("Metadata"), mark("More")))


def _pretty(values: Mapping[str, Any]) -> str:
    if not values:
        return ""
    return json.dumps(dict(values), indent=2, ensure_ascii=False, default=str, sort_keys=True)


def _vector(freshness: Freshness | None) -> str:
    """Which model made its vector, or is going to."""
    if freshness is None or freshness.vector_state == "none":
        return ""
    stored = "" if freshness.vector_state == "indexed" else f" ({engine_word(freshness.vector_state)})"
    return f"{freshness.model_version}{stored}"


def _confidence(memory: Memory) -> float:
    """Of a concept that of what is known of it, as its page says."""
    concept = payload_of(memory, Concept)
    return concept.confidence if concept is not None else memory.confidence


def _rows(memory: Memory, assemblies: Sequence[str], freshness: Freshness | None) -> dict[str, str]:
    recalled = exact(memory.recalled_at) if memory.recalled_at else tr("never")
    if memory.recall_count:
        recalled += f" · {plural('{n} time', '{n} times', memory.recall_count)}"
    values = (
        "",
        layer_word(memory.layer.value),
        status_word(memory.status.value),
        "",
        ", ".join(assemblies),
        memory.source,
        memory.thread,
        exact(memory.created_at),
        exact(memory.updated_at) if memory.updated_at != memory.created_at else "",
        recalled,
        f"{figure(memory.salience, '.3f')}",
        f"{figure(_confidence(memory), '.2f')}",
        f"{figure(memory.trust, '.2f')}" + (tr(" · synthetic") if memory.synthetic else ""),
        f"{figure(memory.quick_recal_score, '.3f')}",
        ", ".join(memory.pii),
        memory.actor,
        memory.external_id or "",
        memory.id,
        _vector(freshness),
        emotion_text(memory.emotion),
        _pretty({name: value for name, value in memory.metadata.items() if name != GENERATED_FROM}),
        _pretty(memory.extra),
    )
    return dict(zip(_TITLES, values, strict=True))
