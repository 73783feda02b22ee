"""The page of concepts: a list to search, and of the chosen one its graph, what is known, conflicts and sources."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from PySide6.QtCore import QModelIndex, QSignalBlocker, Qt, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSpinBox, QTreeWidgetItem, QVBoxLayout, QWidget

from memory_desktop.bridge.concept_commands import (
    create_concept,
    edit_concept,
    resolve_conflict,
    retire_concept,
    set_understanding,
)
from memory_desktop.bridge.runner import Token
from memory_desktop.bridge.session import VaultSession
from memory_desktop.bridge.translation import figure, grouped, mark, plural, tr, translated
from memory_desktop.bridge.wording import isolated
from memory_desktop.core.errors import NotFoundError
from memory_desktop.core.layers.concepts import Concept, Personal, Resolution
from memory_desktop.core.layers.graph import Activated, ConceptGraph, graph_of
from memory_desktop.core.memory.records import Memory
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.engine.layers.concepts import has_words, known, read_concept, visible
from memory_desktop.engine.layers.library import Entry
from memory_desktop.engine.reader import Reader
from memory_desktop.ui.columns import ColumnRoom
from memory_desktop.ui.filter_field import FilterField
from memory_desktop.ui.layers.concept_form import ConceptForm
from memory_desktop.ui.layers.concept_graph import ConceptCanvas, around, told_of, whole
from memory_desktop.ui.layers.concept_tabs import ConflictsTab, PersonalTab, SourcesTab
from memory_desktop.ui.layers.page import NARROW, LayerPage, are_several, only_user, whose
from memory_desktop.ui.lineage.drawing import Drawing
from memory_desktop.ui.lists import at_right, bar, column, flat_list, or_empty, split
from memory_desktop.ui.saving import leads_to
from memory_desktop.ui.snug_tabs import SnugTabs
from memory_desktop.ui.tips import set_item_tip, set_tip
from memory_desktop.ui.unsaved import mark_unsaved
from memory_desktop.ui.widgets import SPACE, EmptyState, button
from memory_desktop.ui.wrapping import ElidedLabel

_ID = int(Qt.ItemDataRole.UserRole) + 1
_DEPTH, _MOST = 1, 60
#: Widths of the list and of the concept, as they are shared: usually, and in a narrow page.
_WIDE, _NARROW = (372, 640), (160, 340)
_MOST_SOURCES = 200
_COLUMNS = translated(
    (
        (mark("Name"), ""),
        (mark("Confidence"), mark("Confidence")),
        (mark("Links"), mark("Links")),
        (mark("User"), mark("Somebody")),
    )
)
_USER = 3
#: Where there is little room, these columns go, the first one first; the name keeps so many pixels.
_HIDDEN_FIRST, _LEAST = (2, 1, 3), 150
#: Pixels that the number of concepts and links keeps beside the buttons.
_LEAST_SUMMARY = 140
_NO_GRAPH = graph_of(())


@dataclass(frozen=True, slots=True)
class _State:
    """What the page has read."""

    entries: Sequence[Entry[Concept]] = ()
    graph: ConceptGraph = field(default_factory=lambda: _NO_GRAPH)
    users: Sequence[str] = ()
    several: bool = False


@dataclass(frozen=True, slots=True)
class _Shown:
    """The chosen concept: its drawing, and what it brings to mind."""

    drawing: Drawing
    part: ConceptGraph
    near: Sequence[Activated]


class ConceptsPage(LayerPage):
    """See the module. The chosen concept is kept by its id."""

    title = mark("Concepts")

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._state = _State()
        self._chosen = ""
        self._making = False  # a new concept is being written
        self._formed = ""  # the id of the concept in the form
        self._narrow = False
        self._build()
        self._show_chosen(None)

    # --- parts --------------------------------------------------------------------------------

    def _build(self) -> None:
        self.finder = FilterField(tr("Find concepts"), tr("Find concepts by their words"))
        self.finder.setMinimumWidth(80)
        self.finder.textChanged.connect(self._fill)
        self.new = button(tr("New concept"), self.start_new, icon_name="add")
        self.list = flat_list(tr("Concepts"), _COLUMNS, order=_HIDDEN_FIRST, least=_LEAST)
        self.finder.leads_into(self.list)
        at_right(self.list, 1, 2)
        self.list.currentItemChanged.connect(self._on_row)
        nothing = EmptyState(
            "search",
            tr("No concept fits"),
            tr("The words are looked for in the names, and in what is known."),
            action=tr("Show all concepts"),
            on_action=self.show_all,
        )
        self.found = or_empty(self.list, nothing)
        left = column(bar(self.finder, self.new, filling=self.finder, folding=(self.new,)), self.found)
        left.setMinimumWidth(150)
        self.form = ConceptForm()
        self.form.saved.connect(self._save)
        self.form.retired.connect(self._retire)
        leads_to(self.list, self.form.retire)
        self.conflicts = ConflictsTab()
        self.conflicts.decided.connect(self._decide)
        self.personal = PersonalTab()
        self.personal.saved.connect(self._understand)
        self.sources = SourcesTab()
        self.sources.selected.connect(lambda id: self.inspect("", id))
        self.sources.conversation_requested.connect(self.conversation_requested)
        self.tabs = SnugTabs(tr("About the concept"), {tr("Knowledge"): tr("Known"), tr("Understanding"): tr("Users")})
        for tab, title in (
            (self._make_graph(), tr("Graph")),
            (self.form, tr("Knowledge")),
            (self.conflicts, tr("Conflicts")),
            (self.personal, tr("Understanding")),
            (self.sources, tr("Sources")),
        ):
            self.tabs.addTab(tab, title)
        self.heading = ElidedLabel("title")
        self.told = ElidedLabel("muted")
        about = column(self.heading, self.told)
        about.setContentsMargins(SPACE * 2, SPACE, SPACE * 2, 0)
        right = column(about, self.tabs)
        right.setMinimumWidth(240)
        self.across = split(Qt.Orientation.Horizontal, left, right, _WIDE)
        self.across.setStretchFactor(1, 1)
        self.empty = EmptyState(
            "layers",
            tr("No concepts yet"),
            tr(
                "Concepts are people, places and ideas that come up in several episodes, with what is known of them. "
                "Agents teach them, and you can write one down yourself."
            ),
            action=tr("New concept"),
            on_action=self.start_new,
        )
        self.pages = or_empty(self.across, self.empty)
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.addWidget(self.pages)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Where there is little room, the concept has most of it; the list gives way."""
        super().resizeEvent(event)
        narrow = self.width() < NARROW
        if narrow != self._narrow:
            self._narrow = narrow
            self.across.setSizes(list(_NARROW if narrow else _WIDE))

    def _make_graph(self) -> QWidget:
        self.canvas = ConceptCanvas()
        self.canvas.setMinimumSize(160, 80)
        self.canvas.selected.connect(self._on_node)
        self.canvas.followed.connect(self.choose)
        self.canvas.path_requested.connect(self._show_way)
        self.steps = QSpinBox()
        self.steps.setRange(1, 3)
        self.steps.setValue(_DEPTH)
        self.steps.setPrefix(tr("Depth "))
        self.steps.setAccessibleName(tr("How many links from the concept in the middle"))
        self.steps.valueChanged.connect(self._load_chosen)
        self.all = button(tr("Show all"), self._load_chosen, icon_name="layers")
        self.all.setCheckable(True)
        set_tip(self.all, tr("Every concept, not only those around the chosen one"))
        fit = button(tr("Fit"), self.canvas.fit, icon_name="fit")
        self.summary = ElidedLabel("muted")
        self.summary.setMinimumWidth(_LEAST_SUMMARY)
        columns = ((tr("Concept"), ""), (tr("How it is related"), ""), (tr("Activation"), tr("Activation")))
        self.near = flat_list(tr("What is near the concept"), columns)
        at_right(self.near, 2)
        self.near.itemActivated.connect(self._on_near)
        self.near.setMinimumHeight(56)
        ways = bar(self.summary, self.steps, self.all, fit, filling=self.summary, folding=(self.all, fit))
        below = column(ways, self.near)
        below.setMinimumHeight(150)  # two lines of buttons, and the beginning of the list
        return split(Qt.Orientation.Vertical, self.canvas, below, (300, 190))

    # --- LayerPage ----------------------------------------------------------------------------

    def load(self, session: VaultSession, user: str | None) -> _State:
        """See `LayerPage.load`."""
        reader = session.reader
        memories = reader.page(reader.keys(RecordFilter(kinds=(Concept.kind,))))
        read = (read_concept(one) for one in memories)
        entries = sorted(
            (one for one in read if one is not None and visible(one, user)),
            key=lambda one: (*one.payload.identity, one.id),
        )
        users = {user} if user is not None else {"", *session.engine.conversations.users()}
        users |= {name for one in entries for name in one.payload.user_specific if user is None}
        several = are_several(user, (one.user_id for one in entries))
        return _State(entries, graph_of(map(known, entries)), sorted(users), several)

    def show_state(self, state: _State) -> None:
        """See `LayerPage.show_state`."""
        self._state = state
        if self._making:
            made = next((one for one in state.entries if self.form.says(one.payload)), None)
            if made is not None:
                self._making, self._chosen = False, made.id
        for one in state.entries:
            self.form.aside.drop_what_is_said(one.id, one.payload)
            self.form.aside.drop_what_is_said("", one.payload)
        self.pages.setCurrentIndex(0 if state.entries or self._making else 1)
        self.new.setEnabled(self._writable())
        self._fill()
        self.follow({one.id: one.memory.id for one in state.entries})

    @property
    def unsaved(self) -> bool:
        """See `LayerPage.unsaved`."""
        return self.form.unsaved or self.personal.unsaved

    def clear(self) -> None:
        """See `LayerPage.clear`."""
        self._state, self._chosen, self._making = _State(), "", False
        self.finder.clear()
        self.list.clear()
        self.pages.setCurrentIndex(1)
        self._show_chosen(None)
        self.form.forget()
        self.personal.forget()

    # --- choosing -----------------------------------------------------------------------------

    @Slot()
    def _fill(self) -> None:
        """List what fits the words; keep the choice, else choose the first."""
        wanted = self.finder.text().casefold().split()
        shown = [one for one in self._state.entries if has_words(one.payload, wanted)]
        names = Counter(" ".join(one.payload.name.casefold().split()) for one in shown)
        with QSignalBlocker(self.list):
            self.list.clear()
            for entry in shown:
                self._add_row(entry, alone=names[" ".join(entry.payload.name.casefold().split())] < 2)
        self.found.setCurrentIndex(0 if shown or not wanted else 1)
        room = self.list.findChild(ColumnRoom)
        if room is not None:
            room.leave_out(() if self._state.several else (_USER,))
        if self._making:
            return
        now = next((one.id for one in shown if self._chosen in (one.id, one.memory.id)), "")
        self._chosen = now or (shown[0].id if shown else "")
        self._mark()
        self._load_chosen()

    def _add_row(self, entry: Entry[Concept], *, alone: bool) -> None:
        """A row of the list. `alone`: no other has its name; else the name says whose it is, as a narrow list has no
        column of users."""
        one, number = entry.payload, len(self._state.graph.neighbours(entry.id))
        name = one.name + (
            f"  ({plural('{n} conflict', '{n} conflicts', len(one.conflicts))})" if one.conflicts else ""
        )
        owner = whose(entry.user_id, self._state.several)
        name += f"  ({isolated(owner)})" if owner and not alone else ""
        item = QTreeWidgetItem(self.list, [name, f"{figure(one.confidence, '.0%')}", f"{grouped(number)}", owner])
        for place in (1, 2):
            item.setTextAlignment(place, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        item.setData(0, _ID, entry.id)
        set_item_tip(item, told_of(self._state.graph.nodes[entry.id]))

    def _mark_unsaved(self) -> None:
        for row in range(self.list.topLevelItemCount()):
            item = self.list.topLevelItem(row)
            if item is not None:
                mark_unsaved(item, item.data(0, _ID) in self.form.aside)

    def _mark(self) -> None:
        for row in range(self.list.topLevelItemCount()):
            item = self.list.topLevelItem(row)
            if item is not None and item.data(0, _ID) == self._chosen:
                with QSignalBlocker(self.list):
                    self.list.setCurrentItem(item)

    @Slot(QTreeWidgetItem, QTreeWidgetItem)
    def _on_row(self, item: QTreeWidgetItem | None, _before: QTreeWidgetItem | None) -> None:
        if item is not None:
            self._chosen, self._making = str(item.data(0, _ID)), False
            self._load_chosen()
            entry = self._entry()
            self.inspect(self._chosen, entry.memory.id if entry is not None else None)

    @Slot()
    def show_all(self) -> None:
        """List all of them again."""
        self.finder.clear()
        self.finder.setFocus()

    @Slot(str)
    def choose(self, id: str) -> None:
        """Put a concept into the middle; a name of which nothing is known stays where it is."""
        if id in {one.id for one in self._state.entries}:
            self._chosen, self._making = id, False
            self.finder.clear()
            self._mark()
            self._load_chosen()

    def _entry(self, id: str = "") -> Entry[Concept] | None:
        wanted = id or self._chosen
        return next((one for one in self._state.entries if one.id == wanted), None)

    @Slot()
    def _load_chosen(self) -> None:
        """Draw the chosen concept, and read its sources, in the background."""
        session, entry = self.session, self._entry()
        if session is None or entry is None:
            self._show_chosen(None)
            return
        graph, depth, every, reader = self._state.graph, self.steps.value(), self.all.isChecked(), session.reader
        sources = entry.payload.understanding.source_episodes[:_MOST_SOURCES]

        def work(_token: Token) -> _Shown:
            drawing, part = around(graph, entry.id, depth, _MOST)
            if every:
                drawing, part = whole(graph, entry.id), graph
            return _Shown(drawing, part, graph.activated([entry.id], depth=depth))

        def learned_from(_token: Token) -> list[Memory]:
            return _those(reader, sources)

        session.runner.query(self, work, self._show_chosen, failed=self.failed.emit, channel="concept")
        session.runner.query(self, learned_from, self.sources.show_sources, failed=self.failed.emit, channel="sources")

    def _show_chosen(self, shown: _Shown | None) -> None:
        entry = self._entry() if not self._making else None
        concept = entry.payload if entry is not None else None
        making = self._making
        self.heading.setText(tr("New concept") if making else concept.name if concept is not None else "")
        self.told.setText(_told(concept, whose(entry.user_id, self._state.several)) if entry and concept else "")
        self._show_graph(shown if entry is not None else None)
        self._show_form(entry)
        every = concept.understanding.conflicting_info if concept is not None else ()
        listed = [(self._chosen, "", number, one) for number, one in enumerate(every, start=1)]
        self.conflicts.show_conflicts(listed, writable=self._writable())
        waiting = f" ({len(concept.conflicts)})" if concept is not None and concept.conflicts else ""
        self.tabs.setTabText(self.tabs.indexOf(self.conflicts), tr("Conflicts{waiting}", waiting=waiting))
        self.personal.show_concept(self._chosen, concept, self._state.users, writable=self._writable())
        if entry is None:
            self.sources.show_sources(())

    def _show_form(self, entry: Entry[Concept] | None) -> None:
        """Show what is known, unless somebody is changing it."""
        if self._making:
            self.form.allow(self._writable())
        elif entry is not None and entry.id == self._formed:
            self.form.news(entry.payload, writable=self._writable())
        else:
            self._formed = entry.id if entry is not None else ""
            shown = entry.payload if entry is not None else None
            self.form.show_concept(shown, self._formed or None, writable=self._writable())
        self._mark_unsaved()

    def _show_graph(self, shown: _Shown | None) -> None:
        self.near.clear()
        if shown is None:
            self.canvas.show_graph(None, {})
            self.summary.setText("")
            return
        before = self.canvas.drawing
        if before is None or before.graph != shown.drawing.graph:
            self.canvas.show_graph(shown.drawing, shown.part.nodes)
            self.canvas.select(self._chosen)
        graph = self._state.graph
        self.summary.setText(
            plural("{n} concept", "{n} concepts", len(shown.part.nodes))
            + "  ·  "
            + plural("{n} link", "{n} links", len(shown.part.links))
        )
        for one in shown.near:
            steps = (way for way in graph.links_along(one.way))
            names = graph.nodes
            how = "; ".join(
                " / ".join(f"{names[link.source].name} {link.relationship} {names[link.target].name}" for link in links)
                for links in steps
            )
            name = one.node.name if one.node.known else tr("{name} (not known yet)", name=one.node.name)
            item = QTreeWidgetItem(self.near, [name, how, f"{figure(one.activation, '.2f')}"])
            item.setData(0, _ID, one.node.id)
            item.setTextAlignment(2, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            set_item_tip(item, told_of(one.node))
            set_item_tip(item, how, 1)

    @Slot(str)
    def _on_node(self, id: str) -> None:
        """In the drawing: the inspector and the table follow."""
        entry = self._entry(id)
        self.inspect(id, entry.memory.id if entry is not None else None)
        for row in range(self.near.topLevelItemCount()):
            item = self.near.topLevelItem(row)
            if item is not None and item.data(0, _ID) == id:
                self.near.setCurrentItem(item)

    @Slot(QTreeWidgetItem)
    def _on_near(self, item: QTreeWidgetItem) -> None:
        self.choose(str(item.data(0, _ID)))

    @Slot(str)
    def _show_way(self, id: str) -> None:
        way = self._state.graph.way(self.canvas.current, id)
        self.canvas.mark_way(way)
        self.summary.setText(
            tr("Path: {link}", link=plural("{n} link", "{n} links", len(way) - 1))
            if way
            else tr("There is no path between the two.")
        )

    # --- changing -----------------------------------------------------------------------------

    def _writable(self) -> bool:
        return self.session is not None and self.session.past is None

    def start_new(self) -> None:
        """An empty form."""
        self._making, self._formed = True, ""
        self.pages.setCurrentIndex(0)
        self.form.show_concept(None, "", writable=self._writable())
        self.form.offer_users(self._state.users, only_user(self.user, self._state.users))
        with QSignalBlocker(self.list):
            self.list.setCurrentIndex(QModelIndex())
        self._show_chosen(None)
        self.tabs.setCurrentWidget(self.form)
        self.form.name.setFocus()
        self.inspect("", None)

    @Slot()
    def _save(self) -> None:
        if self.session is None:
            return
        if self._making:
            create_concept(self.session.commands, self.form.data(), self.form.user)
        else:
            edit_concept(self.session.commands, self._chosen, self.form.change(), self.form.seen())

    @Slot()
    def _retire(self) -> None:
        entry = self._entry()
        if self.session is not None and entry is not None:
            retire_concept(self.session.commands, entry.id, entry.payload.name)

    @Slot(str, int, object)
    def _decide(self, id: str, number: int, how: Resolution) -> None:
        if self.session is not None:
            resolve_conflict(self.session.commands, id, number, how)

    @Slot(str, object, object)
    def _understand(self, user: str, personal: Personal | None, seen: dict[str, Any]) -> None:
        if self.session is not None and self._chosen:
            set_understanding(self.session.commands, self._chosen, user, personal, seen)


def _told(concept: Concept, owner: str) -> str:
    understanding = concept.understanding
    parts = [
        concept.category,
        owner,
        tr("confidence {share}", share=figure(concept.confidence, ".0%")),
        plural("{n} source", "{n} sources", len(understanding.source_episodes)),
        plural("{n} open conflict", "{n} open conflicts", len(concept.conflicts)) if concept.conflicts else "",
        concept.definition,
    ]
    return "  ·  ".join(part for part in parts if part)


def _those(reader: Reader, ids: Sequence[str]) -> list[Memory]:
    """Those of these memories that are there."""
    found = []
    for id in ids:
        with suppress(NotFoundError):
            found.append(reader.get(id))
    return found
