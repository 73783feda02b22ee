"""What is kept of each user: the summary of all their conversations, and what to remember, to be read and edited."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QSignalBlocker, Qt, Signal, Slot
from PySide6.QtWidgets import QComboBox, QTreeWidgetItem, QVBoxLayout, QWidget

from memory_desktop.bridge.runner import Token
from memory_desktop.bridge.session import VaultSession
from memory_desktop.bridge.talk_commands import edit_summary
from memory_desktop.bridge.translation import mark, plural, tr, translated
from memory_desktop.bridge.wording import user_word
from memory_desktop.core.conversation.summary import ConversationSummary, empty_summary
from memory_desktop.engine.conversation.reading import SummaryChange
from memory_desktop.ui.conversations.user_form import UserForm
from memory_desktop.ui.conversations.user_tab import change_told
from memory_desktop.ui.format import exact, local, one_line
from memory_desktop.ui.lists import bar, column, flat_list, or_empty, split
from memory_desktop.ui.tips import set_item_tip
from memory_desktop.ui.typed import drop_undo
from memory_desktop.ui.unsaved import ask_to_drop
from memory_desktop.ui.widgets import EmptyState, button
from memory_desktop.ui.wrapped_cells import WrappedCells
from memory_desktop.ui.wrapping import ElidedLabel

_CYCLE = int(Qt.ItemDataRole.UserRole) + 1
_SESSION = int(Qt.ItemDataRole.UserRole) + 2
_MOST = 500
_BY = translated({"person": mark("by you"), "model": mark("by a language model"), "undo": mark("by Undo")})


@dataclass(frozen=True, slots=True)
class _Look:
    users: Sequence[str]
    summary: ConversationSummary
    deltas: Sequence[SummaryChange]
    titles: Mapping[str, str]


class UsersTab(QWidget):
    """Signals: `turn_requested(conversation, turn)`; `chosen(user)`, by the person; `failed(exception)`."""

    turn_requested = Signal(str, str)
    chosen = Signal(str)
    failed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session: VaultSession | None = None
        self._users: Sequence[str] = ()
        self._wanted: str | None = None
        self._build()
        self._enable()

    @property
    def unsaved(self) -> bool:
        """Has somebody typed something that was not saved?"""
        return self.form.dirty()

    def want(self, user: str | None) -> None:
        """Who is shown first in the vault that is opened next; None: nobody in particular."""
        self._wanted = user

    def follow(self, user: str) -> None:
        """Show this user from the next `refresh` on, unless something is typed for the one that is shown."""
        if self.form.dirty() or user == self.user():
            return
        self._wanted = user
        row = self.who.findData(user)
        if row >= 0:
            self.who.setCurrentIndex(row)
            self.form.show_summary(empty_summary(user))

    def open_session(self, session: VaultSession) -> None:
        """Read from it."""
        self._session = session

    def close_session(self) -> None:
        """Forget it."""
        if self._session is not None:
            self._session.runner.cancel_all(self)
        self._session = None
        self._users = ()
        self.who.clear()
        self.changes.clear()
        self.form.show_summary(empty_summary(""))
        self._enable()

    def user(self) -> str:
        """Whose summary is shown."""
        return str(self.who.currentData() or "")

    @Slot()
    def refresh(self) -> None:
        """Read the user's summary again, as it is or as it was at the moment that is looked at."""
        session = self._session
        if session is None:
            return
        reading = session.past.reading if session.past is not None else session.engine.conversations.reading
        wanted = self._wanted if self._wanted is not None else self.user()

        def work(_token: Token) -> _Look:
            users = list(dict.fromkeys([*reading.users(), *reading.summarised_users()]))
            user = wanted if wanted in users else next(iter(users), "")
            deltas = reading.deltas(user, limit=_MOST)
            ids = list(dict.fromkeys(one.said.session for one in deltas if one.said.session))
            found = reading.sessions(user_id=user, ids=ids, limit=max(1, len(ids)))
            return _Look(users, reading.summary(user), deltas, {one.session_id: one.title for one in found})

        session.runner.query(self, work, self._show, failed=self.failed.emit, channel="user")

    # --- parts --------------------------------------------------------------------------------

    def _build(self) -> None:
        self.who = QComboBox()
        self.who.setAccessibleName(tr("User whose memory is shown"))
        self.who.setMinimumWidth(150)
        self.who.activated.connect(self._on_user)
        self.state = ElidedLabel("muted")
        self.state.setMinimumWidth(60)
        self.save = button(tr("Save"), self._save, role="primary")
        self.revert = button(tr("Revert"), self._revert)
        self.form = UserForm()
        self.form.changed.connect(self._enable)
        self.changes = flat_list(
            tr("Changes of the summary, by conversation"), ((tr("Change"), ""), (tr("When"), "2026-11-17 19:08"))
        )
        self.changes.setRootIsDecorated(True)
        self.changes.setUniformRowHeights(False)
        self.changes.setItemDelegate(WrappedCells(self.changes))
        self.changes.itemActivated.connect(self._on_activated)
        self.changes.setMinimumWidth(150)
        head = ElidedLabel("heading")
        head.setText(tr("Changes by conversation"))
        head.setMinimumWidth(60)
        none = EmptyState(
            "history", tr("No changes yet"), tr("What each conversation adds to the summary is listed here.")
        )
        self.change_pages = or_empty(self.changes, none)
        right = column(bar(head, filling=head), self.change_pages)
        self.across = split(Qt.Orientation.Horizontal, self.form, right, (460, 380))
        top = bar(self.who, self.state, self.revert, self.save, filling=self.state)
        empty = EmptyState(
            "conversations",
            tr("No users yet"),
            tr("When a turn is recorded, what is known of its user can be read and edited here."),
        )
        self.pages = or_empty(column(top, self.across), empty)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self.pages)

    # --- showing ------------------------------------------------------------------------------

    def _show(self, look: _Look) -> None:
        self.pages.setCurrentIndex(0 if look.users else 1)
        listed_anew = list(look.users) != list(self._users)
        with QSignalBlocker(self.who):
            if listed_anew:
                self._users = look.users
                self.who.clear()
                for name in look.users:
                    self.who.addItem(user_word(name), name)
            if listed_anew or self._wanted is not None:
                self.who.setCurrentIndex(max(0, self.who.findData(look.summary.user_id)))
        if look.users:
            self._wanted = None
        if look.summary.user_id != self.user():
            return  # another one was chosen meanwhile; theirs is on its way
        if self.form.shown.user_id == look.summary.user_id:
            self.form.renew(look.summary)
        else:
            self.form.show_summary(look.summary)
        self._show_changes(look)
        self._enable()

    def _show_changes(self, look: _Look) -> None:
        self.changes.clear()
        tops: dict[str, QTreeWidgetItem] = {}
        for one in look.deltas:
            at, said = one.at, one.said
            by_itself = tr("By hand")
            if said.by == "undo":
                by_itself = tr("Brought back by Redo") if one.redone else tr("Taken back by Undo")
            gone = tr("A conversation that is gone")
            title = look.titles.get(said.session, gone) if said.session else by_itself
            top = tops.get(said.session or title)
            if top is None:
                top = tops[said.session or title] = QTreeWidgetItem(self.changes, [one_line(title), local(at)])
                set_item_tip(top, title)
            told = change_told(one)
            by = f" ({_BY[said.by]})" if said.by in _BY and said.session else ""
            item = QTreeWidgetItem(top, [one_line(told, 300) + by, local(at)])
            item.setData(0, _CYCLE, said.cycle)
            item.setData(0, _SESSION, said.session)
            set_item_tip(item, tr("{told}\nEnter goes to the turn.", told=told) if said.cycle else told)
            set_item_tip(item, exact(at), 1)
        for top in tops.values():
            top.setText(0, f"{top.text(0)}  ·  {plural('{n} change', '{n} changes', top.childCount())}")
        self.changes.expandAll()
        self.change_pages.setCurrentIndex(0 if tops else 1)

    @Slot()
    def _enable(self) -> None:
        session = self._session
        now = session is not None and session.past is None
        dirty, one = self.form.dirty(), self.form.shown
        self.form.set_read_only(not now)
        self.save.setEnabled(now and dirty)
        self.revert.setEnabled(dirty)
        updates = plural("{n} update", "{n} updates", one.update_count)
        told = tr("Nothing is summarised yet")
        if one.last_updated and one.update_count:
            told = tr("Updated {last_updated}, {updates}", last_updated=local(one.last_updated), updates=updates)
        elif one.last_updated:  # by hand alone: no turn brought anything
            told = tr("Updated {last_updated}", last_updated=local(one.last_updated))
        self.state.setText(
            tr("As it was then") if session is not None and not now else tr("Not saved yet") if dirty else told
        )

    # --- doing --------------------------------------------------------------------------------

    @Slot()
    def _on_user(self) -> None:
        """Somebody has chosen a user; what was typed for the one before is not dropped unasked."""
        if self.form.dirty() and self.user() != self.form.shown.user_id:
            wanted = self.who.currentIndex()
            self.who.setCurrentIndex(max(0, self.who.findData(self.form.shown.user_id)))
            ask_to_drop(self, lambda: self._show_user(wanted))
        else:
            self._show_user(self.who.currentIndex())

    def _show_user(self, row: int) -> None:
        self._wanted = None
        self.who.setCurrentIndex(row)
        self.form.show_summary(empty_summary(self.user()))
        self.chosen.emit(self.user())
        self.refresh()

    def _save(self) -> None:
        if self._session is not None and self.form.dirty():
            edit_summary(self._session.commands, self.form.shown, self.form.wanted())
            self.changes.setFocus()  # else the focus goes on from the disabled button to a field
            drop_undo(self.form)

    def _revert(self) -> None:
        self.form.show_summary(self.form.shown)
        self.refresh()

    @Slot(QTreeWidgetItem)
    def _on_activated(self, item: QTreeWidgetItem) -> None:
        if cycle := str(item.data(0, _CYCLE) or ""):
            self.turn_requested.emit(str(item.data(0, _SESSION)), cycle)
