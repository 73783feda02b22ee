"""Search as you type: a box, a mode, chips, and hits that say why they are there."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPoint, QSettings, Qt, QTimer, Slot
from PySide6.QtGui import QAction, QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QLineEdit,
    QListView,
    QMenu,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from memory_desktop.bridge.runner import Token
from memory_desktop.bridge.session import VaultSession
from memory_desktop.core.answers import ChangeSet, Facets, Hit, RecallAnswer
from memory_desktop.core.query import ParsedQuery, RecordFilter, operator_text, parse_query
from memory_desktop.models.hits import HitsModel
from memory_desktop.ui.format import count
from memory_desktop.ui.icons import icon
from memory_desktop.ui.search.chips import ChipRow
from memory_desktop.ui.search.completion import OperatorCompleter
from memory_desktop.ui.search.empty_pages import NothingFound, SearchTips
from memory_desktop.ui.search.hit_delegate import HitDelegate
from memory_desktop.ui.search.mode_bar import ModeBar
from memory_desktop.ui.view import Inspectable, View
from memory_desktop.ui.welcome import WelcomePanel
from memory_desktop.ui.widgets import SPACE, button, label, tool_button

_DEBOUNCE_MS = 120
_REFRESH_MS = 800
_PAGE = 20
_MOST = 500
_RECENT = 8


class SearchView(View):
    """See the module. `query` is what is shown; an answer is only taken if it is for what the box says now."""

    view_id = "search"
    title = "Search"
    icon = "search"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._k = _PAGE
        self._recent: list[str] = []
        self._typing = False
        self._empty_vault = False
        self._debounce = QTimer(self)
        self._debounce.setSingleShot(True)
        self._debounce.setInterval(_DEBOUNCE_MS)
        self._debounce.timeout.connect(self._search)
        self._refresh = QTimer(self)
        self._refresh.setSingleShot(True)
        self._refresh.setInterval(_REFRESH_MS)
        self._refresh.timeout.connect(self._search_again)
        self._build()
        self._make_actions()

    # --- what every view does -----------------------------------------------------------------

    def open_session(self, session: VaultSession) -> None:
        """Load what completion offers, and ask again what the box says."""
        super().open_session(session)
        self._load_facets()
        self._search()

    def close_session(self) -> None:
        """Forget the answer."""
        self._debounce.stop()
        self._refresh.stop()
        self.model.show(None)
        super().close_session()

    def on_change(self, change: ChangeSet) -> None:
        """Records or vectors moved: the answer may be another; the selection stays."""
        if change.records:
            self._load_facets()
        if (change.records or change.queue or change.indexes) and not self._refresh.isActive():
            self._refresh.start()

    def save_state(self, settings: QSettings) -> None:
        """Query, mode and recent searches."""
        settings.setValue("query", self.box.text())
        settings.setValue("mode", self.modes.mode)
        settings.setValue("recent", self._recent)

    def restore_state(self, settings: QSettings) -> None:
        """The same."""
        self.modes.set_mode(str(settings.value("mode", "hybrid")))
        recent = settings.value("recent", [])
        self._recent = [str(each) for each in recent] if isinstance(recent, list) else []
        self.box.setText(str(settings.value("query", "")))

    def focus_search(self) -> None:
        """Into the box, all of it selected."""
        self.box.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.box.selectAll()

    def set_query(self, text: str) -> None:
        """Show the hits of a query."""
        self.box.setText(text)
        self._final()

    # --- parts --------------------------------------------------------------------------------

    def _build(self) -> None:
        self.box = QLineEdit()
        self.box.setPlaceholderText("Search memories: words, “phrases”, kind:pref tag:work before:2026-01 …")
        self.box.setAccessibleName("Search")
        self.box.setClearButtonEnabled(True)
        self.box.addAction(icon("search"), QLineEdit.ActionPosition.LeadingPosition)
        self.box.setMinimumHeight(36)
        self.box.textEdited.connect(self._on_typed)
        self.box.textChanged.connect(self._on_text)
        self.box.returnPressed.connect(self._final)
        self.completer = OperatorCompleter(self.box)
        self.box.textEdited.connect(self.completer.offer)
        self.modes = ModeBar()
        self.modes.changed.connect(self._final)
        save = tool_button("saved", "Save this search in the sidebar", self._save)
        first = QHBoxLayout()
        first.setSpacing(SPACE)
        first.addWidget(self.box, 1)
        first.addWidget(save)
        first.addWidget(self.modes)
        self.chips = ChipRow()
        self.chips.text_changed.connect(self.set_query)
        self.problem = label("", "warning", wrap=True)
        self.summary = label("", "muted")
        self.notes = label("", "muted", wrap=True)
        for each in (self.problem, self.notes, self.summary):
            each.hide()
        head = QWidget()
        head.setObjectName("toolbar")
        column = QVBoxLayout(head)
        column.setContentsMargins(SPACE * 2, SPACE * 1 + 4, SPACE * 2, SPACE)
        column.setSpacing(6)
        column.addLayout(first)
        column.addWidget(self.chips)
        for line in (self.problem, self.summary, self.notes):
            column.addWidget(line)
        self.pages = QStackedWidget()
        self.results = self._make_results()
        self.tips = SearchTips()
        self.tips.query_chosen.connect(self.set_query)
        self.nothing = NothingFound()
        self.nothing.query_chosen.connect(self.set_query)
        self.nothing.mode_chosen.connect(self._choose_mode)
        self.welcome = WelcomePanel()
        self.welcome.import_requested.connect(self.import_requested)
        self.welcome.sample_requested.connect(self.sample_requested)
        for page in (self.tips, self.results, self.nothing, self.welcome):
            self.pages.addWidget(page)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(head)
        layout.addWidget(self.pages, 1)
        self.setFocusProxy(self.box)

    def _make_results(self) -> QWidget:
        self.model = HitsModel(self)
        self.list = QListView()
        self.list.setModel(self.model)
        self.list.setItemDelegate(HitDelegate(self.list))
        self.list.setUniformItemSizes(True)
        self.list.setMouseTracking(True)
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.list.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setAccessibleName("Search results")
        self.list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.list.customContextMenuRequested.connect(self._menu)
        self.list.selectionModel().currentChanged.connect(self._on_current)
        self.more = button("Show more", self._show_more, role="flat")
        made = QWidget()
        made.setObjectName("pane")
        column = QVBoxLayout(made)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.list, 1)
        column.addWidget(self.more)
        return made

    def _make_actions(self) -> None:
        def add(text: str, key: QKeySequence.StandardKey | str, work: object, name: str) -> None:
            action = QAction(icon(name), text, self)
            action.setShortcut(QKeySequence(key))
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
            action.triggered.connect(work)
            self.list.addAction(action)

        add("Copy text", QKeySequence.StandardKey.Copy, self._copy, "copy")
        add("Forget", QKeySequence.StandardKey.Delete, self._forget, "forget")
        action = QAction(icon("saved"), "Save this search", self)
        action.triggered.connect(self._save)
        self.addAction(action)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Down from the box goes to the hits; Escape clears, or goes back to the box."""
        if event.key() == Qt.Key.Key_Down and self.box.hasFocus() and self.model.rowCount():
            # A list that gets the focus makes its first row current without selecting it.
            index = self.list.currentIndex()
            self.list.setFocus(Qt.FocusReason.TabFocusReason)
            self.list.setCurrentIndex(index if index.isValid() else self.model.index(0, 0))
        elif event.key() == Qt.Key.Key_Escape:
            if self.box.hasFocus():
                self.box.clear()
                self._final()
            self.box.setFocus(Qt.FocusReason.ShortcutFocusReason)
        else:
            super().keyPressEvent(event)

    # --- searching ----------------------------------------------------------------------------

    @Slot(str)
    def _on_typed(self, _text: str) -> None:
        self._typing = True
        self._k = _PAGE
        self._debounce.start()

    @Slot(str)
    def _on_text(self, text: str) -> None:
        query = parse_query(text)
        self.chips.show_query(query)
        # Half an operator is not a mistake yet: what is wrong is said once the cursor has left it.
        problems = query.problems if not self._typing or text.endswith(" ") else ()
        self.problem.setText("\n".join(problems))
        self.problem.setVisible(bool(problems))

    @Slot()
    def _final(self) -> None:
        self._typing = False
        self._k = _PAGE
        self._debounce.stop()
        self._on_text(self.box.text())
        self._remember_query()
        self._search()

    @Slot()
    def _search(self) -> None:
        session = self.session
        if session is None:
            return
        text, mode, k = self.box.text(), self.modes.mode, self._k
        prefix = self._typing
        if not text.strip():
            session.runner.query(self, self._count_all, self._show_count, channel="search")
            return
        engine = session.engine

        def work(token: Token) -> RecallAnswer:
            return engine.recall(text, mode=mode, k=k, cancel=token, prefix_last=prefix)

        session.runner.query(self, work, self._show, channel="search")

    @Slot()
    def _search_again(self) -> None:
        if self.isVisible() and not self._debounce.isActive():
            self._search()

    def _count_all(self, _token: Token) -> int:
        session = self.session
        return sum(session.engine.status().memories.values()) if session else 0

    def _show_count(self, number: int) -> None:
        if self.box.text().strip():
            return
        self._empty_vault = number == 0
        self.model.show(None)
        self.summary.hide()
        self.notes.hide()
        self.tips.show_recent(self._recent)
        self.pages.setCurrentWidget(self.welcome if self._empty_vault else self.tips)

    def _show(self, answer: RecallAnswer) -> None:
        if answer.query != self.box.text():
            return
        selected = self._current()
        self.model.show(answer)
        self._summarise(answer)
        if answer.hits:
            self.pages.setCurrentWidget(self.results)
            enough = len(answer.hits) < self._k or self._k >= _MOST
            self.more.setVisible(not enough)
            row = self.model.row_of(selected.memory.id) if selected else -1
            if row >= 0:
                self.list.setCurrentIndex(self.model.index(row, 0))
        else:
            self.nothing.explain(parse_query(answer.query), answer.mode)
            self.pages.setCurrentWidget(self.nothing)

    def _summarise(self, answer: RecallAnswer) -> None:
        parts = [count(len(answer.hits), "hit")]
        if answer.keyword_total is not None:
            parts.append(f"{count(answer.keyword_total)} with these words")
        if answer.unembedded:
            one = answer.unembedded == 1
            parts.append(
                f"{count(answer.unembedded)} matching {'memory waits' if one else 'memories wait'} for a vector"
            )
        parts.append(f"as of event {count(answer.as_of)}")
        parts.append(f"{answer.timings.get('total', 0.0) * 1000:.1f} ms")
        self.summary.setText("  ·  ".join(parts))
        self.summary.show()
        notes = [note for note in answer.notes if note not in self.problem.text()]
        self.notes.setText("\n".join(notes))
        self.notes.setVisible(bool(notes))

    @Slot()
    def _show_more(self) -> None:
        self._k = min(_MOST, self._k * 2)
        self._search()

    @Slot(str)
    def _choose_mode(self, mode: str) -> None:
        self.modes.set_mode(mode)
        self._final()

    def _remember_query(self) -> None:
        text = self.box.text().strip()
        if text:
            self._recent = [text, *(each for each in self._recent if each != text)][:_RECENT]

    def _load_facets(self) -> None:
        session = self.session
        if session is None:
            return
        engine = session.engine

        def work(_token: Token) -> Facets:
            return engine.facets(RecordFilter())

        session.runner.query(self, work, self._show_facets, channel="facets")

    def _show_facets(self, facets: Facets) -> None:
        self.completer.set_facets(facets)
        self.tips.show_examples(facets)

    # --- hits ---------------------------------------------------------------------------------

    def _current(self) -> Hit | None:
        return self.model.hit(self.list.currentIndex().row())

    def _chosen(self) -> list[Hit]:
        rows = sorted(index.row() for index in self.list.selectionModel().selectedIndexes())
        return [hit for row in rows if (hit := self.model.hit(row)) is not None]

    @Slot(QModelIndex, QModelIndex)
    def _on_current(self, current: QModelIndex, _previous: QModelIndex) -> None:
        hit = self.model.hit(current.row())
        if hit is not None:
            self.inspect.emit(Inspectable(hit.memory, hit, self.model.answer))

    @Slot()
    def _copy(self) -> None:
        QGuiApplication.clipboard().setText("\n\n".join(hit.memory.content for hit in self._chosen()))

    @Slot()
    def _copy_ids(self) -> None:
        QGuiApplication.clipboard().setText("\n".join(hit.memory.id for hit in self._chosen()))

    @Slot()
    def _forget(self) -> None:
        chosen = self._chosen()
        if self.session is not None and chosen:
            self.session.commands.forget([hit.memory.key for hit in chosen])

    @Slot()
    def _show_in_memories(self) -> None:
        ids = [hit.memory.id for hit in self._chosen()]
        if ids:
            self.filter_requested.emit(f"{operator_text('id', ','.join(ids))} status:any")

    @Slot()
    def _save(self) -> None:
        text = self.box.text().strip()
        if text:
            self.save_search_requested.emit(text)

    @Slot(QPoint)
    def _menu(self, where: QPoint) -> None:
        if not self._chosen():
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(icon("copy"), "Copy text", self._copy)
        menu.addAction(icon("copy"), "Copy id", self._copy_ids)
        menu.addAction(icon("memories"), "Show in Memories", self._show_in_memories)
        menu.addSeparator()
        menu.addAction(icon("forget"), "Forget", self._forget)
        menu.popup(self.list.viewport().mapToGlobal(where))

    def query(self) -> ParsedQuery:
        """What the box says, taken apart."""
        return parse_query(self.box.text())
