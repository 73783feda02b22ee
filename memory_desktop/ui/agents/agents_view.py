"""The Agents view: who uses this vault and may do what, what they do at the moment, and how another is connected."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import Qt, QTimer, Slot
from PySide6.QtGui import QAction, QGuiApplication, QKeySequence, QShortcut
from PySide6.QtWidgets import QVBoxLayout, QWidget

from memory_desktop.bridge.agents import AgentWatch
from memory_desktop.bridge.runner import Report, Token
from memory_desktop.bridge.session import VaultSession
from memory_desktop.bridge.translation import grouped, mark, plural, tr, translated
from memory_desktop.bridge.window_settings import SettingsGroup
from memory_desktop.core.answers import ChangeSet, HistoryEntry
from memory_desktop.core.events.event import AGENT, of_agent
from memory_desktop.core.memory.held import Decision
from memory_desktop.core.settings import Settings
from memory_desktop.models.call_table import of_entries
from memory_desktop.service.agents import Agent, Removed, let_in_words, revoked_words
from memory_desktop.service.calls import Call
from memory_desktop.ui.agents.connect_tab import ConnectTab
from memory_desktop.ui.agents.feed_tab import FeedTab
from memory_desktop.ui.current_row import select_row
from memory_desktop.ui.folding import FoldingBox
from memory_desktop.ui.format import ago, exact
from memory_desktop.ui.icons import icon
from memory_desktop.ui.lists import bar, column, or_empty
from memory_desktop.ui.pages import Tabs
from memory_desktop.ui.plain_table import PlainTable
from memory_desktop.ui.tips import set_item_tip, set_tip
from memory_desktop.ui.view import LiveView, Message
from memory_desktop.ui.widgets import EmptyState, button, tool_button
from memory_desktop.ui.wrapping import ElidedLabel

_HEADERS = translated(
    (
        mark("Agent"),
        mark("Status"),
        mark("Last seen"),
        mark("First seen"),
        mark("Calls"),
        mark("Writes"),
        mark("Errors"),
    )
)
_HIDDEN_FIRST = (3, 6, 5, 4, 2)
_NUMBERS = (4, 5, 6)
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
#: Pixels of an agent's name, of the address, and of how many agents there are.
_LEAST_NAMED, _LEAST_ADDRESS, _LEAST_SUMMARY = 200, 90, 150
_SOON_MS = 700
_PASSING_MS = 30_000
_EARLIER = 100
_PAUSE = mark("Refuse its calls until you let it go on")
_PAUSE_REVOKED = mark("It is revoked: its calls are refused as it is")
_REMOVE = mark("What it wrote stays")
_REMOVE_REVOKED = mark("It is revoked: off the list it could connect again")
_REMOVE_UNKNOWN = mark("Only the log knows it: it is listed as long as what it wrote is there")
_SWITCHES = translated(
    (
        ("service.enabled", mark("Let agents connect over HTTP"), "HTTP"),
        ("service.read_only", mark("Agents only read"), mark("Read only")),
        ("service.approve", mark("Changes wait for approval"), mark("Approval")),
    )
)


@dataclass(frozen=True, slots=True)
class _Row:
    """An agent as it is listed; `events`: how many the log has of one that the service does not know."""

    agent: Agent
    known: bool = True
    events: int = 0


@dataclass(frozen=True, slots=True)
class _Loaded:
    rows: list[_Row]
    settings: Settings
    earlier: list[HistoryEntry]
    undone: set[int]
    decided: dict[int, Decision]


class AgentsView(LiveView):
    """See the module."""

    view_id = "agents"
    title = mark("Agents")
    icon = "agent"
    refresh_ms = 1_000

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._watch: AgentWatch | None = None
        self._opened: VaultSession | None = None
        self._rows: list[_Row] = []
        self._seen = 0  # the last event that is shown
        self._head = 0  # events up to here are of the time before this window had the vault
        self._filled = False
        self._build()
        self._make_actions()
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(_SOON_MS)
        self._soon.timeout.connect(self._refresh_if_seen)
        self._passing = QTimer(self)  # an agent that is gone says nothing that would refresh the list
        self._passing.setInterval(_PASSING_MS)
        self._passing.timeout.connect(self._refresh_if_seen)
        self._passing.start()
        self._on_current()

    # --- View ---------------------------------------------------------------------------------

    def open_session(self, session: VaultSession) -> None:
        """Watch its agents."""
        self._opened = session
        self._head = session.engine.head
        self.feed.open_session(session)
        self.connecting.open_session(session)
        session.served.connect(self._on_served)
        if session.service is not None:
            self._on_served(session.service)
        super().open_session(session)

    def close_session(self) -> None:
        """Watch no more."""
        if self._watch is not None:
            self._watch.close()
            self._watch.deleteLater()
            self._watch = None
        if self._opened is not None:
            self._opened.served.disconnect(self._on_served)
            self._opened = None
        self._filled = False
        self._soon.stop()
        self.feed.close_session()
        self.connecting.close_session()
        self._show_rows([])
        super().close_session()

    def drop_texts(self) -> None:
        """Calls stay in the feed without their texts; what the log says of them is read again."""
        if self.session is None:
            return
        self.session.runner.cancel_all(self)
        if self._watch is not None:
            self._watch.forget_texts()
        self.feed.drop_texts()
        self._filled = False
        self.note_all()

    def concerns(self, change: ChangeSet) -> bool:
        """What was written, or undone, may be an agent's; settings say what they may do."""
        return change.settings or change.records or change.head > self._seen

    def set_query(self, text: str) -> None:
        """Show what one agent did."""
        self.feed.show_agent(text.removeprefix(AGENT))
        self.tabs.setCurrentWidget(self.feed)

    def save_state(self, settings: SettingsGroup) -> None:
        """Splitter."""
        settings.set("splitter", self.feed.splitter.saveState())

    def restore_state(self, settings: SettingsGroup) -> None:
        """See `save_state`."""
        state = settings.value("splitter")
        if state is not None:
            self.feed.splitter.restoreState(state)

    # --- parts --------------------------------------------------------------------------------

    def _build(self) -> None:
        self.address = ElidedLabel("muted")
        self.address.setMinimumWidth(_LEAST_ADDRESS)
        self.copy = tool_button("copy", tr("Copy the address"), self._copy_address)
        self.switches: dict[str, FoldingBox] = {}
        for name, text, short in _SWITCHES:
            box = self.switches[name] = FoldingBox(text, short)
            box.clicked.connect(lambda on, name=name: self._switch(name, on))
        self.more = button(tr("Settings…"), lambda: self.preferences_requested.emit("service"), role="link")
        self.again = button(tr("Try again"), self._serve_again, role="link")
        self.again.hide()
        boxes = tuple(self.switches.values())
        head = bar(*boxes, self.more, self.address, self.again, self.copy, filling=self.address, folding=boxes)
        self.feed = FeedTab()
        self.feed.inspected.connect(self.inspect)
        self.feed.undo_requested.connect(self._undo)
        self.feed.search_requested.connect(self.search_requested)
        self.feed.failed.connect(self.message)
        self.connecting = ConnectTab()
        self.connecting.told.connect(self.message)
        self.connecting.enable_requested.connect(lambda: self._switch("service.enabled", True))
        self.tabs = Tabs()
        self.tabs.setDocumentMode(True)
        self.tabs.tabBar().setAccessibleName(tr("Agents"))
        self.tabs.addTab(self._make_agents(), tr("Agents"))
        self.tabs.addTab(self.feed, tr("Live feed"))
        self.tabs.addTab(self.connecting, tr("Connect a client"))
        self.tabs.currentChanged.connect(self._on_tab)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addWidget(head)
        outer.addWidget(self.tabs, 1)

    @Slot()
    def _on_tab(self) -> None:
        """The inspector belongs to the feed."""
        self.inspect.emit(self.feed.inspected_now if self.tabs.currentWidget() is self.feed else None)

    def _make_agents(self) -> QWidget:
        self.table = PlainTable(_HEADERS, tr("Agents that use this vault, or did"))
        self.table.setSelectionMode(PlainTable.SelectionMode.SingleSelection)
        self.table.give_room(0, _HIDDEN_FIRST, _LEAST_NAMED)
        for place in _NUMBERS:
            title = self.table.horizontalHeaderItem(place)
            if title is not None:
                title.setTextAlignment(_RIGHT)
        self.table.itemSelectionChanged.connect(self._on_current)
        self.table.cellActivated.connect(lambda _row, _column: self.show_calls())
        self.calls = button(tr("Show calls"), self.show_calls, icon_name="history")
        self.approve = button(tr("Ask for approval"), self.toggle_approval, icon_name="review")
        set_tip(self.approve, tr("What this agent writes waits in Review until you release it"))
        self.pause = button(tr("Pause"), self.toggle_pause, icon_name="pause")
        self.revoke = button(tr("Revoke"), self.toggle_revoke, icon_name="close")
        self.remove = button(tr("Remove from list"), self.remove_agent, icon_name="forget")
        self.summary = ElidedLabel("muted")
        self.summary.setMinimumWidth(_LEAST_SUMMARY)
        buttons = self.calls, self.approve, self.pause, self.revoke, self.remove
        full = column(bar(self.summary, *buttons, filling=self.summary, folding=buttons), self.table)
        empty = EmptyState(
            "agent",
            tr("No agents yet"),
            tr("An agent that is connected to this vault is listed here, with what it does and may do."),
            action=tr("Connect a client"),
            on_action=lambda: self.tabs.setCurrentWidget(self.connecting),
        )
        self.pages = or_empty(full, empty)
        return self.pages

    def _make_actions(self) -> None:
        def make(text: str, name: str, keys: str, on: Callable[[], None]) -> QAction:
            action = QAction(icon(name), text, self.table)
            action.setShortcut(QKeySequence(keys))
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
            action.triggered.connect(lambda _checked=False: on())
            self.table.addAction(action)
            return action

        self.pause_action = make(tr("Pause agent, or let it go on"), "pause", "Ctrl+P", self.toggle_pause)
        self.revoke_action = make(tr("Revoke agent, or let it in again"), "close", "", self.toggle_revoke)
        self.approve_action = make(tr("Approve what the agent writes"), "review", "", self.toggle_approval)
        self.remove_action = make(tr("Remove agent from the list"), "forget", "", self.remove_agent)
        self.table.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        delete = QShortcut(QKeySequence(QKeySequence.StandardKey.Delete), self.table)
        delete.setContext(Qt.ShortcutContext.WidgetShortcut)
        delete.activated.connect(self.remove_action.trigger)

    def actions(self) -> list[QAction]:
        """What the menu and the palette list of this view."""
        return [self.pause_action, self.revoke_action, self.approve_action, self.remove_action]

    # --- loading ------------------------------------------------------------------------------

    @Slot(object)
    def _on_served(self, service: object) -> None:
        session = self._opened
        if service is None:  # it could not start
            self._later()
            return
        if session is None or session.service is None or self._watch is not None:
            return
        self._watch = AgentWatch(session.service, self)
        self._watch.called.connect(self._on_calls)
        self._watch.decided.connect(self._later)
        self.connecting.refresh()
        self._later()

    @Slot(object)
    def _on_calls(self, calls: tuple[Call, ...]) -> None:
        self.feed.model.add(calls)
        self._later()

    @Slot()
    def _later(self) -> None:
        if not self._soon.isActive():
            self._soon.start()

    @Slot()
    def _refresh_if_seen(self) -> None:
        self.note_all()

    @Slot()
    def refresh(self) -> None:
        """See `LiveView.refresh`."""
        session = self.session
        if session is None:
            return
        engine, service, first, head = session.engine, session.service, not self._filled, self._head
        self._seen = engine.head
        commands = self.feed.model.commands()
        if first and self._watch is not None:
            commands += [command for call in self._watch.calls() for command in call.commands]

        def work(_token: Token) -> _Loaded:
            known = service.agents() if service is not None else ()
            names = {one.actor for one in known}
            past = {name: number for name, number in engine.writers().items() if of_agent(name)}
            rows = [_Row(one, events=past.get(one.actor, 0)) for one in known]
            rows += [
                _Row(Agent(name.removeprefix(AGENT)), False, number)
                for name, number in past.items()
                if name not in names
            ]
            # By name: who called last would change places under the pointer, and another be paused or revoked.
            rows.sort(key=lambda row: (row.agent.name.casefold(), row.agent.name))
            earlier: list[HistoryEntry] = []
            for name in past if first else ():
                earlier += engine.events(actor=name, before=head + 1, limit=_EARLIER)
            every = [*commands, *(one.command or one.seq for one in earlier)]
            undone, decided = engine.undone_of(every), engine.decisions_of(every)
            earlier.sort(key=lambda one: one.seq, reverse=True)
            return _Loaded(rows, engine.settings, earlier, undone, decided)

        session.runner.query(self, work, self._show, failed=self.message.emit, channel="agents")

    def _show(self, loaded: _Loaded) -> None:
        if not self._filled:
            self._filled = True
            calls = self._watch.calls() if self._watch is not None else ()
            self.feed.model.show(sorted(of_entries(loaded.earlier), key=lambda one: one.at, reverse=True))
            self.feed.model.add(calls)
        self.feed.model.show_since(loaded.undone, loaded.decided)
        self.feed.refresh()
        self._show_settings(loaded.settings)
        self._show_rows(loaded.rows)
        self.feed.show_agents([row.agent.name for row in loaded.rows])

    def _show_settings(self, settings: Settings) -> None:
        for name, box in self.switches.items():
            box.setChecked(settings.on(name))
            box.setEnabled(name not in settings.overrides and self._watch is not None)
        enabled = settings.on("service.enabled")
        self.connecting.show_enabled(enabled)
        url = self._watch.service.url if self._watch is not None else ""
        self.address.setText(url if enabled and url else "" if url else self._why_not_served())
        self.copy.setVisible(bool(enabled and url))
        self.again.setVisible(bool(self._not_served()))

    def _not_served(self) -> str:
        """What kept the service from starting, if anything did."""
        return self.session.not_served if self.session is not None else ""

    def _why_not_served(self) -> str:
        if self._starting():
            return tr("Starting…")
        if error := self._not_served():
            return tr("Agents cannot use this vault: {error}", error=error)
        return tr("This window does not serve agents.")

    @Slot()
    def _serve_again(self) -> None:
        if self.session is not None:
            self.session.serve_again()
            self.again.hide()
            self._later()

    def _starting(self) -> bool:
        """Whether it is not known yet who is connected."""
        return self._watch is None and self.session is not None and self.session.starting

    def _show_rows(self, rows: list[_Row]) -> None:
        chosen = self.current()
        self._rows = rows
        starting = self._starting()
        self.table.fill([_texts(row, starting) for row in rows])
        for place, row in enumerate(rows):
            for cell, moment in ((2, row.agent.last_seen), (3, row.agent.first_seen)):
                item = self.table.item(place, cell)
                if item is not None and moment is not None:
                    set_item_tip(item, exact(moment))
            named = self.table.item(place, 0)
            if named is not None:
                set_item_tip(named, row.agent.name)
            for cell in _NUMBERS:
                item = self.table.item(place, cell)
                if item is not None:
                    item.setTextAlignment(_RIGHT)
        names = [row.agent.name for row in rows]
        if chosen is not None and chosen.agent.name in names:
            select_row(self.table, names.index(chosen.agent.name))
        elif rows:
            select_row(self.table, 0)
        number = sum(row.agent.connected for row in rows)
        self.summary.setText(
            tr(
                "{agent}, {number} connected",
                agent=plural("{n} agent", "{n} agents", len(rows)),
                number=grouped(number),
            )
            if rows
            else ""
        )
        self.pages.setCurrentIndex(0 if rows else 1)
        self._on_current()

    # --- one agent ----------------------------------------------------------------------------

    def current(self) -> _Row | None:
        """The agent that is chosen."""
        row = self.table.currentRow()
        return self._rows[row] if 0 <= row < len(self._rows) else None

    @Slot()
    def _on_current(self) -> None:
        row = self.current()
        agent = row.agent if row is not None else None
        served = agent is not None and self._watch is not None
        self.calls.setEnabled(agent is not None)
        paused, revoked = agent is not None and agent.paused, agent is not None and agent.revoked
        self.pause.setText(tr("Let it go on") if paused else tr("Pause"))
        self.pause.setIcon(icon("play" if paused else "pause", "muted"))
        self.revoke.setText(tr("Let it in again") if revoked else tr("Revoke"))
        self.revoke.setIcon(icon("restore" if revoked else "close", "muted"))
        self.approve.setText(tr("Stop asking") if agent is not None and agent.approve else tr("Ask for approval"))
        may_pause = served and (paused or not revoked)
        removable = served and row is not None and row.known and not revoked
        for made, may in ((self.pause, may_pause), (self.revoke, served), (self.approve, served)):
            made.setAccessibleName(made.text())
            made.setEnabled(may)
        self.remove.setEnabled(removable)
        self.pause_action.setEnabled(may_pause)
        self.revoke_action.setEnabled(served)
        self.approve_action.setEnabled(served)
        self.remove_action.setEnabled(removable)
        set_tip(self.pause, tr(_PAUSE_REVOKED) if served and not may_pause else tr(_PAUSE))
        if agent is None or removable:
            why = tr(_REMOVE)
        elif not served:
            why = tr("This window does not serve agents")
        else:
            why = tr(_REMOVE_REVOKED) if revoked else tr(_REMOVE_UNKNOWN)
        set_tip(self.remove, why)

    def show_calls(self) -> None:
        """What the chosen agent did."""
        row = self.current()
        if row is not None:
            self.set_query(row.agent.name)

    def toggle_pause(self) -> None:
        """Refuse its calls for a while, or let it go on."""
        row = self.current()
        if row is not None:
            self._pause(row.agent.name, not row.agent.paused)

    def _pause(self, name: str, paused: bool, undoable: bool = True) -> None:
        said = tr("{name} is paused: its calls are refused.", name=name) if paused else tr("{name} goes on.", name=name)
        self._decide(
            lambda watch: watch.service.pause(name, paused),
            said,
            lambda: self._pause(name, not paused, False),
            undoable,
        )

    def toggle_revoke(self) -> None:
        """Refuse its calls and its token for good, or let it in again."""
        row = self.current()
        if row is not None:
            self._revoke(row.agent.name, not row.agent.revoked)

    def _revoke(self, name: str, revoked: bool, undoable: bool = True) -> None:
        row = next((one for one in self._rows if one.agent.name == name), None)
        own_token = row is not None and row.agent.own_token
        said = revoked_words(name, own_token) if revoked else let_in_words(name)
        self._decide(
            lambda watch: watch.service.revoke(name, revoked),
            said,
            lambda: self._revoke(name, not revoked, False),
            undoable,
        )

    def toggle_approval(self) -> None:
        """Let what it writes wait in Review, or write at once."""
        row = self.current()
        if row is not None:
            self._approve(row.agent.name, not row.agent.approve)

    def _approve(self, name: str, approve: bool, undoable: bool = True) -> None:
        said = (
            tr("What {name} writes waits in Review.", name=name)
            if approve
            else tr("What {name} writes is stored at once.", name=name)
        )
        self._decide(
            lambda watch: watch.service.approve_mode(name, approve),
            said,
            lambda: self._approve(name, not approve, False),
            undoable,
        )

    def remove_agent(self) -> None:
        """Take it off the list; what it wrote stays."""
        row = self.current()
        if row is None:
            return
        name, gone = row.agent.name, list[Removed]()

        def back() -> None:
            self._decide(
                lambda watch: watch.service.bring_back(gone[0]),
                tr("{name} is on the list again.", name=name),
                None,
                False,
            )

        said = tr("{name} is off the list; what it wrote stays.", name=name)
        self._decide(lambda watch: gone.append(watch.service.forget_agent(name)), said, back, True)

    def _decide(
        self, work: Callable[[AgentWatch], None], said: str, back: Callable[[], None] | None, undoable: bool
    ) -> None:
        """Carry a decision out off the GUI thread, as it is kept in a file, and say so."""
        session, watch = self.session, self._watch
        if session is None or watch is None:
            return

        def run(_token: Token, _report: Report) -> None:
            work(watch)

        def done(_none: None) -> None:
            undo = tr("Undo") if undoable and back is not None else ""
            self.message.emit(Message(said, level="success", action=undo, on_action=back if undo else None))
            self.refresh()

        session.runner.write(self, run, done, failed=self.message.emit)

    # --- the vault's switches -----------------------------------------------------------------

    def _switch(self, name: str, on: bool) -> None:
        if self.session is not None:
            self.session.commands.change_settings({name: on})

    def _undo(self, commands: tuple[int, ...]) -> None:
        if self.session is not None:
            self.session.commands.undo(commands)

    def _copy_address(self) -> None:
        QGuiApplication.clipboard().setText(self.address.text())
        self.message.emit(Message(tr("Copied the address."), level="success", timeout_ms=3000))


def _texts(row: _Row, starting: bool) -> tuple[str, ...]:
    agent = row.agent
    if not row.known or not agent.calls:  # what it did before anything was counted stands in the log alone
        status = tr("Starting…") if starting and not row.known else _status(row)
        seen = ago(agent.last_seen) if agent.last_seen is not None else ""
        return (agent.title, status, seen, "", "", f"{grouped(row.events)}", "")
    counts = (f"{grouped(number)}" for number in (agent.calls, agent.writes, agent.errors))
    return (agent.title, _status(row), ago(agent.last_seen), ago(agent.first_seen), *counts)


def _status(row: _Row) -> str:
    """One or two words, and whether it needs approval."""
    agent = row.agent
    if not row.known:
        return tr("In the log only")
    here = tr("Connected") if agent.connected else tr("Not connected")
    word = tr("Revoked") if agent.revoked else tr("Paused") if agent.paused else here
    return tr("{word}, needs approval", word=word) if agent.approve and not agent.revoked else word
