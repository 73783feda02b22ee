"""Ctrl+Shift+P: every command by a few letters of its name."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import QEvent, QObject, QPoint, QSize, Qt, QTimer, Slot
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from memory_desktop.bridge.translation import tr
from memory_desktop.ui.fitting import fitting
from memory_desktop.ui.widgets import label
from memory_desktop.ui.window.key_bindings import menu_of

_SIZE = QSize(560, 400)
#: It hangs so far below the top of the window, if there is room for all of it below that.
_BELOW_TOP = 72
#: What fits only together with the place where it stands comes behind what fits by its name.
_BY_PLACE = 1_000.0
#: Pixels that stay free below it, among them those of a frame.
_ABOVE_BOTTOM = 16


class CommandPalette(QDialog):
    """Lists the actions that fit, with their menu or view, and key; Enter runs the chosen one, Escape leaves."""

    #: Texts of commands by how lately they were run from here, newest first; kept while the program runs.
    recent: list[str] = []  # noqa: RUF012 - meant to be shared

    def __init__(self, parent: QWidget, actions: Callable[[], Iterable[QAction]]) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Commands"))
        self.setAccessibleName(tr("Commands"))
        self._actions = [action for action in actions() if _name(action)]
        self._awaited = False  # Return was pressed before a command was there that fits
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(0)
        self._soon.timeout.connect(self._list_again)
        for action in self._actions:
            action.changed.connect(self._soon.start)  # some can be used only once a view has read what it needs
        self.box = QLineEdit()
        self.box.setPlaceholderText(tr("Type a command"))
        self.box.setAccessibleName(tr("Command"))
        self.box.textChanged.connect(self._on_text)
        self.box.installEventFilter(self)
        self.list = QListWidget()
        self.list.setAccessibleName(tr("Matching commands"))
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setStyleSheet("QListView::item { padding: 0; }")  # a row is a widget with margins of its own
        self.list.itemActivated.connect(self._run_item)
        self.list.itemClicked.connect(self._run_item)
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 8, 8, 8)
        column.addWidget(self.box)
        column.addWidget(self.list)
        self.resize(fitting(_SIZE, self))
        left, room = (parent.width() - self.width()) // 2, parent.height() - self.height() - _ABOVE_BOTTOM
        self.move(parent.mapToGlobal(QPoint(left, max(0, min(_BELOW_TOP, room)))))
        self._shown: list[QAction] = []
        self._none = label("", "muted")
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
                self._awaited = not self.list.count() and bool(self.box.text().strip())
                self._run_item(self.list.currentItem())
                return True
        return super().eventFilter(watched, event)

    @Slot(str)
    def _on_text(self, text: str) -> None:
        self._awaited = False
        self._filter(text)

    @Slot()
    def _list_again(self) -> None:
        """Commands can be used now that could not, or the other way round; what Return was pressed for is run."""
        if self._shown == self._fitting(self.box.text())[0]:
            return
        current = self.list.currentItem()
        chosen = current.data(Qt.ItemDataRole.UserRole) if current is not None and self.list.currentRow() > 0 else None
        self._filter(self.box.text())
        if self._awaited and self.list.count():
            self._awaited = False
            self._run_item(self.list.item(0))
        elif chosen in self._shown:
            self.list.setCurrentRow(self._shown.index(chosen))

    def _fitting(self, text: str) -> tuple[list[QAction], list[QAction]]:
        """The commands with these letters, the best first: those that can be used now, and those that cannot."""
        scored = [(found, one) for one in self._actions if (found := _fit(text, one)) is not None]
        scored.sort(key=lambda pair: (pair[0], self._age(pair[1])))
        return [one for _, one in scored if one.isEnabled()], [one for _, one in scored if not one.isEnabled()]

    def _filter(self, text: str) -> None:
        self.list.clear()
        self._shown, unusable = self._fitting(text)
        for action in self._shown:
            item = QListWidgetItem()
            item.setData(Qt.ItemDataRole.UserRole, action)
            key = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
            path = menu_of(action)
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
        self._none.setText(
            tr("“{name}” cannot be used now.", name=_name(unusable[0]))
            if unusable
            else tr("No command has these letters.")
        )
        self._none.setVisible(not self._shown)

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


def _fit(typed: str, action: QAction) -> float | None:
    """How badly an action fits what was typed: by its name, or else by where it stands and its name."""
    found = score(typed, _name(action))
    if found is not None:
        return found
    wider = score(typed, f"{menu_of(action)} {_name(action)}")
    return None if wider is None else _BY_PLACE + wider


def _name(action: QAction) -> str:
    return action.text().replace("&", "").rstrip("…")
