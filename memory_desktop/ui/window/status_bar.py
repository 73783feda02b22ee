"""The status bar: what waits for vectors and how fast it goes, the model, the vault, the last check."""

from __future__ import annotations

from PySide6.QtCore import QSize, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QStatusBar, QWidget

from memory_desktop.bridge.engine_texts import said
from memory_desktop.bridge.session import VaultSession
from memory_desktop.bridge.translation import figure, grouped, plural, tr
from memory_desktop.core.answers import SyncStatus, VaultStatus
from memory_desktop.ui.folding import FoldingButton, fold_in
from memory_desktop.ui.format import ago, duration
from memory_desktop.ui.icons import icon
from memory_desktop.ui.tips import set_tip
from memory_desktop.ui.widgets import button

#: Pixels beside a part, at the most.
_BETWEEN = 8
_HEALTH = {"good": ("success", "success"), "bad": ("error", "error"), "rebuilding": ("sync", "warning")}


class StatusBar(QStatusBar):
    """Signals: `view_requested(view id)` when a part is clicked."""

    view_requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizeGripEnabled(False)
        self.sync = self._part(tr("No vault open"), "sync", "sync")
        self.model = self._part("", "model", "sync")
        self.health = self._part("", "info", "health")
        self.vault = self._part("", "vault", "memories")
        self.addWidget(self.sync)
        for part in (self.model, self.health, self.vault):
            self.addPermanentWidget(part)
        self._status: SyncStatus | None = None
        self._learning = 0
        self.close_session()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Less is said where there is less room."""
        super().resizeEvent(event)
        self._fit()

    def open_session(self, session: VaultSession) -> None:
        """Begin to show a vault."""
        for part in (self.model, self.health, self.vault):
            part.show()
        self._say(self.vault, session.name, tr("Vault {path}", path=session.engine.path))
        self._show_model(session.engine.model_version)
        session.sync_changed.connect(self.show_sync)
        session.learning_changed.connect(self.show_learning)
        if session.sync_status is not None:
            self.show_sync(session.sync_status)
        self.show_learning(session.turns_to_learn)

    def close_session(self) -> None:
        """No vault."""
        self._status, self._learning = None, 0
        self._say(self.sync, tr("No vault open"), "")
        for part in (self.model, self.health, self.vault):
            part.hide()

    @Slot(object)
    def show_sync(self, status: SyncStatus) -> None:
        """The queue, and the model, which may be another one by now."""
        self._status = status
        self._show_model(status.model_version)
        waiting = status.pending + status.failed
        if not waiting:
            name, token, text = "check", "success", tr("All vectors up to date")
        else:
            name, token, text = "sync", "muted", tr("{pending} waiting for vectors", pending=grouped(status.pending))
            if status.rate > 0 and not status.paused:
                left = duration(status.seconds_left)
                text += f" · {figure(status.rate, ',.0f')}/s" + (tr(" · {time} left", time=left) if left else "")
            if status.outside:
                text = tr("{pending} waiting for imported vectors", pending=grouped(status.pending))
            if status.failed:
                name, token = "warning", "warning"
                text += tr(" · {failed} failed", failed=grouped(status.failed))
        if status.paused:
            name, token, text = (
                "pause",
                "warning",
                tr("Sync paused · {waiting} waiting for vectors", waiting=grouped(waiting)),
            )
        if self._learning:
            if not waiting:
                name, token = "sync", "muted"
            text += plural(" · learning from {n} turn", " · learning from {n} turns", self._learning)
        self.sync.setIcon(icon(name, token))
        self._say(self.sync, text, said(status.last_error) or tr("Open Sync"))

    @Slot(int)
    def show_learning(self, turns: int) -> None:
        """So many turns wait to be learned from. A single one is learned from before anybody has read it."""
        self._learning = turns if turns > 1 else 0
        if self._status is not None:
            self.show_sync(self._status)

    def _show_model(self, version: str) -> None:
        self._say(self.model, version.split("@", maxsplit=1)[0], tr("Embedding model {version}", version=version))

    def show_status(self, status: VaultStatus) -> None:
        """Health and the last check."""
        name, token = _HEALTH.get(status.health, ("info", "muted"))
        self.health.setIcon(icon(name, token))
        words = {"good": tr("Healthy"), "bad": tr("Problems found"), "rebuilding": tr("Rebuilding index")}
        unchecked = tr("Not checked since the rebuild") if status.last_check else tr("Not checked yet")
        text = words.get(status.health, unchecked)
        if status.last_check and text != unchecked:
            text += tr(" · checked {when}", when=ago(status.last_check))
        self._say(self.health, text, "; ".join(map(said, status.notes)) or tr("Last check of log, records and indexes"))

    def _part(self, text: str, icon_name: str, view: str) -> FoldingButton:
        made = button(text, lambda: self.view_requested.emit(view), role="flat", icon_name=icon_name)
        made.setAccessibleName(text or icon_name.capitalize())
        made.setIconSize(QSize(14, 14))
        return made

    def _say(self, part: FoldingButton, text: str, tip: str) -> None:
        part.setText(text.replace("&", "&&"))
        part.setAccessibleName(text or part.accessibleName())
        set_tip(part, tip)
        self._fit()

    def _fit(self) -> None:
        """Where it is too narrow, parts are icons: first the model, then the vault, then the last check."""
        parts = self.model, self.vault, self.health
        shown = [part for part in parts if not part.isHidden()]
        needed = sum(part.sizeHint().width() + _BETWEEN for part in (self.sync, *shown))
        for part in shown:
            narrow = needed > self.width()
            if narrow:
                needed += part.folded_width() - part.sizeHint().width()
            fold_in(part, narrow)
