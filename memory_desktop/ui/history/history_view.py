"""The History view: what was done, every event of the vault, undo, comparison and snapshots."""

from __future__ import annotations

from datetime import date

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from memory_desktop.bridge.session import VaultSession
from memory_desktop.bridge.translation import grouped, mark, tr
from memory_desktop.bridge.window_settings import SettingsGroup
from memory_desktop.core.past import Snapshot
from memory_desktop.engine.reader import Past
from memory_desktop.ui.flow_layout import BarLayout
from memory_desktop.ui.history.commands_tab import CommandsTab
from memory_desktop.ui.history.compare_tab import CompareTab
from memory_desktop.ui.history.events_tab import EventsTab
from memory_desktop.ui.history.moment_picker import MomentPicker
from memory_desktop.ui.history.snapshots_tab import SnapshotsTab
from memory_desktop.ui.pages import Tabs
from memory_desktop.ui.rollback_question import ask_rollback, ask_to_go_back
from memory_desktop.ui.view import LiveView
from memory_desktop.ui.widgets import SPACE, button
from memory_desktop.ui.wrapping import ElidedLabel


class HistoryView(LiveView):
    """See the module."""

    view_id = "history"
    title = mark("History")
    icon = "history"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.commands = CommandsTab()
        self.events, self.compare, self.snapshots = EventsTab(), CompareTab(), SnapshotsTab()
        self.tabs = Tabs()
        self.tabs.setDocumentMode(True)
        titles = tr("What was done"), tr("Events"), tr("Compare"), tr("Snapshots")
        for tab, title in zip((self.commands, self.events, self.compare, self.snapshots), titles, strict=True):
            self.tabs.addTab(tab, title)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._make_time_bar())
        column.addWidget(self.tabs, 1)
        self._connect()

    # --- View ---------------------------------------------------------------------------------

    def open_session(self, session: VaultSession) -> None:
        """Load all tabs."""
        super().open_session(session)
        self.picker.open_session(session)
        for tab in (self.commands, self.events, self.compare, self.snapshots):
            tab.open_session(session)

    def close_session(self) -> None:
        """Forget everything."""
        self.picker.close_session()
        for tab in (self.commands, self.events, self.compare, self.snapshots):
            tab.close_session()
        super().close_session()

    def show_past(self, past: Past | None) -> None:
        """Say what is shown."""
        self.back.setEnabled(past is not None)
        if past is not None:
            self.picker.set_value(past.seq)
            self.state.setText(tr("Memories and Search show this moment, read-only."))
        else:
            self.state.setText(tr("Memories and Search show the present."))

    def show_deeds(self, actor: str, day: date) -> None:
        """List what somebody did on a day."""
        self.tabs.setCurrentWidget(self.commands)
        self.commands.show_deeds(actor, day)

    def focus_search(self) -> None:
        """Put the cursor into the box that lists the events of one memory."""
        self.tabs.setCurrentWidget(self.events)
        self.events.item.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.events.item.selectAll()

    def save_state(self, settings: SettingsGroup) -> None:
        """Tab, columns, splitter."""
        settings.set("tab", self.tabs.currentIndex())
        self.commands.save_state(settings)
        self.events.save_state(settings)
        self.snapshots.save_state(settings)

    def restore_state(self, settings: SettingsGroup) -> None:
        """See `save_state`."""
        self.tabs.setCurrentIndex(int(str(settings.value("tab", 0) or 0)))
        self.commands.restore_state(settings)
        self.events.restore_state(settings)

    # --- parts --------------------------------------------------------------------------------

    def _make_time_bar(self) -> QWidget:
        bar = QFrame()
        bar.setObjectName("toolbar")
        self.picker = MomentPicker(tr("As of"))
        self.look = button(tr("View this moment"), self._look, role="primary", icon_name="history")
        self.look.setAccessibleName(tr("View the vault as of this moment"))
        self.back = button(tr("Back to now"), self._back_to_now)
        self.back.setEnabled(False)
        self.state = ElidedLabel("muted")
        self.state.setText(tr("Memories and Search show the present."))
        row = BarLayout(self.state, spacing=SPACE)
        for each in (self.state, self.back, self.look):
            row.addWidget(each)
        column = QVBoxLayout(bar)
        column.setContentsMargins(SPACE * 2, SPACE, SPACE * 2, SPACE)
        column.setSpacing(SPACE)
        column.addWidget(self.picker)
        column.addLayout(row)
        return bar

    def _connect(self) -> None:
        for tab in (self.commands, self.events, self.compare):
            tab.selected.connect(self.selected)
            tab.failed.connect(self.message)
        self.events.travel_requested.connect(self._travel)
        self.events.compare_requested.connect(self._compare_with_now)
        self.events.rewind_requested.connect(lambda seq: self._ask_rewind(seq, None))
        for listed in (self.commands, self.events):
            listed.undo_requested.connect(self._undo)
            listed.redo_requested.connect(self._redo)
        self.commands.travel_requested.connect(self._travel)
        self.compare.rewind_requested.connect(self._ask_rewind)
        self.snapshots.message.connect(self.message)
        self.snapshots.travel_requested.connect(self._travel)
        self.snapshots.rollback_requested.connect(self._ask_rollback)

    @Slot()
    def refresh(self) -> None:
        """See `LiveView.refresh`."""
        if self.session is None:
            return
        self.picker.set_range(self.session.engine.head)
        self.commands.refresh()
        self.events.refresh()
        self.compare.refresh()
        self.snapshots.refresh()

    # --- doing --------------------------------------------------------------------------------

    def _look(self) -> None:
        self._travel(self.picker.value())

    @Slot(int)
    def _travel(self, seq: int) -> None:
        if self.session is not None:
            self.session.travel(seq)

    def _back_to_now(self) -> None:
        if self.session is not None:
            self.session.travel(None)

    @Slot(int)
    def _compare_with_now(self, seq: int) -> None:
        if self.session is not None:
            self.tabs.setCurrentWidget(self.compare)
            self.compare.compare(seq, self.session.engine.head)

    @Slot(int)
    def _undo(self, command: int) -> None:
        if self.session is not None:
            self.session.commands.undo([command])

    @Slot(int)
    def _redo(self, command: int) -> None:
        if self.session is not None:
            self.session.commands.redo(command)

    @Slot(int, object)
    def _ask_rewind(self, seq: int, ids: list[str] | None) -> None:
        session = self.session
        if session is None:
            return
        if ids is not None:  # a few, and Undo takes it back: no question
            session.commands.rewind(seq, ids)
            return
        ask_to_go_back(
            self,
            tr(
                "Restore all memories to how they were at event {seq}? What was forgotten or edited since is "
                "restored, and what was added since is forgotten. The log keeps everything, and Undo reverses this.",
                seq=grouped(seq),
            ),
            lambda: session.commands.rewind(seq, None),
        )

    @Slot(object)
    def _ask_rollback(self, snapshot: Snapshot) -> None:
        session = self.session
        if session is None:
            return
        ask_rollback(self, snapshot, lambda: session.commands.rollback(snapshot.id))
