"""The page of Preferences with what the icon in the tray does."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QCheckBox, QVBoxLayout, QWidget

from memory_desktop.bridge.translation import mark, tr
from memory_desktop.ui.widgets import SPACE, label

_WHERE = mark("The same in every vault.")
_NO_TRAY = mark("This system has no tray for icons.")


class TrayPage(QWidget):
    """A box for each switch, which is carried out once it is saved. `switches`: actions that stay on or off."""

    def __init__(self, switches: Sequence[QAction], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._switches = {QCheckBox(one.text()): one for one in switches}
        column = QVBoxLayout(self)
        column.setContentsMargins(4, 12, 12, 0)
        column.setSpacing(SPACE)
        column.addWidget(label(tr("Tray: an icon beside the system’s clock"), "heading", wrap=True))
        there = not self._switches or any(one.isEnabled() for one in switches)
        column.addWidget(label(tr(_WHERE) if there else tr(_NO_TRAY), "muted", wrap=True))
        for box, one in self._switches.items():
            box.setChecked(one.isChecked())
            box.setEnabled(there)
            column.addWidget(box)
        column.addStretch(1)

    @property
    def boxes(self) -> list[QCheckBox]:
        """In the order of the switches."""
        return list(self._switches)

    def narrow(self, words: str) -> int:
        """Show the boxes that have every word; how many there are."""
        wanted = words.lower().split()
        for box in self._switches:
            box.setVisible(all(word in f"{tr('Tray')} {box.text()}".lower() for word in wanted))
        return sum(not box.isHidden() for box in self._switches)

    def changes(self) -> list[QAction]:
        """The switches that are to be changed over."""
        return [one for box, one in self._switches.items() if box.isChecked() != one.isChecked()]
