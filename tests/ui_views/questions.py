"""Answers the question that a part of the window asks."""

from __future__ import annotations

from PySide6.QtWidgets import QMessageBox, QWidget
from pytestqt.qtbot import QtBot


def answer(qtbot: QtBot, parent: QWidget, word: str) -> str:
    """Press the button with this word in the question that is asked; what the question says."""

    def asked() -> QMessageBox | None:
        return next((box for box in parent.findChildren(QMessageBox) if box.isVisible()), None)

    qtbot.waitUntil(lambda: asked() is not None)
    box = asked()
    assert box is not None
    pressed = next(one for one in box.buttons() if one.text().replace("&", "") == word)
    told = box.informativeText()
    pressed.click()
    return told
