"""The forgetting schedule: what is due when and why, running it, and protecting memories from it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QVBoxLayout, QWidget

from memory_desktop.bridge import meta_commands
from memory_desktop.bridge.runner import Token
from memory_desktop.bridge.session import VaultSession
from memory_desktop.bridge.translation import dated, figure, grouped, mark, plural, tr, translated
from memory_desktop.bridge.wording import layer_word
from memory_desktop.core.layers.meta import Action, Scheduled
from memory_desktop.core.settings import SETTINGS
from memory_desktop.engine.layers.forgetting import SchedulePage
from memory_desktop.ui.health.bars import BarPlot
from memory_desktop.ui.health.memory_rows import MemoryRows
from memory_desktop.ui.health.meta_tab import MetaTab, action_button
from memory_desktop.ui.lists import bar, column, or_empty, split
from memory_desktop.ui.plain_table import PlainTable
from memory_desktop.ui.widgets import EmptyState, button
from memory_desktop.ui.wrapping import ElidedLabel

#: Pixels that what is said of the schedule keeps beside its buttons.
_LEAST_TOLD = 90
_ACTIONS = translated({Action.FADE: mark("Fade"), Action.FORGET: mark("Forget")})


@dataclass(frozen=True, slots=True)
class _Found:
    page: SchedulePage
    months: Mapping[str, int]
    policy: str


class ForgettingTab(MetaTab):
    """See the module."""

    title = mark("Forgetting")

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.told = ElidedLabel("muted")
        self.told.setMinimumWidth(_LEAST_TOLD)
        self.due_only = QCheckBox(tr("Only what is due"))
        self.due_only.toggled.connect(lambda _on: self.refresh())
        self.rows = MemoryRows(
            (tr("Layer"), tr("Kind"), tr("Due"), tr("Then"), tr("Importance"), tr("Why")),
            tr("The forgetting schedule, what is due first"),
            marks=False,
        )
        self.rows.give_room(0, (5, 6, 1, 4))
        self.rows.set_at_right(5)
        self.connect_rows(self.rows)
        self.run = button(tr("Run now"), self._run, role="primary", icon_name="fade")
        self.more = button(tr("Show more"), self._show_more)
        self.plot = BarPlot(tr("How many memories are due by month; the same numbers stand in the table beside it"))
        self.months = PlainTable((tr("Month"), tr("Due")), tr("How many memories are due by month"))
        self.months.give_room(0, least=80)
        self.months.set_at_right(1)
        months = split(Qt.Orientation.Horizontal, self.plot, self.months, (560, 220))
        self.plots = [months]
        self._items: list[Scheduled] = []
        self._page: SchedulePage | None = None
        buttons = action_button(self.rows.protect_action), self.run
        # What is pressed stands at the left: the inspector, which opens with a row, does not move it.
        parts = self.run, buttons[0], self.due_only, self.more, self.told
        head = bar(*parts, filling=self.told, folding=buttons[:1])
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        full = split(Qt.Orientation.Vertical, column(head, self.rows), months, (320, 160))
        empty = EmptyState(
            "fade", tr("Nothing on the schedule"), tr("Memories that are not recalled for long are listed here.")
        )
        self.pages = or_empty(full, empty)
        box.addWidget(self.pages)
        self.clear()

    def load(self, session: VaultSession, user: str | None) -> _Found:  # noqa: ARG002
        """See `LayerPage.load`."""
        job = session.engine.layers.meta.forgetting
        policy = SETTINGS["forgetting.policy"].choices[session.engine.settings.text("forgetting.policy")]
        return _Found(job.schedule(due_only=self.due_only.isChecked()), job.by_month(), policy)

    def show_state(self, state: _Found) -> None:
        """See `LayerPage.show_state`."""
        self._items = []
        page = state.page
        self._add(page)
        self.pages.setCurrentIndex(0 if page.total else 1)
        due = page.due_to_fade + page.due_to_forget
        self.run.setEnabled(due > 0)
        self.told.setText(
            tr(
                "{memories} on the schedule; due: {due_to_fade} to fade, {due_to_forget} to forget. Policy: {policy}.",
                memories=plural("{n} memory", "{n} memories", page.total),
                due_to_fade=grouped(page.due_to_fade),
                due_to_forget=grouped(page.due_to_forget),
                policy=state.policy.lower(),
            )
        )
        self.plot.show_bars(_with_gaps(state.months))
        self.months.fill([(_month_word(month), grouped(number)) for month, number in state.months.items()])

    def clear(self) -> None:
        """See `LayerPage.clear`."""
        self._items, self._page = [], None
        self.told.setText("")
        for each in (self.run, self.more):
            each.setEnabled(False)
        self.rows.show_memories((), frozenset())
        self.plot.show_bars(())
        self.months.fill(())

    def _add(self, page: SchedulePage) -> None:
        self._page = page
        self._items += page.items
        self.more.setEnabled(page.next is not None)
        self.rows.show_memories(
            [
                (
                    one.memory,
                    (
                        layer_word(one.memory.layer.value).capitalize(),
                        one.memory.kind,
                        f"{dated(one.scheduled_decay.astimezone(), '%Y-%m-%d')}",
                        _ACTIONS[one.action],
                        f"{figure(one.importance, '.2f')}",
                        _why(one),
                    ),
                )
                for one in self._items
            ],
            frozenset(),
        )

    def _run(self) -> None:
        if self.session is not None:
            meta_commands.run_schedule(self.session.commands)

    def _show_more(self) -> None:
        session, page = self.session, self._page
        if session is None or page is None or page.next is None:
            return
        job, after, due_only = session.engine.layers.meta.forgetting, page.next, self.due_only.isChecked()

        def work(_token: Token) -> SchedulePage:
            return job.schedule(after=after, due_only=due_only)

        session.runner.query(self, work, self._add, failed=self.failed.emit, channel="more")


def _with_gaps(months: Mapping[str, int]) -> list[tuple[str, int]]:
    """What is due, and the months that have any, as bars; a “…” stands for months between them that have none."""
    bars: list[tuple[str, int]] = []
    before = 0
    for name, number in months.items():
        bars.append((_month_word(name), number))
        if not name:
            continue
        year, _, month = name.partition("-")
        place = 12 * int(year) + int(month)
        if before and place > before + 1:
            bars.insert(-1, ("…", 0))
        before = place
    return bars


def _month_word(month: str) -> str:
    """A month as the language writes it; "" is what is due already."""
    return dated(datetime.fromisoformat(f"{month}-01"), "%Y-%m") if month else tr("Due now")


def _why(one: Scheduled) -> str:
    """Why it is due then, beside its importance."""
    said = (
        tr("Not recalled since {counted_from}", counted_from=dated(one.counted_from.astimezone(), "%Y-%m-%d"))
        if one.memory.recall_count
        else tr("Never recalled")
    )
    return tr("{said}, faded before", said=said) if one.action is Action.FORGET else said
