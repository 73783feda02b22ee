"""What there is to know of one turn: its messages and data, what was recalled for it, and what was learned from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import (
    QAbstractItemView,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from memory_desktop.bridge.translation import figure, mark, plural, tr, translated
from memory_desktop.bridge.wording import quoted
from memory_desktop.core.conversation.cycles import AgentOutput, Cycle
from memory_desktop.core.events.event import AGENT
from memory_desktop.core.memory.records import Memory
from memory_desktop.engine.conversation.reading import Aftermath, Recalled, Turn
from memory_desktop.models.thread_table import said_at, speaker
from memory_desktop.models.words import status_word, summary_change
from memory_desktop.ui.conversations.user_tab import UserTab
from memory_desktop.ui.data_text import DataText
from memory_desktop.ui.folding import NO_LIMIT
from memory_desktop.ui.format import exact, labelled, local, one_line
from memory_desktop.ui.lists import bar, column, flat_list, or_empty, split
from memory_desktop.ui.snug_tabs import SnugTabs
from memory_desktop.ui.tips import set_item_tip
from memory_desktop.ui.widgets import EmptyState, button, label

_ID = int(Qt.ItemDataRole.UserRole) + 1
_LEAST_HEIGHT = 110
#: Before a line of what came with a turn in a shape of its own.
_INDENT = "    "
_STAGES = translated({"pending": mark("waiting"), "completed": mark("done"), "failed": mark("failed")})


class TurnDetails(SnugTabs):
    """Signals: `selected(id or None)`, a memory for the inspector; `memories_requested(filter)`;
    `lineage_requested(id)`; `turn_requested(cycle id)`; `message_changed()`, another message of the turn is chosen;
    `was_folded(bool)`, its tabs alone are shown, or all.
    """

    selected = Signal(object)
    memories_requested = Signal(str)
    lineage_requested = Signal(str)
    turn_requested = Signal(str)
    message_changed = Signal()
    was_folded = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("Details of the turn"), parent=parent)
        self.turn: Turn | None = None
        self._told = Aftermath()
        self.addTab(self._make_turn(), tr("Turn"))
        self.addTab(self._make_recalled(), tr("Recalled"))
        self.addTab(self._make_learned(), tr("Learned"))
        self.recall_pages.setCurrentIndex(1)
        self.learned_pages.setCurrentIndex(1)
        self._on_chosen()
        self.user = UserTab()
        self.user.selected.connect(self.selected)
        self.user.turn_requested.connect(self.turn_requested)
        self.addTab(self.user, tr("User"))
        self.low = False
        self.folded = False
        self.setMinimumHeight(_LEAST_HEIGHT)
        self.tabBarClicked.connect(self._on_tab)
        self.currentChanged.connect(self._on_current)
        self.show_turn(None)

    def make_low(self, low: bool) -> None:
        """There is little height: whoever needs it for the thread clicks the tab in front, and the tabs alone stay."""
        self.low = low
        if not low:
            self.fold(False)

    def fold(self, folded: bool) -> None:
        """Show the tabs alone, or all."""
        if folded == self.folded:
            return
        self.folded = folded
        bar = self.tabBar().sizeHint().height()
        self.setMinimumHeight(bar if folded else self._least())
        self.setMaximumHeight(bar if folded else NO_LIMIT)
        self.was_folded.emit(folded)

    def _least(self) -> int:
        """Pixels of height that the tabs and the page in front need."""
        page = self.currentWidget()
        needed = page.minimumSizeHint().height() if page is not None else 0
        return max(_LEAST_HEIGHT, self.tabBar().sizeHint().height() + needed)

    @Slot(int)
    def _on_current(self, _place: int) -> None:
        self.fold(False)
        self.setMinimumHeight(self._least())

    @Slot(int)
    def _on_tab(self, place: int) -> None:
        if self.folded or (self.low and place == self.currentIndex()):
            self.fold(not self.folded)

    def show_turn(self, turn: Turn | None, message: str = "") -> None:
        """Show a turn; of its messages, the one with this id is chosen, else the one that was, else the first."""
        before = self.message()
        same = turn is not None and self.turn is not None and turn.cycle.cycle_id == self.turn.cycle.cycle_id
        wanted = message or (before.id if before is not None and same else "")
        self.turn = turn
        self.messages.blockSignals(True)
        self.messages.clear()
        for one in turn.messages if turn is not None else ():
            item = QTreeWidgetItem(self.messages, [f"{speaker(one)}: {one_line(one.content)}", said_at(one.created_at)])
            item.setData(0, _ID, one.id)
            set_item_tip(item, exact(one.created_at), 1)
            if one.id == wanted:
                self.messages.setCurrentItem(item)
        first = self.messages.topLevelItem(0)
        if self.messages.currentItem() is None and first is not None:
            self.messages.setCurrentItem(first)
        self.messages.blockSignals(False)
        if not same:
            self.show_aftermath(Aftermath())
            self.user.show_state(None)
        self._show_data()
        now = self.message()
        if not same or (now.id if now is not None else "") != (before.id if before is not None else ""):
            self.message_changed.emit()  # else what is inspected stays, which may be a memory of the other tabs

    def message(self) -> Memory | None:
        """The message that is chosen."""
        item = self.messages.currentItem()
        id = item.data(0, _ID) if item is not None else ""
        return next((one for one in self.turn.messages if one.id == id), None) if self.turn is not None else None

    def show_aftermath(self, told: Aftermath) -> None:
        """What was recalled for the turn, and learned from it."""
        if told == self._told:
            return  # what is chosen stays so
        self._told = told
        self._show_data()
        self.recalls.clear()
        for one in told.recalled:
            self._add_recall(one)
        self.recalls.expandAll()
        self.learned.clear()
        for memory in told.learned:
            status = status_word(memory.status.value)
            item = QTreeWidgetItem(
                self.learned, [one_line(memory.content), memory.kind, status, local(memory.recorded_at)]
            )
            item.setData(0, _ID, memory.id)
            set_item_tip(item, memory.content)
        for place, (title, number) in enumerate(
            (
                (tr("Recalled"), plural("{n} question", "{n} questions", len(told.recalled)) if told.recalled else ""),
                (tr("Learned"), plural("{n} memory", "{n} memories", len(told.learned)) if told.learned else ""),
            ),
            start=1,
        ):
            short = f"{title} ({number.partition(' ')[0]})"
            self.name_tab(place, f"{title} ({number})" if number else title, short if number else title)
        self.recall_pages.setCurrentIndex(0 if told.recalled else 1)
        self.learned_pages.setCurrentIndex(0 if told.learned else 1)
        self._on_chosen()

    def _show_data(self) -> None:
        said = about(self.turn, self._told) if self.turn is not None else ""
        self.data.show_data(said, free_data(self.turn.cycle) if self.turn is not None else {})

    # --- parts --------------------------------------------------------------------------------

    def _make_turn(self) -> QWidget:
        columns = ((tr("Message"), ""), (tr("When"), "2026-11-17 19:08"))
        self.messages = flat_list(tr("Messages of the turn"), columns)
        self.messages.itemSelectionChanged.connect(self._on_message)
        self.data = DataText(tr("All about the turn"), tr("Select a turn to see what is known about it."))
        self.messages.setMinimumHeight(60)
        self.data.setMinimumHeight(40)
        return split(Qt.Orientation.Horizontal, self.messages, self.data, (420, 380))

    def _make_recalled(self) -> QWidget:
        columns = (
            (tr("Question, and what was found"), ""),
            (tr("By"), "agent:assistant"),
            (tr("When"), "2026-11-17 19:08"),
        )
        self.recalls = flat_list(tr("What was recalled for the turn"), columns)
        self.recalls.setRootIsDecorated(True)
        empty = EmptyState(
            "search",
            tr("No recalls known"),
            tr(
                "What the turn’s agent recalled for the same user in this conversation, until the turn ended, is listed"
                " here."
            ),
        )
        self.recall_pages = or_empty(self._with_buttons(self.recalls, "recalled"), empty)
        return self.recall_pages

    def _make_learned(self) -> QWidget:
        columns = (
            (tr("Memory"), ""),
            (tr("Kind"), "general"),
            (tr("Status"), tr("Superseded")),
            (tr("When"), "2026-11-17 19:08"),
        )
        self.learned = flat_list(tr("What was learned from the turn"), columns)
        empty = EmptyState(
            "memories",
            tr("Nothing learned yet"),
            tr("Facts, patterns and other memories that were made from this turn are listed here."),
        )
        self.learned_pages = or_empty(self._with_buttons(self.learned, "learned"), empty)
        return self.learned_pages

    def _with_buttons(self, shown: QTreeWidget, name: str) -> QWidget:
        memories = button(tr("Show in Memories"), lambda: self._show_memory(shown), icon_name="memories")
        lineage = button(tr("Show lineage"), lambda: self._show_lineage(shown), icon_name="lineage")
        hint = label("", "muted")
        shown.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        shown.itemSelectionChanged.connect(self._on_chosen)
        shown.itemActivated.connect(lambda _item, _column: self._show_memory(shown))
        for made in (memories, lineage):
            made.setProperty("needs", name)
        self._buttons = [*getattr(self, "_buttons", []), (shown, memories), (shown, lineage)]
        return column(bar(hint, memories, lineage, filling=hint, folding=(memories, lineage)), shown)

    def _add_recall(self, one: Recalled) -> None:
        how = "" if one.same_words else tr("  (in other words)")
        found = plural("{n} memory", "{n} memories", len(one.memories)) if one.memories else tr("nothing found")
        item = QTreeWidgetItem(
            self.recalls, [f"{quoted(one_line(one.query, 120))}: {found}{how}", one.actor, local(one.at)]
        )
        set_item_tip(item, one.query)
        for rank, memory in enumerate(one.memories, start=1):
            child = QTreeWidgetItem(item, [f"{rank}. {one_line(memory.content)}", memory.kind, ""])
            child.setData(0, _ID, memory.id)
            set_item_tip(child, memory.content)

    # --- choosing -----------------------------------------------------------------------------

    @Slot()
    def _on_message(self) -> None:
        self.message_changed.emit()

    @Slot()
    def _on_chosen(self) -> None:
        for shown, made in self._buttons:
            made.setEnabled(bool(_chosen(shown)))
        sender = self.sender()
        if isinstance(sender, QTreeWidget) and _chosen(sender):
            self.selected.emit(_chosen(sender))

    def _show_memory(self, shown: QTreeWidget) -> None:
        if id := _chosen(shown):
            self.memories_requested.emit(f"id:{id} status:any")

    def _show_lineage(self, shown: QTreeWidget) -> None:
        if id := _chosen(shown):
            self.lineage_requested.emit(id)


def _chosen(shown: QTreeWidget) -> str:
    found = shown.selectedItems()
    return str(found[0].data(0, _ID) or "") if found else ""


def about(turn: Turn, told: Aftermath) -> str:
    """All that is known of a turn besides its texts, in lines to read and to copy: what a person asks first, first."""
    cycle = turn.cycle
    stages = (
        (tr("Facts"), cycle.extraction),
        (tr("Reflection"), cycle.reflection_status),
        (tr("Discovery"), cycle.discovery_status),
    )
    writers = dict.fromkeys(one.actor.removeprefix(AGENT) for one in turn.messages)
    user = cycle.user_id or tr("no name")
    found = sum(len(one.memories) for one in told.recalled)
    recalled = tr(
        "{memories} for {questions}",
        memories=plural("{n} memory", "{n} memories", found),
        questions=plural("{n} question", "{n} questions", len(told.recalled)),
    )
    lines = [
        tr("Who: {user}, recorded by {writers}", user=user, writers=", ".join(writers)),
        tr("When: {timestamp}", timestamp=exact(cycle.timestamp)),
        tr("Recalled: {recalled}", recalled=recalled if told.recalled else tr("nothing that is known")),
        tr(
            "Learned: {memory}",
            memory=plural("{n} memory", "{n} memories", len(told.learned)) if told.learned else tr("nothing yet"),
        ),
        *(tr("Summary: {summary_change}", summary_change=summary_change(one)) for one in turn.changes),
        tr("Background work: ") + ", ".join(f"{name} {_STAGES[stage.value]}" for name, stage in stages),
        tr("This turn is an alternative that was left.") if cycle.alternative else "",
    ]
    outcome = cycle.outcome_signals
    if outcome is not None:
        values = (
            (tr("satisfaction"), outcome.user_satisfaction_potential),
            (tr("engagement"), outcome.engagement_potential),
        )
        parts_told = [f"{name} {figure(value, '.2f')}" for name, value in values if value is not None]
        lines.append(tr("Outcome: {what}", what=", ".join([*parts_told, *_pairs(outcome.extra)])))
    response = cycle.response_metadata
    if response is not None:
        parts = (
            (tr("type"), response.response_type),
            (tr("tone"), response.tone),
            (tr("strategies"), ", ".join(response.strategies)),
            (tr("moves"), ", ".join(response.cognitive_moves)),
        )
        parts_told = [f"{name} {value}" for name, value in parts if value]
        lines.append(tr("Response: {what}", what="; ".join([*parts_told, *_pairs(response.extra)])))
    for output in cycle.agent_outputs:
        lines += ["", *_output(output)]
    if cycle.metadata:
        lines += ["", tr("Metadata:"), *labelled(cycle.metadata, _INDENT)]
    if cycle.extra:
        lines += ["", tr("More:"), *labelled(cycle.extra, _INDENT)]
    source = [tr("Source: {source}", source=cycle.source)] if cycle.source else []
    lines += ["", *source, tr("Turn ID: {id}", id=cycle.cycle_id), tr("Conversation ID: {id}", id=cycle.session_id)]
    return "\n".join(line for place, line in enumerate(lines) if line or (place and lines[place - 1]))


def _output(one: AgentOutput) -> Sequence[str]:
    told = [
        tr(
            "Agent {agent_id}: confidence {confidence}, priority {priority}",
            agent_id=one.agent_id,
            confidence=figure(one.confidence, ".2f"),
            priority=one.priority,
        )
    ]
    if one.analysis:
        told += labelled(one.analysis, _INDENT)
    if one.raw_output:
        told.append(one.raw_output)
    return [*told, *_pairs(one.extra)]


def _pairs(values: Mapping[str, Any]) -> list[str]:
    return [f"{name} {value}" for name, value in values.items()]


def free_data(cycle: Cycle) -> dict[str, Any]:
    """What came with a turn in a shape of its sender's, as it came; only what there is."""
    every = {
        "agent_outputs": [asdict(one) for one in cycle.agent_outputs],
        "metadata": dict(cycle.metadata),
        **dict(cycle.extra),
    }
    return {name: value for name, value in every.items() if value}
