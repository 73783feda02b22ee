"""The library of skills: listed, made, changed and retired; and which of them a request would match."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QSignalBlocker, Qt, Signal, Slot
from PySide6.QtWidgets import (
    QLineEdit,
    QListWidgetItem,
    QPlainTextEdit,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from memory_desktop.bridge.engine_texts import said
from memory_desktop.bridge.runner import Token
from memory_desktop.bridge.session import VaultSession
from memory_desktop.bridge.talk_commands import retire_skill, save_skill
from memory_desktop.bridge.translation import figure, mark, plural, tr, translated
from memory_desktop.bridge.wording import quoted
from memory_desktop.core.conversation.skills import SKILL_KIND, Skill, SkillMatch, SkillMatches, skill_of
from memory_desktop.core.meanwhile import Aside, Draft
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.models.tips import plain_tip
from memory_desktop.ui.conversations.entries import EntriesEdit, field_label, show_value
from memory_desktop.ui.filter_field import FilterField
from memory_desktop.ui.lists import bar, column, flat_list, name_list, scrolled, split
from memory_desktop.ui.meanwhile import settle
from memory_desktop.ui.saving import leads_to, pressed_once, saves_by_key
from memory_desktop.ui.tips import set_item_tip, set_tip
from memory_desktop.ui.typed import drop_undo
from memory_desktop.ui.unsaved import mark_unsaved
from memory_desktop.ui.widgets import SPACE, button, label

_ID = int(Qt.ItemDataRole.UserRole) + 1
_NEW = Skill("", "", "")
_TITLES = translated(
    {
        "name": mark("Name"),
        "description": mark("What it is for"),
        "prompt": mark("Text for the prompt"),
        "examples": mark("Example phrases"),
    }
)


class SkillsTab(QWidget):
    """Signals: `selected(id or None)`, the memory of a skill; `failed(exception)`."""

    selected = Signal(object)
    failed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session: VaultSession | None = None
        self._skills: Sequence[Skill] = ()
        self.draft = Draft(_told, _NEW)
        self._aside = Aside[Skill]()
        self._loaded = False
        self._tried = ""  # the request whose outcome is shown
        self._build()
        self._show_skill(_NEW)

    def open_session(self, session: VaultSession) -> None:
        """Read from it."""
        self._session = session
        self._enable()

    def close_session(self) -> None:
        """Forget it."""
        if self._session is not None:
            self._session.runner.cancel_all(self)
        self._session = None
        self._loaded = False
        self._aside.forget()
        self.request.clear()
        self._show_matches(None)
        self._show(())
        self._show_skill(_NEW)

    @Slot()
    def refresh(self) -> None:
        """List the skills of now, or of the moment that is looked at."""
        session = self._session
        if session is None:
            return
        reader = session.reader

        def work(_token: Token) -> list[Skill]:
            found = map(skill_of, reader.page(reader.keys(RecordFilter(kinds=(SKILL_KIND,)))))
            return sorted(found, key=lambda one: (one.name, one.id))

        session.runner.query(self, work, self._show, failed=self.failed.emit, channel="skills")

    # --- parts --------------------------------------------------------------------------------

    def _build(self) -> None:
        self.list = name_list(tr("Skills"))
        self.list.currentRowChanged.connect(self._on_row)
        self.number = label("", "muted")
        self.new = button(tr("New skill"), self.start_new, icon_name="add")
        left = column(bar(self.number, self.new, filling=self.number), self.list)
        left.setMinimumWidth(170)
        self.name = QLineEdit()
        self.name.setPlaceholderText("google_workspace")
        self.name.setAccessibleName(tr("Name of the skill"))
        self.purpose = QLineEdit()
        self.purpose.setPlaceholderText(tr("Reads and writes mail, calendar and documents"))
        self.purpose.setAccessibleName(tr("What the skill is for"))
        self.prompt = QPlainTextEdit()
        self.prompt.setAccessibleName(tr("What the skill puts into the prompt"))
        self.prompt.setPlaceholderText(tr("What the agent is told when the skill matches"))
        self.prompt.setTabChangesFocus(True)
        self.prompt.setMinimumHeight(96)
        self.examples = EntriesEdit(tr("Example phrases"), tr("One a line: “What is on my calendar today?”"))
        for field in (self.name, self.purpose, self.prompt, self.examples):
            field.textChanged.connect(self._on_edited)
        self.save = button(tr("Save"), self._save, role="primary")
        self.revert = button(tr("Revert"), lambda: self._show_skill(self.draft.thing))
        self.retire = button(tr("Retire"), self._retire, icon_name="forget")
        set_tip(self.retire, tr("It matches no more; it stays in the history, and Undo brings it back"))
        self.state = label("", "muted")
        form = QWidget()
        lines = QVBoxLayout(form)
        lines.setContentsMargins(SPACE * 2, 0, SPACE * 2, SPACE * 2)
        lines.setSpacing(SPACE // 2)
        for title, field in (
            (tr("&Name"), self.name),
            (tr("What it is &for"), self.purpose),
            (tr("&Text for the prompt"), self.prompt),
            (tr("&Example phrases, one a line"), self.examples),
        ):
            lines.addWidget(field_label(title, field))
            lines.addWidget(field)
            lines.addSpacing(SPACE // 2)
        lines.addStretch(1)
        page = scrolled(form)
        page.setMinimumHeight(90)
        edit = column(bar(self.state, self.retire, self.revert, self.save, filling=self.state), page)
        saves_by_key(edit, self.save)
        leads_to(self.list, self.revert, self.retire)
        pressed_once(self.retire)
        self.splitter = split(Qt.Orientation.Vertical, edit, self._make_trial(), (340, 220))
        self.across = split(Qt.Orientation.Horizontal, left, self.splitter, (220, 640))
        self.across.setStretchFactor(1, 1)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self.across)

    def _make_trial(self) -> QWidget:
        self.request = FilterField(tr("Try a request: what would you ask?"), tr("Request to try"))
        self.request.setMinimumWidth(140)
        self.request.returnPressed.connect(self.try_request)
        self.attempt = button(tr("Try"), self.try_request)
        self.told = label("", "muted", wrap=True)
        self.told.setContentsMargins(SPACE * 2, 0, SPACE * 2, SPACE)
        self.told.setAlignment(Qt.AlignmentFlag.AlignTop)
        columns = ((tr("Skill, and its nearest phrase"), ""), (tr("Similarity"), tr("Near miss, 0.75")))
        self.matches = flat_list(tr("Skills that the request would match"), columns)
        self.matches.setMinimumHeight(60)
        self.matches.itemActivated.connect(self._on_match)
        made = column(bar(self.request, self.attempt, filling=self.request), self.told, self.matches)
        made.setMinimumHeight(130)
        self._show_matches(None)
        return made

    # --- one skill ----------------------------------------------------------------------------

    def _show(self, skills: Sequence[Skill]) -> None:
        others = [_matched_by(one) for one in skills] != [_matched_by(one) for one in self._skills]
        self._skills = skills
        self.number.setText(plural("{n} skill", "{n} skills", len(skills)))
        dirty = self.changed()
        for one in skills:
            self._aside.drop_what_is_said(one.origin, one)
            self._aside.drop_what_is_said("", one)
        with QSignalBlocker(self.list):
            self.list.clear()
            for one in skills:
                item = QListWidgetItem(one.name, self.list)
                item.setData(_ID, one.id)
                item.setToolTip(plain_tip(f"{one.name}\n{one.description}"))
        now = next((one for one in skills if self._shown.origin and one.origin == self._shown.origin), None)
        if now is not None:
            self._say(self.draft.news(self.said(), now))
        now = now or next((one for one in skills if one.name == self.name.text().strip()), None)
        if now is not None and (not dirty or self._same(now)):
            self._show_skill(now)
        elif now is None and not dirty and skills and (self._shown.id or not self._loaded):
            self._show_skill(skills[0])
        elif now is None and not dirty and not skills:
            self._show_skill(_NEW)
        self._loaded = True
        self._mark()
        self._enable()
        if others and self._tried:
            self._match(self._tried)

    def _mark(self) -> None:
        """Choose the row of the skill that is shown."""
        row = next((n for n, one in enumerate(self._skills) if one.id == self._shown.id), -1)
        with QSignalBlocker(self.list):
            self.list.setCurrentRow(row)
            for n, one in enumerate(self._skills):
                if (item := self.list.item(n)) is not None:
                    mark_unsaved(item, one.origin in self._aside)

    @Slot(int)
    def _on_row(self, row: int) -> None:
        if 0 <= row < len(self._skills):
            self._turn_to(self._skills[row])
            self.selected.emit(self._shown.id)

    @property
    def _shown(self) -> Skill:
        """The skill in the form, as it is now."""
        return self.draft.thing

    def _turn_to(self, skill: Skill) -> None:
        """Show another one; what was typed for the one before is there when that is shown again."""
        self._aside.put(self._shown.origin, self.draft, self.said())
        kept = self._aside.take(skill.origin)
        self._show_skill(skill)
        if kept is not None:
            self.draft, said = kept
            self._say(said)
            self._say(self.draft.news(self.said(), skill))
            self._enable()
        self._mark()

    def _show_skill(self, skill: Skill) -> None:
        self.draft.show(skill)
        self._say(self.draft.now)
        self._enable()

    def _say(self, values: Mapping[str, Any]) -> None:
        fields = {"name": self.name, "description": self.purpose, "prompt": self.prompt, "examples": self.examples}
        for name, value in values.items():
            show_value(fields[name], value)

    def said(self) -> dict[str, Any]:
        """What the fields say."""
        return _told(self.skill())

    def skill(self) -> Skill:
        """The skill as the form says it."""
        name, purpose = self.name.text().strip(), self.purpose.text().strip()
        prompt, examples = self.prompt.toPlainText().strip(), tuple(self.examples.entries())
        return replace(self._shown, name=name, description=purpose, prompt=prompt, examples=examples)

    @property
    def unsaved(self) -> bool:
        """Has somebody changed something, of any skill, that was not saved?"""
        return self.changed() or bool(self._aside)

    def changed(self) -> bool:
        """Whether somebody has changed a field."""
        return bool(self.draft.changes(self.said()))

    def _same(self, skill: Skill) -> bool:
        return self.said() == _told(skill)

    @Slot()
    def _on_edited(self) -> None:
        self._enable()

    def _enable(self) -> None:
        session = self._session
        now = session is not None and session.past is None
        skill, changed = self.skill(), self.changed()
        missing = [what for what, text in _needed(skill) if not text]
        self.save.setEnabled(now and changed and not missing)
        self.revert.setEnabled(changed)
        self.retire.setEnabled(now and bool(self._shown.id))
        self.new.setEnabled(now)
        self.attempt.setEnabled(now and bool(self._skills))
        set_tip(self.attempt, "" if self._skills else tr("There is no skill yet to match"))
        for field in (self.name, self.purpose, self.prompt, self.examples):
            field.setReadOnly(not now)
        clash = now and not missing and bool(self.draft.clashes(self.said()))
        self.state.setText(tr("Changed meanwhile") if clash else _state(skill, changed, missing, now))

    def start_new(self) -> None:
        """An empty form."""
        self._turn_to(_NEW)
        self._mark()
        self.selected.emit(None)
        self.name.setFocus()

    @Slot()
    def _save(self) -> None:
        settle(self, self.draft, self.said, _TITLES, self._say, self._emit)

    def _emit(self) -> None:
        if self._session is not None:
            seen = {name: self.draft.seen[name] for name in self.draft.changes(self.said())}
            save_skill(self._session.commands, self.skill(), seen)
            self.list.setFocus()  # else the focus goes on from the disabled button to the first field
            drop_undo(self.name, self.purpose, self.prompt, self.examples)

    def _retire(self) -> None:
        if self._session is not None and self._shown.id:
            retire_skill(self._session.commands, self._shown)
            self._show_skill(self._shown)

    # --- a request ----------------------------------------------------------------------------

    @Slot()
    def try_request(self) -> None:
        """Ask which skills the request would match."""
        asked = self.request.text().strip()
        if asked and self.attempt.isEnabled():
            self._match(asked)

    def _match(self, asked: str) -> None:
        """Ask which skills match; where none can be asked for, what was found before holds no more."""
        session = self._session
        if session is None or not self.attempt.isEnabled():
            self._show_matches(None)
            return
        library, self._tried = session.engine.conversations.skills, asked

        def done(found: SkillMatches) -> None:
            if self._tried == asked:  # else it was dropped meanwhile
                self._show_matches(found)

        session.runner.query(self, lambda _token: library.match(asked), done, failed=self.failed.emit, channel="match")

    def _show_matches(self, found: SkillMatches | None) -> None:
        self._tried = self._tried if found is not None else ""
        self.matches.clear()
        self.matches.setVisible(found is not None and bool(found.matched or found.near_misses))
        if found is None:
            self.told.setText(tr("An agent that asks this would get the text of each skill that matches."))
            return
        for word, matches in ((tr("Matches"), found.matched), (tr("Near miss"), found.near_misses)):
            for one in matches:
                self._add_match(word, one)
        self.told.setText(_outcome(found))

    def _add_match(self, word: str, one: SkillMatch) -> None:
        told = f"{one.skill.name}: {quoted(one.phrase)}"
        item = QTreeWidgetItem(self.matches, [told, f"{word}, {figure(one.similarity, '.2f')}"])
        item.setData(0, _ID, one.skill.id)
        set_item_tip(item, f"{told}\n{one.skill.description}")

    @Slot(QTreeWidgetItem)
    def _on_match(self, item: QTreeWidgetItem) -> None:
        for row, one in enumerate(self._skills):
            if one.id == item.data(0, _ID):
                self.list.setCurrentRow(row)


def _matched_by(skill: Skill) -> tuple[object, ...]:
    """What decides which requests it matches, and what is told of a match."""
    return skill.id, skill.name, skill.description, skill.examples


def _told(skill: Skill) -> dict[str, Any]:
    """The fields of a skill as the form says them."""
    return {
        "name": skill.name.strip(),
        "description": skill.description.strip(),
        "prompt": skill.prompt.strip(),
        "examples": skill.examples,
    }


def _needed(skill: Skill) -> tuple[tuple[str, str], ...]:
    return (
        (tr("a name"), skill.name),
        (tr("what it is for"), skill.description),
        (tr("a text for the prompt"), skill.prompt),
    )


def _state(skill: Skill, changed: bool, missing: Sequence[str], now: bool) -> str:
    if not now:
        return tr("As it was then")
    if changed and missing:
        return tr("Still needed: {missing}", missing=", ".join(missing))
    if changed:
        return tr("Not saved yet")
    return "" if skill.id else tr("A new skill")


def _outcome(found: SkillMatches) -> str:
    if found.note:
        return said(found.note)
    if not found.matched and not found.near_misses:
        return tr(
            "No skill matches, and none is near. A skill matches from a similarity of {threshold}.",
            threshold=figure(found.threshold, ".2f"),
        )
    number = (
        plural("{n} skill matches", "{n} skills match", len(found.matched)) if found.matched else tr("No skill matches")
    )
    return tr(
        "{number}. A skill matches from a similarity of {threshold}.",
        number=number,
        threshold=figure(found.threshold, ".2f"),
    )
