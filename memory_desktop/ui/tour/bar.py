"""The bar of the tour: which step it is, what it says, and the way on, back and out. It covers nothing."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from memory_desktop.bridge.translation import tr
from memory_desktop.ui.announce import announce
from memory_desktop.ui.widgets import SPACE, button, label


class TourBar(QFrame):
    """Signals: `next_requested()`, which also begins the tour where it is only offered; `back_requested()`;
    `end_requested()`, by its button or by Escape in the bar."""

    next_requested = Signal()
    back_requested = Signal()
    end_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("banner")
        self.setProperty("level", "info")
        self.setAccessibleName(tr("Guided tour"))
        self.heading = label("", "heading", wrap=True)
        self.text = label("", wrap=True)
        self.back = button(tr("Back"), self.back_requested.emit)
        self.next = button(tr("Next"), self.next_requested.emit, role="primary")
        self.end = button(tr("End tour"), self.end_requested.emit)
        top = QHBoxLayout()
        top.setSpacing(SPACE)
        top.addWidget(self.heading, 1)
        for each in (self.back, self.next, self.end):
            top.addWidget(each)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 6, 10, SPACE)
        column.setSpacing(2)
        column.addLayout(top)
        column.addWidget(self.text)
        leave = QShortcut(QKeySequence(Qt.Key.Key_Escape), self)
        leave.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        leave.activated.connect(self._leave)
        self.hide()

    def offer(self, steps: int) -> None:
        """Ask whether the tour is wanted; the focus stays where it is."""
        text = tr(
            "{steps} short steps show what is where. Nothing is changed, and you can end it at any time.", steps=steps
        )
        self._say(tr("Take the guided tour?"), text, tr("Start the tour"), tr("Not now"))
        self.back.hide()

    def show_step(self, number: int, steps: int, title: str, text: str) -> None:
        """Show a step, counted from 0, with the focus on the way on."""
        last = number == steps - 1
        self._say(
            tr("{title} ({number} of {steps})", title=title, number=number + 1, steps=steps),
            text,
            tr("Finish") if last else tr("Next"),
            tr("End tour"),
        )
        self.back.setEnabled(number > 0)
        self.back.show()
        self.end.setVisible(not last)
        self.next.setFocus(Qt.FocusReason.OtherFocusReason)

    def _say(self, heading: str, text: str, on: str, out: str) -> None:
        self.heading.setText(heading)
        self.text.setText(text)
        for made, words in ((self.next, on), (self.end, out)):
            made.setText(words)
            made.setAccessibleName(words)
        self.end.show()
        self.setAccessibleDescription(f"{heading}. {text}")
        self.next.setAccessibleDescription(f"{heading}. {text}")
        self.show()
        announce(self, f"{heading}. {text}")

    @Slot()
    def _leave(self) -> None:
        self.end_requested.emit()
