"""The left pane: the vault, the views, and short ways into the memories: layers, saved searches, tags."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import (
    QEvent,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import QFocusEvent, QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import (
    QHBoxLayout,
    QMenu,
    QPushButton,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionButton,
    QStyleOptionViewItem,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from memory_desktop.bridge.translation import grouped, mark, tr, translated
from memory_desktop.bridge.wording import layer_word
from memory_desktop.core.memory.records import Layer
from memory_desktop.core.query.language import operator_text
from memory_desktop.engine.assembly.assemblies import AssemblyState
from memory_desktop.ui.icons import icon
from memory_desktop.ui.memory_drag import MemoryDrops, Target
from memory_desktop.ui.theme import tokens_for
from memory_desktop.ui.tips import set_item_tip, set_tip
from memory_desktop.ui.widgets import tool_button

_TARGET = int(Qt.ItemDataRole.UserRole) + 1
_NOTE = int(Qt.ItemDataRole.UserRole) + 2
_KEY = int(Qt.ItemDataRole.UserRole) + 3
_BADGE = int(Qt.ItemDataRole.UserRole) + 4
_WAITING = int(Qt.ItemDataRole.UserRole) + 5
_TAGS = 30
_MOST_SHOWN = 99
_ASSEMBLIES = 20
_LEAST_NAME = 60
#: Pixels beside the name of the vault: its icon, and those of the style sheet.
_AROUND_NAME = 46
_SECTIONS = translated(
    (mark("Views"), mark("Layers"), mark("Saved searches"), mark("Assemblies"), mark("Tags"), mark("Agents"))
)


#: Pixels between the name of a row and what stands at its right.
_GAP = 5


def _taken_by(index: QModelIndex) -> Target | None:
    """What memories can be dropped on: a tag or an assembly."""
    section, name, target = index.parent().data(), str(index.data()), index.data(_TARGET)
    if section == tr("Tags"):
        return "tag", name, name
    return ("assembly", str(target[1]), name) if section == tr("Assemblies") and target else None


class SidebarDelegate(QStyledItemDelegate):
    """Icon, text, and a quiet note at the right; sections are small headings."""

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Everything in the palette's colours."""
        tokens = tokens_for(option.palette)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rect = option.rect.adjusted(6, 0, -6, 0)
        middle = int(Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine)
        if not index.parent().isValid():
            font = QFont(option.font)
            font.setPixelSize(11)
            font.setWeight(QFont.Weight.DemiBold)
            painter.setFont(font)
            painter.setPen(tokens.color("muted"))
            painter.drawText(rect.adjusted(8, 8, 0, 0), middle, str(index.data()))
            painter.restore()
            return
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        if selected or option.state & QStyle.StateFlag.State_MouseOver:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(tokens.color("selection" if selected else "hover"))
            painter.drawRoundedRect(QRectF(rect).adjusted(0, 1, 0, -1), 6, 6)
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(tokens.color("accent"))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(rect).adjusted(0.5, 1.5, -0.5, -1.5), 6, 6)
        picture = index.data(Qt.ItemDataRole.DecorationRole)
        if picture is not None:
            picture.paint(painter, QRect(rect.left() + 8, rect.center().y() - 7, 16, 16))
        badge, metrics = str(index.data(_BADGE) or ""), painter.fontMetrics()
        note = str(index.data(_NOTE) or "")
        if index.data(_KEY) and not fits(str(index.data()), note, rect.width(), metrics, badge):
            note = ""  # the name matters more than its key, which the tool tip says as well
        painter.setPen(tokens.color("muted"))
        width = painter.fontMetrics().horizontalAdvance(note)
        right = QRect(rect.right() - width - 8, rect.top(), width, rect.height())
        painter.drawText(right, middle, note)
        if badge:
            width = _badge_width(badge, metrics)
            right = QRect(right.left() - width - 8, rect.center().y() - 8, width, 17)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(tokens.color("accent"))
            painter.drawRoundedRect(QRectF(right), 8.5, 8.5)
            painter.setPen(tokens.color("accent_text"))
            painter.drawText(right, int(Qt.AlignmentFlag.AlignCenter), badge)
        painter.setPen(tokens.color("text"))
        room = QRect(rect.left() + 32, rect.top(), right.left() - rect.left() - 32 - _GAP, rect.height())
        text = painter.fontMetrics().elidedText(str(index.data()), Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, middle, text)
        painter.restore()

    def sizeHint(  # noqa: N802 - Qt's name
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        """Headings have air above."""
        return QSize(100, option.fontMetrics.height() + (18 if not index.parent().isValid() else 12))


def fits(text: str, note: str, width: int, metrics: QFontMetrics, badge: str = "") -> bool:
    """Whether a row so wide has room for its icon, its whole text, and the badge and the note at its right."""
    beside = metrics.horizontalAdvance(note) + 8 + (_badge_width(badge, metrics) + 8 if badge else 0)
    return 32 + metrics.horizontalAdvance(text) + _GAP + beside < width


def _badge_width(badge: str, metrics: QFontMetrics) -> int:
    return max(18, metrics.horizontalAdvance(badge) + 10)


class _Places(QTreeWidget):
    """Its selection is the view in front and nothing else: the arrow keys move a frame, and Return goes there."""

    def selectionCommand(  # noqa: N802 - Qt's name
        self, index: QModelIndex | QPersistentModelIndex, event: QEvent | None = None
    ) -> QItemSelectionModel.SelectionFlag:
        """Neither keys nor clicks select."""
        del index, event
        return QItemSelectionModel.SelectionFlag.NoUpdate

    def mark(self, item: QTreeWidgetItem) -> None:
        """Select what is in front; the keys go on from there."""
        self.setCurrentItem(item, 0, QItemSelectionModel.SelectionFlag.ClearAndSelect)

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: N802 - Qt's name
        """Who comes back begins at what is in front."""
        super().focusOutEvent(event)
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            for item in self.selectedItems():
                self.setCurrentItem(item, 0, QItemSelectionModel.SelectionFlag.NoUpdate)


class _VaultButton(QPushButton):
    """The name of the vault, which ends in “…” where it has no room; the tool tip says the whole."""

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """A small width: the name is elided to fit."""
        return QSize(_LEAST_NAME, super().minimumSizeHint().height())

    def initStyleOption(self, option: QStyleOptionButton) -> None:  # noqa: N802 - Qt's name
        """What is painted."""
        super().initStyleOption(option)
        room = max(0, self.width() - _AROUND_NAME)
        option.text = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, room)


class Sidebar(QWidget):
    """Signals: `view_requested(view id)`; `filter_requested(text)`; `search_requested(text)`;
    `search_removed(text)` when a saved search is thrown away; `vault_menu_requested(QPoint)`;
    `assembly_requested(id)`.
    """

    view_requested = Signal(str)
    filter_requested = Signal(str)
    search_requested = Signal(str)
    search_removed = Signal(str)
    vault_menu_requested = Signal(QPoint)
    command_requested = Signal()
    assembly_requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("sidebar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.vault: QPushButton = _VaultButton(tr("No vault"))
        self.vault.setProperty("flat", True)
        self.vault.setIcon(icon("vault", "muted"))
        self.vault.clicked.connect(lambda _checked=False: self._open_menu())
        self.vault.setStyleSheet("text-align: left; font-weight: 600;")
        self.vault.setAccessibleName(tr("Vault"))
        self._all = tool_button("command", tr("All commands"), self.command_requested.emit)
        self.tree = _Places()
        self.tree.setItemDelegate(SidebarDelegate(self.tree))
        self.drops = MemoryDrops(self.tree, _taken_by)
        self.drops.lingered.connect(self._on_linger)
        self.tree.setHeaderHidden(True)
        self.tree.setRootIsDecorated(False)
        self.tree.setIndentation(0)
        self.tree.setItemsExpandable(False)
        self.tree.setMouseTracking(True)
        self.tree.setAccessibleName(tr("Sidebar"))
        self.tree.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.tree.itemClicked.connect(self._on_item)
        self.tree.itemActivated.connect(self._on_item)
        self.tree.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.tree.customContextMenuRequested.connect(self._context_menu)
        top = QHBoxLayout()
        top.setContentsMargins(8, 8, 8, 0)
        top.addWidget(self.vault, 1)
        top.addWidget(self._all)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addLayout(top)
        column.addWidget(self.tree)
        self._sections = {name: self._section(name) for name in _SECTIONS}
        self._views: dict[str, QTreeWidgetItem] = {}

    def set_views(self, views: Sequence[tuple[str, str, str]]) -> None:
        """(view id, title, icon) in order."""
        for view_id, title, icon_name in views:
            self._views[view_id] = self._add(tr("Views"), title, icon_name, ("view", view_id), "")

    def show_keys(self, keys: Mapping[str, str], commands: str) -> None:
        """The keys that lead to views, by id, and the one of all commands; "" for none."""
        for view_id, key in keys.items():
            item = self._views[view_id]
            item.setData(0, _NOTE, key)
            item.setData(0, _KEY, bool(key))
            self._describe(item)
        tip = tr("All commands ({commands})", commands=commands) if commands else tr("All commands")
        self._all.setAccessibleName(tip)
        set_tip(self._all, tip)

    def show_view(self, view_id: str) -> None:
        """Mark the current view."""
        if view_id in self._views:
            self.tree.mark(self._views[view_id])

    def show_waiting(self, view_id: str, number: int) -> None:
        """How many things wait for a decision in a view, as a badge; none with 0."""
        item = self._views.get(view_id)
        if item is not None:
            item.setData(0, _BADGE, ("99+" if number > _MOST_SHOWN else f"{number}") if number else "")
            item.setData(0, _WAITING, number)
            self._describe(item)

    def _describe(self, item: QTreeWidgetItem) -> None:
        """What a screen reader and the tool tip say of a view."""
        number, key = int(item.data(0, _WAITING) or 0), str(item.data(0, _NOTE) or "")
        parts = (item.text(0), tr("{number} waiting", number=grouped(number)) if number else "", key)
        item.setData(0, Qt.ItemDataRole.AccessibleTextRole, ", ".join(part for part in parts if part))
        tip = f"{item.text(0)}  {key}".strip()
        set_item_tip(
            item,
            tr("{tip}\n{number} held back, to be released or discarded", tip=tip, number=grouped(number))
            if number
            else tip,
        )

    def show_vault(self, name: str, path: str) -> None:
        """The vault's name at the top."""
        self.vault.setText((name or tr("No vault")).replace("&", "&&"))
        self.vault.setAccessibleName(tr("Vault {name}", name=name).strip())
        set_tip(self.vault, f"{name}\n{path}" if path else "")

    def show_layers(self, counts: Mapping[str, int]) -> None:
        """Layers with counts."""
        rows = [
            (
                layer_word(layer.value).capitalize(),
                layer.value,
                ("filter", f"layer:{layer.value}"),
                counts.get(layer.value, 0),
            )
            for layer in Layer
        ]
        self._fill(tr("Layers"), [(text, name, target, f"{grouped(number)}") for text, name, target, number in rows])

    def show_tags(self, counts: Mapping[str, int]) -> None:
        """The most frequent tags."""
        rows = list(counts.items())[:_TAGS]
        self._fill(
            tr("Tags"),
            [(tag, "tag", ("filter", operator_text("tag", tag)), f"{grouped(number)}") for tag, number in rows],
        )

    def show_assemblies(self, states: Sequence[AssemblyState]) -> None:
        """The newest assemblies, with how many members they have."""
        rows = [
            (state.assembly.name, "assembly", ("assembly", state.assembly.id), f"{grouped(state.present)}")
            for state in states[:_ASSEMBLIES]
        ]
        self._fill(tr("Assemblies"), rows)

    def show_agents(self, counts: Mapping[str, int]) -> None:
        """Show the actors that have written to the vault."""
        self._fill(tr("Agents"), [(name, "agent", ("none", name), f"{grouped(n)}") for name, n in counts.items()])

    def show_searches(self, searches: Sequence[str]) -> None:
        """Saved searches."""
        self._fill(tr("Saved searches"), [(text, "saved", ("search", text), "") for text in searches])

    def clear(self) -> None:
        """No vault."""
        self.show_vault("", "")
        self.show_waiting("review", 0)
        for name in _SECTIONS[1:]:
            self._fill(name, [])

    def _section(self, name: str) -> QTreeWidgetItem:
        item = QTreeWidgetItem(self.tree, [name])
        item.setFlags(Qt.ItemFlag.ItemIsEnabled)
        item.setExpanded(True)
        item.setHidden(True)
        return item

    def _add(self, section: str, text: str, icon_name: str, target: tuple[str, str], note: str) -> QTreeWidgetItem:
        item = QTreeWidgetItem(self._sections[section], [text])
        item.setIcon(0, icon(icon_name))
        item.setData(0, _TARGET, target)
        item.setData(0, _NOTE, note)
        item.setData(0, Qt.ItemDataRole.AccessibleTextRole, f"{text} {note}".strip())
        self._sections[section].setHidden(False)
        self._sections[section].setExpanded(True)
        return item

    def _fill(self, section: str, rows: Sequence[tuple[str, str, tuple[str, str], str]]) -> None:
        """Change what is there in place where the rows are the same, so that nothing flickers."""
        parent = self._sections[section]
        now = [child for child in map(parent.child, range(parent.childCount())) if child is not None]
        if [tuple(child.data(0, _TARGET)) for child in now] == [row[2] for row in rows]:
            for child, row in zip(now, rows, strict=True):
                child.setData(0, _NOTE, row[3])
            return
        parent.takeChildren()
        for text, icon_name, target, note in rows:
            self._add(section, text, icon_name, target, note)
        parent.setHidden(not rows)

    def _on_item(self, item: QTreeWidgetItem, _column: int = 0) -> None:
        self._go(item.data(0, _TARGET))

    def _go(self, target: Any) -> None:
        if not target:
            return
        kind, value = target
        signals = {
            "view": self.view_requested,
            "filter": self.filter_requested,
            "search": self.search_requested,
            "assembly": self.assembly_requested,
        }
        if kind in signals:
            signals[kind].emit(value)

    @Slot(QModelIndex)
    def _on_linger(self, index: QModelIndex) -> None:
        """Memories that are dragged to the view of assemblies open it, and can be dropped on one there."""
        if index.data(_TARGET) == ("view", "assemblies"):
            self.view_requested.emit("assemblies")

    def _open_menu(self) -> None:
        self.vault_menu_requested.emit(self.vault.mapToGlobal(QPoint(0, self.vault.height() + 2)))

    @Slot(QPoint)
    def _context_menu(self, where: QPoint) -> None:
        item = self.tree.itemAt(where)
        target = item.data(0, _TARGET) if item else None
        if not target or target[0] != "search":
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(icon("forget"), tr("Remove")).triggered.connect(
            lambda _checked=False: self.search_removed.emit(target[1])
        )
        menu.popup(self.tree.viewport().mapToGlobal(where))
