"""The question before all memories go back to what they were."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QWidget

from memory_desktop.bridge.translation import grouped, tr
from memory_desktop.core.past import Snapshot


def ask_rollback(parent: QWidget, snapshot: Snapshot, then: Callable[[], None]) -> None:
    """Ask whether to roll back to a snapshot; `then` is called when the answer is yes."""
    ask_to_go_back(
        parent,
        tr(
            "Roll back to the snapshot “{name}” (event {seq})? All memories become what they were then. The log "
            "keeps everything, and Undo reverses this.",
            name=snapshot.name,
            seq=grouped(snapshot.seq),
        ),
        then,
    )


def ask_to_go_back(parent: QWidget, text: str, then: Callable[[], None]) -> None:
    """Ask a question whose yes goes back; `then` is called for it."""
    box = QMessageBox(parent)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setWindowTitle(tr("Roll back"))
    box.setText(text)
    yes = box.addButton(tr("Roll back"), QMessageBox.ButtonRole.AcceptRole)
    box.addButton(QMessageBox.StandardButton.Cancel)
    box.buttonClicked.connect(lambda clicked: then() if clicked is yes else None)
    box.open()
