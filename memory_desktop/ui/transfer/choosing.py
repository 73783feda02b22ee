"""What of the files is to be imported: conversations, roles and dates."""

from __future__ import annotations

from datetime import UTC, datetime, time

from PySide6.QtCore import QDate, QEvent, QObject, QSortFilterProxyModel, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QDateEdit,
    QHBoxLayout,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from memory_desktop.bridge.translation import grouped, shown_format, tr
from memory_desktop.core.answers import ImportReport
from memory_desktop.core.imports import NO_CONVERSATION, ImportChoice
from memory_desktop.models.conversations import SORT_ROLE, ConversationModel
from memory_desktop.ui.columns import ColumnRoom
from memory_desktop.ui.filter_field import FilterField
from memory_desktop.ui.flow_layout import FlowLayout
from memory_desktop.ui.widgets import SPACE, button, label

#: Roles that are read only if somebody asks for them.
_ASKED_FOR = ("tool", "system")
# Where there is no room: where from, first, last, messages.
_FIRST_TO_GO = (4, 2, 3, 1)


class ChoosingPage(QWidget):
    """A list with check boxes, and what else narrows an import.

    Signals: `changed`, whenever something else is chosen.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = ConversationModel(self)
        self.model.checks_changed.connect(self._on_change)
        self._rows = QSortFilterProxyModel(self)
        self._rows.setSourceModel(self.model)
        self._rows.setSortRole(SORT_ROLE)
        self._rows.setFilterCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.filter = FilterField(tr("Filter by title"), tr("Filter conversations by title"))
        self.filter.textChanged.connect(self._on_filter)
        self.all = button(tr("Select all"), lambda: self._check_shown(True))
        self.none = button(tr("Select none"), lambda: self._check_shown(False))
        self.summary = label("", "muted")
        self.table = self._make_table()
        self.filter.leads_into(self.table)
        self.others = QCheckBox()
        self.others.setChecked(True)
        self.others.toggled.connect(self._on_change)
        self.roles: dict[str, QCheckBox] = {}
        self._narrow = FlowLayout(spacing=SPACE)
        self.since, self.since_on = self._make_date(tr("From"))
        self.until, self.until_on = self._make_date(tr("To"))
        self._build()

    def _build(self) -> None:
        top = QHBoxLayout()
        top.setSpacing(SPACE)
        top.addWidget(self.filter, 1)
        top.addWidget(self.all)
        top.addWidget(self.none)
        top.addWidget(self.summary)
        dates = QWidget()
        row = QHBoxLayout(dates)
        row.setContentsMargins(0, 0, 0, 0)
        for made in (self.since_on, self.since, self.until_on, self.until):
            row.addWidget(made)
        self._narrow.addWidget(dates)
        self._narrow.addWidget(self.others)
        self._height = dates.sizeHint().height()
        self.others.setMinimumHeight(self._height)  # of one height with the dates, so that all stand on one line
        column = QVBoxLayout(self)
        column.setContentsMargins(0, SPACE, 0, 0)
        column.setSpacing(SPACE)
        column.addLayout(top)
        column.addWidget(self.table, 1)
        column.addLayout(self._narrow)

    def _make_table(self) -> QTableView:
        made = QTableView()
        made.setModel(self._rows)
        made.setAccessibleName(tr("Conversations in these files"))
        made.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        made.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        made.setShowGrid(False)
        made.setSortingEnabled(True)
        made.setTabKeyNavigation(False)
        made.setWordWrap(False)
        made.verticalHeader().hide()
        made.sortByColumn(3, Qt.SortOrder.DescendingOrder)
        header = made.horizontalHeader()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setSectionResizeMode(header.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(0, header.ResizeMode.Stretch)
        header.setResizeContentsPrecision(100)
        ColumnRoom(made, [0], _FIRST_TO_GO)
        made.installEventFilter(self)
        return made

    def _make_date(self, text: str) -> tuple[QDateEdit, QCheckBox]:
        made, on = QDateEdit(), QCheckBox(text)
        made.setCalendarPopup(True)
        made.setDisplayFormat(shown_format("yyyy-MM-dd"))
        made.setAccessibleName(tr("{text} this day", text=text))
        made.setEnabled(False)
        on.toggled.connect(made.setEnabled)
        on.toggled.connect(self._on_change)
        made.dateChanged.connect(self._on_change)
        return made, on

    # --- what is chosen ---------------------------------------------------------------------------------------------

    def choice(self) -> ImportChoice:
        """What is chosen now."""
        checked = self.model.checked()
        whole = len(checked) == self.model.rowCount() and self.others.isChecked()
        others = [NO_CONVERSATION] if self.others.isChecked() else []
        roles = tuple(name for name, made in self.roles.items() if made.isChecked())
        return ImportChoice(
            conversations=None if whole else (*checked, *others),
            roles=None if roles == tuple(name for name in self.roles if name not in _ASKED_FOR) else roles,
            since=_moment(self.since.date(), time.min) if self.since_on.isChecked() else None,
            until=_moment(self.until.date(), time.max) if self.until_on.isChecked() else None,
        )

    def show_report(self, report: ImportReport) -> None:
        """List what a preview found; what was chosen stays chosen."""
        self.blockSignals(True)
        self.model.show(report.conversations)
        self.others.setText(tr("Items in no conversation ({others})", others=grouped(report.others)))
        self.others.setVisible(report.others > 0)
        for name, number in sorted(report.roles.items(), key=lambda one: one[0] in _ASKED_FOR):
            self._role(name).setText(f"{name.capitalize()} ({grouped(number)})")
        times = [at for one in report.conversations for at in (one.first, one.last) if at is not None]
        for edit, on, at in ((self.since, self.since_on, min), (self.until, self.until_on, max)):
            if times and not on.isChecked():
                moment = at(times).astimezone()
                edit.setDate(QDate(moment.year, moment.month, moment.day))
        self.blockSignals(False)
        self._on_change()

    def reset(self) -> None:
        """Choose everything."""
        self.filter.clear()
        self.model.show(())
        for made in self.roles.values():
            made.deleteLater()
        self.roles.clear()
        for made in (self.since_on, self.until_on):
            made.setChecked(False)
        self.others.setChecked(True)

    def _role(self, name: str) -> QCheckBox:
        made = self.roles.get(name)
        if made is None:
            made = self.roles[name] = QCheckBox()
            made.setMinimumHeight(self._height)
            made.setChecked(name not in _ASKED_FOR)
            made.toggled.connect(self._on_change)
            self._narrow.addWidget(made)
        return made

    def _check_shown(self, wanted: bool) -> None:
        rows = range(self._rows.rowCount())
        self.model.check([self._rows.mapToSource(self._rows.index(row, 0)).row() for row in rows], wanted)

    @Slot(str)
    def _on_filter(self, text: str) -> None:
        self._rows.setFilterFixedString(text)

    @Slot()
    def _on_change(self) -> None:
        checked = len(self.model.checked())
        self.summary.setText(
            tr("{checked} of {rowcount} selected", checked=grouped(checked), rowcount=grouped(self.model.rowCount()))
        )
        self.changed.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Space checks or unchecks every selected row."""
        if watched is not self.table or event.type() != QEvent.Type.KeyPress:
            return super().eventFilter(watched, event)
        if isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Space:
            indexes = self.table.selectionModel().selectedRows()
            rows = [self._rows.mapToSource(index).row() for index in indexes]
            states = [self.model.index(row, 0).data(Qt.ItemDataRole.CheckStateRole) for row in rows]
            self.model.check(rows, any(state == Qt.CheckState.Unchecked for state in states))
            return True
        return super().eventFilter(watched, event)


def _moment(date: QDate, at: time) -> datetime:
    """A moment of a day in the user's zone; UTC."""
    return datetime(date.year(), date.month(), date.day(), at.hour, at.minute, at.second, at.microsecond).astimezone(
        UTC
    )
