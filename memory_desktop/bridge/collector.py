"""Collects garbage in the GUI thread alone.

Python collects in whichever thread happens to allocate. What is found there may hold widgets and models, which Qt
allows to be destroyed in the GUI thread only: destroyed in another one, they end the program.
"""

from __future__ import annotations

import gc
import sys

from PySide6.QtCore import QObject, QTimer, Slot

_LOOK_MS = 250
#: So many new objects, and collections of the youngest and of the middle generation, make the next one due. Looking at
#: everything takes tens of milliseconds: while there is much to do, that is every four minutes.
_DUE = (700, 10, 100)
#: So many new modules have brought tens of thousands of objects that stay: no collection needs to look at them.
_MODULES = 20


class Collector(QObject):
    """Takes the place of Python's own collections, from now until the program ends. For the GUI thread."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        gc.disable()
        self._modules = len(sys.modules)
        self._timer = QTimer(self)
        self._timer.setInterval(_LOOK_MS)
        self._timer.timeout.connect(self.look)
        self._timer.start()

    @Slot()
    def look(self) -> None:
        """Collect the oldest generation for which it is time, and with it the younger ones."""
        modules = len(sys.modules)
        if modules >= self._modules + _MODULES:
            self._modules = modules
            gc.freeze()
            return
        for generation in (2, 1, 0):
            if gc.get_count()[generation] > _DUE[generation]:
                gc.collect(generation)
                return
