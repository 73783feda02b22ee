"""The page of Preferences with the language of the window."""

from __future__ import annotations

import os

from PySide6.QtWidgets import QComboBox, QVBoxLayout, QWidget

from memory_desktop.bridge.translation import LANGUAGES, SYSTEM, VARIABLE, tr
from memory_desktop.bridge.window_settings import SettingsGroup
from memory_desktop.ui.widgets import SPACE, label

#: The name of the window's setting.
LANGUAGE = "language"


class LanguagePage(QWidget):
    """Which language the window is in from the next start on. `settings`: the window's."""

    def __init__(self, settings: SettingsGroup, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._settings = settings
        self.choice = QComboBox()
        self.choice.addItem(tr("As the system"), SYSTEM)
        for code, name in LANGUAGES.items():
            self.choice.addItem(name, code)
        self.choice.setAccessibleName(tr("Language of the window"))
        self.choice.setCurrentIndex(max(0, self.choice.findData(self._chosen())))
        self.choice.setSizePolicy(self.choice.sizePolicy().Policy.Maximum, self.choice.sizePolicy().verticalPolicy())
        locked = bool(os.environ.get(VARIABLE))
        self.choice.setEnabled(not locked)
        told = tr("The same in every vault. It takes effect when the program is started again.")
        by = tr("Set by the environment: {variable}.", variable=VARIABLE)
        column = QVBoxLayout(self)
        column.setContentsMargins(4, 12, 12, 0)
        column.setSpacing(SPACE)
        column.addWidget(label(tr("Language of the window"), "heading", wrap=True))
        column.addWidget(label(f"{told} {by}" if locked else told, "muted", wrap=True))
        column.addWidget(self.choice)
        column.addStretch(1)

    def narrow(self, words: str) -> bool:
        """Has the page every word?"""
        text = " ".join([tr("Language"), "Language", *map(self.choice.itemText, range(self.choice.count()))]).lower()
        return all(word in text for word in words.lower().split())

    def changed(self) -> bool:
        """Is another language chosen than the one that is kept?"""
        return str(self.choice.currentData()) != self._chosen()

    def save(self) -> None:
        """Keep what is chosen for the next start."""
        if self.changed():
            self._settings.set(LANGUAGE, str(self.choice.currentData()))

    def _chosen(self) -> str:
        return str(self._settings.value(LANGUAGE, SYSTEM))
