"""Searching over all layers in the window."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from memory_desktop import open_vault
from memory_desktop.bridge.wording import layer_word
from memory_desktop.core.answers import Boost, Hit
from memory_desktop.core.conversation.cycles import CycleDraft
from memory_desktop.core.layers.relevance import SOURCES
from memory_desktop.core.memory.drafts import new_memory
from memory_desktop.core.memory.records import Draft
from memory_desktop.ui.search.hit_delegate import badges
from memory_desktop.ui.search.search_view import SearchView
from tests.helpers import NOON
from tests.ui.conftest import OpenWindow
from tests.ui_views.conftest import ask, searching


@pytest.mark.long
def test_the_layers_mode_names_the_layers_of_each_hit(open_window: OpenWindow, qtbot: QtBot, small: Path) -> None:
    """C8.6: the mode Layers answers over all of them, and each hit names its layers."""
    with open_vault(small) as engine:
        engine.remember("Mara brews tea in the morning", layer="procedural", kind="procedure")
    window = open_window(small)
    window.show_view("search")
    view = window.views["search"]
    assert isinstance(view, SearchView)
    assert not view.modes.weights.isVisibleTo(view)
    view.modes.set_mode("layers")
    view.set_query("tea mara")
    qtbot.waitUntil(lambda: view.model.rowCount() >= 2)
    answer = view.model.answer
    assert answer is not None and answer.mode == "layers"
    named = {boost.name for hit in answer.hits for boost in hit.boosts}
    assert {"semantic", "procedural"} <= named and view.modes.weights.isVisibleTo(view)


@pytest.mark.long
def test_what_each_layer_counts_is_changed_beside_the_hits(open_window: OpenWindow, qtbot: QtBot, small: Path) -> None:
    """C8.6: each layer's weight is a field beside the hits, by its name; a change by keyboard ranks anew at once and is
    kept as the setting, Reset takes it back, and in a narrow window the fields are folded away until they are asked
    for."""
    with open_vault(small) as vault:
        vault.remember("Mara brews tea in the morning", layer="procedural", kind="procedure")
    window = open_window(small)
    assert window.session is not None
    engine = window.session.engine
    view = searching(window)
    view.resize(1000, 600)
    fields = view.head.weights.fields
    view.modes.set_mode("layers")
    ask(qtbot, view, "tea mara")
    view.head.resize(1000, view.head.height())
    assert all(field.isVisible() and field.accessibleName() for field in fields.values()) and len(fields) == 7
    qtbot.waitUntil(lambda: view.model.rowCount() >= 2)

    def top() -> str:
        answer = view.model.answer
        return answer.hits[0].memory.layer if answer is not None and answer.hits else ""

    other = "semantic" if top() == "procedural" else "procedural"
    fields[top()].setFocus()
    for _ in range(4):
        qtbot.keyClick(fields[top()], Qt.Key.Key_Down)
    qtbot.waitUntil(lambda: top() == other)
    qtbot.waitUntil(lambda: 0.0 in engine.layers.retrieval.weights().values())
    kept = engine.head
    assert view.head.weights.reset.isVisible() and "0" in view.modes.weights.toolTip()
    meaning = view.head.weights.proportions
    assert meaning.isVisible() and meaning.text() == "Weights are proportions: only their ratio counts."
    assert all(meaning.text() in field.toolTip() for field in fields.values())
    view.head.weights.reset.click()
    qtbot.waitUntil(lambda: set(engine.layers.retrieval.weights().values()) == {1.0})
    assert engine.head == kept + 1, "one step for what was changed together"
    qtbot.waitUntil(lambda: not view.head.weights.reset.isVisible())
    assert not meaning.isVisible()

    window.resize(682, 466)
    qtbot.waitUntil(lambda: not view.head.weights.isVisible())
    view.modes.weights.click()
    assert view.head.weights.isVisible()
    view.modes.set_mode("hybrid")
    view.modes.changed.emit()
    assert not view.head.weights.isVisible() and not view.modes.weights.isVisible()


@pytest.mark.long
def test_over_all_layers_one_user_can_be_asked(open_window: OpenWindow, qtbot: QtBot, small: Path) -> None:
    """C8.4: where there are several users, the mode Layers asks the chosen one's memory; with one alone there is no
    choice, nor in another mode."""
    window = open_window(small)
    assert window.session is not None
    conversations = window.session.engine.conversations
    view = searching(window)
    view.modes.set_mode("layers")
    conversations.record(CycleDraft(user_input="I grow saffron crocuses in Porto", session_id="a", user_id="ann"))
    ask(qtbot, view, "saffron crocuses")
    assert not view.modes.users.isVisible()
    conversations.record(CycleDraft(user_input="I grow saffron crocuses in Riga", session_id="b", user_id="bob"))
    qtbot.waitUntil(view.modes.users.isVisible)

    def found() -> str:
        answer = view.model.answer
        return " ".join(hit.memory.content for hit in answer.hits) if answer is not None else ""

    qtbot.waitUntil(lambda: "Porto" in found() and "Riga" in found())
    view.modes.users.setFocus()
    qtbot.keyClick(view.modes.users, Qt.Key.Key_End)
    assert view.modes.user == "bob"
    qtbot.waitUntil(lambda: "Riga" in found() and "Porto" not in found())
    view.modes.set_mode("hybrid")
    view.modes.changed.emit()
    qtbot.waitUntil(lambda: "Porto" in found())
    assert not view.modes.users.isVisible()


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
    qtbot.waitUntil(lambda: view.pages.currentWidget() is view.nothing)
    assert not view.notes.isVisibleTo(view), "it is said once"
    assert "No conversation has anything on its board. Only asked: working." in view.nothing.explanation
    assert "with these keywords" not in view.summary.text()


@pytest.mark.long
def test_weaker_hits_of_the_layers_are_shown_on_demand(open_window: OpenWindow, qtbot: QtBot, small: Path) -> None:
    """C8.6, issue 11: over all layers, hits for which too little speaks are counted behind a link that shows them."""
    with open_vault(small) as vault:
        for text in ("The router stands on the shelf in the hall", "Our cat sleeps on the piano all day"):
            vault.remember(text, kind="fact")
        vault.remember("Restart the router: unplug the router", layer="procedural", kind="procedure")
        vault.sync()
    view = searching(open_window(small))
    view.modes.set_mode("layers")
    ask(qtbot, view, "restart the router")
    qtbot.waitUntil(lambda: view.head.weaker.isVisible())
    shown, hidden = view.model.rowCount(), int(view.head.weaker.text().split()[0])
    assert shown and hidden
    view.head.weaker.click()
    qtbot.waitUntil(lambda: view.model.rowCount() == shown + hidden)
    assert not view.head.weaker.isVisible()


def test_the_reasons_of_a_hit_follow_the_weights(open_window: OpenWindow, qtbot: QtBot, small: Path) -> None:
    """Issue 11, C8.6: while a hit stays selected and a weight changes, the Why tab says the reasons of the answer that
    is shown, not those of the one before."""
    with open_vault(small) as vault:
        vault.remember("Mara brews tea in the morning", layer="procedural", kind="procedure")
    window = open_window(small)
    assert window.session is not None
    engine = window.session.engine
    window.resize(1280, 800)
    view = searching(window)
    view.modes.set_mode("layers")
    ask(qtbot, view, "tea mara")
    qtbot.waitUntil(lambda: view.model.rowCount() >= 2)
    view.list.enter()
    inspector = window.inspector
    qtbot.waitUntil(lambda: inspector.shown.hit is not None)
    inspector.tabs.setCurrentWidget(inspector.why)

    def told() -> list[str]:
        return [one.text() for one in inspector.why.widget().findChildren(QLabel)] if inspector.why.widget() else []

    def says_what_is_shown() -> bool:
        hit, answer = view.list.current(), view.model.answer
        return hit is not None and f"Rank {hit.rank}, score {hit.score:.4f}" in told() and answer is not None

    qtbot.waitUntil(says_what_is_shown)
    hit = view.list.current()
    assert hit is not None
    before, id = hit.score, hit.memory.id
    engine.change_settings({"layers.procedural": 3.0, "layers.semantic": 0.2})

    def changed() -> bool:
        now = view.list.current()
        return now is not None and now.memory.id == id and now.score != before

    qtbot.waitUntil(changed)
    qtbot.waitUntil(says_what_is_shown)


def test_notes_on_a_board_stand_above_the_hits(open_window: OpenWindow, qtbot: QtBot, small: Path) -> None:
    """C8.1: the mode Layers shows what somebody noted on a board, with the conversation, though it is no hit."""
    with open_vault(small) as vault:
        vault.layers.working.add("The tea tin is behind the flour", user="ann", thread="t1")
    view = searching(open_window(small))
    view.modes.set_mode("layers")
    told = "On the board of t1: “The tea tin is behind the flour”"
    ask(qtbot, view, "tea")
    qtbot.waitUntil(lambda: view.model.rowCount() > 0 and told in view.notes.text())
    assert view.notes.isVisibleTo(view)
    ask(qtbot, view, "tin of flour layer:working")
    qtbot.waitUntil(lambda: view.pages.currentWidget() is view.nothing and told in view.nothing.explanation)
    ask(qtbot, view, "layer:working")
    qtbot.waitUntil(lambda: told in view.nothing.explanation)


def test_a_hit_names_its_layers_as_the_weights_do() -> None:
    """C8.6: on the badges of a hit each layer has the name that stands beside its weight."""
    boosts = tuple(Boost(source, 0.5, "") for source in SOURCES)
    memory = new_memory("mem_1", 1, NOON, Draft(content="tea"), "tea", "")
    hit = Hit(rank=1, memory=memory, score=1.0, lists={}, boosts=boosts)
    assert [text for text, _ in badges(hit, 0)] == [f"{layer_word(source).capitalize()} +0.50" for source in SOURCES]
    assert "Turns +0.50" in [text for text, _ in badges(hit, 0)]
