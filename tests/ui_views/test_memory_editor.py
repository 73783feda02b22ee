"""The plain editor of a memory."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from memory_desktop.core.layers.concepts import ConceptData
from memory_desktop.ui.memories.dialogs import MemoryEditor
from tests.helpers import vault_at


def test_a_text_that_is_made_from_fields_is_only_read(tmp_path: Path, qtbot: QtBot) -> None:
    """C3.15, F6: the editor of a concept shows its text, tells where its fields are changed, and still takes tags; the
    text of a plain memory can be written."""
    with vault_at(tmp_path / "v") as vault:
        made = vault.layers.concepts.create(ConceptData(name="Porto"))
        plain = vault.remember("Porto is a city.", kind="concept").memory
    assert made is not None and plain is not None
    for memory, fixed in ((made.memory, True), (plain, False)):
        editor = MemoryEditor(memory)
        qtbot.addWidget(editor)
        assert editor.text.isReadOnly() is fixed and editor.kind.isEnabled() is not fixed and editor.tags.isEnabled()
        assert any("Layers → Concepts" in one.text() for one in editor.findChildren(QLabel)) is fixed
