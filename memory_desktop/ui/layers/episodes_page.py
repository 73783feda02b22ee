"""The page of episodes: a timeline by significance, the same as a list by day, and the chosen one to be corrected."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import islice

from PySide6.QtCore import QSignalBlocker, Qt, Slot
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QTreeWidgetItem, QVBoxLayout, QWidget

from memory_desktop.bridge.episode_commands import correct_episode
from memory_desktop.bridge.layer_words import emotion_word
from memory_desktop.bridge.session import VaultSession
from memory_desktop.bridge.translation import figure, grouped, mark, plural, tr
from memory_desktop.core.layers.episodes import FLAGS
from memory_desktop.engine.layers.episodes import StoredEpisode
from memory_desktop.models.periods import period_name, periods, span
from memory_desktop.store.episodes import EpisodeFilter
from memory_desktop.ui.columns import ColumnRoom
from memory_desktop.ui.filter_field import FilterField
from memory_desktop.ui.folding import FoldingChoice
from memory_desktop.ui.format import day_or_time, exact, one_line
from memory_desktop.ui.icons import icon
from memory_desktop.ui.layers.consolidation_dialog import ConsolidationDialog
from memory_desktop.ui.layers.episode_form import EpisodeForm
from memory_desktop.ui.layers.episode_plot import MARKS, EpisodePlot
from memory_desktop.ui.layers.page import FormPage, are_several, gives_way, whose
from memory_desktop.ui.lists import at_right, bar, column, flat_list, or_empty, split
from memory_desktop.ui.plain_table import keep_rows
from memory_desktop.ui.tips import set_item_tip
from memory_desktop.ui.unsaved import mark_unsaved
from memory_desktop.ui.widgets import EmptyState, label

_ID = int(Qt.ItemDataRole.UserRole) + 1
#: So many of the newest that fit are shown.
_MOST = 1_000
#: Where there is little room, these columns go, the first one first; what was said keeps so many pixels.
_HIDDEN_FIRST, _LEAST = (2, 6, 4, 3, 1, 0), 155
#: Mood, topic, flags and user: shown where an episode has one, as wide as their texts, but at most so many pixels, or
#: a third of the list.
_READ, _WIDEST = (2, 3, 4, 6), 140
#: The column of what was said.
_SAID = 5


@dataclass(frozen=True, slots=True)
class _State:
    """What the page has read."""

    episodes: Sequence[StoredEpisode] = ()
    total: int = 0
    any: bool = False
    moods: Sequence[str] = field(default_factory=tuple)
    several: bool = False
    times: Sequence[tuple[str, str]] = field(default_factory=tuple)


class EpisodesPage(FormPage):
    """See the module. The chosen episode is kept by its id."""

    title = mark("Episodes")
    of_the_past = False

    def __init__(self, parent: QWidget | None = None) -> None:
        form = EpisodeForm()
        super().__init__(form, tr("Show the chosen episode beside the list"), parent)
        self.form = form
        self._state = _State()
        self._chosen = ""
        self._build()

    def _build(self) -> None:
        self.finder = FilterField(
            tr("Find by topic or words"), tr("Find episodes by their topic, or words of the turn")
        )
        self.finder.setMinimumWidth(64)
        self.finder.textChanged.connect(self.refresh)
        self.moods = FoldingChoice(picture=icon("emotional"))
        self.moods.setAccessibleName(tr("Only this mood"))
        self.moods.addItem(tr("Any mood"), "")
        self.moods.activated.connect(self.refresh)
        self.flags = FoldingChoice({tr("Any significance"): tr("Any flag"), tr("Emotional peak"): tr("Peak")})
        self.flags.setAccessibleName(tr("Only with this flag"))
        self.flags.addItem(tr("Any significance"), "")
        for flag in FLAGS:
            self.flags.addItem(MARKS[flag][0], flag)
        self.flags.activated.connect(self.refresh)
        self.times = FoldingChoice(picture=icon("history"))
        self.times.setAccessibleName(tr("Only of this time"))
        self._show_times(periods(()))
        self.times.activated.connect(self.refresh)
        self.told = label("", "muted")
        self.plot = EpisodePlot()
        self.plot.setMinimumSize(120, 120)
        self.plot.chosen.connect(self.choose)
        columns = (
            (tr("When"), "2026-01-01"),
            (tr("Sig."), "0.00"),
            (tr("Mood"), emotion_word("surprise")),
            (tr("Topic"), tr("product launch")),
            (tr("Flags"), tr("Relationship")),
            (tr("Said"), ""),
            (tr("User"), tr("Somebody")),
        )
        self.list = flat_list(tr("Episodes by day, newest first"), columns, order=_HIDDEN_FIRST, least=_LEAST)
        set_item_tip(self.list.headerItem(), tr("Significance"), 1)
        self.finder.leads_into(self.list)
        at_right(self.list, 0, 1)
        keep_rows(self.list)
        self.list.currentItemChanged.connect(self._on_row)
        QShortcut(
            QKeySequence(QKeySequence.StandardKey.Delete),
            self.list,
            self.forget_chosen,
            context=Qt.ShortcutContext.WidgetShortcut,
        )
        self.form.saved.connect(self._correct)
        self.form.conversation_requested.connect(self._show_turn)
        left = split(Qt.Orientation.Vertical, self.plot, self.list, (200, 380))
        left.setMinimumWidth(220)
        self.form.setMinimumWidth(220)
        self.across = split(Qt.Orientation.Horizontal, left, self.form, (560, 280))
        self.across.setStretchFactor(0, 1)
        parts = (self.finder, self.times, self.moods, self.flags, self.told, self.beside)
        self.nothing = EmptyState(
            "search",
            tr("No episode fits"),
            tr("Words are looked for in the topics and in what was said. Search finds by meaning, too."),
            action=tr("Show all episodes"),
            on_action=self.show_all,
            more=((tr("Search by meaning"), self._search),),
        )
        self.found = or_empty(self.across, self.nothing)
        folding = (self.times, self.moods, self.flags)
        full = column(bar(*parts, filling=self.finder, folding=folding), gives_way(self.found))
        self.empty = EmptyState(
            "layers",
            tr("No episodes yet"),
            tr(
                "A turn of a conversation becomes an episode when the layers are filled: with its topic, mood and "
                "significance. That happens by itself as conversations go on; you can also do it now."
            ),
            action=tr("Fill the layers…"),
            on_action=self.consolidate,
        )
        self.pages = or_empty(full, self.empty)
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.addWidget(self.pages)

    # --- reading ------------------------------------------------------------------------------

    @Slot()
    def refresh(self) -> None:
        """See `LayerPage.refresh`; what is typed in the form stays while the same episode is shown."""
        after, before = span(str(self.times.currentData() or ""), datetime.now(UTC))
        self._wanted = EpisodeFilter(
            user=self.user,
            after=after,
            before=before,
            words=self.finder.text(),
            emotion=str(self.moods.currentData() or ""),
            flag=str(self.flags.currentData() or ""),
        )
        super().refresh()

    def load(self, session: VaultSession, user: str | None) -> _State:
        """See `LayerPage.load`."""
        layer, wanted = session.engine.layers.episodes, self._wanted
        moods, _ = layer.counts(user)
        users = session.engine.conversations.users() if user is None else ()
        having = (one for one in users if layer.count(EpisodeFilter(user=one)))
        several = are_several(user, islice(having, 2))  # also of those that the filter leaves out
        times = periods(layer.hours(user))
        return _State(layer.list(wanted, limit=_MOST), layer.count(wanted), bool(moods), tuple(moods), several, times)

    def show_state(self, state: _State) -> None:
        """See `LayerPage.show_state`."""
        self._state = state
        self.pages.setCurrentIndex(0 if state.any else 1)
        self._show_moods(state.moods)
        self._show_times(state.times or periods(()))
        for one in state.episodes:
            self.form.aside.drop_what_is_said(one.id, one)
        shown = len(state.episodes)
        of = (
            plural("{shown} of {n} episode", "{shown} of {n} episodes", state.total, shown=grouped(shown))
            if shown < state.total
            else plural("{n} episode", "{n} episodes", shown)
        )
        self.told.setText(of)
        ids = [one.id for one in state.episodes]
        if self._chosen not in ids:
            self._chosen = ids[0] if ids else ""
        with QSignalBlocker(self.list):
            self.list.clear()
            for one in state.episodes:
                self._add_row(one)
        self.found.setCurrentIndex(0 if ids else 1)
        self._fit_columns()
        self._show_chosen()
        self.follow({one.id: one.memory.id for one in state.episodes})

    @property
    def unsaved(self) -> bool:
        """See `LayerPage.unsaved`."""
        return self.form.unsaved

    def clear(self) -> None:
        """See `LayerPage.clear`."""
        self._chosen = ""
        self.show_state(_State())
        self.form.forget()

    # --- showing ------------------------------------------------------------------------------

    def _show_moods(self, moods: Sequence[str]) -> None:
        chosen = self.moods.currentData()
        with QSignalBlocker(self.moods):
            self.moods.clear()
            self.moods.addItem(tr("Any mood"), "")
            for mood in dict.fromkeys([*moods, *([chosen] if chosen else [])]):
                self.moods.addItem(tr("Not known") if mood == "unknown" else emotion_word(mood).capitalize(), mood)
            self.moods.setCurrentIndex(max(0, self.moods.findData(chosen)))

    def _show_times(self, times: Sequence[tuple[str, str]]) -> None:
        chosen = self.times.currentData()
        if [(self.times.itemData(row), self.times.itemText(row)) for row in range(self.times.count())] == list(times):
            return
        with QSignalBlocker(self.times):
            self.times.clear()
            for key, name in times:
                self.times.addItem(name, key)
            if chosen and self.times.findData(chosen) < 0:  # nothing of it is left, and that is what is shown
                self.times.addItem(period_name(chosen), chosen)
            self.times.setCurrentIndex(max(0, self.times.findData(chosen)))

    def _fit_columns(self) -> None:
        """Columns of which no row has anything are left out; the others are as wide as their texts."""
        header = self.list.header()
        empty = [one for one in _READ if not any(item.text(one) for item in self._items())]
        room = self.list.findChild(ColumnRoom)
        if room is not None:
            room.leave_out(empty)
        for number in (one for one in _READ if one not in empty):
            wanted = max(self.list.sizeHintForColumn(number), header.sectionSizeHint(number))
            header.resizeSection(number, min(wanted, max(_WIDEST, self.list.viewport().width() // 3)))

    def _items(self) -> list[QTreeWidgetItem]:
        items = (self.list.topLevelItem(row) for row in range(self.list.topLevelItemCount()))
        return [item for item in items if item is not None]

    def _add_row(self, one: StoredEpisode) -> None:
        weights, context = one.payload.significance, one.payload.context
        mood = "" if context.emotional_state == "unknown" else emotion_word(context.emotional_state)
        flags = ", ".join(MARKS[flag][0] for flag in weights.flags)
        cells = [
            day_or_time(one.timestamp),
            f"{figure(weights.score, '.2f')}",
            mood,
            one.payload.content.topic,
            flags,
            one_line(one.cycle.opening),
            whose(one.user_id, self._state.several),
        ]
        item = QTreeWidgetItem(self.list, cells)
        item.setData(0, _ID, one.id)
        item.setTextAlignment(0, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        item.setTextAlignment(1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        set_item_tip(item, exact(one.timestamp))
        set_item_tip(item, ", ".join(one.payload.topics), 3)
        set_item_tip(item, flags, 4)
        set_item_tip(item, one.cycle.opening, 5)
        if one.id == self._chosen:
            self.list.setCurrentItem(item)

    def _entry(self) -> StoredEpisode | None:
        return next((one for one in self._state.episodes if one.id == self._chosen), None)

    def _show_chosen(self) -> None:
        entry = self._entry()
        writable = self.session is not None and self.session.past is None
        owner = whose(entry.user_id, self._state.several) if entry is not None else ""
        self.form.show_episode(entry, writable=writable, whose=owner)
        for item in self._items():
            mark_unsaved(item, item.data(0, _ID) in self.form.aside, _SAID)
        self.plot.show_episodes(self._state.episodes, self._chosen)

    @Slot(str)
    def choose(self, id: str) -> None:
        """Show this episode."""
        for row in range(self.list.topLevelItemCount()):
            item = self.list.topLevelItem(row)
            if item is not None and item.data(0, _ID) == id:
                self.list.setCurrentItem(item)
                self.list.scrollToItem(item)

    @Slot(QTreeWidgetItem)
    def _on_row(self, item: QTreeWidgetItem | None) -> None:
        self._chosen = str(item.data(0, _ID)) if item is not None else ""
        self._show_chosen()
        entry = self._entry()
        self.inspect(self._chosen, entry.memory.id if entry is not None else None)

    @Slot()
    def forget_chosen(self) -> None:
        """Forget the turn that is chosen, with what was learned from it."""
        entry = self._entry()
        if self.session is not None and self.session.past is None and entry is not None:
            self.session.commands.forget_messages([entry.memory.key])

    @Slot()
    def show_all(self) -> None:
        """Ask for all episodes again."""
        for choice in (self.times, self.moods, self.flags):
            choice.setCurrentIndex(0)
        with QSignalBlocker(self.finder):
            self.finder.clear()
        self.refresh()
        self.finder.setFocus()

    @Slot()
    def _search(self) -> None:
        self.search_requested.emit(f"layer:episodic {self.finder.text()}".strip())

    def consolidate(self) -> None:
        """Show what would be made of turns; it is made when that is accepted."""
        if self.session is not None and self.session.past is None:
            ConsolidationDialog(self.session, self.user, self).open()

    # --- doing --------------------------------------------------------------------------------

    @Slot(object, object)
    def _correct(self, changes: dict[str, object], seen: dict[str, object]) -> None:
        if self.session is not None and self._chosen:
            correct_episode(self.session.commands, self._chosen, changes, seen)

    @Slot()
    def _show_turn(self) -> None:
        entry = self._entry()
        if entry is not None:
            self.conversation_requested.emit(entry.memory.id)
