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
_USER = _KEY + 1
_TITLES = {
    "episodes": "Episodes",
    "concepts": "Concepts",
    "procedures": "Procedures",
    "emotions": "Emotional events",
}


class ConsolidationDialog(FormDialog):
    """See the module. Nothing is written before it is accepted. `user` None: what every user's turns come to."""

    def __init__(self, session: VaultSession, user: str | None, parent: QWidget | None = None) -> None:
        super().__init__("Fill the layers", "Fill the layers", parent)
        self._session = session
        self._users: list[str] = []
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

        def read(token: Token) -> tuple[list[Preview], dict[str, int]]:
            runs = engine.layers.consolidation
            if user is None:
                return list(runs.previews(token)), {}
            plan = runs.preview(user, token)
            return ([plan], {}) if plan.lines else ([], runs.pending(token))

        session.runner.query(self, read, self._show, failed=session.commands.failed.emit, channel="preview")
        self.accepted.connect(self._run)

    def left_out(self) -> dict[str, list[str]]:
        """By user whose turns are taken up, keys of the lines that are not ticked."""
        found: dict[str, list[str]] = {user: [] for user in self._users}
        for group in self._groups():
            for one in (group.child(row) for row in range(group.childCount())):
                if one is not None and one.checkState(0) is Qt.CheckState.Unchecked:
                    found[str(one.data(0, _USER))].append(str(one.data(0, _KEY)))
        return found

    def _groups(self) -> list[QTreeWidgetItem]:
        found = (self.lines.topLevelItem(row) for row in range(self.lines.topLevelItemCount()))
        return [one for one in found if one is not None]

    @Slot(object)
    def _show(self, state: tuple[list[Preview], dict[str, int]]) -> None:
        plans, waiting = state
        if not plans:
            self._told.setText(nothing_words(waiting))
            return
        self._users = [plan.user for plan in plans]
        more = any(plan.more for plan in plans)
        again = " There are more turns than one run takes up; run it again afterwards." if more else ""
        of = f" of {count(len(plans), 'user')}" if len(plans) > 1 else ""
        self._told.setText(
            f"Preview: nothing has been written yet. {count(sum(plan.turns for plan in plans), 'turn')}{of} came since "
            f"the last time. Take away the tick of what is not wanted: it is not proposed again.{again}"
        )
        for plan in plans:
            self._list(plan, f", {plan.user or 'no user named'}" if len(plans) > 1 else "")
        self.lines.expandAll()
        self.ok.setEnabled(True)

    def _list(self, plan: Preview, whose: str) -> None:
        """Show the lines of one user."""
        for step, title in _TITLES.items():
            lines = [one for one in plan.lines if one.step == step]
            if not lines:
                continue
            group = QTreeWidgetItem(self.lines, [f"{title}{whose} ({len(lines):,})"])
            group.setFlags(group.flags() | Qt.ItemFlag.ItemIsUserCheckable | Qt.ItemFlag.ItemIsAutoTristate)
            for one in lines:
                begun = [plan.origins[id] for id in one.sources if id in plan.origins]
                item = QTreeWidgetItem(group, [one.what if one.new else f"More of {one.what}", _from(begun), one.why])
                item.setData(0, _KEY, one.key)
                item.setData(0, _USER, plan.user)
                item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
                item.setCheckState(0, Qt.CheckState.Checked)
                set_item_tip(item, one.what)
                set_item_tip(item, "\n".join(begun[:_TIP]) + ("\n…" if len(begun) > _TIP else ""), 1)
                set_item_tip(item, one.why, 2)
                for part in one.parts:
                    set_item_tip(QTreeWidgetItem(item, [part]), part)

    @Slot()
    def _run(self) -> None:
        consolidate(self._session.commands, self.left_out())


def _from(begun: Sequence[str]) -> str:
    """How the first source begins, and how many more there are."""
    return "".join(begun[:1]) + (f" and {len(begun) - 1:,} more" if len(begun) > 1 else "")
