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
from memory_desktop.bridge.step_words import step_word
from memory_desktop.bridge.translation import figure, grouped, mark, plural, tr, translated
from memory_desktop.core.answers import Hit
from memory_desktop.core.memory.held import Decision
from memory_desktop.core.memory.records import Memory, Status, is_purged
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.core.undo import UndoEntry
from memory_desktop.engine.reader import Reader
from memory_desktop.models.call_table import STRUCK, CallTable, Doing
from memory_desktop.models.hits import reasons
from memory_desktop.models.words import status_word
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
_SAMPLES = translated(("claude-code", _LONGEST_TOOL, "", "", "2026-11-17 19:08", mark("1,234 ms")))
_LEAST_TEXT = 80
#: Letters of an agent that the choice of whose calls are listed has room for.
_LETTERS = 18
_PLACE = int(Qt.ItemDataRole.UserRole) + 1
_ALL = mark("All agents")
_MOST = 100
_ANY = tuple(one.value for one in Status)
#: Columns of which the log knows nothing: the result, and how long it took.
_UNKNOWN = (3, 5)
_EARLIER = mark(
    "Of calls before this vault was opened, the log keeps what was written and recalled, an entry each. The list of "
    "agents counts every call, those that wrote nothing among them."
)


def _longest_rank() -> str:
    return max((tr("Rank 10"), *map(status_word, _ANY)), key=len)


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
        self.who.addItem(tr(_ALL), "")
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
        self.who.setAccessibleName(tr("Whose calls are listed"))
        self.who.setMinimumContentsLength(_LETTERS)  # whatever agents are called
        self.who.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.who.addItem(tr(_ALL), "")
        self.who.setMinimumWidth(140)
        self.who.activated.connect(self._choose)
        self.number = ElidedLabel("muted")
        self.number.setMinimumWidth(60)
        self.again = button(tr("Search again"), self._search, icon_name="search")
        set_tip(self.again, tr("Ask the same question in the Search view"))
        self.undo = button(tr("Undo"), self._undo, icon_name="restore")
        table = self.table = row_table(tr("Calls of agents, newest first"), self.model, _SAMPLES, least=_LEAST_TEXT)
        table.setItemDelegate(_Struck(table))
        table.selectionModel().currentRowChanged.connect(self._on_current)
        keep_rows(table)
        self.undo_action = QAction(icon("restore"), tr("Undo what this call wrote"), table)
        self.undo_action.setShortcut(QKeySequence("Ctrl+U"))
        self.again_action = QAction(icon("search"), tr("Search again"), table)
        for action, on in ((self.undo_action, self._undo), (self.again_action, self._search)):
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
            action.triggered.connect(lambda _checked=False, on=on: on())
            table.addAction(action)
        table.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self.data = DataText(tr("All about the call"), tr("Select a call to see what was asked and what came of it."))
        self.memories = flat_list(tr("Memories of the call"), ((tr("Memory"), ""), (tr("Rank"), _longest_rank())))
        self.memories.itemSelectionChanged.connect(self._on_memory)
        below = split(Qt.Orientation.Horizontal, self.data, self.memories, (380, 380))
        below.setMinimumHeight(48)
        self.splitter = split(Qt.Orientation.Vertical, table, below, (300, 180))
        empty = EmptyState(
            "agent",
            tr("No calls yet"),
            tr(
                "When an agent remembers something or asks for memories, the call is shown here at once: who, what, "
                "what came of it and how long it took."
            ),
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
        calls = plural("{n} call", "{n} calls", rows - earlier) if rows > earlier else ""
        logged = tr("{earlier} from the log", earlier=grouped(earlier)) if earlier else ""
        self.number.setText("  ·  ".join(one for one in (calls, logged) if one))
        if logged:
            set_tip(self.number, f"{self.number.text()}\n{tr(_EARLIER)}")
        room = self.table.findChild(ColumnRoom)
        unknown = _UNKNOWN if rows and rows == earlier else ()
        if room is not None and unknown != self._left_out:
            self._left_out = unknown
            room.leave_out(unknown)
        self.pages.setCurrentIndex(0 if rows else 1)

    def refresh(self) -> None:
        """It may be known now what became of calls that waited for approval, and what was learned from turns."""
        one = self.current()
        if one is None:
            return
        if self.model.decided(one) != self._decision:
            self._on_current()
        elif one.commands:
            self._read(one)

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
        if one is not None:
            self._read(one)

    def _read(self, one: Doing) -> None:
        """Show the memories of a call, and whether it can be undone."""
        session = self._session
        if session is None:
            return
        reader, engine = session.reader, session.engine
        decision = self._decision = self.model.decided(one)
        commands = one.commands if decision is None else (decision.command,) if decision.released else ()

        def work(_token: Token) -> tuple[list[tuple[Memory, Hit | None]], list[UndoEntry]]:
            if one.answer is not None:
                found: list[tuple[Memory, Hit | None]] = [(hit.memory, hit) for hit in one.answer.hits]
            else:
                # What it made itself, and what was learned of that since, which belongs to the same command.
                pairs = [pair for command in commands for pair in engine.command_list.pairs(command, _MOST)[0]]
                made = [memory.id for pair in pairs if (memory := pair.after or pair.before) is not None]
                found = [
                    (memory, None) for memory in _as_they_are(reader, tuple(dict.fromkeys([*one.ids, *made]))[:_MOST])
                ]
            entries = [engine.undo_entry(command) for command in commands]
            return found, [entry for entry, done in filter(None, entries) if done and not entry.blocked]

        def done(told: tuple[list[tuple[Memory, Hit | None]], list[UndoEntry]]) -> None:
            if self.current() == one:
                if [memory.id for memory, _ in told[0]] != [memory.id for memory, _ in self._found]:
                    self._show_memories(told[0])  # else what is chosen stays so
                self._offer_undo(told[1])

        session.runner.query(self, work, done, failed=self.failed.emit, channel="call")

    def _show_memories(self, found: Sequence[tuple[Memory, Hit | None]]) -> None:
        self._found = found
        self.memories.clear()
        for place, (memory, hit) in enumerate(found):
            rank = tr("Rank {rank}", rank=hit.rank) if hit is not None else ""
            if hit is None and memory.status is not Status.ACTIVE:
                rank = status_word(memory.status)
            item = QTreeWidgetItem(self.memories, [one_line(memory.content), rank])
            item.setData(0, _PLACE, place)
            set_item_tip(item, "\n".join(reasons(hit)) if hit is not None else memory.content)

    def _offer_undo(self, entries: Sequence[UndoEntry] | None) -> None:
        self._undoable = tuple(entry.command for entry in entries or ())
        for made in (self.undo, self.undo_action):
            made.setEnabled(bool(self._undoable))
        names = "; ".join(step_word(entry.name) for entry in entries or ())
        set_tip(
            self.undo, tr("Undo: {names}", names=names) if names else tr("This call wrote nothing that can be undone")
        )

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


def _as_they_are(reader: Reader, ids: Sequence[str]) -> list[Memory]:
    """The memories that a call was about: of one that came back what it is now, else also what is active no more."""
    if not ids:
        return []
    there = [one for one in reader.page(reader.keys(RecordFilter(ids=tuple(ids), statuses=_ANY))) if not is_purged(one)]
    by_id = {one.id: one for one in there}
    now = {one.line: one for one in there if one.status is Status.ACTIVE}
    found = (now.get(by_id[id].line, by_id[id]) for id in ids if id in by_id)
    return list({one.id: one for one in found}.values())


def _told(one: Doing, result: str) -> str:
    """All that is known of a call, in lines."""
    took = tr(", {ms} ms", ms=figure(one.ms, ",.1f")) if one.ms is not None else ""
    lines = [f"{one.agent}: {one.tool}, {exact(one.at)}{took}", "", *(labelled(one.given) if one.given else [one.what])]
    if one.result:
        lines += ["", result if one.error else tr("Result: {result}", result=result)]
    return "\n".join(lines)
