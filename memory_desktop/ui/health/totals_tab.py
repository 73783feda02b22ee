"""How many memories there are, and the storage that they take."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from memory_desktop.bridge.session import VaultSession
from memory_desktop.core.layers.meta import Totals
from memory_desktop.core.wording import count
from memory_desktop.ui.format import local
from memory_desktop.ui.health.bars import BarPlot
from memory_desktop.ui.health.meta_tab import MetaTab
from memory_desktop.ui.lists import bar, split
from memory_desktop.ui.plain_table import PlainTable
from memory_desktop.ui.widgets import button, label

_MOST_KINDS = 12
#: Kinds that are called otherwise: an episode is a turn, which has a message or several.
_KIND = {"episode": "Messages (kind “episode”)"}


class TotalsTab(MetaTab):
    """See the module."""

    title = "Totals"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.told = label("", "muted")
        self.oldest = button("Open the oldest memory", self._open_oldest, icon_name="memories")
        self.numbers = PlainTable(("What", "Count"), "How many memories there are")
        self.numbers.give_room(0, least=120)
        self.plot = BarPlot("Storage by part, in MB; the same numbers stand in the table below")
        self.storage = PlainTable(("Part", "MB"), "Storage by part, in MB")
        self.storage.give_room(0, least=120)
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
        since = f"Oldest memory: {local(state.oldest_memory)}  ·  " if state.oldest_memory is not None else ""
        self.told.setText(f"{since}Storage: {state.storage_used:.1f} MB")
        self.numbers.fill(_numbers(state))
        parts = sorted(state.storage.items(), key=lambda item: -item[1])
        self.plot.show_bars([(name.capitalize(), size) for name, size in parts])
        self.storage.fill([(name.capitalize(), f"{size:,.2f}") for name, size in parts])

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
        ("Active memories", count(state.memories)),
        ("Turns", count(state.total_turns)),
        ("Episodes", count(state.total_episodes)),
        ("Concepts", count(state.total_concepts)),
        ("Protected", count(state.protected)),
        *((_KIND.get(kind, f"Kind “{kind}”"), count(number)) for kind, number in kinds[:_MOST_KINDS]),
        *([("Other kinds", count(others))] if others else []),
        ("Superseded", count(state.superseded)),
        ("Forgotten", count(state.forgotten)),
    ]
