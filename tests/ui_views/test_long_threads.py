"""Threads of 100,000 turns: only what is looked at is laid out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from memory_desktop.bridge.runner import Runner
from memory_desktop.core.conversation.cycles import ROLE, cycle_of
from memory_desktop.core.memory.records import Layer, Memory
from memory_desktop.engine.conversation.reading import Heading, Turn
from memory_desktop.models.thread_table import PAGE, Thread, ThreadTable
from memory_desktop.ui.conversations.thread_list import ThreadList

NUMBER = 100_000
AT = datetime(2020, 1, 1, tzinfo=UTC)


class _Source:
    """So many turns of one conversation; `more` are added at its end."""

    def __init__(self) -> None:
        self.more = 0

    def outline(self, *, session_id: str | None = None, user_id: str | None = None) -> list[Heading]:
        return [Heading(str(n), "s", AT + timedelta(minutes=n)) for n in range(NUMBER + self.more)]

    def turns(self, cycle_ids: Sequence[str]) -> dict[str, Turn]:
        return {id: _turn(id) for id in cycle_ids}

    def containing(self, text: str, *, session_id: str | None = None, user_id: str | None = None) -> set[str]:
        return set()


def _turn(id: str) -> Turn:
    at = AT + timedelta(minutes=int(id))
    memory = Memory(
        id=f"mem_{id}",
        key=int(id) + 1,
        content=f"Turn {id}\n" * (1 + int(id) % 9),
        content_hash=id,
        layer=Layer.EPISODIC,
        created_at=at,
        recorded_at=at,
        updated_at=at,
        metadata={ROLE: "user"},
    )
    return Turn(cycle_of(id, "", (memory,)), (memory,))


@pytest.fixture
def shown(qtbot: QtBot) -> Iterator[tuple[ThreadList, ThreadTable, _Source]]:
    """A list of so many turns, 600 pixels high."""
    source, runner, model = _Source(), Runner(), ThreadTable()
    model.open(source, runner, lambda _ids: {})
    view = ThreadList(model)
    qtbot.addWidget(view)
    view.resize(700, 600)
    view.show()
    model.load(Thread("s"))
    qtbot.waitUntil(lambda: model.rowCount() == NUMBER and not runner.busy())
    yield view, model, source
    model.close()
    runner.shutdown()


def test_of_a_long_thread_only_what_is_seen_is_laid_out(
    shown: tuple[ThreadList, ThreadTable, _Source], qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F11: at 100,000 turns, jumps to the end, to a date and scrolling lay out the rows in sight and no others; a turn
    that comes repaints only pages that were shown."""
    view, model, source = shown
    delegate = view.turn_delegate
    laid: set[int] = set()
    height = delegate.height
    monkeypatch.setattr(delegate, "height", lambda row, *more: laid.add(row) or height(row, *more))

    def settled(row: int) -> bool:
        return view.rowHeight(row) == height(row, view.viewport().width(), view.font())

    def seen() -> int:
        number, laid_out = len(laid), set(laid)
        laid.clear()
        assert laid_out <= set(range(NUMBER + 1))
        return number

    qtbot.keyClick(view, Qt.Key.Key_End)
    qtbot.waitUntil(lambda: settled(NUMBER - 1))
    assert view.currentIndex().row() == NUMBER - 1 and 0 < seen() < 80
    noon = model.row_at(AT + timedelta(minutes=40_000, seconds=-1))
    assert noon == 40_000 and model.row_at(AT + timedelta(days=3_650)) == NUMBER - 1 and model.row_at(AT) == 0
    view.show_row(noon)
    qtbot.waitUntil(lambda: settled(noon) and abs(view.rowViewportPosition(noon)) < 2)
    assert seen() < 80
    bar = view.verticalScrollBar()
    for _ in range(10):
        bar.setValue(bar.value() + 300)
        qtbot.waitUntil(lambda: settled(view.rowAt(0)))
    assert seen() < 200 and model.pages_held() < 12
    changed: list[int] = []
    model.dataChanged.connect(lambda first, last: changed.append(last.row() - first.row() + 1))
    source.more = 1
    model.load(Thread("s"))
    qtbot.waitUntil(lambda: model.rowCount() == NUMBER + 1)
    assert 0 < sum(changed) <= PAGE * (model.pages_held() + 2)
    resets: list[int] = []
    model.modelReset.connect(lambda: resets.append(1))
    current = view.currentIndex().row()
    for more in (2, 3, 4):  # each is asked for before the one before has come
        source.more = more
        model.load(Thread("s"))
    qtbot.waitUntil(lambda: model.rowCount() == NUMBER + 4)
    assert not resets and view.currentIndex().row() == current and model.turn(NUMBER + 3) is not None
