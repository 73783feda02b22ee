"""Views of a vault that another thread writes to all the time."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from memory_desktop import open_vault
from memory_desktop.core.conversation.cycles import CycleDraft
from memory_desktop.engine.engine import Engine
from memory_desktop.ui.conversations.conversations_view import ConversationsView
from memory_desktop.ui.memories.delegate import MemoryDelegate
from memory_desktop.ui.memories.memories_view import MemoriesView
from tests.ui.conftest import OpenWindow

AT = datetime(2026, 3, 1, 12, tzinfo=UTC)
TURNS = 5


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    """A vault of 300 notes."""
    path = tmp_path / "notes"
    (tmp_path / "notes.jsonl").write_text(
        "\n".join(json.dumps({"content": f"Note {n}", "created_at": f"{AT - timedelta(days=n)}"}) for n in range(300)),
        encoding="utf-8",
    )
    with open_vault(path, create=True, name="Notes") as engine:
        engine.import_path(tmp_path / "notes.jsonl")
        engine.sync()
    return path


def _write(engine: Engine, first: int, session: str = "plants", turns: int = TURNS, at: datetime = AT) -> None:
    for n in range(first, first + turns):
        said = at + timedelta(minutes=n)
        draft = CycleDraft(
            user_input=f"My plant number {n} needs water",
            final_response=f"I noted plant {n}.",
            session_id=session,
            cycle_id=f"{session}-{n}",
            user_id="ann",
            timestamp=said,
            answered_at=said,
        )
        engine.conversations.record(draft, actor="agent:helper")


def _while_writing(qtbot: QtBot, engine: Engine, first: int, look: Callable[[], object] = int) -> None:
    """Write turns in another thread, and look again and again until it has ended."""
    writer = threading.Thread(target=_write, args=(engine, first))
    writer.start()
    while writer.is_alive():
        qtbot.wait(5)
        look()
    writer.join()


@pytest.mark.long
def test_rows_stay_while_an_agent_writes(
    qtbot: QtBot, open_window: OpenWindow, notes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F1, F11: While turns come in no row in sight is a placeholder, and what is selected and scrolled to stays."""
    window = open_window(notes)
    view = window.views["memories"]
    assert isinstance(view, MemoriesView) and view.session is not None
    window.show_view("memories")
    table, model, engine = view.table, view.model, view.session.engine
    qtbot.waitUntil(lambda: model.memory_at(0) is not None)
    drawn: list[int] = []
    skeleton = MemoryDelegate._skeleton

    def noted(self: MemoryDelegate, *args: object) -> None:
        drawn.append(1)
        skeleton(self, *args)  # type: ignore[arg-type]

    monkeypatch.setattr(MemoryDelegate, "_skeleton", noted)

    _while_writing(qtbot, engine, 0)
    qtbot.waitUntil(lambda: "plant" in str(model.data(model.index(0, 0))))
    assert not drawn

    table.verticalScrollBar().setValue(100)
    qtbot.waitUntil(lambda: all(model.memory_at(row) is not None for row in range(100, 140)))
    table.selectRow(102)
    selected, seen = table.current_key(), model.key_at(table.rowAt(0))
    drawn.clear()
    rows = model.rowCount()
    tops: set[int] = set()
    _while_writing(qtbot, engine, TURNS, lambda: tops.add(model.key_at(table.rowAt(0))))
    qtbot.waitUntil(lambda: model.rowCount() > rows and not model.loading)
    assert not drawn
    assert tops | {model.key_at(table.rowAt(0))} == {seen}
    assert table.current_key() == selected and table.selected_keys().tolist() == [selected]


@pytest.mark.long
def test_a_conversation_stays_while_it_goes_on(
    qtbot: QtBot, open_window: OpenWindow, notes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F1, F11: While turns come in, none of those in sight is a placeholder, at the end of a thread as in its middle; the
    turn that is chosen, the place in the thread and that in the list of conversations stay."""
    with open_vault(notes) as engine:
        for session in range(18):
            _write(engine, 0, session=f"older {session}", turns=1, at=AT - timedelta(days=session + 1))
        _write(engine, 0, turns=6)
    window = open_window(notes)
    window.show_view("conversations")
    view = window.views["conversations"]
    assert isinstance(view, ConversationsView) and view.session is not None
    turns, thread, listed = view.turns, view.thread_list, view.list
    qtbot.waitUntil(lambda: turns.rowCount() == 6 and turns.turn(5) is not None and turns.turn(0) is not None)
    lacking: list[int] = []

    def look() -> None:
        first, last = thread.rowAt(0), thread.rowAt(thread.viewport().height() - 1)
        last = turns.rowCount() - 1 if last < 0 else last
        lacking.extend(row for row in range(first, last + 1) if turns.turn(row) is None)

    turns.rowsInserted.connect(look)
    turns.modelReset.connect(look)
    thread.show_row(5)
    qtbot.waitUntil(lambda: not thread._waiting and thread.currentIndex().row() == 5)
    bar = listed.verticalScrollBar()
    bar.setValue(bar.maximum() // 2)
    place = listed.indexAt(listed.viewport().rect().center()).data()
    _while_writing(qtbot, view.session.engine, 6, look)
    qtbot.waitUntil(lambda: turns.rowCount() == 6 + TURNS)
    assert not lacking
    assert thread.currentIndex().row() == 5
    assert listed.indexAt(listed.viewport().rect().center()).data() == place

    thread.show_row(4)
    qtbot.waitUntil(lambda: thread.rowAt(0) == 4)
    session = view.session
    first = turns.turn(0)
    assert first is not None
    session.commands.forget([one.key for one in first.messages])
    qtbot.waitUntil(lambda: turns.rowCount() == 5 + TURNS)
    look()
    assert thread.rowAt(0) == thread.currentIndex().row() == 3
    assert not lacking
