"""The page of Preferences with the vault's settings, whose rows are made when they are to be seen.

All of them together take the GUI thread most of a second. A few are made at a time, so that it can do something else in
between: those of the group that is shown, or those that have the words that are looked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from PySide6.QtCore import QElapsedTimer, Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import QScrollArea, QVBoxLayout, QWidget

from memory_desktop.bridge.translation import tr
from memory_desktop.core.settings import GROUPS, SETTINGS, Settings, Value
from memory_desktop.ui.widgets import label
from memory_desktop.ui.window.setting_row import SettingRow, matches

#: Rows are made or shown for so long at a time, and so many at the most, as to lay them out takes longer.
_SLICE_MS, _SLICE_ROWS = 6, 3
#: All settings in the order of the page: group by group.
_NAMES = sorted(SETTINGS, key=lambda name: list(GROUPS).index(SETTINGS[name].group))
_ORDER = {name: place for place, name in enumerate(_NAMES)}


class Rows(Mapping[str, SettingRow]):
    """The row of each setting by its name, made when it is first asked for; to go through `made` makes none."""

    def __init__(self, make: Callable[[str], SettingRow]) -> None:
        self._make = make
        self.made: dict[str, SettingRow] = {}

    def __getitem__(self, name: str) -> SettingRow:
        if name not in self.made:
            self.made[name] = self._make(name)
        return self.made[name]

    def __contains__(self, name: object) -> bool:
        return name in SETTINGS

    def __iter__(self) -> Iterator[str]:
        return iter(_NAMES)

    def __len__(self) -> int:
        return len(SETTINGS)


class SettingsPage(QScrollArea):
    """One group of settings, all groups below each other, or what has some words. Signals: `row_made(SettingRow)`.

    Attributes:
        rows: by the settings' names.
    """

    row_made = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows = Rows(self._make)
        self._values: Settings | None = None
        self._group = next(iter(GROUPS))
        self._whole = False
        self._words = ""
        self._goal = ""  # the group whose heading is to be at the top, once all above it is there
        self._missing: list[str] = []
        self._sections: dict[str, QWidget] = {}
        host = QWidget()
        column = self._column = QVBoxLayout(host)
        column.setContentsMargins(4, 0, 12, 0)
        column.setSpacing(2)
        column.addStretch(1)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWidget(host)
        self._making = QTimer(self)
        self._making.timeout.connect(self._make_some)
        self.verticalScrollBar().actionTriggered.connect(self._on_scrolled)
        self._arrange()

    @property
    def complete(self) -> bool:
        """Is there everything that is to be seen?"""
        return not self._missing

    def show_group(self, group: str) -> None:
        """Show a group; where others stand above it, its heading comes to the top."""
        self._group = self._goal = group
        self._arrange()

    def show_whole(self, whole: bool) -> None:
        """Show all groups below each other, or one at a time."""
        if whole != self._whole:
            self._whole = whole
            self._goal = self._group if whole else ""
            self._arrange()

    def narrow(self, words: str) -> set[str]:
        """Show what has every one of these words, of all groups; without any, what was shown before. Returns the groups
        in which something fits."""
        self._words = words.strip()
        self._goal = "" if self._words else self._group
        self._arrange()
        self.verticalScrollBar().setValue(0)
        return {setting.group for setting in SETTINGS.values() if matches(setting, words)}

    def show_values(self, settings: Settings) -> None:
        """What the vault has, also for rows that are made later."""
        self._values = settings
        for name in self.rows.made:
            self._show_value(name)

    def changes(self) -> dict[str, Value]:
        """What differs from what the vault has."""
        values = self._values
        if values is None:
            return {}
        return {name: row.value() for name, row in self.rows.made.items() if row.value() != values[name]}

    # --- rows ---------------------------------------------------------------------------------

    def _wanted(self, name: str) -> bool:
        setting = SETTINGS[name]
        if self._words:
            return matches(setting, self._words)
        return self._whole or setting.group == self._group

    def _arrange(self) -> None:
        """Hide what is not wanted, and begin to make or show what is missing."""
        wanted = [name for name in _NAMES if self._wanted(name)]
        made = self.rows.made
        for name, row in made.items():
            if name not in wanted:
                row.hide()
            elif not row.isHidden():
                row.mark(self._words)
        groups = {SETTINGS[name].group for name in wanted}
        for group, section in self._sections.items():
            section.setVisible(group in groups)
        self._missing = [name for name in wanted if name not in made or made[name].isHidden()]
        if self._missing:
            self._making.start(0)
        else:
            self._making.stop()
            self._reach_goal()

    @Slot()
    def _make_some(self) -> None:
        watch = QElapsedTimer()
        watch.start()
        for _ in range(_SLICE_ROWS):
            if self._missing and watch.elapsed() < _SLICE_MS:
                row = self.rows[self._missing.pop(0)]
                row.mark(self._words)
                row.show()
        if not self._missing:
            self._making.stop()
            self._reach_goal()

    def _make(self, name: str) -> SettingRow:
        setting = SETTINGS[name]
        section = self._section(setting.group)
        row = SettingRow(setting, section)
        earlier = [one for one in self.rows.made if _ORDER[one] < _ORDER[name]]
        place = 1 + sum(SETTINGS[one].group == setting.group for one in earlier)
        row.setVisible(self._wanted(name))
        below = section.layout()
        assert isinstance(below, QVBoxLayout)
        below.insertWidget(place, row)
        before = self.rows.made[max(earlier, key=_ORDER.__getitem__)].control if earlier else self
        QWidget.setTabOrder(before, row.reset)
        QWidget.setTabOrder(row.reset, row.control)
        self.rows.made[name] = row
        self._show_value(name)
        row.mark(self._words)
        self.row_made.emit(row)
        return row

    def _section(self, group: str) -> QWidget:
        """The heading of a group, below which its rows stand; made when it is first needed."""
        if group not in self._sections:
            order = list(GROUPS)
            place = sum(order.index(one) < order.index(group) for one in self._sections)
            made = self._sections[group] = QWidget(self.widget())
            heading = label(tr(GROUPS[group]), "heading", wrap=True)
            heading.setContentsMargins(0, 12, 0, 4)
            below = QVBoxLayout(made)
            below.setContentsMargins(0, 0, 0, 0)
            below.setSpacing(2)
            below.addWidget(heading)
            self._column.insertWidget(place, made)
            made.setVisible(any(self._wanted(name) for name, one in SETTINGS.items() if one.group == group))
        return self._sections[group]

    def _show_value(self, name: str) -> None:
        if self._values is not None:
            row = self.rows.made[name]
            row.set_value(self._values[name])
            if name in self._values.overrides:
                row.lock()

    # --- where it is scrolled to --------------------------------------------------------------

    @Slot()
    def _on_scrolled(self) -> None:
        """Who scrolls is somewhere else."""
        self._goal = ""

    def _reach_goal(self) -> None:
        if self._goal in self._sections:
            goal, self._goal = self._goal, ""
            self._column.activate()
            self.verticalScrollBar().setValue(max(0, self._sections[goal].y()))
