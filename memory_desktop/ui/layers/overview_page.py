"""The first page of Layers: what each layer keeps, and how much of it there is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHeaderView, QTreeWidgetItem, QVBoxLayout, QWidget

from memory_desktop.bridge.session import VaultSession
from memory_desktop.core.memory.records import Layer
from memory_desktop.core.query.language import operator_text
from memory_desktop.core.wording import count, memories
from memory_desktop.engine.layers.layers import LayerCounts
from memory_desktop.store.episodes import EpisodeFilter
from memory_desktop.ui.layers.consolidation_dialog import ConsolidationDialog
from memory_desktop.ui.layers.page import LayerPage
from memory_desktop.ui.lists import at_right, bar, flat_list
from memory_desktop.ui.tips import set_item_tip, set_tip
from memory_desktop.ui.widgets import button
from memory_desktop.ui.wrapped_cells import WrappedCells
from memory_desktop.ui.wrapping import ElidedLabel

_WORKING, _META = "Working", "Meta"
_KEEPS = {
    Layer.EPISODIC: "What happened and what was said, turn by turn",
    Layer.SEMANTIC: "Facts, preferences, rules and concepts",
    Layer.PROCEDURAL: "How things are done: procedures and skills",
    Layer.EMOTIONAL: "What was felt, about what, and what helped",
}
_MOST_KINDS = 4
#: Pixels that a column of texts keeps before others are hidden: its texts wrap.
_LEAST = 110
#: Columns of texts.
_KEPT, _KINDS = 2, 3
#: Kinds that are called otherwise: an episode is a turn, which has a message or several.
_KIND = {"episode": "messages"}


@dataclass(frozen=True, slots=True)
class _State:
    """What the page has read: the layers of memories; how many boards there are, and episodes."""

    layers: Sequence[LayerCounts]
    boards: int
    items: int
    episodes: int


class OverviewPage(LayerPage):
    """See the module."""

    title = "Overview"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.told = ElidedLabel("muted")
        self.told.setText("A memory’s layer says what kind of knowledge it is.")
        columns = (("Layer", "Procedural"), ("Memories", "100,000"), ("Keeps", ""), ("Kinds", ""))
        self.list = flat_list("Layers", columns, least=_LEAST)
        at_right(self.list, 1)
        self.list.setUniformRowHeights(False)
        self.list.setItemDelegate(WrappedCells(self.list))
        self.list.header().setSectionResizeMode(_KINDS, QHeaderView.ResizeMode.Interactive)
        self.list.itemActivated.connect(self._open)
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(0)
        self.fill = button("Fill the layers…", self.consolidate, icon_name="play")
        set_tip(self.fill, "Preview what turns come to: episodes, concepts, procedures and emotional events")
        box.addWidget(bar(self.told, self.fill, filling=self.told))
        box.addWidget(self.list, 1)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """The columns share the room anew."""
        super().resizeEvent(event)
        self._share_room()

    def _share_room(self) -> None:
        """What is kept is read first: the kinds have what it leaves, or, where that is little, a third of the room."""
        header = self.list.header()
        room = self.list.viewport().width() - sum(header.sectionSize(n) for n in range(_KEPT))
        wanted = self.list.sizeHintForColumn(_KINDS)
        header.resizeSection(_KINDS, min(wanted, max(room - self.list.sizeHintForColumn(_KEPT), room // 3)))

    def load(self, session: VaultSession, user: str | None) -> _State:
        """See `LayerPage.load`."""
        layers = session.engine.layers
        boards = layers.working.boards(user)
        episodes = layers.episodes.count(EpisodeFilter(user=user))
        return _State(layers.overview(user), len(boards), sum(one.items for one in boards), episodes)

    def show_state(self, state: _State) -> None:
        """See `LayerPage.show_state`."""
        self.clear()
        self.fill.setEnabled(self.session is not None and self.session.past is None)
        on_boards = f"{count(state.items, 'item')} on {count(state.boards, 'board')}"
        self._add(_WORKING, "", "What is at hand in each conversation", on_boards, "Enter shows the boards")
        for one in state.layers:
            every = [f"{_KIND.get(kind, kind)} {number:,}" for kind, number in one.kinds.items()]
            kinds = every if len(every) <= _MOST_KINDS + 1 else every[:_MOST_KINDS]
            rest = sum(list(one.kinds.values())[len(kinds) :])
            shown = [*kinds, f"{rest:,} of other kinds"] if rest else kinds
            if one.layer is Layer.EPISODIC and state.episodes:
                turns = f"episodes {state.episodes:,} (turns)"
                every, shown = [turns, *every], [turns, *shown]
            name, told = one.layer.value.title(), f"{memories(one.memories)}; Enter lists them"
            self._add(name, f"{one.memories:,}", _KEEPS[one.layer], ", ".join(shown), told, ", ".join(every))
        self._add(_META, "", "How memory does: what fades, what is protected", "in Health", "See Health")
        self._share_room()

    def _add(self, name: str, number: str, keeps: str, kinds: str, tip: str, every: str = "") -> None:
        """A row; `every` says all kinds where the row says the most frequent ones."""
        row = QTreeWidgetItem([name, number, keeps, kinds])
        row.setTextAlignment(1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        set_item_tip(row, tip)
        set_item_tip(row, every or kinds, _KINDS)
        self.list.addTopLevelItem(row)

    @Slot()
    def consolidate(self) -> None:
        """Show what would be made of turns; it is made when that is accepted."""
        if self.session is not None and self.session.past is None:
            ConsolidationDialog(self.session, self.user, self).open()

    def clear(self) -> None:
        """See `LayerPage.clear`."""
        self.list.clear()

    @Slot(QTreeWidgetItem)
    def _open(self, row: QTreeWidgetItem) -> None:
        name = row.text(0)
        if name == _WORKING:
            self.page_requested.emit(name)
        elif name != _META:
            whose = "" if self.user is None else f" {operator_text('user', self.user)}"
            self.filter_requested.emit(f"layer:{name.lower()}{whose}")
