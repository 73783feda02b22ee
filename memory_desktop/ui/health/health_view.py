"""The Health view: checks and repairs the vault, and tells how its memories are used and what is due to fade."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QAction, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QProgressBar, QVBoxLayout, QWidget

from memory_desktop.bridge.engine_texts import said
from memory_desktop.bridge.runner import Report, Token
from memory_desktop.bridge.session import VaultSession
from memory_desktop.bridge.translation import grouped, mark, plural, source, tr, translated
from memory_desktop.bridge.wording import engine_word, size
from memory_desktop.core.answers import Finding, VaultStatus, VerifyReport
from memory_desktop.core.past import Snapshot
from memory_desktop.ui.folding import fold_in
from memory_desktop.ui.format import ago, duration, exact
from memory_desktop.ui.health.forgetting_tab import ForgettingTab
from memory_desktop.ui.health.meta_tab import MetaTab
from memory_desktop.ui.health.recalls_tab import RecallsTab
from memory_desktop.ui.health.totals_tab import TotalsTab
from memory_desktop.ui.health.use_tab import UseTab
from memory_desktop.ui.icons import icon
from memory_desktop.ui.lists import scrolled
from memory_desktop.ui.picture import Picture
from memory_desktop.ui.plain_table import PlainTable
from memory_desktop.ui.rollback_question import ask_rollback
from memory_desktop.ui.snug_tabs import SnugTabs
from memory_desktop.ui.tips import set_tip
from memory_desktop.ui.view import LiveView, Message
from memory_desktop.ui.widgets import SPACE, button, label
from memory_desktop.ui.wrapping import SelectableText

_STAGES = translated(
    {
        "log": mark("Checking the chain of events"),
        "records": mark("Comparing the records with the log"),
        "keyword": mark("Checking the keyword index"),
        "vector": mark("Checking the vector index"),
    }
)


_NARROW = 560
_DAMAGED = "damaged copies"
#: The tabs about the memories themselves, in their order.
META: tuple[type[MetaTab], ...] = (TotalsTab, RecallsTab, ForgettingTab, UseTab)


@dataclass(frozen=True, slots=True)
class _Look:
    status: VaultStatus
    report: VerifyReport | None
    snapshots: int
    way_back: Snapshot | None = None


class HealthView(LiveView):
    """See the module."""

    view_id = "health"
    title = mark("Health")
    icon = "health"
    refresh_ms = 1000

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._token: Token | None = None
        self._build()

    # --- View ---------------------------------------------------------------------------------

    def open_session(self, session: VaultSession) -> None:
        """Look at once."""
        for page in self.meta:
            page.open_session(session)
        super().open_session(session)
        self._idle()

    def close_session(self) -> None:
        """Stop what is checked."""
        self._stop()
        for page in self.meta:
            page.close_session()
        super().close_session()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Where it is narrow, the button that is needed less gives its room to what is said beside it."""
        super().resizeEvent(event)
        fold_in(self.mend, self.width() < _NARROW)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 - Qt's name
        """It says how long ago things were: these times are to be right."""
        super().showEvent(event)
        self.note_all()

    # --- parts --------------------------------------------------------------------------------

    def _build(self) -> None:
        self.picture = Picture(size=32)
        self.headline = label("", "title", wrap=True)
        self.detail = label("", "muted", wrap=True)
        self.check = button(tr("Check now"), lambda: self._verify(False), role="primary", icon_name="check")
        self.mend = button(tr("Check and repair"), lambda: self._verify(True), icon_name="restore")
        words = QVBoxLayout()
        words.setSpacing(4)
        words.addWidget(self.headline)
        words.addWidget(self.detail)
        top = QHBoxLayout()
        top.setSpacing(12)
        top.addWidget(self.picture, 0, Qt.AlignmentFlag.AlignTop)
        top.addLayout(words, 1)
        for made in (self.mend, self.check):
            top.addWidget(made, 0, Qt.AlignmentFlag.AlignTop)
        upper = QVBoxLayout()
        upper.setContentsMargins(SPACE * 2, SPACE * 2, SPACE * 2, SPACE)
        upper.setSpacing(12)
        upper.addLayout(top)
        upper.addWidget(self._make_progress())
        upper.addWidget(self._make_alarm())
        upper.addWidget(self._make_way_back())
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(upper)
        column.addWidget(self._make_tabs(), 1)
        for text, name, on in (
            (tr("Check the vault"), "check", lambda: self._verify(False)),
            (tr("Check and repair the vault"), "restore", lambda: self._verify(True)),
            (tr("Rebuild everything from the log…"), "retry", self.rebuild_requested.emit),
        ):
            action = QAction(icon(name), text, self)
            action.triggered.connect(lambda _checked=False, on=on: on())
            self.addAction(action)

    def _make_progress(self) -> QWidget:
        self.working = QWidget()
        row = QHBoxLayout(self.working)
        row.setContentsMargins(0, 0, 0, 0)
        self.stage = label("", "muted")
        self.progress = QProgressBar()
        self.progress.setAccessibleName(tr("Progress of the check"))
        row.addWidget(self.stage)
        row.addWidget(self.progress, 1)
        row.addWidget(button(tr("Stop"), self._stop, role="flat"))
        self.working.hide()
        return self.working

    def _make_alarm(self) -> QWidget:
        """What a broken log looks like: it cannot be overlooked."""
        self.alarm = QFrame()
        self.alarm.setObjectName("banner")
        self.alarm.setProperty("level", "error")
        row = QHBoxLayout(self.alarm)
        row.setContentsMargins(14, 12, 12, 12)
        row.setSpacing(12)
        picture = Picture("error", "error", 20)
        words = QVBoxLayout()
        words.setSpacing(4)
        self.alarm_title = label("", "heading", wrap=True)
        self.alarm_text = SelectableText(tr("What is wrong"))
        words.addWidget(self.alarm_title)
        words.addWidget(self.alarm_text)
        row.addWidget(picture, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(words, 1)
        row.addWidget(button(tr("Show in History"), lambda: self.view_requested.emit("history")))
        self.alarm.hide()
        return self.alarm

    def _make_way_back(self) -> QWidget:
        """Why going back is offered, and the button for it."""
        self.way_back = QFrame()
        self.way_back.setObjectName("banner")
        self.way_back.setProperty("level", "warning")
        row = QHBoxLayout(self.way_back)
        row.setContentsMargins(14, 12, 12, 12)
        row.setSpacing(12)
        picture = Picture("warning", "warning", 20)
        self.way_back_text = SelectableText(tr("Why going back is offered"))
        self.roll_back = button(tr("Roll back…"), self._roll_back, icon_name="restore")
        row.addWidget(picture, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self.way_back_text, 1)
        row.addWidget(self.roll_back, 0, Qt.AlignmentFlag.AlignTop)
        self.way_back.hide()
        self._offered: Snapshot | None = None
        return self.way_back

    def _make_tabs(self) -> SnugTabs:
        self.findings = PlainTable(
            (tr("Part"), tr("Problem"), tr("Place"), tr("Repaired")), tr("What the last check found")
        )
        self.findings.give_room(1)
        self.checked = PlainTable((tr("Check"), tr("Count")), tr("What the last check covered"))
        self.parts = PlainTable((tr("Part"), tr("State"), tr("Size")), tr("Parts of the vault"))
        self.parts.give_room(1, (2,))
        self.parts.set_at_right(2)
        self.checked.set_at_right(1)
        self.tabs = SnugTabs()
        parts = QWidget()
        column = QVBoxLayout(parts)
        column.setContentsMargins(0, 0, 0, SPACE)
        column.addWidget(self.parts, 1)
        row = QHBoxLayout()
        row.setContentsMargins(SPACE * 2, 0, SPACE * 2, 0)
        text = tr(
            "Everything but the log can be rebuilt from it. The old parts are kept until the new ones are complete."
        )
        row.addWidget(label(text, "muted", wrap=True), 1)
        self.make_private = button(tr("Make private"), self._make_private, icon_name="check")
        self.make_private.hide()
        row.addWidget(self.make_private)
        self.remove = button(tr("Remove damaged copies"), self._remove_damaged, icon_name="forget")
        set_tip(self.remove, tr("Delete the copies of damaged indexes that were set aside. Nothing uses them."))
        self.remove.hide()
        row.addWidget(self.remove)
        row.addWidget(button(tr("Rebuild everything…"), self.rebuild_requested.emit, icon_name="retry"))
        column.addLayout(row)
        self.tabs.addTab(parts, tr("Parts"))
        self.tabs.addTab(self.findings, tr("Findings"))
        self.tabs.addTab(self.checked, tr("Checks performed"))
        self.tabs.tabBar().setAccessibleName(tr("Health"))
        self.meta = [page(self.tabs) for page in META]
        for page in self.meta:
            page.selected.connect(self.selected)
            page.failed.connect(self.message)
            page.message.connect(self.message)
            page.filter_requested.connect(self.filter_requested)
            self.tabs.addTab(scrolled(page, sideways=True), tr(page.title))
        self.tabs.currentChanged.connect(self._on_tab)
        return self.tabs

    # --- looking ------------------------------------------------------------------------------

    @Slot()
    def refresh(self) -> None:
        """See `LiveView.refresh`."""
        session = self.session
        if session is None:
            return
        engine = session.engine

        def work(_token: Token) -> _Look:
            status, snapshots = engine.status(), engine.snapshots.list()
            wanted = next((offer.snapshot for offer in status.ways_back if offer.snapshot), "")
            offered = next((one for one in snapshots if one.id == wanted), None)
            return _Look(status, engine.last_report(), len(snapshots), offered)

        session.runner.query(self, work, self._show, failed=self.message.emit, channel="look")
        self._refresh_tab()

    def _refresh_tab(self) -> None:
        """Read the tab in front again, if it is about the memories; the others when they come to the front."""
        about = self.tabs.currentIndex() - (self.tabs.count() - len(self.meta))
        if about >= 0:
            self.meta[about].refresh()

    @Slot(int)
    def _on_tab(self, _number: int) -> None:
        self.selected.emit(None)
        if self.session is not None:
            self._refresh_tab()

    def set_query(self, text: str) -> None:
        """Bring the tab with this title to the front."""
        for number in range(self.tabs.count()):
            if source(self.tabs.tabText(number)).lower() == text.strip().lower():
                self.tabs.setCurrentIndex(number)

    def _show(self, look: _Look) -> None:
        status, report = look.status, look.report
        findings = report.findings if report is not None else ()
        token, headline = _verdict(status, report)
        self.picture.show_icon(token, token)
        self.picture.setAccessibleName(token)
        self.headline.setText(headline)
        self.detail.setText("  ·  ".join(_details(status, report)))
        self._show_alarm(next((one for one in findings if one.area == "log"), None))
        self._show_way_back(status, look.way_back)
        self.mend.setEnabled(self._token is None)
        self.findings.fill(
            [
                (engine_word(one.area), said(one.problem), said(one.place), tr("yes") if one.repaired else tr("no"))
                for one in findings
            ]
            or [("", tr("No problems found.") if report is not None else tr("Not checked yet."), "", "")]
        )
        self.checked.fill(
            [(engine_word(name), grouped(number)) for name, number in (report.checked if report else {}).items()]
        )
        self.parts.fill(_parts(status, look.snapshots))
        self.make_private.setVisible(not status.private)
        self.remove.setVisible(bool(status.disk.get(_DAMAGED)))

    def _show_alarm(self, finding: Finding | None) -> None:
        self.alarm.setVisible(finding is not None)
        if finding is not None:
            self.alarm_title.setText(said(finding.problem))
            self.alarm_text.setText(
                tr(
                    "The log was changed from outside, or its file is damaged. Every event before this one is proven "
                    "by its chain; this one and all after it are not. Nothing was changed by the check. Go back to a "
                    "copy of the vault, or export what you still trust."
                )
            )
            self.alarm.setAccessibleName(said(finding.problem))

    def _show_way_back(self, status: VaultStatus, offered: Snapshot | None) -> None:
        self._offered = offered
        text = "\n".join(offer.text for offer in status.ways_back)
        self.way_back.setVisible(bool(text))
        self.way_back.setAccessibleName(text)
        self.way_back_text.setText(text)
        self.roll_back.setVisible(offered is not None)

    def _roll_back(self) -> None:
        session, snapshot = self.session, self._offered
        if session is not None and snapshot is not None:
            ask_rollback(self, snapshot, lambda: session.commands.rollback(snapshot.id))

    def _make_private(self) -> None:
        session = self.session
        if session is not None:
            engine = session.engine
            session.runner.write(
                self,
                lambda _token, _report: engine.make_private(),
                lambda _none: self.refresh(),
                failed=self.message.emit,
            )

    # --- doing --------------------------------------------------------------------------------

    def _verify(self, repair: bool) -> None:
        session = self.session
        if session is None or self._token is not None:
            return
        engine = session.engine

        def work(token: Token, report: Report) -> VerifyReport:
            return engine.verify(
                repair=repair, progress=lambda stage, done, total: report((stage, done, total)), cancel=token
            )

        self.working.show()
        self.progress.setRange(0, 0)
        self.stage.setText(tr("Checking"))
        for made in (self.check, self.mend):
            made.setEnabled(False)
        self._token = session.runner.run(
            self, work, self._verified, failed=self._failed, cancelled=self._idle, progress=self._on_progress
        )

    def _on_progress(self, value: object) -> None:
        if isinstance(value, tuple):
            stage, done, total = value
            self.stage.setText(_STAGES.get(stage, str(stage)))
            self.progress.setRange(0, total)
            self.progress.setValue(done)

    def _verified(self, report: VerifyReport) -> None:
        self._idle()
        mended = sum(finding.repaired for finding in report.findings)
        if not report.findings:
            self.message.emit(Message(tr("The vault is healthy."), level="success"))
        elif report.ok:
            text = tr("{was} found and repaired.", was=plural("{n} fault was", "{n} faults were", mended))
            self.message.emit(Message(text, level="success"))
        else:
            self.tabs.setCurrentWidget(self.findings)
        self.refresh()

    def _remove_damaged(self) -> None:
        session = self.session
        if session is None:
            return
        engine = session.engine

        def work(_token: Token, _report: Report) -> int:
            return engine.remove_damaged()

        session.runner.run(self, work, self._removed, failed=self.message.emit)

    def _removed(self, freed: int) -> None:
        self.message.emit(Message(tr("Removed {freed} of damaged copies.", freed=size(freed)), level="success"))
        self.refresh()

    def _failed(self, error: Exception) -> None:
        self._idle()
        self.message.emit(error)

    def _stop(self) -> None:
        if self._token is not None:
            self._token.cancel()

    def _idle(self) -> None:
        self._token = None
        self.working.hide()
        for made in (self.check, self.mend):
            made.setEnabled(True)


def _verdict(status: VaultStatus, report: VerifyReport | None) -> tuple[str, str]:
    """(icon and colour token, what it says)."""
    if report is not None and not report.ok:
        return "error", tr("Problems found")
    if status.loss is not None:
        return "error", tr("Events are missing")
    if status.notes:
        return "warning", tr("An index is being rebuilt")
    if report is None:
        return "info", tr("Not checked since the rebuild") if status.last_check else tr("Not checked yet")
    return "success", tr("Healthy")


def _details(status: VaultStatus, report: VerifyReport | None) -> list[str]:
    parts = [tr("Last checked {when}", when=_when(status.last_check))]
    if report is not None:
        parts.append(tr("took {time}", time=duration(report.seconds)).replace(" ", "\N{NO-BREAK SPACE}"))
    if status.shown_to < status.last_event:
        parts.append(
            tr(
                "shows event {shown_to} of {last_event}, read-only",
                shown_to=grouped(status.shown_to),
                last_event=grouped(status.last_event),
            )
        )
    return [*parts, *map(said, (*status.notes, *([status.language] if status.language else [])))]


def _when(moment: datetime | None) -> str:
    return f"{ago(moment)} ({exact(moment)})" if moment else tr("never")


def _parts(status: VaultStatus, snapshots: int) -> list[tuple[str, str, str]]:
    behind = status.head - status.keyword_position
    sync = status.sync
    records = grouped(sum(status.memories.values()))
    words = tr("up to date") if behind <= 0 else plural("{n} event behind", "{n} events behind", behind)
    waiting = sync.pending + sync.failed
    vectors = tr(
        "{indexed} stored, {waiting} waiting, in {file}",
        indexed=grouped(sync.indexed),
        waiting=grouped(waiting),
        file=plural("{n} file", "{n} files", len(status.vector_segments)),
    )
    disk = status.disk
    damaged = disk.get(_DAMAGED, 0)
    aside = [(tr("Damaged copies"), tr("set aside; nothing uses them"), size(damaged))] if damaged else []
    return [
        (
            tr("Event log and records"),
            tr("{head} events, {records} records", head=grouped(status.head), records=records),
            size(disk.get("database", 0)),
        ),
        (tr("Keyword index"), words, size(disk.get("keywords", 0))),
        (tr("Vector index"), vectors, size(disk.get("vectors", 0))),
        (tr("Snapshots"), grouped(snapshots), size(disk.get("snapshots", 0))),
        *aside,
        (tr("Embedding model"), sync.model_version, ""),
        (tr("Access"), tr("Only you") if status.private else tr("Others can look into it"), ""),
        (
            tr("Vault format"),
            tr(
                "{format_version} (memory contract {contract_version})",
                format_version=status.format_version,
                contract_version=status.contract_version,
            ),
            "",
        ),
        (tr("Vault ID"), status.vault_id, ""),
    ]
