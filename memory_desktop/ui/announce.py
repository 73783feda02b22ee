"""Says something through a screen reader, without taking the focus to it."""

from __future__ import annotations

from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QWidget


def announce(said_by: QWidget, text: str, *, urgent: bool = False) -> None:
    """Have a text read out: when the reader has finished what it says, or at once where it is `urgent`."""
    event = QAccessibleAnnouncementEvent(said_by, text)
    kind = QAccessible.AnnouncementPoliteness
    event.setPoliteness(kind.Assertive if urgent else kind.Polite)
    QAccessible.updateAccessibility(event)
