"""Whose an episode, a concept and an emotional event is, where those of all users are listed together."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHeaderView
from pytestqt.qtbot import QtBot

from memory_desktop.core.conversation.cycles import CycleDraft
from memory_desktop.core.layers.concepts import ConceptData
from memory_desktop.engine.engine import Engine
from memory_desktop.ui.layers.concepts_page import ConceptsPage
from memory_desktop.ui.layers.emotions_page import EmotionsPage
from memory_desktop.ui.layers.episodes_page import EpisodesPage
from memory_desktop.ui.layers.layers_view import LayersView
from memory_desktop.ui.window.main_window import MainWindow


def _fill(engine: Engine, user: str) -> None:
    engine.layers.episodes.store_episode(CycleDraft(user_input="Figs fruit on old wood.", user_id=user))
    engine.layers.concepts.create(ConceptData(name="Fig"), user=user)
    engine.layers.emotions.record("I was terrified of the storm", user=user)


def _users(header: QHeaderView) -> list[str]:
    """The texts below the heading "User", if it is shown."""
    model = header.model()
    column = [model.headerData(n, Qt.Orientation.Horizontal) for n in range(header.count())].index("User")
    if header.isSectionHidden(column):
        return []
    return sorted(str(model.index(row, column).data()) for row in range(model.rowCount()))


def test_what_is_of_several_users_says_whose_it_is(window: MainWindow, qtbot: QtBot) -> None:
    """C7.8: with all users shown, a row and the details of an episode, a concept and an event say whose it is; with one
    user chosen, or only one who has any, they do not."""
    assert window.session is not None
    engine = window.session.engine
    window.resize(1600, 900)
    window.show_view("layers")
    view = window.views["layers"]
    assert isinstance(view, LayersView)
    view.set_query("Episodes")
    episodes = view.page
    view.set_query("Concepts")
    concepts = view.page
    view.set_query("Emotions")
    emotions = view.page
    assert isinstance(episodes, EpisodesPage)
    assert isinstance(concepts, ConceptsPage)
    assert isinstance(emotions, EmotionsPage)

    def shown(users: list[str], rows: int, chosen: str | None = None) -> None:
        for page, header, told in (
            (episodes, episodes.list.header(), episodes.form.state.text),
            (concepts, concepts.list.header(), concepts.told.text),
            (emotions, emotions.table.horizontalHeader(), emotions.form.told.text),
        ):
            view.set_query(page.title)
            page.show_user(chosen)
            page.refresh()
            qtbot.waitUntil(lambda header=header: header.model().rowCount() == rows)
            qtbot.waitUntil(lambda header=header: _users(header) == users)
            if page is emotions:
                emotions.choose(emotions._state.events[-1].id)
            qtbot.waitUntil(lambda told=told: any(one in told() for one in ("ann", "bob")) is bool(users))

    _fill(engine, "ann")
    shown([], 1)
    _fill(engine, "bob")
    shown(["ann", "bob"], 2)
    shown([], 1, "bob")


def test_whoever_felt_something_can_be_chosen(window: MainWindow, qtbot: QtBot) -> None:
    """C5, C7.8: where something that nobody in particular felt was recorded by hand beside a user's, both can be chosen at
    the top, and the patterns of the one chosen are told."""
    assert window.session is not None
    engine = window.session.engine
    engine.conversations.process(CycleDraft(user_input="I was terrified of the storm.", user_id="ann"))
    for user in ("ann", "", "ann"):
        engine.layers.emotions.record("I was terrified of the storm", user=user)
    window.show_view("layers")
    view = window.views["layers"]
    assert isinstance(view, LayersView)
    view.set_query("Emotions")
    qtbot.waitUntil(lambda: not view.users.isHidden())
    assert [view.users.itemData(row) for row in range(view.users.count())] == [None, "", "ann"]
    page = view.page
    assert isinstance(page, EmotionsPage)
    qtbot.waitUntil(lambda: len(page._state.events) == 3)
    assert page._state.pattern is None
    view.users.setCurrentIndex(2)
    qtbot.waitUntil(lambda: len(page._state.events) == 2 and page._state.pattern is not None)
