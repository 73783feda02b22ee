"""One assembly: what it is called and why it was made, and its members in their order."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from memory_desktop.bridge.engine_texts import said
from memory_desktop.bridge.translation import grouped, mark, plural, tr, translated
from memory_desktop.core.memory.records import Memory
from memory_desktop.models.assemblies import AssemblyLine, why_made
from memory_desktop.ui.assemblies.member_list import MemberList
from memory_desktop.ui.flow_layout import BarLayout
from memory_desktop.ui.format import ago, exact, local
from memory_desktop.ui.icons import icon
from memory_desktop.ui.lists import also_by
from memory_desktop.ui.memory_drag import Target
from memory_desktop.ui.picture import Picture
from memory_desktop.ui.plain_table import FEW_ROWS, keep_rows
from memory_desktop.ui.shown_keys import describe
from memory_desktop.ui.tips import set_tip
from memory_desktop.ui.widgets import SPACE, button, label, tool_button
from memory_desktop.ui.wrapping import ElidedLabel

#: What the freshness of its vector means for recall: icon, its colour, words.
_LIFTING = translated(
    {
        "fresh": ("check", "success", mark("Lifts its members in recall.")),
        "ageing": (
            "waiting",
            "warning",
            mark("Lifts its members in recall; its vector is about to be verified again."),
        ),
        "stale": (
            "warning",
            "error",
            mark("Lifts nothing now: its vector was not verified lately, or its members changed."),
        ),
        "never": ("waiting", "muted", mark("Lifts nothing yet: it has no vector.")),
    }
)
_ICON = 16
#: Members that are seen at the least where the view is low.
_FEWEST = 2


class AssemblyPage(QWidget):
    """See the module.

    Signals: `add_requested`; `edit_requested`; `lineage_requested`; `export_requested`; `unmerge_requested`;
    `memories_requested(ids)`, to be shown in Memories; `remove_requested(ids)`. The rest are the list's: `members`.
    """

    add_requested = Signal()
    edit_requested = Signal()
    lineage_requested = Signal()
    export_requested = Signal()
    unmerge_requested = Signal()
    memories_requested = Signal(object)
    remove_requested = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._line: AssemblyLine | None = None
        self._writable = False
        self._low = False
        self.name = ElidedLabel("heading")
        self.told = label("", "muted", wrap=True)
        self.labels = label("", "muted", wrap=True)
        self.lifting = label("", "muted", wrap=True)
        self._picture = Picture(size=_ICON)
        self.members = MemberList(self._target)
        self.members.chosen_changed.connect(self._enable)
        self.empty = label(tr("All of its members have been forgotten."), "muted", wrap=True)
        self.empty.setContentsMargins(SPACE * 2, SPACE, SPACE * 2, SPACE)
        self._make_buttons()
        self._make_actions()
        self._lay_out()
        self.show_line(None, writable=False)

    @property
    def id(self) -> str:
        """Of the assembly that is shown; "" if none is."""
        return self._line.assembly.id if self._line is not None else ""

    def show_line(self, line: AssemblyLine | None, *, writable: bool) -> None:
        """Show what there is to say of an assembly; its members come by `show_members`."""
        other = line is None or line.assembly.id != self.id
        self._line, self._writable = line, writable
        if other:
            self.members.show_members([])
            self.empty.hide()
        if line is None:
            self.name.setText("")
            self._enable()
            return
        one = line.assembly
        self.name.setText(one.name)
        gone = tr(" ({gone} forgotten)", gone=grouped(line.gone)) if line.gone else ""
        made = f"{why_made(one).rstrip('.')}, {local(one.created_at)}"
        changed = tr("Changed {updated_at}", updated_at=ago(one.updated_at)) if one.updated_at != one.created_at else ""
        used = (
            tr("Activated {activation_count} ×", activation_count=grouped(one.activation_count))
            if one.activation_count
            else ""
        )
        parts = (
            f"{plural('{n} memory', '{n} memories', line.present)}{gone}",
            *(() if self._low else (made, changed, used)),
        )
        self.told.setText("  ·  ".join(part for part in parts if part))
        set_tip(
            self.told,
            tr(
                "Made {created_at} by {actor}, changed {updated_at}",
                created_at=exact(one.created_at),
                actor=one.actor,
                updated_at=exact(one.updated_at),
            ),
        )
        labels = ((tr("Tags"), one.tags), (tr("Topics"), one.topics))
        self.labels.setText("  ·  ".join(f"{title}: {', '.join(of)}" for title, of in labels if of))
        self.labels.setVisible(bool(self.labels.text()) and not self._low)
        self._show_lifting(line)
        self.unmerge.setVisible(bool(one.merged_from))
        self._enable()

    def set_low(self, low: bool) -> None:
        """Say less of the assembly, where its members would have no room."""
        if low != self._low:
            self._low = low
            keep_rows(self.members, _FEWEST if low else FEW_ROWS)
            self.show_line(self._line, writable=self._writable)

    def show_members(self, id: str, members: list[Memory]) -> None:
        """The members of the assembly that is shown; those of another one are left out of account."""
        if id == self.id:
            self.members.show_members(members)
            self.members.setVisible(bool(members))
            self.empty.setVisible(not members)
            self._enable()

    # --- parts --------------------------------------------------------------------------------

    def _make_buttons(self) -> None:
        self.add = button(tr("Add memories…"), self.add_requested.emit, icon_name="add")
        self.remove = tool_button("forget", tr("Remove from the assembly"), self._remove)
        self.up = tool_button("up", tr("Move member up"), lambda: self.members.shift(-1))
        self.down = tool_button("down", tr("Move member down"), lambda: self.members.shift(1))
        self.show_all = button(tr("Show in Memories"), self._show_all, icon_name="memories")
        self.export = button(tr("Export…"), self.export_requested.emit, icon_name="export")
        self.lineage = button(tr("Lineage"), self.lineage_requested.emit, icon_name="lineage")
        self.unmerge = button(tr("Unmerge"), self.unmerge_requested.emit, icon_name="unmerge")
        self.edit = button(tr("Edit…"), self.edit_requested.emit, icon_name="edit")
        set_tip(self.edit, tr("Name, tags and topics (F2)"))
        set_tip(self.unmerge, tr("Bring back the assemblies that it was merged from"))

    def _make_actions(self) -> None:
        def make(text: str, name: str, keys: object, on: object) -> QAction:
            action = QAction(icon(name), text, self.members)
            if keys:
                action.setShortcut(QKeySequence(keys))  # type: ignore[call-overload]
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
            action.triggered.connect(on)
            self.members.addAction(action)
            return action

        self.remove_action = make(tr("Remove from the assembly"), "forget", "", self._remove)
        also_by(QKeySequence.StandardKey.Delete, self.remove_action, self.members)
        self.up_action = make(tr("Move member up"), "up", "Alt+Up", lambda: self.members.shift(-1))
        self.down_action = make(tr("Move member down"), "down", "Alt+Down", lambda: self.members.shift(1))
        text = tr("One row for each member. Delete removes it.[{up} moves it up.][{down} moves it down.]")
        describe(self.members, text, up=self.up_action, down=self.down_action)
        self.members.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)

    def _lay_out(self) -> None:
        lifting = QHBoxLayout()
        lifting.setSpacing(SPACE)
        lifting.addWidget(self._picture, 0, Qt.AlignmentFlag.AlignTop)
        lifting.addWidget(self.lifting, 1)
        self._head = QWidget()
        head = QVBoxLayout(self._head)
        head.setContentsMargins(SPACE * 2, SPACE + SPACE // 2, SPACE * 2, 0)
        head.setSpacing(SPACE // 2)
        head.addWidget(self.name)
        head.addWidget(self.told)
        head.addWidget(self.labels)
        head.addLayout(lifting)
        self._bar = QWidget()
        filling = QWidget()
        folding = self.edit, self.show_all, self.add, self.export, self.unmerge, self.lineage
        row = BarLayout(filling, self._bar, SPACE, folding)
        row.setContentsMargins(SPACE * 2, SPACE, SPACE * 2, SPACE)
        left = self.add, self.up, self.down, self.remove
        for made in (*left, filling, self.edit, self.show_all, self.export, self.unmerge, self.lineage):
            row.addWidget(made)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._head)
        column.addWidget(self._bar)
        column.addWidget(self.members, 1)
        column.addWidget(self.empty)

    def _show_lifting(self, line: AssemblyLine) -> None:
        known = _LIFTING.get(line.freshness)
        self._picture.setVisible(known is not None and not self._low)
        self.lifting.setVisible(known is not None and not self._low)
        if known is not None:
            picture, token, words = known
            self._picture.show_icon(picture, token)
            self.lifting.setText(
                tr("{words} Last error: {error}", words=words, error=said(line.error)) if line.error else words
            )
            synced = (
                tr("Vector stored or verified {synced_at}", synced_at=exact(line.synced_at))
                if line.synced_at
                else tr("No vector yet")
            )
            set_tip(self.lifting, synced)

    # --- what can be done ---------------------------------------------------------------------

    def _target(self) -> Target | None:
        if self._line is None or not self._writable:
            return None
        return "assembly", self._line.assembly.id, self._line.assembly.name

    def _enable(self) -> None:
        chosen = bool(self.members.chosen()) and self._writable
        for made in (self.add, self.edit, self.unmerge):
            made.setEnabled(self._writable and self._line is not None)
        for one in (self.remove, self.remove_action):
            one.setEnabled(chosen)
        for one in (self.up, self.up_action):
            one.setEnabled(chosen and self.members.can_move(-1))
        for one in (self.down, self.down_action):
            one.setEnabled(chosen and self.members.can_move(1))

    def _ids(self, which: Sequence[Memory]) -> list[str]:
        return [memory.id for memory in which]

    def _remove(self) -> None:
        if self._writable and (chosen := self.members.chosen()):
            self.remove_requested.emit(self._ids(chosen))

    def _show_all(self) -> None:
        chosen = self.members.chosen()
        self.memories_requested.emit(self._ids(chosen if len(chosen) > 1 else self.members.table.all()))
