"""Memories in groups, in the window."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from memory_desktop import open_vault
from memory_desktop.core.memory.records import Draft
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.ui.memories.memories_view import MemoriesView
from memory_desktop.ui.window.main_window import MainWindow
from tests.ui.conftest import OpenWindow


@pytest.fixture
def mixed(tmp_path: Path) -> Path:
    """A vault of seven memories: four facts, two preferences, a rule; of three months; one is Ann's."""
    path = tmp_path / "mixed"
    with open_vault(path, create=True, name="Mixed") as engine:
        for number, kind in enumerate(("fact", "pref", "fact", "rule", "pref", "fact", "fact")):
            at = datetime(2026, 1 + number % 3, 4, tzinfo=UTC)
            whose = {"user_id": "ann"} if number == 3 else {}
            engine.remember(Draft(content=f"Note number {number}", kind=kind, created_at=at, metadata=whose))
    return path


def _memories(window: MainWindow) -> MemoriesView:
    view = window.views["memories"]
    assert isinstance(view, MemoriesView)
    return view


def _group(view: MemoriesView, by: str, qtbot: QtBot) -> None:
    next(one for one in view.toolbar.rows.menu().actions() if one.data() == by and one.text() != "").trigger()
    qtbot.waitUntil(lambda: view.model.group == by and not view.model.loading)


def _headings(view: MemoriesView) -> list[tuple[int, str, int]]:
    found = ((row, view.model.heading_at(row)) for row in range(view.model.rowCount()))
    return [(row, view.model.heading_text(one), one.number) for row, one in found if one is not None]


def _accessible(view: MemoriesView, row: int) -> object:
    return view.model.data(view.model.index(row, 0), Qt.ItemDataRole.AccessibleTextRole)


def test_labels_of_records_are_told_by_the_vault(mixed: Path) -> None:
    """F11, issue 13.0: kind, month and user of every record that fits, as the facets count them."""
    with open_vault(mixed) as engine:
        for by in ("kind", "month", "user", "layer", "source", "status"):
            labels = engine.reader.labels(RecordFilter(), by)
            assert labels.keys.tolist() == sorted(engine.keys(RecordFilter()).tolist())
            told = {value: int((labels.numbers == place).sum()) for place, value in enumerate(labels.values)}
            assert (
                told
                == {
                    "kind": {"fact": 4, "pref": 2, "rule": 1},
                    "month": {"2026-01": 3, "2026-02": 2, "2026-03": 2},
                    "user": {"": 6, "ann": 1},
                    "layer": {"semantic": 7},
                    "source": {"": 7},
                    "status": {"active": 7},
                }[by]
            )
        assert engine.reader.labels(RecordFilter(kinds=("rule",)), "month").values == ("2026-01",)
        with pytest.raises(ValueError, match="cannot group by 'colour'"):
            engine.reader.labels(RecordFilter(), "colour")


def test_memories_stand_in_groups_that_fold(open_window: OpenWindow, mixed: Path, qtbot: QtBot) -> None:
    """F11, issue 13.0: a heading with its count above each group; a click, Return, Left and Right fold it; what is selected
    are memories only; the count stays that of all memories; without groups all is as before."""
    window = open_window(mixed)
    view = _memories(window)
    plain = view.model.keys().tolist()
    _group(view, "kind", qtbot)
    assert _headings(view) == [(0, "fact", 4), (5, "pref", 2), (8, "rule", 1)]
    assert _accessible(view, 0) == "Group fact: 4 memories, unfolded"
    assert view.toolbar._count.text() == "7 memories"
    view.table.selectAll()
    assert view.table.selected_count() == 7
    assert sorted(view.table.selected_keys().tolist()) == sorted(plain)

    view.table.setFocus()
    band = view.table.visualRect(view.model.index(5, 0)).center()
    QTest.mouseClick(view.table.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, QPoint(band))
    assert _headings(view) == [(0, "fact", 4), (5, "pref", 2), (6, "rule", 1)]
    assert _accessible(view, 5) == "Group pref: 2 memories, folded"
    assert view.table.currentIndex().row() == 5 and view.table.current_key() is None
    QTest.keyClick(view.table, Qt.Key.Key_Left)
    assert len(_headings(view)) == 3 and view.model.rowCount() == 8
    QTest.keyClick(view.table, Qt.Key.Key_Right)
    assert view.model.rowCount() == 10
    QTest.keyClick(view.table, Qt.Key.Key_Return)
    assert view.model.rowCount() == 8
    assert view.toolbar._count.text() == "7 memories"
    assert not view.edit_action.isEnabled() and not view.forget_action.isEnabled()

    _group(view, "", qtbot)
    assert view.model.keys().tolist() == plain


def test_groups_follow_writes_filters_and_order(open_window: OpenWindow, mixed: Path, qtbot: QtBot) -> None:
    """F11, issue 13.0: what is written comes into its group, a folded group stays folded, a new filter unfolds; months
    begin with the last; within a group the order is the list's."""
    window = open_window(mixed)
    view, session = _memories(window), window.session
    assert session is not None
    _group(view, "kind", qtbot)
    view.model.fold(0, True)
    assert _headings(view)[:2] == [(0, "fact", 4), (1, "pref", 2)]
    session.commands.remember(Draft(content="Another fact", kind="fact"))
    qtbot.waitUntil(lambda: _headings(view)[:2] == [(0, "fact", 5), (1, "pref", 2)])
    view.toolbar.set_text("kind:fact")
    qtbot.waitUntil(lambda: _headings(view) == [(0, "fact", 5)] and view.model.rowCount() == 6)
    view.toolbar.set_text("Note")
    qtbot.waitUntil(lambda: [each[1:] for each in _headings(view)] == [("fact", 4), ("pref", 2), ("rule", 1)])
    _group(view, "month", qtbot)
    assert [each[1:] for each in _headings(view)] == [("2026-03", 2), ("2026-02", 2), ("2026-01", 3)]
    view.table.sort_by("content")
    qtbot.waitUntil(lambda: view.model.order[0] == "content" and not view.model.loading)
    qtbot.waitUntil(lambda: all(view.model.memory_at(row) for row in (1, 2, 4, 5, 7, 8, 9)))
    texts = [view.model.memory_at(row).content[-1] for row in (1, 2, 4, 5, 7, 8, 9)]  # type: ignore[union-attr]
    assert texts == ["2", "5", "1", "4", "0", "3", "6"]
    _group(view, "user", qtbot)
    assert [each[1:] for each in _headings(view)] == [("ann", 1), ("Nobody in particular", 6)]


def test_the_grouping_is_kept_and_is_a_command(open_window: OpenWindow, mixed: Path, qtbot: QtBot) -> None:
    """F11, issue 13.0, 13.1: the palette lists it, and the next window begins with it."""
    window = open_window(mixed)
    view = _memories(window)
    by_kind = next(one for one in view.actions() if isinstance(one, QAction) and one.text() == "Group by kind")
    by_kind.trigger()
    qtbot.waitUntil(lambda: len(_headings(view)) == 3)
    window.close()
    window.controller.wait_closed()
    again = open_window(mixed)
    qtbot.waitUntil(lambda: len(_headings(_memories(again))) == 3)
