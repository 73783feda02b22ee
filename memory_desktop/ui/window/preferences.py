"""The vault's settings as a form that is made from their descriptions, so that a new setting needs no line here."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, QTimer, Slot
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QDialog, QHBoxLayout, QListWidget, QVBoxLayout, QWidget

from memory_desktop.bridge.session import VaultSession
from memory_desktop.bridge.translation import tr
from memory_desktop.bridge.window_settings import SettingsGroup
from memory_desktop.core.settings import GROUPS, Settings, Value
from memory_desktop.ui.field_guard import FieldGuard
from memory_desktop.ui.filter_field import FilterField
from memory_desktop.ui.fitting import fitting
from memory_desktop.ui.pages import Pages
from memory_desktop.ui.unsaved import ask_to_drop
from memory_desktop.ui.widgets import button, label
from memory_desktop.ui.window.key_bindings import Command, KeyBindings
from memory_desktop.ui.window.keys_page import KeysPage
from memory_desktop.ui.window.language_page import LanguagePage
from memory_desktop.ui.window.settings_page import SettingsPage
from memory_desktop.ui.window.tray_page import TrayPage

#: The group of the window's keys, behind those of the vault's settings.
KEYS = "keys"
#: Pixels of width in which titles are not broken beside the list of groups.
_ROOM_FOR_GROUPS = 600


class PreferencesDialog(QDialog):
    """All settings; what was changed is saved together, as one command that can be undone.

    Args:
        group: the group to begin with; KEYS for the keys.
        keys: the keys of commands, for a page of their own; without them there is none.
        tray: the switches of the icon in the tray, for another page; with keys only.
        window: the window's settings, for a page with its language; without them there is none.
    """

    def __init__(
        self,
        session: VaultSession,
        group: str = "",
        parent: QWidget | None = None,
        keys: KeyBindings | None = None,
        tray: Sequence[QAction] = (),
        window: SettingsGroup | None = None,
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._keys = keys
        self._commands: list[Command] | None = None
        self._keys_page: KeysPage | None = None
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Preferences"))
        self.resize(fitting(QSize(760, 560), self))
        self._look_for_keys = QTimer(self)  # to list the commands, make their page and show it are a step each
        self._look_for_keys.setSingleShot(True)
        self._look_for_keys.timeout.connect(self._on_keys)
        self.page = SettingsPage()
        self.rows = self.page.rows
        self.filter = FilterField(tr("Find a setting"), tr("Find a setting"))
        self.filter.textChanged.connect(self._narrow)
        self.tray_page = TrayPage(tray) if keys is not None and tray else None
        self.language_page = LanguagePage(window) if window is not None else None
        of_window = (self.tray_page, tr("Tray")), (self.language_page, tr("Language"))
        self._of_window = [(page, title) for page, title in of_window if page is not None]
        self._keys_row = len(GROUPS) + len(self._of_window)
        self.groups = self._make_list()
        self.groups.currentRowChanged.connect(self._go_to)
        self.save = button(tr("Save"), self._save, role="primary")
        self.save.setEnabled(False)
        self.pages = Pages()
        self.pages.addWidget(self.page)
        for page, _title in self._of_window:
            self.pages.addWidget(page)
        self.nothing = label(tr("No setting has these words."), "muted", wrap=True)
        self.nothing.hide()
        self._lay_out()
        self._guard = FieldGuard(self)
        self.page.row_made.connect(self._guard.guard)
        engine = session.engine
        session.runner.query(self, lambda _token: engine.settings, self._show)
        begin = {**{each: row for row, each in enumerate(GROUPS)}, KEYS: self._keys_row}.get(group, 0)
        self.groups.setCurrentRow(min(begin, self.groups.count() - 1))

    def _make_list(self) -> QListWidget:
        made = QListWidget()
        made.setAccessibleName(tr("Groups of settings"))
        made.setFixedWidth(190)
        made.ensurePolished()  # or its rows are as high as without the style, and overlap
        made.addItems([tr(title).partition(":")[0] for title in GROUPS.values()])
        made.addItems([title for _page, title in self._of_window])
        if self._keys is not None:
            made.addItem(tr("Keys"))
        return made

    def _lay_out(self) -> None:
        middle = QHBoxLayout()
        middle.setSpacing(12)
        middle.addWidget(self.groups)
        middle.addWidget(self.pages, 1)
        buttons = QHBoxLayout()
        buttons.addWidget(label(tr("Settings of the vault “{name}”.", name=self._session.name), "muted", wrap=True), 1)
        buttons.addWidget(button(tr("Cancel"), self.reject))
        buttons.addWidget(self.save)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 18, 20, 16)
        column.setSpacing(12)
        column.addWidget(self.filter)
        column.addWidget(self.nothing)
        column.addLayout(middle, 1)
        column.addLayout(buttons)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Where it is narrow, the settings have the room of the list of groups; the headings say the same."""
        super().resizeEvent(event)
        wide = self.width() >= _ROOM_FOR_GROUPS
        self.groups.setVisible(wide)
        self.page.show_whole(not wide)

    @property
    def keys_page(self) -> KeysPage | None:
        """The page of keys, made when it is first asked for; None without keys."""
        if self._keys_page is None and self._keys is not None:
            commands = self._keys.commands() if self._commands is None else self._commands
            self._keys_page = KeysPage(self._keys, commands)
            self.pages.addWidget(self._keys_page)
            self._guard.guard(self._keys_page)
        return self._keys_page

    def _show(self, settings: Settings) -> None:
        self.page.show_values(settings)
        self.save.setEnabled(True)

    @Slot(int)
    def _go_to(self, row: int) -> None:
        if row < 0:
            return
        if row < len(GROUPS):
            self.pages.setCurrentWidget(self.page)
            self.page.show_group(list(GROUPS)[row])
        elif row < self._keys_row:
            self.pages.setCurrentWidget(self._of_window[row - len(GROUPS)][0])
        elif self._keys_page is not None:
            self.pages.setCurrentWidget(self._keys_page)
        else:
            self._look_for_keys.start()

    @Slot(str)
    def _narrow(self, words: str) -> None:
        fitting_groups = self.page.narrow(words)
        for place, group in enumerate(GROUPS):
            self.groups.item(place).setHidden(group not in fitting_groups)
        for row, (page, _title) in enumerate(self._of_window, start=len(GROUPS)):
            self.groups.item(row).setHidden(not page.narrow(words))
        if self._keys is None:
            self._show_found()
        elif self._keys_page is None:
            self._look_for_keys.start()
        else:
            self._narrow_keys(self._keys_page)

    @Slot()
    def _on_keys(self) -> None:
        """Make their page, then look for the words in it, and show it if it is chosen."""
        made = self._keys_page
        if made is None:
            self._look_for_keys.start()
        if made is None and self._commands is None and self._keys is not None:
            self._commands = self._keys.commands()
        elif (page := self.keys_page) is not None and page is made:
            if self.filter.text():
                self._narrow_keys(page)
            if self.groups.currentRow() == self._keys_row:
                self.pages.setCurrentWidget(page)

    def _narrow_keys(self, page: KeysPage) -> None:
        """The same for commands."""
        self.groups.item(self._keys_row).setHidden(not page.narrow(self.filter.text()))
        self._show_found()

    def _show_found(self) -> None:
        """Where what is shown has none of the words, show what has them."""
        found = [row for row in range(self.groups.count()) if not self.groups.item(row).isHidden()]
        at = self.groups.currentRow()
        here = any(row < len(GROUPS) for row in found) if at < len(GROUPS) else at in found
        if found and not here:
            self.groups.setCurrentRow(found[0])
        self.nothing.setVisible(not found)

    def changes(self) -> dict[str, Value]:
        """What differs from what the vault has."""
        return self.page.changes()

    @Slot()
    def reject(self) -> None:
        """Leave, once it is clear that no changed setting is lost which somebody still wants."""
        others = any(page is not None and page.changes() for page in (self._keys_page, self.tray_page))
        if self.changes() or others or (self.language_page is not None and self.language_page.changed()):
            ask_to_drop(self, super().reject)
        else:
            super().reject()

    def _save(self) -> None:
        changes = self.changes()
        if changes:
            self._session.commands.change_settings(changes)
        if self._keys is not None and self._keys_page is not None and (keys := self._keys_page.changes()):
            self._keys.change(keys)
        for switch in self.tray_page.changes() if self.tray_page is not None else ():
            switch.trigger()
        if self.language_page is not None:
            self.language_page.save()
        self.accept()
