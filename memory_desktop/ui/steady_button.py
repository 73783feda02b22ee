"""A button that shows one of several texts."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QSize

from memory_desktop.ui.folding import FoldingButton
from memory_desktop.ui.icons import icon


class SteadyButton(FoldingButton):
    """A button that is as wide as the widest of its texts needs, so that nothing moves when it shows another one."""

    def __init__(self, texts: Sequence[str], on_click: Callable[[], object]) -> None:
        super().__init__(texts[0])
        self._texts = tuple(texts)
        self.setIcon(icon("restore", "muted"))
        self.clicked.connect(lambda _checked=False: on_click())

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """See the class."""
        hint, metrics = super().sizeHint(), self.fontMetrics()
        widest = max(map(metrics.horizontalAdvance, self._texts))
        return QSize(hint.width() + widest - metrics.horizontalAdvance(self.text()), hint.height())
