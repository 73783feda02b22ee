"""The Conversations view, on small real vaults."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QProgressBar
from pytestqt.qtbot import QtBot

from memory_desktop import open_vault
from memory_desktop.core.conversation.cycles import AgentOutput, CycleDraft, OutcomeSignals, ResponseMetadata
from memory_desktop.core.conversation.patterns import DiscoveredPattern
from memory_desktop.core.memory.records import GENERATED_FROM, Draft, Memory
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.models.sessions import day_word
from memory_desktop.models.words import no_conversation
from memory_desktop.ui.conversations.add_turn import AddTurnDialog
from memory_desktop.ui.conversations.conversations_view import ConversationsView
from memory_desktop.ui.conversations.turn_delegate import LONGEST
from memory_desktop.ui.conversations.user_tab import UserState, UserTab
from memory_desktop.ui.format import local
from memory_desktop.ui.window.main_window import MainWindow
from tests.ui.conftest import HTML, OpenWindow

AT = datetime(2026, 3, 1, 12, tzinfo=UTC)


def _turn(session: str, number: int, said: str, answer: str, **more: object) -> CycleDraft:
    at = AT + timedelta(hours=number)
    return CycleDraft(
        user_input=said,
        final_response=answer,
        session_id=session,
        cycle_id=f"{session}-{number}",
        timestamp=at,
        answered_at=at,
        **more,  # type: ignore[arg-type]
    )


@pytest.fixture
def talks(tmp_path: Path) -> Path:
    """A vault with two conversations of two users, and something learned from a turn."""
    path = tmp_path / "talks"
    with open_vault(path, create=True, name="Talks") as engine:
        talk = engine.conversations
        for number in range(3):
            draft = _turn("tea", number, f"Is there tea number {number}?", "Green tea.", user_id="ann", title="Drinks")
            turn, _ = talk.record(draft, actor="agent:helper")
        told = _turn(
            "move",
            30,
            "I moved to Oslo.",
            HTML,
            user_id="bob",
            title="Moving",
            agent_outputs=(AgentOutput("critic", {"clear": True}, 0.9, 1, "raw words"),),
            response_metadata=ResponseMetadata("answer", "friendly"),
            outcome_signals=OutcomeSignals(0.8, 0.6),
        )
        talk.record(told, actor="agent:helper")
        made_from = {GENERATED_FROM: [turn.messages[0]]}
        learned = engine.remember(Draft(content="Ann asks for tea", kind="fact", metadata=made_from, synthetic=True))
        engine.recalls.note(turn.user_input, [learned.memory.id], actor="agent:helper", user=turn.user_id)
        engine.recalls.flush()
    return path


def _shown(window: MainWindow, qtbot: QtBot) -> ConversationsView:
    """The view, with the newest conversation open."""
    view = window.views["conversations"]
    assert isinstance(view, ConversationsView)
    window.show_view("conversations")
    qtbot.waitUntil(lambda: view.turns.rowCount() > 0 and view.details.turn is not None)
    return view


def _open(view: ConversationsView, session: str, qtbot: QtBot, number: int) -> None:
    assert view.list.choose(session)
    qtbot.waitUntil(
        lambda: (
            view.turns.thread_shown.session == session
            and view.turns.rowCount() == number
            and view.details.turn is not None
        )
    )


def test_conversations_stand_under_their_days_with_the_thread_beside_them(
    open_window: OpenWindow, talks: Path, qtbot: QtBot
) -> None:
    """F1: conversations are listed by day with title, user, turns and time; the chosen one is read turn by turn."""
    window = open_window(talks)
    view = _shown(window, qtbot)
    assert view.heading.text() == "Moving" and "bob" in view.summary.text() and "1 turn" in view.summary.text()
    listed = [view.sessions.index(row).data() for row in range(view.sessions.rowCount())]
    assert listed[1::2] == ["Moving", "Drinks"] and not view.sessions.flags(view.sessions.index(0))
    assert "ann · 3 turns" in view.sessions.index(3).data(Qt.ItemDataRole.AccessibleTextRole)
    _open(view, "tea", qtbot, 3)
    texts = [view.turns.index(row, 0).data() for row in range(3)]
    assert [f"Is there tea number {n}?" in text and "Green tea." in text for n, text in enumerate(texts)] == [True] * 3
    assert texts[0].startswith("User, ") and "Assistant, " in texts[0]


def test_a_low_window_shows_thread_and_details(open_window: OpenWindow, talks: Path, qtbot: QtBot) -> None:
    """F1: at 1024×700 and 150 % both the thread and the details of a turn can be read, with one row of tools above them;
    the details close to their tabs by a click on the one in front, and open by a click on any."""
    window = open_window(talks)
    view = _shown(window, qtbot)
    details, bar = view.details, view.details.tabBar()
    assert not details.folded and details.height() >= 110 and view.heading.isVisible()
    window.resize(682, 466)
    qtbot.waitUntil(lambda: not view.heading.isVisible())
    assert not details.folded and details.height() >= 110
    qtbot.waitUntil(lambda: view.thread_list.height() >= 140 and view.thread_list.width() >= 270)
    assert abs(view.add.geometry().center().y() - view.more.geometry().center().y()) < 3
    assert view.add.toolTip() and view.add.text() == "Add turn…"
    assert view.timeline.geometry().center().y() == view.user.geometry().center().y()
    for place, folded in ((0, True), (0, False), (1, False), (1, True), (2, False)):
        qtbot.mouseClick(bar, Qt.MouseButton.LeftButton, pos=bar.tabRect(place).center())
        assert (details.folded, details.currentIndex()) == (folded, place)
    qtbot.mouseClick(bar, Qt.MouseButton.LeftButton, pos=bar.tabRect(2).center())
    assert details.folded
    qtbot.waitUntil(lambda: view.thread_list.height() >= 240)
    window.resize(1280, 800)
    qtbot.waitUntil(lambda: not details.folded and details.height() >= 110)
    assert not view.add.toolTip()


def test_a_turn_shows_all_its_data_as_plain_text(open_window: OpenWindow, talks: Path, qtbot: QtBot) -> None:
    """F1, issue 10: a turn's agents, response, outcome and states are shown in lines to read, its free data can be copied as
    JSON, and markup in a message is text."""
    view = _shown(open_window(talks), qtbot)
    told = view.details.data.toPlainText()
    assert "Agent critic: confidence 0.90, priority 1" in told and "raw words" in told and "    Clear: yes" in told
    view.details.data.copy_data.click()
    copied = json.loads(QGuiApplication.clipboard().text())
    assert copied["agent_outputs"][0]["analysis"] == {"clear": True}
    assert "Outcome: satisfaction 0.80, engagement 0.60" in told and "type answer; tone friendly" in told
    assert HTML in view.turns.index(0, 0).data()
    view.thread_list.copy()
    assert HTML in QGuiApplication.clipboard().text()


@pytest.mark.long
def test_what_was_recalled_for_a_turn_and_learned_from_it_leads_on(
    open_window: OpenWindow, talks: Path, qtbot: QtBot
) -> None:
    """B12: a turn lists the recalls made for it and the memories made from it, which lead to Memories and Lineage."""
    window = open_window(talks)
    view = _shown(window, qtbot)
    _open(view, "tea", qtbot, 3)
    view.thread_list.show_row(2)
    details = view.details
    qtbot.waitUntil(lambda: details.recalls.topLevelItemCount() == 1 and details.learned.topLevelItemCount() == 1)
    assert details.tabText(1) == "Recalled (1 question)" and details.tabText(2) == "Learned (1 memory)"
    assert "Is there tea number 2?" in details.recalls.topLevelItem(0).text(0)
    details.setCurrentIndex(2)
    details.learned.setCurrentItem(details.learned.topLevelItem(0))
    qtbot.waitUntil(lambda: "Ann asks for tea" in window.inspector.content.text.text())
    with qtbot.waitSignal(view.lineage_requested):
        details.learned.parent().findChildren(type(view.add))[-1].click()
    assert window.current_view is window.views["lineage"]


@pytest.mark.long
def test_a_message_is_shown_in_its_conversation(open_window: OpenWindow, talks: Path, qtbot: QtBot) -> None:
    """F1: “Show in conversation” of a message opens its thread at it; the inspector offers it for messages only."""
    window = open_window(talks)
    engine = window.session.engine  # type: ignore[union-attr]
    message = engine.conversations.list_cycles(session_id="tea", newest_first=False).cycles[1].messages[1]
    window.inspector.show_id(message)
    qtbot.waitUntil(lambda: window.inspector.shown.memory is not None)
    assert not window.inspector.conversation.isHidden()
    window.inspector.conversation.click()
    view = window.views["conversations"]
    assert isinstance(view, ConversationsView) and window.current_view is view
    qtbot.waitUntil(lambda: (m := view.details.message()) is not None and m.id == message)
    assert view.turns.thread_shown.session == "tea" and view.thread_list.currentIndex().row() == 1
    fact = next(m for m in engine.page(engine.reader.keys(RecordFilter())) if m.kind == "fact")
    window.inspector.show_id(fact.id)
    qtbot.waitUntil(lambda: window.inspector.shown.memory is not None and window.inspector.shown.memory.id == fact.id)
    assert window.inspector.conversation.isHidden()


@pytest.mark.long
def test_words_are_found_in_the_thread_and_among_conversations(
    open_window: OpenWindow, talks: Path, qtbot: QtBot
) -> None:
    """F1: Find goes from turn to turn with the words; the list is searched by title and text, and by user."""
    window = open_window(talks)
    view = _shown(window, qtbot)
    view.search.setText("number")
    qtbot.waitUntil(lambda: view.sessions.row_of("move") < 0 <= view.sessions.row_of("tea"))
    _open(view, "tea", qtbot, 3)
    window.find_in_view()
    assert view.finder.hasFocus() or window.focusWidget() is view.finder
    view.finder.setText("tea 2")
    qtbot.waitUntil(lambda: view.thread_list.currentIndex().row() == 2)
    view.finder.setText("number")
    qtbot.waitUntil(lambda: "3 turns" in view.found.text())
    qtbot.keyClick(view.finder, Qt.Key.Key_Return)
    assert view.thread_list.currentIndex().row() == 0 and view.found.text() == "1 of 3 turns"
    view.search.setText("nothing has these words")
    qtbot.waitUntil(lambda: view.list_pages.currentIndex() == 1)
    assert view.pages.currentWidget() is view.across, "a search with no hits is no empty vault"
    view.search.clear()
    view.user.setCurrentIndex(view.user.findData("bob"))
    view.user.activated.emit(view.user.currentIndex())
    qtbot.waitUntil(lambda: view.sessions.row_of("tea") < 0 <= view.sessions.row_of("move"))


def test_the_timeline_has_every_turn_in_order_of_time(open_window: OpenWindow, talks: Path, qtbot: QtBot) -> None:
    """B12: the timeline shows the turns of all conversations in order of time, under days and titles."""
    view = _shown(open_window(talks), qtbot)
    view.timeline.setChecked(True)
    qtbot.waitUntil(lambda: view.turns.rowCount() == 4)
    assert "Drinks" in view.turns.heading(0) and "Moving" in view.turns.heading(3) and not view.turns.heading(1)
    view.list.choose("tea")
    assert view.thread_list.currentIndex().row() == 0
    view.timeline.setChecked(False)
    qtbot.waitUntil(lambda: view.turns.thread_shown.session == "tea" and view.turns.rowCount() == 3)


@pytest.mark.long
def test_a_turn_is_added_forgotten_and_brought_back(open_window: OpenWindow, talks: Path, qtbot: QtBot) -> None:
    """F5, C2.3: a turn is added by hand, also of an answer alone, a message and a turn are forgotten, and Undo brings
    them back."""
    window = open_window(talks)
    view = _shown(window, qtbot)
    _open(view, "tea", qtbot, 3)
    view.add_turn()
    dialog = view.findChild(AddTurnDialog)
    assert not dialog.ok.isEnabled()
    dialog.answer.setPlainText("There is cake.")
    assert dialog.ok.isEnabled() and dialog.draft().user_input == "", "C2.3: an answer may stand alone"
    dialog.answer.clear()
    assert not dialog.ok.isEnabled()
    dialog.said.setPlainText("And cake?")
    assert not dialog.title.isEnabled() and dialog.user.currentText() == "ann"
    dialog.accept()
    qtbot.waitUntil(lambda: view.turns.rowCount() == 4)
    view.thread_list.show_row(0)
    qtbot.waitUntil(lambda: view.details.turn is not None and len(view.details.turn.messages) == 2)
    view.forget_message()
    qtbot.waitUntil(lambda: view.details.turn is not None and len(view.details.turn.messages) == 1)
    view.forget_turns()
    qtbot.waitUntil(lambda: view.turns.rowCount() == 3)
    for number in (1, 2):
        window.undo()
        qtbot.waitUntil(lambda: view.turns.rowCount() == 4)
        view.thread_list.show_row(view.turns.row_of(view.turns.id_at(0)))
        qtbot.waitUntil(lambda n=number: view.details.turn is not None and len(view.details.turn.messages) == n)


@pytest.mark.long
def test_what_the_turns_of_a_user_come_to_leads_to_them(open_window: OpenWindow, tmp_path: Path, qtbot: QtBot) -> None:
    """B12, issue 10: gauges show how full a user's memory is, also in the height that the details have at first; summary,
    its changes and patterns lead to the turns they are of."""
    path = tmp_path / "summed"
    with open_vault(path, create=True) as engine:
        for number in range(4):
            said = f"My name is Ann and I love sailing in Oslo, number {number}."
            engine.conversations.record(_turn("sea", number, said, "Sailing is fun.", user_id="ann"))
        while engine.conversations.work():
            pass
        told = engine.conversations.summary("ann").text
        assert told
    view = _shown(open_window(path), qtbot)
    user = view.details.user
    qtbot.waitUntil(lambda: user.tree.topLevelItemCount() == 3)
    view.details.setCurrentWidget(user)
    sections = [user.tree.topLevelItem(number).text(0) for number in range(3)]
    assert sections == ["Summary", "Changes by this conversation", "Patterns"]
    assert user.tree.topLevelItem(0).child(0).text(0) == told.split("\n")[0]
    assert [said.partition(":")[0] for said in user.gauges()] == ["Transcript", "Short-term memory"]
    meters = user.findChildren(QProgressBar)
    qtbot.waitUntil(lambda: all(one.isVisible() and not one.visibleRegion().isEmpty() for one in meters))
    assert len(meters) == 2 and user.tree.height() > 2 * user.tree.sizeHintForRow(0), "at the size that the window has"
    view.thread_list.show_row(3)
    qtbot.waitUntil(lambda: user.tree.topLevelItemCount() == 3)
    assert "Summary: " not in view.turns.index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    changes = user.tree.topLevelItem(1)
    user.tree.itemActivated.emit(changes.child(changes.childCount() - 1), 0)
    assert view.thread_list.currentIndex().row() == 0
    told = view.details.data.toPlainText().split("\n")
    assert [line.partition(":")[0] for line in told[:5]] == ["Who", "When", "Recalled", "Learned", "Summary"]
    assert told[-2].startswith("Turn ID: ") and told[-1] == "Conversation ID: sea"
    delegate, width = view.thread_list.turn_delegate, view.thread_list.viewport().width()
    alone = delegate.height(0, width, view.thread_list.font())
    view.timeline.setChecked(True)
    qtbot.waitUntil(lambda: view.turns.rowCount() == 4 and view.turns.turn(0) is not None)
    assert "Summary: " in view.turns.index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert delegate.height(0, width, view.thread_list.font()) > alone, "the timeline shows what changed below the turn"


def test_the_turns_of_a_pattern_are_told_by_their_words(qtbot: QtBot) -> None:
    """B12, issue 10: a pattern lists its turns by what was said and when, and leads to them; one that is gone to none."""
    tab = UserTab()
    qtbot.addWidget(tab)
    pattern = DiscoveredPattern(
        user_id="ann", pattern_type="topic", subject="sailing", description="Sails", cycles=("c1", "c2"), timestamp=AT
    )
    tab.show_state(UserState((), "", (), (pattern,), {"c1": ("I love sailing.", AT)}))
    shown = tab.tree.topLevelItem(2).child(0)
    assert [shown.child(row).text(0) for row in range(2)] == ["I love sailing.", "A turn that is gone"]
    assert shown.child(0).text(1) == local(AT)
    asked: list[str] = []
    tab.turn_requested.connect(asked.append)
    for row in range(2):
        tab.tree.itemActivated.emit(shown.child(row), 0)
    assert asked == ["c1"]


def test_a_vault_without_conversations_names_three_ways(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """F1: without conversations the view offers to import, to connect an agent and to add a turn by hand."""
    window = open_window(small)
    window.show_view("conversations")
    view = window.views["conversations"]
    assert isinstance(view, ConversationsView)
    qtbot.waitUntil(lambda: view.pages.currentWidget() is view.ways)
    with qtbot.waitSignal(view.import_requested):
        view.ways.import_requested.emit()
    view.add_turn()
    dialog = view.findChild(AddTurnDialog)
    dialog.said.setPlainText("Hello?")
    dialog.title.setText("First words")
    dialog.accept()
    qtbot.waitUntil(lambda: view.turns.rowCount() == 1 and view.heading.text() == "First words")


@pytest.mark.long
def test_a_long_thread_is_read_a_page_at_a_time(open_window: OpenWindow, tmp_path: Path, qtbot: QtBot) -> None:
    """F11: of a long thread only the turns in sight are read, rows are as high as their texts, and both ends are near."""
    path, source = tmp_path / "long", tmp_path / "long.jsonl"
    rows = []
    for number in range(150):
        answer = "word " * (LONGEST // 4) if number == 149 else "line\n" * (number % 7) + "ok"
        for role, text in (("user", f"Question {number}"), ("assistant", f"Answer {number}: {answer}")):
            at = (AT + timedelta(hours=number)).isoformat()
            rows.append({"content": text, "thread": "long", "created_at": at, "metadata": {"role": role}})
    source.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    with open_vault(path, create=True) as engine:
        assert engine.import_path(source).new == 300
    view = _shown(open_window(path), qtbot)
    assert view.turns.rowCount() == 150 and 1 <= view.turns.pages_held() < 3
    shown = view.thread_list
    row = shown.currentIndex().row()
    qtbot.waitUntil(
        lambda: shown.rowHeight(row) == shown.turn_delegate.height(row, shown.viewport().width(), shown.font())
    )
    qtbot.keyClick(shown, Qt.Key.Key_End)
    assert shown.currentIndex().row() == 149
    wanted = shown.turn_delegate.height
    qtbot.waitUntil(lambda: shown.rowHeight(149) == wanted(149, shown.viewport().width(), shown.font()))
    assert shown.rowHeight(149) > shown.viewport().height()
    qtbot.waitUntil(lambda: "word word" in view.details.data.toPlainText() or view.details.turn is not None)
    before = shown.verticalScrollBar().value()
    qtbot.keyClick(shown, Qt.Key.Key_PageUp)
    assert shown.verticalScrollBar().value() < before and shown.currentIndex().row() == 149


def test_days_are_named_as_people_do() -> None:
    """F1: a conversation of today or yesterday says so; an older one has its date, with the year if it is another."""
    day = date(2026, 3, 2)
    noon = datetime(2026, 3, 2, 12).astimezone()
    words = [day_word(noon - timedelta(days=n), day) for n in (0, 1, 2, 400)]
    assert words == ["Today", "Yesterday", "Saturday, 28 February", "Sunday, 26 January 2025"]


@pytest.mark.long
def test_conversations_are_shown_as_of_the_moment_that_the_window_looks_at(
    open_window: OpenWindow, talks: Path, qtbot: QtBot
) -> None:
    """D6: while the window looks at the past, threads, words found and details are those of then, and not changed."""
    window = open_window(talks)
    view, session = _shown(window, qtbot), window.session
    assert session is not None
    _open(view, "tea", qtbot, 3)
    then = session.engine.head
    session.engine.conversations.record(_turn("tea", 9, "A new turn", "Indeed.", user_id="ann"))
    session.engine.conversations.record(_turn("late", 40, "Late?", "Yes.", user_id="cid", title="Late"))
    qtbot.waitUntil(lambda: view.turns.rowCount() == 4 and view.sessions.row_of("late") >= 0)
    session.travel(then)
    qtbot.waitUntil(lambda: view.turns.rowCount() == 3 and view.sessions.row_of("late") < 0)
    qtbot.waitUntil(lambda: view.details.turn is not None)
    assert not view.add_action.isEnabled() and not view.forget_action.isEnabled() and not view.add.isEnabled()
    qtbot.waitUntil(lambda: view.user.findData("cid") < 0)
    view.tabs.setCurrentWidget(view.jobs)
    qtbot.waitUntil(lambda: "those of now" in view.jobs.hint.text())
    assert not view.jobs.start.isEnabled() and not view.jobs.starts["flush"].isEnabled()
    view.tabs.setCurrentWidget(view.skills)
    qtbot.waitUntil(lambda: view.skills.state.text() == "As it was then")
    assert not view.skills.new.isEnabled() and not view.skills.save.isEnabled()
    view.tabs.setCurrentWidget(view.pages)
    window.back_to_now()
    qtbot.waitUntil(lambda: view.turns.rowCount() == 4 and view.sessions.row_of("late") >= 0)
    assert view.add_action.isEnabled()


def test_a_memory_says_why_it_is_in_no_conversation() -> None:
    """F1: where “Show in conversation” is grey, its tool tip gives the reason."""
    one = Memory(
        id="mem_1",
        key=1,
        content="x",
        content_hash="x",
        created_at=AT,
        updated_at=AT,
        recorded_at=AT,
        thread="notes.md",
    )
    assert "notes.md" in no_conversation(one) and "nobody is named" in no_conversation(one)
    assert no_conversation(one.with_(metadata={"role": "user"})) == ""
    assert no_conversation(one.with_(thread="")) == "This memory was not said in a conversation."
    assert no_conversation(None)


@pytest.mark.long
def test_a_conversation_of_several_is_shown_of_the_user_who_is_chosen(
    open_window: OpenWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    """F1: where a user is chosen, title, count and turns of a conversation that several share are of that user's
    turns alone; where all are shown, it names its users; a message of another user leads to the whole."""
    path = tmp_path / "shared"
    with open_vault(path, create=True, name="Shared") as engine:
        talk = engine.conversations
        first, _ = talk.record(_turn("both", 0, "My secret is a boat.", "I see.", user_id="ann"))
        talk.process(_turn("both", 1, "I live in Oslo.", "Good.", user_id="zed"))
        talk.record(_turn("own", 2, "Is there tea?", "Green tea.", user_id="ann"))
        titles = {user: talk.reading.sessions(user_id=user, ids=["both"])[0].title for user in (None, "ann", "zed")}
        assert titles == {None: "My secret is a boat.", "ann": "My secret is a boat.", "zed": "I live in Oslo."}
        assert not talk.reading.sessions(user_id="zed", words="secret"), "words of others find nothing of this user"
    window = open_window(path)
    view = _shown(window, qtbot)
    _open(view, "both", qtbot, 2)
    row = view.sessions.index(view.sessions.row_of("both"))
    assert "ann, zed · 2 turns" in row.data(Qt.ItemDataRole.AccessibleTextRole)

    def said(row: int) -> str:
        qtbot.waitUntil(lambda: view.turns.turn(row) is not None)
        return (
            str(view.turns.index(row, 0).data(Qt.ItemDataRole.AccessibleTextRole))
            .replace("\u2068", "")
            .replace("\u2069", "")
        )

    assert said(0).startswith("User · ann, ") and said(1).startswith("User · zed, ")

    def choose(user: str) -> None:
        view.user.setCurrentIndex(view.user.findData(user))
        view.user.activated.emit(view.user.currentIndex())

    choose("zed")
    qtbot.waitUntil(lambda: view.turns.rowCount() == 1 and view.heading.text() == "I live in Oslo.")
    row = view.sessions.index(view.sessions.row_of("both"))
    assert row.data() == "I live in Oslo." and "zed · 1 turn" in row.data(Qt.ItemDataRole.AccessibleTextRole)
    assert "ann" not in view.summary.text() and said(0).startswith("User, ")
    view.tabs.setCurrentWidget(view.users)
    qtbot.waitUntil(lambda: view.users.user() == "zed" and view.users.changes.topLevelItemCount() == 1)
    top = view.users.changes.topLevelItem(0)
    assert top is not None and top.text(0).startswith("I live in Oslo.")
    view.set_query(first.messages[0])
    qtbot.waitUntil(lambda: view.turns.rowCount() == 2 and view.user.user is None)
    qtbot.waitUntil(lambda: view.sessions.row_of("own") >= 0 and view._wanted is None)
    _open(view, "own", qtbot, 1)
    choose("zed")
    qtbot.waitUntil(lambda: view.turns.rowCount() == 1 and view.heading.text() == "I live in Oslo.")


@pytest.mark.long
def test_a_conversation_without_turns_has_no_heading(open_window: OpenWindow, talks: Path, qtbot: QtBot) -> None:
    """F1: when the last turn of a conversation is forgotten, neither its title nor what was said of it stays above."""
    view = _shown(open_window(talks), qtbot)
    _open(view, "move", qtbot, 1)
    assert view.heading.text() == "Moving"
    view.forget_turns()
    qtbot.waitUntil(lambda: view.turns.rowCount() == 0 and view.heading.text() == "Conversation")
    assert not view.summary.text()
