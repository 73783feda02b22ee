"""The skills with their practice: how well each is known, what it is made of, and the course as a plot and a table."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QTreeWidgetItem, QVBoxLayout, QWidget

from memory_desktop.bridge.translation import figure, grouped, plural, tr
from memory_desktop.core.layers.procedure_runs import Ability
from memory_desktop.ui.format import local
from memory_desktop.ui.lists import at_right, bar, column, flat_list, or_empty, split
from memory_desktop.ui.plain_table import PlainTable, keep_rows
from memory_desktop.ui.plot import Line, LinePlot
from memory_desktop.ui.tips import set_item_tip, set_tip
from memory_desktop.ui.widgets import EmptyState, button, label

_ID = int(Qt.ItemDataRole.UserRole) + 1
#: Where the tab is lower, the table has all the room.
_ROOM_FOR_PLOT = 360


class AbilitiesTab(QWidget):
    """Signals: `practised(id, succeeded)`; `selected(id of the skill's memory)`."""

    practised = Signal(str, bool)
    selected = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._abilities: Sequence[Ability] = ()
        self._id = ""
        self.told = label("", "muted")
        self.well = button(tr("Practised well"), lambda: self._practise(succeeded=True))
        self.badly = button(tr("Practised badly"), lambda: self._practise(succeeded=False))
        set_tip(self.well, tr("Note that the skill was practised, and that it went well"))
        set_tip(self.badly, tr("Note that the skill was practised, and that it did not go well"))
        columns = (
            (tr("Skill"), ""),
            (tr("Proficiency"), tr("Proficiency")),
            (tr("Practices"), tr("Practices")),
            (tr("Made of"), ""),
        )
        self.list = flat_list(tr("Skills and how well they are known"), columns)
        at_right(self.list, 1, 2)
        keep_rows(self.list)
        self.list.currentItemChanged.connect(self._on_row)
        self.plot = LinePlot(tr("Proficiency after each practice; the same numbers stand in the table below"))
        self.plot.setMinimumHeight(110)
        self.table = PlainTable((tr("Practice"), tr("When"), tr("Proficiency")), tr("Proficiency after each practice"))
        self.table.give_room(1, least=64)
        keep_rows(self.table)
        self.splitter = split(Qt.Orientation.Vertical, self.plot, self.table, (200, 140))
        full = column(
            bar(self.told, self.badly, self.well, filling=self.told),
            split(Qt.Orientation.Vertical, self.list, self.splitter, (200, 340)),
        )
        empty = EmptyState(
            "procedural", tr("No skills yet"), tr("Skills are kept in Conversations. Their practice is followed here.")
        )
        self.pages = or_empty(full, empty)
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.addWidget(self.pages)

    def show_abilities(self, abilities: Sequence[Ability], writable: bool) -> None:
        """Show these."""
        self._abilities = abilities
        self.pages.setCurrentIndex(0 if abilities else 1)
        self.told.setText(plural("{n} skill", "{n} skills", len(abilities)))
        chosen = self._id
        self.list.blockSignals(True)
        self.list.clear()
        for one in abilities:
            known = f"{figure(one.proficiency, '.2f')}" if one.practice_count else "–"
            row = QTreeWidgetItem(
                self.list, [one.skill_name, known, f"{grouped(one.practice_count)}", ", ".join(one.components)]
            )
            row.setData(0, _ID, one.id)
            set_item_tip(row, ", ".join(one.components), 3)
            for place in (1, 2):
                row.setTextAlignment(place, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            if one.id == chosen:
                self.list.setCurrentItem(row)
        first = self.list.topLevelItem(0)
        if self.list.currentItem() is None and first is not None:
            self.list.setCurrentItem(first)
        self.list.blockSignals(False)
        self.well.setEnabled(writable and bool(abilities))
        self.badly.setEnabled(writable and bool(abilities))
        self._show_course()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """The plot is shown where it has room."""
        super().resizeEvent(event)
        self.plot.setVisible(self.height() >= _ROOM_FOR_PLOT)

    def _on_row(self) -> None:
        self._show_course()
        self.selected.emit(self._id or None)

    def _show_course(self) -> None:
        row = self.list.currentItem()
        self._id = row.data(0, _ID) if row is not None else ""
        one = next((each for each in self._abilities if each.id == self._id), None)
        course = one.improvement_trajectory if one is not None else ()
        when = one.practised if one is not None else ()
        rows = [
            (f"{n}", local(at), f"{figure(value, '.2f')}")
            for n, (at, value) in enumerate(zip(when, course, strict=True), 1)
        ]
        self.table.fill(rows[::-1])
        places = list(range(1, len(course) + 1))
        line = Line("proficiency", "accent", "o", Qt.PenStyle.SolidLine, places, list(course))
        step = max(1, -(-len(places) // 12))
        self.plot.show_lines([line] if course else [], [(place, f"{place}") for place in places[::step]])
        self.plot.setYRange(0.0, 1.0, padding=0.04)

    def _practise(self, *, succeeded: bool) -> None:
        if self._id:
            self.practised.emit(self._id, succeeded)
