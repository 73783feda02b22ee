"""The page of concepts: the list, the graph with its table, what is known, conflicts, understanding and sources."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from memory_desktop.bridge.concept_commands import resolve_conflict
from memory_desktop.core.conversation.cycles import CycleDraft
from memory_desktop.core.layers.concepts import Concept, ConceptData, Conflict, Edge, Knowledge, Personal, Resolution
from memory_desktop.core.layers.graph import Known, graph_of
from memory_desktop.engine.engine import Engine
from memory_desktop.ui.layers.concept_graph import ConceptCanvas, around, whole
from memory_desktop.ui.layers.concept_tabs import ConflictsTab
from memory_desktop.ui.layers.concepts_page import ConceptsPage
from memory_desktop.ui.layers.layers_view import LayersView
from memory_desktop.ui.review.review_view import ReviewView
from memory_desktop.ui.widgets import EmptyState
from memory_desktop.ui.window.main_window import MainWindow


@pytest.fixture
def page(window: MainWindow, engine: Engine, qtbot: QtBot) -> ConceptsPage:
    """Mara, who lives in Porto or Lisbon, and the cello."""
    turn = CycleDraft(user_input="Mara lives in Porto.", session_id="s", user_id="rui")
    source = engine.conversations.record(turn)[0].cycle_id
    concepts = engine.layers.concepts
    links = (Edge(target="Porto", relationship="lives in"), Edge(target="Cello", relationship="plays", strength=0.5))
    facts = ("Mara lives in Porto.", "Mara lives in Lisbon.")
    concepts.learn(ConceptData(name="Mara", category="person", facts=facts, edges=links), [source])
    concepts.create(ConceptData(name="Cello", definition="An instrument."))
    concepts.create(ConceptData(name="Oak", facts=("A <b>tree</b>.",)))
    window.show_view("layers")
    view = window.views["layers"]
    assert isinstance(view, LayersView)
    view.set_query("Concepts")
    found = view.page
    assert isinstance(found, ConceptsPage)
    qtbot.waitUntil(lambda: found.list.topLevelItemCount() == 3)
    found.choose(engine.layers.concepts.get("Mara").id)
    _shows(qtbot, found, "Mara")
    return found


def _shows(qtbot: QtBot, page: ConceptsPage, name: str) -> None:
    def shown() -> bool:
        drawing = page.canvas.drawing
        node = drawing.node(drawing.graph.centre) if drawing is not None else None
        return page.heading.text() == name and node is not None and node.label.startswith(name)

    qtbot.waitUntil(shown)


def _names(page: ConceptsPage) -> list[str]:
    items = (page.list.topLevelItem(row) for row in range(page.list.topLevelItemCount()))
    return [item.text(0) for item in items if item is not None]


def _near(page: ConceptsPage) -> list[tuple[str, str, str]]:
    items = (page.near.topLevelItem(row) for row in range(page.near.topLevelItemCount()))
    return [(item.text(0), item.text(1), item.text(2)) for item in items if item is not None]


def test_the_graph_and_its_table_say_the_same(page: ConceptsPage, qtbot: QtBot) -> None:
    """C3.22: the chosen concept in the middle, its neighbours drawn and in a table, with confidence and conflicts;
    the list is searched, and a neighbour can be followed."""
    assert _names(page) == ["Cello", "Mara  (1 conflict)", "Oak"]
    assert "person" in page.told.text() and "confidence 33%" in page.told.text()
    assert _near(page) == [
        ("Porto (not known yet)", "Mara lives in Porto", "0.70"),
        ("Cello", "Mara plays Cello", "0.70"),
    ]
    drawing = page.canvas.drawing
    assert drawing is not None
    assert {node.label.partition("  ")[0] for node in drawing.graph.nodes} == {"Mara", "Porto", "Cello"}
    assert {edge.how for edge in drawing.graph.edges} == {"lives in", "plays"}
    page.all.click()
    qtbot.waitUntil(lambda: page.canvas.drawing is not None and len(page.canvas.drawing.graph.nodes) == 4)
    page.all.click()
    cello = page.near.topLevelItem(1)
    assert cello is not None
    page.near.itemActivated.emit(cello, 0)
    _shows(qtbot, page, "Cello")
    assert _near(page) == [("Mara", "Mara plays Cello", "0.70")]
    page.finder.setText("tree")
    _shows(qtbot, page, "Oak")
    assert _names(page) == ["Oak"] and page.form.facts.entries() == ["A <b>tree</b>."]


@pytest.mark.long
def test_a_concept_is_changed_decided_about_and_retired(page: ConceptsPage, engine: Engine, qtbot: QtBot) -> None:
    """C3.22, C3.16, C3.9: what is known is edited, a conflict decided, a user's understanding set, all undoable."""
    concepts = engine.layers.concepts
    id = concepts.get("Mara").id
    assert page.tabs.tabText(page.tabs.indexOf(page.conflicts)) == "Conflicts (1)"
    assert "home" in page.conflicts.sides.reason.text() and "<" not in page.conflicts.sides.reason.text()
    page.conflicts.new.click()
    qtbot.waitUntil(lambda: not concepts.conflicts())
    assert concepts.get(id).payload.knowledge.facts == ("Mara lives in Lisbon.",)
    qtbot.waitUntil(lambda: page.form.facts.entries() == ["Mara lives in Lisbon."])
    assert not page.form.save.isEnabled()
    page.form.name.setText("Mara  Silva")
    page.form.links.setPlainText("Porto: was born in\nCello")
    page.form.properties.setPlainText("age: 41")
    page.form.save.click()
    qtbot.waitUntil(lambda: page.heading.text() == "Mara Silva" and not page.form.changed)
    saved = concepts.get(id).payload
    assert saved.aliases == ("Mara",) and saved.knowledge.properties[0].value == 41
    assert saved.relationships == {"Porto": "was born in", "Cello": "related to"} and saved.category == "person"
    page.personal.users.setCurrentIndex(page.personal.users.findData("rui"))
    page.personal.mastery.setValue(0.4)
    page.personal.misconceptions.setPlainText("She plays the viola.")
    page.personal.save.click()
    wanted = Personal(mastery_level=0.4, misconceptions=("She plays the viola.",))
    qtbot.waitUntil(lambda: concepts.get(id).payload.user_specific.get("rui") == wanted)
    qtbot.waitUntil(page.personal.clear.isEnabled)
    page.form.retire.click()
    qtbot.waitUntil(lambda: len(_names(page)) == 2)
    engine.undo()
    qtbot.waitUntil(lambda: "Mara Silva" in _names(page))


def test_a_new_concept_and_the_way_to_the_sources(page: ConceptsPage, engine: Engine, qtbot: QtBot) -> None:
    """C3.22, C3.6: a concept is written down by hand; from a source one gets to its conversation."""
    page.new.click()
    assert page.heading.text() == "New concept" and not page.form.save.isEnabled()
    page.form.name.setText("Douro")
    page.form.category.setText("river")
    engine.remember("Something else happens meanwhile.")
    page.refresh()
    page.form.save.click()
    _shows(qtbot, page, "Douro")
    assert engine.layers.concepts.get("Douro").payload.category == "river"
    qtbot.waitUntil(lambda: "Written down by hand" in page.sources.told.text())
    page.choose(engine.layers.concepts.get("Mara").id)
    _shows(qtbot, page, "Mara")
    qtbot.waitUntil(lambda: page.sources.list.topLevelItemCount() == 1)
    source = page.sources.list.topLevelItem(0)
    assert source is not None
    page.sources.list.setCurrentItem(source)
    with qtbot.waitSignal(page.conversation_requested) as asked:
        page.sources.go.click()
    assert asked.args == [engine.layers.concepts.get("Mara").payload.understanding.source_episodes[0]]


def test_the_window_says_what_a_decision_settles(
    page: ConceptsPage, window: MainWindow, engine: Engine, qtbot: QtBot
) -> None:
    """C3.16: where a decision settles another conflict as well, the window says so, and one undo brings both back."""
    facts = ("Rui lives in Oslo.", "Rui does not live in Oslo.", "Rui lives in Paris.")
    rui = engine.layers.concepts.create(ConceptData(name="Rui", facts=facts))
    assert rui is not None and window.session is not None
    commands = window.session.commands
    with qtbot.waitSignal(commands.done) as told:
        resolve_conflict(commands, rui.id, 1, Resolution.KEEP_NEW)
    said = "Kept what came later. 1 other conflict is settled by it, as a statement of it is gone."
    assert told.args is not None and told.args[0].text == said
    engine.undo()
    assert len(engine.layers.concepts.get("Rui").payload.conflicts) == 2


def test_review_lists_the_conflicts(page: ConceptsPage, window: MainWindow, engine: Engine, qtbot: QtBot) -> None:
    """C3.16, F6: conflicts of concepts wait in Review and are decided there."""
    window.show_view("review")
    review = window.views["review"]
    assert isinstance(review, ReviewView)
    qtbot.waitUntil(lambda: review.conflicts.list.topLevelItemCount() == 1)
    item = review.conflicts.list.topLevelItem(0)
    assert item is not None and item.text(0) == "Mara"
    assert engine.duplicates.pairs() == [], "a concept is no duplicate of the facts that it repeats"
    review.conflicts.old.click()
    qtbot.waitUntil(lambda: review.conflicts.list.topLevelItemCount() == 0)
    assert engine.layers.concepts.get("Mara").payload.knowledge.facts == ("Mara lives in Porto.",)


def test_the_past_can_only_be_looked_at(page: ConceptsPage, window: MainWindow, qtbot: QtBot) -> None:
    """C3.22: at a moment of the past the concepts of then are shown, and nothing can be changed."""
    session = window.session
    assert session is not None
    session.engine.layers.concepts.rename("Oak", "Oak tree")
    session.travel(session.engine.head - 2)
    qtbot.waitUntil(lambda: "Oak" in _names(page) and not page.new.isEnabled())
    qtbot.waitUntil(page.form.name.isReadOnly)
    assert not page.form.retire.isEnabled() and not page.conflicts.new.isEnabled()


@pytest.mark.long
def test_the_inspector_goes_on_with_the_concept(
    page: ConceptsPage, engine: Engine, window: MainWindow, qtbot: QtBot
) -> None:
    """C3.22: after a decision, an undo and a redo the inspector shows the memory that says the concept now; the focus
    stays on the list of conflicts; after Save and Retire it is on nothing that takes away."""
    concepts, inspector = engine.layers.concepts, window.inspector
    mara = concepts.get("Mara")
    row = next(n for n, name in enumerate(_names(page)) if name.startswith("Mara"))
    page.list.setCurrentItem(page.list.topLevelItem(1 - min(row, 1)))
    page.list.setCurrentItem(page.list.topLevelItem(row))

    def shows_current() -> bool:
        shown, now = inspector.shown.memory, concepts.get(mara.id).memory
        return shown is not None and (shown.id, shown.status.value) == (now.id, "active")

    qtbot.waitUntil(shows_current)
    page.tabs.setCurrentWidget(page.conflicts)
    page.conflicts.new.setFocus()
    qtbot.keyClick(page.conflicts.new, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: not concepts.conflicts())
    qtbot.waitUntil(shows_current)
    assert concepts.get(mara.id).memory.id != mara.memory.id and page.conflicts.list.hasFocus()
    engine.undo()
    qtbot.waitUntil(lambda: len(concepts.conflicts()) == 1)
    qtbot.waitUntil(shows_current)
    engine.redo()
    qtbot.waitUntil(lambda: not concepts.conflicts())
    qtbot.waitUntil(shows_current)
    before = concepts.get(mara.id).memory.id
    told = mara.payload.understanding.source_episodes[0]
    concepts.learn_concept(ConceptData(name="Mara", facts=("Mara rows.",)), told, user=mara.user_id)
    assert concepts.get(mara.id).memory.id != before
    qtbot.waitUntil(shows_current)
    assert engine.current(mara.memory.id) == concepts.get(mara.id).memory
    page.tabs.setCurrentWidget(page.form)
    page.form.definition.setText("a person")
    page.form.save.setFocus()
    qtbot.keyClick(page.form.save, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: concepts.get(mara.id).payload.definition == "a person" and not page.form.changed)
    assert page.form.name.hasFocus()
    page.form.retire.setFocus()
    qtbot.keyClick(page.form.retire, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: len(_names(page)) == 2)
    assert page.list.hasFocus() and len(concepts.all()) == 2


def _all_seen(page: ConceptsPage) -> bool:
    """Is every box of the drawing inside the canvas?"""
    canvas = page.canvas
    assert canvas.drawing is not None
    shown = QRectF(canvas.rect())
    return all(shown.contains(canvas.shown_at(box)) for box in canvas.drawing.boxes)


def test_the_drawing_stays_inside_what_is_seen(page: ConceptsPage, engine: Engine, qtbot: QtBot) -> None:
    """Issue 11, C3.22: a concept that was made while another tab was in front is drawn in full; so is one that is
    chosen in a canvas too narrow for the usual size, and after the canvas became narrower; what somebody has moved
    stays so, unless nothing of it would be seen."""
    page.start_new()
    page.form.name.setText("Theodora")
    page.form.links.setPlainText("Mara: friend of\nOliver: owns\nPottery: does")
    page.form.save.click()
    _shows(qtbot, page, "Theodora")
    page.tabs.setCurrentIndex(0)
    qtbot.waitUntil(page.canvas.isVisible)
    page.canvas.resize(405, 388)
    assert _all_seen(page)
    page.choose(engine.layers.concepts.get("Cello").id)
    _shows(qtbot, page, "Cello")
    assert len(page.canvas.drawing.boxes if page.canvas.drawing else ()) == 2 and _all_seen(page)
    page.canvas.resize(300, 200)
    assert _all_seen(page)
    page.canvas.zoom_by(1.5)
    page.canvas.pan(-40, 0)
    assert not _all_seen(page)
    page.canvas.resize(310, 200)
    assert not _all_seen(page), "it stays where somebody put it"
    page.canvas.pan(4000, 0)
    page.canvas.resize(300, 200)
    assert _all_seen(page)


def test_a_new_concept_is_of_the_only_user_or_of_whom_is_chosen(
    page: ConceptsPage, engine: Engine, qtbot: QtBot
) -> None:
    """Issue 11, C3.9: in a vault of one user a new concept is that user's, unless another choice is made, and links to
    what stands in the same list are known."""
    concepts = engine.layers.concepts
    page.start_new()
    assert page.form.whose.currentData() == "rui" and page.form.whose.isVisibleTo(page.form)
    page.form.name.setText("Oslo")
    page.form.save.click()
    qtbot.waitUntil(lambda: len(page.list.findItems("Oslo", Qt.MatchFlag.MatchExactly)) == 1)
    assert concepts.get("Oslo", "rui").user_id == "rui"
    _shows(qtbot, page, "Oslo")
    assert not page.form.whose.isVisibleTo(page.form), "whose a concept is cannot be changed"
    page.start_new()
    page.form.whose.setCurrentIndex(page.form.whose.findData(""))
    page.form.name.setText("Fjord")
    page.form.links.setPlainText("Oslo: near")
    page.form.save.click()
    _shows(qtbot, page, "Fjord")
    assert _near(page) == [("Oslo", "Fjord near Oslo", "0.70")]


def test_open_conflicts_come_first_and_the_next_one_is_chosen(qtbot: QtBot) -> None:
    """C3.16: conflicts that wait for a decision stand before those that are decided; what was kept is marked; after a decision
    the next open one is chosen, and the line says how many of each there are."""
    tab = ConflictsTab()
    qtbot.addWidget(tab)
    tab.resize(600, 600)
    tab.show()

    def shows(*resolutions: str) -> None:
        every = [Conflict(fact=f"old {n}", other=f"new {n}", resolution=one) for n, one in enumerate(resolutions)]
        tab.show_conflicts([("id", "", n, one) for n, one in enumerate(every, start=1)], writable=True)

    def rows() -> list[str]:
        items = (tab.list.topLevelItem(row) for row in range(tab.list.topLevelItemCount()))
        return [
            " | ".join(("" if one.icon(side).isNull() else "✓") + one.text(side) for side in (0, 1))
            for one in items
            if one is not None
        ]

    def chosen() -> str:
        item = tab.list.currentItem()
        assert item is not None
        return item.text(0)

    shows("keep_old", "", "", "")
    assert rows() == ["old 1 | new 1", "old 2 | new 2", "old 3 | new 3", "✓old 0 | new 0"] and chosen() == "old 1"
    tab.list.setCurrentItem(tab.list.topLevelItem(1))
    shows("keep_old", "", "keep_new", "")
    assert rows() == ["old 1 | new 1", "old 3 | new 3", "✓old 0 | new 0", "old 2 | ✓new 2"]
    assert chosen() == "old 3" and tab.new.isEnabled()
    assert tab.told.text() == "2 open, 2 decided"
    shows("keep_old", "", "keep_new", "keep_both")
    assert chosen() == "old 1" and rows()[-1] == "✓old 3 | ✓new 3"
    shows("keep_old", "keep_old", "keep_new", "keep_both")
    assert not tab.new.isEnabled() and tab.told.text() == "4 decided"
    assert "Kept the old." in tab.sides.reason.text()


def test_links_within_a_column_of_the_graph_are_seen() -> None:
    """C3.20, D16: concepts beside each other that are linked stand next to each other, with an upright line from box to
    box for each way, long enough for its name; no line is drawn along the sides of boxes."""
    names = ("John", "Max", "Tara", "Daisy", "football")
    links = (("John", "Max"), ("John", "Tara"), ("John", "Daisy"), ("John", "football"))
    inside = (("Max", "Daisy"), ("Daisy", "Max"), ("football", "Max"))
    edges = {name: tuple(Edge(target=to) for one, to in (*links, *inside) if one == name) for name in names}
    concepts = {name: Concept(name=name, knowledge=Knowledge(edges=edges[name])) for name in names}
    graph = graph_of(Known(name, "", one) for name, one in concepts.items())
    drawings = (around(graph, "John", 1, 50)[0], whole(graph, "John"))
    for drawing in drawings:
        boxes = {node.id: box for node, box in zip(drawing.graph.nodes, drawing.boxes, strict=True)}
        assert len(drawing.lines) == len(links) + len(inside)
        for edge, line in zip(drawing.graph.edges, drawing.lines, strict=True):
            source, target = boxes[edge.source], boxes[edge.target]
            grown = (source.adjusted(-1, -1, 1, 1), target.adjusted(-1, -1, 1, 1))
            assert grown[0].contains(line.p1()) and grown[1].contains(line.p2())
            assert line.length() >= 40, "there is room for a name"
    drawing = drawings[0]
    for one, other in inside:
        a, b = drawing.centres[drawing.rows[one]], drawing.centres[drawing.rows[other]]
        assert a[0] == b[0]
    ups = sorted(drawing.centres[drawing.rows[name], 1] for name in ("Max", "Daisy"))
    between = [name for name in names if ups[0] < drawing.centres[drawing.rows[name], 1] < ups[1] and name != "John"]
    assert between == []


def test_the_focus_of_the_graph_covers_nothing(qtbot: QtBot) -> None:
    """D16, F11: with the focus in it the drawing is as without, but for a thin frame."""
    concepts = {name: Concept(name=name, knowledge=Knowledge()) for name in ("Oslo", "Bergen")}
    graph = graph_of(Known(name, "", one) for name, one in concepts.items())
    canvas, other = ConceptCanvas(), QLineEdit()
    host = QWidget()
    row = QVBoxLayout(host)
    row.addWidget(canvas)
    row.addWidget(other)
    qtbot.addWidget(host)
    host.resize(500, 400)
    host.show()
    canvas.show_graph(whole(graph, "Oslo"), graph.nodes)
    inside = canvas.rect().adjusted(2, 2, -2, -2)
    other.setFocus()
    qtbot.waitUntil(other.hasFocus)
    before = canvas.grab(inside).toImage()
    canvas.setFocus()
    qtbot.waitUntil(canvas.hasFocus)
    assert canvas.grab(inside).toImage() == before
    assert len({before.pixel(x, y) for x in range(0, 400, 7) for y in range(0, 300, 7)}) > 1, "something is drawn"


def test_concepts_of_one_name_say_whose_they_are(page: ConceptsPage, engine: Engine, qtbot: QtBot) -> None:
    """C2.24, C0.7: where everybody's are shown, concepts with the same name are told apart by their users also in a list
    that is too narrow for the column of users."""
    for user in ("ann", "bob"):
        engine.layers.concepts.create(ConceptData(name="Mel"), user=user)
    qtbot.waitUntil(lambda: {"Mel  (ann)", "Mel  (bob)", "Oak"} <= set(_names(page)))


def test_a_line_that_cannot_be_saved_is_named(page: ConceptsPage, engine: Engine, qtbot: QtBot) -> None:
    """C3.22, C3.8: a line of properties without a value, or of links to nothing or to the concept itself, is named, the
    focus goes there, and nothing is saved meanwhile; what is a number only in part is kept as it is typed."""
    concepts, form = engine.layers.concepts, page.form
    head = engine.head
    page.tabs.setCurrentWidget(form)
    form.definition.setText("a person")
    for field, line, said in (
        (form.properties, "bridge", "“bridge” is no property: write name: value"),
        (form.properties, "bridge:", "“bridge:” is no property: write name: value"),
        (form.links, ": knows", "“: knows” names no concept to link to"),
        (form.links, "MARA: is herself", "“MARA: is herself” would link the concept to itself"),
    ):
        before = field.toPlainText()
        field.setPlainText(line)
        assert form.state.text() == "Not saved yet"
        form.name.setFocus()
        qtbot.keyClick(form.name, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
        assert form.refusal.text() == said and not form.refusal.visibleRegion().isEmpty()
        assert field.hasFocus() and engine.head == head
        field.setPlainText(before)
        assert form.state.text() == "Not saved yet" and form.refusal.isHidden()
    form.properties.setPlainText("phone: 0351\nage: 41\nAge: 41\nodds: nan\nprice: 1.50\nshare: 0.5")
    form.facts.setPlainText("Mara rows.\nmara rows")
    form.save.click()
    qtbot.waitUntil(lambda: concepts.get("Mara").payload.definition == "a person")
    known = concepts.get("Mara").payload.knowledge
    values = {one.name: one.value for one in known.properties}
    assert values == {"phone": "0351", "age": 41, "odds": "nan", "price": "1.50", "share": 0.5}
    qtbot.waitUntil(lambda: not form.changed and form.state.text() == "")


def test_a_search_that_finds_nothing_says_so(page: ConceptsPage, qtbot: QtBot) -> None:
    """C3.22, F11: words that no concept has leave a sentence and a way back in place of the list."""
    assert page.list.isVisibleTo(page)
    page.finder.setText("zebra")
    assert not page.list.isVisibleTo(page)
    nothing = page.found.currentWidget()
    assert isinstance(nothing, EmptyState) and nothing.title.text() == "No concept fits"
    nothing.action.click()
    assert page.list.isVisibleTo(page) and len(_names(page)) == 3 and page.finder.text() == ""
