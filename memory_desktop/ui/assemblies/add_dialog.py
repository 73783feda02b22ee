"""Memories are looked for and added to an assembly."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import QLineEdit, QTreeWidgetItem, QWidget

from memory_desktop.bridge.runner import Token
from memory_desktop.bridge.session import VaultSession
from memory_desktop.bridge.translation import grouped, tr
from memory_desktop.core.assemblies import Assembly
from memory_desktop.core.memory.records import Memory
from memory_desktop.ui.filter_field import FilterField
from memory_desktop.ui.fitting import fitting
from memory_desktop.ui.form_dialog import FormDialog
from memory_desktop.ui.format import one_line
from memory_desktop.ui.icons import icon
from memory_desktop.ui.lists import flat_list
from memory_desktop.ui.tips import set_item_tip
from memory_desktop.ui.widgets import label

_KEY = int(Qt.ItemDataRole.UserRole) + 1
_DEBOUNCE_MS = 200
_FOUND = 50
_SIZE = QSize(680, 520)


class AddMembersDialog(FormDialog):
    """Lists what fits some words, at first those of the assembly's name; what is ticked stays so over searches.

    Signals: `failed(exception)`.

    Args:
        members: those that it has already, which are not offered.
    """

    failed = Signal(object)

    def __init__(
        self, session: VaultSession, assembly: Assembly, members: Sequence[Memory], parent: QWidget | None = None
    ) -> None:
        super().__init__(tr("Add memories to “{name}”", name=assembly.name), tr("Add"), parent)
        self.resize(fitting(_SIZE, self))
        self.id = assembly.id
        self._session = session
        self._members = {memory.key for memory in members}
        self._ticked: dict[int, Memory] = {}
        self.box = FilterField(tr("Words of the memories, or operators such as tag:work"), tr("Find memories"))
        self.box.addAction(icon("search"), QLineEdit.ActionPosition.LeadingPosition)
        self.list = flat_list(tr("Memories found"), ((tr("Memory"), ""), (tr("Kind"), "procedure")))
        self.list.setMinimumHeight(140)
        self.box.leads_into(self.list)
        self.told = label("", "muted", wrap=True)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_DEBOUNCE_MS)
        self._timer.timeout.connect(self._find)
        for made in (self.box, self.list, self.told):
            self.column.addWidget(made)
        self.column.setStretch(1, 1)
        self.box.setText(assembly.name)
        self.box.selectAll()
        self.finish()
        self.box.textChanged.connect(self._timer.start)
        self.list.itemChanged.connect(self._on_tick)
        self._tell(0)
        self._find()

    def keys(self) -> list[int]:
        """Keys of what is ticked, in the order in which it was."""
        return list(self._ticked)

    @Slot()
    def _find(self) -> None:
        self._timer.stop()
        text, reader = self.box.text().strip(), self._session.reader

        def work(token: Token) -> list[Memory]:
            named = list(reader.by_ids([text]).values())
            if named or not text:
                return named
            answer = reader.recall(text, k=_FOUND, prefix_last=True, show_weaker=True, marked=False, cancel=token)
            return [hit.memory for hit in answer.hits]

        self._session.runner.query(self, work, self._show, failed=self.failed.emit, channel="find")

    def _show(self, found: Sequence[Memory]) -> None:
        others = [memory for memory in found if memory.key not in self._members]
        self.list.blockSignals(True)
        self.list.clear()
        ticked = [one for one in self._ticked.values() if one.key not in {memory.key for memory in others}]
        for memory in (*ticked, *others):
            item = QTreeWidgetItem([one_line(memory.content), memory.kind])
            item.setData(0, _KEY, memory)
            item.setCheckState(0, Qt.CheckState.Checked if memory.key in self._ticked else Qt.CheckState.Unchecked)
            set_item_tip(item, memory.content)
            self.list.addTopLevelItem(item)
        self.list.blockSignals(False)
        self._tell(len(found) - len(others))

    def _tell(self, in_it: int) -> None:
        chosen = (
            tr("{ticked} ticked.", ticked=grouped(len(self._ticked)))
            if self._ticked
            else tr("Tick what is to be added.")
        )
        known = tr(" {in_it} of those found are in it already.", in_it=grouped(in_it)) if in_it else ""
        self.told.setText(f"{chosen}{known}")
        self._known = in_it
        self.ok.setEnabled(bool(self._ticked))
        self.name_accept(tr("Add {ticked}", ticked=grouped(len(self._ticked))) if self._ticked else tr("Add"))

    def _on_tick(self, item: QTreeWidgetItem) -> None:
        memory = item.data(0, _KEY)
        if item.checkState(0) is Qt.CheckState.Checked:
            self._ticked[memory.key] = memory
        else:
            self._ticked.pop(memory.key, None)
        self._tell(self._known)
