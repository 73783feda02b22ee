"""Ctrl+Shift+P: every command by a few letters of its name."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import QEvent, QObject, Qt, Slot
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QVBoxLayout,
    QWidget,
)

from memory_desktop.ui.widgets import label

_WIDTH = 560
_HEIGHT = 400


class CommandPalette(QDialog):
    """Lists the actions that fit, with their menu and key; Enter runs the chosen one, Escape leaves."""

    #: Texts of commands by how lately they were run from here, newest first; kept while the program runs.
    recent: list[str] = []  # noqa: RUF012 - meant to be shared

    def __init__(self, parent: QWidget, actions: Callable[[], Iterable[QAction]]) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("Commands")
        self.setAccessibleName("Commands")
        self._actions = [action for action in actions() if action.isEnabled() and _name(action)]
        self.box = QLineEdit()
        self.box.setPlaceholderText("Type a command")
        self.box.setAccessibleName("Command")
        self.box.textChanged.connect(self._filter)
        self.box.installEventFilter(self)
        self.list = QListWidget()
        self.list.setAccessibleName("Matching commands")
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setStyleSheet("QListView::item { padding: 0; }")  # a row is a widget with margins of its own
        self.list.itemActivated.connect(self._run_item)
        self.list.itemClicked.connect(self._run_item)
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 8, 8, 8)
        column.addWidget(self.box)
        column.addWidget(self.list)
        self.resize(_WIDTH, _HEIGHT)
        middle = parent.mapToGlobal(parent.rect().center())
        self.move(middle.x() - _WIDTH // 2, parent.mapToGlobal(parent.rect().topLeft()).y() + 72)
        self._none = label("No command has these letters.", "muted")
        self._none.hide()
        column.addWidget(self._none)
        self._filter("")
        self.box.setFocus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """The arrows move in the list while the box has the focus."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            steps = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 8, Qt.Key.Key_PageUp: -8}
            step = steps.get(Qt.Key(event.key()))
            if step is not None and self.list.count():
                row = self.list.currentRow() + step
                self.list.setCurrentRow(max(0, min(self.list.count() - 1, row)))
                return True
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._run_item(self.list.currentItem())
                return True
        return super().eventFilter(watched, event)

    @Slot(str)
    def _filter(self, text: str) -> None:
        self.list.clear()
        scored = [(score(text, _name(action)), action) for action in self._actions]
        fitting = [(found, action) for found, action in scored if found is not None]
        fitting.sort(key=lambda pair: (pair[0], self._age(pair[1])))
        for _, action in fitting:
            item = QListWidgetItem()
            item.setData(Qt.ItemDataRole.UserRole, action)
            key = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
            path = _menu(action)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{_name(action)}, {path} {key}")
            row = QWidget()
            layout = QHBoxLayout(row)
            layout.setContentsMargins(8, 4, 8, 4)
            layout.setSpacing(12)
            layout.addWidget(label(_name(action)))
            layout.addWidget(label(path, "muted"))
            layout.addStretch(1)
            layout.addWidget(label(key, "muted"))
            item.setSizeHint(row.sizeHint())
            self.list.addItem(item)
            self.list.setItemWidget(item, row)
        self.list.setCurrentRow(0)
        self._none.setVisible(not fitting)

    @Slot(QListWidgetItem)
    def _run_item(self, item: QListWidgetItem | None) -> None:
        action = item.data(Qt.ItemDataRole.UserRole) if item is not None else None
        if isinstance(action, QAction):
            name = _name(action)
            CommandPalette.recent[:] = [name, *(each for each in CommandPalette.recent if each != name)][:10]
            self.close()
            action.trigger()

    def _age(self, action: QAction) -> int:
        name = _name(action)
        return CommandPalette.recent.index(name) if name in CommandPalette.recent else len(CommandPalette.recent)


def score(typed: str, name: str) -> float | None:
    """How badly a name fits what was typed (less is better), or None if its letters are not there in order."""
    typed, name = typed.lower().strip(), name.lower()
    if not typed:
        return 0.0
    if typed in name:
        return name.index(typed) / 100
    place, gaps = -1, 0
    for letter in typed.replace(" ", ""):
        found = name.find(letter, place + 1)
        if found < 0:
            return None
        gaps += found - place - 1
        place = found
    return 1.0 + gaps


def _menu(action: QAction) -> str:
    """The menu where it stands, or ""."""
    titles = [made.title() for made in action.associatedObjects() if isinstance(made, QMenu) and made.title()]
    return titles[0].replace("&", "") if titles else ""


def _name(action: QAction) -> str:
    return action.text().replace("&", "").rstrip("…")
