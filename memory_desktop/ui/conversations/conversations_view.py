"""The Conversations view: threads and turns, what is kept of each user, the work behind them, and skills."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from typing import cast

from PySide6.QtCore import QPoint, QSignalBlocker, Qt, QTimer, Slot
from PySide6.QtGui import QAction, QGuiApplication, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QMenu, QVBoxLayout, QWidget

from memory_desktop.bridge.runner import Token
from memory_desktop.bridge.session import VaultSession
from memory_desktop.bridge.translation import grouped, mark, plural, tr
from memory_desktop.bridge.window_settings import SettingsGroup
from memory_desktop.bridge.wording import isolated
from memory_desktop.core.answers import ChangeSet
from memory_desktop.core.errors import NotFoundError
from memory_desktop.engine.conversation.reading import Aftermath, Reading, Turn
from memory_desktop.engine.conversation.turns import Session
from memory_desktop.engine.reader import Past
from memory_desktop.models.sessions import Asked, SessionList, owners, span
from memory_desktop.models.thread_table import Thread, ThreadTable
from memory_desktop.ui.conversations.add_turn import AddTurnDialog
from memory_desktop.ui.conversations.details import TurnDetails
from memory_desktop.ui.conversations.go_to_date import GoToDateDialog
from memory_desktop.ui.conversations.jobs_tab import JobsTab
from memory_desktop.ui.conversations.session_list import SessionListView
from memory_desktop.ui.conversations.skills_tab import SkillsTab
from memory_desktop.ui.conversations.thread_list import ThreadList
from memory_desktop.ui.conversations.user_tab import UserState, state_of
from memory_desktop.ui.conversations.users_tab import UsersTab
from memory_desktop.ui.conversations.ways import Ways
from memory_desktop.ui.filter_field import FilterField
from memory_desktop.ui.icons import icon
from memory_desktop.ui.lists import bar, column, or_empty, split, titled
from memory_desktop.ui.pages import Pages, Tabs
from memory_desktop.ui.tips import set_tip
from memory_desktop.ui.user_choice import EVERYBODY, UserChoice
from memory_desktop.ui.vault_texts import VaultTexts
from memory_desktop.ui.view import LiveView, Message
from memory_desktop.ui.widgets import EmptyState, button, label, tool_button
from memory_desktop.ui.wrapping import ElidedLabel

_TYPING_MS = 250
#: A view of fewer pixels leaves out the thread's title, which the list beside it has, and lets the details be folded.
_LOW = 460
#: Pixels of width that turns and the tabs of their details need.
_LEAST_THREAD = 276
#: Of the details below a thread: the least height, and the share of the view's, until somebody moves the handle.
_DETAILS, _DETAILS_SHARE = 150, 0.3


_Tab = UsersTab | JobsTab | SkillsTab
#: The tabs behind the threads, in their order, with their titles.
_LATER: dict[type[_Tab], str] = {UsersTab: mark("Users"), JobsTab: mark("Background work"), SkillsTab: mark("Skills")}


class ConversationsView(LiveView):
    """See the module. `set_query` takes the id of a message, or of what was learned from one, and shows the message."""

    view_id = "conversations"
    title = mark("Conversations")
    icon = "conversations"
    room = 700  # the list of conversations, and a thread at a width for reading

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._head = -1
        self._placed = False  # somebody has chosen the height of the details
        self._users: dict[str, int] = {}
        self._session_shown: Session | None = None
        self._wanted: tuple[str, str] | None = None  # a turn and a message to go to, when its thread is there
        self._added = ""  # a turn that was added here and is to be shown, when it is there
        self._matches: list[int] = []
        self._whose, self._edited = VaultTexts(), VaultTexts()  # users: of the threads, and of the tab about users
        self._turned = False  # to another user, who may have no turn in the thread that is shown
        self._choosing = False  # the turn that is shown next is nobody's choice
        self._unasked = False  # nor is the one that is shown now
        self._made: dict[type[_Tab], _Tab] = {}
        self._build()
        self._make_actions()
        self._typing = QTimer(self)
        self._typing.setSingleShot(True)
        self._typing.setInterval(_TYPING_MS)
        self._typing.timeout.connect(self._load_sessions)
        self._on_turn(-1)

    # --- View ---------------------------------------------------------------------------------

    def open_session(self, session: VaultSession) -> None:
        """List its conversations, when the view is seen."""
        self.session = session
        self._read_from()
        vault = session.engine.vault_id
        self.user.want(next(iter(self._whose.of(vault)), None))
        for tab in self._made.values():
            self._open_tab(tab, session)
        super().open_session(session)

    def close_session(self) -> None:
        """Clear the view."""
        self.sessions.close()
        self.turns.close()
        self.finder.clear()
        self.search.clear()
        self.timeline.setChecked(False)
        self._session_shown = None
        self._wanted = None
        self._added = ""
        self._show_head()
        self._users = {}
        self.user.offer([])
        for tab in self._made.values():
            tab.close_session()
        super().close_session()

    def concerns(self, change: ChangeSet) -> bool:
        """Whatever is written, as a summary is no record; and how jobs go on."""
        return change.records or change.jobs or change.head != self._head

    def reload(self, change: ChangeSet) -> None:
        """The threads look at what is written; the other tabs look when they are in front."""
        self._head = change.head
        if change.records:
            self.refresh()
        else:
            self._load_turn()
            self._refresh_tab()

    def show_past(self, past: Past | None) -> None:  # noqa: ARG002 - read from the session
        """Conversations as they were then; nothing is changed from here meanwhile."""
        self._read_from()
        self._enable()
        self.details.show_turn(None)
        self.note_all()

    def _reading(self) -> Reading:
        """What the conversations are read from: as they are, or as they were."""
        session = self.session
        assert session is not None
        return session.past.reading if session.past is not None else session.engine.conversations.reading

    def _read_from(self) -> None:
        if self.session is None:
            return
        reading = self._reading()

        def titles(ids: Sequence[str], user: str | None) -> dict[str, str]:
            found = reading.sessions(user_id=user, ids=ids, limit=max(1, len(ids)))
            return {one.session_id: one.title for one in found}

        self.sessions.open(reading.sessions, self.session.runner)
        self.turns.open(reading, self.session.runner, titles)

    def set_query(self, text: str) -> None:
        """Show a message in its conversation."""
        session, id = self.session, text.strip()
        if session is None or not id:
            return
        reading = self._reading()

        def work(_token: Token) -> tuple[str, str, str]:
            return reading.place_of(id)

        def done(place: tuple[str, str, str]) -> None:
            self.go_to(*place)

        session.runner.query(self, work, done, failed=self._on_no_place, channel="place")

    def go_to(self, session_id: str, cycle_id: str, message: str = "") -> None:
        """Show a turn of a conversation, or with "" its beginning; of its messages, this one is chosen."""
        self._wanted = (cycle_id, message) if cycle_id else None
        self.tabs.setCurrentWidget(self.pages)
        self.timeline.setChecked(False)
        if not self.list.choose(session_id) and (self.search.text() or self.user.currentIndex() > 0):
            self.search.clear()
            self.user.setCurrentIndex(0)
            self._load_sessions()
        self._show_thread(self._thread(session_id))

    def focus_search(self) -> None:
        """Into the box that finds words inside the thread; without one, into the one that finds conversations."""
        self.tabs.setCurrentWidget(self.pages)
        box = self.finder if self.turns.rowCount() else self.search
        box.setFocus()
        box.selectAll()

    def focus_list(self) -> None:
        """Into the box that finds conversations."""
        self.tabs.setCurrentWidget(self.pages)
        self.search.setFocus()
        self.search.selectAll()

    def save_state(self, settings: SettingsGroup) -> None:
        """Tab, splitters, and which users are chosen in which vault."""
        settings.set("tab", self.tabs.currentIndex())
        self._whose.save(settings, "whose")
        self._edited.save(settings, "edited")
        settings.set("across", self.across.saveState())
        if not self.details.low:
            settings.set("down", self.down.saveState())

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Thread and details share the height; where there is little, the thread's title, which the list has, goes."""
        super().resizeEvent(event)
        low = self.height() < _LOW
        self.head.setVisible(not low)
        self.details.make_low(low)
        if not self._placed and not self.details.folded:
            lower = max(_DETAILS, round(self.height() * _DETAILS_SHARE))
            self.down.setSizes([max(1, self.down.height() - lower), lower])

    def restore_state(self, settings: SettingsGroup) -> None:
        """See `save_state`."""
        self.tabs.setCurrentIndex(int(str(settings.value("tab", 0) or 0)))
        self._whose.restore(settings, "whose")
        self._edited.restore(settings, "edited")
        for name, splitter in (("across", self.across), ("down", self.down)):
            state = settings.value(name)
            if state is not None:
                self._placed |= splitter is self.down
                splitter.restoreState(state)

    # --- parts --------------------------------------------------------------------------------

    def _build(self) -> None:
        self.sessions = SessionList(self)
        self.sessions.loaded.connect(self._on_sessions)
        self.sessions.failed.connect(self.message)
        self.turns = ThreadTable(self)
        self.turns.loaded.connect(self._on_loaded)
        self.turns.arrived.connect(self._on_arrived)
        self.turns.matched.connect(self._on_matched)
        self.turns.failed.connect(self.message)
        self.across = split(Qt.Orientation.Horizontal, self._make_list(), self._make_thread(), (260, 700))
        self.across.setStretchFactor(1, 1)
        self.ways = Ways()
        self.ways.import_requested.connect(self.import_requested)
        self.ways.agents_requested.connect(lambda: self.view_requested.emit("agents"))
        self.ways.add_requested.connect(self.add_turn)
        self.pages = Pages()
        self.pages.addWidget(self.across)
        self.pages.addWidget(self.ways)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addWidget(self._make_tabs(), 1)

    def _make_tabs(self) -> Tabs:
        self.tabs = Tabs()
        self.tabs.setDocumentMode(True)
        self.tabs.tabBar().setAccessibleName(tr("Parts of Conversations"))
        self.tabs.addTab(self.pages, tr("Threads"))
        for title in _LATER.values():
            self.tabs.addTab(QWidget(), tr(title))  # a place for what is made when it is first asked for
        self.tabs.currentChanged.connect(self._on_tab)
        return self.tabs

    @property
    def users(self) -> UsersTab:
        """The tab about users."""
        return cast("UsersTab", self._tab(UsersTab))

    @property
    def jobs(self) -> JobsTab:
        """The tab of background work."""
        return cast("JobsTab", self._tab(JobsTab))

    @property
    def skills(self) -> SkillsTab:
        """The tab of skills."""
        return cast("SkillsTab", self._tab(SkillsTab))

    def _tab(self, kind: type[_Tab]) -> _Tab:
        found = self._made.get(kind)
        if found is None:
            found = self._made[kind] = kind()
            found.failed.connect(self.message)
            match found:
                case UsersTab():
                    found.turn_requested.connect(self._show_turn_of)
                    found.chosen.connect(self._on_edited)
                case JobsTab():
                    found.preferences_requested.connect(self.preferences_requested)
                case SkillsTab():
                    found.selected.connect(self._inspect)
            self._put_tab(found, 1 + list(_LATER).index(kind))
            if self.session is not None:
                self._open_tab(found, self.session)
            self.part_made.emit(found)
        return found

    def _put_tab(self, tab: _Tab, number: int) -> None:
        """Let a tab take the place that was kept for it."""
        front, title = self.tabs.currentIndex(), self.tabs.tabText(number)
        with QSignalBlocker(self.tabs):
            place = self.tabs.widget(number)
            self.tabs.removeTab(number)
            self.tabs.insertTab(number, tab, title)
            self.tabs.setCurrentIndex(front)
        if place is not None:
            place.deleteLater()

    def _open_tab(self, tab: _Tab, session: VaultSession) -> None:
        if isinstance(tab, UsersTab):
            vault = session.engine.vault_id
            tab.want(next(iter(self._edited.of(vault) or self._whose.of(vault)), None))
        tab.open_session(session)

    def make_more(self) -> bool:
        """See `View.make_more`."""
        missing = next((kind for kind in _LATER if kind not in self._made), None)
        return missing is not None and self._tab(missing) is not None

    @property
    def unsaved(self) -> tuple[str, ...]:
        """See `View.unsaved`: the titles of tabs."""
        unsaved = (kind for kind, tab in self._made.items() if not isinstance(tab, JobsTab) and tab.unsaved)
        return tuple(tr(_LATER[kind]) for kind in unsaved)

    @Slot(int)
    def _on_tab(self, number: int) -> None:
        if number > 0:
            self._tab(list(_LATER)[number - 1])
        if self.tabs.currentWidget() is self.pages:
            self._on_message()
        else:
            self._inspect(None)
        self._refresh_tab()

    def _refresh_tab(self) -> None:
        front = self.tabs.currentWidget()
        if self.session is not None and isinstance(front, (UsersTab, JobsTab, SkillsTab)):
            front.refresh()

    @Slot(str, str)
    def _show_turn_of(self, session_id: str, cycle_id: str) -> None:
        self.go_to(session_id, cycle_id)

    def _make_list(self) -> QWidget:
        self.search = FilterField(tr("Search conversations"), tr("Search conversations by title and text"))
        self.search.setMinimumWidth(120)
        self.search.textChanged.connect(lambda _text: self._typing.start())
        self.search.returnPressed.connect(self._load_sessions)
        self.user = UserChoice(tr("Whose conversations"))
        self.user.keep_narrow(5)
        self.user.setMinimumWidth(80)
        self.user.activated.connect(self._on_user)
        self.timeline = button(tr("Timeline"), icon_name="history")
        self.timeline.setCheckable(True)
        set_tip(self.timeline, tr("Every turn of all these conversations, in order of time"))
        self.timeline.toggled.connect(self._on_timeline)
        self.list = SessionListView(self.sessions)
        self.search.leads_into(self.list)
        self.list.chosen.connect(self._on_session)
        empty = EmptyState(
            "search", tr("No matching conversations"), tr("No title and no message has all of these words.")
        )
        self.list_pages = or_empty(self.list, empty)
        top = bar(self.search, filling=self.search)
        whose = bar(self.user, self.timeline, filling=self.user, folding=(self.timeline,))
        made = column(top, whose, self.list_pages)
        made.setMinimumWidth(190)
        return made

    def _make_thread(self) -> QWidget:
        self.heading = ElidedLabel("heading")
        self.heading.setMinimumWidth(120)
        self.summary = ElidedLabel("muted")
        self.finder = FilterField(tr("Find in the thread"), tr("Find words in this thread"))
        self.finder.setMinimumWidth(90)
        self.finder.textChanged.connect(self._on_finding)
        self.finder.returnPressed.connect(lambda: self._step(1))
        self.found = label("", "muted")
        self.next = tool_button("chevron-down", tr("Next place (Enter)"), lambda: self._step(1))
        for made in (self.found, self.next):
            made.hide()  # they have no use, and take room, until something is looked for
        self.add = button(tr("Add turn…"), self.add_turn, icon_name="add")
        self.more = tool_button("more", tr("More about the turn"))
        self.thread_list = ThreadList(self.turns)
        self.thread_list.current_changed.connect(self._on_turn)
        self.thread_list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.thread_list.customContextMenuRequested.connect(self._menu)
        self.thread_list.setMinimumHeight(120)
        self.more.clicked.connect(lambda _checked=False: self._menu(None))
        self.details = TurnDetails()
        self.details.selected.connect(self._inspect)
        self.details.memories_requested.connect(self.filter_requested)
        self.details.lineage_requested.connect(self.lineage_requested)
        self.details.message_changed.connect(self._on_message)
        self.details.messages.currentItemChanged.connect(self._on_asked)
        for signal in (self.thread_list.clicked, self.thread_list.activated, self.details.messages.itemClicked):
            signal.connect(self._on_asked)
        self.details.turn_requested.connect(self._go_to_turn)
        empty = EmptyState("conversations", tr("No conversation selected"), tr("Select one to read it turn by turn."))
        self.thread_pages = or_empty(self.thread_list, empty)
        self.down = split(Qt.Orientation.Vertical, self.thread_pages, self.details, (470, _DETAILS))
        self.down.setStretchFactor(0, 1)
        self.down.splitterMoved.connect(self._on_placed)
        self._heights = self.down.sizes()
        self.details.was_folded.connect(self._on_folded)
        self.head = titled(self.heading, self.summary)
        tools = bar(self.finder, self.found, self.next, self.add, self.more, filling=self.finder, folding=(self.add,))
        thread = column(self.head, tools, self.down)
        thread.setMinimumWidth(_LEAST_THREAD)
        return thread

    @Slot()
    def _on_placed(self) -> None:
        """From here on, the heights are what somebody made them."""
        self._placed = True

    @Slot(bool)
    def _on_folded(self, folded: bool) -> None:
        """The thread takes what the details leave, and gives it back."""
        if folded:
            self._heights = self.down.sizes()
        self.down.setSizes([self.height(), 0] if folded else self._heights)

    def _make_actions(self) -> None:
        def make(text: str, name: str, keys: object, on: Callable[[], None], *, everywhere: bool = False) -> QAction:
            action = QAction(icon(name), text, self)
            if keys:
                action.setShortcut(QKeySequence(keys))  # type: ignore[call-overload]
            action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            action.triggered.connect(lambda _checked=False: on())
            (self if everywhere else self.thread_list).addAction(action)
            return action

        keys = QKeySequence.StandardKey
        self.add_action = make(tr("Add turn…"), "add", "Ctrl+Shift+T", self.add_turn, everywhere=True)
        self.find_action = make(tr("Search conversations"), "search", "Ctrl+Shift+F", self.focus_list, everywhere=True)
        self.timeline_action = make(
            tr("Timeline of all conversations"), "history", "Ctrl+Shift+L", self.timeline.toggle, everywhere=True
        )
        self.date_action = make(tr("Go to date…"), "history", "Ctrl+Shift+G", self.go_to_date, everywhere=True)
        self.next_action = make(tr("Next place found"), "chevron-down", keys.FindNext, lambda: self._step(1))
        self.before_action = make(tr("Previous place found"), "chevron-down", keys.FindPrevious, lambda: self._step(-1))
        self.edit_action = make(tr("Edit message…"), "edit", "F2", self.edit_message)
        self.forget_message_action = make(tr("Forget message"), "forget", "Shift+Delete", self.forget_message)
        self.forget_action = make(tr("Forget turn"), "forget", "", self.forget_turns)
        self.memories_action = make(tr("Show messages in Memories"), "memories", "", self.show_in_memories)
        self.lineage_action = make(tr("Show lineage of the message"), "lineage", "", self.show_lineage)
        self.id_action = make(tr("Copy the turn’s ID"), "copy", "", lambda: self._copy_id("cycle_id"))
        self.session_action = make(tr("Copy the conversation’s ID"), "copy", "", lambda: self._copy_id("session_id"))

        for key, action in (
            (QKeySequence(keys.Delete), self.forget_action),
            (QKeySequence("Ctrl+L"), self.lineage_action),
        ):  # in the Memories view, these keys are those of its own commands
            shortcut = QShortcut(key, self.thread_list)
            shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)
            shortcut.activated.connect(action.trigger)

    def actions(self) -> list[QAction]:
        """What the menu and the palette list of this view."""
        return [
            self.add_action,
            self.find_action,
            self.timeline_action,
            self.date_action,
            self.edit_action,
            self.forget_message_action,
            self.forget_action,
            self.memories_action,
            self.lineage_action,
        ]

    # --- loading ------------------------------------------------------------------------------

    @Slot()
    def refresh(self) -> None:
        """See `LiveView.refresh`."""
        session = self.session
        if session is None:
            return
        reading = self._reading()
        session.runner.query(self, lambda _token: reading.users(), self._on_users, channel="users")
        self._load_sessions()
        if self.turns.thread_shown != Thread() or self.timeline.isChecked():
            self.turns.load(self.turns.thread_shown)
        self._refresh_tab()

    def _on_users(self, users: dict[str, int]) -> None:
        if users == self._users:
            return
        self._users = users
        if self.user.offer(list(users), list(users.values())):
            self._show_user()

    @Slot()
    def _load_sessions(self) -> None:
        self._typing.stop()
        self.sessions.load(Asked(self._user(), self.search.text().strip()))

    def _user(self) -> str | None:
        return self.user.user

    @Slot(int)
    def _on_sessions(self, number: int) -> None:
        asked = bool(self.search.text().strip()) or self._user() is not None
        self.pages.setCurrentWidget(self.across if number or asked else self.ways)
        self.list_pages.setCurrentIndex(0 if number else 1)
        shown = self.turns.thread_shown.session
        if shown is not None:
            self.list.choose(shown)
        elif number and not self.timeline.isChecked():
            self.list.setCurrentIndex(self.sessions.index(1))  # the newest one, below its day

    @Slot(str)
    def _on_session(self, session_id: str) -> None:
        if not session_id:
            return
        if not self.timeline.isChecked():
            if self._thread(session_id) != self.turns.thread_shown:
                self._show_thread(self._thread(session_id))
            else:
                self._show_head()
        elif (row := self.turns.first_of(session_id)) >= 0:
            self.thread_list.show_row(row)

    def _show_thread(self, thread: Thread) -> None:
        self.finder.clear()
        if thread != self.turns.thread_shown:
            self.turns.clear()
            self.details.show_turn(None)
        self.turns.load(thread)
        self._show_head()

    @Slot()
    def _on_user(self) -> None:
        """Somebody has chosen whose; that is kept for this vault."""
        if self.session is not None:
            user = self._user()
            self._whose.keep(self.session.engine.vault_id, () if user is None else (user,))
            if user is not None:
                if UsersTab in self._made:
                    self.users.follow(user)
                self._on_edited(user)
        self._show_user()

    @Slot(str)
    def _on_edited(self, user: str) -> None:
        if self.session is not None:
            self._edited.keep(self.session.engine.vault_id, (user,))

    def _show_user(self) -> None:
        self._load_sessions()
        shown = self.turns.thread_shown.session
        if self.timeline.isChecked():
            self._show_thread(Thread(user=self._user()))
        elif shown is not None:
            self._turned = True
            self._show_thread(self._thread(shown))

    def _thread(self, session_id: str) -> Thread:
        """A conversation, as far as it is of the user who is chosen."""
        return Thread(session_id, self._user())

    @Slot(bool)
    def _on_timeline(self, on: bool) -> None:
        if on:
            self._show_thread(Thread(user=self._user()))
        elif self.turns.thread_shown.session is None:
            current = self.sessions.session(self.list.currentIndex().row())
            if current is not None:
                self._show_thread(self._thread(current.session_id))

    @Slot(int)
    def _on_loaded(self, number: int) -> None:
        turned, self._turned = self._turned, False
        if turned and not number:
            self.turns.clear()
            self._load_sessions()  # the newest one of this user is shown
        self.thread_pages.setCurrentIndex(0 if number else 1)
        self._show_head(gone=not number)
        self._enable()
        wanted, added = self._wanted, self.turns.row_of(self._added)
        if added >= 0:
            self._added = ""
            self.thread_list.show_row(added)
        elif wanted is not None:
            row = self.turns.row_of(wanted[0])
            if row >= 0:
                self.thread_list.show_row(row)
            elif self.turns.thread_shown.user is not None and self.turns.thread_shown.session is not None:
                self.user.setCurrentIndex(0)  # it is of another user
                self._load_sessions()
                self._show_thread(self._thread(self.turns.thread_shown.session))
            else:
                self._wanted = None
                self.message.emit(Message(tr("This message is not in its conversation any more."), timeout_ms=4000))
        elif number and not self.thread_list.currentIndex().isValid():
            self._choosing = True
            self.thread_list.show_row(number - 1 if self.timeline.isChecked() else 0)
            self._choosing = False
        self._load_turn()

    @Slot()
    def _on_arrived(self) -> None:
        """Rows came: perhaps the one whose details are wanted."""
        self._show_turn()

    def _show_head(self, *, gone: bool = False) -> None:
        """Say what is shown. `gone`: nothing of the conversation is there."""
        thread, number = self.turns.thread_shown, self.turns.rowCount()
        if self.timeline.isChecked():
            title, about = tr("Timeline"), isolated(thread.user or "") or tr(EVERYBODY)
        else:
            row = self.sessions.row_of(thread.session) if thread.session is not None else -1
            one = self.sessions.session(row)
            self._session_shown = one or (self._session_shown if thread.session else None)
            if self._session_shown is not None and self._session_shown.session_id != thread.session:
                self._session_shown = None
            if gone:
                self._session_shown = None
            one = self._session_shown
            title = one.title if one is not None else ""
            about = "  ·  ".join(part for part in (owners(one), one.source, span(one)) if part) if one else ""
        self.heading.setText(title or tr("Conversation"))
        self.summary.setText(
            "  ·  ".join(part for part in (about, plural("{n} turn", "{n} turns", number) if number else "") if part)
        )

    # --- finding ------------------------------------------------------------------------------

    @Slot(str)
    def _on_finding(self, text: str) -> None:
        self.thread_list.turn_delegate.mark(text.split())
        self.thread_list.viewport().update()
        self.turns.find(text)

    @Slot(object)
    def _on_matched(self, rows: list[int]) -> None:
        self._matches = rows
        asked = bool(self.finder.text().strip())
        self.found.setText(plural("{n} turn", "{n} turns", len(rows)) if asked else "")
        for made in (self.found, self.next):
            made.setVisible(asked)
        self.next.setEnabled(bool(rows))
        now = self.thread_list.currentIndex().row()
        place = bisect_left(rows, now)
        if asked and rows and rows[place : place + 1] != [now]:
            self._step(1)

    def _step(self, by: int) -> None:
        """To the next turn that has the words, or the one before, round and round."""
        rows, now = self._matches, self.thread_list.currentIndex().row()
        if not rows:
            return
        place = (bisect_right(rows, now) if by > 0 else bisect_left(rows, now) - 1) % len(rows)
        self.thread_list.show_row(rows[place])
        self.found.setText(plural("{place} of {n} turn", "{place} of {n} turns", len(rows), place=grouped(place + 1)))

    # --- one turn -----------------------------------------------------------------------------

    @Slot(int)
    def _on_turn(self, row: int) -> None:
        if self._wanted is not None and self.turns.id_at(row) != self._wanted[0]:
            self._wanted = None
        if row >= 0:
            self._added = ""
        self._unasked = self._choosing
        self.details.show_turn(None) if row < 0 else self._show_turn()
        self._load_turn()
        self._enable()

    def _current(self) -> Turn | None:
        return self.turns.turn(self.thread_list.currentIndex().row())

    def _show_turn(self) -> None:
        turn = self._current()
        if turn is None or turn is self.details.turn:
            return
        message = ""
        if self._wanted is not None and turn.cycle.cycle_id == self._wanted[0]:
            message, self._wanted = self._wanted[1], None
        same = self.details.turn is not None and self.details.turn.cycle.cycle_id == turn.cycle.cycle_id
        self.details.show_turn(turn, message)
        if not same:
            self._load_turn()

    def _load_turn(self) -> None:
        """Ask what was recalled for the turn that is shown, and learned from it."""
        session, turn = self.session, self.details.turn
        if session is None or turn is None:
            return
        engine, cycle, reading = session.engine, turn.cycle, self._reading()
        gauged = engine if session.past is None else None

        def work(_token: Token) -> tuple[Aftermath, UserState]:
            return reading.aftermath(turn), state_of(reading, gauged, cycle.user_id, cycle.session_id)

        def done(found: tuple[Aftermath, UserState]) -> None:
            if self.details.turn is not None and self.details.turn.cycle.cycle_id == cycle.cycle_id:
                self.details.show_aftermath(found[0])
                self.details.user.show_state(found[1])

        session.runner.query(self, work, done, failed=self.message.emit, channel="aftermath")

    @Slot(str)
    def _go_to_turn(self, cycle_id: str) -> None:
        """To a turn of this thread, or of another conversation."""
        session, row = self.session, self.turns.row_of(cycle_id)
        if row >= 0:
            self.thread_list.show_row(row)
        elif session is not None:
            reading = self._reading()
            session.runner.query(
                self,
                lambda _token: reading.turns([cycle_id]).get(cycle_id),
                self._go_to_found,
                failed=self._on_no_place,
                channel="place",
            )

    def _go_to_found(self, turn: Turn | None) -> None:
        if turn is not None:
            self.go_to(turn.cycle.session_id, turn.cycle.cycle_id)
        else:
            self.message.emit(Message(tr("This turn is not there any more."), timeout_ms=4000))

    @Slot()
    def _on_asked(self) -> None:
        """Somebody has chosen what was shown already."""
        self._unasked = False
        self._on_message()

    @Slot()
    def _on_message(self) -> None:
        """The inspector shows the message, if somebody has chosen it."""
        message = self.details.message()
        self._inspect(message.id if message is not None and not self._unasked else None)
        if hasattr(self, "edit_action"):
            self._enable()

    @Slot(object)
    def _inspect(self, id: str | None) -> None:
        self.selected.emit(id)

    def _enable(self) -> None:
        session = self.session
        now = session is not None and session.past is None
        turn, message = self.details.turn is not None, self.details.message() is not None
        for action, on in (
            (self.add_action, now),
            (self.edit_action, now and message),
            (self.forget_message_action, now and message),
            (self.forget_action, now and turn),
            (self.memories_action, turn),
            (self.id_action, turn),
            (self.session_action, turn),
            (self.lineage_action, message),
            (self.date_action, self.turns.rowCount() > 0),
            (self.next_action, bool(self._matches)),
            (self.before_action, bool(self._matches)),
        ):
            action.setEnabled(on)
        self.add.setEnabled(now)
        self.next.setEnabled(bool(self._matches))

    @Slot(QPoint)
    def _menu(self, where: QPoint | None) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addActions([self.date_action])
        menu.addSeparator()
        menu.addActions([self.thread_list.copy_action, self.edit_action])
        menu.addActions([self.forget_message_action, self.forget_action])
        menu.addSeparator()
        menu.addActions([self.memories_action, self.lineage_action])
        menu.addSeparator()
        menu.addActions([self.id_action, self.session_action])
        if where is not None:
            menu.popup(self.thread_list.viewport().mapToGlobal(where))
        else:
            menu.popup(self.more.mapToGlobal(QPoint(0, self.more.height())))

    # --- doing --------------------------------------------------------------------------------

    def add_turn(self) -> None:
        """Ask for a turn, and record it."""
        if self.session is None:
            return
        shown = self._session_shown if self.turns.thread_shown.session is not None else None
        dialog = AddTurnDialog(list(self._users), shown, self)
        dialog.accepted.connect(lambda: self._record(dialog))
        dialog.open()

    def _record(self, dialog: AddTurnDialog) -> None:
        if self.session is not None:
            draft = dialog.draft()
            self.session.commands.add_turn(draft)
            self._added = draft.cycle_id or ""
            if self.timeline.isChecked():
                self.timeline.setChecked(False)
            if draft.session_id != self.turns.thread_shown.session:
                mine = self._user() in (None, draft.user_id)
                self._show_thread(Thread(draft.session_id, self._user() if mine else None))

    def edit_message(self) -> None:
        """Change what a message says; its earlier text is kept as superseded."""
        message = self.details.message()
        if message is not None:
            self.edit_requested.emit(message)

    def forget_message(self) -> None:
        """Forget the message that is chosen, and what was learned from it."""
        message = self.details.message()
        if self.session is not None and message is not None:
            self.session.commands.forget_messages([message.key])

    def forget_turns(self) -> None:
        """Forget all messages of the turns that are selected, and what was learned from them, in one step."""
        found = [turn for row in self.thread_list.chosen() if (turn := self.turns.turn(row)) is not None]
        if self.session is not None and found:
            self.session.commands.forget_messages([one.key for turn in found for one in turn.messages])

    def show_in_memories(self) -> None:
        """The messages of the turn, in the Memories view."""
        turn = self.details.turn
        if turn is not None:
            self.filter_requested.emit(" ".join(["id:" + ",".join(one.id for one in turn.messages), "status:any"]))

    def show_lineage(self) -> None:
        """What the message came from and what came of it."""
        message = self.details.message()
        if message is not None:
            self.lineage_requested.emit(message.id)

    def go_to_date(self) -> None:
        """Ask for a day, and show the first turn of it, or the next after it."""
        span = self.turns.time_span()
        if span is not None:
            dialog = GoToDateDialog(*span, self)
            dialog.accepted.connect(lambda: self.thread_list.show_row(self.turns.row_at(dialog.moment())))
            dialog.open()

    def _copy_id(self, which: str) -> None:
        turn = self.details.turn
        if turn is not None:
            QGuiApplication.clipboard().setText(str(getattr(turn.cycle, which)))
            self.message.emit(Message(tr("Copied."), level="success", timeout_ms=2000))

    @Slot(object)
    def _on_no_place(self, error: Exception) -> None:
        if isinstance(error, NotFoundError):
            self.message.emit(Message(error.message, timeout_ms=4000))
        else:
            self.message.emit(error)
