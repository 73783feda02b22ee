"""The quick switcher: any memory, assembly, conversation or vault by a few letters."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from memory_desktop import open_vault
from memory_desktop.core.cancel import Token
from memory_desktop.core.conversation.cycles import CycleDraft
from memory_desktop.models.places import ASSEMBLY, CONVERSATION, MEMORY, VAULT, Group, Place, Places
from memory_desktop.ui.window.main_window import MainWindow
from memory_desktop.ui.window.switcher import QuickSwitcher
from tests.ui.conftest import OpenWindow


@pytest.fixture
def varied(small: Path) -> Path:
    """The small vault with an assembly and a conversation."""
    with open_vault(small) as engine:
        ids = [hit.memory.id for hit in engine.recall("tea", mode="keyword").hits]
        engine.assemblies.create("Drinks and tea", ids)
        turn = CycleDraft(user_input="The tea garden opens in May", session_id="garden", title="The tea garden")
        engine.conversations.record(turn)
    return small


def switcher(window: MainWindow, qtbot: QtBot) -> QuickSwitcher:
    """Open it, and wait for its first answer."""
    action = next(one for one in window.commands.all() if one.text() == "&Go to…")
    assert action.shortcut().toString() == "Ctrl+J"
    action.trigger()
    made = window.findChildren(QuickSwitcher)[-1]
    qtbot.waitUntil(lambda: made._answered == "")
    return made


def type_and_wait(made: QuickSwitcher, text: str, qtbot: QtBot) -> list[Place]:
    made.box.setText(text)
    qtbot.waitUntil(lambda: made._answered == text)
    return made.places()


def test_finds_each_kind_in_one_list(varied: Path, tmp_path: Path) -> None:
    """F11: a few letters find memories, assemblies, conversations and vaults, grouped by kind."""
    other = tmp_path / "team notes"
    other.mkdir()
    with open_vault(varied) as engine:
        places = Places(engine, None, [other, tmp_path / "gone tea"])
        groups = {group.heading: group.places for group in places.find("tea", (), Token())}
        assert list(groups) == ["Memories", "Assemblies", "Conversations", "Recent vaults"]
        assert any(place.title == "Mara prefers tea" for place in groups["Memories"])
        assert [place.title for place in groups["Assemblies"]] == ["Drinks and tea"]
        assert [place.id for place in groups["Conversations"]] == ["garden"]
        assert [place.id for place in groups["Recent vaults"]] == [str(other)]
        assert places.find("xyzzyq", (), Token()) == []
        id = groups["Memories"][0].id
        assert [place.id for place in places.find(id, (), Token())[0].places] == [id]


@pytest.mark.long
def test_a_memory_is_shown_in_memories(open_window: OpenWindow, varied: Path, qtbot: QtBot) -> None:
    """F11, issue 13: Enter opens a memory in Memories, with its row and the inspector; Return may come before the answer."""
    window = open_window(varied)
    window.show_view("search")
    made = switcher(window, qtbot)
    made.box.setText("Lisbon")
    qtbot.keyClick(made.box, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.inspector.shown.memory is not None)
    memory = window.inspector.shown.memory
    assert memory is not None and memory.content == "Lisbon was warm"
    assert window.current_view is window.views["memories"]
    assert window.views["memories"].table.current_key() == memory.key
    assert window.inspector.isVisible()
    again = switcher(window, qtbot)
    assert again.places()[0] == Place(MEMORY, memory.id, "Lisbon was warm", "fact", memory.key)


@pytest.mark.long
def test_others_open_where_they_belong(open_window: OpenWindow, varied: Path, qtbot: QtBot) -> None:
    """F11, issue 13: the arrows pass over headings; a conversation, an assembly and a vault open where they belong."""
    window = open_window(varied)
    made = switcher(window, qtbot)
    found = type_and_wait(made, "tea", qtbot)
    kinds = [place.kind for place in found]
    for _ in range(kinds.index(ASSEMBLY)):
        qtbot.keyClick(made.box, Qt.Key.Key_Down)
    qtbot.keyClick(made.box, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.current_view is window.views["assemblies"])
    assert window.views["assemblies"]._wanted or window.views["assemblies"].page.name.text() == "Drinks and tea"
    made = switcher(window, qtbot)
    assert made.places()[0].kind == ASSEMBLY
    found = type_and_wait(made, "tea garden", qtbot)
    for _ in range([place.kind for place in found].index(CONVERSATION)):
        qtbot.keyClick(made.box, Qt.Key.Key_Down)
    qtbot.keyClick(made.box, Qt.Key.Key_Return)
    view = window.views["conversations"]
    qtbot.waitUntil(lambda: window.current_view is view and view.turns.rowCount() > 0)
    assert view.turns.thread_shown.session == "garden"


@pytest.mark.long
def test_nothing_found_says_so(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F11, issue 13: the switcher says that it has found nothing, and Return does nothing then."""
    window = open_window(small)
    made = switcher(window, qtbot)
    assert made.note.text().startswith("Nothing viewed yet")
    assert type_and_wait(made, "xyzzyq", qtbot) == []
    qtbot.keyClick(made.box, Qt.Key.Key_Return)
    assert made.isVisible() and made.note.text() == "Nothing found for “xyzzyq”."


@pytest.mark.long
def test_the_last_question_is_answered(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F11, issue 13: an answer to what the box no longer says is not shown; one that is late is announced; long texts fit."""
    made = switcher(open_window(small), qtbot)
    made.box.setText("bread")
    made._on_late()
    assert made.note.text() == "Searching…" and made.note.isVisible()
    made._show("Lisbon", [Group("Memories", (Place(MEMORY, "x", "old"),))])
    assert made.places() == []
    qtbot.waitUntil(lambda: [place.title for place in made.places()] == ["Buy bread"])
    made._show("bread", [Group("Memories", (Place(MEMORY, "x", "a long text " * 30, "fact"),))])
    row = made.list.itemWidget(made.list.item(1))
    qtbot.waitUntil(lambda: made.list.viewport().width() - 30 < row.width() <= made.list.viewport().width())


@pytest.mark.long
def test_a_vault_opens(open_window: OpenWindow, small: Path, tmp_path: Path, qtbot: QtBot) -> None:
    """F11, issue 13: a vault that was opened lately opens from the switcher; the open one is not offered."""
    other = tmp_path / "other"
    open_vault(other, create=True, name="Other").close()
    window = open_window(other)
    with qtbot.waitSignal(window.controller.opened):
        window.controller.open(small)
    made = switcher(window, qtbot)
    assert [place.id for place in made.places() if place.kind == VAULT] == [str(other)]
    with qtbot.waitSignal(window.controller.opened):
        qtbot.keyClick(made.box, Qt.Key.Key_Return)
    assert window.session is not None and window.session.engine.path == other


def test_a_purge_forgets_what_was_viewed(open_window: OpenWindow, small: Path) -> None:
    """F11, issue 13: what was viewed is kept by id for its own vault, and dropped with a purge."""
    window = open_window(small)
    window.viewed.note(MEMORY, "a")
    window.viewed.note(CONVERSATION, "b c")
    window.viewed.note(MEMORY, "a")
    assert window.viewed.all() == [(MEMORY, "a"), (CONVERSATION, "b c")]
    window._drop_texts()
    assert window.viewed.all() == []
    assert not any(name.startswith("viewed") for name in window.settings.names())
