"""What was typed in one vault, and is never shown in another: kept in the settings by the vault's id."""

from __future__ import annotations

from collections.abc import Sequence

from memory_desktop.bridge.window_settings import SettingsGroup

_VAULTS = 50


def stored_list(settings: SettingsGroup, name: str) -> list[str]:
    """A list of strings from settings, which give a list of one back as the string."""
    stored = settings.value(name, [])
    return [stored] if isinstance(stored, str) else [str(each) for each in stored or []]


class VaultTexts:
    """Lists of texts by vault id, for the vaults that were used last."""

    def __init__(self) -> None:
        self._texts: dict[str, list[str]] = {}

    def of(self, vault_id: str) -> list[str]:
        """What was kept for a vault."""
        return list(self._texts.get(vault_id, ()))

    def keep(self, vault_id: str, texts: Sequence[str]) -> None:
        """Keep these for a vault instead of what was there."""
        self._texts.pop(vault_id, None)
        if texts:
            self._texts[vault_id] = list(texts)

    def save(self, settings: SettingsGroup, group: str) -> None:
        """Write them under a group of the settings."""
        settings.remove(group)
        for vault_id in list(self._texts)[-_VAULTS:]:
            settings.set(f"{group}/{vault_id}", self._texts[vault_id])

    def restore(self, settings: SettingsGroup, group: str) -> None:
        """Read what `save` wrote."""
        kept = settings.group(group)
        self._texts = {vault_id: stored_list(kept, vault_id) for vault_id in kept.names()}
