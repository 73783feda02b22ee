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
from memory_desktop.ui.memories.delegate import MemoryDelegate
from memory_desktop.ui.memories.memories_view import MemoriesView
from tests.ui.conftest import OpenWindow

AT = datetime(2026, 3, 1, 12, tzinfo=UTC)
TURNS = 8


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


def _write(engine: Engine, first: int) -> None:
    for n in range(first, first + TURNS):
        at = AT + timedelta(minutes=n)
        draft = CycleDraft(
            user_input=f"My plant number {n} needs water",
            final_response=f"I noted plant {n}.",
            session_id="plants",
            cycle_id=f"plants-{n}",
            user_id="ann",
            timestamp=at,
            answered_at=at,
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
    qtbot.waitUntil(lambda: "plant" in str(model.data(model.index(0, 0))), timeout=20_000)
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
