"""Which key gives which command: the defaults are those of the actions, what somebody chose instead is kept.

A command is known by its place and the text that it began with, as texts such as that of Undo change.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence, QShortcut
from PySide6.QtWidgets import QMainWindow, QMenu, QWidget

from memory_desktop.bridge.translation import source, tr
from memory_desktop.bridge.window_settings import SettingsGroup
from memory_desktop.ui.shown_keys import said
from memory_desktop.ui.window.view_commands import PLACE

#: Where the commands are that the buttons of views offer.
_BUTTON = "button"
_PORTABLE = QKeySequence.SequenceFormat.PortableText
_WITH = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier
#: Keys that may be pressed alone, beside the function keys: no text and no list needs them for itself.
_ALONE = (Qt.Key.Key_Delete, Qt.Key.Key_Insert, Qt.Key.Key_Pause, Qt.Key.Key_Help)
_OF_TEXTS = (
    QKeySequence.StandardKey.Copy,
    QKeySequence.StandardKey.Cut,
    QKeySequence.StandardKey.Paste,
    QKeySequence.StandardKey.SelectAll,
)
_WIDE = (Qt.ShortcutContext.WindowShortcut, Qt.ShortcutContext.ApplicationShortcut)


@dataclass(frozen=True, slots=True)
class Command:
    """A command of the menus and the palette.

    Attributes:
        place: the menu or the view where it stands, for a person.
        default: its key if nobody has chosen another one; empty for none.
        action: of the menus and views; None for a button's, whose action is made anew each time.
    """

    id: str
    name: str
    place: str
    default: QKeySequence
    action: QAction | None = None


class KeyBindings(QObject):
    """The keys of all commands of a window. Signals: `changed` after other keys are in force.

    Args:
        settings: where chosen keys are kept: by command, as Qt's portable text; an empty one is no key.
        offered: makes the actions that the buttons of views offer; what it returns goes with its parent.
    """

    changed = Signal()

    def __init__(
        self, settings: SettingsGroup, window: QMainWindow, offered: Callable[[QObject], Iterable[QAction]]
    ) -> None:
        super().__init__(window)
        self._settings = settings
        self.window = window
        self._offered = offered
        self._own: dict[str, Command] = {}
        self._pressers: dict[str, QAction] = {}  # for buttons that were given a key
        self._follow_buttons()

    def add(self, place: str, actions: Iterable[QAction]) -> None:
        """These commands can have other keys from now on, and have those that were chosen. `place`: WINDOW or a view's
        id."""
        for action in actions:
            name = clean(action.text())
            if not name or action.isSeparator():
                continue
            id = f"{place}/{slug(source(name))}"
            action.setObjectName(id)
            self._own[id] = Command(id, name, menu_of(action), action.shortcut(), action)
            self._apply(self._own[id])

    def commands(self) -> list[Command]:
        """All, those of the buttons last."""
        parent = QObject()
        return [*self._own.values(), *(self._of_button(action) for action in self._offered(parent))]

    def stamp(self, offered: Iterable[QAction]) -> None:
        """Let the actions that buttons offer say the keys that they were given."""
        for action in offered:
            command = self._of_button(action)
            action.setShortcut(self.key(command))

    def key(self, command: Command) -> QKeySequence:
        """The key in force; empty for none."""
        kept = self._settings.value(command.id)
        return command.default if kept is None else _read(kept, command.default)

    def change(self, keys: Mapping[str, QKeySequence | None]) -> None:
        """Give commands, by id, other keys; None: the default again."""
        for id, key in keys.items():
            if key is None:
                self._settings.remove(id)
            else:
                self._settings.set(id, key.toString(_PORTABLE))
        for command in self._own.values():
            if command.id in keys:
                self._apply(command)
        self._follow_buttons()
        self.changed.emit()

    def refused(self, key: QKeySequence) -> str:
        """Why nothing may have this key, or ""."""
        combination = key[0]  # type: ignore[index]
        pressed, alone = combination.key(), not combination.keyboardModifiers() & _WITH
        if alone and pressed not in _ALONE and not Qt.Key.Key_F1 <= pressed <= Qt.Key.Key_F35:
            return tr("A key alone is for typing and moving: add Ctrl or Alt, or take a function key.")
        if any(key in QKeySequence.keyBindings(standard) for standard in _OF_TEXTS):
            return tr("{key} is for texts everywhere.", key=said(key))
        for menu in self.window.menuBar().actions():
            if key == QKeySequence.mnemonic(menu.text()):
                return tr("{key} opens the menu {clean}.", key=said(key), clean=clean(menu.text()))
        return ""

    def clash(
        self, command: Command, key: QKeySequence, all_: Iterable[Command], pending: Mapping[str, QKeySequence | None]
    ) -> Command | str | None:
        """What has this key already where both could be meant: a command, or the name of what has a fixed key.

        Args:
            pending: keys that are chosen but not yet in force, as for `change`.
        """
        for other in all_:
            if other.id != command.id and _overlap(command.action, other.action):
                chosen = pending.get(other.id, self.key(other)) if other.id in pending else self.key(other)
                if (other.default if chosen is None else chosen) == key:
                    return other
        known = {id(one.action) for one in self._own.values()} | {id(one) for one in self._pressers.values()}
        for action in self.window.findChildren(QAction):
            if id(action) not in known and key in action.shortcuts() and _overlap(command.action, action):
                return clean(action.text()) or tr("something else")
        for shortcut in self.window.findChildren(QShortcut):
            if shortcut.key() == key and (command.action is None or command.action.shortcutContext() in _WIDE):
                return tr("a list, for itself")
        return None

    def _apply(self, command: Command) -> None:
        assert command.action is not None
        key = self.key(command)
        if command.action.shortcut() != key:
            command.action.setShortcut(key)

    def _of_button(self, action: QAction) -> Command:
        place, name = menu_of(action), clean(action.text())
        english = ", ".join(map(source, place.split(", ")))
        return Command(f"{_BUTTON}/{slug(english)}/{slug(source(name))}", name, place, QKeySequence())

    def _follow_buttons(self) -> None:
        """An action of the window for each button that has a key, and for no other."""
        wanted = {
            id: key
            for id in self._settings.names()
            if id.startswith(f"{_BUTTON}/") and not (key := _read(self._settings.value(id), QKeySequence())).isEmpty()
        }
        for id in set(self._pressers) - set(wanted):
            gone = self._pressers.pop(id)
            self.window.removeAction(gone)
            gone.deleteLater()
        for id, key in wanted.items():
            if id not in self._pressers:
                made = self._pressers[id] = QAction(self)
                made.triggered.connect(lambda _checked=False, id=id: self._press(id))
                self.window.addAction(made)
            self._pressers[id].setShortcut(key)

    def _press(self, id: str) -> None:
        parent = QObject()
        for action in self._offered(parent):
            if self._of_button(action).id == id:
                action.trigger()
                return


def slug(text: str) -> str:
    """ "Go to…" as "go-to"."""
    return re.sub(r"[^\w]+", "-", text.lower()).strip("-")


def clean(text: str) -> str:
    """An action's text without its mnemonic and dots."""
    return text.replace("&&", "\0").replace("&", "").replace("\0", "&").removesuffix("…")


def menu_of(action: QAction) -> str:
    """The menu or the view where an action stands, or ""."""
    place = action.property(PLACE)
    if isinstance(place, str):
        return place
    titles = [made.title() for made in action.associatedObjects() if isinstance(made, QMenu) and made.title()]
    return titles[0].replace("&", "") if titles else ""


def _read(kept: object, default: QKeySequence) -> QKeySequence:
    """A kept key; the default where the file has something else."""
    if kept == "":
        return QKeySequence()
    found = QKeySequence(kept, _PORTABLE) if isinstance(kept, str) else QKeySequence()
    usable = found.count() == 1 and found[0].key() != Qt.Key.Key_unknown  # type: ignore[index]
    return found if usable else default


def _overlap(one: QAction | None, other: QAction | None) -> bool:
    """Can a key mean both? A button's command (None) is one of the whole window."""
    if one is None or other is None or one.shortcutContext() in _WIDE or other.shortcutContext() in _WIDE:
        return True
    mine, its = _widgets(one), _widgets(other)
    return any(a is b or a.isAncestorOf(b) or b.isAncestorOf(a) for a in mine for b in its)


def _widgets(action: QAction) -> list[QWidget]:
    return [made for made in action.associatedObjects() if isinstance(made, QWidget) and not isinstance(made, QMenu)]
