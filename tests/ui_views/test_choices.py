"""Choices of a bar show what fits of their texts."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QStyleOptionComboBox
from pytestqt.qtbot import QtBot

from memory_desktop.ui.folding import FoldingChoice


@pytest.mark.parametrize("text", ["caroline  (2,211)", "Oldest first", "Nearest by meaning in everything"])
def test_only_a_text_that_does_not_fit_is_shortened(qtbot: QtBot, text: str) -> None:
    """F1: a choice that is as wide as it would like to be shows its whole text; in a narrower one "…" stands in the
    middle, so that the end of the text can be read."""
    choice = FoldingChoice()
    qtbot.addWidget(choice)
    choice.addItem(text)
    choice.show()

    def painted(width: int) -> str:
        choice.resize(width, choice.sizeHint().height())
        option = QStyleOptionComboBox()
        choice.initStyleOption(option)
        return option.currentText

    wide = choice.sizeHint().width()
    assert painted(wide) == painted(wide + 40) == text
    begun, dots, end = painted(wide - 20).partition("…")
    assert dots and begun and end and text.startswith(begun) and text.endswith(end)
