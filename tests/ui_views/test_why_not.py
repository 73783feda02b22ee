"""“What did you expect?”, in the real window."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QPushButton
from pytestqt.qtbot import QtBot

from memory_desktop.core.query.language import RecordFilter
from memory_desktop.ui.search.search_view import SearchView
from memory_desktop.ui.search.why_not_dialog import WhyNotDialog
from memory_desktop.ui.wrapping import SelectableText
from tests.ui.conftest import OpenWindow
from tests.ui_views.conftest import ask


def texts(dialog: WhyNotDialog) -> str:
    """All that the card says."""
    parts = [*dialog.card.findChildren(QLabel), *dialog.card.findChildren(SelectableText)]
    return "\n".join(one.text() for one in parts)


@pytest.mark.long
def test_a_missing_memory_is_explained_and_found(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F2: from Search one finds a memory, sees what cut it and the parts of its score, and makes the search that has it;
    the menu of Memories and the inspector lead there, too."""
    window = open_window(small)
    engine = window.session.engine
    window.explain_missing("")
    view = window.views["search"]
    assert isinstance(view, SearchView)
    assert view.head.expected.isHidden()
    assert not view.findChildren(WhyNotDialog)  # there is no search yet
    ask(qtbot, view, "tea kind:pref")
    qtbot.waitUntil(view.head.expected.isVisible)
    view.head.expected.click()
    (dialog,) = view.findChildren(WhyNotDialog)
    assert "Choose a memory" in texts(dialog)
    dialog.box.setText("mara tea")
    qtbot.waitUntil(lambda: dialog.list.topLevelItemCount() > 0)
    qtbot.keyClick(dialog.box, Qt.Key.Key_Down)  # from the field to what was found
    assert dialog.list.hasFocus() and dialog.list.selectedItems() == [dialog.list.topLevelItem(0)]
    qtbot.waitUntil(lambda: dialog.card.told is not None)
    assert "It is not among the first 20 hits." in texts(dialog)
    assert "kind:pref does not let it through: its kind is fact." in texts(dialog)
    assert "Without kind:pref, it is hit 1" in texts(dialog)
    dialog.card.findChild(QPushButton).click()
    qtbot.waitUntil(lambda: view.list.current() is not None)
    assert view.box.text() == "tea"
    assert view.list.current().memory.content == "Mara prefers tea"

    # From Memories and from the inspector, for what is selected there.
    bread = next(one for one in engine.page(engine.keys(RecordFilter())) if one.content == "Buy bread")
    window.views["memories"].why_not_requested.emit(bread.id)
    (dialog,) = view.findChildren(WhyNotDialog)
    qtbot.waitUntil(lambda: dialog.card.told is not None)
    assert dialog.card.told.memory.id == bread.id
    dialog.reject()
    window.inspector.show_id(bread.id)
    qtbot.waitUntil(lambda: window.inspector.shown.memory is not None)
    window.inspector.why.missed.emit()
    qtbot.waitUntil(lambda: view._explaining is not None)
    dialog = view._explaining
    dialog.box.setText("mem_none")
    last = dialog.list.topLevelItemCount
    qtbot.waitUntil(lambda: last() > 0 and dialog.list.topLevelItem(last() - 1).text(0) == "mem_none")
    dialog.list.setCurrentItem(dialog.list.topLevelItem(last() - 1))
    qtbot.waitUntil(lambda: "There is no memory with the id mem_none." in texts(dialog))
    view.close_session()
    assert view._explaining is None
