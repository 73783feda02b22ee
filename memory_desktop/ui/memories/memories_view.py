"""The Memories view: every memory in a table that filters, sorts and edits; facets beside it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QPoint, QRect, Qt, Slot
from PySide6.QtGui import QAction, QActionGroup, QGuiApplication, QHideEvent, QKeySequence, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QSplitter, QVBoxLayout, QWidget

from memory_desktop.bridge.runner import Token
from memory_desktop.bridge.session import VaultSession
from memory_desktop.bridge.translation import grouped, mark, plural, tr, within
from memory_desktop.bridge.window_settings import SettingsGroup
from memory_desktop.core.answers import ChangeSet, Facets
from memory_desktop.core.memory.records import Draft, Layer, Memory, Status
from memory_desktop.core.purge import PurgePlan
from memory_desktop.core.query.language import RecordFilter, parse_query
from memory_desktop.engine.reader import Past
from memory_desktop.models.facets import FacetTree, chosen_values
from memory_desktop.models.filter_text import months_of, with_value, words_of
from memory_desktop.models.memory_groups import GROUPINGS
from memory_desktop.models.memory_table import COLUMNS, MemoryTable
from memory_desktop.models.tips import plain_tip
from memory_desktop.models.words import no_conversation
from memory_desktop.ui.icons import icon
from memory_desktop.ui.memories.dialogs import FadeDialog, MemoryEditor, split_tags
from memory_desktop.ui.memories.facet_panel import FacetPanel
from memory_desktop.ui.memories.merge_dialog import MergeDialog
from memory_desktop.ui.memories.purge_dialog import ask_to_purge
from memory_desktop.ui.memories.selection import SelectionCommands
from memory_desktop.ui.memories.selection_bar import MERGE_LIMIT
from memory_desktop.ui.memories.table import MemoryTableView
from memory_desktop.ui.memories.toolbar import MemoriesToolbar
from memory_desktop.ui.memory_drag import put
from memory_desktop.ui.pages import Pages
from memory_desktop.ui.shown_keys import describe
from memory_desktop.ui.vault_texts import VaultTexts
from memory_desktop.ui.view import LiveView
from memory_desktop.ui.widgets import EmptyState
from memory_desktop.ui.window.welcome import WelcomePanel

_CREDIT = 0.1
_WIDE = 1500


class MemoriesView(LiveView):
    """See the module."""

    view_id = "memories"
    title = mark("Memories")
    icon = "memories"
    refresh_ms = 250

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = MemoryTable(self)
        self.facets = FacetTree(self)
        self._filters = VaultTexts()
        self._past_seq: int | None = None
        self._chosen: tuple[str, ...] = ()
        self._current_id = ""
        self._select_all = False
        self.toolbar = MemoriesToolbar()
        self.table = MemoryTableView(self.model)
        self.toolbar.filter.leads_into(self.table)
        self.facet_panel = FacetPanel(self.facets)
        self._build()
        self.many = SelectionCommands(self, self.table, self._selected_keys, self._spot)
        self._connect()
        self._make_actions()
        self._make_rows_menu()

    # --- View ---------------------------------------------------------------------------------

    def open_session(self, session: VaultSession) -> None:
        """Load the list in the order and filter it was left in."""
        super().open_session(session)
        self._on_selection()
        self.welcome.set_vault(session.engine.path)
        self.model.open(session.reader, session.runner)
        self.toolbar.set_text("".join(self._filters.of(session.engine.vault_id)))

    def close_session(self) -> None:
        """Forget rows and facets, and the filter: it is this vault's."""
        self._keep_filter()
        self._chosen = ()
        self.toolbar.show_chosen("")
        self.model.close()
        self.facets.clear()
        self.toolbar.set_text("")
        self.toolbar.show_count(0, False)
        super().close_session()
        self._on_selection()

    def concerns(self, change: ChangeSet) -> bool:
        """Records, or the state of their vectors."""
        return change.records or change.queue or change.indexes

    def reload(self, change: ChangeSet) -> None:
        """The rows that a change touched, and the facets."""
        self.model.on_change(change)
        if change.records:
            self._load_facets()

    def show_past(self, past: Past | None) -> None:
        """Read from there; nothing can be changed in the past but by bringing it back."""
        if self.session is None:
            return
        self.model.open(self.session.reader, self.session.runner)
        self.toolbar.set_read_only(past is not None)
        self._past_seq = past.seq if past is not None else None
        self._on_selection()
        self._apply(self.toolbar.text())

    def save_state(self, settings: SettingsGroup) -> None:
        """Each vault's filter, order, columns, facets."""
        by, descending = self.model.order
        self._keep_filter()
        self._filters.save(settings, "filters")
        settings.set("sort", by)
        settings.set("descending", descending)
        settings.set("group", self.model.group)
        settings.set("splitter", self.splitter.saveState())
        settings.set("facets", self.toolbar.facets.isChecked())
        self.table.save_state(settings)

    def restore_state(self, settings: SettingsGroup) -> None:
        """See `save_state`."""
        settings.remove("filter")  # of all vaults together, by an earlier version
        self._filters.restore(settings, "filters")
        descending = settings.truth("descending", True)
        group = str(settings.value("group", ""))
        self.model.load(
            sort=str(settings.value("sort", "created_at")),
            descending=descending,
            group=group if group in GROUPINGS else "",
        )
        state = settings.value("splitter")
        if state is not None:
            self.splitter.restoreState(state)
        self.toolbar.facets.setChecked(settings.truth("facets", _room_for_facets()))
        self.table.restore_state(settings)
        self.table.show_order()
        self.comfortable_action.setChecked(self.model.two_lines)

    def forget_typed(self) -> None:
        """Drop this vault's filter: it may quote what was purged."""
        self.toolbar.set_text("")
        self._keep_filter()

    def _keep_filter(self) -> None:
        if self.session is not None:
            self._filters.keep(self.session.engine.vault_id, [self.toolbar.text()] if self.toolbar.text() else [])

    def focus_search(self) -> None:
        """Put the cursor into the filter box."""
        self.toolbar.filter.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.toolbar.filter.selectAll()

    def set_query(self, text: str) -> None:
        """Show this filter."""
        self._chosen, self._select_all = (), False
        self.toolbar.show_chosen("")
        self.toolbar.set_text(text)

    def choose(self, ids: Sequence[str], words: str) -> None:
        """Show these memories and no others, until somebody says otherwise. `words`: where they come from."""
        self._select_all = False
        self._chosen = tuple(ids)
        self.toolbar.show_chosen(f"{words}: {grouped(len(ids))}" if ids else "")
        self.toolbar.set_text("")

    def choose_all_of(self, ids: Sequence[str], words: str) -> None:
        """Show these memories, whatever became of them, and select them all. `words`: where they come from."""
        self.choose(ids, words)
        self._select_all = bool(ids)
        self.toolbar.set_text("status:any")

    def show_memory(self, id: str, key: int) -> None:
        """Show a memory in the inspector, and its row if the list has it; the filter stays."""
        if not self.table.select_key(key):
            self.table.clearSelection()
        self.selected.emit(id)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 - Qt's name
        """What can be done with the selection can be done again."""
        super().showEvent(event)
        self._on_selection()

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: N802 - Qt's name
        """What can be done with the selection cannot be done from another view."""
        super().hideEvent(event)
        self._on_selection()

    # --- parts --------------------------------------------------------------------------------

    def _build(self) -> None:
        self.empty = EmptyState(
            "empty",
            tr("No memories match"),
            tr("No memory in this vault fits the filter."),
            action=tr("Clear filters"),
            on_action=self.clear_filters,
        )
        self.retired = EmptyState(
            "empty",
            tr("No active memories"),
            " ",
            action=tr("Show them"),
            on_action=lambda: self.set_query("status:any"),
        )
        self.welcome = self._make_welcome()
        self.pages = Pages()
        for page in (self.table, self.empty, self.retired):
            self.pages.addWidget(page)
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        self.splitter.setHandleWidth(1)
        self.splitter.addWidget(self.facet_panel)
        self.splitter.addWidget(self.pages)
        self.splitter.setStretchFactor(1, 1)
        self.splitter.setSizes([152, 800])
        self.facet_panel.setMinimumWidth(130)
        self.splitter.setChildrenCollapsible(False)
        browse = QWidget()
        column = QVBoxLayout(browse)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.toolbar)
        column.addWidget(self.splitter, 1)
        self.outer = Pages()
        self.outer.addWidget(browse)
        self.outer.addWidget(self.welcome)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.outer)

    def _make_welcome(self) -> WelcomePanel:
        panel = WelcomePanel()
        panel.import_requested.connect(self.import_requested)
        panel.sample_requested.connect(self.sample_requested)
        panel.new_requested.connect(self.new_memory)
        return panel

    def _connect(self) -> None:
        bar, table = self.toolbar, self.table
        bar.filter_changed.connect(self._apply)
        bar.new_requested.connect(self.new_memory)
        bar.facets_toggled.connect(self._show_facet_panel)
        bar.save_requested.connect(self._save_filter)
        bar.all_requested.connect(self._choose_all)
        bar.selection.tags_requested.connect(self.many.edit_tags)
        bar.selection.kind_chosen.connect(self.many.set_kind)
        bar.selection.layer_chosen.connect(self.many.set_layer)
        bar.selection.merge_requested.connect(self.merge_selected)
        bar.selection.export_requested.connect(self.many.export)
        bar.selection.protect_chosen.connect(self.many.protect)
        bar.selection.forget_requested.connect(self.many.forget)
        table.selection_changed.connect(self._on_selection)
        table.current_changed.connect(self._on_current)
        table.open_requested.connect(self.edit_current)
        table.tags_requested.connect(self._edit_tags)
        table.kind_requested.connect(self._choose_kind)
        table.preview_requested.connect(self._preview)
        table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        table.customContextMenuRequested.connect(self._context_menu)
        self.facet_panel.toggled.connect(self._on_facet)
        self.facet_panel.drops.dropped.connect(self._put)
        self.model.reloaded.connect(self._on_reloaded)
        self.model.failed.connect(self.message)

    def _make_actions(self) -> None:
        def make(text: str, name: str, keys: object, on: Callable[[], None], only_table: bool = True) -> QAction:
            action = QAction(icon(name), text, self)
            if keys:
                action.setShortcut(QKeySequence(keys))  # type: ignore[call-overload]
            if only_table:
                action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            action.triggered.connect(lambda _checked=False: on())
            (self.table if only_table else self).addAction(action)
            if only_table:
                self._table_actions.append(action)
            return action

        self._table_actions: list[QAction] = []
        self.new_action = make(tr("New memory…"), "add", QKeySequence.StandardKey.New, self.new_memory, False)
        self.edit_action = make(tr("Edit…"), "edit", "", self.edit_current)
        self.forget_action = make(tr("Forget"), "forget", QKeySequence.StandardKey.Delete, self.many.forget)
        self.purge_action = make(tr("Purge…"), "error", "", self.purge_selected)
        self.restore_action = make(tr("Restore"), "restore", "", self.restore_selected)
        self.tags_action = make(tr("Tags…"), "tag", "Ctrl+T", self.many.edit_tags)
        self.kind_action = make(tr("Kind…"), "edit", "Ctrl+Shift+K", self.many.choose_kind)
        self.merge_action = make(tr("Merge…"), "merge", "Ctrl+M", self.merge_selected)
        self.export_action = make(tr("Export selection…"), "export", "", self.many.export)
        self.reinforce_action = make(tr("Reinforce"), "reinforce", "Ctrl++", self.reinforce_selected)
        self.fade_action = make(tr("Fade…"), "fade", "", self.fade_selected)
        self.protect_action = make(tr("Protect"), "protect", "", partial(self.many.protect, True))
        self.unprotect_action = make(tr("Stop protecting"), "close", "", partial(self.many.protect, False))
        self.assemble_action = make(tr("Put into an assembly…"), "assembly", "Ctrl+G", self.many.assemble)
        self.lineage_action = make(tr("Show lineage"), "lineage", "Ctrl+L", self.show_lineage)
        self.conversation_action = make(tr("Show in conversation"), "conversations", "", self.show_in_conversation)
        self.why_not_action = make(tr("Why not among the hits?"), "search", "", self.ask_why_not)
        self.back_action = make(tr("Restore as it was then"), "restore", "", self.bring_back_selected)
        self.back_action.setVisible(False)
        text = tr(
            "One row for each memory. Return edits, Space previews.[{forget} forgets.][{tags} edits tags in place.]"
        )
        describe(self.table, text, forget=self.forget_action, tags=self.tags_action)

    def _make_rows_menu(self) -> None:
        """Two lines or one, and an order, also by what has no column just now."""
        menu = QMenu(self.toolbar.rows)
        lines = QActionGroup(menu)
        self.comfortable_action = QAction(tr("Comfortable rows: two lines"), self)
        self.compact_action = QAction(tr("Compact rows: one line"), self)
        for action, on in ((self.comfortable_action, True), (self.compact_action, False)):
            action.setCheckable(True)
            action.setChecked(not on)
            action.toggled.connect(partial(self._on_lines, on))
            lines.addAction(action)
            menu.addAction(action)
        menu.addSeparator()
        self._groupings = QActionGroup(menu)
        for by, text in {"": tr("No groups"), **{by: tr(each[0]) for by, each in GROUPINGS.items()}}.items():
            action = QAction(text, self)
            action.setCheckable(True)
            action.setData(by)
            action.triggered.connect(partial(self.group_by, by))
            self._groupings.addAction(action)
            menu.addAction(action)
        menu.addSeparator()
        self._orders = QActionGroup(menu)
        for column in (one for one in COLUMNS if one.sort):
            action = QAction(tr("Sort by {title}", title=within(tr(column.title))), menu)
            action.setCheckable(True)
            action.setData(column.sort)
            action.triggered.connect(partial(self._sort_by, column.name))
            self._orders.addAction(action)
            menu.addAction(action)
        menu.aboutToShow.connect(self._check_order)
        self.toolbar.rows.setMenu(menu)

    def _on_lines(self, two_lines: bool, chosen: bool) -> None:
        if chosen:
            self.table.set_two_lines(two_lines)

    def _sort_by(self, name: str, _checked: bool = False) -> None:
        self.table.sort_by(name)

    def group_by(self, by: str, _checked: bool = False) -> None:
        """Let rows stand in groups, "" for none."""
        self.model.load(group=by)

    @Slot()
    def _check_order(self) -> None:
        """The order says so; chosen again, it turns round. What rows stand in groups by is marked, too."""
        for action in self._groupings.actions():
            action.setChecked(action.data() == self.model.group)
        by, descending = self.model.order
        for action in self._orders.actions():
            text = action.text().split(" (")[0]
            action.setChecked(action.data() == by)
            action.setText(f"{text} ({'descending' if descending else 'ascending'})" if action.data() == by else text)

    def actions(self) -> list[QAction]:
        """All commands, those of the table too."""
        rows = [self.comfortable_action, self.compact_action, *self._groupings.actions()]
        return [self.new_action, *self._table_actions, *rows]

    # --- filter -------------------------------------------------------------------------------

    def clear_filters(self) -> None:
        """Show everything."""
        self.set_query("")

    @Slot()
    def _choose_all(self) -> None:
        """Show what the filter lets through, whatever was chosen."""
        self._chosen = ()
        self.toolbar.show_chosen("")
        self._apply(self.toolbar.text())

    def _wanted(self, filter: RecordFilter) -> RecordFilter:
        """The filter, and what was chosen elsewhere."""
        return RecordFilter(ids=self._chosen).merged(filter) if self._chosen else filter

    @Slot(str)
    def _apply(self, text: str) -> None:
        query = parse_query(text)
        self.model.load(self._wanted(query.filter), words_of(query))
        self._load_facets()

    @Slot(str, str, bool)
    def _on_facet(self, operator: str, value: str, checked: bool) -> None:
        self.toolbar.set_text(with_value(self.toolbar.text(), operator, value, checked))

    @Slot()
    def _save_filter(self) -> None:
        if self.toolbar.text().strip():
            self.save_search_requested.emit(self.toolbar.text().strip())

    @Slot(bool)
    def _show_facet_panel(self, shown: bool) -> None:
        self.facet_panel.setVisible(shown)
        if shown:
            self._load_facets()

    @Slot()
    def _load_facets(self) -> None:
        """Load the facets, only while their panel is shown."""
        if self.session is None or not self.toolbar.facets.isChecked():
            return
        which = self._wanted(parse_query(self.toolbar.text()).filter)
        self.session.counts.facets(self.session.reader, which, self, partial(self._on_facets, which))

    def _on_facets(self, which: RecordFilter, facets: Facets) -> None:
        query = parse_query(self.toolbar.text())
        if which == self._wanted(query.filter):  # else another filter has been typed meanwhile
            self.facets.set_facets(facets, chosen_values(query.filter, months_of(query)))

    @Slot(int)
    def _on_reloaded(self, number: int) -> None:
        filtered = bool(self.toolbar.text().strip() or self._chosen)
        self.toolbar.show_count(number, filtered)
        self.table.show_order()
        if self._select_all and number:
            self._select_all = False
            self.table.setCurrentIndex(self.model.index(0, 0))
            self.table.selectAll()
            self.table.setFocus(Qt.FocusReason.OtherFocusReason)
        if number or filtered:
            self._turn_to(self.empty if number == 0 else self.table)
        elif self.session is not None:
            reader = self.session.reader
            self.session.runner.query(self, lambda _token: reader.memory_counts(), self._show_none, channel="none")

    def _show_none(self, counts: dict[str, int]) -> None:
        """No active memory, and no filter: the vault is empty, or all that it has was retired."""
        if self.model.rowCount() or self.toolbar.text().strip() or self._chosen:
            return
        forgotten, superseded = counts.get(Status.TOMBSTONE.value, 0), counts.get(Status.SUPERSEDED.value, 0)
        told = [
            plural("{n} forgotten memory", "{n} forgotten memories", forgotten) if forgotten else "",
            plural("{n} superseded memory", "{n} superseded memories", superseded) if superseded else "",
        ]
        listed = tr(" and ").join(filter(None, told))
        self.retired.text.setText(tr("This vault has {told}, which can be restored.", told=listed))
        self._turn_to(self.retired if listed else self.welcome)

    def _turn_to(self, page: QWidget) -> None:
        self.outer.setCurrentIndex(1 if page is self.welcome else 0)
        if page is not self.welcome:
            self.pages.setCurrentWidget(page)

    # --- selection ----------------------------------------------------------------------------

    @Slot()
    def _on_selection(self) -> None:
        number = self.table.selected_count()
        self.toolbar.show_selection(number)
        if not self.isVisible():
            number = 0  # nothing is done to a selection that nobody sees
        now = self._past_seq is None
        for action in self._table_actions:
            action.setEnabled(number > 0 and now)
        self.new_action.setEnabled(self.session is not None and now)
        self.edit_action.setEnabled(number == 1 and now)
        self.lineage_action.setEnabled(number == 1)
        memory = self.model.memory_at(self.table.currentIndex().row()) if number == 1 else None
        why_not = no_conversation(memory)
        self.conversation_action.setEnabled(not why_not)
        self.conversation_action.setToolTip(plain_tip(why_not or tr("Show the thread at this message")))
        self.merge_action.setEnabled(2 <= number <= MERGE_LIMIT and now)
        self.back_action.setVisible(not now)
        self.back_action.setEnabled(number > 0 and not now)

    @Slot(object)
    def _on_current(self, key: int | None) -> None:
        if key is None or self.session is None:
            if self.inspects == self._current_id:  # else what a command made is looked at, and not a row
                self.selected.emit(None)
            return
        memory = self.model.memory_at(self.table.currentIndex().row())
        if memory is not None:
            self._select(memory)
            return
        reader = self.session.reader

        def work(_token: Token) -> list[Memory]:
            return reader.page([key])

        self.session.runner.query(self, work, self._on_fetched, channel="current")

    def _on_fetched(self, memories: list[Memory]) -> None:
        if memories:
            self._select(memories[0])

    def _select(self, memory: Memory) -> None:
        self._current_id = memory.id
        self.selected.emit(memory.id)

    @Slot()
    def _preview(self) -> None:
        self.view_requested.emit("inspector")

    @Slot(QPoint)
    def _context_menu(self, where: QPoint) -> None:
        if not self.table.selected_count():
            return
        memory = self.model.memory_at(self.table.currentIndex().row())
        gone = memory is not None and memory.status is not Status.ACTIVE
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if self._past_seq is not None:
            menu.addActions([self.back_action, self.lineage_action, self.why_not_action])
            menu.popup(self.table.viewport().mapToGlobal(where))
            return
        menu.setToolTipsVisible(not self.conversation_action.isEnabled())  # it says why
        first = [self.restore_action] if gone else [self.edit_action, self.forget_action]
        menu.addActions([*first, self.purge_action])
        menu.addSeparator()
        menu.addActions([self.tags_action, self.kind_action])
        menu.addActions([self.merge_action, self.assemble_action, self.export_action])
        menu.addSeparator()
        menu.addActions([self.lineage_action, self.conversation_action, self.why_not_action])
        menu.addSeparator()
        menu.addActions([self.reinforce_action, self.fade_action, self.protect_action, self.unprotect_action])
        menu.popup(self.table.viewport().mapToGlobal(where))

    # --- commands -----------------------------------------------------------------------------

    def new_memory(self) -> None:
        """Write a new memory."""
        if self.session is None:
            return
        dialog = MemoryEditor(parent=self)
        dialog.accepted.connect(partial(self._keep, dialog))
        dialog.open()

    def edit_current(self) -> None:
        """Edit the current row's memory."""
        memory = self.model.memory_at(self.table.currentIndex().row())
        if memory is not None:
            self.edit_memory(memory)

    def edit_memory(self, memory: Memory) -> None:
        """Edit a memory; one that is no longer active can only be restored."""
        if self.session is None or memory.status is not Status.ACTIVE:
            return
        dialog = MemoryEditor(memory, self)
        dialog.accepted.connect(partial(self._keep, dialog))
        dialog.open()

    def _keep(self, dialog: MemoryEditor) -> None:
        if self.session is None:
            return
        text, kind, layer = dialog.text.toPlainText(), dialog.kind.currentText(), str(dialog.layer.currentData())
        tags = split_tags(dialog.tags.text())
        if dialog.memory is None:
            self.session.commands.remember(
                Draft(
                    content=text,
                    kind=kind or "general",
                    layer=Layer(layer),
                    tags=tags,
                    source="window",
                    emotion=dialog.emotion_changes(),
                )
            )
        else:
            emotion = dialog.emotion_changes()
            self.session.commands.edit(dialog.memory, text, kind=kind, layer=layer, tags=tags, emotion=emotion)

    def purge_selected(self) -> None:
        """Remove what is selected for good, after a question that shows what goes with it."""
        session, keys = self.session, [int(key) for key in self.table.selected_keys()]
        if session is None or not keys or self._past_seq is not None:
            return
        engine = session.engine

        def plan() -> PurgePlan:
            return engine.plan_purge([memory.id for memory in engine.page(keys)])

        ask_to_purge(session, self, plan, self.message.emit)

    def restore_selected(self) -> None:
        """Bring back what is selected."""
        self._with_keys(lambda session, keys: session.commands.restore(keys))

    def merge_selected(self) -> None:
        """Make one memory of the selected ones."""
        keys = [int(key) for key in self.table.selected_keys()]
        if self.session is None or not 2 <= len(keys) <= MERGE_LIMIT:
            return
        engine = self.session.engine

        def work(_token: Token) -> list[Memory]:
            memories = engine.page(keys)
            engine.memory_merging.check([one.id for one in memories])
            return memories

        self.session.runner.query(self, work, self._open_merge, failed=self.message.emit, channel="merge")

    def _open_merge(self, memories: list[Memory]) -> None:
        dialog = MergeDialog(memories, self)
        dialog.accepted.connect(partial(self._merge, dialog))
        dialog.open()

    def _merge(self, dialog: MergeDialog) -> None:
        if self.session is not None:
            self.session.commands.merge(dialog.keys, dialog.text.toPlainText())

    def reinforce_selected(self) -> None:
        """Raise the salience of what is selected."""
        self._with_keys(lambda session, keys: session.commands.reinforce(keys, _CREDIT))

    def fade_selected(self) -> None:
        """Let the salience of what is selected decay by a time that is asked for."""
        keys = [int(key) for key in self.table.selected_keys()]
        if keys and self.session is not None:
            dialog = FadeDialog(len(keys), self)
            dialog.accepted.connect(partial(self._fade, dialog, keys))
            dialog.open()

    def _fade(self, dialog: FadeDialog, keys: list[int]) -> None:
        if self.session is not None:
            self.session.commands.fade(keys, dialog.hours())

    def show_lineage(self) -> None:
        """Where the selected memory came from and what became of it."""
        memory = self.model.memory_at(self.table.currentIndex().row())
        if memory is not None:
            self.lineage_requested.emit(memory.id)

    def show_in_conversation(self) -> None:
        """The thread that the chosen memory is a message of."""
        memory = self.model.memory_at(self.table.currentIndex().row())
        if memory is not None:
            self.conversation_requested.emit(memory.id)

    def ask_why_not(self) -> None:
        """Why the chosen memory is not among the hits of the search in the Search view."""
        memory = self.model.memory_at(self.table.currentIndex().row())
        if memory is not None:
            self.why_not_requested.emit(memory.id)

    def bring_back_selected(self) -> None:
        """Make what is selected in the past so again now."""
        keys = [int(key) for key in self.table.selected_keys()]
        session, seq = self.session, self._past_seq
        if not keys or session is None or seq is None:
            return
        reader = session.reader

        def work(_token: Token) -> list[str]:
            return [memory.id for memory in reader.page(keys)]

        session.runner.query(self, work, lambda ids: session.commands.rewind(seq, ids), channel="back")

    @Slot(object, str, str)
    def _put(self, keys: list[int], kind: str, value: str) -> None:
        put(self.session, keys, kind, value)

    @Slot()
    def _edit_tags(self) -> None:
        if self._past_seq is None:
            self.many.edit_tags()

    @Slot()
    def _choose_kind(self) -> None:
        if self._past_seq is None:
            self.many.choose_kind()

    def _selected_keys(self) -> list[int]:
        return [int(key) for key in self.table.selected_keys()]

    def _spot(self, column: str) -> QRect:
        """Where the current row shows a column; where neither is in sight, the beginning of the row or of the table."""
        spot = self.table.spot(column)
        return QRect(self.table.viewport().mapTo(self, spot.topLeft()), spot.size())

    def _with_keys(self, act: Callable[[VaultSession, list[int]], None]) -> None:
        keys = [int(key) for key in self.table.selected_keys()]
        if keys and self.session is not None:
            act(self.session, keys)


def _room_for_facets() -> bool:
    """Facets are shown at first where the screen has room for them beside the three panes."""
    screen = QGuiApplication.primaryScreen()
    return screen is not None and screen.availableGeometry().width() >= _WIDE
