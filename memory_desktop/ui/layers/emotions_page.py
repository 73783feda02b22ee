"""The page of emotions: a plot with its table, and beside them the patterns of a user and the chosen event."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import chain

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QComboBox, QVBoxLayout, QWidget

from memory_desktop.bridge.emotion_commands import correct_emotion, record_emotion, reread_emotion, retire_emotion
from memory_desktop.bridge.layer_words import emotion_word
from memory_desktop.bridge.session import VaultSession
from memory_desktop.bridge.translation import figure, grouped, mark, plural, tr, translated
from memory_desktop.core.errors import KnownError
from memory_desktop.core.layers.emotional import (
    KIND,
    EmotionalPattern,
    EventPatterns,
    Occurrence,
    in_order,
    matching,
    pattern_of,
    patterns_of,
)
from memory_desktop.core.memory.records import generated_from
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.core.wording import shortened
from memory_desktop.engine.layers.emotions import Mood, occurrence, read_event
from memory_desktop.ui.current_row import select_row
from memory_desktop.ui.filter_field import FilterField
from memory_desktop.ui.folding import FoldingChoice
from memory_desktop.ui.format import local, one_line
from memory_desktop.ui.layers.emotion_form import EmotionForm
from memory_desktop.ui.layers.emotion_patterns import PatternsTab
from memory_desktop.ui.layers.emotion_plot import MOOD, EmotionPlot, Point
from memory_desktop.ui.layers.page import NARROW, LayerPage, are_several, only_user, whose
from memory_desktop.ui.lists import bar, column, or_empty, split
from memory_desktop.ui.pages import Tabs
from memory_desktop.ui.plain_table import PlainTable, keep_rows
from memory_desktop.ui.saving import leads_to
from memory_desktop.ui.tips import set_item_tip, set_tip
from memory_desktop.ui.unsaved import mark_unsaved
from memory_desktop.ui.widgets import EmptyState, button, label, switch_button

#: Names of times, and their days up to now; 0: all.
_TIMES = translated(
    ((mark("Any time"), 0), (mark("Last 7 days"), 7), (mark("Last 30 days"), 30), (mark("Last 12 months"), 365))
)
#: Where the left side is lower or narrower, the table has all the room.
_ROOM_FOR_PLOT = QSize(300, 330)
#: A page that is narrower or lower is small.
_SMALL = QSize(NARROW, 400)
#: At most so many events, and moods of other memories, are drawn and listed: the newest.
_MOST = 1_000
#: So much of the words of an event stands in a tool tip.
_TIP = 400
_COLUMNS = translated(
    (
        mark("When"),
        mark("Emotion"),
        mark("Topic"),
        mark("Valence"),
        mark("Arousal"),
        mark("Intensity"),
        mark("Told by"),
        mark("User"),
    )
)
_TOPIC, _USER = 2, 7
#: Where there is little room, these columns go, the first one first.
_HIDDEN_FIRST = (6, 4, 3, 7, 0, 5, 1)


@dataclass(frozen=True, slots=True)
class _State:
    """What the page has read: events oldest first, memories and sources by id of an event; who talks."""

    events: Sequence[Occurrence] = ()
    patterns: Mapping[str, EventPatterns] = field(default_factory=dict)
    pattern: EmotionalPattern | None = None
    moods: Sequence[Mood] = ()
    memories: Mapping[str, str] = field(default_factory=dict)
    sources: Mapping[str, str] = field(default_factory=dict)
    now: datetime | None = None
    several: bool = False
    users: Collection[str] = ()


class EmotionsPage(LayerPage):
    """See the module. The chosen event is kept by its id."""

    title = mark("Emotions")

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._state = _State()
        self._chosen = ""
        self._making = False
        self._formed = ""
        self._ids: list[str] = []
        self._build()
        self.clear()

    # --- parts --------------------------------------------------------------------------------

    def _build(self) -> None:
        self.number = label("", "muted")
        self.axes = FoldingChoice(
            {tr("Valence and arousal"): tr("By arousal"), tr("Valence over time"): tr("Over time")}
        )
        self.axes.addItems([tr("Valence and arousal"), tr("Valence over time")])
        self.axes.setAccessibleName(tr("What the plot shows"))
        self.axes.currentIndexChanged.connect(self._draw)
        self.new = button(tr("Record…"), self.start_new, icon_name="add")
        self.finder = FilterField(tr("Topic"), tr("Only with this topic"))
        self.finder.textChanged.connect(self._filter)
        self.felt = _choice(tr("Only where this was felt"), ((tr("Any emotion"), ""),), self._filter)
        self.times = _choice(tr("Only of this time"), _TIMES, self._filter)
        self.plot = EmotionPlot()
        self.plot.setMinimumHeight(120)
        self.plot.chosen.connect(self.choose)
        self.table = PlainTable(_COLUMNS, tr("Emotions: the numbers of the plot"))
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self._room = self.table.give_room(_TOPIC, _HIDDEN_FIRST, least=72)
        self.table.set_at_right(3, 4, 5)
        keep_rows(self.table)
        self.table.itemSelectionChanged.connect(self._on_row)
        self.table.itemActivated.connect(self._to_turn)
        self.upright = split(Qt.Orientation.Vertical, self.plot, self.table, (320, 200))
        self.filter = switch_button("filter", tr("Show only some emotions"), self._arrange)
        self.beside = switch_button(
            "inspector", tr("Show patterns and the chosen event beside the plot"), self._arrange
        )
        folding = (self.new, self.axes)
        head = bar(self.number, self.axes, self.filter, self.new, self.beside, filling=self.number, folding=folding)
        self.filters = bar(self.finder, self.felt, self.times, filling=self.finder)
        left = column(head, self.filters, self.upright)
        left.setMinimumWidth(220)
        self.patterns = PatternsTab()
        self.form = EmotionForm()
        self.form.saved.connect(self._save)
        self.form.retired.connect(self._retire)
        leads_to(self.table, self.form.retire)
        self.form.reread.connect(self._reread)
        self.form.conversation.connect(self._to_turn)
        self.tabs = Tabs()
        self.tabs.setDocumentMode(True)
        self.tabs.tabBar().setAccessibleName(tr("About emotions"))
        self.tabs.addTab(self.patterns, tr("Patterns"))
        self.tabs.addTab(self.form, tr("Event"))
        self.tabs.setMinimumWidth(230)
        self.across = split(Qt.Orientation.Horizontal, left, self.tabs, (600, 340))
        self.across.setStretchFactor(0, 1)
        self.empty = EmptyState(
            "layers",
            tr("No emotions yet"),
            tr(
                "Conversations are read for what was felt, by words alone and on this computer; you and your agents "
                "can record it, too. Memories that came with a valence and an arousal are shown here as well."
            ),
            action=tr("Record an emotional event"),
            on_action=self.start_new,
        )
        self.pages = or_empty(self.across, self.empty)
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.addWidget(self.pages)

    # --- LayerPage ----------------------------------------------------------------------------

    def load(self, session: VaultSession, user: str | None) -> _State:
        """See `LayerPage.load`."""
        reader = session.reader
        memories = reader.page(reader.keys(RecordFilter(kinds=(KIND,))))
        entries = [one for one in map(read_event, memories) if one is not None and user in (None, one.user_id)]
        events = in_order(map(occurrence, entries))
        users = {one.user_id for one in events}
        moods = session.engine.layers.emotions.moods(user) if session.past is None else ()
        return _State(
            events,
            patterns_of(events),
            pattern_of(events) if len(users) < 2 else None,
            moods,
            {one.id: one.memory.id for one in entries},
            {one.id: found[0] for one in entries if (found := generated_from(one.memory.metadata))},
            session.engine.layers.emotions.now(),
            are_several(user, {*users, *(one.user_id for one in moods)}),
            session.engine.conversations.users(),
        )

    def show_state(self, state: _State) -> None:
        """See `LayerPage.show_state`."""
        made = [one for one in state.events if one.id not in self._state.memories]
        if self._making and made and self._state is not _NOTHING:
            self._making, self._chosen = False, made[-1].id
        for one in made if self._state is not _NOTHING else ():
            self.form.recorded(one.event)
        for one in state.events:
            self.form.aside.drop_what_is_said(one.id, one)
        self._state = state
        self._show_emotions()
        self.pages.setCurrentIndex(0 if state.events or state.moods or self._making else 1)
        self.new.setEnabled(self._writable())
        self._fill()
        self.patterns.show_patterns(state.pattern, state.events)
        self._show_form()
        self.follow(state.memories)

    @property
    def unsaved(self) -> bool:
        """See `LayerPage.unsaved`."""
        return self.form.unsaved

    def clear(self) -> None:
        """See `LayerPage.clear`."""
        self._state, self._chosen, self._making = _NOTHING, "", False
        self.table.setRowCount(0)
        self._ids = []
        self.plot.show_points((), None, over_time=False)
        self.patterns.show_patterns(EmotionalPattern(), ())
        self.form.forget()
        self.pages.setCurrentIndex(1)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Where there is little room, the plot has it; the rest is there when it is asked for."""
        super().resizeEvent(event)
        room = self.size()
        self.plot.setVisible(room.width() >= _ROOM_FOR_PLOT.width() and room.height() >= _ROOM_FOR_PLOT.height())
        self._arrange()

    @Slot()
    def _arrange(self) -> None:
        """In a small page the filters and what stands beside the plot are shown when they are asked for.

        Filters that leave something out stay to be seen.
        """
        small = self.width() < _SMALL.width() or self.height() < _SMALL.height()
        narrow = self.width() < _SMALL.width()
        self.filter.setVisible(small)
        self.beside.setVisible(narrow)
        self.filters.setVisible(not small or self.filter.isChecked() or self._filtered())
        self.tabs.setVisible(not narrow or self.beside.isChecked())

    def _filtered(self) -> bool:
        return bool(self.finder.text().strip() or self.felt.currentData() or self.times.currentData())

    # --- showing ------------------------------------------------------------------------------

    def _show_emotions(self) -> None:
        """Offer what was felt in some event."""
        chosen = self.felt.currentData()
        felt = Counter(one.event.emotion_data.primary_emotion for one in self._state.events)
        with QSignalBlocker(self.felt):
            self.felt.clear()
            self.felt.addItem(tr("Any emotion"), "")
            for name in dict.fromkeys(
                [*sorted(felt, key=lambda one: (-felt[one], one)), *([chosen] if chosen else [])]
            ):
                self.felt.addItem(f"{emotion_word(name).capitalize()} ({grouped(felt[name])})", name)
            self.felt.setCurrentIndex(max(0, self.felt.findData(chosen)))

    @Slot()
    def _filter(self) -> None:
        """Show the events that fit what is chosen above them; of memories with a mood, those of the time."""
        self._arrange()
        self._fill()

    def _shown(self) -> tuple[list[Occurrence], list[Mood]]:
        state = self._state
        emotion, topic, days = self.felt.currentData() or "", self.finder.text(), int(self.times.currentData() or 0)
        since = state.now - timedelta(days=days) if days and state.now is not None else None
        moods = (
            [] if emotion or topic.strip() else [one for one in state.moods if since is None or one.timestamp >= since]
        )
        return list(matching(state.events, emotion, topic, since)), moods

    def _fill(self) -> None:
        state = self._state
        events, moods = self._shown()
        told = plural("{n} event", "{n} events", len(state.events))
        if len(events) < len(state.events):
            told = plural(
                "{shown} of {n} event", "{shown} of {n} events", len(state.events), shown=grouped(len(events))
            )
        self.number.setText(told + (f", {plural('{n} mood', '{n} moods', len(moods))}" if moods else ""))
        newest = (
            tr(" The newest {most} of each are shown.", most=grouped(_MOST))
            if max(len(events), len(moods)) > _MOST
            else ""
        )
        set_tip(
            self.number, tr("Moods are other memories that came with a valence and an arousal.{newest}", newest=newest)
        )
        rows = [(one.timestamp, one.id, (*_event_row(one), self._whose(one)), _tip(one)) for one in events[-_MOST:]]
        rows += [(one.timestamp, one.id, (*_mood_row(one), self._whose(one)), one.text) for one in moods[-_MOST:]]
        rows.sort(key=lambda row: row[:2], reverse=True)
        with QSignalBlocker(self.table):
            self._ids = [id for _, id, _, _ in rows]
            self.table.fill([texts for _, _, texts, _ in rows])
            self._room.leave_out(() if state.several else (_USER,))
            for number, (_, _, _, words) in enumerate(rows):
                item = self.table.item(number, _TOPIC)
                if item is not None and words:
                    set_item_tip(item, words)
        self._mark()
        self._draw()

    def _whose(self, one: Occurrence | Mood) -> str:
        return whose(one.user_id, self._state.several)

    @Slot()
    def _draw(self) -> None:
        """Points in the order of time, so that the oldest are palest."""
        events, moods = self._shown()
        every = chain(map(_point, events[-_MOST:]), map(_mood_point, moods[-_MOST:]))
        known = sorted((one for one in every if one is not None), key=lambda one: (one.at, one.id))
        pattern = self._state.pattern
        mood = pattern.baseline_mood if pattern is not None else None
        self.plot.show_points(known, mood, over_time=self.axes.currentIndex() == 1)

    def _mark(self) -> None:
        with QSignalBlocker(self.table):
            if self._chosen in self._ids:
                select_row(self.table, self._ids.index(self._chosen))
            else:
                self.table.clearSelection()
        self.plot.mark(self._chosen)

    @Slot(str)
    def choose(self, id: str) -> None:
        """Show an event, or the memory of a mood: in the table, the plot, the form and the inspector."""
        self._chosen, self._making = id, False
        self._mark()
        self._show_form()
        if self._event() is not None:
            self.tabs.setCurrentWidget(self.form)
        self.inspect(id, self._state.memories.get(id, id))

    @Slot()
    def _on_row(self) -> None:
        row = next((one.row() for one in self.table.selectionModel().selectedRows()), -1)
        if 0 <= row < len(self._ids):
            self.choose(self._ids[row])

    def _event(self) -> Occurrence | None:
        return next((one for one in self._state.events if one.id == self._chosen), None)

    def _show_form(self) -> None:
        """Show the chosen event, unless somebody is changing it."""
        self.form.offer_users({*self._state.users, *(one.user_id for one in self._state.events)})
        if self._making:
            self.form.allow(self._writable())
            return
        shown = self._event()
        id = shown.id if shown is not None else ""
        patterns = self._state.patterns.get(id, EventPatterns())
        self.form.whose = self._whose(shown) if shown is not None else ""
        if shown is not None and id == self._formed:
            self.form.news(shown, patterns, writable=self._writable())
        else:
            self._formed = id
            self.form.show_event(shown, patterns, writable=self._writable())
        for row, each in enumerate(self._ids):
            if (item := self.table.item(row, 0)) is not None:
                mark_unsaved(item, each in self.form.aside)
        self.form.to_turn.setEnabled(id in self._state.sources)
        self.form.again.setEnabled(self._writable() and id in self._state.sources)

    # --- changing -----------------------------------------------------------------------------

    def _writable(self) -> bool:
        return self.session is not None and self.session.past is None

    def start_new(self) -> None:
        """An empty form."""
        if not self._writable():
            return
        self._making, self._formed, self._chosen = True, "", ""
        self.pages.setCurrentIndex(0)
        self.plot.mark("")
        self.form.new_user = only_user(self.user, self._state.users)
        self.form.show_event(None, EventPatterns(), writable=True, new=True)
        self.beside.setChecked(True)
        self.tabs.setCurrentWidget(self.form)
        self.form.words.setFocus()
        self.inspect("", None)

    @Slot()
    def _save(self) -> None:
        if self.session is None:
            return
        try:
            change = self.form.change()
        except KnownError as error:
            self.failed.emit(error)
            return
        form, at = self.form, self.form.given_time()
        if self._making:
            record_emotion(self.session.commands, form.text(), change, form.whose_it_is(), at)
        else:
            correct_emotion(self.session.commands, self._chosen, change, form.seen(), form.given_user(), at)

    @Slot()
    def _retire(self) -> None:
        if self.session is not None and self._event() is not None:
            retire_emotion(self.session.commands, self._chosen)

    @Slot()
    def _reread(self) -> None:
        if self.session is not None and self._event() is not None:
            reread_emotion(self.session.commands, self._chosen)

    @Slot()
    def _to_turn(self) -> None:
        source = self._state.sources.get(self._chosen)
        if source is not None:
            self.conversation_requested.emit(source)


_NOTHING = _State()


def _choice(name: str, choices: Sequence[tuple[str, object]], chosen: Callable[[], None]) -> QComboBox:
    made = QComboBox()
    made.setAccessibleName(name)
    made.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    made.setMinimumContentsLength(10)
    for text, value in choices:
        made.addItem(text, value)
    made.activated.connect(chosen)
    return made


def _number(value: float | None, form: str = ".2f") -> str:
    return tr("Not known") if value is None else figure(value, form)


def _tip(one: Occurrence) -> str:
    """How the words begin in which an event was felt."""
    return shortened(one.event.trigger.context.note, _TIP)


def _event_row(one: Occurrence) -> tuple[str, ...]:
    data = one.event.emotion_data
    by = one.event.given.get("primary_emotion", "")
    numbers = (_number(data.valence, "+.2f"), _number(data.arousal), _number(data.intensity))
    return (
        local(one.timestamp),
        emotion_word(data.primary_emotion),
        one.event.trigger.topic,
        *numbers,
        {"user": tr("you"), "": tr("words")}.get(by, by),
    )


def _mood_row(one: Mood) -> tuple[str, ...]:
    numbers = (_number(one.valence, "+.2f"), _number(one.arousal), tr("Not known"))
    return (
        local(one.timestamp),
        emotion_word(one.emotion) or tr("not named"),
        one_line(one.text),
        *numbers,
        one.source or tr("its source"),
    )


def _point(one: Occurrence) -> Point | None:
    data = one.event.emotion_data
    if data.valence is None or data.arousal is None:
        return None
    return Point(one.id, data.primary_emotion, one.timestamp, data.valence, data.arousal, data.intensity)


def _mood_point(one: Mood) -> Point:
    return Point(one.id, MOOD, one.timestamp, one.valence, one.arousal)
