"""Health about the memories themselves: totals, recalls, the forgetting schedule, retrieval; and marks of protection."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from memory_desktop.models.memory_table import COLUMNS, MEMORY_ROLE
from memory_desktop.ui.health.forgetting_tab import ForgettingTab, _with_gaps
from memory_desktop.ui.health.health_view import HealthView
from memory_desktop.ui.health.recalls_tab import RecallsTab
from memory_desktop.ui.health.totals_tab import TotalsTab
from memory_desktop.ui.health.use_tab import UseTab
from memory_desktop.ui.memories.memories_view import MemoriesView
from memory_desktop.ui.plain_table import PlainTable
from memory_desktop.wiring import open_vault
from tests.ui.conftest import OpenWindow

_STATUS = [column.name for column in COLUMNS].index("status")


def texts(table: PlainTable, column: int = 0) -> list[str]:
    """A column of a table."""
    return [item.text() for row in range(table.rowCount()) if (item := table.item(row, column)) is not None]


@pytest.mark.long
def test_health_tells_of_the_memories(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """C6.10: totals, storage by part, the oldest, the most and never recalled with Protect, the schedule that is run and
    undone, and retrieval statistics: each plot with an equal table."""
    with open_vault(small) as engine:
        for days, text in ((900, "An old note"), (700, "Another old note")):
            engine.remember(text, created_at=datetime.now(UTC) - timedelta(days=days))
        engine.recall("Lisbon", mode="keyword", actor="user")
    window = open_window(small)
    window.show_view("health")
    view = window.views["health"]
    assert isinstance(view, HealthView)
    totals, recalls, forgetting, use = view.meta
    assert isinstance(totals, TotalsTab) and isinstance(recalls, RecallsTab)
    assert isinstance(forgetting, ForgettingTab) and isinstance(use, UseTab)

    view.set_query("totals")
    qtbot.waitUntil(lambda: totals.numbers.item(0, 1) is not None and totals.numbers.item(0, 1).text() == "7")
    assert "Database" in texts(totals.storage)
    assert totals.plot._bars and len(totals.plot._bars) == totals.storage.rowCount()
    assert totals.told.text().startswith("Oldest memory: ")

    view.set_query("recalls")
    qtbot.waitUntil(lambda: texts(recalls.most) == ["Lisbon was warm"])
    assert "Never recalled: 6 memories" in recalls.told.text()
    row = texts(recalls.never).index("An old note")
    recalls.never.selectRow(row)
    assert recalls.never.protect_action.isEnabled() and not recalls.never.unprotect_action.isEnabled()
    recalls.never.protect_action.trigger()
    qtbot.waitUntil(lambda: texts(recalls.never, 3)[row] == "Protected")
    with qtbot.waitSignal(view.filter_requested) as asked:
        recalls.never.open_action.trigger()
    assert asked.args[0].startswith("id:mem_")

    window.show_view("health")
    view.set_query("forgetting")
    qtbot.waitUntil(lambda: "due: 1 to fade" in forgetting.told.text())
    assert "suggest only" in forgetting.told.text() and texts(forgetting.rows)[0] == "Another old note"
    kept = {one.content: one for one in forgetting.rows._memories}["Another old note"]
    told = [texts(forgetting.rows, column)[0] for column in (1, 2)]
    assert told == [kept.layer.value.capitalize(), kept.kind], "equal texts of several layers are told apart"
    places = [each.mapTo(window, each.rect().topLeft()) for each in (forgetting.run, forgetting.due_only)]
    forgetting.rows.selectRow(0)
    qtbot.waitUntil(lambda: not window.inspector.isHidden())
    assert [each.mapTo(window, each.rect().topLeft()) for each in (forgetting.run, forgetting.due_only)] == places
    assert [name for name, _ in forgetting.plot._bars if name != "…"] == texts(forgetting.months)
    assert texts(forgetting.months)[0] == "Due now"
    forgetting.due_only.click()
    qtbot.waitUntil(lambda: texts(forgetting.rows) == ["Another old note"])
    forgetting.run.click()
    qtbot.waitUntil(lambda: "due: 0 to fade" in forgetting.told.text() and not forgetting.run.isEnabled())
    window.session.commands.undo()
    qtbot.waitUntil(lambda: "due: 1 to fade" in forgetting.told.text())

    view.set_query("retrieval")
    qtbot.waitUntil(lambda: texts(use.retrieval) == ["Keywords"])
    assert texts(use.retrieval, 1) == ["Semantic"] and len(use.plot._bars) == 1
    assert texts(use.styles, 1)[0].startswith("Not enough yet")


@pytest.mark.long
def test_memories_and_inspector_protect(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """C6.6: a memory is protected from the list of memories and from the inspector, and both show it."""
    window = open_window(small)
    view = window.views["memories"]
    assert isinstance(view, MemoriesView)
    index = view.model.index(0, _STATUS)
    qtbot.waitUntil(lambda: view.model.index(0, 0).data(MEMORY_ROLE) is not None)
    view.table.selectRow(0)
    view.protect_action.trigger()
    qtbot.waitUntil(lambda: index.data() == "Active, protected")
    assert "neither fades" in view.model.index(0, 0).data(Qt.ItemDataRole.ToolTipRole)
    inspector = window.inspector
    qtbot.waitUntil(lambda: "protected" in inspector.heading.text() and inspector.protect.isChecked())
    inspector.protect.click()
    qtbot.waitUntil(lambda: index.data() == "Active")
    qtbot.waitUntil(lambda: not inspector.protect.isChecked())


def test_months_that_have_none_stay_a_gap_in_the_plot() -> None:
    """F11, issue 11: months far apart do not stand side by side as if one followed the other."""
    months = {"2026-11": 1, "2026-12": 2, "2028-04": 5}
    assert _with_gaps(months) == [("2026-11", 1), ("2026-12", 2), ("…", 0), ("2028-04", 5)]


def test_what_is_overdue_is_no_part_of_this_month() -> None:
    """F11, C6.4: what is due already has a bar of its own before the months, which leaves no gap."""
    assert _with_gaps({"": 3, "2028-04": 5}) == [("Due now", 3), ("2028-04", 5)]
    assert _with_gaps({}) == []
