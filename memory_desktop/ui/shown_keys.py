"""What texts say of keys: the one that is in force, as somebody may have chosen another."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

#: Where the commands of the window itself are, among the names of commands.
WINDOW = "window"


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
