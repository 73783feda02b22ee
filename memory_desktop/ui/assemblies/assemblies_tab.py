"""Assemblies, how fresh their vectors are, and what can be done: merge, dissolve, propose, see where they came from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QAction, QBrush, QKeySequence
from PySide6.QtWidgets import QTreeWidget, QTreeWidgetItem, QVBoxLayout, QWidget

from memory_desktop.bridge.runner import Token
from memory_desktop.bridge.session import VaultSession
from memory_desktop.core.memory.records import Memory
from memory_desktop.core.wording import count, memories
from memory_desktop.engine.assembly.assemblies import AssemblyState
from memory_desktop.engine.assembly.proposals import Proposal
from memory_desktop.engine.merging.assemblies import MergePreview, Suggestion
from memory_desktop.ui.assemblies.merge_dialog import MergeAssembliesDialog
from memory_desktop.ui.format import ago, exact, one_line
from memory_desktop.ui.icons import icon
from memory_desktop.ui.lists import bar, flat_list, or_empty, split
from memory_desktop.ui.memories.dialogs import AssemblyEditor, split_tags
from memory_desktop.ui.theme import tokens_for
from memory_desktop.ui.tips import set_item_tip
from memory_desktop.ui.widgets import EmptyState, button, label

_LISTED = 500
_COLUMNS = (
    ("Assembly", ""),
    ("Members", "15 (2 forgotten)"),
    ("Freshness", "suggestion "),
    ("Synced", "12 minutes ago"),
    ("Activated", "1,000 ×"),
)
_ID = int(Qt.ItemDataRole.UserRole) + 1
#: Freshness → (icon, colour token): never by colour alone, the word stands beside.
FRESHNESS = {
    "fresh": ("check", "success"),
    "ageing": ("waiting", "warning"),
    "stale": ("warning", "error"),
    "never": ("info", "muted"),
}


@dataclass(frozen=True, slots=True)
class AssembliesLook:
    """What the tab shows."""

    states: Sequence[AssemblyState]
    suggestions: Sequence[Suggestion]


class AssembliesTab(QWidget):
    """Signals: `selected(id)` of a memory; `lineage_requested(id)`; `failed(exception)`."""

    selected = Signal(object)
    lineage_requested = Signal(str)
    failed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session: VaultSession | None = None
        self._proposals: list[Proposal] = []
        self._shown: AssembliesLook | None = None
        self._compared: tuple[object, Sequence[Suggestion]] = (None, ())
        self._wanted = ""
        self.summary = label("", "muted")
        self.merge = button("Merge…", self._merge, icon_name="merge")
        self.lineage = button("Lineage", self._lineage, icon_name="lineage")
        self.edit = button("Edit…", self._edit, icon_name="edit")
        self.dissolve = button("Dissolve", self._dissolve, icon_name="forget")
        self.propose = button("Propose…", self._propose, icon_name="assembly")
        self.list = self._make_list()
        self.members = flat_list("Members of the selected assembly, or of the selected proposal", (("Member", ""),))
        self.members.currentItemChanged.connect(self._on_member)
        self.leave_action = QAction(icon("forget"), "Remove from the assembly", self.members)
        self.leave_action.setShortcut(QKeySequence(QKeySequence.StandardKey.Delete))
        self.leave_action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        self.leave_action.triggered.connect(self._leave)
        self.members.addAction(self.leave_action)
        self.members.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self.splitter = split(Qt.Orientation.Vertical, self.list, self.members, (200, 140))
        empty = EmptyState(
            "assembly",
            "No assemblies yet",
            "An assembly is a group of related memories that can lift its members in recall. Select memories and "
            "choose “Put into an assembly”, or have some proposed.",
        )
        self.pages = or_empty(self.splitter, empty)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        buttons = self.propose, self.lineage, self.edit, self.dissolve, self.merge
        column.addWidget(bar(self.summary, *buttons, filling=self.summary))
        column.addWidget(self.pages, 1)
        self._on_selection()

    def open_session(self, session: VaultSession) -> None:
        """Work on this vault."""
        self._session = session

    def close_session(self) -> None:
        """Forget it."""
        self._session = self._shown = None
        self._compared = (None, ())
        self._proposals = []
        self.list.clear()
        self.members.clear()

    def look(self, session: VaultSession) -> AssembliesLook:
        """What there is to show. Not for the GUI thread."""
        engine = session.engine
        states, least = engine.assemblies.states(), engine.settings["assemblies.merge_above"]
        seen = (least, tuple((state.assembly.revision, state.synced_at) for state in states))
        if seen != self._compared[0]:  # all are compared with all, which is not to be done four times a second
            self._compared = seen, engine.merging.suggestions()
        return AssembliesLook(states, self._compared[1])

    def show_look(self, look: AssembliesLook) -> None:
        """Show it; what is selected stays."""
        if look == self._shown:
            return
        self._shown = look
        chosen = set(self._chosen()) or {self._wanted}
        counts = {name: sum(1 for one in look.states if one.freshness == name) for name in FRESHNESS}
        self.summary.setText("  ·  ".join(f"{count(number)} {name}" for name, number in counts.items() if number))
        self.list.blockSignals(True)
        self.list.clear()
        for state in look.states[:_LISTED]:
            self._add_state(state, chosen)
        for pair in look.suggestions:
            self._add_suggestion(pair)
        for number, proposal in enumerate(self._proposals):
            self._add_proposal(number, proposal)
        self.list.blockSignals(False)
        self.pages.setCurrentIndex(0 if self.list.topLevelItemCount() else 1)
        self._on_selection()

    def choose(self, id: str) -> None:
        """Select one, as soon as it is listed."""
        self._wanted = id
        self.list.clearSelection()
        for row in range(self.list.topLevelItemCount()):
            item = self.list.topLevelItem(row)
            if item is not None and item.data(0, _ID) == id:
                self.list.setCurrentItem(item)

    # --- parts --------------------------------------------------------------------------------

    def _make_list(self) -> QTreeWidget:
        made = flat_list("Assemblies, suggested merges and proposals", _COLUMNS, several=True)
        made.itemSelectionChanged.connect(self._on_selection)
        made.itemActivated.connect(lambda *_: self._edit())
        return made

    def _add_state(self, state: AssemblyState, chosen: set[str]) -> None:
        one = state.assembly
        picture, token = FRESHNESS[state.freshness]
        at = ago(state.synced_at) if state.synced_at else "never"
        members = f"{state.present}" if not state.gone else f"{state.present} ({state.gone} forgotten)"
        item = QTreeWidgetItem([one.name, members, state.freshness, at, f"{one.activation_count:,} ×"])
        item.setIcon(0, icon("assembly"))
        item.setIcon(2, icon(picture, token))
        item.setForeground(2, QBrush(tokens_for(self.palette()).color(token)))
        gone = f"{memories(state.gone)} forgotten" if state.gone else ""
        labels = [f"{title}: {', '.join(of)}" for title, of in (("Tags", one.tags), ("Topics", one.topics)) if of]
        told = [one.reason, *labels, gone, state.vector.last_error and f"Last error: {state.vector.last_error}"]
        told.append(f"Synced {exact(state.synced_at)}" if state.synced_at else "Never synced")
        set_item_tip(item, "\n".join(part for part in told if part))
        item.setData(0, _ID, one.id)
        self.list.addTopLevelItem(item)
        item.setSelected(one.id in chosen)

    def _add_suggestion(self, pair: Suggestion) -> None:
        text = f"Merge “{pair.first.name}” and “{pair.second.name}”?"
        item = QTreeWidgetItem([text, f"{pair.shared} shared", "suggestion", f"similarity {pair.similarity:.2f}", ""])
        item.setIcon(0, icon("merge"))
        item.setData(0, _ID, f"{pair.first.id} {pair.second.id}")
        self.list.addTopLevelItem(item)

    def _add_proposal(self, number: int, proposal: Proposal) -> None:
        item = QTreeWidgetItem([proposal.name, f"{len(proposal.members)}", "proposal", "", ""])
        item.setIcon(0, icon("add"))
        set_item_tip(item, proposal.reason)
        item.setData(0, _ID, f"proposal {number}")
        self.list.addTopLevelItem(item)

    # --- choosing and doing -------------------------------------------------------------------

    def _chosen(self) -> list[str]:
        return [str(item.data(0, _ID)) for item in self.list.selectedItems()]

    def _own(self) -> list[str]:
        """Those of the chosen that are assemblies, and not suggestions."""
        return [id for id in self._chosen() if id.startswith("asm_") and " " not in id]

    @Slot()
    def _on_selection(self) -> None:
        chosen = self._chosen()
        own = self._own()
        suggestion = len(chosen) == 1 and " asm_" in chosen[0]
        proposal = self._proposal(chosen)
        self.merge.setText("Create" if proposal else "Merge…")
        self.merge.setEnabled(len(own) == len(chosen) >= 2 or suggestion or proposal is not None)
        self.dissolve.setEnabled(bool(own) and len(own) == len(chosen))
        for made in (self.lineage, self.edit):
            made.setEnabled(len(own) == 1)
        self.leave_action.setEnabled(len(own) == 1)
        if proposal is not None:
            self._show_members(proposal.members)
        elif len(own) == 1:
            self._load_members(own[0])
        else:
            self.members.clear()

    def _proposal(self, chosen: Sequence[str]) -> Proposal | None:
        if len(chosen) != 1 or not chosen[0].startswith("proposal "):
            return None
        number = int(chosen[0].split()[1])
        return self._proposals[number] if number < len(self._proposals) else None

    def _load_members(self, id: str) -> None:
        session = self._session
        if session is None:
            return
        assemblies = session.engine.assemblies

        def work(_token: Token) -> list[Memory]:
            return assemblies.members(id)

        def done(found: list[Memory]) -> None:
            if self._own() == [id]:  # else another one has been selected meanwhile
                self._show_members(found)

        session.runner.query(self, work, done, failed=self.failed.emit, channel="members")

    def _show_members(self, members: Sequence[Memory]) -> None:
        self.members.clear()
        for memory in members:
            item = QTreeWidgetItem([one_line(memory.content)])
            item.setData(0, _ID, memory.id)
            self.members.addTopLevelItem(item)

    @Slot(object, object)
    def _on_member(self, item: QTreeWidgetItem | None, _before: QTreeWidgetItem | None) -> None:
        if item is not None:
            self.selected.emit(item.data(0, _ID))

    @Slot()
    def _leave(self) -> None:
        item, own = self.members.currentItem(), self._own()
        if self._session is not None and item is not None and len(own) == 1:
            self._session.commands.leave_assembly(own[0], item.data(0, _ID))

    def _merge(self) -> None:
        session, chosen = self._session, self._chosen()
        if session is None or not chosen:
            return
        proposal = self._proposal(chosen)
        if proposal is not None:
            self._proposals.remove(proposal)
            session.commands.assemble([memory.key for memory in proposal.members], proposal.name)
            return
        merging, ids = session.engine.merging, [id for one in chosen for id in one.split()]

        def work(_token: Token) -> MergePreview:
            return merging.preview(ids)

        session.runner.query(self, work, self._ask_merge, failed=self.failed.emit, channel="preview")

    def _ask_merge(self, preview: MergePreview) -> None:
        dialog = MergeAssembliesDialog(preview, self)
        dialog.accepted.connect(lambda: self._really_merge(dialog))
        dialog.open()

    def _really_merge(self, dialog: MergeAssembliesDialog) -> None:
        if self._session is not None:
            self._session.commands.merge_assemblies(dialog.ids, dialog.name.text())

    def _edit(self) -> None:
        own, look = self._own(), self._shown
        found = next((one.assembly for one in look.states if one.assembly.id in own), None) if look else None
        if found is not None:
            dialog = AssemblyEditor(found, self)
            dialog.accepted.connect(lambda: self._really_edit(dialog))
            dialog.open()

    def _really_edit(self, dialog: AssemblyEditor) -> None:
        if self._session is not None:
            tags, topics = split_tags(dialog.tags.text()), split_tags(dialog.topics.text())
            self._session.commands.change_assembly(dialog.id, dialog.name.text(), tags, topics)

    def _dissolve(self) -> None:
        if self._session is not None and self._chosen():
            self._session.commands.dissolve_assemblies(self._chosen())

    def _lineage(self) -> None:
        chosen = self._chosen()
        if len(chosen) == 1:
            self.lineage_requested.emit(chosen[0])

    def _propose(self) -> None:
        session = self._session
        if session is None:
            return
        proposals = session.engine.proposals

        def work(_token: Token) -> tuple[list[Proposal], AssembliesLook]:
            return proposals.find(), self.look(session)

        session.runner.query(self, work, self._show_proposals, failed=self.failed.emit, channel="propose")

    def _show_proposals(self, found: tuple[list[Proposal], AssembliesLook]) -> None:
        self._proposals, self._shown = found[0], None
        self.show_look(found[1])
        if not self._proposals:
            self.summary.setText("No new assembly to propose")
