"""The memories that are recalled most, and those that nobody ever recalled."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from memory_desktop.bridge.runner import Token
from memory_desktop.bridge.session import VaultSession
from memory_desktop.bridge.translation import grouped, mark, plural, tr
from memory_desktop.core.memory.records import Memory
from memory_desktop.engine.layers.meta import NeverRecalled
from memory_desktop.ui.format import ago, local
from memory_desktop.ui.health.memory_rows import MemoryRows
from memory_desktop.ui.health.meta_tab import MetaTab, action_button
from memory_desktop.ui.lists import bar, column, split
from memory_desktop.ui.widgets import button
from memory_desktop.ui.wrapping import ElidedLabel

#: Pixels that what is said of a list keeps beside its buttons.
_LEAST_TOLD = 120


@dataclass(frozen=True, slots=True)
class _Found:
    most: Sequence[Memory]
    never: NeverRecalled
    protected: frozenset[int]


class RecallsTab(MetaTab):
    """See the module."""

    title = mark("Recalls")

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.most = MemoryRows((tr("Recalls"), tr("Last")), tr("The memories that are recalled most often"))
        self.never = MemoryRows((tr("Kind"), tr("Created")), tr("Memories that were never recalled"))
        self.first, self.told = ElidedLabel("muted"), ElidedLabel("muted")
        for told in (self.first, self.told):
            told.setMinimumWidth(_LEAST_TOLD)
        self.more = button(tr("Show more"), self._show_more)
        self._pages: list[Memory] = []
        self._next: int | None = None
        self._protected: frozenset[int] = frozenset()
        upper = self._with_buttons(self.first, self.most)
        lower = self._with_buttons(self.told, self.never, self.more)
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.addWidget(split(Qt.Orientation.Vertical, upper, lower, (220, 260)))
        self.clear()

    def load(self, session: VaultSession, user: str | None) -> _Found:  # noqa: ARG002
        """See `LayerPage.load`."""
        meta = session.engine.layers.meta
        return _Found(meta.most_accessed(), meta.never_accessed(), meta.protected_keys())

    def show_state(self, state: _Found) -> None:
        """See `LayerPage.show_state`."""
        self._protected = state.protected
        self.most.show_memories(
            [(one, (grouped(one.recall_count), ago(one.recalled_at))) for one in state.most], state.protected
        )
        self.first.setText(tr("Most recalled") if state.most else tr("Most recalled: nothing was recalled yet"))
        self._pages = []
        self._add(state.never)

    def clear(self) -> None:
        """See `LayerPage.clear`."""
        self._pages, self._next = [], None
        self.told.setText("")
        self.more.setEnabled(False)
        for rows in (self.most, self.never):
            rows.show_memories((), frozenset())

    def _with_buttons(self, told: QWidget, rows: MemoryRows, *more: QWidget) -> QWidget:
        self.connect_rows(rows)
        buttons = [action_button(one) for one in (rows.protect_action, rows.unprotect_action)]
        return column(bar(told, *buttons, *more, filling=told, folding=buttons), rows)

    def _add(self, page: NeverRecalled) -> None:
        self._pages += page.items
        self._next = page.next
        self.more.setEnabled(page.next is not None)
        shown = tr(", {pages} shown", pages=grouped(len(self._pages))) if len(self._pages) < page.total else ""
        self.told.setText(
            tr(
                "Never recalled: {memories}{shown}",
                memories=plural("{n} memory", "{n} memories", page.total),
                shown=shown,
            )
        )
        self.never.show_memories([(one, (one.kind, local(one.created_at))) for one in self._pages], self._protected)

    def _show_more(self) -> None:
        session, after = self.session, self._next
        if session is None or after is None:
            return
        engine = session.engine

        def work(_token: Token) -> NeverRecalled:
            return engine.layers.meta.never_accessed(after=after)

        session.runner.query(self, work, self._add, failed=self.failed.emit, channel="more")
