"""How many memories there are, and the storage that they take."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from memory_desktop.bridge.session import VaultSession
from memory_desktop.bridge.translation import figure, grouped, mark, tr
from memory_desktop.bridge.wording import engine_word
from memory_desktop.core.layers.meta import Totals
from memory_desktop.core.wording import capital
from memory_desktop.models.words import kinds_word
from memory_desktop.ui.format import local
from memory_desktop.ui.health.bars import BarPlot
from memory_desktop.ui.health.meta_tab import MetaTab
from memory_desktop.ui.lists import bar, split
from memory_desktop.ui.plain_table import PlainTable
from memory_desktop.ui.widgets import button, label

_MOST_KINDS = 12


class TotalsTab(MetaTab):
    """See the module."""

    title = mark("Totals")

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.told = label("", "muted")
        self.oldest = button(tr("Open the oldest memory"), self._open_oldest, icon_name="memories")
        self.numbers = PlainTable((tr("What"), tr("Count")), tr("How many memories there are"))
        self.numbers.give_room(0, least=120)
        self.numbers.set_at_right(1)
        self.plot = BarPlot(tr("Storage by part, in MB; the same numbers stand in the table below"))
        self.storage = PlainTable((tr("Part"), "MB"), tr("Storage by part, in MB"))
        self.storage.give_room(0, least=120)
        self.storage.set_at_right(1)
        self.plot.setLabel("left", "MB")
        self.plots = [self.plot]
        disk = split(Qt.Orientation.Vertical, self.plot, self.storage, (200, 160))
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(0)
        box.addWidget(bar(self.told, self.oldest, filling=self.told))
        box.addWidget(split(Qt.Orientation.Horizontal, self.numbers, disk, (400, 500)), 1)
        self._oldest = ""
        self.clear()

    def load(self, session: VaultSession, user: str | None) -> Totals:  # noqa: ARG002
        """See `LayerPage.load`."""
        return session.engine.layers.meta.totals()

    def show_state(self, state: Totals) -> None:
        """See `LayerPage.show_state`."""
        self._oldest = state.oldest or ""
        self.oldest.setVisible(bool(self._oldest))
        since = (
            tr("Oldest memory: {oldest_memory}  ·  ", oldest_memory=local(state.oldest_memory))
            if state.oldest_memory is not None
            else ""
        )
        self.told.setText(
            tr("{since}Storage: {storage_used} MB", since=since, storage_used=figure(state.storage_used, ".1f"))
        )
        self.numbers.fill(_numbers(state))
        parts = sorted(state.storage.items(), key=lambda item: -item[1])
        self.plot.show_bars([(capital(engine_word(name)), size) for name, size in parts])
        self.storage.fill([(capital(engine_word(name)), f"{figure(size, ',.2f')}") for name, size in parts])

    def clear(self) -> None:
        """See `LayerPage.clear`."""
        self._oldest = ""
        self.oldest.hide()
        self.told.setText("")
        for table in (self.numbers, self.storage):
            table.fill(())
        self.plot.show_bars(())

    def _open_oldest(self) -> None:
        if self._oldest:
            self.filter_requested.emit(f"id:{self._oldest}")


def _numbers(state: Totals) -> Sequence[tuple[str, str]]:
    kinds = list(state.kinds.items())
    others = sum(number for _, number in kinds[_MOST_KINDS:])
    return [
        (tr("Active memories"), grouped(state.memories)),
        (tr("Turns"), grouped(state.total_turns)),
        (tr("Episodes"), grouped(state.total_episodes)),
        (tr("Concepts"), grouped(state.total_concepts)),
        (tr("Protected"), grouped(state.protected)),
        *((tr("Kind: {kind}", kind=kinds_word(kind)), grouped(number)) for kind, number in kinds[:_MOST_KINDS]),
        *([(tr("Other kinds"), grouped(others))] if others else []),
        (tr("Superseded"), grouped(state.superseded)),
        (tr("Forgotten"), grouped(state.forgotten)),
    ]
