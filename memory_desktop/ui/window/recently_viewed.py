"""What was viewed lately in each vault, by ids alone: the quick switcher begins with it."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Slot

from memory_desktop.bridge.window_settings import WindowSettings
from memory_desktop.ui.vault_texts import stored_list

_MOST = 12
#: Who stays for so long has viewed it; what the arrows pass on their way has not been.
_VIEWED_MS = 1_000


class RecentlyViewed(QObject):
    """Keeps (kind, id) in the window's settings, for the open vault."""

    def __init__(self, settings: WindowSettings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._settings = settings
        self._vault_id = ""
        self._pending = ("", "")
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_VIEWED_MS)
        self._timer.timeout.connect(self._note_pending)

    def open(self, vault_id: str) -> None:
        """Those of this vault, from now on."""
        self._vault_id = vault_id

    def close(self) -> None:
        """No vault is open."""
        self._timer.stop()
        self._vault_id = ""

    def all(self) -> list[tuple[str, str]]:
        """The open vault's, the newest first."""
        kept = stored_list(self._settings, f"viewed/{self._vault_id}") if self._vault_id else []
        return [(kind, id) for kind, _, id in (one.partition(" ") for one in kept)]

    def look_at(self, kind: str, id: str) -> None:
        """Something is shown; it counts as viewed when it still is in a second."""
        self._pending = kind, id
        self._timer.start()

    def note(self, kind: str, id: str) -> None:
        """Something was gone to on purpose."""
        if self._vault_id and id:
            newest = [(kind, id), *(one for one in self.all() if one != (kind, id))][:_MOST]
            self._settings.set(f"viewed/{self._vault_id}", [" ".join(one) for one in newest])

    def forget(self) -> None:
        """Something was purged from the open vault: an id may be a name that somebody gave."""
        self._timer.stop()
        if self._vault_id:
            self._settings.remove(f"viewed/{self._vault_id}")

    @Slot()
    def _note_pending(self) -> None:
        self.note(*self._pending)
