"""Pages of Layers, and the tabs of other views, on a screen of 1024×700 at 150 %."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

import pytest
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QComboBox, QPushButton, QTabWidget, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from memory_desktop.core.conversation.cycles import CycleDraft
from memory_desktop.core.layers.concepts import ConceptData, Edge
from memory_desktop.engine.engine import Engine
from memory_desktop.ui.folding import FoldingChoice
from memory_desktop.ui.layers.concepts_page import ConceptsPage
from memory_desktop.ui.layers.emotions_page import EmotionsPage
from memory_desktop.ui.layers.episodes_page import EpisodesPage
from memory_desktop.ui.layers.layers_view import LayersView
from memory_desktop.ui.layers.overview_page import OverviewPage
from memory_desktop.ui.layers.page import LayerPage
from memory_desktop.ui.layers.working_page import WorkingPage
from memory_desktop.ui.snug_tabs import SnugTabs
from tests.ui.conftest import OpenWindow

P = TypeVar("P", bound=LayerPage)
#: 1024×700 pixels at 150 %.
SMALL = QSize(682, 466)


def _filled(engine: Engine) -> None:
    for user, said in (("ann", "The garden party was a joy, I love it!"), ("bob", "I was terrified of the storm.")):
        engine.conversations.record(CycleDraft(user_input=said, session_id="s", user_id=user))
        engine.layers.consolidation.run(user)
    engine.layers.concepts.create(ConceptData(name="Garden", edges=tuple(Edge(target=f"thing {n}") for n in range(6))))
    engine.layers.emotions.record("I was terrified of the storm")


def _reached(tabs: QTabWidget) -> bool:
    """Every tab is to be seen whole, without arrows."""
    bar = tabs.tabBar()
    arrows = [one for one in bar.findChildren(QToolButton) if one.isVisible()]
    return not arrows and all(bar.rect().contains(bar.tabRect(number)) for number in range(bar.count()))


def _share(main: QWidget, page: QWidget) -> float:
    return main.height() / page.height()


@pytest.mark.long
def test_what_a_page_is_for_has_most_of_a_small_window(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """D16: at 1024×700 and 150 % all tabs are reached, texts of the overview are not cut, one row of controls stands
    above plot, graph or list, and these have most of the height."""
    window = open_window(small)
    assert window.session is not None
    _filled(window.session.engine)
    window.resize(SMALL)
    window.show_view("layers")
    view = window.views["layers"]
    assert isinstance(view, LayersView)
    qtbot.waitUntil(lambda: view.users.isVisible() and view.users.count() > 2)

    qtbot.waitUntil(lambda: view.users.width() <= view.users.folded_width() and _reached(view.tabs))

    overview = _front(view, OverviewPage)
    qtbot.waitUntil(lambda: overview.list.topLevelItemCount() == 6)
    assert not any(overview.list.isColumnHidden(column) for column in range(4))
    rows = overview.list

    def whole() -> bool:
        """Each text has as many lines as it needs in its column."""
        metrics = rows.fontMetrics()
        return all(
            metrics.horizontalAdvance(item.text(column)) / (rows.columnWidth(column) - 16) * metrics.height()
            <= rows.visualItemRect(item).height()
            for item in map(rows.topLevelItem, range(6))
            if item is not None
            for column in (2, 3)
        )

    qtbot.waitUntil(whole)

    emotions = _front(view, EmotionsPage)
    qtbot.waitUntil(lambda: emotions.table.rowCount() >= 1)
    assert emotions.plot.isVisible() and _share(emotions.upright, emotions) > 0.86
    assert not emotions.filters.isVisible() and not emotions.tabs.isVisible()
    emotions.filter.click()
    emotions.beside.click()
    assert emotions.filters.isVisible() and emotions.tabs.isVisible()
    emotions.finder.setText("storm")
    emotions.filter.click()
    assert emotions.filters.isVisible(), "what leaves something out stays to be seen"

    episodes = _front(view, EpisodesPage)
    qtbot.waitUntil(lambda: episodes.list.topLevelItemCount() >= 2)
    assert not episodes.form.isVisible()
    qtbot.waitUntil(lambda: episodes.told.width() >= episodes.told.sizeHint().width())  # laid out with its text
    assert _share(episodes.across, episodes) > 0.86
    assert episodes.height() <= view.tabs.currentWidget().height(), "it is not scrolled"
    episodes.beside.click()
    assert episodes.form.isVisible()

    concepts = _front(view, ConceptsPage)
    qtbot.waitUntil(lambda: concepts.list.topLevelItemCount() >= 1)
    qtbot.waitUntil(lambda: _reached(concepts.tabs))
    assert "Understanding" in concepts.tabs.tabToolTip(3)
    assert concepts.across.sizes()[1] > 1.5 * concepts.across.sizes()[0]
    assert concepts.canvas.height() > concepts.near.height()

    working = _front(view, WorkingPage)
    qtbot.waitUntil(lambda: working.list.topLevelItemCount() >= 1)
    assert working.height() <= view.tabs.currentWidget().height()
    assert working.add.y() < working.thought.geometry().bottom(), "beside the thought, not below it"


@pytest.mark.long
@pytest.mark.parametrize("name", ["sync", "health", "review"])
def test_every_tab_is_reached_without_arrows(open_window: OpenWindow, small: Path, qtbot: QtBot, name: str) -> None:
    """D16: at 1024×700 and 150 % the tabs of a view stand closer, so that none is hidden behind an arrow."""
    window = open_window(small)
    window.resize(SMALL)
    window.show_view(name)
    tabs = window.views[name].tabs
    qtbot.waitUntil(lambda: _reached(tabs))


def test_tabs_get_their_titles_back(qtbot: QtBot) -> None:
    """D16: titles of tabs are short only as long as there is no room for them, and the tool tip says them then."""
    tabs = SnugTabs("Parts", {"Understanding": "Users"})
    qtbot.addWidget(tabs)
    for title in ("Knowledge", "Understanding"):
        tabs.addTab(QPushButton(), title)
    tabs.resize(120, 200)
    tabs.show()
    assert tabs.tabText(1) == "Users" and "Understanding" in tabs.tabToolTip(1)
    tabs.resize(600, 200)
    assert tabs.tabText(1) == "Understanding" and not tabs.tabToolTip(1)


def test_a_folded_choice_says_what_is_chosen(qtbot: QtBot) -> None:
    """D16: a choice that shows a shorter text needs less room, and its tool tip says the whole of what is chosen."""
    choice = FoldingChoice({"Valence and arousal": "Arousal"})
    qtbot.addWidget(choice)
    choice.addItems(["Valence and arousal", "Time"])
    wide = choice.sizeHint().width()
    choice.fold(True)
    assert choice.folded_width() < wide and "Valence and arousal" in choice.toolTip()
    choice.setCurrentIndex(1)
    assert "Time" in choice.toolTip() and isinstance(choice, QComboBox)
    choice.fold(False)
    assert not choice.toolTip()


def _front(view: LayersView, kind: type[P]) -> P:
    view.set_query(kind.title)
    assert isinstance(view.page, kind)
    return view.page
