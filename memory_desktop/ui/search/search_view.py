"""Search as you type: a box, a mode, chips, and hits that say why they are there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from PySide6.QtCore import QRect, Qt, QTimer, Slot
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from memory_desktop.bridge.engine_texts import said
from memory_desktop.bridge.runner import Token
from memory_desktop.bridge.session import VaultSession
from memory_desktop.bridge.translation import figure, grouped, mark, plural, tr
from memory_desktop.bridge.window_settings import SettingsGroup
from memory_desktop.core.answers import ChangeSet, Facets, Hit, RecallAnswer
from memory_desktop.core.errors import ClosedError, KnownError
from memory_desktop.core.layers.asked import asked_sources
from memory_desktop.core.layers.relevance import OVER_LAYERS
from memory_desktop.core.memory.records import Draft, Layer
from memory_desktop.core.purge import PurgePlan
from memory_desktop.core.query.language import ParsedQuery, RecordFilter, parse_query
from memory_desktop.core.settings import Settings
from memory_desktop.core.why_not import Asked, Remedy
from memory_desktop.engine.layers.retrieval import BoardNote, Surroundings
from memory_desktop.engine.layers.sources import NO_EMOTION
from memory_desktop.engine.reader import Past, Reader
from memory_desktop.ui.format import one_line
from memory_desktop.ui.icons import icon
from memory_desktop.ui.memories.dialogs import MemoryEditor, split_tags
from memory_desktop.ui.memories.purge_dialog import ask_to_purge
from memory_desktop.ui.memories.selection import SelectionCommands
from memory_desktop.ui.memories.selection_bar import SelectionBar
from memory_desktop.ui.pages import Pages
from memory_desktop.ui.search.empty_pages import NothingFound, SearchTips
from memory_desktop.ui.search.result_list import ResultList
from memory_desktop.ui.search.search_head import SearchHead
from memory_desktop.ui.search.why_not_dialog import WhyNotDialog
from memory_desktop.ui.vault_texts import VaultTexts
from memory_desktop.ui.view import Inspectable, LiveView, Message
from memory_desktop.ui.widgets import EmptyState, button
from memory_desktop.ui.window.welcome import WelcomePanel

_DEBOUNCE_MS = 120
#: Who stays at a hit for so long has looked at it.
_LOOKED_MS = 1_500
_PAGE = 20
_MOST = 500
_RECENT = 8
#: So many notes of the boards stand above the hits, each in so many characters, with so many of its title.
_BOARD_NOTES, _BOARD_NOTE, _TITLE = 3, 160, 40


@dataclass(frozen=True, slots=True)
class _Outcome:
    """An answer, or None where nothing was asked; and whether the vault has no memories at all."""

    answer: RecallAnswer | None
    empty_vault: bool = False


class SearchView(LiveView):
    """See the module. `query` is what is shown; an answer is only taken if it is for what the box says now."""

    view_id = "search"
    title = mark("Search")
    icon = "search"
    refresh_ms = 800

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._k = _PAGE
        self._recent = VaultTexts()
        self._queries = VaultTexts()
        self._typing = False
        self._show_weaker = False
        self._related: Hit | None = None
        self._wanted = ""
        self._explain_first = False
        self._explaining: WhyNotDialog | None = None
        self._debounce = QTimer(self)
        self._debounce.setSingleShot(True)
        self._debounce.setInterval(_DEBOUNCE_MS)
        self._debounce.timeout.connect(self._search)
        self._looked_at = ("", "")
        self._look = QTimer(self)
        self._look.setSingleShot(True)
        self._look.setInterval(_LOOKED_MS)
        self._look.timeout.connect(self._note_look)
        self._build()
        self._make_actions()

    # --- what every view does -----------------------------------------------------------------

    def open_session(self, session: VaultSession) -> None:
        """Ask again what was asked of this vault."""
        self.box.setText("".join(self._queries.of(session.engine.vault_id)))  # a view that is seen asks at once
        super().open_session(session)
        self.welcome.set_vault(session.engine.path)

    def close_session(self) -> None:
        """Forget the answer, and what was typed: it is this vault's."""
        self._keep_query()
        for timer in (self._debounce, self._look):
            timer.stop()
        self.head.weights.keep()
        self.head.weights.forget()
        self.modes.show_users(())
        self._related = None
        if self._explaining is not None:
            self._explaining.reject()
        self.list.show_answer(None)
        self.box.clear()
        self._debounce.stop()
        super().close_session()

    def concerns(self, change: ChangeSet) -> bool:
        """Records, vectors or what a layer counts moved: the answer may be another."""
        return change.records or change.queue or change.indexes or change.settings

    def reload(self, change: ChangeSet) -> None:
        """Ask again, the selection stays; what completion offers is in the records."""
        if change.records:
            self._load_facets()
        if change.records or change.settings:
            self._load_layers()
        if not self._debounce.isActive():
            self._search()

    def show_past(self, past: Past | None) -> None:
        """Search there; what a hit could be done to is dim."""
        self.list.set_read_only(past is not None)
        self.selection.set_read_only(past is not None)
        self.head.weights.setEnabled(past is None)
        self._related = None
        self.note_all()

    def save_state(self, settings: SettingsGroup) -> None:
        """Mode, and each vault's query and recent searches."""
        self._keep_query()
        settings.set("mode", self.modes.mode)
        settings.set("layer_weights", self.head.weights_wanted)
        self._queries.save(settings, "queries")
        self._recent.save(settings, "recent_searches")

    def restore_state(self, settings: SettingsGroup) -> None:
        """The same; what an earlier version kept for all vaults together is dropped."""
        for shared in ("query", "recent"):
            settings.remove(shared)
        self.modes.set_mode(str(settings.value("mode", "hybrid")))
        self.head.want_weights(settings.truth("layer_weights", True))
        self._queries.restore(settings, "queries")
        self._recent.restore(settings, "recent_searches")

    def forget_typed(self) -> None:
        """Drop this vault's query and recent searches: they may quote what was purged."""
        self.box.clear()
        self._keep_query()
        if self.session is not None:
            self._recent.keep(self.session.engine.vault_id, ())

    def _keep_query(self) -> None:
        if self.session is not None:
            self._queries.keep(self.session.engine.vault_id, [self.box.text()] if self.box.text() else [])

    def focus_search(self) -> None:
        """Put the cursor into the search box and select its text."""
        self.box.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.box.selectAll()

    def set_query(self, text: str) -> None:
        """Show the hits of a query."""
        self.box.setText(text)
        self._final()

    def show_example(self, text: str, *, explained: bool = False) -> None:
        """Show the hits of a query that nobody has asked, with the first one selected if it is to be `explained`.

        No recall is noted of it, as it is the program that looks.
        """
        self._looked_at = (text.strip(), "")
        self._explain_first = explained
        self.set_query(text)

    # --- parts --------------------------------------------------------------------------------

    def _build(self) -> None:
        head = self.head = SearchHead()
        self.box, self.modes, self.chips = head.box, head.modes, head.chips
        self.problem, self.summary, self.notes, self.completer = head.problem, head.summary, head.notes, head.completer
        self.box.written.connect(self._on_typed)
        self.box.textChanged.connect(self._on_text)
        self.box.returnPressed.connect(self._final)
        self.completer.taken.connect(self._on_typed)
        self.modes.changed.connect(self._final)
        head.weights.changed.connect(self._search)
        head.weights.kept.connect(self._keep_weights)
        self.chips.text_changed.connect(self.set_query)
        self.chips.left.connect(self.box.setFocus)
        head.save.clicked.connect(self._save)
        head.weaker.clicked.connect(self._on_weaker)
        head.back.clicked.connect(self._final)
        head.expected.clicked.connect(self._explain_any)
        self.pages = Pages()
        self.results = self._make_results()
        self.tips = SearchTips()
        self.tips.query_chosen.connect(self.set_query)
        self.nothing = NothingFound()
        self.nothing.query_chosen.connect(self.set_query)
        self.nothing.mode_chosen.connect(self._choose_mode)
        self.nothing.weaker_wanted.connect(self._on_weaker)
        self.welcome = WelcomePanel()
        self.welcome.import_requested.connect(self.import_requested)
        self.welcome.sample_requested.connect(self.sample_requested)
        self.welcome.new_requested.connect(self._write_first)
        self.failure = EmptyState("error", tr("This search failed"), " ", action=tr("Try again"), on_action=self._final)
        for page in (self.tips, self.results, self.nothing, self.welcome, self.failure):
            self.pages.addWidget(page)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(head)
        layout.addWidget(self.pages, 1)
        self.setFocusProxy(self.box)

    def _make_results(self) -> QWidget:
        self.list = ResultList()
        self.model = self.list.hits
        self.list.hit_chosen.connect(self._on_hit)
        self.list.opened.connect(self._open)
        self.list.left_upward.connect(self.focus_search)
        self.many = SelectionCommands(self, self.list, self._chosen_keys, self._spot)
        self.list.forget_requested.connect(self.many.forget)
        self.list.tags_requested.connect(self.many.edit_tags)
        self.list.kind_requested.connect(self.many.choose_kind)
        self.list.assembly_requested.connect(self.many.assemble)
        self.list.export_requested.connect(self.many.export)
        self.list.protect_requested.connect(self.many.protect)
        self.list.chosen_changed.connect(self._on_chosen)
        self.selection = SelectionBar(hits=True)
        self.selection.setContentsMargins(12, 2, 12, 2)
        self.selection.hide()
        self.foot = self.selection
        self.selection.tags_requested.connect(self.many.edit_tags)
        self.selection.kind_chosen.connect(self.many.set_kind)
        self.selection.layer_chosen.connect(self.many.set_layer)
        self.selection.assembly_requested.connect(self.many.assemble)
        self.selection.export_requested.connect(self.many.export)
        self.selection.protect_chosen.connect(self.many.protect)
        self.selection.memories_requested.connect(self._show_in_memories)
        self.selection.forget_requested.connect(self.many.forget)
        self.list.purge_requested.connect(self._purge_chosen)
        self.list.purge_all_requested.connect(self._purge_all)
        self.list.memories_requested.connect(self._show_in_memories)
        self.list.conversation_requested.connect(self.conversation_requested)
        self.list.related_requested.connect(self._find_related)
        self.more = button(tr("Show more"), self._show_more, role="flat")
        made = QWidget()
        column = QVBoxLayout(made)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.list, 1)
        column.addWidget(self.more)
        column.addWidget(self.selection)  # below, so that no hit moves away from the mouse that is choosing several
        return made

    def _make_actions(self) -> None:
        action = QAction(icon("saved"), tr("Save this search"), self)
        action.triggered.connect(self._save)
        self.addAction(action)
        self.purge_action = QAction(icon("error"), tr("Purge all that match this search…"), self)
        self.purge_action.triggered.connect(self._purge_all)
        self.addAction(self.purge_action)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Down from the box goes to the hits; Escape goes back: to the search, to the box, to nothing."""
        if event.key() == Qt.Key.Key_Down and self.box.hasFocus() and self.list.isVisible():
            self.list.enter()
        elif event.key() == Qt.Key.Key_Escape:
            if self._related is None and self.box.hasFocus():
                self.box.clear()
            if self._related is not None or self.box.hasFocus():
                self._final()
            self.box.setFocus(Qt.FocusReason.ShortcutFocusReason)
        else:
            super().keyPressEvent(event)

    # --- searching ----------------------------------------------------------------------------

    @Slot(str)
    def _on_typed(self, _text: str) -> None:
        self._typing, self._related, self._show_weaker, self._wanted = True, None, False, ""
        self._explain_first = False
        self._k = _PAGE
        self._debounce.start()

    @Slot(str)
    def _on_text(self, text: str) -> None:
        query = parse_query(text)
        self.chips.show_query(query)
        # Half an operator is not a mistake yet: what is wrong is said once the cursor has left it.
        problems = self._as_asked(text).problems
        self.head.show_problems(problems if not self._typing or text.endswith(" ") else ())

    def _as_asked(self, text: str) -> ParsedQuery:
        """The query as the mode reads it: over all layers, `layer:` may name what is no layer of memories."""
        return parse_query(asked_sources(text)[0] if self.modes.mode == OVER_LAYERS else text)

    @Slot()
    def _final(self) -> None:
        self._typing, self._related, self._show_weaker = False, None, False
        self._k = _PAGE
        self._debounce.stop()
        self.head.show_mode()
        self._on_text(self.box.text())
        self._remember_query()
        self._search()

    @Slot()
    def _search(self) -> None:
        session = self.session
        if session is None:
            return
        engine, text, mode, k = session.reader, self.box.text(), self.modes.mode, self._k
        prefix, related, weaker = self._typing, self._related, self._show_weaker
        user, weights = self.modes.user, self.head.weights.weights()

        def work(token: Token) -> _Outcome:
            if related is not None:
                return _Outcome(engine.related(related.memory.id, k))
            if not text.strip():
                return _Outcome(None, _is_empty(engine))
            if mode == OVER_LAYERS:
                answer = _over_layers(session, text, k, token, user, weights, weaker)
            else:
                answer = engine.recall(text, mode=mode, k=k, cancel=token, prefix_last=prefix, show_weaker=weaker)
            return _Outcome(answer, not answer.hits and _is_empty(engine))

        session.runner.query(self, work, self._show, failed=self._on_failed, channel="search")

    def _show(self, outcome: _Outcome) -> None:
        answer = outcome.answer
        if answer is None:
            self._show_nothing_asked(outcome.empty_vault)
        elif self._related is not None or answer.query == self.box.text():
            before, answered = self.list.current(), self.model.answer
            self.list.show_answer(answer)
            now = self.list.current()
            if now is None:
                self.selected.emit(None)
            elif _reasons_changed(before, answered, now, answer):
                self.answered_again.emit(Inspectable(now.memory, now, answer))
            told_below = self._related is None and not answer.hits and not outcome.empty_vault
            self.head.show_answer(_summary(answer, self._related), () if told_below else self._notes(answer))
            self.head.show_weaker(answer.weaker)
            self.head.expected.setVisible(self._related is None and bool(answer.query.strip()) and self._can_explain())
            self._select_wanted()
            self._select_example()
            self._watch_nothing(answer)
            self.head.back.setVisible(self._related is not None)
            self.more.setVisible(self._k <= len(answer.hits) and self._k < _MOST)
            self._show_page(answer, outcome.empty_vault)

    def _show_page(self, answer: RecallAnswer, empty_vault: bool) -> None:
        if answer.hits or self._related is not None:
            self._turn_to(self.results)
        elif empty_vault:
            self._turn_to(self.welcome)
        else:
            self.nothing.explain(parse_query(answer.query), answer.mode, self._notes(answer), answer.weaker)
            self._turn_to(self.nothing)

    def _show_nothing_asked(self, empty_vault: bool) -> None:
        self.list.show_answer(None)
        self.selected.emit(None)
        self.head.show_answer("")
        self.head.show_weaker(0)
        self.head.expected.hide()
        self.head.back.hide()
        self.tips.show_recent(self._recent.of(self.session.engine.vault_id) if self.session is not None else [])
        self._turn_to(self.welcome if empty_vault else self.tips)

    def _turn_to(self, page: QWidget) -> None:
        """Show a page; who was in the list that goes is in the box again."""
        leaving = self.list.hasFocus() and page is not self.results
        self.pages.setCurrentWidget(page)
        if leaving:
            self.box.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_failed(self, error: Exception) -> None:
        if isinstance(error, ClosedError):
            return
        known = isinstance(error, KnownError)
        self.list.show_answer(None)
        self.head.show_answer("")
        self.failure.text.setText(
            said(str(error)) if known else tr("This is a fault in the program. Nothing was changed.")
        )
        self._turn_to(self.failure)
        if not known:
            self.message.emit(error)

    def _notes(self, answer: RecallAnswer) -> tuple[str, ...]:
        """What the answer lacks; what the query lacks is said above it."""
        problems = self._as_asked(answer.query).problems
        return tuple(said(note) for note in answer.notes if note not in problems)

    @Slot()
    def _show_more(self) -> None:
        self._k = min(_MOST, self._k * 2)
        self._search()

    @Slot()
    def _on_weaker(self) -> None:
        self._show_weaker = True
        self._search()

    # --- what is not there --------------------------------------------------------------------

    def explain_missing(self, id: str = "") -> None:
        """Let somebody choose a memory, or take this one, and say why the search does not have it."""
        session, text = self.session, self.box.text()
        if session is None:
            return
        if not text.strip():
            self.message.emit(
                Message(tr("Enter a search first: then it can be said why a memory is not among its hits."))
            )
        elif not self._can_explain():
            self.message.emit(
                Message(tr("Layers puts several searches together. Choose another mode to see what cut it."))
            )
        else:
            asked = Asked(text, self.modes.mode, self._k, self._show_weaker, self._typing)
            dialog = self._explaining = WhyNotDialog(session, asked, id, self)
            dialog.search_requested.connect(self._search_this_way)
            dialog.failed.connect(self.message)
            dialog.finished.connect(self._explained)
            dialog.open()

    @Slot()
    def _explain_any(self) -> None:
        self.explain_missing()

    def _can_explain(self) -> bool:
        return self.modes.mode != OVER_LAYERS

    @Slot()
    def _explained(self) -> None:
        self._explaining = None

    @Slot(object)
    def _search_this_way(self, remedy: Remedy) -> None:
        """Make the search that has a memory, and select that."""
        self.modes.set_mode(remedy.mode)
        self.set_query(remedy.query)
        self._k, self._show_weaker, self._wanted = max(_PAGE, remedy.k), remedy.show_weaker, remedy.hit.memory.id
        self._search()

    def _select_wanted(self) -> None:
        row = self.model.row_of(self._wanted) if self._wanted else -1
        if row >= 0:
            self._wanted = ""
            self.list.setCurrentIndex(self.model.index(row, 0))

    def _select_example(self) -> None:
        wanted, self._explain_first = self._explain_first, False
        if wanted and self.model.rowCount():
            self.list.setCurrentIndex(self.model.index(0, 0))
            self._look.stop()

    @Slot(str)
    def _choose_mode(self, mode: str) -> None:
        self.modes.set_mode(mode)
        self._final()

    def _remember_query(self) -> None:
        text = self.box.text().strip()
        if text and self.session is not None:
            vault_id = self.session.engine.vault_id
            others = [each for each in self._recent.of(vault_id) if each != text]
            self._recent.keep(vault_id, [text, *others][:_RECENT])

    def _load_facets(self) -> None:
        session = self.session
        if session is None:
            return
        session.counts.facets(session.reader, RecordFilter(), self, self._show_facets)

    def _load_layers(self) -> None:
        """Whose memories can be asked, and what each layer counts."""
        session = self.session
        if session is None:
            return
        engine = session.engine

        def work(_token: Token) -> tuple[Sequence[str], Settings]:
            return sorted(engine.conversations.users()), engine.settings

        session.runner.query(self, work, self._show_layers, failed=self._on_failed, channel="layers")

    def _show_layers(self, found: tuple[Sequence[str], Settings]) -> None:
        users, settings = found
        before = self.head.weights.weights()
        self.modes.show_users(users)
        self.completer.set_users(users)
        self.head.show_settings(settings)
        if self.modes.mode == OVER_LAYERS and self.head.weights.weights() != before:
            self._search()

    @Slot(object)
    def _keep_weights(self, changes: Mapping[str, float]) -> None:
        if self.session is not None:
            self.session.commands.change_settings(dict(changes))

    def _show_facets(self, facets: Facets) -> None:
        self.completer.set_facets(facets)
        self.tips.show_examples(facets)

    # --- hits ---------------------------------------------------------------------------------

    @Slot(object)
    def _on_hit(self, hit: Hit) -> None:
        self._remember_query()
        self.inspect.emit(Inspectable(hit.memory, hit, self.model.answer))
        self._looked_at = (self.box.text().strip(), hit.memory.id)
        self._look.start()

    def _watch_nothing(self, answer: RecallAnswer) -> None:
        """Who stays before an empty answer has recalled nothing, which is noted once for each query."""
        nothing = (answer.query.strip(), "")
        if not answer.hits and self._related is None and self._looked_at != nothing:
            self._looked_at = nothing
            self._look.start()

    @Slot()
    def _note_look(self) -> None:
        """A hit that somebody stays at is a recall; one that is passed over with the arrow keys is not."""
        (query, id), answer = self._looked_at, self.model.answer
        if self.session is None or self.session.past is not None or answer is None:
            return
        if id or (not answer.hits and answer.query.strip() == query == self.box.text().strip()):
            scores = [hit.score for hit in answer.hits if hit.memory.id == id and not answer.listed]
            user = self.modes.user if answer.mode == OVER_LAYERS else None
            self.session.engine.recalls.note(
                query, [id] if id else [], mode=answer.mode, scores=scores, user=user or ""
            )

    @Slot()
    def _open(self) -> None:
        self.view_requested.emit("inspector")

    @Slot()
    def _find_related(self) -> None:
        self._related = self.list.current()
        self._k = _PAGE
        self._debounce.stop()
        self._search()

    def _chosen_keys(self) -> list[int]:
        return [hit.memory.key for hit in self.list.chosen()]

    def _spot(self, _column: str) -> QRect:
        """Where the current hit stands, but for its rank."""
        spot = self.list.visualRect(self.list.currentIndex()).intersected(self.list.viewport().rect())
        return QRect(self.list.viewport().mapTo(self, spot.topLeft()), spot.size())

    @Slot()
    def _on_chosen(self) -> None:
        """With several hits selected, what can be done with them is offered below the list."""
        number = len(self.list.chosen())
        self.selection.show_selection(number)
        self.selection.setVisible(number > 1)

    @Slot()
    def _purge_chosen(self) -> None:
        """Remove the selected hits for good, after a question."""
        ids = [hit.memory.id for hit in self.list.chosen()]
        session = self.session
        if session is not None and ids and session.past is None:
            ask_to_purge(session, self, lambda: session.engine.plan_purge(ids), self.message.emit)

    @Slot()
    def _purge_all(self) -> None:
        """Remove for good all that has the words of the search and fits its operators, shown or not, after a question.

        What is only alike in meaning is not among it: it has no end.
        """
        session, text = self.session, self.box.text()
        if session is None or session.past is not None or not text.strip():
            self.message.emit(Message(tr("Enter a search first: all that match its words can be purged.")))
            return
        engine = session.engine

        def plan() -> PurgePlan:
            query = parse_query(text).checked()
            engine.catch_up()
            keys = engine.keys(query.filter, words=text if query.text or query.excluded else "")
            return engine.plan_purge([memory.id for memory in engine.page(keys)])

        ask_to_purge(session, self, plan, self.message.emit)

    @Slot()
    def _show_in_memories(self) -> None:
        ids = tuple(hit.memory.id for hit in self.list.chosen())
        if ids:
            self.selection_requested.emit(ids)

    @Slot()
    def _save(self) -> None:
        text = self.box.text().strip()
        if text:
            self.save_search_requested.emit(text)

    @Slot()
    def _write_first(self) -> None:
        dialog = MemoryEditor(parent=self)
        dialog.accepted.connect(partial(self._keep_first, dialog))
        dialog.open()

    def _keep_first(self, dialog: MemoryEditor) -> None:
        if self.session is not None:
            self.session.commands.remember(
                Draft(
                    content=dialog.text.toPlainText(),
                    kind=dialog.kind.currentText() or "general",
                    layer=Layer(dialog.layer.currentData()),
                    tags=split_tags(dialog.tags.text()),
                    source="window",
                )
            )

    def query(self) -> ParsedQuery:
        """What the box says, taken apart."""
        return parse_query(self.box.text())


def _over_layers(
    session: VaultSession, text: str, k: int, token: Token, user: str | None, weights: Mapping[str, float], weaker: bool
) -> RecallAnswer:
    """The answer over all layers, with the notes on boards; of a moment of the past that of Hybrid."""
    if session.past is None:
        around = Surroundings(user_id=user)
        layers = session.engine.layers
        found = layers.retrieve(text, around, k=k, weights=weights, show_weaker=weaker, cancel=token)
        board = found.board[:_BOARD_NOTES]
        talks = {
            one.session_id: one.title for one in session.engine.conversations.sessions(ids=[b.thread for b in board])
        }
        told = [one for one in found.notes if one != NO_EMOTION]  # nobody can say here what is felt
        return replace(found.as_recall(), notes=(*(_on_board(one, talks) for one in board), *told))
    answer = session.past.recall(text, k=k, cancel=token, show_weaker=weaker)
    return replace(answer, notes=(*answer.notes, tr("The past is searched as in Hybrid; layers are those of now.")))


def _on_board(note: BoardNote, titles: Mapping[str, str]) -> str:
    """A note on a board in a line: it is no memory, and so stands above the hits."""
    text = one_line(note.content, _BOARD_NOTE)
    if note.thread:
        named = one_line(titles.get(note.thread) or note.thread, _TITLE)
        return tr("On the board of {conversation}: “{text}”", conversation=named, text=text)
    return tr("On the board: “{text}”", text=text)


def _reasons_changed(before: Hit | None, answered: RecallAnswer | None, now: Hit, answer: RecallAnswer) -> bool:
    """Is the hit that was selected still so, but for other reasons?"""
    same = before is not None and answered is not None and before.memory.id == now.memory.id
    return same and (before, answered and answered.as_of) != (now, answer.as_of)


def _is_empty(reader: Reader) -> bool:
    return not sum(reader.memory_counts().values())


def _summary(answer: RecallAnswer, related: Hit | None) -> str:
    """How many there are of what, up to where in the log, and how long it took."""
    if related is not None:
        beginning = one_line(related.memory.content, 60)
        return tr(
            "{memory} related to “{beginning}”",
            memory=plural("{n} memory", "{n} memories", len(answer.hits)),
            beginning=beginning,
        )
    parts = [plural("{n} hit", "{n} hits", len(answer.hits))]
    if answer.keyword_total is not None:
        how = tr("with these keywords") if parse_query(answer.query).text else tr("in total")
        parts.append(f"{grouped(answer.keyword_total)} {how}")
    if answer.unembedded:
        wait = tr("memory waits") if answer.unembedded == 1 else tr("memories wait")
        parts.append(tr("{unembedded} matching {wait} for a vector", unembedded=grouped(answer.unembedded), wait=wait))
    parts.append(tr("as of event {as_of}", as_of=grouped(answer.as_of)))
    parts.append(tr("{ms} ms", ms=figure(answer.timings.get("total", 0.0) * 1000, ".1f")))
    return "  ·  ".join(parts)
