"""Home, the first view of a vault, in the real window."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QTreeWidgetItem
from pytestqt.qtbot import QtBot

from memory_desktop import open_vault
from memory_desktop.bridge.window_settings import WindowSettings
from memory_desktop.cli import review as cli_review
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.ui.home import waiting
from memory_desktop.ui.home.digest_panel import Period
from memory_desktop.ui.home.home_view import HomeView
from memory_desktop.ui.review import duplicates_tab
from memory_desktop.ui.review.review_view import ReviewView
from memory_desktop.ui.search.search_view import SearchView
from memory_desktop.ui.window.main_window import MainWindow
from tests.ui.conftest import HTML, OpenWindow

AGENT = "agent:claude"


def home(window: MainWindow) -> HomeView:
    window.show_view("home")
    view = window.views["home"]
    assert isinstance(view, HomeView)
    return view


def rows(view: HomeView) -> dict[str, list[tuple[str, str]]]:
    """What each actor did, as (what, about) of each line."""
    tree, found = view.digest.tree, {}
    for number in range(tree.topLevelItemCount()):
        top = tree.topLevelItem(number)
        lines = [top.child(each) for each in range(top.childCount())]
        found[top.text(0).partition(" · ")[2]] = [(line.text(0), line.text(1)) for line in lines]
    return found


def line(view: HomeView, actor: str, beginning: str) -> QTreeWidgetItem:
    """The line of what an actor did that begins so."""
    tree = view.digest.tree
    tops = [tree.topLevelItem(number) for number in range(tree.topLevelItemCount())]
    (top,) = [one for one in tops if one.text(0).endswith(f" · {actor}")]
    return next(row for row in map(top.child, range(top.childCount())) if row.text(0).startswith(beginning))


@pytest.mark.long
def test_home_comes_first_and_tells_what_is_new(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F11: a vault opens with Home, the first in the sidebar; what an agent writes meanwhile appears in it, its texts as
    plain text, and opening a line shows each memory, which the inspector follows."""
    window = open_window(small)
    assert next(iter(window.views)) == "home"
    view = home(window)
    qtbot.waitUntil(lambda: "You" in rows(view))
    ((learned, texts),) = rows(view)["You"]
    assert learned == "Learned 5 memories" and texts.startswith(f"“{HTML}”")
    window.session.engine.remember("Mara moved to Riga", actor=AGENT)
    qtbot.waitUntil(lambda: "claude" in rows(view))
    assert rows(view)["claude"] == [("Learned 1 memory", "“Mara moved to Riga”")]
    opened = line(view, "claude", "Learned")
    opened.setExpanded(True)
    qtbot.waitUntil(lambda: opened.childCount() == 1)
    view.digest.tree.setCurrentItem(opened.child(0))
    assert isinstance(view.inspects, str)
    assert window.session.engine.get(view.inspects).content == "Mara moved to Riga"
    window.session.engine.remember("And likes it", actor=AGENT)
    qtbot.waitUntil(lambda: "2 memories" in rows(view)["claude"][0][0])
    assert line(view, "claude", "Learned").isExpanded()
    window.close()
    window.controller.wait_closed()
    again = open_window(None)
    with qtbot.waitSignal(again.controller.opened, timeout=15_000):
        again.controller.open(small)
    assert again.current_view is again.views["home"]


@pytest.mark.long
def test_undo_takes_back_what_a_line_is_about(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F5: a line names the steps behind it; Undo takes back all of them, or the one that is selected, and they are
    counted no more; what was only asked cannot be undone, and that is said."""
    window = open_window(small)
    engine = window.session.engine
    ids = [engine.remember(text, actor=AGENT).memory.id for text in ("Ida lives in Riga", "Ida sails")]
    engine.recall("where is Ida?", actor=AGENT)
    engine.recalls.flush()
    view = home(window)
    qtbot.waitUntil(lambda: len(rows(view).get("claude", ())) == 2)
    digest = view.digest
    digest.tree.setCurrentItem(line(view, "claude", "Asked"))
    qtbot.waitUntil(lambda: "nothing that can be undone" in digest.told.text())
    assert not digest.undo.isEnabled()
    digest.tree.setCurrentItem(line(view, "claude", "Learned"))
    qtbot.waitUntil(digest.undo.isEnabled)
    assert digest.told.text() == "Undo 2 steps: new memory (2)"
    with qtbot.waitSignal(window.session.commands.done) as told:
        digest.undo.click()
    assert told.args[0].text == "Undone: new memory; new memory."
    qtbot.waitUntil(lambda: [one[0] for one in rows(view)["claude"]] == ["Asked 1 question"])
    assert {engine.get(id).status.value for id in ids} == {"tombstone"}
    assert any(text.startswith("Undid 2 steps") for text, _ in rows(view)["You"])


@pytest.mark.long
def test_the_moment_one_looked_is_kept_for_each_vault(
    open_window: OpenWindow, small: Path, qtbot: QtBot, settings: Path
) -> None:
    """F11: what was shown is new no more the next time, or once it is marked as seen; a longer time can be chosen; a
    vault that was never looked at tells everything."""
    window = open_window(small)
    view = home(window)
    qtbot.waitUntil(lambda: bool(rows(view)))
    window.close()
    window.controller.wait_closed()
    assert WindowSettings(settings).value(f"view.home/looked/{view._shown and next(iter(view._shown))}") == 6
    window = open_window(small)
    view = home(window)
    qtbot.waitUntil(lambda: view.digest.pages.currentIndex() == 1)
    window.session.engine.remember("Something new", actor=AGENT)
    qtbot.waitUntil(lambda: list(rows(view)) == ["claude"])
    view.digest.mark.click()
    qtbot.waitUntil(lambda: view.digest.pages.currentIndex() == 1)
    view.digest.period.setCurrentIndex(list(Period).index(Period.YESTERDAY))
    view.digest.period.activated.emit(1)
    qtbot.waitUntil(lambda: list(rows(view)) == ["claude", "You"])


@pytest.mark.long
def test_what_waits_leads_to_where_it_is_decided(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F11: what is held back, contradicts or failed is counted on Home, and leads where it is dealt with."""
    with open_vault(small) as engine:
        engine.change_settings({"gates.pii": "hold"})
        engine.remember("Write to mara@example.org", actor=AGENT)
        engine.remember("The rent of the flat is 1,350 euros")
        engine.remember("The rent of the flat is 1,420 euros")
        engine.sync()
    window = open_window(small)
    view = home(window)
    texts = lambda: [view.waiting.list.item(n).text() for n in range(view.waiting.list.count())]  # noqa: E731
    qtbot.waitUntil(lambda: texts() == ["1 item held back", "1 conflict among memories"], timeout=15_000)
    view.waiting.list.itemActivated.emit(view.waiting.list.item(1))
    review = window.views["review"]
    assert isinstance(review, ReviewView) and window.current_view is review
    assert review.tabs.currentWidget() is review.duplicates
    window.show_view("home")
    view.waiting.list.itemActivated.emit(view.waiting.list.item(0))
    assert window.current_view is review


def test_more_pairs_than_are_listed_are_said_to_be_the_first(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """F11, D11: where as many pairs are listed as can be, Home, Review and the command line say that there may be more."""
    session = window.session
    assert session is not None
    for rent in ("1,350", "1,420"):
        session.engine.remember(f"The rent of the flat is {rent} euros")
    session.engine.sync()
    for module in (waiting, duplicates_tab, cli_review):
        monkeypatch.setattr(module, "MOST_PAIRS", 1)
    assert [one.text for one in waiting.suggestions(session.engine)][:1] == ["At least 1 conflict among memories"]
    review = window.views["review"]
    assert isinstance(review, ReviewView)
    window.show_view("review")
    review.tabs.setCurrentWidget(review.duplicates)
    qtbot.waitUntil(lambda: review.duplicates.summary.text().startswith("First 1 pair  ·  1 conflict"))
    assert cli_review.duplicates(session.engine, Namespace(differ=None, supersede=None, json=False)) == 0
    assert "These are the first 1" in capsys.readouterr().err


@pytest.mark.long
def test_home_searches_shows_growth_and_the_past(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F11: Enter in Home's box searches; growth is drawn and, at a switch, a table; while one looks at the past, Home
    tells what was done up to then, and nothing can be undone there."""
    window = open_window(small)
    view = home(window)
    qtbot.waitUntil(lambda: view.growth.table.rowCount() == 1)
    assert [view.growth.table.item(0, n).text() for n in (1, 2, 3)] == ["5", "0", "5"]
    view.growth.switch.click()
    assert view.growth.pages.currentWidget() is view.growth.table
    window.session.travel(3)
    qtbot.waitUntil(lambda: rows(view).get("You", [("", "")])[0][0] == "Learned 2 memories")
    view.digest.tree.setCurrentItem(line(view, "You", "Learned"))
    qtbot.waitUntil(lambda: "looking at the past" in view.digest.told.text())
    assert not view.digest.undo.isEnabled() and not view.digest.mark.isEnabled()
    window.session.travel(None)
    qtbot.waitUntil(lambda: rows(view)["You"][0][0] == "Learned 5 memories")
    view.search.setText("tea")
    QTest.keyClick(view.search, Qt.Key.Key_Return)
    search = window.views["search"]
    assert isinstance(search, SearchView) and window.current_view is search and search.box.text() == "tea"


@pytest.mark.long
def test_purged_texts_and_other_vaults_are_shown_no_more(
    open_window: OpenWindow, small: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    """F8: after a purge Home quotes nothing of it, and stays in front; an empty vault shows its ways to begin there."""
    window = open_window(small)
    view = home(window)
    qtbot.waitUntil(lambda: bool(rows(view)))
    engine = window.session.engine
    bread = next(one.id for one in engine.page(engine.keys(RecordFilter())) if one.content == "Buy bread")
    line(view, "You", "Learned").setExpanded(True)
    engine.purge(engine.plan_purge([bread]))
    qtbot.waitUntil(lambda: "(purged)" in str(rows(view)), timeout=15_000)
    assert window.current_view is view and "Buy bread" not in str(rows(view))
    with qtbot.waitSignal(window.controller.opened, timeout=15_000):
        window.controller.open(tmp_path / "empty", create=True)
    qtbot.waitUntil(lambda: view.pages.currentWidget() is view.welcome)
    assert window.current_view is view
    window.session.engine.remember("The first one")
    qtbot.waitUntil(lambda: view.pages.currentIndex() == 0 and bool(rows(view)))


@pytest.mark.parametrize("name", ["Memories", "History"])
@pytest.mark.long
def test_a_line_opens_in_other_views(open_window: OpenWindow, small: Path, qtbot: QtBot, name: str) -> None:
    """F11: the memories of a line are listed in Memories, and what its actor did that day in History."""
    window = open_window(small)
    window.session.engine.remember("Ida sails", actor=AGENT)
    view = home(window)
    qtbot.waitUntil(lambda: "claude" in rows(view))
    view.digest.tree.setCurrentItem(line(view, "claude", "Learned"))
    qtbot.waitUntil(view.digest.memories.isEnabled)
    (view.digest.memories if name == "Memories" else view.digest.history).click()
    assert window.current_view is window.views[name.lower()]
    if name == "Memories":
        model = window.views["memories"].model
        qtbot.waitUntil(lambda: model.rowCount() == 1 and not model.loading)
