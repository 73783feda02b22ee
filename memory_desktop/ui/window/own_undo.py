"""What Undo takes back that is no command of the vault, as the pause of an agent; in its place among the commands."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import cast

from PySide6.QtCore import QObject, Signal, Slot

from memory_desktop.bridge.translation import tr
from memory_desktop.core.undo import UndoStacks
from memory_desktop.ui.view import Message


@dataclass(frozen=True, slots=True)
class _Deed:
    told: str
    take_back: Callable[[], object]
    head: int  # the vault's last event when it was done


class OwnUndo(QObject):
    """Deeds of this session, newest last. What a person did in the vault after a deed is taken back before it.

    Args:
        head: seq of the vault's last event.

    Signals: `changed()`, what Undo takes back may be another deed, or none.
    """

    changed = Signal()

    def __init__(self, head: Callable[[], int], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._head = head
        self._deeds: list[_Deed] = []
        self._newest = 0  # the event that did the newest of the vault's own commands, or did it again

    @property
    def told(self) -> str:
        """What Undo takes back, as its message says it; empty where that is a command of the vault."""
        found = self._found()
        return found.told if found is not None else ""

    def note(self, message: Message) -> Message:
        """Keep what a message offers to take back; others pass as they are.

        Returns:
            The message to be shown: after its button was used, Undo does not take the same thing back once more.
        """
        if message.on_action is None or message.action != tr("Undo"):
            return message
        deed = _Deed(message.text, cast("Callable[[], object]", message.on_action), self._head())
        self._deeds.append(deed)
        self.changed.emit()
        return replace(message, on_action=lambda: self._take_back(deed))

    def take_back(self) -> str:
        """Take back the newest deed, if the person did nothing in the vault after it.

        Returns:
            The message that told of it; empty if there is none.
        """
        found = self._found()
        if found is not None:
            self._take_back(found)
        return found.told if found is not None else ""

    @Slot(object)
    def set_stacks(self, stacks: UndoStacks) -> None:
        """What Undo and Redo take of the vault's own commands."""
        undo = stacks.without_agents.undo
        newest = undo[0].latest if undo else 0
        if newest != self._newest:
            self._newest = newest
            self.changed.emit()

    def forget(self) -> None:
        """The vault is closed."""
        self._deeds.clear()
        self._newest = 0
        self.changed.emit()

    def _found(self) -> _Deed | None:
        deed = self._deeds[-1] if self._deeds else None
        return deed if deed is not None and deed.head >= self._newest else None

    def _take_back(self, deed: _Deed) -> None:
        if deed in self._deeds:
            self._deeds.remove(deed)
            self.changed.emit()
            deed.take_back()
