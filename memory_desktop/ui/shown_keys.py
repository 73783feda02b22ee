"""What texts say of keys: the one that is in force, as somebody may have chosen another."""

from __future__ import annotations

import re
from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, Slot
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

#: Where the commands of the window itself are, among the names of commands.
WINDOW = "window"
_KEYED = re.compile(r"\s*\[([^\[\]]*)\{([a-z/-]+)\}([^\[\]]*)\]")


def shown_key(where: QWidget, command: str) -> str:
    """The key of a command of the window that a widget is in, as the platform writes it, or "".

    Args:
        command: what it is called, as "search-memories".
    """
    name, direct = f"{WINDOW}/{command}", Qt.FindChildOption.FindDirectChildrenOnly
    action: QAction | None = where.window().findChild(QAction, name, direct)
    return said(action.shortcut()) if action is not None else ""


def said(key: QKeySequence) -> str:
    """A key as the platform writes it."""
    return key.toString(QKeySequence.SequenceFormat.NativeText)


def with_keys(text: str, key: Callable[[str], str]) -> str:
    """A text that says keys: `[{tags} edits the tags.]` becomes the sentence with the key of `tags`.

    Where that has no key, the sentence goes.
    """

    def sentence(found: re.Match[str]) -> str:
        shown = key(found[2])
        return f" {found[1]}{shown}{found[3]}" if shown else ""

    return _KEYED.sub(sentence, text)


class _Described(QObject):
    def __init__(self, made: QWidget, text: str, actions: dict[str, QAction]) -> None:
        super().__init__(made)
        self._made, self._text, self._actions = made, text, actions
        for action in actions.values():
            action.changed.connect(self.say)

    @Slot()
    def say(self) -> None:
        text = with_keys(self._text, lambda name: said(self._actions[name].shortcut()))
        if text != self._made.accessibleDescription():
            self._made.setAccessibleDescription(text)


def describe(made: QWidget, text: str, **actions: QAction) -> None:
    """Let a screen reader say a text of a widget, with the keys that the actions have at the time; see `with_keys`."""
    _Described(made, text, actions).say()
