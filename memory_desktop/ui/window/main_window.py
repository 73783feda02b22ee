"""The window's frame: sidebar, views, inspector, banners and status bar, and what passes between them."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from datetime import date
from functools import partial
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QObject, QPoint, Qt, QTimer, Slot
from PySide6.QtGui import QAction, QCloseEvent, QDragEnterEvent, QDropEvent, QShowEvent
from PySide6.QtWidgets import QFileDialog, QMainWindow, QMenu, QSystemTrayIcon, QVBoxLayout, QWidget

from memory_desktop.bridge.commands import Doing, Done
from memory_desktop.bridge.session import VaultSession
from memory_desktop.bridge.translation import figure, grouped, tr
from memory_desktop.bridge.window_settings import WindowSettings
from memory_desktop.core.answers import ChangeSet
from memory_desktop.core.memory.records import Memory
from memory_desktop.engine.reader import Past
from memory_desktop.engine.upkeep.rebuild import Rebuilt
from memory_desktop.models.places import ASSEMBLY, CONVERSATION, MEMORY, VAULT, Place, Places
from memory_desktop.own_files import vault_at
from memory_desktop.ui.announce import announce
from memory_desktop.ui.field_guard import FieldGuard
from memory_desktop.ui.inspector.inspector import Inspector
from memory_desktop.ui.memory_drag import put
from memory_desktop.ui.pages import Pages
from memory_desktop.ui.shown_keys import WINDOW, said, shown_key
from memory_desktop.ui.theme import Theme
from memory_desktop.ui.tour.bar import TourBar
from memory_desktop.ui.tour.tour import Tour
from memory_desktop.ui.unsaved import ask_to_drop
from memory_desktop.ui.view import Inspectable, Message, View
from memory_desktop.ui.views import VIEWS
from memory_desktop.ui.window.about_dialog import AboutDialog
from memory_desktop.ui.window.actions import WindowActions
from memory_desktop.ui.window.banner import BannerStack
from memory_desktop.ui.window.capture import CaptureWindow
from memory_desktop.ui.window.key_bindings import KeyBindings
from memory_desktop.ui.window.keys_dialog import KeysDialog
from memory_desktop.ui.window.no_vault import STAGES, NoVaultPage
from memory_desktop.ui.window.overview import Overview
from memory_desktop.ui.window.own_undo import OwnUndo
from memory_desktop.ui.window.palette import CommandPalette
from memory_desktop.ui.window.panes import Panes
from memory_desktop.ui.window.past_bar import PastBar
from memory_desktop.ui.window.placement import LEAST, WANTED, keep_on_screen
from memory_desktop.ui.window.preferences import KEYS
from memory_desktop.ui.window.recently_viewed import RecentlyViewed
from memory_desktop.ui.window.saved_searches import SavedSearches
from memory_desktop.ui.window.sidebar import Sidebar
from memory_desktop.ui.window.status_bar import StatusBar
from memory_desktop.ui.window.switcher import QuickSwitcher
from memory_desktop.ui.window.task_bar import TaskBar
from memory_desktop.ui.window.teller import Teller
from memory_desktop.ui.window.tray import Tray
from memory_desktop.ui.window.vault_controller import Opener, Rebuilder, Sampler, VaultController, is_vault
from memory_desktop.ui.window.vault_dialogs import VaultDialogs
from memory_desktop.ui.window.view_commands import view_commands
from memory_desktop.ui.window.view_shelf import ViewShelf

#: How often the window's state is kept: a program may end in many ways.
_NOTED_EVERY_MS = 20_000
#: Between two views that are made while the window has nothing else to do: keys and clicks come first.
_NEXT_VIEW_MS = 25


class MainWindow(QMainWindow):
    """One window, at most one open vault. `settings` is where it keeps its state.

    Args:
        at_once: make all views now. Otherwise the one in front comes first, and the others once the vault is open.
    """

    def __init__(
        self,
        opener: Opener,
        sampler: Sampler,
        rebuilder: Rebuilder,
        settings: WindowSettings,
        theme: Theme,
        *,
        at_once: bool = True,
    ) -> None:
        super().__init__()
        self.settings = settings
        self.theme = theme
        self._dropped: list[Path] = []
        self._opening = ""
        self._unasked = False  # it is closed for good
        self._front = ("", "")  # the vault that was opened last, and the view in front of it
        self.controller = VaultController(opener, sampler, rebuilder, settings, self)
        self.stack = Pages()
        self.sidebar = Sidebar()
        self.inspector = Inspector()
        self.banners = BannerStack()
        self.task = TaskBar()
        self.import_task = TaskBar(tr("Pause"))
        self.past_bar = PastBar()
        self.status = StatusBar()
        self.overview = Overview(self.sidebar, self.status)
        self.searches = SavedSearches(settings, self)
        self.viewed = RecentlyViewed(settings, self)
        self._capture: CaptureWindow | None = None
        self.dialogs = VaultDialogs(self.controller, self)
        self.deeds = OwnUndo(self._head, self)
        self.teller = Teller(self.banners, self.deeds, self.controller, self.review, self)
        self.tell = self.teller.tell
        self.no_vault = NoVaultPage()
        self._tour_bar = TourBar()
        self._build()
        self._fill()
        self.commands = WindowActions(self, VIEWS)
        self.tray = self._make_tray()
        self.keys = KeyBindings(settings.group("keys"), self, self._offered)
        self.keys.add(WINDOW, self.commands.own())
        self.dialogs.keys = self.keys
        self._show_keys()
        self.views = ViewShelf(VIEWS, self.stack, self._on_view_made)
        self._guard = FieldGuard(self)
        self._noting = QTimer(self)
        self._noting.setInterval(_NOTED_EVERY_MS)
        self._noting.timeout.connect(self._note_state)
        self._connect()
        self.tour = Tour(self, self._tour_bar)
        self._restore()
        self._making = QTimer(self)
        self._making.setInterval(_NEXT_VIEW_MS)
        self._making.timeout.connect(self._make_next_view)
        if at_once:
            self.views.make_all()
        self._noting.start()
        self._show_recent()
        self.commands.set_session(False)

    @property
    def session(self) -> VaultSession | None:
        """The open vault."""
        return self.controller.session

    def _head(self) -> int:
        return self.session.engine.head if self.session is not None else 0

    @property
    def current_view(self) -> View | None:
        """The view that is shown."""
        view = self.stack.currentWidget()
        return view if isinstance(view, View) else None

    @property
    def capture(self) -> CaptureWindow:
        """The window that asks what to remember; made when it is first asked for."""
        if self._capture is None:
            self._capture = CaptureWindow(self.settings)
            self.destroyed.connect(self._capture.deleteLater)
            if self.session is not None:
                self._capture.open_session(self.session)
        return self._capture

    # --- building -----------------------------------------------------------------------------

    def _build(self) -> None:
        self.setWindowTitle(tr("Memory Desktop"))
        self.setAcceptDrops(True)
        self.resize(WANTED)
        self.setMinimumSize(LEAST)
        middle = QWidget()
        middle.setObjectName("pane")
        middle.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        column = QVBoxLayout(middle)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.past_bar)
        column.addWidget(self.stack, 1)
        column.addWidget(self.banners.lie_over(self.stack))
        for task in (self.import_task, self.task):
            task.left.connect(self._to_front)
            column.addWidget(task)
        column.addWidget(self._tour_bar)
        self.panes = Panes(self.sidebar, middle, self.inspector)
        self.setCentralWidget(self.panes)
        self.setStatusBar(self.status)

    def _fill(self) -> None:
        self.stack.addWidget(self.no_vault)
        self.stack.setCurrentWidget(self.no_vault)
        self.sidebar.set_views([(v.view_id, tr(v.title), v.icon) for v in VIEWS])

    def _make_tray(self) -> Tray:
        there = QSystemTrayIcon.isSystemTrayAvailable()
        offered = [self.commands.remember]
        made = Tray(self, self.settings.group("tray"), offered, self.commands.quit, there=there)
        made.told.connect(self.tell)
        self.dialogs.settings = self.settings
        self.dialogs.tray = [made.shown, made.kept, made.telling]
        self.commands.tray.addActions(self.dialogs.tray)
        return made

    def _connect(self) -> None:
        self.keys.changed.connect(self._on_keys)
        controller = self.controller
        controller.opening.connect(self._on_opening)
        controller.leave = self._ask_to_leave
        controller.progressed.connect(self._on_progress)
        controller.opened.connect(self._on_opened)
        controller.closing.connect(self._on_closing)
        controller.failed.connect(self._on_open_failed)
        controller.raised.connect(self.raise_window)
        controller.remember_asked.connect(self.remember_this)
        controller.raised_other.connect(self._on_raised_other)
        controller.recent_changed.connect(self._show_recent)
        controller.rebuilt.connect(self._on_rebuilt)
        controller.purged.connect(self._on_purged)
        controller.runner.error.connect(self.tell)
        self.sidebar.view_requested.connect(self.show_view)
        self.sidebar.filter_requested.connect(self.filter_memories)
        self.sidebar.search_requested.connect(self._search_for)
        self.sidebar.assembly_requested.connect(self.show_assembly)
        self.sidebar.drops.dropped.connect(self._put)
        self.sidebar.search_removed.connect(self.searches.remove)
        self.searches.changed.connect(self.sidebar.show_searches)
        self.banners.undo_requested.connect(self.undo_these)
        self.deeds.changed.connect(self.commands.show_own_undo)
        self.dialogs.filter_requested.connect(self.filter_memories)
        self.dialogs.view_requested.connect(self.show_view)
        self.dialogs.message.connect(self.tell)
        self.sidebar.vault_menu_requested.connect(self._vault_menu)
        self.past_bar.travel_requested.connect(self._travel)
        self.past_bar.now_requested.connect(self.back_to_now)
        self.past_bar.restore_requested.connect(self._bring_back)
        self.sidebar.command_requested.connect(self.command_palette)
        self.status.view_requested.connect(self.show_view)
        self.inspector.jump_requested.connect(self.inspector.show_id)
        self.inspector.edit_requested.connect(self._edit)
        self.inspector.conversation_requested.connect(self.show_conversation)
        self.inspector.why_not_requested.connect(self.explain_missing)
        self.inspector.failed.connect(self.tell)
        page = self.no_vault
        page.new_requested.connect(self.new_vault)
        page.open_requested.connect(self.open_vault_dialog)
        page.sample_requested.connect(controller.open_sample)
        page.tour_requested.connect(self.take_tour)
        page.vault_chosen.connect(controller.open)

    # --- views are made -------------------------------------------------------------------------

    def make_views_later(self) -> None:
        """Make the view that comes first as soon as the window is painted, and the others once no vault is opened."""
        self._making.start()

    @Slot()
    def _make_next_view(self) -> None:
        if not self.views.made:
            self.views.get(VIEWS[0].view_id)
        elif not self.controller.busy and not self._is_loading() and not self.views.make_next():
            self._making.stop()

    def _is_loading(self) -> bool:
        """Is another thread importing what agents need? It would make each view take twice as long."""
        return self.session is not None and self.session.starting

    def _on_view_made(self, view: View) -> None:
        """Bring a view to where those are that were made earlier.

        It was made in its place: a widget that gets another parent is styled again.
        """
        self.stack.addWidget(view)
        self._guard.guard(view)
        self._connect_view(view)
        self.commands.add_view(view)
        self.keys.add(view.view_id, view.actions())
        view.restore_state(self.settings.group(f"view.{view.view_id}"))
        session = self.session
        if session is not None:
            view.open_session(session)
            if session.past is not None:
                view.show_past(session.past)

    def _connect_view(self, view: View) -> None:
        view.part_made.connect(self._guard.guard)
        view.selected.connect(partial(self._inspect, view))
        view.inspect.connect(partial(self._inspect, view))
        view.answered_again.connect(self.inspector.follow)
        view.message.connect(self.tell)
        view.search_requested.connect(self._search_for)
        view.filter_requested.connect(self.filter_memories)
        view.memories_requested.connect(self.show_chosen)
        view.selection_requested.connect(self.show_selected)
        view.save_search_requested.connect(self._save_search)
        view.view_requested.connect(self.show_view)
        view.import_requested.connect(self.dialogs.import_paths)
        view.sample_requested.connect(self.controller.open_sample)
        view.export_requested.connect(self.dialogs.export)
        view.preferences_requested.connect(self.dialogs.preferences)
        view.rebuild_requested.connect(self.dialogs.rebuild)
        view.lineage_requested.connect(self.show_lineage)
        view.assembly_requested.connect(self.show_assembly)
        view.conversation_requested.connect(self.show_conversation)
        view.edit_requested.connect(self._edit)
        view.why_not_requested.connect(self.explain_missing)
        view.waiting_requested.connect(self.show_waiting)
        view.history_requested.connect(self.show_deeds)
        view.new_memory_requested.connect(self._new_memory)

    # --- vault --------------------------------------------------------------------------------

    @Slot(object)
    def _on_opened(self, session: VaultSession) -> None:
        session.changed.connect(self._on_change)
        session.error.connect(self.tell)
        session.importing.connect(self.import_task.show_doing)
        self.import_task.stop_requested.connect(session.pause_imports)
        session.commands.done.connect(self._on_done)
        session.commands.doing.connect(self.task.show_doing)
        self.tray.open_session(session)
        self.task.stop_requested.connect(session.commands.stop)
        session.commands.purged.connect(self.controller.reopen)
        session.commands.stacks_changed.connect(self.deeds.set_stacks)
        session.commands.stacks_changed.connect(self.commands.set_stacks)
        session.past_changed.connect(self._on_past)
        self.setWindowTitle(tr("{name} — Memory Desktop", name=session.name))
        self.sidebar.show_vault(session.name, str(session.engine.path))
        self.searches.open(session.engine.vault_id)
        self.viewed.open(session.engine.vault_id)
        self.status.open_session(session)
        self.inspector.open_session(session)
        if self._capture is not None:
            self._capture.open_session(session)
        for view in self.views.made:
            view.open_session(session)
        self.commands.set_session(True)
        self._clear_opening()
        self._show_front(session)
        self.overview.open_session(session)
        self.dialogs.tell_loss()
        if self._dropped:
            paths, self._dropped = self._dropped, []
            self.dialogs.import_paths(paths)

    def _show_front(self, session: VaultSession) -> None:
        """A vault begins with its first view; one that is only opened again, with the view that was in front."""
        path = str(session.engine.path)
        again, self._front = self._front[0] == path, (path, self._front[1])
        self.show_view(self._front[1] if again else VIEWS[0].view_id)

    @Slot()
    def _on_closing(self) -> None:
        self.overview.close_session()
        self.tray.close_session()
        self.searches.close()
        self.viewed.close()
        for view in self.views.made:
            view.close_session()
            view.inspects = None
        self.inspector.close_session()
        if self._capture is not None:
            self._capture.close_session()
        self.past_bar.hide()
        self.status.close_session()
        self.sidebar.clear()
        self.banners.clear()
        self.deeds.forget()
        self.task.show_doing(None)
        self.import_task.show_doing(None)
        self.commands.set_session(False)
        self.stack.setCurrentWidget(self.no_vault)
        self.panes.inspect(False)
        self.setWindowTitle(tr("Memory Desktop"))

    @Slot(object)
    def _on_change(self, change: ChangeSet) -> None:
        if change.purged:
            self._drop_texts()
            return
        for view in self.views.made:
            view.on_change(change)
        self.inspector.on_change(change)
        self.overview.on_change(change)

    # --- opening ------------------------------------------------------------------------------

    @Slot(str, str)
    def _on_opening(self, sentence: str, detail: str) -> None:
        """Say which vault is on its way: on the page, or, while another one is open, in a banner."""
        self._opening = sentence
        self.no_vault.show_opening(sentence, detail)
        if self.session is not None:
            self.tell(Message(sentence, detail, timeout_ms=0))
        else:
            announce(self.no_vault, sentence)

    @Slot(object)
    def _on_progress(self, at: tuple[str, int, int]) -> None:
        """How far an opening is; while another vault is open, in the line above the banners."""
        self.no_vault.show_progress(*at)
        if self.session is not None:
            stage, done, total = at
            self.task.show_doing(Doing(STAGES.get(stage, stage), done, total))

    def _clear_opening(self) -> None:
        self.no_vault.show_doors()
        self.no_vault.show_waiting(0)
        self.banners.take_back(self._opening)
        self._opening = ""

    @Slot(object)
    def _on_open_failed(self, error: Exception) -> None:
        self.no_vault.show_doors()
        self.banners.take_back(self._opening)
        self.tell(error)

    @Slot(object)
    def _on_rebuilt(self, done: Rebuilt) -> None:
        text = tr(
            "Rebuilt {records} records from {events} events in {seconds} s.",
            records=grouped(done.records),
            events=grouped(done.events),
            seconds=figure(done.seconds, ".1f"),
        )
        self.tell(Message(text, level="success"))

    @Slot()
    def _on_raised_other(self) -> None:
        """Nothing to show here: the other window has come to the front."""
        self.no_vault.show_doors()
        self.banners.take_back(self._opening)
        if self.session is None:
            self.close()

    def new_vault(self) -> None:
        """Ask for a folder that is not there yet."""
        path, _ = QFileDialog.getSaveFileName(self, tr("New vault"), str(Path.home() / tr("My memories")))
        if path:
            self.controller.open(Path(path), create=True)

    def open_vault_dialog(self) -> None:
        """Ask for a vault's folder."""
        path = QFileDialog.getExistingDirectory(self, tr("Open vault"), str(Path.home()))
        if path:
            self.controller.open(Path(path))

    @Slot()
    def _show_recent(self) -> None:
        recent = self.controller.recent()
        self.no_vault.show_recent(recent)
        self.commands.set_recent([(str(path), partial(self.controller.open, path)) for path in recent])

    @Slot(QPoint)
    def _vault_menu(self, where: QPoint) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addActions(self.commands.vault_actions())
        menu.popup(where)

    # --- views --------------------------------------------------------------------------------

    @Slot(str)
    def show_view(self, view_id: str) -> None:
        """Go to a view; "inspector" shows that pane."""
        if view_id == "inspector":
            self.panes.call_inspector()
            self.inspector.tabs.setCurrentWidget(self.inspector.content)
            return
        view = self.views.get(view_id)
        if view is None or self.session is None:
            return
        self.stack.setCurrentWidget(view)
        if not self.sidebar.tree.hasFocus():  # who goes through the list by keys stays there
            view.setFocus(Qt.FocusReason.OtherFocusReason)
        self.sidebar.show_view(view_id)
        self._front = (self._front[0], view_id)
        self._show_inspected(view)

    @Slot()
    def _to_front(self) -> None:
        """The view in front has the focus again, where it had it last."""
        view = self.stack.currentWidget()
        if view is not None:
            last = view.focusWidget()
            there = last is not None and last.isEnabled() and last.isVisible()
            (last if last is not None and there else view).setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot(str)
    def show_waiting(self, target: str) -> None:
        """Go where something that waits is dealt with: a view, "imports", "duplicates" or "suggestions"."""
        if target == "imports":
            self.dialogs.imports()
        elif target == "duplicates":
            self._ask_view("review", "show_duplicates")
        elif target == "suggestions":
            self._ask_view("assemblies", "show_suggestions")
        else:
            self.show_view(target)

    @Slot()
    def _new_memory(self) -> None:
        self._ask_view("memories", "new_memory")

    @Slot()
    def remember_this(self) -> None:
        """Ask for something to be remembered, in a small window of its own."""
        self.capture.ask()

    @Slot(str, object)
    def show_deeds(self, actor: str, day: date) -> None:
        """Show what somebody did on a day in History."""
        self._ask_view("history", "show_deeds", actor, day)

    def _ask_view(self, view_id: str, name: str, *arguments: object) -> None:
        """Go to a view and call a method of it: its class is not imported here (see `ui.views`)."""
        self.show_view(view_id)
        getattr(self.views[view_id], name)(*arguments)

    @Slot(str)
    def show_assembly(self, id: str) -> None:
        """Show an assembly with its members."""
        self.viewed.note(ASSEMBLY, id)
        self._ask_view("assemblies", "show_assembly", id)

    @Slot(str)
    def show_lineage(self, id: str) -> None:
        """Show where something came from and what became of it."""
        self.show_view("lineage")
        self.views["lineage"].set_query(id)

    @Slot(str)
    def show_conversation(self, id: str) -> None:
        """Show a memory that is a message in its conversation."""
        self.show_view("conversations")
        self.views["conversations"].set_query(id)

    @Slot(str)
    def explain_missing(self, id: str) -> None:
        """Tell why the search in the Search view does not have a memory."""
        self._ask_view("search", "explain_missing", id)

    def review(self, id: str) -> None:
        """Show an item that a gate held back."""
        self.show_view("review")
        self.views["review"].set_query(id)

    @Slot(str)
    def filter_memories(self, text: str) -> None:
        """Show a filter in the Memories view."""
        self.show_view("memories")
        self.views["memories"].set_query(text)

    @Slot(object, str)
    def show_chosen(self, ids: tuple[str, ...], words: str) -> None:
        """Show these memories, and no others, in the Memories view."""
        self.show_view("memories")
        choose = getattr(self.views["memories"], "choose", None)
        if choose is not None:
            choose(ids, words)

    @Slot(object, str, str)
    def _put(self, keys: list[int], kind: str, value: str) -> None:
        put(self.session, keys, kind, value)

    @Slot(object)
    def show_selected(self, ids: tuple[str, ...]) -> None:
        """Show these hits in the Memories view, all selected."""
        self.show_view("memories")
        choose = getattr(self.views["memories"], "choose_all_of", None)
        if choose is not None:
            choose(ids, tr("From Search"))

    @Slot(str)
    def _search_for(self, text: str) -> None:
        name = "search" if "search" in self.views else "memories"
        self.show_view(name)
        self.views[name].set_query(text)

    def find_in_view(self) -> None:
        """Put the cursor into the current view's search or filter box."""
        if self.current_view is not None:
            self.current_view.focus_search()

    def search(self) -> None:
        """Into the Search view, from anywhere."""
        self.show_view("search" if "search" in self.views else "memories")
        self.find_in_view()

    def refresh(self) -> None:
        """Load everything again."""
        if self.session is not None:
            self._on_change(ChangeSet(self.session.engine.head, records=True, queue=True, indexes=True, many=True))

    def undo(self) -> None:
        """Undo the last command that no agent gave, or what was done since and is no command of the vault."""
        if told := self.deeds.take_back():
            self.banners.take_back(told)
        elif self.session is not None:
            self.session.commands.undo()

    def redo(self) -> None:
        """Redo what was undone last."""
        if self.session is not None:
            self.session.commands.redo()

    def undo_these(self, commands: tuple[int, ...]) -> None:
        """Undo the commands that a banner names, also when others came after them."""
        if self.session is not None:
            self.session.commands.undo(commands)

    # --- the past -----------------------------------------------------------------------------

    @Slot(object)
    def _on_past(self, past: Past | None) -> None:
        session = self.session
        if session is None:
            return
        focused = self.focusWidget()
        if past is None and focused is not None and self.past_bar.isAncestorOf(focused):
            self._to_front()  # the bar goes, and Qt would give the focus to whatever comes next
        self.past_bar.show_past(past, session.engine.head)
        self.inspector.show_past(past)
        self.overview.on_past()
        for view in self.views.made:
            view.show_past(past)

    @Slot(int)
    def _travel(self, seq: int) -> None:
        if self.session is not None:
            self.session.travel(seq)

    def back_to_now(self) -> None:
        """Return from the past to the present."""
        if self.session is not None:
            self.session.travel(None)

    @Slot(int)
    def _bring_back(self, seq: int) -> None:
        if self.session is not None:
            self.session.commands.rewind(seq)
            self.session.travel(None)

    def toggle_inspector(self) -> None:
        """Show or hide the right pane, in all views that have a use for it."""
        self.panes.toggle_inspector()
        view = self.current_view
        if self.panes.inspector_wanted and view is not None and view.inspects is None:
            self.tell(Message(tr("The inspector opens when you select a memory."), timeout_ms=4000))

    def _inspect(self, view: View, what: str | Inspectable | None) -> None:
        """Something else is selected in a view; the inspector follows the one in front."""
        view.inspects = what
        if view is self.current_view:
            self._show_inspected(view)

    def _show_inspected(self, view: View) -> None:
        if isinstance(view.inspects, Inspectable):
            self.inspector.show_item(view.inspects)
        else:
            self.inspector.show_id(view.inspects)
        self.viewed.look_at(MEMORY, self.inspector.memory_id)
        self.panes.give_room(view.room)
        self.panes.inspect(view.inspects is not None)

    @Slot(object)
    def _edit(self, memory: Memory) -> None:
        edit = getattr(self.views["memories"], "edit_memory", None)
        if edit is not None:
            edit(memory)

    @Slot(str)
    def _save_search(self, text: str) -> None:
        self.searches.save(text)
        self.tell(Message(tr("Saved “{text}” in the sidebar.", text=text), level="success", timeout_ms=4000))

    # --- telling ------------------------------------------------------------------------------

    @Slot(object)
    def _on_done(self, done: Done) -> None:
        self.teller.tell_done(done)
        if done.show and self.current_view is not None:
            self._inspect(self.current_view, done.show)

    def command_palette(self) -> None:
        """Every command by name: those of the menus and views, and those that the buttons of views offer."""
        offered = QObject(self)
        of_buttons = self._offered(offered)
        self.keys.stamp(of_buttons)
        palette = CommandPalette(self, lambda: [*self.commands.all(), *of_buttons])
        palette.destroyed.connect(offered.deleteLater)
        palette.show()

    def _offered(self, parent: QObject) -> list[QAction]:
        """The commands of the buttons of all views."""
        return view_commands(self.views.values(), self.show_view, parent)

    def change_keys(self) -> None:
        """Give commands other keys, in Preferences."""
        self.dialogs.preferences(KEYS)

    @Slot()
    def _on_keys(self) -> None:
        self.settings.write()
        self._show_keys()

    def _show_keys(self) -> None:
        """The sidebar says the keys of what it leads to."""
        shown = {view.view_id: said(self.commands.of_view[view.view_id].shortcut()) for view in VIEWS}
        self.sidebar.show_keys(shown, shown_key(self, "commands"))

    def switch(self) -> None:
        """Go to any memory, assembly, conversation or vault by a few letters."""
        session = self.session
        here = str(session.engine.path) if session is not None else ""
        vaults = [path for path in self.controller.known() if str(path) != here]
        engine, past = (session.engine, session.past) if session is not None else (None, None)
        runner = session.runner if session is not None else self.controller.runner
        switcher = QuickSwitcher(Places(engine, past, vaults), runner, self.viewed.all, self)
        switcher.chosen.connect(self.go_to)
        switcher.show()

    @Slot(object)
    def go_to(self, place: Place) -> None:
        """Show what the quick switcher has found where it belongs."""
        if place.kind == VAULT:
            self.controller.open(Path(place.id))
        elif place.kind == ASSEMBLY:
            self.show_assembly(place.id)
        elif place.kind == CONVERSATION:
            self.viewed.note(CONVERSATION, place.id)
            self._ask_view("conversations", "go_to", place.id, "")
        else:
            self.viewed.note(MEMORY, place.id)
            self._ask_view("memories", "show_memory", place.id, place.key)
            self.panes.call_inspector()

    def choose_theme(self, mode: str) -> None:
        """Follow the system, or stay with one theme; kept at once, as a program may end in many ways."""
        self.theme.set_mode(mode)
        self.settings.set("theme", self.theme.mode)
        self.settings.write()

    def show_keys(self) -> None:
        """F1."""
        KeysDialog(self.commands.all(), self, self.change_keys if self.session is not None else None).open()

    @Slot()
    def take_tour(self) -> None:
        """Lead through the window step by step, on the sample vault if none is open."""
        self.tour.start()

    def about(self) -> None:
        """Show the About box."""
        AboutDialog(QCoreApplication.applicationVersion(), self).open()

    # --- files and folders that are dropped ----------------------------------------------------

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: N802 - Qt's name
        """Files and folders: a vault is opened, others are imported, as soon as there is a vault."""
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: N802 - Qt's name
        """See `drop`."""
        paths = [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
        if paths:
            event.acceptProposedAction()
            self.drop(paths)

    def drop(self, paths: list[Path]) -> None:
        """Open a dropped vault; import other files and folders, or keep them until a vault is open."""
        if len(paths) == 1 and is_vault(vault_at(paths[0])):
            self.controller.open(vault_at(paths[0]))
        elif self.session is not None:
            self.dialogs.import_paths(paths)
        else:
            self._dropped += [path for path in paths if path not in self._dropped]
            self.no_vault.show_waiting(len(self._dropped))

    # --- life ---------------------------------------------------------------------------------

    @Slot()
    def raise_window(self) -> None:
        """Bring the window to the front."""
        self.setWindowState(self.windowState() & ~Qt.WindowState.WindowMinimized)
        self.show()
        self.raise_()
        self.activateWindow()

    def quit(self) -> None:
        """Close the window; the program ends with it."""
        self.close()

    def end(self) -> None:
        """Close the window for good, whatever is typed in it: nobody may be there to be asked."""
        self._unasked = True
        self.close()

    def _unsaved(self) -> list[tuple[str, str]]:
        """Where something was typed that was not saved: (view's id, a place in it)."""
        if self.session is None:
            return []
        return [(view.view_id, place) for view in self.views.made for place in view.unsaved]

    def _ask_to_leave(self, go: Callable[[], None]) -> None:
        """Leave the vault, once nothing would be lost unasked that was typed in it."""
        unsaved = self._unsaved()
        if not unsaved:
            go()
            return
        keep = partial(self.show_view, unsaved[0][0])
        ask_to_drop(self, go, keep, ", ".join(place for _, place in unsaved))

    def _on_purged(self, text: str) -> None:
        """What was typed to find what was purged may quote it: the settings must not keep it either."""
        self.capture.forget_draft()
        for view in self.views.values():
            view.forget_typed()
        written = self.save_state()
        told = Message(text, level="success")
        self.controller.runner.run(self, lambda _token, _report: written.result(), lambda _none: self.tell(told))

    def _drop_texts(self) -> None:
        """Something was purged, perhaps on the command line: nothing that was read before is shown any more."""
        session = self.session
        if session is None:
            return
        if session.past is not None:
            session.travel(None)
        self.banners.clear()
        self.viewed.forget()
        for view in self.views.values():  # also those to come: what they keep is in the settings
            view.drop_texts()
            view.inspects = None
        self.inspector.drop_texts()
        self.panes.inspect(False)
        self.overview.on_change(ChangeSet(session.engine.head, records=True, queue=True, indexes=True, many=True))
        self.save_state()

    def save_state(self) -> Future[None]:
        """Write everything that the next start shows again; done when it is on the disk."""
        self._note_state()
        return self.settings.write()

    @Slot()
    def _note_state(self) -> None:
        """Put it into the settings, which write what has changed a second later."""
        settings = self.settings
        settings.set("geometry", self.saveGeometry())
        settings.set("splitter", self.panes.saveState())
        settings.set("sidebar", self.panes.sidebar_wanted)
        settings.set("inspector", self.panes.inspector_wanted)
        settings.set("theme", self.theme.mode)
        if self._capture is not None:
            self._capture.keep_draft()
        for view in self.views.made:
            view.save_state(settings.group(f"view.{view.view_id}"))

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 - Qt's name
        """The frame is known now: the window still has to lie on its screen."""
        super().showEvent(event)
        keep_on_screen(self)

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802 - Qt's name
        """Save the window's state and close the vault; or only hide, if the window is kept in the tray.

        What was typed and not saved is not dropped unasked.
        """
        if self.tray.keeps(event):
            self.save_state()
            self.hide()
            event.ignore()
            return
        if not self._unasked and self._unsaved():
            self.raise_window()
            self._ask_to_leave(self.end)
            event.ignore()
            return
        in_tray = self.isHidden() and self.tray.kept.isChecked()
        written = self.save_state()
        self.hide()
        if self._capture is not None:
            self._capture.close()
        written.result()
        self.controller.shut_down()
        event.accept()
        if in_tray:  # Qt ends by itself only with a window that was seen
            QCoreApplication.exit()

    def _restore(self) -> None:
        settings = self.settings
        for name, restore in (("geometry", self.restoreGeometry), ("splitter", self.panes.restoreState)):
            state = settings.value(name)
            if state is not None:
                restore(state)
        keep_on_screen(self)
        self.panes.inspector_wanted = settings.truth("inspector", True)
        self.panes.want_sidebar(settings.truth("sidebar", True))
