"""The icon in the system's tray: what can be asked for from there, what it tells, and how the window stays there.

Where the system has no tray, there is nothing of this, and closing the window always ends the program.
"""

from __future__ import annotations

from functools import partial
from time import monotonic

from PySide6.QtCore import QObject, QTimer, Signal, Slot
from PySide6.QtGui import QAction, QCloseEvent, QIcon
from PySide6.QtWidgets import QApplication, QMainWindow, QMenu, QSystemTrayIcon

from memory_desktop.bridge.agents import AgentWatch
from memory_desktop.bridge.commands import Doing
from memory_desktop.bridge.runner import Report, Token
from memory_desktop.bridge.session import VaultSession
from memory_desktop.bridge.translation import grouped, plural, tr
from memory_desktop.bridge.window_settings import SettingsGroup
from memory_desktop.ui.view import Message
from memory_desktop.ui.window.about_dialog import icon_file

#: A job that took so long is told of when it ends.
_LONG_S = 10.0
#: What waits is counted so long after a change.
_SOON_MS = 500


class Tray(QObject):
    """An icon with a menu, while it is wanted and there is a tray.

    Signals: `told(Message or exception)`, for the window to show.

    Attributes:
        shown, kept, telling: the actions that say whether there is an icon, whether the window stays in the tray when
            it is closed, and whether the tray tells what happens while the window is not in front.
        pausing: the action that pauses all agents that are known, or lets those go on again.

    Args:
        settings: where the three are kept.
        actions: what its menu offers, in order, before Quit.
    """

    told = Signal(object)

    def __init__(
        self, window: QMainWindow, settings: SettingsGroup, actions: list[QAction], quit_: QAction, *, there: bool
    ) -> None:
        super().__init__(window)
        self._window = window
        self._settings = settings
        self._session: VaultSession | None = None
        self._waiting: int | None = None
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(_SOON_MS)
        self._soon.timeout.connect(self._look)
        self._since: dict[str, tuple[str, float]] = {}
        self._watch: AgentWatch | None = None
        self._paused: tuple[str, ...] = ()  # agents that were paused from here, as others were before
        self.icon = QSystemTrayIcon(QIcon(str(icon_file())), self)
        self.icon.setToolTip("Memory Desktop")  # not by `plain_tip`: some systems show a tray's as it stands
        self.icon.activated.connect(self._on_activated)
        self.icon.messageClicked.connect(self._open)
        self._menu = QMenu(window)
        opens = QAction(tr("Open Memory Desktop"), self)
        opens.triggered.connect(self._open)
        self._menu.addAction(opens)
        self._menu.addActions(actions)
        self.pausing = QAction(tr("Pause agents"), self)
        self.pausing.triggered.connect(self._pause_or_go_on)
        self._menu.addAction(self.pausing)
        self._show_agents(())
        self._menu.addSeparator()
        self._menu.addAction(quit_)
        self.icon.setContextMenu(self._menu)
        self.shown = self._switch(tr("Show an icon in the tray"), "shown", there, True)
        self.kept = self._switch(tr("Keep in the tray when the window is closed"), "kept", there, False)
        self.telling = self._switch(tr("Tell from the tray what happens meanwhile"), "telling", there, True)
        self._follow()

    def _switch(self, text: str, name: str, there: bool, default: bool) -> QAction:
        made = QAction(text, self._window)
        made.setCheckable(True)
        made.setEnabled(there)
        made.setChecked(there and self._settings.truth(name, default))
        made.toggled.connect(lambda on: self._on_switch(name, on))
        return made

    def _on_switch(self, name: str, on: bool) -> None:
        self._settings.set(name, on)
        self._follow()

    def _follow(self) -> None:
        on = self.shown.isChecked()
        self.icon.setVisible(on)
        if self.shown.isEnabled():
            self.kept.setEnabled(on)
            self.telling.setEnabled(on)

    def keeps(self, event: QCloseEvent) -> bool:
        """Is the window only to be hidden?

        It is when somebody closes it by its frame, and can get it back from the tray; what the program or the system
        closes ends.
        """
        there = self.icon.isVisible() and QSystemTrayIcon.isSystemTrayAvailable()
        return event.spontaneous() and self.kept.isChecked() and self.kept.isEnabled() and there

    @Slot(int)
    def on_waiting(self, number: int) -> None:
        """So many things wait for a decision: more than before are told of."""
        before, self._waiting = self._waiting, number
        if before is not None and number > before:
            one = number == 1
            self._tell(
                tr(
                    "{number} {what} for your approval in Review.",
                    number=grouped(number),
                    what=tr("thing waits") if one else tr("things wait"),
                )
            )

    def open_session(self, session: VaultSession) -> None:
        """Tell of this vault. What waits in it already is nothing new."""
        self._session = session
        session.commands.doing.connect(partial(self.on_doing, "command"))
        session.importing.connect(partial(self.on_doing, "import"))
        session.changed.connect(self._soon.start)
        session.served.connect(self._on_served)
        if session.service is not None:
            self._on_served()
        self._soon.start()

    def close_session(self) -> None:
        """Tell of nothing."""
        self._session = self._waiting = None
        self._since.clear()
        self._soon.stop()
        if self._watch is not None:
            self._watch.close()
            self._watch.deleteLater()
        self._watch, self._paused = None, ()
        self._show_agents(())

    @Slot()
    def _look(self) -> None:
        """Count what waits, also while the window is hidden and its own numbers rest."""
        session = self._session
        if session is None or not self.icon.isVisible():
            return
        gates, concepts = session.engine.gates, session.engine.layers.concepts

        def work(_token: Token) -> int:
            return len(gates.held()) + len(concepts.conflicts())

        session.runner.query(self, work, self.on_waiting, channel="waiting")

    def on_doing(self, which: str, doing: Doing | None) -> None:
        """A job of this kind goes on, or has ended (None)."""
        if doing is not None:
            self._since.setdefault(which, (doing.what, monotonic()))
        elif which in self._since:
            what, since = self._since.pop(which)
            if monotonic() - since >= _LONG_S:
                self._tell(tr("Ended: {rstrip}.", rstrip=what.rstrip("… .")))

    def _tell(self, text: str) -> None:
        if self.telling.isChecked() and self.icon.isVisible() and QApplication.activeWindow() is None:
            self.icon.showMessage(tr("Memory Desktop"), text, self.icon.icon())

    # --- agents -------------------------------------------------------------------------------

    @Slot()
    def _on_served(self) -> None:
        session = self._session
        if session is None or session.service is None or self._watch is not None:
            return
        self._watch = AgentWatch(session.service, self)
        self._watch.called.connect(self._look_at_agents)
        self._watch.decided.connect(self._look_at_agents)
        self._look_at_agents()

    @Slot()
    def _look_at_agents(self) -> None:
        session, watch = self._session, self._watch
        if session is None or watch is None:
            return
        service = watch.service

        def work(_token: Token) -> tuple[bool, ...]:
            return tuple(one.paused for one in service.agents() if not one.revoked)

        session.runner.query(self, work, self._show_agents, channel="agents")

    def _show_agents(self, paused: tuple[bool, ...]) -> None:
        """Whether each agent that may call at all is paused."""
        self.pausing.setText(tr("Let agents go on") if paused and all(paused) else tr("Pause agents"))
        self.pausing.setEnabled(bool(paused))

    @Slot()
    def _pause_or_go_on(self) -> None:
        self._decide(pause=self.pausing.text() == tr("Pause agents"))

    def _decide(self, *, pause: bool, undoable: bool = True) -> None:
        """Pause all agents; or let those go on that were paused from here, and all if none was.

        Args:
            undoable: whether that can be taken back; what takes back is not.
        """
        session, watch = self._session, self._watch
        if session is None or watch is None:
            return
        service, before = watch.service, self._paused

        def work(_token: Token, _report: Report) -> list[str]:
            known = [one.name for one in service.agents() if not one.revoked and one.paused != pause]
            chosen = known if pause else [name for name in known if name in before] or known
            for name in chosen:
                service.pause(name, pause)
            return chosen

        def done(names: list[str]) -> None:
            self._paused = tuple(names) if pause else ()
            self._look_at_agents()
            self._say_decided(len(names), pause, undoable)

        session.runner.write(self, work, done, failed=self.told.emit)

    def _say_decided(self, number: int, pause: bool, undoable: bool) -> None:
        if pause:
            text = plural(
                "{n} agent is paused: its calls are refused.", "{n} agents are paused: their calls are refused.", number
            )
        else:
            text = plural("{n} agent goes on.", "{n} agents go on.", number)
        back = partial(self._decide, pause=not pause, undoable=False)
        undo = tr("Undo") if undoable else ""
        self.told.emit(Message(text, level="success", action=undo, on_action=back if undo else None))
        if self.icon.isVisible() and QApplication.activeWindow() is None:
            self.icon.showMessage(tr("Memory Desktop"), text, self.icon.icon())

    @Slot(QSystemTrayIcon.ActivationReason)
    def _on_activated(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        if reason in (QSystemTrayIcon.ActivationReason.Trigger, QSystemTrayIcon.ActivationReason.DoubleClick):
            self._open()

    @Slot()
    def _open(self) -> None:
        raise_window = getattr(self._window, "raise_window", self._window.show)
        raise_window()
