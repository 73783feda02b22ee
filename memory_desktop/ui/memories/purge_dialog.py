"""Asks before memories are removed for good: how many, which, and why each of them is among it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QPushButton, QVBoxLayout, QWidget

from memory_desktop.bridge.runner import Token
from memory_desktop.bridge.session import VaultSession
from memory_desktop.bridge.translation import grouped, mark, plural, tr, translated
from memory_desktop.bridge.wording import listed
from memory_desktop.core.purge import PurgePlan
from memory_desktop.ui.fitting import fitting
from memory_desktop.ui.plain_table import PlainTable
from memory_desktop.ui.widgets import label

_WHY = translated(
    {
        "chosen": mark("Selected"),
        "the same text": mark("Same text"),
        "an earlier text": mark("Earlier text"),
        "made of it": mark("Contains it"),
    }
)
_STATUS = translated({"active": mark("Active"), "superseded": mark("Superseded"), "tombstone": mark("Forgotten")})
_SHOWN = 500


class PurgeDialog(QDialog):
    """See the module. Accepted: the plan may be carried out."""

    def __init__(self, plan: PurgePlan, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.plan = plan
        number = plural("{n} memory", "{n} memories", len(plan.items))
        self.setWindowTitle(tr("Purge"))
        self.setMinimumSize(QSize(520, 320))
        self.resize(fitting(QSize(640, 460), self))
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 18, 20, 16)
        column.setSpacing(10)
        column.addWidget(label(tr("Purge {number} for good?", number=number), "heading", wrap=True))
        column.addWidget(label(_sentence(plan), wrap=True))
        table = PlainTable((tr("Text"), tr("Status"), tr("Why")), tr("Memories that are purged"))
        table.give_room(0)
        table.fill([(one.text, _STATUS.get(one.status, one.status), _WHY[one.why]) for one in plan.items[:_SHOWN]])
        column.addWidget(table, 1)
        if len(plan.items) > _SHOWN:
            column.addWidget(label(tr("and {items} more", items=grouped(len(plan.items) - _SHOWN)), "muted"))
        if plan.staying:
            column.addWidget(label(plan.staying, "muted", wrap=True))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.ok = QPushButton(tr("Purge {number}", number=number))
        self.ok.setAutoDefault(False)
        self.ok.setAccessibleName(tr("Purge {number} for good", number=number))
        buttons.addButton(self.ok, QDialogButtonBox.ButtonRole.AcceptRole)
        cancel = buttons.button(QDialogButtonBox.StandardButton.Cancel)
        cancel.setDefault(True)
        cancel.setFocus()
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column.addWidget(buttons)


def ask_to_purge(
    session: VaultSession, parent: QWidget, plan: Callable[[], PurgePlan], failed: Callable[[Exception], None]
) -> None:
    """Make a plan off the GUI thread, show what it names, and purge when that is accepted."""

    def work(_token: Token) -> PurgePlan:
        return plan()

    def ask(made: PurgePlan) -> None:
        dialog = PurgeDialog(made, parent)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.accepted.connect(lambda: session.commands.purge(made))
        dialog.open()

    session.runner.query(parent, work, ask, failed=failed, channel="purge")


def _sentence(plan: PurgePlan) -> str:
    also = [
        plural("{n} held item", "{n} held items", plan.held) if plan.held else "",
        plural("{n} question that contains the text", "{n} questions that contain the text", plan.queries)
        if plan.queries
        else "",
        tr("their rows in {snapshot}", snapshot=plural("{n} snapshot", "{n} snapshots", plan.snapshots))
        if plan.snapshots
        else "",
        plural("{n} set-aside copy of a damaged file", "{n} set-aside copies of damaged files", len(plan.aside))
        if plan.aside
        else "",
    ]
    parts = [one for one in also if one]
    return tr(
        "Text, tags, source, vectors and history are removed{what} ({event} in all). This cannot be undone. "
        "Other files of yours, such as exports and copies of the vault, are not touched. The vault is closed for "
        "a moment while its files are cleaned.",
        what=tr(", and also {more}", more=listed(parts)) if parts else "",
        event=plural("{n} event", "{n} events", plan.events),
    )
