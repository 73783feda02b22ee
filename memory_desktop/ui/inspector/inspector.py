"""The right pane: one memory in tabs; read off the GUI thread, and what is shown stays until the new is there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from memory_desktop.bridge import meta_commands
from memory_desktop.bridge.runner import Token
from memory_desktop.bridge.session import VaultSession
from memory_desktop.bridge.translation import tr
from memory_desktop.bridge.wording import layer_word
from memory_desktop.core.answers import ChangeSet, Facets, Freshness, HistoryEntry, RecallAnswer
from memory_desktop.core.errors import NotFoundError
from memory_desktop.core.memory.records import Memory, Status
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.engine.reader import Past
from memory_desktop.models.words import no_conversation, status_word
from memory_desktop.ui.inspector.content_tab import ContentTab
from memory_desktop.ui.inspector.history_tab import HistoryTab
from memory_desktop.ui.inspector.related_tab import RelatedTab
from memory_desktop.ui.inspector.why_tab import WhyTab
from memory_desktop.ui.memories.in_place import ask_kind
from memory_desktop.ui.pages import Pages
from memory_desktop.ui.snug_tabs import SnugTabs
from memory_desktop.ui.staleness import Staleness
from memory_desktop.ui.tips import set_tip
from memory_desktop.ui.view import Inspectable
from memory_desktop.ui.widgets import EmptyState, tool_button
from memory_desktop.ui.wrapping import ElidedLabel

_REFRESH_MS = 400


@dataclass(frozen=True, slots=True)
class _Loaded:
    memory: Memory
    freshness: Freshness | None = None
    history: list[HistoryEntry] = field(default_factory=list)
    assemblies: list[str] = field(default_factory=list)
    into: str = ""
    made_from: tuple[str, ...] = ()
    protected: bool = False


class Inspector(QWidget):
    """Signals: `jump_requested(id)` to another memory; `edit_requested(Memory)`; `conversation_requested(id)`, of a
    message that is to be shown in its conversation; `why_not_requested(id)`: why is it not among the hits of a search;
    `failed(exception)`.

    Attributes:
        loads: how often it has read a memory, for tests.
    """

    jump_requested = Signal(object)
    edit_requested = Signal(object)
    conversation_requested = Signal(str)
    why_not_requested = Signal(str)
    failed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("inspector")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName(tr("Inspector"))
        self.session: VaultSession | None = None
        self.shown = Inspectable()
        self.loads = 0
        self._id = ""
        self._past: Past | None = None
        self._head = -1
        self._settled = False
        self._freshness: Freshness | None = None
        self._stale = Staleness(self, self._load_again, _REFRESH_MS)
        self.content = ContentTab()
        self.why = WhyTab()
        self.history = HistoryTab()
        self.related = RelatedTab()
        self.tabs = SnugTabs(tr("Inspector tabs"))
        for tab, title in (
            (self.content, tr("Content")),
            (self.why, tr("Why")),
            (self.history, tr("History")),
            (self.related, tr("Related")),
        ):
            self.tabs.addTab(tab, title)
        self.heading = ElidedLabel("muted")
        self.edit = tool_button("edit", tr("Edit this memory"), self._edit)
        self.restore = tool_button("restore", tr("Restore this memory"), self._restore)
        self.protect = tool_button("protect", tr("Protect this memory"), self._on_protect)
        self.protect.setCheckable(True)
        self.forget = tool_button("forget", tr("Forget this memory"), self._forget)
        top = QHBoxLayout()
        top.setContentsMargins(16, 8, 8, 0)
        top.addWidget(self.heading, 1)
        self.conversation = tool_button("conversations", tr("Show in conversation"), self._show_conversation)
        for each in (self.conversation, self.edit, self.protect, self.restore, self.forget):
            top.addWidget(each)
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addLayout(top)
        column.addWidget(self.tabs, 1)
        self.pages = Pages()
        self.pages.addWidget(EmptyState("memories", tr("Nothing selected"), tr("Select a memory to see its details.")))
        self.pages.addWidget(page)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self.pages)
        self.content.jump_requested.connect(self.jump_requested)
        self.content.tags.changed.connect(self._change_tags)
        self.content.tags.tags_wanted.connect(self._offer_tags)
        self.content.kind_requested.connect(self._choose_kind)
        self.related.jump_requested.connect(self.jump_requested)
        self.why.appraised.connect(self._on_appraised)
        self.why.missed.connect(self._on_missed)
        self.tabs.currentChanged.connect(self._load_related)

    def open_session(self, session: VaultSession) -> None:
        """Read from this vault."""
        self.session = session
        self._head = session.engine.head
        self.clear()

    def close_session(self) -> None:
        """Forget it, and save the tags that are being edited."""
        self.content.tags.save()
        if self.session is not None:
            self.session.runner.cancel_all(self)
        self.session = None
        self.clear()

    def show_past(self, past: Past | None) -> None:
        """Read from there: the shown memory as it was then, if it was."""
        self._past = past
        id = self._id
        self.clear()
        self.show_id(id)

    def clear(self) -> None:
        """Show nothing."""
        self._stale.forget()
        self._id = ""
        self.shown = Inspectable()
        self.pages.setCurrentIndex(0)

    def drop_texts(self) -> None:
        """Something was purged: nothing of what was shown stays, in no tab."""
        if self.session is not None:
            self.session.runner.cancel_all(self)
        self.clear()
        self.content.clear()
        self.why.show_item(Inspectable(), None)
        self.history.show_entries([])
        self.related.clear()
        self.heading.setText("")

    @property
    def memory_id(self) -> str:
        """The id of the memory that is shown or on its way; "" for none."""
        return self._id

    def show_id(self, id: str | None) -> None:
        """Show a memory by id; what came from a search stays only while it is the same one."""
        if not id:
            self.clear()
        elif id != self._id:
            self.shown = Inspectable()
            self._load(id)

    def show_item(self, item: Inspectable) -> None:
        """Show what a search found."""
        memory = item.memory or (item.hit.memory if item.hit else None)
        if memory is None:
            self.clear()
            return
        self.shown = item
        self._show(_Loaded(memory))
        self._load(memory.id)

    def follow(self, item: Inspectable) -> None:
        """Show the reasons of what is shown as a later answer to the same search gives them; nothing for another."""
        before = self.shown
        known, now = before.answer, item.answer
        if known is None or now is None or before.memory is None or item.memory is None:
            return
        same = before.memory.id == item.memory.id and (known.query, known.mode) == (now.query, now.mode)
        if same and self._id == item.memory.id and self._freshness is not None:
            self.shown = item
            self.why.show_item(item, self._freshness)

    def on_change(self, change: ChangeSet) -> None:
        """Read again, soon and while it is seen, when the shown memory may have changed.

        While vectors are only being stored, it has changed no more once its own is there.
        """
        memory = self.shown.memory
        written, self._head = change.records or change.head != self._head, change.head
        if not self._id or self._past is not None:
            return
        if memory is None or memory.id != self._id:
            concerned = True  # it is being read, maybe as it was before the change
        else:
            named = change.many or not change.keys or memory.key in change.keys
            concerned = named and (written or not self._settled)
        if concerned:
            self._stale.note(change)

    def _load_again(self, _change: ChangeSet) -> None:
        if self._id:
            self._load(self._id)

    def _load(self, id: str) -> None:
        if self.session is None:
            return
        self._id = id
        self.loads += 1
        engine, merging, now = self.session.reader, self.session.engine.memory_merging, self._past is None

        def work(_token: Token) -> _Loaded:
            memory = engine.get(id)
            names = [one.name for one in engine.memberships(id)]
            into = merging.goes_into(id) if now else ""
            made_from = engine.made_from(id) if memory.synthetic else ()
            protected = memory.key in engine.protected_keys()
            fresh = engine.freshness([id]).get(id)
            return _Loaded(memory, fresh, engine.history(id), names, into, made_from, protected)

        def done(loaded: _Loaded) -> None:
            if self._id == id:  # else something else, or nothing, has been selected meanwhile
                self._show(loaded)

        self.session.runner.query(self, work, done, failed=self._on_failed, channel="inspect")

    def _show(self, loaded: _Loaded) -> None:
        memory = loaded.memory
        same = self._id == memory.id and self.pages.currentIndex() == 1
        self._id = memory.id
        self._freshness = loaded.freshness
        self._settled = loaded.freshness is not None and loaded.freshness.vector_state == "indexed"
        self.shown = Inspectable(memory, self.shown.hit, self.shown.answer)
        active = memory.status is Status.ACTIVE
        words = "" if active else f" · {status_word(memory.status.value)}"
        words += tr(" · protected") if loaded.protected else ""
        self.heading.setText(f"{layer_word(memory.layer.value)} · {memory.kind}{words}")
        self.protect.setChecked(loaded.protected)
        set_tip(self.protect, tr("Stop protecting this memory") if loaded.protected else tr("Protect this memory"))
        now = self._past is None
        self.conversation.setVisible(not no_conversation(memory))
        self.edit.setVisible(active and now)
        self.protect.setVisible(active and now)
        self.forget.setVisible(active and now)
        self.restore.setVisible(not active or not now)
        set_tip(self.restore, tr("Restore this memory") if now else tr("Restore it as it was then"))
        matches = self.shown.hit.matches if self.shown.hit else ()
        self.content.show_memory(
            memory,
            matches,
            loaded.assemblies,
            loaded.into,
            loaded.freshness,
            loaded.made_from,
            read_only=not now,
        )
        self.why.show_item(self.shown, loaded.freshness)
        if loaded.history or not same:
            self.history.show_entries(loaded.history)
        self.pages.setCurrentIndex(1)
        self._load_related()

    @Slot(bool)
    def _on_appraised(self, useful: bool) -> None:
        shown, session = self.shown, self.session
        if session is not None and shown.memory is not None and self._past is None:
            query = shown.answer.query if shown.answer is not None else ""
            session.commands.appraise(shown.memory.id, useful, query)

    @Slot()
    def _load_related(self) -> None:
        """Load the nearest memories, only while their tab is visible."""
        if self.session is None or not self._id or self.tabs.currentWidget() is not self.related:
            return
        engine, id = self.session.reader, self._id

        def work(_token: Token) -> RecallAnswer:
            return engine.related(id)

        self.session.runner.query(self, work, self.related.show_answer, failed=self._on_failed, channel="related")

    def _on_failed(self, error: Exception) -> None:
        if isinstance(error, NotFoundError):
            self.clear()
        else:
            self.failed.emit(error)

    def _show_conversation(self) -> None:
        if self.shown.memory is not None:
            self.conversation_requested.emit(self.shown.memory.id)

    @Slot()
    def _on_missed(self) -> None:
        if self.shown.memory is not None:
            self.why_not_requested.emit(self.shown.memory.id)

    @Slot(object, object, object)
    def _change_tags(self, keys: Sequence[int], added: Sequence[str], removed: Sequence[str]) -> None:
        if self.session is not None and self._past is None:
            self.session.commands.relabel(keys, add_tags=added, remove_tags=removed)

    @Slot()
    def _offer_tags(self) -> None:
        if self.session is not None:
            session, tags = self.session, self.content.tags
            session.counts.facets(session.reader, RecordFilter(), self, lambda found: tags.offer(found.tags), once=True)

    @Slot()
    def _choose_kind(self) -> None:
        """Offer the kinds of the vault, below the one that is shown."""
        memory = self.shown.memory
        if self.session is None or memory is None or self._past is not None:
            return
        commands, shown = self.session.commands, self.content.kind

        def ask(facets: Facets) -> None:
            where = shown.mapToGlobal(shown.rect().bottomLeft())
            ask_kind(self, where, facets.kinds, memory.kind, lambda kind: commands.relabel([memory.key], kind=kind))

        self.session.counts.facets(self.session.reader, RecordFilter(), self, ask, once=True)

    def _edit(self) -> None:
        if self.shown.memory is not None:
            self.edit_requested.emit(self.shown.memory)

    def _on_protect(self) -> None:
        """A click checks the button at once; what is so is shown when it was read again."""
        if self.session is not None and self.shown.memory is not None:
            meta_commands.protect(self.session.commands, [self.shown.memory.key], on=self.protect.isChecked())

    def _forget(self) -> None:
        if self.session is not None and self.shown.memory is not None:
            self.session.commands.forget([self.shown.memory.key])

    def _restore(self) -> None:
        if self.session is None or self.shown.memory is None:
            return
        if self._past is not None:
            self.session.commands.rewind(self._past.seq, [self.shown.memory.id])
        else:
            self.session.commands.restore([self.shown.memory.key])
