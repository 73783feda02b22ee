"""The Search view in the real window."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from memory_desktop.ui.search.hit_delegate import excerpt
from memory_desktop.ui.search.search_view import SearchView
from memory_desktop.ui.window.main_window import MainWindow
from tests.ui.conftest import HTML, OpenWindow


def searching(window: MainWindow) -> SearchView:
    window.search()
    view = window.views["search"]
    assert isinstance(view, SearchView)
    return view


def answered(qtbot: QtBot, view: SearchView, text: str) -> None:
    qtbot.waitUntil(lambda: view.model.answer is not None and view.model.answer.query == text)


@pytest.mark.long
def test_typing_shows_only_the_last_query(open_window: OpenWindow, big: Path, qtbot: QtBot) -> None:
    """F1: what is typed quickly is searched once it rests, and an answer for an earlier text never shows."""
    view = searching(open_window(big))
    shown: list[str] = []
    view.model.modelReset.connect(lambda: shown.append(view.model.answer.query if view.model.answer else ""))
    qtbot.keyClicks(view.box, "coffee garden")
    answered(qtbot, view, "coffee garden")
    assert [text for text in shown if text] == ["coffee garden"]
    assert view.model.rowCount() == 20
    assert "with these keywords" in view.summary.text()
    view.more.click()
    qtbot.waitUntil(lambda: view.model.rowCount() == 40)


def test_a_hit_shows_why_in_the_inspector(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F2: from the box, Down chooses the first hit, and the inspector explains it."""
    window = open_window(small)
    view = searching(window)
    view.set_query("train leaves")
    answered(qtbot, view, "train leaves")
    view.box.setFocus()
    qtbot.keyClick(view.box, Qt.Key.Key_Down)
    hit = view.model.hit(view.list.currentIndex().row())
    assert hit is not None
    assert [index.row() for index in view.list.selectionModel().selectedIndexes()] == [0]
    assert hit.memory.content == "The train leaves at nine"
    assert "Keywords rank" in str(view.model.index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole))
    qtbot.waitUntil(lambda: window.inspector._id == hit.memory.id)


def test_chips_come_and_go(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """E6: a typed operator stands as a chip, and removing the chip takes it out of the text."""
    view = searching(open_window(small))
    view.set_query("tea kind:fact tag:first")
    assert view.chips.isVisible()
    chip = next(made for made in view.chips.findChildren(QPushButton) if "kind:fact" in made.text())
    chip.click()
    assert view.box.text() == "tea tag:first"
    answered(qtbot, view, "tea tag:first")
    view.set_query("tea layer:nowhere")
    assert "layer:nowhere" in view.problem.text()


def test_no_hits_is_not_the_first_page(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F1: a search without hits says so and offers ways on, and never claims that there are no memories."""
    view = searching(open_window(small))
    view.set_query("tea kind:procedure")
    qtbot.waitUntil(lambda: view.pages.currentWidget() is view.nothing)
    texts = [made.text() for made in view.nothing.findChildren(QPushButton) if made.isVisible()]
    assert "Search without filters" in texts
    next(made for made in view.nothing.findChildren(QPushButton) if "without filters" in made.text()).click()
    answered(qtbot, view, "tea")
    assert view.pages.currentWidget() is view.results


def test_an_empty_vault_offers_three_doors(open_window: OpenWindow, tmp_path: Path, qtbot: QtBot) -> None:
    """F1: with nothing remembered yet the Search view shows the ways to begin."""
    view = searching(open_window(tmp_path / "new", create=True))
    qtbot.waitUntil(lambda: view.pages.currentWidget() is view.welcome)


def test_html_is_shown_as_it_is(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """Fixed point: tags in a memory are text in the list of hits, too."""
    view = searching(open_window(small))
    view.set_query("bold script")
    answered(qtbot, view, "bold script")
    assert view.model.index(0, 0).data() == HTML
    assert not view.grab().isNull()


@pytest.mark.long
def test_forgetting_a_hit_can_be_taken_back(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F5: Delete forgets the chosen hit at once, the list follows, and Undo brings it back."""
    window = open_window(small)
    view = searching(window)
    view.modes.set_mode("keyword")
    view.set_query("bread")
    answered(qtbot, view, "bread")
    view.list.setCurrentIndex(view.model.index(0, 0))
    view.many.forget()
    qtbot.waitUntil(lambda: view.pages.currentWidget() is view.nothing)
    window.undo()
    qtbot.waitUntil(lambda: view.model.rowCount() == 1)


@pytest.mark.long
def test_state_survives_a_restart(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F1: query and mode are there again when the window is opened again."""
    window = open_window(small)
    view = searching(window)
    view.modes.set_mode("keyword")
    view.set_query("tea")
    answered(qtbot, view, "tea")
    window.close()
    again = searching(open_window(small))
    assert (again.box.text(), again.modes.mode) == ("tea", "keyword")
    answered(qtbot, again, "tea")


@pytest.mark.long
def test_a_query_is_still_there_with_its_hits_after_a_restart(
    open_window: OpenWindow, small: Path, qtbot: QtBot
) -> None:
    """F1: what was searched last is in the Search view of the next window, with its hits."""
    window = open_window(small)
    view = searching(window)
    view.set_query("tea")
    answered(qtbot, view, "tea")
    window.close()
    answered(qtbot, searching(open_window(small)), "tea")


@pytest.mark.parametrize(
    ("content", "matches", "marked"),
    [
        ("short tea here", ((6, 9),), ["tea"]),
        ("word " * 100 + "tea at last", ((500, 503),), ["tea"]),
        ("a\nb tea", ((4, 7),), ["tea"]),
        ("tea " * 400, ((0, 3), (1500, 1503)), ["tea"]),
    ],
)
def test_the_excerpt_shows_the_match(content: str, matches: tuple[tuple[int, int], ...], marked: list[str]) -> None:
    """F2: the part of a long text that is shown has the first match in it, marked in the right place."""
    text, marks = excerpt(content, matches)
    assert [text[a:b] for a, b in marks] == marked
