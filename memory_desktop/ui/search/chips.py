"""The typed operators of a query as chips that can be taken out."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from memory_desktop.core.query import Chip, ParsedQuery, operator_text, without_chip
from memory_desktop.ui.flow_layout import FlowLayout
from memory_desktop.ui.widgets import button


class ChipRow(QWidget):
    """Signals: `text_changed(str)`, the query without the chip that was taken out."""

    text_changed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._layout = FlowLayout(self)
        self._shown: tuple[Chip, ...] = ()
        self.hide()

    def show_query(self, query: ParsedQuery) -> None:
        """A chip for each operator."""
        if query.chips == self._shown:
            return
        self._shown = query.chips
        while (item := self._layout.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.deleteLater()
        for chip in query.chips:
            self._layout.addWidget(self._chip(query, chip))
        self.setVisible(bool(query.chips))

    def _chip(self, query: ParsedQuery, chip: Chip) -> QWidget:
        text = operator_text(chip.operator, chip.value, negated=chip.negated)
        made = button(
            f"{text}  ✕".replace("&", "&&"),
            lambda: self.text_changed.emit(without_chip(query, chip)),
            tip="Remove this from the search",
        )
        made.setAccessibleName(f"Remove {text}")
        made.setProperty("chip", True)
        return made
