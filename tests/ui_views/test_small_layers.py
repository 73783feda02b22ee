"""The pages of Layers in a small window, and at 150 % of one that is not."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

import pytest
from PySide6.QtCore import QRectF
from pytestqt.qtbot import QtBot

from memory_desktop.bridge.concept_commands import create_concept
from memory_desktop.bridge.episode_commands import correct_episode
from memory_desktop.core.conversation.cycles import CycleDraft
from memory_desktop.core.layers.concepts import ConceptData, Edge
from memory_desktop.core.memory.records import Layer
from memory_desktop.engine.engine import Engine
from memory_desktop.engine.layers.layers import LayerCounts
from memory_desktop.models.words import kinds_word
from memory_desktop.ui.layers.concepts_page import ConceptsPage
from memory_desktop.ui.layers.emotions_page import EmotionsPage
from memory_desktop.ui.layers.episodes_page import EpisodesPage
from memory_desktop.ui.layers.layers_view import LayersView
from memory_desktop.ui.layers.overview_page import OverviewPage, _State
from memory_desktop.ui.layers.page import LayerPage
from memory_desktop.ui.window.main_window import MainWindow
from tests.ui.conftest import OpenWindow

P = TypeVar("P", bound=LayerPage)
#: 1024×700, and 1600×900 at 150 %.
SIZES = ((1024, 700), (1066, 600))


def _filled(engine: Engine) -> None:
    engine.conversations.record(CycleDraft(user_input="The garden party was a joy, I love it!", session_id="s"))
    engine.layers.consolidation.run()
    links = tuple(Edge(target=f"thing {number}") for number in range(6))
    engine.layers.concepts.create(ConceptData(name="Garden", edges=links))
    engine.layers.emotions.record("I was terrified of the storm")


@pytest.mark.long
@pytest.mark.parametrize("size", SIZES)
def test_pages_keep_what_matters(open_window: OpenWindow, small: Path, qtbot: QtBot, size: tuple[int, int]) -> None:
    """D16: what a layer keeps is not cut; tables keep time, topic, flags and intensity; a click on a row leaves plot,
    graph and table their room, and the inspector opens when it is asked for; the graph of a concept fits when it is
    opened."""
    window = open_window(small)
    assert window.session is not None
    _filled(window.session.engine)
    window.resize(*size)

    overview = _page(window, "Overview", OverviewPage)
    qtbot.waitUntil(lambda: overview.list.topLevelItemCount() == 6)
    shared = overview.list.header()
    qtbot.waitUntil(lambda: shared.sectionSize(2) >= overview.list.sizeHintForColumn(2))
    assert shared.sectionSize(3) >= 100 and shared.length() == overview.list.viewport().width()

    episodes = _page(window, "Episodes", EpisodesPage)
    qtbot.waitUntil(lambda: episodes.list.topLevelItemCount() == 1)
    header = episodes.list.header()
    qtbot.waitUntil(lambda: not header.isSectionHidden(3) and not header.isSectionHidden(4))
    qtbot.waitUntil(lambda: header.length() == episodes.list.viewport().width())
    assert not header.isSectionHidden(0)
    assert all(header.sectionSize(column) >= episodes.list.sizeHintForColumn(column) for column in (0, 3, 4))
    assert header.sectionSize(5) >= 150, "what was said has room"

    emotions = _page(window, "Emotions", EmotionsPage)
    qtbot.waitUntil(lambda: emotions.table.rowCount() >= 1)
    before = emotions.upright.size()
    emotions.table.selectRow(0)
    qtbot.waitUntil(lambda: window.inspector.shown.memory is not None)
    assert window.inspector.isHidden() and emotions.upright.size() == before
    columns = emotions.table.horizontalHeader()
    assert not any(columns.isSectionHidden(column) for column in (1, 2, 5))
    qtbot.waitUntil(lambda: columns.length() == emotions.table.viewport().width())
    assert columns.sectionSize(2) >= 60
    window.panes.call_inspector()
    assert not window.inspector.isHidden()
    window.panes.toggle_inspector()
    qtbot.waitUntil(window.inspector.isHidden)

    concepts = _page(window, "Concepts", ConceptsPage)
    concepts.list.setCurrentItem(None)
    concepts.list.setCurrentItem(concepts.list.topLevelItem(0))
    qtbot.waitUntil(lambda: concepts.canvas.drawing is not None)
    canvas = concepts.canvas
    drawing = canvas.drawing
    assert drawing is not None and window.inspector.isHidden() and canvas.width() > 300

    def fits() -> bool:
        seen = QRectF(canvas.rect())
        return all(seen.contains(box.center() * canvas._zoom + canvas._offset) for box in drawing.boxes)

    qtbot.waitUntil(fits)


@pytest.mark.long
def test_saving_leaves_the_panes_as_they_are(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """D16, C3.22: a correction and a new concept that are saved open no inspector that was closed."""
    window = open_window(small)
    assert window.session is not None
    engine, commands = window.session.engine, window.session.commands
    _filled(engine)
    window.resize(1280, 800)
    episodes = _page(window, "Episodes", EpisodesPage)
    qtbot.waitUntil(lambda: episodes.list.topLevelItemCount() == 1)
    assert window.inspector.isHidden()
    one = engine.layers.episodes.list()[0]
    with qtbot.waitSignal(commands.done):
        correct_episode(commands, one.id, {"content.topic": "parties"}, {})
    assert engine.layers.episodes.list()[0].payload.corrected and window.inspector.isHidden()
    concepts = _page(window, "Concepts", ConceptsPage)
    with qtbot.waitSignal(commands.done):
        create_concept(commands, ConceptData(name="Harbour"), "")
    qtbot.waitUntil(lambda: concepts.list.topLevelItemCount() == len(engine.layers.concepts.list()))
    assert window.inspector.isHidden()


def _page(window: MainWindow, title: str, kind: type[P]) -> P:
    window.show_view("layers")
    view = window.views["layers"]
    assert isinstance(view, LayersView)
    view.set_query(title)
    found = view.page
    assert isinstance(found, kind)
    return found


def test_the_kinds_of_a_layer_add_up(qtbot: QtBot) -> None:
    """D16, issue 11: where a layer has more kinds than its row names, the row says in words how many memories are of
    other kinds, and its tool tip names all of them."""
    page = OverviewPage()
    qtbot.addWidget(page)
    few = {"fact": 79, "concept": 8, "pref": 7, "general": 2, "rule": 1}
    for kinds, told in (
        (few, "facts 79, concepts 8, preferences 7, general 2, rules 1"),
        ({**few, "pattern": 1}, "facts 79, concepts 8, preferences 7, general 2, 2 of other kinds"),
    ):
        counts = LayerCounts(layer=Layer.SEMANTIC, memories=sum(kinds.values()), kinds=kinds)
        page.show_state(_State([counts], boards=0, items=0, episodes=0))
        row = page.list.topLevelItem(1)
        assert row.text(3) == told
        assert ", ".join(f"{kinds_word(kind)} {number}" for kind, number in kinds.items()) in row.toolTip(3)
