"""Near-duplicates and conflicts, side by side, with what can be decided about them."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from memory_desktop.bridge.engine_texts import said
from memory_desktop.bridge.runner import Token
from memory_desktop.bridge.session import VaultSession
from memory_desktop.bridge.translation import figure, mark, plural, tr, translated
from memory_desktop.core.memory.pairs import MOST_PAIRS, Pair
from memory_desktop.core.memory.records import Memory
from memory_desktop.ui.format import local, one_line
from memory_desktop.ui.icons import icon
from memory_desktop.ui.lists import bar, column, flat_list, or_empty, split
from memory_desktop.ui.memories.merge_dialog import MergeDialog
from memory_desktop.ui.plain_table import keep_rows
from memory_desktop.ui.saving import pressed_once
from memory_desktop.ui.sides import Sides
from memory_desktop.ui.tips import set_item_tip, set_tip
from memory_desktop.ui.widgets import EmptyState, button
from memory_desktop.ui.wrapping import ElidedLabel

_PAIR = int(Qt.ItemDataRole.UserRole) + 1
_KINDS = translated({"conflict": mark("conflict"), "duplicate": mark("duplicate"), "similar": mark("similar")})
_COLUMNS = translated(
    (
        (mark("Kind"), mark("duplicate         ")),
        (mark("Older"), ""),
        (mark("Newer"), ""),
        (mark("Similarity"), mark("Similarity")),
    )
)
_ICONS = {"conflict": ("warning", "warning"), "duplicate": ("copy", "info"), "similar": ("info", "muted")}


class DuplicatesTab(QWidget):
    """Signals: `selected(id)` of a memory; `failed(exception)`."""

    selected = Signal(object)
    failed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session: VaultSession | None = None
        self._pairs: list[Pair] = []
        self.summary = ElidedLabel("muted")
        self.summary.setMinimumWidth(120)
        self.merge = button(tr("Merge…"), self._merge, icon_name="merge")
        self.newer = button(tr("Keep the newer"), self._keep_newer, role="primary", icon_name="check")
        self.older = button(tr("Keep the older"), self._keep_older, icon_name="history")
        self.both = button(tr("Keep both"), self._differ, icon_name="copy")
        pressed_once(self.newer, self.older, self.both)
        set_tip(self.both, tr("Keep both, and do not ask about them again"))
        self.list = self._make_list()
        self.sides = Sides((tr("Older"), tr("Newer")))
        self.splitter = split(Qt.Orientation.Vertical, self.list, self.sides, (260, 200))
        buttons = self.both, self.merge, self.older, self.newer
        full = column(
            bar(self.summary, *buttons, filling=self.summary, folding=(self.older, self.merge, self.both)),
            self.splitter,
        )
        empty = EmptyState(
            "success",
            tr("No duplicates, no conflicts"),
            tr("Memories that say nearly the same, or contradict each other, are listed here."),
        )
        self.pages = or_empty(full, empty)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self.pages)
        self._on_selection()

    def open_session(self, session: VaultSession) -> None:
        """Load this vault's pairs."""
        self._session = session

    def close_session(self) -> None:
        """Clear the tab."""
        self._session = None
        self._show([])

    def refresh(self) -> None:
        """Load the pairs again, only while the tab is visible."""
        session = self._session
        if session is None or not self.isVisible():
            return
        duplicates = session.engine.duplicates

        def work(token: Token) -> list[Pair]:
            return duplicates.pairs(cancel=token)

        session.runner.query(self, work, self._show, failed=self.failed.emit, channel="pairs")

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 - Qt's name
        """Load pairs when the tab becomes visible."""
        super().showEvent(event)
        self.refresh()

    # --- parts --------------------------------------------------------------------------------

    def _make_list(self) -> QTreeWidget:
        made = flat_list(tr("Pairs of similar memories"), _COLUMNS, several=True)
        made.itemSelectionChanged.connect(self._on_selection)
        keep_rows(made)
        return made

    # --- showing and deciding -----------------------------------------------------------------

    def _show(self, pairs: list[Pair]) -> None:
        self.pages.setCurrentIndex(0 if pairs else 1)
        if pairs == self._pairs and self.list.topLevelItemCount() == len(pairs):
            return
        row = self.list.currentIndex().row()
        self.list.clear()
        self._pairs = pairs
        for number, pair in enumerate(pairs):
            texts = [one_line(pair.first.content), one_line(pair.second.content)]
            item = QTreeWidgetItem([_KINDS.get(pair.kind, pair.kind), *texts, f"{figure(pair.similarity, '.2f')}"])
            item.setIcon(0, icon(*_ICONS[pair.kind]))
            set_item_tip(item, said(pair.reason))
            item.setData(0, _PAIR, number)
            self.list.addTopLevelItem(item)
        conflicts = sum(pair.kind == "conflict" for pair in pairs)
        kinds = [
            plural("{n} conflict", "{n} conflicts", conflicts),
            plural("{n} duplicate", "{n} duplicates", len(pairs) - conflicts),
        ]
        every = plural("{n} pair", "{n} pairs", len(pairs))
        shown = tr("First {pairs}", pairs=every) if len(pairs) == MOST_PAIRS else every
        self.summary.setText("  ·  ".join([shown, *kinds]))
        if pairs:
            self.list.setCurrentIndex(self.list.model().index(min(max(row, 0), len(pairs) - 1), 0))
        self._on_selection()

    def _chosen(self) -> list[Pair]:
        return [self._pairs[item.data(0, _PAIR)] for item in self.list.selectedItems()]

    @Slot()
    def _on_selection(self) -> None:
        chosen = self._chosen()
        for made in (self.newer, self.older, self.both):
            made.setEnabled(bool(chosen))
        self.merge.setEnabled(len(chosen) == 1)
        one = chosen[0] if len(chosen) == 1 else None
        if one is not None:
            pair = ((tr("Older"), one.first), (tr("Newer"), one.second))
            self.sides.show_pair(said(one.reason), [(_title(name, memory), memory.content) for name, memory in pair])
        else:
            self.sides.clear(plural("{n} pair selected", "{n} pairs selected", len(chosen)) if chosen else "")
        self.selected.emit(one.second.id if one is not None else None)

    def _ids(self) -> list[tuple[str, str]]:
        return [(pair.first.id, pair.second.id) for pair in self._chosen()]

    def _differ(self) -> None:
        if self._session is not None and self._ids():
            self._session.commands.keep_both(self._ids())

    def _keep_newer(self) -> None:
        if self._session is not None and self._ids():
            self._session.commands.supersede(self._ids())

    def _keep_older(self) -> None:
        if self._session is not None and self._ids():
            self._session.commands.supersede([(newer, older) for older, newer in self._ids()])

    def _merge(self) -> None:
        chosen = self._chosen()
        if self._session is None or len(chosen) != 1:
            return
        engine, pair = self._session.engine, [chosen[0].first, chosen[0].second]

        def work(_token: Token) -> list[Memory]:
            engine.memory_merging.check([one.id for one in pair])
            return pair

        self._session.runner.query(self, work, self._open_merge, failed=self.failed.emit, channel="merge")

    def _open_merge(self, pair: list[Memory]) -> None:
        dialog = MergeDialog(pair, self)
        dialog.accepted.connect(lambda: self._really_merge(dialog))
        dialog.open()

    def _really_merge(self, dialog: MergeDialog) -> None:
        if self._session is not None:
            self._session.commands.merge(dialog.keys, dialog.text.toPlainText())


def _title(name: str, memory: Memory) -> str:
    return f"{name} · {local(memory.recorded_at)} · {memory.actor}"
