"""The first view of a vault: what was done since one last looked, what waits for a decision, and how it grows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QVBoxLayout, QWidget

from memory_desktop.bridge.runner import Token
from memory_desktop.bridge.session import VaultSession
from memory_desktop.bridge.translation import grouped, mark, plural, tr, translated
from memory_desktop.bridge.window_settings import SettingsGroup
from memory_desktop.core.answers import ChangeSet, VaultStatus
from memory_desktop.core.digest import Digest, Growth
from memory_desktop.core.past import Snapshot
from memory_desktop.ui.filter_field import FilterField
from memory_desktop.ui.format import ago
from memory_desktop.ui.home.digest_panel import DigestPanel, Period
from memory_desktop.ui.home.growth_panel import GrowthPanel
from memory_desktop.ui.home.waiting import Waiting, WaitingPanel, suggestions, waiting
from memory_desktop.ui.lists import scrolled
from memory_desktop.ui.pages import Pages
from memory_desktop.ui.picture import Picture
from memory_desktop.ui.staleness import Staleness
from memory_desktop.ui.view import LiveView
from memory_desktop.ui.widgets import SPACE, label, tool_button
from memory_desktop.ui.window.welcome import WelcomePanel

if TYPE_CHECKING:
    from memory_desktop.engine.engine import Engine
    from memory_desktop.engine.reader import Past

#: Narrower than this, everything stands below each other.
_NARROW = 760
_ASIDE = 300
#: What is found by comparing vectors is looked for at most so often.
_COMPARED_EVERY_MS = 30_000
_HEALTH = {"good": ("success", "success"), "bad": ("error", "error"), "rebuilding": ("sync", "warning")}
_WORDS = translated(
    {"good": mark("Healthy"), "bad": mark("Problems found"), "rebuilding": mark("The index is being rebuilt")}
)


@dataclass(frozen=True, slots=True)
class _Look:
    """What was read of a vault; `empty`: it never had a memory."""

    digest: Digest
    growth: Growth
    empty: bool


@dataclass(frozen=True, slots=True)
class _Around:
    """What is so of the vault at present, whatever moment is looked at."""

    waiting: list[Waiting]
    status: VaultStatus
    snapshots: list[Snapshot]


class HomeView(LiveView):
    """See the module.

    When a person last looked is kept for each vault as the last event that was shown. It stays where it is until the
    program ends, or the person says that all was seen.
    """

    view_id = "home"
    title = mark("Home")
    icon = "home"
    refresh_ms = 1_000

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._looked: dict[str, int] = {}  # by vault: the last event that was shown the last time
        self._shown: dict[str, int] = {}  # the same of this time
        self._build()
        self._compared = Staleness(self, self._compare, _COMPARED_EVERY_MS)

    # --- View ---------------------------------------------------------------------------------

    def open_session(self, session: VaultSession) -> None:
        """Read the digest from where one last looked."""
        super().open_session(session)
        self.welcome.set_vault(session.engine.path)
        self.digest.open_session(session)
        looked = self._looked.get(session.engine.vault_id)
        if looked is None or looked > session.engine.head:  # never, or at another copy of the vault
            self._looked.pop(session.engine.vault_id, None)

    def close_session(self) -> None:
        """Forget everything that was read."""
        self._compared.forget()
        self.digest.close_session()
        self.waiting.clear()
        self.growth.show_growth(Growth("day"))
        self.search.clear()
        self._say_health("", "")
        self.pages.setCurrentIndex(0)
        super().close_session()

    def forget_typed(self) -> None:
        """The search box."""
        self.search.clear()

    def concerns(self, change: ChangeSet) -> bool:
        """Everything but what only moves the queue."""
        return change.records or change.indexes or change.jobs or change.settings or change.many or change.head > 0

    def reload(self, change: ChangeSet) -> None:
        """Look again; compare vectors again only when memories have changed."""
        self.refresh()
        if change.records or change.queue:
            self._compared.note(change)

    def show_past(self, past: Past | None) -> None:  # noqa: ARG002 - read from the session
        """What was done up to that moment."""
        self.note_all()

    def save_state(self, settings: SettingsGroup) -> None:
        """When each vault was looked at last, and from when the digest tells."""
        for vault, seq in {**self._looked, **self._shown}.items():
            settings.set(f"looked/{vault}", seq)
        settings.set("period", self.period.name)
        settings.set("as_table", self.growth.switch.isChecked())

    def restore_state(self, settings: SettingsGroup) -> None:
        """See `save_state`."""
        looked = settings.group("looked")
        self._looked = {name: value for name in looked.names() if isinstance(value := looked.value(name), int)}
        name = str(settings.value("period", Period.LOOKED.name))
        chosen = Period[name] if name in Period.__members__ else Period.LOOKED
        self.digest.period.setCurrentIndex(list(Period).index(chosen))
        self.growth.switch.setChecked(settings.truth("as_table", False))

    def focus_search(self) -> None:
        """Put the cursor into the search box."""
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()

    @property
    def period(self) -> Period:
        """From when the digest tells."""
        return list(Period)[self.digest.period.currentIndex()]

    # --- parts --------------------------------------------------------------------------------

    def _build(self) -> None:
        self.search = FilterField(tr("Search your memories, and press Enter"), tr("Search your memories"))
        self.search.returnPressed.connect(self._search)
        self.digest = DigestPanel()
        self.waiting = WaitingPanel()
        self.growth = GrowthPanel()
        self.health = label("", "muted", wrap=True)
        self.picture = Picture()
        health = QWidget()
        line = QHBoxLayout(health)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(self.picture, 0, Qt.AlignmentFlag.AlignTop)
        line.addWidget(self.health, 1)
        line.addWidget(tool_button("link", tr("Open Health"), self._open_health), 0, Qt.AlignmentFlag.AlignTop)
        aside = QWidget()
        beside = QVBoxLayout(aside)
        beside.setContentsMargins(SPACE * 2, SPACE, SPACE * 2, SPACE)
        beside.setSpacing(SPACE * 2)
        for each in (self.waiting, self.growth, health):
            beside.addWidget(each)
        beside.addStretch(1)
        aside.setMinimumWidth(220)
        self._aside = aside
        self._across = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._across.setContentsMargins(0, 0, 0, 0)
        self._across.setSpacing(0)
        self._across.addWidget(self.digest, 1)
        self._across.addWidget(aside)
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, SPACE, 0, 0)
        column.setSpacing(0)
        top = QVBoxLayout()
        top.setContentsMargins(SPACE * 2, SPACE, SPACE * 2, SPACE)
        top.addWidget(self.search)
        column.addLayout(top)
        column.addLayout(self._across, 1)
        self.welcome = WelcomePanel()
        self.pages = Pages()
        self.pages.addWidget(scrolled(page))
        self.pages.addWidget(self.welcome)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self.pages)
        self._arrange(self.width())
        self._connect()

    def _connect(self) -> None:
        self.digest.selected.connect(self.selected)
        self.digest.failed.connect(self.message)
        self.digest.filter_requested.connect(self.filter_requested)
        self.digest.history_requested.connect(self.history_requested)
        self.digest.undo_requested.connect(self._undo)
        self.digest.period_changed.connect(self.refresh)
        self.digest.seen.connect(self._mark_seen)
        self.waiting.requested.connect(self.waiting_requested)
        self.welcome.import_requested.connect(self.import_requested)
        self.welcome.sample_requested.connect(self.sample_requested)
        self.welcome.new_requested.connect(self.new_memory_requested)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Beside each other, or below each other where it is narrow."""
        super().resizeEvent(event)
        self._arrange(event.size().width())

    def _arrange(self, width: int) -> None:
        narrow = width < _NARROW
        way = QBoxLayout.Direction.TopToBottom if narrow else QBoxLayout.Direction.LeftToRight
        self._across.setDirection(way)
        self._aside.setMaximumWidth(16_777_215 if narrow else max(_ASIDE, width // 3))
        self._aside.setMinimumWidth(0 if narrow else _ASIDE)

    # --- reading ------------------------------------------------------------------------------

    @Slot()
    def refresh(self) -> None:
        """See `LiveView.refresh`."""
        session = self.session
        if session is None:
            return
        engine, reader, period = session.engine, session.reader, self.period
        past = session.past
        to = past.seq if past is not None else None
        looked = self._looked.get(engine.vault_id, 0)

        def work(_token: Token) -> _Look:
            back = engine.looking_back
            if period.days is None:
                digest = back.after(looked if period is Period.LOOKED else 0, to)
            else:
                digest = back.days(period.days, to)
            return _Look(digest, back.growth(to), not any(reader.memory_counts().values()))

        def around(_token: Token) -> _Around:
            return _Around(waiting(engine), engine.status(), list(engine.snapshots.list()))

        runner = session.runner
        runner.query(self, work, self._show, failed=self.message.emit, channel="digest", follow=True)
        runner.query(self, around, self._show_around, failed=self.message.emit, channel="around", follow=True)

    def _show(self, look: _Look) -> None:
        session = self.session
        if session is None:
            return
        self.pages.setCurrentIndex(1 if look.empty else 0)
        self.digest.show_digest(look.digest, self.period, read_only=session.past is not None)
        self.growth.show_growth(look.growth)
        if session.past is None:
            self._shown[session.engine.vault_id] = look.digest.to

    def _show_around(self, around: _Around) -> None:
        if self.session is not None:
            self.waiting.show_waiting(around.waiting)
            self._say_health(around.status.health, health_line(around.status, around.snapshots))

    def _say_health(self, health: str, text: str) -> None:
        self.picture.show_icon(*_HEALTH.get(health, ("info", "muted")))
        self.health.setText(text)

    def _open_health(self) -> None:
        self.view_requested.emit("health")

    def _compare(self, _change: ChangeSet) -> None:
        session = self.session
        if session is None:
            return
        engine: Engine = session.engine

        def work(token: Token) -> list[Waiting]:
            return suggestions(engine, token)

        session.runner.query(
            self, work, self.waiting.show_suggestions, failed=self.message.emit, channel="suggestions", follow=True
        )

    # --- doing --------------------------------------------------------------------------------

    @Slot()
    def _search(self) -> None:
        if text := self.search.text().strip():
            self.search_requested.emit(text)

    @Slot(object)
    def _undo(self, commands: tuple[int, ...]) -> None:
        if self.session is not None:
            self.session.commands.undo(commands)

    @Slot()
    def _mark_seen(self) -> None:
        """From now on the digest begins with what comes next."""
        session = self.session
        if session is not None and session.past is None:
            vault = session.engine.vault_id
            self._looked[vault] = self._shown.get(vault, session.engine.head)
            self.digest.period.setCurrentIndex(list(Period).index(Period.LOOKED))
            self.refresh()


def health_line(status: VaultStatus, snapshots: list[Snapshot]) -> str:
    """The state of the vault in one line: the last check, the vectors, the snapshots."""
    unchecked = tr("Not checked yet") if status.last_check is None else tr("Not checked since the rebuild")
    parts = [_WORDS.get(status.health, unchecked)]
    if status.last_check is not None and status.health in _WORDS:
        parts.append(tr("checked {when}", when=ago(status.last_check)))
    waits = status.sync.pending + status.sync.failed
    parts.append(tr("{waits} waiting for vectors", waits=grouped(waits)) if waits else tr("all vectors up to date"))
    if snapshots:
        newest = max(one.created_at for one in snapshots)
        parts.append(
            tr(
                "{snapshot}, newest {newest}",
                snapshot=plural("{n} snapshot", "{n} snapshots", len(snapshots)),
                newest=ago(newest),
            )
        )
    else:
        parts.append(tr("no snapshot yet"))
    return "  ·  ".join(parts)
