"""Snapshots: made, checked, looked at, gone back to, deleted."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import (
    QInputDialog,
    QMessageBox,
    QProgressBar,
    QVBoxLayout,
    QWidget,
)

from memory_desktop.bridge.engine_texts import said
from memory_desktop.bridge.runner import Report, Token
from memory_desktop.bridge.session import VaultSession
from memory_desktop.bridge.translation import grouped, mark, tr, translated
from memory_desktop.bridge.window_settings import SettingsGroup
from memory_desktop.bridge.wording import size
from memory_desktop.core.past import Snapshot, SnapshotCheck
from memory_desktop.ui.format import local
from memory_desktop.ui.lists import bar
from memory_desktop.ui.pages import Pages
from memory_desktop.ui.plain_table import PlainTable
from memory_desktop.ui.view import Message
from memory_desktop.ui.widgets import EmptyState, button, label

_HEADERS = translated(
    (mark("Name"), mark("Created"), mark("Event"), mark("Memories"), mark("Size"), mark("Reason"), mark("Model"))
)
# Where there is no room: model, size, memories, event, reason, created.
_FIRST_TO_GO = (6, 4, 3, 2, 5, 1)


class SnapshotsTab(QWidget):
    """Signals: `message(object)`; `travel_requested(int)`; `rollback_requested(Snapshot)`."""

    message = Signal(object)
    travel_requested = Signal(int)
    rollback_requested = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session: VaultSession | None = None
        self._snapshots: list[Snapshot] = []
        self._token: Token | None = None
        self.table = PlainTable(_HEADERS, tr("Snapshots, newest first"))
        self.table.give_room(0, _FIRST_TO_GO)
        self.table.itemSelectionChanged.connect(self._on_selection)
        self.new = button(tr("New snapshot…"), self._ask_name, role="primary", icon_name="add")
        self.look = button(tr("View this snapshot"), self._travel, icon_name="history")
        self.check = button(tr("Check"), self._check, icon_name="check")
        self.back = button(tr("Roll back…"), self._rollback, icon_name="restore")
        self.delete = button(tr("Delete…"), self._delete, icon_name="forget")
        self.progress = QProgressBar()
        self.progress.setAccessibleName(tr("Progress"))
        self.progress.setMaximumWidth(220)
        self.stop = button(tr("Stop"), self._stop, role="flat")
        self.doing = label("", "muted")
        parts = (self.new, self.look, self.check, self.back, self.delete, self.doing, self.progress, self.stop)
        for each in (self.doing, self.progress, self.stop):
            each.hide()
        self.pages = Pages()
        self.pages.addWidget(self.table)
        self.pages.addWidget(
            EmptyState(
                "snapshot",
                tr("No snapshots yet"),
                tr(
                    "A snapshot keeps the memories as they are now, so that you can view them and roll back later. "
                    "The vault also makes its own: every so many events, and before anything risky."
                ),
            )
        )
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(bar(*parts, filling=self.doing))
        column.addWidget(self.pages, 1)
        self._on_selection()

    def open_session(self, session: VaultSession) -> None:
        """List its snapshots."""
        self._session = session
        self.refresh()

    def close_session(self) -> None:
        """Forget it."""
        self._stop()
        self._session = None
        self._show([])

    def save_state(self, settings: SettingsGroup) -> None:
        """Columns."""
        settings.set("snapshot_columns", self.table.horizontalHeader().saveState())

    @Slot()
    def refresh(self) -> None:
        """Load the list again."""
        session = self._session
        if session is None:
            return
        snapshots = session.engine.snapshots
        session.runner.query(self, lambda _token: snapshots.list(), self._show, channel="list")

    def _show(self, snapshots: list[Snapshot]) -> None:
        self._snapshots = snapshots
        self.table.fill(
            [
                (
                    one.name,
                    local(one.created_at),
                    grouped(one.seq),
                    grouped(one.records),
                    size(one.size),
                    tr("by hand") if one.reason == "manual" else said(one.reason),
                    one.model_version.partition("@")[0],
                )
                for one in snapshots
            ]
        )
        self.pages.setCurrentIndex(0 if snapshots else 1)
        self._on_selection()

    def current(self) -> Snapshot | None:
        """The selected one."""
        row = self.table.currentRow()
        chosen = bool(self.table.selectionModel().selectedRows())
        return self._snapshots[row] if chosen and 0 <= row < len(self._snapshots) else None

    @Slot()
    def _on_selection(self) -> None:
        there = self.current() is not None and self._token is None
        for made in (self.look, self.check, self.back, self.delete):
            made.setEnabled(there)
        self.new.setEnabled(self._token is None)

    # --- doing --------------------------------------------------------------------------------

    def _ask_name(self) -> None:
        dialog = QInputDialog(self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setWindowTitle(tr("New snapshot"))
        dialog.setLabelText(tr("Its name:"))
        dialog.textValueSelected.connect(self.make)
        dialog.open()

    @Slot(str)
    def make(self, name: str) -> None:
        """Make one of the memories as they are."""
        session = self._session
        if session is None:
            return
        snapshots = session.engine.snapshots
        self._run(tr("Creating a snapshot"), lambda _token, _report: snapshots.create(name), self._made)

    def _made(self, made: Snapshot) -> None:
        self.message.emit(Message(tr("Created the snapshot “{name}”.", name=made.name), level="success"))
        self.refresh()

    def _check(self) -> None:
        session, one = self._session, self.current()
        if session is None or one is None:
            return
        snapshots = session.engine.snapshots

        def work(token: Token, report: Report) -> SnapshotCheck:
            return snapshots.validate(one.id, lambda _stage, done, total: report((done, total)), token)

        self._run(tr("Checking"), work, partial(self._checked, one))

    def _checked(self, one: Snapshot, check: SnapshotCheck) -> None:
        if check.ok:
            text = tr("“{name}” is sound: it matches the log.", name=one.name)
            self.message.emit(Message(text, level="success"))
        else:
            text = tr(
                "“{name}” cannot be trusted: {problems}.", name=one.name, problems="; ".join(map(said, check.problems))
            )
            self.message.emit(Message(text, tr("Delete it; the vault itself is not affected."), "error", timeout_ms=0))

    def _travel(self) -> None:
        one = self.current()
        if one is not None:
            self.travel_requested.emit(one.seq)

    def _rollback(self) -> None:
        one = self.current()
        if one is not None:
            self.rollback_requested.emit(one)

    def _delete(self) -> None:
        one = self.current()
        if one is None:
            return
        box = QMessageBox(self)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setWindowTitle(tr("Delete snapshot"))
        box.setText(tr("Delete the snapshot “{name}”? This cannot be undone. No memory is touched.", name=one.name))
        yes = box.addButton(tr("Delete"), QMessageBox.ButtonRole.DestructiveRole)
        box.addButton(QMessageBox.StandardButton.Cancel)
        box.buttonClicked.connect(lambda clicked: self._really_delete(one) if clicked is yes else None)
        box.open()

    def _really_delete(self, one: Snapshot) -> None:
        session = self._session
        if session is None:
            return
        snapshots = session.engine.snapshots
        self._run(tr("Deleting"), lambda _token, _report: snapshots.delete(one.id), lambda _none: self.refresh())

    def _run(self, what: str, work: Callable[[Token, Report], object], done: Callable[..., None]) -> None:
        session = self._session
        if session is None or self._token is not None:
            return

        def finished(result: object) -> None:
            self._idle()
            done(result)

        def failed(error: Exception) -> None:
            self._idle()
            self.message.emit(error)

        self.doing.setText(what)
        self.progress.setRange(0, 0)
        for made in (self.doing, self.progress, self.stop):
            made.show()
        self._token = session.runner.run(
            self, work, finished, failed=failed, cancelled=self._idle, progress=self._on_progress
        )
        self._on_selection()

    def _on_progress(self, value: object) -> None:
        if isinstance(value, tuple) and value[1]:
            self.progress.setRange(0, value[1])
            self.progress.setValue(value[0])

    def _stop(self) -> None:
        if self._token is not None:
            self._token.cancel()

    def _idle(self) -> None:
        self._token = None
        for made in (self.doing, self.progress, self.stop):
            made.hide()
        self._on_selection()
