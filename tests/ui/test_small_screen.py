"""A small screen: the window stays on it, and nothing in any view is cut."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

import pytest
from PySide6.QtCore import QMargins, QRect, QSize, Qt
from PySide6.QtGui import QGuiApplication, QStandardItemModel
from PySide6.QtWidgets import QAbstractScrollArea, QHeaderView, QLineEdit, QScrollBar, QTableView, QTabWidget, QWidget
from pytestqt.exceptions import TimeoutError as NotInTime
from pytestqt.qtbot import QtBot

from memory_desktop.models.tips import plain_tip
from memory_desktop.ui.agents.agents_view import AgentsView
from memory_desktop.ui.columns import ColumnRoom, columns_state, restore_columns
from memory_desktop.ui.folding import FoldingBox
from memory_desktop.ui.lists import bar, row_table
from memory_desktop.ui.widgets import button
from memory_desktop.ui.window.main_window import MainWindow
from memory_desktop.ui.window.placement import LEAST, WANTED, within
from memory_desktop.ui.window.status_bar import StatusBar
from memory_desktop.ui.wrapping import ElidedLabel
from tests.ui.conftest import OpenWindow
from tests.ui.test_window import memories, select

#: 1024×700 pixels at 150 %.
SMALL = QSize(682, 466)


@pytest.mark.parametrize(
    ("window", "expected"),
    [
        (QRect(100, 100, 400, 300), QRect(100, 100, 400, 300)),
        (QRect(0, 0, 1280, 800), QRect(0, 30, 682, 436)),
        (QRect(500, 400, 400, 300), QRect(282, 166, 400, 300)),
        (QRect(-50, -50, 400, 300), QRect(0, 30, 400, 300)),
    ],
)
def test_a_window_is_moved_and_shrunk_onto_its_screen(window: QRect, expected: QRect) -> None:
    """F1: with its title bar, the window lies in what its screen has available, and is as large as it was if it can be."""
    assert within(QRect(0, 0, 682, 466), window, QMargins(0, 30, 0, 0)) == expected


@pytest.mark.long
def test_the_window_opens_within_its_screen(open_window: OpenWindow, qtbot: QtBot) -> None:
    """F1: on a screen smaller than its usual size the window opens as large as the screen, also when it was left larger."""
    window = open_window(None)
    available = QGuiApplication.primaryScreen().availableGeometry()
    assert available.width() < WANTED.width()
    window.close()
    again = open_window(None)
    again.hide()
    again.show()
    assert available.contains(again.frameGeometry())


def cut(within: QWidget) -> list[str]:
    """Visible parts that have less room than they need, or stand beyond the edge of what they are in."""
    found = []
    for part in within.findChildren(QWidget):
        of = part.parentWidget()
        scrolled = isinstance(part, QScrollBar | QHeaderView) or isinstance(of, QAbstractScrollArea)
        if not part.isVisible() or of is None or scrolled or of.objectName().startswith("qt_"):
            continue
        if isinstance(of.parentWidget(), QAbstractScrollArea) or isinstance(of, QLineEdit):
            continue
        chosen, wanted = part.minimumSize(), part.minimumSizeHint()
        least = QSize(chosen.width() or wanted.width(), chosen.height() or wanted.height())
        least = least.boundedTo(part.maximumSize())
        small = part.width() < least.width() or part.height() < least.height()
        if small or not of.rect().contains(part.geometry()):
            name = part.accessibleName() or part.property("text") or part.objectName()
            found.append(f"{type(part).__name__} {name!r} {part.geometry()} needs {least} in {of.rect()}")
    return found


def narrow_texts(within: QWidget) -> list[str]:
    """Tables whose texts have less than 240 pixels while other columns are shown beside them."""
    found = []
    for table in within.findChildren(QTableView):
        room = table.findChild(ColumnRoom)
        if table.isVisible() and room is not None and table.horizontalHeader().length() > table.viewport().width():
            widths = [table.columnWidth(column) for column in range(table.model().columnCount())]
            found.append(f"{table.accessibleName()}: {widths} in {table.viewport().width()}")
    return found


def pages(window: MainWindow) -> list[tuple[str, QWidget]]:
    """Shows every view, tab by tab."""
    found: list[tuple[str, QWidget]] = []
    for name, view in window.views.items():
        tabs = getattr(view, "tabs", None)
        places = range(tabs.count()) if isinstance(tabs, QTabWidget) else [0]
        found += [(f"{name} {place}", view) for place in places]
    return found


@pytest.mark.long
@pytest.mark.parametrize("size", [LEAST, QSize(1024, 700)])
def test_nothing_is_cut_on_a_small_screen(size: QSize, open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F1: at 1024×700, also at 150 %, every part of every view has the room that it needs, and texts 240 pixels."""
    window = open_window(small)
    window.resize(size)
    found: dict[str, list[str]] = {}
    for page, view in pages(window):
        name, place = page.split()
        window.show_view(name)
        if isinstance(getattr(view, "tabs", None), QTabWidget):
            view.tabs.setCurrentIndex(int(place))
        qtbot.waitUntil(lambda: not window.session.runner.busy())
        with suppress(NotInTime):  # what has come in the meantime is laid out a moment later
            qtbot.waitUntil(lambda view=view: not cut(view) + narrow_texts(view), timeout=1_000)
        if wrong := cut(view) + narrow_texts(view):
            found[page] = wrong
    assert window.size() == size
    assert not found, json.dumps(found, indent=1)


@pytest.mark.long
def test_the_buttons_of_a_selection_fit(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F1: with several memories selected, what can be done with them has room beside the inspector on a small screen."""
    window = open_window(small)
    window.resize(SMALL)
    memories(window).table.selectRow(0)
    memories(window).table.selectAll()
    window.show_view("inspector")
    qtbot.waitUntil(window.inspector.isVisible)
    qtbot.wait(80)
    assert cut(memories(window).toolbar) == []
    assert memories(window).toolbar.selection.merge.toolTip()


@pytest.mark.long
def test_the_inspector_waits_to_be_asked_in_a_narrow_window(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F1: in a narrow window the inspector opens on request, in the place of the sidebar, and gives it back."""
    window = open_window(small)
    window.resize(SMALL)
    select(window, 0, qtbot)
    qtbot.waitUntil(window.inspector.isHidden)
    qtbot.keyClick(memories(window).table, Qt.Key.Key_Space)
    assert window.inspector.isVisible()
    assert window.sidebar.isHidden()
    window.toggle_inspector()
    qtbot.waitUntil(window.inspector.isHidden)
    assert window.sidebar.isVisible()
    window.resize(1280, 800)
    qtbot.waitUntil(window.inspector.isVisible)
    assert window.sidebar.isVisible()


def test_columns_give_way_to_the_texts_and_come_back(qtbot: QtBot) -> None:
    """F1: where the texts of a table would get under 240 pixels, other columns are hidden, and stay in what is kept."""
    model = QStandardItemModel(3, 4)
    table = row_table("A table", model, ("", "a number of letters", "and some more", "the last one"))
    qtbot.addWidget(table)
    table.resize(900, 300)
    table.show()
    assert not any(table.isColumnHidden(n) for n in range(4))
    widths = [table.columnWidth(n) for n in range(1, 4)]
    table.resize(320 + widths[0], 300)
    assert [table.isColumnHidden(n) for n in range(4)] == [False, False, True, True]
    assert table.columnWidth(0) >= 240
    kept = columns_state(table)
    table.resize(900, 300)
    assert [table.columnWidth(n) for n in range(1, 4)] == widths
    other = row_table("Another", model, ("", "1", "2", "3"))
    qtbot.addWidget(other)
    other.resize(900, 300)
    other.show()
    restore_columns(other, kept)
    assert [other.columnWidth(n) for n in range(1, 4)] == widths


def test_a_bar_folds_its_buttons_before_it_takes_another_line(qtbot: QtBot) -> None:
    """F1: where a bar is too narrow for one line, buttons give up their texts to their tool tips, the last ones first, and
    get them back; a box shows its shorter text."""
    box, first = FoldingBox("Let agents connect", "HTTP"), button("Show calls", icon_name="history")
    last = button("Remove from list", icon_name="forget", tip="Its own tip")
    text = ElidedLabel()
    made = bar(box, text, first, last, filling=text, folding=(box, first, last))
    qtbot.addWidget(made)
    made.resize(700, 40)
    made.show()
    one_line = made.heightForWidth(700)
    assert [part.toolTip() for part in (box, first)] == ["", ""]
    wide = [part.width() for part in (box, first, last)]
    made.resize(sum(wide) + 40, 40)
    assert (box.width(), first.width()) == (wide[0], wide[1]) and last.width() < wide[2]
    assert last.toolTip() == plain_tip("Its own tip") and last.text() == "Remove from list"
    made.resize(box.folded_width() + 2 * last.folded_width() + 90, 40)
    assert all(part.width() < width for part, width in zip((box, first, last), wide, strict=True))
    assert box.toolTip() == plain_tip("Let agents connect") and first.toolTip() == plain_tip("Show calls")
    assert made.heightForWidth(made.width()) == one_line and not cut(made)
    first.setText("Hide calls")
    assert first.toolTip() == plain_tip("Hide calls")
    made.resize(700, 40)
    assert [part.toolTip() for part in (box, first)] == ["", ""] and first.width() > wide[1] // 2


def test_agents_keep_their_names_and_one_row_of_tools(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F1: at 1024×700 and 150 % the name of an agent is whole, with one row of tools above the list and one of switches."""
    window = open_window(small)
    assert window.session is not None
    window.session.engine.remember("Tea is hot", actor="agent:claude-desktop-assistant")
    window.resize(SMALL)
    window.show_view("agents")
    view = window.views["agents"]
    assert isinstance(view, AgentsView)
    qtbot.waitUntil(lambda: view.table.rowCount() == 1)
    named = view.table.item(0, 0)
    needed = view.table.fontMetrics().horizontalAdvance("claude-desktop-assistant")
    qtbot.waitUntil(lambda: view.table.columnWidth(0) >= needed + 8)
    assert named is not None and named.text() == "claude-desktop-assistant"
    rows = [{part.geometry().center().y() for part in of} for of in ((view.calls, view.remove), view.switches.values())]
    assert [len(row) for row in rows] == [1, 1]
    assert cut(view) == []


def test_the_status_bar_cuts_no_word(qtbot: QtBot) -> None:
    """F11, issue 13: where the status bar is too narrow, parts are icons that say the rest in a tool tip, and none is cut;
    with more room they say it again."""
    status = StatusBar()
    qtbot.addWidget(status)
    parts = [status.model, status.health, status.vault]
    texts = ("minilm-static-256", "Healthy · checked 12 min ago", "A vault with quite a long name")
    status._say(status.sync, "22,000 waiting for vectors · 1,000/s · 2 min left", "Open Sync")
    for part, text in zip(parts, texts, strict=True):
        part.show()
        status._say(part, text, f"What {text} means")
    status.show()
    for width, folded in ((1600, False), (LEAST.width(), True), (1600, False)):
        status.resize(width, 30)
        status.layout().activate()
        narrow = [one for one in parts if one.width() < one.sizeHint().width()]
        assert (status.model in narrow) == bool(narrow) == folded, width
        assert all(one.width() == one.folded_width() and one.toolTip() for one in narrow)
        assert status.sync.width() >= status.sync.sizeHint().width()
        assert status.rect().contains(status.vault.geometry())
