"""Rows of Memories with two lines."""

from __future__ import annotations

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from memory_desktop.bridge.window_settings import WindowSettings
from memory_desktop.models.memory_table import COLUMNS
from memory_desktop.ui.memories.memories_view import MemoriesView
from memory_desktop.ui.window.main_window import MainWindow

_NUMBERS = {column.name: number for number, column in enumerate(COLUMNS)}


def _memories(window: MainWindow, qtbot: QtBot) -> MemoriesView:
    view = window.views["memories"]
    assert isinstance(view, MemoriesView)
    qtbot.waitUntil(lambda: view.model.memory_at(0) is not None)
    return view


def test_a_row_has_two_lines(window: MainWindow, qtbot: QtBot) -> None:
    """F11, issue 13: the second line has kind, tags, time and whose, is read out, and takes the place of their columns;
    one line brings these back."""
    view = _memories(window, qtbot)
    table, header = view.table, view.table.horizontalHeader()
    one = table.rowHeight(0)
    view.comfortable_action.trigger()
    lines = 2 * table.fontMetrics().height()
    assert table.rowHeight(0) > lines > one - 17 and table.rowHeight(0) == table.rowHeight(4)
    assert all(header.isSectionHidden(_NUMBERS[name]) for name in ("kind", "tags", "created"))
    row = view.model.row_at(0)
    assert row is not None
    assert row.second.startswith("fact  ·  #first  ·  20")
    read = view.model.index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert read.endswith(f"; {row.second}")
    view.compact_action.trigger()
    assert table.rowHeight(0) == one and not header.isSectionHidden(_NUMBERS["kind"])
    assert "·" not in view.model.index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)


def test_what_has_no_column_can_be_sorted_by(window: MainWindow, qtbot: QtBot) -> None:
    """F11, issue 13: the menu of rows orders by what stands in the second line, and turns the order round."""
    view = _memories(window, qtbot)
    view.comfortable_action.trigger()
    by_kind = next(one for one in view.toolbar.rows.menu().actions() if one.text().startswith("Sort by kind"))
    by_kind.trigger()
    qtbot.waitUntil(lambda: view.model.order == ("kind", False) and not view.model.loading)
    by_kind.trigger()
    qtbot.waitUntil(lambda: view.model.order == ("kind", True) and not view.model.loading)
    view.toolbar.rows.menu().aboutToShow.emit()
    assert by_kind.isChecked() and by_kind.text() == "Sort by kind (descending)"


def test_the_choice_of_rows_is_kept(window: MainWindow, qtbot: QtBot, tmp_path: object) -> None:
    """F11, issue 13: lines, and the columns of either kind of rows, survive a restart."""
    view = _memories(window, qtbot)
    header = view.table.horizontalHeader()
    view.table._room.choose(_NUMBERS["layer"], False)
    view.comfortable_action.trigger()
    view.table._room.choose(_NUMBERS["layer"], True)
    view.table._room.choose(_NUMBERS["salience"], True)
    group = WindowSettings(tmp_path / "rows.json").group("memories")  # type: ignore[operator]
    view.save_state(group)
    view.compact_action.trigger()
    assert header.isSectionHidden(_NUMBERS["layer"])
    fresh = MemoriesView()
    qtbot.addWidget(fresh)
    fresh.resize(1400, 600)
    fresh.restore_state(group)
    assert fresh.model.two_lines and fresh.comfortable_action.isChecked()
    head = fresh.table.horizontalHeader()
    assert head.isSectionHidden(_NUMBERS["kind"]) and not head.isSectionHidden(_NUMBERS["salience"])
    fresh.compact_action.trigger()
    assert head.isSectionHidden(_NUMBERS["layer"]) and not head.isSectionHidden(_NUMBERS["kind"])
