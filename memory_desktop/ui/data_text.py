"""A text that tells of data in lines to read, with a button that copies the data as they are."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from PySide6.QtGui import QContextMenuEvent, QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from memory_desktop.bridge.translation import mark, tr
from memory_desktop.ui.widgets import tool_button

_COPY = mark("Copy as JSON")


class DataText(QPlainTextEdit):
    """See the module; the button stands beside the text while there are data."""

    def __init__(self, name: str, placeholder: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._data: Mapping[str, Any] = {}
        self.setReadOnly(True)
        self.setTabChangesFocus(True)
        self.setAccessibleName(name)
        self.setPlaceholderText(placeholder)
        self.copy_data = tool_button("copy", tr(_COPY), self._copy)
        self.copy_data.setParent(self)
        self.copy_data.hide()

    def show_data(self, text: str, data: Mapping[str, Any]) -> None:
        """Show the text; `data` is what the button copies, {} for no button."""
        if self.toPlainText() != text:  # what is selected in it stays so
            self.setPlainText(text)
        self._data = data
        self.copy_data.setVisible(bool(data))
        self.setViewportMargins(0, 0, self.copy_data.sizeHint().width() if data else 0, 0)
        self._place()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """The button keeps to the upper right corner."""
        super().resizeEvent(event)
        self._place()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:  # noqa: N802 - Qt's name
        """What any text offers, and the data."""
        menu = self.createStandardContextMenu()
        if self._data:
            menu.addSeparator()
            menu.addAction(tr(_COPY), self._copy)
        menu.exec(event.globalPos())
        menu.deleteLater()

    def _place(self) -> None:
        size = self.copy_data.sizeHint()
        bar = self.verticalScrollBar()
        right = self.width() - self.frameWidth() - (bar.width() if bar.isVisible() else 0)
        self.copy_data.setGeometry(right - size.width(), self.frameWidth(), size.width(), size.height())

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(json.dumps(self._data, indent=2, ensure_ascii=False, default=str))
