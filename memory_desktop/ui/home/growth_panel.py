"""How the memories grew, as a drawing and as a table."""

from __future__ import annotations

from datetime import date

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from memory_desktop.bridge.translation import grouped, mark, plural, tr, translated
from memory_desktop.core.digest import Grown, Growth
from memory_desktop.ui.home.growth_plot import GrowthPlot, period_word
from memory_desktop.ui.pages import Pages
from memory_desktop.ui.plain_table import PlainTable, keep_rows
from memory_desktop.ui.widgets import SPACE, label, switch_button

_LATELY = translated({"day": "today", "week": mark("this week"), "month": mark("this month")})
_HEADERS = translated({"day": mark("Day"), "week": mark("Week from"), "month": mark("Month")})


class GrowthPanel(QWidget):
    """The plot, and beside it, at a switch, its table."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.heading = label(tr("Growth"), "heading")
        self.told = label("", "muted", wrap=True)
        self.plot = GrowthPlot()
        self.table = PlainTable(
            (tr("Day"), tr("Learned"), tr("Removed"), tr("Memories")), tr("Growth of the memories, newest first")
        )
        self.table.give_room(0, least=80)
        keep_rows(self.table)
        self.pages = Pages()
        self.pages.addWidget(self.plot)
        self.pages.addWidget(self.table)
        self.switch = switch_button("columns", tr("Growth as a table"), self._turn)
        top = QHBoxLayout()
        top.addWidget(self.heading, 1)
        top.addWidget(self.switch, 0, Qt.AlignmentFlag.AlignRight)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE // 2)
        column.addLayout(top)
        column.addWidget(self.told)
        column.addWidget(self.pages)
        self.pages.setFixedHeight(max(self.plot.sizeHint().height(), self.table.minimumHeight()))
        self.show_growth(Growth("day"))

    def show_growth(self, growth: Growth) -> None:
        """Draw and list this."""
        self.plot.show_growth(growth)
        self.table.setHorizontalHeaderLabels([_HEADERS[growth.unit], tr("Learned"), tr("Removed"), tr("Memories")])
        self.table.fill([_row(one, growth.unit) for one in reversed(growth.periods)])
        now = growth.periods[-1] if growth.periods else Grown(date.min, 0, 0, 0)
        lately = tr(
            "{lately} {learned} learned, {removed} removed",
            lately=_LATELY[growth.unit],
            learned=grouped(now.learned),
            removed=grouped(now.removed),
        )
        self.told.setText(f"{plural('{n} memory', '{n} memories', now.total)}; {lately}")

    def _turn(self) -> None:
        self.pages.setCurrentIndex(1 if self.switch.isChecked() else 0)


def _row(one: Grown, unit: str) -> tuple[str, ...]:
    return period_word(one.start, unit), f"{grouped(one.learned)}", f"{grouped(one.removed)}", f"{grouped(one.total)}"
