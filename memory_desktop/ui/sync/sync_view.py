"""How the vectors catch up: how many wait, how fast it goes, what failed and when it is tried again."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime

from PySide6.QtCore import QModelIndex, QPoint, Qt, QTimer, Slot
from PySide6.QtGui import QAction, QGuiApplication, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QMenu,
    QProgressBar,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from memory_desktop.bridge.engine_texts import said
from memory_desktop.bridge.runner import Report, Token
from memory_desktop.bridge.session import VaultSession
from memory_desktop.bridge.translation import figure, grouped, mark, plural, tr, translated
from memory_desktop.bridge.window_settings import SettingsGroup
from memory_desktop.bridge.wording import size
from memory_desktop.core.answers import ChangeSet, QueueItem, Segment, SyncStatus, VaultStatus
from memory_desktop.engine.assembly.assemblies import AssemblyState
from memory_desktop.engine.embedding.drift import MonthDrift
from memory_desktop.engine.engine import Engine
from memory_desktop.engine.merging.merge_list import MergeLine
from memory_desktop.models.sync_queue import SyncQueueModel
from memory_desktop.ui.assemblies.merges_tab import LISTED, MergesTab
from memory_desktop.ui.columns import columns_state, restore_columns
from memory_desktop.ui.format import ago, duration, exact
from memory_desktop.ui.icons import icon
from memory_desktop.ui.lists import or_empty, row_table
from memory_desktop.ui.plain_table import PlainTable
from memory_desktop.ui.snug_tabs import SnugTabs
from memory_desktop.ui.sync.drift_tab import DriftTab
from memory_desktop.ui.sync.freshness_tab import FRESHNESS, FreshnessTab
from memory_desktop.ui.sync.throughput_plot import ThroughputPlot
from memory_desktop.ui.view import LiveView, Message
from memory_desktop.ui.widgets import SPACE, EmptyState, button, label

#: At most four looks a second, whatever the load.
_LEAST_MS = 250
_IDLE_MS = 2000
_SHOWN = 500
_FRESHNESS_COLUMN = 6
# Of the index files, where there is no room: size, items, kind, written.
_SEGMENTS_TO_GO = (3, 2, 1, 4)
_SAMPLES = translated(("memory", "", "pending", mark("12 attempts"), mark("in 12 minutes"), mark("The index failed")))
#: Less than this, and the plot gives its room to the table; its numbers are in a tab.
_ROOM_FOR_PLOT = 480


@dataclass(frozen=True, slots=True)
class _Look:
    status: VaultStatus
    queue: list[QueueItem]
    history: list[tuple[datetime, int]]
    assemblies: list[AssemblyState] | None = None
    months: list[MonthDrift] | None = None
    merges: list[MergeLine] | None = None


class SyncView(LiveView):
    """See the module. While it is visible it looks every now and then even if nothing changes: times pass."""

    view_id = "sync"
    title = mark("Sync & Drift")
    icon = "sync"
    refresh_ms = 0

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.looks = 0
        self._busy = False
        self._again = False
        self._paused = False
        self._total = 0
        self._drift_of: tuple[int, int] = (-1, -1)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._look)
        self._build()

    # --- what every view does -----------------------------------------------------------------

    def open_session(self, session: VaultSession) -> None:
        """Start to refresh once the view is visible."""
        super().open_session(session)
        session.sync_changed.connect(self._on_sync_changed)
        self._busy = self._again = False
        self._drift_of = (-1, -1)

    def close_session(self) -> None:
        """Stop refreshing."""
        self._timer.stop()
        if self.session is not None:
            self.session.sync_changed.disconnect(self._on_sync_changed)
        self.model.show([], datetime.now(UTC))
        self.assemblies.show_states(())
        self.merges.show_merges(())
        self.fault_action.setChecked(False)
        super().close_session()

    def concerns(self, change: ChangeSet) -> bool:
        """The queue or an index moved."""
        return change.queue or change.indexes

    @Slot()
    def refresh(self) -> None:
        """See `LiveView.refresh`."""
        self._soon()

    def save_state(self, settings: SettingsGroup) -> None:
        """Column widths and which items are shown."""
        settings.set("columns", columns_state(self.table))
        settings.set("state", self.which.currentIndex())

    def restore_state(self, settings: SettingsGroup) -> None:
        """The same."""
        restore_columns(self.table, settings.value("columns"))
        self.which.setCurrentIndex(int(str(settings.value("state", 0) or 0)))

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 - Qt's name
        """Refresh when the view becomes visible again."""
        super().showEvent(event)
        self._soon()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """The plot is shown where it has room."""
        super().resizeEvent(event)
        self._show_plot()

    # --- parts --------------------------------------------------------------------------------

    def _build(self) -> None:
        self.headline = label("", "title", wrap=True)
        self.detail = label("", "muted", wrap=True)
        self.error = label("", "error", wrap=True)
        self.progress = QProgressBar()
        self.progress.setAccessibleName(tr("Vectors stored"))
        self.pause = button(tr("Pause"), self._toggle_pause, icon_name="pause")
        self.retry = button(tr("Retry failed now"), self._retry_all, icon_name="retry")
        words = QVBoxLayout()
        words.setSpacing(4)
        for each in (self.headline, self.detail, self.error):
            words.addWidget(each)
        top = QHBoxLayout()
        top.setSpacing(SPACE)
        top.addLayout(words, 1)
        for made in (self.retry, self.pause):
            top.addWidget(made, 0, Qt.AlignmentFlag.AlignTop)
        self.plot = ThroughputPlot()
        self.plot_area = QWidget()
        plotted = QVBoxLayout(self.plot_area)
        plotted.setContentsMargins(0, SPACE, 0, 0)
        plotted.setSpacing(0)
        plotted.addWidget(label(tr("Vectors stored per second"), "section"))
        plotted.addWidget(self.plot)
        upper = QVBoxLayout()
        upper.setContentsMargins(SPACE * 2, SPACE * 2, SPACE * 2, SPACE)
        upper.setSpacing(SPACE)
        upper.addLayout(top)
        upper.addWidget(self.progress)
        upper.addWidget(self.plot_area)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addLayout(upper)
        outer.addWidget(self._make_tabs(), 1)
        self.error.hide()
        self.retry.hide()
        self._make_actions()

    def _show_plot(self) -> None:
        self.plot_area.setVisible(self._total > 0 and self.height() >= _ROOM_FOR_PLOT)

    def _make_actions(self) -> None:
        self.pause_action = QAction(icon("pause"), tr("Pause sync"), self)
        self.pause_action.triggered.connect(self._toggle_pause)
        self.retry_action = QAction(icon("retry"), tr("Retry failed vectors now"), self)
        self.retry_action.triggered.connect(self._retry_all)
        self.retry_action.setEnabled(False)
        self.fault_action = QAction(icon("warning"), tr("Simulate a failing index (for developers)"), self)
        self.fault_action.setCheckable(True)
        self.fault_action.toggled.connect(self._simulate)
        self.addActions([self.pause_action, self.retry_action, self.fault_action])

    def _make_tabs(self) -> SnugTabs:
        self.which = QComboBox()
        self.which.addItems([tr("All waiting"), tr("Failed only")])
        self.which.setAccessibleName(tr("Which items are listed"))
        self.which.currentIndexChanged.connect(self._soon)
        self.listed = label("", "muted")
        bar = QHBoxLayout()
        bar.setContentsMargins(SPACE * 2, 0, SPACE * 2, 0)
        bar.addWidget(self.which)
        bar.addWidget(self.listed)
        bar.addStretch(1)
        queue = QWidget()
        column = QVBoxLayout(queue)
        column.setContentsMargins(0, SPACE, 0, 0)
        column.addLayout(bar)
        empty = EmptyState("success", tr("Queue is empty"), tr("New memories appear here until they are embedded."))
        self.queue_pages = or_empty(self._make_table(), empty)
        column.addWidget(self.queue_pages, 1)
        titles = (tr("File group"), tr("Kind"), tr("Items"), tr("Size"), tr("Written"), tr("Verified"), tr("Freshness"))
        self.segments = PlainTable(titles, tr("Files of the indexes, and when their checksums were last compared"))
        self.segments.give_room(0, _SEGMENTS_TO_GO, least=120)
        self.numbers = PlainTable((tr("Second"), tr("Vectors stored")), tr("Vectors stored in each second"))
        self.tabs = SnugTabs()
        self.assemblies = FreshnessTab()
        self.assemblies.opened.connect(self.assembly_requested)
        self.tabs.addTab(queue, tr("Queue"))
        self.tabs.addTab(self.assemblies, tr("Assemblies"))
        self.tabs.currentChanged.connect(self._soon)
        self.merges = MergesTab()
        self.merges.selected.connect(self.selected)
        self.merges.lineage_requested.connect(self.lineage_requested)
        self.tabs.addTab(self.merges, tr("Merges"))
        self.drift = DriftTab()
        self.tabs.addTab(self.drift, tr("Embedding drift"))
        self.tabs.addTab(self.segments, tr("Index files"))
        self.tabs.addTab(self.numbers, tr("Chart data"))
        return self.tabs

    def _make_table(self) -> QTableView:
        self.model = SyncQueueModel(self)
        self.table = row_table(tr("Items waiting for vectors"), self.model, _SAMPLES, several=True)
        self.table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.table.customContextMenuRequested.connect(self._menu)
        self.table.activated.connect(lambda index: self._show_memory(index.row()))
        self.table.selectionModel().currentRowChanged.connect(self._on_row)
        return self.table

    # --- looking ------------------------------------------------------------------------------

    @Slot(object)
    def _on_sync_changed(self, _status: SyncStatus) -> None:
        self._soon()

    @Slot()
    def _soon(self) -> None:
        if self.session is None or not self.isVisible():
            return
        if self._busy:
            self._again = True
        elif not self._timer.isActive() or self._timer.remainingTime() > _LEAST_MS:
            self._timer.start(_LEAST_MS)

    @Slot()
    def _look(self) -> None:
        session = self.session
        if session is None or self._busy:
            return
        self._busy = True
        engine, failed_only = session.engine, self.which.currentIndex() == 1
        grouped = self.tabs.currentWidget() is self.assemblies
        merging = self.tabs.currentWidget() is self.merges
        drifting, drift_of = self.tabs.currentWidget() is self.drift, self._drift_of

        def work(_token: Token) -> _Look:
            seen = _look_at(engine, failed_only)
            if drifting and (seen.status.head, seen.status.sync.indexed) != drift_of:
                return replace(seen, months=engine.embedding_drift())
            if merging:
                return replace(seen, merges=engine.merge_lines(LISTED))
            return replace(seen, assemblies=engine.assemblies.states()) if grouped else seen

        session.runner.query(self, work, self._show, failed=self._on_failed, channel="look")

    def _on_failed(self, error: Exception) -> None:
        self._busy = False
        self.message.emit(error)

    def _show(self, look: _Look) -> None:
        self._busy = False
        self.looks += 1
        now = datetime.now(UTC)
        self._show_status(look.status)
        self.model.show(look.queue, now, outside=look.status.sync.outside)
        self.queue_pages.setCurrentIndex(0 if look.queue else 1)
        waiting = look.status.sync.pending + look.status.sync.failed
        self.listed.setText(
            tr("The first {queue} of {waiting}", queue=grouped(len(look.queue)), waiting=grouped(waiting))
            if waiting > len(look.queue)
            else ""
        )
        self.plot.show_history(look.history, now)
        if look.months is not None:
            self._drift_of = look.status.head, look.status.sync.indexed
            self.drift.show_months(look.months)
        if look.assemblies is not None:
            self.assemblies.show_states(look.assemblies)
        if look.merges is not None:
            self.merges.show_merges(look.merges)
        if self.tabs.currentWidget() is self.segments:
            self._show_segments((look.status.keyword_segment, *look.status.vector_segments))
        elif self.tabs.currentWidget() is self.numbers:
            self.numbers.fill([(exact(at), grouped(items)) for at, items in reversed(look.history)])
        sync = look.status.sync
        moving = self._again or (sync.pending and not sync.paused and not sync.outside) or sync.failed
        self._again = False
        if self.isVisible():
            self._timer.start(_LEAST_MS if moving else _IDLE_MS)

    def _show_status(self, status: VaultStatus) -> None:
        sync = status.sync
        waiting = sync.pending + sync.failed
        total = waiting + sync.indexed
        self.headline.setText(_headline(sync, total))
        self.detail.setText("  ·  ".join(part for part in _details(status) if part))
        retry = (
            tr(" Next attempt {what}.", what=_in(sync.next_retry_at)) if sync.next_retry_at and not sync.paused else ""
        )
        self.error.setText(
            tr("{failed} failed: {error}{retry}", failed=grouped(sync.failed), error=said(sync.last_error), retry=retry)
            if sync.failed
            else ""
        )
        self.error.setVisible(bool(sync.failed))
        self.progress.setRange(0, max(total, 1))
        self.progress.setValue(sync.indexed)
        self._total = total
        self.progress.setVisible(total > 0)
        self._show_plot()
        self._paused = sync.paused
        for made in (self.pause, self.pause_action):
            made.setIcon(icon("play" if sync.paused else "pause"))
        self.pause.setText(tr("Resume") if sync.paused else tr("Pause"))
        self.pause_action.setText(tr("Resume sync") if sync.paused else tr("Pause sync"))
        self.pause.setAccessibleName(self.pause_action.text())
        self.retry.setVisible(bool(sync.failed))
        self.retry_action.setEnabled(bool(sync.failed))

    def _show_segments(self, segments: tuple[Segment, ...]) -> None:
        self.segments.fill([_segment(one) for one in segments])
        for row, one in enumerate(segments):
            picture, token = FRESHNESS[one.freshness]
            self.segments.mark(row, _FRESHNESS_COLUMN, icon(picture, token), token)

    # --- doing --------------------------------------------------------------------------------

    def _toggle_pause(self) -> None:
        session = self.session
        if session is not None:
            session.pause_sync(not self._paused)
            self._soon()

    @Slot(bool)
    def _simulate(self, on: bool) -> None:
        if self.session is not None:
            self.session.engine.simulate_failure(on)
            text = tr("Every vector write fails from now on.") if on else tr("Vectors are stored again.")
            self.message.emit(Message(text, level="warning" if on else "info"))

    def _retry_all(self) -> None:
        self._retry(None)

    def _drop(self, keys: list[int]) -> None:
        session = self.session
        if session is None:
            return
        engine = session.engine
        session.runner.write(self, lambda _token, _report: engine.drop_from_queue(keys), lambda _number: self._soon())

    def _retry(self, keys: list[int] | None) -> None:
        session = self.session
        if session is None:
            return
        engine = session.engine

        def work(_token: Token, _report: Report) -> int:
            return engine.retry_now(keys)

        def done(_number: int) -> None:
            session.sync_worker.wake()
            self._soon()

        session.runner.write(self, work, done)

    def _show_memory(self, row: int) -> None:
        item = self.model.item(row)
        if item is not None and item.id:
            self.selected.emit(item.id)

    @Slot(QModelIndex, QModelIndex)
    def _on_row(self, current: QModelIndex, _before: QModelIndex) -> None:
        item = self.model.item(current.row())
        self.selected.emit(item.id if item is not None and item.id else None)

    @Slot(QPoint)
    def _menu(self, where: QPoint) -> None:
        rows = sorted({index.row() for index in self.table.selectionModel().selectedRows()})
        items = [item for row in rows if (item := self.model.item(row)) is not None]
        if not items:
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(icon("memories"), tr("Show in the inspector"), lambda: self._show_memory(rows[0]))
        menu.addAction(icon("retry"), tr("Retry now"), lambda: self._retry([item.key for item in items]))
        menu.addAction(icon("forget"), tr("Remove from the queue"), lambda: self._drop([item.key for item in items]))
        errors = "\n".join(said(item.last_error) for item in items if item.last_error)
        copy = menu.addAction(icon("copy"), tr("Copy error"), lambda: QGuiApplication.clipboard().setText(errors))
        copy.setEnabled(bool(errors))
        menu.popup(self.table.viewport().mapToGlobal(where))


def _look_at(engine: Engine, failed_only: bool) -> _Look:
    queue = engine.sync_queue(limit=_SHOWN, state="failed" if failed_only else None)
    return _Look(engine.status(), queue, engine.sync_history())


def _segment(one: Segment) -> tuple[str, ...]:
    written = ago(one.written_at) if one.written_at else ""
    verified = ago(one.verified_at) if one.verified_at else tr("never")
    return one.name, one.kind, grouped(one.items), size(one.bytes), written, verified, one.freshness


def _headline(sync: SyncStatus, total: int) -> str:
    waiting = sync.pending + sync.failed
    if total == 0:
        return tr("Nothing to embed yet")
    if waiting == 0:
        return (
            tr("All {total} vectors are stored", total=grouped(total)) if total > 1 else tr("The only vector is stored")
        )
    sentence = tr(
        "{waiting} of {vector} waiting", waiting=grouped(waiting), vector=plural("{n} vector", "{n} vectors", total)
    )
    if sync.outside and not sync.failed:
        sentence = tr("{sentence} for an import", sentence=sentence)
    return tr("Paused: {sentence}", sentence=sentence) if sync.paused else sentence


def _details(status: VaultStatus) -> list[str]:
    """Pace, time left, and how far each index is."""
    sync = status.sync
    moving = (sync.pending or sync.failed) and not sync.paused
    rate = tr("{rate} per second", rate=figure(sync.rate, ",.0f")) if sync.rate and moving else ""
    left = tr("{time} left", time=duration(sync.seconds_left)) if sync.seconds_left is not None and moving else ""
    behind = status.head - status.keyword_position
    reached = (
        plural("{n} event behind", "{n} events behind", behind)
        if behind > 0
        else tr("event {seq}", seq=grouped(status.head))
    )
    outside = tr(" (from outside: its vectors are imported)") if sync.outside else ""
    return [
        rate,
        left,
        tr("Model: {model_version}{outside}", model_version=sync.model_version, outside=outside),
        tr("Keyword index: {reached}", reached=reached),
        *map(said, status.notes),
    ]


def _in(moment: datetime) -> str:
    seconds = (moment - datetime.now(UTC)).total_seconds()
    return tr("in {time}", time=duration(max(1.0, seconds))) if seconds > 0 else tr("now")
