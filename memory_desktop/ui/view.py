"""What every view of the window is: a widget that a session is opened into, which decides when it is stale."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QWidget

from memory_desktop.bridge.session import VaultSession
from memory_desktop.bridge.translation import tr
from memory_desktop.bridge.window_settings import SettingsGroup
from memory_desktop.core.answers import ChangeSet, Hit, RecallAnswer
from memory_desktop.core.memory.records import Memory
from memory_desktop.ui.shown_keys import shown_key
from memory_desktop.ui.staleness import Staleness
from memory_desktop.ui.typed import drop_undo

if TYPE_CHECKING:
    from memory_desktop.engine.reader import Past


@dataclass(frozen=True, slots=True)
class Inspectable:
    """What the inspector shows: a memory, and, when it came from a search, the hit and the answer it is part of."""

    memory: Memory | None = None
    hit: Hit | None = None
    answer: RecallAnswer | None = None


@dataclass(frozen=True, slots=True)
class Message:
    """What a banner says.

    Attributes:
        text: one sentence, plain text.
        hint: what to do about it; may be empty.
        level: "info", "success", "warning" or "error".
        action: label of the banner's button ("Undo"); empty for none.
        on_action: called on the GUI thread when the button is used.
        timeout_ms: 0 keeps the banner until it is closed.
        commands: what it speaks of: it goes when these are undone in another way. With an action and no `on_action`,
            the banner asks for these to be undone.
        link, on_link: a second button, which leaves the banner where it is.
        of_view: it is about what was done in the view in front, and goes when another one comes to the front.
    """

    text: str
    hint: str = ""
    level: str = "info"
    action: str = ""
    on_action: object = None
    timeout_ms: int = 8000
    commands: tuple[int, ...] = ()
    link: str = ""
    on_link: object = None
    of_view: bool = False


class View(QWidget):
    """Base of all views. The constructor takes only a parent; the session arrives by `open_session`.

    A view's own commands are its `actions()` (add them with `addAction`): the window lists them in the menu, the
    palette and the list of keys. Their text, shortcut and icon are all it needs to know.

    Attributes:
        inspects: what of this view is shown in the inspector: a memory's id, an `Inspectable`, or None for nothing.

    Class attributes:
        room: pixels of width that it wants for itself before the inspector opens beside it; 0 for the usual.
        foot: a bar at its bottom that no message covers; None if it has none.

    Signals:
        selected: str memory id or None, to be shown in the inspector.
        inspect: an `Inspectable`, from views that know more than the id (a search hit for the Why tab).
        answered_again: an `Inspectable` that a later answer to the same search found: where it is shown, its
            reasons follow.
        message: a `Message`, a `KnownError` or any exception, shown as a banner or dialog by the window.
        search_requested: str query to be shown in the Search view.
        filter_requested: str filter (typed operators) to be shown in the Memories view.
        save_search_requested: str query to be kept in the sidebar's saved searches.
        view_requested: str view id to switch to.
        import_requested: open the import dialog. sample_requested: open the sample vault.
        memories_requested: ids of memories to be shown in the Memories view, and what they are called there.
        selection_requested: ids of memories to be shown and selected in the Memories view.
        export_requested: `RecordFilter` of what to export, or None for everything.
        preferences_requested: a group of settings to be shown. rebuild_requested: build everything again from the log.
        lineage_requested: id of what is to be shown in the Lineage view.
        assembly_requested: id of an assembly that is to be shown in the Assemblies view.
        conversation_requested: id of a message that is to be shown in its conversation.
        edit_requested: `Memory` whose text and labels are to be edited.
        waiting_requested: where something that waits is dealt with: a view id, "imports" "duplicates" or
            "suggestions" (of assemblies).
        history_requested: who (an actor) did what on which day is to be shown in the History view.
        new_memory_requested: ask for the text of a new memory.
        part_made: a widget that came into the view later, see `make_more`.
        why_not_requested: id of a memory of which is to be told why the search in the Search view does not have it.
    """

    view_id: ClassVar[str] = ""
    title: ClassVar[str] = ""
    icon: ClassVar[str] = ""
    room: ClassVar[int] = 0
    foot: QWidget | None = None

    selected = Signal(object)
    inspect = Signal(object)
    answered_again = Signal(object)
    message = Signal(object)
    search_requested = Signal(str)
    filter_requested = Signal(str)
    memories_requested = Signal(object, str)
    selection_requested = Signal(object)
    save_search_requested = Signal(str)
    view_requested = Signal(str)
    import_requested = Signal()
    sample_requested = Signal()
    export_requested = Signal(object)
    preferences_requested = Signal(str)
    rebuild_requested = Signal()
    lineage_requested = Signal(str)
    assembly_requested = Signal(str)
    conversation_requested = Signal(str)
    edit_requested = Signal(object)
    why_not_requested = Signal(str)
    waiting_requested = Signal(str)
    history_requested = Signal(str, object)
    new_memory_requested = Signal()
    part_made = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session: VaultSession | None = None
        self.inspects: str | Inspectable | None = None
        self.setAccessibleName(tr(self.title))

    def make_more(self) -> bool:
        """Make one part that is still missing; whether there was one. A view of many parts makes each when it is first
        seen, or when the window has nothing else to do, so that none keeps the window waiting for all."""
        return False

    def open_session(self, session: VaultSession) -> None:
        """A vault was opened; load what is shown. Overriders call this first."""
        self.session = session

    def close_session(self) -> None:
        """The vault is about to close; forget everything of it. Overriders call this last."""
        if self.session is not None:
            self.session.runner.cancel_all(self)
        self.session = None

    def on_change(self, change: ChangeSet) -> None:
        """Something in the vault changed; refresh what is stale."""

    def show_past(self, past: Past | None) -> None:
        """The session looks at a moment of the past from now on (None: at the present). Read `session.reader` anew."""

    @property
    def unsaved(self) -> tuple[str, ...]:
        """Where in this view somebody typed something that was not saved, as a person calls these places."""
        return ()

    def forget_typed(self) -> None:
        """Drop what was typed in this vault, as it may quote what was purged; most views keep nothing of it."""

    def drop_texts(self) -> None:
        """Something was purged: forget all that was read or typed, and read the vault again."""
        session = self.session
        if session is not None:
            self.forget_typed()
            self.close_session()
            drop_undo(self)
            self.open_session(session)

    def save_state(self, settings: SettingsGroup) -> None:
        """Write columns, filters and splitters under the current group."""

    def restore_state(self, settings: SettingsGroup) -> None:
        """Read what `save_state` wrote."""

    def focus_search(self) -> None:
        """Put the cursor into the view's search or filter box (Find); a view that has none says so."""
        key = shown_key(self, "search-memories")
        hint = tr(" {key} searches the memories.", key=key) if key else ""
        self.message.emit(Message(tr("This view has nothing to search in.{hint}", hint=hint), timeout_ms=4000))

    def set_query(self, text: str) -> None:
        """Show the results of a query or filter text, if the view has one."""


class LiveView(View):
    """A view that looks again when something has changed: while it is seen, and at most once in `refresh_ms`.

    This is the one way for a view to know that it is stale: a change set comes, `concerns` says whether it matters
    here, and `reload` looks at the vault again, when the view is seen.
    """

    refresh_ms: ClassVar[int] = 400

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("pane")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._stale = Staleness(self, self._look_again, self.refresh_ms)

    def open_session(self, session: VaultSession) -> None:
        """Mark everything as stale; it is loaded when the view is visible."""
        super().open_session(session)
        self.note_all()

    def close_session(self) -> None:
        """Stop watching for changes."""
        self._stale.forget()
        super().close_session()

    def on_change(self, change: ChangeSet) -> None:
        """Reload soon if the view is visible, else when it is shown next."""
        if self.concerns(change):
            self._stale.note(change)

    def note_all(self) -> None:
        """Anything may have changed."""
        if self.session is not None:
            head = self.session.engine.head
            self._stale.note(ChangeSet(head, records=True, queue=True, indexes=True, settings=True, many=True))

    def concerns(self, change: ChangeSet) -> bool:  # noqa: ARG002 - for those that look closer
        """Whether a change may be seen in this view."""
        return True

    def reload(self, change: ChangeSet) -> None:  # noqa: ARG002 - for those that look closer
        """Look at the vault again: at what these changes, merged into one, may have touched."""
        self.refresh()

    @Slot()
    def refresh(self) -> None:
        """Look at the vault again, if one is open."""

    def _look_again(self, change: ChangeSet) -> None:
        if self.session is not None:
            self.reload(change)
