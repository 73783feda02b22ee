"""What happened between two events: added, changed, gone; and the way back for some or all of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from memory_desktop.bridge.runner import Token
from memory_desktop.bridge.session import VaultSession
from memory_desktop.bridge.translation import dated, figure, grouped, tr
from memory_desktop.core.memory.records import Memory
from memory_desktop.core.past import Changed, Diff
from memory_desktop.ui.columns import ColumnRoom
from memory_desktop.ui.flow_layout import BarLayout
from memory_desktop.ui.format import one_line
from memory_desktop.ui.history.moment_picker import MomentPicker
from memory_desktop.ui.icons import icon
from memory_desktop.ui.lists import scrolled
from memory_desktop.ui.plain_table import keep_rows
from memory_desktop.ui.widgets import SPACE, button
from memory_desktop.ui.wrapping import ElidedLabel

_ID = int(Qt.ItemDataRole.UserRole) + 1
_LIMIT = 500
_LEAST_NOTE = 200


class CompareTab(QWidget):
    """Signals: `selected(id)`; `rewind_requested(int, list or None)` to an event, of ids or of all; `failed`."""

    selected = Signal(object)
    rewind_requested = Signal(int, object)
    failed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session: VaultSession | None = None
        self._diff: Diff | None = None
        self._begun = False
        self.first = MomentPicker(tr("From"))
        self.last = MomentPicker(tr("To"))
        for picker in (self.first, self.last):
            picker.picked.connect(self._on_picked)
        self.summary = ElidedLabel("heading")
        self.note = ElidedLabel("muted")
        self.some = button(tr("Restore selected"), self._restore_some, icon_name="restore")
        self.all = button(tr("Restore everything…"), self._restore_all, icon_name="restore")
        self.note.setMinimumWidth(_LEAST_NOTE)
        head = BarLayout(self.note, spacing=SPACE, folding=(self.some,))
        for made in (self.note, self.some, self.all):
            head.addWidget(made)
        self.tree = self._make_tree()
        upper = QVBoxLayout()
        upper.setContentsMargins(SPACE * 2, SPACE, SPACE * 2, SPACE)
        upper.setSpacing(SPACE)
        upper.addWidget(self.first)
        upper.addWidget(self.last)
        upper.addWidget(self.summary)
        upper.addLayout(head)
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(upper)
        column.addWidget(self.tree, 1)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(scrolled(page))
        self._on_selection()

    def open_session(self, session: VaultSession) -> None:
        """Compare in its log: since the newest snapshot, at first."""
        self._session = session
        self._begun = False
        for picker in (self.first, self.last):
            picker.open_session(session)
        self.last.set_value(session.engine.head)
        snapshots = session.engine.snapshots

        def work(_token: Token) -> int:
            return next((one.seq for one in snapshots.list()), 1)

        session.runner.query(self, work, self._begin_at, channel="begin")

    def close_session(self) -> None:
        """Forget it."""
        for picker in (self.first, self.last):
            picker.close_session()
        self._session = self._diff = None
        self.tree.clear()

    def refresh(self) -> None:
        """The log has grown."""
        if self._session is None:
            return
        for picker in (self.first, self.last):
            picker.set_range(self._session.engine.head)
        if self.isVisible():
            self._compare()

    def compare(self, first: int, last: int) -> None:
        """Show the difference of two events."""
        self._begun = True
        for picker in (self.first, self.last):
            if self._session is not None:
                picker.set_range(self._session.engine.head)
        self.first.set_value(first)
        self.last.set_value(last)
        self._compare()

    def showEvent(self, event: Any) -> None:  # noqa: N802 - Qt's name
        """Update the comparison when the tab becomes visible."""
        super().showEvent(event)
        self._compare()

    # --- parts --------------------------------------------------------------------------------

    def _make_tree(self) -> QTreeWidget:
        tree = QTreeWidget()
        tree.setColumnCount(3)
        tree.setHeaderLabels([tr("Memory"), tr("Change"), tr("Created")])
        tree.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        tree.setUniformRowHeights(True)
        tree.setAccessibleName(tr("What happened to the memories"))
        header = tree.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.resizeSection(1, 190)
        header.resizeSection(2, 110)
        keep_rows(tree)
        ColumnRoom(tree, [0], [2, 1])
        tree.itemSelectionChanged.connect(self._on_selection)
        tree.currentItemChanged.connect(self._on_current)
        return tree

    def _begin_at(self, seq: int) -> None:
        session = self._session
        if session is None or self._begun:
            return  # somebody was faster, and chose
        self._begun = True
        self.first.set_value(seq if seq < session.engine.head else 1)
        if self.isVisible():
            self._compare()

    @Slot()
    def _on_picked(self) -> None:
        self._begun = True
        self._compare()

    @Slot()
    def _compare(self) -> None:
        session = self._session
        if session is None:
            return
        time, first, last = session.engine.time, self.first.value(), self.last.value()
        self.note.setText(tr("Comparing …"))

        def work(token: Token) -> Diff:
            return time.diff(first, last, limit=_LIMIT, cancel=token)

        session.runner.query(self, work, self._show, failed=self.failed.emit, channel="diff")

    def _show(self, diff: Diff) -> None:
        self._diff = diff
        added, changed, retired = diff.counts
        if not any(diff.counts):
            self.summary.setText(tr("No memory changed"))
        else:
            self.summary.setText(
                tr(
                    "{added} added, {changed} edited, {retired} forgotten or superseded",
                    added=grouped(added),
                    changed=grouped(changed),
                    retired=grouped(retired),
                )
            )
        more = max(diff.counts) > _LIMIT
        self.note.setText(
            tr("Between event {from_seq} and {to_seq}.", from_seq=grouped(diff.from_seq), to_seq=grouped(diff.to_seq))
            + (tr(" The first {limit} of each are listed.", limit=grouped(_LIMIT)) if more else "")
        )
        self.tree.clear()
        self._group(tr("Added"), "add", [(one, "") for one in diff.added], added)
        self._group(tr("Edited"), "edit", [(one.after, _change(one)) for one in diff.changed], changed)
        self._group(tr("Forgotten or superseded"), "forget", [(one, _fate(one)) for one in diff.retired], retired)
        self.all.setText(tr("Restore everything to event {from_seq}", from_seq=grouped(diff.from_seq)))
        self.all.setEnabled(any(diff.counts))
        self._on_selection()

    def _group(self, title: str, icon_name: str, rows: Sequence[tuple[Memory, str]], number: int) -> None:
        if not rows:
            return
        top = QTreeWidgetItem([f"{title} ({grouped(number)})", "", ""])
        top.setIcon(0, icon(icon_name))
        top.setFlags(Qt.ItemFlag.ItemIsEnabled)
        for memory, text in rows:
            item = QTreeWidgetItem(
                [one_line(memory.content), text, f"{dated(memory.created_at.astimezone(), '%Y-%m-%d')}"]
            )
            item.setData(0, _ID, memory.id)
            item.setData(0, Qt.ItemDataRole.AccessibleTextRole, f"{title}: {one_line(memory.content)} {text}")
            top.addChild(item)
        self.tree.addTopLevelItem(top)
        top.setExpanded(True)

    @Slot()
    def _on_selection(self) -> None:
        number = len(self._chosen())
        self.some.setEnabled(number > 0)
        self.some.setText(tr("Restore {number} selected", number=grouped(number)) if number else tr("Restore selected"))
        if self._diff is None:
            self.all.setEnabled(False)

    def _chosen(self) -> list[str]:
        return [str(id) for item in self.tree.selectedItems() if (id := item.data(0, _ID))]

    def _on_current(self, item: QTreeWidgetItem | None, _before: QTreeWidgetItem | None = None) -> None:
        id = item.data(0, _ID) if item is not None else None
        self.selected.emit(id or None)

    def _restore_some(self) -> None:
        if self._diff is not None:
            self.rewind_requested.emit(self._diff.from_seq, self._chosen())

    def _restore_all(self) -> None:
        if self._diff is not None:
            self.rewind_requested.emit(self._diff.from_seq, None)


def _change(one: Changed) -> str:
    return "; ".join(
        f"{name}: {_value(getattr(one.before, name))} → {_value(getattr(one.after, name))}" for name in one.fields
    )


def _value(value: Any) -> str:
    if isinstance(value, tuple):
        return ", ".join(value) or tr("none")
    if isinstance(value, float):
        return f"{figure(value, '.2f')}"
    return one_line(str(value), 60) or tr("none")


def _fate(memory: Memory) -> str:
    return tr("forgotten") if memory.superseded_by is None else tr("superseded by another")
