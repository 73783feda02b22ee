"""One setting in the form of settings."""

from __future__ import annotations

import math

from PySide6.QtCore import Slot
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QHBoxLayout,
    QLineEdit,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from memory_desktop.bridge.translation import figure, tr
from memory_desktop.core.settings import Setting, Value
from memory_desktop.ui.announce import announce
from memory_desktop.ui.widgets import SPACE, button, label
from memory_desktop.ui.wrapping import WrappingLabel

_MOST = 2_000_000_000


class SettingRow(QWidget):
    """One setting: its title, a control of its type, what it means, and the way back to the default."""

    def __init__(self, setting: Setting, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setting = setting
        self.control = _control(setting)
        self.control.setAccessibleName(tr(setting.title))
        self.control.setAccessibleDescription(tr(setting.help))
        self.reset = button(tr("Reset to default"), lambda: self.set_value(setting.default), role="link")
        self.reset.setAccessibleName(tr("Reset {title} to default", title=tr(setting.title)))
        top = QHBoxLayout()
        top.setSpacing(SPACE)
        self._title = WrappingLabel(tr(setting.title))
        top.addWidget(self._title, 1)
        top.addWidget(self.reset)
        top.addWidget(self.control)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 6, 0, 6)
        column.setSpacing(2)
        column.addLayout(top)
        self._told = tr("{help} Default: {default}.", help=tr(setting.help), default=said(setting, setting.default))
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

    def mark(self, words: str) -> None:
        """Mark these words; where one is not in its texts, as a variable is not, say by what else it was found."""
        one, wanted = self.setting, words.lower().split()
        seen = f"{tr(one.title)} {self._told}".lower()
        unseen = [
            name for name in (one.variable, one.name) for word in wanted if word not in seen and word in name.lower()
        ]
        self._found = tr(" Found by {unseen}.", unseen=unseen[0]) if unseen else ""
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
        told = tr("Allowed: {limits}.", limits=limits(self.setting))
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
        self._locked = tr(" Set by the environment: {variable}.", variable=self.setting.variable)
        self._say_help()

    @Slot()
    def _changed(self) -> None:
        self.limits.hide()
        self.reset.setVisible(self.control.isEnabled() and self.value() != self.setting.default)


def said(setting: Setting, value: Value) -> str:
    """A value as a person reads it, with its unit; see `Setting.said`."""
    if setting.choices:
        title = setting.choices.get(str(value), str(value))
        return tr(title)
    if isinstance(value, bool):
        return tr("on") if value else tr("off")
    if isinstance(value, str):
        return value or tr("empty")
    return f"{figure(value, ',' if isinstance(value, int) else ',.10g')} {_unit(setting)}".rstrip()


def limits(setting: Setting) -> str:
    """What a number may be, as a person reads it; see `Setting.limits`."""
    low, high = figure(setting.low, ",.10g"), figure(setting.high, ",.10g")
    told = tr("at least {low}", low=low) if math.isinf(setting.high) else tr("from {low} to {high}", low=low, high=high)
    return f"{told} {_unit(setting)}".rstrip()


def _unit(setting: Setting) -> str:
    return tr(setting.unit) if setting.unit else ""


def matches(setting: Setting, words: str) -> bool:
    """Is every word in its title, help, name or variable?"""
    text = f"{tr(setting.title)} {tr(setting.help)} {setting.name} {setting.variable}".lower()
    return all(word in text for word in words.lower().split())


def _control(setting: Setting) -> QCheckBox | QComboBox | QLineEdit | QSpinBox | QDoubleSpinBox:
    if setting.choices:
        box = QComboBox()
        for value, title in setting.choices.items():
            box.addItem(tr(title), value)
        box.setMinimumWidth(180)
        return box
    if isinstance(setting.default, str):
        line = QLineEdit()
        line.setMinimumWidth(160)
        return line
    if isinstance(setting.default, bool):
        return QCheckBox()
    suffix = f" {_unit(setting)}" if setting.unit else ""
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
