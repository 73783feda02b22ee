"""Searching over all layers in the window."""

from __future__ import annotations

from pathlib import Path

from pytestqt.qtbot import QtBot

from memory_desktop import open_vault
from memory_desktop.ui.search.search_view import SearchView
from tests.ui.conftest import OpenWindow


def test_the_layers_mode_names_the_layers_of_each_hit(open_window: OpenWindow, qtbot: QtBot, small: Path) -> None:
    """C8.6: the mode Layers answers over all of them, each hit names its layers, and the weights are a click away; a
    moment of the past is searched as in Hybrid, and says so."""
    with open_vault(small) as engine:
        engine.remember("Mara brews tea in the morning", layer="procedural", kind="procedure")
    window = open_window(small)
    window.show_view("search")
    view = window.views["search"]
    assert isinstance(view, SearchView)
    assert not view.modes.weights.isVisibleTo(view)
    view.modes.set_mode("layers")
    view.set_query("tea mara")
    qtbot.waitUntil(lambda: view.model.rowCount() >= 2, timeout=15_000)
    answer = view.model.answer
    assert answer is not None and answer.mode == "layers"
    named = {boost.name for hit in answer.hits for boost in hit.boosts}
    assert {"semantic", "procedural"} <= named and view.modes.weights.isVisibleTo(view)
    with qtbot.waitSignal(view.preferences_requested) as asked:
        view.modes.weights.click()
    assert asked.args == ["layers"]


def test_where_only_a_layer_is_asked_that_has_nothing_it_is_said(
    open_window: OpenWindow, qtbot: QtBot, small: Path
) -> None:
    """C8.6, C8.7: a search of one layer that finds nothing says which was asked and why, and offers to ask all."""
    window = open_window(small)
    window.show_view("search")
    view = window.views["search"]
    assert isinstance(view, SearchView)
    view.modes.set_mode("layers")
    view.set_query("tea layer:working")
    qtbot.waitUntil(lambda: view.pages.currentWidget() is view.nothing, timeout=15_000)
    assert "No conversation has anything on its board. Only asked: working." in view.nothing.explanation
    assert "with these keywords" not in view.summary.text()
