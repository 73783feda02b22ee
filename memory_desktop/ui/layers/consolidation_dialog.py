"""The preview of consolidation: what would be made of turns, from what and why; lines can be left out."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QHeaderView, QTreeWidget, QTreeWidgetItem, QWidget

from memory_desktop.bridge.episode_commands import consolidate, nothing_words
from memory_desktop.bridge.runner import Token
from memory_desktop.bridge.session import VaultSession
from memory_desktop.core.wording import count
from memory_desktop.engine.layers.consolidation import Preview
from memory_desktop.ui.form_dialog import FormDialog
from memory_desktop.ui.tips import set_item_tip
from memory_desktop.ui.widgets import label

#: At most so many sources are named in a tool tip.
_TIP = 20
_KEY = int(Qt.ItemDataRole.UserRole) + 1
_TITLES = {
    "episodes": "Episodes",
    "concepts": "Concepts",
    "procedures": "Procedures",
    "emotions": "Emotional events",
}


class ConsolidationDialog(FormDialog):
    """See the module. Nothing is written before it is accepted."""

    def __init__(self, session: VaultSession, user: str, parent: QWidget | None = None) -> None:
        super().__init__("Fill the layers", "Fill the layers", parent)
        self._session = session
        self._user = user
        self._told = label("Reading the turns …", "muted", wrap=True)
        self.lines = QTreeWidget()
        self.lines.setAccessibleName("What would be made")
        self.lines.setColumnCount(3)
        self.lines.setHeaderLabels(["What", "From", "Why"])
        self.lines.setUniformRowHeights(True)
        header = self.lines.header()
        header.setStretchLastSection(False)
        for column in range(3):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)
        self.column.addWidget(self._told)
        self.column.addWidget(self.lines, 1)
        self.finish()
        self.ok.setEnabled(False)
        self.resize(900, 520)
        engine = session.engine

        def read(token: Token) -> tuple[Preview, dict[str, int]]:
            runs = engine.layers.consolidation
            plan = runs.preview(user, token)
            return plan, {} if plan.lines else runs.pending(token)

        session.runner.query(self, read, self._show, failed=session.commands.failed.emit, channel="preview")
        self.accepted.connect(self._run)

    def left_out(self) -> list[str]:
        """Keys of the lines that are not ticked."""
        lines = (group.child(row) for group in self._groups() for row in range(group.childCount()))
        unwanted = Qt.CheckState.Unchecked
        return [str(one.data(0, _KEY)) for one in lines if one is not None and one.checkState(0) is unwanted]

    def _groups(self) -> list[QTreeWidgetItem]:
        found = (self.lines.topLevelItem(row) for row in range(self.lines.topLevelItemCount()))
        return [one for one in found if one is not None]

    @Slot(object)
    def _show(self, state: tuple[Preview, dict[str, int]]) -> None:
        plan, waiting = state
        if not plan.lines:
            self._told.setText(nothing_words(waiting))
            return
        more = " There are more turns than one run takes up; run it again afterwards." if plan.more else ""
        self._told.setText(
            f"Preview: nothing has been written yet. {count(plan.turns, 'turn')} came since the last time. "
            f"Take away the tick of what is not wanted: it is not proposed again.{more}"
        )
        for step, title in _TITLES.items():
            lines = [one for one in plan.lines if one.step == step]
            if not lines:
                continue
            group = QTreeWidgetItem(self.lines, [f"{title} ({len(lines):,})"])
            group.setFlags(group.flags() | Qt.ItemFlag.ItemIsUserCheckable | Qt.ItemFlag.ItemIsAutoTristate)
            for one in lines:
                begun = [plan.origins[id] for id in one.sources if id in plan.origins]
                item = QTreeWidgetItem(group, [one.what if one.new else f"More of {one.what}", _from(begun), one.why])
                item.setData(0, _KEY, one.key)
                item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
                item.setCheckState(0, Qt.CheckState.Checked)
                set_item_tip(item, one.what)
                set_item_tip(item, "\n".join(begun[:_TIP]) + ("\n…" if len(begun) > _TIP else ""), 1)
                set_item_tip(item, one.why, 2)
                for part in one.parts:
                    set_item_tip(QTreeWidgetItem(item, [part]), part)
        self.lines.expandAll()
        self.ok.setEnabled(True)

    @Slot()
    def _run(self) -> None:
        consolidate(self._session.commands, self._user, self.left_out())


def _from(begun: Sequence[str]) -> str:
    """How the first source begins, and how many more there are."""
    return "".join(begun[:1]) + (f" and {len(begun) - 1:,} more" if len(begun) > 1 else "")
