"""A query and the memories that it should find: its hits, to be selected."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import QTreeWidgetItem, QVBoxLayout, QWidget

from memory_desktop.bridge.runner import Token
from memory_desktop.bridge.session import VaultSession
from memory_desktop.bridge.translation import plural, tr
from memory_desktop.core.errors import NotFoundError
from memory_desktop.core.memory.records import Memory
from memory_desktop.ui.filter_field import FilterField, add_search_mark
from memory_desktop.ui.flow_layout import BarLayout
from memory_desktop.ui.format import one_line
from memory_desktop.ui.lists import flat_list
from memory_desktop.ui.widgets import SPACE, button, label

_ID = int(Qt.ItemDataRole.UserRole) + 1
_DEBOUNCE_MS = 250
_HITS = 20


@dataclass(frozen=True, slots=True)
class _Found:
    query: str
    memories: list[Memory]
    labelled: frozenset[str]


class LabelEditor(QWidget):
    """Signals: `selected(id)`; `failed(exception)`."""

    selected = Signal(object)
    failed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session: VaultSession | None = None
        self._labelled: tuple[str, ...] = ()
        self.box = FilterField(tr("Enter a question"), tr("Query to label"))
        add_search_mark(self.box)
        self.box.textEdited.connect(self._on_typed)
        self.box.textChanged.connect(self._on_text)
        self.hint = label("", "muted", wrap=True)
        self.save = button(tr("Save label"), self._save, role="primary", icon_name="check")
        columns = ((tr("Select expected results"), ""), (tr("Kind"), "procedure"))
        self.list = flat_list(tr("Memories found for the question"), columns)
        self.list.setMinimumHeight(50)
        self.box.leads_into(self.list)
        self.list.itemChanged.connect(self._on_ticked)
        self.list.currentItemChanged.connect(self._on_current)
        self.box.setMinimumWidth(120)
        top = BarLayout(self.box, spacing=SPACE)
        top.addWidget(self.box)
        top.addWidget(self.save)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addLayout(top)
        column.addWidget(self.hint)
        column.addWidget(self.list, 1)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_DEBOUNCE_MS)
        self._timer.timeout.connect(self._search)
        self._on_ticked()

    def open_session(self, session: VaultSession) -> None:
        """Search in this vault."""
        self._session = session
        self.edit("", ())

    def close_session(self) -> None:
        """Forget it."""
        self._timer.stop()
        self._session = None
        self.edit("", ())

    def edit(self, query: str, ids: tuple[str, ...]) -> None:
        """Show a query with what it is labelled with."""
        self._labelled = ids
        self.box.setText(query)
        self._search()

    @Slot()
    def _on_typed(self) -> None:
        self._labelled = ()
        self._timer.start()

    @Slot(str)
    def _on_text(self, text: str) -> None:
        if not text:
            self._on_typed()

    @Slot()
    def _search(self) -> None:
        session, query, labelled = self._session, self.box.text().strip(), self._labelled
        if session is None or not query:
            self._show(_Found("", [], frozenset()))
            return
        engine = session.engine

        def work(token: Token) -> _Found:
            found: dict[str, Memory] = {}
            for id in labelled:
                try:
                    found[id] = engine.get(id)
                except NotFoundError:
                    continue
            for mode in ("hybrid", "keyword", "vector"):
                for hit in engine.recall(query, mode=mode, k=_HITS, cancel=token).hits:
                    found.setdefault(hit.memory.id, hit.memory)
            return _Found(query, list(found.values()), frozenset(labelled))

        session.runner.query(self, work, self._show, failed=self.failed.emit, channel="label")

    def _show(self, found: _Found) -> None:
        self.list.blockSignals(True)
        self.list.clear()
        for memory in found.memories:
            item = QTreeWidgetItem([one_line(memory.content), memory.kind])
            item.setData(0, _ID, memory.id)
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
            ticked = memory.id in found.labelled
            item.setCheckState(0, Qt.CheckState.Checked if ticked else Qt.CheckState.Unchecked)
            self.list.addTopLevelItem(item)
        self.list.blockSignals(False)
        self._on_ticked()

    def ticked(self) -> list[str]:
        """Ids of what should come."""
        items = [self.list.topLevelItem(row) for row in range(self.list.topLevelItemCount())]
        return [str(one.data(0, _ID)) for one in items if one and one.checkState(0) is Qt.CheckState.Checked]

    @Slot()
    def _on_ticked(self) -> None:
        number = len(self.ticked())
        self.save.setEnabled(number > 0)
        if not self.box.text().strip():
            self.hint.setText(tr("Enter a question; what is found appears below."))
        elif not self.list.topLevelItemCount():
            self.hint.setText(tr("Nothing found."))
        else:
            self.hint.setText(plural("{n} memory selected.", "{n} memories selected.", number))

    def _on_current(self, item: QTreeWidgetItem | None, _before: QTreeWidgetItem | None = None) -> None:
        if item is not None:
            self.selected.emit(item.data(0, _ID))

    def _save(self) -> None:
        if self._session is not None:
            self._session.commands.label(self.box.text().strip(), self.ticked())
