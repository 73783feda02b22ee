"""The About box: the version, and the licences of the program and of all that the installed program brings along."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFontDatabase, QIcon
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QHBoxLayout, QLabel, QPlainTextEdit, QVBoxLayout, QWidget

from memory_desktop.assets import asset
from memory_desktop.bridge.translation import mark, tr
from memory_desktop.ui.widgets import SPACE, label

_ICON = 64
_SIZE = QSize(620, 440)
_CLAIM = mark("See, search, correct and rewind what your AI remembers.")
_OWN = mark("""Memory Desktop is licensed under the Apache License, Version 2.0.

It runs in the Python that it was started with; the licences of the packages that it uses are with each package \
(“pip show --files NAME” tells where). Qt for Python is used under the LGPL v3, as libraries that can be replaced. \
The icons are from the Material Design Icons (Apache License, Version 2.0). The embedding model that comes with the \
program was distilled from all-MiniLM-L6-v2 (Apache License, Version 2.0).""")


class AboutDialog(QDialog):
    """See the module."""

    def __init__(self, version: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("About Memory Desktop"))
        self.resize(_SIZE)
        picture = QLabel()
        picture.setPixmap(QIcon(str(icon_file())).pixmap(_ICON, _ICON))
        words = QVBoxLayout()
        words.addWidget(label(tr("Memory Desktop {version}", version=version), "heading"))
        words.addWidget(label(tr(_CLAIM), "muted", wrap=True))
        head = QHBoxLayout()
        head.setSpacing(SPACE * 2)
        head.addWidget(picture)
        head.addLayout(words, 1)
        self.licences = QPlainTextEdit()
        self.licences.setReadOnly(True)
        self.licences.setAccessibleName(tr("Licences"))
        self.licences.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.licences.setPlainText(licences())
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setSpacing(SPACE)
        column.addLayout(head)
        column.addWidget(label(tr("Licences"), "section"))
        column.addWidget(self.licences, 1)
        column.addWidget(buttons)


def icon_file() -> Path:
    """The program's icon."""
    return asset("icons/memory-desktop-128.png")


def licences() -> str:
    """The licences of everything in the installed program; in a source tree, where they are."""
    bundled = asset("licences.txt")
    return bundled.read_text(encoding="utf-8") if bundled.is_file() else tr(_OWN)
