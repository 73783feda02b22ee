"""The two rows above the table: the filter with its buttons, and the count or what can be done with a selection."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QToolButton, QVBoxLayout, QWidget

from memory_desktop.bridge.engine_texts import said
from memory_desktop.bridge.translation import mark, plural, tr
from memory_desktop.core.query.language import parse_query
from memory_desktop.ui.filter_field import FilterField, add_search_mark
from memory_desktop.ui.memories.selection_bar import SelectionBar
from memory_desktop.ui.widgets import button, label, set_role, tool_button

_DEBOUNCE_MS = 120
_ALL_AGAIN = mark("Show all memories again")


class MemoriesToolbar(QWidget):
    """Signals: `filter_changed(text)`, debounced; the rest are the buttons.

    Attributes:
        selection: what can be done with a selection; see its signals.
        rows: its menu is the view's.
    """

    filter_changed = Signal(str)
    new_requested = Signal()
    facets_toggled = Signal(bool)
    save_requested = Signal()
    all_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("toolbar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 10, 12, 6)
        column.setSpacing(6)
        column.addLayout(self._top_row())
        self._rows = QStackedWidget()
        self._rows.setFixedHeight(30)
        self._rows.setMinimumWidth(1)  # not that of the widest text: they fold
        self._rows.addWidget(self._count_row())
        self.selection = SelectionBar()
        self._rows.addWidget(self.selection)
        column.addWidget(self._rows)

    def text(self) -> str:
        """The filter as typed."""
        return self.filter.text()

    def set_text(self, text: str, *, now: bool = True) -> None:
        """Show a filter, and apply it at once."""
        self.filter.setText(text)
        if now:
            self._apply()

    def show_count(self, number: int, filtered: bool) -> None:
        """How many memories the list has."""
        told = plural("{n} memory", "{n} memories", number)
        self._count.setText(tr("{memories} match", memories=told) if filtered and number != 1 else told)
        self.save.setVisible(bool(self.text().strip()))

    def show_chosen(self, text: str) -> None:
        """Say that only memories that were chosen elsewhere are listed; "" says nothing."""
        self.chosen.setText(text)
        self.chosen.setAccessibleName(tr("{text}; show all again", text=text) if text else tr(_ALL_AGAIN))
        self.chosen.setVisible(bool(text))

    def show_problems(self, problems: tuple[str, ...]) -> None:
        """Show which parts of the filter could not be understood."""
        self._problem.setText(said(problems[0]) if problems else "")
        set_role(self.filter, "invalid", bool(problems))

    def show_selection(self, number: int) -> None:
        """Offer what can be done with so many; with none, the count."""
        self._rows.setCurrentIndex(1 if number > 1 else 0)
        self.selection.show_selection(number)

    def set_read_only(self, read_only: bool) -> None:
        """In the past nothing is changed: the buttons that would are dim."""
        self._new.setEnabled(not read_only)
        self.selection.set_read_only(read_only)

    def _top_row(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(8)
        self.facets = tool_button("filter", tr("Show or hide the facets"))
        self.facets.setCheckable(True)
        self.facets.setChecked(True)
        self.facets.toggled.connect(self.facets_toggled)
        row.addWidget(self.facets)
        self.filter = FilterField(tr("Filter: words, kind:pref tag:work before:2026-01"), tr("Filter memories"))
        self.filter.setAccessibleDescription(tr("Words and typed operators such as kind:pref or tag:work"))
        add_search_mark(self.filter)
        self.filter.textChanged.connect(self._on_text)
        self.filter.returnPressed.connect(self._apply)
        row.addWidget(self.filter, 1)
        self.rows = tool_button("columns", tr("Rows and their order"))
        self.rows.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        row.addWidget(self.rows)
        self._new = button(
            tr("New memory"), self.new_requested.emit, role="primary", icon_name="add", tip=tr("New memory")
        )
        row.addWidget(self._new)
        self._debounce = QTimer(self)
        self._debounce.setSingleShot(True)
        self._debounce.setInterval(_DEBOUNCE_MS)
        self._debounce.timeout.connect(self._apply)
        return row

    def _count_row(self) -> QWidget:
        host = QWidget()
        row = QHBoxLayout(host)
        row.setContentsMargins(2, 0, 0, 0)
        self._count = label("", "muted")
        self._problem = label("", "error")
        self.save = button(tr("Save this filter"), self.save_requested.emit, role="link")
        self.save.setVisible(False)
        self.chosen = button("", self.all_requested.emit, role="flat", icon_name="close", tip=tr(_ALL_AGAIN))
        self.chosen.setVisible(False)
        self.chosen.setAccessibleName(tr(_ALL_AGAIN))
        row.addWidget(self._count)
        row.addWidget(self.chosen)
        row.addWidget(self.save)
        row.addWidget(self._problem, 1)
        return host

    @Slot()
    def _on_text(self) -> None:
        self.show_problems(parse_query(self.filter.text()).problems if self.filter.text().endswith(" ") else ())
        self._debounce.start()

    @Slot()
    def _apply(self) -> None:
        self._debounce.stop()
        self.show_problems(parse_query(self.filter.text()).problems)
        self.filter_changed.emit(self.filter.text())
