"""Search: keys, chips, a selection that stays, and what is said when there is nothing to list."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from memory_desktop.core.answers import Boost, ChangeSet, Hit, ListScore, RecallAnswer
from memory_desktop.core.conversation.cycles import CycleDraft
from memory_desktop.core.errors import KnownError
from memory_desktop.core.memory.records import Memory
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.engine.engine import Engine
from memory_desktop.models.hits import HitsModel
from memory_desktop.ui.inspector.why_tab import WhyTab
from memory_desktop.ui.search.hit_delegate import _badge_width, _fitting, _laid_out, badges, labels
from memory_desktop.ui.search.search_view import SearchView
from memory_desktop.ui.theme import LIGHT
from memory_desktop.ui.view import Inspectable
from memory_desktop.ui.window.main_window import MainWindow
from memory_desktop.ui.wrapping import SelectableText
from tests.ui.conftest import OpenWindow
from tests.ui_views.conftest import ask, searching

_TIME = datetime(2026, 1, 1, tzinfo=UTC)


def hit(rank: int, id: str = "", boosts: tuple[Boost, ...] = ()) -> Hit:
    memory = Memory(
        key=rank, id=id or f"mem_{rank}", content=f"text {rank}", content_hash="", created_at=_TIME,
        updated_at=_TIME, recorded_at=_TIME,
    )  # fmt: skip
    lists = {"vector": ListScore(rank, 0.62, 0.3), "keyword": ListScore(rank, 8.4, 0.3)}
    return Hit(rank, memory, 1.0, lists, boosts)


def answer(*hits: Hit, query: str = "q") -> RecallAnswer:
    return RecallAnswer(query, "hybrid", hits, 1, 0, None)


@pytest.mark.long
def test_a_refresh_leaves_selection_and_inspector_alone(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F1: when the vault changes under a search, what is selected stays so and the inspector is not taken over."""
    window = open_window(small)
    view = searching(window)
    ask(qtbot, view, "kind:fact")
    for row in (1, 3):
        view.list.selectionModel().select(view.model.index(row, 0), view.list.selectionModel().SelectionFlag.Select)
    view.list.selectionModel().setCurrentIndex(
        view.model.index(3, 0), view.list.selectionModel().SelectionFlag.NoUpdate
    )
    before = [each.memory.id for each in view.list.chosen()]
    told: list[object] = []
    view.inspect.connect(told.append)
    assert window.session is not None
    window.session.engine.remember("a new fact about bread", kind="fact")
    qtbot.waitUntil(lambda: view.model.rowCount() == 6)
    assert [each.memory.id for each in view.list.chosen()] == before
    assert told == []
    view.on_change(ChangeSet(0, queue=True))
    qtbot.waitSignal(view.model.dataChanged).wait()
    assert [each.memory.id for each in view.list.chosen()] == before
    assert told == []


def test_more_hits_leave_the_old_rows_where_they_are() -> None:
    """F1: a longer answer to the same question adds rows; another question begins anew."""
    model = HitsModel()
    events: list[str] = []
    model.modelReset.connect(lambda: events.append("reset"))
    model.rowsInserted.connect(lambda _parent, first, last: events.append(f"insert {first}-{last}"))
    model.show(answer(hit(1), hit(2)))
    model.show(answer(hit(1), hit(2), hit(3)))
    model.show(answer(hit(1), hit(2), hit(3)))
    model.show(answer(hit(1), hit(3), hit(2)))
    model.show(answer(hit(1), hit(3), query="other"))
    assert events == ["reset", "insert 2-2", "reset", "reset"]
    assert model.rowCount() == 2


def test_a_hit_is_explained_in_words() -> None:
    """F2: tool tip and screen reader name each list, its rank and score, and each boost, as plain words."""
    model = HitsModel()
    model.show(answer(hit(1, boosts=(Boost("neighbours", 0.12, "<b>it</b> stands beside"),))))
    tip = str(model.index(0, 0).data(Qt.ItemDataRole.ToolTipRole))
    read = str(model.index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole))
    assert "Meaning rank 1 (cosine 0.62)" in tip
    assert "Keywords rank 1 (BM25 8.40)" in tip
    assert "&lt;b&gt;it&lt;/b&gt;" in tip
    assert "neighbours +0.12: <b>it</b> stands beside" in read


def test_marks_stand_on_their_words_after_an_emoji(qapp: QApplication) -> None:
    """F2: Qt counts an emoji as two; the marks are on the words that were found all the same."""
    text = "Deploy \U0001f680 <b>site"
    one = hit(1)
    one = replace(one, memory=replace(one.memory, content=text), matches=((0, 6), (12, 16)))
    font = QFont(qapp.font())
    layout, _, _ = _laid_out(one, 600, font, QFontMetrics(font), LIGHT)
    units = text.encode("utf-16-le")
    marked = [units[2 * span.start : 2 * (span.start + span.length)].decode("utf-16-le") for span in layout.formats()]
    assert marked == ["Deploy", "site"]


def test_badges_are_shortened_where_there_is_no_room(qapp: QApplication) -> None:
    """F2: in a narrow list the badges lose scores, then words, and never cover the labels; a tiny boost is left out."""
    one = hit(3, boosts=(Boost("neighbours", 0.12, ""), Boost("speaker", 0.002, "")))
    assert [text for text, _ in badges(one, 0)] == ["Meaning 3 · 0.62", "Keywords 3 · 8.40", "Neighbours +0.12"]
    assert [text for text, _ in badges(one, 2)] == ["M 3", "K 3", "+0.12"]
    metrics = QFontMetrics(qapp.font())
    assert _fitting(one, metrics, 2_000) == badges(one, 0)
    for width in (280, 400, 600):
        shown = _fitting(one, metrics, width)
        assert sum(_badge_width(metrics, text) + 6 for text, _ in shown) < width


@pytest.mark.long
def test_keys_go_down_and_up_and_open(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F11: Down enters the hits, Up leaves them from the first, Enter goes to the inspector, Escape comes back."""
    window = open_window(small)
    view = searching(window)
    ask(qtbot, view, "kind:fact")
    view.box.setFocus()
    asked: list[str] = []
    view.view_requested.connect(asked.append)
    qtbot.keyClick(view.box, Qt.Key.Key_Down)
    qtbot.keyClick(view.list, Qt.Key.Key_Down)
    assert [each.rank for each in view.list.chosen()] == [2]
    qtbot.keyClick(view.list, Qt.Key.Key_Return)
    assert asked == ["inspector"]
    qtbot.keyClick(view.list, Qt.Key.Key_Up)
    assert view.list.currentIndex().row() == 0
    qtbot.keyClick(view.list, Qt.Key.Key_Up)
    assert view.box.hasFocus()
    assert view.box.selectedText() == "kind:fact"
    qtbot.keyClick(view.box, Qt.Key.Key_Down)
    qtbot.keyClick(view.list, Qt.Key.Key_Escape)
    assert view.box.hasFocus()
    assert view.box.text() == "kind:fact"
    qtbot.keyClick(view.box, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: view.pages.currentWidget() is view.tips)


@pytest.mark.long
def test_delete_goes_on_with_the_next_hit(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F5, F11: Delete forgets the chosen hit, and the one in its place is chosen, so that it can be pressed again."""
    view = searching(open_window(small))
    ask(qtbot, view, "kind:fact")
    view.list.enter()
    after = [view.model.hit(row).memory.id for row in (1, 2)]  # type: ignore[union-attr]
    for left, id in zip((4, 3), after, strict=True):
        qtbot.keyClick(view.list, Qt.Key.Key_Delete)
        qtbot.waitUntil(lambda left=left: view.model.rowCount() == left)  # type: ignore[misc]
        assert [each.memory.id for each in view.list.chosen()] == [id]


@pytest.mark.long
def test_a_chip_is_taken_out_by_key_from_the_text_as_it_is_now(
    open_window: OpenWindow, small: Path, qtbot: QtBot
) -> None:
    """F1: Delete on a chip takes it out of what the box says now, and the next chip has the focus."""
    view = searching(open_window(small))
    view.focus_search()
    qtbot.keyClicks(view.box, "kind:fact tag:first te")
    qtbot.keyClicks(view.box, "a")
    view.completer.popup().hide()
    first, second = view.chips._chips
    first.setFocus()
    qtbot.keyClick(first, Qt.Key.Key_Right)
    assert second.hasFocus()
    qtbot.keyClick(second, Qt.Key.Key_Left)
    qtbot.keyClick(first, Qt.Key.Key_Delete)
    assert view.box.text() == "tag:first tea"
    (left,) = view.chips._chips
    assert left.hasFocus()
    qtbot.keyClick(left, Qt.Key.Key_Backspace)
    assert view.box.text() == "tea"
    assert view.box.hasFocus()


@pytest.mark.long
def test_words_in_an_empty_vault_lead_to_the_doors(open_window: OpenWindow, tmp_path: Path, qtbot: QtBot) -> None:
    """F1: "memories are here" is never said of a vault that has none."""
    view = searching(open_window(tmp_path / "new", create=True))
    view.set_query("tea")
    qtbot.waitUntil(lambda: view.model.answer is not None)
    assert view.pages.currentWidget() is view.welcome
    assert str(tmp_path / "new") in view.welcome._code.toPlainText()


@pytest.mark.long
def test_what_was_searched_lately_survives_even_alone(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F1: a single recent search comes back as it was, not letter by letter and not lost."""
    window = open_window(small)
    ask(qtbot, searching(window), "tea")
    window.close()
    again = searching(open_window(small))
    assert again.session is not None
    assert again._recent.of(again.session.engine.vault_id) == ["tea"]


@pytest.mark.long
def test_related_ones_and_back(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F1: from a hit to what is like it, said in the head, and back to the search by Escape."""
    view = searching(open_window(small))
    ask(qtbot, view, "train leaves")
    view.list.enter()
    view.list.related_requested.emit()
    qtbot.waitUntil(view.head.back.isVisible)
    assert "related to “The train leaves at nine”" in view.summary.text()
    assert all(each.content != "The train leaves at nine" for each in [h.memory for h in view.model._hits])
    qtbot.keyClick(view.list, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not view.head.back.isVisible())
    assert view.model.hit(0).memory.content == "The train leaves at nine"  # type: ignore[union-attr]


def test_a_failed_search_is_a_sentence(
    open_window: OpenWindow, small: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F1: when a search cannot be done the view says why, and offers to try again."""
    window = open_window(small)
    view = searching(window)
    assert window.session is not None

    def fail(*_args: object, **_options: object) -> RecallAnswer:
        raise KnownError("The disk is full.", hint="Make room.")

    with monkeypatch.context() as patched:
        patched.setattr(window.session.engine.reader, "recall", fail)
        view.set_query("tea")
        qtbot.waitUntil(lambda: view.pages.currentWidget() is view.failure)
        assert "The disk is full." in view.failure.text.text()
    view.failure.action.click()
    qtbot.waitUntil(lambda: view.pages.currentWidget() is view.results)


@pytest.mark.long
def test_the_modes_find_room(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F1: in a narrow window the modes stand below the box and none of their names is cut."""
    window = open_window(small)
    view = searching(window)
    view.set_query("tea")
    qtbot.waitUntil(lambda: view.list.hits.rowCount() > 0)
    view.list.enter()
    qtbot.waitUntil(window.inspector.isVisible)
    for width, below in ((1280, False), (853, True), (1280, False)):
        window.resize(width, 600)
        qtbot.waitUntil(lambda below=below: (view.modes.y() > view.box.y() + 20) == below)  # type: ignore[misc]
        for made in view.modes._buttons.values():
            assert made.width() >= made.sizeHint().width()
        assert view.box.width() >= 200


@pytest.mark.long
def test_a_hit_that_is_looked_at_is_a_recall(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """A8, F2: who stays at a hit has recalled it for that query; the search alone recalls nothing."""
    window = open_window(small)
    view = searching(window)
    view._look.setInterval(1)
    ask(qtbot, view, "kind:fact")
    engine = window.session.engine
    assert not engine.recalls.flush()
    chosen = view.model.hit(1)
    assert chosen is not None
    view.list.setCurrentIndex(view.model.index(1, 0))
    qtbot.waitUntil(engine.recalls.flush)
    assert engine.get(chosen.memory.id).recall_count == 1
    logged = engine.events(limit=1)[0]
    assert logged.summary == "Recalled for “kind:fact”" and not logged.payload.get("scores"), "nothing ranked it"
    ask(qtbot, view, "coffee")
    view.list.setCurrentIndex(view.model.index(0, 0))
    found = view.model.hit(0)
    assert found is not None
    qtbot.waitUntil(engine.recalls.flush)
    assert engine.events(limit=1)[0].payload["scores"] == [round(found.score, 6)]  # U20: its relevance is known


@pytest.mark.long
def test_values_of_an_operator_are_offered_as_soon_as_it_is_typed(
    open_window: OpenWindow, small: Path, qtbot: QtBot
) -> None:
    """F1: behind the colon the values that there are can be chosen, users among them, in a list with a frame; nothing is
    typed twice."""
    window = open_window(small)
    assert window.session is not None
    window.session.engine.remember("Porto is hers", metadata={"user_id": "Mara Lind"})
    window.session.engine.conversations.record(CycleDraft(user_input="I live in Oslo.", user_id="bob", session_id="b"))
    view = searching(window)
    view.focus_search()
    popup = view.completer.popup()
    qtbot.waitUntil(lambda: "user:bob" in view.completer._values())
    qtbot.keyClicks(view.box, "live us")
    assert popup.isVisible() and view.completer.currentCompletion() == "user:"
    drawn = popup.grab().toImage()
    edges = [drawn.pixelColor(x, y) for x, y in ((0, 9), (drawn.width() - 1, 9), (9, 0), (9, drawn.height() - 1))]
    assert {one.name() for one in edges} == {window.theme.tokens.border}  # it is framed
    qtbot.keyClicks(view.box, "er:")
    assert popup.isVisible() and view.completer.currentCompletion() == "user:bob"
    assert view.chips.isHidden()
    qtbot.keyClick(popup, Qt.Key.Key_Down)
    qtbot.keyClick(popup, Qt.Key.Key_Return)
    assert view.box.text() == "live user:bob "
    qtbot.waitUntil(lambda: view.model.rowCount() == 1)  # what was chosen is asked at once
    hit = view.model.hit(0)
    assert hit is not None and hit.memory.content == "I live in Oslo."
    view.completer.set_users(["Mara Lind", "bob"])
    view.box.clear()
    qtbot.keyClicks(view.box, "user:m")
    assert popup.isVisible() and view.completer.currentCompletion() == 'user:"Mara Lind"'


def test_a_fact_of_the_past_says_so(window: MainWindow, engine: Engine, qtbot: QtBot) -> None:
    """E7.4: a hit that something says otherwise than since comes after what says so, is labelled with the date, and its tool
    tip and the Why tab quote what says so."""
    for text, day in (("I live in Turin.", 1), ("I moved to Lyon.", 2)):
        engine.remember(text, created_at=datetime(2026, 1, day, 12, tzinfo=UTC))
    view = searching(window)
    ask(qtbot, view, "Turin")
    newer, found = view.model.hit(0), view.model.hit(1)
    assert newer is not None and newer.memory.content == "I moved to Lyon."
    assert found is not None and labels(found)[:2] == ["otherwise since 2026-01-02", "general"]
    tip = view.model.data(view.model.index(1, 0), Qt.ItemDataRole.ToolTipRole)
    assert "otherwise since 2026-01-02: “I moved to Lyon.”" in tip
    why = WhyTab()
    qtbot.addWidget(why)
    why.show_item(Inspectable(found.memory, hit=found), None)
    why.show()
    texts = [each.text() for each in why.findChildren(QLabel)]
    texts += [each.toPlainText() for each in why.findChildren(SelectableText)]
    assert {"Otherwise since 2026-01-02", "I moved to Lyon."} <= set(texts)


def test_who_stays_before_an_empty_answer_has_recalled_nothing(
    window: MainWindow, engine: Engine, qtbot: QtBot
) -> None:
    """F2: a search of the window that finds nothing is noted once, as the user's, with its mode."""
    view = searching(window)
    view._look.setInterval(1)
    ask(qtbot, view, "zxqv kind:pref")
    qtbot.waitUntil(engine.recalls.flush)
    view._search()
    ask(qtbot, view, "tea")
    assert not engine.recalls.flush()
    (entry,) = engine.events(type="RECALL")
    assert (entry.actor, entry.payload["query"], entry.payload.get("ids", [])) == ("user", "zxqv kind:pref", [])
    assert entry.payload["mode"] == "hybrid"


def test_weaker_hits_alone_can_be_shown_from_the_page_that_says_nothing_matches(
    open_window: OpenWindow, small: Path, qtbot: QtBot
) -> None:
    """F1, A8: where little speaks for all that was found, the empty page says so and shows it on request."""
    window = open_window(small)
    view = window.views["search"]
    assert isinstance(view, SearchView)
    window.show_view("search")
    engine = window.session.engine
    bread = next(one for one in engine.page(engine.keys(RecordFilter())) if one.content == "Buy bread")
    ask(qtbot, view, f"where does the orchestra rehearse id:{bread.id}")
    qtbot.waitUntil(view.nothing.weaker.isVisible)
    assert view.nothing.weaker.text() == "Show 1 weaker hit"
    assert view.nothing.explanation == "Little speaks for what was found."
    view.nothing.weaker.click()
    qtbot.waitUntil(view.results.isVisible)
    assert [hit.memory.id for hit in view.model.answer.hits] == [bread.id]
