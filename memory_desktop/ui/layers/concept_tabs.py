"""What else there is of a concept: its conflicts, what a user makes of it, and the episodes that it is from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from PySide6.QtCore import QSignalBlocker, Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QComboBox, QDoubleSpinBox, QTreeWidgetItem, QVBoxLayout, QWidget

from memory_desktop.bridge.engine_texts import said
from memory_desktop.bridge.translation import grouped, mark, plural, tr, translated
from memory_desktop.core.conversation.cycles import is_message
from memory_desktop.core.layers.concepts import Concept, Conflict, Personal, Resolution, each_once
from memory_desktop.core.meanwhile import Aside, Draft
from memory_desktop.core.memory.records import Memory, Status
from memory_desktop.models.words import status_word
from memory_desktop.ui.conversations.entries import EntriesEdit, field_label, show_value
from memory_desktop.ui.format import local, one_line
from memory_desktop.ui.icons import icon
from memory_desktop.ui.lists import bar, column, flat_list, or_empty, scrolled, split
from memory_desktop.ui.meanwhile import settle
from memory_desktop.ui.plain_table import keep_rows
from memory_desktop.ui.saving import leads_to, pressed_once, saves_by_key
from memory_desktop.ui.sides import Sides
from memory_desktop.ui.tips import set_item_tip, set_tip
from memory_desktop.ui.widgets import SPACE, EmptyState, button, label
from memory_desktop.ui.wrapping import ElidedLabel

_ID = int(Qt.ItemDataRole.UserRole) + 1
_CONCEPT, _WHY, _BOTH = _ID + 1, _ID + 2, _ID + 3
#: Pixels that the number of conflicts keeps beside the buttons.
_LEAST_TOLD = 120
#: Pixels of height without room for the two texts below the list.
_LOW = 330
_NO_CONFLICTS = mark("No conflicts")
_WHAT_CONFLICTS = mark(
    "When something new contradicts what is known of a concept, both are kept and listed here, until you say which of "
    "them is right."
)
_WORDS = translated(
    {
        Resolution.OPEN.value: mark("Open"),
        Resolution.KEEP_OLD.value: mark("Kept the old"),
        Resolution.KEEP_NEW.value: mark("Kept the new"),
        Resolution.KEEP_BOTH.value: mark("Kept both"),
        Resolution.DROPPED.value: mark("Removed by an edit"),
    }
)
#: Which sides of a conflict hold after each decision.
_KEPT = {Resolution.KEEP_OLD.value: (0,), Resolution.KEEP_NEW.value: (1,), Resolution.KEEP_BOTH.value: (0, 1)}
_NOT_KNOWN = -0.01
_PERSONAL = translated(
    {
        "personal_relevance": mark("&Relevance"),
        "mastery_level": mark("&Mastery"),
        "personal_examples": mark("Own e&xamples, one a line"),
        "misconceptions": mark("M&isconceptions, one a line"),
    }
)


class ConflictsTab(QWidget):
    """Signals: `decided(concept id, number, Resolution)`."""

    decided = Signal(str, int, object)

    def __init__(self, parent: QWidget | None = None, *, several: bool = False) -> None:
        super().__init__(parent)
        self._writable = False
        self.told = ElidedLabel("muted")
        self.told.setMinimumWidth(_LEAST_TOLD)
        self.old = button(tr("Keep old"), lambda: self._decide(Resolution.KEEP_OLD), icon_name="history")
        self.new = button(tr("Keep new"), lambda: self._decide(Resolution.KEEP_NEW), role="primary", icon_name="check")
        self.both = button(tr("Keep both"), lambda: self._decide(Resolution.KEEP_BOTH), icon_name="copy")
        set_tip(self.both, tr("Both are right; do not ask about them again"))
        names = ((tr("Concept"), "The allotment shed"),) if several else ()
        columns = (*names, (tr("Known before"), ""), (tr("Came later"), ""), (tr("State"), tr("Removed by an edit")))
        self._first = len(names)
        self.list = flat_list(tr("Conflicts of concepts"), columns)
        keep_rows(self.list)
        self.list.itemSelectionChanged.connect(self._enable)
        leads_to(self.list, self.old, self.new, self.both)
        pressed_once(self.old, self.new, self.both)
        self.sides = Sides((tr("Known before"), tr("Came later")))
        self.splitter = split(Qt.Orientation.Vertical, self.list, self.sides, (260, 200))
        self.splitter.setStretchFactor(0, 1)
        buttons = self.both, self.old, self.new
        full = column(bar(self.told, *buttons, filling=self.told, folding=(self.old, self.both)), self.splitter)
        self.pages = or_empty(full, EmptyState("success", tr(_NO_CONFLICTS), tr(_WHAT_CONFLICTS)))
        self.pages.setCurrentIndex(1)
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.addWidget(self.pages)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Where it is low, the list has the height, and the line above it says why the two contradict each other."""
        super().resizeEvent(event)
        low = self.height() < _LOW
        if low == self.sides.isHidden():
            return
        self.sides.setHidden(low)
        self._enable()

    def show_conflicts(self, found: Sequence[tuple[str, str, int, Conflict]], *, writable: bool) -> None:
        """Show (concept's id, its name, number, conflict)."""
        self._writable = writable
        row, before = max(0, self.list.currentIndex().row()), self._key(self.list.currentItem())
        with QSignalBlocker(self.list):
            self.list.clear()
            # Those that wait for a decision come first.
            for id, name, number, one in sorted(found, key=lambda each: not each[3].open):
                texts = [one_line(one.fact), one_line(one.other), _WORDS.get(one.resolution, one.resolution)]
                item = QTreeWidgetItem(self.list, [name, *texts] if self._first else texts)
                item.setData(0, _ID, number if one.open else 0)
                item.setData(0, _CONCEPT, id)
                set_item_tip(item, f"{one.fact}\n{texts[-1]}", self._first)
                set_item_tip(item, f"{one.other}\n{texts[-1]}", self._first + 1)
                why = said(one.reason) or tr("Two values of one property.")
                decided = "" if one.open else f"{texts[-1]}."
                item.setData(0, _WHY, f"{why} {decided}".strip())
                item.setData(0, _BOTH, (name, one.fact, one.other))
                set_item_tip(item, why, self._first + 2)
                for side in _KEPT.get(one.resolution, ()):
                    item.setIcon(self._first + side, icon("check"))
            if found:
                self.list.setCurrentIndex(self.list.model().index(self._next(before, row), 0))
        self.pages.setCurrentIndex(0 if found else 1)
        self._enable()

    def _key(self, item: QTreeWidgetItem | None) -> tuple[Any, ...]:
        """What tells a conflict from others, and whether it is open."""
        return () if item is None else (item.data(0, _CONCEPT), item.data(0, _BOTH), bool(item.data(0, _ID)))

    def _next(self, before: tuple[Any, ...], row: int) -> int:
        """The row of the conflict that was chosen; where it is decided meanwhile, of the next one that is open."""
        keys = [self._key(self.list.topLevelItem(number)) for number in range(self.list.topLevelItemCount())]
        if before in keys:
            return keys.index(before)
        waiting = [number for number, key in enumerate(keys) if key[-1]]
        return next((one for one in waiting if one >= row), waiting[-1] if waiting else min(row, len(keys) - 1))

    @Slot()
    def _enable(self) -> None:
        item = self.list.currentItem()
        open_one = item is not None and bool(item.data(0, _ID))
        for made in (self.old, self.new, self.both):
            made.setEnabled(self._writable and open_one)
        if item is None:
            self.told.clear()
            self.sides.clear()
            return
        self.told.setText(item.data(0, _WHY) if self.sides.isHidden() else self._numbers())
        name, known, later = item.data(0, _BOTH)
        self.sides.show_pair(
            item.data(0, _WHY),
            [
                (tr("Known before of {name}", name=name) if name and self._first else tr("Known before"), known),
                (tr("Came later of {name}", name=name) if name and self._first else tr("Came later"), later),
            ],
        )

    def _numbers(self) -> str:
        rows = self.list.topLevelItemCount()
        waiting = sum(self._key(self.list.topLevelItem(number))[-1] for number in range(rows))
        decided = tr("{number} decided", number=grouped(rows - waiting)) if rows > waiting else ""
        return ", ".join(filter(None, [tr("{number} open", number=grouped(waiting)) if waiting else "", decided]))

    def _decide(self, how: Resolution) -> None:
        item = self.list.currentItem()
        if item is not None and item.data(0, _ID):
            self.decided.emit(item.data(0, _CONCEPT), item.data(0, _ID), how)


class PersonalTab(QWidget):
    """What one user makes of a concept. Signals: `saved(user, Personal or None, seen)`, what was seen of the fields
    that were changed."""

    saved = Signal(str, object, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._known: Mapping[str, Personal] = {}
        self.draft = Draft(_fields_told, Personal())
        self._shown = ("", "")  # the concept and the user in the form
        self._aside = Aside[Personal]()
        self._concept = ""
        self._writable = False
        self.users = QComboBox()
        self.users.setAccessibleName(tr("Whose understanding"))
        self.users.currentIndexChanged.connect(self._show_user)
        self.save = button(tr("Save"), self._save, role="primary")
        self.clear = button(tr("Clear"), lambda: self.saved.emit(self._user(), None, {}))
        self.state = label("", "muted")
        self.relevance = _score(tr("How relevant it is to the user"))
        self.mastery = _score(tr("How well the user has mastered it"))
        self.examples = EntriesEdit(tr("The user’s own examples"))
        self.misconceptions = EntriesEdit(tr("What the user gets wrong"))
        form = QWidget()
        lines = QVBoxLayout(form)
        lines.setContentsMargins(SPACE * 2, 0, SPACE * 2, SPACE * 2)
        lines.setSpacing(SPACE // 2)
        self._fields: dict[str, QDoubleSpinBox | EntriesEdit] = {
            "personal_relevance": self.relevance,
            "mastery_level": self.mastery,
            "personal_examples": self.examples,
            "misconceptions": self.misconceptions,
        }
        for name, field in self._fields.items():
            title = _PERSONAL[name]
            lines.addWidget(field_label(title, field))
            lines.addWidget(field)
        lines.addStretch(1)
        self._say(self.draft.now)
        for spin in (self.relevance, self.mastery):
            spin.valueChanged.connect(self._enable)
        for text in (self.examples, self.misconceptions):
            text.textChanged.connect(self._enable)
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        page = scrolled(form)
        saves_by_key(self, self.save)
        leads_to(self.users, self.save, self.clear)
        box.addWidget(column(bar(self.users, self.state, self.clear, self.save, filling=self.state), page))

    def show_concept(self, id: str, concept: Concept | None, users: Sequence[str], *, writable: bool) -> None:
        """Show what each of these users makes of a concept."""
        chosen = self.users.currentData()
        self._known = concept.user_specific if concept is not None else {}
        self._concept, self._writable = id, writable and concept is not None
        with QSignalBlocker(self.users):
            self.users.clear()
            for user in users:
                self.users.addItem(user or tr("The vault’s own user"), user)
            self.users.setCurrentIndex(max(0, self.users.findData(chosen)))
        self._show_user()

    @property
    def unsaved(self) -> bool:
        """Has somebody changed something, of any concept and user, that was not saved?"""
        return self.changed or bool(self._aside)

    @property
    def changed(self) -> bool:
        """Has somebody changed a field?"""
        return bool(self.draft.changes(self.said()))

    def _user(self) -> str:
        return str(self.users.currentData() or "")

    @Slot()
    def _show_user(self) -> None:
        one, shown = self._known.get(self._user(), Personal()), (self._concept, self._user())
        if shown == self._shown:
            self._say(self.draft.news(self.said(), one))
        else:
            self._aside.put("\n".join(self._shown), self.draft, self.said())
            self._shown = shown
            kept = self._aside.take("\n".join(shown)) if self._writable else None
            if kept is None:
                self.draft.show(one)
                self._say(self.draft.now)
            else:
                self.draft, said = kept
                self._say(said)
                self._say(self.draft.news(self.said(), one))
        self._enable()

    def forget(self) -> None:
        """Let go of all that was typed."""
        self.draft.show(self.draft.thing)
        self._say(self.draft.now)
        self._aside.forget()
        self._enable()

    def _say(self, values: Mapping[str, Any]) -> None:
        for name, value in values.items():
            show_value(self._fields[name], _NOT_KNOWN if value is None else value)

    def said(self) -> dict[str, Any]:
        """What the fields say."""
        found: dict[str, Any] = {}
        for name, field in self._fields.items():
            if isinstance(field, QDoubleSpinBox):
                found[name] = None if field.value() < 0 else round(field.value(), 2)
            else:
                found[name] = each_once(field.entries())
        return found

    @Slot()
    def _enable(self) -> None:
        changed = self.changed
        self.save.setEnabled(self._writable and changed)
        self.clear.setEnabled(self._writable and self._user() in self._known)
        for field in (self.relevance, self.mastery):
            field.setEnabled(self._writable)
        for text in (self.examples, self.misconceptions):
            text.setReadOnly(not self._writable)
        clash = bool(self.draft.clashes(self.said()))
        self.state.setText(
            (tr("Changed meanwhile") if clash else tr("Not saved yet")) if changed and self._writable else ""
        )

    def _save(self) -> None:
        settle(self, self.draft, self.said, _titles(), self._say, self._emit)

    def _emit(self) -> None:
        said = self.said()
        seen = self.draft.seen_as(self.draft.changes(said), msgspec.structs.asdict)
        self.saved.emit(self._user(), Personal(**said), seen)


class SourcesTab(QWidget):
    """Signals: `selected(id)` of a memory; `conversation_requested(id)` of a message."""

    selected = Signal(object)
    conversation_requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.told = label("", "muted")
        self.go = button(tr("Show in conversation"), self._go, icon_name="conversations")
        self.list = flat_list(
            tr("Where the concept is from"),
            ((tr("Text"), ""), (tr("When"), "2026-11-17 10:30"), (tr("Status"), tr("Superseded"))),
        )
        self.list.itemSelectionChanged.connect(self._on_selection)
        self.list.itemActivated.connect(self._go)
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.addWidget(column(bar(self.told, self.go, filling=self.told), self.list))
        self.show_sources(())

    def show_sources(self, memories: Sequence[Memory]) -> None:
        """Show these, oldest first."""
        self.told.setText(
            plural("{n} source", "{n} sources", len(memories))
            if memories
            else tr("Written down by hand, without a source.")
        )
        with QSignalBlocker(self.list):
            self.list.clear()
            for one in sorted(memories, key=lambda memory: (memory.created_at, memory.key)):
                status = "" if one.status is Status.ACTIVE else status_word(one.status.value)
                item = QTreeWidgetItem(self.list, [one_line(one.content), local(one.created_at), status])
                item.setData(0, _ID, one.id)
                item.setData(0, _CONCEPT, is_message(one))
                set_item_tip(item, one.content)
        self._on_selection()

    @Slot()
    def _on_selection(self) -> None:
        item = self.list.currentItem()
        self.go.setEnabled(item is not None and bool(item.data(0, _CONCEPT)))
        if item is not None:
            self.selected.emit(item.data(0, _ID))

    @Slot()
    def _go(self) -> None:
        item = self.list.currentItem()
        if item is not None and item.data(0, _CONCEPT):
            self.conversation_requested.emit(item.data(0, _ID))


def _fields_told(one: Personal) -> dict[str, Any]:
    """The fields of an understanding as the form says them."""
    every = msgspec.structs.asdict(one)
    return {name: round(value, 2) if isinstance(value, float) else value for name, value in every.items()}


def _score(name: str) -> QDoubleSpinBox:
    made = QDoubleSpinBox()
    made.setRange(_NOT_KNOWN, 1.0)
    made.setSingleStep(0.05)
    made.setDecimals(2)
    made.setSpecialValueText(tr("Not known"))
    made.setAccessibleName(name)
    return made


def _titles() -> dict[str, str]:
    """What each field is called in a sentence."""
    return {name: title.replace("&", "").partition(",")[0] for name, title in _PERSONAL.items()}
