"""A dialog that asks for a day of a thread."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import QDate, Qt
from PySide6.QtWidgets import QCalendarWidget, QToolButton, QWidget

from memory_desktop.bridge.translation import mark, tr, translated
from memory_desktop.ui.form_dialog import FormDialog
from memory_desktop.ui.tips import set_tip

#: By Qt's names for the buttons that are only an arrow, what they do.
_STEPS = translated(
    {"qt_calendar_prevmonth": mark("The month before"), "qt_calendar_nextmonth": mark("The next month")}
)


class GoToDateDialog(FormDialog):
    """See the module. A day between the first and the last turn can be chosen."""

    def __init__(self, first: datetime, last: datetime, parent: QWidget | None = None) -> None:
        super().__init__(tr("Go to date"), tr("Go"), parent)
        self.calendar = QCalendarWidget()
        self.calendar.setAccessibleName(tr("Day"))
        for name, tip in _STEPS.items():
            step = self.calendar.findChild(QToolButton, name)
            if step is not None:
                step.setAccessibleName(tip)
                set_tip(step, tip)
        self.calendar.setMinimumDate(_day(first))
        self.calendar.setMaximumDate(_day(last))
        self.calendar.setSelectedDate(_day(last))
        self.calendar.setVerticalHeaderFormat(QCalendarWidget.VerticalHeaderFormat.NoVerticalHeader)
        self.calendar.setFirstDayOfWeek(Qt.DayOfWeek.Monday)
        self.calendar.activated.connect(self.accept)
        self.column.addWidget(self.calendar)
        self.finish()

    def moment(self) -> datetime:
        """When the chosen day begins, in the person's own time."""
        day = self.calendar.selectedDate()
        return datetime(day.year(), day.month(), day.day()).astimezone()


def _day(moment: datetime) -> QDate:
    there = moment.astimezone()
    return QDate(there.year, there.month, there.day)
