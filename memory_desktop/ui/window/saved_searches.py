"""The searches that a person keeps in the sidebar: each vault has its own."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from memory_desktop.bridge.window_settings import WindowSettings
from memory_desktop.ui.vault_texts import stored_list


class SavedSearches(QObject):
    """Signals: `changed(list of texts)`."""

    changed = Signal(object)

    def __init__(self, settings: WindowSettings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._settings = settings
        self._vault_id = ""

    def open(self, vault_id: str) -> None:
        """Those of this vault, from now on."""
        self._vault_id = vault_id
        self.changed.emit(self.all())

    def all(self) -> list[str]:
        """The open vault's, the oldest first."""
        return stored_list(self._settings, f"searches/{self._vault_id}") if self._vault_id else []

    def save(self, text: str) -> None:
        """Keep one, as the newest."""
        self._keep([*(each for each in self.all() if each != text), text])

    def remove(self, text: str) -> None:
        """Drop one."""
        self._keep([each for each in self.all() if each != text])

    def close(self) -> None:
        """No vault is open."""
        self._vault_id = ""

    def _keep(self, searches: list[str]) -> None:
        if self._vault_id:
            self._settings.set(f"searches/{self._vault_id}", searches)
            self.changed.emit(searches)
