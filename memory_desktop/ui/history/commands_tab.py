"""What was done, a row a command: by whom and when, with what it did to memories, before and after side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import partial

from PySide6.QtCore import QDate, QPoint, Qt, Signal, Slot
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QComboBox, QDateEdit, QMenu, QSplitter, QTableView, QTreeWidgetItem, QVBoxLayout, QWidget

from memory_desktop.bridge.engine_texts import said
from memory_desktop.bridge.runner import Token
from memory_desktop.bridge.session import VaultSession
from memory_desktop.bridge.step_words import step_word
from memory_desktop.bridge.translation import figure, grouped, mark, plural, shown_format, source, tr, translated
from memory_desktop.bridge.window_settings import SettingsGroup
from memory_desktop.bridge.wording import actor_word, layer_word
from memory_desktop.core.memory.records import Memory
from memory_desktop.core.past import CommandRow, Pair
from memory_desktop.core.purge import REMOVED
from memory_desktop.core.undo import UndoEntry
from memory_desktop.core.wording import shortened
from memory_desktop.models.command_table import CommandFilter, CommandTable
from memory_desktop.ui.columns import columns_state, restore_columns
from memory_desktop.ui.icons import icon
from memory_desktop.ui.lists import bar, flat_list, or_empty, row_table, scrolled
from memory_desktop.ui.lists import column as below_each_other
from memory_desktop.ui.plain_table import keep_rows
from memory_desktop.ui.steady_button import SteadyButton
from memory_desktop.ui.tips import set_item_tip, set_tip
from memory_desktop.ui.widgets import SPACE, EmptyState, button
from memory_desktop.ui.wrapped_cells import WrappedCells
from memory_desktop.ui.wrapping import ElidedLabel

_ID = int(Qt.ItemDataRole.UserRole) + 1
_SHARES = (3, 2)
_SAMPLES = translated(("2026-11-17 19:08", "desktop-assistant", "", mark("Undone")))
_ANYONE = mark("By anyone")
_LEAST_CHOICE = 6
_NOTHING = mark("Select a row to see what it did, and to undo it.")
_NO_STEP = mark("This took something back, or brought it back; it is no step of its own.")
#: Periods by what the box says: the first and last day before today; None: of any time.
_PERIODS: dict[str, tuple[int, int] | None] = {
    mark("Any time"): None,
    mark("Today"): (0, 0),
    mark("Yesterday"): (1, 1),
    mark("Last 7 days"): (6, 0),
    mark("Last 30 days"): (29, 0),
}
_CHOSEN = mark("Between")
#: The characters of a text that are shown in a cell.
_QUOTED = 600


@dataclass(frozen=True, slots=True)
class _Behind:
    """What a command did: pairs of memories, how many there are, and whether it can be taken back."""

    pairs: Sequence[Pair]
    number: int
    step: tuple[UndoEntry, bool] | None


class CommandsTab(QWidget):
    """Signals: `selected(id)` a memory; `travel_requested(int)` to the event before a command; `undo_requested`,
    `redo_requested(int)` of a command; `failed(exception)`.
    """

    selected = Signal(object)
    travel_requested = Signal(int)
    undo_requested = Signal(int)
    redo_requested = Signal(int)
    failed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session: VaultSession | None = None
        self._step: tuple[UndoEntry, bool] | None = None
        self.model = CommandTable(self)
        self.model.failed.connect(self.failed)
        self.model.loaded.connect(lambda rows: self.pages.setCurrentIndex(0 if rows else 1))
        self._build()

    def open_session(self, session: VaultSession) -> None:
        """List its commands."""
        self._session = session
        self.model.open(session.engine.command_list.page, session.runner)
        self.clear_filter()
        self._load_actors()

    def close_session(self) -> None:
        """Forget it."""
        self._session = None
        self.model.close()
        self._show_behind(None, tr(_NOTHING))

    def refresh(self) -> None:
        """Something happened: show it on top; what was selected may have been undone."""
        self.model.refresh()
        if self.current() is not None:
            self._read()
        self._load_actors()

    def show_deeds(self, actor: str, day: date) -> None:
        """List what somebody did on a day."""
        if (place := self.actor.findData(actor)) < 0:
            self.actor.addItem(actor_word(actor), actor)
            place = self.actor.count() - 1
        self.actor.setCurrentIndex(place)
        self.period.setCurrentText(tr(_CHOSEN))
        for box in (self.first, self.last):
            box.setDate(QDate(day.year, day.month, day.day))
        self._apply()

    def clear_filter(self) -> None:
        """Every command."""
        for box in (self.actor, self.period):
            box.setCurrentIndex(0)
        self._apply()

    def save_state(self, settings: SettingsGroup) -> None:
        """Columns and splitter."""
        settings.set("command_columns", columns_state(self.table))
        settings.set("command_splitter", self.splitter.saveState())

    def restore_state(self, settings: SettingsGroup) -> None:
        """See `save_state`."""
        restore_columns(self.table, settings.value("command_columns"))
        state = settings.value("command_splitter")
        if state is not None:
            self.splitter.restoreState(state)

    def current(self) -> CommandRow | None:
        """The selected command."""
        return self.model.entry(self.table.currentIndex().row())

    # --- parts --------------------------------------------------------------------------------

    def _build(self) -> None:
        self.actor, self.period = QComboBox(), QComboBox()
        self.actor.addItem(tr(_ANYONE))
        self.period.addItems([*map(tr, _PERIODS), tr(_CHOSEN)])
        for box, name in ((self.actor, tr("By whom")), (self.period, tr("When"))):
            box.setAccessibleName(name)
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            box.setMinimumContentsLength(_LEAST_CHOICE)
            box.activated.connect(lambda _index: self._apply())
            box.currentTextChanged.connect(partial(set_tip, box))
        self.first, self.last = self._date(tr("First day")), self._date(tr("Last day"))
        self.step = ElidedLabel("muted")
        self.step.setContentsMargins(SPACE * 2, SPACE // 2, SPACE * 2, SPACE // 2)
        self.undo = SteadyButton((tr("Undo"), tr("Redo")), self._take_back)
        clear = button(tr("Clear"), self.clear_filter, role="flat", icon_name="close")
        empty = EmptyState("history", tr("Nothing was done then"), tr("No command fits these filters."))
        self.pages = or_empty(self._make_table(), empty)
        self.pairs = self._make_pairs()
        self.splitter = QSplitter(Qt.Orientation.Vertical)
        self.splitter.setHandleWidth(1)
        self.splitter.addWidget(self.pages)
        self.splitter.addWidget(below_each_other(self.step, self.pairs))
        for place, share in enumerate(_SHARES):
            self.splitter.setStretchFactor(place, share)
            self.splitter.setCollapsible(place, False)
        self.splitter.setSizes([100 * share for share in _SHARES])
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        filters = self.actor, self.period, self.first, self.last, clear
        rest = QWidget()
        column.addWidget(bar(*filters, rest, self.undo, filling=rest, folding=(clear, self.undo)))
        column.addWidget(self.splitter, 1)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(scrolled(page))
        self._show_behind(None, tr(_NOTHING))
        self._show_dates()

    def _date(self, name: str) -> QDateEdit:
        made = QDateEdit(QDate.currentDate())
        made.setCalendarPopup(True)
        made.setDisplayFormat(shown_format("yyyy-MM-dd"))
        made.setAccessibleName(name)
        set_tip(made, name)
        made.dateChanged.connect(lambda _date: self._apply())
        return made

    def _make_table(self) -> QTableView:
        table = self.table = row_table(tr("Commands, newest first"), self.model, _SAMPLES)
        keep_rows(table)
        table.selectionModel().currentRowChanged.connect(lambda *_rows: self._on_current())
        table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        table.customContextMenuRequested.connect(self._menu)
        self.undo_action = QAction(icon("restore"), tr("Undo this command"), table)
        self.undo_action.setShortcut(QKeySequence("Ctrl+U"))
        self.undo_action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        self.undo_action.triggered.connect(lambda _checked=False: self._take_back())
        table.addAction(self.undo_action)
        return table

    def _make_pairs(self) -> QWidget:
        self.list = flat_list(
            tr("What the command did to memories"), ((tr("Before"), ""), (tr("After"), "")), least=110
        )
        self.list.setUniformRowHeights(False)
        self.list.setItemDelegate(WrappedCells(self.list))
        self.list.currentItemChanged.connect(
            lambda row, _before: self.selected.emit(row.data(0, _ID) if row is not None else None)
        )
        keep_rows(self.list, 2)
        return self.list

    # --- filtering ----------------------------------------------------------------------------

    @Slot()
    def _apply(self) -> None:
        self._show_dates()
        first, last = self._days()
        self.model.load(CommandFilter(self.actor.currentData() or None, first, last))

    def _days(self) -> tuple[date | None, date | None]:
        """The first and the last day that are listed."""
        if self.period.currentText() == tr(_CHOSEN):
            days = sorted(date(one.year(), one.month(), one.day()) for one in (self.first.date(), self.last.date()))
            return days[0], days[1]
        found = _PERIODS[source(self.period.currentText())]
        today = date.today()  # noqa: DTZ011 - the person's day
        return (today - timedelta(days=found[0]), today - timedelta(days=found[1])) if found else (None, None)

    def _show_dates(self) -> None:
        for box in (self.first, self.last):
            box.setVisible(self.period.currentText() == tr(_CHOSEN))

    def _load_actors(self) -> None:
        session = self._session
        if session is None:
            return
        engine = session.engine

        def work(_token: Token) -> dict[str, int]:
            return {actor: number for actor, number in engine.writers().items() if number}

        session.runner.query(self, work, self._show_actors, failed=self.failed.emit, channel="actors")

    def _show_actors(self, found: dict[str, int]) -> None:
        chosen = self.actor.currentData()
        self.actor.clear()
        self.actor.addItem(tr(_ANYONE))
        for name in found if chosen is None or chosen in found else [*found, chosen]:
            self.actor.addItem(actor_word(name), name)
        self.actor.setCurrentIndex(max(0, self.actor.findData(chosen)) if chosen else 0)

    # --- what a command did -------------------------------------------------------------------

    def _on_current(self) -> None:
        self._show_behind(None, tr(_NOTHING) if self.current() is None else tr("Looking…"))
        self._read()

    def _read(self) -> None:
        """What the selected command did, off the GUI thread."""
        session, row = self._session, self.current()
        if session is None or row is None:
            return
        engine, command = session.engine, row.command

        def work(_token: Token) -> _Behind:
            pairs, number = engine.command_list.pairs(command)
            return _Behind(pairs, number, engine.undo_entry(command) if row.done is not None else None)

        def done(behind: _Behind) -> None:
            now = self.current()
            if now is not None and now.command == command:
                self._show_behind(behind, tr(_NO_STEP))

        session.runner.query(self, work, done, failed=self.failed.emit, channel="behind")

    def _show_behind(self, behind: _Behind | None, reason: str) -> None:
        found = behind.step if behind is not None else None
        blocked = said(found[0].blocked) if found is not None else ""
        self._step = None if blocked else found
        verb = tr("Redo") if found is not None and not found[1] else tr("Undo")
        text = tr("{verb} {step}", verb=verb, step=step_word(found[0].name)) if found is not None else reason
        told = f"{text}: {blocked}" if blocked else text
        self.step.setText("  ·  ".join(one for one in (told, _number(behind)) if one))
        self.undo.setText(verb)
        self.undo.setAccessibleName(text if found is not None else verb)
        self.undo_action.setText(text if found is not None else tr("Undo this command"))
        set_tip(self.undo, told)
        for made in (self.undo, self.undo_action):
            made.setEnabled(self._step is not None)
        self._show_pairs(behind)

    def _show_pairs(self, behind: _Behind | None) -> None:
        self.list.clear()
        for pair in behind.pairs if behind is not None else ():
            row = QTreeWidgetItem(list(sides(pair)))
            known = pair.after or pair.before
            row.setData(0, _ID, known.id if known is not None else None)
            for place, memory in enumerate((pair.before, pair.after)):
                if memory is not None:
                    set_item_tip(row, memory.content[:2_000], place)
            self.list.addTopLevelItem(row)

    # --- doing --------------------------------------------------------------------------------

    def _take_back(self) -> None:
        if self._step is not None:
            entry, done = self._step
            (self.undo_requested if done else self.redo_requested).emit(entry.command)

    @Slot(QPoint)
    def _menu(self, where: QPoint) -> None:
        row = self.current()
        if row is None:
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(self.undo_action)
        before = row.command - 1
        if before:
            look = tr("View the vault before this")
            menu.addAction(icon("history"), look, lambda: self.travel_requested.emit(before))
        menu.popup(self.table.viewport().mapToGlobal(where))


def sides(pair: Pair) -> tuple[str, str]:
    """A memory before and after, as two cells: its text; where that is the same, the labels that differ."""
    before, after = pair.before, pair.after
    if before is None or after is None or before.content != after.content:
        return _text(before, tr("(not there)")), _text(after, tr("(gone)"))
    labels = [
        (name, str(was), str(now))
        for name, was, now in (
            (tr("kind"), before.kind, after.kind),
            (tr("layer"), layer_word(before.layer.value), layer_word(after.layer.value)),
            (tr("tags"), ", ".join(before.tags), ", ".join(after.tags)),
            (tr("salience"), f"{figure(before.salience, '.2f')}", f"{figure(after.salience, '.2f')}"),
        )
        if was != now
    ]
    told = [" · ".join(f"{name} {one[place] or tr('none')}" for name, *one in labels) for place in (0, 1)]
    text = shortened(before.content or REMOVED, _QUOTED)
    return f"{text}\n{told[0]}".strip(), f"{text}\n{told[1]}".strip()


def _number(behind: _Behind | None) -> str:
    """How many memories a command changed."""
    if behind is None:
        return ""
    if behind.number > len(behind.pairs):
        return tr(
            "the first {pairs} of {memories}",
            pairs=grouped(len(behind.pairs)),
            memories=plural("{n} memory", "{n} memories", behind.number),
        )
    return (
        plural("{n} memory changed", "{n} memories changed", behind.number)
        if behind.number
        else tr("no memory changed")
    )


def _text(memory: Memory | None, missing: str) -> str:
    return missing if memory is None else shortened(memory.content or REMOVED, _QUOTED)
