"""Stacks of pages and tabs that take the room they are given.

Qt asks every page of a stack how high it would be at a width, those that are hidden as well, and asks again at each
level of nesting: one change of view could mean a thousand calls into Python. The heights are of no use here, since the
pages of a view share what height there is. A stack whose height follows what it shows needs Qt's own class.
"""

from __future__ import annotations

from PySide6.QtWidgets import QStackedWidget, QTabWidget


class Pages(QStackedWidget):
    """See the module."""

    def hasHeightForWidth(self) -> bool:  # noqa: N802 - Qt's name
        """Its height is not a matter of its width."""
        return False


class Tabs(QTabWidget):
    """See the module."""

    def hasHeightForWidth(self) -> bool:  # noqa: N802 - Qt's name
        """Its height is not a matter of its width."""
        return False
