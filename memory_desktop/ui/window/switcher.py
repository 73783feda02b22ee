"""Ctrl+J: go to any memory, assembly, conversation or vault by a few letters."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QObject, QPoint, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLineEdit, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from memory_desktop.bridge.engine_texts import said
from memory_desktop.bridge.runner import Runner, Token
from memory_desktop.bridge.translation import mark, tr, translated
from memory_desktop.core.errors import KnownError
from memory_desktop.models.places import ASSEMBLY, CONVERSATION, MEMORY, VAULT, Group, Place, Places
from memory_desktop.ui.fitting import fitting
from memory_desktop.ui.picture import Picture
from memory_desktop.ui.widgets import label
from memory_desktop.ui.wrapping import ElidedLabel

_SIZE = QSize(620, 460)
_BELOW_TOP, _ABOVE_BOTTOM = 72, 16
_DEBOUNCE_MS = 100
#: So long what was found before stays; after that it would seem to be the answer.
_LATE_MS = 400
_ICONS = {MEMORY: "memories", ASSEMBLY: "assembly", CONVERSATION: "conversations", VAULT: "vault"}
_NAMES = translated(
    {MEMORY: mark("Memory"), ASSEMBLY: mark("Assembly"), CONVERSATION: mark("Conversation"), VAULT: mark("Vault")}
)
_ICON = 16


class QuickSwitcher(QDialog):
    """Lists the places that fit, under the heading of their kind; Enter goes to the chosen one, Escape leaves.

    Signals: `chosen(Place)`, when it has closed.

    Args:
        runner: looks for places. viewed: (kind, id) of what was viewed last, the newest first.
    """

    chosen = Signal(object)

    def __init__(
        self, places: Places, runner: Runner, viewed: Callable[[], Sequence[tuple[str, str]]], parent: QWidget
    ) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Go to"))
        self.setAccessibleName(tr("Go to"))
        self._places, self._runner, self._viewed = places, runner, viewed
        self._answered: str | None = None  # the text that the list is of
        self._awaited = False  # Return was pressed before there was an answer
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(_DEBOUNCE_MS)
        self._soon.timeout.connect(self._ask)
        self._late = QTimer(self)
        self._late.setSingleShot(True)
        self._late.setInterval(_LATE_MS)
        self._late.timeout.connect(self._on_late)
        self.box = QLineEdit()
        self.box.setPlaceholderText(tr("Go to a memory, assembly, conversation or vault"))
        self.box.setAccessibleName(tr("Go to"))
        self.box.textChanged.connect(self._on_text)
        self.box.installEventFilter(self)
        self.list = QListWidget()
        self.list.setAccessibleName(tr("Places found"))
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setStyleSheet("QListView::item { padding: 0; }")  # a row is a widget with margins of its own
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.itemClicked.connect(self._go)
        self.note = label("", "muted", wrap=True)
        self.note.setContentsMargins(8, 4, 8, 4)
        self.note.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 8, 8, 8)
        column.addWidget(self.box)
        column.addWidget(self.note)
        column.addWidget(self.list, 1)
        self.resize(fitting(_SIZE, self))
        left, room = (parent.width() - self.width()) // 2, parent.height() - self.height() - _ABOVE_BOTTOM
        self.move(parent.mapToGlobal(QPoint(left, max(0, min(_BELOW_TOP, room)))))
        self.box.setFocus()
        self._ask()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """The arrows move in the list while the box has the focus."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            steps = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 8, Qt.Key.Key_PageUp: -8}
            step = steps.get(Qt.Key(event.key()))
            if step is not None:
                self._move(step)
                return True
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._awaited = self._answered != self.box.text()
                if not self._awaited:
                    self._go(self.list.currentItem())
                return True
        return super().eventFilter(watched, event)

    def places(self) -> list[Place]:
        """What is listed, from the top."""
        return [place for row in range(self.list.count()) if (place := _place(self.list.item(row))) is not None]

    def _move(self, step: int) -> None:
        """Choose another place; headings are passed over, and the ends are ends."""
        rows = [row for row in range(self.list.count()) if _place(self.list.item(row)) is not None]
        if not rows:
            return
        now = rows.index(self.list.currentRow()) if self.list.currentRow() in rows else 0
        row = rows[max(0, min(len(rows) - 1, now + step))]
        self.list.setCurrentRow(row)
        if row == rows[0]:
            self.list.scrollToTop()  # its heading is seen, too

    @Slot()
    def _on_text(self) -> None:
        self._awaited = False
        self._soon.start()
        self._late.start()

    @Slot()
    def _on_late(self) -> None:
        """The vault is busy, or the embedding model is still being loaded."""
        self.list.clear()
        self._tell(tr("Searching…"))

    @Slot()
    def _ask(self) -> None:
        text, places, viewed = self.box.text(), self._places, self._viewed()

        def work(token: Token) -> list[Group]:
            return places.find(text, viewed, token)

        self._runner.query(
            self, work, lambda groups: self._show(text, groups), failed=self._on_failed, channel="places"
        )

    def _show(self, text: str, groups: Sequence[Group]) -> None:
        if text != self.box.text():
            return  # another question is on its way
        self._answered = text
        self._late.stop()
        self.list.clear()
        for group in groups:
            self._add_heading(group.heading)
            for place in group.places:
                self._add(place)
        self._move(0)
        if text.strip():
            self._tell("" if groups else tr("Nothing found for “{text}”.", text=text.strip()))
        else:
            self._tell("" if groups else tr("Nothing viewed yet. Type a few letters of what you look for."))
        if self._awaited:
            self._awaited = False
            self._go(self.list.currentItem())

    def _on_failed(self, error: Exception) -> None:
        self._answered, self._awaited = self.box.text(), False
        self._late.stop()
        self.list.clear()
        self._tell(said(str(error)) if isinstance(error, KnownError) else tr("The search failed. Type again to retry."))

    def _tell(self, text: str) -> None:
        self.note.setText(text)
        self.note.setVisible(bool(text))
        self.list.setVisible(not text)

    def _add_heading(self, text: str) -> None:
        item = QListWidgetItem()
        item.setFlags(Qt.ItemFlag.NoItemFlags)
        item.setData(Qt.ItemDataRole.AccessibleTextRole, text)
        self._set(item, heading := label(text, "muted"))
        heading.setContentsMargins(8, 8, 8, 2)
        item.setSizeHint(heading.sizeHint())

    def _add(self, place: Place) -> None:
        item = QListWidgetItem()
        item.setData(Qt.ItemDataRole.UserRole, place)
        said = ", ".join(part for part in (place.title, _NAMES[place.kind], place.detail) if part)
        item.setData(Qt.ItemDataRole.AccessibleTextRole, said)
        row = QWidget()
        layout = QHBoxLayout(row)
        layout.setContentsMargins(8, 4, 8, 4)
        layout.setSpacing(12)
        layout.addWidget(Picture(_ICONS[place.kind], "muted", _ICON))
        title, detail = ElidedLabel(), ElidedLabel("muted")
        title.setText(place.title)
        detail.setText(place.detail)
        detail.setMaximumWidth(self.width() // 3)
        layout.addWidget(title, 1)
        layout.addWidget(detail)
        item.setSizeHint(QSize(1, row.sizeHint().height()))  # as wide as the list: long texts end in “…”
        self._set(item, row)

    def _set(self, item: QListWidgetItem, row: QWidget) -> None:
        self.list.addItem(item)
        self.list.setItemWidget(item, row)

    @Slot(QListWidgetItem)
    def _go(self, item: QListWidgetItem | None) -> None:
        place = _place(item)
        if place is not None:
            self.close()
            self.chosen.emit(place)


def _place(item: QListWidgetItem | None) -> Place | None:
    found = item.data(Qt.ItemDataRole.UserRole) if item is not None else None
    return found if isinstance(found, Place) else None
