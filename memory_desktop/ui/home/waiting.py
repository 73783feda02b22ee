"""What waits for a person in a vault: each with the view in which it is dealt with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from memory_desktop.bridge.translation import plural, tr
from memory_desktop.core.cancel import Token
from memory_desktop.core.imports import ImportState
from memory_desktop.core.memory.pairs import MOST_PAIRS
from memory_desktop.core.ports import CancelToken
from memory_desktop.models.tips import plain_tip
from memory_desktop.ui.icons import icon
from memory_desktop.ui.lists import name_list
from memory_desktop.ui.widgets import SPACE, label

if TYPE_CHECKING:
    from memory_desktop.engine.engine import Engine

_TARGET = int(Qt.ItemDataRole.UserRole) + 1
#: What is no view but a dialog, a tab of Review, and one of Assemblies.
IMPORTS, DUPLICATES, SUGGESTIONS = "imports", "duplicates", "suggestions"
_STUCK = (ImportState.PAUSED, ImportState.WAITING, ImportState.FAILED)
_FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Waiting:
    """One kind of thing that waits. `target`: id of the view to go to, or one of those above."""

    text: str
    target: str
    icon: str = "review"


def waiting(engine: Engine) -> list[Waiting]:
    """What waits, read quickly."""
    found = []
    if engine.loss is not None:
        found.append(Waiting(tr("Events of the log are lost: decide what to do"), "health", "error"))
    if number := len(engine.gates.held()):
        found.append(Waiting(tr("{item} held back", item=plural("{n} item", "{n} items", number)), "review"))
    if number := len(engine.layers.concepts.conflicts()):
        found.append(
            Waiting(
                tr("{conflict} of facts about concepts", conflict=plural("{n} conflict", "{n} conflicts", number)),
                "review",
            )
        )
    stuck = [job for job in engine.imports.list() if job.state in _STUCK]
    if stuck:
        found.append(
            Waiting(tr("{what} not finished", what=plural("{n} import", "{n} imports", len(stuck))), IMPORTS, "import")
        )
    if number := engine.sync_status().failed:
        found.append(
            Waiting(
                tr("{item} without a vector after an error", item=plural("{n} item", "{n} items", number)),
                "sync",
                "warning",
            )
        )
    if number := sum(job.state == _FAILED for job in engine.conversations.jobs.list()):
        found.append(
            Waiting(
                plural("{n} background job failed", "{n} background jobs failed", number), "conversations", "warning"
            )
        )
    return found


def suggestions(engine: Engine, cancel: CancelToken | None = None) -> list[Waiting]:
    """What the program found by comparing vectors, which takes longer."""
    found = []
    pairs = engine.duplicates.pairs(cancel=cancel or Token())
    if number := sum(pair.kind == "conflict" for pair in pairs):
        told = plural("{n} conflict among memories", "{n} conflicts among memories", number)
        told = tr("At least {told}", told=told) if number == MOST_PAIRS else told
        found.append(Waiting(told, DUPLICATES, "warning"))
    if number := sum(pair.kind == "duplicate" for pair in pairs):
        told = plural("{n} duplicate among memories", "{n} duplicates among memories", number)
        found.append(Waiting(told, DUPLICATES, "copy"))
    if number := len(engine.proposals.find()):
        found.append(
            Waiting(f"{plural('{n} proposed assembly', '{n} proposed assemblies', number)}", "sync", "assembly")
        )
    return found


class WaitingPanel(QWidget):
    """The list. Signals: `requested(target)`, see `Waiting`."""

    requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._found: list[Waiting] = []
        self._suggested: list[Waiting] = []
        self.heading = label(tr("Waiting for you"), "heading")
        self.list: QListWidget = name_list(tr("What waits for a decision"))
        self.list.setIconSize(QSize(16, 16))
        self.list.itemActivated.connect(self._go)
        self.list.itemClicked.connect(self._go)
        self.nothing = label(tr("Nothing waits for a decision."), "muted", wrap=True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE // 2)
        for each in (self.heading, self.list, self.nothing):
            column.addWidget(each)
        self._show()

    def show_waiting(self, found: Sequence[Waiting]) -> None:
        """What is there for certain."""
        self._found = list(found)
        self._show()

    def show_suggestions(self, found: Sequence[Waiting]) -> None:
        """What might be decided, below it."""
        self._suggested = list(found)
        self._show()

    def clear(self) -> None:
        """Nothing is known."""
        self._found, self._suggested = [], []
        self._show()

    def _show(self) -> None:
        found = [*self._found, *self._suggested]
        row = self.list.currentRow()
        self.list.clear()
        for one in found:
            item = QListWidgetItem(icon(one.icon), one.text, self.list)
            item.setData(_TARGET, one.target)
            item.setToolTip(plain_tip(one.text))
        self.list.setCurrentRow(min(row, len(found) - 1))
        self.list.setVisible(bool(found))
        self.nothing.setVisible(not found)
        height = sum(self.list.sizeHintForRow(number) for number in range(len(found)))
        self.list.setFixedHeight(height + 2 * self.list.frameWidth() + 2)

    @Slot(QListWidgetItem)
    def _go(self, item: QListWidgetItem) -> None:
        self.requested.emit(str(item.data(_TARGET)))
