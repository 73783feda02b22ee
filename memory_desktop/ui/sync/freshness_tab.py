"""How fresh the vectors of assemblies are; each can be opened in the Assemblies view."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QBrush
from PySide6.QtWidgets import QTreeWidget, QTreeWidgetItem, QVBoxLayout, QWidget

from memory_desktop.bridge.engine_texts import said
from memory_desktop.bridge.translation import grouped, mark, plural, tr, translated
from memory_desktop.bridge.wording import freshness_word
from memory_desktop.engine.assembly.assemblies import AssemblyState
from memory_desktop.ui.format import ago, exact
from memory_desktop.ui.icons import icon
from memory_desktop.ui.lists import bar, flat_list, or_empty
from memory_desktop.ui.theme import tokens_for
from memory_desktop.ui.tips import set_item_tip
from memory_desktop.ui.widgets import EmptyState, button, label

_LISTED = 500
_COLUMNS = translated(
    (
        (mark("Assembly"), ""),
        (mark("Members"), mark("15 (2 forgotten)")),
        (mark("Freshness"), mark("ageing ")),
        (mark("Synced"), mark("12 minutes ago")),
        (mark("Activated"), "1,000 ×"),
    )
)
_ID = int(Qt.ItemDataRole.UserRole) + 1
_FRESHNESS = _ID + 1
#: Freshness → (icon, colour token): never by colour alone, the word stands beside.
FRESHNESS = {
    "fresh": ("check", "success"),
    "ageing": ("waiting", "warning"),
    "stale": ("warning", "error"),
    "never": ("info", "muted"),
}


class FreshnessTab(QWidget):
    """Signals: `opened(id)` of an assembly."""

    opened = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: Sequence[AssemblyState] = ()
        self.summary = label("", "muted")
        self.open = button(tr("Open in Assemblies"), self._open, icon_name="assembly")
        self.list: QTreeWidget = flat_list(tr("Assemblies, and how fresh their vectors are"), _COLUMNS)
        self.list.currentItemChanged.connect(lambda *_: self._on_current())
        self.list.itemActivated.connect(lambda *_: self._open())
        empty = EmptyState(
            "assembly", tr("No assemblies yet"), tr("Where the vectors of assemblies stand is listed here.")
        )
        self.pages = or_empty(self.list, empty)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(bar(self.summary, self.open, filling=self.summary))
        column.addWidget(self.pages, 1)
        self.show_states(())

    def show_states(self, states: Sequence[AssemblyState]) -> None:
        """Show these, newest first; what is selected stays so."""
        if not states or tuple(states) != self._shown:
            chosen = self._id()
            self._shown = tuple(states)
            counts = {name: sum(one.freshness == name for one in states) for name in FRESHNESS}
            self.summary.setText("  ·  ".join(f"{grouped(number)} {name}" for name, number in counts.items() if number))
            self.list.blockSignals(True)
            self.list.clear()
            for state in states[:_LISTED]:
                item = self._item(state)
                self.list.addTopLevelItem(item)
                if state.assembly.id == chosen:
                    self.list.setCurrentItem(item)
            self.list.blockSignals(False)
        self.pages.setCurrentIndex(0 if states else 1)
        self._on_current()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Colours follow the theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "list"):
            for item in map(self.list.topLevelItem, range(self.list.topLevelItemCount())):
                if item is not None:
                    self._color(item)

    def _color(self, item: QTreeWidgetItem) -> None:
        _picture, token = FRESHNESS[item.data(2, _FRESHNESS)]
        item.setForeground(2, QBrush(tokens_for(self.palette()).color(token)))

    def _item(self, state: AssemblyState) -> QTreeWidgetItem:
        one = state.assembly
        picture, token = FRESHNESS[state.freshness]
        at = ago(state.synced_at) if state.synced_at else tr("never")
        members = (
            f"{state.present}"
            if not state.gone
            else tr("{present} ({gone} forgotten)", present=state.present, gone=state.gone)
        )
        item = QTreeWidgetItem(
            [one.name, members, freshness_word(state.freshness), at, f"{grouped(one.activation_count)} ×"]
        )
        item.setData(2, _FRESHNESS, state.freshness)
        item.setIcon(0, icon("assembly"))
        item.setIcon(2, icon(picture, token))
        self._color(item)
        gone = plural("{n} memory forgotten", "{n} memories forgotten", state.gone) if state.gone else ""
        told = [
            one.name,
            gone,
            state.vector.last_error and tr("Last error: {last_error}", last_error=said(state.vector.last_error)),
        ]
        told.append(
            tr("Synced {synced_at}", synced_at=exact(state.synced_at)) if state.synced_at else tr("Never synced")
        )
        set_item_tip(item, "\n".join(part for part in told if part))
        item.setData(0, _ID, one.id)
        return item

    def _id(self) -> str:
        item = self.list.currentItem()
        return str(item.data(0, _ID)) if item is not None else ""

    def _on_current(self) -> None:
        self.open.setEnabled(bool(self._id()))

    def _open(self) -> None:
        if id := self._id():
            self.opened.emit(id)
