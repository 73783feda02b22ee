"""What agents do: their calls as they come, each with what explains it, and a way to take back what it wrote."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt, Signal, Slot
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import (
    QComboBox,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from memory_desktop.bridge.runner import Token
from memory_desktop.bridge.session import VaultSession
from memory_desktop.core.answers import Hit
from memory_desktop.core.memory.held import Decision
from memory_desktop.core.memory.records import Memory
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.core.undo import UndoEntry
from memory_desktop.core.wording import count
from memory_desktop.models.call_table import STRUCK, CallTable, Doing
from memory_desktop.models.hits import reasons
from memory_desktop.ui.columns import ColumnRoom
from memory_desktop.ui.data_text import DataText
from memory_desktop.ui.format import exact, labelled, one_line
from memory_desktop.ui.icons import icon
from memory_desktop.ui.lists import bar, column, flat_list, or_empty, row_table, split
from memory_desktop.ui.plain_table import keep_rows
from memory_desktop.ui.tips import set_item_tip, set_tip
from memory_desktop.ui.view import Inspectable
from memory_desktop.ui.widgets import EmptyState, button
from memory_desktop.ui.wrapping import ElidedLabel

#: Of those that agents call often; the longest of all would take the room of the texts.
_LONGEST_TOOL = "remove_from_board"
_SAMPLES = ("claude-code", _LONGEST_TOOL, "", "", "2026-11-17 19:08", "1,234 ms")
_LEAST_TEXT = 80
_PLACE = int(Qt.ItemDataRole.UserRole) + 1
_ALL = "All agents"
_MOST = 100
#: Columns of which the log knows nothing: the result, and how long it took.
_UNKNOWN = (3, 5)
_EARLIER = (
    "Of calls before this vault was opened, the log keeps what was written and recalled, an entry each. The list of "
    "agents counts every call, those that wrote nothing among them."
)


class _Struck(QStyledItemDelegate):
    """Strikes through what was undone."""

    def initStyleOption(  # noqa: N802 - Qt's name
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        super().initStyleOption(option, index)
        option.font.setStrikeOut(bool(index.data(STRUCK)))


class FeedTab(QWidget):
    """Signals: `inspected(Inspectable or None)`; `undo_requested(commands)`; `search_requested(query)`;
    `failed(exception)`.
    """

    inspected = Signal(object)
    undo_requested = Signal(object)
    search_requested = Signal(str)
    failed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session: VaultSession | None = None
        self.inspected_now: Inspectable | None = None
        self._undoable: tuple[int, ...] = ()
        self._left_out: tuple[int, ...] = ()
        self._decision: Decision | None = None
        self._found: Sequence[tuple[Memory, Hit | None]] = ()
        self.model = CallTable(self)
        self.model.modelReset.connect(self._on_rows)
        self.model.rowsInserted.connect(self._on_rows)
        self._build()
        self._on_current()
        self._on_rows()

    def open_session(self, session: VaultSession) -> None:
        """Read from it."""
        self._session = session

    def close_session(self) -> None:
        """Forget it."""
        if self._session is not None:
            self._session.runner.cancel_all(self)
        self._session = None
        self.show_agents([])
        self._clear()

    def drop_texts(self) -> None:
        """Something was purged: show no call until they are told anew."""
        if self._session is not None:
            self._session.runner.cancel_all(self)
        self._clear()

    def _clear(self) -> None:
        self.model.show([])
        self._on_current()

    def show_agents(self, names: Sequence[str]) -> None:
        """Whose calls can be chosen."""
        now = [self.who.itemText(row) for row in range(1, self.who.count())]
        if now == list(names):
            return
        chosen = self.who.currentData()
        self.who.clear()
        self.who.addItem(_ALL, "")
        for name in names:
            self.who.addItem(name, name)
        self.who.setCurrentIndex(max(0, self.who.findData(chosen)) if chosen else 0)
        self._choose()

    def show_agent(self, name: str) -> None:
        """Only the calls of one."""
        self.who.setCurrentIndex(max(0, self.who.findData(name)))
        self._choose()

    # --- parts --------------------------------------------------------------------------------

    def _build(self) -> None:
        self.who = QComboBox()
        self.who.setAccessibleName("Whose calls are listed")
        self.who.addItem(_ALL, "")
        self.who.setMinimumWidth(140)
        self.who.activated.connect(self._choose)
        self.number = ElidedLabel("muted")
        self.number.setMinimumWidth(60)
        self.again = button("Search again", self._search, icon_name="search")
        set_tip(self.again, "Ask the same question in the Search view")
        self.undo = button("Undo", self._undo, icon_name="restore")
        table = self.table = row_table("Calls of agents, newest first", self.model, _SAMPLES, least=_LEAST_TEXT)
        table.setItemDelegate(_Struck(table))
        table.selectionModel().currentRowChanged.connect(self._on_current)
        keep_rows(table)
        self.undo_action = QAction(icon("restore"), "Undo what this call wrote", table)
        self.undo_action.setShortcut(QKeySequence("Ctrl+U"))
        self.again_action = QAction(icon("search"), "Search again", table)
        for action, on in ((self.undo_action, self._undo), (self.again_action, self._search)):
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
            action.triggered.connect(lambda _checked=False, on=on: on())
            table.addAction(action)
        table.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self.data = DataText("All about the call", "Select a call to see what was asked and what came of it.")
        self.memories = flat_list("Memories of the call", (("Memory", ""), ("Rank", "Rank 10")))
        self.memories.itemSelectionChanged.connect(self._on_memory)
        below = split(Qt.Orientation.Horizontal, self.data, self.memories, (380, 380))
        below.setMinimumHeight(48)
        self.splitter = split(Qt.Orientation.Vertical, table, below, (300, 180))
        empty = EmptyState(
            "agent",
            "No calls yet",
            "When an agent remembers something or asks for memories, the call is shown here at once: who, what, what "
            "came of it and how long it took.",
        )
        self.pages = or_empty(self.splitter, empty)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(
            column(
                bar(self.who, self.number, self.again, self.undo, filling=self.number, folding=(self.again, self.undo)),
                self.pages,
            )
        )

    # --- showing ------------------------------------------------------------------------------

    @Slot()
    def _on_rows(self) -> None:
        rows, earlier = self.model.rowCount(), self.model.earlier()
        calls = count(rows - earlier, "call") if rows > earlier else ""
        logged = f"{earlier:,} from the log" if earlier else ""
        self.number.setText("  ·  ".join(one for one in (calls, logged) if one))
        if logged:
            set_tip(self.number, f"{self.number.text()}\n{_EARLIER}")
        room = self.table.findChild(ColumnRoom)
        unknown = _UNKNOWN if rows and rows == earlier else ()
        if room is not None and unknown != self._left_out:
            self._left_out = unknown
            room.leave_out(unknown)
        self.pages.setCurrentIndex(0 if rows else 1)

    def refresh(self) -> None:
        """It may be known now what became of calls that waited for approval."""
        one = self.current()
        if one is not None and self.model.decided(one) != self._decision:
            self._on_current()

    @Slot()
    def _choose(self) -> None:
        self.model.show_agent(str(self.who.currentData() or ""))
        self._on_current()

    def current(self) -> Doing | None:
        """The call that is chosen."""
        return self.model.doing(self.table.currentIndex().row())

    @Slot()
    def _on_current(self) -> None:
        one = self.current()
        self._show_memories([])
        told = _told(one, self.model.result(one)) if one is not None else ""
        self.data.show_data(told, one.given if one is not None else {})
        self.again.setEnabled(one is not None and bool(one.query))
        self.again_action.setEnabled(self.again.isEnabled())
        self._offer_undo(None)
        self._inspect(None)
        session = self._session
        if one is None or session is None:
            return
        reader, engine = session.reader, session.engine
        decision = self._decision = self.model.decided(one)
        commands = one.commands if decision is None else (decision.command,) if decision.released else ()

        def work(_token: Token) -> tuple[list[tuple[Memory, Hit | None]], list[UndoEntry]]:
            if one.answer is not None:
                found: list[tuple[Memory, Hit | None]] = [(hit.memory, hit) for hit in one.answer.hits]
            else:
                by_id = (
                    {memory.id: memory for memory in reader.page(reader.keys(RecordFilter(ids=one.ids[:_MOST])))}
                    if one.ids
                    else {}
                )
                found = [(by_id[id], None) for id in one.ids if id in by_id]
            entries = [engine.undo_entry(command) for command in commands]
            return found, [entry for entry, done in filter(None, entries) if done and not entry.blocked]

        def done(told: tuple[list[tuple[Memory, Hit | None]], list[UndoEntry]]) -> None:
            if self.current() == one:
                self._show_memories(told[0])
                self._offer_undo(told[1])

        session.runner.query(self, work, done, failed=self.failed.emit, channel="call")

    def _show_memories(self, found: Sequence[tuple[Memory, Hit | None]]) -> None:
        self._found = found
        self.memories.clear()
        for place, (memory, hit) in enumerate(found):
            rank = f"Rank {hit.rank}" if hit is not None else ""
            item = QTreeWidgetItem(self.memories, [one_line(memory.content), rank])
            item.setData(0, _PLACE, place)
            set_item_tip(item, "\n".join(reasons(hit)) if hit is not None else memory.content)

    def _offer_undo(self, entries: Sequence[UndoEntry] | None) -> None:
        self._undoable = tuple(entry.command for entry in entries or ())
        for made in (self.undo, self.undo_action):
            made.setEnabled(bool(self._undoable))
        names = "; ".join(entry.name for entry in entries or ())
        set_tip(self.undo, f"Undo: {names}" if names else "This call wrote nothing that can be undone")

    @Slot()
    def _on_memory(self) -> None:
        chosen = self.memories.selectedItems()
        one = self.current()
        if chosen and one is not None:
            memory, hit = self._found[int(chosen[0].data(0, _PLACE))]
            self._inspect(Inspectable(memory, hit, one.answer))

    def _inspect(self, what: Inspectable | None) -> None:
        self.inspected_now = what
        self.inspected.emit(what)

    # --- doing --------------------------------------------------------------------------------

    def _undo(self) -> None:
        if self._undoable:
            self.undo_requested.emit(self._undoable)
            self._offer_undo(None)

    def _search(self) -> None:
        one = self.current()
        if one is not None and one.query:
            self.search_requested.emit(one.query)


def _told(one: Doing, result: str) -> str:
    """All that is known of a call, in lines."""
    took = f", {one.ms:,.1f} ms" if one.ms is not None else ""
    lines = [f"{one.agent}: {one.tool}, {exact(one.at)}{took}", "", *(labelled(one.given) if one.given else [one.what])]
    if one.result:
        lines += ["", result if one.error else f"Result: {result}"]
    return "\n".join(lines)
