"""The Assemblies view: every assembly with why it was made, and one of them with its members, to be changed."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QSize, Qt, QTimer, Slot
from PySide6.QtGui import QAction, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QMenu, QSplitter, QTableView, QVBoxLayout, QWidget

from memory_desktop.bridge.runner import Token
from memory_desktop.bridge.session import VaultSession
from memory_desktop.bridge.translation import grouped, mark, tr, translated
from memory_desktop.bridge.window_settings import SettingsGroup
from memory_desktop.core.answers import ChangeSet
from memory_desktop.core.memory.records import Memory, Status
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.engine.merging.assemblies import MergePreview
from memory_desktop.engine.reader import Past
from memory_desktop.models.assemblies import CHANGED, AssemblyLine, AssemblyTable, lines_of, lines_then
from memory_desktop.ui.assemblies.add_dialog import AddMembersDialog
from memory_desktop.ui.assemblies.assembly_page import AssemblyPage
from memory_desktop.ui.assemblies.merge_dialog import MergeAssembliesDialog
from memory_desktop.ui.assemblies.rule_dialog import RuleDialog
from memory_desktop.ui.assemblies.suggestions_tab import SuggestionsTab
from memory_desktop.ui.columns import columns_state, restore_columns
from memory_desktop.ui.current_row import select_row
from memory_desktop.ui.filter_field import FilterField
from memory_desktop.ui.format import ago
from memory_desktop.ui.icons import icon
from memory_desktop.ui.lists import also_by, bar, column, or_empty, row_table
from memory_desktop.ui.memories.dialogs import AssemblyEditor, split_tags
from memory_desktop.ui.memory_drag import MemoryDrops, Target, put
from memory_desktop.ui.pages import Pages
from memory_desktop.ui.plain_table import keep_rows
from memory_desktop.ui.snug_tabs import SnugTabs
from memory_desktop.ui.view import LiveView
from memory_desktop.ui.widgets import EmptyState, button, label

_SAMPLES = translated(("", mark("Members"), mark("12 min ago"), mark("Merged from 2 assemblies")))
#: Columns that are hidden first where there is no room: why, when, how many.
_TO_GO = (3, 2, 1)
#: The list stands beside the assembly where the view is so wide, or where it is so low and not too narrow.
_WIDE, _LOW, _BESIDE_LOW = 860, 440, 440
_LEAST_HEIGHT = 340
#: Pixels that the names keep before other columns are hidden.
_LEAST_NAME = 150
#: Pixels for the filter, so that its placeholder can be read.
_LEAST_FIND = 150
#: Times like “3 min ago” are told anew.
_MINUTE_MS = 60_000
_WHAT = mark(
    "An assembly is a group of related memories that can lift its members in recall. Select memories and put them "
    "into one, make one of all that a filter finds, or look at what is suggested."
)


class AssembliesView(LiveView):
    """See the module."""

    view_id = "assemblies"
    title = mark("Assemblies")
    icon = "assembly"
    room = 560

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._head = -1
        self._wanted = ""  # is to be selected as soon as it is listed
        self._placed = {Qt.Orientation.Horizontal: [420, 600], Qt.Orientation.Vertical: [190, 360]}
        self.table = AssemblyTable(ago, self)
        self._build()
        self._make_actions()
        self._connect()
        self._minute = QTimer(self)
        self._minute.setInterval(_MINUTE_MS)
        self._minute.timeout.connect(self._each_minute)
        self._on_selection()

    # --- View ---------------------------------------------------------------------------------

    def open_session(self, session: VaultSession) -> None:
        """List its assemblies, when the view is seen."""
        self.suggestions.open_session(session)
        super().open_session(session)
        self._minute.start()
        self._on_selection()

    def close_session(self) -> None:
        """Forget all of it."""
        self._minute.stop()
        self.finder.clear()
        self._wanted, self._head = "", -1
        self.table.show([])
        self._show_page(None)
        self.suggestions.close_session()
        super().close_session()
        self._on_selection()

    def concerns(self, change: ChangeSet) -> bool:
        """Whatever is written, as an assembly is no record, and where the vectors stand."""
        return change.records or change.queue or change.indexes or change.head != self._head

    def reload(self, change: ChangeSet) -> None:
        """See `LiveView.reload`."""
        self._head = change.head
        self.refresh()

    def show_past(self, past: Past | None) -> None:  # noqa: ARG002 - read from the session
        """The assemblies of then, to be read."""
        self._on_selection()
        self.note_all()

    def forget_typed(self) -> None:
        """What was looked for may quote what was purged."""
        self.finder.clear()

    def save_state(self, settings: SettingsGroup) -> None:
        """Columns, order, and the room of the two panes."""
        self._keep_sizes()
        settings.set("columns", columns_state(self.list))
        settings.set("order", self.table.order[0])
        settings.set("descending", self.table.order[1])
        settings.set("beside", ",".join(map(str, self._placed[Qt.Orientation.Horizontal])))
        settings.set("below", ",".join(map(str, self._placed[Qt.Orientation.Vertical])))

    def restore_state(self, settings: SettingsGroup) -> None:
        """See `save_state`."""
        restore_columns(self.list, settings.value("columns"))
        order = str(settings.value("order", CHANGED))
        down = settings.truth("descending", True)
        by = int(order) if order.isdigit() and int(order) < self.table.columnCount() else CHANGED
        self.list.sortByColumn(by, Qt.SortOrder.DescendingOrder if down else Qt.SortOrder.AscendingOrder)
        for name, way in (("beside", Qt.Orientation.Horizontal), ("below", Qt.Orientation.Vertical)):
            sizes = str(settings.value(name, "")).split(",")
            if all(size.isdigit() for size in sizes):
                self._placed[way] = [int(size) for size in sizes]
        self.splitter.setSizes(self._placed[self.splitter.orientation()])

    def focus_search(self) -> None:
        """Into the field above the list."""
        self.tabs.setCurrentWidget(self.pages)
        self.finder.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.finder.selectAll()

    def set_query(self, text: str) -> None:
        """Show the assemblies with these words."""
        self.tabs.setCurrentWidget(self.pages)
        self.finder.setText(text)

    def show_assembly(self, id: str) -> None:
        """Select an assembly, as soon as it is listed."""
        self.tabs.setCurrentWidget(self.pages)
        self._wanted = id
        if not self._choose_wanted():
            self.note_all()

    def show_suggestions(self) -> None:
        """Show what could be made or merged."""
        self.tabs.setCurrentWidget(self.suggestions)

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """It may be lower than its parts are now: then the list stands beside the assembly, of which it says less."""
        least = super().minimumSizeHint()
        return QSize(least.width(), min(least.height(), _LEAST_HEIGHT))

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """The list stands beside the assembly, or above it."""
        super().resizeEvent(event)
        self._turn()

    # --- parts --------------------------------------------------------------------------------

    def _build(self) -> None:
        self.finder = FilterField(tr("Find assemblies"), tr("Find assemblies by name, tag, topic or reason"))
        self.finder.setMinimumWidth(_LEAST_FIND)
        self.summary = label("", "muted")
        self.new = button(tr("New assembly"), icon_name="add")
        self.new.setMenu(self._new_menu())
        self.merge = button(tr("Merge…"), self._merge, icon_name="merge")
        self.dissolve = button(tr("Dissolve"), self._dissolve, icon_name="forget")
        folding = self.merge, self.dissolve, self.new
        head = bar(self.finder, self.summary, self.merge, self.dissolve, self.new, filling=self.finder, folding=folding)
        self.page = AssemblyPage()
        self.right = Pages()
        self.right.addWidget(self.page)
        self.other = EmptyState("assembly", tr("Select an assembly"), " ")
        self.right.addWidget(self.other)
        self.splitter = QSplitter(Qt.Orientation.Vertical)
        self.splitter.setHandleWidth(1)
        self.splitter.setChildrenCollapsible(False)
        nothing = EmptyState(
            "empty", tr("No assembly has these words"), tr("Names, tags, topics and reasons are looked at.")
        )
        self.found = or_empty(self._make_list(), nothing)
        self.splitter.addWidget(self.found)
        self.splitter.addWidget(self.right)
        self.splitter.setStretchFactor(1, 1)
        self.splitter.splitterMoved.connect(lambda *_: self._keep_sizes())
        self.none = EmptyState(
            "assembly",
            tr("No assemblies yet"),
            tr(_WHAT),
            action=tr("Select memories…"),
            on_action=lambda: self.view_requested.emit("memories"),
            more=((tr("From a filter…"), self._ask_rule), (tr("See suggestions"), self.show_suggestions)),
        )
        self.pages = or_empty(column(head, self.splitter), self.none)
        self.suggestions = SuggestionsTab()
        self.tabs = SnugTabs(tr("Assemblies and suggestions"))
        self.tabs.addTab(self.pages, tr("Assemblies"))
        self.tabs.addTab(self.suggestions, tr("Suggestions"))
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self.tabs)

    def _make_list(self) -> QTableView:
        made = self.list = row_table(
            tr("Assemblies"), self.table, _SAMPLES, several=True, least=_LEAST_NAME, order=_TO_GO
        )
        made.setSortingEnabled(True)
        made.sortByColumn(CHANGED, Qt.SortOrder.DescendingOrder)
        made.verticalHeader().setDefaultSectionSize(32)
        made.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        keep_rows(made)
        self.drops = MemoryDrops(made, self._taken_by)
        self.finder.leads_into(made)
        return made

    def _new_menu(self) -> QMenu:
        menu = QMenu(self)
        menu.addAction(icon("memories"), tr("Select memories…"), lambda: self.view_requested.emit("memories"))
        menu.addAction(icon("filter"), tr("From a filter…"), self._ask_rule)
        menu.addAction(icon("info"), tr("See suggestions"), self.show_suggestions)
        return menu

    def _make_actions(self) -> None:
        def make(text: str, name: str, on: object) -> QAction:
            action = QAction(icon(name), text, self.list)
            action.triggered.connect(lambda _checked=False: on())  # type: ignore[operator]
            self.list.addAction(action)
            return action

        self.rule_action = make(tr("New assembly from a filter…"), "filter", self._ask_rule)
        self.suggest_action = make(tr("Suggested assemblies and merges"), "info", self._go_to_suggestions)
        self.edit_action = make(tr("Edit assembly…"), "edit", self._edit)
        self.merge_action = make(tr("Merge assemblies…"), "merge", self._merge)
        self.dissolve_action = make(tr("Dissolve assemblies"), "forget", self._dissolve)
        also_by("F2", self.edit_action, self.list)
        also_by("Ctrl+M", self.merge_action, self.list)
        also_by(QKeySequence.StandardKey.Delete, self.dissolve_action, self.list)

    def actions(self) -> list[QAction]:
        """All commands, those of the lists, too."""
        page = self.page
        own = [self.rule_action, self.suggest_action, self.edit_action, self.merge_action, self.dissolve_action]
        return [*own, page.remove_action, page.up_action, page.down_action]

    def _connect(self) -> None:
        page, members = self.page, self.page.members
        self.finder.textChanged.connect(self._search)
        self.list.selectionModel().selectionChanged.connect(lambda *_: self._on_selection())
        self.list.activated.connect(self._open)
        self.list.customContextMenuRequested.connect(self._menu)
        self.table.modelAboutToBeReset.connect(self._keep_chosen)
        self.table.modelReset.connect(self._choose_again)
        self.drops.dropped.connect(self._put)
        members.dropped.connect(self._put)
        members.arranged.connect(self._arrange)
        members.current.connect(self._on_member)
        members.opened.connect(self._show_in_memories)
        page.add_requested.connect(self._add)
        page.edit_requested.connect(self._edit)
        page.unmerge_requested.connect(self._unmerge)
        page.lineage_requested.connect(lambda: self.lineage_requested.emit(page.id))
        page.export_requested.connect(self._export)
        page.memories_requested.connect(self._show_members)
        page.remove_requested.connect(self._remove)
        self.suggestions.selected.connect(self.selected)
        self.suggestions.failed.connect(self.message)
        self.suggestions.counted.connect(self._name_tab)
        self.suggestions.merge_requested.connect(self._ask_to_merge)
        self.tabs.currentChanged.connect(self._on_tab)

    # --- looking ------------------------------------------------------------------------------

    @Slot()
    def refresh(self) -> None:
        """See `LiveView.refresh`."""
        session = self.session
        if session is None:
            return
        engine, past = session.engine, session.past

        def work(_token: Token) -> list[AssemblyLine]:
            return lines_then(past) if past is not None else lines_of(engine.assemblies.states())

        session.runner.query(self, work, self._show, failed=self.message.emit, channel="look", follow=True)
        if self.tabs.currentWidget() is self.suggestions:
            self.suggestions.refresh()

    def _show(self, lines: Sequence[AssemblyLine]) -> None:
        first = self.table.total == 0
        self.table.show(lines)
        self._tell_number()
        chosen = self._chosen()
        if self._choose_wanted():
            return  # its page comes with its being selected
        if first and not chosen and self.table.rowCount():
            select_row(self.list, 0)
        if len(chosen) == 1:
            self._show_page(self.table.of(chosen[0]))

    def _tell_number(self) -> None:
        number, total = self.table.rowCount(), self.table.total
        self.summary.setText(
            tr("{done} of {total}", done=grouped(number), total=grouped(total)) if number != total else ""
        )
        self.summary.setVisible(bool(self.summary.text()))
        self.found.setCurrentIndex(0 if number else 1)
        self.pages.setCurrentIndex(0 if total else 1)
        self.tabs.setTabText(0, tr("Assemblies ({total})", total=grouped(total)) if total else tr("Assemblies"))

    @Slot(str)
    def _search(self, text: str) -> None:
        self.table.search(text)
        self._tell_number()

    @Slot(int)
    def _name_tab(self, number: int) -> None:
        title = tr("Suggestions ({number})", number=number) if number else tr("Suggestions")
        self.tabs.setTabText(self.tabs.indexOf(self.suggestions), title)

    @Slot()
    def _on_tab(self) -> None:
        if self.tabs.currentWidget() is self.suggestions:
            self.suggestions.refresh()
        member = self.page.members.current_member()
        self.selected.emit(member.id if member is not None and self.tabs.currentWidget() is self.pages else None)

    @Slot()
    def _each_minute(self) -> None:
        if self.isVisible():
            self.refresh()

    # --- which ones are chosen ----------------------------------------------------------------

    def _chosen(self) -> list[str]:
        rows = sorted({index.row() for index in self.list.selectionModel().selectedRows()})
        return [line.assembly.id for row in rows if (line := self.table.line(row)) is not None]

    @Slot()
    def _keep_chosen(self) -> None:
        self._kept = self._chosen()

    @Slot()
    def _choose_again(self) -> None:
        """The rows are others: select the same assemblies."""
        flags = QItemSelectionModel.SelectionFlag
        model = self.list.selectionModel()
        model.blockSignals(True)
        for id in self._kept:
            if (row := self.table.row(id)) >= 0:
                index = self.table.index(row, 0)
                model.setCurrentIndex(index, flags.NoUpdate)
                model.select(index, flags.Select | flags.Rows)
        model.blockSignals(False)
        if self._chosen() != self._kept or not self._kept:
            self._on_selection()

    def _choose_wanted(self) -> bool:
        """Select the one that is to be shown; False when there is none, or it is not there yet."""
        if self._wanted and self.table.of(self._wanted) is not None:
            if self.table.row(self._wanted) < 0:
                self.finder.clear()
            row, self._wanted = self.table.row(self._wanted), ""
            select_row(self.list, row)
            self.list.scrollTo(self.table.index(row, 0))
            return True
        return False

    @Slot()
    def _on_selection(self) -> None:
        chosen = self._chosen()
        now = self.session is not None and self.session.past is None
        for one in (self.merge, self.merge_action):
            one.setEnabled(now and len(chosen) > 1)
        for made in (self.dissolve, self.dissolve_action):
            made.setEnabled(now and bool(chosen))
        self.edit_action.setEnabled(now and len(chosen) == 1)
        for each in (self.new, self.rule_action, self.suggest_action):
            each.setEnabled(now)
        several = len(chosen) > 1
        self.other.title.setText(
            tr("{chosen} assemblies selected", chosen=grouped(len(chosen))) if several else tr("Select an assembly")
        )
        self.other.text.setText(
            tr("Merge or dissolve them.") if several else tr("Its members are shown here in their order.")
        )
        self._show_page(self.table.of(chosen[0]) if len(chosen) == 1 else None)

    def _show_page(self, line: AssemblyLine | None) -> None:
        session = self.session
        now = session is not None and session.past is None
        self.page.show_line(line, writable=now)
        self.right.setCurrentIndex(0 if line is not None else 1)
        if line is None or session is None:
            return
        id, reader = line.assembly.id, session.reader

        def work(_token: Token) -> list[Memory]:
            return reader.members(id)

        show = partial(self.page.show_members, id)
        session.runner.query(self, work, show, failed=self.message.emit, channel="members")

    @Slot(object)
    def _on_member(self, memory: Memory | None) -> None:
        self.selected.emit(memory.id if memory is not None else None)

    @Slot(QModelIndex)
    def _open(self, _index: QModelIndex) -> None:
        """Into the members of the chosen one."""
        if self.page.members.isVisible():
            self.page.members.setFocus(Qt.FocusReason.OtherFocusReason)

    # --- doing --------------------------------------------------------------------------------

    def _taken_by(self, index: QModelIndex) -> Target | None:
        line = self.table.line(index.row())
        if line is None or self.session is None or self.session.past is not None:
            return None
        return "assembly", line.assembly.id, line.assembly.name

    @Slot(object, str, str)
    def _put(self, keys: list[int], kind: str, value: str) -> None:
        put(self.session, keys, kind, value)

    @Slot(object)
    def _arrange(self, ids: list[str]) -> None:
        if self.session is not None and self.page.id:
            self.session.commands.arrange_assembly(self.page.id, ids)

    @Slot(object)
    def _remove(self, ids: list[str]) -> None:
        if self.session is not None and self.page.id:
            self.session.commands.leave_assembly(self.page.id, ids)

    @Slot()
    def _unmerge(self) -> None:
        if self.session is not None and self.page.id:
            self.session.commands.unmerge(self.page.id)

    @Slot()
    def _add(self) -> None:
        line = self.table.of(self.page.id)
        if self.session is None or line is None:
            return
        dialog = AddMembersDialog(self.session, line.assembly, self.page.members.table.all(), self)
        dialog.failed.connect(self.message)
        dialog.accepted.connect(lambda: self._put(dialog.keys(), "assembly", dialog.id))
        dialog.open()

    def _edit(self) -> None:
        line = self.table.of(self.page.id)
        if line is None or self.session is None or self.session.past is not None:
            return
        dialog = AssemblyEditor(line.assembly, self)
        dialog.accepted.connect(lambda: self._really_edit(dialog))
        dialog.open()

    def _really_edit(self, dialog: AssemblyEditor) -> None:
        if self.session is not None:
            tags, topics = split_tags(dialog.tags.text()), split_tags(dialog.topics.text())
            self.session.commands.change_assembly(dialog.id, dialog.name.text(), tags, topics)

    def _dissolve(self) -> None:
        if self.session is not None and (chosen := self._chosen()):
            self.session.commands.dissolve_assemblies(chosen)

    def _merge(self) -> None:
        self._ask_to_merge(self._chosen())

    @Slot(object)
    def _ask_to_merge(self, ids: Sequence[str]) -> None:
        session = self.session
        if session is None or len(ids) < 2:
            return
        merging = session.engine.merging

        def work(_token: Token) -> MergePreview:
            return merging.preview(ids)

        session.runner.query(self, work, self._open_merge, failed=self.message.emit, channel="preview")

    def _open_merge(self, preview: MergePreview) -> None:
        dialog = MergeAssembliesDialog(preview, self)
        dialog.accepted.connect(lambda: self._really_merge(dialog))
        dialog.open()

    def _really_merge(self, dialog: MergeAssembliesDialog) -> None:
        if self.session is not None:
            self.session.commands.merge_assemblies(dialog.ids, dialog.name.text())

    def _ask_rule(self) -> None:
        if self.session is None or self.session.past is not None:
            return
        dialog = RuleDialog(self.session, self)
        dialog.accepted.connect(lambda: self._make_by_rule(dialog))
        dialog.open()

    def _make_by_rule(self, dialog: RuleDialog) -> None:
        if self.session is not None:
            self.session.commands.assemble_by_rule(dialog.name.text(), dialog.filter.text())

    def _go_to_suggestions(self) -> None:
        self.view_requested.emit(self.view_id)
        self.show_suggestions()

    @Slot(object)
    def _show_members(self, ids: Sequence[str]) -> None:
        line = self.table.of(self.page.id)
        if line is not None and ids:
            self.memories_requested.emit(tuple(ids), tr("Assembly “{name}”", name=line.assembly.name))

    @Slot(object)
    def _show_in_memories(self, memory: Memory | None) -> None:
        if memory is not None:
            self._show_members([memory.id])

    @Slot()
    def _export(self) -> None:
        ids = tuple(memory.id for memory in self.page.members.table.all())
        if ids:
            self.export_requested.emit(RecordFilter(ids=ids, statuses=tuple(status.value for status in Status)))

    def _menu(self, where: object) -> None:
        if not self._chosen():
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addActions([self.edit_action, self.merge_action, self.dissolve_action])
        menu.popup(self.list.viewport().mapToGlobal(where))  # type: ignore[call-overload]

    # --- the two panes ------------------------------------------------------------------------

    def _turn(self) -> None:
        low = self.height() < _LOW and self.width() >= _BESIDE_LOW
        beside = self.width() >= _WIDE or low
        self.page.set_low(self.height() < _LOW)
        way = Qt.Orientation.Horizontal if beside else Qt.Orientation.Vertical
        if way is not self.splitter.orientation():
            self._keep_sizes()
            self.splitter.setOrientation(way)
            self.splitter.setSizes(self._placed[way])
        if low:  # neither has room to give
            self.splitter.setSizes([self.width() * 2 // 5, self.width() * 3 // 5])

    @Slot()
    def _keep_sizes(self) -> None:
        if self.isVisible() and self.height() >= _LOW and all(self.splitter.sizes()):
            self._placed[self.splitter.orientation()] = self.splitter.sizes()
