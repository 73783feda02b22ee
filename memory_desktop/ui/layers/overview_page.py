"""The first page of Layers: what each layer keeps, and how much of it there is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHeaderView, QTreeWidgetItem, QVBoxLayout, QWidget

from memory_desktop.bridge.session import VaultSession
from memory_desktop.bridge.translation import grouped, mark, plural, tr, translated
from memory_desktop.bridge.wording import layer_word
from memory_desktop.core.memory.records import Layer
from memory_desktop.core.query.language import operator_text
from memory_desktop.engine.layers.layers import LayerCounts
from memory_desktop.models.words import kinds_word
from memory_desktop.store.episodes import EpisodeFilter
from memory_desktop.ui.layers.consolidation_dialog import ConsolidationDialog
from memory_desktop.ui.layers.page import LayerPage
from memory_desktop.ui.lists import at_right, bar, flat_list
from memory_desktop.ui.tips import set_item_tip, set_tip
from memory_desktop.ui.widgets import button
from memory_desktop.ui.wrapped_cells import WrappedCells
from memory_desktop.ui.wrapping import ElidedLabel

_WORKING, _META = mark("Working"), mark("Meta")
_KEEPS = translated(
    {
        Layer.EPISODIC: mark("What happened and what was said, turn by turn"),
        Layer.SEMANTIC: mark("Facts, preferences, rules and concepts"),
        Layer.PROCEDURAL: mark("How things are done: procedures and skills"),
        Layer.EMOTIONAL: mark("What was felt, about what, and what helped"),
    }
)
_MOST_KINDS = 4
#: Pixels that a column of texts keeps before others are hidden: its texts wrap.
_LEAST = 110
#: Columns of texts.
_KEPT, _KINDS = 2, 3
_LAYER = int(Qt.ItemDataRole.UserRole) + 1


@dataclass(frozen=True, slots=True)
class _State:
    """What the page has read: the layers of memories; how many boards there are, and episodes."""

    layers: Sequence[LayerCounts]
    boards: int
    items: int
    episodes: int


class OverviewPage(LayerPage):
    """See the module."""

    title = mark("Overview")

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.told = ElidedLabel("muted")
        self.told.setText(tr("A memory’s layer says what kind of knowledge it is."))
        columns = ((tr("Layer"), tr("Procedural")), (tr("Memories"), "100,000"), (tr("Keeps"), ""), (tr("Kinds"), ""))
        self.list = flat_list(tr("Layers"), columns, least=_LEAST)
        at_right(self.list, 1)
        self.list.setUniformRowHeights(False)
        self.list.setItemDelegate(WrappedCells(self.list))
        self.list.header().setSectionResizeMode(_KINDS, QHeaderView.ResizeMode.Interactive)
        self.list.itemActivated.connect(self._open)
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(0)
        self.fill = button(tr("Fill the layers…"), self.consolidate, icon_name="play")
        set_tip(self.fill, tr("Preview what turns come to: episodes, concepts, procedures and emotional events"))
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
        layers, past = session.engine.layers, session.past
        boards = layers.working.boards(user, at=past.seq if past is not None else None)
        # Which turns were episodes at a moment of the past is not kept.
        episodes = layers.episodes.count(EpisodeFilter(user=user)) if past is None else 0
        found = layers.overview(user, session.reader.facets)
        return _State(found, len(boards), sum(one.items for one in boards), episodes)

    def show_state(self, state: _State) -> None:
        """See `LayerPage.show_state`."""
        self.clear()
        self.fill.setEnabled(self.session is not None and self.session.past is None)
        on_boards = tr(
            "{items} {boards}",
            items=plural("{n} item", "{n} items", state.items),
            boards=plural("on {n} board", "on {n} boards", state.boards),
        )
        self._add(tr(_WORKING), "", tr("What is at hand in each conversation"), on_boards, tr("Enter shows the boards"))
        for one in state.layers:
            every = [f"{kinds_word(kind)} {grouped(number)}" for kind, number in one.kinds.items()]
            kinds = every if len(every) <= _MOST_KINDS + 1 else every[:_MOST_KINDS]
            rest = sum(list(one.kinds.values())[len(kinds) :])
            shown = [*kinds, tr("{rest} of other kinds", rest=grouped(rest))] if rest else kinds
            if one.layer is Layer.EPISODIC and state.episodes:
                turns = tr("episodes {episodes} (turns)", episodes=grouped(state.episodes))
                every, shown = [turns, *every], [turns, *shown]
            name, told = (
                layer_word(one.layer.value).capitalize(),
                tr("{memories}; Enter lists them", memories=plural("{n} memory", "{n} memories", one.memories)),
            )
            told_of = _KEEPS[one.layer], ", ".join(shown), told, ", ".join(every)
            self._add(name, grouped(one.memories), *told_of, one.layer.value)
        self._add(
            tr(_META), "", tr("How memory does: what fades, what is protected"), tr("in Health"), tr("See Health")
        )
        self._share_room()

    def _add(self, name: str, number: str, keeps: str, kinds: str, tip: str, every: str = "", layer: str = "") -> None:
        """A row; `every` says all kinds where the row says the most frequent ones."""
        row = QTreeWidgetItem([name, number, keeps, kinds])
        row.setData(0, _LAYER, layer)
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
        layer = row.data(0, _LAYER)
        if row.text(0) == tr(_WORKING):
            self.page_requested.emit(str(_WORKING))
        elif layer:
            whose = "" if self.user is None else f" {operator_text('user', self.user)}"
            self.filter_requested.emit(f"layer:{layer}{whose}")
