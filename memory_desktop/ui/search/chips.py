"""The typed operators of a query as chips that can be taken out."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from memory_desktop.bridge.translation import tr
from memory_desktop.core.query.language import Chip, ParsedQuery, operator_text, without_chip
from memory_desktop.ui.chip_button import ChipButton
from memory_desktop.ui.flow_layout import FlowLayout


class ChipRow(QWidget):
    """Signals: `text_changed(str)`, the query without the chip that was taken out; `left()`, no chip has the focus."""

    text_changed = Signal(str)
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Filters of this search"))
        self._layout = FlowLayout(self)
        self._chips: list[ChipButton] = []
        self._query: ParsedQuery | None = None
        self.hide()

    def show_query(self, query: ParsedQuery) -> None:
        """A chip for each operator."""
        before, self._query = self._query, query
        if before is not None and query.chips == before.chips:
            return
        while (item := self._layout.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self._chips = [self._make(number, chip) for number, chip in enumerate(query.chips)]
        self.setVisible(bool(query.chips))
        self.updateGeometry()

    def _make(self, number: int, chip: Chip) -> ChipButton:
        text = operator_text(chip.operator, chip.value, negated=chip.negated)
        made = ChipButton(text, tr("Remove {text}", text=text), tr("Remove from the search (Delete)"))
        made.removed.connect(lambda: self._remove(number))
        made.moved.connect(lambda step: self._focus(number + step))
        self._layout.addWidget(made)
        made.show()  # at once, so that it can take the focus
        return made

    def _remove(self, number: int) -> None:
        if self._query is not None and number < len(self._query.chips):
            focused = self._chips[number].hasFocus()
            self.text_changed.emit(without_chip(self._query, self._query.chips[number]))
            if focused:
                self._focus(min(number, len(self._chips) - 1))

    def _focus(self, number: int) -> None:
        if 0 <= number < len(self._chips):
            self._chips[number].setFocus(Qt.FocusReason.TabFocusReason)
        elif not self._chips:
            self.left.emit()
