"""The page of working memory: a conversation's board, live, as cards and as a table, and what is open beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from PySide6.QtCore import QElapsedTimer, QSignalBlocker, Qt, QTimer, Slot
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QComboBox, QDoubleSpinBox, QLineEdit, QTreeWidgetItem, QVBoxLayout, QWidget

from memory_desktop.bridge.board_commands import add_to_board, refresh_items, remove_items, set_fields
from memory_desktop.bridge.session import VaultSession
from memory_desktop.bridge.translation import dated, figure, mark, plural, tr
from memory_desktop.bridge.wording import quoted, user_word
from memory_desktop.core.layers.working import Board, Item
from memory_desktop.core.memory.canonical import canonical_text
from memory_desktop.core.wording import shortened
from memory_desktop.engine.layers.working import LONGEST_TEXT, BoardHead, BoardView
from memory_desktop.ui.format import day_or_time, exact, one_line
from memory_desktop.ui.layers.board_cards import BoardCards, type_word
from memory_desktop.ui.layers.board_form import BoardForm
from memory_desktop.ui.layers.page import FormPage, gives_way
from memory_desktop.ui.lists import at_right, bar, column, flat_list, or_empty, split
from memory_desktop.ui.plain_table import keep_rows
from memory_desktop.ui.saving import leads_to
from memory_desktop.ui.tips import set_item_tip, set_tip
from memory_desktop.ui.typed import drop_undo
from memory_desktop.ui.widgets import EmptyState, button, label

_ID = int(Qt.ItemDataRole.UserRole) + 1
#: Activation is looked at again so often, while the page is seen.
_TICK_MS = 1_000
_MOST_BOARDS = 200
_TITLE = 120
#: Of a thought, unless somebody says another.
_SALIENCE = 0.5
_ACTIVATION, _TEXT = 0, 1
#: Pixels that the text of an item keeps before other columns are hidden: the cards say it in full.
_LEAST = 100
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


@dataclass(frozen=True, slots=True)
class _State:
    """What the page has read: the boards that there are, and the one that is shown."""

    heads: Sequence[BoardHead] = ()
    view: BoardView | None = None


class WorkingPage(FormPage):
    """See the module.

    The board with the newest turn is shown, until somebody chooses one, changes one or has begun to write.
    """

    title = mark("Working")

    def __init__(self, parent: QWidget | None = None) -> None:
        form = BoardForm()
        super().__init__(form, tr("Show what the board is about beside its items"), parent)
        self.form = form
        self._state = _State()
        self._chosen: tuple[str, str] | None = None
        self._follows = self._may_move = True
        self._item = ""
        self._thoughts: dict[tuple[str, str], str] = {}  # that were begun for other boards
        self._before: frozenset[str] | None = None  # the items before a thought that was put on
        self._since = QElapsedTimer()
        self._timer = QTimer(self)
        self._timer.setInterval(_TICK_MS)
        self._timer.timeout.connect(self._tick)
        self._build()

    # --- parts --------------------------------------------------------------------------------

    def _build(self) -> None:
        self.boards = QComboBox()
        self.boards.setAccessibleName(tr("Whose board, and of which conversation"))
        self.boards.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.boards.setMinimumContentsLength(24)
        self.boards.currentIndexChanged.connect(self._on_board)
        self.told = label("", "muted")
        self.thought = QLineEdit()
        self.thought.setPlaceholderText(tr("A thought"))
        self.thought.setAccessibleName(tr("A thought for the board"))
        self.thought.setMinimumWidth(150)
        self.thought.textChanged.connect(self._enable)
        self.thought.returnPressed.connect(self._add)
        self.salience = QDoubleSpinBox()
        self.salience.setRange(0.0, 1.0)
        self.salience.setSingleStep(0.1)
        self.salience.setValue(_SALIENCE)
        self.salience.setPrefix(tr("Salience "))
        self.salience.setAccessibleName(tr("Salience of the thought"))
        set_tip(
            self.salience,
            tr("How much the thought matters, 0 to 1. What matters enough becomes an episode; see Preferences."),
        )
        self.add = button(tr("Put on board"), self._add, icon_name="add")
        self.salience.lineEdit().returnPressed.connect(self._add)
        leads_to(self.thought, self.add)
        self.cards = BoardCards()
        self.cards.setMinimumHeight(120)
        self.cards.chosen.connect(self._on_card)
        self.cards.opened.connect(self._open)
        self.cards.refreshed.connect(self._refresh_item)
        self.cards.removed.connect(self._remove_item)
        columns = (
            (tr("Activation"), tr("Activation")),
            (tr("Item"), ""),
            (tr("Salience"), tr("Salience")),
            (tr("From"), tr("Assistant")),
            (tr("Entered"), day_or_time(datetime(2026, 11, 17, tzinfo=UTC))),
        )
        self.list = flat_list(tr("Items of the board, as a table"), columns, least=_LEAST)
        at_right(self.list, _ACTIVATION, 2)
        keep_rows(self.list)
        self.list.currentItemChanged.connect(self._on_row)
        self.list.itemActivated.connect(self._on_activated)
        left = column(
            bar(self.thought, self.salience, self.add, filling=self.thought, folding=(self.add,)),
            split(Qt.Orientation.Vertical, self.cards, self.list, (360, 190)),
        )
        left.setMinimumWidth(230)
        self.form.setMinimumWidth(210)
        self.form.saved.connect(self._save)
        self.across = split(Qt.Orientation.Horizontal, left, self.form, (620, 340))
        self.across.setStretchFactor(0, 1)
        full = column(bar(self.boards, self.told, self.beside, filling=self.boards), gives_way(self.across))
        empty = EmptyState(
            "layers",
            tr("No boards yet"),
            tr(
                "A conversation has a board: its last messages, which fade while they are not spoken of, what it is "
                "about, open questions, and where attention is. Turns that agents record fill it, and imported "
                "conversations have one, too."
            ),
        )
        self.pages = or_empty(full, empty)
        self.pages.setCurrentIndex(1)
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.addWidget(self.pages)

    # --- LayerPage ----------------------------------------------------------------------------

    @Slot()
    def refresh(self) -> None:
        """See `LayerPage.refresh`."""
        self._may_move = self._follows and not self._writing()
        super().refresh()

    def load(self, session: VaultSession, user: str | None) -> _State:
        """See `LayerPage.load`."""
        working, at = session.engine.layers.working, session.past.seq if session.past is not None else None
        heads = working.boards(user, limit=_MOST_BOARDS, at=at)
        keys = [(one.user, one.thread) for one in heads]
        if not keys:
            return _State()
        chosen = self._chosen if self._chosen in keys and not self._may_move else keys[0]
        return _State(heads, working.board(*chosen, at=at))

    def show_state(self, state: _State) -> None:
        """See `LayerPage.show_state`."""
        if self._moves(state) and self._writing():
            self.refresh()  # somebody began to write on the board of before while this was read
            return
        self._state = state
        self._since.start()
        self.pages.setCurrentIndex(0 if state.view is not None else 1)
        self._show_heads()
        view = state.view
        if view is None:
            self.form.show_board(Board(), writable=False)
            self._show_items(())
            self._keep_time()
            return
        if self._chosen != (view.board.user, view.board.thread):
            self._turn_to((view.board.user, view.board.thread))
        self.form.show_board(view.board, writable=self._writable())
        self._show_items(view.board.items)
        waiting = len(view.board.awaiting)
        parts = [
            plural("{held} of {n} item", "{held} of {n} items", view.rules.capacity, held=len(view.board.items)),
            tr(
                "{item} left it and waits for an episode",
                item=plural("{n} significant item", "{n} significant items", waiting),
            )
            if waiting == 1
            else "",
            tr("{waiting} significant items left it and wait for an episode", waiting=waiting) if waiting > 1 else "",
        ]
        self.told.setText("  ·  ".join(one for one in parts if one))
        self._tick()
        self._keep_time()
        self._enable()

    def _writing(self) -> bool:
        """Is something typed for the board that is shown, and not saved yet?"""
        return bool(self.thought.text().strip() or self.form.changes())

    def _moves(self, state: _State) -> bool:
        """Is it another board than the one that is shown, which is still there?"""
        view = state.view
        key = (view.board.user, view.board.thread) if view is not None else None
        return key != self._chosen and self._chosen in [(one.user, one.thread) for one in state.heads]

    @property
    def unsaved(self) -> bool:
        """See `LayerPage.unsaved`."""
        begun = (self.thought.text(), *self._thoughts.values())
        return self.form.unsaved or any(one.strip() for one in begun)

    def clear(self) -> None:
        """See `LayerPage.clear`."""
        self._chosen, self._follows, self._item, self._before = None, True, "", None
        self._thoughts.clear()
        self._empty_thought()
        self.show_state(_State())
        self.form.forget()

    # --- showing ------------------------------------------------------------------------------

    def _show_heads(self) -> None:
        users = len({one.user for one in self._state.heads}) > 1
        with QSignalBlocker(self.boards):
            self.boards.clear()
            for one in self._state.heads:
                name = shortened(one.title or one.thread or tr("No conversation"), _TITLE)
                whose = f"{user_word(one.user)}: " if users else ""
                last = one.said or one.changed
                when = f"{dated(last.astimezone(), '%Y-%m-%d')}  ·  " if last is not None else ""
                self.boards.addItem(
                    f"{when}{whose}{name}  ·  {plural('{n} item', '{n} items', one.items)}", (one.user, one.thread)
                )
            view = self._state.view
            if view is not None:
                wanted = (view.board.user, view.board.thread)
                keys = [(one.user, one.thread) for one in self._state.heads]
                self.boards.setCurrentIndex(keys.index(wanted))
        set_tip(self.boards, self.boards.currentText())

    def _show_items(self, items: Sequence[Item]) -> None:
        view = self._state.view
        connected = {one.id: len(view.connected(one)) for one in items} if view is not None else {}
        self.cards.show_items(items, connected, writable=self._writable())
        with QSignalBlocker(self.list):
            self.list.clear()
            for one in items:
                self._add_row(one, view)
        if self._item not in {one.id for one in items}:
            self._item = ""
        self._choose_put(items)
        self._mark()

    def _choose_put(self, items: Sequence[Item]) -> None:
        """Mark the thought that was just put on, so that both lists show where it is."""
        before = self._before
        fresh = [one.id for one in items if before is not None and one.id not in before and not one.message]
        if fresh:
            self._item, self._before = fresh[-1], None

    def _add_row(self, one: Item, view: BoardView | None) -> None:
        cells = ["", one_line(one.content), f"{figure(one.salience, '.2f')}", type_word(one.type)]
        cells.append(day_or_time(one.timestamp))
        row = QTreeWidgetItem(self.list, cells)
        row.setData(0, _ID, one.id)
        for place in (_ACTIVATION, 2):
            row.setTextAlignment(place, _RIGHT)
        told = f"{type_word(one.type)}  ·  {exact(one.timestamp)}"  # also where there is no room for the columns
        set_item_tip(row, f"{one.content}\n{told}", _TEXT)
        set_item_tip(row, exact(one.timestamp), 4)
        set_item_tip(row, self._links(one, view), 3)

    @staticmethod
    def _links(one: Item, view: BoardView | None) -> str:
        """What an item is connected to, and what of that has left the board."""
        if view is None:
            return ""
        here = {each.id: each for each in view.board.items}
        every = view.connected(one)
        there = [f"{quoted(shortened(here[id].content, 60))}" for id in every if id in here]
        gone = len(every) - len(there)
        parts = [tr("Connected to {there}", there=", ".join(there))] if there else []
        parts += (
            [plural("{n} connection to what has left the board", "{n} connections to what has left the board", gone)]
            if gone
            else []
        )
        return "\n".join(parts)

    @Slot()
    def _tick(self) -> None:
        """Show how present each item is by now; only what has changed is painted."""
        view = self._state.view
        if view is None:
            return
        now = self._now(view)
        for card in self.cards.cards:
            card.show_activation(view.activation(card.item, now))
        for number, one in enumerate(view.board.items):
            row = self.list.topLevelItem(number)
            text = f"{figure(view.activation(one, now), '.0%')}"
            if row is not None and row.text(_ACTIVATION) != text:
                row.setText(_ACTIVATION, text)

    def _now(self, view: BoardView) -> datetime:
        """The vault's time: in the past that is looked at it stands still."""
        if self.session is None or self.session.past is not None:
            return view.now
        return view.now + timedelta(milliseconds=self._since.elapsed())

    def _keep_time(self) -> None:
        """Time goes on only while somebody sees it."""
        if self.isVisible() and self._state.view is not None and self._state.view.board.items:
            self._timer.start()
        else:
            self._timer.stop()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 - Qt's name
        """See `_keep_time`."""
        super().showEvent(event)
        self._tick()
        self._keep_time()

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: N802 - Qt's name
        """See `_keep_time`."""
        super().hideEvent(event)
        self._timer.stop()

    # --- choosing -----------------------------------------------------------------------------

    @Slot(int)
    def _on_board(self, number: int) -> None:
        found = self.boards.itemData(number)
        if found is not None:
            self._turn_to((found[0], found[1]))
            self._follows = False
            self._item, self._before = "", None
            self.refresh()

    def _turn_to(self, board: tuple[str, str]) -> None:
        """Another board is shown: what was begun in the line for thoughts waits with its own."""
        if self._chosen is not None:
            self._thoughts[self._chosen] = self.thought.text()
        begun = self._thoughts.pop(board, "") if self._chosen is not None else self.thought.text()
        self._chosen = board
        self.thought.setText(begun)
        drop_undo(self.thought)

    @Slot(str)
    def _on_card(self, id: str) -> None:
        self._item = id
        self._mark()
        self.selected.emit(self._memory(id))

    @Slot(QTreeWidgetItem, QTreeWidgetItem)
    def _on_row(self, row: QTreeWidgetItem | None, _before: QTreeWidgetItem | None) -> None:
        if row is not None:
            self._on_card(str(row.data(0, _ID)))

    @Slot(QTreeWidgetItem)
    def _on_activated(self, row: QTreeWidgetItem) -> None:
        self._open(str(row.data(0, _ID)))

    def _mark(self) -> None:
        self.cards.choose(self._item)
        for number in range(self.list.topLevelItemCount()):
            row = self.list.topLevelItem(number)
            if row is not None and row.data(0, _ID) == self._item:
                with QSignalBlocker(self.list):
                    self.list.setCurrentItem(row)

    def _memory(self, id: str) -> str | None:
        view = self._state.view
        return view.memories.get(id) if view is not None else None

    @Slot(str)
    def _open(self, id: str) -> None:
        """Show a message in its conversation."""
        memory = self._memory(id)
        if memory is not None:
            self.conversation_requested.emit(memory)

    # --- changing -----------------------------------------------------------------------------

    def _writable(self) -> bool:
        return self.session is not None and self.session.past is None

    @Slot()
    def _enable(self) -> None:
        may = self._writable() and self._chosen is not None
        self.thought.setEnabled(may)
        self.salience.setEnabled(may)
        self.add.setEnabled(may and bool(self.thought.text().strip()))

    @Slot()
    def _add(self) -> None:
        if self.session is not None and self._chosen is not None and self.thought.text().strip():
            self._follows = False
            text, view = self.thought.text(), self._state.view
            add_to_board(self.session.commands, text, *self._chosen, salience=self.salience.value())
            if len(canonical_text(text)) <= LONGEST_TEXT:  # else it is refused, and stays to be shortened
                self._before = frozenset(one.id for one in view.board.items) if view is not None else None
                self._empty_thought()

    def _empty_thought(self) -> None:
        """Ctrl+Z takes the thought off the board, and does not bring its words back into the field."""
        self.thought.clear()
        self.salience.setValue(_SALIENCE)
        drop_undo(self.thought)

    @Slot(str)
    def _refresh_item(self, id: str) -> None:
        if self.session is not None and self._chosen is not None:
            self._follows = False
            refresh_items(self.session.commands, [id], *self._chosen)

    @Slot(str)
    def _remove_item(self, id: str) -> None:
        if self.session is not None and self._chosen is not None:
            self._follows = False
            remove_items(self.session.commands, [id], *self._chosen)
            with QSignalBlocker(self.list):  # with the focus Qt makes a row current: nobody chose it
                self.list.setFocus()  # the next card's button would take that off

    @Slot(object, object)
    def _save(self, values: dict[str, Any], seen: dict[str, Any]) -> None:
        if self.session is not None and self._chosen is not None:
            self._follows = False
            set_fields(self.session.commands, values, seen, *self._chosen)
