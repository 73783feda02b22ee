"""The Layers view while a moment of the past is looked at."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QTreeWidgetItemIterator
from pytestqt.qtbot import QtBot

from memory_desktop import open_vault
from memory_desktop.core.memory.records import Draft, Layer
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.engine.engine import Engine
from memory_desktop.ui.layers.concepts_page import ConceptsPage
from memory_desktop.ui.layers.layers_view import LayersView
from memory_desktop.ui.layers.overview_page import OverviewPage
from memory_desktop.ui.layers.working_page import WorkingPage
from memory_desktop.ui.window.main_window import MainWindow
from tests.ui.conftest import OpenWindow


def _sidebar(window: MainWindow) -> dict[str, str]:
    """The quiet notes of the side bar's rows, by their text."""
    walk, found = QTreeWidgetItemIterator(window.sidebar.tree), dict[str, str]()
    while (item := walk.value()) is not None:
        found[item.text(0)] = str(item.data(0, int(Qt.ItemDataRole.UserRole) + 2) or "")
        walk += 1
    return found


def _working(window: MainWindow) -> tuple[LayersView, WorkingPage]:
    """The view, with the page of boards in front."""
    window.show_view("layers")
    view = window.views["layers"]
    assert isinstance(view, LayersView)
    view.set_query("Working")
    page = view.page
    assert isinstance(page, WorkingPage)
    return view, page


def test_the_layers_are_those_of_the_moment_that_is_looked_at(window: MainWindow, engine: Engine, qtbot: QtBot) -> None:
    """F10, C8, issue 11: a board, the counts of the overview and of the side bar are those of the moment that is looked
    at, also where the view was open before; what can only be shown as it is now says so; nothing is made in the past.
    """
    engine.layers.working.add("Buy plums", thread="s")
    then = engine.head
    procedural = engine.facets(RecordFilter()).layers.get(Layer.PROCEDURAL.value, 0)
    engine.layers.working.add("Call the plumber", thread="s")
    engine.remember(Draft(content="How to brew tea", layer=Layer.PROCEDURAL))
    session = window.session
    assert session is not None
    view, board = _working(window)

    def items() -> list[str]:
        shown = board._state.view
        return [] if shown is None else [one.content for one in shown.board.items]

    qtbot.waitUntil(lambda: items() == ["Buy plums", "Call the plumber"])
    view.set_query("Overview")
    overview = view.page
    assert isinstance(overview, OverviewPage)

    def counted() -> dict[str, str]:
        rows = [overview.list.topLevelItem(row) for row in range(overview.list.topLevelItemCount())]
        return {row.text(0): row.text(1) for row in rows if row is not None}

    qtbot.waitUntil(lambda: counted().get("Procedural") == str(procedural + 1))
    view.set_query("Working")
    window.show_view("history")
    session.travel(then)
    qtbot.waitUntil(lambda: session.past is not None)
    window.show_view("layers")
    qtbot.waitUntil(lambda: items() == ["Buy plums"])
    assert not board.thought.isEnabled() and not view.of_now.isVisible()
    view.set_query("Overview")
    qtbot.waitUntil(lambda: counted().get("Procedural") == str(procedural))
    qtbot.waitUntil(lambda: _sidebar(window)["Procedural"] == str(procedural))
    view.set_query("Episodes")
    assert view.of_now.isVisible()
    view.set_query("Concepts")
    concepts = view.page
    assert isinstance(concepts, ConceptsPage) and concepts.empty is not None
    assert not view.of_now.isVisible() and not concepts.empty.action.isEnabled()
    view.set_query("Working")
    button = next(one for one in window.past_bar.findChildren(QPushButton) if one.text() == "Back to now")
    button.setFocus()
    button.click()
    qtbot.waitUntil(lambda: session.past is None)
    assert view.isAncestorOf(window.focusWidget()) or window.focusWidget() is view
    qtbot.waitUntil(lambda: items() == ["Buy plums", "Call the plumber"])
    assert board.thought.isEnabled() and concepts.empty.action.isEnabled()


def test_a_page_that_was_made_before_a_vault_was_opened_offers_what_can_be_made(
    open_window: OpenWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    """C8, issue 11: a page that is there before its vault, as after another one was closed, offers to make something."""
    for name in ("one", "two"):
        with open_vault(tmp_path / name, create=True):
            pass
    window = open_window(tmp_path / "one")
    window.views.make_all()
    with qtbot.waitSignal(window.controller.opened):
        window.controller.open(tmp_path / "two")
    window.show_view("layers")
    view = window.views["layers"]
    assert isinstance(view, LayersView)
    for page in view._made.values():
        assert page.empty is None or page.empty.action.isEnabled(), page.title


def test_a_thought_that_was_begun_stays_with_its_board(window: MainWindow, engine: Engine, qtbot: QtBot) -> None:
    """C1, issue 11: what is begun for a board that a moment of the past does not have waits for that board, and stands on
    no other."""
    working = engine.layers.working
    working.add("Of ben", user="ben", thread="b")
    then = engine.head
    working.add("Of ann", user="ann", thread="a")
    session = window.session
    assert session is not None
    _, page = _working(window)
    qtbot.waitUntil(lambda: page.boards.count() == 2)
    page.boards.setCurrentIndex(page.boards.findData(("ann", "a")))
    qtbot.waitUntil(lambda: page._chosen == ("ann", "a"))
    page.thought.setText("for ann only")
    session.travel(then)
    qtbot.waitUntil(lambda: page._chosen == ("ben", "b"))
    assert not page.thought.text()
    session.travel(None)
    qtbot.waitUntil(lambda: page.boards.count() == 2)
    page.boards.setCurrentIndex(page.boards.findData(("ann", "a")))
    qtbot.waitUntil(lambda: page.thought.text() == "for ann only")
