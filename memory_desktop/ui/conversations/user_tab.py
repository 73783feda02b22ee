"""What all turns of a user come to: how full their memory is, their summary and how it changed, and their patterns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from memory_desktop.bridge.translation import grouped, plural, tr
from memory_desktop.core.conversation.patterns import DiscoveredPattern
from memory_desktop.engine.conversation.reading import Reading, SummaryChange, Turn
from memory_desktop.engine.engine import Engine
from memory_desktop.models.words import summary_change
from memory_desktop.ui.format import local, one_line
from memory_desktop.ui.lists import flat_list
from memory_desktop.ui.plain_table import keep_rows
from memory_desktop.ui.tips import set_item_tip
from memory_desktop.ui.widgets import SPACE, label
from memory_desktop.ui.wrapping import ElidedLabel

_TURN = int(Qt.ItemDataRole.UserRole) + 1
_MEMORY = int(Qt.ItemDataRole.UserRole) + 2
_MOST = 200
_METER, _LEAST_METER, _LEAST_TOLD = 64, 24, 40
#: Pixels of width in which both gauges are told in full side by side.
_TWO_LINES_BELOW = 680
#: Pixels of height in which the list has two rows below the gauges.
_ROOM_FOR_GAUGES = 90


@dataclass(frozen=True, slots=True)
class SummaryDelta:
    """One change of a summary: when, what, and the turn that it follows from; "" for a change by hand."""

    at: datetime
    told: str
    cycle: str


@dataclass(frozen=True, slots=True)
class UserState:
    """A user's memory. `gauges`: (name, tokens held, budget, what else there is to say).

    `turns`: the words and the time of those that the patterns name, by id; those that are gone are left out.
    """

    gauges: tuple[tuple[str, int, int, str], ...]
    summary: str
    deltas: tuple[SummaryDelta, ...]
    patterns: tuple[DiscoveredPattern, ...]
    turns: Mapping[str, tuple[str, datetime]] = field(default_factory=dict)


def state_of(reading: Reading, engine: Engine | None, user: str, session: str) -> UserState:
    """Read a user's state; of the summary's changes, those that this conversation made. Not in the GUI thread.

    Args:
        engine: whose gauges are read; None for a moment of the past, of which there are none.
    """
    deltas = [
        SummaryDelta(one.at, change_told(one), one.said.cycle)
        for one in reading.deltas(user, limit=_MOST)
        if one.said.session == session
    ]
    gauges = gauges_of(engine, user) if engine is not None else ()
    patterns = tuple(reading.patterns(user))
    named = list(dict.fromkeys(id for one in patterns for id in one.cycles))
    turns = {id: (_words(one), one.cycle.timestamp) for id, one in reading.turns(named).items()}
    return UserState(gauges, reading.summary(user).text, tuple(deltas), patterns, turns)


def change_told(one: SummaryChange) -> str:
    """A change of a summary in words, and whether it was undone since."""
    said = summary_change(one.said)
    return tr("Undone: {change}", change=said) if one.undone else said


def _words(turn: Turn) -> str:
    """What a turn begins with."""
    return turn.cycle.user_input or turn.messages[0].content


def gauges_of(engine: Engine, user: str) -> tuple[tuple[str, int, int, str], ...]:
    """How full a user's transcript and short-term memory are; see `UserState`."""
    talk = engine.conversations
    full = talk.gauge(user)
    transcript = engine.settings.whole("conversation.transcript_budget")
    return (
        (tr("Transcript"), talk.transcript.token_count(user), transcript, ""),
        (tr("Short-term memory"), full.tokens, full.budget, plural("{n} turn", "{n} turns", full.cycles)),
    )


class UserTab(QWidget):
    """Signals: `turn_requested(cycle id)`; `selected(id or None)`, the memory of a pattern."""

    turn_requested = Signal(str)
    selected = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._state: UserState | None = None
        self._gauges: list[tuple[QLabel, QProgressBar, ElidedLabel]] = []
        self._meters = QWidget()  # in one line where that is wide enough: the list needs the height
        self._lines = QBoxLayout(QBoxLayout.Direction.LeftToRight, self._meters)
        self._lines.setContentsMargins(SPACE * 2, SPACE, SPACE * 2, SPACE)
        self._lines.setSpacing(SPACE)
        for number in range(2):
            name, meter, told = label("", "muted"), QProgressBar(), ElidedLabel("muted")
            meter.setMinimumWidth(_LEAST_METER)  # it gives way before its name does
            meter.setMaximumWidth(_METER)
            meter.setTextVisible(False)
            told.setMinimumWidth(_LEAST_TOLD)
            line = QHBoxLayout()
            line.setSpacing(SPACE)
            line.addWidget(name)
            line.addWidget(meter)
            line.addWidget(told, 1)
            self._lines.addLayout(line, 2 + number)  # the second says more
            self._gauges.append((name, meter, told))
        self.tree = flat_list(
            tr("Summary of the user, its changes and patterns"), ((tr("What"), ""), (tr("When"), "2026-11-17 19:08"))
        )
        self.tree.setRootIsDecorated(True)
        keep_rows(self.tree)
        self.tree.itemActivated.connect(self._on_activated)
        self.tree.itemSelectionChanged.connect(self._on_selection)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._meters)
        column.addWidget(self.tree, 1)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Where it is low, the list has the height."""
        super().resizeEvent(event)
        narrow = self.width() < _TWO_LINES_BELOW
        self._lines.setDirection(QBoxLayout.Direction.TopToBottom if narrow else QBoxLayout.Direction.LeftToRight)
        self._show_gauges()

    def _show_gauges(self) -> None:
        shown = self._state is not None and bool(self._state.gauges) and self.height() >= _ROOM_FOR_GAUGES
        self._meters.setVisible(shown)

    def show_state(self, state: UserState | None) -> None:
        """Show a user's state; None for nobody's."""
        if state is not None and state == self._state:
            return  # what is chosen stays so
        self._state = state
        self.tree.clear()
        gauges = state.gauges if state is not None else ()
        self._show_gauges()
        for made, gauge in zip(self._gauges, gauges, strict=False):
            name, meter, told = made
            title, held, budget, more = gauge
            name.setText(title)
            meter.setMaximum(max(1, budget))
            meter.setValue(min(held, budget))
            text = tr("{held} of {budget} tokens", held=grouped(held), budget=grouped(budget))
            told.setText("  ·  ".join(part for part in (text, more) if part))
            meter.setAccessibleName(f"{title}: {text}")
        if state is None:
            return
        lines = [(line, None, "", "") for line in state.summary.split("\n") if line]
        self._section(tr("Summary"), lines, tr("Nothing is summarised yet."))
        changes = [(one.told, one.at, one.cycle, "") for one in state.deltas]
        self._section(tr("Changes by this conversation"), changes, tr("This conversation has not changed the summary."))
        top = self._section(tr("Patterns"), [], "" if state.patterns else tr("No patterns were found yet."))
        for pattern in state.patterns:
            said = f"{pattern.description} ({plural('{n} turn', '{n} turns', len(pattern.cycles))})"
            item = _item(top, said, pattern.timestamp, "", pattern.pattern_id)
            for cycle in pattern.cycles:
                if cycle in state.turns:
                    words, at = state.turns[cycle]
                    _item(item, words, at, cycle, "")
                else:
                    _item(item, tr("A turn that is gone"), None, "", "")

    def gauges(self) -> list[str]:
        """What the gauges say, in words."""
        return [meter.accessibleName() for _, meter, _ in self._gauges]

    def _section(
        self, title: str, rows: Sequence[tuple[str, datetime | None, str, str]], nothing: str
    ) -> QTreeWidgetItem:
        top = QTreeWidgetItem(self.tree, [title])
        for row in rows:
            _item(top, *row)
        if not rows and nothing:
            _item(top, nothing, None, "", "")
        top.setExpanded(True)
        return top

    def _on_activated(self, item: QTreeWidgetItem) -> None:
        if turn := str(item.data(0, _TURN) or ""):
            self.turn_requested.emit(turn)

    def _on_selection(self) -> None:
        found = self.tree.selectedItems()
        if found and (memory := str(found[0].data(0, _MEMORY) or "")):
            self.selected.emit(memory)


def _item(
    parent: QTreeWidgetItem | QTreeWidget, text: str, at: datetime | None, turn: str, memory: str
) -> QTreeWidgetItem:
    made = QTreeWidgetItem(parent, [one_line(text, 300), local(at) if at is not None else ""])
    made.setData(0, _TURN, turn)
    made.setData(0, _MEMORY, memory)
    set_item_tip(made, tr("{text}\nEnter goes to the turn.", text=text) if turn else text)
    return made
