"""What was typed into a dialog is not dropped unasked, and the sidebar shows which view is in front."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QMessageBox
from pytestqt.qtbot import QtBot

from memory_desktop.core.memory.records import Memory
from memory_desktop.ui.layers.consolidation_dialog import ConsolidationDialog
from memory_desktop.ui.memories.dialogs import AssemblyDialog, MemoryEditor
from memory_desktop.ui.window.main_window import MainWindow
from memory_desktop.ui.window.preferences import PreferencesDialog
from tests.helpers import vault_at


@pytest.fixture(scope="module")
def memory(tmp_path_factory: pytest.TempPathFactory) -> Memory:
    """One memory, of a vault that is closed."""
    with vault_at(tmp_path_factory.mktemp("one") / "v") as vault:
        made = vault.remember("Mara prefers tea", kind="fact", tags=["first"]).memory
    assert made is not None
    return made


def _asked(dialog: MemoryEditor | PreferencesDialog) -> QMessageBox | None:
    return dialog.findChild(QMessageBox)


def _answer(dialog: MemoryEditor | PreferencesDialog, text: str) -> None:
    box = _asked(dialog)
    assert box is not None
    next(one for one in box.buttons() if one.text() == text).click()


def test_a_changed_form_asks_before_it_closes(memory: Memory, qtbot: QtBot) -> None:
    """F1: Escape in a form in which nothing was changed closes it; else it asks, and what was typed is kept or dropped
    as the person says."""
    untouched, changed = MemoryEditor(memory), MemoryEditor(memory)
    for dialog in (untouched, changed):
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
        qtbot.addWidget(dialog)
        dialog.show()
    qtbot.keyClick(untouched.text, Qt.Key.Key_Escape)
    assert not untouched.isVisible() and _asked(untouched) is None

    qtbot.keyClicks(changed.text, "7")
    qtbot.keyClick(changed.text, Qt.Key.Key_Escape)
    assert changed.isVisible()
    qtbot.keyClick(changed.text, Qt.Key.Key_Escape)
    assert len(changed.findChildren(QMessageBox)) == 1, "it asks once"
    _answer(changed, "Keep editing")
    assert changed.isVisible() and changed.text.toPlainText().startswith("7")
    qtbot.waitUntil(lambda: _asked(changed) is None)
    changed.close()
    _answer(changed, "Discard")
    qtbot.waitUntil(lambda: not changed.isVisible())


@pytest.mark.parametrize("field", ["kind", "layer", "tags", "valence"])
def test_every_field_of_a_form_counts(field: str, memory: Memory, qtbot: QtBot) -> None:
    """F1: a change of any field is asked about, and one that was taken back is none."""
    dialog = MemoryEditor(memory)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
    qtbot.addWidget(dialog)
    dialog.show()
    before, after = {
        "kind": ("fact", "rule"),
        "layer": (dialog.layer.currentText(), "procedural"),
        "tags": ("first", "second"),
        "valence": (dialog.valence.value(), 0.5),
    }[field]
    put = {
        "kind": dialog.kind.setCurrentText,
        "layer": dialog.layer.setCurrentText,
        "tags": dialog.tags.setText,
        "valence": dialog.valence.setValue,
    }[field]
    put(after)
    dialog.reject()
    assert dialog.isVisible() and _asked(dialog) is not None
    _answer(dialog, "Keep editing")
    put(before)
    dialog.reject()
    assert not dialog.isVisible()


def test_changed_preferences_are_asked_about(window: MainWindow, qtbot: QtBot) -> None:
    """F1: preferences that were changed are not dropped by Escape; a search for a setting is no change."""
    window.dialogs.preferences("")
    dialog = window.findChild(PreferencesDialog)
    assert dialog is not None
    qtbot.waitUntil(dialog.save.isEnabled)
    dialog.filter.setText("capacity")
    name, row = next((name, row) for name, row in dialog.rows.items() if row.value() is False)
    row.set_value(True)
    dialog.reject()
    assert dialog.isVisible() and name in dialog.changes()
    _answer(dialog, "Keep editing")
    row.set_value(False)
    with qtbot.waitSignal(dialog.finished):
        dialog.reject()


def test_the_key_of_a_dialog_is_said_in_its_own_words(window: MainWindow, qtbot: QtBot) -> None:
    """F1: the note about Ctrl+Return names what it does in this dialog, also when the button's text changes."""
    assert window.session is not None
    group, layers = AssemblyDialog(2, {"a": "Tea"}), ConsolidationDialog(window.session, None, window)
    qtbot.addWidget(group)

    def notes(dialog: AssemblyDialog | ConsolidationDialog) -> list[str]:
        return [one.text() for one in dialog.findChildren(QLabel) if "Ctrl" in one.text()]

    assert notes(group) == ["Ctrl+Return: Create"]
    group.name.setCurrentText("Tea")
    assert notes(group) == ["Ctrl+Return: Add"]
    assert notes(layers) == ["Ctrl+Return: Fill the layers"]
    layers.reject()


def test_the_sidebar_marks_the_view_in_front(window: MainWindow, qtbot: QtBot) -> None:
    """F1: the view that is shown stays marked while arrow keys move on; Return goes there; whoever comes back to the
    sidebar begins at the view in front, also when a link opened it."""
    tree, views = window.sidebar.tree, window.sidebar._views
    window.show_view("history")
    window.activateWindow()
    tree.setFocus()
    qtbot.keyClick(tree, Qt.Key.Key_Down)
    assert tree.currentItem() is views["review"] and tree.selectedItems() == [views["history"]]
    qtbot.keyClick(tree, Qt.Key.Key_Return)
    assert window.current_view is window.views["review"] and tree.selectedItems() == [views["review"]]
    window.views["search"].view_requested.emit("health")
    assert tree.selectedItems() == [views["health"]] and tree.currentItem() is views["health"]
    qtbot.keyClick(tree, Qt.Key.Key_Up)
    window.views["health"].setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    window.views["health"].setFocus()
    assert tree.currentItem() is views["health"]
