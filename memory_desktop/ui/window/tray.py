"""The icon in the system's tray: what can be asked for from there, what it tells, and how the window stays there.

Where the system has no tray, there is nothing of this, and closing the window always ends the program.
"""

from __future__ import annotations

from functools import partial
from time import monotonic

from PySide6.QtCore import QObject, QTimer, Slot
from PySide6.QtGui import QAction, QCloseEvent, QIcon
from PySide6.QtWidgets import QApplication, QMainWindow, QMenu, QSystemTrayIcon

from memory_desktop.bridge.commands import Doing
from memory_desktop.bridge.runner import Token
from memory_desktop.bridge.session import VaultSession
from memory_desktop.bridge.window_settings import SettingsGroup
from memory_desktop.ui.window.about_dialog import icon_file

#: A job that took so long is told of when it ends.
_LONG_S = 10.0
#: What waits is counted so long after a change.
_SOON_MS = 500


class Tray(QObject):
    """An icon with a menu, while it is wanted and there is a tray.

    Attributes:
        shown, kept, telling: the actions that say whether there is an icon, whether the window stays in the tray when
            it is closed, and whether the tray tells what happens while the window is not in front.

    Args:
        settings: where the three are kept.
        actions: what its menu offers, in order, before Quit.
    """

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
        self.icon = QSystemTrayIcon(QIcon(str(icon_file())), self)
        self.icon.setToolTip("Memory Desktop")  # not by `plain_tip`: some systems show a tray's as it stands
        self.icon.activated.connect(self._on_activated)
        self.icon.messageClicked.connect(self._open)
        self._menu = QMenu(window)
        opens = QAction("Open Memory Desktop", self)
        opens.triggered.connect(self._open)
        self._menu.addAction(opens)
        self._menu.addActions(actions)
        self._menu.addSeparator()
        self._menu.addAction(quit_)
        self.icon.setContextMenu(self._menu)
        self.shown = self._switch("Show an icon in the tray", "shown", there, True)
        self.kept = self._switch("Keep in the tray when the window is closed", "kept", there, False)
        self.telling = self._switch("Tell from the tray what happens meanwhile", "telling", there, True)
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
            self._tell(f"{number:,} {'thing waits' if one else 'things wait'} for your approval in Review.")

    def open_session(self, session: VaultSession) -> None:
        """Tell of this vault. What waits in it already is nothing new."""
        self._session = session
        session.commands.doing.connect(partial(self.on_doing, "command"))
        session.importing.connect(partial(self.on_doing, "import"))
        session.changed.connect(self._soon.start)
        self._soon.start()

    def close_session(self) -> None:
        """Tell of nothing."""
        self._session = self._waiting = None
        self._since.clear()
        self._soon.stop()

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
                self._tell(f"Ended: {what.rstrip('… .')}.")

    def _tell(self, text: str) -> None:
        if self.telling.isChecked() and self.icon.isVisible() and QApplication.activeWindow() is None:
            self.icon.showMessage("Memory Desktop", text, self.icon.icon())

    @Slot(QSystemTrayIcon.ActivationReason)
    def _on_activated(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        if reason in (QSystemTrayIcon.ActivationReason.Trigger, QSystemTrayIcon.ActivationReason.DoubleClick):
            self._open()

    @Slot()
    def _open(self) -> None:
        raise_window = getattr(self._window, "raise_window", self._window.show)
        raise_window()
