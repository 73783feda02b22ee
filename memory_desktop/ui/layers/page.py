"""What every page of the Layers view is: it reads in the background, and shows what it read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from memory_desktop.bridge.runner import Token
from memory_desktop.bridge.session import VaultSession
from memory_desktop.bridge.translation import tr
from memory_desktop.bridge.wording import user_word
from memory_desktop.core.wording import shortened
from memory_desktop.ui.widgets import EmptyState, switch_button

#: Pixels of width in which a page cannot show its two sides beside each other.
NARROW = 560
#: Letters of a user's name in a row.
_NAME = 24


def gives_way(made: QWidget) -> QWidget:
    """A part that can be as low as it must: a low page is not scrolled for the height that it would like to have."""
    made.setSizePolicy(made.sizePolicy().horizontalPolicy(), QSizePolicy.Policy.Ignored)
    return made


def are_several(user: str | None, users: Iterable[str]) -> bool:
    """Are things of several users shown, so that each is to say whose it is?

    Args:
        user: whose are shown; None: everybody's. users: whose the things are.
    """
    return user is None and len(set(users)) > 1


def only_user(user: str | None, users: Iterable[str]) -> str:
    """Whose something new is: of the user whose things are shown, or of the only user that there is, else nobody's.

    Args:
        user: whose are shown; None: everybody's. users: those there are; "" among them is no user.
    """
    named = sorted({one for one in users if one})
    return user if user is not None else named[0] if len(named) == 1 else ""


def whose(user: str, several: bool) -> str:
    """Whose something is, as a row says it; "" where it is clear without."""
    return shortened(user_word(user), _NAME) if several else ""


class LayerPage(QWidget):
    """A page. Its constructor takes only a parent; `load` reads on a thread of its own, `show_state` shows that.

    Signals:
        selected: id of a memory for the inspector, or None. failed: an exception. message: a `Message` for a banner.
        filter_requested: a filter to be shown in Memories. search_requested: a query for Search.
        page_requested: title of another page. conversation_requested: id of a message to be shown in its conversation.
    """

    title: ClassVar[str] = ""
    #: Does it show a moment of the past as it was? If not, it shows what is now, and says so.
    of_the_past: ClassVar[bool] = True

    selected = Signal(object)
    failed = Signal(object)
    message = Signal(object)
    filter_requested = Signal(str)
    search_requested = Signal(str)
    page_requested = Signal(str)
    conversation_requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session: VaultSession | None = None
        self.user: str | None = None
        self.empty: EmptyState | None = None  # what the page says where there is nothing
        self._inspected = ("", "")  # the thing that the inspector shows, and the memory that says it
        self.setAccessibleName(tr(self.title))

    def open_session(self, session: VaultSession) -> None:
        """Read from it when the page is looked at."""
        self.session = session

    def close_session(self) -> None:
        """Forget all of it."""
        if self.session is not None:
            self.session.runner.cancel_all(self)
        self.session = None
        self.clear()

    def show_user(self, user: str | None) -> None:
        """Show what is one user's, or everybody's."""
        self.user = user

    def show_past(self) -> None:
        """The present or another moment is looked at from now on; in the past nothing is made."""
        writable = self.session is not None and self.session.past is None
        if self.empty is not None:
            self.empty.action.setEnabled(writable)

    def inspect(self, id: str, memory: str | None) -> None:
        """Show a thing in the inspector: the memory that says it now; None for nothing."""
        self._inspected = (id, memory or "")
        self.selected.emit(memory)

    def follow(self, memories: Mapping[str, str]) -> None:
        """The inspector goes on to the memory that says the thing now: an edit, an undo or a redo makes another one.

        Args:
            memories: by id of a thing, the memory that says it.
        """
        id, before = self._inspected
        now = memories.get(id, "")
        if id and before and now and now != before:
            self.inspect(id, now)

    @Slot()
    def refresh(self) -> None:
        """Read again, and show it."""
        session, user = self.session, self.user
        if session is None:
            return

        def work(_token: Token) -> Any:
            return self.load(session, user)

        session.runner.query(self, work, self.show_state, failed=self.failed.emit, channel="page")

    @property
    def unsaved(self) -> bool:
        """Has somebody typed something here that was not saved?"""
        return False

    def load(self, session: VaultSession, user: str | None) -> Any:
        """What the page shows. Not in the GUI thread, so it touches no widget."""
        raise NotImplementedError

    def show_state(self, state: Any) -> None:
        """Show what `load` gave."""
        raise NotImplementedError

    def clear(self) -> None:
        """Show nothing."""


class FormPage(LayerPage):
    """A page with a form beside what it lists. In a narrow page the list has the room, and the form is there when it is
    asked for.

    Args:
        form: where a thing is shown and edited. tip: what the button that asks for it does.
    """

    def __init__(self, form: QWidget, tip: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._form = form
        self.beside = switch_button("inspector", tip, self._arrange)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """The form comes and goes with the room."""
        super().resizeEvent(event)
        self._arrange()

    @Slot()
    def _arrange(self) -> None:
        narrow = self.width() < NARROW
        self.beside.setVisible(narrow)
        self._form.setVisible(not narrow or self.beside.isChecked())
