"""The vault's settings as a form that is made from their descriptions, so that a new setting needs no line here."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QCheckBox,
    QComboBox,
    QDialog,
    QDoubleSpinBox,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QScrollArea,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from memory_desktop.bridge.session import VaultSession
from memory_desktop.core.settings import GROUPS, SETTINGS, Setting, Settings, Value
from memory_desktop.ui.announce import announce
from memory_desktop.ui.field_guard import FieldGuard
from memory_desktop.ui.filter_field import FilterField
from memory_desktop.ui.fitting import fitting
from memory_desktop.ui.pages import Pages
from memory_desktop.ui.unsaved import ask_to_drop
from memory_desktop.ui.widgets import SPACE, button, label
from memory_desktop.ui.window.key_bindings import KeyBindings
from memory_desktop.ui.window.keys_page import KeysPage
from memory_desktop.ui.wrapping import WrappingLabel

#: The group of the window's keys, behind those of the vault's settings.
KEYS = "keys"
_MOST = 2_000_000_000
#: Pixels of width in which titles are not broken beside the list of groups.
_ROOM_FOR_GROUPS = 600


class SettingRow(QWidget):
    """One setting: its title, a control of its type, what it means, and the way back to the default."""

    def __init__(self, setting: Setting, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setting = setting
        self.control = _control(setting)
        self.control.setAccessibleName(setting.title)
        self.control.setAccessibleDescription(setting.help)
        self.reset = button("Reset to default", lambda: self.set_value(setting.default), role="link")
        self.reset.setAccessibleName(f"Reset {setting.title} to default")
        top = QHBoxLayout()
        top.setSpacing(SPACE)
        self._title = WrappingLabel(setting.title)
        top.addWidget(self._title, 1)
        top.addWidget(self.reset)
        top.addWidget(self.control)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 6, 0, 6)
        column.setSpacing(2)
        column.addLayout(top)
        self._told = f"{setting.help} Default: {setting.said(setting.default)}."
        self._locked = self._found = ""
        self._help = WrappingLabel(self._told)
        self._help.setProperty("role", "muted")
        column.addWidget(self._help)
        self.limits = label("", "error", wrap=True)
        self.limits.hide()
        column.addWidget(self.limits)
        self._connect()
        self.set_value(setting.default)

    def value(self) -> Value:
        """What the control says."""
        control = self.control
        if isinstance(control, QCheckBox):
            return control.isChecked()
        if isinstance(control, QComboBox):
            return str(control.currentData())
        if isinstance(control, QLineEdit):
            return control.text().strip()
        return control.value()

    def set_value(self, value: Value) -> None:
        """Show a value."""
        control = self.control
        if isinstance(control, QCheckBox):
            control.setChecked(bool(value))
        elif isinstance(control, QComboBox):
            control.setCurrentIndex(max(0, control.findData(value)))
        elif isinstance(control, QLineEdit):
            control.setText(str(value))
            control.setCursorPosition(0)  # a long address is told apart by its beginning
        elif isinstance(control, QSpinBox):
            control.setValue(int(value))
        else:
            control.setValue(float(value))
        self._changed()

    def matches(self, words: str) -> bool:
        """Is every word in its title, help, name or variable?"""
        one = self.setting
        text = f"{one.title} {one.help} {one.name} {one.variable}".lower()
        return all(word in text for word in words.lower().split())

    def mark(self, words: str) -> None:
        """Mark these words; where one is not in its texts, as a variable is not, say by what else it was found."""
        one, wanted = self.setting, words.lower().split()
        seen = f"{one.title} {self._told}".lower()
        unseen = [
            name for name in (one.variable, one.name) for word in wanted if word not in seen and word in name.lower()
        ]
        self._found = f" Found by {unseen[0]}." if unseen else ""
        self._say_help()
        for text in (self._title, self._help):
            text.mark(wanted)

    def _say_help(self) -> None:
        told = self._told + self._locked + self._found
        if told != self._help.text():
            self._help.setText(told)

    @Slot()
    def _say_limits(self) -> None:
        """A number that is out of range cannot be typed, or is not taken: say what can be."""
        told = f"Allowed: {self.setting.limits()}."
        if self.limits.isHidden():
            announce(self, told, urgent=True)
        self.limits.setText(told)
        self.limits.show()

    @Slot()
    def _on_typed(self) -> None:
        if isinstance(self.control, QAbstractSpinBox) and not self.control.hasAcceptableInput():
            self._say_limits()
        else:
            self.limits.hide()

    def _connect(self) -> None:
        control = self.control
        if isinstance(control, QAbstractSpinBox):
            control.lineEdit().inputRejected.connect(self._say_limits)
            control.lineEdit().textEdited.connect(self._on_typed)
        if isinstance(control, QCheckBox):
            control.toggled.connect(self._changed)
        elif isinstance(control, QComboBox):
            control.currentIndexChanged.connect(self._changed)
        elif isinstance(control, QLineEdit):
            control.textChanged.connect(self._changed)
        else:
            control.valueChanged.connect(self._changed)

    def lock(self) -> None:
        """The environment sets it: it can be read, and not changed here."""
        self.control.setEnabled(False)
        self.reset.setVisible(False)
        self._locked = f" Set by the environment: {self.setting.variable}."
        self._say_help()

    @Slot()
    def _changed(self) -> None:
        self.limits.hide()
        self.reset.setVisible(self.control.isEnabled() and self.value() != self.setting.default)


class PreferencesDialog(QDialog):
    """All settings; what was changed is saved together, as one command that can be undone.

    Args:
        group: the group to begin with; KEYS for the keys.
        keys: the keys of commands, for a page of their own; without them there is none.
    """

    def __init__(
        self, session: VaultSession, group: str = "", parent: QWidget | None = None, keys: KeyBindings | None = None
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._before: Settings | None = None
        self._keys = keys
        self.keys_page = KeysPage(keys) if keys is not None else None
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("Preferences")
        self.resize(fitting(QSize(760, 560), self))
        self.rows = {name: SettingRow(setting) for name, setting in SETTINGS.items()}
        self._headings: dict[str, QWidget] = {}
        self.filter = FilterField("Find a setting", "Find a setting")
        self.filter.textChanged.connect(self._narrow)
        self.groups = QListWidget()
        self.groups.setAccessibleName("Groups of settings")
        self.groups.setFixedWidth(190)
        self.groups.ensurePolished()  # or its rows are as high as without the style, and overlap
        for title in GROUPS.values():
            self.groups.addItem(title.partition(":")[0])
        if self.keys_page is not None:
            self.groups.addItem("Keys")
        self.groups.currentRowChanged.connect(self._go_to)
        self.save = button("Save", self._save, role="primary")
        self.save.setEnabled(False)
        middle = QHBoxLayout()
        middle.setSpacing(12)
        middle.addWidget(self.groups)
        self.pages = Pages()
        self.pages.addWidget(self._make_page())
        if self.keys_page is not None:
            self.pages.addWidget(self.keys_page)
        middle.addWidget(self.pages, 1)
        buttons = QHBoxLayout()
        buttons.addWidget(label(f"Settings of the vault “{session.name}”.", "muted", wrap=True), 1)
        buttons.addWidget(button("Cancel", self.reject))
        buttons.addWidget(self.save)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 18, 20, 16)
        column.setSpacing(12)
        self.nothing = label("No setting has these words.", "muted", wrap=True)
        self.nothing.hide()
        column.addWidget(self.filter)
        column.addWidget(self.nothing)
        column.addLayout(middle, 1)
        column.addLayout(buttons)
        FieldGuard(self)
        engine = session.engine
        session.runner.query(self, lambda _token: engine.settings, self._show)
        begin = {each: row for row, each in enumerate([*GROUPS, KEYS])}.get(group, 0)
        self.groups.setCurrentRow(min(begin, self.groups.count() - 1))

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Where it is narrow, the settings have the room of the list of groups; the headings say the same."""
        super().resizeEvent(event)
        self.groups.setVisible(self.width() >= _ROOM_FOR_GROUPS)

    def _make_page(self) -> QScrollArea:
        host = QWidget()
        column = QVBoxLayout(host)
        column.setContentsMargins(4, 0, 12, 0)
        column.setSpacing(2)
        for group, title in GROUPS.items():
            heading = label(title, "heading", wrap=True)
            heading.setContentsMargins(0, 12, 0, 4)
            self._headings[group] = heading
            column.addWidget(heading)
            for row in self.rows.values():
                if row.setting.group == group:
                    column.addWidget(row)
        column.addStretch(1)
        self.page = QScrollArea()
        self.page.setWidgetResizable(True)
        self.page.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.page.setWidget(host)
        return self.page

    def _show(self, settings: Settings) -> None:
        self._before = settings
        for name, row in self.rows.items():
            row.set_value(settings[name])
            if name in settings.overrides:
                row.lock()
        self.save.setEnabled(True)

    @Slot(int)
    def _go_to(self, row: int) -> None:
        if not 0 <= row < len(GROUPS):
            self.pages.setCurrentIndex(1 if row > 0 else 0)
            return
        self.pages.setCurrentIndex(0)
        heading = self._headings[list(GROUPS)[row]]
        self.page.verticalScrollBar().setValue(max(0, heading.y()))

    @Slot(str)
    def _narrow(self, words: str) -> None:
        for row in self.rows.values():
            row.setVisible(row.matches(words))
            row.mark(words)
        fitting_groups = {row.setting.group for row in self.rows.values() if row.matches(words)}
        for place, (group, heading) in enumerate(self._headings.items()):
            heading.setVisible(group in fitting_groups)
            self.groups.item(place).setHidden(group not in fitting_groups)
        keys = self.keys_page.narrow(words) if self.keys_page is not None else 0
        if self.keys_page is not None:
            self.groups.item(len(GROUPS)).setHidden(not keys)
            on_keys = self.pages.currentIndex() == 1
            if on_keys and not keys and fitting_groups:
                self.groups.setCurrentRow(next(n for n, group in enumerate(GROUPS) if group in fitting_groups))
            elif not on_keys and keys and not fitting_groups:
                self.groups.setCurrentRow(len(GROUPS))
        self.nothing.setVisible(not fitting_groups and not keys)
        self.page.verticalScrollBar().setValue(0)

    def changes(self) -> dict[str, Value]:
        """What differs from what the vault has."""
        if self._before is None:
            return {}
        return {name: row.value() for name, row in self.rows.items() if row.value() != self._before[name]}

    @Slot()
    def reject(self) -> None:
        """Leave, once it is clear that no changed setting is lost which somebody still wants."""
        if self.changes() or (self.keys_page is not None and self.keys_page.changes()):
            ask_to_drop(self, super().reject)
        else:
            super().reject()

    def _save(self) -> None:
        changes = self.changes()
        if changes:
            self._session.commands.change_settings(changes)
        if self._keys is not None and self.keys_page is not None and (keys := self.keys_page.changes()):
            self._keys.change(keys)
        self.accept()


def _control(setting: Setting) -> QCheckBox | QComboBox | QLineEdit | QSpinBox | QDoubleSpinBox:
    if setting.choices:
        box = QComboBox()
        for value, title in setting.choices.items():
            box.addItem(title, value)
        box.setMinimumWidth(180)
        return box
    if isinstance(setting.default, str):
        line = QLineEdit()
        line.setMinimumWidth(160)
        return line
    if isinstance(setting.default, bool):
        return QCheckBox()
    suffix = f" {setting.unit}" if setting.unit else ""
    if isinstance(setting.default, int):
        whole = QSpinBox()
        whole.setRange(int(setting.low), int(min(setting.high, _MOST)))
        whole.setGroupSeparatorShown(True)
        whole.setSuffix(suffix)
        whole.setMinimumWidth(140)
        return whole
    number = QDoubleSpinBox()
    number.setRange(setting.low, min(setting.high, _MOST))
    number.setDecimals(2)
    number.setSingleStep(0.05 if setting.high <= 1.0 else 1.0)
    number.setSuffix(suffix)
    number.setMinimumWidth(140)
    return number
