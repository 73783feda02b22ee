"""The work that goes on behind conversations: jobs that run or ran, what starts each, and the latest signals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPoint, QSignalBlocker, Qt, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QComboBox, QGridLayout, QMenu, QTreeWidgetItem, QVBoxLayout, QWidget

from memory_desktop.bridge.engine_texts import said
from memory_desktop.bridge.runner import Token
from memory_desktop.bridge.session import VaultSession
from memory_desktop.bridge.signals import SignalWatch
from memory_desktop.bridge.talk_commands import cancel_job, learn_again, request_jobs
from memory_desktop.bridge.translation import mark, tr
from memory_desktop.bridge.wording import no_user, user_word
from memory_desktop.core.settings import SETTINGS, Settings
from memory_desktop.engine.conversation.jobs import (
    CANCELLED,
    FAILED,
    FILLING,
    INTERRUPTED,
    LEARNING,
    RUNNING,
    WAITING,
    Job,
)
from memory_desktop.engine.conversation.policy import JOBS
from memory_desktop.engine.conversation.signals import Signal as MemorySignal
from memory_desktop.models.background import (
    STATES,
    job_word,
    payload_lines,
    payload_words,
    progress_word,
    signal_word,
    whose_word,
)
from memory_desktop.models.tips import plain_tip
from memory_desktop.ui.format import exact, local, one_line
from memory_desktop.ui.lists import bar, column, flat_list, or_empty, scrolled, split
from memory_desktop.ui.plain_table import keep_rows
from memory_desktop.ui.snug_tabs import SnugTabs
from memory_desktop.ui.tips import set_item_tip, set_tip
from memory_desktop.ui.user_choice import UserChoice
from memory_desktop.ui.widgets import SPACE, EmptyState, button, label
from memory_desktop.ui.wrapping import ElidedLabel, SelectableText

_NUMBER = int(Qt.ItemDataRole.UserRole) + 1
_TIME = "2026-11-17 19:08"
_MOST = 200
#: States of jobs that can be run again, as they did not come to their end.
_NOT_DONE = (INTERRUPTED, FAILED, CANCELLED)
#: Pixels for the tabs below the jobs, with a few lines of what they show.
_LEAST_BELOW = 120
_HINT = mark("Jobs run in the background, one at a time.")
_HINT_IN_THE_PAST = mark("Jobs and signals are those of now, whatever moment you look at.")


@dataclass(frozen=True, slots=True)
class _Look:
    jobs: Sequence[Job]
    signals: Sequence[MemorySignal]
    settings: Settings
    users: Sequence[str]


class JobsTab(QWidget):
    """Signals: `preferences_requested(group)`; `failed(exception)`."""

    preferences_requested = Signal(str)
    failed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session: VaultSession | None = None
        self._watch: SignalWatch | None = None
        self._jobs: Sequence[Job] = ()
        self._users: Sequence[str] = ()
        self._build()
        self._on_chosen()

    def open_session(self, session: VaultSession) -> None:
        """Watch its signals."""
        self._session = session
        self._watch = SignalWatch(session.engine.conversations.signals, self)
        self._watch.arrived.connect(self._on_signals)

    def close_session(self) -> None:
        """Forget it."""
        if self._session is not None:
            self._session.runner.cancel_all(self)
        if self._watch is not None:
            self._watch.close()
            self._watch = None
        self._session = None
        self._show_jobs(())
        self._show_signals(())

    @Slot()
    def refresh(self) -> None:
        """Look at the jobs, the policy and the signals again."""
        session = self._session
        if session is None:
            return
        engine = session.engine

        def work(_token: Token) -> _Look:
            talk = engine.conversations
            users = list(talk.users())
            return _Look(talk.jobs.list(), talk.signals.latest(), engine.settings, users)

        session.runner.query(self, work, self._show, failed=self.failed.emit, channel="jobs")

    # --- parts --------------------------------------------------------------------------------

    def _build(self) -> None:
        self.hint = ElidedLabel("muted")
        self.hint.setText(tr(_HINT))
        self.hint.setMinimumWidth(80)
        self.start = button(tr("Run a job"), self._offer, icon_name="play")
        set_tip(self.start, tr("Have a job done now, for the users that are chosen beside it"))
        self.whom = UserChoice(tr("Users that a job is run for"))
        self.whom.keep_narrow(10)
        self.cancel = button(tr("Cancel job"), self._cancel, icon_name="close")
        set_tip(self.cancel, tr("It ends at its next piece; what it has done stays"))
        self.again = button(tr("Run again"), self._again, icon_name="retry")
        set_tip(self.again, tr("Have the chosen job, which was not done, done now"))
        columns = (
            (tr("Job"), max(map(job_word, (*JOBS, LEARNING, FILLING)), key=len)),
            (tr("User"), no_user()),
            (tr("State"), tr("Interrupted")),
            (tr("Progress"), tr("1,000 of 1,000")),
            (tr("Asked"), _TIME),
            (tr("Result"), ""),
        )
        self.jobs = flat_list(tr("Background jobs, newest first"), columns, order=(3, 4, 1), least=130)
        self.jobs.itemSelectionChanged.connect(self._on_chosen)
        self.jobs.itemSelectionChanged.connect(self._read)
        keep_rows(self.jobs)
        empty = EmptyState(
            "play",
            tr("No jobs since the vault was opened"),
            tr(
                "What was said is learned from here, and when a conversation goes on, or short-term memory fills up, "
                "the jobs that are switched on run. You can also run one now. What earlier jobs have made is in "
                "History."
            ),
        )
        self.job_pages = or_empty(self.jobs, empty)
        below = self._make_below()
        buttons = self.start, self.again, self.cancel
        head = bar(self.hint, self.whom, *buttons, filling=self.hint, folding=buttons)
        self.splitter = split(Qt.Orientation.Vertical, column(head, self.job_pages), below, (300, 260))
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self.splitter)
        self.cancel_action = QAction(tr("Cancel job"), self.jobs)
        self.cancel_action.triggered.connect(lambda _checked=False: self._cancel())
        self.again_action = QAction(tr("Run again"), self.jobs)
        self.again_action.triggered.connect(lambda _checked=False: self._again())
        self.jobs.addActions([self.cancel_action, self.again_action])
        self.jobs.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)

    def _make_below(self) -> QWidget:
        switches = QWidget()
        self._switches = QGridLayout(switches)
        self._switches.setContentsMargins(SPACE * 2, SPACE, SPACE * 2, SPACE)
        self._switches.setColumnStretch(0, 2)
        self._switches.setColumnStretch(1, 3)
        self.policy = scrolled(switches)
        self.starts: dict[str, QComboBox] = {}
        for kind in JOBS:
            self._add_policy(kind)
        self._switches.setRowStretch(len(JOBS), 1)
        settings = button(tr("Preferences…"), lambda: self.preferences_requested.emit("policy"), role="link")
        self.signals = flat_list(
            tr("Latest signals, newest first"), ((tr("Signal"), ""), (tr("User"), no_user()), (tr("When"), _TIME))
        )
        none = EmptyState("info", tr("No signals yet"), tr("Signals are counted from when the vault was opened."))
        self.signal_pages = or_empty(self.signals, none)
        self.result = SelectableText(tr("Result of the chosen job"))
        self.result.setMinimumHeight(1)
        read = QWidget()
        lines = QVBoxLayout(read)
        lines.setContentsMargins(SPACE * 2, SPACE, SPACE * 2, SPACE)
        lines.addWidget(self.result)
        lines.addStretch(1)
        below = self.tabs = SnugTabs(tr("What is behind the jobs"))
        self.read = scrolled(read)
        below.addTab(self.policy, tr("What starts each job"))
        below.addTab(self.signal_pages, tr("Latest signals"))
        below.addTab(self.read, tr("Result"))
        below.setCornerWidget(settings)
        below.setMinimumHeight(_LEAST_BELOW)
        return below

    def _add_policy(self, kind: str) -> None:
        setting = SETTINGS[f"policy.{kind}"]
        box = QComboBox()
        for value, title in setting.choices.items():
            box.addItem(tr(title), value)
        box.setAccessibleName(tr("{title}: starts when", title=tr(setting.title)))
        box.activated.connect(lambda _row, kind=kind: self._switch(kind))
        name = label(tr(setting.title), wrap=True)
        set_tip(name, f"{tr(setting.help)}\n{kind}")
        row = len(self.starts)
        self._switches.addWidget(name, row, 0)
        self._switches.addWidget(box, row, 1)
        self.starts[kind] = box

    # --- showing ------------------------------------------------------------------------------

    def _now(self) -> bool:
        """Whether the window looks at the present, where things can be changed."""
        return self._session is not None and self._session.past is None

    def _show(self, look: _Look) -> None:
        self.hint.setText(tr(_HINT) if self._now() else tr(_HINT_IN_THE_PAST))
        self.start.setEnabled(self._now())
        self._show_users(look.users)
        self._show_jobs(look.jobs)
        self._show_signals(look.signals)
        for kind, box in self.starts.items():
            name = f"policy.{kind}"
            with QSignalBlocker(box):
                box.setCurrentIndex(max(0, box.findData(look.settings.text(name))))
            locked = name in look.settings.overrides
            box.setEnabled(self._now() and not locked)
            set_tip(
                box,
                tr("Set by the environment: {variable}", variable=SETTINGS[name].variable)
                if locked
                else tr(SETTINGS[name].help),
            )

    def _show_users(self, users: Sequence[str]) -> None:
        self.whom.setEnabled(self._now())
        if users != self._users:
            self._users = users
            self.whom.offer(sorted(users))

    def _show_jobs(self, jobs: Sequence[Job]) -> None:
        if jobs == self._jobs:
            return
        self._jobs = jobs
        chosen = self._number()
        with QSignalBlocker(self.jobs):
            self.jobs.clear()
            for job in jobs:
                self._add_job(job, chosen)
        self.job_pages.setCurrentIndex(0 if jobs else 1)
        self._on_chosen()

    def _add_job(self, job: Job, chosen: int) -> None:
        told = [job_word(job.kind), whose_word(job), STATES.get(job.state, job.state)]
        item = QTreeWidgetItem(
            self.jobs, [*told, progress_word(job), local(job.asked_at), one_line(said(job.note), 300)]
        )
        item.setData(0, _NUMBER, job.number)
        set_item_tip(item, job.kind)
        set_item_tip(item, said(job.note), 5)
        set_item_tip(item, tr("Asked {asked_at}{ended}", asked_at=exact(job.asked_at), ended=_ended(job)), 4)
        if job.number == chosen:
            self.jobs.setCurrentItem(item)

    def _show_signals(self, signals: Sequence[MemorySignal]) -> None:
        self.signals.clear()
        for one in signals[:_MOST]:
            self.signals.addTopLevelItem(_row(one))
        self.signal_pages.setCurrentIndex(0 if signals else 1)

    @Slot(object)
    def _on_signals(self, new: Sequence[MemorySignal]) -> None:
        """More signals, oldest first; they stand above the others."""
        if not self.isVisible():
            return  # all are read again when the tab is seen
        self.signals.insertTopLevelItems(0, [_row(one) for one in reversed(new)])
        while self.signals.topLevelItemCount() > _MOST:
            self.signals.takeTopLevelItem(self.signals.topLevelItemCount() - 1)
        self.signal_pages.setCurrentIndex(0)

    # --- doing --------------------------------------------------------------------------------

    def _number(self) -> int:
        found = self.jobs.selectedItems()
        return int(found[0].data(0, _NUMBER)) if found else 0

    def chosen(self) -> Job | None:
        """The job that is chosen."""
        number = self._number()
        return next((one for one in self._jobs if one.number == number), None)

    @Slot()
    def _on_chosen(self) -> None:
        job = self.chosen()
        on = self._now() and job is not None and job.state in (WAITING, RUNNING)
        self.cancel.setEnabled(on)
        self.cancel_action.setEnabled(on)
        self.result.setText(_told(job) if job is not None else tr("Choose a job to read what it came to."))
        # What is left to fill is seen in a preview first.
        ended = self._now() and job is not None and job.state in _NOT_DONE and job.kind != FILLING
        self.again.setEnabled(ended)
        self.again_action.setEnabled(ended)

    @Slot()
    def _read(self) -> None:
        """Somebody chose a job: show all that it came to."""
        if self.chosen() is not None:
            self.tabs.setCurrentWidget(self.read)

    def menu(self) -> QMenu:
        """What can be run now."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.setToolTipsVisible(True)
        for kind in JOBS:
            action = menu.addAction(job_word(kind))
            action.setToolTip(plain_tip(tr(SETTINGS[f"policy.{kind}"].help)))
            action.triggered.connect(lambda _checked=False, kind=kind: self.run(kind))
        return menu

    def _offer(self) -> None:
        self.menu().popup(self.start.mapToGlobal(QPoint(0, self.start.height())))

    def run(self, kind: str) -> None:
        """Have a job done now, for the user that is chosen, or for every user."""
        session = self._session
        if session is not None:
            one = self.whom.user
            request_jobs(session.commands, kind, self._users if one is None else (one,))

    def _again(self) -> None:
        job = self.chosen()
        if self._session is None or job is None:
            return
        if job.kind == LEARNING:
            learn_again(self._session.commands)
        else:
            request_jobs(self._session.commands, job.kind, (job.user_id,))

    def _cancel(self) -> None:
        job = self.chosen()
        if self._session is not None and job is not None:
            cancel_job(self._session.commands, job.number)

    def _switch(self, kind: str) -> None:
        if self._session is not None:
            self._session.commands.change_settings({f"policy.{kind}": str(self.starts[kind].currentData())})


def _told(job: Job) -> str:
    """All that there is to say about a job."""
    head = " · ".join([job_word(job.kind), whose_word(job), STATES.get(job.state, job.state)])
    asked = tr("Asked {asked_at}{ended}", asked_at=exact(job.asked_at), ended=_ended(job))
    return "\n".join(filter(None, [head, asked, progress_word(job), "", said(job.note)]))


def _ended(job: Job) -> str:
    return tr("\nEnded {ended_at}", ended_at=exact(job.ended_at)) if job.ended_at is not None else ""


def _row(one: MemorySignal) -> QTreeWidgetItem:
    said = payload_words(one)
    told = f"{signal_word(one.kind)}: {one_line(said)}"
    item = QTreeWidgetItem([told, user_word(one.user_id), local(one.at)])
    set_item_tip(item, f"{told}\n\n{one.kind}\n{payload_lines(one.payload)}")
    set_item_tip(item, exact(one.at), 2)
    return item
