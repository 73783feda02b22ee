"""The event log: filtered by type, actor and item, each event with all that it says."""

from __future__ import annotations

import json
from functools import partial

from PySide6.QtCore import QPoint, Qt, Signal, Slot
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import (
    QComboBox,
    QMenu,
    QPlainTextEdit,
    QSplitter,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from memory_desktop.bridge.engine_texts import said
from memory_desktop.bridge.runner import Token
from memory_desktop.bridge.session import VaultSession
from memory_desktop.bridge.step_words import step_word
from memory_desktop.bridge.translation import grouped, mark, tr, translated
from memory_desktop.bridge.window_settings import SettingsGroup
from memory_desktop.core.answers import HistoryEntry
from memory_desktop.core.undo import UndoEntry
from memory_desktop.models.event_table import EventFilter, EventTable
from memory_desktop.models.words import event_word
from memory_desktop.ui.columns import columns_state, restore_columns
from memory_desktop.ui.filter_field import FilterField
from memory_desktop.ui.icons import icon
from memory_desktop.ui.lists import bar, or_empty, row_table, scrolled
from memory_desktop.ui.lists import column as below_each_other
from memory_desktop.ui.plain_table import keep_rows
from memory_desktop.ui.steady_button import SteadyButton
from memory_desktop.ui.tips import set_tip
from memory_desktop.ui.widgets import SPACE, EmptyState, button
from memory_desktop.ui.wrapping import ElidedLabel

# How the list and the content of an event share the height.
_SHARES = (3, 1)
# Texts that fit into each column; the last gets what is left.
_SAMPLES = translated(("1,000,000", "2026-11-17 19:08", mark("Assembly dissolved"), "desktop-assistant", ""))
_ANY_TYPE, _ANYONE = mark("Any type"), mark("By anyone")
#: Characters that a filter has room for at the least.
_LEAST_CHOICE = 6
_NOTHING = mark("Select an event to undo its command.")
_BY_ITSELF = mark("The vault did this by itself, or it changed nothing that can be undone.")


class EventsTab(QWidget):
    """Signals: `selected(id)` a memory; `travel_requested`, `compare_requested`, `rewind_requested(int)` of an event;
    `undo_requested`, `redo_requested(int)` of the command that an event belongs to; `failed(exception)`.
    """

    selected = Signal(object)
    travel_requested = Signal(int)
    compare_requested = Signal(int)
    rewind_requested = Signal(int)
    undo_requested = Signal(int)
    redo_requested = Signal(int)
    failed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session: VaultSession | None = None
        self._step: tuple[UndoEntry, bool] | None = None
        self.model = EventTable(self)
        self.model.failed.connect(self.failed)
        self.model.loaded.connect(self._on_loaded)
        self._build()

    def open_session(self, session: VaultSession) -> None:
        """List its events."""
        self._session = session
        self.model.open(session.engine.events, session.runner)
        self.clear_filter()
        self._load_choices()

    def close_session(self) -> None:
        """Forget it."""
        self._session = None
        self._show_undo(None, tr(_NOTHING))
        self.model.close()
        self.payload.clear()

    def refresh(self) -> None:
        """Something happened: show it on top; what was selected may have been undone."""
        self.model.refresh()
        if (entry := self.current()) is not None:
            self._ask_undo(entry)
        self._load_choices()

    def show_item(self, id: str) -> None:
        """Only what concerns one memory."""
        self.item.setText(id)
        self._apply()

    def clear_filter(self) -> None:
        """Every event."""
        for box in (self.type, self.actor):
            box.setCurrentIndex(0)
        if self.item.text():
            self.item.clear()  # which applies the filter
        else:
            self._apply()

    def save_state(self, settings: SettingsGroup) -> None:
        """Columns and splitter."""
        settings.set("event_columns", columns_state(self.table))
        settings.set("event_splitter", self.splitter.saveState())

    def restore_state(self, settings: SettingsGroup) -> None:
        """See `save_state`."""
        restore_columns(self.table, settings.value("event_columns"))
        state = settings.value("event_splitter")
        if state is not None:
            self.splitter.restoreState(state)

    # --- parts --------------------------------------------------------------------------------

    def _build(self) -> None:
        self.type, self.actor = QComboBox(), QComboBox()
        for box, name, every in (
            (self.type, tr("Type of event"), tr(_ANY_TYPE)),
            (self.actor, tr("By whom"), tr(_ANYONE)),
        ):
            box.setAccessibleName(name)
            box.addItem(every)
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            box.setMinimumContentsLength(_LEAST_CHOICE)
            box.activated.connect(self._apply)
            box.currentTextChanged.connect(partial(set_tip, box))
        self.item = FilterField(tr("About a memory id"), tr("Only events about this memory id"))
        self.item.setMinimumWidth(100)
        self.item.editingFinished.connect(self._apply)
        self.item.textChanged.connect(self._on_item_text)
        self.undo = SteadyButton((tr("Undo"), tr("Redo")), self._take_back)
        self.step = ElidedLabel("muted")
        self.step.setContentsMargins(SPACE * 2, SPACE // 2, SPACE * 2, SPACE // 2)
        clear = button(tr("Clear"), self.clear_filter, role="flat", icon_name="close")
        empty = EmptyState("history", tr("No matching events"), tr("No event in the log fits these filters."))
        self.pages = or_empty(self._make_table(), empty)
        self.payload = QPlainTextEdit()
        self.payload.setReadOnly(True)
        self.payload.setMinimumHeight(40)
        self.payload.setProperty("role", "mono")
        self.payload.setAccessibleName(tr("Content of the event"))
        self.payload.setPlaceholderText(tr("Select an event to see its content."))
        self.splitter = QSplitter(Qt.Orientation.Vertical)
        self.splitter.setHandleWidth(1)
        self.splitter.addWidget(self.pages)
        self.splitter.addWidget(below_each_other(self.step, self.payload))
        for place, share in enumerate(_SHARES):
            self.splitter.setStretchFactor(place, share)
            self.splitter.setCollapsible(place, False)
        self.splitter.setSizes([100 * share for share in _SHARES])
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        filters = self.type, self.actor, self.item
        column.addWidget(bar(*filters, clear, self.undo, filling=self.item, folding=(clear, self.undo)))
        column.addWidget(self.splitter, 1)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(scrolled(page))
        self._show_undo(None, tr(_NOTHING))

    def _make_table(self) -> QTableView:
        table = self.table = row_table(tr("Events, newest first"), self.model, _SAMPLES)
        keep_rows(table)
        table.selectionModel().currentRowChanged.connect(self._on_current)
        table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        table.customContextMenuRequested.connect(self._menu)
        self.undo_action = QAction(icon("restore"), tr("Undo this command"), table)
        self.undo_action.setShortcut(QKeySequence("Ctrl+U"))
        self.undo_action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        self.undo_action.triggered.connect(lambda _checked=False: self._take_back())
        table.addAction(self.undo_action)
        return table

    # --- doing --------------------------------------------------------------------------------

    @Slot()
    def _apply(self) -> None:
        self.model.load(
            EventFilter(
                type=self.type.currentData() or None,
                actor=self.actor.currentData() or None,
                item=self.item.text().strip() or None,
            )
        )

    @Slot(str)
    def _on_item_text(self, text: str) -> None:
        if not text:
            self._apply()

    def _load_choices(self) -> None:
        session = self._session
        if session is None:
            return
        engine = session.engine

        def work(_token: Token) -> tuple[dict[str, int], dict[str, int]]:
            return engine.event_types(), engine.actors()

        session.runner.query(self, work, self._show_choices, channel="choices")

    def _show_choices(self, found: tuple[dict[str, int], dict[str, int]]) -> None:
        for box, counts in zip((self.type, self.actor), found, strict=True):
            chosen = box.currentData()
            every = box.itemText(0)
            box.clear()
            box.addItem(every)
            for name, number in counts.items():
                box.addItem(f"{event_word(name) if box is self.type else name}  ({grouped(number)})", name)
            box.setCurrentIndex(max(0, box.findData(chosen)) if chosen else 0)

    @Slot(int)
    def _on_loaded(self, rows: int) -> None:
        self.pages.setCurrentIndex(0 if rows else 1)

    def current(self) -> HistoryEntry | None:
        """The selected event."""
        return self.model.entry(self.table.currentIndex().row())

    def _on_current(self) -> None:
        entry = self.current()
        if entry is None:
            self.payload.clear()
            self._show_undo(None, tr(_NOTHING))
            self.selected.emit(None)
            return
        self._ask_undo(entry)
        self.payload.setPlainText(json.dumps(entry.payload, indent=2, ensure_ascii=False, default=str))
        self.selected.emit(entry.item if entry.item.startswith("mem_") else None)

    # --- taking back --------------------------------------------------------------------------

    def _ask_undo(self, entry: HistoryEntry) -> None:
        """Whether the command that an event belongs to can be taken back, off the GUI thread."""
        session, command = self._session, entry.command or entry.seq
        if session is None:
            return
        engine = session.engine

        def work(_token: Token) -> tuple[UndoEntry, bool] | None:
            return engine.undo_entry(command)

        def done(found: tuple[UndoEntry, bool] | None) -> None:
            self._show_undo(found, tr(_BY_ITSELF))

        session.runner.query(self, work, done, failed=self.failed.emit, channel="undo-entry")

    def _show_undo(self, found: tuple[UndoEntry, bool] | None, reason: str) -> None:
        """Offer to undo a command, or to redo one that was undone; else say why neither can be."""
        blocked = said(found[0].blocked) if found is not None else ""
        self._step = None if blocked else found
        verb = tr("Redo") if found is not None and not found[1] else tr("Undo")
        text = tr("{verb} {step}", verb=verb, step=step_word(found[0].name)) if found is not None else verb
        self.undo.setText(verb)
        self.undo.setAccessibleName(text)
        self.undo_action.setText(text if found is not None else tr("Undo this command"))
        for made in (self.undo, self.undo_action):
            made.setEnabled(self._step is not None)
        told = f"{text}: {blocked}" if blocked else (reason if found is None else text)
        self.step.setText(told)
        set_tip(self.undo, told)

    def _take_back(self) -> None:
        if self._step is not None:
            entry, done = self._step
            (self.undo_requested if done else self.redo_requested).emit(entry.command)

    @Slot(QPoint)
    def _menu(self, where: QPoint) -> None:
        entry = self.current()
        if entry is None:
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        seq = entry.seq
        menu.addAction(icon("history"), tr("View the vault at this event"), lambda: self.travel_requested.emit(seq))
        menu.addAction(icon("compare"), tr("Compare with now"), lambda: self.compare_requested.emit(seq))
        menu.addAction(self.undo_action)
        menu.addAction(icon("restore"), tr("Roll back to here…"), lambda: self.rewind_requested.emit(seq))
        if entry.item:
            menu.addSeparator()
            menu.addAction(icon("filter"), tr("Only events about this item"), lambda: self.show_item(entry.item))
        menu.popup(self.table.viewport().mapToGlobal(where))
